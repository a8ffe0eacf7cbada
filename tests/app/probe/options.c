/* SPDX-License-Identifier: MIT */
#include "options.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_FRAMES 100

static const char help[] =
    "usage: understudy_probe [OPTION...]\n"
    "\n"
    "An OpenXR app that prints what it was told, as JSON Lines.\n"
    "\n"
    "  --graphics KIND        headless (XR_MND_headless, the default), vulkan2 or d3d11\n"
    "  --frames N             end after N frames (default 100 if --seconds is not given)\n"
    "  --seconds S            end after S seconds\n"
    "  --wait-focus           log and count frames only from the first one in FOCUSED\n"
    "  --wait S               wait at most S seconds for a session state (default 20)\n"
    "  --rate HZ              rate of the loop where xrWaitFrame gives no time (default 60)\n"
    "  --log FILE             write there instead of to standard output\n"
    "  --hands, --no-hands    hand tracking must be there, or is not asked for\n"
    "  --gaze, --no-gaze      eye gaze must be there, or is not asked for (default for both:\n"
    "                         used if the extension is there and the system supports it)\n"
    "  --gaze-subaction       declare the gaze action with the subaction path /user/eyes_ext\n"
    "  --base LIST            of local, stage, view, local_floor (default local)\n"
    "  --velocities           also ask for velocities\n"
    "  --all-relations        also VIEW with an offset, LOCAL in VIEW, STAGE in LOCAL, and gaze,\n"
    "                         grips and hands in VIEW and STAGE\n"
    "  --actions              many more actions, over two sets, for many profiles; their states,\n"
    "                         bound sources and spaces\n"
    "  --presence             log what XR_EXT_user_presence tells, which must be there\n"
    "  --rates                log what XR_FB_display_refresh_rate tells, which must be there\n"
    "  --profile NAME         with --actions: suggest for this one only, such as\n"
    "                         oculus/touch_controller\n"
    "  --locate-spaces        also ask for all relations at once, by xrLocateSpaces\n"
    "  --layers LIST          what is submitted, of projection (the default), depth, quad_view,\n"
    "                         quad_local, quad_stage, quad_grip, cylinder, equirect, equirect2,\n"
    "                         cube, observer, target (a quad that moves); log it too\n"
    "  --fault KIND[@N]       do something wrong from frame N on (default 1): skip-haptics,\n"
    "                         wrong-space, no-layer, crash, hang, random, deaf, narrow-fov,\n"
    "                         wrong-time, leak, slow, slow-between, wrong-flags,\n"
    "                         wrong-rect, moved-quad,\n"
    "                         random-size, swapped-eyes, one-eye, old-views, late-locate,\n"
    "                         early-locate, skip-sync, wrong-hand, long-haptic, no-depth, "
    "layer-order,\n"
    "                         wrong-colour, small-swapchain, exit-code\n"
    "  --extra-times          also ask at four times around the frame's\n"
    "  --quad                 four views, by XR_VARJO_quad_views, instead of two\n"
    "  --pipeline             a render thread begins, asks for the views of and submits frame n\n"
    "                         while the main thread waits for and asks about frame n + 1\n"
    "  --no-frames            with headless: never wait for a frame, and ask for the time of now\n"
    "  --temporary-session N  run a session of N frames with nothing in them before the real one\n"
    "  --instances N          do everything N times, each time with an instance of its own\n"
    "  --api-version M.N      ask for this version of OpenXR (default 1.0)\n"
    "  --help\n"
    "\n"
    "Exit: 0 done (also if the runtime ended the session), 2 usage, 3 a call failed, 4 a session\n"
    "state was not reached in time, 77 something that was asked for is missing here.\n";

enum {
    OPTION_GRAPHICS = 256,
    OPTION_FRAMES,
    OPTION_SECONDS,
    OPTION_WAIT_FOCUS,
    OPTION_WAIT,
    OPTION_RATE,
    OPTION_LOG,
    OPTION_HANDS,
    OPTION_NO_HANDS,
    OPTION_GAZE,
    OPTION_NO_GAZE,
    OPTION_GAZE_SUBACTION,
    OPTION_BASE,
    OPTION_VELOCITIES,
    OPTION_ALL_RELATIONS,
    OPTION_EXTRA_TIMES,
    OPTION_QUAD,
    OPTION_ACTIONS,
    OPTION_PRESENCE,
    OPTION_RATES,
    OPTION_PROFILE,
    OPTION_LOCATE_SPACES,
    OPTION_LAYERS,
    OPTION_FAULT,
    OPTION_PIPELINE,
    OPTION_NO_FRAMES,
    OPTION_TEMPORARY,
    OPTION_INSTANCES,
    OPTION_API_VERSION,
    OPTION_HELP
};

