/* SPDX-License-Identifier: MIT */
#include "runtime/instance/user_path.h"

#include <string.h>

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
    static const char *const names[RT_USER_COUNT] = {"",     "left",    "right", "eyes",
                                                     "head", "gamepad", "other"};
    return names[user];
}

bool rt_user_path_device(enum rt_user user, uint32_t *out_device)
{
    static const struct {
        bool is_there;
        uint32_t device;
    } devices[RT_USER_COUNT] = {
        [RT_USER_LEFT] = {true, RT_HAND_LEFT},
        [RT_USER_RIGHT] = {true, RT_HAND_RIGHT},
        [RT_USER_HEAD] = {true, RT_HAND_COUNT},
        [RT_USER_GAMEPAD] = {true, RT_HAND_COUNT + 1},
    };
    *out_device = user < RT_USER_COUNT ? devices[user].device : 0;
    return user < RT_USER_COUNT && devices[user].is_there;
}

enum rt_user rt_user_path_find(const struct rt_instance *instance, XrPath path)
{
    const char *string = rt_path_string(&instance->paths, path);
    for (size_t i = 0; string != NULL && i < USER_PATHS; i++) {
        if (strcmp(string, users[i].path) == 0 && instance->enabled[users[i].extension])
            return users[i].user;
    }
    return RT_USER_COUNT;
}

const char *rt_user_path_skip(const char *string, enum rt_user *out_user)
{
    for (size_t i = 0; i < USER_PATHS; i++) {
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
