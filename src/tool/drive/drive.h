/* SPDX-License-Identifier: MIT */
/*
 * drive: what a client of `understudy drive` may ask, understudy-drive(5): requests, and the tasks
 * that take frames of the app. Knows nothing of connections. One thread at a time.
 */
#ifndef TOOL_DRIVE_H
#define TOOL_DRIVE_H

#include <cjson/cJSON.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/base/pose.h"
#include "tool/aim/aim.h"
#include "tool/drive/base/drive_reply.h"
#include "tool/drive/base/log_tail.h"
#include "tool/drive/drive_world.h"
#include "tool/expect/expect.h"
#include "tool/verdict/event_match.h"

struct us_run_status;
struct tool_drive_wait;

enum {
    TOOL_DRIVE_PROTOCOL = 1,
    TOOL_DRIVE_THREADS_SIZE = 640,
    TOOL_DRIVE_INPUTS = 64,
    TOOL_DRIVE_INPUT_SIZE = 80
};

enum tool_drive_task_kind {
    TOOL_DRIVE_NO_TASK,
    TOOL_DRIVE_ADVANCE,
    TOOL_DRIVE_PICTURE,
    TOOL_DRIVE_STOP,
    TOOL_DRIVE_UNDO, /* back to a mark */
    TOOL_DRIVE_FREE, /* nobody drives, and the app goes on */
};

enum { TOOL_DRIVE_PICTURE_PATH = PATH_MAX + 256 };

/* How a picture is wanted. */
struct tool_drive_see {
    char part[TOOL_DRIVE_PART]; /* "": all */
    unsigned longest;           /* pixels of the longer side at most; 0: as it is */
    bool hands;                 /* with the person's hands and their rays */
};

/* How far the app was, and since when it has come no further; 0: not known yet. */
struct tool_drive_patience {
    uint64_t progress;
    int64_t since_ns;
};

/* What takes frames of the app. */
struct tool_drive_task {
    enum tool_drive_task_kind kind;
    uint64_t target; /* so many frames are granted at most; of a picture, its frame */
    bool has_until;  /* each frame is looked at before the next is granted */
    bool is_focus;   /* until the session has the focus; otherwise until `wait` or `what` */
    struct tool_drive_wait *wait; /* drive_wait.h; NULL: none */
    struct tool_expect_what what;
    struct tool_nearest nearest; /* to `what` */
    cJSON *until;                /* that holds the texts of `wait` and `what` */
    cJSON *found, *odd; /* the line that was waited for; of a picture its lines, and others */
    cJSON *seen;        /* of a picture: the lines that say where things are */
    struct tool_drive_see see; /* of a picture */
    bool was_shot;             /* the picture's frame was granted */
    int64_t rest_ns;           /* since when the app asks for the next frame; 0: it does not */
    unsigned late;             /* of a picture: frames that were granted after it */
    struct tool_drive_patience patience;
};

/* A request that was done, or whose app ended meanwhile. */
struct tool_drive_told {
    const char *method;
    bool drives;         /* as of the method */
    const cJSON *params; /* NULL: none */
    const struct tool_drive_reply *reply;
    uint64_t before, after; /* frames that were granted before and after it */
};

/* Who is told of requests, in the order in which they are done. */
struct tool_drive_listener {
    void (*take)(void *data, const struct tool_drive_told *told); /* NULL: nobody */
    void *data;
};

/* What was done, to be done again: commands, a mark, or, without both, a picture. */
struct tool_drive_step {
    uint64_t granted;                   /* how many frames were granted before */
    struct tool_live_command *commands; /* with their lines */
    size_t count;
    char *mark;
};

struct tool_drive_undo {
    struct tool_drive_step *steps;
    size_t count, bytes;
    size_t next;                             /* the next one to repeat; `count`: none */
    bool is_repeating;                       /* the steps are done again now */
    bool is_lost;                            /* there was no room for a step */
    bool is_leaving;                         /* the app that ran so far is about to end */
    int64_t began_ns;                        /* when it was asked to */
    bool has_lost;                           /* a recording of what was undone is not whole */
    char log[PATH_MAX], recording[PATH_MAX]; /* of what was undone; "": there is none */
};

