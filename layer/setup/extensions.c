/* SPDX-License-Identifier: MIT */
#include "layer/setup/extensions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"

bool us_create_request_init(struct us_create_request *request, const XrInstanceCreateInfo *info)
{
    *request = (struct us_create_request){0};
    XrVersion version = info->applicationInfo.apiVersion;
    request->minor = XR_VERSION_MAJOR(version) > 1 ? UINT32_MAX : XR_VERSION_MINOR(version);
    request->names = calloc((size_t)info->enabledExtensionCount + 1, sizeof *request->names);
    if (request->names == NULL)
        return false;
    request->count = info->enabledExtensionCount;
    for (uint32_t i = 0; i < request->count; i++)
        snprintf(request->names[i], sizeof request->names[i], "%s", info->enabledExtensionNames[i]);
    return true;
}

void us_create_request_finish(struct us_create_request *request)
{
    free(request->names);
    *request = (struct us_create_request){0};
}

bool us_create_request_has(const struct us_create_request *request, const char *name)
{
    for (uint32_t i = 0; i < request->count; i++) {
        if (strcmp(request->names[i], name) == 0)
            return true;
    }
    return false;
}

bool us_create_request_allows(const struct us_create_request *request, const char *extension,
                              uint32_t core_since)
{
    return request->minor >= core_since || (extension == NULL && core_since == 0) ||
           (extension != NULL && us_create_request_has(request, extension));
}

#define ALONE US_EXTENSION_COUNT
#define WITH_HANDS US_EXTENSION_HAND_TRACKING

const struct us_extensions_row us_extensions_table[US_EXTENSION_COUNT] = {
    [US_EXTENSION_HAND_TRACKING] = {XR_EXT_HAND_TRACKING_EXTENSION_NAME, 4, ALONE},
    [US_EXTENSION_EYE_GAZE] = {XR_EXT_EYE_GAZE_INTERACTION_EXTENSION_NAME, 2, ALONE},
    [US_EXTENSION_HAND_INTERACTION] = {XR_EXT_HAND_INTERACTION_EXTENSION_NAME, 2, ALONE},
    [US_EXTENSION_PALM_POSE] = {XR_EXT_PALM_POSE_EXTENSION_NAME, 3, ALONE},
    [US_EXTENSION_MOTION_RANGE] = {XR_EXT_HAND_JOINTS_MOTION_RANGE_EXTENSION_NAME, 1, WITH_HANDS},
    [US_EXTENSION_DATA_SOURCE] = {XR_EXT_HAND_TRACKING_DATA_SOURCE_EXTENSION_NAME, 1, WITH_HANDS},
    [US_EXTENSION_HAND_INTERACTION_MSFT] = {XR_MSFT_HAND_INTERACTION_EXTENSION_NAME, 1, ALONE},
    [US_EXTENSION_AIM_FB] = {XR_FB_HAND_TRACKING_AIM_EXTENSION_NAME, 2, WITH_HANDS},
    [US_EXTENSION_LOCATE_SPACES] = {XR_KHR_LOCATE_SPACES_EXTENSION_NAME, 1, ALONE},
    [US_EXTENSION_HEADLESS] = {XR_MND_HEADLESS_EXTENSION_NAME, 0, ALONE},
    [US_EXTENSION_FOREARM] = {XR_ULTRALEAP_HAND_TRACKING_FOREARM_EXTENSION_NAME, 0, WITH_HANDS},
    [US_EXTENSION_PRIORITIES] = {XR_EXT_ACTIVE_ACTION_SET_PRIORITY_EXTENSION_NAME, 0, ALONE},
    [US_EXTENSION_MAINTENANCE1] = {XR_KHR_MAINTENANCE1_EXTENSION_NAME, 0, ALONE},
    [US_EXTENSION_CONVERT_TIMESPEC] = {XR_KHR_CONVERT_TIMESPEC_TIME_EXTENSION_NAME, 0, ALONE},
    [US_EXTENSION_VISIBILITY_MASK] = {XR_KHR_VISIBILITY_MASK_EXTENSION_NAME, 0, ALONE},
    [US_EXTENSION_USER_PRESENCE] = {XR_EXT_USER_PRESENCE_EXTENSION_NAME, 1, ALONE},
    [US_EXTENSION_MESH_FB] = {XR_FB_HAND_TRACKING_MESH_EXTENSION_NAME, 3, WITH_HANDS},
    [US_EXTENSION_LOCAL_FLOOR] = {XR_EXT_LOCAL_FLOOR_EXTENSION_NAME, 1, ALONE},
    [US_EXTENSION_REFRESH_RATE] = {XR_FB_DISPLAY_REFRESH_RATE_EXTENSION_NAME, 1, ALONE},
};

