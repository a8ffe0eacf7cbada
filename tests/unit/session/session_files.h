/* SPDX-License-Identifier: MIT */
/*
 * session_files: whole files, for the tests that damage them. A failure fails the test.
 */
#ifndef SESSION_FILES_H
#define SESSION_FILES_H

#include <stdbool.h>
#include <stdint.h>

/* The bytes of the file, from malloc. */
uint8_t *session_file_read(const char *path, uint64_t *out_size);
/* Replaces the file, or creates it. */
void session_file_write(const char *path, const void *bytes, uint64_t size);

/* A record of an MCAP file (https://mcap.dev/spec, "Records"). */
struct session_record {
    int opcode;
    uint64_t offset, content, size; /* of the record, of its content, and of that in bytes */
};
enum { SESSION_FIRST_RECORD = 8, SESSION_CHANNEL = 4, SESSION_CHUNK = 6, SESSION_INDEX = 7 };
/* False: there is no whole record. */
bool session_file_record(const uint8_t *bytes, uint64_t size, uint64_t offset,
                         struct session_record *out);
uint64_t session_file_number(const uint8_t *at);

#endif
