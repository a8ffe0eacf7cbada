/* SPDX-License-Identifier: MIT */
#include "tool/drive/server/drive_server.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/app.h"
#include "platform/descriptor.h"
#include "platform/time.h"
#include "tool/drive/server/drive_socket.h"
#include "tool/process/launch.h"

/* Answers that are left when the app has ended get so long to be taken. */
enum { LAST_MS = 1000, LINES_AT_ONCE = 64 };
/* So often an app that was to stop is looked at. */
enum { STOPPED_MS = 50 };
/* An app that is to be started again is asked to exit first, and gets so long. */
#define PATIENCE_NS INT64_C(5000000000)

/* ---- Answers ---- */

static void answer(struct tool_drive_server *server, int client, cJSON *id,
                   struct tool_drive_reply *reply)
{
    char *line = tool_drive_answer(id, reply);
    if (line != NULL && client >= 0)
        tool_drive_client_answer(&server->clients[client], line);
    cJSON_free(line);
}

/* The client that asked has its answer, or is gone. */
static void end_task(struct tool_drive_server *server, struct tool_drive_reply *reply)
{
    answer(server, server->asker, server->id, reply);
    server->asker = -1;
    server->id = NULL;
}

/* What becomes of the world without its driver. It is where it was to go back to, first. */
static void leave_driver(struct tool_drive_server *server)
{
    static const enum tool_drive_task_kind next[] = {
        [TOOL_DRIVE_HOLD] = TOOL_DRIVE_NO_TASK,
        [TOOL_DRIVE_CONTINUE] = TOOL_DRIVE_FREE,
        [TOOL_DRIVE_QUIT] = TOOL_DRIVE_STOP,
    };
    struct tool_drive *drive = server->drive;
    server->driver = -1;
    if (drive->world.has_end || drive->task.kind == TOOL_DRIVE_STOP ||
        drive->task.kind == TOOL_DRIVE_UNDO)
        return;
    tool_drive_task_drop(drive);
    drive->task.kind = next[server->on_leave];
}

/* The log has begun anew: what a client was told is in the old one. */
static void end_undo(struct tool_drive_server *server)
{
    const struct tool_log_tail *log = &server->drive->log;
    for (int i = 0; i < TOOL_DRIVE_CLIENTS; i++)
        server->clients[i].events_from = log->offset + log->used;
    if (server->driver < 0)
        leave_driver(server);
}

static void step(struct tool_drive_server *server)
{
    struct tool_drive_reply reply;
    if (server->seat != NULL)
        tool_cockpit_seat_step(server->seat, server->drive);
    enum tool_drive_task_kind kind = server->drive->task.kind;
    if (kind != TOOL_DRIVE_NO_TASK && tool_drive_step(server->drive, &reply)) {
        end_task(server, &reply);
        if (kind == TOOL_DRIVE_UNDO)
            end_undo(server);
    }
    tool_drive_go_on(server->drive);
}

/* An app that hangs does not end by itself. */
static void end_hanging_app(struct tool_drive_server *server)
{
    struct tool_drive *drive = server->drive;
    struct tool_drive_undo *undo = &drive->undo;
    tool_drive_check_stop(drive);
    if (drive->is_given_up && !server->has_given_up) {
        server->has_given_up = true;
        tool_launch_end_stalled_app();
    }
    if (!tool_drive_undo_is_wanted(drive) || us_time_now_ns() - undo->began_ns < PATIENCE_NS)
        return;
    tool_launch_end_app();
    undo->began_ns = INT64_MAX;
}

/* ---- Requests ---- */

static void take_line(struct tool_drive_server *server, int index, const char *line, size_t length)
{
    struct tool_drive_client *client = &server->clients[index];
    struct tool_drive_asker asker = {.may_drive = server->driver < 0 || server->driver == index,
                                     .events_from = &client->events_from};
    struct tool_drive_reply reply;
    cJSON *id;
    enum tool_drive_outcome outcome =
        tool_drive_request(server->drive, line, length, &asker, &id, &reply);
    if (asker.drives)
        server->driver = index;
    if (outcome == TOOL_DRIVE_ANSWERED) {
        answer(server, index, id, &reply);
        return;
    }
    server->asker = index;
    server->id = id;
}

