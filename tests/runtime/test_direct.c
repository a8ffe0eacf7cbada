/* SPDX-License-Identifier: MIT */
/*
 * Loads the runtime without a loader, because Debian 12's loader refuses apps of OpenXR 1.1: such
 * an app has xrLocateSpaces and LOCAL_FLOOR without an extension. Usage: test_direct LIBRARY
 */

#include "test_client.h"
#include "test_negotiate.h"

static XrInstance create(PFN_xrGetInstanceProcAddr get, XrVersion version, XrResult expected)
{
    PFN_xrVoidFunction function = NULL;
    OK(get(XR_NULL_HANDLE, "xrCreateInstance", &function));
    const char *const extension = XR_MND_HEADLESS_EXTENSION_NAME;
    const XrInstanceCreateInfo info = {
        .type = XR_TYPE_INSTANCE_CREATE_INFO,
        .applicationInfo = {.applicationName = "test_direct", .apiVersion = version},
        .enabledExtensionCount = 1,
        .enabledExtensionNames = &extension,
    };
    XrInstance instance = XR_NULL_HANDLE;
    CHECK(((PFN_xrCreateInstance)function)(&info, &instance) == expected);
    return instance;
}

static void destroy(PFN_xrGetInstanceProcAddr get, XrInstance instance)
{
    PFN_xrVoidFunction function = NULL;
    OK(get(instance, "xrDestroyInstance", &function));
    OK(((PFN_xrDestroyInstance)function)(instance));
}

static bool has_floor(PFN_xrGetInstanceProcAddr get, XrInstance instance)
{
    PFN_xrVoidFunction create_session = NULL;
    PFN_xrVoidFunction enumerate = NULL;
    OK(get(instance, "xrCreateSession", &create_session));
    OK(get(instance, "xrEnumerateReferenceSpaces", &enumerate));
    const XrSessionCreateInfo info = {.type = XR_TYPE_SESSION_CREATE_INFO, .systemId = 1};
    XrSession session = XR_NULL_HANDLE;
    OK(((PFN_xrCreateSession)create_session)(instance, &info, &session));
    XrReferenceSpaceType types[8];
    uint32_t count = 0;
    OK(((PFN_xrEnumerateReferenceSpaces)enumerate)(session, 8, &count, types));
    for (uint32_t i = 0; i < count; i++)
        if (types[i] == XR_REFERENCE_SPACE_TYPE_LOCAL_FLOOR)
            return true;
    return false;
}

int main(int argc, char **argv)
{
    CHECK(argc == 2);
    const PFN_xrGetInstanceProcAddr get = negotiate(argv[1]);
    PFN_xrVoidFunction function = NULL;
    XrInstance instance = create(get, XR_MAKE_VERSION(1, 1, 0), XR_SUCCESS);
    OK(get(instance, "xrLocateSpaces", &function));
    CHECK(has_floor(get, instance));
    destroy(get, instance);
    instance = create(get, XR_MAKE_VERSION(1, 0, 0), XR_SUCCESS);
    CHECK(get(instance, "xrLocateSpaces", &function) == XR_ERROR_FUNCTION_UNSUPPORTED);
    CHECK(!has_floor(get, instance));
    destroy(get, instance);
    create(get, XR_MAKE_VERSION(1, 2, 0), XR_ERROR_API_VERSION_UNSUPPORTED);
    return 0;
}
