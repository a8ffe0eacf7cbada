/* SPDX-License-Identifier: MIT */
/* Hazard: the recorder's own actions take something from the app: a binding that the runtime would
 * have accepted, a set that is not synced; or they record another source's value. Thousands of
 * runtimes that differ by chance, each against a simpler account of what must come out. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "testing.h"
#include "layer/bindings/action.h"
#include "layer/bindings/suggested_bindings.h"
#include "layer/record/actions/own_actions.h"
#include "sink.h"

enum { SOURCES = 6, SETS = 4, PROFILES = 3, BINDINGS = 5, CASES = 4000 };

static uint64_t seed = 1;
static struct us_instance *instance;
static struct us_recorder recorder;
static struct us_own_actions *own;

static uint32_t chance(uint32_t below)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(seed >> 33) % below;
}

static XrAction action_of(uint32_t set, uint32_t source)
{
    return (XrAction)(uintptr_t)(set * 100 + source + 1);
}

static XrSpace space_of(uint32_t set, uint32_t source)
{
    return (XrSpace)(uintptr_t)(set * 100 + source + 5001);
}

static XrActionSet set_handle(uint32_t set)
{
    return (XrActionSet)(uintptr_t)(set + 9001);
}

/* ---- the runtime's suggestions ---- */

/* A path is a number. The runtime refuses some, and two of them together. */
static bool is_refused[64];
static uint32_t conflict[2];
static struct {
    uint32_t count;
    XrActionSuggestedBinding list[64];
} suggested[PROFILES + 2];

static XRAPI_ATTR XrResult XRAPI_CALL suggest(XrInstance handle,
                                              const XrInteractionProfileSuggestedBinding *info)
{
    (void)handle;
    assert_int_equal(info->type, XR_TYPE_INTERACTION_PROFILE_SUGGESTED_BINDING);
    bool met[2] = {false, false};
    for (uint32_t i = 0; i < info->countSuggestedBindings; i++) {
        XrPath path = info->suggestedBindings[i].binding;
        if (is_refused[path])
            return XR_ERROR_PATH_UNSUPPORTED;
        met[0] = met[0] || path == conflict[0];
        met[1] = met[1] || path == conflict[1];
    }
    if (info->countSuggestedBindings == 0 || (met[0] && met[1]))
        return XR_ERROR_VALIDATION_FAILURE;
    suggested[info->interactionProfile].count = info->countSuggestedBindings;
    memcpy(suggested[info->interactionProfile].list, info->suggestedBindings,
           info->countSuggestedBindings * sizeof *info->suggestedBindings);
    return XR_SUCCESS;
}

static XRAPI_ATTR XrResult XRAPI_CALL to_path(XrInstance handle, const char *text, XrPath *out)
{
    (void)handle;
    *out = (XrPath)atoi(text);
    return XR_SUCCESS;
}

static int begin(void **state)
{
    (void)state;
    instance = calloc(1, sizeof *instance);
    us_suggested_bindings_init(&instance->suggestions);
    instance->bindings.string_to_path = to_path;
    instance->next.xrSuggestInteractionProfileBindings = suggest;
    recorder = (struct us_recorder){.instance = instance, .own = &recorder.next};
    recorder.next.xrSuggestInteractionProfileBindings = suggest;
    own = calloc(1, sizeof *own);
    own->recorder = &recorder;
    own->sources = calloc(1, sizeof *own->sources);
    own->sources->gaze_source = -1;
    own->sources->count = SOURCES;
    for (uint32_t i = 0; i < SETS; i++) {
        struct us_own_set *set = &own->sets[i];
        set->handle = set_handle(i);
        set->actions = calloc(SOURCES, sizeof *set->actions);
        set->spaces = calloc(SOURCES, sizeof *set->spaces);
        set->declares = calloc(SOURCES, sizeof *set->declares);
        set->suggestions = calloc(SOURCES, sizeof *set->suggestions);
    }
    own->set_count = SETS;
    memset(is_refused, 0, sizeof is_refused);
    memset(suggested, 0, sizeof suggested);
    conflict[0] = conflict[1] = 0;
    sink_reset();
    return 0;
}

static int end(void **state)
{
    (void)state;
    own->set_count = SETS;
    us_own_actions_destroy(own, false);
    instance->suggestions.first = NULL;
    us_suggested_bindings_finish(&instance->suggestions);
    free(instance);
    return 0;
}

