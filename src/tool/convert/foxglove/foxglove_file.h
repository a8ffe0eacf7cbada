/* SPDX-License-Identifier: MIT */
/*
 * foxglove_file: an MCAP file with Foxglove's well-known messages (foxglove.proto), as Foxglove and
 * Rerun show them. A message goes to the file with its chunk, which holds about 1 MiB, so that
 * memory is bounded but for the index of chunks: about 100 bytes for each.
 *
 * Poses are in the frame "local", in OpenXR's axes and in metres. Its parent is "world", whose Z is
 * up, as viewers expect it of a root. Times are XrTime in nanoseconds,
 * from 0. Texts are copied. One thread.
 */
#ifndef TOOL_FOXGLOVE_FILE_H
#define TOOL_FOXGLOVE_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/pose.h"
#include "session/codec/session_message.h"
#include "tool/convert/base/format.h"

enum {
    TOOL_FOXGLOVE_CHANNELS_MOST = 128,
    TOOL_FOXGLOVE_TRANSFORMS_MOST = 96,
    TOOL_FOXGLOVE_FRAME_SIZE = 64
};

#define TOOL_FOXGLOVE_WORLD "world"
#define TOOL_FOXGLOVE_LOCAL "local"

struct tool_foxglove_file;

enum tool_foxglove_schema {
    TOOL_FOXGLOVE_TRANSFORMS = 1,
    TOOL_FOXGLOVE_POSES,
    TOOL_FOXGLOVE_POINTS,
    TOOL_FOXGLOVE_LOG,
    TOOL_FOXGLOVE_JSON /* and more: each object of JSON has its own */
};

struct tool_foxglove_transform {
    char frame[TOOL_FOXGLOVE_FRAME_SIZE];
    struct us_pose pose; /* in "local" */
};

/* Writes to the sink's file, and fails as the sink does; the times of its outline go into the
 * file's metadata. NULL: there is no memory. */
struct tool_foxglove_file *tool_foxglove_file_create(struct tool_convert_sink *sink);
void tool_foxglove_file_destroy(struct tool_foxglove_file *out); /* accepts NULL */

/* A new channel. `json_schema` is a JSON Schema of TOOL_FOXGLOVE_JSON, which `name` names, and NULL
 * otherwise. */
uint16_t tool_foxglove_file_add(struct tool_foxglove_file *out, enum tool_foxglove_schema schema,
                                const char *topic, const char *name, const char *json_schema);

/* Add a message. The transform of "local" is added, too. */
void tool_foxglove_file_put_transforms(struct tool_foxglove_file *out, uint16_t channel,
                                       int64_t time_ns, const struct tool_foxglove_transform *list,
                                       unsigned count);
/* Up to US_SESSION_JOINTS poses. */
void tool_foxglove_file_put_poses(struct tool_foxglove_file *out, uint16_t channel, int64_t time_ns,
                                  const struct us_pose *list, unsigned count);
/* Up to TOOL_FOXGLOVE_TRANSFORMS_MOST points. */
void tool_foxglove_file_put_points(struct tool_foxglove_file *out, uint16_t channel,
                                   int64_t time_ns, const struct us_vec3 *list, unsigned count);
void tool_foxglove_file_put_log(struct tool_foxglove_file *out, uint16_t channel, int64_t time_ns,
                                bool is_warning, const char *name, const char *text);
void tool_foxglove_file_put_json(struct tool_foxglove_file *out, uint16_t channel, int64_t time_ns,
                                 const char *text, uint32_t size);

/* Writes what waits, and the summary. Nothing may follow. */
void tool_foxglove_file_end(struct tool_foxglove_file *out);

#endif
