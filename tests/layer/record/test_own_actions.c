/* SPDX-License-Identifier: MIT */
/* Hazard: the recorder suggests bindings of its own for what a profile does not have or the app
 * left out, takes a binding from the app that the runtime would have accepted, or records another
 * source's value or pose. Every profile of the table, and apps and runtimes that differ by chance,
 * each against a simpler account of what must come out. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "actions.h"
#include "profiles/bindings.h"
#include "sink.h"

enum {
    SOURCES = 1024, /* of the account */
    SETS = 3,
    PROFILES = 4,
    BINDINGS = 6,
    CASES = 250,
    ROUNDS = 4,
    TEXTS = 4096,
    MADE = 4096,
    LISTED = 1600
};
#define ACTION_FROM 100000
#define OWN_TOLD 1000.0f

static const char gaze_path[] = EYE_GAZE;
static const char eyes[] = EYE_GAZE_PROFILE;

static uint64_t seed = 1;

static uint32_t chance(uint32_t below)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(seed >> 33) % below;
}

/* ---- the runtime ---- */

struct made {
    XrActionSet set;
    XrActionType type;
    XrPath user; /* the only subaction path; XR_NULL_PATH: none, or several */
    bool is_own;
    unsigned source; /* of an own one */
};

struct state {
    bool fails, active;
    float x, y;
};

static struct {
    char texts[TEXTS][96];
    XrPath text_count;
    bool is_refused[TEXTS]; /* suggestions with this path; and those with both of these */
    XrPath conflict[2];
    XrActionSet own_sets[64];
    uint32_t priorities[64], own_set_count;
    struct made made[MADE];
    struct state states[MADE];
    uint32_t made_count;
    struct {
        XrPath profile;
        uint32_t count;
        XrActionSuggestedBinding list[LISTED];
    } suggested[80];
    uint32_t suggested_count;
    bool profile_fails[US_SESSION_USERS];
    XrPath profile_now[US_SESSION_USERS];
    const char *no_path; /* this text becomes none; NULL: each does */
    uint32_t eyes_alone; /* how often the gaze was suggested by itself */
    XrActiveActionSet synced[2 * SETS + 2];
    uint32_t synced_count;
    XrResult sync_result;
} runtime;

static XRAPI_ATTR XrResult XRAPI_CALL to_path(XrInstance instance, const char *text, XrPath *out)
{
    (void)instance;
    if (runtime.no_path != NULL && strcmp(runtime.no_path, text) == 0)
        return XR_ERROR_PATH_FORMAT_INVALID;
    for (*out = 1; *out <= runtime.text_count; ++*out)
        if (strcmp(runtime.texts[*out - 1], text) == 0)
            return XR_SUCCESS;
    assert_true(runtime.text_count < TEXTS);
    snprintf(runtime.texts[runtime.text_count++], sizeof runtime.texts[0], "%s", text);
    return XR_SUCCESS;
}

static const char *text_of(XrPath path)
{
    return path != XR_NULL_PATH && path <= runtime.text_count ? runtime.texts[path - 1] : "";
}

static XRAPI_ATTR XrResult XRAPI_CALL to_text(XrInstance instance, XrPath path, uint32_t capacity,
                                              uint32_t *count, char *out)
{
    (void)instance;
    if (path == XR_NULL_PATH || path > runtime.text_count)
        return XR_ERROR_PATH_INVALID;
    *count = (uint32_t)strlen(text_of(path)) + 1;
    if (capacity >= *count)
        memcpy(out, text_of(path), *count);
    return XR_SUCCESS;
}

static XRAPI_ATTR XrResult XRAPI_CALL create_set(XrInstance instance,
                                                 const XrActionSetCreateInfo *info,
                                                 XrActionSet *out)
{
    static uint64_t count = 9000;
    (void)instance;
    *out = US_XR_HANDLE(XrActionSet, ++count);
    if (strncmp(info->actionSetName, "understudy_recorder", 19) == 0) {
        runtime.priorities[runtime.own_set_count] = info->priority;
        runtime.own_sets[runtime.own_set_count++] = *out;
    }
    return XR_SUCCESS;
}

static XRAPI_ATTR XrResult XRAPI_CALL create_action(XrActionSet set, const XrActionCreateInfo *info,
                                                    XrAction *out)
{
    struct made *made = &runtime.made[runtime.made_count];
    assert_true(runtime.made_count < MADE);
    *made = (struct made){.set = set, .type = info->actionType};
    if (info->countSubactionPaths == 1)
        made->user = info->subactionPaths[0];
    made->is_own = sscanf(info->actionName, "source_%u", &made->source) == 1;
    *out = US_XR_HANDLE(XrAction, ACTION_FROM + runtime.made_count++);
    return XR_SUCCESS;
}

static uint32_t index_of(XrAction action)
{
    return (uint32_t)(US_XR_VALUE(action) - ACTION_FROM);
}

/* A space's handle is that of its action. */
static XRAPI_ATTR XrResult XRAPI_CALL create_space(XrSession session,
                                                   const XrActionSpaceCreateInfo *info,
                                                   XrSpace *out)
{
    (void)session;
    if (runtime.made[index_of(info->action)].is_own)
        assert_true(info->subactionPath == runtime.made[index_of(info->action)].user);
    *out = US_XR_HANDLE(XrSpace, US_XR_VALUE(info->action));
    return XR_SUCCESS;
}

static PFN_xrLocateSpace next_locate;

/* The space of the own action i is at x = i; what the app is told is elsewhere. */
static XRAPI_ATTR XrResult XRAPI_CALL locate(XrSpace space, XrSpace base, XrTime time,
                                             XrSpaceLocation *out)
{
    if (US_XR_VALUE(space) < ACTION_FROM)
        return next_locate(space, base, time, out);
    uint32_t index = (uint32_t)(US_XR_VALUE(space) - ACTION_FROM);
    out->locationFlags = 15;
    out->pose = (XrPosef){{0, 0, 0, 1},
                          {runtime.made[index].is_own ? (float)index : OWN_TOLD + 0.5f, 0, 0}};
    return XR_SUCCESS;
}

