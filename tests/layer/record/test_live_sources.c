/* SPDX-License-Identifier: MIT */
/* Hazard: the recorder suggests bindings of its own for a component that the profile does not have,
 * for a user that the app left out, or for a path that another source begins with; or it leaves one
 * out. Every profile of the table, with and without each extension, against a list that is made
 * another way. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "testing.h"
#include "layer/bindings/action.h"
#include "layer/bindings/suggested_bindings.h"
#include "profiles/bindings.h"
#include "layer/record/actions/live_sources.h"

#define US_COUNT(array) (sizeof(array) / sizeof((array)[0]))

enum { TEXTS_MAX = 4096, MADE_MAX = 80, BOUND_MAX = 24 };

/* Paths by their numbers, which are never 0. */
static char texts[TEXTS_MAX][XR_MAX_PATH_LENGTH];
static XrPath text_count;
static const char *refused; /* the chain below does not know this path */

static XRAPI_ATTR XrResult XRAPI_CALL to_path(XrInstance instance, const char *text, XrPath *out)
{
    (void)instance;
    if (refused != NULL && strcmp(text, refused) == 0)
        return XR_ERROR_PATH_FORMAT_INVALID;
    for (*out = 1; *out <= text_count; ++*out)
        if (strcmp(texts[*out - 1], text) == 0)
            return XR_SUCCESS;
    assert_true(text_count < TEXTS_MAX);
    strcpy(texts[text_count++], text);
    return XR_SUCCESS;
}

static XRAPI_ATTR XrResult XRAPI_CALL to_text(XrInstance instance, XrPath path, uint32_t capacity,
                                              uint32_t *count, char *out)
{
    (void)instance;
    if (path == XR_NULL_PATH || path > text_count)
        return XR_ERROR_PATH_INVALID;
    *count = (uint32_t)strlen(texts[path - 1]) + 1;
    assert_true(*count <= capacity);
    strcpy(out, texts[path - 1]);
    return XR_SUCCESS;
}

static XrPath path_of(const char *text)
{
    XrPath path;
    assert_int_equal(to_path(XR_NULL_HANDLE, text, &path), XR_SUCCESS);
    return path;
}

/* ---- an instance with suggestions ---- */

static struct us_instance *instance;
static struct us_suggestion *made[MADE_MAX];
static struct us_action *actions[MADE_MAX];
static struct us_action_set *set; /* of actions whose set does not matter */
static uint32_t made_count, action_count;

static int begin(void **state)
{
    (void)state;
    made_count = action_count = 0;
    refused = NULL;
    instance = calloc(1, sizeof *instance);
    instance->bindings.path_to_string = to_text;
    instance->bindings.string_to_path = to_path;
    const XrActionSetCreateInfo info = {.type = XR_TYPE_ACTION_SET_CREATE_INFO};
    set = us_action_set_new(&instance->bindings, XR_NULL_HANDLE, &info);
    return 0;
}

static int end(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < made_count; i++)
        free(made[i]);
    for (uint32_t i = 0; i < action_count; i++) {
        /* Nothing of the layer's holds it any more. */
        assert_int_equal(atomic_load(&actions[i]->references), 1);
        us_action_unref(actions[i]);
    }
    us_action_set_unref(set);
    us_create_request_finish(&instance->create_request);
    free(instance);
    return 0;
}

static void allow(uint32_t minor, const char *const *names, uint32_t count)
{
    const XrInstanceCreateInfo info = {.type = XR_TYPE_INSTANCE_CREATE_INFO,
                                       .applicationInfo.apiVersion = XR_MAKE_VERSION(1, minor, 0),
                                       .enabledExtensionCount = count,
                                       .enabledExtensionNames = names};
    us_create_request_finish(&instance->create_request);
    assert_true(us_create_request_init(&instance->create_request, &info));
}

static struct us_action *make_action(struct us_action_set *of, XrActionType type,
                                     const XrPath *subaction_paths, uint32_t path_count)
{
    const XrActionCreateInfo info = {.type = XR_TYPE_ACTION_CREATE_INFO,
                                     .actionType = type,
                                     .countSubactionPaths = path_count,
                                     .subactionPaths = subaction_paths};
    struct us_action *action = us_action_new(of, XR_NULL_HANDLE, &info);
    assert_non_null(action);
    actions[action_count++] = action;
    return action;
}

