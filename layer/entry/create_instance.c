/* SPDX-License-Identifier: MIT */
/*
 * xrCreateApiLayerInstance: removes the extensions that the chain below lacks, creates the instance
 * of the chain below, and loads the recording. A failed call of the chain below is returned to the
 * app before any file is opened. Then it opens the stages (layer/setup/stage.h), from the lowest to
 * the highest, and so builds the instance's chain.
 */
#include <stdlib.h>
#include <string.h>

#include "layer/state/instance.h"
#include "layer/eventlog/event_log.h"
#include "layer/faults/fail_calls.h"

static const struct us_stage *const stages[US_STAGE_COUNT] = {
#define US_STAGE(name, stage) &stage,
#include "layer/setup/stages.def"
#undef US_STAGE
};

/* Replaces the functions that a stage handles. */
static void apply(const struct us_stage *stage, const struct us_instance *instance,
                  struct us_dispatch *functions)
{
    for (int i = 0; stage->handlers[i] != NULL; i++) {
        for (const struct us_handler *at = stage->handlers[i]; at->function != US_FUNCTION_COUNT;
             at++) {
            bool is_there = functions->of[at->function] != NULL;
            if (stage->handles != NULL ? stage->handles(instance, at->function, is_there)
                                       : is_there)
                functions->of[at->function] = at->handler;
        }
    }
}

/* instance->next must be loaded, and the app does not have the instance yet. */
static void open_stages(struct us_instance *instance, const XrInstanceCreateInfo *info)
{
    instance->functions = instance->next;
    for (int i = 0; i < US_STAGE_COUNT; i++) {
        struct us_dispatch below = instance->functions;
        if (stages[i]->open == NULL || stages[i]->open(instance, info, &below))
            apply(stages[i], instance, &instance->functions);
    }
}

/* Threads that may log a warning, which the event log writes too, end before the event log. Stages
 * that were not opened have nothing to close. */
static void close_stages(struct us_instance *instance)
{
    for (int i = 0; i < US_STAGE_COUNT; i++)
        if (stages[i]->close != NULL)
            stages[i]->close(instance);
}

static bool is_next_info_valid(const XrApiLayerNextInfo *info)
{
    return info != NULL && info->structType == XR_LOADER_INTERFACE_STRUCT_API_LAYER_NEXT_INFO &&
           info->structVersion == XR_API_LAYER_NEXT_INFO_STRUCT_VERSION &&
           info->structSize == sizeof *info && info->nextGetInstanceProcAddr != NULL &&
           info->nextCreateApiLayerInstance != NULL;
}

static bool is_own_name(const XrApiLayerNextInfo *info)
{
    return strncmp(info->layerName, US_LAYER_NAME, XR_MAX_API_LAYER_NAME_SIZE) == 0;
}

static bool is_create_info_valid(const XrApiLayerCreateInfo *info)
{
    return info != NULL && info->structType == XR_LOADER_INTERFACE_STRUCT_API_LAYER_CREATE_INFO &&
           info->structVersion == XR_API_LAYER_CREATE_INFO_STRUCT_VERSION &&
           info->structSize == sizeof *info && is_next_info_valid(info->nextInfo) &&
           is_own_name(info->nextInfo);
}

/* The manifest may be found in two places; then the chain contains the layer twice. */
static bool is_again_below(const XrApiLayerNextInfo *own_info)
{
    for (const XrApiLayerNextInfo *info = own_info->next; info != NULL; info = info->next) {
        if (is_own_name(info))
            return true;
    }
    return false;
}

static XrResult call_below(const XrInstanceCreateInfo *info, const XrApiLayerCreateInfo *layer_info,
                           XrInstance *instance)
{
    XrApiLayerCreateInfo below = *layer_info;
    below.nextInfo = layer_info->nextInfo->next;
    return layer_info->nextInfo->nextCreateApiLayerInstance(info, &below, instance);
}

/* Calls down without the extensions in `removed`, and with those in `added`. `names` is scratch
 * memory with room for all names. */
