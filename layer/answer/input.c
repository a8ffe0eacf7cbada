/* SPDX-License-Identifier: MIT */
#include "layer/answer/input.h"

#include <math.h>
#include <stdlib.h>

#include "layer/pose/hand.h"
#include "layer/answer/playback.h"
#include "layer/answer/scripted.h"

/* One slot for each user path, and one for all users together. */
enum { SLOT_ALL = US_USER_PATH_COUNT, SLOTS };
enum { DRIVES = US_DRIVE_HAPTIC + 1 };
#define THRESHOLD_ON 0.7f
#define THRESHOLD_OFF 0.5f

/* The values of a hand's input components at a sync. */
struct hand_now {
    bool tracked;
    float value[DRIVES];
    bool on[DRIVES]; /* the same values as booleans */
};

/* An action set in one sync. */
struct set_now {
    uint32_t user_paths; /* a bit for each user path for which the app made the set active */
    uint32_t priority;
};

/* A value of `recorded_profiles` that is not the number of a recorded profile: the plan's profile
 * applies. */
enum { PLANNED = 1u << 8 };

/* How far actions have been handed back to the chain below after playback. Each sync goes one step
 * further. */
enum handover { PLAYED, HANDING_OVER, HANDED_OVER };

struct us_input {
    struct us_binding_plan *plan;
    struct us_action_snapshot snapshot;
    atomic_bool bound;
    atomic_bool syncing;
    atomic_int handover; /* enum handover */

    /* Only the thread that set `syncing` uses the following members. */
    XrTime sampled_ns; /* time of the last sample; 0: none */
    struct hand_now hands[US_HAND_COUNT];
    bool gaze;
    /* From a session recording. */
    struct us_input_sample inputs[US_HAND_COUNT]; /* as each hand has them */
    struct us_controller_sample controllers[US_HAND_COUNT];
    bool *switched; /* for each binding: the last boolean that a number was converted to */
    const struct us_profile
        *profiles[US_USER_PATH_COUNT]; /* what us_input_profile returns for each user */
    /* The number of each hand's recorded profile at the last sync, or PLANNED. Any thread may read
     * it. */
    atomic_uint recorded_profiles[US_HAND_COUNT];
    atomic_bool lacks_eyes; /* the recorded session had no profile of the eyes at the last sync */
    atomic_bool lacks_device[US_HAND_COUNT]; /* a script took the hand's device at the last sync */
    struct us_input_state *states;           /* SLOTS elements for each action */
    struct set_now *sets;
    uint32_t *priorities; /* for each source: the highest priority of an active action set */
};

struct us_input *us_input_create(struct us_binding_plan *plan)
{
    struct us_input *input = calloc(1, sizeof *input);
    if (input == NULL || plan == NULL) {
        free(input);
        us_binding_plan_destroy(plan);
        return NULL;
    }
    input->plan = plan;
    size_t slots = (size_t)plan->action_count * SLOTS;
    input->states = calloc(slots + 1, sizeof *input->states);
    input->sets = calloc((size_t)plan->set_count + 1, sizeof *input->sets);
    input->priorities = calloc((size_t)plan->source_count + 1, sizeof *input->priorities);
    input->switched = calloc((size_t)plan->binding_count + 1, sizeof *input->switched);
    atomic_store(&input->recorded_profiles[US_HAND_LEFT], PLANNED);
    atomic_store(&input->recorded_profiles[US_HAND_RIGHT], PLANNED);
    if (!us_action_snapshot_init(&input->snapshot, (uint32_t)slots) || input->states == NULL ||
        input->sets == NULL || input->priorities == NULL || input->switched == NULL) {
        us_input_destroy(input);
        return NULL;
    }
    return input;
}

void us_input_destroy(struct us_input *input)
{
    if (input == NULL)
        return;
    us_binding_plan_destroy(input->plan);
    us_action_snapshot_finish(&input->snapshot);
    free(input->states);
    free(input->sets);
    free(input->priorities);
    free(input->switched);
    free(input);
}

