/* SPDX-License-Identifier: MIT */
/*
 * Any MCAP file: refused, or read in bounded memory, from every place, in the order of time.
 * Recovering it gives a file in which nothing is damaged, that has every message that the reader
 * found, and that need not be recovered again. In a file that gives a channel two topics, a reader
 * and the recovery may take a message for one of either: then only its bytes are kept.
 *
 * libFuzzer cannot guess checksums, so those of chunks are taken to be unknown: the input's are set
 * to 0, which means that.
 */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/file.h"
#include "session/file/session_chunks.h"
#include "session/file/session_recover.h"
#include "session/session_reader.h"

/* What a reader gave. */
struct reading {
    enum us_result result;
    uint64_t messages, frames;
    bool is_finished;
    struct us_session_damage damage;
};

static struct reading read_all(const struct us_file *file)
{
    struct reading reading = {0};
    struct us_session_reader *reader;
    struct us_error error;
    const struct us_session_message *message;
    reading.result = us_session_reader_open(file, &reader, &error);
    if (reading.result != US_OK) {
        fuzz_check(reader == NULL && error.text[0] != '\0', "an error without words");
        return reading;
    }
    const struct us_session_summary *summary = us_session_reader_summary(reader);
    fuzz_check(summary->whole_bytes <= summary->file_bytes, "more is whole than there is");
    reading.is_finished = summary->is_finished;
    while (us_session_reader_next(reader, &message, NULL) == US_OK && message != NULL) {
        reading.messages++;
        reading.frames += message->topic == US_SESSION_TOPIC_FRAME;
        fuzz_check(message->time_ns >= 0, "a time before the beginning");
    }
    reading.damage = *us_session_reader_damage(reader);
    int64_t middle = summary->first_ns / 2 + summary->last_ns / 2;
    fuzz_check(us_session_reader_seek(reader, middle, true, &error) == US_OK, "no seek");
    for (int i = 0; us_session_reader_next(reader, &message, NULL) == US_OK && message != NULL; i++)
        fuzz_check(i < 2 || message->time_ns >= middle || summary->chunks > 8,
                   "a message before the time that was sought");
    us_session_reader_close(reader);
    return reading;
}

/* A file's name for us_session_recover, which opens it anew and locks it. */
static enum us_result recover(const char *from, const char *to,
                              struct us_session_recovery *recovery)
{
    struct us_error error;
    unlink(to);
    enum us_result result = us_session_recover(from, NULL, to, "1.2", NULL, recovery, &error);
    fuzz_check(result == US_OK || error.text[0] != '\0', "an error without words");
    return result;
}

/* A record of an MCAP file (https://mcap.dev/spec, "Records"). */
enum { MAGIC_SIZE = 8, HEAD = 1 + 8, CHANNEL = 4, CHUNK = 6 };

static uint64_t number_at(const uint8_t *at, int size)
{
    uint64_t number = 0;
    while (size > 0)
        number = number << 8 | at[--size];
    return number;
}

/* The length of the content of the record at a place that is `left` bytes before the end. */
static bool is_record(const uint8_t *at, size_t left, size_t *out_size)
{
    if (left < HEAD || at[0] == 0 || number_at(at + 1, 8) > left - HEAD)
        return false;
    *out_size = (size_t)number_at(at + 1, 8);
    return true;
}

/* The number of a channel, and one that stands for its topic. */
static bool read_channel(const uint8_t *content, size_t size, size_t *out_id, uint32_t *out_topic)
{
    if (size < 8 || number_at(content + 4, 4) > size - 8)
        return false;
    const size_t length = (size_t)number_at(content + 4, 4);
    if (size - 8 - length < 4 || number_at(content + 8 + length, 4) > size - 12 - length)
        return false;
    *out_id = (size_t)number_at(content, 2);
    *out_topic = 2166136261u;
    for (size_t i = 0; i < length; i++)
        *out_topic = (*out_topic ^ content[8 + i]) * 16777619u;
    *out_topic |= 1;
    return true;
}

/* Notes the topics of all channels, anywhere in the bytes: the recovery also finds what a reader
 * does not. True if two of one number differ. */
static bool has_contradiction(const uint8_t *bytes, size_t size, uint32_t *topics)
{
    for (size_t at = 0; at < size; at++) {
        size_t length, id;
        uint32_t topic;
        if (bytes[at] != CHANNEL || !is_record(bytes + at, size - at, &length) ||
            !read_channel(bytes + at + HEAD, length, &id, &topic))
            continue;
        if (topics[id] != 0 && topics[id] != topic)
            return true;
        topics[id] = topic;
    }
    return false;
}

/* The same, also in compressed chunks. */
static bool is_contradictory(const uint8_t *bytes, size_t size)
{
    static uint32_t topics[UINT16_MAX + 1]; /* 0: none */
    memset(topics, 0, sizeof topics);
    bool found = has_contradiction(bytes, size, topics);
    for (size_t at = 0; at < size && !found; at++) {
        struct us_session_records records;
        size_t length;
        if (bytes[at] != CHUNK || !is_record(bytes + at, size - at, &length))
            continue;
        if (us_session_records_open(bytes + at + HEAD, length, &records) &&
            records.expanded != NULL)
            found = has_contradiction(records.bytes, (size_t)records.size, topics);
        us_session_records_close(&records);
    }
    return found;
}

static void check_recovered(const char *path, const char *again, const struct reading *before,
                            bool is_contradictory_file)
{
    struct us_file file;
    struct us_session_recovery recovery;
    if (us_file_open(path, &file, NULL) != US_OK)
        return;
    struct reading after = read_all(&file);
    us_file_close(&file);
    if (after.result == US_OK) {
        fuzz_check(after.is_finished && after.damage.chunks == 0, "what is recovered is damaged");
        fuzz_check(before->result != US_OK || is_contradictory_file ||
                       after.messages >= before->messages,
                   "%llu messages of %llu are left", (unsigned long long)after.messages,
                   (unsigned long long)before->messages);
    }
    fuzz_check(recover(path, again, &recovery) == US_OK && recovery.damages == 0,
               "what is recovered is recovered again");
}

/* The checksums of chunks whose records lie where they should. */
static void forget_checksums(uint8_t *bytes, size_t size)
{
    size_t length;
    for (size_t at = MAGIC_SIZE; at < size && is_record(bytes + at, size - at, &length);
         at += HEAD + length)
        if (bytes[at] == CHUNK && length >= 28)
            memset(bytes + at + HEAD + 24, 0, 4);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char from[64], to[80], again[80];
    snprintf(from, sizeof from, "/tmp/fuzz_session.%ld", (long)getpid());
    snprintf(to, sizeof to, "%s.to", from);
    snprintf(again, sizeof again, "%s.again", from);
    uint8_t *bytes = malloc(size > 0 ? size : 1);
    fuzz_check(bytes != NULL, "no memory");
    memcpy(bytes, data, size);
    forget_checksums(bytes, size);
    const struct us_file file = us_file_in_memory(bytes, size);
    struct reading reading = read_all(&file);
    struct us_session_recovery recovery;
    FILE *out = fopen(from, "wb");
    fuzz_check(out != NULL && fwrite(bytes, 1, size, out) == size && fclose(out) == 0, "no file");
    if (recover(from, to, &recovery) == US_OK)
        check_recovered(to, again, &reading, is_contradictory(bytes, size));
    unlink(from);
    unlink(to);
    unlink(again);
    free(bytes);
    return 0;
}
