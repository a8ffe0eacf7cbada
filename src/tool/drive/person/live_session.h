/* SPDX-License-Identifier: MIT */
/*
 * live_session: what happens to the session of an app that is driven, frame by frame: the lines of
 * understudy-person(5) that begin with "session", and faults on purpose. Each line is one event or
 * two, of which the app is told in the frame of the line.
 */
#ifndef TOOL_DRIVE_PERSON_LIVE_SESSION_H
#define TOOL_DRIVE_PERSON_LIVE_SESSION_H

#include "core/faults/fault_list.h"
#include "person/script.h"
#include "session/codec/session_message.h"

struct rt_script_parser;

enum {
    TOOL_LIVE_NOTICE = 2,      /* frames before LOCAL moves that the app is told */
    TOOL_LIVE_LINE_EVENTS = 5, /* of all lines about the session in a frame */
};

/* No frame. */
#define TOOL_LIVE_NEVER UINT64_MAX

/* A fault that the layer makes; other faults are lines about the session. */
struct tool_live_fault {
    uint64_t begin, end; /* the first frame with it, and the first without; or TOOL_LIVE_NEVER */
    bool tells_end;      /* the end is an event of its own: the text has no length */
    bool is_once;        /* it happens once, and has no end */
    char name[US_SESSION_TEXT_SIZE]; /* as it is written without its length */
    char text[US_SESSION_TEXT_SIZE];
};

/* What a fault that is a line does to an input: the newest one of each input. */
struct tool_live_fault_line {
    enum rt_script_subject subject;
    const char *input;
    char name[US_SESSION_TEXT_SIZE];
    struct rt_track_key key, before; /* of the fault, and what was there before it */
};

/* The inputs: four of the session, and what is connected to each hand. */
enum { TOOL_LIVE_FAULT_LINES = 6 };

/* A fault that was in force when a later one took its input. */
struct tool_live_fault_replaced {
    unsigned line;
    char name[US_SESSION_TEXT_SIZE];
};

enum { TOOL_LIVE_FAULTS_REPLACED = 16 };

struct tool_live_faults {
    unsigned count, line_count;
    unsigned replaced_count; /* of all; the newest ones are kept, number i at i % 16 */
    struct tool_live_fault_replaced replaced[TOOL_LIVE_FAULTS_REPLACED];
    struct tool_live_fault list[US_FAULTS_MAX];
    struct tool_live_fault_line lines[TOOL_LIVE_FAULT_LINES];
};

struct tool_live_session {
    unsigned fixed_faults; /* that the app has from its start */
    bool fixed_recentres;  /* one of these moves LOCAL */
    bool fixed_refreshes;  /* one of these changes the display's rate */
    struct tool_live_faults faults;
    struct rt_motion m_initial_local[TOOL_LIVE_NOTICE + 1]; /* as told, by frame */
    uint32_t told;                                          /* events so far */
    unsigned event_count;                                   /* of the newest frame */
    struct us_session_event events[TOOL_LIVE_LINE_EVENTS + 2 * US_FAULTS_MAX];
};

/* Composes the events of a frame, and what its message says of the session. Its time is set. */
void tool_live_session_compose(struct tool_live_session *session, const struct rt_script *script,
                               uint64_t frame, double hz, struct us_session_frame *out);

/* How many events the frames after this one will have. */
size_t tool_live_session_planned(const struct tool_live_session *session,
                                 const struct rt_script *script, uint64_t frame, double hz);

/* The parser gets the message of what is wrong. */

/* Adds a fault as --fault has it, without a moment: it begins with a frame. False: it is wrong. */
bool tool_live_session_plan_fault(struct tool_live_session *session, struct rt_script *script,
                                  const char *item, uint64_t frame, double hz,
                                  struct rt_script_parser *parser);

/* Ends a fault that was added, by its name: as it was written, without its length. It is over in
 * this frame. False: it is wrong, or no such fault is in force. */
bool tool_live_session_plan_fault_end(struct tool_live_session *session, struct rt_script *script,
                                      const char *name, uint64_t frame, double hz,
                                      struct rt_script_parser *parser);

/* Whether lines may move LOCAL. False: a fault of the drive does already. */
bool tool_live_session_may_recentre(const struct tool_live_session *session,
                                    struct rt_script_parser *parser);

/*
 * live_plan.c: what a command adds to a script that grows. A jump is one step between two frames. A
 * motion is a key on each frame of the drive on the way of minimum jerk (Flash and Hogan 1985):
 * after the share t of its time it is at 10 t^3 - 15 t^4 + 6 t^5 of the way.
 */

#define TOOL_LIVE_PLAN_LONGEST_S 3600.0
#define TOOL_LIVE_PLAN_KEYS 65536 /* of one input */

struct tool_live_when {
    double hz;
    uint64_t now; /* the newest frame that was composed */
    double over_s, after_s;
};

/* Adds what a line without a time says. False: it is wrong, and a part of it may be in the script
 * and in the session. */
bool tool_live_plan_add(struct rt_script *script, struct tool_live_session *session,
                        const char *line, const struct tool_live_when *when,
                        struct rt_script_error *out_error);

#endif
