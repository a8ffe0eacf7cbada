/* SPDX-License-Identifier: MIT */
/*
 * iwer_source: a recording of the ActionRecorder of IWER, the Immersive Web Emulation Runtime, as
 * the messages of a session recording. docs/formats.md describes what becomes what.
 *
 * The file is read twice, frame by frame, in bounded memory: an input source list or a frame of
 * more than a megabyte is refused.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/recording/recording.h"
#include "tool/convert/base/format.h"
#include "tool/convert/base/pairing.h"
#include "tool/convert/iwer/schema.h"
#include "tool/convert/iwer/json_file.h"

/* Of a file's own clock, so that all differences fit. About 300 years. */
#define TIME_MOST_MS 9e12
/* Longer than any recording; a year. */
#define SPAN_MOST_MS 3.2e10

enum { SCHEMA, FRAMES, OWN, MEMBERS };
static const char *const members[MEMBERS] = {"schema", "frames", "understudy"};

struct iwer_source {
    struct tool_convert_feed feed; /* the first member */
    struct tool_window json;
    struct tool_json_span spans[MEMBERS];
    struct tool_iwer_schema schema;
    struct tool_iwer_reference reference;
    struct tool_iwer_counts counts;
    uint64_t at, row; /* the next element of frames: its offset, and its number from 0 */
    uint64_t same;    /* rows that are left out, as their time is that of the row before */
    double first_ms;  /* of the file's clock */
    float height_m;   /* of LOCAL above the file's origin, if the file does not say it */
    bool is_referred; /* the reference is known */
    struct tool_iwer_frame frame;
};

/* ---- Frames ---- */

/* A file that says nothing: the origin is on the floor if the head is high above it. */
static void find_reference(struct iwer_source *source)
{
    const struct us_session_location *head = &source->frame.frame.head;
    if (source->is_referred || head->flags == 0)
        return;
    source->is_referred = true;
    if (source->reference.is_said || !(head->pose.position_m.y > US_RECORDING_FLOOR_HEIGHT_M))
        return;
    source->height_m = head->pose.position_m.y;
    source->reference.is_floor = source->reference.is_moved = true;
    source->reference.T_local_it.position_m.y = -source->height_m;
}

static enum us_result set_time(struct iwer_source *source, uint64_t row, bool *out_same,
                               struct us_error *error)
{
    const bool is_first = source->feed.frames == 0;
    const double time_ms = source->frame.time_ms;
    struct us_session_frame *frame = &source->frame.frame;
    if (!(fabs(time_ms) <= TIME_MOST_MS))
        return us_result_fail(error, US_ERROR_USAGE, US_NO_BYTE, NULL,
                              "frames[%" PRIu64 "]: its time is not in milliseconds", row);
    if (is_first)
        source->first_ms = time_ms;
    const double span_ms = time_ms - source->first_ms;
    if (span_ms > SPAN_MOST_MS)
        return us_result_fail(error, US_ERROR_USAGE, US_NO_BYTE, NULL,
                              "frames[%" PRIu64 "]: it comes more than a year after the first",
                              row);
    frame->time_ns = TOOL_CONVERT_ORIGIN_NS + llround(span_ms * 1e6);
    *out_same = !is_first && frame->time_ns == source->feed.before_ns;
    if (!is_first && frame->time_ns < source->feed.before_ns)
        return us_result_fail(error, US_ERROR_USAGE, US_NO_BYTE, NULL,
                              "frames[%" PRIu64 "]: its time, %.9g ms, is before that of the frame "
                              "before; sort the frames by their times",
                              row, time_ms);
    return US_OK;
}

/* The next row of the file. */
static enum us_result next_row(struct iwer_source *source, bool *out_end, struct us_error *error)
{
    char what[48];
    cJSON *json;
    snprintf(what, sizeof what, "frames[%" PRIu64 "]", source->row);
    enum us_result result = tool_json_file_next(&source->json, &source->at, what, &json, error);
    *out_end = json == NULL;
    if (result != US_OK || json == NULL)
        return result;
    tool_convert_feed_show(&source->feed, source->at, source->json.file.size);
    result = tool_iwer_frame_read(json, source->row++, &source->schema, &source->frame,
                                  &source->counts, error);
    cJSON_Delete(json);
    return result;
}

static enum us_result get(struct tool_convert_feed *feed, bool *out_end, struct us_error *error)
{
    struct iwer_source *source = (struct iwer_source *)feed;
    bool is_same = false;
    do {
        enum us_result result = next_row(source, out_end, error);
        if (result == US_OK && !*out_end)
            result = set_time(source, source->row - 1, &is_same, error);
        if (result != US_OK || *out_end)
            return result;
        source->same += is_same;
    } while (is_same);
    struct us_session_frame *frame = &source->frame.frame;
    source->frame.input.count = feed->base.outline.components.count;
    find_reference(source);
    if (source->reference.is_moved)
        tool_convert_frame_move(frame, source->reference.T_local_it);
    if (source->reference.is_floor)
        frame->spaces[US_SESSION_SPACE_LOCAL_FLOOR] =
            tool_convert_place(source->reference.T_local_it);
    return US_OK;
}

static void restart(struct tool_convert_feed *feed)
{
    struct iwer_source *source = (struct iwer_source *)feed;
    source->at = source->spans[FRAMES].begin;
    source->row = source->same = 0;
    source->counts = (struct tool_iwer_counts){0};
}

/* ---- The whole file ---- */

