/* SPDX-License-Identifier: MIT */
#include "tool/convert/conversion.h"

#include <stddef.h>

#include "core/base/text.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/text.h"
#include "tool/convert/base/format.h"
#include "tool/recording/inspection.h"
#include "tool/recording/session_survey.h"

static bool is_animation(const char *path)
{
    return tool_animation_start(path) == US_FORMAT_HEADER;
}

static const struct tool_convert_format formats[] = {
    {TOOL_CONVERT_OTHER, {".foxglove.mcap"}, "Foxglove and Rerun", .sink = &tool_foxglove_sink},
    {TOOL_CONVERT_OTHER,
     {NULL}, /* .mcap, and therefore before the session recording */
     "an MCAP recording of NVIDIA IsaacTeleop",
     .feed = &tool_isaac_feed,
     .is = tool_isaac_is},
    {TOOL_CONVERT_SESSION, {".mcap"}, "a session recording", .is = tool_session_is},
    {.kind = TOOL_CONVERT_ANIMATION,
     .ends = {".bin"},
     .what = "an input animation file",
     .is = is_animation},
    {TOOL_CONVERT_OTHER,
     {".csv"},
     "a table with commas",
     .feed = &tool_table_csv_feed,
     .sink = &tool_table_csv_sink},
    {TOOL_CONVERT_OTHER,
     {".jsonl", ".ndjson"},
     "a table of JSON lines",
     .feed = &tool_table_json_lines_feed,
     .sink = &tool_table_json_lines_sink},
    {TOOL_CONVERT_OTHER, {".glb"}, "a glTF animation", .sink = &tool_gltf_sink},
    {TOOL_CONVERT_OTHER, {".bvh"}, "a BVH motion", .sink = &tool_bvh_sink},
    {TOOL_CONVERT_OTHER,
     {".bsor"},
     "a Beat Saber replay",
     .feed = &tool_bsor_feed,
     .is = tool_bsor_is},
    {TOOL_CONVERT_OTHER,
     {".xror"},
     "a recording in XROR",
     .feed = &tool_xror_feed,
     .is = tool_xror_is},
    {TOOL_CONVERT_OTHER,
     {".json"},
     "a recording of IWER",
     .feed = &tool_iwer_feed,
     .sink = &tool_iwer_sink,
     .is = tool_iwer_is},
};

enum {
    FORMATS = sizeof formats / sizeof formats[0],
    ENDS = sizeof formats[0].ends / sizeof formats[0].ends[0]
};

static bool reads(const struct tool_convert_format *format)
{
    return format->kind != TOOL_CONVERT_OTHER || format->feed != NULL;
}

static bool writes(const struct tool_convert_format *format)
{
    return format->kind != TOOL_CONVERT_OTHER || format->sink != NULL;
}

const char *tool_convert_format_end(const struct tool_convert_format *format, const char *path)
{
    for (unsigned i = 0; i < ENDS; i++)
        if (format->ends[i] != NULL && tool_file_path_ends_in(path, format->ends[i]))
            return format->ends[i];
    return NULL;
}

const struct tool_convert_format *tool_convert_format_of_input(const char *path)
{
    for (unsigned i = 0; i < FORMATS; i++)
        if (reads(&formats[i]) && formats[i].is != NULL && formats[i].is(path))
            return &formats[i];
    for (unsigned i = 0; i < FORMATS; i++)
        if (reads(&formats[i]) && tool_convert_format_end(&formats[i], path) != NULL)
            return &formats[i];
    return NULL;
}

const struct tool_convert_format *tool_convert_format_of_output(const char *path)
{
    for (unsigned i = 0; i < FORMATS; i++)
        if (writes(&formats[i]) && tool_convert_format_end(&formats[i], path) != NULL)
            return &formats[i];
    return NULL;
}

static void list_one(const struct tool_convert_format *format, const char *before, char *out,
                     size_t size)
{
    for (unsigned k = 0; k < ENDS && format->ends[k] != NULL; k++)
        us_text_add(out, size, k == 0 ? before : ", ", format->ends[k]);
    us_text_add(out, size, format->ends[0] != NULL ? " for " : before, format->what);
}

/* Those that only their content tells come last. */
void tool_convert_formats_list(bool is_written, char *out, size_t size)
{
    bool (*const is_listed)(const struct tool_convert_format *) = is_written ? writes : reads;
    unsigned all = 0, count = 0;
    for (unsigned i = 0; i < FORMATS; i++)
        all += is_listed(&formats[i]);
    out[0] = '\0';
    for (unsigned i = 0; i < 2 * FORMATS; i++) {
        const struct tool_convert_format *format = &formats[i % FORMATS];
        if (!is_listed(format) || (format->ends[0] != NULL) != (i < FORMATS))
            continue;
        list_one(format, count == 0 ? "" : count + 1 == all ? " or " : ", ", out, size);
        count++;
    }
}

bool tool_convert_format_check_output(const char *command, const char *wanted, const char *path,
                                      const struct tool_convert_format *format)
{
    char ends[512];
    if (path != NULL && format != NULL)
        return true;
    tool_convert_formats_list(true, ends, sizeof ends);
    if (path == NULL)
        tool_text_complain("%s: --output is missing; pass --output %s", command, wanted);
    else
        tool_text_complain("%s: let the name of --output end in %s", command, ends);
    return false;
}
