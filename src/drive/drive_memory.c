/* SPDX-License-Identifier: MIT */
#include "drive/drive_memory.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "core/playback/clock.h"
#include "platform/descriptor.h"
#include "platform/process.h"
#include "core/base/memory_file.h"
#include "platform/memory_turn.h"
#include "platform/time.h"

#define DRIVE_MAGIC UINT64_C(0x3365766972647375)
#define SECOND_NS INT64_C(1000000000)
/* How often a waiting app looks whether the driver is there: the app goes on within a second. */
#define LOOK_NS (SECOND_NS / 4)
enum { PAGE = 4096, MOST_HZ = 1000 };

/* The beginning of the file; the two rings follow, each on its own pages, and then the events.
 * Counts of frames say "none" with 0. */
struct head {
    uint64_t magic, size; /* written last, before the app is started */
    double hz;
    int64_t origin_ns;        /* of frame 0 */
    _Atomic uint64_t put;     /* the driver's: how many frames */
    _Atomic uint64_t events;  /* the driver's: how many */
    _Atomic uint64_t granted; /* the driver's: how many frames, whether they were put or not */
    _Atomic uint64_t end;     /* the driver's: how many frames the drive has; 0: no end yet */
    _Atomic uint64_t asked;   /* the app's: how many frames it has waited for */
    _Atomic uint64_t awaited; /* the driver's: the last `asked` that it waits for, or waited for */
    /* Changes when a frame that was asked for may be shown, and with `end`. */
    struct us_memory_turn may;
    struct us_memory_turn ask;                /* changes when `asked` is `awaited` or more */
    _Atomic uint64_t wanted[US_DRIVE_FRAMES]; /* frame + 1 of screenshots, by frame */
};

struct us_drive {
    struct head *head;
    struct us_session_frame *frames; /* both rings have `slots` twice in a row */
    struct us_session_input *inputs;
    struct us_session_event *events;
    uint64_t slots;
    int lock;   /* the tool's; -1 */
    char *path; /* the layer's; NULL */
    atomic_uint releases;
    atomic_bool is_gone; /* the driver */
};

/* So many structs fill whole pages, because each is a multiple of 8 bytes. */
static size_t slot_count(void)
{
    return US_DRIVE_FRAMES * (us_mapping_step() / PAGE);
}

static size_t head_size(void)
{
    size_t page = us_mapping_step();
    return (sizeof(struct head) + page - 1) / page * page;
}

static size_t events_at(void)
{
    return head_size() +
           slot_count() * (sizeof(struct us_session_frame) + sizeof(struct us_session_input));
}

static size_t file_size(void)
{
    return events_at() + US_DRIVE_EVENTS * sizeof(struct us_session_event);
}

static size_t frame_bytes(const struct us_drive *drive)
{
    return (size_t)drive->slots * sizeof *drive->frames;
}

static size_t input_bytes(const struct us_drive *drive)
{
    return (size_t)drive->slots * sizeof *drive->inputs;
}

/* The whole file is mapped for its head and its events, because that checks its size. */
static bool map(struct us_drive *drive, int file)
{
    const size_t frames = frame_bytes(drive), inputs = input_bytes(drive);
    drive->head = us_memory_file_map(file, file_size(), US_MAPPING_SHARED);
    if (drive->head != NULL) {
        drive->events = (struct us_session_event *)((char *)drive->head + events_at());
        drive->frames = us_mapping_map_twice(file, head_size(), frames);
    }
    if (drive->frames != NULL)
        drive->inputs = us_mapping_map_twice(file, head_size() + frames, inputs);
    return drive->inputs != NULL;
}

/* The tool's lock says that this process lives, so a child which it forks, and which runs as long
 * as the app, must not hold it too. */
static void hold(int lock)
{
    us_process_close_in_child(lock);
}

static struct us_drive *new_drive(int file)
{
    struct us_drive *drive = calloc(1, sizeof *drive);
    if (drive == NULL)
        return NULL;
    drive->slots = slot_count();
    drive->lock = -1;
    if (map(drive, file))
        return drive;
    us_drive_close(drive);
    return NULL;
}

void us_drive_close(struct us_drive *drive)
{
    if (drive == NULL)
        return;
    if (drive->head != NULL)
        us_mapping_unmap(drive->head, file_size());
    if (drive->frames != NULL)
        us_mapping_unmap_twice(drive->frames, frame_bytes(drive));
    if (drive->inputs != NULL)
        us_mapping_unmap_twice(drive->inputs, input_bytes(drive));
    if (drive->lock >= 0) {
        hold(-1);
        us_descriptor_close(drive->lock);
    }
    free(drive->path);
    free(drive);
}

