/* SPDX-License-Identifier: MIT */
#include "core/sampler/stream_plan.h"

#include <math.h>

/* What playback needs next: so many blocks ahead, and what was asked for in so many frames. */
enum { AHEAD_BLOCKS = 2, ASKED_FRAMES = 2 };
enum { ALL_WANTED = AHEAD_BLOCKS + 2 + US_STREAM_SLOTS };
/* The worker makes the second block ahead only if the existing blocks last less than this. */
#define LEAD_S 2.0
/* The longest intervals between two looks: while playback stands still and may jump, and while it
 * plays steadily. */
enum { POLL_STILL_NS = 50000000, POLL_STEADY_NS = 200000000 };

static const struct us_recording *recording_of(const struct us_stream_look *look)
{
    return look->source->ops->recording(look->source);
}

/* -1: no slot has a block of that time. Of the overlapping blocks at the beginning, the last one.
 */
static int find_covering(const struct us_stream_look *look, double time_s)
{
    int covering = -1;
    for (unsigned i = 0; i < look->slot_count; i++)
        if (look->slots[i].is_ready && us_span_covers(look->slots[i].span, time_s))
            covering = (int)i;
    return covering;
}

/* A time in the next block after (if `backward`, before) the one that covers `time_s`. After the
 * last block comes the first one. */
static double next_block_time(const struct us_stream_look *look, double time_s, bool backward)
{
    const struct us_recording *head = recording_of(look);
    int covering = find_covering(look, time_s);
    struct us_span span =
        covering >= 0 ? look->slots[covering].span : look->source->ops->cell(look->source, time_s);
    if (backward)
        return isinf(span.from_s) ? head->last_key_s : nextafter(span.from_s, -INFINITY);
    return isinf(span.to_s) ? us_recording_start_s(head) : span.to_s;
}

/* Seconds until playback leaves the block of `time_s`, or reaches the end of the recording. */
static double until_left_s(const struct us_stream_look *look, const struct us_stream_pace *pace,
                           double time_s)
{
    double next_s = next_block_time(look, time_s, pace->backward);
    double apart_s = pace->backward ? pace->at_s - next_s : next_s - pace->at_s;
    if (apart_s <= 0.0)
        apart_s = pace->backward ? pace->at_s - recording_of(look)->first_key_s
                                 : recording_of(look)->last_key_s - pace->at_s;
    return fmax(apart_s, 0.0) / fmax(pace->speed, 1.0);
}

/* Lists times whose blocks playback needs soon, the most urgent first. Returns how many. */
static unsigned list_wanted(const struct us_stream_look *look, const struct us_stream_pace *pace,
                            double out_wanted_s[AHEAD_BLOCKS + 1])
{
    out_wanted_s[0] = pace->at_s;
    for (unsigned i = 1; i <= AHEAD_BLOCKS; i++) {
        if (i > 1 && until_left_s(look, pace, out_wanted_s[i - 1]) > LEAD_S)
            return i;
        out_wanted_s[i] = next_block_time(look, out_wanted_s[i - 1], pace->backward);
    }
    return AHEAD_BLOCKS + 1;
}

/* Whether a thread asked for it in one of the last frames. */
static bool is_asked(const struct us_stream_seen_slot *slot)
{
    return slot->asked_ago <= ASKED_FRAMES;
}

/* As list_wanted, with the time that was missed: these are urgent. Then those of times beside them
 * that go on into another block. */
static unsigned list_all_wanted(const struct us_stream_look *look,
                                const struct us_stream_pace *pace, double out_wanted_s[ALL_WANTED],
                                unsigned *out_urgent)
{
    double playing_s[AHEAD_BLOCKS + 1];
    unsigned playing = list_wanted(look, pace, playing_s), count = 0;
    out_wanted_s[count++] = playing_s[0];
    if (look->misses)
        out_wanted_s[count++] = look->missed_s;
    for (unsigned i = 1; i < playing; i++)
        out_wanted_s[count++] = playing_s[i];
    *out_urgent = count;
    for (unsigned i = 0; i < look->slot_count; i++) {
        const struct us_stream_seen_slot *slot = &look->slots[i];
        if (!slot->is_ready || !is_asked(slot))
            continue;
        double next_s = next_block_time(look, slot->asked_s, pace->backward);
        double apart_s = pace->backward ? slot->asked_s - next_s : next_s - slot->asked_s;
        if (apart_s >= 0.0 && apart_s / fmax(pace->speed, 1.0) <= LEAD_S)
            out_wanted_s[count++] = next_s;
    }
    return count;
}

