/* SPDX-License-Identifier: MIT */
/*
 * Hazard: the runtime shows a composition layer at another place than the app intended, or a frame
 * fails because of the layer.
 *
 * The tests compare the pose of a composition layer relative to the recorded head, as the app
 * submitted it, with its pose relative to the fake's own head, as the fake received it. They
 * compute both with matrices in double precision, from the closed forms in scene.h and fake.h.
 */
#include "actions.h"
#include "fake_frame.h"
#include "scene.h"

#include <math.h>
#include <stdlib.h>

/* Coordinates in b, to coordinates in a. */
struct frame {
    double r[3][3], p[3];
};

static struct frame multiply(struct frame a, struct frame b)
{
    struct frame out;
    for (int i = 0; i < 3; i++) {
        out.p[i] = a.p[i];
        for (int j = 0; j < 3; j++) {
            out.p[i] += a.r[i][j] * b.p[j];
            out.r[i][j] = 0;
            for (int k = 0; k < 3; k++)
                out.r[i][j] += a.r[i][k] * b.r[k][j];
        }
    }
    return out;
}

static struct frame inverse(struct frame a)
{
    struct frame out = {{{0}}, {0}};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            out.r[i][j] = a.r[j][i];
            out.p[i] -= a.r[j][i] * a.p[j];
        }
    }
    return out;
}

