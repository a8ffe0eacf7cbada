/* SPDX-License-Identifier: MIT */
/* Hazard: a marker, a recording or a summary that gets lost between the processes of a run, is
 * found twice, or is another one's. White-box: what another process writes at the same moment, and
 * lists that are full, no command brings about. */
#include "support.h"

#include <stdio.h>
#include <string.h>

#include "status/run_status.h"

static struct us_run_status status;

static int begin(void **state)
{
    (void)state;
    memset(&status, 0, sizeof status);
    return 0;
}

static void add_numbered(unsigned number)
{
    char name[32];
    snprintf(name, sizeof name, "marker %u", number);
    us_run_status_add_marker(
        &status, number % 2 != 0 ? US_RUN_STATUS_MARKER_USER : US_RUN_STATUS_MARKER_SIGNAL, name,
        (int64_t)number * 1000);
}

static void expect_next(uint64_t *number, unsigned expected)
{
    struct us_run_status_marker marker;
    char name[32];
    snprintf(name, sizeof name, "marker %u", expected);
    assert_true(us_run_status_next_marker(&status, number, &marker));
    assert_int_equal(*number, expected);
    assert_int_equal(atomic_load(&marker.number), expected);
    assert_string_equal(marker.name, name);
    assert_int_equal(marker.monotonic_ns, (int64_t)expected * 1000);
    assert_int_equal(marker.source,
                     expected % 2 != 0 ? US_RUN_STATUS_MARKER_USER : US_RUN_STATUS_MARKER_SIGNAL);
}

/* Readers that come after every so many markers: each gets all that are kept, in their order. */
TEST(markers_reach_every_reader)
{
    struct us_run_status_marker marker;
    for (unsigned every = 1; every < 3 * US_RUN_STATUS_MARKERS; every += every < 60 ? 7 : 1) {
        begin(NULL);
        uint64_t number = 0;
        unsigned added = 0;
        for (int round = 0; round < 4; round++) {
            unsigned before = added;
            while (added < before + every)
                add_numbered(++added);
            assert_int_equal(us_run_status_newest_marker(&status), added);
            unsigned first = before + 1;
            if (added > before + US_RUN_STATUS_MARKERS)
                first = added - US_RUN_STATUS_MARKERS + 1;
            for (unsigned i = first; i <= added; i++)
                expect_next(&number, i);
            assert_false(us_run_status_next_marker(&status, &number, &marker));
            assert_int_equal(number, added);
        }
    }
}

TEST(a_marker_that_is_being_written_waits)
{
    struct us_run_status_marker marker;
    uint64_t number = 0;
    add_numbered(1);
    add_numbered(2);
    atomic_store(&status.markers[0].number, 0);
    assert_false(us_run_status_next_marker(&status, &number, &marker));
    assert_int_equal(number, 0);
    atomic_store(&status.markers[0].number, 1);
    expect_next(&number, 1);
    expect_next(&number, 2);
}

/* A name of any length is kept up to the room that there is. */
TEST(names_of_markers)
{
    for (size_t length = 0; length < US_RUN_STATUS_MARKER_SIZE + 3; length++) {
        begin(NULL);
        char name[US_RUN_STATUS_MARKER_SIZE + 4];
        memset(name, 'x', sizeof name);
        name[length] = '\0';
        memset(status.markers[0].name, 'y', sizeof status.markers[0].name);
        us_run_status_add_marker(&status, US_RUN_STATUS_MARKER_USER, name, 5);
        struct us_run_status_marker marker;
        uint64_t number = 0;
        assert_true(us_run_status_next_marker(&status, &number, &marker));
        size_t kept = length < US_RUN_STATUS_MARKER_SIZE ? length : US_RUN_STATUS_MARKER_SIZE - 1;
        assert_int_equal(strlen(marker.name), kept);
        assert_int_equal(strspn(marker.name, "x"), kept);
    }
    /* A process that writes nonsense into the shared memory. */
    begin(NULL);
    add_numbered(1);
    memset(status.markers[0].name, 'z', sizeof status.markers[0].name);
    struct us_run_status_marker marker;
    uint64_t number = 0;
    assert_true(us_run_status_next_marker(&status, &number, &marker));
    assert_int_equal(strlen(marker.name), sizeof marker.name - 1);
}

