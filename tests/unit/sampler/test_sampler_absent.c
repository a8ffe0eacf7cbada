/* SPDX-License-Identifier: MIT */
/* Hazard: poses made up, or left as they were, where a recording that is read while it plays has no
 * block at all: here its keys are found to be unsorted, and then it cannot be read any more. Or a
 * pinch that is looked for in the wrong block. */
#include "support.h"

#include "core/sampler/block.h"
#include "core/sampler/sampler.h"

enum { CELLS = 10 };

/* A source with ten cells of 10 s. All blocks can be made; or the first one, and the next one finds
 * unsorted keys. */
struct cells {
    struct us_block_source base;
    struct us_recording recording;
    struct us_block block; /* the first */
    bool works;            /* all blocks can be made: then each is `block` */
    unsigned starts;
    bool sorted;
};

static unsigned destroyed;

static const struct us_recording *get_recording(const struct us_block_source *source)
{
    return &((const struct cells *)source)->recording;
}

static uint32_t count_cells(const struct us_block_source *source)
{
    (void)source;
    return CELLS;
}

static struct us_span find_cell(const struct us_block_source *source, double time_s)
{
    (void)source;
    double cell = fmin(fmax(floor(time_s / 10.0), 0.0), CELLS - 1);
    return (struct us_span){cell > 0.0 ? 10.0 * cell : -INFINITY,
                            cell < CELLS - 1 ? 10.0 * (cell + 1.0) : INFINITY};
}

static enum us_result make(struct us_block_source *source, double time_s,
                           struct us_block **out_block, struct us_span *out_span,
                           struct us_error *error)
{
    struct cells *cells = (struct cells *)source;
    *out_block = cells->works ? &cells->block : NULL;
    *out_span = find_cell(source, time_s);
    if (cells->works)
        return US_OK;
    return us_result_fail(error, US_ERROR_FILE, US_NO_BYTE, NULL, "it cannot be read any more");
}

static void fill_frame(const struct us_block *block, double time_s, unsigned parts,
                       struct us_frame_sample *out)
{
    (void)block, (void)time_s, (void)parts;
    out->head.how = US_HOW_EXACT;
}

static void destroy_block(struct us_block *block)
{
    (void)block; /* a part of its source */
    destroyed++;
}

/* The times between which blocks were asked for pinches. */
static struct us_span asked[4];
static unsigned asked_count;

static bool note_pinched(const struct us_block *block, enum us_hand hand, double from_s,
                         double to_s)
{
    (void)block;
    assert_int_equal(hand, US_HAND_RIGHT);
    assert_true(asked_count < 4);
    asked[asked_count++] = (struct us_span){from_s, to_s};
    return to_s == 23.0;
}

static const struct us_block_ops block_ops = {
    .frame = fill_frame, .pinched = note_pinched, .destroy = destroy_block};

static enum us_result start(struct us_block_source *source, double time_s, uint32_t frames,
                            struct us_block **out_block, struct us_span *out_span,
                            struct us_error *error)
{
    struct cells *cells = (struct cells *)source;
    (void)frames;
    if (cells->works)
        return make(source, time_s, out_block, out_span, error);
    if (cells->starts++ == 0) {
        *out_block = &cells->block;
        *out_span = (struct us_span){-INFINITY, 0.5};
        return US_OK;
    }
    enum us_result result = make(source, time_s, out_block, out_span, error);
    return cells->sorted ? result
                         : us_result_fail(error, US_ERROR_UNSORTED, US_NO_BYTE, NULL, "unsorted");
}

static bool sort(struct us_block_source *source, double *out_first_s)
{
    *out_first_s = 0.0;
    ((struct cells *)source)->sorted = true;
    return true;
}

static bool sorts_keys(const struct us_block_source *source)
{
    return ((const struct cells *)source)->sorted;
}

static void destroy_source(struct us_block_source *source)
{
    free(source);
    destroyed++;
}

static const struct us_block_source_ops source_ops = {.recording = get_recording,
                                                      .cell_count = count_cells,
                                                      .cell = find_cell,
                                                      .make = make,
                                                      .calibrate = make,
                                                      .start = start,
                                                      .sort = sort,
                                                      .sorts_keys = sorts_keys,
                                                      .destroy = destroy_source};

static void check_identity(struct us_motion motion)
{
    const struct us_motion identity = {.pose = {{0, 0, 0, 1}, {0, 0, 0}}};
    assert_memory_equal(&motion, &identity, sizeof identity);
}

static bool is_untouched(const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (((const uint8_t *)bytes)[i] != 0x5a)
            return false;
    return true;
}

