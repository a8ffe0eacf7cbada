/* SPDX-License-Identifier: MIT */
/*
 * json_place: reads a JSON file that a person wrote, and says what is wrong with an item in which
 * line. cJSON does not store lines.
 *
 * A mistake marks the file as failed; checking goes on, so that all mistakes of a file are said.
 */
#ifndef TOOL_JSON_PLACE_H
#define TOOL_JSON_PLACE_H

#include <cjson/cJSON.h>
#include <stdbool.h>

/* Reads a file of up to 16 MiB. Returns its tree, which the caller deletes, and its text, which the
 * caller frees; NULL after a message. `wanted` says to whoever gave another file what this one is:
 * "a file of expectations". */
cJSON *tool_json_place_read(const char *path, const char *wanted, char **out_text);
/* The same of a text, which stays the caller's. `path` is for the message. */
cJSON *tool_json_place_parse(const char *path, const char *text);

/* A file that is checked. It borrows all. */
struct tool_json_place {
    const char *path, *text;
    const cJSON *root;
    bool failed;
};

/* Says what is wrong with an item, in the words `what` and `then`, one after the other. */
void tool_json_place_complain(struct tool_json_place *file, const cJSON *item, const char *what,
                              const char *then);

/* The line of an item of the tree `root`, which was parsed from `text`; from 1. For the member of
 * an object the line of its name. */
unsigned tool_json_place_line(const char *text, const cJSON *root, const cJSON *item);

#endif
