// SPDX-License-Identifier: MIT
// An instance: its settings, what it enabled, and what all its sessions share. Under the runtime's
// lock.
#ifndef US_RUNTIME_INSTANCE_H
#define US_RUNTIME_INSTANCE_H

#include "call.h"
#include "event.h"
#include "path.h"
#include "report.h"
#include "settings.h"

enum us_extension {
    US_EXTENSION_NONE, // the core: always enabled
    US_EXTENSION_VULKAN,
    US_EXTENSION_VULKAN2,
    US_EXTENSION_HAND_TRACKING,
    US_EXTENSION_EYE_GAZE,
    US_EXTENSION_HEADLESS,
    US_EXTENSION_CONVERT_TIMESPEC,
    US_EXTENSION_QUAD_VIEWS,
    US_EXTENSION_LOCAL_FLOOR,
    US_EXTENSION_LOCATE_SPACES,
    US_EXTENSION_HAND_INTERACTION,
    US_EXTENSION_MSFT_HAND,
    US_EXTENSION_PALM_POSE,
    US_EXTENSION_DEPTH,
    US_EXTENSION_CYLINDER,
    US_EXTENSION_EQUIRECT,
    US_EXTENSION_EQUIRECT2,
    US_EXTENSION_CUBE,
    US_EXTENSION_SECONDARY,
    US_EXTENSION_OBSERVER,
    US_EXTENSION_VERSION_1_1, // no extension: an app that asked for OpenXR 1.1
    US_EXTENSION_COUNT,
};

// The one system.
#define US_SYSTEM_ID ((XrSystemId)1)

struct us_suggestion;
struct us_action_set;

struct us_instance {
    struct us_object object;
    struct us_settings settings;
    bool enabled[US_EXTENSION_COUNT];
    bool lost;
    // The app asked for them, as it must before it creates a session.
    bool knows_vulkan_requirements;
    struct us_path_table paths;
    struct us_event_queue events;
    struct us_counters counters;
    struct us_suggestion *suggestions;  // profile.h
    struct us_action_set *retired_sets; // action.h: destroyed, still meant by spaces and bindings
};

#endif
