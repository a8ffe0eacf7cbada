/* SPDX-License-Identifier: MIT */
/* The event log: what each kind of event is written as, hostile names, a ring that is full, several
 * threads, and the file it goes to. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "testing.h"
#include "core/base/own_use.h"
#include "core/base/text.h"
#include "eventlog/event_journal.h"
#include "eventlog/event_journal_ring.h"
#include "platform/machine.h"
#include "status/output_file.h"

static void check_line(const struct us_log_event *event, const char *expected)
{
    char line[16384];
    uint32_t length = us_log_event_write(event, 7, 1000000, line, sizeof line);
    assert_int_equal(length, strlen(line));
    assert_string_equal(line, expected);
}

TEST(writes_what_the_manual_says)
{
    struct us_log_event event = {
        .kind = US_LOG_EVENT_SYNC, .frame = 3, .wall_ns = 3500000, .session = 1};
    event.of.sync.result = XR_SESSION_NOT_FOCUSED;
    check_line(&event,
               "{\"n\":7,\"wall_ms\":2.5,\"frame\":3,\"e\":\"sync\",\"session\":1,\"result\":"
               "\"XR_SESSION_NOT_FOCUSED\"}\n");

    event = (struct us_log_event){.kind = US_LOG_EVENT_LOCATE, .frame = -1, .wall_ns = 1000000};
    event.of.locate.call = us_log_event_word("xrLocateSpace");
    event.of.locate.space = 2;
    event.of.locate.base = 1;
    event.of.locate.answer =
        (struct us_log_event_answer){(double)NAN, 1.5, US_SOURCE_BOTH, US_HOW_EXACT};
    event.of.locate.flags = 0xf;
    event.of.locate.pose = (XrPosef){{0.5f, 0, 0, 0.25f}, {1, -2, 0.1f}};
    event.of.locate.has_velocity = true;
    event.of.locate.velocity_flags = XR_SPACE_VELOCITY_LINEAR_VALID_BIT;
    event.of.locate.linear = (XrVector3f){1, 2, (float)INFINITY};
    check_line(&event,
               "{\"n\":7,\"wall_ms\":0,\"e\":\"locate\",\"call\":\"xrLocateSpace\",\"space\":2,"
               "\"base\":1,\"at_s\":1.5,\"from\":\"both\",\"how\":\"exact\",\"flags\":\"opOPv\","
               "\"pose\":[1,-2,0.100000001,0.5,0,0,0.25],\"velocity\":[1,2,null,0,0,0]}\n");

    event = (struct us_log_event){.kind = US_LOG_EVENT_ACTION, .frame = 0, .wall_ns = 1000000};
    strcpy(event.of.action.action, "grab");
    event.of.action.type = XR_ACTION_TYPE_VECTOR2F_INPUT;
    event.of.action.active = event.of.action.changed = true;
    event.of.action.x = 0.5f;
    event.of.action.from = US_SOURCE_RUNTIME;
    check_line(
        &event,
        "{\"n\":7,\"wall_ms\":0,\"frame\":0,\"e\":\"action\",\"action\":\"grab\",\"subaction\":"
        "null,\"active\":true,\"value\":[0.5,0],\"changed\":true,\"from\":\"runtime\"}\n");

    event = (struct us_log_event){
        .kind = US_LOG_EVENT_HAPTIC, .frame = 2, .wall_ns = 1000000, .session = 1};
    strcpy(event.of.haptic.action, "buzz");
    strcpy(event.of.haptic.subaction, "/user/hand/left");
    event.of.haptic.duration_ns = -1;
    event.of.haptic.amplitude = 0.5f;
    check_line(
        &event,
        "{\"n\":7,\"wall_ms\":0,\"frame\":2,\"e\":\"haptic\",\"session\":1,\"action\":\"buzz\","
        "\"subaction\":\"/user/hand/left\",\"what\":\"apply\",\"duration_ns\":-1,"
        "\"frequency\":0,\"amplitude\":0.5,\"result\":\"XR_SUCCESS\"}\n");

    event = (struct us_log_event){.kind = US_LOG_EVENT_SUBMIT, .frame = 4, .wall_ns = 1000000};
    event.of.submit.ask = 4.00049;
    event.of.submit.at_s = 0.5;
    event.of.submit.is_stray = true;
    event.of.submit.layer_count = 18;
    event.of.submit.layers[0] =
        (struct us_log_event_layer){XR_TYPE_COMPOSITION_LAYER_PROJECTION, 3, 2};
    event.of.submit.layers[1] = (struct us_log_event_layer){XR_TYPE_COMPOSITION_LAYER_QUAD, 0, 1};
    for (int i = 0; i < 3; i++)
        event.of.submit.poses[i] = (XrPosef){{0, 0, 0, 1}, {(float)i, 0, 0}};
    char line[16384];
    assert_true(us_log_event_write(&event, 7, 1000000, line, sizeof line) > 0);
    const char *begin =
        "{\"n\":7,\"wall_ms\":0,\"frame\":4,\"e\":\"submit\",\"ask\":4,\"at_s\":0.5,\"stray\":true,"
        "\"result\":\"XR_SUCCESS\","
        "\"layers\":[{\"kind\":\"projection\",\"space\":3,\"poses\":[[0,0,0,0,0,0,1],[1,0,0,0,0,"
        "0,1]]},{\"kind\":\"quad\",\"pose\":[2,0,0,0,0,0,1]},{\"kind\":\"other\"}";
    assert_memory_equal(line, begin, strlen(begin));
    assert_non_null(strstr(line, "],\"more\":2}\n"));
}

/* The numbers of the specification; others are said as they are, and 0 is not known. */
TEST(blend_modes_by_their_names)
{
    static const struct {
        int blend;
        const char *said;
    } rows[] = {{-1, "\"blend\":\"-1\","},         {0, ""},
                {1, "\"blend\":\"opaque\","},      {2, "\"blend\":\"additive\","},
                {3, "\"blend\":\"alpha_blend\","}, {4, "\"blend\":\"4\","}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char expected[160];
        struct us_log_event event = {
            .kind = US_LOG_EVENT_SUBMIT, .frame = 4, .wall_ns = 1000000, .session = 1};
        event.of.submit.ask = event.of.submit.at_s = (double)NAN;
        event.of.submit.blend = (XrEnvironmentBlendMode)rows[i].blend;
        snprintf(expected, sizeof expected,
                 "{\"n\":7,\"wall_ms\":0,\"frame\":4,\"e\":\"submit\",\"session\":1,"
                 "\"result\":\"XR_SUCCESS\",%s\"layers\":[]}\n",
                 rows[i].said);
        check_line(&event, expected);
    }
}

