/* SPDX-License-Identifier: MIT */
/* record_log: a scene that writes an event log, and functions that search the log. */
#ifndef US_TEST_RECORD_LOG_H
#define US_TEST_RECORD_LOG_H

#include "scene.h"

struct record {
    struct scene scene;
    char path[64];
    char *text; /* the file */
};

/* Like scene_init, and sets the path of the log, a new file. */
void record_begin(struct record *record, unsigned parts);
/* Destroys the instance, so that the layer writes all lines, and reads the file. */
void record_end(struct record *record);
void record_finish(struct record *record);
/* Calls record_end if the test did not, and then record_finish. */
void record_close(struct record *record);

/* A test with `record`, which record_begin began. */
#define RECORD_TEST(name, parts)                                                                   \
    TEST_OF(name, struct record, record, record_begin(record, parts), record_finish(record))

/* In the texts that the functions below look for, ' stands for ", so that JSON needs no escapes. */

/* The line number `index`, from 0, of the lines that contain both texts; NULL if there is none.
 * Valid until the next call. */
const char *record_find(const struct record *record, int index, const char *one, const char *two);
/* Like record_find; the test fails if there is no such line. */
const char *record_need(const struct record *record, int index, const char *one, const char *two);
int record_count(const struct record *record, const char *one, const char *two);
void record_check_has(const char *line, const char *text);
/* The line number `index` of the lines that contain `one` contains `text`. */
void record_check(const struct record *record, int index, const char *one, const char *text);

#endif
