/* SPDX-License-Identifier: MIT */
/*
 * bvh_sink: the last stage of a conversion to a BVH file, which has the nodes of skeleton.h at a
 * constant rate (docs/formats.md): the recording's median rate, so that the first and the last line
 * are the first and the last frame. Everything is given twice: the first time it finds the nodes
 * and the rate, and the second time it writes the lines and compares them with the frames.
 *
 * Memory: about 3 MB for a recording of any length.
 */
#include <math.h>
#include <string.h>

#include "tool/convert/motion/bvh_text.h"
#include "tool/convert/motion/motion_sink.h"
#include "tool/convert/motion/skeleton.h"

/* ---- The median of many spans of time, in constant memory ---- */

#define BIN_S 1e-5      /* spans that differ by less count as their mean */
enum { BINS = 100001 }; /* up to 1 s; the last one has all that are longer */

struct median_period {
    uint64_t count;
    uint64_t counts[BINS];
    double sums_s[BINS];
};

/* Spans of 0 do not count. */
static void add_span(struct median_period *median, double span_s)
{
    const double bin = fmin(span_s / BIN_S, (double)(BINS - 1));
    if (!(span_s > 0.0))
        return;
    median->count++;
    median->counts[(unsigned)bin]++;
    median->sums_s[(unsigned)bin] += span_s;
}

/* The lower one of two in the middle; 0 if there is none. */
static double find_median(const struct median_period *median)
{
    uint64_t before = 0;
    for (unsigned i = 0; i < BINS; i++) {
        before += median->counts[i];
        if (median->counts[i] > 0 && 2 * before >= median->count)
            return median->sums_s[i] / (double)median->counts[i];
    }
    return 0.0;
}

/* ---- The sink ---- */

#define LINES_MOST UINT64_C(10000000)
#define SAME_S 1e-7       /* a line that is so near to a frame is that frame */
#define PERIOD_S 0.011111 /* of a recording of a single frame that does not know it */
enum { WAITING = 64 };

/* Frames that are not compared yet. */
struct waiting {
    double at_s;
    struct tool_skeleton_wanted wanted;
};

struct bvh_sink {
    struct tool_motion_sink motion; /* the first member */
    bool has_frame;
    struct median_period median;
    struct tool_bvh bvh;
    struct us_pose last_world[TOOL_SKELETON_NODES]; /* of the line before */
    struct us_session_frame frame, mixed;           /* the last one; one of a line */
    int64_t first_ns;
    double at_s, period_s; /* of the last frame, since the first; from line to line */
    uint64_t lines, line;  /* all; those that are written */
    uint64_t moved;        /* lines between two frames */
    unsigned wait_count;
    struct waiting waiting[WAITING];
    uint64_t compared;
};

/* ---- The first pass ---- */

static void choose_rate(struct bvh_sink *sink)
{
    const double median_s = find_median(&sink->median);
    const double spans = median_s > 0.0 ? round(sink->at_s / median_s) : 0.0;
    if (!(spans < (double)LINES_MOST)) {
        tool_convert_sink_fail(&sink->motion.base, US_ERROR_COUNT,
                               "a constant rate needs %.0f lines for %.3f s in steps of %.6f s, "
                               "and more than 10 million are not written; take parts of the "
                               "recording with 'understudy edit'",
                               spans, sink->at_s, median_s);
        return;
    }
    sink->lines = (uint64_t)spans + 1;
    sink->period_s = spans > 0.0                 ? sink->at_s / spans
                     : sink->frame.period_ns > 0 ? (double)sink->frame.period_ns * 1e-9
                                                 : PERIOD_S;
}

static void begin(struct tool_convert_sink *base)
{
    struct bvh_sink *sink = (struct bvh_sink *)base;
    tool_skeleton_settle(&sink->motion.skeleton, base);
    choose_rate(sink);
    tool_bvh_init(&sink->bvh, &sink->motion.skeleton);
    tool_skeleton_begin(&sink->motion.skeleton, &sink->motion.pose);
    tool_bvh_hierarchy(&sink->bvh, base);
    tool_convert_sink_print(base, "MOTION\nFrames: %llu\nFrame Time: %.12g\n",
                            (unsigned long long)sink->lines, sink->period_s);
    sink->has_frame = false;
}

/* ---- Comparing ---- */

/* What a program has at a share of the way between the last two lines. */
static void go_between(const struct bvh_sink *sink, float share,
                       struct us_pose out[TOOL_SKELETON_NODES])
{
    for (unsigned i = 0; i < TOOL_SKELETON_NODES; i++)
        out[i] = tool_edit_between(&sink->last_world[i], &sink->motion.pose.world[i], share);
}

