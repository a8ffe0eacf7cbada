/* SPDX-License-Identifier: MIT */
/*
 * log_event: one line of the event log, understudy-log(5), before it is text. Its size is fixed.
 *
 * Any thread may fill an event, even an app's frame thread. Therefore an event has no pointers
 * except `long_text`, and formats nothing. Poses and velocities are what the app was told.
 */
#ifndef US_LOG_EVENT_H
#define US_LOG_EVENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/text.h"
#include "core/sampler/sample.h"
#include "eventlog/log_layer.h"
#include "openxr/xr.h"

enum us_log_event_level {
    US_LOG_EVENT_LEVEL_OFF,
    US_LOG_EVENT_LEVEL_EVENTS, /* rare events */
    US_LOG_EVENT_LEVEL_FRAMES, /* and each frame */
    US_LOG_EVENT_LEVEL_CALLS,  /* and each question */
};

enum us_log_event_kind {
    US_LOG_EVENT_TEXT,      /* the caller formats it: cold paths only */
    US_LOG_EVENT_LONG_TEXT, /* the same, from malloc; the journal frees it */
    US_LOG_EVENT_PLAY,
    US_LOG_EVENT_MARKER,
    US_LOG_EVENT_FAULT,
    US_LOG_EVENT_SPACE,
    US_LOG_EVENT_ACTION,
    US_LOG_EVENT_HAPTIC,
    US_LOG_EVENT_ERROR,
    US_LOG_EVENT_LAYERS,
    US_LOG_EVENT_LAYER,
    US_LOG_EVENT_LATE,
    US_LOG_EVENT_WAIT,
    US_LOG_EVENT_SUBMIT,
    US_LOG_EVENT_SYNC,
    US_LOG_EVENT_LOCATE,
    US_LOG_EVENT_VIEWS,
    US_LOG_EVENT_HAND,
    US_LOG_EVENT_KINDS
};

/* What is numbered through a log. */
enum us_numbered {
    US_NUMBERED_SESSION,
    US_NUMBERED_SPACE,
    US_NUMBERED_SWAPCHAIN,
    US_NUMBERED_COUNT
};

/* Who answers a call. */
enum us_source {
    US_SOURCE_NOBODY,    /* there is no data now */
    US_SOURCE_RUNTIME,   /* the chain below */
    US_SOURCE_RECORDING, /* the recording, or the layer's virtual spaces */
    US_SOURCE_BOTH,      /* both, combined */
    US_SOURCE_UNKNOWN,   /* the writer cannot tell: `from` and `how` are absent */
};

enum {
    US_LOG_EVENT_NAME_SIZE = 64, /* names of actions and paths, cut where they are longer */
    US_LOG_EVENT_TEXT_SIZE = 800,
    US_LOG_EVENT_LAYERS_MAX = 16,
    US_LOG_EVENT_POSES_MAX = 20, /* of all layers of a frame together */
    US_LOG_EVENT_VIEWS_MAX = 8,
    US_LOG_EVENT_FLAGS_SIZE = 8,
};

/* A name of ours. Not a pointer: what is left of a log is read after the app has died. */
struct us_log_event_word {
    char text[48];
};

static inline struct us_log_event_word us_log_event_word(const char *word)
{
    struct us_log_event_word out = {{0}};
    for (size_t i = 0; word != NULL && word[i] != '\0' && i + 1 < sizeof out.text; i++)
        out.text[i] = word[i];
    return out;
}

/* A question's time and how it was answered. */
struct us_log_event_answer {
    double ask;  /* frames since the start of playback; NaN: before */
    double at_s; /* recording time; NaN: nothing recorded is in the answer */
    enum us_source from;
    enum us_how how; /* if anything recorded is in it */
};

struct us_log_event_layer {
    XrStructureType type;
    uint32_t space;     /* number; 0: unknown */
    uint8_t pose_count; /* how many of the event's poses are this layer's, in order */
};

