/* SPDX-License-Identifier: MIT */
/*
 * drive_outputs: the files of a drive: its recording, --save, and its test, --write-test. One
 * thread.
 */
#ifndef TOOL_DRIVE_SERVER_DRIVE_OUTPUTS_H
#define TOOL_DRIVE_SERVER_DRIVE_OUTPUTS_H

#include <stdbool.h>

#include "tool/drive/drive_world.h"
#include "tool/drive/pytest/test_writer.h"
#include "tool/output/part_file.h"
#include "tool/run/run_request.h"

/*
 * The file of a drive's recording (world.save): the file that was there before gives way once the
 * app has asked for a frame, and no other drive may write it.
 */
struct tool_drive_save {
    struct tool_earlier earlier;
    int lock; /* the recording's file; -1: none */
};

/* Whether no other drive writes the file, and none is there already, or `replaces`; call it before
 * the app starts. False after a message. */
bool tool_drive_save_check(const char *path, bool replaces);

/* The app was started: puts the file that is there aside, opens the recording and locks it. Not
 * before the process forks for the last time. */
void tool_drive_save_begin(struct tool_drive_save *save, struct tool_drive_world *world,
                           bool is_quiet);
/* The recording is closed, and its file gets another name. */
void tool_drive_save_leave(struct tool_drive_save *save);
/* The recording is closed, and the app has ended. Returns whether there is a whole recording, which
 * takes the place of the earlier file. Where the app asked for no frame, there is none. */
bool tool_drive_save_end(struct tool_drive_save *save, const struct tool_drive_world *world);

/* ---- The file of --write-test, from the command line to its end ---- */

/* Lets the writer listen to the drive, if the file was asked for. Returns false after a message, if
 * the file cannot be written. */
bool tool_driven_test_begin(struct tool_test_writer *writer, struct tool_drive *drive,
                            const struct tool_run_request *request);

/* Writes the file when the app has ended. Returns false after a message. */
bool tool_driven_test_end(struct tool_test_writer *writer, const struct tool_drive *drive,
                          const struct tool_run_request *request, char *const *app);

#endif