static XRAPI_ATTR XrResult XRAPI_CALL suggest(XrInstance instance,
                                              const XrInteractionProfileSuggestedBinding *info)
{
    bool met[2] = {false, false};
    uint32_t at = 0;
    (void)instance;
    assert_true(info->countSuggestedBindings > 0);
    /* The recorder suggests nothing of its own without the app's, but for the eyes. */
    if (runtime.made[index_of(info->suggestedBindings[0].action)].is_own) {
        assert_string_equal(text_of(info->suggestedBindings[0].binding), gaze_path);
        assert_int_equal(info->countSuggestedBindings, 1);
        runtime.eyes_alone++;
    }
    for (uint32_t i = 0; i < info->countSuggestedBindings; i++) {
        XrPath path = info->suggestedBindings[i].binding;
        if (runtime.is_refused[path])
            return XR_ERROR_PATH_UNSUPPORTED;
        met[0] |= path == runtime.conflict[0];
        met[1] |= path == runtime.conflict[1];
    }
    if (met[0] && met[1])
        return XR_ERROR_VALIDATION_FAILURE;
    while (at < runtime.suggested_count &&
           runtime.suggested[at].profile != info->interactionProfile)
        at++;
    if (at == runtime.suggested_count)
        runtime.suggested[runtime.suggested_count++].profile = info->interactionProfile;
    assert_true(info->countSuggestedBindings <= LISTED && runtime.suggested_count < 80);
    runtime.suggested[at].count = info->countSuggestedBindings;
    memcpy(runtime.suggested[at].list, info->suggestedBindings,
           info->countSuggestedBindings * sizeof *info->suggestedBindings);
    return XR_SUCCESS;
}

static struct state *state_of(const XrActionStateGetInfo *info, XrActionType type)
{
    const struct made *made = &runtime.made[index_of(info->action)];
    assert_true(made->is_own && made->type == type && made->user == info->subactionPath);
    return &runtime.states[index_of(info->action)];
}

