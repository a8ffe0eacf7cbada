/* SPDX-License-Identifier: MIT */
/* Hazard: a byte of an MCAP file that is not what the specification says. Of a file of the recorder
 * only the messages and the schemas are taken; all other bytes are put together here, record by
 * record, from the tables of https://mcap.dev/spec. */
#include "support.h"

#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "session_files.h"
#include "session_scene.h"

enum { TOPICS_MAX = 32, CHUNKS_MAX = 8 };

/* ---- Bytes by hand ---- */

struct bytes {
    uint8_t at[1 << 20];
    size_t size;
};

static void number(struct bytes *bytes, uint64_t value, int size)
{
    for (int i = 0; i < size; i++)
        bytes->at[bytes->size++] = (uint8_t)(value >> 8 * i);
}

static void raw(struct bytes *bytes, const void *from, size_t size)
{
    memcpy(bytes->at + bytes->size, from, size);
    bytes->size += size;
}

static void string(struct bytes *bytes, const char *text)
{
    number(bytes, strlen(text), 4);
    raw(bytes, text, strlen(text));
}

static uint64_t value_of(const uint8_t *at, int size)
{
    uint64_t value = 0;
    for (int i = 0; i < size; i++)
        value |= (uint64_t)at[i] << 8 * i;
    return value;
}

/* A record begins with its opcode and the length of its content. */
enum { HEAD = 1 + 8 };

static size_t begin_record(struct bytes *bytes, int opcode)
{
    number(bytes, (uint64_t)opcode, 1);
    number(bytes, 0, 8);
    return bytes->size;
}

static void end_record(struct bytes *bytes, size_t content)
{
    const uint64_t length = bytes->size - content;
    for (int i = 0; i < 8; i++)
        bytes->at[content - 8 + (size_t)i] = (uint8_t)(length >> 8 * i);
}

/* Bit by bit, as the definition of CRC-32 has it. */
static uint32_t slow_crc(const uint8_t *bytes, size_t size)
{
    uint32_t crc = 0xffffffff;
    for (size_t i = 0; i < size; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (0xedb88320 & (0 - (crc & 1)));
    }
    return ~crc;
}

/* ---- The wanted file ---- */

static const uint8_t magic[8] = {0x89, 0x4d, 0x43, 0x41, 0x50, 0x30, 0x0d, 0x0a};

struct span {
    uint64_t first, last;
    uint64_t count;
};

static struct bytes want, schemas, channels, chunk_indexes, index_of[TOPICS_MAX];

static struct {
    unsigned topics, chunks;
    uint64_t counts[TOPICS_MAX];
    struct span all;
} file;

static void note(struct span *span, uint64_t time)
{
    span->first = span->count == 0 || time < span->first ? time : span->first;
    span->last = span->count == 0 || time > span->last ? time : span->last;
    span->count++;
}

/* Takes the texts of a schema or a channel, whose numbers count from 1. */
static void schema_and_channel(const uint8_t *at)
{
    const uint8_t *name = at + HEAD + 2;
    size_t name_size = 4 + (size_t)value_of(name, 4), from = schemas.size;
    const uint8_t *data = name + name_size + 4 + 8;
    size_t content = begin_record(&schemas, 0x03);
    number(&schemas, ++file.topics, 2);
    raw(&schemas, name, name_size);
    string(&schemas, "protobuf");
    raw(&schemas, data, 4 + (size_t)value_of(data, 4));
    end_record(&schemas, content);
    raw(&want, schemas.at + from, schemas.size - from);
    const uint8_t *topic = at + (schemas.size - from) + HEAD + 2 + 2;
    from = channels.size;
    content = begin_record(&channels, 0x04);
    number(&channels, file.topics, 2);
    number(&channels, file.topics, 2);
    raw(&channels, topic, 4 + (size_t)value_of(topic, 4));
    string(&channels, "protobuf");
    number(&channels, 0, 4);
    end_record(&channels, content);
    raw(&want, channels.at + from, channels.size - from);
}

/* The messages of a chunk are taken, with a number and a time that is written twice. */
static void messages(const uint8_t *records, size_t size, struct span *out)
{
    size_t begin = want.size;
    while (want.size - begin < size) {
        const uint8_t *at = records + (want.size - begin), *content = at + HEAD;
        const size_t length = (size_t)value_of(at + 1, 8);
        const uint64_t channel = value_of(content, 2), time = value_of(content + 6, 8);
        assert_true(channel >= 1 && channel <= file.topics);
        number(&index_of[channel], time, 8);
        number(&index_of[channel], want.size - begin, 8);
        note(out, time);
        note(&file.all, time);
        size_t record = begin_record(&want, 0x05);
        number(&want, channel, 2);
        number(&want, ++file.counts[channel], 4);
        number(&want, time, 8);
        number(&want, time, 8);
        raw(&want, content + 22, length - 22);
        end_record(&want, record);
    }
}

