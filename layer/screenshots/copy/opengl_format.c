/* SPDX-License-Identifier: MIT */
#include "layer/screenshots/copy/opengl_format.h"

#include <stddef.h>

#include <GL/glcorearb.h>

#define VK_NO_PROTOTYPES
#include <vulkan/vulkan_core.h>

/* DEEP: more than eight bits. OpenGL ES reads fixed-point numbers as bytes only. NONE: only the
 * name is known, for messages. */
enum kind { NONE, SRGB_BYTES, LINEAR_BYTES, DEEP_FIXED, DEEP_FLOAT };

static const struct format {
    int64_t value;
    const char *name;
    enum kind kind;
} formats[] = {
#define FORMAT(name, kind)                                                                         \
    {                                                                                              \
        name, #name, kind                                                                          \
    }
    FORMAT(GL_SRGB8_ALPHA8, SRGB_BYTES),   FORMAT(GL_SRGB8, SRGB_BYTES),
    FORMAT(GL_RGBA8, LINEAR_BYTES),        FORMAT(GL_RGB8, LINEAR_BYTES),
    FORMAT(GL_RGB565, LINEAR_BYTES),       FORMAT(GL_RGB10_A2, DEEP_FIXED),
    FORMAT(GL_RGBA16, DEEP_FIXED),         FORMAT(GL_RGB16, DEEP_FIXED),
    FORMAT(GL_RGBA16F, DEEP_FLOAT),        FORMAT(GL_RGB16F, DEEP_FLOAT),
    FORMAT(GL_R11F_G11F_B10F, DEEP_FLOAT), FORMAT(GL_RGBA32F, DEEP_FLOAT),
    FORMAT(GL_RGB32F, DEEP_FLOAT),         FORMAT(GL_DEPTH_COMPONENT16, NONE),
    FORMAT(GL_DEPTH_COMPONENT24, NONE),    FORMAT(GL_DEPTH_COMPONENT32F, NONE),
    FORMAT(GL_DEPTH24_STENCIL8, NONE),     FORMAT(GL_DEPTH32F_STENCIL8, NONE),
#undef FORMAT
};

static const struct format *find(int64_t format)
{
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        if (formats[i].value == format)
            return &formats[i];
    }
    return NULL;
}

bool us_opengl_format_is_bytes(int64_t format, bool es)
{
    const struct format *found = find(format);
    return found != NULL && (found->kind == SRGB_BYTES || found->kind == LINEAR_BYTES ||
                             (es && found->kind == DEEP_FIXED));
}

int64_t us_opengl_format_pixels(int64_t format, bool es)
{
    const struct format *found = find(format);
    if (found == NULL || found->kind == NONE)
        return 0;
    if (found->kind == SRGB_BYTES)
        return VK_FORMAT_R8G8B8A8_SRGB;
    return us_opengl_format_is_bytes(format, es) ? VK_FORMAT_R8G8B8A8_UNORM
                                                 : VK_FORMAT_R32G32B32A32_SFLOAT;
}

const char *us_opengl_format_name(int64_t format)
{
    const struct format *found = find(format);
    return found != NULL ? found->name : NULL;
}
