/* SPDX-License-Identifier: MIT */
/* The inspection of a session recording. */
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "core/base/text.h"
#include "core/recording/channels.h"
#include "platform/numbers.h"
#include "tool/cli/json.h"
#include "tool/recording/inspection.h"

static const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

/* ---- The file ---- */

static enum us_result open_session(struct tool_inspection *out, enum tool_inspection_depth depth,
                                   struct us_error *error)
{
    enum us_result result =
        tool_session_survey_run(out->path, depth < TOOL_INSPECTION_FACTS, &out->session, error);
    out->recording = &out->session.loaded.recording;
    out->file_bytes = out->session.file.size;
    if (result == US_OK && depth < TOOL_INSPECTION_FACTS)
        result = us_channels_check(out->recording, US_CHANNEL_ALL, error);
    return result;
}

static void close_session(struct tool_inspection *inspection)
{
    tool_session_survey_close(&inspection->session);
}

/* ---- Facts ---- */

/* A name from the file; "unknown" where the file has none. */
static const char *known(const char *name)
{
    return name[0] != '\0' ? name : "unknown";
}

static double share(uint64_t count, uint64_t of)
{
    return of > 0 ? (double)count / (double)of : 0.0;
}

static void add_layout(const struct tool_inspection *inspection, cJSON *json, char *out,
                       size_t out_size)
{
    const struct us_session_summary *summary = inspection->session.summary;
    snprintf(out, out_size, "session recording, %" PRIu64 " chunk%s%s, %s; written by %s",
             summary->chunks, plural(summary->chunks),
             summary->compressed_chunks == 0 ? "" : " compressed with zstd",
             summary->is_finished ? "finished" : "not finished", known(summary->library));
    cJSON *session = cJSON_AddObjectToObject(json, "session");
    cJSON_AddBoolToObject(session, "finished", summary->is_finished);
    cJSON_AddNumberToObject(session, "whole_bytes", (double)summary->whole_bytes);
    cJSON_AddNumberToObject(session, "chunk_count", (double)summary->chunks);
    cJSON_AddNumberToObject(session, "compressed_chunks", (double)summary->compressed_chunks);
    tool_json_add_text(session, "library", summary->library);
}

struct version {
    char text[48];
};

static struct version version_words(uint64_t version)
{
    struct version out;
    snprintf(out.text, sizeof out.text, "%u.%u.%u", (unsigned)(version >> 48),
             (unsigned)(version >> 32 & 0xffff), (unsigned)(version & 0xffffffff));
    return out;
}

static void add_app(const struct us_session_summary *summary, const struct tool_fact_sheet *sheet)
{
    const struct us_session_info *info = &summary->info;
    cJSON *app = cJSON_AddObjectToObject(sheet->json, "app");
    tool_json_add_text(app, "name", info->app_name);
    cJSON_AddNumberToObject(app, "version", info->app_version);
    tool_json_add_text(app, "engine", info->engine_name);
    cJSON_AddNumberToObject(app, "engine_version", info->engine_version);
    cJSON_AddStringToObject(app, "openxr_version", version_words(info->api_version).text);
    if (!summary->has_info)
        return;
    tool_fact_sheet_begin(sheet, "app");
    tool_fact_sheet_add(sheet, "%s", known(info->app_name));
    if (info->api_version != 0)
        tool_fact_sheet_add(sheet, " %" PRIu32 ", OpenXR %u.%u", info->app_version,
                            (unsigned)(info->api_version >> 48),
                            (unsigned)(info->api_version >> 32 & 0xffff));
    if (info->engine_name[0] != '\0')
        tool_fact_sheet_add(sheet, ", engine %s %" PRIu32, info->engine_name, info->engine_version);
    tool_fact_sheet_end(sheet);
}

static void add_runtime(const struct us_session_summary *summary,
                        const struct tool_fact_sheet *sheet)
{
    const struct us_session_info *info = &summary->info;
    const struct version version = version_words(info->runtime_version);
    if (summary->has_info)
        tool_fact_sheet_line(sheet, "runtime", "%s %s, system %s", known(info->runtime_name),
                             version.text, known(info->system_name));
    cJSON *runtime = cJSON_AddObjectToObject(sheet->json, "runtime");
    tool_json_add_text(runtime, "name", info->runtime_name);
    cJSON_AddStringToObject(runtime, "version", version.text);
    tool_json_add_text(runtime, "system", info->system_name);
    cJSON_AddNumberToObject(runtime, "view_count", info->view_count);
    cJSON *extensions = cJSON_AddArrayToObject(sheet->json, "extensions");
    for (uint32_t i = 0; i < info->extension_count; i++) {
        cJSON *out = tool_json_append_object(extensions);
        tool_json_add_text(out, "name", info->extensions[i].name);
        cJSON_AddBoolToObject(out, "added", info->extensions[i].added);
    }
}

