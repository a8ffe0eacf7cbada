/* SPDX-License-Identifier: MIT */
/* Hazard: a byte of an MCAP file that is not what the specification says. The wanted bytes are put
 * together here, record by record, from the tables of https://mcap.dev/spec. */
#include "support.h"

#include <string.h>

#include "mcap/mcap_record.h"
#include "mcap/mcap_writer.h"

/* ---- Bytes by hand ---- */

struct bytes {
    uint8_t at[2048];
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

static void record(struct bytes *bytes, int opcode, const struct bytes *content)
{
    number(bytes, (uint64_t)opcode, 1);
    number(bytes, content->size, 8);
    raw(bytes, content->at, content->size);
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

static const uint8_t magic[8] = {0x89, 0x4d, 0x43, 0x41, 0x50, 0x30, 0x0d, 0x0a};

static void schema_and_channel(struct bytes *bytes)
{
    struct bytes schema = {{0}, 0}, channel = {{0}, 0};
    number(&schema, 1, 2);
    string(&schema, "S");
    string(&schema, "protobuf");
    string(&schema, "data");
    record(bytes, 0x03, &schema);
    number(&channel, 7, 2);
    number(&channel, 1, 2);
    string(&channel, "/t");
    string(&channel, "protobuf");
    number(&channel, 0, 4);
    record(bytes, 0x04, &channel);
}

static void message(struct bytes *bytes, uint32_t sequence, uint64_t time, const char *data)
{
    struct bytes content = {{0}, 0};
    number(&content, 7, 2);
    number(&content, sequence, 4);
    number(&content, time, 8);
    number(&content, time, 8);
    raw(&content, data, strlen(data));
    record(bytes, 0x05, &content);
}

static void chunk(struct bytes *bytes, const struct bytes *records)
{
    struct bytes content = {{0}, 0};
    number(&content, 300, 8);
    number(&content, 500, 8);
    number(&content, records->size, 8);
    number(&content, slow_crc(records->at, records->size), 4);
    string(&content, "");
    number(&content, records->size, 8);
    raw(&content, records->at, records->size);
    record(bytes, 0x06, &content);
}

/* Two messages, of 9 + 22 + 2 bytes and of 9 + 22 + 3. */
static void message_index(struct bytes *bytes)
{
    struct bytes content = {{0}, 0};
    number(&content, 7, 2);
    number(&content, 32, 4);
    number(&content, 500, 8);
    number(&content, 0, 8);
    number(&content, 300, 8);
    number(&content, 33, 8);
    record(bytes, 0x07, &content);
}

static void chunk_index(struct bytes *bytes, uint64_t chunk_at, uint64_t index_at, uint64_t end)
{
    struct bytes content = {{0}, 0};
    number(&content, 300, 8);
    number(&content, 500, 8);
    number(&content, chunk_at, 8);
    number(&content, index_at - chunk_at, 8);
    number(&content, 10, 4);
    number(&content, 7, 2);
    number(&content, index_at, 8);
    number(&content, end - index_at, 8);
    string(&content, "");
    number(&content, 33 + 34, 8);
    number(&content, 33 + 34, 8);
    record(bytes, 0x08, &content);
}

static void statistics(struct bytes *bytes)
{
    struct bytes content = {{0}, 0};
    number(&content, 2, 8); /* messages */
    number(&content, 1, 2); /* schemas */
    number(&content, 1, 4); /* channels */
    number(&content, 0, 4); /* attachments */
    number(&content, 0, 4); /* metadata */
    number(&content, 1, 4); /* chunks */
    number(&content, 300, 8);
    number(&content, 500, 8);
    number(&content, 10, 4);
    number(&content, 7, 2);
    number(&content, 2, 8);
    record(bytes, 0x0b, &content);
}

static void summary_offset(struct bytes *bytes, int opcode, uint64_t from, uint64_t to)
{
    struct bytes content = {{0}, 0};
    number(&content, (uint64_t)opcode, 1);
    number(&content, from, 8);
    number(&content, to - from, 8);
    record(bytes, 0x0e, &content);
}

static void whole_file(struct bytes *bytes)
{
    struct bytes header = {{0}, 0}, records = {{0}, 0}, end = {{0}, 0}, footer = {{0}, 0};
    raw(bytes, magic, sizeof magic);
    string(&header, "understudy");
    string(&header, "library");
    record(bytes, 0x01, &header);
    schema_and_channel(bytes);
    uint64_t chunk_at = bytes->size;
    message(&records, 1, 500, "xy");
    message(&records, 2, 300, "abc");
    chunk(bytes, &records);
    uint64_t index_at = bytes->size;
    message_index(bytes);
    uint64_t index_end = bytes->size;
    number(&end, slow_crc(bytes->at, bytes->size), 4);
    record(bytes, 0x0f, &end);
    uint64_t summary = bytes->size;
    schema_and_channel(bytes);
    uint64_t channel = summary + 9 + 2 + (4 + 1) + (4 + 8) + (4 + 4), statistics_at = bytes->size;
    statistics(bytes);
    uint64_t indexes = bytes->size;
    chunk_index(bytes, chunk_at, index_at, index_end);
    uint64_t offsets = bytes->size;
    summary_offset(bytes, 0x03, summary, channel);
    summary_offset(bytes, 0x04, channel, statistics_at);
    summary_offset(bytes, 0x0b, statistics_at, indexes);
    summary_offset(bytes, 0x08, indexes, offsets);
    number(bytes, 0x02, 1);
    number(bytes, 20, 8);
    number(&footer, summary, 8);
    number(&footer, offsets, 8);
    raw(bytes, footer.at, footer.size);
    number(bytes, slow_crc(bytes->at + summary, (size_t)(bytes->size - summary)), 4);
    raw(bytes, magic, sizeof magic);
}

/* ---- What the writer makes ---- */

/* In parts, as the recorder takes them. */
static void take(struct us_mcap_writer *writer, struct bytes *out)
{
    assert_true(us_mcap_writer_is_sound(writer));
    raw(out, writer->out.bytes, (size_t)writer->out.size);
    us_mcap_writer_taken(writer);
}

static void write_file(struct us_mcap_writer *writer, struct bytes *out, bool with_drops)
{
    us_mcap_writer_init(writer);
    us_mcap_writer_begin(writer, "understudy", "library");
    us_mcap_writer_add_schema(writer, 1, "S", "protobuf", "data", 4);
    us_mcap_writer_add_channel(writer, 7, 1, "/t", "protobuf");
    take(writer, out);
    for (int i = 0; with_drops && i < 3; i++) {
        us_mcap_writer_add_channel(writer, 9, 1, "/lost", "protobuf");
        us_mcap_writer_message(writer, 7, 1, 1, "lost", 4);
        us_mcap_writer_message(writer, 9, 1, 999, "lost", 4);
        if (i > 0)
            us_mcap_writer_end_chunk(writer);
        us_mcap_writer_drop(writer);
    }
    us_mcap_writer_message(writer, 7, 1, 500, "xy", 2);
    us_mcap_writer_message(writer, 7, 2, 300, "abc", 3);
    us_mcap_writer_end_chunk(writer);
    take(writer, out);
    us_mcap_writer_end(writer);
    take(writer, out);
    us_mcap_writer_finish(writer);
}

TEST(every_byte_is_as_specified)
{
    struct us_mcap_writer writer;
    struct bytes want = {{0}, 0}, got = {{0}, 0};
    whole_file(&want);
    write_file(&writer, &got, false);
    assert_int_equal(got.size, want.size);
    assert_memory_equal(got.at, want.at, want.size);
}

/* What could not be written leaves no trace. */
TEST(dropped_chunks_leave_no_trace)
{
    struct us_mcap_writer writer;
    struct bytes want = {{0}, 0}, got = {{0}, 0};
    whole_file(&want);
    write_file(&writer, &got, true);
    assert_int_equal(got.size, want.size);
    assert_memory_equal(got.at, want.at, want.size);
}

TEST(the_checksum_is_crc_32)
{
    uint8_t bytes[300];
    uint64_t random = 3;
    assert_int_equal(us_mcap_crc32(0, "123456789", 9), 0xcbf43926); /* the check value of CRC-32 */
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(256 * random_share(&random));
    for (size_t size = 0; size <= sizeof bytes; size++) {
        size_t cut = size / 3;
        assert_int_equal(us_mcap_crc32(0, bytes, size), slow_crc(bytes, size));
        assert_int_equal(us_mcap_crc32(us_mcap_crc32(0, bytes, cut), bytes + cut, size - cut),
                         slow_crc(bytes, size));
    }
}

int main(void)
{
    return RUN_TESTS(every_byte_is_as_specified, dropped_chunks_leave_no_trace,
                     the_checksum_is_crc_32);
}
