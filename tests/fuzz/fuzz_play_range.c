/* SPDX-License-Identifier: MIT */
/*
 * Any words for what plays and where it rests: a span and pauses inside the recording or a refusal
 * that changes nothing; a number is what strtod says it is; and the clock that is made stays in its
 * span for ever.
 */
#include "fuzz.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/playback/play_choices.h"

enum { MARKERS = 5 };

static void check_number(const char *text)
{
    double number = (double)NAN;
    if (!us_play_range_number(text, strlen(text), &number))
        return;
    char *end;
    double want = strtod(text, &end);
    fuzz_check(*end == '\0', "'%s' is no number", text);
    fuzz_check(isfinite(number) && fabs(number - want) <= 1e-12 * fabs(want) + 1e-300,
               "'%s' is %.17g, not %.17g", text, want, number);
}

static void check_clock(const struct us_clock *clock, double first_s, double last_s)
{
    fuzz_check(clock->from_s >= first_s && clock->from_s <= clock->to_s && clock->to_s <= last_s,
               "the span is from %g to %g", clock->from_s, clock->to_s);
    fuzz_check(clock->pauses.count <= US_CLOCK_PAUSES_MAX, "too many pauses");
    double before_s = -INFINITY;
    for (unsigned i = 0; i < clock->pauses.count; i++) {
        const struct us_clock_pause *pause = &clock->pauses.list[i];
        fuzz_check(pause->at_s >= before_s && pause->at_s >= clock->from_s &&
                       pause->at_s <= clock->to_s && pause->for_s >= 0.0 && pause->for_s <= 86400.0,
                   "pause %u is at %g for %g", i, pause->at_s, pause->for_s);
        before_s = pause->at_s;
    }
}

static void check_time(const struct us_clock *clock, int64_t elapsed_ns)
{
    struct us_clock_time time = us_clock_map(clock, elapsed_ns);
    fuzz_check(time.recording_s >= clock->from_s && time.recording_s <= clock->to_s,
               "%lld ns is %.17g s", (long long)elapsed_ns, time.recording_s);
    fuzz_check(isfinite(time.rate) && fabs(time.rate) <= clock->speed && time.pass >= 0.0 &&
                   isfinite(time.pass),
               "%lld ns has rate %g, pass %g", (long long)elapsed_ns, time.rate, time.pass);
}

static void run_clock(struct us_clock *clock, struct fuzz_feed *feed)
{
    static const int64_t odd_ns[] = {0, -1, 1, INT64_MAX, INT64_MIN, 1000000000};
    for (int mode = US_END_HOLD; mode <= US_END_QUIT; mode++) {
        clock->end_mode = (enum us_end_mode)mode;
        for (unsigned i = 0; i < sizeof odd_ns / sizeof *odd_ns; i++)
            check_time(clock, odd_ns[i]);
        struct fuzz_feed times = *feed;
        for (unsigned i = 0; i < 8; i++)
            check_time(clock, (int64_t)((uint64_t)fuzz_u32(&times) << (i * 5)));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char names[MARKERS][8] = {"a", "grab", "2.5", "\xc3\xa9", "x:y"};
    struct us_marker markers[MARKERS];
    const float times_s[MARKERS] = {0.0f, 2.5f, 7.0f, 11.0f, -3.0f};
    for (unsigned i = 0; i < MARKERS; i++)
        markers[i] = (struct us_marker){times_s[i], names[i], (uint32_t)strlen(names[i])};
    struct us_recording recording = {.markers = markers, .first_key_s = -1.0, .last_key_s = 10.0};
    struct fuzz_feed feed = fuzz_feed(data, size);
    uint8_t kind = fuzz_u8(&feed);
    recording.marker_count = kind & 1 ? 0 : MARKERS;
    char *words[3];
    for (unsigned i = 0; i < 3; i++) {
        words[i] = fuzz_next_text(&feed, '\n');
        check_number(words[i]);
    }
    const struct us_play_range range = {kind & 2 ? NULL : words[0], kind & 4 ? NULL : words[1],
                                        kind & 8 ? NULL : words[2]};
    struct us_clock clock = {.speed = kind & 16 ? 1000.0 : 0.001}, before = clock;
    struct us_error error = {0};
    if (us_play_range_apply(&recording, &range, &clock, &error) == US_OK) {
        check_clock(&clock, 0.0, 10.0);
        run_clock(&clock, &feed);
    } else {
        fuzz_check(error.text[0] != '\0', "the error has no words");
        fuzz_check(memcmp(&clock, &before, sizeof clock) == 0, "a refusal has changed the clock");
    }
    for (unsigned i = 0; i < 3; i++)
        free(words[i]);
    return 0;
}