/* The first suggestion of the list is the one that was made last, as the layer's own list. */
static struct us_suggestion *suggest(const struct us_profile *profile, const char *path)
{
    struct us_suggestion *suggestion =
        calloc(1, sizeof *suggestion + BOUND_MAX * sizeof(struct us_suggested));
    suggestion->profile = profile;
    suggestion->profile_path = path_of(path);
    suggestion->is_whole = true;
    suggestion->next = instance->suggestions.first;
    instance->suggestions.first = suggestion;
    made[made_count++] = suggestion;
    return suggestion;
}

static void bind(struct us_suggestion *suggestion, struct us_action *action, const char *path)
{
    assert_true(suggestion->count < BOUND_MAX);
    suggestion->bindings[suggestion->count++] =
        (struct us_suggested){.action = action, .path = (char *)(uintptr_t)path};
}

/* ---- what is expected, as text ---- */

struct expected {
    char path[XR_MAX_PATH_LENGTH];
    const struct us_component *component;
    const char *user;
};

static struct expected expected[1024];
static uint32_t expected_count;

static bool is_allowed(const struct us_component *component)
{
    const struct us_create_request *request = &instance->create_request;
    if (component->extension == NULL)
        return component->core_since <= request->minor;
    bool enabled = false;
    for (uint32_t i = 0; i < request->count; i++)
        enabled = enabled || strcmp(request->names[i], component->extension) == 0;
    return enabled || component->core_since <= request->minor;
}

static bool is_hand(const char *user)
{
    return strcmp(user, "/user/hand/left") == 0 || strcmp(user, "/user/hand/right") == 0;
}

static bool is_recorded(const char *user, const struct us_component *component)
{
    static const char poses[] =
        " /input/grip/pose /input/aim/pose /input/grip_surface/pose /input/palm_ext/pose "
        "/input/pinch_ext/pose /input/poke_ext/pose ";
    char word[XR_MAX_PATH_LENGTH];
    if (component->type == XR_ACTION_TYPE_VIBRATION_OUTPUT || !is_allowed(component))
        return false;
    if (component->type != XR_ACTION_TYPE_POSE_INPUT || component->drive == US_DRIVE_GAZE)
        return true;
    snprintf(word, sizeof word, " %s ", component->path);
    return is_hand(user) && strstr(poses, word) != NULL;
}

static void expect(const char *user, const struct us_component *component)
{
    struct expected *next = &expected[expected_count];
    if (!is_recorded(user, component))
        return;
    snprintf(next->path, sizeof next->path, "%s%s", user, component->path);
    next->component = component;
    next->user = user;
    for (uint32_t i = 0; i < expected_count; i++)
        if (strcmp(expected[i].path, next->path) == 0)
            return;
    expected_count++;
}

static void expect_profile(const struct us_profile *profile, const char *user)
{
    bool is_left = strstr(user, "left") != NULL, has_both = profile->users[1] != NULL;
    for (size_t i = 0; i < profile->component_count; i++) {
        const struct us_component *component = &profile->components[i];
        if (!has_both || (is_left && component->left) || (!is_left && component->right))
            expect(user, component);
    }
    for (size_t i = 0; is_hand(user) && i < us_profile_table_pose_count; i++)
        expect(user, &us_profile_table_poses[i]);
}

static void check_source(const struct us_live_source *source, const struct expected *wanted,
                         uint32_t values)
{
    const struct us_component *component = wanted->component;
    assert_string_equal(source->path, wanted->path);
    assert_string_equal(texts[source->binding - 1], wanted->path);
    assert_string_equal(texts[source->user - 1], wanted->user);
    assert_int_equal(source->type, component->type);
    if (component->type != XR_ACTION_TYPE_POSE_INPUT) {
        assert_int_equal(source->kind, US_LIVE_COMPONENT);
        assert_int_equal(source->component, values);
        return;
    }
    assert_int_equal(source->kind,
                     component->drive == US_DRIVE_GAZE ? US_LIVE_GAZE : US_LIVE_HAND_POSE);
    if (component->drive == US_DRIVE_GAZE)
        return;
    static const struct {
        const char *has;
        enum us_session_hand_pose pose;
    } poses[] = {{"/grip/", US_SESSION_POSE_GRIP},         {"/aim/", US_SESSION_POSE_AIM},
                 {"/grip_surface/", US_SESSION_POSE_PALM}, {"/palm_ext/", US_SESSION_POSE_PALM},
                 {"/pinch_ext/", US_SESSION_POSE_PINCH},   {"/poke_ext/", US_SESSION_POSE_POKE}};
    for (size_t i = 0; i < US_COUNT(poses); i++)
        if (strstr(source->path, poses[i].has) != NULL)
            assert_int_equal(source->pose, poses[i].pose);
    assert_int_equal(source->hand,
                     strstr(source->path, "left") != NULL ? US_SESSION_LEFT : US_SESSION_RIGHT);
}

