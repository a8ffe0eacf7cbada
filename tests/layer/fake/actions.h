/* SPDX-License-Identifier: MIT */
/* actions: short functions that create and query an app's actions in a scene. Paths are strings. */
#ifndef US_TEST_ACTIONS_H
#define US_TEST_ACTIONS_H

#include "scene.h"

#define SIMPLE "/interaction_profiles/khr/simple_controller"
#define TOUCH "/interaction_profiles/oculus/touch_controller"
#define INDEX "/interaction_profiles/valve/index_controller"
#define VIVE "/interaction_profiles/htc/vive_controller"
#define XBOX "/interaction_profiles/microsoft/xbox_controller"
#define MOTION "/interaction_profiles/microsoft/motion_controller"
#define HANDS "/interaction_profiles/ext/hand_interaction_ext"
#define HTC_HANDS "/interaction_profiles/htc/hand_interaction"
#define LEFT "/user/hand/left"
#define RIGHT "/user/hand/right"
#define HTC_LEFT "/user/hand_htc/left"
#define PAD "/user/gamepad"
#define EYES "/user/eyes_ext"
#define EYE_GAZE EYES "/input/gaze_ext/pose"
#define EYE_GAZE_PROFILE "/interaction_profiles/ext/eye_gaze_interaction"

XrPath actions_path(struct scene *scene, const char *text); /* NULL: XR_NULL_PATH */

XrActionSet actions_set(struct scene *scene, uint32_t priority);
XrActionSet actions_set_named(struct scene *scene, const char *name, uint32_t priority);
XrAction actions_make_named(struct scene *scene, XrActionSet set, XrActionType type,
                            const char *name, const XrPath *paths, uint32_t count);
/* Up to three subaction paths; the first NULL ends them. */
XrAction actions_make(struct scene *scene, XrActionSet set, XrActionType type, const char *one,
                      const char *two, const char *three);
XrSpace actions_space(struct scene *scene, XrAction action, const char *subaction);

struct actions_binding {
    XrAction action;
    const char *path;
};
XrResult actions_suggest(struct scene *scene, const char *profile,
                         const struct actions_binding *bindings, uint32_t count);
/* The same with one binding. */
XrResult actions_suggest_one(struct scene *scene, const char *profile, XrAction action,
                             const char *path);

XrResult actions_attach(struct scene *scene, const XrActionSet *sets, uint32_t count);
/* Suggests the bindings and attaches the set alone; both must succeed. */
void actions_bind(struct scene *scene, XrActionSet set, const char *profile,
                  const struct actions_binding *bindings, uint32_t count);
void actions_bind_one(struct scene *scene, XrActionSet set, const char *profile, XrAction action,
                      const char *path);
/* Syncs one action set for all subaction paths, or no set if it is XR_NULL_HANDLE. */
XrResult actions_sync(struct scene *scene, XrActionSet set);
XrResult actions_sync_many(struct scene *scene, const XrActiveActionSet *active, uint32_t count,
                           const void *next);
/* Waits for a frame at SCENE_AT(seconds), then syncs. */
void actions_frame(struct scene *scene, XrActionSet set, double seconds);

XrActionStateBoolean actions_boolean(struct scene *scene, XrAction action, const char *subaction);
XrActionStateFloat actions_float(struct scene *scene, XrAction action, const char *subaction);
XrActionStateVector2f actions_vector(struct scene *scene, XrAction action, const char *subaction);
bool actions_pose(struct scene *scene, XrAction action, const char *subaction);

XrResult actions_vibrate(struct scene *scene, XrAction action, const char *subaction,
                         XrHapticVibration vibration);

/* The path of the current interaction profile; "" for none. */
const char *actions_profile(struct scene *scene, const char *top);
/* Returns the number of bound sources, and the paths of up to four of them. */
uint32_t actions_sources(struct scene *scene, XrAction action, const char *out_texts[4]);

#endif