static void add_date(const struct us_session_info *info, const struct tool_fact_sheet *sheet)
{
    const time_t wall = (time_t)(info->wall_ns / 1000000000);
    struct tm date;
    char text[64];
    cJSON_AddBoolToObject(sheet->json, "driven", info->is_driven);
    if (info->is_driven)
        tool_fact_sheet_line(sheet, "made by", "understudy drive");
    cJSON_AddNumberToObject(sheet->json, "wall_time_s", (double)info->wall_ns * 1e-9);
    if (info->wall_ns > 0 && gmtime_r(&wall, &date) != NULL &&
        strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S UTC", &date) > 0)
        tool_fact_sheet_line(sheet, "recorded", "%s", text);
}

static void add_time(const struct tool_session_survey *survey, const struct tool_fact_sheet *sheet)
{
    const uint64_t frames = survey->facts.counts[US_SESSION_TOPIC_FRAME];
    const double end_s = tool_session_survey_seconds(survey, survey->facts.last_ns);
    const double first_s = tool_session_survey_seconds(survey, survey->facts.first_ns);
    const double rate_hz =
        frames > 1 && end_s > first_s ? (double)(frames - 1) / (end_s - first_s) : 0.0;
    tool_json_add_number(sheet->json, "start_s", 0.0);
    tool_json_add_number(sheet->json, "end_s", end_s);
    tool_json_add_number(sheet->json, "duration_s", end_s);
    tool_json_add_number(sheet->json, "first_frame_s", first_s);
    cJSON_AddNumberToObject(sheet->json, "frame_count", (double)frames);
    tool_json_add_number(sheet->json, "rate_hz", rate_hz);
    tool_fact_sheet_line(sheet, "time", "%s, %" PRIu64 " frame%s, about %.1f a second",
                         us_seconds_words(end_s).text, frames, plural(frames), rate_hz);
    if (frames == 0)
        tool_fact_sheet_line(sheet, "plays",
                             "nothing: the app never waited for a frame, nor asked where anything "
                             "is");
    if (first_s < 0.0)
        tool_fact_sheet_line(sheet, "start",
                             "at the first frame with the focus; %s before it are recorded too",
                             us_seconds_words(-first_s).text);
}

/* The head and the gaze: whether they are there, and in which share of the frames they are sound.
 */
static void add_track(const struct tool_fact_sheet *sheet, const char *name, const char *sound,
                      bool is_present, double sound_share)
{
    char key[32];
    snprintf(key, sizeof key, "%s_share", sound);
    cJSON *out = cJSON_AddObjectToObject(sheet->json, name);
    cJSON_AddBoolToObject(out, "present", is_present);
    tool_json_add_number(out, key, sound_share);
    if (is_present)
        tool_fact_sheet_line(sheet, name, "%s in %.1f %% of the frames", sound,
                             100.0 * sound_share);
    else
        tool_fact_sheet_line(sheet, name, "no");
}

static void add_hand(const struct tool_session_survey *survey, const struct tool_fact_sheet *sheet,
                     enum us_hand which)
{
    const struct tool_session_hand *hand = &survey->facts.hands[which];
    const uint64_t frames = survey->facts.counts[US_SESSION_TOPIC_FRAME];
    const double tracked_share = share(hand->tracked, frames);
    const char *before = "; poses: ";
    cJSON *out = cJSON_AddObjectToObject(sheet->json, us_hand_name(which));
    cJSON_AddBoolToObject(out, "present", hand->recorded > 0);
    tool_json_add_number(out, "tracked_share", tracked_share);
    cJSON *poses = cJSON_AddObjectToObject(out, "poses");
    tool_fact_sheet_begin(sheet, us_hand_name(which));
    if (hand->recorded > 0)
        tool_fact_sheet_add(sheet, "26 joints, tracked in %.1f %% of the frames",
                            100.0 * tracked_share);
    else
        tool_fact_sheet_add(sheet, "no joints");
    for (unsigned i = 0; i < US_SESSION_POSES; i++) {
        const char *name = tool_session_pose_name((enum us_session_hand_pose)i);
        if (hand->poses[i] == 0)
            continue;
        tool_json_add_number(poses, name, share(hand->poses[i], frames));
        tool_fact_sheet_add(sheet, "%s%s", before, name);
        before = ", ";
    }
    tool_fact_sheet_end(sheet);
}

/* As a line: the components below a user path that were active at any time. */
static void list_components(const struct tool_session_survey *survey,
                            const struct tool_fact_sheet *sheet, const char *user)
{
    const struct us_session_components *table = &survey->summary->components;
    const size_t length = strlen(user);
    unsigned count = 0, active = 0;
    for (uint32_t i = 0; i < table->count; i++) {
        const char *path = table->components[i].path;
        if (strncmp(path, user, length) != 0 || path[length] != '/')
            continue;
        count++;
        if (!survey->facts.was_active[i])
            continue;
        if (active++ == 0)
            tool_fact_sheet_begin(sheet, "");
        tool_fact_sheet_add(sheet, "%s%s", active == 1 ? "  " : ", ", path + length + 1);
    }
    if (active > 0)
        tool_fact_sheet_end(sheet);
    else if (count > 0)
        tool_fact_sheet_line(sheet, "", "  none of %u components was active", count);
}

static void add_profiles(const struct tool_session_survey *survey,
                         const struct tool_fact_sheet *sheet)
{
    const struct us_session_components *table = &survey->summary->components;
    cJSON *profiles = cJSON_AddObjectToObject(sheet->json, "profiles");
    const char *title = "profiles";
    for (unsigned user = 0; user < US_SESSION_USERS; user++) {
        const char *path = us_session_user_path((enum us_session_user)user), *before = ": ";
        if (survey->facts.profiles[user] == 0)
            continue;
        cJSON *out = cJSON_AddArrayToObject(profiles, path);
        tool_fact_sheet_begin(sheet, title);
        tool_fact_sheet_add(sheet, "%s", path);
        for (uint32_t i = 0; i < table->profile_count; i++) {
            if ((survey->facts.profiles[user] >> i & 1) == 0)
                continue;
            tool_json_append_text(out, table->profiles[i]);
            tool_fact_sheet_add(sheet, "%s%s", before, table->profiles[i]);
            before = ", ";
        }
        tool_fact_sheet_end(sheet);
        list_components(survey, sheet, path);
        title = "";
    }
    if (title[0] != '\0')
        tool_fact_sheet_line(sheet, title, "none was current");
}

static void add_components(const struct tool_session_survey *survey, cJSON *json)
{
    static const char *const types[US_SESSION_COMPONENT_TYPES] = {"boolean", "float", "vector2"};
    const struct us_session_components *table = &survey->summary->components;
    cJSON *components = cJSON_AddArrayToObject(json, "components");
    for (uint32_t i = 0; i < table->count; i++) {
        cJSON *out = tool_json_append_object(components);
        tool_json_add_text(out, "path", table->components[i].path);
        cJSON_AddStringToObject(out, "type", types[table->components[i].type]);
        cJSON_AddBoolToObject(out, "active", survey->facts.was_active[i]);
    }
}

static void add_counts(const struct tool_session_facts *facts, const struct tool_fact_sheet *sheet)
{
    cJSON *messages = cJSON_AddObjectToObject(sheet->json, "messages");
    for (unsigned i = 0; i < US_SESSION_TOPICS; i++)
        cJSON_AddNumberToObject(messages, us_session_topic_name((enum us_session_topic)i),
                                (double)facts->counts[i]);
    cJSON_AddNumberToObject(sheet->json, "dropped_messages", (double)facts->dropped);
    cJSON *haptics = cJSON_AddObjectToObject(sheet->json, "haptics");
    cJSON_AddNumberToObject(haptics, "count", (double)facts->vibrations);
    cJSON_AddNumberToObject(haptics, "stops", (double)facts->haptic_stops);
    tool_fact_sheet_line(sheet, "haptics", "%" PRIu64 ", and %" PRIu64 " stop%s", facts->vibrations,
                         facts->haptic_stops, plural(facts->haptic_stops));
}

static void add_facts(const struct tool_inspection *inspection, const struct tool_fact_sheet *sheet)
{
    const struct tool_session_survey *survey = &inspection->session;
    const struct tool_session_facts *facts = &survey->facts;
    const uint64_t frames = facts->counts[US_SESSION_TOPIC_FRAME];
    add_app(survey->summary, sheet);
    add_runtime(survey->summary, sheet);
    add_date(&survey->summary->info, sheet);
    add_time(survey, sheet);
    add_track(sheet, "head", "tracked", facts->head_recorded > 0,
              share(facts->head_tracked, frames));
    add_hand(survey, sheet, US_HAND_LEFT);
    add_hand(survey, sheet, US_HAND_RIGHT);
    add_track(sheet, "gaze", "valid", facts->gaze_recorded > 0, share(facts->gaze_valid, frames));
    add_profiles(survey, sheet);
    add_components(survey, sheet->json);
    add_counts(facts, sheet);
    cJSON_AddStringToObject(sheet->json, "anchor", "local");
}

/* ---- Defects ---- */

struct visitor {
    const struct tool_session_survey *survey;
    tool_defect_visit *visit;
    void *context;
};

US_FORMAT(7, 8)
static void find(const struct visitor *visitor, const char *kind, enum us_repair_weight weight,
                 uint64_t count, uint64_t byte, double time_s, const char *format, ...)
{
    struct tool_defect defect = {.kind = kind,
                                 .weight = weight,
                                 .count = count,
                                 .seconds = (double)NAN,
                                 .byte = byte,
                                 .time_s = time_s};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(defect.text, sizeof defect.text, format, arguments);
    va_end(arguments);
    visitor->visit(&defect, visitor->context);
}

static double seconds(const struct visitor *visitor, int64_t time_ns)
{
    return tool_session_survey_seconds(visitor->survey, time_ns);
}

static void find_end(const struct visitor *visitor)
{
    const struct us_session_summary *summary = visitor->survey->summary;
    const uint64_t rest = summary->file_bytes - summary->whole_bytes;
    if (rest > 0)
        find(visitor, "cut", US_REPAIR_REMAINS, rest, summary->whole_bytes,
             seconds(visitor, summary->last_ns),
             "the file is cut or damaged at byte %" PRIu64 ": it is whole up to %s, and the last "
             "%" PRIu64 " byte%s are not read",
             summary->whole_bytes, us_seconds_words(seconds(visitor, summary->last_ns)).text, rest,
             plural(rest));
    if (!summary->is_finished)
        find(visitor, "unfinished", US_REPAIR_REPAIRED, 1, summary->whole_bytes, (double)NAN,
             "the recording was not finished: the file has no summary and no end; 'understudy "
             "recover' writes a finished file");
}

static void find_messages(const struct visitor *visitor)
{
    const struct tool_session_facts *facts = &visitor->survey->facts;
    const struct us_session_damage *damage = us_session_reader_damage(visitor->survey->reader);
    const struct us_session_summary *summary = visitor->survey->summary;
    if (facts->dropped > 0)
        find(visitor, "dropped", US_REPAIR_REMAINS, facts->dropped, US_NO_BYTE,
             seconds(visitor, facts->first_dropped_ns),
             "%" PRIu64 " message%s lost while recording, because the disk was slower than the "
             "app; the first before %s",
             facts->dropped, facts->dropped == 1 ? " was" : "s were",
             us_seconds_words(seconds(visitor, facts->first_dropped_ns)).text);
    if (damage->messages > 0)
        find(visitor, "undecodable", US_REPAIR_REMAINS, damage->messages, US_NO_BYTE, (double)NAN,
             "%" PRIu64 " message%s cannot be decoded", damage->messages, plural(damage->messages));
    if (facts->not_numbers > 0)
        find(visitor, "not-a-number", US_REPAIR_REPAIRED, facts->not_numbers, US_NO_BYTE,
             seconds(visitor, facts->first_not_number_ns),
             "%" PRIu64
             " frame%s a pose that is not a number and plays as not tracked, the first at %s",
             facts->not_numbers, facts->not_numbers == 1 ? " holds" : "s hold",
             us_seconds_words(seconds(visitor, facts->first_not_number_ns)).text);
    if (!summary->has_info)
        find(visitor, "no-session", US_REPAIR_REMAINS, 1, US_NO_BYTE, (double)NAN,
             "the message /session is missing: the app and the runtime are not known");
    if (summary->other_messages > 0)
        find(visitor, "other-topics", US_REPAIR_NOTE, summary->other_messages, US_NO_BYTE,
             (double)NAN, "%" PRIu64 " message%s of topics that this version does not know",
             summary->other_messages, plural(summary->other_messages));
}

static void find_chunks(const struct visitor *visitor)
{
    struct us_session_reader *reader = visitor->survey->reader;
    for (uint64_t i = 0; i < us_session_reader_summary(reader)->chunks; i++) {
        const struct us_session_chunk *chunk = us_session_reader_chunk(reader, i);
        if (!chunk->is_damaged)
            continue;
        find(visitor, "damaged-chunk", US_REPAIR_REMAINS, chunk->messages, chunk->offset,
             seconds(visitor, chunk->first_ns),
             "the chunk at byte %" PRIu64 ", from %s to %s, is damaged and does not play: %" PRIu64
             " message%s",
             chunk->offset, us_seconds_words(seconds(visitor, chunk->first_ns)).text,
             us_seconds_words(seconds(visitor, chunk->last_ns)).text, chunk->messages,
             plural(chunk->messages));
    }
}

static void visit_defects(const struct tool_inspection *inspection, tool_defect_visit *visit,
                          void *context)
{
    const struct visitor visitor = {&inspection->session, visit, context};
    find_end(&visitor);
    find_messages(&visitor);
    find_chunks(&visitor);
}

const struct tool_inspection_kind tool_inspection_of_session = {
    open_session, close_session, add_layout, add_facts, visit_defects};
