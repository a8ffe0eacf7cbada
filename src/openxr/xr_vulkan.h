/* SPDX-License-Identifier: MIT */
/*
 * xr_vulkan: xr.h, and what OpenXR and Vulkan say of each other. Types only: no function of Vulkan
 * is declared, since the layer links none.
 */
#ifndef US_XR_VULKAN_H
#define US_XR_VULKAN_H

#include "openxr/xr.h"

#define VK_NO_PROTOTYPES
#include <vulkan/vulkan_core.h>

#define XR_USE_GRAPHICS_API_VULKAN
#include <openxr/openxr_platform.h>

#endif