/* What is not known is left out, however little of it is known. */
TEST(what_is_not_known_is_left_out)
{
    static const struct {
        double ms;
        int64_t kb;
        const char *spent, *resident;
    } rows[] = {{0.0, 0, "", ""},
                {-1.0, -1, "", ""},
                {0.004, 1, ",\"wall_spent_ms\":0.004", ",\"wall_resident_kb\":1"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char expected[200];
        struct us_log_event event = {.kind = US_LOG_EVENT_MARKER, .frame = -1, .wall_ns = 1000000};
        event.of.marker.resident_kb = rows[i].kb;
        snprintf(expected, sizeof expected,
                 "{\"n\":7,\"wall_ms\":0,\"e\":\"marker\",\"name\":\"\",\"at_s\":0%s}\n",
                 rows[i].resident);
        check_line(&event, expected);
        event.kind = US_LOG_EVENT_WAIT;
        memset(&event.of, 0, sizeof event.of);
        event.of.wait.at_s = (double)NAN;
        event.of.wait.spent_ms = rows[i].ms;
        snprintf(expected, sizeof expected,
                 "{\"n\":7,\"wall_ms\":0,\"e\":\"wait\",\"wall_count\":0,\"render\":false,"
                 "\"wall_time_ns\":0,\"wall_period_ns\":0%s}\n",
                 rows[i].spent);
        check_line(&event, expected);
    }
}

/* As many views, layers and poses as there is room for, and more. */
TEST(lists_as_long_as_their_room)
{
    for (uint32_t more = 0; more < 2; more++) {
        char line[16384];
        int views = 0, layers = 0, poses = 0;
        struct us_log_event event = {.kind = US_LOG_EVENT_VIEWS, .frame = -1};
        event.of.views.count = US_LOG_EVENT_VIEWS_MAX + more;
        for (int i = 0; i < US_LOG_EVENT_VIEWS_MAX; i++)
            event.of.views.fovs[i].angleUp = 1.0f;
        assert_true(us_log_event_write(&event, 7, 0, line, sizeof line) > 0);
        for (const char *at = line; (at = strstr(at, "[0,0,1,0]")) != NULL; at++)
            views++;
        assert_int_equal(views, US_LOG_EVENT_VIEWS_MAX);
        assert_non_null(strstr(line, "[0,0,1,0]]}\n"));
        memset(&event.of, 0, sizeof event.of);
        event.kind = US_LOG_EVENT_SUBMIT;
        event.of.submit.layer_count = US_LOG_EVENT_LAYERS_MAX + more;
        for (int i = 0; i < US_LOG_EVENT_LAYERS_MAX; i++)
            event.of.submit.layers[i] = (struct us_log_event_layer){
                XR_TYPE_COMPOSITION_LAYER_PROJECTION, 0, US_LOG_EVENT_POSES_MAX};
        assert_true(us_log_event_write(&event, 7, 0, line, sizeof line) > 0);
        for (const char *at = line; (at = strstr(at, "\"kind\"")) != NULL; at++)
            layers++;
        for (const char *at = line; (at = strstr(at, "[0,0,0,0,0,0,0]")) != NULL; at++)
            poses++;
        assert_int_equal(layers, US_LOG_EVENT_LAYERS_MAX);
        assert_int_equal(poses, US_LOG_EVENT_POSES_MAX);
        assert_int_equal(strstr(line, "\"more\":1") != NULL, more);
        assert_int_equal(strstr(line, "\"more\"") != NULL, more);
    }
}

TEST(the_machine_by_what_is_known_of_it)
{
    char text[US_MACHINE_SIZE];
    struct us_machine machine;
    us_machine_describe(&machine);
    us_log_event_describe_machine(text);
    assert_int_equal(strstr(text, " processors: ") != NULL, machine.processor[0] != '\0');
    assert_non_null(strstr(text, machine.processor));
}

TEST(bounds_hold)
{
    /* The longest event fits into the journal's line. */
    struct us_log_event event = {
        .kind = US_LOG_EVENT_HAND, .frame = INT64_MAX, .wall_ns = INT64_MAX};
    event.of.hand.active = true;
    event.of.hand.answer.from = US_SOURCE_RECORDING;
    for (int i = 0; i < XR_HAND_JOINT_COUNT_EXT; i++)
        event.of.hand.joints[i] =
            (XrPosef){{-1.23456789e-30f, -1.23456789e-30f, -1.23456789e-30f, -1.23456789e-30f},
                      {-1.23456789e-30f, -1.23456789e-30f, -1.23456789e-30f}};
    char line[16384];
    uint32_t length = us_log_event_write(&event, UINT64_MAX / 2, 0, line, sizeof line);
    assert_true(length >= 2000 && length <= sizeof line - 1);
    for (uint32_t size = 0; size < 300; size++)
        assert_int_equal(us_log_event_write(&event, 1, 0, line, size), 0);

    /* Names from an app: quotes, controls, what is no UTF-8. */
    struct us_json_text text;
    us_json_text_init(&text, line, sizeof line);
    us_json_text_string(&text, "a", "q\"b\\c\n\x01\x7f\xc3\xa9\xff\xe2\x82");
    us_json_text_string(&text, "b", NULL);
    us_json_text_finish(&text);
    assert_string_equal(line,
                        "\"a\":\"q\\\"b\\\\c\\u000a\\u0001\\u007f\xc3\xa9\xef\xbf\xbd\xef\xbf\xbd"
                        "\xef\xbf\xbd\",\"b\":null");
}

static const struct us_message_log no_log = {.level = US_MESSAGE_LOG_ERROR, .file = -1};

static void make_path(char path[64])
{
    strcpy(path, "/tmp/understudy_journal_XXXXXX");
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
}

static void make_lost(char path[64])
{
    make_path(path);
    int file = open(path, O_WRONLY);
    assert_true(us_lost_output_prepare(file));
    close(file);
}

/* The note for `understudy run`; NULL: there is none. */
static void check_lost(const char *path, const char *expected)
{
    char text[US_LOST_OUTPUT_SIZE];
    assert_int_equal(us_lost_output_read(path, US_LOST_OUTPUT_LOG, text), expected != NULL);
    if (expected != NULL)
        assert_string_equal(text, expected);
}

enum { THREADS = 4, EACH = 20000 };

struct producer {
    struct us_journal *journal;
    uint32_t id;
    uint64_t lost;
};

static void *produce(void *data)
{
    struct producer *producer = data;
    for (uint32_t i = 0; i < EACH; i++) {
        struct us_log_event *event =
            us_event_journal_begin(producer->journal, US_LOG_EVENT_LEVEL_CALLS, US_LOG_EVENT_LATE);
        if (event == NULL) {
            producer->lost++;
            continue;
        }
        event->session = producer->id;
        event->of.late.count = i;
        us_event_journal_commit(event);
    }
    return NULL;
}

/* Several threads, faster than a file: each line is whole, numbers have no gaps, each thread's
 * lines are in its order, and what is missing is counted. Of threads that wait, nothing is. */
static void write_fast(bool waits)
{
    char path[64];
    make_path(path);
    struct us_journal *journal =
        us_event_journal_open(&(struct us_event_journal_files){.log = path, .waits = waits},
                              US_LOG_EVENT_LEVEL_CALLS, &no_log);
    assert_non_null(journal);
    pthread_t threads[THREADS];
    struct producer producers[THREADS];
    for (uint32_t i = 0; i < THREADS; i++) {
        producers[i] = (struct producer){journal, i + 1, 0};
        assert_int_equal(pthread_create(&threads[i], NULL, produce, &producers[i]), 0);
    }
    uint64_t lost = 0;
    for (uint32_t i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        lost += producers[i].lost;
    }
    assert_int_equal(us_event_journal_dropped(journal), lost);
    us_event_journal_close(journal);

    FILE *file = fopen(path, "r");
    char line[512];
    uint64_t number = 0, kept = 0, said = 0;
    int64_t last[THREADS + 1] = {-1, -1, -1, -1, -1};
    while (fgets(line, sizeof line, file) != NULL) {
        uint64_t n, count;
        unsigned session;
        const char *field = strstr(line, "\"e\":");
        assert_non_null(field);
        assert_int_equal(sscanf(line, "{\"n\":%" SCNu64, &n), 1);
        assert_int_equal(n, ++number);
        assert_null(strstr(line, "\"frame\"")); /* nobody said one */
        assert_int_equal(line[strlen(line) - 1], '\n');
        if (sscanf(field, "\"e\":\"dropped\",\"count\":%" SCNu64, &count) == 1) {
            said += count;
            continue;
        }
        assert_int_equal(sscanf(field, "\"e\":\"late\",\"session\":%u,\"wall_count\":%" SCNu64,
                                &session, &count),
                         2);
        assert_true(session >= 1 && session <= THREADS);
        assert_true((int64_t)count > last[session]);
        last[session] = (int64_t)count;
        kept++;
    }
    fclose(file);
    unlink(path);
    assert_int_equal(said, lost);
    assert_int_equal(kept + lost, (uint64_t)THREADS * EACH);
    if (waits)
        assert_int_equal(lost, 0);
}

TEST(nothing_is_lost_unsaid)
{
    write_fast(false);
}

TEST(threads_that_wait_lose_nothing)
{
    write_fast(true);
}

TEST(levels)
{
    char path[64];
    make_path(path);
    assert_false(us_event_journal_wants(NULL, US_LOG_EVENT_LEVEL_EVENTS));
    assert_null(us_event_journal_begin(NULL, US_LOG_EVENT_LEVEL_EVENTS, US_LOG_EVENT_LATE));
    assert_null(us_event_journal_open(&(struct us_event_journal_files){.log = path},
                                      US_LOG_EVENT_LEVEL_OFF, &no_log));
    struct us_journal *journal = us_event_journal_open(
        &(struct us_event_journal_files){.log = path}, US_LOG_EVENT_LEVEL_FRAMES, &no_log);
    assert_true(us_event_journal_wants(journal, US_LOG_EVENT_LEVEL_FRAMES));
    assert_null(us_event_journal_begin(journal, US_LOG_EVENT_LEVEL_CALLS, US_LOG_EVENT_LATE));
    assert_int_equal(us_event_journal_dropped(journal), 0);
    us_event_journal_close(journal);
    unlink(path);
}

/* Nothing is appended to a file that holds something else. */
TEST(foreign_files_stay_as_they_are)
{
    char path[64], text[16] = "";
    make_path(path);
    FILE *file = fopen(path, "w");
    fputs("notes\n", file);
    fclose(file);
    const struct us_event_journal_files files = {.log = path};
    assert_null(us_event_journal_open(&files, US_LOG_EVENT_LEVEL_CALLS, &no_log));
    file = fopen(path, "r");
    assert_int_equal(fread(text, 1, sizeof text - 1, file), 6);
    fclose(file);
    assert_string_equal(text, "notes\n");
    unlink(path);
}

/* Never through a link, never into a FIFO, never readable by others. */
TEST(paths_of_files)
{
    char path[64], link[80], fifo[80], lost[64];
    make_path(path);
    make_lost(lost);
    snprintf(link, sizeof link, "%s.link", path);
    snprintf(fifo, sizeof fifo, "%s.fifo", path);
    assert_int_equal(symlink(path, link), 0);
    assert_int_equal(mkfifo(fifo, 0600), 0);
    assert_null(us_event_journal_open(&(struct us_event_journal_files){.log = link},
                                      US_LOG_EVENT_LEVEL_CALLS, &no_log));
    assert_null(us_event_journal_open(&(struct us_event_journal_files){.log = fifo},
                                      US_LOG_EVENT_LEVEL_CALLS, &no_log));
    assert_null(us_event_journal_open(
        &(struct us_event_journal_files){.log = "/nowhere/at/all", .lost = lost},
        US_LOG_EVENT_LEVEL_CALLS, &no_log));
    check_lost(lost, "it could not be started: No such file or directory");
    unlink(lost);
    unlink(link);
    unlink(fifo);
    unlink(path);
    struct us_journal *journal = us_event_journal_open(
        &(struct us_event_journal_files){.log = path}, US_LOG_EVENT_LEVEL_CALLS, &no_log);
    assert_non_null(journal);
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0600);
    us_event_journal_close(journal);
    unlink(path);
}

