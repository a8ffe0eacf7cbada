/* SPDX-License-Identifier: MIT */
/*
 * bench_run ROUNDS FIGURE LOG APP [ARGUMENT...]: the processor time of an app's whole run, with the
 * layer playing against without the layer, and with an event log against without one.
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
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
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

/* The event log is beside the layer's; `*out_dropped` counts the runs that lost lines of it. */
static double logged_run(char **argv, const char *log, const char *level, int *out_dropped)
{
    char events[4096], line[512];
    bool ended = false, dropped = false;
    snprintf(events, sizeof events, "%s.jsonl", log);
    unlink(events);
    setenv("UNDERSTUDY_EVENTS", events, 1);
    setenv("UNDERSTUDY_EVENTS_LEVEL", level, 1);
    double ns = checked_run(argv, true, log);
    unsetenv("UNDERSTUDY_EVENTS");
    FILE *file = fopen(events, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        ended |= strstr(line, "\"e\":\"end\"") != NULL;
        dropped |= strstr(line, "\"e\":\"dropped\"") != NULL;
    }
    if (!ended)
        bench_die("the event log is not whole");
    fclose(file);
    unlink(events);
    *out_dropped += dropped;
    return ns;
}

static void print_row(const char *figure, const char *what, const char *baseline, double goal,
                      const struct bench_sides *sides)
{
    char name[128];
    snprintf(name, sizeof name, "%s%s", figure, what);
    bench_row_ratio(&(struct bench_row){name, baseline, BENCH_TIMES, goal}, sides);
}

int main(int argc, char **argv)
{
    if (argc < 5)
        bench_die("usage: bench_run ROUNDS FIGURE LOG APP [ARGUMENT...]");
    static struct bench_sides layer, calls, frames;
    const char *figure = argv[2], *log = argv[3];
    int dropped = 0;
    unsetenv("UNDERSTUDY_EVENTS");
    setenv("UNDERSTUDY_LOG_FILE", log, 1);
    checked_run(&argv[4], false, log);
    for (int i = 0; i < atoi(argv[1]); i++) {
        double off_ns = checked_run(&argv[4], false, log);
        double on_ns = checked_run(&argv[4], true, log);
        bench_sides_add(&layer, on_ns, off_ns);
        bench_sides_add(&frames, logged_run(&argv[4], log, "frames", &dropped), on_ns);
        bench_sides_add(&calls, logged_run(&argv[4], log, "calls", &dropped), on_ns);
    }
    unlink(log);
    print_row(figure, "", "no layer", 1.02, &layer);
    print_row(figure, ", log of frames", "no log", -1.0, &frames);
    print_row(figure, ", log of calls", "no log", -1.0, &calls);
    bench_note(
        "%s: %.1f ms of processor time without the layer, %.1f ms with it, %.1f ms with a log "
        "of calls (least)",
        figure, 1e-6 * bench_least(layer.base, layer.rounds),
        1e-6 * bench_least(layer.ours, layer.rounds), 1e-6 * bench_least(calls.ours, calls.rounds));
    if (dropped > 0)
        bench_note("%s: %d of the logs lack lines, which came too fast", figure, dropped);
    return 0;
}
