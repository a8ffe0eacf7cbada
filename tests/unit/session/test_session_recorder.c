/* SPDX-License-Identifier: MIT */
/* Hazard: a recorder that loses messages without a word, disturbs the app's threads, or does not
 * survive a full disk. */
/* unshare is not in POSIX. */
#define _GNU_SOURCE
#include "support.h"

#include <pthread.h>
#include <linux/seccomp.h>
#include <math.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "counting.h"
#include "session/session_reader.h"
#include "session/session_recorder.h"
#include "session/file/session_ring.h"
#include "session_scene.h"

enum { THREADS = 8, EACH = 2000 };

struct failure {
    _Atomic int calls; /* the recorder's thread counts them */
    char text[256];
};

static void note_failure(void *data, const char *text)
{
    struct failure *failure = data;
    failure->calls++;
    snprintf(failure->text, sizeof failure->text, "%s", text);
}

static struct us_session_recorder *begin(const char *path, struct failure *failure)
{
    struct us_session_recorder *recorder;
    const struct us_session_recorder_options options = {
        .path = path, .version = "1.2", .on_failure = note_failure, .data = failure};
    struct us_session_info info = {.time_ns = 1};
    struct us_error error;
    if (us_session_recorder_open(&options, &recorder, &error) != US_OK)
        fail_msg("%s", error.text);
    assert_true(us_session_recorder_put_session(recorder, &info));
    return recorder;
}

static void temporary(char *path)
{
    strcpy(path, "/tmp/session_recorder.XXXXXX");
    close(mkstemp(path));
}

/* ---- Threads ---- */

struct producer {
    struct us_session_recorder *recorder;
    int number;
    uint64_t put, refused;
    bool accepted[EACH];
};

/* Message i of each thread has a time of its own. */
static void *produce(void *data)
{
    struct producer *producer = data;
    for (int i = 0; i < EACH; i++) {
        struct us_session_marker marker = {.source = US_SESSION_MARKER_USER};
        marker.time_ns = 1000 + (int64_t)i * THREADS + producer->number;
        snprintf(marker.name, sizeof marker.name, "%d/%d", producer->number, i);
        producer->accepted[i] = us_session_recorder_put_marker(producer->recorder, &marker);
        producer->put += producer->accepted[i];
        producer->refused += !producer->accepted[i];
        if (i % 50 == 0)
            scene_sleep_ms(5);
    }
    return NULL;
}

/* Each message that was accepted is in the file, and the file says how many were not. */
static void check_markers(const char *path, const struct producer *producers)
{
    struct us_file file;
    struct us_session_reader *reader;
    const struct us_session_message *message;
    static uint8_t seen[THREADS][EACH];
    uint64_t dropped = 0, refused = 0;
    memset(seen, 0, sizeof seen);
    assert_int_equal(us_file_open(path, &file, NULL), US_OK);
    assert_int_equal(us_session_reader_open(&file, &reader, NULL), US_OK);
    while (us_session_reader_next(reader, &message, NULL) == US_OK && message != NULL) {
        if (message->topic == US_SESSION_TOPIC_EVENT) {
            assert_int_equal(message->of.event.kind, US_SESSION_EVENT_DROPPED);
            dropped += (uint64_t)message->of.event.value;
            continue;
        }
        int64_t number = message->time_ns - 1000;
        char name[32];
        snprintf(name, sizeof name, "%d/%d", (int)(number % THREADS), (int)(number / THREADS));
        assert_string_equal(message->of.marker.name, name);
        seen[number % THREADS][number / THREADS]++;
    }
    for (int thread = 0; thread < THREADS; thread++) {
        refused += producers[thread].refused;
        for (int i = 0; i < EACH; i++)
            assert_int_equal(seen[thread][i], producers[thread].accepted[i]);
    }
    assert_int_equal(dropped, refused);
    us_session_reader_close(reader);
    us_file_close(&file);
}

