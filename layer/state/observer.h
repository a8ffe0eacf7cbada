/* SPDX-License-Identifier: MIT */
/*
 * observer: callbacks through which hooks and screenshots report to the event log. The hooks do not
 * include the event log; create_instance.c sets the observer before the app gets the instance.
 */
#ifndef US_OBSERVER_H
#define US_OBSERVER_H

#include <stdbool.h>
#include <stdint.h>

struct us_instance;
struct us_session;

struct us_observer {
    /* A screenshot will be written to `file`. Called on a frame thread: no allocation, lock or
     * system call. */
    void (*on_screenshot)(const struct us_session *session, const char *file, uint32_t width_px,
                          uint32_t height_px);
    /* A fault that lets calls fail begins or ends; `index` is its number in instance->faults. No
     * allocation, lock or system call. */
    void (*on_fault)(const struct us_instance *instance, unsigned index, bool begins, double at_s);
    /* xrDestroyInstance of the chain below succeeded; the layer's nodes are not freed yet. */
    void (*on_instance_end)(struct us_instance *instance);
};

#endif
