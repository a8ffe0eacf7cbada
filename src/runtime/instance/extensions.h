// SPDX-License-Identifier: MIT
// The extensions of the runtime. The settings can disable some of them. Any thread.
#ifndef RT_RUNTIME_EXTENSIONS_H
#define RT_RUNTIME_EXTENSIONS_H

#include "runtime/base/settings.h"

enum rt_extension {
    RT_EXTENSION_NONE, // the core: always enabled
    RT_EXTENSION_VULKAN,
    RT_EXTENSION_VULKAN2,
    RT_EXTENSION_OPENGL,
    RT_EXTENSION_OPENGL_ES,
    RT_EXTENSION_EGL,
    RT_EXTENSION_HAND_TRACKING,
    RT_EXTENSION_EYE_GAZE,
    RT_EXTENSION_HEADLESS,
    RT_EXTENSION_CONVERT_TIMESPEC,
    RT_EXTENSION_QUAD_VIEWS,
    RT_EXTENSION_LOCAL_FLOOR,
    RT_EXTENSION_LOCATE_SPACES,
    RT_EXTENSION_HAND_INTERACTION,
    RT_EXTENSION_MSFT_HAND,
    RT_EXTENSION_PALM_POSE,
    RT_EXTENSION_DEPTH,
    RT_EXTENSION_CYLINDER,
    RT_EXTENSION_EQUIRECT,
    RT_EXTENSION_EQUIRECT2,
    RT_EXTENSION_CUBE,
    RT_EXTENSION_SECONDARY,
    RT_EXTENSION_OBSERVER,
    RT_EXTENSION_USER_PRESENCE,
    RT_EXTENSION_REFRESH_RATE,
    RT_EXTENSION_VISIBILITY_MASK,
    RT_EXTENSION_VERSION_1_1, // not an extension: the app asked for OpenXR 1.1
    RT_EXTENSION_COUNT,
};

// The extension of that name, or RT_EXTENSION_NONE where the runtime does not offer it.
enum rt_extension rt_extension_find(const struct rt_settings *settings, const char *name);

#endif
