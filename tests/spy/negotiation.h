/* SPDX-License-Identifier: MIT */
/*
 * negotiation: what a loader and an API layer tell each other first (OpenXR specification, "API
 * Layer Interface Negotiation" and "API Layer Create Instance Process").
 *
 * SDK 1.0.20 has no header for it, and newer ones have names of their own, so these are named after
 * the spy. The layout is an ABI that is the same in all of them; the assertions hold it.
 */
#ifndef SPY_NEGOTIATION_H
#define SPY_NEGOTIATION_H

#include <openxr/openxr.h>

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

enum spy_negotiation_struct {
    SPY_NEGOTIATION_LOADER_INFO = 1,
    SPY_NEGOTIATION_API_LAYER_REQUEST = 2,
    SPY_NEGOTIATION_API_LAYER_CREATE_INFO = 4,
    SPY_NEGOTIATION_API_LAYER_NEXT_INFO = 5
};

/* Version of every struct here, and of the interface between loader and layer. */
#define SPY_NEGOTIATION_VERSION 1

#define SPY_NEGOTIATION_SETTINGS_PATH_SIZE 512

struct spy_negotiation_loader_info {
    int32_t struct_type;
    uint32_t struct_version;
    size_t struct_size;
    uint32_t min_interface_version;
    uint32_t max_interface_version;
    XrVersion min_api_version;
    XrVersion max_api_version;
};

struct spy_negotiation_create_info;

typedef XrResult(XRAPI_PTR *spy_negotiation_create_fn)(
    const XrInstanceCreateInfo *info, const struct spy_negotiation_create_info *layer_info,
    XrInstance *instance);

struct spy_negotiation_request {
    int32_t struct_type;
    uint32_t struct_version;
    size_t struct_size;
    uint32_t layer_interface_version;
    XrVersion layer_api_version;
    PFN_xrGetInstanceProcAddr get_instance_proc_addr;
    spy_negotiation_create_fn create_api_layer_instance;
};

struct spy_negotiation_next_info {
    int32_t struct_type;
    uint32_t struct_version;
    size_t struct_size;
    char layer_name[XR_MAX_API_LAYER_NAME_SIZE];
    PFN_xrGetInstanceProcAddr next_get_instance_proc_addr;
    spy_negotiation_create_fn next_create_api_layer_instance;
    struct spy_negotiation_next_info *next;
};

struct spy_negotiation_create_info {
    int32_t struct_type;
    uint32_t struct_version;
    size_t struct_size;
    void *loader_instance;
    char settings_file_location[SPY_NEGOTIATION_SETTINGS_PATH_SIZE];
    struct spy_negotiation_next_info *next_info;
};

#if UINTPTR_MAX == UINT64_MAX
static_assert(sizeof(struct spy_negotiation_loader_info) == 40, "ABI");
static_assert(sizeof(struct spy_negotiation_request) == 48, "ABI");
static_assert(offsetof(struct spy_negotiation_request, layer_api_version) == 24, "ABI");
static_assert(offsetof(struct spy_negotiation_next_info, next_get_instance_proc_addr) == 272,
              "ABI");
static_assert(sizeof(struct spy_negotiation_next_info) == 296, "ABI");
static_assert(offsetof(struct spy_negotiation_create_info, next_info) == 536, "ABI");
static_assert(sizeof(struct spy_negotiation_create_info) == 544, "ABI");
#endif

#endif
