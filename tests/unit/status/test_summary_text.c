/* SPDX-License-Identifier: MIT */
/* Hazard: a summary that tells a person something that was not so: a number of the wrong thing, one
 * too few, a reason that is another one's, or a line that stands for two. Every line is compared as
 * a whole. White-box: numbers up to the largest, which no app reaches. */
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/recording/channels.h"
#include "status/summary.h"

static struct us_summary summary;
static char lines[4096];
static size_t length;

/* A warning begins with "!". */
static void keep_line(void *data, bool is_warning, const char *line)
{
    (void)data;
    length += (size_t)snprintf(lines + length, sizeof lines - length, "%s%s\n",
                               is_warning ? "!" : "", line);
}

static void expect(const char *expected)
{
    length = 0;
    lines[0] = '\0';
    us_status_summary_describe(&summary, keep_line, NULL);
    assert_string_equal(lines, expected);
}

static int begin(void **state)
{
    (void)state;
    us_status_summary_begin(&summary, "/tmp/scene.bin", 1.25, 9.5, 0);
    return 0;
}

static void set_count(enum us_status_summary_question question, uint64_t times, uint64_t found,
                      uint64_t frames)
{
    struct us_status_summary_count *count = &summary.questions[question];
    atomic_store(&count->times, times);
    atomic_store(&count->found, found);
    atomic_store(&count->frames, frames);
}

