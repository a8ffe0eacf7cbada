/* SPDX-License-Identifier: MIT */
/* Hazard: the recorder's own action sets are made for other sets than the app's, attached in
 * another way, taken for what another session attached, or half made when something fails. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "testing.h"
#include "counting.h"
#include "layer/answer/space.h"
#include "layer/bindings/action.h"
#include "layer/bindings/suggested_bindings.h"
#include "layer/record/actions/own_actions.h"
#include "sink.h"

enum { SOURCES = 4, APP_SETS = 40, OWN_MOST = 64 };
enum { TRIGGER, GRIP, BUTTON, AIM };
enum { LEFT_PATH = 101, RIGHT_PATH, HEAD_PATH };

/* ---- the sources, and which of them an app's set binds ---- */

static bool stands_in; /* the list below is there in place of the layer's */
static bool has_no_list, is_list_empty;

struct us_live_sources *__real_us_live_sources_create(const struct us_instance *instance);
struct us_live_sources *__wrap_us_live_sources_create(const struct us_instance *instance);
void __real_us_live_sources_bound_by(const struct us_live_sources *sources,
                                     const struct us_instance *instance,
                                     const struct us_action_set *set, uint64_t *out_suggestions,
                                     bool *out_declares);
void __wrap_us_live_sources_bound_by(const struct us_live_sources *sources,
                                     const struct us_instance *instance,
                                     const struct us_action_set *set, uint64_t *out_suggestions,
                                     bool *out_declares);

/* One behind the last is there, which is none of them: of the head. */
struct us_live_sources *__wrap_us_live_sources_create(const struct us_instance *of)
{
    static const struct us_live_source list[SOURCES + 1] = {
        [TRIGGER] = {.user = LEFT_PATH, .type = XR_ACTION_TYPE_FLOAT_INPUT, .suggestions = 1},
        [GRIP] = {.user = LEFT_PATH, .type = XR_ACTION_TYPE_POSE_INPUT, .suggestions = 3},
        [BUTTON] = {.user = RIGHT_PATH, .type = XR_ACTION_TYPE_BOOLEAN_INPUT, .suggestions = 2},
        [AIM] = {.user = RIGHT_PATH, .type = XR_ACTION_TYPE_POSE_INPUT, .suggestions = 1},
        [SOURCES] = {.user = HEAD_PATH, .type = XR_ACTION_TYPE_POSE_INPUT, .suggestions = 1}};
    if (!stands_in)
        return __real_us_live_sources_create(of);
    struct us_live_sources *sources = has_no_list ? NULL : calloc(1, sizeof *sources);
    if (sources == NULL)
        return NULL;
    memcpy(sources->list, list, sizeof list);
    sources->count = is_list_empty ? 0 : SOURCES;
    sources->suggestion_count = 2;
    sources->profiles[0] = 201;
    sources->profiles[1] = 202;
    sources->gaze_source = -1;
    return sources;
}

/* A set of an even priority binds the left hand, with subaction paths; another one binds the right
 * aim. */
void __wrap_us_live_sources_bound_by(const struct us_live_sources *sources,
                                     const struct us_instance *of, const struct us_action_set *set,
                                     uint64_t *out_suggestions, bool *out_declares)
{
    if (!stands_in) {
        __real_us_live_sources_bound_by(sources, of, set, out_suggestions, out_declares);
        return;
    }
    for (uint32_t i = 0; i < sources->count; i++) {
        bool is_left = sources->list[i].user == LEFT_PATH;
        bool is_bound = set->priority % 2 == 0 ? is_left : i == AIM;
        out_suggestions[i] = is_bound ? sources->list[i].suggestions : 0;
        out_declares[i] = is_left && is_bound;
    }
}

/* ---- the runtime ---- */

struct made_action {
    XrActionSet set;
    XrActionType type;
    XrPath subaction;
    struct us_action *action; /* in the handle table */
};

static struct {
    int fails_at; /* the call of a function that makes something, from 1; 0: none */
    int calls, destroyed;
    uint32_t set_count, action_count, space_count;
    XrActionSetCreateInfo sets[OWN_MOST];
    struct made_action actions[4 * OWN_MOST];
    XrActionSpaceCreateInfo spaces[4 * OWN_MOST];
    XrSession space_session;
    XrResult attach_result;
    XrActionSet attached[2 * OWN_MOST];
    uint32_t attached_count;
} runtime;

