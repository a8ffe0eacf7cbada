/* SPDX-License-Identifier: MIT */
#include "layer/screenshots/copy/opengl_copy.h"

#include <pthread.h>
#include <stdlib.h>

#include "layer/screenshots/copy/opengl_context.h"
#include "layer/screenshots/copy/opengl_format.h"
#include "layer/screenshots/copy/opengl_pack.h"

struct opengl_copy {
    struct us_image_copy base;
    uint8_t *bytes;
    uint64_t size;
};

struct us_opengl_copy {
    struct us_opengl_context gl;
    pthread_mutex_t mutex; /* guards `used`, and which copies are in use */
    uint64_t used;         /* bytes of all copies */
    struct opengl_copy copies[US_IMAGE_COPY_MAX];
};

static struct us_opengl_copy *create(void)
{
    struct us_opengl_copy *opengl = calloc(1, sizeof *opengl);
    if (opengl != NULL)
        pthread_mutex_init(&opengl->mutex, NULL);
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
    for (int i = 0; i < US_IMAGE_COPY_MAX; i++)
        free(opengl->copies[i].bytes);
    pthread_mutex_destroy(&opengl->mutex);
    free(opengl);
}

bool us_opengl_copy_is_es(const struct us_opengl_copy *opengl)
{
    return opengl->gl.es;
}

/* Finds a copy without references: one that is large enough, or else the largest one. NULL if all
 * are in use, or if the limit would be exceeded. */
static struct opengl_copy *find_free(struct us_opengl_copy *opengl, uint64_t size)
{
    struct opengl_copy *found = NULL;
    for (int i = 0; i < US_IMAGE_COPY_MAX; i++) {
        struct opengl_copy *copy = &opengl->copies[i];
        if (atomic_load_explicit(&copy->base.references, memory_order_acquire) != 0)
            continue;
        if (copy->size >= size)
            return copy;
        if (found == NULL || copy->size > found->size)
            found = copy;
    }
    return found != NULL && opengl->used - found->size + size <= US_IMAGE_COPY_MEMORY_MAX ? found
                                                                                          : NULL;
}

static bool make_room(struct us_opengl_copy *opengl, struct opengl_copy *copy, uint64_t size)
{
    if (copy->size >= size)
        return true;
    free(copy->bytes);
    opengl->used -= copy->size;
    copy->bytes = malloc(size);
    copy->size = copy->bytes != NULL ? size : 0;
    opengl->used += copy->size;
    return copy->bytes != NULL;
}

/* Takes a free copy, with one reference. */
static struct opengl_copy *take(struct us_opengl_copy *opengl, uint64_t size, const char **out_why)
{
    *out_why = size > US_IMAGE_COPY_MEMORY_MAX ? "the image is too large" : us_image_copy_full;
    pthread_mutex_lock(&opengl->mutex);
    struct opengl_copy *copy = size > US_IMAGE_COPY_MEMORY_MAX ? NULL : find_free(opengl, size);
    if (copy != NULL && !make_room(opengl, copy, size)) {
        *out_why = "out of memory";
        copy = NULL;
    }
    if (copy != NULL)
        atomic_store_explicit(&copy->base.references, 1, memory_order_release);
    pthread_mutex_unlock(&opengl->mutex);
    return copy;
}

/* Reads one array layer with the framebuffer that is bound. */
static bool read_layer(const struct us_opengl_context *gl, const struct us_image_source *image,
                       uint32_t layer, uint8_t *out)
{
    const GLuint texture = (GLuint)image->handle;
    const bool bytes = us_opengl_format_is_bytes(image->format, gl->es);
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
    struct us_opengl_pack pack;
    GLint before = 0;
    GLuint framebuffer = 0;
    bool good = true;
    us_opengl_pack_begin(gl, &pack);
    gl->glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &before);
    gl->glGenFramebuffers(1, &framebuffer);
    gl->glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
    for (uint32_t i = 0; good && i < image->layer_count; i++)
        good = read_layer(gl, image, i, out + i * size);
    gl->glBindFramebuffer(GL_READ_FRAMEBUFFER, (GLuint)before);
    us_opengl_pack_end(gl, &pack);
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
    const uint64_t size =
        (uint64_t)image->width_px * image->height_px * image->layer_count * image->pixel_size;
    struct opengl_copy *copy = take(opengl, size, out_why);
    if (copy == NULL)
        return NULL;
    *out_why = read_image(&opengl->gl, image, copy->bytes);
    if (*out_why == NULL)
        return &copy->base;
    us_image_copy_unref(&copy->base);
    return NULL;
}

const uint8_t *us_opengl_copy_bytes(const struct us_image_copy *copy)
{
    return ((const struct opengl_copy *)copy)->bytes;
}