static struct us_input *input_of(const struct us_session *session)
{
    return atomic_load_explicit(&session->input, memory_order_acquire);
}

const struct us_binding_plan *us_input_plan(const struct us_session *session)
{
    const struct us_input *input = input_of(session);
    return input != NULL ? input->plan : NULL;
}

const struct us_binding_plan *us_input_plan_in_force(const struct us_session *session)
{
    const struct us_input *input = input_of(session);
    return input != NULL && atomic_load(&input->handover) == PLAYED ? input->plan : NULL;
}

bool us_input_is_bound(const struct us_session *session)
{
    const struct us_input *input = input_of(session);
    return input != NULL && atomic_load(&input->bound);
}

static bool switch_at_thresholds(bool on, float value)
{
    return value >= (on ? THRESHOLD_OFF : THRESHOLD_ON);
}

static void set_truth(struct hand_now *hand, enum us_component_drive drive, bool on)
{
    hand->on[drive] = on;
    hand->value[drive] = on ? 1.0f : 0.0f;
}

static void sample_hand(const struct us_session *session, enum us_hand which, XrTime since,
                        const struct us_playback_moment *moment, struct hand_now *hand)
{
    struct us_motion joints[XR_HAND_JOINT_COUNT_EXT];
    struct hand_now before = *hand;
    *hand = (struct hand_now){.tracked = us_playback_hand(session, which, moment, joints).is_there};
    if (!hand->tracked)
        return;
    bool pinching = us_playback_pinched(session, which, since, moment);
    float pinch = us_gesture_pinch(joints, pinching), grasp = us_gesture_grasp(joints);
    hand->value[US_DRIVE_PINCH] = pinch;
    hand->value[US_DRIVE_GRASP] = grasp;
    hand->on[US_DRIVE_PINCH] = switch_at_thresholds(before.on[US_DRIVE_PINCH], pinch);
    hand->on[US_DRIVE_GRASP] = switch_at_thresholds(before.on[US_DRIVE_GRASP], grasp);
    set_truth(hand, US_DRIVE_PINCH_FLAG, pinching);
    set_truth(hand, US_DRIVE_PINCH_TOUCH, pinch > 0.0f);
    set_truth(hand, US_DRIVE_GRASP_FLAG, hand->on[US_DRIVE_GRASP]);
    set_truth(hand, US_DRIVE_GRASP_TOUCH, grasp > 0.0f);
    set_truth(hand, US_DRIVE_READY, true);
}

/* Counts the hand's pinches, as the app sees them, in the summary. */
static void count_pinch(const struct us_session *session, enum us_hand which,
                        const struct us_playback_moment *moment, const struct hand_now *hand)
{
    if (moment->at.phase != US_CLOCK_WAITING)
        us_status_summary_note_pinch(session->instance->summary, (int)which, moment->time,
                                     moment->at.recording_s, moment->at.pass,
                                     hand->on[US_DRIVE_PINCH_FLAG]);
}

/* Samples the controllers of a session recording. */
static void sample_controllers(struct us_input *input, const struct us_session *session,
                               const struct us_playback_moment *moment)
{
    struct us_frame_sample frame;
    us_playback_sample(session, moment, US_SAMPLE_LEFT_CONTROLLER | US_SAMPLE_RIGHT_CONTROLLER,
                       &frame);
    for (int hand = 0; hand < US_HAND_COUNT; hand++) {
        struct us_input_sample *inputs = &input->inputs[hand];
        us_playback_inputs(session, (enum us_hand)hand, moment, inputs);
        bool has_begun = inputs->how == US_HOW_EXACT;
        if (!has_begun)
            inputs->count = 0;
        input->controllers[hand] = frame.controllers[hand];
        unsigned number = has_begun ? inputs->profiles[hand] : 0;
        atomic_store(&input->recorded_profiles[hand],
                     inputs->how != US_HOW_ABSENT ? number : PLANNED);
    }
    const struct us_input_sample *any = &input->inputs[US_HAND_LEFT];
    atomic_store(&input->lacks_eyes,
                 any->how != US_HOW_ABSENT && any->profiles[US_SESSION_USER_EYES] == 0);
}

