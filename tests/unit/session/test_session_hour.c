/* SPDX-License-Identifier: MIT */
/* Hazard: an hour that needs more memory than a minute, to write it or to read it, or more work to
 * play a moment of it. */
#include "support.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "session/open_recording.h"
#include "session/session_reader.h"
#include "session/session_recorder.h"

enum { HZ = 90, MEGABYTE = 1 << 20 };
static const uint64_t frames = 3600 * HZ;
static char path[] = "/tmp/session_hour.XXXXXX";
static size_t begun_at, most;

/* All threads allocate from one heap; main sees to it. */
static size_t heap_bytes(void)
{
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

static void begin_watch(void)
{
    begun_at = heap_bytes();
    most = 0;
}

static void watch(void)
{
    size_t now = heap_bytes();
    most = now > begun_at && now - begun_at > most ? now - begun_at : most;
}

static void make_frame(uint64_t number, struct us_session_frame *out)
{
    memset(out, 0, sizeof *out);
    out->number = number + 1;
    out->time_ns = 1000000000 + (int64_t)number * (1000000000 / HZ);
    out->head = (struct us_session_location){.is_recorded = true, .is_active = true, .flags = 15};
    out->head.pose.rotation.w = 1.0f;
    out->head.pose.position_m.x = (float)number;
}

/* The most memory that was needed beside what a recorder of one frame needs. */
static void write_hour(void)
{
    static struct us_session_frame frame;
    static const struct us_session_info info = {.time_ns = 1000000000};
    const struct us_session_recorder_options options = {.path = path, .version = "1.2"};
    struct us_session_recorder *recorder;
    assert_int_equal(us_session_recorder_open(&options, &recorder, NULL), US_OK);
    assert_true(us_session_recorder_put_session(recorder, &info));
    begin_watch();
    for (uint64_t number = 0; number < frames; number++) {
        make_frame(number, &frame);
        const struct us_session_marker marker = {.time_ns = frame.time_ns, .name = "half"};
        us_session_recorder_wait(recorder);
        assert_true(us_session_recorder_put_frame(recorder, &frame));
        assert_true(number != frames / 2 || us_session_recorder_put_marker(recorder, &marker));
        watch();
    }
    assert_true(us_session_recorder_close(recorder));
}

static void read_hour(void)
{
    struct us_file file;
    struct us_session_reader *reader;
    const struct us_session_message *message;
    static struct us_session_frame want;
    begin_watch();
    assert_int_equal(us_file_open(path, &file, NULL), US_OK);
    assert_int_equal(us_session_reader_open(&file, &reader, NULL), US_OK);
    assert_int_equal(us_session_reader_summary(reader)->counts[US_SESSION_TOPIC_FRAME], frames);
    for (uint64_t number = 0; number < frames;) {
        assert_true(us_session_reader_next(reader, &message, NULL) == US_OK && message != NULL);
        if (message->topic != US_SESSION_TOPIC_FRAME)
            continue;
        make_frame(number++, &want);
        assert_memory_equal(&message->of.frame, &want, sizeof want);
        if (number % 1000 == 0)
            watch();
    }
    assert_true(us_session_reader_next(reader, &message, NULL) == US_OK && message == NULL);
    /* In the middle, without reading what is before. */
    make_frame(frames / 2, &want);
    assert_int_equal(us_session_reader_seek(reader, want.time_ns, false, NULL), US_OK);
    assert_true(us_session_reader_next(reader, &message, NULL) == US_OK && message != NULL);
    assert_int_equal(message->of.frame.number, want.number);
    us_session_reader_close(reader);
    us_file_close(&file);
}

TEST(an_hour_needs_little_memory)
{
    write_hour();
    printf("an hour: %zu KB to write", most / 1024);
    assert_true(most < MEGABYTE);
    read_hour();
    printf(", %zu KB to read\n", most / 1024);
    assert_true(most < 4 * MEGABYTE);
}

/* How many bytes this process has read so far. */
static double read_so_far(void)
{
    unsigned long long bytes = 0;
    FILE *facts = fopen("/proc/self/io", "r");
    assert_non_null(facts);
    assert_int_equal(fscanf(facts, "rchar: %llu", &bytes), 1);
    fclose(facts);
    return (double)bytes;
}

/* The markers of all of it and a moment: not much of its 9000 times 0.4 s is read for them. */
TEST(a_moment_needs_a_small_part)
{
    struct us_loaded_recording take;
    struct us_frame_sample sample;
    struct us_file file;
    assert_int_equal(us_file_open(path, &file, NULL), US_OK);
    const double chunk = (double)file.size / 9000.0, begun = read_so_far();
    us_file_close(&file);
    assert_int_equal(us_open_recording(path, false, &take, NULL), US_OK);
    assert_int_equal(us_sampler_recording(take.sampler)->marker_count, 1);
    const double opened = read_so_far();
    us_sampler_set_wait(take.sampler, true);
    us_sampler_frame(take.sampler, 3000.0, US_SAMPLE_ALL, &sample);
    assert_true(fabs((double)sample.head.motion.pose.position_m.x - 3000.0 * HZ) < 1.0);
    const double to_open = (opened - begun) / chunk, to_see = (read_so_far() - opened) / chunk;
    printf("an hour: %.0f times 0.4 s to open, %.0f for a moment\n", to_open, to_see);
    /* A minute is 150 of them. Until the focus one minute is looked through, and the index is read;
     * a moment needs its surroundings, of which some are read ahead. */
    assert_true(to_open < 300);
    assert_true(to_see < 150);
    us_loaded_recording_close(&take);
}

static int make_path(void **state)
{
    (void)state;
    return close(mkstemp(path));
}

static int remove_path(void **state)
{
    (void)state;
    return unlink(path);
}

int main(void)
{
    mallopt(M_ARENA_MAX, 1);
    return RUN_TESTS_WITHIN(make_path, remove_path, an_hour_needs_little_memory,
                            a_moment_needs_a_small_part);
}
