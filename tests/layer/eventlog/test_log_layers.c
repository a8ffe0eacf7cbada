/* SPDX-License-Identifier: MIT */
/* What xrEndFrame submits is in the log: every member of every layer that OpenXR defines for known
 * types, swapchains by the order in which they were made, and how many handles were destroyed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eventlog/log_event.h"
#include "eventlog/log_layer.h"
#include "record_log.h"

static const XrPosef pose = {{0.0f, 0.6f, 0.0f, 0.8f}, {1.0f, 2.0f, 3.0f}};
#define POSE_TEXT "\"pose\":[1,2,3,0,0.600000024,0,0.800000012]"

struct app {
    struct record record;
    PFN_xrCreateSwapchain create;
    PFN_xrDestroySwapchain destroy;
    PFN_xrBeginFrame begin;
    XrSwapchain swapchains[3];
};

static PFN_xrVoidFunction get(struct app *app, const char *name)
{
    PFN_xrVoidFunction function = NULL;
    struct scene *scene = &app->record.scene;
    assert_success(scene->get(scene->instance, name, &function));
    return function;
}

static XrSwapchain make_swapchain(struct app *app, int64_t format, XrSwapchainUsageFlags usage)
{
    XrSwapchain swapchain = XR_NULL_HANDLE;
    const XrSwapchainCreateInfo info = {.type = XR_TYPE_SWAPCHAIN_CREATE_INFO,
                                        .createFlags = XR_SWAPCHAIN_CREATE_STATIC_IMAGE_BIT,
                                        .usageFlags = usage,
                                        .format = format,
                                        .sampleCount = 4,
                                        .width = 640,
                                        .height = 480,
                                        .faceCount = 1,
                                        .arraySize = 2,
                                        .mipCount = 3};
    assert_success(app->create(app->record.scene.session, &info, &swapchain));
    return swapchain;
}

static void begin(struct app *app)
{
    record_begin(&app->record, SCENE_ALL);
    scene_play(&app->record.scene, SCENE_ALL);
    app->create = (PFN_xrCreateSwapchain)get(app, "xrCreateSwapchain");
    app->destroy = (PFN_xrDestroySwapchain)get(app, "xrDestroySwapchain");
    app->begin = (PFN_xrBeginFrame)get(app, "xrBeginFrame");
    for (int i = 0; i < 3; i++)
        app->swapchains[i] = make_swapchain(
            app, 37 + i, XR_SWAPCHAIN_USAGE_SAMPLED_BIT | XR_SWAPCHAIN_USAGE_COLOR_ATTACHMENT_BIT);
}

static XrSwapchainSubImage part(const struct app *app, int swapchain, uint32_t array)
{
    return (XrSwapchainSubImage){app->swapchains[swapchain], {{10, 20}, {300, 200}}, array};
}

static void submit(struct app *app, const void *const *layers, uint32_t count, XrTime time)
{
    const XrFrameEndInfo info = {
        .type = XR_TYPE_FRAME_END_INFO,
        .displayTime = time,
        .environmentBlendMode = XR_ENVIRONMENT_BLEND_MODE_ADDITIVE,
        .layerCount = count,
        .layers = (const XrCompositionLayerBaseHeader *const *)(const void *)layers};
    assert_success(app->record.scene.calls.xrEndFrame(app->record.scene.session, &info));
}

struct projection {
    XrCompositionLayerDepthInfoKHR depth;
    XrCompositionLayerProjectionView views[2];
    XrCompositionLayerProjection layer;
};

static void fill_projection(const struct app *app, struct projection *out, float narrow)
{
    *out = (struct projection){
        .depth = {.type = XR_TYPE_COMPOSITION_LAYER_DEPTH_INFO_KHR,
                  .subImage = part(app, 2, 1),
                  .minDepth = 0.25f,
                  .maxDepth = 0.75f,
                  .nearZ = 0.5f,
                  .farZ = 100.0f},
        .layer = {.type = XR_TYPE_COMPOSITION_LAYER_PROJECTION,
                  .layerFlags = XR_COMPOSITION_LAYER_BLEND_TEXTURE_SOURCE_ALPHA_BIT | 0x100,
                  .space = app->record.scene.local,
                  .viewCount = 2,
                  .views = out->views}};
    for (uint32_t i = 0; i < 2; i++)
        out->views[i] = (XrCompositionLayerProjectionView){
            .type = XR_TYPE_COMPOSITION_LAYER_PROJECTION_VIEW,
            .pose = pose,
            .fov = {-0.5f * narrow, 0.25f * narrow, 0.75f, -0.125f},
            .subImage = part(app, 0, i)};
    out->views[1].next = &out->depth;
}

#define APP_TEST(name) TEST_OF(name, struct app, app, begin(app), record_finish(&app->record))

APP_TEST(every_member_of_a_projection)
{
    struct projection projection;
    const void *layers[] = {&projection.layer};
    for (int frame = 1; frame < 5; frame++) {
        scene_wait_frame(&app->record.scene, SCENE_AT(0.01 * frame));
        fill_projection(app, &projection, frame < 4 ? 1.0f : 0.5f);
        submit(app, layers, 1, SCENE_AT(0.01 * frame));
    }
    record_end(&app->record);
    /* Written once, and again when it changes. */
    assert_int_equal(record_count(&app->record, "'e':'layer'", ""), 2);
    record_check_has(
        record_need(&app->record, 0, "'e':'layer'", "'frame':1,"),
        "'layer':0,'kind':'projection','space':2,"
        "'layer_flags':['blend_texture_source_alpha','0x100'],'images':["
        "{'fov':[-0.5,0.25,0.75,-0.125],'swapchain':1,'rect':[10,20,300,200],'array':0},"
        "{'fov':[-0.5,0.25,0.75,-0.125],'swapchain':1,'rect':[10,20,300,200],'array':1,"
        "'depth':{'swapchain':3,'rect':[10,20,300,200],'array':1,'min':0.25,"
        "'max':0.75,'near':0.5,'far':100}}]}");
    record_check_has(record_need(&app->record, 0, "'e':'layer'", "'frame':4,"),
                     "{'fov':[-0.25,0.125,0.75,-0.125]");
    assert_int_equal(record_count(&app->record, "'e':'submit'", "'blend':'additive'"), 4);
}

