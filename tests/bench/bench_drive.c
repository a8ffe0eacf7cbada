/* SPDX-License-Identifier: MIT */
/*
 * bench_drive ROUNDS FRAMES FIGURE FOLDER TOOL APP [ARGUMENT...]: what a frame of a drive costs on
 * the headless runtime, against a frame of playing the recording of that drive, unpaced: wall-clock
 * time from the start of playback to its end, as the event log has it, and processor time of the
 * tool and the app.
 *
 * The drive grants all frames at once, or one after the other, each when the app has finished the
 * one before.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"

enum { OPTIONS = 16, ARGUMENTS = 64 };

/* What a run took, for each frame. */
struct cost {
    double wall_ns, processor_ns;
};

struct place {
    char log[4096], recording[4096];
};

struct client {
    FILE *to, *from;
    pid_t pid;
};

static double in_ns(struct timeval time)
{
    return (double)time.tv_sec * 1e9 + (double)time.tv_usec * 1e3;
}

/* Starts the tool, with its standard input and output as the client's. */
static struct client start(const char *const *options, char **app)
{
    const char *line[OPTIONS + ARGUMENTS + 1] = {options[0]};
    int count = 1, in[2], out[2];
    for (; options[count] != NULL; count++)
        line[count] = options[count];
    while (*app != NULL && count < OPTIONS + ARGUMENTS)
        line[count++] = *app++;
    if (pipe(in) != 0 || pipe(out) != 0)
        bench_die("no pipe");
    pid_t pid = fork();
    if (pid == 0) {
        dup2(in[0], 0);
        dup2(out[1], 1);
        dup2(open("/dev/null", O_WRONLY), 2);
        for (int i = 0; i < 2; i++) {
            close(in[i]);
            close(out[i]);
        }
        execvp(options[0], (char **)line);
        _exit(127);
    }
    if (pid < 0)
        bench_die("no process");
    close(in[0]);
    close(out[1]);
    return (struct client){fdopen(in[1], "w"), fdopen(out[0], "r"), pid};
}

static void ask(struct client *client, const char *method, const char *params)
{
    char *answer = NULL;
    size_t size = 0;
    fprintf(client->to, "{\"id\":1,\"method\":\"%s\",\"params\":%s}\n", method, params);
    fflush(client->to);
    if (getline(&answer, &size, client->from) < 0 || strstr(answer, "\"result\"") == NULL)
        bench_die("%s: %s", method, answer != NULL ? answer : "no answer");
    free(answer);
}

/* The time of the log's line about playback with this in it. */
static double wall_ms(const char *log, const char *what)
{
    char line[4096];
    double ms = -1.0;
    FILE *file = fopen(log, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        const char *at = strstr(line, "\"wall_ms\":");
        if (ms < 0.0 && at != NULL && strstr(line, "\"e\":\"play\"") != NULL &&
            strstr(line, what) != NULL)
            ms = strtod(at + strlen("\"wall_ms\":"), NULL);
    }
    if (ms < 0.0)
        bench_die("%s does not say when playback was %s", log, what);
    fclose(file);
    return ms;
}

/* Waits for the tool's end. */
static struct cost end(struct client *client, const struct place *place, int frames)
{
    struct rusage used;
    int status;
    char rest[4096];
    while (fread(rest, 1, sizeof rest, client->from) > 0)
        continue;
    fclose(client->from);
    fclose(client->to); /* not before: hello_xr ends with its input */
    if (wait4(client->pid, &status, 0, &used) != client->pid || status != 0)
        bench_die("the tool cannot be run, or failed");
    return (struct cost){(wall_ms(place->log, "\"ended\"") - wall_ms(place->log, "\"start\"")) *
                             1e6 / frames,
                         (in_ns(used.ru_utime) + in_ns(used.ru_stime)) / frames};
}

static struct cost drive(const struct place *place, int frames, int step, char **app)
{
    const char *const options[] = {app[0], "drive",  "--headless",     "--stdio", "--log",
                                   NULL,   "--save", place->recording, "--",      NULL};
    const char *line[sizeof options / sizeof *options];
    char log[4096 + 16], params[64];
    memcpy(line, options, sizeof line);
    snprintf(log, sizeof log, "%s,events", place->log);
    line[5] = log;
    unlink(place->recording);
    struct client client = start(line, app + 1);
    ask(&client, "advance", "{\"until\":{\"focused\":true}}");
    snprintf(params, sizeof params, "{\"frames\":%d}", step);
    for (int i = 0; i < frames; i += step)
        ask(&client, "advance", params);
    ask(&client, "stop", "{}");
    return end(&client, place, frames);
}

static struct cost play(const struct place *place, int frames, char **app)
{
    char log[4096 + 16];
    snprintf(log, sizeof log, "%s,events", place->log);
    const char *const line[] = {app[0],  "run", "--headless", "--quiet",        "--clock", "frame",
                                "--log", log,   "--play",     place->recording, "--",      NULL};
    struct client client = start(line, app + 1);
    return end(&client, place, frames);
}

static void print_rows(const char *figure, const char *what, const struct bench_sides *wall,
                       const struct bench_sides *processor)
{
    char name[128];
    snprintf(name, sizeof name, "%s, %s: time of a frame", figure, what);
    bench_row_ratio(&(struct bench_row){name, "played, unpaced", BENCH_TIMES, 1.0 / 0.9}, wall);
    snprintf(name, sizeof name, "%s, %s: processor time", figure, what);
    bench_row_ratio(&(struct bench_row){name, "played, unpaced", BENCH_TIMES, -1.0}, processor);
}

int main(int argc, char **argv)
{
    if (argc < 7)
        bench_die("usage: bench_drive ROUNDS FRAMES FIGURE FOLDER TOOL APP [ARGUMENT...]");
    static struct bench_sides wall[2], processor[2];
    static struct place place;
    const char *figure = argv[3], *folder = argv[4];
    const int frames = atoi(argv[2]);
    snprintf(place.log, sizeof place.log, "%s/drive.jsonl", folder);
    snprintf(place.recording, sizeof place.recording, "%s/drive.mcap", folder);
    for (int i = 0; i < atoi(argv[1]); i++) {
        struct cost driven[2] = {drive(&place, frames, frames, argv + 5),
                                 drive(&place, frames, 1, argv + 5)};
        struct cost played = play(&place, frames, argv + 5);
        for (int k = 0; k < 2; k++) {
            bench_sides_add(&wall[k], driven[k].wall_ns, played.wall_ns);
            bench_sides_add(&processor[k], driven[k].processor_ns, played.processor_ns);
        }
    }
    unlink(place.log);
    unlink(place.recording);
    print_rows(figure, "granted at once", &wall[0], &processor[0]);
    print_rows(figure, "single steps", &wall[1], &processor[1]);
    bench_note("%s: %.0f frames a second granted at once, %.0f in single steps, %.0f played (most)",
               figure, 1e9 / bench_least(wall[0].ours, wall[0].rounds),
               1e9 / bench_least(wall[1].ours, wall[1].rounds),
               1e9 / bench_least(wall[0].base, wall[0].rounds));
    return 0;
}
