// SPDX-License-Identifier: MIT
#include "profile.h"

#include <stdlib.h>
#include <string.h>

#define PROFILE_PREFIX "/interaction_profiles/"

// In the order in which a hand prefers them.
static const char *const controllers[] = {
    "khr/simple_controller",       "oculus/touch_controller",
    "valve/index_controller",      "htc/vive_controller",
    "microsoft/motion_controller", "google/daydream_controller",
    "oculus/go_controller",        "samsung/odyssey_controller",
    "hp/mixed_reality_controller", "htc/vive_cosmos_controller",
    "htc/vive_focus3_controller",  "bytedance/pico_neo3_controller",
    "bytedance/pico4_controller",  "ml/ml2_controller",
    "huawei/controller",           "htc/vive_pro",
    "microsoft/xbox_controller",
};
#define CONTROLLER_COUNT (sizeof(controllers) / sizeof(controllers[0]))
#define EYES_RANK UINT32_MAX
#define NO_RANK (UINT32_MAX - 1)

static uint32_t rank_of(const struct us_instance *instance, const char *profile)
{
    const size_t prefix = sizeof(PROFILE_PREFIX) - 1;
    if (strncmp(profile, PROFILE_PREFIX, prefix) != 0)
        return NO_RANK;
    if (strcmp(profile + prefix, "ext/eye_gaze_interaction") == 0)
        return instance->enabled[US_EXTENSION_EYE_GAZE] ? EYES_RANK : NO_RANK;
    for (uint32_t i = 0; i < CONTROLLER_COUNT; i++) {
        if (strcmp(profile + prefix, controllers[i]) == 0)
            return i;
    }
    return NO_RANK;
}

static const char *skip_user(const char *string, enum us_user *out_user)
{
    static const struct {
        const char *path;
        enum us_user user;
    } users[] = {
        {"/user/hand/left", US_USER_LEFT},  {"/user/hand/right", US_USER_RIGHT},
        {"/user/eyes_ext", US_USER_EYES},   {"/user/gamepad", US_USER_OTHER},
        {"/user/treadmill", US_USER_OTHER}, {"/user/head", US_USER_OTHER},
    };
    for (size_t i = 0; i < sizeof(users) / sizeof(users[0]); i++) {
        const size_t length = strlen(users[i].path);
        if (strncmp(string, users[i].path, length) == 0 && string[length] == '/') {
            *out_user = users[i].user;
            return string + length;
        }
    }
    return NULL;
}

static enum us_input input_of(const char *component)
{
    static const struct {
        const char *component;
        enum us_input input;
    } inputs[] = {
        {"/input/select/click", US_INPUT_SELECT},
        {"/input/select", US_INPUT_SELECT},
        {"/input/trigger/click", US_INPUT_SELECT},
        {"/input/trigger/value", US_INPUT_SELECT},
        {"/input/trigger", US_INPUT_SELECT},
        {"/input/grip/pose", US_INPUT_GRIP},
        {"/input/grip", US_INPUT_GRIP},
        {"/input/aim/pose", US_INPUT_AIM},
        {"/input/aim", US_INPUT_AIM},
        {"/input/gaze_ext/pose", US_INPUT_GAZE},
        {"/input/gaze_ext", US_INPUT_GAZE},
    };
    for (size_t i = 0; i < sizeof(inputs) / sizeof(inputs[0]); i++) {
        if (strcmp(component, inputs[i].component) == 0)
            return inputs[i].input;
    }
    return strncmp(component, "/output/", 8) == 0 ? US_INPUT_HAPTIC : US_INPUT_IDLE;
}

bool us_profile_parse_source(const struct us_instance *instance, XrPath path,
                             struct us_source *out_source)
{
    const char *string = us_path_string(&instance->paths, path);
    const char *component = string == NULL ? NULL : skip_user(string, &out_source->user);
    if (component == NULL ||
        (strncmp(component, "/input/", 7) != 0 && strncmp(component, "/output/", 8) != 0))
        return false;
    out_source->path = path;
    out_source->input = input_of(component);
    return true;
}

static bool is_simple_component(const char *component)
{
    static const char *const simple[] = {
        "/input/select/click", "/input/select",    "/input/menu/click",
        "/input/menu",         "/input/grip/pose", "/input/grip",
        "/input/aim/pose",     "/input/aim",       "/output/haptic",
    };
    for (size_t i = 0; i < sizeof(simple) / sizeof(simple[0]); i++) {
        if (strcmp(component, simple[i]) == 0)
            return true;
    }
    return false;
}

