/* SPDX-License-Identifier: MIT */
/*
 * settings: what a user can set in the layer, one environment variable each; setting_table.def
 * lists them.
 *
 * Read once per instance, and nowhere else. Where the process has raised privileges (AT_SECURE)
 * every variable counts as unset. A value that is not allowed is named in one log line with what
 * is, and the default counts. An empty value counts as unset.
 */
#ifndef US_SETTINGS_H
#define US_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "core/recording/channels.h"
#include "core/playback/clock.h"
#include "eventlog/log_event.h"
#include "core/playback/play_range.h"
#include "status/message_log.h"
#include "core/playback/profile_choice.h"

/* Which reference space the recording's origin is put on. */
enum us_anchor { US_ANCHOR_AUTO, US_ANCHOR_LOCAL, US_ANCHOR_STAGE, US_ANCHOR_LOCAL_FLOOR };

/* Whose LOCAL, LOCAL_FLOOR and STAGE the app sees: the runtime's, or the recording's
 * (virtual_spaces.h). */
enum us_virtual_spaces_kind { US_VIRTUAL_SPACES_ANCHORED, US_VIRTUAL_SPACES_VIRTUAL };

/* What submitted layers are fixed to while a head is played: the real world, as an app's are, or
 * the real head, so that the picture does not depend on how it moves. */
enum us_layer_remap { US_LAYER_REMAP_WORLD, US_LAYER_REMAP_HEAD };

/* What carries the recorded gaze while the head is live: the live head, or nothing. */
enum us_gaze_carrier { US_GAZE_HEAD, US_GAZE_WORLD };

/* With what playback starts: the first frame in FOCUSED, the first sync of actions in FOCUSED, or
 * the first frame. */
enum us_start { US_START_FOCUS, US_START_SYNC, US_START_FRAME };

struct us_settings {
    char *play;  /* owned; NULL if no recording is asked for */
    bool secure; /* a recording was asked for, but the process has raised privileges */
    bool headerless;
    bool unsorted; /* keys are not sorted by time: a hint of the tool, which looked */
    enum us_anchor anchor;
    enum us_virtual_spaces_kind world;
    enum us_layer_remap layer_remap;
    unsigned channels; /* of enum us_channel; never empty */
    enum us_gaze_carrier gaze;
    struct us_profile_choice_choice profiles;
    bool force_focus; /* focus.h */
    enum us_start start;
    struct us_clock clock;                             /* its speed, end mode, kind and rate */
    char *from, *to, *pauses, *ready_file, *done_file; /* owned; NULL: not asked for */
    char *screenshot_moments;                          /* owned; NULL: no pictures */
    char *screenshot_folder; /* owned; the folder for them; NULL: the default of the table */
    char *events;            /* owned; NULL if no event log is asked for */
    char *events_ring;       /* owned; journal_ring.h; NULL: not needed */
    char *lost_file;         /* owned; lost_output.h; NULL: nobody asks */
    char *run_status;        /* owned; run_status.h; NULL: nobody waits for it */
    enum us_log_event_level events_level;
};

/* Open `log` as the settings say that concern it. */
void us_settings_open_log(struct us_message_log *log);
/* Read all settings and open `log` with those that concern it. Cannot fail. */
void us_settings_init(struct us_settings *settings, struct us_message_log *log);
void us_settings_finish(struct us_settings *settings);

/* The three that play_range.h knows. Valid as long as `settings`. */
struct us_play_range us_settings_play_range(const struct us_settings *settings);

/* "hold", "loop", ... */
const char *us_settings_end_name(enum us_end_mode end);

/* Call `visit` with each variable that is set to something else than its default and says how an
 * app is played to, not what, or where messages go. Reads the environment again. */
void us_settings_visit(void (*visit)(const char *name, const char *value, void *data), void *data);

/* "local", "stage", "local_floor" or "auto". */
const char *us_settings_anchor_name(enum us_anchor anchor);

#endif
