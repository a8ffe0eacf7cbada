/* SPDX-License-Identifier: MIT */
#include "platform/descriptor.h"
#include "platform/windows/system.h"

#include <aclapi.h>

/* The user of this process, or the owner of the files that it makes: administrators share one. */
static bool is_of_token(PSID owner, TOKEN_INFORMATION_CLASS what)
{
    union {
        TOKEN_USER user;
        TOKEN_OWNER owner;
        char bytes[256];
    } about;
    return us_system_token(what, &about, sizeof about) &&
           EqualSid(owner, what == TokenUser ? about.user.User.Sid : about.owner.Owner) != 0;
}

static bool is_own(HANDLE handle)
{
    PSID owner = NULL;
    PSECURITY_DESCRIPTOR descriptor = NULL;
    DWORD error = GetSecurityInfo(handle, SE_FILE_OBJECT, OWNER_SECURITY_INFORMATION, &owner, NULL,
                                  NULL, NULL, &descriptor);
    if (error != ERROR_SUCCESS)
        return error != ERROR_ACCESS_DENIED;
    bool is_ours = owner == NULL || is_of_token(owner, TokenUser) || is_of_token(owner, TokenOwner);
    LocalFree(descriptor);
    return is_ours;
}

static enum us_about_kind kind_of(DWORD attributes)
{
    if ((attributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0)
        return US_ABOUT_LINK;
    return (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0 ? US_ABOUT_FOLDER : US_ABOUT_REGULAR;
}

bool us_system_about(HANDLE handle, struct us_about *out)
{
    BY_HANDLE_FILE_INFORMATION facts;
    DWORD type = GetFileType(handle);
    *out = (struct us_about){.kind = type == FILE_TYPE_PIPE   ? US_ABOUT_PIPE
                                     : type == FILE_TYPE_CHAR ? US_ABOUT_DEVICE
                                                              : US_ABOUT_OTHER,
                             .names = 1};
    if (type == FILE_TYPE_PIPE || type == FILE_TYPE_CHAR)
        return true;
    if (!GetFileInformationByHandle(handle, &facts))
        return us_system_fail(GetLastError());
    *out = (struct us_about){
        .kind = kind_of(facts.dwFileAttributes),
        .size = (uint64_t)facts.nFileSizeHigh << 32 | facts.nFileSizeLow,
        .names = facts.nNumberOfLinks,
        .device = facts.dwVolumeSerialNumber,
        .number = (uint64_t)facts.nFileIndexHigh << 32 | facts.nFileIndexLow,
        .owner = is_own(handle),
        .written_ns = us_system_wall_ns(facts.ftLastWriteTime),
    };
    return true;
}
