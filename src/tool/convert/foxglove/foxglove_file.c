/* SPDX-License-Identifier: MIT */
#include "tool/convert/foxglove/foxglove_file.h"

#include <foxglove.pb.h>
#include <inttypes.h>
#include <pb_encode.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "mcap/mcap_record.h"
#include "mcap/mcap_writer.h"

#define NS_IN_S INT64_C(1000000000)
#define COPY_STRING(to, from) us_utf8_copy(to, sizeof to, from, strlen(from))

enum { CHUNK_SIZE = 1 << 20, BUFFER_SIZE = 64 * 1024 };

static const uint8_t descriptors[] = {
#include <foxglove_schema.inc>
};

struct tool_foxglove_file {
    struct tool_convert_sink *sink; /* what is written counts as its */
    struct us_mcap_writer mcap;
    uint16_t channels, schemas; /* how many there are */
    uint32_t sequences[TOOL_FOXGLOVE_CHANNELS_MOST + 1];
    union {
        foxglove_FrameTransforms transforms;
        foxglove_PosesInFrame poses;
        foxglove_PointCloud points;
        foxglove_Log log;
    } of; /* the message that is being made */
    uint8_t buffer[BUFFER_SIZE];
};

/* ---- The file ---- */

static void flush(struct tool_foxglove_file *out)
{
    struct us_mcap_writer *mcap = &out->mcap;
    if (!us_mcap_writer_is_sound(mcap))
        tool_convert_sink_no_memory(out->sink);
    tool_convert_sink_append(out->sink, mcap->out.bytes, mcap->out.size);
    us_mcap_writer_taken(mcap);
}

static void put(struct tool_foxglove_file *out, uint16_t channel, int64_t time_ns,
                const void *bytes, uint32_t size)
{
    us_mcap_writer_message(&out->mcap, channel, out->sequences[channel]++, (uint64_t)time_ns, bytes,
                           size);
    if (out->mcap.chunk.size < CHUNK_SIZE)
        return;
    us_mcap_writer_end_chunk(&out->mcap);
    flush(out);
}

static void put_text(struct us_writer *to, const char *text)
{
    us_writer_i32(to, (int32_t)strlen(text));
    us_writer_put(to, text, strlen(text));
}

static void put_number(struct us_writer *to, const char *name, int64_t value)
{
    char text[32];
    snprintf(text, sizeof text, "%" PRId64, value);
    put_text(to, name);
    put_text(to, text);
}

/* A metadata record with the times that the messages' times are to be compared with. */
static void put_times(struct tool_foxglove_file *out)
{
    const struct us_session_info *info = &out->sink->outline->info;
    struct us_writer content = {0};
    put_text(&content, "understudy");
    const uint64_t map = content.size;
    us_writer_i32(&content, 0);
    put_text(&content, "clock");
    put_text(&content, "XrTime");
    put_number(&content, "recording_time_0_ns", out->sink->outline->origin_ns);
    if (info->wall_ns != 0) {
        put_number(&content, "session_begin_ns", info->time_ns);
        put_number(&content, "session_begin_since_1970_ns", info->wall_ns);
    }
    if (!content.failed) {
        us_bytes_store_u32(content.bytes + map, (uint32_t)(content.size - map - 4));
        us_mcap_writer_copy(&out->mcap, US_MCAP_METADATA, content.bytes, content.size);
    }
    out->mcap.failed |= content.failed;
    us_writer_finish(&content);
}

struct tool_foxglove_file *tool_foxglove_file_create(struct tool_convert_sink *sink)
{
    static const char *const names[] = {"foxglove.FrameTransforms", "foxglove.PosesInFrame",
                                        "foxglove.PointCloud", "foxglove.Log"};
    struct tool_foxglove_file *out = calloc(1, sizeof *out);
    if (out == NULL)
        return NULL;
    out->sink = sink;
    us_mcap_writer_init(&out->mcap);
    out->mcap.level = US_MCAP_LEVEL_DEFAULT;
    us_mcap_writer_begin(&out->mcap, "", "understudy " US_TOOL_VERSION);
    put_times(out);
    for (; out->schemas < sizeof names / sizeof names[0]; out->schemas++)
        us_mcap_writer_add_schema(&out->mcap, (uint16_t)(out->schemas + 1), names[out->schemas],
                                  "protobuf", descriptors, sizeof descriptors);
    return out;
}

void tool_foxglove_file_destroy(struct tool_foxglove_file *out)
{
    if (out != NULL)
        us_mcap_writer_finish(&out->mcap);
    free(out);
}

uint16_t tool_foxglove_file_add(struct tool_foxglove_file *out, enum tool_foxglove_schema schema,
                                const char *topic, const char *name, const char *json_schema)
{
    uint16_t id = (uint16_t)schema;
    if (out->channels == TOOL_FOXGLOVE_CHANNELS_MOST) {
        out->mcap.failed = true;
        return out->channels;
    }
    if (schema == TOOL_FOXGLOVE_JSON) {
        id = ++out->schemas;
        us_mcap_writer_add_schema(&out->mcap, id, name, "jsonschema", json_schema,
                                  (uint32_t)strlen(json_schema));
    }
    us_mcap_writer_add_channel(&out->mcap, ++out->channels, id, topic,
                               schema == TOOL_FOXGLOVE_JSON ? "json" : "protobuf");
    return out->channels;
}

void tool_foxglove_file_end(struct tool_foxglove_file *out)
{
    us_mcap_writer_end(&out->mcap);
    flush(out);
}

/* ---- Messages ---- */

static google_protobuf_Timestamp stamp(int64_t time_ns)
{
    return (google_protobuf_Timestamp){.seconds = time_ns / NS_IN_S,
                                       .nanos = (int32_t)(time_ns % NS_IN_S)};
}

