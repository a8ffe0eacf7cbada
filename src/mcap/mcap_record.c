/* SPDX-License-Identifier: MIT */
#include "mcap/mcap_record.h"

#include "core/base/bytes.h"
#include "platform/thread.h"

const uint8_t us_mcap_magic[US_MCAP_MAGIC_SIZE] = {0x89, 'M', 'C', 'A', 'P', '0', '\r', '\n'};

bool us_mcap_is(const struct us_file *file)
{
    uint8_t begin[US_MCAP_MAGIC_SIZE];
    return file->size >= sizeof begin && us_file_get(file, 0, begin, sizeof begin) &&
           memcmp(begin, us_mcap_magic, sizeof begin) == 0;
}

bool us_mcap_record_at(const struct us_file *file, uint64_t offset, struct us_mcap_record *out)
{
    uint8_t head[US_MCAP_RECORD_HEAD];
    if (offset > file->size || file->size - offset < sizeof head ||
        !us_file_get(file, offset, head, sizeof head))
        return false;
    *out = (struct us_mcap_record){
        .opcode = head[0],
        .offset = offset,
        .content = offset + sizeof head,
        .size = us_bytes_load_u64(head + 1),
    };
    return out->opcode != 0 && out->size <= file->size - out->content;
}

bool us_mcap_text_is(struct us_mcap_text text, const char *word)
{
    return text.size == strlen(word) &&
           (text.size == 0 || memcmp(text.bytes, word, text.size) == 0);
}

void us_mcap_text_copy(struct us_mcap_text text, char *out, uint32_t out_size)
{
    uint32_t size = text.size < out_size ? text.size : out_size - 1;
    for (uint32_t i = 0; i < size; i++)
        out[i] = text.bytes[i] >= ' ' && text.bytes[i] != 0x7f ? (char)text.bytes[i] : '?';
    out[size] = '\0';
}

static struct us_mcap_text read_text(struct us_byte_reader *reader)
{
    struct us_mcap_text text = {NULL, us_byte_reader_u32(reader)};
    text.bytes = us_byte_reader_take(reader, text.size);
    if (text.bytes == NULL)
        text.size = 0;
    return text;
}

bool us_mcap_read_header(const struct us_file *file, uint8_t content[US_MCAP_HEADER_MAX],
                         struct us_mcap_header *out)
{
    struct us_mcap_record record;
    if (!us_mcap_record_at(file, US_MCAP_MAGIC_SIZE, &record) || record.opcode != US_MCAP_HEADER ||
        record.size > US_MCAP_HEADER_MAX ||
        !us_file_get(file, record.content, content, record.size))
        return false;
    struct us_byte_reader reader = {content, record.size, 0, false};
    out->profile = read_text(&reader);
    out->library = read_text(&reader);
    out->end = us_mcap_record_end(&record);
    return !reader.failed;
}

bool us_mcap_parse_schema(const uint8_t *bytes, uint64_t size, struct us_mcap_schema *out)
{
    struct us_byte_reader reader = {bytes, size, 0, false};
    out->id = us_byte_reader_u16(&reader);
    out->name = read_text(&reader);
    out->encoding = read_text(&reader);
    out->data = read_text(&reader);
    return !reader.failed && out->id != 0;
}

bool us_mcap_parse_channel(const uint8_t *bytes, uint64_t size, struct us_mcap_channel *out)
{
    struct us_byte_reader reader = {bytes, size, 0, false};
    out->id = us_byte_reader_u16(&reader);
    out->schema = us_byte_reader_u16(&reader);
    out->topic = read_text(&reader);
    out->encoding = read_text(&reader);
    return !reader.failed;
}

bool us_mcap_parse_message(const uint8_t *bytes, uint64_t size, struct us_mcap_message *out)
{
    struct us_byte_reader reader = {bytes, size, 0, false};
    out->channel = us_byte_reader_u16(&reader);
    (void)us_byte_reader_u32(&reader); /* the message's number */
    out->log_time = us_byte_reader_u64(&reader);
    (void)us_byte_reader_u64(&reader); /* when it was published */
    out->size = us_byte_reader_left(&reader);
    out->data = us_byte_reader_take(&reader, out->size);
    return !reader.failed;
}

bool us_mcap_parse_chunk(const uint8_t *bytes, uint64_t size, uint64_t content_size,
                         struct us_mcap_chunk *out)
{
    struct us_byte_reader reader = {bytes, size, 0, false};
    out->first_time = us_byte_reader_u64(&reader);
    out->last_time = us_byte_reader_u64(&reader);
    out->uncompressed_size = us_byte_reader_u64(&reader);
    out->crc = us_byte_reader_u32(&reader);
    out->compression = read_text(&reader);
    out->records_size = us_byte_reader_u64(&reader);
    out->records = reader.offset;
    return !reader.failed && out->records <= content_size &&
           out->records_size <= content_size - out->records;
}

bool us_mcap_parse_message_index(const uint8_t *bytes, uint64_t size, uint64_t content_size,
                                 struct us_mcap_message_index *out)
{
    struct us_byte_reader reader = {bytes, size, 0, false};
    out->channel = us_byte_reader_u16(&reader);
    uint32_t length = us_byte_reader_u32(&reader);
    out->count = length / 16;
    return !reader.failed && length % 16 == 0 && content_size >= 6 && length <= content_size - 6;
}

bool us_mcap_next_inner(struct us_byte_reader *reader, struct us_mcap_inner *out)
{
    if (us_byte_reader_left(reader) == 0)
        return false;
    out->offset = reader->offset;
    out->opcode = us_byte_reader_u8(reader);
    out->size = us_byte_reader_u64(reader);
    out->content = us_byte_reader_take(reader, out->size);
    return !reader->failed;
}

/* Table k advances a byte that is followed by k others, so that eight bytes take one step. */
enum { TABLES = 8 };
static uint32_t tables[TABLES][256];
static struct us_once once = US_ONCE_INIT;

static void make_tables(void)
{
    for (uint32_t byte = 0; byte < 256; byte++) {
        uint32_t value = byte;
        for (int bit = 0; bit < 8; bit++)
            value = (value & 1) != 0 ? value >> 1 ^ UINT32_C(0xedb88320) : value >> 1;
        tables[0][byte] = value;
    }
    for (int k = 1; k < TABLES; k++)
        for (uint32_t byte = 0; byte < 256; byte++)
            tables[k][byte] = tables[k - 1][byte] >> 8 ^ tables[0][tables[k - 1][byte] & 0xff];
}

uint32_t us_mcap_crc32(uint32_t before, const void *bytes, uint64_t size)
{
    const uint8_t *at = bytes;
    uint32_t value = ~before;
    us_once_run(&once, make_tables);
    for (; size >= 8; size -= 8, at += 8) {
        uint32_t low = value ^ us_bytes_load_u32(at), high = us_bytes_load_u32(at + 4);
        value = tables[7][low & 0xff] ^ tables[6][low >> 8 & 0xff] ^ tables[5][low >> 16 & 0xff] ^
                tables[4][low >> 24] ^ tables[3][high & 0xff] ^ tables[2][high >> 8 & 0xff] ^
                tables[1][high >> 16 & 0xff] ^ tables[0][high >> 24];
    }
    for (; size > 0; size--, at++)
        value = value >> 8 ^ tables[0][(value ^ *at) & 0xff];
    return ~value;
}
