/* SPDX-License-Identifier: MIT */
#include "layer/screenshots/copy/vulkan_copy.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "core/base/own_use.h"
#include "openxr/xr_vulkan.h"
#include "platform/library.h"
#include "platform/thread.h"

/* How long to wait for a copy. A device that needs more time is assumed to hang. */
#define PATIENCE_NS UINT64_C(10000000000)
#define MEMORY_MAX ((VkDeviceSize)US_IMAGE_COPY_MEMORY_MAX)

#define DEVICE_FUNCTIONS(FUNCTION)                                                                 \
    FUNCTION(vkGetDeviceQueue)                                                                     \
    FUNCTION(vkCreateCommandPool)                                                                  \
    FUNCTION(vkDestroyCommandPool)                                                                 \
    FUNCTION(vkAllocateCommandBuffers)                                                             \
    FUNCTION(vkBeginCommandBuffer)                                                                 \
    FUNCTION(vkEndCommandBuffer)                                                                   \
    FUNCTION(vkCmdPipelineBarrier)                                                                 \
    FUNCTION(vkCmdCopyImageToBuffer)                                                               \
    FUNCTION(vkQueueSubmit)                                                                        \
    FUNCTION(vkCreateFence)                                                                        \
    FUNCTION(vkDestroyFence)                                                                       \
    FUNCTION(vkGetFenceStatus)                                                                     \
    FUNCTION(vkResetFences)                                                                        \
    FUNCTION(vkWaitForFences)                                                                      \
    FUNCTION(vkCreateBuffer)                                                                       \
    FUNCTION(vkDestroyBuffer)                                                                      \
    FUNCTION(vkGetBufferMemoryRequirements)                                                        \
    FUNCTION(vkAllocateMemory)                                                                     \
    FUNCTION(vkFreeMemory)                                                                         \
    FUNCTION(vkBindBufferMemory)                                                                   \
    FUNCTION(vkMapMemory)

struct vulkan_copy {
    struct us_image_copy base; /* without references it is reused when the device has finished */
    bool submitted;            /* the fence tells when the device has finished */
    VkFence fence;
    VkCommandBuffer commands;
    VkBuffer buffer;
    VkDeviceMemory memory;
    VkDeviceSize size;
    void *bytes; /* mapped until the buffer is freed */
};

struct us_vulkan_copy {
    VkDevice device;
    VkQueue queue;
    VkCommandPool pool;
    VkPhysicalDeviceMemoryProperties memory;
#define MEMBER(name) PFN_##name name;
    DEVICE_FUNCTIONS(MEMBER)
#undef MEMBER

    /* Guards the pool, the queue (against threads of the layer), and the members of copies that are
     * not atomic. */
    struct us_mutex mutex;
    VkDeviceSize used;  /* bytes of all buffers */
    bool is_processor;  /* the device's memory is the process's */
    atomic_bool broken; /* a Vulkan function failed: no more copies */
    struct vulkan_copy copies[US_IMAGE_COPY_MAX];
};

static const char *text_of(VkResult result)
{
    switch (result) {
    case VK_TIMEOUT:
        return "the Vulkan device takes too long";
    case VK_ERROR_DEVICE_LOST:
        return "the Vulkan device was lost";
    case VK_ERROR_OUT_OF_HOST_MEMORY:
    case VK_ERROR_OUT_OF_DEVICE_MEMORY:
        return "Vulkan is out of memory";
    default:
        return "Vulkan refuses the copy";
    }
}

static bool has_failed(struct us_vulkan_copy *vulkan, VkResult result, const char **out_why)
{
    if (result == VK_SUCCESS)
        return false;
    atomic_store(&vulkan->broken, true);
    *out_why = text_of(result);
    return true;
}

