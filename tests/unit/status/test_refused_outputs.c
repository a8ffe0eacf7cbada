/* SPDX-License-Identifier: MIT */
/* Hazard: a file that cannot be replaced is half replaced, or one that is another user's is
 * written. And messages that nobody is told. White-box: writes that end early, are interrupted or
 * fail when the file is closed. */
#include "support.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "status/message_log.h"
#include "status/output_file.h"
#include "status/run_status.h"

static char folder[256], path[PATH_MAX];

/* How many bytes a write takes at most (0: all), and how often it is interrupted before that; and
 * whether to close a file, or to give it its name, fails. */
static size_t at_most;
static unsigned interruptions;
static bool close_fails, rename_fails;

ssize_t __real_write(int file, const void *bytes, size_t size);
ssize_t __wrap_write(int file, const void *bytes, size_t size);
int __real_close(int file);
int __wrap_close(int file);

ssize_t __wrap_write(int file, const void *bytes, size_t size)
{
    if (interruptions > 0) {
        interruptions--;
        errno = EINTR;
        return -1;
    }
    return __real_write(file, bytes, at_most > 0 && size > at_most ? at_most : size);
}

int __wrap_close(int file)
{
    int result = __real_close(file);
    if (close_fails)
        errno = EIO;
    return close_fails ? -1 : result;
}

int __real_rename(const char *from, const char *to);
int __wrap_rename(const char *from, const char *to);
int __wrap_rename(const char *from, const char *to)
{
    if (rename_fails)
        errno = EIO;
    return rename_fails ? -1 : __real_rename(from, to);
}

/* The tests work in a folder of their own, so that another user can reach it. */
static int enter(void **state)
{
    (void)state;
    scratch_path("refused", folder);
    return mkdir(folder, 0755) == 0 && chdir(folder) == 0 ? 0 : -1;
}

static int leave(void **state)
{
    (void)state;
    bool done = chdir("/") == 0 && rmdir(folder) == 0;
    scratch_remove();
    return done ? 0 : -1;
}

static unsigned count_entries(void)
{
    unsigned count = 0;
    DIR *list = opendir(".");
    assert_non_null(list);
    while (readdir(list) != NULL)
        count++;
    closedir(list);
    return count - 2; /* "." and ".." */
}

TEST(only_files_and_links_are_replaced)
{
    assert_int_equal(mkdir("folder", 0700), 0);
    errno = 0;
    assert_false(us_output_file_replace("folder", "new", 3));
    assert_int_equal(errno, EISDIR);
    assert_int_equal(mkfifo("pipe", 0600), 0);
    assert_false(us_output_file_replace("pipe", "new", 3));
    assert_int_equal(errno, EEXIST);
    assert_int_equal(count_entries(), 2);
    assert_true(us_output_file_replace("file", "first", 5));
    assert_int_equal(symlink("file", "link"), 0);
    mode_t before = umask(027);
    assert_true(us_output_file_replace("link", "second", 6));
    umask(before);
    check_file_text("link", "second");
    check_file_text("file", "first");
    struct stat status;
    assert_int_equal(lstat("link", &status), 0);
    assert_true(S_ISREG(status.st_mode) && (status.st_mode & 0777) == 0640);
    assert_false(us_output_file_replace("nowhere/file", "new", 3));
    assert_int_equal(errno, ENOENT);
    /* What a process before this one with its number has left. */
    char part[64];
    snprintf(part, sizeof part, "file.%ld.part", (long)getpid());
    assert_int_equal(close(open(part, O_CREAT | O_WRONLY, 0400)), 0);
    assert_true(us_output_file_replace("file", "third", 5));
    check_file_text("file", "third");
    assert_int_equal(count_entries(), 4);
    assert_true(unlink("file") == 0 && unlink("link") == 0 && unlink("pipe") == 0 &&
                rmdir("folder") == 0);
}

/* A write that ends early leaves the file that was there, and nothing beside it. */
TEST(a_full_disk_changes_nothing)
{
    struct rlimit before, limit;
    char text[4096];
    memset(text, 'x', sizeof text);
    assert_true(us_output_file_replace("file", "old", 3));
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, SIG_IGN);
    limit = (struct rlimit){1000, before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    bool replaced = us_output_file_replace("file", text, sizeof text);
    int why = errno;
    const char *reason = NULL;
    int file = us_output_file_open("file", 0600, &reason);
    bool written = us_output_file_write(file, text, sizeof text);
    assert_int_equal(ftruncate(file, 3), 0);
    int appended = us_output_file_append(file, text, sizeof text);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_false(replaced);
    assert_int_equal(why, EFBIG);
    assert_false(written);
    assert_int_equal(appended, EFBIG);
    assert_int_equal(count_entries(), 1);
    check_file_text("file", "old");
    errno = ENOTTY; /* what the caller's errno is stays */
    assert_int_equal(us_output_file_append(file, "er", 2), 0);
    assert_true(us_output_file_write(file, "!", 1));
    assert_int_equal(errno, ENOTTY);
    close(file);
    check_file_text("file", "older!");
    assert_int_equal(unlink("file"), 0);
}

