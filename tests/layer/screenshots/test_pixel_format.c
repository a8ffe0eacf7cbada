/* SPDX-License-Identifier: MIT */
/* Hazard: a screenshot whose colours are another format's, or whose pixels are those of another
 * row, layer or column. Every byte and every half against the formulas of IEC 61966-2-1 and IEEE
 * 754. */
#include <math.h>
#include <stdlib.h>

#include "testing.h"
#include "layer/screenshots/copy/image_copy.h"

/* Values of VkFormat, from the specification of Vulkan. */
enum {
    R8G8B8A8_UNORM = 37,
    R8G8B8A8_SRGB = 43,
    B8G8R8A8_UNORM = 44,
    B8G8R8A8_SRGB = 50,
    HALVES = 97,
    FLOATS = 109
};

/* The linear value of an encoded one, the other way round than the code under test. */
static double decode(double encoded)
{
    return encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4);
}

/* The byte whose rounding has this linear value: found by the bounds between bytes. */
static int nearest_byte(double linear)
{
    int byte = 0;
    while (byte < 255 && decode((byte + 0.5) / 255.0) <= linear)
        byte++;
    return byte;
}

TEST(every_byte)
{
    static const struct {
        int64_t format;
        int red;
        int linear;
    } formats[] = {{R8G8B8A8_UNORM, 0, 1},
                   {R8G8B8A8_SRGB, 0, 0},
                   {B8G8R8A8_UNORM, 2, 1},
                   {B8G8R8A8_SRGB, 2, 0}};
    for (size_t f = 0; f < sizeof formats / sizeof *formats; f++) {
        uint8_t pixels[256][4], out[256][3];
        for (int i = 0; i < 256; i++) {
            pixels[i][0] = (uint8_t)i;
            pixels[i][1] = (uint8_t)(255 - i);
            pixels[i][2] = (uint8_t)(i * 7);
            pixels[i][3] = (uint8_t)(i * 13);
        }
        assert_int_equal(us_pixel_format_size(formats[f].format), 4);
        us_pixel_format_convert(formats[f].format, pixels[0], 256, out[0]);
        for (int i = 0; i < 256; i++)
            for (int channel = 0; channel < 3; channel++) {
                int from = channel == 1 ? 1 : channel == 0 ? formats[f].red : 2 - formats[f].red;
                int byte = pixels[i][from];
                assert_int_equal(out[i][channel],
                                 formats[f].linear ? nearest_byte(byte / 255.0) : byte);
            }
    }
}

/* The value of a half by its definition; NAN is nothing. */
static double value_of(unsigned half)
{
    double sign = half >= 0x8000 ? -1.0 : 1.0, fraction = (double)(half % 1024) / 1024.0;
    int exponent = (int)(half / 1024 % 32);
    if (exponent == 31)
        return half % 1024 == 0 ? sign * (double)INFINITY : (double)NAN;
    return exponent == 0 ? sign * fraction * 0x1p-14
                         : sign * (1.0 + fraction) * pow(2.0, exponent - 15);
}

TEST(every_half)
{
    assert_int_equal(us_pixel_format_size(HALVES), 8);
    for (unsigned half = 0; half < 65536; half++) {
        unsigned other = (half * 3 + 5) % 65536;
        const uint8_t pixel[8] = {
            (uint8_t)half,  (uint8_t)(half >> 8),  (uint8_t)other, (uint8_t)(other >> 8),
            (uint8_t)~half, (uint8_t)(~half >> 8), 0x12,           0x34};
        uint8_t out[3];
        us_pixel_format_convert(HALVES, pixel, 1, out);
        const double values[3] = {value_of(half), value_of(other), value_of(~half & 0xffff)};
        const float floats[4] = {(float)values[0], (float)values[1], (float)values[2], 0.5f};
        uint8_t of_floats[3];
        us_pixel_format_convert(FLOATS, (const uint8_t *)floats, 1, of_floats);
        for (int channel = 0; channel < 3; channel++) {
            int byte = isnan(values[channel]) ? 0 : nearest_byte(values[channel]);
            assert_int_equal(out[channel], byte);
            assert_int_equal(of_floats[channel], byte);
        }
    }
}

