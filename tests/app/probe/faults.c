/* SPDX-License-Identifier: MIT */
#include "faults.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

bool probe_fault(const struct probe *probe, enum probe_fault fault)
{
    return probe->options.fault == fault && probe->frame >= probe->options.fault_frame;
}

float probe_faults_random(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (float)(now.tv_nsec / 1000 % 1000) / 1000;
}

/* Computes for so long, whatever the machine does besides. The time is this thread's: the process
   also has threads of the layer, whose time does not count as the app's. */
static void spend_ms(long time_ms)
{
    struct timespec begin, now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begin);
    do
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    while ((now.tv_sec - begin.tv_sec) * 1000000000LL + (now.tv_nsec - begin.tv_nsec) <
           time_ms * 1000000LL);
}

/* What it allocates is reachable, so that no leak checker complains. */
static void leak(const struct probe *probe)
{
    enum { SIZE = 1 << 20 };
    static void *kept;
    const XrReferenceSpaceCreateInfo info = {.type = XR_TYPE_REFERENCE_SPACE_CREATE_INFO,
                                             .referenceSpaceType = XR_REFERENCE_SPACE_TYPE_LOCAL,
                                             .poseInReferenceSpace = PROBE_POSE_IDENTITY};
    XrSpace space;
    void **block = malloc(SIZE);
    (void)xrCreateReferenceSpace(probe->session, &info, &space);
    if (block == NULL)
        return;
    memset(block, 1, SIZE);
    *block = kept;
    kept = block;
}

void probe_faults_go_wrong(const struct probe *probe)
{
    if (probe_fault(probe, PROBE_FAULT_CRASH))
        raise(SIGSEGV);
    if (probe_fault(probe, PROBE_FAULT_SLOW))
        spend_ms(50);
    if (probe_fault(probe, PROBE_FAULT_LEAK))
        leak(probe);
    while (probe_fault(probe, PROBE_FAULT_HANG))
        probe_sleep_s(1);
}

void probe_faults_between_frames(const struct probe *probe)
{
    if (probe_fault(probe, PROBE_FAULT_SLOW_BETWEEN))
        spend_ms(50);
}

static void swap_poses(XrCompositionLayerProjectionView *views)
{
    XrPosef left = views[0].pose;
    views[0].pose = views[1].pose;
    views[1].pose = left;
}

void probe_faults_spoil_views(const struct probe *probe, XrCompositionLayerProjectionView *views,
                              uint32_t count)
{
    static XrPosef before[PROBE_VIEW_MAX]; /* of the frame before */
    for (uint32_t i = 0; i < count; i++) {
        XrPosef pose = views[i].pose;
        if (probe_fault(probe, PROBE_FAULT_NARROW_FOV)) {
            views[i].fov.angleLeft *= 0.95f;
            views[i].fov.angleRight *= 0.95f;
        }
        if (probe_fault(probe, PROBE_FAULT_OLD_VIEWS))
            views[i].pose = before[i];
        before[i] = pose;
    }
    if (probe_fault(probe, PROBE_FAULT_WRONG_RECT) && count > 0)
        views[0].subImage.imageRect.extent.width--;
    if (probe_fault(probe, PROBE_FAULT_SWAPPED_EYES) && count > 1)
        swap_poses(views);
    if (probe_fault(probe, PROBE_FAULT_ONE_EYE) && count > 1)
        views[1].pose = views[0].pose;
}

void probe_faults_spoil_quad(const struct probe *probe, XrCompositionLayerQuad *quad)
{
    static float size_m; /* of this run */
    if (size_m == 0.0f)
        size_m = 0.3f + 0.1f * probe_faults_random();
    if (probe_fault(probe, PROBE_FAULT_MOVED_QUAD))
        quad->pose.position.y += 0.005f;
    if (probe_fault(probe, PROBE_FAULT_RANDOM_SIZE))
        quad->size.width = size_m;
}

void probe_faults_spoil_layers(const struct probe *probe,
                               const XrCompositionLayerBaseHeader **layers, uint32_t count)
{
    for (uint32_t i = 0; probe_fault(probe, PROBE_FAULT_LAYER_ORDER) && i < count / 2; i++) {
        const XrCompositionLayerBaseHeader *layer = layers[i];
        layers[i] = layers[count - 1 - i];
        layers[count - 1 - i] = layer;
    }
}
