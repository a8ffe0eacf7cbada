/* SPDX-License-Identifier: MIT */
/*
 * xr: OpenXR headers for the layer, the runtime, the tool and the test programs.
 *
 * Declares what the SDK 1.0.20 (Debian 12) lacks, from the specification, each behind a guard so
 * that newer headers are used where they have it: the loader's negotiation structs (loader
 * specification, "Layer Interface Negotiation" and "Runtime Interface Negotiation"), xrLocateSpaces
 * (XR_VERSION_1_1 and XR_KHR_locate_spaces), LOCAL_FLOOR (1.1 and XR_EXT_local_floor), the hand
 * tracking data source (XR_EXT_hand_tracking_data_source), priorities of a sync
 * (XR_EXT_active_action_set_priority), user presence (XR_EXT_user_presence), directions of a
 * thumbstick (XR_EXT_dpad_binding), the joint set with the elbow
 * (XR_ULTRALEAP_hand_tracking_forearm), what time it is (XR_KHR_convert_timespec_time), what may be
 * chained to frames and layers, and names of extensions that bring nothing but paths. All of it is
 * ABI: the assertions at the end hold for both sources.
 */
#ifndef US_XR_H
#define US_XR_H

#include <stddef.h>
#include <stdint.h>

#include <openxr/openxr.h>
#include <openxr/openxr_reflection.h>

#if defined(__has_include)
#if __has_include(<openxr/openxr_loader_negotiation.h>)
#include <openxr/openxr_loader_negotiation.h>
#define US_XR_HAS_NEGOTIATION 1
#endif
#endif

/* A handle's value, whatever type a handle has: a pointer on 64-bit targets, an integer on 32-bit
 * ones. */
#if XR_PTR_SIZE == 8
#define US_XR_VALUE(handle) ((uint64_t)(uintptr_t)(handle))
#define US_XR_HANDLE(type, value) ((type)(uintptr_t)(value))
#else
#define US_XR_VALUE(handle) ((uint64_t)(handle))
#define US_XR_HANDLE(type, value) ((type)(value))
#endif

/* Finds a struct in a `next` chain of input structs, which may be NULL. NULL if there is none. If
 * the chain holds several of one type, the first one counts; apps must not do this (OpenXR 1.0,
 * 2.7.7, "Next Chain Structure Uniqueness"). */
static inline const void *us_xr_find_input(const void *next, XrStructureType type)
{
    const XrBaseInStructure *item = (const XrBaseInStructure *)next;
    while (item != NULL && item->type != type)
        item = item->next;
    return item;
}

/* The same in a chain of output structs, which the caller may fill. */
static inline void *us_xr_find_output(void *next, XrStructureType type)
{
    return (void *)(uintptr_t)us_xr_find_input(next, type);
}

#ifndef US_XR_HAS_NEGOTIATION

#define XR_LOADER_INFO_STRUCT_VERSION 1
#define XR_API_LAYER_INFO_STRUCT_VERSION 1
#define XR_API_LAYER_NEXT_INFO_STRUCT_VERSION 1
#define XR_API_LAYER_CREATE_INFO_STRUCT_VERSION 1
#define XR_CURRENT_LOADER_API_LAYER_VERSION 1
#define XR_RUNTIME_INFO_STRUCT_VERSION 1
#define XR_CURRENT_LOADER_RUNTIME_VERSION 1
#define XR_API_LAYER_MAX_SETTINGS_PATH_SIZE 512

/* What a negotiation struct says it is, in its first member. */
typedef enum XrLoaderInterfaceStructs {
    XR_LOADER_INTERFACE_STRUCT_UNINTIALIZED = 0,
    XR_LOADER_INTERFACE_STRUCT_LOADER_INFO = 1,
    XR_LOADER_INTERFACE_STRUCT_API_LAYER_REQUEST = 2,
    XR_LOADER_INTERFACE_STRUCT_RUNTIME_REQUEST = 3,
    XR_LOADER_INTERFACE_STRUCT_API_LAYER_CREATE_INFO = 4,
    XR_LOADER_INTERFACE_STRUCT_API_LAYER_NEXT_INFO = 5,
    XR_LOADER_INTERFACE_STRUCTS_MAX_ENUM = 0x7FFFFFFF
} XrLoaderInterfaceStructs;

