/* SPDX-License-Identifier: MIT */
/* Hazard: a screenshot that other programs cannot read, a lost one that is not counted, or a folder
 * that cannot be written to counts as good. */
#include "shots_app.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "counting.h"

enum { RGBA_SRGB = 43 };

/* A swapchain with one image of this size, which is given back, and a part that is all of it. */
static struct shots_part show_all(struct shots_app *app, struct fake_vulkan_image *image,
                                  uint32_t width_px, uint32_t height_px, const uint8_t *bytes)
{
    const XrSwapchainCreateInfo info = shots_info(RGBA_SRGB, width_px, height_px, 1);
    *image = (struct fake_vulkan_image){
        width_px, height_px, 1, 4, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL, bytes};
    const struct shots_part part = {{shots_swapchain(app, &info, (uint64_t)(uintptr_t)image),
                                     {{0, 0}, {(int32_t)width_px, (int32_t)height_px}},
                                     0},
                                    NULL};
    shots_give_back(app, part.part.swapchain);
    return part;
}

/* Pixels without an order. */
static uint8_t *make_pixels(size_t count)
{
    uint8_t *rgba = malloc(4 * count);
    assert_non_null(rgba);
    uint32_t value = 1;
    for (size_t i = 0; i < 4 * count; i++) {
        value = value * 1664525 + 1013904223;
        rgba[i] = (uint8_t)(value >> 24);
    }
    return rgba;
}

/* libpng finds the same pixels in it; sizes around those of a stored block. */
TEST(images_of_all_sizes)
{
    static const uint32_t sizes[][2] = {{1, 1},     {3, 2},     {21844, 1}, {21845, 1},
                                        {255, 257}, {640, 480}, {1, 20000}};
    enum { COUNT = sizeof sizes / sizeof sizes[0] };
    struct shots_app app;
    struct fake_vulkan_image images[COUNT];
    struct shots_part parts[COUNT];
    uint8_t *pixels[COUNT];
    shots_begin(&app, "every:0.001s", "frame:100");
    shots_wait_frame(&app, 0);
    for (int i = 0; i < COUNT; i++) {
        pixels[i] = make_pixels((size_t)sizes[i][0] * sizes[i][1]);
        parts[i] = show_all(&app, &images[i], sizes[i][0], sizes[i][1], pixels[i]);
    }
    const int taken = shots_show(&app, 0, parts, COUNT);
    shots_wait_frame(&app, 1);
    for (int i = 0; i < COUNT; i++) {
        char name[64];
        const size_t count = (size_t)sizes[i][0] * sizes[i][1];
        uint8_t *rgb = malloc(3 * count);
        assert_non_null(rgb);
        snprintf(name, sizeof name, "frame-000000-layer-%d.png", i);
        shots_read(&app, name, sizes[i][0], sizes[i][1], rgb);
        for (size_t k = 0; k < count; k++)
            assert_memory_equal(rgb + 3 * k, pixels[i] + 4 * k, 3);
        free(rgb);
        free(pixels[i]);
    }
    shots_end(&app, taken);
}

/* The first lost screenshot is an error at once; in the end they are counted. */
TEST(screenshots_that_are_lost)
{
    struct shots_app app;
    shots_begin(&app, "every:0.001s", "frame:100");
    shots_wait_frame(&app, 0);
    struct shots_part parts[3];
    for (int i = 0; i < 3; i++)
        parts[i] = shots_take(&app, 0, NULL);
    fake_vulkan.fails = "vkWaitForFences";
    fake_vulkan.fails_with = VK_ERROR_DEVICE_LOST;
    fake_vulkan.fails_after = 1;
    shots_show(&app, 0, parts, 3);
    shots_wait_frame(&app, 1);
    scene_expect_log(&app.scene, "layer-1.png: the Vulkan device was lost; others "
                                 "may be missing too");
    scene_expect_log(&app.scene, "others may be missing too");
    assert_int_equal(scene_count_log(&app.scene, ".png: the Vulkan device was lost"), 2);
    fake_vulkan.fails = NULL;
    shots_leave(&app);
    scene_expect_log(&app.scene, "1 screenshots in");
    scene_expect_log(&app.scene, "; 2 are missing");
    shots_end(&app, 1);
}

/* The pixels and the file need memory each: 48 kB and a little more. */
TEST(no_memory)
{
    static const size_t limits[] = {48000, 128 * 128 * 3, 0};
    struct shots_app app;
    struct fake_vulkan_image image;
    shots_begin(&app, "every:0.001s", "frame:100");
    uint8_t *pixels = make_pixels(128 * 128);
    shots_wait_frame(&app, 0);
    for (int i = 0; i < 3; i++) {
        const struct shots_part part = show_all(&app, &image, 128, 128, pixels);
        counting.most = limits[i];
        shots_show(&app, i, &part, 1);
        shots_wait_frame(&app, i + 1);
        counting_reset();
    }
    assert_int_equal(scene_count_log(&app.scene, "-layer-0.png: Cannot allocate memory"), 2);
    shots_leave(&app);
    scene_expect_log(&app.scene, "; 2 are missing");
    shots_end(&app, 1);
    free(pixels);
}

/* Opens a session that is to write to this folder. */
static void check_folder(const char *folder, const char *why)
{
    struct shots_app app = {0};
    fake_vulkan_reset();
    scene_init(&app.scene, SCENE_ALL);
    app.binding = (XrGraphicsBindingVulkanKHR){.type = XR_TYPE_GRAPHICS_BINDING_VULKAN_KHR,
                                               .instance = FAKE_VULKAN_INSTANCE,
                                               .physicalDevice = FAKE_VULKAN_PHYSICAL_DEVICE,
                                               .device = FAKE_VULKAN_DEVICE};
    app.scene.binding = &app.binding;
    setenv("UNDERSTUDY_SHOOT", "frame:0", 1);
    setenv("UNDERSTUDY_SHOTS_DIR", folder, 1);
    scene_open(&app.scene, NULL, 0);
    char text[256];
    snprintf(text, sizeof text, "cannot write screenshots to %s: %s", folder,
             why != NULL ? why : "");
    assert_int_equal(scene_count_log(&app.scene, text), why != NULL);
    assert_int_equal(fake_vulkan.pools, why == NULL);
    scene_end(&app.scene);
}

/* A folder is made, but none above it; a file is no folder. */
TEST(folders)
{
    char folder[] = "/tmp/understudy-writer-XXXXXX", path[128];
    struct stat status;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/new", folder);
    check_folder(path, NULL);
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0700);
    check_folder(path, NULL);
    rmdir(path);
    snprintf(path, sizeof path, "%s/no/such", folder);
    check_folder(path, "No such file or directory");
    snprintf(path, sizeof path, "%s/file", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fclose(file);
    check_folder(path, "Not a directory");
    unlink(path);
    rmdir(folder);
}

TESTS_MAIN(images_of_all_sizes, screenshots_that_are_lost, no_memory, folders)
