/* SPDX-License-Identifier: MIT */
#include "layer/screenshots/copy/image_copy.h"

#include <math.h>
#include <string.h>

#include "core/base/srgb.h"

#define VK_NO_PROTOTYPES
#include <vulkan/vulkan_core.h>

/* SRGB: the bytes are copied. LINEAR: they are encoded. RED or BLUE is the first channel in memory.
 * HALVES: 16-bit floats, linear, red first. FLOATS: the same with 32 bits. NOT_KNOWN: only the name
 * is known, for messages. */
enum kind {
    NOT_KNOWN,
    SRGB_RED_FIRST,
    SRGB_BLUE_FIRST,
    LINEAR_RED_FIRST,
    LINEAR_BLUE_FIRST,
    HALVES,
    FLOATS
};

static const struct us_image_format formats[] = {
    {VK_FORMAT_R8G8B8A8_SRGB, "R8G8B8A8_SRGB", SRGB_RED_FIRST},
    {VK_FORMAT_B8G8R8A8_SRGB, "B8G8R8A8_SRGB", SRGB_BLUE_FIRST},
    {VK_FORMAT_R8G8B8A8_UNORM, "R8G8B8A8_UNORM", LINEAR_RED_FIRST},
    {VK_FORMAT_B8G8R8A8_UNORM, "B8G8R8A8_UNORM", LINEAR_BLUE_FIRST},
    {VK_FORMAT_R16G16B16A16_SFLOAT, "R16G16B16A16_SFLOAT", HALVES},
    {VK_FORMAT_R16G16B16A16_UNORM, "R16G16B16A16_UNORM", NOT_KNOWN},
    {VK_FORMAT_R32G32B32A32_SFLOAT, "R32G32B32A32_SFLOAT", FLOATS},
    {VK_FORMAT_A2B10G10R10_UNORM_PACK32, "A2B10G10R10_UNORM_PACK32", NOT_KNOWN},
    {VK_FORMAT_A2R10G10B10_UNORM_PACK32, "A2R10G10B10_UNORM_PACK32", NOT_KNOWN},
    {VK_FORMAT_B10G11R11_UFLOAT_PACK32, "B10G11R11_UFLOAT_PACK32", NOT_KNOWN},
    {VK_FORMAT_R5G6B5_UNORM_PACK16, "R5G6B5_UNORM_PACK16", NOT_KNOWN},
    {VK_FORMAT_D16_UNORM, "D16_UNORM", NOT_KNOWN},
    {VK_FORMAT_D32_SFLOAT, "D32_SFLOAT", NOT_KNOWN},
    {VK_FORMAT_D24_UNORM_S8_UINT, "D24_UNORM_S8_UINT", NOT_KNOWN},
    {VK_FORMAT_D32_SFLOAT_S8_UINT, "D32_SFLOAT_S8_UINT", NOT_KNOWN},
};

static struct us_image_format find(int64_t format)
{
    return us_image_format_find(formats, sizeof formats / sizeof formats[0], format);
}

size_t us_pixel_format_size(int64_t format)
{
    const int kind = find(format).kind;
    return kind == NOT_KNOWN ? 0 : kind == FLOATS ? 16 : kind == HALVES ? 8 : 4;
}

const char *us_pixel_format_name(int64_t format)
{
    return find(format).name;
}

/* Converts IEEE 754 binary16, little-endian as the host. */
static double from_half(const uint8_t *bytes)
{
    unsigned half = (unsigned)bytes[0] | (unsigned)bytes[1] << 8;
    int exponent = (int)(half >> 10 & 31), mantissa = (int)(half & 1023);
    double value;
    if (exponent == 31)
        value = mantissa == 0 ? HUGE_VAL : 0.0;
    else if (exponent == 0)
        value = ldexp(mantissa, -24);
    else
        value = ldexp(mantissa + 1024, exponent - 25);
    return (half & 0x8000u) != 0 ? -value : value;
}

static double from_float(const uint8_t *bytes)
{
    float value;
    memcpy(&value, bytes, sizeof value);
    return (double)value;
}

static void convert_bytes(int kind, const uint8_t *pixels, size_t count, uint8_t *out)
{
    uint8_t table[256]; /* so that pow is called 256 times, and not for every pixel */
    bool linear = kind == LINEAR_RED_FIRST || kind == LINEAR_BLUE_FIRST;
    int red = kind == SRGB_BLUE_FIRST || kind == LINEAR_BLUE_FIRST ? 2 : 0;
    for (unsigned i = 0; i < 256; i++)
        table[i] = linear ? us_srgb_encode(i / 255.0) : (uint8_t)i;
    for (size_t i = 0; i < count; i++, pixels += 4, out += 3) {
        out[0] = table[pixels[red]];
        out[1] = table[pixels[1]];
        out[2] = table[pixels[2 - red]];
    }
}

void us_pixel_format_convert(int64_t format, const uint8_t *pixels, size_t count, uint8_t *out_rgb)
{
    const int kind = find(format).kind;
    if (kind != HALVES && kind != FLOATS) {
        convert_bytes(kind, pixels, count, out_rgb);
        return;
    }
    size_t channel_size = kind == HALVES ? 2 : 4;
    for (size_t i = 0; i < count; i++, pixels += 4 * channel_size, out_rgb += 3) {
        for (size_t channel = 0; channel < 3; channel++) {
            const uint8_t *bytes = pixels + channel * channel_size;
            out_rgb[channel] =
                us_srgb_encode(kind == HALVES ? from_half(bytes) : from_float(bytes));
        }
    }
}

void us_pixel_format_convert_region(const struct us_image_region *region, const uint8_t *image,
                                    uint8_t *out_rgb)
{
    size_t pixel = us_pixel_format_size(region->format), width = region->width_px;
    size_t stride = region->image_width_px * pixel;
    const uint8_t *from = image + stride * region->image_height_px * region->layer +
                          stride * region->y_px + pixel * region->x_px;
    size_t height = region->height_px;
    for (size_t row = 0; row < height; row++)
        us_pixel_format_convert(region->format, from + row * stride, width,
                                out_rgb + (region->bottom_up ? height - 1 - row : row) * width * 3);
}
