/* SPDX-License-Identifier: MIT */
/* Semantic paths, the user paths among them, and xrStringToPath and xrPathToString. */
#include <stdlib.h>
#include <string.h>

#include "core/base/grow.h"
#include "core/base/text.h"
#include "runtime/base/two_call.h"
#include "runtime/instance/call.h"
#include "runtime/instance/instance.h"

static const char name_characters[] = "abcdefghijklmnopqrstuvwxyz0123456789-_.";

void rt_path_finish(struct rt_path_table *table)
{
    for (uint32_t i = 0; i < table->count; i++)
        free(table->strings[i]);
    free(table->strings);
    *table = (struct rt_path_table){0};
}

bool rt_path_is_name(const char *text, size_t size)
{
    const size_t length = strlen(text);
    return length > 0 && length < size && strspn(text, name_characters) == length &&
           strspn(text, ".") != length;
}

static bool is_path(const char *text)
{
    if (text == NULL || text[0] != '/' || strlen(text) >= XR_MAX_PATH_LENGTH)
        return false;
    while (*text == '/') {
        const size_t length = strspn(text + 1, name_characters);
        if (length == 0 || strspn(text + 1, ".") == length)
            return false;
        text += 1 + length;
    }
    return *text == '\0';
}

/* XR_ERROR_PATH_FORMAT_INVALID for a string that is not a path. */
static XrResult intern(struct rt_path_table *table, const char *string, XrPath *out_path)
{
    if (!is_path(string))
        return XR_ERROR_PATH_FORMAT_INVALID;
    for (uint32_t i = 0; i < table->count; i++) {
        if (strcmp(table->strings[i], string) == 0) {
            *out_path = i + 1;
            return XR_SUCCESS;
        }
    }
    if (!US_GROW(table->strings, table->count))
        return XR_ERROR_OUT_OF_MEMORY;
    const size_t size = strlen(string) + 1;
    char *copy = malloc(size);
    if (copy == NULL)
        return XR_ERROR_OUT_OF_MEMORY;
    table->strings[table->count++] = memcpy(copy, string, size);
    *out_path = table->count;
    return XR_SUCCESS;
}

const char *rt_path_string(const struct rt_path_table *table, XrPath path)
{
    return path == XR_NULL_PATH || path > table->count ? NULL : table->strings[path - 1];
}

static const struct {
    const char *path;
    enum rt_user user;
    enum rt_extension extension; /* that the path belongs to */
} users[] = {
    {"/user/hand/left", RT_USER_LEFT, RT_EXTENSION_NONE},
    {"/user/hand/right", RT_USER_RIGHT, RT_EXTENSION_NONE},
    {"/user/head", RT_USER_HEAD, RT_EXTENSION_NONE},
    {"/user/gamepad", RT_USER_GAMEPAD, RT_EXTENSION_NONE},
    {"/user/treadmill", RT_USER_OTHER, RT_EXTENSION_NONE},
    {"/user/eyes_ext", RT_USER_EYES, RT_EXTENSION_EYE_GAZE},
    {"/user/hand_htc/left", RT_USER_OTHER, RT_EXTENSION_HTC_HAND},
    {"/user/hand_htc/right", RT_USER_OTHER, RT_EXTENSION_HTC_HAND},
    {"/user/wrist_htc/left", RT_USER_OTHER, RT_EXTENSION_HTC_WRIST_TRACKER},
    {"/user/wrist_htc/right", RT_USER_OTHER, RT_EXTENSION_HTC_WRIST_TRACKER},
    {"/user/mouse", RT_USER_OTHER, RT_EXTENSION_ANDROID_MOUSE},
};
#define USER_PATHS (sizeof users / sizeof users[0])

const char *rt_user_path_name(enum rt_user user)
{
    static const char *const names[RT_USER_COUNT] = {"",        "left", "right", "head",
                                                     "gamepad", "eyes", "other"};
    return names[user];
}

bool rt_user_path_device(enum rt_user user, uint32_t *out_device)
{
    _Static_assert((int)RT_USER_RIGHT - (int)RT_USER_LEFT == (int)US_HAND_RIGHT, "person.h");
    *out_device = (uint32_t)(user - RT_USER_LEFT);
    return user >= RT_USER_LEFT && user <= RT_USER_GAMEPAD;
}

XrResult rt_user_path_find(const struct rt_instance *instance, XrPath path, enum rt_user *out_user)
{
    const char *string = rt_path_string(&instance->paths, path);
    for (size_t i = 0; string != NULL && i < USER_PATHS; i++)
        if (strcmp(string, users[i].path) == 0 && instance->enabled[users[i].extension]) {
            *out_user = users[i].user;
            return XR_SUCCESS;
        }
    return string == NULL ? XR_ERROR_PATH_INVALID : XR_ERROR_PATH_UNSUPPORTED;
}

const char *rt_user_path_skip(const char *string, enum rt_user *out_user)
{
    for (size_t i = 0; i < USER_PATHS; i++) {
        const char *rest = us_text_below(string, users[i].path);
        if (rest != NULL &&
            (strncmp(rest, "/input/", 7) == 0 || us_text_below(rest, "/output") != NULL)) {
            *out_user = users[i].user;
            return rest;
        }
    }
    return NULL;
}

/* xrStringToPath and xrPathToString. */
static XrResult string_to_path(struct rt_instance *instance, const char *string, XrPath *out_path)
{
    return out_path == NULL ? XR_ERROR_VALIDATION_FAILURE
                            : intern(&instance->paths, string, out_path);
}

RT_CALL(xrStringToPath, INSTANCE, (XrInstance handle, const char *pathString, XrPath *path),
        string_to_path(object, pathString, path))

static XrResult path_to_string(struct rt_instance *instance, XrPath path, uint32_t capacity,
                               uint32_t *out_count, char *out_buffer)
{
    const char *string = rt_path_string(&instance->paths, path);
    return string == NULL ? XR_ERROR_PATH_INVALID
                          : rt_two_call_string(string, capacity, out_count, out_buffer);
}

RT_CALL(xrPathToString, INSTANCE,
        (XrInstance handle, XrPath path, uint32_t capacity, uint32_t *out_count, char *buffer),
        path_to_string(object, path, capacity, out_count, buffer))
