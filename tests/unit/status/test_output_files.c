/* SPDX-License-Identifier: MIT */
/* Hazard: files that the layer opens in an app that has closed its standard input. The system then
 * gives the descriptor 0, which is as good as any. And files that are not what the tool made.
 * White-box: the tool gives its app a standard input, and makes these files itself. */
#include "support.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "eventlog/event_journal.h"
#include "eventlog/event_journal_ring.h"
#include "core/base/memory_file.h"
#include "platform/descriptor.h"
#include "status/message_log.h"
#include "status/output_file.h"
#include "status/run_status.h"

static char path[256], other[256], log_path[256];
static int standard_input;

static int close_input(void **state)
{
    (void)state;
    scratch_path("file", path);
    scratch_path("other", other);
    standard_input = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 20);
    return standard_input >= 0 ? close(STDIN_FILENO) : -1;
}

static int open_input(void **state)
{
    (void)state;
    bool done = dup2(standard_input, STDIN_FILENO) == STDIN_FILENO;
    close(standard_input);
    scratch_remove();
    return done ? 0 : -1;
}

/* The next file to be opened gets it, and none was left open. */
static void check_free(void)
{
    int file = open("/dev/null", O_RDONLY);
    assert_int_equal(file, 0);
    close(file);
}

static void make_file(const char *at, size_t size)
{
    int file = open(at, O_RDWR | O_CREAT | O_TRUNC, 0600);
    assert_int_equal(ftruncate(file, (off_t)size), 0);
    close(file);
}

TEST(output_files)
{
    const char *why = NULL;
    int file = us_output_file_open(path, 0600, &why);
    assert_int_equal(file, 0);
    assert_int_equal(us_output_file_append(file, "text", 4), 0);
    close(file);
    check_file_text(path, "text");
    assert_int_equal(link(path, other), 0);
    assert_int_equal(us_output_file_open(path, 0600, &why), -1);
    assert_string_equal(why, "it has other names");
    check_free();
    assert_true(us_output_file_replace(other, "new", 3));
    check_file_text(other, "new");
    check_file_text(path, "text");
    check_free();
}

TEST(message_logs)
{
    struct us_message_log log;
    us_message_log_init(&log, US_MESSAGE_LOG_INFO, path);
    assert_int_equal(log.file, 0);
    us_message_log(&log, US_MESSAGE_LOG_INFO, "a\tline of %d", 3);
    us_message_log_finish(&log);
    assert_int_equal(log.file, -1);
    check_file_text(path, "understudy: a?line of 3\n");
    check_free();
}

TEST(lost_outputs)
{
    char text[US_LOST_OUTPUT_SIZE];
    int file = open(path, O_WRONLY | O_CREAT, 0600);
    assert_true(us_lost_output_prepare(file));
    close(file);
    us_lost_output_note(path, US_LOST_OUTPUT_SCREENSHOTS, "two screenshots");
    check_free();
    assert_true(us_lost_output_read(path, US_LOST_OUTPUT_SCREENSHOTS, text));
    assert_string_equal(text, "two screenshots");
    check_free();
    /* A file of another size is left alone, as are folders and pipes. */
    make_file(path, US_LOST_OUTPUT_COUNT * US_LOST_OUTPUT_SIZE - 1);
    us_lost_output_note(path, US_LOST_OUTPUT_LOG, "text");
    check_free();
    assert_true(fcntl(1, F_GETFD) >= 0);
    file = open(path, O_RDWR);
    assert_int_equal(pread(file, text, sizeof text, 0), sizeof text);
    assert_int_equal(text[0], '\0');
    assert_int_equal(pwrite(file, "text", 4, 0), 4);
    close(file);
    assert_false(us_lost_output_read(path, US_LOST_OUTPUT_LOG, text));
    make_file(path, US_LOST_OUTPUT_COUNT * US_LOST_OUTPUT_SIZE);
    assert_false(us_lost_output_read(path, US_LOST_OUTPUT_LOG, text));
    assert_int_equal(mkfifo(other, 0600), 0);
    assert_false(us_lost_output_read(other, US_LOST_OUTPUT_LOG, text));
    check_free();
}

