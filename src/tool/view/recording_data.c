/* SPDX-License-Identifier: MIT */
#include "tool/view/recording_data.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "session/open_recording.h"
#include "tool/cli/json.h"
#include "tool/cli/text.h"
#include "tool/recording/report.h"
#include "tool/session/session_survey.h"
#include "tool/view/recording_tracks.h"
#include "tool/view/row_distance.h"
#include "tool/view/session_events.h"

static const char *file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

static void add_markers(cJSON *facts, const struct us_recording *recording)
{
    cJSON *markers = cJSON_AddArrayToObject(facts, "markers");
    for (uint32_t i = 0; i < recording->marker_count; i++) {
        cJSON *marker = cJSON_CreateObject();
        tool_json_add_number(marker, "t", (double)recording->markers[i].time_s);
        tool_json_add_text(marker, "name", recording->markers[i].name);
        cJSON_AddItemToArray(markers, marker);
    }
}

static void add_components(cJSON *facts, const struct us_session_summary *session)
{
    static const char *const types[US_SESSION_COMPONENT_TYPES] = {"boolean", "float", "vector2"};
    cJSON *components = cJSON_AddArrayToObject(facts, "components");
    for (uint32_t i = 0; i < session->components.count; i++) {
        cJSON *component = cJSON_CreateObject();
        tool_json_add_text(component, "path", session->components.components[i].path);
        cJSON_AddStringToObject(component, "type", types[session->components.components[i].type]);
        cJSON_AddItemToArray(components, component);
    }
    cJSON *profiles = cJSON_AddArrayToObject(facts, "profiles");
    for (uint32_t i = 0; i < session->components.profile_count; i++) {
        char *text = tool_text_valid(session->components.profiles[i]);
        cJSON_AddItemToArray(profiles, cJSON_CreateString(text != NULL ? text : ""));
        free(text);
    }
    tool_json_add_text(facts, "app", session->info.app_name);
    tool_json_add_text(facts, "runtime", session->info.runtime_name);
    tool_json_add_text(facts, "system", session->info.system_name);
}

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
        most = fmax(most, tool_row_distance_m(loaded, times->at_s[i - 1], times->at_s[i]));
    return most;
}

/* What both kinds of recordings have in common. */
static bool fill(struct tool_recording_data *out, const char *path,
                 const struct us_loaded_recording *loaded, struct tool_row_times *times)
{
    const struct us_recording *recording = &loaded->recording;
    struct tool_track_set tracks = {0};
    struct tool_byte_buffer bytes = {0};
    double from_s = us_recording_start_s(recording), to_s = recording->last_key_s;
    us_sampler_set_wait(loaded->sampler, true);
    tool_row_times_limit(times, from_s, fmax(from_s, to_s));
    tool_row_times_refine(times, loaded);
    out->is_thinned = times->is_thinned;
    out->between_rows_m =
        times->is_thinned ? largest_distance_m(loaded, times) : TOOL_ROW_TIMES_STRAIGHT_M;
    bool is_filled = !times->is_failed && tool_recording_tracks_fill(&tracks, loaded, times);
    tool_json_add_text(out->facts, "file", file_name(path));
    cJSON_AddStringToObject(out->facts, "kind", recording->is_session ? "session" : "animation");
    cJSON_AddNumberToObject(out->facts, "file_size", (double)recording->file_size);
    tool_json_add_number(out->facts, "from_s", from_s);
    tool_json_add_number(out->facts, "to_s", fmax(from_s, to_s));
    add_errors(out->facts, out, times);
    cJSON_AddItemToObject(out->facts, "tracks", tool_track_set_write(&tracks, &bytes));
    tool_byte_buffer_add_deflated(&out->tracks, bytes.bytes, bytes.size);
    is_filled = is_filled && !bytes.is_failed && !out->tracks.is_failed;
    tool_byte_buffer_finish(&bytes);
    tool_track_set_finish(&tracks);
    if (!is_filled && !us_sampler_error(loaded->sampler, NULL))
        tool_text_complain("there is no memory for the data of '%s'", path);
    return is_filled;
}

static bool read_animation(struct tool_recording_data *out, const char *path, bool headerless,
                           struct tool_row_times *times)
{
    struct us_decode_options options = {.headerless = headerless, .check_order = true};
    struct us_loaded_recording loaded;
    struct us_error error = {.byte = US_NO_BYTE};
    if (!tool_row_times_of_keys(times, path, headerless))
        return false;
    if (us_open_recording(path, &options, &loaded, &error) != US_OK) {
        tool_report_failure(path, false, &error);
        return false;
    }
    add_markers(out->facts, &loaded.recording);
    bool is_read = fill(out, path, &loaded, times);
    if (us_sampler_error(loaded.sampler, &error))
        tool_report_failure(path, false, &error);
    us_loaded_recording_close(&loaded);
    return is_read;
}

static bool read_session(struct tool_recording_data *out, const char *path,
                         struct tool_row_times *times)
{
    struct us_error error;
    struct tool_session_survey *survey = malloc(sizeof(*survey));
    if (survey == NULL) {
        tool_text_complain("there is no memory to read '%s'", path);
        return false;
    }
    bool is_read = tool_session_survey_open(path, false, survey);
    if (is_read) {
        add_components(out->facts, survey->summary);
        is_read = tool_session_events_read(out->facts, survey, times) &&
                  fill(out, path, &survey->loaded, times);
        if (us_sampler_error(survey->loaded.sampler, &error))
            tool_report_failure(path, false, &error);
        tool_session_survey_close(survey);
    }
    free(survey);
    return is_read;
}

bool tool_recording_data_read(struct tool_recording_data *out, const char *path, bool headerless)
{
    struct tool_row_times times = {0};
    *out = (struct tool_recording_data){.facts = cJSON_CreateObject()};
    bool is_read = tool_session_is(path) ? read_session(out, path, &times)
                                         : read_animation(out, path, headerless, &times);
    tool_row_times_finish(&times);
    if (!is_read)
        tool_recording_data_finish(out);
    return is_read;
}

void tool_recording_data_finish(struct tool_recording_data *data)
{
    cJSON_Delete(data->facts);
    tool_byte_buffer_finish(&data->tracks);
    *data = (struct tool_recording_data){0};
}