struct XrApiLayerCreateInfo;

typedef XrResult(XRAPI_PTR *PFN_xrCreateApiLayerInstance)(
    const XrInstanceCreateInfo *info, const struct XrApiLayerCreateInfo *apiLayerInfo,
    XrInstance *instance);

/* What the loader offers: the versions it speaks. */
typedef struct XrNegotiateLoaderInfo {
    XrLoaderInterfaceStructs structType;
    uint32_t structVersion;
    size_t structSize;
    uint32_t minInterfaceVersion;
    uint32_t maxInterfaceVersion;
    XrVersion minApiVersion;
    XrVersion maxApiVersion;
} XrNegotiateLoaderInfo;

/* What the layer answers: the versions it speaks and its two entry points. */
typedef struct XrNegotiateApiLayerRequest {
    XrLoaderInterfaceStructs structType;
    uint32_t structVersion;
    size_t structSize;
    uint32_t layerInterfaceVersion;
    XrVersion layerApiVersion;
    PFN_xrGetInstanceProcAddr getInstanceProcAddr;
    PFN_xrCreateApiLayerInstance createApiLayerInstance;
} XrNegotiateApiLayerRequest;

/* What a runtime answers: the versions it speaks and its entry point. */
typedef struct XrNegotiateRuntimeRequest {
    XrLoaderInterfaceStructs structType;
    uint32_t structVersion;
    size_t structSize;
    uint32_t runtimeInterfaceVersion;
    XrVersion runtimeApiVersion;
    PFN_xrGetInstanceProcAddr getInstanceProcAddr;
} XrNegotiateRuntimeRequest;

/* One for each layer, topmost first: the layer's own name, and the entry points of what is below
 * it. */
typedef struct XrApiLayerNextInfo {
    XrLoaderInterfaceStructs structType;
    uint32_t structVersion;
    size_t structSize;
    char layerName[XR_MAX_API_LAYER_NAME_SIZE];
    PFN_xrGetInstanceProcAddr nextGetInstanceProcAddr;
    PFN_xrCreateApiLayerInstance nextCreateApiLayerInstance;
    struct XrApiLayerNextInfo *next;
} XrApiLayerNextInfo;

typedef struct XrApiLayerCreateInfo {
    XrLoaderInterfaceStructs structType;
    uint32_t structVersion;
    size_t structSize;
    void *loaderInstance;
    char settings_file_location[XR_API_LAYER_MAX_SETTINGS_PATH_SIZE];
    XrApiLayerNextInfo *nextInfo;
} XrApiLayerCreateInfo;

#endif

#ifndef XR_VERSION_1_1

#define XR_TYPE_SPACES_LOCATE_INFO ((XrStructureType)1000471000)
#define XR_TYPE_SPACE_LOCATIONS ((XrStructureType)1000471001)
#define XR_TYPE_SPACE_VELOCITIES ((XrStructureType)1000471002)
#define XR_REFERENCE_SPACE_TYPE_LOCAL_FLOOR ((XrReferenceSpaceType)1000426000)

typedef struct XrSpacesLocateInfo {
    XrStructureType type;
    const void *XR_MAY_ALIAS next;
    XrSpace baseSpace;
    XrTime time;
    uint32_t spaceCount;
    const XrSpace *spaces;
} XrSpacesLocateInfo;

typedef struct XrSpaceLocationData {
    XrSpaceLocationFlags locationFlags;
    XrPosef pose;
} XrSpaceLocationData;

typedef struct XrSpaceLocations {
    XrStructureType type;
    void *XR_MAY_ALIAS next;
    uint32_t locationCount;
    XrSpaceLocationData *locations;
} XrSpaceLocations;

typedef struct XrSpaceVelocityData {
    XrSpaceVelocityFlags velocityFlags;
    XrVector3f linearVelocity;
    XrVector3f angularVelocity;
} XrSpaceVelocityData;

