/* SPDX-License-Identifier: MIT */
/* Hazard: the layer says that a frame could not be mapped though it was, or keeps silent though it
 * was not; a pose that a runtime accepts is not mapped. */
#include "scene.h"

#include <math.h>
#include <string.h>

#include "layer/base/next_chain.h"
#include "layer/pose/layer_remap.h"

#define HEADER(layer) ((const XrCompositionLayerBaseHeader *)(const void *)(layer))

static struct us_arena *arena;
static XrSpace space;

/* One metre to the right, and half a turn around Y: (x, y, z) becomes (1 - x, y, -z). */
static struct us_layer_remap_map map = {.T_space_layer = {{0, 1, 0, 0}, {1, 0, 0}}};

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
    layer.header.space = space;
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

/* Maps the layer. Returns the notes of it. A layer that is not mapped takes nothing of the arena.
 */
static struct us_layer_remap_notes map_layer(bool is_mapped)
{
    struct us_layer_remap_notes notes = {0};
    size_t used = arena->used;
    const XrCompositionLayerBaseHeader *mapped =
        us_layer_remap_map_layer(arena, &layer.header, &map, &notes);
    assert_int_equal(mapped != &layer.header, is_mapped);
    assert_true(mapped->space == (is_mapped ? map.space : space));
    assert_true(layer.header.space == space);
    assert_int_equal(arena->used > used, is_mapped);
    return notes;
}

static void begin(void)
{
    space = US_XR_HANDLE(XrSpace, 7);
    map.space = US_XR_HANDLE(XrSpace, 8);
    arena = us_arena_create();
    assert_true(us_arena_enter(arena));
}

static void end(void)
{
    us_arena_leave(arena);
    us_arena_destroy(arena);
}

TEST(test_all_types)
{
    begin();
    for (int i = 0; i < TYPES; i++) {
        assert_true(us_layer_remap_is_known(types[i]));
        make_layer(types[i], scene_identity);
        assert_int_equal(map_layer(true).bits, 0);
    }
    assert_false(us_layer_remap_is_known(XR_TYPE_COMPOSITION_LAYER_PASSTHROUGH_FB));
    make_layer(XR_TYPE_COMPOSITION_LAYER_PASSTHROUGH_FB, scene_identity);
    assert_int_equal(map_layer(false).bits, 0);
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
                assert_int_equal(map_layer(is_good).bits, 0);
            }
        for (int c = 0; c < 3 && types[i] != XR_TYPE_COMPOSITION_LAYER_CUBE_KHR; c++) {
            XrPosef pose = scene_identity;
            *(c == 0   ? &pose.position.x
              : c == 1 ? &pose.position.y
                       : &pose.position.z) = c == 1 ? -INFINITY : NAN;
            make_layer(types[i], pose);
            assert_int_equal(map_layer(false).bits, 0);
        }
    }
    end();
}

TEST(test_views)
{
    begin();
    make_layer(XR_TYPE_COMPOSITION_LAYER_PROJECTION, scene_identity);
    views[1].type = XR_TYPE_VIEW;
    assert_int_equal(map_layer(false).bits, 0);
    make_layer(XR_TYPE_COMPOSITION_LAYER_PROJECTION, scene_identity);
    layer.projection.viewCount = 0;
    assert_int_equal(map_layer(false).bits, 0);
    layer.projection.viewCount = 2;
    layer.projection.views = NULL;
    assert_int_equal(map_layer(false).bits, 0);
    make_layer(XR_TYPE_COMPOSITION_LAYER_PROJECTION, (XrPosef){{0, 0, 0, 1}, {0.25f, 2, 3}});
    struct us_layer_remap_notes notes = {0};
    const XrCompositionLayerProjection *mapped =
        (const void *)us_layer_remap_map_layer(arena, &layer.header, &map, &notes);
    scene_check_vector(mapped->views[0].pose.position, (XrVector3f){1, 0, 0});
    scene_check_vector(mapped->views[1].pose.position, (XrVector3f){0.75f, 2, -3});
    end();
}

/* Each type of layer says when the arena has no room for it: all but the last bytes are taken. A
 * projection needs room twice, so it is shown the end of the arena with room for its first part. */
TEST(test_full)
{
    static unsigned char bytes[US_ARENA_SIZE];
    begin();
    for (int i = 0; i <= TYPES; i++) {
        size_t room = i < TYPES ? 32 : 64 + sizeof layer.projection;
        arena->used = 0;
        assert_non_null(us_arena_copy(arena, bytes, US_ARENA_SIZE - room, 1));
        make_layer(types[i % TYPES], scene_identity);
        assert_int_equal(map_layer(false).bits, US_LAYER_REMAP_FULL);
    }
    end();
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
        unsigned bits;
    } rows[] = {{&depth, NULL, 0},
                {&warp, NULL, US_LAYER_REMAP_UNLINKED},
                {&synthesis, NULL, US_LAYER_REMAP_UNLINKED},
                {&strange, NULL, US_LAYER_REMAP_UNKNOWN_CHAIN},
                {NULL, &depth, 0},
                {NULL, &warp, 0},
                {NULL, &plane, 0},
                {&warp, &plane, US_LAYER_REMAP_UNLINKED}};
    begin();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        make_layer(XR_TYPE_COMPOSITION_LAYER_PROJECTION, scene_identity);
        views[0].next = rows[i].of_view;
        layer.header.next = rows[i].of_layer;
        struct us_layer_remap_notes notes = map_layer(true);
        assert_int_equal(notes.bits, rows[i].bits);
        assert_int_equal(notes.chained, rows[i].of_view == &strange ? 1999999003 : 0);
    }
    /* There is room for the layer and its views, and none for the copy of the plane. */
    static unsigned char bytes[US_ARENA_SIZE];
    make_layer(XR_TYPE_COMPOSITION_LAYER_PROJECTION, scene_identity);
    layer.header.next = &plane;
    arena->used = 0;
    assert_int_equal(map_layer(true).bits, 0);
    const size_t taken = arena->used;
    arena->used = 0;
    assert_non_null(us_arena_copy(arena, bytes, US_ARENA_SIZE - taken + 16, 1));
    assert_int_equal(map_layer(true).bits, US_LAYER_REMAP_FULL);
    end();
}

int main(void)
{
    return RUN_TESTS(test_all_types, test_poses, test_views, test_full, test_chains);
}
