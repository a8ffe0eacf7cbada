/* SPDX-License-Identifier: MIT */
/* Hazard: reading one byte too far, going on after a failure, or trusting the machine's own byte
 * order. */
#include "support.h"

#include "core/base/bytes.h"

static void reads_are_little_endian(void **state)
{
    (void)state;
    const uint8_t bytes[] = {0x00, 0x01, 0x02, 0x03, 0x84, 0x05, 0x06, 0x07, 0xf8};
    assert_int_equal(us_bytes_load_u32(bytes + 1), 0x84030201u);
    assert_true(us_bytes_load_u64(bytes + 1) == UINT64_C(0xf807060584030201));
    const uint8_t minus_two_and_a_half[] = {0xff, 0x00, 0x00, 0x20, 0xc0};
    assert_true(us_bytes_load_f32(minus_two_and_a_half + 1) == -2.5f);

    struct us_reader reader = {.bytes = bytes, .size = sizeof(bytes)};
    assert_int_equal(us_reader_u8(&reader), 0);
    assert_true(us_reader_i32(&reader) == -2080177663); /* 0x84030201 - 2^32 */
    assert_int_equal(us_reader_left(&reader), 4);
    assert_false(reader.failed);
}

static void stores_are_little_endian(void **state)
{
    (void)state;
    uint8_t bytes[10] = {0};
    us_bytes_store_u32(bytes + 1, 0x84030201u);
    assert_memory_equal(bytes, ((uint8_t[]){0, 1, 2, 3, 0x84, 0, 0, 0, 0, 0}), 10);
    us_bytes_store_u64(bytes + 1, UINT64_C(0xf807060584030201));
    assert_memory_equal(bytes, ((uint8_t[]){0, 1, 2, 3, 0x84, 5, 6, 7, 0xf8, 0}), 10);
    us_bytes_store_f32(bytes + 5, -2.5f);
    assert_memory_equal(bytes + 5, ((uint8_t[]){0, 0, 0x20, 0xc0, 0}), 5);
}

static void odd_floats_keep_their_bits(void **state)
{
    (void)state;
    /* A signalling NaN may not pass through arithmetic; -0, a denormal and infinity may not change.
     */
    const uint32_t bits[] = {0x80000000u, 0x00000001u, 0xff800000u, 0x7fc12345u};
    for (unsigned i = 0; i < 4; i++) {
        uint8_t in[4], out[4];
        us_bytes_store_u32(in, bits[i]);
        us_bytes_store_f32(out, us_bytes_load_f32(in));
        assert_memory_equal(in, out, 4);
    }
}

typedef void (*read_func_t)(struct us_reader *reader);

static void read_u8(struct us_reader *reader)
{
    assert_int_equal(us_reader_u8(reader), 0);
}

static void read_i32(struct us_reader *reader)
{
    assert_int_equal(us_reader_i32(reader), 0);
}

static void read_u64(struct us_reader *reader)
{
    assert_true(us_reader_u64(reader) == 0);
}

static void read_f32(struct us_reader *reader)
{
    assert_true(us_reader_f32(reader) == 0.0f);
}

static void reading_past_the_end_fails_without_touching_it(void **state)
{
    (void)state;
    static const read_func_t reads[] = {read_u8, read_i32, read_u64, read_f32};
    static const uint64_t widths[] = {1, 4, 8, 4};
    uint8_t filled[8];
    memset(filled, 0xee, sizeof(filled));
    for (unsigned i = 0; i < 4; i++)
        for (uint64_t left = 0; left < widths[i]; left++) {
            struct guarded guarded = guarded_copy(filled, left);
            struct us_reader reader = {.bytes = guarded.bytes, .size = left};
            reads[i](&reader);
            assert_true(reader.failed);
            assert_int_equal(reader.offset, 0);
            guarded_free(&guarded);
        }
}

static void the_last_byte_can_be_read(void **state)
{
    (void)state;
    uint8_t filled[17];
    memset(filled, 1, sizeof(filled));
    struct guarded guarded = guarded_copy(filled, sizeof(filled));
    struct us_reader reader = {.bytes = guarded.bytes, .size = sizeof(filled)};
    assert_int_equal(us_reader_u8(&reader), 1);
    assert_true(us_reader_u64(&reader) == UINT64_C(0x0101010101010101));
    assert_int_equal(us_reader_i32(&reader), 0x01010101);
    assert_true(us_reader_f32(&reader) > 0.0f);
    assert_int_equal(us_reader_left(&reader), 0);
    assert_false(reader.failed);
    assert_non_null(us_reader_take(&reader, 0));
    assert_false(reader.failed);
    guarded_free(&guarded);
}