/* What the app suggested for a profile: its bindings have the paths 1 to 9, 11 to 19, ... */
struct app {
    struct us_suggestion *suggestion;
    struct us_action *actions[BINDINGS];
    char paths[BINDINGS][8];
};

static struct app apps[PROFILES];

static void make_app(uint32_t profile, uint32_t count)
{
    struct app *app = &apps[profile];
    app->suggestion = calloc(1, sizeof *app->suggestion + BINDINGS * sizeof(struct us_suggested));
    app->suggestion->profile_path = profile + 1;
    app->suggestion->is_whole = chance(8) != 0;
    app->suggestion->count = count;
    for (uint32_t i = 0; i < count; i++) {
        app->actions[i] = calloc(1, sizeof *app->actions[i]);
        app->actions[i]->handle = (XrAction)(uintptr_t)(70001 + i);
        app->actions[i]->node.is_own = chance(8) == 0;
        snprintf(app->paths[i], sizeof app->paths[i], "%u", profile * 10 + i + 1);
        app->suggestion->bindings[i] =
            (struct us_suggested){.action = app->actions[i], .path = app->paths[i]};
    }
    app->suggestion->next = instance->suggestions.first;
    instance->suggestions.first = app->suggestion;
}

static bool conflicts(const XrActionSuggestedBinding *list, uint32_t count, XrPath path)
{
    for (uint32_t i = 0; i < count; i++)
        if ((list[i].binding == conflict[0] && path == conflict[1]) ||
            (list[i].binding == conflict[1] && path == conflict[0]))
            return true;
    return false;
}

/* The app's bindings that the runtime knows, and behind them the own ones, each if it goes with
 * those before it. Returns how many are own. */
static uint32_t expect_both(uint32_t profile, XrActionSuggestedBinding *list, uint32_t *out_count,
                            uint32_t *out_own)
{
    const struct us_suggestion *app = apps[profile].suggestion;
    uint32_t count = 0, known, own_count = 0, app_count = 0;
    for (uint32_t i = 0; app->is_whole && i < app->count; i++) {
        XrPath path = profile * 10 + i + 1;
        app_count += !apps[profile].actions[i]->node.is_own;
        if (!apps[profile].actions[i]->node.is_own && !is_refused[path])
            list[count++] = (XrActionSuggestedBinding){apps[profile].actions[i]->handle, path};
    }
    known = count;
    for (uint32_t set = 0; app->is_whole && set < SETS; set++)
        for (uint32_t s = 0; s < SOURCES; s++) {
            if ((own->sets[set].suggestions[s] & 1u << profile) == 0)
                continue;
            own_count++;
            XrPath path = own->sources->list[s].binding;
            if (!is_refused[path] && known > 0 && !conflicts(list, count, path))
                list[count++] = (XrActionSuggestedBinding){action_of(set, s), path};
        }
    *out_own = app_count > 0 ? own_count : 0;
    *out_count = count;
    return count - known;
}

static void check_suggested(uint32_t profile, const XrActionSuggestedBinding *list, uint32_t count)
{
    assert_int_equal(suggested[profile + 1].count, count);
    for (uint32_t i = 0; i < count; i++) {
        assert_ptr_equal(suggested[profile + 1].list[i].action, list[i].action);
        assert_int_equal(suggested[profile + 1].list[i].binding, list[i].binding);
    }
}

