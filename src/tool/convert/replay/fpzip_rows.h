/* SPDX-License-Identifier: MIT */
/*
 * fpzip_rows: reads a two-dimensional array of float32 or float64 that fpzip compressed without
 * loss, row by row, in bounded memory and without allocation.
 *
 * Its own reader, because the library (1.3.0) reads beyond its tables if the bytes are damaged, and
 * holds the whole array. One thread.
 */
#ifndef TOOL_CONVERT_REPLAY_FPZIP_ROWS_H
#define TOOL_CONVERT_REPLAY_FPZIP_ROWS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/result.h"
#include "tool/convert/base/window.h"

enum { TOOL_RANGE_SYMBOLS_MOST = 129 };

/* What a range coder wrote, read so far. */
struct tool_range_code {
    struct tool_window *from;
    uint64_t end; /* the offset behind the last byte */
    bool is_cut;  /* more bytes were needed; they were taken as 0 */
    bool is_damaged;
    uint32_t low, range, code;
};

/* How likely each symbol is, out of 1 << 16, by those that came before. */
struct tool_range_model {
    unsigned count; /* of symbols */
    uint32_t left;  /* symbols until the likelihoods change */
    uint32_t more;  /* symbols after that, of a larger step */
    uint32_t step, period;
    uint32_t shares[TOOL_RANGE_SYMBOLS_MOST];    /* the next likelihoods */
    uint32_t below[TOOL_RANGE_SYMBOLS_MOST + 1]; /* likelihoods of all symbols before one */
};

enum { TOOL_FPZIP_COLUMNS_MOST = 256, TOOL_FPZIP_ROWS_MOST = 1 << 24 };

struct tool_fpzip {
    uint64_t begin; /* offset of the array */
    uint32_t columns, rows;
    uint32_t row;   /* the next one, from 0 */
    unsigned width; /* bits of a number: 32 or 64 */
    struct tool_range_code code;
    struct tool_range_model model;
    uint64_t above[TOOL_FPZIP_COLUMNS_MOST]; /* the row before, as bits */
};

/* Reads the header of an array that is `size` bytes of the window's file, from `begin` on. Refuses
 * what is no such array, and more rows than so many bytes can hold if the first number of each is
 * another one than in the row before, as times are. */
enum us_result tool_fpzip_open(struct tool_fpzip *array, struct tool_window *window, uint64_t begin,
                               uint64_t size, struct us_error *error);

/* The next row, of `columns` numbers. Call it `rows` times at most, and use the window for nothing
 * else in between. */
enum us_result tool_fpzip_next(struct tool_fpzip *array, double out[], struct us_error *error);

/* Goes to the first row. */
void tool_fpzip_rewind(struct tool_fpzip *array);

#endif
