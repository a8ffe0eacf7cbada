/* SPDX-License-Identifier: MIT */
/* Hazard: a copy of another image, one that is overwritten while it is read, memory that is never
 * given back, or a failure of Vulkan that counts as a screenshot. */

#include <stdlib.h>
#include <string.h>

#include "testing.h"
#include "fake_vulkan.h"
#include "core/base/own_use.h"
#include "layer/screenshots/copy/vulkan_copy.h"
#include "openxr/xr_vulkan.h"

enum { WIDTH = 5, HEIGHT = 3, LAYERS = 2, PIXEL = 4, BYTES = WIDTH * HEIGHT * LAYERS * PIXEL };
#define MEGABYTE ((uint32_t)1 << 20)

static uint8_t pixels[BYTES];
static struct fake_vulkan_image image;

static struct us_vulkan_copy *create_with(const char **out_why)
{
    const XrGraphicsBindingVulkanKHR binding = {.type = XR_TYPE_GRAPHICS_BINDING_VULKAN_KHR,
                                                .instance = FAKE_VULKAN_INSTANCE,
                                                .physicalDevice = FAKE_VULKAN_PHYSICAL_DEVICE,
                                                .device = FAKE_VULKAN_DEVICE,
                                                .queueFamilyIndex = 3,
                                                .queueIndex = 2};
    return us_vulkan_copy_create(&binding, out_why);
}

static struct us_vulkan_copy *create(void)
{
    const char *why;
    fake_vulkan_reset();
    for (int i = 0; i < BYTES; i++)
        pixels[i] = (uint8_t)(7 * i + 1);
    image = (struct fake_vulkan_image){
        WIDTH, HEIGHT, LAYERS, PIXEL, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL, pixels};
    struct us_vulkan_copy *vulkan = create_with(&why);
    assert_non_null(vulkan);
    assert_null(why);
    return vulkan;
}

/* Nothing is left, and nothing was done that Vulkan forbids. */
static void end(struct us_vulkan_copy *vulkan)
{
    us_vulkan_copy_destroy(vulkan);
    if (fake_vulkan.wrong != NULL)
        fail_msg("%s", fake_vulkan.wrong);
    assert_int_equal(fake_vulkan.pools, 0);
    assert_int_equal(fake_vulkan.fences, 0);
    assert_int_equal(fake_vulkan.buffers, 0);
    assert_int_equal(fake_vulkan.memories, 0);
}

static struct us_image_copy *copy_of(struct us_vulkan_copy *vulkan,
                                     const struct fake_vulkan_image *source, const char **out_why)
{
    const struct us_image_source wanted = {(uint64_t)(uintptr_t)source, source->width_px,
                                           source->height_px,           source->layer_count,
                                           source->pixel_size,          0};
    return us_vulkan_copy_begin(vulkan, &wanted, out_why);
}

static struct us_image_copy *copy(struct us_vulkan_copy *vulkan)
{
    const char *why = NULL;
    struct us_image_copy *made = copy_of(vulkan, &image, &why);
    if (made == NULL)
        fail_msg("%s", why);
    return made;
}

/* An image of so many megabytes that nobody looks at. */
static struct us_image_copy *copy_large(struct us_vulkan_copy *vulkan, uint32_t megabytes,
                                        const char **out_why)
{
    struct fake_vulkan_image large = {
        MEGABYTE / 4, megabytes, 1, 4, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL, NULL};
    return copy_of(vulkan, &large, out_why);
}

/* Copies count as Understudy's memory where the device's memory is the process's. */
TEST(test_own_memory)
{
    for (int processor = 0; processor < 2; processor++) {
        const char *why;
        us_vulkan_copy_destroy(create());
        fake_vulkan.type =
            processor != 0 ? VK_PHYSICAL_DEVICE_TYPE_CPU : VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU;
        struct us_vulkan_copy *vulkan = create_with(&why);
        for (int i = 1; i <= 3; i++) {
            assert_non_null(copy_large(vulkan, 2, &why));
            assert_int_equal(us_own_use_bytes(), processor * i * (int)(2 * MEGABYTE));
        }
        end(vulkan);
        assert_int_equal(us_own_use_bytes(), 0);
    }
}

