/* SPDX-License-Identifier: MIT */
/*
 * Reads an event log, understudy-log(5), as the probe and the spy write it
 * (tests/app/report/report.h). Poses are the app's: OpenXR's axes, metres, radians. These events
 * and members are read; all others are ignored:
 *
 *   {"e":"state","state":"FOCUSED"}
 *   {"e":"space","space":N,"type":"VIEW" or "action":"gaze","pose":P}  P: [x,y,z,qx,qy,qz,qw]
 *   {"e":"relation","space":N,"base":M,"pose":P}     where STAGE or LOCAL_FLOOR is in LOCAL
 *   {"e":"sync","result":"XR_SUCCESS"}
 *   {"e":"locate","call":"xrLocateSpace","space":N,"base":M,"flags":"opOPvw","pose":P,
 *    "velocity":[x,y,z,wx,wy,wz],"wall_time_ns":T}
 *   {"e":"views","base":M,"flags":"opOP","poses":[P...],"wall_time_ns":T}
 *   {"e":"hand","hand":"left","base":M,"active":true,"joints":[P x26],"joint_flags":["opOP" x26],
 *    "radii":[r x26],"velocities":[V x26],"wall_time_ns":T}
 *   {"e":"error","call":"xrLocateSpace","result":"XR_ERROR_..."}
 *
 * Lines with another space than VIEW, LOCAL, STAGE, LOCAL_FLOOR and gaze are not judged.
 */
#ifndef ORACLE_COMPARE_LOG_H
#define ORACLE_COMPARE_LOG_H

#include <stdbool.h>

#include "oracle.h"

enum log_call {
    LOG_OTHER,
    LOG_SESSION_STATE,
    LOG_RELATION,
    LOG_SYNC_ACTIONS,
    LOG_LOCATE_SPACE,
    LOG_LOCATE_VIEWS,
    LOG_LOCATE_JOINTS,
};

enum log_space {
    LOG_SPACE_LOCAL,
    LOG_SPACE_STAGE,
    LOG_SPACE_LOCAL_FLOOR,
    LOG_SPACE_VIEW,
    LOG_SPACE_GAZE,
    LOG_SPACE_OTHER,
};

enum { LOG_VIEWS = 8, LOG_SPACES = 1024 };

/* A space with the offset it was created with. */
struct log_place {
    enum log_space space;
    struct oracle_pose offset;
};

/* The spaces that a log has named so far, by number. Fill with log_spaces_init. */
struct log_spaces {
    struct log_place places[LOG_SPACES];
};

/* What one location of an app holds. */
struct log_located {
    unsigned flags;
    bool has_pose;
    struct oracle_pose pose;
    double radius_m;
    bool has_velocity;
    unsigned velocity_flags;
    struct oracle_vec3 linear_m_s, angular_rad_s;
};

struct log_line {
    int number;
    enum log_call call;
    bool focused;           /* of LOG_SESSION_STATE */
    enum log_space related; /* of LOG_RELATION: its pose in LOCAL is located[0].pose */
    int result;
    double time_ns;
    struct log_place space, base;
    int hand; /* 0 left, 1 right */
    bool active;
    int count; /* of located: 1, views, or joints */
    struct log_located located[ORACLE_XR_JOINTS];
};

void log_spaces_init(struct log_spaces *spaces);
/* Reads the line; adds the space of a `space` line to `spaces`. Missing members count as zero.
 * False if the text is not a JSON object; `out` is LOG_OTHER then. */
bool log_line_parse(const char *text, int number, struct log_spaces *spaces, struct log_line *out);
const char *log_call_name(enum log_call call);

#endif