static XrResult call_below_with(uint32_t removed, uint32_t added, const XrInstanceCreateInfo *info,
                                const XrApiLayerCreateInfo *layer_info, const char **names,
                                XrInstance *instance)
{
    XrInstanceCreateInfo stripped = *info;
    stripped.enabledExtensionCount = us_extensions_strip(info, removed, names);
    for (int i = 0; i < US_EXTENSION_COUNT; i++) {
        if ((added & UINT32_C(1) << i) != 0)
            names[stripped.enabledExtensionCount++] = us_extensions_table[i].name;
    }
    stripped.enabledExtensionNames = stripped.enabledExtensionCount > 0 ? names : NULL;
    return call_below(&stripped, layer_info, instance);
}

static void destroy_below(PFN_xrGetInstanceProcAddr get_below, XrInstance handle)
{
    PFN_xrVoidFunction function = NULL; /* and so it stays if there is none */
    (void)get_below(handle, "xrDestroyInstance", &function);
    if (function != NULL)
        ((PFN_xrDestroyInstance)function)(handle);
}

/* The free function of the instance's node. The event log writes its last line while the rest of
 * the instance still exists. */
static void free_instance(struct us_node *node)
{
    struct us_instance *instance = (struct us_instance *)node;
    us_instance_withdraw(instance);
    us_ready_done_files_close(instance->ready_done_files);
    close_stages(instance);
    us_instance_free(instance);
}

/* Creates an instance that only passes calls on. If the lower copy of the layer shares the handle
 * table, its node already has the handle, and no second node can be added. */
static XrResult create_inert(const XrInstanceCreateInfo *info,
                             const XrApiLayerCreateInfo *layer_info, XrInstance *handle)
{
    PFN_xrGetInstanceProcAddr get_below = layer_info->nextInfo->nextGetInstanceProcAddr;
    XrResult result = call_below(info, layer_info, handle);
    if (XR_FAILED(result))
        return result;
    struct us_instance *other = us_instance_find(*handle);
    if (other != NULL) {
        atomic_store(&other->get_above, get_below);
        us_message_log(&other->log, US_MESSAGE_LOG_DEBUG,
                       "the layer is loaded twice: the upper copy does nothing");
        return result;
    }
    struct us_instance *instance = us_instance_new(get_below, free_instance);
    if (instance == NULL) {
        destroy_below(get_below, *handle);
        return XR_ERROR_OUT_OF_MEMORY;
    }
    instance->inert = true;
    us_settings_open_log(&instance->log);
    us_message_log(&instance->log, US_MESSAGE_LOG_DEBUG,
                   "the layer is loaded twice: the upper copy does nothing");
    if (us_instance_publish(instance, *handle)) {
        open_stages(instance, info);
        return result;
    }
    destroy_below(get_below, *handle);
    free_instance(&instance->node);
    return XR_ERROR_OUT_OF_MEMORY;
}

/* Whether the app enabled an extension that the layer can supply and that was not removed yet. */
static bool wants_more_removed(const XrInstanceCreateInfo *info, uint32_t out)
{
    return (us_extensions_read(info, 0).enabled & US_EXTENSIONS_OWN & ~out) != 0;
}

/* In a headless session the app need not call xrWaitFrame, so no call tells the current time. The
 * layer then needs xrConvertTimespecTimeToTimeKHR for itself. */
static bool wants_time(const struct us_instance *instance, const XrInstanceCreateInfo *info)
{
    struct us_extensions asked = us_extensions_read(info, 0);
    return instance->settings.play != NULL &&
           us_extensions_is_enabled(asked, US_EXTENSION_HEADLESS) &&
           !us_extensions_is_enabled(asked, US_EXTENSION_CONVERT_TIMESPEC);
}

