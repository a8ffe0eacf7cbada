/* SPDX-License-Identifier: MIT */
/* driven_test: the file of --write-test, from the command line to its end. */
#ifndef TOOL_DRIVE_DRIVEN_TEST_H
#define TOOL_DRIVE_DRIVEN_TEST_H

#include "tool/drive/pytest/test_writer.h"
#include "tool/run/run_request.h"

/* Lets the writer listen to the drive, if the file was asked for. Returns false after a message, if
 * the file cannot be written. */
bool tool_driven_test_begin(struct tool_test_writer *writer, struct tool_drive *drive,
                            const struct tool_run_request *request);

/* Writes the file when the app has ended. Returns false after a message. */
bool tool_driven_test_end(struct tool_test_writer *writer, const struct tool_drive *drive,
                          const struct tool_run_request *request, char *const *app);

#endif
