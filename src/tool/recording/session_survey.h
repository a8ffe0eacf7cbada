/* SPDX-License-Identifier: MIT */
/*
 * session_survey: a session recording that was looked through from end to end, in bounded memory,
 * and its events in words.
 */
#ifndef TOOL_SESSION_SURVEY_H
#define TOOL_SESSION_SURVEY_H

#include <stdbool.h>
#include <stdint.h>

#include "core/playback/loaded_recording.h"
#include "session/codec/session_message.h"
#include "session/session_reader.h"

struct tool_session_hand {
    uint64_t recorded, tracked;       /* frames with joints; of them, with an active hand */
    uint64_t poses[US_SESSION_POSES]; /* frames in which the pose was active */
};

/* Counts are of frames if nothing else is said. */
struct tool_session_facts {
    uint64_t counts[US_SESSION_TOPICS]; /* messages that were read */
    int64_t first_ns, last_ns;          /* of the first and the last frame */
    int64_t origin_ns;                  /* of recording time 0: the first frame with the focus */
    uint64_t head_recorded, head_tracked, gaze_recorded, gaze_valid;
    struct tool_session_hand hands[US_SESSION_HANDS];
    uint64_t not_numbers;
    int64_t first_not_number_ns;
    uint64_t dropped; /* messages that the recorder lost */
    int64_t first_dropped_ns;
    uint64_t vibrations, haptic_stops;   /* vibrations: without those of amplitude 0 */
    uint64_t profiles[US_SESSION_USERS]; /* a bit for each of the recording's profiles */
    bool was_active[US_SESSION_COMPONENTS_MAX];
    unsigned parts; /* that were shown; enum us_session_part */
};

struct tool_session_survey {
    struct us_loaded_recording loaded; /* as it plays */
    struct us_file file;
    struct us_session_reader *reader;
    const struct us_session_summary *summary;
    struct tool_session_facts facts;
};

/* Whether a file can be opened and begins as a session recording does. */
bool tool_session_is(const char *path);

/*
 * Surveys a session recording; the caller closes the survey after a failure, too. With `plays` it
 * must have a frame; otherwise it need not, and then `loaded` is empty, and recording time 0 is its
 * first message. On a terminal, what takes long shows how far it is.
 */
enum us_result tool_session_survey_run(const char *path, bool plays,
                                       struct tool_session_survey *out, struct us_error *error);
void tool_session_survey_close(struct tool_session_survey *survey);

/* Reads the survey's file once more, `path` in the progress: each message goes to `take`. */
enum us_result tool_session_survey_each(struct tool_session_survey *survey, const char *path,
                                        void (*take)(void *data,
                                                     const struct us_session_message *message),
                                        void *data, struct us_error *error);

/* Seconds of recording time. */
double tool_session_survey_seconds(const struct tool_session_survey *survey, int64_t time_ns);

/* "grip", "aim", ... */
const char *tool_session_pose_name(enum us_session_hand_pose pose);
/* "LOCAL", "LOCAL_FLOOR", "STAGE" */
const char *tool_session_space_name(enum us_session_space space);

/*
 * session_event_words: what an event of a session recording says, in words, for people who look at
 * the recording. Any thread.
 */

enum { TOOL_SESSION_EVENT_TEXT_SIZE = US_SESSION_TEXT_SIZE + 64 };

/* "session state FOCUSED", for example. */
void tool_session_event_describe(const struct us_session_event *event,
                                 char out[TOOL_SESSION_EVENT_TEXT_SIZE]);

#endif