TEST(run_statuses)
{
    int file = open(path, O_RDWR | O_CREAT, 0600);
    assert_int_equal(file, 0);
    assert_true(us_run_status_prepare(file));
    struct us_run_status *made = us_run_status_make(file);
    assert_non_null(made);
    close(file);
    struct us_run_status *status = us_run_status_open(path);
    assert_non_null(status);
    check_free();
    atomic_store(&status->instances, 7);
    assert_int_equal(atomic_load(&made->instances), 7); /* it is one memory */
    us_run_status_close(status);
    made->magic++;
    assert_null(us_run_status_open(path));
    made->magic--;
    made->size--;
    assert_null(us_run_status_open(path));
    made->size++;
    assert_int_equal(truncate(path, (off_t)sizeof *made + 1), 0);
    assert_null(us_run_status_open(path));
    assert_int_equal(truncate(path, (off_t)sizeof *made), 0);
    check_free();
    status = us_run_status_open(path);
    assert_non_null(status);
    us_run_status_close(status);
    assert_int_equal(msync(status, 1, MS_ASYNC), -1); /* nothing is mapped there now */
    us_run_status_close(made);
    us_run_status_close(NULL);
    assert_null(us_run_status_open("/nowhere/at/all"));
    assert_int_equal(mkfifo(other, 0600), 0);
    assert_null(us_run_status_open(other));
    check_free();
}

/* A file that may not grow, as on a full disk. */
TEST(run_statuses_on_a_full_disk)
{
    struct rlimit before, none;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    none = (struct rlimit){.rlim_cur = 16, .rlim_max = before.rlim_max};
    signal(SIGXFSZ, SIG_IGN);
    int file = open(other, O_RDWR | O_CREAT, 0600);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &none), 0);
    errno = 0;
    bool prepared = us_run_status_prepare(file), reserved = us_event_journal_prepare_ring(file);
    int reason = errno;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_false(prepared);
    assert_false(reserved);
    assert_int_equal(reason, EFBIG);
    close(file);
    check_free();
}

TEST(event_logs)
{
    static const struct us_message_log quiet = {.level = US_MESSAGE_LOG_ERROR, .file = -1};
    const struct us_event_journal_files files = {.log = path};
    struct us_journal *journal = us_event_journal_open(&files, US_LOG_EVENT_LEVEL_CALLS, &quiet);
    assert_non_null(journal);
    for (unsigned i = 0; i < 3; i++) {
        struct us_log_event *event =
            us_event_journal_begin(journal, US_LOG_EVENT_LEVEL_CALLS, US_LOG_EVENT_LATE);
        event->of.late.count = i;
        us_event_journal_commit(event);
    }
    us_event_journal_close(journal);
    check_free();
    int64_t end = 0;
    assert_int_equal(us_event_journal_last_number(path, &end), 3);
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(end, status.st_size);
    check_free();
    us_event_journal_end(path, ENOSPC, 0);
    check_free();
    assert_int_equal(us_event_journal_last_number("/nowhere/at/all", &end), 0);
    assert_int_equal(end, 0);
}

static struct us_journal *open_journal(const char *ring)
{
    static const struct us_message_log quiet = {.level = US_MESSAGE_LOG_ERROR, .file = -1};
    const struct us_event_journal_files files = {.log = log_path, .ring = ring};
    struct us_journal *journal = us_event_journal_open(&files, US_LOG_EVENT_LEVEL_CALLS, &quiet);
    assert_non_null(journal);
    return journal;
}

/* A journal's log takes the descriptor 0 before its ring can. */
TEST(memory_of_the_first_descriptor)
{
    int file = -1;
    make_file(path, 300);
    char *memory = us_memory_file_take(path, 300, &file);
    assert_int_equal(file, 0);
    memory[299] = 'm';
    char byte = 0;
    assert_int_equal(pread(file, &byte, 1, 299), 1);
    assert_int_equal(byte, 'm');
    us_memory_file_give_back(memory, 300, file);
    check_free();
    /* Nor does it stay open where the memory is another one's. */
    int rival = open(path, O_RDWR), held = fcntl(rival, F_DUPFD_CLOEXEC, 20);
    close(rival);
    assert_true(us_descriptor_lock(held, false));
    memory = us_memory_file_take(path, 300, &file);
    assert_int_equal(file, -1);
    check_free();
    us_memory_file_give_back(memory, 300, file);
    close(held);
    /* No other file is taken in its place. */
    memory = us_memory_file_take(NULL, 300, &file);
    assert_int_equal(file, -1);
    assert_true(fcntl(STDOUT_FILENO, F_GETFD) >= 0);
    us_memory_file_give_back(memory, 300, file);
}

