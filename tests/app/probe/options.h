/* SPDX-License-Identifier: MIT */
/* options: what the probe client is asked to do. */
#ifndef PROBE_OPTIONS_H
#define PROBE_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

/* How the probe client ends. */
enum probe_exit {
    PROBE_EXIT_DONE = 0,
    PROBE_EXIT_WRONG = 1, /* --fault exit-code */
    PROBE_EXIT_USAGE = 2,
    PROBE_EXIT_CALL = 3,    /* a call of OpenXR or of graphics failed; stderr names it */
    PROBE_EXIT_TIMEOUT = 4, /* the session did not reach the state that was waited for */
    PROBE_EXIT_FEATURE = 77 /* something that was asked for is missing here; stderr names it */
};

enum probe_graphics { PROBE_GRAPHICS_HEADLESS, PROBE_GRAPHICS_VULKAN2, PROBE_GRAPHICS_D3D11 };

/* A feature that is used if it is there, must be there, or is left alone. */
enum probe_wish { PROBE_WISH_IF_THERE, PROBE_WISH_REQUIRED, PROBE_WISH_NEVER };

/* What the app does wrong on purpose, from the frame `fault_frame` on. */
enum probe_fault {
    PROBE_FAULT_NONE,
    PROBE_FAULT_SKIP_HAPTICS,
    PROBE_FAULT_WRONG_SPACE, /* VIEW where the grips are meant */
    PROBE_FAULT_NO_LAYER,
    PROBE_FAULT_CRASH,
    PROBE_FAULT_HANG,
    PROBE_FAULT_RANDOM,     /* haptics of a random amplitude */
    PROBE_FAULT_DEAF,       /* reads no events, so that it never learns that it is to end */
    PROBE_FAULT_NARROW_FOV, /* submits fields of view of 95 % of the width */
    PROBE_FAULT_WRONG_TIME, /* submits a displayTime 1 ms after the predicted one */
    PROBE_FAULT_LEAK,       /* makes a space and touches a megabyte in each frame, and keeps both */
    PROBE_FAULT_SLOW,       /* computes for 50 ms between xrWaitFrame and xrEndFrame */
    PROBE_FAULT_SLOW_BETWEEN, /* the same between xrEndFrame and xrWaitFrame */
    PROBE_FAULT_WRONG_FLAGS,  /* blends a projection as if it had alpha */
    PROBE_FAULT_WRONG_RECT,   /* submits all but the last column of pixels of the left eye */
    PROBE_FAULT_MOVED_QUAD,   /* quads are 5 mm higher */
    PROBE_FAULT_RANDOM_SIZE,  /* quads have another size in each run */
    PROBE_FAULT_SWAPPED_EYES, /* submits the left pose for the right eye, and the other way round */
    PROBE_FAULT_ONE_EYE,      /* submits the left pose for both eyes */
    PROBE_FAULT_OLD_VIEWS,    /* submits the views of the frame before */
    PROBE_FAULT_LATE_LOCATE,  /* locates spaces one period after the frame */
    PROBE_FAULT_EARLY_LOCATE, /* locates spaces one period before the frame */
    PROBE_FAULT_SKIP_SYNC,    /* does not sync its actions */
    PROBE_FAULT_WRONG_HAND,   /* vibrates the other hand */
    PROBE_FAULT_LONG_HAPTIC,  /* vibrates for 0.1 s instead of as short as possible */
    PROBE_FAULT_NO_DEPTH,     /* leaves the depth out that belongs to the projection */
    PROBE_FAULT_LAYER_ORDER,  /* submits its layers in the other order */
    PROBE_FAULT_WRONG_COLOUR, /* draws another blue */
    PROBE_FAULT_SMALL_SWAPCHAIN, /* swapchains that are one pixel narrower; N has no meaning */
    PROBE_FAULT_EXIT_CODE        /* exits with 1 at the end; N has no meaning */
};

/* Bits of `layers`. */
enum probe_layer {
    PROBE_LAYER_PROJECTION = 1,
    PROBE_LAYER_DEPTH = 2, /* with the projection */
    PROBE_LAYER_QUAD_VIEW = 4,
    PROBE_LAYER_QUAD_LOCAL = 8,
    PROBE_LAYER_QUAD_STAGE = 16,
    PROBE_LAYER_QUAD_GRIP = 32, /* one in each hand */
    PROBE_LAYER_CYLINDER = 64,
    PROBE_LAYER_EQUIRECT = 128,
    PROBE_LAYER_EQUIRECT2 = 256,
    PROBE_LAYER_CUBE = 512,
    PROBE_LAYER_OBSERVER = 1024, /* a projection for the secondary view configuration */
    PROBE_LAYER_TARGET = 2048    /* a quad in LOCAL that moves */
};

#define PROBE_OPTIONS_BASE_MAX 4

enum probe_base { PROBE_BASE_LOCAL, PROBE_BASE_STAGE, PROBE_BASE_VIEW, PROBE_BASE_LOCAL_FLOOR };

struct probe_options {
    bool help;
    enum probe_graphics graphics;
    int64_t frames;  /* 0: no limit */
    double seconds;  /* of wall time since the first counted frame; 0: no limit */
    double wait_s;   /* how long to wait for a session state */
    double rate_hz;  /* of the loop where xrWaitFrame gives no time */
    const char *log; /* NULL: standard output */
    enum probe_wish hands;
    enum probe_wish gaze;
    bool gaze_subaction;
    bool velocities;
    bool all_relations;
    bool extra_times;
    bool presence; /* of the user */
    bool rates;    /* of the display */
    bool actions;
    bool locate_spaces;
    const char *profile; /* the only one that is suggested; NULL: all */
    unsigned layers;     /* of enum probe_layer */
    enum probe_fault fault;
    int64_t fault_frame;
    bool wait_focus;
    bool pipeline, no_frames;
    bool has_temporary; /* a session before the real one */
    int64_t temporary_frames;
    int64_t instances; /* how often everything is done */
    bool quad;         /* four views, by XR_VARJO_quad_views */
    enum probe_base bases[PROBE_OPTIONS_BASE_MAX];
    int base_count;
    int api_major;
    int api_minor;
};

/* False if the program is to end now, with *out_exit: help was printed or the arguments are wrong.
 */
bool probe_options_parse(struct probe_options *options, int argc, char **argv,
                         enum probe_exit *out_exit);

#endif