typedef struct XrSpaceVelocities {
    XrStructureType type;
    void *XR_MAY_ALIAS next;
    uint32_t velocityCount;
    XrSpaceVelocityData *velocities;
} XrSpaceVelocities;

typedef XrResult(XRAPI_PTR *PFN_xrLocateSpaces)(XrSession session,
                                                const XrSpacesLocateInfo *locateInfo,
                                                XrSpaceLocations *spaceLocations);
#endif

#ifndef XR_KHR_locate_spaces
#define XR_KHR_LOCATE_SPACES_EXTENSION_NAME "XR_KHR_locate_spaces"
typedef PFN_xrLocateSpaces PFN_xrLocateSpacesKHR;
#endif

#ifndef XR_KHR_convert_timespec_time
#define XR_KHR_CONVERT_TIMESPEC_TIME_EXTENSION_NAME "XR_KHR_convert_timespec_time"
struct timespec;
typedef XrResult(XRAPI_PTR *PFN_xrConvertTimespecTimeToTimeKHR)(XrInstance instance,
                                                                const struct timespec *timespecTime,
                                                                XrTime *time);
typedef XrResult(XRAPI_PTR *PFN_xrConvertTimeToTimespecTimeKHR)(XrInstance instance, XrTime time,
                                                                struct timespec *timespecTime);
#endif

#ifndef XR_EXT_hand_interaction
#define XR_EXT_HAND_INTERACTION_EXTENSION_NAME "XR_EXT_hand_interaction"
#endif

#ifndef XR_EXT_palm_pose
#define XR_EXT_PALM_POSE_EXTENSION_NAME "XR_EXT_palm_pose"
#endif

#ifndef XR_EXT_dpad_binding
#define XR_EXT_DPAD_BINDING_EXTENSION_NAME "XR_EXT_dpad_binding"
#define XR_TYPE_INTERACTION_PROFILE_DPAD_BINDING_EXT ((XrStructureType)1000078000)

/* A binding modification: how a thumbstick or trackpad is divided into directions. */
typedef struct XrInteractionProfileDpadBindingEXT {
    XrStructureType type;
    const void *XR_MAY_ALIAS next;
    XrPath binding;
    XrActionSet actionSet;
    float forceThreshold;
    float forceThresholdReleased;
    float centerRegion;
    float wedgeAngle;
    XrBool32 isSticky;
    const XrHapticBaseHeader *onHaptic;
    const XrHapticBaseHeader *offHaptic;
} XrInteractionProfileDpadBindingEXT;
#endif

#ifndef XR_EXT_local_floor
#define XR_EXT_LOCAL_FLOOR_EXTENSION_NAME "XR_EXT_local_floor"
#define XR_REFERENCE_SPACE_TYPE_LOCAL_FLOOR_EXT ((XrReferenceSpaceType)1000426000)
#endif

#ifndef XR_KHR_maintenance1
#define XR_KHR_MAINTENANCE1_EXTENSION_NAME "XR_KHR_maintenance1"
#endif

#ifndef XR_ULTRALEAP_hand_tracking_forearm
#define XR_ULTRALEAP_HAND_TRACKING_FOREARM_EXTENSION_NAME "XR_ULTRALEAP_hand_tracking_forearm"
#define XR_HAND_JOINT_SET_HAND_WITH_FOREARM_ULTRALEAP ((XrHandJointSetEXT)1000149000)
#define XR_HAND_FOREARM_JOINT_ELBOW_ULTRALEAP 26
#define XR_HAND_FOREARM_JOINT_COUNT_ULTRALEAP 27
#endif

#ifndef XR_EXT_user_presence
#define XR_EXT_USER_PRESENCE_EXTENSION_NAME "XR_EXT_user_presence"
#define XR_TYPE_EVENT_DATA_USER_PRESENCE_CHANGED_EXT ((XrStructureType)1000470000)
#define XR_TYPE_SYSTEM_USER_PRESENCE_PROPERTIES_EXT ((XrStructureType)1000470001)
typedef struct XrEventDataUserPresenceChangedEXT {
    XrStructureType type;
    const void *next;
    XrSession session;
    XrBool32 isUserPresent;
} XrEventDataUserPresenceChangedEXT;
typedef struct XrSystemUserPresencePropertiesEXT {
    XrStructureType type;
    void *next;
    XrBool32 supportsUserPresence;
} XrSystemUserPresencePropertiesEXT;
#endif