APP_TEST(every_other_layer)
{
    const XrSpace space = app->record.scene.local;
    XrCompositionLayerImageLayoutFB layout = {.type = XR_TYPE_COMPOSITION_LAYER_IMAGE_LAYOUT_FB};
    const XrCompositionLayerColorScaleBiasKHR bias = {
        .type = XR_TYPE_COMPOSITION_LAYER_COLOR_SCALE_BIAS_KHR, .next = &layout};
    const XrCompositionLayerQuad quad = {
        XR_TYPE_COMPOSITION_LAYER_QUAD, &bias,           0,    space,
        XR_EYE_VISIBILITY_LEFT,         part(app, 1, 0), pose, {0.5f, 0.25f}};
    const XrCompositionLayerCylinderKHR cylinder = {XR_TYPE_COMPOSITION_LAYER_CYLINDER_KHR,
                                                    NULL,
                                                    0,
                                                    space,
                                                    XR_EYE_VISIBILITY_RIGHT,
                                                    part(app, 1, 1),
                                                    pose,
                                                    2.0f,
                                                    1.5f,
                                                    1.25f};
    const XrCompositionLayerEquirectKHR equirect = {XR_TYPE_COMPOSITION_LAYER_EQUIRECT_KHR,
                                                    NULL,
                                                    0,
                                                    space,
                                                    XR_EYE_VISIBILITY_BOTH,
                                                    part(app, 0, 0),
                                                    pose,
                                                    5.0f,
                                                    {1.0f, 2.0f},
                                                    {3.0f, 4.0f}};
    const XrCompositionLayerEquirect2KHR equirect2 = {XR_TYPE_COMPOSITION_LAYER_EQUIRECT2_KHR,
                                                      NULL,
                                                      0,
                                                      space,
                                                      XR_EYE_VISIBILITY_BOTH,
                                                      part(app, 0, 0),
                                                      pose,
                                                      6.0f,
                                                      2.5f,
                                                      0.75f,
                                                      -0.75f};
    const XrCompositionLayerCubeKHR cube = {XR_TYPE_COMPOSITION_LAYER_CUBE_KHR,
                                            NULL,
                                            0,
                                            space,
                                            XR_EYE_VISIBILITY_BOTH,
                                            app->swapchains[2],
                                            1,
                                            {0, 0, 0, 1}};
    const void *layers[] = {&quad, &cylinder, &equirect, &equirect2, &cube};
    scene_wait_frame(&app->record.scene, SCENE_AT(0.01));
    submit(app, layers, 5, SCENE_AT(0.01));
    record_end(&app->record);
    static const char *const wanted[] = {
        "\"kind\":\"quad\",\"space\":2,\"layer_flags\":[],\"eyes\":\"left\",\"size\":[0.5,0.25],"
        "\"images\":[{\"swapchain\":2,\"rect\":[10,20,300,200],\"array\":0}],\"next\":["
        "\"XR_TYPE_COMPOSITION_LAYER_COLOR_SCALE_BIAS_KHR\","
        "\"XR_TYPE_COMPOSITION_LAYER_IMAGE_LAYOUT_FB\"]}",
        "\"kind\":\"cylinder\",\"space\":2,\"layer_flags\":[],\"eyes\":\"right\",\"radius\":2,"
        "\"angle\":1.5,\"aspect\":1.25,\"images\":[{\"swapchain\":2,\"rect\":[10,20,300,200],"
        "\"array\":1}]}",
        "\"kind\":\"equirect\",\"space\":2,\"layer_flags\":[],\"eyes\":\"both\",\"radius\":5,"
        "\"scale\":[1,2],\"bias\":[3,4],\"images\":[{\"swapchain\":1,",
        "\"kind\":\"equirect2\",\"space\":2,\"layer_flags\":[],\"eyes\":\"both\",\"radius\":6,"
        "\"angle\":2.5,\"upper_lower\":[0.75,-0.75],\"images\":[{\"swapchain\":1,",
        "\"kind\":\"cube\",\"space\":2,\"layer_flags\":[],\"eyes\":\"both\","
        "\"images\":[{\"swapchain\":3,\"array\":1}]}"};
    for (int i = 0; i < 5; i++)
        record_check(&app->record, i, "'e':'layer'", wanted[i]);
    record_check(&app->record, 0, "'e':'submit'", "{'kind':'quad','space':2," POSE_TEXT "}");
}

