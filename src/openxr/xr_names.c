/* SPDX-License-Identifier: MIT */
#include "openxr/xr_names.h"

#include <stddef.h>

#define CASE(name, value)                                                                          \
    case name:                                                                                     \
        return #name;

const char *us_xr_names_result(XrResult result)
{
    switch (result) {
        XR_LIST_ENUM_XrResult(CASE) default : return NULL;
    }
}

const char *us_xr_names_reference(XrReferenceSpaceType type)
{
    static const char prefix[] = "XR_REFERENCE_SPACE_TYPE_";
    const char *name = NULL;
#define REFERENCE(symbol, value)                                                                   \
    case value:                                                                                    \
        name = #symbol;                                                                            \
        break;
    switch ((int64_t)type) {
        XR_LIST_ENUM_XrReferenceSpaceType(REFERENCE) default : break;
    }
    if (name == NULL)
        return type == XR_REFERENCE_SPACE_TYPE_LOCAL_FLOOR ? "LOCAL_FLOOR" : NULL;
    return name + sizeof prefix - 1;
}

const char *us_xr_names_state(XrSessionState state)
{
    static const char *const words[] = {"UNKNOWN",      "IDLE",         "READY",
                                        "SYNCHRONIZED", "VISIBLE",      "FOCUSED",
                                        "STOPPING",     "LOSS_PENDING", "EXITING"};
    size_t index = (size_t)state;
    return index < sizeof words / sizeof words[0] ? words[index] : "?";
}

const char *us_xr_names_layer(XrStructureType type)
{
    switch ((int64_t)type) {
    case XR_TYPE_COMPOSITION_LAYER_PROJECTION:
        return "projection";
    case XR_TYPE_COMPOSITION_LAYER_QUAD:
        return "quad";
    case XR_TYPE_COMPOSITION_LAYER_CYLINDER_KHR:
        return "cylinder";
    case XR_TYPE_COMPOSITION_LAYER_EQUIRECT_KHR:
        return "equirect";
    case XR_TYPE_COMPOSITION_LAYER_EQUIRECT2_KHR:
        return "equirect2";
    case XR_TYPE_COMPOSITION_LAYER_CUBE_KHR:
        return "cube";
    case 1000118002: /* XrCompositionLayerPassthroughFB */
    case 1000317002: /* XrCompositionLayerPassthroughHTC */
        return "passthrough";
    default:
        return "other";
    }
}
