/* SPDX-License-Identifier: MIT */
/*
 * record_file: which file the next session of this process is recorded to. A file holds one
 * session: the first one goes to the file that is asked for, later ones to files beside it
 * (open_recording.h). A session without a picture gives its file to the next one: apps try out a
 * runtime with such sessions.
 *
 * Any thread; takes a lock and makes system calls.
 */
#ifndef US_RECORD_FILE_H
#define US_RECORD_FILE_H

#include <stdbool.h>

enum { US_RECORD_FILE_PATH_SIZE = 4096 };

struct us_record_file {
    char path[US_RECORD_FILE_PATH_SIZE];
    unsigned number; /* from 1 */
    bool replaces;   /* the file exists: a session gave it to the next one */
};

/* Why the session cannot be recorded to the file `first`: the file exists, and this process did not
 * make it. NULL: it can.
 */
const char *us_record_file_why_not(const char *first);

/* The file for a session that begins. False if another process made `first`, or there are too many
 * files.
 */
bool us_record_file_choose(const char *first, struct us_record_file *out);
/* The session in the file had no picture; the next session of this process may have the file. */
void us_record_file_give_way(const char *first, const struct us_record_file *file);

#endif
