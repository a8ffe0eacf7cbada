/* SPDX-License-Identifier: MIT */
/* Hazard: a screenshot of another moment, with other colours, or one that other programs cannot
 * read. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <png.h>

#include "testing.h"
#include "core/playback/capture_schedule.h"
#include "layer/screenshots/copy/image_copy.h"
#include "layer/screenshots/screenshot_writer.h"

/* VkFormat values, from the Vulkan specification. */
enum { RGBA_UNORM = 37, RGBA_SRGB = 43, BGRA_UNORM = 44, BGRA_SRGB = 50, RGBA_HALF = 97 };

static struct us_capture_schedule parse(const char *text)
{
    struct us_capture_schedule schedule;
    struct us_capture_schedule_error error;
    assert_true(us_capture_schedule_parse(text, &schedule, &error));
    return schedule;
}

TEST(test_words)
{
    struct us_capture_schedule schedule =
        parse("1.5s,marker:the end,frame:90,every:0.25s,2,every:3");
    assert_int_equal(schedule.count, 6);
    assert_int_equal(schedule.moments[0].kind, US_CAPTURE_SCHEDULE_TIME);
    assert_true(schedule.moments[0].time_s == 1.5);
    assert_int_equal(schedule.moments[1].kind, US_CAPTURE_SCHEDULE_MARKER);
    assert_int_equal(schedule.moments[1].length, strlen("marker:the end"));
    assert_memory_equal(schedule.moments[1].text, "marker:the end,", 15);
    assert_int_equal(schedule.moments[2].kind, US_CAPTURE_SCHEDULE_FRAME);
    assert_int_equal(schedule.moments[2].frame, 90);
    assert_int_equal(schedule.moments[3].kind, US_CAPTURE_SCHEDULE_EVERY);
    assert_true(schedule.moments[3].time_s == 0.25);
    assert_true(schedule.moments[4].kind == US_CAPTURE_SCHEDULE_TIME &&
                schedule.moments[4].time_s == 2.0);
    assert_true(schedule.moments[5].kind == US_CAPTURE_SCHEDULE_EVERY &&
                schedule.moments[5].time_s == 3.0);
}

TEST(test_wrong_words)
{
    const char *wrong[] = {"",
                           "-s",
                           "1,,2",
                           "1,",
                           "frame:",
                           "frame:-1",
                           "frame:1.5",
                           "marker:",
                           "every:",
                           "every:0",
                           "every:-1",
                           "every:0.0s",
                           "1.5m",
                           "1e3",
                           "1,5.5.5",
                           "begin:",
                           "frame:99999999999999999999"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct us_capture_schedule schedule = {.count = 7};
        struct us_capture_schedule_error error = {0};
        assert_false(us_capture_schedule_parse(wrong[i], &schedule, &error));
        assert_int_equal(schedule.count, 0);
        assert_non_null(error.why);
        assert_true(error.text >= wrong[i] && error.text <= wrong[i] + strlen(wrong[i]));
    }
    struct us_capture_schedule schedule;
    struct us_capture_schedule_error error;
    assert_false(us_capture_schedule_parse("1s,frame:2,often:,3", &schedule, &error));
    assert_int_equal(error.length, 6);
    assert_memory_equal(error.text, "often:", 6);

    char many[US_CAPTURE_SCHEDULE_MAX * 2 + 4] = "1";
    for (int i = 1; i < US_CAPTURE_SCHEDULE_MAX; i++)
        strcat(many, ",1");
    assert_true(us_capture_schedule_parse(many, &schedule, &error));
    strcat(many, ",1");
    assert_false(us_capture_schedule_parse(many, &schedule, &error));
}

TEST(test_moments_in_a_recording)
{
    char first[] = "go", second[] = "go", third[] = "late";
    struct us_marker markers[] = {{1.25f, first, 2}, {3.0f, second, 2}, {9.0f, third, 4}};
    const struct us_recording recording = {.markers = markers, .marker_count = 3};
    const struct us_clock clock = {.from_s = 1.0, .to_s = 4.0, .speed = 1.0};
    struct us_capture_schedule schedule =
        parse("marker:go,marker:late,marker:g,0.5s,1s,4,4.1,frame:5,every:9");
    const bool possible[] = {true, false, false, false, true, true, false, true, true};
    for (unsigned i = 0; i < schedule.count; i++) {
        struct us_error error = {0};
        enum us_result result =
            us_capture_schedule_resolve(&schedule.moments[i], &recording, &clock, &error);
        assert_int_equal(result == US_OK, possible[i]);
        assert_int_equal(schedule.moments[i].possible, possible[i]);
        assert_int_equal(error.text[0] != '\0', !possible[i]);
    }
    assert_true(schedule.moments[0].time_s == 1.25);
}

