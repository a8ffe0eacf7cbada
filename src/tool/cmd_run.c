/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "environment.h"
#include "launch.h"
#include "options.h"
#include "paths.h"
#include "report.h"
#include "runtime.h"
#include "text.h"
#include "verb.h"

static const char help[] =
    "usage: understudy run --play FILE [options] -- APP [ARGUMENTS ...]\n"
    "\n"
    "Start an app, and play a recording into it. Nothing is installed, and nothing but the\n"
    "app is affected. The recording is checked first: the app does not start with a bad one.\n"
    "\n"
    "  --play FILE     the recording\n"
    "  --headless      run on Understudy's own runtime, which needs no headset, no window and,\n"
    "                  with Mesa's lavapipe installed, no GPU\n"
    "  --gpu           with --headless: leave the choice of the Vulkan driver alone\n"
    "  --anchor SPACE  where the recording's origin is: auto (default: by the head's height),\n"
    "                  local, stage or local_floor\n"
    "  --world WHOSE   LOCAL, LOCAL_FLOOR and STAGE are the runtime's (anchored, the default),\n"
    "                  or the recording's and the same in every run (virtual)\n"
    "  --channels LIST what is played, any of head,hands,gaze,pinch with commas (default: all\n"
    "                  that is recorded); the rest stays live\n"
    "  --picture WHAT  what the picture is fixed to while the real head moves: world (default),\n"
    "                  or head (the same picture however it moves)\n"
    "  --end MODE      at the end: hold (default), loop, pingpong or reset (to the beginning)\n"
    "  --speed X       0.001 to 1000 times as fast (default 1)\n"
    "  --force-focus   tell the app that it has the focus where the runtime never gives it\n"
    "  --headerless    the file is a recording of 2019 without its 16-byte header\n"
    "  --verbose       say more, here and in the layer\n"
    "  --quiet         say only what goes wrong, here and in the layer\n"
    "\n"
    "The app gets UNDERSTUDY_ENABLE, _PLAY, _ANCHOR, _WORLD, _CHANNELS, _PICTURE, _END, _SPEED,\n"
    "_FORCE_FOCUS and _HEADERLESS as these options say, whatever they were; _LOG_LEVEL with\n"
    "--verbose or --quiet; no UNDERSTUDY_DISABLE; and the layer's folder in front of\n"
    "XDG_DATA_DIRS, unless its OpenXR loader finds the layer anyway. With --headless also\n"
    "XR_RUNTIME_JSON, and where neither is set, VK_ICD_FILENAMES and VK_DRIVER_FILES. HOME is\n"
    "set if it is not.\n"
    "\n"
    "Exit codes: the app's own, or 128 + n if signal n ended it; 2 usage; 4 the recording is\n"
    "unusable; 5 no OpenXR runtime, or no layer; 126 the app cannot be executed; 127 there is\n"
    "no such app.\n";

static int run(int argc, char **argv);

const struct us_verb us_verb_run = {"run", "start an app and play a recording into it", help, run};

struct request {
    const char *play, *anchor, *world, *channels, *picture, *end;
    double speed;
    bool headless, gpu, headerless, force_focus, verbose, quiet;
};

static bool check_request(const struct request *request)
{
    const char *wrong = NULL;
    if (request->play == NULL)
        wrong = "which recording? Pass --play FILE";
    else if (!(request->speed >= 0.001 && request->speed <= 1000.0))
        wrong = "--speed is from 0.001 to 1000";
    else if (request->verbose && request->quiet)
        wrong = "--verbose and --quiet exclude each other";
    else if (request->gpu && !request->headless)
        wrong = "--gpu goes with --headless";
    if (wrong != NULL)
        us_text_complain("run: %s", wrong);
    return wrong == NULL;
}

static bool check_recording(const struct request *request)
{
    static struct us_report_survey survey;
    enum us_report_depth depth = request->verbose ? US_REPORT_ITEMS : US_REPORT_KEYS;
    if (!us_report_survey_open(request->play, request->headerless, false, depth, &survey))
        return false;
    for (uint32_t i = 0; i < survey.report.item_count; i++) {
        char text[256];
        us_repair_describe(&survey.report.items[i], text, sizeof(text));
        us_text_complain("%s: %s", request->play, text);
    }
    us_report_survey_close(&survey);
    return true;
}

/* The app may go to another folder before the layer opens the recording. */
static bool make_absolute(const char *path, char out[PATH_MAX])
{
    char folder[PATH_MAX];
    if (path[0] == '/')
        return us_paths_join("", path, out);
    if (getcwd(folder, sizeof(folder) - 1) == NULL)
        return false;
    strcat(folder, "/");
    return us_paths_join(folder, path, out);
}