/* An event that is not committed holds up the writer: the ring becomes full, and `more` are lost.
 */
static struct us_log_event *overfill(struct us_journal *journal, int more)
{
    struct us_log_event *held =
        us_event_journal_begin(journal, US_LOG_EVENT_LEVEL_CALLS, US_LOG_EVENT_LATE);
    held->of.late.count = 0;
    for (int i = 1; i < US_JOURNAL_SLOTS; i++) {
        struct us_log_event *event =
            us_event_journal_begin(journal, US_LOG_EVENT_LEVEL_CALLS, US_LOG_EVENT_LATE);
        event->of.late.count = (uint64_t)i;
        us_event_journal_commit(event);
    }
    for (int i = 0; i < more; i++)
        assert_null(us_event_journal_begin(journal, US_LOG_EVENT_LEVEL_CALLS, US_LOG_EVENT_LATE));
    return held;
}

/* The log's lines of events, and the number of lines that it says are lost. None of the lines that
 * say so is of a frame: several may have lost some. Returns the number of all lines. */
static uint64_t count_lines(const char *path, uint64_t *out_events, uint64_t *out_lost)
{
    char line[512];
    uint64_t count, lines = 0;
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    *out_events = *out_lost = 0;
    for (; fgets(line, sizeof line, file) != NULL; lines++) {
        const char *dropped = strstr(line, "\"e\":\"dropped\"");
        if (dropped == NULL) {
            *out_events += 1;
            continue;
        }
        assert_int_equal(sscanf(dropped, "\"e\":\"dropped\",\"count\":%" SCNu64, &count), 1);
        assert_null(strstr(line, "\"frame\""));
        *out_lost += count;
    }
    fclose(file);
    return lines;
}

