// SPDX-License-Identifier: MIT
// What the SDK 1.0.20 (Debian 12) lacks of OpenXR 1.1, from the specification: LOCAL_FLOOR and
// xrLocateSpaces, which XR_EXT_local_floor and XR_KHR_locate_spaces have too. The probe client and
// the spy use it as well.
#ifndef RT_RUNTIME_NEWER_H
#define RT_RUNTIME_NEWER_H

#include <assert.h>
#include <stddef.h>

#include <openxr/openxr.h>

#ifndef XR_VERSION_1_1

#define XR_TYPE_SPACES_LOCATE_INFO ((XrStructureType)1000471000)
#define XR_TYPE_SPACE_LOCATIONS ((XrStructureType)1000471001)
#define XR_TYPE_SPACE_VELOCITIES ((XrStructureType)1000471002)
#define XR_REFERENCE_SPACE_TYPE_LOCAL_FLOOR ((XrReferenceSpaceType)1000426000)

typedef struct XrSpacesLocateInfo {
    XrStructureType type;
    const void *next;
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
    void *next;
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
    void *next;
    uint32_t velocityCount;
    XrSpaceVelocityData *velocities;
} XrSpaceVelocities;

typedef XrResult(XRAPI_PTR *PFN_xrLocateSpaces)(XrSession session,
                                                const XrSpacesLocateInfo *locateInfo,
                                                XrSpaceLocations *spaceLocations);
#endif

#ifndef XR_EXT_LOCAL_FLOOR_EXTENSION_NAME
#define XR_EXT_LOCAL_FLOOR_EXTENSION_NAME "XR_EXT_local_floor"
#endif
#ifndef XR_KHR_LOCATE_SPACES_EXTENSION_NAME
#define XR_KHR_LOCATE_SPACES_EXTENSION_NAME "XR_KHR_locate_spaces"
#endif
#ifndef XR_EXT_PALM_POSE_EXTENSION_NAME
#define XR_EXT_PALM_POSE_EXTENSION_NAME "XR_EXT_palm_pose"
#endif
#ifndef XR_EXT_HAND_INTERACTION_EXTENSION_NAME
#define XR_EXT_HAND_INTERACTION_EXTENSION_NAME "XR_EXT_hand_interaction"
#endif

#if UINTPTR_MAX == UINT64_MAX
static_assert(sizeof(XrSpacesLocateInfo) == 48, "ABI");
static_assert(sizeof(XrSpaceLocationData) == 40, "ABI");
static_assert(sizeof(XrSpaceVelocityData) == 32, "ABI");
static_assert(offsetof(XrSpaceLocations, locations) == 24, "ABI");
static_assert(offsetof(XrSpaceVelocities, velocities) == 24, "ABI");
#endif

#endif