/* Memory is a regular file: nothing else is anybody's. */
TEST(memory_is_a_file_of_ours)
{
    static const char *const others[] = {"/dev/null", "."};
    make_file(path, 300);
    int file = us_memory_file_open(path);
    assert_true(us_memory_file_is_own(file));
    if (geteuid() == 0)
        assert_int_equal(fchown(file, 1, (gid_t)-1), 0); /* root has any user's */
    assert_true(us_memory_file_is_own(file));
    close(file);
    assert_false(us_memory_file_is_own(file));
    for (int i = 0; i < 2; i++) {
        file = open(others[i], O_RDONLY);
        assert_false(us_memory_file_is_own(file));
        close(file);
    }
}

/* A file that is there has just the ring's size afterwards, and nothing of what it held. */
TEST(a_ring_is_made_anew)
{
    const off_t last = (off_t)offsetof(struct us_journal, slots[US_JOURNAL_SLOTS - 1].event);
    char text[4] = "text";
    scratch_path("log", log_path);
    make_file(path, sizeof(struct us_journal) + 500);
    int file = open(path, O_RDWR);
    assert_int_equal(pwrite(file, text, sizeof text, last), sizeof text);
    struct us_journal *journal = open_journal(path);
    assert_true(journal->ring_file >= 0);
    struct stat status;
    assert_int_equal(fstat(file, &status), 0);
    assert_int_equal(status.st_size, sizeof(struct us_journal));
    assert_int_equal(pread(file, text, sizeof text, last), sizeof text);
    assert_memory_equal(text, "\0\0\0", 4);
    journal->slots[US_JOURNAL_SLOTS - 1].position = 7; /* it is one memory */
    us_event_journal_close(journal);
    uint64_t position = 0;
    assert_int_equal(
        pread(file, &position, sizeof position,
              (off_t)offsetof(struct us_journal, slots[US_JOURNAL_SLOTS - 1].position)),
        sizeof position);
    assert_int_equal(position, 7);
    close(file);
    check_free();
}

/* Whether a journal has the file as its ring. */
static bool is_ring(const char *ring)
{
    struct us_journal *journal = open_journal(ring);
    bool is = journal->ring_file >= 0;
    us_event_journal_close(journal);
    return is;
}

TEST(rings_of_event_logs)
{
    scratch_path("log", log_path);
    make_file(path, sizeof(struct us_journal));
    assert_true(is_ring(path));
    check_free();
    static const char *const nowhere[] = {NULL, "/nowhere/at/all", "/dev/null", "."};
    for (unsigned i = 0; i < 4; i++) {
        assert_false(is_ring(nowhere[i]));
        check_free();
    }
    /* Another process's, here by another descriptor: a lock is the open file's. */
    int rival = open(path, O_RDWR);
    assert_int_equal(rival, 0);
    assert_true(us_output_file_lock(rival));
    assert_false(is_ring(path));
    close(rival);
    struct us_journal *journal = open_journal(path);
    assert_true(journal->ring_file >= 0);
    uint64_t dropped;
    int64_t written = us_event_journal_recover(path, other, &dropped);
    assert_int_equal(written, 0); /* it lives */
    assert_int_equal(access(other, F_OK), -1);
    us_event_journal_close(journal);
    check_free();
    assert_int_equal(us_event_journal_recover("/nowhere/at/all", other, &dropped), 0);
    assert_int_equal(access(other, F_OK), -1);
    check_free();
    /* What is no regular file is no ring. */
    assert_int_equal(mkfifo(other, 0600), 0);
    assert_false(is_ring(other));
    check_free();
}

int main(void)
{
    return RUN_TESTS_BETWEEN(close_input, open_input, output_files, message_logs, lost_outputs,
                             run_statuses, run_statuses_on_a_full_disk, event_logs,
                             memory_of_the_first_descriptor, memory_is_a_file_of_ours,
                             a_ring_is_made_anew, rings_of_event_logs);
}
