/* SPDX-License-Identifier: MIT */
/*
 * fault_app: an app that has one of everything and makes every call that the layer answers.
 *
 * It runs over the layer, or for comparison straight over the fake runtime. What it hands over may
 * be spoiled: a pointer that is NULL, a handle that is none, a long chain of strange structs behind
 * everything. Nothing asserts: results are noted, and what came of them is the caller's to judge.
 */
#ifndef US_TEST_FAULT_APP_H
#define US_TEST_FAULT_APP_H

#include "scene.h"

enum fault_call {
#define HOOKED(name) FAULT_##name,
#include "hooked.def"
#undef HOOKED
    FAULT_CALLS
};

enum {
    FAULT_JOINTS = XR_HAND_JOINT_COUNT_EXT,
    FAULT_NOTES = 128,
    FAULT_CHAINS = 12,
    FAULT_LINKS = 1000
};

/* Everything that calls write into. */
struct fault_out {
    uint32_t count;
    float rates[4];
    XrSystemProperties properties;
    XrSystemHandTrackingPropertiesEXT hands;
    XrSystemEyeGazeInteractionPropertiesEXT eyes;
    XrEventDataBuffer event;
    XrSession session;
    XrFrameState frame;
    XrReferenceSpaceType types[8];
    XrExtent2Df bounds;
    XrSwapchain swapchain;
    uint32_t image;
    XrSpace space;
    XrSpaceLocation location;
    XrSpaceVelocity velocity;
    XrSpaceLocations locations;
    XrSpaceVelocities velocities;
    XrSpaceLocationData some_locations[2];
    XrSpaceVelocityData some_velocities[2];
    XrViewState view_state;
    XrView views[2];
    XrHandTrackerEXT tracker;
    XrHandJointLocationsEXT joints;
    XrHandTrackingMeshFB mesh;
    XrHandJointVelocitiesEXT joint_velocities;
    XrHandJointLocationEXT joint[FAULT_JOINTS];
    XrHandJointVelocityEXT joint_velocity[FAULT_JOINTS];
    XrActionSet set;
    XrAction action;
    XrActionStateBoolean boolean;
    XrActionStateFloat number;
    XrActionStateVector2f vector;
    XrActionStatePose pose;
    XrInteractionProfileState profile;
    XrPath sources[4];
    char name[128];
};

/* How often each struct of a chain of strange ones comes twice is not known to anybody. */
struct fault_link {
    XrBaseOutStructure base;
    uint64_t content[2];
};

struct fault_note {
    const char *call;
    XrResult result;
};

struct fault_app {
    struct scene scene;
    XrPath left, profile, select_path, number_path, grip_path, buzz_path;
    XrActionSet set, spare_set;
    XrAction select, number, vector, grip, buzz, spare_action;
    XrSpace view, local, grip_space, spare_space;
    XrHandTrackerEXT hand, spare_hand;
    XrSwapchain swapchain;
    XrSpace base; /* of all that is located */
    XrTime time;  /* of all calls that have one */

    /* Spoiled, from 1 on: that pointer is NULL, that handle is `value`. `spoiled`: the call had
     * such a one. */
    int null, garbage;
    uint64_t value;
    bool spoiled;
    bool chained; /* strange structs in every chain */
    struct fault_link (*links)[FAULT_LINKS];
    int chains; /* that the call used */

    struct fault_out out, before;
    struct fault_note notes[FAULT_NOTES];
    int note_count;
};

extern const char *const fault_names[FAULT_CALLS];

/* Make everything, as an app does from its instance to the first frame with the focus; go on where
 * something fails. `direct`: without the layer. The scene has a recording, the fake runtime its
 * script. */
void fault_app_build(struct fault_app *app, const struct scene *scene, bool direct);
/* One of the calls, with fresh outputs. */
XrResult fault_app_call(struct fault_app *app, enum fault_call call);
/* All of them once, what destroys last, and the instance at the very end. */
void fault_app_call_all(struct fault_app *app);
/* Whether the last call wrote anything. */
bool fault_app_is_untouched(const struct fault_app *app);
/* A frame and a sync `seconds` into the recording, and whether head, hand and button are then as
 * recorded. */
bool fault_app_plays(struct fault_app *app, double seconds);
/* Poll until there is nothing. */
void fault_app_poll(struct fault_app *app);
bool fault_app_destroys(enum fault_call call);

#endif
