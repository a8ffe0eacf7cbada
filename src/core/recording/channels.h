/* SPDX-License-Identifier: MIT */
/*
 * channels: the set of parts of a recording to play, and the set of parts that it has.
 */
#ifndef US_CHANNELS_H
#define US_CHANNELS_H

#include <stddef.h>

#include "core/recording/recording.h"
#include "core/base/result.h"

enum us_channel {
    US_CHANNEL_HEAD = 1,
    US_CHANNEL_HANDS = 2,
    US_CHANNEL_GAZE = 4,
    US_CHANNEL_PINCH = 8,
    US_CHANNEL_CONTROLLERS = 16, /* of a session: poses and components of controllers */
    US_CHANNEL_ALL = 31
};
enum { US_CHANNEL_COUNT = 5 };

/* The set for a list such as "head,gaze". 0 if a word is not the name of a channel; `*out_word` and
 * `*out_length` then give that word. */
unsigned us_channels_parse(const char *list, const char **out_word, int *out_length);

/* The names of a set, "head, gaze"; "nothing" for the empty one. `size` is 64 at least. */
void us_channels_names(unsigned channels, char *out_text, size_t size);

/* The channels for which there are keys to play. `recording` may be an index's head: no key is
 * read. */
unsigned us_channels_recorded(const struct us_recording *recording);

/* The channels about which the recording has any key. Hands and pinch are included if its only keys
 * say that no hand was tracked. */
unsigned us_channels_covered(const struct us_recording *recording);

/* US_ERROR_NOTHING, with the reason, if the recording has no keys for any of the channels in
 * `asked`. */
enum us_result us_channels_check(const struct us_recording *recording, unsigned asked,
                                 struct us_error *error);

#endif
