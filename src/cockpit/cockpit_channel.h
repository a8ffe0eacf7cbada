/* SPDX-License-Identifier: MIT */
/*
 * cockpit_channel: what the window of the headless runtime, in the app's process, and the tool tell
 * each other while somebody drives by mouse and keyboard. The tool listens at a path; the runtime
 * connects. Each message is one packet of a Unix-domain socket, and nobody waits for the other.
 *
 * A message holds all that is so now, so that a lost one is made good by the next.
 */
#ifndef US_COCKPIT_CHANNEL_H
#define US_COCKPIT_CHANNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The pointer was not seen yet. */
#define US_COCKPIT_NOWHERE INT32_MIN

enum { US_COCKPIT_KEYS = 16, US_COCKPIT_STATUS = 160, US_COCKPIT_HELP = 2400 };

/* A part of the window, in pixels from its upper left corner. */
struct us_cockpit_rect {
    int32_t x, y, width, height; /* a width of 0: it is not shown */
};

/* From the runtime: what the user holds now. */
struct us_cockpit_input {
    uint32_t buttons;               /* bit n: button n + 1 of X: left, middle, right */
    int32_t pointer_x, pointer_y;   /* pixels of the window, also beside it */
    int32_t wheel;                  /* notches since the window was opened; forwards counts up */
    struct us_cockpit_rect eyes[2]; /* where the eyes are */
    uint32_t is_closed;             /* 1: the user has closed the window */
    uint32_t key_count;             /* at most US_COCKPIT_KEYS */
    uint32_t keys[US_COCKPIT_KEYS]; /* key symbols of X; letters are the small ones */
};

/* From the tool: what the window shows. */
struct us_cockpit_view {
    uint32_t eyes;                  /* bit 0: the left eye, bit 1: the right one */
    char status[US_COCKPIT_STATUS]; /* a line at the lower edge; "": none */
    char help[US_COCKPIT_HELP];     /* lines over the picture; "": none */
};

/* Both give a descriptor that does not block, or -1 with errno. A file that is at the path is an
 * error. */
int us_cockpit_listen(const char *path);
int us_cockpit_connect(const char *path);
/* The runtime that has come; -1: none. */
int us_cockpit_accept(int listening);

/* False: there is no room now, or nobody is there any more. */
bool us_cockpit_send(int socket, const void *message, size_t size);

enum us_cockpit_received { US_COCKPIT_NOTHING, US_COCKPIT_MESSAGE, US_COCKPIT_GONE };
/* The next message of exactly that size; others are skipped. */
enum us_cockpit_received us_cockpit_receive(int socket, void *out_message, size_t size);

#endif