#ifndef XR_EXT_active_action_set_priority
#define XR_EXT_ACTIVE_ACTION_SET_PRIORITY_EXTENSION_NAME "XR_EXT_active_action_set_priority"
#define XR_TYPE_ACTIVE_ACTION_SET_PRIORITIES_EXT ((XrStructureType)1000373000)

/* For one action set, the priority that it has during a sync, in place of its own. */
typedef struct XrActiveActionSetPriorityEXT {
    XrActionSet actionSet;
    uint32_t priorityOverride;
} XrActiveActionSetPriorityEXT;

/* Chained to XrActionsSyncInfo. */
typedef struct XrActiveActionSetPrioritiesEXT {
    XrStructureType type;
    const void *XR_MAY_ALIAS next;
    uint32_t actionSetPriorityCount;
    const XrActiveActionSetPriorityEXT *actionSetPriorities;
} XrActiveActionSetPrioritiesEXT;
#endif

#ifndef XR_EXT_hand_tracking_data_source

#define XR_EXT_HAND_TRACKING_DATA_SOURCE_EXTENSION_NAME "XR_EXT_hand_tracking_data_source"
#define XR_TYPE_HAND_TRACKING_DATA_SOURCE_INFO_EXT ((XrStructureType)1000428000)
#define XR_TYPE_HAND_TRACKING_DATA_SOURCE_STATE_EXT ((XrStructureType)1000428001)

typedef enum XrHandTrackingDataSourceEXT {
    XR_HAND_TRACKING_DATA_SOURCE_UNOBSTRUCTED_EXT = 1,
    XR_HAND_TRACKING_DATA_SOURCE_CONTROLLER_EXT = 2,
    XR_HAND_TRACKING_DATA_SOURCE_MAX_ENUM_EXT = 0x7FFFFFFF
} XrHandTrackingDataSourceEXT;

/* Chained to XrHandTrackerCreateInfoEXT: where the app lets joints come from. */
typedef struct XrHandTrackingDataSourceInfoEXT {
    XrStructureType type;
    const void *XR_MAY_ALIAS next;
    uint32_t requestedDataSourceCount;
    XrHandTrackingDataSourceEXT *requestedDataSources;
} XrHandTrackingDataSourceInfoEXT;

/* Chained to XrHandJointLocationsEXT: where these joints come from. */
typedef struct XrHandTrackingDataSourceStateEXT {
    XrStructureType type;
    void *XR_MAY_ALIAS next;
    XrBool32 isActive;
    XrHandTrackingDataSourceEXT dataSource;
} XrHandTrackingDataSourceStateEXT;

#endif

#ifndef XR_EXT_frame_synthesis
#define XR_TYPE_FRAME_SYNTHESIS_INFO_EXT ((XrStructureType)1000211000)

/* Chained to a projection view: what its pixels did since the frame before. */
typedef struct XrFrameSynthesisInfoEXT {
    XrStructureType type;
    const void *XR_MAY_ALIAS next;
    XrFlags64 layerFlags;
    XrSwapchainSubImage motionVectorSubImage;
    XrVector4f motionVectorScale;
    XrVector4f motionVectorOffset;
    XrPosef appSpaceDeltaPose;
    XrSwapchainSubImage depthSubImage;
    float minDepth;
    float maxDepth;
    float nearZ;
    float farZ;
} XrFrameSynthesisInfoEXT;
#endif

#ifndef XR_FB_composition_layer_settings
#define XR_TYPE_COMPOSITION_LAYER_SETTINGS_FB ((XrStructureType)1000204000)

/* Chained to a layer: how it is filtered. */
typedef struct XrCompositionLayerSettingsFB {
    XrStructureType type;
    const void *XR_MAY_ALIAS next;
    XrFlags64 layerFlags;
} XrCompositionLayerSettingsFB;
#endif

#ifndef XR_FB_composition_layer_depth_test
#define XR_TYPE_COMPOSITION_LAYER_DEPTH_TEST_FB ((XrStructureType)1000212000)