/* The frames of `hz` a second that are wanted, of the first `count`; up to 16 of them. */
static unsigned wanted_frames(const char *text, double hz, unsigned count, double round_frames,
                              unsigned out[16])
{
    struct us_capture_schedule schedule = parse(text);
    struct us_capture_schedule_state taken;
    unsigned found = 0;
    memset(&taken, 0, sizeof taken);
    for (unsigned i = 0; i < schedule.count; i++)
        schedule.moments[i].possible = true;
    for (unsigned frame = 0; frame < count; frame++) {
        double in_round = fmod(frame, round_frames);
        struct us_clock_time at = {.recording_s = in_round / hz + 10.0,
                                   .pass = floor(frame / round_frames)};
        if (us_capture_schedule_wants(&schedule, &taken, 10.0, frame, &at)) {
            assert_true(found < 16);
            out[found++] = frame;
        }
    }
    return found;
}

TEST(test_which_frames)
{
    unsigned got[16];
    /* 10.1 s is frame 1 of 10 a second, and not exactly so in binary; 10.15 s is met by frame 2. */
    assert_int_equal(wanted_frames("10.1s,10.15s,frame:7,frame:2", 10.0, 20, 100.0, got), 3);
    assert_true(got[0] == 1 && got[1] == 2 && got[2] == 7);
    assert_int_equal(wanted_frames("every:0.5s", 10.0, 20, 100.0, got), 4);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(got[i], i * 5);
    /* Not before it, once, and not again in the next round. */
    assert_int_equal(wanted_frames("10.34s", 10.0, 20, 10.0, got), 1);
    assert_int_equal(got[0], 4);
    /* Rounds of 0.8 s, which are 8 frames: each has its own stretches, at 0 and 0.5 s. */
    const unsigned rounds[] = {0, 5, 8, 13, 16};
    assert_int_equal(wanted_frames("every:0.5s", 10.0, 20, 8.0, got), 5);
    assert_memory_equal(got, rounds, sizeof rounds);
    /* Slow frames meet several moments at once: one screenshot. */
    assert_int_equal(wanted_frames("10.1s,10.2s,10.3s,every:0.1s", 2.0, 2, 100.0, got), 2);
    assert_true(got[0] == 0 && got[1] == 1);
}

TEST(test_impossible_is_never_wanted)
{
    struct us_capture_schedule schedule = parse("0s");
    struct us_capture_schedule_state taken;
    memset(&taken, 0, sizeof taken);
    const struct us_clock_time at = {.recording_s = 5.0};
    assert_false(us_capture_schedule_wants(&schedule, &taken, 0.0, 0, &at));
}

static uint8_t *make_pixels(uint32_t width, uint32_t height)
{
    uint8_t *rgb = malloc((size_t)width * height * 3);
    assert_non_null(rgb);
    uint32_t value = 1;
    for (size_t i = 0; i < (size_t)width * height * 3; i++) {
        value = value * 1664525 + 1013904223;
        rgb[i] = (uint8_t)(value >> 24);
    }
    return rgb;
}

/* libpng finds the same pixels in it; sizes around those of a stored block. */
TEST(test_png)
{
    const uint32_t sizes[][2] = {{1, 1}, {3, 2}, {21844, 1}, {21845, 1}, {255, 257}, {640, 480}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        uint32_t width = sizes[i][0], height = sizes[i][1];
        size_t size = us_screenshot_png_size(width, height);
        uint8_t *rgb = make_pixels(width, height), *bytes = malloc(size + 1);
        assert_non_null(bytes);
        bytes[size] = 0xa5;
        us_screenshot_png_encode(width, height, rgb, bytes);
        assert_int_equal(bytes[size], 0xa5);
        png_image image = {.version = PNG_IMAGE_VERSION};
        assert_true(png_image_begin_read_from_memory(&image, bytes, size));
        assert_int_equal(image.width, width);
        assert_int_equal(image.height, height);
        image.format = PNG_FORMAT_RGB;
        uint8_t *read = malloc(PNG_IMAGE_SIZE(image));
        assert_non_null(read);
        assert_true(png_image_finish_read(&image, NULL, read, 0, NULL));
        assert_int_equal(image.warning_or_error, 0);
        assert_memory_equal(read, rgb, (size_t)width * height * 3);
        free(read);
        free(bytes);
        free(rgb);
    }
}

