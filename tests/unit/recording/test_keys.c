/* SPDX-License-Identifier: MIT */
/* Hazard: keys that mean more than time and value are stored as if they did not, or a key is taken
 * for another one. */
#include "support.h"

#include "core/base/bytes.h"
#include "core/recording/format.h"

enum { KEYS = 5, FULL = 28, SHORT = 8, FIELDS = 7, MODE = 6 };

/* Straight lines: weights 0 that count on both sides. Key i is at i s. */
static void make_straight(uint8_t keys[KEYS * FULL])
{
    for (unsigned i = 0; i < KEYS; i++) {
        const float fields[MODE] = {(float)i, 10.0f + (float)i, 0.5f, -0.5f, 0.0f, 0.0f};
        for (unsigned field = 0; field < MODE; field++)
            poke_f32(keys + i * FULL + 4 * field, fields[field]);
        poke_i32(keys + i * FULL + 4 * MODE, 3);
    }
}

static struct us_curve curve_of(const uint8_t *keys, uint32_t key_size)
{
    return (struct us_curve){.keys = keys, .key_count = KEYS, .key_size = key_size, .byte = 100};
}

static enum us_result pack(const uint8_t *keys, uint32_t key_size, uint8_t *out,
                           uint32_t *out_key_size, struct us_error *error)
{
    struct guarded guarded = guarded_copy(keys, KEYS * key_size);
    struct us_curve curve = curve_of(guarded.bytes, key_size);
    enum us_result result = us_key_check_pack(&curve, 0, 1000, out, out_key_size, error);
    guarded_free(&guarded);
    return result;
}

TEST(straight_lines_are_stored_short)
{
    uint8_t keys[KEYS * FULL], out[KEYS * FULL];
    uint32_t key_size = 0;
    make_straight(keys);
    assert_int_equal(pack(keys, FULL, out, &key_size, NULL), US_OK);
    assert_int_equal(key_size, SHORT);
    for (unsigned i = 0; i < KEYS; i++)
        assert_memory_equal(out + i * SHORT, keys + i * FULL, SHORT);
    /* A weight of -0 is none. */
    poke_i32(keys + 2 * FULL + 16, INT32_MIN);
    assert_int_equal(pack(keys, FULL, out, &key_size, NULL), US_OK);
    assert_int_equal(key_size, SHORT);
}

/* One number of one key makes the curve more than straight lines: then all of each key is kept. */
TEST(anything_else_is_stored_whole)
{
    static const struct {
        unsigned field;
        float value;
    } cases[] = {{2, INFINITY}, {2, -INFINITY}, {3, INFINITY}, {3, -INFINITY},
                 {4, 0.25f},    {4, -1.0f},     {5, 0.25f},    {5, 1.0f}};
    uint8_t keys[KEYS * FULL], out[KEYS * FULL];
    for (unsigned key = 0; key < KEYS; key++) {
        for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
            uint32_t key_size = 0;
            make_straight(keys);
            poke_f32(keys + key * FULL + 4 * cases[i].field, cases[i].value);
            assert_int_equal(pack(keys, FULL, out, &key_size, NULL), US_OK);
            assert_int_equal(key_size, FULL);
            assert_memory_equal(out, keys, sizeof keys);
        }
        for (int32_t mode = 0; mode < 3; mode++) {
            uint32_t key_size = 0;
            make_straight(keys);
            poke_i32(keys + key * FULL + 4 * MODE, mode);
            assert_int_equal(pack(keys, FULL, out, &key_size, NULL), US_OK);
            assert_int_equal(key_size, FULL);
        }
    }
}

/* What is no number is told of with its key and byte, wherever it stands; an infinite tangent is a
 * step. */
TEST(what_is_no_number_is_refused)
{
    static const float values[] = {NAN, INFINITY, -INFINITY};
    for (unsigned i = 0; i < KEYS * MODE * 3; i++) {
        unsigned key = i / (MODE * 3), field = i / 3 % MODE;
        bool is_fine = i % 3 != 0 && (field == 2 || field == 3);
        uint8_t keys[KEYS * FULL], out[KEYS * FULL];
        uint32_t key_size = 0;
        struct us_error error = {.byte = 0};
        make_straight(keys);
        poke_f32(keys + key * FULL + 4 * field, values[i % 3]);
        enum us_result result = pack(keys, FULL, out, &key_size, &error);
        assert_int_equal(result, is_fine ? US_OK : US_ERROR_NOT_FINITE);
        char number[16];
        snprintf(number, sizeof number, "key %u ", 1000 + key);
        if (!is_fine) {
            assert_int_equal(error.byte, 100 + 12 + key * FULL + 4 * field);
            assert_non_null(strstr(error.text, number));
        }
    }
}

