/* SPDX-License-Identifier: MIT */
/*
 * Any frame that an app may submit, through the layer to the fake runtime: the app's structs stay
 * as they are, nothing is added or reordered, what is not known arrives as it is, poses stay poses,
 * and the result is the runtime's.
 */
#include "actions.h"
#include "fake_frame.h"
#include "fuzz.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LAYERS = 80, CHAINED = 24, VIEWS = 4, CONFIGURATIONS = 2, SPACES = 12 };
#define UNKNOWN_TYPE ((XrStructureType)1234567890)

union layer {
    XrCompositionLayerBaseHeader header;
    XrCompositionLayerProjection projection;
    XrCompositionLayerQuad quad;
    XrCompositionLayerCylinderKHR cylinder;
    XrCompositionLayerEquirectKHR equirect;
    XrCompositionLayerEquirect2KHR equirect2;
    XrCompositionLayerCubeKHR cube;
};

union chained {
    XrBaseInStructure base;
    XrCompositionLayerDepthInfoKHR depth;
    XrCompositionLayerSpaceWarpInfoFB warp;
    XrCompositionLayerReprojectionInfoMSFT reprojection;
    XrCompositionLayerReprojectionPlaneOverrideMSFT plane;
    XrCompositionLayerColorScaleBiasKHR color;
};

/* All that one frame is made of. */
struct frame {
    XrFrameEndInfo info;
    XrSecondaryViewConfigurationFrameEndInfoMSFT secondary;
    XrSecondaryViewConfigurationLayerInfoMSFT configurations[CONFIGURATIONS];
    const XrCompositionLayerBaseHeader *list[LAYERS];
    union layer layers[LAYERS];
    XrCompositionLayerProjectionView views[LAYERS][VIEWS];
    union chained chained[CHAINED];
    unsigned chained_count;
};

static struct {
    struct scene scene;
    XrSpace spaces[SPACES];
    struct frame frame, before;
} fuzz;

static XrSpace gaze_space(struct scene *scene)
{
    XrActionSet set = actions_set(scene, 0);
    XrAction gaze =
        actions_make(scene, set, XR_ACTION_TYPE_POSE_INPUT, "/user/eyes_ext", NULL, NULL);
    actions_suggest_one(scene, "/interaction_profiles/ext/eye_gaze_interaction", gaze,
                        "/user/eyes_ext/input/gaze_ext/pose");
    actions_attach(scene, &set, 1);
    actions_sync(scene, set);
    return actions_space(scene, gaze, "/user/eyes_ext");
}

/* Once for all inputs. */
static void start(void)
{
    static const XrPosef offset = {{0.5f, 0.5f, -0.5f, 0.5f}, {0.2f, 0.1f, -0.7f}};
    struct scene *scene = &fuzz.scene;
    if (scene->get != NULL)
        return;
    scene_play(scene, SCENE_ALL);
    scene_finish(scene); /* the files are open, or not needed any more */
    XrSpace spaces[SPACES] = {scene->local,
                              scene->stage,
                              scene->view,
                              scene_space(scene, XR_REFERENCE_SPACE_TYPE_LOCAL, offset),
                              scene_space(scene, XR_REFERENCE_SPACE_TYPE_VIEW, offset),
                              scene_space(scene, XR_REFERENCE_SPACE_TYPE_STAGE, offset),
                              gaze_space(scene),
                              XR_NULL_HANDLE,
                              US_XR_HANDLE(XrSpace, 9999),
                              US_XR_HANDLE(XrSpace, UINT64_MAX)};
    fake.spaces[++fake.space_count] = (struct fake_space){
        .life = FAKE_ALIVE, .reference = XR_REFERENCE_SPACE_TYPE_LOCAL, .offset = offset};
    spaces[10] = US_XR_HANDLE(XrSpace, fake.space_count);
    spaces[11] = scene->stage;
    memcpy(fuzz.spaces, spaces, sizeof spaces);
}

static XrPosef read_pose(struct fuzz_feed *feed)
{
    XrPosef pose = {{0, 0, 0, 1}, {0, 0, 0}};
    uint8_t kind = fuzz_u8(feed);
    float *floats = &pose.orientation.x;
    for (unsigned i = 0; i < 7 && (kind & 1); i++)
        floats[i] = kind & 2 ? fuzz_float_any(feed) : fuzz_float(feed);
    float norm = sqrtf(floats[0] * floats[0] + floats[1] * floats[1] + floats[2] * floats[2] +
                       floats[3] * floats[3]);
    for (unsigned i = 0; i < 4 && !(kind & 4) && norm > 1e-6f && norm < 1e6f; i++)
        floats[i] /= norm;
    return pose;
}

