/* SPDX-License-Identifier: MIT */
/*
 * gltf_sink: the last stage of a conversion to glTF 2.0 binary (.glb), an animation of the nodes of
 * skeleton.h (docs/formats.md). Everything is given twice: the first time it finds the nodes and
 * counts the frames, and the second time it writes them.
 *
 * A file has each node's values together, so that frames wait in blocks: less than 2 MB of memory
 * for a recording of any length, and the text of its markers. The file must not be a pipe.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/bytes.h"
#include "tool/convert/motion/gltf_document.h"
#include "tool/convert/motion/motion_sink.h"
#include "tool/convert/motion/skeleton.h"

/* Of the GLB container: two chunks, behind a header, each with its size and its kind. */
#define MAGIC 0x46546c67u
#define KIND_JSON 0x4e4f534au
#define KIND_BINARY 0x004e4942u
enum { VERSION = 2, HEADER_SIZE = 12, CHUNK_SIZE = 8 };
enum { BLOCK = 512, TRANSLATION = 12, ROTATION = 16 };

struct gltf_sink {
    struct tool_motion_sink motion; /* the first member */
    uint64_t frames, written;       /* of the first pass; in the file */
    uint64_t too_close;             /* frames that have the same time in float32 as those before */
    double worst_s;                 /* from a frame's time to that in the file */
    float first_s, last_s;          /* of this pass */
    uint64_t binary_at;             /* where the binary part begins in the file */
    unsigned waiting;               /* frames in the block */
    uint8_t times[BLOCK * 4];
    uint8_t translations[TOOL_SKELETON_NODES][BLOCK * TRANSLATION];
    uint8_t rotations[TOOL_SKELETON_NODES][BLOCK * ROTATION];
};

/* ---- The binary part ---- */

/* Writes the frames that wait, each value to the others of its node. */
static void flush(struct gltf_sink *sink)
{
    const uint64_t count = sink->waiting, done = sink->written, all = sink->frames;
    uint64_t column = sink->binary_at + TOOL_GLTF_MESHES_SIZE;
    tool_motion_sink_put(&sink->motion, sink->times, count * 4, column + done * 4);
    column += all * 4;
    for (unsigned i = 0; i < TOOL_SKELETON_NODES; i++) {
        if (sink->motion.skeleton.nodes[i].ever == 0)
            continue;
        tool_motion_sink_put(&sink->motion, sink->translations[i], count * TRANSLATION,
                             column + done * TRANSLATION);
        column += all * TRANSLATION;
        tool_motion_sink_put(&sink->motion, sink->rotations[i], count * ROTATION,
                             column + done * ROTATION);
        column += all * ROTATION;
    }
    sink->written += count;
    sink->waiting = 0;
}

static void add_frame(struct gltf_sink *sink, struct us_session_frame *frame)
{
    const unsigned at = sink->waiting++;
    struct tool_skeleton_wanted wanted;
    tool_skeleton_read(&sink->motion.skeleton, frame, &wanted);
    tool_skeleton_step(&sink->motion.skeleton, &wanted, NULL, NULL, &sink->motion.pose);
    tool_skeleton_compare(&sink->motion.skeleton, sink->motion.pose.world, &wanted,
                          &sink->motion.worst);
    us_bytes_store_f32(sink->times + (size_t)at * 4, sink->last_s);
    for (unsigned i = 0; i < TOOL_SKELETON_NODES; i++) {
        const struct us_pose *local = &sink->motion.pose.local[i];
        const float values[] = {local->position_m.x, local->position_m.y, local->position_m.z,
                                local->rotation.x,   local->rotation.y,   local->rotation.z,
                                local->rotation.w};
        for (size_t k = 0; k < 3; k++)
            us_bytes_store_f32(sink->translations[i] + (size_t)at * TRANSLATION + 4 * k, values[k]);
        for (size_t k = 0; k < 4; k++)
            us_bytes_store_f32(sink->rotations[i] + (size_t)at * ROTATION + 4 * k, values[3 + k]);
    }
    if (sink->waiting == BLOCK)
        flush(sink);
}

/* ---- The beginning of the file ---- */

static void check_size(struct gltf_sink *sink, uint64_t size)
{
    if (size > UINT32_MAX)
        tool_convert_sink_fail(&sink->motion.base, US_ERROR_COUNT,
                               "%llu frames need %llu bytes, and a .glb file has at most 4 GiB; "
                               "take parts of the recording with 'understudy edit'",
                               (unsigned long long)sink->frames, (unsigned long long)size);
}

