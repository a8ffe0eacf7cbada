/* SPDX-License-Identifier: MIT */
/*
 * file_roles: which files a command reads and which it writes, checked against one another before
 * anything runs, so that no output destroys an input or another output.
 *
 * Files are compared by device and inode, so links and relative names make no difference. A file
 * that does not exist yet is compared by its folder and its name.
 */
#ifndef TOOL_FILE_ROLES_H
#define TOOL_FILE_ROLES_H

#include <stdbool.h>
#include <stddef.h>

struct tool_file_role {
    const char *name; /* an input: "the recording"; an output: the option, "--log" */
    const char *path; /* NULL: the command line does not name one */
    bool is_output;
};

/* Returns false after a message if an output is an input or another output, or if standard output
 * goes into an input. A file that is not regular, such as /dev/null, may have any role. */
bool tool_file_roles_check(const char *command, const struct tool_file_role *roles, size_t count);

/* The same for a command that only reads. `second` may be NULL. */
bool tool_file_roles_check_inputs(const char *command, const char *first, const char *second);

#endif
