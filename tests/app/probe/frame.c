/* SPDX-License-Identifier: MIT */
#include "faults.h"
#include "graphics/layers.h"
#include "pipeline.h"

#include <time.h>

#define IDLE_SLEEP_S 0.01

static const XrDuration extra_times_ns[] = {-40000000, -7000000, 9000000, 33000000};

/* The time now, where xrWaitFrame gives none. */
static bool own_time(struct probe *probe)
{
    struct timespec now;
    double period_s = 1 / probe->options.rate_hz;
    probe_sleep_s(period_s);
    clock_gettime(CLOCK_MONOTONIC, &now);
    probe->period = (XrDuration)(period_s * 1e9);
    if (probe->convert_time)
        return probe_check(probe, probe->convert_time(probe->instance, &now, &probe->time),
                           "xrConvertTimespecTimeToTimeKHR");
    probe->time = (XrTime)now.tv_sec * 1000000000 + now.tv_nsec;
    return true;
}

/*
 * A headless session may have no frame loop: Monado's xrWaitFrame succeeds and gives no time, and
 * its xrBeginFrame then says that xrWaitFrame was not called. From then on the loop runs by itself.
 */
static bool wait_frame(struct probe *probe, bool *out_render)
{
    XrFrameState state = {.type = XR_TYPE_FRAME_STATE};
    probe->unpaced |= probe->options.no_frames;
    if (probe->unpaced)
        return own_time(probe);
    if (!probe_check(probe, xrWaitFrame(probe->session, NULL, &state), "xrWaitFrame"))
        return false;
    if (!probe->drawing && state.predictedDisplayTime <= 0) {
        probe->unpaced = true;
        return own_time(probe);
    }
    *out_render = state.shouldRender;
    probe->time = state.predictedDisplayTime;
    probe->period = state.predictedDisplayPeriod;
    return true;
}

static bool begin_frame(struct probe *probe)
{
    return probe->unpaced || probe->pipeline != NULL ||
           probe_check(probe, xrBeginFrame(probe->session, NULL), "xrBeginFrame");
}

static bool locate(struct probe *probe, XrTime time, XrView *out_views, uint32_t *out_count)
{
    return probe_spaces_locate_views(probe, time, out_views, out_count) &&
           probe_spaces_locate(probe, time) && probe_spaces_locate_many(probe, time) &&
           probe_hands_locate(probe, time);
}

static bool locate_all(struct probe *probe, XrView *out_views, uint32_t *out_count)
{
    size_t count = probe->options.extra_times ? sizeof extra_times_ns / sizeof *extra_times_ns : 0;
    for (size_t i = 0; i < count; i++)
        if (!locate(probe, probe->time + extra_times_ns[i], out_views, out_count))
            return false;
    return locate(probe, probe->time, out_views, out_count);
}

static bool run_frame(struct probe *probe, bool logged)
{
    XrView views[PROBE_VIEW_MAX];
    uint32_t view_count = 0;
    bool render = false;
    probe_faults_between_frames(probe);
    if (!wait_frame(probe, &render) || !begin_frame(probe))
        return false;
    if (logged) {
        if (probe->frame++ == 0)
            probe->first_time = probe->time;
        probe_report_frame(&probe->log, probe->time, probe->period, render);
        probe_faults_go_wrong(probe);
        if (!probe_rates_ask(probe) || !probe_actions_sync(probe) ||
            !locate_all(probe, views, &view_count))
            return false;
    }
    if (probe->pipeline != NULL && !probe->unpaced)
        return probe_pipeline_give(probe, logged && render);
    return probe->unpaced || probe_layers_end_frame(probe, views, render ? view_count : 0);
}

static bool give_up(struct probe *probe, const char *what)
{
    fprintf(stderr, "understudy_probe: waited too long %s\n", what);
    probe->exit = PROBE_EXIT_TIMEOUT;
    return false;
}

static bool run_until_enough(struct probe *probe)
{
    const struct probe_options *options = &probe->options;
    double deadline_s = probe_clock_s() + options->wait_s;
    double start_s = 0;
    bool counting = false;
    for (;;) {
        if (!probe_session_poll(probe) || probe->ended)
            return !probe->exit;
        double now_s = probe_clock_s();
        if (!counting && probe->running &&
            (!options->wait_focus || probe->state == XR_SESSION_STATE_FOCUSED)) {
            counting = true;
            start_s = now_s;
        }
        if (counting && options->frames && probe->frame >= options->frames)
            return true;
        if (counting && options->seconds > 0 && now_s - start_s >= options->seconds)
            return true;
        if (counting && probe->running)
            deadline_s = now_s + options->wait_s;
        if (now_s > deadline_s)
            return give_up(probe, options->wait_focus ? "for FOCUSED" : "for READY");
        if (!probe->running)
            probe_sleep_s(IDLE_SLEEP_S);
        else if (!run_frame(probe, counting))
            return false;
    }
}

static bool leave(struct probe *probe)
{
    double deadline_s = probe_clock_s() + probe->options.wait_s;
    if (probe->ended)
        return true;
    if (probe->running &&
        !probe_check(probe, xrRequestExitSession(probe->session), "xrRequestExitSession"))
        return false;
    while (!probe->ended) {
        if (!probe_session_poll(probe))
            return false;
        if (probe_clock_s() > deadline_s)
            return give_up(probe, "for EXITING");
        if (!probe->running)
            probe_sleep_s(IDLE_SLEEP_S);
        else if (!run_frame(probe, false))
            return false;
    }
    return true;
}

bool probe_frame_run(struct probe *probe)
{
    if (probe->options.pipeline && !probe_pipeline_start(probe))
        return false;
    bool done = run_until_enough(probe) && leave(probe);
    probe_pipeline_stop(probe);
    return done;
}
