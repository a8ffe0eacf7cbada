/* SPDX-License-Identifier: MIT */
/*
 * Gamepads: FIFOs in a folder, into which the test writes what the kernel would. Where a test needs
 * the answers of a device, this file gives them in place of ioctl, open and the kernel's list of
 * buttons. Amounts are worked out here from the angle and the way of a stick.
 */
#include "support.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tool/cli/text.h"
#include "tool/drive/cockpit/gamepad.h"

enum { LEFT = TOOL_GAMEPAD_STICKS, RIGHT = LEFT + 4, SECOND_NS = 1000000000 };
enum { UP, DOWN, TO_LEFT, TO_RIGHT };

/* ---- What the system answers ---- */

static bool has_device; /* files answer as the device below */
static struct input_absinfo ranges[ABS_CNT];
static unsigned long device_keys[KEY_CNT / (8 * sizeof(long))];
static const char device_name[] =
    "A pad with a name that is longer than any that a gamepad should have";
static const char *modalias; /* NULL: the kernel has none */
static bool is_forbidden;
static unsigned complaints;
static char complaint[512];

int __real_ioctl(int file, unsigned long request, void *out);
int __wrap_ioctl(int file, unsigned long request, void *out);
int __wrap_ioctl(int file, unsigned long request, void *out)
{
    const unsigned number = _IOC_NR(request), size = _IOC_SIZE(request);
    if (!has_device)
        return __real_ioctl(file, request, out);
    if (number >= 0x40 && number < 0x40 + ABS_CNT)
        memcpy(out, &ranges[number - 0x40], sizeof ranges[0]);
    else if (number == _IOC_NR(EVIOCGKEY(0)))
        memcpy(out, device_keys, size < sizeof device_keys ? size : sizeof device_keys);
    else if (number == _IOC_NR(EVIOCGNAME(0))) /* as the kernel does, without an end */
        memcpy(out, device_name, size < sizeof device_name ? size : sizeof device_name);
    else
        return -1;
    return 0;
}

#if LONG_MAX < LLONG_MAX /* with offsets of 64 bits the linker knows the calls by other names */
#define __real_fopen __real_fopen64
#define __wrap_fopen __wrap_fopen64
#define __real_open __real_open64
#define __wrap_open __wrap_open64
#endif
FILE *__real_fopen(const char *path, const char *mode);
FILE *__wrap_fopen(const char *path, const char *mode);
FILE *__wrap_fopen(const char *path, const char *mode)
{
    if (strcmp(path, "/sys/class/input/event7/device/modalias") != 0)
        return __real_fopen(path, mode);
    return modalias != NULL ? fmemopen((char *)modalias, strlen(modalias), "r") : NULL;
}

int __real_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...)
{
    if (is_forbidden && strstr(path, "/event") != NULL) {
        errno = EACCES;
        return -1;
    }
    return __real_open(path, flags, 0600);
}

void tool_text_complain(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(complaint, sizeof complaint, format, arguments);
    va_end(arguments);
    complaints++;
}

/* ---- A folder with one gamepad ---- */

struct scene {
    char folder[64], path[80];
    int writer;
    int64_t now_ns;
    struct tool_gamepad pad;
    double amounts[TOOL_GAMEPAD_CONTROLS];
    unsigned heard;
};

static void hear(void *data, const double amounts[TOOL_GAMEPAD_CONTROLS])
{
    struct scene *scene = data;
    memcpy(scene->amounts, amounts, sizeof scene->amounts);
    scene->heard++;
    for (int i = 0; i < TOOL_GAMEPAD_CONTROLS; i++)
        assert_true(amounts[i] >= 0 && amounts[i] <= 1);
}

static bool serve(struct scene *scene)
{
    return tool_gamepad_serve(&scene->pad, scene->now_ns, hear, scene);
}

static void make_folder(struct scene *scene, const char *node)
{
    *scene = (struct scene){.folder = "/tmp/understudy-gamepad-XXXXXX", .pad = {.file = -1}};
    assert_non_null(mkdtemp(scene->folder));
    snprintf(scene->path, sizeof scene->path, "%s/%s", scene->folder, node);
    assert_int_equal(setenv("UNDERSTUDY_GAMEPADS", scene->folder, 1), 0);
}

static void plug_in(struct scene *scene)
{
    assert_int_equal(mkfifo(scene->path, 0600), 0);
    scene->writer = __real_open(scene->path, O_RDWR | O_NONBLOCK);
    assert_true(scene->writer >= 0);
}

static void begin(struct scene *scene)
{
    make_folder(scene, "event3");
    plug_in(scene);
    assert_true(serve(scene));
    assert_true(scene->pad.file >= 0);
}

