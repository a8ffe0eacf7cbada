/* SPDX-License-Identifier: MIT */
#include "tool/recording/session_event_words.h"

#include <stdio.h>

#include "openxr/xr_names.h"

void tool_session_event_describe(const struct us_session_event *event,
                                 char out[TOOL_SESSION_EVENT_TEXT_SIZE])
{
    const char *reference;
    switch (event->kind) {
    case US_SESSION_EVENT_STATE:
        snprintf(out, TOOL_SESSION_EVENT_TEXT_SIZE, "session state %s",
                 us_xr_names_state((XrSessionState)event->value));
        break;
    case US_SESSION_EVENT_PROFILE:
        snprintf(out, TOOL_SESSION_EVENT_TEXT_SIZE, "%s: %s", us_session_user_path(event->user),
                 event->text[0] != '\0' ? event->text : "no interaction profile");
        break;
    case US_SESSION_EVENT_REFERENCE_SPACE:
        reference = us_xr_names_reference((XrReferenceSpaceType)event->value);
        snprintf(out, TOOL_SESSION_EVENT_TEXT_SIZE, "the reference space %s moves",
                 reference != NULL ? reference : "?");
        break;
    case US_SESSION_EVENT_PRESENCE:
        snprintf(out, TOOL_SESSION_EVENT_TEXT_SIZE, "the headset is %s",
                 event->value != 0 ? "on a head" : "taken off");
        break;
    case US_SESSION_EVENT_REFRESH_RATE:
        snprintf(out, TOOL_SESSION_EVENT_TEXT_SIZE, "refresh rate %g Hz", (double)event->number);
        break;
    case US_SESSION_EVENT_FAULT:
        snprintf(out, TOOL_SESSION_EVENT_TEXT_SIZE, "the fault %s", event->text);
        break;
    case US_SESSION_EVENT_DROPPED:
        snprintf(out, TOOL_SESSION_EVENT_TEXT_SIZE, "%lld messages were lost here",
                 (long long)event->value);
        break;
    default:
        snprintf(out, TOOL_SESSION_EVENT_TEXT_SIZE, "%s",
                 event->text[0] != '\0' ? event->text : "another event");
    }
}
