/* SPDX-License-Identifier: MIT */
/*
 * A session with graphics gains the focus with its first frame. In an app that ends its frames in
 * another thread than it waits for them, this happens in the second xrWaitFrame, whichever thread
 * is faster. The last frame ends well, however long it takes. Exit status 77: there is no Vulkan
 * device.
 */
#include <pthread.h>
#include <time.h>

#include "vulkan_client.h"

struct drawing {
    XrSession session;
    XrTime display_time;
    long delay_ns; /* before the frame's beginning, and before its end */
    int work_s;    /* how long it uses the processor between its beginning and its end */
};

static void sleep_ns(long ns)
{
    const struct timespec nap = {.tv_nsec = ns};
    nanosleep(&nap, NULL);
}

/* Uses what it gets of the processor for so long, as an app that draws in software on a busy
 * machine. */
static void work(int seconds)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    const time_t end_s = now.tv_sec + seconds;
    while (seconds > 0 && now.tv_sec <= end_s)
        clock_gettime(CLOCK_MONOTONIC, &now);
}

static void *draw(void *argument)
{
    const struct drawing *drawing = argument;
    sleep_ns(drawing->delay_ns);
    OK(xrBeginFrame(drawing->session, NULL));
    sleep_ns(drawing->delay_ns);
    work(drawing->work_s);
    OK(client_end_frame(drawing->session, drawing->display_time));
    return NULL;
}

static XrFrameState wait_frame(XrSession session)
{
    XrFrameState state = {.type = XR_TYPE_FRAME_STATE};
    OK(xrWaitFrame(session, NULL, &state));
    return state;
}

static void check_one_thread(void)
{
    struct client client = {0};
    struct vulkan_client vulkan = {0};
    vulkan_client_create(&client, &vulkan);
    client_begin_session(&client);
    struct drawing drawing = {client.session, wait_frame(client.session).predictedDisplayTime, 0,
                              0};
    CHECK(!client_poll_state(&client, XR_SESSION_STATE_SYNCHRONIZED));
    draw(&drawing);
    CHECK(client_poll_state(&client, XR_SESSION_STATE_FOCUSED));
    client_end(&client);
    vulkan_client_destroy(&vulkan);
}

/* `ends_first`: the other thread has ended the frame before the second xrWaitFrame; otherwise it
 * ends it during that. */
static void check_two_threads(bool ends_first)
{
    struct client client = {0};
    struct vulkan_client vulkan = {0};
    vulkan_client_create(&client, &vulkan);
    client_begin_session(&client);
    struct drawing drawing = {client.session, wait_frame(client.session).predictedDisplayTime,
                              ends_first ? 0 : 50000000, 0};
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, draw, &drawing) == 0);
    if (ends_first)
        CHECK(pthread_join(thread, NULL) == 0);
    CHECK(!client_poll_state(&client, XR_SESSION_STATE_SYNCHRONIZED));
    const XrFrameState second = wait_frame(client.session);
    CHECK(second.shouldRender == XR_TRUE);
    CHECK(client_poll_state(&client, XR_SESSION_STATE_SYNCHRONIZED));
    CHECK(client_poll_state(&client, XR_SESSION_STATE_VISIBLE));
    CHECK(client_poll_state(&client, XR_SESSION_STATE_FOCUSED));
    if (!ends_first)
        CHECK(pthread_join(thread, NULL) == 0);
    /* The session ends after the frame, however long that takes. */
    drawing.display_time = second.predictedDisplayTime;
    drawing.work_s = ends_first ? 0 : 2;
    CHECK(pthread_create(&thread, NULL, draw, &drawing) == 0);
    client_end(&client);
    CHECK(pthread_join(thread, NULL) == 0);
    vulkan_client_destroy(&vulkan);
}

/* An app that gives up its first frame goes on. */
static void check_discarded(void)
{
    struct client client = {0};
    struct vulkan_client vulkan = {0};
    vulkan_client_create(&client, &vulkan);
    client_begin_session(&client);
    wait_frame(client.session);
    OK(xrBeginFrame(client.session, NULL));
    wait_frame(client.session);
    CHECK(!client_poll_state(&client, XR_SESSION_STATE_SYNCHRONIZED));
    CHECK(xrBeginFrame(client.session, NULL) == XR_FRAME_DISCARDED);
    client_end(&client);
    vulkan_client_destroy(&vulkan);
}

int main(void)
{
    check_one_thread();
    check_two_threads(true);
    check_two_threads(false);
    check_discarded();
    return 0;
}
