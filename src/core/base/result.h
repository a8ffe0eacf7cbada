/* SPDX-License-Identifier: MIT */
/*
 * result: the result of a call of the core, as a code and as a message.
 *
 * The core never logs and never exits. A function that can fail returns `enum us_result`, and fills
 * a `struct us_error` unless the pointer is NULL. The caller decides what to show the user.
 */
#ifndef US_RESULT_H
#define US_RESULT_H

#include <stdbool.h>
#include <stdint.h>

#include "platform/numbers.h"

enum us_result {
    US_OK = 0,
    US_ERROR_USAGE,      /* a caller's argument or setting is out of range */
    US_ERROR_MEMORY,     /* memory ran out */
    US_ERROR_FILE,       /* the file cannot be opened, read or written */
    US_ERROR_EMPTY,      /* zero bytes: the toolkit creates its file before it writes it */
    US_ERROR_MAGIC,      /* not an input animation file */
    US_ERROR_VERSION,    /* an input animation of a version newer than this reader */
    US_ERROR_TRUNCATED,  /* the file ends too early */
    US_ERROR_TRAILING,   /* bytes follow the end of the recording */
    US_ERROR_COUNT,      /* a count is negative or more than the file has room for */
    US_ERROR_NOT_FINITE, /* a time, value, tangent or weight is NaN, or infinite where that has no
                            meaning */
    US_ERROR_UNSORTED,   /* a key's time is before its predecessor's */
    US_ERROR_TEXT,       /* a marker's name is not a well-formed string */
    US_ERROR_NOTHING,    /* the recording has no keys for the channels to play */
};

/* The longest text an error carries, with its final NUL. Longer texts are cut, never overrun. */
#define US_ERROR_TEXT_SIZE 256
#define US_ERROR_CURVE_SIZE 48

/* If the error concerns no place in the file, `byte` is US_NO_BYTE and `curve` is "". */
#define US_NO_BYTE UINT64_MAX

struct us_error {
    enum us_result result;
    uint64_t byte;                   /* offset into the file, from 0 */
    char curve[US_ERROR_CURVE_SIZE]; /* e.g. "left IndexTip rotation W"; "" if no curve is concerned
                                      */
    char text[US_ERROR_TEXT_SIZE];   /* one sentence for the user: what is wrong, and what to do */
};

/* A short name such as "truncated"; never NULL, also for values outside the enum. */
const char *us_result_name(enum us_result result);

/*
 * Fill `error` (may be NULL) and return `result`, so that failing is one expression. `curve` may be
 * NULL. The text is printf-formatted and cut at US_ERROR_TEXT_SIZE.
 */
enum us_result us_result_fail(struct us_error *error, enum us_result result, uint64_t byte,
                              const char *curve, const char *format, ...) US_FORMAT(5, 6);

/* The same where memory ran out. */
enum us_result us_result_no_memory(struct us_error *error);

/*
 * Write "text (in CURVE, at byte N)" to `out`, leaving out what does not apply; always terminated.
 * Returns the length written.
 */
int us_error_describe(const struct us_error *error, char *out, unsigned out_size);

#endif
