/* SPDX-License-Identifier: MIT */
#include "tool/view/recording_data.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "openxr/xr_names.h"
#include "platform/path.h"
#include "tool/cli/json.h"
#include "tool/cli/text.h"
#include "tool/page/packing.h"
#include "tool/recording/samples.h"
#include "tool/recording/session_survey.h"

/* ---- The events of a session ---- */

struct reading {
    struct tool_session_survey *survey;
    cJSON *events, *haptics, *spaces;
    struct us_session_location last_spaces[US_SESSION_SPACES];
};

static cJSON *add_at(const struct reading *reading, cJSON *list, int64_t time_ns)
{
    cJSON *out = tool_json_append_object(list);
    tool_json_add_number(out, "t", tool_session_survey_seconds(reading->survey, time_ns));
    return out;
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

static void add_event(const struct reading *reading, const struct us_session_event *event)
{
    static const char *const kinds[US_SESSION_EVENT_KINDS] = {
        "",           "state",        "profile", "reference-space", "presence",
        "visibility", "refresh-rate", "other",   "dropped",         "fault"};
    char text[TOOL_SESSION_EVENT_TEXT_SIZE];
    cJSON *out = add_at(reading, reading->events, event->time_ns);
    tool_session_event_describe(event, text);
    cJSON_AddStringToObject(
        out, "kind", (unsigned)event->kind < US_SESSION_EVENT_KINDS ? kinds[event->kind] : "other");
    tool_json_add_text(out, "text", text);
    if (event->kind == US_SESSION_EVENT_STATE)
        cJSON_AddStringToObject(out, "state", us_xr_names_state((XrSessionState)event->value));
}

/* Each space in which something changed since it was written last. */
static void add_spaces(struct reading *reading, const struct us_session_frame *frame)
{
    for (unsigned i = 0; i < US_SESSION_SPACES; i++) {
        const struct us_session_location *now = &frame->spaces[i];
        if (memcmp(now, &reading->last_spaces[i], sizeof *now) == 0)
            continue;
        reading->last_spaces[i] = *now;
        cJSON *out = add_at(reading, reading->spaces, frame->time_ns);
        cJSON_AddStringToObject(out, "name", tool_session_space_name((enum us_session_space)i));
        cJSON_AddBoolToObject(out, "valid", now->is_recorded && us_session_is_placed(now->flags));
        tool_json_add_pose(out, "pose", now->pose);
    }
}

static void add_message(void *data, const struct us_session_message *message)
{
    struct reading *reading = data;
    switch (message->topic) {
    case US_SESSION_TOPIC_FRAME:
        add_spaces(reading, &message->of.frame);
        break;
    case US_SESSION_TOPIC_EVENT:
        add_event(reading, &message->of.event);
        break;
    case US_SESSION_TOPIC_HAPTIC:
        add_haptic(reading, &message->of.haptic);
        break;
    default:
        break;
    }
}

/* What happens in a session: adds "events", "haptics" and "spaces". Times are seconds of recording
 * time. False after a message. */
static bool read_events(cJSON *object, const char *path, struct tool_session_survey *survey)
{
    struct reading reading = {.survey = survey,
                              .events = cJSON_AddArrayToObject(object, "events"),
                              .haptics = cJSON_AddArrayToObject(object, "haptics"),
                              .spaces = cJSON_AddArrayToObject(object, "spaces")};
    struct us_error error = {.byte = US_NO_BYTE};
    if (tool_session_survey_each(survey, path, add_message, &reading, &error) == US_OK)
        return true;
    tool_inspection_say_failure(path, false, &error);
    return false;
}

/* ---- The tracks ---- */

/* How far values are from those that `sample` prints. */
static void add_errors(cJSON *facts, const struct tool_recording_data *data,
                       const struct tool_row_times *times)
{
    cJSON *errors = cJSON_AddObjectToObject(facts, "errors");
    cJSON_AddNumberToObject(errors, "time_s", 0.5 * TOOL_RECORDING_TRACKS_TIME_S);
    cJSON_AddNumberToObject(errors, "position_m", 0.5 * TOOL_RECORDING_TRACKS_POSITION_M);
    cJSON_AddNumberToObject(errors, "direction", 0.5 * TOOL_RECORDING_TRACKS_DIRECTION);
    cJSON_AddNumberToObject(errors, "joint_rotation", 0.5 * TOOL_RECORDING_TRACKS_JOINT_ROTATION);
    cJSON_AddNumberToObject(errors, "input", 0.5 * TOOL_RECORDING_TRACKS_INPUT);
    tool_json_add_number(errors, "between_rows_m", data->between_rows_m);
    cJSON_AddBoolToObject(facts, "thinned", times->is_thinned);
    cJSON_AddNumberToObject(facts, "frames", (double)times->frames);
    cJSON_AddNumberToObject(facts, "rows", (double)times->count);
}

static double largest_distance_m(const struct us_loaded_recording *loaded,
                                 const struct tool_row_times *times)
{
    double most = 0.0;
    for (size_t i = 1; i < times->count; i++)
        most = fmax(most, tool_row_times_distance_m(loaded, times->at_s[i - 1], times->at_s[i]));
    return most;
}

/* What both kinds of recordings have in common. */
static bool fill(struct tool_recording_data *out, const char *path,
                 const struct us_loaded_recording *loaded, struct tool_row_times *times)
{
    const struct us_recording *recording = &loaded->recording;
    struct tool_track_set tracks = {0};
    struct us_writer bytes = {0};
    double from_s = us_recording_start_s(recording), to_s = recording->last_key_s;
    us_sampler_set_wait(loaded->sampler, true);
    tool_row_times_limit(times, from_s, fmax(from_s, to_s));
    tool_row_times_refine(times, loaded);
    out->is_thinned = times->is_thinned;
    out->between_rows_m =
        times->is_thinned ? largest_distance_m(loaded, times) : TOOL_ROW_TIMES_STRAIGHT_M;
    bool is_filled = !times->is_failed && tool_view_tracks_fill(&tracks, path, loaded, times);
    tool_json_add_number(out->facts, "from_s", from_s);
    tool_json_add_number(out->facts, "to_s", fmax(from_s, to_s));
    add_errors(out->facts, out, times);
    cJSON_AddItemToObject(out->facts, "tracks", tool_track_set_write(&tracks, &bytes));
    tool_packing_deflated(&out->tracks, bytes.bytes, bytes.size);
    is_filled = is_filled && !bytes.failed && !out->tracks.failed;
    us_writer_finish(&bytes);
    tool_track_set_finish(&tracks);
    if (!is_filled && !us_sampler_error(loaded->sampler, NULL))
        tool_text_complain("there is no memory for the data of '%s'", path);
    return is_filled;
}

/* What `info` says of the recording, under "info". */
static void add_info(cJSON *facts, const struct tool_inspection *inspection)
{
    const struct tool_fact_sheet sheet = {.json = cJSON_AddObjectToObject(facts, "info")};
    const bool is_session = inspection->recording->is_session;
    tool_json_add_text(facts, "file", us_path_name(inspection->path));
    cJSON_AddStringToObject(facts, "kind", is_session ? "session" : "animation");
    if (sheet.json != NULL)
        tool_inspection_add_facts(inspection, &sheet);
}

/* The key times of an input animation file, and the frames of a session. */
static bool read_times(struct tool_row_times *times, struct tool_inspection *inspection)
{
    struct tool_played_times played;
    bool is_read = tool_played_times_read(&played, inspection);
    for (size_t i = 0; is_read && i < played.count; i++)
        if (played.times[i].is_frame)
            tool_row_times_add(times, played.times[i].at_s);
    tool_played_times_finish(&played);
    return is_read;
}

static bool read_recording(struct tool_recording_data *out, struct tool_inspection *inspection)
{
    struct tool_row_times times = {0};
    struct us_loaded_recording loaded;
    struct us_error error;
    add_info(out->facts, inspection);
    if (!tool_inspection_play(inspection, false, &loaded))
        return false;
    bool is_read = read_times(&times, inspection) &&
                   (loaded.session == NULL ||
                    read_events(out->facts, inspection->path, &inspection->session)) &&
                   fill(out, inspection->path, &loaded, &times);
    if (us_sampler_error(loaded.sampler, &error))
        tool_inspection_say_failure(inspection->path, false, &error);
    us_loaded_recording_close(&loaded);
    tool_row_times_finish(&times);
    return is_read;
}

bool tool_recording_data_read(struct tool_recording_data *out, const char *path)
{
    struct tool_inspection *inspection = malloc(sizeof *inspection);
    *out = (struct tool_recording_data){.facts = cJSON_CreateObject()};
    if (inspection == NULL)
        tool_text_complain("there is no memory to read '%s'", path);
    bool is_open =
        inspection != NULL && tool_inspection_open(path, false, TOOL_INSPECTION_FACTS, inspection);
    bool is_read = is_open && read_recording(out, inspection);
    if (is_open)
        tool_inspection_close(inspection);
    free(inspection);
    if (!is_read)
        tool_recording_data_finish(out);
    return is_read;
}

void tool_recording_data_finish(struct tool_recording_data *data)
{
    cJSON_Delete(data->facts);
    us_writer_finish(&data->tracks);
    *data = (struct tool_recording_data){0};
}
