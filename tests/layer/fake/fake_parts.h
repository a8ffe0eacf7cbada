/* SPDX-License-Identifier: MIT */
/* fake_parts: what the fake runtime's files share. */
#ifndef US_TEST_FAKE_PARTS_H
#define US_TEST_FAKE_PARTS_H

#include <string.h>

#include "fake.h"

/* True if the call is scripted to fail; keeps a scripted success code. */
bool fake_scripted(const char *name, XrResult *result);
uint64_t fake_new_handle(void);

/* The functions of actions; false if `name` is none. */
bool fake_get_action(const char *name, PFN_xrVoidFunction *function);
/* The same of swapchains. */
bool fake_get_swapchain(const char *name, PFN_xrVoidFunction *function);

/* Of an atomic member of `fake`, without ordering one thread after another. */
#define FAKE_GET(member) atomic_load_explicit(&fake.member, memory_order_relaxed)
#define FAKE_SET(member, value) atomic_store_explicit(&fake.member, value, memory_order_relaxed)
#define FAKE_ADD(member, value) atomic_fetch_add_explicit(&fake.member, value, memory_order_relaxed)

/* A call's first line: leaves with the scripted failure, and keeps a scripted success code. */
#define CALL(name)                                                                                 \
    XrResult result;                                                                               \
    if (fake_scripted(#name, &result))                                                             \
        return result;

/* What OpenXR does not allow to be NULL. */
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
