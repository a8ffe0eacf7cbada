/* SPDX-License-Identifier: MIT */
/*
 * convert_session: writes the input animation file of a session recording: head, hands, pinches,
 * gaze and markers. docs/session.md describes the source of each curve, and the data that the file
 * cannot hold.
 *
 * The recording is read twice, in bounded memory: once to count the keys, and once to write them.
 */
#ifndef US_CONVERT_SESSION_H
#define US_CONVERT_SESSION_H

#include <stdbool.h>
#include <stdint.h>

#include "animation/session_keys.h"
#include "core/base/result.h"

struct us_convert_options {
    uint32_t key_size;                 /* of float curves: US_KEY_SIZE_SHORT or US_KEY_SIZE_FULL */
    double tolerance_m, tolerance_rad; /* of the reduction; 0: keep every key */
    /* Called for each frame. May be NULL. */
    void (*progress)(void *data, uint64_t done, uint64_t total);
    void *data;
    /* Changes each frame before its keys are taken, in both passes alike, each of which `begin`
     * tells of. Both may be NULL. */
    void (*begin)(void *changer);
    void (*change)(void *changer, struct us_session_frame *frame);
    void *changer;
};

struct us_convert_report {
    struct us_session_keys_facts facts;
    bool has_head, has_hands, has_gaze; /* sections that the file has */
    bool has_controllers;               /* that the file lacks: profiles other than of bare hands */
    uint64_t keys, bytes;
    uint64_t keys_left_out;    /* by the reduction */
    double worst_m, worst_rad; /* how far off these are */
    uint32_t markers;
    bool is_finished; /* the session recording has its end */
    uint64_t damages; /* chunks and messages of it that could not be read */
    bool in_output;   /* of a failure: the new file could not be written */
};

/* Converts the session recording `path`. `file` is the new file: open for writing, empty, and the
 * caller's to close and to remove after a failure. It is also an error if the recording has no
 * frame, or has neither head, hands nor gaze. */
enum us_result us_convert_session(const char *path, int file,
                                  const struct us_convert_options *options,
                                  struct us_convert_report *report, struct us_error *error);

#endif