static void check_description(const struct us_live_sources *sources)
{
    struct us_session_components *out = calloc(1, sizeof *out);
    us_live_sources_describe(sources, instance, out);
    uint32_t value = 0;
    for (uint32_t i = 0; i < expected_count; i++) {
        static const enum us_session_component_type types[] = {
            [XR_ACTION_TYPE_BOOLEAN_INPUT] = US_SESSION_COMPONENT_BOOLEAN,
            [XR_ACTION_TYPE_FLOAT_INPUT] = US_SESSION_COMPONENT_FLOAT,
            [XR_ACTION_TYPE_VECTOR2F_INPUT] = US_SESSION_COMPONENT_VECTOR2};
        const struct us_component *component = expected[i].component;
        if (component->type == XR_ACTION_TYPE_POSE_INPUT)
            continue;
        assert_string_equal(out->components[value].path, expected[i].path);
        assert_int_equal(out->components[value].type, types[component->type]);
        value++;
    }
    assert_int_equal(out->count, value);
    assert_int_equal(out->profile_count, sources->suggestion_count);
    for (uint32_t i = 0; i < out->profile_count; i++)
        assert_string_equal(out->profiles[i], texts[sources->profiles[i] - 1]);
    free(out);
}

static void check_sources(void)
{
    struct us_live_sources *sources = us_live_sources_create(instance);
    assert_non_null(sources);
    uint32_t values = 0, truths = expected_count;
    for (uint32_t i = 0; i < expected_count; i++) {
        check_source(&sources->list[i], &expected[i], values);
        values += expected[i].component->type != XR_ACTION_TYPE_POSE_INPUT;
    }
    assert_int_equal(sources->component_count, values);
    /* Behind them each number once more, as a truth. */
    for (uint32_t i = 0; i < expected_count; i++) {
        struct us_live_source truth = sources->list[i];
        if (truth.type != XR_ACTION_TYPE_FLOAT_INPUT)
            continue;
        truth.type = XR_ACTION_TYPE_BOOLEAN_INPUT;
        truth.kind = US_LIVE_TRUTH;
        assert_true(truths < sources->count);
        assert_memory_equal(&sources->list[truths++], &truth, sizeof truth);
    }
    assert_int_equal(sources->count, truths);
    check_description(sources);
    us_live_sources_destroy(sources);
}

/* ---- every profile ---- */

/* The extension that a component of the profile needs, by its number; NULL: there is none. */
static const char *needed_extension(const struct us_profile *profile, size_t number)
{
    if (number < profile->component_count)
        return profile->components[number].extension;
    number -= profile->component_count;
    return number < us_profile_table_pose_count ? us_profile_table_poses[number].extension : NULL;
}

/* With both users bound, with each alone and with none; with every extension alone, and with none.
 */
static void check_profile(const struct us_profile *profile)
{
    size_t extensions = profile->component_count + us_profile_table_pose_count;
    for (size_t extension = 0; extension <= extensions; extension++) {
        const char *name = needed_extension(profile, extension);
        for (unsigned bound = 0; bound < 4 && (name != NULL || extension == extensions); bound++) {
            char path[2][XR_MAX_PATH_LENGTH];
            begin(NULL);
            allow(extension % 2, &name, name != NULL);
            struct us_suggestion *suggestion = suggest(profile, profile->path);
            expected_count = 0;
            for (unsigned user = 0; user < 2 && profile->users[user] != NULL; user++) {
                if ((bound & 1u << user) == 0)
                    continue;
                snprintf(path[user], sizeof path[user], "%s/input/x", profile->users[user]);
                bind(suggestion, make_action(set, XR_ACTION_TYPE_BOOLEAN_INPUT, NULL, 0),
                     path[user]);
                expect_profile(profile, profile->users[user]);
            }
            check_sources();
            suggestion->is_whole = false;
            expected_count = 0;
            check_sources();
            suggestion->is_whole = true;
            suggestion->profile = NULL;
            check_sources();
            end(NULL);
        }
    }
}