static bool covers_any(const struct us_stream_seen_slot *slot, const double *wanted_s,
                       unsigned count)
{
    bool covers = false;
    for (unsigned k = 0; k < count; k++)
        covers = covers || us_span_covers(slot->span, wanted_s[k]);
    return covers;
}

/* Whether a slot in use is not only there for a time far from the block that plays; NULL: none
 * does.
 */
static bool is_of_ring(const struct us_stream_seen_slot *slot,
                       const struct us_stream_seen_slot *playing)
{
    bool touches = playing != NULL && slot->span.from_s <= playing->span.to_s &&
                   slot->span.to_s >= playing->span.from_s;
    return touches || !is_asked(slot);
}

/* The slot farthest from now that nobody needs; -1: there is none. Counts the slots of the ring. */
static int find_spare(const struct us_stream_look *look, const double *wanted_s, unsigned count,
                      unsigned *out_ring)
{
    int spare = -1, playing = find_covering(look, wanted_s[0]);
    double farthest_s = -1.0;
    *out_ring = 0;
    for (unsigned i = 0; i < look->slot_count; i++) {
        const struct us_stream_seen_slot *slot = &look->slots[i];
        if (!slot->is_ready)
            continue;
        *out_ring += is_of_ring(slot, playing >= 0 ? &look->slots[playing] : NULL) ? 1 : 0;
        double far_s = us_span_distance(slot->span, wanted_s[0]);
        if (is_asked(slot) || covers_any(slot, wanted_s, count) || far_s <= farthest_s)
            continue;
        farthest_s = far_s;
        spare = (int)i;
    }
    return spare;
}

/* The slot that was asked for longest ago, but none that covers one of the wanted times. */
static int find_oldest(const struct us_stream_look *look, const double *wanted_s, unsigned count)
{
    int oldest = -1;
    for (unsigned i = 0; i < look->slot_count; i++)
        if (!covers_any(&look->slots[i], wanted_s, count) &&
            (oldest < 0 || look->slots[i].asked_ago > look->slots[oldest].asked_ago))
            oldest = (int)i;
    return oldest;
}

/* An empty slot, while the ring is not full or all are needed; otherwise one to make empty. With
 * `urgent`, the first so many times are not taken from one another, but from others; without, -1
 * says that others need all of them. */
static int choose_slot(const struct us_stream_look *look, const double *wanted_s, unsigned count,
                       unsigned urgent)
{
    unsigned ring;
    int spare = find_spare(look, wanted_s, count, &ring);
    if (spare >= 0 && ring >= US_STREAM_RING_SLOTS)
        return spare;
    for (unsigned i = 0; i < look->slot_count; i++)
        if (!look->slots[i].is_ready)
            return (int)i;
    return spare >= 0 || urgent == 0 ? spare : find_oldest(look, wanted_s, urgent);
}

struct us_stream_step us_stream_next_step(const struct us_stream_look *look,
                                          const struct us_stream_pace *pace)
{
    double wanted_s[ALL_WANTED];
    unsigned ring, urgent, count = list_all_wanted(look, pace, wanted_s, &urgent);
    for (unsigned i = 0; i < count; i++) {
        int slot = find_covering(look, wanted_s[i]) < 0
                       ? choose_slot(look, wanted_s, count, i < urgent ? urgent : 0)
                       : -1;
        if (slot >= 0)
            return (struct us_stream_step){slot, true, wanted_s[i]};
    }
    int spare = find_spare(look, wanted_s, count, &ring);
    return (struct us_stream_step){ring > US_STREAM_RING_SLOTS ? spare : -1, false, 0.0};
}

bool us_stream_pace_update(struct us_stream_pace *pace, const struct us_recording *recording,
                           double now_s, double clock_s, uint64_t late)
{
    double moved_s = now_s - pace->at_s, passed_s = clock_s - pace->clock_s;
    /* A loop that starts again does not change the direction. */
    bool jumped = fabs(moved_s) >= 0.5 * (recording->last_key_s - recording->first_key_s);
    if (moved_s != 0.0 && !jumped)
        pace->backward = moved_s < 0.0;
    if (!jumped)
        pace->speed = passed_s > 0.0 ? fabs(moved_s) / passed_s : 0.0;
    bool was_late = late != pace->late;
    pace->at_s = now_s;
    pace->clock_s = clock_s;
    pace->late = late;
    return jumped || was_late;
}

long us_stream_pause_ns(const struct us_stream_look *look, const struct us_stream_pace *pace)
{
    double most_ns = POLL_STILL_NS;
    if (pace->speed > 0.0)
        most_ns = fmin(1e9 * until_left_s(look, pace, pace->at_s), POLL_STEADY_NS);
    return (long)fmax(fmin(most_ns, 2.0 * (double)pace->pause_ns), US_STREAM_POLL_NS);
}