/* `understudy run` learns of lines that were lost, also when the app was killed. */
TEST(lost_lines_are_noted)
{
    static const struct us_message_log silent = {.level = US_MESSAGE_LOG_ERROR, .file = -1};
    char path[64], ring[64], lost[64];
    uint64_t dropped = 9, events, lines_lost;
    make_path(path);
    make_path(ring);
    make_lost(lost);
    const struct us_event_journal_files files = {.log = path, .ring = ring, .lost = lost};
    struct us_journal *journal = us_event_journal_open(&files, US_LOG_EVENT_LEVEL_CALLS, &silent);
    us_event_journal_commit(overfill(journal, 3));
    us_event_journal_close(journal);
    count_lines(path, &events, &lines_lost);
    assert_int_equal(events, US_JOURNAL_SLOTS);
    assert_int_equal(lines_lost, 3);
    check_lost(lost,
               "3 lines are missing, because the app called faster than the log was written; use "
               "--clock frame, which waits for the log, or a log of less, --log FILE,frames");
    assert_int_equal(us_event_journal_recover(ring, path, &dropped), 0);
    assert_int_equal(dropped, 0);
    /* The app dies at once, or when its writer has said what was lost. */
    for (long waits_ns = 0; waits_ns < 200000000; waits_ns += 100000000) {
        assert_int_equal(truncate(path, 0), 0);
        pid_t child = fork();
        if (child == 0) {
            overfill(us_event_journal_open(&files, US_LOG_EVENT_LEVEL_CALLS, &silent), 2);
            nanosleep(&(struct timespec){0, waits_ns}, NULL);
            kill(getpid(), SIGKILL);
        }
        assert_int_equal(waitpid(child, NULL, 0), child);
        uint64_t by_the_app = count_lines(path, &events, &lines_lost);
        int64_t recovered = us_event_journal_recover(ring, path, &dropped);
        assert_int_equal(dropped, 2);
        assert_int_equal(recovered, count_lines(path, &events, &lines_lost) - by_the_app);
        assert_int_equal(events, US_JOURNAL_SLOTS - 1); /* all but the one that it held */
        assert_int_equal(lines_lost, 2);
    }
    unlink(lost);
    unlink(ring);
    unlink(path);
}

