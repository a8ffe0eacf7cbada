/* SPDX-License-Identifier: MIT */
/*
 * bench_layer ROUNDS PLAYED UNRELATED: what a located call costs with the layer in the way.
 *
 * The layer's objects are in this program, between it and a next layer that answers in as little
 * time as one can: it writes what it must. PLAYED holds a head and hands; an instance that plays
 * UNRELATED, which holds neither, passes the same calls through.
 */
#include "scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "layer/state/instance.h"
#include "subject.h"

enum { CALLS = 4096 };

static XrHandJointLocationEXT live_joints[XR_HAND_JOINT_COUNT_EXT];

static XRAPI_ATTR XrResult XRAPI_CALL next_locate_space(XrSpace space, XrSpace base, XrTime time,
                                                        XrSpaceLocation *location)
{
    (void)space, (void)base, (void)time;
    location->locationFlags = 15;
    location->pose = scene_identity;
    return XR_SUCCESS;
}

static XRAPI_ATTR XrResult XRAPI_CALL next_locate_joints(XrHandTrackerEXT tracker,
                                                         const XrHandJointsLocateInfoEXT *info,
                                                         XrHandJointLocationsEXT *locations)
{
    (void)tracker, (void)info;
    locations->isActive = XR_TRUE;
    memcpy(locations->jointLocations, live_joints, sizeof live_joints);
    return XR_SUCCESS;
}

static XRAPI_ATTR XrResult XRAPI_CALL next_get(XrInstance instance, const char *name,
                                               PFN_xrVoidFunction *function)
{
    XrResult result = fake_get(instance, name, function);
    if (XR_SUCCEEDED(result) && strcmp(name, "xrLocateSpace") == 0)
        *function = (PFN_xrVoidFunction)next_locate_space;
    if (XR_SUCCEEDED(result) && strcmp(name, "xrLocateHandJointsEXT") == 0)
        *function = (PFN_xrVoidFunction)next_locate_joints;
    return result;
}

struct side {
    struct scene scene;
    XrHandTrackerEXT tracker;
    XrSpace turned; /* LOCAL with an offset */
    PFN_xrLocateSpace locate_space;
    PFN_xrLocateHandJointsEXT locate_joints;
};

static void prepare(struct side *side, const struct scene *entry, const char *recording)
{
    const char *names[] = {SCENE_HAND_AND_EYES};
    XrApiLayerNextInfo own = {.layerName = US_LAYER_NAME,
                              .nextGetInstanceProcAddr = next_get,
                              .nextCreateApiLayerInstance = fake_create};
    side->scene = *entry;
    setenv("UNDERSTUDY_PLAY", recording, 1);
    XrHandTrackerCreateInfoEXT hand = {.type = XR_TYPE_HAND_TRACKER_CREATE_INFO_EXT,
                                       .hand = XR_HAND_RIGHT_EXT,
                                       .handJointSet = XR_HAND_JOINT_SET_DEFAULT_EXT};
    if (scene_create_in_chain(&side->scene, names, 2, &own, 1) != XR_SUCCESS)
        bench_die("the layer's instance cannot be made");
    scene_begin(&side->scene);
    scene_focus(&side->scene);
    if (side->scene.calls.xrCreateHandTrackerEXT(side->scene.session, &hand, &side->tracker) !=
        XR_SUCCESS)
        bench_die("no hand tracker");
    XrReferenceSpaceCreateInfo turned = {
        .type = XR_TYPE_REFERENCE_SPACE_CREATE_INFO,
        .referenceSpaceType = XR_REFERENCE_SPACE_TYPE_LOCAL,
        .poseInReferenceSpace = {{0.5f, 0.5f, 0.5f, 0.5f}, {0.1f, 0.2f, 0.3f}}};
    if (side->scene.calls.xrCreateReferenceSpace(side->scene.session, &turned, &side->turned) !=
        XR_SUCCESS)
        bench_die("no space");
    side->locate_space = side->scene.calls.xrLocateSpace;
    side->locate_joints = side->scene.calls.xrLocateHandJointsEXT;
}

