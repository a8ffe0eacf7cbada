/* SPDX-License-Identifier: MIT */
/* Hazard: a system starts, watches or ends an app otherwise than the headers of src/platform say.
 * Nothing here is of one system. The app is this program itself, with a word that says what to do.
 */
#include "testing.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/app.h"
#include "platform/descriptor.h"
#include "platform/environment.h"
#include "platform/path.h"
#include "platform/pipe.h"
#include "platform/process.h"
#include "platform/program.h"
#include "platform/supervisor.h"
#include "platform/temporary.h"
#include "platform/time.h"

#define MS_NS INT64_C(1000000)
/* Arguments that a command line may break, the last one with letters outside ASCII. */
#define ODD "a b", "", "say \"so\"", "C:\\a\\", "\\\\\"", "\xc3\xa4\xe6\x97\xa5"

/* ---- The app ---- */

static int print_arguments(int argc, char **argv)
{
    for (int i = 2; i < argc; i++)
        printf("<%s>", argv[i]);
    printf("<%s>", us_environment_get("UNDERSTUDY_TEST_WORD"));
    fflush(stdout);
    fputs("to the error stream", stderr);
    return 0;
}

/* Leaves another process behind that sleeps. */
static bool leave_child(void *data)
{
    (void)data;
    return us_supervisor_start_app() == 0;
}

static int start_child(char *program)
{
    char *argv[] = {program, "sleep", NULL};
    const struct us_supervisor_order order = {argv, {-1, -1}, leave_child, NULL};
    return us_supervisor_start(&order) ? 0 : 1;
}

static int crash(void)
{
    signal(SIGSEGV, SIG_DFL); /* a sanitizer would end the program by an exit code */
    return *(volatile int *)(uintptr_t)strtoull("8", NULL, 10);
}

/* Prints its input, up to the end of that. */
static int print_input(void)
{
    char bytes[256];
    int64_t length;
    struct us_pipe_end end = {.file = us_pipe_input(), .reads = true};
    while (us_pipe_wait(&end, 1, -1) && (length = us_pipe_read(end.file, bytes, sizeof bytes)) > 0)
        us_pipe_write_all(US_DESCRIPTOR_OUTPUT, bytes, (size_t)length);
    us_descriptor_close(end.file);
    return 5;
}

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

enum { ANSWERS = 300000 };
static const char message[] = "mmmmm";

/* Has one pipe for answers and for messages, and a reader that comes late. */
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

static int be_app(int argc, char **argv)
{
    if (strcmp(argv[1], "both") == 0)
        return answer_and_complain();
    if (strcmp(argv[1], "echo") == 0)
        return print_input();
    if (strcmp(argv[1], "print") == 0)
        return print_arguments(argc, argv);
    if (strcmp(argv[1], "crash") == 0)
        return crash();
    if (strcmp(argv[1], "tree") == 0 && start_child(argv[0]) != 0)
        return 1;
    if (strcmp(argv[1], "sleep") == 0 || strcmp(argv[1], "tree") == 0)
        us_time_sleep(600 * 1000 * MS_NS);
    return atoi(argv[1]);
}

/* ---- The supervisor ---- */

static char self[4096];

struct plan {
    int kill_after_ms; /* -1: never; 0: at the first order */
    int end_input_after_ms;
};

struct news {
    int reason, left;
    struct us_app_end end;
};

static void act(const struct plan *plan, int passed_ms)
{
    unsigned char orders[8];
    int count = us_supervisor_orders(orders, sizeof orders, false);
    bool is_told = count > 0 && orders[0] == US_SIGNAL_TERM;
    if ((plan->kill_after_ms > 0 && passed_ms >= plan->kill_after_ms) ||
        (plan->kill_after_ms == 0 && is_told))
        us_supervisor_signal_all(US_SIGNAL_KILL, false);
    if (plan->end_input_after_ms > 0 && passed_ms >= plan->end_input_after_ms)
        us_supervisor_end_input();
}

static bool supervise(void *data)
{
    const struct plan *plan = data;
    struct news news = {.reason = us_supervisor_start_app()};
    struct us_supervisor_process process;
    int64_t began_ns = us_time_ns(US_TIME_MONOTONIC);
    enum us_supervisor_reaped reaped = US_SUPERVISOR_NONE_LEFT;
    bool said = us_supervisor_say(&news, sizeof news);
    while (news.reason == 0 && (reaped = us_supervisor_reap(&process)) != US_SUPERVISOR_NONE_LEFT) {
        if (reaped == US_SUPERVISOR_ENDED && process.is_app)
            news.end = process.end;
        act(plan, (int)((us_time_ns(US_TIME_MONOTONIC) - began_ns) / MS_NS));
    }
    return us_supervisor_say(&news, sizeof news) && said;
}

