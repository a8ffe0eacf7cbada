/* SPDX-License-Identifier: MIT */
#include "layer/record/actions/own_actions.h"

#include <limits.h>
#include <string.h>

#include "layer/answer/input.h"
#include "layer/bindings/action.h"

enum { SYNC_SETS_MAX = 32, SYNC_ALL_MAX = 2 * SYNC_SETS_MAX + 1, PRIORITIES_MAX = 64 };

/* The app's list and the own one behind it. */
struct both {
    XrActiveActionSet sets[SYNC_ALL_MAX];
    XrActiveActionSetPrioritiesEXT priorities;
    XrActiveActionSetPriorityEXT priority_list[PRIORITIES_MAX];
};

static bool declares(const struct us_own_actions *own, const struct us_own_set *set, XrPath user)
{
    for (uint32_t i = 0; i < own->sources->count; i++) {
        if (set->declares[i] && set->actions[i] != XR_NULL_HANDLE &&
            own->sources->list[i].user == user)
            return true;
    }
    return false;
}

/* The twin of an app's set, or NULL. */
static const struct us_own_set *find_twin(const struct us_own_actions *own, XrActionSet app_set)
{
    for (uint32_t i = 1; i < own->set_count; i++) {
        if (own->sets[i].app_set->handle == app_set)
            return &own->sets[i];
    }
    return NULL;
}

static uint32_t add_own_sets(const struct us_own_actions *own, const XrActionsSyncInfo *info,
                             XrActiveActionSet *list)
{
    uint32_t count = 0;
    list[count++] = (XrActiveActionSet){own->sets[0].handle, XR_NULL_PATH};
    for (uint32_t i = 0; i < info->countActiveActionSets; i++) {
        const XrActiveActionSet *active = &info->activeActionSets[i];
        const struct us_own_set *twin = find_twin(own, active->actionSet);
        if (twin != NULL &&
            (active->subactionPath == XR_NULL_PATH || declares(own, twin, active->subactionPath)))
            list[count++] = (XrActiveActionSet){twin->handle, active->subactionPath};
    }
    return count;
}

/* A priority that the app gives a set in this sync is the twin's too. False: it cannot be given. */
static bool copy_priorities(const struct us_own_actions *own, struct both *both,
                            XrActionsSyncInfo *info)
{
    const XrActiveActionSetPrioritiesEXT *given = info->next;
    if (given == NULL)
        return true;
    if (given->type != XR_TYPE_ACTIVE_ACTION_SET_PRIORITIES_EXT ||
        given->actionSetPriorityCount > PRIORITIES_MAX / 2 || given->actionSetPriorities == NULL)
        return false;
    uint32_t count = given->actionSetPriorityCount;
    memcpy(both->priority_list, given->actionSetPriorities, count * sizeof *both->priority_list);
    both->priorities = *given;
    for (uint32_t i = 0; i < given->actionSetPriorityCount; i++) {
        const struct us_own_set *twin = find_twin(own, given->actionSetPriorities[i].actionSet);
        if (twin == NULL)
            continue;
        both->priority_list[count] = given->actionSetPriorities[i];
        both->priority_list[count++].actionSet = twin->handle;
    }
    both->priorities.actionSetPriorityCount = count;
    both->priorities.actionSetPriorities = both->priority_list;
    info->next = &both->priorities;
    return true;
}

/* False: the app's list is too long, or cannot be read. */
static bool extend(const struct us_own_actions *own, const XrActionsSyncInfo *info,
                   struct both *both, XrActionsSyncInfo *out)
{
    if (info->type != XR_TYPE_ACTIONS_SYNC_INFO || info->countActiveActionSets > SYNC_SETS_MAX ||
        (info->countActiveActionSets > 0 && info->activeActionSets == NULL))
        return false;
    *out = *info;
    if (!copy_priorities(own, both, out))
        return false;
    uint32_t count = info->countActiveActionSets;
    if (count > 0)
        memcpy(both->sets, info->activeActionSets, count * sizeof *both->sets);
    out->countActiveActionSets = count + add_own_sets(own, info, both->sets + count);
    out->activeActionSets = both->sets;
    return true;
}

