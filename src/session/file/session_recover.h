/* SPDX-License-Identifier: MIT */
/*
 * session_recover: makes a whole file of a session recording that is cut, unfinished or damaged.
 *
 * Whole chunks are copied byte for byte, so topics and fields that this version does not know are
 * kept. A chunk whose checksum is wrong, or that us_session_chunk_check refuses, is left out and
 * counted; the search for the next chunk goes on behind it, also where the length of a record is
 * wrong. What still waits in the ring of a process that died becomes the last chunk. The result has
 * indexes, a summary and a footer.
 */
#ifndef US_SESSION_RECOVER_H
#define US_SESSION_RECOVER_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/result.h"

struct us_session_recovery {
    bool was_whole;            /* nothing was missing */
    bool in_output;            /* it failed because the result could not be written completely */
    uint64_t chunks, messages; /* in the result */
    uint64_t ring_messages;    /* of them, from the ring */
    uint64_t damages;          /* places where something was left out; the cut end is one */
    uint64_t skipped_bytes;    /* that were left out there */
    uint64_t first_offset;     /* of the first of these places; US_NO_BYTE: none */
    int64_t first_ns; /* when a damaged chunk there began, as its head says; 0: not known */
};

/* Called now and then with the number of bytes of the file that were read. */
struct us_session_watch {
    void (*show)(void *data, uint64_t done, uint64_t total);
    void *data;
};

/*
 * Recover `path` into `out`, which must not be there yet or be empty. `ring` names the file of
 * session_ring.h that the recorder had; NULL: there is none. A ring that a process still uses, or
 * that another build made, is an error. `watch` may be NULL. `out` is written by us_file_make_part
 * (core/base/file.h): a failure makes no file, and it is US_ERROR_NOTHING if no chunk would be in
 * it.
 *
 * If `out` is NULL the file is completed in place: nothing that is in it changes, but for an
 * unfinished record at its end, which is cut off. That is possible only where nothing else is
 * damaged; otherwise it is US_ERROR_USAGE, and the file stays as it was.
 */
enum us_result us_session_recover(const char *path, const char *ring, const char *out,
                                  const char *version, const struct us_session_watch *watch,
                                  struct us_session_recovery *recovery, struct us_error *error);

#endif
