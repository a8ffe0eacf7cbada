/* SPDX-License-Identifier: MIT */
/*
 * scene: connects a test app, the layer and the fake runtime, as a loader does.
 *
 * The recording lasts from 0 to 10 s and consists of straight lines, so that tests can compute
 * every expected value. In the file's axes (Unity's), with t in seconds:
 * - head: position (0.1 t, 0.2, 0.3), turning about +Y from 0 to 90 degrees (half of it at t = 5)
 * - left: tracked throughout; joint j at (0.01 j, 1 + 0.05 t, 0.2), no rotation
 * - right: tracked from 0 to 4 s; joint j at (-0.01 j, 1, 0.2), no rotation
 * - gaze: origin (0.1, 0.2, 0.3), direction from (0, 0, 1) to (1, 0, 0) on a straight line
 *
 * With SCENE_FLOOR the head is at y = 1.6. With SCENE_PINCH both hands pinch throughout. With
 * SCENE_PINCHES the left hand pinches in [2, 3), in [5, 5.01) and from 9.9 on, and the right hand
 * in [1, 2). With SCENE_MARKERS the markers are, in this order, "end" at 10 s, "one" and "two" at
 * 2.5 s, and "begin" at 0 s.
 */
#ifndef US_TEST_SCENE_H
#define US_TEST_SCENE_H

#include <stdbool.h>

#include "testing.h"
#include "core/base/pose.h"
#include "fake.h"
#include "layer/setup/stage.h"
#include "openxr/xr.h"

enum {
    SCENE_HEAD = 1,
    SCENE_HANDS = 2,
    SCENE_GAZE = 4,
    SCENE_ALL = 7,
    SCENE_FLOOR = 8,
    SCENE_PINCH = 16,
    SCENE_PINCHES = 32,
    SCENE_MARKERS = 64
};

/* Playback starts here; SCENE_AT(s) is s seconds later. */
#define SCENE_START INT64_C(5000000000)
#define SCENE_AT(seconds) (SCENE_START + (XrTime)((seconds)*1e9))

#define SCENE_HAND_AND_EYES                                                                        \
    XR_EXT_HAND_TRACKING_EXTENSION_NAME, XR_EXT_EYE_GAZE_INTERACTION_EXTENSION_NAME

struct scene {
    PFN_xrGetInstanceProcAddr get;
    PFN_xrCreateApiLayerInstance create;
    struct us_dispatch calls; /* NULL where the layer's xrGetInstanceProcAddr has none */
    XrInstance instance;
    XrSession session;
    XrSpace view, local, stage;
    const void *binding; /* of the session's graphics; NULL: none */
    XrVersion version;   /* of OpenXR that the app wants; 0: 1.0 */
    char recording[128], log[128];
};

/* The layer's entry, which scene_init calls: that of the linked layer, until a test puts another
 * one in. */
extern XrResult (*scene_negotiate)(const XrNegotiateLoaderInfo *loader_info, const char *layer_name,
                                   XrNegotiateApiLayerRequest *request);

/* Resets the fake, writes a recording with these parts (0: no file), and sets the environment
 * variables that play it. */
void scene_init(struct scene *scene, unsigned parts);
/* Removes the files. It destroys no OpenXR objects. */
void scene_finish(struct scene *scene);

/* Destroys the instance, and calls scene_finish. */
void scene_end(struct scene *scene);

/* Creates an instance with these extensions, and fills `calls`. */
XrResult scene_create(struct scene *scene, const char *const *names, uint32_t count);
/* The same above another runtime: these are its xrGetInstanceProcAddr and xrCreateInstance. */
XrResult scene_create_over(struct scene *scene, PFN_xrGetInstanceProcAddr get,
                           PFN_xrCreateApiLayerInstance create, const char *const *names,
                           uint32_t count);
/* The same with layers below the layer: the element `index` of `infos`, which are linked here, is
 * the layer's own. */
XrResult scene_create_in_chain(struct scene *scene, const char *const *names, uint32_t count,
                               XrApiLayerNextInfo *infos, uint32_t info_count);

/* Begins a session with VIEW, LOCAL and STAGE. It is not FOCUSED yet. */
void scene_begin(struct scene *scene);
/* Calls scene_create, which must succeed, and scene_begin. */
void scene_open(struct scene *scene, const char *const *names, uint32_t count);
/* Gives the session the focus, and waits for one frame at SCENE_START. */
void scene_focus(struct scene *scene);
/* Calls scene_init, scene_create with hands and eyes, scene_begin and scene_focus. */
void scene_play(struct scene *scene, unsigned parts);
void scene_wait_frame(struct scene *scene, XrTime time);
/* Whether the frame is to be rendered. */
bool scene_renders_at(const struct scene *scene, double seconds);
/* Polls all events. Returns the number of interaction profile events. */
int scene_poll(struct scene *scene);

