/* SPDX-License-Identifier: MIT */
/*
 * library: the performances that come with Understudy: scripts of a person, each with a sentence
 * and with a file of expectations, in share/understudy/performances beside the program. On a
 * command line, "performance:NAME" stands for the script or for the expectations. One thread.
 */
#ifndef TOOL_PERFORM_LIBRARY_H
#define TOOL_PERFORM_LIBRARY_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

enum { TOOL_PERFORM_NAME_SIZE = 64, TOOL_PERFORM_SAYS_SIZE = 512 };

struct tool_perform_entry {
    char name[TOOL_PERFORM_NAME_SIZE];
    char says[TOOL_PERFORM_SAYS_SIZE]; /* the first paragraph of the script's comment */
    char script[PATH_MAX];
    char expect[PATH_MAX];
};

struct tool_perform_library {
    struct tool_perform_entry *entries; /* from malloc; sorted by name */
    size_t count;
};

/* Fills *out, which the caller finishes. False after a message. */
bool tool_perform_library_read(const char *command, struct tool_perform_library *out);
void tool_perform_library_finish(struct tool_perform_library *library);

/*
 * If *path is "performance:NAME", writes the path of the performance's script, or of its
 * expectations, to `out`, and makes *path point there; leaves other paths and NULL as they are.
 * False, after a message that names the performances: there is none of this name.
 */
bool tool_perform_library_resolve(const char *command, const char **path, bool is_expect,
                                  char out[PATH_MAX]);

/* Prints the names and what they say. False: it could not be printed. */
bool tool_perform_library_print(const struct tool_perform_library *library, bool is_json);

#endif
