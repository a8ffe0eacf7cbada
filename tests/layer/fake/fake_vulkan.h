/* SPDX-License-Identifier: MIT */
/*
 * fake_vulkan: a Vulkan library without a device. It has the name of the Vulkan loader, so the
 * layer finds it in place of the loader that an app has loaded.
 *
 * It counts objects that exist, executes copies when they are submitted, and remembers the first
 * call that Vulkan forbids. A VkImage is the address of a fake_vulkan_image. All state is in
 * `fake_vulkan`; fake_vulkan_reset sets it to the defaults.
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
    /* Set by the test. */
    const char *missing; /* the two ProcAddr functions do not know this function */
    const char *fails;   /* this function fails ... */
    VkResult fails_with; /* ... with this ... */
    int fails_after;     /* ... after so many calls */
    VkPhysicalDeviceMemoryProperties memory;
    VkPhysicalDeviceType type;
    uint32_t allowed;      /* the memory types that a buffer may have */
    bool busy;             /* a fence is signalled only when somebody waits for it */
    void (*on_wait)(void); /* vkWaitForFences calls it first; NULL: nothing */

    /* Set by the fake: what happened. */
    int pools, fences, buffers, memories; /* alive */
    int allocations, submits, waits;      /* so far */
    uint32_t memory_type;                 /* of the last allocation */
    VkDeviceSize allocated;               /* bytes that are alive */
    uint32_t family, queue;               /* of vkGetDeviceQueue */
    const char *wrong;                    /* the first thing that Vulkan forbids; NULL: nothing */
};

#define FAKE_VULKAN_EXPORT __attribute__((visibility("default")))

extern FAKE_VULKAN_EXPORT struct fake_vulkan fake_vulkan;

/* Sets the defaults: one host-visible memory type; all calls succeed at once. */
FAKE_VULKAN_EXPORT void fake_vulkan_reset(void);
/* Handles for a graphics binding; only this library accepts them. */
#define FAKE_VULKAN_INSTANCE ((VkInstance)(uintptr_t)0x11)
#define FAKE_VULKAN_PHYSICAL_DEVICE ((VkPhysicalDevice)(uintptr_t)0x12)
#define FAKE_VULKAN_DEVICE ((VkDevice)(uintptr_t)0x13)

#endif
