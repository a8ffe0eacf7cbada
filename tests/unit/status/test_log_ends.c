/* SPDX-License-Identifier: MIT */
/* Hazard: a log that ends early loses more lines than it must, keeps a part of one, or gets a
 * number twice; and what a killed app left is appended in the middle of a line. Thousands of logs,
 * each against a reader of the whole file. White-box: a disk is not full at each byte of a run. */
#include "support.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "eventlog/event_journal.h"
#include "eventlog/event_journal_ring.h"

enum { LOG_MAX = 400000, CASES = 1500, LINE_SIZE = US_JOURNAL_LINE_SIZE };

static uint64_t seed = 3;
static char path[256], text[LOG_MAX], after[LOG_MAX];
static size_t length;

static uint32_t chance(uint32_t below)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(seed >> 33) % below;
}

/* A whole line of `size` bytes, or nearly so where its number takes more. */
static void add_line(uint64_t number, size_t size)
{
    size_t begin = length;
    length += (size_t)snprintf(text + length, sizeof text - length, "{\"n\":%llu,\"x\":\"",
                               (unsigned long long)number);
    while (length < begin + size - 3)
        text[length++] = "abc{n:,"[chance(7)];
    memcpy(text + length, "\"}\n", 3);
    length += 3;
}

static void write_log(void)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert_int_equal(write(file, text, length), length);
    close(file);
}

static size_t read_log(void)
{
    int file = open(path, O_RDONLY);
    ssize_t size = read(file, after, sizeof after - 1);
    close(file);
    assert_true(size >= 0);
    after[size] = '\0';
    return (size_t)size;
}

/* The number of the line that ends before `end`, and where it begins. */
static uint64_t line_before(size_t end, size_t *out_begin)
{
    size_t begin = end - 1;
    while (begin > 0 && text[begin - 1] != '\n')
        begin--;
    *out_begin = begin;
    return strtoull(text + begin + 5, NULL, 10);
}

/* A log of some lines; the last one may be cut. Returns where its last whole line ends. */
static size_t make_log(size_t longest, bool may_be_cut)
{
    static const uint64_t first[] = {1, 8, 97, 99998};
    uint64_t number = first[chance(4)];
    uint32_t lines = 1 + chance(12);
    length = 0;
    for (uint32_t i = 0; i < lines; i++)
        add_line(number++, 24 + chance((uint32_t)longest - 24));
    size_t end = length;
    if (may_be_cut && chance(2) == 0) {
        add_line(number, 24 + chance((uint32_t)longest - 24));
        length -= 1 + chance((uint32_t)(length - end) - 1);
    }
    write_log();
    return end;
}

TEST(the_last_whole_line)
{
    for (int i = 0; i < CASES; i++) {
        static const size_t longest[] = {40, 300, 9000};
        size_t end = make_log(longest[i % 3], true), begin;
        int64_t found = -1;
        uint64_t number = line_before(end, &begin);
        /* What is no whole line and the line before it must be in what is read. */
        if (length - begin > LINE_SIZE)
            continue;
        assert_int_equal(us_event_journal_last_number(path, &found), number);
        assert_int_equal(found, end);
        assert_int_equal(us_event_journal_last_number(path, NULL), number);
    }
}

TEST(lines_of_every_length)
{
    for (size_t size = LINE_SIZE - 4; size <= LINE_SIZE; size++) {
        int64_t found = -1;
        length = 0;
        add_line(4, 30);
        add_line(5, size);
        write_log();
        assert_int_equal(us_event_journal_last_number(path, &found), 5);
        assert_int_equal(found, length);
    }
}