XrSpace scene_space(struct scene *scene, XrReferenceSpaceType type, XrPosef offset);
/* Locates a space with its velocity. */
XrSpaceLocation scene_locate(struct scene *scene, XrSpace space, XrSpace base, XrTime time,
                             XrSpaceVelocity *velocity);

/* Declares `ask` and `told`: so many spaces of `list` are asked for, and told into `data`. */
#define LOCATE_SPACES(ask, told, base, at, count, list, data, chained)                             \
    XrSpacesLocateInfo ask = {.type = XR_TYPE_SPACES_LOCATE_INFO,                                  \
                              .baseSpace = base,                                                   \
                              .time = at,                                                          \
                              .spaceCount = count,                                                 \
                              .spaces = list};                                                     \
    XrSpaceLocations told = {.type = XR_TYPE_SPACE_LOCATIONS,                                      \
                             .next = chained,                                                      \
                             .locationCount = count,                                               \
                             .locations = data}

/* A tracker of the default joints of a hand, which must succeed. */
XrHandTrackerEXT scene_hand(const struct scene *scene, XrHandEXT hand);
/* Declares `locations`, which is given the hand's joints in `joints`. The second chains a struct.
 */
#define HAND_JOINTS(locations, joints) HAND_JOINTS_WITH(locations, joints, NULL)
#define HAND_JOINTS_WITH(locations, joints, chained)                                               \
    XrHandJointLocationEXT joints[XR_HAND_JOINT_COUNT_EXT] = {{0}};                                \
    XrHandJointLocationsEXT locations = {.type = XR_TYPE_HAND_JOINT_LOCATIONS_EXT,                 \
                                         .next = chained,                                          \
                                         .jointCount = XR_HAND_JOINT_COUNT_EXT,                    \
                                         .jointLocations = joints}
/* Locates the joints. The second must succeed. */
XrResult scene_ask_joints(const struct scene *scene, XrHandTrackerEXT tracker, XrSpace base,
                          XrTime time, XrHandJointLocationsEXT *locations);
void scene_joints(const struct scene *scene, XrHandTrackerEXT tracker, XrSpace base, XrTime time,
                  XrHandJointLocationsEXT *locations);
/* In LOCAL; its joints must be valid and tracked where it is, and only there. */
bool scene_is_hand_active(const struct scene *scene, XrHandTrackerEXT tracker, double seconds);

/* What xrLocateViews says, asked with this capacity. */
struct scene_views {
    uint32_t count;
    XrViewState state;
    XrView views[4];
};
XrResult scene_ask_views(const struct scene *scene, XrSpace space, XrTime time, uint32_t capacity,
                         struct scene_views *out);
/* Two views; the call must succeed. */
struct scene_views scene_locate_views(const struct scene *scene, XrSpace space, XrTime time);
/* Submits a frame. */
XrResult scene_submit(const struct scene *scene, XrTime time, uint32_t count,
                      const XrCompositionLayerBaseHeader *const *layers);

/* Fails unless each component is within 1e-5 of the expected one. */
void scene_check_pose(XrPosef pose, XrQuaternionf rotation, XrVector3f position);
void scene_check_vector(XrVector3f got, XrVector3f expected);

/* A test with `scene`, which scene_init began; and with one that scene_play began. */
#define SCENE_TEST(name, parts)                                                                    \
    TEST_OF(name, struct scene, scene, scene_init(scene, parts), scene_end(scene))
#define PLAYED_TEST(name, parts)                                                                   \
    TEST_OF(name, struct scene, scene, scene_play(scene, parts), scene_end(scene))

/* How many lines of a file have the text; 0 where there is no file. */
int scene_count_lines(const char *path, const char *text);
/* How often the log contains the text. */
int scene_count_log(const struct scene *scene, const char *text);

extern const XrPosef scene_identity;

/* Structs of OpenXR as those of core/base/pose.h, and back. */
struct us_pose scene_to_pose(XrPosef pose);
struct us_vec3 scene_to_vec3(XrVector3f vector);
XrPosef scene_from_pose(struct us_pose pose);

#endif