/* The requests of a client that have come, until one takes frames of the app. */
static void take_lines(struct tool_drive_server *server, int index)
{
    struct tool_drive_client *client = &server->clients[index];
    for (int i = 0; i < LINES_AT_ONCE; i++) {
        char *line = NULL;
        size_t length = 0;
        if (server->asker == index || client->answers.size >= TOOL_DRIVE_ANSWERS_MAX)
            return;
        enum tool_drive_client_line found = tool_drive_client_take(client, &line, &length);
        if (found == TOOL_DRIVE_NO_LINE)
            return;
        struct tool_drive_reply reply = {0};
        if (found == TOOL_DRIVE_LINE) {
            take_line(server, index, line, length);
        } else {
            tool_drive_fail(&reply, TOOL_DRIVE_PARSE, "a request is at most %d bytes long",
                            TOOL_DRIVE_LINE_MAX);
            answer(server, index, cJSON_CreateNull(), &reply);
        }
        free(line);
    }
}

/* ---- Clients that come and go ---- */

static void accept_one(struct tool_drive_server *server)
{
    int client = tool_drive_socket_accept(server->listening);
    if (client < 0)
        return;
    for (int i = 0; i < TOOL_DRIVE_CLIENTS; i++)
        if (server->clients[i].in < 0) {
            tool_drive_client_open(&server->clients[i], client, client);
            return;
        }
    static const char full[] =
        "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":4,\"message\":\"there are too many "
        "clients; close one of them\"}}\n";
    us_descriptor_write(client, full, sizeof full - 1);
    us_descriptor_close(client);
}

static void leave(struct tool_drive_server *server, int index)
{
    tool_drive_client_close(&server->clients[index]);
    if (server->asker == index) {
        server->asker = -1;
        cJSON_Delete(server->id);
        server->id = NULL;
    }
    /* Whoever comes by standard input drives, whether it said so or not. */
    if (server->driver == index || server->listening < 0)
        leave_driver(server);
}

static bool has_left(const struct tool_drive_server *server, int index)
{
    const struct tool_drive_client *client = &server->clients[index];
    bool is_done = client->is_at_end && client->answers.size == 0 && server->asker != index &&
                   !tool_drive_client_has_line(client);
    return client->has_gone || is_done;
}

/* ---- The thread ---- */

enum { SEAT_AT = 2 + 2 * TOOL_DRIVE_CLIENTS, POLLED = SEAT_AT + TOOL_COCKPIT_FILES };

/* Whether a client has a request that was read and not taken. */
static bool has_lines(const struct tool_drive_server *server)
{
    for (int i = 0; i < TOOL_DRIVE_CLIENTS; i++) {
        const struct tool_drive_client *client = &server->clients[i];
        if (client->in >= 0 && server->asker != i &&
            client->answers.size < TOOL_DRIVE_ANSWERS_MAX && tool_drive_client_has_line(client))
            return true;
    }
    return false;
}

/* Serves whoever has something to say or to hear. Returns whether the app has ended. */
static bool serve(struct tool_drive_server *server, int timeout_ms)
{
    struct us_pipe_end polled[POLLED];
    polled[0] = (struct us_pipe_end){.file = server->wake[0], .reads = true};
    polled[1] = (struct us_pipe_end){.file = server->listening, .reads = true};
    for (int i = 0; i < TOOL_DRIVE_CLIENTS; i++)
        tool_drive_client_poll(&server->clients[i], server->asker == i, &polled[2 + 2 * i]);
    polled[SEAT_AT] = polled[SEAT_AT + 1] = (struct us_pipe_end){.file = -1};
    if (server->seat != NULL)
        tool_cockpit_seat_poll(server->seat, &polled[SEAT_AT]);
    if (!us_pipe_wait(polled, POLLED, has_lines(server) ? 0 : timeout_ms))
        return false;
    for (int i = 0; i < TOOL_DRIVE_CLIENTS; i++) {
        if (server->clients[i].in < 0)
            continue;
        tool_drive_client_serve(&server->clients[i], &polled[2 + 2 * i]);
        take_lines(server, i);
        if (has_left(server, i))
            leave(server, i);
    }
    if (polled[1].is_readable)
        accept_one(server);
    if (polled[SEAT_AT].is_readable || polled[SEAT_AT + 1].is_readable)
        tool_cockpit_seat_serve(server->seat);
    return polled[0].is_readable;
}

