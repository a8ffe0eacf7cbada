/* SPDX-License-Identifier: MIT */
#include "tool/drive/drive_world.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "core/playback/clock.h"
#include "platform/descriptor.h"
#include "platform/path.h"
#include "platform/temporary.h"
#include "platform/time.h"
#include "session/file/session_recover.h"
#include "session/file/session_ring.h"
#include "tool/cli/temporary_files.h"
#include "tool/cli/text.h"

/* After so many frames the recording may lag behind, and is waited for. */
enum { RECORDED_AT_ONCE = 64 };

static void say_failure(void *data, const char *text)
{
    struct tool_drive_world *world = data;
    atomic_store(&world->has_failed, true);
    tool_text_complain("drive: %s is incomplete: %s", world->save, text);
}

const struct us_session_frame *tool_drive_world_frame(const struct tool_drive_world *world,
                                                      uint64_t frame)
{
    const uint64_t oldest =
        world->put > TOOL_DRIVE_WORLD_KEPT ? world->put - TOOL_DRIVE_WORLD_KEPT : 0;
    const uint64_t newest = world->put - 1;
    const uint64_t kept = frame < oldest ? oldest : frame > newest ? newest : frame;
    return &world->frames[kept % TOOL_DRIVE_WORLD_KEPT];
}

const struct us_session_frame *tool_drive_world_newest(const struct tool_drive_world *world)
{
    return tool_drive_world_frame(world, world->put - 1);
}

/* Composes the frame behind those that were put. */
static const struct us_session_frame *compose_next(struct tool_drive_world *world)
{
    struct us_session_frame *next = &world->frames[world->put % TOOL_DRIVE_WORLD_KEPT];
    tool_live_person_compose(world->person, world->put, next, &world->input);
    return next;
}

static bool put_recorded(struct tool_drive_world *world, const struct us_session_frame *frame)
{
    return us_session_recorder_put_frame(world->recorder, frame) &&
           us_session_recorder_put_input(world->recorder, &world->input);
}

/* Opens a recording and puts the frame that is there. */
static bool open_recording(struct tool_drive_world *world, const char *path, const char *ring)
{
    static struct us_session_info info;
    struct us_error error;
    const struct us_session_recorder_options options = {.path = path,
                                                        .replaces = true,
                                                        .ring = ring,
                                                        .version = US_TOOL_VERSION,
                                                        .on_failure = say_failure,
                                                        .data = world};
    tool_live_person_info(&info);
    info.is_driven = true;
    memcpy(info.app_name, world->app, sizeof info.app_name);
    if (us_session_recorder_open(&options, &world->recorder, &error) != US_OK)
        tool_text_complain("drive: %s: %s", path, error.text);
    else if (us_session_recorder_put_session(world->recorder, &info) &&
             us_session_recorder_put_components(world->recorder,
                                                tool_live_person_components(world->person)) &&
             put_recorded(world, tool_drive_world_newest(world)))
        return true;
    us_session_recorder_close(world->recorder);
    world->recorder = NULL;
    return false;
}

static bool write_seed(struct tool_drive_world *world, const char *seed)
{
    snprintf(world->save, sizeof world->save, "%s", seed);
    bool written = open_recording(world, seed, NULL) && us_session_recorder_close(world->recorder);
    world->recorder = NULL;
    world->save[0] = '\0';
    return written;
}

static bool make_memory(struct tool_drive_world *world, char out_memory[PATH_MAX])
{
    int file = tool_temporary_files_open("drive", NULL, us_drive_prepare, out_memory);
    if (file < 0)
        out_memory[0] = '\0';
    world->memory = file >= 0 ? us_drive_make(file, world->hz) : NULL;
    int why = errno;
    if (file >= 0)
        us_descriptor_close(file);
    if (world->memory == NULL)
        tool_text_complain("drive: no temporary file of a few megabytes can be made: %s; set %s to "
                           "a folder that you can write to",
                           strerror(why), US_TEMPORARY_VARIABLE);
    return world->memory != NULL;
}

/* Without it, all works but for what is lost when this process is killed. */
static void make_ring(struct tool_drive_world *world)
{
    int file = tool_temporary_files_open("session", NULL, us_session_ring_prepare, world->ring);
    if (file >= 0)
        us_descriptor_close(file);
    else
        world->ring[0] = '\0';
}

void tool_drive_world_rescue(const struct tool_drive_world *world)
{
    struct us_session_recovery recovery;
    struct us_error error = {.byte = US_NO_BYTE};
    if (world->ring[0] == '\0')
        return;
    if (us_session_recover(world->save, world->ring, NULL, US_TOOL_VERSION, NULL, &recovery,
                           &error) == US_OK)
        tool_text_complain("drive: understudy was killed; %s is the recording of the drive up to "
                           "then",
                           world->save);
    else
        tool_text_complain("drive: understudy was killed, and the recording of the drive could "
                           "not be completed: %s: %s",
                           world->save, error.text);
    us_path_remove(world->ring);
}

/* The person, and frame 0. */
static bool put_first(struct tool_drive_world *world)
{
    world->person = tool_live_person_make(world->hz);
    if (world->person == NULL) {
        tool_text_complain("drive: there is no memory");
        return false;
    }
    world->put = 0;
    const struct us_session_frame *first = compose_next(world);
    world->put = 1;
    return us_drive_put(world->memory, first, &world->input);
}

