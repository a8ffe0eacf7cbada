/* SPDX-License-Identifier: MIT */
#include "fake_vulkan.h"

#include <stdlib.h>
#include <string.h>

struct fake_vulkan fake_vulkan;

struct buffer {
    VkDeviceSize size;
    struct memory *memory;
};
struct memory {
    VkDeviceSize size;
    uint8_t *bytes;
};
struct fence {
    bool signalled, pending;
};
struct commands {
    bool begun, ended;
    struct fake_vulkan_image *from;
    struct buffer *to;
};

/* Command buffers are the pool's; there is one pool. */
enum { COMMANDS_MAX = 128 };
static struct commands commands[COMMANDS_MAX];
static uint32_t commands_count;
static struct {
    const char *name;
    int count;
} calls[64];

#define HANDLE(type, pointer) ((type)(uintptr_t)(pointer))
#define OBJECT(type, handle) ((struct type *)(uintptr_t)(handle))

void fake_vulkan_reset(void)
{
    fake_vulkan = (struct fake_vulkan){.allowed = UINT32_MAX};
    fake_vulkan.memory.memoryTypeCount = 1;
    fake_vulkan.memory.memoryTypes[0].propertyFlags =
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    memset(calls, 0, sizeof calls);
    memset(commands, 0, sizeof commands);
    commands_count = 0;
}

static void need(bool right, const char *what)
{
    if (!right && fake_vulkan.wrong == NULL)
        fake_vulkan.wrong = what;
}

