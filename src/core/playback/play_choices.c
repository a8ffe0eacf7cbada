/* SPDX-License-Identifier: MIT */
#include "core/playback/play_choices.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/text.h"

/* The part that plays, and the pauses. */

/* strtod would follow the app's locale, whose decimal separator may be a comma. */
bool us_play_range_number(const char *text, size_t length, double *out_number)
{
    double value = 0.0, place = 1.0;
    bool negative = length > 0 && text[0] == '-', fraction = false, digits = false;
    for (size_t i = negative ? 1 : 0; i < length; i++) {
        if (text[i] == '.' && !fraction) {
            fraction = true;
        } else if (text[i] >= '0' && text[i] <= '9') {
            value = value * 10.0 + (text[i] - '0');
            place *= fraction ? 10.0 : 1.0;
            digits = true;
        } else {
            return false;
        }
    }
    /* Some hundred digits make both infinite. */
    if (!digits || !(value < 1e300) || !(place < 1e300))
        return false;
    *out_number = negative ? -value / place : value / place;
    return true;
}

bool us_play_range_seconds(const char *text, size_t length, double *out_s)
{
    if (length > 1 && text[length - 1] == 's')
        length--;
    return us_play_range_number(text, length, out_s);
}

/* Writes "'a' (1.500 s), 'b' (2.000 s)", and "..." where there is no room for more. */
static void list_markers(const struct us_recording *recording, char *out, size_t size)
{
    size_t used = 0;
    out[0] = '\0';
    for (uint32_t i = 0; i < recording->marker_count; i++) {
        int more = snprintf(out + used, size - used, "%s'%s' (%s)", i > 0 ? ", " : "",
                            recording->markers[i].name,
                            us_seconds_words(recording->markers[i].time_s).text);
        if (more < 0 || (size_t)more >= size - used) {
            snprintf(out + used, size - used, "%s", size - used > 5 ? ", ..." : "");
            return;
        }
        used += (size_t)more;
    }
}

/* A marker of a session may have been set while its app loaded, before time 0, or after the last
 * frame. It stands for the nearest moment that the recording has. */
static double moment_of_marker(const struct us_recording *recording, const struct us_marker *marker)
{
    double at_s = (double)marker->time_s;
    if (!recording->is_session)
        return at_s;
    return fmin(fmax(at_s, us_recording_start_s(recording)), recording->last_key_s);
}

enum us_result us_play_range_moment(const struct us_recording *recording, const char *text,
                                    size_t length, double *out_s, struct us_error *error)
{
    static const char prefix[] = "marker:";
    const size_t prefix_length = sizeof prefix - 1;
    bool is_name = length >= prefix_length && strncmp(text, prefix, prefix_length) == 0;
    if (!is_name && us_play_range_seconds(text, length, out_s))
        return US_OK;
    const char *name = is_name ? text + prefix_length : text;
    size_t name_length = is_name ? length - prefix_length : length;
    for (uint32_t i = 0; i < recording->marker_count; i++) {
        const struct us_marker *marker = &recording->markers[i];
        if (marker->name_length == name_length && memcmp(marker->name, name, name_length) == 0) {
            *out_s = moment_of_marker(recording, marker);
            return US_OK;
        }
    }
    char markers[US_ERROR_TEXT_SIZE - 116];
    list_markers(recording, markers, sizeof markers);
    int shown = us_text_shown(name, name_length);
    if (recording->marker_count == 0)
        return us_result_fail(error, US_ERROR_USAGE, US_NO_BYTE, NULL,
                              "there is no marker '%.*s': the recording has none", shown, name);
    return us_result_fail(error, US_ERROR_USAGE, US_NO_BYTE, NULL,
                          "there is no marker '%.*s'; the recording has %s", shown, name, markers);
}

/* Finds a moment that must be in [first_s, last_s]. */
static enum us_result find_inside(const struct us_recording *recording, const char *text,
                                  size_t length, double first_s, double last_s, double *out_s,
                                  struct us_error *error)
{
    double moment_s = 0.0;
    enum us_result result = us_play_range_moment(recording, text, length, &moment_s, error);
    if (result != US_OK)
        return result;
    /* The user may have copied the last moment as it is printed, with three decimals. */
    if (moment_s > last_s && moment_s <= last_s + 0.0005)
        moment_s = last_s;
    if (moment_s >= first_s && moment_s <= last_s) {
        *out_s = moment_s;
        return US_OK;
    }
    /* A beginning just behind the moment has the decimals that show it. */
    const int decimals = us_seconds_decimals(moment_s, first_s, 3);
    return us_result_fail(
        error, US_ERROR_USAGE, US_NO_BYTE, NULL, "'%.*s' is outside of the range from %s%s to %s",
        us_text_shown(text, length), text,
        decimals > 3 ? us_seconds_text(first_s, decimals).text : us_seconds_words(first_s).text,
        decimals > 3 ? " s" : "", us_seconds_words(last_s).text);
}

static bool add_pause(struct us_clock_pauses *pauses, struct us_clock_pause pause)
{
    if (pauses->count >= US_CLOCK_PAUSES_MAX)
        return false;
    unsigned at = pauses->count++;
    for (; at > 0 && pauses->list[at - 1].at_s > pause.at_s; at--)
        pauses->list[at] = pauses->list[at - 1];
    pauses->list[at] = pause;
    return true;
}

