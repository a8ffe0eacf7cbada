/* SPDX-License-Identifier: MIT */
/* Hazard: a summary that counts frames, pinches or vibrations that were not, or misses some at an
 * edge. White-box: an edge is a nanosecond wide, and no app's frame meets it. */
#include "support.h"

#include "status/summary.h"

static struct us_summary summary;

static uint64_t get(const _Atomic uint64_t *count)
{
    return atomic_load(count);
}

static int begin(void **state)
{
    (void)state;
    us_status_summary_begin(&summary, "/tmp/a recording.bin", 0.0, 10.0, 0);
    assert_string_equal(summary.name, "a recording.bin");
    us_status_summary_note_vibration(&summary, 1, 1.0);
    us_status_summary_note_vibration(&summary, 0, 1.0);
    assert_int_equal(get(&summary.vibrations_early), 2);
    assert_int_equal(get(&summary.vibrations_else), 0);
    atomic_store(&summary.started, true);
    return 0;
}

/* The nearest whole number of periods is how many frames on one is; a half counts as one more. */
TEST(skipped_display_times)
{
    for (int64_t period_ns = 2; period_ns <= 12; period_ns += 2)
        for (int64_t between_ns = -3; between_ns < 60; between_ns++)
            for (int64_t before_ns = -1; before_ns <= 2; before_ns++) {
                begin(NULL);
                us_status_summary_note_skipped(&summary, before_ns, before_ns + between_ns,
                                               period_ns);
                double frames = floor((double)between_ns / (double)period_ns + 0.5);
                /* In halves of a period that is cut to a whole number. */
                bool far = between_ns / 2 > period_ns / 2;
                double expected = before_ns > 0 && frames > 1 && far ? frames - 1 : 0;
                if ((double)get(&summary.skipped) != expected)
                    fail_msg("%d of %d at %d: %d", (int)between_ns, (int)period_ns, (int)before_ns,
                             (int)get(&summary.skipped));
            }
    begin(NULL);
    us_status_summary_note_skipped(&summary, 1, 100, 0);
    us_status_summary_note_skipped(&summary, 1, 100, -1);
    assert_int_equal(get(&summary.skipped), 0);
    us_status_summary_note_skipped(&summary, 1, INT64_MAX, 1000);
    assert_true(get(&summary.skipped) > UINT64_C(9223372036854774));
}

TEST(late_answers_and_frames)
{
    us_status_summary_note_late(&summary, 0);
    assert_int_equal(get(&summary.late_frames), 0);
    us_status_summary_note_late(&summary, 5);
    us_status_summary_note_late(&summary, 5);
    us_status_summary_note_late(&summary, 6);
    assert_int_equal(get(&summary.late_frames), 2);
    assert_int_equal(get(&summary.late_answers), 6);
}

TEST(questions_and_their_frames)
{
    const struct us_status_summary_count *count = &summary.questions[US_SUMMARY_JOINTS];
    for (int frame = 0; frame < 3; frame++) {
        us_status_summary_note_frame(&summary);
        us_status_summary_note_question(&summary, US_SUMMARY_JOINTS, frame != 1);
        us_status_summary_note_question(&summary, US_SUMMARY_JOINTS, false);
    }
    assert_int_equal(get(&count->times), 6);
    assert_int_equal(get(&count->found), 2);
    assert_int_equal(get(&count->frames), 3);
    assert_int_equal(get(&summary.questions[US_SUMMARY_VIEWS].times), 0);
    us_status_summary_note_time(&summary, 2.5, 1.0, false);
    assert_false(atomic_load(&summary.ended));
    us_status_summary_note_time(&summary, 10.0, 1.0, true);
    us_status_summary_note_time(&summary, 10.0, 1.0, false);
    assert_true(atomic_load(&summary.ended));
    assert_true(atomic_load(&summary.at_s) == 10.0 && atomic_load(&summary.pass) == 1.0);
}

static void check_span(const struct us_status_summary_span *span, double from_s, double to_s,
                       unsigned vibrations)
{
    assert_true(atomic_load(&span->from_s) == from_s && atomic_load(&span->to_s) == to_s);
    assert_int_equal(get(&span->vibrations), vibrations);
}