TEST(how_far_playback_came)
{
    static const struct {
        bool started, ended;
        double at_s, pass;
        uint64_t frames;
        const char *text;
    } cases[] = {
        {false, false, 1.25, 0.0, 0, ""},
        {false, true, 9.5, 1.0, 7, ""},
        {true, false, 2.5, 0.0, 0,
         "played scene.bin from 1.25 s to 2.50 s of 9.50 s; the recording's end was not reached\n"},
        {true, false, 2.5, 0.0, 1,
         "played scene.bin from 1.25 s to 2.50 s of 9.50 s in 1 frame; the recording's end was not "
         "reached\n"},
        {true, true, 9.5, 0.0, 2,
         "played scene.bin from 1.25 s to 9.50 s in 2 frames; the recording's end was reached\n"},
        {true, false, 3.0, 1.0, 12,
         "played scene.bin from 1.25 s, 1 time through, and then to 3.00 s in 12 frames\n"},
        {true, false, 3.0, 2.0, 12,
         "played scene.bin from 1.25 s, 2 times through, and then to 3.00 s in 12 frames\n"},
        {true, true, 9.5, 2.0, 12,
         "played scene.bin from 1.25 s, 2 times through, and then to 9.50 s in 12 frames; the "
         "recording's end was reached\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        begin(NULL);
        atomic_store(&summary.started, cases[i].started);
        us_status_summary_note_time(&summary, cases[i].at_s, cases[i].pass, cases[i].ended);
        atomic_store(&summary.frames, cases[i].frames);
        expect(cases[i].text);
    }
}

/* A driven app's recording has no end, and the drive itself says how long it is: a second number,
 * with the frames before playback, would be another one. */
TEST(a_drive)
{
    us_status_summary_begin(&summary, "/tmp/drive.mcap", 0.0, INFINITY, US_CHANNEL_HEAD);
    atomic_store(&summary.started, true);
    atomic_store(&summary.frames, 23);
    set_count(US_SUMMARY_VIEWS, 42, 42, 21);
    expect("head: the app located its views 42 times in 21 frames\n");
    set_count(US_SUMMARY_VIEWS, 1, 1, 1);
    expect("head: the app located its views 1 time in 1 frame\n");
}

/* Without a channel that is played nothing is said of it, however much was asked for. */
TEST(channels_that_are_not_played)
{
    for (int i = 0; i < US_SUMMARY_QUESTION_COUNT; i++)
        set_count((enum us_status_summary_question)i, 5, 5, 5);
    us_status_summary_note_step(&summary, ~0u);
    expect("");
    summary.played = US_CHANNEL_CONTROLLERS;
    expect("");
}

TEST(the_head)
{
    summary.played = US_CHANNEL_HEAD;
    expect("head: the app located neither its views nor its VIEW space\n");
    set_count(US_SUMMARY_VIEWS, 2, 2, 1);
    expect("head: the app located its views 2 times\n");
    atomic_store(&summary.frames, 3);
    expect("head: the app located its views 2 times in 1 of 3 frames\n");
    set_count(US_SUMMARY_HEAD_SPACES, 1, 0, 1);
    expect("head: the app located its views 2 times in 1 of 3 frames, and located its VIEW space 1 "
           "time in 1 of 3 frames\n");
    set_count(US_SUMMARY_VIEWS, 0, 0, 0);
    expect("head: the app located its VIEW space 1 time in 1 of 3 frames, but never its views\n");
}

/* A line for each channel and each step of an app towards it. `reasons`: what is said while the app
 * has done so many of the steps. */
static void check_steps(unsigned channel, const char *before, const unsigned *steps,
                        const char *const *reasons)
{
    char line[512];
    summary.played = channel;
    for (int done = 0; reasons[done] != NULL; done++) {
        snprintf(line, sizeof line, "%s%s\n", before, reasons[done]);
        length = 0;
        us_status_summary_describe(&summary, keep_line, NULL);
        if (strstr(lines, line) == NULL)
            fail_msg("not '%s' but '%s'", line, lines);
        us_status_summary_note_step(&summary, steps[done]);
    }
}

TEST(reasons_for_no_hands)
{
    static const char before[] = "hands: the app ";
    const unsigned joints[] = {US_SUMMARY_ENABLED_HANDS, US_SUMMARY_MADE_TRACKER, 0};
    const char *const no_joints[] = {"did not enable XR_EXT_hand_tracking, so it got no joints",
                                     "enabled XR_EXT_hand_tracking, but made no hand tracker",
                                     "made a hand tracker, but never located joints", NULL};
    const unsigned poses[] = {US_SUMMARY_ATTACHED, US_SUMMARY_BOUND_POSE, 0};
    const char *const no_poses[] = {
        "attached no actions, so it got no grip or aim",
        "suggested no pose action for a hand in a profile that is played",
        "suggested a pose action for a hand, but never located its space", NULL};
    check_steps(US_CHANNEL_HANDS, before, joints, no_joints);
    begin(NULL);
    check_steps(US_CHANNEL_HANDS, before, poses, no_poses);
}

TEST(reasons_for_no_gaze_or_pinches)
{
    static const char enabled[] = "enabled XR_EXT_eye_gaze_interaction, but ";
    char attached[128], suggested[128];
    snprintf(attached, sizeof attached, "%sattached no actions", enabled);
    snprintf(suggested, sizeof suggested, "%ssuggested no action for it", enabled);
    const unsigned gaze[] = {US_SUMMARY_ENABLED_GAZE, US_SUMMARY_ATTACHED, US_SUMMARY_BOUND_GAZE,
                             0};
    const char *const no_gaze[] = {"did not enable XR_EXT_eye_gaze_interaction", attached,
                                   suggested,
                                   "suggested an action for it, but never located its space", NULL};
    const unsigned pinches[] = {US_SUMMARY_ATTACHED, US_SUMMARY_BOUND_BUTTON, 0};
    const char *const no_pinches[] = {
        "attached no actions",
        "suggested no button or trigger for a hand in a profile that is played",
        "suggested a button or trigger for a hand, but never read it", NULL};
    check_steps(US_CHANNEL_GAZE, "gaze: the app ", gaze, no_gaze);
    begin(NULL);
    check_steps(US_CHANNEL_PINCH, "pinches: the app ", pinches, no_pinches);
    us_status_summary_note_step(&summary, US_SUMMARY_READ_AIM);
    expect("pinches: the app read them by XR_FB_hand_tracking_aim\n");
    set_count(US_SUMMARY_BUTTONS, 1, 0, 1);
    expect("buttons and triggers of a hand: the app read them 1 time\n");
}

/* What was not always there: only where an answer was missing. */
TEST(what_was_asked_for_and_there)
{
    summary.played = US_CHANNEL_HANDS | US_CHANNEL_GAZE;
    atomic_store(&summary.frames, 4);
    set_count(US_SUMMARY_JOINTS, 8, 8, 4);
    set_count(US_SUMMARY_HAND_POSES, 8, 1, 4);
    set_count(US_SUMMARY_GAZES, 3, 2, 3);
    expect("hand joints: the app located them 8 times in 4 of 4 frames\n"
           "hand poses: the app located spaces of actions 8 times in 4 of 4 frames; the hand was "
           "there 1 time\n"
           "gaze: the app located it 3 times in 3 of 4 frames; the gaze was there 2 times\n");
    set_count(US_SUMMARY_JOINTS, 1, 0, 1);
    set_count(US_SUMMARY_HAND_POSES, 1, 1, 1);
    set_count(US_SUMMARY_GAZES, 1, 1, 1);
    expect("hand joints: the app located them 1 time in 1 of 4 frames; the hand was there 0 times\n"
           "hand poses: the app located spaces of actions 1 time in 1 of 4 frames\n"
           "gaze: the app located it 1 time in 1 of 4 frames\n");
}

static void set_span(struct us_status_summary_spans *spans, uint64_t index, double from_s,
                     double to_s, uint64_t vibrations)
{
    spans->list[index].from_s = from_s;
    spans->list[index].to_s = to_s;
    spans->list[index].vibrations = vibrations;
    spans->count = index + 1;
}

TEST(one_pinch)
{
    struct us_status_summary_spans *left = &summary.hands[0].pinches,
                                   *right = &summary.hands[1].pinches;
    set_span(left, 0, 1.0, 1.0, 0);
    set_span(right, 0, 2.0, 2.5, 1);
    expect("left hand pinched at 1.00 s\n"
           "right hand pinched at 2.00 s to 2.50 s; the app vibrated it 1 time in that time\n");
    set_span(left, 0, 1.0, 1.25, 2);
    right->count = 0;
    expect("left hand pinched at 1.00 s to 1.25 s; the app vibrated it 2 times in that time\n");
}

TEST(several_pinches)
{
    struct us_status_summary_hand *hand = &summary.hands[0];
    set_span(&hand->pinches, 0, 1.0, 1.25, 0);
    set_span(&hand->pinches, 1, 2.0, 2.0, 1);
    hand->vibrations_inside = 1;
    expect("left hand pinched 2 times, at 1.00 s to 1.25 s, 2.00 s (the app vibrated it 1 time)\n");
    set_span(&hand->pinches, 2, 3.0, 3.5, 2);
    set_span(&hand->pinches, 3, 4.0, 4.5, 0);
    static const char all[] = "left hand pinched %s times, at 1.00 s to 1.25 s, 2.00 s (the app "
                              "vibrated it 1 time), 3.00 "
                              "s to 3.50 s (the app vibrated it 2 times), 4.00 s to 4.50 s%s\n";
    char text[512];
    snprintf(text, sizeof text, all, "4", "");
    expect(text);
    hand->pinches.count = 5;
    hand->vibrations_inside = 0;
    snprintf(text, sizeof text, all, "5", " and 1 more");
    expect(text);
    hand->pinches.count = 6;
    hand->vibrations_inside = 1;
    snprintf(text, sizeof text, all, "6", " and 2 more; it was vibrated 1 time in all of them");
    expect(text);
}

TEST(vibrations_outside_of_pinches)
{
    struct us_status_summary_hand *hand = &summary.hands[1];
    hand->vibrations_outside = 1;
    set_span(&hand->bursts, 0, 1.0, 1.0, 1);
    expect("the app vibrated the right hand 1 time, at 1.00 s\n");
    hand->vibrations_outside = 3;
    set_span(&hand->bursts, 1, 2.0, 2.25, 2);
    expect("the app vibrated the right hand 3 times, at 1.00 s (1 time), 2.00 s to 2.25 s (2 "
           "times)\n");
    set_span(&hand->pinches, 0, 3.0, 3.5, 0);
    expect("right hand pinched at 3.00 s to 3.50 s\n"
           "the app vibrated the right hand 3 times while it did not pinch, at 1.00 s (1 time), "
           "2.00 s to 2.25 s (2 times)\n");
    hand->pinches.count = 0;
    hand->vibrations_outside = 0;
    summary.vibrations_early = 1;
    expect("the app vibrated 1 time before playback started\n");
    summary.vibrations_else = 2;
    expect("the app vibrated 1 time before playback started, and 2 times what is on no hand\n");
    summary.vibrations_early = 0;
    summary.vibrations_else = 1;
    expect("the app vibrated 1 time what is on no hand\n");
    summary.vibrations_else = 0;
    summary.hands[0].vibrations_live = 1;
    expect("the app vibrated the left hand 1 time; it is not played\n");
    summary.hands[1].vibrations_live = 2;
    expect(
        "the app vibrated the left hand 1 time and the right hand 2 times; they are not played\n");
    summary.hands[0].vibrations_live = summary.hands[1].vibrations_live = 0;
}

TEST(late_answers_and_frames_that_were_not)
{
    summary.late_answers = 1;
    summary.late_frames = 1;
    expect("!late: 1 answer in 1 frame held the last pose, because the recording was not read "
           "yet\n");
    summary.late_answers = 3;
    summary.late_frames = 2;
    summary.skipped = 1;
    expect("!late: 3 answers in 2 frames held the last pose, because the recording was not read "
           "yet\nlate: the app had no frame for 1 display time\n");
    summary.late_answers = 0;
    summary.skipped = 2;
    expect("late: the app had no frame for 2 display times\n");
}

/* The longest name and the largest numbers end a line early, within its room. */
TEST(a_line_that_is_too_long)
{
    struct us_status_summary_hand *hand = &summary.hands[0];
    for (uint64_t i = 0; i < US_SUMMARY_SPANS; i++)
        set_span(&hand->pinches, i, -1.2345678e300, 1.2345678e300, UINT64_MAX);
    hand->pinches.count = UINT64_MAX;
    hand->vibrations_inside = UINT64_MAX;
    length = 0;
    us_status_summary_describe(&summary, keep_line, NULL);
    assert_true(length > 400 && length < 602);
    assert_int_equal(strspn(lines, "left hand pinched 18446744073709551615 times, at -1"), 51);
    memset(summary.name, 'n', sizeof summary.name);
    hand->pinches.count = 0;
    atomic_store(&summary.started, true);
    length = 0;
    us_status_summary_describe(&summary, keep_line, NULL);
    assert_int_equal(strspn(lines + strlen("played "), "n"), US_SUMMARY_NAME_SIZE - 1);
}

int main(void)
{
    return RUN_TESTS_BETWEEN(begin, NULL, how_far_playback_came, a_drive,
                             channels_that_are_not_played, the_head, reasons_for_no_hands,
                             reasons_for_no_gaze_or_pinches, what_was_asked_for_and_there,
                             one_pinch, several_pinches, vibrations_outside_of_pinches,
                             late_answers_and_frames_that_were_not, a_line_that_is_too_long);
}
