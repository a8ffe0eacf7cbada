/* SPDX-License-Identifier: MIT */
/* xrGetInstanceProcAddr: returns the layer's hook, the event log's tap, or the function of the
 * chain below. */
#include <stdio.h>
#include <string.h>

#include "layer/faults/display_faults.h"
#include "layer/faults/fail_calls.h"
#include "layer/hooks/hook_table.h"
#include "layer/hooks/hooks.h"
#include "layer/state/instance.h"
#include "layer/eventlog/event_log.h"
#include "layer/record/base/recorder.h"

/* Set while this thread calls the next function of the upper copy of the layer. That function leads
 * to the lower copy, which is this same code; the flag tells it to answer as the lower copy. */
static _Thread_local bool asking_above;

static XRAPI_ATTR XrResult XRAPI_CALL enumerate_api_layers(uint32_t capacity, uint32_t *out_count,
                                                           XrApiLayerProperties *properties)
{
    if (out_count == NULL || (capacity > 0 && properties == NULL))
        return XR_ERROR_VALIDATION_FAILURE;
    *out_count = 1;
    if (capacity == 0)
        return XR_SUCCESS;
    snprintf(properties->layerName, sizeof properties->layerName, "%s", US_LAYER_NAME);
    snprintf(properties->description, sizeof properties->description, "Plays recorded input");
    properties->specVersion = XR_MAKE_VERSION(1, 0, 0);
    properties->layerVersion = 1;
    return XR_SUCCESS;
}

/* Only a few functions are available without an instance (OpenXR 1.0, table in 3.2). */
static XrResult get_without_instance(const char *name, PFN_xrVoidFunction *function)
{
    PFN_xrEnumerateInstanceExtensionProperties extensions = us_extensions_enumerate;
    PFN_xrEnumerateApiLayerProperties layers = enumerate_api_layers;
    if (strcmp(name, "xrEnumerateInstanceExtensionProperties") == 0)
        *function = (PFN_xrVoidFunction)extensions;
    else if (strcmp(name, "xrEnumerateApiLayerProperties") == 0)
        *function = (PFN_xrVoidFunction)layers;
    else if (strcmp(name, "xrCreateInstance") == 0 || strcmp(name, "xrInitializeLoaderKHR") == 0)
        return XR_ERROR_FUNCTION_UNSUPPORTED;
    else
        return XR_ERROR_HANDLE_INVALID;
    return XR_SUCCESS;
}

/* Whether the layer, not the app, enabled an extension. */
static bool is_added(const struct us_instance *instance, enum us_extension extension)
{
    return (instance->added_extensions & UINT32_C(1) << extension) != 0;
}

/* Whether the app must not get a function, because it did not enable its extension. */
static bool is_hidden(const struct us_instance *instance, const char *name)
{
    return is_added(instance, US_EXTENSION_CONVERT_TIMESPEC) &&
           (strcmp(name, "xrConvertTimespecTimeToTimeKHR") == 0 ||
            strcmp(name, "xrConvertTimeToTimespecTimeKHR") == 0);
}

static XrResult get_hook(const struct us_instance *instance, const struct us_hook *hook,
                         bool is_own, const char *name, PFN_xrVoidFunction *function)
{
    enum us_extension extension = (enum us_extension)hook->gate;
    if (is_own && extension == US_EXTENSION_HAND_TRACKING && instance->bindings.plays.hands) {
        *function = hook->function; /* makes hands that are played, whatever is below */
        return XR_SUCCESS;
    }
    bool is_gated = hook->gate != US_GATE_CORE && hook->gate != US_GATE_SCREENSHOTS;
    if (is_gated && !us_extensions_is_enabled(instance->bindings.extensions, extension) &&
        !(is_own && is_added(instance, extension)))
        return XR_ERROR_FUNCTION_UNSUPPORTED;
    bool supplied = is_gated && us_extensions_is_supplied(instance->bindings.extensions, extension);
    if (!hook->below && !supplied)
        return instance->get_below(instance->handle, name, function);
    *function = hook->function;
    return XR_SUCCESS;
}

