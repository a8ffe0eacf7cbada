/* SPDX-License-Identifier: MIT */
#include "runtime/window/painter.h"

#include <stdio.h>
#include <stdlib.h>

#include "platform/thread.h"
#include "platform/time.h"

/* How often the window is checked while nothing is drawn. */
#define POLL_NS 20000000
/* The same where somebody tends to what the user does. */
#define TEND_NS 4000000
/* The largest window that is drawn. */
#define WINDOW_MAX_PX 16384u

struct rt_painter {
    struct rt_window *window; /* of the thread, once it runs */
    rt_painter_draw *draw;
    rt_painter_tend *tend; /* NULL: nobody */
    void (*finish)(void *picture);
    void *picture; /* of the thread while `shows` */
    struct us_thread thread;
    struct us_mutex mutex; /* guards the rest */
    struct us_condition changed;
    int64_t rested_ns; /* the painter has drawn the picture, and rests until then; 0: it has not */
    bool shows, closed, stops;
};

static void paint(struct rt_painter *painter)
{
    struct rt_window *window = painter->window;
    const uint32_t width = rt_window_width(window), height = rt_window_height(window);
    if (width > WINDOW_MAX_PX || height > WINDOW_MAX_PX)
        return;
    uint8_t *rgb = calloc(height, (size_t)width * 3);
    if (rgb == NULL)
        return;
    painter->draw(painter->picture, width, height, rgb);
    rt_window_show(window, rgb);
    free(rgb);
}

/* Under the mutex, which is released meanwhile. */
static void paint_then_rest(struct rt_painter *painter)
{
    const int64_t began_ns = us_time_now_ns();
    us_mutex_unlock(&painter->mutex);
    paint(painter);
    us_mutex_lock(&painter->mutex);
    const int64_t ended_ns = us_time_now_ns();
    painter->rested_ns = ended_ns + (ended_ns - began_ns);
}

/* Under the mutex, which is released meanwhile. */
static void look(struct rt_painter *painter)
{
    us_mutex_unlock(&painter->mutex);
    const bool open = rt_window_poll(painter->window);
    us_mutex_lock(&painter->mutex);
    if (painter->stops) /* then it was not the user who closed the window */
        return;
    us_mutex_unlock(&painter->mutex);
    if (painter->tend != NULL)
        painter->tend(painter->picture, painter->window, open);
    us_mutex_lock(&painter->mutex);
    painter->closed = !open;
}

static void step(struct rt_painter *painter)
{
    const int64_t now = us_time_now_ns(), next = now + (painter->tend != NULL ? TEND_NS : POLL_NS);
    if (painter->shows && painter->rested_ns == 0) {
        paint_then_rest(painter);
    } else if (painter->shows && now >= painter->rested_ns) {
        painter->shows = false;
        painter->rested_ns = 0;
    } else {
        const bool ends_first = painter->shows && painter->rested_ns < next;
        us_condition_wait_until(&painter->changed, &painter->mutex,
                                ends_first ? painter->rested_ns : next);
    }
}

static void *run(void *data)
{
    struct rt_painter *painter = data;
    us_mutex_lock(&painter->mutex);
    while (!painter->stops && !painter->closed) {
        look(painter);
        if (!painter->stops && !painter->closed)
            step(painter);
    }
    painter->shows = false;
    us_mutex_unlock(&painter->mutex);
    return NULL;
}

static bool start(struct rt_painter *painter)
{
    if (!us_condition_init(&painter->changed))
        return false;
    us_mutex_init(&painter->mutex);
    if (us_thread_start(&painter->thread, 0, run, painter) == 0)
        return true;
    us_mutex_destroy(&painter->mutex);
    us_condition_destroy(&painter->changed);
    return false;
}

static void release(struct rt_painter *painter)
{
    painter->finish(painter->picture);
    rt_window_close(painter->window);
    free(painter);
}

struct rt_painter *rt_painter_open(const char *title, uint32_t width_px, uint32_t height_px,
                                   rt_painter_draw *draw, rt_painter_tend *tend,
                                   void (*finish)(void *picture), void *picture,
                                   char out_error[RT_WINDOW_ERROR_SIZE])
{
    struct rt_painter *painter = calloc(1, sizeof *painter);
    if (painter == NULL) {
        finish(picture);
        return NULL;
    }
    *painter =
        (struct rt_painter){.draw = draw, .tend = tend, .finish = finish, .picture = picture};
    painter->window = rt_window_open(title, width_px, height_px, out_error);
    if (painter->window != NULL && start(painter))
        return painter;
    if (painter->window != NULL)
        snprintf(out_error, RT_WINDOW_ERROR_SIZE, "no thread can be started");
    release(painter);
    return NULL;
}

void rt_painter_close(struct rt_painter *painter)
{
    if (painter == NULL)
        return;
    us_mutex_lock(&painter->mutex);
    painter->stops = true;
    us_condition_signal(&painter->changed);
    us_mutex_unlock(&painter->mutex);
    rt_window_interrupt(painter->window);
    us_thread_join(&painter->thread);
    us_mutex_destroy(&painter->mutex);
    us_condition_destroy(&painter->changed);
    release(painter);
}

void *rt_painter_take(struct rt_painter *painter)
{
    us_mutex_lock(&painter->mutex);
    void *picture = painter->shows || painter->closed ? NULL : painter->picture;
    us_mutex_unlock(&painter->mutex);
    return picture;
}

void rt_painter_show(struct rt_painter *painter)
{
    us_mutex_lock(&painter->mutex);
    painter->shows = true;
    us_condition_signal(&painter->changed);
    us_mutex_unlock(&painter->mutex);
}

bool rt_painter_is_closed(struct rt_painter *painter)
{
    us_mutex_lock(&painter->mutex);
    const bool closed = painter->closed;
    us_mutex_unlock(&painter->mutex);
    return closed;
}
