/* SPDX-License-Identifier: MIT */
#include "tool/drive/cockpit/gamepad.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tool/cli/file_roles.h"
#include "tool/cli/text.h"

/* How often a gamepad is looked for while there is none. udev says who may read a new one a moment
 * after it has come: only the third refusal counts. */
#define LOOK_NS INT64_C(1000000000)
enum { REFUSALS = 3, EVENTS_AT_ONCE = 1024, BITS = CHAR_BIT * sizeof(long) };

/* Both sticks, both triggers, and the d-pad. */
enum { RIGHT_X = 2, PULLS = 4, DPAD_X = 6, AXES = 8 };
static const struct tool_gamepad_axis xbox_axes[AXES] = {
    {ABS_X, -32768, 32767, 0},  {ABS_Y, -32768, 32767, 0}, {ABS_RX, -32768, 32767, 0},
    {ABS_RY, -32768, 32767, 0}, {ABS_Z, 0, 255, 0},        {ABS_RZ, 0, 255, 0},
    {ABS_HAT0X, -1, 1, 0},      {ABS_HAT0Y, -1, 1, 0},
};

/* ---- Amounts ---- */

static bool has(const struct tool_gamepad_axis *axis)
{
    return axis->minimum < axis->maximum;
}

/* Where an axis is between its ends, 0 to 1; in the middle where there is none. */
static double along(const struct tool_gamepad_axis *axis)
{
    const double low = axis->minimum, high = axis->maximum;
    return has(axis) ? fmin(fmax((axis->value - low) / (high - low), 0), 1) : 0.5;
}

/* The part of the way that is beyond the part in which nothing happens. */
static double beyond(double way, double rest)
{
    return fmax(0, fmin(way, 1) - rest) / (1 - rest);
}

static void spread(double x, double y, double scale, double out[4])
{
    const double directions[4] = {-y, y, -x, x}; /* the kernel counts downwards */
    for (int i = 0; i < 4; i++)
        out[i] = fmax(out[i], scale * directions[i]);
}

static void measure(const struct tool_gamepad *pad, double out[TOOL_GAMEPAD_CONTROLS])
{
    for (int i = 0; i < TOOL_GAMEPAD_CONTROLS; i++)
        out[i] = pad->down[i];
    for (int i = 0; i < AXES; i += 2) {
        const double a = along(&pad->axes[i]), b = along(&pad->axes[i + 1]);
        const double x = 2 * a - 1, y = 2 * b - 1, way = hypot(x, y);
        const double amount = pow(beyond(way, TOOL_GAMEPAD_STICK_REST), 2);
        if (i == DPAD_X)
            spread(round(x), round(y), 1, out + TOOL_GAMEPAD_DPAD);
        else if (i != PULLS)
            spread(x, y, amount > 0 ? amount / way : 0, out + TOOL_GAMEPAD_STICKS + 2 * i);
    }
    /* The buttons of the triggers say less than their axes. */
    for (int i = 0; i < 2; i++)
        if (has(&pad->axes[PULLS + i]))
            out[BTN_TL2 - BTN_GAMEPAD + i] =
                beyond(along(&pad->axes[PULLS + i]), TOOL_GAMEPAD_TRIGGER_REST);
}

/* ---- The device ---- */

static void press(struct tool_gamepad *pad, unsigned code, bool is_down)
{
    if (code >= BTN_GAMEPAD && code < BTN_GAMEPAD + TOOL_GAMEPAD_STICKS)
        pad->down[code - BTN_GAMEPAD] = is_down;
    if (code >= BTN_DPAD_UP && code <= BTN_DPAD_RIGHT)
        pad->down[TOOL_GAMEPAD_DPAD + code - BTN_DPAD_UP] = is_down;
}

/* What is held now. A FIFO does not tell: it is at rest. */
static void ask(struct tool_gamepad *pad)
{
    /* In place of those from RIGHT_X on: some devices have the right stick where others have the
     * triggers. */
    static const uint16_t other_codes[] = {ABS_Z, ABS_RZ, ABS_BRAKE, ABS_GAS};
    unsigned long keys[KEY_CNT / BITS] = {0};
    struct input_absinfo info = {0};
    memset(pad->down, 0, sizeof pad->down);
    memcpy(pad->axes, xbox_axes, sizeof pad->axes);
    if (ioctl(pad->file, EVIOCGKEY(sizeof keys), keys) < 0)
        return;
    for (unsigned code = BTN_GAMEPAD; code < KEY_CNT; code++)
        press(pad, code, (keys[code / BITS] >> code % BITS & 1) != 0);
    (void)ioctl(pad->file, EVIOCGABS(ABS_RX), &info);
    for (int i = 0; i < 4 && info.minimum >= info.maximum; i++)
        pad->axes[RIGHT_X + i].code = other_codes[i];
    for (struct tool_gamepad_axis *axis = pad->axes; axis < pad->axes + AXES; axis++) {
        info = (struct input_absinfo){0};
        (void)ioctl(pad->file, EVIOCGABS((unsigned)axis->code), &info);
        axis->minimum = info.minimum;
        axis->maximum = info.maximum;
        axis->value = info.value;
    }
}

