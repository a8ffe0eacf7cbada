/* SPDX-License-Identifier: MIT */
#include "tool/run_folder/played.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/playback/capture_schedule.h"
#include "platform/descriptor.h"
#include "platform/environment.h"
#include "platform/path.h"
#include "platform/process.h"
#include "status/output_file.h"
#include "status/run_status.h"
#include "status/summary.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/temporary_files.h"
#include "tool/cli/text.h"
#include "tool/process/lost_outputs.h"

/* A text with names of moments. What does not fit is cut. */
enum { MOMENTS_SIZE = 320 };
_Static_assert((int)US_RUN_STATUS_MOMENT_MAX == (int)US_CAPTURE_SCHEDULE_MAX,
               "each moment has a reason");

static const char variable[] = "UNDERSTUDY_RUN_STATUS";

struct us_run_status *tool_played_begin(const char *recording)
{
    char path[PATH_MAX], name[48], recorded_to[PATH_MAX];
    if (recording != NULL && !tool_file_path_make_absolute(recording, recorded_to))
        return NULL;
    snprintf(name, sizeof name, TOOL_PLAYED_RECORDING "-%ld", (long)us_process_id());
    int file = tool_temporary_files_open(recording != NULL ? name : "status", NULL,
                                         us_run_status_prepare, path);
    struct us_run_status *status = file >= 0 ? us_run_status_make(file) : NULL;
    if (status == NULL)
        tool_text_complain("no small temporary file can be made in /dev/shm, in "
                           "TMPDIR or in /tmp: %s; set TMPDIR to a folder that you can write to",
                           strerror(errno));
    else
        us_environment_set(variable, path);
    if (status != NULL && recording != NULL)
        us_utf8_copy(status->recorded_to, sizeof status->recorded_to, recorded_to,
                     sizeof recorded_to);
    if (status == NULL && file >= 0)
        us_path_remove(path);
    if (file >= 0)
        us_descriptor_close(file);
    return status;
}

void tool_played_end(struct us_run_status *status)
{
    if (status == NULL)
        return;
    const char *path = us_environment_get(variable);
    if (path != NULL)
        us_path_remove(path);
    us_environment_unset(variable);
    us_run_status_close(status);
}

/* Prints as much as the layer would have printed. */
static void say_line(void *data, bool is_warning, const char *line)
{
    const char *level = data;
    if (strcmp(level, "error") != 0 && (is_warning || strcmp(level, "warn") != 0))
        tool_text_complain("%s", line);
}

/* If an app crashes, screenshots that were not written yet are lost. */
static void note_lost_screenshots(const struct us_run_status *status)
{
    char text[US_LOST_OUTPUT_SIZE];
    unsigned lost = atomic_load(&status->screenshots_waiting);
    snprintf(text, sizeof text, "%u missing: the app ended before they were written", lost);
    if (lost > 0)
        tool_lost_outputs_note_screenshots(text);
}

void tool_played_say_unfinished(const struct us_run_status *status)
{
    note_lost_screenshots(status);
    const char *set = us_environment_get("UNDERSTUDY_LOG_LEVEL");
    char level[16];
    snprintf(level, sizeof level, "%s", set != NULL ? set : "");
    for (unsigned i = 0; i < US_RUN_STATUS_SUMMARIES; i++) {
        if (atomic_load(&status->slots[i]) != US_RUN_STATUS_OPEN)
            continue;
        say_line(level, false, "the app ended without destroying its OpenXR instance; until then:");
        us_status_summary_describe(&status->summaries[i], say_line, level);
    }
}

const char *tool_played_no_instance(const struct us_run_status *status)
{
    if (atomic_load(&status->instances) > 0)
        return NULL;
    if (atomic_load(&status->refused) == 0)
        return "the layer was not loaded. The app did not make an OpenXR instance, or its loader "
               "did not find the layer ('understudy doctor' looks for the reason)";
    if (atomic_load(&status->refused_on_purpose) == atomic_load(&status->refused))
        return "the app's xrCreateInstance failed on purpose, as --fault says, and the app did not "
               "make an instance after that";
    return "the app's xrCreateInstance failed. What the OpenXR runtime said above is the reason";
}

