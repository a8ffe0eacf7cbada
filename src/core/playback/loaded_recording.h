/* SPDX-License-Identifier: MIT */
/*
 * loaded_recording: opens a recording for playback. The layer and the tool both use it.
 *
 * Opening and closing allocate and read files; no frame thread may do that. Any thread may sample
 * an open recording (sampler.h).
 */
#ifndef US_LOADED_RECORDING_H
#define US_LOADED_RECORDING_H

#include <stdbool.h>

#include "core/keys/key_source.h"
#include "core/recording/recording.h"
#include "core/repair/repair.h"
#include "core/sampler/sampler.h"

struct us_session_changes;
struct us_session_summary;

/* Where the reference spaces of a session were in LOCAL when it began, in OpenXR's axes. */
struct us_recorded_spaces {
    bool has_local_floor, has_stage; /* false: not recorded */
    struct us_pose T_local_floor, T_local_stage;
};

struct us_loaded_recording {
    struct us_recording recording;
    struct us_repair_report report; /* empty if `streams`: only reading the whole file tells */
    struct us_sampler *sampler;
    bool streams; /* the sampler reads the file while it plays: `recording` has no keys */
    /* The summary of a session recording; valid as long as the sampler. NULL for an input animation
     * file. */
    const struct us_session_summary *session;
    int64_t session_origin_ns; /* the XrTime of recording time 0 of a session recording */
    bool is_driven;            /* a session recording that `understudy drive` wrote */
    struct us_recorded_spaces session_spaces; /* of a session recording */
    /* What the app of a session recording could ask for again (session/session_changes.h); valid as
     * long as the sampler. NULL for an input animation file. */
    const struct us_session_changes *session_changes;
    unsigned session_unseen; /* parts that a session never shows, session/codec/session_message.h */
    /* The first interaction profile of each hand in a session recording, left and right. NULL:
     * none. Valid as long as the sampler. */
    const char *profiles[US_HAND_COUNT];
};

/*
 * Opens a file to play it while it is read, in bounded memory. Errors in keys that are read later
 * appear during playback (us_sampler_error). Loads the whole file if it cannot be played piece by
 * piece (us_repair_needs_whole). With `check_order`, a large file, too, is searched for keys that
 * are not sorted, so that every answer is that of the sorted keys; otherwise keys are sorted when
 * playback finds unsorted ones. On failure `*out` is zeroed. `error` may be NULL.
 */
enum us_result us_loaded_recording_open(const char *path, bool check_order,
                                        struct us_loaded_recording *out, struct us_error *error);

/* Reads, checks and repairs the whole file in memory. Otherwise like us_loaded_recording_open. */
enum us_result us_loaded_recording_load(const char *path, struct us_loaded_recording *out,
                                        struct us_error *error);
void us_loaded_recording_close(struct us_loaded_recording *loaded);

/*
 * Whether the recording's origin is on the floor: at the start, the head is more than
 * US_RECORDING_FLOOR_HEIGHT_M above the origin. (The eyes of a standing adult are 1.2 to 2 m above
 * the floor, those of a seated one at least 0.8 m.) Otherwise the origin is where the head started.
 * False for a session recording, whose origin is that of LOCAL.
 */
bool us_loaded_recording_is_floor_based(const struct us_loaded_recording *loaded);

#endif
