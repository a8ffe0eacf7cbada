/* SPDX-License-Identifier: MIT */
/* The probe's and the spy's log: the text of its lines, worked out by hand, and the frames and
 * times that a question belongs to. */
#include "report.h"

#include <stdlib.h>
#include <string.h>

static struct probe_report report;
static char *text;
static size_t size;
static int failures;

static void open_report(void)
{
    probe_report_init(&report, open_memstream(&text, &size), "test");
}

/* The members after wall_ms of the last line, without what depends on the clock. */
static void expect_last(const char *expected)
{
    fflush(report.out);
    char *end = text + size - 1;
    *end = '\0';
    char *begin = strrchr(text, '\n');
    begin = strstr(begin != NULL ? begin : text, "\"wall_ms\":");
    begin = begin != NULL ? strchr(begin, ',') : NULL;
    if (begin == NULL || strcmp(begin + 1, expected) != 0) {
        fprintf(stderr, "is      %s\nnot     ,%s\n", begin != NULL ? begin : "nothing", expected);
        failures++;
    }
    *end = '\n';
}

static void close_report(void)
{
    fclose(report.out);
    probe_report_finish(&report);
    free(text);
    text = NULL;
}

static const XrPosef pose = {{0, 0, 0, 1}, {1, 2, 0.5f}};

static void locate_at(XrTime time)
{
    const struct probe_report_space view = {3, "VIEW"}, local = {1, "LOCAL"};
    const XrSpaceLocation location = {
        .type = XR_TYPE_SPACE_LOCATION, .locationFlags = 3, .pose = pose};
    probe_report_locate_space(&report, XR_SUCCESS, time, view, local, &location, NULL, NULL);
}

static void lines_of_spaces_and_failures(void)
{
    open_report();
    expect_last("\"e\":\"log\",\"version\":1,\"layer\":\"test\",\"level\":\"calls\"}");
    probe_report_reference_created(&report, XR_REFERENCE_SPACE_TYPE_VIEW, &pose);
    expect_last("\"e\":\"space\",\"space\":1,\"kind\":\"reference\",\"type\":\"VIEW\","
                "\"pose\":[1,2,0.5,0,0,0,1]}");
    probe_report_action_space_created(&report, "grip", "/user/hand/left", &pose);
    expect_last("\"e\":\"space\",\"space\":2,\"kind\":\"action\",\"action\":\"grip\","
                "\"subaction\":\"/user/hand/left\",\"pose\":[1,2,0.5,0,0,0,1]}");
    const struct probe_report_space space = {2, "left_grip"}, base = {1, "VIEW"};
    probe_report_locate_space(&report, XR_ERROR_TIME_INVALID, 7, space, base, NULL, NULL, NULL);
    expect_last("\"e\":\"error\",\"call\":\"xrLocateSpace\",\"result\":\"XR_ERROR_TIME_INVALID\","
                "\"space_name\":\"left_grip\",\"base_name\":\"VIEW\",\"wall_time_ns\":7}");
    close_report();
}

/* Frames are 10 ns apart: frame n is shown at 100 + 10 n. */
static void frames_and_times(void)
{
    open_report();
    probe_report_session_created(&report);
    probe_report_frame(&report, 90, 10, true);
    expect_last("\"e\":\"wait\",\"session\":1,\"wall_count\":1,\"render\":true,\"wall_time_ns\":90,"
                "\"wall_period_ns\":10}");
    probe_report_session_state(&report, XR_SESSION_STATE_FOCUSED, 95);
    for (int n = 0; n <= 20; n++)
        probe_report_frame(&report, 100 + 10 * n, 10, true);
    const struct {
        XrTime time;
        const char *frame, *ask;
    } cases[] = {{300, "20", "20"},   {295, "19", "19.5"}, {200, "20", "10"},
                 {307, "20", "20.7"}, {220, "12", "12"},   {219, "20", "11.9"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char expected[512];
        locate_at(cases[i].time);
        snprintf(expected, sizeof expected,
                 "\"frame\":%s,\"e\":\"locate\",\"call\":\"xrLocateSpace\",\"space\":3,\"base\":1,"
                 "\"ask\":%s,\"flags\":\"op\",\"pose\":[1,2,0.5,0,0,0,1],\"space_name\":\"VIEW\","
                 "\"base_name\":\"LOCAL\",\"wall_time_ns\":%d}",
                 cases[i].frame, cases[i].ask, (int)cases[i].time);
        expect_last(expected);
    }
    close_report();
}

int main(void)
{
    lines_of_spaces_and_failures();
    frames_and_times();
    return failures == 0 ? 0 : 1;
}
