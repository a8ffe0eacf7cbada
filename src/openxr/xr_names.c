/* SPDX-License-Identifier: MIT */
#include "openxr/xr_names.h"

#include <stddef.h>
#include <string.h>

/* The lists are those of the build's headers: a newer SDK brings newer names. */
#define CASE(symbol, value)                                                                        \
    case symbol:                                                                                   \
        return #symbol;
#define CASE_AFTER(prefix, symbol)                                                                 \
    case symbol:                                                                                   \
        return &#symbol[sizeof prefix - 1];

const char *us_xr_names_result(XrResult result)
{
    switch (result) {
        XR_LIST_ENUM_XrResult(CASE) default : return NULL;
    }
}

bool us_xr_names_find_result(const char *name, XrResult *out_result)
{
#define RESULT(symbol, value) {value, #symbol},
    static const struct {
        int64_t value;
        const char *name;
    } results[] = {XR_LIST_ENUM_XrResult(RESULT)};
    for (size_t i = 0; i < sizeof results / sizeof results[0]; i++) {
        if (strcmp(results[i].name, name) == 0) {
            *out_result = (XrResult)results[i].value;
            return true;
        }
    }
    return false;
}

/* What xr.h declares for older headers, and what these leave out. */
static const char *newer_structure(XrStructureType type)
{
    switch ((int64_t)type) {
        CASE(XR_TYPE_INTERACTION_PROFILE_DPAD_BINDING_EXT, 0)
        CASE(XR_TYPE_COMPOSITION_LAYER_SETTINGS_FB, 0)
        CASE(XR_TYPE_FRAME_SYNTHESIS_INFO_EXT, 0)
        CASE(XR_TYPE_COMPOSITION_LAYER_DEPTH_TEST_FB, 0)
        CASE(XR_TYPE_LOCAL_DIMMING_FRAME_END_INFO_META, 0)
        CASE(XR_TYPE_ACTIVE_ACTION_SET_PRIORITIES_EXT, 0)
        CASE(XR_TYPE_HAND_TRACKING_DATA_SOURCE_INFO_EXT, 0)
        CASE(XR_TYPE_HAND_TRACKING_DATA_SOURCE_STATE_EXT, 0)
        CASE(XR_TYPE_EVENT_DATA_USER_PRESENCE_CHANGED_EXT, 0)
        CASE(XR_TYPE_SYSTEM_USER_PRESENCE_PROPERTIES_EXT, 0)
        CASE(XR_TYPE_SPACES_LOCATE_INFO, 0)
        CASE(XR_TYPE_SPACE_LOCATIONS, 0)
        CASE(XR_TYPE_SPACE_VELOCITIES, 0)
    case 1000049001:
        return "XR_TYPE_SPATIAL_GRAPH_STATIC_NODE_BINDING_CREATE_INFO_MSFT";
    case 1000049002:
        return "XR_TYPE_SPATIAL_GRAPH_NODE_BINDING_PROPERTIES_GET_INFO_MSFT";
    case 1000049003:
        return "XR_TYPE_SPATIAL_GRAPH_NODE_BINDING_PROPERTIES_MSFT";
    default:
        return NULL;
    }
}

const char *us_xr_names_structure(XrStructureType type)
{
    switch (type) {
        XR_LIST_ENUM_XrStructureType(CASE) default : return newer_structure(type);
    }
}

const char *us_xr_names_reference(XrReferenceSpaceType type)
{
#define REFERENCE(symbol, value) CASE_AFTER("XR_REFERENCE_SPACE_TYPE_", symbol)
    switch (type) {
        XR_LIST_ENUM_XrReferenceSpaceType(REFERENCE) default
            : return type == XR_REFERENCE_SPACE_TYPE_LOCAL_FLOOR
            ? "LOCAL_FLOOR"
            : NULL;
    }
}

const char *us_xr_names_state(XrSessionState state)
{
#define STATE(symbol, value) CASE_AFTER("XR_SESSION_STATE_", symbol)
    switch (state) {
        XR_LIST_ENUM_XrSessionState(STATE) default : return "?";
    }
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
