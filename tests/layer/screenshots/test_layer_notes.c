/* SPDX-License-Identifier: MIT */
/* Hazard: the layer says that a frame could not be mapped though it was, or keeps silent though it
 * was not; a pose that a runtime accepts is not mapped. */
#include "scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fake_frame.h"

static struct scene scene;

static union {
    XrCompositionLayerBaseHeader header;
    XrCompositionLayerProjection projection;
    XrCompositionLayerQuad quad;
    XrCompositionLayerCylinderKHR cylinder;
    XrCompositionLayerEquirectKHR equirect;
    XrCompositionLayerEquirect2KHR equirect2;
    XrCompositionLayerCubeKHR cube;
} layer;
static XrCompositionLayerProjectionView views[2];

static const XrStructureType types[] = {
    XR_TYPE_COMPOSITION_LAYER_PROJECTION,    XR_TYPE_COMPOSITION_LAYER_QUAD,
    XR_TYPE_COMPOSITION_LAYER_CYLINDER_KHR,  XR_TYPE_COMPOSITION_LAYER_EQUIRECT_KHR,
    XR_TYPE_COMPOSITION_LAYER_EQUIRECT2_KHR, XR_TYPE_COMPOSITION_LAYER_CUBE_KHR};
enum { TYPES = sizeof types / sizeof types[0] };

/* The pose of each type of layer; of a projection that of its second view. */
static void make_layer(XrStructureType type, XrPosef pose)
{
    memset(&layer, 0, sizeof layer);
    layer.header.type = type;
    layer.header.space = scene.stage;
    for (int i = 0; i < 2; i++)
        views[i] = (XrCompositionLayerProjectionView){
            .type = XR_TYPE_COMPOSITION_LAYER_PROJECTION_VIEW, .pose = scene_identity};
    if (type == XR_TYPE_COMPOSITION_LAYER_PROJECTION) {
        layer.projection.viewCount = 2;
        layer.projection.views = views;
        views[1].pose = pose;
    } else if (type == XR_TYPE_COMPOSITION_LAYER_QUAD) {
        layer.quad.pose = pose;
    } else if (type == XR_TYPE_COMPOSITION_LAYER_CYLINDER_KHR) {
        layer.cylinder.pose = pose;
    } else if (type == XR_TYPE_COMPOSITION_LAYER_EQUIRECT_KHR) {
        layer.equirect.pose = pose;
    } else if (type == XR_TYPE_COMPOSITION_LAYER_EQUIRECT2_KHR) {
        layer.equirect2.pose = pose;
    } else {
        layer.cube.orientation = pose.orientation;
    }
}

static XrResult end_frame(const XrCompositionLayerBaseHeader *const *layers, uint32_t count)
{
    return scene_submit(&scene, SCENE_AT(5), count, layers);
}

/* Submits the layer, and checks whether the runtime got it in another space. */
static void check_mapped(bool is_mapped)
{
    const XrCompositionLayerBaseHeader *const layers[] = {&layer.header};
    assert_success(end_frame(layers, 1));
    assert_int_equal(fake_frame.primary.count, 1);
    assert_int_equal(fake_frame.primary.layers[0].pointer != &layer.header, is_mapped);
    assert_true(layer.header.space == scene.stage);
}

/* What the layer says of frames so far. */
enum { FULL = 1, UNLINKED = 2, UNKNOWN_CHAIN = 4, UNKNOWN_LAYER = 8 };

static unsigned said(void)
{
    return (scene_count_log(&scene, "too many layers") > 0 ? FULL : 0) |
           (scene_count_log(&scene, "motion vectors are removed") > 0 ? UNLINKED : 0) |
           (scene_count_log(&scene, "a chained struct of type 1999999003") > 0 ? UNKNOWN_CHAIN
                                                                               : 0) |
           (scene_count_log(&scene, "are not known: they are submitted") > 0 ? UNKNOWN_LAYER : 0);
}

static void begin(void)
{
    memset(&scene, 0, sizeof scene);
    scene_init(&scene, SCENE_ALL);
    setenv("UNDERSTUDY_PICTURE", "world", 1);
    scene_play(&scene, 0);
}

static void end(void)
{
    scene_end(&scene);
}

TEST(test_all_types)
{
    begin();
    for (int i = 0; i < TYPES; i++) {
        make_layer(types[i], scene_identity);
        check_mapped(true);
    }
    assert_int_equal(said(), 0);
    make_layer(XR_TYPE_COMPOSITION_LAYER_PASSTHROUGH_FB, scene_identity);
    check_mapped(false);
    assert_int_equal(said(), UNKNOWN_LAYER);
    end();
}

/* The rotation's length may differ from 1 by 1 %, in each of its components; a position is finite.
 */
TEST(test_poses)
{
    static const float lengths[] = {0.0f, 0.985f, 0.995f, 1.0f, 1.005f, 1.015f, 2.0f};
    begin();
    for (int i = 0; i < TYPES; i++) {
        for (int k = 0; k < 7; k++)
            for (int c = 0; c < 8; c++) {
                const float value = c < 4 ? lengths[k] : -lengths[k];
                const bool is_good = k >= 2 && k <= 4;
                const XrPosef pose = {{c % 4 == 0 ? value : 0.0f, c % 4 == 1 ? value : 0.0f,
                                       c % 4 == 2 ? value : 0.0f, c % 4 == 3 ? value : 0.0f},
                                      {1, 2, 3}};
                make_layer(types[i], pose);
                check_mapped(is_good);
            }
        for (int c = 0; c < 3 && types[i] != XR_TYPE_COMPOSITION_LAYER_CUBE_KHR; c++) {
            XrPosef pose = scene_identity;
            *(c == 0   ? &pose.position.x
              : c == 1 ? &pose.position.y
                       : &pose.position.z) = c == 1 ? -INFINITY : NAN;
            make_layer(types[i], pose);
            check_mapped(false);
        }
    }
    end();
}