static const struct option table[] = {
    {"graphics", required_argument, NULL, OPTION_GRAPHICS},
    {"frames", required_argument, NULL, OPTION_FRAMES},
    {"seconds", required_argument, NULL, OPTION_SECONDS},
    {"wait-focus", no_argument, NULL, OPTION_WAIT_FOCUS},
    {"wait", required_argument, NULL, OPTION_WAIT},
    {"rate", required_argument, NULL, OPTION_RATE},
    {"log", required_argument, NULL, OPTION_LOG},
    {"hands", no_argument, NULL, OPTION_HANDS},
    {"no-hands", no_argument, NULL, OPTION_NO_HANDS},
    {"gaze", no_argument, NULL, OPTION_GAZE},
    {"no-gaze", no_argument, NULL, OPTION_NO_GAZE},
    {"gaze-subaction", no_argument, NULL, OPTION_GAZE_SUBACTION},
    {"base", required_argument, NULL, OPTION_BASE},
    {"velocities", no_argument, NULL, OPTION_VELOCITIES},
    {"all-relations", no_argument, NULL, OPTION_ALL_RELATIONS},
    {"extra-times", no_argument, NULL, OPTION_EXTRA_TIMES},
    {"quad", no_argument, NULL, OPTION_QUAD},
    {"actions", no_argument, NULL, OPTION_ACTIONS},
    {"presence", no_argument, NULL, OPTION_PRESENCE},
    {"rates", no_argument, NULL, OPTION_RATES},
    {"profile", required_argument, NULL, OPTION_PROFILE},
    {"locate-spaces", no_argument, NULL, OPTION_LOCATE_SPACES},
    {"layers", required_argument, NULL, OPTION_LAYERS},
    {"fault", required_argument, NULL, OPTION_FAULT},
    {"pipeline", no_argument, NULL, OPTION_PIPELINE},
    {"no-frames", no_argument, NULL, OPTION_NO_FRAMES},
    {"temporary-session", required_argument, NULL, OPTION_TEMPORARY},
    {"instances", required_argument, NULL, OPTION_INSTANCES},
    {"api-version", required_argument, NULL, OPTION_API_VERSION},
    {"help", no_argument, NULL, OPTION_HELP},
    {NULL, 0, NULL, 0},
};

static bool parse_positive(const char *text, double *out)
{
    char *end;
    *out = strtod(text, &end);
    return end != text && *end == '\0' && *out > 0 && *out < 1e9;
}

static bool parse_count(const char *text, int64_t *out)
{
    double value;
    if (!parse_positive(text, &value) || value != (double)(int64_t)value)
        return false;
    *out = (int64_t)value;
    return true;
}

static bool parse_graphics(const char *text, enum probe_graphics *out)
{
    if (strcmp(text, "headless") == 0)
        *out = PROBE_GRAPHICS_HEADLESS;
    else if (strcmp(text, "vulkan2") == 0)
        *out = PROBE_GRAPHICS_VULKAN2;
    else if (strcmp(text, "d3d11") == 0)
        *out = PROBE_GRAPHICS_D3D11;
    else
        return false;
    return true;
}

static bool parse_version(struct probe_options *options, const char *text)
{
    char end;
    return sscanf(text, "%d.%d%c", &options->api_major, &options->api_minor, &end) == 2 &&
           options->api_major >= 0 && options->api_minor >= 0;
}

static bool parse_bases(struct probe_options *options, const char *text)
{
    static const char *const names[] = {"local", "stage", "view", "local_floor"};
    options->base_count = 0;
    for (;;) {
        size_t length = strcspn(text, ",");
        int base = 0;
        while (base < 4 && (strlen(names[base]) != length || strncmp(names[base], text, length)))
            base++;
        if (base == 4 || options->base_count == PROBE_OPTIONS_BASE_MAX)
            return false;
        options->bases[options->base_count++] = (enum probe_base)base;
        if (text[length] == '\0')
            return true;
        text += length + 1;
    }
}

/* The index of the word of `length` characters in a list that ends with NULL, or -1. */
static int find_word(const char *const *words, const char *text, size_t length)
{
    for (int i = 0; words[i]; i++)
        if (strlen(words[i]) == length && strncmp(words[i], text, length) == 0)
            return i;
    return -1;
}

static bool parse_layers(struct probe_options *options, const char *text)
{
    static const char *const words[] = {
        "projection", "depth",     "quad_view", "quad_local", "quad_stage", "quad_grip", "cylinder",
        "equirect",   "equirect2", "cube",      "observer",   "target",     NULL};
    options->layers = 0;
    for (;;) {
        size_t length = strcspn(text, ",");
        int word = find_word(words, text, length);
        if (word < 0)
            return false;
        options->layers |= 1u << word;
        if (text[length] == '\0')
            return true;
        text += length + 1;
    }
}