TEST(every_component_of_what_the_app_bound)
{
    end(NULL);
    for (size_t i = 0; i < us_profile_table_count; i++)
        check_profile(&us_profile_table[i]);
    begin(NULL);
}

static const struct us_profile *simple(void)
{
    return us_bindings_profile("/interaction_profiles/khr/simple_controller");
}

TEST(a_user_is_bound_by_a_whole_part_of_a_path)
{
    static const struct {
        const char *path;
        bool binds;
    } cases[] = {{"/user/hand/left", false},          {"/user/hand/leftmost/input/x", false},
                 {"/user/hand/left/", true},          {"/user/hand/left/input/select/click", true},
                 {"/user/hand/lef/input/x", false},   {"/user/hand/right/input/x", false},
                 {"/user/hand_htc/left/input", false}};
    allow(0, NULL, 0);
    struct us_action *action = make_action(set, XR_ACTION_TYPE_BOOLEAN_INPUT, NULL, 0);
    struct us_suggestion *suggestion =
        suggest(simple(), "/interaction_profiles/khr/simple_controller");
    for (size_t i = 0; i < US_COUNT(cases); i++) {
        suggestion->count = 0;
        bind(suggestion, action, cases[i].path);
        struct us_live_sources *sources = us_live_sources_create(instance);
        uint32_t left = 0;
        for (uint32_t s = 0; s < sources->count; s++)
            left += strncmp(sources->list[s].path, "/user/hand/left/", 16) == 0;
        assert_int_equal(left, cases[i].binds ? 4 : 0); /* select, menu, grip and aim */
        us_live_sources_destroy(sources);
    }
}

/* A path of two profiles is one source, of both suggestions. */
TEST(sources_of_several_suggestions)
{
    allow(0, NULL, 0);
    struct us_action *action = make_action(set, XR_ACTION_TYPE_BOOLEAN_INPUT, NULL, 0);
    bind(suggest(us_bindings_profile("/interaction_profiles/oculus/touch_controller"),
                 "/interaction_profiles/oculus/touch_controller"),
         action, "/user/hand/left/input/x/click");
    bind(suggest(NULL, "/interaction_profiles/of/nobody"), action, "/user/hand/left/input/x/click");
    bind(suggest(simple(), "/interaction_profiles/khr/simple_controller"), action,
         "/user/hand/left/input/select/click");
    expected_count = 0;
    expect_profile(simple(), "/user/hand/left");
    expect_profile(us_bindings_profile("/interaction_profiles/oculus/touch_controller"),
                   "/user/hand/left");
    check_sources();
    struct us_live_sources *sources = us_live_sources_create(instance);
    assert_int_equal(sources->suggestion_count, 3);
    unsigned both = 0;
    for (uint32_t i = 0; i < sources->count; i++) {
        const char *path = sources->list[i].path;
        bool of_simple = strstr(path, "select") != NULL || strstr(path, "menu") != NULL;
        bool of_both = strstr(path, "/grip/") != NULL || strstr(path, "/aim/") != NULL ||
                       strstr(path, "menu") != NULL;
        both += of_both;
        assert_int_equal(sources->list[i].suggestions, of_both ? 5 : of_simple ? 1 : 4);
    }
    assert_int_equal(both, 3);
    us_live_sources_destroy(sources);
}

TEST(a_path_that_is_refused_is_left_out)
{
    static const char *const paths[] = {"/user/hand/left/input/menu/click", "/user/hand/left"};
    allow(0, NULL, 0);
    bind(suggest(simple(), "/interaction_profiles/khr/simple_controller"),
         make_action(set, XR_ACTION_TYPE_BOOLEAN_INPUT, NULL, 0), "/user/hand/left/input/x");
    for (size_t i = 0; i < US_COUNT(paths); i++) {
        refused = paths[i];
        struct us_live_sources *sources = us_live_sources_create(instance);
        assert_int_equal(sources->count, i == 0 ? 3 : 0);
        assert_int_equal(sources->component_count, i == 0 ? 1 : 0);
        us_live_sources_destroy(sources);
    }
}

