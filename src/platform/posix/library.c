/* SPDX-License-Identifier: MIT */
/* RTLD_NOLOAD and dladdr are not in POSIX. */
#define _GNU_SOURCE
#include "platform/library.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "platform/path.h"

us_library_function us_library_find(const char *file, const char *name)
{
    void *library = dlopen(file, RTLD_LAZY | RTLD_NOLOAD);
    if (library == NULL)
        return NULL;
    us_library_function function = NULL;
    void *symbol = dlsym(library, name);
    memcpy(&function, &symbol, sizeof function); /* C has no cast from void * to a function */
    dlclose(library);                            /* the app still holds it */
    return function;
}

bool us_library_load(const char *file, enum us_library_binding binding, char *reason, size_t size)
{
    const int when = binding == US_LIBRARY_BIND_ALL ? RTLD_NOW : RTLD_LAZY;
    if (dlopen(file, when | RTLD_LOCAL) != NULL)
        return true;
    const char *error = dlerror();
    snprintf(reason, size, "%s", error != NULL ? error : file);
    return false;
}

bool us_library_path(us_library_function function, char *out, size_t size)
{
    Dl_info info;
    void *symbol;
    memcpy(&symbol, &function, sizeof symbol);
    return dladdr(symbol, &info) != 0 && us_path_real(info.dli_fname, out, size);
}

void us_library_stay(void)
{
}