static bool parse_fault(struct probe_options *options, const char *text)
{
    static const char *const words[] = {
        "none",        "skip-haptics", "wrong-space",  "no-layer",        "crash",
        "hang",        "random",       "deaf",         "narrow-fov",      "wrong-time",
        "leak",        "slow",         "slow-between", "wrong-flags",     "wrong-rect",
        "moved-quad",  "random-size",  "swapped-eyes", "one-eye",         "old-views",
        "late-locate", "early-locate", "skip-sync",    "wrong-hand",      "long-haptic",
        "no-depth",    "layer-order",  "wrong-colour", "small-swapchain", "exit-code",
        NULL};
    size_t length = strcspn(text, "@");
    int word = find_word(words, text, length);
    options->fault_frame = 1;
    if (word < 0)
        return false;
    options->fault = (enum probe_fault)word;
    return text[length] == '\0' || parse_count(text + length + 1, &options->fault_frame);
}

static bool parse_one(struct probe_options *options, int option)
{
    switch (option) {
    case OPTION_GRAPHICS:
        return parse_graphics(optarg, &options->graphics);
    case OPTION_FRAMES:
        return parse_count(optarg, &options->frames);
    case OPTION_SECONDS:
        return parse_positive(optarg, &options->seconds);
    case OPTION_WAIT:
        return parse_positive(optarg, &options->wait_s);
    case OPTION_RATE:
        return parse_positive(optarg, &options->rate_hz);
    case OPTION_BASE:
        return parse_bases(options, optarg);
    case OPTION_API_VERSION:
        return parse_version(options, optarg);
    case OPTION_LAYERS:
        return parse_layers(options, optarg);
    case OPTION_FAULT:
        return parse_fault(options, optarg);
    case OPTION_PROFILE:
        options->profile = optarg;
        return true;
    case OPTION_ACTIONS:
        options->actions = true;
        return true;
    case OPTION_LOCATE_SPACES:
        options->locate_spaces = true;
        return true;
    case OPTION_LOG:
        options->log = optarg;
        return true;
    case OPTION_HANDS:
        options->hands = PROBE_WISH_REQUIRED;
        return true;
    case OPTION_NO_HANDS:
        options->hands = PROBE_WISH_NEVER;
        return true;
    case OPTION_GAZE:
        options->gaze = PROBE_WISH_REQUIRED;
        return true;
    case OPTION_NO_GAZE:
        options->gaze = PROBE_WISH_NEVER;
        return true;
    case OPTION_GAZE_SUBACTION:
        options->gaze_subaction = true;
        return true;
    case OPTION_NO_FRAMES:
        options->no_frames = true;
        return true;
    case OPTION_PIPELINE:
        options->pipeline = true;
        return true;
    case OPTION_TEMPORARY:
        options->has_temporary = true;
        return parse_count(optarg, &options->temporary_frames);
    case OPTION_INSTANCES:
        return parse_count(optarg, &options->instances);
    case OPTION_QUAD:
        options->quad = true;
        return true;
    case OPTION_WAIT_FOCUS:
        options->wait_focus = true;
        return true;
    case OPTION_VELOCITIES:
        options->velocities = true;
        return true;
    case OPTION_PRESENCE:
        options->presence = true;
        return true;
    case OPTION_RATES:
        options->rates = true;
        return true;
    case OPTION_ALL_RELATIONS:
        options->all_relations = true;
        return true;
    case OPTION_EXTRA_TIMES:
        options->extra_times = true;
        return true;
    default:
        return false;
    }
}

bool probe_options_parse(struct probe_options *options, int argc, char **argv,
                         enum probe_exit *out_exit)
{
    *options = (struct probe_options){
        .wait_s = 20,
        .rate_hz = 60,
        .instances = 1,
        .bases = {PROBE_BASE_LOCAL},
        .base_count = 1,
        .api_major = 1,
        .api_minor = 0,
    };
    int option;
    while ((option = getopt_long(argc, argv, "", table, NULL)) != -1) {
        if (option == OPTION_HELP) {
            fputs(help, stdout);
            *out_exit = PROBE_EXIT_DONE;
            return false;
        }
        if (option == '?' || !parse_one(options, option)) {
            if (option != '?')
                fprintf(stderr, "understudy_probe: cannot read '%s'\n", optarg);
            *out_exit = PROBE_EXIT_USAGE;
            return false;
        }
    }
    if (optind < argc) {
        fprintf(stderr, "understudy_probe: what is '%s'? (try --help)\n", argv[optind]);
        *out_exit = PROBE_EXIT_USAGE;
        return false;
    }
    if (options->frames == 0 && options->seconds == 0)
        options->frames = DEFAULT_FRAMES;
    return true;
}
