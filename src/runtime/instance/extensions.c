/* SPDX-License-Identifier: MIT */
#include "runtime/instance/extensions.h"

#include <stdio.h>

#include "runtime/base/two_call.h"

struct extension {
    const char *name;
    uint32_t version;
    enum rt_feature feature; /* RT_FEATURE_COUNT: is_offered decides */
};

static const struct extension extensions[RT_EXTENSION_COUNT] = {
#define RT_EXTENSION(id, name, version, feature)                                                   \
    [RT_EXTENSION_##id] = {name, version, RT_FEATURE_##feature},
#include "runtime/instance/extensions.def"
#undef RT_EXTENSION
};

static bool is_offered(const struct rt_settings *settings, enum rt_extension extension)
{
    const enum rt_feature feature = extensions[extension].feature;
    if (extensions[extension].name == NULL)
        return false;
    return feature == RT_FEATURE_COUNT ? settings->views == 4 : !settings->disabled[feature];
}

enum rt_extension rt_extension_find(const struct rt_settings *settings, const char *name)
{
    for (enum rt_extension e = RT_EXTENSION_NONE + 1; e < RT_EXTENSION_COUNT; e++)
        if (is_offered(settings, e) && strcmp(extensions[e].name, name) == 0)
            return e;
    return RT_EXTENSION_NONE;
}

XRAPI_ATTR XrResult XRAPI_CALL xrEnumerateInstanceExtensionProperties(
    const char *layerName, uint32_t propertyCapacityInput, uint32_t *propertyCountOutput,
    XrExtensionProperties *properties)
{
    (void)layerName;
    struct rt_settings settings;
    rt_settings_init(&settings);
    const struct extension *offered[RT_EXTENSION_COUNT];
    uint32_t count = 0;
    for (enum rt_extension e = RT_EXTENSION_NONE + 1; e < RT_EXTENSION_COUNT; e++)
        if (is_offered(&settings, e))
            offered[count++] = &extensions[e];
    const XrResult result =
        rt_two_call(propertyCapacityInput, propertyCountOutput, properties, count);
    for (uint32_t i = 0; result == XR_SUCCESS && propertyCapacityInput != 0 && i < count; i++) {
        if (properties[i].type != XR_TYPE_EXTENSION_PROPERTIES)
            return XR_ERROR_VALIDATION_FAILURE;
        snprintf(properties[i].extensionName, sizeof properties[i].extensionName, "%s",
                 offered[i]->name);
        properties[i].extensionVersion = offered[i]->version;
    }
    return result;
}
