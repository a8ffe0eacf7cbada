/* SPDX-License-Identifier: MIT */
#include "scene.h"

#include <math.h>

#define PREMULTIPLIED XR_COMPOSITION_LAYER_BLEND_TEXTURE_SOURCE_ALPHA_BIT
#define UNPREMULTIPLIED                                                                            \
    (XR_COMPOSITION_LAYER_BLEND_TEXTURE_SOURCE_ALPHA_BIT |                                         \
     XR_COMPOSITION_LAYER_UNPREMULTIPLIED_ALPHA_BIT)

const char *const scene_extensions[SCENE_EXTENSIONS] = {
    XR_KHR_COMPOSITION_LAYER_CUBE_EXTENSION_NAME, XR_KHR_COMPOSITION_LAYER_CYLINDER_EXTENSION_NAME,
    XR_KHR_COMPOSITION_LAYER_EQUIRECT_EXTENSION_NAME,
    XR_KHR_COMPOSITION_LAYER_EQUIRECT2_EXTENSION_NAME};

const struct scene_layer scene_layers[SCENE_LAYERS] = {
    {SCENE_CUBE, false, XR_EYE_VISIBILITY_BOTH, 0, {0, 0, 0}, 0.3f, 0.4f, {0}},
    {SCENE_PROJECTION, false, XR_EYE_VISIBILITY_BOTH, 0, {0, 0, 0}, 0, 0, {0}},
    /* A menu that is fixed to the head, and one behind it that is in front by its order. */
    {SCENE_QUAD, true, XR_EYE_VISIBILITY_BOTH, 0, {-0.3f, 0.25f, -1}, 0.2f, 0.5f, {0.5f, 0.3f}},
    {SCENE_QUAD, false, XR_EYE_VISIBILITY_BOTH, 0, {-0.1f, 0.6f, -2}, 0.1f, 0, {0.6f, 0.4f}},
    /* One for each eye, blended in two ways. */
    {SCENE_QUAD,
     false,
     XR_EYE_VISIBILITY_LEFT,
     UNPREMULTIPLIED,
     {0.3f, 0, -1},
     0,
     -0.3f,
     {0.5f, 0.3f}},
    {SCENE_QUAD,
     false,
     XR_EYE_VISIBILITY_RIGHT,
     PREMULTIPLIED,
     {0.3f, 0, -1},
     0,
     -0.3f,
     {0.5f, 0.3f}},
    /* Seen from behind. */
    {SCENE_QUAD, false, XR_EYE_VISIBILITY_BOTH, 0, {0, 0, -0.7f}, 0, 3.0f, {2, 2}},
    {SCENE_CYLINDER,
     false,
     XR_EYE_VISIBILITY_BOTH,
     UNPREMULTIPLIED,
     {0.1f, -0.5f, 0},
     0.1f,
     0.3f,
     {1.5f, 0.6f, 2}},
    {SCENE_EQUIRECT,
     true,
     XR_EYE_VISIBILITY_BOTH,
     PREMULTIPLIED,
     {0, 0, 0},
     0.2f,
     -0.5f,
     {0, 16, 8, -7.5f, -3.5f}},
    {SCENE_EQUIRECT2,
     false,
     XR_EYE_VISIBILITY_BOTH,
     UNPREMULTIPLIED,
     {0.1f, 0, 1},
     0,
     0.6f,
     {3, 0.5f, -0.2f, -0.5f}},
};

const unsigned char scene_image[4][4] = {
    {255, 0, 0, 255}, {0, 255, 0, 128}, {0, 0, 255, 0}, {188, 137, 99, 64}};

void scene_view(int eye, int quarter, unsigned char out_rgba[4])
{
    out_rgba[0] = eye == 0 ? 188 : 99;
    out_rgba[1] = (unsigned char)(99 + 29 * quarter);
    out_rgba[2] = eye == 0 ? 99 : 188;
    out_rgba[3] = 0; /* does not count */
}

void scene_face(int face, int quarter, unsigned char out_rgba[4])
{
    for (int i = 0; i < 3; i++)
        out_rgba[i] = (unsigned char)(((face + 1) >> i & 1 ? 137 : 0) + 33 * quarter);
    out_rgba[3] = 0;
}

double scene_linear(double encoded)
{
    return encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4);
}

double scene_srgb(double linear)
{
    const double value = linear > 1 ? 1 : linear;
    return value <= 0.0031308 ? 12.92 * value : 1.055 * pow(value, 1 / 2.4) - 0.055;
}

XrQuaternionf scene_turn(float pitch, float yaw)
{
    const float sx = sinf(pitch / 2), cx = cosf(pitch / 2), sy = sinf(yaw / 2), cy = cosf(yaw / 2);
    return (XrQuaternionf){cy * sx, sy * cx, -sy * sx, cy * cx};
}

XrVector3f scene_rotate(XrQuaternionf q, XrVector3f v)
{
    const float xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
    const float xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z;
    const float wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
    return (XrVector3f){(1 - 2 * (yy + zz)) * v.x + 2 * (xy - wz) * v.y + 2 * (xz + wy) * v.z,
                        2 * (xy + wz) * v.x + (1 - 2 * (xx + zz)) * v.y + 2 * (yz - wx) * v.z,
                        2 * (xz - wy) * v.x + 2 * (yz + wx) * v.y + (1 - 2 * (xx + yy)) * v.z};
}

static XrQuaternionf multiply(XrQuaternionf a, XrQuaternionf b)
{
    return (XrQuaternionf){a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                           a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                           a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
                           a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

XrPosef scene_compose(XrPosef b, XrPosef c)
{
    const XrVector3f p = scene_rotate(b.orientation, c.position);
    return (XrPosef){multiply(b.orientation, c.orientation),
                     {b.position.x + p.x, b.position.y + p.y, b.position.z + p.z}};
}

XrPosef scene_invert(XrPosef pose)
{
    const XrQuaternionf q = {-pose.orientation.x, -pose.orientation.y, -pose.orientation.z,
                             pose.orientation.w};
    const XrVector3f p = scene_rotate(q, pose.position);
    return (XrPosef){q, {-p.x, -p.y, -p.z}};
}
