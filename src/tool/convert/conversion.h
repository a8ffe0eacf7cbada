/* SPDX-License-Identifier: MIT */
/*
 * conversion: one recording, table or other file into another kind of file, through the stages of
 * an edit, in bounded memory; and the comparison of what was made with what it was made of.
 */
#ifndef TOOL_CONVERSION_H
#define TOOL_CONVERSION_H

#include "core/base/result.h"
#include "tool/convert/base/format.h"
#include "tool/convert/base/loss.h"
#include "tool/convert/measure.h"

struct tool_conversion {
    const char *in;
    const struct tool_convert_format *from, *to;
    uint32_t key_size;           /* of an input animation file */
    double reduce_m, reduce_rad; /* of an input animation file; 0: every key */
    const void *of;              /* as tool_convert_input has it */
    void (*progress)(void *data, uint64_t done, uint64_t total);
    void *data;
};

struct tool_conversion_report {
    uint64_t frames, bytes;
    uint64_t columns; /* of a table that was written */
    uint32_t markers;
    bool in_output; /* a failure is that of the output */
};

/* `file` is the new file at `part`, a regular one, empty and open for writing; NULL: it is not
 * compared with the input. `loss` is zeroed before. */
enum us_result tool_conversion_run(const struct tool_conversion *order, int file, const char *part,
                                   struct tool_conversion_report *report, struct tool_loss *loss,
                                   struct us_error *error);

/* Compares a file that another way has made with its input; damage of the input is no failure. */
enum us_result tool_conversion_measure(const struct tool_conversion *order, const char *part,
                                       struct tool_loss *loss, struct us_error *error);

#endif
