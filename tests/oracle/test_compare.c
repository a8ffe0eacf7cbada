/* SPDX-License-Identifier: MIT */
/*
 * The judge, judged: logs whose numbers are worked out here by hand, right ones and wrong ones. The
 * recording: the head looks along +X (a quarter turn to the right) and moves (0.5, 0, 1) m/s in
 * Unity's world from (0, 1, 2); the right hand is tracked from 1 s to 3 s of 4 s, its joints stand
 * still at (0.1, 1, 3 + 0.01 file joint), not turned; the gaze looks ahead from (0, 1.5, 0) until 2
 * s.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "testing.h"
#include "compare.h"
#include "test_file.h"

static const double half = 0.70710678118654752;

static struct {
    char folder[64], recording[96], log[96], layer_log[96], report[96];
    FILE *out;
} f;

static void make_recording(const char *path)
{
    struct test_file *file = malloc(sizeof *file);
    test_file_init(file);
    static const float from[7] = {0, 1, 2, 0, 0, 0, 0}, to[7] = {2, 1, 6, 0, 0, 0, 0};
    for (int i = 0; i < 7; i++) {
        float turn = i == 4 || i == 6 ? (float)half : 0;
        test_curve_add(test_file_camera(file, i), 0, from[i] + turn);
        test_curve_add(test_file_camera(file, i), 4, to[i] + turn);
    }
    for (int joint = 1; joint < ORACLE_JOINTS; joint++) {
        test_curve_add(test_file_joint(file, 1, joint, 0), 1, 0.1f);
        test_curve_add(test_file_joint(file, 1, joint, 1), 1, 1);
        test_curve_add(test_file_joint(file, 1, joint, 2), 1, 3 + 0.01f * (float)joint);
        test_curve_add(test_file_joint(file, 1, joint, 6), 1, 1);
    }
    test_curve_add(test_file_tracked(file, 1), 0, 0);
    test_curve_add(test_file_tracked(file, 1), 1, 1);
    test_curve_add(test_file_tracked(file, 1), 3, 0);
    test_curve_add(test_file_gaze(file, 1), 0, 1.5f);
    test_curve_add(test_file_gaze(file, 5), 0, 2);
    test_curve_add(test_file_gaze(file, 5), 2, 2);
    test_curve_add(test_file_gaze(file, 5), 2.5f, 0);
    test_file_save(file, path);
    free(file);
}

/* The numbers of spaces in the logs here. The first SPACE_COUNT lines of each log name them. */
enum { LOCAL = 1, STAGE, VIEW, GAZE, GRIP, VIEW_AHEAD, STAGE_UP, SPACE_COUNT = STAGE_UP };

static void say_spaces(void)
{
    static const char *const spaces[] = {
        "\"type\":\"LOCAL\",\"pose\":[0,0,0,0,0,0,1]",
        "\"type\":\"STAGE\",\"pose\":[0,0,0,0,0,0,1]",
        "\"type\":\"VIEW\",\"pose\":[0,0,0,0,0,0,1]",
        "\"action\":\"gaze\",\"subaction\":null,\"pose\":[0,0,0,0,0,0,1]",
        "\"action\":\"grip\",\"subaction\":\"/user/hand/left\",\"pose\":[0,0,0,0,0,0,1]",
        "\"type\":\"VIEW\",\"pose\":[0,0,-0.1,0,0,0,1]",
        "\"type\":\"STAGE\",\"pose\":[0,0.6,0,0,0,0,1]"};
    for (int i = 0; i < SPACE_COUNT; i++)
        fprintf(f.out, "{\"e\":\"space\",\"space\":%d,%s}\n", i + 1, spaces[i]);
}

static int set_up(void **state)
{
    (void)state;
    snprintf(f.folder, sizeof f.folder, "/tmp/oracle_compare_XXXXXX");
    if (!mkdtemp(f.folder))
        return -1;
    snprintf(f.recording, sizeof f.recording, "%s/recording.bin", f.folder);
    snprintf(f.log, sizeof f.log, "%s/log.jsonl", f.folder);
    snprintf(f.layer_log, sizeof f.layer_log, "%s/layer.log", f.folder);
    snprintf(f.report, sizeof f.report, "%s/report", f.folder);
    make_recording(f.recording);
    FILE *layer_log = fopen(f.layer_log, "w");
    fprintf(layer_log, "noise\ninfo: playback starts at time=1000000000 from=0.5\n");
    fclose(layer_log);
    f.out = fopen(f.log, "w");
    if (!f.out)
        return -1;
    say_spaces();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    remove(f.recording);
    remove(f.log);
    remove(f.layer_log);
    remove(f.report);
    rmdir(f.folder);
    return 0;
}

