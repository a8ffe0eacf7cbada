/* SPDX-License-Identifier: MIT */
/*
 * environment: make the loader of a child find the layer. Changes this process's environment, which
 * the child inherits.
 */
#ifndef US_TOOL_ENVIRONMENT_H
#define US_TOOL_ENVIRONMENT_H

#include <stdbool.h>

/* With HOME unset, Debian 12's loader aborts: set it, and unless `quiet` say so. Before anything
 * else here. */
void us_environment_set_home(bool quiet);

/*
 * Put the layer beside this program in front of XDG_DATA_DIRS, unless the loader finds one of its
 * name anyway: a layer that lies in two folders is loaded twice. Unless `quiet`, says so if that
 * one is another. False (and said) if there is none.
 */
bool us_environment_add_layer(bool quiet);

#endif