static void end(struct scene *scene)
{
    tool_gamepad_close(&scene->pad);
    close(scene->writer);
    unlink(scene->path);
    assert_int_equal(rmdir(scene->folder), 0);
    has_device = is_forbidden = false;
    modalias = NULL;
}

static void send(const struct scene *scene, int type, int code, int value)
{
    const struct input_event event = {
        .type = (unsigned short)type, .code = (unsigned short)code, .value = value};
    assert_int_equal(write(scene->writer, &event, sizeof event), sizeof event);
}

/* Two axes go somewhere in one report. */
static void move(struct scene *scene, int x_axis, int x, int y_axis, int y)
{
    send(scene, EV_ABS, x_axis, x);
    send(scene, EV_ABS, y_axis, y);
    send(scene, EV_SYN, SYN_REPORT, 0);
    assert_false(serve(scene));
}

static void press(struct scene *scene, int code, int value)
{
    send(scene, EV_KEY, code, value);
    send(scene, EV_SYN, SYN_REPORT, 0);
    assert_false(serve(scene));
}

static double held(const struct scene *scene, int button)
{
    return scene->amounts[button - BTN_GAMEPAD];
}

static void assert_near(double a, double b)
{
    if (!(fabs(a - b) < 1e-9))
        fail_msg("%.12g is not %.12g", a, b);
}

/* What a stick at this place gives in each direction; x and y from -1 to 1, y down. */
static void assert_stick(const double *amounts, double x, double y)
{
    const double angle = atan2(y, x), way = fmin(sqrt(x * x + y * y), 1);
    const double far = way > 0.15 ? (way - 0.15) / 0.85 * ((way - 0.15) / 0.85) : 0;
    assert_near(amounts[TO_RIGHT] - amounts[TO_LEFT], far * cos(angle));
    assert_near(amounts[DOWN] - amounts[UP], far * sin(angle));
    assert_near(amounts[TO_RIGHT] * amounts[TO_LEFT] + amounts[DOWN] * amounts[UP], 0);
}

/* ---- Tests ---- */

TEST(test_sticks)
{
    struct scene scene;
    begin(&scene);
    assert_string_equal(scene.pad.name, "event3");
    for (int x = -32768; x <= 32767; x += 5461)
        for (int y = -32768; y <= 32767; y += 9362) {
            move(&scene, ABS_X, x, ABS_Y, y);
            assert_stick(scene.amounts + LEFT, (2.0 * x + 1) / 65535, (2.0 * y + 1) / 65535);
            move(&scene, ABS_RX, y, ABS_RY, x);
            assert_stick(scene.amounts + RIGHT, (2.0 * y + 1) / 65535, (2.0 * x + 1) / 65535);
        }
    /* To the end it is 1; at 0.15 of the way it is 0, and a little later it is not. */
    move(&scene, ABS_X, 32767, ABS_Y, 0);
    assert_true(fabs(scene.amounts[LEFT + TO_RIGHT] - 1) < 1e-6);
    move(&scene, ABS_X, 4914, ABS_Y, 0);
    assert_true(scene.amounts[LEFT + TO_RIGHT] <= 0);
    move(&scene, ABS_X, 4916, ABS_Y, 0);
    assert_true(scene.amounts[LEFT + TO_RIGHT] > 0);
    /* What a broken device could say is the end. */
    move(&scene, ABS_X, INT32_MIN, ABS_Y, INT32_MAX);
    assert_stick(scene.amounts + LEFT, -1, 1);
    end(&scene);
}

TEST(test_triggers_and_buttons)
{
    struct scene scene;
    begin(&scene);
    for (int pulled = 0; pulled <= 255; pulled += 3) {
        move(&scene, ABS_Z, pulled, ABS_RZ, 255 - pulled);
        const double part = pulled / 255.0;
        assert_near(held(&scene, BTN_TL2), part > 0.05 ? (part - 0.05) / 0.95 : 0);
        assert_near(held(&scene, BTN_TR2), part < 0.95 ? (0.95 - part) / 0.95 : 0);
    }
    move(&scene, ABS_Z, 128, ABS_RZ, 0);
    press(&scene, BTN_TL2, 1); /* the button of a trigger that tells its way says nothing */
    assert_near(held(&scene, BTN_TL2), (128 / 255.0 - 0.05) / 0.95);
    move(&scene, ABS_HAT0X, -1, ABS_HAT0Y, 1);
    assert_near(scene.amounts[TOOL_GAMEPAD_DPAD + TO_LEFT], 1);
    assert_near(scene.amounts[TOOL_GAMEPAD_DPAD + DOWN], 1);
    assert_near(scene.amounts[TOOL_GAMEPAD_DPAD + UP], 0);
    press(&scene, BTN_DPAD_RIGHT, 1);
    assert_near(scene.amounts[TOOL_GAMEPAD_DPAD + TO_RIGHT], 1);
    for (int code = BTN_A; code <= BTN_THUMBR; code++) {
        if (code == BTN_TL2 || code == BTN_TR2)
            continue;
        press(&scene, code, 1);
        assert_near(held(&scene, code), 1);
        press(&scene, code, 2); /* as keys repeat themselves */
        assert_near(held(&scene, code), 1);
        press(&scene, code, 0);
        assert_near(held(&scene, code), 0);
    }
    end(&scene);
}