/* The XrTime at which the recording is at tau_s. */
static double xr_time(double tau_s)
{
    return 1e9 + (tau_s - 0.5) * 1e9;
}

/* Close the log and judge it. */
static int verdict(const char *option, const char *value)
{
    fclose(f.out);
    FILE *report = fopen(f.report, "w+");
    assert_non_null(report);
    char *argv[] = {"oracle_compare", f.recording,    f.log,         "--layer-log",
                    f.layer_log,      (char *)option, (char *)value, NULL};
    int status = oracle_compare_run(option ? 7 : 5, argv, report);
    fclose(report);
    return status;
}

static bool report_says(const char *words)
{
    char text[8192] = "";
    FILE *report = fopen(f.report, "r");
    size_t size = fread(text, 1, sizeof text - 1, report);
    text[size] = '\0';
    fclose(report);
    return strstr(text, words) != NULL;
}

static void say_focused(void)
{
    fprintf(f.out, "{\"e\":\"state\",\"state\":\"FOCUSED\",\"wall_time_ns\":1}\n");
}

/* The head in LOCAL, looking along +X. */
static void say_view_in_local(double time_ns, double x, double y, double z, double velocity_x,
                              double velocity_z)
{
    fprintf(f.out,
            "{\"e\":\"locate\",\"call\":\"xrLocateSpace\",\"space\":%d,\"base\":%d,"
            "\"flags\":\"opOPvw\",\"pose\":[%.9g,%.9g,%.9g,0,%.9g,0,%.9g],"
            "\"velocity\":[%.9g,0,%.9g,0,0,0],\"wall_time_ns\":%.0f}\n",
            VIEW, LOCAL, x, y, z, -half, half, velocity_x, velocity_z, time_ns);
}

static void say_head(double tau_s, double error_m, double error_m_s)
{
    say_view_in_local(xr_time(tau_s), 0.5 * tau_s + error_m, 1, -(2 + tau_s), 0.5 + error_m_s, -1);
}

/* A space that is turned about Y, at 2 s. */
static void say_turned(int space, int base, double x, double y, double z, double turn)
{
    fprintf(f.out,
            "{\"e\":\"locate\",\"call\":\"xrLocateSpace\",\"space\":%d,\"base\":%d,"
            "\"flags\":\"opOP\",\"pose\":[%.9g,%.9g,%.9g,0,%.9g,0,%.9g],"
            "\"wall_time_ns\":%.0f}\n",
            space, base, x, y, z, turn, half, xr_time(2));
}

/* Both eyes in VIEW and in LOCAL: the head's X is -Z of LOCAL turned back, so an eye's +X is
 * LOCAL's +Z. */
static void say_views(double tau_s, double error_m)
{
    fprintf(f.out,
            "{\"e\":\"views\",\"base\":%d,\"flags\":\"opOP\","
            "\"poses\":[[-0.032,0,0,0,0,0,1],[0.032,0,0,0,0,0,1]],\"wall_time_ns\":%.0f}\n",
            VIEW, xr_time(tau_s));
    fprintf(f.out,
            "{\"e\":\"views\",\"base\":%d,\"flags\":\"opOP\","
            "\"poses\":[[%.9g,1,%.9g,0,%.9g,0,%.9g],[%.9g,1,%.9g,0,%.9g,0,%.9g]],"
            "\"wall_time_ns\":%.0f}\n",
            LOCAL, 0.5 * tau_s, -(2 + tau_s) - 0.032 + error_m, -half, half, 0.5 * tau_s,
            -(2 + tau_s) + 0.032, half, -half, xr_time(tau_s));
}

static void say_no_hand(double tau_s, const char *hand)
{
    fprintf(f.out,
            "{\"e\":\"hand\",\"hand\":\"%s\",\"base\":%d,\"active\":false,"
            "\"joint_flags\":[\"\"],\"wall_time_ns\":%.0f}\n",
            hand, LOCAL, xr_time(tau_s));
}

static int file_joint(int i)
{
    return i == 0 ? 2 : i == 1 ? 1 : i + 1;
}

