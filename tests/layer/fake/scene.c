/* SPDX-License-Identifier: MIT */
#include "scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/bytes.h"
#include "encode.h"
#include "layer/state/instance.h"
#include "status/setting_table.h"

XrResult xrNegotiateLoaderApiLayerInterface(const XrNegotiateLoaderInfo *loader_info,
                                            const char *layer_name,
                                            XrNegotiateApiLayerRequest *request);

XrResult (*scene_negotiate)(const XrNegotiateLoaderInfo *, const char *,
                            XrNegotiateApiLayerRequest *) = xrNegotiateLoaderApiLayerInterface;

const XrPosef scene_identity = {{0, 0, 0, 1}, {0, 0, 0}};

enum { KEYS = 2 };

/* A curve through the first and the last value, at 0 and `last_s`. */
static void set_curve(struct us_recording *recording, unsigned index, float first, float last,
                      float last_s)
{
    uint8_t *keys = malloc((size_t)KEYS * US_KEY_SIZE_SHORT);
    assert_non_null(keys);
    us_bytes_store_f32(keys, 0.0f);
    us_bytes_store_f32(keys + 4, first);
    us_bytes_store_f32(keys + 8, last_s);
    us_bytes_store_f32(keys + 12, last);
    assert_true(us_recording_own(recording, keys));
    recording->curves[index] = (struct us_curve){.keys = keys,
                                                 .key_count = KEYS,
                                                 .key_size = US_KEY_SIZE_SHORT,
                                                 .pre_wrap = US_WRAP_CLAMP_FOREVER,
                                                 .post_wrap = US_WRAP_CLAMP_FOREVER,
                                                 .byte = US_NO_BYTE};
}

static void set_pose(struct us_recording *recording, unsigned index, const float first[7],
                     const float last[7])
{
    for (unsigned i = 0; i < US_POSE_CURVES; i++)
        set_curve(recording, index + i, first[i], last[i], 10.0f);
}

/* A truth value that becomes the other one at each of these times, from false at 0 on. */
static void set_flag(struct us_recording *recording, unsigned index, const float *flips_s,
                     unsigned count)
{
    uint8_t *keys = malloc((size_t)(count + 2) * US_KEY_SIZE_SHORT);
    assert_non_null(keys);
    for (unsigned i = 0; i < count + 2; i++) {
        us_bytes_store_f32(keys + 8 * i, i == 0 ? 0.0f : i <= count ? flips_s[i - 1] : 10.0f);
        us_bytes_store_f32(keys + 8 * i + 4, (float)((i <= count ? i : count) % 2));
    }
    assert_true(us_recording_own(recording, keys));
    recording->curves[index].keys = keys;
    recording->curves[index].key_count = count + 2;
}

static void set_pinches(struct us_recording *recording)
{
    const float left_s[] = {2.0f, 3.0f, 5.0f, 5.01f, 9.9f}, right_s[] = {1.0f, 2.0f};
    set_flag(recording, US_CURVE_PINCHING + US_HAND_LEFT, left_s, 5);
    set_flag(recording, US_CURVE_PINCHING + US_HAND_RIGHT, right_s, 2);
}

static void set_hands(struct us_recording *recording, float pinch)
{
    set_curve(recording, US_CURVE_TRACKED + US_HAND_LEFT, 1, 1, 10);
    set_curve(recording, US_CURVE_TRACKED + US_HAND_RIGHT, 1, 0, 4);
    set_curve(recording, US_CURVE_PINCHING + US_HAND_LEFT, pinch, pinch, 10);
    set_curve(recording, US_CURVE_PINCHING + US_HAND_RIGHT, 0, 0, 10);
    for (int joint = 0; joint < US_JOINT_COUNT; joint++) {
        float x = 0.01f * (float)joint;
        const float left_first[7] = {x, 1.0f, 0.2f, 0, 0, 0, 1},
                    left_last[7] = {x, 1.5f, 0.2f, 0, 0, 0, 1};
        const float right[7] = {-x, 1.0f, 0.2f, 0, 0, 0, 1};
        set_pose(recording, us_recording_joint_curve(US_HAND_LEFT, (enum us_joint)joint),
                 left_first, left_last);
        set_pose(recording, us_recording_joint_curve(US_HAND_RIGHT, (enum us_joint)joint), right,
                 right);
    }
}

