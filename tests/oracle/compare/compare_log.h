// SPDX-License-Identifier: MIT
/*
 * One line of a log, read from JSON. Poses are the app's: OpenXR's world, metres, radians.
 *
 *   {"event":"session_state","state":"FOCUSED"}                        other events are ignored
 *   {"relation":"STAGE_in_LOCAL","p":[x,y,z],"q":[x,y,z,w]}             also LOCAL_FLOOR_in_LOCAL
 *   {"call":"xrSyncActions","result":0}
 *   {"call":"xrLocateSpace","result":0,"time":T,"space":"VIEW","space_offset":{"p","q"},"base":"LOCAL",
 *    "base_offset":{"p","q"},"flags":15,"p","q","velocity":{"flags":3,"linear","angular"}}
 *   {"call":"xrLocateViews","result":0,"time":T,"base":"LOCAL","flags":15,"views":[{"p","q"},..]}
 *   {"call":"xrLocateHandJointsEXT","result":0,"time":T,"hand":"left","base":"LOCAL","active":true,
 *    "joints":[{"flags":15,"p","q","r":0.01} x26],"velocities":[{"flags":3,"linear","angular"}
 * x26]}
 *
 * A space is VIEW, LOCAL, STAGE, LOCAL_FLOOR or gaze; lines with another are not judged. Offsets
 * default to none, velocities to not asked for.
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

enum { LOG_VIEWS = 8 };

/* A space with the offset it was created with. */
struct log_place {
    enum log_space space;
    struct oracle_pose offset;
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

/* False where the text is no JSON object; out is then LOG_OTHER. A call's missing parts are read as
 * zero. */
bool log_line_parse(const char *text, int number, struct log_line *out);
const char *log_call_name(enum log_call call);

#endif
