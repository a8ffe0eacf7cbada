/* SPDX-License-Identifier: MIT */
#include "session/open_recording.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/bytes.h"
#include "core/base/grow.h"
#include "core/base/search.h"
#include "session/codec/session_message.h"
#include "session/session_block.h"

/* How long the first profiles are looked for. */
#define PROFILE_NS INT64_C(10000000000)
/* How long the first frame with the focus is looked for. */
#define FOCUS_NS INT64_C(60000000000)
#define CELL_NS INT64_C(2000000000)
/* The longest time of a frame that `start` assumes when it is asked for a number of frames. */
#define FRAME_NS INT64_C(16666667)
enum { SESSION_STATE_FOCUSED = 5 }; /* XrSessionState */
enum { CHUNK_CELLS_MOST = 64 };     /* where chunks overlap */
enum { MOST_FRAMES = 4096, MOST_INPUTS = 8192, LOOK_FRAMES = 20000 };

struct session_source {
    struct us_block_source base;
    struct us_file file;
    struct us_session_reader *reader;
    struct us_recording recording;       /* without keys */
    int64_t origin_ns, last_ns;          /* of the first and the last frame */
    const char *profiles[US_HAND_COUNT]; /* the first ones; NULL: none */
    struct us_recorded_spaces spaces;
    struct us_session_changes changes;
    unsigned recorded, seen; /* parts; enum us_session_part */
    uint32_t looked_through; /* frames */
    uint32_t cell_count;
    int64_t *cells_ns; /* where each begins */
};

static struct session_source *session_source(struct us_block_source *base)
{
    return (struct session_source *)base;
}

static const struct session_source *const_session_source(const struct us_block_source *base)
{
    return (const struct session_source *)base;
}

static const struct us_recording *get_recording(const struct us_block_source *base)
{
    return &const_session_source(base)->recording;
}

static uint32_t cell_count(const struct us_block_source *base)
{
    return const_session_source(base)->cell_count;
}

/* The beginning of the block that has everything from `time_ns` on. It is half a nanosecond
 * earlier, because a requested time stands for the nearest nanosecond (session_block.c). */
static double begin_s(const struct session_source *source, int64_t time_ns)
{
    return ((double)(time_ns - source->origin_ns) - 0.5) * 1e-9;
}

/* The last cell that begins at or before a time. */
static uint32_t find_cell(const struct session_source *source, double time_s)
{
    struct us_search search = {.high = source->cell_count, .wants_last = true};
    while (us_search_next(&search))
        us_search_narrow(&search, begin_s(source, source->cells_ns[search.middle]) <= time_s);
    return (uint32_t)search.low;
}

static struct us_span span_of(const struct session_source *source, uint32_t cell)
{
    bool last = cell + 1 == source->cell_count;
    return (struct us_span){cell == 0 ? -INFINITY : begin_s(source, source->cells_ns[cell]),
                            last ? INFINITY : begin_s(source, source->cells_ns[cell + 1])};
}

static struct us_span cell(const struct us_block_source *base, double time_s)
{
    const struct session_source *source = const_session_source(base);
    return span_of(source, find_cell(source, time_s));
}

static enum us_result add_frame(struct us_session_content *content,
                                const struct us_session_frame *frame, struct us_error *error)
{
    uint32_t count = content->frame_count;
    if (count > 0 && frame->time_ns <= content->frames[count - 1].time_ns)
        return US_OK; /* the same frame again */
    if (count == MOST_FRAMES)
        return us_result_fail(error, US_ERROR_COUNT, US_NO_BYTE, NULL,
                              "there are more than %d frames in %.1f s", MOST_FRAMES,
                              (double)CELL_NS * 1e-9);
    if (!US_GROW(content->frames, count))
        return us_result_no_memory(error);
    content->frames[content->frame_count++] = *frame;
    return US_OK;
}

