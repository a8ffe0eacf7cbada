/* SPDX-License-Identifier: MIT */
/* record_log: a scene with an event log, and what is in it. */
#ifndef US_TEST_RECORD_LOG_H
#define US_TEST_RECORD_LOG_H

#include "scene.h"

struct record {
    struct scene scene;
    char path[64];
    char *text; /* the file */
};

/* scene_init, with a log that is not there yet. */
void record_begin(struct record *record, unsigned parts);
/* Destroy the instance, so that everything is written, and read the file. */
void record_end(struct record *record);
void record_finish(struct record *record);

/* The `index`-th line (from 0) that has both texts; NULL if there is none. Until the next call. */
const char *record_find(const struct record *record, int index, const char *one, const char *two);
/* The same; the test fails if there is none. */
const char *record_need(const struct record *record, int index, const char *one, const char *two);
int record_count(const struct record *record, const char *one, const char *two);
void record_check_has(const char *line, const char *text);

#endif