static void set_markers(struct us_recording *recording)
{
    static const char *const names[] = {"end", "one", "two", "begin"};
    static const float times_s[] = {10.0f, 2.5f, 2.5f, 0.0f};
    recording->markers = calloc(4, sizeof *recording->markers);
    assert_non_null(recording->markers);
    recording->marker_count = 4;
    for (int i = 0; i < 4; i++) {
        char *name = malloc(8);
        assert_non_null(name);
        snprintf(name, 8, "%s", names[i]);
        recording->markers[i] = (struct us_marker){times_s[i], name, (uint32_t)strlen(name)};
    }
}

static void write_recording(const char *path, unsigned parts)
{
    struct us_recording recording = {0};
    struct us_layout layout = {.version_major = 1,
                               .version_minor = 1,
                               .key_size = US_KEY_SIZE_SHORT,
                               .has_markers = true,
                               .has_camera = (parts & SCENE_HEAD) != 0,
                               .has_hands = (parts & SCENE_HANDS) != 0,
                               .has_gaze = (parts & SCENE_GAZE) != 0};
    recording.layout = layout;
    float y = parts & SCENE_FLOOR ? 1.6f : 0.2f;
    const float head_first[7] = {0, y, 0.3f, 0, 0, 0, 1},
                head_last[7] = {1, y, 0.3f, 0, sqrtf(0.5f), 0, sqrtf(0.5f)};
    if (layout.has_camera)
        set_pose(&recording, US_CURVE_CAMERA, head_first, head_last);
    if (layout.has_hands)
        set_hands(&recording, parts & SCENE_PINCH ? 1.0f : 0.0f);
    if (layout.has_hands && (parts & SCENE_PINCHES))
        set_pinches(&recording);
    const float gaze_first[6] = {0.1f, 0.2f, 0.3f, 0, 0, 1},
                gaze_last[6] = {0.1f, 0.2f, 0.3f, 1, 0, 0};
    for (unsigned i = 0; layout.has_gaze && i < US_RAY_CURVES; i++)
        set_curve(&recording, US_CURVE_GAZE + i, gaze_first[i], gaze_last[i], 10.0f);
    if (parts & SCENE_MARKERS)
        set_markers(&recording);
    us_recording_measure(&recording);
    uint8_t *bytes = NULL;
    uint64_t size = 0;
    struct us_error error;
    if (us_encode(&recording, &layout, &bytes, &size, &error) != US_OK)
        fail_msg("%s", error.text);
    assert_true(us_recording_encode_save(path, bytes, size));
    free(bytes);
    us_recording_finish(&recording);
}

void scene_init(struct scene *scene, unsigned parts)
{
    memset(scene, 0, sizeof *scene);
    fake_reset();
    snprintf(scene->recording, sizeof scene->recording, "/tmp/understudy-layer-%ld.bin",
             (long)getpid());
    snprintf(scene->log, sizeof scene->log, "/tmp/understudy-layer-%ld.log", (long)getpid());
    scene_finish(scene);
    if (parts != 0)
        write_recording(scene->recording, parts);
    for (int i = 0; i < US_SETTING_COUNT; i++)
        unsetenv(us_setting_table[i].variable);
    setenv("UNDERSTUDY_PLAY", scene->recording, 1);
    setenv("UNDERSTUDY_LOG_FILE", scene->log, 1);
    setenv("UNDERSTUDY_LOG_LEVEL", "debug", 1);

    XrNegotiateLoaderInfo info = {XR_LOADER_INTERFACE_STRUCT_LOADER_INFO,
                                  XR_LOADER_INFO_STRUCT_VERSION,
                                  sizeof info,
                                  1,
                                  1,
                                  XR_MAKE_VERSION(1, 0, 0),
                                  XR_MAKE_VERSION(1, 0x3ff, 0xfff)};
    XrNegotiateApiLayerRequest request = {.structType =
                                              XR_LOADER_INTERFACE_STRUCT_API_LAYER_REQUEST,
                                          .structVersion = XR_API_LAYER_INFO_STRUCT_VERSION,
                                          .structSize = sizeof request};
    assert_success(scene_negotiate(&info, US_LAYER_NAME, &request));
    scene->get = request.getInstanceProcAddr;
    scene->create = request.createApiLayerInstance;
}

