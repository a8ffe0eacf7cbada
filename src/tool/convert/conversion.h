/* SPDX-License-Identifier: MIT */
/*
 * conversion: one recording, table or other file into another kind of file, through the stages of
 * an edit, in bounded memory; the kinds that it knows; and the comparison of what was made with
 * what it was made of.
 */
#ifndef TOOL_CONVERT_CONVERSION_H
#define TOOL_CONVERT_CONVERSION_H

#include "animation/animation_file.h"
#include "core/base/result.h"
#include "tool/convert/base/format.h"
#include "tool/convert/base/loss.h"
#include "tool/edit/stage/outline.h"
#include "tool/edit/stage/stage.h"

/* ---- formats.c: the kinds of files that a conversion knows ---- */

/* By the content of the file, if it is there and tells; by the end of its name otherwise. NULL:
 * none fits. */
const struct tool_convert_format *tool_convert_format_of_input(const char *path);
/* By the end of the name. */
const struct tool_convert_format *tool_convert_format_of_output(const char *path);
/* The end of a name that says its kind; NULL: the name has none of the kind. */
const char *tool_convert_format_end(const struct tool_convert_format *format, const char *path);
/* Checks the --output of a command: `path`, or NULL, and the kind that its name says, or NULL.
 * False after a message, which asks for `wanted`, such as "FILE.mcap", if no file is named. */
bool tool_convert_format_check_output(const char *command, const char *wanted, const char *path,
                                      const struct tool_convert_format *format);

/* "a session recording (.mcap), ... or a table (.jsonl, .ndjson)", of the kinds that are written or
 * of those that are read. */
void tool_convert_formats_list(bool is_written, char *out, size_t size);

/* ---- conversion.c ---- */

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
    /* Of an input animation file that was written. */
    struct us_animation_file_report animation;
    bool has_controllers; /* that the file lacks: profiles other than of bare hands */
    /* Of tool_conversion_animate: what it was made of. */
    bool is_finished; /* the session recording has its end */
    uint64_t damages; /* chunks and messages of it that could not be read */
};

/* Writes an input animation file from the parts of a session that can be read. docs/session.md
 * describes the source of each curve, and the data that the file cannot hold. `file` is empty and
 * open for writing. It is also an error if the session has no frame, or has neither head, hands nor
 * gaze. */
enum us_result tool_conversion_animate(const struct tool_conversion *order, int file,
                                       struct tool_conversion_report *report,
                                       struct us_error *error);

/* `file` is the new file at `part`, a regular one, empty and open for writing; NULL: it is not
 * compared with the input. `loss` is zeroed before. */
enum us_result tool_conversion_run(const struct tool_conversion *order, int file, const char *part,
                                   struct tool_conversion_report *report, struct tool_loss *loss,
                                   struct us_error *error);

/* Compares a file that another way has made with its input; damage of the input is no failure. */
enum us_result tool_conversion_measure(const struct tool_conversion *order, const char *part,
                                       struct tool_loss *loss, struct us_error *error);

/* ---- measure.c: a stage that gets the messages of a conversion's input, and compares them with
 * what its output holds at the same times. One thread ---- */

struct tool_measure;

/* Opens the output at `path`, whose kind can be read. `outline` is the input's, and must last. */
enum us_result tool_measure_open(const char *path, const struct tool_convert_format *format,
                                 const struct tool_edit_outline *outline, struct tool_measure **out,
                                 struct us_error *error);
struct tool_edit_stage *tool_measure_stage(struct tool_measure *measure);
/* Adds what was found; call it when the stage has ended. */
void tool_measure_report(const struct tool_measure *measure, struct tool_loss *loss);
void tool_measure_close(struct tool_measure *measure); /* accepts NULL */

#endif
