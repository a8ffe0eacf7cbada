/* SPDX-License-Identifier: MIT */
/* Hazard: a message that was recorded and is lost because the app was killed, or the file was cut
 * or damaged. */
/* MAP_ANONYMOUS is not in POSIX. */
#define _DEFAULT_SOURCE
#include "support.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "session/file/session_recover.h"
#include "session/session_reader.h"
#include "session/file/session_ring.h"
#include "session_files.h"
#include "session_scene.h"

struct scene {
    char folder[64], path[96], ring[96], out[96];
};

static int set_up(void **state)
{
    struct scene *scene = calloc(1, sizeof *scene);
    strcpy(scene->folder, "/tmp/session_recover.XXXXXX");
    assert_non_null(mkdtemp(scene->folder));
    snprintf(scene->path, sizeof scene->path, "%s/session.mcap", scene->folder);
    snprintf(scene->ring, sizeof scene->ring, "%s/ring", scene->folder);
    snprintf(scene->out, sizeof scene->out, "%s/out.mcap", scene->folder);
    *state = scene;
    return 0;
}

static void remove_files(const struct scene *scene)
{
    unlink(scene->path);
    unlink(scene->ring);
    unlink(scene->out);
}

static int tear_down(void **state)
{
    struct scene *scene = *state;
    remove_files(scene);
    rmdir(scene->folder);
    free(scene);
    return 0;
}

/* Frame `number` of the session that all tests here record. */
static void make_frame(uint64_t number, struct us_session_frame *out)
{
    uint64_t random = 1000003 * (number + 1);
    scene_frame(&random, number % 16 == 0, out);
    out->time_ns = 2000000000 + (int64_t)number * 1000000;
    out->number = number;
}

static struct us_session_recorder *begin(const struct scene *scene, const char *ring)
{
    struct us_session_recorder *recorder;
    const struct us_session_recorder_options options = {
        .path = scene->path, .ring = ring, .version = "1.2"};
    struct us_session_info info = {.time_ns = 1000000000, .app_name = "app"};
    struct us_error error;
    if (us_session_recorder_open(&options, &recorder, &error) != US_OK)
        fail_msg("%s", error.text);
    assert_true(us_session_recorder_put_session(recorder, &info));
    return recorder;
}

/* A whole file of `chunks` chunks with `each` frames. */
static void record(const struct scene *scene, int chunks, int each)
{
    struct us_session_frame frame;
    uint64_t number = 0;
    struct us_session_recorder *recorder = begin(scene, NULL);
    for (int chunk = 0; chunk < chunks; chunk++) {
        uint64_t bytes = us_session_recorder_counts(recorder).bytes;
        for (int i = 0; i < each; i++) {
            make_frame(number++, &frame);
            assert_true(us_session_recorder_put_frame(recorder, &frame));
        }
        while (chunk + 1 < chunks && us_session_recorder_counts(recorder).bytes == bytes)
            scene_sleep_ms(5);
    }
    assert_true(us_session_recorder_close(recorder));
}

/* Where the chunks of a whole file begin and end. */
static void find_chunks(const char *path, uint64_t *out_from, uint64_t *out_to)
{
    uint64_t size, at = SESSION_FIRST_RECORD;
    uint8_t *bytes = session_file_read(path, &size);
    struct session_record record;
    *out_from = 0;
    for (; session_file_record(bytes, size, at, &record); at = record.content + record.size)
        if (record.opcode == SESSION_CHUNK) {
            *out_from = *out_from == 0 ? at : *out_from;
            *out_to = record.content + record.size;
        }
    assert_true(*out_from > 0);
    free(bytes);
}

/* Read all frames of a file; each is equal to make_frame's in every byte. Numbers go up, and `seen`
 * (may be NULL) tells which are there. Returns how many. */
