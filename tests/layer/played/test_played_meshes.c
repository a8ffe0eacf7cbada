/* SPDX-License-Identifier: MIT */
/* Hazard: an app is given another mesh for a recorded hand than the recorded app got. The left hand
 * of the recording has a mesh by the closed forms of fake_mesh.h; the right hand has none. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "fake_mesh.h"
#include "layer/pose/hand.h"
#include "scene.h"
#include "session_recording.h"

static char path[64];

/* On a runtime without hands, and on one that has meshes of its own. */
static void begin(struct scene *scene, bool runtime_has_one)
{
    const char *names[] = {SCENE_HAND_AND_EYES, XR_FB_HAND_TRACKING_MESH_EXTENSION_NAME};
    scene_init(scene, 0);
    fake.has_hands = runtime_has_one;
    fake.also[0] = runtime_has_one ? names[2] : NULL;
    setenv("UNDERSTUDY_PLAY", path, 1);
    scene_start(scene, names, 3);
}

static const struct fake_mesh_counts recorded = {SESSION_MESH_JOINTS, SESSION_MESH_VERTICES,
                                                 SESSION_MESH_INDICES};

TEST(the_recorded_mesh)
{
    for (int below = 0; below < 2; below++) {
        struct scene scene;
        struct fake_mesh got;
        begin(&scene, below == 1);
        XrHandTrackerEXT left = scene_hand(&scene, XR_HAND_LEFT_EXT);
        fake_mesh_offer(&got);
        assert_success(scene.calls.xrGetHandMeshFB(left, &got.mesh));
        fake_mesh_check(&got.mesh, recorded, SESSION_MESH_SEED);
        scene_end(&scene);
    }
}

/* A hand without a recorded mesh has the runtime's, or that of the layer. */
TEST(a_hand_without_a_recorded_mesh)
{
    for (int below = 0; below < 2; below++) {
        struct scene scene;
        XrHandTrackingMeshFB counts = {.type = XR_TYPE_HAND_TRACKING_MESH_FB};
        begin(&scene, below == 1);
        XrHandTrackerEXT right = scene_hand(&scene, XR_HAND_RIGHT_EXT);
        assert_success(scene.calls.xrGetHandMeshFB(right, &counts));
        assert_int_equal(counts.vertexCountOutput,
                         below == 1 ? fake_mesh_own.vertices : US_HAND_MESH_VERTICES);
        scene_end(&scene);
    }
}

/* One capacity of 0 means that all are; one that is too small leaves the arrays alone. */
TEST_OF(capacities, struct scene, scene, begin(scene, false), scene_end(scene))
{
    struct fake_mesh got, untouched;
    XrHandTrackerEXT left = scene_hand(scene, XR_HAND_LEFT_EXT);
    for (int i = 0; i < 6; i++) {
        fake_mesh_offer(&got);
        uint32_t *room[] = {&got.mesh.jointCapacityInput, &got.mesh.vertexCapacityInput,
                            &got.mesh.indexCapacityInput};
        const uint32_t too_few[] = {SESSION_MESH_JOINTS - 1, SESSION_MESH_VERTICES - 1,
                                    SESSION_MESH_INDICES - 1};
        *room[i % 3] = i < 3 ? 0 : too_few[i % 3];
        assert_int_equal(scene->calls.xrGetHandMeshFB(left, &got.mesh),
                         i < 3 ? XR_SUCCESS : XR_ERROR_SIZE_INSUFFICIENT);
        assert_int_equal(got.mesh.jointCountOutput, SESSION_MESH_JOINTS);
        assert_int_equal(got.mesh.vertexCountOutput, SESSION_MESH_VERTICES);
        assert_int_equal(got.mesh.indexCountOutput, SESSION_MESH_INDICES);
        fake_mesh_offer(&untouched);
        assert_memory_equal(got.poses, untouched.poses,
                            sizeof got - offsetof(struct fake_mesh, poses));
    }
}

/* What is wrong is the runtime's to say. */
TEST(an_error_of_the_runtime)
{
    struct scene scene;
    struct fake_mesh got;
    begin(&scene, true);
    XrHandTrackerEXT left = scene_hand(&scene, XR_HAND_LEFT_EXT);
    fake_mesh_offer(&got);
    fake_fail("xrGetHandMeshFB", XR_ERROR_SESSION_LOST);
    assert_int_equal(scene.calls.xrGetHandMeshFB(left, &got.mesh), XR_ERROR_SESSION_LOST);
    assert_int_equal(got.mesh.vertexCountOutput, 0);
    scene_end(&scene);
}

int main(void)
{
    snprintf(path, sizeof path, "/tmp/understudy-layer-meshes-%ld.mcap", (long)getpid());
    session_recording_write(path);
    int failed = RUN_TESTS(the_recorded_mesh, a_hand_without_a_recorded_mesh, capacities,
                           an_error_of_the_runtime);
    unlink(path);
    return failed;
}
