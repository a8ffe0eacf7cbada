/* SPDX-License-Identifier: MIT */
#include "runtime_app.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "layer/setup/extensions.h"

const char *runtime_app_refuses;
uint32_t runtime_app_sets_max;
const char *runtime_app_variable, *runtime_app_value;
PFN_xrVoidFunction (*runtime_app_wrap)(const char *name, PFN_xrVoidFunction function);

static PFN_xrGetInstanceProcAddr runtime_get;
static PFN_xrSuggestInteractionProfileBindings runtime_suggest;
static PFN_xrAttachSessionActionSets runtime_attach;
static PFN_xrPathToString runtime_text;

static bool is_refused(XrInstance instance, const XrInteractionProfileSuggestedBinding *suggested)
{
    for (uint32_t i = 0; runtime_app_refuses != NULL && i < suggested->countSuggestedBindings;
         i++) {
        char text[XR_MAX_PATH_LENGTH];
        uint32_t count;
        if (XR_SUCCEEDED(runtime_text(instance, suggested->suggestedBindings[i].binding,
                                      sizeof text, &count, text)) &&
            strstr(text, runtime_app_refuses) != NULL)
            return true;
    }
    return false;
}

static XRAPI_ATTR XrResult XRAPI_CALL suggest(XrInstance instance,
                                              const XrInteractionProfileSuggestedBinding *suggested)
{
    return is_refused(instance, suggested) ? XR_ERROR_PATH_UNSUPPORTED
                                           : runtime_suggest(instance, suggested);
}

static XRAPI_ATTR XrResult XRAPI_CALL attach(XrSession session,
                                             const XrSessionActionSetsAttachInfo *info)
{
    return runtime_app_sets_max > 0 && info->countActionSets > runtime_app_sets_max
               ? XR_ERROR_LIMIT_REACHED
               : runtime_attach(session, info);
}

