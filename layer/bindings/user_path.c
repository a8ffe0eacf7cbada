/* SPDX-License-Identifier: MIT */
#include "layer/bindings/user_path.h"

#include <string.h>

static const struct {
    const char *text;
    enum us_user user;
} tops_known[US_USER_PATH_COUNT] = {
    [US_USER_PATH_LEFT] = {"/user/hand/left", US_USER_LEFT},
    [US_USER_PATH_RIGHT] = {"/user/hand/right", US_USER_RIGHT},
    [US_USER_PATH_EYES] = {"/user/eyes_ext", US_USER_EYES},
    [US_USER_PATH_HTC_LEFT] = {"/user/hand_htc/left", US_USER_LEFT},
    [US_USER_PATH_HTC_RIGHT] = {"/user/hand_htc/right", US_USER_RIGHT},
};

const char *us_user_path_text(enum us_user_path top)
{
    return tops_known[top].text;
}

enum us_user us_user_path_user(enum us_user_path top)
{
    return tops_known[top].user;
}

enum us_user_path us_user_path_of_text(const char *path)
{
    for (int top = 0; top < US_USER_PATH_COUNT; top++) {
        size_t length = strlen(tops_known[top].text);
        if (strncmp(path, tops_known[top].text, length) == 0 &&
            (path[length] == '\0' || path[length] == '/'))
            return (enum us_user_path)top;
    }
    return US_USER_PATH_COUNT;
}

enum us_user_path us_user_path_find(const XrPath tops[US_USER_PATH_COUNT], XrPath path)
{
    for (int top = 0; path != XR_NULL_PATH && top < US_USER_PATH_COUNT; top++) {
        if (tops[top] == path)
            return (enum us_user_path)top;
    }
    return US_USER_PATH_COUNT;
}
