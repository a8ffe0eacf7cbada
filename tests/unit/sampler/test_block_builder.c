/* SPDX-License-Identifier: MIT */
/*
 * Hazard: a block that covers too much, so that memory runs out, or too little, so that it forgets
 * the rotation in front of it. What decides that is looked at one step at a time: hence the source
 * itself.
 */
#include "support.h"

#include <unistd.h>

#include "core/sampler/block_builder.c"

/* What a case is made from; its file and its index, and a builder of its blocks. */
static struct animation_file made;
static struct {
    char path[256];
    struct us_file file;
    struct us_curve_index index;
    struct us_block_builder builder;
} scene;

static void scene_init(void)
{
    memset(&scene, 0, sizeof scene);
    uint64_t size;
    uint8_t *bytes = animation_bytes(&made, &size);
    animation_finish(&made);
    save_file("builder", bytes, size, scene.path);
    free(bytes);
    assert_int_equal(us_file_open(scene.path, &scene.file, NULL), US_OK);
    assert_int_equal(us_curve_index_read(&scene.file, &scene.index, NULL), US_OK);
    us_block_builder_init(&scene.builder, &scene.file, &scene.index);
}

static void scene_finish(void)
{
    us_block_builder_finish(&scene.builder);
    us_curve_index_finish(&scene.index);
    us_file_close(&scene.file);
    scratch_remove();
}

/* `count` keys from `first_s` on, `step_s` apart. */
static void add_keys(unsigned curve, unsigned count, double first_s, double step_s)
{
    for (unsigned i = 0; i < count; i++)
        animation_add(&made, curve, first_s + step_s * i, 1.0);
}

TEST(tracks_last_as_long_as_their_curves)
{
    animation_init(&made);
    add_keys(ANIMATION_CAMERA + 2, 2, 3, 4);
    add_keys(ANIMATION_CAMERA + 6, 2, 2, 4);
    add_keys(ANIMATION_TRACKED, 2, 0, 90);          /* a flag is no pose */
    add_keys(animation_joint(0, 0), 2, 0, 90);      /* nor is the joint None */
    add_keys(animation_joint(0, 1), 2, 11, 4);      /* from 11 to 15 */
    add_keys(animation_joint(0, 26) + 6, 2, 12, 5); /* from 12 to 17 */
    add_keys(animation_joint(1, 26) + 6, 1, 20, 0);
    scene_init();
    const struct us_curve_block_tracks *tracks = &scene.builder.tracks;
    const float first_s[] = {2, 11, 20, INFINITY}, last_s[] = {7, 17, 20, -INFINITY};
    for (unsigned t = 0; t < US_FRAME_TABLE_TRACKS; t++)
        assert_true(tracks->first_s[t] == first_s[t] && tracks->last_s[t] == last_s[t]);
    scene_finish();
}

/* A cell holds 512 keys of the longest curve. */
TEST(cells_by_the_longest_curve)
{
    static const struct {
        unsigned keys, cells;
        double step_s;
    } cases[] = {{1, 1, 0.25},    {2, 1, 0.25},    {512, 1, 0.25}, {513, 2, 0.25},
                 {1024, 2, 0.25}, {1025, 3, 0.25}, {1200, 1, 0.0}};
    for (unsigned i = 0; i < 7; i++) {
        animation_init(&made);
        add_keys(ANIMATION_CAMERA, 1, 10, 0);
        add_keys(ANIMATION_PINCHING, cases[i].keys, 10, cases[i].step_s);
        add_keys(ANIMATION_GAZE, 1, 10, 0);
        scene_init();
        double length_s = cases[i].step_s * (cases[i].keys - 1);
        assert_int_equal(scene.builder.cell_count, cases[i].cells);
        assert_true(scene.builder.first_s == 10.0);
        check_near(scene.builder.cell_s, length_s / cases[i].cells, 1e-9, "a cell");
        scene_finish();
    }
}