struct us_log_event {
    enum us_log_event_kind kind;
    int64_t frame;    /* -1: before playback */
    int64_t wall_ns;  /* set by us_event_journal_begin */
    uint32_t session; /* number, from 1; 0: none; a text has it itself */
    union {
        char text[US_LOG_EVENT_TEXT_SIZE]; /* members of a JSON object, without braces, "e" first */
        char *long_text;
        struct {
            struct us_log_event_word what;
            double from_s, to_s, speed, frame_hz; /* of "start"; frame_hz 0: the wall clock */
            struct us_log_event_word end, anchor;
            double at_s;         /* of the others */
            int64_t resident_kb; /* the journal's thread sets these two; 0: not known */
        } play;
        struct {
            char name[US_LOG_EVENT_NAME_SIZE * 2];
            double at_s;
            int64_t resident_kb;
        } marker;
        struct {
            struct us_log_event_word what, kind;   /* "begin", "end"; "lose", ... */
            char item[US_LOG_EVENT_NAME_SIZE * 2]; /* as the user wrote it; cut if it is longer */
            double at_s;
        } fault;
        struct {
            uint32_t space;
            struct us_log_event_word kind; /* "reference", "action" */
            XrReferenceSpaceType type_value;
            char action[US_LOG_EVENT_NAME_SIZE], subaction[US_LOG_EVENT_NAME_SIZE];
            XrPosef pose;
        } space;
        struct {
            char action[US_LOG_EVENT_NAME_SIZE],
                subaction[US_LOG_EVENT_NAME_SIZE]; /* subaction "": any */
            XrActionType type;
            bool active, changed;
            float x, y; /* a boolean is 0 or 1 */
            enum us_source from;
        } action;
        struct {
            char action[US_LOG_EVENT_NAME_SIZE], subaction[US_LOG_EVENT_NAME_SIZE];
            bool is_stop;
            int64_t duration_ns;
            float frequency, amplitude;
            XrResult result;
        } haptic;
        struct {
            struct us_log_event_word call;
            XrResult result;
            struct us_log_event_word what; /* empty: nothing more is known */
            uint32_t repeated;
        } error;
        struct {
            uint64_t count;
        } late;
        struct {
            uint64_t count;
            int64_t time_ns, period_ns;
            double at_s;
            bool render;
            double spent_ms;     /* from the return of the xrWaitFrame before; 0: not known */
            double processor_ms; /* of the app from that return to this one; 0: not known */
        } wait;
        struct {
            double ask, at_s;
            bool is_stray;   /* the display time is that of no frame */
            double apart;    /* frames from the predicted display time of the frame that was begun
                                to the display time; 0: they are equal; NaN: not known */
            double frame_ms; /* from the return of xrWaitFrame to the call; 0: not known */
            XrEnvironmentBlendMode blend;
            struct us_log_layer_chain chain; /* of XrFrameEndInfo */
            XrResult result;
            uint32_t layer_count; /* may be more than there is room for */
            struct us_log_event_layer layers[US_LOG_EVENT_LAYERS_MAX];
            XrPosef poses[US_LOG_EVENT_POSES_MAX];
        } submit; /* and US_LOG_EVENT_LAYERS */
        struct us_log_layer layer;
        struct {
            XrResult result;
        } sync;
        struct {
            struct us_log_event_word call;
            uint32_t space, base;
            struct us_log_event_answer answer;
            XrSpaceLocationFlags flags;
            XrPosef pose;
            bool has_velocity;
            XrSpaceVelocityFlags velocity_flags;
            XrVector3f linear, angular;
        } locate;
        struct {
            uint32_t base, count;
            struct us_log_event_answer answer;
            XrViewStateFlags flags;
            XrPosef poses[US_LOG_EVENT_VIEWS_MAX];
            XrFovf fovs[US_LOG_EVENT_VIEWS_MAX];
        } views;
        struct {
            bool is_right, active;
            uint32_t base;
            struct us_log_event_answer answer;
            XrPosef joints[XR_HAND_JOINT_COUNT_EXT];
        } hand;
    } of;
};

/*
 * Write the event as one line of JSON with a newline. Returns its length, 0 if it does not fit into
 * `out`. The thread's locale must be "C". `log_began_ns` is what wall_ms counts from. `kind` is one
 * of them; what makes no sense in the event, because an app wrote over it, is left out.
 */
uint32_t us_log_event_write(const struct us_log_event *event, uint64_t number, int64_t log_began_ns,
                            char *out, uint32_t out_size);

/* Write the letters of the member `flags` into `out`. */
void us_log_event_flags(XrSpaceLocationFlags flags, XrSpaceVelocityFlags velocity_flags,
                        char out[US_LOG_EVENT_FLAGS_SIZE]);

enum { US_MACHINE_SIZE = 256 };

/* What the log says of the machine: "Linux 6.1.0 x86_64, 2 processors: AMD EPYC 7763". Returns
 * `out`. Makes system calls, so no frame thread may call it. */
const char *us_log_event_describe_machine(char out[US_MACHINE_SIZE]);

/* Writes the member "result": the name of a result, or its number as text. */
void us_log_event_write_result(struct us_json_text *text, XrResult result);

#endif
