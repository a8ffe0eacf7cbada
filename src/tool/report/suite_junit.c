/* SPDX-License-Identifier: MIT */
#include "tool/report/suite_junit.h"

#include <stdlib.h>

#include "tool/cli/text.h"
#include "tool/output/part_file.h"

void tool_suite_junit_begin(struct tool_suite_junit *junit)
{
    *junit = (struct tool_suite_junit){0};
    junit->cases = open_memstream(&junit->text, &junit->size);
}

static void write_attribute(FILE *file, const char *name, const char *value)
{
    fprintf(file, " %s=\"", name);
    tool_text_write_xml(file, value);
    fputs("\"", file);
}

void tool_suite_junit_add(struct tool_suite_junit *junit, const struct tool_suite_run *run,
                          const char *folder)
{
    bool is_failure = run->state == TOOL_SUITE_FAILED, is_passed = run->state == TOOL_SUITE_PASSED;
    junit->tests++;
    junit->failures += is_failure;
    junit->errors += !is_failure && !is_passed;
    junit->wall_s += run->wall_s;
    if (junit->cases == NULL)
        return;
    fputs("    <testcase", junit->cases);
    write_attribute(junit->cases, "classname", run->app[0] != '\0' ? run->app : "understudy");
    fputs(" name=\"", junit->cases);
    tool_text_write_xml(junit->cases, run->recording);
    fputs(run->recording[0] != '\0' ? " in " : "", junit->cases);
    tool_text_write_xml(junit->cases, folder);
    fputs("\"", junit->cases);
    fprintf(junit->cases, " time=\"%.3f\"", run->wall_s);
    if (is_passed) {
        fputs("/>\n", junit->cases);
        return;
    }
    fprintf(junit->cases, ">\n      <%s", is_failure ? "failure" : "error");
    write_attribute(junit->cases, "message", run->reason);
    fputs(">", junit->cases);
    tool_text_write_xml(junit->cases, folder);
    fprintf(junit->cases, "</%s>\n    </testcase>\n", is_failure ? "failure" : "error");
}

/* The whole file around the cases. NULL if memory ran out; the caller frees it. */
static char *make_file(const struct tool_suite_junit *junit, size_t *size)
{
    char *text = NULL, counts[128];
    FILE *file = open_memstream(&text, size);
    if (file == NULL)
        return NULL;
    snprintf(counts, sizeof counts, "tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" time=\"%.3f\"",
             junit->tests, junit->failures, junit->errors, junit->wall_s);
    fprintf(file,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites %s>\n"
            "  <testsuite name=\"understudy\" %s skipped=\"0\">\n",
            counts, counts);
    fwrite(junit->text, 1, junit->size, file);
    fputs("  </testsuite>\n</testsuites>\n", file);
    if (fclose(file) == 0)
        return text;
    free(text);
    return NULL;
}

bool tool_suite_junit_end(struct tool_suite_junit *junit, const char *path)
{
    bool is_whole = junit->cases != NULL && fclose(junit->cases) == 0, is_written = true;
    if (path != NULL) {
        size_t size = 0;
        char *text = is_whole ? make_file(junit, &size) : NULL;
        is_written = tool_part_file_write(path, text, size);
        free(text);
    }
    free(junit->text);
    return is_written;
}
