/* SPDX-License-Identifier: MIT */
/*
 * test_writer: writes what was driven as a test of pytest, by the requests that were done. The test
 * says the same in the words of understudy_drive.py, and the app is told the same.
 */
#ifndef TOOL_DRIVE_PYTEST_TEST_WRITER_H
#define TOOL_DRIVE_PYTEST_TEST_WRITER_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdint.h>

#include "tool/drive/drive.h"
#include "core/base/bytes.h"

/* ---- python_text.c: pieces of Python: values, and what a person does ---- */

/* A number with as many digits as it needs; a text in quotes; any JSON as a literal. */
void tool_python_add_number(struct us_writer *out, double value);
void tool_python_add_string(struct us_writer *out, const char *text);
void tool_python_add_value(struct us_writer *out, const cJSON *value);
/* A text as the rest of a name, "_" for each character that no name has. */
void tool_python_add_name(struct us_writer *out, const char *text);

/* What is known of the commands before one. Zeroed memory: nothing. */
struct tool_python_person {
    bool was_parted[2]; /* a line was about whether the device of this hand is connected */
    bool has_target;
    double target[3]; /* the point in LOCAL that the variable `target` of the test holds */
};

/* The statement of a command, {"line", "over", "after"} of `do`, by the words of
 * understudy_drive.py where it has them: "app.right.squeeze(1, over=0.2)\n". */
void tool_python_add_command(struct us_writer *out, struct tool_python_person *person,
                             const cJSON *command);

/* ---- The test ---- */

/* A request that was done, and what the test needs of its answer. */
struct tool_test_request {
    const char *method;
    bool drives;
    int error;
    cJSON *params, *result;
    uint64_t before, after; /* frames that were granted before and after it */
};

/* What was done and not undone. All but the path is 0 at first. */
struct tool_test_writer {
    const char *path; /* of the file; NULL: none is written */
    struct tool_test_request *requests;
    size_t count;
    bool has_failed; /* there was no memory */
};

/* What the test launches. The texts are the caller's. */
struct tool_test_launch {
    char *const *app;
    const char *const *options; /* of `run`, ended by NULL */
    double hz;
    bool is_headless;
};

/* For tool_drive.listener; `data` is the writer. */
void tool_test_writer_take(void *data, const struct tool_drive_told *told);

/* Writes the file. `granted`: how many frames the drive has granted before its end. Returns false
 * after a message. Frees what was kept. */
bool tool_test_writer_end(struct tool_test_writer *writer, const struct tool_test_launch *launch,
                          uint64_t granted);

#endif
