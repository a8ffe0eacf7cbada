/* SPDX-License-Identifier: MIT */
/*
 * summary: what an app asked for in a run and what it was given, collected while it runs, for the
 * lines that are written at the end (summary.h).
 *
 * A summary is plain memory. Under `understudy run` it lies in the memory that the tool shares
 * (run_status.h), so that it is still there when the app has crashed. Everything but
 * us_status_summary_begin may be called on any thread, and takes no lock, allocates nothing and
 * makes no system call. Includes nothing of OpenXR.
 */
#ifndef US_SUMMARY_H
#define US_SUMMARY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum us_status_summary_question {
    US_SUMMARY_VIEWS,
    US_SUMMARY_HEAD_SPACES, /* xrLocateSpace to or from VIEW */
    US_SUMMARY_JOINTS,
    US_SUMMARY_HAND_POSES, /* action spaces of a hand */
    US_SUMMARY_GAZES,
    US_SUMMARY_BUTTONS, /* actions with a value */
    US_SUMMARY_QUESTION_COUNT
};

/* What the app did to get input. */
enum us_status_summary_step {
    US_SUMMARY_ENABLED_HANDS = 1, /* XR_EXT_hand_tracking */
    US_SUMMARY_ENABLED_GAZE = 2,  /* XR_EXT_eye_gaze_interaction */
    US_SUMMARY_MADE_TRACKER = 4,
    US_SUMMARY_ATTACHED = 8, /* action sets */
    US_SUMMARY_BOUND_BUTTON =
        16,                     /* an action with a value, to a hand, in a profile that is played */
    US_SUMMARY_BOUND_POSE = 32, /* the same with a pose */
    US_SUMMARY_BOUND_GAZE = 64,
    US_SUMMARY_READ_AIM = 128, /* pinches, of XR_FB_hand_tracking_aim */
};

enum { US_SUMMARY_HANDS = 2, US_SUMMARY_SPANS = 4, US_SUMMARY_NAME_SIZE = 128 };

struct us_status_summary_count {
    _Atomic uint64_t times;
    _Atomic uint64_t found;  /* what was asked for was there */
    _Atomic uint64_t frames; /* in how many frames the app asked */
    _Atomic uint64_t newest; /* the last of them */
};

/* A count as it is now. */
static inline uint64_t us_summary_get(const _Atomic uint64_t *count)
{
    return atomic_load_explicit(count, memory_order_relaxed);
}

/* A span of recording time. */
struct us_status_summary_span {
    _Atomic double from_s, to_s;
    _Atomic uint64_t vibrations;
};

/* The first of `count` spans. */
struct us_status_summary_spans {
    _Atomic uint64_t count;
    struct us_status_summary_span list[US_SUMMARY_SPANS];
};

struct us_status_summary_hand {
    atomic_bool busy; /* a thread is changing the spans; what others have to add is left out */
    atomic_bool pinching;
    _Atomic int64_t noted_ns; /* XrTime of the newest note of the pinch */
    _Atomic double pass;      /* of the pinch that lasts */
    _Atomic double felt_s;    /* the newest vibration outside of pinches */
    _Atomic uint64_t vibrations_inside, vibrations_outside; /* of pinches */
    _Atomic uint64_t vibrations_live;                       /* while the hand was not played */
    struct us_status_summary_spans pinches, bursts; /* bursts: of vibrations outside of pinches */
};

struct us_summary {
    /* Written by us_status_summary_begin. */
    char name[US_SUMMARY_NAME_SIZE]; /* the recording's file */
    double from_s, to_s;             /* to_s is infinite if the app is driven */
    unsigned played;                 /* of enum us_channel */

    atomic_uint steps; /* of enum us_status_summary_step */
    atomic_bool started, ended;
    _Atomic double at_s, pass; /* the newest frame's, as struct us_clock_time has them */
    _Atomic uint64_t frames;
    struct us_status_summary_count questions[US_SUMMARY_QUESTION_COUNT];
    struct us_status_summary_hand hands[US_SUMMARY_HANDS];
    _Atomic uint64_t vibrations_early; /* before playback started */
    _Atomic uint64_t vibrations_else;  /* of what is on no hand */
    _Atomic uint64_t late_answers;     /* held, because the recording was not read yet */
    _Atomic uint64_t late_frames;      /* in which there were such answers */
    _Atomic uint64_t skipped;          /* display times that no frame had */
};

/* `path` is the recording's. */
void us_status_summary_begin(struct us_summary *summary, const char *path, double from_s,
                             double to_s, unsigned played);

void us_status_summary_note_step(struct us_summary *summary, unsigned steps);
void us_status_summary_note_frame(struct us_summary *summary);
void us_status_summary_note_question(struct us_summary *summary,
                                     enum us_status_summary_question question, bool found);
/* How far playback is. */
void us_status_summary_note_time(struct us_summary *summary, double recording_s, double pass,
                                 bool ended);
/* How many answers were late so far. */
void us_status_summary_note_late(struct us_summary *summary, uint64_t answers);
/* One frame was to be shown at `before_ns` for `period_ns`, the next one at `time_ns`. Neither time
 * is negative; without a period nothing is known of the first one. */
void us_status_summary_note_skipped(struct us_summary *summary, int64_t before_ns, int64_t time_ns,
                                    int64_t period_ns);

/* What a hand was for the app at an XrTime; a time before the last one adds nothing. */
void us_status_summary_note_pinch(struct us_summary *summary, int hand, int64_t time_ns,
                                  double recording_s, double pass, bool pinching);
/* No hand is played any more, or anew. */
void us_status_summary_end_pinches(struct us_summary *summary);
/* The app vibrated the played hands in `hands`, a bit each. */
void us_status_summary_note_vibration(struct us_summary *summary, unsigned hands,
                                      double recording_s);
/* The same of hands that are not played; 0: of what is on no hand. */
void us_status_summary_note_live_vibration(struct us_summary *summary, unsigned hands);

/*
 * summary_text: a summary (summary.h) in words for a person, a line a fact and a dozen at most:
 * how far playback came; for each part of the recording how often the app asked for it, or why it
 * never did; pinches and vibrations with their times on the recording's clock; late frames.
 *
 * May be called while others add to the summary. Includes nothing of OpenXR.
 */

/* Called with each line, without an end of line. `is_warning`: something went wrong. */
typedef void us_status_summary_line_func_t(void *data, bool is_warning, const char *line);

void us_status_summary_describe(const struct us_summary *summary,
                                us_status_summary_line_func_t *tell, void *data);
/* The line about one question alone. None if what it asks for does not play. */
void us_status_summary_describe_question(const struct us_summary *summary,
                                         enum us_status_summary_question question,
                                         us_status_summary_line_func_t *tell, void *data);

#endif