#define READER(NAME, TYPE, FILL)                                                                   \
    static XRAPI_ATTR XrResult XRAPI_CALL get_##NAME(                                              \
        XrSession session, const XrActionStateGetInfo *info, XrActionState##NAME *out)             \
    {                                                                                              \
        const struct state *state = state_of(info, XR_ACTION_TYPE_##TYPE);                         \
        (void)session;                                                                             \
        out->isActive = state->active;                                                             \
        FILL;                                                                                      \
        return state->fails ? XR_ERROR_RUNTIME_FAILURE : XR_SUCCESS;                               \
    }
READER(Boolean, BOOLEAN_INPUT, out->currentState = state->x > 0.5f)
READER(Float, FLOAT_INPUT, out->currentState = state->x)
READER(Vector2f, VECTOR2F_INPUT, out->currentState = ((XrVector2f){state->x, state->y}))
READER(Pose, POSE_INPUT, (void)0)

static XRAPI_ATTR XrResult XRAPI_CALL sync_sets(XrSession session, const XrActionsSyncInfo *info)
{
    (void)session;
    assert_true(info->countActiveActionSets <= 2 * SETS + 2);
    runtime.synced_count = info->countActiveActionSets;
    memcpy(runtime.synced, info->activeActionSets,
           info->countActiveActionSets * sizeof runtime.synced[0]);
    return runtime.sync_result;
}

static int user_of(const char *text)
{
    for (int user = 0; user < US_SESSION_USERS; user++)
        if (strcmp(us_session_user_path((enum us_session_user)user), text) == 0)
            return user;
    return -1;
}

static XRAPI_ATTR XrResult XRAPI_CALL get_profile(XrSession session, XrPath path,
                                                  XrInteractionProfileState *out)
{
    int user = user_of(text_of(path));
    (void)session;
    out->interactionProfile = user >= 0 ? runtime.profile_now[user] : XR_NULL_PATH;
    return user < 0 || runtime.profile_fails[user] ? XR_ERROR_RUNTIME_FAILURE : XR_SUCCESS;
}

static XRAPI_ATTR XrResult XRAPI_CALL get(XrInstance instance, const char *name,
                                          PFN_xrVoidFunction *function)
{
    XrResult result = fake_get(instance, name, function);
    if (XR_FAILED(result) || instance == XR_NULL_HANDLE)
        return result;
    if (strcmp(name, "xrLocateSpace") == 0)
        next_locate = (PFN_xrLocateSpace)*function;
    FAKE_INSTEAD(xrStringToPath, to_path)
    FAKE_INSTEAD(xrPathToString, to_text)
    FAKE_INSTEAD(xrCreateActionSet, create_set)
    FAKE_INSTEAD(xrCreateAction, create_action)
    FAKE_INSTEAD(xrCreateActionSpace, create_space)
    FAKE_INSTEAD(xrLocateSpace, locate)
    FAKE_INSTEAD(xrSuggestInteractionProfileBindings, suggest)
    FAKE_INSTEAD(xrGetActionStateBoolean, get_Boolean)
    FAKE_INSTEAD(xrGetActionStateFloat, get_Float)
    FAKE_INSTEAD(xrGetActionStateVector2f, get_Vector2f)
    FAKE_INSTEAD(xrGetActionStatePose, get_Pose)
    FAKE_INSTEAD(xrGetCurrentInteractionProfile, get_profile)
    FAKE_INSTEAD(xrSyncActions, sync_sets)
    return result;
}

/* ---- the app ---- */

struct bound {
    XrAction action;
    XrActionType type;
    int set;
    unsigned declares; /* a bit for each hand */
    char path[96];
};

static struct {
    struct scene scene;
    uint32_t minor;
    const char *extension; /* NULL: none */
    XrActionSet sets[SETS];
    uint32_t set_priority[SETS];
    uint32_t profile_count; /* the newest first */
    struct suggestion {
        const struct us_profile *profile; /* NULL: unknown */
        XrPath path;
        uint32_t count;
        struct bound list[BINDINGS];
    } profiles[80];
} app;

static unsigned plays; /* parts of a recording that plays meanwhile */
static bool has_eyes;  /* the runtime has the eyes' extension */

static void begin(uint32_t minor, const char *extension)
{
    static char path[64];
    memset(&app, 0, sizeof app);
    memset(&runtime, 0, sizeof runtime);
    app.minor = minor;
    app.extension = extension;
    scene_init(&app.scene, plays);
    if (plays == 0)
        unsetenv("UNDERSTUDY_PLAY");
    fake.has_eyes = has_eyes;
    snprintf(path, sizeof path, "/tmp/understudy-own-actions-%ld.mcap", (long)getpid());
    setenv("UNDERSTUDY_RECORD", path, 1);
    sink_reset();
    fake.also[0] = extension;
    app.scene.version = XR_MAKE_VERSION(1, minor, 0);
    assert_success(scene_create_over(&app.scene, get, fake_create, &extension, extension != NULL));
    scene_begin(&app.scene);
    for (int i = 0; i < SETS; i++) {
        app.set_priority[i] = i == 0 ? 1 : chance(3);
        app.sets[i] = actions_set(&app.scene, app.set_priority[i]);
    }
}

static void end(void)
{
    scene_end(&app.scene);
}

/* The newest suggestion, for which bind adds and suggest_it calls. */
static struct suggestion *add_profile(const char *path)
{
    memmove(&app.profiles[1], &app.profiles[0], app.profile_count * sizeof app.profiles[0]);
    app.profile_count++;
    app.profiles[0] = (struct suggestion){.profile = us_bindings_profile(path)};
    assert_success(to_path(XR_NULL_HANDLE, path, &app.profiles[0].path));
    return &app.profiles[0];
}

static void bind(XrActionType type, int set, unsigned declares, const char *user, const char *rest)
{
    struct suggestion *of = &app.profiles[0];
    struct bound *bound = &of->list[of->count++];
    *bound = (struct bound){.type = type, .set = set, .declares = declares};
    bound->action = actions_make(&app.scene, app.sets[set], type,
                                 (declares & 1) != 0   ? LEFT
                                 : (declares & 2) != 0 ? RIGHT
                                                       : NULL,
                                 declares == 3 ? RIGHT : NULL, NULL);
    snprintf(bound->path, sizeof bound->path, "%s%s", user, rest);
}

static void suggest_it(const void *next)
{
    const struct suggestion *of = &app.profiles[0];
    XrActionSuggestedBinding list[BINDINGS];
    for (uint32_t i = 0; i < of->count; i++) {
        list[i].action = of->list[i].action;
        assert_success(to_path(XR_NULL_HANDLE, of->list[i].path, &list[i].binding));
    }
    const XrInteractionProfileSuggestedBinding info = {
        XR_TYPE_INTERACTION_PROFILE_SUGGESTED_BINDING, next, of->path, of->count, list};
    assert_success(app.scene.calls.xrSuggestInteractionProfileBindings(app.scene.instance, &info));
}

static const struct us_session_frame *next_frame(double seconds)
{
    assert_success(scene_submit(&app.scene, SCENE_AT(seconds), 0, NULL));
    return sink_frame(-1);
}

/* ---- the account: the sources, in their order ---- */

static struct source {
    char path[96];
    const struct us_component *component;
    const char *user;
    uint64_t suggestions; /* a bit for each of the app's */
    bool is_truth;
    int pose; /* of a hand; -1: none */
} sources[SOURCES];
static uint32_t source_count, value_count;

static bool is_allowed(const struct us_component *component)
{
    return component->core_since <= app.minor ||
           (component->extension != NULL && app.extension != NULL &&
            strcmp(component->extension, app.extension) == 0);
}

static bool is_hand(const char *user)
{
    return strcmp(user, LEFT) == 0 || strcmp(user, RIGHT) == 0;
}

static int pose_of(const char *user, const struct us_component *component)
{
    static const struct {
        const char *path;
        enum us_session_hand_pose pose;
    } poses[] = {{"/input/grip/pose", US_SESSION_POSE_GRIP},
                 {"/input/aim/pose", US_SESSION_POSE_AIM},
                 {"/input/grip_surface/pose", US_SESSION_POSE_PALM},
                 {"/input/palm_ext/pose", US_SESSION_POSE_PALM},
                 {"/input/pinch_ext/pose", US_SESSION_POSE_PINCH},
                 {"/input/poke_ext/pose", US_SESSION_POSE_POKE}};
    for (size_t i = 0; is_hand(user) && i < sizeof poses / sizeof poses[0]; i++)
        if (strcmp(poses[i].path, component->path) == 0)
            return (int)poses[i].pose;
    return -1;
}

static bool is_pose(const struct source *source)
{
    return source->component->type == XR_ACTION_TYPE_POSE_INPUT;
}

static bool is_gaze(const struct source *source)
{
    return is_pose(source) && source->component->drive == US_DRIVE_GAZE;
}

static void expect(const char *user, const struct us_component *component, uint32_t suggestion)
{
    struct source source = {.component = component,
                            .user = user,
                            .suggestions = UINT64_C(1) << suggestion,
                            .pose = pose_of(user, component)};
    bool is_value = component->type != XR_ACTION_TYPE_POSE_INPUT;
    snprintf(source.path, sizeof source.path, "%s%s", user, component->path);
    if (runtime.no_path != NULL &&
        (strcmp(runtime.no_path, source.path) == 0 || strcmp(runtime.no_path, user) == 0))
        return;
    if (component->type == XR_ACTION_TYPE_VIBRATION_OUTPUT || !is_allowed(component) ||
        (!is_value && component->drive != US_DRIVE_GAZE && source.pose < 0))
        return;
    for (uint32_t i = 0; i < source_count; i++)
        if (strcmp(sources[i].path, source.path) == 0) {
            sources[i].suggestions |= source.suggestions;
            return;
        }
    if (is_value && value_count == US_SESSION_COMPONENTS_MAX)
        return;
    value_count += is_value;
    assert_true(source_count < SOURCES);
    sources[source_count++] = source;
}

static void expect_profile(const struct us_profile *profile, const char *user, uint32_t suggestion)
{
    bool is_left = strstr(user, "left") != NULL, has_both = profile->users[1] != NULL;
    for (size_t i = 0; i < profile->component_count; i++) {
        const struct us_component *component = &profile->components[i];
        if (!has_both || (is_left && component->left) || (!is_left && component->right))
            expect(user, component, suggestion);
    }
    for (size_t i = 0; is_hand(user) && i < us_profile_table_pose_count; i++)
        expect(user, &us_profile_table_poses[i], suggestion);
}

/* A user counts whose paths the suggestion binds, by a whole part of a path. */
static bool binds(const struct suggestion *suggestion, const char *user)
{
    char begin_of[96];
    snprintf(begin_of, sizeof begin_of, "%s/", user);
    for (uint32_t i = 0; i < suggestion->count; i++)
        if (strncmp(suggestion->list[i].path, begin_of, strlen(begin_of)) == 0)
            return true;
    return false;
}

static void expect_all(void)
{
    source_count = value_count = 0;
    for (uint32_t p = 0; p < app.profile_count && p < 64; p++)
        for (int user = 0; app.profiles[p].profile != NULL && user < 2; user++) {
            const char *path = app.profiles[p].profile->users[user];
            if (path != NULL && binds(&app.profiles[p], path))
                expect_profile(app.profiles[p].profile, path, p);
        }
    /* Behind them each number once more, as a truth. */
    for (uint32_t i = 0, count = source_count; i < count; i++) {
        if (sources[i].component->type != XR_ACTION_TYPE_FLOAT_INPUT)
            continue;
        sources[source_count] = sources[i];
        sources[source_count++].is_truth = true;
    }
}

static void check_components(void)
{
    static const enum us_session_component_type types[] = {
        [XR_ACTION_TYPE_BOOLEAN_INPUT] = US_SESSION_COMPONENT_BOOLEAN,
        [XR_ACTION_TYPE_FLOAT_INPUT] = US_SESSION_COMPONENT_FLOAT,
        [XR_ACTION_TYPE_VECTOR2F_INPUT] = US_SESSION_COMPONENT_VECTOR2};
    uint32_t value = 0;
    assert_int_equal(sink.components.count, value_count);
    for (uint32_t i = 0; i < source_count; i++) {
        if (is_pose(&sources[i]) || sources[i].is_truth)
            continue;
        assert_string_equal(sink.components.components[value].path, sources[i].path);
        assert_int_equal(sink.components.components[value++].type,
                         types[sources[i].component->type]);
    }
    assert_int_equal(sink.components.profile_count,
                     app.profile_count < 64 ? app.profile_count : 64);
    for (uint32_t p = 0; p < sink.components.profile_count; p++)
        assert_string_equal(sink.components.profiles[p], text_of(app.profiles[p].path));
}

/* The base set has an action of the right type for each source. */
static void check_base(void)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < runtime.made_count; i++) {
        const struct made *made = &runtime.made[i];
        if (!made->is_own || made->set != runtime.own_sets[0])
            continue;
        assert_int_equal(made->source, found);
        assert_int_equal(made->type, sources[found].is_truth ? XR_ACTION_TYPE_BOOLEAN_INPUT
                                                             : sources[found].component->type);
        assert_int_equal(made->user, XR_NULL_PATH);
        found++;
    }
    assert_int_equal(found, source_count);
}

