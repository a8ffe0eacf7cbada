/* SPDX-License-Identifier: MIT */
#include <stddef.h>

#include "tool/cli/command.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/options.h"
#include "tool/cli/text.h"
#include "tool/record/animation_file.h"

static const char help[] =
    "usage: understudy convert SESSION --output FILE [options]\n"
    "\n"
    "Make an input animation file of the Mixed Reality Toolkit, version 1.1, from a session\n"
    "recording: head, hands, pinches, gaze and markers. The file has no controllers. SESSION does\n"
    "not change.\n"
    "\n"
    "  --output FILE      the file to write, also -o FILE\n" TOOL_ANIMATION_HELP
    "  --force            replace FILE if it is there\n"
    "  --quiet            print only errors\n"
    "\n"
    "The output says what the file holds, what it lacks and, with --reduce, how far off it is.\n"
    "\n"
    "Exit codes: 0; 1 SESSION is damaged or was not finished, and FILE holds what is whole; 2\n"
    "usage, or FILE is there already or cannot be made; 3 FILE or the output could not be "
    "written;\n"
    "4 SESSION is no session recording, or holds nothing that FILE can hold.\n";

static int convert(int argc, char **argv);

const struct tool_command tool_command_convert = {
    "convert", "make an input animation file from a session recording", help, convert, NULL};

static int convert(int argc, char **argv)
{
    struct tool_animation_order order = tool_animation_order_none();
    const struct tool_option options[] = {
        {"output", TOOL_OPTION_TEXT, &order.path, NULL},
        TOOL_ANIMATION_OPTIONS(&order),
        {"force", TOOL_OPTION_FLAG, &order.replaces, NULL},
        {"quiet", TOOL_OPTION_FLAG, &order.quiet, NULL},
        {NULL, TOOL_OPTION_FLAG, NULL, NULL},
    };
    struct tool_command_line line = {.command = &tool_command_convert, .options = options};
    int code = tool_options_parse(&line, argc, argv);
    if (code != TOOL_OPTIONS_GO_ON)
        return code;
    const char *conflict = order.path == NULL ? "--output is missing; pass --output FILE"
                                              : tool_animation_order_conflict(&order);
    if (conflict != NULL) {
        tool_text_complain("convert: %s", conflict);
        return TOOL_EXIT_USAGE;
    }
    const struct tool_file_role roles[] = {{"the recording", line.operand, false},
                                           {"--output", order.path, true}};
    if (!tool_file_roles_check("convert", roles, sizeof roles / sizeof roles[0]) ||
        !tool_animation_file_check("convert", "--output", &order))
        return TOOL_EXIT_USAGE;
    return tool_animation_file_write("convert", line.operand, &order);
}
