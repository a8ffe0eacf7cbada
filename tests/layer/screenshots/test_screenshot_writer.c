/* SPDX-License-Identifier: MIT */
/* Hazard: a screenshot that waits is overwritten, a lost one is not counted, or a folder that
 * cannot be written to counts as good. The thread writes what the test lets it have, when the test
 * lets it. */
#include <errno.h>
#include <limits.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "testing.h"
#include "counting.h"
#include "layer/screenshots/screenshot_writer.h"
#include "shots_app.h"

enum { QUEUE = 256, RGBA_SRGB = 43 };

/* ---- what takes the place of the copier, and memory that runs out ---- */

static sem_t gate; /* one post for each copy that is complete */
static const uint8_t *bytes;
static const char *no_bytes; /* why there are none */

static const uint8_t *wait_for_gate(struct us_image_copier *copier, struct us_image_copy *copy,
                                    const char **out_why)
{
    (void)copier;
    assert_true(atomic_load(&copy->references) > 0);
    while (sem_wait(&gate) != 0)
        ;
    if (no_bytes != NULL)
        *out_why = no_bytes;
    return no_bytes == NULL ? bytes : NULL;
}

/* ---- the folder and the log ---- */

static char folder[64], log_path[128];
static struct us_message_log message_log;
static struct us_image_copy copy;
static uint8_t pixels[4 * 4];

static int begin(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/understudy-writer-XXXXXX");
    assert_non_null(mkdtemp(folder));
    snprintf(log_path, sizeof log_path, "%s/log", folder);
    us_message_log_init(&message_log, US_MESSAGE_LOG_DEBUG, log_path);
    assert_int_equal(sem_init(&gate, 0, 0), 0);
    bytes = pixels;
    no_bytes = NULL;
    shots_copier_wait = wait_for_gate;
    atomic_store(&copy.references, 1);
    return 0;
}

static int end(void **state)
{
    (void)state;
    us_message_log_finish(&message_log);
    sem_destroy(&gate);
    unlink(log_path);
    rmdir(folder);
    return 0;
}

static struct us_screenshot_writer *create(const char *path)
{
    const char *why = NULL;
    const struct us_screenshot_output files = {.folder = path};
    struct us_screenshot_writer *writer =
        us_screenshot_writer_create(&files, NULL, &message_log, &why);
    if (writer == NULL)
        fail_msg("%s", why);
    return writer;
}

static struct us_screenshot screenshot(unsigned number, uint32_t width_px, uint32_t height_px)
{
    struct us_screenshot made = {.copy = &copy,
                                 .region = {.format = RGBA_SRGB,
                                            .image_width_px = width_px,
                                            .image_height_px = height_px,
                                            .width_px = width_px,
                                            .height_px = height_px}};
    snprintf(made.name, sizeof made.name, "%u.png", number);
    return made;
}

static void wait_for(const struct us_screenshot_writer *writer)
{
    const struct timespec pause = {0, 100000};
    while (us_screenshot_writer_waiting(writer) > 0)
        nanosleep(&pause, NULL);
}

/* Whether a file is there; and it is not, afterwards. */
static bool take_file(unsigned number)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%u.png", folder, number);
    return unlink(path) == 0;
}

/* As many wait as there is room for. Each holds its copy until it is written. */
TEST(a_queue_that_is_full)
{
    struct us_screenshot_writer *writer = create(folder);
    assert_false(us_screenshot_writer_waiting(writer) > 0);
    for (unsigned i = 0; i < QUEUE; i++) {
        const struct us_screenshot one = screenshot(i, 2, 2);
        assert_true(us_screenshot_writer_add(writer, &one));
        assert_true(us_screenshot_writer_waiting(writer) > 0);
    }
    const struct us_screenshot more = screenshot(QUEUE, 2, 2);
    assert_false(us_screenshot_writer_add(writer, &more));
    assert_int_equal(atomic_load(&copy.references), 1 + QUEUE);
    for (unsigned i = 0; i <= QUEUE; i++)
        sem_post(&gate);
    wait_for(writer);
    assert_int_equal(atomic_load(&copy.references), 1);
    assert_true(us_screenshot_writer_add(writer, &more));
    assert_int_equal(us_screenshot_writer_destroy(writer), QUEUE + 1);
    for (unsigned i = 0; i <= QUEUE; i++)
        assert_true(take_file(i));
    assert_int_equal(scene_count_lines(log_path, "257 screenshots in"), 1);
    assert_int_equal(us_screenshot_writer_destroy(NULL), 0);
}

