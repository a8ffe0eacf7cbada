/* SPDX-License-Identifier: MIT */
/* Hazard: a system does something else with files than the headers of src/platform say. Nothing
 * here is of one system, so that the same program is a test of each. The rest of src/platform is
 * shown by what commands do on each system. */
#include "testing.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "platform/descriptor.h"
#include "platform/path.h"
#include "platform/process.h"
#include "platform/temporary.h"

enum { READ_WRITE = US_DESCRIPTOR_READ | US_DESCRIPTOR_WRITE };

/* Letters outside ASCII and a blank. */
static const char one[] = "open \xc3\xbc\xe6\x97\xa5 \xc3\xa4.txt", other[] = "open other.txt";

static int remove_files(void **state)
{
    (void)state;
    us_path_remove(one);
    us_path_remove(other);
    return 0;
}

static void put(const char *path, const char *text)
{
    us_path_remove(path);
    int file = us_descriptor_open(path, US_DESCRIPTOR_WRITE | US_DESCRIPTOR_NEW, 0600);
    assert_true(file >= 0);
    assert_int_equal(us_descriptor_write(file, text, strlen(text)), strlen(text));
    assert_true(us_descriptor_close(file));
}

static void check_text(int file, const char *want)
{
    char got[64] = "";
    assert_int_equal(us_descriptor_read_at(file, got, sizeof got - 1, 0), strlen(want));
    assert_string_equal(got, want);
}

static void check_file(const char *path, const char *want)
{
    int file = us_descriptor_open(path, US_DESCRIPTOR_READ | US_DESCRIPTOR_NO_LINK, 0);
    assert_true(file >= 0);
    check_text(file, want);
    us_descriptor_close(file);
}

TEST(a_file_tells_what_it_is)
{
    struct us_about about, same;
    put(one, "12345");
    put(other, "12345");
    assert_true(us_path_about(one, &about));
    assert_int_equal(about.kind, US_ABOUT_REGULAR);
    assert_int_equal(about.size, 5);
    assert_int_equal(about.names, 1);
    assert_true(us_process_owns(about.owner));
    assert_true(us_path_about_target(one, &same));
    assert_int_equal(same.number, about.number);
    assert_true(us_path_about(".", &about));
    assert_int_equal(about.kind, US_ABOUT_FOLDER);
    char way[64];
    snprintf(way, sizeof way, "./%s", one);
    assert_true(us_path_is_same_file(one, way));
    assert_false(us_path_is_same_file(one, other));
    int file = us_descriptor_open(".", US_DESCRIPTOR_READ, 0);
    assert_true(file >= 0 && us_descriptor_about(file, &about));
    assert_int_equal(about.kind, US_ABOUT_FOLDER);
    us_descriptor_close(file);
}

TEST(bytes_go_where_they_belong)
{
    struct us_about about;
    put(one, "abc");
    int first = us_descriptor_open(one, US_DESCRIPTOR_APPEND | US_DESCRIPTOR_CREATE, 0600);
    int second = us_descriptor_open(one, US_DESCRIPTOR_APPEND, 0);
    int both = us_descriptor_open(one, READ_WRITE, 0);
    assert_true(first >= 0 && second >= 0 && both >= 0);
    int copy = us_descriptor_duplicate(second);
    assert_int_equal(us_descriptor_write(first, "d", 1), 1);
    assert_int_equal(us_descriptor_write(second, "e", 1), 1);
    assert_int_equal(us_descriptor_write(first, "f", 1), 1);
    assert_int_equal(us_descriptor_write(copy, "g", 1), 1);
    check_text(both, "abcdefg");
    assert_int_equal(us_descriptor_write_at(both, "XY", 2, 1), 2);
    check_text(both, "aXYdefg");
    char byte;
    assert_int_equal(us_descriptor_read(both, &byte, 1), 1);
    assert_int_equal(byte, 'a'); /* the place is where it was */
    assert_int_equal(us_descriptor_read_at(both, &byte, 1, 7), 0);
    assert_true(us_descriptor_truncate(first, 2));
    assert_int_equal(us_descriptor_write(second, "Z", 1), 1);
    check_text(both, "aXZ");
    assert_true(us_descriptor_reserve(both, 100000));
    assert_true(us_descriptor_about(both, &about));
    assert_int_equal(about.size, 100000);
    assert_int_equal(us_descriptor_read_at(both, &byte, 1, 99999), 1);
    assert_int_equal(byte, 0);
    assert_true(us_descriptor_sync(both));
    const int files[] = {first, second, both, copy};
    for (int i = 0; i < 4; i++)
        assert_true(us_descriptor_close(files[i]));
}

TEST(a_descriptor_keeps_nothing_of_the_last_one)
{
    char path[] = "platform-XXXXXX";
    put(one, "");
    int appending = us_descriptor_open(one, US_DESCRIPTOR_APPEND, 0);
    us_descriptor_close(appending);
    int file = us_temporary_make_file(path);
    assert_int_equal(file, appending); /* or this test says nothing */
    assert_int_equal(us_descriptor_write_at(file, "abc", 3, 0), 3);
    assert_int_equal(us_descriptor_write(file, "A", 1), 1);
    check_text(file, "Abc");
    us_descriptor_close(file);
    us_path_remove(path);
}

TEST(a_lock_is_of_one)
{
    put(one, "abc");
    int first = us_descriptor_open(one, READ_WRITE, 0), second = us_descriptor_reopen(first);
    assert_true(first >= 0 && second >= 0);
    assert_true(us_descriptor_lock(first, true));
    assert_false(us_descriptor_lock(second, true));
    assert_int_equal(errno, EWOULDBLOCK);
    assert_false(us_descriptor_lock(second, false));
    check_text(second, "abc"); /* and others may read and write */
    assert_int_equal(us_descriptor_write_at(second, "A", 1, 0), 1);
    us_descriptor_close(first);
    assert_true(us_descriptor_lock(second, false));
    first = us_descriptor_open(one, READ_WRITE, 0);
    assert_true(us_descriptor_lock(first, false));
    us_descriptor_close(first);
    us_descriptor_close(second);
    check_file(one, "Abc");
}

TEST(a_path_ends_with_a_name)
{
    const char path[] = "rec/a b/demo.bin";
    assert_ptr_equal(us_path_name(path), path + 8); /* in the path, no copy */
    assert_string_equal(us_path_name("demo.bin"), "demo.bin");
    assert_string_equal(us_path_name("rec/"), "");
    assert_string_equal(us_path_name(""), "");
#ifdef _WIN32
    assert_string_equal(us_path_name("C:\\rec\\demo.bin"), "demo.bin");
    assert_string_equal(us_path_name("C:demo.bin"), "demo.bin");
#else
    assert_string_equal(us_path_name("rec/a\\b:c"), "a\\b:c");
#endif
}

int main(void)
{
    return RUN_TESTS_WITHIN(NULL, remove_files, a_file_tells_what_it_is, bytes_go_where_they_belong,
                            a_descriptor_keeps_nothing_of_the_last_one, a_lock_is_of_one,
                            a_path_ends_with_a_name);
}