/* A chain of what may be chained, and of what nobody knows. */
static const void *read_chain(struct fuzz_feed *feed, const void *next)
{
    static const XrStructureType types[] = {
        XR_TYPE_COMPOSITION_LAYER_DEPTH_INFO_KHR,
        XR_TYPE_COMPOSITION_LAYER_SPACE_WARP_INFO_FB,
        XR_TYPE_COMPOSITION_LAYER_REPROJECTION_INFO_MSFT,
        XR_TYPE_COMPOSITION_LAYER_REPROJECTION_PLANE_OVERRIDE_MSFT,
        XR_TYPE_COMPOSITION_LAYER_COLOR_SCALE_BIAS_KHR,
        UNKNOWN_TYPE,
    };
    uint8_t length = fuzz_u8(feed);
    for (uint8_t i = 0; i < length % 4 && length >= 128; i++) {
        if (fuzz.frame.chained_count == CHAINED)
            return next;
        union chained *one = &fuzz.frame.chained[fuzz.frame.chained_count++];
        one->base.type = types[fuzz_choice(feed, 6)];
        one->base.next = next;
        if (one->base.type == XR_TYPE_COMPOSITION_LAYER_REPROJECTION_PLANE_OVERRIDE_MSFT)
            one->plane.position = read_pose(feed).position;
        if (one->base.type == XR_TYPE_COMPOSITION_LAYER_SPACE_WARP_INFO_FB)
            one->warp.appSpaceDeltaPose = read_pose(feed);
        next = one;
    }
    return next;
}

static void read_views(struct fuzz_feed *feed, unsigned index)
{
    XrCompositionLayerProjection *projection = &fuzz.frame.layers[index].projection;
    XrCompositionLayerProjectionView *views = fuzz.frame.views[index];
    projection->viewCount = fuzz_choice(feed, VIEWS + 1);
    projection->views = projection->viewCount > 0 || fuzz_u8(feed) & 1 ? views : NULL;
    for (uint32_t i = 0; i < projection->viewCount; i++) {
        views[i].type = XR_TYPE_COMPOSITION_LAYER_PROJECTION_VIEW;
        views[i].pose = read_pose(feed);
        views[i].next = read_chain(feed, NULL);
    }
}

static void read_layer(struct fuzz_feed *feed, unsigned index)
{
    static const XrStructureType types[] = {
        XR_TYPE_COMPOSITION_LAYER_PROJECTION,
        XR_TYPE_COMPOSITION_LAYER_QUAD,
        XR_TYPE_COMPOSITION_LAYER_CYLINDER_KHR,
        XR_TYPE_COMPOSITION_LAYER_EQUIRECT_KHR,
        XR_TYPE_COMPOSITION_LAYER_EQUIRECT2_KHR,
        XR_TYPE_COMPOSITION_LAYER_CUBE_KHR,
        UNKNOWN_TYPE,
    };
    union layer *layer = &fuzz.frame.layers[index];
    uint8_t kind = fuzz_u8(feed);
    fuzz.frame.list[index] = kind == 255 ? NULL : &layer->header;
    layer->header.type = types[kind % 7];
    layer->header.space = fuzz.spaces[fuzz_choice(feed, SPACES)];
    layer->header.next = read_chain(feed, NULL);
    switch (kind % 7) {
    case 0:
        read_views(feed, index);
        break;
    case 1:
        layer->quad.pose = read_pose(feed);
        break;
    case 2:
        layer->cylinder.pose = read_pose(feed);
        break;
    case 3:
        layer->equirect.pose = read_pose(feed);
        break;
    case 4:
        layer->equirect2.pose = read_pose(feed);
        break;
    case 5:
        layer->cube.orientation = read_pose(feed).orientation;
        break;
    default:
        break;
    }
}

static void read_secondary(struct fuzz_feed *feed, unsigned used)
{
    struct frame *frame = &fuzz.frame;
    frame->secondary = (XrSecondaryViewConfigurationFrameEndInfoMSFT){
        .type = XR_TYPE_SECONDARY_VIEW_CONFIGURATION_FRAME_END_INFO_MSFT,
        .next = read_chain(feed, NULL),
        .viewConfigurationCount = fuzz_choice(feed, CONFIGURATIONS + 1),
        .viewConfigurationLayersInfo = frame->configurations};
    for (unsigned i = 0; i < CONFIGURATIONS; i++) {
        uint32_t count = 1 + fuzz_choice(feed, 3);
        frame->configurations[i] = (XrSecondaryViewConfigurationLayerInfoMSFT){
            .type = XR_TYPE_SECONDARY_VIEW_CONFIGURATION_LAYER_INFO_MSFT,
            .layerCount = used + count <= LAYERS ? count : 0,
            .layers = &frame->list[used]};
        for (uint32_t k = 0; k < count && used < LAYERS; k++)
            read_layer(feed, used++);
    }
    frame->info.next = read_chain(feed, &frame->secondary);
}

