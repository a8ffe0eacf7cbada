/* SPDX-License-Identifier: MIT */
#include "top.h"

#include <string.h>

static const struct {
    const char *text;
    enum us_user user;
} tops_known[US_TOP_COUNT] = {
    [US_TOP_LEFT] = {"/user/hand/left", US_USER_LEFT},
    [US_TOP_RIGHT] = {"/user/hand/right", US_USER_RIGHT},
    [US_TOP_EYES] = {"/user/eyes_ext", US_USER_EYES},
    [US_TOP_HTC_LEFT] = {"/user/hand_htc/left", US_USER_LEFT},
    [US_TOP_HTC_RIGHT] = {"/user/hand_htc/right", US_USER_RIGHT},
};

const char *us_top_text(enum us_top top)
{
    return tops_known[top].text;
}

enum us_user us_top_user(enum us_top top)
{
    return tops_known[top].user;
}

enum us_top us_top_of_text(const char *path)
{
    for (int top = 0; top < US_TOP_COUNT; top++) {
        size_t length = strlen(tops_known[top].text);
        if (strncmp(path, tops_known[top].text, length) == 0 &&
            (path[length] == '\0' || path[length] == '/'))
            return (enum us_top)top;
    }
    return US_TOP_COUNT;
}

enum us_top us_top_find(const XrPath tops[US_TOP_COUNT], XrPath path)
{
    for (int top = 0; path != XR_NULL_PATH && top < US_TOP_COUNT; top++) {
        if (tops[top] == path)
            return (enum us_top)top;
    }
    return US_TOP_COUNT;
}