/* `is_own`: the layer asks, who may use what it enabled itself. */
static XrResult get_function(const struct us_instance *instance, bool is_own, const char *name,
                             PFN_xrVoidFunction *function)
{
    PFN_xrGetInstanceProcAddr own_get = us_instance_get_proc_addr;
    PFN_xrDestroyInstance own_destroy = us_hook_xrDestroyInstance;
    if (strcmp(name, "xrGetInstanceProcAddr") == 0) {
        *function = (PFN_xrVoidFunction)own_get;
        return XR_SUCCESS;
    }
    if (strcmp(name, "xrDestroyInstance") == 0) {
        *function = (PFN_xrVoidFunction)own_destroy;
        return XR_SUCCESS;
    }
    if (!is_own && is_hidden(instance, name))
        return XR_ERROR_FUNCTION_UNSUPPORTED;
    struct us_hook hook;
    if ((!is_own && !us_instance_is_active(instance)) ||
        !us_hook_table_find(&instance->next, name, &hook) ||
        (hook.gate == US_GATE_SCREENSHOTS && !instance->takes_screenshots))
        return instance->get_below(instance->handle, name, function);
    return get_hook(instance, &hook, is_own, name, function);
}

XrResult us_get_proc_addr_get_own(const struct us_instance *instance, const char *name,
                                  PFN_xrVoidFunction *function)
{
    return get_function(instance, true, name, function);
}

/* The functions that faults of the display replace, too. */
XrResult us_get_proc_addr_get_shown(const struct us_instance *instance, const char *name,
                                    PFN_xrVoidFunction *function)
{
    XrResult result = get_function(instance, false, name, function);
    PFN_xrVoidFunction changed =
        XR_SUCCEEDED(result) ? us_display_faults_find(instance->display_faults, name) : NULL;
    if (changed != NULL)
        *function = changed;
    return result;
}

XrResult us_get_proc_addr_get(const struct us_instance *instance, const char *name,
                              PFN_xrVoidFunction *function)
{
    XrResult result = us_get_proc_addr_get_shown(instance, name, function);
    PFN_xrVoidFunction watcher = NULL;
    if (XR_SUCCEEDED(result) && instance->recorder != NULL)
        watcher = us_record_functions_find(&instance->recorder->functions, name);
    if (watcher != NULL)
        *function = watcher;
    PFN_xrVoidFunction failing =
        XR_SUCCEEDED(result) ? us_fail_calls_find(instance->fail_calls, name) : NULL;
    if (failing != NULL)
        *function = failing;
    return result;
}

XrResult us_get_proc_addr_get_logged(const struct us_instance *instance, const char *name,
                                     PFN_xrVoidFunction *function)
{
    XrResult result = us_get_proc_addr_get(instance, name, function);
    PFN_xrVoidFunction tap = NULL;
    if (XR_SUCCEEDED(result) && instance->event_log != NULL)
        tap = us_tap_find(&instance->event_log->next, name);
    if (tap != NULL)
        *function = tap;
    return result;
}

static XrResult get_with_instance(const struct us_instance *instance, const char *name,
                                  PFN_xrVoidFunction *function)
{
    XrResult result = us_get_proc_addr_get_logged(instance, name, function);
    PFN_xrVoidFunction watcher = NULL;
    if (XR_SUCCEEDED(result) && instance->recorder != NULL)
        watcher = us_record_told_find(&instance->recorder->told, name);
    if (watcher != NULL)
        *function = watcher;
    return result;
}

XRAPI_ATTR XrResult XRAPI_CALL us_instance_get_proc_addr(XrInstance handle, const char *name,
                                                         PFN_xrVoidFunction *function)
{
    if (function == NULL)
        return XR_ERROR_VALIDATION_FAILURE;
    *function = NULL;
    if (name == NULL)
        return XR_ERROR_VALIDATION_FAILURE;
    if (handle == XR_NULL_HANDLE)
        return get_without_instance(name, function);
    struct us_instance *instance = us_instance_find(handle);
    if (instance == NULL)
        return XR_ERROR_HANDLE_INVALID;
    PFN_xrGetInstanceProcAddr get_above =
        atomic_load_explicit(&instance->get_above, memory_order_acquire);
    if (get_above == NULL || asking_above)
        return get_with_instance(instance, name, function);
    asking_above = true;
    XrResult result = get_above(handle, name, function);
    asking_above = false;
    return result;
}
