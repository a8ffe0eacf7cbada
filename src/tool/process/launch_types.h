/* SPDX-License-Identifier: MIT */
/*
 * launch_types: when an app is terminated, and how it ended. The tool and its supervisor share
 * these types.
 */
#ifndef TOOL_LAUNCH_TYPES_H
#define TOOL_LAUNCH_TYPES_H

struct us_run_status;

/* Who looks after a run while it lasts, in the process that started it. */
struct tool_launch_watch {
    /* About ten times a second, and soon after SIGUSR1. */
    void (*look)(void *data);
    /* For each SIGUSR1 that this process gets, which is then not passed on to the app. NULL: it is
     * passed on. */
    void (*mark)(void *data);
    void *data;
};

/* When the app and its descendants are terminated: with SIGTERM, and with SIGKILL
 * TOOL_LAUNCH_KILL_AFTER_S later. */
struct tool_launch_limits {
    double limit_s;        /* after its start; NaN: never */
    double stall_s;        /* after its start or its last frame; 0: never */
    const char *done_file; /* once this exists, `grace_s` later; NULL: never */
    double grace_s;
    const struct us_run_status *run_status; /* which processes have the layer; NULL: not known */
    double kill_after_s; /* from SIGTERM to SIGKILL; 0: TOOL_LAUNCH_KILL_AFTER_S */
    const struct tool_launch_watch *watch; /* NULL: nobody */
    const char *copies[2]; /* files for a copy of the app's standard output and error; NULL: none */
};

#define TOOL_LAUNCH_KILL_AFTER_S 2.0

enum tool_launch_how {
    TOOL_LAUNCH_EXITED,      /* with an exit code of its own */
    TOOL_LAUNCH_SIGNALLED,   /* by a signal that was not ours */
    TOOL_LAUNCH_LIMIT,       /* it was ended because of `limit_s` */
    TOOL_LAUNCH_GRACE,       /* it was ended because of `done_file` */
    TOOL_LAUNCH_STALL,       /* it was ended because of `stall_s` */
    TOOL_LAUNCH_NOT_STARTED, /* it did not start */
};

struct tool_launch_end {
    enum tool_launch_how how;
    int number;      /* the exit code, or the signal */
    int interrupted; /* the signal by which someone asked this process to end; 0: none */
};

#endif
