/* SPDX-License-Identifier: MIT */
#include "tool/drive/cockpit/cockpit_seat.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "platform/time.h"
#include "tool/cli/json.h"
#include "tool/cli/text.h"
#include "tool/drive/cockpit/cockpit.h"

_Static_assert((int)TOOL_COCKPIT_SEAT_HELP == (int)US_COCKPIT_HELP, "help is of one size");

/* News are shown for so long. */
#define NEWS_S 4.0

struct tool_cockpit_seat {
    int listening, window; /* sockets; -1: none */
    bool is_left;          /* the user has closed the window */
    bool is_quiet;         /* does not say who comes on standard error */
    struct tool_cockpit cockpit;
    struct tool_gamepad gamepad;
    uint64_t put;                 /* the frames that there were at the last step */
    char news[US_COCKPIT_STATUS]; /* "": none */
    uint64_t news_until;          /* the frame until which they are shown */
    struct us_cockpit_view shown; /* what the window got last */
};

struct tool_cockpit_seat *tool_cockpit_seat_open(const char *path, bool is_quiet)
{
    struct tool_cockpit_seat *seat = calloc(1, sizeof *seat);
    if (seat == NULL) {
        tool_text_complain("drive: there is no memory");
        return NULL;
    }
    tool_cockpit_init(&seat->cockpit);
    seat->is_quiet = is_quiet;
    seat->gamepad.file = -1;
    seat->window = -1;
    seat->listening = us_cockpit_listen(path);
    if (seat->listening >= 0)
        return seat;
    tool_text_complain(
        "drive: nobody can drive in the window: %s: %s; TMPDIR may name another folder", path,
        strerror(errno));
    free(seat);
    return NULL;
}

static void leave(struct tool_cockpit_seat *seat)
{
    struct us_cockpit_input input = seat->cockpit.seen;
    close(seat->window);
    seat->window = -1;
    seat->shown = (struct us_cockpit_view){0};
    input.buttons = input.key_count = 0;
    tool_cockpit_hear(&seat->cockpit, &input); /* nobody holds anything any more */
}

void tool_cockpit_seat_close(struct tool_cockpit_seat *seat)
{
    if (seat == NULL)
        return;
    if (seat->window >= 0)
        leave(seat);
    close(seat->listening);
    tool_gamepad_close(&seat->gamepad);
    free(seat);
}

void tool_cockpit_seat_describe(char *out, size_t size)
{
    tool_cockpit_describe("  ", out, size);
}

void tool_cockpit_seat_poll(const struct tool_cockpit_seat *seat,
                            struct us_pipe_end out[TOOL_COCKPIT_FILES])
{
    out[0] = (struct us_pipe_end){.file = seat->listening, .reads = true};
    out[1] = (struct us_pipe_end){.file = seat->window, .reads = true};
}

static void hear(struct tool_cockpit_seat *seat, const struct us_cockpit_input *input)
{
    seat->is_left |= input->is_closed != 0;
    tool_cockpit_hear(&seat->cockpit, input);
}

void tool_cockpit_seat_serve(struct tool_cockpit_seat *seat)
{
    struct us_cockpit_input input;
    enum us_cockpit_received received = US_COCKPIT_NOTHING;
    const int newer = us_cockpit_accept(seat->listening);
    if (newer >= 0) {
        if (seat->window >= 0)
            leave(seat);
        seat->window = newer;
    }
    while (seat->window >= 0 && (received = us_cockpit_receive(seat->window, &input,
                                                               sizeof input)) == US_COCKPIT_MESSAGE)
        hear(seat, &input);
    if (received == US_COCKPIT_GONE)
        leave(seat);
}

/* The newest news, from now on. */
static void begin_news(struct tool_cockpit_seat *seat, const struct tool_drive *drive)
{
    seat->news_until = seat->put + (uint64_t)(NEWS_S * drive->world.hz);
}

static void hear_pad(void *data, const double amounts[TOOL_GAMEPAD_CONTROLS])
{
    tool_cockpit_hear_pad(data, amounts);
}

