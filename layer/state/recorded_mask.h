/* SPDX-License-Identifier: MIT */
/*
 * recorded_mask: the visibility masks of a session recording (XR_KHR_visibility_mask), which the
 * recorded app could get when its session began. They do not change. Any thread; no allocation,
 * lock or system call.
 */
#ifndef US_RECORDED_MASK_H
#define US_RECORDED_MASK_H

#include "layer/state/instance.h"
#include "openxr/xr.h"

struct us_session_mask;

/* NULL: the recording has none for this view and type, or it is of another view configuration.
 * Valid as long as the instance. */
const struct us_session_mask *us_recorded_mask_find(const struct us_instance *instance,
                                                    XrViewConfigurationType configuration,
                                                    uint32_t view, XrVisibilityMaskTypeKHR type);

/* Writes a mask with OpenXR's two-call idiom; one capacity of 0 means that all are. Returns
 * `success`, or XR_ERROR_SIZE_INSUFFICIENT. An array whose capacity is not 0 must be there. */
XrResult us_recorded_mask_write(const struct us_session_mask *recorded, XrResult success,
                                XrVisibilityMaskKHR *out);

#endif
