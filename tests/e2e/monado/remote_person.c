/* SPDX-License-Identifier: MIT */
/*
 * remote_person SECONDS [without-b]: moves the head, the hands and the controllers of Monado's
 * remote driver, through its TCP port on this machine, until SECONDS are over or the driver is
 * gone. Ends when the driver has had a second of it, and goes on in the background.
 *
 * Everything moves, so that a lost or exchanged answer shows, but only four times a second: the
 * driver answers with what came last, so that an app gets two answers for one frame if something
 * comes while it asks. With "without-b" nobody presses the B buttons, at which hello_xr quits.
 */
#define _POSIX_C_SOURCE 200809L
#include <arpa/inet.h>
#include <math.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { PORT = 4242, STEP_NS = 250000000, TRIES = 200, SEEN_STEPS = 4 };

/* What the driver of Monado 25 reads. A pose is its orientation X Y Z W and its position. */
struct view {
    float fov[4], pose[7], unused;
};

struct controller {
    float pose[7], linear_m_s[3], angular_rad_s[3];
    float curl[5]; /* of the fingers, 0 to 1 */
    float trigger, squeeze, squeeze_force, thumbstick[2], trackpad_force, trackpad[2];
    bool has_hand, active;
    bool system_click, system_touch, a_click, a_touch, b_click, b_touch, trigger_click,
        trigger_touch, thumbstick_click, thumbstick_touch, trackpad_touch;
    bool unused[3];
};

struct packet {
    char header[8];
    struct view views[2];
    float center[7];
    bool has_views, unused[3];
    struct controller hands[2];
};

_Static_assert(sizeof(struct packet) == 376, "the packet of Monado's remote driver");

static void turn(float *pose, double yaw, double pitch)
{
    pose[0] = (float)(cos(yaw / 2) * sin(pitch / 2));
    pose[1] = (float)(sin(yaw / 2) * cos(pitch / 2));
    pose[2] = (float)(-sin(yaw / 2) * sin(pitch / 2));
    pose[3] = (float)(cos(yaw / 2) * cos(pitch / 2));
}

static float part(double t, double rate, double phase)
{
    return (float)(0.5 + 0.5 * sin(rate * t + phase));
}

static void move_hand(struct controller *hand, int which, double t)
{
    double side = which == 0 ? -1.0 : 1.0;
    turn(hand->pose, 0.6 * sin(0.9 * t + which), 0.4 * cos(1.3 * t + which));
    hand->pose[4] = (float)(side * 0.25 + 0.08 * sin(1.7 * t));
    hand->pose[5] = (float)(1.2 + 0.1 * cos(1.1 * t + which));
    hand->pose[6] = (float)(-0.4 + 0.1 * sin(1.9 * t + which));
    hand->linear_m_s[0] = (float)(0.08 * 1.7 * cos(1.7 * t));
    hand->linear_m_s[1] = (float)(-0.1 * 1.1 * sin(1.1 * t + which));
    hand->linear_m_s[2] = (float)(0.1 * 1.9 * cos(1.9 * t + which));
    for (int finger = 0; finger < 5; finger++)
        hand->curl[finger] = part(t, 1.5, finger + which);
    hand->trigger = part(t, 2.1, which);
    hand->squeeze = part(t, 1.4, which);
    hand->squeeze_force = part(t, 1.4, which + 2);
    /* The left one is always further out: for an action of both hands, the further one counts. */
    double reach = which == 0 ? 0.9 : 0.5;
    hand->thumbstick[0] = (float)(reach * sin(2.0 * t + which));
    hand->thumbstick[1] = (float)(reach * cos(2.0 * t + which));
    hand->active = hand->has_hand = true;
    hand->a_click = sin(3.0 * t + which) > 0.5;
    hand->a_touch = sin(3.0 * t + which) > 0.0;
    hand->b_click = cos(2.5 * t + which) > 0.6;
    hand->trigger_click = hand->trigger > 0.9f;
    hand->trigger_touch = hand->trigger > 0.1f;
    hand->thumbstick_touch = sin(t) > 0.0;
}

static struct packet person_at(double t, bool presses_b)
{
    struct packet packet = {.header = "mndrmt3"};
    turn(packet.center, 0.5 * sin(0.8 * t), 0.2 * sin(1.2 * t));
    packet.center[4] = (float)(0.1 * sin(0.7 * t));
    packet.center[5] = (float)(1.6 + 0.05 * sin(1.0 * t));
    packet.center[6] = (float)(0.1 * cos(0.6 * t));
    for (int which = 0; which < 2; which++)
        move_hand(&packet.hands[which], which, t);
    for (int which = 0; which < 2; which++)
        packet.hands[which].b_click &= presses_b;
    return packet;
}

/* The service opens its port some time after its socket. -1: it did not. */
static int connect_to(int port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    for (int i = 0; i < TRIES; i++) {
        int file = socket(AF_INET, SOCK_STREAM, 0);
        if (file >= 0 && connect(file, (struct sockaddr *)&address, sizeof address) == 0)
            return file;
        if (file >= 0)
            close(file);
        nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    }
    return -1;
}

static bool send_all(int file, const struct packet *packet)
{
    for (size_t sent = 0; sent < sizeof *packet;) {
        ssize_t count =
            send(file, (const char *)packet + sent, sizeof *packet - sent, MSG_NOSIGNAL);
        if (count <= 0)
            return false;
        sent += (size_t)count;
    }
    return true;
}

int main(int argc, char **argv)
{
    double seconds = argc > 1 ? atof(argv[1]) : 10.0;
    bool presses_b = argc <= 2 || strcmp(argv[2], "without-b") != 0;
    int file = connect_to(PORT);
    if (file < 0) {
        fprintf(stderr, "remote_person: nobody listens at port %d\n", PORT);
        return 1;
    }
    int64_t steps = (int64_t)(seconds * 1e9 / STEP_NS);
    for (int64_t i = 0; i < steps; i++) {
        if (i == SEEN_STEPS && fork() != 0)
            return 0;
        struct packet packet = person_at((double)i * STEP_NS * 1e-9, presses_b);
        if (!send_all(file, &packet))
            break;
        nanosleep(&(struct timespec){.tv_nsec = STEP_NS}, NULL);
    }
    close(file);
    return 0;
}
