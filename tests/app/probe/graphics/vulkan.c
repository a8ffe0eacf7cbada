/* SPDX-License-Identifier: MIT */
#include "faults.h"
#include "graphics/vulkan.h"

#include <stdlib.h>

#define XR_USE_GRAPHICS_API_VULKAN
#include <vulkan/vulkan.h>

#include <openxr/openxr_platform.h>

#define IMAGE_MAX 16

struct chain {
    XrSwapchain handle;
    VkImage images[IMAGE_MAX];
    uint32_t width;
    uint32_t height;
};

struct probe_vulkan {
    VkInstance instance;
    VkPhysicalDevice physical;
    VkDevice device;
    uint32_t family;
    VkQueue queue;
    VkCommandPool pool;
    VkCommandBuffer commands;
    VkFence fence;
    XrGraphicsBindingVulkan2KHR binding;
    struct chain chains[PROBE_VIEW_MAX];
    uint32_t chain_count;
    XrSwapchain cube, depth;
};

static bool check(struct probe *probe, VkResult result, const char *call)
{
    if (result == VK_SUCCESS)
        return true;
    fprintf(stderr, "understudy_probe: %s: VkResult %d\n", call, (int)result);
    probe->exit = PROBE_EXIT_CALL;
    return false;
}

/* The runtime's requirements have to be asked for before the instance is made. */
static bool create_instance(struct probe *probe, struct probe_vulkan *vulkan)
{
    PFN_xrGetVulkanGraphicsRequirements2KHR require;
    PFN_xrCreateVulkanInstanceKHR create;
    if (!probe_instance_function(probe, "xrGetVulkanGraphicsRequirements2KHR",
                                 (PFN_xrVoidFunction *)&require) ||
        !probe_instance_function(probe, "xrCreateVulkanInstanceKHR", (PFN_xrVoidFunction *)&create))
        return false;
    XrGraphicsRequirementsVulkan2KHR requirements = {.type =
                                                         XR_TYPE_GRAPHICS_REQUIREMENTS_VULKAN2_KHR};
    if (!probe_check(probe, require(probe->instance, probe->system, &requirements),
                     "xrGetVulkanGraphicsRequirements2KHR"))
        return false;
    VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                     .pApplicationName = "understudy_probe",
                                     .apiVersion = VK_API_VERSION_1_1};
    VkInstanceCreateInfo vulkan_info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                        .pApplicationInfo = &application};
    XrVulkanInstanceCreateInfoKHR info = {.type = XR_TYPE_VULKAN_INSTANCE_CREATE_INFO_KHR,
                                          .systemId = probe->system,
                                          .pfnGetInstanceProcAddr = vkGetInstanceProcAddr,
                                          .vulkanCreateInfo = &vulkan_info};
    VkResult result = VK_SUCCESS;
    return probe_check(probe, create(probe->instance, &info, &vulkan->instance, &result),
                       "xrCreateVulkanInstanceKHR") &&
           check(probe, result, "xrCreateVulkanInstanceKHR");
}

static bool find_device(struct probe *probe, struct probe_vulkan *vulkan)
{
    PFN_xrGetVulkanGraphicsDevice2KHR get;
    XrVulkanGraphicsDeviceGetInfoKHR info = {.type = XR_TYPE_VULKAN_GRAPHICS_DEVICE_GET_INFO_KHR,
                                             .systemId = probe->system,
                                             .vulkanInstance = vulkan->instance};
    if (!probe_instance_function(probe, "xrGetVulkanGraphicsDevice2KHR",
                                 (PFN_xrVoidFunction *)&get) ||
        !probe_check(probe, get(probe->instance, &info, &vulkan->physical),
                     "xrGetVulkanGraphicsDevice2KHR"))
        return false;
    VkQueueFamilyProperties families[16];
    uint32_t count = 16;
    vkGetPhysicalDeviceQueueFamilyProperties(vulkan->physical, &count, families);
    while (vulkan->family < count && !(families[vulkan->family].queueFlags & VK_QUEUE_GRAPHICS_BIT))
        vulkan->family++;
    return vulkan->family < count || probe_lack(probe, "a Vulkan queue for graphics");
}