/* Samples the recording at `time`. A second sync at the same time uses the same sample. */
static void sample(struct us_input *input, const struct us_session *session, XrTime time)
{
    const struct us_instance *instance = session->instance;
    XrTime since = input->sampled_ns;
    if (since == time)
        return;
    struct us_playback_moment moment = us_playback_moment(session, time);
    for (int hand = 0; hand < US_HAND_COUNT; hand++) {
        if (us_played_channels_has_actions(&instance->bindings.plays))
            sample_hand(session, (enum us_hand)hand, since, &moment, &input->hands[hand]);
        if (instance->bindings.plays.pinch)
            count_pinch(session, (enum us_hand)hand, &moment, &input->hands[hand]);
    }
    if (instance->bindings.plays.controllers)
        sample_controllers(input, session, &moment);
    input->gaze = instance->bindings.plays.gaze && us_playback_gaze_is_active(session, &moment);
    input->sampled_ns = time;
}

/* Which hands a script takes the device of. */
static void read_devices(struct us_input *input, const struct us_session *session, XrTime time)
{
    struct us_clock_time at = us_playback_time(session, time);
    for (int hand = 0; hand < US_HAND_COUNT; hand++)
        atomic_store(
            &input->lacks_device[hand],
            at.phase != US_CLOCK_WAITING &&
                !us_answer_scripted_has_device(session, (enum us_hand)hand, at.recording_s));
}

static struct us_binding_plan_profile profile_of(const struct us_input *input,
                                                 enum us_user_path user_path)
{
    enum us_user user = us_user_path_user(user_path);
    if (user == US_USER_EYES && atomic_load(&input->lacks_eyes))
        return (struct us_binding_plan_profile){NULL, XR_NULL_PATH};
    if (user != US_USER_LEFT && user != US_USER_RIGHT)
        return input->plan->profiles[user_path];
    enum us_hand hand = user == US_USER_LEFT ? US_HAND_LEFT : US_HAND_RIGHT;
    if (atomic_load(&input->lacks_device[hand]))
        return input->plan->bare[user_path];
    unsigned number = atomic_load(&input->recorded_profiles[hand]);
    if (number == PLANNED)
        return input->plan->profiles[user_path];
    if (number == 0)
        return (struct us_binding_plan_profile){NULL, XR_NULL_PATH};
    return us_binding_plan_recorded_profile(input->plan, user_path, (uint8_t)number);
}

/* Whether a binding belongs to the current profile of its user. */
static bool is_in_force(const struct us_input *input, const struct us_binding_plan_binding *binding)
{
    return binding->profile == input->profiles[binding->user_path];
}

static uint32_t priority_of(const struct us_binding_plan *plan, const XrActionsSyncInfo *info,
                            uint32_t index)
{
    const struct us_action_set *set = plan->sets[index];
    const XrActiveActionSetPrioritiesEXT *chained = NULL;
    if (us_extensions_is_enabled(plan->context->extensions, US_EXTENSION_PRIORITIES))
        chained = us_xr_find_input(info->next, XR_TYPE_ACTIVE_ACTION_SET_PRIORITIES_EXT);
    for (uint32_t i = 0; chained != NULL && i < chained->actionSetPriorityCount; i++) {
        if (chained->actionSetPriorities[i].actionSet == set->handle)
            return chained->actionSetPriorities[i].priorityOverride;
    }
    return set->priority;
}

