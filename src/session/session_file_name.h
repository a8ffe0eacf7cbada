/* SPDX-License-Identifier: MIT */
/*
 * session_file_name: what the files of an app's sessions are called: FILE, and for later sessions
 * FILE-2, FILE-3 and so on, with the number before the name's ending.
 */
#ifndef US_SESSION_FILE_NAME_H
#define US_SESSION_FILE_NAME_H

#include <stdbool.h>
#include <stddef.h>

/* "a/session.mcap" and 2 make "a/session-2.mcap"; 1 makes the first name. False: there is no room
 * for it. */
bool us_session_file_name(const char *first, unsigned number, char *out, size_t size);

#endif
