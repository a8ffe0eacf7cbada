/* SPDX-License-Identifier: MIT */
/*
 * cockpit: what somebody does with mouse and keyboard in the window, and with a gamepad, as
 * commands to the person of a drive, understudy-person(5). cockpit_keys.c has the table of keys.
 *
 * The person stands in LOCAL. The active hand's aim is the ray from the eye that is shown through
 * the middle of the pixel under the pointer, at a distance from that eye, or where there was no
 * pointer and a gamepad was used, through the middle of the picture; the other hand stays where it
 * is beside the body. What is held acts once a frame; what was only tapped is held for
 * TOOL_COCKPIT_TAP_S of the person's time, so that the app sees it. Knows no connection and no
 * window. One thread at a time.
 */
#ifndef TOOL_COCKPIT_H
#define TOOL_COCKPIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cockpit/cockpit_channel.h"
#include "person/geometry.h"
#include "tool/drive/cockpit/gamepad.h"

#define TOOL_COCKPIT_TAP_S 0.15
/* A trigger or a grip goes from one end to the other in this time, and a part of the way in the
 * same part of it. */
#define TOOL_COCKPIT_OVER_S 0.1
#define TOOL_COCKPIT_SPEED_M_S 1.2
#define TOOL_COCKPIT_TURN_RAD_S 2.0
/* The hand's distance from the eye: at first, and from where to where a notch of the wheel changes
 * it by a tenth. */
#define TOOL_COCKPIT_DISTANCE_M 0.4
#define TOOL_COCKPIT_NEAREST_M 0.15
#define TOOL_COCKPIT_FARTHEST_M 3.0

/* What a key does. Those up to TOOL_COCKPIT_HELD are held, the others act when they are pressed. */
enum tool_cockpit_act {
    TOOL_COCKPIT_LOOK,
    TOOL_COCKPIT_LOOK_UP,
    TOOL_COCKPIT_LOOK_DOWN,
    TOOL_COCKPIT_LOOK_LEFT,
    TOOL_COCKPIT_LOOK_RIGHT,
    TOOL_COCKPIT_AHEAD,
    TOOL_COCKPIT_BACK,
    TOOL_COCKPIT_LEFT,
    TOOL_COCKPIT_RIGHT,
    TOOL_COCKPIT_UP,
    TOOL_COCKPIT_DOWN,
    TOOL_COCKPIT_STICK_UP,
    TOOL_COCKPIT_STICK_DOWN,
    TOOL_COCKPIT_STICK_LEFT,
    TOOL_COCKPIT_STICK_RIGHT,
    TOOL_COCKPIT_TRIGGER, /* from here on inputs of a hand */
    TOOL_COCKPIT_GRIP,
    TOOL_COCKPIT_PRIMARY,
    TOOL_COCKPIT_SECONDARY,
    TOOL_COCKPIT_STICK_CLICK,
    TOOL_COCKPIT_MENU,
    TOOL_COCKPIT_HELD,
    TOOL_COCKPIT_OTHER_HAND = TOOL_COCKPIT_HELD,
    TOOL_COCKPIT_DEVICE,
    TOOL_COCKPIT_RECENTRE,
    TOOL_COCKPIT_TAKE,
    TOOL_COCKPIT_MARK,
    TOOL_COCKPIT_EYES,
    TOOL_COCKPIT_HELP,
    TOOL_COCKPIT_ACTS
};

/* The pointer and the wheel are in the table for its readers. */
enum { TOOL_COCKPIT_POINTER = 0, TOOL_COCKPIT_BUTTON = 1, TOOL_COCKPIT_WHEEL = 4 };
enum { TOOL_COCKPIT_PAD = 0x40000000 };

struct tool_cockpit_key {
    /* Of X; TOOL_COCKPIT_BUTTON + n: button n + 1 of the mouse; TOOL_COCKPIT_PAD + n: control n of
     * the gamepad (gamepad.h). */
    uint32_t symbol;
    enum tool_cockpit_act act;
    const char
        *name; /* of it, or of it and those that follow, as help shows it; NULL: see before */
    const char *help;
};
extern const struct tool_cockpit_key tool_cockpit_keys[];
extern const size_t tool_cockpit_key_count;

/* The names and what they do: a line each, which begins with `indent`. */
void tool_cockpit_describe(const char *indent, char *out, size_t size);

enum { TOOL_COCKPIT_LINES = 32, TOOL_COCKPIT_LINE = 192 };

/* What is to be asked of the drive before its next frame. */
struct tool_cockpit_orders {
    unsigned count;
    struct tool_cockpit_order {
        char line[TOOL_COCKPIT_LINE];
        double over_s;
    } lines[TOOL_COCKPIT_LINES]; /* of `do`, one request */
    bool recentres;              /* a request of its own */
    char mark[32];               /* "": none */
};

struct tool_cockpit {
    struct us_cockpit_input seen; /* the newest */
    double pad[TOOL_GAMEPAD_CONTROLS];
    double time_s;           /* of the person */
    struct rt_vector head_m; /* in LOCAL */
    double yaw_rad, pitch_rad;
    enum us_hand hand;
    bool has_begun, are_hands; /* hands in place of controllers */
    bool has_pointer, has_pad; /* the pointer has been over an eye; the gamepad was used */
    uint32_t eye;              /* over which, the newest one */
    double u, v;               /* where, 0 to 1 from its upper left corner */
    double distance_m;
    struct rt_motion m_body_grip[US_HAND_COUNT];
    double held[TOOL_COCKPIT_HELD], told[TOOL_COCKPIT_HELD]; /* how far, 0 to 1; as commanded */
    bool tapped[TOOL_COCKPIT_ACTS], done[TOOL_COCKPIT_HELD];
    bool spent[TOOL_COCKPIT_HELD]; /* held, but for the hand that let go */
    double pressed_s[TOOL_COCKPIT_HELD];
    unsigned takes, marks;
    bool is_taking, shows_help, shows_both;
    char sent[3 + US_HAND_COUNT][TOOL_COCKPIT_LINE]; /* the newest lines of poses and sticks */
};

void tool_cockpit_init(struct tool_cockpit *out_cockpit);

/* Takes what the user holds now. */
void tool_cockpit_hear(struct tool_cockpit *cockpit, const struct us_cockpit_input *input);
void tool_cockpit_hear_pad(struct tool_cockpit *cockpit,
                           const double amounts[TOOL_GAMEPAD_CONTROLS]);

/* What the person does in the next frame, which is so much later than the one before. */
void tool_cockpit_step(struct tool_cockpit *cockpit, double seconds,
                       struct tool_cockpit_orders *out_orders);

/* What the window shows, but for the status when `news` is not "". */
void tool_cockpit_view(const struct tool_cockpit *cockpit, const char *news,
                       struct us_cockpit_view *out_view);

#endif
