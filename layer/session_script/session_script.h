/* SPDX-License-Identifier: MIT */
/*
 * session_script: a list of what happens to a session, and at which times of the recording: session
 * states, the user's presence, recentring, the interaction profiles, the display's refresh rate.
 *
 * A script has two parts:
 *
 *   - Events: what the app is told by xrPollEvent, in the order in which it is told. session_events
 *     tells it.
 *   - Levels: what is in force at a time: whether actions and hands get input, whether the app is
 * to render, where reference spaces are, whether a hand has a device. A level is a step function of
 * the recording time alone, so that the same time has the same answer on every thread.
 *
 * Whoever makes a script calls us_session_script_create and then the functions
 * us_session_script_add_*, in any order of times, and puts the script into us_instance.scripts
 * before the app gets the instance. After that a script does not change; any number of threads may
 * read it. Events and levels of the same time keep the order in which they were added. The
 * functions that add return false if memory runs out or the script is full.
 *
 * The script of a driven app grows while it is read: one thread at a time adds at the end, into the
 * room that us_session_script_reserve has made.
 *
 * us_session_script_add_state, _presence, _recentring, _refresh_rate and _device add events and
 * levels together, as a runtime would change them at that time. us_session_script_append_event and
 * _add_level add one of the two, for a source that knows both, such as a session recording.
 *
 * Times are seconds of the recording. Each takes effect at the first frame that is at most
 * US_SESSION_SCRIPT_SAME_S before its time, or later.
 */
#ifndef US_SESSION_SCRIPT_H
#define US_SESSION_SCRIPT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "core/base/pose.h"
#include "core/faults/fault_list.h"
#include "openxr/xr.h"
#include "core/base/result.h"

#define US_SESSION_SCRIPT_SAME_S 2e-6

enum { US_SESSION_SCRIPT_MOST = 1 << 20 }; /* events, and steps of each level */

enum us_session_script_kind {
    US_SESSION_SCRIPT_STATE,         /* state */
    US_SESSION_SCRIPT_PRESENCE,      /* is_present */
    US_SESSION_SCRIPT_RECENTRING,    /* space, change_s, has_pose, T_before_after */
    US_SESSION_SCRIPT_REFRESH_RATE,  /* rate_hz, before_hz */
    US_SESSION_SCRIPT_MASK,          /* the visibility masks of `views` changed */
    US_SESSION_SCRIPT_EVENTS_LOST,   /* lost_count */
    US_SESSION_SCRIPT_INSTANCE_LOSS, /* the instance is being lost */
};

/* The reference spaces that a script can move. */
enum us_script_space {
    US_SCRIPT_SPACE_LOCAL,
    US_SCRIPT_SPACE_LOCAL_FLOOR,
    US_SCRIPT_SPACE_STAGE,
    US_SCRIPT_SPACES
};

struct us_session_script_event {
    double at_s; /* the app is told at its first poll after this time */
    enum us_session_script_kind kind;
    XrSessionState state;
    bool is_present;
    enum us_script_space space;
    double change_s; /* when the space moves */
    bool has_pose;   /* T_before_after is known */
    struct us_pose T_before_after;
    float rate_hz, before_hz; /* before_hz 0: unknown */
    uint32_t lost_count;
    uint32_t views; /* a bit for each; 0: both eyes */
    unsigned order; /* among events of the same time */
    size_t place;   /* among events of the same order; the script sets it */
};

