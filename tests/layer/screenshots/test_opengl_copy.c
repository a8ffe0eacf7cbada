/* SPDX-License-Identifier: MIT */
/* Hazard: a copy of another OpenGL image or layer, one that is overwritten while somebody holds it,
 * memory that is never given back, or a context whose settings are not the app's afterwards. */

#include <stdlib.h>
#include <string.h>

#include "testing.h"
#include "fake_opengl.h"
#include "core/base/own_use.h"
#include "counting.h"
#include "layer/screenshots/copy/host_copy.h"
#include "layer/screenshots/copy/opengl_copy.h"

enum { WIDTH = 5, HEIGHT = 3, LAYERS = 3, PIXEL = 4, BYTES = WIDTH * HEIGHT * LAYERS * PIXEL };
#define MEGABYTE ((uint32_t)1 << 20)

static uint8_t pixels[BYTES];

/* ---- the app ---- */

static struct us_opengl_copy *create_with(const char **out_why)
{
    static int display;
    const struct us_xr_binding_egl binding = {.type = XR_TYPE_GRAPHICS_BINDING_EGL_MNDX,
                                              .get_proc = fake_opengl_get_proc,
                                              .display = &display,
                                              .context = fake_opengl.context};
    return us_opengl_copy_create_egl(&binding, out_why);
}

/* The texture 1 has layers, and 2 has none. Nobody looks at the other two. */
static struct us_opengl_copy *create(void)
{
    const char *why;
    fake_opengl_reset();
    for (int i = 0; i < BYTES; i++)
        pixels[i] = (uint8_t)(7 * i + 1);
    fake_opengl.textures[0] = (struct fake_opengl_texture){WIDTH, HEIGHT, LAYERS, PIXEL, pixels};
    fake_opengl.textures[1] = (struct fake_opengl_texture){WIDTH, HEIGHT, 1, PIXEL, pixels};
    struct us_opengl_copy *opengl = create_with(&why);
    assert_non_null(opengl);
    assert_null(why);
    return opengl;
}

/* What the app bound and set is as it was, and nothing was done that OpenGL forbids. */
static void check_context(void)
{
    static const GLint packs[FAKE_OPENGL_PACKS] = {4, 100, 3, 2, 1, 1, 1};
    static const GLfloat transfers[FAKE_OPENGL_TRANSFERS] = {1, 0.5f, 0.25f, 2, -1, 0, 1, -1, 1};
    if (fake_opengl.wrong != NULL)
        fail_msg("%s", fake_opengl.wrong);
    assert_int_equal(fake_opengl.framebuffer, 7);
    assert_int_equal(fake_opengl.buffer, 9);
    assert_memory_equal(fake_opengl.packs, packs, sizeof packs);
    assert_memory_equal(fake_opengl.transfers, transfers, sizeof transfers);
    assert_int_equal(fake_opengl.framebuffers, 0);
}

static void end(struct us_opengl_copy *opengl)
{
    check_context();
    us_opengl_copy_destroy(opengl);
}

static struct us_image_copy *copy_of(struct us_opengl_copy *opengl, uint64_t texture,
                                     int64_t format, const char **out_why)
{
    const struct fake_opengl_texture *from = &fake_opengl.textures[texture - 1];
    const struct us_image_source source = {texture,           from->width_px,   from->height_px,
                                           from->layer_count, from->pixel_size, format};
    return us_opengl_copy_begin(opengl, &source, out_why);
}

static struct us_image_copy *copy(struct us_opengl_copy *opengl)
{
    const char *why = NULL;
    struct us_image_copy *made = copy_of(opengl, 1, GL_SRGB8_ALPHA8, &why);
    if (made == NULL)
        fail_msg("%s", why);
    assert_null(why);
    return made;
}

/* Of an image of so many megabytes. */
static struct us_image_copy *copy_large(struct us_opengl_copy *opengl, uint32_t megabytes,
                                        const char **out_why)
{
    fake_opengl.textures[2] = (struct fake_opengl_texture){MEGABYTE / 4, megabytes, 1, 4, NULL};
    return copy_of(opengl, 3, GL_RGBA8, out_why);
}

/* Copies count as Understudy's memory. */
TEST(test_own_memory)
{
    const char *why;
    struct us_opengl_copy *opengl = create();
    for (int i = 1; i <= 3; i++) {
        assert_non_null(copy_large(opengl, 2, &why));
        assert_int_equal(us_own_use_bytes(), i * (int)(2 * MEGABYTE));
    }
    end(opengl);
    assert_int_equal(us_own_use_bytes(), 0);
}

