/* SPDX-License-Identifier: MIT */
/*
 * An instance, and what belongs to it: its events, its paths, and the one system. Under the
 * runtime's lock.
 */
#ifndef RT_RUNTIME_INSTANCE_H
#define RT_RUNTIME_INSTANCE_H

#include <stdbool.h>
#include <stddef.h>

#include "openxr/xr_d3d11.h"
#include "runtime/base/object.h"
#include "runtime/base/settings.h"
#include "runtime/base/xr.h"
#include "runtime/instance/extensions.h"
#include "runtime/instance/report.h"
#include "runtime/person/person.h"

/* The events that wait for xrPollEvent. Under the runtime's lock. */

#define RT_EVENT_QUEUE_LIMIT 64u

struct rt_event_queue {
    XrEventDataBuffer events[RT_EVENT_QUEUE_LIMIT];
    uint32_t first;
    uint32_t count;
    uint32_t lost; /* events that found the queue full, since the last pop */
};

/* Copies an event of any type to the end of the queue. A full queue counts the event as lost. */
void rt_event_queue_push(struct rt_event_queue *queue, const void *event, size_t size);

/* Removes every event about a session that is being destroyed. */
void rt_event_queue_drop_session(struct rt_event_queue *queue, XrSession session);

/* Takes the oldest event, or first XrEventDataEventsLost where events were lost. False: none waits.
 */
bool rt_event_queue_pop(struct rt_event_queue *queue, XrEventDataBuffer *out_event);

/* Semantic paths and their strings (OpenXR, "Semantic Paths"). Under the runtime's lock. */

struct rt_path_table {
    char **strings; /* path p is strings[p - 1] */
    uint32_t count;
};

void rt_path_finish(struct rt_path_table *table);

/* The string of the path, owned by the table, or NULL for a value that is no path. */
const char *rt_path_string(const struct rt_path_table *table, XrPath path);

/* Whether `text` is one level of a path or a name: 1 to `size` - 1 characters of a-z, 0-9, '-', '_'
 * and '.', and not periods alone. */
bool rt_path_is_name(const char *text, size_t size);

/*
 * An instance: its settings, its extensions, and the data that its sessions share. Under the
 * runtime's lock.
 */

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
    struct us_xr_requirements_d3d11 d3d11_requirements; /* what it was told; type 0: nothing */
    struct rt_path_table paths;
    struct rt_event_queue events;
    struct rt_counters counters;
    struct rt_suggestion *suggestions;  /* input/binding.h */
    struct rt_action_set *retired_sets; /* input/action.h: the app destroyed them, but
                                         * spaces and bindings may still refer to them */
};

/* The one system and its view configurations. Under the runtime's lock. */

/* The number of views of a configuration, or 0 for one that the instance does not have.
 * This covers primary and secondary view configurations. */
uint32_t rt_system_view_count(const struct rt_instance *instance, XrViewConfigurationType type);

/* Whether the app may use LOCAL_FLOOR. */
bool rt_system_has_local_floor(const struct rt_instance *instance);

#define RT_SYSTEM_OBSERVER XR_VIEW_CONFIGURATION_TYPE_SECONDARY_MONO_FIRST_PERSON_OBSERVER_MSFT

/* Limits of what an app submits. */
#define RT_SYSTEM_MAX_LAYERS 16u
#define RT_SYSTEM_MAX_IMAGE_PX 8192u

/*
 * Top-level user paths such as /user/hand/left (OpenXR, "Top level /user paths"). Under the
 * runtime's lock.
 */

/* The top-level user paths that the runtime knows. ANY stands for XR_NULL_PATH; OTHER stands for
 * users without a device, such as /user/treadmill. */
enum rt_user {
    RT_USER_ANY,
    RT_USER_LEFT,
    RT_USER_RIGHT,
    RT_USER_HEAD,    /* what a headset has to press */
    RT_USER_GAMEPAD, /* both only of XR_EXT_conformance_automation */
    RT_USER_EYES,
    RT_USER_OTHER,
    RT_USER_COUNT,
};

/* "left", "right", "head", "gamepad", "eyes" or "other"; empty for ANY. */
const char *rt_user_path_name(enum rt_user user);

/* The number of a user's device (person.h). False: the user has none that a test can set. */
bool rt_user_path_device(enum rt_user user, uint32_t *out_device);

/* Finds the user of a top-level path. XR_ERROR_PATH_INVALID: the value is no path.
 * XR_ERROR_PATH_UNSUPPORTED: the path is no top-level path, or the instance did not enable the
 * extension that it belongs to. */
XrResult rt_user_path_find(const struct rt_instance *instance, XrPath path, enum rt_user *out_user);

/* The part of a path behind the top-level user path, such as /input/select/click, and the user.
 * NULL where the path does not begin with a top-level path that /input/, /output/ or nothing but
 * /output follows. */
const char *rt_user_path_skip(const char *string, enum rt_user *out_user);

#endif