static void read_sets(struct us_input *input, const XrActionsSyncInfo *info)
{
    const struct us_binding_plan *plan = input->plan;
    for (uint32_t i = 0; i < plan->set_count; i++)
        input->sets[i] = (struct set_now){0, priority_of(plan, info, i)};
    for (uint32_t i = 0; i < info->countActiveActionSets; i++) {
        const XrActiveActionSet *active = &info->activeActionSets[i];
        uint32_t set = us_binding_plan_find_set(plan, active->actionSet);
        enum us_user_path user_path =
            us_user_path_find(plan->context->user_paths, active->subactionPath);
        if (set == US_BINDING_PLAN_NONE)
            continue;
        if (active->subactionPath == XR_NULL_PATH)
            input->sets[set].user_paths = UINT32_MAX;
        else if (user_path != US_USER_PATH_COUNT)
            input->sets[set].user_paths |= UINT32_C(1) << user_path;
    }
}

static bool is_set_on(const struct us_input *input, const struct us_binding_plan_action *action,
                      enum us_user_path user_path)
{
    return (input->sets[action->set].user_paths & UINT32_C(1) << user_path) != 0;
}

/* An input source drives only the active action sets of the highest priority (OpenXR 1.0, 11.6). */
static void rank_sources(struct us_input *input)
{
    const struct us_binding_plan *plan = input->plan;
    for (uint32_t i = 0; i < plan->source_count; i++)
        input->priorities[i] = 0;
    for (uint32_t i = 0; i < plan->action_count; i++) {
        const struct us_binding_plan_action *action = &plan->actions[i];
        for (uint32_t k = 0; k < action->binding_count; k++) {
            const struct us_binding_plan_binding *binding =
                &plan->bindings[action->first_binding + k];
            uint32_t priority = input->sets[action->set].priority;
            if (is_in_force(input, binding) && is_set_on(input, action, binding->user_path) &&
                priority > input->priorities[binding->source])
                input->priorities[binding->source] = priority;
        }
    }
}

/* Whether the action gets 0 or 1: it is boolean, or a number of a boolean component (OpenXR 1.0,
 * 11.4.1). */
static bool reads_truth(XrActionType type, const struct us_component *component)
{
    return type == XR_ACTION_TYPE_BOOLEAN_INPUT ||
           (type == XR_ACTION_TYPE_FLOAT_INPUT && component->type == XR_ACTION_TYPE_BOOLEAN_INPUT);
}

/* Converts a recorded value to the action's type. */
static void convert_value(struct us_input *input, XrActionType type,
                          const struct us_binding_plan_binding *binding,
                          const struct us_recorded_source *source, enum us_hand hand,
                          struct us_input_state *state)
{
    struct us_input_value value = us_recorded_source_value(source, &input->inputs[hand]);
    bool *switched = &input->switched[binding - input->plan->bindings];
    state->x = value.x;
    if (type == XR_ACTION_TYPE_VECTOR2F_INPUT)
        state->y = value.y;
    if (!reads_truth(type, binding->component))
        return;
    enum us_input_truth truth = us_recorded_source_truth(source, &input->inputs[hand]);
    if (source->type == US_SESSION_COMPONENT_BOOLEAN)
        *switched = value.x != 0.0f;
    else if (truth != US_INPUT_TRUTH_UNKNOWN)
        *switched = truth == US_INPUT_TRUE;
    else
        *switched = switch_at_thresholds(*switched, value.x);
    state->x = *switched ? 1.0f : 0.0f;
}

/* Reads a binding from a session recording. False if the recording has nothing for it, as for a
 * hand without its controller. */
static bool read_recorded(struct us_input *input, XrActionType type,
                          const struct us_binding_plan_binding *binding, enum us_hand hand,
                          struct us_input_state *state)
{
    const struct us_controller_sample *controller = &input->controllers[hand];
    if (binding->recorded == NULL || atomic_load(&input->lacks_device[hand]))
        return false;
    if (type == XR_ACTION_TYPE_POSE_INPUT) {
        const struct us_controller_pose *pose = &controller->poses[binding->component->pose];
        state->active = pose->is_active;
        return controller->how != US_HOW_ABSENT && pose->is_recorded;
    }
    const struct us_recorded_source *source =
        us_recorded_sources_active(binding->recorded, &input->inputs[hand]);
    state->active = source != NULL;
    if (source != NULL)
        convert_value(input, type, binding, source, hand, state);
    return binding->recorded->count > 0;
}

