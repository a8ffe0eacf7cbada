/* SPDX-License-Identifier: MIT */
/*
 * bench_record ROUNDS: what recording costs a frame thread, as a ratio of the calls to the runtime
 * that it has to make.
 *
 * An app runs on the headless runtime in this process, in turn as it is and recorded. Calls into
 * the runtime are timed, but for xrWaitFrame, which blocks. The time that a recorded frame takes
 * longer, divided by the time that it spends longer in the runtime, is the ratio. The recorder
 * writes a file.
 */
#include "runtime_app.h"

#include <stdlib.h>
#include <string.h>

#include "actions.h"
#include "bench.h"

/* The first frames touch the memory that messages wait in. */
enum { WARM_FRAMES = 520, FRAMES = 200 };

static double below_ns;

#define TIMED(name, parameters, arguments)                                                         \
    static PFN_##name next_##name;                                                                 \
    static XRAPI_ATTR XrResult XRAPI_CALL timed_##name parameters                                  \
    {                                                                                              \
        double start_ns = bench_wall_ns();                                                         \
        XrResult result = next_##name arguments;                                                   \
        below_ns += bench_wall_ns() - start_ns;                                                    \
        return result;                                                                             \
    }
TIMED(xrLocateSpace, (XrSpace space, XrSpace base, XrTime time, XrSpaceLocation *location),
      (space, base, time, location))
TIMED(xrLocateViews,
      (XrSession session, const XrViewLocateInfo *info, XrViewState *state, uint32_t capacity,
       uint32_t *count, XrView *views),
      (session, info, state, capacity, count, views))
TIMED(xrLocateHandJointsEXT,
      (XrHandTrackerEXT tracker, const XrHandJointsLocateInfoEXT *info,
       XrHandJointLocationsEXT *locations),
      (tracker, info, locations))
TIMED(xrSyncActions, (XrSession session, const XrActionsSyncInfo *info), (session, info))
TIMED(xrGetActionStateBoolean,
      (XrSession session, const XrActionStateGetInfo *info, XrActionStateBoolean *state),
      (session, info, state))
TIMED(xrGetActionStateFloat,
      (XrSession session, const XrActionStateGetInfo *info, XrActionStateFloat *state),
      (session, info, state))
TIMED(xrGetActionStateVector2f,
      (XrSession session, const XrActionStateGetInfo *info, XrActionStateVector2f *state),
      (session, info, state))
TIMED(xrGetActionStatePose,
      (XrSession session, const XrActionStateGetInfo *info, XrActionStatePose *state),
      (session, info, state))
TIMED(xrGetCurrentInteractionProfile,
      (XrSession session, XrPath user, XrInteractionProfileState *profile),
      (session, user, profile))

