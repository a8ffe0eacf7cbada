/* SPDX-License-Identifier: MIT */
#include "layer/bindings/bindings_context.h"

#include "core/base/text.h"

bool us_bindings_context_text(const struct us_bindings_context *context, XrPath path,
                              char out_text[XR_MAX_PATH_LENGTH])
{
    uint32_t count = 0;
    return path != XR_NULL_PATH && context->path_to_string != NULL &&
           XR_SUCCEEDED(context->path_to_string(context->handle, path, XR_MAX_PATH_LENGTH, &count,
                                                out_text)) &&
           count > 0;
}

XrPath us_bindings_context_path(const struct us_bindings_context *context, const char *text)
{
    XrPath path = XR_NULL_PATH;
    if (context->string_to_path == NULL ||
        XR_FAILED(context->string_to_path(context->handle, text, &path)))
        return XR_NULL_PATH;
    return path;
}

bool us_bindings_context_hides_path(const struct us_bindings_context *context, XrPath path)
{
    return path != XR_NULL_PATH && path == context->user_paths[US_USER_PATH_EYES] &&
           us_extensions_is_supplied(context->extensions, US_EXTENSION_EYE_GAZE);
}

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
        if (us_text_below(path, known_paths[user_path].text) != NULL)
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
