/* SPDX-License-Identifier: MIT */
#include "tool/convert/base/pairing.h"

#include <stdlib.h>
#include <string.h>

static void put_frame(struct tool_convert_pairing *pairing)
{
    if (!pairing->has_frame)
        return;
    pairing->has_frame = false;
    pairing->inputs_moved +=
        pairing->input_is_new && pairing->frames > 0 &&
        pairing->input.time_ns < pairing->frame.time_ns - US_SESSION_INPUT_AHEAD_NS;
    pairing->frames++;
    pairing->input_is_new = false;
    pairing->put(pairing);
}

static void begin(struct tool_convert_pairing *pairing)
{
    pairing->frames = pairing->inputs_lost = pairing->inputs_moved = 0;
    pairing->has_ended = false;
}

void tool_convert_pairing_take(struct tool_convert_pairing *pairing,
                               const struct us_session_message *message)
{
    if (pairing->has_ended)
        begin(pairing);
    if (message->topic == US_SESSION_TOPIC_FRAME) {
        put_frame(pairing);
        pairing->frame = message->of.frame;
        pairing->has_frame = true;
    } else if (message->topic == US_SESSION_TOPIC_INPUT) {
        if (pairing->has_frame &&
            message->time_ns > pairing->frame.time_ns + US_SESSION_INPUT_AHEAD_NS)
            put_frame(pairing);
        pairing->inputs_lost += pairing->input_is_new && pairing->frames + pairing->has_frame > 0;
        pairing->input = message->of.input;
        pairing->has_input = pairing->input_is_new = true;
    }
}

void tool_convert_pairing_end(struct tool_convert_pairing *pairing)
{
    put_frame(pairing);
    pairing->has_input = pairing->input_is_new = false;
    pairing->has_ended = true;
}

void tool_convert_pairing_report(const struct tool_convert_pairing *pairing, struct tool_loss *loss)
{
    tool_loss_count(loss, TOOL_LOSS_DROPPED, pairing->inputs_lost, NULL,
                    "# changes of inputs, because others came before the next frame");
    tool_loss_count(loss, TOOL_LOSS_RESAMPLED, pairing->inputs_moved, NULL,
                    "# changes of inputs between two frames, which come with the later frame");
}

/* ---- Apart again ---- */

/* Whether the inputs are not those that were given before. */
static bool is_new(struct tool_convert_feed *feed)
{
    feed->before.time_ns = feed->input->time_ns;
    const bool is_same =
        feed->gave_input && memcmp(&feed->before, feed->input, sizeof feed->before) == 0;
    feed->before = *feed->input;
    return !is_same && feed->base.outline.has_components;
}

/* Goes to the next frame of the file. */
static enum us_result advance(struct tool_convert_feed *feed, bool *out_end, struct us_error *error)
{
    const enum us_result result = feed->kind->get(feed, out_end, error);
    struct us_session_frame *frame = feed->frame;
    if (result != US_OK || *out_end)
        return result;
    if (frame->period_ns == 0 && feed->frames > 0) {
        frame->period_ns = frame->time_ns - feed->before_ns;
        feed->periods++;
    }
    frame->number = ++feed->frames;
    feed->before_ns = feed->input->time_ns = frame->time_ns;
    return US_OK;
}

static enum us_result next(struct tool_convert_source *base, struct us_session_message **out,
                           struct us_error *error)
{
    struct tool_convert_feed *feed = (struct tool_convert_feed *)base;
    bool is_end = false;
    *out = &feed->message;
    if (feed->has_input) {
        feed->has_input = false;
        feed->gave_input = true;
        feed->message.topic = US_SESSION_TOPIC_INPUT;
        feed->message.time_ns = feed->before.time_ns;
        feed->message.of.input = feed->before;
        return US_OK;
    }
    enum us_result result = advance(feed, &is_end, error);
    if (result != US_OK || is_end) {
        *out = NULL;
        return result;
    }
    if (feed->is_in_stage)
        tool_convert_stage_move(&feed->stage, feed->frame);
    feed->has_input = is_new(feed);
    feed->message.topic = US_SESSION_TOPIC_FRAME;
    feed->message.time_ns = feed->frame->time_ns;
    feed->message.of.frame = *feed->frame;
    return US_OK;
}

static void start_again(struct tool_convert_source *base)
{
    struct tool_convert_feed *feed = (struct tool_convert_feed *)base;
    feed->kind->restart(feed);
    feed->frames = feed->periods = 0;
    feed->has_input = feed->gave_input = false;
}

static void close_feed(struct tool_convert_source *base)
{
    struct tool_convert_feed *feed = (struct tool_convert_feed *)base;
    tool_edit_outline_finish(&base->outline);
    feed->kind->finish(feed);
    free(feed);
}

/* Opens and reads the whole file. */
static enum us_result check(struct tool_convert_feed *feed, struct us_error *error)
{
    struct tool_edit_outline *outline = &feed->base.outline;
    bool is_end = false;
    outline->is_session = true;
    outline->info.orientation_tracking = outline->info.position_tracking = true;
    enum us_result result = feed->kind->open(feed, error);
    if (result != US_OK)
        return result;
    start_again(&feed->base);
    while ((result = advance(feed, &is_end, error)) == US_OK && !is_end) {
        outline->last_ns = feed->before_ns;
        if (feed->frames == 1)
            outline->origin_ns = outline->start_ns = outline->info.time_ns = outline->last_ns;
        tool_convert_stage_choose(&feed->stage, &feed->frame->head);
    }
    if (result == US_OK && feed->frames == 0)
        return us_result_fail(error, US_ERROR_NOTHING, US_NO_BYTE, NULL,
                              "%s: nothing would be played", feed->kind->nothing);
    return result == US_OK && feed->kind->settle != NULL ? feed->kind->settle(feed, error) : result;
}

enum us_result tool_convert_feed_open(const struct tool_convert_feed_kind *kind,
                                      const struct tool_convert_input *input,
                                      struct tool_convert_source **out, struct us_error *error)
{
    struct tool_convert_feed *feed = calloc(1, kind->size);
    *out = NULL;
    if (feed == NULL)
        return us_result_no_memory(error);
    feed->base.next = next;
    feed->base.rewind = start_again;
    feed->base.report = kind->report;
    feed->base.close = close_feed;
    feed->kind = kind;
    feed->from = *input;
    const enum us_result result = check(feed, error);
    if (result == US_OK) {
        start_again(&feed->base);
        *out = &feed->base;
    } else {
        close_feed(&feed->base);
    }
    return result;
}

void tool_convert_feed_show(const struct tool_convert_feed *feed, uint64_t done, uint64_t total)
{
    if (feed->from.progress != NULL)
        feed->from.progress(feed->from.data, done, total);
}