XrResult us_own_input_sync(struct us_own_actions *own, const XrActionsSyncInfo *info)
{
    PFN_xrSyncActions sync = own->recorder->next.xrSyncActions;
    struct both both;
    XrActionsSyncInfo extended;
    if (atomic_load_explicit(&own->is_refused, memory_order_relaxed) ||
        !extend(own, info, &both, &extended))
        return sync(own->session, info);
    XrResult result = sync(own->session, &extended);
    if (XR_SUCCEEDED(result))
        return result;
    result = sync(own->session, info);
    if (XR_SUCCEEDED(result))
        atomic_store(&own->is_refused, true);
    return result;
}

/* Whether the source is active in that set, and its value. */
static bool read_in_set(const struct us_own_actions *own, uint32_t set_index, uint32_t index,
                        struct us_session_value *out)
{
    const struct us_live_source *source = &own->sources->list[index];
    const struct us_own_set *set = &own->sets[set_index];
    const XrActionStateGetInfo info = {.type = XR_TYPE_ACTION_STATE_GET_INFO,
                                       .action = set->actions[index],
                                       .subactionPath =
                                           set->declares[index] ? source->user : XR_NULL_PATH};
    if (set->actions[index] == XR_NULL_HANDLE)
        return false;
    union us_input_any_state state = us_input_any_state(source->type);
    if (XR_FAILED(
            us_input_ask_state(own->recorder->own, source->type, own->session, &info, &state)))
        return false;
    const struct us_input_state read = us_input_read_state(source->type, &state);
    *out = (struct us_session_value){read.x, read.y};
    return read.active;
}

/* The set in which a source was active the last time is asked first. Returns 1 + the set; 0: the
 * source is inactive. */
static unsigned read_source(const struct us_own_actions *own, uint32_t index,
                            struct us_session_value *out)
{
    unsigned last = atomic_load_explicit(&own->active_set[index], memory_order_relaxed);
    if (last > 0 && read_in_set(own, last - 1, index, out))
        return last;
    for (uint32_t i = 0; i < own->set_count; i++) {
        if (i + 1 != last && read_in_set(own, i, index, out))
            return i + 1;
    }
    *out = (struct us_session_value){0, 0};
    return 0;
}

static uint8_t find_profile(const struct us_own_actions *own, XrPath profile)
{
    for (uint32_t i = 0; profile != XR_NULL_PATH && i < own->sources->suggestion_count; i++) {
        if (own->sources->profiles[i] == profile)
            return (uint8_t)(i + 1);
    }
    return 0;
}

static void read_profiles(struct us_own_actions *own, struct us_session_input *input)
{
    for (int user = 0; user < US_SESSION_USERS; user++) {
        XrInteractionProfileState state = {.type = XR_TYPE_INTERACTION_PROFILE_STATE};
        if (own->users[user] == XR_NULL_PATH ||
            XR_FAILED(own->recorder->own->xrGetCurrentInteractionProfile(own->session,
                                                                         own->users[user], &state)))
            continue;
        input->profiles[user] = find_profile(own, state.interactionProfile);
    }
}

static void put_profile(struct us_own_actions *own, XrTime time, enum us_session_user user,
                        uint8_t profile)
{
    struct us_session_event event = {
        .time_ns = time, .kind = US_SESSION_EVENT_PROFILE, .user = user};
    if (profile > 0)
        memcpy(event.text, own->profile_texts[profile - 1], sizeof own->profile_texts[0]);
    us_recorder_put_event(own->recorder, &event);
}

static void put_profile_events(struct us_own_actions *own, const struct us_session_input *input)
{
    for (int user = 0; user < US_SESSION_USERS; user++) {
        uint8_t now = input->profiles[user];
        if (atomic_exchange_explicit(&own->profiles[user], now, memory_order_relaxed) != now)
            put_profile(own, input->time_ns, (enum us_session_user)user, now);
    }
}

