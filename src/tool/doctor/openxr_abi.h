/* SPDX-License-Identifier: MIT */
/*
 * openxr_abi: what the doctor needs of OpenXR's binary interface, declared here from the
 * specification because nothing in src/ needs OpenXR's headers to be built;
 * tests/tool/doctor/test_abi.c holds it against them. 64-bit handles.
 */
#ifndef TOOL_OPENXR_ABI_H
#define TOOL_OPENXR_ABI_H

#include <stddef.h>
#include <stdint.h>

enum {
    TOOL_XR_EXTENSION_PROPERTIES = 2, /* values of XrStructureType */
    TOOL_XR_INSTANCE_CREATE_INFO = 3,
    TOOL_XR_API_LAYER_PROPERTIES = 1,
    TOOL_XR_INSTANCE_PROPERTIES = 32,
    TOOL_XR_LOADER_INFO = 1, /* values of XrLoaderInterfaceStructs */
    TOOL_XR_LAYER_REQUEST = 2,
    TOOL_XR_RUNTIME_REQUEST = 3,
};

#define TOOL_XR_VERSION(major, minor, patch)                                                       \
    ((uint64_t)(major) << 48 | (uint64_t)(minor) << 32 | (uint64_t)(patch))

typedef void tool_xr_function(void);
typedef int32_t tool_xr_get_proc(void *instance, const char *name, tool_xr_function **out);

struct tool_xr_loader_info {
    int32_t type;
    uint32_t version;
    size_t size;
    uint32_t least_interface, most_interface;
    uint64_t least_api, most_api;
};

struct tool_xr_layer_request {
    int32_t type;
    uint32_t version;
    size_t size;
    uint32_t interface;
    uint64_t api;
    tool_xr_get_proc *get_proc;
    tool_xr_function *create;
};

struct tool_xr_runtime_request {
    int32_t type;
    uint32_t version;
    size_t size;
    uint32_t interface;
    uint64_t api;
    tool_xr_get_proc *get_proc;
};

struct tool_xr_extension {
    int32_t type;
    void *next;
    char name[128];
    uint32_t revision;
};

struct tool_xr_layer {
    int32_t type;
    void *next;
    char name[256];
    uint64_t spec_version;
    uint32_t layer_version;
    char description[256];
};

struct tool_xr_create_info {
    int32_t type;
    const void *next;
    uint64_t flags;
    char app_name[128];
    uint32_t app_version;
    char engine_name[128];
    uint32_t engine_version;
    uint64_t api;
    uint32_t layer_count;
    const char *const *layers;
    uint32_t extension_count;
    const char *const *extensions;
};

struct tool_xr_instance_properties {
    int32_t type;
    void *next;
    uint64_t version;
    char name[128];
};

typedef int32_t tool_xr_negotiate_layer(const struct tool_xr_loader_info *info, const char *name,
                                        struct tool_xr_layer_request *request);
typedef int32_t tool_xr_negotiate_runtime(const struct tool_xr_loader_info *info,
                                          struct tool_xr_runtime_request *request);
typedef int32_t tool_xr_enumerate_extensions(const char *layer, uint32_t room, uint32_t *out_count,
                                             struct tool_xr_extension *out);
typedef int32_t tool_xr_enumerate_layers(uint32_t room, uint32_t *out_count,
                                         struct tool_xr_layer *out);
typedef int32_t tool_xr_create_instance(const struct tool_xr_create_info *info, void **out);
typedef int32_t tool_xr_get_properties(void *instance, struct tool_xr_instance_properties *out);
typedef int32_t tool_xr_destroy_instance(void *instance);

#endif
