/* SPDX-License-Identifier: MIT */
/*
 * What an eye sees of the scene: each layer is cut into patches, whose corners come into the eye's
 * picture by its pose and the projection formula. All pixels are compared that are not next to an
 * edge.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <png.h>

#include "scene.h"

#define PI 3.14159265358979323846f

enum { CELLS = 24 }; /* a layer has CELLS x CELLS patches, so that curved ones are smooth */

struct picture {
    const struct scene_eye *eye;
    int size;
    double *rgb; /* linear */
};

/* The point of a shape that shows the place (u, v) of the image, from the upper left. */
static XrVector3f point_of(const struct scene_layer *layer, float u, float v)
{
    const float *n = layer->values;
    if (layer->kind == SCENE_QUAD)
        return (XrVector3f){(u - 0.5f) * n[0], (0.5f - v) * n[1], 0};
    if (layer->kind == SCENE_CYLINDER) {
        const float angle = (u - 0.5f) * n[1], height = n[0] * n[1] / n[2];
        return (XrVector3f){n[0] * sinf(angle), (0.5f - v) * height, -n[0] * cosf(angle)};
    }
    const bool second = layer->kind == SCENE_EQUIRECT2;
    const float radius = n[0] == 0 ? 1000 : n[0];
    const float east = second ? (u - 0.5f) * n[1] : 2 * PI * ((u - n[3]) / n[1] - 0.5f);
    const float north = second ? n[2] + v * (n[3] - n[2]) : PI * (0.5f - (v - n[4]) / n[2]);
    return (XrVector3f){radius * sinf(east) * cosf(north), radius * sinf(north),
                        -radius * cosf(east) * cosf(north)};
}

/* The direction of a place of a cube's face (the table of OpenGL, "Cube Map Texture Selection"). */
static XrVector3f point_of_face(int face, float s, float t)
{
    const float a = 2 * s - 1, b = 2 * t - 1;
    const XrVector3f points[] = {{1, -b, -a}, {-1, -b, a}, {a, 1, b},
                                 {a, -1, -b}, {a, -b, 1},  {-a, -b, -1}};
    return points[face];
}

/* OpenXR, "Composition Layer Blending". */
static void blend(double *below, const unsigned char rgba[4], XrCompositionLayerFlags flags)
{
    const bool blends = (flags & XR_COMPOSITION_LAYER_BLEND_TEXTURE_SOURCE_ALPHA_BIT) != 0;
    const bool unpremultiplied = (flags & XR_COMPOSITION_LAYER_UNPREMULTIPLIED_ALPHA_BIT) != 0;
    const double alpha = blends ? rgba[3] / 255.0 : 1;
    for (int i = 0; i < 3; i++) {
        const double colour = scene_linear(rgba[i] / 255.0);
        below[i] = fmin(colour * (unpremultiplied ? alpha : 1) + below[i] * (1 - alpha), 1);
    }
}

struct corner {
    double x, y;
};

static double side(struct corner from, struct corner to, double x, double y)
{
    return (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x);
}

/* Paints a patch, whose corners go around, where its front is seen: there they go clockwise. */
static void paint(const struct picture *picture, const XrVector3f points[4],
                  const unsigned char rgba[4], XrCompositionLayerFlags flags, char *done)
{
    const XrFovf *fov = &picture->eye->fov;
    const double left = tan((double)fov->angleLeft), across = tan((double)fov->angleRight) - left;
    const double top = tan((double)fov->angleUp), down = tan((double)fov->angleDown) - top;
    struct corner at[4];
    double low_x = picture->size, high_x = 0, low_y = picture->size, high_y = 0;
    for (int i = 0; i < 4; i++) {
        if (points[i].z > -0.01f)
            return;
        at[i].x = ((double)(points[i].x / -points[i].z) - left) / across * picture->size;
        at[i].y = ((double)(points[i].y / -points[i].z) - top) / down * picture->size;
        low_x = fmin(low_x, at[i].x), high_x = fmax(high_x, at[i].x);
        low_y = fmin(low_y, at[i].y), high_y = fmax(high_y, at[i].y);
    }
    for (int y = (int)fmax(low_y - 1, 0); y < picture->size && y < high_y + 1; y++) {
        for (int x = (int)fmax(low_x - 1, 0); x < picture->size && x < high_x + 1; x++) {
            bool inside = done[y * picture->size + x] == 0;
            for (int i = 0; inside && i < 4; i++)
                inside = side(at[i], at[(i + 1) % 4], x + 0.5, y + 0.5) >= -1e-3;
            if (!inside)
                continue;
            blend(picture->rgb + 3 * (y * picture->size + x), rgba, flags);
            done[y * picture->size + x] = 1;
        }
    }
}

static XrVector3f transform(XrPosef pose, XrVector3f p)
{
    const XrVector3f q = scene_rotate(pose.orientation, p);
    return (XrVector3f){pose.position.x + q.x, pose.position.y + q.y, pose.position.z + q.z};
}

/* A point of the layer in the eye. */
static XrVector3f find(const struct picture *picture, const struct scene_layer *layer,
                       XrPosef in_eye, int face, float u, float v)
{
    if (layer->kind == SCENE_CUBE)
        return scene_rotate(in_eye.orientation, point_of_face(face, u, v));
    if (layer->kind != SCENE_PROJECTION)
        return transform(in_eye, point_of(layer, u, v));
    const XrFovf *fov = &picture->eye->fov;
    const float left = tanf(fov->angleLeft * SCENE_NARROW), up = tanf(fov->angleUp * SCENE_NARROW);
    return (XrVector3f){left + u * (tanf(fov->angleRight * SCENE_NARROW) - left),
                        up + v * (tanf(fov->angleDown * SCENE_NARROW) - up), -1};
}

