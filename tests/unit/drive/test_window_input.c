/* SPDX-License-Identifier: MIT */
/* What a user holds in a window, by the events of an X server. */
#include "support.h"

#include "runtime/window/window_input.h"

enum { FIRST = 8, KEY_W = 25, KEY_CYRILLIC = 26, KEY_F1 = 67, KEY_NONE = 90, COLUMNS = 4 };

static struct rt_window_input begin(void)
{
    static xcb_keysym_t symbols[100 * COLUMNS];
    static struct rt_window_input input;
    symbols[(KEY_W - FIRST) * COLUMNS] = 'W'; /* some servers have the large letter alone */
    symbols[(KEY_CYRILLIC - FIRST) * COLUMNS] = 0x6c3;
    symbols[(KEY_CYRILLIC - FIRST) * COLUMNS + 2] = 'a';
    symbols[(KEY_F1 - FIRST) * COLUMNS] = 0xffbe;
    rt_window_input_init(&input);
    rt_window_input_map(&input, FIRST, 100, COLUMNS, symbols);
    return input;
}

static bool send(struct rt_window_input *input, uint8_t type, uint8_t detail, int16_t x, int16_t y)
{
    xcb_button_press_event_t event = {
        .response_type = type, .detail = detail, .event_x = x, .event_y = y};
    return rt_window_input_take(input, (const xcb_generic_event_t *)&event);
}

static bool lose_focus(struct rt_window_input *input, uint8_t detail, uint8_t mode)
{
    union {
        xcb_generic_event_t any;
        xcb_focus_out_event_t focus;
    } event = {.focus = {.response_type = XCB_FOCUS_OUT, .detail = detail, .mode = mode}};
    return rt_window_input_take(input, &event.any);
}

TEST(test_keys)
{
    struct rt_window_input input = begin();
    assert_int_equal(input.held.pointer_x, US_COCKPIT_NOWHERE);
    assert_true(send(&input, XCB_KEY_PRESS, KEY_W, 5, 6));
    assert_true(send(&input, XCB_KEY_PRESS, KEY_CYRILLIC, 5, 6));
    assert_true(send(&input, XCB_KEY_PRESS, KEY_F1, 7, -8));
    assert_false(send(&input, XCB_KEY_PRESS, KEY_NONE, 7, -8));
    assert_false(send(&input, XCB_KEY_PRESS, KEY_W, 7, -8)); /* held already */
    assert_int_equal(input.held.key_count, 3);
    assert_int_equal(input.held.keys[0], 'w');
    assert_int_equal(input.held.keys[1], 'a');
    assert_int_equal(input.held.keys[2], 0xffbe);
    assert_int_equal(input.held.pointer_y, -8);
    assert_true(send(&input, XCB_KEY_RELEASE, KEY_W, 7, -8));
    assert_false(send(&input, XCB_KEY_RELEASE, KEY_W, 7, -8));
    assert_int_equal(input.held.key_count, 2);
    assert_int_equal(input.held.keys[0], 0xffbe);
    assert_int_equal(input.held.keys[1], 'a');
}

TEST(test_mouse)
{
    struct rt_window_input input = begin();
    assert_true(send(&input, XCB_MOTION_NOTIFY, 0, 100, 200));
    assert_true(send(&input, XCB_BUTTON_PRESS, 3, 100, 200));
    assert_true(send(&input, XCB_BUTTON_PRESS, 1, 100, 200));
    assert_int_equal(input.held.buttons, 5);
    assert_true(send(&input, XCB_BUTTON_RELEASE, 3, 101, 200));
    assert_int_equal(input.held.buttons, 1);
    assert_int_equal(input.held.pointer_x, 101);
    for (int i = 0; i < 3; i++) {
        assert_true(send(&input, XCB_BUTTON_PRESS, 4, 101, 200));
        assert_false(send(&input, XCB_BUTTON_RELEASE, 4, 101, 200));
    }
    assert_true(send(&input, XCB_BUTTON_PRESS, 5, 101, 200));
    assert_int_equal(input.held.wheel, 2);
    assert_false(send(&input, XCB_BUTTON_PRESS, 9, 101, 200));
    assert_int_equal(input.held.buttons, 1);
}

TEST(test_focus)
{
    struct rt_window_input input = begin();
    send(&input, XCB_KEY_PRESS, KEY_W, 0, 0);
    send(&input, XCB_BUTTON_PRESS, 1, 0, 0);
    assert_false(lose_focus(&input, XCB_NOTIFY_DETAIL_NONLINEAR, XCB_NOTIFY_MODE_GRAB));
    assert_false(lose_focus(&input, XCB_NOTIFY_DETAIL_POINTER, XCB_NOTIFY_MODE_NORMAL));
    assert_int_equal(input.held.key_count, 1);
    assert_true(lose_focus(&input, XCB_NOTIFY_DETAIL_NONLINEAR, XCB_NOTIFY_MODE_NORMAL));
    assert_int_equal(input.held.key_count, 0);
    assert_int_equal(input.held.buttons, 0);
}

/* As many keys as fingers, and more: the last ones are left out, and no memory is. */
TEST(test_many_keys)
{
    struct rt_window_input input = begin();
    xcb_keysym_t symbols[40];
    for (unsigned i = 0; i < 40; i++)
        symbols[i] = '0' + i;
    rt_window_input_map(&input, 230, 40, 1, symbols); /* beyond the last code, too */
    for (unsigned code = 230; code < 256; code++)
        assert_int_equal(send(&input, XCB_KEY_PRESS, (uint8_t)code, 0, 0),
                         code < 230 + US_COCKPIT_KEYS);
    assert_int_equal(input.held.key_count, US_COCKPIT_KEYS);
    for (unsigned code = 230; code < 256; code++)
        send(&input, XCB_KEY_RELEASE, (uint8_t)code, 0, 0);
    assert_int_equal(input.held.key_count, 0);
}

TEST(test_repeats)
{
    xcb_button_press_event_t up = {.response_type = XCB_KEY_RELEASE, .detail = KEY_W, .time = 70};
    xcb_button_press_event_t down = {.response_type = XCB_KEY_PRESS, .detail = KEY_W, .time = 70};
    const xcb_generic_event_t *first = (const xcb_generic_event_t *)&up,
                              *second = (const xcb_generic_event_t *)&down;
    assert_true(rt_window_input_is_repeat(first, second));
    assert_false(rt_window_input_is_repeat(second, first));
    down.time = 71;
    assert_false(rt_window_input_is_repeat(first, second));
    down.time = 70;
    down.detail = KEY_F1;
    assert_false(rt_window_input_is_repeat(first, second));
}

TESTS_MAIN(test_keys, test_mouse, test_focus, test_many_keys, test_repeats)