/* The extensions that the layer needs, if the chain below has them: a bit for each one. */
static uint32_t wanted_extensions(const struct us_instance *instance,
                                  const XrInstanceCreateInfo *info)
{
    const struct us_settings *settings = &instance->settings;
    uint32_t wanted = wants_time(instance, info) ? UINT32_C(1) << US_EXTENSION_CONVERT_TIMESPEC : 0;
    return settings->record != NULL && !settings->record_only_asked
               ? wanted | US_EXTENSIONS_RECORDED
               : wanted;
}

/* Creates the instance of the chain below without the extensions that it lacks. If the chain below
 * does not answer which extensions it has, the app's request is tried first, and then a request
 * without all extensions that the layer can supply. */
static XrResult try_below(struct us_instance *instance, const XrInstanceCreateInfo *info,
                          const XrApiLayerCreateInfo *layer_info, uint32_t *removed,
                          const char **names, XrInstance *handle)
{
    XrResult result =
        call_below_with(*removed, instance->added_extensions, info, layer_info, names, handle);
    if (result != XR_ERROR_EXTENSION_NOT_PRESENT || !wants_more_removed(info, *removed))
        return result;
    *removed = US_EXTENSIONS_OWN;
    return call_below_with(*removed, instance->added_extensions, info, layer_info, names, handle);
}

/* Creates the instance of the chain below without the extensions that it lacks, and with those that
 * the layer needs. If the chain below refuses those for a recording, it is called without them. */
static XrResult create_below(struct us_instance *instance, const XrInstanceCreateInfo *info,
                             const XrApiLayerCreateInfo *layer_info, uint32_t *removed,
                             XrInstance *handle)
{
    size_t room = (size_t)info->enabledExtensionCount + US_EXTENSION_COUNT;
    const char **names = malloc(room * sizeof *names);
    if (names == NULL)
        return XR_ERROR_OUT_OF_MEMORY;
    struct us_extensions_below below;
    uint32_t wanted = wanted_extensions(instance, info);
    us_extensions_below_query(&below, info, layer_info->nextInfo, wanted != 0);
    uint32_t missing = *removed = us_extensions_missing(&below);
    instance->added_extensions = us_extensions_addable(&below, info, wanted);
    us_extensions_below_finish(&below);
    XrResult result = try_below(instance, info, layer_info, removed, names, handle);
    if (XR_FAILED(result) && (instance->added_extensions & US_EXTENSIONS_RECORDED) != 0 &&
        instance->settings.record != NULL) {
        *removed = missing;
        instance->added_extensions = 0;
        result = try_below(instance, info, layer_info, removed, names, handle);
    }
    free(names);
    return result;
}

static void log_supplied(const struct us_instance *instance)
{
    char names[512];
    if (instance->bindings.extensions.supplied == 0)
        return;
    us_extensions_describe(instance->bindings.extensions, names, sizeof names);
    /* If nothing is played, one line has said why; this one would only distract. */
    us_message_log(&instance->log,
                   instance->bindings.plays.any ? US_MESSAGE_LOG_INFO : US_MESSAGE_LOG_DEBUG,
                   "the layer supplies extensions that the runtime lacks: %s", names);
}

/* The path of the eyes is defined only with XR_EXT_eye_gaze_interaction. */
static void find_user_paths(struct us_instance *instance)
{
    for (int i = 0; i < US_USER_PATH_COUNT; i++) {
        enum us_user_path user_path = (enum us_user_path)i;
        if (user_path == US_USER_PATH_EYES &&
            !us_extensions_is_enabled(instance->bindings.extensions, US_EXTENSION_EYE_GAZE))
            continue;
        instance->bindings.user_paths[i] =
            us_bindings_context_path(&instance->bindings, us_user_path_text(user_path));
    }
}

/* How often xrCreateInstance was called in this run. Only with the tool it is known if the loader
 * unloads the layer in between. */
static uint64_t count_attempt(const struct us_settings *settings)
{
    static atomic_uint own;
    struct us_run_status *status = us_run_status_open(settings->run_status);
    uint64_t number = atomic_fetch_add(status != NULL ? &status->attempts : &own, 1) + UINT64_C(1);
    us_run_status_close(status);
    return number;
}

