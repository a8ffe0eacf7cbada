/* SPDX-License-Identifier: MIT */
/*
 * fake: a small OpenXR runtime without a device. It is the next layer below the layer under test,
 * and a test controls what it answers.
 *
 * Its live data differs from every recording of the tests, so that an answer shows who gave it. The
 * live head is at (7, 7, 7) and looks backwards; controllers and everything else are at (9, 9, 9).
 * STAGE is 1.5 m below LOCAL. With `head_moves`, s seconds after FAKE_MOVE_FROM, the live head is
 * at (7 + 0.5 s, 7 - 0.25 s, 7), turned by 0.2 s about its own +X and then by pi + 0.3 s about +Y.
 * Handles of different types have the same small values.
 *
 * All state is in `fake`; fake_reset sets it to the defaults. The state that xrLocate*,
 * xrGetActionState*, xrPollEvent and the functions that create and destroy spaces share is atomic.
 * Only the life of each space orders it between threads, so that the fake hides no race of the
 * layer from the thread sanitizer.
 */
#ifndef US_TEST_FAKE_H
#define US_TEST_FAKE_H

#include <stdatomic.h>
#include <stdbool.h>

#include "testing.h"
#include "openxr/xr.h"

/* Fails unless a call of OpenXR succeeds. */
#define assert_success(call) assert_int_equal(call, XR_SUCCESS)

#define FAKE_LIVE_HEAD_M 7.0f
#define FAKE_LIVE_OTHER_M 9.0f
#define FAKE_LIVE_AIM_BITS 0x144 /* index pinches, system gesture, menu pressed */
#define FAKE_STAGE_Y_M (-1.5f)
#define FAKE_FLOOR_Y_M (-1.4f)
#define FAKE_EYE_X_M 0.03f
#define FAKE_NO_PERIOD INT64_MIN
#define FAKE_MOVE_FROM INT64_C(5000000000)

enum { FAKE_SPACES = 64, FAKE_NAMES = 16, FAKE_EVENTS = 16 };

/* The life of a slot. A dead slot is used again if no slot is unused. */
enum fake_life { FAKE_NEVER, FAKE_MAKING, FAKE_ALIVE, FAKE_DEAD };

struct fake_space {
    atomic_int life; /* enum fake_life */
    bool is_action;
    bool moves; /* of an extension that the layer does not know: fake_space.h */
    XrReferenceSpaceType reference;
    XrPosef offset;
};

/* The input of the live controllers, which differs from every recording of the tests. */
struct fake_live {
    bool active, changed, truth;
    float number; /* vectors: (number, -number) */
    XrTime since;
};

struct fake {
    /* Set by the test. */
    float stage_width_m;                      /* of the bounds; 0: 4 m */
    XrTime change_time;                       /* of spaces; 0: FAKE_MOVE_FROM */
    bool has_hands, has_eyes;                 /* lists the extension */
    bool tells_system, sees_hands, sees_eyes; /* xrGetSystemProperties reports support for them */
    const char *also[8];                      /* lists these extensions, too */
    bool lacks_headless;                      /* does not list XR_MND_headless */
    bool lacks_stage;                         /* does not enumerate STAGE */
    bool refuses_stage;                       /* does not create STAGE */
    bool has_local_floor; /* LOCAL_FLOOR, which is at (0, FAKE_FLOOR_Y_M, 0) in LOCAL */
    bool has_flags;       /* locations have the flags below instead of all */
    XrSpaceLocationFlags flags;
    bool lacks_angular;   /* velocities are linear alone */
    uint32_t view_count;  /* 0: two */
    bool no_null_query;   /* xrGetInstanceProcAddr without an instance fails */
    bool no_hand_feature; /* has the extension, but creating a tracker is FEATURE_UNSUPPORTED */
    uint32_t view_flags;  /* of xrLocateViews */
    const char *refused_extension; /* listed, but xrCreateInstance refuses it */
    float local_moved_x_m;         /* LOCAL was moved there; nothing else moved */
    bool unlocatable;              /* every location has no flags, but LOCAL in LOCAL */
    bool head_moves;               /* the live head */
    XrSpace lost;                  /* locating this space fails, as space and as base */
    const char *missing;           /* xrGetInstanceProcAddr does not know this function */
    const char *fails;             /* this call fails ... */
    XrResult fails_with;    /* ... with this, or if it is a success code, succeeds with it ... */
    int fails_after;        /* ... after so many calls */
    bool any_time;          /* accepts times that OpenXR forbids */
    bool any_count;         /* xrLocateSpaces accepts counts that differ, and locates the fewest */
    bool renders;           /* xrWaitFrame says that the app is to render */
    const char *unknown[4]; /* paths that contain one of these are unsupported */
    struct fake_live live_hand, live_pad; /* of a gamepad, and of everything else */
    XrPath live_profile;
    XrPath sources[4]; /* bound to every action */
    uint32_t source_count;
    XrEventDataBuffer events[FAKE_EVENTS];
    atomic_int event_count;

