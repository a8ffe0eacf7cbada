/* SPDX-License-Identifier: MIT */
/* Hazard: a mesh of XR_FB_hand_tracking_mesh that an app cannot draw: holes, triangles that look
 * inside, skin that is not where its joints are. The surface of a capsule is a closed form: all
 * points whose distance from the bone's segment is the radius. */
#include "fake_mesh.h"
#include "scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "layer/pose/hand.h"

#define JOINTS XR_HAND_JOINT_COUNT_EXT

struct mesh {
    XrHandTrackingMeshFB mesh;
    XrPosef poses[JOINTS];
    float radii[JOINTS];
    XrHandJointEXT parents[JOINTS];
    XrVector3f positions[US_HAND_MESH_VERTICES], normals[US_HAND_MESH_VERTICES];
    XrVector2f uvs[US_HAND_MESH_VERTICES];
    XrVector4sFB blended[US_HAND_MESH_VERTICES];
    XrVector4f weights[US_HAND_MESH_VERTICES];
    int16_t indices[US_HAND_MESH_INDICES];
};
static struct mesh left, right;

static void offer_arrays(struct mesh *m)
{
    memset(m, 0, sizeof *m);
    m->mesh = (XrHandTrackingMeshFB){.type = XR_TYPE_HAND_TRACKING_MESH_FB,
                                     .jointCapacityInput = JOINTS,
                                     .jointBindPoses = m->poses,
                                     .jointRadii = m->radii,
                                     .jointParents = m->parents,
                                     .vertexCapacityInput = US_HAND_MESH_VERTICES,
                                     .vertexPositions = m->positions,
                                     .vertexNormals = m->normals,
                                     .vertexUVs = m->uvs,
                                     .vertexBlendIndices = m->blended,
                                     .vertexBlendWeights = m->weights,
                                     .indexCapacityInput = US_HAND_MESH_INDICES,
                                     .indices = m->indices};
}

/* ---- an app on a runtime that has no hands ---- */

static struct scene app;
static XrHandTrackerEXT trackers[US_HAND_COUNT];

static void open_hands(void)
{
    const char *names[] = {SCENE_HAND_AND_EYES, XR_FB_HAND_TRACKING_MESH_EXTENSION_NAME};
    memset(&app, 0, sizeof app);
    scene_init(&app, SCENE_ALL);
    scene_open(&app, names, 3);
    trackers[US_HAND_LEFT] = scene_hand(&app, XR_HAND_LEFT_EXT);
    trackers[US_HAND_RIGHT] = scene_hand(&app, XR_HAND_RIGHT_EXT);
}

static XrResult get_mesh(enum us_hand hand, XrHandTrackingMeshFB *mesh)
{
    return app.calls.xrGetHandMeshFB(trackers[hand], mesh);
}

static void load(void)
{
    open_hands();
    offer_arrays(&left);
    offer_arrays(&right);
    assert_success(get_mesh(US_HAND_LEFT, &left.mesh));
    assert_success(get_mesh(US_HAND_RIGHT, &right.mesh));
    scene_end(&app);
}

struct vec {
    double x, y, z;
};

static struct vec vec(XrVector3f v)
{
    return (struct vec){(double)v.x, (double)v.y, (double)v.z};
}

static struct vec minus(struct vec a, struct vec b)
{
    return (struct vec){a.x - b.x, a.y - b.y, a.z - b.z};
}

