/* SPDX-License-Identifier: MIT */
/*
 * launch_types: when an app is terminated, and how it ended. The tool and its supervisor share
 * these types.
 */
#ifndef TOOL_LAUNCH_TYPES_H
#define TOOL_LAUNCH_TYPES_H

#include <stdbool.h>
#include <stdint.h>

struct us_run_status;
struct tool_launch_end;

/* Functions that watch a run while it lasts, in the process that started it. */
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
    double limit_s;                         /* after its start; NaN: never */
    double stall_s;                         /* after its start or its last frame; 0: never */
    double grace_s;                         /* after the end of playback; NaN: never */
    const struct us_run_status *run_status; /* the status from the layer; NULL: none */
    const struct tool_launch_watch *watch;  /* NULL: nobody */
    /* Called when all has been checked and made, before the app is started for the first time; may
     * be NULL. If it returns false after a message, the app is not started. tool_run_place_launch
     * calls it. */
    bool (*opens)(void *data);
    /* Called once the app's process has become the app; may be NULL. */
    void (*started)(void *data);
    /* Called once the app that was started has ended, and its log is complete; may be NULL. If it
     * returns true, the app is started again in the same places, with the same limits; the log has
     * another name then. tool_run_place_launch calls it. */
    bool (*ended)(void *data, const struct tool_launch_end *end);
    /* Called by the supervisor, if this process was killed and the app has ended; may be NULL. */
    void (*abandoned)(void *data);
    void *data;            /* for `opens`, `started`, `ended` and `abandoned` */
    const char *copies[2]; /* files for a copy of the app's standard output and error; NULL: none */
};

#define TOOL_LAUNCH_KILL_AFTER_S 2.0

enum tool_launch_how {
    TOOL_LAUNCH_EXITED,      /* with an exit code of its own */
    TOOL_LAUNCH_SIGNALLED,   /* by a signal that Understudy did not send */
    TOOL_LAUNCH_LIMIT,       /* it was ended because of `limit_s` */
    TOOL_LAUNCH_GRACE,       /* it was ended because of `grace_s` */
    TOOL_LAUNCH_STALL,       /* it was ended because of `stall_s`, or by a drive because it hung */
    TOOL_LAUNCH_NOT_STARTED, /* it did not start */
};

/* What an app did that was to end by a signal (`interrupted`). */
enum tool_launch_obeys {
    TOOL_LAUNCH_OBEYS,  /* it ended, or had nothing to obey */
    TOOL_LAUNCH_STAYS,  /* it did not, until it was terminated or killed */
    TOOL_LAUNCH_LEAVES, /* it had ended; the processes that it left were terminated or killed */
};

struct tool_launch_end {
    enum tool_launch_how how;
    int number;      /* the exit code, or the signal; of an app that cannot be executed the reason,
                        for tool_launch_describe_fault; 0: it was not started for another reason */
    int interrupted; /* the signal by which someone asked this process to end; 0: none */
    uint32_t status; /* how the app ended, for us_app_signal_words (platform/app.h) */
    enum tool_launch_obeys obeys;
};

/* Whether there was no app that can be executed; tool_launch_describe_fault says why. */
static inline bool tool_launch_has_fault(const struct tool_launch_end *end)
{
    return end->how == TOOL_LAUNCH_NOT_STARTED && end->number != 0;
}

/*
 * supervise: what the supervisor of an app does (platform/supervisor.h): it keeps the limits, and
 * ends every process that the app started.
 */

/* The supervisor's messages to the tool: the first when the app was started, or could not be
 * started, and the second at the end. */
struct tool_supervise_result {
    int not_started; /* the reason, by its number; 0: the app was started */
    struct tool_launch_end end;
};

/* Starts the app and waits for its end. `data` is the struct tool_launch_limits. If the tool is
 * killed, it ends the app. For us_supervisor_start. */
bool tool_supervise(void *data);

#endif