static void take(struct tool_gamepad *pad, const struct input_event *event, tool_gamepad_hear *hear,
                 void *data)
{
    double amounts[TOOL_GAMEPAD_CONTROLS];
    const bool reports = event->type == EV_SYN && event->code == SYN_REPORT;
    pad->is_lost |= event->type == EV_SYN && event->code == SYN_DROPPED;
    if (event->type == EV_KEY && !pad->is_lost)
        press(pad, event->code, event->value != 0);
    for (int i = 0; event->type == EV_ABS && !pad->is_lost && i < AXES; i++)
        if (pad->axes[i].code == event->code)
            pad->axes[i].value = event->value;
    if (!reports)
        return;
    if (pad->is_lost)
        ask(pad);
    pad->is_lost = false;
    measure(pad, amounts);
    hear(data, amounts);
}

/* False: it has left. */
static bool receive(struct tool_gamepad *pad, tool_gamepad_hear *hear, void *data)
{
    struct stat is;
    for (int i = 0; i < EVENTS_AT_ONCE; i++) {
        const ssize_t length =
            read(pad->file, (char *)&pad->event + pad->used, sizeof pad->event - pad->used);
        if (length < 0)
            return errno == EAGAIN || errno == EINTR;
        if (length == 0) { /* nobody writes to a FIFO now */
            pad->used = 0;
            return fstat(pad->file, &is) == 0 && is.st_nlink > 0;
        }
        pad->used = (pad->used + (size_t)length) % sizeof pad->event;
        if (pad->used == 0)
            take(pad, &pad->event, hear, data);
    }
    return true;
}

/* ---- Gamepads that come and leave ---- */

/* The kernel lists the buttons of each device, in hexadecimal digits, for everybody. */
static bool is_gamepad(const char *path, const char *node)
{
    char name[PATH_MAX], list[4096] = "";
    struct stat is;
    if (stat(path, &is) == 0 && S_ISFIFO(is.st_mode))
        return true;
    snprintf(name, sizeof name, "/sys/class/input/%s/device/modalias", node);
    FILE *file = fopen(name, "re");
    const bool is_read = file != NULL && fgets(list, sizeof list, file) != NULL;
    if (file != NULL)
        fclose(file);
    return is_read && strstr(list, "130,") != NULL; /* BTN_GAMEPAD */
}

/* Sets `out_refused`, and leaves it otherwise. */
static void try_file(struct tool_gamepad *pad, const char *folder, const char *node,
                     bool *out_refused)
{
    char path[PATH_MAX];
    if (pad->file >= 0 || strncmp(node, "event", 5) != 0 ||
        (size_t)snprintf(path, sizeof path, "%s/%s", folder, node) >= sizeof path ||
        !is_gamepad(path, node))
        return;
    pad->file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (pad->file < 0 && errno == EACCES && !*out_refused && ++pad->refusals == REFUSALS)
        tool_text_complain("drive: this user may not read the gamepad %s; run 'sudo usermod -aG "
                           "input $USER' and log in again, or let a udev rule give it the tag "
                           "uaccess",
                           path);
    *out_refused = *out_refused || (pad->file < 0 && errno == EACCES);
    if (pad->file < 0)
        return;
    snprintf(pad->name, sizeof pad->name, "%s", node);
    (void)ioctl(pad->file, EVIOCGNAME(sizeof pad->name - 1), pad->name);
    pad->used = 0;
    pad->is_lost = false;
    ask(pad);
}

static void look_for_one(struct tool_gamepad *pad)
{
    const char *path = tool_file_path_variable("UNDERSTUDY_GAMEPADS", "/dev/input");
    DIR *folder = opendir(path);
    bool was_refused = false;
    for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;)
        try_file(pad, path, entry->d_name, &was_refused);
    if (folder != NULL)
        closedir(folder);
}

bool tool_gamepad_serve(struct tool_gamepad *pad, int64_t now_ns, tool_gamepad_hear *hear,
                        void *data)
{
    static const double rest[TOOL_GAMEPAD_CONTROLS];
    const bool was_here = pad->file >= 0;
    if (!was_here && now_ns >= pad->next_look_ns) {
        look_for_one(pad);
        pad->next_look_ns = now_ns + LOOK_NS;
    }
    if (pad->file >= 0 && !receive(pad, hear, data)) {
        tool_gamepad_close(pad);
        hear(data, rest);
    }
    return was_here != (pad->file >= 0);
}

void tool_gamepad_close(struct tool_gamepad *pad)
{
    if (pad->file >= 0)
        close(pad->file);
    pad->file = -1;
}