bool tool_played_reason(const struct us_run_status *status, char out[TOOL_PLAYED_REASON_SIZE])
{
    const char *why = tool_played_no_instance(status);
    out[0] = '\0';
    if (atomic_load(&status->started) > 0)
        return false;
    if (why == NULL)
        why = "the app made an OpenXR instance, but playback never started in a session. If the "
              "app leaves when its standard input ends, give it /dev/null, which understudy holds "
              "open, or a terminal";
    snprintf(out, TOOL_PLAYED_REASON_SIZE, "nothing was played: %s", why);
    return true;
}

bool tool_played_check(const struct us_run_status *status)
{
    char reason[TOOL_PLAYED_REASON_SIZE];
    if (!tool_played_reason(status, reason))
        return true;
    tool_text_complain("%s", reason);
    return false;
}

/* The moments that `moments` has the bits of, as the user wrote them. */
static void name_moments(const char *shoot, unsigned moments, char out[MOMENTS_SIZE])
{
    struct us_capture_schedule schedule = {.count = 0};
    struct us_capture_schedule_error wrong;
    out[0] = '\0';
    us_capture_schedule_parse(shoot, &schedule, &wrong); /* it was checked before the run */
    for (unsigned i = 0; i < schedule.count; i++) {
        const struct us_capture_schedule_moment *moment = &schedule.moments[i];
        char word[64];
        if ((moments >> i & 1u) == 0)
            continue;
        snprintf(word, sizeof word, "%.*s", us_text_shown(moment->text, (size_t)moment->length),
                 moment->text);
        us_text_add_word(out, MOMENTS_SIZE, word);
    }
}

/* Adds "WHAT A, B", and if `why` is not NULL, ": WHY". */
static void add_moments(const char *shoot, unsigned moments, const char *what, const char *why,
                        char out[TOOL_PLAYED_REASON_SIZE])
{
    char names[MOMENTS_SIZE], text[TOOL_PLAYED_REASON_SIZE];
    name_moments(shoot, moments, names);
    snprintf(text, sizeof text, "%s%s%s%s", what, names, why != NULL ? ": " : "",
             why != NULL ? why : "");
    us_text_add(out, TOOL_PLAYED_REASON_SIZE, "; ", text);
}

/* Adds moments that were reached, together where they have one reason. */
static void add_missing(const struct us_run_status *status, const char *shoot, unsigned moments,
                        char out[TOOL_PLAYED_REASON_SIZE])
{
    const char *whys[US_RUN_STATUS_MOMENT_MAX];
    for (unsigned i = 0; i < US_RUN_STATUS_MOMENT_MAX; i++) {
        whys[i] = us_run_status_reason(&status->missing[i]);
        if (whys[i] == NULL)
            whys[i] = "the app ended before it submitted the frame";
    }
    for (unsigned i = 0; i < US_RUN_STATUS_MOMENT_MAX; i++) {
        unsigned alike = 0;
        if ((moments >> i & 1u) == 0)
            continue;
        for (unsigned j = i; j < US_RUN_STATUS_MOMENT_MAX; j++)
            if ((moments >> j & 1u) != 0 && strcmp(whys[j], whys[i]) == 0)
                alike |= 1u << j;
        add_moments(shoot, alike, "no screenshot of ", whys[i], out);
        moments &= ~alike;
    }
}

bool tool_played_missing_screenshots(const struct us_run_status *status, const char *shoot,
                                     char out[TOOL_PLAYED_REASON_SIZE])
{
    const unsigned captured = atomic_load(&status->moments[US_RUN_STATUS_CAPTURED]),
                   reached = atomic_load(&status->moments[US_RUN_STATUS_REACHED]),
                   offered = atomic_load(&status->moments[US_RUN_STATUS_OFFERED]),
                   wanted = atomic_load(&status->moments[US_RUN_STATUS_WANTED]);
    const char *why = us_run_status_reason(&status->no_screenshots);
    out[0] = '\0';
    if (shoot == NULL || (wanted & ~captured) == 0 || atomic_load(&status->started) == 0)
        return false;
    add_missing(status, shoot, reached & ~captured, out);
    /* Another session, in which nothing was played, may have been able to take them. */
    if ((wanted & ~offered) != 0 || (why != NULL && reached == 0))
        us_text_add(out, TOOL_PLAYED_REASON_SIZE, "; ",
                    why != NULL ? why : "there was no memory for screenshots");
    if ((offered & ~reached) != 0)
        add_moments(shoot, offered & ~reached, "playback did not reach ", NULL, out);
    return true;
}