/* A call at each of a second's times, over and over. */
static XrTime time_of(int call)
{
    return SCENE_AT(3.0) + (XrTime)(call % SUBJECT_RATE_HZ) * 11111111;
}

static double locate_space(const struct side *side)
{
    XrSpaceLocation location = {.type = XR_TYPE_SPACE_LOCATION};
    double start_ns = bench_thread_ns();
    for (int i = 0; i < CALLS; i++)
        side->locate_space(side->scene.view, side->scene.local, time_of(i), &location);
    return (bench_thread_ns() - start_ns) / CALLS;
}

static double locate_joints_in(const struct side *side, XrSpace base)
{
    XrHandJointsLocateInfoEXT info = {.type = XR_TYPE_HAND_JOINTS_LOCATE_INFO_EXT,
                                      .baseSpace = base};
    XrHandJointLocationEXT joints[XR_HAND_JOINT_COUNT_EXT];
    XrHandJointLocationsEXT locations = {.type = XR_TYPE_HAND_JOINT_LOCATIONS_EXT,
                                         .jointCount = XR_HAND_JOINT_COUNT_EXT,
                                         .jointLocations = joints};
    double start_ns = bench_thread_ns();
    for (int i = 0; i < CALLS; i++) {
        info.time = time_of(i);
        side->locate_joints(side->tracker, &info, &locations);
    }
    return (bench_thread_ns() - start_ns) / CALLS;
}

static double locate_joints(const struct side *side)
{
    return locate_joints_in(side, side->scene.local);
}

static double locate_joints_turned(const struct side *side)
{
    return locate_joints_in(side, side->turned);
}

static double recording_s(const struct subject *subject, int call)
{
    return subject->start_s + (double)(time_of(call) - SCENE_START) * 1e-9;
}

/* What the layer asks the sampler for, without copying it out. */
static double sample_alone(const struct subject *subject, unsigned parts)
{
    struct us_frame_sample frame;
    double start_ns = bench_thread_ns();
    for (int i = 0; i < CALLS; i++)
        us_sampler_frame(subject->loaded.sampler, recording_s(subject, i), parts, &frame);
    return (bench_thread_ns() - start_ns) / CALLS;
}

static double head_alone(const struct subject *subject)
{
    return sample_alone(subject, US_SAMPLE_HEAD);
}

static double hand_alone(const struct subject *subject)
{
    return sample_alone(subject, US_SAMPLE_RIGHT);
}

/* The floor of a located hand: 26 joints are turned and written, or merely written, and nothing
 * else. The compiler must not drop it: hence the volatile function. */
static void write_hand(const struct us_motion *joints, struct us_quat turn, bool turns,
                       XrHandJointLocationEXT *out)
{
    for (int i = 0; i < XR_HAND_JOINT_COUNT_EXT; i++) {
        struct us_quat q = joints[i].pose.rotation;
        struct us_vec3 p = joints[i].pose.position_m;
        if (turns)
            q = us_quat_multiply(turn, q);
        out[i] = (XrHandJointLocationEXT){15, {{q.x, q.y, q.z, q.w}, {p.x, p.y, p.z}}, 0.01f};
    }
}

static void note_floor(int rounds)
{
    void (*volatile call)(const struct us_motion *, struct us_quat, bool,
                          XrHandJointLocationEXT *) = write_hand;
    static struct us_motion joints[XR_HAND_JOINT_COUNT_EXT];
    XrHandJointLocationEXT out[XR_HAND_JOINT_COUNT_EXT];
    double least_ns[2] = {1e9, 1e9};
    for (int i = 0; i < 2 * rounds; i++) {
        double start_ns = bench_thread_ns();
        for (int k = 0; k < CALLS; k++)
            call(joints, (struct us_quat){0.5f, 0.5f, 0.5f, 0.5f}, i % 2 == 1, out);
        double ns = (bench_thread_ns() - start_ns) / CALLS;
        least_ns[i % 2] = ns < least_ns[i % 2] ? ns : least_ns[i % 2];
    }
    bench_note("floor of a located hand: 26 poses written %.1f ns, with a quaternion product each "
               "%.1f ns",
               least_ns[0], least_ns[1]);
}

