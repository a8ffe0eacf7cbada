/* SPDX-License-Identifier: MIT */
/* Hazard: a compressed recording loses something, or a damaged one is read as if it were whole, or
 * takes more memory than a chunk may. */
#include "support.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "core/base/bytes.h"
#include "mcap/mcap_compression.h"
#include "session/file/session_recover.h"
#include "session/session_reader.h"
#include "session_files.h"
#include "session_scene.h"
#include "tool/compress/compress_session.h"

enum { FRAMES = 600, OTHERS = 40 };

struct scene {
    char folder[64], plain[96], packed[96], out[96];
};

static int set_up(void **state)
{
    struct scene *scene = calloc(1, sizeof *scene);
    strcpy(scene->folder, "/tmp/session_compressed.XXXXXX");
    assert_non_null(mkdtemp(scene->folder));
    snprintf(scene->plain, sizeof scene->plain, "%s/plain.mcap", scene->folder);
    snprintf(scene->packed, sizeof scene->packed, "%s/packed.mcap", scene->folder);
    snprintf(scene->out, sizeof scene->out, "%s/out.mcap", scene->folder);
    *state = scene;
    return 0;
}

static int tear_down(void **state)
{
    struct scene *scene = *state;
    unlink(scene->plain);
    unlink(scene->packed);
    unlink(scene->out);
    rmdir(scene->folder);
    free(scene);
    return 0;
}

