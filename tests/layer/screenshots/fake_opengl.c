/* SPDX-License-Identifier: MIT */
#include "fake_opengl.h"

#include <string.h>

struct fake_opengl fake_opengl;

const GLenum fake_opengl_pack_names[FAKE_OPENGL_PACKS] = {GL_PACK_ALIGNMENT,
                                                          GL_PACK_ROW_LENGTH,
                                                          GL_PACK_SKIP_ROWS,
                                                          GL_PACK_SKIP_PIXELS,
                                                          GL_PACK_SWAP_BYTES,
                                                          GL_PACK_LSB_FIRST,
                                                          0x8758 /* GL_PACK_INVERT_MESA */};

typedef void(APIENTRYP fake_pixel_transfer)(GLenum name, GLfloat value);

enum { FIRST_FRAMEBUFFER = 100 };

/* GL_MAP_COLOR, then scale and bias of red, green, blue and alpha. */
static const GLenum transfer_names[FAKE_OPENGL_TRANSFERS] = {0x0D10, 0x0D14, 0x0D15, 0x0D18, 0x0D19,
                                                             0x0D1A, 0x0D1B, 0x0D1C, 0x0D1D};

/* Of the framebuffer that is bound. */
static GLuint texture;
static int layer;
static bool has_read_buffer;

void fake_opengl_reset(void)
{
    static int context;
    fake_opengl = (struct fake_opengl){.context = &context,
                                       .current = &context,
                                       .version = "3.3.0 of nobody",
                                       .api = US_XR_EGL_OPENGL_API,
                                       .incomplete = -1,
                                       .framebuffer = 7,
                                       .buffer = 9,
                                       .packs = {4, 100, 3, 2, 1, 1, 1},
                                       .transfers = {1, 0.5f, 0.25f, 2, -1, 0, 1, -1, 1}};
    texture = 0;
}

static void need(bool right, const char *what)
{
    if (!right && fake_opengl.wrong == NULL)
        fake_opengl.wrong = what;
}

static bool is_own(void)
{
    return fake_opengl.framebuffer >= FIRST_FRAMEBUFFER;
}

static const GLubyte *APIENTRY get_string(GLenum name)
{
    need(name == GL_VERSION, "another text");
    return (const GLubyte *)fake_opengl.version;
}

static bool has_extension(const char *name)
{
    for (int i = 0; fake_opengl.extensions[i] != NULL; i++)
        if (strcmp(fake_opengl.extensions[i], name) == 0)
            return true;
    return false;
}

static const GLubyte *APIENTRY get_string_at(GLenum name, GLuint at)
{
    need(name == GL_EXTENSIONS && at < 3 && fake_opengl.extensions[at] != NULL, "another text");
    return (const GLubyte *)fake_opengl.extensions[at];
}

static bool has_invert(void)
{
    return has_extension(fake_opengl.es ? "GL_ANGLE_pack_reverse_row_order"
                                        : "GL_MESA_pack_invert");
}

static int pack_of(GLenum name)
{
    int at = 0;
    if (fake_opengl.es && name == 0x93A4) /* GL_PACK_REVERSE_ROW_ORDER_ANGLE */
        name = 0x8758;
    while (at < FAKE_OPENGL_PACKS && fake_opengl_pack_names[at] != name)
        at++;
    const bool is_invert = at == FAKE_OPENGL_PACKS - 1;
    need(is_invert ? has_invert() : at < (fake_opengl.es ? 4 : FAKE_OPENGL_PACKS),
         "a name that the context does not know");
    return at < FAKE_OPENGL_PACKS ? at : 0;
}

static int transfer_of(GLenum name)
{
    int at = 0;
    while (at < FAKE_OPENGL_TRANSFERS && transfer_names[at] != name)
        at++;
    need(at < FAKE_OPENGL_TRANSFERS && fake_opengl.compatibility,
         "a transfer that the context does not know");
    return at < FAKE_OPENGL_TRANSFERS ? at : 0;
}

static void APIENTRY get_float(GLenum name, GLfloat *out)
{
    *out = fake_opengl.transfers[transfer_of(name)];
}

