/* SPDX-License-Identifier: MIT */
/* Hazard: a list of faults that is read as another one, and a wrong one that is not refused. */
#include "support.h"

#include "core/faults/fault_list.h"

static struct us_faults faults;
static struct us_faults_error wrong;

static const struct us_fault *one(const char *text)
{
    if (!us_faults_parse(text, &faults, &wrong))
        fail_msg("%s: '%.*s' %s", text, wrong.length, wrong.text, wrong.why);
    assert_int_equal(faults.count, 1);
    return &faults.list[0];
}

/* Refused, and the error names the item and has this text in it. */
static void refused(const char *text, const char *item, const char *why)
{
    if (us_faults_parse(text, &faults, &wrong))
        fail_msg("%s is not refused", text);
    assert_int_equal(faults.count, 0);
    assert_int_equal(wrong.length, strlen(item));
    assert_memory_equal(wrong.text, item, strlen(item));
    if (strstr(wrong.why, why) == NULL)
        fail_msg("%s: '%s' is not in '%s'", text, why, wrong.why);
}

TEST(test_each_kind)
{
    assert_int_equal(one("lose:left")->who, US_FAULT_LEFT);
    assert_true(one("lose:gaze:untracked")->untracked);
    assert_int_equal(one("lose:hands")->who, US_FAULT_LEFT | US_FAULT_RIGHT);
    assert_int_equal(one("freeze")->who, US_FAULT_EVERYONE);
    assert_int_equal(one("freeze:head")->who, US_FAULT_HEAD);
    const struct us_fault *jitter = one("jitter:3,1");
    assert_true(jitter->numbers[0] == 3.0 && jitter->numbers[1] == 1.0 &&
                jitter->numbers[2] == 1.0);
    jitter = one("jitter:right:0.5,.25,77");
    assert_int_equal(jitter->who, US_FAULT_RIGHT);
    assert_true(jitter->numbers[0] == 0.5 && jitter->numbers[1] == 0.25 &&
                jitter->numbers[2] == 77.0);
    assert_true(one("drift:10,-2")->numbers[1] == -2.0);
    assert_true(one("latency:50")->numbers[0] == 50.0);
    assert_int_equal(one("swap-hands")->kind, US_FAULT_SWAP_HANDS);
    assert_int_equal(one("no-pinch:left")->who, US_FAULT_LEFT);
    assert_int_equal(one("ghost-pinch")->kind, US_FAULT_GHOST_PINCH);
    assert_int_equal(one("battery")->who, US_FAULT_HANDS);
    assert_int_equal(one("focus-lost@1s+2s")->kind, US_FAULT_FOCUS_LOST);
    assert_int_equal(one("not-visible")->kind, US_FAULT_NOT_VISIBLE);
    assert_int_equal(one("headset-off")->kind, US_FAULT_HEADSET_OFF);
    const struct us_fault *recenter = one("recenter:-90,0.5,-2");
    assert_true(recenter->numbers[0] == -90.0 && recenter->numbers[1] == 0.5 &&
                recenter->numbers[2] == -2.0);
    assert_int_equal(one("loss-pending@1s")->kind, US_FAULT_LOSS_PENDING);
    assert_int_equal(one("stopping@1s")->kind, US_FAULT_STOPPING);
    assert_true(one("refresh:72.5@1s+1s")->numbers[0] == 72.5);
    assert_int_equal(one("frame-drop:3@1s")->kind, US_FAULT_FRAME_DROP);
}

/* The last one of the list that is in force counts. */
TEST(test_refresh_rate)
{
    assert_true(us_faults_parse("refresh:72,freeze,refresh:90+2s", &faults, &wrong));
    assert_true(us_faults_has(&faults, US_FAULT_FREEZE));
    assert_false(us_faults_has(&faults, US_FAULT_LOSE));
    for (unsigned i = 0; i < faults.count; i++)
        faults.list[i].from_s = 1.0, faults.list[i].to_s = 1.0 + faults.list[i].length_s;
    assert_true(us_faults_refresh_hz(&faults, 0.5) == 0.0f);
    assert_true(us_faults_refresh_hz(&faults, 1.0) == 90.0f);
    assert_true(us_faults_refresh_hz(&faults, 3.0) == 72.0f);
}

