/* SPDX-License-Identifier: MIT */
/*
 * fake_vulkan: a Vulkan without a device, in a library that has the loader's name, so that the
 * layer takes it for the one that the app has loaded.
 *
 * It keeps count of what is made and freed, copies what it is told to copy when it is submitted,
 * and remembers the first thing that Vulkan forbids. An image is a fake_vulkan_image, and its
 * handle its address. All state is in `fake_vulkan`; fake_vulkan_reset makes it new.
 */
#ifndef US_TEST_FAKE_VULKAN_H
#define US_TEST_FAKE_VULKAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define VK_NO_PROTOTYPES
#include <vulkan/vulkan_core.h>

struct fake_vulkan_image {
    uint32_t width_px, height_px, layer_count;
    size_t pixel_size;
    VkImageLayout layout;
    const uint8_t *bytes; /* layers one after the other, rows without gaps; NULL: not looked at */
};

struct fake_vulkan {
    /* Scripts. */
    const char *missing; /* neither of the two ProcAddr functions knows this one */
    const char *fails;   /* this function fails ... */
    VkResult fails_with; /* ... with this ... */
    int fails_after;     /* ... once it was called so often */
    VkPhysicalDeviceMemoryProperties memory;
    uint32_t allowed; /* the memory types that a buffer may have */
    bool busy;        /* fences are signalled only when they are waited for */

    /* What happened. */
    int pools, fences, buffers, memories; /* alive */
    int allocations, submits, waits;      /* so far */
    uint32_t memory_type;                 /* of the last allocation */
    VkDeviceSize allocated;               /* bytes that are alive */
    uint32_t family, queue;               /* of vkGetDeviceQueue */
    const char *wrong;                    /* the first thing that Vulkan forbids; NULL: nothing */
};

#define FAKE_VULKAN_EXPORT __attribute__((visibility("default")))

extern FAKE_VULKAN_EXPORT struct fake_vulkan fake_vulkan;

/* One memory type, which the processor sees; everything succeeds at once. */
FAKE_VULKAN_EXPORT void fake_vulkan_reset(void);
/* What a graphics binding needs; they mean something to this library alone. */
#define FAKE_VULKAN_INSTANCE ((VkInstance)(uintptr_t)0x11)
#define FAKE_VULKAN_PHYSICAL_DEVICE ((VkPhysicalDevice)(uintptr_t)0x12)
#define FAKE_VULKAN_DEVICE ((VkDevice)(uintptr_t)0x13)

#endif
