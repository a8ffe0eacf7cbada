/* SPDX-License-Identifier: MIT */
#include "tool/record/recording.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/descriptor.h"
#include "platform/environment.h"
#include "platform/path.h"
#include "core/base/text.h"
#include "platform/time.h"
#include "session/file/session_recover.h"
#include "session/open_recording.h"
#include "status/output_file.h"
#include "status/run_status.h"
#include "tool/cli/command.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/temporary_files.h"
#include "tool/cli/text.h"
#include "tool/recording/inspection.h"

static const char file_variable[] = "UNDERSTUDY_RECORD";
static const char ring_variable[] = "UNDERSTUDY_RECORD_RING";

/* ---- The line on a terminal ---- */

#define SHOW_EACH_S 0.5

static void begin_line(struct tool_recording_line *line, bool is_quiet)
{
    *line = (struct tool_recording_line){
        .is_wanted = !is_quiet && us_descriptor_is_terminal(US_DESCRIPTOR_ERROR)};
}

static void describe_tracked(uint32_t tracked, char out[128])
{
    static const struct {
        uint32_t bit;
        const char *words;
    } parts[] = {{US_SESSION_TRACKED_HEAD, "head"},
                 {US_SESSION_TRACKED_LEFT_HAND, "left hand"},
                 {US_SESSION_TRACKED_RIGHT_HAND, "right hand"},
                 {US_SESSION_TRACKED_LEFT_GRIP, "left grip"},
                 {US_SESSION_TRACKED_RIGHT_GRIP, "right grip"},
                 {US_SESSION_TRACKED_GAZE, "gaze"}};
    out[0] = '\0';
    for (unsigned i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if ((tracked & parts[i].bit) != 0)
            us_text_add_word(out, 128, parts[i].words);
    if (out[0] == '\0')
        strcpy(out, "nothing");
}

static void show_line(struct tool_recording_line *line, const struct us_session_progress *progress)
{
    char size[32], tracked[128];
    double now = us_time_now_s();
    if (!line->is_wanted || progress->frames == 0 || now - line->shown_s < SHOW_EACH_S)
        return;
    line->shown_s = now;
    tool_text_bytes(progress->bytes, size);
    describe_tracked(progress->tracked, tracked);
    int width =
        fprintf(stderr, "\runderstudy: recording: %.1f s, %s, %" PRIu64 " frames; tracked: %s",
                progress->seconds, size, progress->frames, tracked);
    unsigned written = width > 1 ? (unsigned)width - 1 : 0;
    if (written < line->width)
        fprintf(stderr, "%*s", (int)(line->width - written), "");
    fflush(stderr);
    line->width = written > line->width ? written : line->width;
}

static void end_line(struct tool_recording_line *line)
{
    if (line->width > 0)
        fprintf(stderr, "\r%*s\r", (int)line->width, "");
    fflush(stderr);
    line->width = 0;
}

/* ---- Before the app ---- */

static bool take_place(struct tool_recording *recording, const char *command)
{
    struct us_about about;
    const char *path = recording->order->path;
    bool is_there = us_path_about(recording->path, &about);
    if (is_there && about.kind != US_ABOUT_REGULAR)
        tool_text_complain("%s: %s is not a regular file", command, path);
    else if (is_there && about.size > 0 && !recording->order->replaces)
        tool_text_complain("%s: %s is there already; choose another name, or pass --force to "
                           "replace it",
                           command, path);
    else if (!tool_earlier_keep(&recording->earlier, recording->path))
        tool_text_complain("%s: %s cannot be replaced: %s", command, path, strerror(errno));
    else {
        if (recording->earlier.path[0] != '\0' && !recording->order->quiet &&
            strcmp(command, "run") == 0)
            tool_text_complain("run: the file %s that is there is replaced once something is "
                               "recorded",
                               path);
        return true;
    }
    return false;
}

/* The layer makes the file when the app's session begins; that it cannot is said now. */
static bool try_file(const struct tool_recording *recording, const char *command)
{
    const unsigned mode = US_DESCRIPTOR_WRITE | US_DESCRIPTOR_CREATE | US_DESCRIPTOR_NO_LINK;
    int file =
        us_descriptor_open(recording->path, mode | US_DESCRIPTOR_WAITS, US_OUTPUT_FILE_USUAL);
    if (file < 0)
        tool_text_complain("%s: %s cannot be written: %s", command, recording->order->path,
                           strerror(errno));
    else
        us_descriptor_close(file);
    return file >= 0;
}

static void make_ring(struct tool_recording *recording)
{
    recording->ring_file = tool_temporary_files_open("session", recording->path,
                                                     us_session_ring_prepare, recording->ring);
    if (recording->ring_file >= 0)
        return;
    recording->ring[0] = '\0';
    tool_text_complain("neither /dev/shm nor the disk has room for the recording's buffer (%s); if "
                       "the app crashes, the recording lacks the last moments",
                       strerror(errno));
}

void tool_recording_set(const struct tool_recording *recording)
{
    us_environment_set(file_variable, recording->path);
    if (recording->ring[0] != '\0')
        us_environment_set(ring_variable, recording->ring);
    else
        us_environment_unset(ring_variable);
}

bool tool_recording_begin(struct tool_recording *recording, const char *command,
                          const struct tool_recording_order *order)
{
    *recording = (struct tool_recording){.order = order, .ring_file = -1};
    if (!tool_file_path_make_absolute(order->path, recording->path) ||
        !take_place(recording, command))
        return false;
    if (!try_file(recording, command)) {
        tool_recording_cancel(recording);
        return false;
    }
    make_ring(recording);
    tool_recording_set(recording);
    begin_line(&recording->line, order->quiet);
    return true;
}

/* ---- While the app runs ---- */

void tool_recording_look(struct tool_recording *recording)
{
    struct us_session_progress progress;
    if (recording->ring_file < 0 || !us_session_ring_progress(recording->ring_file, &progress))
        return;
    recording->progress = progress;
    show_line(&recording->line, &progress);
}

/* ---- After the app ---- */

static void remove_ring(struct tool_recording *recording)
{
    if (recording->ring_file >= 0) {
        us_descriptor_close(recording->ring_file);
        us_path_remove(recording->ring);
    }
    recording->ring_file = -1;
    us_environment_unset(ring_variable);
    us_environment_unset(file_variable);
}

/* Without a recording the old file comes back; with one it goes. */
static void settle_place(struct tool_recording *recording, bool is_recorded)
{
    struct us_about about;
    if (!is_recorded && us_path_about(recording->path, &about) && about.size == 0)
        us_path_remove(recording->path);
    if (is_recorded)
        tool_earlier_drop(&recording->earlier);
    else
        tool_earlier_bring_back(&recording->earlier);
}

void tool_recording_cancel(struct tool_recording *recording)
{
    end_line(&recording->line);
    remove_ring(recording);
    settle_place(recording, false);
}

/* Complete what an app that ended without ending its session has left. */
static bool complete(const struct tool_recording *recording)
{
    char path[PATH_MAX];
    struct us_session_progress progress;
    struct us_session_recovery recovery;
    struct us_error error = {.byte = US_NO_BYTE};
    bool has_rest = recording->ring_file >= 0 &&
                    us_session_ring_progress(recording->ring_file, &progress) &&
                    progress.is_recording;
    if (!has_rest || !us_session_file_name(recording->path, progress.number, path, sizeof path))
        return true;
    if (us_session_recover(path, recording->ring, NULL, US_TOOL_VERSION, NULL, &recovery, &error) ==
        US_OK)
        return true;
    tool_text_complain("the rest of the recording could not be written: %s", error.text);
    return false;
}

/* The ring is that of one process. What another one that crashed had not written is gone; the rest
 * of its file is made whole. */
static int complete_other(struct tool_recording *recording, const char *absolute, const char *path)
{
    struct us_session_recovery recovery;
    struct us_error error = {.byte = US_NO_BYTE};
    (void)recording;
    if (us_session_recover(absolute, NULL, NULL, US_TOOL_VERSION, NULL, &recovery, &error) != US_OK)
        tool_text_complain("the rest of the recording could not be written: %s", error.text);
    else if (recovery.was_whole)
        return TOOL_EXIT_OK;
    else
        tool_text_complain("%s lacks the last moments: its process ended without ending the "
                           "session, and the run's buffer was another process's",
                           path);
    return TOOL_EXIT_OUTPUT;
}

/* ", both hands", ", the left hand" */
static void add_sides(char out[128], bool left, bool right, const char *noun)
{
    const size_t length = strlen(out);
    if (left || right)
        snprintf(out + length, 128 - length, ", %s %s%s",
                 left && right ? "both"
                 : left        ? "the left"
                               : "the right",
                 noun, left && right ? "s" : "");
}

static void say_recorded(const char *path, const struct tool_session_survey *survey)
{
    char size[32], lost[128] = "", held[128] = "head";
    const struct tool_session_facts *facts = &survey->facts;
    const uint64_t frames = facts->counts[US_SESSION_TOPIC_FRAME];
    add_sides(held, facts->hands[US_SESSION_LEFT].tracked > 0,
              facts->hands[US_SESSION_RIGHT].tracked > 0, "hand");
    add_sides(held, facts->profiles[US_SESSION_USER_LEFT] != 0,
              facts->profiles[US_SESSION_USER_RIGHT] != 0, "controller");
    tool_text_bytes(survey->summary->file_bytes, size);
    if (facts->dropped > 0)
        snprintf(lost, sizeof lost,
                 "; %" PRIu64 " messages were lost, because the app made them faster than they "
                 "could be written",
                 facts->dropped);
    if (frames == 0)
        tool_text_complain("the session of %s has no frame, because the app never called "
                           "xrWaitFrame, nor asked where anything is%s",
                           path, lost);
    else
        tool_text_complain(
            "recorded %" PRIu64 " frame%s, %s, %s to %s: %s%s%s", frames, frames == 1 ? "" : "s",
            us_seconds_words(tool_session_survey_seconds(survey, facts->last_ns)).text, size, path,
            held, facts->gaze_valid > 0 ? ", gaze" : "", lost);
}

/* One file, with a line about it. `path` is what the line calls it. */
static int survey(struct tool_recording *recording, const char *absolute, const char *path)
{
    static struct tool_inspection inspection;
    if (!tool_inspection_open(absolute, false, TOOL_INSPECTION_FACTS, &inspection)) {
        tool_text_complain("what was recorded to %s cannot be read", path);
        return TOOL_EXIT_OUTPUT;
    }
    bool is_lossy = inspection.session.facts.dropped > 0;
    recording->has_frames |= inspection.session.facts.counts[US_SESSION_TOPIC_FRAME] > 0;
    if (!recording->order->quiet || is_lossy)
        say_recorded(path, &inspection.session);
    tool_inspection_close(&inspection);
    recording->is_lossy |= is_lossy;
    return is_lossy ? TOOL_EXIT_OUTPUT : TOOL_EXIT_OK;
}

/* Each file of the app's sessions after the first one. */
static int each_other(struct tool_recording *recording, const struct us_run_status *status,
                      int (*visit)(struct tool_recording *recording, const char *absolute,
                                   const char *path))
{
    char absolute[PATH_MAX], path[PATH_MAX];
    int code = TOOL_EXIT_OK;
    for (unsigned i = 0; i < US_RUN_STATUS_RECORDINGS; i++) {
        unsigned number = atomic_load(&status->recordings[i]);
        if (number > 1 && us_run_status_find_recording(status, number) == (int)i &&
            us_session_file_name(recording->path, number, absolute, sizeof absolute) &&
            us_session_file_name(recording->order->path, number, path, sizeof path) &&
            visit(recording, absolute, path) != TOOL_EXIT_OK)
            code = TOOL_EXIT_OUTPUT;
    }
    return code;
}

static int drop(struct tool_recording *recording, const char *absolute, const char *path)
{
    (void)recording;
    (void)path;
    us_path_remove(absolute);
    return TOOL_EXIT_OK;
}

int tool_recording_end(struct tool_recording *recording, const struct us_run_status *status)
{
    struct us_about about;
    tool_recording_look(recording);
    end_line(&recording->line);
    bool failed = recording->progress.failed || atomic_load(&status->recording_failed);
    bool is_complete = complete(recording);
    is_complete &= each_other(recording, status, complete_other) == TOOL_EXIT_OK;
    bool is_there = us_path_about(recording->path, &about) && about.size > 0;
    int code =
        is_there ? survey(recording, recording->path, recording->order->path) : TOOL_EXIT_RUNTIME;
    int others = each_other(recording, status, survey);
    remove_ring(recording);
    if (failed || !is_complete)
        code = TOOL_EXIT_OUTPUT;
    else if (code == TOOL_EXIT_OK)
        code = others;
    if (code == TOOL_EXIT_OK && !recording->has_frames) {
        us_path_remove(recording->path);
        (void)each_other(recording, status, drop);
        is_there = false;
        code = TOOL_EXIT_RUNTIME;
    }
    settle_place(recording, is_there);
    return code;
}
