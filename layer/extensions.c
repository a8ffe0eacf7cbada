/* SPDX-License-Identifier: MIT */
#include "extensions.h"

#include <stdlib.h>
#include <string.h>

#include "instance.h"

const struct us_extensions_own us_extensions_own[US_EXTENSIONS_OWN_COUNT] = {
    {XR_EXT_HAND_TRACKING_EXTENSION_NAME, 4},
    {XR_EXT_EYE_GAZE_INTERACTION_EXTENSION_NAME, 2},
};

/* Extensions that mean nothing without XR_EXT_hand_tracking. A name that ends in '_' is a prefix.
 */
static const char *const hand_tracking_dependents[] = {
    "XR_EXT_hand_joints_motion_range",
    "XR_EXT_hand_tracking_data_source",
    "XR_FB_hand_tracking_",
    "XR_META_hand_tracking_",
    "XR_MSFT_hand_tracking_mesh",
    "XR_ULTRALEAP_hand_tracking_forearm",
};

/* Append one answer of xrEnumerateInstanceExtensionProperties; false if there is none. */
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

void us_extensions_ask_finish(struct us_extensions_below *below)
{
    free(below->properties);
    *below = (struct us_extensions_below){0};
}

static bool has_name(const struct us_extensions_below *below, const char *name)
{
    for (uint32_t i = 0; i < below->count; i++) {
        if (strncmp(below->properties[i].extensionName, name, XR_MAX_EXTENSION_NAME_SIZE) == 0)
            return true;
    }
    return false;
}

struct us_extensions_take_out us_extensions_missing(const struct us_extensions_below *below)
{
    return (struct us_extensions_take_out){
        below->known && !has_name(below, XR_EXT_HAND_TRACKING_EXTENSION_NAME),
        below->known && !has_name(below, XR_EXT_EYE_GAZE_INTERACTION_EXTENSION_NAME),
    };
}

static bool depends_on_hands(const char *name)
{
    size_t count = sizeof hand_tracking_dependents / sizeof hand_tracking_dependents[0];
    for (size_t i = 0; i < count; i++) {
        const char *dependent = hand_tracking_dependents[i];
        size_t length = strlen(dependent);
        if (strncmp(name, dependent, length) == 0 &&
            (dependent[length - 1] == '_' || name[length] == '\0'))
            return true;
    }
    return false;
}

static bool is_taken_out(const char *name, struct us_extensions_take_out take_out)
{
    if (take_out.hand_tracking &&
        (strcmp(name, XR_EXT_HAND_TRACKING_EXTENSION_NAME) == 0 || depends_on_hands(name)))
        return true;
    return take_out.eye_gaze && strcmp(name, XR_EXT_EYE_GAZE_INTERACTION_EXTENSION_NAME) == 0;
}

uint32_t us_extensions_strip(const XrInstanceCreateInfo *info,
                             struct us_extensions_take_out take_out, const char **out_names)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < info->enabledExtensionCount; i++) {
        if (!is_taken_out(info->enabledExtensionNames[i], take_out))
            out_names[count++] = info->enabledExtensionNames[i];
    }
    return count;
}

struct us_extensions us_extensions_read(const XrInstanceCreateInfo *info,
                                        struct us_extensions_take_out taken_out)
{
    struct us_extensions read = {0};
    for (uint32_t i = 0; i < info->enabledExtensionCount; i++) {
        const char *name = info->enabledExtensionNames[i];
        read.hand_tracking |= strcmp(name, XR_EXT_HAND_TRACKING_EXTENSION_NAME) == 0;
        read.eye_gaze |= strcmp(name, XR_EXT_EYE_GAZE_INTERACTION_EXTENSION_NAME) == 0;
        read.locate_spaces |= strcmp(name, XR_KHR_LOCATE_SPACES_EXTENSION_NAME) == 0;
        read.headless |= strcmp(name, XR_MND_HEADLESS_EXTENSION_NAME) == 0;
    }
    read.hand_tracking_supplied = read.hand_tracking && taken_out.hand_tracking;
    read.eye_gaze_supplied = read.eye_gaze && taken_out.eye_gaze;
    return read;
}

static bool wants_missing(const struct us_extensions_below *below, const XrInstanceCreateInfo *info)
{
    struct us_extensions wanted = us_extensions_read(info, us_extensions_missing(below));
    return wanted.hand_tracking_supplied || wanted.eye_gaze_supplied;
}

void us_extensions_ask(struct us_extensions_below *below, const XrInstanceCreateInfo *info,
                       const XrApiLayerNextInfo *own_info)
{
    *below = (struct us_extensions_below){0};
    struct us_extensions wanted = us_extensions_read(info, (struct us_extensions_take_out){0});
    if (!wanted.hand_tracking && !wanted.eye_gaze)
        return;
    const XrApiLayerNextInfo *last = own_info;
    while (last->next != NULL)
        last = last->next;
    below->known = append_answer(below, last->nextGetInstanceProcAddr, NULL);
    for (const XrApiLayerNextInfo *at = own_info; at != last && wants_missing(below, info);
         at = at->next) {
        char name[XR_MAX_API_LAYER_NAME_SIZE];
        memcpy(name, at->next->layerName, sizeof name);
        name[sizeof name - 1] = '\0';
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
    *out_count = US_EXTENSIONS_OWN_COUNT;
    if (capacity == 0)
        return XR_SUCCESS;
    if (capacity < US_EXTENSIONS_OWN_COUNT)
        return XR_ERROR_SIZE_INSUFFICIENT;
    for (uint32_t i = 0; i < US_EXTENSIONS_OWN_COUNT; i++) {
        strncpy(properties[i].extensionName, us_extensions_own[i].name,
                XR_MAX_EXTENSION_NAME_SIZE - 1);
        properties[i].extensionName[XR_MAX_EXTENSION_NAME_SIZE - 1] = '\0';
        properties[i].extensionVersion = us_extensions_own[i].version;
    }
    return XR_SUCCESS;
}