/* Reads one AT:SECONDS and adds it to the clock's pauses. */
static enum us_result read_pause(const struct us_recording *recording, const char *text,
                                 size_t length, struct us_clock *clock, struct us_error *error)
{
    size_t colon = length;
    while (colon >= 2 && text[colon - 1] != ':')
        colon--;
    struct us_clock_pause pause;
    if (colon < 2 || !us_play_range_seconds(text + colon, length - colon, &pause.for_s) ||
        !(pause.for_s >= 0.0 && pause.for_s <= 86400.0))
        return us_result_fail(error, US_ERROR_USAGE, US_NO_BYTE, NULL,
                              "'%.*s' is not a pause; write AT:SECONDS, with 0 to 86400 seconds",
                              us_text_shown(text, length), text);
    enum us_result result =
        find_inside(recording, text, colon - 1, clock->from_s, clock->to_s, &pause.at_s, error);
    if (result == US_OK && !add_pause(&clock->pauses, pause))
        result = us_result_fail(error, US_ERROR_USAGE, US_NO_BYTE, NULL,
                                "there are more than %d pauses", US_CLOCK_PAUSES_MAX);
    return result;
}

enum us_result us_play_range_apply(const struct us_recording *recording,
                                   const struct us_play_range *range, struct us_clock *clock,
                                   struct us_error *error)
{
    struct us_clock made = *clock;
    double first_s = us_recording_start_s(recording);
    double last_s = recording->last_key_s > first_s ? recording->last_key_s : first_s;
    made.from_s = first_s, made.to_s = last_s;
    made.pauses.count = 0;
    enum us_result result = US_OK;
    if (range->from != NULL)
        result = find_inside(recording, range->from, strlen(range->from), first_s, last_s,
                             &made.from_s, error);
    if (result == US_OK && range->to != NULL)
        result = find_inside(recording, range->to, strlen(range->to), first_s, last_s, &made.to_s,
                             error);
    if (result == US_OK && made.to_s < made.from_s)
        result = us_result_fail(error, US_ERROR_USAGE, US_NO_BYTE, NULL,
                                "the range ends before it begins");
    for (const char *pause = range->pauses; result == US_OK && pause != NULL;) {
        size_t length = strcspn(pause, ",");
        result = read_pause(recording, pause, length, &made, error);
        pause = pause[length] == ',' ? pause + length + 1 : NULL;
    }
    if (result == US_OK)
        *clock = made;
    return result;
}

const char *us_play_range_wrong(const struct us_recording *recording,
                                const struct us_play_range *range)
{
    const struct us_play_range first[] = {{range->from, NULL, NULL},
                                          {range->from, range->to, NULL},
                                          {range->from, range->to, range->pauses}};
    static const char *const names[] = {"from", "to", "pause"};
    struct us_clock clock = {0};
    struct us_error error;
    for (unsigned i = 0; i < 3; i++)
        if (us_play_range_apply(recording, &first[i], &clock, &error) != US_OK)
            return names[i];
    return NULL;
}

#define HANDS(path, ...) path,
#define HTC_HANDS(path, ...) path,
#define USERS(path, ...)
/* The interaction profiles. */

const char *const us_profile_choice_names[] = {
#include "profiles/profiles.def"
    NULL,
};

static bool starts_with(const char *text, size_t length, const char *start)
{
    return length >= strlen(start) && strncmp(text, start, strlen(start)) == 0;
}

static const char *find_profile(const char *word, size_t length)
{
    if (starts_with(word, length, US_PROFILE_PREFIX)) {
        word += strlen(US_PROFILE_PREFIX);
        length -= strlen(US_PROFILE_PREFIX);
    }
    for (size_t i = 0; us_profile_choice_names[i] != NULL; i++) {
        if (strlen(us_profile_choice_names[i]) == length &&
            strncmp(us_profile_choice_names[i], word, length) == 0)
            return us_profile_choice_names[i];
    }
    return NULL;
}

/* Applies one word of the list. Returns NULL, or what is wrong with it. */
static const char *apply_word(const char *word, size_t length, struct us_profile_choice *choice)
{
    bool left = starts_with(word, length, "left="), right = starts_with(word, length, "right=");
    size_t skip = left ? strlen("left=") : right ? strlen("right=") : 0;
    const char *name = find_profile(word + skip, length - skip);
    bool both = !left && !right;
    if (name == NULL)
        return "is not an interaction profile that a hand can play";
    if (((left || both) && choice->left != NULL) || ((right || both) && choice->right != NULL))
        return "chooses a second profile for one hand";
    if (left || both)
        choice->left = name;
    if (right || both)
        choice->right = name;
    return NULL;
}

bool us_profile_choice_parse(const char *text, struct us_profile_choice *out,
                             struct us_profile_choice_error *out_error)
{
    *out = (struct us_profile_choice){NULL, NULL};
    for (const char *word = text;; word++) {
        size_t length = strcspn(word, ",");
        const char *why = apply_word(word, length, out);
        if (why != NULL) {
            *out = (struct us_profile_choice){NULL, NULL};
            *out_error = (struct us_profile_choice_error){why, word, us_text_shown(word, length)};
            return false;
        }
        word += length;
        if (*word == '\0')
            return true;
    }
}

/* The rate of "frame" without ":HZ". */
#define DEFAULT_HZ 60.0

/* The clock. */

bool us_clock_choice_parse(const char *text, double minimum_hz, double maximum_hz,
                           struct us_clock *clock)
{
    double hz = DEFAULT_HZ;
    bool by_frame = strncmp(text, "frame", 5) == 0;
    if (!by_frame && strcmp(text, "wall") != 0)
        return false;
    if (by_frame && text[5] != '\0' &&
        !(text[5] == ':' && us_play_range_number(text + 6, strlen(text + 6), &hz) &&
          hz >= minimum_hz && hz <= maximum_hz))
        return false;
    clock->kind = by_frame ? US_CLOCK_FRAME : US_CLOCK_WALL;
    clock->frame_hz = by_frame ? hz : 0.0;
    return true;
}
