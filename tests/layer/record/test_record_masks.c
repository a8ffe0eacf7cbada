/* SPDX-License-Identifier: MIT */
/* Hazard: the visibility masks of a session are not those that the app gets, or an app that cannot
 * ask for them notices that the recorder did. Every test runs on the headless runtime. */
#include "runtime_app.h"
#include "sink.h"

#include <math.h>
#include <string.h>

static PFN_xrGetVisibilityMaskKHR next_get;
static PFN_xrPollEvent next_poll;
static XRAPI_ATTR XrResult XRAPI_CALL poll_event(XrInstance instance, XrEventDataBuffer *event);
static int asked;

/* One vertex more than is recorded, and one more index; 0: the runtime's mask. */
static uint32_t vertices, indices;

static XRAPI_ATTR XrResult XRAPI_CALL get_mask(XrSession session,
                                               XrViewConfigurationType configuration, uint32_t view,
                                               XrVisibilityMaskTypeKHR type,
                                               XrVisibilityMaskKHR *mask)
{
    asked++;
    XrResult result = next_get(session, configuration, view, type, mask);
    if (vertices == 0)
        return result;
    mask->vertexCountOutput = vertices;
    mask->indexCountOutput = indices;
    if (mask->vertexCapacityInput < vertices || mask->indexCapacityInput < indices)
        return XR_ERROR_SIZE_INSUFFICIENT;
    for (uint32_t i = 0; i < vertices; i++)
        mask->vertices[i] = (XrVector2f){(float)i, -(float)i};
    for (uint32_t i = 0; i < indices; i++)
        mask->indices[i] = i % vertices;
    return XR_SUCCESS;
}

static PFN_xrVoidFunction wrap(const char *name, PFN_xrVoidFunction function)
{
    RUNTIME_APP_WRAP(xrGetVisibilityMaskKHR, next_get, get_mask)
    RUNTIME_APP_WRAP(xrPollEvent, next_poll, poll_event)
    return function;
}

static void begin(struct runtime_app *app, uint32_t extension_count)
{
    static const char *const names[] = {XR_KHR_VISIBILITY_MASK_EXTENSION_NAME};
    asked = 0;
    sink_reset();
    runtime_app_wrap = wrap;
    runtime_app_begin(app, true, "moving", names, extension_count);
    runtime_app_focus(app);
    assert_true(sink.has_info);
}

static void end(struct runtime_app *app)
{
    runtime_app_end(app);
    runtime_app_wrap = NULL;
    vertices = indices = 0;
}

/* A test of an app with so many extensions. */
#define MASKS_TEST(name, count) TEST_OF(name, struct runtime_app, app, begin(app, count), end(app))

/* The runtime cuts a quarter of each side off, in four triangles (hidden), and leaves an octagon:
 * six triangles, or a loop. */
MASKS_TEST(masks_that_the_app_gets, 1)
{
    assert_int_equal(sink.info.view_configuration, XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO);
    assert_int_equal(sink.info.mask_count, 6);
    const uint32_t vertex_counts[] = {12, 8, 8}, index_counts[] = {12, 18, 8};
    for (uint32_t i = 0; i < 6; i++) {
        const struct us_session_mask *mask = &sink.info.masks[i];
        XrVector2f points[16];
        uint32_t list[32];
        XrVisibilityMaskKHR told = {.type = XR_TYPE_VISIBILITY_MASK_KHR,
                                    .vertexCapacityInput = 16,
                                    .vertices = points,
                                    .indexCapacityInput = 32,
                                    .indices = list};
        assert_int_equal(mask->view, i / 3);
        assert_int_equal(mask->type, 1 + i % 3);
        assert_int_equal(mask->vertex_count, vertex_counts[i % 3]);
        assert_int_equal(mask->index_count, index_counts[i % 3]);
        assert_success(RUNTIME_APP_CALL(app, xrGetVisibilityMaskKHR)(
            app->scene.session, XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO, mask->view,
            (XrVisibilityMaskTypeKHR)mask->type, &told));
        assert_int_equal(told.vertexCountOutput, mask->vertex_count);
        assert_int_equal(told.indexCountOutput, mask->index_count);
        assert_memory_equal(mask->vertices, points, mask->vertex_count * sizeof *points);
        for (uint32_t k = 0; k < mask->index_count; k++)
            assert_int_equal(mask->indices[k], list[k]);
    }
    /* The first triangle of the left eye is its lower left corner. */
    (void)runtime_app_frame(app);
    const struct us_session_fov fov = sink_frame(-1)->views[0].fov;
    const float *corner = sink.info.masks[0].vertices;
    assert_true(fabsf(corner[0] - tanf(fov.left_rad)) < 1e-6f);
    assert_true(fabsf(corner[1] - tanf(fov.down_rad)) < 1e-6f);
}

/* An app without the extension hears nothing, and neither does the runtime. */
MASKS_TEST(masks_that_nobody_asks_for, 0)
{
    (void)app;
    assert_int_equal(sink.info.mask_count, 0);
    assert_int_equal(asked, 0);
}