TEST(pieces_become_a_whole)
{
    for (at_most = 1; at_most < 9; at_most++) {
        interruptions = 3;
        assert_true(us_output_file_replace("file", "01234567", 8));
        check_file_text("file", "01234567");
        const char *why = NULL;
        int file = us_output_file_open("file", 0600, &why);
        interruptions = 2;
        assert_int_equal(us_output_file_append(file, "89", 2), 0);
        assert_true(us_output_file_write(file, "abc", 3));
        close(file);
        check_file_text("file", "0123456789abc");
    }
    at_most = 0;
    for (int call = 0; call < 2; call++) {
        close_fails = call == 0;
        rename_fails = call == 1;
        bool replaced = us_output_file_replace("file", "new", 3);
        int why = errno;
        close_fails = rename_fails = false;
        assert_false(replaced);
        assert_int_equal(why, EIO);
        check_file_text("file", "0123456789abc");
        assert_int_equal(count_entries(), 1);
    }
    assert_int_equal(unlink("file"), 0);
}

/* A device can be opened, but is no output. */
TEST(devices_are_refused)
{
    const char *why = NULL;
    assert_int_equal(us_output_file_open("/dev/null", 0600, &why), -1);
    assert_string_equal(why, "not a regular file");
    why = NULL;
    assert_int_equal(us_output_file_open("nowhere/file", 0600, &why), -1);
    assert_string_equal(why, strerror(ENOENT));
}

/* A path to which nothing can be added: the file beside it would have no name. */
TEST(a_path_of_the_greatest_length)
{
    char name[201];
    memset(name, 'd', 200);
    name[200] = '\0';
    unsigned folders = 0;
    assert_non_null(getcwd(path, sizeof path));
    size_t length = strlen(path);
    while (length + 201 + 2 < PATH_MAX - 4) {
        length += (size_t)snprintf(path + length, sizeof path - length, "/%s", name);
        assert_int_equal(mkdir(path, 0700), 0);
        folders++;
    }
    size_t end = length;
    path[length++] = '/';
    for (; length < PATH_MAX - 4; length++)
        path[length] = 'f';
    path[length] = '\0';
    if (length - end < 250) {
        assert_false(us_output_file_replace(path, "new", 3));
        assert_int_equal(errno, ENAMETOOLONG);
        assert_int_equal(access(path, F_OK), -1);
    }
    for (; folders > 0; folders--) {
        path[end] = '\0';
        assert_int_equal(rmdir(path), 0);
        end -= 201;
    }
}

TEST(locks_are_held_once)
{
    const char *why = NULL;
    int first = us_output_file_open("file", 0600, &why),
        second = us_output_file_open("file", 0600, &why);
    assert_true(us_output_file_lock(first) && us_output_file_lock(first));
    assert_false(us_output_file_lock(second));
    close(first);
    assert_true(us_output_file_lock(second));
    close(second);
    assert_true(us_output_file_lock(-1)); /* where there are no locks, nobody else has one */
    assert_int_equal(unlink("file"), 0);
}