/* What an app had not written when it died is written for it: each event once, in order, behind the
 * last whole line. */
TEST(recovered)
{
    uint64_t dropped;
    char path[64], ring[64], line[512];
    make_path(path);
    make_path(ring);
    for (int half = 0; half < 2; half++) {
        assert_int_equal(truncate(path, 0), 0);
        pid_t child = fork();
        if (child == 0) {
            struct us_journal *journal =
                us_event_journal_open(&(struct us_event_journal_files){.log = path, .ring = ring},
                                      US_LOG_EVENT_LEVEL_CALLS, &no_log);
            for (uint32_t i = 0; journal != NULL && i < 3000; i++) {
                struct us_log_event *event =
                    us_event_journal_begin(journal, US_LOG_EVENT_LEVEL_CALLS, US_LOG_EVENT_LATE);
                if (event == NULL)
                    _exit(2);
                event->of.late.count = i;
                us_event_journal_commit(event);
            }
            kill(getpid(), SIGKILL);
        }
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status));
        if (half == 1) {
            /* It died in the middle of a line. */
            FILE *file = fopen(path, "a");
            fputs("{\"n\":99999,\"wall", file);
            fclose(file);
        }
        assert_true(us_event_journal_recover(ring, path, &dropped) >= 0);
        FILE *file = fopen(path, "r");
        uint64_t n, count, lines = 0;
        while (fgets(line, sizeof line, file) != NULL) {
            const char *field = strstr(line, "\"e\":");
            assert_int_equal(sscanf(line, "{\"n\":%" SCNu64, &n), 1);
            assert_non_null(field);
            assert_int_equal(sscanf(field, "\"e\":\"late\",\"wall_count\":%" SCNu64, &count), 1);
            assert_int_equal(n, lines + 1);
            assert_int_equal(count, lines);
            lines++;
        }
        fclose(file);
        assert_int_equal(lines, 3000);
        /* What is not a ring, or nobody's any more, adds nothing. */
    }
    assert_int_equal(truncate(ring, 0), 0);
    assert_int_equal(us_event_journal_recover(ring, path, &dropped), 0);
    assert_int_equal(us_event_journal_recover("/nowhere/at/all", path, &dropped), 0);
    /* While its process lives a ring is left alone. */
    struct us_journal *journal =
        us_event_journal_open(&(struct us_event_journal_files){.log = path, .ring = ring},
                              US_LOG_EVENT_LEVEL_CALLS, &no_log);
    struct us_log_event *event =
        us_event_journal_begin(journal, US_LOG_EVENT_LEVEL_CALLS, US_LOG_EVENT_LATE);
    assert_int_equal(us_event_journal_recover(ring, path, &dropped), 0);
    event->of.late.count = 0;
    us_event_journal_commit(event);
    us_event_journal_close(journal);
    assert_int_equal(us_event_journal_recover(ring, path, &dropped), 0);
    unlink(ring);
    unlink(path);
}

