/* SPDX-License-Identifier: MIT */
#include "core/recording/channels.h"

#include <string.h>

#include "core/base/text.h"

static const char *const names[US_CHANNEL_COUNT] = {"head", "hands", "gaze", "pinch",
                                                    "controllers"};

unsigned us_channels_parse(const char *list, const char **out_word, int *out_length)
{
    unsigned channels = 0;
    for (const char *word = list;; word++) {
        size_t length = strcspn(word, ",");
        int found = -1;
        for (int i = 0; i < US_CHANNEL_COUNT; i++)
            if (strlen(names[i]) == length && strncmp(word, names[i], length) == 0)
                found = i;
        if (found < 0) {
            *out_word = word;
            *out_length = us_text_shown(word, length);
            return 0;
        }
        channels |= 1u << found;
        word += length;
        if (*word == '\0')
            return channels;
    }
}

void us_channels_names(unsigned channels, char *out_text, size_t size)
{
    out_text[0] = '\0';
    for (int i = 0; i < US_CHANNEL_COUNT; i++)
        if (channels & (1u << i))
            us_text_add_word(out_text, size, names[i]);
    if (out_text[0] == '\0')
        us_text_add_word(out_text, size, "nothing");
}

static unsigned with_hands(const struct us_recording *recording, bool hands)
{
    return (us_recording_has_head(recording) ? US_CHANNEL_HEAD : 0u) |
           (hands ? US_CHANNEL_HANDS | US_CHANNEL_PINCH : 0u) |
           (us_recording_has_gaze(recording) ? US_CHANNEL_GAZE : 0u) |
           (recording->has_controllers ? US_CHANNEL_CONTROLLERS : 0u);
}

unsigned us_channels_recorded(const struct us_recording *recording)
{
    return with_hands(recording, us_recording_has_hand(recording, US_HAND_LEFT) ||
                                     us_recording_has_hand(recording, US_HAND_RIGHT));
}

unsigned us_channels_covered(const struct us_recording *recording)
{
    const struct us_curve *tracked = &recording->curves[US_CURVE_TRACKED];
    return with_hands(recording,
                      tracked[US_HAND_LEFT].key_count > 0 || tracked[US_HAND_RIGHT].key_count > 0);
}

enum us_result us_channels_check(const struct us_recording *recording, unsigned asked,
                                 struct us_error *error)
{
    unsigned recorded = us_channels_recorded(recording);
    if ((recorded & asked) != 0)
        return US_OK;
    if (recorded == 0)
        return us_result_fail(
            error, US_ERROR_NOTHING, US_NO_BYTE, NULL,
            "the recording has no head, hand or gaze to play: %s; record it again",
            recording->is_session       ? "no frame has one, and there is no controller"
            : recording->key_count == 0 ? "no curve has a key"
                                        : "only other curves have keys");
    char missing[64], there[64];
    us_channels_names(asked, missing, sizeof missing);
    us_channels_names(recorded, there, sizeof there);
    return us_result_fail(error, US_ERROR_NOTHING, US_NO_BYTE, NULL,
                          "the recording has no %s; it has %s", missing, there);
}