TEST(test_pixels)
{
    struct us_vulkan_copy *vulkan = create();
    assert_int_equal(fake_vulkan.family, 3);
    assert_int_equal(fake_vulkan.queue, 2);
    const char *why = NULL;
    for (int round = 0; round < 3; round++) {
        pixels[round]++;
        struct us_image_copy *made = copy(vulkan);
        assert_int_equal(image.layout, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL);
        const uint8_t *bytes = us_vulkan_copy_wait(vulkan, made, &why);
        assert_memory_equal(bytes, pixels, BYTES);
        us_image_copy_unref(made);
    }
    assert_int_equal(fake_vulkan.submits, 3);
    us_image_copy_unref(NULL);
    end(vulkan);
    us_vulkan_copy_destroy(NULL);
}

/* A copy is used again when nobody holds it and the device is done, and not before. */
TEST(test_use_again)
{
    struct us_vulkan_copy *vulkan = create();
    struct us_image_copy *first = copy(vulkan);
    struct us_image_copy *second = copy(vulkan);
    assert_ptr_not_equal(first, second);
    us_image_copy_ref(first);
    us_image_copy_unref(first);
    assert_int_equal(fake_vulkan.allocations, 2);
    struct us_image_copy *third = copy(vulkan); /* both are held */
    assert_true(third != first && third != second);
    us_image_copy_unref(first);
    assert_ptr_equal(copy(vulkan), first);
    assert_int_equal(fake_vulkan.allocations, 3);
    us_image_copy_unref(first);
    us_image_copy_unref(second);
    /* What the device still writes is not free, though nobody holds it. */
    fake_vulkan.busy = true;
    assert_ptr_equal(copy(vulkan), first);
    us_image_copy_unref(first);
    assert_ptr_equal(copy(vulkan), second);
    const char *why;
    assert_non_null(us_vulkan_copy_wait(vulkan, first, &why));
    assert_ptr_equal(copy(vulkan), first);
    assert_int_equal(fake_vulkan.allocations, 3);
    /* Before images are destroyed, and in the end, everything is waited for. */
    int waits = fake_vulkan.waits;
    us_vulkan_copy_wait_idle(vulkan);
    assert_int_equal(fake_vulkan.waits, waits + 3);
    end(vulkan);
}

/* One that is large enough, else the largest, which grows; what is too small is given back. */
TEST(test_sizes)
{
    struct us_vulkan_copy *vulkan = create();
    const char *why = NULL;
    struct us_image_copy *small = copy(vulkan), *middle = copy_large(vulkan, 2, &why);
    assert_non_null(middle);
    us_image_copy_unref(small);
    us_image_copy_unref(middle);
    assert_ptr_equal(copy_large(vulkan, 2, &why), middle);
    us_image_copy_unref(middle);
    assert_int_equal(fake_vulkan.allocations, 2);
    struct us_image_copy *large = copy_large(vulkan, 3, &why);
    assert_ptr_equal(large, middle);
    assert_int_equal(fake_vulkan.allocations, 3);
    assert_int_equal(fake_vulkan.memories, 2);
    assert_int_equal(fake_vulkan.allocated, BYTES + 64 + 3 * MEGABYTE + 64);
    end(vulkan);
}

/* Half a gigabyte of copies, and not a byte more. */
TEST(test_memory_limit)
{
    struct us_vulkan_copy *vulkan = create();
    const char *why = NULL;
    assert_null(copy_large(vulkan, 513, &why));
    assert_string_equal(why, "the image is too large");
    struct us_image_copy *half = copy_large(vulkan, 256, &why);
    assert_non_null(half);
    assert_null(copy_large(vulkan, 257, &why));
    assert_string_equal(why, "earlier screenshots are still being written");
    struct us_image_copy *other = copy_large(vulkan, 256, &why);
    assert_non_null(other);
    assert_null(copy_of(vulkan, &image, &why));
    us_image_copy_unref(half);
    us_image_copy_unref(other);
    /* One of them grows, the other counts until it is used for something else. */
    assert_null(copy_large(vulkan, 512, &why));
    assert_string_equal(why, "earlier screenshots are still being written");
    assert_non_null(copy_of(vulkan, &image, &why));
    end(vulkan);
    vulkan = create();
    assert_non_null(copy_large(vulkan, 512, &why));
    end(vulkan);
}

/* What grows counts as large as it is now, and no longer as it was. */
TEST(test_memory_that_grows)
{
    struct us_vulkan_copy *vulkan = create();
    const char *why = NULL;
    struct us_image_copy *first = copy_large(vulkan, 256, &why);
    us_image_copy_unref(first);
    assert_ptr_equal(copy_large(vulkan, 300, &why), first);
    assert_null(copy_large(vulkan, 213, &why));
    assert_non_null(copy_large(vulkan, 212, &why));
    end(vulkan);
}

