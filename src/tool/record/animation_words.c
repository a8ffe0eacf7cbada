/* SPDX-License-Identifier: MIT */
#include "tool/record/animation_words.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/base/seconds.h"
#include "tool/cli/text.h"
#include "tool/record/recording_line.h"

#define DEGREES_IN_RAD (180.0 / 3.14159265358979323846)

/* Where lines go. */
struct output {
    bool is_list; /* of `convert`, on standard output */
    bool quiet;
    const char *path; /* the file that was made */
};

/* One line: "  TITLE  text" of a list, otherwise "FILE TITLE text". */
static void say(const struct output *output, const char *title, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;

static void say(const struct output *output, const char *title, const char *format, ...)
{
    char text[512], safe[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    tool_text_escape(text, safe, sizeof safe);
    if (output->is_list)
        printf("  %-10s %s\n", title, safe);
    else if (!output->quiet)
        tool_text_complain("%s %s %s", output->path, title, text);
}

static const char *hands_of(const struct us_convert_report *report)
{
    bool left = report->facts.tracked[US_HAND_LEFT] > 0;
    bool right = report->facts.tracked[US_HAND_RIGHT] > 0;
    return left && right       ? "both hands"
           : left              ? "the left hand"
           : right             ? "the right hand"
           : report->has_hands ? "hands that are never tracked"
                               : NULL;
}

static void say_parts(const struct output *output, const struct us_convert_report *report)
{
    const struct us_session_keys_facts *facts = &report->facts;
    const char *parts[] = {report->has_head ? "head" : NULL, hands_of(report),
                           facts->gaze_valid > 0 ? "gaze" : NULL};
    char text[256] = "";
    for (unsigned i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (parts[i] == NULL)
            continue;
        if (text[0] != '\0')
            strcat(text, ", ");
        strcat(text, parts[i]);
    }
    if (report->markers > 0)
        snprintf(text + strlen(text), sizeof text - strlen(text), ", %" PRIu32 " marker%s",
                 report->markers, report->markers == 1 ? "" : "s");
    say(output, "holds", "%s; %" PRIu64 " frame%s, %s", text, facts->frames,
        facts->frames == 1 ? "" : "s", us_seconds_words(facts->last_s).text);
}

static void say_reduced(const struct output *output, const struct us_convert_report *report)
{
    const uint64_t all = report->keys + report->keys_left_out;
    say(output, "reduced",
        "to %.1f %% of the keys; positions are off by up to %.3f mm, rotations by up to %.3f "
        "degrees",
        all > 0 ? 100.0 * (double)report->keys / (double)all : 100.0, report->worst_m * 1000.0,
        report->worst_rad * DEGREES_IN_RAD);
}

static void say_missing(const struct output *output, const struct us_convert_report *report)
{
    const struct us_session_keys_facts *facts = &report->facts;
    bool has_hand = facts->tracked[US_HAND_LEFT] + facts->tracked[US_HAND_RIGHT] > 0;
    if (report->has_controllers)
        say(output, "lacks", "the controllers, because an input animation file has none%s",
            has_hand ? "" : "; no hand was tracked");
    if (facts->frames_before > 0)
        say(output, "lacks", "%" PRIu64 " frame%s before the app had the focus",
            facts->frames_before, facts->frames_before == 1 ? "" : "s");
    if (facts->frames_same > 0)
        say(output, "lacks", "%" PRIu64 " frame%s whose times are too close for the file",
            facts->frames_same, facts->frames_same == 1 ? "" : "s");
    if (facts->head_lost > 0)
        say(output, "lacks", "the loss of the head in %" PRIu64 " frame%s; it goes straight on",
            facts->head_lost, facts->head_lost == 1 ? "" : "s");
    if (facts->joints_lost > 0)
        say(output, "lacks",
            "the loss of joints of a tracked hand, %" PRIu64 " pose%s; it goes straight on",
            facts->joints_lost, facts->joints_lost == 1 ? "" : "s");
    if (facts->head_height_m > (double)US_RECORDING_FLOOR_HEIGHT_M)
        say(output, "begins", "with the head %.2f m above LOCAL; play it with --anchor local",
            facts->head_height_m);
}

void tool_animation_words_say(const char *command, const char *session,
                              const struct tool_animation_order *order,
                              const struct us_convert_report *report)
{
    char size[32], safe[1024];
    const char *keys = order->keys != NULL ? order->keys : "8";
    const struct output output = {
        .is_list = strcmp(command, "convert") == 0, .quiet = order->quiet, .path = order->path};
    if (output.is_list && order->quiet)
        return;
    tool_recording_line_size(report->bytes, size);
    if (output.is_list) {
        tool_text_escape(session, safe, sizeof safe);
        printf("%s: converted\n", safe);
        say(&output, "written", "%s, %s, keys of %s bytes", order->path, size, keys);
    } else {
        say(&output, "has", "%s, keys of %s bytes", size, keys);
    }
    say_parts(&output, report);
    if (report->keys_left_out > 0)
        say_reduced(&output, report);
    say_missing(&output, report);
    if (report->damages > 0)
        tool_text_complain("%s is damaged in %" PRIu64 " place%s; %s lacks what was there", session,
                           report->damages, report->damages == 1 ? "" : "s", order->path);
    if (!report->is_finished)
        tool_text_complain("%s was not finished; %s ends where it ends", session, order->path);
}
