/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "core/base/text.h"
#include "tool/cli/json.h"
#include "tool/cli/text.h"
#include "tool/compare/compare_print.h"

static void print_first(const struct tool_recording_difference *difference,
                        enum tool_recording_difference_channel channel, const char *a,
                        const char *b)
{
    const struct tool_recording_difference_first *first = &difference->channels[channel].first;
    const struct tool_compare_side sides[2] = {{a, first->a, first->unit, 0},
                                               {b, first->b, first->unit, 0}};
    char apart[64], equal[48];
    snprintf(apart, sizeof apart, "%.6g%s%s", first->amount, first->unit[0] != '\0' ? " " : "",
             first->unit);
    snprintf(equal, sizeof equal, "%.6f s", difference->equal_s);
    tool_text_print_line(stdout, "the first difference is at %.6f s, in %s%s%s: %s", first->at_s,
                         tool_recording_difference_channel_name(channel),
                         first->part[0] != '\0' ? ", " : "", first->part, first->what);
    tool_compare_print_sides(stdout, sides, isfinite(first->amount) ? apart : NULL,
                             difference->equal_s < first->at_s ? equal : NULL);
}

static const char *alone_in(const struct tool_recording_difference_facts *facts)
{
    return facts->a > 0 && facts->b == 0 ? "a" : facts->b > 0 && facts->a == 0 ? "b" : NULL;
}

static void print_channel(const struct tool_recording_difference *difference,
                          enum tool_recording_difference_channel channel, const char *a,
                          const char *b)
{
    const struct tool_recording_difference_facts *facts = &difference->channels[channel];
    const char *alone = alone_in(facts);
    if (facts->differing == 0)
        return;
    printf("  %-16s  %" PRIu64 " %s", tool_recording_difference_channel_name(channel),
           facts->differing,
           channel == TOOL_RECORDING_DIFFERENCE_MARKERS ? "differ" : "times differ");
    if (facts->most_m > 0.0)
        printf(", by up to %.6g m", facts->most_m);
    if (facts->most_rad > 0.0)
        printf(", by up to %.6g rad", facts->most_rad);
    if (facts->most_number > 0.0)
        printf(", by up to %.6g", facts->most_number);
    if (alone != NULL)
        tool_text_print_line(stdout, "; in %s alone", alone[0] == 'a' ? a : b);
    else
        putchar('\n');
}

static void print_uncompared(const struct tool_recording_difference *difference)
{
    if (difference->a_is_session != difference->b_is_session)
        printf("not compared, because only a session recording holds them: controllers, aim states "
               "and sources of hands, radii of joints, views, spaces, profiles, components\n");
    else if (difference->a_is_session)
        printf("not compared: velocities, the presence of the person, the refresh rate, states of "
               "the session, events, haptics\n");
}

/* Sessions are compared at the frames that both hold. */
static void print_frames(const struct tool_recording_difference *difference)
{
    if (difference->a_alone + difference->b_alone > 0)
        printf("compared at the times that both hold; %" PRIu64 " frames are in the first alone, "
               "and %" PRIu64 " in the second\n",
               difference->a_alone, difference->b_alone);
}

void tool_compare_print_recordings(const struct tool_recording_difference *difference,
                                   const char *a, const char *b)
{
    const enum tool_recording_difference_channel first =
        tool_recording_difference_earliest(difference);
    if (!tool_recording_difference_is_any(difference)) {
        printf("no difference at %" PRIu64 " times in %.3f s\n", difference->times,
               fmin(difference->a_duration_s, difference->b_duration_s));
        print_frames(difference);
        print_uncompared(difference);
        return;
    }
    if (first != TOOL_RECORDING_DIFFERENCE_CHANNELS)
        print_first(difference, first, a, b);
    printf("%" PRIu64 " of %" PRIu64 " times differ\n", difference->times_differing,
           difference->times);
    for (unsigned i = 0; i < TOOL_RECORDING_DIFFERENCE_CHANNELS; i++)
        print_channel(difference, (enum tool_recording_difference_channel)i, a, b);
    const int decimals = us_seconds_decimals(difference->a_duration_s, difference->b_duration_s, 6);
    if (difference->durations_differ)
        printf("the durations differ: %s s and %s s\n",
               us_seconds_text(difference->a_duration_s, decimals).text,
               us_seconds_text(difference->b_duration_s, decimals).text);
    print_frames(difference);
    print_uncompared(difference);
}

/* ---- JSON ---- */

static void add_first(cJSON *object, const struct tool_recording_difference *difference,
                      enum tool_recording_difference_channel channel)
{
    const struct tool_recording_difference_first *of = &difference->channels[channel].first;
    cJSON *first = cJSON_AddObjectToObject(object, "first");
    cJSON_AddStringToObject(first, "channel", tool_recording_difference_channel_name(channel));
    tool_json_add_number(first, "at_s", of->at_s);
    tool_json_add_text_or_null(first, "part", of->part);
    cJSON_AddStringToObject(first, "what", of->what);
    tool_json_add_text(first, "a", of->a);
    tool_json_add_text(first, "b", of->b);
    tool_json_add_number(first, "amount", of->amount);
    cJSON_AddStringToObject(first, "unit", of->unit);
}

static void add_channel(cJSON *list, const struct tool_recording_difference *difference,
                        enum tool_recording_difference_channel channel)
{
    const struct tool_recording_difference_facts *facts = &difference->channels[channel];
    const char *alone = alone_in(facts);
    if (!tool_recording_difference_is_compared(difference, channel) ||
        (facts->a == 0 && facts->b == 0))
        return;
    cJSON *object = cJSON_AddObjectToObject(list, tool_recording_difference_channel_name(channel));
    tool_json_add_number(object, "a", (double)facts->a);
    tool_json_add_number(object, "b", (double)facts->b);
    tool_json_add_number(object, "differing", (double)facts->differing);
    tool_json_add_number(object, "most_m", facts->most_m);
    tool_json_add_number(object, "most_rad", facts->most_rad);
    tool_json_add_number(object, "most_number", facts->most_number);
    if (alone != NULL)
        cJSON_AddStringToObject(object, "alone_in", alone);
    if (facts->differing > 0)
        add_first(object, difference, channel);
}

cJSON *tool_compare_recordings_to_json(const struct tool_recording_difference *difference)
{
    const enum tool_recording_difference_channel first =
        tool_recording_difference_earliest(difference);
    cJSON *object = cJSON_CreateObject();
    tool_json_add_number(object, "times", (double)difference->times);
    tool_json_add_number(object, "times_differing", (double)difference->times_differing);
    tool_json_add_number(object, "a_alone", (double)difference->a_alone);
    tool_json_add_number(object, "b_alone", (double)difference->b_alone);
    cJSON *durations = cJSON_AddObjectToObject(object, "duration_s");
    tool_json_add_number(durations, "a", difference->a_duration_s);
    tool_json_add_number(durations, "b", difference->b_duration_s);
    cJSON_AddBoolToObject(durations, "differ", difference->durations_differ);
    if (first != TOOL_RECORDING_DIFFERENCE_CHANNELS)
        add_first(object, difference, first);
    cJSON *channels = cJSON_AddObjectToObject(object, "channels");
    for (unsigned i = 0; i < TOOL_RECORDING_DIFFERENCE_CHANNELS; i++)
        add_channel(channels, difference, (enum tool_recording_difference_channel)i);
    return object;
}
