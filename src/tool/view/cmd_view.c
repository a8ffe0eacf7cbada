/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "platform/path.h"
#include "tool/cli/command.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/options.h"
#include "tool/cli/text.h"
#include "tool/output/part_file.h"
#include "tool/page/page.h"
#include "tool/recording/inspection.h"
#include "tool/sheet/sheet.h"
#include "tool/view/recording_data.h"

static const char help[] =
    "usage: understudy view FILE [-o PAGE.html] [--open]\n"
    "       understudy view FILE -o IMAGE.png|IMAGE.svg [--at MOMENTS] [--run DIR] [--open]\n"
    "\n"
    "Write a page that shows a recording: head, hands, gaze and controllers in 3D, a timeline and\n"
    "curves. The page is one file. A browser opens it from disk, without a network. Or draw an\n"
    "image: moments of the recording from the front and from the right, and curves below them.\n"
    "\n"
    "  --output PAGE  the page to write, also -o PAGE. Default: the name of the recording with\n"
    "                 '.html' in place of its ending, in the current folder. A name that ends in\n"
    "                 .png or .svg asks for an image\n"
    "  --at MOMENTS   the moments of the image: any of 1.5s, NAME, every:0.5s, separated\n"
    "                 by commas, 24 at most. Default: those of the pictures with --run, otherwise\n"
    "                 the markers, and with fewer than four markers six more moments\n"
    "  --run DIR      put the pictures of a run beside the moments of the image; DIR is a folder\n"
    "                 of 'run --out DIR --shoot MOMENTS'\n"
    "  --open         open the page or the image, on Linux by xdg-open\n"
    "\n"
    "The page says how far its values are from those of 'understudy sample': positions are\n"
    "rounded to 0.1 mm. Of a recording with more than 60,000 frames it shows a part of the\n"
    "frames, and says so.\n"
    "\n"
    "Exit codes: 0; 2 usage; 3 the page could not be written; 4 the recording is unusable;\n"
    "5 this program was built without the page, or without cairo, which draws images.\n";

static int write_page(const char *recording, const char *path)
{
    struct tool_recording_data data;
    struct tool_page page;
    if (!tool_recording_data_read(&data, recording))
        return TOOL_EXIT_RECORDING;
    tool_page_begin(&page);
    tool_page_add_json(&page, "", "recording", data.facts);
    tool_page_add_bytes(&page, "", "tracks", data.tracks.bytes, data.tracks.size);
    bool is_written = tool_page_write(&page, path);
    bool is_told = is_written && tool_part_file_is_file(path);
    if (is_told)
        printf("%s: %.1f MB\n", path, (double)page.bytes.size * 1e-6);
    if (is_told && data.is_thinned)
        printf("the recording has too many frames; the page shows a part of them, and positions "
               "between these are wrong by up to %.1f mm\n",
               data.between_rows_m * 1e3);
    tool_page_finish(&page);
    tool_recording_data_finish(&data);
    return is_written ? TOOL_EXIT_OK : TOOL_EXIT_OUTPUT;
}

/* Draws a sheet; returns an exit code. */
static int draw(const struct us_loaded_recording *loaded, const struct tool_sheet_request *request)
{
#ifdef UNDERSTUDY_HAS_CAIRO
    return tool_sheet_write(loaded, request);
#else
    (void)loaded;
    tool_text_complain("%s: %s: this build of understudy cannot draw, because cairo was missing; "
                       "install libcairo2-dev and build again",
                       request->command, request->output);
    return TOOL_EXIT_RUNTIME;
#endif
}

static int write_image(const char *recording, struct tool_sheet_request *request)
{
    struct us_loaded_recording loaded;
    request->name = recording;
    if (!tool_inspection_load(recording, false, &loaded))
        return TOOL_EXIT_RECORDING;
    int code = draw(&loaded, request);
    us_loaded_recording_close(&loaded);
    if (code == TOOL_EXIT_OK && tool_part_file_is_file(request->output))
        printf("%s\n", request->output);
    return code;
}

static bool is_image_name(const char *path)
{
    return tool_file_path_ends_in(path, ".png") || tool_file_path_ends_in(path, ".svg");
}

/* Says what cannot be made, and what an image alone can have. */
static bool is_asked_well(const struct tool_sheet_request *request)
{
    bool is_image = is_image_name(request->output);
    if (!is_image && !tool_page_open_is_name(request->output)) {
        tool_text_complain("view: --output %s: let the name end in .html for a page, or in .png or "
                           ".svg for an image",
                           request->output);
        return false;
    }
    if (is_image || (request->at == NULL && request->run == NULL))
        return true;
    tool_text_complain("view: %s is for an image; let the name of --output end in .png or .svg",
                       request->at != NULL ? "--at" : "--run");
    return false;
}

static int view(int argc, char **argv)
{
    const char *output = NULL;
    struct tool_sheet_request request = {.command = "view"};
    bool open = false;
    const struct tool_option options[] = {
        {"output", TOOL_OPTION_TEXT, &output, NULL},   {"at", TOOL_OPTION_TEXT, &request.at, NULL},
        {"run", TOOL_OPTION_TEXT, &request.run, NULL}, {"open", TOOL_OPTION_FLAG, &open, NULL},
        {NULL, TOOL_OPTION_FLAG, NULL, NULL},
    };
    struct tool_command_line line = {.command = &tool_command_view, .options = options};
    int code = tool_options_parse(&line, argc, argv);
    if (code != TOOL_OPTIONS_GO_ON)
        return code;
    char path[PATH_MAX], pictures[PATH_MAX];
    if (!tool_page_open_name(output, line.operand, path))
        return TOOL_EXIT_USAGE;
    request.output = path;
    const struct tool_file_role roles[] = {{"the recording", line.operand, false},
                                           {"--output", path, true}};
    if (!tool_file_roles_check("view", roles, sizeof roles / sizeof roles[0]) ||
        !is_asked_well(&request) ||
        (request.run != NULL &&
         (!tool_file_path_join(request.run, "/pictures", pictures) ||
          !tool_file_roles_check_folder("view", "--output", path, pictures, "the run's pictures"))))
        return TOOL_EXIT_USAGE;
    bool is_image = is_image_name(path);
    if (!is_image && !tool_page_is_built("view"))
        return TOOL_EXIT_RUNTIME;
    code = is_image ? write_image(line.operand, &request) : write_page(line.operand, path);
    if (code == TOOL_EXIT_OK && open)
        tool_page_open_show(path);
    return code;
}

const struct tool_command tool_command_view = {"view", "write a page or an image of a recording",
                                               help, view, NULL};