static enum us_result add_input(struct us_session_content *content,
                                const struct us_session_input *input, struct us_error *error)
{
    uint32_t count = content->input_count;
    if (count == MOST_INPUTS)
        return us_result_fail(error, US_ERROR_COUNT, US_NO_BYTE, NULL,
                              "there are more than %d changes of inputs in %.1f s", MOST_INPUTS,
                              (double)CELL_NS * 1e-9);
    if (!US_GROW(content->inputs, count))
        return us_result_no_memory(error);
    /* Chunks may overlap by a few messages. */
    while (count > 0 && content->inputs[count - 1].time_ns > input->time_ns) {
        content->inputs[count] = content->inputs[count - 1];
        count--;
    }
    content->inputs[count] = *input;
    content->input_count++;
    return US_OK;
}

/* Takes one message; sets `*out_done` if it wants no more. */
typedef enum us_result take_message(void *data, const struct us_session_message *message,
                                    bool *out_done, struct us_error *error);

/* Gives messages to `take`, from the reader's place on, until `take` is done or the file ends. */
static enum us_result read_on(struct session_source *source, take_message *take, void *data,
                              struct us_error *error)
{
    const struct us_session_message *message;
    enum us_result result = US_OK;
    bool done = false;
    while (result == US_OK && !done &&
           (result = us_session_reader_next(source->reader, &message, error)) == US_OK &&
           message != NULL)
        result = take(data, message, &done, error);
    return result;
}

/* The same from the first message on. */
static enum us_result read_all(struct session_source *source, take_message *take, void *data,
                               struct us_error *error)
{
    enum us_result result = us_session_reader_seek(source->reader, INT64_MIN, false, error);
    return result == US_OK ? read_on(source, take, data, error) : result;
}

struct span_content {
    struct us_session_content *content;
    int64_t inputs_to_ns;
};

/* The inputs that are just behind the span count for its last moments. It is done after the first
 * frame behind them. */
static enum us_result take_content(void *data, const struct us_session_message *message,
                                   bool *out_done, struct us_error *error)
{
    const struct span_content *span = data;
    if (message->topic == US_SESSION_TOPIC_FRAME) {
        *out_done = message->time_ns >= span->inputs_to_ns;
        return add_frame(span->content, &message->of.frame, error);
    }
    if (message->topic == US_SESSION_TOPIC_INPUT && message->time_ns < span->inputs_to_ns)
        return add_input(span->content, &message->of.input, error);
    return US_OK;
}

/* The content of [from_ns, to_ns), with a frame and an input before it, the inputs that count for
 * it behind it, and a frame after them. */
static enum us_result read_content(struct session_source *source, int64_t from_ns, int64_t to_ns,
                                   struct us_session_content *content, struct us_error *error)
{
    *content = (struct us_session_content){
        .origin_ns = source->origin_ns, .first_ns = source->origin_ns, .last_ns = source->last_ns};
    struct span_content span = {content, us_session_time_add(to_ns, US_SESSION_INPUT_AHEAD_NS)};
    enum us_result result = us_session_reader_seek(source->reader, from_ns, true, error);
    return result == US_OK ? read_on(source, take_content, &span, error) : result;
}

static enum us_result make_span(struct session_source *source, int64_t from_ns, int64_t to_ns,
                                struct us_block **out_block, struct us_error *error)
{
    struct us_session_content content;
    *out_block = NULL;
    enum us_result result = read_content(source, from_ns, to_ns, &content, error);
    if (result == US_OK)
        return us_session_block_create(&content, out_block, error);
    us_session_content_finish(&content);
    return result;
}

static int64_t end_of(const struct session_source *source, uint32_t cell)
{
    return cell + 1 < source->cell_count ? source->cells_ns[cell + 1] : INT64_MAX;
}

static enum us_result make(struct us_block_source *base, double time_s, struct us_block **out_block,
                           struct us_span *out_span, struct us_error *error)
{
    struct session_source *source = session_source(base);
    uint32_t cell = find_cell(source, time_s);
    *out_span = span_of(source, cell);
    return make_span(source, source->cells_ns[cell], end_of(source, cell), out_block, error);
}

