/* SPDX-License-Identifier: MIT */
/*
 * Hazard: memory runs out, and the file is reported as damaged, or what was taken is not given
 * back. Memory runs out at each allocation of an operation in turn; each mutex and condition fails
 * once.
 */
#include "support.h"

#include <errno.h>
#include <pthread.h>

#include "core/inspect/inspect.h"
#include "core/keys/key_source.h"
#include "core/keys/key_window.h"
#include "core/repair/repair.h"
#include "core/sampler/block_builder.h"
#include "core/sampler/stream.h"
#include "counting.h"

enum { MOST_ALLOCATIONS = 2000, DENSE_KEYS = 160000 };

int __real_pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes);
int __wrap_pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes);
int __real_pthread_mutex_destroy(pthread_mutex_t *mutex);
int __wrap_pthread_mutex_destroy(pthread_mutex_t *mutex);
int __real_pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *attributes);
int __wrap_pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *attributes);
int __real_pthread_cond_destroy(pthread_cond_t *condition);
int __wrap_pthread_cond_destroy(pthread_cond_t *condition);

/* How many mutexes and conditions there are, and which call to make one fails (from 1; 0: none). */
static unsigned sync_calls, sync_fails_at;
static int sync_alive;

static int made(int result)
{
    sync_alive += result == 0;
    return result;
}

int __wrap_pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes)
{
    return made(++sync_calls == sync_fails_at ? ENOMEM
                                              : __real_pthread_mutex_init(mutex, attributes));
}

int __wrap_pthread_mutex_destroy(pthread_mutex_t *mutex)
{
    sync_alive--;
    return __real_pthread_mutex_destroy(mutex);
}

int __wrap_pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *attributes)
{
    return made(++sync_calls == sync_fails_at ? ENOMEM
                                              : __real_pthread_cond_init(condition, attributes));
}

int __wrap_pthread_cond_destroy(pthread_cond_t *condition)
{
    sync_alive--;
    return __real_pthread_cond_destroy(condition);
}

/* A small file in memory, and its index. */
struct opened {
    uint8_t *bytes;
    uint64_t size;
    struct us_file file;
    struct us_curve_index index;
};

/* The camera's sign changes at its third key, its fourth key has no data, and a joint lost its W.
 */
static void open_small(struct opened *opened)
{
    struct animation_file file;
    struct us_error error;
    animation_init(&file);
    animation_fill_small(&file, true);
    static const double turned[4] = {0.0, -0.6, 0.0, -0.8}, none[4] = {0.0}, at[3] = {0.0};
    animation_add_pose(&file, ANIMATION_CAMERA, 2.0, turned, at);
    animation_add_pose(&file, ANIMATION_CAMERA, 3.0, none, at);
    unsigned thumb = animation_joint(1, 6);
    for (unsigned k = 0; k < 3; k++)
        animation_add_pose(&file, thumb, k, turned, at);
    file.curves[thumb + 6].count = 1;
    opened->bytes = animation_bytes(&file, &opened->size);
    animation_finish(&file);
    opened->file = us_file_in_memory(opened->bytes, opened->size);
    assert_int_equal(us_curve_index_read(&opened->file, &opened->index, &error), US_OK);
}

static void close_small(struct opened *opened)
{
    us_curve_index_finish(&opened->index);
    us_file_close(&opened->file);
    free(opened->bytes);
}

static enum us_result load_window(struct opened *opened, struct us_error *error)
{
    struct us_key_window window = {0};
    bool too_dense;
    enum us_result result = us_key_window_load(&window, &opened->file, &opened->index, -1.0, 100.0,
                                               1 << 20, &too_dense, error);
    assert_false(too_dense);
    us_key_window_finish(&window);
    return result;
}

static enum us_result open_stream(struct opened *opened, struct us_error *error)
{
    struct us_file file = us_file_in_memory(opened->bytes, opened->size);
    struct us_curve_index index;
    struct us_block_source *source;
    struct us_stream *stream;
    enum us_result result = us_curve_index_read(&file, &index, error);
    if (result == US_OK)
        result = us_curve_source_create(&file, &index, &source, error);
    if (result == US_OK)
        result = us_stream_create(source, &stream, error);
    if (result == US_OK)
        us_stream_destroy(stream);
    return result;
}

static enum us_result decode_and_repair(struct opened *opened, struct us_error *error)
{
    uint8_t *copy = malloc((size_t)opened->size);
    struct us_recording recording;
    struct us_repair_report report = {0};
    if (copy == NULL)
        return us_result_fail(error, US_ERROR_MEMORY, US_NO_BYTE, NULL, "out of memory");
    memcpy(copy, opened->bytes, (size_t)opened->size);
    enum us_result result = us_recording_decode(copy, opened->size, &recording, error);
    if (result != US_OK) {
        free(copy);
        return result;
    }
    result = us_repair(&recording, &report, error);
    us_repair_report_finish(&report);
    us_recording_finish(&recording);
    return result;
}

static enum us_result inspect(struct opened *opened, struct us_error *error)
{
    struct us_repair_report report;
    struct us_inspect_facts facts;
    enum us_result result =
        us_inspect_run(&opened->file, &opened->index, NULL, NULL, &report, &facts, error);
    us_repair_report_finish(&report);
    return result;
}

