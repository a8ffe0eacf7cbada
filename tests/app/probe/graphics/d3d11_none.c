/* SPDX-License-Identifier: MIT */
#include "graphics/api.h"

/* No runtime here offers the extension, so that the probe ends before it calls the others. */
const struct probe_api probe_api_d3d11 = {.extension = "XR_KHR_D3D11_enable"};