static enum us_result start(struct us_block_source *base, double time_s, uint32_t frames,
                            struct us_block **out_block, struct us_span *out_span,
                            struct us_error *error)
{
    struct session_source *source = session_source(base);
    uint32_t cell = find_cell(source, time_s);
    struct us_span whole = span_of(source, cell);
    double from_s = fmax(time_s, begin_s(source, source->cells_ns[cell]));
    int64_t from_ns = us_session_block_time_ns(source->origin_ns, from_s);
    int64_t to_ns = from_ns + (int64_t)frames * FRAME_NS, end_ns = end_of(source, cell);
    *out_span = (struct us_span){from_s, fmin(begin_s(source, to_ns), whole.to_s)};
    return make_span(source, from_ns, to_ns < end_ns ? to_ns : end_ns, out_block, error);
}

static bool sorts_keys(const struct us_block_source *base)
{
    (void)base;
    return false;
}

static void destroy(struct us_block_source *base)
{
    struct session_source *source = session_source(base);
    us_session_reader_close(source->reader);
    us_session_changes_finish(&source->changes);
    us_file_close(&source->file);
    for (uint32_t i = 0; i < source->recording.marker_count; i++)
        free(source->recording.markers[i].name);
    free(source->recording.markers);
    free(source->cells_ns);
    free(source);
}

static const struct us_block_source_ops session_source_ops = {
    .recording = get_recording,
    .cell_count = cell_count,
    .cell = cell,
    .make = make,
    .calibrate = make,
    .start = start,
    .sorts_keys = sorts_keys,
    .destroy = destroy,
};

/* Chunks in the order of their times, which need not be the file's order. */
static int compare_ns(const void *a, const void *b)
{
    int64_t first_ns = *(const int64_t *)a, second_ns = *(const int64_t *)b;
    return (first_ns > second_ns) - (first_ns < second_ns);
}

/* Whether a chunk begins long before the end of one before it. What is not of a frame may have a
 * time that is far from those of the frames, as in recordings of a runtime that did not wait for
 * its display: then all chunks begin at nearly the same time, and each lasts long. */
static bool chunks_overlap(const struct us_session_reader *reader, uint64_t count)
{
    double last_ns = -INFINITY;
    for (uint64_t i = 0; i < count; i++) {
        const struct us_session_chunk *chunk = us_session_reader_chunk(reader, i);
        if ((double)chunk->first_ns < last_ns - 4.0 * (double)CELL_NS)
            return true;
        last_ns = fmax(last_ns, (double)chunk->last_ns);
    }
    return false;
}

/* How many cells begin in a chunk. */
static unsigned cells_in(const struct us_session_chunk *chunk, bool overlaps)
{
    double cells = ((double)chunk->last_ns - (double)chunk->first_ns) / (double)CELL_NS;
    return overlaps ? (unsigned)fmin(fmax(cells, 1.0), CHUNK_CELLS_MOST) : 1;
}

static enum us_result lay_cells(struct session_source *source, struct us_error *error)
{
    const struct us_session_reader *reader = source->reader;
    const uint64_t chunk_count = us_session_reader_summary(reader)->chunks; /* at least 1 */
    uint64_t count = 0;
    if (chunk_count >= UINT32_MAX / CHUNK_CELLS_MOST ||
        chunk_count >= SIZE_MAX / CHUNK_CELLS_MOST / sizeof *source->cells_ns)
        return us_result_fail(error, US_ERROR_COUNT, US_NO_BYTE, NULL, "there are too many chunks");
    const bool overlaps = chunks_overlap(reader, chunk_count);
    for (uint64_t i = 0; i < chunk_count; i++)
        count += cells_in(us_session_reader_chunk(reader, i), overlaps);
    source->cells_ns = malloc((size_t)count * sizeof *source->cells_ns);
    if (source->cells_ns == NULL)
        return us_result_no_memory(error);
    count = 0;
    for (uint64_t i = 0; i < chunk_count; i++) {
        const struct us_session_chunk *chunk = us_session_reader_chunk(reader, i);
        unsigned cells = cells_in(chunk, overlaps);
        double cell_ns = ((double)chunk->last_ns - (double)chunk->first_ns) / cells;
        for (unsigned k = 0; k < cells; k++)
            source->cells_ns[count++] = chunk->first_ns + (int64_t)(k * cell_ns);
    }
    qsort(source->cells_ns, (size_t)count, sizeof *source->cells_ns, compare_ns);
    uint32_t cells = 0;
    for (uint64_t i = 0; i < count; i++)
        if (cells == 0 || source->cells_ns[i] - source->cells_ns[cells - 1] >= CELL_NS)
            source->cells_ns[cells++] = source->cells_ns[i];
    source->cell_count = cells;
    return US_OK;
}

