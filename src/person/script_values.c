/* SPDX-License-Identifier: MIT */
#include "person/script_line.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/pose.h"
#include "core/base/text.h"

const char *const rt_script_subjects[RT_SCRIPT_SUBJECT_COUNT + 1] = {
    [RT_SCRIPT_LEFT] = "left", [RT_SCRIPT_RIGHT] = "right",     [RT_SCRIPT_HEAD] = "head",
    [RT_SCRIPT_GAZE] = "gaze", [RT_SCRIPT_SESSION] = "session", NULL,
};

bool rt_script_line_fail(struct rt_script_parser *parser, const char *format, ...)
{
    char *text = parser->error->text;
    const size_t size = sizeof parser->error->text;
    int start = 0;
    if (parser->path != NULL)
        start = parser->line == 0
                    ? snprintf(text, size, "%s: ", parser->path)
                    : snprintf(text, size, "%s:%u: ", parser->path, (unsigned)parser->line);
    if (start < 0 || (size_t)start >= size)
        return false;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + start, size - (size_t)start, format, arguments);
    va_end(arguments);
    return false;
}

bool rt_script_values_number(const char *token, double *out_number)
{
    char *end = NULL;
    *out_number = strtod(token, &end);
    return strspn(token, "0123456789+-.eE") == strlen(token) && end != token && *end == '\0' &&
           isfinite(*out_number);
}

size_t rt_script_values_count(const struct rt_script_parser *parser)
{
    return parser->token_count - 3;
}

const char *rt_script_value(const struct rt_script_parser *parser, size_t index)
{
    return parser->tokens[3 + index];
}

bool rt_script_values_numbers(struct rt_script_parser *parser, size_t count, double *out_numbers)
{
    for (size_t i = 0; i < count; i++) {
        if (!rt_script_values_number(rt_script_value(parser, i), &out_numbers[i]))
            return rt_script_line_fail(parser, "\"%s\" is not a number",
                                       rt_script_value(parser, i));
        /* OpenXR and recordings hold float32: a larger number would be infinite there. */
        if (fabs(out_numbers[i]) > FLT_MAX)
            return rt_script_line_fail(parser, "\"%s\" is too large", rt_script_value(parser, i));
    }
    return true;
}

bool rt_script_add_key(struct rt_script_parser *parser, const char *name, enum rt_track_kind kind,
                       const double values[RT_TRACK_VALUES])
{
    struct rt_track *track = rt_script_open(parser->script, parser->subject, name, kind);
    if (track == NULL)
        return rt_script_line_fail(parser, "out of memory");
    if (track->count > 0 && parser->time_s < track->keys[track->count - 1].time_s)
        return rt_script_line_fail(
            parser,
            "the time %g is before the time of line %u, which is about %s\"%s %s\" too; "
            "write the lines about one input in the order of their times",
            parser->time_s, (unsigned)track->keys[track->count - 1].line,
            us_text_find(us_joint_openxr_names, name) >= 0 ? "the joint " : "",
            rt_script_subjects[parser->subject], name);
    struct rt_track_key key = {.time_s = parser->time_s, .line = parser->line};
    memcpy(key.values, values, sizeof key.values);
    return rt_track_add(track, &key) || rt_script_line_fail(parser, "out of memory");
}

bool rt_script_add_pose(struct rt_script_parser *parser, const char *name,
                        const struct rt_motion *pose)
{
    struct rt_track_key key;
    rt_track_set_pose(&key, pose);
    return rt_script_add_key(parser, name, RT_TRACK_POSE, key.values);
}

bool rt_script_values_expect(struct rt_script_parser *parser, size_t count, const char *meaning)
{
    if (rt_script_values_count(parser) == count)
        return true;
    return rt_script_line_fail(parser, "\"%s %s\" needs %s; the line has %zu value%s",
                               parser->tokens[1], parser->tokens[2], meaning,
                               rt_script_values_count(parser),
                               rt_script_values_count(parser) == 1 ? "" : "s");
}
