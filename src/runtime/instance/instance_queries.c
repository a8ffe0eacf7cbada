/* SPDX-License-Identifier: MIT */
/* xrGetInstanceProperties and other queries of an instance. */
#include "runtime/instance/instance.h"

#include <stdio.h>

#include "openxr/xr_names.h"
#include "runtime/base/two_call.h"
#include "runtime/instance/call.h"

XRAPI_ATTR XrResult XRAPI_CALL xrEnumerateApiLayerProperties(uint32_t propertyCapacityInput,
                                                             uint32_t *propertyCountOutput,
                                                             XrApiLayerProperties *properties)
{
    return rt_two_call(propertyCapacityInput, propertyCountOutput, properties, 0);
}

static XrResult get_properties(XrInstanceProperties *properties)
{
    if (properties == NULL || properties->type != XR_TYPE_INSTANCE_PROPERTIES)
        return XR_ERROR_VALIDATION_FAILURE;
    properties->runtimeVersion = XR_MAKE_VERSION(0, 1, 0);
    snprintf(properties->runtimeName, sizeof properties->runtimeName,
             "Understudy headless runtime");
    return XR_SUCCESS;
}

XRAPI_ATTR XrResult XRAPI_CALL xrGetInstanceProperties(XrInstance instance,
                                                       XrInstanceProperties *instanceProperties)
{
    struct rt_call call;
    if (RT_ENTER(&call, xrGetInstanceProperties, INSTANCE, instance))
        call.result = get_properties(instanceProperties);
    return rt_call_leave(&call);
}

XRAPI_ATTR XrResult XRAPI_CALL xrResultToString(XrInstance instance, XrResult value,
                                                char buffer[XR_MAX_RESULT_STRING_SIZE])
{
    struct rt_call call;
    const char *name = us_xr_names_result(value);
    if (!RT_ENTER(&call, xrResultToString, INSTANCE, instance))
        return rt_call_leave(&call);
    if (buffer == NULL)
        call.result = XR_ERROR_VALIDATION_FAILURE;
    else if (name != NULL)
        snprintf(buffer, XR_MAX_RESULT_STRING_SIZE, "%s", name);
    else
        snprintf(buffer, XR_MAX_RESULT_STRING_SIZE, "XR_UNKNOWN_%s_%d",
                 value < 0 ? "FAILURE" : "SUCCESS", value);
    return rt_call_leave(&call);
}

XRAPI_ATTR XrResult XRAPI_CALL xrStructureTypeToString(XrInstance instance, XrStructureType value,
                                                       char buffer[XR_MAX_STRUCTURE_NAME_SIZE])
{
    struct rt_call call;
    const char *name = us_xr_names_structure(value);
    if (!RT_ENTER(&call, xrStructureTypeToString, INSTANCE, instance))
        return rt_call_leave(&call);
    if (buffer == NULL)
        call.result = XR_ERROR_VALIDATION_FAILURE;
    else if (name != NULL)
        snprintf(buffer, XR_MAX_STRUCTURE_NAME_SIZE, "%s", name);
    else
        snprintf(buffer, XR_MAX_STRUCTURE_NAME_SIZE, "XR_UNKNOWN_STRUCTURE_TYPE_%d", (int)value);
    return rt_call_leave(&call);
}