struct tool_drive {
    struct tool_drive_world world;
    struct tool_log_tail log;
    const struct us_run_status *status; /* what the layer tells; NULL: nothing */
    char shots[PATH_MAX];
    struct tool_drive_task task;
    struct tool_drive_undo undo;
    uint64_t *events_from; /* of the client that asks */
    cJSON *seen;           /* what is known of the newest pictures, the newest first */
    double stall_s;        /* so long the app may ask for no frame */
    struct tool_drive_listener listener;
    const struct tool_drive_method *asked; /* what the task does; NULL: no request */
    cJSON *asked_params;
    uint64_t asked_at;  /* frames that were granted before it */
    unsigned commanded; /* parts of the person that commands were about */
    unsigned input_count;
    char inputs[TOOL_DRIVE_INPUTS][TOOL_DRIVE_INPUT_SIZE]; /* "right squeeze/value": commanded */
    struct tool_drive_patience patience;                   /* after `stop` */
    bool is_given_up;                                      /* the app hangs, and is to be ended */
    bool is_over;                                          /* the app has ended */
    char ending[128];                                      /* how */
};

/* ---- drive_requests.c ---- */

/* What a request needs of the client. */
struct tool_drive_asker {
    bool may_drive;        /* no other client drives */
    bool drives;           /* set if the request drives */
    uint64_t *events_from; /* where in the log its next `events` begins; NULL: it asks for none */
};

/* What a request gives back beside its reply. `id` is NULL if the request wants no answer. */
enum tool_drive_outcome { TOOL_DRIVE_ANSWERED, TOOL_DRIVE_BEGAN };

/* Takes one line. With TOOL_DRIVE_BEGAN, tool_drive_step makes the reply later. */
enum tool_drive_outcome tool_drive_request(struct tool_drive *drive, const char *line,
                                           size_t length, struct tool_drive_asker *asker,
                                           cJSON **out_id, struct tool_drive_reply *out);

/* Asks a method with these parameters; NULL: none. A reply without a result and an error: a task
 * was begun, and tool_drive_step makes the reply later. */
void tool_drive_ask(struct tool_drive *drive, const char *name, const cJSON *params,
                    struct tool_drive_asker *asker, struct tool_drive_reply *out);

/* ---- drive_methods.c ---- */

enum { TOOL_DRIVE_METHODS = 11, TOOL_DRIVE_KEYS = 8 };

/* Makes the reply, or begins a task. */
typedef void tool_drive_call(struct tool_drive *drive, const cJSON *params,
                             struct tool_drive_reply *out);

struct tool_drive_method {
    const char *name;
    bool drives;         /* one client at a time may ask it */
    bool may_follow_end; /* also when the drive was stopped */
    tool_drive_call *call;
    const char *keys[TOOL_DRIVE_KEYS + 1]; /* of its parameters; NULL ends them */
};
extern const struct tool_drive_method tool_drive_methods[TOOL_DRIVE_METHODS];
/* NULL: there is none. */
const struct tool_drive_method *tool_drive_method_find(const char *name);

/* ---- drive_advance.c ---- */

tool_drive_call tool_drive_advance;

/* ---- drive_task.c ---- */

/* One step of the task, without waiting for the app. Returns true if it is over, with its reply. */
bool tool_drive_step(struct tool_drive *drive, struct tool_drive_reply *out);
/* With --clock real, grants the next frame when it is due, unless the task does. Call it after the
 * step, also without a task. */
void tool_drive_go_on(struct tool_drive *drive);
/* Waits for the app, or with --clock real for the time of its next frame, until there may be
 * another step, but milliseconds at most. */
void tool_drive_wait(const struct tool_drive *drive);
/* Tells the listener, which there is, of a request that was done. `before`: the frames that were
 * granted when it was asked. */
void tool_drive_tell(const struct tool_drive *drive, const struct tool_drive_method *method,
                     const cJSON *params, const struct tool_drive_reply *reply, uint64_t before);
/* Nobody waits for the task any more. */
void tool_drive_task_drop(struct tool_drive *drive);

/* ---- drive_stall.c ---- */

/* Whether the app has come no further for too long; then the reply says where its threads are. An
 * app that was to stop is given up. */
bool tool_drive_check_stall(struct tool_drive *drive, struct tool_drive_reply *out);
/* Gives an app up that hangs after `stop` has granted its last frame, and says so. */
void tool_drive_check_stop(struct tool_drive *drive);
/* Adds "threads", if the app does not wait for a frame. */
void tool_drive_add_threads(const struct tool_drive *drive, cJSON *object);

/* ---- drive_undo.c ---- */

/*
 * Back to a mark or a frame: the app ends as by `stop`, is started again, and gets all frames up to
 * there anew, at full speed, with what was asked of the drive between them. Runs are the same, so
 * the app is then where it was; the event logs of both tell whether it is.
 */

/* Remembers what is done now: a mark, or with NULL a picture. */
void tool_drive_undo_note(struct tool_drive *drive, const char *mark);
/* Does commands of the person, as tool_live_person_do, and remembers them. */
bool tool_drive_perform(struct tool_drive *drive, const struct tool_live_command *commands,
                        size_t count, size_t *out_wrong, char *why, size_t size);