static struct frame of_pose(XrPosef pose)
{
    double x = pose.orientation.x, y = pose.orientation.y, z = pose.orientation.z,
           w = pose.orientation.w;
    double n = sqrt(x * x + y * y + z * z + w * w);
    x /= n, y /= n, z /= n, w /= n;
    return (struct frame){{{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                           {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                           {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}},
                          {pose.position.x, pose.position.y, pose.position.z}};
}

static struct frame turn_y(double rad, double x, double y, double z)
{
    return (struct frame){{{cos(rad), 0, sin(rad)}, {0, 1, 0}, {-sin(rad), 0, cos(rad)}},
                          {x, y, z}};
}

static struct frame turn_x(double rad)
{
    return (struct frame){{{1, 0, 0}, {0, cos(rad), -sin(rad)}, {0, sin(rad), cos(rad)}},
                          {0, 0, 0}};
}

/* The components of the recorded head's rotation run straight from (0, 1) to (h, h) in y and w. */
static struct frame told_head(double s)
{
    double u = s / 10, h = sqrt(0.5);
    return turn_y(-2 * atan2(h * u, 1 + (h - 1) * u), 0.1 * s, 0.2, -0.3);
}

static struct frame told_gaze(double s)
{
    double u = s / 10;
    return turn_y(-atan2(u, 1 - u), 0.1, 0.2, -0.3);
}

static struct frame real_head(double s)
{
    if (!fake.head_moves)
        return turn_y(3.14159265358979, 7, 7, 7);
    return multiply(turn_y(3.14159265358979 + 0.3 * s, 7 + 0.5 * s, 7 - 0.25 * s, 7),
                    turn_x(0.2 * s));
}

static struct frame reference(XrReferenceSpaceType type, struct frame head)
{
    if (type == XR_REFERENCE_SPACE_TYPE_VIEW)
        return head;
    return turn_y(0, 0, type == XR_REFERENCE_SPACE_TYPE_STAGE ? FAKE_STAGE_Y_M : 0, 0);
}

static const struct fake_space *fake_space(XrSpace space)
{
    uint64_t value = US_XR_VALUE(space);
    assert_true(value > 0 && value <= fake.space_count);
    return &fake.spaces[value];
}

/* Where a pose in a space is in the head that the app was told of. The only action is the gaze. */
static struct frame meant(XrSpace space, XrPosef pose, double s)
{
    const struct fake_space *known = fake_space(space);
    struct frame entity =
        known->is_action ? told_gaze(s) : reference(known->reference, told_head(s));
    entity = multiply(entity, of_pose(known->offset));
    return multiply(inverse(told_head(s)), multiply(entity, of_pose(pose)));
}

/* Where it is in the runtime's. */
static struct frame shown(XrSpace space, XrPosef pose, double s)
{
    const struct fake_space *known = fake_space(space);
    assert_false(known->is_action);
    struct frame entity =
        multiply(reference(known->reference, real_head(s)), of_pose(known->offset));
    return multiply(inverse(real_head(s)), multiply(entity, of_pose(pose)));
}

static void check_same(struct frame got, struct frame expected, bool with_position)
{
    for (int i = 0; i < 3; i++) {
        if (with_position && !(fabs(got.p[i] - expected.p[i]) < 1e-5))
            fail_msg("p[%d]: got %.9g, expected %.9g", i, got.p[i], expected.p[i]);
        for (int j = 0; j < 3; j++) {
            if (!(fabs(got.r[i][j] - expected.r[i][j]) < 1e-5))
                fail_msg("r[%d][%d]: got %.9g, expected %.9g", i, j, got.r[i][j], expected.r[i][j]);
        }
    }
}

static const XrPosef tilted = {{0.1f, -0.2f, 0.3f, 0.927361849f}, {0.4f, -0.5f, -2.0f}};
static const XrPosef offset = {{0.5f, 0.5f, -0.5f, 0.5f}, {0.2f, 0.1f, -0.7f}};

#define HEADER(layer) ((const XrCompositionLayerBaseHeader *)(const void *)(layer))

static XrResult end_frame(struct scene *scene, double s, uint32_t count,
                          const XrCompositionLayerBaseHeader *const *layers, const void *next)
{
    XrFrameEndInfo info = {.type = XR_TYPE_FRAME_END_INFO,
                           .next = next,
                           .displayTime = SCENE_AT(s),
                           .environmentBlendMode = XR_ENVIRONMENT_BLEND_MODE_OPAQUE,
                           .layerCount = count,
                           .layers = layers};
    XrFrameEndInfo before = info;
    XrResult result = scene->calls.xrEndFrame(scene->session, &info);
    assert_memory_equal(&info, &before, sizeof info);
    return result;
}

static XrCompositionLayerQuad quad_in(XrSpace space)
{
    return (XrCompositionLayerQuad){.type = XR_TYPE_COMPOSITION_LAYER_QUAD,
                                    .layerFlags = 3,
                                    .space = space,
                                    .eyeVisibility = XR_EYE_VISIBILITY_LEFT,
                                    .subImage = {.imageArrayIndex = 5},
                                    .pose = tilted,
                                    .size = {2, 3}};
}

static XrResult end_with(struct scene *scene, double s, const void *layer)
{
    const XrCompositionLayerBaseHeader *layers[] = {HEADER(layer)};
    return end_frame(scene, s, 1, layers, NULL);
}

static const struct fake_layer *received(void)
{
    assert_int_equal(fake_frame.primary.count, 1);
    return &fake_frame.primary.layers[0];
}

/* The fake got the app's own structs. */
static void check_verbatim(const void *layer)
{
    assert_ptr_equal(received()->pointer, layer);
}

/* After scene_init. */
static void play_in(struct scene *scene, const char *picture)
{
    setenv("UNDERSTUDY_PICTURE", picture, 1);
    fake.head_moves = true;
    scene_play(scene, 0);
}

static void begin_in(struct scene *scene, unsigned parts, const char *picture)
{
    scene_init(scene, parts);
    play_in(scene, picture);
}

static void begin(struct scene *scene)
{
    begin_in(scene, SCENE_ALL, "world");
}

static void check_projection(struct scene *scene, XrSpace space, double s)
{
    XrCompositionLayerProjectionView views[2] = {{.type = XR_TYPE_COMPOSITION_LAYER_PROJECTION_VIEW,
                                                  .pose = tilted,
                                                  .fov = {-1, 1, 1, -1},
                                                  .subImage = {.imageArrayIndex = 1}},
                                                 {.type = XR_TYPE_COMPOSITION_LAYER_PROJECTION_VIEW,
                                                  .pose = offset,
                                                  .fov = {-2, 1, 1, -1},
                                                  .subImage = {.imageArrayIndex = 2}}};
    XrCompositionLayerProjection layer = {.type = XR_TYPE_COMPOSITION_LAYER_PROJECTION,
                                          .layerFlags = 6,
                                          .space = space,
                                          .viewCount = 2,
                                          .views = views};
    assert_success(end_with(scene, s, &layer));
    const XrCompositionLayerProjection *got = &received()->copy.projection;
    assert_true(got->viewCount == 2 && got->layerFlags == 6 && got->next == NULL);
    for (int i = 0; i < 2; i++) {
        XrCompositionLayerProjectionView view = received()->views[i];
        check_same(shown(got->space, view.pose, s), meant(space, views[i].pose, s), true);
        view.pose = views[i].pose;
        assert_memory_equal(&view, &views[i], sizeof view);
    }
}

#define BEGUN_TEST(name) TEST_OF(name, struct scene, scene, begin(scene), scene_end(scene))

BEGUN_TEST(test_projection)
{
    XrSpace moved = scene_space(scene, XR_REFERENCE_SPACE_TYPE_LOCAL, offset);
    for (int i = 0; i < 4; i++) {
        double s = 1 + 2 * i;
        check_projection(scene, scene->local, s);
        check_projection(scene, scene->stage, s);
        check_projection(scene, moved, s);
    }
}

/* The whole way: what xrLocateViews said is submitted, and is the runtime's own eye again. */
BEGUN_TEST(test_rendered_view)
{
    const struct scene_views told = scene_locate_views(scene, scene->stage, SCENE_AT(5));
    XrCompositionLayerProjectionView views[2];
    for (int i = 0; i < 2; i++)
        views[i] = (XrCompositionLayerProjectionView){
            .type = XR_TYPE_COMPOSITION_LAYER_PROJECTION_VIEW, .pose = told.views[i].pose};
    XrCompositionLayerProjection layer = {.type = XR_TYPE_COMPOSITION_LAYER_PROJECTION,
                                          .space = scene->stage,
                                          .viewCount = 2,
                                          .views = views};
    assert_success(end_with(scene, 5, &layer));
    XrSpace space = received()->copy.projection.space;
    check_same(shown(space, received()->views[0].pose, 5), turn_y(0, -FAKE_EYE_X_M, 0, 0), true);
    check_same(shown(space, received()->views[1].pose, 5), turn_y(0, FAKE_EYE_X_M, 0, 0), true);
}

/* Submits a layer of the stage, which reaches the runtime where it is meant and as it is. */
#define CHECK_MOVED(layer, member)                                                                 \
    do {                                                                                           \
        assert_success(end_with(scene, 5, &(layer)));                                              \
        struct fake_layer got = *received();                                                       \
        check_same(shown(got.copy.member.space, got.copy.member.pose, 5),                          \
                   meant(scene->stage, tilted, 5), true);                                          \
        got.copy.member.pose = (layer).pose;                                                       \
        got.copy.member.space = (layer).space;                                                     \
        assert_memory_equal(&got.copy.member, &(layer), sizeof(layer));                            \
    } while (0)

BEGUN_TEST(test_quad)
{
    XrCompositionLayerQuad quad = quad_in(scene->stage), before = quad;
    CHECK_MOVED(quad, quad);
    assert_memory_equal(&quad, &before, sizeof quad);
    assert_ptr_not_equal(received()->pointer, &quad);

    /* In a space of some extension, which the layer has not seen. */
    fake.spaces[++fake.space_count] = (struct fake_space){
        .life = FAKE_ALIVE, .reference = XR_REFERENCE_SPACE_TYPE_LOCAL, .offset = offset};
    quad.space = US_XR_HANDLE(XrSpace, fake.space_count);
    assert_success(end_with(scene, 5, &quad));
    const XrCompositionLayerQuad got = received()->copy.quad;
    check_same(shown(got.space, got.pose, 5), meant(quad.space, tilted, 5), true);
}

BEGUN_TEST(test_cylinder)
{
    XrCompositionLayerCylinderKHR layer = {.type = XR_TYPE_COMPOSITION_LAYER_CYLINDER_KHR,
                                           .space = scene->stage,
                                           .pose = tilted,
                                           .radius = 2,
                                           .centralAngle = 1,
                                           .aspectRatio = 3};
    CHECK_MOVED(layer, cylinder);
}

BEGUN_TEST(test_equirect)
{
    XrCompositionLayerEquirectKHR one = {.type = XR_TYPE_COMPOSITION_LAYER_EQUIRECT_KHR,
                                         .space = scene->stage,
                                         .pose = tilted,
                                         .radius = 2,
                                         .scale = {1, 2},
                                         .bias = {3, 4}};
    CHECK_MOVED(one, equirect);

    XrCompositionLayerEquirect2KHR two = {.type = XR_TYPE_COMPOSITION_LAYER_EQUIRECT2_KHR,
                                          .space = scene->stage,
                                          .pose = tilted,
                                          .radius = 2,
                                          .centralHorizontalAngle = 1,
                                          .upperVerticalAngle = 0.5f,
                                          .lowerVerticalAngle = -0.5f};
    CHECK_MOVED(two, equirect2);
}

BEGUN_TEST(test_cube)
{
    XrCompositionLayerCubeKHR layer = {.type = XR_TYPE_COMPOSITION_LAYER_CUBE_KHR,
                                       .space = scene->stage,
                                       .imageArrayIndex = 4,
                                       .orientation = tilted.orientation};
    assert_success(end_with(scene, 5, &layer));
    XrCompositionLayerCubeKHR got = received()->copy.cube;
    const XrVector3f origin = {0, 0, 0};
    check_same(shown(got.space, (XrPosef){got.orientation, origin}, 5),
               meant(scene->stage, (XrPosef){layer.orientation, origin}, 5), false);
    got.orientation = layer.orientation;
    got.space = layer.space;
    assert_memory_equal(&got, &layer, sizeof got);
}

/* What the app fixed to the head stays fixed to it, and the frame is its own. */
BEGUN_TEST(test_view_space)
{
    XrSpace ahead = scene_space(scene, XR_REFERENCE_SPACE_TYPE_VIEW, offset);
    XrCompositionLayerQuad fixed = quad_in(ahead), free = quad_in(scene->local);
    assert_success(end_with(scene, 5, &fixed));
    check_verbatim(&fixed);
    const XrCompositionLayerBaseHeader *layers[] = {HEADER(&fixed), HEADER(&free), HEADER(&fixed)};
    assert_success(end_frame(scene, 5, 3, layers, NULL));
    assert_ptr_equal(fake_frame.primary.layers[0].pointer, &fixed);
    assert_ptr_not_equal(fake_frame.primary.layers[1].pointer, &free);
    assert_ptr_equal(fake_frame.primary.layers[2].pointer, &fixed);
    check_same(shown(ahead, tilted, 5), meant(ahead, tilted, 5), true);
}

/* Fixed to the head, a layer does not depend on where the real one is. */
TEST_OF(test_head_mode, struct scene, scene, begin_in(scene, SCENE_ALL, "head"), scene_end(scene))
{
    XrCompositionLayerQuad quad = quad_in(scene->stage);
    assert_success(end_with(scene, 5, &quad));
    XrCompositionLayerQuad moving = received()->copy.quad;
    assert_int_equal(fake_space(moving.space)->reference, XR_REFERENCE_SPACE_TYPE_VIEW);
    check_same(shown(moving.space, moving.pose, 5), meant(scene->stage, tilted, 5), true);
    check_projection(scene, scene->local, 5);
    fake.head_moves = false;
    assert_success(end_with(scene, 5, &quad));
    assert_memory_equal(&received()->copy.quad, &moving, sizeof moving);
}

/* A runtime that does not know where the head is gets what is fixed to the head. */
BEGUN_TEST(test_lost_head)
{
    for (uint32_t i = 1; i <= fake.space_count && fake.lost == XR_NULL_HANDLE; i++) {
        if (fake.spaces[i].reference == XR_REFERENCE_SPACE_TYPE_VIEW)
            fake.lost = US_XR_HANDLE(XrSpace, i);
    }
    XrCompositionLayerQuad quad = quad_in(scene->local);
    for (int i = 0; i < 3; i++) {
        assert_success(end_with(scene, 5, &quad));
        XrCompositionLayerQuad got = received()->copy.quad;
        assert_int_equal(fake_space(got.space)->reference, XR_REFERENCE_SPACE_TYPE_VIEW);
        check_same(shown(got.space, got.pose, 5), meant(scene->local, tilted, 5), true);
    }
    scene_expect_log(scene, "own head cannot be located");
}

BEGUN_TEST(test_lost_space)
{
    XrCompositionLayerQuad quad = quad_in(scene->stage), good = quad_in(scene->local);
    const XrCompositionLayerBaseHeader *layers[] = {HEADER(&quad), HEADER(&good)};
    fake.lost = scene->stage;
    for (int i = 0; i < 3; i++) {
        assert_success(end_frame(scene, 5, 2, layers, NULL));
        assert_ptr_equal(fake_frame.primary.layers[0].pointer, &quad);
        XrCompositionLayerQuad got = fake_frame.primary.layers[1].copy.quad;
        check_same(shown(got.space, got.pose, 5), meant(scene->local, tilted, 5), true);
    }
    scene_expect_log(scene, "the space of a layer cannot be located");

    quad.space = US_XR_HANDLE(XrSpace, 4711);
    assert_success(end_with(scene, 5, &quad));
    check_verbatim(&quad);
    quad.space = XR_NULL_HANDLE;
    assert_success(end_with(scene, 5, &quad));
    check_verbatim(&quad);
}

/* A space on an active action. */
static XrSpace space_on(struct scene *scene, const char *profile, const char *user,
                        const char *binding)
{
    XrActionSet set = actions_set(scene, 0);
    XrAction action = actions_make(scene, set, XR_ACTION_TYPE_POSE_INPUT, user, NULL, NULL);
    XrSpace space = actions_space(scene, action, user);
    assert_success(actions_suggest_one(scene, profile, action, binding));
    assert_success(actions_attach(scene, &set, 1));
    assert_success(actions_sync(scene, set));
    return space;
}

static XrSpace gaze_space(struct scene *scene)
{
    return space_on(scene, "/interaction_profiles/ext/eye_gaze_interaction", "/user/eyes_ext",
                    "/user/eyes_ext/input/gaze_ext/pose");
}

/* What is held is where the app was told that the hand is: not at the live controller. */
static void check_held(unsigned parts, bool with_head)
{
    struct scene scene;
    begin_in(&scene, parts, "world");
    XrSpace grip = space_on(&scene, SIMPLE, LEFT, LEFT "/input/grip/pose");
    XrCompositionLayerQuad quad = quad_in(grip);
    for (int i = 0; i < 3; i++) {
        double s = 1 + 3 * i;
        XrSpaceLocation told = scene_locate(&scene, grip, scene.local, SCENE_AT(s), NULL);
        assert_int_equal(told.locationFlags, 15);
        assert_true(told.pose.position.y < 2);
        struct frame in_local = multiply(of_pose(told.pose), of_pose(tilted));
        struct frame head = with_head ? told_head(s) : real_head(s);
        assert_success(end_with(&scene, s, &quad));
        XrCompositionLayerQuad got = received()->copy.quad;
        check_same(shown(got.space, got.pose, s), multiply(inverse(head), in_local), true);
    }
    scene_end(&scene);
}

TEST(test_hand_space)
{
    check_held(SCENE_ALL, true);
    check_held(SCENE_HANDS, false);
}

/* On a hand that is not there now nothing is shown, least of all at the live controller. */
BEGUN_TEST(test_hand_that_is_gone)
{
    XrActionSet set = actions_set(scene, 0);
    XrAction action = actions_make(scene, set, XR_ACTION_TYPE_POSE_INPUT, RIGHT, NULL, NULL);
    XrSpace grip = actions_space(scene, action, RIGHT);
    assert_success(actions_suggest_one(scene, SIMPLE, action, RIGHT "/input/grip/pose"));
    assert_success(actions_attach(scene, &set, 1));
    assert_success(actions_sync(scene, set));
    XrCompositionLayerQuad held = quad_in(grip), good = quad_in(scene->local);
    const XrCompositionLayerBaseHeader *layers[] = {HEADER(&held), NULL, HEADER(&good)};

    assert_success(end_frame(scene, 3, 3, layers, NULL));
    assert_int_equal(fake_frame.primary.count, 3);
    /* The right hand is tracked for four seconds. */
    scene_wait_frame(scene, SCENE_AT(5));
    assert_success(end_frame(scene, 5, 3, layers, NULL));
    assert_int_equal(fake_frame.primary.count, 2);
    assert_success(actions_sync(scene, set));
    assert_success(end_frame(scene, 5, 3, layers, NULL));
    assert_int_equal(fake_frame.primary.count, 2);
    assert_null(fake_frame.primary.layers[0].pointer);
    XrCompositionLayerQuad got = fake_frame.primary.layers[1].copy.quad;
    check_same(shown(got.space, got.pose, 5), meant(scene->local, tilted, 5), true);
    assert_success(end_frame(scene, 5, 1, layers, NULL));
    assert_int_equal(fake_frame.primary.count, 0);
    scene_expect_log(scene, "left out");
}

BEGUN_TEST(test_gaze_space)
{
    XrCompositionLayerQuad quad = quad_in(gaze_space(scene));
    assert_success(end_with(scene, 3, &quad));
    XrCompositionLayerQuad got = received()->copy.quad;
    check_same(shown(got.space, got.pose, 3), meant(quad.space, tilted, 3), true);
}

/* With the real head the app's world is the runtime's: only what follows the recording is mapped,
 * to where it is in that world. The gaze goes with the head, or stays where it was recorded. */
TEST(test_gaze_without_head)
{
    const char *const modes[] = {"world", "head"};
    for (int i = 0; i < 4; i++) {
        struct scene scene;
        bool carried = i >= 2;
        scene_init(&scene, SCENE_GAZE);
        setenv("UNDERSTUDY_GAZE", carried ? "head" : "world", 1);
        play_in(&scene, modes[i % 2]);
        XrCompositionLayerQuad on_gaze = quad_in(gaze_space(&scene)), still = quad_in(scene.stage);
        const XrCompositionLayerBaseHeader *layers[] = {HEADER(&on_gaze), HEADER(&still)};
        assert_success(end_frame(&scene, 3, 2, layers, NULL));
        XrCompositionLayerQuad got = fake_frame.primary.layers[0].copy.quad;
        assert_int_equal(fake_space(got.space)->reference, XR_REFERENCE_SPACE_TYPE_LOCAL);
        struct frame in_world = multiply(told_gaze(3), of_pose(tilted)),
                     in_head = multiply(turn_y(-atan2(0.3, 0.7), 0, 0, 0), of_pose(tilted));
        check_same(shown(got.space, got.pose, 3),
                   carried ? in_head : multiply(inverse(real_head(3)), in_world), true);
        assert_ptr_equal(fake_frame.primary.layers[1].pointer, &still);
        assert_success(end_with(&scene, 3, &still));
        check_verbatim(&still);
        /* A real head that is lost takes the gaze along. */
        fake.unlocatable = true;
        assert_success(end_frame(&scene, 3, 2, layers, NULL));
        check_verbatim(&still);
        scene_expect_log(&scene, "left out");
        assert_int_equal(scene_count_log(&scene, "own head cannot be located"), 0);
        scene_end(&scene);
    }
}

/* In a world that is not the runtime's, what was told is the measure, also without a recorded head.
 */
static void check_virtual(unsigned parts)
{
    struct scene scene;
    scene_init(&scene, parts);
    setenv("UNDERSTUDY_WORLD", "virtual", 1);
    fake.head_moves = true;
    scene_play(&scene, parts);
    XrSpace floor = scene.stage;
    for (int i = 0; i < 2; i++, floor = scene.local) {
        XrCompositionLayerQuad quad = quad_in(floor);
        assert_success(end_with(&scene, 5, &quad));
        XrCompositionLayerQuad got = received()->copy.quad;
        XrPosef told = scene_locate(&scene, floor, scene.view, SCENE_AT(5), NULL).pose;
        check_same(shown(got.space, got.pose, 5), multiply(of_pose(told), of_pose(tilted)), true);
        assert_ptr_not_equal(received()->pointer, &quad);
    }
    if (parts == SCENE_GAZE) { /* and the real head is lost */
        XrCompositionLayerQuad quad = quad_in(scene.stage);
        fake.unlocatable = true;
        assert_success(end_with(&scene, 5, &quad));
        check_verbatim(&quad);
        scene_expect_log(&scene, "the space of a layer cannot be located");
    }
    unsetenv("UNDERSTUDY_WORLD");
    scene_end(&scene);
}

TEST(test_virtual_world)
{
    check_virtual(SCENE_ALL);
    check_virtual(SCENE_ALL | SCENE_FLOOR);
    check_virtual(SCENE_GAZE);
}

/* A struct that no runtime knows either. */
struct strange {
    XrStructureType type;
    const void *next;
    XrCompositionLayerFlags flags;
    XrSpace space;
};

BEGUN_TEST(test_strange)
{
    struct strange strange = {.type = (XrStructureType)1999999000, .space = XR_NULL_HANDLE};
    XrCompositionLayerQuad quad = quad_in(scene->local);
    const XrCompositionLayerBaseHeader *layers[] = {NULL, HEADER(&strange), HEADER(&quad)};
    for (int i = 0; i < 3; i++) {
        assert_success(end_frame(scene, 5, 3, layers, NULL));
        assert_null(fake_frame.primary.layers[0].pointer);
        assert_ptr_equal(fake_frame.primary.layers[1].pointer, &strange);
        assert_ptr_not_equal(fake_frame.primary.layers[2].pointer, &quad);
    }
    scene_expect_log(scene, "layers of type 1999999000");
}

/* A pose that is none is for the runtime to refuse. */
BEGUN_TEST(test_garbage)
{
    XrCompositionLayerQuad quad = quad_in(scene->local);
    /* A length may differ from 1 by 1 %. */
    static const float lengths[] = {0, 0.9895f, 0.9905f, 1.0095f, 1.0105f};
    for (int i = 0; i < 5; i++) {
        quad.pose.orientation = (XrQuaternionf){0, 0, 0, lengths[i]};
        assert_success(end_with(scene, 5, &quad));
        assert_int_equal((const void *)received()->pointer != &quad, i == 2 || i == 3);
    }
    quad.pose = tilted;
    quad.pose.position.y = NAN;
    assert_success(end_with(scene, 5, &quad));
    check_verbatim(&quad);
    XrCompositionLayerCubeKHR cube = {.type = XR_TYPE_COMPOSITION_LAYER_CUBE_KHR,
                                      .space = scene->local};
    assert_success(end_with(scene, 5, &cube));
    check_verbatim(&cube);
    XrCompositionLayerProjectionView views[2] = {
        {.type = XR_TYPE_COMPOSITION_LAYER_PROJECTION_VIEW, .pose = tilted},
        {.type = XR_TYPE_COMPOSITION_LAYER_PROJECTION_VIEW}};
    XrCompositionLayerProjection projection = {.type = XR_TYPE_COMPOSITION_LAYER_PROJECTION,
                                               .space = scene->local,
                                               .viewCount = 2,
                                               .views = views};
    assert_success(end_with(scene, 5, &projection));
    check_verbatim(&projection);
    projection.views = NULL;
    projection.viewCount = 0;
    assert_success(end_with(scene, 5, &projection));
    check_verbatim(&projection);
}

/* Secondary views without a list, and a list of none, are for the runtime to judge. */
BEGUN_TEST(test_secondary_nothing)
{
    XrCompositionLayerQuad quad = quad_in(scene->local);
    const XrCompositionLayerBaseHeader *layers[] = {HEADER(&quad)};
    XrSecondaryViewConfigurationLayerInfoMSFT view = {
        .type = XR_TYPE_SECONDARY_VIEW_CONFIGURATION_LAYER_INFO_MSFT};
    for (uint32_t count = 0; count < 2; count++) {
        XrSecondaryViewConfigurationFrameEndInfoMSFT info = {
            .type = XR_TYPE_SECONDARY_VIEW_CONFIGURATION_FRAME_END_INFO_MSFT,
            .viewConfigurationCount = count,
            .viewConfigurationLayersInfo = count == 0 ? &view : NULL};
        assert_success(end_frame(scene, 5, 1, layers, &info));
        assert_ptr_not_equal(received()->pointer, &quad);
    }
}

/* The real head is asked for once in a frame, however many spaces its layers are in. */
BEGUN_TEST(test_asks_once)
{
    XrCompositionLayerQuad a = quad_in(scene->local), b = quad_in(scene->stage);
    const XrCompositionLayerBaseHeader *layers[] = {HEADER(&a), HEADER(&b), HEADER(&a), HEADER(&b)};
    int before = fake.calls_of_locate;
    assert_success(end_with(scene, 5, &a));
    int for_head = fake.calls_of_locate - before;
    assert_int_equal(for_head, 1); /* LOCAL is where the recording stands */
    before = fake.calls_of_locate;
    assert_success(end_frame(scene, 5, 4, layers, NULL));
    assert_int_equal(fake.calls_of_locate - before, for_head + 2); /* and STAGE, twice */
}

BEGUN_TEST(test_nothing)
{
    assert_success(end_frame(scene, 5, 0, NULL, NULL));
    assert_true(fake_frame.info.layerCount == 0 && fake_frame.info.layers == NULL);
    assert_success(end_frame(scene, 5, 2, NULL, NULL));
    assert_true(fake_frame.info.layerCount == 2 && fake_frame.info.layers == NULL);
    assert_int_equal(scene->calls.xrEndFrame(scene->session, NULL), XR_ERROR_VALIDATION_FAILURE);
    XrFrameEndInfo info = {.type = XR_TYPE_FRAME_END_INFO};
    assert_int_equal(scene->calls.xrEndFrame(scene->session, &info), XR_ERROR_TIME_INVALID);
    assert_ptr_equal(fake_frame.pointer, &info);
    assert_int_equal(scene->calls.xrEndFrame(US_XR_HANDLE(XrSession, 4711), &info),
                     XR_ERROR_TIME_INVALID);
    assert_ptr_equal(fake_frame.pointer, &info);
    XrCompositionLayerQuad quad = quad_in(scene->local);
    const XrCompositionLayerBaseHeader *layers[] = {HEADER(&quad)};
    info.layerCount = 1;
    info.layers = layers;
    assert_int_equal(scene->calls.xrEndFrame(scene->session, &info), XR_ERROR_TIME_INVALID);
    assert_ptr_equal(fake_frame.pointer, &info);
}

BEGUN_TEST(test_results)
{
    XrCompositionLayerQuad quad = quad_in(scene->local);
    fake_fail("xrEndFrame", XR_ERROR_SESSION_LOST);
    assert_int_equal(end_with(scene, 5, &quad), XR_ERROR_SESSION_LOST);
    assert_int_equal(fake_frame.calls, 1);
    fake.fails_with = XR_ERROR_LAYER_INVALID;
    assert_int_equal(end_with(scene, 5, &quad), XR_ERROR_LAYER_INVALID);
    fake.fails_with = XR_SESSION_LOSS_PENDING;
    assert_int_equal(end_with(scene, 5, &quad), XR_SESSION_LOSS_PENDING);
    /* What may be the mapping's fault is tried again without it, and nothing else. */
    static const XrResult refusals[] = {
        XR_ERROR_VALIDATION_FAILURE, XR_ERROR_HANDLE_INVALID,         XR_ERROR_POSE_INVALID,
        XR_ERROR_LAYER_INVALID,      XR_ERROR_LAYER_LIMIT_EXCEEDED,   XR_ERROR_TIME_INVALID,
        XR_ERROR_CALL_ORDER_INVALID, XR_ERROR_SWAPCHAIN_RECT_INVALID, XR_ERROR_RUNTIME_FAILURE};
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        int calls = fake_frame.calls;
        fake.fails_with = refusals[i];
        assert_int_equal(end_with(scene, 5, &quad), refusals[i]);
        assert_int_equal(fake_frame.calls, calls + (i < 4 ? 2 : 1));
    }
    fake.fails = NULL;

    /* A runtime that refuses what was mapped, and takes what the app made. */
    for (int i = 0; i < 3; i++) {
        fake_frame.to_refuse = fake_frame.calls + 1;
        int calls = fake_frame.calls;
        assert_success(end_with(scene, 5, &quad));
        assert_int_equal(fake_frame.calls, calls + 2);
        check_verbatim(&quad);
    }
    scene_expect_log(scene, "refuses remapped layers");
}

/* What does not fit goes down as it is, and what does is mapped. */
BEGUN_TEST(test_overflow)
{
    enum { MANY = 20000, SOME = 1000 };
    static const XrCompositionLayerBaseHeader *layers[MANY];
    static XrCompositionLayerProjectionView views[SOME];
    for (int i = 0; i < SOME; i++)
        views[i] = (XrCompositionLayerProjectionView){
            .type = XR_TYPE_COMPOSITION_LAYER_PROJECTION_VIEW, .pose = tilted};
    XrCompositionLayerProjection wide = {.type = XR_TYPE_COMPOSITION_LAYER_PROJECTION,
                                         .space = scene->local,
                                         .viewCount = SOME,
                                         .views = views};
    XrCompositionLayerQuad quad = quad_in(scene->local);
    for (int i = 0; i < MANY; i++)
        layers[i] = HEADER(&quad);
    layers[0] = HEADER(&wide);
    assert_success(end_frame(scene, 5, 2, layers, NULL));
    assert_ptr_equal(fake_frame.primary.layers[0].pointer, &wide);
    XrCompositionLayerQuad got = fake_frame.primary.layers[1].copy.quad;
    check_same(shown(got.space, got.pose, 5), meant(scene->local, tilted, 5), true);
    assert_success(end_frame(scene, 5, MANY, layers, NULL));
    assert_ptr_equal(fake_frame.primary.pointer, layers);
    assert_success(end_frame(scene, 5, SOME, layers, NULL));
    assert_ptr_not_equal(fake_frame.primary.layers[1].pointer, &quad);
    scene_expect_log(scene, "too many layers");
    assert_success(end_with(scene, 5, &quad));
    assert_ptr_not_equal(received()->pointer, &quad);
}

BEGUN_TEST(test_view_chain)
{
    XrCompositionLayerDepthInfoKHR last = {.type = XR_TYPE_COMPOSITION_LAYER_DEPTH_INFO_KHR};
    XrFrameSynthesisInfoEXT synthesis = {.type = XR_TYPE_FRAME_SYNTHESIS_INFO_EXT, .next = &last};
    XrCompositionLayerDepthInfoKHR depth = {.type = XR_TYPE_COMPOSITION_LAYER_DEPTH_INFO_KHR,
                                            .next = &synthesis,
                                            .subImage = {.imageArrayIndex = 3},
                                            .minDepth = 0.25f,
                                            .maxDepth = 0.75f,
                                            .nearZ = 0.1f,
                                            .farZ = 100};
    XrCompositionLayerSpaceWarpInfoFB warp = {.type = XR_TYPE_COMPOSITION_LAYER_SPACE_WARP_INFO_FB,
                                              .next = &depth};
    struct strange strange = {.type = (XrStructureType)1999999001, .next = &warp};
    XrCompositionLayerProjectionView views[3] = {
        {.type = XR_TYPE_COMPOSITION_LAYER_PROJECTION_VIEW, .next = &last, .pose = tilted},
        {.type = XR_TYPE_COMPOSITION_LAYER_PROJECTION_VIEW, .next = &warp, .pose = tilted},
        {.type = XR_TYPE_COMPOSITION_LAYER_PROJECTION_VIEW, .next = &strange, .pose = tilted}};
    XrCompositionLayerProjection layer = {.type = XR_TYPE_COMPOSITION_LAYER_PROJECTION,
                                          .next = &last,
                                          .space = scene->local,
                                          .viewCount = 3,
                                          .views = views};
    for (int i = 0; i < 2; i++)
        assert_success(end_with(scene, 5, &layer));
    assert_ptr_equal(received()->copy.projection.next, &last);
    const XrCompositionLayerProjectionView *got = received()->views;
    assert_ptr_equal(got[0].next, &last);
    /* The arena is still as it was in the call. */
    const XrCompositionLayerDepthInfoKHR *kept = got[1].next;
    assert_ptr_not_equal(kept, &depth);
    assert_ptr_equal(kept->next, &last);
    XrCompositionLayerDepthInfoKHR same = *kept;
    same.next = &synthesis;
    assert_memory_equal(&same, &depth, sizeof same);
    assert_ptr_equal(warp.next, &depth);
    assert_ptr_equal(got[2].next, &strange);
    check_same(shown(received()->copy.projection.space, got[2].pose, 5),
               meant(scene->local, tilted, 5), true);
    scene_expect_log(scene, "motion vectors are removed");
    scene_expect_log(scene, "a chained struct of type 1999999001");
}

/* A point of a frame, or with `is_point` false a direction. */
static struct frame put(struct frame T, XrVector3f vector, bool is_point)
{
    for (int i = 0; i < 3 && !is_point; i++)
        T.p[i] = 0;
    struct frame out = multiply(T, of_pose((XrPosef){{0, 0, 0, 1}, vector}));
    return turn_y(0, out.p[0], out.p[1], out.p[2]);
}

/* A plane of the layer's space stays on the same things. */
BEGUN_TEST(test_plane)
{
    XrCompositionLayerReprojectionPlaneOverrideMSFT plane = {
        .type = XR_TYPE_COMPOSITION_LAYER_REPROJECTION_PLANE_OVERRIDE_MSFT,
        .position = {1, 2, 3},
        .normal = {0, 0.6f, 0.8f},
        .velocity = {0.5f, 0, -0.25f}};
    XrCompositionLayerReprojectionInfoMSFT before = {
        .type = XR_TYPE_COMPOSITION_LAYER_REPROJECTION_INFO_MSFT,
        .next = &plane,
        .reprojectionMode = XR_REPROJECTION_MODE_PLANAR_MANUAL_MSFT};
    XrCompositionLayerProjectionView view = {.type = XR_TYPE_COMPOSITION_LAYER_PROJECTION_VIEW,
                                             .pose = tilted};
    XrCompositionLayerProjection layer = {.type = XR_TYPE_COMPOSITION_LAYER_PROJECTION,
                                          .next = &before,
                                          .space = scene->stage,
                                          .viewCount = 1,
                                          .views = &view};
    assert_success(end_with(scene, 5, &layer));
    XrSpace space = received()->copy.projection.space;
    const XrVector3f sent[3] = {plane.position, plane.normal, plane.velocity};
    const XrVector3f got[3] = {fake_frame.plane.position, fake_frame.plane.normal,
                               fake_frame.plane.velocity};
    for (int i = 0; i < 3; i++)
        check_same(put(shown(space, scene_identity, 5), got[i], i == 0),
                   put(meant(scene->stage, scene_identity, 5), sent[i], i == 0), true);
    assert_true(plane.position.x == 1 && before.next == &plane);
}

BEGUN_TEST(test_secondary)
{
    XrCompositionLayerQuad main = quad_in(scene->local), other = quad_in(scene->stage);
    const XrCompositionLayerBaseHeader *layers[] = {HEADER(&main)}, *more[] = {HEADER(&other)};
    XrSecondaryViewConfigurationLayerInfoMSFT info = {
        .type = XR_TYPE_SECONDARY_VIEW_CONFIGURATION_LAYER_INFO_MSFT,
        .viewConfigurationType =
            XR_VIEW_CONFIGURATION_TYPE_SECONDARY_MONO_FIRST_PERSON_OBSERVER_MSFT,
        .layerCount = 1,
        .layers = more};
    XrLocalDimmingFrameEndInfoMETA last = {.type = XR_TYPE_LOCAL_DIMMING_FRAME_END_INFO_META};
    XrSecondaryViewConfigurationFrameEndInfoMSFT secondary = {
        .type = XR_TYPE_SECONDARY_VIEW_CONFIGURATION_FRAME_END_INFO_MSFT,
        .next = &last,
        .viewConfigurationCount = 1,
        .viewConfigurationLayersInfo = &info};
    XrLocalDimmingFrameEndInfoMETA first = {.type = XR_TYPE_LOCAL_DIMMING_FRAME_END_INFO_META,
                                            .next = &secondary};
    assert_success(end_frame(scene, 5, 1, layers, &first));
    assert_int_equal(fake_frame.secondary.count, 1);
    XrCompositionLayerQuad got = fake_frame.secondary.layers[0].copy.quad;
    check_same(shown(got.space, got.pose, 5), meant(scene->stage, tilted, 5), true);
    assert_ptr_equal(fake_frame.secondary_info.next, &last);
    assert_ptr_equal(info.layers, more);

    /* Alone, too; behind what is not known, not; with nothing in it, left alone. */
    assert_success(end_frame(scene, 5, 0, NULL, &first));
    got = fake_frame.secondary.layers[0].copy.quad;
    check_same(shown(got.space, got.pose, 5), meant(scene->stage, tilted, 5), true);
    struct strange strange = {.type = (XrStructureType)1999999002, .next = &secondary};
    assert_success(end_frame(scene, 5, 1, layers, &strange));
    assert_ptr_equal(fake_frame.info.next, &strange);
    assert_ptr_equal(fake_frame.secondary_pointer, &secondary);
    check_same(shown(received()->copy.quad.space, received()->copy.quad.pose, 5),
               meant(scene->local, tilted, 5), true);
    secondary.viewConfigurationCount = 0;
    assert_success(end_frame(scene, 5, 0, NULL, &first));
    assert_ptr_equal(fake_frame.info.next, &first);
}

TESTS_MAIN(test_projection, test_rendered_view, test_quad, test_cylinder, test_equirect, test_cube,
           test_view_space, test_head_mode, test_lost_head, test_lost_space, test_gaze_space,
           test_hand_space, test_hand_that_is_gone, test_virtual_world, test_gaze_without_head,
           test_strange, test_garbage, test_nothing, test_asks_once, test_secondary_nothing,
           test_results, test_overflow, test_view_chain, test_plane, test_secondary)
