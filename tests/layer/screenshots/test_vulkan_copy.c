/* SPDX-License-Identifier: MIT */
/* Hazard: a copy that is overwritten while the device still writes it, memory that the processor
 * cannot read, or a failure of Vulkan that counts as a screenshot. test_image_copies.c has what
 * OpenGL has too. */
#include "shots_app.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "core/base/own_use.h"

static void begin(struct shots_app *app)
{
    shots_begin(app, "every:0.001s", "frame:100");
    shots_wait_frame(app, 0);
}

/* Copies count as Understudy's memory where the device's memory is the process's. */
TEST(test_memory_of_a_device)
{
    struct shots_app app;
    begin(&app);
    const struct shots_part part = shots_take(&app, 2, NULL);
    assert_int_equal(us_own_use_bytes(), 0);
    shots_end(&app, shots_show(&app, 0, &part, 1));
}

/* What the device still writes is not free, though nobody holds it. Before an image is destroyed,
 * and in the end, everything is waited for. */
TEST(test_busy_device)
{
    struct shots_app app;
    begin(&app);
    fake_vulkan.busy = true;
    struct shots_part part = shots_take(&app, 0, NULL);
    assert_int_equal(fake_vulkan.family, SHOTS_FAMILY);
    assert_int_equal(fake_vulkan.queue, SHOTS_QUEUE);
    for (int i = 1; i <= 3; i++) {
        assert_int_equal(fake_vulkan.allocations, i);
        shots_give_back(&app, part.part.swapchain);
    }
    assert_int_equal(fake_vulkan.waits, 0);
    shots_drop(&app, &part, 1);
    assert_int_equal(fake_vulkan.waits, 4);
    part = shots_take(&app, 0, NULL);
    assert_int_equal(fake_vulkan.allocations, 4);
    assert_int_equal(fake_vulkan.submits, 5);
    int taken = shots_show(&app, 0, &part, 1);
    shots_end(&app, taken);
}

/* A copy that grows gives back what is too small. */
TEST(test_sizes)
{
    struct shots_app app;
    begin(&app);
    struct shots_part parts[2] = {shots_take(&app, 0, NULL), shots_take(&app, 2, NULL)};
    shots_drop(&app, parts, 2);
    parts[0] = shots_take(&app, 3, NULL);
    assert_int_equal(fake_vulkan.allocations, 3);
    assert_int_equal(fake_vulkan.memories, 2);
    assert_int_equal(fake_vulkan.allocated, SHOTS_SMALL_BYTES + 64 + 3 * SHOTS_MEGABYTE + 64);
    shots_end(&app, shots_show(&app, 0, parts, 1));
}

/* Memory that the processor sees without ado, and that it reads fast before any other. */
TEST(test_memory_types)
{
    const VkMemoryPropertyFlags local = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT,
                                seen = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT,
                                plain = seen | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT,
                                fast = plain | VK_MEMORY_PROPERTY_HOST_CACHED_BIT,
                                cached = seen | VK_MEMORY_PROPERTY_HOST_CACHED_BIT;
    const struct {
        VkMemoryPropertyFlags types[5];
        uint32_t allowed, expected; /* 9: none */
    } cases[] = {
        {{local, seen, plain, plain, fast}, 0x1f, 4},
        {{local, seen, plain, plain, fast}, 0xf, 2},
        {{local, seen, plain, plain, fast}, 0xb, 3},
        {{local, seen, plain, plain, fast}, 0x3, 9},
        {{local, cached, cached, local, seen}, 0x1f, 9},
        {{fast, fast, plain, plain, plain}, 0x1e, 1},
        {{plain, local, local, local, local}, 0x1f, 0},
        {{plain, local, local, local, local}, 0x1e, 9},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct shots_app app = {0};
        fake_vulkan_reset();
        fake_vulkan.memory.memoryTypeCount = 5;
        fake_vulkan.allowed = cases[i].allowed | 1 << 5;
        fake_vulkan.memory.memoryTypes[5].propertyFlags = fast; /* behind the last one */
        for (int type = 0; type < 5; type++)
            fake_vulkan.memory.memoryTypes[type].propertyFlags = cases[i].types[type];
        shots_begin_vulkan(&app, "frame:0", NULL);
        shots_wait_frame(&app, 0);
        const bool has_memory = cases[i].expected != 9;
        const struct shots_part part =
            shots_take(&app, 0, has_memory ? NULL : "Vulkan refuses the copy");
        if (has_memory)
            assert_int_equal(fake_vulkan.memory_type, cases[i].expected);
        shots_end(&app, shots_show(&app, 0, &part, 1));
    }
}

static const char failed_before[] = "a Vulkan call failed before";

