/* SPDX-License-Identifier: MIT */
#include "layer/pose/hand.h"

#include <math.h>

#include "layer/pose/convert.h"

#define AROUND US_HAND_MESH_AROUND
#define RINGS US_HAND_MESH_RINGS
#define MIDDLE_RING 3
#define TURN_RAD 6.283185307f

/* A finger of the right hand: the place of its first joint, where it points (radians to the left of
 * -Z), and the bones behind that joint. */
struct finger {
    struct us_vec3 first_m;
    float yaw_rad;
    float bones_m[4];
    int joints;
};
static const struct finger fingers[] = {
    {{-0.024f, -0.008f, -0.030f}, 0.70f, {0.045f, 0.032f, 0.025f}, 4},
    {{-0.014f, 0.0f, -0.035f}, 0.14f, {0.062f, 0.040f, 0.024f, 0.020f}, 5},
    {{-0.002f, 0.0f, -0.035f}, 0.03f, {0.060f, 0.044f, 0.028f, 0.021f}, 5},
    {{0.010f, 0.0f, -0.035f}, -0.07f, {0.055f, 0.040f, 0.026f, 0.020f}, 5},
    {{0.020f, 0.0f, -0.034f}, -0.19f, {0.050f, 0.031f, 0.019f, 0.018f}, 5},
};
static const struct us_vec3 palm_m = {-0.002f, 0.0f, -0.065f};

/* The finger of a joint, and how many joints of the finger come before it. NULL: wrist and palm. */
static const struct finger *find_finger(XrHandJointEXT joint, int *out_before)
{
    int before = (int)joint - XR_HAND_JOINT_THUMB_METACARPAL_EXT;
    if (before < 0)
        return NULL;
    const struct finger *finger = fingers;
    while (before >= finger->joints)
        before -= finger++->joints;
    *out_before = before;
    return finger;
}

/* The joint that a joint hangs on: the wrist for the palm and for the first joint of each finger.
 * XR_HAND_JOINT_MAX_ENUM_EXT for the wrist itself, which hangs on none. */
static XrHandJointEXT parent_of(XrHandJointEXT joint)
{
    return joint == XR_HAND_JOINT_WRIST_EXT
               ? XR_HAND_JOINT_MAX_ENUM_EXT
               : (XrHandJointEXT)us_joint_openxr_before((unsigned)joint);
}

/* A joint in the bind pose, with the axes that XR_EXT_hand_tracking gives it. */
static struct us_pose bind_pose(enum us_hand hand, XrHandJointEXT joint)
{
    const float side = hand == US_HAND_RIGHT ? 1.0f : -1.0f;
    struct us_pose pose = us_pose_identity;
    int before = 0;
    const struct finger *finger = find_finger(joint, &before);
    if (finger == NULL && joint == XR_HAND_JOINT_PALM_EXT)
        pose.position_m = palm_m;
    if (finger != NULL) {
        float along_m = 0.0f;
        for (int i = 0; i < before; i++)
            along_m += finger->bones_m[i];
        const struct us_vec3 direction = {-sinf(finger->yaw_rad), 0.0f, -cosf(finger->yaw_rad)};
        pose.position_m = us_vec3_add(finger->first_m, us_vec3_scale(direction, along_m));
        pose.rotation.y = side * sinf(finger->yaw_rad / 2.0f);
        pose.rotation.w = cosf(finger->yaw_rad / 2.0f);
    }
    pose.position_m.x *= side;
    return pose;
}

/* A bone of the bind pose. `along`, `up` and `across` are a right-handed frame: up x across =
 * along. */
struct capsule {
    XrHandJointEXT joints[2];
    struct us_vec3 ends_m[2];
    struct us_vec3 along, up, across;
    float radius_m;
};

static struct us_vec3 unit(struct us_vec3 v)
{
    return us_vec3_scale(v, 1.0f / us_vec3_norm(v));
}

