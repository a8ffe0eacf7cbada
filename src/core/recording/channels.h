/* SPDX-License-Identifier: MIT */
/*
 * channels: which parts of a recording are played, as a set, and which of them it has.
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

/* The set that a list such as "head,gaze" means; or 0, with the word that is no channel's name. */
unsigned us_channels_parse(const char *list, const char **out_word, int *out_length);

/* The names of a set, "head, gaze"; "nothing" for the empty one. `size` is 64 at least. */
void us_channels_names(unsigned channels, char *out_text, size_t size);

/* The channels for which there are keys to play. `recording` may be an index's head: no key is
 * read. */
unsigned us_channels_recorded(const struct us_recording *recording);

/* The channels that the recording says something of: with hands and pinch also where all that it
 * says is that no hand was seen. */
unsigned us_channels_covered(const struct us_recording *recording);

/* US_ERROR_NOTHING, with the reason, if the recording has nothing to play for any of the channels
 * that are asked for. */
enum us_result us_channels_check(const struct us_recording *recording, unsigned asked,
                                 struct us_error *error);

#endif