/* Compares the frames up to the last line with the lines around them. */
static void compare(struct bvh_sink *sink, double line_s)
{
    struct us_pose made[TOOL_SKELETON_NODES];
    unsigned kept = 0;
    for (unsigned i = 0; i < sink->wait_count; i++) {
        const struct waiting *frame = &sink->waiting[i];
        const double before_s = line_s - frame->at_s;
        if (before_s < -SAME_S) {
            sink->waiting[kept++] = *frame;
            continue;
        }
        if (fabs(before_s) <= SAME_S)
            memcpy(made, sink->motion.pose.world, sizeof made);
        else
            go_between(sink, (float)(1.0 - before_s / sink->period_s), made);
        tool_skeleton_compare(&sink->motion.skeleton, made, &frame->wanted, &sink->motion.worst);
        sink->compared++;
    }
    sink->wait_count = kept;
}

/* ---- Lines ---- */

static void put_line(struct bvh_sink *sink, struct us_session_frame *frame)
{
    struct tool_skeleton_wanted wanted;
    memcpy(sink->last_world, sink->motion.pose.world, sizeof sink->last_world);
    tool_skeleton_read(&sink->motion.skeleton, frame, &wanted);
    tool_skeleton_step(&sink->motion.skeleton, &wanted, tool_bvh_round, &sink->bvh,
                       &sink->motion.pose);
    compare(sink, (double)sink->line * sink->period_s);
    sink->line++;
    tool_bvh_line(&sink->bvh, &sink->motion.base);
    tool_convert_sink_flush(&sink->motion.base);
}

/* The lines up to a frame, which comes after `sink->frame`. */
static void put_lines(struct bvh_sink *sink, struct us_session_frame *frame, double at_s)
{
    while (sink->motion.base.result == US_OK && sink->line < sink->lines) {
        const double line_s = (double)sink->line * sink->period_s;
        if (line_s > at_s + SAME_S)
            break;
        sink->mixed = at_s - line_s > SAME_S ? sink->frame : *frame;
        if (at_s - line_s > SAME_S) {
            tool_edit_mix(&sink->mixed, frame,
                          (float)((line_s - sink->at_s) / (at_s - sink->at_s)));
            sink->moved++;
        }
        put_line(sink, &sink->mixed);
    }
}

static void wait_for_line(struct bvh_sink *sink, struct us_session_frame *frame, double at_s)
{
    if (sink->wait_count == WAITING)
        return;
    struct waiting *waiting = &sink->waiting[sink->wait_count++];
    waiting->at_s = at_s;
    tool_skeleton_read(&sink->motion.skeleton, frame, &waiting->wanted);
}

/* ---- The stage ---- */

static void take(struct tool_convert_sink *base, struct us_session_message *message)
{
    struct bvh_sink *sink = (struct bvh_sink *)base;
    tool_motion_sink_count(&sink->motion, message);
    if (!tool_edit_is_frame(message) || message->time_ns < base->outline->start_ns)
        return;
    if (!sink->has_frame)
        sink->first_ns = message->time_ns;
    const double at_s = us_session_seconds_between(sink->first_ns, message->time_ns);
    if (base->is_writing) {
        base->frames++;
        wait_for_line(sink, &message->of.frame, at_s);
        put_lines(sink, &message->of.frame, at_s);
    } else {
        tool_skeleton_survey(&sink->motion.skeleton, &message->of.frame);
        add_span(&sink->median, sink->has_frame ? at_s - sink->at_s : 0.0);
    }
    sink->frame = message->of.frame;
    sink->at_s = at_s;
    sink->has_frame = true;
}

static void end(struct tool_convert_sink *base)
{
    struct bvh_sink *sink = (struct bvh_sink *)base;
    if (sink->line < sink->lines)
        put_lines(sink, &sink->frame, sink->at_s + sink->period_s);
}

/* ---- The file ---- */

static void report(const struct tool_convert_sink *base, struct tool_loss *loss)
{
    const struct bvh_sink *sink = (const struct bvh_sink *)base;
    const double start_s = tool_edit_seconds(sink->motion.base.outline, sink->first_ns);
    unsigned fixed = 0;
    for (unsigned i = 0; i < TOOL_SKELETON_NODES; i++)
        fixed += sink->bvh.is_fixed[i];
    tool_motion_sink_report(&sink->motion, sink->compared, loss);
    tool_loss_count(loss, TOOL_LOSS_DROPPED, sink->motion.base.outline->marker_count, NULL,
                    "markers, #");
    tool_loss_add(loss, TOOL_LOSS_RESAMPLED, sink->moved,
                  "%llu of %llu lines, which are between two frames: a file has a constant rate, "
                  "%.6g lines a second, the median of the recording",
                  (unsigned long long)sink->moved, (unsigned long long)sink->lines,
                  1.0 / sink->period_s);
    tool_loss_add(loss, TOOL_LOSS_NOTE, fixed,
                  "%u joints stay within 0.2 mm in their parents: they have fixed bones", fixed);
    tool_loss_add(loss, TOOL_LOSS_NOTE, start_s > 0.0,
                  "the first line is at %.9g s of the recording", start_s);
}

const struct tool_convert_sink_kind tool_bvh_sink = {.size = sizeof(struct bvh_sink),
                                                     .passes = 2,
                                                     .lacks_markers = true,
                                                     .open = tool_motion_sink_open,
                                                     .take = take,
                                                     .begin = begin,
                                                     .end = end,
                                                     .report = report};