static void put_u32(struct us_writer *out, uint64_t value)
{
    us_writer_i32(out, (int32_t)(uint32_t)value);
}

static void put_beginning(struct gltf_sink *sink, const char *text, uint64_t binary)
{
    struct us_writer *out = &sink->motion.base.waiting;
    const uint64_t length = strlen(text), padding = (4 - length % 4) % 4;
    uint8_t meshes[TOOL_GLTF_MESHES_SIZE];
    sink->binary_at = HEADER_SIZE + CHUNK_SIZE + length + padding + CHUNK_SIZE;
    sink->motion.base.bytes = sink->binary_at + binary;
    check_size(sink, sink->motion.base.bytes);
    const uint64_t header[] = {MAGIC, VERSION, sink->motion.base.bytes, length + padding,
                               KIND_JSON};
    for (size_t i = 0; i < sizeof header / sizeof header[0]; i++)
        put_u32(out, header[i]);
    us_writer_put(out, text, (size_t)length);
    us_writer_put(out, "   ", (size_t)padding);
    put_u32(out, binary);
    put_u32(out, KIND_BINARY);
    tool_gltf_meshes(meshes);
    us_writer_put(out, meshes, sizeof meshes);
    if (out->failed)
        tool_convert_sink_no_memory(&sink->motion.base);
    tool_motion_sink_put(&sink->motion, out->bytes, out->size, 0);
    out->size = 0;
}

static void begin(struct tool_convert_sink *base)
{
    struct gltf_sink *sink = (struct gltf_sink *)base;
    tool_skeleton_settle(&sink->motion.skeleton, base);
    const struct tool_gltf_order order = {.skeleton = &sink->motion.skeleton,
                                          .outline = base->outline,
                                          .frames = sink->frames,
                                          .first_s = sink->first_s,
                                          .last_s = sink->last_s};
    const uint64_t binary = tool_gltf_binary_size(&order);
    check_size(sink, binary);
    char *text = base->result == US_OK ? tool_gltf_document(&order) : NULL;
    if (text != NULL)
        put_beginning(sink, text, binary);
    else
        tool_convert_sink_no_memory(base);
    free(text);
    tool_skeleton_begin(&sink->motion.skeleton, &sink->motion.pose);
}

/* ---- The stage ---- */

/* Whether a frame has a time in the file: times are float32, and each is later than the last. */
static bool has_time(struct gltf_sink *sink, int64_t time_ns, bool is_first)
{
    const double exact_s = tool_edit_seconds(sink->motion.base.outline, time_ns);
    const float at_s = (float)exact_s;
    if (time_ns < sink->motion.base.outline->start_ns || !(at_s >= 0.0f))
        return false;
    if (!is_first && !(at_s > sink->last_s)) {
        sink->too_close += !sink->motion.base.is_writing;
        return false;
    }
    sink->first_s = is_first ? at_s : sink->first_s;
    sink->last_s = at_s;
    sink->worst_s = fmax(sink->worst_s, fabs((double)at_s - exact_s));
    return true;
}

static void take(struct tool_convert_sink *base, struct us_session_message *message)
{
    struct gltf_sink *sink = (struct gltf_sink *)base;
    tool_motion_sink_count(&sink->motion, message);
    const bool is_first = base->is_writing ? base->frames == 0 : sink->frames == 0;
    if (!tool_edit_is_frame(message) || !has_time(sink, message->time_ns, is_first))
        return;
    if (base->is_writing) {
        base->frames++;
        add_frame(sink, &message->of.frame);
    } else {
        sink->frames++;
        tool_skeleton_survey(&sink->motion.skeleton, &message->of.frame);
    }
}

static void end(struct tool_convert_sink *base)
{
    flush((struct gltf_sink *)base);
}

/* ---- The file ---- */

static void report(const struct tool_convert_sink *base, struct tool_loss *loss)
{
    const struct gltf_sink *sink = (const struct gltf_sink *)base;
    tool_motion_sink_report(&sink->motion, base->frames, loss);
    tool_loss_count(loss, TOOL_LOSS_DROPPED, sink->too_close, NULL,
                    "frames whose times are too close for float32, #");
    tool_loss_add(loss, TOOL_LOSS_NOTE, sink->worst_s > 0.0,
                  "times are float32, off by up to %.3g s", sink->worst_s);
}

const struct tool_convert_sink_kind tool_gltf_sink = {.size = sizeof(struct gltf_sink),
                                                      .passes = 2,
                                                      .open = tool_motion_sink_open,
                                                      .take = take,
                                                      .begin = begin,
                                                      .end = end,
                                                      .report = report};
