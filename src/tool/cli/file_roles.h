/* SPDX-License-Identifier: MIT */
/*
 * file_roles: paths, and the check that no output of a command is one of its inputs.
 *
 * paths: parts of the paths of files, and the folder of this program.
 */
#ifndef TOOL_FILE_ROLES_H
#define TOOL_FILE_ROLES_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

/* The folder above the one that this program is in: it has bin/ and share/, in the build tree as in
 * the install tree. */
bool tool_file_path_root(char out[PATH_MAX]);

/* Write "a" "b" to `out`; false if that is too long for a path. */
bool tool_file_path_join(const char *a, const char *b, char out[PATH_MAX]);

/* The path of a file that another file names, whose names are relative to its own folder; false if
 * that is too long. */
bool tool_file_path_beside(const char *file, const char *name, char out[PATH_MAX]);

/* Whether a path ends in ".png" or the like, in any case, and has a name before it. */
bool tool_file_path_ends_in(const char *path, const char *end);

/* Whether a file has the name of a screenshot, such as "frame-000090-view-0.png". */
bool tool_file_path_is_screenshot(const char *name);

/* Whether an option may name a session recording so; NULL is none. False after a message: by
 * another ending, people and commands take it for a file of another kind. */
bool tool_file_path_check_recording(const char *command, const char *option, const char *path);

/* The absolute path of a file, for an app that may change to another folder. False after a message
 * if it cannot be found. */
bool tool_file_path_make_absolute(const char *path, char out[PATH_MAX]);

/* The folder that a file is in, in `out` with its divider, or "."; NULL: the path is too long. */
const char *tool_file_path_folder(const char *path, char out[PATH_MAX]);

/* Writes the path of a file relative to a folder; both must exist. If they share only the root, it
 * writes the absolute path. False: one of them cannot be found. */
bool tool_file_path_from(const char *path, const char *folder, char out[PATH_MAX]);

/* A variable's value; `otherwise` where it is unset or empty, which are the same to the loader. */
const char *tool_file_path_variable(const char *name, const char *otherwise);

/*
 * file_roles: which files a command reads and which it writes, checked against one another before
 * anything runs, so that no output destroys an input or another output.
 *
 * Files are compared by device and inode, so links and relative names make no difference. A file
 * that does not exist yet is compared by its folder and its name.
 */

struct tool_file_role {
    const char *name; /* an input: "the recording"; an output: the option, "--log" */
    const char *path; /* NULL: the command line does not name one */
    bool is_output;
};

/* The script of UNDERSTUDY_HEADLESS_PERSON, which the headless runtime reads, is an input of every
 * command, and need not be in the list.
 *
 * Returns false after a message if an output is an input or another output, or if standard output
 * goes into an input. A file that is not regular, such as /dev/null, may have any role. */
bool tool_file_roles_check(const char *command, const struct tool_file_role *roles, size_t count);

/* One more input, which a file that the command reads names: against the outputs of the list. */
bool tool_file_roles_check_input(const char *command, const struct tool_file_role *input,
                                 const struct tool_file_role *roles, size_t count);

/* A folder is an input as well: returns false after a message if `output` is a file in it. Either
 * may be NULL. `name` is that of the folder: "the run's pictures". */
bool tool_file_roles_check_folder(const char *command, const char *option, const char *output,
                                  const char *folder, const char *name);

/* The file that the headless runtime's person is read from: NULL for "nobody", "moving" and NULL.
 */
const char *tool_file_roles_script(const char *person);

/* The same as tool_file_roles_check for a command that only reads this file. */
bool tool_file_roles_check_only(const char *command, const char *path);

#endif