TEST(test_file)
{
    char folder[] = "/tmp/understudy-shot-XXXXXX", path[64], none[64], beside[96];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/a.png", folder);
    snprintf(none, sizeof none, "%s/none/a.png", folder);
    snprintf(beside, sizeof beside, "%s.%ld.tmp", path, (long)getpid());
    uint8_t *rgb = make_pixels(40, 30);
    assert_true(us_screenshot_png_write(path, 40, 30, rgb));
    assert_int_not_equal(access(beside, F_OK), 0);
    png_image image = {.version = PNG_IMAGE_VERSION};
    assert_true(png_image_begin_read_from_file(&image, path));
    png_image_free(&image);
    assert_false(us_screenshot_png_write(none, 40, 30, rgb));
    free(rgb);
    unlink(path);
    rmdir(folder);
}

TEST(test_bytes_of_formats)
{
    const uint8_t pixel[] = {10, 128, 250, 3};
    uint8_t rgb[3];
    us_pixel_format_convert(RGBA_SRGB, pixel, 1, rgb);
    assert_true(rgb[0] == 10 && rgb[1] == 128 && rgb[2] == 250);
    us_pixel_format_convert(BGRA_SRGB, pixel, 1, rgb);
    assert_true(rgb[0] == 250 && rgb[1] == 128 && rgb[2] == 10);
    /* Of linear light 10/255, 128/255, 250/255: by the formula of IEC 61966-2-1, with bc. */
    us_pixel_format_convert(RGBA_UNORM, pixel, 1, rgb);
    assert_true(rgb[0] == 56 && rgb[1] == 188 && rgb[2] == 253);
    us_pixel_format_convert(BGRA_UNORM, pixel, 1, rgb);
    assert_true(rgb[0] == 253 && rgb[1] == 188 && rgb[2] == 56);
}

TEST(test_halves)
{
    /* 0.5, 1, 2; the smallest subnormal, -1, infinity; not a number, 0.25, 0.001 */
    const uint16_t halves[] = {0x3800, 0x3c00, 0x4000, 0,      0x0001, 0xbc00,
                               0x7c00, 0,      0x7e00, 0x3400, 0x1419, 0};
    const uint8_t expected[] = {188, 255, 255, 0, 0, 255, 0, 137, 3};
    uint8_t bytes[sizeof halves], rgb[9];
    for (size_t i = 0; i < sizeof halves / sizeof halves[0]; i++) {
        bytes[2 * i] = (uint8_t)halves[i];
        bytes[2 * i + 1] = (uint8_t)(halves[i] >> 8);
    }
    us_pixel_format_convert(RGBA_HALF, bytes, 3, rgb);
    assert_memory_equal(rgb, expected, sizeof expected);
}

/* Each pixel says where it is: column, row, array layer. */
TEST(test_part_of_an_image)
{
    enum { WIDTH = 7, HEIGHT = 5, LAYERS = 3 };
    uint8_t image[LAYERS][HEIGHT][WIDTH][4], rgb[4 * 2 * 3];
    for (int layer = 0; layer < LAYERS; layer++)
        for (int y = 0; y < HEIGHT; y++)
            for (int x = 0; x < WIDTH; x++)
                memcpy(image[layer][y][x], (uint8_t[]){(uint8_t)x, (uint8_t)y, (uint8_t)layer, 9},
                       4);
    const struct us_image_region part = {RGBA_SRGB, WIDTH, HEIGHT, 1, 3, 2, 4, 2, false};
    us_pixel_format_convert_region(&part, &image[0][0][0][0], rgb);
    for (int y = 0; y < 2; y++) {
        for (int x = 0; x < 4; x++) {
            const uint8_t *got = rgb + (y * 4 + x) * 3;
            assert_true(got[0] == 3 + x && got[1] == 2 + y && got[2] == 1);
        }
    }
}

TEST(test_known_formats)
{
    const int four[] = {RGBA_UNORM, RGBA_SRGB, BGRA_UNORM, BGRA_SRGB};
    for (int i = 0; i < 4; i++)
        assert_int_equal(us_pixel_format_size(four[i]), 4);
    assert_int_equal(us_pixel_format_size(RGBA_HALF), 8);
    assert_int_equal(us_pixel_format_size(64), 0);
    assert_string_equal(us_pixel_format_name(64), "A2B10G10R10_UNORM_PACK32");
    assert_int_equal(us_pixel_format_size(4711), 0);
    assert_null(us_pixel_format_name(4711));
}

int main(void)
{
    return RUN_TESTS(test_words, test_wrong_words, test_moments_in_a_recording, test_which_frames,
                     test_impossible_is_never_wanted, test_png, test_file, test_bytes_of_formats,
                     test_halves, test_part_of_an_image, test_known_formats);
}