static void check_recorded_poses(void)
{
    bool is_bound[US_SESSION_HANDS][US_SESSION_POSES] = {{false}}, has_gaze = false;
    scene_wait_frame(&app.scene, SCENE_AT(1));
    assert_success(actions_sync(&app.scene, app.sets[0]));
    const struct us_session_frame *frame = next_frame(1);
    for (uint32_t i = 0; i < source_count; i++) {
        has_gaze |= is_gaze(&sources[i]);
        if (is_pose(&sources[i]) && sources[i].pose >= 0)
            is_bound[strcmp(sources[i].user, RIGHT) == 0 ? US_SESSION_RIGHT : US_SESSION_LEFT]
                    [sources[i].pose] = true;
    }
    for (int hand = 0; hand < US_SESSION_HANDS; hand++)
        for (int pose = 0; pose < US_SESSION_POSES; pose++)
            assert_int_equal(frame->poses[hand][pose].is_recorded, is_bound[hand][pose]);
    assert_int_equal(frame->gaze.is_recorded, has_gaze);
}

static void check_attached(void)
{
    expect_all();
    assert_success(actions_attach(&app.scene, app.sets, SETS));
    assert_int_equal(sink.components_count, source_count > 0);
    if (source_count == 0)
        return;
    check_components();
    check_base();
    check_recorded_poses();
}

static void find_actions(void);

/* ---- every profile ---- */

static const char *needed_extension(const struct us_profile *profile, size_t number)
{
    if (number < profile->component_count)
        return profile->components[number].extension;
    number -= profile->component_count;
    return number < us_profile_table_pose_count ? us_profile_table_poses[number].extension : NULL;
}

static bool is_first(const struct us_profile *profile, size_t number)
{
    const char *name = needed_extension(profile, number);
    for (size_t i = 0; name != NULL && i < number; i++) {
        const char *other = needed_extension(profile, i);
        if (other != NULL && strcmp(other, name) == 0)
            return false;
    }
    return name != NULL;
}

/* `bound`: a bit for each of the profile's users. */
static void bind_users(const struct us_profile *profile, unsigned bound)
{
    (void)add_profile(profile->path);
    for (unsigned user = 0; user < 2 && profile->users[user] != NULL; user++)
        if ((bound & 1u << user) != 0)
            bind(XR_ACTION_TYPE_BOOLEAN_INPUT, 0, 0, profile->users[user], "/input/x");
}

/* With both users bound, and with each alone; with every extension alone, and with none; in OpenXR
 * 1.0 and 1.1. */
static void check_profile(const struct us_profile *profile)
{
    size_t extensions = profile->component_count + us_profile_table_pose_count;
    for (size_t extension = 0; extension <= extensions; extension++) {
        if (extension < extensions && !is_first(profile, extension))
            continue;
        for (unsigned bound = 1; bound < (profile->users[1] != NULL ? 4u : 2u); bound++)
            for (uint32_t minor = 0; minor < 2; minor++) {
                begin(minor, needed_extension(profile, extension));
                bind_users(profile, bound);
                suggest_it(NULL);
                check_attached();
                end();
            }
    }
}

TEST(every_component_of_what_the_app_bound)
{
    for (size_t i = 0; i < us_profile_table_count; i++)
        check_profile(&us_profile_table[i]);
}

/* A suggestion that goes with a struct, for a profile that nobody knows, or of a user whose path
 * only begins as one of the profile's. */
TEST(suggestions_that_are_not_understood)
{
    const XrBindingModificationsKHR chained = {.type = XR_TYPE_BINDING_MODIFICATIONS_KHR};
    static const char *const names[] = {SIMPLE, "/interaction_profiles/of/nobody", SIMPLE};
    static const char *const users[] = {LEFT, LEFT, LEFT "er"};
    for (int i = 0; i < 3; i++) {
        begin(0, NULL);
        (void)add_profile(names[i]);
        bind(XR_ACTION_TYPE_BOOLEAN_INPUT, 0, 0, users[i], "/input/select/click");
        suggest_it(i == 0 ? &chained : NULL);
        app.profiles[0].profile = NULL;
        check_attached();
        end();
    }
}

