/* SPDX-License-Identifier: MIT */
/*
 * fuzz: what the fuzz targets share.
 *
 * A target is a program with LLVMFuzzerTestOneInput, which libFuzzer calls with bytes of its own
 * making; driver.c calls it with the files of the corpus instead, so that any compiler can build it
 * as a test. A target ends the program where a property is broken.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Say what is broken, on standard error, and abort unless `held`. */
void fuzz_check(bool held, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* ---- An input as a row of numbers; 0 behind its end ---- */

struct fuzz_feed {
    const uint8_t *bytes; /* borrowed */
    size_t left;
};

struct fuzz_feed fuzz_feed(const uint8_t *data, size_t size);
uint8_t fuzz_u8(struct fuzz_feed *feed);
uint32_t fuzz_u32(struct fuzz_feed *feed);
/* From 0 to below `count`, which is 1 at least. */
unsigned fuzz_choice(struct fuzz_feed *feed, unsigned count);
/* Any bits. */
float fuzz_float_any(struct fuzz_feed *feed);
/* Finite; mostly a multiple of 1/16 in [-8, 8), sometimes odd, sometimes any. */
float fuzz_float(struct fuzz_feed *feed);

/* ---- Files ---- */

/*
 * The bytes of an input animation file, from malloc, of `*out_size`. An input that begins as such a
 * file does is one, be it sound or not; any other is read as a description of a file (make.c).
 */
uint8_t *fuzz_animation(const uint8_t *data, size_t size, size_t *out_size);

/* A file in memory that a path names. */
struct fuzz_file {
    int descriptor;
    char path[32];
};
struct fuzz_file fuzz_file_open(const void *bytes, size_t size);
void fuzz_file_close(struct fuzz_file *file);

/* The text up to the first `separator` of `*text`, from malloc and terminated, without NUL inside;
 * `*text` goes behind it. */
char *fuzz_next_text(struct fuzz_feed *text, char separator);

#endif
