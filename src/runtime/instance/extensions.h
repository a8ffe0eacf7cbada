/* SPDX-License-Identifier: MIT */
/* The extensions of the runtime. The settings can disable some of them. Any thread. */
#ifndef RT_RUNTIME_EXTENSIONS_H
#define RT_RUNTIME_EXTENSIONS_H

#include "runtime/base/settings.h"

enum rt_extension {
    RT_EXTENSION_NONE, /* the core: always enabled */
#define RT_EXTENSION(id, name, version, feature) RT_EXTENSION_##id,
#include "runtime/instance/extensions.def"
#undef RT_EXTENSION
    RT_EXTENSION_VERSION_1_1, /* not an extension: the app asked for OpenXR 1.1 */
    RT_EXTENSION_COUNT,
};

/* The extension of that name, or RT_EXTENSION_NONE where the runtime does not offer it. */
enum rt_extension rt_extension_find(const struct rt_settings *settings, const char *name);

#endif
