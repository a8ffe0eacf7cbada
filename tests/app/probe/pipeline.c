/* SPDX-License-Identifier: MIT */
#include "pipeline.h"

#include <pthread.h>
#include <stdlib.h>

#include "graphics/layers.h"

struct probe_pipeline {
    struct probe probe; /* the render thread's own; it logs nothing */
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    unsigned seed;

    /* Under the mutex. */
    int64_t given, taken, submitted; /* frames so far */
    bool draining, stopping;
    bool failed;
    struct job {
        XrTime time;
        XrDuration period;
        int64_t frame;
        bool views;
    } job;
};

static bool take(struct probe_pipeline *pipeline, struct job *out)
{
    pthread_mutex_lock(&pipeline->mutex);
    while (pipeline->given == pipeline->taken && !pipeline->stopping)
        pthread_cond_wait(&pipeline->changed, &pipeline->mutex);
    bool has = pipeline->given > pipeline->taken;
    if (has) {
        *out = pipeline->job;
        pipeline->taken++;
        pthread_cond_broadcast(&pipeline->changed);
    }
    pthread_mutex_unlock(&pipeline->mutex);
    return has;
}

/* Until the main thread has asked about the next frame, and gives it. */
static void wait_for_next(struct probe_pipeline *pipeline)
{
    pthread_mutex_lock(&pipeline->mutex);
    while (pipeline->given == pipeline->taken && !pipeline->draining && !pipeline->stopping)
        pthread_cond_wait(&pipeline->changed, &pipeline->mutex);
    pthread_mutex_unlock(&pipeline->mutex);
}

static bool render(struct probe_pipeline *pipeline, const struct job *job)
{
    struct probe *probe = &pipeline->probe;
    XrView views[PROBE_VIEW_MAX];
    uint32_t view_count = 0;
    probe->time = job->time;
    probe->period = job->period;
    probe->frame = job->frame;
    if (!probe_check(probe, xrBeginFrame(probe->session, NULL), "xrBeginFrame"))
        return false;
    if (rand_r(&pipeline->seed) % 2 == 0)
        wait_for_next(pipeline);
    return probe_spaces_locate_views(probe, job->time, views, &view_count) &&
           probe_layers_end_frame(probe, views, job->views ? view_count : 0);
}

static void *run(void *data)
{
    struct probe_pipeline *pipeline = data;
    struct job job;
    while (take(pipeline, &job)) {
        bool done = render(pipeline, &job);
        pthread_mutex_lock(&pipeline->mutex);
        pipeline->submitted++;
        pipeline->failed |= !done;
        pthread_cond_broadcast(&pipeline->changed);
        pthread_mutex_unlock(&pipeline->mutex);
    }
    return NULL;
}

bool probe_pipeline_start(struct probe *probe)
{
    struct probe_pipeline *pipeline = calloc(1, sizeof *pipeline);
    struct timespec now;
    if (pipeline == NULL)
        return probe_lack(probe, "memory");
    clock_gettime(CLOCK_MONOTONIC, &now);
    pipeline->seed = (unsigned)now.tv_nsec;
    pipeline->probe = *probe;
    probe_report_init(&pipeline->probe.log, NULL, "understudy_probe");
    pthread_mutex_init(&pipeline->mutex, NULL);
    pthread_cond_init(&pipeline->changed, NULL);
    if (pthread_create(&pipeline->thread, NULL, run, pipeline) != 0) {
        free(pipeline);
        return probe_lack(probe, "another thread");
    }
    probe->pipeline = pipeline;
    return true;
}

bool probe_pipeline_give(struct probe *probe, bool views)
{
    struct probe_pipeline *pipeline = probe->pipeline;
    pthread_mutex_lock(&pipeline->mutex);
    while (pipeline->given > pipeline->taken)
        pthread_cond_wait(&pipeline->changed, &pipeline->mutex);
    pipeline->job = (struct job){probe->time, probe->period, probe->frame, views};
    pipeline->given++;
    bool failed = pipeline->failed;
    pthread_cond_broadcast(&pipeline->changed);
    pthread_mutex_unlock(&pipeline->mutex);
    if (failed)
        probe->exit = PROBE_EXIT_CALL;
    return !failed;
}

void probe_pipeline_drain(struct probe *probe)
{
    struct probe_pipeline *pipeline = probe->pipeline;
    if (pipeline == NULL)
        return;
    pthread_mutex_lock(&pipeline->mutex);
    pipeline->draining = true;
    pthread_cond_broadcast(&pipeline->changed);
    while (pipeline->submitted < pipeline->given)
        pthread_cond_wait(&pipeline->changed, &pipeline->mutex);
    pipeline->draining = false;
    pthread_mutex_unlock(&pipeline->mutex);
}

void probe_pipeline_stop(struct probe *probe)
{
    struct probe_pipeline *pipeline = probe->pipeline;
    if (pipeline == NULL)
        return;
    probe_pipeline_drain(probe);
    pthread_mutex_lock(&pipeline->mutex);
    pipeline->stopping = true;
    pthread_cond_broadcast(&pipeline->changed);
    pthread_mutex_unlock(&pipeline->mutex);
    pthread_join(pipeline->thread, NULL);
    probe_report_finish(&pipeline->probe.log);
    pthread_cond_destroy(&pipeline->changed);
    pthread_mutex_destroy(&pipeline->mutex);
    free(pipeline);
    probe->pipeline = NULL;
}
