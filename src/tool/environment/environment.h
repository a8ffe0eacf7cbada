/* SPDX-License-Identifier: MIT */
/*
 * environment: makes the OpenXR loader of a child process find the layer. Changes the environment
 * of this process, which the child inherits.
 */
#ifndef TOOL_ENVIRONMENT_H
#define TOOL_ENVIRONMENT_H

#include <limits.h>
#include <stdbool.h>

#include "tool/environment/manifest.h"

/* The name of our layer. */
#define TOOL_ENVIRONMENT_LAYER "XR_APILAYER_NOVENDOR_understudy"

/* Sets HOME if it is unset, because the loader of Debian 12 aborts without it. Prints a message
 * unless `quiet`. Call it before the other functions here. */
void tool_environment_set_home(bool quiet);

/*
 * Puts the folder of the layer beside this program at the front of XDG_DATA_DIRS, unless the loader
 * finds a layer of that name anyway: a loader loads a layer twice if it is in two folders. Unless
 * `quiet`, prints a message if the loader finds another copy. Returns false after a message if
 * there is no layer.
 */
bool tool_environment_add_layer(bool quiet);

/* The first manifest of the layer that a loader finds by itself, and can use. */
bool tool_environment_find_layer(char out_path[PATH_MAX]);

/* The manifest of the layer beside this program. Returns false after a message if there is no
 * usable one. */
bool tool_environment_own_layer(char out_path[PATH_MAX], struct tool_manifest *out);

#endif
