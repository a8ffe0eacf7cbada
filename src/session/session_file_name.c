/* SPDX-License-Identifier: MIT */
#include "session/session_file_name.h"

#include <stdio.h>
#include <string.h>

bool us_session_file_name(const char *first, unsigned number, char *out, size_t size)
{
    const char *slash = strrchr(first, '/');
    const char *base = slash != NULL ? slash + 1 : first;
    const char *ending = strrchr(base, '.');
    if (ending == NULL || ending == base)
        ending = base + strlen(base);
    int length = number <= 1 ? snprintf(out, size, "%s", first)
                             : snprintf(out, size, "%.*s-%u%s", (int)(ending - first), first,
                                        number, ending);
    return length >= 0 && (size_t)length < size;
}
