/* SPDX-License-Identifier: MIT */
/*
 * fault_list: the faults that a user wants while a recording plays, as understudy-fault(7)
 * describes them, and when each of them is in force.
 *
 *   LIST  = ITEM[,ITEM...]
 *   ITEM  = KIND[:ARGUMENT...][@START][+LENGTH]
 *
 * Arguments are separated by ":" or ","; a comma before a letter begins the next item. START is a
 * moment of the recording (play_choices.h), LENGTH up to 1000000 seconds of the recording. Without
 * START a fault begins with the played range, without LENGTH it has no end.
 *
 * Pure: the functions allocate nothing, and any thread may call them.
 */
#ifndef US_FAULT_LIST_H
#define US_FAULT_LIST_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/pose.h"
#include "core/base/result.h"
#include "core/faults/fail_table.h"
#include "core/recording/recording.h"

enum { US_FAULTS_MAX = 32, US_FAULT_NUMBERS = 3 };

enum us_fault_kind {
    US_FAULT_LOSE,          /* poses are not valid, or with `untracked` valid but not tracked */
    US_FAULT_FREEZE,        /* everything stays as it was when the fault began */
    US_FAULT_JITTER,        /* numbers: mm, degrees, seed */
    US_FAULT_DRIFT,         /* numbers: mm and degrees for each second */
    US_FAULT_LATENCY,       /* numbers: ms */
    US_FAULT_SWAP_HANDS,    /* each hand is where the other one was recorded */
    US_FAULT_NO_PINCH,      /* recorded pinches are missing */
    US_FAULT_GHOST_PINCH,   /* a tracked hand pinches */
    US_FAULT_BATTERY,       /* a hand has no controller, because that has no power */
    US_FAULT_FOCUS_LOST,    /* the session is VISIBLE at most */
    US_FAULT_NOT_VISIBLE,   /* the session is SYNCHRONIZED at most */
    US_FAULT_HEADSET_OFF,   /* the same, and the user is absent */
    US_FAULT_USER_ABSENT,   /* the user is absent; the session goes on */
    US_FAULT_RECENTER,      /* numbers: degrees about +Y, metres along X and Z of LOCAL */
    US_FAULT_BOUNDS,        /* numbers: the extents of STAGE along X and Z, in metres */
    US_FAULT_MASK,          /* the views have no visibility mask */
    US_FAULT_EVENTS_LOST,   /* numbers: how many events */
    US_FAULT_LOSS_PENDING,  /* the session is being lost */
    US_FAULT_INSTANCE_LOSS, /* the instance is being lost */
    US_FAULT_STOPPING,      /* the session ends */
    US_FAULT_REFRESH,       /* numbers: the display's refresh rate in Hz */
    US_FAULT_FRAME_DROP,    /* numbers: display times that the app misses */
    US_FAULT_FAIL,          /* calls of a function fail */
    US_FAULT_KINDS
};

/* Whose input a fault changes: bits. */
enum us_fault_who {
    US_FAULT_LEFT = 1 << US_HAND_LEFT,
    US_FAULT_RIGHT = 1 << US_HAND_RIGHT,
    US_FAULT_HEAD = 4,
    US_FAULT_GAZE = 8,
    US_FAULT_HANDS = US_FAULT_LEFT | US_FAULT_RIGHT,
    US_FAULT_EVERYONE = 15
};

/* The calls of a function that US_FAULT_FAIL lets fail. */
struct us_fault_calls {
    enum us_fail_function function;
    enum us_fail_result result;
    uint64_t first; /* the number of the first call, from 1; 0: the first one at or after from_s */
    uint64_t count; /* how many calls; 0: all from the first one on, until to_s */
};

/* Other threads may read while us_faults_add and us_faults_end write. */
#ifdef __cplusplus
#define US_FAULT_SHARED
#else
#define US_FAULT_SHARED _Atomic
#endif

