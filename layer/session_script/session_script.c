/* SPDX-License-Identifier: MIT */
#include "layer/session_script/session_script.h"

#include <stdlib.h>

#include "core/base/grow.h"
#include "core/base/search.h"

static const XrReferenceSpaceType space_types[US_SCRIPT_SPACES] = {
    [US_SCRIPT_SPACE_LOCAL] = XR_REFERENCE_SPACE_TYPE_LOCAL,
    [US_SCRIPT_SPACE_LOCAL_FLOOR] = XR_REFERENCE_SPACE_TYPE_LOCAL_FLOOR,
    [US_SCRIPT_SPACE_STAGE] = XR_REFERENCE_SPACE_TYPE_STAGE,
};

XrReferenceSpaceType us_script_space_type(enum us_script_space space)
{
    return space_types[space];
}

bool us_script_space_of_type(XrReferenceSpaceType type, enum us_script_space *out_space)
{
    for (int i = 0; i < US_SCRIPT_SPACES; i++) {
        if (space_types[i] == type) {
            *out_space = (enum us_script_space)i;
            return true;
        }
    }
    return false;
}

bool us_session_script_is_same_place(struct us_pose a, struct us_pose b)
{
    return us_pose_is_near(a, b, 1e-4f, 1e-4f);
}

struct us_session_script *us_session_script_create(void)
{
    return calloc(1, sizeof(struct us_session_script));
}

void us_session_script_destroy(struct us_session_script *script)
{
    if (script == NULL)
        return;
    for (int i = 0; i < US_SCRIPT_LEVELS; i++)
        free(script->levels[i].list);
    free(script->events);
    free(script);
}

bool us_session_script_reserve(struct us_session_script *script, size_t count)
{
    script->room = count;
    script->events = malloc(count * sizeof *script->events);
    bool ok = script->events != NULL;
    for (int i = 0; ok && i < US_SCRIPT_LEVELS; i++) {
        struct us_session_script_steps *steps = &script->levels[i];
        steps->list = malloc(count * sizeof *steps->list);
        ok = steps->list != NULL;
    }
    return ok;
}

/* Whether a list, whose address this is, has or gets room for one more element. */
static bool make_room(const struct us_session_script *script, void *list, size_t count, size_t size)
{
    if (script->room > 0)
        return count < script->room;
    return count < US_SESSION_SCRIPT_MOST && us_grow(list, count, size);
}

static bool is_before(const struct us_session_script_event *a,
                      const struct us_session_script_event *b)
{
    return a->at_s < b->at_s || (a->at_s == b->at_s && a->order < b->order);
}

/* The count comes last, here and below: it says to other threads that the element is there. */
bool us_session_script_append_event(struct us_session_script *script,
                                    const struct us_session_script_event *event)
{
    size_t at = script->event_count;
    if (!make_room(script, &script->events, at, sizeof *script->events))
        return false;
    script->events[at] = *event;
    script->events[at].place = at;
    if (event->kind == US_SESSION_SCRIPT_PRESENCE && !script->has_presence)
        script->has_presence = true;
    script->event_count = at + 1;
    return true;
}

static int compare_events(const void *a, const void *b)
{
    const struct us_session_script_event *left = a, *right = b;
    if (is_before(left, right) || is_before(right, left))
        return is_before(left, right) ? -1 : 1;
    return left->place < right->place ? -1 : 1;
}

void us_session_script_sort_events(struct us_session_script *script)
{
    if (script->event_count > 0)
        qsort(script->events, script->event_count, sizeof *script->events, compare_events);
}

/* Both functions insert behind everything of the same time or earlier, so that the lists are always
 * sorted. Sources add nearly everything in the order of the times. */
static bool add_event(struct us_session_script *script, const struct us_session_script_event *event)
{
    if (!us_session_script_append_event(script, event))
        return false;
    size_t at = script->event_count - 1;
    const struct us_session_script_event last = script->events[at];
    /* Other threads may read it already. */
    if (at == 0 || !is_before(&last, &script->events[at - 1]))
        return true;
    for (; at > 0 && is_before(&last, &script->events[at - 1]); at--)
        script->events[at] = script->events[at - 1];
    script->events[at] = last;
    return true;
}