TEST(eight_threads_record_at_once)
{
    static struct producer producers[THREADS];
    struct failure failure = {0};
    pthread_t threads[THREADS];
    char path[64];
    temporary(path);
    struct us_session_recorder *recorder = begin(path, &failure);
    for (int i = 0; i < THREADS; i++) {
        producers[i] = (struct producer){.recorder = recorder, .number = i};
        assert_int_equal(pthread_create(&threads[i], NULL, produce, &producers[i]), 0);
    }
    uint64_t put = 0, refused = 0;
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        put += producers[i].put;
        refused += producers[i].refused;
    }
    struct us_session_progress counts = us_session_recorder_counts(recorder);
    assert_int_equal(counts.messages, put);
    assert_int_equal(counts.dropped, refused);
    assert_true(us_session_recorder_close(recorder));
    assert_int_equal(failure.calls, 0);
    check_markers(path, producers);
    unlink(path);
}

/* More than the ring holds at once: the file says how many are missing. */
TEST(a_full_ring_is_counted)
{
    static struct producer producers[THREADS];
    struct failure failure = {0};
    char path[64];
    temporary(path);
    struct us_session_recorder *recorder = begin(path, &failure);
    memset(producers, 0, sizeof producers);
    for (int i = 0; i < EACH; i++) {
        struct us_session_marker marker = {.time_ns = 1000 + (int64_t)i * THREADS};
        snprintf(marker.name, sizeof marker.name, "0/%d", i);
        producers[0].accepted[i] = us_session_recorder_put_marker(recorder, &marker);
        producers[0].refused += !producers[0].accepted[i];
    }
    assert_true(producers[0].refused > 0);
    assert_true(us_session_recorder_close(recorder));
    check_markers(path, producers);
    unlink(path);
}

/* Much more than the ring holds, as fast as it goes: who waits for room loses nothing. */
TEST(who_waits_loses_nothing)
{
    static struct producer producers[THREADS];
    struct failure failure = {0};
    char path[64];
    temporary(path);
    struct us_session_recorder *recorder = begin(path, &failure);
    memset(producers, 0, sizeof producers);
    for (int i = 0; i < EACH * THREADS; i++) {
        struct us_session_marker marker = {.time_ns = 1000 + i};
        snprintf(marker.name, sizeof marker.name, "%d/%d", i % THREADS, i / THREADS);
        us_session_recorder_wait(recorder);
        assert_true(us_session_recorder_put_marker(recorder, &marker));
        producers[i % THREADS].accepted[i / THREADS] = true;
    }
    us_session_recorder_wait(NULL);
    assert_int_equal(us_session_recorder_counts(recorder).dropped, 0);
    assert_true(us_session_recorder_close(recorder));
    check_markers(path, producers);
    unlink(path);
}

/* ---- The app's threads ---- */

/* Every put, until the ring is full and beyond. Returns whether each was taken as long as there was
 * room. */
static bool put_much(struct us_session_recorder *recorder)
{
    static struct us_session_info info;
    static struct us_session_components components;
    static struct us_session_message message;
    bool held = us_session_recorder_put_session(recorder, &info) &&
                us_session_recorder_put_components(recorder, &components);
    for (int i = 0; i < 2 * US_SESSION_RING_SLOTS; i++) {
        message.topic = (enum us_session_topic)(US_SESSION_TOPIC_FRAME +
                                                i % (US_SESSION_TOPICS - US_SESSION_TOPIC_FRAME));
        held = held && scene_put(recorder, &message) == (i < US_SESSION_RING_SLOTS);
    }
    return held;
}

/* In a child that is killed at any system call but the last, and that does not have the recorder's
 * thread: nothing makes room there. */
