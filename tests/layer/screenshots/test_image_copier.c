/* SPDX-License-Identifier: MIT */
/* Hazard: an app is taken for one of another API, its images are asked for as another API's, or
 * what cannot be captured is called by a wrong name. */

#include <string.h>

/* Before fake_opengl.h, so that the SDK declares the structs of both APIs. */
#include "testing.h"
#include "fake_vulkan.h"
#define XR_USE_GRAPHICS_API_VULKAN

#include "fake_opengl.h"
#include "layer/screenshots/copy/image_copier.h"

enum { CAPACITY = 32, DEPTH32 = 126, RGBA_SRGB = 43 }; /* VkFormat */

static struct us_image_copier *create_vulkan(void)
{
    const XrGraphicsBindingVulkanKHR binding = {.type = XR_TYPE_GRAPHICS_BINDING_VULKAN_KHR,
                                                .instance = FAKE_VULKAN_INSTANCE,
                                                .physicalDevice = FAKE_VULKAN_PHYSICAL_DEVICE,
                                                .device = FAKE_VULKAN_DEVICE};
    const XrSessionCreateInfo info = {.type = XR_TYPE_SESSION_CREATE_INFO, .next = &binding};
    const char *app = "", *why;
    fake_vulkan_reset();
    struct us_image_copier *copier = us_image_copier_create(&info, &app, &why);
    assert_non_null(copier);
    assert_null(app);
    return copier;
}

static struct us_image_copier *create_egl(bool es)
{
    static int display;
    fake_opengl_reset();
    fake_opengl.es = es;
    fake_opengl.api = es ? US_XR_EGL_OPENGL_ES_API : US_XR_EGL_OPENGL_API;
    const struct us_xr_binding_egl binding = {.type = XR_TYPE_GRAPHICS_BINDING_EGL_MNDX,
                                              .get_proc = fake_opengl_get_proc,
                                              .display = &display,
                                              .context = fake_opengl.context};
    const XrSessionCreateInfo info = {.type = XR_TYPE_SESSION_CREATE_INFO, .next = &binding};
    const char *app = "", *why;
    struct us_image_copier *copier = us_image_copier_create(&info, &app, &why);
    assert_non_null(copier);
    assert_null(app);
    return copier;
}

