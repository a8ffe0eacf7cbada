// SPDX-License-Identifier: MIT
// A session and its life (OpenXR, "Session Lifecycle"). Under the runtime's lock.
#ifndef US_RUNTIME_SESSION_H
#define US_RUNTIME_SESSION_H

#include "action.h"
#include "instance.h"
#include "vulkan.h"

struct us_frames {
    bool waited;         // xrWaitFrame answered and xrBeginFrame has not come yet
    bool begun;          // xrBeginFrame came and xrEndFrame has not
    XrTime displayed_at; // the newest predicted display time; 0 before the first
    uint64_t submitted;
};

struct us_session {
    struct us_object object;
    XrSessionState state; // the newest that an event told of
    bool running;
    bool lost;
    bool exit_requested;
    bool headless; // XR_MND_headless: no graphics
    XrViewConfigurationType view_type;
    bool observed; // the secondary view configuration was enabled at the begin
    struct us_frames frames;
    struct us_vulkan vulkan;
    struct us_action_set **attached; // NULL before xrAttachSessionActionSets
    uint32_t attached_count;
    bool (*active_users)[US_USER_COUNT]; // of the last sync, one for each attached set
    XrTime recentred_at;                 // from then on LOCAL is elsewhere; 0: it is where it was
    XrPath profiles[US_USER_COUNT];      // XR_NULL_PATH: no device, or none told of yet
    bool profiles_told;                  // a sync has made them current
};

// The newest time of the session's world: of the last waited frame, or now for a session that waits
// for none.
XrTime us_session_time(const struct us_session *session);

// After a frame was submitted: the states that follow from it, and the ends that the switches ask
// for.
void us_session_note_frame(struct us_session *session);

bool us_session_is_visible(const struct us_session *session);

#endif