/* A long text is in the memory of the app, so its line is in the log before the app goes on. */
TEST(a_long_text_outlives_the_app)
{
    char path[64], line[512] = "";
    make_path(path);
    for (int i = 0; i < 10; i++) {
        assert_int_equal(truncate(path, 0), 0);
        pid_t child = fork();
        if (child == 0) {
            struct us_journal *journal = us_event_journal_open(
                &(struct us_event_journal_files){.log = path}, US_LOG_EVENT_LEVEL_CALLS, &no_log);
            struct us_log_event *event =
                us_event_journal_begin(journal, US_LOG_EVENT_LEVEL_EVENTS, US_LOG_EVENT_LONG_TEXT);
            if (event == NULL)
                _exit(2);
            event->of.long_text = strdup("\"e\":\"instance\"");
            us_event_journal_commit_long_text(event);
            kill(getpid(), SIGKILL);
        }
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status));
        FILE *file = fopen(path, "r");
        assert_non_null(fgets(line, sizeof line, file));
        fclose(file);
        assert_non_null(strstr(line, "\"e\":\"instance\""));
    }
    unlink(path);
}

/* What the journal asks for before it writes the event of a start or a marker. */
static bool dies_before_a_line;
static int64_t resident_kb; /* 0: the system says it */
int64_t __real_us_machine_resident_kb(void);
int64_t __wrap_us_machine_resident_kb(void);
int64_t __wrap_us_machine_resident_kb(void)
{
    if (dies_before_a_line)
        kill(getpid(), SIGKILL);
    return resident_kb > 0 ? resident_kb : __real_us_machine_resident_kb();
}