static struct us_input_state read_binding(struct us_input *input, XrActionType type,
                                          const struct us_binding_plan_binding *binding)
{
    const struct us_component *component = binding->component;
    struct us_input_state state = {.user_path = (uint8_t)binding->user_path,
                                   .pose = (uint8_t)component->pose};
    if (us_user_path_user(binding->user_path) == US_USER_EYES) {
        state.active = input->gaze;
        return state;
    }
    enum us_hand which =
        us_user_path_user(binding->user_path) == US_USER_LEFT ? US_HAND_LEFT : US_HAND_RIGHT;
    if (read_recorded(input, type, binding, which, &state))
        return state;
    const struct hand_now *hand = &input->hands[which];
    state.active = hand->tracked;
    if (reads_truth(type, component))
        state.x = hand->on[component->drive] ? 1.0f : 0.0f;
    else if (type == XR_ACTION_TYPE_FLOAT_INPUT)
        state.x = hand->value[component->drive];
    return state;
}

static bool is_larger(XrActionType type, const struct us_input_state *a,
                      const struct us_input_state *b)
{
    if (type == XR_ACTION_TYPE_POSE_INPUT)
        return false;
    return hypotf(a->x, a->y) > hypotf(b->x, b->y);
}

static void take_larger(XrActionType type, struct us_input_state *into, struct us_input_state state)
{
    if (state.active && (!into->active || is_larger(type, &state, into)))
        *into = state;
}

/* With several users, the pose stays with the same user while that user is active. */
static void choose_pose(struct us_input_state *slots, const struct us_input_state *before)
{
    if (before->active && slots[before->user_path].active) {
        slots[SLOT_ALL] = slots[before->user_path];
        return;
    }
    for (int user_path = 0; user_path < US_USER_PATH_COUNT; user_path++)
        take_larger(XR_ACTION_TYPE_POSE_INPUT, &slots[SLOT_ALL], slots[user_path]);
}

static void set_change_time(struct us_input_state *state, const struct us_input_state *before,
                            XrTime time)
{
    bool same = before->x == state->x && before->y == state->y;
    if (!state->active) {
        *state = (struct us_input_state){0};
        return;
    }
    state->changed = before->active && !same;
    state->since = before->active && same ? before->since : time;
}

static void compute(struct us_input *input, uint32_t index, XrTime time)
{
    const struct us_binding_plan_action *action = &input->plan->actions[index];
    XrActionType type = action->action->type;
    struct us_input_state *before = &input->states[(size_t)index * SLOTS];
    struct us_input_state now[SLOTS] = {{0}};
    for (uint32_t i = 0; i < action->binding_count; i++) {
        const struct us_binding_plan_binding *binding =
            &input->plan->bindings[action->first_binding + i];
        if (!is_in_force(input, binding) || !is_set_on(input, action, binding->user_path) ||
            input->sets[action->set].priority < input->priorities[binding->source])
            continue;
        struct us_input_state state = read_binding(input, type, binding);
        take_larger(type, &now[binding->user_path], state);
        if (type != XR_ACTION_TYPE_POSE_INPUT)
            take_larger(type, &now[SLOT_ALL], state);
    }
    if (type == XR_ACTION_TYPE_POSE_INPUT)
        choose_pose(now, &before[SLOT_ALL]);
    for (int slot = 0; slot < SLOTS; slot++) {
        set_change_time(&now[slot], &before[slot], time);
        before[slot] = now[slot];
    }
}

/* Moves one step towards live input. Keeps the played states: the next answers compare the live
 * states with them. */
static void hand_over(struct us_input *input, struct us_instance *instance)
{
    int handover = atomic_load(&input->handover);
    us_status_summary_end_pinches(instance->summary);
    if (handover != HANDED_OVER)
        atomic_store(&input->handover, handover + 1);
    input->sampled_ns = 0;
}

