/* SPDX-License-Identifier: MIT */
#include "runtime/instance/extensions.h"

#include <stdio.h>

#include "openxr/xr_d3d11.h"
#include "openxr/xr_opengl.h"
#include "runtime/base/two_call.h"

struct extension {
    const char *name;
    uint32_t version;
    enum rt_feature feature; /* RT_FEATURE_COUNT: is_offered decides */
};

#define PROFILES(extension, name, version)                                                         \
    [RT_EXTENSION_##extension] = {name, version, RT_FEATURE_PROFILES}
static const struct extension extensions[RT_EXTENSION_COUNT] = {
    PROFILES(HTC_HAND, "XR_HTC_hand_interaction", 1),
    PROFILES(HTC_WRIST_TRACKER, "XR_HTC_vive_wrist_tracker_interaction", 1),
    PROFILES(ANDROID_MOUSE, "XR_ANDROID_mouse_interaction", 1),
    PROFILES(HTC_COSMOS, "XR_HTC_vive_cosmos_controller_interaction", 1),
    PROFILES(HTC_FOCUS3, "XR_HTC_vive_focus3_controller_interaction", 1),
    PROFILES(VALVE_FRAME, "XR_VALVE_frame_controller_interaction", 1),
    PROFILES(HP, "XR_EXT_hp_mixed_reality_controller", 1),
    PROFILES(SAMSUNG, "XR_EXT_samsung_odyssey_controller", 1),
    PROFILES(BD, "XR_BD_controller_interaction", 2),
    PROFILES(BD_ULTRA, "XR_BD_ultra_controller_interaction", 1),
    PROFILES(ML2, "XR_ML_ml2_controller_interaction", 1),
    PROFILES(HUAWEI, "XR_HUAWEI_controller_interaction", 1),
    PROFILES(OPPO, "XR_OPPO_controller_interaction", 1),
    PROFILES(YVR, "XR_YVR_controller_interaction", 1),
    PROFILES(VARJO_XR4, "XR_VARJO_xr4_controller_interaction", 1),
    PROFILES(LOGITECH, "XR_LOGITECH_mx_ink_stylus_interaction", 1),
    PROFILES(FB_TOUCH_PRO, "XR_FB_touch_controller_pro", 1),
    PROFILES(META_TOUCH_PLUS, "XR_META_touch_controller_plus", 1),
    PROFILES(FB_PROXIMITY, "XR_FB_touch_controller_proximity", 1),
    PROFILES(GENERIC_CONTROLLER, "XR_KHR_generic_controller", 1),
    PROFILES(MAINTENANCE1, "XR_KHR_maintenance1", 1),
    [RT_EXTENSION_VULKAN] = {XR_KHR_VULKAN_ENABLE_EXTENSION_NAME, XR_KHR_vulkan_enable_SPEC_VERSION,
                             RT_FEATURE_VULKAN},
    [RT_EXTENSION_VULKAN2] = {XR_KHR_VULKAN_ENABLE2_EXTENSION_NAME,
                              XR_KHR_vulkan_enable2_SPEC_VERSION, RT_FEATURE_VULKAN2},
    [RT_EXTENSION_OPENGL] = {XR_KHR_OPENGL_ENABLE_EXTENSION_NAME, XR_KHR_opengl_enable_SPEC_VERSION,
                             RT_FEATURE_OPENGL},
    [RT_EXTENSION_OPENGL_ES] = {XR_KHR_OPENGL_ES_ENABLE_EXTENSION_NAME,
                                XR_KHR_opengl_es_enable_SPEC_VERSION, RT_FEATURE_OPENGL_ES},
    [RT_EXTENSION_EGL] = {XR_MNDX_EGL_ENABLE_EXTENSION_NAME, 1, RT_FEATURE_EGL},
    [RT_EXTENSION_D3D11] = {US_XR_D3D11_ENABLE, 8, RT_FEATURE_D3D11},
    [RT_EXTENSION_HAND_TRACKING] = {XR_EXT_HAND_TRACKING_EXTENSION_NAME,
                                    XR_EXT_hand_tracking_SPEC_VERSION, RT_FEATURE_HAND_TRACKING},
    [RT_EXTENSION_EYE_GAZE] = {XR_EXT_EYE_GAZE_INTERACTION_EXTENSION_NAME,
                               XR_EXT_eye_gaze_interaction_SPEC_VERSION, RT_FEATURE_EYE_GAZE},
    [RT_EXTENSION_HEADLESS] = {XR_MND_HEADLESS_EXTENSION_NAME, XR_MND_headless_SPEC_VERSION,
                               RT_FEATURE_HEADLESS},
    [RT_EXTENSION_CONVERT_TIMESPEC] = {XR_KHR_CONVERT_TIMESPEC_TIME_EXTENSION_NAME,
                                       XR_KHR_convert_timespec_time_SPEC_VERSION,
                                       RT_FEATURE_CONVERT_TIMESPEC},
    [RT_EXTENSION_QUAD_VIEWS] = {XR_VARJO_QUAD_VIEWS_EXTENSION_NAME,
                                 XR_VARJO_quad_views_SPEC_VERSION, RT_FEATURE_COUNT},
    [RT_EXTENSION_LOCAL_FLOOR] = {XR_EXT_LOCAL_FLOOR_EXTENSION_NAME, 1, RT_FEATURE_LOCAL_FLOOR},
    [RT_EXTENSION_LOCATE_SPACES] = {XR_KHR_LOCATE_SPACES_EXTENSION_NAME, 1,
                                    RT_FEATURE_LOCATE_SPACES},
    [RT_EXTENSION_HAND_INTERACTION] = {XR_EXT_HAND_INTERACTION_EXTENSION_NAME, 1,
                                       RT_FEATURE_HAND_INTERACTION},
    [RT_EXTENSION_MSFT_HAND] = {XR_MSFT_HAND_INTERACTION_EXTENSION_NAME,
                                XR_MSFT_hand_interaction_SPEC_VERSION, RT_FEATURE_MSFT_HAND},
    [RT_EXTENSION_DEPTH] = {XR_KHR_COMPOSITION_LAYER_DEPTH_EXTENSION_NAME,
                            XR_KHR_composition_layer_depth_SPEC_VERSION, RT_FEATURE_LAYERS},
    [RT_EXTENSION_CYLINDER] = {XR_KHR_COMPOSITION_LAYER_CYLINDER_EXTENSION_NAME,
                               XR_KHR_composition_layer_cylinder_SPEC_VERSION, RT_FEATURE_LAYERS},
    [RT_EXTENSION_EQUIRECT] = {XR_KHR_COMPOSITION_LAYER_EQUIRECT_EXTENSION_NAME,
                               XR_KHR_composition_layer_equirect_SPEC_VERSION, RT_FEATURE_LAYERS},
    [RT_EXTENSION_EQUIRECT2] = {XR_KHR_COMPOSITION_LAYER_EQUIRECT2_EXTENSION_NAME,
                                XR_KHR_composition_layer_equirect2_SPEC_VERSION, RT_FEATURE_LAYERS},
    [RT_EXTENSION_CUBE] = {XR_KHR_COMPOSITION_LAYER_CUBE_EXTENSION_NAME,
                           XR_KHR_composition_layer_cube_SPEC_VERSION, RT_FEATURE_LAYERS},
    [RT_EXTENSION_SECONDARY] = {XR_MSFT_SECONDARY_VIEW_CONFIGURATION_EXTENSION_NAME,
                                XR_MSFT_secondary_view_configuration_SPEC_VERSION,
                                RT_FEATURE_SECONDARY},
    [RT_EXTENSION_OBSERVER] = {XR_MSFT_FIRST_PERSON_OBSERVER_EXTENSION_NAME,
                               XR_MSFT_first_person_observer_SPEC_VERSION, RT_FEATURE_SECONDARY},
    [RT_EXTENSION_USER_PRESENCE] = {XR_EXT_USER_PRESENCE_EXTENSION_NAME, 1,
                                    RT_FEATURE_USER_PRESENCE},
    [RT_EXTENSION_REFRESH_RATE] = {XR_FB_DISPLAY_REFRESH_RATE_EXTENSION_NAME,
                                   XR_FB_display_refresh_rate_SPEC_VERSION,
                                   RT_FEATURE_REFRESH_RATE},
    [RT_EXTENSION_AUTOMATION] = {XR_EXT_CONFORMANCE_AUTOMATION_EXTENSION_NAME,
                                 XR_EXT_conformance_automation_SPEC_VERSION, RT_FEATURE_AUTOMATION},
    [RT_EXTENSION_VISIBILITY_MASK] = {XR_KHR_VISIBILITY_MASK_EXTENSION_NAME,
                                      XR_KHR_visibility_mask_SPEC_VERSION,
                                      RT_FEATURE_VISIBILITY_MASK},
    [RT_EXTENSION_PALM_POSE] = {XR_EXT_PALM_POSE_EXTENSION_NAME, 2, RT_FEATURE_PALM_POSE},
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
    for (enum rt_extension e = RT_EXTENSION_NONE + 1; e < RT_EXTENSION_COUNT; e++) {
        if (is_offered(settings, e) && strcmp(extensions[e].name, name) == 0)
            return e;
    }
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
    for (enum rt_extension e = RT_EXTENSION_NONE + 1; e < RT_EXTENSION_COUNT; e++) {
        if (is_offered(&settings, e))
            offered[count++] = &extensions[e];
    }
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