/* All layers are written again when playback starts: what comes before is not compared. */
TEST(layers_are_written_when_playback_starts)
{
    struct app app;
    struct projection projection;
    record_begin(&app.record, SCENE_ALL);
    struct scene *scene = &app.record.scene;
    scene_open(scene, NULL, 0);
    app.swapchains[0] = app.swapchains[1] = app.swapchains[2] = XR_NULL_HANDLE;
    fill_projection(&app, &projection, 1.0f);
    const void *layers[] = {&projection.layer};
    for (int frame = -3; frame < 0; frame++) {
        scene_wait_frame(scene, SCENE_AT(0.01 * frame));
        submit(&app, layers, 1, SCENE_AT(0.01 * frame));
    }
    scene_focus(scene);
    submit(&app, layers, 1, SCENE_AT(0));
    record_end(&app.record);
    assert_int_equal(record_count(&app.record, "'e':'layer'", ""), 2);
    assert_int_equal(record_count(&app.record, "'e':'layer'", "'frame':0,"), 1);
    record_finish(&app.record);
}

APP_TEST(a_wrong_display_time)
{
    struct scene *scene = &app->record.scene;
    /* In frames of 10 ms: right, an eighth late, of the frame before, of the next one. */
    static const double apart[] = {0.0, 0.125, -1.0, 1.0};
    for (int i = 0; i < 4; i++) {
        double at_s = 0.01 * (i + 1);
        scene_wait_frame(scene, SCENE_AT(at_s));
        assert_success(app->begin(scene->session, NULL));
        submit(app, NULL, 0, SCENE_AT(at_s) + (XrTime)(apart[i] * 1e7));
    }
    record_end(&app->record);
    for (int i = 0; i < 4; i++) {
        char frame[32], wanted[48];
        snprintf(frame, sizeof frame, "\"frame\":%d,", i + 1);
        snprintf(wanted, sizeof wanted, "\"apart\":%.9g,", apart[i]);
        const char *line = record_need(&app->record, i, "'e':'submit'", "");
        record_check_has(line, frame);
        if (apart[i] == 0.0)
            assert_null(strstr(line, "\"apart\""));
        else
            record_check_has(line, wanted);
    }
}

