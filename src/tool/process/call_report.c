/* SPDX-License-Identifier: MIT */
#include "tool/process/call_report.h"

#include <stdio.h>
#include <string.h>

#include "platform/app.h"
#include "platform/machine.h"
#include "openxr/xr_names.h"
#include "tool/cli/text.h"

/* "thread 4711 (render)"; the name only while the process is there. */
static void describe_thread(const struct us_call_watch_thread *thread, char *out, size_t size)
{
    int process = atomic_load(&thread->process), number = atomic_load(&thread->thread);
    char name[32], safe[128];
    us_machine_thread_name(process, number, name, sizeof name);
    tool_text_escape(name, safe, sizeof safe);
    snprintf(out, size, "thread %d%s%s%s", number, safe[0] != '\0' ? " (" : "", safe,
             safe[0] != '\0' ? ")" : "");
}

static bool describe_call(const struct us_call_watch *calls,
                          const struct us_call_watch_thread *thread,
                          char out[TOOL_CALL_REPORT_LINE_SIZE])
{
    const size_t size = TOOL_CALL_REPORT_LINE_SIZE;
    struct us_call_watch_state state = us_call_watch_read(thread);
    char who[256], call[US_CALL_WATCH_NAME_SIZE] = "?", number[16];
    if (atomic_load(&thread->key) == 0 || !state.has_called)
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

bool tool_call_report_next(const struct us_run_status *status, unsigned *place,
                           char out[TOOL_CALL_REPORT_LINE_SIZE])
{
    while (status != NULL && *place < US_CALL_WATCH_THREADS)
        if (describe_call(&status->calls, &status->calls.threads[(*place)++], out))
            return true;
    return false;
}

void tool_call_report_print(const struct us_run_status *status)
{
    char line[TOOL_CALL_REPORT_LINE_SIZE];
    unsigned place = 0, lines = 0;
    for (; tool_call_report_next(status, &place, line); lines++)
        tool_text_complain("%s", line);
    if (lines > 0)
        return;
    /* record has no such options. */
    const bool is_record = strcmp(tool_text_run_name(), "record") == 0;
    const bool has_instance = status != NULL && atomic_load(&status->instances) > 0;
    if (has_instance)
        tool_text_complain("%s to learn which OpenXR call was the last",
                           is_record ? "set UNDERSTUDY_WATCH_CALLS=1"
                                     : "pass --log FILE or --stall S");
    else
        tool_text_complain("no thread has called OpenXR");
}

uint64_t tool_call_report_frames(const struct us_run_status *status)
{
    return status != NULL ? atomic_load(&status->calls.frames) : 0;
}

void tool_call_report_print_backtrace(const char *app)
{
    char pattern[256], gdb[4352];
    const bool has_gdb = us_app_find("gdb", gdb, sizeof gdb) != NULL;
    enum us_machine_cores cores = us_machine_cores(pattern, sizeof pattern);
    if (strstr(pattern, "systemd-coredump") != NULL)
        tool_text_complain("for a backtrace: coredumpctl debug %s", app);
    else if (pattern[0] == '|')
        tool_text_complain("the system gave the core to '%s'", pattern + 1);
    else if (cores == US_MACHINE_CORES_LIMITED)
        tool_text_complain(
            "no core file was written; 'ulimit -c unlimited' before the run allows one");
    else if (cores == US_MACHINE_CORES_WRITTEN)
        tool_text_complain("the core file's name is of the form '%s'%s%s%s", pattern,
                           has_gdb ? "; for a backtrace: gdb -batch -ex 'thread apply all bt' "
                                   : "",
                           has_gdb ? app : "", has_gdb ? " CORE" : "");
    if (has_gdb)
        tool_text_complain("for a backtrace, run the app in gdb: understudy %s ... -- gdb -batch "
                           "-ex run -ex 'thread apply all bt' --args %s ...",
                           tool_text_run_name(), app);
}
