/* SPDX-License-Identifier: MIT */
/* Hazard: a frame holds what nobody asked for, what an app was told is put to another part of it,
 * or a part that the app was not told about is lost. One frame at a time, without a runtime. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "testing.h"
#include "layer/answer/space.h"
#include "layer/record/actions/own_actions.h"
#include "layer/record/record_session.h"
#include "layer/state/session.h"
#include "sink.h"

enum { TIME = 1000, VALID = 3, TRACKED = 15 };
enum { LOCAL = 1, VIEW, FLOOR, STAGE, APP_LOCAL, APP_HEAD, APP_OFFSET, APP_STAGE, UNKNOWN, OWN };

static struct us_instance *instance;
static struct us_session *session;
static struct us_recorder recorder;
static struct us_record_session *recorded;
static struct us_space spaces[OWN + 1];

#define HANDLE(type, number) ((type)(uintptr_t)(number))

/* ---- the runtime: a space with the number n is at x = n, and moves with 10 n m/s ---- */

static unsigned asked_for_velocity; /* bits of the spaces */
static uint32_t view_count;

static XRAPI_ATTR XrResult XRAPI_CALL locate(XrSpace space, XrSpace base, XrTime time,
                                             XrSpaceLocation *out)
{
    uint64_t number = US_XR_VALUE(space);
    assert_int_equal(US_XR_VALUE(base), LOCAL);
    assert_int_equal(time, TIME);
    out->locationFlags = TRACKED;
    out->pose = (XrPosef){{0, 0, 0, 1}, {(float)number, 0, 0}};
    if (out->next == NULL)
        return XR_SUCCESS;
    XrSpaceVelocity *velocity = out->next;
    asked_for_velocity |= 1u << number;
    velocity->velocityFlags = XR_SPACE_VELOCITY_LINEAR_VALID_BIT;
    velocity->linearVelocity = (XrVector3f){10.0f * (float)number, 0, 0};
    return XR_SUCCESS;
}

static int off_answers; /* of so many calls the eyes are off */
static float eyes_apart;

static XRAPI_ATTR XrResult XRAPI_CALL locate_views(XrSession handle, const XrViewLocateInfo *info,
                                                   XrViewState *state, uint32_t capacity,
                                                   uint32_t *count, XrView *views)
{
    (void)handle, (void)info;
    state->viewStateFlags = TRACKED;
    float off = off_answers > 0 ? 0.01f : 0.0f;
    off_answers -= off_answers > 0 ? 1 : 0;
    for (uint32_t i = 0; i < capacity; i++) {
        views[i].pose = (XrPosef){{0, 0, 0, 1}, {eyes_apart * (float)(i + 1) + off, 0, 0}};
        views[i].fov = (XrFovf){-1, 1, 1, -1};
    }
    *count = view_count;
    return XR_SUCCESS;
}

/* ---- the session ---- */

static void commit(void *data, const struct us_session_frame *frame)
{
    (void)data;
    us_session_recorder_put_frame(NULL, frame);
}

static void add_space(int number, bool is_reference, XrReferenceSpaceType type)
{
    struct us_space *space = &spaces[number];
    *space = (struct us_space){.handle = HANDLE(XrSpace, number),
                               .is_reference = is_reference,
                               .reference = type,
                               .T_entity_space = us_pose_identity};
    space->node = us_handle_table_node(US_HANDLE_SPACE, (uint64_t)number, NULL, NULL);
    assert_true(us_handle_table_add(&space->node));
}