static void failure_sticks(void **state)
{
    (void)state;
    const uint8_t bytes[] = {1, 2, 3};
    struct us_reader reader = {.bytes = bytes, .size = 3};
    assert_int_equal(us_reader_u8(&reader), 1);
    assert_int_equal(us_reader_i32(&reader), 0);
    assert_true(reader.failed);
    assert_int_equal(reader.offset, 1);
    /* There is a byte, but it is not given any more. */
    assert_int_equal(us_reader_u8(&reader), 0);
    assert_null(us_reader_take(&reader, 1));
    assert_null(us_reader_take(&reader, 0));
    assert_int_equal(reader.offset, 1);
}

static void huge_takes_do_not_wrap_around(void **state)
{
    (void)state;
    const uint8_t bytes[8] = {0};
    const uint64_t counts[] = {9, UINT64_MAX, UINT64_MAX - 7, UINT64_C(1) << 63,
                               UINT64_C(0x100000000)};
    for (unsigned i = 0; i < 5; i++) {
        struct us_reader reader = {.bytes = bytes, .size = 8, .offset = 8 - (i & 1)};
        assert_null(us_reader_take(&reader, counts[i]));
        assert_true(reader.failed);
    }
}

static void writing_grows_and_keeps_everything(void **state)
{
    (void)state;
    struct us_writer writer = {0};
    enum { ROUNDS = 5000 };
    for (unsigned i = 0; i < ROUNDS; i++) {
        us_writer_u8(&writer, (uint8_t)(i % 251));
        us_writer_i32(&writer, -(int32_t)i);
        us_writer_f32(&writer, 0.5f * (float)i);
        us_writer_u64(&writer, UINT64_C(0x8000000000000000) + i);
    }
    assert_false(writer.failed);
    assert_int_equal(writer.size, ROUNDS * 17);
    for (unsigned i = 0; i < ROUNDS; i++) {
        const uint8_t *at = writer.bytes + i * 17;
        float half;
        int32_t bits = peek_i32(at + 5);
        memcpy(&half, &bits, 4);
        assert_int_equal(at[0], i % 251);
        assert_int_equal(peek_i32(at + 1), -(int32_t)i);
        assert_true(half == 0.5f * (float)i);
        assert_int_equal(peek_i32(at + 9), i);
        assert_int_equal(peek_i32(at + 13), INT32_MIN);
    }
    us_writer_finish(&writer);
    assert_null(writer.bytes);
    assert_int_equal(writer.size, 0);
    us_writer_finish(&writer);
}

static void one_large_put_and_an_empty_one(void **state)
{
    (void)state;
    struct us_writer writer = {0};
    us_writer_put(&writer, NULL, 0);
    assert_int_equal(writer.size, 0);
    uint8_t *large = calloc(1, 100000);
    assert_non_null(large);
    large[99999] = 7;
    us_writer_u8(&writer, 1);
    us_writer_put(&writer, large, 100000);
    assert_int_equal(writer.size, 100001);
    assert_int_equal(writer.bytes[100000], 7);
    free(large);
    us_writer_finish(&writer);
}

static void a_writer_without_memory_fails_and_stays_so(void **state)
{
    (void)state;
    /* A size that no machine has: the buffer must survive, and later writes do nothing. */
    struct us_writer writer = {0};
    us_writer_u8(&writer, 9);
    us_writer_put(&writer, "", UINT64_C(1) << 62);
    assert_true(writer.failed);
    us_writer_u8(&writer, 10);
    assert_int_equal(writer.size, 1);
    assert_int_equal(writer.bytes[0], 9);
    us_writer_finish(&writer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_are_little_endian),
        cmocka_unit_test(stores_are_little_endian),
        cmocka_unit_test(odd_floats_keep_their_bits),
        cmocka_unit_test(reading_past_the_end_fails_without_touching_it),
        cmocka_unit_test(the_last_byte_can_be_read),
        cmocka_unit_test(failure_sticks),
        cmocka_unit_test(huge_takes_do_not_wrap_around),
        cmocka_unit_test(writing_grows_and_keeps_everything),
        cmocka_unit_test(one_large_put_and_an_empty_one),
        cmocka_unit_test(a_writer_without_memory_fails_and_stays_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
