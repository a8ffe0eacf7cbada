/* SPDX-License-Identifier: MIT */
/* Hazard: a system does something else than the headers of src/platform say. Nothing here is of one
 * system, so that the same program is a test of each. */
#include "testing.h"

#include <errno.h>
#include <locale.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "platform/descriptor.h"
#include "platform/environment.h"
#include "platform/library.h"
#include "platform/machine.h"
#include "platform/mapping.h"
#include "platform/memory_turn.h"
#include "platform/numbers.h"
#include "platform/path.h"
#include "platform/process.h"
#include "platform/program.h"
#include "platform/temporary.h"
#include "platform/thread.h"
#include "platform/time.h"

#define SECOND_NS INT64_C(1000000000)
enum { READ_WRITE = US_DESCRIPTOR_READ | US_DESCRIPTOR_WRITE };

/* A folder whose name has a blank and letters outside ASCII, and files in it. */
static char folder[64], one[96], other[96];

static int make_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "platform \xc3\xbc\xe6\x97\xa5 %d", us_process_id());
    snprintf(one, sizeof one, "%s/one \xc3\xa4.txt", folder);
    snprintf(other, sizeof other, "%s/other.txt", folder);
    return us_path_make_folder(folder, 0700) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    us_path_remove(one);
    us_path_remove(other);
    return us_path_remove_folder(folder) ? 0 : -1;
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