TEST(recordings_are_found_by_their_numbers)
{
    for (unsigned i = 0; i < US_RUN_STATUS_RECORDINGS + 3; i++) {
        assert_int_equal(atomic_load(&status.recording_count), i);
        us_run_status_add_recording(&status, i % 2 == 0 ? 1000 + i : 999 + i);
    }
    for (unsigned i = 0; i < US_RUN_STATUS_RECORDINGS; i++)
        assert_int_equal(us_run_status_find_recording(&status, 1000 + i), i % 2 == 0 ? (int)i : -1);
    assert_int_equal(us_run_status_find_recording(&status, 1000 + US_RUN_STATUS_RECORDINGS), -1);
    assert_int_equal(us_run_status_find_recording(&status, 999), -1);
    assert_false(atomic_load(&status.recording_failed));
    us_run_status_fail_recording(&status);
    assert_true(atomic_load(&status.recording_failed));
    assert_false(atomic_load(&status.slots[0]));
}

TEST(summaries_are_taken_and_given_back)
{
    struct us_summary *taken[US_RUN_STATUS_SUMMARIES], other;
    for (int i = 0; i < US_RUN_STATUS_SUMMARIES; i++) {
        taken[i] = us_run_status_add_summary(&status, "/a/b.bin", 1.0 + i, 20.0, 3);
        assert_ptr_equal(taken[i], &status.summaries[i]);
        assert_string_equal(taken[i]->name, "b.bin");
        assert_true(taken[i]->from_s == 1.0 + i && taken[i]->to_s == 20.0);
        assert_int_equal(taken[i]->played, 3);
        assert_int_equal(atomic_load(&status.slots[i]), US_RUN_STATUS_OPEN);
    }
    assert_null(us_run_status_add_summary(&status, "c.bin", 0.0, 1.0, 1));
    us_run_status_drop_summary(&status, &other);
    assert_null(us_run_status_add_summary(&status, "c.bin", 0.0, 1.0, 1));
    us_run_status_drop_summary(&status, taken[5]);
    for (int i = 0; i < US_RUN_STATUS_SUMMARIES; i++)
        assert_int_equal(atomic_load(&status.slots[i]),
                         i == 5 ? US_RUN_STATUS_FREE : US_RUN_STATUS_OPEN);
    assert_ptr_equal(us_run_status_add_summary(&status, "c.bin", 0.0, 1.0, 1), taken[5]);
    assert_string_equal(taken[5]->name, "c.bin");
}

/* What there is no room for, or what is not the status's, changes nothing else. */
TEST(lists_have_their_room)
{
    static struct us_run_status before;
    for (unsigned i = 0; i < US_RUN_STATUS_RECORDINGS; i++)
        us_run_status_add_recording(&status, 0xffffffffu);
    memcpy(&before, &status, sizeof before);
    us_run_status_add_recording(&status, 0xffffffffu);
    assert_int_equal(atomic_load(&status.recording_count), US_RUN_STATUS_RECORDINGS + 1);
    atomic_store(&before.recording_count, US_RUN_STATUS_RECORDINGS + 1);
    assert_memory_equal(&before, &status, sizeof before);
    us_run_status_fail_recording(&status);
    assert_int_equal(us_run_status_find_recording(&status, 1), -1);
    begin(NULL);
    memset(status.summaries, 0x5a, sizeof status.summaries);
    memcpy(&before, &status, sizeof before);
    us_run_status_drop_summary(&status, status.summaries + US_RUN_STATUS_SUMMARIES);
    us_run_status_drop_summary(&status, NULL);
    assert_memory_equal(&before, &status, sizeof before);
    char name[US_RUN_STATUS_MARKER_SIZE + 20];
    memset(name, 'x', sizeof name);
    name[sizeof name - 1] = '\0';
    us_run_status_add_marker(&status, US_RUN_STATUS_MARKER_USER, name, 5);
    assert_memory_equal(&before.markers[1], &status.markers[1], sizeof before.markers[1]);
}

TEST(nothing_is_there_without_a_status)
{
    struct us_run_status_marker marker;
    uint64_t number = 0;
    us_run_status_add_recording(NULL, 1);
    us_run_status_fail_recording(NULL);
    us_run_status_add_marker(NULL, US_RUN_STATUS_MARKER_USER, "name", 1);
    us_run_status_drop_summary(NULL, &status.summaries[0]);
    assert_null(us_run_status_add_summary(NULL, "c.bin", 0.0, 1.0, 1));
    assert_int_equal(us_run_status_newest_marker(NULL), 0);
    assert_false(us_run_status_next_marker(NULL, &number, &marker));
    assert_int_equal(number, 0);
}

int main(void)
{
    return RUN_TESTS_BETWEEN(
        begin, NULL, markers_reach_every_reader, a_marker_that_is_being_written_waits,
        names_of_markers, recordings_are_found_by_their_numbers, summaries_are_taken_and_given_back,
        lists_have_their_room, nothing_is_there_without_a_status);
}
