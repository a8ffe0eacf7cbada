/* SPDX-License-Identifier: MIT */
/* The order of the session states that an app is told, whatever the runtime and a script do. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "layer/session_script/told_state.h"

#define IDLE XR_SESSION_STATE_IDLE
#define READY XR_SESSION_STATE_READY
#define SYNCHRONIZED XR_SESSION_STATE_SYNCHRONIZED
#define VISIBLE XR_SESSION_STATE_VISIBLE
#define FOCUSED XR_SESSION_STATE_FOCUSED
#define STOPPING XR_SESSION_STATE_STOPPING
#define LOSS_PENDING XR_SESSION_STATE_LOSS_PENDING
#define EXITING XR_SESSION_STATE_EXITING

/* The arrows of the state diagram in OpenXR 1.0, 9.3; LOSS_PENDING follows any state. */
static bool is_legal(int from, int to)
{
    static const int arrows[][2] = {
        {0, IDLE},          {IDLE, READY},      {READY, SYNCHRONIZED},   {SYNCHRONIZED, VISIBLE},
        {VISIBLE, FOCUSED}, {FOCUSED, VISIBLE}, {VISIBLE, SYNCHRONIZED}, {SYNCHRONIZED, STOPPING},
        {STOPPING, IDLE},   {IDLE, EXITING},
    };
    if (to == LOSS_PENDING)
        return from != LOSS_PENDING && from != EXITING;
    for (size_t i = 0; i < sizeof arrows / sizeof arrows[0]; i++) {
        if (arrows[i][0] == from && arrows[i][1] == to)
            return true;
    }
    return false;
}

/* One app, which polls until there is nothing more. */
struct app {
    struct us_told_state states;
    int told, runtime;
    int limit;
    bool stopped; /* it was told STOPPING since the runtime reported it */
};

static void told(struct app *app, XrSessionState state)
{
    if (!is_legal(app->told, (int)state))
        fail_msg("the app was told %d after %d", (int)state, app->told);
    app->told = (int)state;
    app->stopped |= state == STOPPING;
}

static void drain(struct app *app)
{
    XrSessionState state;
    for (int i = 0; us_told_state_next(&app->states, &state); i++) {
        assert_true(i < 8);
        told(app, state);
    }
}

static void report(struct app *app, XrSessionState state)
{
    XrSessionState out;
    if (!is_legal(app->runtime, (int)state))
        return;
    app->runtime = (int)state;
    drain(app);
    if (us_told_state_report(&app->states, state, &out))
        told(app, out);
}

static void limit(struct app *app, XrSessionState state)
{
    app->limit = (int)state;
    us_told_state_limit(&app->states, state);
}

enum action { LIMIT_S, LIMIT_V, LIMIT_F, UP, DOWN, STOP, POLL, LOSE, ACTIONS };

static void act(struct app *app, enum action action)
{
    XrSessionState state;
    switch (action) {
    case LIMIT_S:
        limit(app, SYNCHRONIZED);
        break;
    case LIMIT_V:
        limit(app, VISIBLE);
        break;
    case LIMIT_F:
        limit(app, FOCUSED);
        break;
    case UP:
        report(app, (XrSessionState)(app->runtime + 1));
        break;
    case DOWN:
        report(app, (XrSessionState)(app->runtime - 1));
        break;
    case STOP:
        for (int at = app->runtime; at > SYNCHRONIZED && at <= FOCUSED; at--)
            report(app, (XrSessionState)(at - 1));
        report(app, STOPPING);
        break;
    case POLL:
        if (us_told_state_next(&app->states, &state))
            told(app, state);
        break;
    default:
        us_told_state_lose(&app->states);
        break;
    }
}

static int lower_of(int a, int b)
{
    return a < b ? a : b;
}

/* When nothing is left to tell, the app is where the runtime and the script want it. */
static void check_settled(struct app *app)
{
    drain(app);
    if (app->told == LOSS_PENDING)
        return;
    if (app->runtime == STOPPING) {
        assert_true(app->stopped);
        assert_int_equal(app->told, STOPPING);
    } else {
        assert_int_equal(app->told, lower_of(app->runtime, app->limit));
    }
}

/* Every sequence of seven things that a runtime, a script and an app can do, from every state. */
static void test_every_order(void **state)
{
    (void)state;
    const int length = 7;
    long total = 1;
    for (int i = 0; i < length; i++)
        total *= ACTIONS;
    for (long number = 0; number < total; number++) {
        struct app app = {.limit = FOCUSED};
        report(&app, IDLE);
        report(&app, READY);
        report(&app, SYNCHRONIZED);
        for (long rest = number, i = 0; i < length; i++, rest /= ACTIONS)
            act(&app, (enum action)(rest % ACTIONS));
        check_settled(&app);
    }
}

