/* SPDX-License-Identifier: MIT */
#include "actions.h"

#include <stdio.h>

XrPath actions_path(struct scene *scene, const char *text)
{
    PFN_xrVoidFunction function;
    XrPath path = XR_NULL_PATH;
    if (text == NULL)
        return path;
    scene->get(scene->instance, "xrStringToPath", &function);
    assert_success(((PFN_xrStringToPath)function)(scene->instance, text, &path));
    return path;
}

XrActionSet actions_set_named(struct scene *scene, const char *name, uint32_t priority)
{
    XrActionSetCreateInfo info = {.type = XR_TYPE_ACTION_SET_CREATE_INFO, .priority = priority};
    XrActionSet set = XR_NULL_HANDLE;
    snprintf(info.actionSetName, sizeof info.actionSetName, "%s", name);
    snprintf(info.localizedActionSetName, sizeof info.localizedActionSetName, "%s", name);
    assert_success(scene->calls.xrCreateActionSet(scene->instance, &info, &set));
    return set;
}

XrActionSet actions_set(struct scene *scene, uint32_t priority)
{
    return actions_set_named(scene, "set", priority);
}

XrAction actions_make_named(struct scene *scene, XrActionSet set, XrActionType type,
                            const char *name, const XrPath *paths, uint32_t count)
{
    XrActionCreateInfo info = {.type = XR_TYPE_ACTION_CREATE_INFO,
                               .actionType = type,
                               .countSubactionPaths = count,
                               .subactionPaths = paths};
    XrAction action = XR_NULL_HANDLE;
    snprintf(info.actionName, sizeof info.actionName, "%s", name);
    snprintf(info.localizedActionName, sizeof info.localizedActionName, "%s", name);
    assert_success(scene->calls.xrCreateAction(set, &info, &action));
    return action;
}

XrAction actions_make(struct scene *scene, XrActionSet set, XrActionType type, const char *one,
                      const char *two, const char *three)
{
    const char *texts[] = {one, two, three};
    XrPath paths[3];
    uint32_t count = 0;
    while (count < 3 && texts[count] != NULL) {
        paths[count] = actions_path(scene, texts[count]);
        count++;
    }
    return actions_make_named(scene, set, type, "", paths, count);
}

XrSpace actions_space(struct scene *scene, XrAction action, const char *subaction)
{
    XrActionSpaceCreateInfo info = {.type = XR_TYPE_ACTION_SPACE_CREATE_INFO,
                                    .action = action,
                                    .subactionPath = actions_path(scene, subaction),
                                    .poseInActionSpace = scene_identity};
    XrSpace space = XR_NULL_HANDLE;
    assert_success(scene->calls.xrCreateActionSpace(scene->session, &info, &space));
    return space;
}

XrResult actions_suggest(struct scene *scene, const char *profile,
                         const struct actions_binding *bindings, uint32_t count)
{
    XrActionSuggestedBinding list[1024];
    assert_true(count <= sizeof list / sizeof list[0]);
    for (uint32_t i = 0; i < count; i++)
        list[i] =
            (XrActionSuggestedBinding){bindings[i].action, actions_path(scene, bindings[i].path)};
    XrInteractionProfileSuggestedBinding suggested = {
        .type = XR_TYPE_INTERACTION_PROFILE_SUGGESTED_BINDING,
        .interactionProfile = actions_path(scene, profile),
        .countSuggestedBindings = count,
        .suggestedBindings = list};
    return scene->calls.xrSuggestInteractionProfileBindings(scene->instance, &suggested);
}

XrResult actions_suggest_one(struct scene *scene, const char *profile, XrAction action,
                             const char *path)
{
    struct actions_binding binding = {action, path};
    return actions_suggest(scene, profile, &binding, 1);
}

XrResult actions_attach(struct scene *scene, const XrActionSet *sets, uint32_t count)
{
    XrSessionActionSetsAttachInfo info = {.type = XR_TYPE_SESSION_ACTION_SETS_ATTACH_INFO,
                                          .countActionSets = count,
                                          .actionSets = sets};
    return scene->calls.xrAttachSessionActionSets(scene->session, &info);
}

void actions_bind(struct scene *scene, XrActionSet set, const char *profile,
                  const struct actions_binding *bindings, uint32_t count)
{
    assert_success(actions_suggest(scene, profile, bindings, count));
    assert_success(actions_attach(scene, &set, 1));
}

void actions_bind_one(struct scene *scene, XrActionSet set, const char *profile, XrAction action,
                      const char *path)
{
    const struct actions_binding binding = {action, path};
    actions_bind(scene, set, profile, &binding, 1);
}