struct call {
    const char *name;
    double (*located)(const struct side *side);
    double (*alone)(const struct subject *subject);
};

static void measure(const struct call *call, int rounds, const struct side *played,
                    const struct side *passed, const struct side *direct,
                    const struct subject *subject)
{
    static struct bench_sides beside, whole, through;
    char figures[3][96];
    beside.rounds = whole.rounds = through.rounds = 0;
    double least_ns[4] = {1e9, 1e9, 1e9, 1e9};
    for (int i = 0; i < rounds; i++) {
        double ns[4] = {call->located(played), call->located(passed), call->located(direct),
                        call->alone(subject)};
        for (int k = 0; k < 4; k++)
            least_ns[k] = ns[k] < least_ns[k] ? ns[k] : least_ns[k];
        bench_sides_add(&beside, ns[0] - ns[3], ns[1]);
        bench_sides_add(&whole, ns[0], ns[1] + ns[3]);
        bench_sides_add(&through, ns[1], ns[2]);
    }
    snprintf(figures[0], sizeof figures[0], "%s, played, less its pose", call->name);
    snprintf(figures[1], sizeof figures[1], "%s, played", call->name);
    snprintf(figures[2], sizeof figures[2], "%s, passed through", call->name);
    bench_row_ratio(
        &(struct bench_row){figures[0], "the same call passed through", BENCH_TIMES, 4.0}, &beside);
    bench_row_ratio(
        &(struct bench_row){figures[1], "passed through + the pose alone", BENCH_TIMES, -1.0},
        &whole);
    bench_row_ratio(&(struct bench_row){figures[2], "no layer", BENCH_TIMES, -1.0}, &through);
    bench_note("%s: played %.1f, passed through %.1f, no layer %.1f, the pose alone %.1f ns",
               call->name, least_ns[0], least_ns[1], least_ns[2], least_ns[3]);
}

/* Wait until what is asked for is decoded, and see that the layer plays it: next_locate_space
 * answers with the identity. */
static void settle(const struct side *side)
{
    XrSpaceLocation location = {.type = XR_TYPE_SPACE_LOCATION};
    for (int i = 0; i < 20; i++) {
        side->locate_space(side->scene.view, side->scene.local, time_of(i), &location);
        bench_sleep_ns(1000000);
    }
    if (location.pose.position.x == 0.0f && location.pose.position.z == 0.0f)
        bench_die("the layer does not play the head");
}

int main(int argc, char **argv)
{
    if (argc != 4)
        bench_die("usage: bench_layer ROUNDS PLAYED UNRELATED");
    struct scene entry;
    static struct side played, passed, direct;
    struct subject subject;
    scene_init(&entry, 0);
    fake.has_hands = fake.has_eyes = true;
    prepare(&played, &entry, argv[2]);
    prepare(&passed, &entry, argv[3]);
    direct = passed;
    direct.locate_space = next_locate_space;
    direct.locate_joints = next_locate_joints;
    subject_open(&subject, argv[2], SUBJECT_ALONE);
    subject_settle(&subject, recording_s(&subject, 0));
    settle(&played);
    const struct call calls[] = {{"xrLocateSpace", locate_space, head_alone},
                                 {"xrLocateHandJointsEXT", locate_joints, hand_alone},
                                 {"the same in a turned base", locate_joints_turned, hand_alone}};
    for (int i = 0; i < 3; i++)
        measure(&calls[i], atoi(argv[1]), &played, &passed, &direct, &subject);
    note_floor(atoi(argv[1]));
    played.scene.calls.xrDestroyInstance(played.scene.instance);
    passed.scene.calls.xrDestroyInstance(passed.scene.instance);
    subject_close(&subject);
    scene_finish(&entry);
    return 0;
}
