/* SPDX-License-Identifier: MIT */
/* Hazard: a file that arrives in pieces, or late, or not at all, and is taken for whole. The
 * system's call is ours here (--wrap), so that it can do what it may. */
#include "support.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include "core/base/file.h"

/* What the call does: give back at most so many bytes, be interrupted so often before that, and
 * fail with this once so many have come. */
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
    us_file_close(&file);
    struct us_file empty = us_file_in_memory(NULL, 0);
    assert_true(us_file_get(&empty, 0, NULL, 0));
}

TEST(only_regular_files_are_read)
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
        char expected[US_ERROR_TEXT_SIZE];
        assert_int_equal(us_file_open(cases[i].path, &file, &error), US_ERROR_FILE);
        snprintf(expected, sizeof expected, "%sa recording", cases[i].kind);
        assert_string_equal(error.text, expected);
        assert_int_equal(file.descriptor, -1);
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
    struct us_file file;
    uint8_t *bytes;
    uint64_t size;
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
    assert_int_equal(us_file_open(path, &file, NULL), US_OK);
    assert_int_equal(file.descriptor, 0);
    us_file_close(&file);
    us_file_close(&file);
    assert_false(is_open(0));
    begin((struct script){4, 0, EIO, 8});
    assert_int_equal(us_file_read(path, &bytes, &size, NULL), US_ERROR_FILE);
    begin((struct script){0});
    assert_int_equal(us_file_read(path, &bytes, &size, NULL), US_OK);
    free(bytes);
    assert_false(is_open(0));
    assert_int_equal(dup2(input, 0), 0);
    close(input);
    assert_true(is_open(0) && is_open(1));
}

static void check_kind(const char *bytes, size_t size, const char *expected)
{
    const char *advice;
    struct guarded guarded = guarded_copy(bytes, size);
    const char *kind = us_file_foreign_kind(guarded.bytes, size, &advice);
    guarded_free(&guarded);
    if (kind == NULL || expected == NULL ? kind != expected : strcmp(kind, expected) != 0)
        fail_msg("%.*s: %s, not %s", (int)size, bytes, kind != NULL ? kind : "(nothing)",
                 expected != NULL ? expected : "(nothing)");
}

/* What each kind of file begins with. One byte less, or another one at the end, is not that kind.
 */
TEST(files_of_other_kinds_by_their_first_bytes)
{
    static const struct {
        size_t size;
        const char *bytes, *kind;
    } cases[] = {{8, "\x89PNG\r\n\x1a\n", "a PNG image"},
                 {3, "\xff\xd8\xff", "a JPEG image"},
                 {4, "GIF8", "a GIF image"},
                 {4, "glTF", "a binary glTF model"},
                 {4, "PK\x03\x04", "a ZIP archive"},
                 {2, "\x1f\x8b", "a file compressed by gzip"},
                 {6, "\xfd\x37zXZ\0", "a file compressed by xz"},
                 {4, "\x28\xb5\x2f\xfd", "a file compressed by zstd"},
                 {6, "7z\xbc\xaf\x27\x1c", "a 7-Zip archive"},
                 {8, "\0\0\0\x20\x66typ", "an MP4 video"},
                 {4, "RIFF", "a WAVE, AVI or WebP file"},
                 {4, "OggS", "an Ogg file"},
                 {4, "\x1a\x45\xdf\xa3", "a Matroska or WebM video"},
                 {5, "%PDF-", "a PDF document"},
                 {4, "\x7f\x45LF", "a program"},
                 {4, "\x69\x3d\x2d\x44", "a Beat Saber replay"},
                 {5, "%YAML", "a YAML file, as Unity's assets are"},
                 {13, "\x10\0\0\0\x02$schema\0", "a recording in XROR"},
                 {42, "version https://git-lfs.github.com/spec/v1", "a placeholder of Git LFS"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char bytes[64];
        const char *advice;
        memcpy(bytes, cases[i].bytes, cases[i].size);
        check_kind(bytes, cases[i].size, cases[i].kind);
        for (int wrong = 0; wrong < 2; wrong++) {
            bytes[cases[i].size - 1] = (char)(bytes[cases[i].size - 1] ^ wrong);
            const char *kind = us_file_foreign_kind((const uint8_t *)bytes,
                                                    cases[i].size - 1 + (size_t)wrong, &advice);
            assert_true(kind == NULL || strcmp(kind, cases[i].kind) != 0);
        }
    }
}

/* The first line of a table names its time, and a recording of IWER the hand of an input source, in
 * the last bytes that are looked at as well. */
TEST(texts_of_other_kinds_by_their_words)
{
    static const struct {
        const char *text, *kind;
    } cases[] = {{"time,head.x", "a table"},
                 {"time,", "a table"},
                 {"frame,time,", "a table"},
                 {"{\"time\": 0}", "a table"},
                 {"\xef\xbb\xbf \t\r\ntime,", "a table"},
                 {"\xef\xbb\xbftime,", "a table"},
                 {"time", "a text file"},
                 {"times,", "a text file"},
                 {"frame\ntime,", "a text file"},
                 {"{\"schema\":[{\"handedness\":\"left\"", "a recording of IWER"},
                 {"{\"schema\":[{\"handedness\":", "a recording of IWER"},
                 {" {\"schema\":[0,{\"handedness\":", "a recording of IWER"},
                 {"{\"schema\":[{\"handedness\"", "a JSON file"},
                 {"{\"schema\":[", "a JSON file"},
                 {"{\"schema\":", "a JSON file"},
                 {"[1]", "a JSON file"},
                 {" {\"schema\":[]}", "a JSON file"},
                 {"<a>", "an XML or HTML file"},
                 {"\t<a>", "an XML or HTML file"},
                 {" \t\r\n", "a text file"},
                 {"\x0b", NULL},
                 {"a\x7f", NULL},
                 {"", NULL}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        check_kind(cases[i].text, strlen(cases[i].text), cases[i].kind);
}

int main(void)
{
    return RUN_TESTS_WITHIN(
        NULL, teardown, reads_go_on_until_all_is_there, what_cannot_be_read_is_no_answer,
        an_empty_file_is_read, memory_is_a_file, only_regular_files_are_read,
        only_its_own_descriptor_is_closed, files_of_other_kinds_by_their_first_bytes,
        texts_of_other_kinds_by_their_words);
}
