/* SPDX-License-Identifier: MIT */
/*
 * call_watch: which OpenXR call each thread of an app is in, or which call returned last. It is a
 * part of the shared memory of a run (run_status.h): the layer writes it, and `understudy run`
 * reads it when the app crashes or stands still.
 *
 * A call costs the layer two plain stores into a cache line of the thread's own. The first call of
 * a thread makes one system call. It includes nothing of OpenXR, because the tool includes it.
 */
#ifndef US_RUN_STATUS_H
#define US_RUN_STATUS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "status/summary.h"

enum { US_CALL_WATCH_THREADS = 64, US_CALL_WATCH_CALLS = 128, US_CALL_WATCH_NAME_SIZE = 48 };

struct us_call_watch_thread {
    _Alignas(64) _Atomic uint64_t key; /* which thread this is, for the layer; 0: none */
    atomic_int process, thread;        /* its numbers in the system */
    _Atomic uint64_t state;            /* us_call_watch_state */
};

struct us_call_watch {
    _Atomic uint64_t frames; /* grows with each frame of any session */
    char names[US_CALL_WATCH_CALLS][US_CALL_WATCH_NAME_SIZE];   /* of the calls, by their numbers */
    struct us_call_watch_thread threads[US_CALL_WATCH_THREADS]; /* more threads are not watched */
};

/* What a thread does. */
struct us_call_watch_state {
    unsigned call; /* its number */
    bool is_inside, has_called;
    int32_t result; /* of a call that has returned: an XrResult */
};

/* Sets the names of the calls before any call, from an array with a name for each number. NULL is
 * fine. */
void us_call_watch_name(struct us_call_watch *watch, const char *const *names, unsigned count);

/* The calling thread enters the call, or returns from it with the result, which is returned. No
 * lock or allocation. NULL is fine. */
void us_call_watch_enter(struct us_call_watch *watch, unsigned call);
int32_t us_call_watch_leave(struct us_call_watch *watch, int32_t result);
/* A frame passed. NULL is fine. */
void us_call_watch_add_frame(struct us_call_watch *watch);

struct us_call_watch_state us_call_watch_read(const struct us_call_watch_thread *thread);

/*
 * run_status: shared memory through which the layer tells `understudy run` about a run while it
 * lasts. The tool creates it as a file, and every process in which the layer makes an instance maps
 * it.
 *
 * Instances keep their summaries there (summary.h), so that these survive when the app is killed.
 * It includes nothing of OpenXR, because the tool includes it.
 */

enum {
    US_RUN_STATUS_PROCESSES = 64,
    US_RUN_STATUS_SUMMARIES = 8,
    US_RUN_STATUS_MARKERS = 64,
    US_RUN_STATUS_RECORDINGS = 64,
    US_RUN_STATUS_MARKER_SIZE = 256,
    US_RUN_STATUS_PATH_SIZE = 1024,
    US_RUN_STATUS_REASON_SIZE = 240,
    US_RUN_STATUS_MOMENT_MAX = 32
};

/* Who asked for a marker in the session recording. */
enum us_run_status_marker_source { US_RUN_STATUS_MARKER_USER = 1, US_RUN_STATUS_MARKER_SIGNAL };

struct us_run_status_marker {
    _Atomic uint64_t number; /* from 1; 0 while it is written */
    int source;              /* enum us_run_status_marker_source */
    int64_t monotonic_ns;    /* CLOCK_MONOTONIC */
    char name[US_RUN_STATUS_MARKER_SIZE];
};

/* Moments of screenshots, a bit for each by its place in the list (capture_schedule.h): those of
 * any session, those of sessions that take screenshots, those that playback reached there, and
 * those of them of which at least one screenshot was taken. */
enum us_run_status_moments {
    US_RUN_STATUS_WANTED,
    US_RUN_STATUS_OFFERED,
    US_RUN_STATUS_REACHED,
    US_RUN_STATUS_CAPTURED,
    US_RUN_STATUS_MOMENTS
};

/* OPEN: of an instance that is there, or whose app has ended without destroying it; of a reason: it
 * is written. */
enum us_run_status_slot { US_RUN_STATUS_FREE, US_RUN_STATUS_TAKEN, US_RUN_STATUS_OPEN };

/* The first reason for something that is missing. */
struct us_run_status_reason {
    atomic_int slot; /* enum us_run_status_slot */
    char text[US_RUN_STATUS_REASON_SIZE];
};

#define US_RUN_STATUS_MAGIC UINT64_C(0x3173757461747375)

