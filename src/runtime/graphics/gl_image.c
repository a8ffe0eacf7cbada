/* SPDX-License-Identifier: MIT */
/*
 * The textures behind a swapchain of an OpenGL app, and the formats they may have. Every call
 * leaves the state of the app's context as it was; no call reads or clears the context's error.
 */
#include "runtime/graphics/graphics.h"

#include <stdlib.h>

#include "core/base/srgb.h"

/* es: OpenGL ES 3.0 renders to it. */
static const struct {
    GLenum format;
    bool es;
} formats[] = {
    {GL_SRGB8_ALPHA8, true},
    {GL_RGBA8, true},
    {GL_RGB10_A2, true},
    {GL_RGBA16F, false},
    {GL_RGBA16, false},
    {GL_RGBA32F, false},
    {GL_DEPTH24_STENCIL8, true},
    {GL_DEPTH32F_STENCIL8, true},
    {GL_DEPTH_COMPONENT32F, true},
    {GL_DEPTH_COMPONENT24, true},
    {GL_DEPTH_COMPONENT16, true},
};

static uint32_t list_formats(const struct rt_graphics *graphics,
                             int64_t out_formats[RT_GRAPHICS_FORMATS])
{
    _Static_assert(sizeof formats / sizeof formats[0] <= RT_GRAPHICS_FORMATS, "room for them");
    uint32_t count = 0;
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++)
        if (formats[i].es || !graphics->gl.es)
            out_formats[count++] = formats[i].format;
    return count;
}

static bool is_depth(int64_t format)
{
    return format == GL_DEPTH24_STENCIL8 || format == GL_DEPTH32F_STENCIL8 ||
           format == GL_DEPTH_COMPONENT32F || format == GL_DEPTH_COMPONENT24 ||
           format == GL_DEPTH_COMPONENT16;
}

struct target {
    GLenum target, binding; /* binding: the name of the state that has the texture bound to it */
};

static struct target target_of(const XrSwapchainCreateInfo *info)
{
    if (info->faceCount == 6)
        return info->arraySize == 1
                   ? (struct target){GL_TEXTURE_CUBE_MAP, GL_TEXTURE_BINDING_CUBE_MAP}
                   : (struct target){GL_TEXTURE_CUBE_MAP_ARRAY, GL_TEXTURE_BINDING_CUBE_MAP_ARRAY};
    return info->arraySize == 1 ? (struct target){GL_TEXTURE_2D, GL_TEXTURE_BINDING_2D}
                                : (struct target){GL_TEXTURE_2D_ARRAY, GL_TEXTURE_BINDING_2D_ARRAY};
}

/* Arrays of cube maps are newer than the oldest version that the runtime accepts. */
static bool has_target(const struct rt_gl *gl, const XrSwapchainCreateInfo *info)
{
    const XrVersion needed = gl->es ? XR_MAKE_VERSION(3, 2, 0) : XR_MAKE_VERSION(4, 0, 0);
    return info->faceCount != 6 || info->arraySize == 1 || gl->version >= needed;
}

static GLuint make_texture(const struct rt_gl *gl, const XrSwapchainCreateInfo *info)
{
    const struct target target = target_of(info);
    const GLsizei levels = (GLsizei)info->mipCount, width = (GLsizei)info->width,
                  height = (GLsizei)info->height;
    const GLsizei layers = (GLsizei)(info->arraySize * info->faceCount);
    GLint before = 0, complete = GL_FALSE;
    GLuint texture = 0;
    gl->glGetIntegerv(target.binding, &before);
    gl->glGenTextures(1, &texture);
    gl->glBindTexture(target.target, texture);
    if (target.target == GL_TEXTURE_2D || target.target == GL_TEXTURE_CUBE_MAP)
        gl->glTexStorage2D(target.target, levels, (GLenum)info->format, width, height);
    else
        gl->glTexStorage3D(target.target, levels, (GLenum)info->format, width, height, layers);
    /* This is set only if the storage was allocated, so the error need not be read. */
    gl->glGetTexParameteriv(target.target, GL_TEXTURE_IMMUTABLE_FORMAT, &complete);
    gl->glBindTexture(target.target, (GLuint)before);
    if (complete == GL_TRUE)
        return texture;
    gl->glDeleteTextures(1, &texture);
    return 0;
}

/* The caller has made the context current. */
static XrResult create(union rt_image *image, struct rt_gl *gl, const XrSwapchainCreateInfo *info)
{
    if (rt_gl_check_version(gl) != XR_SUCCESS)
        return XR_ERROR_RUNTIME_FAILURE;
    if (!has_target(gl, info))
        return XR_ERROR_FEATURE_UNSUPPORTED;
    image->gl.texture = make_texture(gl, info);
    return image->gl.texture != 0 ? XR_SUCCESS : XR_ERROR_OUT_OF_MEMORY;
}

