/* SPDX-License-Identifier: MIT */
#include "layer/screenshots/copy/opengl_pack.h"

#include <string.h>

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
enum { STORES_ES = 4, INVERT = US_OPENGL_PACK_STORES - 1 };
static const GLenum store_names[US_OPENGL_PACK_STORES] = {
    GL_PACK_ALIGNMENT,  GL_PACK_ROW_LENGTH, GL_PACK_SKIP_ROWS, GL_PACK_SKIP_PIXELS,
    GL_PACK_SWAP_BYTES, GL_PACK_LSB_FIRST,  PACK_INVERT_MESA};
static const GLint plain_stores[US_OPENGL_PACK_STORES] = {1, 0, 0, 0, 0, 0, 0};

static const GLenum transfer_names[US_OPENGL_PACK_TRANSFERS] = {
    MAP_COLOR,  RED_SCALE, RED_BIAS,    GREEN_SCALE, GREEN_BIAS,
    BLUE_SCALE, BLUE_BIAS, ALPHA_SCALE, ALPHA_BIAS};
static const GLfloat plain_transfers[US_OPENGL_PACK_TRANSFERS] = {0.0f, 1.0f, 0.0f, 1.0f, 0.0f,
                                                                  1.0f, 0.0f, 1.0f, 0.0f};

static GLenum store_name(const struct us_opengl_context *gl, int at)
{
    return at == INVERT && gl->es ? PACK_REVERSE_ROW_ORDER_ANGLE : store_names[at];
}

/* Finds out what the context knows. A context of OpenGL 3.0 has the compatibility profile's
 * functions unless it is forward compatible; a later one says so with an extension. */
static void look(const struct us_opengl_context *gl, struct us_opengl_pack *out)
{
    const char *const invert = gl->es ? "GL_ANGLE_pack_reverse_row_order" : "GL_MESA_pack_invert";
    const char *version = (const char *)gl->glGetString(GL_VERSION);
    GLint count = 0, flags = 0;
    for (int i = 0; i < US_OPENGL_PACK_STORES; i++)
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

void us_opengl_pack_begin(const struct us_opengl_context *gl, struct us_opengl_pack *out)
{
    look(gl, out);
    gl->glGetIntegerv(GL_PIXEL_PACK_BUFFER_BINDING, &out->buffer);
    gl->glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    for (int i = 0; i < US_OPENGL_PACK_STORES; i++) {
        if (!out->has_store[i])
            continue;
        gl->glGetIntegerv(store_name(gl, i), &out->stores[i]);
        gl->glPixelStorei(store_name(gl, i), plain_stores[i]);
    }
    for (int i = 0; i < US_OPENGL_PACK_TRANSFERS && out->has_transfers; i++) {
        gl->glGetFloatv(transfer_names[i], &out->transfers[i]);
        gl->pixel_transfer(transfer_names[i], plain_transfers[i]);
    }
}

void us_opengl_pack_end(const struct us_opengl_context *gl, const struct us_opengl_pack *pack)
{
    gl->glBindBuffer(GL_PIXEL_PACK_BUFFER, (GLuint)pack->buffer);
    for (int i = 0; i < US_OPENGL_PACK_STORES; i++)
        if (pack->has_store[i])
            gl->glPixelStorei(store_name(gl, i), pack->stores[i]);
    for (int i = 0; i < US_OPENGL_PACK_TRANSFERS && pack->has_transfers; i++)
        gl->pixel_transfer(transfer_names[i], pack->transfers[i]);
}