TEST(test_views)
{
    begin();
    make_layer(XR_TYPE_COMPOSITION_LAYER_PROJECTION, scene_identity);
    views[1].type = XR_TYPE_VIEW;
    check_mapped(false);
    make_layer(XR_TYPE_COMPOSITION_LAYER_PROJECTION, scene_identity);
    layer.projection.viewCount = 0;
    check_mapped(false);
    layer.projection.viewCount = 2;
    layer.projection.views = NULL;
    check_mapped(false);
    assert_int_equal(said(), 0);
    end();
}

/* Of each type so many that the copies do not fit, though the list of them does: the first are
 * mapped, the last are not, and it is said. A projection needs room for its views, too. */
TEST(test_full)
{
    enum { MANY = 4000, WIDE = 1000 };
    static const XrCompositionLayerBaseHeader *layers[MANY];
    static XrCompositionLayerProjectionView wide[WIDE];
    for (int i = 0; i <= TYPES; i++) {
        begin();
        make_layer(types[i % TYPES], scene_identity);
        for (int k = 0; k < MANY; k++)
            layers[k] = &layer.header;
        if (i == TYPES) {
            for (int k = 0; k < WIDE; k++)
                wide[k] = views[0];
            layer.projection.views = wide;
            layer.projection.viewCount = WIDE;
            check_mapped(false);
        } else {
            assert_success(end_frame(layers, 1200));
            assert_int_equal(fake_frame.primary.count, 1200);
            assert_ptr_not_equal(fake_frame.primary.layers[0].pointer, &layer.header);
        }
        assert_int_equal(said(), FULL);
        /* The next frame has all of the room again. */
        make_layer(types[i % TYPES], scene_identity);
        check_mapped(true);
        end();
    }
}

/* What is chained to a view and to the layer: what is removed, and what stands in the way. */
TEST(test_chains)
{
    XrFrameSynthesisInfoEXT synthesis = {.type = XR_TYPE_FRAME_SYNTHESIS_INFO_EXT};
    XrCompositionLayerSpaceWarpInfoFB warp = {.type = XR_TYPE_COMPOSITION_LAYER_SPACE_WARP_INFO_FB};
    XrCompositionLayerDepthInfoKHR depth = {.type = XR_TYPE_COMPOSITION_LAYER_DEPTH_INFO_KHR};
    XrCompositionLayerReprojectionPlaneOverrideMSFT plane = {
        .type = XR_TYPE_COMPOSITION_LAYER_REPROJECTION_PLANE_OVERRIDE_MSFT};
    struct {
        XrStructureType type;
        const void *next;
    } strange = {(XrStructureType)1999999003, &warp};
    const struct {
        const void *of_view, *of_layer;
        unsigned said;
    } rows[] = {{&depth, NULL, 0},
                {&warp, NULL, UNLINKED},
                {&synthesis, NULL, UNLINKED},
                {&strange, NULL, UNKNOWN_CHAIN},
                {NULL, &depth, 0},
                {NULL, &warp, 0},
                {NULL, &plane, 0},
                {&warp, &plane, UNLINKED}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        begin();
        make_layer(XR_TYPE_COMPOSITION_LAYER_PROJECTION, scene_identity);
        views[0].next = rows[i].of_view;
        layer.header.next = rows[i].of_layer;
        check_mapped(true);
        assert_int_equal(said(), rows[i].said);
        end();
    }
}

/* Chains for which there is no room: a layer is mapped, and its chain is the app's. */
TEST(test_full_of_chains)
{
    enum { LENGTH = 250, LAYERS = 6 };
    static XrCompositionLayerReprojectionPlaneOverrideMSFT chain[LENGTH];
    const XrCompositionLayerBaseHeader *layers[LAYERS];
    int with_own_chain = 0;
    for (int i = 0; i < LENGTH; i++) {
        chain[i].type = XR_TYPE_COMPOSITION_LAYER_REPROJECTION_PLANE_OVERRIDE_MSFT;
        chain[i].next = i + 1 < LENGTH ? &chain[i + 1] : NULL;
    }
    begin();
    make_layer(XR_TYPE_COMPOSITION_LAYER_PROJECTION, scene_identity);
    layer.header.next = chain;
    check_mapped(true);
    assert_int_equal(said(), 0);
    for (int i = 0; i < LAYERS; i++)
        layers[i] = &layer.header;
    assert_success(end_frame(layers, LAYERS));
    assert_int_equal(said(), FULL);
    for (int i = 0; i < LAYERS; i++) {
        const struct fake_layer *got = &fake_frame.primary.layers[i];
        with_own_chain +=
            got->pointer != &layer.header && got->copy.projection.next == (const void *)chain;
    }
    assert_true(with_own_chain > 0);
    end();
}

TESTS_MAIN(test_all_types, test_poses, test_views, test_full, test_chains, test_full_of_chains)
