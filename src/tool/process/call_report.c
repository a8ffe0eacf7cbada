/* SPDX-License-Identifier: MIT */
#include "tool/process/call_report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "openxr/xr_names.h"
#include "tool/cli/text.h"

/* The first line of a small file. Empty if it cannot be read. */
static void read_line(const char *path, char *out, size_t size)
{
    FILE *file = fopen(path, "re");
    if (file == NULL || fgets(out, (int)size, file) == NULL)
        out[0] = '\0';
    out[strcspn(out, "\n")] = '\0';
    if (file != NULL)
        fclose(file);
}

/* "thread 4711 (render)"; the name only while the process is there. */
static void describe_thread(const struct us_call_watch_thread *thread, char *out, size_t size)
{
    int process = atomic_load(&thread->process), number = atomic_load(&thread->thread);
    char path[64], name[32], safe[128];
    snprintf(path, sizeof path, "/proc/%d/task/%d/comm", process, number);
    read_line(path, name, sizeof name);
    tool_text_escape(name, safe, sizeof safe);
    snprintf(out, size, "thread %d%s%s%s", number, safe[0] != '\0' ? " (" : "", safe,
             safe[0] != '\0' ? ")" : "");
}

static bool describe_call(const struct us_call_watch *calls,
                          const struct us_call_watch_thread *thread, char *out, size_t size)
{
    struct us_call_watch_state state = us_call_watch_read(thread);
    char who[256], call[US_CALL_WATCH_NAME_SIZE] = "?", number[16];
    if (!state.has_called)
        return false;
    if (state.call < US_CALL_WATCH_CALLS)
        snprintf(call, sizeof call, "%.*s", US_CALL_WATCH_NAME_SIZE - 1, calls->names[state.call]);
    describe_thread(thread, who, sizeof who);
    const char *result = us_xr_names_result((XrResult)state.result);
    snprintf(number, sizeof number, "%d", (int)state.result);
    if (state.is_inside)
        snprintf(out, size, "%s is in %s", who, call);
    else
        snprintf(out, size, "%s is in no call; the last was %s, which returned %s", who, call,
                 result != NULL ? result : number);
    return true;
}

unsigned tool_call_report_describe(const struct us_run_status *status,
                                   void (*add)(void *data, const char *line), void *data)
{
    unsigned threads = 0;
    char line[512];
    for (unsigned i = 0; status != NULL && i < US_CALL_WATCH_THREADS; i++) {
        const struct us_call_watch_thread *thread = &status->calls.threads[i];
        if (atomic_load(&thread->key) == 0)
            continue;
        if (describe_call(&status->calls, thread, line, sizeof line))
            add(data, line);
        threads++;
    }
    return threads;
}

static void print_line(void *data, const char *line)
{
    (void)data;
    tool_text_complain("%s", line);
}

void tool_call_report_print(const struct us_run_status *status)
{
    if (tool_call_report_describe(status, print_line, NULL) > 0)
        return;
    bool has_instance = status != NULL && atomic_load(&status->instances) > 0;
    tool_text_complain(has_instance
                           ? "pass --log FILE or --stall S to learn which OpenXR call was the last"
                           : "no thread has called OpenXR");
}

uint64_t tool_call_report_frames(const struct us_run_status *status)
{
    return status != NULL ? atomic_load(&status->calls.frames) : 0;
}

static bool has_gdb(void)
{
    const char *path = getenv("PATH");
    char list[4096], file[4352], *rest = NULL;
    snprintf(list, sizeof list, "%s", path != NULL ? path : "");
    for (char *at = strtok_r(list, ":", &rest); at != NULL; at = strtok_r(NULL, ":", &rest)) {
        snprintf(file, sizeof file, "%s/gdb", at);
        if (access(file, X_OK) == 0)
            return true;
    }
    return false;
}

void tool_call_report_print_backtrace(const char *app)
{
    char pattern[256], safe[512];
    struct rlimit limit = {0};
    read_line("/proc/sys/kernel/core_pattern", pattern, sizeof pattern);
    tool_text_escape(app, safe, sizeof safe);
    getrlimit(RLIMIT_CORE, &limit);
    if (strstr(pattern, "systemd-coredump") != NULL)
        tool_text_complain("for a backtrace: coredumpctl debug %s", safe);
    else if (pattern[0] == '|')
        tool_text_complain("the system gave the core to '%s'", pattern + 1);
    else if (limit.rlim_cur == 0)
        tool_text_complain(
            "no core file was written; 'ulimit -c unlimited' before the run allows one");
    else
        tool_text_complain("the core file's name is of the form '%s'%s%s%s", pattern,
                           has_gdb() ? "; for a backtrace: gdb -batch -ex 'thread apply all bt' "
                                     : "",
                           has_gdb() ? safe : "", has_gdb() ? " CORE" : "");
    if (has_gdb())
        tool_text_complain("for a backtrace, run the app in gdb: understudy %s ... -- gdb -batch "
                           "-ex run -ex 'thread apply all bt' --args %s ...",
                           tool_text_run_name(), safe);
}
