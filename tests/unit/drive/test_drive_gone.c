/* SPDX-License-Identifier: MIT */
/*
 * Hazard: an app that waits for long after its driver was killed; drive/drive_memory.h promises
 * a second. No time passes here: how long a look lasts at most is added up in place of it, so that
 * the bound is the same on any machine.
 */
#include "support.h"

#include <fcntl.h>
#include <unistd.h>

#include "drive/drive_memory.h"
#include "platform/memory_turn.h"

#define PROMISED_NS INT64_C(1000000000)
enum { LOOKS = 3 };

static struct us_drive *tool; /* NULL: it has gone */
static unsigned looks;
static int64_t waited_ns; /* with nobody there */

void __wrap_us_memory_turn_wait(struct us_memory_turn *turn, uint32_t seen, int64_t most_ns);

/* The driver goes when a look has begun: the app waits for all of it. */
void __wrap_us_memory_turn_wait(struct us_memory_turn *turn, uint32_t seen, int64_t most_ns)
{
    (void)turn, (void)seen;
    assert_true(++looks < 1000);
    if (looks == LOOKS) {
        us_drive_close(tool);
        tool = NULL;
    }
    if (tool == NULL)
        waited_ns += most_ns;
}

TEST(an_app_goes_on_within_a_second)
{
    char path[256];
    scratch_path("drive", path);
    int file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    assert_true(file >= 0);
    assert_true(us_drive_prepare(file));
    tool = us_drive_make(file, 60.0);
    struct us_drive *layer = us_drive_open(path);
    assert_non_null(tool);
    assert_non_null(layer);
    close(file);
    assert_int_equal(us_drive_wait(layer, 0), US_DRIVE_GONE);
    assert_true(looks >= LOOKS && waited_ns > 0 && waited_ns <= PROMISED_NS);
    /* Nobody comes back. */
    const unsigned before = looks;
    assert_int_equal(us_drive_wait(layer, 1), US_DRIVE_GONE);
    assert_int_equal(looks, before);
    us_drive_close(layer);
    scratch_remove();
}

TESTS_MAIN(an_app_goes_on_within_a_second)