/* The first lost screenshot is an error at once; in the end they are counted. */
TEST(screenshots_that_are_lost)
{
    struct us_screenshot_writer *writer = create(folder);
    for (unsigned i = 0; i < 3; i++) {
        const struct us_screenshot one = screenshot(i, 2, 2);
        no_bytes = i < 2 ? "nobody knows" : NULL;
        assert_true(us_screenshot_writer_add(writer, &one));
        sem_post(&gate);
        wait_for(writer);
        assert_int_equal(scene_count_lines(log_path, "others may be missing too"), 1);
    }
    assert_int_equal(scene_count_lines(log_path, "nobody knows"), 2);
    assert_int_equal(us_screenshot_writer_destroy(writer), 3);
    assert_int_equal(scene_count_lines(log_path, "1 screenshots in"), 1);
    assert_int_equal(scene_count_lines(log_path, "2 are missing"), 1);
    assert_false(take_file(0));
    assert_false(take_file(1));
    assert_true(take_file(2));
}

/* Nothing is said of no screenshots. */
TEST(no_screenshots)
{
    assert_int_equal(us_screenshot_writer_destroy(create(folder)), 0);
    assert_int_equal(scene_count_lines(log_path, "screenshots"), 0);
}

/* The pixels and the file need memory each: 48 kB and a little more. */
TEST(no_memory)
{
    uint8_t *large = calloc(128 * 128, 4);
    struct us_screenshot_writer *writer = create(folder);
    bytes = large;
    static const size_t limits[] = {48000, 128 * 128 * 3, 0};
    for (unsigned i = 0; i < 3; i++) {
        const struct us_screenshot one = screenshot(i, 128, 128);
        counting.most = limits[i];
        assert_true(us_screenshot_writer_add(writer, &one));
        sem_post(&gate);
        wait_for(writer);
        assert_int_equal(take_file(i), i == 2);
    }
    counting_reset();
    assert_int_equal(scene_count_lines(log_path, "Cannot allocate memory"), 2);
    assert_int_equal(us_screenshot_writer_destroy(writer), 3);
    free(large);
}

/* Three bytes for each pixel, however narrow an image is. */
TEST(a_narrow_image)
{
    uint8_t *tall = calloc(20000, 4);
    struct us_screenshot_writer *writer = create(folder);
    const struct us_screenshot one = screenshot(0, 1, 20000);
    bytes = tall;
    assert_true(us_screenshot_writer_add(writer, &one));
    sem_post(&gate);
    assert_int_equal(us_screenshot_writer_destroy(writer), 1);
    assert_true(take_file(0));
    free(tall);
}

static void check_folder(const char *path, const char *expected)
{
    const char *why = NULL;
    const struct us_screenshot_output files = {.folder = path};
    struct us_screenshot_writer *writer =
        us_screenshot_writer_create(&files, NULL, &message_log, &why);
    assert_int_equal(writer == NULL, expected != NULL);
    if (expected != NULL)
        assert_string_equal(why, expected);
    us_screenshot_writer_destroy(writer);
}

/* A folder is made, but none above it; a file is no folder. */
TEST(folders)
{
    char path[128];
    struct stat status;
    snprintf(path, sizeof path, "%s/new", folder);
    check_folder(path, NULL);
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0700);
    check_folder(path, NULL);
    rmdir(path);
    snprintf(path, sizeof path, "%s/no/such", folder);
    check_folder(path, "No such file or directory");
    check_folder(log_path, "File exists");
}

int main(void)
{
    return RUN_TESTS_BETWEEN(begin, end, a_queue_that_is_full, screenshots_that_are_lost,
                             no_screenshots, no_memory, a_narrow_image, folders);
}
