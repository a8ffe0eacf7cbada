/* SPDX-License-Identifier: MIT */
#include "runtime/compositor/compositor.h"

#include <stdio.h>
#include <stdlib.h>

#include "runtime/instance/call.h"
#include "person/geometry.h"
#include "runtime/window/painter.h"

/* The largest eye of a new window. The user may make it larger. */
#define NEW_EYE_MAX_PX 640
/* The eye of a window in which somebody drives. */
#define COCKPIT_EYE_PX 720
/* The most parts and images of a picture, and the most memory of the images. */
#define PARTS_MAX 64u
#define IMAGES_MAX_BYTES ((size_t)512 << 20)
/* The app's frames wait while images are read: at most this share of the time. */
#define READ_SHARE 10

struct part {
    struct rt_shape shape;
    struct rt_picture_image image;
    enum rt_blend blend;
    uint32_t eye;
};

/* The picture that the painter draws. */
struct rt_mirror {
    struct rt_blend_tables blend;
    XrExtent2Di eye; /* the size of an eye's picture in the app */
    uint32_t eyes;   /* that are shown; bit 0: the left one */
    uint32_t part_count, image_count;
    struct part parts[PARTS_MAX];
    struct rt_layer_image images[PARTS_MAX]; /* the memory stays for the next picture */
    struct rt_cockpit *cockpit;              /* of the painter's thread; NULL: nobody drives here */
    XrTime rests_until; /* no images are read before this time; of the app's frames */
};

static bool is_shown(const struct rt_mirror *mirror, uint32_t eye)
{
    return (mirror->eyes >> eye & 1) != 0;
}

/* The place of an eye: half of the window, or all of it where the other eye is not shown; as large
 * as the shape of the view allows. */
static struct us_cockpit_rect place_eye(const struct rt_mirror *mirror, uint32_t index,
                                        uint32_t width, uint32_t height)
{
    const bool alone = !is_shown(mirror, 1 - index);
    const uint32_t room = alone ? width : width / 2;
    const uint64_t wide = (uint64_t)mirror->eye.width, high = (uint64_t)mirror->eye.height;
    uint32_t across = room, down = (uint32_t)(room * high / wide);
    if (down > height) {
        across = (uint32_t)(height * wide / high);
        down = height;
    }
    const uint32_t left = alone ? (width - across) / 2 : index == 0 ? room - across : room;
    return (struct us_cockpit_rect){(int32_t)left, (int32_t)((height - down) / 2), (int32_t)across,
                                    (int32_t)down};
}

static void draw_eye(const struct rt_mirror *mirror, uint32_t eye,
                     const struct us_cockpit_rect *rect, uint32_t width, uint8_t *rgb)
{
    const size_t stride = (size_t)width * 3;
    const struct rt_picture_place place = {rgb + (size_t)rect->y * stride + (size_t)rect->x * 3,
                                           (uint32_t)rect->width, (uint32_t)rect->height, stride,
                                           rt_geometry_fov(eye)};
    for (uint32_t i = 0; i < mirror->part_count; i++) {
        const struct part *part = &mirror->parts[i];
        if (part->eye == eye)
            rt_picture_draw(&place, &part->shape, &part->image, part->blend, &mirror->blend);
    }
}

static void draw(void *picture, uint32_t width, uint32_t height, uint8_t *rgb)
{
    const struct rt_mirror *mirror = picture;
    for (uint32_t eye = 0; eye < 2; eye++) {
        struct us_cockpit_rect rect = {0, 0, 0, 0};
        if (is_shown(mirror, eye)) {
            rect = place_eye(mirror, eye, width, height);
            draw_eye(mirror, eye, &rect, width, rgb);
        }
        if (mirror->cockpit != NULL)
            rt_cockpit_place(mirror->cockpit, eye, rect);
    }
    if (mirror->cockpit != NULL)
        rt_cockpit_draw(mirror->cockpit, &(struct rt_text_picture){rgb, width, height});
}

static void tend(void *picture, struct rt_window *window, bool open)
{
    const struct rt_mirror *mirror = picture;
    rt_cockpit_tend(mirror->cockpit, window, open);
}

static void finish(void *picture)
{
    struct rt_mirror *mirror = picture;
    for (uint32_t i = 0; i < PARTS_MAX; i++)
        rt_layer_image_finish(&mirror->images[i]);
    rt_cockpit_close(mirror->cockpit);
    free(mirror);
}

/* The size of a new window: both eyes, or where somebody drives, one. */
static XrExtent2Di window_size(const XrExtent2Di *eye, bool is_cockpit)
{
    int32_t width = eye->width, height = eye->height;
    const int32_t larger = width > height ? width : height;
    if (is_cockpit) {
        width = (int32_t)((int64_t)width * COCKPIT_EYE_PX / larger);
        height = (int32_t)((int64_t)height * COCKPIT_EYE_PX / larger);
        return (XrExtent2Di){width > 0 ? width : 1, height > 0 ? height : 1};
    }
    while (width > NEW_EYE_MAX_PX || height > NEW_EYE_MAX_PX) {
        width = (width + 1) / 2;
        height = (height + 1) / 2;
    }
    return (XrExtent2Di){2 * width, height};
}

