/* SPDX-License-Identifier: MIT */
#include "tool/session/session_facts_json.h"

#include <inttypes.h>
#include <stdio.h>

#include "tool/cli/json.h"
#include "tool/session/recording_words.h"
#include "tool/session/session_findings.h"

static double share(uint64_t count, uint64_t of)
{
    return of > 0 ? (double)count / (double)of : 0.0;
}

static void add_state(cJSON *object, const char *path, const struct tool_session_survey *survey)
{
    const struct us_session_summary *summary = survey->summary;
    tool_json_add_text(object, "file", path);
    cJSON_AddStringToObject(object, "result",
                            tool_report_verdict_of(tool_session_findings_heaviest(survey)));
    cJSON_AddNumberToObject(object, "file_size_bytes", (double)summary->file_bytes);
    cJSON *session = cJSON_AddObjectToObject(object, "session");
    cJSON_AddBoolToObject(session, "finished", summary->is_finished);
    cJSON_AddNumberToObject(session, "whole_bytes", (double)summary->whole_bytes);
    cJSON_AddNumberToObject(session, "chunk_count", (double)summary->chunks);
    cJSON_AddNumberToObject(session, "compressed_chunks", (double)summary->compressed_chunks);
    tool_json_add_text(session, "library", summary->library);
}

bool tool_session_facts_json_check(const char *path, const struct tool_session_survey *survey)
{
    const struct us_recording *recording = &survey->loaded.recording;
    cJSON *object = cJSON_CreateObject();
    add_state(object, path, survey);
    cJSON *plays = cJSON_AddObjectToObject(object, "plays");
    cJSON_AddBoolToObject(plays, "head", us_recording_has_head(recording));
    cJSON_AddBoolToObject(plays, "left", us_recording_has_hand(recording, US_HAND_LEFT));
    cJSON_AddBoolToObject(plays, "right", us_recording_has_hand(recording, US_HAND_RIGHT));
    cJSON_AddBoolToObject(plays, "gaze", us_recording_has_gaze(recording));
    cJSON_AddBoolToObject(plays, "controllers", recording->has_controllers);
    tool_session_findings_add(object, survey);
    return tool_json_print(object);
}

static void add_version(cJSON *object, const char *name, uint64_t version)
{
    char text[48];
    snprintf(text, sizeof text, "%u.%u.%u", (unsigned)(version >> 48),
             (unsigned)(version >> 32 & 0xffff), (unsigned)(version & 0xffffffff));
    cJSON_AddStringToObject(object, name, text);
}

static void add_about(cJSON *object, const struct us_session_summary *summary)
{
    const struct us_session_info *info = &summary->info;
    cJSON *app = cJSON_AddObjectToObject(object, "app");
    tool_json_add_text(app, "name", info->app_name);
    cJSON_AddNumberToObject(app, "version", info->app_version);
    tool_json_add_text(app, "engine", info->engine_name);
    cJSON_AddNumberToObject(app, "engine_version", info->engine_version);
    add_version(app, "openxr_version", info->api_version);
    cJSON *runtime = cJSON_AddObjectToObject(object, "runtime");
    tool_json_add_text(runtime, "name", info->runtime_name);
    add_version(runtime, "version", info->runtime_version);
    tool_json_add_text(runtime, "system", info->system_name);
    cJSON_AddNumberToObject(runtime, "view_count", info->view_count);
    cJSON *extensions = cJSON_AddArrayToObject(object, "extensions");
    for (uint32_t i = 0; i < info->extension_count; i++) {
        cJSON *out = cJSON_CreateObject();
        tool_json_add_text(out, "name", info->extensions[i].name);
        cJSON_AddBoolToObject(out, "added", info->extensions[i].added);
        cJSON_AddItemToArray(extensions, out);
    }
    cJSON_AddNumberToObject(object, "wall_time_s", (double)info->wall_ns * 1e-9);
}

static void add_hand(cJSON *object, const struct tool_session_survey *survey, enum us_hand hand)
{
    const struct tool_session_hand *of_hand = &survey->facts.hands[hand];
    const uint64_t frames = survey->facts.counts[US_SESSION_TOPIC_FRAME];
    cJSON *out = cJSON_AddObjectToObject(object, us_hand_name(hand));
    cJSON_AddBoolToObject(out, "present", of_hand->recorded > 0);
    tool_json_add_number(out, "tracked_share", share(of_hand->tracked, frames));
    cJSON *poses = cJSON_AddObjectToObject(out, "poses");
    for (unsigned i = 0; i < US_SESSION_POSES; i++)
        if (of_hand->poses[i] > 0)
            tool_json_add_number(poses, tool_session_pose_name((enum us_session_hand_pose)i),
                                 share(of_hand->poses[i], frames));
}