static void paint_layer(const struct picture *picture, const struct scene_layer *layer, int eye,
                        char *done)
{
    const XrPosef in_head = {scene_turn(layer->pitch, layer->yaw), layer->position};
    const XrPosef in_eye = scene_compose(scene_invert(picture->eye->in_view), in_head);
    const bool is_cube = layer->kind == SCENE_CUBE;
    for (int face = 0; face < (is_cube ? 6 : 1); face++) {
        for (int cell = 0; cell < CELLS * CELLS; cell++) {
            const int x = cell % CELLS, y = cell / CELLS;
            const int quarter = (x >= CELLS / 2) + 2 * (y >= CELLS / 2);
            unsigned char rgba[4];
            XrVector3f corners[4];
            /* Clockwise from the upper left. Seen from within, the faces of a cube are mirrored. */
            for (int i = 0; i < 4; i++)
                corners[is_cube ? 3 - i : i] =
                    find(picture, layer, in_eye, face, (float)(x + (i == 1 || i == 2)) / CELLS,
                         (float)(y + (i >= 2)) / CELLS);
            if (is_cube)
                scene_face(face, quarter, rgba);
            else if (layer->kind == SCENE_PROJECTION)
                scene_view(eye, quarter, rgba);
            else
                for (int i = 0; i < 4; i++)
                    rgba[i] = scene_image[quarter][i];
            paint(picture, corners, rgba, layer->flags, done);
        }
    }
}

static int byte_of(const struct picture *picture, int x, int y, int channel)
{
    return (int)round(255 * scene_srgb(picture->rgb[3 * (y * picture->size + x) + channel]));
}

/* Whether what is expected is the same all around. */
static bool is_even(const struct picture *picture, int x, int y)
{
    for (int i = 0; i < 27; i++) {
        const int near_x = x + i % 3 - 1, near_y = y + i / 3 % 3 - 1;
        if (near_x < 0 || near_y < 0 || near_x >= picture->size || near_y >= picture->size ||
            byte_of(picture, near_x, near_y, i / 9) != byte_of(picture, x, y, i / 9))
            return false;
    }
    return true;
}

static int compare(const struct picture *picture, const png_byte *rgb, int eye, int *compared)
{
    int wrong = 0;
    for (int i = 0; i < picture->size * picture->size; i++) {
        const int x = i % picture->size, y = i / picture->size;
        const png_byte *pixel = rgb + 3 * (y * 2 * picture->size + eye * picture->size + x);
        bool same = true;
        if (!is_even(picture, x, y))
            continue;
        for (int channel = 0; channel < 3; channel++)
            same = same && abs(pixel[channel] - byte_of(picture, x, y, channel)) <= 1;
        if (!same && wrong < 3)
            fprintf(stderr, "eye %d, pixel %d,%d: wanted %d,%d,%d, found %d,%d,%d\n", eye, x, y,
                    byte_of(picture, x, y, 0), byte_of(picture, x, y, 1), byte_of(picture, x, y, 2),
                    pixel[0], pixel[1], pixel[2]);
        wrong += !same;
        *compared += 1;
    }
    return wrong;
}

static int check_eye(const struct scene_eye *eye, int index, int size, const png_byte *rgb,
                     int *compared)
{
    const size_t count = (size_t)size * (size_t)size;
    const struct picture picture = {eye, size, calloc(count, 3 * sizeof(double))};
    int wrong = -1;
    char *done = malloc(count);
    for (int i = 0; picture.rgb != NULL && done != NULL && i < SCENE_LAYERS; i++) {
        const XrEyeVisibility eyes = scene_layers[i].eyes;
        for (size_t at = 0; at < count; at++)
            done[at] = 0;
        if (eyes == XR_EYE_VISIBILITY_BOTH || (eyes == XR_EYE_VISIBILITY_RIGHT) == (index == 1))
            paint_layer(&picture, &scene_layers[i], index, done);
        wrong = 0;
    }
    if (wrong == 0)
        wrong = compare(&picture, rgb, index, compared);
    free(picture.rgb);
    free(done);
    return wrong;
}

int scene_check(const char *png, const struct scene_eye eyes[2], int size)
{
    png_image image = {.version = PNG_IMAGE_VERSION};
    if (!png_image_begin_read_from_file(&image, png) || (int)image.width != 2 * size ||
        (int)image.height != size) {
        fprintf(stderr, "%s: it is no picture of %d x %d pixels\n", png, 2 * size, size);
        return 1;
    }
    image.format = PNG_FORMAT_RGB;
    png_byte *rgb = malloc(PNG_IMAGE_SIZE(image));
    int compared = 0, wrong = 1;
    if (rgb != NULL && png_image_finish_read(&image, NULL, rgb, 0, NULL)) {
        wrong = check_eye(&eyes[0], 0, size, rgb, &compared);
        wrong += check_eye(&eyes[1], 1, size, rgb, &compared);
    }
    free(rgb);
    printf("%s: %d pixels compared, %d wrong\n", png, compared, wrong);
    return wrong == 0 && compared > size * size ? 0 : 1;
}