TEST(own_suggestions_take_nothing_from_the_app)
{
    end(NULL);
    for (int i = 0; i < CASES; i++) {
        begin(NULL);
        own->sources->suggestion_count = PROFILES;
        for (uint32_t path = 1; path < 64; path++)
            is_refused[path] = chance(6) == 0;
        for (uint32_t s = 0; s < SOURCES; s++)
            own->sources->list[s].binding = 40 + s;
        conflict[0] = chance(2) == 0 ? 40 + chance(SOURCES) : 0;
        conflict[1] = chance(2) == 0 ? 40 + chance(SOURCES) : 10 * chance(PROFILES) + 1;
        conflict[1] += conflict[1] == conflict[0];
        for (uint32_t set = 0; set < SETS; set++)
            for (uint32_t s = 0; s < SOURCES; s++) {
                own->sets[set].actions[s] = action_of(set, s);
                own->sets[set].suggestions[s] = chance(3) == 0 ? chance(8) : 0;
            }
        for (uint32_t profile = 0; profile < PROFILES; profile++) {
            own->sources->profiles[profile] = profile + 1;
            make_app(profile, chance(BINDINGS + 1));
        }
        bool any = false;
        bool added = us_own_suggestions_add(own);
        for (uint32_t profile = 0; profile < PROFILES; profile++) {
            XrActionSuggestedBinding list[64];
            uint32_t count, own_count, accepted = expect_both(profile, list, &count, &own_count);
            any = any || (own_count > 0 && accepted > 0);
            check_suggested(profile, list, own_count > 0 ? count : 0);
        }
        assert_int_equal(added, any);
        memset(suggested, 0, sizeof suggested);
        us_own_suggestions_remove(own);
        for (uint32_t profile = 0; profile < PROFILES; profile++) {
            XrActionSuggestedBinding list[64];
            uint32_t count, own_count, accepted = expect_both(profile, list, &count, &own_count);
            check_suggested(profile, list, count - accepted);
            for (uint32_t k = 0; k < apps[profile].suggestion->count; k++)
                free(apps[profile].actions[k]);
            free(apps[profile].suggestion);
        }
        end(NULL);
    }
    begin(NULL);
}

TEST(the_eyes_are_suggested_alone)
{
    own->sources->suggestion_count = 1;
    own->sources->profiles[0] = PROFILES + 1;
    own->sources->list[2].binding = 42;
    own->sets[0].actions[2] = action_of(0, 2);
    assert_false(us_own_suggestions_add(own));
    own->sources->gaze_source = 2;
    is_refused[42] = true;
    assert_false(us_own_suggestions_add(own));
    is_refused[42] = false;
    assert_true(us_own_suggestions_add(own));
    const XrActionSuggestedBinding only = {action_of(0, 2), 42};
    check_suggested(PROFILES, &only, 1);
    own->sources->gaze_source = 0;
    own->sources->list[0].binding = 43;
    own->sets[0].actions[0] = action_of(0, 0);
    assert_true(us_own_suggestions_add(own));
    assert_int_equal(suggested[PROFILES + 1].list[0].binding, 43);
}

/* ---- what is read after a sync ---- */

static struct {
    bool fails, active;
    float x, y;
    XrPath path; /* the subaction path that must be asked with */
} states[SETS][SOURCES];
static bool profile_fails[US_SESSION_USERS];
static XrPath profile_now[US_SESSION_USERS];
static unsigned reads;

static XrResult find_state(const XrActionStateGetInfo *info, XrActionType type, uint32_t *set,
                           uint32_t *source)
{
    uintptr_t value = (uintptr_t)info->action - 1;
    *set = (uint32_t)(value / 100);
    *source = (uint32_t)(value % 100);
    reads++;
    assert_true(atomic_load(&own->is_syncing)); /* another thread would leave it out */
    assert_int_equal(info->type, XR_TYPE_ACTION_STATE_GET_INFO);
    assert_int_equal(own->sources->list[*source].type, type);
    assert_int_equal(info->subactionPath, states[*set][*source].path);
    return states[*set][*source].fails ? XR_ERROR_RUNTIME_FAILURE : XR_SUCCESS;
}

