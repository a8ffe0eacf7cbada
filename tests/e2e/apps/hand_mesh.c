/* SPDX-License-Identifier: MIT */
/* An app that draws hands by XR_FB_hand_tracking_mesh, without the drawing: it skins the mesh with
 * the joints of each frame, and measures that every end of a capsule is around the joint it hangs
 * on. Prints a line for each hand. Exit status: 3, a call failed; 4, a vertex is elsewhere. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "openxr/xr.h"

#define JOINTS XR_HAND_JOINT_COUNT_EXT

struct mesh {
    XrHandTrackingMeshFB mesh;
    XrHandTrackerEXT tracker;
    int frames; /* with joints */
};

static XrInstance instance;
static XrSession session;
static XrSpace local;
static PFN_xrGetHandMeshFB get_mesh;
static PFN_xrCreateHandTrackerEXT create_tracker;
static PFN_xrLocateHandJointsEXT locate_joints;

static void check(XrResult result, const char *call)
{
    if (XR_SUCCEEDED(result))
        return;
    printf("%s: %d\n", call, result);
    exit(3);
}

static PFN_xrVoidFunction load(const char *name)
{
    PFN_xrVoidFunction function = NULL;
    check(xrGetInstanceProcAddr(instance, name, &function), name);
    return function;
}

static void open_session(void)
{
    const char *const names[] = {XR_MND_HEADLESS_EXTENSION_NAME,
                                 XR_EXT_HAND_TRACKING_EXTENSION_NAME,
                                 XR_FB_HAND_TRACKING_MESH_EXTENSION_NAME};
    const XrInstanceCreateInfo info = {
        .type = XR_TYPE_INSTANCE_CREATE_INFO,
        .applicationInfo = {.applicationName = "hand_mesh", .apiVersion = XR_MAKE_VERSION(1, 0, 0)},
        .enabledExtensionCount = 3,
        .enabledExtensionNames = names};
    check(xrCreateInstance(&info, &instance), "xrCreateInstance");
    const XrSystemGetInfo get = {.type = XR_TYPE_SYSTEM_GET_INFO,
                                 .formFactor = XR_FORM_FACTOR_HEAD_MOUNTED_DISPLAY};
    XrSystemId system = XR_NULL_SYSTEM_ID;
    check(xrGetSystem(instance, &get, &system), "xrGetSystem");
    const XrSessionCreateInfo create = {.type = XR_TYPE_SESSION_CREATE_INFO, .systemId = system};
    check(xrCreateSession(instance, &create, &session), "xrCreateSession");
    const XrReferenceSpaceCreateInfo space = {.type = XR_TYPE_REFERENCE_SPACE_CREATE_INFO,
                                              .referenceSpaceType = XR_REFERENCE_SPACE_TYPE_LOCAL,
                                              .poseInReferenceSpace = {{0, 0, 0, 1}, {0, 0, 0}}};
    check(xrCreateReferenceSpace(session, &space, &local), "xrCreateReferenceSpace");
    get_mesh = (PFN_xrGetHandMeshFB)load("xrGetHandMeshFB");
    create_tracker = (PFN_xrCreateHandTrackerEXT)load("xrCreateHandTrackerEXT");
    locate_joints = (PFN_xrLocateHandJointsEXT)load("xrLocateHandJointsEXT");
}

static void *take(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    if (memory == NULL)
        exit(3);
    return memory;
}

/* OpenXR's two-call idiom: the counts first. */
static void open_mesh(struct mesh *hand, XrHandEXT which)
{
    const XrHandTrackerCreateInfoEXT info = {.type = XR_TYPE_HAND_TRACKER_CREATE_INFO_EXT,
                                             .hand = which,
                                             .handJointSet = XR_HAND_JOINT_SET_DEFAULT_EXT};
    check(create_tracker(session, &info, &hand->tracker), "xrCreateHandTrackerEXT");
    XrHandTrackingMeshFB *mesh = &hand->mesh;
    mesh->type = XR_TYPE_HAND_TRACKING_MESH_FB;
    check(get_mesh(hand->tracker, mesh), "xrGetHandMeshFB");
    const uint32_t vertices = mesh->vertexCapacityInput = mesh->vertexCountOutput;
    const uint32_t joints = mesh->jointCapacityInput = mesh->jointCountOutput;
    mesh->indexCapacityInput = mesh->indexCountOutput;
    mesh->jointBindPoses = take(joints, sizeof *mesh->jointBindPoses);
    mesh->jointRadii = take(joints, sizeof *mesh->jointRadii);
    mesh->jointParents = take(joints, sizeof *mesh->jointParents);
    mesh->vertexPositions = take(vertices, sizeof *mesh->vertexPositions);
    mesh->vertexNormals = take(vertices, sizeof *mesh->vertexNormals);
    mesh->vertexUVs = take(vertices, sizeof *mesh->vertexUVs);
    mesh->vertexBlendIndices = take(vertices, sizeof *mesh->vertexBlendIndices);
    mesh->vertexBlendWeights = take(vertices, sizeof *mesh->vertexBlendWeights);
    mesh->indices = take(mesh->indexCapacityInput, sizeof *mesh->indices);
    check(get_mesh(hand->tracker, mesh), "xrGetHandMeshFB");
}

