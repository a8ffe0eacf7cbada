/* SPDX-License-Identifier: MIT */
/* Hazard: a file that arrives in pieces, or late, or not at all, and is taken for whole. The
 * system's calls are ours here (--wrap), so that each can do what it may. */
#include "support.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include "core/base/file.h"

/* What the calls do: give back at most so many bytes, be interrupted so often before that, and fail
 * with this once so many have come. */
static struct script {
    size_t at_most;
    int interruptions;
    int fails_with; /* errno; 0: never; -1: the file ends */
    size_t fails_after;
} script;
static int calls, interrupted;
static size_t passed;

#if LONG_MAX < LLONG_MAX /* with offsets of 64 bits the linker knows the call by another name */
#define __real_pread __real_pread64
#define __wrap_pread __wrap_pread64
#endif
ssize_t __real_pread(int descriptor, void *out, size_t count, off_t offset);
ssize_t __wrap_pread(int descriptor, void *out, size_t count, off_t offset);
ssize_t __real_write(int descriptor, const void *bytes, size_t count);
ssize_t __wrap_write(int descriptor, const void *bytes, size_t count);

/* How many bytes the call may handle; 0 or -1: what it gives back instead. */
static ssize_t allow(size_t count)
{
    if (++calls > 1000)
        fail_msg("the call is made for ever");
    if (interrupted++ % (script.interruptions + 1) < script.interruptions) {
        errno = EINTR;
        return -1;
    }
    if (script.fails_with != 0 && passed >= script.fails_after) {
        errno =
            script.fails_with > 0 ? script.fails_with : EINTR; /* an end leaves what was there */
        return script.fails_with > 0 ? -1 : 0;
    }
    count = script.at_most > 0 && count > script.at_most ? script.at_most : count;
    passed += count;
    return (ssize_t)count;
}

ssize_t __wrap_pread(int descriptor, void *out, size_t count, off_t offset)
{
    ssize_t allowed = allow(count);
    return allowed > 0 ? __real_pread(descriptor, out, (size_t)allowed, offset) : allowed;
}

ssize_t __wrap_write(int descriptor, const void *bytes, size_t count)
{
    bool is_output = descriptor == 1 || descriptor == 2;
    ssize_t allowed = is_output ? (ssize_t)count : allow(count);
    return allowed > 0 ? __real_write(descriptor, bytes, (size_t)allowed) : allowed;
}

/* Which of the calls behind a write fails, with EIO. */
enum { NONE, FSYNC, RENAME };
static int failing;

int __real_fsync(int descriptor);
int __wrap_fsync(int descriptor);
int __real_rename(const char *from, const char *to);
int __wrap_rename(const char *from, const char *to);

static bool fails(int call)
{
    if (failing == call)
        errno = EIO;
    return failing == call;
}

int __wrap_fsync(int descriptor)
{
    return fails(FSYNC) ? -1 : __real_fsync(descriptor);
}

int __wrap_rename(const char *from, const char *to)
{
    return fails(RENAME) ? -1 : __real_rename(from, to);
}

static void begin(struct script wanted)
{
    script = wanted;
    calls = interrupted = 0;
    passed = 0;
}

static const uint8_t text[] = "0123456789abcdefghij";
enum { SIZE = 20 };

static int teardown(void **state)
{
    (void)state;
    begin((struct script){0});
    scratch_remove();
    return 0;
}

TEST(reads_go_on_until_all_is_there)
{
    char path[256];
    save_file("read", text, SIZE, path);
    const struct script scripts[] = {{0, 0, 0, 0}, {1, 0, 0, 0}, {7, 2, 0, 0}, {3, 1, 0, 0}};
    for (unsigned i = 0; i < sizeof scripts / sizeof scripts[0]; i++) {
        struct us_file file;
        uint8_t out[SIZE + 1] = {0};
        assert_int_equal(us_file_open(path, &file, NULL), US_OK);
        begin(scripts[i]);
        assert_true(us_file_get(&file, 3, out, 15));
        assert_memory_equal(out, text + 3, 15);
        assert_int_equal(out[15], 0);
        assert_true(us_file_get(&file, 0, out, SIZE));
        assert_memory_equal(out, text, SIZE);
        us_file_close(&file);
        uint8_t *bytes;
        uint64_t size;
        assert_int_equal(us_file_read(path, &bytes, &size, NULL), US_OK);
        assert_int_equal(size, SIZE);
        assert_memory_equal(bytes, text, SIZE);
        free(bytes);
    }
}