static uint64_t check_frames(const char *path, bool *seen)
{
    struct us_file file;
    struct us_session_reader *reader = NULL;
    struct us_error error;
    const struct us_session_message *message;
    struct us_session_frame want;
    uint64_t count = 0;
    if (us_file_open(path, &file, &error) != US_OK ||
        us_session_reader_open(&file, &reader, &error) != US_OK)
        fail_msg("%s", error.text);
    assert_true(us_session_reader_summary(reader)->is_finished);
    while (us_session_reader_next(reader, &message, NULL) == US_OK && message != NULL) {
        if (message->topic != US_SESSION_TOPIC_FRAME)
            continue;
        make_frame(message->of.frame.number, &want);
        assert_memory_equal(&message->of.frame, &want, sizeof want);
        assert_true(seen != NULL || message->of.frame.number == count);
        if (seen != NULL)
            seen[message->of.frame.number] = true;
        count++;
    }
    assert_int_equal(us_session_reader_damage(reader)->chunks, 0);
    us_session_reader_close(reader);
    us_file_close(&file);
    return count;
}

static struct us_session_recovery recover(const struct scene *scene, const char *ring,
                                          const char *out)
{
    struct us_session_recovery recovery;
    struct us_error error;
    if (us_session_recover(scene->path, ring, out, "1.2", NULL, &recovery, &error) != US_OK)
        fail_msg("%s", error.text);
    return recovery;
}

/* ---- SIGKILL ---- */

/* An app that puts frames until it is killed; `put` is how many it has put. */
static void run_app(const struct scene *scene, const char *ring, _Atomic uint64_t *put)
{
    struct us_session_frame frame;
    struct us_session_recorder *recorder = begin(scene, ring);
    for (uint64_t number = 0;; number++) {
        make_frame(number, &frame);
        while (!us_session_recorder_put_frame(recorder, &frame))
            scene_sleep_ms(1);
        atomic_store(put, number + 1);
        scene_sleep_ms(1);
    }
}