/* Counts a call; what a script says that it answers. */
static VkResult call(const char *name)
{
    size_t i = 0;
    while (calls[i].name != NULL && strcmp(calls[i].name, name) != 0)
        i++;
    calls[i].name = name;
    calls[i].count++;
    bool fails = fake_vulkan.fails != NULL && strcmp(fake_vulkan.fails, name) == 0 &&
                 calls[i].count > fake_vulkan.fails_after;
    return fails ? fake_vulkan.fails_with : VK_SUCCESS;
}
#define CALL(name)                                                                                 \
    VkResult result = call(#name);                                                                 \
    if (result != VK_SUCCESS)                                                                      \
        return result;

static VKAPI_ATTR void VKAPI_CALL get_queue(VkDevice device, uint32_t family, uint32_t index,
                                            VkQueue *queue)
{
    need(device == FAKE_VULKAN_DEVICE, "another device's queue");
    fake_vulkan.family = family;
    fake_vulkan.queue = index;
    *queue = HANDLE(VkQueue, 0x14);
}

static VKAPI_ATTR VkResult VKAPI_CALL create_pool(VkDevice device,
                                                  const VkCommandPoolCreateInfo *info,
                                                  const VkAllocationCallbacks *allocator,
                                                  VkCommandPool *pool)
{
    (void)device, (void)allocator;
    CALL(vkCreateCommandPool)
    need(info->queueFamilyIndex == fake_vulkan.family, "a pool of another queue family");
    need((info->flags & VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT) != 0,
         "a pool whose buffers cannot be recorded again");
    fake_vulkan.pools++;
    *pool = HANDLE(VkCommandPool, 0x15);
    return VK_SUCCESS;
}

static VKAPI_ATTR void VKAPI_CALL destroy_pool(VkDevice device, VkCommandPool pool,
                                               const VkAllocationCallbacks *allocator)
{
    (void)device, (void)allocator;
    fake_vulkan.pools -= pool != VK_NULL_HANDLE;
}

static VKAPI_ATTR VkResult VKAPI_CALL allocate_commands(VkDevice device,
                                                        const VkCommandBufferAllocateInfo *info,
                                                        VkCommandBuffer *out)
{
    (void)device;
    CALL(vkAllocateCommandBuffers)
    need(info->commandBufferCount == 1 && commands_count < COMMANDS_MAX, "too many buffers");
    *out = HANDLE(VkCommandBuffer, &commands[commands_count++]);
    return VK_SUCCESS;
}

static VKAPI_ATTR VkResult VKAPI_CALL begin_commands(VkCommandBuffer handle,
                                                     const VkCommandBufferBeginInfo *info)
{
    (void)info;
    CALL(vkBeginCommandBuffer)
    *OBJECT(commands, handle) = (struct commands){.begun = true};
    return VK_SUCCESS;
}

static VKAPI_ATTR VkResult VKAPI_CALL end_commands(VkCommandBuffer handle)
{
    CALL(vkEndCommandBuffer)
    OBJECT(commands, handle)->ended = true;
    return VK_SUCCESS;
}

static VKAPI_ATTR void VKAPI_CALL barrier(VkCommandBuffer handle, VkPipelineStageFlags from,
                                          VkPipelineStageFlags to, VkDependencyFlags flags,
                                          uint32_t memory_count, const VkMemoryBarrier *memories,
                                          uint32_t buffer_count,
                                          const VkBufferMemoryBarrier *buffers,
                                          uint32_t image_count, const VkImageMemoryBarrier *images)
{
    (void)from, (void)flags, (void)buffers;
    need(OBJECT(commands, handle)->begun, "a barrier outside of a recording");
    need(buffer_count == 0 && memory_count + image_count == 1, "other barriers");
    if (memory_count == 1)
        need((to & VK_PIPELINE_STAGE_HOST_BIT) != 0 &&
                 (memories[0].dstAccessMask & VK_ACCESS_HOST_READ_BIT) != 0,
             "a copy that the processor does not see");
    for (uint32_t i = 0; i < image_count; i++) {
        struct fake_vulkan_image *image = OBJECT(fake_vulkan_image, images[i].image);
        need(image->layout == images[i].oldLayout, "a layout that the image does not have");
        need(images[i].subresourceRange.layerCount == image->layer_count &&
                 images[i].subresourceRange.levelCount == 1,
             "a barrier for a part of the image");
        image->layout = images[i].newLayout;
    }
}

static VKAPI_ATTR void VKAPI_CALL copy_image(VkCommandBuffer handle, VkImage source,
                                             VkImageLayout layout, VkBuffer target, uint32_t count,
                                             const VkBufferImageCopy *regions)
{
    struct commands *recorded = OBJECT(commands, handle);
    struct fake_vulkan_image *image = OBJECT(fake_vulkan_image, source);
    need(image->layout == layout && layout == VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
         "a copy from a layout that cannot be copied from");
    need(count == 1 && regions[0].imageExtent.width == image->width_px &&
             regions[0].imageExtent.height == image->height_px &&
             regions[0].imageExtent.depth == 1 &&
             regions[0].imageSubresource.layerCount == image->layer_count,
         "a copy of a part of the image");
    recorded->from = image;
    recorded->to = OBJECT(buffer, target);
}

static void run(const struct commands *recorded)
{
    const struct fake_vulkan_image *image = recorded->from;
    size_t size =
        (size_t)image->width_px * image->height_px * image->layer_count * image->pixel_size;
    need(recorded->begun && recorded->ended, "a submission of what was not recorded");
    need(recorded->to->memory != NULL && size <= recorded->to->size, "a copy beyond its buffer");
    if (image->bytes != NULL && fake_vulkan.wrong == NULL)
        memcpy(recorded->to->memory->bytes, image->bytes, size);
}

static VKAPI_ATTR VkResult VKAPI_CALL submit(VkQueue queue, uint32_t count,
                                             const VkSubmitInfo *submits, VkFence handle)
{
    struct fence *fence = OBJECT(fence, handle);
    need(queue == HANDLE(VkQueue, 0x14) && count == 1 && submits[0].commandBufferCount == 1,
         "another submission");
    CALL(vkQueueSubmit)
    need(!fence->signalled && !fence->pending, "a fence that is in use");
    fake_vulkan.submits++;
    run(OBJECT(commands, submits[0].pCommandBuffers[0]));
    fence->pending = fake_vulkan.busy;
    fence->signalled = !fake_vulkan.busy;
    return VK_SUCCESS;
}

static VKAPI_ATTR VkResult VKAPI_CALL create_fence(VkDevice device, const VkFenceCreateInfo *info,
                                                   const VkAllocationCallbacks *allocator,
                                                   VkFence *out)
{
    (void)device, (void)info, (void)allocator;
    CALL(vkCreateFence)
    fake_vulkan.fences++;
    *out = HANDLE(VkFence, calloc(1, sizeof(struct fence)));
    return VK_SUCCESS;
}

static VKAPI_ATTR void VKAPI_CALL destroy_fence(VkDevice device, VkFence fence,
                                                const VkAllocationCallbacks *allocator)
{
    (void)device, (void)allocator;
    if (fence == VK_NULL_HANDLE)
        return;
    need(!OBJECT(fence, fence)->pending, "the end of a fence that is in use");
    fake_vulkan.fences--;
    free(OBJECT(fence, fence));
}

static VKAPI_ATTR VkResult VKAPI_CALL fence_status(VkDevice device, VkFence fence)
{
    (void)device;
    return OBJECT(fence, fence)->signalled ? VK_SUCCESS : VK_NOT_READY;
}

static VKAPI_ATTR VkResult VKAPI_CALL reset_fences(VkDevice device, uint32_t count,
                                                   const VkFence *fences)
{
    (void)device;
    CALL(vkResetFences)
    need(count == 1 && !OBJECT(fence, fences[0])->pending, "a reset of a fence that is in use");
    OBJECT(fence, fences[0])->signalled = false;
    return VK_SUCCESS;
}

static VKAPI_ATTR VkResult VKAPI_CALL wait_for_fences(VkDevice device, uint32_t count,
                                                      const VkFence *fences, VkBool32 all,
                                                      uint64_t timeout_ns)
{
    (void)device, (void)all;
    if (fake_vulkan.on_wait != NULL)
        fake_vulkan.on_wait();
    CALL(vkWaitForFences)
    struct fence *fence = OBJECT(fence, fences[0]);
    need(count == 1 && timeout_ns > 0 && (fence->pending || fence->signalled),
         "a wait for what was not submitted");
    fake_vulkan.waits++;
    fence->pending = false;
    fence->signalled = true;
    return VK_SUCCESS;
}

static VKAPI_ATTR VkResult VKAPI_CALL create_buffer(VkDevice device, const VkBufferCreateInfo *info,
                                                    const VkAllocationCallbacks *allocator,
                                                    VkBuffer *out)
{
    (void)device, (void)allocator;
    CALL(vkCreateBuffer)
    need((info->usage & VK_BUFFER_USAGE_TRANSFER_DST_BIT) != 0, "a buffer of another use");
    struct buffer *buffer = calloc(1, sizeof *buffer);
    buffer->size = info->size;
    fake_vulkan.buffers++;
    *out = HANDLE(VkBuffer, buffer);
    return VK_SUCCESS;
}

static VKAPI_ATTR void VKAPI_CALL destroy_buffer(VkDevice device, VkBuffer buffer,
                                                 const VkAllocationCallbacks *allocator)
{
    (void)device, (void)allocator;
    fake_vulkan.buffers -= buffer != VK_NULL_HANDLE;
    free(OBJECT(buffer, buffer));
}

/* A device may want more than the buffer has. */
static VKAPI_ATTR void VKAPI_CALL get_requirements(VkDevice device, VkBuffer buffer,
                                                   VkMemoryRequirements *needs)
{
    (void)device;
    *needs = (VkMemoryRequirements){.size = OBJECT(buffer, buffer)->size + 64,
                                    .alignment = 1,
                                    .memoryTypeBits = fake_vulkan.allowed};
}

static VKAPI_ATTR VkResult VKAPI_CALL allocate_memory(VkDevice device,
                                                      const VkMemoryAllocateInfo *info,
                                                      const VkAllocationCallbacks *allocator,
                                                      VkDeviceMemory *out)
{
    (void)device, (void)allocator;
    CALL(vkAllocateMemory)
    need(info->memoryTypeIndex < fake_vulkan.memory.memoryTypeCount &&
             (fake_vulkan.allowed & (UINT32_C(1) << info->memoryTypeIndex)) != 0,
         "memory of a type that is not allowed");
    struct memory *memory = calloc(1, sizeof *memory);
    memory->size = info->allocationSize;
    memory->bytes = calloc(1, (size_t)info->allocationSize);
    fake_vulkan.memories++;
    fake_vulkan.allocations++;
    fake_vulkan.allocated += memory->size;
    fake_vulkan.memory_type = info->memoryTypeIndex;
    *out = HANDLE(VkDeviceMemory, memory);
    return VK_SUCCESS;
}

static VKAPI_ATTR void VKAPI_CALL free_memory(VkDevice device, VkDeviceMemory handle,
                                              const VkAllocationCallbacks *allocator)
{
    (void)device, (void)allocator;
    struct memory *memory = OBJECT(memory, handle);
    if (memory == NULL)
        return;
    fake_vulkan.memories--;
    fake_vulkan.allocated -= memory->size;
    free(memory->bytes);
    free(memory);
}

static VKAPI_ATTR VkResult VKAPI_CALL bind_memory(VkDevice device, VkBuffer buffer,
                                                  VkDeviceMemory memory, VkDeviceSize offset)
{
    (void)device;
    CALL(vkBindBufferMemory)
    need(offset == 0 && OBJECT(memory, memory)->size >= OBJECT(buffer, buffer)->size + 64,
         "less memory than a buffer needs");
    OBJECT(buffer, buffer)->memory = OBJECT(memory, memory);
    return VK_SUCCESS;
}

static VKAPI_ATTR VkResult VKAPI_CALL map_memory(VkDevice device, VkDeviceMemory memory,
                                                 VkDeviceSize offset, VkDeviceSize size,
                                                 VkMemoryMapFlags flags, void **out)
{
    (void)device, (void)size, (void)flags;
    CALL(vkMapMemory)
    need(offset == 0, "a mapping from within");
    *out = OBJECT(memory, memory)->bytes;
    return VK_SUCCESS;
}

static VKAPI_ATTR void VKAPI_CALL get_memory(VkPhysicalDevice device,
                                             VkPhysicalDeviceMemoryProperties *memory)
{
    need(device == FAKE_VULKAN_PHYSICAL_DEVICE, "another device's memory");
    *memory = fake_vulkan.memory;
}

static VKAPI_ATTR void VKAPI_CALL get_properties(VkPhysicalDevice device,
                                                 VkPhysicalDeviceProperties *properties)
{
    need(device == FAKE_VULKAN_PHYSICAL_DEVICE, "another device's properties");
    properties->deviceType = fake_vulkan.type;
}

static PFN_vkVoidFunction get_device(VkDevice device, const char *name);

#define FUNCTION(wanted, own)                                                                      \
    if (strcmp(name, #wanted) == 0) {                                                              \
        PFN_##wanted typed = own;                                                                  \
        return (PFN_vkVoidFunction)typed;                                                          \
    }

static PFN_vkVoidFunction find_function(const char *name)
{
    if (fake_vulkan.missing != NULL && strcmp(fake_vulkan.missing, name) == 0)
        return NULL;
    FUNCTION(vkGetDeviceProcAddr, get_device)
    FUNCTION(vkGetPhysicalDeviceMemoryProperties, get_memory)
    FUNCTION(vkGetPhysicalDeviceProperties, get_properties)
    FUNCTION(vkGetDeviceQueue, get_queue)
    FUNCTION(vkCreateCommandPool, create_pool)
    FUNCTION(vkDestroyCommandPool, destroy_pool)
    FUNCTION(vkAllocateCommandBuffers, allocate_commands)
    FUNCTION(vkBeginCommandBuffer, begin_commands)
    FUNCTION(vkEndCommandBuffer, end_commands)
    FUNCTION(vkCmdPipelineBarrier, barrier)
    FUNCTION(vkCmdCopyImageToBuffer, copy_image)
    FUNCTION(vkQueueSubmit, submit)
    FUNCTION(vkCreateFence, create_fence)
    FUNCTION(vkDestroyFence, destroy_fence)
    FUNCTION(vkGetFenceStatus, fence_status)
    FUNCTION(vkResetFences, reset_fences)
    FUNCTION(vkWaitForFences, wait_for_fences)
    FUNCTION(vkCreateBuffer, create_buffer)
    FUNCTION(vkDestroyBuffer, destroy_buffer)
    FUNCTION(vkGetBufferMemoryRequirements, get_requirements)
    FUNCTION(vkAllocateMemory, allocate_memory)
    FUNCTION(vkFreeMemory, free_memory)
    FUNCTION(vkBindBufferMemory, bind_memory)
    FUNCTION(vkMapMemory, map_memory)
    return NULL;
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_device(VkDevice device, const char *name)
{
    need(device == FAKE_VULKAN_DEVICE, "another device's function");
    return find_function(name);
}

FAKE_VULKAN_EXPORT VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL
vkGetInstanceProcAddr(VkInstance instance, const char *name);

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL vkGetInstanceProcAddr(VkInstance instance,
                                                               const char *name)
{
    need(instance == FAKE_VULKAN_INSTANCE, "another instance's function");
    return find_function(name);
}