/* Each component once, by all the suggestions that have it. */
TEST(all_profiles_at_once)
{
    begin(1, NULL);
    for (size_t i = 0; i < us_profile_table_count; i++) {
        bind_users(&us_profile_table[i], 3);
        suggest_it(NULL);
    }
    check_attached();
    end();
}

/* There are bits for 64 suggestions, the newest ones. What an older one binds is left out. */
TEST(more_suggestions_than_bits)
{
    for (int more = 0; more < 2; more++) {
        begin(0, NULL);
        bind_users(us_bindings_profile(TOUCH), 1);
        suggest_it(NULL);
        for (int i = 0; i < 62 + more; i++) {
            char path[64];
            snprintf(path, sizeof path, "/interaction_profiles/of/nobody_%d", i);
            (void)add_profile(path);
            bind(XR_ACTION_TYPE_BOOLEAN_INPUT, 0, 0, LEFT, "/input/x");
            suggest_it(NULL);
        }
        bind_users(us_bindings_profile(SIMPLE), 2);
        suggest_it(NULL);
        check_attached();
        find_actions();
        assert_int_equal(binds(&app.profiles[63 + more], LEFT), 1);
        end();
    }
}

/* ---- apps and runtimes that differ by chance ---- */

static void bind_by_chance(void)
{
    static const char *const rests[] = {
        "/input/trigger/value", "/input/trigger",  "/input/squeeze/value", "/input/squeeze",
        "/input/trig",          "/input/x/click",  "/input/thumbstick",    "/input/thumbstick/x",
        "/input/select/click",  "/output/haptic",  "/input/grip/pose",     "/input/grip",
        "/input/grip/value",    "/input/aim/pose", "/input/aim",           "/input/menu/click"};
    static const XrActionType types[] = {XR_ACTION_TYPE_BOOLEAN_INPUT, XR_ACTION_TYPE_FLOAT_INPUT,
                                         XR_ACTION_TYPE_POSE_INPUT, XR_ACTION_TYPE_POSE_INPUT};
    for (uint32_t i = 1 + chance(BINDINGS); i > 0; i--)
        bind(types[chance(4)], (int)chance(SETS), chance(4), chance(2) == 0 ? LEFT : RIGHT,
             rests[chance(sizeof rests / sizeof rests[0])]);
}

static void make_app(void)
{
    static const char *const names[] = {SIMPLE, TOUCH, INDEX};
    begin(chance(2), "XR_EXT_eye_gaze_interaction");
    for (uint32_t first = chance(3), i = 0; i < 3; i++) {
        if (chance(4) == 0)
            continue;
        (void)add_profile(names[(first + i) % 3]);
        bind_by_chance();
        suggest_it(NULL);
    }
    if (app.profile_count == 0 || chance(3) == 0) {
        (void)add_profile(eyes);
        bind(XR_ACTION_TYPE_POSE_INPUT, (int)chance(SETS), 0, EYES, "/input/gaze_ext/pose");
        suggest_it(NULL);
    }
}

/* The app's set that the own set is a twin of; -1: the base. */
static int app_set_of(uint32_t own)
{
    int set = -1;
    for (uint32_t twins = 0; twins < own;)
        twins += app.set_priority[++set] > 0;
    return set;
}

static bool is_same_source(const char *a, const char *b)
{
    const char *of_a = strstr(a, "/input/"), *of_b = strstr(b, "/input/");
    if (of_a == NULL || of_b == NULL)
        return false;
    size_t length = (size_t)(of_a - a) + 7 + strcspn(of_a + 7, "/");
    return length == (size_t)(of_b - b) + 7 + strcspn(of_b + 7, "/") && strncmp(a, b, length) == 0;
}

/* Whether an own set has a source by a suggestion of the app's; and whether its action is of the
 * source's user alone. */
static bool has_source(uint32_t own, uint32_t s, uint32_t p, bool *declares)
{
    int set = app_set_of(own);
    bool found = false;
    if ((sources[s].suggestions & UINT64_C(1) << p) == 0)
        return false;
    for (uint32_t i = 0; set >= 0 && i < app.profiles[p].count; i++) {
        const struct bound *bound = &app.profiles[p].list[i];
        if (bound->set != set || !is_same_source(bound->path, sources[s].path))
            continue;
        found = true;
        *declares |= (strcmp(sources[s].user, LEFT) == 0 && (bound->declares & 1) != 0) ||
                     (strcmp(sources[s].user, RIGHT) == 0 && (bound->declares & 2) != 0);
    }
    return set < 0 || found;
}

/* The action of an own set for a source; MADE: none. */
static uint32_t action_of(uint32_t own, uint32_t s)
{
    bool is_there = false, declares = false;
    for (uint32_t p = 0; p < app.profile_count && p < 64; p++)
        is_there |= has_source(own, s, p, &declares);
    for (uint32_t i = 0; i < runtime.made_count; i++) {
        const struct made *made = &runtime.made[i];
        if (!made->is_own || made->set != runtime.own_sets[own] || made->source != s)
            continue;
        assert_true(is_there);
        assert_string_equal(text_of(made->user), declares ? sources[s].user : "");
        return i;
    }
    assert_false(is_there);
    return MADE;
}

static uint32_t actions[SETS + 1][SOURCES];

static void find_actions(void)
{
    for (uint32_t own = 0; own < runtime.own_set_count; own++) {
        int set = app_set_of(own);
        assert_int_equal(runtime.priorities[own], set < 0 ? 0 : app.set_priority[set]);
        for (uint32_t s = 0; s < source_count; s++)
            actions[own][s] = action_of(own, s);
    }
}

static bool conflicts(const XrActionSuggestedBinding *list, uint32_t count, XrPath path)
{
    for (uint32_t i = 0; i < count; i++)
        if ((list[i].binding == runtime.conflict[0] && path == runtime.conflict[1]) ||
            (list[i].binding == runtime.conflict[1] && path == runtime.conflict[0]))
            return true;
    return false;
}

static uint32_t add_if_known(XrActionSuggestedBinding *list, uint32_t count, XrAction action,
                             const char *text)
{
    XrPath path = XR_NULL_PATH;
    assert_success(to_path(XR_NULL_HANDLE, text, &path));
    if (runtime.is_refused[path] || conflicts(list, count, path))
        return count;
    list[count] = (XrActionSuggestedBinding){action, path};
    return count + 1;
}

/* The app's bindings that the runtime knows, and behind them the own ones, each if it goes with
 * those before it. Returns whether there are own ones. */