static int begin(void **state)
{
    (void)state;
    instance = calloc(1, sizeof *instance);
    session = calloc(1, sizeof *session);
    session->instance = instance;
    recorded = calloc(1, sizeof *recorded);
    recorder = (struct us_recorder){.instance = instance, .own = &recorder.next};
    recorder.next.xrLocateSpace = locate;
    recorder.next.xrLocateViews = locate_views;
    recorded->recorder = &recorder;
    recorded->session = session;
    recorded->local = HANDLE(XrSpace, LOCAL);
    recorded->view = HANDLE(XrSpace, VIEW);
    recorded->local_floor = HANDLE(XrSpace, FLOOR);
    recorded->stage = HANDLE(XrSpace, STAGE);
    recorded->view_configuration = XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO;
    recorded->reference.T_reference_local = us_pose_identity;
    us_record_pending_frames_init(&recorded->frames, commit, NULL);
    add_space(APP_LOCAL, true, XR_REFERENCE_SPACE_TYPE_LOCAL);
    add_space(APP_HEAD, true, XR_REFERENCE_SPACE_TYPE_VIEW);
    add_space(APP_OFFSET, true, XR_REFERENCE_SPACE_TYPE_VIEW);
    spaces[APP_OFFSET].has_offset = true;
    spaces[APP_OFFSET].T_entity_space.position_m.x = 100.0f;
    add_space(APP_STAGE, true, XR_REFERENCE_SPACE_TYPE_STAGE);
    view_count = 2;
    off_answers = 0;
    eyes_apart = 0.1f;
    asked_for_velocity = 0;
    sink_reset();
    return 0;
}

/* The table does not free a space of this program. */
static void keep(struct us_node *node)
{
    (void)node;
}

static int end(void **state)
{
    (void)state;
    for (int i = APP_LOCAL; i <= APP_STAGE; i++) {
        spaces[i].node.free = keep;
        us_handle_table_free(us_handle_table_detach(&spaces[i].node));
    }
    free(recorded);
    free(session);
    free(instance);
    return 0;
}

static void sample(void)
{
    const XrFrameState state = {.type = XR_TYPE_FRAME_STATE, .predictedDisplayTime = TIME};
    us_record_session_sample(recorded, &state);
}

/* The frame as it is now. */
static struct us_session_frame *pending(void)
{
    struct us_pending_frame *frame = us_record_pending_frames_claim(&recorded->frames, TIME);
    assert_non_null(frame);
    us_record_pending_frames_release(&recorded->frames, frame);
    return &frame->frame;
}

static void check_x(struct us_pose pose, float x)
{
    assert_float_equal(pose.position_m.x, x, 1e-5f);
}

/* ---- what is sampled ---- */

/* Spaces have no velocity, the head has one; of the views there are as many as the runtime says. */
TEST(a_sampled_frame)
{
    sample();
    const struct us_session_frame *frame = pending();
    assert_int_equal(asked_for_velocity, 1u << VIEW);
    assert_int_equal(frame->spaces[US_SESSION_SPACE_LOCAL_FLOOR].flags, TRACKED);
    check_x(frame->spaces[US_SESSION_SPACE_LOCAL_FLOOR].pose, FLOOR);
    check_x(frame->spaces[US_SESSION_SPACE_STAGE].pose, STAGE);
    check_x(frame->head.pose, VIEW);
    assert_int_equal(frame->head.flags, TRACKED | US_SESSION_LINEAR_VALID);
    assert_float_equal(frame->head.linear_m_s.x, 10.0f * VIEW, 0.0f);
    assert_int_equal(frame->view_count, 2);
    for (uint32_t i = 0; i < US_SESSION_VIEWS_MAX; i++) {
        check_x(frame->views[i].pose, i < 2 ? 0.1f * (float)(i + 1) : 0.0f);
        assert_float_equal(frame->views[i].fov.right_rad, i < 2 ? 1.0f : 0.0f, 0.0f);
    }
    assert_int_equal(frame->number, 1);
}

/* ---- trackers ---- */

static int tracker_count;

static XRAPI_ATTR XrResult XRAPI_CALL create_tracker(XrSession handle,
                                                     const XrHandTrackerCreateInfoEXT *info,
                                                     XrHandTrackerEXT *out)
{
    (void)handle, (void)info;
    tracker_count++;
    *out = HANDLE(XrHandTrackerEXT, 60 + tracker_count);
    return XR_SUCCESS;
}

static XRAPI_ATTR XrResult XRAPI_CALL create_reference(XrSession handle,
                                                       const XrReferenceSpaceCreateInfo *info,
                                                       XrSpace *out)
{
    (void)handle;
    *out = HANDLE(XrSpace, 70 + info->referenceSpaceType);
    return XR_SUCCESS;
}

