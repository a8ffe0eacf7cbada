/* SPDX-License-Identifier: MIT */
/*
 * sinks: the last stage of an edit: a session recording, an input animation file, or the proof that
 * a written file is as near to the messages as was promised.
 */
#ifndef TOOL_EDIT_SINKS_H
#define TOOL_EDIT_SINKS_H

#include <stdbool.h>
#include <stdint.h>

#include "animation/animation_file.h"
#include "core/base/result.h"
#include "session/file/session_writer.h"
#include "tool/edit/stage/frame_tracks.h"
#include "tool/edit/stage/outline.h"
#include "tool/edit/stage/stage.h"

/* What was written. */
struct tool_edit_written {
    uint64_t frames, keys, bytes;
    uint64_t frames_same; /* that an input animation file cannot hold */
    bool in_output;       /* a failure is that of the file */
};

/* Opens the written file at `path` as playback does; its sampler waits. US_ERROR_NOTHING: a pinch
 * alone, for example. The caller closes it, also after a failure. */
enum us_result tool_edit_open_written(const char *path, struct us_loaded_recording *out,
                                      struct us_error *error);
/* Whether that is possible. */
enum us_result tool_edit_check_written(const char *path, struct us_error *error);

/* ---- A session recording ---- */

struct tool_edit_session_sink {
    struct tool_edit_stage stage; /* the first member */
    const struct tool_edit_outline *outline;
    int file;
    uint32_t marker; /* the next one of the outline */
    struct us_session_writer writer;
    struct us_session_ring *ring;
    int64_t chunk_ns; /* of the first message that waits */
    struct tool_edit_written written;
};

/* `file` is empty and open for writing, and stays open. The outline is that behind all steps, and
 * must last. Call finish in any case. */
enum us_result tool_edit_session_sink_init(struct tool_edit_session_sink *sink, int file,
                                           const struct tool_edit_outline *outline,
                                           struct us_error *error);
void tool_edit_session_sink_finish(struct tool_edit_session_sink *sink);

/* ---- An input animation file: everything is given twice ---- */

struct tool_edit_animation_sink {
    struct tool_edit_stage stage; /* the first member */
    const struct tool_edit_outline *outline;
    struct us_animation_file *animation; /* the caller may call us_animation_file_keep */
    bool has_controllers; /* that the file lacks: profiles other than of bare hands */
};

enum us_result tool_edit_animation_sink_init(struct tool_edit_animation_sink *sink, int file,
                                             const struct tool_edit_outline *outline,
                                             struct us_error *error);
struct tool_edit_written
tool_edit_animation_sink_written(const struct tool_edit_animation_sink *sink);
void tool_edit_animation_sink_finish(struct tool_edit_animation_sink *sink);

/* ---- The proof ---- */

struct tool_edit_proof {
    struct tool_edit_stage stage; /* the first member */
    const struct tool_edit_outline *outline;
    struct us_loaded_recording made;
    struct tool_edit_distance worst;
    uint64_t frames;
    uint64_t unequal; /* frames where one has a pose that the other lacks */
};

/* Opens the written file at `path`. */
enum us_result tool_edit_proof_init(struct tool_edit_proof *proof, const char *path,
                                    const struct tool_edit_outline *outline,
                                    struct us_error *error);
void tool_edit_proof_finish(struct tool_edit_proof *proof);

#endif