TEST(test_apps_that_cannot_be_captured)
{
    static const struct {
        XrStructureType type;
        const char *app;
    } cases[] = {
        {XR_TYPE_GRAPHICS_BINDING_OPENGL_WIN32_KHR, "an OpenGL app on Windows"},
        {XR_TYPE_GRAPHICS_BINDING_OPENGL_XCB_KHR, "an OpenGL app that uses XCB"},
        {XR_TYPE_GRAPHICS_BINDING_OPENGL_WAYLAND_KHR, "an OpenGL app that uses Wayland"},
        {XR_TYPE_GRAPHICS_BINDING_OPENGL_ES_ANDROID_KHR, "an OpenGL ES app on Android"},
        {XR_TYPE_GRAPHICS_BINDING_D3D11_KHR, "a Direct3D 11 app"},
        {XR_TYPE_GRAPHICS_BINDING_D3D12_KHR, "a Direct3D 12 app"},
        {XR_TYPE_SESSION_CREATE_INFO, "an app without Vulkan, OpenGL and Direct3D 11"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const XrBaseInStructure binding = {.type = cases[i].type};
        const XrSessionCreateInfo info = {.type = XR_TYPE_SESSION_CREATE_INFO, .next = &binding};
        const char *app, *why;
        assert_null(us_image_copier_create(&info, &app, &why));
        assert_string_equal(app, cases[i].app);
    }
    us_image_copier_destroy(NULL);
}

/* A context or a device that is not usable is no other kind of app: there is a reason. */
TEST(test_apps_without_a_context)
{
    struct us_xr_binding_egl egl = {.type = XR_TYPE_GRAPHICS_BINDING_EGL_MNDX};
    const struct us_xr_binding_glx glx = {.type = XR_TYPE_GRAPHICS_BINDING_OPENGL_XLIB_KHR};
    const struct {
        const void *binding;
        const char *why;
    } cases[] = {{&egl, "the app gives no eglGetProcAddress"},
                 {&glx, "neither libGL.so.1 nor libGLX.so.0 is loaded"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const XrSessionCreateInfo info = {.type = XR_TYPE_SESSION_CREATE_INFO,
                                          .next = cases[i].binding};
        const char *app = "", *why;
        assert_null(us_image_copier_create(&info, &app, &why));
        assert_null(app);
        assert_string_equal(why, cases[i].why);
    }
}

static void check_format(const struct us_image_copier *copier, int64_t format, int64_t pixels,
                         const char *name, const char *kind)
{
    const struct us_image_copier_format found = us_image_copier_format(copier, format);
    assert_int_equal(found.pixels, pixels);
    assert_int_equal(found.name == NULL, name == NULL);
    if (name != NULL)
        assert_string_equal(found.name, name);
    assert_string_equal(found.kind, kind);
}

TEST(test_formats)
{
    struct us_image_copier *vulkan = create_vulkan();
    check_format(vulkan, RGBA_SRGB, RGBA_SRGB, "R8G8B8A8_SRGB", "VkFormat");
    check_format(vulkan, DEPTH32, 0, "D32_SFLOAT", "VkFormat");
    check_format(vulkan, GL_SRGB8_ALPHA8, 0, NULL, "VkFormat");
    assert_false(us_image_copier_is_bottom_up(vulkan));
    assert_int_equal(us_image_copier_usage(vulkan), XR_SWAPCHAIN_USAGE_TRANSFER_SRC_BIT);
    us_image_copier_destroy(vulkan);
    for (int es = 0; es < 2; es++) {
        struct us_image_copier *opengl = create_egl(es != 0);
        check_format(opengl, GL_SRGB8_ALPHA8, RGBA_SRGB, "GL_SRGB8_ALPHA8", "OpenGL format");
        check_format(opengl, GL_RGB10_A2, es != 0 ? 37 : 109, "GL_RGB10_A2", "OpenGL format");
        check_format(opengl, RGBA_SRGB, 0, NULL, "OpenGL format");
        assert_true(us_image_copier_is_bottom_up(opengl));
        assert_int_equal(us_image_copier_usage(opengl), 0);
        us_image_copier_destroy(opengl);
    }
}

/* ---- the images of a swapchain ---- */

static struct {
    XrResult result;
    uint32_t count, capacity; /* that there are; that there was room for */
    XrStructureType type;
} runtime;

/* The image number i is 1000 + i, as a VkImage or as the name of a texture. */
static XRAPI_ATTR XrResult XRAPI_CALL enumerate(XrSwapchain swapchain, uint32_t capacity,
                                                uint32_t *count, XrSwapchainImageBaseHeader *images)
{
    assert_int_equal(US_XR_VALUE(swapchain), 77);
    runtime.capacity = capacity;
    for (uint32_t i = 0; i < capacity; i++) {
        if (runtime.type == XR_TYPE_SWAPCHAIN_IMAGE_VULKAN_KHR) {
            XrSwapchainImageVulkanKHR *image = (XrSwapchainImageVulkanKHR *)images + i;
            assert_int_equal(image->type, runtime.type);
            image->image = (VkImage)(uintptr_t)(1000 + i);
        } else {
            XrSwapchainImageOpenGLKHR *image = (XrSwapchainImageOpenGLKHR *)images + i;
            assert_int_equal(image->type, runtime.type);
            image->image = 1000 + i;
        }
    }
    *count = runtime.count;
    return runtime.result;
}

static void check_images(struct us_image_copier *copier, XrStructureType type)
{
    uint64_t handles[CAPACITY + 1];
    uint32_t count = 0;
    const XrSwapchain swapchain = US_XR_HANDLE(XrSwapchain, 77);
    runtime.type = type;
    runtime.result = XR_ERROR_RUNTIME_FAILURE;
    assert_false(
        us_image_copier_find_images(copier, enumerate, swapchain, CAPACITY, &count, handles));
    assert_false(us_image_copier_find_images(copier, NULL, swapchain, CAPACITY, &count, handles));
    runtime.result = XR_SUCCESS;
    static const uint32_t counts[] = {0, 3, CAPACITY};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        memset(handles, 0, sizeof handles);
        runtime.count = counts[i];
        assert_true(us_image_copier_find_images(copier, enumerate, swapchain,
                                                CAPACITY + (uint32_t)i, &count, handles));
        assert_int_equal(runtime.capacity, CAPACITY);
        assert_int_equal(count, counts[i]);
        for (uint32_t k = 0; k <= CAPACITY; k++)
            assert_int_equal(handles[k], k < counts[i] ? 1000 + k : 0);
    }
    assert_true(us_image_copier_find_images(copier, enumerate, swapchain, 5, &count, handles));
    assert_int_equal(runtime.capacity, 5);
    us_image_copier_destroy(copier);
}

TEST(test_images)
{
    check_images(create_vulkan(), XR_TYPE_SWAPCHAIN_IMAGE_VULKAN_KHR);
    check_images(create_egl(false), XR_TYPE_SWAPCHAIN_IMAGE_OPENGL_KHR);
    check_images(create_egl(true), XR_TYPE_SWAPCHAIN_IMAGE_OPENGL_ES_KHR);
}

/* An OpenGL copy is complete at once; a Vulkan copy is waited for. */
TEST(test_copies)
{
    uint8_t pixels[2 * 3 * 4];
    for (size_t i = 0; i < sizeof pixels; i++)
        pixels[i] = (uint8_t)(i + 1);
    const char *why = NULL;
    struct us_image_copier *copier = create_egl(false);
    fake_opengl.textures[2] = (struct fake_opengl_texture){2, 3, 1, 4, pixels};
    const struct us_image_source texture = {3, 2, 3, 1, 4, GL_SRGB8_ALPHA8};
    struct us_image_copy *copy = us_image_copier_begin(copier, &texture, &why);
    assert_non_null(copy);
    us_image_copier_wait_idle(copier);
    assert_memory_equal(us_image_copier_wait(copier, copy, &why), pixels, sizeof pixels);
    us_image_copier_destroy(copier);
    assert_null(fake_opengl.wrong);
    copier = create_vulkan();
    struct fake_vulkan_image image = {2, 3, 1, 4, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL, pixels};
    const struct us_image_source source = {(uintptr_t)&image, 2, 3, 1, 4, RGBA_SRGB};
    fake_vulkan.busy = true;
    copy = us_image_copier_begin(copier, &source, &why);
    assert_non_null(copy);
    us_image_copier_wait_idle(copier);
    assert_int_equal(fake_vulkan.waits, 1);
    assert_memory_equal(us_image_copier_wait(copier, copy, &why), pixels, sizeof pixels);
    us_image_copier_destroy(copier);
    assert_null(fake_vulkan.wrong);
}

int main(void)
{
    return RUN_TESTS(test_apps_that_cannot_be_captured, test_apps_without_a_context, test_formats,
                     test_images, test_copies);
}
