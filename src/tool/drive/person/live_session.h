/* SPDX-License-Identifier: MIT */
/*
 * live_session: what happens to the session of an app that is driven, frame by frame: the lines of
 * understudy-person(5) that begin with "session", and faults on purpose. Each line is one event or
 * two, of which the app is told in the frame of the line.
 */
#ifndef US_TOOL_LIVE_SESSION_H
#define US_TOOL_LIVE_SESSION_H

#include "core/faults/fault_list.h"
#include "person/script.h"
#include "session/codec/session_message.h"

enum {
    TOOL_LIVE_NOTICE = 2,      /* frames before LOCAL moves that the app is told */
    TOOL_LIVE_LINE_EVENTS = 5, /* of all lines about the session in a frame */
};

/* Faults that change frames or calls; other faults are lines about the session. */
struct tool_live_fault {
    uint64_t frame; /* that it begins with */
    char text[US_SESSION_TEXT_SIZE];
};

struct tool_live_session {
    unsigned fixed_faults; /* that the app has from its start */
    bool fixed_recentres;  /* one of these moves LOCAL */
    unsigned fault_count;
    struct tool_live_fault faults[US_FAULTS_MAX];
    struct rt_motion m_initial_local[TOOL_LIVE_NOTICE + 1]; /* as told, by frame */
    uint32_t told;                                          /* events so far */
    unsigned event_count;                                   /* of the newest frame */
    struct us_session_event events[TOOL_LIVE_LINE_EVENTS + US_FAULTS_MAX];
};

/* Composes the events of a frame, and what its message says of the session. Its time is set. */
void tool_live_session_compose(struct tool_live_session *session, const struct rt_script *script,
                               uint64_t frame, double hz, struct us_session_frame *out);

/* How many events the frames after this one will have. */
size_t tool_live_session_planned(const struct tool_live_session *session,
                                 const struct rt_script *script, uint64_t frame, double hz);

/* Adds a fault as --fault has it, without a moment: it begins with a frame. False: it is wrong. */
bool tool_live_session_plan_fault(struct tool_live_session *session, struct rt_script *script,
                                  const char *item, uint64_t frame, double hz,
                                  struct rt_script_error *out_error);

/* Whether lines may move LOCAL. False: a fault of the drive does already. */
bool tool_live_session_may_recentre(const struct tool_live_session *session,
                                    struct rt_script_error *out_error);

#endif