/* ---- what there is room for ---- */

/* More profiles than suggestions have bits, and more components than a message holds. */
TEST(what_there_is_no_room_for_is_left_out)
{
    static struct us_component components[US_SESSION_COMPONENTS_MAX + 1];
    static char paths[US_SESSION_COMPONENTS_MAX + 1][32];
    for (size_t i = 0; i < US_COUNT(components); i++) {
        snprintf(paths[i], sizeof paths[i], "/input/b%zu/click", i);
        components[i] = (struct us_component){
            .path = paths[i], .type = XR_ACTION_TYPE_BOOLEAN_INPUT, .left = true};
    }
    static const struct us_profile wide = {.path = "/interaction_profiles/a/wide",
                                           .users = {"/user/hand/left", "/user/hand/right"},
                                           .components = components,
                                           .component_count = US_COUNT(components)};
    allow(0, NULL, 0);
    struct us_action *action = make_action(set, XR_ACTION_TYPE_BOOLEAN_INPUT, NULL, 0);
    for (uint32_t i = 0; i < US_SESSION_PROFILES_MAX + 2; i++)
        bind(suggest(simple(), "/interaction_profiles/khr/simple_controller"), action,
             "/user/hand/right/input/x");
    struct us_live_sources *sources = us_live_sources_create(instance);
    assert_int_equal(sources->suggestion_count, US_SESSION_PROFILES_MAX);
    assert_int_equal(sources->count, 4);
    assert_true(sources->list[0].suggestions == UINT64_MAX);
    us_live_sources_destroy(sources);
    bind(suggest(&wide, wide.path), action, "/user/hand/left/input/x");
    sources = us_live_sources_create(instance);
    assert_int_equal(sources->component_count, US_SESSION_COMPONENTS_MAX);
    /* Poses still have room behind the values. */
    assert_int_equal(sources->count, US_SESSION_COMPONENTS_MAX + 2);
    assert_string_equal(sources->list[US_SESSION_COMPONENTS_MAX - 1].path,
                        "/user/hand/left/input/b255/click");
    us_live_sources_destroy(sources);
}

/* Values, gazes and truth values fill the list up, and not a place more. */
TEST(more_sources_than_room)
{
    enum { GAZES = 300 };
    static struct us_component components[US_SESSION_COMPONENTS_MAX + GAZES];
    static char paths[US_SESSION_COMPONENTS_MAX + GAZES][32];
    for (size_t i = 0; i < US_COUNT(components); i++) {
        bool is_gaze = i >= US_SESSION_COMPONENTS_MAX;
        snprintf(paths[i], sizeof paths[i], "/input/c%zu/value", i);
        components[i] = (struct us_component){.path = paths[i],
                                              .type = is_gaze ? XR_ACTION_TYPE_POSE_INPUT
                                                              : XR_ACTION_TYPE_FLOAT_INPUT,
                                              .left = true};
        if (is_gaze)
            components[i].drive = US_DRIVE_GAZE;
    }
    struct us_profile wide = {.path = "/interaction_profiles/a/wide",
                              .users = {"/user/hand/left", "/user/hand/right"},
                              .components = components,
                              .component_count = US_COUNT(components)};
    allow(0, NULL, 0);
    bind(suggest(&wide, wide.path), make_action(set, XR_ACTION_TYPE_FLOAT_INPUT, NULL, 0),
         "/user/hand/left/input/x");
    struct us_live_sources *sources = us_live_sources_create(instance);
    assert_int_equal(sources->count, US_LIVE_SOURCES_MAX);
    assert_int_equal(sources->list[US_LIVE_SOURCES_MAX - 1].kind, US_LIVE_GAZE);
    us_live_sources_destroy(sources);
    wide.component_count = US_SESSION_COMPONENTS_MAX; /* and the hand's poses */
    sources = us_live_sources_create(instance);
    assert_int_equal(sources->count, US_LIVE_SOURCES_MAX);
    assert_int_equal(sources->list[US_LIVE_SOURCES_MAX - 1].kind, US_LIVE_TRUTH);
    us_live_sources_destroy(sources);
}