    /* Set by the fake: what happened. */
    int creates, destroys;
    atomic_int calls_of_views, calls_of_hands, calls_of_locate;
    char names[FAKE_NAMES][XR_MAX_EXTENSION_NAME_SIZE]; /* enabled at the last creation */
    uint32_t name_count;
    _Atomic(XrSpace) hands_space, views_space, destroyed_space;
    XrPath action_paths[4];
    _Atomic(XrPath) space_path, state_path;
    uint32_t action_path_count;
    _Atomic(uint32_t) sync_count;
    _Atomic(const void *) sync_info; /* of the last xrSyncActions */
    int suggestions;
    atomic_int haptics, haptic_stops;
    atomic_int gaze_times; /* calls of xrLocateSpace with XrEyeGazeSampleTimeEXT */
    XrPath suggested[8];   /* by the last suggestion that was accepted */
    uint32_t suggested_count;
    uint32_t modification_count; /* chained to it */
    bool is_suggested_chained;   /* anything was */
    bool attached;
    XrSwapchainUsageFlags swapchain_usage; /* of the last */
    void (*on_locate)(void);               /* xrLocateSpace calls it first; NULL: nothing */
    XrSwapchainUsageFlags refused_usage;   /* swapchains with one of these cannot be made */
    uint64_t images[32]; /* VkImage or the name of a texture, of every swapchain */
    bool has_textures;   /* XrSwapchainImageOpenGLKHR, or with `has_es` its twin of OpenGL ES */
    bool has_es;
    uint32_t image_count, next_image; /* 0: three without a handle */

    struct fake_space spaces[FAKE_SPACES];
    _Atomic(uint32_t) space_count;
    _Atomic(uint64_t) last_handle;
    char paths[256][128];
    uint32_t path_count;
    XrTime next_time;
    XrDuration next_period;   /* 0: 10 ms; FAKE_NO_PERIOD: 0 */
    XrDuration next_step;     /* added to next_time by each xrWaitFrame */
    bool discards;            /* xrBeginFrame tells of a frame that was not ended */
    float rate_hz;            /* xrGetDisplayRefreshRateFB's answer */
    uint32_t more_rates;      /* that xrEnumerateDisplayRefreshRatesFB lists, from 101 Hz on */
    int waits, begins;        /* calls of xrWaitFrame and xrBeginFrame */
    int discarded;            /* frames that were begun, and not ended before the next one */
    int exits;                /* xrRequestExitSession */
    XrTime now;               /* xrConvertTimespecTimeToTimeKHR's answer */
    _Atomic int64_t asked_ns; /* of that call, as nanoseconds */
    XrTime state_time;        /* of the state events that are pushed */
};

extern struct fake fake;

void fake_reset(void);
/* From now on this call fails with that; `fails` and `fails_with` say more. */
static inline void fake_fail(const char *name, XrResult result)
{
    fake.fails = name;
    fake.fails_with = result;
}
/* True if the test made this call fail. `*result` is the result to return in any case. */
bool fake_scripted(const char *name, XrResult *result);
XrResult fake_add_space(struct fake_space space, XrSpace *out);
XrResult fake_locate(XrSpace space, XrSpace base, XrTime time, XrSpaceLocationFlags *flags,
                     XrPosef *pose);
void fake_push_state(XrSession session, XrSessionState state);
/* The runtime's own interaction profile changed. */
void fake_push_profile(XrSession session);
bool fake_enabled(const char *name);
/* Finds a struct in a `next` chain; NULL: there is none. */
void *fake_find(const void *next, XrStructureType type);

XRAPI_ATTR XrResult XRAPI_CALL fake_get(XrInstance instance, const char *name,
                                        PFN_xrVoidFunction *function);
/* Behind fake_get, in a function with its parameters: `own` answers in the place of the fake's. */
#define FAKE_INSTEAD(wanted, own)                                                                  \
    if (strcmp(name, #wanted) == 0) {                                                              \
        PFN_##wanted typed = own;                                                                  \
        *function = (PFN_xrVoidFunction)typed;                                                     \
    }
XRAPI_ATTR XrResult XRAPI_CALL fake_create(const XrInstanceCreateInfo *info,
                                           const XrApiLayerCreateInfo *layer_info,
                                           XrInstance *instance);

#endif
