/* SPDX-License-Identifier: MIT */
/* Groups: handles that were destroyed, parents that go before their children, instances one after
 * the other, at once and stacked, and a recording that changes under the layer's hands. */
#include "faults.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "encode.h"
#include "generate.h"

static struct fault_app app, other;

static void add(const char *group, const char *call, bool passed, XrResult got)
{
    fault_table_add((struct fault_cell){group, call, NULL, XR_SUCCESS}, passed, 0, got);
}

/* After `destroy` all other calls are made with what is left: nothing crashes, and the codes are
 * those that the runtime gives. */
static void use_after(enum fault_runtime runtime, const char *group, enum fault_call destroy,
                      enum fault_call call)
{
    XrResult expected = XR_SUCCESS;
    if (runtime == FAULT_HAS) {
        fault_start(&other, runtime, true);
        (void)fault_app_call(&other, destroy);
        expected = fault_app_call(&other, call);
        fault_stop(&other);
    }
    fault_start(&app, runtime, false);
    XrResult destroyed = fault_app_call(&app, destroy);
    XrResult got = fault_app_call(&app, call);
    bool passed = destroyed == XR_SUCCESS &&
                  (runtime == FAULT_LACKS || got == expected || got == XR_ERROR_HANDLE_INVALID);
    passed = passed && (XR_SUCCEEDED(got) || fault_app_is_untouched(&app));
    fault_stop(&app);
    add(group, fault_names[call], passed, got);
}

/* A destroyed object's handle value comes again, for a new object of the same kind. */
static void come_again(const char *group)
{
    for (int round = 0; round < 8; round++) {
        fault_start(&app, FAULT_HAS, false);
        fake.last_handle = US_XR_VALUE(app.set) - 1;
        XrActionSet old = app.set;
        bool passed =
            fault_app_call(&app, FAULT_xrCreateActionSet) == XR_SUCCESS && app.out.set == old;
        fake.last_handle = US_XR_VALUE(app.select) - 1;
        passed = passed && fault_app_call(&app, FAULT_xrCreateAction) == XR_SUCCESS;
        fake.last_handle = US_XR_VALUE(app.hand) - 1;
        passed = passed && fault_app_call(&app, FAULT_xrCreateHandTrackerEXT) == XR_SUCCESS &&
                 fault_app_call(&app, FAULT_xrLocateHandJointsEXT) == XR_SUCCESS;
        fake.last_handle = US_XR_VALUE(app.scene.session) - 1;
        passed = passed && fault_app_call(&app, FAULT_xrCreateSession) == XR_SUCCESS &&
                 fault_app_call(&app, FAULT_xrSyncActions) == XR_SUCCESS;
        (void)fault_app_call(&app, FAULT_xrGetActionStateBoolean);
        fault_stop(&app);
        add(group, "the same value again", passed, 0);
    }
}

static void reuse(enum fault_runtime runtime, const char *group)
{
    fault_table_begin(group);
    for (int destroy = 0; destroy < FAULT_CALLS; destroy++) {
        for (int call = 0; fault_app_destroys((enum fault_call)destroy) && call < FAULT_CALLS;
             call++)
            use_after(runtime, group, (enum fault_call)destroy, (enum fault_call)call);
    }
    if (runtime == FAULT_HAS)
        come_again(group);
    fault_table_end();
}

void faults_reuse(void)
{
    reuse(FAULT_HAS, "handles after destruction");
    reuse(FAULT_LACKS, "after destruction, supplied");
}

static void one_after_the_other(const char *group)
{
    for (int round = 0; round < 20; round++) {
        fault_start(&app, round % 2 == 0 ? FAULT_HAS : FAULT_LACKS, false);
        bool passed = fault_app_plays(&app, 2.0) && fault_app_plays(&app, 3.0);
        fault_stop(&app);
        add(group, "create, play, destroy", passed, 0);
    }
}

/* Two apps' worth of instances, each with its own session; the first one goes first, or last. */
static void two_at_once(const char *group, bool first_goes_first)
{
    fault_reset(FAULT_HAS);
    fault_app_build(&app, &fault_scene, false);
    fake.attached = false; /* of the other's session */
    fault_app_build(&other, &fault_scene, false);
    bool passed = fault_app_plays(&app, 2.0) && fault_app_plays(&other, 2.0);
    fault_stop(first_goes_first ? &app : &other);
    passed = passed && fault_app_plays(first_goes_first ? &other : &app, 3.0);
    fault_stop(first_goes_first ? &other : &app);
    add(group, "two at once", passed, 0);
}

static XRAPI_ATTR XrResult XRAPI_CALL upper_create(const XrInstanceCreateInfo *info,
                                                   const XrApiLayerCreateInfo *layer_info,
                                                   XrInstance *instance)
{
    XrApiLayerNextInfo lower = *layer_info->nextInfo, upper = lower;
    upper.next = &lower;
    upper.nextGetInstanceProcAddr = fault_scene.get;
    upper.nextCreateApiLayerInstance = fault_scene.create;
    XrApiLayerCreateInfo twice = *layer_info;
    twice.nextInfo = &upper;
    return fault_scene.create(info, &twice, instance);
}