/* Those that were added end by their name; what was in the list before does not. */
TEST(test_end)
{
    assert_true(us_faults_parse("freeze:left@0s", &faults, &wrong));
    faults.list[0].from_s = 0.0, faults.list[0].to_s = INFINITY;
    assert_true(us_faults_add(&faults, "freeze:left", 1.0, &wrong));
    assert_true(us_faults_add(&faults, "freeze", 1.0, &wrong));
    assert_true(us_faults_add(&faults, "freeze:left+10s", 1.5, &wrong));
    assert_true(us_faults_add(&faults, "freeze:left", 9.0, &wrong));
    assert_null(us_faults_end(&faults, "freeze:right", 2.0));
    assert_null(us_faults_end(&faults, "freeze:left", 0.5));
    assert_ptr_equal(us_faults_end(&faults, "freeze:left", 2.0), &faults.list[1]);
    assert_int_equal(us_faults_active(&faults, 1.9), 1 | 2 | 4 | 8);
    assert_int_equal(us_faults_active(&faults, 2.0), 1 | 4);
    assert_int_equal(us_faults_active(&faults, 9.5), 1 | 4 | 16);
    assert_null(us_faults_end(&faults, "freeze:left", 3.0));
}

static void check_moment(const struct us_fault *fault, const char *start, double length_s)
{
    if (start == NULL)
        assert_null(fault->start);
    else
        assert_true((size_t)fault->start_length == strlen(start) &&
                    memcmp(fault->start, start, strlen(start)) == 0);
    assert_true(fault->length_s == length_s);
}

TEST(test_moments)
{
    check_moment(one("freeze"), NULL, INFINITY);
    check_moment(one("freeze@2s"), "2s", INFINITY);
    check_moment(one("freeze+0.5s"), NULL, 0.5);
    check_moment(one("freeze@2+1"), "2", 1.0);
    check_moment(one("jitter:3,1@marker:pinch+1s"), "marker:pinch", 1.0);
    check_moment(one("lose:left@marker:a+b"), "marker:a+b", INFINITY);
    check_moment(one("lose:left@marker:a+b+2s"), "marker:a+b", 2.0);
}

TEST(test_lists)
{
    assert_true(
        us_faults_parse("lose:left@2s+0.5s,jitter:3,1@marker:pinch+1s,freeze", &faults, &wrong));
    assert_int_equal(faults.count, 3);
    assert_int_equal(faults.list[1].kind, US_FAULT_JITTER);
    assert_int_equal(faults.list[1].length, strlen("jitter:3,1@marker:pinch+1s"));
    assert_int_equal(faults.list[2].kind, US_FAULT_FREEZE);
    char many[33 * 7 + 1] = "";
    for (int i = 0; i < 33; i++)
        strcat(many, i == 0 ? "freeze" : ",freeze");
    refused(many, "freeze", "32 are allowed");
    many[32 * 7 - 1] = '\0';
    assert_true(us_faults_parse(many, &faults, &wrong));
    assert_int_equal(faults.count, 32);
}

TEST(test_calls)
{
    const struct us_fault *fault = one("fail:xrEndFrame=XR_ERROR_LAYER_INVALID");
    assert_int_equal(fault->calls.function, US_FAIL_xrEndFrame);
    assert_int_equal(fault->calls.result, US_FAIL_XR_ERROR_LAYER_INVALID);
    assert_true(fault->calls.first == 0 && fault->calls.count == 0);
    fault = one("fail:xrEndFrame=XR_ERROR_RUNTIME_FAILURE@3");
    assert_true(fault->calls.first == 3 && fault->calls.count == 1);
    fault = one("fail:xrWaitFrame=XR_ERROR_RUNTIME_FAILURE@3+2");
    assert_true(fault->calls.first == 3 && fault->calls.count == 2);
    fault = one("fail:xrEndFrame=XR_ERROR_RUNTIME_FAILURE@2s+3");
    assert_true(fault->calls.first == 0 && fault->calls.count == 3);
    check_moment(fault, "2s", INFINITY);
    fault = one("fail:xrEndFrame=XR_ERROR_RUNTIME_FAILURE@2s+0.5s");
    assert_true(fault->calls.first == 0 && fault->calls.count == 0);
    check_moment(fault, "2s", 0.5);
}

