/* SPDX-License-Identifier: MIT */
#include "tool/recording/session_survey.h"

#include <math.h>
#include <stdio.h>

#include "openxr/xr_names.h"
#include "session/open_recording.h"
#include "tool/cli/progress.h"

const char *tool_session_space_name(enum us_session_space space)
{
    static const char *const names[US_SESSION_SPACES] = {"LOCAL", "LOCAL_FLOOR", "STAGE"};
    return names[space];
}

const char *tool_session_pose_name(enum us_session_hand_pose pose)
{
    static const char *const names[US_SESSION_POSES] = {"grip", "aim", "palm", "pinch", "poke"};
    return names[pose];
}

bool tool_session_is(const char *path)
{
    struct us_file file;
    if (us_file_open(path, &file, NULL) != US_OK)
        return false;
    bool is_session = us_session_reader_is_mcap(&file);
    us_file_close(&file);
    return is_session;
}

double tool_session_survey_seconds(const struct tool_session_survey *survey, int64_t time_ns)
{
    return (double)(time_ns - survey->facts.origin_ns) * 1e-9;
}

/* ---- Frames ---- */

static bool is_number(const struct us_pose *pose)
{
    const struct us_vec3 p = pose->position_m;
    const struct us_quat q = pose->rotation;
    return isfinite(p.x) && isfinite(p.y) && isfinite(p.z) && isfinite(q.x) && isfinite(q.y) &&
           isfinite(q.z) && isfinite(q.w);
}

static bool is_sound(const struct us_session_location *location)
{
    return !location->is_recorded || (location->flags & US_SESSION_BOTH_VALID) == 0 ||
           is_number(&location->pose);
}

static bool is_sound_hand(const struct us_session_hand_joints *hand)
{
    for (unsigned i = 0; hand->is_recorded && hand->is_active && i < US_SESSION_JOINTS; i++)
        if ((hand->joints[i].flags & US_SESSION_BOTH_VALID) != 0 &&
            !is_number(&hand->joints[i].pose))
            return false;
    return true;
}

/* Whether every pose that the frame holds is a number. */
static bool is_sound_frame(const struct us_session_frame *frame)
{
    bool sound = is_sound(&frame->head) && is_sound(&frame->gaze);
    for (unsigned i = 0; i < US_SESSION_SPACES; i++)
        sound = sound && is_sound(&frame->spaces[i]);
    for (unsigned i = 0; i < frame->view_count && i < US_SESSION_VIEWS_MAX; i++)
        sound = sound && is_number(&frame->views[i].pose);
    for (unsigned hand = 0; hand < US_SESSION_HANDS; hand++) {
        sound = sound && is_sound_hand(&frame->hands[hand]);
        for (unsigned i = 0; i < US_SESSION_POSES; i++)
            sound = sound && is_sound(&frame->poses[hand][i]);
    }
    return sound;
}

static void note_hand(struct tool_session_hand *hand, const struct us_session_frame *frame,
                      unsigned which)
{
    hand->recorded += frame->hands[which].is_recorded;
    hand->tracked += frame->hands[which].is_recorded && frame->hands[which].is_active;
    for (unsigned i = 0; i < US_SESSION_POSES; i++) {
        const struct us_session_location *pose = &frame->poses[which][i];
        hand->poses[i] += pose->is_recorded && pose->is_active;
    }
}

static void note_frame(struct tool_session_facts *facts, const struct us_session_frame *frame)
{
    if (facts->counts[US_SESSION_TOPIC_FRAME] == 1)
        facts->first_ns = frame->time_ns;
    facts->last_ns = frame->time_ns;
    facts->head_recorded += frame->head.is_recorded;
    facts->head_tracked +=
        frame->head.is_recorded && (frame->head.flags & US_SESSION_POSITION_TRACKED) != 0;
    facts->gaze_recorded += frame->gaze.is_recorded;
    facts->gaze_valid += frame->gaze.is_recorded && frame->gaze.is_active &&
                         (frame->gaze.flags & US_SESSION_ORIENTATION_VALID) != 0;
    for (unsigned hand = 0; hand < US_SESSION_HANDS; hand++)
        note_hand(&facts->hands[hand], frame, hand);
    if (!is_sound_frame(frame) && facts->not_numbers++ == 0)
        facts->first_not_number_ns = frame->time_ns;
}