/* A session of frames that hardly differ, so that compression pays, and of random messages. */
static void record(const struct scene *scene)
{
    struct us_session_recorder *recorder;
    const struct us_session_recorder_options options = {.path = scene->plain, .version = "1.2"};
    struct us_session_info info = {.time_ns = 1000000000, .app_name = "app"};
    static struct us_session_frame frame;
    static struct us_session_message other;
    uint64_t random = 7;
    assert_int_equal(us_session_recorder_open(&options, &recorder, NULL), US_OK);
    assert_true(us_session_recorder_put_session(recorder, &info));
    scene_frame(&random, true, &frame);
    for (int i = 0; i < FRAMES; i++) {
        frame.time_ns = 2000000000 + (int64_t)i * 10000000;
        frame.number = (uint64_t)i + 1;
        while (!us_session_recorder_put_frame(recorder, &frame))
            nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
        if (i % (FRAMES / OTHERS) != 0)
            continue;
        scene_other(&random, &other);
        other.time_ns = frame.time_ns;
        memcpy(&other.of, &other.time_ns, sizeof other.time_ns);
        while (!scene_put(recorder, &other))
            nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    assert_true(us_session_recorder_close(recorder));
}

static enum us_result compress(const char *from, const char *to, int level, struct us_error *error)
{
    struct tool_compress_report report;
    const struct tool_compress_options options = {.level = level};
    int file = open(to, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert_true(file >= 0);
    enum us_result result = tool_compress_session(from, file, &options, &report, error);
    assert_int_equal(close(file), 0);
    return result;
}

static void begin(const struct scene *scene)
{
    struct us_error error;
    record(scene);
    assert_int_equal(compress(scene->plain, scene->packed, US_MCAP_LEVEL_DEFAULT, &error), US_OK);
}

/* What a reader gives, as one number; and how much. */
struct reading {
    enum us_result result;
    uint64_t messages, compressed_chunks, chunks;
    uint64_t hash;
    struct us_session_damage damage;
    struct us_error error;
};

static struct reading read_bytes(const uint8_t *bytes, uint64_t size)
{
    struct us_file file = us_file_in_memory(bytes, size);
    struct reading reading = {.hash = 14695981039346656037u};
    struct us_session_reader *reader;
    const struct us_session_message *message;
    reading.result = us_session_reader_open(&file, &reader, &reading.error);
    if (reading.result != US_OK)
        return reading;
    reading.chunks = us_session_reader_summary(reader)->chunks;
    reading.compressed_chunks = us_session_reader_summary(reader)->compressed_chunks;
    while (us_session_reader_next(reader, &message) == US_SESSION_NEXT_MESSAGE) {
        const uint8_t *at = (const uint8_t *)&message->of;
        reading.messages++;
        for (size_t i = 0; i < sizeof(struct us_session_frame) && i < sizeof message->of; i++)
            reading.hash = (reading.hash ^ at[i]) * 1099511628211u;
    }
    reading.damage = *us_session_reader_damage(reader);
    us_session_reader_close(reader);
    return reading;
}

static struct reading read_path(const char *path)
{
    uint64_t size;
    uint8_t *bytes = session_file_read(path, &size);
    struct reading reading = read_bytes(bytes, size);
    free(bytes);
    return reading;
}

/* Compressed it holds the same messages; decompressed it is the same file in every byte. */
static void nothing_is_lost(void **state)
{
    const struct scene *scene = *state;
    struct us_error error;
    uint64_t plain_size, packed_size, out_size;
    begin(scene);
    struct reading plain = read_path(scene->plain), packed = read_path(scene->packed);
    assert_int_equal(packed.result, US_OK);
    assert_int_equal(packed.messages, plain.messages);
    assert_true(packed.messages >= FRAMES + OTHERS);
    assert_true(packed.hash == plain.hash);
    assert_int_equal(plain.compressed_chunks, 0);
    assert_int_equal(packed.compressed_chunks, packed.chunks);
    assert_int_equal(packed.damage.chunks, 0);
    assert_int_equal(compress(scene->packed, scene->out, 0, &error), US_OK);
    uint8_t *a = session_file_read(scene->plain, &plain_size),
            *b = session_file_read(scene->out, &out_size);
    free(session_file_read(scene->packed, &packed_size));
    assert_int_equal(plain_size, out_size);
    assert_memory_equal(a, b, plain_size);
    assert_true(packed_size < plain_size / 4);
    free(a);
    free(b);
}

static uint64_t first_chunk(const char *path, uint64_t *out_size)
{
    struct us_file file;
    struct us_session_reader *reader;
    uint64_t count;
    assert_int_equal(us_file_open(path, &file, NULL), US_OK);
    assert_int_equal(us_session_reader_open(&file, &reader, NULL), US_OK);
    const struct us_session_chunk *chunks = us_session_reader_chunks(reader, &count);
    uint64_t offset = chunks[0].offset;
    *out_size = chunks[0].size;
    us_session_reader_close(reader);
    us_file_close(&file);
    return offset;
}

/* Each byte of a chunk's records: the reader says that the chunk is damaged, and goes on behind it.
 */
static void damage_shows(void **state)
{
    const struct scene *scene = *state;
    uint64_t size, chunk_size;
    begin(scene);
    struct reading whole = read_path(scene->packed);
    uint64_t chunk = first_chunk(scene->packed, &chunk_size);
    uint8_t *bytes = session_file_read(scene->packed, &size);
    const uint64_t head = 9 + 8 + 8 + 8 + 4 + 4 + 4 + 8;
    uint64_t step = (chunk_size - head) / 200 + 1;
    for (uint64_t at = chunk + head; at < chunk + chunk_size; at += step) {
        bytes[at] ^= 0x10;
        struct reading damaged = read_bytes(bytes, size);
        bytes[at] ^= 0x10;
        /* A bit of the frame's header may mean nothing: then nothing is lost. */
        bool is_same = damaged.result == US_OK && damaged.hash == whole.hash;
        if (is_same)
            continue;
        assert_int_equal(damaged.result, US_OK);
        assert_int_equal(damaged.damage.chunks, 1);
        assert_int_equal(damaged.damage.first_offset, chunk);
        assert_true(damaged.messages < whole.messages);
    }
    free(bytes);
}

/* Cut anywhere: what is whole is read, and recovery makes a whole file of it. */
static void a_cut_file_is_recovered(void **state)
{
    const struct scene *scene = *state;
    uint64_t size;
    struct us_error error;
    begin(scene);
    uint8_t *bytes = session_file_read(scene->packed, &size);
    for (uint64_t cut = size - 1; cut > size / 50; cut -= size / 50) {
        struct us_session_recovery recovery;
        struct reading before = read_bytes(bytes, cut);
        session_file_write(scene->plain, bytes, cut);
        unlink(scene->out);
        enum us_result result =
            us_session_recover(scene->plain, NULL, scene->out, "1.2", &recovery, &error);
        if (before.result != US_OK)
            continue;
        assert_int_equal(result, US_OK);
        struct reading after = read_path(scene->out);
        assert_int_equal(after.result, US_OK);
        assert_int_equal(after.messages, before.messages);
        assert_true(after.hash == before.hash);
        assert_int_equal(after.compressed_chunks, after.chunks);
        /* A file that is not finished is not compressed: what it lacks would not show. */
        assert_int_not_equal(compress(scene->plain, scene->out, 3, &error), US_OK);
        assert_non_null(strstr(error.text, "understudy recover"));
    }
    free(bytes);
}

/* A head that claims too much is refused before anything is allocated; one that claims another size
 * than comes out is damaged. */
static void a_wrong_size_shows(void **state)
{
    const struct scene *scene = *state;
    uint64_t size, chunk_size;
    begin(scene);
    uint64_t chunk = first_chunk(scene->packed, &chunk_size);
    uint8_t *bytes = session_file_read(scene->packed, &size), *claimed = bytes + chunk + 9 + 16;
    uint64_t right = us_bytes_load_u64(claimed);
    const uint64_t much[] = {US_SESSION_CHUNK_MAX + 1, UINT64_C(1) << 40, UINT64_MAX};
    for (int i = 0; i < 3; i++) {
        us_bytes_store_u64(claimed, much[i]);
        struct reading reading = read_bytes(bytes, size);
        assert_int_equal(reading.result, US_ERROR_COUNT);
        assert_int_equal(reading.error.byte, chunk);
    }
    const uint64_t wrong[] = {0, right - 1, right + 1, US_SESSION_CHUNK_MAX};
    for (int i = 0; i < 4; i++) {
        us_bytes_store_u64(claimed, wrong[i]);
        struct reading reading = read_bytes(bytes, size);
        assert_int_equal(reading.result, US_OK);
        assert_int_equal(reading.damage.chunks, 1);
    }
    us_bytes_store_u64(claimed, right);
    memcpy(bytes + chunk + 9 + 16 + 8 + 4 + 4, "zst!", 4);
    struct reading reading = read_bytes(bytes, size);
    assert_int_equal(reading.result, US_ERROR_VERSION);
    assert_non_null(strstr(reading.error.text, "mcap decompress"));
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(nothing_is_lost, set_up, tear_down),
        cmocka_unit_test_setup_teardown(damage_shows, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_cut_file_is_recovered, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_wrong_size_shows, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