static bool create_device(struct probe *probe, struct probe_vulkan *vulkan)
{
    PFN_xrCreateVulkanDeviceKHR create;
    if (!probe_instance_function(probe, "xrCreateVulkanDeviceKHR", (PFN_xrVoidFunction *)&create))
        return false;
    VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                     .queueFamilyIndex = vulkan->family,
                                     .queueCount = 1,
                                     .pQueuePriorities = &(float){1}};
    VkDeviceCreateInfo device = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                 .queueCreateInfoCount = 1,
                                 .pQueueCreateInfos = &queue};
    XrVulkanDeviceCreateInfoKHR info = {.type = XR_TYPE_VULKAN_DEVICE_CREATE_INFO_KHR,
                                        .systemId = probe->system,
                                        .pfnGetInstanceProcAddr = vkGetInstanceProcAddr,
                                        .vulkanPhysicalDevice = vulkan->physical,
                                        .vulkanCreateInfo = &device};
    VkResult result = VK_SUCCESS;
    if (!probe_check(probe, create(probe->instance, &info, &vulkan->device, &result),
                     "xrCreateVulkanDeviceKHR") ||
        !check(probe, result, "xrCreateVulkanDeviceKHR"))
        return false;
    vkGetDeviceQueue(vulkan->device, vulkan->family, 0, &vulkan->queue);
    return true;
}

static bool create_commands(struct probe *probe, struct probe_vulkan *vulkan)
{
    VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                    .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT,
                                    .queueFamilyIndex = vulkan->family};
    if (!check(probe, vkCreateCommandPool(vulkan->device, &pool, NULL, &vulkan->pool),
               "vkCreateCommandPool"))
        return false;
    VkCommandBufferAllocateInfo buffer = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                          .commandPool = vulkan->pool,
                                          .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                          .commandBufferCount = 1};
    VkFenceCreateInfo fence = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    return check(probe, vkAllocateCommandBuffers(vulkan->device, &buffer, &vulkan->commands),
                 "vkAllocateCommandBuffers") &&
           check(probe, vkCreateFence(vulkan->device, &fence, NULL, &vulkan->fence),
                 "vkCreateFence");
}

bool probe_vulkan_create(struct probe *probe, struct probe_vulkan **out)
{
    struct probe_vulkan *vulkan = calloc(1, sizeof *vulkan);
    if (!vulkan)
        return probe_lack(probe, "memory");
    *out = vulkan;
    if (!create_instance(probe, vulkan) || !find_device(probe, vulkan) ||
        !create_device(probe, vulkan) || !create_commands(probe, vulkan))
        return false;
    vulkan->binding = (XrGraphicsBindingVulkan2KHR){
        .type = XR_TYPE_GRAPHICS_BINDING_VULKAN2_KHR,
        .instance = vulkan->instance,
        .physicalDevice = vulkan->physical,
        .device = vulkan->device,
        .queueFamilyIndex = vulkan->family,
    };
    return true;
}

const void *probe_vulkan_binding(const struct probe_vulkan *vulkan)
{
    return &vulkan->binding;
}

static bool choose_format(struct probe *probe, int64_t *out)
{
    static const int64_t wanted[] = {VK_FORMAT_R8G8B8A8_SRGB, VK_FORMAT_B8G8R8A8_SRGB,
                                     VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_B8G8R8A8_UNORM};
    int64_t formats[64];
    uint32_t count = 0;
    if (!probe_check(probe, xrEnumerateSwapchainFormats(probe->session, 64, &count, formats),
                     "xrEnumerateSwapchainFormats"))
        return false;
    for (size_t w = 0; w < sizeof wanted / sizeof *wanted; w++) {
        for (uint32_t i = 0; i < count; i++) {
            if (formats[i] == wanted[w]) {
                *out = wanted[w];
                return true;
            }
        }
    }
    return probe_lack(probe, "a swapchain format of eight bits a channel");
}

