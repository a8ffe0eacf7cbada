/* SPDX-License-Identifier: MIT */
/*
 * app: programs: where one is, why it could not be started, and how it ended. Any thread, where
 * nothing else is said.
 *
 * Windows has no signals. A program that ends by an exception which nobody handles counts as ended
 * by the signal that it would be elsewhere (an access violation: 11), and one that a console event
 * ended as ended by signal 2.
 */
#ifndef US_APP_H
#define US_APP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* On all systems. */
enum { US_SIGNAL_INT = 2, US_SIGNAL_KILL = 9, US_SIGNAL_TERM = 15 };
/* What US_SIGNAL_TERM is in words. Windows: what an app gets in its place. */
#ifdef _WIN32
#define US_SIGNAL_TERM_WORDS "Ctrl+Break"
#else
#define US_SIGNAL_TERM_WORDS "SIGTERM"
#endif

struct us_app_end {
    bool exited;     /* with an exit code; otherwise a signal ended it */
    int number;      /* the exit code, or the signal */
    uint32_t status; /* Windows: what the system calls the exit status; elsewhere 0 */
};

/* The signals of this system. The last has no name. */
struct us_app_signal {
    const char *name; /* without "SIG": "SEGV" */
    int number;
    const char *words; /* Windows: what it stands for there */
};
extern const struct us_app_signal us_app_signals[];
/* "Segmentation fault"; Windows: "access violation, 0xC0000005", or without a status what the
 * number stands for. It lasts until the next call. */
const char *us_app_signal_words(int number, uint32_t status);

/* The file of a program: `name` itself if it is a path, otherwise what PATH leads to, as a shell
 * finds it. Windows: also the folders where it looks for programs, and ".exe" may be left out. NULL
 * if there is none. */
const char *us_app_find(const char *name, char *out, size_t size);

/*
 * Replaces this process by argv[0], which is looked for in PATH if its name has no '/', without a
 * shell. Unlike execvp(3), a file that is neither a program nor a script with a #! line is not
 * handed to /bin/sh. Returns only if it fails: errno's number. May be called in a forked child of a
 * process with one thread. Windows cannot do that, and has no such function.
 */
int us_execute(char **argv);

/* Why `app` could not be executed, by the number that us_execute or us_supervisor_start_app gave.
 * NULL: there is no such program. */
const char *us_app_fault(const char *app, int reason);

/* ---- A program that this one starts and talks to by pipes. For programs, not for libraries in
 * somebody else's. One thread ---- */

struct us_child;

/*
 * Starts argv[0] as us_execute would, with the environment of this program; a closed pipe ends it,
 * as usual. Its standard error is this descriptor. What it prints comes from ends[0], and what is
 * written to ends[1] is its standard input; the caller closes both. It outlives this program.
 * NULL, with the reason (us_app_fault): it cannot be started.
 */
struct us_child *us_child_start(char **argv, int error, int ends[2], int *out_reason);

/* Whether it has ended. Then `out` says how, and the child is freed. */
bool us_child_has_ended(struct us_child *child, struct us_app_end *out);

/* Asks it to end: by SIGTERM. Windows: as us_supervisor_signal_app does. */
void us_child_ask(const struct us_child *child);
/* Ends it at once, waits for that, and frees it. With all that it has started, if it called
 * us_program_begin_trial or leads a process group; Windows: always. */
void us_child_kill(struct us_child *child, struct us_app_end *out);

#endif