static bool check_suggested(uint32_t p)
{
    static XrActionSuggestedBinding list[LISTED];
    uint32_t count = 0, known, own_count = 0, at = 0;
    bool declares = false; /* not asked for here */
    for (uint32_t i = 0; i < app.profiles[p].count; i++)
        count =
            add_if_known(list, count, app.profiles[p].list[i].action, app.profiles[p].list[i].path);
    known = count;
    for (uint32_t own = 0; known > 0 && own < runtime.own_set_count; own++)
        for (uint32_t s = 0; s < source_count; s++)
            if (has_source(own, s, p, &declares)) {
                own_count++;
                count =
                    add_if_known(list, count, US_XR_HANDLE(XrAction, ACTION_FROM + actions[own][s]),
                                 sources[s].path);
            }
    while (runtime.suggested[at].profile != app.profiles[p].path)
        at++;
    /* Otherwise the app's suggestion stands as it was. */
    if (known > 0 && own_count > 0) {
        assert_int_equal(runtime.suggested[at].count, count);
        assert_memory_equal(runtime.suggested[at].list, list, count * sizeof list[0]);
    }
    return count > known;
}

static void change_runtime(void)
{
    for (uint32_t i = 0; i < runtime.made_count; i++)
        runtime.states[i] =
            (struct state){chance(8) == 0, chance(3) == 0, (float)(1 + chance(100)) / 64.0f,
                           (float)(1 + chance(100)) / 32.0f};
    for (int user = 0; user < US_SESSION_USERS; user++) {
        uint32_t p = chance(app.profile_count + 2);
        runtime.profile_fails[user] = chance(6) == 0;
        runtime.profile_now[user] = p < app.profile_count    ? app.profiles[p].path
                                    : p == app.profile_count ? app.profiles[0].path + 1
                                                             : XR_NULL_PATH;
    }
}

static bool is_active_in(uint32_t own, uint32_t s)
{
    uint32_t i = actions[own][s];
    return i != MADE && !runtime.states[i].fails && runtime.states[i].active;
}

/* 1 + the set that a source is read in: where it was active before, otherwise the first. */
static unsigned expect_active(unsigned before, uint32_t s)
{
    if (before > 0 && is_active_in(before - 1, s))
        return before;
    for (uint32_t own = 0; own < runtime.own_set_count; own++)
        if (is_active_in(own, s))
            return own + 1;
    return 0;
}

static void check_value(const struct us_session_input *input, uint32_t s, unsigned active)
{
    const struct state *state = active > 0 ? &runtime.states[actions[active - 1][s]] : NULL;
    uint32_t index = sink_component(sources[s].path);
    XrActionType type = sources[s].component->type;
    bool is_true = state != NULL && state->x > 0.5f;
    if (sources[s].is_truth) {
        assert_int_equal(input->truths[index], state == NULL ? US_SESSION_TRUTH_UNKNOWN
                                               : is_true     ? US_SESSION_TRUTH_TRUE
                                                             : US_SESSION_TRUTH_FALSE);
        return;
    }
    float x = state == NULL                          ? 0.0f
              : type == XR_ACTION_TYPE_BOOLEAN_INPUT ? (float)is_true
                                                     : state->x;
    assert_int_equal(input->active[index], active > 0);
    assert_true(input->values[index].x == x);
    assert_true(input->values[index].y ==
                (state != NULL && type == XR_ACTION_TYPE_VECTOR2F_INPUT ? state->y : 0.0f));
}

/* The number of a user's profile, from 1; 0: none. Users without a source have none. */
static uint8_t profile_of(int user)
{
    const char *text = us_session_user_path((enum us_session_user)user);
    bool is_used = false;
    for (uint32_t s = 0; s < source_count; s++)
        is_used |= strcmp(sources[s].user, text) == 0;
    for (uint32_t p = 0; is_used && !runtime.profile_fails[user] && p < app.profile_count; p++)
        if (app.profiles[p].path == runtime.profile_now[user])
            return (uint8_t)(p + 1);
    return 0;
}

/* An event for each user whose profile is another one now, in the order of the users. */
static void check_profiles(const struct us_session_input *input, uint8_t before[US_SESSION_USERS])
{
    uint32_t events = 0;
    for (int user = 0; user < US_SESSION_USERS; user++) {
        uint8_t now = profile_of(user);
        assert_int_equal(input->profiles[user], now);
        if (now == before[user])
            continue;
        const struct us_session_event *event = sink_event((int)events++);
        assert_int_equal(event->kind, US_SESSION_EVENT_PROFILE);
        assert_int_equal(event->user, user);
        assert_int_equal(event->time_ns, input->time_ns);
        assert_string_equal(event->text, now > 0 ? text_of(app.profiles[now - 1].path) : "");
        before[user] = now;
    }
    assert_int_equal(sink_count(US_SESSION_TOPIC_EVENT), events);
}

/* What an app's pose action is bound to: one source, of what is current for its user. */
static const struct source *source_of(const struct bound *of, const char *user)
{
    const struct source *found = NULL;
    for (uint32_t p = 0; p < app.profile_count; p++)
        for (uint32_t i = 0; i < app.profiles[p].count; i++) {
            const struct bound *bound = &app.profiles[p].list[i];
            const struct source *source = NULL;
            if (bound->action != of->action)
                continue;
            for (uint32_t s = 0; source == NULL && s < source_count; s++) {
                size_t length = strlen(bound->path);
                bool is_named = strncmp(sources[s].path, bound->path, length) == 0 &&
                                (sources[s].path[length] == '\0' ||
                                 strcmp(sources[s].path + length, "/pose") == 0);
                if (is_named && is_pose(&sources[s]) &&
                    (sources[s].suggestions & UINT64_C(1) << p) != 0)
                    source = &sources[s];
            }
            if (source == NULL || profile_of(user_of(source->user)) != p + 1 ||
                (user != NULL && strcmp(user, source->user) != 0))
                continue;
            assert_true(found == NULL || found == source);
            found = source;
        }
    return found;
}

/* A pose action of the app's, which it locates; NULL: it has none. */
static const struct bound *pick_pose(void)
{
    const struct suggestion *of = &app.profiles[chance(app.profile_count)];
    const struct bound *bound = &of->list[chance(of->count)];
    return bound->type == XR_ACTION_TYPE_POSE_INPUT ? bound : NULL;
}