/* Notes what a frame has. The first frames are enough, because trackers exist as long as the
 * session. */
static void note_frame(struct us_recording *recording, const struct us_session_frame *frame,
                       uint32_t frames)
{
    if (frame->head.is_recorded)
        for (unsigned i = 0; i < US_POSE_CURVES; i++)
            recording->curves[US_CURVE_CAMERA + i].key_count = frames;
    for (unsigned hand = 0; hand < US_HAND_COUNT; hand++) {
        if (!frame->hands[hand].is_recorded)
            continue;
        recording->curves[US_CURVE_TRACKED + hand].key_count = frames;
        recording->curves[US_CURVE_PINCHING + hand].key_count = frames;
        unsigned first = us_recording_joint_curve((enum us_hand)hand, US_JOINT_WRIST);
        for (unsigned i = 0; i < (US_JOINT_COUNT - 1) * US_POSE_CURVES; i++)
            recording->curves[first + i].key_count = frames;
    }
    if (frame->gaze.is_recorded)
        for (unsigned i = 0; i < US_RAY_CURVES; i++)
            recording->curves[US_CURVE_GAZE + i].key_count = frames;
}

/* Whether it has any value of a controller. */
static bool has_controllers(const struct us_session_frame *frame)
{
    for (unsigned hand = 0; hand < US_SESSION_HANDS; hand++)
        for (unsigned i = 0; i < US_SESSION_POSES; i++)
            if (frame->poses[hand][i].is_recorded)
                return true;
    return false;
}

static enum us_result add_marker(struct session_source *source,
                                 const struct us_session_marker *marker, struct us_error *error)
{
    struct us_recording *recording = &source->recording;
    if (recording->marker_count == US_MARKERS_MOST)
        return us_result_fail(error, US_ERROR_COUNT, US_NO_BYTE, NULL,
                              "the recording has more than %d markers, which is too many to play; "
                              "record it again with fewer",
                              US_MARKERS_MOST);
    const size_t length = strlen(marker->name);
    char *name = us_bytes_text(marker->name, length);
    if (name == NULL || !US_GROW(recording->markers, recording->marker_count)) {
        free(name);
        return us_result_no_memory(error);
    }
    const double time_s = us_session_seconds_between(source->origin_ns, marker->time_ns);
    recording->markers[recording->marker_count++] =
        (struct us_marker){(float)time_s, name, (uint32_t)length};
    return US_OK;
}

static enum us_result take_marker(void *data, const struct us_session_message *message,
                                  bool *out_done, struct us_error *error)
{
    (void)out_done;
    return add_marker(data, &message->of.marker, error);
}

/* Reads the chunks that have markers. */
static enum us_result read_markers(struct session_source *source, struct us_error *error)
{
    const struct us_session_summary *summary = us_session_reader_summary(source->reader);
    source->recording.layout.has_markers = true;
    if (summary->counts[US_SESSION_TOPIC_MARKER] == 0)
        return US_OK;
    us_session_reader_seek_topic(source->reader, US_SESSION_TOPIC_MARKER);
    return read_on(source, take_marker, source, error);
}

/* Moves recording time 0 from the first frame to the first one that the app waited for with the
 * focus, if that comes soon enough. */
static enum us_result take_origin(void *data, const struct us_session_message *message,
                                  bool *out_done, struct us_error *error)
{
    struct session_source *source = data;
    (void)error;
    *out_done = message->time_ns > source->origin_ns + FOCUS_NS;
    if (*out_done || message->topic != US_SESSION_TOPIC_FRAME ||
        message->of.frame.session_state != SESSION_STATE_FOCUSED)
        return US_OK;
    source->origin_ns = message->time_ns;
    *out_done = true;
    return US_OK;
}

