/* SPDX-License-Identifier: MIT */
/*
 * scene: the layers that understudy_scene submits, and what their images show. The app draws it,
 * and the check computes from it what an eye sees.
 *
 * The image of a layer has four quarters: upper left, upper right, lower left, lower right. The
 * faces of the cube have theirs in the order of the texture's coordinates: (s, t) below and above
 * the middle, s first.
 */
#ifndef SCENE_H
#define SCENE_H

#include <stdbool.h>

#include <openxr/openxr.h>

enum scene_kind {
    SCENE_CUBE,
    SCENE_PROJECTION, /* its field of view is SCENE_NARROW times that of the eye */
    SCENE_QUAD,
    SCENE_CYLINDER,
    SCENE_EQUIRECT,
    SCENE_EQUIRECT2,
};

#define SCENE_NARROW 0.8f
#define SCENE_EXTENSIONS 4

struct scene_layer {
    enum scene_kind kind;
    bool in_view; /* its space is VIEW; otherwise LOCAL */
    XrEyeVisibility eyes;
    XrCompositionLayerFlags flags;
    /* In the head: the pose turns about +X by the pitch, then about +Y by the yaw. */
    XrVector3f position;
    float pitch, yaw;
    /* A quad's width and height; a cylinder's radius, angle and aspect ratio; an equirect's radius,
     * scale and bias, or radius, horizontal, upper and lower angle. */
    float values[5];
};

enum { SCENE_LAYERS = 10 };
extern const struct scene_layer scene_layers[SCENE_LAYERS];
extern const char *const scene_extensions[SCENE_EXTENSIONS];

/* The bytes of a pixel, as sRGB with a linear alpha: of the image that all shapes show, of an eye's
 * view, of a face. */
extern const unsigned char scene_image[4][4];
void scene_view(int eye, int quarter, unsigned char out_rgba[4]);
void scene_face(int face, int quarter, unsigned char out_rgba[4]);

/* Linear light from sRGB and back, each from 0 to 1. */
double scene_linear(double encoded);
double scene_srgb(double linear);

/* Poses. */
XrQuaternionf scene_turn(float pitch, float yaw);
XrVector3f scene_rotate(XrQuaternionf q, XrVector3f v);
/* The pose of c in a, from b in a and c in b. */
XrPosef scene_compose(XrPosef b, XrPosef c);
XrPosef scene_invert(XrPosef pose);

/* What the app was told about an eye: its pose in LOCAL and in VIEW, and its field of view. */
struct scene_eye {
    XrPosef in_local, in_view;
    XrFovf fov;
};

enum { SCENE_EYE_NUMBERS = 2 * 18 }; /* of two eyes */

/* Checks a picture of the window, both eyes side by side, with each eye `size` pixels wide and
 * high. Returns the exit status, and says on standard error what is wrong. */
int scene_check(const char *png, const struct scene_eye eyes[2], int size);

#endif