void scene_finish(struct scene *scene)
{
    unlink(scene->recording);
    unlink(scene->log);
}

void scene_end(struct scene *scene)
{
    assert_success(scene->calls.xrDestroyInstance(scene->instance));
    scene_finish(scene);
}

XrResult scene_create_in_chain(struct scene *scene, const char *const *names, uint32_t count,
                               XrApiLayerNextInfo *infos, uint32_t info_count)
{
    for (uint32_t i = 0; i < info_count; i++) {
        infos[i].structType = XR_LOADER_INTERFACE_STRUCT_API_LAYER_NEXT_INFO;
        infos[i].structVersion = XR_API_LAYER_NEXT_INFO_STRUCT_VERSION;
        infos[i].structSize = sizeof infos[i];
        infos[i].next = i + 1 < info_count ? &infos[i + 1] : NULL;
    }
    XrApiLayerCreateInfo layer_info = {XR_LOADER_INTERFACE_STRUCT_API_LAYER_CREATE_INFO,
                                       XR_API_LAYER_CREATE_INFO_STRUCT_VERSION,
                                       sizeof layer_info,
                                       NULL,
                                       "",
                                       &infos[0]};
    XrInstanceCreateInfo info = {.type = XR_TYPE_INSTANCE_CREATE_INFO,
                                 .applicationInfo = {.applicationName = "scene",
                                                     .apiVersion = scene->version != 0
                                                                       ? scene->version
                                                                       : XR_MAKE_VERSION(1, 0, 0)},
                                 .enabledExtensionCount = count,
                                 .enabledExtensionNames = names};
    XrResult result = scene->create(&info, &layer_info, &scene->instance);
    if (XR_SUCCEEDED(result))
        us_dispatch_load(&scene->calls, scene->get, scene->instance);
    return result;
}

XrResult scene_create_over(struct scene *scene, PFN_xrGetInstanceProcAddr get,
                           PFN_xrCreateApiLayerInstance create, const char *const *names,
                           uint32_t count)
{
    XrApiLayerNextInfo own = {.layerName = US_LAYER_NAME,
                              .nextGetInstanceProcAddr = get,
                              .nextCreateApiLayerInstance = create};
    return scene_create_in_chain(scene, names, count, &own, 1);
}

XrResult scene_create(struct scene *scene, const char *const *names, uint32_t count)
{
    return scene_create_over(scene, fake_get, fake_create, names, count);
}

XrSpace scene_space(struct scene *scene, XrReferenceSpaceType type, XrPosef offset)
{
    XrReferenceSpaceCreateInfo info = {.type = XR_TYPE_REFERENCE_SPACE_CREATE_INFO,
                                       .referenceSpaceType = type,
                                       .poseInReferenceSpace = offset};
    XrSpace space = XR_NULL_HANDLE;
    assert_success(scene->calls.xrCreateReferenceSpace(scene->session, &info, &space));
    return space;
}

void scene_begin(struct scene *scene)
{
    XrSessionCreateInfo info = {.type = XR_TYPE_SESSION_CREATE_INFO, .next = scene->binding};
    assert_success(scene->calls.xrCreateSession(scene->instance, &info, &scene->session));
    XrSessionBeginInfo begin = {.type = XR_TYPE_SESSION_BEGIN_INFO};
    assert_success(scene->calls.xrBeginSession(scene->session, &begin));
    scene->view = scene_space(scene, XR_REFERENCE_SPACE_TYPE_VIEW, scene_identity);
    scene->local = scene_space(scene, XR_REFERENCE_SPACE_TYPE_LOCAL, scene_identity);
    scene->stage = scene_space(scene, XR_REFERENCE_SPACE_TYPE_STAGE, scene_identity);
}

