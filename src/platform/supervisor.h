/* SPDX-License-Identifier: MIT */
/*
 * supervisor: whoever sees to an app that this program starts, and to every process that the app
 * starts, until the last one has ended. If this program is killed, they end, too. For programs, not
 * for libraries in somebody else's. One at a time.
 *
 * POSIX: a process of its own between the program and the app. It adopts every descendant
 * (process_tree.h), so that it can end a daemon too, and is in a process group of its own, so that
 * nothing that is sent to the program's group ends it.
 * Windows: a thread. The app and all that it starts are in a job, which the system ends with the
 * program.
 */
#ifndef US_SUPERVISOR_H
#define US_SUPERVISOR_H

#include <stdbool.h>
#include <stddef.h>

#include "platform/app.h"

struct us_supervisor_order {
    char **argv;    /* the app */
    int outputs[2]; /* the app's standard output and error, ends of pipes (pipe.h); -1: this
                       program's own */
    /* What the supervisor does. It may call the functions of the second part alone. POSIX: in a
     * forked child, in which every signal is blocked. False: something went wrong. */
    bool (*supervise)(void *data);
    void *data;
};

/* ---- For the program: one thread, where nothing else is said ---- */

/*
 * Starts the supervisor, which starts the app with the environment of this program.
 *
 * From the first start on, the program passes SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1 and SIGUSR2
 * on to the supervisor; those that are ignored stay so. On a terminal, the app stays in the process
 * group of this program, so that a signal of the terminal reaches it once, and job control works;
 * otherwise it has a group of its own. Windows: Ctrl+C and the other events of the console; the app
 * has a group of its own.
 *
 * If the standard input is /dev/null (Windows: NUL) or closed, the app gets one that stays open
 * until us_supervisor_end_input.
 *
 * False, with errno: it cannot be started.
 */
bool us_supervisor_start(const struct us_supervisor_order *order);
/* Waits for a message of the supervisor. False: there are no more. */
bool us_supervisor_hear(void *out, size_t size);
/* Waits until a message is there or there will be none (true), one of the pipes has bytes, or so
 * long; -1: for any time. A pipe of -1 is none. */
bool us_supervisor_wait(const int pipes[2], int most_ms);
/* Waits for the end of the supervisor. Call it once for each start. */
void us_supervisor_join(void);
/* Ends the processes that a supervisor left which was killed. */
void us_supervisor_end_orphans(double kill_after_s);

/* An order for the supervisor: the number of a signal, and these bits. Any thread, also a handler
 * of signals. Without a supervisor nothing happens. */
enum {
    US_SUPERVISOR_HAS_IT = 0x80,    /* the app has got the signal already, from the terminal */
    US_SUPERVISOR_ONLY_PASS = 0x40, /* it does not ask for an end */
    US_SUPERVISOR_SIGNAL = 0x3f,
};
void us_supervisor_tell(unsigned char order);

/* The first signal by which someone asked this program to end; 0: none. */
int us_supervisor_interruption(void);
/* Whether SIGUSR1 is for this program, and is not passed on; and how often it came. Windows: never.
 */
void us_supervisor_take_marks(bool takes);
int us_supervisor_marks(void);

/* ---- For the supervisor ---- */

/* Starts the app. 0, or the number of a reason (us_app_fault). */
int us_supervisor_start_app(void);
/* A message for the program, which expects one of this size. False: it is gone. */
bool us_supervisor_say(const void *message, size_t size);

enum us_supervisor_reaped {
    US_SUPERVISOR_ENDED,     /* a process has ended */
    US_SUPERVISOR_ALL_RUN,   /* none has ended, and there are some */
    US_SUPERVISOR_NONE_LEFT, /* no process is left */
};
struct us_supervisor_process {
    int number;
    bool is_app; /* the one that was started; it may be a shell that starts others */
    struct us_app_end end;
};
/* The next process that has ended. Windows: the app, and those that us_supervisor_has found. */
enum us_supervisor_reaped us_supervisor_reap(struct us_supervisor_process *out);
/* Whether a process descends from the app and lives, or has ended and was not reaped yet. */
bool us_supervisor_has(int process);

/* Sends a signal to the app, or to all processes, and maybe not to the app. SIGKILL ends them at
 * once. Windows: for any other signal, the app's group gets the event Ctrl+Break, and windows of
 * its processes are asked to close. */
void us_supervisor_signal_app(int number);
void us_supervisor_signal_all(int number, bool but_app);

/* Whether the app's standard input is held open; and its end. */
bool us_supervisor_holds_input(void);
void us_supervisor_end_input(void);

/* Waits until an order comes, a process ends, or 20 ms pass; where `is_idle` without that limit.
 * Returns how many orders there are; -1: the program has gone, which is said once. */
int us_supervisor_orders(unsigned char *out, int size, bool is_idle);

#endif
