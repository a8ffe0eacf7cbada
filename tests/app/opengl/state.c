/* SPDX-License-Identifier: MIT */
#include "state.h"

#include <stdio.h>
#include <string.h>

#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>

struct named {
    const char *name;
    GLenum value;
    enum profile least; /* the smallest profile that has it */
};
#define NAMED(name, least)                                                                         \
    {                                                                                              \
#name, name, least                                                                         \
    }

static const struct named names[] = {
    NAMED(GL_READ_FRAMEBUFFER_BINDING, PROFILE_ES),
    NAMED(GL_DRAW_FRAMEBUFFER_BINDING, PROFILE_ES),
    NAMED(GL_RENDERBUFFER_BINDING, PROFILE_ES),
    NAMED(GL_READ_BUFFER, PROFILE_ES),
    NAMED(GL_DRAW_BUFFER0, PROFILE_ES),
    NAMED(GL_PIXEL_PACK_BUFFER_BINDING, PROFILE_ES),
    NAMED(GL_PIXEL_UNPACK_BUFFER_BINDING, PROFILE_ES),
    NAMED(GL_ARRAY_BUFFER_BINDING, PROFILE_ES),
    NAMED(GL_COPY_READ_BUFFER_BINDING, PROFILE_ES),
    NAMED(GL_PACK_ALIGNMENT, PROFILE_ES),
    NAMED(GL_PACK_ROW_LENGTH, PROFILE_ES),
    NAMED(GL_PACK_SKIP_ROWS, PROFILE_ES),
    NAMED(GL_PACK_SKIP_PIXELS, PROFILE_ES),
    NAMED(GL_PACK_IMAGE_HEIGHT, PROFILE_CORE),
    NAMED(GL_PACK_SKIP_IMAGES, PROFILE_CORE),
    NAMED(GL_PACK_SWAP_BYTES, PROFILE_CORE),
    NAMED(GL_PACK_LSB_FIRST, PROFILE_CORE),
    NAMED(GL_UNPACK_ALIGNMENT, PROFILE_ES),
    NAMED(GL_UNPACK_ROW_LENGTH, PROFILE_ES),
    NAMED(GL_ACTIVE_TEXTURE, PROFILE_ES),
    NAMED(GL_TEXTURE_BINDING_2D, PROFILE_ES),
    NAMED(GL_TEXTURE_BINDING_2D_ARRAY, PROFILE_ES),
    NAMED(GL_TEXTURE_BINDING_CUBE_MAP, PROFILE_ES),
    NAMED(GL_TEXTURE_BINDING_3D, PROFILE_ES),
    NAMED(GL_SAMPLER_BINDING, PROFILE_ES),
    NAMED(GL_VERTEX_ARRAY_BINDING, PROFILE_ES),
    NAMED(GL_CURRENT_PROGRAM, PROFILE_ES),
    NAMED(GL_VIEWPORT, PROFILE_ES),
    NAMED(GL_SCISSOR_BOX, PROFILE_ES),
    NAMED(GL_SCISSOR_TEST, PROFILE_ES),
    NAMED(GL_BLEND, PROFILE_ES),
    NAMED(GL_DEPTH_TEST, PROFILE_ES),
    NAMED(GL_CULL_FACE, PROFILE_ES),
    NAMED(GL_DITHER, PROFILE_ES),
    NAMED(GL_FRAMEBUFFER_SRGB, PROFILE_CORE),
    NAMED(GL_CLAMP_READ_COLOR, PROFILE_CORE),
    NAMED(GL_COLOR_WRITEMASK, PROFILE_ES),
    NAMED(GL_MAP_COLOR, PROFILE_COMPATIBILITY),
    NAMED(GL_MAP_STENCIL, PROFILE_COMPATIBILITY),
    NAMED(GL_RED_SCALE, PROFILE_COMPATIBILITY),
    NAMED(GL_RED_BIAS, PROFILE_COMPATIBILITY),
    NAMED(GL_GREEN_SCALE, PROFILE_COMPATIBILITY),
    NAMED(GL_GREEN_BIAS, PROFILE_COMPATIBILITY),
    NAMED(GL_BLUE_SCALE, PROFILE_COMPATIBILITY),
    NAMED(GL_BLUE_BIAS, PROFILE_COMPATIBILITY),
    NAMED(GL_ALPHA_SCALE, PROFILE_COMPATIBILITY),
    NAMED(GL_ALPHA_BIAS, PROFILE_COMPATIBILITY),
    NAMED(GL_DEPTH_SCALE, PROFILE_COMPATIBILITY),
    NAMED(GL_DEPTH_BIAS, PROFILE_COMPATIBILITY),
};
#define NAMES ((int)(sizeof names / sizeof names[0]))
_Static_assert(NAMES < (int)STATE_MAX, "room for every value, and the order of rows");

static GLuint make_buffer(void)
{
    GLuint buffer;
    glGenBuffers(1, &buffer);
    return buffer;
}

static GLuint make_framebuffer(GLuint texture)
{
    GLuint framebuffer;
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    glReadBuffer(GL_NONE);
    return framebuffer;
}

/* Rows in the reverse order, where an extension offers it. */
static const struct {
    const char *extension;
    GLenum name;
} inverts[2] = {{"GL_MESA_pack_invert", GL_PACK_INVERT_MESA},
                {"GL_ANGLE_pack_reverse_row_order", 0x93A4}};

