/* SPDX-License-Identifier: MIT */
#include "layer/bindings/user_path.h"

#include <string.h>

static const struct {
    const char *text;
    enum us_user user;
} known_paths[US_USER_PATH_COUNT] = {
    [US_USER_PATH_LEFT] = {"/user/hand/left", US_USER_LEFT},
    [US_USER_PATH_RIGHT] = {"/user/hand/right", US_USER_RIGHT},
    [US_USER_PATH_EYES] = {"/user/eyes_ext", US_USER_EYES},
    [US_USER_PATH_HTC_LEFT] = {"/user/hand_htc/left", US_USER_LEFT},
    [US_USER_PATH_HTC_RIGHT] = {"/user/hand_htc/right", US_USER_RIGHT},
};

const char *us_user_path_text(enum us_user_path user_path)
{
    return known_paths[user_path].text;
}

enum us_user us_user_path_user(enum us_user_path user_path)
{
    return known_paths[user_path].user;
}

enum us_user_path us_user_path_of_text(const char *path)
{
    for (int user_path = 0; user_path < US_USER_PATH_COUNT; user_path++) {
        size_t length = strlen(known_paths[user_path].text);
        if (strncmp(path, known_paths[user_path].text, length) == 0 &&
            (path[length] == '\0' || path[length] == '/'))
            return (enum us_user_path)user_path;
    }
    return US_USER_PATH_COUNT;
}

enum us_user_path us_user_path_find(const XrPath user_paths[US_USER_PATH_COUNT], XrPath path)
{
    for (int user_path = 0; path != XR_NULL_PATH && user_path < US_USER_PATH_COUNT; user_path++) {
        if (user_paths[user_path] == path)
            return (enum us_user_path)user_path;
    }
    return US_USER_PATH_COUNT;
}