static struct us_instance *instance;
static struct us_recorder recorder;
static struct us_action_set *app_sets[APP_SETS];
static XrActionSet handles[APP_SETS + 1];

#define HANDLE(type, number) ((type)(uintptr_t)(number))

static XRAPI_ATTR XrResult XRAPI_CALL create_set(XrInstance of, const XrActionSetCreateInfo *info,
                                                 XrActionSet *out)
{
    (void)of;
    if (++runtime.calls == runtime.fails_at)
        return XR_ERROR_LIMIT_REACHED;
    runtime.sets[runtime.set_count++] = *info;
    *out = HANDLE(XrActionSet, 9000 + runtime.set_count);
    return XR_SUCCESS;
}

static XRAPI_ATTR XrResult XRAPI_CALL create_action(XrActionSet set, const XrActionCreateInfo *info,
                                                    XrAction *out)
{
    if (++runtime.calls == runtime.fails_at)
        return XR_ERROR_NAME_DUPLICATED;
    struct made_action *made = &runtime.actions[runtime.action_count++];
    *made = (struct made_action){set, info->actionType,
                                 info->countSubactionPaths > 0 ? info->subactionPaths[0] : 0, NULL};
    *out = HANDLE(XrAction, 7000 + runtime.action_count);
    made->action = us_action_new(app_sets[0], *out, info);
    if (made->action != NULL && !us_handle_table_add(&made->action->node))
        fail_msg("the table is full");
    return XR_SUCCESS;
}

static void free_node(struct us_node *node)
{
    free(node);
}

static XRAPI_ATTR XrResult XRAPI_CALL create_space(XrSession session,
                                                   const XrActionSpaceCreateInfo *info,
                                                   XrSpace *out)
{
    if (++runtime.calls == runtime.fails_at)
        return XR_ERROR_LIMIT_REACHED;
    runtime.space_session = session;
    runtime.spaces[runtime.space_count++] = *info;
    *out = HANDLE(XrSpace, 5000 + runtime.space_count);
    struct us_space *space = calloc(1, sizeof *space);
    space->node = us_handle_table_node(US_HANDLE_SPACE, US_XR_VALUE(*out), NULL, free_node);
    assert_true(us_handle_table_add(&space->node));
    return XR_SUCCESS;
}

static XRAPI_ATTR XrResult XRAPI_CALL attach(XrSession session,
                                             const XrSessionActionSetsAttachInfo *info)
{
    (void)session;
    if (XR_FAILED(runtime.attach_result))
        return runtime.attach_result;
    runtime.attached_count = info->countActionSets;
    memcpy(runtime.attached, info->actionSets, info->countActionSets * sizeof *info->actionSets);
    return XR_SUCCESS;
}

static XRAPI_ATTR XrResult XRAPI_CALL destroy_set(XrActionSet set)
{
    assert_true(US_XR_VALUE(set) > 9000);
    runtime.destroyed++;
    return XR_SUCCESS;
}

static XRAPI_ATTR XrResult XRAPI_CALL to_text(XrInstance of, XrPath path, uint32_t capacity,
                                              uint32_t *count, char *out)
{
    (void)of;
    static const enum us_session_user users[] = {US_SESSION_USER_LEFT, US_SESSION_USER_RIGHT,
                                                 US_SESSION_USER_HEAD};
    if (path < LEFT_PATH)
        return XR_ERROR_PATH_INVALID;
    if (path > HEAD_PATH)
        snprintf(out, capacity, "/interaction_profiles/%d", (int)path);
    else
        snprintf(out, capacity, "%s", us_session_user_path(users[path - LEFT_PATH]));
    *count = (uint32_t)strlen(out) + 1;
    return XR_SUCCESS;
}

/* ---- the app ---- */

