/* SPDX-License-Identifier: MIT */
/*
 * job: an app and all that it starts, in a job of Windows, which ends with the handle of the job:
 * at the latest with this program, unless child.c has changed its limits. One thread.
 */
#ifndef US_JOB_H
#define US_JOB_H

#include <stdbool.h>
#include <stdint.h>

#include "platform/app.h"
#include "platform/windows/system.h"

struct us_job {
    HANDLE job, app;
    DWORD app_id; /* also the number of its group of processes on the console */
};

/* The exit status of a process that this program killed. */
#define US_ENDED_KILLED UINT32_C(0xE0757364)
/* A reason why an app did not start, which Windows has no number for: it is a batch file, whose
 * arguments the command interpreter would read anew, by other rules. */
#define US_ENDED_SCRIPT 0x20000001

/* How a process has ended (app.c). */
struct us_app_end us_app_end_of(HANDLE process);

/* Closes those that are there, and keeps errno. */
void us_job_close_streams(HANDLE streams[3]);

/* Starts argv[0] with these standard streams (us_system_duplicate), which it takes over and closes;
 * NULL: none. The app
 * has the environment of this program and a group of its own. 0, or a reason (us_app_fault). */
int us_job_start(struct us_job *job, char **argv, HANDLE streams[3]);
/* Closes the handles, and ends what is left in the job. */
void us_job_end(struct us_job *job);

/* How many processes live in it. */
unsigned us_job_count(const struct us_job *job);
/* A handle of a process that lives in it, to wait for and to ask; NULL: there is none. */
HANDLE us_job_find(const struct us_job *job, DWORD process);

/* Ends all processes, which then have the status US_ENDED_KILLED. */
void us_job_kill(const struct us_job *job);
/* Asks them to end: Ctrl+Break for the app's group, and a message to close for each window. */
void us_job_ask(const struct us_job *job);

#endif
