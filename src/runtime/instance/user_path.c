// SPDX-License-Identifier: MIT
#include "runtime/instance/user_path.h"

#include <string.h>

const char *rt_user_path_name(enum rt_user user)
{
    static const char *const names[RT_USER_COUNT] = {"", "left", "right", "eyes", "other"};
    return names[user];
}

enum rt_user rt_user_path_find(const struct rt_instance *instance, XrPath path)
{
    const char *string = rt_path_string(&instance->paths, path);
    if (string == NULL)
        return RT_USER_COUNT;
    if (strcmp(string, "/user/hand/left") == 0)
        return RT_USER_LEFT;
    if (strcmp(string, "/user/hand/right") == 0)
        return RT_USER_RIGHT;
    if (strcmp(string, "/user/eyes_ext") == 0 && instance->enabled[RT_EXTENSION_EYE_GAZE])
        return RT_USER_EYES;
    if (strcmp(string, "/user/head") == 0 || strcmp(string, "/user/gamepad") == 0 ||
        strcmp(string, "/user/treadmill") == 0)
        return RT_USER_OTHER;
    return RT_USER_COUNT;
}

const char *rt_user_path_skip(const char *string, enum rt_user *out_user)
{
    static const struct {
        const char *path;
        enum rt_user user;
    } users[] = {
        {"/user/hand/left", RT_USER_LEFT},  {"/user/hand/right", RT_USER_RIGHT},
        {"/user/eyes_ext", RT_USER_EYES},   {"/user/gamepad", RT_USER_OTHER},
        {"/user/treadmill", RT_USER_OTHER}, {"/user/head", RT_USER_OTHER},
    };
    for (size_t i = 0; i < sizeof(users) / sizeof(users[0]); i++) {
        const size_t length = strlen(users[i].path);
        const char *rest = string + length;
        if (strncmp(string, users[i].path, length) == 0 &&
            (strncmp(rest, "/input/", 7) == 0 || strncmp(rest, "/output/", 8) == 0)) {
            *out_user = users[i].user;
            return rest;
        }
    }
    return NULL;
}