/* A runtime that reads its head twice for one answer; and a lens that somebody turns. */
TEST(eyes_that_are_off_once)
{
    static const struct {
        int off;
        float apart, recorded;
    } frames[] = {{0, 0.1f, 0.1f}, {1, 0.1f, 0.1f}, {0, 0.2f, 0.2f}, {0, 0.2f, 0.2f}};
    for (size_t i = 0; i < sizeof frames / sizeof frames[0]; i++) {
        off_answers = frames[i].off;
        eyes_apart = frames[i].apart;
        sample();
        const struct us_session_frame *frame = pending();
        check_x(frame->views[0].pose, frames[i].recorded);
        check_x(frame->views[1].pose, 2.0f * frames[i].recorded);
        us_record_pending_frames_commit(&recorded->frames, INT64_MAX);
    }
}

/* Where the app did not ask for hands, they are recorded if they are played, unless only what the
 * app asks for is to be recorded. */
TEST(hands_that_are_played)
{
    static struct us_summary summary;
    static const XrSessionCreateInfo info = {.type = XR_TYPE_SESSION_CREATE_INFO};
    instance->summary = &summary;
    recorder.next.xrCreateReferenceSpace = create_reference;
    recorder.next.xrCreateHandTrackerEXT = create_tracker;
    for (int i = 0; i < 4; i++) {
        instance->bindings.plays.hands = (i & 1) != 0;
        instance->settings.record_only_asked = (i & 2) != 0;
        tracker_count = 0;
        struct us_record_session *made = us_record_session_create(&recorder, session, &info);
        assert_non_null(made);
        assert_int_equal(tracker_count, i == 1 ? 2 : 0);
        free(made);
    }
}

/* ---- what is written once ---- */

TEST(more_extensions_than_room)
{
    enum { NAMES = US_SESSION_EXTENSIONS_MAX + 3 };
    static char texts[NAMES][16];
    const char *names[NAMES];
    for (int i = 0; i < NAMES; i++) {
        snprintf(texts[i], sizeof texts[i], "XR_%d", i);
        names[i] = texts[i];
    }
    const XrInstanceCreateInfo create = {.type = XR_TYPE_INSTANCE_CREATE_INFO,
                                         .enabledExtensionCount = NAMES,
                                         .enabledExtensionNames = names};
    struct us_session_info *info = calloc(1, sizeof *info);
    assert_true(us_create_request_init(&instance->create_request, &create));
    us_record_session_describe(recorded, info);
    assert_int_equal(info->extension_count, US_SESSION_EXTENSIONS_MAX);
    assert_string_equal(info->extensions[US_SESSION_EXTENSIONS_MAX - 1].name, "XR_127");
    us_create_request_finish(&instance->create_request);
    free(info);
}

/* ---- views ---- */

static void tell_views(XrViewStateFlags flags, uint32_t count, int space, float x)
{
    const XrViewLocateInfo info = {.type = XR_TYPE_VIEW_LOCATE_INFO,
                                   .viewConfigurationType =
                                       XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO,
                                   .displayTime = TIME,
                                   .space = HANDLE(XrSpace, space)};
    const XrViewState state = {.type = XR_TYPE_VIEW_STATE, .viewStateFlags = flags};
    XrView views[3] = {{.type = XR_TYPE_VIEW}, {.type = XR_TYPE_VIEW}, {.type = XR_TYPE_VIEW}};
    for (int i = 0; i < 3; i++) {
        views[i].pose = (XrPosef){{0, 0, 0, 1}, {x, 0, 0}};
        views[i].fov = (XrFovf){-2, 2, 2, -2};
    }
    us_record_told_views(recorded, &info, &state, count, views);
}

/* The head is where the first view says, which is 10 cm beside it. */
TEST(views_say_where_the_head_is)
{
    sample();
    tell_views(TRACKED, 2, APP_LOCAL, 5.1f);
    check_x(pending()->head.pose, 5.0f);
    tell_views(VALID, 2, APP_STAGE, 6.1f);
    check_x(pending()->head.pose, 6.0f + STAGE);
    for (int i = 0; i < 2; i++)
        assert_float_equal(pending()->views[i].fov.right_rad, 2.0f, 0.0f);
    assert_float_equal(pending()->views[2].fov.right_rad, 0.0f, 0.0f);
}