TEST(test_pixels)
{
    for (int es = 0; es < 2; es++) {
        struct us_opengl_copy *opengl = create();
        const char *why = NULL;
        fake_opengl.es = es != 0;
        us_opengl_copy_destroy(opengl);
        fake_opengl.api = es != 0 ? US_XR_EGL_OPENGL_ES_API : US_XR_EGL_OPENGL_API;
        opengl = create_with(&why);
        assert_int_equal(us_opengl_copy_is_es(opengl), es);
        for (int round = 0; round < 3; round++) {
            pixels[round]++;
            struct us_image_copy *made = copy(opengl);
            assert_memory_equal(us_host_copy_bytes(made), pixels, BYTES);
            assert_int_equal(fake_opengl.reads, LAYERS * (round + 1));
            assert_int_equal(fake_opengl.type, GL_UNSIGNED_BYTE);
            check_context();
            us_image_copy_unref(made);
        }
        struct us_image_copy *flat = copy_of(opengl, 2, GL_SRGB8_ALPHA8, &why);
        assert_memory_equal(us_host_copy_bytes(flat), pixels, BYTES / LAYERS);
        end(opengl);
    }
    us_opengl_copy_destroy(NULL);
}

/* What only some contexts know is set where it is known, and nowhere else: the fake context calls a
 * read with the app's values wrong, and a name that it does not know. */