typedef enum XrCompareOpFB {
    XR_COMPARE_OP_NEVER_FB = 0,
    XR_COMPARE_OP_MAX_ENUM_FB = 0x7FFFFFFF
} XrCompareOpFB;

/* Chained to a layer: whether what is nearer hides it. */
typedef struct XrCompositionLayerDepthTestFB {
    XrStructureType type;
    const void *XR_MAY_ALIAS next;
    XrBool32 depthMask;
    XrCompareOpFB compareOp;
} XrCompositionLayerDepthTestFB;
#endif

#ifndef XR_META_local_dimming
#define XR_TYPE_LOCAL_DIMMING_FRAME_END_INFO_META ((XrStructureType)1000216000)

typedef enum XrLocalDimmingModeMETA {
    XR_LOCAL_DIMMING_MODE_OFF_META = 0,
    XR_LOCAL_DIMMING_MODE_MAX_ENUM_META = 0x7FFFFFFF
} XrLocalDimmingModeMETA;

/* Chained to a frame. */
typedef struct XrLocalDimmingFrameEndInfoMETA {
    XrStructureType type;
    const void *XR_MAY_ALIAS next;
    XrLocalDimmingModeMETA localDimmingMode;
} XrLocalDimmingFrameEndInfoMETA;
#endif

_Static_assert(sizeof(XrLoaderInterfaceStructs) == 4, "an enum of the ABI is four bytes");
_Static_assert(offsetof(XrNegotiateLoaderInfo, structSize) == 8, "loader info");
_Static_assert(offsetof(XrNegotiateLoaderInfo, minInterfaceVersion) == 8 + sizeof(size_t),
               "loader info");
_Static_assert(offsetof(XrNegotiateApiLayerRequest, layerInterfaceVersion) == 8 + sizeof(size_t),
               "layer request");
_Static_assert(offsetof(XrNegotiateRuntimeRequest, runtimeInterfaceVersion) == 8 + sizeof(size_t),
               "runtime request");
