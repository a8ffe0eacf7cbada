// SPDX-License-Identifier: MIT
// A session and its life (OpenXR, "Session Lifecycle"). Under the runtime's lock.
#ifndef RT_RUNTIME_SESSION_H
#define RT_RUNTIME_SESSION_H

#include "runtime/input/action.h"
#include "runtime/instance/instance.h"
#include "runtime/graphics/vulkan.h"

struct rt_frames {
    bool waited;         // xrWaitFrame answered and xrBeginFrame has not come yet
    bool begun;          // xrBeginFrame came and xrEndFrame has not
    XrTime displayed_at; // the newest predicted display time; 0 before the first
    uint64_t submitted;
};

struct rt_session {
    struct rt_object object;
    XrSessionState state; // the newest that an event told of
    bool running;
    bool lost;
    bool exit_requested;
    bool headless; // XR_MND_headless: no graphics
    XrViewConfigurationType view_type;
    bool observed; // the secondary view configuration was enabled at the begin
    struct rt_frames frames;
    struct rt_vulkan vulkan;
    struct rt_action_set **attached; // NULL before xrAttachSessionActionSets
    uint32_t attached_count;
    bool (*active_users)[RT_USER_COUNT]; // of the last sync, one for each attached set
    XrTime recentred_at;                 // from then on LOCAL is elsewhere; 0: it is where it was
    XrPath profiles[RT_USER_COUNT];      // XR_NULL_PATH: no device, or none told of yet
    bool profiles_told;                  // a sync has made them current
};

// The newest time of the session's world: of the last waited frame, or now for a session that waits
// for none.
XrTime rt_session_time(const struct rt_session *session);

// After a frame was submitted: the states that follow from it, and the ends that the switches ask
// for.
void rt_session_note_frame(struct rt_session *session);

bool rt_session_is_visible(const struct rt_session *session);

#endif
