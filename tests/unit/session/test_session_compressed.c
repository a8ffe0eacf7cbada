/* SPDX-License-Identifier: MIT */
/* Hazard: a compressed recording loses something, or a damaged one is read as if it were whole, or
 * takes more memory or work than its size allows, or half a file is left of an interrupted program.
 */
#include "support.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/bytes.h"
#include "mcap/mcap_record.h"
#include "session/file/session_recover.h"
#include "session/session_reader.h"
#include "session_files.h"
#include "session_scene.h"
#include "tool/convert/compress_session.h"
#include "tool/output/part_file.h"

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

/* A session of frames that differ in nothing but their times, and of `others`, random messages. */
static void record_frame(const struct scene *scene, struct us_session_frame *frame, int others)
{
    struct us_session_recorder *recorder;
    const struct us_session_recorder_options options = {.path = scene->plain, .version = "1.2"};
    struct us_session_info info = {.time_ns = 1000000000, .app_name = "app"};
    static struct us_session_message other;
    uint64_t random = 7;
    assert_int_equal(us_session_recorder_open(&options, &recorder, NULL), US_OK);
    assert_true(us_session_recorder_put_session(recorder, &info));
    for (int i = 0; i < FRAMES; i++) {
        frame->time_ns = 2000000000 + (int64_t)i * 10000000;
        frame->number = (uint64_t)i + 1;
        us_session_recorder_wait(recorder);
        assert_true(us_session_recorder_put_frame(recorder, frame));
        if (others == 0 || i % (FRAMES / others) != 0)
            continue;
        scene_other(&random, &other);
        other.time_ns = frame->time_ns;
        memcpy(&other.of, &other.time_ns, sizeof other.time_ns);
        assert_true(scene_put(recorder, &other));
    }
    assert_true(us_session_recorder_close(recorder));
}