static bool is_placed(const struct us_session_location *space)
{
    return space->is_recorded &&
           us_session_is_placed(us_session_playable(space->flags, &space->pose, &space->linear_m_s,
                                                    &space->angular_rad_s));
}

static void note_spaces(struct us_recorded_spaces *spaces, const struct us_session_frame *frame)
{
    const struct us_session_location *floor = &frame->spaces[US_SESSION_SPACE_LOCAL_FLOOR];
    const struct us_session_location *stage = &frame->spaces[US_SESSION_SPACE_STAGE];
    spaces->has_local_floor = is_placed(floor);
    spaces->has_stage = is_placed(stage);
    spaces->T_local_floor = floor->pose;
    spaces->T_local_stage = stage->pose;
}

/* How long from the beginning the facts are looked for that hold for the whole session: no app can
 * be told what a driven one brings later. */
static int64_t first_facts_ns(const struct session_source *source, int64_t usual_ns)
{
    return us_session_reader_summary(source->reader)->info.is_driven ? 0 : usual_ns;
}

/* Finds what the session recorded from its first frames. */
static void note_first(struct session_source *source, const struct us_session_content *content)
{
    const struct us_session_summary *summary = us_session_reader_summary(source->reader);
    const int64_t most_ns = first_facts_ns(source, INT64_MAX);
    uint64_t frames = summary->counts[US_SESSION_TOPIC_FRAME];
    uint32_t keys = frames > UINT32_MAX ? UINT32_MAX : frames > 0 ? (uint32_t)frames : 1;
    source->origin_ns = content->frames[0].time_ns;
    note_spaces(&source->spaces, &content->frames[0]);
    source->recording.has_controllers = summary->components.count > 0;
    for (uint32_t i = 0; i < content->frame_count; i++) {
        if (content->frames[i].time_ns - source->origin_ns > most_ns)
            break;
        note_frame(&source->recording, &content->frames[i], keys);
        source->recording.has_controllers |= has_controllers(&content->frames[i]);
    }
}

/* Finds the times of the first and the last frame, and what the session recorded. */
static enum us_result measure(struct session_source *source, struct us_error *error)
{
    const struct us_session_summary *summary = us_session_reader_summary(source->reader);
    struct us_session_content content;
    source->last_ns = INT64_MAX;
    if (source->cell_count == 0) /* the reader opens no file without a chunk */
        return us_result_fail(error, US_ERROR_NOTHING, US_NO_BYTE, NULL,
                              "the session holds no message");
    enum us_result result =
        read_content(source, source->cells_ns[0], end_of(source, 0), &content, error);
    if (result == US_OK && content.frame_count > 0)
        note_first(source, &content);
    else if (result == US_OK)
        result = us_result_fail(error, US_ERROR_NOTHING, US_NO_BYTE, NULL,
                                "the session holds no frame to play: its app never waited for one, "
                                "and never asked where anything is. 'understudy info' shows what "
                                "it holds");
    us_session_content_finish(&content);
    if (result == US_OK)
        result = read_all(source, take_origin, source, error);
    if (result != US_OK)
        return result;
    result = read_content(source, summary->last_ns, INT64_MAX, &content, error);
    if (result == US_OK)
        source->last_ns = content.frame_count > 0 ? content.frames[content.frame_count - 1].time_ns
                                                  : source->origin_ns;
    us_session_content_finish(&content);
    return result;
}

static void note_profiles(struct session_source *source, const struct us_session_input *input)
{
    const struct us_session_components *table =
        &us_session_reader_summary(source->reader)->components;
    for (unsigned hand = 0; hand < US_HAND_COUNT; hand++) {
        const char *path = us_session_profile_path(table, input->profiles[hand]);
        if (source->profiles[hand] == NULL && path[0] != '\0')
            source->profiles[hand] = path;
    }
}

/* Takes the inputs until each hand has a profile. */
static enum us_result take_profiles(void *data, const struct us_session_message *message,
                                    bool *out_done, struct us_error *error)
{
    struct session_source *source = data;
    (void)error;
    *out_done = message->time_ns > source->origin_ns + first_facts_ns(source, PROFILE_NS);
    if (*out_done || message->topic != US_SESSION_TOPIC_INPUT)
        return US_OK;
    note_profiles(source, &message->of.input);
    *out_done = source->profiles[US_HAND_LEFT] != NULL && source->profiles[US_HAND_RIGHT] != NULL;
    return US_OK;
}

