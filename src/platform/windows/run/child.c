/* SPDX-License-Identifier: MIT */
#include "platform/app.h"

#include <errno.h>
#include <io.h>
#include <stdlib.h>

#include "platform/descriptor.h"
#include "platform/pipe.h"
#include "platform/windows/run/job.h"

struct us_child {
    struct us_job job;
};

/* 0, or a reason. */
static int start(struct us_child *child, char **argv, const int files[3])
{
    HANDLE streams[3] = {NULL, NULL, NULL};
    for (int i = 0; i < 3; i++)
        if ((streams[i] = us_system_duplicate((HANDLE)_get_osfhandle(files[i]), true)) == NULL) {
            us_job_close_streams(streams);
            return ERROR_INVALID_HANDLE;
        }
    return us_job_start(&child->job, argv, streams);
}

/* The job does not end with this program. */
static void set_free(const struct us_child *child)
{
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {
        .BasicLimitInformation = {.LimitFlags = JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION}};
    SetInformationJobObject(child->job.job, JobObjectExtendedLimitInformation, &limits,
                            sizeof limits);
}

struct us_child *us_child_start(char **argv, int error, int ends[2], int *out_reason)
{
    int in[2] = {-1, -1}, out[2] = {-1, -1};
    struct us_child *child = calloc(1, sizeof *child);
    *out_reason = ERROR_NOT_ENOUGH_MEMORY;
    if (child != NULL && us_pipe_open(in) && us_pipe_open(out))
        *out_reason = start(child, argv, (int[]){in[0], out[1], error});
    bool is_started = *out_reason == 0;
    ends[0] = out[0];
    ends[1] = in[1];
    const int closed[] = {in[0], out[1], is_started ? -1 : in[1], is_started ? -1 : out[0]};
    for (unsigned i = 0; i < sizeof closed / sizeof closed[0]; i++)
        if (closed[i] >= 0)
            us_descriptor_close(closed[i]);
    if (is_started) {
        set_free(child);
        return child;
    }
    free(child);
    return NULL;
}

static void take(struct us_child *child, struct us_app_end *out)
{
    WaitForSingleObject(child->job.app, INFINITE);
    *out = us_app_end_of(child->job.app);
    us_job_end(&child->job);
    free(child);
}

bool us_child_has_ended(struct us_child *child, struct us_app_end *out)
{
    if (WaitForSingleObject(child->job.app, 0) != WAIT_OBJECT_0)
        return false;
    take(child, out);
    return true;
}

void us_child_ask(const struct us_child *child)
{
    us_job_ask(&child->job);
}

void us_child_kill(struct us_child *child, struct us_app_end *out)
{
    us_job_kill(&child->job);
    take(child, out);
}
