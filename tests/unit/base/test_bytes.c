/* SPDX-License-Identifier: MIT */
/* Hazard: trusting the machine's own byte order, or going on after a failure. */
#include "support.h"

#include "core/base/bytes.h"

TEST(reads_are_little_endian)
{
    const uint8_t bytes[] = {0x00, 0x01, 0x02, 0x03, 0x84, 0x05, 0x06, 0x07, 0xf8};
    assert_int_equal(us_bytes_load_u32(bytes + 1), 0x84030201u);
    assert_true(us_bytes_load_u64(bytes + 1) == UINT64_C(0xf807060584030201));
    const uint8_t minus_two_and_a_half[] = {0xff, 0x00, 0x00, 0x20, 0xc0};
    assert_true(us_bytes_load_f32(minus_two_and_a_half + 1) == -2.5f);
}

TEST(stores_are_little_endian)
{
    uint8_t bytes[10] = {0};
    us_bytes_store_u32(bytes + 1, 0x84030201u);
    assert_memory_equal(bytes, ((uint8_t[]){0, 1, 2, 3, 0x84, 0, 0, 0, 0, 0}), 10);
    us_bytes_store_u64(bytes + 1, UINT64_C(0xf807060584030201));
    assert_memory_equal(bytes, ((uint8_t[]){0, 1, 2, 3, 0x84, 5, 6, 7, 0xf8, 0}), 10);
    us_bytes_store_f32(bytes + 5, -2.5f);
    assert_memory_equal(bytes + 5, ((uint8_t[]){0, 0, 0x20, 0xc0, 0}), 5);
}

TEST(odd_floats_keep_their_bits)
{
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

static ptrdiff_t place_of(const char *text, const char *part, size_t part_size)
{
    const char *found = us_bytes_find(text, strlen(text), part, part_size);
    return found != NULL ? found - text : -1;
}

TEST(a_part_is_found_where_it_is_first)
{
    static const char text[] = "abracadabra, abracadabra";
    char part[sizeof text];
    for (size_t from = 0; from < sizeof text - 1; from++)
        for (size_t size = 1; from + size < sizeof text; size++) {
            memcpy(part, text + from, size);
            part[size] = '\0';
            assert_int_equal(place_of(text, part, size), strstr(text, part) - text);
        }
    assert_int_equal(place_of(text, "cab", 3), -1);
    assert_int_equal(place_of(text, "abracadabraX", 12), -1);
    assert_int_equal(place_of("", "a", 1), -1);
    assert_int_equal(place_of("a", "aa", 2), -1);
    assert_int_equal(place_of(text, "", 0), 0);
}

TEST(a_part_that_is_long_is_found)
{
    static char text[2000], part[600];
    memset(text, 'x', sizeof text - 1);
    memset(part, 'x', sizeof part);
    part[0] = text[900] = 'y';
    assert_int_equal(place_of(text, part, sizeof part), 900);
    part[300] = 'z';
    assert_int_equal(place_of(text, part, sizeof part), -1);
}

TEST(writing_grows_and_keeps_everything)
{
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

TEST(one_large_put_and_an_empty_one)
{
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

TEST(a_writer_without_memory_fails_and_stays_so)
{
    /* A size that no machine has: the buffer must survive, and later writes do nothing. */
    struct us_writer writer = {0};
    us_writer_u8(&writer, 9);
    us_writer_put(&writer, "", SIZE_MAX / 2);
    assert_true(writer.failed);
    us_writer_u8(&writer, 10);
    assert_int_equal(writer.size, 1);
    assert_int_equal(writer.bytes[0], 9);
    us_writer_finish(&writer);
}

/* FNV-1a, by the values that its authors publish: installations of other versions are known by it.
 */
TEST(hashes_are_those_of_fnv)
{
    assert_true(us_bytes_hash(US_BYTES_HASH_BEGIN, "", 0) == UINT64_C(0xcbf29ce484222325));
    assert_true(us_bytes_hash(US_BYTES_HASH_BEGIN, "a", 1) == UINT64_C(0xaf63dc4c8601ec8c));
    assert_true(us_bytes_hash(US_BYTES_HASH_BEGIN, "foobar", 6) == UINT64_C(0x85944171f73967e8));
}

/* The first five numbers of SplitMix64 with this seed, as its authors publish them. */
TEST(random_numbers_are_those_of_splitmix64)
{
    static const uint64_t expected[] = {
        UINT64_C(6457827717110365317), UINT64_C(3203168211198807973), UINT64_C(9817491932198370423),
        UINT64_C(4593380528125082431), UINT64_C(16408922859458223821)};
    for (uint64_t i = 0; i < 5; i++)
        assert_true(us_random_mix(1234567 + i * UINT64_C(0x9e3779b97f4a7c15)) == expected[i]);
}

/* The least, the middle and the greatest hash. */
TEST(random_numbers_go_from_minus_one_up_to_one)
{
    assert_true(us_random_of(0) == -1.0);
    assert_true(us_random_of(UINT64_C(1) << 63) == 0.0);
    assert_true(us_random_of(UINT64_MAX) == 1.0 - 0x1p-52);
}

/* What is written is within the memory, whichever piece comes next. */
TEST(writers_have_room)
{
    static uint8_t piece[20000];
    memset(piece, 7, sizeof piece);
    for (unsigned first = 1; first < 5000; first += 333)
        for (unsigned second = 1; second < 20000; second += 199) {
            struct us_writer writer = {0};
            us_writer_put(&writer, piece, first);
            us_writer_put(&writer, piece, second);
            us_writer_u8(&writer, 9);
            assert_false(writer.failed);
            assert_int_equal(writer.size, first + second + 1);
            assert_true(writer.capacity >= writer.size);
            assert_int_equal(writer.bytes[writer.size - 1], 9);
            us_writer_finish(&writer);
        }
}

int main(void)
{
    return RUN_TESTS(reads_are_little_endian, stores_are_little_endian, odd_floats_keep_their_bits,
                     a_part_is_found_where_it_is_first, a_part_that_is_long_is_found,
                     writing_grows_and_keeps_everything, one_large_put_and_an_empty_one,
                     a_writer_without_memory_fails_and_stays_so, writers_have_room,
                     hashes_are_those_of_fnv, random_numbers_are_those_of_splitmix64,
                     random_numbers_go_from_minus_one_up_to_one);
}
