/* SPDX-License-Identifier: MIT */
/*
 * range_code: reads what a range coder with an adaptive model wrote, as in the arrays of fpzip
 * (fpzip_rows.h). Any bytes may come: they are damaged, or become symbols of the model. One thread.
 */
#ifndef TOOL_XROR_RANGE_CODE_H
#define TOOL_XROR_RANGE_CODE_H

#include <stdbool.h>
#include <stdint.h>

#include "tool/convert/base/byte_window.h"

enum { TOOL_RANGE_SYMBOLS_MOST = 129 };

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

/* Begins at the window's place. */
void tool_range_begin(struct tool_range_code *code, struct tool_window *from, uint64_t end);
/* `count` is 3 to TOOL_RANGE_SYMBOLS_MOST. */
void tool_range_model_begin(struct tool_range_model *model, unsigned count);

/* The next number of so many bits, up to 64; 0 after damage. */
uint64_t tool_range_bits(struct tool_range_code *code, unsigned bits);
/* The next symbol, below the model's count; 0 after damage. */
unsigned tool_range_symbol(struct tool_range_code *code, struct tool_range_model *model);

#endif