/* As root, the files of others may be written; as anybody else they may not. */
TEST(files_of_others)
{
    const char *why = NULL;
    const uid_t nobody = 65534;
    /* A namespace may lack this user. */
    if (geteuid() != 0 || seteuid(nobody) != 0)
        skip();
    assert_int_equal(seteuid(0), 0);
    int file = open("status", O_RDWR | O_CREAT, 0600);
    assert_true(us_run_status_prepare(file));
    struct us_run_status *status = us_run_status_make(file);
    us_run_status_close(status);
    assert_int_equal(fchmod(file, 0666), 0);
    close(file);
    file = us_output_file_open("file", 0600, &why);
    assert_int_equal(fchmod(file, 0666), 0);
    close(file);
    assert_int_equal(seteuid(nobody), 0);
    int other = us_output_file_open("file", 0600, &why);
    status = us_run_status_open("status");
    assert_int_equal(seteuid(0), 0);
    assert_int_equal(other, -1);
    assert_string_equal(why, "it belongs to another user");
    assert_null(status);
    assert_true(chown("file", nobody, nobody) == 0 && chown("status", nobody, nobody) == 0);
    /* What was lost is noted in one's own file alone. */
    char text[US_LOST_OUTPUT_SIZE];
    file = open("lost", O_RDWR | O_CREAT, 0600);
    assert_true(us_lost_output_prepare(file));
    assert_int_equal(fchown(file, nobody, nobody), 0);
    us_lost_output_note("lost", US_LOST_OUTPUT_LOG, "text");
    assert_int_equal(fchown(file, 0, 0), 0);
    assert_false(us_lost_output_read("lost", US_LOST_OUTPUT_LOG, text));
    us_lost_output_note("lost", US_LOST_OUTPUT_LOG, "text");
    assert_true(us_lost_output_read("lost", US_LOST_OUTPUT_LOG, text));
    assert_string_equal(text, "text");
    close(file);
    assert_int_equal(unlink("lost"), 0);
    for (int as_owner = 0; as_owner < 2; as_owner++) {
        assert_int_equal(seteuid(as_owner ? nobody : 0), 0);
        other = us_output_file_open("file", 0600, &why);
        status = us_run_status_open("status");
        assert_int_equal(seteuid(0), 0);
        assert_true(other >= 0);
        assert_non_null(status);
        close(other);
        us_run_status_close(status);
    }
    assert_true(unlink("file") == 0 && unlink("status") == 0);
}

static char told[256];

static void keep(void *data, const char *message)
{
    assert_ptr_equal(data, told);
    strcat(told, message);
    strcat(told, ";");
}

/* Warnings and errors are told, whatever the level; the level says what is written. */
TEST(messages_by_their_levels)
{
    static const char all[] = "understudy: 0\nunderstudy: 1\nunderstudy: 2\nunderstudy: 3\n";
    char written[sizeof all];
    for (int tells = 0; tells < 2; tells++)
        for (int level = US_MESSAGE_LOG_ERROR; level <= US_MESSAGE_LOG_DEBUG; level++) {
            struct us_message_log log;
            us_message_log_init(&log, (enum us_message_log_level)level, "log");
            if (tells)
                log.on_warning = keep, log.on_warning_data = told;
            told[0] = '\0';
            for (int i = US_MESSAGE_LOG_ERROR; i <= US_MESSAGE_LOG_DEBUG; i++)
                us_message_log(&log, (enum us_message_log_level)i, "%d", i);
            us_message_log_finish(&log);
            snprintf(written, sizeof written, "%.*s", 14 * (level + 1), all);
            check_file_text("log", written);
            assert_string_equal(told, tells ? "0;1;" : "");
            assert_int_equal(unlink("log"), 0);
        }
}

/* Without a file messages go to standard error, and that stays open. */
TEST(messages_without_a_file)
{
    struct us_message_log log;
    us_message_log_init(&log, US_MESSAGE_LOG_ERROR, NULL);
    assert_int_equal(log.file, -1);
    us_message_log_finish(&log);
    us_message_log_finish(&log);
    assert_true(fcntl(1, F_GETFD) >= 0 && fcntl(2, F_GETFD) >= 0);
}

/* Each control character is one "?", and a long message is cut. */
TEST(messages_are_lines)
{
    struct us_message_log log;
    char expected[2000] = "understudy: \nunderstudy: ", text[2000];
    us_message_log_init(&log, US_MESSAGE_LOG_INFO, "log");
    us_message_log(&log, US_MESSAGE_LOG_INFO, "%s", "");
    us_message_log(&log, US_MESSAGE_LOG_INFO, "%s", "\x01 \x1f~\x7f\xc3\xa9\n");
    strcat(expected, "? ?~?\xc3\xa9?\nunderstudy: ");
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    us_message_log(&log, US_MESSAGE_LOG_INFO, "%s", text);
    us_message_log_finish(&log);
    size_t length = strlen(expected);
    memset(expected + length, 'x', 1024 - 12 - 2);
    strcpy(expected + length + 1024 - 12 - 2, "\n");
    check_file_text("log", expected);
    assert_int_equal(unlink("log"), 0);
}

TEST(without_a_path_nothing_is_noted)
{
    us_lost_output_note(NULL, US_LOST_OUTPUT_LOG, "text");
    assert_true(fcntl(1, F_GETFD) >= 0);
    assert_int_equal(count_entries(), 0);
}

int main(void)
{
    return RUN_TESTS_WITHIN(enter, leave, only_files_and_links_are_replaced,
                            a_full_disk_changes_nothing, pieces_become_a_whole, devices_are_refused,
                            a_path_of_the_greatest_length, locks_are_held_once, files_of_others,
                            messages_by_their_levels, messages_without_a_file, messages_are_lines,
                            without_a_path_nothing_is_noted);
}
