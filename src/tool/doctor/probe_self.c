/* SPDX-License-Identifier: MIT */
/* Stands in for probe.c on Windows, where a process cannot be forked: the child is this program
 * once more, which gets the question by its standard input, and gives the answer by its standard
 * output.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "core/base/monotonic.h"
#include "platform/app.h"
#include "platform/descriptor.h"
#include "platform/pipe.h"
#include "platform/program.h"
#include "platform/time.h"
#include "tool/doctor/probe.h"
#include "tool/doctor/probe_library.h"

#define MS_NS INT64_C(1000000)

static const struct {
    const char *name;
    tool_probe_body *body;
} bodies[] = {
    {"layer", tool_probe_layer},   {"runtime", tool_probe_runtime},   {"loader", tool_probe_loader},
    {"vulkan", tool_probe_vulkan}, {"instance", tool_probe_instance}, {"whole", tool_probe_whole},
};
enum { BODIES = sizeof bodies / sizeof bodies[0] };

/* ---- The child ---- */

static bool read_question(struct tool_library_question *out)
{
    size_t used = 0;
    int64_t length = 1;
    while (used < sizeof *out && length > 0) {
        length = us_descriptor_read(US_DESCRIPTOR_INPUT, (char *)out + used, sizeof *out - used);
        used += length > 0 ? (size_t)length : 0;
    }
    return used == sizeof *out;
}

int tool_probe_serve(const char *name)
{
    static struct tool_library_question question;
    static struct tool_library_answer answer;
    int out = us_descriptor_duplicate(US_DESCRIPTOR_OUTPUT);
    bool is_asked = read_question(&question) && out >= 0 &&
                    us_descriptor_become(US_DESCRIPTOR_OUTPUT, US_DESCRIPTOR_ERROR);
    for (int i = 0; is_asked && i < BODIES; i++)
        if (strcmp(name, bodies[i].name) == 0)
            bodies[i].body(&question, &answer);
    return is_asked && us_pipe_write_all(out, &answer, sizeof answer) ? 0 : 1;
}

/* ---- The parent ---- */

/* NULL: `out` says why. */
static struct us_child *start(tool_probe_body *body, int ends[2], struct tool_probe *out)
{
    char self[4096], *argv[] = {self, "doctor", TOOL_PROBE_OPTION, NULL, NULL};
    int reason, nothing = us_descriptor_open(US_DESCRIPTOR_NOTHING, US_DESCRIPTOR_WRITE, 0);
    for (int i = 0; i < BODIES; i++)
        if (bodies[i].body == body)
            argv[3] = (char *)(uintptr_t)bodies[i].name;
    *out = (struct tool_probe){.end = TOOL_PROBE_FAILED};
    if (nothing < 0 || !us_program_path(self, sizeof self)) {
        snprintf(out->why, sizeof out->why, "%s", strerror(errno));
        if (nothing >= 0)
            us_descriptor_close(nothing);
        return NULL;
    }
    struct us_child *child = us_child_start(argv, nothing, ends, &reason);
    us_descriptor_close(nothing);
    const char *fault = child == NULL ? us_app_fault(self, reason) : "";
    snprintf(out->why, sizeof out->why, "%s", fault != NULL ? fault : "understudy.exe is gone");
    return child;
}

/* True if the whole answer came; `out_late` if the time was over before. */
static bool read_answer(int from, char *answer, size_t size, double until_s, bool *out_late)
{
    struct us_pipe_end end = {.file = from, .reads = true};
    *out_late = false;
    while (size > 0) {
        double left_s = until_s - us_monotonic_s();
        *out_late = left_s <= 0.0;
        if (*out_late || !us_pipe_wait(&end, 1, (int)(left_s * 1000.0) + 1))
            return false;
        int64_t length = end.is_readable ? us_pipe_read(from, answer, size) : 0;
        if (end.is_readable && length <= 0)
            return false;
        answer += length;
        size -= (size_t)length;
    }
    return true;
}

static struct tool_probe end_child(struct us_child *child, bool answered, bool late, double until_s)
{
    struct us_app_end end;
    bool has_ended = us_child_has_ended(child, &end);
    while (!answered && !late && !has_ended && us_monotonic_s() < until_s) {
        us_time_sleep(MS_NS);
        has_ended = us_child_has_ended(child, &end);
    }
    if (!has_ended)
        us_child_kill(child, &end);
    if (answered)
        return (struct tool_probe){.end = TOOL_PROBE_ANSWERED};
    if (late || !has_ended)
        return (struct tool_probe){.end = TOOL_PROBE_HUNG};
    if (end.exited)
        return (struct tool_probe){.end = TOOL_PROBE_EXITED};
    return (struct tool_probe){.end = TOOL_PROBE_CRASHED, .signal = end.number};
}

struct tool_probe tool_probe_run(tool_probe_body *body, const void *question, void *answer,
                                 size_t size, double timeout_s)
{
    double until_s = us_monotonic_s() + timeout_s;
    int ends[2];
    bool late;
    struct tool_probe failure;
    struct us_child *child = start(body, ends, &failure);
    memset(answer, 0, size);
    if (child == NULL)
        return failure;
    us_pipe_write_all(ends[1], question, sizeof(struct tool_library_question));
    us_descriptor_close(ends[1]);
    bool answered = read_answer(ends[0], answer, size, until_s, &late);
    us_descriptor_close(ends[0]);
    if (!answered)
        memset(answer, 0, size);
    return end_child(child, answered, late, until_s);
}