static foxglove_Vector3 position_of(const struct us_pose *pose)
{
    const struct us_vec3 p = pose->position_m;
    return (foxglove_Vector3){(double)p.x, (double)p.y, (double)p.z};
}

static foxglove_Quaternion rotation_of(const struct us_pose *pose)
{
    const struct us_quat q = pose->rotation;
    return (foxglove_Quaternion){(double)q.x, (double)q.y, (double)q.z, (double)q.w};
}

static void put_made(struct tool_foxglove_file *out, uint16_t channel, int64_t time_ns,
                     const pb_msgdesc_t *what)
{
    pb_ostream_t stream = pb_ostream_from_buffer(out->buffer, sizeof out->buffer);
    if (pb_encode(&stream, what, &out->of))
        put(out, channel, time_ns, out->buffer, (uint32_t)stream.bytes_written);
    else
        tool_convert_sink_fail(out->sink, US_ERROR_COUNT,
                               "a message at XrTime %" PRId64 " is too large", time_ns);
}

static foxglove_FrameTransform transform(int64_t time_ns, const char *parent, const char *child,
                                         const struct us_pose *pose)
{
    foxglove_FrameTransform out = {.has_timestamp = true,
                                   .timestamp = stamp(time_ns),
                                   .has_translation = true,
                                   .translation = position_of(pose),
                                   .has_rotation = true,
                                   .rotation = rotation_of(pose)};
    COPY_STRING(out.parent_frame_id, parent);
    COPY_STRING(out.child_frame_id, child);
    return out;
}

void tool_foxglove_file_put_transforms(struct tool_foxglove_file *out, uint16_t channel,
                                       int64_t time_ns, const struct tool_foxglove_transform *list,
                                       unsigned count)
{
    /* A quarter turn about X: Y becomes Z. */
    static const struct us_pose upright = {.rotation = {0.70710678f, 0.0f, 0.0f, 0.70710678f}};
    foxglove_FrameTransforms *to = &out->of.transforms;
    to->transforms[0] = transform(time_ns, TOOL_FOXGLOVE_WORLD, TOOL_FOXGLOVE_LOCAL, &upright);
    to->transforms_count = 1;
    for (unsigned i = 0; i < count && i < TOOL_FOXGLOVE_TRANSFORMS_MOST; i++)
        to->transforms[to->transforms_count++] =
            transform(time_ns, TOOL_FOXGLOVE_LOCAL, list[i].frame, &list[i].pose);
    put_made(out, channel, time_ns, foxglove_FrameTransforms_fields);
}

void tool_foxglove_file_put_poses(struct tool_foxglove_file *out, uint16_t channel, int64_t time_ns,
                                  const struct us_pose *list, unsigned count)
{
    foxglove_PosesInFrame *to = &out->of.poses;
    *to = (foxglove_PosesInFrame){
        .has_timestamp = true, .timestamp = stamp(time_ns), .frame_id = TOOL_FOXGLOVE_LOCAL};
    for (unsigned i = 0; i < count && i < US_SESSION_JOINTS; i++)
        to->poses[to->poses_count++] = (foxglove_Pose){.has_position = true,
                                                       .position = position_of(&list[i]),
                                                       .has_orientation = true,
                                                       .orientation = rotation_of(&list[i])};
    put_made(out, channel, time_ns, foxglove_PosesInFrame_fields);
}

void tool_foxglove_file_put_points(struct tool_foxglove_file *out, uint16_t channel,
                                   int64_t time_ns, const struct us_vec3 *list, unsigned count)
{
    enum { STRIDE = 3 * 4 };
    foxglove_PointCloud *to = &out->of.points;
    *to = (foxglove_PointCloud){
        .has_timestamp = true,
        .timestamp = stamp(time_ns),
        .frame_id = TOOL_FOXGLOVE_LOCAL,
        .has_pose = true,
        .pose = {.has_position = true, .has_orientation = true, .orientation = {.w = 1.0}},
        .point_stride = STRIDE,
        .fields_count = 3,
        .fields = {{"x", 0, foxglove_PackedElementField_NumericType_FLOAT32},
                   {"y", 4, foxglove_PackedElementField_NumericType_FLOAT32},
                   {"z", 8, foxglove_PackedElementField_NumericType_FLOAT32}}};
    for (unsigned i = 0; i < count && i < sizeof to->data.bytes / STRIDE; i++) {
        const float at[] = {list[i].x, list[i].y, list[i].z};
        for (unsigned k = 0; k < 3; k++) {
            uint32_t bits;
            memcpy(&bits, &at[k], sizeof bits);
            us_bytes_store_u32(to->data.bytes + i * STRIDE + k * 4, bits);
        }
        to->data.size = (pb_size_t)((i + 1) * STRIDE);
    }
    put_made(out, channel, time_ns, foxglove_PointCloud_fields);
}

void tool_foxglove_file_put_log(struct tool_foxglove_file *out, uint16_t channel, int64_t time_ns,
                                bool is_warning, const char *name, const char *text)
{
    foxglove_Log *to = &out->of.log;
    *to =
        (foxglove_Log){.has_timestamp = true,
                       .timestamp = stamp(time_ns),
                       .level = is_warning ? foxglove_Log_Level_WARNING : foxglove_Log_Level_INFO};
    COPY_STRING(to->message, text);
    COPY_STRING(to->name, name);
    put_made(out, channel, time_ns, foxglove_Log_fields);
}

void tool_foxglove_file_put_json(struct tool_foxglove_file *out, uint16_t channel, int64_t time_ns,
                                 const char *text, uint32_t size)
{
    put(out, channel, time_ns, text, size);
}