/* Nothing of a key may be a number; and a mode is none, whatever its bits are. */
TEST(keys_without_any_number)
{
    for (unsigned key = 0; key < KEYS; key++) {
        uint8_t keys[KEYS * FULL], out[KEYS * FULL];
        uint32_t key_size = 0;
        struct us_error error;
        make_straight(keys);
        for (unsigned field = 0; field < MODE; field++)
            poke_f32(keys + key * FULL + 4 * field, NAN);
        assert_int_equal(pack(keys, FULL, out, &key_size, &error), US_ERROR_NOT_FINITE);
        assert_non_null(strstr(error.text, "the time of key"));
        memset(keys, 0, sizeof keys);
        poke_f32(keys + key * SHORT, NAN);
        poke_f32(keys + key * SHORT + 4, NAN);
        assert_int_equal(pack(keys, SHORT, out, &key_size, &error), US_ERROR_NOT_FINITE);
        make_straight(keys);
        poke_f32(keys + key * FULL + 4 * 2, INFINITY);
        poke_i32(keys + key * FULL + 4 * MODE, -1);
        assert_int_equal(pack(keys, FULL, out, &key_size, &error), US_OK);
        assert_int_equal(key_size, FULL);
    }
}

/* Times may stand still, but not fall: the first key that does is named with both times. */
TEST(times_never_fall)
{
    for (unsigned size = SHORT; size <= FULL; size += FULL - SHORT)
        for (unsigned key = 1; key < KEYS; key++)
            for (int falls = 0; falls < 2; falls++) {
                uint8_t full[KEYS * FULL], keys[KEYS * FULL], out[KEYS * FULL];
                uint32_t key_size = 0;
                struct us_error error;
                char expected[96];
                make_straight(full);
                poke_f32(full + key * FULL, (float)key - (falls ? 1.5f : 1.0f));
                for (unsigned i = 0; i < KEYS; i++)
                    memcpy(keys + i * size, full + i * FULL, size);
                assert_int_equal(pack(keys, size, out, &key_size, &error),
                                 falls ? US_ERROR_UNSORTED : US_OK);
                if (!falls) {
                    assert_int_equal(key_size, SHORT);
                    continue;
                }
                snprintf(expected, sizeof expected,
                         "key %u is at %g s, before the key in front of it at %u s", 1000 + key,
                         key - 1.5, key - 1);
                assert_non_null(strstr(error.text, expected));
                assert_int_equal(error.byte, 100 + 12 + key * size);
            }
}

TEST(short_keys_are_looked_at_as_well)
{
    static const float values[] = {1.0f, NAN, INFINITY, -INFINITY};
    for (unsigned i = 0; i < KEYS * 2 * 4; i++) {
        unsigned key = i / 8, field = i / 4 % 2;
        uint8_t full[KEYS * FULL], keys[KEYS * SHORT], out[KEYS * SHORT];
        uint32_t key_size = 0;
        make_straight(full);
        for (unsigned k = 0; k < KEYS; k++)
            memcpy(keys + k * SHORT, full + k * FULL, SHORT);
        if (i % 4 > 0)
            poke_f32(keys + key * SHORT + 4 * field, values[i % 4]);
        assert_int_equal(pack(keys, SHORT, out, &key_size, NULL),
                         i % 4 > 0 ? US_ERROR_NOT_FINITE : US_OK);
        assert_int_equal(key_size, SHORT);
        assert_memory_equal(out, keys, sizeof keys);
    }
}

/* From time 0 on, or from the first key of what has no time 0. */
TEST(playback_starts_at_0)
{
    static const double rows[][3] = {{-2, -1, -2}, {-2, 0, 0}, {-2, 0.005, 0}, {0.005, 2, 0.005}};
    for (int i = 0; i < 4; i++) {
        struct us_recording recording = {.first_key_s = rows[i][0], .last_key_s = rows[i][1]};
        assert_true(us_recording_start_s(&recording) == rows[i][2]);
    }
}

TESTS_MAIN(straight_lines_are_stored_short, anything_else_is_stored_whole,
           what_is_no_number_is_refused, keys_without_any_number, times_never_fall,
           short_keys_are_looked_at_as_well, playback_starts_at_0)
