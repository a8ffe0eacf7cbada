/* SPDX-License-Identifier: MIT */
#include "tool/session/session_facts_print.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "core/base/seconds.h"
#include "tool/cli/text.h"
#include "tool/session/recording_words.h"
#include "tool/session/session_findings.h"

/* A name from the file; "unknown" where the file has none. */
static const char *safe(const char *name, char out[1024])
{
    tool_text_escape(name[0] != '\0' ? name : "unknown", out, 1024);
    return out;
}

static double percent(uint64_t count, uint64_t of)
{
    return of > 0 ? 100.0 * (double)count / (double)of : 0.0;
}

static void print_about(const struct us_session_summary *summary)
{
    const struct us_session_info *info = &summary->info;
    char name[1024];
    if (!summary->has_info)
        return;
    printf("  app       %s %" PRIu32 ", OpenXR %u.%u", safe(info->app_name, name),
           info->app_version, (unsigned)(info->api_version >> 48),
           (unsigned)(info->api_version >> 32 & 0xffff));
    if (info->engine_name[0] != '\0')
        printf(", engine %s %" PRIu32, safe(info->engine_name, name), info->engine_version);
    printf("\n  runtime   %s %u.%u.%u", safe(info->runtime_name, name),
           (unsigned)(info->runtime_version >> 48),
           (unsigned)(info->runtime_version >> 32 & 0xffff),
           (unsigned)(info->runtime_version & 0xffffffff));
    printf(", system %s\n", safe(info->system_name, name));
    const time_t wall = (time_t)(info->wall_ns / 1000000000);
    struct tm date;
    char text[64];
    if (info->wall_ns > 0 && gmtime_r(&wall, &date) != NULL &&
        strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S UTC", &date) > 0)
        printf("  recorded  %s\n", text);
}

static void print_hand(const struct tool_session_survey *survey, enum us_hand which)
{
    const struct tool_session_hand *hand = &survey->facts.hands[which];
    const uint64_t frames = survey->facts.counts[US_SESSION_TOPIC_FRAME];
    const char *before = "; poses: ";
    printf("  %-5s     ", us_hand_name(which));
    if (hand->recorded > 0)
        printf("26 joints, tracked in %.1f %% of the frames", percent(hand->tracked, frames));
    else
        printf("no joints");
    for (unsigned i = 0; i < US_SESSION_POSES; i++) {
        if (hand->poses[i] == 0)
            continue;
        printf("%s%s", before, tool_session_pose_name((enum us_session_hand_pose)i));
        before = ", ";
    }
    putchar('\n');
}

static void print_tracks(const struct tool_session_survey *survey)
{
    const struct tool_session_facts *facts = &survey->facts;
    const uint64_t frames = facts->counts[US_SESSION_TOPIC_FRAME];
    if (facts->head_recorded > 0)
        printf("  head      tracked in %.1f %% of the frames\n",
               percent(facts->head_tracked, frames));
    else
        puts("  head      no");
    print_hand(survey, US_HAND_LEFT);
    print_hand(survey, US_HAND_RIGHT);
    if (facts->gaze_recorded > 0)
        printf("  gaze      valid in %.1f %% of the frames\n", percent(facts->gaze_valid, frames));
    else
        puts("  gaze      no");
}

/* The components below a user path that were active at any time. */
static void print_components(const struct tool_session_survey *survey, const char *user)
{
    const struct us_session_components *table = &survey->summary->components;
    const size_t length = strlen(user);
    const char *before = "";
    unsigned count = 0;
    for (uint32_t i = 0; i < table->count; i++) {
        const char *path = table->components[i].path;
        if (strncmp(path, user, length) != 0 || path[length] != '/')
            continue;
        count++;
        if (!survey->facts.was_active[i])
            continue;
        char name[1024];
        printf("%s%s", count > 0 && before[0] != '\0' ? before : "              ",
               safe(path + length + 1, name));
        before = ", ";
    }
    if (before[0] != '\0')
        putchar('\n');
    else if (count > 0)
        printf("              none of %u components was active\n", count);
}

static void print_controllers(const struct tool_session_survey *survey)
{
    const struct us_session_components *table = &survey->summary->components;
    char name[1024];
    bool any = false;
    for (unsigned user = 0; user < US_SESSION_USERS; user++) {
        const char *path = us_session_user_path((enum us_session_user)user);
        if (survey->facts.profiles[user] == 0)
            continue;
        const char *before = ": ";
        printf("  %s  %s", any ? "        " : "profiles", path);
        for (uint32_t i = 0; i < table->profile_count; i++) {
            if ((survey->facts.profiles[user] >> i & 1) == 0)
                continue;
            printf("%s%s", before, safe(table->profiles[i], name));
            before = ", ";
        }
        putchar('\n');
        print_components(survey, path);
        any = true;
    }
    if (!any)
        puts("  profiles  none was current");
}

static void print_markers(const struct us_recording *recording)
{
    printf("  markers   %" PRIu32 "\n", recording->marker_count);
    for (uint32_t i = 0; i < recording->marker_count; i++) {
        char name[512];
        tool_text_escape(recording->markers[i].name, name, sizeof name);
        printf("            %9.3f s  %s\n", (double)recording->markers[i].time_s, name);
    }
}

static void print_layout(const char *path, const struct us_session_summary *summary)
{
    char name[1024];
    printf("%s: %" PRIu64 " bytes\n", safe(path, name), summary->file_bytes);
    printf("  layout    session recording, %" PRIu64 " chunk%s%s, %s; written by %s\n",
           summary->chunks, summary->chunks == 1 ? "" : "s",
           summary->compressed_chunks == 0 ? "" : " compressed with zstd",
           summary->is_finished ? "finished" : "not finished", safe(summary->library, name));
}

void tool_session_facts_print(const char *path, const struct tool_session_survey *survey)
{
    const struct tool_session_facts *facts = &survey->facts;
    const uint64_t frames = facts->counts[US_SESSION_TOPIC_FRAME];
    const uint64_t haptics = facts->counts[US_SESSION_TOPIC_HAPTIC] - facts->haptic_stops;
    const double end_s = tool_session_survey_seconds(survey, facts->last_ns);
    const double first_s = tool_session_survey_seconds(survey, facts->first_ns);
    const enum us_repair_weight heaviest = tool_session_findings_heaviest(survey);
    print_layout(path, survey->summary);
    print_about(survey->summary);
    printf("  time      %s, %" PRIu64 " frame%s, about %.1f a second\n",
           us_seconds_words(end_s).text, frames, frames == 1 ? "" : "s",
           end_s > first_s ? (double)(frames - 1) / (end_s - first_s) : 0.0);
    if (first_s < 0.0)
        printf("  start     at the first frame with the focus; %s before it are recorded too\n",
               us_seconds_words(-first_s).text);
    print_tracks(survey);
    print_controllers(survey);
    printf("  haptics   %" PRIu64 ", and %" PRIu64 " stop%s\n", haptics, facts->haptic_stops,
           facts->haptic_stops == 1 ? "" : "s");
    print_markers(&survey->loaded.recording);
    printf("  state     %s%s\n", tool_report_verdict_of(heaviest),
           heaviest > US_REPAIR_NOTE ? "; 'understudy check' lists the findings" : "");
}
