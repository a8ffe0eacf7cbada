/* SPDX-License-Identifier: MIT */
#include "runtime/instance/report.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/base/file.h"
#include "platform/descriptor.h"

/* A frame with the most layers and views needs about half of it. */
#define LINE_SIZE 65536

bool rt_report_begin(struct rt_report_line *line, const struct rt_settings *settings)
{
    *line = (struct rt_report_line){.path = settings->report};
    if (settings->report[0] == '\0')
        return false;
    line->bytes = malloc(LINE_SIZE);
    if (line->bytes == NULL)
        return false;
    us_json_text_init(&line->text, line->bytes, LINE_SIZE);
    us_numbers_begin(&line->app_numbers);
    return true;
}

static bool append(const char *path, const char *bytes, size_t size)
{
    const int file = us_descriptor_open(path, US_DESCRIPTOR_APPEND | US_DESCRIPTOR_CREATE, 0666);
    size_t done = 0;
    const bool is_written = file >= 0 && us_file_append(file, bytes, size, &done) == 0;
    return file >= 0 && us_descriptor_close(file) && is_written;
}

void rt_report_end(struct rt_report_line *line)
{
    us_json_text_raw(&line->text, "\n");
    const size_t size = us_json_text_finish(&line->text);
    if (size == 0 || !append(line->path, line->bytes, size))
        fprintf(stderr, "understudy headless: %s: cannot write the report\n", line->path);
    us_numbers_end(&line->app_numbers);
    free(line->bytes);
}

static void write_calls(struct us_json_text *text, const char *name,
                        const uint64_t counts[RT_FUNCTION_COUNT])
{
    us_json_text_value(text, name, "{");
    for (enum rt_function_id id = 0; id < RT_FUNCTION_COUNT; id++)
        if (counts[id] != 0)
            us_json_text_integer(text, rt_function_name(id), (int64_t)counts[id]);
    us_json_text_raw(text, "}");
}

void rt_report_write_counters(const struct rt_settings *settings,
                              const struct rt_counters *counters)
{
    struct rt_report_line line;
    if (!rt_report_begin(&line, settings))
        return;
    struct us_json_text *text = &line.text;
    us_json_text_raw(text, "{");
    us_json_text_integer(text, "frames", (int64_t)counters->frames);
    us_json_text_value(text, "layers", "{");
    us_json_text_integer(text, "projection", (int64_t)counters->projection_layers);
    us_json_text_integer(text, "quad", (int64_t)counters->quad_layers);
    us_json_text_integer(text, "other", (int64_t)counters->other_layers);
    us_json_text_raw(text, "}");
    us_json_text_integer(text, "shots", (int64_t)counters->shots);
    us_json_text_value(text, "haptics", "{");
    us_json_text_integer(text, "left", (int64_t)counters->haptics[US_HAND_LEFT]);
    us_json_text_integer(text, "right", (int64_t)counters->haptics[US_HAND_RIGHT]);
    us_json_text_raw(text, "}");
    write_calls(text, "calls", counters->calls);
    write_calls(text, "failed", counters->failed);
    us_json_text_raw(text, "}");
    rt_report_end(&line);
}
