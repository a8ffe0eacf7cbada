/* SPDX-License-Identifier: MIT */
/*
 * A swapchain whose images the GPU still draws into: when xrDestroySwapchain returns, or
 * xrDestroySession, the GPU is idle. The work is long enough to be seen unfinished without a wait.
 */
#include "../vulkan_client.h"

#define SIZE 2048u
#define CLEARS 400

struct gpu {
    struct vulkan_client vulkan;
    VkDevice device; /* of `vulkan` */
    VkQueue queue;
    VkCommandPool pool;
    VkCommandBuffer commands;
    VkFence fence;
};

static void create_gpu(struct client *client, struct gpu *gpu)
{
    const VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                          .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT};
    const VkFenceCreateInfo fence = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    vulkan_client_create(client, &gpu->vulkan);
    gpu->device = gpu->vulkan.device;
    vkGetDeviceQueue(gpu->device, 0, 0, &gpu->queue);
    CHECK(vkCreateCommandPool(gpu->device, &pool, NULL, &gpu->pool) == VK_SUCCESS);
    CHECK(vkCreateFence(gpu->device, &fence, NULL, &gpu->fence) == VK_SUCCESS);
    const VkCommandBufferAllocateInfo buffer = {.sType =
                                                    VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                                .commandPool = gpu->pool,
                                                .commandBufferCount = 1};
    CHECK(vkAllocateCommandBuffers(gpu->device, &buffer, &gpu->commands) == VK_SUCCESS);
}

static void destroy_gpu(struct gpu *gpu)
{
    vkDestroyFence(gpu->device, gpu->fence, NULL);
    vkDestroyCommandPool(gpu->device, gpu->pool, NULL);
    vulkan_client_destroy(&gpu->vulkan);
}

static const XrSwapchainCreateInfo plain = {.type = XR_TYPE_SWAPCHAIN_CREATE_INFO,
                                            .usageFlags = XR_SWAPCHAIN_USAGE_COLOR_ATTACHMENT_BIT |
                                                          XR_SWAPCHAIN_USAGE_TRANSFER_DST_BIT,
                                            .format = VK_FORMAT_R8G8B8A8_UNORM,
                                            .sampleCount = 1,
                                            .width = SIZE,
                                            .height = SIZE,
                                            .faceCount = 1,
                                            .arraySize = 1,
                                            .mipCount = 1};

/* An image that there cannot be is refused before the driver sees it. */
static void refuse_shapes(const struct client *client)
{
    uint32_t levels = 1;
    XrSwapchain swapchain = XR_NULL_HANDLE;
    while (SIZE >> levels != 0)
        levels++;
    XrSwapchainCreateInfo info = plain;
    info.mipCount = levels;
    OK(xrCreateSwapchain(client->session, &info, &swapchain));
    OK(xrDestroySwapchain(swapchain));
    info.mipCount = levels + 1;
    CHECK(xrCreateSwapchain(client->session, &info, &swapchain) == XR_ERROR_VALIDATION_FAILURE);
    info = plain;
    info.createFlags = 1u << 8; /* which nobody has defined */
    CHECK(xrCreateSwapchain(client->session, &info, &swapchain) == XR_ERROR_FEATURE_UNSUPPORTED);
    info = plain;
    info.faceCount = 6;
    info.width = info.height = 16;
    OK(xrCreateSwapchain(client->session, &info, &swapchain));
    OK(xrDestroySwapchain(swapchain));
    info.width = 8;
    CHECK(xrCreateSwapchain(client->session, &info, &swapchain) == XR_ERROR_VALIDATION_FAILURE);
}

static XrSwapchain create_swapchain(const struct client *client, VkImage *out_image)
{
    XrSwapchain swapchain = XR_NULL_HANDLE;
    OK(xrCreateSwapchain(client->session, &plain, &swapchain));
    XrSwapchainImageVulkanKHR images[8];
    for (int i = 0; i < 8; i++)
        images[i] = (XrSwapchainImageVulkanKHR){.type = XR_TYPE_SWAPCHAIN_IMAGE_VULKAN_KHR};
    uint32_t count = 0;
    uint32_t index = 0;
    OK(xrEnumerateSwapchainImages(swapchain, 8, &count, (XrSwapchainImageBaseHeader *)images));
    OK(xrAcquireSwapchainImage(swapchain, NULL, &index));
    const XrSwapchainImageWaitInfo wait = {.type = XR_TYPE_SWAPCHAIN_IMAGE_WAIT_INFO,
                                           .timeout = XR_INFINITE_DURATION};
    OK(xrWaitSwapchainImage(swapchain, &wait));
    *out_image = images[index].image;
    return swapchain;
}

/* Clears the image many times, and does not wait. */
static void draw(const struct gpu *gpu, VkImage image)
{
    const VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    const VkImageSubresourceRange range = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
    CHECK(vkResetFences(gpu->device, 1, &gpu->fence) == VK_SUCCESS);
    CHECK(vkBeginCommandBuffer(gpu->commands, &begin) == VK_SUCCESS);
    for (int i = 0; i < CLEARS; i++) {
        const VkClearColorValue colour = {.float32 = {(float)i / CLEARS, 0, 0, 1}};
        vkCmdClearColorImage(gpu->commands, image, VK_IMAGE_LAYOUT_GENERAL, &colour, 1, &range);
    }
    CHECK(vkEndCommandBuffer(gpu->commands) == VK_SUCCESS);
    const VkSubmitInfo submit = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                                 .commandBufferCount = 1,
                                 .pCommandBuffers = &gpu->commands};
    CHECK(vkQueueSubmit(gpu->queue, 1, &submit, gpu->fence) == VK_SUCCESS);
}

int main(void)
{
    struct client client = {0};
    struct gpu gpu = {0};
    create_gpu(&client, &gpu);
    refuse_shapes(&client);
    VkImage image = VK_NULL_HANDLE;
    const XrSwapchain swapchain = create_swapchain(&client, &image);
    draw(&gpu, image);
    OK(xrDestroySwapchain(swapchain));
    CHECK(vkGetFenceStatus(gpu.device, gpu.fence) == VK_SUCCESS);
    create_swapchain(&client, &image);
    draw(&gpu, image);
    OK(xrDestroySession(client.session));
    CHECK(vkGetFenceStatus(gpu.device, gpu.fence) == VK_SUCCESS);
    OK(xrDestroyInstance(client.instance));
    destroy_gpu(&gpu);
    return 0;
}
