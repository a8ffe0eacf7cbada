/* SPDX-License-Identifier: MIT */

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/playback/play_choices.h"
#include "tool/expect/expect.h"
#include "tool/cli/json.h"
#include "tool/cli/text.h"

struct check {
    const char *path;
    const struct us_recording *recording;
    unsigned line;
    bool failed;
};

/* The time of a marker; NaN: there is none. `name` may be NULL. */
static double check_marker(struct check *check, const char *key, const char *name)
{
    double at_s;
    struct us_error error;
    char text[512];
    if (name == NULL)
        return (double)NAN;
    int length = snprintf(text, sizeof text, "marker:%s", name);
    if (length < 0 || (size_t)length >= sizeof text)
        length = sizeof text - 1;
    if (us_play_range_moment(check->recording, text, (size_t)length, &at_s, &error) == US_OK)
        return at_s;
    tool_text_complain("%s: line %u: '%s': %s", check->path, check->line, key, error.text);
    check->failed = true;
    return (double)NAN;
}

static double check_edge(struct check *check, const char *key, const struct tool_expect_edge *edge)
{
    return tool_expect_edge_is_time(edge) ? edge->at_s : check_marker(check, key, edge->marker);
}

/* {"kind": "event", "event": "marker", "where": {"name": ...}} */
static void check_what(struct check *check, const struct tool_expect_what *what)
{
    if (what->kind != TOOL_EXPECT_EVENT || what->event == NULL ||
        strcmp(what->event, "marker") != 0)
        return;
    const cJSON *name = tool_json_get(what->where, "name");
    (void)check_marker(check, "name", cJSON_GetStringValue(name));
}

bool tool_expect_markers_check(const struct tool_expect *expect,
                               const struct us_recording *recording)
{
    struct check check = {.path = expect->path, .recording = recording};
    for (size_t i = 0; i < expect->count; i++) {
        const struct tool_expectation *expectation = &expect->list[i];
        check.line = expectation->line;
        const double from_s = check_edge(&check, "from", &expectation->from);
        if (check_edge(&check, "to", &expectation->to) < from_s) {
            tool_text_complain("%s: line %u: 'to' is before 'from'", check.path, check.line);
            check.failed = true;
        }
        check_what(&check, &expectation->what);
        for (size_t j = 0; j < expectation->order_count; j++)
            check_what(&check, &expectation->order[j]);
    }
    return !check.failed;
}