static void APIENTRY pixel_transfer(GLenum name, GLfloat value)
{
    fake_opengl.transfers[transfer_of(name)] = value;
}

static GLint count_extensions(void)
{
    GLint count = 0;
    while (fake_opengl.extensions[count] != NULL)
        count++;
    return count;
}

static void APIENTRY get_integer(GLenum name, GLint *out)
{
    if (name == GL_READ_FRAMEBUFFER_BINDING)
        *out = fake_opengl.framebuffer;
    else if (name == GL_PIXEL_PACK_BUFFER_BINDING)
        *out = fake_opengl.buffer;
    else if (name == GL_NUM_EXTENSIONS)
        *out = count_extensions();
    else if (name == GL_CONTEXT_FLAGS)
        *out = fake_opengl.flags;
    else
        *out = fake_opengl.packs[pack_of(name)];
}

static void APIENTRY pixel_store(GLenum name, GLint value)
{
    fake_opengl.packs[pack_of(name)] = value;
}

static void APIENTRY make_framebuffers(GLsizei count, GLuint *out)
{
    need(count == 1, "other framebuffers");
    *out = (GLuint)(FIRST_FRAMEBUFFER + fake_opengl.made++);
    fake_opengl.framebuffers++;
}

static void APIENTRY delete_framebuffers(GLsizei count, const GLuint *framebuffers)
{
    need(count == 1 && framebuffers[0] >= FIRST_FRAMEBUFFER, "the end of the app's framebuffer");
    need((GLint)framebuffers[0] != fake_opengl.framebuffer, "the end of what is bound");
    fake_opengl.framebuffers--;
}

static void APIENTRY bind_framebuffer(GLenum target, GLuint framebuffer)
{
    need(target == GL_READ_FRAMEBUFFER, "a framebuffer that the app draws to");
    fake_opengl.framebuffer = (GLint)framebuffer;
    has_read_buffer = false;
    texture = 0;
}

static void APIENTRY bind_buffer(GLenum target, GLuint buffer)
{
    need(target == GL_PIXEL_PACK_BUFFER, "another buffer");
    fake_opengl.buffer = (GLint)buffer;
}

static void attach(GLenum target, GLenum attachment, GLuint name, GLint level)
{
    need(is_own() && target == GL_READ_FRAMEBUFFER, "a texture for the app's framebuffer");
    need(attachment == GL_COLOR_ATTACHMENT0 && level == 0, "another level");
    need(name > 0 && name <= FAKE_OPENGL_TEXTURES, "a texture that is not there");
    texture = name > 0 && name <= FAKE_OPENGL_TEXTURES ? name : 1;
}

static void APIENTRY attach_texture(GLenum target, GLenum attachment, GLenum kind, GLuint name,
                                    GLint level)
{
    attach(target, attachment, name, level);
    need(kind == GL_TEXTURE_2D && fake_opengl.textures[texture - 1].layer_count == 1,
         "an array as a texture without layers");
    layer = 0;
}

static void APIENTRY attach_layer(GLenum target, GLenum attachment, GLuint name, GLint level,
                                  GLint index)
{
    attach(target, attachment, name, level);
    need(fake_opengl.textures[texture - 1].layer_count > 1, "a layer of no array");
    need(index >= 0 && (uint32_t)index < fake_opengl.textures[texture - 1].layer_count,
         "a layer that the array does not have");
    layer = index;
}

static GLenum APIENTRY check_framebuffer(GLenum target)
{
    need(target == GL_READ_FRAMEBUFFER && is_own() && texture != 0, "another framebuffer");
    return layer != fake_opengl.incomplete ? GL_FRAMEBUFFER_COMPLETE : GL_FRAMEBUFFER_UNSUPPORTED;
}

static void APIENTRY read_buffer(GLenum source)
{
    need(is_own() && source == GL_COLOR_ATTACHMENT0, "what the app reads from");
    has_read_buffer = true;
}

