/* SPDX-License-Identifier: MIT */
#include "tool/convert/formats.h"

#include <stdio.h>
#include <string.h>

#include "tool/cli/file_roles.h"
#include "tool/convert/foxglove/foxglove_sink.h"
#include "tool/convert/motion/bvh_sink.h"
#include "tool/convert/motion/gltf_sink.h"
#include "tool/convert/table/table_sink.h"
#include "tool/convert/table/table_source.h"
#include "tool/recording/session_survey.h"

static const struct tool_convert_format formats[] = {
    {TOOL_CONVERT_OTHER,
     {".foxglove.mcap"},
     "Foxglove and Rerun",
     NULL,
     tool_foxglove_sink_create,
     NULL},
    {TOOL_CONVERT_SESSION, {".mcap"}, "a session recording", NULL, NULL, tool_session_is},
    {TOOL_CONVERT_ANIMATION, {".bin"}, "an input animation file", NULL, NULL, NULL},
    {TOOL_CONVERT_OTHER,
     {".csv"},
     "a table with commas",
     tool_table_source_open_csv,
     tool_table_sink_create_csv,
     NULL},
    {TOOL_CONVERT_OTHER,
     {".jsonl", ".ndjson"},
     "a table of JSON lines",
     tool_table_source_open_json_lines,
     tool_table_sink_create_json_lines,
     NULL},
    {TOOL_CONVERT_OTHER, {".glb"}, "a glTF animation", NULL, tool_gltf_sink_create, NULL},
    {TOOL_CONVERT_OTHER, {".bvh"}, "a BVH motion", NULL, tool_bvh_sink_create, NULL},
};

enum {
    FORMATS = sizeof formats / sizeof formats[0],
    ENDS = sizeof formats[0].ends / sizeof formats[0].ends[0]
};

static bool reads(const struct tool_convert_format *format)
{
    return format->kind != TOOL_CONVERT_OTHER || format->open != NULL;
}

static bool writes(const struct tool_convert_format *format)
{
    return format->kind != TOOL_CONVERT_OTHER || format->create != NULL;
}

static bool has_end(const struct tool_convert_format *format, const char *path)
{
    for (unsigned i = 0; i < ENDS; i++)
        if (format->ends[i] != NULL && tool_file_path_ends_in(path, format->ends[i]))
            return true;
    return false;
}

const struct tool_convert_format *tool_convert_format_of_input(const char *path)
{
    for (unsigned i = 0; i < FORMATS; i++)
        if (reads(&formats[i]) && formats[i].is != NULL && formats[i].is(path))
            return &formats[i];
    for (unsigned i = 0; i < FORMATS; i++)
        if (reads(&formats[i]) && has_end(&formats[i], path))
            return &formats[i];
    return NULL;
}

const struct tool_convert_format *tool_convert_format_of_output(const char *path)
{
    for (unsigned i = 0; i < FORMATS; i++)
        if (writes(&formats[i]) && has_end(&formats[i], path))
            return &formats[i];
    return NULL;
}

static void add(char *out, size_t size, const char *before, const char *text)
{
    const size_t length = strlen(out);
    snprintf(out + length, size - length, "%s%s", before, text);
}

void tool_convert_formats_list(bool is_written, char *out, size_t size)
{
    unsigned last = 0, count = 0;
    for (unsigned i = 0; i < FORMATS; i++)
        if (is_written ? writes(&formats[i]) : reads(&formats[i]))
            last = i;
    out[0] = '\0';
    for (unsigned i = 0; i <= last; i++) {
        if (is_written ? !writes(&formats[i]) : !reads(&formats[i]))
            continue;
        add(out, size, count == 0 ? "" : i == last ? " or " : ", ", formats[i].ends[0]);
        for (unsigned k = 1; k < ENDS && formats[i].ends[k] != NULL; k++)
            add(out, size, ", ", formats[i].ends[k]);
        add(out, size, " for ", formats[i].what);
        count++;
    }
}