TEST(putting_needs_no_memory_and_no_system_call)
{
    char path[64];
    const struct us_session_recorder_options options = {.path = path, .version = "1.2"};
    struct us_session_recorder *recorder;
    int status;
#ifdef SANITIZED
    skip(); /* the sanitizer makes system calls */
#endif
    snprintf(path, sizeof path, "/tmp/session_recorder.child-%ld", (long)getpid());
    unlink(path);
    assert_int_equal(us_session_recorder_open(&options, &recorder, NULL), US_OK);
    pid_t child = fork();
    if (child == 0) {
        counting_reset();
        if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT) != 0)
            _exit(SUPPORT_SKIP);
        bool held = put_much(recorder);
        syscall(SYS_exit, held && counting.calls == 0 ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(us_session_recorder_counts(recorder).messages,
                     0); /* the child's were its own */
    assert_true(us_session_recorder_close(recorder));
    unlink(path);
    if (WIFEXITED(status) && WEXITSTATUS(status) == SUPPORT_SKIP)
        skip();
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

/* ---- The disk ---- */

/* Record until the recorder gives up; the file is readable up to there. */
static int record_until_full(const char *path)
{
    struct failure failure = {0};
    struct us_session_marker marker = {.source = US_SESSION_MARKER_USER};
    struct us_session_recorder *recorder = begin(path, &failure);
    int64_t accepted = 0;
    /* On a busy machine most markers find the ring full: these do not count. */
    while (failure.calls == 0) {
        marker.time_ns = 1000 + accepted;
        snprintf(marker.name, sizeof marker.name, "%0200d", (int)accepted);
        bool is_accepted = us_session_recorder_put_marker(recorder, &marker);
        accepted += is_accepted;
        if (!is_accepted || accepted % 100 == 0)
            scene_sleep_ms(5);
        assert_true(accepted < 100000);
    }
    us_session_recorder_wait(recorder); /* not for room that nobody makes */
    assert_false(us_session_recorder_put_marker(recorder, &marker));
    assert_false(us_session_recorder_close(recorder));
    assert_int_equal(failure.calls, 1);
    assert_non_null(strstr(failure.text, "the recording ends early"));

    struct us_file file;
    struct us_session_reader *reader;
    const struct us_session_message *message;
    assert_int_equal(us_file_open(path, &file, NULL), US_OK);
    assert_int_equal(us_session_reader_open(&file, &reader, NULL), US_OK);
    int64_t count = 0;
    while (us_session_reader_next(reader, &message, NULL) == US_OK && message != NULL) {
        if (message->topic != US_SESSION_TOPIC_MARKER)
            continue; /* the file says how many found the ring full */
        assert_int_equal(message->time_ns, 1000 + count);
        count++;
    }
    const struct us_session_summary *summary = us_session_reader_summary(reader);
    assert_int_equal(summary->whole_bytes, summary->file_bytes);
    assert_int_equal(us_session_reader_damage(reader)->chunks, 0);
    assert_true(count >= 100 && count <= accepted);
    us_session_reader_close(reader);
    us_file_close(&file);
    return 0;
}

TEST(a_limit_of_the_file_ends_the_recording)
{
    char path[64];
    temporary(path);
    struct rlimit before, limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    limit = before;
    limit.rlim_cur = 300000;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    record_until_full(path);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    unlink(path);
}

/* In a child, which has a tmpfs of its own. */
TEST(a_full_disk_ends_the_recording)
{
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        if (unshare(CLONE_NEWNS) != 0 || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
            mount("tmpfs", "/mnt", "tmpfs", 0, "size=300k") != 0)
            _exit(SUPPORT_SKIP);
        _exit(record_until_full("/mnt/session.mcap"));
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    if (WIFEXITED(status) && WEXITSTATUS(status) == SUPPORT_SKIP) {
        printf("a file system cannot be mounted here\n");
        skip();
    }
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

/* ---- Opening ---- */

TEST(what_is_there_is_not_overwritten)
{
    struct us_session_recorder *recorder;
    struct us_error error;
    char path[64], text[5] = "";
    temporary(path);
    FILE *file = fopen(path, "w");
    fputs("mine", file);
    fclose(file);
    struct us_session_recorder_options options = {.path = path, .version = "1.2"};
    assert_int_equal(us_session_recorder_open(&options, &recorder, &error), US_ERROR_FILE);
    assert_null(recorder);
    assert_non_null(strstr(error.text, "it is there already"));
    file = fopen(path, "r");
    assert_non_null(fgets(text, sizeof text, file));
    fclose(file);
    assert_string_equal(text, "mine");
    options.replaces = true;
    assert_int_equal(us_session_recorder_open(&options, &recorder, &error), US_OK);
    assert_true(us_session_recorder_close(recorder));
    file = fopen(path, "r");
    assert_non_null(fgets(text, sizeof text, file));
    fclose(file);
    assert_string_equal(text, "\x89MCA");
    unlink(path);
    options.path = "/nowhere/at/all.mcap";
    assert_int_equal(us_session_recorder_open(&options, &recorder, &error), US_ERROR_FILE);
}

/* Who starts the app sees how far it is. */
TEST(progress_is_seen_from_outside)
{
    char path[64], ring_path[64];
    struct us_session_recorder *recorder;
    struct us_session_progress progress;
    struct us_session_info info = {.time_ns = 1};
    static struct us_session_frame frame;
    temporary(path);
    strcpy(ring_path, "/tmp/session_ring.XXXXXX");
    int ring = mkstemp(ring_path);
    assert_true(us_session_ring_prepare(ring));
    assert_false(us_session_ring_progress(ring, &progress));
    const struct us_session_recorder_options options = {
        .path = path, .ring = ring_path, .version = "1.2"};
    assert_int_equal(us_session_recorder_open(&options, &recorder, NULL), US_OK);
    assert_true(us_session_ring_progress(ring, &progress) && !progress.is_recording);
    assert_true(us_session_recorder_put_session(recorder, &info));
    frame.head = (struct us_session_location){.is_recorded = true, .is_active = true, .flags = 15};
    for (int i = 0; i < 91; i++) {
        frame.time_ns = 5000000000 + (int64_t)i * 100000000;
        assert_true(us_session_recorder_put_frame(recorder, &frame));
    }
    assert_true(us_session_ring_progress(ring, &progress) && progress.is_recording);
    check_near(progress.seconds, 9.0, 1e-9, "seconds");
    assert_int_equal(progress.frames, 91);
    assert_int_equal(progress.tracked, US_SESSION_TRACKED_HEAD);
    assert_true(us_session_recorder_close(recorder));
    assert_false(us_session_ring_progress(ring, &progress));
    close(ring);
    unlink(ring_path);
    unlink(path);
}

/* ---- Masks ---- */

static void reads_masks(const char *path, uint32_t expected)
{
    struct us_file file;
    struct us_session_reader *reader;
    struct us_error error = {0};
    assert_int_equal(us_file_open(path, &file, &error), US_OK);
    assert_int_equal(us_session_reader_open(&file, &reader, &error), US_OK);
    const struct us_session_info *info = &us_session_reader_summary(reader)->info;
    assert_string_equal(info->app_name, "masked");
    assert_int_equal(info->mask_count, expected);
    for (uint32_t i = 0; i < expected; i++)
        assert_int_equal(info->masks[i].view, 2 * i);
    us_session_reader_close(reader);
    us_file_close(&file);
}

/* An app would read behind its vertices, or draw nothing that makes sense. */
TEST(masks_of_no_use_are_left_out)
{
    static struct us_session_info info;
    char path[64];
    struct us_session_recorder *recorder;
    struct us_error error;
    const struct us_session_recorder_options options = {.path = path, .version = "1.2"};
    temporary(path);
    assert_int_equal(us_session_recorder_open(&options, &recorder, &error), US_OK);
    strcpy(info.app_name, "masked");
    info.time_ns = 1;
    info.mask_count = 5;
    for (uint32_t i = 0; i < info.mask_count; i++) {
        info.masks[i].view = i;
        info.masks[i].vertex_count = info.masks[i].index_count = 3;
        for (uint16_t k = 0; k < 3; k++)
            info.masks[i].indices[k] = k;
    }
    info.masks[1].indices[2] = 3;
    info.masks[3].vertices[5] = NAN;
    info.masks[4].vertex_count = info.masks[4].index_count = 0; /* the view has no mask */
    assert_true(us_session_recorder_put_session(recorder, &info));
    assert_true(us_session_recorder_close(recorder));
    reads_masks(path, 3);
    unlink(path);
}

int main(void)
{
    return RUN_TESTS(eight_threads_record_at_once, a_full_ring_is_counted, who_waits_loses_nothing,
                     putting_needs_no_memory_and_no_system_call,
                     a_limit_of_the_file_ends_the_recording, a_full_disk_ends_the_recording,
                     what_is_there_is_not_overwritten, progress_is_seen_from_outside,
                     masks_of_no_use_are_left_out);
}
