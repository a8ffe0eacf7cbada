/* SPDX-License-Identifier: MIT */
/* The child gets the question by its standard input, and gives the answer by its standard output.
 */
#include "tool/doctor/probe.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "platform/app.h"
#include "platform/descriptor.h"
#include "platform/pipe.h"
#include "platform/program.h"
#include "platform/time.h"

#define MS_NS INT64_C(1000000)
/* How much longer than its parent waits a child lives whose parent is gone. */
enum { LEFT_ALONE_S = 5 };

/* ---- The child ---- */

static bool read_question(struct tool_library_question *out)
{
    size_t used = 0;
    int64_t length = 1;
    while (used < sizeof *out && length > 0) {
        length = us_descriptor_read(US_DESCRIPTOR_INPUT, (char *)out + used, sizeof *out - used);
        used += length > 0 ? (size_t)length : 0;
    }
    return used == sizeof *out && (unsigned)out->kind < TOOL_LIBRARY_KINDS;
}

int tool_probe_serve(void)
{
    static struct tool_library_question question;
    static struct tool_library_answer answer;
    int out = us_descriptor_duplicate(US_DESCRIPTOR_OUTPUT);
    if (!read_question(&question) || out < 0 ||
        !us_descriptor_become(US_DESCRIPTOR_OUTPUT, US_DESCRIPTOR_ERROR))
        return 1;
    us_program_begin_trial((unsigned)question.timeout_s + LEFT_ALONE_S);
    tool_probe_library(&question, &answer);
    return us_pipe_write_all(out, &answer, sizeof answer) ? 0 : 1;
}

/* ---- The parent ---- */

/* NULL, with the reason. */
static struct us_child *start(int ends[2], const char **out_why)
{
    char self[4096], *argv[] = {self, "doctor", TOOL_PROBE_OPTION, NULL};
    *out_why = "the system does not say where this program's file is (Linux: by /proc)";
    if (!us_program_path(self, sizeof self))
        return NULL;
    int reason, nothing = us_descriptor_open(US_DESCRIPTOR_NOTHING, US_DESCRIPTOR_WRITE, 0);
    if (nothing < 0) {
        *out_why = strerror(errno);
        return NULL;
    }
    struct us_child *child = us_child_start(argv, nothing, ends, &reason);
    us_descriptor_close(nothing);
    if (child == NULL)
        *out_why = us_app_fault(self, reason);
    if (*out_why == NULL)
        *out_why = "this program's file is gone";
    return child;
}

/* A child that ended already reads nothing. */
static void write_question(int to, const struct tool_library_question *question)
{
    us_pipe_begin_survival();
    us_pipe_write_all(to, question, sizeof *question);
    us_pipe_end_survival();
    us_descriptor_close(to);
}

/* True if the whole answer came; `out_late` if the time was over before. */
static bool read_answer(int from, char *answer, size_t size, double until_s, bool *out_late)
{
    struct us_pipe_end end = {.file = from, .reads = true};
    *out_late = false;
    while (size > 0) {
        double left_s = until_s - us_time_now_s();
        *out_late = left_s <= 0.0;
        if (*out_late)
            return false;
        if (!us_pipe_wait(&end, 1, (int)(left_s * 1000.0) + 1) || !end.is_readable)
            continue;
        int64_t length = us_pipe_read(from, answer, size);
        if (length <= 0)
            return false;
        answer += length;
        size -= (size_t)length;
    }
    return true;
}

/* Without an answer it is about to end, unless it closed its streams. */
static bool wait_for_end(struct us_child *child, double until_s, struct us_app_end *out)
{
    bool has_ended = us_child_has_ended(child, out);
    while (!has_ended && us_time_now_s() < until_s) {
        us_time_sleep(MS_NS);
        has_ended = us_child_has_ended(child, out);
    }
    return has_ended;
}

void tool_probe_run(const struct tool_library_question *question, struct tool_library_answer *out)
{
    const double until_s = us_time_now_s() + question->timeout_s;
    int ends[2];
    bool is_late;
    const char *why;
    struct us_app_end end;
    struct us_child *child = start(ends, &why);
    memset(out, 0, sizeof *out);
    if (child == NULL) {
        out->state = TOOL_LIBRARY_UNTRIED;
        snprintf(out->text, sizeof out->text, "%s", why);
        return;
    }
    write_question(ends[1], question);
    bool is_answered = read_answer(ends[0], (char *)out, sizeof *out, until_s, &is_late);
    us_descriptor_close(ends[0]);
    bool has_ended = !is_answered && !is_late && wait_for_end(child, until_s, &end);
    if (!has_ended)
        us_child_kill(child, &end);
    if (is_answered)
        return;
    memset(out, 0, sizeof *out);
    out->state = !has_ended   ? TOOL_LIBRARY_HANGS
                 : end.exited ? TOOL_LIBRARY_EXITS
                              : TOOL_LIBRARY_CRASHES;
    out->result = end.number;
}