/* The members of an active right hand that are the same for all joints. */
static void begin_hand(double tau_s, int base, const char *flags)
{
    fprintf(f.out,
            "{\"e\":\"hand\",\"hand\":\"right\",\"base\":%d,\"active\":true,"
            "\"wall_time_ns\":%.0f,\"joint_flags\":[",
            base, xr_time(tau_s));
    for (int i = 0; i < 26; i++)
        fprintf(f.out, "%s\"%s\"", i ? "," : "", flags);
    fprintf(f.out, "],\"radii\":[");
    for (int i = 0; i < 26; i++)
        fprintf(f.out, "%s0.01", i ? "," : "");
    fprintf(f.out, "],\"joints\":[");
}

static void say_hand_in_local(double tau_s, double error_m)
{
    begin_hand(tau_s, LOCAL, "opOP");
    for (int i = 0; i < 26; i++) {
        fprintf(f.out, "%s[0.1,1,%.9g,0,0,0,1]", i ? "," : "",
                -(3 + 0.01 * file_joint(i)) + (i == 7 ? error_m : 0));
    }
    fprintf(f.out, "]}\n");
}

/* In VIEW: turned back by a quarter, (x, y, z) becomes (z, y, -x); and the hand drifts as the head
 * walks. */
static void say_hand_in_view(double tau_s, double error_m_s)
{
    begin_hand(tau_s, VIEW, "opOPvw");
    for (int i = 0; i < 26; i++) {
        fprintf(f.out, "%s[%.9g,0,%.9g,0,%.9g,0,%.9g]", i ? "," : "",
                -(3 + 0.01 * file_joint(i)) + 2 + tau_s, -(0.1 - 0.5 * tau_s), half, half);
    }
    fprintf(f.out, "],\"velocities\":[");
    for (int i = 0; i < 26; i++)
        fprintf(f.out, "%s[%.9g,0,0.5,0,0,0]", i ? "," : "", 1 + (i == 3 ? error_m_s : 0));
    fprintf(f.out, "]}\n");
}

static void say_gaze(double tau_s, const char *flags)
{
    fprintf(f.out,
            "{\"e\":\"locate\",\"call\":\"xrLocateSpace\",\"space\":%d,\"base\":%d,"
            "\"flags\":\"%s\",\"pose\":[0,1.5,0,0,0,0,1],\"wall_time_ns\":%.0f,"
            "\"wall_sample_ns\":1}\n",
            GAZE, LOCAL, flags, xr_time(tau_s));
}

static void say_a_good_run(void)
{
    say_no_hand(1.5, "right"); /* not focused yet */
    say_gaze(1, "");
    say_focused();
    for (double t = 0.51; t < 4; t += 0.1) {
        say_head(t, 0, 0);
        say_views(t, 0);
        say_no_hand(t, "left");
        if (t < 1 || t > 3) {
            say_no_hand(t, "right");
        } else {
            say_hand_in_local(t, 0);
            say_hand_in_view(t, 0);
        }
        say_gaze(t, t <= 2 ? "opOP" : "");
    }
}

TEST(test_a_good_run_passes)
{
    say_a_good_run();
    assert_int_equal(verdict(NULL, NULL), 0);
    assert_true(report_says("pass"));
}

TEST(test_a_good_run_passes_as_json)
{
    say_a_good_run();
    assert_int_equal(verdict("--json", "--head-only"), 0);
    assert_true(report_says("\"verdict\":\t\"pass\""));
}

TEST(test_before_and_after_stand_still)
{
    say_focused();
    static const double times[] = {1, 999999999, 5e9, 6e9};
    for (int i = 0; i < 4; i++) {
        double tau_s = times[i] < 1e9 ? 0.5 : 4;
        say_view_in_local(times[i], 0.5 * tau_s, 1, -(2 + tau_s), 0, 0);
    }
    assert_int_equal(verdict(NULL, NULL), 0);
}

static void say_relation(void)
{
    fprintf(f.out, "{\"e\":\"relation\",\"space\":%d,\"base\":%d,\"pose\":[0,-1.6,0,0,0,0,1]}\n",
            STAGE, LOCAL);
}

TEST(test_offsets_and_stage)
{
    say_relation();
    /* At 2 s the head is at (1, 1, -4) of LOCAL; 0.1 m before its eyes is 0.1 m along +X. */
    say_turned(VIEW_AHEAD, STAGE_UP, 1.1, 2, -4, -half);
    assert_int_equal(verdict(NULL, NULL), 0);
}

TEST(test_stage_as_anchor)
{
    say_relation();
    say_turned(VIEW, LOCAL, 1, -0.6, -4, -half);
    assert_int_equal(verdict("--anchor", "stage"), 0);
}