static void put_empty(struct us_journal *journal, enum us_log_event_kind kind)
{
    struct us_log_event *event = us_event_journal_begin(journal, US_LOG_EVENT_LEVEL_EVENTS, kind);
    assert_non_null(event);
    memset(&event->of, 0, sizeof event->of);
    us_event_journal_commit(event);
}

/* The resident memory of the process without 3 MiB of images that wait to be written. */
TEST(memory_is_that_of_the_app)
{
    char path[64], line[512];
    make_path(path);
    resident_kb = 50000;
    us_own_use_add_bytes(3 << 20);
    struct us_journal *journal = us_event_journal_open(
        &(struct us_event_journal_files){.log = path}, US_LOG_EVENT_LEVEL_CALLS, &no_log);
    put_empty(journal, US_LOG_EVENT_PLAY);
    put_empty(journal, US_LOG_EVENT_MARKER);
    us_event_journal_close(journal);
    us_own_use_add_bytes(-(3 << 20));
    resident_kb = 0;
    FILE *file = fopen(path, "r");
    int found = 0;
    while (fgets(line, sizeof line, file) != NULL)
        if (strstr(line, "\"e\":\"play\"") != NULL || strstr(line, "\"e\":\"marker\"") != NULL)
            found += strstr(line, "\"wall_resident_kb\":46928") != NULL; /* 50000 - 3 * 1024 */
    fclose(file);
    assert_int_equal(found, 2);
    unlink(path);
}

/* An app that dies just before its second line is written: the line was lost, and all after it
 * were not. */
TEST(died_before_a_line)
{
    uint64_t dropped;
    char path[64], ring[64], line[512];
    make_path(path);
    make_path(ring);
    pid_t child = fork();
    if (child == 0) {
        struct us_journal *journal =
            us_event_journal_open(&(struct us_event_journal_files){.log = path, .ring = ring},
                                  US_LOG_EVENT_LEVEL_CALLS, &no_log);
        put_empty(journal, US_LOG_EVENT_MARKER);
        us_event_journal_ring_flush(journal, INT64_MAX / 2);
        dies_before_a_line = true;
        put_empty(journal, US_LOG_EVENT_PLAY);
        for (;;)
            pause();
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(us_event_journal_recover(ring, path, &dropped), 1);
    FILE *file = fopen(path, "r");
    for (int i = 0; i < 2; i++) {
        assert_non_null(fgets(line, sizeof line, file));
        assert_non_null(strstr(line, i == 0 ? "\"e\":\"marker\"" : "\"e\":\"play\""));
    }
    fclose(file);
    unlink(ring);
    unlink(path);
}

/* The next process of the same run takes the ring of one that crashed: its lines come first, each
 * once, and the lines that it lost are noted. */
TEST(recovered_by_the_next_process)
{
    static const struct us_message_log silent = {.level = US_MESSAGE_LOG_ERROR, .file = -1};
    char path[64], ring[64], lost[64];
    uint64_t dropped, events, lines_lost;
    make_path(path);
    make_path(ring);
    make_lost(lost);
    const struct us_event_journal_files files = {.log = path, .ring = ring, .lost = lost};
    pid_t child = fork();
    if (child == 0) {
        overfill(us_event_journal_open(&files, US_LOG_EVENT_LEVEL_CALLS, &silent), 2);
        kill(getpid(), SIGKILL);
    }
    assert_int_equal(waitpid(child, NULL, 0), child);
    for (int i = 0; i < 2; i++) {
        struct us_journal *next = us_event_journal_open(&files, US_LOG_EVENT_LEVEL_CALLS, &silent);
        assert_non_null(next);
        put_empty(next, US_LOG_EVENT_LATE);
        us_event_journal_close(next);
        count_lines(path, &events, &lines_lost);
        assert_int_equal(events, US_JOURNAL_SLOTS - 1 + 1 + i); /* all but the one that it held */
        assert_int_equal(lines_lost, 2);
    }
    check_lost(lost,
               "2 lines are missing, because the app called faster than the log was written; use "
               "--clock frame, which waits for the log, or a log of less, --log FILE,frames");
    assert_int_equal(us_event_journal_recover(ring, path, &dropped), 0);
    unlink(lost);
    unlink(ring);
    unlink(path);
}

/* A process that writes to a log has it for itself until it ends, however it ends; an `understudy
 * run` that looks after the log decides by itself. */
TEST(one_process_writes)
{
    char path[64], lost[64];
    int ready[2], held = 0;
    make_path(path);
    make_path(lost);
    const struct us_event_journal_files alone = {.log = path},
                                        in_a_run = {.log = path, .lost = lost};
    assert_int_equal(pipe(ready), 0);
    pid_t child = fork();
    if (child == 0) {
        held = us_event_journal_open(&alone, US_LOG_EVENT_LEVEL_CALLS, &no_log) != NULL;
        if (write(ready[1], &held, sizeof held) != sizeof held)
            _exit(1);
        for (;;)
            pause();
    }
    assert_int_equal(read(ready[0], &held, sizeof held), sizeof held);
    assert_true(held);
    assert_null(us_event_journal_open(&alone, US_LOG_EVENT_LEVEL_CALLS, &no_log));
    struct us_journal *journal =
        us_event_journal_open(&in_a_run, US_LOG_EVENT_LEVEL_CALLS, &no_log);
    assert_non_null(journal);
    us_event_journal_close(journal);
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, NULL, 0), child);
    journal = us_event_journal_open(&alone, US_LOG_EVENT_LEVEL_CALLS, &no_log);
    assert_non_null(journal);
    us_event_journal_close(journal);
    close(ready[0]);
    close(ready[1]);
    unlink(lost);
    unlink(path);
}