TEST(what_cannot_be_read_is_no_answer)
{
    char path[256];
    save_file("bad", text, SIZE, path);
    struct us_file file;
    uint8_t out[SIZE];
    assert_int_equal(us_file_open(path, &file, NULL), US_OK);
    begin((struct script){4, 0, EIO, 8});
    assert_false(us_file_get(&file, 0, out, SIZE));
    begin((struct script){4, 0, -1, 8}); /* it has become shorter */
    assert_false(us_file_get(&file, 0, out, SIZE));
    begin((struct script){4, 0, EIO, SIZE}); /* just not yet */
    assert_true(us_file_get(&file, 0, out, SIZE));
    begin((struct script){0});
    assert_false(us_file_get(&file, 1, out, SIZE));
    assert_false(us_file_get(&file, SIZE + 1, out, 0));
    assert_false(us_file_get(&file, UINT64_MAX, out, 2));
    assert_false(us_file_get(&file, 2, out, UINT64_MAX));
    assert_true(us_file_get(&file, SIZE, out, 0));
    us_file_close(&file);
    uint8_t *bytes = NULL;
    uint64_t size;
    struct us_error error;
    begin((struct script){4, 0, EIO, 8});
    assert_int_equal(us_file_read(path, &bytes, &size, &error), US_ERROR_FILE);
    assert_null(bytes);
}

/* An empty file has bytes, though none of them counts. */
TEST(an_empty_file_is_read)
{
    char path[256];
    uint8_t *bytes = NULL;
    uint64_t size = 5;
    save_file("empty", "", 0, path);
    begin((struct script){0});
    assert_int_equal(us_file_read(path, &bytes, &size, NULL), US_OK);
    assert_int_equal(size, 0);
    assert_non_null(bytes);
    free(bytes);
}

TEST(memory_is_a_file)
{
    struct us_file file = us_file_in_memory(text, SIZE);
    uint8_t out[SIZE];
    assert_true(us_file_get(&file, 5, out, 15));
    assert_memory_equal(out, text + 5, 15);
    assert_false(us_file_get(&file, 6, out, 15));
    us_file_will_need(&file, 0, SIZE);
    us_file_close(&file);
    struct us_file empty = us_file_in_memory(NULL, 0);
    assert_true(us_file_get(&empty, 0, NULL, 0));
}

static void check_content(const char *path, const void *expected, size_t size)
{
    uint8_t *bytes;
    uint64_t got;
    begin((struct script){0});
    assert_int_equal(us_file_read(path, &bytes, &got, NULL), US_OK);
    assert_int_equal(got, size);
    assert_memory_equal(bytes, expected, size);
    free(bytes);
}

TEST(writes_are_whole_or_not_at_all)
{
    char path[256];
    save_file("written", "old", 3, path);
    const struct script whole[] = {{0, 0, 0, 0}, {1, 0, 0, 0}, {7, 2, 0, 0}};
    for (unsigned i = 0; i < sizeof whole / sizeof whole[0]; i++) {
        begin((struct script){0});
        assert_int_equal(us_file_write(path, (const uint8_t *)"old", 3, NULL), US_OK);
        begin(whole[i]);
        assert_int_equal(us_file_write(path, text, SIZE, NULL), US_OK);
        check_content(path, text, SIZE);
    }
    struct us_error error;
    begin((struct script){7, 1, ENOSPC, 14});
    assert_int_equal(us_file_write(path, (const uint8_t *)"another one, longer", 19, &error),
                     US_ERROR_FILE);
    assert_non_null(strstr(error.text, strerror(ENOSPC)));
    check_content(path, text, SIZE);
}

/* How many files and folders are in a folder. */
static int count_entries(const char *folder)
{
    DIR *list = opendir(folder);
    assert_non_null(list);
    int count = 0;
    while (readdir(list) != NULL)
        count++;
    closedir(list);
    return count - 2; /* "." and ".." */
}

/* The old file stays, and nothing lies beside it. */
TEST(a_write_that_fails_at_its_end_leaves_nothing)
{
    char path[256], folder[256];
    begin((struct script){0});
    scratch_path("end", folder);
    assert_int_equal(mkdir(folder, 0700), 0);
    scratch_path("end/file", path);
    for (int call = FSYNC; call <= RENAME; call++) {
        struct us_error error;
        failing = NONE;
        assert_int_equal(us_file_write(path, text, SIZE, NULL), US_OK);
        failing = call;
        assert_int_equal(us_file_write(path, (const uint8_t *)"new", 3, &error), US_ERROR_FILE);
        failing = NONE;
        assert_non_null(strstr(error.text, strerror(EIO)));
        assert_int_equal(count_entries(folder), 1);
        check_content(path, text, SIZE);
    }
    /* Nor does what its writer gave up, for a reason that is no error of the system. */
    char part[US_FILE_PATH_SIZE];
    int file = us_file_make_part(path, part);
    assert_int_equal(write(file, "half", 4), 4);
    errno = 0;
    assert_false(us_file_finish_part(file, part, path, false));
    assert_int_equal(count_entries(folder), 1);
    check_content(path, text, SIZE);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0);
}