static XRAPI_ATTR XrResult XRAPI_CALL get(XrInstance instance, const char *name,
                                          PFN_xrVoidFunction *function)
{
    XrResult result = runtime_get(instance, name, function);
    if (XR_FAILED(result))
        return result;
    PFN_xrSuggestInteractionProfileBindings own_suggest = suggest;
    PFN_xrAttachSessionActionSets own_attach = attach;
    if (strcmp(name, "xrPathToString") == 0)
        runtime_text = (PFN_xrPathToString)*function;
    if (strcmp(name, "xrSuggestInteractionProfileBindings") == 0) {
        runtime_suggest = (PFN_xrSuggestInteractionProfileBindings)*function;
        *function = (PFN_xrVoidFunction)own_suggest;
    }
    if (strcmp(name, "xrAttachSessionActionSets") == 0) {
        runtime_attach = (PFN_xrAttachSessionActionSets)*function;
        *function = (PFN_xrVoidFunction)own_attach;
    }
    if (runtime_app_wrap != NULL)
        *function = runtime_app_wrap(name, *function);
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL create(const XrInstanceCreateInfo *info,
                                             const XrApiLayerCreateInfo *layer_info,
                                             XrInstance *instance)
{
    PFN_xrVoidFunction function = NULL;
    (void)layer_info;
    assert_success(runtime_get(XR_NULL_HANDLE, "xrCreateInstance", &function));
    return ((PFN_xrCreateInstance)function)(info, instance);
}

/* The symbols of the runtime stay its own. */
static void load_runtime(void)
{
    typedef XrResult(XRAPI_PTR * negotiate_function)(const XrNegotiateLoaderInfo *,
                                                     XrNegotiateRuntimeRequest *);
    void *library = dlopen(US_TEST_RUNTIME, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL)
        fail_msg("%s", dlerror());
    negotiate_function negotiate;
    *(void **)&negotiate = dlsym(library, "xrNegotiateLoaderRuntimeInterface");
    assert_non_null(negotiate);
    const XrNegotiateLoaderInfo info = {XR_LOADER_INTERFACE_STRUCT_LOADER_INFO,
                                        XR_LOADER_INFO_STRUCT_VERSION,
                                        sizeof info,
                                        1,
                                        1,
                                        XR_MAKE_VERSION(1, 0, 0),
                                        XR_MAKE_VERSION(1, 0x3ff, 0xfff)};
    XrNegotiateRuntimeRequest request = {.structType = XR_LOADER_INTERFACE_STRUCT_RUNTIME_REQUEST,
                                         .structVersion = XR_RUNTIME_INFO_STRUCT_VERSION,
                                         .structSize = sizeof request};
    assert_success(negotiate(&info, &request));
    runtime_get = request.getInstanceProcAddr;
}

PFN_xrVoidFunction runtime_app_function(struct runtime_app *app, const char *name)
{
    PFN_xrVoidFunction function = NULL;
    if (XR_FAILED(app->scene.get(app->scene.instance, name, &function)))
        fail_msg("there is no %s", name);
    return function;
}

static void set_environment(struct runtime_app *app, bool is_recorded, const char *person)
{
    scene_init(&app->scene, 0);
    if (runtime_app_variable != NULL)
        setenv(runtime_app_variable, runtime_app_value, 1);
    unsetenv("UNDERSTUDY_PLAY");
    setenv("UNDERSTUDY_HEADLESS_PROFILE", "oculus/touch_controller", 1);
    if (person != NULL)
        setenv("UNDERSTUDY_HEADLESS_PERSON", person, 1);
    else
        unsetenv("UNDERSTUDY_HEADLESS_PERSON");
    snprintf(app->record, sizeof app->record, "/tmp/understudy-actions-%ld.mcap", (long)getpid());
    unlink(app->record);
    if (is_recorded)
        setenv("UNDERSTUDY_RECORD", app->record, 1);
}

static void begin_session(struct runtime_app *app)
{
    const XrSystemGetInfo system = {.type = XR_TYPE_SYSTEM_GET_INFO,
                                    .formFactor = XR_FORM_FACTOR_HEAD_MOUNTED_DISPLAY};
    assert_success(RUNTIME_APP_CALL(app, xrGetSystem)(app->scene.instance, &system, &app->system));
    const XrSessionCreateInfo info = {.type = XR_TYPE_SESSION_CREATE_INFO, .systemId = app->system};
    assert_success(
        RUNTIME_APP_CALL(app, xrCreateSession)(app->scene.instance, &info, &app->scene.session));
}

void runtime_app_begin(struct runtime_app *app, bool is_recorded, const char *person,
                       const char *const *extensions, uint32_t extension_count)
{
    const char *names[8] = {XR_MND_HEADLESS_EXTENSION_NAME};
    memset(app, 0, sizeof *app);
    runtime_app_refuses = NULL;
    runtime_app_sets_max = 0;
    if (runtime_get == NULL)
        load_runtime();
    set_environment(app, is_recorded, person);
    for (uint32_t i = 0; i < extension_count; i++)
        names[1 + i] = extensions[i];
    assert_success(scene_create_over(&app->scene, get, create, names, 1 + extension_count));
    begin_session(app);
}

void runtime_app_next_session(struct runtime_app *app)
{
    assert_success(app->scene.calls.xrDestroySession(app->scene.session));
    begin_session(app);
}

void runtime_app_focus(struct runtime_app *app)
{
    const XrSessionBeginInfo info = {.type = XR_TYPE_SESSION_BEGIN_INFO,
                                     .primaryViewConfigurationType =
                                         XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO};
    XrSessionState state = XR_SESSION_STATE_UNKNOWN;
    bool is_begun = false;
    while (state != XR_SESSION_STATE_FOCUSED) {
        XrEventDataBuffer event = {.type = XR_TYPE_EVENT_DATA_BUFFER};
        if (app->scene.calls.xrPollEvent(app->scene.instance, &event) == XR_SUCCESS) {
            if (event.type == XR_TYPE_EVENT_DATA_SESSION_STATE_CHANGED)
                state = ((XrEventDataSessionStateChanged *)&event)->state;
            if (state == XR_SESSION_STATE_READY && !is_begun) {
                assert_success(app->scene.calls.xrBeginSession(app->scene.session, &info));
                is_begun = true;
            }
            continue;
        }
        if (is_begun)
            (void)runtime_app_frame(app);
    }
}

XrTime runtime_app_frame(struct runtime_app *app)
{
    XrFrameState state = {.type = XR_TYPE_FRAME_STATE};
    const XrFrameWaitInfo wait = {.type = XR_TYPE_FRAME_WAIT_INFO};
    const XrFrameBeginInfo begin = {.type = XR_TYPE_FRAME_BEGIN_INFO};
    XrSession session = app->scene.session;
    assert_success(app->scene.calls.xrWaitFrame(session, &wait, &state));
    assert_success(RUNTIME_APP_CALL(app, xrBeginFrame)(session, &begin));
    assert_success(scene_submit(&app->scene, state.predictedDisplayTime, 0, NULL));
    return state.predictedDisplayTime;
}

void runtime_app_end(struct runtime_app *app)
{
    assert_success(app->scene.calls.xrDestroySession(app->scene.session));
    runtime_app_end_with_session(app);
}

void runtime_app_end_with_session(struct runtime_app *app)
{
    assert_success(app->scene.calls.xrDestroyInstance(app->scene.instance));
    unlink(app->record);
    scene_finish(&app->scene);
}
