/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "platform/path.h"
#include "tool/run_folder/run_folder.h"
#include "tool/cli/command.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/options.h"
#include "tool/cli/text.h"
#include "tool/output/part_file.h"
#include "tool/page/page.h"
#include "tool/report/run_data.h"
#include "tool/report/run_page.h"
#include "tool/report/suite_page.h"

static const char help[] =
    "usage: understudy report RUN [OTHER] [-o PAGE.html] [--open]\n"
    "       understudy report DIR... [--junit FILE] [--since PAGE] [-o PAGE.html]\n"
    "\n"
    "Write a page that shows a run: the verdict, the pictures, every frame and call, what the app\n"
    "asked and was told, and all of it in 3D. RUN is the folder of 'understudy run --out RUN'.\n"
    "The page of a failed run opens at its first failure. With OTHER, a second run folder, the\n"
    "page shows both runs, locked together, and opens at their first difference.\n"
    "\n"
    "Of folders that hold run folders, or of more than two run folders, write one page of all\n"
    "runs: which failed, which are flaky, what changed, which take long. A run that is broken or\n"
    "unfinished is on it with its reason. A run that is found twice counts once.\n"
    "\n"
    "  --output PAGE  the file to write, also -o PAGE. Default: the name of RUN or DIR with\n"
    "                 '.html' at its end, in the current folder\n"
    "  --open         open the page in a browser, by xdg-open\n"
    "  --junit FILE   write all runs as one JUnit file, too\n"
    "  --since PAGE   say what changed since an earlier page of all runs\n"
    "\n"
    "The page is one file, which Firefox and Chromium open from disk. It makes no requests.\n"
    "\n"
    "Exit codes: 0; 2 usage, or a folder is no run folder; 3 the file could not be written;\n"
    "5 this program was built without the page.\n";

/* Checks that the page overwrites no picture of the run, whatever its name. */
static bool check_folder(const char *folder, enum tool_run_part part, const char *output)
{
    char pictures[PATH_MAX];
    return tool_run_folder_part(folder, part, pictures) &&
           tool_file_roles_check_folder("report", "--output", output, pictures,
                                        "the run's pictures");
}

/* Checks the same for the pictures of the baseline that the page shows. */
static bool check_baseline(const char *folder, const char *output)
{
    char baseline[PATH_MAX];
    cJSON *verdict = tool_run_data_baseline_read_verdict(folder);
    bool is_here = tool_run_data_baseline_find(verdict, "report", baseline);
    cJSON_Delete(verdict);
    return !is_here || check_folder(baseline, TOOL_RUN_PICTURES, output);
}

/* Checks that the page overwrites no file of the run, and not its recording. */
static bool check_roles(const char *folder, const char *output)
{
    enum { FILES = TOOL_RUN_STDERR + 1, RECORDING = FILES, OUTPUT, ROLES };
    struct tool_file_role roles[ROLES] = {[OUTPUT] = {"--output", output, true}};
    static char paths[FILES + 1][PATH_MAX];
    for (unsigned i = 0; i < FILES; i++) {
        if (!tool_run_folder_part(folder, (enum tool_run_part)i, paths[i]))
            return false;
        roles[i] = (struct tool_file_role){"a file of the run", paths[i], false};
    }
    cJSON *facts = tool_run_folder_read_facts("report", folder);
    if (facts == NULL)
        return false;
    bool has_recording = tool_run_data_find_recording(facts, paths[RECORDING]);
    cJSON_Delete(facts);
    roles[RECORDING] = (struct tool_file_role){"the recording that was played",
                                               has_recording ? paths[RECORDING] : NULL, false};
    return tool_file_roles_check("report", roles, ROLES) &&
           check_folder(folder, TOOL_RUN_PICTURES, output) &&
           check_folder(folder, TOOL_RUN_DIFFERENCES, output) && check_baseline(folder, output);
}

static int write_it(const char *folder, const char *other, const char *path)
{
    struct us_about about;
    int code = tool_run_page_write("report", folder, other, path);
    if (code == TOOL_EXIT_OK && tool_part_file_is_file(path) && us_path_about_target(path, &about))
        printf("%s: %.1f MB\n", path, (double)about.size * 1e-6);
    return code;
}

/* Checks that no output is the earlier page or another output, and that each can be made. */
static bool check_suite_roles(const struct tool_suite_files *files)
{
    const struct tool_file_role roles[] = {{"--output", files->page, true},
                                           {"--junit", files->junit, true},
                                           {"the earlier page", files->since, false}};
    return tool_file_roles_check("report", roles, sizeof roles / sizeof roles[0]) &&
           tool_part_file_check("report", "--output", files->page, true) &&
           (files->junit == NULL || tool_part_file_check("report", "--junit", files->junit, true));
}

static bool is_folder_of_others(const char *path)
{
    return us_path_is_folder(path) && tool_run_folder_look(path) != TOOL_RUN_FOLDER_RUN;
}

/* Whether the operands are runs of a suite, and not one run or two. */
static bool is_suite(const struct tool_command_line *line)
{
    bool has_others = false;
    for (size_t i = 0; i < line->operand_count; i++)
        has_others = has_others || is_folder_of_others(line->operands[i]);
    return line->operand_count > 2 || has_others;
}

static int show(const char *path, bool open, int code)
{
    if (code == TOOL_EXIT_OK && open)
        tool_page_open_show(path);
    return code;
}

static bool check_name(const char *path)
{
    if (tool_page_open_is_name(path))
        return true;
    tool_text_complain("report: --output %s: let the name end in .html", path);
    return false;
}

static int report(int argc, char **argv)
{
    const char *output = NULL;
    bool open = false;
    struct tool_suite_files files = {0};
    const struct tool_option options[] = {
        {"output", TOOL_OPTION_TEXT, &output, NULL},
        {"open", TOOL_OPTION_FLAG, &open, NULL},
        {"junit", TOOL_OPTION_TEXT, &files.junit, NULL},
        {"since", TOOL_OPTION_TEXT, &files.since, NULL},
        {NULL, TOOL_OPTION_FLAG, NULL, NULL},
    };
    struct tool_command_line line = {.command = &tool_command_report,
                                     .options = options,
                                     .takes_many = true,
                                     .wanted = "no run folder is given"};
    int code = tool_options_parse(&line, argc, argv);
    if (code != TOOL_OPTIONS_GO_ON)
        return code;
    char path[PATH_MAX];
    const char *first = line.operands[0], *other = line.operand_count > 1 ? line.operands[1] : NULL;
    if (!tool_page_open_name(output, first, path))
        return TOOL_EXIT_USAGE;
    files.page = path;
    if (files.junit != NULL || files.since != NULL || is_suite(&line)) {
        if (!check_suite_roles(&files) || !check_name(path))
            return TOOL_EXIT_USAGE;
        code = tool_suite_page_write(line.operands, line.operand_count, &files);
    } else {
        if (!check_roles(first, path) || (other != NULL && !check_roles(other, path)) ||
            !check_name(path))
            return TOOL_EXIT_USAGE;
        code = write_it(first, other, path);
    }
    return show(path, open, code);
}

const struct tool_command tool_command_report = {"report", "write a page that shows a run", help,
                                                 report, NULL};
