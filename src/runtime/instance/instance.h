// SPDX-License-Identifier: MIT
// An instance: its settings, what it enabled, and what all its sessions share. Under the runtime's
// lock.
#ifndef RT_RUNTIME_INSTANCE_H
#define RT_RUNTIME_INSTANCE_H

#include "runtime/instance/call.h"
#include "runtime/instance/event.h"
#include "runtime/instance/path.h"
#include "runtime/instance/report.h"
#include "runtime/base/settings.h"

enum rt_extension {
    RT_EXTENSION_NONE, // the core: always enabled
    RT_EXTENSION_VULKAN,
    RT_EXTENSION_VULKAN2,
    RT_EXTENSION_HAND_TRACKING,
    RT_EXTENSION_EYE_GAZE,
    RT_EXTENSION_HEADLESS,
    RT_EXTENSION_CONVERT_TIMESPEC,
    RT_EXTENSION_QUAD_VIEWS,
    RT_EXTENSION_LOCAL_FLOOR,
    RT_EXTENSION_LOCATE_SPACES,
    RT_EXTENSION_HAND_INTERACTION,
    RT_EXTENSION_MSFT_HAND,
    RT_EXTENSION_PALM_POSE,
    RT_EXTENSION_DEPTH,
    RT_EXTENSION_CYLINDER,
    RT_EXTENSION_EQUIRECT,
    RT_EXTENSION_EQUIRECT2,
    RT_EXTENSION_CUBE,
    RT_EXTENSION_SECONDARY,
    RT_EXTENSION_OBSERVER,
    RT_EXTENSION_VERSION_1_1, // no extension: an app that asked for OpenXR 1.1
    RT_EXTENSION_COUNT,
};

// The one system.
#define RT_SYSTEM_ID ((XrSystemId)1)

struct rt_suggestion;
struct rt_action_set;

struct rt_instance {
    struct rt_object object;
    struct rt_settings settings;
    bool enabled[RT_EXTENSION_COUNT];
    bool lost;
    // The app asked for them, as it must before it creates a session.
    bool knows_vulkan_requirements;
    struct rt_path_table paths;
    struct rt_event_queue events;
    struct rt_counters counters;
    struct rt_suggestion *suggestions;  // profile.h
    struct rt_action_set *retired_sets; // action.h: destroyed, still meant by spaces and bindings
};

#endif
