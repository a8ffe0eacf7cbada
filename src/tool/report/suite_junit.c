/* SPDX-License-Identifier: MIT */
#include "tool/report/suite_junit.h"

#include <stdio.h>

#include "tool/cli/text.h"
#include "tool/output/part_file.h"

static void write_attribute(struct us_writer *out, const char *name, const char *value)
{
    tool_text_put(out, " %s=\"", name);
    tool_text_put_xml(out, value);
    tool_text_put(out, "\"");
}

void tool_suite_junit_add(struct tool_suite_junit *junit, const struct tool_suite_run *run,
                          const char *folder)
{
    struct us_writer *const out = &junit->cases;
    bool is_failure = run->state == TOOL_SUITE_FAILED, is_passed = run->state == TOOL_SUITE_PASSED;
    junit->tests++;
    junit->failures += is_failure;
    junit->errors += !is_failure && !is_passed;
    junit->wall_s += run->wall_s;
    tool_text_put(out, "    <testcase");
    write_attribute(out, "classname", run->app[0] != '\0' ? run->app : "understudy");
    tool_text_put(out, " name=\"");
    tool_text_put_xml(out, run->recording);
    tool_text_put(out, "%s", run->recording[0] != '\0' ? " in " : "");
    tool_text_put_xml(out, folder);
    tool_text_put(out, "\"");
    tool_text_put(out, " time=\"%.3f\"", run->wall_s);
    if (is_passed) {
        tool_text_put(out, "/>\n");
        return;
    }
    tool_text_put(out, ">\n      <%s", is_failure ? "failure" : "error");
    write_attribute(out, "message", run->reason);
    tool_text_put(out, ">");
    tool_text_put_xml(out, folder);
    tool_text_put(out, "</%s>\n    </testcase>\n", is_failure ? "failure" : "error");
}

/* The whole file around the cases. */
static void make_file(const struct tool_suite_junit *junit, struct us_writer *out)
{
    char counts[128];
    snprintf(counts, sizeof counts, "tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" time=\"%.3f\"",
             junit->tests, junit->failures, junit->errors, junit->wall_s);
    tool_text_put(out,
                  "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites %s>\n"
                  "  <testsuite name=\"understudy\" %s skipped=\"0\">\n",
                  counts, counts);
    us_writer_put(out, junit->cases.bytes, junit->cases.size);
    tool_text_put(out, "  </testsuite>\n</testsuites>\n");
    out->failed = out->failed || junit->cases.failed;
}

bool tool_suite_junit_end(struct tool_suite_junit *junit, const char *path)
{
    bool is_written = true;
    if (path != NULL) {
        struct us_writer text = {0};
        make_file(junit, &text);
        is_written = tool_part_file_write(path, text.failed ? NULL : text.bytes, text.size);
        us_writer_finish(&text);
    }
    us_writer_finish(&junit->cases);
    return is_written;
}