/* Starts this program with these words, and says how it ended. */
static struct news run(char *const words[], struct plan plan, const int outputs[2], bool is_told)
{
    char *argv[16] = {self};
    struct news first, last;
    for (int i = 0; words[i] != NULL; i++)
        argv[i + 1] = words[i];
    const struct us_supervisor_order order = {argv, {outputs[0], outputs[1]}, supervise, &plan};
    assert_true(us_supervisor_start(&order));
    assert_true(us_supervisor_hear(&first, sizeof first));
    if (is_told)
        us_supervisor_tell(US_SIGNAL_TERM);
    assert_true(us_supervisor_hear(&last, sizeof last));
    assert_false(us_supervisor_hear(&first, sizeof first));
    us_supervisor_join();
    return last;
}

static const int nowhere[2] = {-1, -1};
static const struct plan wait_only = {-1, 0};

TEST(an_exit_code_is_told)
{
    struct news news = run((char *[]){"7", NULL}, wait_only, nowhere, false);
    assert_int_equal(news.reason, 0);
    assert_true(news.end.exited);
    assert_int_equal(news.end.number, 7);
}

TEST(a_crash_is_a_signal)
{
    struct news news = run((char *[]){"crash", NULL}, wait_only, nowhere, false);
    assert_false(news.end.exited);
    assert_int_equal(news.end.number, 11);
    assert_true(strlen(us_app_signal_words(news.end.number, news.end.status)) > 5);
}

TEST(every_process_of_the_app_is_killed)
{
    int64_t began_ns = us_time_ns(US_TIME_MONOTONIC);
    struct news news = run((char *[]){"tree", NULL}, (struct plan){300, 0}, nowhere, false);
    assert_false(news.end.exited);
    assert_int_equal(news.end.number, US_SIGNAL_KILL);
    assert_true(us_time_ns(US_TIME_MONOTONIC) - began_ns < 60000 * MS_NS);
}

TEST(an_order_reaches_the_supervisor)
{
    struct news news = run((char *[]){"sleep", NULL}, (struct plan){0, 0}, nowhere, true);
    assert_false(news.end.exited);
    assert_int_equal(us_supervisor_interruption(), 0);
}