/* All pairs of a recorded and a reported life of a session, in every order of the two. */
static void test_pairs(void **state)
{
    (void)state;
    static const XrSessionState scripts[][4] = {
        {VISIBLE, FOCUSED},
        {VISIBLE, SYNCHRONIZED, VISIBLE, FOCUSED},
        {SYNCHRONIZED, FOCUSED},
        {SYNCHRONIZED, VISIBLE, SYNCHRONIZED, FOCUSED},
    };
    static const XrSessionState runtimes[][4] = {
        {VISIBLE, FOCUSED},
        {VISIBLE, FOCUSED, VISIBLE, FOCUSED},
        {VISIBLE, SYNCHRONIZED, STOPPING, IDLE},
        {STOPPING, IDLE, EXITING},
    };
    for (int s = 0; s < 4; s++) {
        for (int r = 0; r < 4; r++) {
            /* A bit of `order` says who is next. */
            for (unsigned order = 0; order < 256; order++) {
                struct app app = {.limit = FOCUSED};
                int next_s = 0, next_r = 0;
                report(&app, IDLE);
                report(&app, READY);
                report(&app, SYNCHRONIZED);
                for (int i = 0; i < 8; i++) {
                    bool is_script = (order & 1u << i) != 0;
                    if (is_script && next_s < 4 && scripts[s][next_s] != 0)
                        limit(&app, scripts[s][next_s++]);
                    else if (!is_script && next_r < 4 && runtimes[r][next_r] != 0)
                        report(&app, runtimes[r][next_r++]);
                }
                drain(&app);
                int wanted = app.runtime > FOCUSED || app.runtime < SYNCHRONIZED
                                 ? app.runtime
                                 : lower_of(app.runtime, app.limit);
                assert_int_equal(app.told, wanted);
            }
        }
    }
}

/* Without a script, what the runtime reports is told as it is, whatever it is. */
static void test_no_script(void **state)
{
    (void)state;
    static const XrSessionState reported[] = {IDLE,  READY,   FOCUSED,  SYNCHRONIZED, SYNCHRONIZED,
                                              READY, VISIBLE, STOPPING, LOSS_PENDING, IDLE};
    struct us_told_state states = {0};
    XrSessionState out;
    for (size_t i = 0; i < sizeof reported / sizeof reported[0]; i++) {
        assert_false(us_told_state_next(&states, &out));
        assert_true(us_told_state_report(&states, reported[i], &out));
        assert_int_equal(out, reported[i]);
    }
}

/* After LOSS_PENDING of a script nothing is told. */
static void test_lost(void **state)
{
    (void)state;
    struct app app = {.limit = FOCUSED};
    XrSessionState out;
    report(&app, IDLE);
    report(&app, READY);
    report(&app, SYNCHRONIZED);
    us_told_state_lose(&app.states);
    drain(&app);
    assert_int_equal(app.told, LOSS_PENDING);
    assert_false(us_told_state_report(&app.states, STOPPING, &out));
    assert_false(us_told_state_next(&app.states, &out));
}

/* EXITING of a script follows IDLE, once. */
static void test_exit(void **state)
{
    (void)state;
    struct app app = {.limit = FOCUSED};
    XrSessionState out;
    report(&app, IDLE);
    report(&app, READY);
    report(&app, SYNCHRONIZED);
    us_told_state_exit(&app.states);
    drain(&app);
    assert_int_equal(app.told, SYNCHRONIZED);
    report(&app, STOPPING);
    report(&app, IDLE);
    drain(&app);
    assert_int_equal(app.told, EXITING);
    assert_false(us_told_state_report(&app.states, EXITING, &out));
}

/* A runtime that stops a focused session at once: the app goes down state by state all the same. */
static void test_runtime_that_skips_states(void **state)
{
    (void)state;
    static const XrSessionState limits[] = {VISIBLE, SYNCHRONIZED};
    for (int i = 0; i < 2; i++) {
        struct us_told_state states = {0};
        XrSessionState told[] = {IDLE, READY, SYNCHRONIZED, VISIBLE, FOCUSED}, out = IDLE;
        us_told_state_limit(&states, limits[i]);
        for (size_t k = 0; k < sizeof told / sizeof told[0]; k++)
            (void)us_told_state_report(&states, told[k], &out);
        assert_int_equal(out, limits[i]);
        assert_true(us_told_state_report(&states, STOPPING, &out));
        assert_int_equal(out, i == 0 ? SYNCHRONIZED : STOPPING);
        assert_int_equal(us_told_state_next(&states, &out), i == 0);
        assert_int_equal(out, STOPPING);
        assert_false(us_told_state_next(&states, &out));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_runtime_that_skips_states),
        cmocka_unit_test(test_every_order),
        cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_no_script),
        cmocka_unit_test(test_lost),
        cmocka_unit_test(test_exit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
