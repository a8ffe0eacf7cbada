/* SPDX-License-Identifier: MIT */
/* Hazard: an OpenGL image appears in other colours, upside down, or as another part of itself. The
 * numbers are those of the OpenGL registry. */

#include <math.h>
#include <string.h>

#include "testing.h"
#include "layer/screenshots/copy/opengl_copy.h"
#include "layer/screenshots/copy/image_copy.h"

enum {
    SRGB8_ALPHA8 = 0x8C43,
    RGBA8 = 0x8058,
    RGB10_A2 = 0x8059,
    RGBA16F = 0x881A,
    DEPTH24 = 0x81A6
};
enum { RGBA_UNORM = 37, RGBA_SRGB = 43, RGBA_FLOAT = 109 }; /* VkFormat */

static void check_format(int64_t format, bool es, int64_t pixels, bool bytes, const char *name)
{
    assert_int_equal(us_opengl_format_pixels(format, es), pixels);
    assert_int_equal(us_opengl_format_is_bytes(format, es), bytes);
    assert_string_equal(us_opengl_format_name(format), name);
}

TEST(test_formats)
{
    for (int es = 0; es < 2; es++) {
        check_format(SRGB8_ALPHA8, es, RGBA_SRGB, true, "GL_SRGB8_ALPHA8");
        check_format(RGBA8, es, RGBA_UNORM, true, "GL_RGBA8");
        check_format(RGBA16F, es, RGBA_FLOAT, false, "GL_RGBA16F");
        check_format(DEPTH24, es, 0, false, "GL_DEPTH_COMPONENT24");
        assert_int_equal(us_opengl_format_pixels(4711, es), 0);
    }
    check_format(RGB10_A2, false, RGBA_FLOAT, false, "GL_RGB10_A2");
    check_format(RGB10_A2, true, RGBA_UNORM, true, "GL_RGB10_A2");
    assert_null(us_opengl_format_name(4711));
}

TEST(test_floats)
{
    /* As for halves: 0.5, 0.25 and 0.001 of linear light, by the formula of IEC 61966-2-1. */
    const float pixels[] = {0.5f, 1, 2, 0, -1, INFINITY, NAN, 0, 0.25f, 0.001f, 0, 0};
    const uint8_t expected[] = {188, 255, 255, 0, 255, 0, 137, 3, 0};
    uint8_t rgb[9];
    assert_int_equal(us_pixel_format_size(RGBA_FLOAT), 16);
    us_pixel_format_convert(RGBA_FLOAT, (const uint8_t *)pixels, 3, rgb);
    assert_memory_equal(rgb, expected, sizeof expected);
}

/* Each pixel says where it is: column, row from below, array layer. */
TEST(test_bottom_up)
{
    enum { WIDTH = 7, HEIGHT = 5, LAYERS = 3 };
    uint8_t image[LAYERS][HEIGHT][WIDTH][4], rgb[4 * 2 * 3];
    for (int layer = 0; layer < LAYERS; layer++)
        for (int y = 0; y < HEIGHT; y++)
            for (int x = 0; x < WIDTH; x++)
                memcpy(image[layer][y][x], (uint8_t[]){(uint8_t)x, (uint8_t)y, (uint8_t)layer, 9},
                       4);
    const struct us_image_region part = {RGBA_SRGB, WIDTH, HEIGHT, 1, 3, 2, 4, 2, true};
    us_pixel_format_convert_region(&part, &image[0][0][0][0], rgb);
    for (int y = 0; y < 2; y++) {
        for (int x = 0; x < 4; x++) {
            const uint8_t *got = rgb + (y * 4 + x) * 3;
            assert_true(got[0] == 3 + x && got[1] == 3 - y && got[2] == 1);
        }
    }
}

int main(void)
{
    return RUN_TESTS(test_formats, test_floats, test_bottom_up);
}
