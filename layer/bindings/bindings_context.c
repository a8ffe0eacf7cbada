/* SPDX-License-Identifier: MIT */
#include "layer/bindings/bindings_context.h"

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
