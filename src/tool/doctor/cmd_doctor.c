/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tool/cli/command.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/options.h"
#include "tool/cli/text.h"
#include "tool/doctor/doctor.h"

#define SOLUTION US_PROGRAM_VARIANT("a command that solves it", "what solves it")

static const char help[] =
    "usage: understudy doctor [options]\n"
    "\n"
    "Find what keeps recordings from playing on this machine. doctor prints the OpenXR loader,\n"
    "the runtime, the layers and the Vulkan devices that an app would use, the extensions that\n"
    "the layer would supply, and each problem with " SOLUTION ". It\n"
    "changes nothing. It tries other people's libraries in child processes, so it can report a\n"
    "crash or a hang.\n";

static const char options_help[] =
    "\n"
    "  --headless  check what 'run --headless' would use\n"
    "  --json      print one JSON object\n"
    "\n"
    "What takes longer than 10 seconds hangs; on a machine that is slower,\n"
    "UNDERSTUDY_DOCTOR_TIMEOUT in the environment is another number of seconds, from 0.1 to 600.\n"
    "\n"
    "A problem keeps Understudy from playing, or OpenXR apps from starting; a note does not.\n";

static const char findings_help[] = US_PROGRAM_VARIANT(
    "Problems: home-unset, disabled, not-enabled, not-installed, play-unusable, layer-missing,\n"
    "layer-twice, layer-not-taken, headless-missing, runtime-missing, runtime-broken,\n"
    "runtime-library-missing, vulkan-missing, vulkan-driver-missing, loader-missing,\n"
    "instance-fails, instance-fails-with-layer, folder-unreadable; and for layer-, other-\n"
    "(another layer), runtime-, loader-, vulkan-: unloadable, foreign, refuses, crashes, hangs.\n"
    "Notes: home-missing, home-read-only, manifest-broken, other-broken, folder-open.\n",
    "Problems: rights-raised, disabled, not-enabled, not-installed, play-unusable,\n"
    "layer-missing, layer-twice, layer-elsewhere, layer-unregistered, layer-not-taken,\n"
    "headless-missing, runtime-missing, runtime-broken, runtime-library-missing, vulkan-missing,\n"
    "vulkan-driver-missing, instance-fails, instance-fails-with-layer; and for layer-, other-\n"
    "(another layer), runtime-, vulkan-: unloadable, foreign, refuses, crashes, hangs.\n"
    "Notes: loader-missing (apps bring theirs), manifest-broken, other-broken.\n");

static const char rest_help[] =
    "\n"
    "The JSON object: result (fine or problems); loader {version, library}; runtime {name,\n"
    "manifest, library, by, answers, extensions}; layers [{name, manifest, library, state: on,\n"
    "waiting, disabled or ignored, only_by_run}]; supplied [extensions]; vulkan [devices];\n"
    "findings [{kind, weight, text, command}].\n"
    "\n"
    "Exit codes: 0 no problems; 1 there are problems; 2 usage; 3 the output could not be written.";

static void print_more_help(void)
{
    fputs(options_help, stdout);
    fputs(findings_help, stdout);
    puts(rest_help);
}

static int examine(bool headless, double timeout_s, bool json)
{
    struct tool_doctor *doctor = calloc(1, sizeof *doctor);
    if (doctor == NULL) {
        tool_text_complain("doctor: memory ran out");
        return TOOL_EXIT_OUTPUT;
    }
    doctor->headless = headless;
    doctor->timeout_s = timeout_s;
    doctor->runtime_by = "";
    tool_doctor_look(doctor);
    tool_doctor_try(doctor);
    int code = doctor->has_problem ? TOOL_EXIT_PROBLEMS : TOOL_EXIT_OK;
    if (!json)
        tool_doctor_print(doctor);
    else if (!tool_doctor_print_json(doctor))
        code = TOOL_EXIT_OUTPUT;
    free(doctor);
    return code;
}

static int run(int argc, char **argv)
{
    bool headless = false, json = false;
    if (argc == 2 && strcmp(argv[1], TOOL_PROBE_OPTION) == 0)
        return tool_probe_serve();
    const struct tool_option options[] = {
        {"headless", TOOL_OPTION_FLAG, &headless, NULL},
        {"json", TOOL_OPTION_FLAG, &json, NULL},
        {NULL, TOOL_OPTION_FLAG, NULL, NULL},
    };
    struct tool_command_line line = {
        .command = &tool_command_doctor, .options = options, .takes_none = true};
    int code = tool_options_parse(&line, argc, argv);
    if (code != TOOL_OPTIONS_GO_ON)
        return code;
    char *end;
    const char *timeout = tool_file_path_variable("UNDERSTUDY_DOCTOR_TIMEOUT", "10");
    const double timeout_s = strtod(timeout, &end);
    if (end == timeout || *end != '\0' || !(timeout_s >= 0.1 && timeout_s <= 600.0)) {
        tool_text_complain("doctor: UNDERSTUDY_DOCTOR_TIMEOUT is '%s'; it must be a number of "
                           "seconds from 0.1 to 600",
                           timeout);
        return TOOL_EXIT_USAGE;
    }
    return examine(headless, timeout_s, json);
}

const struct tool_command tool_command_doctor = {
    "doctor", "find what keeps recordings from playing here", help, run, print_more_help};
