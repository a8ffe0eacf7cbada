/* SPDX-License-Identifier: MIT */
/* Hazard: trusting the machine's own byte order, or going on after a failure. */
#include "support.h"

#include "core/base/bytes.h"

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

TEST(one_large_put_and_an_empty_one)
{
    struct us_writer writer = {0};
    us_writer_put(&writer, NULL, 0);
    assert_int_equal(writer.size, 0);
    uint8_t *large = calloc(1, 100000);
    assert_non_null(large);
    large[99999] = 7;
    us_writer_put(&writer, "\1", 1);
    us_writer_put(&writer, large, 100000);
    assert_int_equal(writer.size, 100001);
    assert_int_equal(writer.bytes[100000], 7);
    free(large);
    us_writer_finish(&writer);
}

/* There is room for all of it, however full the writer is already. */
TEST(puts_that_are_larger_than_what_is_left)
{
    static const size_t sizes[] = {1, 96, 97, 4096, 4097, 6000, 100000};
    uint8_t *large = calloc(1, 100000);
    assert_non_null(large);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct us_writer writer = {0};
        us_writer_put(&writer, large, 4000);
        us_writer_put(&writer, large, sizes[i]);
        assert_int_equal(writer.size, 4000 + sizes[i]);
        assert_true(writer.size <= writer.capacity);
        us_writer_finish(&writer);
    }
    free(large);
}

TEST(a_writer_without_memory_fails_and_stays_so)
{
    /* A size that no machine has: the buffer must survive, and later writes do nothing. */
    struct us_writer writer = {0};
    us_writer_put(&writer, "\t", 1);
    us_writer_put(&writer, "", SIZE_MAX / 2);
    assert_true(writer.failed);
    us_writer_put(&writer, "\n", 1);
    assert_int_equal(writer.size, 1);
    assert_int_equal(writer.bytes[0], 9);
    us_writer_finish(&writer);
}

TESTS_MAIN(stores_are_little_endian, odd_floats_keep_their_bits, a_part_is_found_where_it_is_first,
           a_part_that_is_long_is_found, one_large_put_and_an_empty_one,
           puts_that_are_larger_than_what_is_left, a_writer_without_memory_fails_and_stays_so)