struct us_fault {
    enum us_fault_kind kind;
    const char *text; /* the item; points into the parsed text, `length` characters */
    int length;
    int name_length; /* of the text: KIND[:ARGUMENT...], without START and LENGTH */
    unsigned who;    /* bits of enum us_fault_who; 0: the fault is nobody's */
    bool names_who;  /* the user wrote it */
    bool untracked;  /* of US_FAULT_LOSE */
    double numbers[US_FAULT_NUMBERS]; /* enum us_fault_kind says which */
    struct us_fault_calls calls;      /* of US_FAULT_FAIL */
    const char *start;                /* the moment; NULL: the beginning of the played range */
    int start_length;
    double length_s; /* infinite: no end */
    /* The fault is in force from from_s until before to_s, in recording time. us_faults_resolve
     * sets both. */
    double from_s;
    US_FAULT_SHARED double to_s;
};

struct us_faults {
    US_FAULT_SHARED unsigned count;
    struct us_fault list[US_FAULTS_MAX];
};

/* Why a text was refused, and the item that is wrong: `text` points into the parsed text. */
struct us_faults_error {
    const char *text;
    int length;
    char why[US_ERROR_TEXT_SIZE + 128];
};

/* Parses a list. `out` borrows `text`. False if an item is wrong: `out` is then empty, and
 * `*out_error` is set. */
bool us_faults_parse(const char *text, struct us_faults *out, struct us_faults_error *out_error);

/* Adds one item without a START, which begins at from_s. `text` is borrowed. False, with the error,
 * if it is wrong, or the list is full. */
bool us_faults_add(struct us_faults *faults, const char *text, double from_s,
                   struct us_faults_error *out_error);

/* Whether the fault happens once and for all, so that it has no end. */
bool us_fault_is_once(const struct us_fault *fault);

/* What ends a fault that us_faults_add has added is its name behind this word. */
#define US_FAULT_END "end "

/* Whether us_faults_add has added the fault. */
bool us_fault_is_added(const struct us_fault *fault);

/* Ends the faults that us_faults_add has added, that are written `name` without their LENGTH, and
 * that are in force at a recording time, before that time. The first of them; NULL: there is none.
 */
const struct us_fault *us_faults_end(struct us_faults *faults, const char *name, double at_s);

/*
 * Finds when each fault is in force, for a recording of which the range from from_s to to_s plays.
 * `channels` are the channels that play (bits of enum us_channel). False, with the error, if a
 * marker does not exist, a fault begins outside of the range, or it changes what does not play.
 */
bool us_faults_resolve(struct us_faults *faults, const struct us_recording *recording,
                       double from_s, double to_s, unsigned channels,
                       struct us_faults_error *out_error);

/* The faults that are in force at a recording time: bit i is list[i]. A fault that counts calls is
 * never among them. */
uint32_t us_faults_active(const struct us_faults *faults, double time_s);

/* Those of the faults `which`, bits as above, that are made without a call that fails. */
uint32_t us_faults_without_calls(const struct us_faults *faults, uint32_t which);

/* The faults that happened once and for all before a recording time, where a session goes on behind
 * a fault that ended the one before: those that end a session, and missed frames without a length.
 */
uint32_t us_faults_over(const struct us_faults *faults, double time_s);

/* Whether a fault is in force at a recording time. */
bool us_fault_is_active(const struct us_fault *fault, double time_s);

/* Whether any of them changes recorded poses or inputs (fault_frame.h). */
bool us_faults_change_input(const struct us_faults *faults);

/* Whether any of them is of this kind. */
bool us_faults_has(const struct us_faults *faults, enum us_fault_kind kind);

/* The display's refresh rate at a recording time, in Hz; 0: no fault changes it. The last fault of
 * the list counts. */
float us_faults_refresh_hz(const struct us_faults *faults, double time_s);

/* The fault of a kind that is in force at a recording time, the last one of the list; NULL: none.
 */
const struct us_fault *us_faults_find(const struct us_faults *faults, enum us_fault_kind kind,
                                      double time_s);

/* "lose", "freeze", ... */
const char *us_fault_kind_name(enum us_fault_kind kind);

#endif
