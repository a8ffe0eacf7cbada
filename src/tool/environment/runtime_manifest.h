/* SPDX-License-Identifier: MIT */
/*
 * runtime_manifest: finds the OpenXR runtime that the app will run on.
 */
#ifndef TOOL_RUNTIME_MANIFEST_H
#define TOOL_RUNTIME_MANIFEST_H

#include <limits.h>
#include <stdbool.h>

/* Returns true if XR_RUNTIME_JSON or one of the loader's folders leads to a runtime. Otherwise it
 * prints what is missing and what to do. */
bool tool_runtime_manifest_check(void);

/* The manifest of the runtime in the loader's folders, which XR_RUNTIME_JSON overrides. The
 * manifest may be unusable. Returns false if there is none. */
bool tool_runtime_manifest_find_active(char out_path[PATH_MAX]);

/*
 * Make the child use the headless runtime beside this program, and unless `keep_gpu`, where no
 * Vulkan driver was chosen by variable, Mesa's driver for the processor if it is installed. False
 * (and said) if the runtime is not there.
 */
bool tool_runtime_manifest_set_headless(bool keep_gpu);

#endif
