/* SPDX-License-Identifier: MIT */
/* api: what the probe client needs of a graphics API. A function that returns false has said why
 * and set the probe's exit. */
#ifndef PROBE_API_H
#define PROBE_API_H

#include "probe.h"

#define PROBE_IMAGE_MAX 16

struct probe_device; /* of each API's own */

struct probe_api {
    const char *extension;
    int64_t formats[4]; /* of eight bits a channel, best first; linear light is encoded as sRGB */
    int64_t depth;      /* a format */
    /* Asks for the runtime's requirements first. `*out` is set in any case that allocates it. */
    bool (*create)(struct probe *probe, struct probe_device **out);
    const void *(*binding)(const struct probe_device *device);
    /* Fills PROBE_IMAGE_MAX handles at most. */
    bool (*find_images)(struct probe *probe, XrSwapchain swapchain, uint64_t *out_images);
    bool (*clear)(struct probe *probe, struct probe_device *device, uint64_t image, int64_t format,
                  const float colour[4]);
    void (*destroy)(struct probe_device *device);
};

extern const struct probe_api probe_api_vulkan;
extern const struct probe_api probe_api_d3d11; /* without Direct3D only its extension */

#endif
