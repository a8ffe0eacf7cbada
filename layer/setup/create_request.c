/* SPDX-License-Identifier: MIT */
#include "layer/setup/create_request.h"

#include <stdlib.h>
#include <string.h>

bool us_create_request_init(struct us_create_request *enabled, const XrInstanceCreateInfo *info)
{
    *enabled = (struct us_create_request){0};
    XrVersion version = info->applicationInfo.apiVersion;
    enabled->minor = XR_VERSION_MAJOR(version) > 1 ? UINT32_MAX : XR_VERSION_MINOR(version);
    enabled->names = calloc((size_t)info->enabledExtensionCount + 1, sizeof *enabled->names);
    if (enabled->names == NULL)
        return false;
    enabled->count = info->enabledExtensionCount;
    for (uint32_t i = 0; i < enabled->count; i++)
        strncpy(enabled->names[i], info->enabledExtensionNames[i], XR_MAX_EXTENSION_NAME_SIZE - 1);
    return true;
}

void us_create_request_finish(struct us_create_request *enabled)
{
    free(enabled->names);
    *enabled = (struct us_create_request){0};
}

bool us_create_request_has(const struct us_create_request *enabled, const char *name)
{
    for (uint32_t i = 0; i < enabled->count; i++) {
        if (strcmp(enabled->names[i], name) == 0)
            return true;
    }
    return false;
}

bool us_create_request_allows(const struct us_create_request *enabled, const char *extension,
                              uint32_t core_since)
{
    return enabled->minor >= core_since || (extension == NULL && core_since == 0) ||
           (extension != NULL && us_create_request_has(enabled, extension));
}
