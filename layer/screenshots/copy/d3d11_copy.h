/* SPDX-License-Identifier: MIT */
/*
 * d3d11_copy: copies an app's Direct3D 11 textures to host memory, by the immediate context of the
 * app's own device.
 *
 * Call us_d3d11_copy_begin inside xrReleaseSwapchainImage, before calling down, on the app's
 * thread. XR_KHR_D3D11_enable does not say that the app leaves the context alone meanwhile, so
 * us_d3d11_copy_create has Direct3D lock it in each call (ID3D11Multithread), which stays so. A
 * device of D3D11_CREATE_DEVICE_SINGLETHREADED has no such lock, and its app no such thread. A copy
 * changes nothing that the app has set in the context. It is complete when the function returns,
 * which waits for the app's drawing, up to 10 s; a device that takes longer is not waited for
 * again. Any thread may call the other functions. Copies are those of host_copy.h.
 *
 * Other systems than Windows have no Direct3D: us_d3d11_copy_create fails there.
 */
#ifndef US_D3D11_COPY_H
#define US_D3D11_COPY_H

#include "layer/screenshots/copy/image_copy.h"
#include "openxr/xr_d3d11.h"

struct us_d3d11_copy;

/* Keeps the app's device until it is destroyed. Returns NULL, with the reason in `*out_why`, if it
 * fails. */
struct us_d3d11_copy *us_d3d11_copy_create(const struct us_xr_binding_d3d11 *binding,
                                           const char **out_why);
/* Accepts NULL. */
void us_d3d11_copy_destroy(struct us_d3d11_copy *d3d11);

/* Makes a copy, the top row first, with the pixels of us_d3d11_copy_format; the caller owns one
 * reference. Returns NULL, with the reason in `*out_why`, if it fails. */
struct us_image_copy *us_d3d11_copy_begin(struct us_d3d11_copy *d3d11,
                                          const struct us_image_source *image,
                                          const char **out_why);

/* What is known of a DXGI_FORMAT, for example "DXGI_FORMAT_R8G8B8A8_UNORM". The kind is the format
 * of a copy's pixels, as image_copy.h numbers formats; 0: such images cannot be copied. Pure; any
 * thread. */
struct us_image_format us_d3d11_copy_format(int64_t format);

#endif
