/* SPDX-License-Identifier: MIT */
/* xrStringToPath and xrPathToString. */
#include "runtime/base/two_call.h"
#include "runtime/instance/call.h"
#include "runtime/instance/instance.h"

static XrResult string_to_path(struct rt_instance *instance, const char *string, XrPath *out_path)
{
    return out_path == NULL ? XR_ERROR_VALIDATION_FAILURE
                            : rt_path_intern(&instance->paths, string, out_path);
}

XRAPI_ATTR XrResult XRAPI_CALL xrStringToPath(XrInstance instance, const char *pathString,
                                              XrPath *path)
{
    struct rt_call call;
    if (RT_ENTER(&call, xrStringToPath, INSTANCE, instance))
        call.result = string_to_path((struct rt_instance *)call.object, pathString, path);
    return rt_call_leave(&call);
}

static XrResult path_to_string(struct rt_instance *instance, XrPath path, uint32_t capacity,
                               uint32_t *out_count, char *out_buffer)
{
    const char *string = rt_path_string(&instance->paths, path);
    return string == NULL ? XR_ERROR_PATH_INVALID
                          : rt_two_call_string(string, capacity, out_count, out_buffer);
}

XRAPI_ATTR XrResult XRAPI_CALL xrPathToString(XrInstance instance, XrPath path,
                                              uint32_t bufferCapacityInput,
                                              uint32_t *bufferCountOutput, char *buffer)
{
    struct rt_call call;
    if (RT_ENTER(&call, xrPathToString, INSTANCE, instance))
        call.result = path_to_string((struct rt_instance *)call.object, path, bufferCapacityInput,
                                     bufferCountOutput, buffer);
    return rt_call_leave(&call);
}
