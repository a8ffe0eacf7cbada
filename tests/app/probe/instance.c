/* SPDX-License-Identifier: MIT */
#include "probe.h"
#include "graphics/drawing.h"

#include <stdlib.h>
#include <string.h>

#define CONVERT_TIME_NAME "XR_KHR_convert_timespec_time"

struct extensions {
    XrExtensionProperties *all;
    uint32_t count;
    const char *enabled[32];
    uint32_t enabled_count;
};

static bool enumerate(struct probe *probe, struct extensions *extensions)
{
    XrResult result = xrEnumerateInstanceExtensionProperties(NULL, 0, &extensions->count, NULL);
    if (!probe_check(probe, result, "xrEnumerateInstanceExtensionProperties"))
        return false;
    extensions->all = calloc(extensions->count + 1, sizeof *extensions->all);
    if (!extensions->all)
        return probe_lack(probe, "memory");
    for (uint32_t i = 0; i < extensions->count; i++)
        extensions->all[i].type = XR_TYPE_EXTENSION_PROPERTIES;
    result = xrEnumerateInstanceExtensionProperties(NULL, extensions->count, &extensions->count,
                                                    extensions->all);
    return probe_check(probe, result, "xrEnumerateInstanceExtensionProperties");
}

static bool enable(struct extensions *extensions, const char *name)
{
    for (uint32_t i = 0; i < extensions->count; i++) {
        if (strcmp(extensions->all[i].extensionName, name) == 0) {
            extensions->enabled[extensions->enabled_count++] = name;
            return true;
        }
    }
    return false;
}

static bool choose_layers(struct probe *probe, struct extensions *extensions)
{
    static const struct {
        unsigned layer;
        const char *name;
    } needs[] = {
        {PROBE_LAYER_DEPTH, XR_KHR_COMPOSITION_LAYER_DEPTH_EXTENSION_NAME},
        {PROBE_LAYER_CYLINDER, XR_KHR_COMPOSITION_LAYER_CYLINDER_EXTENSION_NAME},
        {PROBE_LAYER_EQUIRECT, XR_KHR_COMPOSITION_LAYER_EQUIRECT_EXTENSION_NAME},
        {PROBE_LAYER_EQUIRECT2, XR_KHR_COMPOSITION_LAYER_EQUIRECT2_EXTENSION_NAME},
        {PROBE_LAYER_CUBE, XR_KHR_COMPOSITION_LAYER_CUBE_EXTENSION_NAME},
        {PROBE_LAYER_OBSERVER, XR_MSFT_SECONDARY_VIEW_CONFIGURATION_EXTENSION_NAME},
        {PROBE_LAYER_OBSERVER, XR_MSFT_FIRST_PERSON_OBSERVER_EXTENSION_NAME},
    };
    for (size_t i = 0; i < sizeof needs / sizeof needs[0]; i++)
        if ((probe->options.layers & needs[i].layer) && !enable(extensions, needs[i].name))
            return probe_lack(probe, needs[i].name);
    return true;
}

static bool choose(struct probe *probe, struct extensions *extensions)
{
    const struct probe_options *options = &probe->options;
    const char *session = options->graphics == PROBE_GRAPHICS_HEADLESS
                              ? XR_MND_HEADLESS_EXTENSION_NAME
                              : probe_drawing_extension(options->graphics);
    if (!enable(extensions, session))
        return probe_lack(probe, session);
    if (options->quad && !enable(extensions, XR_VARJO_QUAD_VIEWS_EXTENSION_NAME))
        return probe_lack(probe, XR_VARJO_QUAD_VIEWS_EXTENSION_NAME);
    probe->views = options->quad ? XR_VIEW_CONFIGURATION_TYPE_PRIMARY_QUAD_VARJO
                                 : XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO;
    probe->has_hands = options->hands != PROBE_WISH_NEVER &&
                       enable(extensions, XR_EXT_HAND_TRACKING_EXTENSION_NAME);
    if (options->hands == PROBE_WISH_REQUIRED && !probe->has_hands)
        return probe_lack(probe, XR_EXT_HAND_TRACKING_EXTENSION_NAME);
    probe->has_gaze = options->gaze != PROBE_WISH_NEVER &&
                      enable(extensions, XR_EXT_EYE_GAZE_INTERACTION_EXTENSION_NAME);
    if (options->gaze == PROBE_WISH_REQUIRED && !probe->has_gaze)
        return probe_lack(probe, XR_EXT_EYE_GAZE_INTERACTION_EXTENSION_NAME);
    if (options->presence && !enable(extensions, XR_EXT_USER_PRESENCE_EXTENSION_NAME))
        return probe_lack(probe, XR_EXT_USER_PRESENCE_EXTENSION_NAME);
    if (options->rates && !enable(extensions, XR_FB_DISPLAY_REFRESH_RATE_EXTENSION_NAME))
        return probe_lack(probe, XR_FB_DISPLAY_REFRESH_RATE_EXTENSION_NAME);
    if (options->actions) {
        probe->has_palm = enable(extensions, XR_EXT_PALM_POSE_EXTENSION_NAME);
        probe->has_hand_ext = enable(extensions, XR_EXT_HAND_INTERACTION_EXTENSION_NAME);
        probe->has_hand_msft = enable(extensions, XR_MSFT_HAND_INTERACTION_EXTENSION_NAME);
    }
    bool newer = options->api_major > 1 || options->api_minor >= 1;
    if (options->locate_spaces && !newer &&
        !enable(extensions, XR_KHR_LOCATE_SPACES_EXTENSION_NAME))
        return probe_lack(probe, XR_KHR_LOCATE_SPACES_EXTENSION_NAME);
    if (!choose_layers(probe, extensions))
        return false;
    probe->has_local_floor = enable(extensions, PROBE_LOCAL_FLOOR_EXTENSION_NAME) || newer;
    return true;
}

