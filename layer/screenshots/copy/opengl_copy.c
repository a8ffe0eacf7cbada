/* SPDX-License-Identifier: MIT */
#include "layer/screenshots/copy/opengl_copy.h"

#include <GL/glcorearb.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <vulkan/vulkan_core.h>

#include "layer/screenshots/copy/host_copy.h"
#include "layer/screenshots/copy/opengl_context.h"

/* What glReadPixels depends on apart from the framebuffer: how pixels lie in memory (GL_PACK_*),
 * the buffer that they go to, and in a compatibility profile the changes to each value on its way
 * (GL_*_SCALE, GL_*_BIAS, GL_MAP_COLOR). */
enum { PACK_STORES = 7, PACK_TRANSFERS = 9 };

struct pack {
    GLint buffer;
    bool has_store[PACK_STORES]; /* the context knows it */
    GLint stores[PACK_STORES];
    bool has_transfers;
    GLfloat transfers[PACK_TRANSFERS];
};

/* Names that the header of the core profile lacks. */
enum {
    PACK_INVERT_MESA = 0x8758,
    PACK_REVERSE_ROW_ORDER_ANGLE = 0x93A4,
    MAP_COLOR = 0x0D10,
    RED_SCALE = 0x0D14,
    RED_BIAS = 0x0D15,
    GREEN_SCALE = 0x0D18,
    GREEN_BIAS = 0x0D19,
    BLUE_SCALE = 0x0D1A,
    BLUE_BIAS = 0x0D1B,
    ALPHA_SCALE = 0x0D1C,
    ALPHA_BIAS = 0x0D1D,
};

/* OpenGL ES knows the first four. The last one is an extension's, and has another name there. */
enum { STORES_ES = 4, INVERT = PACK_STORES - 1 };
static const GLenum store_names[PACK_STORES] = {
    GL_PACK_ALIGNMENT,  GL_PACK_ROW_LENGTH, GL_PACK_SKIP_ROWS, GL_PACK_SKIP_PIXELS,
    GL_PACK_SWAP_BYTES, GL_PACK_LSB_FIRST,  PACK_INVERT_MESA};
static const GLint plain_stores[PACK_STORES] = {1, 0, 0, 0, 0, 0, 0};

static const GLenum transfer_names[PACK_TRANSFERS] = {MAP_COLOR,   RED_SCALE,   RED_BIAS,
                                                      GREEN_SCALE, GREEN_BIAS,  BLUE_SCALE,
                                                      BLUE_BIAS,   ALPHA_SCALE, ALPHA_BIAS};
static const GLfloat plain_transfers[PACK_TRANSFERS] = {0.0f, 1.0f, 0.0f, 1.0f, 0.0f,
                                                        1.0f, 0.0f, 1.0f, 0.0f};

static GLenum store_name(const struct us_opengl_context *gl, int at)
{
    return at == INVERT && gl->es ? PACK_REVERSE_ROW_ORDER_ANGLE : store_names[at];
}

/* Finds out what the context knows. A context of OpenGL 3.0 has the compatibility profile's
 * functions unless it is forward compatible; a later one says so with an extension. */
static void look(const struct us_opengl_context *gl, struct pack *out)
{
    const char *const invert = gl->es ? "GL_ANGLE_pack_reverse_row_order" : "GL_MESA_pack_invert";
    const char *version = (const char *)gl->glGetString(GL_VERSION);
    GLint count = 0, flags = 0;
    for (int i = 0; i < PACK_STORES; i++)
        out->has_store[i] = i < (gl->es ? STORES_ES : INVERT);
    out->has_transfers = false;
    if (!gl->es && version != NULL && strncmp(version, "3.0", 3) == 0) {
        gl->glGetIntegerv(GL_CONTEXT_FLAGS, &flags);
        out->has_transfers = (flags & GL_CONTEXT_FLAG_FORWARD_COMPATIBLE_BIT) == 0;
    }
    gl->glGetIntegerv(GL_NUM_EXTENSIONS, &count);
    for (GLint i = 0; i < count; i++) {
        const char *name = (const char *)gl->glGetStringi(GL_EXTENSIONS, (GLuint)i);
        if (name != NULL && strcmp(name, invert) == 0)
            out->has_store[INVERT] = true;
        if (name != NULL && !gl->es && strcmp(name, "GL_ARB_compatibility") == 0)
            out->has_transfers = true;
    }
    out->has_transfers = out->has_transfers && gl->pixel_transfer != NULL;
}

/* Saves the app's values, and sets those that write pixels to memory unchanged, the lowest row
 * first, without padding. */
static void begin_pack(const struct us_opengl_context *gl, struct pack *out)
{
    look(gl, out);
    gl->glGetIntegerv(GL_PIXEL_PACK_BUFFER_BINDING, &out->buffer);
    gl->glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    for (int i = 0; i < PACK_STORES; i++) {
        if (!out->has_store[i])
            continue;
        gl->glGetIntegerv(store_name(gl, i), &out->stores[i]);
        gl->glPixelStorei(store_name(gl, i), plain_stores[i]);
    }
    for (int i = 0; i < PACK_TRANSFERS && out->has_transfers; i++) {
        gl->glGetFloatv(transfer_names[i], &out->transfers[i]);
        gl->pixel_transfer(transfer_names[i], plain_transfers[i]);
    }
}

