/* SPDX-License-Identifier: MIT */
/* Loads the runtime as a loader does. */
#ifndef RT_TEST_NEGOTIATE_H
#define RT_TEST_NEGOTIATE_H

#include <dlfcn.h>
#include <string.h>

#include "runtime/base/xr.h"
#include "test_client.h"

typedef XrResult (*negotiate_function)(const XrNegotiateLoaderInfo *info,
                                       XrNegotiateRuntimeRequest *request);

/* The entry point of the runtime in that library. It stays loaded. */
static inline PFN_xrGetInstanceProcAddr negotiate(const char *path)
{
    void *library = dlopen(path, RTLD_NOW);
    CHECK(library != NULL);
    negotiate_function function;
    void *symbol = dlsym(library, "xrNegotiateLoaderRuntimeInterface");
    memcpy(&function, &symbol, sizeof function);
    const XrNegotiateLoaderInfo info = {
        .structType = XR_LOADER_INTERFACE_STRUCT_LOADER_INFO,
        .structVersion = XR_LOADER_INFO_STRUCT_VERSION,
        .structSize = sizeof info,
        .minInterfaceVersion = 1,
        .maxInterfaceVersion = 1,
        .minApiVersion = XR_MAKE_VERSION(1, 0, 0),
        .maxApiVersion = XR_MAKE_VERSION(1, 1, 0xFFFFFFFF),
    };
    XrNegotiateRuntimeRequest request = {.structType = XR_LOADER_INTERFACE_STRUCT_RUNTIME_REQUEST,
                                         .structVersion = XR_RUNTIME_INFO_STRUCT_VERSION,
                                         .structSize = sizeof request};
    OK(function(&info, &request));
    CHECK(request.runtimeApiVersion == XR_MAKE_VERSION(1, 1, 0));
    return request.getInstanceProcAddr;
}

#endif