TEST(test_copies_limit)
{
    struct us_vulkan_copy *vulkan = create();
    struct us_image_copy *made[US_IMAGE_COPY_MAX];
    const char *why = NULL;
    for (int i = 0; i < US_IMAGE_COPY_MAX; i++)
        made[i] = copy(vulkan);
    assert_null(copy_of(vulkan, &image, &why));
    assert_string_equal(why, "earlier screenshots are still being written");
    us_image_copy_unref(made[US_IMAGE_COPY_MAX - 1]);
    assert_ptr_equal(copy(vulkan), made[US_IMAGE_COPY_MAX - 1]);
    end(vulkan);
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
        fake_vulkan_reset();
        struct fake_vulkan reset = fake_vulkan;
        reset.memory.memoryTypeCount = 5;
        reset.allowed = cases[i].allowed | 1 << 5;
        reset.memory.memoryTypes[5].propertyFlags = fast; /* behind the last one */
        for (int type = 0; type < 5; type++)
            reset.memory.memoryTypes[type].propertyFlags = cases[i].types[type];
        fake_vulkan = reset;
        const char *why = NULL;
        struct us_vulkan_copy *vulkan = create_with(&why);
        image.layout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
        struct us_image_copy *made = copy_of(vulkan, &image, &why);
        assert_int_equal(made != NULL, cases[i].expected != 9);
        if (made != NULL)
            assert_int_equal(fake_vulkan.memory_type, cases[i].expected);
        else
            assert_string_equal(why, "Vulkan refuses the copy");
        end(vulkan);
    }
}

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
    for (size_t i = 0; i < 2 * NAMES * RESULTS; i++) {
        struct us_vulkan_copy *vulkan = create();
        const char *why = NULL;
        bool second = i >= NAMES * RESULTS; /* another copy is held meanwhile */
        if (second)
            copy(vulkan);
        fake_vulkan.fails = names[i % NAMES];
        fake_vulkan.fails_with = results[i / NAMES % RESULTS].result;
        fake_vulkan.fails_after = second;
        assert_null(copy_of(vulkan, &image, &why));
        assert_string_equal(why, results[i / NAMES % RESULTS].said);
        fake_vulkan.fails = NULL;
        assert_null(copy_of(vulkan, &image, &why));
        assert_string_equal(why, "a Vulkan call failed before");
        end(vulkan);
    }
}

/* A copy that never comes, and one whose fence cannot be used again. */
TEST(test_fences_that_fail)
{
    struct us_vulkan_copy *vulkan = create();
    const char *why = NULL;
    struct us_image_copy *made = copy(vulkan);
    fake_vulkan.fails = "vkWaitForFences";
    fake_vulkan.fails_with = VK_TIMEOUT;
    assert_null(us_vulkan_copy_wait(vulkan, made, &why));
    assert_string_equal(why, "the Vulkan device takes too long");
    assert_null(copy_of(vulkan, &image, &why));
    assert_string_equal(why, "a Vulkan call failed before");
    end(vulkan);
    vulkan = create();
    us_image_copy_unref(copy(vulkan));
    fake_vulkan.fails = "vkResetFences";
    fake_vulkan.fails_with = VK_ERROR_OUT_OF_HOST_MEMORY;
    assert_null(copy_of(vulkan, &image, &why));
    assert_string_equal(why, "Vulkan is out of memory");
    assert_int_equal(fake_vulkan.submits, 1);
    end(vulkan);
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
        const char *why = NULL;
        fake_vulkan_reset();
        fake_vulkan.missing = names[i];
        assert_null(create_with(&why));
        assert_string_equal(why, "the Vulkan driver lacks a function");
    }
    const char *why = NULL;
    fake_vulkan_reset();
    fake_vulkan.fails = "vkCreateCommandPool";
    fake_vulkan.fails_with = VK_ERROR_OUT_OF_HOST_MEMORY;
    assert_null(create_with(&why));
    assert_string_equal(why, "Vulkan is out of memory");
}

int main(void)
{
    return RUN_TESTS(test_own_memory, test_pixels, test_use_again, test_sizes, test_memory_limit,
                     test_memory_that_grows, test_copies_limit, test_memory_types, test_failures,
                     test_fences_that_fail, test_missing_functions);
}
