/* SPDX-License-Identifier: MIT */
/* Groups: what an app or a runtime should not do: NULL, handles that are none, strange chains, odd
 * times; and functions that are not there. */
#include "faults.h"

#include <math.h>
#include <stdlib.h>

static struct fault_app direct, layered;

static void run_missing(struct fault_app *app, enum fault_runtime runtime, bool is_direct,
                        const char *name)
{
    fault_reset(is_direct ? FAULT_HAS : runtime);
    fake.missing = name;
    fault_app_build(app, &fault_scene, is_direct);
    fault_app_call_all(app);
    fault_stop(app);
}

static void missing(enum fault_runtime runtime, const char *group)
{
    fault_table_begin(group);
    for (int i = 2; i < fault_below_count; i++) {
        const char *name = fault_below[i];
        if (!fault_has(runtime, name))
            continue;
        run_missing(&direct, runtime, true, name);
        run_missing(&layered, runtime, false, name);
        int at = fault_compare(&direct, &layered);
        fault_table_add((struct fault_cell){group, at < 0 ? name : direct.notes[at].call, name, 0},
                        at < 0, at < 0 ? 0 : direct.notes[at].result,
                        at < 0 ? 0 : layered.notes[at].result);
    }
    fault_table_end();
}

void faults_missing(void)
{
    missing(FAULT_HAS, "missing functions");
    missing(FAULT_LACKS, "missing functions, supplied");
}

static bool plays_on(struct fault_app *app)
{
    app->null = app->garbage = 0;
    app->chained = false;
    return fault_app_plays(app, 2.0);
}

static void null_of(enum fault_runtime runtime, const char *group, enum fault_call call, int which)
{
    XrResult expected, got;
    fault_start(&direct, runtime, true);
    direct.null = which;
    expected = fault_app_call(&direct, call);
    bool spoiled = direct.spoiled;
    fault_stop(&direct);
    if (!spoiled)
        return;
    fault_start(&layered, runtime, false);
    layered.null = which;
    got = fault_app_call(&layered, call);
    bool untouched = XR_SUCCEEDED(got) || fault_app_is_untouched(&layered);
    bool passed = got == expected && untouched && plays_on(&layered);
    fault_stop(&layered);
    fault_table_add((struct fault_cell){group, fault_names[call], NULL, 0}, passed, expected, got);
}

static void null(enum fault_runtime runtime, const char *group)
{
    fault_table_begin(group);
    for (int call = 0; call < FAULT_CALLS; call++) {
        for (int which = 1; which <= 4; which++)
            null_of(runtime, group, (enum fault_call)call, which);
    }
    fault_table_end();
}

void faults_null(void)
{
    null(FAULT_HAS, "NULL pointers");
    null(FAULT_LACKS, "NULL pointers, supplied");
}

static void garbage_of(enum fault_runtime runtime, const char *group, enum fault_call call,
                       int which, uint64_t value)
{
    fault_start(&direct, runtime, true);
    direct.garbage = which;
    direct.value = value;
    XrResult expected = fault_app_call(&direct, call);
    bool spoiled = direct.spoiled;
    fault_stop(&direct);
    if (!spoiled)
        return;
    fault_start(&layered, runtime, false);
    layered.garbage = which;
    layered.value = value;
    XrResult got = fault_app_call(&layered, call);
    bool ends = XR_SUCCEEDED(got) && fault_app_destroys(call);
    bool passed = (got == expected || got == XR_ERROR_HANDLE_INVALID ||
                   (call == FAULT_xrSyncActions && got == XR_ERROR_ACTIONSET_NOT_ATTACHED)) &&
                  (XR_SUCCEEDED(got) || fault_app_is_untouched(&layered)) &&
                  (ends || plays_on(&layered));
    fault_stop(&layered);
    fault_table_add((struct fault_cell){group, fault_names[call], NULL, 0}, passed, expected, got);
}

static void garbage(enum fault_runtime runtime, const char *group)
{
    const uint64_t values[] = {0, 4711, UINT64_MAX, UINT64_MAX - 1};
    fault_table_begin(group);
    for (int call = 0; call < FAULT_CALLS; call++) {
        for (int which = 1; which <= 4; which++) {
            for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
                garbage_of(runtime, group, (enum fault_call)call, which, values[i]);
        }
    }
    fault_table_end();
}

void faults_garbage(void)
{
    garbage(FAULT_HAS, "garbage handles");
    garbage(FAULT_LACKS, "garbage handles, supplied");
}

/* The strange structs are as they were made, but for what is behind the last. */
static bool are_strange_untouched(const struct fault_app *app)
{
    for (int chain = 0; chain < app->chains; chain++) {
        for (int i = 0; i < FAULT_LINKS; i++) {
            const struct fault_link *link = &app->links[chain][i];
            if (link->base.type != (XrStructureType)(0x7ffe0000 + i / 2) ||
                link->content[0] != 0x5a5a5a5a5a5a5a5a || link->content[1] != 0xa5a5a5a5a5a5a5a5 ||
                (i + 1 < FAULT_LINKS && link->base.next != &app->links[chain][i + 1].base))
                return false;
        }
    }
    return true;
}

static void chain_of(enum fault_runtime runtime, const char *group, enum fault_call call)
{
    fault_start(&layered, runtime, false);
    XrResult expected = fault_app_call(&layered, call);
    fault_stop(&layered);
    fault_start(&layered, runtime, false);
    layered.chained = true;
    XrResult got = fault_app_call(&layered, call);
    bool untouched = are_strange_untouched(&layered);
    bool ends = XR_SUCCEEDED(got) && (fault_app_destroys(call) || call == FAULT_xrBeginSession ||
                                      call == FAULT_xrEndSession);
    bool used = layered.chains > 0;
    bool passed = got == expected && untouched && (ends || plays_on(&layered));
    fault_stop(&layered);
    if (used)
        fault_table_add((struct fault_cell){group, fault_names[call], NULL, 0}, passed, expected,
                        got);
}

