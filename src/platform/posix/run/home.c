/* SPDX-License-Identifier: MIT */
#include <pwd.h>
#include <stdio.h>
#include <sys/types.h>
#include <unistd.h>

#include "platform/program.h"

bool us_program_home(char *out, size_t size)
{
    const struct passwd *person = getpwuid(getuid());
    if (person == NULL || person->pw_dir == NULL || person->pw_dir[0] != '/')
        return false;
    int length = snprintf(out, size, "%s", person->pw_dir);
    return length > 0 && (size_t)length < size;
}