static void check_pose(const struct us_session_location *got, int hand, int pose,
                       const unsigned active[SOURCES], const struct source *told)
{
    bool is_bound = false, is_told = false;
    uint32_t at = MADE;
    for (uint32_t s = 0; s < source_count; s++) {
        bool is_it = hand < 0
                         ? is_gaze(&sources[s])
                         : is_pose(&sources[s]) && sources[s].pose == pose &&
                               strcmp(sources[s].user, hand == US_SESSION_LEFT ? LEFT : RIGHT) == 0;
        is_bound |= is_it;
        is_told |= is_it && told == &sources[s];
        if (is_it && active[s] > 0 && at == MADE)
            at = actions[active[s] - 1][s];
    }
    assert_int_equal(got->is_recorded, is_bound);
    assert_int_equal(got->is_active, at != MADE || is_told);
    assert_true(got->pose.position_m.x == (is_told      ? OWN_TOLD + 0.5f
                                           : at != MADE ? (float)at
                                                        : 0.0f));
}

/* Behind the app's list comes the base set, and the twin of each set that has one, for the same
 * user where it declares that. */
static void check_sync(XrResult result)
{
    static const char *const users[] = {NULL, LEFT, RIGHT};
    XrActiveActionSet list[2 * SETS + 2];
    uint32_t count = chance(SETS + 1), at = count;
    int set[SETS];
    for (uint32_t i = 0; i < count; i++) {
        /* Where something plays the layer knows what the app's sets declare. */
        const char *user = plays == 0 ? users[chance(3)] : NULL;
        if (user != NULL && runtime.no_path != NULL && strcmp(user, runtime.no_path) == 0)
            user = NULL;
        set[i] = (int)chance(SETS);
        list[i] = (XrActiveActionSet){app.sets[set[i]], actions_path(&app.scene, user)};
    }
    list[at++] = (XrActiveActionSet){runtime.own_sets[0], XR_NULL_PATH};
    assert_int_equal(actions_sync_many(&app.scene, list, count, NULL), result);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t own = 1; own < runtime.own_set_count; own++) {
            bool declares = list[i].subactionPath == XR_NULL_PATH;
            for (uint32_t s = 0; s < source_count; s++)
                declares |= actions[own][s] != MADE &&
                            runtime.made[actions[own][s]].user == list[i].subactionPath;
            if (app_set_of(own) == set[i] && declares)
                list[at++] = (XrActiveActionSet){runtime.own_sets[own], list[i].subactionPath};
        }
    assert_int_equal(runtime.synced_count, at);
    for (uint32_t i = 0; i < at; i++) {
        assert_true(runtime.synced[i].actionSet == list[i].actionSet);
        assert_true(runtime.synced[i].subactionPath == list[i].subactionPath);
    }
}

static void check_round(int round, unsigned active[SOURCES], uint8_t profiles[US_SESSION_USERS])
{
    XrResult result = chance(5) == 0 ? XR_SESSION_NOT_FOCUSED : XR_SUCCESS;
    const double seconds = 1.0 + round;
    change_runtime();
    sink.count = 0;
    scene_wait_frame(&app.scene, SCENE_AT(seconds));
    runtime.sync_result = result;
    check_sync(result);
    const struct us_session_input *input = sink_input(0);
    assert_int_equal(sink_count(US_SESSION_TOPIC_INPUT), 1);
    assert_int_equal(input->result, result);
    assert_int_equal(input->time_ns, SCENE_AT(seconds));
    assert_int_equal(input->count, value_count);
    for (uint32_t s = 0; s < source_count; s++) {
        active[s] = result == XR_SUCCESS ? expect_active(active[s], s) : 0;
        if (!is_pose(&sources[s]))
            check_value(input, s, active[s]);
    }
    check_profiles(input, profiles);
    const struct bound *pose = pick_pose();
    const char *user = pose != NULL && (pose->declares & 1) != 0 && chance(2) == 0 ? LEFT : NULL;
    const struct source *told = pose != NULL ? source_of(pose, user) : NULL;
    if (pose != NULL)
        (void)scene_locate(&app.scene, actions_space(&app.scene, pose->action, user),
                           app.scene.local, SCENE_AT(seconds), NULL);
    const struct us_session_frame *frame = next_frame(seconds);
    for (int hand = 0; hand < US_SESSION_HANDS; hand++)
        for (int at = 0; at < US_SESSION_POSES; at++)
            check_pose(&frame->poses[hand][at], hand, at, active, told);
    check_pose(&frame->gaze, -1, 0, active, told);
}

static bool is_the_apps(XrPath path)
{
    for (uint32_t p = 0; p < app.profile_count; p++)
        for (uint32_t i = 0; i < app.profiles[p].count; i++)
            if (strcmp(app.profiles[p].list[i].path, text_of(path)) == 0)
                return true;
    return false;
}

/* Nothing; some paths, and two of them together; all that the app did not suggest; or all. */
static void refuse_by_chance(void)
{
    uint32_t mode = chance(6);
    for (uint32_t i = 0; i < 2 && mode >= 3; i++)
        runtime.conflict[i] = chance(2) == 0 ? 1 + chance((uint32_t)runtime.text_count) : 0;
    /* The runtime took what the app suggested; a path is in no conflict with itself. */
    if (runtime.conflict[0] == runtime.conflict[1] ||
        (is_the_apps(runtime.conflict[0]) && is_the_apps(runtime.conflict[1])))
        runtime.conflict[0] = 0;
    for (XrPath path = 1; path <= runtime.text_count; path++)
        runtime.is_refused[path] = mode == 1 || mode == 2 || (mode >= 3 && chance(6) == 0);
    for (uint32_t p = 0; p < app.profile_count && mode == 1; p++)
        for (uint32_t i = 0; i < app.profiles[p].count; i++)
            runtime.is_refused[actions_path(&app.scene, app.profiles[p].list[i].path)] = false;
}

static void run_by_chance(void)
{
    unsigned active[SOURCES] = {0};
    uint8_t profiles[US_SESSION_USERS] = {0};
    check_components();
    /* Before the first frame a sync is now. */
    sink.count = 0;
    assert_success(actions_sync(&app.scene, app.sets[0]));
    assert_true(sink_input(0)->time_ns > 0);
    for (int round = 0; round < ROUNDS; round++)
        check_round(round, active, profiles);
}

