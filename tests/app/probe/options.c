/* SPDX-License-Identifier: MIT */
#include "options.h"

#include <getopt.h>
#include <stddef.h>
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

/* The index of the word of `length` characters in a list that ends with NULL, or -1. */
static int find_word(const char *const *words, const char *text, size_t length)
{
    for (int i = 0; words[i]; i++)
        if (strlen(words[i]) == length && strncmp(words[i], text, length) == 0)
            return i;
    return -1;
}

static bool parse_graphics(struct probe_options *options, const char *text)
{
    static const char *const words[] = {"headless", "vulkan2", "d3d11", NULL};
    int word = find_word(words, text, strlen(text));
    options->graphics = (enum probe_graphics)word;
    return word >= 0;
}

static bool parse_temporary(struct probe_options *options, const char *text)
{
    options->has_temporary = true;
    return parse_count(text, &options->temporary_frames);
}

static bool parse_version(struct probe_options *options, const char *text)
{
    char end;
    return sscanf(text, "%d.%d%c", &options->api_major, &options->api_minor, &end) == 2 &&
           options->api_major >= 0 && options->api_minor >= 0;
}

static bool parse_bases(struct probe_options *options, const char *text)
{
    static const char *const words[] = {"local", "stage", "view", "local_floor", NULL};
    options->base_count = 0;
    for (;;) {
        size_t length = strcspn(text, ",");
        int word = find_word(words, text, length);
        if (word < 0 || options->base_count == PROBE_OPTIONS_BASE_MAX)
            return false;
        options->bases[options->base_count++] = (enum probe_base)word;
        if (text[length] == '\0')
            return true;
        text += length + 1;
    }
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

/* What an option has as its value, and what it sets. */
enum form { FORM_FLAG, FORM_REQUIRE, FORM_FORBID, FORM_TEXT, FORM_POSITIVE, FORM_COUNT, FORM_OWN };

static const struct entry {
    const char *name;
    enum form form;
    size_t at; /* of the member that is set: bool, enum probe_wish, text, double or int64_t */
    bool (*parse)(struct probe_options *options, const char *text); /* FORM_OWN */
} entries[] = {
#define AT(member) offsetof(struct probe_options, member)
    {"graphics", FORM_OWN, 0, parse_graphics},
    {"frames", FORM_COUNT, AT(frames), NULL},
    {"seconds", FORM_POSITIVE, AT(seconds), NULL},
    {"wait-focus", FORM_FLAG, AT(wait_focus), NULL},
    {"wait", FORM_POSITIVE, AT(wait_s), NULL},
    {"rate", FORM_POSITIVE, AT(rate_hz), NULL},
    {"log", FORM_TEXT, AT(log), NULL},
    {"hands", FORM_REQUIRE, AT(hands), NULL},
    {"no-hands", FORM_FORBID, AT(hands), NULL},
    {"gaze", FORM_REQUIRE, AT(gaze), NULL},
    {"no-gaze", FORM_FORBID, AT(gaze), NULL},
    {"gaze-subaction", FORM_FLAG, AT(gaze_subaction), NULL},
    {"base", FORM_OWN, 0, parse_bases},
    {"velocities", FORM_FLAG, AT(velocities), NULL},
    {"all-relations", FORM_FLAG, AT(all_relations), NULL},
    {"extra-times", FORM_FLAG, AT(extra_times), NULL},
    {"quad", FORM_FLAG, AT(quad), NULL},
    {"actions", FORM_FLAG, AT(actions), NULL},
    {"presence", FORM_FLAG, AT(presence), NULL},
    {"rates", FORM_FLAG, AT(rates), NULL},
    {"profile", FORM_TEXT, AT(profile), NULL},
    {"locate-spaces", FORM_FLAG, AT(locate_spaces), NULL},
    {"layers", FORM_OWN, 0, parse_layers},
    {"fault", FORM_OWN, 0, parse_fault},
    {"pipeline", FORM_FLAG, AT(pipeline), NULL},
    {"no-frames", FORM_FLAG, AT(no_frames), NULL},
    {"temporary-session", FORM_OWN, 0, parse_temporary},
    {"instances", FORM_COUNT, AT(instances), NULL},
    {"api-version", FORM_OWN, 0, parse_version},
    {"help", FORM_FLAG, AT(help), NULL},
#undef AT
};
enum { ENTRIES = sizeof entries / sizeof entries[0] };

static bool parse_one(struct probe_options *options, const struct entry *entry)
{
    void *member = (char *)options + entry->at;
    switch (entry->form) {
    case FORM_FLAG:
        return *(bool *)member = true;
    case FORM_REQUIRE:
        *(enum probe_wish *)member = PROBE_WISH_REQUIRED;
        return true;
    case FORM_FORBID:
        *(enum probe_wish *)member = PROBE_WISH_NEVER;
        return true;
    case FORM_TEXT:
        *(const char **)member = optarg;
        return true;
    case FORM_POSITIVE:
        return parse_positive(optarg, member);
    case FORM_COUNT:
        return parse_count(optarg, member);
    case FORM_OWN:
        break;
    }
    return entry->parse(options, optarg);
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
    struct option table[ENTRIES + 1] = {0};
    for (int i = 0; i < ENTRIES; i++)
        table[i] = (struct option){entries[i].name, entries[i].form >= FORM_TEXT, NULL, 256 + i};
    int option;
    while ((option = getopt_long(argc, argv, "", table, NULL)) != -1) {
        bool parsed = option != '?' && parse_one(options, &entries[option - 256]);
        if (options->help) {
            fputs(help, stdout);
            *out_exit = PROBE_EXIT_DONE;
            return false;
        }
        if (!parsed) {
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