TEST(logs_without_a_line)
{
    static const struct {
        const char *text;
        int64_t end;
        uint64_t number;
    } cases[] = {{"", 0, 0},
                 {"\n", 1, 0},
                 {"{\"n\":7", 0, 0},
                 {"{\"n\":7}\n", 8, 7},
                 {"{\"n\":7}\n{\"n\":8}", 8, 7},
                 {"{\"n\":7}\nhello\n", 14, 7},
                 {"hello\n", 6, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int64_t end = -1;
        length = strlen(cases[i].text);
        memcpy(text, cases[i].text, length);
        write_log();
        assert_int_equal(us_event_journal_last_number(path, &end), cases[i].number);
        assert_int_equal(end, cases[i].end);
    }
}

/* The mark of a log that ends here, with a number of 19 digits: how much room is kept for it. */
static size_t room_of_mark(size_t mark_length, uint64_t number)
{
    char digits[24];
    return mark_length + 19 -
           (size_t)snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
}

/* As many of the last lines as the mark needs give way to it, and no more; never the first. */
TEST(a_mark_takes_the_place_of_the_last_lines)
{
    unsigned marked = 0, unmarked = 0;
    for (int i = 0; i < CASES; i++) {
        static const size_t longest[] = {30, 90, 400, 5000};
        size_t end = make_log(longest[i % 4], false), begin, before;
        uint64_t last = line_before(end, &begin);
        uint64_t kept = us_event_journal_end(path, i % 2 == 0 ? ENOSPC : EFBIG, 12345);
        size_t size = read_log();
        if (size == length && memcmp(after, text, length) == 0) {
            /* All but the first line have no room for a mark. */
            assert_int_equal(kept, last);
            size_t first_end = (size_t)((char *)memchr(text, '\n', length) - text) + 1;
            assert_true(length - first_end < 160);
            unmarked++;
            continue;
        }
        marked++;
        assert_true(size <= length && after[size - 1] == '\n');
        size_t mark = size - 1;
        while (mark > 0 && after[mark - 1] != '\n')
            mark--;
        assert_true(mark > 0);
        assert_memory_equal(after, text, mark);
        assert_int_equal(line_before(mark, &before), kept);
        char expected[64];
        snprintf(expected, sizeof expected, "{\"n\":%llu,", (unsigned long long)kept + 1);
        assert_memory_equal(after + mark, expected, strlen(expected));
        assert_non_null(strstr(after + mark, "\"e\":\"incomplete\""));
        assert_non_null(strstr(after + mark, strerror(i % 2 == 0 ? ENOSPC : EFBIG)));
        /* The next line would have left too little room. */
        size_t next = (size_t)((char *)memchr(text + mark, '\n', length - mark) - text) + 1;
        size_t room = room_of_mark(size - mark, kept + 1);
        assert_true(length - mark >= room && length - next < room);
    }
    assert_true(marked > CASES / 4 && unmarked > 10);
}

static double monotonic_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

/* The mark says when the log ended, and belongs to no frame. Logs without a whole line of the log
 * stay as they are. */
TEST(the_mark_of_an_end)
{
    length = 0;
    for (uint64_t i = 1; i < 9; i++)
        add_line(i, 300);
    write_log();
    double begin_ms = monotonic_ms() - 5000.0;
    double least_ms = monotonic_ms() - begin_ms;
    assert_true(us_event_journal_end(path, ENOSPC, (int64_t)(begin_ms * 1e6)) > 0);
    double most_ms = monotonic_ms() - begin_ms;
    read_log();
    const char *mark = strstr(after, "\"wall_ms\":");
    assert_non_null(mark);
    assert_null(strstr(after, "\"frame\":"));
    double wall_ms = strtod(mark + strlen("\"wall_ms\":"), NULL);
    assert_true(wall_ms > least_ms - 2.0 && wall_ms < most_ms + 2.0);
    static const char *const without[] = {"", "no end", "hello\n", "{\"n\":7", "\n\n\n"};
    for (size_t i = 0; i < sizeof without / sizeof *without; i++) {
        length = strlen(without[i]);
        memcpy(text, without[i], length);
        write_log();
        assert_int_equal(us_event_journal_end(path, EIO, 0), 0);
        assert_int_equal(read_log(), length);
        assert_memory_equal(after, text, length);
    }
    assert_int_equal(us_event_journal_end("/nowhere/at/all", EIO, 0), 0);
    /* The descriptor 0 is as good as any. */
    int input = fcntl(0, F_DUPFD_CLOEXEC, 20);
    close(0);
    length = 0;
    for (uint64_t i = 1; i < 9; i++)
        add_line(i, 300);
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert_int_equal(write(file, text, length), length);
    close(file);
    uint64_t kept = us_event_journal_end(path, ENOSPC, 0);
    int next = open("/dev/null", O_RDONLY);
    if (input >= 0) {
        dup2(input, 0);
        close(input);
    }
    assert_true(kept > 0);
    assert_int_equal(next, 0);
}

/* Logs that are longer than what is read of them. */
TEST(the_end_of_a_long_log)
{
    for (int i = 0; i < 60; i++) {
        size_t before;
        length = 0;
        for (uint64_t number = 1; number <= 30; number++)
            add_line(number, 3000 + chance(9000));
        write_log();
        assert_int_equal(us_event_journal_end(path, EIO, 0), 29);
        size_t size = read_log();
        line_before(length, &before);
        assert_memory_equal(after, text, before);
        assert_memory_equal(after + before, "{\"n\":30,", 8);
        assert_true(size < length && after[size - 1] == '\n');
        assert_int_equal(us_event_journal_last_number(path, NULL), 30);
    }
}

/* An app may write over its ring before it dies: what a word stands for is then left out. */
TEST(a_ring_that_was_written_over)
{
    char ring_path[256];
    scratch_path("ring", ring_path);
    int file = open(ring_path, O_RDWR | O_CREAT | O_TRUNC, 0600);
    assert_true(us_event_journal_prepare_ring(file));
    struct us_journal *ring = mmap(NULL, sizeof *ring, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    assert_true(ring != MAP_FAILED);
    close(file);
    ring->size = sizeof *ring;
    ring->magic = US_JOURNAL_MAGIC;
    ring->head = 3;
    for (uint64_t i = 0; i < 3; i++) {
        ring->slots[i].turn = i + 1;
        ring->slots[i].event = (struct us_log_event){.kind = US_LOG_EVENT_HAND, .frame = 7};
    }
    ring->slots[0].event.of.hand.answer.from = (enum us_source)0x12345678;
    ring->slots[1].event.of.hand.answer.from = US_SOURCE_RECORDING;
    ring->slots[1].event.of.hand.answer.how = (enum us_how)0x12345678;
    munmap(ring, sizeof *ring);
    length = 0;
    write_log();
    uint64_t dropped;
    assert_int_equal(us_event_journal_recover(ring_path, path, &dropped), 3);
    read_log();
    assert_non_null(strstr(after, "\"n\":3,"));
    const char *from = strstr(after, "\"from\":\"recording\"");
    assert_non_null(from);
    assert_ptr_equal(strstr(after, "\"from\""), from); /* the line before has none */
    assert_null(strstr(from, "\"how\""));
    assert_non_null(strstr(from, "\"from\":\"nobody\""));
}

static int begin(void **state)
{
    (void)state;
    scratch_path("log", path);
    return 0;
}

static int finish(void **state)
{
    (void)state;
    scratch_remove();
    return 0;
}

int main(void)
{
    return RUN_TESTS_WITHIN(begin, finish, the_last_whole_line, lines_of_every_length,
                            logs_without_a_line, a_mark_takes_the_place_of_the_last_lines,
                            the_mark_of_an_end, the_end_of_a_long_log,
                            a_ring_that_was_written_over);
}
