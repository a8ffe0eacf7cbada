/* SPDX-License-Identifier: MIT */
#include "runtime/window/painter.h"

#include <poll.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LEFT = 1, LARGE_DOT = 2, CLOSE_MS = 2000 };

struct rt_cockpit {
    int socket;
    bool listens, is_behind; /* the tool has not got `now` yet */
    struct us_cockpit_input now;
    struct us_cockpit_view view;
    _Atomic uint32_t eyes; /* of `view`, for the app's frames */
};

struct rt_cockpit *rt_cockpit_open(const char *path)
{
    struct rt_cockpit *cockpit = calloc(1, sizeof *cockpit);
    if (cockpit == NULL)
        return NULL;
    cockpit->socket = us_cockpit_connect(path);
    atomic_init(&cockpit->eyes, LEFT); /* until the tool says more */
    /* The pointer was not seen yet. */
    cockpit->now.pointer_x = cockpit->now.pointer_y = US_COCKPIT_NOWHERE;
    if (cockpit->socket >= 0)
        return cockpit;
    free(cockpit);
    return NULL;
}

void rt_cockpit_close(struct rt_cockpit *cockpit)
{
    if (cockpit == NULL)
        return;
    close(cockpit->socket);
    free(cockpit);
}

/* What does not go now goes when rt_cockpit_tend is called again. */
static void tell(struct rt_cockpit *cockpit)
{
    cockpit->is_behind = !us_cockpit_send(cockpit->socket, &cockpit->now, sizeof cockpit->now);
}

static void hear(void *data, const struct us_cockpit_input *held)
{
    struct rt_cockpit *cockpit = data;
    struct us_cockpit_rect eyes[2];
    memcpy(eyes, cockpit->now.eyes, sizeof eyes);
    cockpit->now = *held;
    memcpy(cockpit->now.eyes, eyes, sizeof eyes);
    tell(cockpit);
}

void rt_cockpit_tend(struct rt_cockpit *cockpit, struct rt_window *window, bool open)
{
    struct us_cockpit_view view;
    if (!open) {
        /* It is the last call: nobody could send that later. */
        struct pollfd room = {.fd = cockpit->socket, .events = POLLOUT};
        (void)poll(&room, 1, CLOSE_MS);
        cockpit->now.is_closed = 1;
        cockpit->is_behind = true;
    }
    if (open && !cockpit->listens)
        rt_window_listen(window, hear, cockpit);
    cockpit->listens |= open;
    if (cockpit->is_behind)
        tell(cockpit);
    while (us_cockpit_receive(cockpit->socket, &view, sizeof view) == US_COCKPIT_MESSAGE) {
        cockpit->view = view;
        atomic_store_explicit(&cockpit->eyes, view.eyes, memory_order_relaxed);
        cockpit->view.status[US_COCKPIT_STATUS - 1] = '\0';
        cockpit->view.help[US_COCKPIT_HELP - 1] = '\0';
    }
}

uint32_t rt_cockpit_eyes(const struct rt_cockpit *cockpit)
{
    return atomic_load_explicit(&cockpit->eyes, memory_order_relaxed);
}

void rt_cockpit_place(struct rt_cockpit *cockpit, uint32_t eye, struct us_cockpit_rect rect)
{
    if (memcmp(&cockpit->now.eyes[eye], &rect, sizeof rect) == 0)
        return;
    cockpit->now.eyes[eye] = rect;
    cockpit->is_behind = true;
}

/* Whether a text fits into the picture with so many pixels for a dot. */
static bool fits(const struct rt_text_picture *picture, const char *text, uint32_t dot)
{
    uint32_t columns, lines;
    rt_text_measure(text, &columns, &lines);
    return (columns * RT_TEXT_WIDTH + 8) * dot <= picture->width &&
           ((lines + 1) * RT_TEXT_HEIGHT + 8) * dot <= picture->height;
}

void rt_cockpit_draw(const struct rt_cockpit *cockpit, const struct rt_text_picture *picture)
{
    const bool is_large = fits(picture, cockpit->view.help, LARGE_DOT) &&
                          fits(picture, cockpit->view.status, LARGE_DOT);
    const uint32_t dot = is_large ? LARGE_DOT : 1;
    const uint32_t margin = 4 * dot, line = RT_TEXT_HEIGHT * dot;
    if (cockpit->view.help[0] != '\0')
        rt_text_draw(picture, margin, margin, dot, cockpit->view.help);
    if (picture->height > line + margin)
        rt_text_draw(picture, margin, picture->height - line - margin, dot, cockpit->view.status);
}