/* Anywhere in a curve; it is read 292 keys at a time. */
TEST(data_is_looked_for_in_all_keys)
{
    static const struct {
        unsigned key; /* of 700 */
        float value;
        bool is_data;
    } cases[] = {{0, 0.0f, false},      {0, 0.9e-3f, false},  {0, 1.1e-3f, true},
                 {291, -1.1e-3f, true}, {292, 1.1e-3f, true}, {583, 2.0f, true},
                 {584, 2.0f, true},     {699, -2.0f, true},   {699, -0.9e-3f, false}};
    for (unsigned i = 0; i < 18; i++) {
        animation_init(&made);
        made.key_size = i < 9 ? 8 : 28;
        for (unsigned k = 0; k < 700; k++)
            animation_add(&made, 5, k, k == cases[i % 9].key ? (double)cases[i % 9].value : 0.0);
        add_keys(6, 1, 0, 0);
        scene_init();
        assert_int_equal(has_data(&scene.builder, 5), cases[i % 9].is_data);
        assert_false(has_data(&scene.builder, 4)); /* it has no keys */
        /* What cannot be read may hold data. */
        uint64_t end = us_curve_index_key_byte(&scene.index, 5, 699);
        assert_int_equal(truncate(scene.path, (off_t)end), 0);
        us_file_close(&scene.file);
        assert_int_equal(us_file_open(scene.path, &scene.file, NULL), US_OK);
        assert_true(has_data(&scene.builder, 5));
        scene_finish();
    }
}

TEST(data_of_each_rotation)
{
    animation_init(&made);
    /* The last component of poses 0 to 54, but not of every third one; positions of all. */
    for (unsigned pose = 0; pose < 55; pose++) {
        unsigned first = pose == 0 ? ANIMATION_CAMERA : ANIMATION_JOINTS + 7 * (pose - 1);
        assert_int_equal(rotation_of(pose), first + 3);
        for (unsigned i = 0; i < 7; i++)
            animation_add(&made, first + i, 0, i < 3 || (i == 6 && pose % 3 != 2));
    }
    scene_init();
    for (unsigned round = 0; round < 2; round++) {
        for (unsigned pose = 0; pose < 55; pose++) {
            bool is_none = pose == 1 || pose == 28; /* the joint None is not played */
            assert_int_equal(has_data_elsewhere(&scene.builder, pose), pose % 3 != 2 && !is_none);
        }
        /* The second time, nothing is read. */
        assert_int_equal(truncate(scene.path, 100), 0);
    }
    scene_finish();
}

/* Four curves of a rotation in a window: three keys each, the last of them at 5 s. */
struct rotation {
    struct us_curve_index index;
    struct us_block_builder builder;
    uint8_t keys[4][3 * US_KEY_SIZE_SHORT];
};

static void rotation_init(struct rotation *rotation, float value)
{
    memset(rotation, 0, sizeof *rotation);
    rotation->builder.index = &rotation->index;
    for (unsigned i = 0; i < 4; i++) {
        for (unsigned k = 0; k < 3; k++) {
            poke_f32(rotation->keys[i] + 8 * k, 3.0f + (float)k);
            poke_f32(rotation->keys[i] + 8 * k + 4, value);
        }
        rotation->builder.window.recording.curves[3 + i] =
            (struct us_curve){.keys = rotation->keys[i], .key_count = 3, .key_size = 8};
        rotation->index.first_s[3 + i] = 3.0f;
        rotation->index.last_s[3 + i] = 5.0f;
    }
}

