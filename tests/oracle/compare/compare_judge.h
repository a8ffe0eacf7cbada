/* SPDX-License-Identifier: MIT */
/* One line of the log against what the oracle expects of it. */
#ifndef ORACLE_COMPARE_JUDGE_H
#define ORACLE_COMPARE_JUDGE_H

#include "compare_log.h"
#include "compare_world.h"

/* The eyes in the head, as an xrLocateViews line in VIEW told them. */
struct eye_offsets {
    int line;
    double time_ns;
    int count;
    struct oracle_pose T_view_eye[LOG_VIEWS];
};

struct judge {
    const struct world *world;
    int eye_count;
    const struct eye_offsets *eyes;
    double position_tolerance_m, rotation_tolerance_rad;
    bool focused; /* the session, at the line that is judged */
    bool synced;  /* xrSyncActions has succeeded since */
};

enum verdict {
    VERDICT_FITS,
    VERDICT_BOUNDARY, /* fits the other side of a key that is within a microsecond */
    VERDICT_OFF,      /* a pose or a velocity is off */
    VERDICT_WRONG,    /* flags or active are wrong: no rounding explains it */
    VERDICT_NOT_JUDGED,
};

struct judgement {
    enum verdict verdict;
    int poses, poses_off;                                       /* off in pose or in velocity */
    double position_m, rotation_rad, linear_m_s, angular_rad_s; /* largest differences */
    bool present;  /* something was expected, and is there: hand active, gaze valid, .. */
    char why[512]; /* the first thing wrong, or why it is not judged */
};

/* A line of xrLocateSpace, xrLocateViews or xrLocateHandJointsEXT. */
void judge_line(const struct judge *judge, const struct log_line *line, struct judgement *out);

#endif