int scene_poll(struct scene *scene)
{
    int profiles = 0;
    for (;;) {
        XrEventDataBuffer event = {.type = XR_TYPE_EVENT_DATA_BUFFER};
        XrResult result = scene->calls.xrPollEvent(scene->instance, &event);
        if (result == XR_EVENT_UNAVAILABLE)
            return profiles;
        assert_success(result);
        profiles += event.type == XR_TYPE_EVENT_DATA_INTERACTION_PROFILE_CHANGED;
    }
}

void scene_wait_frame(struct scene *scene, XrTime time)
{
    XrFrameState state = {.type = XR_TYPE_FRAME_STATE};
    fake.next_time = time;
    assert_true(XR_SUCCEEDED(scene->calls.xrWaitFrame(scene->session, NULL, &state)));
    assert_int_equal(state.predictedDisplayTime, time);
}

bool scene_renders_at(const struct scene *scene, double seconds)
{
    XrFrameState state = {.type = XR_TYPE_FRAME_STATE};
    fake.next_time = SCENE_AT(seconds);
    assert_success(scene->calls.xrWaitFrame(scene->session, NULL, &state));
    return state.shouldRender;
}

void scene_open(struct scene *scene, const char *const *names, uint32_t count)
{
    assert_success(scene_create(scene, names, count));
    scene_begin(scene);
}

void scene_focus(struct scene *scene)
{
    fake_push_state(scene->session, XR_SESSION_STATE_FOCUSED);
    scene_poll(scene);
    scene_wait_frame(scene, SCENE_START);
}

void scene_play(struct scene *scene, unsigned parts)
{
    const char *names[] = {SCENE_HAND_AND_EYES};
    if (scene->get == NULL)
        scene_init(scene, parts);
    assert_success(scene_create(scene, names, 2));
    scene_begin(scene);
    scene_focus(scene);
}

XrSpaceLocation scene_locate(struct scene *scene, XrSpace space, XrSpace base, XrTime time,
                             XrSpaceVelocity *velocity)
{
    XrSpaceLocation location = {.type = XR_TYPE_SPACE_LOCATION, .next = velocity};
    if (velocity != NULL)
        *velocity = (XrSpaceVelocity){.type = XR_TYPE_SPACE_VELOCITY};
    assert_true(XR_SUCCEEDED(scene->calls.xrLocateSpace(space, base, time, &location)));
    assert_int_equal(location.type, XR_TYPE_SPACE_LOCATION);
    assert_ptr_equal(location.next, velocity);
    return location;
}

struct us_vec3 scene_to_vec3(XrVector3f v)
{
    return (struct us_vec3){v.x, v.y, v.z};
}

struct us_pose scene_to_pose(XrPosef pose)
{
    const XrQuaternionf q = pose.orientation;
    return (struct us_pose){{q.x, q.y, q.z, q.w}, scene_to_vec3(pose.position)};
}

XrPosef scene_from_pose(struct us_pose pose)
{
    const struct us_quat q = pose.rotation;
    const struct us_vec3 p = pose.position_m;
    return (XrPosef){{q.x, q.y, q.z, q.w}, {p.x, p.y, p.z}};
}

static void check_near(float got, float expected)
{
    if (!(fabsf(got - expected) < 1e-5f))
        fail_msg("got %.7g, expected %.7g", (double)got, (double)expected);
}

void scene_check_vector(XrVector3f got, XrVector3f expected)
{
    check_near(got.x, expected.x);
    check_near(got.y, expected.y);
    check_near(got.z, expected.z);
}