TEST(empty_rotations_want_later_keys)
{
    static struct rotation rotation;
    rotation_init(&rotation, 0.9e-3f);
    assert_false(is_empty(&rotation.builder, 3)); /* there are none */
    for (unsigned i = 0; i < 4; i++) {
        rotation_init(&rotation, -0.9e-3f);
        rotation.index.last_s[3 + i] = 5.5f;
        assert_true(is_empty(&rotation.builder, 3));
        for (unsigned k = 0; k < 12; k++) {
            poke_f32(rotation.keys[k / 3] + 8 * (k % 3) + 4, k % 2 ? 1.1e-3f : -1.1e-3f);
            assert_false(is_empty(&rotation.builder, 3));
            poke_f32(rotation.keys[k / 3] + 8 * (k % 3) + 4, 0.0f);
        }
        assert_true(is_empty(&rotation.builder, 3));
        rotation.builder.window.recording.curves[3 + i].key_count = 0;
        assert_false(is_empty(&rotation.builder, 3));
    }
}

TEST(rotations_that_begin_empty_want_earlier_keys)
{
    static struct rotation rotation;
    rotation_init(&rotation, 0.0f);
    assert_false(begins_empty(&rotation.builder, 3)); /* there are none */
    for (unsigned i = 0; i < 4; i++) {
        rotation_init(&rotation, 0.4e-3f); /* together 0.8e-3 */
        rotation.index.first_s[3 + i] = 2.5f;
        assert_true(begins_empty(&rotation.builder, 3));
        for (unsigned c = 0; c < 4; c++) {
            poke_f32(rotation.keys[c] + 8 + 4, 1.0f); /* what comes later does not count */
            assert_true(begins_empty(&rotation.builder, 3));
            poke_f32(rotation.keys[c] + 4, c % 2 ? 0.8e-3f : -0.8e-3f); /* together 1.06e-3 */
            assert_false(begins_empty(&rotation.builder, 3));
            poke_f32(rotation.keys[c] + 4, 0.4e-3f);
        }
        rotation.builder.window.recording.curves[3 + i].key_count = 0;
        assert_false(begins_empty(&rotation.builder, 3));
    }
}

static void assert_span(struct us_span span, double from_s, double to_s)
{
    assert_true(span.from_s == from_s && span.to_s == to_s);
}

TEST(spans_are_halved_around_a_time)
{
    struct us_curve_index index = {.head = {.first_key_s = 2.0, .last_key_s = 102.0}};
    struct us_block_builder builder = {.index = &index};
    struct us_span span = {10, 20};
    assert_true(halve(&builder, 14.9, &span));
    assert_span(span, 10, 15);
    assert_true(halve(&builder, 12.5, &span));
    assert_span(span, 12.5, 15);
    /* Without an end, the recording's end counts. */
    span = (struct us_span){-INFINITY, INFINITY};
    assert_true(halve(&builder, 60, &span));
    assert_span(span, 52, INFINITY);
    assert_true(halve(&builder, 60, &span));
    assert_span(span, 52, 77);
    span = (struct us_span){-INFINITY, 12};
    assert_true(halve(&builder, 3, &span));
    assert_span(span, -INFINITY, 7);
    /* Neighbouring numbers have no middle; it rounds to the one or to the other. */
    double a_s = 16.0, b_s = nextafter(a_s, 99), c_s = nextafter(b_s, 99);
    const struct us_span shortest[] = {{a_s, b_s}, {b_s, c_s}, {a_s, a_s}, {c_s, a_s}};
    for (unsigned i = 0; i < 4; i++) {
        span = shortest[i];
        assert_false(halve(&builder, span.from_s, &span));
        assert_span(span, shortest[i].from_s, shortest[i].to_s);
    }
}