/* The tool says so, where nothing is played. `fault` is a bit for the fault that refused; 0: none.
 */
static void note_refusal(const struct us_settings *settings, unsigned fault)
{
    struct us_run_status *status = us_run_status_open(settings->run_status);
    us_run_status_add_faults(status, fault);
    if (status != NULL && fault != 0)
        atomic_fetch_add(&status->refused_on_purpose, 1);
    if (status != NULL)
        atomic_fetch_add(&status->refused, 1);
    us_run_status_close(status);
}

/* A fault lets this call fail: `fail:xrCreateInstance=RESULT`. Its bit is in `*out_fault`.
 * XR_SUCCESS, and 0: none does. */
static XrResult refuse_on_purpose(struct us_instance *instance, unsigned *out_fault)
{
    const struct us_settings *settings = &instance->settings;
    struct us_faults faults;
    struct us_faults_error wrong;
    XrResult result = XR_SUCCESS;
    *out_fault = 0;
    if (settings->play == NULL || settings->faults == NULL ||
        strstr(settings->faults, "xrCreateInstance") == NULL ||
        !us_faults_parse(settings->faults, &faults, &wrong))
        return XR_SUCCESS;
    uint64_t call = count_attempt(settings);
    for (unsigned i = 0; i < faults.count; i++) {
        if (!us_fail_calls_refuses(&faults.list[i], call, &result))
            continue;
        us_message_log(&instance->log, US_MESSAGE_LOG_WARN,
                       "xrCreateInstance fails on purpose: %.*s", faults.list[i].length,
                       faults.list[i].text);
        instance->faults = faults;
        us_event_log_refuse(instance, i, result);
        *out_fault = UINT32_C(1) << i;
        return result;
    }
    return XR_SUCCESS;
}

XRAPI_ATTR XrResult XRAPI_CALL us_instance_create_api_layer(const XrInstanceCreateInfo *info,
                                                            const XrApiLayerCreateInfo *layer_info,
                                                            XrInstance *handle)
{
    if (info == NULL || handle == NULL || !is_create_info_valid(layer_info))
        return XR_ERROR_INITIALIZATION_FAILED;
    if (is_again_below(layer_info->nextInfo))
        return create_inert(info, layer_info, handle);

    PFN_xrGetInstanceProcAddr get_below = layer_info->nextInfo->nextGetInstanceProcAddr;
    struct us_instance *instance = us_instance_new(get_below, free_instance);
    if (instance == NULL)
        return XR_ERROR_OUT_OF_MEMORY;
    us_settings_init(&instance->settings, &instance->log);
    uint32_t removed;
    unsigned fault;
    XrResult result = refuse_on_purpose(instance, &fault);
    if (XR_SUCCEEDED(result))
        result = create_below(instance, info, layer_info, &removed, handle);
    if (XR_FAILED(result)) {
        note_refusal(&instance->settings, fault);
        free_instance(&instance->node);
        return result;
    }
    /* From here on the app's instance exists: only lack of memory makes the call fail. */
    instance->bindings.extensions = us_extensions_read(info, removed);
    bool listed = us_create_request_init(&instance->create_request, info);
    us_instance_load(instance); /* opens the log */
    if (!listed)
        us_message_log(&instance->log, US_MESSAGE_LOG_ERROR,
                       "out of memory: the layer treats all extensions as not enabled");
    log_supplied(instance);
    if (!us_instance_publish(instance, *handle)) {
        destroy_below(get_below, *handle);
        free_instance(&instance->node);
        return XR_ERROR_OUT_OF_MEMORY;
    }
    find_user_paths(instance);
    if (!us_fault_script_create(&instance->faults, &instance->scripts.of[US_SCRIPT_FAULTS]))
        us_message_log(&instance->log, US_MESSAGE_LOG_ERROR,
                       "out of memory: no fault happens to the session");
    open_stages(instance, info);
    return result;
}