XrHandTrackerEXT scene_hand(const struct scene *scene, XrHandEXT hand)
{
    const XrHandTrackerCreateInfoEXT info = {.type = XR_TYPE_HAND_TRACKER_CREATE_INFO_EXT,
                                             .hand = hand,
                                             .handJointSet = XR_HAND_JOINT_SET_DEFAULT_EXT};
    XrHandTrackerEXT tracker;
    assert_success(scene->calls.xrCreateHandTrackerEXT(scene->session, &info, &tracker));
    return tracker;
}

XrResult scene_ask_joints(const struct scene *scene, XrHandTrackerEXT tracker, XrSpace base,
                          XrTime time, XrHandJointLocationsEXT *locations)
{
    const XrHandJointsLocateInfoEXT info = {
        .type = XR_TYPE_HAND_JOINTS_LOCATE_INFO_EXT, .baseSpace = base, .time = time};
    return scene->calls.xrLocateHandJointsEXT(tracker, &info, locations);
}

void scene_joints(const struct scene *scene, XrHandTrackerEXT tracker, XrSpace base, XrTime time,
                  XrHandJointLocationsEXT *locations)
{
    assert_success(scene_ask_joints(scene, tracker, base, time, locations));
}

bool scene_is_hand_active(const struct scene *scene, XrHandTrackerEXT tracker, double seconds)
{
    HAND_JOINTS(locations, joints);
    joints[5].locationFlags = 5; /* an inactive hand clears it */
    scene_joints(scene, tracker, scene->local, SCENE_AT(seconds), &locations);
    assert_int_equal(joints[5].locationFlags, locations.isActive ? 15 : 0);
    return locations.isActive;
}

XrResult scene_ask_views(const struct scene *scene, XrSpace space, XrTime time, uint32_t capacity,
                         struct scene_views *out)
{
    const XrViewLocateInfo info = {.type = XR_TYPE_VIEW_LOCATE_INFO,
                                   .viewConfigurationType =
                                       XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO,
                                   .displayTime = time,
                                   .space = space};
    *out = (struct scene_views){.state = {.type = XR_TYPE_VIEW_STATE}};
    for (int i = 0; i < 4; i++)
        out->views[i].type = XR_TYPE_VIEW;
    return scene->calls.xrLocateViews(scene->session, &info, &out->state, capacity, &out->count,
                                      capacity > 0 ? out->views : NULL);
}

struct scene_views scene_locate_views(const struct scene *scene, XrSpace space, XrTime time)
{
    struct scene_views views;
    assert_success(scene_ask_views(scene, space, time, 2, &views));
    return views;
}

XrResult scene_submit(const struct scene *scene, XrTime time, uint32_t count,
                      const XrCompositionLayerBaseHeader *const *layers)
{
    const XrFrameEndInfo info = {.type = XR_TYPE_FRAME_END_INFO,
                                 .displayTime = time,
                                 .environmentBlendMode = XR_ENVIRONMENT_BLEND_MODE_OPAQUE,
                                 .layerCount = count,
                                 .layers = layers};
    return scene->calls.xrEndFrame(scene->session, &info);
}

void scene_check_pose(XrPosef pose, XrQuaternionf rotation, XrVector3f position)
{
    XrQuaternionf q = pose.orientation;
    float dot = q.x * rotation.x + q.y * rotation.y + q.z * rotation.z + q.w * rotation.w;
    float sign = dot < 0 ? -1.0f : 1.0f;
    check_near(sign * q.x, rotation.x);
    check_near(sign * q.y, rotation.y);
    check_near(sign * q.z, rotation.z);
    check_near(sign * q.w, rotation.w);
    scene_check_vector(pose.position, position);
}

/* Each line must begin with `begin`. */
static int count_lines(const char *path, const char *begin, const char *text)
{
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return 0;
    char line[2048];
    int count = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        assert_memory_equal(line, begin, strlen(begin));
        count += strstr(line, text) != NULL;
    }
    fclose(file);
    return count;
}

int scene_count_lines(const char *path, const char *text)
{
    return count_lines(path, "", text);
}

int scene_count_log(const struct scene *scene, const char *text)
{
    return count_lines(scene->log, "understudy: ", text);
}