/* What is asked for is absent, and what is not asked for is left alone. */
static void check_parts(const struct us_sampler *sampler, unsigned parts)
{
    static struct us_frame_sample frame;
    memset(&frame, 0x5a, sizeof frame);
    us_sampler_frame(sampler, 55.0, parts, &frame);
    if (parts & US_SAMPLE_HEAD) {
        assert_int_equal(frame.head.how, US_HOW_ABSENT);
        check_identity(frame.head.motion);
    } else
        assert_true(is_untouched(&frame.head, sizeof frame.head));
    for (unsigned hand = 0; hand < US_HAND_COUNT; hand++) {
        const struct us_hand_sample *got = &frame.hands[hand];
        if (parts & (unsigned)US_SAMPLE_LEFT << hand) {
            assert_int_equal(got->how, US_HOW_ABSENT);
            assert_false(got->tracked || got->pinching || got->inferred || got->has_details);
            for (unsigned i = 0; i < US_JOINT_COUNT; i++)
                check_identity(got->joints[i]);
            assert_int_equal(got->flags[0], 0);
        } else
            assert_true(is_untouched(got, sizeof *got));
        const struct us_controller_sample *controller = &frame.controllers[hand];
        if (parts & (unsigned)US_SAMPLE_LEFT_CONTROLLER << hand) {
            assert_int_equal(controller->how, US_HOW_ABSENT);
            assert_false(controller->poses[0].is_recorded || controller->poses[4].is_active);
        } else
            assert_true(is_untouched(controller, sizeof *controller));
    }
    if (parts & US_SAMPLE_GAZE) {
        assert_int_equal(frame.gaze.how, US_HOW_ABSENT);
        assert_false(frame.gaze.valid || frame.gaze.is_active || frame.gaze.has_pose);
        assert_true(frame.gaze.direction.z == 1.0f && frame.gaze.direction.x == 0.0f);
    } else
        assert_true(is_untouched(&frame.gaze, sizeof frame.gaze));
    if (parts & US_SAMPLE_VIEWS)
        assert_int_equal(frame.views.how, US_HOW_ABSENT);
    else
        assert_true(is_untouched(&frame.views, sizeof frame.views));
}

static struct us_sampler *make_sampler(bool works)
{
    struct cells *cells = calloc(1, sizeof *cells);
    assert_non_null(cells);
    cells->base.ops = &source_ops;
    cells->recording.last_key_s = 100.0;
    cells->block.ops = &block_ops;
    cells->works = works;
    struct us_sampler *sampler;
    assert_int_equal(us_sampler_create_of_source(&cells->base, &sampler, NULL), US_OK);
    us_sampler_set_wait(sampler, true);
    return sampler;
}

TEST(without_a_block_everything_is_absent)
{
    struct us_sampler *sampler = make_sampler(false);
    /* Whoever waits for a time gets no block, and then the first one is gone as well. */
    for (unsigned parts = 0; parts < 256; parts++)
        check_parts(sampler, parts);
    static struct us_input_sample inputs;
    inputs.how = US_HOW_EXACT;
    us_sampler_inputs(sampler, 55.0, &inputs);
    assert_int_equal(inputs.how, US_HOW_ABSENT);
    assert_false(us_sampler_pinched(sampler, US_HAND_LEFT, 54.0, 55.0));
    struct us_error error;
    assert_true(us_sampler_error(sampler, &error));
    assert_int_equal(error.result, US_ERROR_FILE);
    assert_true(us_sampler_sorts_keys(sampler));
    assert_int_equal(us_sampler_late_count(sampler), 256 + 2);
    assert_int_equal(destroyed, 1); /* the first block */
    us_sampler_destroy(sampler);
    assert_int_equal(destroyed, 2); /* the source */
}

/* Blocks are asked one by one, the later one first, each for its own part of the time. */
TEST(pinches_over_the_seam_of_blocks)
{
    static const struct {
        double from_s, to_s;
        bool pinched;
        unsigned count;
        struct us_span spans[2];
    } cases[] = {{21, 25, false, 1, {{21, 25}}},
                 {25, 21, false, 1, {{21, 25}}},
                 {20, 25, false, 1, {{20, 25}}}, /* nothing in front of the seam */
                 {19, 25, false, 2, {{20, 25}, {19, 20}}},
                 {19, 23, true, 1, {{20, 23}}},
                 {25, 25, false, 1, {{25, 25}}}};
    struct us_sampler *sampler = make_sampler(true);
    struct us_frame_sample frame;
    us_sampler_frame(sampler, 15.0, US_SAMPLE_HEAD, &frame);
    assert_int_equal(frame.head.how, US_HOW_EXACT);
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        asked_count = 0;
        assert_int_equal(us_sampler_pinched(sampler, US_HAND_RIGHT, cases[i].from_s, cases[i].to_s),
                         cases[i].pinched);
        assert_int_equal(asked_count, cases[i].count);
        for (unsigned k = 0; k < asked_count; k++) {
            assert_true(asked[k].from_s == cases[i].spans[k].from_s);
            /* The block in front ends just before the seam. */
            double to_s = cases[i].spans[k].to_s;
            assert_true(asked[k].to_s == (k == 0 ? to_s : nextafter(to_s, -INFINITY)));
        }
    }
    assert_int_equal(us_sampler_late_count(sampler), 0);
    assert_false(us_sampler_error(sampler, NULL));
    us_sampler_destroy(sampler);
}

/* A recording in memory has nothing to wait for, and nothing that can fail later. */
TEST(a_recording_in_memory_is_never_late)
{
    static struct us_recording recording; /* without a key */
    struct us_sampler *sampler;
    assert_int_equal(us_sampler_create(&recording, &sampler, NULL), US_OK);
    us_sampler_set_wait(sampler, true);
    check_parts(sampler, 0);
    struct us_error error;
    assert_false(us_sampler_error(sampler, &error));
    assert_false(us_sampler_sorts_keys(sampler));
    assert_int_equal(us_sampler_late_count(sampler), 0);
    assert_null(us_sampler_recording(sampler));
    us_sampler_destroy(sampler);
    us_sampler_destroy(NULL);
}

TESTS_MAIN(without_a_block_everything_is_absent, pinches_over_the_seam_of_blocks,
           a_recording_in_memory_is_never_late)