static double dot(struct vec a, struct vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static struct vec cross(struct vec a, struct vec b)
{
    return (struct vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/* From the nearest point of the segment a-b to p. */
static struct vec from_segment(struct vec a, struct vec b, struct vec p)
{
    struct vec ab = minus(b, a);
    double t = dot(minus(p, a), ab) / dot(ab, ab);
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return minus(p, (struct vec){a.x + t * ab.x, a.y + t * ab.y, a.z + t * ab.z});
}

/* Every vertex hangs on a joint and on its parent, on the surface around their bone, with the
 * surface's normal. */
static void check_surface(const struct mesh *m)
{
    int of_joint[JOINTS] = {0};
    for (int i = 0; i < US_HAND_MESH_VERTICES; i++) {
        const XrVector4sFB blended = m->blended[i];
        const int joint = blended.y, parent = blended.x;
        assert_true(joint >= 0 && joint < JOINTS && (int)m->parents[joint] == parent);
        of_joint[joint]++;
        struct vec out = from_segment(vec(m->poses[parent].position), vec(m->poses[joint].position),
                                      vec(m->positions[i]));
        const double length = sqrt(dot(out, out));
        assert_true(fabs(length - (double)m->radii[joint]) < 1e-5);
        assert_true(fabs(dot(out, vec(m->normals[i])) / length - 1) < 1e-5);
        const XrVector4f w = m->weights[i];
        assert_true(fabs((double)w.x + (double)w.y + (double)w.z + (double)w.w - 1) < 1e-6);
        assert_true(w.x >= 0 && w.y >= 0 && w.z == 0.0f && w.w == 0.0f);
        assert_true(m->uvs[i].x >= 0 && m->uvs[i].x <= 1 && m->uvs[i].y >= 0 && m->uvs[i].y <= 1);
    }
    for (int joint = 0; joint < JOINTS; joint++)
        assert_int_equal(of_joint[joint] > 0, joint != XR_HAND_JOINT_WRIST_EXT);
}

/* The weights and the texture, by where a vertex is on the surface: `along` from 0 to 1 on the
 * bone, and two angles of the normal, from the bone's near end and from the side of the back of the
 * hand.
 */
static void check_places(const struct mesh *m)
{
    const double pi = acos(-1);
    for (int i = 0; i < US_HAND_MESH_VERTICES; i++) {
        const struct vec near = vec(m->poses[m->blended[i].x].position);
        const struct vec far = vec(m->poses[m->blended[i].y].position), bone = minus(far, near);
        const struct vec normal = vec(m->normals[i]), y = {0, 1, 0};
        const double length = sqrt(dot(bone, bone));
        const double at = dot(minus(vec(m->positions[i]), near), bone) / (length * length);
        const double along = at < 0 ? 0 : at > 1 ? 1 : at;
        const struct vec out = cross(bone, normal), beside = cross(bone, y);
        const double sine = sqrt(dot(out, out)) / length;
        const double polar = atan2(sine, -dot(normal, bone) / length);
        const struct vec turn = cross(out, beside);
        const double around = sine < 1e-4 ? 0 : atan2(sqrt(dot(turn, turn)), dot(out, beside));
        assert_true(fabs((double)m->weights[i].y - along) < 1e-4);
        assert_true(fabs((double)m->uvs[i].x - around / pi) < 1e-3);
        assert_true(fabs((double)m->uvs[i].y - (6 * polar / pi + 2 * along) / 8) < 1e-3);
    }
}

/* The wrist holds the palm and the first joint of each finger; every other joint hangs on the one
 * before it. */
static void check_parents(const struct mesh *m)
{
    for (int joint = 0; joint < JOINTS; joint++) {
        const bool is_first = joint == XR_HAND_JOINT_PALM_EXT ||
                              joint == XR_HAND_JOINT_THUMB_METACARPAL_EXT ||
                              joint == XR_HAND_JOINT_INDEX_METACARPAL_EXT ||
                              joint == XR_HAND_JOINT_MIDDLE_METACARPAL_EXT ||
                              joint == XR_HAND_JOINT_RING_METACARPAL_EXT ||
                              joint == XR_HAND_JOINT_LITTLE_METACARPAL_EXT;
        if (joint != XR_HAND_JOINT_WRIST_EXT)
            assert_int_equal(m->parents[joint], is_first ? XR_HAND_JOINT_WRIST_EXT : joint - 1);
    }
}

static int compare(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* Each directed edge is there once, and so is its opposite: no hole, and no triangle turned over.
 * Each triangle looks away from its bone, and the volume is that of the capsules' polyhedra: below
 * the capsules' own, and not by much. */
static void check_triangles(const struct mesh *m)
{
    static int64_t edges[US_HAND_MESH_INDICES];
    double volume = 0, round = 0;
    for (int i = 0; i < US_HAND_MESH_INDICES; i += 3) {
        const int16_t *t = &m->indices[i];
        for (int k = 0; k < 3; k++) {
            assert_true(t[k] >= 0 && t[k] < US_HAND_MESH_VERTICES);
            edges[i + k] = (int64_t)t[k] << 32 | t[(k + 1) % 3];
        }
        const struct vec a = vec(m->positions[t[0]]), b = vec(m->positions[t[1]]),
                         c = vec(m->positions[t[2]]);
        const struct vec out = cross(minus(b, a), minus(c, a));
        assert_true(dot(out, vec(m->normals[t[0]])) > 0 && dot(out, vec(m->normals[t[1]])) > 0 &&
                    dot(out, vec(m->normals[t[2]])) > 0);
        volume += dot(a, cross(b, c)) / 6;
    }
    qsort(edges, US_HAND_MESH_INDICES, sizeof edges[0], compare);
    for (int i = 0; i < US_HAND_MESH_INDICES; i++) {
        const int64_t opposite = (edges[i] & 0xffffffff) << 32 | edges[i] >> 32;
        assert_true(i == 0 || edges[i] != edges[i - 1]);
        assert_non_null(bsearch(&opposite, edges, US_HAND_MESH_INDICES, sizeof edges[0], compare));
    }
    for (int joint = 0; joint < JOINTS; joint++) {
        if (joint == XR_HAND_JOINT_WRIST_EXT)
            continue;
        const struct vec bone =
            minus(vec(m->poses[joint].position), vec(m->poses[m->parents[joint]].position));
        const double r = (double)m->radii[joint], pi = acos(-1);
        round += pi * r * r * (sqrt(dot(bone, bone)) + 4 * r / 3);
    }
    assert_true(volume < round && volume > 0.85 * round);
}

static struct vec rotate(XrQuaternionf q, struct vec v)
{
    const struct vec u = {(double)q.x, (double)q.y, (double)q.z};
    const struct vec t = cross(u, v), tt = cross(u, t);
    const double w = (double)q.w;
    return (struct vec){v.x + 2 * (w * t.x + tt.x), v.y + 2 * (w * t.y + tt.y),
                        v.z + 2 * (w * t.z + tt.z)};
}

/* OpenXR's axes of a joint: -Z along the finger towards its tip, +Y out of the back of the hand.
 * The parents lead to the wrist. The thumb of the right hand is on the left. */
static void check_joints(const struct mesh *m, double side)
{
    for (int joint = 0; joint < JOINTS; joint++) {
        const struct vec back = rotate(m->poses[joint].orientation, (struct vec){0, 0, 1});
        const struct vec up = rotate(m->poses[joint].orientation, (struct vec){0, 1, 0});
        assert_true(up.y > 0.99 && m->radii[joint] > 0);
        int steps = 0, at = joint;
        while (at != XR_HAND_JOINT_WRIST_EXT && steps++ < 5)
            at = (int)m->parents[at];
        assert_int_equal(at, XR_HAND_JOINT_WRIST_EXT);
        if (joint == XR_HAND_JOINT_WRIST_EXT) {
            assert_true((uint32_t)m->parents[joint] >= JOINTS);
            continue;
        }
        const struct vec bone =
            minus(vec(m->poses[joint].position), vec(m->poses[m->parents[joint]].position));
        if (m->parents[joint] != XR_HAND_JOINT_WRIST_EXT)
            assert_true(dot(back, bone) < -0.999 * sqrt(dot(bone, bone)) && fabs(bone.y) < 1e-6);
    }
    assert_true(side * (double)m->poses[XR_HAND_JOINT_THUMB_TIP_EXT].position.x < -0.03);
    assert_true(side * (double)m->poses[XR_HAND_JOINT_LITTLE_TIP_EXT].position.x > 0.03);
}

TEST(test_geometry)
{
    load();
    const struct mesh *const hands[] = {&left, &right};
    for (int i = 0; i < 2; i++) {
        check_joints(hands[i], i == 0 ? -1 : 1);
        check_parents(hands[i]);
        check_surface(hands[i]);
        check_places(hands[i]);
        check_triangles(hands[i]);
    }
    for (int i = 0; i < JOINTS; i++)
        assert_true(left.poses[i].position.x == -right.poses[i].position.x &&
                    left.poses[i].position.y == right.poses[i].position.y &&
                    left.poses[i].position.z == right.poses[i].position.z);
}

/* Another hand: each joint elsewhere, with a bone of another length. An end of a capsule is a half
 * sphere around its joint, wherever that is. */
TEST(test_skin)
{
    load();
    for (int i = 0; i < US_HAND_MESH_VERTICES; i++) {
        const XrVector4f w = right.weights[i];
        if (w.x != 1.0f && w.y != 1.0f)
            continue;
        const int joint = w.x == 1.0f ? right.blended[i].x : right.blended[i].y;
        const XrQuaternionf q = right.poses[joint].orientation, inverse = {-q.x, -q.y, -q.z, q.w};
        const XrQuaternionf moved = {0.6f, 0, 0.8f, 0};
        const struct vec place = {0.1 * joint, -0.2, 0.03 * joint * joint};
        const struct vec local =
            rotate(inverse, minus(vec(right.positions[i]), vec(right.poses[joint].position)));
        const struct vec out = rotate(moved, local);
        const struct vec at = {place.x + out.x, place.y + out.y, place.z + out.z};
        const struct vec from = minus(at, place);
        assert_true(fabs(sqrt(dot(from, from)) - (double)right.radii[right.blended[i].y]) < 1e-5);
    }
}

/* The counts, one too few, and missing arrays. */
TEST(test_two_calls)
{
    XrHandTrackingMeshFB asked = {.type = XR_TYPE_HAND_TRACKING_MESH_FB};
    open_hands();
    assert_success(get_mesh(US_HAND_LEFT, &asked));
    assert_int_equal(asked.jointCountOutput, JOINTS);
    assert_int_equal(asked.vertexCountOutput, US_HAND_MESH_VERTICES);
    assert_int_equal(asked.indexCountOutput, US_HAND_MESH_INDICES);
    uint32_t *const capacities[] = {&left.mesh.jointCapacityInput, &left.mesh.vertexCapacityInput,
                                    &left.mesh.indexCapacityInput};
    for (int i = 0; i < 3; i++) {
        offer_arrays(&left);
        --*capacities[i];
        assert_int_equal(get_mesh(US_HAND_LEFT, &left.mesh), XR_ERROR_SIZE_INSUFFICIENT);
        assert_true(left.radii[0] == 0.0f && left.normals[0].x == 0.0f && left.indices[1] == 0);
        offer_arrays(&left);
        *capacities[i] = 0; /* and so count the others */
        assert_success(get_mesh(US_HAND_LEFT, &left.mesh));
        assert_true(left.radii[0] == 0.0f && left.weights[0].x == 0.0f && left.indices[1] == 0);
        assert_int_equal(left.mesh.vertexCountOutput, US_HAND_MESH_VERTICES);
    }
    offer_arrays(&left);
    left.mesh.type = XR_TYPE_UNKNOWN;
    assert_int_equal(get_mesh(US_HAND_LEFT, &left.mesh), XR_ERROR_VALIDATION_FAILURE);
    assert_int_equal(get_mesh(US_HAND_LEFT, NULL), XR_ERROR_VALIDATION_FAILURE);
    scene_end(&app);
}

/* Each array must be there if no capacity is 0, and need not otherwise. */
TEST(test_missing_arrays)
{
    enum { JOINT, VERTEX, INDEX };
    static const struct {
        size_t offset;
        int group;
    } arrays[] = {{offsetof(XrHandTrackingMeshFB, jointBindPoses), JOINT},
                  {offsetof(XrHandTrackingMeshFB, jointRadii), JOINT},
                  {offsetof(XrHandTrackingMeshFB, jointParents), JOINT},
                  {offsetof(XrHandTrackingMeshFB, vertexPositions), VERTEX},
                  {offsetof(XrHandTrackingMeshFB, vertexNormals), VERTEX},
                  {offsetof(XrHandTrackingMeshFB, vertexUVs), VERTEX},
                  {offsetof(XrHandTrackingMeshFB, vertexBlendIndices), VERTEX},
                  {offsetof(XrHandTrackingMeshFB, vertexBlendWeights), VERTEX},
                  {offsetof(XrHandTrackingMeshFB, indices), INDEX}};
    uint32_t *const capacities[] = {&left.mesh.jointCapacityInput, &left.mesh.vertexCapacityInput,
                                    &left.mesh.indexCapacityInput};
    const void *const none = NULL;
    open_hands();
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) {
        offer_arrays(&left);
        memcpy((char *)&left.mesh + arrays[i].offset, &none, sizeof none);
        assert_int_equal(get_mesh(US_HAND_LEFT, &left.mesh), XR_ERROR_VALIDATION_FAILURE);
        assert_true(left.radii[0] == 0.0f && left.weights[0].x == 0.0f && left.indices[1] == 0);
        *capacities[arrays[i].group] = 0;
        assert_success(get_mesh(US_HAND_LEFT, &left.mesh));
        assert_true(left.radii[0] == 0.0f && left.weights[0].x == 0.0f && left.indices[1] == 0);
    }
    scene_end(&app);
}

static void open_app(struct scene *scene, XrHandTrackerEXT *out_tracker)
{
    const char *names[] = {SCENE_HAND_AND_EYES, XR_FB_HAND_TRACKING_MESH_EXTENSION_NAME};
    scene_start(scene, names, 3);
    *out_tracker = scene_hand(scene, XR_HAND_RIGHT_EXT);
}

/* On runtimes with hand tracking and without: the app gets the mesh of its hand, and the scale. */
TEST(test_supplied)
{
    for (int below = 0; below < 2; below++) {
        struct scene scene;
        XrHandTrackerEXT tracker = XR_NULL_HANDLE;
        load();
        scene_init(&scene, SCENE_ALL);
        fake.has_hands = below == 1;
        open_app(&scene, &tracker);
        assert_non_null(scene.calls.xrGetHandMeshFB);
        offer_arrays(&left);
        assert_success(scene.calls.xrGetHandMeshFB(tracker, &left.mesh));
        assert_memory_equal(left.positions, right.positions, sizeof left.positions);
        assert_int_equal(
            scene.calls.xrGetHandMeshFB(US_XR_HANDLE(XrHandTrackerEXT, 4711), &left.mesh),
            XR_ERROR_HANDLE_INVALID);
        XrHandTrackingScaleFB scale = {.type = XR_TYPE_HAND_TRACKING_SCALE_FB};
        HAND_JOINTS_WITH(locations, joints, &scale);
        scene_joints(&scene, tracker, scene.local, SCENE_AT(5), &locations);
        assert_true(scale.sensorOutput == 1.0f && scale.currentOutput == 1.0f);
        scene_end(&scene);
    }
}

/* The runtime has a mesh of its own: the app gets that one. */
SCENE_TEST(test_runtime_has_one, SCENE_ALL)
{
    XrHandTrackerEXT tracker = XR_NULL_HANDLE;
    fake.has_hands = true;
    fake.also[0] = XR_FB_HAND_TRACKING_MESH_EXTENSION_NAME;
    open_app(scene, &tracker);
    XrHandTrackingMeshFB mesh = {.type = XR_TYPE_HAND_TRACKING_MESH_FB};
    assert_success(scene->calls.xrGetHandMeshFB(tracker, &mesh));
    assert_true(mesh.jointCountOutput == fake_mesh_own.joints &&
                mesh.vertexCountOutput == fake_mesh_own.vertices &&
                mesh.indexCountOutput == fake_mesh_own.indices);
}

/* What the app did not enable, or the runtime answers, the layer does not write. */
TEST(test_scale_of_others)
{
    const char *names[] = {SCENE_HAND_AND_EYES, XR_FB_HAND_TRACKING_MESH_EXTENSION_NAME};
    for (int is_enabled = 0; is_enabled < 2; is_enabled++) {
        struct scene scene;
        scene_init(&scene, SCENE_ALL);
        fake.has_hands = is_enabled == 1;
        fake.also[0] = is_enabled == 1 ? names[2] : NULL;
        scene_start(&scene, names, is_enabled ? 3 : 2);
        XrHandTrackerEXT tracker = scene_hand(&scene, XR_HAND_LEFT_EXT);
        XrHandTrackingScaleFB scale = {
            .type = XR_TYPE_HAND_TRACKING_SCALE_FB, .sensorOutput = 0.7f, .currentOutput = 0.8f};
        HAND_JOINTS_WITH(locations, joints, &scale);
        scene_joints(&scene, tracker, scene.local, SCENE_AT(5), &locations);
        assert_true(scale.sensorOutput == 0.7f && scale.currentOutput == 0.8f);
        scene_end(&scene);
    }
}

TESTS_MAIN(test_geometry, test_skin, test_two_calls, test_missing_arrays, test_supplied,
           test_runtime_has_one, test_scale_of_others)
