/* SPDX-License-Identifier: MIT */
#include "tool/view/session_events.h"

#include <stdio.h>
#include <string.h>

#include "openxr/xr_names.h"
#include "tool/cli/json.h"
#include "tool/cli/text.h"

struct reading {
    struct tool_session_survey *survey;
    struct tool_row_times *times;
    cJSON *markers, *events, *haptics, *spaces;
    struct us_session_location last_spaces[US_SESSION_SPACES];
};

static cJSON *add_at(const struct reading *reading, cJSON *list, int64_t time_ns)
{
    cJSON *out = cJSON_CreateObject();
    tool_json_add_number(out, "t", tool_session_survey_seconds(reading->survey, time_ns));
    cJSON_AddItemToArray(list, out);
    return out;
}

static void add_marker(const struct reading *reading, const struct us_session_marker *marker)
{
    static const char *const sources[US_SESSION_MARKER_SOURCES] = {"", "understudy mark", "signal",
                                                                   "haptic"};
    cJSON *out = add_at(reading, reading->markers, marker->time_ns);
    tool_json_add_text(out, "name", marker->name);
    cJSON_AddStringToObject(
        out, "source",
        (unsigned)marker->source < US_SESSION_MARKER_SOURCES ? sources[marker->source] : "");
}

static void add_haptic(const struct reading *reading, const struct us_session_haptic *haptic)
{
    cJSON *out = add_at(reading, reading->haptics, haptic->time_ns);
    tool_json_add_text(out, "action", haptic->action);
    tool_json_add_text(out, "subaction", haptic->subaction);
    cJSON_AddStringToObject(out, "what", haptic->is_stop ? "stop" : "apply");
    tool_json_add_number(out, "duration_ns", (double)haptic->duration_ns);
    tool_json_add_number(out, "amplitude", (double)haptic->amplitude);
    tool_json_add_number(out, "frequency", (double)haptic->frequency_hz);
}

/* What an event says, in words. */
static void describe(const struct us_session_event *event, char *out, size_t out_size)
{
    const char *reference;
    switch (event->kind) {
    case US_SESSION_EVENT_STATE:
        snprintf(out, out_size, "session state %s",
                 us_xr_names_state((XrSessionState)event->value));
        break;
    case US_SESSION_EVENT_PROFILE:
        snprintf(out, out_size, "%s: %s", us_session_user_path(event->user),
                 event->text[0] != '\0' ? event->text : "no interaction profile");
        break;
    case US_SESSION_EVENT_REFERENCE_SPACE:
        reference = us_xr_names_reference((XrReferenceSpaceType)event->value);
        snprintf(out, out_size, "the reference space %s moves",
                 reference != NULL ? reference : "?");
        break;
    case US_SESSION_EVENT_PRESENCE:
        snprintf(out, out_size, "the headset is %s", event->value != 0 ? "on a head" : "taken off");
        break;
    case US_SESSION_EVENT_REFRESH_RATE:
        snprintf(out, out_size, "refresh rate %g Hz", (double)event->number);
        break;
    case US_SESSION_EVENT_DROPPED:
        snprintf(out, out_size, "%lld messages were lost here", (long long)event->value);
        break;
    default:
        snprintf(out, out_size, "%s", event->text[0] != '\0' ? event->text : "another event");
    }
}

static void add_event(const struct reading *reading, const struct us_session_event *event)
{
    static const char *const kinds[US_SESSION_EVENT_KINDS] = {
        "",           "state",        "profile", "reference-space", "presence",
        "visibility", "refresh-rate", "other",   "dropped"};
    char text[US_SESSION_TEXT_SIZE + 64];
    cJSON *out = add_at(reading, reading->events, event->time_ns);
    describe(event, text, sizeof text);
    cJSON_AddStringToObject(
        out, "kind", (unsigned)event->kind < US_SESSION_EVENT_KINDS ? kinds[event->kind] : "other");
    tool_json_add_text(out, "text", text);
    if (event->kind == US_SESSION_EVENT_STATE)
        cJSON_AddStringToObject(out, "state", us_xr_names_state((XrSessionState)event->value));
}

/* Each space in which something changed since it was written last. */
static void add_spaces(struct reading *reading, const struct us_session_frame *frame)
{
    static const char *const names[US_SESSION_SPACES] = {"LOCAL", "LOCAL_FLOOR", "STAGE"};
    enum { VALID = US_SESSION_POSITION_VALID | US_SESSION_ORIENTATION_VALID };
    for (unsigned i = 0; i < US_SESSION_SPACES; i++) {
        const struct us_session_location *now = &frame->spaces[i];
        if (memcmp(now, &reading->last_spaces[i], sizeof *now) == 0)
            continue;
        reading->last_spaces[i] = *now;
        cJSON *out = add_at(reading, reading->spaces, frame->time_ns);
        cJSON_AddStringToObject(out, "name", names[i]);
        cJSON_AddBoolToObject(out, "valid", now->is_recorded && (now->flags & VALID) == VALID);
        const struct us_vec3 p = now->pose.position_m;
        const struct us_quat q = now->pose.rotation;
        const float pose[] = {p.x, p.y, p.z, q.x, q.y, q.z, q.w};
        tool_json_add_array(out, "pose", pose, 7);
    }
}

static void add_message(struct reading *reading, const struct us_session_message *message)
{
    switch (message->topic) {
    case US_SESSION_TOPIC_FRAME:
        tool_row_times_add(reading->times,
                           tool_session_survey_seconds(reading->survey, message->time_ns));
        add_spaces(reading, &message->of.frame);
        break;
    case US_SESSION_TOPIC_EVENT:
        add_event(reading, &message->of.event);
        break;
    case US_SESSION_TOPIC_HAPTIC:
        add_haptic(reading, &message->of.haptic);
        break;
    case US_SESSION_TOPIC_MARKER:
        add_marker(reading, &message->of.marker);
        break;
    default:
        break;
    }
}

bool tool_session_events_read(cJSON *object, struct tool_session_survey *survey,
                              struct tool_row_times *times)
{
    struct reading reading = {.survey = survey,
                              .times = times,
                              .markers = cJSON_AddArrayToObject(object, "markers"),
                              .events = cJSON_AddArrayToObject(object, "events"),
                              .haptics = cJSON_AddArrayToObject(object, "haptics"),
                              .spaces = cJSON_AddArrayToObject(object, "spaces")};
    const struct us_session_message *message;
    struct us_error error;
    enum us_session_next next = US_SESSION_NEXT_MEMORY;
    if (us_session_reader_seek(survey->reader, INT64_MIN, false, &error) == US_OK)
        while ((next = us_session_reader_next(survey->reader, &message)) == US_SESSION_NEXT_MESSAGE)
            add_message(&reading, message);
    if (next != US_SESSION_NEXT_END)
        tool_text_complain("there is no memory to read the recording");
    return next == US_SESSION_NEXT_END;
}