static uint64_t kill_app(const struct scene *scene, const char *ring, long after_ms)
{
    _Atomic uint64_t *put =
        mmap(NULL, sizeof *put, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(put != MAP_FAILED);
    pid_t app = fork();
    if (app == 0)
        run_app(scene, ring, put);
    while (atomic_load(put) == 0)
        scene_sleep_ms(1);
    scene_sleep_ms(after_ms);
    kill(app, SIGKILL);
    waitpid(app, NULL, 0);
    uint64_t count = atomic_load(put);
    munmap(put, sizeof *put);
    return count;
}

/* With a ring that outlives the process nothing is lost: neither in place nor in a new file. */
static void a_killed_app_loses_nothing(void **state)
{
    const struct scene *scene = *state;
    uint64_t random = 31;
    for (int round = 0; round < 20; round++) {
        remove_files(scene);
        int ring = open(scene->ring, O_RDWR | O_CREAT, 0600);
        assert_true(us_session_ring_prepare(ring));
        close(ring);
        uint64_t put = kill_app(scene, scene->ring, (long)random_between(&random, 0, 500));
        bool in_place = round % 2 == 0;
        struct us_session_recovery recovery =
            recover(scene, scene->ring, in_place ? NULL : scene->out);
        uint64_t got = check_frames(in_place ? scene->path : scene->out, NULL);
        /* The last one may have been put just before its number was noted. */
        assert_true(got >= put && got <= put + 1);
        assert_false(recovery.was_whole);
    }
}

/* Without it, at most the last chunk's time is lost: half a second, here 500 frames. */
static void a_killed_app_loses_its_open_chunk_alone(void **state)
{
    const struct scene *scene = *state;
    remove_files(scene);
    uint64_t put = kill_app(scene, NULL, 1000);
    recover(scene, NULL, NULL);
    uint64_t got = check_frames(scene->path, NULL);
    assert_true(got >= (put > 500 ? put - 500 : 0) && got <= put + 1);
    assert_true(got > 0);
}

/* An app has died. Every third message that waits in its ring gets a topic that does not exist.
 * Returns how many. */
static uint64_t write_over_ring(const struct scene *scene)
{
    uint64_t count = 0;
    int file = open(scene->ring, O_RDWR);
    struct us_session_ring *ring =
        mmap(NULL, sizeof *ring, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    assert_true(ring != MAP_FAILED);
    uint64_t head = atomic_load(&ring->head);
    for (uint64_t at = atomic_load(&ring->tail); at + 1 < head; at += 3, count++)
        ring->slots[at % US_SESSION_RING_SLOTS].message.topic =
            (enum us_session_topic)(US_SESSION_TOPICS + at);
    munmap(ring, sizeof *ring);
    close(file);
    return count;
}

/* An app may write over its ring before it dies. The messages that still have a topic are kept. */
static void a_ring_that_was_written_over(void **state)
{
    const struct scene *scene = *state;
    uint64_t put, left_out;
    do { /* until something waited */
        remove_files(scene);
        int ring = open(scene->ring, O_RDWR | O_CREAT, 0600);
        assert_true(us_session_ring_prepare(ring));
        close(ring);
        put = kill_app(scene, scene->ring, 100);
        left_out = write_over_ring(scene);
        recover(scene, scene->ring, scene->out);
    } while (left_out == 0);
    bool *seen = calloc(put + 1, sizeof *seen);
    uint64_t got = check_frames(scene->out, seen);
    assert_true(got + left_out >= put && got + left_out <= put + 1);
    free(seen);
}

/* ---- Files that are cut ---- */

static void a_cut_file_keeps_its_whole_chunks(void **state)
{
    const struct scene *scene = *state;
    uint64_t size, random = 5, last = 0;
    remove_files(scene);
    record(scene, 3, 4);
    uint8_t *whole = session_file_read(scene->path, &size);
    assert_true(recover(scene, NULL, NULL).was_whole);
    for (int round = 0; round < 200; round++) {
        uint64_t cut = round < 40 ? size - (uint64_t)round
                                  : (uint64_t)random_between(&random, 60, (double)size);
        session_file_write(scene->path, whole, cut);
        struct us_session_recovery recovery;
        struct us_error error;
        unlink(scene->out);
        enum us_result result =
            us_session_recover(scene->path, NULL, scene->out, "1.2", NULL, &recovery, &error);
        assert_int_equal(result, recovery.chunks == 0 ? US_ERROR_NOTHING : US_OK);
        assert_int_equal(access(scene->out, F_OK) == 0, recovery.chunks > 0);
        if (recovery.chunks == 0)
            continue;
        uint64_t got = check_frames(scene->out, NULL);
        assert_int_equal(got, 4 * recovery.chunks);
        last = got;
        /* In place the same bytes come out. */
        recover(scene, NULL, NULL);
        uint64_t sizes[2];
        uint8_t *a = session_file_read(scene->path, &sizes[0]),
                *b = session_file_read(scene->out, &sizes[1]);
        assert_int_equal(sizes[0], sizes[1]);
        assert_memory_equal(a, b, (size_t)sizes[0]);
        if (recovery.chunks == 3) {
            assert_int_equal(sizes[0], size);
            assert_memory_equal(a, whole, (size_t)size);
        }
        free(a);
        free(b);
    }
    assert_true(last > 0);
    free(whole);
}

/* ---- Files that are damaged ---- */

/* One wrong byte costs its own chunk at most; the chunk's place and time are said. */
static void damage_costs_one_chunk(void **state)
{
    enum { CHUNKS = 4, EACH = 3 };
    const struct scene *scene = *state;
    uint64_t size, from, to, random = 77;
    unsigned lost[CHUNKS + 1] = {0};
    remove_files(scene);
    record(scene, CHUNKS, EACH);
    find_chunks(scene->path, &from, &to);
    uint8_t *bytes = session_file_read(scene->path, &size);
    for (int round = 0; round < 200; round++) {
        uint64_t at = (uint64_t)random_between(&random, (double)from, (double)to);
        uint8_t change = (uint8_t)(1 + random_share(&random) * 254);
        bool seen[CHUNKS * EACH] = {false};
        bytes[at] ^= change;
        session_file_write(scene->path, bytes, size);
        bytes[at] ^= change;
        unlink(scene->out);
        struct us_session_recovery recovery;
        struct us_error error = {0};
        enum us_result result =
            us_session_recover(scene->path, NULL, scene->out, "1.2", NULL, &recovery, &error);
        if (result != US_OK)
            fail_msg("%s", error.text);
        uint64_t got = check_frames(scene->out, seen);
        assert_true(got >= EACH * (CHUNKS - 1) && got <= EACH * CHUNKS);
        assert_int_equal(got % EACH, 0);
        lost[CHUNKS - got / EACH]++;
        if (got < EACH * CHUNKS) {
            assert_int_equal(recovery.damages, 1);
            assert_true(recovery.skipped_bytes > 0 && recovery.first_offset <= at);
        }
    }
    assert_true(lost[0] > 0 && lost[1] > 50);
    free(bytes);
}

/* A file that was cut has no summary, and its channels are before the chunks: if one is damaged,
 * and the record that follows it too, the others stay known. The channel's text is too long; the
 * other record's opcode is none that MCAP knows. */
static void damaged_channels_leave_the_others(void **state)
{
    const struct scene *scene = *state;
    uint64_t size, from, to, at = SESSION_FIRST_RECORD;
    unsigned damaged = 0;
    remove_files(scene);
    record(scene, 2, 3);
    find_chunks(scene->path, &from, &to);
    uint8_t *bytes = session_file_read(scene->path, &size);
    struct session_record record;
    for (; at < from && session_file_record(bytes, size, at, &record);
         at = record.content + record.size) {
        if (damaged == 1)
            bytes[record.offset] = 0x14;
        else if (damaged == 0 && record.opcode == SESSION_CHANNEL)
            bytes[record.content + 6] = 0x60;
        damaged += damaged > 0 || record.opcode == SESSION_CHANNEL;
    }
    assert_true(damaged > 3);
    session_file_write(scene->path, bytes, to);
    free(bytes);
    unlink(scene->out);
    assert_true(recover(scene, NULL, scene->out).damages > 0);
    assert_int_equal(check_frames(scene->out, NULL), 6);
}

static void damage_is_not_completed_in_place(void **state)
{
    const struct scene *scene = *state;
    uint64_t size, after, from, to;
    struct us_session_recovery recovery;
    struct us_error error;
    remove_files(scene);
    record(scene, 2, 3);
    find_chunks(scene->path, &from, &to);
    uint8_t *bytes = session_file_read(scene->path, &size);
    bytes[from + (to - from) / 4] ^= 1;
    session_file_write(scene->path, bytes, size);
    assert_int_equal(us_session_recover(scene->path, NULL, NULL, "1.2", NULL, &recovery, &error),
                     US_ERROR_USAGE);
    uint8_t *still = session_file_read(scene->path, &after);
    assert_int_equal(after, size);
    assert_memory_equal(still, bytes, (size_t)size);
    free(still);
    /* Nor is a file overwritten that is there. */
    session_file_write(scene->out, "mine", 4);
    assert_int_equal(
        us_session_recover(scene->path, NULL, scene->out, "1.2", NULL, &recovery, &error),
        US_ERROR_FILE);
    still = session_file_read(scene->out, &after);
    assert_int_equal(after, 4);
    free(still);
    free(bytes);
    assert_int_equal(
        us_session_recover("/nowhere/at/all", NULL, NULL, "1", NULL, &recovery, &error),
        US_ERROR_FILE);
}

int main(void)
{
    return RUN_TESTS_WITHIN(set_up, tear_down, cmocka_unit_test(a_killed_app_loses_nothing),
                            cmocka_unit_test(a_killed_app_loses_its_open_chunk_alone),
                            cmocka_unit_test(a_ring_that_was_written_over),
                            cmocka_unit_test(a_cut_file_keeps_its_whole_chunks),
                            cmocka_unit_test(damage_costs_one_chunk),
                            cmocka_unit_test(damaged_channels_leave_the_others),
                            cmocka_unit_test(damage_is_not_completed_in_place));
}
