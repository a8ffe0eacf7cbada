/* SPDX-License-Identifier: MIT */
/* Hazard: a system's pipe waits, keeps or loses other bytes than platform/pipe.h says. Nothing here
 * is of one system. What commands show of starting and ending programs is in tests/tool/run, and of
 * Windows in tests/machines/windows. */
#include "testing.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "platform/app.h"
#include "platform/descriptor.h"
#include "platform/pipe.h"
#include "platform/program.h"
#include "platform/time.h"

#define MS_NS INT64_C(1000000)
enum { ANSWERS = 300000 };
static const char message[] = "mmmmm";

/* Puts in as many as there is room for, but `most`. Returns how many. */
static size_t fill(int to, size_t most)
{
    static char bytes[US_PIPE_AT_ONCE];
    size_t done = 0;
    memset(bytes, 'a', sizeof bytes);
    for (;;) {
        struct us_pipe_end end = {.file = to, .writes = true};
        size_t size = most - done < sizeof bytes ? most - done : sizeof bytes;
        int64_t length = us_pipe_wait(&end, 1, 20) && end.is_writable && size > 0
                             ? us_pipe_write(to, bytes, size)
                             : 0;
        if (length <= 0)
            return done;
        done += (size_t)length;
    }
}

/* This program as a child: it has one pipe for answers and for messages, and a reader that comes
 * late. */
static int answer_and_complain(void)
{
    int to = us_descriptor_duplicate(US_DESCRIPTOR_OUTPUT);
    if (to < 0 || !us_descriptor_become(US_DESCRIPTOR_ERROR, to))
        return 1;
    size_t done = fill(to, ANSWERS);
    if (fputs(message, stderr) < 0 || fflush(stderr) != 0)
        return 2;
    while (done < ANSWERS)
        done += fill(to, ANSWERS - done);
    us_pipe_close(to);
    return 0;
}

static void take(int from, char *out, size_t size)
{
    size_t used = 0;
    int64_t length;
    while ((length = us_pipe_read(from, out + used, size - 1 - used)) != 0) {
        assert_true(length > 0 || errno == EAGAIN);
        used += length > 0 ? (size_t)length : 0;
        if (length < 0)
            us_time_sleep(MS_NS);
    }
    out[used] = '\0';
}

TEST(an_empty_pipe_is_not_waited_for)
{
    int ends[2];
    char byte;
    assert_true(us_pipe_open(ends));
    assert_int_equal(us_pipe_read(ends[0], &byte, 1), -1);
    assert_int_equal(errno, EAGAIN);
    assert_true(us_pipe_write_all(ends[1], "x", 1));
    assert_int_equal(us_pipe_read(ends[0], &byte, 1), 1);
    us_descriptor_close(ends[1]);
    assert_int_equal(us_pipe_read(ends[0], &byte, 1), 0);
    us_descriptor_close(ends[0]);
}

TEST(what_is_waited_for_is_told)
{
    int pipe[2];
    char byte;
    assert_true(us_pipe_open(pipe));
    struct us_pipe_end ends[] = {{.file = pipe[0], .reads = true}, {.file = pipe[1]}, {.file = -1}};
    int64_t began_ns = us_time_now_ns();
    assert_true(us_pipe_wait(ends, 3, 20));
    assert_true(us_time_now_ns() - began_ns >= 19 * MS_NS);
    assert_false(ends[0].is_readable || ends[1].is_writable || ends[2].is_readable);
    ends[1].writes = true;
    assert_true(us_pipe_wait(ends, 3, -1));
    assert_true(ends[1].is_writable && !ends[0].is_readable);
    assert_int_equal(us_pipe_write(pipe[1], "x", 1), 1);
    ends[1].writes = false;
    assert_true(us_pipe_wait(ends, 3, -1));
    assert_true(ends[0].is_readable && !ends[1].is_writable);
    assert_int_equal(us_pipe_read(pipe[0], &byte, 1), 1);
    us_pipe_close(pipe[1]);
    assert_true(us_pipe_wait(ends, 1, -1));
    assert_true(ends[0].is_readable);
    assert_int_equal(us_pipe_read(pipe[0], &byte, 1), 0);
    us_descriptor_close(pipe[0]);
}

TEST(a_pipe_that_nobody_reads_is_full)
{
    static char text[2 * ANSWERS];
    int pipe[2];
    assert_true(us_pipe_open(pipe));
    struct us_pipe_end end = {.file = pipe[1], .writes = true};
    /* What is taken may make room while it is on its way. */
    for (int i = 0; i < 1000 && (i == 0 || end.is_writable); i++) {
        fill(pipe[1], ANSWERS);
        assert_true(us_pipe_wait(&end, 1, 20));
    }
    assert_false(end.is_writable || end.is_broken);
    us_pipe_close(pipe[1]); /* comes back, although nobody reads */
    take(pipe[0], text, sizeof text);
    assert_in_range(strspn(text, "a"), US_PIPE_AT_ONCE, ANSWERS - 1);
    us_descriptor_close(pipe[0]);
}

TEST(a_pipe_without_a_reader_is_broken)
{
    int pipe[2];
    assert_true(us_pipe_open(pipe));
    struct us_pipe_end end = {.file = pipe[1], .writes = true};
    us_descriptor_close(pipe[0]);
    us_pipe_begin_survival();
    while (us_pipe_write(pipe[1], "x", 1) == 1)
        us_time_sleep(MS_NS);
    assert_int_equal(errno, EPIPE);
    us_pipe_end_survival();
    assert_true(us_pipe_wait(&end, 1, -1));
    assert_true(end.is_broken);
    us_pipe_close(pipe[1]);
}

TEST(answers_and_messages_share_a_pipe)
{
    static char text[2 * ANSWERS];
    int ends[2], reason = 0;
    struct us_app_end end;
    unsigned answers = 0, messages = 0;
    char self[4096], *const argv[] = {self, "child", NULL};
    assert_true(us_program_path(self, sizeof self));
    struct us_child *child = us_child_start((char **)argv, US_DESCRIPTOR_ERROR, ends, &reason);
    assert_non_null(child);
    us_time_sleep(300 * MS_NS); /* the pipe may be full by then; nothing is lost in any case */
    take(ends[0], text, sizeof text);
    for (const char *at = text; *at != '\0'; at++) {
        answers += *at == 'a';
        messages += *at == 'm';
    }
    assert_int_equal(answers, ANSWERS);
    assert_int_equal(messages, sizeof message - 1);
    while (!us_child_has_ended(child, &end))
        us_time_sleep(MS_NS);
    assert_true(end.exited);
    assert_int_equal(end.number, 0);
    us_descriptor_close(ends[0]);
    us_descriptor_close(ends[1]);
}

int main(int argc, char **argv)
{
    us_program_begin(&argc, &argv);
    if (argc > 1)
        return answer_and_complain();
    return RUN_TESTS(an_empty_pipe_is_not_waited_for, what_is_waited_for_is_told,
                     a_pipe_that_nobody_reads_is_full, a_pipe_without_a_reader_is_broken,
                     answers_and_messages_share_a_pipe);
}
