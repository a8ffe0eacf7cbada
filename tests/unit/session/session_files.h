/* SPDX-License-Identifier: MIT */
/*
 * session_files: whole files, for the tests that damage them. A failure fails the test.
 */
#ifndef SESSION_FILES_H
#define SESSION_FILES_H

#include <stdint.h>

/* The bytes of the file, from malloc. */
uint8_t *session_file_read(const char *path, uint64_t *out_size);
/* Replaces the file, or creates it. */
void session_file_write(const char *path, const void *bytes, uint64_t size);

#endif