enum us_session_script_level {
    US_SCRIPT_LEVEL_INPUT,  /* truth: xrSyncActions and hand tracking give input */
    US_SCRIPT_LEVEL_RENDER, /* truth: the app is to render */
    US_SCRIPT_LEVEL_LEFT,   /* truth: the left hand has its device */
    US_SCRIPT_LEVEL_RIGHT,  /* truth: the right hand has its device */
    US_SCRIPT_LEVEL_LOCAL,  /* pose of LOCAL in LOCAL as it is without the script */
    US_SCRIPT_LEVEL_FLOOR,  /* the same of LOCAL_FLOOR */
    US_SCRIPT_LEVEL_STAGE,  /* the same of STAGE */
    US_SCRIPT_LEVEL_RATE,   /* number: the display's refresh rate in Hz; 0: unknown */
    US_SCRIPT_LEVEL_MASK,   /* truth: the views have their visibility masks */
    US_SCRIPT_LEVELS
};

struct us_session_script_step {
    double at_s;
    bool truth;
    struct us_pose pose;
    float number;
};

struct us_session_script_steps {
    _Atomic size_t count;
    struct us_session_script_step *list; /* sorted by time */
};

struct us_session_script {
    _Atomic size_t event_count;
    struct us_session_script_event *events; /* sorted by time */
    struct us_session_script_steps levels[US_SCRIPT_LEVELS];
    bool has_presence; /* an event tells presence */
    /* Of a driven app: for how many events, and steps of each level, there is room; nobody knows
     * yet what comes. 0: of another script. */
    size_t room;
};

/* An empty script, or NULL if memory runs out. */
struct us_session_script *us_session_script_create(void);
/* NULL is fine. */
void us_session_script_destroy(struct us_session_script *script);

/* Makes room for so many events, and so many steps of each level, of a new script, which gets no
 * more: nothing is allocated or moved after that. False if memory runs out. */
bool us_session_script_reserve(struct us_session_script *script, size_t count);

/*
 * The session's state from `at_s` on.
 * FOCUSED, VISIBLE, SYNCHRONIZED: the highest state that the session may have. The app is told the
 *     states on the way. Below FOCUSED there is no input, below VISIBLE nothing is rendered.
 * STOPPING: the chain below is asked to end the session, with xrRequestExitSession. It reports
 *     STOPPING itself.
 * LOSS_PENDING: the app is told that the session is being lost. Nothing is told after that.
 * Other states have no meaning; the function returns false.
 */
bool us_session_script_add_state(struct us_session_script *script, double at_s,
                                 XrSessionState state);
/* The user takes the headset off or puts it on. Only apps with XR_EXT_user_presence are told. */
bool us_session_script_add_presence(struct us_session_script *script, double at_s, bool is_present);
/* LOCAL and LOCAL_FLOOR move at `change_s`, of which the app is told at `at_s`. `T_before_after` is
 * the pose of the new space in the one before. Add recentrings in the order of their times. */
bool us_session_script_add_recentring(struct us_session_script *script, double at_s,
                                      double change_s, struct us_pose T_before_after);
/* The same for one space, of which the app is told. */
bool us_session_script_add_move(struct us_session_script *script, double at_s, double change_s,
                                enum us_script_space space, struct us_pose T_before_after);
/* Whether the views have their visibility masks from `at_s` on. Only apps with
 * XR_KHR_visibility_mask are told. */
bool us_session_script_add_mask(struct us_session_script *script, double at_s, bool has_mask);
/* The display's refresh rate from `at_s` on; 0: what it is without the script. Only apps with
 * XR_FB_display_refresh_rate are told. */
bool us_session_script_add_refresh_rate(struct us_session_script *script, double at_s,
                                        float rate_hz);
/* Whether a hand has its device from `at_s` on. Without it the hand plays as a bare hand if it can
 * (us_binding_plan.bare); otherwise it has no interaction profile, and its actions are not active.
 * The app is told at the next xrSyncActions. */
bool us_session_script_add_device(struct us_session_script *script, double at_s, enum us_hand hand,
                                  bool has_device);

/* Adds what the app is only told of a fault when it begins and when it ends: that the bounds of
 * STAGE or the masks changed, and that events were lost. Other faults add nothing. */
bool us_session_script_add_news(struct us_session_script *script, const struct us_fault *fault,
                                double at_s);
