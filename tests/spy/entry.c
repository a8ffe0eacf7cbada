/* SPDX-License-Identifier: MIT */
#include "negotiation.h"
#include "spy.h"

#include <stdlib.h>
#include <string.h>

#define LAYER_NAME "XR_APILAYER_NOVENDOR_understudy_spy"
#define API_VERSION XR_MAKE_VERSION(1, 0, 0)

#if defined(_WIN32)
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif

struct spy spy = {.lock = PTHREAD_MUTEX_INITIALIZER};

void spy_lock(void)
{
    pthread_mutex_lock(&spy.lock);
}

void spy_unlock(void)
{
    pthread_mutex_unlock(&spy.lock);
}

/* Called through this type only after a cast back to its own. */
static PFN_xrVoidFunction hook_of(const char *name)
{
#define CALL(function)
#define HOOK(function)                                                                             \
    if (strcmp(name, "xr" #function) == 0)                                                         \
        return (PFN_xrVoidFunction)spy_hook_##function;
#include "functions.def"
#undef CALL
#undef HOOK
    return NULL;
}

/* Which functions an app looks for in vain. */
static void report_missing(const char *name)
{
    spy_lock();
    if (spy.file) {
        us_json_text_string(probe_report_begin(&spy.log, "missing"), "call", name);
        probe_report_end(&spy.log);
    }
    spy_unlock();
}

/* What is not there below, such as a function of an extension that is not enabled, is not here. */
static XRAPI_ATTR XrResult XRAPI_CALL get_instance_proc_addr(XrInstance instance, const char *name,
                                                             PFN_xrVoidFunction *function)
{
    if (!spy.next.GetInstanceProcAddr)
        return XR_ERROR_HANDLE_INVALID;
    XrResult result = spy.next.GetInstanceProcAddr(instance, name, function);
    if (XR_FAILED(result) || !instance) {
        report_missing(name);
        return result;
    }
    if (strcmp(name, "xrGetInstanceProcAddr") == 0)
        *function = (PFN_xrVoidFunction)get_instance_proc_addr;
    else if (hook_of(name))
        *function = hook_of(name);
    return result;
}

static void load_next(void)
{
#define CALL(name)                                                                                 \
    spy.next.GetInstanceProcAddr(spy.instance, "xr" #name, (PFN_xrVoidFunction *)&spy.next.name);
#define HOOK(name) CALL(name)
#include "functions.def"
#undef CALL
#undef HOOK
}

static void report_instance(const XrInstanceCreateInfo *info)
{
    XrInstanceProperties properties = {.type = XR_TYPE_INSTANCE_PROPERTIES};
    if (XR_FAILED(spy.next.GetInstanceProperties(spy.instance, &properties)))
        properties.runtimeName[0] = '\0';
    struct us_json_text *text = probe_report_begin(&spy.log, "instance");
    us_json_text_string(text, "app", info->applicationInfo.applicationName);
    us_json_text_string(text, "runtime", properties.runtimeName);
    us_json_text_value(text, "asked", "[");
    for (uint32_t i = 0; i < info->enabledExtensionCount; i++)
        us_json_text_string(text, NULL, info->enabledExtensionNames[i]);
    us_json_text_raw(text, "]");
    probe_report_end(&spy.log);
}

static void open_log(void)
{
    const char *path = getenv("UNDERSTUDY_SPY_LOG");
    spy.file = path ? fopen(path, "a") : NULL;
    if (path && !spy.file)
        fprintf(stderr, "understudy_spy: cannot write %s\n", path);
    probe_report_init(&spy.log, spy.file, "understudy_spy");
    spy.time = 0;
}

static XRAPI_ATTR XrResult XRAPI_CALL create_api_layer_instance(
    const XrInstanceCreateInfo *info, const struct spy_negotiation_create_info *layer_info,
    XrInstance *instance)
{
    if (layer_info->struct_type != SPY_NEGOTIATION_API_LAYER_CREATE_INFO ||
        layer_info->struct_size != sizeof *layer_info || !layer_info->next_info ||
        layer_info->next_info->struct_type != SPY_NEGOTIATION_API_LAYER_NEXT_INFO ||
        layer_info->next_info->struct_size != sizeof *layer_info->next_info ||
        strcmp(layer_info->next_info->layer_name, LAYER_NAME) != 0)
        return XR_ERROR_INITIALIZATION_FAILED;
    struct spy_negotiation_create_info below = *layer_info;
    below.next_info = layer_info->next_info->next;
    XrResult result = layer_info->next_info->next_create_api_layer_instance(info, &below, instance);
    if (XR_FAILED(result))
        return result;
    spy.next = (struct spy_next){.GetInstanceProcAddr =
                                     layer_info->next_info->next_get_instance_proc_addr};
    spy.instance = *instance;
    load_next();
    open_log();
    report_instance(info);
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL destroy_instance(XrInstance instance)
{
    XrResult result = spy.next.DestroyInstance(instance);
    spy_lock();
    spy_names_finish(&spy.names);
    probe_report_begin(&spy.log, "end");
    probe_report_end(&spy.log);
    probe_report_finish(&spy.log);
    if (spy.file)
        fclose(spy.file);
    spy.file = NULL;
    spy_unlock();
    return result;
}

PFN_xrDestroyInstance const spy_hook_DestroyInstance = destroy_instance;

EXPORT XrResult XRAPI_CALL
xrNegotiateLoaderApiLayerInterface(const struct spy_negotiation_loader_info *loader,
                                   const char *name, struct spy_negotiation_request *request);

EXPORT XrResult XRAPI_CALL
xrNegotiateLoaderApiLayerInterface(const struct spy_negotiation_loader_info *loader,
                                   const char *name, struct spy_negotiation_request *request)
{
    (void)name;
    if (!loader || loader->struct_type != SPY_NEGOTIATION_LOADER_INFO ||
        loader->struct_version != SPY_NEGOTIATION_VERSION ||
        loader->struct_size != sizeof *loader || !request ||
        request->struct_type != SPY_NEGOTIATION_API_LAYER_REQUEST ||
        request->struct_version != SPY_NEGOTIATION_VERSION ||
        request->struct_size != sizeof *request ||
        loader->min_interface_version > SPY_NEGOTIATION_VERSION ||
        loader->max_interface_version < SPY_NEGOTIATION_VERSION ||
        loader->min_api_version > API_VERSION || loader->max_api_version < API_VERSION)
        return XR_ERROR_INITIALIZATION_FAILED;
    request->layer_interface_version = SPY_NEGOTIATION_VERSION;
    request->layer_api_version = API_VERSION;
    request->get_instance_proc_addr = get_instance_proc_addr;
    request->create_api_layer_instance = create_api_layer_instance;
    return XR_SUCCESS;
}
