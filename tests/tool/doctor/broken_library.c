/* SPDX-License-Identifier: MIT */
/* A layer and a runtime that do what US_BROKEN says as soon as they are asked: crash, hang, exit,
 * or refuse. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

EXPORT int32_t xrNegotiateLoaderApiLayerInterface(const void *info, const char *name,
                                                  void *request);
EXPORT int32_t xrNegotiateLoaderRuntimeInterface(const void *info, void *request);

static int32_t misbehave(void)
{
    const char *how = getenv("US_BROKEN");
    if (how != NULL && strcmp(how, "crash") == 0)
        abort();
    while (how != NULL && strcmp(how, "hang") == 0)
        pause();
    if (how != NULL && strcmp(how, "exit") == 0)
        exit(0);
    return -6;
}

int32_t xrNegotiateLoaderApiLayerInterface(const void *info, const char *name, void *request)
{
    (void)info, (void)name, (void)request;
    return misbehave();
}

int32_t xrNegotiateLoaderRuntimeInterface(const void *info, void *request)
{
    (void)info, (void)request;
    return misbehave();
}
