/* SPDX-License-Identifier: MIT */
#include "tool/convert/base/feed.h"

#include <string.h>

/* Whether the inputs are not those that were given before. */
static bool is_new(struct tool_convert_feed *feed)
{
    feed->before.time_ns = feed->input->time_ns;
    const bool is_same =
        feed->gave_input && memcmp(&feed->before, feed->input, sizeof feed->before) == 0;
    feed->before = *feed->input;
    return !is_same && feed->outline->has_components;
}

enum us_result tool_convert_feed_next(struct tool_convert_feed *feed,
                                      struct us_session_message **out, struct us_error *error)
{
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
    enum us_result result = feed->get(feed, &is_end, error);
    if (result != US_OK || is_end) {
        *out = NULL;
        return result;
    }
    feed->has_input = is_new(feed);
    feed->message.topic = US_SESSION_TOPIC_FRAME;
    feed->message.time_ns = feed->frame->time_ns;
    feed->message.of.frame = *feed->frame;
    return US_OK;
}

void tool_convert_feed_rewind(struct tool_convert_feed *feed)
{
    feed->has_input = feed->gave_input = false;
}