/* 2.8 MB of keys in 100 s, of which 2 MB may stay. */
TEST(spans_are_cut_to_what_memory_holds)
{
    const struct us_span all = {-INFINITY, INFINITY};
    bool shorter;
    animation_init(&made);
    made.key_size = 28;
    add_keys(ANIMATION_CAMERA, 100000, 1, 0.0009765625);
    scene_init();
    double last_s = scene.index.head.last_key_s;
    const double times_s[] = {1.0, 50.0, last_s};
    for (unsigned i = 0; i < 3; i++) {
        struct us_span span = all;
        assert_int_equal(cut(&scene.builder, times_s[i], &span, &shorter, NULL), US_OK);
        assert_true(shorter);
        assert_true((span.from_s == -INFINITY) == (i == 0));
        assert_true((span.to_s == INFINITY) == (i > 0));
        assert_true(times_s[i] >= span.from_s && times_s[i] < span.to_s);
        double seconds = fmin(span.to_s, last_s) - fmax(span.from_s, 1.0);
        assert_true(seconds * 1024 * 28 <= CUT_LIMIT_BYTES && seconds > 10.0);
    }
    struct us_span span = {-INFINITY, 20};
    assert_int_equal(cut(&scene.builder, 10, &span, &shorter, NULL), US_OK);
    assert_false(shorter);
    assert_span(span, -INFINITY, 20);
    span = (struct us_span){60, INFINITY};
    assert_int_equal(cut(&scene.builder, 70, &span, &shorter, NULL), US_OK);
    assert_false(shorter);
    assert_span(span, 60, INFINITY);
    assert_int_equal(truncate(scene.path, 5000), 0);
    span = all;
    assert_int_equal(cut(&scene.builder, 50, &span, &shorter, NULL), US_ERROR_FILE);
    assert_false(shorter);
    scene_finish();
}

/* Rows that are `excess` times as large as they may be. */
static bool halve_rows(double excess, double time_s, struct us_span *span)
{
    static uint8_t keys[10 * US_KEY_SIZE_SHORT]; /* 10 rows of 8 floats: 320 bytes */
    static struct us_recording recording;
    struct us_curve_index index = {.head = {.first_key_s = 0.0, .last_key_s = 64.0}};
    struct us_block_builder builder = {.index = &index};
    struct us_curve_block_options options = {.limit_bytes = (uint64_t)(320 / excess)};
    struct us_block *block;
    for (unsigned i = 0; i < 10; i++)
        poke_f32(keys + 8 * i, (float)i);
    recording.curves[0] = (struct us_curve){.keys = keys, .key_count = 10, .key_size = 8};
    assert_int_equal(us_curve_block_create(&recording, &options, &block, NULL), US_OK);
    bool halved = halve_to_rows(&builder, block, time_s, span);
    us_block_destroy(block);
    return halved;
}

TEST(spans_are_halved_until_their_rows_fit)
{
    static const struct {
        double excess, length_s;
    } cases[] = {{0.5, 64}, {1.0, 64}, {1.03125, 32}, {1.25, 32},
                 {2.5, 16}, {10.0, 4}, {16.0, 4},     {17.0, 64}};
    for (unsigned i = 0; i < 8; i++) {
        struct us_span span = {0, 64};
        assert_int_equal(halve_rows(cases[i].excess, 1.0, &span), cases[i].length_s < 64);
        assert_span(span, 0, cases[i].length_s);
    }
    /* What is too short stays: then it has not become smaller. */
    struct us_span shortest = {16, nextafter(16, 99)};
    assert_false(halve_rows(2.5, 16, &shortest));
}

TEST(the_first_block_is_shorter_than_a_cell)
{
    struct us_block *block;
    struct us_span span;
    animation_init(&made);
    add_keys(ANIMATION_CAMERA, 2048, 8, 0.015625); /* 4 cells, 31.984375 s in all */
    scene_init();
    double cell_s = 2047 * 0.015625 / 4;
    assert_int_equal(us_block_builder_start(&scene.builder, 9, 128, &block, &span, NULL), US_OK);
    us_block_destroy(block);
    assert_span(span, 9, 9 + cell_s / 4);
    /* From the first key, it has all times before it as well. */
    assert_int_equal(us_block_builder_start(&scene.builder, 8, 128, &block, &span, NULL), US_OK);
    us_block_destroy(block);
    assert_span(span, -INFINITY, 8 + cell_s / 4);
    /* No farther than its cell, which begins at the first key or in front of it. */
    assert_int_equal(us_block_builder_start(&scene.builder, 15, 128, &block, &span, NULL), US_OK);
    us_block_destroy(block);
    assert_span(span, 15, 8 + cell_s);
    assert_int_equal(us_block_builder_start(&scene.builder, 9, 5000, &block, &span, NULL), US_OK);
    us_block_destroy(block);
    assert_span(span, 9, 8 + cell_s);
    scene_finish();
    /* All keys at one time: all there is. */
    animation_init(&made);
    add_keys(ANIMATION_CAMERA, 30, 8, 0);
    scene_init();
    assert_int_equal(us_block_builder_start(&scene.builder, 8, 26, &block, &span, NULL), US_OK);
    us_block_destroy(block);
    assert_span(span, -INFINITY, INFINITY);
    scene_finish();
}

