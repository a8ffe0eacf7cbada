/* SPDX-License-Identifier: MIT */
/* options: what the probe client is asked to do. */
#ifndef US_OPTIONS_H
#define US_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

/* How the probe client ends. */
enum us_exit {
    US_EXIT_DONE = 0,
    US_EXIT_USAGE = 2,
    US_EXIT_CALL = 3,    /* an OpenXR or Vulkan call failed; stderr names it */
    US_EXIT_TIMEOUT = 4, /* the session did not reach the state that was waited for */
    US_EXIT_FEATURE = 77 /* something that was asked for is missing here; stderr names it */
};

enum us_graphics { US_GRAPHICS_HEADLESS, US_GRAPHICS_VULKAN2 };

/* A feature that is used if it is there, must be there, or is left alone. */
enum us_wish { US_WISH_IF_THERE, US_WISH_REQUIRED, US_WISH_NEVER };

/* What the app does wrong on purpose, from the frame `fault_frame` on. */
enum us_fault {
    US_FAULT_NONE,
    US_FAULT_SKIP_HAPTICS,
    US_FAULT_WRONG_SPACE, /* VIEW where the grips are meant */
    US_FAULT_NO_LAYER,
    US_FAULT_CRASH,
    US_FAULT_HANG,
    US_FAULT_RANDOM, /* haptics of a random amplitude */
    US_FAULT_DEAF    /* reads no events, so that it never learns that it is to end */
};

/* Bits of `layers`. */
enum us_layer {
    US_LAYER_PROJECTION = 1,
    US_LAYER_DEPTH = 2, /* with the projection */
    US_LAYER_QUAD_VIEW = 4,
    US_LAYER_QUAD_LOCAL = 8,
    US_LAYER_QUAD_STAGE = 16,
    US_LAYER_QUAD_GRIP = 32, /* one in each hand */
    US_LAYER_CYLINDER = 64,
    US_LAYER_EQUIRECT = 128,
    US_LAYER_EQUIRECT2 = 256,
    US_LAYER_CUBE = 512,
    US_LAYER_OBSERVER = 1024 /* a projection for the secondary view configuration */
};

#define US_OPTIONS_BASE_MAX 4

enum us_base { US_BASE_LOCAL, US_BASE_STAGE, US_BASE_VIEW, US_BASE_LOCAL_FLOOR };

struct us_options {
    enum us_graphics graphics;
    int64_t frames;  /* 0: no limit */
    double seconds;  /* of wall time since the first counted frame; 0: no limit */
    double wait_s;   /* how long to wait for a session state */
    double rate_hz;  /* of the loop where xrWaitFrame gives no time */
    const char *log; /* NULL: standard output */
    enum us_wish hands;
    enum us_wish gaze;
    bool gaze_subaction;
    bool velocities;
    bool all_relations;
    bool extra_times;
    bool actions;
    bool locate_spaces;
    const char *profile; /* the only one that is suggested; NULL: all */
    unsigned layers;     /* of enum us_layer */
    enum us_fault fault;
    int64_t fault_frame;
    bool wait_focus;
    bool pipeline;
    bool has_temporary; /* a session before the real one */
    int64_t temporary_frames;
    bool quad; /* four views, by XR_VARJO_quad_views */
    enum us_base bases[US_OPTIONS_BASE_MAX];
    int base_count;
    int api_major;
    int api_minor;
};

/* False if the program is to end now, with *out_exit: help was printed or the arguments are wrong.
 */
bool us_options_parse(struct us_options *options, int argc, char **argv, enum us_exit *out_exit);

#endif
