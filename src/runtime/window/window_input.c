/* SPDX-License-Identifier: MIT */
#include "runtime/window/window.h"

#include <string.h>

enum { LEFT_BUTTON = 1, RIGHT_BUTTON = 3, WHEEL_UP = 4, WHEEL_DOWN = 5 };

void rt_window_input_init(struct rt_window_input *out_input)
{
    *out_input = (struct rt_window_input){
        .held = {.pointer_x = US_COCKPIT_NOWHERE, .pointer_y = US_COCKPIT_NOWHERE}};
}

static bool is_useful(xcb_keysym_t symbol)
{
    return (symbol >= 0x20 && symbol < 0x7f) || (symbol >= 0xff00 && symbol <= 0xffff);
}

void rt_window_input_map(struct rt_window_input *input, uint8_t first, unsigned count,
                         unsigned columns, const xcb_keysym_t *symbols)
{
    memset(input->symbols, 0, sizeof input->symbols);
    for (unsigned i = 0; i < count && first + i < 256; i++) {
        uint32_t *symbol = &input->symbols[first + i];
        for (unsigned column = 0; column < columns && *symbol == 0; column++)
            if (is_useful(symbols[i * columns + column]))
                *symbol = symbols[i * columns + column];
        if (*symbol >= 'A' && *symbol <= 'Z')
            *symbol += 'a' - 'A';
    }
}

static bool press(struct rt_window_input *input, uint8_t code)
{
    struct us_cockpit_input *held = &input->held;
    if (input->symbols[code] == 0 || held->key_count == US_COCKPIT_KEYS)
        return false;
    for (uint32_t i = 0; i < held->key_count; i++)
        if (input->codes[i] == code)
            return false;
    input->codes[held->key_count] = code;
    held->keys[held->key_count++] = input->symbols[code];
    return true;
}

static bool release(struct rt_window_input *input, uint8_t code)
{
    struct us_cockpit_input *held = &input->held;
    for (uint32_t i = 0; i < held->key_count; i++) {
        if (input->codes[i] != code)
            continue;
        held->key_count--;
        input->codes[i] = input->codes[held->key_count];
        held->keys[i] = held->keys[held->key_count];
        return true;
    }
    return false;
}

static bool release_all(struct us_cockpit_input *held)
{
    const bool had = held->key_count > 0 || held->buttons != 0;
    held->key_count = held->buttons = 0;
    return had;
}

static bool take_button(struct us_cockpit_input *held, uint8_t button, bool is_down)
{
    if (button >= LEFT_BUTTON && button <= RIGHT_BUTTON) {
        const uint32_t bit = 1u << (button - LEFT_BUTTON);
        held->buttons = is_down ? held->buttons | bit : held->buttons & ~bit;
        return true;
    }
    if (is_down && (button == WHEEL_UP || button == WHEEL_DOWN))
        held->wheel += button == WHEEL_UP ? 1 : -1;
    return is_down && (button == WHEEL_UP || button == WHEEL_DOWN);
}

/* Grabs of a window manager come and go with its own keys; a pointer that moves between windows is
 * no change of the focus. */
static bool is_focus_lost(const xcb_focus_out_event_t *event)
{
    return event->mode != XCB_NOTIFY_MODE_GRAB && event->mode != XCB_NOTIFY_MODE_UNGRAB &&
           event->detail != XCB_NOTIFY_DETAIL_POINTER;
}

bool rt_window_input_take(struct rt_window_input *input, const xcb_generic_event_t *event)
{
    const uint8_t type = event->response_type & 0x7f;
    /* Events of keys, buttons and the pointer have the same members. */
    const xcb_button_press_event_t *pointer = (const xcb_button_press_event_t *)event;
    struct us_cockpit_input *held = &input->held;
    if (type == XCB_FOCUS_OUT)
        return is_focus_lost((const xcb_focus_out_event_t *)event) && release_all(held);
    if (type < XCB_KEY_PRESS || type > XCB_MOTION_NOTIFY)
        return false;
    held->pointer_x = pointer->event_x;
    held->pointer_y = pointer->event_y;
    if (type == XCB_KEY_PRESS)
        return press(input, pointer->detail);
    if (type == XCB_KEY_RELEASE)
        return release(input, pointer->detail);
    return type == XCB_MOTION_NOTIFY ||
           take_button(held, pointer->detail, type == XCB_BUTTON_PRESS);
}

bool rt_window_input_is_repeat(const xcb_generic_event_t *event, const xcb_generic_event_t *next)
{
    const xcb_key_release_event_t *up = (const xcb_key_release_event_t *)event;
    const xcb_key_press_event_t *down = (const xcb_key_press_event_t *)next;
    return (event->response_type & 0x7f) == XCB_KEY_RELEASE &&
           (next->response_type & 0x7f) == XCB_KEY_PRESS && up->detail == down->detail &&
           up->time == down->time;
}
