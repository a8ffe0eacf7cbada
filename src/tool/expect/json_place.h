/* SPDX-License-Identifier: MIT */
/*
 * json_place: finds the line of a JSON item in its text, which cJSON does not store.
 */
#ifndef TOOL_JSON_PLACE_H
#define TOOL_JSON_PLACE_H

#include <cjson/cJSON.h>

/* The line of an item of the tree `root`, which was parsed from `text`; from 1. For the member of
 * an object the line of its name. */
unsigned tool_json_place_line(const char *text, const cJSON *root, const cJSON *item);
/* The line that a pointer into the text stands on. */
unsigned tool_json_place_at(const char *text, const char *at);

#endif
