/* SPDX-License-Identifier: MIT */
/*
 * installation: how OpenXR loaders find the layer in every app: by files in a user's folder of data
 * (installation_folders.c), or by the registry (installation_registry.c).
 */
#ifndef TOOL_INSTALLATION_H
#define TOOL_INSTALLATION_H

#include <stdbool.h>

/* What `install` and `uninstall` do, with messages; they return the exit code. `for_all`: for all
 * users, which Windows alone knows. */
int tool_installation_install(bool for_all);
int tool_installation_uninstall(bool for_all);

/* Whether `install` wrote this manifest of the layer, and `uninstall` would remove it alone. */
bool tool_installation_has_written(const char *manifest);

#endif