/* After a failure the layer takes no more screenshots and frees all objects. */
TEST(test_failures)
{
    static const char *const names[] = {
        "vkCreateFence",        "vkAllocateCommandBuffers", "vkCreateBuffer",
        "vkAllocateMemory",     "vkBindBufferMemory",       "vkMapMemory",
        "vkBeginCommandBuffer", "vkEndCommandBuffer",       "vkQueueSubmit"};
    static const struct {
        VkResult result;
        const char *said;
    } results[] = {
        {VK_ERROR_DEVICE_LOST, "the Vulkan device was lost"},
        {VK_ERROR_OUT_OF_HOST_MEMORY, "Vulkan is out of memory"},
        {VK_ERROR_OUT_OF_DEVICE_MEMORY, "Vulkan is out of memory"},
        {VK_ERROR_UNKNOWN, "Vulkan refuses the copy"},
    };
    enum { NAMES = sizeof names / sizeof names[0], RESULTS = sizeof results / sizeof results[0] };
    for (size_t i = 0; i < NAMES * RESULTS; i++) {
        struct shots_app app;
        struct shots_part parts[3];
        const uint32_t before = i % 2; /* a good copy is held meanwhile */
        begin(&app);
        if (before != 0)
            parts[0] = shots_take(&app, 0, NULL);
        fake_vulkan.fails = names[i % NAMES];
        fake_vulkan.fails_with = results[i / NAMES].result;
        fake_vulkan.fails_after = (int)before;
        parts[before] = shots_take(&app, 0, results[i / NAMES].said);
        fake_vulkan.fails = NULL;
        parts[before + 1] = shots_take(&app, 0, failed_before);
        shots_end(&app, shots_show(&app, 0, parts, before + 2));
    }
}

/* A copy that never comes, and one whose fence cannot be used again. */
TEST(test_fences_that_fail)
{
    struct shots_app app;
    begin(&app);
    struct shots_part part = shots_take(&app, 0, NULL);
    fake_vulkan.fails = "vkWaitForFences";
    fake_vulkan.fails_with = VK_TIMEOUT;
    shots_show(&app, 0, &part, 1);
    shots_wait_frame(&app, 1);
    scene_expect_log(&app.scene, "layer-0.png: the Vulkan device takes too long; others may");
    part = shots_take(&app, 0, failed_before);
    shots_show(&app, 1, &part, 1);
    fake_vulkan.fails = NULL;
    shots_leave(&app);
    scene_expect_log(&app.scene, "; 1 are missing");
    shots_end(&app, 0);
    begin(&app);
    part = shots_take(&app, 0, NULL);
    shots_drop(&app, &part, 1);
    fake_vulkan.fails = "vkResetFences";
    fake_vulkan.fails_with = VK_ERROR_OUT_OF_HOST_MEMORY;
    part = shots_take(&app, 0, "Vulkan is out of memory");
    assert_int_equal(fake_vulkan.submits, 1);
    shots_end(&app, shots_show(&app, 0, &part, 1));
}

/* The app goes on, without screenshots. */
static void check_no_screenshots(const char *why)
{
    struct shots_app app = {0};
    char text[128];
    shots_begin_vulkan(&app, "frame:0", NULL);
    shots_make_swapchain(&app);
    assert_int_equal(fake.swapchain_usage, XR_SWAPCHAIN_USAGE_COLOR_ATTACHMENT_BIT);
    snprintf(text, sizeof text, "cannot write screenshots to %s: %s", app.folder, why);
    scene_expect_log(&app.scene, text);
    rmdir(app.folder);
    scene_end(&app.scene);
}

TEST(test_missing_functions)
{
    static const char *const names[] = {"vkGetDeviceProcAddr",
                                        "vkGetPhysicalDeviceMemoryProperties",
                                        "vkGetDeviceQueue",
                                        "vkCreateCommandPool",
                                        "vkDestroyCommandPool",
                                        "vkAllocateCommandBuffers",
                                        "vkBeginCommandBuffer",
                                        "vkEndCommandBuffer",
                                        "vkCmdPipelineBarrier",
                                        "vkCmdCopyImageToBuffer",
                                        "vkQueueSubmit",
                                        "vkCreateFence",
                                        "vkDestroyFence",
                                        "vkGetFenceStatus",
                                        "vkResetFences",
                                        "vkWaitForFences",
                                        "vkCreateBuffer",
                                        "vkDestroyBuffer",
                                        "vkGetBufferMemoryRequirements",
                                        "vkAllocateMemory",
                                        "vkFreeMemory",
                                        "vkBindBufferMemory",
                                        "vkMapMemory"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        fake_vulkan_reset();
        fake_vulkan.missing = names[i];
        check_no_screenshots("the Vulkan driver lacks a function");
    }
    fake_vulkan_reset();
    fake_vulkan.fails = "vkCreateCommandPool";
    fake_vulkan.fails_with = VK_ERROR_OUT_OF_HOST_MEMORY;
    check_no_screenshots("Vulkan is out of memory");
}

TESTS_MAIN(test_memory_of_a_device, test_busy_device, test_sizes, test_memory_types, test_failures,
           test_fences_that_fail, test_missing_functions)