/* So many keys in a millisecond that a block must be cut out of it. */
static void open_dense(struct opened *opened)
{
    struct animation_file file;
    animation_init(&file);
    for (unsigned c = 0; c < 7; c++) {
        animation_add(&file, ANIMATION_CAMERA + c, 0.0, 0.5);
        for (unsigned k = 0; k < DENSE_KEYS; k++)
            animation_add(&file, ANIMATION_CAMERA + c, 1.0 + 1e-3 * k / DENSE_KEYS, 0.5);
        animation_add(&file, ANIMATION_CAMERA + c, 1000.0, 0.5);
    }
    opened->bytes = animation_bytes(&file, &opened->size);
    opened->file = us_file_in_memory(opened->bytes, opened->size);
    assert_int_equal(us_curve_index_read(&opened->file, &opened->index, NULL), US_OK);
    animation_finish(&file);
}

static enum us_result build_block(struct opened *opened, struct us_error *error)
{
    struct us_block_builder builder;
    struct us_block *block = NULL;
    struct us_span span;
    us_block_builder_init(&builder, &opened->file, &opened->index);
    enum us_result result = us_block_builder_make(&builder, 1.0005, &block, &span, error);
    us_block_destroy(block);
    us_block_builder_finish(&builder);
    return result;
}

typedef enum us_result operation_func_t(struct opened *opened, struct us_error *error);

static void check_allocations_of(void (*open)(struct opened *opened), operation_func_t *operation,
                                 const char *name)
{
    struct opened opened;
    open(&opened);
    enum us_result result = US_ERROR_MEMORY;
    unsigned failed = 0;
    for (unsigned n = 1; result != US_OK && n < MOST_ALLOCATIONS; n++) {
        struct us_error error = {0};
        counting_reset();
        counting.fails_from = n;
        result = operation(&opened, &error);
        counting_reset();
        if (result == US_OK)
            break;
        failed++;
        if (result != US_ERROR_MEMORY || strstr(error.text, "out of memory") == NULL ||
            error.byte != US_NO_BYTE)
            fail_msg("%s, allocation %u: result %d, \"%s\"", name, n, (int)result, error.text);
    }
    close_small(&opened);
    if (result != US_OK || failed == 0)
        fail_msg("%s: %u allocations failed, and then the result is %d", name, failed, (int)result);
}

static void check_every_allocation(operation_func_t *operation, const char *name)
{
    check_allocations_of(open_small, operation, name);
}

TEST(a_dense_block_says_that_memory_ran_out)
{
    check_allocations_of(open_dense, build_block, "us_block_builder_make");
}

/* The window has read enough of the keys to know that there are too many. Cutting the span then
 * looks at the last curve, which is no longer in the file. */
TEST(a_dense_block_says_that_the_file_became_shorter)
{
    struct opened opened;
    struct us_error error = {0};
    open_dense(&opened);
    assert_int_equal(build_block(&opened, &error), US_OK);
    uint64_t last_curve = us_curve_index_key_byte(&opened.index, ANIMATION_CAMERA + 6, 0);
    opened.file = us_file_in_memory(opened.bytes, last_curve + 8);
    enum us_result result = build_block(&opened, &error);
    if (result != US_ERROR_FILE || strstr(error.text, "became shorter") == NULL ||
        error.byte < last_curve)
        fail_msg("result %d, byte %llu, \"%s\"", (int)result, (unsigned long long)error.byte,
                 error.text);
    close_small(&opened);
}

TEST(a_window_says_that_memory_ran_out)
{
    check_every_allocation(load_window, "us_key_window_load");
}

TEST(a_stream_says_that_memory_ran_out)
{
    check_every_allocation(open_stream, "us_stream_create");
}

TEST(repair_says_that_memory_ran_out)
{
    check_every_allocation(decode_and_repair, "us_recording_decode and us_repair");
}

TEST(inspection_says_that_memory_ran_out)
{
    check_every_allocation(inspect, "us_inspect_run");
}

TEST(a_stream_that_fails_half_way_destroys_what_it_made)
{
    struct opened opened;
    struct us_error error;
    open_small(&opened);
    sync_calls = sync_fails_at = 0;
    assert_int_equal(open_stream(&opened, &error), US_OK);
    unsigned calls = sync_calls;
    assert_true(calls >= 4);
    assert_int_equal(sync_alive, 0);
    for (unsigned n = 1; n <= calls; n++) {
        sync_calls = 0;
        sync_fails_at = n;
        assert_int_equal(open_stream(&opened, &error), US_ERROR_MEMORY);
        if (sync_alive != 0)
            fail_msg("call %u of %u failed, and %d mutexes and conditions are left", n, calls,
                     sync_alive);
    }
    sync_fails_at = 0;
    close_small(&opened);
}

TESTS_MAIN(a_dense_block_says_that_memory_ran_out, a_dense_block_says_that_the_file_became_shorter,
           a_window_says_that_memory_ran_out, a_stream_says_that_memory_ran_out,
           repair_says_that_memory_ran_out, inspection_says_that_memory_ran_out,
           a_stream_that_fails_half_way_destroys_what_it_made)