TEST(test_local_in_view)
{
    /* The head at (1, 1, -4), turned by -90 degrees about Y: LOCAL's origin is seen turned by +90.
     */
    say_turned(LOCAL, VIEW, 4, -1, 1, half);
    assert_int_equal(verdict(NULL, NULL), 0);
}

/* An unknown event and an unknown member are ignored. */
TEST(test_a_failed_call_is_not_judged)
{
    fprintf(f.out, "{\"e\":\"weather\",\"sun\":true}\n");
    fprintf(f.out,
            "{\"e\":\"error\",\"call\":\"xrLocateSpace\",\"result\":\"XR_ERROR_TIME_INVALID\"}\n");
    say_head(1.5, 0, 0);
    assert_int_equal(verdict(NULL, NULL), 0);
}

TEST(test_either_side_of_a_key_is_fine)
{
    say_focused();
    say_hand_in_local(0.9999995, 0);
    say_no_hand(1.0000005, "right");
    assert_int_equal(verdict(NULL, NULL), 0);
}

TEST(test_beyond_a_microsecond_is_not)
{
    say_focused();
    say_hand_in_local(0.99999, 0);
    assert_int_equal(verdict(NULL, NULL), 1);
}

/* ---- Deliberate errors ---- */

TEST(test_head_off)
{
    say_head(1.25, 0, 0);
    say_head(1.5, 2e-5, 0);
    assert_int_equal(verdict(NULL, NULL), 1);
    assert_true(report_says("line 9: xrLocateSpace")); /* after SPACE_COUNT lines */
}

TEST(test_head_off_within_a_wider_tolerance)
{
    say_head(1.5, 2e-5, 0);
    assert_int_equal(verdict("--pos-tol", "1e-4"), 0);
}

TEST(test_velocity_off)
{
    say_head(1.5, 0, 0.01);
    assert_int_equal(verdict(NULL, NULL), 1);
    assert_true(report_says("velocity off"));
}

TEST(test_view_off)
{
    say_views(1.5, 1e-3);
    assert_int_equal(verdict(NULL, NULL), 1);
    assert_true(report_says("view 0"));
}

TEST(test_joint_off)
{
    say_hand_in_local(1.5, 1e-3);
    assert_int_equal(verdict(NULL, NULL), 1);
    assert_true(report_says("joint 7"));
}

TEST(test_joint_velocity_off)
{
    say_hand_in_view(1.5, 0.05);
    assert_int_equal(verdict(NULL, NULL), 1);
    assert_true(report_says("joint 3 velocity off"));
}

TEST(test_hand_missing)
{
    say_no_hand(1.5, "right");
    assert_int_equal(verdict(NULL, NULL), 1);
}

TEST(test_hand_before_focus)
{
    say_hand_in_local(1.5, 0);
    say_focused();
    assert_int_equal(verdict(NULL, NULL), 1);
}

TEST(test_gaze_when_there_is_none)
{
    say_gaze(2.25, "opOP");
    assert_int_equal(verdict(NULL, NULL), 1);
}

TEST(test_gaze_missing)
{
    say_gaze(1.5, "op");
    assert_int_equal(verdict(NULL, NULL), 1);
}

TEST(test_nothing_to_judge)
{
    fprintf(f.out, "{\"e\":\"locate\",\"call\":\"xrLocateSpace\",\"space\":%d,\"base\":%d}\n", GRIP,
            LOCAL);
    assert_int_equal(verdict(NULL, NULL), 2);
}

TEST(test_channels_leave_the_rest_alone)
{
    say_head(1.5, 1, 0); /* live */
    say_hand_in_local(1.5, 0);
    assert_int_equal(verdict("--channels", "hands,gaze"), 0);
}

int main(void)
{
    return RUN_TESTS_BETWEEN(
        set_up, tear_down, test_a_good_run_passes, test_a_good_run_passes_as_json,
        test_before_and_after_stand_still, test_offsets_and_stage, test_stage_as_anchor,
        test_local_in_view, test_a_failed_call_is_not_judged, test_either_side_of_a_key_is_fine,
        test_beyond_a_microsecond_is_not, test_head_off, test_head_off_within_a_wider_tolerance,
        test_velocity_off, test_view_off, test_joint_off, test_joint_velocity_off,
        test_hand_missing, test_hand_before_focus, test_gaze_when_there_is_none, test_gaze_missing,
        test_nothing_to_judge, test_channels_leave_the_rest_alone);
}
