/* SPDX-License-Identifier: MIT */
#include "platform/supervisor.h"

#include <errno.h>
#include <io.h>
#include <stdatomic.h>
#include <string.h>

#include "platform/pipe.h"
#include "platform/descriptor.h"
#include "platform/thread.h"
#include "platform/windows/run/job.h"
#include "platform/windows/system.h"

enum { ORDERS = 64, MESSAGES = 4, MESSAGE_SIZE = 64, PLAYERS = 64 };
enum { LOOK_MS = 20, COPY_MS = 10 };

/* The first event that asked this program to end. */
static atomic_int interrupted;

static struct us_mutex mutex = US_MUTEX_INIT; /* guards what follows, up to `thread` */
static HANDLE order_event, message_event;     /* made with the first supervisor */
static bool runs;                             /* there is a supervisor */
static unsigned char orders[ORDERS];
static unsigned order_count;
static unsigned char messages[MESSAGES][MESSAGE_SIZE];
static unsigned said, heard;
static bool is_over; /* the supervisor says nothing more */

static struct us_thread thread;
static struct us_supervisor_order own;
static HANDLE streams[3]; /* for the app; NULL: none */
static int held_input = -1;
static struct us_job job;
static bool app_is_reaped;
/* Processes that us_supervisor_has found, until they have ended. */
static struct player {
    HANDLE handle;
    int number;
} players[PLAYERS];

/* ---- The program ---- */

void us_supervisor_tell(unsigned char order)
{
    us_mutex_lock(&mutex);
    if (runs && order_count < ORDERS)
        orders[order_count++] = order;
    if (runs)
        SetEvent(order_event);
    us_mutex_unlock(&mutex);
}

int us_supervisor_interruption(void)
{
    return atomic_load(&interrupted);
}

void us_supervisor_take_marks(bool takes)
{
    (void)takes;
}

int us_supervisor_marks(void)
{
    return 0;
}

/* The app has a group of its own, which Ctrl+C does not reach. */
static BOOL WINAPI hear_console(DWORD event)
{
    int number = us_system_signal_of(event), none = 0;
    atomic_compare_exchange_strong(&interrupted, &none, number);
    us_supervisor_tell((unsigned char)number);
    /* The system ends this program when this returns. */
    if (event != CTRL_C_EVENT && event != CTRL_BREAK_EVENT)
        Sleep(INFINITE);
    return TRUE;
}

static bool prepare(void)
{
    if (message_event != NULL)
        return true;
    if (order_event == NULL)
        order_event = CreateEventW(NULL, FALSE, FALSE, NULL);
    if (order_event != NULL)
        message_event = CreateEventW(NULL, TRUE, FALSE, NULL);
    if (message_event == NULL)
        return us_system_fail(GetLastError());
    SetConsoleCtrlHandler(hear_console, TRUE);
    return true;
}

/* Nothing, or the device NUL, which is no console. */
static bool has_no_input(HANDLE input)
{
    DWORD mode;
    return input == NULL || input == INVALID_HANDLE_VALUE ||
           (GetFileType(input) == FILE_TYPE_CHAR && !GetConsoleMode(input, &mode)) ||
           (GetFileType(input) == FILE_TYPE_UNKNOWN && GetLastError() != NO_ERROR);
}

/* The app's input is one that stays open. */
static bool hold_input(void)
{
    int ends[2];
    if (!us_pipe_open(ends))
        return false;
    held_input = ends[1];
    streams[0] = us_system_duplicate((HANDLE)_get_osfhandle(ends[0]), true);
    us_descriptor_close(ends[0]);
    return streams[0] != NULL;
}

/* A stream that this program itself lacks is no failure: the app lacks it, too. */
static bool open_streams(const struct us_supervisor_order *order)
{
    static const DWORD own_outputs[2] = {STD_OUTPUT_HANDLE, STD_ERROR_HANDLE};
    HANDLE input = GetStdHandle(STD_INPUT_HANDLE);
    bool is_open = true;
    if (has_no_input(input))
        is_open = hold_input();
    else
        streams[0] = us_system_duplicate(input, true);
    for (int i = 0; i < 2 && is_open; i++) {
        int file = order->outputs[i];
        streams[1 + i] = us_system_duplicate(
            file >= 0 ? (HANDLE)_get_osfhandle(file) : GetStdHandle(own_outputs[i]), true);
        is_open = file < 0 || streams[1 + i] != NULL;
    }
    return is_open;
}

/* With errno. */
static bool give_up_start(void)
{
    int why = errno;
    us_mutex_lock(&mutex);
    runs = false;
    us_mutex_unlock(&mutex);
    us_job_close_streams(streams);
    us_supervisor_end_input();
    errno = why;
    return false;
}

static void *supervise(void *data)
{
    (void)data;
    own.supervise(own.data);
    us_mutex_lock(&mutex);
    is_over = true;
    SetEvent(message_event);
    us_mutex_unlock(&mutex);
    return NULL;
}

