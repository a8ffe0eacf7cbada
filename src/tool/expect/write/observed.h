/* SPDX-License-Identifier: MIT */
/*
 * observed: what a good run did that later runs should do, too: few things that are stable and that
 * a person would write down, as understudy-expect(5) has them, with margins.
 */
#ifndef TOOL_OBSERVED_H
#define TOOL_OBSERVED_H

#include <cjson/cJSON.h>
#include <limits.h>
#include <stdbool.h>

/* Reads an event log, and adds expectations to an array: the session's states, frames and layers,
 * vibrations, actions, markers, pictures and errors. `pictures` is their folder, absolute.
 * `out_shoot` gets the frames of the pictures as --shoot lists them; "": none. Returns false after
 * a message: the log cannot be read, or is not whole. */
enum { TOOL_OBSERVED_SHOOT = 512 };
bool tool_observed_add(cJSON *list, const char *log, const char *pictures,
                       char out_shoot[TOOL_OBSERVED_SHOOT]);

#endif