/* A file that may not grow: the log ends within the limit, with whole lines whose numbers have no
 * gaps, and the last says why. What is recovered later does not follow a gap. */
TEST(ends_where_it_cannot_grow)
{
    enum { LIMIT = 10000 };
    uint64_t dropped;
    char path[64], ring[64], lost[64], line[512], text[US_LOST_OUTPUT_SIZE];
    make_path(path);
    make_path(ring);
    make_lost(lost);
    check_lost(lost, NULL);
    const struct us_event_journal_files files = {.log = path, .ring = ring, .lost = lost};
    pid_t child = fork();
    if (child == 0) {
        struct us_message_log silent = {.level = US_MESSAGE_LOG_ERROR,
                                        .file = open("/dev/null", O_WRONLY)};
        struct us_journal *journal =
            us_event_journal_open(&files, US_LOG_EVENT_LEVEL_CALLS, &silent);
        setrlimit(RLIMIT_FSIZE, &(struct rlimit){LIMIT, LIMIT});
        for (uint32_t i = 0; i < 3000; i++) {
            struct us_log_event *event =
                us_event_journal_begin(journal, US_LOG_EVENT_LEVEL_CALLS, US_LOG_EVENT_LATE);
            event->of.late.count = i;
            us_event_journal_commit(event);
        }
        alarm(300);
        while (!us_lost_output_read(lost, US_LOST_OUTPUT_LOG, text))
            nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
        kill(getpid(), SIGKILL);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGKILL);
    assert_int_equal(us_event_journal_recover(ring, path, &dropped), 0);
    struct stat after;
    assert_int_equal(stat(path, &after), 0);
    assert_true(after.st_size >= LIMIT - 1000 && after.st_size <= LIMIT);
    FILE *log = fopen(path, "r");
    uint64_t n, lines = 0, marks = 0;
    while (fgets(line, sizeof line, log) != NULL) {
        assert_int_equal(marks, 0);
        assert_int_equal(sscanf(line, "{\"n\":%" SCNu64, &n), 1);
        assert_int_equal(n, ++lines);
        assert_int_equal(line[strlen(line) - 1], '\n');
        marks += strstr(line, "\"e\":\"incomplete\",\"why\":\"File too large\"}") != NULL;
    }
    fclose(log);
    assert_int_equal(marks, 1);
    snprintf(line, sizeof line, "File too large: everything after line %" PRIu64 " is missing",
             lines - 1);
    check_lost(lost, line);
    assert_false(us_lost_output_read(lost, US_LOST_OUTPUT_SCREENSHOTS, text));
    unlink(lost);
    unlink(ring);
    unlink(path);
}

TESTS_MAIN(writes_what_the_manual_says, blend_modes_by_their_names, what_is_not_known_is_left_out,
           lists_as_long_as_their_room, the_machine_by_what_is_known_of_it, bounds_hold,
           nothing_is_lost_unsaid, threads_that_wait_lose_nothing, lost_lines_are_noted, levels,
           paths_of_files, foreign_files_stay_as_they_are, recovered, recovered_by_the_next_process,
           a_long_text_outlives_the_app, died_before_a_line, memory_is_that_of_the_app,
           one_process_writes, ends_where_it_cannot_grow)