/* After the chunk at `chunk_at` there is an index for each channel with a message in it. */
static void indexes(size_t chunk_at, uint64_t records_size, const struct span *times)
{
    const size_t indexes_at = want.size;
    size_t line = begin_record(&chunk_indexes, 0x08);
    number(&chunk_indexes, times->first, 8);
    number(&chunk_indexes, times->last, 8);
    number(&chunk_indexes, chunk_at, 8);
    number(&chunk_indexes, indexes_at - chunk_at, 8);
    unsigned used = 0;
    for (unsigned i = 1; i <= file.topics; i++)
        used += index_of[i].size > 0;
    number(&chunk_indexes, UINT64_C(10) * used, 4);
    for (unsigned i = 1; i <= file.topics; i++) {
        if (index_of[i].size == 0)
            continue;
        number(&chunk_indexes, i, 2);
        number(&chunk_indexes, want.size, 8);
        size_t content = begin_record(&want, 0x07);
        number(&want, i, 2);
        number(&want, index_of[i].size, 4);
        raw(&want, index_of[i].at, index_of[i].size);
        end_record(&want, content);
        index_of[i].size = 0;
    }
    number(&chunk_indexes, want.size - indexes_at, 8);
    string(&chunk_indexes, "");
    number(&chunk_indexes, records_size, 8);
    number(&chunk_indexes, records_size, 8);
    end_record(&chunk_indexes, line);
}

static void chunk(const uint8_t *at)
{
    enum { BEFORE = 8 + 8 + 8 + 4 + 4 + 8 }; /* the records */
    const size_t size = (size_t)value_of(at + 1, 8) - BEFORE, chunk_at = want.size;
    struct span times = {0};
    size_t content = begin_record(&want, 0x06);
    want.size += BEFORE;
    messages(at + HEAD + BEFORE, size, &times);
    const size_t end = want.size;
    want.size = content;
    number(&want, times.first, 8);
    number(&want, times.last, 8);
    number(&want, size, 8);
    number(&want, slow_crc(want.at + content + BEFORE, size), 4);
    string(&want, "");
    number(&want, size, 8);
    want.size = end;
    end_record(&want, content);
    indexes(chunk_at, size, &times);
    file.chunks++;
}

static void statistics(void)
{
    size_t content = begin_record(&want, 0x0b);
    number(&want, file.all.count, 8);
    number(&want, file.topics, 2);
    number(&want, file.topics, 4);
    number(&want, 0, 4); /* attachments */
    number(&want, 0, 4); /* metadata */
    number(&want, file.chunks, 4);
    number(&want, file.all.first, 8);
    number(&want, file.all.last, 8);
    number(&want, UINT64_C(10) * file.topics, 4);
    for (unsigned i = 1; i <= file.topics; i++) {
        number(&want, i, 2);
        number(&want, file.counts[i], 8);
    }
    end_record(&want, content);
}

static void summary_offset(int opcode, uint64_t from, uint64_t to)
{
    size_t content = begin_record(&want, 0x0e);
    number(&want, (uint64_t)opcode, 1);
    number(&want, from, 8);
    number(&want, to - from, 8);
    end_record(&want, content);
}

static void summary(void)
{
    const uint64_t begin = want.size;
    raw(&want, schemas.at, schemas.size);
    const uint64_t channels_at = want.size;
    raw(&want, channels.at, channels.size);
    const uint64_t statistics_at = want.size;
    statistics();
    const uint64_t indexes_at = want.size;
    raw(&want, chunk_indexes.at, chunk_indexes.size);
    const uint64_t offsets = want.size;
    summary_offset(0x03, begin, channels_at);
    summary_offset(0x04, channels_at, statistics_at);
    summary_offset(0x0b, statistics_at, indexes_at);
    summary_offset(0x08, indexes_at, offsets);
    number(&want, 0x02, 1);
    number(&want, 20, 8);
    number(&want, begin, 8);
    number(&want, offsets, 8);
    number(&want, slow_crc(want.at + begin, (size_t)(want.size - begin)), 4);
    raw(&want, magic, sizeof magic);
}