static void read_frame(struct fuzz_feed *feed)
{
    memset(&fuzz.frame, 0, sizeof fuzz.frame);
    uint8_t kind = fuzz_u8(feed), size = fuzz_u8(feed);
    unsigned count = size < 240 ? size % 8 : size - 240u + LAYERS - 20;
    double seconds = (double)fuzz_float(feed);
    fuzz.frame.info =
        (XrFrameEndInfo){.type = kind & 1 ? UNKNOWN_TYPE : XR_TYPE_FRAME_END_INFO,
                         .displayTime = fabs(seconds) < 1e6 ? SCENE_AT(seconds) : INT64_MAX,
                         .layerCount = count,
                         .layers = count == 0 && kind & 2 ? NULL : fuzz.frame.list};
    for (unsigned i = 0; i < count; i++)
        read_layer(feed, i);
    if (kind & 4)
        read_secondary(feed, count);
    else
        fuzz.frame.info.next = read_chain(feed, NULL);
}

static void script_fake(struct fuzz_feed *feed)
{
    uint8_t kind = fuzz_u8(feed);
    fake.head_moves = (kind & 1) != 0;
    fake.unlocatable = (kind & 6) == 6;
    fake.lost = (kind & 24) == 24 ? fuzz.spaces[fuzz_choice(feed, SPACES)] : XR_NULL_HANDLE;
    fake_frame = (struct fake_frame){.to_refuse = kind < 192 ? 0 : kind & 1 ? 1 : 2};
}

static bool is_pose(XrPosef pose, float far_most)
{
    XrQuaternionf q = pose.orientation;
    float norm = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    float far = fabsf(pose.position.x) + fabsf(pose.position.y) + fabsf(pose.position.z);
    return fabsf(norm - 1.0f) < 0.03f && far < far_most;
}

/* Turning makes this sum larger by the root of 3 at most. */
static void check_pose(XrPosef got, XrPosef asked)
{
    fuzz_check(!is_pose(asked, 1e30f) || is_pose(got, 2e30f), "a pose became none");
}

static void check_layer(const struct fake_layer *got, const union layer *asked)
{
    if (got->pointer == &asked->header)
        return;
    fuzz_check(asked->header.type != UNKNOWN_TYPE, "a layer that is not known was copied");
    fuzz_check(got->copy.header.layerFlags == asked->header.layerFlags, "flags changed");
    if (asked->header.type == XR_TYPE_COMPOSITION_LAYER_QUAD)
        check_pose(got->copy.quad.pose, asked->quad.pose);
    if (asked->header.type != XR_TYPE_COMPOSITION_LAYER_PROJECTION)
        return;
    fuzz_check(got->copy.projection.viewCount == asked->projection.viewCount, "views are missing");
    for (uint32_t i = 0; i < asked->projection.viewCount; i++)
        check_pose(got->views[i].pose, asked->projection.views[i].pose);
}

/* What arrived is what the app gave, in its order; layers may be missing. */
static void check_layers(const struct fake_layers *got, uint32_t count,
                         const XrCompositionLayerBaseHeader *const *asked)
{
    uint32_t next = 0;
    fuzz_check(got->count <= count, "%u layers became %u", count, got->count);
    for (uint32_t i = 0; i < got->count && i < FAKE_FRAME_LAYERS; i++) {
        const struct fake_layer *layer = &got->layers[i];
        XrStructureType type = layer->pointer != NULL ? layer->copy.header.type : 0;
        while (next < count && asked[next] != layer->pointer &&
               (asked[next] == NULL || layer->pointer == NULL || asked[next]->type != type))
            next++;
        fuzz_check(next < count || layer->pointer != NULL, "a layer from nowhere");
        if (next < count && asked[next] != NULL && layer->pointer != NULL && got->count == count)
            check_layer(layer, (const union layer *)(const void *)asked[next]);
        next++;
    }
}

static void check_arrival(XrResult result)
{
    const XrFrameEndInfo *asked = &fuzz.frame.info;
    int refusals = fake_frame.to_refuse;
    fuzz_check(fake_frame.calls == 1 || (fake_frame.calls == 2 && refusals > 0), "%d calls down",
               fake_frame.calls);
    if (asked->displayTime <= 0) {
        fuzz_check(result == XR_ERROR_TIME_INVALID, "the result is %d", (int)result);
        return;
    }
    XrResult wanted = fake_frame.calls <= refusals ? XR_ERROR_POSE_INVALID : XR_SUCCESS;
    fuzz_check(result == wanted, "the result is %d", (int)result);
    fuzz_check(fake_frame.info.displayTime == asked->displayTime, "another time");
    check_layers(&fake_frame.primary, asked->layerCount, asked->layers);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    start();
    struct fuzz_feed feed = fuzz_feed(data, size);
    script_fake(&feed);
    read_frame(&feed);
    fuzz.before = fuzz.frame;
    XrResult result = fuzz.scene.calls.xrEndFrame(fuzz.scene.session, &fuzz.frame.info);
    fuzz_check(memcmp(&fuzz.before, &fuzz.frame, sizeof fuzz.frame) == 0,
               "the app's structs were written to");
    check_arrival(result);
    return 0;
}
