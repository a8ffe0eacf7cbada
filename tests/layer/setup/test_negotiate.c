/* SPDX-License-Identifier: MIT */
/* Hazard: a loader that is not the one the layer was made for; every wrong input, one at a time. */
#include "scene.h"

#include "layer/state/instance.h"

XrResult xrNegotiateLoaderApiLayerInterface(const XrNegotiateLoaderInfo *loader_info,
                                            const char *layer_name,
                                            XrNegotiateApiLayerRequest *request);

static XrNegotiateLoaderInfo good_info(void)
{
    return (XrNegotiateLoaderInfo){XR_LOADER_INTERFACE_STRUCT_LOADER_INFO,
                                   XR_LOADER_INFO_STRUCT_VERSION,
                                   sizeof(XrNegotiateLoaderInfo),
                                   1,
                                   1,
                                   XR_MAKE_VERSION(1, 0, 0),
                                   XR_MAKE_VERSION(1, 0x3ff, 0xfff)};
}

static XrNegotiateApiLayerRequest good_request(void)
{
    return (XrNegotiateApiLayerRequest){.structType = XR_LOADER_INTERFACE_STRUCT_API_LAYER_REQUEST,
                                        .structVersion = XR_API_LAYER_INFO_STRUCT_VERSION,
                                        .structSize = sizeof(XrNegotiateApiLayerRequest)};
}

static void check_refused(const XrNegotiateLoaderInfo *info, XrNegotiateApiLayerRequest *request)
{
    assert_int_equal(xrNegotiateLoaderApiLayerInterface(info, US_LAYER_NAME, request),
                     XR_ERROR_INITIALIZATION_FAILED);
    if (request != NULL)
        assert_null(request->getInstanceProcAddr);
}

TEST(test_good)
{
    XrNegotiateLoaderInfo info = good_info();
    XrNegotiateApiLayerRequest request = good_request();
    assert_success(xrNegotiateLoaderApiLayerInterface(&info, NULL, &request));
    assert_int_equal(request.layerInterfaceVersion, 1);
    assert_int_equal(XR_VERSION_MAJOR(request.layerApiVersion), 1);
    assert_int_equal(XR_VERSION_MINOR(request.layerApiVersion), 0);
    assert_non_null(request.getInstanceProcAddr);
    assert_non_null(request.createApiLayerInstance);
}

