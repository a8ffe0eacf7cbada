/* SPDX-License-Identifier: MIT */
/*
 * fake_frame: the fake runtime's swapchains, and its xrEndFrame, which records its arguments.
 *
 * It keeps the pointers, and copies of the structs, because the layer's structs are valid during
 * the call only.
 */
#ifndef US_TEST_FAKE_FRAME_H
#define US_TEST_FAKE_FRAME_H

#include <stdatomic.h>
#include <stdbool.h>

#include "openxr/xr.h"

enum { FAKE_FRAME_LAYERS = 8, FAKE_FRAME_VIEWS = 4 };

struct fake_layer {
    const XrCompositionLayerBaseHeader *pointer;
    union {
        XrCompositionLayerBaseHeader header;
        XrCompositionLayerProjection projection;
        XrCompositionLayerQuad quad;
        XrCompositionLayerCylinderKHR cylinder;
        XrCompositionLayerEquirectKHR equirect;
        XrCompositionLayerEquirect2KHR equirect2;
        XrCompositionLayerCubeKHR cube;
    } copy; /* of known types */
    XrCompositionLayerProjectionView views[FAKE_FRAME_VIEWS];
};

struct fake_layers {
    const XrCompositionLayerBaseHeader *const *pointer;
    uint32_t count;
    struct fake_layer layers[FAKE_FRAME_LAYERS];
};

struct fake_frame {
    int calls, to_refuse; /* so many calls return XR_ERROR_POSE_INVALID at first */
    const XrFrameEndInfo *pointer;
    XrFrameEndInfo info;
    struct fake_layers primary, secondary;
    const XrSecondaryViewConfigurationFrameEndInfoMSFT *secondary_pointer;
    XrSecondaryViewConfigurationFrameEndInfoMSFT secondary_info;
    XrCompositionLayerReprojectionPlaneOverrideMSFT
        plane; /* the last that was chained to a layer */
};

extern struct fake_frame fake_frame;
extern atomic_bool fake_is_open; /* a frame was begun and not ended */

XRAPI_ATTR XrResult XRAPI_CALL fake_end_frame(XrSession session, const XrFrameEndInfo *info);

#endif