/* Makes a texture: GL_TEXTURE_2D, GL_TEXTURE_2D_ARRAY for more than one element, or
 * GL_TEXTURE_CUBE_MAP for six faces. */
static XrResult init_image(union rt_image *image, struct rt_graphics *graphics,
                           const XrSwapchainCreateInfo *info)
{
    image->gl = (struct rt_gl_image){0};
    struct rt_gl_before before;
    if (!rt_gl_enter(&graphics->gl, &before))
        return XR_ERROR_RUNTIME_FAILURE;
    const XrResult result = create(image, &graphics->gl, info);
    rt_gl_leave(&graphics->gl, &before);
    return result;
}

/* Deletes the texture. With GLX it does so only where the context is current on this thread, and
 * otherwise leaves the texture to the end of the context: at its end an app may have the context
 * current on a render thread, and GLX ends a program that takes it away. */
static void finish_image(union rt_image *image, const struct rt_graphics *graphics)
{
    const struct rt_gl *gl = &graphics->gl;
    struct rt_gl_before before;
    const bool may_enter = gl->glx.context == NULL || rt_gl_is_current(gl);
    if (image->gl.texture != 0 && may_enter && rt_gl_enter(gl, &before)) {
        gl->glDeleteTextures(1, &image->gl.texture);
        rt_gl_leave(gl, &before);
    }
    image->gl = (struct rt_gl_image){0};
}

/* XrSwapchainImageOpenGLESKHR has the same members. */
static XrResult tell_image(const union rt_image *image, const struct rt_graphics *graphics,
                           XrSwapchainImageBaseHeader *out_images, uint32_t index)
{
    XrSwapchainImageOpenGLKHR *out_image = (XrSwapchainImageOpenGLKHR *)out_images + index;
    /* XR_KHR_opengl_enable knows GLX, XR_KHR_opengl_es_enable does not. */
    if (out_image->type != (graphics->gl.es && graphics->gl.glx.context == NULL
                                ? XR_TYPE_SWAPCHAIN_IMAGE_OPENGL_ES_KHR
                                : XR_TYPE_SWAPCHAIN_IMAGE_OPENGL_KHR))
        return XR_ERROR_VALIDATION_FAILURE;
    out_image->image = image->gl.texture;
    return XR_SUCCESS;
}

/* The state on which glReadPixels depends, apart from the framebuffer. OpenGL ES knows the first
 * four. */
static const GLenum pack_names[] = {GL_PACK_ALIGNMENT,   GL_PACK_ROW_LENGTH, GL_PACK_SKIP_ROWS,
                                    GL_PACK_SKIP_PIXELS, GL_PACK_SWAP_BYTES, GL_PACK_LSB_FIRST};
static const GLint pack_wanted[] = {4, 0, 0, 0, 0, 0};
#define PACK_NAMES (sizeof pack_names / sizeof pack_names[0])
#define PACK_NAMES_ES 4u

/* The app's values. */
struct pack {
    GLint buffer, row_order, stores[PACK_NAMES];
};

/* Sets the values that write an image to memory from the lowest row on. A context of the
 * compatibility profile could change colours as well (glPixelTransfer); the runtime does not handle
 * that. */
static void begin_pack(const struct rt_gl *gl, struct pack *out)
{
    gl->glGetIntegerv(GL_PIXEL_PACK_BUFFER_BINDING, &out->buffer);
    gl->glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    for (size_t i = 0; i < (gl->es ? PACK_NAMES_ES : PACK_NAMES); i++) {
        gl->glGetIntegerv(pack_names[i], &out->stores[i]);
        gl->glPixelStorei(pack_names[i], pack_wanted[i]);
    }
    if (gl->row_order != 0) {
        gl->glGetIntegerv(gl->row_order, &out->row_order);
        gl->glPixelStorei(gl->row_order, 0);
    }
}

static void end_pack(const struct rt_gl *gl, const struct pack *pack)
{
    gl->glBindBuffer(GL_PIXEL_PACK_BUFFER, (GLuint)pack->buffer);
    for (size_t i = 0; i < (gl->es ? PACK_NAMES_ES : PACK_NAMES); i++)
        gl->glPixelStorei(pack_names[i], pack->stores[i]);
    if (gl->row_order != 0)
        gl->glPixelStorei(gl->row_order, pack->row_order);
}

/* Formats with more than 8 bits are read as floats. OpenGL ES reads all that it is offered as
 * bytes. */
static bool reads_floats(const struct rt_gl *gl, int64_t format)
{
    return !gl->es && format != GL_SRGB8_ALPHA8 && format != GL_RGBA8;
}

