/* SPDX-License-Identifier: MIT */
/*
 * An idiom of the API: "how many, then fill" (OpenXR, "Buffer Size Parameters").
 */
#ifndef RT_RUNTIME_TWO_CALL_H
#define RT_RUNTIME_TWO_CALL_H

#include <string.h>

#include "runtime/base/xr.h"

/* Writes the number of elements. With XR_SUCCESS the caller fills its array, unless the capacity is
 * 0: then the app wants the number only. Use: result = rt_two_call(...); if (result == XR_SUCCESS
 * && capacity != 0) fill. */
static inline XrResult rt_two_call(uint32_t capacity, uint32_t *out_count, const void *array,
                                   uint32_t available)
{
    if (out_count == NULL || (capacity != 0 && array == NULL))
        return XR_ERROR_VALIDATION_FAILURE;
    *out_count = available;
    return capacity != 0 && capacity < available ? XR_ERROR_SIZE_INSUFFICIENT : XR_SUCCESS;
}

/* The whole idiom for a list of elements of this size. */
static inline XrResult rt_two_call_list(const void *list, uint32_t count, size_t size,
                                        uint32_t capacity, uint32_t *out_count, void *out_list)
{
    const XrResult result = rt_two_call(capacity, out_count, out_list, count);
    if (result == XR_SUCCESS && capacity != 0)
        memcpy(out_list, list, count * size);
    return result;
}

/* The same for a string; the count includes the end. */
static inline XrResult rt_two_call_string(const char *string, uint32_t capacity,
                                          uint32_t *out_count, char *out_buffer)
{
    return rt_two_call_list(string, (uint32_t)strlen(string) + 1, 1, capacity, out_count,
                            out_buffer);
}

#endif
