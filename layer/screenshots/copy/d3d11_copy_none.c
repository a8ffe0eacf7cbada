/* SPDX-License-Identifier: MIT */
#include "layer/screenshots/copy/d3d11_copy.h"

struct us_d3d11_copy *us_d3d11_copy_create(const struct us_xr_binding_d3d11 *binding,
                                           const char **out_why)
{
    (void)binding;
    *out_why = "this system has no Direct3D";
    return NULL;
}

void us_d3d11_copy_destroy(struct us_d3d11_copy *d3d11)
{
    (void)d3d11;
}

struct us_image_copy *us_d3d11_copy_begin(struct us_d3d11_copy *d3d11,
                                          const struct us_image_source *image, const char **out_why)
{
    (void)d3d11;
    (void)image;
    *out_why = "this system has no Direct3D";
    return NULL;
}

struct us_image_format us_d3d11_copy_format(int64_t format)
{
    return (struct us_image_format){format, NULL, 0};
}
