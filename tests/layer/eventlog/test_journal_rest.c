/* SPDX-License-Identifier: MIT */
/* Hazard: the rest of an event log whose app died, or whose disk is full: lines that are missing,
 * come twice or follow a gap. What the app left is made by hand here. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "testing.h"
#include "eventlog/event_journal.h"
#include "eventlog/event_journal_ring.h"
#include "status/output_file.h"

static char folder[64], log_path[96], ring_path[96];
static struct us_journal ring;
static uint64_t lost_lines; /* as the last recovery said */

static int setup(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/understudy-rest-XXXXXX");
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(log_path, sizeof log_path, "%s/log", folder);
    snprintf(ring_path, sizeof ring_path, "%s/ring", folder);
    memset(&ring, 0, sizeof ring);
    ring.magic = US_JOURNAL_MAGIC;
    ring.size = sizeof ring;
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

static void save(const char *path, const void *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(chmod(path, 0600), 0);
}

/* Lines 1 to `count`, and then `more`. */
static void save_log(unsigned count, const char *more)
{
    char text[4096] = "";
    for (unsigned i = 1; i <= count; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "{\"n\":%u,\"e\":\"x\"}\n", i);
    strcat(text, more);
    save(log_path, text, strlen(text));
}

/* The log's lines, one letter each: x for those that were there, the number of the event for those
 * that were recovered; their numbers have no gaps. */
static void check_log(const char *expected)
{
    char line[1024], found[64] = "";
    FILE *file = fopen(log_path, "r");
    assert_non_null(file);
    unsigned n, lines = 0, count;
    while (fgets(line, sizeof line, file) != NULL) {
        const char *late = strstr(line, "\"wall_count\":"), *dropped = strstr(line, "dropped");
        assert_int_equal(sscanf(line, "{\"n\":%u", &n), 1);
        assert_int_equal(n, ++lines);
        assert_int_equal(line[strlen(line) - 1], '\n');
        if (late != NULL && sscanf(late, "\"wall_count\":%u", &count) == 1)
            snprintf(found + strlen(found), 8, "%u", count);
        else if (dropped != NULL && sscanf(dropped, "dropped\",\"count\":%u", &count) == 1)
            snprintf(found + strlen(found), 12, "-%u", count);
        else
            strcat(found, strstr(line, "incomplete") != NULL ? "!" : "x");
        assert_null(strstr(line, "\"frame\"")); /* none of them is of a frame */
    }
    fclose(file);
    assert_string_equal(found, expected);
}

static void set_event(uint64_t position, unsigned count)
{
    struct us_event_journal_slot *slot = &ring.slots[position % US_JOURNAL_SLOTS];
    atomic_store(&slot->turn, position + 1);
    slot->event = (struct us_log_event){.kind = US_LOG_EVENT_LATE, .frame = -1};
    slot->event.of.late.count = count;
}

/* Events 3 to 5 wait; the last line that was written has the number 3. */
static void set_ring(void)
{
    for (unsigned i = 0; i < 6; i++)
        set_event(i, i);
    atomic_store(&ring.tail, 3);
    atomic_store(&ring.head, 6);
    ring.number = 3;
}

static int64_t recover(void)
{
    save(ring_path, &ring, sizeof ring);
    return us_event_journal_recover(ring_path, log_path, &lost_lines);
}

/* With `saved` lines in the log and `more` behind them, `lines` of them are recovered. */
static void check_recovery(unsigned saved, const char *more, int64_t lines, const char *expected)
{
    save_log(saved, more);
    assert_int_equal(recover(), lines);
    check_log(expected);
}

TEST(what_waits_is_written)
{
    set_ring();
    check_recovery(3, "", 3, "xxx345");
    /* In the middle of a line. */
    check_recovery(3, "{\"n\":4,\"e\":\"la", 3, "xxx345");
    /* One that was never filled is left out. */
    atomic_store(&ring.slots[4].turn, 4);
    check_recovery(3, "", 2, "xxx35");
    atomic_store(&ring.slots[4].turn, 5);
    ring.slots[4].event.kind = US_LOG_EVENT_LONG_TEXT; /* its text was the app's */
    check_recovery(3, "", 2, "xxx35");
    ring.slots[4].event.kind = US_LOG_EVENT_KINDS;
    save_log(3, "");
    assert_int_equal(recover(), 2);
    /* A log that is not there begins with them. */
    set_event(4, 4);
    unlink(log_path);
    assert_int_equal(recover(), 3);
    check_log("345");
}

/* Died between the line and the note that it was written: the log's own number decides. */
TEST(a_line_is_not_written_twice)
{
    set_ring();
    atomic_store(&ring.is_writing, true);
    ring.number = 4; /* of event 3, which was about to be written */
    check_recovery(4, "", 2, "xxxx45");
    check_recovery(3, "{\"n\":4,", 3, "xxx345");
    atomic_store(&ring.is_writing, false);
    check_recovery(4, "", 3, "xxxx345");
}

/* `said` of the lines that were dropped, and once the line `ring.number` is in the file, `to_say`.
 */
static void set_dropped(uint64_t said, uint64_t to_say)
{
    atomic_store(&ring.dropped, 9);
    ring.dropped_said = said;
    atomic_store(&ring.dropped_to_say, to_say);
}

TEST(what_was_dropped_is_said)
{
    set_ring();
    set_dropped(7, 7);
    save_log(3, "");
    assert_int_equal(recover(), 4);
    assert_int_equal(lost_lines, 9);
    check_log("xxx345-2");
    set_dropped(9, 9);
    check_recovery(3, "", 3, "xxx345");
    /* Also where nothing else waits. */
    set_dropped(8, 8);
    atomic_store(&ring.tail, 6);
    check_recovery(3, "", 1, "xxx-1");
}

/* Died at the line that says it: before that line, in it, and behind it. */
TEST(what_was_dropped_is_said_once)
{
    set_ring();
    set_dropped(6, 9);
    ring.number = 4;
    check_recovery(3, "", 4, "xxx345-3");
    check_recovery(3, "{\"n\":4,\"e\":\"dro", 4, "xxx345-3");
    check_recovery(4, "", 3, "xxxx345");
    /* More was lost meanwhile. */
    set_dropped(6, 7);
    check_recovery(4, "", 4, "xxxx345-2");
}

/* A ring that is full, one that is empty, and one whose numbers make no sense. */
TEST(rings_of_all_sizes)
{
    set_ring();
    save_log(3, "");
    atomic_store(&ring.tail, 6);
    assert_int_equal(recover(), 0);
    atomic_store(&ring.tail, 7);
    assert_int_equal(recover(), 0);
    check_log("xxx");
    for (unsigned i = 0; i < US_JOURNAL_SLOTS; i++)
        set_event(5 + i, 1);
    atomic_store(&ring.tail, 5);
    atomic_store(&ring.head, 5 + US_JOURNAL_SLOTS);
    assert_int_equal(recover(), US_JOURNAL_SLOTS);
    save_log(3, "");
    atomic_store(&ring.head, 6 + US_JOURNAL_SLOTS);
    assert_int_equal(recover(), 0);
    check_log("xxx");
}

TEST(what_is_no_ring_is_left_alone)
{
    set_ring();
    save_log(3, "");
    ring.magic++;
    assert_int_equal(recover(), 0);
    ring.magic--;
    ring.size--;
    assert_int_equal(recover(), 0);
    ring.size++;
    ring.error = ENOSPC; /* it had ended already */
    assert_int_equal(recover(), 0);
    ring.error = 0;
    check_log("xxx");
    save(ring_path, &ring, sizeof ring - 1);
    assert_int_equal(us_event_journal_recover(ring_path, log_path, &lost_lines), 0);
    check_log("xxx");
    /* Nothing to write to. */
    save(ring_path, &ring, sizeof ring);
    errno = 0;
    assert_int_equal(us_event_journal_recover(ring_path, "/nowhere/at/all", &lost_lines), -1);
    assert_int_equal(errno, ENOENT);
}

/* The end of a log that cannot go on: the mark takes as many of the last lines' places as it needs,
 * and the first line stays. */
TEST(a_log_ends_with_its_reason)
{
    char text[1024];
    struct stat before, after;
    save_log(20, "");
    assert_int_equal(stat(log_path, &before), 0);
    uint64_t kept = us_event_journal_end(log_path, ENOSPC, 0);
    assert_int_equal(stat(log_path, &after), 0);
    assert_true(after.st_size <= before.st_size); /* the disk has no more room */
    assert_true(kept > 12 && kept < 20);
    FILE *file = fopen(log_path, "r");
    unsigned lines = 0;
    while (fgets(text, sizeof text, file) != NULL)
        lines++;
    fclose(file);
    assert_int_equal(lines, kept + 1);
    assert_non_null(strstr(text, "\"e\":\"incomplete\",\"why\":\"No space left on device\"}"));
    char expected[64] = "";
    for (uint64_t i = 0; i < kept; i++)
        strcat(expected, "x");
    strcat(expected, "!");
    check_log(expected);
}

/* A log much longer than what is looked at ends the same way. */
TEST(a_long_log_ends_with_its_reason)
{
    FILE *file = fopen(log_path, "w");
    for (unsigned i = 1; i <= 20000; i++)
        fprintf(file, "{\"n\":%u,\"e\":\"x\"}\n", i);
    fclose(file);
    uint64_t kept = us_event_journal_end(log_path, EFBIG, 0);
    assert_true(kept > 19980 && kept < 20000);
    char line[256];
    unsigned n = 0, lines = 0;
    file = fopen(log_path, "r");
    while (fgets(line, sizeof line, file) != NULL) {
        lines++;
        assert_int_equal(sscanf(line, "{\"n\":%u", &n), 1);
        assert_int_equal(n, lines);
    }
    fclose(file);
    assert_int_equal(lines, kept + 1);
    assert_non_null(strstr(line, "File too large"));
}

/* Where the mark has no room, or there is nothing to end, the log stays as it is. */
TEST(a_log_that_cannot_be_ended)
{
    save_log(1, "");
    assert_int_equal(us_event_journal_end(log_path, ENOSPC, 0), 1);
    check_log("x");
    save_log(2, "");
    assert_int_equal(us_event_journal_end(log_path, ENOSPC, 0), 2);
    check_log("xx");
    save(log_path, "", 0);
    assert_int_equal(us_event_journal_end(log_path, ENOSPC, 0), 0);
    save(log_path, "no line's end", 13);
    assert_int_equal(us_event_journal_end(log_path, ENOSPC, 0), 0);
    save(log_path, "not a log\nat all\n", 17);
    assert_int_equal(us_event_journal_end(log_path, ENOSPC, 0), 0);
    assert_int_equal(us_event_journal_end("/nowhere/at/all", ENOSPC, 0), 0);
    /* Never through a link. */
    char link[128];
    snprintf(link, sizeof link, "%s/link", folder);
    save_log(20, "");
    assert_int_equal(symlink(log_path, link), 0);
    assert_int_equal(us_event_journal_end(link, ENOSPC, 0), 0);
    check_log("xxxxxxxxxxxxxxxxxxxx");
}

TEST(what_is_lost_is_noted)
{
    char path[128], link[128], text[US_LOST_OUTPUT_SIZE], large[2 * US_LOST_OUTPUT_SIZE];
    snprintf(path, sizeof path, "%s/lost", folder);
    snprintf(link, sizeof link, "%s/link", folder);
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
    assert_true(us_lost_output_prepare(file));
    close(file);
    assert_false(us_lost_output_read(path, US_LOST_OUTPUT_LOG, text));
    assert_string_equal(text, "");
    us_lost_output_note(path, US_LOST_OUTPUT_SCREENSHOTS, "two screenshots");
    assert_false(us_lost_output_read(path, US_LOST_OUTPUT_LOG, text));
    assert_true(us_lost_output_read(path, US_LOST_OUTPUT_SCREENSHOTS, text));
    assert_string_equal(text, "two screenshots");
    memset(large, 'x', sizeof large - 1);
    large[sizeof large - 1] = '\0';
    us_lost_output_note(path, US_LOST_OUTPUT_LOG, large);
    assert_true(us_lost_output_read(path, US_LOST_OUTPUT_LOG, text));
    assert_int_equal(strlen(text), US_LOST_OUTPUT_SIZE - 1);
    assert_true(us_lost_output_read(path, US_LOST_OUTPUT_SCREENSHOTS, text));
    us_lost_output_note(NULL, US_LOST_OUTPUT_LOG, "nobody asks");
    us_lost_output_note("/nowhere/at/all", US_LOST_OUTPUT_LOG, "nobody asks");
    assert_false(us_lost_output_read("/nowhere/at/all", US_LOST_OUTPUT_LOG, text));
    /* Only a file that is as `run` made it is written to. */
    assert_int_equal(symlink(path, link), 0);
    us_lost_output_note(link, US_LOST_OUTPUT_SCREENSHOTS, "through a link");
    assert_true(us_lost_output_read(path, US_LOST_OUTPUT_SCREENSHOTS, text));
    assert_string_equal(text, "two screenshots");
    assert_false(us_lost_output_read(link, US_LOST_OUTPUT_SCREENSHOTS, text));
    assert_int_equal(truncate(path, US_LOST_OUTPUT_COUNT * US_LOST_OUTPUT_SIZE - 1), 0);
    assert_false(us_lost_output_read(path, US_LOST_OUTPUT_SCREENSHOTS, text));
    us_lost_output_note(path, US_LOST_OUTPUT_SCREENSHOTS, "another file");
    assert_int_equal(truncate(path, US_LOST_OUTPUT_COUNT * US_LOST_OUTPUT_SIZE), 0);
    assert_true(us_lost_output_read(path, US_LOST_OUTPUT_SCREENSHOTS, text));
    assert_string_equal(text, "two screenshots");
    /* A text that has no end ends where its room does. */
    char endless[US_LOST_OUTPUT_COUNT * US_LOST_OUTPUT_SIZE];
    memset(endless, 'x', sizeof endless);
    save(path, endless, sizeof endless);
    memset(text, 'y', sizeof text);
    assert_true(us_lost_output_read(path, US_LOST_OUTPUT_SCREENSHOTS, text));
    assert_int_equal(strnlen(text, sizeof text), US_LOST_OUTPUT_SIZE - 1);
    file = open("/dev/full", O_WRONLY);
    if (file >= 0)
        assert_false(us_lost_output_prepare(file));
    close(file);
}

int main(void)
{
    return RUN_TESTS_BETWEEN(setup, teardown, what_waits_is_written, a_line_is_not_written_twice,
                             what_was_dropped_is_said, what_was_dropped_is_said_once,
                             rings_of_all_sizes, what_is_no_ring_is_left_alone,
                             a_log_ends_with_its_reason, a_long_log_ends_with_its_reason,
                             a_log_that_cannot_be_ended, what_is_lost_is_noted);
}
