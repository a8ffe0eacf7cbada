/* SPDX-License-Identifier: MIT */
/*
 * Hazard: an app's frame thread that waits for an allocator, a lock or the kernel. A child process
 * may only read, write and exit (seccomp's strict mode): any other system call kills it.
 */
#include "support.h"

#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <unistd.h>

#include "counting.h"
#include "core/playback/loaded_recording.h"

enum { SAMPLES = 100000 };

struct answer {
    uint64_t allocations;
    float sum; /* of what was sampled, so that nothing is left out */
};

static char path[256];

/* Both ways of sampling: a recording laid out in rows, and one that is too scattered for that. */
static void save_recording(bool scattered)
{
    struct animation_file file;
    animation_init(&file);
    file.key_size = 28;
    for (unsigned i = 0; i < ANIMATION_CURVES; i++) {
        for (unsigned k = 0; k < 30; k++) {
            double time_s = scattered ? k + 0.001 * i : k;
            animation_add_key(&file, i,
                              (struct animation_key){(float)time_s, (float)(1 + k % 3), 0.1f, 0.2f,
                                                     0.3f, 0.4f, (int32_t)(k % 4)});
        }
        file.curves[i].post = i % 3 == 0 ? 2 : i % 3 == 1 ? 4 : 8;
    }
    uint64_t size;
    uint8_t *bytes = animation_bytes(&file, &size);
    save_file("quiet.bin", bytes, size, path);
    free(bytes);
    animation_finish(&file);
}

static void leave(int code)
{
    syscall(SYS_exit, code);
}

static void report(int pipe_end, const struct answer *answer)
{
    leave(write(pipe_end, answer, sizeof *answer) == (ssize_t)sizeof *answer ? 0 : 3);
}

static void sample_much(int pipe_end, const struct us_loaded_recording *loaded)
{
    struct answer answer = {0};
    uint64_t seed = 99;
    counting_reset();
    for (int i = 0; i < SAMPLES; i++) {
        struct us_frame_sample frame;
        double time_s = random_between(&seed, -10, 70);
        unsigned parts = i % 10 == 0 ? US_SAMPLE_ALL : 1u << (i % 4);
        us_sampler_frame(loaded->sampler, time_s, parts, &frame);
        answer.sum += i % 4 == 0 ? frame.head.motion.pose.position_m.x : 0.0f;
    }
    answer.allocations = counting.calls;
    report(pipe_end, &answer);
}

static void call_the_kernel(int pipe_end, const struct us_loaded_recording *loaded)
{
    (void)loaded;
    struct answer answer = {.sum = (float)getpid()};
    report(pipe_end, &answer);
}

static void allocate(int pipe_end, const struct us_loaded_recording *loaded)
{
    (void)loaded;
    counting_reset();
    /* Small enough for what the allocator has at hand; volatile, or the pair is optimised away. */
    void *volatile memory = malloc(8);
    free(memory);
    struct answer answer = {.allocations = counting.calls};
    report(pipe_end, &answer);
}

typedef void (*child_func_t)(int pipe_end, const struct us_loaded_recording *loaded);

/* Runs `child` where only read, write and exit are allowed; gives how it ended and its answer. */
static int confined(child_func_t child, struct answer *out)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    fflush(NULL);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        struct us_loaded_recording loaded;
        if (us_loaded_recording_open(path, false, &loaded, NULL) != US_OK)
            leave(4);
        free(malloc(8)); /* the allocator's own first steps are not the subject */
        if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT) != 0)
            leave(6);
        child(ends[1], &loaded);
        leave(5);
    }
    close(ends[1]);
    *out = (struct answer){0};
    ssize_t got = read(ends[0], out, sizeof *out);
    close(ends[0]);
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(got == (ssize_t)sizeof *out || WIFSIGNALED(status));
    return status;
}

TEST(sampling_is_quiet)
{
    for (unsigned scattered = 0; scattered < 2; scattered++) {
        struct answer answer;
        save_recording(scattered != 0);
        int status = confined(sample_much, &answer);
        if (WIFSIGNALED(status))
            fail_msg("killed by signal %d: a system call", WTERMSIG(status));
        assert_int_equal(WEXITSTATUS(status), 0);
        assert_int_equal(answer.allocations, 0);
        assert_true(answer.sum > 1000.0f);
        scratch_remove();
    }
}

TEST(a_system_call_would_be_seen)
{
    struct answer answer;
    save_recording(false);
    int status = confined(call_the_kernel, &answer);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGKILL);
    scratch_remove();
}

TEST(an_allocation_would_be_seen)
{
    struct answer answer;
    save_recording(false);
    int status = confined(allocate, &answer);
    assert_true(WIFEXITED(status));
    assert_int_equal(answer.allocations, 2);
    scratch_remove();
}

int main(void)
{
    need_strict_seccomp();
    return RUN_TESTS(sampling_is_quiet, a_system_call_would_be_seen, an_allocation_would_be_seen);
}