static void add_tracks(cJSON *object, const struct tool_session_survey *survey)
{
    const struct tool_session_facts *facts = &survey->facts;
    const uint64_t frames = facts->counts[US_SESSION_TOPIC_FRAME];
    cJSON *head = cJSON_AddObjectToObject(object, "head");
    cJSON_AddBoolToObject(head, "present", facts->head_recorded > 0);
    tool_json_add_number(head, "tracked_share", share(facts->head_tracked, frames));
    add_hand(object, survey, US_HAND_LEFT);
    add_hand(object, survey, US_HAND_RIGHT);
    cJSON *gaze = cJSON_AddObjectToObject(object, "gaze");
    cJSON_AddBoolToObject(gaze, "present", facts->gaze_recorded > 0);
    tool_json_add_number(gaze, "valid_share", share(facts->gaze_valid, frames));
}

static void add_controllers(cJSON *object, const struct tool_session_survey *survey)
{
    static const char *const types[US_SESSION_COMPONENT_TYPES] = {"boolean", "float", "vector2"};
    const struct us_session_components *table = &survey->summary->components;
    cJSON *profiles = cJSON_AddObjectToObject(object, "profiles");
    for (unsigned user = 0; user < US_SESSION_USERS; user++) {
        if (survey->facts.profiles[user] == 0)
            continue;
        cJSON *out =
            cJSON_AddArrayToObject(profiles, us_session_user_path((enum us_session_user)user));
        for (uint32_t i = 0; i < table->profile_count; i++)
            if ((survey->facts.profiles[user] >> i & 1) != 0)
                cJSON_AddItemToArray(out, cJSON_CreateString(table->profiles[i]));
    }
    cJSON *components = cJSON_AddArrayToObject(object, "components");
    for (uint32_t i = 0; i < table->count; i++) {
        cJSON *out = cJSON_CreateObject();
        tool_json_add_text(out, "path", table->components[i].path);
        cJSON_AddStringToObject(out, "type", types[table->components[i].type]);
        cJSON_AddBoolToObject(out, "active", survey->facts.was_active[i]);
        cJSON_AddItemToArray(components, out);
    }
}

static void add_counts(cJSON *object, const struct tool_session_survey *survey)
{
    const struct tool_session_facts *facts = &survey->facts;
    cJSON *messages = cJSON_AddObjectToObject(object, "messages");
    for (unsigned i = 0; i < US_SESSION_TOPICS; i++)
        cJSON_AddNumberToObject(messages, us_session_topic_name((enum us_session_topic)i),
                                (double)facts->counts[i]);
    cJSON_AddNumberToObject(object, "dropped_messages", (double)facts->dropped);
    cJSON *haptics = cJSON_AddObjectToObject(object, "haptics");
    cJSON_AddNumberToObject(haptics, "count",
                            (double)(facts->counts[US_SESSION_TOPIC_HAPTIC] - facts->haptic_stops));
    cJSON_AddNumberToObject(haptics, "stops", (double)facts->haptic_stops);
}

static void add_markers(cJSON *object, const struct us_recording *recording)
{
    cJSON *markers = cJSON_AddArrayToObject(object, "markers");
    for (uint32_t i = 0; i < recording->marker_count; i++) {
        cJSON *out = cJSON_CreateObject();
        tool_json_add_number(out, "time_s", (double)recording->markers[i].time_s);
        tool_json_add_text(out, "name", recording->markers[i].name);
        cJSON_AddItemToArray(markers, out);
    }
}

bool tool_session_facts_json_info(const char *path, const struct tool_session_survey *survey)
{
    const struct us_recording *recording = &survey->loaded.recording;
    cJSON *object = cJSON_CreateObject();
    add_state(object, path, survey);
    add_about(object, survey->summary);
    const double end_s = tool_session_survey_seconds(survey, survey->facts.last_ns);
    const uint64_t frames = survey->facts.counts[US_SESSION_TOPIC_FRAME];
    tool_json_add_number(object, "start_s", 0.0);
    tool_json_add_number(object, "end_s", end_s);
    tool_json_add_number(object, "duration_s", end_s);
    const double first_s = tool_session_survey_seconds(survey, survey->facts.first_ns);
    tool_json_add_number(object, "first_frame_s", first_s);
    cJSON_AddNumberToObject(object, "frame_count", (double)frames);
    tool_json_add_number(object, "rate_hz",
                         end_s > first_s ? (double)(frames - 1) / (end_s - first_s) : 0.0);
    add_tracks(object, survey);
    add_controllers(object, survey);
    add_counts(object, survey);
    add_markers(object, recording);
    cJSON_AddStringToObject(
        object, "anchor", us_loaded_recording_is_floor_based(&survey->loaded) ? "floor" : "local");
    tool_session_findings_add(object, survey);
    return tool_json_print(object);
}