/* What is no regular file is neither read nor replaced. */
TEST(only_regular_files_are_read_and_replaced)
{
    char pipe[256], folder[256];
    scratch_path("pipe", pipe);
    scratch_path("folder", folder);
    assert_int_equal(mkfifo(pipe, 0600), 0);
    assert_int_equal(mkdir(folder, 0700), 0);
    const struct {
        const char *path, *kind;
    } cases[] = {{pipe, "this is a pipe, not "},
                 {folder, "this is a directory, not "},
                 {"/dev/null", "this is a device or a socket, not "}};
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct us_file file;
        struct us_error error;
        struct stat before, after;
        char expected[US_ERROR_TEXT_SIZE];
        assert_int_equal(stat(cases[i].path, &before), 0);
        assert_int_equal(us_file_open(cases[i].path, &file, &error), US_ERROR_FILE);
        snprintf(expected, sizeof expected, "%sa recording", cases[i].kind);
        assert_string_equal(error.text, expected);
        assert_int_equal(file.descriptor, -1);
        assert_int_equal(us_file_write(cases[i].path, text, SIZE, &error), US_ERROR_FILE);
        snprintf(expected, sizeof expected, "%sa file that can be replaced", cases[i].kind);
        assert_string_equal(error.text, expected);
        assert_int_equal(stat(cases[i].path, &after), 0);
        assert_int_equal(before.st_ino, after.st_ino);
    }
    assert_int_equal(unlink(pipe), 0);
    assert_int_equal(rmdir(folder), 0);
}

static bool is_open(int descriptor)
{
    return fcntl(descriptor, F_GETFD) >= 0;
}

/* To close what is not open closes nothing else, and a file may have any descriptor. */
TEST(only_its_own_descriptor_is_closed)
{
    char path[256];
    struct us_file file, copy;
    scratch_path("missing", path);
    if (!is_open(0))
        assert_int_equal(open("/dev/null", O_RDONLY), 0);
    assert_int_equal(us_file_open(path, &file, NULL), US_ERROR_FILE);
    us_file_close(&file);
    file = us_file_in_memory(text, SIZE);
    us_file_close(&file);
    us_file_close(&file);
    assert_true(is_open(0) && is_open(1));
    save_file("any", text, SIZE, path);
    int input = dup(0);
    assert_true(input > 2);
    close(0);
    assert_int_equal(us_file_write(path, text, SIZE, NULL), US_OK);
    assert_false(is_open(0));
    assert_int_equal(us_file_open(path, &file, NULL), US_OK);
    assert_int_equal(file.descriptor, 0);
    begin((struct script){4, 0, EIO, 8});
    assert_int_equal(us_file_copy(&file, &copy, NULL), US_ERROR_FILE);
    us_file_close(&copy);
    assert_true(is_open(0) && is_open(1));
    begin((struct script){0});
    assert_int_equal(us_file_copy(&file, &copy, NULL), US_OK);
    us_file_close(&file);
    us_file_close(&file);
    assert_false(is_open(0));
    assert_int_equal(dup2(input, 0), 0);
    close(input);
    assert_memory_equal(copy.bytes, text, SIZE);
    us_file_close(&copy);
    assert_true(is_open(0) && is_open(1));
}

TEST(a_folder_that_is_not_there)
{
    char path[256];
    struct us_error error;
    scratch_path("none/file", path);
    assert_int_equal(us_file_write(path, text, SIZE, &error), US_ERROR_FILE);
    assert_non_null(strstr(error.text, strerror(ENOENT)));
}

/* As for any other new file, what the person has taken away with umask stays away. */
TEST(files_have_the_usual_permissions)
{
    char path[256];
    scratch_path("permissions", path);
    const mode_t before = umask(027);
    assert_int_equal(us_file_write(path, text, SIZE, NULL), US_OK);
    assert_int_equal(umask(before), 027);
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0640);
}

int main(void)
{
    return RUN_TESTS_WITHIN(
        NULL, teardown, reads_go_on_until_all_is_there, what_cannot_be_read_is_no_answer,
        an_empty_file_is_read, memory_is_a_file, writes_are_whole_or_not_at_all,
        a_write_that_fails_at_its_end_leaves_nothing, only_regular_files_are_read_and_replaced,
        only_its_own_descriptor_is_closed, a_folder_that_is_not_there,
        files_have_the_usual_permissions);
}