static void APIENTRY read_pixels(GLint x, GLint y, GLsizei width, GLsizei height, GLenum format,
                                 GLenum type, void *out)
{
    static const GLint plain[FAKE_OPENGL_PACKS] = {1};
    static const GLfloat plain_transfers[FAKE_OPENGL_TRANSFERS] = {0, 1, 0, 1, 0, 1, 0, 1, 0};
    const struct fake_opengl_texture *from = &fake_opengl.textures[texture - 1];
    need(has_read_buffer && is_own() && fake_opengl.buffer == 0, "a read into the app's buffer");
    need(memcmp(fake_opengl.packs, plain,
                (fake_opengl.es ? 4 : FAKE_OPENGL_PACKS - 1) * sizeof plain[0]) == 0 &&
             (!has_invert() || fake_opengl.packs[FAKE_OPENGL_PACKS - 1] == 0),
         "a read with the app's settings");
    need(!fake_opengl.compatibility ||
             memcmp(fake_opengl.transfers, plain_transfers, sizeof plain_transfers) == 0,
         "a read that changes colours");
    need(x == 0 && y == 0 && width == (GLsizei)from->width_px &&
             height == (GLsizei)from->height_px && format == GL_RGBA,
         "a read of a part");
    fake_opengl.type = type;
    fake_opengl.reads++;
    size_t size = (size_t)from->width_px * from->height_px * from->pixel_size;
    if (from->pixels == NULL)
        memset(out, 0, from->pixel_size);
    else if (fake_opengl.wrong == NULL)
        memcpy(out, from->pixels + (size_t)layer * size, size);
}

static void *get_current(void)
{
    return fake_opengl.current;
}

static void *get_current_of_driver(void)
{
    return fake_opengl.current_of_driver;
}

static unsigned query(void *display, void *context, int32_t attribute, int32_t *out_value)
{
    need(display != NULL && context == fake_opengl.context &&
             attribute == US_XR_EGL_CONTEXT_CLIENT_TYPE,
         "a question about something else");
    *out_value = (int32_t)fake_opengl.api;
    return fake_opengl.api != 0;
}

#define FUNCTION(type, wanted, own)                                                                \
    if (strcmp(name, #wanted) == 0) {                                                              \
        type typed = own;                                                                          \
        return (us_xr_gl_function)typed;                                                           \
    }

us_xr_gl_function fake_opengl_get_proc(const char *name)
{
    if (fake_opengl.missing != NULL && strcmp(fake_opengl.missing, name) == 0)
        return NULL;
    FUNCTION(PFNGLGETSTRINGPROC, glGetString, get_string)
    FUNCTION(PFNGLGETSTRINGIPROC, glGetStringi, get_string_at)
    FUNCTION(PFNGLGETINTEGERVPROC, glGetIntegerv, get_integer)
    FUNCTION(PFNGLGETFLOATVPROC, glGetFloatv, get_float)
    FUNCTION(fake_pixel_transfer, glPixelTransferf, pixel_transfer)
    FUNCTION(PFNGLGENFRAMEBUFFERSPROC, glGenFramebuffers, make_framebuffers)
    FUNCTION(PFNGLDELETEFRAMEBUFFERSPROC, glDeleteFramebuffers, delete_framebuffers)
    FUNCTION(PFNGLBINDFRAMEBUFFERPROC, glBindFramebuffer, bind_framebuffer)
    FUNCTION(PFNGLFRAMEBUFFERTEXTURE2DPROC, glFramebufferTexture2D, attach_texture)
    FUNCTION(PFNGLFRAMEBUFFERTEXTURELAYERPROC, glFramebufferTextureLayer, attach_layer)
    FUNCTION(PFNGLCHECKFRAMEBUFFERSTATUSPROC, glCheckFramebufferStatus, check_framebuffer)
    FUNCTION(PFNGLREADBUFFERPROC, glReadBuffer, read_buffer)
    FUNCTION(PFNGLREADPIXELSPROC, glReadPixels, read_pixels)
    FUNCTION(PFNGLBINDBUFFERPROC, glBindBuffer, bind_buffer)
    FUNCTION(PFNGLPIXELSTOREIPROC, glPixelStorei, pixel_store)
    FUNCTION(us_xr_egl_get_current, eglGetCurrentContext, get_current)
    FUNCTION(us_xr_egl_query_context, eglQueryContext, query)
    return NULL;
}

const struct fake_opengl_driver fake_opengl_driver = {fake_opengl_get_proc, get_current_of_driver,
                                                      query};
