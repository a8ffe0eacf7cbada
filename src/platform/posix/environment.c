/* SPDX-License-Identifier: MIT */
/* secure_getenv is not in POSIX. */
#define _GNU_SOURCE
#include "platform/environment.h"

#include <stdlib.h>

#ifdef __BIONIC__
#include <sys/auxv.h>
#endif

const char *us_environment_get(const char *name)
{
    return getenv(name);
}

const char *us_environment_get_secure(const char *name)
{
#ifdef __BIONIC__
    return getauxval(AT_SECURE) != 0 ? NULL : getenv(name);
#else
    return secure_getenv(name);
#endif
}

bool us_environment_set(const char *name, const char *value)
{
    return setenv(name, value, 1) == 0;
}

void us_environment_unset(const char *name)
{
    unsetenv(name);
}