TEST(cells_are_halved_as_often_as_blocks_are_short)
{
    struct us_curve_index index = {.head = {.first_key_s = 10.0, .last_key_s = 74.0}};
    struct us_block_builder builder = {.index = &index, .cell_s = 16.0, .cell_count = 4};
    assert_int_equal(halvings_to(&builder, (struct us_span){-INFINITY, 26}), 0);
    assert_int_equal(halvings_to(&builder, (struct us_span){-INFINITY, 14}), 2);
    assert_int_equal(halvings_to(&builder, (struct us_span){-INFINITY, 13.9}), 3);
    assert_int_equal(halvings_to(&builder, (struct us_span){12, 13}), 4);
    assert_int_equal(halvings_to(&builder, (struct us_span){66, INFINITY}), 1);
    /* Never more than 2^30 cells. */
    builder.cell_count = 1 << 28;
    assert_int_equal(halvings_to(&builder, (struct us_span){12, 13}), 2);
    builder.cell_count = (1 << 28) + 1;
    assert_int_equal(halvings_to(&builder, (struct us_span){12, 13}), 1);
    builder.cell_count = 1 << 30;
    assert_int_equal(halvings_to(&builder, (struct us_span){12, 13}), 0);
}

/* Seven curves whose times differ, and a hand: 3584 rows of 864 bytes in a cell are 2.4 times what
 * may be. Cells then become a quarter as long. */
TEST(cells_become_as_short_as_the_first_block)
{
    struct us_block *block;
    struct us_span span;
    animation_init(&made);
    for (unsigned i = 0; i < 7; i++)
        add_keys(ANIMATION_CAMERA + i, 2048, 8 + 0.001953125 * i, 0.015625);
    add_keys(animation_joint(0, 1), 2, 8, 1);
    scene_init();
    double cell_s = scene.builder.cell_s, first_s = scene.builder.first_s;
    assert_int_equal(scene.builder.cell_count, 4);
    assert_int_equal(us_block_builder_calibrate(&scene.builder, 8, &block, &span, NULL), US_OK);
    assert_int_equal(scene.builder.cell_count, 16);
    assert_true(scene.builder.cell_s == cell_s / 4);
    assert_span(span, -INFINITY, first_s + cell_s / 4);
    assert_true(us_curve_block_excess(block) <= 1.0f);
    us_block_destroy(block);
    assert_int_equal(us_block_builder_make(&scene.builder, 20, &block, &span, NULL), US_OK);
    struct us_span cell = us_block_builder_cell(&scene.builder, 20);
    assert_span(span, cell.from_s, cell.to_s);
    assert_true(us_curve_block_excess(block) <= 1.0f);
    us_block_destroy(block);
    /* A file that cannot be read is an error, and no block. */
    assert_int_equal(truncate(scene.path, 5000), 0);
    assert_int_equal(us_block_builder_calibrate(&scene.builder, 30, &block, &span, NULL),
                     US_ERROR_FILE);
    assert_null(block);
    assert_int_equal(scene.builder.cell_count, 16);
    scene_finish();
    /* Without the hand all of it fits. */
    animation_init(&made);
    for (unsigned i = 0; i < 7; i++)
        add_keys(ANIMATION_CAMERA + i, 2048, 8 + 0.001953125 * i, 0.015625);
    scene_init();
    assert_int_equal(us_block_builder_calibrate(&scene.builder, 8, &block, &span, NULL), US_OK);
    assert_int_equal(scene.builder.cell_count, 4);
    assert_span(span, -INFINITY, first_s + cell_s);
    us_block_destroy(block);
    scene_finish();
}