struct us_run_status {
    uint64_t magic, size;      /* the tool's, written before the app is started */
    atomic_uint instances;     /* how many OpenXR instances were made with the layer */
    atomic_uint started;       /* in how many sessions playback started */
    atomic_uint ended;         /* in how many of them it reached its end */
    atomic_uint exits;         /* how often an app was told to exit, or has left after playback */
    atomic_uint process_count; /* of `processes`; more than there is room for: the rest is lost */
    atomic_int processes[US_RUN_STATUS_PROCESSES]; /* which made them; 0: not written yet */
    atomic_int slots[US_RUN_STATUS_SUMMARIES];     /* enum us_run_status_slot */
    struct us_summary summaries[US_RUN_STATUS_SUMMARIES];
    /* The files that sessions were recorded to, by their numbers (open_recording.h). */
    atomic_uint
        recording_count; /* of `recordings`; more than there is room for: the rest is lost */
    atomic_uint recordings[US_RUN_STATUS_RECORDINGS];
    atomic_bool recording_failed;               /* one of them could not be written to its end */
    atomic_uint screenshots_waiting;            /* that were taken and are not written yet */
    atomic_uint moments[US_RUN_STATUS_MOMENTS]; /* bits, by enum us_run_status_moments */
    atomic_uint faults;                         /* that began, bits by their places in the list */
    struct us_run_status_reason no_screenshots; /* why a session takes none */
    struct us_run_status_reason
        missing[US_RUN_STATUS_MOMENT_MAX]; /* of a moment that was reached */
    _Atomic uint64_t marker_count; /* how many were ever added; the newest are in `markers` */
    struct us_run_status_marker markers[US_RUN_STATUS_MARKERS];
    atomic_uint refused;            /* how often xrCreateInstance failed, with the layer */
    atomic_uint refused_on_purpose; /* how many of them a fault refused */
    atomic_uint sessions; /* of all processes, in the order in which the event log numbers them */
    atomic_uint attempts; /* how often xrCreateInstance was called; only with such a fault */
    /* How far playback was when a fault ended the app's session, in nanoseconds since its start; 0:
     * none did. The next session, also of another instance, goes on there. */
    _Atomic int64_t carried_ns;
    struct us_call_watch calls; /* only while the layer writes an event log, or is asked to */
    /* The file of the first session that is recorded, for messages; "": none is. The tool's. */
    char recorded_to[US_RUN_STATUS_PATH_SIZE];
};

/* Take the space that a new, empty file needs, so that a full disk does not end the app by SIGBUS.
 * False, with errno, if there is none. */
bool us_run_status_prepare(int file);
/* Map such a file, empty it, and mark it as one. NULL, with errno, if that fails. */
struct us_run_status *us_run_status_make(int file);
/* As it was made, with the same `recorded_to`: for another run. No process of the run before may be
 * left. */
void us_run_status_clear(struct us_run_status *status);
/* Map one that the tool made. NULL if it is none, of another build, or another user's, or if `path`
 * is NULL. */
struct us_run_status *us_run_status_open(const char *path);
/* Unmap it. NULL is fine. */
void us_run_status_close(struct us_run_status *status);

/* Another instance of this process. NULL is fine. */
void us_run_status_add_instance(struct us_run_status *status);
/* The number of another session in the event log, which all processes of the run write: from 1. 0
 * for NULL. Wait-free. */
unsigned us_run_status_number_session(struct us_run_status *status);
/* Playback started. No lock, allocation or system call. NULL is fine. */
void us_run_status_add_start(struct us_run_status *status);

/* Playback reached its end. No lock, allocation or system call. NULL is fine. */
void us_run_status_add_end(struct us_run_status *status);
/* Faults began, as bits. No lock, allocation or system call. NULL is fine. */
void us_run_status_add_faults(struct us_run_status *status, unsigned faults);
/* Add moments of screenshots, as bits. No lock, allocation or system call. NULL is fine. */
void us_run_status_add_moments(struct us_run_status *status, enum us_run_status_moments which,
                               unsigned moments);
/* Why a session takes no screenshots, and why there is none of moments (bits) that were reached. No
 * lock, allocation or system call. NULL is fine. */
void us_run_status_note_no_screenshots(struct us_run_status *status, const char *why);
void us_run_status_note_missing(struct us_run_status *status, unsigned moments, const char *why);
/* The text of a reason; NULL if there is none. */
const char *us_run_status_reason(const struct us_run_status_reason *reason);
/* The app was told XR_SESSION_STATE_EXITING, or destroyed its instance after the end of playback.
 * No lock, allocation or system call. NULL is fine. */
void us_run_status_add_exit(struct us_run_status *status);

/* A summary for an instance that plays `path` from `from_s` to `to_s`, us_status_summary_begin.
 * NULL if `status` is NULL, or all are taken. */
struct us_summary *us_run_status_add_summary(struct us_run_status *status, const char *path,
                                             double from_s, double to_s, unsigned played);
/* It has been written, or is not needed. A summary that is not of `status` is fine. */
void us_run_status_drop_summary(struct us_run_status *status, const struct us_summary *summary);

/* A session is recorded to the file with this number. NULL is fine. */
void us_run_status_add_recording(struct us_run_status *status, unsigned number);
/* The first index of that file in `recordings`; -1: there is none. */
int us_run_status_find_recording(const struct us_run_status *status, unsigned number);
/* A recording could not be written to its end. Any thread. NULL is fine. */
void us_run_status_fail_recording(struct us_run_status *status);

/* Add a marker for the recordings of all processes. Any thread or process, also a signal handler:
 * no lock, no allocation. NULL is fine. */
void us_run_status_add_marker(struct us_run_status *status, int source, const char *name,
                              int64_t monotonic_ns);
/*
 * Read the next marker behind number `*number`, and raise that. False if there is none. Where a
 * reader is late by more than there is room for, the oldest are left out. No lock, allocation or
 * system call. NULL is fine.
 */
bool us_run_status_next_marker(struct us_run_status *status, uint64_t *number,
                               struct us_run_status_marker *out);
/* The number of the newest marker. NULL is fine. */
uint64_t us_run_status_newest_marker(struct us_run_status *status);

#endif
