/* SPDX-License-Identifier: MIT */
/* Hazard: an hour that needs more memory than a minute, to write it or to read it, or more work to
 * play a moment of it. */
#include "support.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "session/open_recording.h"
#include "session/session_recorder.h"

enum { HZ = 90, MEGABYTE = 1 << 20 };

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

/* Returns the most memory that was needed. */
static size_t write_hour(const char *path, uint64_t frames)
{
    static struct us_session_frame frame;
    const struct us_session_recorder_options options = {.path = path, .version = "1.2"};
    const struct us_session_info info = {.time_ns = 1000000000};
    struct us_session_recorder *recorder;
    assert_int_equal(us_session_recorder_open(&options, &recorder, NULL), US_OK);
    size_t before = heap_bytes(), most = 0;
    assert_true(us_session_recorder_put_session(recorder, &info));
    for (uint64_t number = 0; number < frames; number++) {
        make_frame(number, &frame);
        us_session_recorder_wait(recorder);
        assert_true(us_session_recorder_put_frame(recorder, &frame));
        const struct us_session_marker marker = {.time_ns = frame.time_ns, .name = "half"};
        if (number == frames / 2)
            assert_true(us_session_recorder_put_marker(recorder, &marker));
        size_t now = number % 100 == 0 ? heap_bytes() : 0;
        most = now > before && now - before > most ? now - before : most;
    }
    assert_true(us_session_recorder_close(recorder));
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

/* The markers of all of it and a moment: neither reads more than a few of its chunks. */
TEST(a_moment_needs_a_few_chunks)
{
    char path[] = "/tmp/session_hour.XXXXXX";
    struct us_loaded_recording loaded;
    struct us_frame_sample sample;
    close(mkstemp(path));
    write_hour(path, 3600 * HZ);
    assert_int_equal(us_open_recording(path, false, &loaded, NULL), US_OK);
    const uint64_t chunks = loaded.session->chunks, opened = loaded.session->chunks_read;
    assert_int_equal(loaded.recording.marker_count, 1);
    us_sampler_set_wait(loaded.sampler, true);
    us_sampler_frame(loaded.sampler, 3000.0, US_SAMPLE_HEAD, &sample);
    assert_true(sample.head.motion.pose.position_m.x == 3000 * HZ);
    const uint64_t made = loaded.session->chunks_read - opened;
    printf("an hour of %d chunks: %d to open it, %d for a moment\n", (int)chunks, (int)opened,
           (int)made);
    /* Until the focus a minute is looked through. */
    assert_true(opened * 20 < chunks && made * 50 < chunks);
    us_loaded_recording_close(&loaded);
    unlink(path);
}

int main(void)
{
    return RUN_TESTS(an_hour_needs_little_memory, a_moment_needs_a_few_chunks);
}