static void record(const struct scene *scene)
{
    static struct us_session_frame frame;
    uint64_t random = 7;
    scene_frame(&random, true, &frame);
    record_frame(scene, &frame, OTHERS);
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
    struct us_error error; /* of opening, or of reading on */
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
    while ((reading.result = us_session_reader_next(reader, &message, &reading.error)) == US_OK &&
           message != NULL) {
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
    assert_memory_equal(a, b, (size_t)plain_size);
    assert_true(packed_size < plain_size / 4);
    free(a);
    free(b);
}

static uint64_t first_chunk(const char *path, uint64_t *out_size)
{
    uint64_t size, at = SESSION_FIRST_RECORD;
    uint8_t *bytes = session_file_read(path, &size);
    struct session_record record;
    while (session_file_record(bytes, size, at, &record) && record.opcode != SESSION_CHUNK)
        at = record.content + record.size;
    *out_size = record.content + record.size - record.offset;
    free(bytes);
    return record.offset;
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
            us_session_recover(scene->plain, NULL, scene->out, "1.2", NULL, &recovery, &error);
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

/* A head that claims too much, for a chunk or for the size of this one, is refused before anything
 * is allocated; one that claims another size than comes out is damaged. */
static void a_wrong_size_shows(void **state)
{
    const struct scene *scene = *state;
    uint64_t size, chunk_size;
    begin(scene);
    uint64_t chunk = first_chunk(scene->packed, &chunk_size);
    uint8_t *bytes = session_file_read(scene->packed, &size), *claimed = bytes + chunk + 9 + 16;
    uint64_t right = session_file_number(claimed);
    const uint64_t most = 512 * chunk_size;
    const uint64_t much[] = {most + 1, US_SESSION_CHUNK_MAX + 1, UINT64_C(1) << 40, UINT64_MAX};
    for (int i = 0; i < 4; i++) {
        us_bytes_store_u64(claimed, much[i]);
        struct reading reading = read_bytes(bytes, size);
        assert_int_equal(reading.result, US_ERROR_COUNT);
        assert_int_equal(reading.error.byte, chunk);
    }
    const uint64_t wrong[] = {0, right - 1, right + 1, most};
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

/* ---- A small file that holds much ---- */

/* The most that a chunk of the file unpacks to, in parts of its size, and of its messages. */
static void measure(const char *path, double *out_ratio, double *out_density)
{
    uint64_t size, at = SESSION_FIRST_RECORD;
    uint8_t *bytes = session_file_read(path, &size);
    struct session_record record;
    double chunk_size = 1.0, messages = 0.0;
    *out_ratio = *out_density = 0.0;
    for (; session_file_record(bytes, size, at, &record); at = record.content + record.size) {
        if (record.opcode == SESSION_CHUNK) {
            chunk_size = (double)(record.size + 9);
            messages = 0.0;
            const double ratio =
                (double)session_file_number(bytes + record.content + 16) / chunk_size;
            *out_ratio = ratio > *out_ratio ? ratio : *out_ratio;
        }
        if (record.opcode == SESSION_INDEX) /* a number, a length, and 16 bytes for each message */
            messages += (double)(record.size - 6) / 16.0;
        *out_density = messages / chunk_size > *out_density ? messages / chunk_size : *out_density;
    }
    free(bytes);
}

/* Everything is recorded and valid, and 0. */
static void clear_values(struct us_session_frame *frame)
{
    const struct us_session_location valid = {.is_recorded = true, .is_active = true, .flags = 63};
    frame->head = frame->gaze = valid;
    for (int hand = 0; hand < US_SESSION_HANDS; hand++) {
        frame->aims[hand] = (struct us_session_hand_aim){.is_recorded = true};
        for (int i = 0; i < US_SESSION_POSES; i++)
            frame->poses[hand][i] = valid;
        for (int i = 0; i < US_SESSION_JOINTS; i++)
            frame->hands[hand].joints[i] = (struct us_session_joint){.flags = 63};
    }
}

/* docs/session.md states the limits, and how far from them this is. */
static void who_never_moves_is_read(void **state)
{
    const struct scene *scene = *state;
    static struct us_session_frame frame;
    struct us_error error;
    uint64_t random = 7;
    for (int zeros = 0; zeros < 2; zeros++) {
        double ratio, density;
        scene_frame(&random, true, &frame);
        if (zeros)
            clear_values(&frame);
        unlink(scene->plain);
        record_frame(scene, &frame, 0);
        assert_int_equal(compress(scene->plain, scene->packed, US_MCAP_LEVEL_MAX, &error), US_OK);
        assert_int_equal(read_path(scene->packed).result, US_OK);
        measure(scene->packed, &ratio, &density);
        printf("%s: at most %.0f to 1, and %.3f messages a byte\n", zeros ? "zeros" : "still",
               ratio, density);
        assert_true(ratio < 512.0 / 1.5 && density < 0.25 / 1.5);
    }
}

/* Append a compressed chunk with `records` to the file, at a time. */
static void append_chunk(const char *path, uint64_t time, const struct us_writer *records)
{
    struct us_writer out = {0};
    uint64_t stored, size;
    uint8_t *bytes = session_file_read(path, &size);
    us_writer_put(&out, bytes, (size_t)size);
    us_writer_put(&out, "\6", 1);
    us_writer_u64(&out, 0);
    us_writer_u64(&out, time);
    us_writer_u64(&out, time);
    us_writer_u64(&out, records->size);
    us_writer_put(&out, "\0\0\0\0\4\0\0\0zstd", 12);
    us_writer_u64(&out, 0);
    uint64_t begin = out.size;
    assert_true(us_mcap_compress(records->bytes, records->size, 9, &out, &stored));
    us_bytes_store_u64(out.bytes + begin - 8, stored);
    us_bytes_store_u64(out.bytes + size + 1, out.size - size - 9);
    session_file_write(path, out.bytes, out.size);
    free(bytes);
    us_writer_finish(&out);
}

static void put_record(struct us_writer *out, uint8_t opcode, const void *content, uint64_t size)
{
    us_writer_put(out, &opcode, 1);
    us_writer_u64(out, size);
    us_writer_put(out, content, (size_t)size);
}

/* The file of compressed frames without its end. */
static struct reading begin_cut(const struct scene *scene)
{
    uint64_t size, chunk_size;
    begin(scene);
    uint64_t end = first_chunk(scene->packed, &chunk_size) + chunk_size;
    uint8_t *bytes = session_file_read(scene->packed, &size);
    session_file_write(scene->packed, bytes, end);
    free(bytes);
    return read_path(scene->packed);
}

/* Recovery leaves out the chunk that is too much, and nothing else. */
static void check_recovered(const struct scene *scene, const struct reading *before)
{
    struct us_session_recovery recovery;
    struct us_error error;
    unlink(scene->out);
    assert_int_equal(
        us_session_recover(scene->packed, NULL, scene->out, "1.2", NULL, &recovery, &error), US_OK);
    assert_int_equal(recovery.damages, 1);
    struct reading after = read_path(scene->out);
    assert_int_equal(after.result, US_OK);
    assert_int_equal(after.messages, before->messages);
    assert_true(after.hash == before->hash);
}

/* 60 MiB of zeros in a record that nobody knows. */
static void what_unpacks_to_too_much_is_refused(void **state)
{
    const struct scene *scene = *state;
    struct us_writer records = {0};
    const uint64_t zeros_size = UINT64_C(60) << 20;
    uint64_t end;
    uint8_t *zeros = calloc(1, (size_t)zeros_size);
    struct reading before = begin_cut(scene);
    free(session_file_read(scene->packed, &end));
    put_record(&records, 0x80, zeros, zeros_size);
    append_chunk(scene->packed, 2000000000, &records);
    struct reading reading = read_path(scene->packed);
    assert_int_equal(reading.result, US_ERROR_COUNT);
    assert_int_equal(reading.messages, 0);
    assert_int_equal(reading.error.byte, end);
    assert_non_null(strstr(reading.error.text, "more than 512 times its size"));
    assert_non_null(strstr(reading.error.text, "`understudy recover FILE`"));
    check_recovered(scene, &before);
    us_writer_finish(&records);
    free(zeros);
}

/* A tiny message again and again; what no compression makes smaller keeps the size plausible. */
static void too_many_messages_are_refused(void **state)
{
    const struct scene *scene = *state;
    struct us_writer records = {0};
    uint8_t message[22] = {1, 0}, noise[16384];
    uint64_t random = 7;
    struct reading before = begin_cut(scene);
    us_bytes_store_u64(message + 6, 2000000000);
    us_bytes_store_u64(message + 14, 2000000000);
    for (size_t i = 0; i < sizeof noise; i++)
        noise[i] = (uint8_t)random_between(&random, 0.0, 256.0);
    put_record(&records, 0x80, noise, sizeof noise);
    for (int i = 0; i < 100000; i++)
        put_record(&records, US_MCAP_MESSAGE, message, sizeof message);
    append_chunk(scene->packed, 2000000000, &records);
    struct reading reading = read_path(scene->packed);
    assert_int_equal(reading.result, US_ERROR_COUNT);
    assert_true(reading.messages <= before.messages);
    assert_non_null(strstr(reading.error.text, "more messages than one for each 4"));
    check_recovered(scene, &before);
    us_writer_finish(&records);
}

/* However long the work still takes: the program ends by the signal, and its part is gone. */
static void an_interruption_leaves_nothing(void **state)
{
    const struct scene *scene = *state;
    static const char said[] = " was not written: interrupted\n";
    char words[256] = "";
    int ready[2], status;
    session_file_write(scene->out, (const uint8_t *)"part", 4);
    assert_int_equal(pipe(ready), 0);
    pid_t child = fork();
    if (child == 0) {
        struct us_interruption before;
        dup2(ready[1], STDERR_FILENO);
        tool_interruptions_catch(scene->out, "file", &before);
        if (write(STDERR_FILENO, "R", 1) == 1)
            pause();
        _exit(1);
    }
    close(ready[1]);
    assert_int_equal(read(ready[0], words, 1), 1);
    assert_int_equal(kill(child, SIGTERM), 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 128 + SIGTERM);
    assert_int_not_equal(access(scene->out, F_OK), 0);
    assert_true(read(ready[0], words, sizeof words - 1) > 0);
    assert_non_null(strstr(words, said));
    close(ready[0]);
}

int main(void)
{
    return RUN_TESTS_BETWEEN(
        set_up, tear_down, cmocka_unit_test(nothing_is_lost), cmocka_unit_test(damage_shows),
        cmocka_unit_test(a_cut_file_is_recovered), cmocka_unit_test(a_wrong_size_shows),
        cmocka_unit_test(who_never_moves_is_read),
        cmocka_unit_test(what_unpacks_to_too_much_is_refused),
        cmocka_unit_test(too_many_messages_are_refused),
        cmocka_unit_test(an_interruption_leaves_nothing));
}