static int begin(void **state)
{
    (void)state;
    counting_reset();
    stands_in = true;
    has_no_list = is_list_empty = false;
    memset(&runtime, 0, sizeof runtime);
    instance = calloc(1, sizeof *instance);
    us_suggested_bindings_init(&instance->suggestions);
    instance->bindings.path_to_string = to_text;
    recorder = (struct us_recorder){.instance = instance, .own = &recorder.next};
    us_mutex_init(&recorder.early_mutex);
    recorder.next.xrCreateActionSet = create_set;
    recorder.next.xrCreateAction = create_action;
    recorder.next.xrCreateActionSpace = create_space;
    recorder.next.xrAttachSessionActionSets = attach;
    recorder.next.xrDestroyActionSet = destroy_set;
    for (uint32_t i = 0; i < APP_SETS; i++) {
        const XrActionSetCreateInfo info = {.type = XR_TYPE_ACTION_SET_CREATE_INFO, .priority = i};
        handles[i] = HANDLE(XrActionSet, 100 + i);
        app_sets[i] = us_action_set_new(&instance->bindings, handles[i], &info);
        assert_true(us_handle_table_add(&app_sets[i]->node));
    }
    handles[APP_SETS] = HANDLE(XrActionSet, 99); /* of nobody */
    return 0;
}

static void forget(enum us_handle_type type, uint64_t handle)
{
    us_handle_table_free(us_handle_table_detach(us_handle_table_find(type, handle)));
}

static void forget_made(void)
{
    for (uint32_t i = 1; i <= runtime.action_count; i++)
        forget(US_HANDLE_ACTION, 7000 + i);
    for (uint32_t i = 1; i <= runtime.space_count; i++)
        forget(US_HANDLE_SPACE, 5000 + i);
    memset(&runtime, 0, sizeof runtime);
}

/* Nobody holds a set of the app's any more. */
static int end(void **state)
{
    (void)state;
    forget_made();
    for (uint32_t i = 0; i < APP_SETS; i++) {
        assert_int_equal(atomic_load(&app_sets[i]->references), 1);
        forget(US_HANDLE_ACTION_SET, 100 + i);
    }
    free(recorder.early_components);
    us_mutex_destroy(&recorder.early_mutex);
    us_suggested_bindings_finish(&instance->suggestions);
    free(instance);
    return 0;
}

static XrSession session(int number)
{
    return HANDLE(XrSession, 3000 + number);
}

/* The app attaches its sets from one on. */
static XrSessionActionSetsAttachInfo sets_from(uint32_t first, uint32_t count)
{
    return (XrSessionActionSetsAttachInfo){.type = XR_TYPE_SESSION_ACTION_SETS_ATTACH_INFO,
                                           .countActionSets = count,
                                           .actionSets = handles + first};
}

static struct us_own_actions *create(uint32_t first, uint32_t count)
{
    const XrSessionActionSetsAttachInfo info = sets_from(first, count);
    struct us_own_actions *own = us_own_actions_create(&recorder, session(1), &info);
    assert_non_null(own);
    return own;
}

/* The base set has all sources. A set of the app's with a priority has a twin of the same priority,
 * which binds what it binds. */
TEST(what_is_made)
{
    struct us_own_actions *own = create(0, 3);
    static const uint32_t priorities[] = {0, 1, 2};
    assert_int_equal(own->set_count, 3);
    assert_int_equal(runtime.set_count, 3);
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(runtime.sets[i].priority, priorities[i]);
        assert_ptr_equal(own->sets[i].app_set, i > 0 ? app_sets[i] : NULL);
        assert_ptr_equal(own->sets[i].handle, HANDLE(XrActionSet, 9001 + i));
        for (uint32_t k = 0; k < i; k++) {
            assert_string_not_equal(runtime.sets[i].actionSetName, runtime.sets[k].actionSetName);
            assert_string_not_equal(runtime.sets[i].localizedActionSetName,
                                    runtime.sets[k].localizedActionSetName);
        }
    }
    static const struct {
        uint32_t set, source;
        XrPath subaction;
    } expected[] = {{0, TRIGGER, 0},     {0, GRIP, 0}, {0, BUTTON, 0},
                    {0, AIM, 0},         {1, AIM, 0},  {2, TRIGGER, LEFT_PATH},
                    {2, GRIP, LEFT_PATH}};
    assert_int_equal(runtime.action_count, 7);
    for (uint32_t i = 0; i < 7; i++) {
        const struct made_action *made = &runtime.actions[i];
        const struct us_own_set *set = &own->sets[expected[i].set];
        assert_ptr_equal(made->set, set->handle);
        assert_int_equal(made->type, own->sources->list[expected[i].source].type);
        assert_int_equal(made->subaction, expected[i].subaction);
        assert_ptr_equal(set->actions[expected[i].source], HANDLE(XrAction, 7001 + i));
        assert_true(made->action->node.is_own);
    }
    assert_true(own->users[US_SESSION_USER_LEFT] == LEFT_PATH);
    assert_true(own->users[US_SESSION_USER_RIGHT] == RIGHT_PATH);
    assert_true(own->users[US_SESSION_USER_HEAD] == XR_NULL_PATH);
    us_own_actions_destroy(own, true);
    assert_int_equal(runtime.destroyed, 3);
    us_own_actions_destroy(create(0, 3), false);
    assert_int_equal(runtime.destroyed, 3);
    us_own_actions_destroy(NULL, true);
}

