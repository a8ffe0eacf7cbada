/* SPDX-License-Identifier: MIT */
/*
 * understudy_window TITLE ACTION...: does to a window what a user does. It waits up to 20 s for the
 * window. Actions: shot FILE.png (what it shows), half FILE.png (its left half), size WIDTH HEIGHT,
 * wait MS, close (as its close button); pointer X Y (pixels of the window), press N and release N
 * (buttons of the mouse), down KEY and up KEY (names of key symbols, such as w or F1), tap KEY,
 * focus, and unfocus (nobody has it), hears yes|no (fails unless somebody gets, or does not get,
 * what the pointer does). Exit status 1: there is no such window, or an action fails.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <png.h>

#include "fake_input.h"

static Window find(Display *x, Window parent, const char *title)
{
    Window root, above, *children = NULL, found = None;
    unsigned count = 0;
    char *name = NULL;
    if (XFetchName(x, parent, &name) != 0 && name != NULL && strcmp(name, title) == 0)
        found = parent;
    if (name != NULL)
        XFree(name);
    if (found != None || XQueryTree(x, parent, &root, &above, &children, &count) == 0)
        return found;
    for (unsigned i = 0; found == None && i < count; i++)
        found = find(x, children[i], title);
    if (children != NULL)
        XFree(children);
    return found;
}

static void wait_ms(long ms)
{
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000}, NULL);
}

static bool shoot(Display *x, Window window, unsigned parts, const char *path)
{
    XWindowAttributes size;
    if (XGetWindowAttributes(x, window, &size) == 0)
        return false;
    const unsigned width = (unsigned)size.width / parts, height = (unsigned)size.height;
    XImage *image = XGetImage(x, window, 0, 0, width, height, AllPlanes, ZPixmap);
    png_byte *rgb = malloc((size_t)width * height * 3);
    if (image == NULL || rgb == NULL)
        return false;
    for (unsigned i = 0; i < width * height; i++) {
        const unsigned long pixel = XGetPixel(image, (int)(i % width), (int)(i / width));
        for (unsigned channel = 0; channel < 3; channel++)
            rgb[i * 3 + channel] = (png_byte)(pixel >> (16 - 8 * channel));
    }
    png_image png = {
        .version = PNG_IMAGE_VERSION, .width = width, .height = height, .format = PNG_FORMAT_RGB};
    const bool good = png_image_write_to_file(&png, path, 0, rgb, 0, NULL) != 0;
    free(rgb);
    XDestroyImage(image);
    return good;
}

static void close_window(Display *x, Window window)
{
    XEvent event = {.xclient = {.type = ClientMessage,
                                .window = window,
                                .message_type = XInternAtom(x, "WM_PROTOCOLS", False),
                                .format = 32}};
    event.xclient.data.l[0] = (long)XInternAtom(x, "WM_DELETE_WINDOW", False);
    XSendEvent(x, window, False, NoEventMask, &event);
    XSync(x, False);
}

static bool point(Display *x, Window window, int left, int top)
{
    Window child;
    int screen_x, screen_y;
    return XTranslateCoordinates(x, window, DefaultRootWindow(x), left, top, &screen_x, &screen_y,
                                 &child) &&
           fake_input(FAKE_POINTER, 0, screen_x, screen_y);
}

/* Whether a client of the server has asked for the motion of the pointer over the window. */
static bool is_heard(Display *x, Window window)
{
    XWindowAttributes attributes;
    return XGetWindowAttributes(x, window, &attributes) != 0 &&
           (attributes.all_event_masks & PointerMotionMask) != 0;
}

/* "down", "up" or "tap" of a key. */
static bool type(Display *x, const char *what, const char *key)
{
    const KeyCode code = XKeysymToKeycode(x, XStringToKeysym(key));
    bool good = code != 0;
    if (good && strcmp(what, "up") != 0)
        good = fake_input(FAKE_KEY_DOWN, code, 0, 0);
    if (good && strcmp(what, "down") != 0)
        good = fake_input(FAKE_KEY_UP, code, 0, 0);
    return good;
}

/* Actions of the user's hands. Returns how many words it took; 0: it is none, or it failed. */
static int handle(Display *x, Window window, char **words, int count)
{
    const char *const what = words[0];
    if (strcmp(what, "focus") == 0 || strcmp(what, "unfocus") == 0) {
        XSetInputFocus(x, what[0] == 'f' ? window : None, RevertToNone, CurrentTime);
        XSync(x, False);
        return 1;
    }
    if (strcmp(what, "pointer") == 0 && count > 2)
        return point(x, window, atoi(words[1]), atoi(words[2])) ? 3 : 0;
    if ((strcmp(what, "press") == 0 || strcmp(what, "release") == 0) && count > 1)
        return fake_input(what[0] == 'p' ? FAKE_BUTTON_DOWN : FAKE_BUTTON_UP,
                          (uint8_t)atoi(words[1]), 0, 0)
                   ? 2
                   : 0;
    if (strcmp(what, "hears") == 0 && count > 1)
        return is_heard(x, window) == (words[1][0] == 'y') ? 2 : 0;
    if (strcmp(what, "down") == 0 || strcmp(what, "up") == 0 || strcmp(what, "tap") == 0)
        return count > 1 && type(x, what, words[1]) ? 2 : 0;
    return 0;
}

int main(int argc, char **argv)
{
    Display *x = XOpenDisplay(NULL);
    Window window = None;
    if (x == NULL || argc < 3)
        return 1;
    for (int i = 0; window == None && i < 200; i++) {
        window = find(x, DefaultRootWindow(x), argv[1]);
        if (window == None)
            wait_ms(100);
    }
    bool good = window != None;
    for (int i = 2; good && i < argc; i++) {
        if (strcmp(argv[i], "shot") == 0 && i + 1 < argc)
            good = shoot(x, window, 1, argv[++i]);
        else if (strcmp(argv[i], "half") == 0 && i + 1 < argc)
            good = shoot(x, window, 2, argv[++i]);
        else if (strcmp(argv[i], "wait") == 0 && i + 1 < argc)
            wait_ms(atol(argv[++i]));
        else if (strcmp(argv[i], "size") == 0 && i + 2 < argc) {
            XResizeWindow(x, window, (unsigned)atoi(argv[i + 1]), (unsigned)atoi(argv[i + 2]));
            XSync(x, False);
            i += 2;
        } else if (strcmp(argv[i], "close") == 0)
            close_window(x, window);
        else {
            const int took = handle(x, window, argv + i, argc - i);
            good = took > 0;
            i += took - 1;
        }
    }
    XCloseDisplay(x);
    if (!good)
        fprintf(stderr, "%s: there is no such window, or an action failed\n", argv[1]);
    return good ? 0 : 1;
}