/* A window of 6.4 MB is too large; half a minute without keys follows. */
TEST(dense_cells_are_cut)
{
    struct us_block *block;
    struct us_span span;
    animation_init(&made);
    made.key_size = 28;
    add_keys(ANIMATION_CAMERA, 230000, 0, 1.0 / 1048576);
    add_keys(ANIMATION_CAMERA, 1, 30000, 0);
    scene_init();
    assert_int_equal(us_block_builder_make(&scene.builder, 0.125, &block, &span, NULL), US_OK);
    assert_non_null(block);
    assert_true(span.from_s <= 0.125 && span.to_s > 0.125 && span.to_s < 0.22);
    double seconds = span.to_s - fmax(span.from_s, 0.0);
    assert_true(seconds * 1048576 * 28 <= CUT_LIMIT_BYTES);
    us_block_destroy(block);
    scene_finish();
}

/* A span is halved for its rows once, by what all of it holds: where the keys are denser than
 * that, the block does without rows. */
TEST(dense_keys_do_without_rows)
{
    struct us_block *block;
    struct us_span span;
    animation_init(&made);
    for (unsigned i = 0; i < 7; i++) {
        double offset_s = 0.0001220703125 * i;
        add_keys(ANIMATION_CAMERA + i, 448, offset_s, 0.001953125); /* until 0.9 s */
        add_keys(ANIMATION_CAMERA + i, 64, 1 + offset_s, 0.25);     /* until 16.8 s */
    }
    add_keys(animation_joint(0, 1), 2, 0, 1);
    scene_init();
    assert_int_equal(scene.builder.cell_count, 1);
    assert_int_equal(us_block_builder_make(&scene.builder, 0, &block, &span, NULL), US_OK);
    assert_span(span, -INFINITY, scene.index.head.last_key_s / 4);
    assert_true(us_curve_block_excess(block) > 1.0f);
    us_block_destroy(block);
    scene_finish();
}

/* Blocks as long as their cells leave the cells as they are, however their borders are rounded. */
TEST(cells_that_fit_stay)
{
    for (unsigned i = 0; i < 12; i++) {
        struct us_block *block;
        struct us_span span;
        animation_init(&made);
        add_keys(ANIMATION_CAMERA, 1100, 0.1 * i + 0.7, 0.01 + 0.001 * i);
        scene_init();
        for (unsigned cell = 0; cell < 3; cell++) {
            double time_s = scene.builder.first_s + (0.5 + cell) * scene.builder.cell_s;
            assert_int_equal(
                us_block_builder_calibrate(&scene.builder, time_s, &block, &span, NULL), US_OK);
            us_block_destroy(block);
            assert_int_equal(scene.builder.cell_count, 3);
        }
        scene_finish();
    }
}

TESTS_MAIN(tracks_last_as_long_as_their_curves, cells_by_the_longest_curve,
           data_is_looked_for_in_all_keys, data_of_each_rotation, empty_rotations_want_later_keys,
           rotations_that_begin_empty_want_earlier_keys, spans_are_halved_around_a_time,
           spans_are_cut_to_what_memory_holds, spans_are_halved_until_their_rows_fit,
           the_first_block_is_shorter_than_a_cell, cells_are_halved_as_often_as_blocks_are_short,
           cells_become_as_short_as_the_first_block, dense_cells_are_cut,
           dense_keys_do_without_rows, cells_that_fit_stay)
