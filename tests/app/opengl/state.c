/* SPDX-License-Identifier: MIT */
#include "state.h"

#include <stdio.h>
#include <string.h>

#define GL_GLEXT_PROTOTYPES
#include <GL/glcorearb.h>

struct named {
    const char *name;
    GLenum value;
    bool es; /* OpenGL ES 3.0 has it */
};
#define NAMED(name, es)                                                                            \
    {                                                                                              \
#name, name, es                                                                            \
    }

static const struct named names[] = {
    NAMED(GL_READ_FRAMEBUFFER_BINDING, true),
    NAMED(GL_DRAW_FRAMEBUFFER_BINDING, true),
    NAMED(GL_RENDERBUFFER_BINDING, true),
    NAMED(GL_READ_BUFFER, true),
    NAMED(GL_DRAW_BUFFER0, true),
    NAMED(GL_PIXEL_PACK_BUFFER_BINDING, true),
    NAMED(GL_PIXEL_UNPACK_BUFFER_BINDING, true),
    NAMED(GL_ARRAY_BUFFER_BINDING, true),
    NAMED(GL_COPY_READ_BUFFER_BINDING, true),
    NAMED(GL_PACK_ALIGNMENT, true),
    NAMED(GL_PACK_ROW_LENGTH, true),
    NAMED(GL_PACK_SKIP_ROWS, true),
    NAMED(GL_PACK_SKIP_PIXELS, true),
    NAMED(GL_PACK_IMAGE_HEIGHT, false),
    NAMED(GL_PACK_SKIP_IMAGES, false),
    NAMED(GL_PACK_SWAP_BYTES, false),
    NAMED(GL_PACK_LSB_FIRST, false),
    NAMED(GL_UNPACK_ALIGNMENT, true),
    NAMED(GL_UNPACK_ROW_LENGTH, true),
    NAMED(GL_ACTIVE_TEXTURE, true),
    NAMED(GL_TEXTURE_BINDING_2D, true),
    NAMED(GL_TEXTURE_BINDING_2D_ARRAY, true),
    NAMED(GL_TEXTURE_BINDING_CUBE_MAP, true),
    NAMED(GL_TEXTURE_BINDING_3D, true),
    NAMED(GL_SAMPLER_BINDING, true),
    NAMED(GL_VERTEX_ARRAY_BINDING, true),
    NAMED(GL_CURRENT_PROGRAM, true),
    NAMED(GL_VIEWPORT, true),
    NAMED(GL_SCISSOR_BOX, true),
    NAMED(GL_SCISSOR_TEST, true),
    NAMED(GL_BLEND, true),
    NAMED(GL_DEPTH_TEST, true),
    NAMED(GL_CULL_FACE, true),
    NAMED(GL_DITHER, true),
    NAMED(GL_FRAMEBUFFER_SRGB, false),
    NAMED(GL_CLAMP_READ_COLOR, false),
    NAMED(GL_COLOR_WRITEMASK, true),
};
#define NAMES ((int)(sizeof names / sizeof names[0]))
_Static_assert(NAMES <= (int)STATE_MAX, "room for every value");

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

static void set_pack(bool es)
{
    glPixelStorei(GL_PACK_ALIGNMENT, 8);
    glPixelStorei(GL_PACK_ROW_LENGTH, 1001);
    glPixelStorei(GL_PACK_SKIP_ROWS, 3);
    glPixelStorei(GL_PACK_SKIP_PIXELS, 5);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 2);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 999);
    if (es)
        return;
    glPixelStorei(GL_PACK_SWAP_BYTES, GL_TRUE);
    glPixelStorei(GL_PACK_LSB_FIRST, GL_TRUE);
    glPixelStorei(GL_PACK_IMAGE_HEIGHT, 77);
    glPixelStorei(GL_PACK_SKIP_IMAGES, 2);
    glEnable(GL_FRAMEBUFFER_SRGB);
}

void state_disturb(bool es, unsigned texture)
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
    set_pack(es);
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

void state_read(bool es, struct state *out_state)
{
    memset(out_state, 0, sizeof *out_state);
    for (int i = 0; i < NAMES; i++) {
        if (!es || names[i].es)
            glGetIntegerv(names[i].value, out_state->values[i]);
    }
}

int state_compare(bool es, const struct state *before, const struct state *after, const char *when)
{
    int changes = 0;
    for (int i = 0; i < NAMES; i++) {
        if ((es && !names[i].es) ||
            memcmp(before->values[i], after->values[i], sizeof before->values[i]) == 0)
            continue;
        fprintf(stderr, "%s changes %s from %d to %d\n", when, names[i].name, before->values[i][0],
                after->values[i][0]);
        changes++;
    }
    return changes;
}