#define READER(NAME, TYPE, FILL)                                                                   \
    static XRAPI_ATTR XrResult XRAPI_CALL get_##NAME(                                              \
        XrSession session, const XrActionStateGetInfo *info, XrActionState##NAME *out)             \
    {                                                                                              \
        uint32_t set, source;                                                                      \
        (void)session;                                                                             \
        XrResult result = find_state(info, XR_ACTION_TYPE_##TYPE, &set, &source);                  \
        out->isActive = states[set][source].active;                                                \
        FILL;                                                                                      \
        return result;                                                                             \
    }
READER(Boolean, BOOLEAN_INPUT, out->currentState = states[set][source].x > 0.5f)
READER(Float, FLOAT_INPUT, out->currentState = states[set][source].x)
READER(Vector2f, VECTOR2F_INPUT,
       out->currentState = ((XrVector2f){states[set][source].x, states[set][source].y}))
READER(Pose, POSE_INPUT, (void)0)

static XRAPI_ATTR XrResult XRAPI_CALL get_profile(XrSession session, XrPath user,
                                                  XrInteractionProfileState *out)
{
    (void)session;
    out->interactionProfile = profile_now[user - 20];
    return profile_fails[user - 20] ? XR_ERROR_RUNTIME_FAILURE : XR_SUCCESS;
}

static void begin_reading(void)
{
    recorder.next.xrGetActionStateBoolean = get_Boolean;
    recorder.next.xrGetActionStateFloat = get_Float;
    recorder.next.xrGetActionStateVector2f = get_Vector2f;
    recorder.next.xrGetActionStatePose = get_Pose;
    recorder.next.xrGetCurrentInteractionProfile = get_profile;
    recorder.file = (struct us_session_recorder *)&sink;
    atomic_store(&recorder.is_open, true);
    atomic_store(&recorder.clock_ns, 777);
    atomic_store(&recorder.is_paced, true);
    own->profile_texts = calloc(US_SESSION_PROFILES_MAX, sizeof *own->profile_texts);
}

static void make_sources(void)
{
    static const XrActionType types[] = {XR_ACTION_TYPE_BOOLEAN_INPUT, XR_ACTION_TYPE_FLOAT_INPUT,
                                         XR_ACTION_TYPE_VECTOR2F_INPUT, XR_ACTION_TYPE_POSE_INPUT};
    own->sources->component_count = 0;
    for (uint32_t i = 0; i < SOURCES; i++) {
        struct us_live_source *source = &own->sources->list[i];
        source->type = types[chance(4)];
        source->user = 20 + chance(US_SESSION_USERS);
        source->kind = US_LIVE_COMPONENT;
        if (source->type == XR_ACTION_TYPE_POSE_INPUT)
            source->kind = chance(3) == 0 ? US_LIVE_GAZE : US_LIVE_HAND_POSE;
        else if (source->type == XR_ACTION_TYPE_BOOLEAN_INPUT && chance(2) == 0)
            source->kind = US_LIVE_TRUTH;
        else
            source->component = own->sources->component_count++;
        if (source->kind == US_LIVE_TRUTH)
            source->component = i;
        source->hand = chance(2) == 0 ? US_SESSION_LEFT : US_SESSION_RIGHT;
        source->pose = chance(2) == 0 ? US_SESSION_POSE_GRIP : US_SESSION_POSE_AIM;
    }
    for (uint32_t set = 0; set < SETS; set++)
        for (uint32_t s = 0; s < SOURCES; s++) {
            own->sets[set].declares[s] = chance(2) == 0;
            own->sets[set].actions[s] = chance(4) == 0 ? XR_NULL_HANDLE : action_of(set, s);
            own->sets[set].spaces[s] = space_of(set, s);
            states[set][s].path =
                own->sets[set].declares[s] ? own->sources->list[s].user : XR_NULL_PATH;
        }
    for (int user = 0; user < US_SESSION_USERS; user++)
        own->users[user] = chance(4) == 0 ? XR_NULL_PATH : 20 + (XrPath)user;
    own->sources->profiles[PROFILES] = PROFILES + 1; /* of no suggestion */
    own->sources->suggestion_count = PROFILES;
    for (uint32_t profile = 0; profile < PROFILES; profile++) {
        own->sources->profiles[profile] = profile + 1;
        snprintf(own->profile_texts[profile], sizeof own->profile_texts[profile], "/profile/%u",
                 profile);
    }
}

static void change_states(void)
{
    for (uint32_t set = 0; set < SETS; set++)
        for (uint32_t s = 0; s < SOURCES; s++) {
            states[set][s].fails = chance(8) == 0;
            states[set][s].active = chance(3) == 0;
            states[set][s].x = (float)(1 + chance(100)) / 64.0f;
            states[set][s].y = (float)(1 + chance(100)) / 32.0f;
        }
    for (int user = 0; user < US_SESSION_USERS; user++) {
        profile_fails[user] = chance(6) == 0;
        profile_now[user] = chance(PROFILES + 2);
    }
}

static bool is_active_in(uint32_t set, uint32_t source)
{
    return own->sets[set].actions[source] != XR_NULL_HANDLE && !states[set][source].fails &&
           states[set][source].active;
}

/* 1 + the set that a source is read in: where it was active before, otherwise the first. */
static unsigned expect_active(unsigned before, uint32_t source)
{
    if (before > 0 && is_active_in(before - 1, source))
        return before;
    for (uint32_t set = 0; set < SETS; set++)
        if (is_active_in(set, source))
            return set + 1;
    return 0;
}

static void check_value(const struct us_session_input *input, uint32_t source, unsigned active)
{
    const struct us_live_source *of = &own->sources->list[source];
    if (of->kind == US_LIVE_TRUTH) {
        bool is_true = active > 0 && states[active - 1][source].x > 0.5f;
        uint8_t truth = is_true ? US_SESSION_TRUTH_TRUE : US_SESSION_TRUTH_FALSE;
        assert_int_equal(input->truths[of->component], active > 0 ? truth : 0);
    }
    if (of->kind != US_LIVE_COMPONENT)
        return;
    float x = active > 0 ? states[active - 1][source].x : 0.0f;
    float y = active > 0 && of->type == XR_ACTION_TYPE_VECTOR2F_INPUT ? states[active - 1][source].y
                                                                      : 0.0f;
    if (of->type == XR_ACTION_TYPE_BOOLEAN_INPUT)
        x = x > 0.5f ? 1.0f : 0.0f;
    assert_int_equal(input->active[of->component], active > 0);
    assert_true(input->values[of->component].x == x && input->values[of->component].y == y);
}

static void check_poses(const unsigned active[SOURCES])
{
    for (int hand = US_SESSION_LEFT; hand <= US_SESSION_RIGHT; hand++)
        for (int pose = US_SESSION_POSE_GRIP; pose <= US_SESSION_POSE_AIM; pose++) {
            struct us_own_pose expected = {false, XR_NULL_HANDLE};
            for (uint32_t s = SOURCES; s-- > 0;) {
                const struct us_live_source *source = &own->sources->list[s];
                if (source->kind != US_LIVE_HAND_POSE || (int)source->hand != hand ||
                    (int)source->pose != pose)
                    continue;
                expected.is_bound = true;
                expected.space = active[s] > 0 ? space_of(active[s] - 1, s) : expected.space;
            }
            struct us_own_pose found = us_own_input_hand_pose(own, (enum us_session_hand)hand,
                                                              (enum us_session_hand_pose)pose);
            assert_int_equal(found.is_bound, expected.is_bound);
            assert_ptr_equal(found.space, expected.space);
        }
    struct us_own_pose expected = {false, XR_NULL_HANDLE}, found = us_own_input_gaze(own);
    for (uint32_t s = SOURCES; s-- > 0;)
        if (own->sources->list[s].kind == US_LIVE_GAZE) {
            expected.is_bound = true;
            expected.space = active[s] > 0 ? space_of(active[s] - 1, s) : expected.space;
        }
    assert_int_equal(found.is_bound, expected.is_bound);
    assert_ptr_equal(found.space, expected.space);
}

/* An event for each user whose profile is another one now, in the order of the users. */
static void check_profiles(const struct us_session_input *input, uint8_t before[US_SESSION_USERS])
{
    uint32_t events = 0;
    for (int user = 0; user < US_SESSION_USERS; user++) {
        uint8_t now = 0;
        if (own->users[user] != XR_NULL_PATH && !profile_fails[user] &&
            profile_now[user] <= PROFILES)
            now = (uint8_t)profile_now[user];
        assert_int_equal(input->profiles[user], now);
        if (now == before[user])
            continue;
        const struct us_session_event *event = sink_event((int)events++);
        assert_int_equal(event->kind, US_SESSION_EVENT_PROFILE);
        assert_int_equal(event->user, user);
        assert_int_equal(event->time_ns, 777);
        assert_string_equal(event->text, now > 0 ? own->profile_texts[now - 1] : "");
        before[user] = now;
    }
    assert_int_equal(sink_count(US_SESSION_TOPIC_EVENT), events);
}

TEST(the_sources_are_read_where_they_are_active)
{
    end(NULL);
    for (int i = 0; i < CASES / 4; i++) {
        begin(NULL);
        begin_reading();
        make_sources();
        unsigned active[SOURCES] = {0};
        uint8_t profiles[US_SESSION_USERS] = {0};
        for (int round = 0; round < 5; round++) {
            XrResult result = chance(5) == 0 ? XR_SESSION_NOT_FOCUSED : XR_SUCCESS;
            change_states();
            sink_reset();
            us_own_input_read(own, result);
            assert_int_equal(sink_count(US_SESSION_TOPIC_INPUT), 1);
            const struct us_session_input *input = sink_input(0);
            assert_int_equal(input->result, result);
            assert_int_equal(input->time_ns, 777);
            assert_int_equal(input->count, own->sources->component_count);
            for (uint32_t s = 0; s < SOURCES; s++) {
                active[s] = result == XR_SUCCESS ? expect_active(active[s], s) : 0;
                check_value(input, s, active[s]);
            }
            check_profiles(input, profiles);
            check_poses(active);
        }
        /* While another thread is at it, nothing is read. */
        sink_reset();
        atomic_store(&own->is_syncing, true);
        us_own_input_read(own, XR_SUCCESS);
        assert_int_equal(sink_count(US_SESSION_TOPIC_INPUT), 0);
        end(NULL);
    }
    assert_true(reads > 0);
    begin(NULL);
}

/* What an app's pose action is bound to: one source, of what is current for its user. */
TEST(the_source_of_an_apps_pose)
{
    struct us_action *actions[2] = {calloc(1, sizeof **actions), calloc(1, sizeof **actions)};
    struct us_live_app_pose poses[4];
    own->sources->app_poses = poses;
    for (int i = 0; i < CASES; i++) {
        for (uint32_t s = 0; s < SOURCES; s++)
            own->sources->list[s].user = 20 + chance(US_SESSION_USERS + 1);
        for (int user = 0; user < US_SESSION_USERS; user++) {
            own->users[user] = chance(6) == 0 ? XR_NULL_PATH : 20 + (XrPath)user;
            atomic_store(&own->profiles[user], (uint8_t)chance(PROFILES + 1));
        }
        own->sources->app_pose_count = chance(5);
        for (uint32_t p = 0; p < own->sources->app_pose_count; p++)
            poses[p] =
                (struct us_live_app_pose){actions[chance(2)], chance(PROFILES), chance(SOURCES)};
        XrPath path = chance(2) == 0 ? XR_NULL_PATH : 20 + chance(US_SESSION_USERS);
        uint32_t found = 0; /* a bit for each source */
        for (uint32_t p = 0; p < own->sources->app_pose_count; p++) {
            XrPath user = own->sources->list[poses[p].source].user;
            bool is_known = user - 20 < US_SESSION_USERS && own->users[user - 20] == user;
            if (poses[p].action == actions[0] && is_known &&
                own->profiles[user - 20] == poses[p].suggestion + 1 &&
                (path == XR_NULL_PATH || path == user))
                found |= 1u << poses[p].source;
        }
        const struct us_live_source *expected = NULL;
        for (uint32_t s = 0; s < SOURCES; s++)
            if (found == 1u << s)
                expected = &own->sources->list[s];
        assert_ptr_equal(us_own_input_app_source(own, actions[0], path), expected);
    }
    own->sources->app_poses = NULL;
    own->sources->app_pose_count = 0;
    free(actions[0]);
    free(actions[1]);
}

/* ---- the sync itself ---- */

static unsigned syncs;
static XrResult sync_results[2];
static XrActionsSyncInfo synced[2];
static XrActiveActionSet synced_sets[2][80];
static XrActiveActionSetPriorityEXT synced_priorities[2][80];
static uint32_t priority_count[2];

static XRAPI_ATTR XrResult XRAPI_CALL sync_actions(XrSession session, const XrActionsSyncInfo *info)
{
    (void)session;
    assert_true(syncs < 2 && info->countActiveActionSets <= 80);
    synced[syncs] = *info;
    for (uint32_t i = 0; info->activeActionSets != NULL && i < info->countActiveActionSets; i++)
        synced_sets[syncs][i] = info->activeActionSets[i];
    const XrActiveActionSetPrioritiesEXT *given = info->next;
    bool has = given != NULL && given->type == XR_TYPE_ACTIVE_ACTION_SET_PRIORITIES_EXT;
    priority_count[syncs] = has ? given->actionSetPriorityCount : 0;
    for (uint32_t i = 0; has && given->actionSetPriorities != NULL && i < priority_count[syncs];
         i++)
        synced_priorities[syncs][i] = given->actionSetPriorities[i];
    return sync_results[syncs++];
}

static void begin_syncing(struct us_action_set app_sets[SETS])
{
    recorder.next.xrSyncActions = sync_actions;
    own->sources->count = 2;
    for (uint32_t i = 0; i < SETS; i++) {
        app_sets[i].handle = (XrActionSet)(uintptr_t)(500 + i);
        atomic_store(&app_sets[i].references, 10);
    }
    /* Twins of the first and the third of the app's sets. */
    own->set_count = 3;
    own->sets[1].app_set = &app_sets[0];
    own->sets[2].app_set = &app_sets[2];
    own->sources->list[0].user = 20;
    own->sources->list[1].user = 21;
    own->sets[1].declares[0] = own->sets[1].declares[1] = own->sets[2].declares[1] = true;
    own->sets[1].actions[0] = action_of(1, 0);
    own->sets[2].actions[1] = action_of(2, 1);
}

static void sync(const XrActionsSyncInfo *info, XrResult first, XrResult second, XrResult expected)
{
    syncs = 0;
    sync_results[0] = first;
    sync_results[1] = second;
    assert_int_equal(us_own_input_sync(own, info), expected);
}

TEST(twins_are_synced_with_their_sets)
{
    struct us_action_set app_sets[SETS];
    begin_syncing(app_sets);
    for (uint32_t count = 0; count <= 34; count++)
        for (int round = 0; round < 20; round++) {
            XrActiveActionSet sets[34];
            XrActionsSyncInfo info = {.type = XR_TYPE_ACTIONS_SYNC_INFO,
                                      .countActiveActionSets = count,
                                      .activeActionSets = sets};
            for (uint32_t i = 0; i < count; i++)
                sets[i] = (XrActiveActionSet){app_sets[chance(SETS)].handle,
                                              chance(2) == 0 ? XR_NULL_PATH : 20 + chance(3)};
            sync(&info, XR_SUCCESS, XR_SUCCESS, XR_SUCCESS);
            assert_int_equal(syncs, 1);
            if (count > 32) {
                assert_ptr_equal(synced[0].activeActionSets, sets);
                continue;
            }
            uint32_t at = count;
            assert_memory_equal(synced_sets[0], sets, count * sizeof *sets);
            assert_ptr_equal(synced_sets[0][at++].actionSet, set_handle(0));
            for (uint32_t i = 0; i < count; i++) {
                bool first = sets[i].actionSet == app_sets[0].handle;
                XrPath path = sets[i].subactionPath;
                bool declares = path == XR_NULL_PATH || path == (first ? 20 : 21);
                if ((!first && sets[i].actionSet != app_sets[2].handle) || !declares)
                    continue;
                assert_ptr_equal(synced_sets[0][at].actionSet, set_handle(first ? 1 : 2));
                assert_int_equal(synced_sets[0][at++].subactionPath, path);
            }
            assert_int_equal(synced[0].countActiveActionSets, at);
        }
    own->sets[1].app_set = own->sets[2].app_set = NULL;
}

TEST(priorities_are_the_twins_too)
{
    struct us_action_set app_sets[SETS];
    begin_syncing(app_sets);
    const XrActiveActionSet set = {app_sets[0].handle, XR_NULL_PATH};
    for (uint32_t count = 0; count <= 33; count++) {
        XrActiveActionSetPriorityEXT list[33];
        for (uint32_t i = 0; i < count; i++)
            list[i] = (XrActiveActionSetPriorityEXT){app_sets[chance(SETS)].handle, chance(100)};
        XrActiveActionSetPrioritiesEXT given = {.type = XR_TYPE_ACTIVE_ACTION_SET_PRIORITIES_EXT,
                                                .actionSetPriorityCount = count,
                                                .actionSetPriorities = list};
        const XrActionsSyncInfo info = {XR_TYPE_ACTIONS_SYNC_INFO, &given, 1, &set};
        sync(&info, XR_SUCCESS, XR_SUCCESS, XR_SUCCESS);
        assert_int_equal(synced[0].countActiveActionSets, count > 32 ? 1 : 3);
        uint32_t at = count;
        assert_memory_equal(synced_priorities[0], list, count * sizeof *list);
        for (uint32_t i = 0; count <= 32 && i < count; i++) {
            if (list[i].actionSet != app_sets[0].handle && list[i].actionSet != app_sets[2].handle)
                continue;
            bool first = list[i].actionSet == app_sets[0].handle;
            assert_ptr_equal(synced_priorities[0][at].actionSet, set_handle(first ? 1 : 2));
            assert_int_equal(synced_priorities[0][at++].priorityOverride, list[i].priorityOverride);
        }
        assert_int_equal(priority_count[0], at);
    }
    own->sets[1].app_set = own->sets[2].app_set = NULL;
}

/* What the recorder cannot read goes down as it came. */
TEST(a_sync_that_cannot_be_extended)
{
    struct us_action_set app_sets[SETS];
    begin_syncing(app_sets);
    const XrActiveActionSet set = {app_sets[0].handle, XR_NULL_PATH};
    XrActiveActionSetPrioritiesEXT none = {.type = XR_TYPE_ACTIVE_ACTION_SET_PRIORITIES_EXT,
                                           .actionSetPriorityCount = 1};
    const XrBaseInStructure unknown = {.type = XR_TYPE_ACTION_CREATE_INFO};
    const XrActionsSyncInfo cases[] = {
        {XR_TYPE_ACTION_CREATE_INFO, NULL, 1, &set},
        {XR_TYPE_ACTIONS_SYNC_INFO, NULL, 1, NULL},
        {XR_TYPE_ACTIONS_SYNC_INFO, &none, 1, &set},
        {XR_TYPE_ACTIONS_SYNC_INFO, &unknown, 1, &set},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sync(&cases[i], XR_ERROR_VALIDATION_FAILURE, XR_SUCCESS, XR_ERROR_VALIDATION_FAILURE);
        assert_int_equal(syncs, 1);
        assert_memory_equal(&synced[0], &cases[i], sizeof cases[i]);
    }
    const XrActionsSyncInfo empty = {XR_TYPE_ACTIONS_SYNC_INFO, NULL, 0, NULL};
    sync(&empty, XR_SUCCESS, XR_SUCCESS, XR_SUCCESS);
    assert_int_equal(synced[0].countActiveActionSets, 1);
    own->sets[1].app_set = own->sets[2].app_set = NULL;
}

TEST(a_refused_sync_is_done_with_the_apps_sets_alone)
{
    struct us_action_set app_sets[SETS];
    begin_syncing(app_sets);
    const XrActiveActionSet set = {app_sets[0].handle, XR_NULL_PATH};
    const XrActionsSyncInfo info = {XR_TYPE_ACTIONS_SYNC_INFO, NULL, 1, &set};
    sync(&info, XR_SESSION_NOT_FOCUSED, XR_SUCCESS, XR_SESSION_NOT_FOCUSED);
    assert_int_equal(syncs, 1);
    /* It fails anyway: the own sets are not the cause. */
    sync(&info, XR_ERROR_SESSION_LOST, XR_ERROR_SESSION_LOST, XR_ERROR_SESSION_LOST);
    assert_int_equal(syncs, 2);
    assert_false(atomic_load(&own->is_refused));
    sync(&info, XR_ERROR_RUNTIME_FAILURE, XR_SUCCESS, XR_SUCCESS);
    assert_int_equal(synced[0].countActiveActionSets, 3);
    assert_int_equal(synced[1].countActiveActionSets, 1);
    assert_true(atomic_load(&own->is_refused));
    sync(&info, XR_SUCCESS, XR_SUCCESS, XR_SUCCESS);
    assert_int_equal(syncs, 1);
    assert_int_equal(synced[0].countActiveActionSets, 1);
    own->sets[1].app_set = own->sets[2].app_set = NULL;
}

int main(void)
{
    return RUN_TESTS_BETWEEN(
        begin, end, own_suggestions_take_nothing_from_the_app, the_eyes_are_suggested_alone,
        the_sources_are_read_where_they_are_active, the_source_of_an_apps_pose,
        twins_are_synced_with_their_sets, priorities_are_the_twins_too,
        a_sync_that_cannot_be_extended, a_refused_sync_is_done_with_the_apps_sets_alone);
}