static GLenum find_invert(enum profile profile)
{
    const int at = profile == PROFILE_ES ? 1 : 0;
    GLint count = 0;
    glGetIntegerv(GL_NUM_EXTENSIONS, &count);
    for (GLint i = 0; i < count; i++)
        if (strcmp((const char *)glGetStringi(GL_EXTENSIONS, (GLuint)i), inverts[at].extension) ==
            0)
            return inverts[at].name;
    return GL_NONE;
}

/* Exchanges and inverts colours. */
static void set_transfer(void)
{
    static const GLfloat map[2] = {1.0f, 0.0f};
    GLint buffer = 0; /* it would be where the maps come from */
    glGetIntegerv(GL_PIXEL_UNPACK_BUFFER_BINDING, &buffer);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    glPixelMapfv(GL_PIXEL_MAP_R_TO_R, 2, map);
    glPixelMapfv(GL_PIXEL_MAP_G_TO_G, 2, map);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, (GLuint)buffer);
    glPixelTransferi(GL_MAP_COLOR, GL_TRUE);
    glPixelTransferf(GL_RED_SCALE, 0.5f);
    glPixelTransferf(GL_RED_BIAS, 0.25f);
    glPixelTransferf(GL_GREEN_SCALE, -1.0f);
    glPixelTransferf(GL_GREEN_BIAS, 1.0f);
    glPixelTransferf(GL_BLUE_SCALE, 0.0f);
    glPixelTransferf(GL_BLUE_BIAS, 0.125f);
    glPixelTransferf(GL_ALPHA_SCALE, 0.75f);
    glPixelTransferf(GL_ALPHA_BIAS, -0.5f);
    glPixelTransferf(GL_DEPTH_SCALE, 0.5f);
}

static void set_pack(enum profile profile)
{
    const GLenum invert = find_invert(profile);
    glPixelStorei(GL_PACK_ALIGNMENT, 8);
    glPixelStorei(GL_PACK_ROW_LENGTH, 1001);
    glPixelStorei(GL_PACK_SKIP_ROWS, 3);
    glPixelStorei(GL_PACK_SKIP_PIXELS, 5);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 2);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 999);
    if (invert != GL_NONE)
        glPixelStorei(invert, GL_TRUE);
    if (profile == PROFILE_ES)
        return;
    glPixelStorei(GL_PACK_SWAP_BYTES, GL_TRUE);
    glPixelStorei(GL_PACK_LSB_FIRST, GL_TRUE);
    glPixelStorei(GL_PACK_IMAGE_HEIGHT, 77);
    glPixelStorei(GL_PACK_SKIP_IMAGES, 2);
    glEnable(GL_FRAMEBUFFER_SRGB);
    if (profile == PROFILE_COMPATIBILITY)
        set_transfer();
}

void state_disturb(enum profile profile, unsigned texture)
{
    GLuint textures[3];
    glActiveTexture(GL_TEXTURE3);
    glGenTextures(3, textures);
    glBindTexture(GL_TEXTURE_2D, textures[0]);
    glBindTexture(GL_TEXTURE_2D_ARRAY, textures[1]);
    glBindTexture(GL_TEXTURE_CUBE_MAP, textures[2]);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, make_buffer());
    glBufferData(GL_PIXEL_PACK_BUFFER, 64, NULL, GL_STREAM_READ);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, make_buffer());
    glBufferData(GL_PIXEL_UNPACK_BUFFER, 64, NULL, GL_STREAM_DRAW);
    const GLuint read = make_framebuffer(texture), draw = make_framebuffer(texture);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, read);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, draw);
    set_pack(profile);
    glEnable(GL_SCISSOR_TEST);
    glScissor(1, 2, 3, 4);
    glColorMask(GL_TRUE, GL_FALSE, GL_TRUE, GL_FALSE);
}

void state_leave_error(void)
{
    glEnable(GL_NONE + 0xFFFF); /* GL_INVALID_ENUM */
}

bool state_has_error(void)
{
    return glGetError() == GL_INVALID_ENUM;
}

/* Values of the compatibility profile are floats; the others are whole numbers. */
static void read_value(const struct named *named, int out[4])
{
    GLfloat value = 0.0f;
    if (named->least != PROFILE_COMPATIBILITY) {
        glGetIntegerv(named->value, out);
        return;
    }
    glGetFloatv(named->value, &value);
    memcpy(out, &value, sizeof value);
}

void state_read(enum profile profile, struct state *out_state)
{
    const GLenum invert = find_invert(profile);
    memset(out_state, 0, sizeof *out_state);
    for (int i = 0; i < NAMES; i++)
        if (profile >= names[i].least)
            read_value(&names[i], out_state->values[i]);
    if (invert != GL_NONE)
        glGetIntegerv(invert, out_state->values[NAMES]);
}

int state_compare(enum profile profile, const struct state *before, const struct state *after,
                  const char *when)
{
    int changes = 0;
    for (int i = 0; i <= NAMES; i++) {
        if ((i < NAMES && profile < names[i].least) ||
            memcmp(before->values[i], after->values[i], sizeof before->values[i]) == 0)
            continue;
        fprintf(stderr, "%s changes %s from %d to %d\n", when,
                i < NAMES ? names[i].name : "the order of rows", before->values[i][0],
                after->values[i][0]);
        changes++;
    }
    return changes;
}
