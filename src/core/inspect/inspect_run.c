/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "core/base/bytes.h"
#include "core/inspect/inspect.h"
#include "core/inspect/inspect_work.h"
#include "core/recording/format.h"
#include "core/repair/detect.h"
#include "core/repair/detect_rotation.h"

/* A segment needs the time of the key after its right key, so windows of a curve overlap by two
 * keys. */
enum { OVERLAP = 2 };

const char *us_inspect_wrap_name(unsigned wrap)
{
    static const char *const names[US_INSPECT_WRAPS] = {"clamp-forever", "default",   "once",
                                                        "loop",          "ping-pong", "unknown"};
    return names[wrap];
}

static void advance(void *context, uint64_t bytes)
{
    struct us_inspect_work *work = context;
    work->done = work->total - work->done > bytes ? work->done + bytes : work->total;
    if (work->progress == NULL || work->done - work->reported < work->total / 100)
        return;
    work->reported = work->done;
    work->progress(work->context, work->done, work->total);
}

/* The counts for one curve while its keys are checked. */
struct tally {
    uint64_t linear, hermite, weighted, stepped, unknown_modes, times_hash;
};

static void count_segment(struct tally *tally, const struct us_segment *segment)
{
    if (isinf(segment->left.out_tangent) || isinf(segment->right.in_tangent))
        tally->stepped++;
    else if (us_segment_is_linear(segment))
        tally->linear++;
    else if ((segment->left.weighted_mode & US_WEIGHTED_OUT) != 0 ||
             (segment->right.weighted_mode & US_WEIGHTED_IN) != 0)
        tally->weighted++;
    else
        tally->hermite++;
}

static bool at_same_time(const struct us_curve *view, uint32_t key)
{
    return us_curve_time_s(view, key) == us_curve_time_s(view, key + 1);
}

/* `far` sees the same curve through a window of its own, for keys at one time that go on behind
 * this view. */
static void count_segments(struct tally *tally, const struct us_curve *view, uint32_t first_key,
                           bool is_last, struct us_curve_reader *far)
{
    uint32_t end = view->key_count - (is_last ? 1 : OVERLAP);
    struct us_segment segment = {.right = us_curve_key(view, 0)};
    for (uint32_t i = 0; i < end; i++) {
        segment.left = segment.right;
        segment.right = us_curve_key(view, i + 1);
        if (i + OVERLAP < view->key_count && at_same_time(view, i + 1)) {
            struct us_segment to_end = us_curve_reader_segment(far, first_key + i);
            count_segment(tally, &to_end);
        } else {
            count_segment(tally, &segment);
        }
    }
}

static void count_keys(struct tally *tally, const struct us_curve *view, uint32_t begin)
{
    uint64_t hash = tally->times_hash;
    for (uint32_t i = begin; i < view->key_count; i++) {
        const uint8_t *key = view->keys + (size_t)i * view->key_size;
        hash = (hash ^ us_bytes_load_u32(key)) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
    }
    tally->times_hash = hash;
    tally->unknown_modes += us_detect_count_unknown_modes(view, begin);
}

static enum us_result check_keys(struct us_inspect_work *work, unsigned curve_index,
                                 struct tally *tally)
{
    struct us_curve_reader reader = us_inspect_open(work, 0, curve_index);
    struct us_curve_reader far = us_inspect_open(work, 1, curve_index);
    uint32_t count = reader.curve.key_count, first = 0;
    enum us_result result = US_OK;
    while (result == US_OK) {
        struct us_curve view = us_curve_reader_view(&reader, first);
        result = us_detect_was_read(&work->detect, &reader, 1);
        if (result == US_OK)
            result = us_key_check_check(&view, curve_index, first, work->detect.error);
        if (result != US_OK)
            break;
        bool is_last = first + view.key_count == count;
        advance(work, (uint64_t)view.key_count * view.key_size);
        if (work->detect.report != NULL || work->facts != NULL) {
            count_keys(tally, &view, first == 0 ? 0 : OVERLAP);
            if (view.key_size == US_KEY_SIZE_FULL)
                count_segments(tally, &view, first, is_last, &far);
        }
        if (is_last)
            break;
        first += view.key_count - OVERLAP;
    }
    return result == US_OK ? us_detect_was_read(&work->detect, &far, 1) : result;
}

