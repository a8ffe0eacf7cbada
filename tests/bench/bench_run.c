/* SPDX-License-Identifier: MIT */
/*
 * bench_run ROUNDS FIGURE LOG APP [ARGUMENT...]: the processor time of an app's whole run, with the
 * layer playing against without the layer.
 *
 * Start it with `understudy run`, so that the app finds runtime and layer; without the layer means
 * UNDERSTUDY_DISABLE=1. The app's standard input stays open. LOG is where the layer speaks: it must
 * say that playback started where it plays, and nothing where not.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"

static double in_ns(struct timeval time)
{
    return (double)time.tv_sec * 1e9 + (double)time.tv_usec * 1e3;
}

static void become_app(char **argv, const int input[2])
{
    int nothing = open("/dev/null", O_RDWR);
    dup2(input[0], 0);
    close(input[0]);
    close(input[1]);
    dup2(nothing, 1);
    dup2(nothing, 2);
    execvp(argv[0], argv);
    _exit(127);
}

static double run(char **argv, bool with_layer)
{
    int input[2];
    struct rusage used;
    int status;
    if (with_layer)
        unsetenv("UNDERSTUDY_DISABLE");
    else
        setenv("UNDERSTUDY_DISABLE", "1", 1);
    if (pipe(input) != 0)
        bench_die("no pipe");
    pid_t pid = fork();
    if (pid == 0)
        become_app(argv, input);
    if (pid < 0 || wait4(pid, &status, 0, &used) != pid || status != 0)
        bench_die("%s cannot be run, or failed", argv[0]);
    close(input[0]);
    close(input[1]);
    return in_ns(used.ru_utime) + in_ns(used.ru_stime);
}

static bool has_started(const char *log)
{
    char line[1024];
    bool found = false;
    FILE *file = fopen(log, "r");
    while (file != NULL && fgets(line, sizeof(line), file) != NULL)
        found |= strstr(line, "playback starts") != NULL;
    if (file != NULL)
        fclose(file);
    return found;
}

static double checked_run(char **argv, bool with_layer, const char *log)
{
    unlink(log);
    double ns = run(argv, with_layer);
    if (has_started(log) != with_layer)
        bench_die("the layer %s", with_layer ? "did not play; is it installed?" : "played");
    return ns;
}

int main(int argc, char **argv)
{
    if (argc < 5)
        bench_die("usage: bench_run ROUNDS FIGURE LOG APP [ARGUMENT...]");
    static struct bench_sides sides;
    setenv("UNDERSTUDY_LOG_FILE", argv[3], 1);
    checked_run(&argv[4], false, argv[3]);
    for (int i = 0; i < atoi(argv[1]); i++) {
        double off_ns = checked_run(&argv[4], false, argv[3]);
        bench_sides_add(&sides, checked_run(&argv[4], true, argv[3]), off_ns);
    }
    unlink(argv[3]);
    bench_row_ratio(&(struct bench_row){argv[2], "no layer", BENCH_TIMES, 1.02}, &sides);
    bench_note("%s: %.1f ms of processor time without the layer, %.1f ms with it (least)", argv[2],
               1e-6 * bench_least(sides.base, sides.rounds),
               1e-6 * bench_least(sides.ours, sides.rounds));
    return 0;
}
