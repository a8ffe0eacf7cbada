/* SPDX-License-Identifier: MIT */
/* xrGetInstanceProcAddr: returns the layer's hook, the event log's tap, or the function of the
 * chain below. */
#include <string.h>

#include "layer/hooks/hook_table.h"
#include "layer/hooks/hooks.h"
#include "layer/state/instance.h"
#include "layer/eventlog/event_log.h"

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
    strncpy(properties->layerName, US_LAYER_NAME, XR_MAX_API_LAYER_NAME_SIZE - 1);
    properties->layerName[XR_MAX_API_LAYER_NAME_SIZE - 1] = '\0';
    strncpy(properties->description, "Plays recorded input", XR_MAX_API_LAYER_DESCRIPTION_SIZE - 1);
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

XrResult us_get_proc_addr_get(const struct us_instance *instance, const char *name,
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
    /* The app did not enable the extension, so it must not get its functions. */
    if (instance->adds_time && (strcmp(name, "xrConvertTimespecTimeToTimeKHR") == 0 ||
                                strcmp(name, "xrConvertTimeToTimespecTimeKHR") == 0))
        return XR_ERROR_FUNCTION_UNSUPPORTED;
    struct us_hook hook;
    if (!us_instance_is_active(instance) || !us_hook_table_find(&instance->next, name, &hook))
        return instance->get_below(instance->handle, name, function);
    if (hook.gate == US_GATE_SCREENSHOTS && !instance->takes_screenshots)
        return instance->get_below(instance->handle, name, function);
    enum us_extension extension = (enum us_extension)hook.gate;
    bool is_gated = hook.gate != US_GATE_CORE && hook.gate != US_GATE_SCREENSHOTS;
    if (is_gated && !us_extensions_is_enabled(instance->bindings.extensions, extension))
        return XR_ERROR_FUNCTION_UNSUPPORTED;
    bool supplied = is_gated && us_extensions_is_supplied(instance->bindings.extensions, extension);
    if (!hook.below && !supplied)
        return instance->get_below(instance->handle, name, function);
    *function = hook.function;
    return XR_SUCCESS;
}

static XrResult get_with_instance(const struct us_instance *instance, const char *name,
                                  PFN_xrVoidFunction *function)
{
    XrResult result = us_get_proc_addr_get(instance, name, function);
    PFN_xrVoidFunction tap = NULL;
    if (XR_SUCCEEDED(result) && instance->event_log != NULL)
        tap = us_tap_find(&instance->event_log->told, name);
    if (tap != NULL)
        *function = tap;
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