/* Restores the app's values. */
static void end_pack(const struct us_opengl_context *gl, const struct pack *pack)
{
    gl->glBindBuffer(GL_PIXEL_PACK_BUFFER, (GLuint)pack->buffer);
    for (int i = 0; i < PACK_STORES; i++)
        if (pack->has_store[i])
            gl->glPixelStorei(store_name(gl, i), pack->stores[i]);
    for (int i = 0; i < PACK_TRANSFERS && pack->has_transfers; i++)
        gl->pixel_transfer(transfer_names[i], pack->transfers[i]);
}

/* DEEP: more than eight bits. OpenGL ES reads fixed-point numbers as bytes only. NONE: only the
 * name is known, for messages. */
enum kind { NONE, SRGB_BYTES, LINEAR_BYTES, DEEP_FIXED, DEEP_FLOAT };

static const struct us_image_format formats[] = {
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

static struct us_image_format find(int64_t format)
{
    return us_image_format_find(formats, sizeof formats / sizeof formats[0], format);
}

/* Whether the pixels that are read are bytes (GL_UNSIGNED_BYTE); otherwise they are floats
 * (GL_FLOAT). */
static bool is_bytes(int64_t format, bool es)
{
    const int kind = find(format).kind;
    return kind == SRGB_BYTES || kind == LINEAR_BYTES || (es && kind == DEEP_FIXED);
}

int64_t us_opengl_format_pixels(int64_t format, bool es)
{
    const int kind = find(format).kind;
    if (kind == NONE)
        return 0;
    if (kind == SRGB_BYTES)
        return VK_FORMAT_R8G8B8A8_SRGB;
    return is_bytes(format, es) ? VK_FORMAT_R8G8B8A8_UNORM : VK_FORMAT_R32G32B32A32_SFLOAT;
}

const char *us_opengl_format_name(int64_t format)
{
    return find(format).name;
}

struct us_opengl_copy {
    struct us_opengl_context gl;
    struct us_host_copy_pool copies;
};

static struct us_opengl_copy *create(void)
{
    struct us_opengl_copy *opengl = calloc(1, sizeof *opengl);
    if (opengl != NULL)
        us_host_copy_init(&opengl->copies);
    return opengl;
}

/* Returns it, or frees it if there is a reason. */
static struct us_opengl_copy *keep(struct us_opengl_copy *opengl, const char *why)
{
    if (why == NULL)
        return opengl;
    us_opengl_copy_destroy(opengl);
    return NULL;
}

struct us_opengl_copy *us_opengl_copy_create_glx(const struct us_xr_binding_glx *binding,
                                                 const char **out_why)
{
    struct us_opengl_copy *opengl = create();
    *out_why = opengl == NULL ? "out of memory" : us_opengl_context_init_glx(&opengl->gl, binding);
    return keep(opengl, *out_why);
}

struct us_opengl_copy *us_opengl_copy_create_egl(const struct us_xr_binding_egl *binding,
                                                 const char **out_why)
{
    struct us_opengl_copy *opengl = create();
    *out_why = opengl == NULL ? "out of memory" : us_opengl_context_init_egl(&opengl->gl, binding);
    return keep(opengl, *out_why);
}

void us_opengl_copy_destroy(struct us_opengl_copy *opengl)
{
    if (opengl == NULL)
        return;
    us_host_copy_finish(&opengl->copies);
    free(opengl);
}

bool us_opengl_copy_is_es(const struct us_opengl_copy *opengl)
{
    return opengl->gl.es;
}

/* Reads one array layer with the framebuffer that is bound. */
static bool read_layer(const struct us_opengl_context *gl, const struct us_image_source *image,
                       uint32_t layer, uint8_t *out)
{
    const GLuint texture = (GLuint)image->handle;
    const bool bytes = is_bytes(image->format, gl->es);
    if (image->layer_count == 1)
        gl->glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D,
                                   texture, 0);
    else
        gl->glFramebufferTextureLayer(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture, 0,
                                      (GLint)layer);
    if (gl->glCheckFramebufferStatus(GL_READ_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
        return false;
    gl->glReadBuffer(GL_COLOR_ATTACHMENT0);
    gl->glReadPixels(0, 0, (GLsizei)image->width_px, (GLsizei)image->height_px, GL_RGBA,
                     bytes ? GL_UNSIGNED_BYTE : GL_FLOAT, out);
    return true;
}

static const char *read_image(const struct us_opengl_context *gl,
                              const struct us_image_source *image, uint8_t *out)
{
    const size_t size = (size_t)image->width_px * image->height_px * image->pixel_size;
    struct pack pack;
    GLint before = 0;
    GLuint framebuffer = 0;
    bool good = true;
    begin_pack(gl, &pack);
    gl->glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &before);
    gl->glGenFramebuffers(1, &framebuffer);
    gl->glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
    for (uint32_t i = 0; good && i < image->layer_count; i++)
        good = read_layer(gl, image, i, out + i * size);
    gl->glBindFramebuffer(GL_READ_FRAMEBUFFER, (GLuint)before);
    end_pack(gl, &pack);
    gl->glDeleteFramebuffers(1, &framebuffer);
    return good ? NULL : "the OpenGL driver cannot read the image";
}

struct us_image_copy *us_opengl_copy_begin(struct us_opengl_copy *opengl,
                                           const struct us_image_source *image,
                                           const char **out_why)
{
    *out_why = us_opengl_context_obstacle(&opengl->gl);
    if (*out_why != NULL)
        return NULL;
    struct us_host_copy *copy = us_host_copy_take(&opengl->copies, image, out_why);
    if (copy == NULL)
        return NULL;
    *out_why = read_image(&opengl->gl, image, copy->bytes);
    if (*out_why == NULL)
        return &copy->base;
    us_image_copy_unref(&copy->base);
    return NULL;
}
