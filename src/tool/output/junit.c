/* SPDX-License-Identifier: MIT */
#include "tool/output/junit.h"

#include <math.h>
#include <stdio.h>

#include "platform/machine.h"
#include "tool/cli/text.h"
#include "tool/output/part_file.h"

static void put_attribute(struct us_writer *out, const char *name, const char *value)
{
    tool_text_put(out, " %s=\"", name);
    tool_text_put_xml(out, value);
    tool_text_put(out, "\"");
}

static bool is_any(const char *line)
{
    return line != NULL && line[0] != '\0';
}

void tool_junit_add(struct tool_junit *junit, const struct tool_junit_case *one)
{
    static const char *const elements[] = {"system-out", "failure", "error", "skipped"};
    struct us_writer *out = &junit->cases;
    const char *element = elements[one->outcome], *between = "";
    bool has_lines = is_any(one->lines[0]) || is_any(one->lines[1]);
    junit->tests++;
    junit->failures += one->outcome == TOOL_JUNIT_FAILED;
    junit->errors += one->outcome == TOOL_JUNIT_BROKEN;
    junit->skipped += one->outcome == TOOL_JUNIT_SKIPPED;
    tool_text_put(out, "    <testcase");
    put_attribute(out, "classname", one->of);
    put_attribute(out, "name", one->name);
    tool_text_put(out, " time=\"%.3f\"", isfinite(one->wall_s) ? one->wall_s : 0.0);
    if (one->outcome == TOOL_JUNIT_PASSED && !has_lines) {
        tool_text_put(out, "/>\n");
        return;
    }
    tool_text_put(out, ">\n      <%s", element);
    if (one->outcome != TOOL_JUNIT_PASSED)
        put_attribute(out, "message", one->message);
    tool_text_put(out, has_lines ? ">" : "/>");
    for (int i = 0; i < 2; i++) {
        if (!is_any(one->lines[i]))
            continue;
        tool_text_put(out, "%s", between);
        tool_text_put_xml(out, one->lines[i]);
        between = "\n";
    }
    if (has_lines)
        tool_text_put(out, "</%s>", element);
    tool_text_put(out, "\n    </testcase>\n");
}

/* The attributes that the schemas of CI systems ask for. */
static void put_here(struct us_writer *out)
{
    char host[256];
    us_machine_name(host, sizeof host);
    put_attribute(out, "timestamp", tool_text_now("%Y-%m-%dT%H:%M:%S").text);
    put_attribute(out, "hostname", host);
}

bool tool_junit_write(struct tool_junit *junit, const char *path, const char *suite, double wall_s)
{
    struct us_writer text = {0};
    char counts[128], time[32] = "";
    if (!isnan(wall_s))
        snprintf(time, sizeof time, " time=\"%.3f\"", wall_s);
    snprintf(counts, sizeof counts, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\"%s",
             junit->tests, junit->failures, junit->errors, time);
    tool_text_put(&text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites%s>\n  <testsuite",
                  counts);
    put_attribute(&text, "name", suite);
    tool_text_put(&text, "%s skipped=\"%zu\"", counts, junit->skipped);
    if (isnan(wall_s))
        put_here(&text);
    tool_text_put(&text, ">\n");
    us_writer_put(&text, junit->cases.bytes, junit->cases.size);
    tool_text_put(&text, "  </testsuite>\n</testsuites>\n");
    bool failed = text.failed || junit->cases.failed;
    bool is_written = tool_part_file_write(path, failed ? NULL : text.bytes, text.size);
    us_writer_finish(&text);
    tool_junit_finish(junit);
    return is_written;
}

void tool_junit_finish(struct tool_junit *junit)
{
    us_writer_finish(&junit->cases);
}