static void add_facts(struct us_inspect_facts *facts, const struct us_curve *curve, bool is_bool,
                      const struct tally *tally)
{
    facts->curves_with_keys++;
    facts->wraps[us_wrap_place(curve->pre_wrap)]++;
    facts->wraps[us_wrap_place(curve->post_wrap)]++;
    if (is_bool)
        return;
    facts->linear += tally->linear;
    facts->hermite += tally->hermite;
    facts->weighted += tally->weighted;
    facts->stepped += tally->stepped;
}

static enum us_result inspect_curve(struct us_inspect_work *work, unsigned curve_index)
{
    const struct us_curve *curve = &work->detect.source.recording->curves[curve_index];
    struct tally tally = {0};
    enum us_result result = US_OK;
    if (curve->key_count > 0) {
        result = check_keys(work, curve_index, &tally);
        if (curve->key_size == US_KEY_SIZE_SHORT)
            tally.linear = curve->key_count - 1;
        if (result == US_OK && work->facts != NULL)
            add_facts(work->facts, curve, us_recording_curve_is_bool(curve_index), &tally);
        work->times_hash[curve_index] = tally.times_hash;
    }
    if (result == US_OK && tally.unknown_modes > 0)
        result = us_detect_note(&work->detect, US_REPAIR_UNKNOWN_WEIGHTED, curve_index,
                                tally.unknown_modes, 0.0);
    return result;
}

/* The place of a pose among the camera and the joints, by its W curve; -1 for any other curve. */
static int pose_of_w(unsigned curve_index)
{
    if (curve_index == US_CURVE_CAMERA + US_POSE_QW)
        return 0;
    if (curve_index < US_CURVE_JOINTS || curve_index >= US_CURVE_GAZE ||
        (curve_index - US_CURVE_JOINTS) % US_POSE_CURVES != US_POSE_QW)
        return -1;
    return 1 + (int)((curve_index - US_CURVE_JOINTS) / US_POSE_CURVES);
}

static enum us_result inspect_rotation(struct us_inspect_work *work, unsigned pose,
                                       const struct us_lost_w *w)
{
    struct us_rotation_found found;
    return us_detect_rotation(&work->detect, us_recording_pose_curve(pose) + US_POSE_QX,
                              us_recording_pose_is_expected(pose), w, NULL, &found);
}

/* Runs the detectors that need a curve and those before it, once all of these are known to be good.
 */
static enum us_result inspect_behind(struct us_inspect_work *work, unsigned curve_index)
{
    int pose = pose_of_w(curve_index);
    if (pose >= 0) {
        unsigned rotation = us_recording_pose_curve((unsigned)pose) + US_POSE_QX;
        work->w_lost[pose] = us_detect_w_is_lost(&work->detect.source, rotation);
        return work->w_lost[pose] ? US_OK : inspect_rotation(work, (unsigned)pose, NULL);
    }
    if (curve_index >= US_CURVE_TRACKED && curve_index < US_CURVE_PINCHING)
        return us_detect_gaps(&work->detect, curve_index);
    if (curve_index == US_CURVE_GAZE + US_RAY_DZ)
        return us_detect_zero_gaze(&work->detect);
    return US_OK;
}

/* The file may store a bone after its joint, so this runs after every key was checked. */
static enum us_result inspect_lost_w(struct us_inspect_work *work)
{
    enum us_result result = US_OK;
    for (unsigned pose = 0; pose < US_RECORDING_POSES && result == US_OK; pose++) {
        if (!work->w_lost[pose])
            continue;
        struct us_lost_w w;
        result = us_detect_lost_w(&work->detect, us_recording_pose_curve(pose) + US_POSE_QX, &w);
        if (result == US_OK)
            result = inspect_rotation(work, pose, &w);
        us_lost_w_finish(&w);
    }
    return result;
}

