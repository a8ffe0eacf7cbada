/* SPDX-License-Identifier: MIT */
/*
 * json_place: reads a JSON file, and finds the line of an item in its text, which cJSON does not
 * store.
 */
#ifndef TOOL_JSON_PLACE_H
#define TOOL_JSON_PLACE_H

#include <cjson/cJSON.h>
#include <stdbool.h>

/* Reads a file of up to 16 MiB. Returns its tree, which the caller deletes, and its text, which the
 * caller frees; NULL after a message. */
cJSON *tool_json_place_read(const char *path, char **out_text);
/* The same of a text, which stays the caller's. `path` is for the message. */
cJSON *tool_json_place_parse(const char *path, const char *text);

/* The line of an item of the tree `root`, which was parsed from `text`; from 1. For the member of
 * an object the line of its name. */
unsigned tool_json_place_line(const char *text, const cJSON *root, const cJSON *item);

#endif