TEST(formats_have_their_names)
{
    static const struct {
        int64_t format;
        const char *name;
        size_t size;
    } rows[] = {
        {R8G8B8A8_UNORM, "R8G8B8A8_UNORM", 4},
        {R8G8B8A8_SRGB, "R8G8B8A8_SRGB", 4},
        {B8G8R8A8_UNORM, "B8G8R8A8_UNORM", 4},
        {B8G8R8A8_SRGB, "B8G8R8A8_SRGB", 4},
        {HALVES, "R16G16B16A16_SFLOAT", 8},
        {91, "R16G16B16A16_UNORM", 0},
        {FLOATS, "R32G32B32A32_SFLOAT", 16},
        {64, "A2B10G10R10_UNORM_PACK32", 0},
        {58, "A2R10G10B10_UNORM_PACK32", 0},
        {122, "B10G11R11_UFLOAT_PACK32", 0},
        {4, "R5G6B5_UNORM_PACK16", 0},
        {124, "D16_UNORM", 0},
        {126, "D32_SFLOAT", 0},
        {129, "D24_UNORM_S8_UINT", 0},
        {130, "D32_SFLOAT_S8_UINT", 0},
    };
    size_t known = 0;
    for (int64_t format = -300; format < 1000; format++)
        known += us_pixel_format_name(format) != NULL;
    assert_int_equal(known, sizeof rows / sizeof *rows);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_string_equal(us_pixel_format_name(rows[i].format), rows[i].name);
        assert_int_equal(us_pixel_format_size(rows[i].format), rows[i].size);
    }
    assert_int_equal(us_pixel_format_size(-1), 0);
}

/* Each pixel of an image of three layers says where it is. */
TEST(regions_of_an_image)
{
    enum { WIDTH = 7, HEIGHT = 5, LAYERS = 3 };
    static uint8_t image[LAYERS][HEIGHT][WIDTH][4];
    for (int l = 0; l < LAYERS; l++)
        for (int y = 0; y < HEIGHT; y++)
            for (int x = 0; x < WIDTH; x++) {
                image[l][y][x][0] = (uint8_t)(10 + x);
                image[l][y][x][1] = (uint8_t)(30 + y);
                image[l][y][x][2] = (uint8_t)(50 + l);
            }
    for (uint32_t i = 0; i < LAYERS * HEIGHT * WIDTH; i++) {
        struct us_image_region region = {.format = R8G8B8A8_SRGB,
                                         .image_width_px = WIDTH,
                                         .image_height_px = HEIGHT,
                                         .layer = i / (HEIGHT * WIDTH),
                                         .x_px = i % WIDTH,
                                         .y_px = i / WIDTH % HEIGHT};
        region.width_px = WIDTH - region.x_px;
        region.height_px = HEIGHT - region.y_px;
        region.bottom_up = i % 2 == 1;
        uint8_t out[HEIGHT * WIDTH * 3 + 1];
        size_t size = (size_t)region.width_px * region.height_px * 3;
        out[size] = 99;
        us_pixel_format_convert_region(&region, image[0][0][0], out);
        for (uint32_t y = 0; y < region.height_px; y++)
            for (uint32_t x = 0; x < region.width_px; x++) {
                const uint8_t *pixel = out + ((size_t)y * region.width_px + x) * 3;
                assert_int_equal(pixel[0], 10 + region.x_px + x);
                uint32_t row = region.bottom_up ? region.height_px - 1 - y : y;
                assert_int_equal(pixel[1], 30 + region.y_px + row);
                assert_int_equal(pixel[2], 50 + region.layer);
            }
        assert_int_equal(out[size], 99);
    }
}

TESTS_MAIN(every_byte, every_half, formats_have_their_names, regions_of_an_image)