TEST(test_what_the_context_knows)
{
    static const struct {
        const char *version;
        GLint flags;
        const char *extensions[3];
        bool es, compatibility;
    } cases[] = {
        {.version = "3.3.0 core", .extensions = {"GL_ARB_sync"}},
        {.version = "3.0 Mesa", .compatibility = true},
        {.version = "3.0 Mesa", .flags = GL_CONTEXT_FLAG_FORWARD_COMPATIBLE_BIT},
        {.version = "3.1",
         .extensions = {"GL_ARB_sync", "GL_ARB_compatibility"},
         .compatibility = true},
        {.version = "4.5",
         .extensions = {"GL_ARB_compatibility", "GL_MESA_pack_invert"},
         .compatibility = true},
        {.version = "4.6", .extensions = {"GL_MESA_pack_invert"}},
        {.version = "OpenGL ES 3.2", .extensions = {"GL_ANGLE_pack_reverse_row_order"}, .es = true},
        {.version = "OpenGL ES 3.0",
         .extensions = {"GL_MESA_pack_invert", "GL_ARB_compatibility"},
         .es = true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *why = NULL;
        us_opengl_copy_destroy(create());
        fake_opengl.version = cases[i].version;
        fake_opengl.flags = cases[i].flags;
        memcpy(fake_opengl.extensions, cases[i].extensions, sizeof cases[i].extensions);
        fake_opengl.es = cases[i].es;
        fake_opengl.compatibility = cases[i].compatibility;
        fake_opengl.api = cases[i].es ? US_XR_EGL_OPENGL_ES_API : US_XR_EGL_OPENGL_API;
        struct us_opengl_copy *opengl = create_with(&why);
        assert_memory_equal(us_host_copy_bytes(copy(opengl)), pixels, BYTES);
        end(opengl);
    }
}

/* Deep formats are read as floats; a context of OpenGL ES reads fixed-point numbers as bytes. */
TEST(test_types)
{
    static const struct {
        int64_t format;
        bool es;
        GLenum type;
    } cases[] = {{GL_RGBA16F, false, GL_FLOAT},
                 {GL_RGBA16F, true, GL_FLOAT},
                 {GL_RGB10_A2, false, GL_FLOAT},
                 {GL_RGB10_A2, true, GL_UNSIGNED_BYTE}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *why = NULL;
        us_opengl_copy_destroy(create());
        fake_opengl.es = cases[i].es;
        fake_opengl.api = cases[i].es ? US_XR_EGL_OPENGL_ES_API : US_XR_EGL_OPENGL_API;
        struct us_opengl_copy *opengl = create_with(&why);
        assert_non_null(copy_of(opengl, 2, cases[i].format, &why));
        assert_int_equal(fake_opengl.type, cases[i].type);
        end(opengl);
    }
}

/* A copy is used again when nobody holds it: one that is large enough, else the largest, which
 * grows. */
TEST(test_use_again)
{
    struct us_opengl_copy *opengl = create();
    const char *why = NULL;
    struct us_image_copy *first = copy(opengl), *second = copy(opengl);
    assert_ptr_not_equal(first, second);
    const uint8_t *bytes = us_host_copy_bytes(second);
    us_image_copy_unref(second);
    assert_ptr_equal(copy(opengl), second);
    assert_ptr_equal(us_host_copy_bytes(second), bytes);
    struct us_image_copy *flat = copy_of(opengl, 2, GL_SRGB8_ALPHA8, &why);
    assert_true(flat != first && flat != second);
    struct us_image_copy *large = copy_large(opengl, 1, &why);
    us_image_copy_unref(first);
    us_image_copy_unref(flat);
    us_image_copy_unref(large);
    assert_ptr_equal(copy_of(opengl, 2, GL_SRGB8_ALPHA8, &why), first);
    assert_ptr_equal(copy(opengl), large);
    us_image_copy_unref(large);
    assert_ptr_equal(copy_large(opengl, 2, &why), large);
    end(opengl);
}

/* One that is just large enough serves as it is, even if there is a larger one. */
TEST(test_copies_that_fit)
{
    struct us_opengl_copy *opengl = create();
    const char *why = NULL;
    struct us_image_copy *fits = copy(opengl), *larger = copy_large(opengl, 1, &why);
    us_image_copy_unref(fits);
    us_image_copy_unref(larger);
    counting.most = 1;
    assert_ptr_equal(copy(opengl), fits);
    assert_ptr_equal(copy_large(opengl, 1, &why), larger);
    counting_reset();
    end(opengl);
}

/* Half a gigabyte of copies, and not a byte more. */
TEST(test_memory_limit)
{
    struct us_opengl_copy *opengl = create();
    const char *why = NULL;
    assert_null(copy_large(opengl, 513, &why));
    assert_string_equal(why, "the image is too large");
    struct us_image_copy *half = copy_large(opengl, 256, &why);
    assert_non_null(half);
    assert_null(copy_large(opengl, 257, &why));
    assert_string_equal(why, "earlier screenshots are still being written");
    struct us_image_copy *other = copy_large(opengl, 256, &why);
    assert_non_null(other);
    assert_null(copy_of(opengl, 1, GL_SRGB8_ALPHA8, &why));
    us_image_copy_unref(half);
    us_image_copy_unref(other);
    /* One of them grows, the other counts until it is used for something else. */
    assert_null(copy_large(opengl, 512, &why));
    assert_string_equal(why, "earlier screenshots are still being written");
    assert_non_null(copy(opengl));
    end(opengl);
    opengl = create();
    half = copy_large(opengl, 256, &why);
    us_image_copy_unref(half);
    assert_ptr_equal(copy_large(opengl, 512, &why), half);
    end(opengl);
}

/* What grows counts as large as it is now, and no longer as it was. */
TEST(test_memory_that_grows)
{
    struct us_opengl_copy *opengl = create();
    const char *why = NULL;
    struct us_image_copy *first = copy_large(opengl, 256, &why);
    us_image_copy_unref(first);
    assert_ptr_equal(copy_large(opengl, 300, &why), first);
    assert_null(copy_large(opengl, 213, &why));
    assert_non_null(copy_large(opengl, 212, &why));
    end(opengl);
}

TEST(test_copies_limit)
{
    struct us_opengl_copy *opengl = create();
    struct us_image_copy *made[US_IMAGE_COPY_MAX];
    const char *why = NULL;
    for (int i = 0; i < US_IMAGE_COPY_MAX; i++)
        made[i] = copy(opengl);
    assert_null(copy_of(opengl, 1, GL_SRGB8_ALPHA8, &why));
    assert_string_equal(why, "earlier screenshots are still being written");
    us_image_copy_unref(made[US_IMAGE_COPY_MAX - 1]);
    assert_ptr_equal(copy(opengl), made[US_IMAGE_COPY_MAX - 1]);
    end(opengl);
}

/* Without memory there is no copy. What was given back for it does not count any more. */
TEST(test_no_memory)
{
    struct us_opengl_copy *opengl = create();
    const char *why = NULL;
    struct us_image_copy *small = copy_large(opengl, 200, &why);
    us_image_copy_unref(small);
    counting.most = (size_t)256 << 20;
    assert_null(copy_large(opengl, 300, &why));
    counting_reset();
    assert_string_equal(why, "out of memory");
    struct us_image_copy *large = copy_large(opengl, 512, &why);
    assert_non_null(large);
    assert_non_null(us_host_copy_bytes(large));
    end(opengl);
    counting.most = 256;
    assert_null(create_with(&why));
    counting_reset();
    assert_string_equal(why, "out of memory");
}

/* The copy of an image that cannot be read is free again. */
TEST(test_image_that_cannot_be_read)
{
    struct us_opengl_copy *opengl = create();
    const char *why = NULL;
    for (int layer = 0; layer < LAYERS; layer++) {
        fake_opengl.incomplete = layer;
        fake_opengl.reads = 0;
        for (int i = 0; i < US_IMAGE_COPY_MAX + 1; i++) {
            assert_null(copy_of(opengl, 1, GL_SRGB8_ALPHA8, &why));
            assert_string_equal(why, "the OpenGL driver cannot read the image");
            check_context();
        }
        assert_int_equal(fake_opengl.reads, layer * (US_IMAGE_COPY_MAX + 1));
    }
    end(opengl);
}

int main(void)
{
    return RUN_TESTS(test_own_memory, test_pixels, test_what_the_context_knows, test_types,
                     test_use_again, test_copies_that_fit, test_memory_limit,
                     test_memory_that_grows, test_copies_limit, test_no_memory,
                     test_image_that_cannot_be_read);
}
