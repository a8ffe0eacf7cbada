/* SPDX-License-Identifier: MIT */
/*
 * An app that enables API layers by name runs on the headless runtime, through the real loader; the
 * SDK's core validation layer, which the app enables, watches it. What the runtime itself refuses
 * is asked without a loader. Usage: test_api_layers LIBRARY. Exit status 77: the layer is not
 * installed.
 */
#include <string.h>

#include "../test_client.h"
#include "../test_negotiate.h"

#define VALIDATION "XR_APILAYER_LUNARG_core_validation"

static bool is_installed(const char *layer)
{
    XrApiLayerProperties properties[32];
    uint32_t count = 0;
    for (int i = 0; i < 32; i++)
        properties[i] = (XrApiLayerProperties){.type = XR_TYPE_API_LAYER_PROPERTIES};
    OK(xrEnumerateApiLayerProperties(32, &count, properties));
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(properties[i].layerName, layer) == 0)
            return true;
    return false;
}

static XrInstanceCreateInfo create_info(uint32_t count, const char *const *layers)
{
    static const char *const extension = XR_MND_HEADLESS_EXTENSION_NAME;
    return (XrInstanceCreateInfo){
        .type = XR_TYPE_INSTANCE_CREATE_INFO,
        .applicationInfo = {.applicationName = "test_api_layers",
                            .apiVersion = XR_MAKE_VERSION(1, 0, 0)},
        .enabledApiLayerCount = count,
        .enabledApiLayerNames = layers,
        .enabledExtensionCount = 1,
        .enabledExtensionNames = &extension,
    };
}

static void check_refusals(PFN_xrCreateInstance create)
{
    char too_long[XR_MAX_API_LAYER_NAME_SIZE + 1];
    memset(too_long, 'a', sizeof too_long - 1);
    too_long[XR_MAX_API_LAYER_NAME_SIZE] = '\0';
    const struct {
        const char *names[2];
        XrResult expected;
    } cases[] = {
        {{VALIDATION, NULL}, XR_ERROR_VALIDATION_FAILURE},
        {{VALIDATION, ""}, XR_ERROR_API_LAYER_NOT_PRESENT},
        {{VALIDATION, too_long}, XR_ERROR_API_LAYER_NOT_PRESENT},
    };
    XrInstance instance = XR_NULL_HANDLE;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const XrInstanceCreateInfo info = create_info(2, cases[i].names);
        CHECK(create(&info, &instance) == cases[i].expected);
    }
    const XrInstanceCreateInfo missing = create_info(1, NULL);
    CHECK(create(&missing, &instance) == XR_ERROR_VALIDATION_FAILURE);
    XrInstanceCreateInfo extensions = create_info(0, NULL);
    const char *const nothing = NULL;
    extensions.enabledExtensionNames = &nothing;
    CHECK(create(&extensions, &instance) == XR_ERROR_VALIDATION_FAILURE);
    extensions.enabledExtensionNames = NULL;
    CHECK(create(&extensions, &instance) == XR_ERROR_VALIDATION_FAILURE);
}

static void check_accepted(PFN_xrGetInstanceProcAddr get, PFN_xrCreateInstance create)
{
    static const char *const names[] = {VALIDATION, "XR_APILAYER_a_name_of_another_layer"};
    const XrInstanceCreateInfo info = create_info(2, names);
    XrInstance instance = XR_NULL_HANDLE;
    OK(create(&info, &instance));
    PFN_xrVoidFunction destroy = NULL;
    OK(get(instance, "xrDestroyInstance", &destroy));
    OK(((PFN_xrDestroyInstance)destroy)(instance));
}

/* Through the loader, with the layer: a session runs frames, and the layer finds no fault. */
static void check_session(void)
{
    struct client client = {.layer = VALIDATION};
    client_create_instance(&client);
    client_create_session(&client);
    client_create_set(&client);
    client_attach(&client);
    client_begin(&client);
    for (int i = 0; i < 5; i++)
        client_run_frame(&client);
    client_end(&client);
}

int main(int argc, char **argv)
{
    CHECK(argc == 2);
    PFN_xrVoidFunction create = NULL;
    const PFN_xrGetInstanceProcAddr get = negotiate(argv[1]);
    OK(get(XR_NULL_HANDLE, "xrCreateInstance", &create));
    check_refusals((PFN_xrCreateInstance)create);
    check_accepted(get, (PFN_xrCreateInstance)create);
    if (!is_installed(VALIDATION)) {
        printf("SKIP: " VALIDATION " is not installed\n");
        return 77;
    }
    const char *const unknown = "XR_APILAYER_that_is_not_installed";
    const XrInstanceCreateInfo info = create_info(1, &unknown);
    XrInstance instance = XR_NULL_HANDLE;
    CHECK(xrCreateInstance(&info, &instance) == XR_ERROR_API_LAYER_NOT_PRESENT);
    check_session();
    printf("5 frames with " VALIDATION "\n");
    return 0;
}
