/* SPDX-License-Identifier: MIT */
#include "platform/registry.h"

#include "platform/windows/system.h"

enum { KEY_SIZE = 256 }; /* what the registry allows */

static HKEY root_of(enum us_registry_part part)
{
    return part == US_REGISTRY_USER ? HKEY_CURRENT_USER : HKEY_LOCAL_MACHINE;
}

/* NULL, with errno. */
static HKEY open_key(enum us_registry_part part, const char *key, REGSAM rights)
{
    wchar_t wide[KEY_SIZE];
    HKEY opened = NULL;
    if (!us_system_widen(key, wide, KEY_SIZE))
        return NULL;
    LSTATUS status = RegOpenKeyExW(root_of(part), wide, 0, rights | KEY_WOW64_64KEY, &opened);
    if (status == ERROR_SUCCESS)
        return opened;
    us_system_fail((DWORD)status);
    return NULL;
}

bool us_registry_set(enum us_registry_part part, const char *key, const char *name, uint32_t value)
{
    wchar_t wide[KEY_SIZE], wide_name[US_SYSTEM_PATH_SIZE];
    DWORD number = value;
    HKEY made;
    if (!us_system_widen(key, wide, KEY_SIZE) ||
        !us_system_widen(name, wide_name, US_SYSTEM_PATH_SIZE))
        return false;
    LSTATUS status = RegCreateKeyExW(root_of(part), wide, 0, NULL, 0,
                                     KEY_SET_VALUE | KEY_WOW64_64KEY, NULL, &made, NULL);
    if (status == ERROR_SUCCESS) {
        status =
            RegSetValueExW(made, wide_name, 0, REG_DWORD, (const BYTE *)&number, sizeof number);
        RegCloseKey(made);
    }
    return status == ERROR_SUCCESS || us_system_fail((DWORD)status);
}

bool us_registry_remove(enum us_registry_part part, const char *key, const char *name)
{
    wchar_t wide[US_SYSTEM_PATH_SIZE];
    if (!us_system_widen(name, wide, US_SYSTEM_PATH_SIZE))
        return false;
    HKEY opened = open_key(part, key, KEY_SET_VALUE);
    if (opened == NULL)
        return false;
    LSTATUS status = RegDeleteValueW(opened, wide);
    RegCloseKey(opened);
    return status == ERROR_SUCCESS || us_system_fail((DWORD)status);
}

bool us_registry_name(enum us_registry_part part, const char *key, unsigned index, char *out,
                      size_t size)
{
    wchar_t wide[US_SYSTEM_PATH_SIZE];
    DWORD length = US_SYSTEM_PATH_SIZE;
    HKEY opened = open_key(part, key, KEY_QUERY_VALUE);
    if (opened == NULL)
        return false;
    LSTATUS status = RegEnumValueW(opened, index, wide, &length, NULL, NULL, NULL, NULL);
    RegCloseKey(opened);
    if (status != ERROR_SUCCESS)
        return us_system_fail((DWORD)status);
    return us_system_narrow(wide, out, (int)size);
}

/* `flags` say of which type the value must be. */
static bool read_value(enum us_registry_part part, const char *key, const char *name, DWORD flags,
                       void *out, DWORD bytes)
{
    wchar_t wide[US_SYSTEM_PATH_SIZE];
    HKEY opened = open_key(part, key, KEY_QUERY_VALUE);
    if (opened == NULL)
        return false;
    LSTATUS status = ERROR_INVALID_NAME;
    if (us_system_widen(name, wide, US_SYSTEM_PATH_SIZE))
        status = RegGetValueW(opened, NULL, wide, flags, NULL, out, &bytes);
    RegCloseKey(opened);
    return status == ERROR_SUCCESS || us_system_fail((DWORD)status);
}

bool us_registry_text(enum us_registry_part part, const char *key, const char *name, char *out,
                      size_t size)
{
    wchar_t text[US_SYSTEM_PATH_SIZE];
    return read_value(part, key, name, RRF_RT_REG_SZ, text, sizeof text) &&
           us_system_narrow(text, out, (int)size);
}

bool us_registry_number(enum us_registry_part part, const char *key, const char *name,
                        uint32_t *out)
{
    *out = 0;
    return read_value(part, key, name, RRF_RT_REG_DWORD, out, sizeof *out);
}

bool us_registry_is_raised(void)
{
    union {
        TOKEN_MANDATORY_LABEL label;
        char bytes[256];
    } about;
    if (!us_system_token(TokenIntegrityLevel, &about, sizeof about))
        return false;
    PSID sid = about.label.Label.Sid;
    DWORD level = *GetSidSubAuthority(sid, (DWORD)(*GetSidSubAuthorityCount(sid) - 1));
    return level >= SECURITY_MANDATORY_HIGH_RID;
}
