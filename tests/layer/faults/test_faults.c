/* SPDX-License-Identifier: MIT */
/* Hazard: what goes wrong below or in the app becomes worse by the layer. The fault matrix: every
 * cell is what the app sees without the layer, or a documented exception; and none crashes or
 * hangs. */
#include "faults.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct scene fault_scene;

const char *const fault_below[] = {
    "xrCreateInstance",
    "xrEnumerateInstanceExtensionProperties",
#define US_FUNCTION(name, extension, handle, parameters, arguments) #name,
#include "layer/setup/functions.def"
#undef US_FUNCTION
};
const int fault_below_count = sizeof fault_below / sizeof fault_below[0];

const XrResult fault_codes[] = {
    XR_ERROR_VALIDATION_FAILURE,
    XR_ERROR_RUNTIME_FAILURE,
    XR_ERROR_OUT_OF_MEMORY,
    XR_ERROR_API_VERSION_UNSUPPORTED,
    XR_ERROR_INITIALIZATION_FAILED,
    XR_ERROR_FUNCTION_UNSUPPORTED,
    XR_ERROR_FEATURE_UNSUPPORTED,
    XR_ERROR_EXTENSION_NOT_PRESENT,
    XR_ERROR_LIMIT_REACHED,
    XR_ERROR_SIZE_INSUFFICIENT,
    XR_ERROR_HANDLE_INVALID,
    XR_ERROR_INSTANCE_LOST,
    XR_ERROR_SESSION_RUNNING,
    XR_ERROR_SESSION_NOT_RUNNING,
    XR_ERROR_SESSION_LOST,
    XR_ERROR_SYSTEM_INVALID,
    XR_ERROR_PATH_INVALID,
    XR_ERROR_PATH_COUNT_EXCEEDED,
    XR_ERROR_PATH_FORMAT_INVALID,
    XR_ERROR_PATH_UNSUPPORTED,
    XR_ERROR_LAYER_INVALID,
    XR_ERROR_LAYER_LIMIT_EXCEEDED,
    XR_ERROR_SWAPCHAIN_RECT_INVALID,
    XR_ERROR_SWAPCHAIN_FORMAT_UNSUPPORTED,
    XR_ERROR_ACTION_TYPE_MISMATCH,
    XR_ERROR_SESSION_NOT_READY,
    XR_ERROR_SESSION_NOT_STOPPING,
    XR_ERROR_TIME_INVALID,
    XR_ERROR_REFERENCE_SPACE_UNSUPPORTED,
    XR_ERROR_FILE_ACCESS_ERROR,
    XR_ERROR_FILE_CONTENTS_INVALID,
    XR_ERROR_FORM_FACTOR_UNSUPPORTED,
    XR_ERROR_FORM_FACTOR_UNAVAILABLE,
    XR_ERROR_API_LAYER_NOT_PRESENT,
    XR_ERROR_CALL_ORDER_INVALID,
    XR_ERROR_GRAPHICS_DEVICE_INVALID,
    XR_ERROR_POSE_INVALID,
    XR_ERROR_INDEX_OUT_OF_RANGE,
    XR_ERROR_VIEW_CONFIGURATION_TYPE_UNSUPPORTED,
    XR_ERROR_ENVIRONMENT_BLEND_MODE_UNSUPPORTED,
    XR_ERROR_NAME_DUPLICATED,
    XR_ERROR_NAME_INVALID,
    XR_ERROR_ACTIONSET_NOT_ATTACHED,
    XR_ERROR_ACTIONSETS_ALREADY_ATTACHED,
    XR_ERROR_LOCALIZED_NAME_DUPLICATED,
    XR_ERROR_LOCALIZED_NAME_INVALID,
    XR_ERROR_GRAPHICS_REQUIREMENTS_CALL_MISSING,
};
const int fault_code_count = sizeof fault_codes / sizeof fault_codes[0];

void fault_reset(enum fault_runtime runtime)
{
    fake_reset();
    fake.has_hands = fake.has_eyes = runtime == FAULT_HAS;
    fake.also[0] = runtime == FAULT_HAS ? XR_KHR_LOCATE_SPACES_EXTENSION_NAME : NULL;
    fake.also[1] = runtime == FAULT_HAS ? XR_FB_HAND_TRACKING_MESH_EXTENSION_NAME : NULL;
    fake.also[2] = runtime == FAULT_HAS ? XR_FB_DISPLAY_REFRESH_RATE_EXTENSION_NAME : NULL;
}

void fault_start(struct fault_app *app, enum fault_runtime runtime, bool direct)
{
    fault_reset(direct ? FAULT_HAS : runtime);
    fault_app_build(app, &fault_scene, direct);
}

void fault_stop(struct fault_app *app)
{
    fake.fails = fake.missing = NULL;
    app->null = app->garbage = 0;
    app->chained = false;
    if (app->scene.instance != XR_NULL_HANDLE && app->scene.calls.xrDestroyInstance != NULL)
        app->scene.calls.xrDestroyInstance(app->scene.instance);
    app->scene.instance = XR_NULL_HANDLE;
}

bool fault_has(enum fault_runtime runtime, const char *name)
{
    return runtime == FAULT_HAS ||
           (strstr(name, "EXT") == NULL && strcmp(name, "xrLocateSpacesKHR") != 0 &&
            strcmp(name, "xrGetHandMeshFB") != 0 && strstr(name, "RefreshRate") == NULL);
}

int fault_compare(const struct fault_app *direct, const struct fault_app *layered)
{
    for (int i = 0; i < direct->note_count || i < layered->note_count; i++) {
        if (i >= direct->note_count || i >= layered->note_count ||
            direct->notes[i].result != layered->notes[i].result)
            return i;
    }
    return -1;
}

/* With "events" everything is noted in an event log as well. */
int main(void)
{
    bool noted = hazard_argument != NULL && strcmp(hazard_argument, "events") == 0;
    char events[160];
    setvbuf(stdout, NULL, _IOLBF, 0);
    scene_init(&fault_scene, SCENE_ALL | SCENE_PINCH);
    setenv("UNDERSTUDY_SHOOT", "frame:0", 1);
    snprintf(events, sizeof events, "%s.jsonl", fault_scene.log);
    if (noted)
        setenv("UNDERSTUDY_EVENTS", events, 1);
    faults_from_start();
    faults_mid_session();
    /* One instance would note them by the million. */
    if (!noted)
        faults_inner();
    faults_missing();
    faults_null();
    faults_garbage();
    faults_chains();
    faults_times();
    faults_reuse();
    faults_instances();
    faults_files();
    scene_finish(&fault_scene);
    unlink(events);
    return fault_table_finish() > 0;
}
