/* SPDX-License-Identifier: MIT */
/* Hazard: a copy of an image that is used again too early or never, memory without a limit, or
 * memory that is not given back. The same of Vulkan, OpenGL and OpenGL ES. */
#include "shots_app.h"

#include <string.h>

#include "core/base/own_use.h"
#include "fake_opengl.h"

static const char too_large[] = "the image is too large";
static const char full[] = "earlier screenshots are still being written";

enum api { VULKAN, OPENGL, OPENGL_ES, APIS };

/* Each frame is wanted, and waits until the screenshots of the one before are written. */
static void begin(struct shots_app *app, enum api api)
{
    static int display;
    static struct us_xr_binding_egl egl;
    memset(app, 0, sizeof *app);
    fake_vulkan_reset();
    fake_opengl_reset();
    fake_vulkan.type = VK_PHYSICAL_DEVICE_TYPE_CPU;
    if (api == VULKAN) {
        shots_begin_vulkan(app, "every:0.001s", "frame:100");
    } else {
        fake_opengl.es = api == OPENGL_ES;
        fake_opengl.api = api == OPENGL_ES ? US_XR_EGL_OPENGL_ES_API : US_XR_EGL_OPENGL_API;
        egl = (struct us_xr_binding_egl){.type = XR_TYPE_GRAPHICS_BINDING_EGL_MNDX,
                                         .get_proc = fake_opengl_get_proc,
                                         .display = &display,
                                         .context = fake_opengl.context};
        shots_begin_bound(app, &egl, "every:0.001s", "frame:100");
        fake.has_es = api == OPENGL_ES;
    }
    shots_wait_frame(app, 0);
}

static void end(struct shots_app *app, int taken)
{
    shots_end(app, taken);
    assert_int_equal(us_own_use_bytes(), 0);
    if (fake_opengl.wrong != NULL)
        fail_msg("%s", fake_opengl.wrong);
}

#define COPIES_TEST(name)                                                                          \
    static int name##_of(struct shots_app *app);                                                   \
    TEST(name)                                                                                     \
    {                                                                                              \
        for (int api = 0; api < APIS; api++) {                                                     \
            struct shots_app app;                                                                  \
            begin(&app, (enum api)api);                                                            \
            end(&app, name##_of(&app));                                                            \
        }                                                                                          \
    }                                                                                              \
    static int name##_of(struct shots_app *app)

static void check_own(int small_count, int megabytes)
{
    assert_int_equal(us_own_use_bytes(),
                     small_count * SHOTS_SMALL_BYTES + megabytes * (int)SHOTS_MEGABYTE);
}

/* Copies count as Understudy's memory. */
COPIES_TEST(own_memory)
{
    struct shots_part parts[3];
    for (int i = 0; i < 3; i++) {
        parts[i] = shots_take(app, 2, NULL);
        check_own(0, 2 * (i + 1));
    }
    return shots_show(app, 0, parts, 3);
}

/* A copy is used again when no swapchain holds it: one that is large enough, else the largest,
 * which grows. */
COPIES_TEST(copies_are_used_again)
{
    struct shots_part parts[2] = {shots_take(app, 0, NULL), shots_take(app, 2, NULL)};
    int taken = shots_show(app, 0, parts, 2);
    check_own(1, 2);
    shots_give_back(app, parts[0].part.swapchain); /* no frame is wanted */
    check_own(1, 2);
    shots_drop(app, parts, 2);
    shots_wait_frame(app, 1);
    parts[0] = shots_take(app, 2, NULL);
    shots_drop(app, parts, 1);
    check_own(1, 2);
    parts[0] = shots_take(app, 0, NULL);
    parts[1] = shots_take(app, 2, NULL);
    check_own(1, 2); /* each has the one that fits it */
    taken += shots_show(app, 1, parts, 2);
    shots_wait_frame(app, 2);
    /* The new copy of an image is made while the swapchain still holds the one before. */
    shots_give_back(app, parts[0].part.swapchain);
    check_own(2, 2);
    shots_give_back(app, parts[0].part.swapchain);
    check_own(2, 2);
    shots_drop(app, parts, 2);
    parts[0] = shots_take(app, 3, NULL);
    check_own(2, 3);
    return taken + shots_show(app, 2, parts, 1);
}

/* Half a gigabyte of copies, and not a byte more. */
COPIES_TEST(memory_has_a_limit)
{
    struct shots_part parts[] = {shots_take(app, 513, too_large), shots_take(app, 256, NULL),
                                 shots_take(app, 257, full), shots_take(app, 256, NULL),
                                 shots_take(app, 0, full)};
    int taken = shots_show(app, 0, parts, 5);
    shots_drop(app, parts, 5);
    shots_wait_frame(app, 1);
    /* One of them grows, the other counts until it is used for something else. */
    parts[0] = shots_take(app, 512, full);
    parts[1] = shots_take(app, 0, NULL);
    return taken + shots_show(app, 1, parts, 2);
}

COPIES_TEST(all_of_the_memory)
{
    struct shots_part part = shots_take(app, 256, NULL);
    shots_drop(app, &part, 1);
    part = shots_take(app, 512, NULL);
    return shots_show(app, 0, &part, 1);
}

/* What grows counts as large as it is now, and no longer as it was. */
COPIES_TEST(memory_that_grows)
{
    struct shots_part parts[3] = {shots_take(app, 256, NULL)};
    shots_drop(app, parts, 1);
    parts[0] = shots_take(app, 300, NULL);
    parts[1] = shots_take(app, 213, full);
    parts[2] = shots_take(app, 212, NULL);
    return shots_show(app, 0, parts, 3);
}

COPIES_TEST(sixty_four_copies)
{
    struct shots_part parts[66];
    for (int i = 0; i < 65; i++)
        parts[i] = shots_take(app, 0, i < 64 ? NULL : full);
    shots_drop(app, &parts[63], 1);
    parts[63] = parts[62];
    parts[65] = shots_take(app, 0, NULL);
    return shots_show(app, 0, parts, 66);
}

TESTS_MAIN(own_memory, copies_are_used_again, memory_has_a_limit, all_of_the_memory,
           memory_that_grows, sixty_four_copies)