/* The whole tour through two copies of the layer. */
static void loaded_twice(const char *group)
{
    struct scene stacked = fault_scene;
    stacked.create = upper_create;
    fault_start(&other, FAULT_HAS, true);
    fault_app_call_all(&other);
    fault_stop(&other);
    fault_reset(FAULT_HAS);
    fault_app_build(&app, &stacked, false);
    bool passed = fault_app_plays(&app, 2.0);
    fault_app_call_all(&app);
    passed = passed && fault_compare(&other, &app) < 0;
    fault_stop(&app);
    add(group, "loaded twice", passed, 0);
}

void faults_instances(void)
{
    const char *group = "instances and copies";
    fault_table_begin(group);
    one_after_the_other(group);
    two_at_once(group, true);
    two_at_once(group, false);
    loaded_twice(group);
    fault_table_end();
}

#define LONG_S 120.0

enum damage { REPLACED, TRUNCATED, EMPTIED, DELETED, UNREADABLE, OVERWRITTEN, DAMAGES };
static const char *const damage_names[DAMAGES] = {"replaced", "truncated",  "emptied",
                                                  "deleted",  "unreadable", "overwritten"};

static bool do_damage(const char *path, enum damage damage)
{
    uint8_t noise[4096];
    int file;
    bool done = true;
    memset(noise, 0x7f, sizeof noise);
    switch (damage) {
    case REPLACED:
        return unlink(path) == 0 && us_recording_encode_save(path, noise, sizeof noise);
    case TRUNCATED:
        return truncate(path, 3000) == 0;
    case EMPTIED:
        return truncate(path, 0) == 0;
    case DELETED:
        return unlink(path) == 0;
    case UNREADABLE:
        return chmod(path, 0) == 0;
    default:
        file = open(path, O_WRONLY);
        for (off_t at = 2000; done && at < 4000000; at += (off_t)sizeof noise)
            done = pwrite(file, noise, sizeof noise, at) == (ssize_t)sizeof noise;
        return close(file) == 0 && done;
    }
}

/* Poses that are poses, or nothing valid at all. */
static bool is_sane(const struct fault_app *who)
{
    XrQuaternionf q = who->out.location.pose.orientation;
    float norm = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    return who->out.location.locationFlags == 0 || (norm > 0.99f && norm < 1.01f);
}

/* Minutes are played after the damage, so that what was read ahead is used up. */
static void damage_while_playing(const char *group, const uint8_t *bytes, uint64_t size,
                                 enum damage damage)
{
    const char *path = fault_scene.recording;
    unlink(path);
    assert_true(us_recording_encode_save(path, bytes, size));
    fault_start(&app, FAULT_HAS, false);
    bool passed = app.note_count > 1 && do_damage(path, damage);
    for (double seconds = 0.0; passed && seconds < LONG_S; seconds += 0.25) {
        app.time = fake.next_time = SCENE_AT(seconds);
        passed = fault_app_call(&app, FAULT_xrWaitFrame) == XR_SUCCESS &&
                 fault_app_call(&app, FAULT_xrSyncActions) == XR_SUCCESS &&
                 fault_app_call(&app, FAULT_xrLocateSpace) == XR_SUCCESS && is_sane(&app) &&
                 fault_app_call(&app, FAULT_xrLocateHandJointsEXT) == XR_SUCCESS &&
                 fault_app_call(&app, FAULT_xrLocateViews) == XR_SUCCESS;
    }
    fault_stop(&app);
    add(group, damage_names[damage], passed, 0);
}

/* What the layer writes cannot be written. */
static void full_disk(const char *group, const char *variable, const char *path)
{
    setenv(variable, path, 1);
    fault_start(&app, FAULT_HAS, false);
    bool passed = fault_app_plays(&app, 2.0);
    fault_stop(&app);
    if (strcmp(variable, "UNDERSTUDY_LOG_FILE") == 0)
        setenv(variable, fault_scene.log, 1);
    else
        unsetenv(variable);
    add(group, variable, passed, 0);
}

void faults_files(void)
{
    const char *group = "files";
    struct us_generate_settings settings = us_generate_default();
    struct us_recording recording;
    struct us_error error;
    uint8_t *bytes;
    uint64_t size;
    fault_table_begin(group);
    full_disk(group, "UNDERSTUDY_LOG_FILE", "/dev/full");
    full_disk(group, "UNDERSTUDY_READY_FILE", "/proc/none/ready");
    full_disk(group, "UNDERSTUDY_DONE_FILE", "/proc/none/done");
    settings.performance.seconds = LONG_S;
    assert_int_equal(us_generate(&settings, &recording, &error), US_OK);
    assert_int_equal(us_encode(&recording, &settings.layout, &bytes, &size, &error), US_OK);
    us_recording_finish(&recording);
    for (int damage = 0; damage < DAMAGES; damage++)
        damage_while_playing(group, bytes, size, (enum damage)damage);
    free(bytes);
    fault_table_end();
}