/* Adds what a fault that ends the session or the instance does when it begins. Other faults add
 * nothing. */
bool us_session_script_add_ending(struct us_session_script *script, const struct us_fault *fault,
                                  double at_s);

/* For a source of many events: append all of them, then sort them once, before you use the script.
 */
bool us_session_script_append_event(struct us_session_script *script,
                                    const struct us_session_script_event *event);
void us_session_script_sort_events(struct us_session_script *script);
bool us_session_script_add_level(struct us_session_script *script,
                                 enum us_session_script_level level,
                                 const struct us_session_script_step *step);

/* The number of a level; 0 before its first step. */
float us_session_script_number(const struct us_session_script *script,
                               enum us_session_script_level level, double time_s);
/* Whether the script ever moves the space; one that grows, up to a time. */
bool us_session_script_moves(const struct us_session_script *script, enum us_script_space space,
                             double time_s);

/* The number of events up to a time. */
size_t us_session_script_count_until(const struct us_session_script *script, double time_s);

/* All scripts of an instance. A session has the lower state of two scripts, input only where all
 * give it, and the recentrings of both. */
enum us_script_source { US_SCRIPT_RECORDED, US_SCRIPT_FAULTS, US_SCRIPT_SOURCES };

struct us_session_scripts {
    struct us_session_script *of[US_SCRIPT_SOURCES]; /* NULL: none */
};

bool us_session_scripts_any(const struct us_session_scripts *scripts);
/* The truth of a level, which all scripts have to say; true before its first step. */
bool us_session_scripts_is(const struct us_session_scripts *scripts,
                           enum us_session_script_level level, double time_s);
/* Where a space is in itself as it would be without the scripts. */
struct us_pose us_session_scripts_space(const struct us_session_scripts *scripts,
                                        enum us_script_space space, double time_s);
/* Whether one of them moves the space. */
bool us_session_scripts_move(const struct us_session_scripts *scripts, enum us_script_space space,
                             double time_s);
bool us_session_scripts_tell_presence(const struct us_session_scripts *scripts);

/* Whether a space that was at one of two poses has not moved: less than 0.1 mm and 0.1 mrad, since
 * places are computed from poses. Both rotations are unit quaternions. */
bool us_session_script_is_same_place(struct us_pose a, struct us_pose b);

/* False for other types of reference spaces. */
bool us_script_space_of_type(XrReferenceSpaceType type, enum us_script_space *out_space);
XrReferenceSpaceType us_script_space_type(enum us_script_space space);

/*
 * recorded_script: the script of a session recording (docs/session.md): the session states,
 * presence, recentring and refresh rates that its app got, which of its syncs gave input, which
 * frames were to be rendered, and where its reference spaces were.
 *
 * Reads the whole file once, in bounded memory. Call it when an instance is created; it allocates
 * and reads files.
 */

/* `origin_ns` is the XrTime of recording time 0. The caller owns the script. */
enum us_result us_recorded_script_read(const char *path, int64_t origin_ns,
                                       struct us_session_script **out_script,
                                       struct us_error *error);

/*
 * driven_script: the script of a driven app, of the events that `understudy drive` makes. It is the
 * same while the app is driven and when the recording of the drive plays: what changes is in the
 * events alone, and a session that ends is not the last.
 */

struct us_session_event;

/* An empty script with room for so many events. NULL if memory runs out. */
struct us_session_script *us_recorded_script_create_driven(size_t room);
/* The events of a driven recording, in their order, `most` at most. The caller frees them, also
 * after a failure. */
enum us_result us_recorded_script_read_driven(const char *path, size_t most,
                                              struct us_session_event **out_events,
                                              size_t *out_count, struct us_error *error);
/* Adds an event; times are from `origin_ns`. Events of other kinds are left out. */
bool us_recorded_script_add_driven(struct us_session_script *script,
                                   const struct us_session_event *event, int64_t origin_ns);

#endif