TEST(a_new_file_is_new)
{
    struct us_about about;
    us_path_remove(one);
    assert_int_equal(us_descriptor_open(one, READ_WRITE, 0), -1);
    assert_int_equal(errno, ENOENT);
    assert_false(us_path_about(one, &about));
    put(one, "a\r\nb\n\x1a"); /* which a text mode would change */
    check_file(one, "a\r\nb\n\x1a");
    assert_int_equal(us_descriptor_open(one, US_DESCRIPTOR_WRITE | US_DESCRIPTOR_NEW, 0600), -1);
    assert_int_equal(errno, EEXIST);
    assert_false(us_path_make_folder(folder, 0700));
    assert_int_equal(errno, EEXIST);
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
    assert_true(us_path_about(folder, &about));
    assert_int_equal(about.kind, US_ABOUT_FOLDER);
    char way[192];
    snprintf(way, sizeof way, "%s/../%s", folder, one);
    assert_true(us_path_is_same_file(one, way));
    assert_false(us_path_is_same_file(one, other));
    int file = us_descriptor_open(folder, US_DESCRIPTOR_READ, 0);
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

TEST(lines_are_read_whole)
{
    char text[600], *line = NULL;
    size_t size = 0;
    memset(text, 'x', sizeof text);
    memcpy(text, "one\r\n\n", 6);
    text[598] = '\n';
    text[599] = '\0';
    put(one, text);
    us_path_remove(other);
    FILE *stream = us_path_stream(one);
    assert_non_null(stream);
    assert_int_equal(us_path_stream_line(stream, &line, &size), 5);
    assert_string_equal(line, "one\r\n");
    assert_int_equal(us_path_stream_line(stream, &line, &size), 1);
    assert_int_equal(us_path_stream_line(stream, &line, &size), 593);
    assert_string_equal(line, text + 6);
    assert_int_equal(us_path_stream_line(stream, &line, &size), -1);
    fclose(stream);
    free(line);
    assert_true(us_path_is_readable(one));
    assert_null(us_path_stream(other));
    assert_false(us_path_is_readable(other));
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

TEST(a_file_that_is_open_can_be_replaced)
{
    put(one, "new");
    put(other, "old");
    int reader = us_descriptor_open(other, US_DESCRIPTOR_READ, 0);
    assert_true(us_path_replace(one, other));
    check_text(reader, "old");
    us_descriptor_close(reader);
    check_file(other, "new");
    assert_false(us_path_replace(one, other)); /* it has that name no more */
    assert_int_equal(errno, ENOENT);
}

TEST(a_path_ends_with_a_name)
{
    assert_true(us_path_is_divider('/'));
    assert_false(us_path_is_divider('.'));
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

TEST(a_path_has_a_place_from_the_root)
{
    char path[4096], again[4096], program[4096];
    put(one, "here");
    assert_true(us_path_absolute(one, path, sizeof path));
    assert_string_equal(us_path_name(path), us_path_name(one));
    assert_true(us_path_is_same_file(path, one) && strlen(path) > strlen(one));
    assert_true(us_path_absolute(path, again, sizeof again)); /* it is its own */
    assert_string_equal(again, path);
    us_path_remove(other);
    assert_true(us_path_absolute(other, again, sizeof again)); /* nobody looks for it */
    assert_false(us_path_absolute(one, again, strlen(path)));
    assert_false(us_path_link(one, again, sizeof again));

    assert_true(us_program_path(program, sizeof program));
    assert_int_equal(strncmp(us_path_name(program), "test_platform", 13), 0);
    assert_false(us_program_path(program, 4));
}

TEST(memory_of_a_file_is_the_files)
{
    put(one, "");
    size_t size = us_mapping_step();
    int file = us_descriptor_open(one, READ_WRITE, 0);
    assert_true(us_descriptor_reserve(file, 3 * size));
    char *shared = us_mapping_map(file, 3 * size, US_MAPPING_SHARED);
    const char *seen = us_mapping_map(file, 3 * size, US_MAPPING_READ);
    char *copy = us_mapping_map(file, 3 * size, US_MAPPING_COPY);
    assert_true(shared != NULL && seen != NULL && copy != NULL);
    shared[size] = 'a';
    assert_int_equal(seen[size], 'a');
    assert_int_equal(copy[size], 'a');
    copy[size] = 'b';
    assert_int_equal(seen[size], 'a');
    char *ring = us_mapping_map_twice(file, size, 2 * size);
    assert_non_null(ring);
    memcpy(ring + 2 * size - 2, "wxyz", 4); /* over the end of the first of the two */
    assert_memory_equal(shared + 3 * size - 2, "wx", 2);
    assert_memory_equal(shared + size, "yz", 2);
    assert_memory_equal(ring, "yz", 2);
    us_mapping_unmap_twice(ring, 2 * size);
    us_mapping_unmap(copy, 3 * size);
    us_mapping_unmap((void *)(uintptr_t)seen, 3 * size);
    us_mapping_unmap(shared, 3 * size);
    us_descriptor_close(file);
    char *pages = us_mapping_pages(100000);
    assert_int_equal(pages[99999], 0);
    pages[99999] = 1;
    us_mapping_free_pages(pages, 100000);
}

TEST(clocks_go_on)
{
    int64_t begin_ns = us_time_ns(US_TIME_MONOTONIC), thread_ns = us_time_ns(US_TIME_THREAD);
    us_time_sleep_until(begin_ns + 3000000);
    assert_true(us_time_ns(US_TIME_MONOTONIC) >= begin_ns + 3000000);
    us_time_sleep(1);
    time_t before = time(NULL);
    int64_t wall_s = us_time_ns(US_TIME_WALL) / SECOND_NS;
    /* time() may lag behind by one tick of the system. */
    assert_true(wall_s >= before && wall_s <= time(NULL) + 1);
    assert_true(us_time_ns(US_TIME_THREAD) >= thread_ns);
    assert_true(us_time_ns(US_TIME_PROCESS) >= 0);
}

/* What two threads hand to each other. */
static struct {
    struct us_mutex mutex;
    struct us_condition condition;
    struct us_semaphore work;
    int turn;
    uint64_t self;
    intptr_t clock;
    _Atomic uint32_t word, waiting, seen;
} shared = {.mutex = US_MUTEX_INIT};
static int once_count;

static void count_once(void)
{
    once_count++;
}

static void *take_turns(void *data)
{
    static struct us_once once = US_ONCE_INIT;
    (void)data;
    us_once_run(&once, count_once);
    shared.self = us_thread_self();
    shared.clock = us_thread_clock();
    us_semaphore_wait(&shared.work);
    us_mutex_lock(&shared.mutex);
    while (shared.turn != 1)
        us_condition_wait_until(&shared.condition, &shared.mutex,
                                us_time_ns(US_TIME_MONOTONIC) + 3600 * SECOND_NS);
    shared.turn = 2;
    us_condition_broadcast(&shared.condition);
    us_mutex_unlock(&shared.mutex);
    atomic_fetch_add(&shared.waiting, 1);
    while (atomic_load(&shared.word) == 0)
        us_memory_turn_wait(&shared.word, 0, SECOND_NS);
    atomic_store(&shared.seen, 1);
    return NULL;
}

TEST(threads_wait_for_each_other)
{
    for (int i = 0; i < 2; i++) {
        struct us_thread thread;
        shared.turn = 0;
        atomic_store(&shared.word, 0);
        atomic_store(&shared.seen, 0);
        assert_true(us_condition_init(&shared.condition) && us_semaphore_init(&shared.work));
        assert_int_equal(us_thread_start(&thread, 256 << 10, take_turns, NULL), 0);
        us_semaphore_post(&shared.work);
        us_mutex_lock(&shared.mutex);
        shared.turn = 1;
        us_condition_signal(&shared.condition);
        while (shared.turn != 2)
            us_condition_wait_until(&shared.condition, &shared.mutex,
                                    us_time_ns(US_TIME_MONOTONIC) + SECOND_NS);
        us_mutex_unlock(&shared.mutex);
        assert_true(us_thread_clock_ns(shared.clock) >= 0);
        us_memory_turn_change(&shared.word, &shared.waiting);
        us_thread_join(&thread);
        assert_int_equal(atomic_load(&shared.seen), 1);
        assert_true(shared.self != 0 && shared.self != us_thread_self());
        us_condition_destroy(&shared.condition);
        us_semaphore_destroy(&shared.work);
    }
    assert_int_equal(once_count, 1);
}

TEST(a_wait_ends)
{
    struct us_mutex mutex;
    struct us_condition condition;
    _Atomic uint32_t word = 7;
    assert_true(us_mutex_init(&mutex) && us_condition_init(&condition));
    us_mutex_lock(&mutex);
    us_condition_wait_until(&condition, &mutex, us_time_ns(US_TIME_MONOTONIC) + 1000000);
    us_condition_wait_until(&condition, &mutex, 1); /* long ago */
    us_mutex_unlock(&mutex);
    us_condition_destroy(&condition);
    us_mutex_destroy(&mutex);
    us_memory_turn_wait(&word, 7, 1000000);
    us_memory_turn_wait(&word, 8, SECOND_NS * 1000); /* it has changed already */
}

TEST(the_environment_is_read)
{
    const char *path = us_environment_get("PATH");
    assert_non_null(path);
    assert_string_equal(path, getenv("PATH"));
    assert_string_equal(us_environment_get_secure("PATH"), path);
    assert_null(us_environment_get("UNDERSTUDY_NO_SUCH_VARIABLE"));
    assert_false(us_process_is_raised());
    assert_true(us_process_id() > 0);
}

TEST(the_machine_is_described)
{
    struct us_machine machine;
    us_machine_describe(&machine);
    assert_true(machine.system[0] != '\0' && machine.hardware[0] != '\0');
    assert_true(machine.processors > 0);
    assert_true(us_machine_resident_kb() > 0);
    assert_null(us_library_find("no-such-library", "no_such_function"));
}

TEST(numbers_have_a_point)
{
    struct us_numbers numbers;
    char text[16], before[16];
    static const char *const commas[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "German", "C"};
    for (int i = 0; setlocale(LC_ALL, commas[i]) == NULL;)
        i++;
    snprintf(before, sizeof before, "%.1f", 0.5);
    us_numbers_begin(&numbers);
    snprintf(text, sizeof text, "%.1f", 0.5);
    assert_string_equal(text, "0.5");
    assert_true(strtod("2.5", NULL) == 2.5);
    us_numbers_end(&numbers);
    snprintf(text, sizeof text, "%.1f", 0.5);
    assert_string_equal(text, before);
    setlocale(LC_ALL, "C");
}

int main(void)
{
    return RUN_TESTS_WITHIN(
        make_folder, remove_folder, a_new_file_is_new, a_file_tells_what_it_is,
        bytes_go_where_they_belong, a_descriptor_keeps_nothing_of_the_last_one,
        lines_are_read_whole, a_lock_is_of_one, a_file_that_is_open_can_be_replaced,
        a_path_ends_with_a_name, a_path_has_a_place_from_the_root, memory_of_a_file_is_the_files,
        clocks_go_on, threads_wait_for_each_other, a_wait_ends, the_environment_is_read,
        the_machine_is_described, numbers_have_a_point);
}
