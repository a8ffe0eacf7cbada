/* SPDX-License-Identifier: MIT */
/*
 * Anything that a client of `understudy drive` may send, of an app that asked for no frame yet:
 * each line has at most one answer, of one line, which is a result or an error with a reason; and
 * what was asked can be repeated.
 */
#define _GNU_SOURCE /* memmem */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tool/drive/drive.h"
#include "tool/drive/server/drive_client.h"

enum { STEPS = 3, LONGEST = 1 << 16 };

static const char log_text[] =
    "{\"n\":1,\"wall_ms\":0,\"e\":\"log\",\"version\":1,\"level\":\"calls\"}\n"
    "{\"n\":2,\"wall_ms\":25,\"e\":\"state\",\"session\":1,\"state\":\"FOCUSED\"}\n"
    "{\"n\":3,\"wall_ms\":26,\"frame\":0,\"e\":\"action\",\"action\":\"grab\","
    "\"subaction\":\"/user/hand/right\",\"active\":true,\"value\":[0.5,1]}\n"
    "{\"n\":4,\"wall_ms\":26,\"frame\":0,\"e\":\"haptic\",\"action\":\"buzz\","
    "\"subaction\":\"/user/hand/left\",\"what\":\"apply\",\"result\":\"XR_SUCCESS\"}\n";

static struct tool_drive drive;
static char folder[] = "/tmp/understudy-fuzz-XXXXXX", seed[64], memory[PATH_MAX];

static void remove_files(void)
{
    tool_drive_world_end(&drive.world);
    unlink(memory);
    rmdir(folder);
}

/* The drive is made once, and begun anew for each input. */
static void begin(const char *log, bool is_recorded)
{
    if (seed[0] == '\0') {
        fuzz_check(mkdtemp(folder) != NULL, "no folder");
        snprintf(seed, sizeof seed, "%s/seed.mcap", folder);
        fuzz_check(tool_drive_world_begin(&drive.world, 60.0, seed, memory), "no world");
        snprintf(drive.world.save, sizeof drive.world.save, "%s", seed);
        atexit(remove_files);
    } else {
        fuzz_check(tool_drive_world_restart(&drive.world), "no world");
    }
    fuzz_check(!is_recorded || tool_drive_world_record(&drive.world), "no recording");
    fuzz_check(tool_log_tail_open(&drive.log, log, NULL), "no log");
}

static void end(void)
{
    tool_drive_task_drop(&drive);
    tool_drive_undo_finish(&drive);
    tool_log_tail_close(&drive.log);
    tool_drive_world_close(&drive.world);
    cJSON_Delete(drive.seen);
    drive.seen = NULL;
    drive.commanded = 0;
    unlink(seed);
}

static void check_answer(const char *line, bool is_wanted)
{
    fuzz_check((line != NULL) == is_wanted, "an answer that nobody wants, or none");
    if (line == NULL)
        return;
    cJSON *json = cJSON_ParseWithOpts(line, NULL, true);
    const cJSON *result = cJSON_GetObjectItemCaseSensitive(json, "result");
    const cJSON *error = cJSON_GetObjectItemCaseSensitive(json, "error");
    const char *why = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(error, "message"));
    fuzz_check(json != NULL && strchr(line, '\n') == NULL, "no line of JSON: %.200s", line);
    fuzz_check((result != NULL) != (error != NULL), "neither result nor error: %.200s", line);
    fuzz_check(error == NULL || (why != NULL && why[0] != '\0'), "no reason: %.200s", line);
    cJSON_Delete(json);
}

static void take(const char *line, size_t length, struct tool_drive_client *client)
{
    struct tool_drive_asker asker = {.may_drive = true, .events_from = &client->events_from};
    struct tool_drive_reply reply;
    cJSON *id;
    bool is_done =
        tool_drive_request(&drive, line, length, &asker, &id, &reply) == TOOL_DRIVE_ANSWERED;
    for (int i = 0; !is_done && i < STEPS; i++)
        is_done = tool_drive_step(&drive, &reply);
    if (!is_done) { /* no app asks for frames: the client leaves */
        tool_drive_task_drop(&drive);
        cJSON_Delete(id);
        return;
    }
    bool is_wanted = id != NULL;
    char *answer = tool_drive_answer(id, &reply);
    check_answer(answer, is_wanted);
    cJSON_free(answer);
}

/* Reads the lines as the server does. */
static void serve(struct tool_drive_client *client)
{
    while (!client->is_at_end && !client->has_gone) {
        struct us_pipe_end polled[2];
        tool_drive_client_poll(client, false, polled);
        fuzz_check(us_pipe_wait(polled, 2, -1), "nothing comes");
        tool_drive_client_serve(client, polled);
        enum tool_drive_client_line found;
        char *line = NULL;
        size_t length = 0;
        while ((found = tool_drive_client_take(client, &line, &length)) != TOOL_DRIVE_NO_LINE) {
            fuzz_check((found == TOOL_DRIVE_LINE) == (line != NULL), "a line without bytes");
            if (line != NULL)
                take(line, length, client);
            free(line);
            line = NULL;
        }
    }
}

/* What was asked is done again. */
static void repeat(void)
{
    if (drive.undo.count == 0 || !tool_drive_world_restart(&drive.world))
        return;
    drive.task = (struct tool_drive_task){.kind = TOOL_DRIVE_UNDO,
                                          .target = drive.undo.steps[drive.undo.count - 1].granted};
    drive.undo.is_leaving = false;
    drive.undo.next = 0;
    if (tool_drive_undo_grant(&drive))
        fuzz_check(drive.undo.next == drive.undo.count, "not all is repeated");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int ends[2];
    struct fuzz_file log = fuzz_file_open(log_text, sizeof log_text - 1);
    struct tool_drive_client client;
    if (size <= LONGEST) {
        /* Only marks need a recording, which takes time. */
        begin(log.path, memmem(data, size, "mark", 4) != NULL);
        fuzz_check(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends) == 0, "no socket");
        tool_drive_client_open(&client, ends[0], ends[0]);
        fuzz_check(send(ends[1], data, size, MSG_NOSIGNAL) == (ssize_t)size, "not all was sent");
        shutdown(ends[1], SHUT_WR);
        serve(&client);
        tool_drive_client_close(&client);
        close(ends[1]);
        repeat();
        end();
    }
    fuzz_file_close(&log);
    return 0;
}
