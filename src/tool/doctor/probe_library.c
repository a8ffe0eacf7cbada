/* SPDX-License-Identifier: MIT */
#include "tool/doctor/probe_library.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tool/doctor/openxr_abi.h"

/* ISO C has no way from an object pointer to a function's but this. */
static tool_xr_function *find(void *library, const char *name, struct tool_library_answer *answer)
{
    tool_xr_function *function = NULL;
    void *symbol = dlsym(library, name);
    memcpy(&function, &symbol, sizeof(function));
    if (function == NULL) {
        answer->state = TOOL_LIBRARY_NO_ENTRY;
        snprintf(answer->text, sizeof(answer->text), "%s", name);
    }
    return function;
}

static void *load(const char *path, struct tool_library_answer *answer)
{
    void *library = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
    const char *why = library == NULL ? dlerror() : NULL;
    if (why != NULL)
        snprintf(answer->text, sizeof(answer->text), "%s", why);
    return library;
}

/* As the loaders that are in use offer themselves. */
static struct tool_xr_loader_info loader_info(void)
{
    return (struct tool_xr_loader_info){TOOL_XR_LOADER_INFO,
                                        1,
                                        sizeof(struct tool_xr_loader_info),
                                        1,
                                        1,
                                        TOOL_XR_VERSION(1, 0, 0),
                                        TOOL_XR_VERSION(1, 0x3ff, 0xffffffff)};
}

static bool judge(struct tool_library_answer *answer, int32_t result, bool complete)
{
    answer->result = result;
    answer->state = result >= 0 && complete ? TOOL_LIBRARY_GOOD : TOOL_LIBRARY_REFUSES;
    return answer->state == TOOL_LIBRARY_GOOD;
}

void tool_probe_layer(const void *question, void *answer)
{
    const struct tool_library_question *asked = question;
    struct tool_library_answer *out = answer;
    const char *entry =
        asked->entry[0] != '\0' ? asked->entry : "xrNegotiateLoaderApiLayerInterface";
    const struct tool_xr_loader_info info = loader_info();
    struct tool_xr_layer_request request = {
        .type = TOOL_XR_LAYER_REQUEST, .version = 1, .size = sizeof(request)};
    void *library = load(asked->path, out);
    tool_xr_function *function = library != NULL ? find(library, entry, out) : NULL;
    if (function == NULL)
        return;
    int32_t result = ((tool_xr_negotiate_layer *)function)(&info, asked->name, &request);
    judge(out, result, request.get_proc != NULL && request.create != NULL);
}

static void list_extensions(tool_xr_get_proc *get_proc, struct tool_library_answer *out)
{
    tool_xr_function *function = NULL;
    int32_t result = get_proc(NULL, "xrEnumerateInstanceExtensionProperties", &function);
    uint32_t count = 0;
    if (!judge(out, result, function != NULL))
        return;
    tool_xr_enumerate_extensions *enumerate = (tool_xr_enumerate_extensions *)function;
    if (!judge(out, enumerate(NULL, 0, &count, NULL), true) || count == 0)
        return;
    struct tool_xr_extension *list = calloc(count, sizeof(*list));
    for (uint32_t i = 0; list != NULL && i < count; i++)
        list[i].type = TOOL_XR_EXTENSION_PROPERTIES;
    if (list != NULL && judge(out, enumerate(NULL, count, &count, list), true))
        for (uint32_t i = 0; i < count && i < TOOL_PROBE_NAMES; i++)
            memcpy(out->names[out->name_count++], list[i].name, sizeof(list[i].name) - 1);
    free(list);
}

void tool_probe_runtime(const void *question, void *answer)
{
    const struct tool_library_question *asked = question;
    struct tool_library_answer *out = answer;
    const char *entry =
        asked->entry[0] != '\0' ? asked->entry : "xrNegotiateLoaderRuntimeInterface";
    const struct tool_xr_loader_info info = loader_info();
    struct tool_xr_runtime_request request = {
        .type = TOOL_XR_RUNTIME_REQUEST, .version = 1, .size = sizeof(request)};
    void *library = load(asked->path, out);
    tool_xr_function *function = library != NULL ? find(library, entry, out) : NULL;
    if (function == NULL)
        return;
    int32_t result = ((tool_xr_negotiate_runtime *)function)(&info, &request);
    if (judge(out, result, request.get_proc != NULL))
        list_extensions(request.get_proc, out);
}
