/* SPDX-License-Identifier: MIT */
/*
 * An instance: its settings, its extensions, and the data that its sessions share. Under the
 * runtime's lock.
 */
#ifndef RT_RUNTIME_INSTANCE_H
#define RT_RUNTIME_INSTANCE_H

#include "runtime/base/automation.h"
#include "runtime/base/object.h"
#include "runtime/base/settings.h"
#include "runtime/instance/event_queue.h"
#include "runtime/instance/extensions.h"
#include "runtime/instance/path_table.h"
#include "runtime/instance/report.h"
#include "runtime/person/person.h"

/* The one system. */
#define RT_SYSTEM_ID ((XrSystemId)1)

struct rt_suggestion;
struct rt_action_set;

struct rt_instance {
    struct rt_object object;
    struct rt_settings settings;
    struct rt_person person;
    struct rt_automation automation; /* of the session */
    bool enabled[RT_EXTENSION_COUNT];
    /* An app must ask before it creates a session. */
    bool has_asked_vulkan_requirements;
    bool has_asked_opengl_requirements;
    bool has_asked_opengl_es_requirements;
    struct rt_path_table paths;
    struct rt_event_queue events;
    struct rt_counters counters;
    struct rt_suggestion *suggestions;  /* input/profile.h */
    struct rt_action_set *retired_sets; /* input/action.h: the app destroyed them, but
                                         * spaces and bindings may still refer to them */
};

#endif
