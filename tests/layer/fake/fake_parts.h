/* SPDX-License-Identifier: MIT */
/* fake_parts: helpers that the source files of the fake runtime share. */
#ifndef US_TEST_FAKE_PARTS_H
#define US_TEST_FAKE_PARTS_H

#include <string.h>

#include "fake.h"

/* True if the test made this call fail. `*result` is the result to return in any case. */
bool fake_scripted(const char *name, XrResult *result);
uint64_t fake_new_handle(void);

/* Finds a function of actions. False if `name` is not one. */
bool fake_get_action(const char *name, PFN_xrVoidFunction *function);
/* Finds a function that paces frames, or of XR_FB_display_refresh_rate. */
bool fake_get_display(const char *name, PFN_xrVoidFunction *function);
/* Finds a function of swapchains. */
bool fake_get_swapchain(const char *name, PFN_xrVoidFunction *function);

/* Access an atomic member of `fake` without ordering threads. */
#define FAKE_GET(member) atomic_load_explicit(&fake.member, memory_order_relaxed)
#define FAKE_SET(member, value) atomic_store_explicit(&fake.member, value, memory_order_relaxed)
#define FAKE_ADD(member, value) atomic_fetch_add_explicit(&fake.member, value, memory_order_relaxed)

/* The first line of a call: returns the failure that the test set, and declares `result`. */
#define CALL(name)                                                                                 \
    XrResult result;                                                                               \
    if (fake_scripted(#name, &result))                                                             \
        return result;

/* Fail if a pointer is NULL that OpenXR requires. */
#define NEED(pointer)                                                                              \
    if ((pointer) == NULL)                                                                         \
        return XR_ERROR_VALIDATION_FAILURE;
#define NEED_LIST(count, pointer)                                                                  \
    if ((count) > 0)                                                                               \
    NEED(pointer)

/* The cast through the typed pointer checks the signature. */
#define FUNCTION(wanted, own)                                                                      \
    if (strcmp(name, #wanted) == 0) {                                                              \
        PFN_##wanted typed = own;                                                                  \
        *function = (PFN_xrVoidFunction)typed;                                                     \
        return XR_SUCCESS;                                                                         \
    }

#endif
