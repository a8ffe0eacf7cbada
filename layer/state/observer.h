/* SPDX-License-Identifier: MIT */
/*
 * observer: what the hooks and the screenshots report to whoever watches an instance, so that they
 * need not know the event log. entry/ sets it before the app has the instance.
 */
#ifndef US_OBSERVER_H
#define US_OBSERVER_H

#include <stdint.h>

struct us_instance;
struct us_session;

struct us_observer {
    /* The image of a frame goes to `file`. On a frame thread: no allocation, lock or system call.
     */
    void (*on_screenshot)(const struct us_session *session, const char *file, uint32_t width_px,
                          uint32_t height_px);
    /* The chain below destroyed the instance; its nodes are not freed yet. */
    void (*on_instance_end)(struct us_instance *instance);
};

#endif