/* How the names of other extensions begin that depend on XR_EXT_hand_tracking, and one that does,
 * too. The runtime would refuse them in an instance without it. */
static const char *const hand_tracking_families[] = {"XR_FB_hand_tracking_",
                                                     "XR_META_hand_tracking_"};
static const char hand_tracking_mesh[] = "XR_MSFT_hand_tracking_mesh";

static uint32_t bit(enum us_extension which)
{
    return UINT32_C(1) << which;
}

enum us_extension us_extensions_find(const char *name)
{
    for (int i = 0; i < US_EXTENSION_COUNT; i++) {
        if (strcmp(name, us_extensions_table[i].name) == 0)
            return (enum us_extension)i;
    }
    return US_EXTENSION_COUNT;
}

bool us_extensions_is_enabled(struct us_extensions extensions, enum us_extension which)
{
    return (extensions.enabled & bit(which)) != 0;
}

bool us_extensions_is_supplied(struct us_extensions extensions, enum us_extension which)
{
    return (extensions.supplied & bit(which)) != 0;
}

void us_extensions_describe(struct us_extensions extensions, char *out_text, size_t size)
{
    out_text[0] = '\0';
    for (int i = 0; i < US_EXTENSION_OWN_COUNT; i++)
        if (us_extensions_is_supplied(extensions, (enum us_extension)i))
            us_text_add_word(out_text, size, us_extensions_table[i].name);
}

/* Appends the answer of one layer, or of the runtime if `layer_name` is NULL. Returns false if
 * there is no answer. The limit of 65536 keeps a damaged answer from a huge allocation. */
static bool append_answer(struct us_extensions_below *below, PFN_xrGetInstanceProcAddr get,
                          const char *layer_name)
{
    PFN_xrVoidFunction function = NULL;
    if (get == NULL ||
        XR_FAILED(get(XR_NULL_HANDLE, "xrEnumerateInstanceExtensionProperties", &function)) ||
        function == NULL)
        return false;
    PFN_xrEnumerateInstanceExtensionProperties enumerate =
        (PFN_xrEnumerateInstanceExtensionProperties)function;
    uint32_t count = 0;
    if (XR_FAILED(enumerate(layer_name, 0, &count, NULL)) || count > 65536)
        return false;
    size_t size = ((size_t)below->count + count) * sizeof *below->properties;
    XrExtensionProperties *grown = realloc(below->properties, size > 0 ? size : 1);
    if (grown == NULL)
        return false;
    below->properties = grown;
    XrExtensionProperties *first = grown + below->count;
    for (uint32_t i = 0; i < count; i++) {
        memset(&first[i], 0, sizeof first[i]);
        first[i].type = XR_TYPE_EXTENSION_PROPERTIES;
    }
    uint32_t filled = count;
    if (count > 0 && XR_FAILED(enumerate(layer_name, count, &filled, first)))
        return false;
    below->count += filled < count ? filled : count;
    return true;
}

void us_extensions_below_finish(struct us_extensions_below *below)
{
    free(below->properties);
    *below = (struct us_extensions_below){0};
}

/* Whether the answer of the chain below contains an extension. */
static bool has(const struct us_extensions_below *below, const char *name)
{
    for (uint32_t i = 0; i < below->count; i++) {
        if (strncmp(below->properties[i].extensionName, name, XR_MAX_EXTENSION_NAME_SIZE) == 0)
            return true;
    }
    return false;
}

uint32_t us_extensions_missing(const struct us_extensions_below *below)
{
    uint32_t missing = 0;
    /* A prerequisite has a lower index than the extensions that need it. */
    for (int i = 0; below->known && i < US_EXTENSION_OWN_COUNT; i++) {
        const struct us_extensions_row *row = &us_extensions_table[i];
        bool lacks_need = row->needs != ALONE && (missing & bit(row->needs)) != 0;
        if (lacks_need || !has(below, row->name))
            missing |= bit((enum us_extension)i);
    }
    return missing;
}