/* ---- the app's own ---- */

TEST(poses_that_the_app_binds)
{
    static const struct {
        const char *path;
        const char *source; /* NULL: none */
        XrActionType type;
    } cases[] = {
        {"/user/hand/left/input/grip/pose", "/user/hand/left/input/grip/pose",
         XR_ACTION_TYPE_POSE_INPUT},
        {"/user/hand/left/input/grip", "/user/hand/left/input/grip/pose",
         XR_ACTION_TYPE_POSE_INPUT},
        {"/user/hand/left/input/gri", NULL, XR_ACTION_TYPE_POSE_INPUT},
        {"/user/hand/left/input/grip/", NULL, XR_ACTION_TYPE_POSE_INPUT},
        {"/user/hand/left/input/grip/value", NULL, XR_ACTION_TYPE_POSE_INPUT},
        {"/user/hand/left/input/select", NULL, XR_ACTION_TYPE_POSE_INPUT},
        {"/user/hand/left/input/aim/pose", NULL, XR_ACTION_TYPE_BOOLEAN_INPUT},
        {"/user/hand/left/input/aim/pose", "/user/hand/left/input/aim/pose",
         XR_ACTION_TYPE_POSE_INPUT},
        {"/user/hand/right/input/aim/pose", "/user/hand/right/input/aim/pose",
         XR_ACTION_TYPE_POSE_INPUT},
        {"/user/hand/left/input/pinch_ext/pose", NULL, XR_ACTION_TYPE_POSE_INPUT},
        {"/user/hand/left", NULL, XR_ACTION_TYPE_POSE_INPUT},
    };
    allow(0, NULL, 0);
    /* The other suggestion's profile has the pinch's pose: it is not this one's. */
    bind(suggest(us_bindings_profile("/interaction_profiles/ext/hand_interaction_ext"),
                 "/interaction_profiles/ext/hand_interaction_ext"),
         make_action(set, XR_ACTION_TYPE_BOOLEAN_INPUT, NULL, 0), "/user/hand/left/input/a");
    struct us_suggestion *suggestion =
        suggest(simple(), "/interaction_profiles/khr/simple_controller");
    bind(suggestion, make_action(set, XR_ACTION_TYPE_BOOLEAN_INPUT, NULL, 0),
         "/user/hand/left/input/select/click");
    for (size_t i = 0; i < US_COUNT(cases); i++)
        bind(suggestion, make_action(set, cases[i].type, NULL, 0), cases[i].path);
    struct us_live_sources *sources = us_live_sources_create(instance);
    uint32_t at = 0;
    for (size_t i = 0; i < US_COUNT(cases); i++) {
        if (cases[i].source == NULL)
            continue;
        assert_true(at < sources->app_pose_count);
        const struct us_live_app_pose *pose = &sources->app_poses[at++];
        assert_ptr_equal(pose->action, actions[2 + i]);
        assert_int_equal(pose->suggestion, 0);
        assert_string_equal(sources->list[pose->source].path, cases[i].source);
    }
    assert_int_equal(sources->app_pose_count, at);
    us_live_sources_destroy(sources);
    us_live_sources_destroy(NULL);
}