/* The least and the most that each number may be are allowed; a little more is not. */
TEST(test_ends_of_ranges)
{
    static const struct {
        const char *least, *most, *below, *above;
    } ends[] = {{"jitter:0,0,0", "jitter:1000,90,4294967295", "jitter:-0.1,0", "jitter:0,90.1"},
                {"drift:-10000,-360", "drift:10000,360", "drift:-10000.1,0", "drift:0,360.1"},
                {"latency:0", "latency:60000", "latency:-.1", "latency:60000.1"},
                {"recenter:-360,-1000,-1000", "recenter:360,1000,1000", "recenter:0,0,-1000.1",
                 "recenter:360.1,0,0"},
                {"refresh:1", "refresh:1000", "refresh:.9", "refresh:1000.1"},
                {"frame-drop:1", "frame-drop:1000", "frame-drop:0", "frame-drop:1001"},
                {"freeze+0.000001", "freeze+1000000s", "freeze+0s", "freeze+1000000.1s"},
                {"freeze+.1", "freeze+9", "freeze+-1", "freeze+1000001"}};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        one(ends[i].least);
        one(ends[i].most);
        refused(ends[i].below, ends[i].below, "");
        refused(ends[i].above, ends[i].above, "");
    }
    const struct us_fault *recenter = one("recenter:-360,-1000,999");
    assert_true(recenter->numbers[0] == -360.0 && recenter->numbers[1] == -1000.0 &&
                recenter->numbers[2] == 999.0);
    refused("recenter:0,1,2:left", "recenter:0,1,2:left", "'left'");
    refused("jitter:3:left,1", "jitter:3:left,1", "'left'");
    refused("jitter:left:3,1:right", "jitter:left:3,1:right", "'right'");
    refused("freeze+1,3", "3", "is no fault");
    refused("latency:50,0", "latency:50,0", "does not take, '0'");
    refused("drift:1,2,0", "drift:1,2,0", "does not take, '0'");
    refused("freeze:0", "freeze:0", "does not take, '0'");
    refused("lose:untracked:left", "lose:untracked:left", "'untracked'");
}

/* Where a comma begins the next item: not before a digit, a minus or a point. */
TEST(test_commas)
{
    static const char *const numbers[] = {"0", "9", "-0.5", ".5"};
    char text[64];
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        snprintf(text, sizeof text, "drift:9,%s", numbers[i]);
        assert_true(one(text)->numbers[0] == 9.0);
    }
    refused("latency:5,/", "/", "is no fault");
    refused("latency:5,:", ":", "is no fault");
}

/* A whole number behind "@" is a call, up to 15 digits; 0 and what is longer are times. */
TEST(test_numbers_of_calls)
{
    static const struct {
        const char *digits;
        uint64_t number;
    } calls[] = {{"1", 1},
                 {"9", 9},
                 {"10", 10},
                 {"20945", 20945},
                 {"999999999999999", 999999999999999},
                 {"0", 0},
                 {"1000000000000000", 0},
                 {"2s", 0},
                 {"1.5", 0},
                 {"1/", 0},
                 {"1:", 0}};
    char text[80];
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        snprintf(text, sizeof text, "fail:xrEndFrame=XR_ERROR_RUNTIME_FAILURE@%s", calls[i].digits);
        const struct us_fault *fault = one(text);
        assert_true(fault->calls.first == calls[i].number);
        assert_true(fault->calls.count == (calls[i].number > 0 ? 1 : 0));
        check_moment(fault, calls[i].number > 0 ? NULL : calls[i].digits, INFINITY);
    }
    const struct us_fault *fault = one("fail:xrEndFrame=XR_ERROR_RUNTIME_FAILURE+20s");
    assert_true(fault->calls.first == 0 && fault->calls.count == 0 && fault->length_s == 20.0);
    fault = one("fail:xrEndFrame=XR_ERROR_RUNTIME_FAILURE+20");
    assert_true(fault->calls.first == 0 && fault->calls.count == 20);
    refused("fail:xrEndFrame=XR_ERROR_RUNTIME_FAILURE+x",
            "fail:xrEndFrame=XR_ERROR_RUNTIME_FAILURE+x", "+3 for three calls");
    refused("fail:xrWaitFrame=XR_ERROR_RUNTIME_FAILURE+.5",
            "fail:xrWaitFrame=XR_ERROR_RUNTIME_FAILURE+.5", "would never end");
    one("fail:xrWaitFrame=XR_ERROR_RUNTIME_FAILURE+5");
}

