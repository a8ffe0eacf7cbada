/* SPDX-License-Identifier: MIT */
/*
 * Hazard: a file whose content makes opening it take long, or much memory. Work is counted, not
 * timed: what is read of the file, how often, and what memory the rows take.
 */
#include "support.h"
#include "sampled.h"

#include <stdatomic.h>

#include "core/sampler/sampler.h"
#include "core/playback/loaded_recording.h"

/* What is read while a recording is opened and asked for six times: so many times its size, and in
 * so many pieces for each of its curves. */
enum { MOST_TIMES_READ = 6, MOST_READS_A_CURVE = 3000 };

static atomic_uint_fast64_t reads, bytes_read, large_bytes;

bool __real_us_file_get(const struct us_file *file, uint64_t offset, void *out, uint64_t count);
bool __wrap_us_file_get(const struct us_file *file, uint64_t offset, void *out, uint64_t count);
void *__real_us_mapping_pages(size_t bytes);
void *__wrap_us_mapping_pages(size_t bytes);

bool __wrap_us_file_get(const struct us_file *file, uint64_t offset, void *out, uint64_t count)
{
    atomic_fetch_add(&reads, 1);
    atomic_fetch_add(&bytes_read, count);
    return __real_us_file_get(file, offset, out, count);
}

void *__wrap_us_mapping_pages(size_t bytes)
{
    atomic_fetch_add(&large_bytes, bytes);
    return __real_us_mapping_pages(bytes);
}

static struct animation_file file; /* of a case */

/* Opens the file and asks for the camera's X at six times. */
static void open_and_ask(const double times_s[6], const double wanted[6])
{
    uint64_t size;
    uint8_t *bytes = animation_bytes(&file, &size);
    animation_finish(&file);
    struct us_file memory = us_file_in_memory(bytes, size);
    struct us_curve_index index;
    struct us_sampler *sampler;
    struct us_error error;
    atomic_store(&reads, 0);
    atomic_store(&bytes_read, 0);
    assert_int_equal(us_curve_index_read(&memory, &index, &error), US_OK);
    unsigned curves = 0;
    for (unsigned i = 0; i < US_CURVE_COUNT; i++)
        curves += index.head.curves[i].key_count > 0;
    if (us_sampler_create_streaming(&memory, &index, &sampler, &error) != US_OK)
        fail_msg("%s", error.text);
    us_sampler_set_wait(sampler, true);
    for (unsigned i = 0; i < 6; i++) {
        struct us_head_sample head;
        us_sampler_head(sampler, times_s[i], &head);
        check_near((double)head.motion.pose.position_m.x, wanted[i], 1e-4, "X");
    }
    assert_false(us_sampler_error(sampler, &error));
    us_sampler_destroy(sampler);
    print_message("%.1f MB: read %.2f times, in %u pieces for each of %u curves\n",
                  (double)size * 1e-6, (double)atomic_load(&bytes_read) / (double)size,
                  (unsigned)(atomic_load(&reads) / curves), curves);
    assert_true(atomic_load(&bytes_read) <= MOST_TIMES_READ * size);
    assert_true(atomic_load(&reads) <= (uint64_t)MOST_READS_A_CURVE * curves);
    free(bytes);
}

static void begin_wide(void)
{
    animation_init(&file);
    file.key_size = 28;
}

/* Of keys at one time the last one counts, however many there are. */
TEST(many_keys_at_one_time)
{
    for (unsigned late = 0; late < 2; late++) {
        begin_wide();
        if (late)
            animation_add(&file, 0, 0, 7);
        for (int i = 0; i < 300000; i++)
            animation_add(&file, 0, late, i % 5);
        animation_add(&file, 0, 101, 4 + 100 - (late ? 0 : -1));
        const double times_s[6] = {-1, late ? 0 : 1, late, late + 10, late + 50, 200};
        const double wanted[6] = {late ? 7 : 4, late ? 7 : 5, 4, 14, 54, late ? 104 : 105};
        open_and_ask(times_s, wanted);
    }
}

/* Nearly all keys lie in a cell that is a small part of the whole. */
TEST(dense_keys_and_one_far_away)
{
    begin_wide();
    enum { DENSE = 400000 };
    for (int i = 0; i < DENSE; i++)
        animation_add(&file, 0, (double)i / DENSE, (double)i / DENSE);
    animation_add(&file, 0, 1e6, 0);
    const double times_s[6] = {0, 0.25, 0.5, 0.75, 0.99, 1e6};
    const double wanted[6] = {0, 0.25, 0.5, 0.75, 0.99, 0};
    open_and_ask(times_s, wanted);
}