TEST(test_parts_of_events)
{
    struct scene scene;
    struct input_event events[2] = {{.type = EV_KEY, .code = BTN_A, .value = 1},
                                    {.type = EV_SYN, .code = SYN_REPORT}};
    begin(&scene);
    for (size_t i = 0; i < sizeof events; i++) {
        assert_near(held(&scene, BTN_A), 0);
        assert_int_equal(write(scene.writer, (const char *)events + i, 1), 1);
        assert_false(serve(&scene));
    }
    assert_near(held(&scene, BTN_A), 1);
    assert_int_equal(scene.heard, 1);
    /* Who writes to a FIFO may leave amid an event: the next one begins anew. */
    assert_int_equal(write(scene.writer, events, 10), 10);
    close(scene.writer);
    assert_false(serve(&scene));
    scene.writer = open(scene.path, O_WRONLY | O_NONBLOCK);
    press(&scene, BTN_B, 1);
    assert_near(held(&scene, BTN_B), 1);
    end(&scene);
}

/* Each report is heard, so that a tap between two calls is not lost. */
TEST(test_taps)
{
    struct scene scene;
    begin(&scene);
    for (int i = 0; i < 3; i++) {
        send(&scene, EV_KEY, BTN_A, i % 2 == 0);
        send(&scene, EV_SYN, SYN_REPORT, 0);
    }
    assert_false(serve(&scene));
    assert_int_equal(scene.heard, 3);
    end(&scene);
}

/* Any bytes do no harm, and what comes after them counts again. */
TEST(test_malformed)
{
    static const uint16_t types[] = {EV_SYN, EV_KEY, EV_ABS, EV_REL, EV_FF, 0xffff};
    static const uint16_t codes[] = {
        SYN_REPORT, ABS_X,     SYN_DROPPED, ABS_Z,           BTN_A,  BTN_GAMEPAD - 1,
        BTN_THUMBR, BTN_MODE,  BTN_DPAD_UP, BTN_DPAD_UP - 1, 0x224,  KEY_MAX,
        ABS_RZ,     ABS_HAT0X, 0x13f,       0x140,           0xffff, ABS_RY};
    struct scene scene;
    uint32_t seed = 1;
    begin(&scene);
    for (int round = 0; round < 20000; round++) {
        struct input_event event;
        for (size_t i = 0; i < sizeof event; i++)
            ((unsigned char *)&event)[i] =
                (unsigned char)((seed = seed * 1664525 + 1013904223) >> 24);
        if (round % 4 != 0) {
            event.type = types[event.type % (sizeof types / sizeof types[0])];
            event.code = codes[event.code % (sizeof codes / sizeof codes[0])];
        }
        assert_int_equal(write(scene.writer, &event, sizeof event), sizeof event);
        if (round % 50 == 0)
            assert_false(serve(&scene));
    }
    assert_true(scene.heard > 100);
    send(&scene, EV_SYN, SYN_DROPPED, 0);
    press(&scene, BTN_B, 1); /* void, and all is at rest */
    for (int i = 0; i < TOOL_GAMEPAD_CONTROLS; i++)
        assert_near(scene.amounts[i], 0);
    press(&scene, BTN_B, 1);
    assert_near(held(&scene, BTN_B), 1);
    end(&scene);
}

/* One may come late, leave with all that it holds, and come again. */
TEST(test_comes_and_leaves)
{
    struct scene scene;
    make_folder(&scene, "event12");
    assert_false(serve(&scene));
    for (int i = 0; i < 2; i++) {
        plug_in(&scene);
        assert_false(serve(&scene)); /* it is looked for once a second */
        scene.now_ns += SECOND_NS;
        assert_true(serve(&scene));
        press(&scene, BTN_A, 1);
        assert_near(held(&scene, BTN_A), 1);
        unlink(scene.path);
        close(scene.writer);
        assert_true(serve(&scene));
        assert_near(held(&scene, BTN_A), 0);
        assert_false(serve(&scene));
    }
    end(&scene);
    make_folder(&scene, "event12");
    assert_int_equal(rmdir(scene.folder), 0);
    assert_false(serve(&scene)); /* nor is there a folder */
    assert_int_equal(complaints, 0);
    setenv("UNDERSTUDY_GAMEPADS", "", 1);
    serve(&scene); /* /dev/input */
    tool_gamepad_close(&scene.pad);
}