XrResult actions_sync_many(struct scene *scene, const XrActiveActionSet *active, uint32_t count,
                           const void *next)
{
    XrActionsSyncInfo info = {.type = XR_TYPE_ACTIONS_SYNC_INFO,
                              .next = next,
                              .countActiveActionSets = count,
                              .activeActionSets = active};
    return scene->calls.xrSyncActions(scene->session, &info);
}

XrResult actions_sync(struct scene *scene, XrActionSet set)
{
    XrActiveActionSet active = {set, XR_NULL_PATH};
    return actions_sync_many(scene, &active, set != XR_NULL_HANDLE, NULL);
}

void actions_frame(struct scene *scene, XrActionSet set, double seconds)
{
    scene_wait_frame(scene, SCENE_AT(seconds));
    assert_success(actions_sync(scene, set));
}

static XrActionStateGetInfo get_info(struct scene *scene, XrAction action, const char *subaction)
{
    return (XrActionStateGetInfo){.type = XR_TYPE_ACTION_STATE_GET_INFO,
                                  .action = action,
                                  .subactionPath = actions_path(scene, subaction)};
}

XrActionStateBoolean actions_boolean(struct scene *scene, XrAction action, const char *subaction)
{
    XrActionStateGetInfo info = get_info(scene, action, subaction);
    XrActionStateBoolean state = {.type = XR_TYPE_ACTION_STATE_BOOLEAN};
    assert_success(scene->calls.xrGetActionStateBoolean(scene->session, &info, &state));
    return state;
}

XrActionStateFloat actions_float(struct scene *scene, XrAction action, const char *subaction)
{
    XrActionStateGetInfo info = get_info(scene, action, subaction);
    XrActionStateFloat state = {.type = XR_TYPE_ACTION_STATE_FLOAT};
    assert_success(scene->calls.xrGetActionStateFloat(scene->session, &info, &state));
    return state;
}

XrActionStateVector2f actions_vector(struct scene *scene, XrAction action, const char *subaction)
{
    XrActionStateGetInfo info = get_info(scene, action, subaction);
    XrActionStateVector2f state = {.type = XR_TYPE_ACTION_STATE_VECTOR2F};
    assert_success(scene->calls.xrGetActionStateVector2f(scene->session, &info, &state));
    return state;
}

bool actions_pose(struct scene *scene, XrAction action, const char *subaction)
{
    XrActionStateGetInfo info = get_info(scene, action, subaction);
    XrActionStatePose state = {.type = XR_TYPE_ACTION_STATE_POSE};
    assert_success(scene->calls.xrGetActionStatePose(scene->session, &info, &state));
    return state.isActive;
}

static const char *text_of(XrPath path)
{
    return path == XR_NULL_PATH ? "" : fake.paths[path - 1];
}

const char *actions_profile(struct scene *scene, const char *top)
{
    XrInteractionProfileState profile = {.type = XR_TYPE_INTERACTION_PROFILE_STATE};
    assert_success(scene->calls.xrGetCurrentInteractionProfile(scene->session,
                                                               actions_path(scene, top), &profile));
    return text_of(profile.interactionProfile);
}

uint32_t actions_sources(struct scene *scene, XrAction action, const char *out_texts[4])
{
    XrBoundSourcesForActionEnumerateInfo info = {
        .type = XR_TYPE_BOUND_SOURCES_FOR_ACTION_ENUMERATE_INFO, .action = action};
    XrPath paths[4] = {0};
    uint32_t asked = 0, count = 0;
    assert_success(
        scene->calls.xrEnumerateBoundSourcesForAction(scene->session, &info, 0, &asked, NULL));
    assert_success(
        scene->calls.xrEnumerateBoundSourcesForAction(scene->session, &info, 4, &count, paths));
    assert_int_equal(asked, count);
    for (uint32_t i = 0; i < count; i++)
        out_texts[i] = text_of(paths[i]);
    if (count > 1)
        assert_int_equal(
            scene->calls.xrEnumerateBoundSourcesForAction(scene->session, &info, 1, &count, paths),
            XR_ERROR_SIZE_INSUFFICIENT);
    return asked;
}

XrResult actions_vibrate(struct scene *scene, XrAction action, const char *subaction,
                         XrHapticVibration vibration)
{
    const XrHapticActionInfo info = {.type = XR_TYPE_HAPTIC_ACTION_INFO,
                                     .action = action,
                                     .subactionPath = actions_path(scene, subaction)};
    vibration.type = XR_TYPE_HAPTIC_VIBRATION;
    return scene->calls.xrApplyHapticFeedback(scene->session, &info, (const void *)&vibration);
}
