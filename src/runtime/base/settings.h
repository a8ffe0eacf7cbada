/* SPDX-License-Identifier: MIT */
/*
 * The settings of the headless runtime. Only settings.c reads the environment.
 *
 *   UNDERSTUDY_HEADLESS_LACKS
 *       a comma list of features that the runtime does not have in this run; features.def has
 *       the words
 *   UNDERSTUDY_HEADLESS_FOCUS
 *       "visible" or "never": the session stays VISIBLE; "synchronized": it stays SYNCHRONIZED.
 *       Default "normal"
 *   UNDERSTUDY_HEADLESS_PERSON
 *       who wears the headset (person.h): "nobody", or "moving": a person who moves and presses
 *       buttons all the time, for tests that distinguish live input from recorded input; or the
 *       path of a script, as understudy-person(5) describes it. A script decides about hands,
 *       controllers, profiles and recentrings alone. Default "nobody"
 *   UNDERSTUDY_HEADLESS_STILL
 *       1: the moving person's head stays at its pose of t = 0 (moving_person.h). Default 0
 *   UNDERSTUDY_HEADLESS_HANDS
 *       "live": the hands are tracked; "none": no hand is tracked. Default "none" with
 *       nobody, otherwise "live"
 *   UNDERSTUDY_HEADLESS_CONTROLLERS
 *       "live": connected; "still": connected, and buttons, triggers and sticks at rest; "none":
 *       not connected. Default "none" with nobody, otherwise "live"
 *   UNDERSTUDY_HEADLESS_PROFILE
 *       the interaction profile that a hand uses where the app suggests bindings for it, such as
 *       oculus/touch_controller.
 *       Default khr/simple_controller
 *   UNDERSTUDY_HEADLESS_RECENTRE
 *       after that many submitted frames LOCAL and LOCAL_FLOOR move (rt_geometry_recentred); an
 *       event announces the time. Default 0: never
 *   UNDERSTUDY_HEADLESS_RATE_HZ
 *       1 to 1000; 0: unpaced, with a period of 1/60 s. Default 60. An app may ask for another rate
 *       (XR_FB_display_refresh_rate)
 *   UNDERSTUDY_HEADLESS_PACED
 *       0: unpaced, with the period of UNDERSTUDY_HEADLESS_RATE_HZ: xrWaitFrame does not wait, and
 *       skips no period. Default 1
 *   UNDERSTUDY_HEADLESS_FRAMES
 *       after that many submitted frames the runtime asks the app to end the session. Default 0:
 *       never
 *   UNDERSTUDY_HEADLESS_SHOTS
 *       an existing folder for screenshots: PNG files of what the app submitted
 *   UNDERSTUDY_HEADLESS_SHOT_EVERY
 *       one screenshot every so many frames. Default 30
 *   UNDERSTUDY_HEADLESS_SHOT_EYES
 *       1: the left view; 2: both side by side. Default 1
 *   UNDERSTUDY_HEADLESS_WINDOW
 *       1: what the eyes see of all layers is shown in a window on the X server of DISPLAY, and
 *       frames are paced whatever the two settings above say. 2: the same, but the settings say
 *       whether they are paced. Default 0
 *   UNDERSTUDY_HEADLESS_COCKPIT
 *       a socket at which the window tells what the user does with mouse and keyboard
 *       (cockpit/cockpit_channel.h); `understudy drive` sets it. Default: none
 *   UNDERSTUDY_HEADLESS_EYE_SIZE
 *       recommended width and height of a view, 16 to 4096 pixels. Default 512
 *   UNDERSTUDY_HEADLESS_VIEWS
 *       2, or 4: the runtime also offers XR_VARJO_quad_views. Default 2
 *   UNDERSTUDY_HEADLESS_FAIL
 *       call:result[:after]: the named call does nothing and returns that XrResult (a number or a
 *       name), after `after` calls. For calls with a handle, and for xrCreateInstance, which fails
 *       at once
 *   UNDERSTUDY_HEADLESS_LOSE
 *       session:frame or instance:frame: the session or the instance is lost after that many
 *       submitted frames
 *   UNDERSTUDY_HEADLESS_REPORT
 *       a file: the runtime appends a line of JSON when the app destroys an instance, and one for
 *       each haptic call
 *   UNDERSTUDY_HEADLESS_REPORT_EVERY
 *       a line in the report every so many frames, with the layers of the frame
 *       (compositor/compositor.h). Default 0: none
 */
#ifndef RT_RUNTIME_SETTINGS_H
#define RT_RUNTIME_SETTINGS_H

#include <stdbool.h>

#include "runtime/base/xr.h"

/* What UNDERSTUDY_HEADLESS_LACKS can disable. */
enum rt_feature {
#define RT_FEATURE(id, word) RT_FEATURE_##id,
#include "runtime/base/features.def"
#undef RT_FEATURE
    RT_FEATURE_COUNT,
};

enum rt_focus {
    RT_FOCUS_NORMAL,
    RT_FOCUS_VISIBLE,
    RT_FOCUS_SYNCHRONIZED,
};

enum rt_person_kind {
    RT_PERSON_NOBODY,
    RT_PERSON_MOVING,
    RT_PERSON_SCRIPT,
};

enum rt_controllers {
    RT_CONTROLLERS_LIVE,
    RT_CONTROLLERS_STILL,
    RT_CONTROLLERS_NONE,
};

enum rt_loss {
    RT_LOSS_NONE,
    RT_LOSS_SESSION,
    RT_LOSS_INSTANCE,
};

#define RT_SETTINGS_PATH_SIZE 4096
#define RT_SETTINGS_CALL_SIZE 64
#define RT_SETTINGS_PROFILE_SIZE 64

struct rt_settings {
    bool disabled[RT_FEATURE_COUNT];
    enum rt_focus focus;
    enum rt_person_kind person;
    char script[RT_SETTINGS_PATH_SIZE]; /* of RT_PERSON_SCRIPT; empty: unusable */
    bool still;
    bool hands; /* hands are tracked */
    enum rt_controllers controllers;
    char profile[RT_SETTINGS_PROFILE_SIZE]; /* without /interaction_profiles/ */
    uint32_t recentre_frame;                /* 0: never */
    bool paced;
    uint32_t rate_hz; /* the rate that a session begins with */
    uint32_t frames;
    char shots[RT_SETTINGS_PATH_SIZE]; /* empty: no screenshots */
    uint32_t shot_every;
    uint32_t shot_eyes;
    bool window;
    uint32_t eye_size_px;
    uint32_t views;
    char fail_call[RT_SETTINGS_CALL_SIZE]; /* empty: nothing fails */
    XrResult fail_result;
    uint32_t fail_after;
    enum rt_loss loss;
    uint32_t loss_frame;
    uint32_t report_every;
    char report[RT_SETTINGS_PATH_SIZE];  /* empty: no report */
    char cockpit[RT_SETTINGS_PATH_SIZE]; /* "": none */
};

/* Reads every setting. For an invalid value it prints a message, once in the process, and uses the
 * default. Under elevated privileges the runtime writes no files (shots, report). */
void rt_settings_init(struct rt_settings *out_settings);

#endif