static void note(struct us_session_input *input, const struct us_live_source *source,
                 bool is_active, struct us_session_value value)
{
    if (source->kind == US_LIVE_COMPONENT) {
        input->active[source->component] = is_active;
        input->values[source->component] = value;
    } else if (source->kind == US_LIVE_TRUTH && is_active) {
        input->truths[source->component] =
            value.x != 0.0f ? US_SESSION_TRUTH_TRUE : US_SESSION_TRUTH_FALSE;
    }
}

void us_own_input_read(struct us_own_actions *own, XrResult result)
{
    /* Where memory ran out before the components were described, values would mean nothing. */
    if (own->profile_texts == NULL ||
        atomic_exchange_explicit(&own->is_syncing, true, memory_order_acquire))
        return;
    struct us_session_input input = {.time_ns = us_recorder_sync_time(own->recorder),
                                     .result = result,
                                     .count = own->sources->component_count};
    bool is_focused = result != XR_SESSION_NOT_FOCUSED;
    read_profiles(own, &input);
    for (uint32_t i = 0; i < own->sources->count; i++) {
        struct us_session_value value = {0, 0};
        unsigned active = is_focused ? read_source(own, i, &value) : 0;
        atomic_store_explicit(&own->active_set[i], (uint8_t)active, memory_order_relaxed);
        note(&input, &own->sources->list[i], active > 0, value);
    }
    put_profile_events(own, &input);
    us_recorder_put_input(own->recorder, &input);
    atomic_store_explicit(&own->is_syncing, false, memory_order_release);
}

static struct us_own_pose find_space(const struct us_own_actions *own, struct us_own_pose found,
                                     uint32_t index)
{
    unsigned active = atomic_load_explicit(&own->active_set[index], memory_order_relaxed);
    found.is_bound = true;
    if (found.space == XR_NULL_HANDLE && active > 0)
        found.space = own->sets[active - 1].spaces[index];
    return found;
}

struct us_own_pose us_own_input_hand_pose(const struct us_own_actions *own,
                                          enum us_session_hand hand, enum us_session_hand_pose pose)
{
    struct us_own_pose found = {false, XR_NULL_HANDLE};
    for (uint32_t i = 0; i < own->sources->count; i++) {
        const struct us_live_source *source = &own->sources->list[i];
        if (source->kind == US_LIVE_HAND_POSE && source->hand == hand && source->pose == pose)
            found = find_space(own, found, i);
    }
    return found;
}

struct us_own_pose us_own_input_gaze(const struct us_own_actions *own)
{
    struct us_own_pose found = {false, XR_NULL_HANDLE};
    for (uint32_t i = 0; i < own->sources->count; i++) {
        if (own->sources->list[i].kind == US_LIVE_GAZE)
            found = find_space(own, found, i);
    }
    return found;
}

/* The number of the suggestion that is current for the source's user, from 1; 0: it has none. */
static unsigned current_profile(const struct us_own_actions *own,
                                const struct us_live_source *source)
{
    for (int user = 0; user < US_SESSION_USERS; user++) {
        if (own->users[user] == source->user)
            return atomic_load_explicit(&own->profiles[user], memory_order_relaxed);
    }
    return UINT_MAX;
}

static bool is_same_pose(const struct us_live_source *a, const struct us_live_source *b)
{
    return a == b || (a->kind == US_LIVE_HAND_POSE && b->kind == US_LIVE_HAND_POSE &&
                      a->hand == b->hand && a->pose == b->pose);
}

const struct us_live_source *us_own_input_app_source(const struct us_own_actions *own,
                                                     const struct us_action *action,
                                                     XrPath subaction, bool is_lost)
{
    const struct us_live_source *found = NULL;
    for (uint32_t i = 0; i < own->sources->app_pose_count; i++) {
        const struct us_live_app_pose *pose = &own->sources->app_poses[i];
        const struct us_live_source *source = &own->sources->list[pose->source];
        if (pose->action != action ||
            current_profile(own, source) != (is_lost ? 0 : pose->suggestion + 1) ||
            (subaction != XR_NULL_PATH && subaction != source->user))
            continue;
        if (found != NULL && (is_lost ? !is_same_pose(found, source) : found != source))
            return NULL;
        found = source;
    }
    return found;
}