/* An action binds every component of the source that its path names. */
TEST(sources_that_a_set_binds)
{
    const XrActionSetCreateInfo info = {.type = XR_TYPE_ACTION_SET_CREATE_INFO};
    struct us_action_set *sets[2];
    for (int i = 0; i < 2; i++)
        sets[i] = us_action_set_new(&instance->bindings, XR_NULL_HANDLE, &info);
    const XrPath hands[] = {path_of("/user/hand/left"), path_of("/user/hand/right")};
    static const char *const profiles[] = {"/interaction_profiles/valve/index_controller",
                                           "/interaction_profiles/oculus/touch_controller"};
    allow(0, NULL, 0);
    struct us_action *with = make_action(sets[0], XR_ACTION_TYPE_FLOAT_INPUT, hands, 2);
    struct us_action *without = make_action(sets[0], XR_ACTION_TYPE_FLOAT_INPUT, hands + 1, 1);
    struct us_action *other = make_action(sets[1], XR_ACTION_TYPE_FLOAT_INPUT, hands, 2);
    struct us_suggestion *suggestions[2];
    for (int i = 0; i < 2; i++)
        suggestions[i] = suggest(us_bindings_profile(profiles[i]), profiles[i]);
    bind(suggestions[1], with, "/user/hand/left/input/trigger/value"); /* bit 0 */
    bind(suggestions[1], without, "/user/hand/left/input/squeeze");
    bind(suggestions[1], with, "/user/hand/left/input/x/click");
    bind(suggestions[1], other, "/user/hand/left/input/thumbstick/x");
    bind(suggestions[0], without, "/user/hand/left/input/trigger/click"); /* bit 1 */
    bind(suggestions[0], without, "/user/hand/right/input/squeeze/value");
    bind(suggestions[0], with, "/user/hand/left/input/trig");
    bind(suggestions[0], with, "/user/hand/left/output/haptic");
    struct us_live_sources *sources = us_live_sources_create(instance);
    uint64_t bound[US_LIVE_SOURCES_MAX];
    bool declares[US_LIVE_SOURCES_MAX];
    memset(bound, 0xff, sizeof bound);
    memset(declares, 1, sizeof declares);
    /* Behind the last one is no source. */
    strcpy(sources->list[sources->count].path, "/user/hand/left/input/trigger/value");
    sources->list[sources->count].suggestions = 3;
    us_live_sources_bound_by(sources, instance, sets[0], bound, declares);
    assert_true(bound[sources->count] == UINT64_MAX);
    unsigned triggers = 0, squeezes = 0, xs = 0;
    for (uint32_t i = 0; i < sources->count; i++) {
        const struct us_live_source *source = &sources->list[i];
        bool is_left = strncmp(source->path, "/user/hand/left/", 16) == 0;
        bool is_trigger = strstr(source->path, "/input/trigger/") != NULL && is_left;
        bool is_squeeze = strstr(source->path, "/input/squeeze/") != NULL;
        /* Of the two profiles only Touch has it from "squeeze" on the left, only Index both. */
        bool is_x = strstr(source->path, "left/input/x/") != NULL; /* to click and to touch */
        uint64_t expected_bits = is_trigger ? 3 : is_x ? 1 : 0;
        if (is_squeeze)
            expected_bits = is_left ? 1 : 2;
        expected_bits &= source->suggestions;
        assert_int_equal(bound[i], expected_bits);
        bool declared = ((is_trigger || is_x) && (expected_bits & 1) != 0) ||
                        (is_squeeze && !is_left && expected_bits != 0);
        assert_int_equal(declares[i], declared);
        triggers += is_trigger;
        squeezes += is_squeeze;
        xs += is_x;
    }
    assert_true(triggers > 2 && squeezes > 2);
    assert_int_equal(xs, 2);
    us_live_sources_bound_by(sources, instance, sets[1], bound, declares);
    for (uint32_t i = 0; i < sources->count; i++)
        assert_int_equal(bound[i], strstr(sources->list[i].path, "left/input/thumbstick") != NULL &&
                                       (sources->list[i].suggestions & 1) != 0);
    us_live_sources_destroy(sources);
    for (uint32_t i = 0; i < action_count; i++)
        us_action_unref(actions[i]);
    action_count = 0;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(atomic_load(&sets[i]->references), 1);
        us_action_set_unref(sets[i]);
    }
}

/* There are bits for 64 suggestions, the newest ones. What an older one binds is left out. */
TEST(more_suggestions_than_bits)
{
    static const char touch[] = "/interaction_profiles/oculus/touch_controller";
    static const char trigger[] = "/user/hand/left/input/trigger/value";
    const XrActionSetCreateInfo info = {.type = XR_TYPE_ACTION_SET_CREATE_INFO};
    struct us_action_set *old = us_action_set_new(&instance->bindings, XR_NULL_HANDLE, &info);
    allow(0, NULL, 0);
    bind(suggest(us_bindings_profile(touch), touch),
         make_action(old, XR_ACTION_TYPE_FLOAT_INPUT, NULL, 0), trigger);
    for (uint32_t i = 1; i < US_SESSION_PROFILES_MAX; i++)
        suggest(NULL, "/interaction_profiles/of/nobody");
    bind(suggest(us_bindings_profile(touch), touch),
         make_action(set, XR_ACTION_TYPE_FLOAT_INPUT, NULL, 0), trigger);
    struct us_live_sources *sources = us_live_sources_create(instance);
    assert_int_equal(sources->suggestion_count, US_SESSION_PROFILES_MAX);
    uint64_t bound[US_LIVE_SOURCES_MAX];
    bool declares[US_LIVE_SOURCES_MAX];
    us_live_sources_bound_by(sources, instance, old, bound, declares);
    assert_true(sources->count > 0);
    for (uint32_t i = 0; i < sources->count; i++)
        assert_true(bound[i] == 0);
    us_live_sources_destroy(sources);
    for (uint32_t i = 0; i < action_count; i++)
        us_action_unref(actions[i]);
    action_count = 0;
    us_action_set_unref(old);
}