static bool load_device(struct us_vulkan_copy *vulkan, VkInstance instance, VkDevice device,
                        PFN_vkGetInstanceProcAddr get)
{
    PFN_vkGetDeviceProcAddr get_device =
        (PFN_vkGetDeviceProcAddr)get(instance, "vkGetDeviceProcAddr");
    if (get_device == NULL)
        return false;
#define LOAD(name)                                                                                 \
    vulkan->name = (PFN_##name)get_device(device, #name);                                          \
    if (vulkan->name == NULL)                                                                      \
        return false;
    DEVICE_FUNCTIONS(LOAD)
#undef LOAD
    vulkan->device = device;
    return true;
}

static bool is_processor(PFN_vkGetInstanceProcAddr get, const XrGraphicsBindingVulkanKHR *binding)
{
    VkPhysicalDeviceProperties properties = {0};
    PFN_vkGetPhysicalDeviceProperties get_properties =
        (PFN_vkGetPhysicalDeviceProperties)get(binding->instance, "vkGetPhysicalDeviceProperties");
    if (get_properties != NULL)
        get_properties(binding->physicalDevice, &properties);
    return properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
}

static const char *init(struct us_vulkan_copy *vulkan, const XrGraphicsBindingVulkanKHR *binding)
{
    PFN_vkGetInstanceProcAddr get =
        (PFN_vkGetInstanceProcAddr)us_library_find(US_LIBRARY_VULKAN, "vkGetInstanceProcAddr");
    if (get == NULL)
        return US_LIBRARY_VULKAN " is not loaded";
    PFN_vkGetPhysicalDeviceMemoryProperties get_memory =
        (PFN_vkGetPhysicalDeviceMemoryProperties)get(binding->instance,
                                                     "vkGetPhysicalDeviceMemoryProperties");
    if (get_memory == NULL || !load_device(vulkan, binding->instance, binding->device, get))
        return "the Vulkan driver lacks a function";
    get_memory(binding->physicalDevice, &vulkan->memory);
    vulkan->is_processor = is_processor(get, binding);
    vulkan->vkGetDeviceQueue(vulkan->device, binding->queueFamilyIndex, binding->queueIndex,
                             &vulkan->queue);
    const VkCommandPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                          .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT,
                                          .queueFamilyIndex = binding->queueFamilyIndex};
    VkResult result = vulkan->vkCreateCommandPool(vulkan->device, &info, NULL, &vulkan->pool);
    return result == VK_SUCCESS ? NULL : text_of(result);
}

struct us_vulkan_copy *us_vulkan_copy_create(const void *binding, const char **out_why)
{
    struct us_vulkan_copy *vulkan = calloc(1, sizeof *vulkan);
    *out_why = vulkan == NULL ? "out of memory" : init(vulkan, binding);
    if (*out_why != NULL) {
        free(vulkan);
        return NULL;
    }
    us_mutex_init(&vulkan->mutex);
    return vulkan;
}

static void set_size(struct us_vulkan_copy *vulkan, struct vulkan_copy *copy, VkDeviceSize size)
{
    vulkan->used += size - copy->size;
    if (vulkan->is_processor)
        us_own_use_add_bytes((int64_t)size - (int64_t)copy->size);
    copy->size = size;
}

static void free_buffer(struct us_vulkan_copy *vulkan, struct vulkan_copy *copy)
{
    vulkan->vkDestroyBuffer(vulkan->device, copy->buffer, NULL);
    vulkan->vkFreeMemory(vulkan->device, copy->memory, NULL);
    set_size(vulkan, copy, 0);
    copy->buffer = VK_NULL_HANDLE;
    copy->memory = VK_NULL_HANDLE;
    copy->bytes = NULL;
}

void us_vulkan_copy_destroy(struct us_vulkan_copy *vulkan)
{
    if (vulkan == NULL)
        return;
    us_vulkan_copy_wait_idle(vulkan);
    for (int i = 0; i < US_IMAGE_COPY_MAX; i++) {
        free_buffer(vulkan, &vulkan->copies[i]);
        vulkan->vkDestroyFence(vulkan->device, vulkan->copies[i].fence, NULL);
    }
    vulkan->vkDestroyCommandPool(vulkan->device, vulkan->pool, NULL);
    us_mutex_destroy(&vulkan->mutex);
    free(vulkan);
}

/* Returns a memory type that is host-visible and coherent, so that no flush is needed. It prefers
 * cached memory, because the host reads uncached memory slowly. UINT32_MAX: there is none. */
static uint32_t choose_memory(const struct us_vulkan_copy *vulkan, uint32_t allowed)
{
    const VkMemoryPropertyFlags needed =
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    uint32_t found = UINT32_MAX;
    for (uint32_t i = 0; i < vulkan->memory.memoryTypeCount; i++) {
        VkMemoryPropertyFlags has = vulkan->memory.memoryTypes[i].propertyFlags;
        if ((allowed & (UINT32_C(1) << i)) == 0 || (has & needed) != needed)
            continue;
        if ((has & VK_MEMORY_PROPERTY_HOST_CACHED_BIT) != 0)
            return i;
        if (found == UINT32_MAX)
            found = i;
    }
    return found;
}

