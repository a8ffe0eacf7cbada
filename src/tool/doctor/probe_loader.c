/* SPDX-License-Identifier: MIT */
/* dladdr is not in POSIX. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tool/environment/environment.h"
#include "tool/doctor/openxr_abi.h"
#include "tool/doctor/probe_library.h"

#define LOADER "libopenxr_loader.so.1"

static tool_xr_function *find(void *loader, const char *name)
{
    tool_xr_function *function = NULL;
    void *symbol = loader != NULL ? dlsym(loader, name) : NULL;
    memcpy(&function, &symbol, sizeof(function));
    return function;
}

/* The file's name ends with the version: libopenxr_loader.so.1.0.20. */
static void say_where(void *symbol, struct tool_library_answer *out)
{
    Dl_info info;
    char *real = dladdr(symbol, &info) != 0 ? realpath(info.dli_fname, NULL) : NULL;
    const char *version = real != NULL ? strstr(real, ".so.") : NULL;
    if (real != NULL)
        snprintf(out->path, sizeof(out->path), "%s", real);
    if (version != NULL && strchr(version + 4, '.') != NULL)
        snprintf(out->version, sizeof(out->version), "%.31s", version + 4);
    free(real);
}

static void *load(struct tool_library_answer *out)
{
    void *loader = dlopen(LOADER, RTLD_NOW | RTLD_LOCAL);
    const char *why = loader == NULL ? dlerror() : NULL;
    if (why != NULL)
        snprintf(out->text, sizeof(out->text), "%s", why);
    return loader;
}

void tool_probe_loader(const void *question, void *answer)
{
    struct tool_library_answer *out = answer;
    (void)question;
    void *loader = load(out);
    if (loader == NULL)
        return;
    void *symbol = dlsym(loader, "xrCreateInstance");
    out->state = symbol != NULL ? TOOL_LIBRARY_GOOD : TOOL_LIBRARY_NO_ENTRY;
    if (symbol != NULL)
        say_where(symbol, out);
    else
        snprintf(out->text, sizeof(out->text), "xrCreateInstance");
}

static void list_layers(void *loader, struct tool_library_answer *out)
{
    tool_xr_enumerate_layers *enumerate =
        (tool_xr_enumerate_layers *)find(loader, "xrEnumerateApiLayerProperties");
    uint32_t count = 0;
    if (enumerate == NULL || enumerate(0, &count, NULL) < 0 || count == 0)
        return;
    struct tool_xr_layer *list = calloc(count, sizeof(*list));
    for (uint32_t i = 0; list != NULL && i < count; i++)
        list[i].type = TOOL_XR_API_LAYER_PROPERTIES;
    if (list != NULL && enumerate(count, &count, list) >= 0)
        for (uint32_t i = 0; i < count && i < TOOL_PROBE_NAMES; i++)
            snprintf(out->names[out->name_count++], sizeof(out->names[0]), "%.127s", list[i].name);
    free(list);
}

static void make_instance(void *loader, struct tool_library_answer *out)
{
    tool_xr_create_instance *create = (tool_xr_create_instance *)find(loader, "xrCreateInstance");
    tool_xr_get_properties *get = (tool_xr_get_properties *)find(loader, "xrGetInstanceProperties");
    tool_xr_destroy_instance *destroy =
        (tool_xr_destroy_instance *)find(loader, "xrDestroyInstance");
    const struct tool_xr_create_info info = {.type = TOOL_XR_INSTANCE_CREATE_INFO,
                                             .app_name = "understudy doctor",
                                             .api = TOOL_XR_VERSION(1, 0, 0)};
    struct tool_xr_instance_properties properties = {.type = TOOL_XR_INSTANCE_PROPERTIES};
    void *instance = NULL;
    if (create == NULL || get == NULL || destroy == NULL)
        return;
    out->result = create(&info, &instance);
    out->state = out->result >= 0 ? TOOL_LIBRARY_GOOD : TOOL_LIBRARY_REFUSES;
    if (out->result < 0)
        return;
    if (get(instance, &properties) >= 0)
        snprintf(out->runtime, sizeof(out->runtime), "%.127s", properties.name);
    destroy(instance);
}

void tool_probe_instance(const void *question, void *answer)
{
    const struct tool_library_question *asked = question;
    setenv("UNDERSTUDY_ENABLE", "1", 1);
    unsetenv("UNDERSTUDY_DISABLE");
    unsetenv("UNDERSTUDY_PLAY");
    unsetenv("UNDERSTUDY_EVENTS");
    unsetenv("UNDERSTUDY_LOG_FILE");
    if (!asked->with_layer)
        setenv("UNDERSTUDY_DISABLE", "1", 1);
    else
        tool_environment_add_layer(true);
    void *loader = load(answer);
    if (loader == NULL)
        return;
    list_layers(loader, answer);
    make_instance(loader, answer);
}