/* A mask that fits exactly is recorded; a larger one is left out as a whole. */
TEST(masks_without_room)
{
    for (uint32_t more = 0; more < 2; more++) {
        for (uint32_t many = 0; many < 2; many++) {
            struct runtime_app app;
            vertices = US_SESSION_MASK_VERTICES_MAX + (many ? 0 : more);
            indices = US_SESSION_MASK_INDICES_MAX + (many ? more : 0);
            begin(&app, 1);
            assert_int_equal(sink.info.mask_count, more ? 0 : 6);
            const struct us_session_mask *last = &sink.info.masks[5];
            if (!more) {
                assert_true(last->vertices[2 * 511] == 511 && last->vertices[2 * 511 + 1] == -511);
                assert_int_equal(last->indices[1535], 511);
            }
            end(&app);
        }
    }
}

static uint32_t part_count(uint32_t view, uint32_t type)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < sink_count(US_SESSION_TOPIC_MESH); i++) {
        const struct us_session_mesh_head *head =
            &sink_message(US_SESSION_TOPIC_MESH, (int)i)->of.mesh.head;
        count += head->kind == US_SESSION_MESH_MASK && head->owner == view && head->type == type;
    }
    return count;
}

/* Nothing of a mask that did not change is recorded again. Each of the parts holds what the app is
 * told when it asks: point i of the mask is (i, -i), and its indices count the vertices. */
static void check_parts(const struct us_session_frame *newest)
{
    float coordinates = 0.0f;
    int32_t indices_sum = 0;
    for (uint32_t i = 0; i < sink_count(US_SESSION_TOPIC_MESH); i++) {
        const struct us_session_mesh_part *part =
            &sink_message(US_SESSION_TOPIC_MESH, (int)i)->of.mesh;
        assert_int_equal(part->time_ns, newest->time_ns);
        if (part->head.type != XR_VISIBILITY_MASK_TYPE_LINE_LOOP_KHR)
            continue;
        for (uint32_t k = 0; k < part->count; k++) {
            uint32_t at = part->first + k;
            if (part->array == US_SESSION_MESH_INDICES) {
                assert_int_equal(part->values[k].integer, at % vertices);
                indices_sum++;
            } else {
                float point = (float)(at / 2);
                assert_true(part->values[k].number == (at % 2 == 0 ? point : -point));
                coordinates += 1.0f;
            }
        }
    }
    assert_int_equal(indices_sum, indices);
    assert_true(coordinates == 2.0f * (float)vertices);
}

static XrEventDataVisibilityMaskChangedKHR told; /* once */

static XRAPI_ATTR XrResult XRAPI_CALL poll_event(XrInstance instance, XrEventDataBuffer *event)
{
    if (told.type != XR_TYPE_EVENT_DATA_VISIBILITY_MASK_CHANGED_KHR)
        return next_poll(instance, event);
    memcpy(event, &told, sizeof told);
    told.type = XR_TYPE_UNKNOWN;
    return XR_SUCCESS;
}

static void tell_change(struct runtime_app *app, XrViewConfigurationType configuration)
{
    XrEventDataBuffer event = {.type = XR_TYPE_EVENT_DATA_BUFFER};
    told = (XrEventDataVisibilityMaskChangedKHR){.type =
                                                     XR_TYPE_EVENT_DATA_VISIBILITY_MASK_CHANGED_KHR,
                                                 .session = app->scene.session,
                                                 .viewConfigurationType = configuration,
                                                 .viewIndex = 1};
    assert_success(RUNTIME_APP_CALL(app, xrPollEvent)(app->scene.instance, &event));
    assert_int_equal(event.type, XR_TYPE_EVENT_DATA_VISIBILITY_MASK_CHANGED_KHR);
}

/* 500 vertices are 1000 values, in two parts; 1200 indices need three. */
MASKS_TEST(masks_that_change, 1)
{
    (void)runtime_app_frame(app);
    assert_int_equal(sink_count(US_SESSION_TOPIC_MESH), 0);
    vertices = 500;
    indices = 1200;
    tell_change(app, XR_VIEW_CONFIGURATION_TYPE_PRIMARY_MONO);
    assert_int_equal(sink_count(US_SESSION_TOPIC_MESH), 0);
    tell_change(app, XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO);
    for (uint32_t type = 1; type <= 3; type++) {
        assert_int_equal(part_count(1, type), 5);
        assert_int_equal(part_count(0, type), 0);
    }
    (void)runtime_app_frame(app);
    check_parts(sink_frame(-2));
}

/* A recording holds so many meshes, whatever the runtime tells. */
TEST(masks_without_end)
{
    enum { TYPES = 3, MOST = 1024 };
    struct runtime_app app;
    uint32_t recorded = 0;
    begin(&app, 1);
    vertices = indices = 3;
    for (int i = 0; i < MOST / TYPES + 2; i++) {
        sink.count = 0;
        tell_change(&app, XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO);
        recorded += sink_count(US_SESSION_TOPIC_MESH);
    }
    assert_int_equal(recorded, 2 * MOST); /* vertices and indices of each */
    end(&app);
}

TESTS_MAIN(masks_that_the_app_gets, masks_that_nobody_asks_for, masks_without_room,
           masks_that_change, masks_without_end)