_Static_assert(offsetof(XrApiLayerNextInfo, layerName) == 8 + sizeof(size_t), "next info");
_Static_assert(sizeof(XrHandTrackingDataSourceEXT) == 4, "an enum of the ABI is four bytes");
_Static_assert(sizeof(XrHandJointSetEXT) == 4, "an enum of the ABI is four bytes");
_Static_assert(XR_HAND_JOINT_SET_HAND_WITH_FOREARM_ULTRALEAP == 1000149000, "joint set");
_Static_assert(XR_HAND_FOREARM_JOINT_COUNT_ULTRALEAP == XR_HAND_JOINT_COUNT_EXT + 1, "joint set");
_Static_assert(XR_TYPE_ACTIVE_ACTION_SET_PRIORITIES_EXT == 1000373000, "priorities");
_Static_assert(XR_TYPE_INTERACTION_PROFILE_DPAD_BINDING_EXT == 1000078000, "dpad binding");
_Static_assert(XR_TYPE_HAND_TRACKING_DATA_SOURCE_INFO_EXT == 1000428000, "data source info");
_Static_assert(XR_TYPE_HAND_TRACKING_DATA_SOURCE_STATE_EXT == 1000428001, "data source state");
_Static_assert(XR_TYPE_HAND_TRACKING_AIM_STATE_FB == 1000111001, "aim state");
_Static_assert(XR_TYPE_HAND_JOINTS_MOTION_RANGE_INFO_EXT == 1000080000, "motion range");
_Static_assert(XR_TYPE_SPACES_LOCATE_INFO == 1000471000, "spaces locate info");
_Static_assert(XR_TYPE_SPACE_LOCATIONS == 1000471001, "space locations");
_Static_assert(XR_TYPE_SPACE_VELOCITIES == 1000471002, "space velocities");
_Static_assert(XR_REFERENCE_SPACE_TYPE_LOCAL_FLOOR == 1000426000, "local floor");
_Static_assert(XR_REFERENCE_SPACE_TYPE_LOCAL_FLOOR_EXT == 1000426000, "local floor");
_Static_assert(offsetof(XrActiveActionSetPriorityEXT, priorityOverride) == 8, "priority");
#if XR_PTR_SIZE == 8 /* i386 aligns a uint64_t in a structure to four bytes */
_Static_assert(sizeof(XrActiveActionSetPriorityEXT) == 16, "priority");
_Static_assert(sizeof(XrSpaceLocationData) == 40, "a location is a flag word and a pose");
_Static_assert(sizeof(XrSpaceVelocityData) == 32, "a velocity is a flag word and two vectors");
_Static_assert(sizeof(XrNegotiateLoaderInfo) == 40, "loader info");
_Static_assert(offsetof(XrNegotiateApiLayerRequest, layerApiVersion) == 24, "layer request");
_Static_assert(offsetof(XrNegotiateApiLayerRequest, createApiLayerInstance) == 40, "layer request");
_Static_assert(sizeof(XrNegotiateApiLayerRequest) == 48, "layer request");
_Static_assert(offsetof(XrNegotiateRuntimeRequest, runtimeApiVersion) == 24, "runtime request");
_Static_assert(sizeof(XrNegotiateRuntimeRequest) == 40, "runtime request");
_Static_assert(offsetof(XrApiLayerNextInfo, nextGetInstanceProcAddr) == 272, "next info");
_Static_assert(sizeof(XrApiLayerNextInfo) == 296, "next info");
_Static_assert(offsetof(XrApiLayerCreateInfo, settings_file_location) == 24, "create info");
_Static_assert(offsetof(XrApiLayerCreateInfo, nextInfo) == 536, "create info");
_Static_assert(sizeof(XrApiLayerCreateInfo) == 544, "create info");
_Static_assert(offsetof(XrSpacesLocateInfo, spaces) == 40, "spaces locate info");
_Static_assert(sizeof(XrSpacesLocateInfo) == 48, "spaces locate info");
_Static_assert(sizeof(XrSpaceLocations) == 32, "space locations");
_Static_assert(sizeof(XrSpaceVelocities) == 32, "space velocities");
_Static_assert(sizeof(XrHandTrackingDataSourceInfoEXT) == 32, "data source info");
_Static_assert(sizeof(XrHandTrackingDataSourceStateEXT) == 24, "data source state");
_Static_assert(offsetof(XrHandTrackingDataSourceInfoEXT, requestedDataSources) == 24,
               "data source info");
_Static_assert(offsetof(XrHandTrackingDataSourceStateEXT, dataSource) == 20, "data source state");
_Static_assert(offsetof(XrActiveActionSetPrioritiesEXT, actionSetPriorities) == 24, "priorities");
_Static_assert(sizeof(XrActiveActionSetPrioritiesEXT) == 32, "priorities");
_Static_assert(offsetof(XrInteractionProfileDpadBindingEXT, actionSet) == 24, "dpad binding");
_Static_assert(offsetof(XrInteractionProfileDpadBindingEXT, wedgeAngle) == 44, "dpad binding");
_Static_assert(sizeof(XrInteractionProfileDpadBindingEXT) == 72, "dpad binding");
_Static_assert(offsetof(XrHandTrackingAimStateFB, aimPose) == 24, "aim state");
_Static_assert(offsetof(XrHandTrackingAimStateFB, pinchStrengthIndex) == 52, "aim state");
_Static_assert(sizeof(XrHandTrackingAimStateFB) == 72, "aim state");
_Static_assert(offsetof(XrHandJointsMotionRangeInfoEXT, handJointsMotionRange) == 16,
               "motion range");
_Static_assert(offsetof(XrFrameSynthesisInfoEXT, appSpaceDeltaPose) == 88, "frame synthesis info");
_Static_assert(sizeof(XrFrameSynthesisInfoEXT) == 168, "frame synthesis info");
_Static_assert(sizeof(XrCompositionLayerSettingsFB) == 24, "layer settings");
_Static_assert(sizeof(XrCompositionLayerDepthTestFB) == 24, "layer depth test");
_Static_assert(sizeof(XrLocalDimmingFrameEndInfoMETA) == 24, "local dimming");
#endif

#endif