static bool has_answers(const struct tool_drive_server *server)
{
    for (int i = 0; i < TOOL_DRIVE_CLIENTS; i++)
        if (server->clients[i].in >= 0 && server->clients[i].answers.size > 0)
            return true;
    return false;
}

static void describe_end(const struct tool_launch_end *end, char *out, size_t size)
{
    if (end->how == TOOL_LAUNCH_EXITED)
        snprintf(out, size, "its exit code is %d", end->number);
    else if (end->how == TOOL_LAUNCH_SIGNALLED)
        snprintf(out, size, "signal %d (%s) ended it", end->number,
                 us_app_signal_words(end->number, end->status));
    else
        snprintf(out, size, "%s",
                 end->how == TOOL_LAUNCH_GRACE   ? "it did not exit when it was asked to"
                 : end->how == TOOL_LAUNCH_STALL ? "it asked for no frame, and was ended"
                                                 : "the time of --limit was over");
}

/* Whether frames may have to be granted. */
static bool is_busy(const struct tool_drive *drive)
{
    return drive->task.kind != TOOL_DRIVE_NO_TASK || tool_drive_world_is_real(&drive->world);
}

static void *serve_all(void *data)
{
    struct tool_drive_server *server = data;
    struct tool_drive *drive = server->drive;
    bool is_over = false;
    while (!is_over) {
        is_over = serve(server, is_busy(drive) ? 0 : drive->world.has_end ? STOPPED_MS : -1);
        step(server);
        end_hanging_app(server);
        if (is_over || !is_busy(drive))
            continue;
        tool_drive_wait(drive);
        /* The answer comes at once; where time passes, what a client says meanwhile comes first. */
        if (!tool_drive_world_is_real(&drive->world))
            step(server);
    }
    struct tool_launch_end end = {.how = TOOL_LAUNCH_NOT_STARTED};
    us_pipe_read(server->wake[0], &end, sizeof end);
    if (end.interrupted == 0 && tool_drive_undo_is_wanted(drive))
        return NULL;
    describe_end(&end, drive->ending, sizeof drive->ending);
    drive->is_over = true;
    step(server);
    tool_drive_world_close(&drive->world);
    us_descriptor_close(server->wake[0]);
    server->wake[0] = -1;
    for (int i = 0; i < LAST_MS / 10 && (has_answers(server) || has_lines(server)); i++)
        serve(server, 10);
    return NULL;
}

bool tool_drive_server_begin(struct tool_drive_server *server)
{
    if (!us_pipe_open(server->wake))
        return false;
    errno = us_thread_start(&server->thread, 0, serve_all, server);
    server->has_thread = errno == 0;
    return server->has_thread;
}

bool tool_drive_server_end(struct tool_drive_server *server, const struct tool_launch_end *how)
{
    if (!server->has_thread)
        return false;
    us_descriptor_write(server->wake[1], how, sizeof *how);
    us_descriptor_close(server->wake[1]);
    us_thread_join(&server->thread);
    server->has_thread = false;
    if (server->wake[0] >= 0)
        us_descriptor_close(server->wake[0]);
    return !server->drive->is_over;
}

void tool_drive_server_close(struct tool_drive_server *server)
{
    for (int i = 0; i < TOOL_DRIVE_CLIENTS; i++)
        tool_drive_client_close(&server->clients[i]);
    cJSON_Delete(server->id);
    server->id = NULL;
}
