/* SPDX-License-Identifier: MIT */
/* Hazard: an hour that needs more memory than a minute, to write it or to read it, or more work to
 * play a moment of it. */
#include "support.h"

#include <fcntl.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "session/file/session_writer.h"
#include "session/open_recording.h"
#include "session/session_reader.h"

enum { HZ = 90, CHUNK = 36, MEGABYTE = 1 << 20 };

static size_t heap_bytes(void)
{
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

static void make_frame(uint64_t number, struct us_session_frame *out)
{
    memset(out, 0, sizeof *out);
    out->number = number + 1;
    out->time_ns = 1000000000 + (int64_t)number * (1000000000 / HZ);
    out->head = (struct us_session_location){.is_recorded = true, .is_active = true, .flags = 15};
    out->head.pose.position_m.x = (float)number;
}

/* Chunks of 0.4 s, as the recorder's thread writes them, and the most memory that was needed. */
static size_t write_hour(const char *path, uint64_t frames)
{
    static struct us_session_writer writer;
    static struct us_session_frame frame;
    struct us_session_ring *ring = us_session_ring_take(NULL);
    int file = open(path, O_WRONLY | O_TRUNC);
    size_t before = heap_bytes(), most = 0;
    assert_true(us_session_writer_init(&writer));
    us_session_writer_begin(&writer, "1.2");
    atomic_store(&ring->has_info, true);
    for (uint64_t number = 0; number < frames; number++) {
        struct us_session_taken taken;
        make_frame(number, &frame);
        assert_true(us_session_ring_put(ring, US_SESSION_TOPIC_FRAME, &frame, sizeof frame));
        const struct us_session_marker marker = {.time_ns = frame.time_ns, .name = "half"};
        if (number == frames / 2)
            assert_true(us_session_ring_put(ring, US_SESSION_TOPIC_MARKER, &marker, sizeof marker));
        if (number % CHUNK != CHUNK - 1)
            continue;
        uint64_t tail = atomic_load(&ring->tail);
        assert_true(us_session_writer_chunk(&writer, ring, tail, false, &taken));
        us_session_ring_release(ring, taken.tail);
        struct us_writer *out = &writer.mcap.out;
        assert_int_equal(write(file, out->bytes, out->size), (ssize_t)out->size);
        us_mcap_writer_taken(&writer.mcap);
        size_t now = heap_bytes();
        most = now > before && now - before > most ? now - before : most;
    }
    us_mcap_writer_end(&writer.mcap);
    struct us_writer *out = &writer.mcap.out;
    assert_int_equal(write(file, out->bytes, out->size), (ssize_t)out->size);
    assert_int_equal(close(file), 0);
    us_session_writer_finish(&writer);
    us_session_ring_give_back(ring);
    return most;
}

static size_t read_hour(const char *path, uint64_t frames)
{
    struct us_file file;
    struct us_session_reader *reader;
    const struct us_session_message *message;
    static struct us_session_frame want;
    size_t before = heap_bytes(), most = 0;
    assert_int_equal(us_file_open(path, &file, NULL), US_OK);
    assert_int_equal(us_session_reader_open(&file, &reader, NULL), US_OK);
    assert_int_equal(us_session_reader_summary(reader)->counts[US_SESSION_TOPIC_FRAME], frames);
    for (uint64_t number = 0; number < frames; number++) {
        assert_int_equal(us_session_reader_next(reader, &message), US_SESSION_NEXT_MESSAGE);
        make_frame(number, &want);
        if (message->topic == US_SESSION_TOPIC_MARKER)
            assert_int_equal(us_session_reader_next(reader, &message), US_SESSION_NEXT_MESSAGE);
        assert_memory_equal(&message->of.frame, &want, sizeof want);
        size_t now = number % 1000 == 0 ? heap_bytes() : 0;
        most = now > before && now - before > most ? now - before : most;
    }
    assert_int_equal(us_session_reader_next(reader, &message), US_SESSION_NEXT_END);
    /* In the middle, without reading what is before. */
    make_frame(frames / 2, &want);
    assert_int_equal(us_session_reader_seek(reader, want.time_ns, false, NULL), US_OK);
    assert_int_equal(us_session_reader_next(reader, &message), US_SESSION_NEXT_MESSAGE);
    assert_int_equal(message->of.frame.number, want.number);
    us_session_reader_close(reader);
    us_file_close(&file);
    return most;
}

TEST(an_hour_needs_little_memory)
{
    char path[] = "/tmp/session_hour.XXXXXX";
    close(mkstemp(path));
    size_t written = write_hour(path, 3600 * HZ), read = read_hour(path, 3600 * HZ);
    printf("an hour: %zu KB to write, %zu KB to read\n", written / 1024, read / 1024);
    assert_true(written < 4 * MEGABYTE);
    assert_true(read < 4 * MEGABYTE);
    unlink(path);
}

/* The markers of all of it and a moment: neither reads more than a few of its 9000 chunks. */
TEST(a_moment_needs_a_few_chunks)
{
    char path[] = "/tmp/session_hour.XXXXXX";
    const uint64_t frames = 3600 * HZ;
    struct us_file file;
    struct us_block_source *source;
    struct us_block *block;
    struct us_span span;
    close(mkstemp(path));
    write_hour(path, frames);
    assert_int_equal(us_file_open(path, &file, NULL), US_OK);
    assert_int_equal(us_session_source_create(&file, &source, NULL), US_OK);
    const struct us_session_summary *summary = us_session_source_summary(source);
    const uint64_t opened = summary->chunks_read;
    assert_int_equal(summary->chunks, frames / CHUNK);
    assert_int_equal(source->ops->recording(source)->marker_count, 1);
    assert_int_equal(source->ops->make(source, 3000.0, &block, &span, NULL), US_OK);
    const uint64_t made = summary->chunks_read - opened;
    printf("an hour: %d chunks to open it, %d for a moment\n", (int)opened, (int)made);
    /* Until the focus a minute is looked through, which are 150 chunks. */
    assert_true(opened < 250 && made < 10);
    block->ops->destroy(block);
    source->ops->destroy(source);
    unlink(path);
}

int main(void)
{
    return RUN_TESTS(an_hour_needs_little_memory, a_moment_needs_a_few_chunks);
}
