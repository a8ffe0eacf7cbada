/* SPDX-License-Identifier: MIT */
/*
 * environment: make the loader of a child find the layer. Changes this process's environment, which
 * the child inherits.
 */
#ifndef TOOL_ENVIRONMENT_H
#define TOOL_ENVIRONMENT_H

#include <limits.h>
#include <stdbool.h>

#include "tool/environment/manifest.h"

/* The name of our layer. */
#define TOOL_ENVIRONMENT_LAYER "XR_APILAYER_NOVENDOR_understudy"

/* With HOME unset, Debian 12's loader aborts: set it, and unless `quiet` say so. Before anything
 * else here. */
void tool_environment_set_home(bool quiet);

/*
 * Put the layer beside this program in front of XDG_DATA_DIRS, unless the loader finds one of its
 * name anyway: a layer that lies in two folders is loaded twice. Unless `quiet`, says so if that
 * one is another. False (and said) if there is none.
 */
bool tool_environment_add_layer(bool quiet);

/* The first manifest of the layer that a loader finds by itself, and can use. */
bool tool_environment_find_layer(char out_path[PATH_MAX]);

/* The manifest of the layer beside this program, which is usable. False, and said, if there is
 * none. */
bool tool_environment_own_layer(char out_path[PATH_MAX], struct tool_manifest *out);

#endif