static void serve_pad(struct tool_cockpit_seat *seat, const struct tool_drive *drive)
{
    if (!tool_gamepad_serve(&seat->gamepad, us_time_now_ns(), hear_pad, &seat->cockpit))
        return;
    snprintf(seat->news, sizeof seat->news, "gamepad %s%s", seat->gamepad.name,
             seat->gamepad.file >= 0 ? ": F1 shows what it does" : " has left");
    begin_news(seat, drive);
    if (!seat->is_quiet)
        tool_text_complain("drive: %s", seat->news);
}

/* ---- Requests ---- */

/* Takes `params`. What goes wrong is told to the user. */
static bool ask(struct tool_cockpit_seat *seat, struct tool_drive *drive, const char *method,
                cJSON *params)
{
    struct tool_drive_asker asker = {.may_drive = true};
    struct tool_drive_reply reply = {0};
    tool_drive_ask(drive, method, params, &asker, &reply);
    cJSON_Delete(params);
    cJSON_Delete(reply.result);
    if (reply.error != 0) {
        snprintf(seat->news, sizeof seat->news, "%.*s", US_COCKPIT_STATUS - 1, reply.why);
        begin_news(seat, drive);
    }
    return reply.error == 0;
}

static cJSON *commands_of(const struct tool_cockpit_order *lines, unsigned count)
{
    cJSON *params = cJSON_CreateObject();
    cJSON *commands = cJSON_AddArrayToObject(params, "commands");
    for (unsigned i = 0; i < count; i++) {
        cJSON *command = tool_json_append_object(commands);
        tool_json_add_text(command, "line", lines[i].line);
        if (lines[i].over_s > 0)
            cJSON_AddNumberToObject(command, "over", lines[i].over_s);
    }
    return params;
}

static void mark(struct tool_cockpit_seat *seat, struct tool_drive *drive, const char *name)
{
    cJSON *params = cJSON_CreateObject();
    cJSON_AddStringToObject(params, "name", name);
    if (!ask(seat, drive, "mark", params))
        return;
    const size_t length = strlen(name);
    const bool ends = length > 4 && strcmp(name + length - 4, "-end") == 0;
    if (ends)
        snprintf(seat->news, sizeof seat->news, "%.*s: play it with --from %.*s --to %s",
                 (int)(length - 4), name, (int)(length - 4), name, name);
    else
        snprintf(seat->news, sizeof seat->news, "%s is set", name);
    begin_news(seat, drive);
}

static void show(struct tool_cockpit_seat *seat)
{
    struct us_cockpit_view view;
    tool_cockpit_view(&seat->cockpit, seat->put < seat->news_until ? seat->news : "", &view);
    if (seat->window >= 0 && memcmp(&view, &seat->shown, sizeof view) != 0 &&
        us_cockpit_send(seat->window, &view, sizeof view))
        seat->shown = view;
}

void tool_cockpit_seat_step(struct tool_cockpit_seat *seat, struct tool_drive *drive)
{
    static const struct tool_cockpit_order recentre = {.line = "session recentre"};
    struct tool_cockpit_orders orders;
    const double frames = (double)(drive->world.put - seat->put);
    if (drive->world.has_end || drive->task.kind == TOOL_DRIVE_STOP)
        return;
    if (seat->is_left)
        ask(seat, drive, "stop", cJSON_CreateObject());
    if (seat->is_left || tool_drive_world_left_ns(&drive->world) != 0)
        return;
    seat->put = drive->world.put;
    serve_pad(seat, drive);
    tool_cockpit_step(&seat->cockpit, frames / drive->world.hz, &orders);
    if (orders.count > 0)
        ask(seat, drive, "do", commands_of(orders.lines, orders.count));
    if (orders.recentres)
        ask(seat, drive, "do", commands_of(&recentre, 1));
    if (orders.mark[0] != '\0')
        mark(seat, drive, orders.mark);
    show(seat);
}