static XrResult check_binding(const struct us_instance *instance, uint32_t rank,
                              const XrActionSuggestedBinding *binding)
{
    const struct us_action *action = us_action_find(binding->action);
    if (action == NULL || action->object.instance != instance)
        return XR_ERROR_HANDLE_INVALID;
    if (action->set->attached)
        return XR_ERROR_ACTIONSETS_ALREADY_ATTACHED;
    const char *string = us_path_string(&instance->paths, binding->binding);
    if (string == NULL)
        return XR_ERROR_PATH_INVALID;
    struct us_source source;
    if (!us_profile_parse_source(instance, binding->binding, &source))
        return XR_ERROR_PATH_UNSUPPORTED;
    const bool eyes = rank == EYES_RANK;
    if (eyes != (source.user == US_USER_EYES) || (eyes && source.input != US_INPUT_GAZE))
        return XR_ERROR_PATH_UNSUPPORTED;
    enum us_user user;
    if (rank == 0 &&
        (source.user == US_USER_OTHER || !is_simple_component(skip_user(string, &user))))
        return XR_ERROR_PATH_UNSUPPORTED;
    return XR_SUCCESS;
}

// The suggestion of that profile, made where there is none.
static struct us_suggestion *open_suggestion(struct us_instance *instance, XrPath profile)
{
    for (struct us_suggestion *s = instance->suggestions; s != NULL; s = s->next) {
        if (s->profile == profile)
            return s;
    }
    struct us_suggestion *suggestion = calloc(1, sizeof(*suggestion));
    if (suggestion == NULL)
        return NULL;
    suggestion->profile = profile;
    suggestion->next = instance->suggestions;
    instance->suggestions = suggestion;
    return suggestion;
}

static XrResult keep(struct us_instance *instance, uint32_t rank,
                     const XrInteractionProfileSuggestedBinding *suggested)
{
    struct us_suggested *bindings = calloc(suggested->countSuggestedBindings, sizeof(*bindings));
    struct us_suggestion *suggestion =
        bindings == NULL ? NULL : open_suggestion(instance, suggested->interactionProfile);
    if (suggestion == NULL) {
        free(bindings);
        return XR_ERROR_OUT_OF_MEMORY;
    }
    for (uint32_t i = 0; i < suggested->countSuggestedBindings; i++) {
        const XrActionSuggestedBinding *binding = &suggested->suggestedBindings[i];
        bindings[i] = (struct us_suggested){us_action_find(binding->action), binding->binding};
    }
    free(suggestion->bindings);
    suggestion->rank = rank;
    suggestion->bindings = bindings;
    suggestion->count = suggested->countSuggestedBindings;
    return XR_SUCCESS;
}

static XrResult suggest(struct us_instance *instance,
                        const XrInteractionProfileSuggestedBinding *suggested)
{
    if (suggested == NULL || suggested->type != XR_TYPE_INTERACTION_PROFILE_SUGGESTED_BINDING ||
        suggested->countSuggestedBindings == 0 || suggested->suggestedBindings == NULL)
        return XR_ERROR_VALIDATION_FAILURE;
    const char *profile = us_path_string(&instance->paths, suggested->interactionProfile);
    if (profile == NULL)
        return XR_ERROR_PATH_INVALID;
    const uint32_t rank = rank_of(instance, profile);
    if (rank == NO_RANK)
        return XR_ERROR_PATH_UNSUPPORTED;
    for (uint32_t i = 0; i < suggested->countSuggestedBindings; i++) {
        const XrResult result = check_binding(instance, rank, &suggested->suggestedBindings[i]);
        if (result != XR_SUCCESS)
            return result;
    }
    return keep(instance, rank, suggested);
}

XRAPI_ATTR XrResult XRAPI_CALL xrSuggestInteractionProfileBindings(
    XrInstance instance, const XrInteractionProfileSuggestedBinding *suggestedBindings)
{
    struct us_call call;
    if (US_ENTER(&call, xrSuggestInteractionProfileBindings, INSTANCE, instance))
        call.result = suggest((struct us_instance *)call.object, suggestedBindings);
    return us_call_leave(&call);
}

const struct us_suggestion *us_profile_choose(const struct us_instance *instance, enum us_user user)
{
    const struct us_suggestion *best = NULL;
    const bool eyes = user == US_USER_EYES;
    if (user == US_USER_OTHER || (eyes && instance->settings.lacks[US_LACK_EYE_GAZE_SYSTEM]))
        return NULL;
    for (const struct us_suggestion *s = instance->suggestions; s != NULL; s = s->next) {
        if ((s->rank == EYES_RANK) == eyes && (best == NULL || s->rank < best->rank))
            best = s;
    }
    return best;
}

void us_profile_forget(struct us_instance *instance)
{
    while (instance->suggestions != NULL) {
        struct us_suggestion *suggestion = instance->suggestions;
        instance->suggestions = suggestion->next;
        free(suggestion->bindings);
        free(suggestion);
    }
}