bool us_session_script_add_level(struct us_session_script *script,
                                 enum us_session_script_level level,
                                 const struct us_session_script_step *step)
{
    struct us_session_script_steps *steps = &script->levels[level];
    if (!make_room(script, &steps->list, steps->count, sizeof *steps->list))
        return false;
    size_t count = steps->count, at = count;
    for (; at > 0 && steps->list[at - 1].at_s > step->at_s; at--)
        steps->list[at] = steps->list[at - 1];
    steps->list[at] = *step;
    steps->count = count + 1;
    return true;
}

static bool add_truth(struct us_session_script *script, enum us_session_script_level level,
                      double at_s, bool truth)
{
    const struct us_session_script_step step = {at_s, truth, us_pose_identity, 0.0f};
    return us_session_script_add_level(script, level, &step);
}

/* The step in force at a time; NULL before the first. */
static const struct us_session_script_step *
find_step(const struct us_session_script *script, enum us_session_script_level level, double time_s)
{
    const struct us_session_script_steps *steps = &script->levels[level];
    struct us_search search = {.high = steps->count};
    while (us_search_next(&search))
        us_search_narrow(&search,
                         steps->list[search.middle].at_s <= time_s + US_SESSION_SCRIPT_SAME_S);
    return search.low > 0 ? &steps->list[search.low - 1] : NULL;
}

/* Where a space is in itself as it would be without the script. */
static struct us_pose space_at(const struct us_session_script *script, enum us_script_space space,
                               double time_s)
{
    const struct us_session_script_step *step = find_step(
        script, (enum us_session_script_level)(US_SCRIPT_LEVEL_LOCAL + (int)space), time_s);
    return step != NULL ? step->pose : us_pose_identity;
}

bool us_session_script_add_state(struct us_session_script *script, double at_s,
                                 XrSessionState state)
{
    const struct us_session_script_event event = {
        .at_s = at_s, .kind = US_SESSION_SCRIPT_STATE, .state = state};
    if (state < XR_SESSION_STATE_SYNCHRONIZED || state > XR_SESSION_STATE_LOSS_PENDING)
        return false;
    bool is_limit = state <= XR_SESSION_STATE_FOCUSED;
    return add_event(script, &event) &&
           (!is_limit ||
            (add_truth(script, US_SCRIPT_LEVEL_INPUT, at_s, state == XR_SESSION_STATE_FOCUSED) &&
             add_truth(script, US_SCRIPT_LEVEL_RENDER, at_s,
                       state != XR_SESSION_STATE_SYNCHRONIZED)));
}

bool us_session_script_add_presence(struct us_session_script *script, double at_s, bool is_present)
{
    const struct us_session_script_event event = {
        .at_s = at_s, .kind = US_SESSION_SCRIPT_PRESENCE, .is_present = is_present};
    return add_event(script, &event);
}

bool us_session_script_add_move(struct us_session_script *script, double at_s, double change_s,
                                enum us_script_space space, struct us_pose T_before_after)
{
    const struct us_session_script_event event = {.at_s = at_s,
                                                  .kind = US_SESSION_SCRIPT_RECENTRING,
                                                  .space = space,
                                                  .change_s = change_s,
                                                  .has_pose = true,
                                                  .T_before_after = T_before_after};
    struct us_pose before = space_at(script, space, change_s);
    const struct us_session_script_step step = {change_s, true,
                                                us_pose_multiply(before, T_before_after), 0.0f};
    return us_session_script_add_level(
               script, (enum us_session_script_level)(US_SCRIPT_LEVEL_LOCAL + (int)space), &step) &&
           add_event(script, &event);
}

bool us_session_script_add_mask(struct us_session_script *script, double at_s, bool has_mask)
{
    const struct us_session_script_event event = {.at_s = at_s, .kind = US_SESSION_SCRIPT_MASK};
    return add_truth(script, US_SCRIPT_LEVEL_MASK, at_s, has_mask) && add_event(script, &event);
}

bool us_session_script_add_recentring(struct us_session_script *script, double at_s,
                                      double change_s, struct us_pose T_before_after)
{
    return us_session_script_add_move(script, at_s, change_s, US_SCRIPT_SPACE_LOCAL,
                                      T_before_after) &&
           us_session_script_add_move(script, at_s, change_s, US_SCRIPT_SPACE_LOCAL_FLOOR,
                                      T_before_after);
}

bool us_session_script_add_refresh_rate(struct us_session_script *script, double at_s,
                                        float rate_hz)
{
    const struct us_session_script_event event = {
        .at_s = at_s, .kind = US_SESSION_SCRIPT_REFRESH_RATE, .rate_hz = rate_hz};
    return add_event(script, &event);
}