/* The kinds of layers are said where they change, whatever else stays. */
APP_TEST(kinds_that_change)
{
    XrCompositionLayerQuad quad = {
        .type = XR_TYPE_COMPOSITION_LAYER_QUAD, .space = app->record.scene.local, .pose = pose};
    XrCompositionLayerCylinderKHR cylinder = {.type = XR_TYPE_COMPOSITION_LAYER_CYLINDER_KHR,
                                              .space = app->record.scene.local,
                                              .pose = pose};
    for (int frame = 1; frame <= 6; frame++) {
        const void *layers[] = {frame < 4 ? (const void *)&quad : &cylinder};
        scene_wait_frame(&app->record.scene, SCENE_AT(0.01 * frame));
        submit(app, layers, 1, SCENE_AT(0.01 * frame));
    }
    record_end(&app->record);
    assert_int_equal(record_count(&app->record, "'e':'layers'", ""), 2);
    record_check(&app->record, 0, "'e':'layers'", "'kinds':['quad']");
    record_check(&app->record, 1, "'e':'layers'", "'kinds':['cylinder']");
}

/* Eyes that OpenXR does not know are a number; a swapchain and a space that nobody made have none.
 * Of a layer of another kind neither is known. */
APP_TEST(eyes_of_a_layer)
{
    static const char *const said[] = {"\"both\"", "\"left\"", "\"right\"", "\"3\"", "\"-1\""};
    for (int i = 0; i < 5; i++) {
        XrCompositionLayerQuad quad = {.type = XR_TYPE_COMPOSITION_LAYER_QUAD,
                                       .space = app->record.scene.local,
                                       .eyeVisibility = (XrEyeVisibility)(i < 4 ? i : -1),
                                       .pose = pose};
        const void *layers[] = {&quad};
        scene_wait_frame(&app->record.scene, SCENE_AT(0.01 * (i + 1)));
        submit(app, layers, 1, SCENE_AT(0.01 * (i + 1)));
    }
    const XrCompositionLayerBaseHeader other = {.type = (XrStructureType)1999000000};
    const void *others[] = {&other};
    submit(app, others, 1, SCENE_AT(0.05));
    record_end(&app->record);
    const char *other_line = record_need(&app->record, 5, "'e':'layer'", "");
    record_check_has(other_line, "'layer_flags':[],'images':[]");
    assert_null(strstr(other_line, "\"space\""));
    for (int i = 0; i < 5; i++) {
        char eyes[32];
        snprintf(eyes, sizeof eyes, "\"eyes\":%s,", said[i]);
        const char *line = record_need(&app->record, i, "'e':'layer'", "");
        record_check_has(line, eyes);
        assert_null(strstr(line, "\"swapchain\""));
    }
}

/* More views than a line has room for, in a layer that stays as it is: it is written once. */
APP_TEST(very_many_views_of_a_layer)
{
    XrCompositionLayerProjectionView views[US_LOG_LAYER_IMAGES_MAX + 2];
    for (uint32_t i = 0; i < US_LOG_LAYER_IMAGES_MAX + 2; i++)
        views[i] =
            (XrCompositionLayerProjectionView){.type = XR_TYPE_COMPOSITION_LAYER_PROJECTION_VIEW,
                                               .pose = pose,
                                               .subImage = part(app, 0, i)};
    for (int frame = 0; frame < 8; frame++) {
        XrCompositionLayerProjection *layer = calloc(1, sizeof *layer);
        *layer = (XrCompositionLayerProjection){.type = XR_TYPE_COMPOSITION_LAYER_PROJECTION,
                                                .space = app->record.scene.local,
                                                .viewCount =
                                                    US_LOG_LAYER_IMAGES_MAX + (frame < 4 ? 0 : 2),
                                                .views = views};
        const void *layers[] = {layer};
        scene_wait_frame(&app->record.scene, SCENE_AT(0.01 * (frame + 1)));
        submit(app, layers, 1, SCENE_AT(0.01 * (frame + 1)));
        free(layer);
    }
    record_end(&app->record);
    assert_int_equal(record_count(&app->record, "'e':'layer'", ""), 2);
    assert_null(strstr(record_need(&app->record, 0, "'e':'layer'", ""), "\"more\""));
    const char *line = record_need(&app->record, 1, "'e':'layer'", "");
    record_check_has(line, "'more':2");
    int written = 0;
    for (const char *at = line; (at = strstr(at, "\"fov\":")) != NULL; at++)
        written++;
    assert_int_equal(written, US_LOG_LAYER_IMAGES_MAX);
}