/* Counts rotations whose W may be lost twice, because they are read a second time. */
static uint64_t bytes_to_read(const struct us_curve_index *index)
{
    uint64_t bytes = index->head.file_size;
    for (unsigned i = US_POSE_QX; i + US_POSE_QW - US_POSE_QX < US_CURVE_GAZE; i++) {
        const struct us_curve *x = &index->head.curves[i], *w = x + (US_POSE_QW - US_POSE_QX);
        bool may = pose_of_w(i + US_POSE_QW - US_POSE_QX) >= 0 && w->key_count < x->key_count;
        if (may && (w->key_count == 1 || w->key_count == 2))
            bytes += (uint64_t)x->key_count * 3 * x->key_size;
    }
    return bytes;
}

static void count_places(struct us_inspect_work *work)
{
    const struct us_recording *head = work->detect.source.recording;
    for (unsigned i = 0; i < US_CURVE_COUNT; i++)
        work->facts->curve_count += us_format_has_curve(&head->layout, i);
    for (unsigned i = 0; i < US_HAND_COUNT * US_JOINT_COUNT; i++) {
        bool any = false;
        for (unsigned c = 0; c < US_POSE_CURVES; c++)
            any = any || head->curves[US_CURVE_JOINTS + i * US_POSE_CURVES + c].key_count > 0;
        work->facts->hands[i / US_JOINT_COUNT].joints_with_keys += any;
    }
}

static enum us_result inspect_defects(struct us_inspect_work *work)
{
    const struct us_detect *detect = &work->detect;
    enum us_result result = us_detect_unknown_wraps(detect);
    for (unsigned i = 0; i < US_CURVE_COUNT && result == US_OK; i++) {
        result = inspect_curve(work, i);
        if (result == US_OK && detect->report != NULL)
            result = inspect_behind(work, i);
    }
    if (result == US_OK && detect->report != NULL)
        result = us_detect_lost_tail(detect);
    if (result == US_OK && detect->report != NULL)
        result = inspect_lost_w(work);
    if (result == US_OK && !us_repair_report_add_reading(detect->report, detect->source.recording))
        result = us_detect_out_of_memory(detect);
    return result;
}

static enum us_result inspect_all(struct us_inspect_work *work)
{
    enum us_result result = inspect_defects(work);
    if (result != US_OK || work->facts == NULL)
        return result;
    count_places(work);
    result = us_inspect_played(work);
    return result == US_OK ? us_inspect_rate(work) : result;
}

enum us_result us_inspect_run(const struct us_file *file, const struct us_curve_index *index,
                              us_inspect_progress_func_t *progress, void *context,
                              struct us_repair_report *report, struct us_inspect_facts *facts,
                              struct us_error *error)
{
    struct us_inspect_work work = {
        .progress = progress, .context = context, .facts = facts, .total = bytes_to_read(index)};
    work.detect =
        (struct us_detect){.report = report, .error = error, .progress = advance, .context = &work};
    if (report != NULL)
        *report = (struct us_repair_report){0};
    if (facts != NULL)
        *facts = (struct us_inspect_facts){0};
    uint8_t *windows = malloc((size_t)US_DETECT_SLOTS * US_INSPECT_WINDOW_SIZE);
    work.detect.source = us_key_source_in_file(file, index, windows, US_INSPECT_WINDOW_SIZE);
    enum us_result result =
        windows != NULL ? inspect_all(&work) : us_detect_out_of_memory(&work.detect);
    free(windows);
    if (result == US_OK)
        return US_OK;
    if (report != NULL)
        us_repair_report_finish(report);
    if (facts != NULL)
        *facts = (struct us_inspect_facts){0};
    return result;
}
