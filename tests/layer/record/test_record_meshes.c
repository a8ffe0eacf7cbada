/* SPDX-License-Identifier: MIT */
/* Hazard: the mesh of a hand that the app got is not in the recording, or another one is, or twice.
 * Its values are the closed forms of fake_mesh.h. */
#include "sink.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "fake_mesh.h"
#include "scene.h"

static void init(struct scene *scene)
{
    const char *names[] = {SCENE_HAND_AND_EYES, XR_FB_HAND_TRACKING_MESH_EXTENSION_NAME};
    sink_scene_init(scene, 0);
    fake.has_hands = fake.has_eyes = true;
    fake.also[0] = names[2];
    assert_success(scene_create(scene, names, 3));
}

static void finish(struct scene *scene)
{
    assert_success(scene->calls.xrDestroySession(scene->session));
    sink_scene_finish(scene);
}

#define MESH_TEST(name) TEST_OF(name, struct scene, scene, init(scene), finish(scene))

/* What the arrays that were recorded for a hand hold, one message each; how many there are. */
static int check_parts(enum us_session_hand hand)
{
    int count = 0;
    for (uint32_t i = 0; i < sink_count(US_SESSION_TOPIC_MESH); i++) {
        const struct us_session_mesh_part *part =
            &sink_message(US_SESSION_TOPIC_MESH, (int)i)->of.mesh;
        if (part->head.kind != US_SESSION_MESH_HAND || part->head.owner != (uint32_t)hand)
            continue;
        assert_int_equal(part->array, count++);
        assert_int_equal(part->first, 0);
        assert_int_equal(part->head.joint_count, fake_mesh_own.joints);
        assert_int_equal(part->head.vertex_count, fake_mesh_own.vertices);
        assert_int_equal(part->head.index_count, fake_mesh_own.indices);
        for (uint32_t k = 0; k < part->count; k++)
            assert_int_equal(
                part->values[k].integer,
                fake_mesh_value(part->array, k, fake_mesh_own, FAKE_MESH_SEED).integer);
    }
    return count;
}

static void get_mesh(struct scene *scene, XrHandTrackerEXT tracker)
{
    struct fake_mesh got;
    fake_mesh_offer(&got);
    assert_success(scene->calls.xrGetHandMeshFB(tracker, &got.mesh));
    fake_mesh_check(&got.mesh, fake_mesh_own, FAKE_MESH_SEED);
}

/* Room that is just large enough, and without one element of one array; a runtime gives the counts
 * alone then. */
MESH_TEST(test_meshes_that_just_fit)
{
    scene_begin(scene);
    XrHandTrackerEXT right = scene_hand(scene, XR_HAND_RIGHT_EXT);
    for (int lacks = 2; lacks >= -1; lacks--) {
        struct fake_mesh got;
        fake_mesh_offer(&got);
        got.mesh.jointCapacityInput = fake_mesh_own.joints - (lacks == 0);
        got.mesh.vertexCapacityInput = fake_mesh_own.vertices - (lacks == 1);
        got.mesh.indexCapacityInput = fake_mesh_own.indices - (lacks == 2);
        assert_success(scene->calls.xrGetHandMeshFB(right, &got.mesh));
        assert_int_equal(check_parts(US_SESSION_RIGHT), lacks >= 0 ? 0 : US_SESSION_MESH_ARRAYS);
    }
}

/* Once for each hand, when the app gets it; the counts alone are no mesh. */
MESH_TEST(test_meshes_that_the_app_gets)
{
    scene_begin(scene);
    XrHandTrackerEXT right = scene_hand(scene, XR_HAND_RIGHT_EXT);
    XrHandTrackingMeshFB counts = {.type = XR_TYPE_HAND_TRACKING_MESH_FB};
    assert_success(scene->calls.xrGetHandMeshFB(right, &counts));
    assert_int_equal(counts.vertexCountOutput, fake_mesh_own.vertices);
    assert_int_equal(sink_count(US_SESSION_TOPIC_MESH), 0);
    get_mesh(scene, right);
    assert_int_equal(check_parts(US_SESSION_RIGHT), US_SESSION_MESH_ARRAYS);
    get_mesh(scene, right);
    assert_int_equal(sink_count(US_SESSION_TOPIC_MESH), US_SESSION_MESH_ARRAYS);
    get_mesh(scene, scene_hand(scene, XR_HAND_LEFT_EXT));
    assert_int_equal(check_parts(US_SESSION_LEFT), US_SESSION_MESH_ARRAYS);
    assert_int_equal(sink_count(US_SESSION_TOPIC_MESH), 2 * US_SESSION_MESH_ARRAYS);
}

/* A mesh that the runtime refuses is none. */
MESH_TEST(test_a_refused_mesh)
{
    struct fake_mesh got;
    scene_begin(scene);
    XrHandTrackerEXT left = scene_hand(scene, XR_HAND_LEFT_EXT);
    fake_mesh_offer(&got);
    fake.fails = "xrGetHandMeshFB";
    fake.fails_with = XR_ERROR_FEATURE_UNSUPPORTED;
    assert_int_equal(scene->calls.xrGetHandMeshFB(left, &got.mesh), XR_ERROR_FEATURE_UNSUPPORTED);
    assert_int_equal(sink_count(US_SESSION_TOPIC_MESH), 0);
    fake.fails = NULL;
    get_mesh(scene, left);
    assert_int_equal(check_parts(US_SESSION_LEFT), US_SESSION_MESH_ARRAYS);
}

/* An app may get a mesh before its session begins, when there is no file yet. */
MESH_TEST(test_a_mesh_before_the_session_begins)
{
    const XrSessionCreateInfo info = {.type = XR_TYPE_SESSION_CREATE_INFO, .next = scene->binding};
    const XrSessionBeginInfo begin = {.type = XR_TYPE_SESSION_BEGIN_INFO};
    assert_success(scene->calls.xrCreateSession(scene->instance, &info, &scene->session));
    get_mesh(scene, scene_hand(scene, XR_HAND_LEFT_EXT));
    assert_int_equal(sink_count(US_SESSION_TOPIC_MESH), 0);
    assert_success(scene->calls.xrBeginSession(scene->session, &begin));
    assert_int_equal(check_parts(US_SESSION_LEFT), US_SESSION_MESH_ARRAYS);
    assert_int_equal(check_parts(US_SESSION_RIGHT), 0);
}

TESTS_MAIN(test_meshes_that_the_app_gets, test_meshes_that_just_fit, test_a_refused_mesh,
           test_a_mesh_before_the_session_begins)