static struct capsule capsule_of(enum us_hand hand, XrHandJointEXT joint)
{
    struct capsule capsule = {.joints = {parent_of(joint), joint},
                              .radius_m = us_joint_radius_m(us_joint_from_openxr((int)joint))};
    for (int i = 0; i < 2; i++)
        capsule.ends_m[i] = bind_pose(hand, capsule.joints[i]).position_m;
    capsule.along = unit(us_vec3_sub(capsule.ends_m[1], capsule.ends_m[0]));
    /* No bone of the flat hand is upright. */
    const struct us_vec3 y = {0.0f, 1.0f, 0.0f};
    capsule.across = unit(us_vec3_cross(capsule.along, y));
    capsule.up = us_vec3_cross(capsule.across, capsule.along);
    return capsule;
}

struct vertex {
    struct us_vec3 centre_m; /* on the axis */
    struct us_vec3 normal;
    float weights[2]; /* of the capsule's joints */
    XrVector2f uv;
};

/* The vertex `n` of a capsule: the near pole, the rings from the near to the far end, the far
 * pole. u goes around and back, so that the texture has no seam; v goes along. */
static struct vertex vertex_of(const struct capsule *capsule, int n)
{
    const int ring = n == 0 ? -1 : (n - 1) / AROUND; /* RINGS: the far pole */
    const int step = n == 0 || ring == RINGS ? 0 : (n - 1) % AROUND;
    /* From the near pole: 30, 60 and 90 degrees, the middle, 90, 120 and 150, the far pole. */
    const int quarter_thirds = ring < MIDDLE_RING ? ring + 1 : ring == MIDDLE_RING ? 3 : ring - 1;
    const float polar_rad = (float)quarter_thirds * TURN_RAD / 12.0f;
    const float around_rad = (float)step * TURN_RAD / AROUND;
    const float out = sinf(polar_rad);
    struct vertex vertex;
    vertex.weights[1] = ring < MIDDLE_RING ? 0.0f : ring == MIDDLE_RING ? 0.5f : 1.0f;
    vertex.weights[0] = 1.0f - vertex.weights[1];
    vertex.centre_m = us_vec3_add(us_vec3_scale(capsule->ends_m[0], vertex.weights[0]),
                                  us_vec3_scale(capsule->ends_m[1], vertex.weights[1]));
    vertex.normal =
        us_vec3_add(us_vec3_scale(capsule->along, -cosf(polar_rad)),
                    us_vec3_add(us_vec3_scale(capsule->up, out * cosf(around_rad)),
                                us_vec3_scale(capsule->across, out * sinf(around_rad))));
    const float turned = (float)step / AROUND;
    vertex.uv.x = turned <= 0.5f ? 2.0f * turned : 2.0f - 2.0f * turned;
    vertex.uv.y = (float)(ring + 1) / (RINGS + 1);
    return vertex;
}

static void write_vertices(enum us_hand hand, XrHandJointEXT joint, int first,
                           XrHandTrackingMeshFB *mesh)
{
    const struct capsule capsule = capsule_of(hand, joint);
    for (int n = 0; n < US_HAND_MESH_CAPSULE_VERTICES; n++) {
        const struct vertex vertex = vertex_of(&capsule, n);
        const struct us_vec3 at_m =
            us_vec3_add(vertex.centre_m, us_vec3_scale(vertex.normal, capsule.radius_m));
        mesh->vertexPositions[first + n] = us_convert_to_vector3f(at_m);
        mesh->vertexNormals[first + n] = us_convert_to_vector3f(vertex.normal);
        mesh->vertexUVs[first + n] = vertex.uv;
        mesh->vertexBlendIndices[first + n] =
            (XrVector4sFB){(int16_t)capsule.joints[0], (int16_t)capsule.joints[1], 0, 0};
        mesh->vertexBlendWeights[first + n] =
            (XrVector4f){vertex.weights[0], vertex.weights[1], 0.0f, 0.0f};
    }
}

static int16_t *write_triangle(int16_t *out, int a, int b, int c)
{
    out[0] = (int16_t)a;
    out[1] = (int16_t)b;
    out[2] = (int16_t)c;
    return out + 3;
}