static bool create_chain(struct probe *probe, const XrViewConfigurationView *view, int64_t format,
                         struct chain *chain)
{
    XrSwapchainCreateInfo info = {
        .type = XR_TYPE_SWAPCHAIN_CREATE_INFO,
        .usageFlags = XR_SWAPCHAIN_USAGE_COLOR_ATTACHMENT_BIT | XR_SWAPCHAIN_USAGE_TRANSFER_DST_BIT,
        .format = format,
        .sampleCount = 1,
        .width = view->recommendedImageRectWidth -
                 (probe->options.fault == PROBE_FAULT_SMALL_SWAPCHAIN ? 1 : 0),
        .height = view->recommendedImageRectHeight,
        .faceCount = 1,
        .arraySize = 1,
        .mipCount = 1,
    };
    if (!probe_check(probe, xrCreateSwapchain(probe->session, &info, &chain->handle),
                     "xrCreateSwapchain"))
        return false;
    chain->width = info.width;
    chain->height = info.height;
    XrSwapchainImageVulkan2KHR images[IMAGE_MAX];
    for (int i = 0; i < IMAGE_MAX; i++)
        images[i] = (XrSwapchainImageVulkan2KHR){.type = XR_TYPE_SWAPCHAIN_IMAGE_VULKAN2_KHR};
    uint32_t count = 0;
    XrResult result = xrEnumerateSwapchainImages(chain->handle, IMAGE_MAX, &count,
                                                 (XrSwapchainImageBaseHeader *)images);
    if (!probe_check(probe, result, "xrEnumerateSwapchainImages"))
        return false;
    for (uint32_t i = 0; i < count; i++)
        chain->images[i] = images[i].image;
    return true;
}

/* One image, released once, with whatever is in it. */
static bool create_static(struct probe *probe, int64_t format, XrSwapchainUsageFlags usage,
                          uint32_t faces, XrSwapchain *out)
{
    XrSwapchainCreateInfo info = {
        .type = XR_TYPE_SWAPCHAIN_CREATE_INFO,
        .createFlags = XR_SWAPCHAIN_CREATE_STATIC_IMAGE_BIT,
        .usageFlags = usage,
        .format = format,
        .sampleCount = 1,
        .width = PROBE_VULKAN_STATIC_PX,
        .height = PROBE_VULKAN_STATIC_PX,
        .faceCount = faces,
        .arraySize = 1,
        .mipCount = 1,
    };
    XrSwapchainImageWaitInfo wait = {.type = XR_TYPE_SWAPCHAIN_IMAGE_WAIT_INFO,
                                     .timeout = XR_INFINITE_DURATION};
    uint32_t image = 0;
    return probe_check(probe, xrCreateSwapchain(probe->session, &info, out), "xrCreateSwapchain") &&
           probe_check(probe, xrAcquireSwapchainImage(*out, NULL, &image),
                       "xrAcquireSwapchainImage") &&
           probe_check(probe, xrWaitSwapchainImage(*out, &wait), "xrWaitSwapchainImage") &&
           probe_check(probe, xrReleaseSwapchainImage(*out, NULL), "xrReleaseSwapchainImage");
}

XrSwapchain probe_vulkan_cube(const struct probe_vulkan *vulkan)
{
    return vulkan->cube;
}

XrSwapchain probe_vulkan_depth(const struct probe_vulkan *vulkan)
{
    return vulkan->depth;
}

bool probe_vulkan_create_swapchains(struct probe *probe, struct probe_vulkan *vulkan)
{
    XrViewConfigurationView views[PROBE_VIEW_MAX];
    uint32_t count = 0;
    int64_t format = 0;
    for (int i = 0; i < PROBE_VIEW_MAX; i++)
        views[i] = (XrViewConfigurationView){.type = XR_TYPE_VIEW_CONFIGURATION_VIEW};
    XrResult result = xrEnumerateViewConfigurationViews(
        probe->instance, probe->system, probe->views, PROBE_VIEW_MAX, &count, views);
    if (!probe_check(probe, result, "xrEnumerateViewConfigurationViews") ||
        !choose_format(probe, &format))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        if (!create_chain(probe, &views[i], format, &vulkan->chains[i]))
            return false;
        vulkan->chain_count = i + 1;
    }
    unsigned layers = probe->options.layers;
    return (!(layers & PROBE_LAYER_CUBE) ||
            create_static(probe, format, XR_SWAPCHAIN_USAGE_COLOR_ATTACHMENT_BIT, 6,
                          &vulkan->cube)) &&
           (!(layers & PROBE_LAYER_DEPTH) ||
            create_static(probe, VK_FORMAT_D32_SFLOAT,
                          XR_SWAPCHAIN_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT, 1, &vulkan->depth));
}

void probe_vulkan_destroy_swapchains(struct probe_vulkan *vulkan)
{
    if (!vulkan)
        return;
    for (uint32_t i = 0; i < vulkan->chain_count; i++)
        xrDestroySwapchain(vulkan->chains[i].handle);
    if (vulkan->cube)
        xrDestroySwapchain(vulkan->cube);
    if (vulkan->depth)
        xrDestroySwapchain(vulkan->depth);
    vulkan->cube = vulkan->depth = XR_NULL_HANDLE;
    vulkan->chain_count = 0;
}