/* ---- the eyes ---- */

/* The very first source may be a pose that the app binds. */
TEST(the_eyes_that_the_app_binds)
{
    static const char eyes[] = "/interaction_profiles/ext/eye_gaze_interaction";
    static const char *const extension = "XR_EXT_eye_gaze_interaction";
    allow(0, &extension, 1);
    bind(suggest(us_bindings_profile(eyes), eyes),
         make_action(set, XR_ACTION_TYPE_POSE_INPUT, NULL, 0),
         "/user/eyes_ext/input/gaze_ext/pose");
    struct us_live_sources *sources = us_live_sources_create(instance);
    assert_int_equal(sources->count, 1);
    assert_int_equal(sources->app_pose_count, 1);
    assert_int_equal(sources->app_poses[0].source, 0);
    us_live_sources_destroy(sources);
}

TEST(the_eyes_that_the_layer_enabled)
{
    static const char eyes[] = "/interaction_profiles/ext/eye_gaze_interaction";
    static const char *const extension = "XR_EXT_eye_gaze_interaction";
    allow(0, &extension, 1);
    for (uint32_t i = 0; i < US_SESSION_PROFILES_MAX; i++)
        suggest(NULL, "/interaction_profiles/of/nobody");
    for (unsigned without = 0; without < 16; without++) {
        instance->added_extensions = (without & 1) != 0 ? ~(UINT32_C(1) << US_EXTENSION_EYE_GAZE)
                                                        : UINT32_C(1) << US_EXTENSION_EYE_GAZE;
        instance->bindings.plays.gaze = (without & 2) != 0;
        refused = (without & 4) != 0 ? eyes : NULL;
        uint32_t others =
            (without & 8) != 0 ? US_SESSION_PROFILES_MAX : US_SESSION_PROFILES_MAX - 1;
        instance->suggestions.first = made[others - 1];
        struct us_live_sources *sources = us_live_sources_create(instance);
        assert_int_equal(sources->gaze_source, without == 0 ? 0 : -1);
        assert_int_equal(sources->count, without == 0);
        assert_int_equal(sources->suggestion_count, without == 0 ? others + 1 : others);
        if (without == 0) {
            assert_string_equal(sources->list[0].path, "/user/eyes_ext/input/gaze_ext/pose");
            assert_int_equal(sources->list[0].kind, US_LIVE_GAZE);
            assert_true(sources->list[0].suggestions == UINT64_C(1) << 63);
            assert_string_equal(texts[sources->profiles[others] - 1], eyes);
        }
        us_live_sources_destroy(sources);
    }
    /* A profile that has no path below has no source either. */
    instance->suggestions.first = NULL;
    instance->added_extensions = UINT32_C(1) << US_EXTENSION_EYE_GAZE;
    instance->bindings.plays.gaze = false;
    refused = "/user/eyes_ext/input/gaze_ext/pose";
    struct us_live_sources *sources = us_live_sources_create(instance);
    assert_int_equal(sources->gaze_source, -1);
    us_live_sources_destroy(sources);
}

int main(void)
{
    return RUN_TESTS_BETWEEN(
        begin, end, every_component_of_what_the_app_bound,
        a_user_is_bound_by_a_whole_part_of_a_path, sources_of_several_suggestions,
        a_path_that_is_refused_is_left_out, what_there_is_no_room_for_is_left_out,
        more_sources_than_room, poses_that_the_app_binds, sources_that_a_set_binds,
        more_suggestions_than_bits, the_eyes_that_the_app_binds, the_eyes_that_the_layer_enabled);
}
