/* SPDX-License-Identifier: MIT */
/* xrGetInstanceProcAddr: returns the highest handler of a function (create_instance.c), or the
 * function of the chain below. */
#include <stdio.h>
#include <string.h>

#include "layer/state/instance.h"

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

static XrResult get_with_instance(const struct us_instance *instance, const char *name,
                                  PFN_xrVoidFunction *function)
{
    PFN_xrGetInstanceProcAddr own_get = us_instance_get_proc_addr;
    if (strcmp(name, "xrGetInstanceProcAddr") == 0) {
        *function = (PFN_xrVoidFunction)own_get;
        return XR_SUCCESS;
    }
    enum us_function which = us_function_find(name);
    if (which == US_FUNCTION_COUNT || instance->functions.of[which] == NULL)
        return instance->get_below(instance->handle, name, function);
    /* The layer may have enabled an extension that the app did not. */
    enum us_extension extension = us_function_extension(which);
    if (extension != US_EXTENSION_CORE &&
        !us_extensions_is_enabled(instance->bindings.extensions, extension))
        return XR_ERROR_FUNCTION_UNSUPPORTED;
    *function = instance->functions.of[which];
    return XR_SUCCESS;
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