static void open_window(struct rt_session *session, const XrExtent2Di *eye)
{
    char error[RT_WINDOW_ERROR_SIZE] = "out of memory";
    struct rt_mirror *mirror = calloc(1, sizeof *mirror);
    if (mirror != NULL) {
        const char *path = session->object.instance->settings.cockpit;
        mirror->cockpit = path[0] != '\0' ? rt_cockpit_open(path) : NULL;
        const XrExtent2Di size = window_size(eye, mirror->cockpit != NULL);
        rt_blend_init(&mirror->blend);
        if (path[0] != '\0' && mirror->cockpit == NULL) {
            finish(mirror);
            snprintf(error, sizeof error, "understudy drive does not answer");
        } else {
            session->painter = rt_painter_open(
                "Understudy headless runtime", (uint32_t)size.width, (uint32_t)size.height, draw,
                mirror->cockpit != NULL ? tend : NULL, finish, mirror, error);
        }
    }
    if (session->painter != NULL)
        return;
    fprintf(stderr, "understudy headless: no window: %s\n", error);
    session->window_closed = true;
    if (session->object.instance->settings.cockpit[0] != '\0' && !session->exit_requested)
        rt_session_stop(session); /* nobody could drive */
}

static XrExtent2Di eye_size(const struct rt_session *session, const XrFrameEndInfo *info)
{
    const XrCompositionLayerProjection *layer = rt_layers_first_projection(info);
    const int32_t recommended = (int32_t)session->object.instance->settings.eye_size_px;
    return layer != NULL ? layer->views[0].subImage.imageRect.extent
                         : (XrExtent2Di){recommended, recommended};
}

/* An image that both eyes see, one after the other, is read once. */
static struct rt_layer_image *find_image(struct rt_mirror *mirror, const struct rt_layer_part *part)
{
    struct rt_layer_image *newest = &mirror->images[mirror->image_count];
    if (mirror->image_count > 0 && rt_layer_image_is_of(newest - 1, part))
        return newest - 1;
    mirror->image_count++;
    newest->good = false; /* it is of another frame */
    return newest;
}

static size_t image_bytes(const struct rt_mirror *mirror)
{
    size_t bytes = 0;
    for (uint32_t i = 0; i < PARTS_MAX; i++)
        bytes += mirror->images[i].size;
    return bytes;
}

/* Adds the parts of a layer that one eye sees. False: an image cannot be read, or there is no room
 * for it. */
static bool add_layer(struct rt_session *session, struct rt_mirror *mirror,
                      const XrCompositionLayerBaseHeader *layer, uint32_t eye, XrTime time)
{
    struct rt_layer_part parts[RT_LAYER_PARTS_MAX];
    const uint32_t count = rt_layer_parts(session, layer, eye, time, parts);
    bool good = true;
    for (uint32_t i = 0; i < count; i++) {
        struct part part = {parts[i].shape, {.rgba = NULL}, rt_layer_blend(layer), eye};
        if (mirror->part_count < PARTS_MAX && mirror->image_count < PARTS_MAX &&
            image_bytes(mirror) <= IMAGES_MAX_BYTES &&
            rt_layer_image_read(find_image(mirror, &parts[i]), session, &parts[i], &part.image))
            mirror->parts[mirror->part_count++] = part;
        else
            good = false;
    }
    return good;
}

static void say_lack(struct rt_session *session)
{
    if (session->window_lacks)
        return;
    fprintf(
        stderr,
        "understudy headless: the window lacks a layer: its image cannot be read, because it is a "
        "depth image, a cube map that is no cube layer, or too large, or because the OpenGL "
        "context is current on another thread\n");
    session->window_lacks = true;
}

/* Memory that this picture does not need is given back. */
static void trim(struct rt_mirror *mirror)
{
    for (uint32_t i = mirror->image_count; i < PARTS_MAX; i++)
        rt_layer_image_finish(&mirror->images[i]);
}

static void give(struct rt_session *session, const XrFrameEndInfo *info)
{
    struct rt_mirror *mirror = rt_painter_take(session->painter);
    const XrTime began = us_time_now_ns();
    if (mirror == NULL || began < mirror->rests_until)
        return;
    mirror->eye = eye_size(session, info);
    mirror->eyes = mirror->cockpit != NULL ? rt_cockpit_eyes(mirror->cockpit) : 3;
    mirror->part_count = mirror->image_count = 0;
    bool good = true;
    for (uint32_t i = 0; i < info->layerCount; i++) {
        for (uint32_t eye = 0; eye < 2; eye++)
            if (is_shown(mirror, eye))
                good = add_layer(session, mirror, info->layers[i], eye, info->displayTime) && good;
    }
    if (!good)
        say_lack(session);
    trim(mirror);
    const XrTime ended = us_time_now_ns();
    mirror->rests_until = ended + (READ_SHARE - 1) * (ended - began);
    rt_painter_show(session->painter);
}

static void follow_user(struct rt_session *session)
{
    if (session->painter == NULL || !rt_painter_is_closed(session->painter))
        return;
    rt_painter_close(session->painter);
    session->painter = NULL;
    session->window_closed = true;
    /* Whoever drives in the window asks the app to exit in the last frame of the drive. */
    if (!session->exit_requested && session->object.instance->settings.cockpit[0] == '\0')
        rt_session_stop(session);
}

void rt_mirror_show(struct rt_session *session, const XrFrameEndInfo *info)
{
    if (!session->object.instance->settings.window)
        return;
    const XrExtent2Di size = eye_size(session, info);
    if (info->layerCount != 0 && session->painter == NULL && !session->window_closed)
        open_window(session, &size);
    follow_user(session);
    if (session->painter != NULL)
        give(session, info);
}