void probe_vulkan_destroy(struct probe_vulkan *vulkan)
{
    if (!vulkan)
        return;
    if (vulkan->device) {
        vkDestroyFence(vulkan->device, vulkan->fence, NULL);
        vkDestroyCommandPool(vulkan->device, vulkan->pool, NULL);
        vkDestroyDevice(vulkan->device, NULL);
    }
    if (vulkan->instance)
        vkDestroyInstance(vulkan->instance, NULL);
    free(vulkan);
}

static void change_layout(VkCommandBuffer commands, VkImage image, VkImageLayout from,
                          VkImageLayout to, VkAccessFlags access)
{
    VkImageMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
        .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
        .dstAccessMask = access,
        .oldLayout = from,
        .newLayout = to,
        .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .image = image,
        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1},
    };
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                         VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, NULL, 0, NULL, 1, &barrier);
}

static void record_clear(VkCommandBuffer commands, VkImage image, uint32_t view, float blue)
{
    const VkClearColorValue colour = {.float32 = {view == 0, view != 0, blue, 1}};
    const VkImageSubresourceRange range = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
    change_layout(commands, image, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
                  VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_ACCESS_TRANSFER_WRITE_BIT);
    vkCmdClearColorImage(commands, image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, &colour, 1, &range);
    change_layout(commands, image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                  VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL, VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT);
}

static bool clear(struct probe *probe, struct probe_vulkan *vulkan, VkImage image, uint32_t view)
{
    VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                      .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
    VkSubmitInfo submit = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                           .commandBufferCount = 1,
                           .pCommandBuffers = &vulkan->commands};
    if (!check(probe, vkBeginCommandBuffer(vulkan->commands, &begin), "vkBeginCommandBuffer"))
        return false;
    record_clear(vulkan->commands, image, view,
                 probe_fault(probe, PROBE_FAULT_WRONG_COLOUR) ? 0.4f : 0.5f);
    return check(probe, vkEndCommandBuffer(vulkan->commands), "vkEndCommandBuffer") &&
           check(probe, vkQueueSubmit(vulkan->queue, 1, &submit, vulkan->fence), "vkQueueSubmit") &&
           check(probe, vkWaitForFences(vulkan->device, 1, &vulkan->fence, VK_TRUE, UINT64_MAX),
                 "vkWaitForFences") &&
           check(probe, vkResetFences(vulkan->device, 1, &vulkan->fence), "vkResetFences");
}

static bool draw_view(struct probe *probe, struct probe_vulkan *vulkan, uint32_t view)
{
    const struct chain *chain = &vulkan->chains[view];
    XrSwapchainImageWaitInfo wait = {.type = XR_TYPE_SWAPCHAIN_IMAGE_WAIT_INFO,
                                     .timeout = XR_INFINITE_DURATION};
    uint32_t image = 0;
    return probe_check(probe, xrAcquireSwapchainImage(chain->handle, NULL, &image),
                       "xrAcquireSwapchainImage") &&
           probe_check(probe, xrWaitSwapchainImage(chain->handle, &wait), "xrWaitSwapchainImage") &&
           clear(probe, vulkan, chain->images[image], view) &&
           probe_check(probe, xrReleaseSwapchainImage(chain->handle, NULL),
                       "xrReleaseSwapchainImage");
}

bool probe_vulkan_draw(struct probe *probe, struct probe_vulkan *vulkan, const XrView *views,
                       uint32_t view_count, XrCompositionLayerProjectionView *out_views)
{
    if (view_count > vulkan->chain_count)
        return probe_lack(probe, "a swapchain for every view");
    for (uint32_t i = 0; i < view_count; i++) {
        const struct chain *chain = &vulkan->chains[i];
        if (!draw_view(probe, vulkan, i))
            return false;
        out_views[i] = (XrCompositionLayerProjectionView){
            .type = XR_TYPE_COMPOSITION_LAYER_PROJECTION_VIEW,
            .pose = views[i].pose,
            .fov = views[i].fov,
            .subImage = {.swapchain = chain->handle,
                         .imageRect = {{0, 0}, {(int32_t)chain->width, (int32_t)chain->height}}},
        };
    }
    return true;
}
