/* SPDX-License-Identifier: MIT */
#include "tool/verdict/watch.h"

#include <stdio.h>
#include <string.h>

#include "tool/cli/json.h"
#include "tool/cli/text.h"

bool tool_fault_watch_init(struct tool_fault_watch *watch, const char *list)
{
    struct us_faults_error wrong;
    *watch = (struct tool_fault_watch){0};
    if (list == NULL || us_faults_parse(list, &watch->faults, &wrong))
        return true;
    tool_text_complain("the file of expectations: 'fault': '%.*s' %s", wrong.length, wrong.text,
                       wrong.why);
    return false;
}

/* The faults of the list that have this text. */
static uint32_t find(const struct tool_fault_watch *watch, const char *text, size_t length)
{
    uint32_t found = 0;
    for (unsigned i = 0; i < watch->faults.count; i++) {
        const struct us_fault *fault = &watch->faults.list[i];
        if ((size_t)fault->length == length && memcmp(fault->text, text, length) == 0)
            found |= UINT32_C(1) << i;
    }
    return found;
}

/* What the layer was told, in the line `instance`. */
static void note_settings(struct tool_fault_watch *watch, const struct tool_log_event *event)
{
    const cJSON *settings = tool_json_get(event->json, "settings");
    const char *list = tool_json_text(settings, "UNDERSTUDY_FAULT", NULL);
    struct us_faults made;
    struct us_faults_error wrong;
    if (list == NULL || !us_faults_parse(list, &made, &wrong))
        return;
    for (unsigned i = 0; i < made.count; i++)
        watch->wanted |= find(watch, made.list[i].text, (size_t)made.list[i].length);
}

/* Whether the log's line says that calls may fail now: whether one did, a line `error` says. A
 * result that is no error has no such line. */
static bool may_only_fail(const struct us_fault *fault)
{
    return fault->kind == US_FAULT_FAIL && fault->calls.count == 0 &&
           strncmp(us_fail_result_name(fault->calls.result), "XR_ERROR_", 9) == 0;
}

/* A long text is cut in the log. */
static void note_begin(struct tool_fault_watch *watch, const struct tool_log_event *event)
{
    const char *text = tool_log_event_text(event, "fault");
    if (text == NULL || !tool_log_event_says(event, "fault", "begin"))
        return;
    size_t length = strlen(text);
    for (unsigned i = 0; i < watch->faults.count; i++) {
        const struct us_fault *fault = &watch->faults.list[i];
        if (!may_only_fail(fault) && (size_t)fault->length >= length &&
            memcmp(fault->text, text, length) == 0)
            watch->begun |= UINT32_C(1) << i;
    }
}

/* A call that failed as a fault lets it fail: before playback there is no other line. */
static void note_error(struct tool_fault_watch *watch, const struct tool_log_event *event)
{
    const char *call = tool_log_event_text(event, "call"),
               *result = tool_log_event_text(event, "result");
    for (unsigned i = 0; call != NULL && result != NULL && i < watch->faults.count; i++) {
        const struct us_fault *fault = &watch->faults.list[i];
        if (fault->kind == US_FAULT_FAIL &&
            strcmp(us_fail_function_name(fault->calls.function), call) == 0 &&
            strcmp(us_fail_result_name(fault->calls.result), result) == 0)
            watch->begun |= UINT32_C(1) << i;
    }
}

void tool_fault_watch_event(struct tool_fault_watch *watch, const struct tool_log_event *event)
{
    if (strcmp(event->name, "instance") == 0)
        note_settings(watch, event);
    else if (strcmp(event->name, "fault") == 0)
        note_begin(watch, event);
    else if (strcmp(event->name, "error") == 0)
        note_error(watch, event);
}

const char *tool_fault_why_not_begun(const struct us_fault *fault)
{
    return fault->kind == US_FAULT_FAIL
               ? "the app did not make the call, or playback did not come so far"
               : "playback did not come so far, or the app had no frame while it lasted";
}

bool tool_fault_watch_judge(const struct tool_fault_watch *watch, char *reason, size_t size)
{
    for (unsigned i = 0; i < watch->faults.count; i++) {
        const struct us_fault *fault = &watch->faults.list[i];
        uint32_t bit = UINT32_C(1) << i;
        int length = fault->length < 80 ? fault->length : 80;
        if (!(watch->wanted & bit)) {
            snprintf(reason, size,
                     "the log was written without the fault '%.*s'; make it with 'run --expect'",
                     length, fault->text);
            return false;
        }
        if (!(watch->begun & bit)) {
            snprintf(reason, size, "the fault '%.*s' did not begin: %s", length, fault->text,
                     tool_fault_why_not_begun(fault));
            return false;
        }
    }
    return true;
}