bool tool_drive_world_begin(struct tool_drive_world *world, double hz, const char *seed,
                            char out_memory[PATH_MAX])
{
    *world = (struct tool_drive_world){.hz = hz};
    out_memory[0] = '\0';
    make_ring(world);
    return make_memory(world, out_memory) && put_first(world) && write_seed(world, seed);
}

bool tool_drive_world_restart(struct tool_drive_world *world)
{
    tool_live_person_free(world->person);
    us_drive_clear(world->memory);
    world->granted = 0;
    world->markers = 0;
    world->has_end = world->is_whole = false;
    atomic_store(&world->has_failed, false);
    return put_first(world);
}

bool tool_drive_world_record(struct tool_drive_world *world)
{
    return open_recording(world, world->save, world->ring[0] != '\0' ? world->ring : NULL);
}

static void record(struct tool_drive_world *world, const struct us_session_frame *frame)
{
    if (world->recorder == NULL)
        return;
    if (world->put % RECORDED_AT_ONCE == 0)
        us_session_recorder_wait(world->recorder);
    put_recorded(world, frame);
}

/* What happens in the frame comes before it. */
static void put_events(struct tool_drive_world *world)
{
    size_t count;
    const struct us_session_event *events = tool_live_person_events(world->person, &count);
    for (size_t i = 0; i < count; i++) {
        us_drive_put_event(world->memory, &events[i]);
        us_session_recorder_put_event(world->recorder, &events[i]);
    }
}

static bool put_next(struct tool_drive_world *world)
{
    if (!us_drive_has_room(world->memory))
        return false;
    const struct us_session_frame *next = compose_next(world);
    put_events(world);
    if (!us_drive_put(world->memory, next, &world->input))
        return false;
    world->put++;
    record(world, next);
    return true;
}

bool tool_drive_world_is_real(const struct tool_drive_world *world)
{
    return world->pace.period_ns > 0;
}

bool tool_drive_world_is_at_rest(const struct tool_drive_world *world)
{
    const struct us_drive_app app = us_drive_app(world->memory);
    return app.has_started && app.waits && app.waiting_frame >= world->granted;
}

int64_t tool_drive_world_left_ns(const struct tool_drive_world *world)
{
    if (!tool_drive_world_is_real(world))
        return 0;
    return tool_drive_world_is_at_rest(world)
               ? tool_drive_pace_left_ns(&world->pace, us_time_now_ns())
               : -1;
}

bool tool_drive_world_grant(struct tool_drive_world *world, bool is_shot, bool is_last)
{
    if (!is_last && tool_drive_world_left_ns(world) != 0)
        return false;
    if (world->has_end || (world->granted == world->put && !put_next(world)))
        return false;
    if (is_shot)
        us_drive_shoot(world->memory, world->granted);
    if (is_last)
        us_drive_end(world->memory, world->granted);
    world->has_end = is_last;
    us_drive_grant(world->memory, ++world->granted);
    tool_drive_pace_granted(&world->pace, us_time_now_ns());
    return true;
}

uint64_t tool_drive_world_finished(const struct tool_drive_world *world)
{
    return us_drive_app(world->memory).waiting_frame;
}

/* The app has the frame already: its log gets the marker with the next one. */
static bool put_marker(struct tool_drive_world *world, const char *name)
{
    struct us_session_event event = {.kind = US_DRIVE_EVENT_MARKER,
                                     .time_ns = tool_drive_world_newest(world)->time_ns,
                                     .frame_time_ns =
                                         US_LIVE_PERSON_ORIGIN_NS +
                                         us_clock_frame_ns((double)world->put, world->hz)};
    snprintf(event.text, sizeof event.text, "%s", name);
    return world->markers < US_DRIVE_MARKERS && us_drive_put_event(world->memory, &event);
}

bool tool_drive_world_mark(struct tool_drive_world *world, const char *name)
{
    struct us_session_marker marker = {.time_ns = tool_drive_world_newest(world)->time_ns,
                                       .source = US_SESSION_MARKER_USER};
    snprintf(marker.name, sizeof marker.name, "%s", name);
    if (world->recorder == NULL || atomic_load(&world->has_failed) || !put_marker(world, name))
        return false;
    world->markers++;
    return us_session_recorder_put_marker(world->recorder, &marker);
}

/* The last frame of a recording is its end: there the replay asks the app to exit. An app that
 * ended by itself was not asked, so one more frame follows those that it got. */
static void record_unshown(struct tool_drive_world *world)
{
    if (world->has_end || world->granted < world->put)
        return;
    const struct us_session_frame *next = compose_next(world);
    us_session_recorder_wait(world->recorder);
    put_recorded(world, next);
}

void tool_drive_world_close(struct tool_drive_world *world)
{
    if (world->recorder == NULL)
        return;
    record_unshown(world);
    world->is_whole = us_session_recorder_close(world->recorder);
    world->recorder = NULL;
}

void tool_drive_world_end(struct tool_drive_world *world)
{
    tool_drive_world_close(world);
    us_drive_close(world->memory);
    tool_live_person_free(world->person);
    if (world->ring[0] != '\0')
        us_path_remove(world->ring);
    *world = (struct tool_drive_world){0};
}
