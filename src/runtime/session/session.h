/* SPDX-License-Identifier: MIT */
/*
 * A session (OpenXR, "Session Lifecycle"). Under the runtime's lock.
 */
#ifndef RT_RUNTIME_SESSION_H
#define RT_RUNTIME_SESSION_H

#include "runtime/graphics/graphics.h"
#include "runtime/instance/instance.h"

struct rt_action_set;
struct rt_painter;

struct rt_frames {
    bool waited;         /* xrWaitFrame returned and the app has not called xrBeginFrame yet */
    bool begun;          /* the app has called xrBeginFrame and not xrEndFrame */
    XrTime displayed_at; /* the newest predicted display time; 0 before the first */
    uint64_t submitted;
    uint64_t waiting_thread; /* of the newest xrWaitFrame; 0 before the first */
    uint64_t drawing_thread; /* of the newest xrBeginFrame; 0 before the first */
};

struct rt_session {
    struct rt_object object;
    XrSessionState state; /* the state of the newest event */
    bool running;
    bool exit_requested;
    bool headless; /* XR_MND_headless: no graphics */
    XrViewConfigurationType view_type;
    uint32_t rate_hz; /* of the display */
    bool observed;    /* the app enabled the secondary view configuration in xrBeginSession */
    struct rt_frames frames;
    struct rt_graphics graphics;
    struct rt_painter *painter;      /* compositor/compositor.h; NULL: there is no window */
    bool window_closed;              /* there was one, or there cannot be one */
    bool window_lacks;               /* the user was told that it lacks a layer */
    struct rt_action_set **attached; /* NULL before xrAttachSessionActionSets */
    uint32_t attached_count;
    bool (*active_users)[RT_USER_COUNT]; /* of the last sync, one for each attached set */
    XrTime recentred_at;                 /* LOCAL moves at this time; 0: it never moved */
    size_t recentrings;                  /* of the script, that were announced to the app */
    bool user_present;                   /* as the app was told last */
    bool masked;                         /* the eyes had a visibility mask at the last frame */
    XrPath profiles[RT_USER_COUNT];      /* XR_NULL_PATH: no device */
    bool profiles_current;               /* a sync has made the profiles current */
};

/* The instance's session, of which it has one at most; NULL: none. */
struct rt_session *rt_session_of(const struct rt_instance *instance);

/* Of the display. */
static inline XrDuration rt_session_period_ns(const struct rt_session *session)
{
    return 1000000000 / session->rate_hz;
}

/* The newest predicted display time, or now for a session whose app never waited for a frame. */
XrTime rt_session_time(const struct rt_session *session);

bool rt_session_is_visible(const struct rt_session *session);

/* Sets the session's state and queues XrEventDataSessionStateChanged. */
void rt_session_enter_state(struct rt_session *session, XrSessionState state);

/* Queues XrEventDataReferenceSpaceChangePending for LOCAL and LOCAL_FLOOR. */
void rt_session_push_recentred(struct rt_session *session, XrTime time,
                               const struct rt_motion *m_before_now);

/* Queues XrEventDataUserPresenceChangedEXT, if the app enabled the extension. */
void rt_session_push_presence(struct rt_session *session);

/* Does what the script asks for by the time of rt_session_time: changes the state, announces
 * recentrings and the user's presence. Call it when that time has moved on. */
void rt_session_follow_script(struct rt_session *session);

/* The same for an app that only polls events: it has waited for no frame a second after it began
 * the session, which has no graphics. Where there are frames, they alone move the script on. */
void rt_session_follow_polling(struct rt_session *session);

/* Queues XrEventDataInteractionProfileChanged. */
void rt_session_push_profile_changed(struct rt_session *session);

/* Enters SYNCHRONIZED, VISIBLE and FOCUSED, as far as the settings allow. */
void rt_session_gain_focus(struct rt_session *session);

/* Leaves the present state, one state after the other, until STOPPING. */
void rt_session_stop(struct rt_session *session);

/* Call it after each submitted frame. Recentres, stops or loses the session where the settings ask
 * for that. Before, it gives a READY session its focus if `by_waiting_thread` (the frame was
 * submitted by the thread that waited last), and if the session stops. */
void rt_session_after_frame(struct rt_session *session, bool by_waiting_thread);

/*
 * The thread of an app that draws, if another thread waits for frames and goes through the states
 * of the session. Which of the two is faster differs from run to run. Where the session's states
 * depend on a frame, the other thread waits for the drawing one, so that the app gets the same
 * states in each run. Under the runtime's lock.
 */

/* Returns once the app has ended the frame that it waited for or began. It gives up when the app's
 * other threads have stood still for a second, and after half a minute. In the drawing thread, and
 * before the first frame begins, it returns at once. It waits without the lock: check the session's
 * state again. */
void rt_drawing_thread_wait(const struct rt_session *session);

#endif
