/* SPDX-License-Identifier: MIT */
#include "platform/environment.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "platform/thread.h"
#include "platform/windows/system.h"

/* The values that were asked for, which last as long as the process does. */
static struct value {
    struct value *next;
    char text[];
} * values;
static struct us_mutex mutex = US_MUTEX_INIT; /* guards them */

/* A copy that lasts; the same one for the same text. NULL: there is no memory. */
static const char *keep(const char *text)
{
    struct value *value;
    us_mutex_lock(&mutex);
    for (value = values; value != NULL && strcmp(value->text, text) != 0;)
        value = value->next;
    if (value == NULL && (value = malloc(sizeof *value + strlen(text) + 1)) != NULL) {
        strcpy(value->text, text);
        value->next = values;
        values = value;
    }
    us_mutex_unlock(&mutex);
    return value != NULL ? value->text : NULL;
}

/* The value in UTF-16, to be freed; NULL: there is none. */
static wchar_t *read_wide(const char *name)
{
    wchar_t wide[256];
    if (!us_system_widen(name, wide, sizeof wide / sizeof wide[0]))
        return NULL;
    SetLastError(ERROR_SUCCESS);
    DWORD size = GetEnvironmentVariableW(wide, NULL, 0);
    wchar_t *value = size > 0 ? malloc(size * sizeof *value) : NULL;
    if (value == NULL)
        return NULL;
    DWORD length = GetEnvironmentVariableW(wide, value, size);
    if (length < size) {
        value[length] = L'\0';
        return value;
    }
    free(value); /* it became longer meanwhile */
    return NULL;
}

const char *us_environment_get(const char *name)
{
    wchar_t *wide = read_wide(name);
    char *text = wide != NULL ? us_system_narrow_new(wide) : NULL;
    const char *kept = text != NULL ? keep(text) : NULL;
    free(text);
    free(wide);
    return kept;
}

/* Whether the account's programs usually have fewer rights than this one. */
static bool is_raised(void)
{
    TOKEN_ELEVATION_TYPE type;
    return !us_system_token(TokenElevationType, &type, sizeof type) ||
           type == TokenElevationTypeFull;
}

static bool put(const char *name, const wchar_t *value)
{
    wchar_t wide[256];
    return us_system_widen(name, wide, sizeof wide / sizeof wide[0]) &&
           (SetEnvironmentVariableW(wide, value) != 0 || us_system_fail(GetLastError()));
}

bool us_environment_set(const char *name, const char *value)
{
    int size = MultiByteToWideChar(CP_UTF8, 0, value, -1, NULL, 0);
    wchar_t *wide = size > 0 ? malloc((size_t)size * sizeof *wide) : NULL;
    errno = ENOMEM;
    bool is_set = wide != NULL && us_system_widen(value, wide, size) && put(name, wide);
    free(wide);
    return is_set;
}

void us_environment_unset(const char *name)
{
    (void)put(name, NULL);
}

const char *us_environment_get_secure(const char *name)
{
    return is_raised() ? NULL : us_environment_get(name);
}
