/* SPDX-License-Identifier: MIT */
/*
 * test_writer: writes what was driven as a test of pytest, by the requests that were done. The test
 * says the same in the words of understudy_drive.py, and the app is told the same.
 */
#ifndef TOOL_DRIVE_TEST_WRITER_H
#define TOOL_DRIVE_TEST_WRITER_H

#include <stdbool.h>
#include <stdint.h>

#include "tool/drive/drive.h"
#include "tool/drive/pytest/python_text.h"

/* Where a statement begins in the text, to be dropped by an undo. */
struct tool_test_statement {
    size_t at;
    uint64_t from;          /* frames that the statements before it let come */
    uint64_t before, after; /* frames that were granted before and after it */
    char *mark;             /* the marker that it sets; NULL: none */
};

struct tool_test_writer {
    const char *path;             /* of the file; NULL: none is written */
    struct tool_byte_buffer text; /* of the statements */
    struct tool_python_person person;
    struct tool_test_statement *statements;
    size_t statement_count;
    uint64_t granted;      /* frames that the statements let come */
    size_t picture;        /* where in the text the newest picture's statement is */
    double picture_frame;  /* its frame; below 0: there is none */
    bool is_picture_named; /* the variable `picture` holds it */
};

/* What the test launches. The texts are the caller's. */
struct tool_test_launch {
    char *const *app;
    const char *const *options; /* of `run`, ended by NULL */
    double hz;
    bool is_headless;
};

void tool_test_writer_begin(struct tool_test_writer *writer, const char *path);

/* For tool_drive.listener; `data` is the writer. */
void tool_test_writer_take(void *data, const struct tool_drive_told *told);

/* Writes the file. `granted`: how many frames the drive has granted before its end. Returns false
 * after a message. Frees the text. */
bool tool_test_writer_end(struct tool_test_writer *writer, const struct tool_test_launch *launch,
                          uint64_t granted);

#endif