bool us_supervisor_start(const struct us_supervisor_order *order)
{
    own = *order;
    app_is_reaped = false;
    job = (struct us_job){0};
    if (!prepare() || !open_streams(order))
        return give_up_start();
    us_mutex_lock(&mutex);
    order_count = said = heard = 0;
    is_over = false;
    runs = true;
    ResetEvent(message_event);
    us_mutex_unlock(&mutex);
    int why = us_thread_start(&thread, 0, supervise, NULL);
    errno = why;
    return why == 0 || give_up_start();
}

bool us_supervisor_hear(void *out, size_t size)
{
    WaitForSingleObject(message_event, INFINITE);
    us_mutex_lock(&mutex);
    bool is_there = heard < said && size <= MESSAGE_SIZE;
    if (is_there)
        memcpy(out, messages[heard++], size);
    if (heard == said && !is_over)
        ResetEvent(message_event);
    us_mutex_unlock(&mutex);
    return is_there;
}

bool us_supervisor_wait(const int pipes[2], int most_ms)
{
    /* Windows cannot wait for bytes in such a pipe. */
    bool has_pipes = pipes[0] >= 0 || pipes[1] >= 0;
    DWORD wait_ms = most_ms < 0 ? INFINITE : (DWORD)most_ms;
    if (has_pipes && wait_ms > COPY_MS)
        wait_ms = COPY_MS;
    return WaitForSingleObject(message_event, wait_ms) == WAIT_OBJECT_0;
}

void us_supervisor_join(void)
{
    us_thread_join(&thread);
    us_mutex_lock(&mutex);
    runs = false;
    us_mutex_unlock(&mutex);
    us_supervisor_end_input();
    for (int i = 0; i < PLAYERS; i++) {
        if (players[i].handle != NULL)
            CloseHandle(players[i].handle);
        players[i].handle = NULL;
    }
    us_job_end(&job);
}

void us_supervisor_end_orphans(double kill_after_s)
{
    (void)kill_after_s; /* us_supervisor_join has ended the job */
}

/* ---- The supervisor ---- */

int us_supervisor_start_app(void)
{
    return us_job_start(&job, own.argv, streams);
}

bool us_supervisor_say(const void *message, size_t size)
{
    us_mutex_lock(&mutex);
    bool fits = said < MESSAGES && size <= MESSAGE_SIZE;
    if (fits)
        memcpy(messages[said++], message, size);
    SetEvent(message_event);
    us_mutex_unlock(&mutex);
    return fits;
}

enum us_supervisor_reaped us_supervisor_reap(struct us_supervisor_process *out)
{
    if (!app_is_reaped && WaitForSingleObject(job.app, 0) == WAIT_OBJECT_0) {
        app_is_reaped = true;
        *out = (struct us_supervisor_process){(int)job.app_id, true, us_app_end_of(job.app)};
        return US_SUPERVISOR_ENDED;
    }
    for (int i = 0; i < PLAYERS; i++) {
        struct player *player = &players[i];
        if (player->handle == NULL || WaitForSingleObject(player->handle, 0) != WAIT_OBJECT_0)
            continue;
        *out = (struct us_supervisor_process){player->number, false, us_app_end_of(player->handle)};
        CloseHandle(player->handle);
        player->handle = NULL;
        return US_SUPERVISOR_ENDED;
    }
    return app_is_reaped && us_job_count(&job) == 0 ? US_SUPERVISOR_NONE_LEFT
                                                    : US_SUPERVISOR_ALL_RUN;
}

bool us_supervisor_has(int process)
{
    struct player *room = NULL;
    for (int i = 0; i < PLAYERS; i++) {
        if (players[i].handle != NULL && players[i].number == process)
            return true;
        if (players[i].handle == NULL)
            room = &players[i];
    }
    HANDLE handle = us_job_find(&job, (DWORD)process);
    if (handle == NULL)
        return false;
    if (room != NULL)
        *room = (struct player){handle, process};
    else
        CloseHandle(handle);
    return true;
}

void us_supervisor_signal_app(int number)
{
    us_supervisor_signal_all(number, false);
}

void us_supervisor_signal_all(int number, bool but_app)
{
    if (number == US_SIGNAL_KILL)
        us_job_kill(&job);
    else if (!but_app) /* who was asked is not asked twice */
        us_job_ask(&job);
}

bool us_supervisor_holds_input(void)
{
    return held_input >= 0;
}

void us_supervisor_end_input(void)
{
    if (held_input >= 0)
        us_descriptor_close(held_input);
    held_input = -1;
}

int us_supervisor_orders(unsigned char *out, int size, bool is_idle)
{
    const HANDLE news[] = {order_event, job.app};
    WaitForMultipleObjects(app_is_reaped ? 1 : 2, news, FALSE, is_idle ? INFINITE : LOOK_MS);
    us_mutex_lock(&mutex);
    int count = 0;
    for (; count < size && (unsigned)count < order_count; count++)
        out[count] = orders[count];
    memmove(orders, orders + count, order_count - (unsigned)count);
    order_count -= (unsigned)count;
    us_mutex_unlock(&mutex);
    return count;
}
