/* SPDX-License-Identifier: MIT */
/*
 * performing: reads the script of a person, and writes a file of what somebody does by it. One
 * thread.
 */
#ifndef TOOL_PERFORM_PERFORMING_H
#define TOOL_PERFORM_PERFORMING_H

#include <limits.h>

#include "tool/convert/conversion.h"
#include "tool/perform/person_source.h"

/* The script at a path; rt_script_destroy frees it. NULL after a message that names the command. */
struct rt_script *tool_perform_read(const char *command, const char *path);

/* Writes a file of the kind `to`, which a conversion can write, to `file`, which is empty and open
 * at `part`. `script` is the script's path, for messages. `loss` says what the file cannot hold. */
enum us_result tool_perform_write(const struct tool_perform_act *act, const char *script,
                                  const struct tool_convert_format *to, int file, const char *part,
                                  struct tool_conversion_report *report, struct tool_loss *loss,
                                  struct us_error *error);

/*
 * The session recording of a script, for as long as a run lasts that plays it; also if the run is
 * killed.
 */
struct tool_perform_take {
    char folder[PATH_MAX]; /* "": there is none, because the file is no script */
    char path[PATH_MAX];   /* in it, with the script's name */
};

/* Performs a script whose name ends in .person; does nothing with another file. False, after a
 * message, if that fails. `command` is "run" or the like. */
bool tool_perform_take_make(const char *command, const char *path, struct tool_perform_take *out);
void tool_perform_take_remove(const struct tool_perform_take *take);

#endif