static VkResult allocate(struct us_vulkan_copy *vulkan, struct vulkan_copy *copy)
{
    VkMemoryRequirements needs;
    vulkan->vkGetBufferMemoryRequirements(vulkan->device, copy->buffer, &needs);
    const VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                       .allocationSize = needs.size,
                                       .memoryTypeIndex =
                                           choose_memory(vulkan, needs.memoryTypeBits)};
    if (info.memoryTypeIndex == UINT32_MAX)
        return VK_ERROR_FEATURE_NOT_PRESENT;
    VkResult result = vulkan->vkAllocateMemory(vulkan->device, &info, NULL, &copy->memory);
    if (result == VK_SUCCESS)
        result = vulkan->vkBindBufferMemory(vulkan->device, copy->buffer, copy->memory, 0);
    if (result == VK_SUCCESS)
        result =
            vulkan->vkMapMemory(vulkan->device, copy->memory, 0, VK_WHOLE_SIZE, 0, &copy->bytes);
    return result;
}

static VkResult make_room(struct us_vulkan_copy *vulkan, struct vulkan_copy *copy,
                          VkDeviceSize size)
{
    if (copy->size >= size)
        return VK_SUCCESS;
    /* The old buffer is too small. */
    free_buffer(vulkan, copy);
    const VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                     .size = size,
                                     .usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                                     .sharingMode = VK_SHARING_MODE_EXCLUSIVE};
    VkResult result = vulkan->vkCreateBuffer(vulkan->device, &info, NULL, &copy->buffer);
    if (result == VK_SUCCESS)
        result = allocate(vulkan, copy);
    if (result == VK_SUCCESS)
        set_size(vulkan, copy, size);
    else
        free_buffer(vulkan, copy);
    return result;
}

static VkResult make_commands(struct us_vulkan_copy *vulkan, struct vulkan_copy *copy)
{
    if (copy->commands != NULL)
        return VK_SUCCESS;
    const VkFenceCreateInfo fence = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    if (copy->fence == VK_NULL_HANDLE) {
        VkResult result = vulkan->vkCreateFence(vulkan->device, &fence, NULL, &copy->fence);
        if (result != VK_SUCCESS)
            return result;
    }
    const VkCommandBufferAllocateInfo info = {.sType =
                                                  VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                              .commandPool = vulkan->pool,
                                              .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                              .commandBufferCount = 1};
    return vulkan->vkAllocateCommandBuffers(vulkan->device, &info, &copy->commands);
}

/* Nobody has a reference, and the device has finished. */
static bool is_free(const struct us_vulkan_copy *vulkan, const struct vulkan_copy *copy)
{
    return atomic_load_explicit(&copy->base.references, memory_order_acquire) == 0 &&
           (!copy->submitted ||
            vulkan->vkGetFenceStatus(vulkan->device, copy->fence) == VK_SUCCESS);
}

/* Finds a copy to reuse: one that is large enough, or else the largest one. NULL if all are in use,
 * or if the limit would be exceeded. */
static struct vulkan_copy *find_free(struct us_vulkan_copy *vulkan, VkDeviceSize size)
{
    struct vulkan_copy *found = NULL;
    for (int i = 0; i < US_IMAGE_COPY_MAX; i++) {
        struct vulkan_copy *copy = &vulkan->copies[i];
        if (!is_free(vulkan, copy))
            continue;
        if (copy->size >= size)
            return copy;
        if (found == NULL || copy->size > found->size)
            found = copy;
    }
    return found != NULL && vulkan->used - found->size + size <= MEMORY_MAX ? found : NULL;
}

/* Changes the layout of the image. The barrier covers all commands before and after it, because the
 * layer does not know how the app renders. */
static void change_layout(const struct us_vulkan_copy *vulkan, VkCommandBuffer commands,
                          const struct us_image_source *image, VkImageLayout from, VkImageLayout to)
{
    VkImage handle = US_XR_HANDLE(VkImage, image->handle);
    const VkImageMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
        .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
        .oldLayout = from,
        .newLayout = to,
        .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .image = handle,
        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, image->layer_count}};
    vulkan->vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                                 VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, NULL, 0, NULL, 1,
                                 &barrier);
}