/* The method `undo`: begins the task. */
tool_drive_call tool_drive_undo_begin;
/* Grants what can be granted now. Returns whether all up to the mark is. */
bool tool_drive_undo_grant(struct tool_drive *drive);
/* The app asks for no frame: what was not repeated yet is forgotten. */
void tool_drive_undo_stop(struct tool_drive *drive);
/* The app has finished those frames: makes the reply. */
void tool_drive_undo_conclude(struct tool_drive *drive, struct tool_drive_reply *out);

/* Whether the app that has ended is to be started again. */
bool tool_drive_undo_is_wanted(const struct tool_drive *drive);
/* Call it between both: begins the world anew, and gives the log and the recording of what was
 * undone other names. `log` is the log's path. False after a message. */
bool tool_drive_undo_restart(struct tool_drive *drive, const char *log);

void tool_drive_undo_finish(struct tool_drive *drive);

/* ---- drive_views.c: what is known of the app ---- */

/* Reads the log as far as the app's finished frames. */
void tool_drive_look(struct tool_drive *drive);
/* "frame", "time_s" */
void tool_drive_add_time(const struct tool_drive *drive, cJSON *object, uint64_t frame);
/* The same of the newest finished frame, or null; "state", "app_waits" */
void tool_drive_add_position(const struct tool_drive *drive, cJSON *object);
/* Whether an event log has lines of this name. False: an error. */
bool tool_drive_check_event(const char *name, struct tool_drive_reply *reply);
cJSON *tool_drive_events(struct tool_drive *drive, const cJSON *kinds, uint64_t *from);
/* The summary of the app's newest instance; NULL: it has none. */
const struct us_summary *tool_drive_summary(const struct tool_drive *drive);

/* Notes what a command is about. */
void tool_drive_note_command(struct tool_drive *drive, const char *line);
/* In words, what was commanded and the app never asked for; "" if there is nothing. */
void tool_drive_describe_unasked(const struct tool_drive *drive, char *out, size_t size);

/* Adds to a text, in words, that the app has no action bound to the input with the profile that the
 * hand has at a frame, and which bound paths are near. Adds nothing if it has, or that is not
 * known. */
void tool_drive_describe_unbound(const struct tool_drive *drive, const char *input, uint64_t frame,
                                 char *out, size_t size);

/* ---- drive_state.c ---- */

/* What `state` answers. The caller deletes it. */
cJSON *tool_drive_state(struct tool_drive *drive);

/* ---- locate.c ---- */

tool_drive_call tool_drive_locate;
/* The point of a target: what `locate` takes, or {"point":[x, y, z],"space":...}. Adds what is
 * known of it to `result`. False, with an error in the reply: there is none. */
bool tool_drive_find_target(const struct tool_drive *drive, const cJSON *target,
                            struct tool_aim_point *out_point, cJSON *result,
                            struct tool_drive_reply *out);

/* A view of the newest picture. False, with an error in the reply: there is none. */
bool tool_drive_find_view(const struct tool_drive *drive, int view, struct tool_aim_view *out_view,
                          struct tool_drive_reply *out);

/* ---- seen_picture.c: what is kept of the newest pictures: the lines of the log about their
 * frames, and where the app's spaces were then ---- */

/* Keeps what `locate` needs of the picture that was taken of a frame. */
void tool_drive_keep_picture(struct tool_drive *drive, uint64_t frame);
/* Forgets the lines of the task that are about earlier frames than this one. */
void tool_drive_forget_seen(struct tool_drive_task *task, uint64_t frame);
/* The picture of a frame; below 0: the newest. NULL: it is not kept. */
const cJSON *tool_seen_picture(const struct tool_drive *drive, double frame);
/* The line of an event of its frame; NULL: there is none. */
const cJSON *tool_seen_line(const cJSON *picture, const char *event);

/* Where a space was in LOCAL, by its number in the log. False: that is not known. */
bool tool_seen_place_space(const cJSON *picture, double number, struct us_pose *out);
/* The number of a space, by the type of a reference space, or by its action; NULL: there is none.
 */
const cJSON *tool_seen_space_number(const cJSON *picture, const char *name);

/* An array of so many numbers; a pose as the log has it. False: it is none. */
bool tool_seen_read_numbers(const cJSON *array, int count, double *out);
bool tool_seen_read_pose(const cJSON *array, struct us_pose *out);

/* ---- drive_see.c ---- */

bool tool_drive_read_see(const cJSON *params, struct tool_drive_see *out,
                         struct tool_drive_reply *reply);
/* The answer of the task, whose frame has its pictures. */
void tool_drive_conclude_picture(struct tool_drive *drive, struct tool_drive_reply *out);

/* ---- drive_aim.c ---- */

tool_drive_call tool_drive_aim;

#endif