TEST(more_sets_than_twins)
{
    struct us_own_actions *own = create(1, APP_SETS); /* the last one is of nobody */
    assert_int_equal(own->set_count, US_OWN_SETS_MAX);
    assert_int_equal(runtime.set_count, US_OWN_SETS_MAX);
    us_own_actions_destroy(own, true);
    forget_made();
    own = create(1, US_OWN_SETS_MAX - 1);
    assert_int_equal(own->set_count, US_OWN_SETS_MAX);
    us_own_actions_destroy(own, true);
}

/* Whatever the runtime or memory refuses: nothing is left of what was made before. */
TEST(what_cannot_be_made)
{
    const XrSessionActionSetsAttachInfo info = sets_from(0, 3);
    has_no_list = true;
    assert_null(us_own_actions_create(&recorder, session(1), &info));
    has_no_list = false;
    is_list_empty = true;
    assert_null(us_own_actions_create(&recorder, session(1), &info));
    is_list_empty = false;
    assert_int_equal(runtime.calls, 0);
    for (int i = 1; i <= 3 + 7; i++) {
        forget_made();
        runtime.fails_at = i;
        assert_null(us_own_actions_create(&recorder, session(1), &info));
        assert_int_equal(runtime.destroyed, runtime.set_count);
        assert_int_equal(runtime.calls, i);
    }
    /* The list of sources, itself, four lists for each set. */
    for (int i = 1; i <= 2; i++) {
        forget_made();
        counting_reset();
        counting.fails_at = (uint64_t)i;
        assert_null(us_own_actions_create(&recorder, session(1), &info));
    }
    int lists = 0;
    for (int i = 3;; i++) {
        forget_made();
        counting_reset();
        counting.fails_at = (uint64_t)i;
        struct us_own_actions *own = us_own_actions_create(&recorder, session(1), &info);
        counting.fails_at = 0;
        if (own == NULL) {
            assert_int_equal(runtime.destroyed, runtime.set_count);
            lists++;
            continue;
        }
        us_own_actions_destroy(own, true);
        if (counting.taken < (uint64_t)i)
            break;
    }
    assert_int_equal(lists, 3 * 4);
}

/* The app's sets first, then the own ones. Each own pose has a space, of the hand that its action
 * was made for. */
TEST(what_is_attached)
{
    struct us_own_actions *own = create(0, 3);
    const XrSessionActionSetsAttachInfo info = sets_from(0, 3);
    runtime.attach_result = XR_ERROR_LIMIT_REACHED;
    assert_int_equal(us_own_actions_attach(own, &info), XR_ERROR_LIMIT_REACHED);
    assert_int_equal(runtime.space_count, 0);
    assert_int_equal(own->attached_count, 0);
    assert_null(recorder.early_components);
    runtime.attach_result = XR_SUCCESS;
    assert_int_equal(us_own_actions_attach(own, &info), XR_SUCCESS);
    assert_int_equal(runtime.attached_count, 6);
    for (uint32_t i = 0; i < 6; i++)
        assert_ptr_equal(runtime.attached[i],
                         i < 3 ? handles[i] : HANDLE(XrActionSet, 9001 + i - 3));
    static const struct {
        uint32_t set, source;
        XrPath subaction;
    } expected[] = {{0, GRIP, 0}, {0, AIM, 0}, {1, AIM, 0}, {2, GRIP, LEFT_PATH}};
    assert_int_equal(runtime.space_count, 4);
    assert_ptr_equal(runtime.space_session, session(1));
    for (uint32_t i = 0; i < 4; i++) {
        const struct us_own_set *set = &own->sets[expected[i].set];
        const XrSpace space = HANDLE(XrSpace, 5001 + i);
        assert_ptr_equal(runtime.spaces[i].action, set->actions[expected[i].source]);
        assert_int_equal(runtime.spaces[i].subactionPath, expected[i].subaction);
        assert_float_equal(runtime.spaces[i].poseInActionSpace.orientation.w, 1.0f, 0.0f);
        assert_ptr_equal(set->spaces[expected[i].source], space);
        assert_true(us_space_find(space)->node.is_own);
    }
    assert_non_null(recorder.early_components);
    assert_int_equal(recorder.early_components->profile_count, 2);
    assert_string_equal(own->profile_texts[1], "/interaction_profiles/202");
    assert_false(atomic_load(&own->is_refused));
    us_own_actions_destroy(own, true);
}