TEST(views_that_say_nothing)
{
    sample();
    tell_views(XR_VIEW_STATE_POSITION_VALID_BIT, 2, APP_LOCAL, 5.0f);
    tell_views(XR_VIEW_STATE_ORIENTATION_VALID_BIT, 2, APP_LOCAL, 5.0f);
    tell_views(TRACKED, 2, UNKNOWN, 5.0f);
    tell_views(TRACKED, 2, APP_HEAD, 5.0f);
    tell_views(TRACKED, 3, APP_LOCAL, 5.0f);
    check_x(pending()->head.pose, VIEW);
    assert_float_equal(pending()->views[2].fov.right_rad, 0.0f, 0.0f);
    pending()->head.is_recorded = false;
    tell_views(TRACKED, 2, APP_LOCAL, 5.0f);
    check_x(pending()->head.pose, VIEW);
    pending()->head.is_recorded = true;
    pending()->head.flags = (uint8_t)XR_SPACE_LOCATION_POSITION_VALID_BIT;
    tell_views(TRACKED, 2, APP_LOCAL, 5.0f);
    check_x(pending()->head.pose, VIEW);
}

/* An app may ask for one view of two. */
TEST(fewer_views)
{
    sample();
    tell_views(TRACKED, 1, APP_LOCAL, 5.0f);
    check_x(pending()->head.pose, VIEW);
    assert_float_equal(pending()->views[0].fov.right_rad, 2.0f, 0.0f);
    assert_float_equal(pending()->views[1].fov.right_rad, 1.0f, 0.0f);
}

/* ---- spaces ---- */

static void tell_space(int space, float x, XrSpaceLocationFlags flags, bool moves)
{
    XrSpaceVelocity velocity = {.type = XR_TYPE_SPACE_VELOCITY,
                                .velocityFlags = XR_SPACE_VELOCITY_ANGULAR_VALID_BIT,
                                .angularVelocity = {7, 0, 0}};
    const XrSpaceLocation location = {.type = XR_TYPE_SPACE_LOCATION,
                                      .next = moves ? &velocity : NULL,
                                      .locationFlags = flags,
                                      .pose = {{0, 0, 0, 1}, {x, 0, 0}}};
    us_record_told_space(recorded, HANDLE(XrSpace, space), HANDLE(XrSpace, APP_LOCAL), TIME,
                         &location);
}

static void check_head(float x, unsigned flags)
{
    const struct us_session_location *head = &pending()->head;
    check_x(head->pose, x);
    assert_int_equal(head->flags, flags);
    if ((flags & US_SESSION_LINEAR_VALID) != 0)
        assert_float_equal(head->linear_m_s.x, 10.0f * VIEW, 0.0f);
    if ((flags & US_SESSION_ANGULAR_VALID) != 0)
        assert_float_equal(head->angular_rad_s.x, 7.0f, 0.0f);
}

/* A velocity counts where it was asked for, and the space is the head itself, somewhere else. */
TEST(velocities_that_count)
{
    sample();
    tell_space(APP_HEAD, 3.0f, TRACKED, false);
    check_head(3.0f, TRACKED | US_SESSION_LINEAR_VALID);
    tell_space(APP_HEAD, 3.0f, TRACKED, true);
    check_head(3.0f, TRACKED | US_SESSION_LINEAR_VALID);
    tell_space(APP_OFFSET, 104.0f, TRACKED, true);
    check_head(4.0f, TRACKED | US_SESSION_LINEAR_VALID);
    tell_space(APP_HEAD, 5.0f, VALID, true);
    check_head(5.0f, VALID | US_SESSION_ANGULAR_VALID);
}