#define WRAP(wanted)                                                                               \
    if (strcmp(name, #wanted) == 0) {                                                              \
        PFN_##wanted timed = timed_##wanted;                                                       \
        next_##wanted = (PFN_##wanted)function;                                                    \
        return (PFN_xrVoidFunction)timed;                                                          \
    }

static PFN_xrVoidFunction wrap(const char *name, PFN_xrVoidFunction function)
{
    WRAP(xrLocateSpace)
    WRAP(xrLocateViews)
    WRAP(xrLocateHandJointsEXT)
    WRAP(xrSyncActions)
    WRAP(xrGetActionStateBoolean)
    WRAP(xrGetActionStateFloat)
    WRAP(xrGetActionStateVector2f)
    WRAP(xrGetActionStatePose)
    WRAP(xrGetCurrentInteractionProfile)
    return function;
}

static void check(XrResult result)
{
    if (result != XR_SUCCESS)
        bench_die("a call failed: %d", (int)result);
}

static XrPath path_of(struct runtime_app *app, const char *text)
{
    XrPath path = XR_NULL_PATH;
    check(RUNTIME_APP_CALL(app, xrStringToPath)(app->scene.instance, text, &path));
    return path;
}

/* An app with a trigger on each hand. */
static XrActionSet attach_actions(struct runtime_app *app)
{
    const struct us_dispatch *calls = &app->scene.calls;
    const XrActionSetCreateInfo set_info = {.type = XR_TYPE_ACTION_SET_CREATE_INFO,
                                            .actionSetName = "bench",
                                            .localizedActionSetName = "Bench"};
    const XrActionCreateInfo info = {.type = XR_TYPE_ACTION_CREATE_INFO,
                                     .actionName = "trigger",
                                     .localizedActionName = "Trigger",
                                     .actionType = XR_ACTION_TYPE_FLOAT_INPUT};
    XrActionSet set;
    XrAction action;
    check(calls->xrCreateActionSet(app->scene.instance, &set_info, &set));
    check(calls->xrCreateAction(set, &info, &action));
    const XrActionSuggestedBinding bindings[] = {
        {action, path_of(app, LEFT "/input/trigger/value")},
        {action, path_of(app, RIGHT "/input/trigger/value")}};
    const XrInteractionProfileSuggestedBinding suggested = {
        .type = XR_TYPE_INTERACTION_PROFILE_SUGGESTED_BINDING,
        .interactionProfile = path_of(app, TOUCH),
        .countSuggestedBindings = 2,
        .suggestedBindings = bindings};
    const XrSessionActionSetsAttachInfo attach = {
        .type = XR_TYPE_SESSION_ACTION_SETS_ATTACH_INFO, .countActionSets = 1, .actionSets = &set};
    check(calls->xrSuggestInteractionProfileBindings(app->scene.instance, &suggested));
    check(calls->xrAttachSessionActionSets(app->scene.session, &attach));
    return set;
}

static void run_frames(struct runtime_app *app, XrActionSet set, int count)
{
    const XrActiveActionSet active = {set, XR_NULL_PATH};
    const XrActionsSyncInfo sync = {
        .type = XR_TYPE_ACTIONS_SYNC_INFO, .countActiveActionSets = 1, .activeActionSets = &active};
    for (int i = 0; i < count; i++) {
        (void)runtime_app_frame(app);
        check(app->scene.calls.xrSyncActions(app->scene.session, &sync));
    }
}

struct cost {
    double frame_ns, below_ns;
};

static struct cost measure(bool is_recorded)
{
    struct runtime_app app;
    runtime_app_wrap = wrap;
    runtime_app_variable = "UNDERSTUDY_HEADLESS_RATE_HZ";
    runtime_app_value = "240";
    runtime_app_begin(&app, is_recorded, "moving", NULL, 0);
    XrActionSet set = attach_actions(&app);
    runtime_app_focus(&app);
    run_frames(&app, set, WARM_FRAMES);
    below_ns = 0.0;
    double start_ns = bench_thread_ns();
    run_frames(&app, set, FRAMES);
    struct cost cost = {(bench_thread_ns() - start_ns) / FRAMES, below_ns / FRAMES};
    runtime_app_end(&app);
    return cost;
}

int main(int argc, char **argv)
{
    int rounds = argc == 2 ? atoi(argv[1]) : 0;
    struct bench_sides sides = {.rounds = 0};
    if (rounds <= 0 || rounds > BENCH_ROUNDS_MOST)
        bench_die("usage: bench_record ROUNDS, from 1 to %d", BENCH_ROUNDS_MOST);
    for (int i = 0; i < rounds; i++) {
        struct cost plain = measure(false), recorded = measure(true);
        bench_sides_add(&sides, recorded.frame_ns - plain.frame_ns,
                        recorded.below_ns - plain.below_ns);
    }
    bench_row_ratio(&(struct bench_row){"a recorded frame: what recording adds",
                                        "the calls to the runtime in it", BENCH_TIMES, 1.5},
                    &sides);
    return 0;
}