/* What the layer reads: every setting, so that nothing that happens to be set can change what was
 * asked for. */
static bool set_settings(const struct request *request)
{
    char path[PATH_MAX], speed[32];
    if (!make_absolute(request->play, path)) {
        us_text_complain("%s: its absolute path cannot be found or is too long", request->play);
        return false;
    }
    /* The layer reads digits and a point; in this range %g gives no exponent. */
    snprintf(speed, sizeof(speed), "%.9g", request->speed);
    setenv("UNDERSTUDY_ENABLE", "1", 1);
    unsetenv("UNDERSTUDY_DISABLE");
    setenv("UNDERSTUDY_PLAY", path, 1);
    setenv("UNDERSTUDY_ANCHOR", request->anchor, 1);
    setenv("UNDERSTUDY_WORLD", request->world, 1);
    setenv("UNDERSTUDY_CHANNELS", request->channels, 1);
    setenv("UNDERSTUDY_PICTURE", request->picture, 1);
    setenv("UNDERSTUDY_END", request->end, 1);
    setenv("UNDERSTUDY_SPEED", speed, 1);
    setenv("UNDERSTUDY_FORCE_FOCUS", request->force_focus ? "1" : "0", 1);
    setenv("UNDERSTUDY_HEADERLESS", request->headerless ? "1" : "0", 1);
    if (request->verbose || request->quiet)
        setenv("UNDERSTUDY_LOG_LEVEL", request->verbose ? "debug" : "error", 1);
    return true;
}

static void say_environment(void)
{
    static const char *const names[] = {"UNDERSTUDY_PLAY", "XDG_DATA_DIRS", "XR_RUNTIME_JSON",
                                        "VK_DRIVER_FILES"};
    for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (getenv(names[i]) != NULL)
            us_text_complain("%s=%s", names[i], getenv(names[i]));
}

static int start(const struct request *request, char **app)
{
    if (!check_recording(request) || !set_settings(request))
        return US_EXIT_RECORDING;
    us_environment_set_home(request->quiet);
    bool has_runtime =
        request->headless ? us_runtime_set_headless(request->gpu) : us_runtime_check();
    if (!has_runtime || !us_environment_add_layer(request->quiet))
        return US_EXIT_RUNTIME;
    if (request->verbose)
        say_environment();
    return us_launch(app);
}

static int run(int argc, char **argv)
{
    static const char *const anchors[] = {"auto", "local", "stage", "local_floor", NULL};
    static const char *const pictures[] = {"world", "head", NULL};
    static const char *const ends[] = {"hold", "loop", "pingpong", "reset", NULL};
    static const char *const worlds[] = {"anchored", "virtual", NULL};
    static const char *const channels[] = {"head", "hands", "gaze", "pinch", NULL};
    struct request request = {.anchor = anchors[0],
                              .world = worlds[0],
                              .channels = "head,hands,gaze,pinch",
                              .picture = pictures[0],
                              .end = ends[0],
                              .speed = 1.0};
    const struct us_option options[] = {
        {"play", US_OPTION_TEXT, &request.play, NULL},
        {"headless", US_OPTION_FLAG, &request.headless, NULL},
        {"gpu", US_OPTION_FLAG, &request.gpu, NULL},
        {"anchor", US_OPTION_CHOICE, &request.anchor, anchors},
        {"world", US_OPTION_CHOICE, &request.world, worlds},
        {"channels", US_OPTION_LIST, &request.channels, channels},
        {"picture", US_OPTION_CHOICE, &request.picture, pictures},
        {"end", US_OPTION_CHOICE, &request.end, ends},
        {"speed", US_OPTION_NUMBER, &request.speed, NULL},
        {"force-focus", US_OPTION_FLAG, &request.force_focus, NULL},
        {"headerless", US_OPTION_FLAG, &request.headerless, NULL},
        {"verbose", US_OPTION_FLAG, &request.verbose, NULL},
        {"quiet", US_OPTION_FLAG, &request.quiet, NULL},
        {NULL, US_OPTION_FLAG, NULL, NULL},
    };
    struct us_command_line line = {
        .verb = &us_verb_run, .options = options, .stops_at_operand = true};
    int code = us_options_parse(&line, argc, argv);
    if (code != US_OPTIONS_GO_ON)
        return code;
    return check_request(&request) ? start(&request, argv + line.rest) : US_EXIT_USAGE;
}