/* A head that is told is there, even if it was not when it was sampled; what is lost is lost. */
TEST(heads_that_come_and_go)
{
    sample();
    pending()->head.is_active = false;
    tell_space(APP_HEAD, 3.0f, TRACKED, false);
    assert_true(pending()->head.is_active);
    tell_space(APP_HEAD, 9.0f, 0, false);
    check_x(pending()->head.pose, 3.0f);
    assert_int_equal(pending()->head.flags, 0);
    tell_space(APP_HEAD, 9.0f, TRACKED, false);
    check_head(9.0f, TRACKED);
}

/* As many as there are locations, and velocities; what lies behind them is not looked at. */
TEST(many_spaces_at_once)
{
    static const struct {
        uint32_t spaces, locations, velocities;
        float x;
        unsigned flags;
    } cases[] = {{2, 2, 2, 22.0f, TRACKED | US_SESSION_ANGULAR_VALID},
                 {2, 2, 1, 22.0f, TRACKED | US_SESSION_LINEAR_VALID},
                 {2, 1, 2, VIEW, TRACKED | US_SESSION_LINEAR_VALID},
                 {1, 2, 2, VIEW, TRACKED | US_SESSION_LINEAR_VALID}};
    const XrSpace asked[2] = {HANDLE(XrSpace, APP_LOCAL), HANDLE(XrSpace, APP_HEAD)};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        XrSpaceLocationData found[2] = {{TRACKED, {{0, 0, 0, 1}, {11, 0, 0}}},
                                        {TRACKED, {{0, 0, 0, 1}, {22, 0, 0}}}};
        XrSpaceVelocityData moving[2] = {
            {0}, {XR_SPACE_VELOCITY_ANGULAR_VALID_BIT, {0, 0, 0}, {7, 0, 0}}};
        XrSpaceVelocities velocities = {.type = XR_TYPE_SPACE_VELOCITIES,
                                        .velocityCount = cases[i].velocities,
                                        .velocities = moving};
        const XrSpaceLocations locations = {.type = XR_TYPE_SPACE_LOCATIONS,
                                            .next = &velocities,
                                            .locationCount = cases[i].locations,
                                            .locations = found};
        const XrSpacesLocateInfo info = {.type = XR_TYPE_SPACES_LOCATE_INFO,
                                         .baseSpace = HANDLE(XrSpace, APP_LOCAL),
                                         .time = TIME,
                                         .spaceCount = cases[i].spaces,
                                         .spaces = asked};
        end(NULL);
        begin(NULL);
        sample();
        us_record_told_spaces(recorded, &info, &locations);
        check_head(cases[i].x, cases[i].flags);
    }
}

/* ---- hands ---- */

static XrHandJointLocationEXT joints[XR_HAND_JOINT_COUNT_EXT];

static void tell_hand(float x, void *next)
{
    static const struct us_hand_tracker tracker = {.hand = US_HAND_LEFT};
    const XrHandJointsLocateInfoEXT info = {.type = XR_TYPE_HAND_JOINTS_LOCATE_INFO_EXT,
                                            .baseSpace = HANDLE(XrSpace, APP_LOCAL),
                                            .time = TIME};
    const XrHandJointLocationsEXT locations = {.type = XR_TYPE_HAND_JOINT_LOCATIONS_EXT,
                                               .next = next,
                                               .isActive = XR_TRUE,
                                               .jointCount = XR_HAND_JOINT_COUNT_EXT,
                                               .jointLocations = joints};
    for (int i = 0; i < XR_HAND_JOINT_COUNT_EXT; i++)
        joints[i] = (XrHandJointLocationEXT){VALID, {{0, 0, 0, 1}, {x, 0, 0}}, 0.01f};
    us_record_told_hand(recorded, &tracker, &info, &locations);
}