static bool read_framebuffer(const struct rt_gl *gl, GLuint texture,
                             const XrSwapchainCreateInfo *info, const XrRect2Di *rect,
                             uint32_t layer, void *out_pixels)
{
    const GLenum first = info->faceCount == 6 ? GL_TEXTURE_CUBE_MAP_POSITIVE_X : GL_TEXTURE_2D;
    if (info->arraySize == 1)
        gl->glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, first + layer,
                                   texture, 0);
    else
        gl->glFramebufferTextureLayer(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture, 0,
                                      (GLint)layer);
    if (gl->glCheckFramebufferStatus(GL_READ_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
        return false;
    gl->glReadBuffer(GL_COLOR_ATTACHMENT0);
    gl->glReadPixels(rect->offset.x, rect->offset.y, rect->extent.width, rect->extent.height,
                     GL_RGBA, reads_floats(gl, info->format) ? GL_FLOAT : GL_UNSIGNED_BYTE,
                     out_pixels);
    return true;
}

/* Reads with a framebuffer of the runtime, and restores the app's bindings and values. */
static bool read_texture(const struct rt_gl *gl, GLuint texture, const XrSwapchainCreateInfo *info,
                         const XrRect2Di *rect, uint32_t layer, void *out_pixels)
{
    GLint framebuffer = 0;
    GLuint own = 0;
    struct pack pack;
    gl->glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &framebuffer);
    begin_pack(gl, &pack);
    gl->glGenFramebuffers(1, &own);
    gl->glBindFramebuffer(GL_READ_FRAMEBUFFER, own);
    const bool good = read_framebuffer(gl, texture, info, rect, layer, out_pixels);
    gl->glBindFramebuffer(GL_READ_FRAMEBUFFER, (GLuint)framebuffer);
    gl->glDeleteFramebuffers(1, &own);
    end_pack(gl, &pack);
    return good;
}

static void convert_bytes(const uint8_t *pixels, size_t count, const uint8_t table[256],
                          uint8_t *out_rgba)
{
    for (size_t i = 0; i < count; i++, pixels += 4, out_rgba += 4) {
        for (size_t channel = 0; channel < 3; channel++)
            out_rgba[channel] = table[pixels[channel]];
        out_rgba[3] = pixels[3];
    }
}

static uint8_t convert_alpha(float alpha)
{
    return alpha >= 1 ? 255 : alpha > 0 ? (uint8_t)(alpha * 255.0f + 0.5f) : 0;
}

static void convert_floats(const float *pixels, size_t count, uint8_t *out_rgba)
{
    for (size_t i = 0; i < count; i++, pixels += 4, out_rgba += 4) {
        for (size_t channel = 0; channel < 3; channel++)
            out_rgba[channel] = us_srgb_encode((double)pixels[channel]);
        out_rgba[3] = convert_alpha(pixels[3]);
    }
}

/* The rows of an image from the lowest one. */
static void convert(const uint8_t *pixels, const XrExtent2Di *size, bool floats, bool srgb,
                    uint8_t *out_rgba)
{
    const size_t width = (size_t)size->width, height = (size_t)size->height;
    uint8_t table[256];
    for (unsigned i = 0; i < 256; i++)
        table[i] = srgb ? (uint8_t)i : us_srgb_encode(i / 255.0);
    for (size_t y = 0; y < height; y++, out_rgba += width * 4) {
        const uint8_t *row = pixels + (height - 1 - y) * width * 4 * (floats ? sizeof(float) : 1);
        if (floats)
            convert_floats((const float *)(const void *)row, width, out_rgba);
        else
            convert_bytes(row, width, table, out_rgba);
    }
}

static bool read_image(const union rt_image *image, struct rt_graphics *graphics,
                       const XrSwapchainCreateInfo *info, const struct rt_graphics_image_part *part,
                       uint8_t *out_rgba)
{
    const struct rt_gl *gl = &graphics->gl;
    const XrExtent2Di *size = &part->rect.extent;
    const uint32_t layer = part->array_index * info->faceCount + part->face;
    const bool floats = reads_floats(gl, info->format);
    struct rt_gl_before before;
    if (is_depth(info->format))
        return false;
    uint8_t *pixels =
        calloc((size_t)size->height, (size_t)size->width * 4 * (floats ? sizeof(float) : 1));
    bool good = pixels != NULL && rt_gl_enter(gl, &before);
    if (good) {
        good = read_texture(gl, image->gl.texture, info, &part->rect, layer, pixels);
        rt_gl_leave(gl, &before);
    }
    if (good)
        convert(pixels, size, floats, info->format == GL_SRGB8_ALPHA8, out_rgba);
    free(pixels);
    return good;
}

const struct rt_graphics_api rt_graphics_opengl = {
    .is_bottom_up = true,
    .formats = list_formats,
    .init_image = init_image,
    .finish_image = finish_image,
    .tell_image = tell_image,
    .read_image = read_image,
};
