/* SPDX-License-Identifier: MIT */
#include "runtime/window/window.h"
#include "runtime/window/window_input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include <xcb/xcb.h>

#include "platform/library.h"

struct functions {
#define RT_XCB_FUNCTION(type, name, parameters) type(*name) parameters;
#include "runtime/window/xcb_functions.def"
#undef RT_XCB_FUNCTION
};

struct rt_window {
    struct functions x;
    xcb_connection_t *connection;
    xcb_window_t window;
    xcb_gcontext_t gc;
    xcb_atom_t protocols, delete_window;
    uint8_t depth;
    uint32_t width, height;
    uint8_t *pixels; /* four bytes each: blue, green, red and nothing */
    size_t size;     /* of `pixels` */
    void (*hear)(void *data, const struct us_cockpit_input *held); /* NULL: nobody listens */
    void *data;
    struct rt_window_input input;
};

static bool load(struct functions *x)
{
    static const char library[] = "libxcb.so.1";
    char reason[256];
    bool all = us_library_load(library, US_LIBRARY_BIND_ALL, reason, sizeof reason);
#define RT_XCB_FUNCTION(type, name, parameters)                                                    \
    x->name = (type(*) parameters)us_library_find(library, #name);                                 \
    all = all && x->name != NULL;
#include "runtime/window/xcb_functions.def"
#undef RT_XCB_FUNCTION
    return all;
}

static const xcb_screen_t *find_screen(const struct rt_window *window, int number)
{
    xcb_screen_iterator_t screens =
        window->x.xcb_setup_roots_iterator(window->x.xcb_get_setup(window->connection));
    for (; screens.rem > 0 && number > 0; number--)
        window->x.xcb_screen_next(&screens);
    return screens.rem > 0 ? screens.data : NULL;
}

/* Whether the visual's pixels are blue, green, red in the bytes of a little-endian number. */
static bool is_visual_good(const struct rt_window *window, const xcb_screen_t *screen)
{
    const struct functions *x = &window->x;
    xcb_depth_iterator_t depths = x->xcb_screen_allowed_depths_iterator(screen);
    for (; depths.rem > 0; x->xcb_depth_next(&depths)) {
        xcb_visualtype_iterator_t visuals = x->xcb_depth_visuals_iterator(depths.data);
        for (; visuals.rem > 0; x->xcb_visualtype_next(&visuals)) {
            const xcb_visualtype_t *visual = visuals.data;
            if (visual->visual_id == screen->root_visual)
                return visual->red_mask == 0xff0000 && visual->green_mask == 0xff00 &&
                       visual->blue_mask == 0xff;
        }
    }
    return false;
}

/* Whether pictures of the screen's depth have four bytes a pixel. */
static bool is_format_good(const struct rt_window *window, const xcb_screen_t *screen)
{
    const xcb_setup_t *setup = window->x.xcb_get_setup(window->connection);
    const xcb_format_t *formats = window->x.xcb_setup_pixmap_formats(setup);
    for (int i = 0; i < window->x.xcb_setup_pixmap_formats_length(setup); i++) {
        if (formats[i].depth == screen->root_depth)
            return formats[i].bits_per_pixel == 32 &&
                   setup->image_byte_order == XCB_IMAGE_ORDER_LSB_FIRST;
    }
    return false;
}

static xcb_atom_t find_atom(const struct rt_window *window, const char *name)
{
    const xcb_intern_atom_cookie_t cookie =
        window->x.xcb_intern_atom(window->connection, 0, (uint16_t)strlen(name), name);
    xcb_intern_atom_reply_t *reply =
        window->x.xcb_intern_atom_reply(window->connection, cookie, NULL);
    const xcb_atom_t atom = reply != NULL ? reply->atom : XCB_ATOM_NONE;
    free(reply);
    return atom;
}

static void create(struct rt_window *window, const xcb_screen_t *screen, const char *title)
{
    const struct functions *x = &window->x;
    const uint32_t values[] = {screen->black_pixel, XCB_EVENT_MASK_STRUCTURE_NOTIFY};
    window->depth = screen->root_depth;
    window->window = x->xcb_generate_id(window->connection);
    window->gc = x->xcb_generate_id(window->connection);
    x->xcb_create_window(window->connection, XCB_COPY_FROM_PARENT, window->window, screen->root, 0,
                         0, (uint16_t)window->width, (uint16_t)window->height, 0,
                         XCB_WINDOW_CLASS_INPUT_OUTPUT, screen->root_visual,
                         XCB_CW_BACK_PIXEL | XCB_CW_EVENT_MASK, values);
    x->xcb_create_gc(window->connection, window->gc, window->window, 0, NULL);
    window->protocols = find_atom(window, "WM_PROTOCOLS");
    window->delete_window = find_atom(window, "WM_DELETE_WINDOW");
    x->xcb_change_property(window->connection, XCB_PROP_MODE_REPLACE, window->window,
                           window->protocols, XCB_ATOM_ATOM, 32, 1, &window->delete_window);
    x->xcb_change_property(window->connection, XCB_PROP_MODE_REPLACE, window->window,
                           XCB_ATOM_WM_NAME, XCB_ATOM_STRING, 8, (uint32_t)strlen(title), title);
    x->xcb_map_window(window->connection, window->window);
    x->xcb_flush(window->connection);
}

/* NULL, or why there is no window. */
static const char *open_window(struct rt_window *window, const char *title)
{
    int number = 0;
    if (!load(&window->x))
        return "libxcb.so.1 is not installed (package libxcb1)";
    window->connection = window->x.xcb_connect(NULL, &number);
    if (window->x.xcb_connection_has_error(window->connection) != 0)
        return "DISPLAY is not set, or names no X server that answers";
    const xcb_screen_t *screen = find_screen(window, number);
    if (screen == NULL || !is_visual_good(window, screen) || !is_format_good(window, screen))
        return "the X server's screen does not have pixels of 24 bits in four bytes";
    create(window, screen, title);
    return window->x.xcb_connection_has_error(window->connection) == 0 ? NULL
                                                                       : "the X server went away";
}

struct rt_window *rt_window_open(const char *title, uint32_t width_px, uint32_t height_px,
                                 char out_error[RT_WINDOW_ERROR_SIZE])
{
    struct rt_window *window = calloc(1, sizeof *window);
    const char *why = "out of memory";
    if (window != NULL) {
        window->width = width_px;
        window->height = height_px;
        why = open_window(window, title);
    }
    if (why == NULL)
        return window;
    snprintf(out_error, RT_WINDOW_ERROR_SIZE, "%s", why);
    rt_window_close(window);
    return NULL;
}

void rt_window_interrupt(const struct rt_window *window)
{
    (void)shutdown(window->x.xcb_get_file_descriptor(window->connection), SHUT_RDWR);
}

void rt_window_close(struct rt_window *window)
{
    if (window == NULL)
        return;
    if (window->connection != NULL)
        window->x.xcb_disconnect(window->connection);
    free(window->pixels);
    free(window);
}

static void read_keys(struct rt_window *window)
{
    const struct functions *x = &window->x;
    const xcb_setup_t *setup = x->xcb_get_setup(window->connection);
    const uint8_t count = (uint8_t)(setup->max_keycode - setup->min_keycode + 1);
    xcb_get_keyboard_mapping_reply_t *reply = x->xcb_get_keyboard_mapping_reply(
        window->connection,
        x->xcb_get_keyboard_mapping(window->connection, setup->min_keycode, count), NULL);
    if (reply != NULL)
        rt_window_input_map(&window->input, setup->min_keycode, count, reply->keysyms_per_keycode,
                            x->xcb_get_keyboard_mapping_keysyms(reply));
    free(reply);
}

void rt_window_listen(struct rt_window *window,
                      void (*hear)(void *data, const struct us_cockpit_input *held), void *data)
{
    static const uint32_t events = XCB_EVENT_MASK_STRUCTURE_NOTIFY | XCB_EVENT_MASK_KEY_PRESS |
                                   XCB_EVENT_MASK_KEY_RELEASE | XCB_EVENT_MASK_BUTTON_PRESS |
                                   XCB_EVENT_MASK_BUTTON_RELEASE | XCB_EVENT_MASK_POINTER_MOTION |
                                   XCB_EVENT_MASK_FOCUS_CHANGE;
    window->x.xcb_change_window_attributes(window->connection, window->window, XCB_CW_EVENT_MASK,
                                           &events);
    rt_window_input_init(&window->input);
    read_keys(window); /* the answer comes after the request above has reached the server */
    window->hear = hear;
    window->data = data;
}

/* False: the window was closed. */
static bool take_event(struct rt_window *window, const xcb_generic_event_t *event)
{
    const uint8_t type = event->response_type & 0x7f; /* without the bit of sent events */
    const xcb_client_message_event_t *message = (const xcb_client_message_event_t *)event;
    const xcb_configure_notify_event_t *size = (const xcb_configure_notify_event_t *)event;
    if (type == XCB_CONFIGURE_NOTIFY && size->width != 0 && size->height != 0) {
        window->width = size->width;
        window->height = size->height;
    }
    if (window->hear != NULL && type == XCB_MAPPING_NOTIFY)
        read_keys(window);
    if (window->hear != NULL && rt_window_input_take(&window->input, event))
        window->hear(window->data, &window->input.held);
    return type != XCB_CLIENT_MESSAGE || message->type != window->protocols ||
           message->data.data32[0] != window->delete_window;
}

bool rt_window_poll(struct rt_window *window)
{
    bool open = true;
    xcb_generic_event_t *event;
    while ((event = window->x.xcb_poll_for_event(window->connection)) != NULL) {
        while (event != NULL) {
            xcb_generic_event_t *next = window->x.xcb_poll_for_queued_event(window->connection);
            const bool repeats = next != NULL && rt_window_input_is_repeat(event, next);
            open = (repeats || take_event(window, event)) && open;
            free(event);
            if (repeats)
                free(next);
            event = repeats ? NULL : next;
        }
    }
    return open && window->x.xcb_connection_has_error(window->connection) == 0;
}

uint32_t rt_window_width(const struct rt_window *window)
{
    return window->width;
}

uint32_t rt_window_height(const struct rt_window *window)
{
    return window->height;
}

static bool make_room(struct rt_window *window)
{
    const size_t size = (size_t)window->width * window->height * 4;
    if (size <= window->size)
        return true;
    free(window->pixels);
    window->pixels = malloc(size);
    window->size = window->pixels != NULL ? size : 0;
    return window->pixels != NULL;
}

void rt_window_show(struct rt_window *window, const uint8_t *rgb)
{
    if (!make_room(window))
        return;
    const size_t count = (size_t)window->width * window->height, row = (size_t)window->width * 4;
    for (size_t i = 0; i < count; i++) {
        uint8_t *out = window->pixels + i * 4;
        out[0] = rgb[i * 3 + 2];
        out[1] = rgb[i * 3 + 1];
        out[2] = rgb[i * 3];
        out[3] = 0;
    }
    /* A request holds so many rows; its length counts units of four bytes, with a header. */
    const size_t longest =
        (size_t)window->x.xcb_get_maximum_request_length(window->connection) * 4 - 64;
    const uint32_t rows = row <= longest ? (uint32_t)(longest / row) : 1;
    for (uint32_t y = 0; y < window->height; y += rows) {
        const uint32_t high = window->height - y < rows ? window->height - y : rows;
        window->x.xcb_put_image(window->connection, XCB_IMAGE_FORMAT_Z_PIXMAP, window->window,
                                window->gc, (uint16_t)window->width, (uint16_t)high, 0, (int16_t)y,
                                0, window->depth, (uint32_t)(high * row), window->pixels + y * row);
    }
    window->x.xcb_flush(window->connection);
}
