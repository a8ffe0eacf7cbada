/* SPDX-License-Identifier: MIT */
/*
 * Hazard: a frame that wakes the other side although it waits for a later one, which costs the
 * app's thread a system call and the machine two changes of the running thread. In a child process
 * any system call but read, write and exit kills (seccomp's strict mode).
 */
/* gettid is not in POSIX. */
#define _GNU_SOURCE
#include "support.h"

#include <fcntl.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "drive/drive_memory.h"

#define LONG_NS INT64_C(600000000000)
enum { GRANTED = 100 };

struct sides {
    struct us_drive *tool, *layer;
    uint64_t awaited; /* the frame that `waiter` waits for */
    atomic_int waiter;
};

static void put(struct us_drive *drive, uint64_t frames)
{
    static struct us_session_frame frame;
    static struct us_session_input input;
    for (uint64_t n = 0; n < frames; n++)
        if (!us_drive_put(drive, &frame, &input))
            _exit(1);
}

static void open_sides(struct sides *sides)
{
    char path[256];
    scratch_path("drive", path);
    int file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    assert_true(file >= 0);
    assert_true(us_drive_prepare(file));
    *sides = (struct sides){.tool = us_drive_make(file, 60.0), .layer = us_drive_open(path)};
    assert_non_null(sides->tool);
    assert_non_null(sides->layer);
    put(sides->tool, GRANTED);
    us_drive_grant(sides->tool, GRANTED);
    close(file);
}

static void close_sides(struct sides *sides)
{
    us_drive_close(sides->layer);
    us_drive_close(sides->tool);
    scratch_remove();
}

/* Begins a thread, and comes back when it sleeps. */
static pthread_t begin_waiter(struct sides *sides, void *(*wait)(void *))
{
    pthread_t thread;
    char path[64], state = '?';
    atomic_store(&sides->waiter, 0);
    assert_int_equal(pthread_create(&thread, NULL, wait, sides), 0);
    while (atomic_load(&sides->waiter) == 0)
        sched_yield();
    snprintf(path, sizeof path, "/proc/self/task/%d/stat", atomic_load(&sides->waiter));
    while (state != 'S') {
        FILE *file = fopen(path, "r");
        assert_non_null(file);
        assert_int_equal(fscanf(file, "%*d %*s %c", &state), 1);
        fclose(file);
        sched_yield();
    }
    return thread;
}

/* How a child ends that may make no system call. */
static int run_quietly(struct sides *sides, void (*run)(struct sides *sides))
{
    int status;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT) != 0)
            _exit(1);
        run(sides);
        syscall(SYS_exit, 0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

static void expect_quiet(int status)
{
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void *wait_for_app(void *data)
{
    struct sides *sides = data;
    atomic_store(&sides->waiter, (int)syscall(SYS_gettid));
    assert_true(us_drive_wait_app(sides->tool, sides->awaited, LONG_NS));
    return NULL;
}

static void *wait_for_driver(void *data)
{
    struct sides *sides = data;
    atomic_store(&sides->waiter, (int)syscall(SYS_gettid));
    assert_int_equal(us_drive_wait(sides->layer, sides->awaited), US_DRIVE_GRANTED);
    return NULL;
}

static void ask_before(struct sides *sides)
{
    for (uint64_t n = 0; n < sides->awaited; n++)
        if (us_drive_wait(sides->layer, n) != US_DRIVE_GRANTED)
            syscall(SYS_exit, 1);
}

static void ask_last(struct sides *sides)
{
    (void)us_drive_wait(sides->layer, sides->awaited);
}

static void put_more(struct sides *sides)
{
    put(sides->tool, 10);
}

static void grant_more(struct sides *sides)
{
    us_drive_grant(sides->tool, sides->awaited + 1);
}

static void a_driver_wakes_for_the_frame_that_it_waits_for(void **state)
{
    struct sides sides;
    (void)state;
    open_sides(&sides);
    sides.awaited = GRANTED / 2;
    pthread_t driver = begin_waiter(&sides, wait_for_app);
    int before = run_quietly(&sides, ask_before);
    int last = run_quietly(&sides, ask_last);
    assert_int_equal(us_drive_wait(sides.layer, sides.awaited + 1), US_DRIVE_GRANTED);
    pthread_join(driver, NULL);
    close_sides(&sides);
    expect_quiet(before);
    assert_true(WIFSIGNALED(last)); /* to wake is a system call */
}

static void an_app_wakes_when_its_frame_is_granted(void **state)
{
    struct sides sides;
    (void)state;
    open_sides(&sides);
    sides.awaited = GRANTED;
    pthread_t app = begin_waiter(&sides, wait_for_driver);
    int before = run_quietly(&sides, put_more);
    int last = run_quietly(&sides, grant_more);
    pthread_join(app, NULL); /* it has seen the grant: it looks from time to time */
    close_sides(&sides);
    expect_quiet(before);
    assert_true(WIFSIGNALED(last));
}

int main(void)
{
    need_strict_seccomp();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_driver_wakes_for_the_frame_that_it_waits_for),
        cmocka_unit_test(an_app_wakes_when_its_frame_is_granted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