static enum us_result read_member(struct iwer_source *source, unsigned member,
                                  struct us_error *error)
{
    cJSON *json;
    if (source->spans[member].end == 0)
        return tool_iwer_reference_read(NULL, &source->reference, error);
    enum us_result result =
        tool_json_file_value(&source->json, source->spans[member], members[member], &json, error);
    if (result == US_OK && member == SCHEMA)
        result = tool_iwer_schema_read(json, &source->feed.base.outline.components, &source->schema,
                                       error);
    else if (result == US_OK)
        result = tool_iwer_reference_read(json, &source->reference, error);
    cJSON_Delete(json);
    return result;
}

static enum us_result read_members(struct iwer_source *source, struct us_error *error)
{
    enum us_result result =
        tool_json_file_members(&source->json, members, MEMBERS, source->spans, error);
    for (unsigned i = SCHEMA; i <= FRAMES && result == US_OK; i++)
        if (source->spans[i].end == 0)
            return us_result_fail(error, US_ERROR_USAGE, US_NO_BYTE, NULL,
                                  "there is no member \"%s\"; convert reads what IWER's "
                                  "ActionRecorder writes: {\"schema\": [...], \"frames\": [...]}",
                                  members[i]);
    if (result == US_OK)
        result = read_member(source, SCHEMA, error);
    return result == US_OK ? read_member(source, OWN, error) : result;
}

static void fill_outline(const struct iwer_source *source, struct tool_edit_outline *outline)
{
    for (unsigned i = 0; i < source->schema.count; i++)
        outline->info.hand_tracking |=
            source->schema.list[i].is_known && source->schema.list[i].has_hand;
    outline->has_components = outline->components.count + outline->components.profile_count > 0;
}

static enum us_result open_file(struct tool_convert_feed *feed, struct us_error *error)
{
    struct iwer_source *source = (struct iwer_source *)feed;
    feed->frame = &source->frame.frame;
    feed->input = &source->frame.input;
    enum us_result result =
        tool_window_open(&source->json, feed->from.path, TOOL_WINDOW_SIZE, error);
    if (result == US_OK)
        result = read_members(source, error);
    if (result == US_OK)
        fill_outline(source, &feed->base.outline);
    return result;
}

static void finish(struct tool_convert_feed *feed)
{
    tool_window_close(&((struct iwer_source *)feed)->json);
}

/* ---- The report ---- */

static void report_reference(const struct iwer_source *source, struct tool_loss *loss)
{
    if (source->reference.is_said)
        return;
    if (source->height_m > 0.0f)
        tool_loss_add(loss, TOOL_LOSS_INVENTED, 1,
                      "that the poses are in local-floor, which the file does not say: the head "
                      "begins %.3f m high; and LOCAL, which is at this height",
                      (double)source->height_m);
    else
        tool_loss_add(loss, TOOL_LOSS_INVENTED, 1,
                      "that the poses are in local, which the file does not say: the head begins "
                      "near the origin");
}

static void report_inputs(const struct iwer_source *source, struct tool_loss *loss)
{
    for (unsigned i = 0; i < source->schema.count; i++) {
        const struct tool_iwer_input *input = &source->schema.list[i];
        if (!input->is_known || input->path == NULL)
            continue;
        if (input->is_guessed)
            tool_loss_add(loss, TOOL_LOSS_INVENTED, 1,
                          "the profile of '%.40s' of the %s hand, which is not known: %s",
                          input->name, us_hand_name((enum us_hand)input->hand), input->path);
        else
            tool_loss_add(loss, TOOL_LOSS_NOTE, 1, "'%.40s' of the %s hand is %s", input->name,
                          us_hand_name((enum us_hand)input->hand), input->path);
    }
}

static void report(const struct tool_convert_source *base, struct tool_loss *loss)
{
    const struct iwer_source *source = (const struct iwer_source *)base;
    const struct tool_iwer_counts *counts = &source->counts;
    report_reference(source, loss);
    report_inputs(source, loss);
    tool_loss_add(loss, TOOL_LOSS_INVENTED, source->feed.frames,
                  "that each pose is tracked: the file holds only those that are valid");
    tool_loss_count(loss, TOOL_LOSS_INVENTED, counts->palms, "palm",
                    "#, which WebXR lacks: halfway along the metacarpal bone of the middle finger, "
                    "and not tracked");
    tool_loss_count(loss, TOOL_LOSS_INVENTED, counts->radii, "joint",
                    "the radii of # are those of a hand of medium size");
    tool_loss_count(loss, TOOL_LOSS_DROPPED, source->same, "frame",
                    "# at the time of the frame before");
    tool_loss_count(loss, TOOL_LOSS_DROPPED, counts->unknown, "pose",
                    "# of input sources without a hand or a tracked pointer");
    tool_loss_count(loss, TOOL_LOSS_DROPPED, counts->doubles, "frame",
                    "# of a second controller of one hand");
    tool_loss_count(loss, TOOL_LOSS_DROPPED, counts->buttons, "value",
                    "# of buttons that the profile of OpenXR lacks");
    tool_loss_count(loss, TOOL_LOSS_DROPPED, counts->touches, "value",
                    "# of whether a button is touched, which its control of OpenXR does not tell");
    if (source->first_ms != 0.0)
        tool_loss_add(loss, TOOL_LOSS_NOTE, 1,
                      "playback begins at %.9g ms of the file, which is 0 in a recording",
                      source->first_ms);
}

const struct tool_convert_feed_kind tool_iwer_feed = {.size = sizeof(struct iwer_source),
                                                      .nothing = "there is no frame",
                                                      .open = open_file,
                                                      .restart = restart,
                                                      .get = get,
                                                      .report = report,
                                                      .finish = finish};

bool tool_iwer_is(const char *path)
{
    char name[16];
    return tool_json_file_first(path, name, sizeof name) &&
           (strcmp(name, members[SCHEMA]) == 0 || strcmp(name, members[FRAMES]) == 0 ||
            strcmp(name, members[OWN]) == 0);
}