/* An error lists all kinds, in the order of the manual, and the manual knows no other. */
TEST(test_names)
{
    refused(
        "x", "x",
        "is no fault; the faults are lose, freeze, jitter, drift, latency, swap-hands, no-pinch, "
        "ghost-pinch, battery, focus-lost, not-visible, headset-off, user-absent, recenter, "
        "bounds, mask, events-lost, loss-pending, instance-loss, stopping, refresh, frame-drop, "
        "fail");
    assert_string_equal(us_fault_kind_name(US_FAULT_FRAME_DROP), "frame-drop");
    refused("fail:xrWaitFrames=XR_ERROR_RUNTIME_FAILURE",
            "fail:xrWaitFrames=XR_ERROR_RUNTIME_FAILURE", "'xrWaitFrames'");
    refused("fail:xrWaitFram=XR_ERROR_RUNTIME_FAILURE", "fail:xrWaitFram=XR_ERROR_RUNTIME_FAILURE",
            "'xrWaitFram'");
    refused("loser", "loser", "is no fault");
    refused("los", "los", "is no fault");
    /* An error shows no more than the beginning of a long item. */
    char item[200] = "latency:";
    memset(item + 8, '1', 120);
    assert_false(us_faults_parse(item, &faults, &wrong));
    assert_int_equal(wrong.length, 80);
    assert_non_null(strstr(wrong.why, "'1111111111111111111111111111111111111111'"));
}

TEST(test_refused)
{
    refused("", "", "the faults are lose, freeze");
    refused("lose:left,", "", "is no fault");
    refused("loose:left", "loose:left", "is no fault");
    refused("freeze,lose", "lose", "write lose:left");
    refused("lose:feet", "lose:feet", "'feet'");
    refused("lose:left:right", "lose:left:right", "'right'");
    refused("freeze:untracked", "freeze:untracked", "'untracked'");
    refused("swap-hands:left", "swap-hands:left", "'left'");
    refused("no-pinch:head", "no-pinch:head", "'head'");
    refused("jitter:3", "jitter:3", "jitter:MM,DEGREES");
    refused("jitter:3,1,2,4", "jitter:3,1,2,4", "'4'");
    refused("jitter:3,100", "jitter:3,100", "from 0 to 90");
    refused("latency:-1", "latency:-1", "from 0 to 60000");
    refused("latency:1e3", "latency:1e3", "'1e3'");
    refused("freeze@", "freeze@", "@2s");
    refused("freeze+x", "freeze+x", "+0.5s");
    refused("freeze+0", "freeze+0", "+0.5s");
    refused("freeze@2s+1,3", "3", "is no fault");
    refused("stopping@1s+1s", "stopping@1s+1s", "has no length");
    refused("recenter:90,1", "recenter:90,1", "recenter:DEGREES,X,Z");
    refused("focus-lost:left", "focus-lost:left", "'left'");
    refused("frame-drop", "frame-drop", "frame-drop:N");
    refused("frame-drop:0", "frame-drop:0", "from 1 to 1000");
    refused("frame-drop:1.5", "frame-drop:1.5", "no whole number");
    refused("refresh:0.5", "refresh:0.5", "from 1 to 1000");
    refused("refresh@1s", "refresh@1s", "refresh:HZ");
    refused("fail:xrEndFrame", "fail:xrEndFrame", "names no result");
    refused("fail", "fail", "names no result");
    refused("fail:xrFly=XR_ERROR_RUNTIME_FAILURE", "fail:xrFly=XR_ERROR_RUNTIME_FAILURE",
            "'xrFly'");
    refused("fail:xrCreateInstance=XR_ERROR_RUNTIME_FAILURE@2s",
            "fail:xrCreateInstance=XR_ERROR_RUNTIME_FAILURE@2s", "before the recording plays");
    refused("fail:xrEndFrame=XR_OOPS", "fail:xrEndFrame=XR_OOPS", "no error");
    refused("fail:xrWaitFrame=XR_ERROR_LAYER_INVALID", "fail:xrWaitFrame=XR_ERROR_LAYER_INVALID",
            "does not allow XR_ERROR_LAYER_INVALID of xrWaitFrame");
    refused("fail:xrWaitFrame=XR_ERROR_RUNTIME_FAILURE@2s+0.5s",
            "fail:xrWaitFrame=XR_ERROR_RUNTIME_FAILURE@2s+0.5s", "would never end");
    refused("fail:xrEndFrame=XR_ERROR_RUNTIME_FAILURE@2+0.5s",
            "fail:xrEndFrame=XR_ERROR_RUNTIME_FAILURE@2+0.5s", "a call and lasts seconds");
}

int main(void)
{
    return RUN_TESTS(test_each_kind, test_end, test_refresh_rate, test_moments, test_lists,
                     test_calls, test_refused, test_ends_of_ranges, test_commas,
                     test_numbers_of_calls, test_names);
}
