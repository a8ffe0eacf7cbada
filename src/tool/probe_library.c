/* SPDX-License-Identifier: MIT */
#include "probe_library.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "openxr_abi.h"

/* ISO C has no way from an object pointer to a function's but this. */
static us_xr_function *find(void *library, const char *name, struct us_library_answer *answer)
{
    us_xr_function *function = NULL;
    void *symbol = dlsym(library, name);
    memcpy(&function, &symbol, sizeof(function));
    if (function == NULL) {
        answer->state = US_LIBRARY_NO_ENTRY;
        snprintf(answer->text, sizeof(answer->text), "%s", name);
    }
    return function;
}

static void *load(const char *path, struct us_library_answer *answer)
{
    void *library = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
    const char *why = library == NULL ? dlerror() : NULL;
    if (why != NULL)
        snprintf(answer->text, sizeof(answer->text), "%s", why);
    return library;
}

/* As the loaders that are in use offer themselves. */
static struct us_xr_loader_info loader_info(void)
{
    return (struct us_xr_loader_info){US_XR_LOADER_INFO,
                                      1,
                                      sizeof(struct us_xr_loader_info),
                                      1,
                                      1,
                                      US_XR_VERSION(1, 0, 0),
                                      US_XR_VERSION(1, 0x3ff, 0xffffffff)};
}

static bool judge(struct us_library_answer *answer, int32_t result, bool complete)
{
    answer->result = result;
    answer->state = result >= 0 && complete ? US_LIBRARY_GOOD : US_LIBRARY_REFUSES;
    return answer->state == US_LIBRARY_GOOD;
}

void us_probe_layer(const void *question, void *answer)
{
    const struct us_library_question *asked = question;
    struct us_library_answer *out = answer;
    const char *entry =
        asked->entry[0] != '\0' ? asked->entry : "xrNegotiateLoaderApiLayerInterface";
    const struct us_xr_loader_info info = loader_info();
    struct us_xr_layer_request request = {
        .type = US_XR_LAYER_REQUEST, .version = 1, .size = sizeof(request)};
    void *library = load(asked->path, out);
    us_xr_function *function = library != NULL ? find(library, entry, out) : NULL;
    if (function == NULL)
        return;
    int32_t result = ((us_xr_negotiate_layer *)function)(&info, asked->name, &request);
    judge(out, result, request.get_proc != NULL && request.create != NULL);
}

static void list_extensions(us_xr_get_proc *get_proc, struct us_library_answer *out)
{
    us_xr_function *function = NULL;
    int32_t result = get_proc(NULL, "xrEnumerateInstanceExtensionProperties", &function);
    uint32_t count = 0;
    if (!judge(out, result, function != NULL))
        return;
    us_xr_enumerate_extensions *enumerate = (us_xr_enumerate_extensions *)function;
    if (!judge(out, enumerate(NULL, 0, &count, NULL), true) || count == 0)
        return;
    struct us_xr_extension *list = calloc(count, sizeof(*list));
    for (uint32_t i = 0; list != NULL && i < count; i++)
        list[i].type = US_XR_EXTENSION_PROPERTIES;
    if (list != NULL && judge(out, enumerate(NULL, count, &count, list), true))
        for (uint32_t i = 0; i < count && i < US_PROBE_NAMES; i++)
            memcpy(out->names[out->name_count++], list[i].name, sizeof(list[i].name) - 1);
    free(list);
}

void us_probe_runtime(const void *question, void *answer)
{
    const struct us_library_question *asked = question;
    struct us_library_answer *out = answer;
    const char *entry =
        asked->entry[0] != '\0' ? asked->entry : "xrNegotiateLoaderRuntimeInterface";
    const struct us_xr_loader_info info = loader_info();
    struct us_xr_runtime_request request = {
        .type = US_XR_RUNTIME_REQUEST, .version = 1, .size = sizeof(request)};
    void *library = load(asked->path, out);
    us_xr_function *function = library != NULL ? find(library, entry, out) : NULL;
    if (function == NULL)
        return;
    int32_t result = ((us_xr_negotiate_runtime *)function)(&info, &request);
    if (judge(out, result, request.get_proc != NULL))
        list_extensions(request.get_proc, out);
}