void us_input_sync(struct us_session *session, const XrActionsSyncInfo *info, bool focused)
{
    struct us_input *input = input_of(session);
    /* If another thread is syncing, its sync replaces this one. */
    if (input == NULL || atomic_exchange_explicit(&input->syncing, true, memory_order_acquire))
        return;
    if (us_playback_is_live(session)) {
        hand_over(input, session->instance);
        atomic_store_explicit(&input->syncing, false, memory_order_release);
        return;
    }
    atomic_store(&input->handover, PLAYED);
    XrTime synced = atomic_load_explicit(&session->sync_ns, memory_order_relaxed);
    XrTime time = synced > 0 ? synced : 1;
    const XrActionsSyncInfo nothing = {.type = XR_TYPE_ACTIONS_SYNC_INFO};
    if (session->has_spaces && focused)
        sample(input, session, time);
    else
        input->sampled_ns = 0;
    read_devices(input, session, time);
    for (int i = 0; i < US_USER_PATH_COUNT; i++)
        input->profiles[i] = profile_of(input, (enum us_user_path)i).profile;
    read_sets(input, focused ? info : &nothing);
    rank_sources(input);
    for (uint32_t i = 0; i < input->plan->action_count; i++)
        compute(input, i, time);
    us_action_snapshot_write(&input->snapshot, input->states);
    if (focused)
        atomic_store(&input->bound, true);
    atomic_store_explicit(&input->syncing, false, memory_order_release);
}

struct us_binding_plan_profile us_input_profile(const struct us_session *session,
                                                enum us_user_path user_path)
{
    return profile_of(input_of(session), user_path);
}

struct us_input_answer us_input_get(const struct us_session *session,
                                    const struct us_action *action, XrPath subaction)
{
    const struct us_input *input = input_of(session);
    bool is_hidden = us_action_hides_path(action, subaction);
    const struct us_input_answer unplayed = {.from = is_hidden ? US_SOURCE_RECORDING
                                                               : US_SOURCE_RUNTIME};
    uint32_t index =
        input != NULL ? us_binding_plan_find_action(input->plan, action) : US_BINDING_PLAN_NONE;
    if (index == US_BINDING_PLAN_NONE)
        return unplayed;
    const struct us_binding_plan_action *planned = &input->plan->actions[index];
    enum us_user_path user_path =
        us_user_path_find(session->instance->bindings.user_paths, subaction);
    bool plays = subaction == XR_NULL_PATH
                     ? planned->has_played_binding
                     : us_binding_plan_plays(input->plan, user_path, action->type);
    int handover = atomic_load_explicit(&input->handover, memory_order_acquire);
    if (!plays || handover == HANDED_OVER || (handover == HANDING_OVER && is_hidden))
        return unplayed;
    uint32_t slot = subaction == XR_NULL_PATH ? (uint32_t)SLOT_ALL : (uint32_t)user_path;
    struct us_input_answer answer = {
        .from = subaction == XR_NULL_PATH && planned->has_live_binding ? US_SOURCE_BOTH
                                                                       : US_SOURCE_RECORDING,
        .state = us_action_snapshot_read(&input->snapshot, index * SLOTS + slot)};
    answer.is_handed_over = handover == HANDING_OVER;
    if (answer.is_handed_over)
        answer.from = US_SOURCE_RUNTIME;
    return answer;
}

struct us_input_state us_input_hand_over(struct us_input_state played, struct us_input_state live,
                                         XrTime time)
{
    if (!live.active || !played.active)
        return live;
    live.changed = live.x != played.x || live.y != played.y;
    live.since = live.changed ? time : played.since;
    return live;
}

union us_input_any_state us_input_any_state(XrActionType type)
{
    XrStructureType of_struct = XR_TYPE_ACTION_STATE_POSE;
    if (type == XR_ACTION_TYPE_BOOLEAN_INPUT)
        of_struct = XR_TYPE_ACTION_STATE_BOOLEAN;
    else if (type == XR_ACTION_TYPE_FLOAT_INPUT)
        of_struct = XR_TYPE_ACTION_STATE_FLOAT;
    else if (type == XR_ACTION_TYPE_VECTOR2F_INPUT)
        of_struct = XR_TYPE_ACTION_STATE_VECTOR2F;
    return (union us_input_any_state){.vector = {.type = of_struct}};
}