static VkResult record(const struct us_vulkan_copy *vulkan, const struct vulkan_copy *copy,
                       const struct us_image_source *image)
{
    const VkImageLayout app = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
    const VkImageLayout ours = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
    const VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                           .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
    VkResult result = vulkan->vkBeginCommandBuffer(copy->commands, &info);
    if (result != VK_SUCCESS)
        return result;
    const VkBufferImageCopy region = {
        .imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, image->layer_count},
        .imageExtent = {image->width_px, image->height_px, 1}};
    /* After the release, the runtime expects the app's layout (XR_KHR_vulkan_enable). */
    change_layout(vulkan, copy->commands, image, app, ours);
    vulkan->vkCmdCopyImageToBuffer(copy->commands, US_XR_HANDLE(VkImage, image->handle), ours,
                                   copy->buffer, 1, &region);
    change_layout(vulkan, copy->commands, image, ours, app);
    /* A fence alone does not make the device's writes visible to the host. */
    const VkMemoryBarrier to_host = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                                     .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
                                     .dstAccessMask = VK_ACCESS_HOST_READ_BIT};
    vulkan->vkCmdPipelineBarrier(copy->commands, VK_PIPELINE_STAGE_TRANSFER_BIT,
                                 VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &to_host, 0, NULL, 0, NULL);
    return vulkan->vkEndCommandBuffer(copy->commands);
}

static VkResult submit(struct us_vulkan_copy *vulkan, struct vulkan_copy *copy)
{
    const VkSubmitInfo info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                               .commandBufferCount = 1,
                               .pCommandBuffers = &copy->commands};
    VkResult result = VK_SUCCESS;
    if (copy->submitted)
        result = vulkan->vkResetFences(vulkan->device, 1, &copy->fence);
    if (result == VK_SUCCESS)
        result = vulkan->vkQueueSubmit(vulkan->queue, 1, &info, copy->fence);
    copy->submitted = result == VK_SUCCESS;
    return result;
}

/* The caller holds the mutex. */
static struct vulkan_copy *begin_copy(struct us_vulkan_copy *vulkan,
                                      const struct us_image_source *image, const char **out_why)
{
    VkDeviceSize size =
        (VkDeviceSize)image->width_px * image->height_px * image->layer_count * image->pixel_size;
    *out_why = size > MEMORY_MAX ? "the image is too large" : us_image_copy_full;
    struct vulkan_copy *copy = size > MEMORY_MAX ? NULL : find_free(vulkan, size);
    if (copy == NULL)
        return NULL;
    VkResult result = make_commands(vulkan, copy);
    if (result == VK_SUCCESS)
        result = make_room(vulkan, copy, size);
    if (result == VK_SUCCESS)
        result = record(vulkan, copy, image);
    if (result == VK_SUCCESS)
        result = submit(vulkan, copy);
    if (has_failed(vulkan, result, out_why))
        return NULL;
    atomic_store_explicit(&copy->base.references, 1, memory_order_release);
    return copy;
}

struct us_image_copy *us_vulkan_copy_begin(struct us_vulkan_copy *vulkan,
                                           const struct us_image_source *image,
                                           const char **out_why)
{
    if (atomic_load(&vulkan->broken)) {
        *out_why = "a Vulkan call failed before";
        return NULL;
    }
    us_mutex_lock(&vulkan->mutex);
    struct vulkan_copy *copy = begin_copy(vulkan, image, out_why);
    us_mutex_unlock(&vulkan->mutex);
    return copy == NULL ? NULL : &copy->base;
}

const uint8_t *us_vulkan_copy_wait(struct us_vulkan_copy *vulkan, struct us_image_copy *base,
                                   const char **out_why)
{
    const struct vulkan_copy *copy = (const struct vulkan_copy *)base;
    VkResult result =
        vulkan->vkWaitForFences(vulkan->device, 1, &copy->fence, VK_TRUE, PATIENCE_NS);
    return has_failed(vulkan, result, out_why) ? NULL : copy->bytes;
}

void us_vulkan_copy_wait_idle(struct us_vulkan_copy *vulkan)
{
    us_mutex_lock(&vulkan->mutex);
    for (int i = 0; i < US_IMAGE_COPY_MAX; i++) {
        const char *why;
        if (vulkan->copies[i].submitted)
            (void)us_vulkan_copy_wait(vulkan, &vulkan->copies[i].base, &why);
    }
    us_mutex_unlock(&vulkan->mutex);
}