static void make_file(struct scene *scene, const char *node)
{
    make_folder(scene, node);
    scene->writer = __real_open(scene->path, O_RDWR | O_CREAT, 0600);
    assert_true(scene->writer >= 0);
}

/* Keyboards are not opened, nor is what the kernel does not know. */
TEST(test_others)
{
    static const char *const lists[] = {
        NULL, "", "input:b0003v046Dp0130e0111-e0,1,2,k110,111,r0,1,am4,lsfw",
        "input:b0011v0001p0001eAB41-e0,1,4,11,14,k71,72,12F,131,am4,lsfw"};
    struct scene scene;
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        make_file(&scene, "event7");
        modalias = lists[i];
        assert_false(serve(&scene));
        end(&scene);
    }
    make_file(&scene, "js7");
    assert_false(serve(&scene));
    end(&scene);
}

/* A device says its name, its ranges and what it holds, at first and when events were dropped. */
TEST(test_device)
{
    struct scene scene;
    make_file(&scene, "event7");
    modalias =
        "input:b0005v045Ep02E0e0903-e0,1,3,4,k130,131,133,134,13A,ra0,1,2,5,9,A,10,11,m4,lsfw\n";
    has_device = true;
    ranges[ABS_X] = ranges[ABS_Y] = ranges[ABS_Z] = ranges[ABS_RZ] =
        (struct input_absinfo){.minimum = 0, .maximum = 255, .value = 128};
    ranges[ABS_GAS] = ranges[ABS_BRAKE] = (struct input_absinfo){.minimum = 0, .maximum = 1023};
    assert_true(serve(&scene));
    assert_string_equal(scene.pad.name,
                        "A pad with a name that is longer than any that a gamepad should");
    unlink(scene.path);
    close(scene.writer);
    tool_gamepad_close(&scene.pad);

    plug_in(&scene); /* the same, with events */
    scene.now_ns += SECOND_NS;
    assert_true(serve(&scene));
    move(&scene, ABS_X, 128, ABS_Y, 0);
    assert_stick(scene.amounts + LEFT, 1 / 255.0, -1);
    move(&scene, ABS_Z, 255, ABS_RZ, 200); /* here the right stick */
    assert_stick(scene.amounts + RIGHT, 1, 145 / 255.0);
    assert_near(held(&scene, BTN_TL2), 0);
    move(&scene, ABS_BRAKE, 1023, ABS_GAS, 512);
    assert_near(held(&scene, BTN_TL2), 1);
    assert_near(held(&scene, BTN_TR2), (512 / 1023.0 - 0.05) / 0.95);
    move(&scene, ABS_RX, 100, ABS_HAT0X, 1); /* axes that it has not got */
    assert_near(scene.amounts[TOOL_GAMEPAD_DPAD + TO_RIGHT], 0);

    ranges[ABS_X].value = 255;
    ranges[ABS_GAS].minimum = ranges[ABS_GAS].maximum = 0; /* only the left trigger has an axis, */
    device_keys[BTN_Y / (8 * sizeof(long))] |= 1UL << BTN_Y % (8 * sizeof(long));
    send(&scene, EV_SYN, SYN_DROPPED, 0);
    press(&scene, BTN_A, 1);
    assert_near(held(&scene, BTN_A), 0);
    assert_near(held(&scene, BTN_Y), 1);
    assert_stick(scene.amounts + LEFT, 1, 1 / 255.0);
    assert_near(held(&scene, BTN_TL2), 0);
    assert_near(held(&scene, BTN_TR2), 0);
    press(&scene, BTN_TR2, 1); /* and the right one its button */
    assert_near(held(&scene, BTN_TR2), 1);
    end(&scene);
}

/* Said once, and only of what udev has not opened a moment later. */
TEST(test_refused)
{
    struct scene scene;
    make_folder(&scene, "event5");
    plug_in(&scene);
    complaints = 0;
    is_forbidden = true;
    for (int i = 0; i < 2; i++) {
        assert_false(serve(&scene));
        scene.now_ns += SECOND_NS;
        assert_int_equal(complaints, 0);
    }
    for (int i = 0; i < 5; i++) {
        assert_false(serve(&scene));
        scene.now_ns += SECOND_NS;
        assert_int_equal(complaints, 1);
    }
    assert_non_null(strstr(complaint, scene.path));
    assert_non_null(strstr(complaint, "usermod -aG input"));
    is_forbidden = false;
    assert_true(serve(&scene));
    end(&scene);
}

TESTS_MAIN(test_sticks, test_triggers_and_buttons, test_parts_of_events, test_taps, test_malformed,
           test_others, test_comes_and_leaves, test_device, test_refused)
