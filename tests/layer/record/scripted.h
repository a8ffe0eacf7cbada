/* SPDX-License-Identifier: MIT */
/*
 * scripted: an app on the fake runtime that is recorded, where a test writes the runtime's answers:
 * what the recorder is told of spaces, views and hands in xrWaitFrame, and what the app is told
 * when it asks.
 */
#ifndef US_TEST_SCRIPTED_H
#define US_TEST_SCRIPTED_H

#include "scene.h"
#include "sink.h"

enum { SCRIPTED_VALID = 3, SCRIPTED_TRACKED = 15 };

struct scripted_place {
    XrResult result;
    XrSpaceLocationFlags flags;
    XrPosef pose;
    XrSpaceVelocityFlags moving;
    XrVector3f linear, angular;
};

/* Of an answer for joints. Each joint is at the place `at`. */
struct scripted_hand {
    XrBool32 is_active;
    struct scripted_place at;
    uint32_t data_source; /* 0: the answer has none */
};

struct scripted {
    struct scene scene;
    XrSpace local, head, beside_head, stage, floor, unknown; /* beside_head: 100 m along x */
    XrTime time;                                             /* of the frame */
    struct scripted_place view_at, stage_at, floor_at;       /* in LOCAL, for the recorder */
    struct scripted_place told;                              /* for the app */
    unsigned asked_velocity; /* a bit for each type of reference space */
    XrViewStateFlags view_flags;
    uint32_t view_count;
    XrVector3f view_position; /* of the first view; each further one is as much further */
    int views_are_off;        /* in so many answers the eyes are 1 cm off */
    float right_rad;
    struct scripted_hand hand;
    XrHandTrackingAimStateFB aim;
    int trackers;
    void (*while_sampling)(void); /* is called by each question of the recorder for the head */
    bool is_app;                  /* the app asks, not the recorder */
};

extern struct scripted scripted;

/* The app enables these, which the runtime has. VIEW is at x = 2, LOCAL_FLOOR at 3, STAGE at 4, and
 * moves 10 times as fast; the eyes are 0.1 m apart. */
void scripted_begin(const char *const *names, uint32_t count, bool has_stage);
void scripted_end(void);

/* xrWaitFrame, in which the recorder samples; and xrEndFrame, which returns what was recorded. */
void scripted_wait(void);
const struct us_session_frame *scripted_end_frame(void);

/* A place that is tracked and does not move. */
struct scripted_place scripted_at(float x, float y, float z);
/* The app asks where a space is; `moves`: with its velocity. */
void scripted_locate(XrSpace space, XrSpace base, bool moves);

#endif