uint32_t us_extensions_addable(const struct us_extensions_below *below,
                               const XrInstanceCreateInfo *info, uint32_t wanted)
{
    uint32_t asked = us_extensions_read(info, 0).enabled, addable = 0;
    for (int i = 0; below->known && i < US_EXTENSION_COUNT; i++) {
        const struct us_extensions_row *row = &us_extensions_table[i];
        bool is_wanted = (wanted & ~asked & bit((enum us_extension)i)) != 0;
        bool has_need = row->needs == ALONE || ((asked | addable) & bit(row->needs)) != 0;
        if (is_wanted && has_need && has(below, row->name))
            addable |= bit((enum us_extension)i);
    }
    return addable;
}

static bool is_other_hand_dependent(const char *name)
{
    size_t count = sizeof hand_tracking_families / sizeof hand_tracking_families[0];
    for (size_t i = 0; i < count; i++) {
        const char *family = hand_tracking_families[i];
        if (strncmp(name, family, strlen(family)) == 0)
            return true;
    }
    return strcmp(name, hand_tracking_mesh) == 0;
}

static bool is_removed(const char *name, uint32_t removed)
{
    enum us_extension which = us_extensions_find(name);
    bool without_hands = (removed & bit(US_EXTENSION_HAND_TRACKING)) != 0;
    if (which == US_EXTENSION_COUNT)
        return without_hands && is_other_hand_dependent(name);
    return (removed & bit(which)) != 0 ||
           (without_hands && us_extensions_table[which].needs == US_EXTENSION_HAND_TRACKING);
}

uint32_t us_extensions_strip(const XrInstanceCreateInfo *info, uint32_t removed,
                             const char **out_names)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < info->enabledExtensionCount; i++) {
        if (!is_removed(info->enabledExtensionNames[i], removed))
            out_names[count++] = info->enabledExtensionNames[i];
    }
    return count;
}

struct us_extensions us_extensions_read(const XrInstanceCreateInfo *info, uint32_t removed)
{
    struct us_extensions read = {0};
    for (uint32_t i = 0; i < info->enabledExtensionCount; i++) {
        enum us_extension which = us_extensions_find(info->enabledExtensionNames[i]);
        if (which != US_EXTENSION_COUNT)
            read.enabled |= bit(which);
    }
    read.supplied = read.enabled & removed & US_EXTENSIONS_OWN;
    return read;
}

/* Whether the app enabled an extension that the layers and the runtime asked so far do not have. */
static bool wants_missing(const struct us_extensions_below *below, const XrInstanceCreateInfo *info)
{
    return us_extensions_read(info, us_extensions_missing(below)).supplied != 0;
}

void us_extensions_below_query(struct us_extensions_below *below, const XrInstanceCreateInfo *info,
                               const XrApiLayerNextInfo *own_info, bool wants_more)
{
    *below = (struct us_extensions_below){0};
    if (!wants_more && (us_extensions_read(info, 0).enabled & US_EXTENSIONS_OWN) == 0)
        return;
    const XrApiLayerNextInfo *last = own_info;
    while (last->next != NULL)
        last = last->next;
    below->known = append_answer(below, last->nextGetInstanceProcAddr, NULL);
    for (const XrApiLayerNextInfo *at = own_info; at != last && wants_missing(below, info);
         at = at->next) {
        char name[XR_MAX_API_LAYER_NAME_SIZE];
        snprintf(name, sizeof name, "%.*s", (int)sizeof name, at->next->layerName);
        (void)append_answer(below, at->nextGetInstanceProcAddr, name);
    }
}

XRAPI_ATTR XrResult XRAPI_CALL us_extensions_enumerate(const char *layer_name, uint32_t capacity,
                                                       uint32_t *out_count,
                                                       XrExtensionProperties *properties)
{
    if (layer_name != NULL && strcmp(layer_name, US_LAYER_NAME) != 0)
        return XR_ERROR_API_LAYER_NOT_PRESENT;
    if (out_count == NULL || (capacity > 0 && properties == NULL))
        return XR_ERROR_VALIDATION_FAILURE;
    *out_count = US_EXTENSION_OWN_COUNT;
    if (capacity == 0)
        return XR_SUCCESS;
    if (capacity < US_EXTENSION_OWN_COUNT)
        return XR_ERROR_SIZE_INSUFFICIENT;
    for (uint32_t i = 0; i < US_EXTENSION_OWN_COUNT; i++) {
        snprintf(properties[i].extensionName, sizeof properties[i].extensionName, "%s",
                 us_extensions_table[i].name);
        properties[i].extensionVersion = us_extensions_table[i].version;
    }
    return XR_SUCCESS;
}
