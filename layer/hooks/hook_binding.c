/* SPDX-License-Identifier: MIT */
/* Functions that report bindings: current profile, bound sources, localized names. */
#include "layer/state/session.h"
#include "layer/hooks/hooks.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "layer/bindings/action.h"
#include "layer/answer/current_profile.h"
#include "layer/answer/input.h"
#include "layer/bindings/suggested_bindings.h"

/* Whether the result means that the chain below does not know the path, which only the layer may
 * know. Other errors concern the session. */
static bool is_about_path(XrResult result)
{
    return result == XR_ERROR_PATH_UNSUPPORTED || result == XR_ERROR_PATH_INVALID ||
           result == XR_ERROR_FEATURE_UNSUPPORTED || result == XR_ERROR_VALIDATION_FAILURE;
}

/* The answer for a user path that the chain below does not know. */
static XrResult get_hidden_profile(const struct us_session *session,
                                   XrInteractionProfileState *profile)
{
    if (profile == NULL || profile->type != XR_TYPE_INTERACTION_PROFILE_STATE)
        return XR_ERROR_VALIDATION_FAILURE;
    if (!atomic_load(&session->attached))
        return XR_ERROR_ACTIONSET_NOT_ATTACHED;
    /* The same call for the left hand reports errors of the session. */
    const struct us_instance *instance = session->instance;
    XrInteractionProfileState of_hand = {.type = XR_TYPE_INTERACTION_PROFILE_STATE};
    XrResult result = instance->next.xrGetCurrentInteractionProfile(
        session->handle, instance->bindings.user_paths[US_USER_PATH_LEFT], &of_hand);
    if (is_about_path(result))
        result = XR_SUCCESS;
    if (XR_SUCCEEDED(result))
        profile->interactionProfile = XR_NULL_PATH;
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL hook_xrGetCurrentInteractionProfile(
    XrSession handle, XrPath top_level_path, XrInteractionProfileState *profile)
{
    US_SESSION_OF_CALL(handle, session, instance);
    bool hidden =
        session != NULL && us_bindings_context_hides_path(&instance->bindings, top_level_path);
    XrResult result =
        hidden ? get_hidden_profile(session, profile)
               : instance->next.xrGetCurrentInteractionProfile(handle, top_level_path, profile);
    if (XR_SUCCEEDED(result) && session != NULL)
        profile->interactionProfile = us_current_profile(
            session, us_user_path_find(instance->bindings.user_paths, top_level_path),
            profile->interactionProfile);
    return result;
}

struct sources {
    XrPath *paths; /* with room for all; the caller frees it */
    uint32_t count;
};

static void add_source(struct sources *sources, XrPath path)
{
    for (uint32_t i = 0; i < sources->count; i++) {
        if (sources->paths[i] == path)
            return;
    }
    sources->paths[sources->count++] = path;
}

/* Adds the played sources of the current profiles. */
static void add_played(const struct us_session *session, const struct us_binding_plan *plan,
                       uint32_t index, struct sources *sources)
{
    const struct us_binding_plan_action *action = &plan->actions[index];
    for (uint32_t i = 0; i < action->binding_count; i++) {
        const struct us_binding_plan_binding *binding = &plan->bindings[action->first_binding + i];
        if (binding->profile == us_input_profile(session, binding->user_path).profile)
            add_source(sources, binding->path);
    }
}

/* Adds the live sources, without those of a played user. */
static void add_live(const struct us_binding_plan *plan, XrActionType type, const XrPath *paths,
                     uint32_t count, struct sources *sources)
{
    for (uint32_t i = 0; i < count; i++) {
        char text[XR_MAX_PATH_LENGTH];
        enum us_user_path user_path = US_USER_PATH_COUNT;
        if (us_bindings_context_text(plan->context, paths[i], text))
            user_path = us_user_path_of_text(text);
        if (!us_binding_plan_plays(plan, user_path, type))
            add_source(sources, paths[i]);
    }
}

/* Lists the played and live sources of an action of the plan. The caller frees the list, after a
 * failure too. */
static XrResult list_sources(const struct us_session *session, uint32_t index,
                             const XrBoundSourcesForActionEnumerateInfo *info, uint32_t below_count,
                             struct sources *sources)
{
    const struct us_binding_plan *plan = us_input_plan(session);
    const struct us_binding_plan_action *action = &plan->actions[index];
    size_t room = (size_t)below_count + action->binding_count;
    uint32_t live_count = below_count;
    sources->paths = calloc(room + below_count + 1, sizeof *sources->paths);
    if (sources->paths == NULL)
        return XR_ERROR_OUT_OF_MEMORY;
    XrPath *live = sources->paths + room;
    XrResult result = session->instance->next.xrEnumerateBoundSourcesForAction(
        session->handle, info, below_count, &live_count, live);
    if (XR_FAILED(result))
        return result;
    if (us_input_is_bound(session))
        add_played(session, plan, index, sources);
    add_live(plan, action->action->type, live, live_count < below_count ? live_count : below_count,
             sources);
    return result; /* NOLINT(clang-analyzer-unix.Malloc): the caller frees the list */
}

static XRAPI_ATTR XrResult XRAPI_CALL hook_xrEnumerateBoundSourcesForAction(
    XrSession handle, const XrBoundSourcesForActionEnumerateInfo *info, uint32_t capacity,
    uint32_t *out_count, XrPath *paths)
{
    US_SESSION_OF_CALL(handle, session, instance);
    PFN_xrEnumerateBoundSourcesForAction next = instance->next.xrEnumerateBoundSourcesForAction;
    const struct us_binding_plan *plan = session != NULL ? us_input_plan_in_force(session) : NULL;
    const struct us_action *action =
        plan != NULL && info != NULL ? us_action_find(info->action) : NULL;
    uint32_t index =
        action != NULL ? us_binding_plan_find_action(plan, action) : US_BINDING_PLAN_NONE;
    if (index == US_BINDING_PLAN_NONE || out_count == NULL || (capacity > 0 && paths == NULL))
        return next(handle, info, capacity, out_count, paths);
    uint32_t count = 0;
    XrResult result = next(handle, info, 0, &count, NULL);
    if (XR_FAILED(result))
        return result;
    struct sources sources = {0};
    XrResult listed = list_sources(session, index, info, count, &sources);
    if (XR_FAILED(listed)) {
        result = listed;
    } else {
        *out_count = sources.count;
        if (capacity > 0 && capacity < sources.count)
            result = XR_ERROR_SIZE_INSUFFICIENT;
        else if (capacity > 0)
            memcpy(paths, sources.paths, sources.count * sizeof *paths);
    }
    free(sources.paths);
    return result;
}

static const char *user_words(enum us_user_path user_path)
{
    if (us_user_path_user(user_path) == US_USER_EYES)
        return "Eyes";
    return us_user_path_user(user_path) == US_USER_LEFT ? "Left Hand" : "Right Hand";
}

/* Writes the requested parts of a name: "Left Hand", "Khronos Simple Controller", "Select". A
 * session recording and a drive can change what the hand holds, so the profile is the present one;
 * a hand that holds nothing has none, and the name then says whose binding it is. */
static void describe(const struct us_session *session,
                     const struct us_binding_plan_binding *binding,
                     XrInputSourceLocalizedNameFlags which, char *name, size_t size)
{
    const struct us_profile *profile = us_input_profile(session, binding->user_path).profile;
    if (profile == NULL)
        profile = binding->profile;
    name[0] = '\0';
    if (which & XR_INPUT_SOURCE_LOCALIZED_NAME_USER_PATH_BIT)
        us_text_add(name, size, " ", user_words(binding->user_path));
    if (which & XR_INPUT_SOURCE_LOCALIZED_NAME_INTERACTION_PROFILE_BIT)
        us_text_add(name, size, " ", profile->localized_name);
    if (which & XR_INPUT_SOURCE_LOCALIZED_NAME_COMPONENT_BIT)
        us_text_add(name, size, " ", binding->component->localized_name);
}

static XRAPI_ATTR XrResult XRAPI_CALL
hook_xrGetInputSourceLocalizedName(XrSession handle, const XrInputSourceLocalizedNameGetInfo *info,
                                   uint32_t capacity, uint32_t *out_count, char *buffer)
{
    US_SESSION_OF_CALL(handle, session, instance);
    const struct us_binding_plan *plan = session != NULL ? us_input_plan_in_force(session) : NULL;
    const struct us_binding_plan_binding *binding =
        plan != NULL && info != NULL ? us_binding_plan_find_path(plan, info->sourcePath) : NULL;
    if (binding == NULL)
        return instance->next.xrGetInputSourceLocalizedName(handle, info, capacity, out_count,
                                                            buffer);
    if (info->type != XR_TYPE_INPUT_SOURCE_LOCALIZED_NAME_GET_INFO || info->whichComponents == 0 ||
        out_count == NULL || (capacity > 0 && buffer == NULL))
        return XR_ERROR_VALIDATION_FAILURE;
    uint32_t below_count = 0;
    XrResult result =
        instance->next.xrGetInputSourceLocalizedName(handle, info, 0, &below_count, NULL);
    if (is_about_path(result))
        result = XR_SUCCESS;
    if (XR_FAILED(result))
        return result;
    char name[192];
    describe(session, binding, info->whichComponents, name, sizeof name);
    *out_count = (uint32_t)strlen(name) + 1;
    if (capacity > 0 && capacity < *out_count)
        return XR_ERROR_SIZE_INSUFFICIENT;
    if (capacity > 0)
        memcpy(buffer, name, *out_count);
    return result;
}

const struct us_handler us_hooks_binding[] = {
    US_HANDLER(xrGetCurrentInteractionProfile, hook_xrGetCurrentInteractionProfile),
    US_HANDLER(xrEnumerateBoundSourcesForAction, hook_xrEnumerateBoundSourcesForAction),
    US_HANDLER(xrGetInputSourceLocalizedName, hook_xrGetInputSourceLocalizedName),
    US_HANDLERS_END,
};