/* More layers, and more poses, than a line has room for: the first ones are whole, and the others
 * have none. */
TEST(very_many_layers)
{
    enum { LAYERS = US_LOG_EVENT_LAYERS_MAX + 3 };
    struct app app;
    begin(&app);
    struct projection projections[LAYERS];
    const void *layers[LAYERS];
    for (int i = 0; i < LAYERS; i++) {
        fill_projection(&app, &projections[i], 1.0f);
        projections[i].layer.views = projections[i].views;
        projections[i].views[1].next = NULL;
        projections[i].views[0].pose.position.x = (float)i;
        projections[i].views[1].pose.position.x = (float)i + 0.5f;
        layers[i] = &projections[i].layer;
    }
    scene_wait_frame(&app.record.scene, SCENE_AT(0.01));
    submit(&app, layers, LAYERS, SCENE_AT(0.01));
    record_end(&app.record);
    const char *line = record_need(&app.record, 0, "'e':'submit'", "");
    for (int i = 0; i < LAYERS; i++) {
        char first[32], second[32];
        snprintf(first, sizeof first, "[%d,2,3,0,0.6", i);
        snprintf(second, sizeof second, "[%d.5,2,3,0,0.6", i);
        assert_int_equal(strstr(line, first) != NULL, 2 * i < US_LOG_EVENT_POSES_MAX);
        assert_int_equal(strstr(line, second) != NULL, 2 * i + 1 < US_LOG_EVENT_POSES_MAX);
    }
    int kinds = 0;
    for (const char *at = line; (at = strstr(at, "\"kind\":\"projection\"")) != NULL; at++)
        kinds++;
    assert_int_equal(kinds, US_LOG_EVENT_LAYERS_MAX);
    record_check_has(line, "'blend':'additive'");
    assert_int_equal(record_count(&app.record, "'e':'layer'", ""), US_LOG_EVENT_LAYERS_MAX);
    record_finish(&app.record);
}

APP_TEST(swapchains_and_handles)
{
    struct scene *scene = &app->record.scene;
    (void)make_swapchain(app, 40, 0x1ff); /* the eight of OpenXR, and one more */
    assert_success(app->destroy(app->swapchains[1]));
    fake_fail("xrDestroySwapchain", XR_ERROR_RUNTIME_FAILURE);
    assert_int_equal(app->destroy(app->swapchains[0]), XR_ERROR_RUNTIME_FAILURE);
    fake.fails = NULL;
    XrSpace space = scene_space(scene, XR_REFERENCE_SPACE_TYPE_LOCAL, scene_identity);
    PFN_xrDestroySpace destroy_space = (PFN_xrDestroySpace)get(app, "xrDestroySpace");
    assert_success(destroy_space(space));
    record_end(&app->record);
    record_check_has(record_need(&app->record, 1, "'e':'swapchain'", "'what':'created'"),
                     "'swapchain':2,'what':'created','format':38,'width':640,"
                     "'height':480,'samples':4,'faces':1,'array_size':2,'mips':3,"
                     "'usage':['color','sampled'],'create_flags':['static_image']}");
    record_check_has(record_need(&app->record, 3, "'e':'swapchain'", "'what':'created'"),
                     "'usage':['color','depth_stencil','unordered_access',"
                     "'transfer_src','transfer_dst','sampled','mutable','input','0x100']");
    assert_int_equal(record_count(&app->record, "'e':'swapchain'", "'destroyed'"), 1);
    record_check_has(record_need(&app->record, 0, "'e':'swapchain'", "'destroyed'"),
                     "'swapchain':2,'what':'destroyed'}");
    /* The scene makes three spaces. */
    record_check(&app->record, 0, "'e':'end'",
                 "'wall_handles':{'sessions':{'created':1,'destroyed':0},"
                 "'spaces':{'created':4,'destroyed':1},"
                 "'swapchains':{'created':4,'destroyed':1}}");
}

TESTS_MAIN(every_member_of_a_projection, every_other_layer, layers_are_written_when_playback_starts,
           a_wrong_display_time, kinds_that_change, eyes_of_a_layer, very_many_layers,
           very_many_views_of_a_layer, swapchains_and_handles)