static unsigned find_recorded(const struct us_recording *recording)
{
    return (us_recording_has_head(recording) ? US_SESSION_PART_HEAD : 0u) |
           (us_recording_has_hand(recording, US_HAND_LEFT) ? US_SESSION_PART_LEFT : 0u) |
           (us_recording_has_hand(recording, US_HAND_RIGHT) ? US_SESSION_PART_RIGHT : 0u) |
           (us_recording_has_gaze(recording) ? US_SESSION_PART_GAZE : 0u) |
           (recording->has_controllers ? US_SESSION_PART_CONTROLLERS : 0u);
}

/* Takes messages until everything that was recorded was shown. */
static enum us_result take_parts(void *data, const struct us_session_message *message,
                                 bool *out_done, struct us_error *error)
{
    struct session_source *source = data;
    (void)error;
    source->seen |= us_session_parts_of(message);
    source->looked_through += message->topic == US_SESSION_TOPIC_FRAME;
    if (source->looked_through > LOOK_FRAMES)
        source->seen = US_SESSION_PART_ALL;
    *out_done = (source->recorded & ~source->seen) == 0;
    return US_OK;
}

/* No app can be told what a driven session brings later. */
static enum us_result look_for_parts(struct session_source *source, struct us_error *error)
{
    if (us_session_reader_summary(source->reader)->info.is_driven)
        return US_OK;
    source->recorded = find_recorded(&source->recording);
    return read_all(source, take_parts, source, error);
}

static void fill_recording(struct session_source *source)
{
    struct us_recording *recording = &source->recording;
    const struct us_session_summary *summary = us_session_reader_summary(source->reader);
    recording->is_session = true;
    recording->layout.has_camera = recording->layout.has_hands = recording->layout.has_gaze = true;
    recording->file_size = source->file.size;
    recording->first_key_s = 0.0;
    recording->last_key_s = us_session_seconds_between(source->origin_ns, source->last_ns);
    recording->key_count = summary->counts[US_SESSION_TOPIC_FRAME];
}

static enum us_result prepare(struct session_source *source, struct us_error *error)
{
    enum us_result result = us_session_reader_open(&source->file, &source->reader, error);
    if (result == US_OK)
        result = lay_cells(source, error);
    if (result == US_OK)
        result = measure(source, error);
    if (result == US_OK)
        result = read_markers(source, error);
    if (result == US_OK)
        result =
            us_session_changes_read(source->reader, source->origin_ns, &source->changes, error);
    if (result == US_OK)
        result = read_all(source, take_profiles, source, error);
    if (result == US_OK)
        fill_recording(source);
    if (result == US_OK)
        result = look_for_parts(source, error);
    return result;
}

enum us_result us_session_source_create(struct us_file *file, struct us_block_source **out_source,
                                        struct us_error *error)
{
    *out_source = NULL;
    struct session_source *source = calloc(1, sizeof *source);
    if (source == NULL) {
        us_file_close(file);
        return us_result_no_memory(error);
    }
    source->base.ops = &session_source_ops;
    source->file = *file;
    *file = (struct us_file){.descriptor = -1};
    enum us_result result = prepare(source, error);
    if (result != US_OK) {
        destroy(&source->base);
        return result;
    }
    *out_source = &source->base;
    return US_OK;
}

void us_session_source_tell(const struct us_block_source *base, struct us_loaded_recording *out)
{
    const struct session_source *source = const_session_source(base);
    out->session = us_session_reader_summary(source->reader);
    out->session_origin_ns = source->origin_ns;
    out->is_driven = out->session->info.is_driven;
    out->session_spaces = source->spaces;
    out->session_changes = &source->changes;
    out->session_unseen = source->recorded & ~source->seen;
    for (unsigned hand = 0; hand < US_HAND_COUNT; hand++)
        out->profiles[hand] = source->profiles[hand];
}