/* ---- Other messages ---- */

static void note_input(struct tool_session_facts *facts, const struct us_session_input *input)
{
    for (unsigned user = 0; user < US_SESSION_USERS; user++)
        if (input->profiles[user] > 0 && input->profiles[user] <= US_SESSION_PROFILES_MAX)
            facts->profiles[user] |= UINT64_C(1) << (input->profiles[user] - 1);
    for (uint32_t i = 0; i < input->count && i < US_SESSION_COMPONENTS_MAX; i++)
        facts->was_active[i] |= input->active[i] != 0;
}

static void note_message(void *data, const struct us_session_message *message)
{
    struct tool_session_facts *facts = data;
    facts->counts[message->topic]++;
    facts->parts |= us_session_parts_of(message);
    switch (message->topic) {
    case US_SESSION_TOPIC_FRAME:
        note_frame(facts, &message->of.frame);
        break;
    case US_SESSION_TOPIC_INPUT:
        note_input(facts, &message->of.input);
        break;
    case US_SESSION_TOPIC_EVENT:
        if (message->of.event.kind != US_SESSION_EVENT_DROPPED)
            break;
        if (facts->dropped == 0)
            facts->first_dropped_ns = message->time_ns;
        facts->dropped += (uint64_t)message->of.event.value;
        break;
    case US_SESSION_TOPIC_HAPTIC:
        facts->vibrations += us_session_haptic_vibrates(&message->of.haptic);
        facts->haptic_stops += message->of.haptic.is_stop;
        break;
    default:
        break;
    }
}

/* ---- The whole ---- */

static void show(struct tool_progress *progress, const struct us_session_summary *summary,
                 int64_t time_ns)
{
    if (time_ns < summary->first_ns || summary->last_ns <= summary->first_ns)
        return;
    tool_progress_show(progress, (uint64_t)(time_ns - summary->first_ns),
                       (uint64_t)(summary->last_ns - summary->first_ns));
}

enum us_result tool_session_survey_each(struct tool_session_survey *survey, const char *path,
                                        void (*take)(void *data,
                                                     const struct us_session_message *message),
                                        void *data, struct us_error *error)
{
    struct tool_progress progress;
    const struct us_session_message *message;
    enum { SHOW_EACH = 256 };
    unsigned count = 0;
    tool_progress_begin(&progress, path);
    enum us_result result = us_session_reader_seek(survey->reader, INT64_MIN, false, error);
    while (result == US_OK &&
           (result = us_session_reader_next(survey->reader, &message, error)) == US_OK &&
           message != NULL) {
        take(data, message);
        if (++count % SHOW_EACH == 0)
            show(&progress, survey->summary, message->time_ns);
    }
    tool_progress_end(&progress);
    return result;
}

enum us_result tool_session_survey_run(const char *path, bool plays,
                                       struct tool_session_survey *out, struct us_error *error)
{
    enum us_result result = us_open_recording(path, false, &out->loaded, error);
    if (result == US_OK || (result == US_ERROR_NOTHING && !plays))
        result = us_file_open(path, &out->file, error);
    if (result == US_OK)
        result = us_session_reader_open(&out->file, &out->reader, error);
    if (result != US_OK)
        return result;
    out->summary = us_session_reader_summary(out->reader);
    result = tool_session_survey_each(out, path, note_message, &out->facts, error);
    /* The last frame is at the end of the recording's time. */
    out->facts.origin_ns = out->facts.last_ns - llround(out->loaded.recording.last_key_s * 1e9);
    if (out->facts.counts[US_SESSION_TOPIC_FRAME] == 0) {
        out->facts.origin_ns = out->facts.first_ns = out->summary->first_ns;
        out->facts.last_ns = out->summary->last_ns;
    }
    return result;
}

void tool_session_survey_close(struct tool_session_survey *survey)
{
    us_session_reader_close(survey->reader);
    us_file_close(&survey->file);
    us_loaded_recording_close(&survey->loaded);
}

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