bool probe_instance_function(struct probe *probe, const char *name, PFN_xrVoidFunction *out)
{
    return probe_check(probe, xrGetInstanceProcAddr(probe->instance, name, out), name);
}

static void report_instance(struct probe *probe, const struct extensions *extensions)
{
    XrInstanceProperties properties = {.type = XR_TYPE_INSTANCE_PROPERTIES};
    if (XR_FAILED(xrGetInstanceProperties(probe->instance, &properties)))
        properties.runtimeName[0] = '\0';
    struct us_json_text *text = probe_report_begin(&probe->log, "instance");
    us_json_text_string(text, "app", "understudy_probe");
    us_json_text_string(text, "runtime", properties.runtimeName);
    us_json_text_value(text, "asked", "[");
    for (uint32_t i = 0; i < extensions->enabled_count; i++)
        us_json_text_string(text, NULL, extensions->enabled[i]);
    us_json_text_raw(text, "]");
    us_json_text_value(text, "offered", "[");
    for (uint32_t i = 0; i < extensions->count; i++)
        us_json_text_string(text, NULL, extensions->all[i].extensionName);
    us_json_text_raw(text, "]");
    probe_report_end(&probe->log);
}

static bool create(struct probe *probe, struct extensions *extensions)
{
    bool convert = enable(extensions, CONVERT_TIME_NAME);
    XrInstanceCreateInfo info = {
        .type = XR_TYPE_INSTANCE_CREATE_INFO,
        .enabledExtensionCount = extensions->enabled_count,
        .enabledExtensionNames = extensions->enabled,
    };
    strcpy(info.applicationInfo.applicationName, "understudy_probe");
    info.applicationInfo.apiVersion =
        XR_MAKE_VERSION(probe->options.api_major, probe->options.api_minor, 0);
    if (!probe_check(probe, xrCreateInstance(&info, &probe->instance), "xrCreateInstance"))
        return false;
    report_instance(probe, extensions);
    const char *locate = probe->options.api_minor >= 1 ? "xrLocateSpaces" : "xrLocateSpacesKHR";
    if (probe->options.locate_spaces &&
        !probe_instance_function(probe, locate, (PFN_xrVoidFunction *)&probe->locate_spaces))
        return false;
    return !convert || probe_instance_function(probe, "xrConvertTimespecTimeToTimeKHR",
                                               (PFN_xrVoidFunction *)&probe->convert_time);
}

static void report_system(struct probe *probe, const XrSystemProperties *properties)
{
    struct us_json_text *text = probe_report_begin(&probe->log, "system");
    us_json_text_string(text, "name", properties->systemName);
    us_json_text_bool(text, "hands", probe->has_hands);
    us_json_text_bool(text, "eyes", probe->has_gaze);
    us_json_text_bool(text, "orientation_tracking",
                      properties->trackingProperties.orientationTracking);
    us_json_text_bool(text, "position_tracking", properties->trackingProperties.positionTracking);
    probe_report_end(&probe->log);
}

/* One question for each feature: core_validation 1.0.20 refuses two structs in one chain. */
static bool ask_features(struct probe *probe, XrSystemProperties *properties)
{
    XrSystemHandTrackingPropertiesEXT hands = {.type = XR_TYPE_SYSTEM_HAND_TRACKING_PROPERTIES_EXT};
    XrSystemEyeGazeInteractionPropertiesEXT gaze = {
        .type = XR_TYPE_SYSTEM_EYE_GAZE_INTERACTION_PROPERTIES_EXT};
    void *const questions[] = {NULL, probe->has_hands ? &hands : NULL,
                               probe->has_gaze ? &gaze : NULL};
    for (int i = 0; i < 3; i++) {
        if (i > 0 && !questions[i])
            continue;
        *properties = (XrSystemProperties){.type = XR_TYPE_SYSTEM_PROPERTIES, .next = questions[i]};
        XrResult result = xrGetSystemProperties(probe->instance, probe->system, properties);
        if (!probe_check(probe, result, "xrGetSystemProperties"))
            return false;
    }
    probe->has_hands = probe->has_hands && hands.supportsHandTracking;
    probe->has_gaze = probe->has_gaze && gaze.supportsEyeGazeInteraction;
    return true;
}

static bool find_system(struct probe *probe)
{
    XrSystemGetInfo info = {.type = XR_TYPE_SYSTEM_GET_INFO,
                            .formFactor = XR_FORM_FACTOR_HEAD_MOUNTED_DISPLAY};
    XrSystemProperties properties;
    XrResult result = xrGetSystem(probe->instance, &info, &probe->system);
    if (!probe_check(probe, result, "xrGetSystem") || !ask_features(probe, &properties))
        return false;
    report_system(probe, &properties);
    if (probe->options.hands == PROBE_WISH_REQUIRED && !probe->has_hands)
        return probe_lack(probe, "a system that supports hand tracking");
    if (probe->options.gaze == PROBE_WISH_REQUIRED && !probe->has_gaze)
        return probe_lack(probe, "a system that supports eye gaze");
    return true;
}

bool probe_instance_create(struct probe *probe)
{
    struct extensions extensions = {0};
    bool ok = enumerate(probe, &extensions) && choose(probe, &extensions) &&
              create(probe, &extensions) && find_system(probe);
    free(extensions.all);
    return ok;
}
