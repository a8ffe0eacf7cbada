/* SPDX-License-Identifier: MIT */
/*
 * part_file: files that take their name when they are whole, also when a signal ends the program.
 *
 * interruption: handles SIGINT, SIGTERM, SIGHUP and SIGQUIT while a file is being made. The program
 * ends at once, however long the work would still take, and removes the unfinished file. One
 * thread.
 */
#ifndef TOOL_PART_FILE_H
#define TOOL_PART_FILE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "core/base/file.h"
#include "platform/interruption.h"

/* From here on each of the signals removes the file `part`, says that `path` was not written, and
 * ends the program with TOOL_EXIT_SIGNAL and its number, until us_interruption_release. Those that
 * are ignored stay so. */
void tool_interruptions_catch(const char *part, const char *path, struct us_interruption *out);

/*
 * part_file: the outputs of this program. A file is written beside its place and takes its name
 * when it is whole, by us_file_make_part (core/base/file.h), whose rules hold. A pipe or a device
 * that is there, also behind a link such as /dev/stdout, is written to as it is; a link of another
 * user is not followed.
 */

/* Whether the file may be made; call it before the work begins. False after a message: another file
 * is there and `replaces` is not set, or the folder takes no file. `option` names it in messages.
 */
bool tool_part_file_check(const char *command, const char *option, const char *path, bool replaces);

/* The descriptor of the new file, and its name in `out_part`, "" for a pipe or a device; -1 with
 * errno. */
int tool_part_file_make(const char *path, char out_part[US_FILE_PATH_SIZE]);

/* Closes it and gives it its name. If that fails, or without `is_written`, it is removed. False
 * with errno. */
bool tool_part_file_finish(int file, const char *part, const char *path, bool is_written);

/* An output that takes long to write. */
struct tool_part_file {
    int file;
    char name[US_FILE_PATH_SIZE]; /* "": a pipe or a device */
    struct us_interruption before;
};

/* Creates the part file as tool_part_file_make does. Until tool_part_file_end, a signal removes it
 * and ends the program. False after a message. */
bool tool_part_file_begin(const char *command, const char *path, struct tool_part_file *out);
/* Catches signals no more, and then does what tool_part_file_finish does. */
bool tool_part_file_end(const struct tool_part_file *part, const char *path, bool is_written);

/* Writes a whole output. Returns false after a message; `bytes` is NULL if memory ran out. */
bool tool_part_file_write(const char *path, const void *bytes, size_t size);

/* Whether the output that was written there is a file, and not a pipe or a device: then the command
 * may report it on standard output. */
bool tool_part_file_is_file(const char *path);

/* The same as tool_part_file_write for text, with a line's end behind it. */
bool tool_part_file_write_line(const char *path, const char *text);
/* That without the message: false with errno. */
bool tool_part_file_put_line(const char *path, const char *text);

/*
 * earlier: keeps a file of an earlier run under another name, "FILE.PID.old", until a new file is
 * in its place. Zeroed memory means that there is no such file.
 */

struct tool_earlier {
    char path[PATH_MAX]; /* "": there was no file */
    char kept[PATH_MAX];
};

/* Puts the file aside, if one is there. False with errno if it must stay, as a pipe or a device
 * must. */
bool tool_earlier_keep(struct tool_earlier *earlier, const char *path);

/* Call this if there is no new file: the old file gets its name back, also if an empty file has the
 * name. If another file has the name, the old file keeps its other name, and a message says so. */
void tool_earlier_bring_back(struct tool_earlier *earlier);

/* Call this if there is a new file: removes the old file. */
void tool_earlier_drop(struct tool_earlier *earlier);

#endif