/* The triangles of one capsule, whose first vertex is `first`. */
static void write_triangles(int first, int16_t *out)
{
    const int near_pole = first, far_pole = first + US_HAND_MESH_CAPSULE_VERTICES - 1;
    const int near_ring = first + 1, far_ring = near_ring + (RINGS - 1) * AROUND;
    for (int step = 0; step < AROUND; step++) {
        const int next = (step + 1) % AROUND;
        out = write_triangle(out, near_pole, near_ring + next, near_ring + step);
        for (int ring = near_ring; ring < far_ring; ring += AROUND) {
            out = write_triangle(out, ring + step, ring + next, ring + AROUND + step);
            out = write_triangle(out, ring + next, ring + AROUND + next, ring + AROUND + step);
        }
        out = write_triangle(out, far_pole, far_ring + step, far_ring + next);
    }
}

static void write_joints(enum us_hand hand, XrHandTrackingMeshFB *mesh)
{
    for (int i = 0; i < XR_HAND_JOINT_COUNT_EXT; i++) {
        const XrHandJointEXT joint = (XrHandJointEXT)i;
        mesh->jointBindPoses[i] = us_convert_to_posef(bind_pose(hand, joint));
        mesh->jointRadii[i] = us_joint_radius_m(us_joint_from_openxr(i));
        mesh->jointParents[i] = parent_of(joint);
    }
}

/* One capacity of 0 means that all are (OpenXR 1.0, "Buffer Size Parameters"). */
static bool wants_counts(const XrHandTrackingMeshFB *mesh)
{
    return mesh->jointCapacityInput == 0 || mesh->vertexCapacityInput == 0 ||
           mesh->indexCapacityInput == 0;
}

static bool has_arrays(const XrHandTrackingMeshFB *mesh)
{
    return mesh->jointBindPoses != NULL && mesh->jointRadii != NULL && mesh->jointParents != NULL &&
           mesh->vertexPositions != NULL && mesh->vertexNormals != NULL &&
           mesh->vertexUVs != NULL && mesh->vertexBlendIndices != NULL &&
           mesh->vertexBlendWeights != NULL && mesh->indices != NULL;
}

XrResult us_hand_mesh_count(XrHandTrackingMeshFB *mesh, uint32_t joints, uint32_t vertices,
                            uint32_t indices, bool *out_fills)
{
    *out_fills = false;
    if (mesh == NULL || mesh->type != XR_TYPE_HAND_TRACKING_MESH_FB ||
        (!wants_counts(mesh) && !has_arrays(mesh)))
        return XR_ERROR_VALIDATION_FAILURE;
    mesh->jointCountOutput = joints;
    mesh->vertexCountOutput = vertices;
    mesh->indexCountOutput = indices;
    if (wants_counts(mesh))
        return XR_SUCCESS;
    if (mesh->jointCapacityInput < joints || mesh->vertexCapacityInput < vertices ||
        mesh->indexCapacityInput < indices)
        return XR_ERROR_SIZE_INSUFFICIENT;
    *out_fills = true;
    return XR_SUCCESS;
}

XrResult us_hand_mesh_write(enum us_hand hand, XrHandTrackingMeshFB *mesh)
{
    _Static_assert(US_HAND_MESH_VERTICES <= INT16_MAX, "an index is an int16_t");
    bool fills;
    XrResult result = us_hand_mesh_count(mesh, XR_HAND_JOINT_COUNT_EXT, US_HAND_MESH_VERTICES,
                                         US_HAND_MESH_INDICES, &fills);
    if (!fills)
        return result;
    write_joints(hand, mesh);
    /* The palm is joint 0, and the wrist, which has no capsule, is joint 1. */
    int capsule = 0;
    for (int i = 0; i < XR_HAND_JOINT_COUNT_EXT; i++) {
        if (i == XR_HAND_JOINT_WRIST_EXT)
            continue;
        const int first = capsule * US_HAND_MESH_CAPSULE_VERTICES;
        write_vertices(hand, (XrHandJointEXT)i, first, mesh);
        write_triangles(first, mesh->indices + capsule * US_HAND_MESH_CAPSULE_INDICES);
        capsule++;
    }
    return XR_SUCCESS;
}