XrResult us_input_ask_state(const struct us_dispatch *next, XrActionType type, XrSession session,
                            const XrActionStateGetInfo *info, void *state)
{
    switch (type) {
    case XR_ACTION_TYPE_BOOLEAN_INPUT:
        return next->xrGetActionStateBoolean(session, info, state);
    case XR_ACTION_TYPE_FLOAT_INPUT:
        return next->xrGetActionStateFloat(session, info, state);
    case XR_ACTION_TYPE_VECTOR2F_INPUT:
        return next->xrGetActionStateVector2f(session, info, state);
    default:
        return next->xrGetActionStatePose(session, info, state);
    }
}

struct us_input_state us_input_read_state(XrActionType type, const void *from)
{
    struct us_input_state out = {0};
    if (type == XR_ACTION_TYPE_BOOLEAN_INPUT) {
        const XrActionStateBoolean *state = from;
        out.active = state->isActive, out.changed = state->changedSinceLastSync;
        out.x = state->currentState ? 1.0f : 0.0f, out.since = state->lastChangeTime;
    } else if (type == XR_ACTION_TYPE_FLOAT_INPUT) {
        const XrActionStateFloat *state = from;
        out.active = state->isActive, out.changed = state->changedSinceLastSync;
        out.x = state->currentState, out.since = state->lastChangeTime;
    } else if (type == XR_ACTION_TYPE_VECTOR2F_INPUT) {
        const XrActionStateVector2f *state = from;
        out.active = state->isActive, out.changed = state->changedSinceLastSync;
        out.x = state->currentState.x, out.y = state->currentState.y;
        out.since = state->lastChangeTime;
    } else {
        const XrActionStatePose *state = from;
        out.active = state->isActive;
    }
    return out;
}

struct us_input_state us_input_combine(XrActionType type, struct us_input_state a,
                                       struct us_input_state b)
{
    if (!a.active || !b.active)
        return a.active ? a : b;
    struct us_input_state out = is_larger(type, &b, &a) ? b : a;
    if (type != XR_ACTION_TYPE_BOOLEAN_INPUT)
        return out;
    /* A boolean that changed had the opposite value before. */
    bool before = (a.x != 0.0f) != a.changed || (b.x != 0.0f) != b.changed;
    out.changed = before != (out.x != 0.0f);
    out.since = a.since > b.since ? a.since : b.since;
    return out;
}

static struct us_resolved played_pose(const struct us_session *session, struct us_input_state state)
{
    struct us_resolved pose = {.entity = US_ENTITY_NOWHERE};
    if (!state.active || !atomic_load_explicit(&session->focused, memory_order_acquire))
        return pose;
    enum us_user user = us_user_path_user((enum us_user_path)state.user_path);
    pose.entity = user == US_USER_EYES ? US_ENTITY_GAZE : US_ENTITY_HAND;
    pose.hand = user == US_USER_RIGHT ? US_HAND_RIGHT : US_HAND_LEFT;
    pose.pose = (enum us_hand_pose)state.pose;
    return pose;
}

struct us_resolved us_input_pose(const struct us_session *session, const struct us_action *action,
                                 XrPath subaction)
{
    struct us_resolved runtime = {.entity = US_ENTITY_RUNTIME};
    if (action == NULL)
        return runtime;
    struct us_input_answer answer = us_input_get(session, action, subaction);
    struct us_resolved played = played_pose(session, answer.state);
    /* Before the app attaches action sets, no action has a binding. */
    if (session->has_spaces && !atomic_load(&session->attached))
        return played;
    if (answer.from == US_SOURCE_RUNTIME ||
        (answer.from == US_SOURCE_BOTH && played.entity == US_ENTITY_NOWHERE))
        return runtime;
    return played;
}