TEST(spaces_that_cannot_be_made)
{
    struct us_own_actions *own = create(0, 3);
    const XrSessionActionSetsAttachInfo info = sets_from(0, 3);
    runtime.fails_at = runtime.calls + 2;
    assert_int_equal(us_own_actions_attach(own, &info), XR_SUCCESS);
    assert_int_equal(runtime.space_count, 3);
    assert_non_null(own->sets[0].spaces[GRIP]);
    assert_null(own->sets[0].spaces[AIM]);
    us_own_actions_destroy(own, true);
}

/* Without memory the app's sets are attached all the same, or not at all; the own ones are not
 * synced then, or do not serve another session. */
TEST(attaching_without_memory)
{
    const XrSessionActionSetsAttachInfo info = sets_from(0, 3);
    static const struct {
        uint64_t failing;
        XrResult result;
        bool is_refused, serves_again;
    } cases[] = {{1, XR_ERROR_OUT_OF_MEMORY, false, false},
                 {2, XR_SUCCESS, false, false},
                 {3, XR_SUCCESS, true, true},
                 {4, XR_SUCCESS, true, true}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        forget_made();
        struct us_own_actions *own = create(0, 3);
        counting_reset();
        counting.fails_at = cases[i].failing;
        assert_int_equal(us_own_actions_attach(own, &info), cases[i].result);
        counting.fails_at = 0;
        assert_int_equal(atomic_load(&own->is_refused), cases[i].is_refused);
        assert_int_equal(us_own_actions_reuse(own, session(2), &info), cases[i].serves_again);
        us_own_actions_destroy(own, true);
    }
}

/* In another session the same sets, or some of them, but no others. What was known of the session
 * before is forgotten. */
TEST(another_session)
{
    struct us_own_actions *own = create(0, 3);
    const XrSessionActionSetsAttachInfo info = sets_from(0, 3);
    assert_int_equal(us_own_actions_attach(own, &info), XR_SUCCESS);
    assert_int_equal(own->attached_count, 3);
    static const struct {
        uint32_t first, count;
        bool serves;
    } cases[] = {{0, 3, true},  {1, 2, true},         {2, 1, true}, {2, 2, false},
                 {3, 1, false}, {APP_SETS, 1, false}, {0, 4, false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const XrSessionActionSetsAttachInfo next = sets_from(cases[i].first, cases[i].count);
        atomic_store(&own->is_refused, true);
        for (uint32_t s = 0; s < SOURCES; s++)
            atomic_store(&own->active_set[s], 2);
        for (int user = 0; user < US_SESSION_USERS; user++)
            atomic_store(&own->profiles[user], 1);
        own->session = session(1);
        assert_int_equal(us_own_actions_reuse(own, session(2), &next), cases[i].serves);
        assert_ptr_equal(own->session, session(cases[i].serves ? 2 : 1));
        assert_int_equal(atomic_load(&own->is_refused), !cases[i].serves);
        for (uint32_t s = 0; s < SOURCES; s++)
            assert_int_equal(atomic_load(&own->active_set[s]), cases[i].serves ? 0 : 2);
        for (int user = 0; user < US_SESSION_USERS; user++)
            assert_int_equal(atomic_load(&own->profiles[user]), cases[i].serves ? 0 : 1);
        for (uint32_t k = 0; k < own->set_count; k++)
            for (uint32_t s = 0; s < SOURCES; s++)
                assert_null(own->sets[k].spaces[s]);
    }
    us_own_actions_destroy(own, true);
}

int main(void)
{
    return RUN_TESTS_BETWEEN(begin, end, what_is_made, more_sets_than_twins, what_cannot_be_made,
                             what_is_attached, spaces_that_cannot_be_made, attaching_without_memory,
                             another_session);
}