TEST(pinches_and_what_is_felt_in_them)
{
    struct us_status_summary_hand *hand = &summary.hands[1];
    us_status_summary_note_pinch(&summary, 1, 10, 1.0, 0.0, false);
    us_status_summary_note_pinch(&summary, 1, 20, 2.0, 0.0, true);
    us_status_summary_note_pinch(&summary, 1, 20, 2.2, 0.0, true); /* not later */
    check_span(&hand->pinches.list[0], 2.0, 2.0, 0);
    us_status_summary_note_pinch(&summary, 1, 30, 2.5, 0.0, true);
    us_status_summary_note_vibration(&summary, 2, 2.5);
    us_status_summary_note_pinch(&summary, 1, 15, 9.0, 0.0, false); /* earlier: adds nothing */
    us_status_summary_note_vibration(&summary, 2, 2.6);
    us_status_summary_note_pinch(&summary, 1, 40, 3.0, 0.0, false);
    us_status_summary_note_vibration(&summary, 2, 3.0);
    assert_int_equal(get(&hand->pinches.count), 1);
    check_span(&hand->pinches.list[0], 2.0, 2.5, 2);
    assert_int_equal(get(&hand->vibrations_inside), 2);
    assert_int_equal(get(&hand->vibrations_outside), 1);
    assert_int_equal(get(&summary.hands[0].vibrations_outside), 0);
    /* A pinch that lasts over playback's end is another one in the next pass. */
    us_status_summary_note_pinch(&summary, 1, 50, 9.9, 0.0, true);
    us_status_summary_note_pinch(&summary, 1, 60, 0.1, 1.0, true);
    us_status_summary_note_pinch(&summary, 1, 70, 0.2, 1.0, true);
    assert_int_equal(get(&hand->pinches.count), 3);
    check_span(&hand->pinches.list[1], 9.9, 9.9, 0);
    check_span(&hand->pinches.list[2], 0.1, 0.2, 0);
    us_status_summary_end_pinches(&summary);
    us_status_summary_note_pinch(&summary, 1, 80, 0.3, 1.0, true);
    check_span(&hand->pinches.list[3], 0.3, 0.3, 0);
    us_status_summary_note_pinch(&summary, 1, 85, 0.35, 1.0, true);
    check_span(&hand->pinches.list[3], 0.3, 0.35, 0);
    /* More than there is room for are counted. */
    us_status_summary_note_pinch(&summary, 1, 90, 0.4, 1.0, false);
    us_status_summary_note_pinch(&summary, 1, 100, 0.5, 1.0, true);
    us_status_summary_note_pinch(&summary, 1, 110, 0.6, 1.0, true);
    us_status_summary_note_vibration(&summary, 2, 0.6);
    assert_int_equal(get(&hand->pinches.count), US_SUMMARY_SPANS + 1);
    check_span(&hand->pinches.list[3], 0.3, 0.35, 0);
    assert_int_equal(get(&hand->vibrations_inside), 3);
    assert_int_equal(get(&summary.hands[0].pinches.count), 0);
}

/* What there is no room for changes nothing else; while one thread notes, others' notes are lost.
 */
TEST(spans_have_their_room)
{
    struct us_status_summary_hand *hand = &summary.hands[0];
    us_status_summary_note_vibration(&summary, 1, 0.1); /* the first one begins a burst */
    assert_int_equal(get(&hand->bursts.count), 1);
    check_span(&hand->bursts.list[0], 0.1, 0.1, 1);
    struct us_status_summary_spans bursts;
    memcpy(&bursts, &hand->bursts, sizeof bursts);
    for (int i = 0; i < 3 * (US_SUMMARY_SPANS + 3); i++) {
        us_status_summary_note_pinch(&summary, 0, 10 + i, 1.0 + i, 0.0, i % 3 != 2);
        if (i % 3 == 1)
            us_status_summary_note_vibration(&summary, 1, 1.0 + i);
    }
    assert_int_equal(get(&hand->pinches.count), US_SUMMARY_SPANS + 3);
    assert_int_equal(get(&hand->vibrations_inside), US_SUMMARY_SPANS + 3);
    assert_memory_equal(&bursts, &hand->bursts, sizeof bursts);
    for (int i = 0; i < US_SUMMARY_SPANS; i++)
        check_span(&hand->pinches.list[i], 1.0 + 3 * i, 2.0 + 3 * i, 1);
    atomic_store(&hand->busy, true);
    for (int i = 0; i < 3; i++) {
        us_status_summary_note_pinch(&summary, 0, 100 + i, 50.0, 0.0, true);
        us_status_summary_note_vibration(&summary, 1, 60.0 + i);
    }
    assert_true(atomic_load(&hand->busy));
    assert_int_equal(get(&hand->pinches.count), US_SUMMARY_SPANS + 3);
    assert_memory_equal(&bursts, &hand->bursts, sizeof bursts);
    atomic_store(&hand->busy, false);
    us_status_summary_note_pinch(&summary, 0, 200, 70.0, 0.0, true);
    assert_int_equal(get(&hand->pinches.count), US_SUMMARY_SPANS + 4);
    assert_false(atomic_load(&hand->busy));
}

TEST(bursts_of_vibrations)
{
    struct us_status_summary_hand *hand = &summary.hands[0];
    us_status_summary_note_vibration(&summary, 1, 1.0);
    us_status_summary_note_vibration(&summary, 1, 1.01);
    us_status_summary_note_vibration(&summary, 1, 1.02);
    assert_int_equal(get(&hand->bursts.count), 1);
    check_span(&hand->bursts.list[0], 1.0, 1.02, 3);
    us_status_summary_note_vibration(&summary, 1, 8.0);
    us_status_summary_note_vibration(&summary, 3, 2.0); /* back to the beginning; both hands */
    assert_int_equal(get(&hand->bursts.count), 3);
    check_span(&hand->bursts.list[1], 8.0, 8.0, 1);
    check_span(&hand->bursts.list[2], 2.0, 2.0, 1);
    check_span(&summary.hands[1].bursts.list[0], 2.0, 2.0, 1);
    assert_int_equal(get(&hand->vibrations_outside), 5);
    /* A quarter of a second apart at most. */
    us_status_summary_note_vibration(&summary, 1, 4.0);
    us_status_summary_note_vibration(&summary, 1, 4.24);
    us_status_summary_note_vibration(&summary, 1, 4.5);
    assert_int_equal(get(&hand->bursts.count), 5);
    check_span(&hand->bursts.list[3], 4.0, 4.24, 2);
    us_status_summary_note_live_vibration(&summary, 2);
    assert_int_equal(get(&summary.hands[1].vibrations_live), 1);
    us_status_summary_note_live_vibration(&summary, 0);
    assert_int_equal(get(&summary.vibrations_else), 1);
}

int main(void)
{
    return RUN_TESTS_BETWEEN(begin, NULL, skipped_display_times, late_answers_and_frames,
                             questions_and_their_frames, pinches_and_what_is_felt_in_them,
                             spans_have_their_room, bursts_of_vibrations);
}