TEST(a_program_that_is_missing_is_said)
{
    char *argv[] = {"no-such-program-of-understudy", NULL};
    struct plan plan = wait_only;
    struct news news;
    const struct us_supervisor_order order = {argv, {-1, -1}, supervise, &plan};
    assert_true(us_supervisor_start(&order));
    assert_true(us_supervisor_hear(&news, sizeof news));
    us_supervisor_join();
    assert_true(news.reason != 0);
    assert_null(us_app_fault(argv[0], news.reason));
    assert_non_null(us_app_fault(self, EACCES));
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

TEST(arguments_output_and_environment_pass_unchanged)
{
    int out[2], error[2];
    char text[256];
    assert_true(us_pipe_open(out) && us_pipe_open(error));
    assert_true(us_environment_set("UNDERSTUDY_TEST_WORD", "\xc3\xa4 word"));
    run((char *[]){"print", ODD, NULL}, wait_only, (int[]){out[1], error[1]}, false);
    us_environment_unset("UNDERSTUDY_TEST_WORD");
    assert_null(us_environment_get("UNDERSTUDY_TEST_WORD"));
    assert_true(us_pipe_has_bytes(out[0]));
    us_descriptor_close(out[1]);
    us_descriptor_close(error[1]);
    take(out[0], text, sizeof text);
    assert_string_equal(text, "<a b><><say \"so\"><C:\\a\\><\\\\\"><\xc3\xa4\xe6\x97\xa5>"
                              "<\xc3\xa4 word>");
    assert_false(us_pipe_has_bytes(out[0]));
    take(error[0], text, sizeof text);
    assert_string_equal(text, "to the error stream");
    us_descriptor_close(out[0]);
    us_descriptor_close(error[0]);
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
    int64_t began_ns = us_time_ns(US_TIME_MONOTONIC);
    assert_true(us_pipe_wait(ends, 3, 20));
    assert_true(us_time_ns(US_TIME_MONOTONIC) - began_ns >= 19 * MS_NS);
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

static struct us_child *start(char *word, int ends[2])
{
    int reason = 0;
    struct us_child *child =
        us_child_start((char *[]){self, word, NULL}, US_DESCRIPTOR_ERROR, ends, &reason);
    assert_non_null(child);
    return child;
}

TEST(a_child_is_talked_to)
{
    char text[64];
    int ends[2], reason = 0;
    struct us_app_end end;
    struct us_child *child = start("echo", ends);
    assert_false(us_child_has_ended(child, &end));
    assert_int_equal(us_pipe_write(ends[1], "to and fro", 10), 10);
    us_pipe_close(ends[1]);
    for (size_t used = 0; used < 10;) {
        struct us_pipe_end answer = {.file = ends[0], .reads = true};
        assert_true(us_pipe_wait(&answer, 1, -1));
        int64_t length = us_pipe_read(ends[0], text + used, sizeof text - used);
        assert_true(length > 0);
        used += (size_t)length;
    }
    assert_memory_equal(text, "to and fro", 10);
    while (!us_child_has_ended(child, &end))
        us_time_sleep(MS_NS);
    assert_true(end.exited);
    assert_int_equal(end.number, 5);
    us_descriptor_close(ends[0]);
    assert_null(us_child_start((char *[]){"no-such-program-of-understudy", NULL},
                               US_DESCRIPTOR_ERROR, ends, &reason));
    assert_null(us_app_fault("no-such-program-of-understudy", reason));
}

TEST(a_child_is_killed)
{
    int ends[2];
    struct us_app_end end;
    struct us_child *child = start("sleep", ends);
    us_child_kill(child, &end);
    assert_false(end.exited);
    assert_int_equal(end.number, US_SIGNAL_KILL);
    us_descriptor_close(ends[0]);
    us_descriptor_close(ends[1]);
}

TEST(answers_and_messages_share_a_pipe)
{
    static char text[2 * ANSWERS];
    int ends[2];
    struct us_app_end end;
    unsigned answers = 0, messages = 0;
    struct us_child *child = start("both", ends);
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

TEST(temporary_files_are_new_and_go_away)
{
    char folder[4096], one[4200], other[4200];
    snprintf(folder, sizeof folder, "%s/us-test-XXXXXX", us_temporary_usual());
    assert_true(us_temporary_make_folder(folder));
    snprintf(one, sizeof one, "%s/\xc3\xa4-XXXXXX", folder);
    snprintf(other, sizeof other, "%s/\xc3\xa4-XXXXXX", folder);
    int first = us_temporary_make_file(one), second = us_temporary_make_file(other);
    assert_true(first >= 0 && second >= 0);
    assert_string_not_equal(one, other);
    us_descriptor_close(first);
    us_descriptor_close(second);
    struct us_path_list *list = us_path_list_begin(folder);
    unsigned count = 0;
    for (const char *name; (name = us_path_list_next(list)) != NULL; count++)
        assert_true(strcmp(name, us_path_name(one)) == 0 || strcmp(name, us_path_name(other)) == 0);
    us_path_list_end(list);
    assert_int_equal(count, 2);
    us_temporary_remove(folder);
    assert_null(us_path_list_begin(folder));
    assert_int_equal(errno, ENOENT);
}

TEST(names_of_signals_have_numbers)
{
    const struct us_app_signal *kill = us_app_signals;
    for (; kill->name != NULL && strcmp(kill->name, "KILL") != 0; kill++)
        assert_true(kill->number > 0 && strncmp(kill->name, "SIG", 3) != 0);
    assert_int_equal(kill->number, US_SIGNAL_KILL);
    assert_true(us_process_lives(us_process_id()));
}

int main(int argc, char **argv)
{
    us_program_begin(&argc, &argv);
    if (argc > 1)
        return be_app(argc, argv);
    if (!us_program_path(self, sizeof self))
        return 1;
    return RUN_TESTS(an_exit_code_is_told, a_crash_is_a_signal, every_process_of_the_app_is_killed,
                     an_order_reaches_the_supervisor, a_program_that_is_missing_is_said,
                     arguments_output_and_environment_pass_unchanged,
                     an_empty_pipe_is_not_waited_for, what_is_waited_for_is_told,
                     a_pipe_that_nobody_reads_is_full, a_pipe_without_a_reader_is_broken,
                     a_child_is_talked_to, a_child_is_killed, answers_and_messages_share_a_pipe,
                     temporary_files_are_new_and_go_away, names_of_signals_have_numbers);
}
