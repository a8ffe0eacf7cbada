/* SPDX-License-Identifier: MIT */
/* Hazard: a hash or a random number of another version, which takes a fault or a file for another.
 */
#include "support.h"

#include "core/base/bytes.h"

/* FNV-1a, by the values that its authors publish: installations of other versions are known by
 * it. */
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

TESTS_MAIN(hashes_are_those_of_fnv, random_numbers_are_those_of_splitmix64,
           random_numbers_go_from_minus_one_up_to_one)