static XrVector3f minus(XrVector3f a, XrVector3f b)
{
    return (XrVector3f){a.x - b.x, a.y - b.y, a.z - b.z};
}

static XrVector3f rotate(XrQuaternionf q, XrVector3f v)
{
    const XrVector3f t = {2 * (q.y * v.z - q.z * v.y), 2 * (q.z * v.x - q.x * v.z),
                          2 * (q.x * v.y - q.y * v.x)};
    return (XrVector3f){v.x + q.w * t.x + q.y * t.z - q.z * t.y,
                        v.y + q.w * t.y + q.z * t.x - q.x * t.z,
                        v.z + q.w * t.z + q.x * t.y - q.y * t.x};
}

/* Where a vertex goes that hangs on one joint alone. */
static XrVector3f skin(XrPosef bind, XrPosef now, XrVector3f vertex)
{
    const XrQuaternionf inverse = {-bind.orientation.x, -bind.orientation.y, -bind.orientation.z,
                                   bind.orientation.w};
    const XrVector3f local_m = rotate(inverse, minus(vertex, bind.position));
    const XrVector3f out = rotate(now.orientation, local_m);
    return (XrVector3f){now.position.x + out.x, now.position.y + out.y, now.position.z + out.z};
}

static void check_skin(const struct mesh *hand, const XrHandJointLocationEXT *joints)
{
    const XrHandTrackingMeshFB *mesh = &hand->mesh;
    for (uint32_t i = 0; i < mesh->vertexCountOutput; i++) {
        const XrVector4f weights = mesh->vertexBlendWeights[i];
        const XrVector4sFB blended = mesh->vertexBlendIndices[i];
        if (weights.x < 1.0f && weights.y < 1.0f)
            continue;
        const int joint = weights.x < 1.0f ? blended.y : blended.x;
        const XrVector3f at =
            skin(mesh->jointBindPoses[joint], joints[joint].pose, mesh->vertexPositions[i]);
        const XrVector3f from = minus(at, joints[joint].pose.position);
        const float distance = sqrtf(from.x * from.x + from.y * from.y + from.z * from.z);
        if (fabsf(distance - mesh->jointRadii[blended.y]) > 1e-4f) {
            printf("vertex %u is %g m from joint %d\n", i, (double)distance, joint);
            exit(4);
        }
    }
}

static void run_hand(struct mesh *hand, XrTime time)
{
    XrHandJointLocationEXT joints[JOINTS];
    const XrHandJointsLocateInfoEXT info = {
        .type = XR_TYPE_HAND_JOINTS_LOCATE_INFO_EXT, .baseSpace = local, .time = time};
    XrHandJointLocationsEXT locations = {
        .type = XR_TYPE_HAND_JOINT_LOCATIONS_EXT, .jointCount = JOINTS, .jointLocations = joints};
    check(locate_joints(hand->tracker, &info, &locations), "xrLocateHandJointsEXT");
    if (!locations.isActive)
        return;
    hand->frames++;
    check_skin(hand, joints);
}

static XrSessionState poll(XrSessionState state)
{
    XrEventDataBuffer event = {.type = XR_TYPE_EVENT_DATA_BUFFER};
    while (xrPollEvent(instance, &event) == XR_SUCCESS) {
        XrEventDataSessionStateChanged changed;
        memcpy(&changed, &event, sizeof changed);
        if (changed.type == XR_TYPE_EVENT_DATA_SESSION_STATE_CHANGED)
            state = changed.state;
        event.type = XR_TYPE_EVENT_DATA_BUFFER;
    }
    return state;
}

int main(void)
{
    struct mesh hands[2] = {{.frames = 0}, {.frames = 0}};
    open_session();
    open_mesh(&hands[0], XR_HAND_LEFT_EXT);
    open_mesh(&hands[1], XR_HAND_RIGHT_EXT);
    XrSessionState state = poll(XR_SESSION_STATE_UNKNOWN);
    const XrSessionBeginInfo begin = {.type = XR_TYPE_SESSION_BEGIN_INFO,
                                      .primaryViewConfigurationType =
                                          XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO};
    check(xrBeginSession(session, &begin), "xrBeginSession");
    while ((state = poll(state)) != XR_SESSION_STATE_STOPPING) {
        XrFrameState frame = {.type = XR_TYPE_FRAME_STATE};
        check(xrWaitFrame(session, NULL, &frame), "xrWaitFrame");
        check(xrBeginFrame(session, NULL), "xrBeginFrame");
        for (int i = 0; i < 2; i++)
            run_hand(&hands[i], frame.predictedDisplayTime);
        const XrFrameEndInfo end = {.type = XR_TYPE_FRAME_END_INFO,
                                    .displayTime = frame.predictedDisplayTime,
                                    .environmentBlendMode = XR_ENVIRONMENT_BLEND_MODE_OPAQUE};
        check(xrEndFrame(session, &end), "xrEndFrame");
    }
    check(xrEndSession(session), "xrEndSession");
    check(xrDestroyInstance(instance), "xrDestroyInstance");
    for (int i = 0; i < 2; i++)
        printf("%s hand: %u vertices, %u triangles, in %d frames around their joints\n",
               i == 0 ? "left" : "right", hands[i].mesh.vertexCountOutput,
               hands[i].mesh.indexCountOutput / 3, hands[i].frames);
    return 0;
}