bool us_session_script_add_device(struct us_session_script *script, double at_s, enum us_hand hand,
                                  bool has_device)
{
    return add_truth(script, hand == US_HAND_LEFT ? US_SCRIPT_LEVEL_LEFT : US_SCRIPT_LEVEL_RIGHT,
                     at_s, has_device);
}

float us_session_script_number(const struct us_session_script *script,
                               enum us_session_script_level level, double time_s)
{
    const struct us_session_script_step *step = find_step(script, level, time_s);
    return step != NULL ? step->number : 0.0f;
}

bool us_session_script_moves(const struct us_session_script *script, enum us_script_space space,
                             double time_s)
{
    const struct us_session_script_steps *steps =
        &script->levels[US_SCRIPT_LEVEL_LOCAL + (int)space];
    return steps->count > 0 &&
           (script->room == 0 || steps->list[0].at_s <= time_s + US_SESSION_SCRIPT_SAME_S);
}

size_t us_session_script_count_until(const struct us_session_script *script, double time_s)
{
    struct us_search search = {.high = script->event_count};
    while (us_search_next(&search))
        us_search_narrow(&search,
                         script->events[search.middle].at_s <= time_s + US_SESSION_SCRIPT_SAME_S);
    return search.low;
}

bool us_session_scripts_any(const struct us_session_scripts *scripts)
{
    for (int i = 0; i < US_SCRIPT_SOURCES; i++) {
        if (scripts->of[i] != NULL)
            return true;
    }
    return false;
}

bool us_session_scripts_is(const struct us_session_scripts *scripts,
                           enum us_session_script_level level, double time_s)
{
    for (int i = 0; i < US_SCRIPT_SOURCES; i++) {
        const struct us_session_script_step *step =
            scripts->of[i] != NULL ? find_step(scripts->of[i], level, time_s) : NULL;
        if (step != NULL && !step->truth)
            return false;
    }
    return true;
}

struct us_pose us_session_scripts_space(const struct us_session_scripts *scripts,
                                        enum us_script_space space, double time_s)
{
    struct us_pose pose = us_pose_identity;
    for (int i = 0; i < US_SCRIPT_SOURCES; i++) {
        if (scripts->of[i] != NULL && us_session_script_moves(scripts->of[i], space, time_s))
            pose = us_pose_multiply(pose, space_at(scripts->of[i], space, time_s));
    }
    return pose;
}

bool us_session_scripts_move(const struct us_session_scripts *scripts, enum us_script_space space,
                             double time_s)
{
    for (int i = 0; i < US_SCRIPT_SOURCES; i++) {
        if (scripts->of[i] != NULL && us_session_script_moves(scripts->of[i], space, time_s))
            return true;
    }
    return false;
}

bool us_session_scripts_tell_presence(const struct us_session_scripts *scripts)
{
    for (int i = 0; i < US_SCRIPT_SOURCES; i++) {
        if (scripts->of[i] != NULL && scripts->of[i]->has_presence)
            return true;
    }
    return false;
}

bool us_session_script_add_news(struct us_session_script *script, const struct us_fault *fault,
                                double at_s)
{
    struct us_session_script_event event = {.at_s = at_s, .change_s = at_s};
    if (fault->kind == US_FAULT_EVENTS_LOST) {
        event.kind = US_SESSION_SCRIPT_EVENTS_LOST;
        event.lost_count = (uint32_t)fault->numbers[0];
    } else if (fault->kind == US_FAULT_MASK) {
        event.kind = US_SESSION_SCRIPT_MASK;
    } else if (fault->kind == US_FAULT_BOUNDS) {
        event.kind = US_SESSION_SCRIPT_RECENTRING;
        event.space = US_SCRIPT_SPACE_STAGE;
        event.has_pose = true;
        event.T_before_after = us_pose_identity;
    } else {
        return true;
    }
    return add_event(script, &event);
}

bool us_session_script_add_ending(struct us_session_script *script, const struct us_fault *fault,
                                  double at_s)
{
    if (fault->kind == US_FAULT_LOSS_PENDING)
        return us_session_script_add_state(script, at_s, XR_SESSION_STATE_LOSS_PENDING);
    if (fault->kind == US_FAULT_STOPPING)
        return us_session_script_add_state(script, at_s, XR_SESSION_STATE_STOPPING);
    return fault->kind != US_FAULT_INSTANCE_LOSS ||
           add_event(script, &(struct us_session_script_event){
                                 .at_s = at_s, .kind = US_SESSION_SCRIPT_INSTANCE_LOSS});
}