TEST(what_chance_brings)
{
    unsigned used = 0;
    for (int i = 0; i < CASES; i++) {
        plays = i % 3 == 0 ? SCENE_HEAD : 0;
        make_app();
        runtime.no_path = i % 4 == 0 ? LEFT "/input/thumbrest/touch" : i % 4 == 1 ? RIGHT : NULL;
        expect_all();
        for (uint32_t s = 0; s < source_count; s++)
            (void)actions_path(&app.scene, sources[s].path);
        refuse_by_chance();
        assert_success(actions_attach(&app.scene, app.sets, SETS));
        find_actions();
        bool is_any = false;
        for (uint32_t p = 0; p < app.profile_count; p++)
            is_any |= check_suggested(p);
        assert_int_equal(sink.components_count, is_any);
        if (is_any)
            run_by_chance();
        used += is_any;
        end();
    }
    plays = 0;
    assert_true(used > CASES / 3 && used < CASES);
}

/* ---- the eyes, which the layer enables for itself ---- */

static void check_eyes(uint32_t others, bool expected)
{
    for (uint32_t i = 0; i < others; i++) {
        char path[64];
        snprintf(path, sizeof path, "/interaction_profiles/of/nobody_%u", i);
        (void)add_profile(path);
        bind(XR_ACTION_TYPE_BOOLEAN_INPUT, 0, 0, LEFT, "/input/x");
        suggest_it(NULL);
    }
    assert_success(actions_attach(&app.scene, app.sets, SETS));
    assert_int_equal(runtime.eyes_alone, expected);
    assert_int_equal(sink.components_count, expected);
    if (!expected)
        return;
    assert_int_equal(sink.components.profile_count, others + 1);
    assert_string_equal(sink.components.profiles[others], eyes);
    assert_int_equal(sink.components.count, 0);
    scene_wait_frame(&app.scene, SCENE_AT(1));
    assert_success(actions_sync(&app.scene, app.sets[0]));
    assert_true(next_frame(1)->gaze.is_recorded);
}

/* Where the runtime has them and nothing plays for them, as far as there are bits. A path that the
 * runtime does not know has no source. */
TEST(the_eyes_that_the_layer_enabled)
{
    static const struct {
        bool has_eyes;
        unsigned plays;
        uint32_t others;
        const char *no_path;
        bool expected;
    } rows[] = {{true, 0, 0, NULL, true},          {true, 0, 63, NULL, true},
                {true, 0, 64, NULL, false},        {false, 0, 0, NULL, false},
                {true, SCENE_HEAD, 1, NULL, true}, {true, SCENE_GAZE, 0, NULL, false},
                {true, 0, 1, eyes, false},         {true, 0, 1, gaze_path, false}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        has_eyes = rows[i].has_eyes;
        plays = rows[i].plays;
        begin(0, NULL);
        runtime.no_path = rows[i].no_path;
        check_eyes(rows[i].others, rows[i].expected);
        end();
    }
    has_eyes = false;
    plays = 0;
}

/* Where the runtime takes none of the own bindings, the app's stand as they were, and nothing of
 * the recorder's is left. */
TEST(no_own_binding_is_taken)
{
    begin(0, NULL);
    (void)add_profile(SIMPLE);
    bind(XR_ACTION_TYPE_BOOLEAN_INPUT, 0, 0, LEFT, "/input/select");
    suggest_it(NULL);
    expect_all();
    for (uint32_t s = 0; s < source_count; s++)
        runtime.is_refused[actions_path(&app.scene, sources[s].path)] = true;
    assert_success(actions_attach(&app.scene, app.sets, SETS));
    assert_int_equal(sink.components_count, 0);
    assert_int_equal(runtime.suggested[0].count, 1);
    assert_true(runtime.suggested[0].list[0].action == app.profiles[0].list[0].action);
    end();
}

/* Where the runtime refuses to attach the recorder's sets, what was suggested for them is taken
 * back: of the app's bindings those stand that the runtime knows. */
TEST(an_attachment_that_is_refused)
{
    static const char *const paths[] = {"/input/select", "/input/menu"};
    static const struct {
        bool has_eyes;
        uint32_t binds, known; /* the first ones are not known */
    } rows[] = {{false, 1, 1}, {false, 2, 2}, {false, 2, 1},
                {false, 2, 0}, {true, 0, 0},  {true, 1, 1}};
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row++) {
        has_eyes = rows[row].has_eyes;
        begin(0, NULL);
        const uint32_t count = rows[row].binds, unknown = count - rows[row].known;
        if (count > 0)
            (void)add_profile(SIMPLE);
        for (uint32_t i = 0; i < count; i++)
            bind(XR_ACTION_TYPE_BOOLEAN_INPUT, 0, 0, LEFT, paths[i]);
        if (count > 0)
            suggest_it(NULL);
        for (uint32_t i = 0; i < unknown; i++)
            runtime.is_refused[actions_path(&app.scene, app.profiles[0].list[i].path)] = true;
        fake.fails = "xrAttachSessionActionSets";
        fake.fails_with = XR_ERROR_LIMIT_REACHED;
        assert_int_equal(actions_attach(&app.scene, app.sets, SETS), XR_ERROR_LIMIT_REACHED);
        fake.fails = NULL;
        assert_true(runtime.own_set_count > 0);
        assert_int_equal(runtime.eyes_alone, has_eyes);
        assert_int_equal(sink.components_count, 0);
        for (uint32_t i = 0; i < rows[row].known; i++)
            assert_true(runtime.suggested[0].list[i].action ==
                        app.profiles[0].list[unknown + i].action);
        if (rows[row].known > 0)
            assert_int_equal(runtime.suggested[0].count, rows[row].known);
        end();
    }
    has_eyes = false;
}

/* Of more sets than the recorder has twins for, the first have one. */
TEST(more_sets_than_twins)
{
    enum { MANY = 40, TWINS = 32 };
    XrActionSet many[MANY];
    begin(0, NULL);
    for (int i = 0; i < MANY; i++)
        many[i] = actions_set(&app.scene, 1 + (uint32_t)i);
    bind_users(us_bindings_profile(SIMPLE), 1);
    suggest_it(NULL);
    assert_success(actions_attach(&app.scene, many, MANY));
    assert_int_equal(runtime.own_set_count, 1 + TWINS);
    for (uint32_t i = 0; i < TWINS; i++)
        assert_int_equal(runtime.priorities[1 + i], 1 + i);
    end();
}

TESTS_MAIN(every_component_of_what_the_app_bound, suggestions_that_are_not_understood,
           all_profiles_at_once, more_suggestions_than_bits, more_sets_than_twins,
           no_own_binding_is_taken, an_attachment_that_is_refused, the_eyes_that_the_layer_enabled,
           what_chance_brings)