/* Each curve has times of its own there, and some have runs of keys at one time. */
TEST(dense_curves_and_one_key_far_away)
{
    begin_wide();
    enum { DENSE = 3000, CURVES = 140 };
    for (unsigned c = 0; c < CURVES; c++) {
        unsigned curve = c == 0 ? 0 : ANIMATION_JOINTS + c;
        for (int i = 0; i < DENSE; i++) {
            double at_s = c % 7 == 3 ? floor(i / 700.0) : (i + c / 1000.0) / DENSE;
            animation_add(&file, curve, at_s, c == 0 ? at_s : 0.5);
        }
        animation_add(&file, curve, 1e6, 0);
    }
    const double times_s[6] = {0, 0.25, 0.5, 0.75, 0.99, 1e6};
    const double wanted[6] = {0, 0.25, 0.5, 0.75, 0.99, 0};
    open_and_ask(times_s, wanted);
}

/* From the smallest times that there are to the largest. */
TEST(keys_on_all_scales)
{
    begin_wide();
    enum { SCALES = 240, DENSE = 2000 };
    for (unsigned c = 0; c < 120; c++) {
        unsigned curve = c == 0 ? 0 : ANIMATION_JOINTS + c;
        for (int i = 0; i < DENSE; i++)
            animation_add(&file, curve, (i + c / 1000.0) * 0x1p-140, 1);
        for (int i = 0; i < SCALES; i++)
            animation_add(&file, curve, ldexp(1, i - 120), 1);
    }
    const double times_s[6] = {0, 0x1p-135, 1e-20, 1, 1e20, 1e36};
    const double wanted[6] = {1, 1, 1, 1, 1, 1};
    open_and_ask(times_s, wanted);
}

/* What has no rotation is looked for no further than there is something else to find. */
TEST(no_rotation_anywhere)
{
    begin_wide();
    enum { KEYS = 5000 };
    for (unsigned joint = 0; joint < 12; joint++)
        for (int i = 0; i < KEYS; i++)
            for (unsigned c = 3; c < 7; c++)
                animation_add(&file, animation_joint(0, joint) + c, i / 60.0, 0);
    animation_add(&file, 0, 0, 0);
    animation_add(&file, 0, 80, 80);
    const double times_s[6] = {0, 1, 20, 40, 60, 80};
    open_and_ask(times_s, times_s);
}

/* The bytes of rows of a recording that repeats, and so is kept whole: the joints' curves have so
 * many keys, one each second, at the same times within each of so many groups. */
static uint64_t loop_rows(unsigned keys, unsigned groups, uint64_t *out_size)
{
    animation_init(&file);
    animation_wrap_all(&file, 2, 2);
    for (unsigned c = 0; c < 378; c++)
        for (unsigned i = 0; i < keys; i++)
            animation_add(&file, ANIMATION_JOINTS + c, i + (double)(c % groups) / groups, 1);
    char path[256];
    uint8_t *bytes = animation_bytes(&file, out_size);
    animation_finish(&file);
    save_file("loop", bytes, *out_size, path);
    free(bytes);
    struct us_loaded_recording take;
    struct us_error error;
    atomic_store(&large_bytes, 0);
    assert_int_equal(us_loaded_recording_open(path, false, &take, &error), US_OK);
    assert_false(take.streams);
    struct us_hand_sample hand;
    hand = sampled_hand(take.sampler, US_HAND_LEFT, 5000.3);
    check_near((double)hand.joints[1].pose.position_m.x, 1, 1e-6, "X");
    us_loaded_recording_close(&take);
    scratch_remove();
    const uint64_t rows = atomic_load(&large_bytes);
    print_message("%.1f MB: %.1f MB of rows\n", (double)*out_size * 1e-6, (double)rows * 1e-6);
    return rows;
}

/* Rows of nearly as many times as there are keys are not kept. Rows of the times that all curves
 * share are, however long the recording is: a float for each of the 7 curves of 26 joints of a
 * hand.
 */
TEST(rows_of_a_loop)
{
    uint64_t size, rows = loop_rows(700, 54, &size);
    assert_true(rows <= 4 * size + (5 << 20));
    rows = loop_rows(3500, 1, &size);
    assert_true(rows >= 3500 * 2 * 26 * 7 * 4 && rows <= 4 * size + (5 << 20));
}

TESTS_MAIN(many_keys_at_one_time, dense_keys_and_one_far_away, dense_curves_and_one_key_far_away,
           keys_on_all_scales, no_rotation_anywhere, rows_of_a_loop)