double us_drive_hz(const struct us_drive *drive)
{
    return drive->head->hz;
}

static void raise_to(_Atomic uint64_t *count, uint64_t least)
{
    uint64_t now = atomic_load(count);
    while (now < least && !atomic_compare_exchange_weak(count, &now, least))
        ;
}

/* ---- The tool's side ---- */

bool us_drive_prepare(int file)
{
    return us_descriptor_reserve(file, file_size());
}

static bool is_rate(double hz)
{
    return hz > 0.0 && hz <= MOST_HZ;
}

/* `file` may be shared with other processes, and so would be its lock. */
static int lock_own(int file)
{
    int own = us_descriptor_reopen(file);
    if (own < 0 || us_descriptor_lock(own, true))
        return own;
    us_descriptor_close(own);
    return -1;
}

struct us_drive *us_drive_make(int file, double hz)
{
    errno = EINVAL;
    struct us_drive *drive = is_rate(hz) ? new_drive(file) : NULL;
    if (drive == NULL)
        return NULL;
    drive->lock = lock_own(file);
    if (drive->lock < 0) {
        int why = errno;
        us_drive_close(drive);
        errno = why;
        return NULL;
    }
    hold(drive->lock);
    drive->head->hz = hz;
    drive->head->size = file_size();
    drive->head->magic = DRIVE_MAGIC;
    return drive;
}

void us_drive_clear(struct us_drive *drive)
{
    struct head *head = drive->head;
    *head = (struct head){.magic = head->magic, .size = head->size, .hz = head->hz};
}

bool us_drive_has_room(const struct us_drive *drive)
{
    uint64_t asked = atomic_load(&drive->head->asked);
    return atomic_load(&drive->head->put) < (asked > 0 ? asked : 1) + US_DRIVE_AHEAD;
}

/* Frames `from` to `end` - 1 may be shown now. Wakes the app if it waits for one of them. */
static void tell_app(struct head *head, uint64_t from, uint64_t end)
{
    if (from < end && atomic_load(&head->asked) > from)
        us_memory_turn_change(&head->may);
}

bool us_drive_put(struct us_drive *drive, const struct us_session_frame *frame,
                  const struct us_session_input *input)
{
    struct head *head = drive->head;
    uint64_t number = atomic_load(&head->put);
    if (!us_drive_has_room(drive))
        return false;
    if (number == 0)
        head->origin_ns = frame->time_ns;
    drive->frames[number % drive->slots] = *frame;
    drive->inputs[number % drive->slots] = *input;
    /* Reads what the newest is_kept wrote, so that what was read before that is read before the
     * next frame overwrites it. A store alone does not promise that. */
    atomic_fetch_add(&head->put, 1);
    tell_app(head, number, atomic_load(&head->granted));
    return true;
}

bool us_drive_put_event(struct us_drive *drive, const struct us_session_event *event)
{
    uint64_t count = atomic_load(&drive->head->events);
    if (count == US_DRIVE_EVENTS)
        return false;
    drive->events[count] = *event;
    atomic_store(&drive->head->events, count + 1);
    return true;
}

void us_drive_grant(struct us_drive *drive, uint64_t frames)
{
    uint64_t before = atomic_load(&drive->head->granted);
    raise_to(&drive->head->granted, frames);
    tell_app(drive->head, before, frames);
}

void us_drive_shoot(struct us_drive *drive, uint64_t frame)
{
    struct head *head = drive->head;
    atomic_store(&head->wanted[frame % US_DRIVE_FRAMES], frame + 1);
}

void us_drive_end(struct us_drive *drive, uint64_t frame)
{
    atomic_store(&drive->head->end, frame + 1);
    us_memory_turn_change(&drive->head->may);
}

bool us_drive_wait_app(struct us_drive *drive, uint64_t frame, int64_t timeout_ns)
{
    struct head *head = drive->head;
    bool asked = atomic_load(&head->asked) > frame;
    if (asked || timeout_ns <= 0)
        return asked;
    int64_t until_ns = us_time_now_ns() + timeout_ns;
    atomic_store(&head->awaited, frame + 1);
    for (;;) {
        uint32_t turn = us_memory_turn_see(&head->ask);
        int64_t left_ns = until_ns - us_time_now_ns();
        asked = atomic_load(&head->asked) > frame;
        if (asked || left_ns <= 0)
            break;
        us_memory_turn_wait(&head->ask, turn, left_ns);
    }
    return asked;
}

static bool may_show(const struct head *head, uint64_t frame)
{
    uint64_t end = atomic_load(&head->end);
    return (atomic_load(&head->granted) > frame && atomic_load(&head->put) > frame) ||
           (end > 0 && frame >= end);
}