#define WRONG(what, name, change)                                                                  \
    TEST(test_##name)                                                                              \
    {                                                                                              \
        XrNegotiateLoaderInfo info = good_info();                                                  \
        XrNegotiateApiLayerRequest request = good_request();                                       \
        what.change;                                                                               \
        check_refused(&info, &request);                                                            \
    }

WRONG(info, info_type, structType = XR_LOADER_INTERFACE_STRUCT_RUNTIME_REQUEST)
WRONG(info, info_version, structVersion = 2)
WRONG(info, info_size, structSize -= 1)
WRONG(info, interface_too_new, minInterfaceVersion = 2)
WRONG(info, interface_too_old, maxInterfaceVersion = 0)
WRONG(info, api_too_new, minApiVersion = XR_MAKE_VERSION(1, 1, 0))
WRONG(info, api_too_old, maxApiVersion = XR_MAKE_VERSION(0, 9, 0))
WRONG(request, request_type, structType = XR_LOADER_INTERFACE_STRUCT_LOADER_INFO)
WRONG(request, request_version, structVersion = 0)
WRONG(request, request_size, structSize += 8)

TEST(test_null)
{
    XrNegotiateLoaderInfo info = good_info();
    XrNegotiateApiLayerRequest request = good_request();
    check_refused(NULL, &request);
    check_refused(&info, NULL);
}

/* A loader that knows OpenXR 1.0 alone, and one that knows newer interfaces and versions, too. */
TEST(test_widest_and_narrowest)
{
    XrNegotiateLoaderInfo info = good_info();
    XrNegotiateApiLayerRequest request = good_request();
    info.maxApiVersion = XR_MAKE_VERSION(1, 0, 0);
    assert_success(xrNegotiateLoaderApiLayerInterface(&info, US_LAYER_NAME, &request));
    info.minInterfaceVersion = 0;
    info.maxInterfaceVersion = 7;
    info.minApiVersion = XR_MAKE_VERSION(0, 1, 0);
    info.maxApiVersion = XR_MAKE_VERSION(2, 0, 0);
    assert_success(xrNegotiateLoaderApiLayerInterface(&info, US_LAYER_NAME, &request));
    assert_int_equal(request.layerInterfaceVersion, 1);
}

struct create_case {
    XrInstanceCreateInfo info;
    XrApiLayerNextInfo next;
    XrApiLayerCreateInfo layer;
    XrInstance instance;
};

static struct create_case good_create(struct scene *scene)
{
    scene_init(scene, 0);
    return (struct create_case){
        .info = {.type = XR_TYPE_INSTANCE_CREATE_INFO},
        .next = {.structType = XR_LOADER_INTERFACE_STRUCT_API_LAYER_NEXT_INFO,
                 .structVersion = XR_API_LAYER_NEXT_INFO_STRUCT_VERSION,
                 .structSize = sizeof(XrApiLayerNextInfo),
                 .layerName = US_LAYER_NAME,
                 .nextGetInstanceProcAddr = fake_get,
                 .nextCreateApiLayerInstance = fake_create},
        .layer = {.structType = XR_LOADER_INTERFACE_STRUCT_API_LAYER_CREATE_INFO,
                  .structVersion = XR_API_LAYER_CREATE_INFO_STRUCT_VERSION,
                  .structSize = sizeof(XrApiLayerCreateInfo)}};
}

#define WRONG_CREATE(name, change)                                                                 \
    TEST(test_create_##name)                                                                       \
    {                                                                                              \
        struct scene scene;                                                                        \
        struct create_case it = good_create(&scene);                                               \
        it.layer.nextInfo = &it.next;                                                              \
        change;                                                                                    \
        assert_int_equal(scene.create(&it.info, &it.layer, &it.instance),                          \
                         XR_ERROR_INITIALIZATION_FAILED);                                          \
        assert_int_equal(fake.creates, 0);                                                         \
        scene_finish(&scene);                                                                      \
    }

WRONG_CREATE(type, it.layer.structType = XR_LOADER_INTERFACE_STRUCT_LOADER_INFO)
WRONG_CREATE(version, it.layer.structVersion = 7)
WRONG_CREATE(size, it.layer.structSize = 8)
WRONG_CREATE(no_next, it.layer.nextInfo = NULL)
WRONG_CREATE(next_type, it.next.structType = XR_LOADER_INTERFACE_STRUCT_LOADER_INFO)
WRONG_CREATE(next_version, it.next.structVersion = 0)
WRONG_CREATE(next_size, it.next.structSize = 1)
WRONG_CREATE(name, it.next.layerName[0] = 'Y')
WRONG_CREATE(no_get, it.next.nextGetInstanceProcAddr = NULL)
WRONG_CREATE(no_create, it.next.nextCreateApiLayerInstance = NULL)

/* Nothing is created and nothing is read where the app's own structs are missing. */
TEST(test_create_null)
{
    struct scene scene;
    struct create_case it = good_create(&scene);
    it.layer.nextInfo = &it.next;
    assert_int_equal(scene.create(NULL, &it.layer, &it.instance), XR_ERROR_INITIALIZATION_FAILED);
    assert_int_equal(scene.create(&it.info, NULL, &it.instance), XR_ERROR_INITIALIZATION_FAILED);
    assert_int_equal(scene.create(&it.info, &it.layer, NULL), XR_ERROR_INITIALIZATION_FAILED);
    assert_int_equal(fake.creates, 0);
    scene_finish(&scene);
}

TESTS_MAIN(test_good, test_info_type, test_info_version, test_info_size, test_interface_too_new,
           test_interface_too_old, test_api_too_new, test_api_too_old, test_request_type,
           test_request_version, test_request_size, test_null, test_widest_and_narrowest,
           test_create_type, test_create_version, test_create_size, test_create_no_next,
           test_create_next_type, test_create_next_version, test_create_next_size, test_create_name,
           test_create_no_get, test_create_no_create, test_create_null)
