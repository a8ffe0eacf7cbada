/* SPDX-License-Identifier: MIT */
/*
 * launch: start an app, pass signals on to it, and wait for its end, or see to it.
 */
#ifndef TOOL_TOOL_LAUNCH_H
#define TOOL_TOOL_LAUNCH_H

struct us_run_status;

/* When the app is ended, with all that it started: SIGTERM, and SIGKILL where something is still
 * there TOOL_LAUNCH_KILL_AFTER_S later. */
struct tool_launch_limits {
    double limit_s;        /* after its start; NaN: never */
    const char *done_file; /* once this exists, `grace_s` later; NULL: never */
    double grace_s;
    const struct us_run_status *run_status; /* which processes have the layer; NULL: not known */
};

#define TOOL_LAUNCH_KILL_AFTER_S 2.0

enum tool_launch_how {
    TOOL_LAUNCH_EXITED,      /* with an exit code of its own */
    TOOL_LAUNCH_SIGNALLED,   /* by a signal that was not ours */
    TOOL_LAUNCH_LIMIT,       /* it was ended because of `limit_s` */
    TOOL_LAUNCH_GRACE,       /* it was ended because of `done_file` */
    TOOL_LAUNCH_NOT_STARTED, /* it was never there */
};

struct tool_launch_end {
    enum tool_launch_how how;
    int number;      /* the exit code, or the signal */
    int interrupted; /* the signal by which someone asked this process to end; 0: none */
};

/*
 * Start argv[0] as a shell would, with this process's environment and standard streams.
 *
 * SIGINT, SIGTERM, SIGHUP and SIGQUIT that this process gets are passed on to the app and end it:
 * what is there TOOL_LAUNCH_KILL_AFTER_S later, or when the app itself is gone, gets SIGTERM, then
 * SIGKILL. The same happens if this process is killed. SIGUSR1 and SIGUSR2 are only passed on.
 * Where there is a terminal, the app stays in this process's group: what the terminal sends reaches
 * it once, and a shell's job control goes on working. Elsewhere it has a group of its own.
 *
 * A process that the app leaves behind is waited for as long as it has the layer; if nothing has
 * loaded the layer, for ten seconds.
 *
 * Returns the app's exit code, 128 + n if signal n ended it, 127 if there is no such app, 126 if it
 * cannot be executed, 124 if it was ended because of `limits`; all but the first are said.
 * `out_end` tells the same apart; it may be NULL.
 */
int tool_launch(char **argv, const struct tool_launch_limits *limits,
                struct tool_launch_end *out_end);

#endif
