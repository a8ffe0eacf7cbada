/* SPDX-License-Identifier: MIT */
/*
 * settings: the layer's settings. Each setting is one environment variable;
 * status/setting_table.def lists them.
 *
 * us_settings_init reads the environment once per instance; nothing else reads it. If the process
 * has raised privileges (AT_SECURE), all variables count as unset. An empty value counts as unset.
 * If a value is not allowed, the message log names it together with the allowed values, and the
 * default applies.
 */
#ifndef US_SETTINGS_H
#define US_SETTINGS_H

#include <stdbool.h>

#include "core/recording/channels.h"
#include "core/playback/clock.h"
#include "eventlog/log_event.h"
#include "core/playback/play_choices.h"
#include "status/message_log.h"

/* The reference space in which the recording's origin is placed. AUTO: session.h. */
enum us_anchor { US_ANCHOR_AUTO, US_ANCHOR_LOCAL, US_ANCHOR_STAGE, US_ANCHOR_LOCAL_FLOOR };

/* Who defines LOCAL, LOCAL_FLOOR and STAGE: the runtime (ANCHORED) or the recording (VIRTUAL;
 * rebase.h). */
enum us_virtual_spaces_kind { US_VIRTUAL_SPACES_ANCHORED, US_VIRTUAL_SPACES_VIRTUAL };

/* While a recorded head is played, the composition layers are fixed to the runtime's world, or to
 * the real head, so that the image does not depend on how the real head moves. */
enum us_layer_remap { US_LAYER_REMAP_WORLD, US_LAYER_REMAP_HEAD };

/* While the head is live, the recorded gaze moves with the live head, or stays where it was
 * recorded.
 */
enum us_gaze_carrier { US_GAZE_HEAD, US_GAZE_WORLD };

/* Where the eyes are in the head, and their fields of view. */
enum us_views_source { US_VIEWS_RUNTIME, US_VIEWS_RECORDED };

/* Playback starts with the first frame in FOCUSED, with the first xrSyncActions in FOCUSED, or with
 * the first frame. */
enum us_start { US_START_FOCUS, US_START_SYNC, US_START_FRAME };

/* The strings are owned, and NULL if the variable is not set. */
struct us_settings {
    char *play;    /* the recording */
    bool secure;   /* UNDERSTUDY_PLAY is ignored, because the process has raised privileges */
    bool unsorted; /* the tool found keys that are not sorted by time */
    enum us_anchor anchor;
    enum us_virtual_spaces_kind world;
    enum us_layer_remap layer_remap;
    unsigned channels; /* bits of enum us_channel; never 0 */
    enum us_gaze_carrier gaze;
    enum us_views_source views;
    bool replays_events; /* the app gets the events of a recorded session (session_script.h) */
    struct us_profile_choice profiles;
    bool force_focus; /* focus.h */
    enum us_start start;
    struct us_clock clock; /* only speed, end mode, kind and rate are set */
    char *from, *to, *pauses, *ready_file, *done_file;
    char *screenshot_moments;  /* capture_schedule.h */
    char *screenshot_folder;   /* NULL: the default of the setting table */
    char *events;              /* the file of the event log */
    char *events_ring;         /* event_journal_ring.h */
    char *drive;               /* drive_memory.h */
    char *lost_file;           /* output_file.h */
    char *run_status;          /* run_status.h */
    char *faults;              /* core/faults/fault_list.h */
    char *record;              /* the file of the session recording */
    char *record_ring;         /* session_ring.h */
    bool record_marks_haptics; /* a vibration sets a marker in the recording */
    bool record_only_asked;    /* the layer enables nothing for the recording */
    enum us_log_event_level events_level;
    bool watches_calls;    /* run wants to know the calls even without an event log */
    bool events_processor; /* the event log measures the processor time of frames */
};

/* Opens `log` with the settings for messages. */
void us_settings_open_log(struct us_message_log *log);
/* Reads all settings and opens `log`. Cannot fail: invalid settings have their default. */
void us_settings_init(struct us_settings *settings, struct us_message_log *log);
void us_settings_finish(struct us_settings *settings);

/* Returns the name of an end mode: "hold", "loop", ... */
const char *us_settings_end_name(enum us_end_mode end);

/* Calls `visit` with each variable that affects how the recording is played and that does not have
 * its default. Variables that name files are left out. Reads the environment again. */
void us_settings_visit(void (*visit)(const char *name, const char *value, void *data), void *data);

/* Returns "local", "stage", "local_floor" or "auto". */
const char *us_settings_anchor_name(enum us_anchor anchor);

#endif