/* Each byte of the file is as specified. Returns how many messages it holds, with their times. */
static struct span check_file(const char *path)
{
    uint64_t size;
    uint8_t *got = session_file_read(path, &size);
    memset(&file, 0, sizeof file);
    want.size = schemas.size = channels.size = chunk_indexes.size = 0;
    assert_true(size < sizeof want.at / 2);
    raw(&want, magic, sizeof magic);
    size_t header = begin_record(&want, 0x01);
    string(&want, "understudy");
    string(&want, "understudy 1.2");
    end_record(&want, header);
    for (size_t at = want.size; got[at] == 0x03; at = want.size)
        schema_and_channel(got + at);
    assert_true(file.topics >= 8);
    while (got[want.size] == 0x06)
        chunk(got + want.size);
    const uint32_t crc = slow_crc(want.at, want.size);
    size_t end = begin_record(&want, 0x0f);
    number(&want, crc, 4);
    end_record(&want, end);
    summary();
    assert_int_equal(size, want.size);
    assert_memory_equal(got, want.at, want.size);
    free(got);
    return file.all;
}

/* ---- What the recorder makes ---- */

static char path[256];

static struct us_session_recorder *begin(int64_t time_ns)
{
    struct us_session_recorder *recorder;
    scratch_path("session.mcap", path);
    unlink(path);
    const struct us_session_recorder_options options = {.path = path, .version = "1.2"};
    const struct us_session_info info = {.time_ns = time_ns, .app_name = "app"};
    assert_int_equal(us_session_recorder_open(&options, &recorder, NULL), US_OK);
    assert_true(us_session_recorder_put_session(recorder, &info));
    return recorder;
}

static void mark(struct us_session_recorder *recorder, int64_t time_ns, int name_length)
{
    struct us_session_marker marker = {.time_ns = time_ns, .source = US_SESSION_MARKER_USER};
    memset(marker.name, 'm', (size_t)name_length);
    assert_true(us_session_recorder_put_marker(recorder, &marker));
}

static void put_frames(struct us_session_recorder *recorder, int count)
{
    static struct us_session_frame frame;
    uint64_t random = 5;
    for (int i = 0; i < count; i++) {
        scene_frame(&random, true, &frame);
        frame.time_ns = 310 + i;
        assert_true(us_session_recorder_put_frame(recorder, &frame));
    }
}

/* Waits until what was put is a chunk of the file, and returns how long that is. */
static uint64_t wait_for_chunk(const struct us_session_recorder *recorder, uint64_t before)
{
    uint64_t bytes;
    while ((bytes = us_session_recorder_counts(recorder).bytes) == before)
        scene_sleep_ms(5);
    return bytes;
}

/* Three chunks, whose times overlap; the session's own is neither the first nor the last of its
 * chunk. */
TEST(every_byte_is_as_specified)
{
    static struct us_session_components components;
    uint64_t random = 3;
    struct us_session_recorder *recorder = begin(500);
    uint64_t bytes = us_session_recorder_counts(recorder).bytes;
    mark(recorder, 400, 3);
    mark(recorder, 900, 4);
    bytes = wait_for_chunk(recorder, bytes);
    scene_components(&random, &components);
    assert_true(us_session_recorder_put_components(recorder, &components));
    mark(recorder, 300, 5);
    put_frames(recorder, 9);
    wait_for_chunk(recorder, bytes);
    mark(recorder, 700, 6);
    assert_true(us_session_recorder_close(recorder));
    const struct span all = check_file(path);
    /* Where the machine is slow they are more chunks, each with its components. */
    assert_true(file.chunks >= 3 && all.count >= 1 + 4 + 9 + 2);
    assert_int_equal(all.first, 300);
    assert_int_equal(all.last, 900);
}

/* What could not be written leaves no trace. */
TEST(dropped_chunks_leave_no_trace)
{
    struct rlimit before, limit;
    struct us_session_recorder *recorder = begin(500);
    uint64_t bytes = us_session_recorder_counts(recorder).bytes;
    mark(recorder, 400, 3);
    const uint64_t whole = wait_for_chunk(recorder, bytes);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    limit = before;
    limit.rlim_cur = (rlim_t)(2 * whole + 10000); /* the summary has room, and no 200 frames have */
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    put_frames(recorder, 200);
    bool is_whole = us_session_recorder_close(recorder);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_false(is_whole);
    const struct span all = check_file(path);
    assert_true(all.count >= 2 && all.count < 2 + 200);
    assert_int_equal(all.first, file.chunks == 1 ? 400 : 310);
    assert_int_equal(all.last, 500);
}

/* Parts of every length have their checksums. */
TEST(the_checksum_is_crc_32)
{
    assert_int_equal(slow_crc((const uint8_t *)"123456789", 9), 0xcbf43926); /* its check value */
    for (int length = 0; length < 18; length++) {
        struct us_session_recorder *recorder = begin(500);
        mark(recorder, 600, length);
        assert_true(us_session_recorder_close(recorder));
        check_file(path);
    }
    scratch_remove();
}

int main(void)
{
    return RUN_TESTS(every_byte_is_as_specified, dropped_chunks_leave_no_trace,
                     the_checksum_is_crc_32);
}