static void chains(enum fault_runtime runtime, const char *group)
{
    fault_table_begin(group);
    layered.links = calloc(FAULT_CHAINS, sizeof *layered.links);
    assert_non_null(layered.links);
    for (int call = 0; call < FAULT_CALLS; call++)
        chain_of(runtime, group, (enum fault_call)call);
    free(layered.links);
    layered.links = NULL;
    fault_table_end();
}

void faults_chains(void)
{
    chains(FAULT_HAS, "chains of 1000, twice each");
    chains(FAULT_LACKS, "chains of 1000, supplied");
}

static bool is_sound(XrSpaceLocationFlags flags, XrPosef pose)
{
    XrQuaternionf q = pose.orientation;
    float norm = sqrtf(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    bool turned = (flags & XR_SPACE_LOCATION_ORIENTATION_VALID_BIT) != 0;
    bool placed = (flags & XR_SPACE_LOCATION_POSITION_VALID_BIT) != 0;
    return (!turned || fabsf(norm - 1.0f) < 0.001f) &&
           (!placed || (isfinite(pose.position.x) && isfinite(pose.position.y) &&
                        isfinite(pose.position.z))) &&
           (turned || !(flags & XR_SPACE_LOCATION_ORIENTATION_TRACKED_BIT)) &&
           (placed || !(flags & XR_SPACE_LOCATION_POSITION_TRACKED_BIT));
}

static bool is_answer_sound(const struct fault_app *app, enum fault_call call)
{
    const struct fault_out *out = &app->out;
    if (call == FAULT_xrLocateSpace)
        return is_sound(out->location.locationFlags, out->location.pose);
    if (call == FAULT_xrLocateSpaces || call == FAULT_xrLocateSpacesKHR)
        return is_sound(out->some_locations[0].locationFlags, out->some_locations[0].pose) &&
               is_sound(out->some_locations[1].locationFlags, out->some_locations[1].pose);
    if (call == FAULT_xrLocateViews)
        return is_sound(out->view_state.viewStateFlags, out->views[0].pose) &&
               is_sound(out->view_state.viewStateFlags, out->views[1].pose);
    for (int i = 0; call == FAULT_xrLocateHandJointsEXT && i < FAULT_JOINTS; i++) {
        if (!is_sound(out->joint[i].locationFlags, out->joint[i].pose))
            return false;
    }
    return true;
}

static const XrTime odd_times[] = {0,
                                   -1,
                                   INT64_MIN,
                                   1,
                                   SCENE_START - 1,
                                   SCENE_START,
                                   SCENE_START,
                                   SCENE_AT(1e6),
                                   INT64_MAX / 2,
                                   INT64_MAX - 1,
                                   INT64_MAX};

/* `frame`: the runtime predicts it, and the calls ask for it as well. */
static void time_of(enum fault_runtime runtime, const char *group, enum fault_call call,
                    XrTime time, bool frame)
{
    static const XrDuration periods[] = {10000000, 1, -1, INT64_MAX};
    for (size_t i = 0; i < (frame ? sizeof periods / sizeof periods[0] : 1); i++) {
        bool any_time = fake.any_time;
        fake.next_time = frame ? time : SCENE_START;
        fake.next_period = periods[i];
        (void)fault_app_call(&layered, FAULT_xrWaitFrame);
        (void)fault_app_call(&layered, FAULT_xrSyncActions);
        layered.time = time;
        XrResult got = fault_app_call(&layered, call);
        bool legal = time > 0 || any_time ? got == XR_SUCCESS : got == XR_ERROR_TIME_INVALID;
        bool passed = legal && (XR_FAILED(got) ? fault_app_is_untouched(&layered)
                                               : is_answer_sound(&layered, call));
        fake.next_period = 0;
        fault_table_add((struct fault_cell){group, fault_names[call], NULL, 0}, passed, 0, got);
    }
    (void)runtime;
}

static void times(enum fault_runtime runtime, const char *group, const char *clock, bool any_time)
{
    static const enum fault_call calls[] = {FAULT_xrLocateSpace, FAULT_xrLocateSpaces,
                                            FAULT_xrLocateSpacesKHR, FAULT_xrLocateViews,
                                            FAULT_xrLocateHandJointsEXT};
    fault_table_begin(group);
    setenv("UNDERSTUDY_CLOCK", clock, 1);
    for (size_t k = 0; k < sizeof odd_times / sizeof odd_times[0]; k++) {
        for (int frame = 0; frame < 2; frame++) {
            fault_start(&layered, runtime, false);
            fake.any_time = any_time;
            for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
                time_of(runtime, group, calls[i], odd_times[k], frame == 1);
            (void)fault_app_call(&layered, FAULT_xrEndFrame);
            fault_stop(&layered);
        }
    }
    unsetenv("UNDERSTUDY_CLOCK");
    fault_table_end();
}

void faults_times(void)
{
    times(FAULT_HAS, "odd times", "wall", false);
    times(FAULT_LACKS, "odd times, supplied", "wall", false);
    times(FAULT_HAS, "odd times, frame clock", "frame:60", false);
    times(FAULT_HAS, "forbidden times accepted", "wall", true);
    times(FAULT_HAS, "forbidden, frame clock", "frame:60", true);
}
