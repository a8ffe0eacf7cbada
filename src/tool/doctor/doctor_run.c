/* SPDX-License-Identifier: MIT */
/* The command: its options, and what is looked at, in this order. */
#include <stdlib.h>
#include <string.h>

#include "core/base/file.h"
#include "tool/cli/command.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/options.h"
#include "tool/cli/text.h"
#include "tool/doctor/doctor.h"
#include "tool/doctor/probe.h"

static void look_at_recording(struct tool_doctor *doctor)
{
    const char *play = tool_file_path_variable("UNDERSTUDY_PLAY", NULL);
    struct us_file file;
    struct us_error error;
    if (play == NULL)
        return;
    if (us_file_open(play, &file, &error) == US_OK)
        us_file_close(&file);
    else
        tool_doctor_find(doctor, "play-unusable", play, error.text, NULL);
}

static int examine(struct tool_doctor *doctor, bool json)
{
    tool_doctor_look_at_user(doctor);
    look_at_recording(doctor);
    tool_doctor_find_runtime(doctor);
    tool_doctor_read_layers(doctor);
    tool_doctor_try(doctor);
    int code = tool_doctor_has_problem(doctor) ? TOOL_EXIT_PROBLEMS : TOOL_EXIT_OK;
    if (!json)
        tool_doctor_print(doctor);
    else if (!tool_doctor_print_json(doctor))
        code = TOOL_EXIT_OUTPUT;
    return code;
}

int tool_doctor_run(int argc, char **argv)
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
    struct tool_doctor *doctor = calloc(1, sizeof *doctor);
    if (doctor == NULL) {
        tool_text_complain("out of memory");
        return TOOL_EXIT_OUTPUT;
    }
    doctor->headless = headless;
    doctor->timeout_s = timeout_s;
    code = examine(doctor, json);
    free(doctor);
    return code;
}
