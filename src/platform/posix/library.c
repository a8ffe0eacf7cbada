/* SPDX-License-Identifier: MIT */
/* RTLD_NOLOAD is not in POSIX. */
#define _GNU_SOURCE
#include "platform/library.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

us_library_function us_library_find(const char *file, const char *name)
{
    void *library = dlopen(file, RTLD_NOW | RTLD_NOLOAD);
    if (library == NULL)
        return NULL;
    us_library_function function = NULL;
    void *symbol = dlsym(library, name);
    memcpy(&function, &symbol, sizeof function); /* C has no cast from void * to a function */
    dlclose(library);                            /* the app still holds it */
    return function;
}

bool us_library_load(const char *file, char *reason, size_t size)
{
    if (dlopen(file, RTLD_NOW | RTLD_LOCAL) != NULL)
        return true;
    const char *error = dlerror();
    snprintf(reason, size, "%s", error != NULL ? error : file);
    return false;
}

void us_library_stay(void)
{
}