/* Who answered is only told to an app that asks; otherwise it is what the recorder was told. */
TEST(sources_of_a_hand)
{
    sample();
    recorded->has_aims = true;
    struct us_session_hand_joints *hand = &pending()->hands[US_SESSION_LEFT];
    *hand = (struct us_session_hand_joints){.is_recorded = true, .data_source = 2};
    tell_hand(1.0f, NULL);
    assert_true(hand->is_active);
    check_x(hand->joints[25].pose, 1.0f);
    assert_int_equal(hand->data_source, 2);
    assert_false(pending()->aims[US_SESSION_LEFT].is_recorded);
    XrHandTrackingDataSourceStateEXT source = {.type = XR_TYPE_HAND_TRACKING_DATA_SOURCE_STATE_EXT,
                                               .isActive = XR_TRUE,
                                               .dataSource =
                                                   XR_HAND_TRACKING_DATA_SOURCE_UNOBSTRUCTED_EXT};
    tell_hand(2.0f, &source);
    assert_int_equal(hand->data_source, XR_HAND_TRACKING_DATA_SOURCE_UNOBSTRUCTED_EXT);
    assert_false(pending()->hands[US_SESSION_RIGHT].is_recorded);
}

TEST(aims_of_a_hand)
{
    XrHandTrackingAimStateFB aim = {.type = XR_TYPE_HAND_TRACKING_AIM_STATE_FB, .status = 5};
    sample();
    tell_hand(1.0f, &aim);
    assert_false(pending()->aims[US_SESSION_LEFT].is_recorded);
    recorded->has_aims = true;
    tell_hand(1.0f, &aim);
    assert_int_equal(pending()->aims[US_SESSION_LEFT].status, 5);
}

/* ---- poses of actions, sampled again after the sync ---- */

static struct us_session_location *pose_of(enum us_session_hand hand)
{
    return &pending()->poses[hand][US_SESSION_POSE_GRIP];
}

static void tell_right(bool is_told)
{
    struct us_pending_frame *frame = us_record_pending_frames_claim(&recorded->frames, TIME);
    assert_non_null(frame);
    frame->is_pose_told[US_SESSION_RIGHT][US_SESSION_POSE_GRIP] = is_told;
    us_record_pending_frames_release(&recorded->frames, frame);
}

/* The left grip is active after the sync, the right one is not. The app located the right one
 * before, and that is kept. */
TEST(poses_after_a_sync)
{
    static struct us_live_sources sources = {
        .count = 2,
        .list = {{.kind = US_LIVE_HAND_POSE, .hand = US_SESSION_LEFT},
                 {.kind = US_LIVE_HAND_POSE, .hand = US_SESSION_RIGHT}}};
    XrSpace own_spaces[2] = {HANDLE(XrSpace, OWN), XR_NULL_HANDLE};
    struct us_own_actions *own = calloc(1, sizeof *own);
    own->sources = &sources;
    own->set_count = 1;
    own->sets[0].spaces = own_spaces;
    atomic_store(&own->active_set[0], 1);
    sample();
    *pose_of(US_SESSION_LEFT) = *pose_of(US_SESSION_RIGHT) = (struct us_session_location){
        .is_recorded = true, .is_active = true, .flags = VALID, .pose = us_pose_identity};
    tell_right(true);
    atomic_store(&recorded->actions, own);
    us_record_session_sample_synced(recorded);
    assert_true(pose_of(US_SESSION_LEFT)->is_active);
    check_x(pose_of(US_SESSION_LEFT)->pose, OWN);
    assert_true(pose_of(US_SESSION_RIGHT)->is_recorded);
    assert_false(pose_of(US_SESSION_RIGHT)->is_active);
    assert_int_equal(pose_of(US_SESSION_RIGHT)->flags, VALID);
    /* The app did not locate it: as it is now. */
    tell_right(false);
    us_record_session_sample_synced(recorded);
    assert_int_equal(pose_of(US_SESSION_RIGHT)->flags, 0);
    /* Not before, but after. */
    *pose_of(US_SESSION_LEFT) = (struct us_session_location){0};
    us_record_session_sample_synced(recorded);
    assert_true(pose_of(US_SESSION_LEFT)->is_active);
    atomic_store(&recorded->actions, NULL);
    free(own);
}

int main(void)
{
    return RUN_TESTS_BETWEEN(begin, end, a_sampled_frame, views_say_where_the_head_is,
                             views_that_say_nothing, fewer_views, velocities_that_count,
                             heads_that_come_and_go, many_spaces_at_once, sources_of_a_hand,
                             aims_of_a_hand, poses_after_a_sync, eyes_that_are_off_once,
                             hands_that_are_played, more_extensions_than_room);
}