struct us_drive_app us_drive_app(const struct us_drive *drive)
{
    uint64_t asked = atomic_load(&drive->head->asked);
    if (asked == 0)
        return (struct us_drive_app){.has_started = false};
    return (struct us_drive_app){.waiting_frame = asked - 1,
                                 .waits = !may_show(drive->head, asked - 1),
                                 .has_started = true};
}

/* ---- The layer's side ---- */

struct us_drive *us_drive_open(const char *path)
{
    int file = us_memory_file_open(path);
    struct us_drive *drive = file >= 0 && us_memory_file_is_own(file) ? new_drive(file) : NULL;
    if (file >= 0)
        us_descriptor_close(file);
    if (drive != NULL && drive->head->magic == DRIVE_MAGIC && drive->head->size == file_size() &&
        is_rate(drive->head->hz))
        drive->path = strdup(path);
    if (drive != NULL && drive->path != NULL)
        return drive;
    us_drive_close(drive);
    return NULL;
}

/* The path is opened again each time, because an app may close descriptors that are not its own. */
static bool has_driver_gone(const struct us_drive *drive)
{
    int file = us_memory_file_open(drive->path);
    if (file < 0)
        return errno == ENOENT;
    bool is_free = us_descriptor_lock(file, false);
    us_descriptor_close(file);
    return is_free;
}

enum us_drive_answer us_drive_wait(struct us_drive *drive, uint64_t frame)
{
    struct head *head = drive->head;
    unsigned releases = atomic_load(&drive->releases);
    raise_to(&head->asked, frame + 1);
    if (atomic_load(&head->awaited) <= frame + 1)
        us_memory_turn_change(&head->ask);
    for (;;) {
        uint32_t turn = us_memory_turn_see(&head->may);
        if (may_show(head, frame))
            return US_DRIVE_GRANTED;
        if (atomic_load(&drive->is_gone))
            return US_DRIVE_GONE;
        if (atomic_load(&drive->releases) != releases)
            return US_DRIVE_RELEASED;
        us_memory_turn_wait(&head->may, turn, LOOK_NS);
        if (us_memory_turn_see(&head->may) == turn && has_driver_gone(drive))
            atomic_store(&drive->is_gone, true);
    }
}

void us_drive_release(struct us_drive *drive)
{
    atomic_fetch_add(&drive->releases, 1);
    us_memory_turn_change(&drive->head->may);
}

struct us_session_event *us_drive_event(const struct us_drive *drive, uint64_t index,
                                        uint64_t frame)
{
    const struct head *head = drive->head;
    if (index >= US_DRIVE_EVENTS ||
        index >= atomic_load_explicit(&head->events, memory_order_acquire))
        return NULL;
    struct us_session_event *event = &drive->events[index];
    int64_t frame_ns = head->origin_ns + us_clock_frame_ns((double)frame, head->hz);
    return event->frame_time_ns <= frame_ns ? event : NULL;
}

bool us_drive_is_wanted(const struct us_drive *drive, uint64_t frame)
{
    const struct head *head = drive->head;
    return atomic_load(&head->wanted[frame % US_DRIVE_FRAMES]) == frame + 1;
}

bool us_drive_end_frame(const struct us_drive *drive, uint64_t *out_frame)
{
    uint64_t end = atomic_load_explicit(&drive->head->end, memory_order_acquire);
    if (end > 0)
        *out_frame = end - 1;
    return end > 0;
}

uint64_t us_drive_content(const struct us_drive *drive, struct us_session_content *out)
{
    uint64_t put = atomic_load_explicit(&drive->head->put, memory_order_acquire);
    if (put == 0)
        return 0;
    uint32_t count = put < US_DRIVE_WINDOW ? (uint32_t)put : US_DRIVE_WINDOW;
    uint64_t first = (put - count) % drive->slots;
    *out = (struct us_session_content){.origin_ns = drive->head->origin_ns,
                                       .first_ns = drive->head->origin_ns,
                                       .last_ns = drive->frames[first + count - 1].time_ns,
                                       .frame_count = count,
                                       .input_count = count,
                                       .frames = drive->frames + first,
                                       .inputs = drive->inputs + first};
    return put;
}

bool us_drive_is_kept(const struct us_drive *drive, uint64_t count)
{
    /* What was read before stays before this, which a load alone does not promise: this writes what
     * us_drive_put reads. The thread sanitizer knows no fences. */
    uint64_t put = atomic_fetch_add_explicit(&drive->head->put, 0, memory_order_acq_rel);
    return put < count + (drive->slots - US_DRIVE_WINDOW);
}
