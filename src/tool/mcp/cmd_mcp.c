/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <math.h>
#include <string.h>

#include "platform/descriptor.h"
#include "platform/path.h"
#include "platform/program.h"
#include "platform/time.h"
#include "tool/cli/command.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/options.h"
#include "tool/cli/text.h"
#include "tool/mcp/mcp.h"

static const char help[] =
    "usage: understudy mcp [--project DIR] [--tool PROGRAM] [--wait SECONDS]\n"
    "\n"
    "Serve a coding agent by the Model Context Protocol, on standard input and output: the agent\n"
    "starts an OpenXR app, sees it, and does what the person in the headset does. The agent's\n"
    "client starts this command; docs/agents.md shows how to add it, and what the tools do. The\n"
    "server ends the app when its client goes.\n"
    "\n"
    "  --project DIR    the folder in which apps start, and in whose folder understudy-drives the\n"
    "                   drives are kept; default: the current folder\n"
    "  --tool PROGRAM   the program that is started as 'PROGRAM drive --stdio ... -- APP', such\n"
    "                   as a script that runs understudy in a container; default: this program\n"
    "  --wait SECONDS   how long a call waits for an app that hangs or is slow; then the agent is\n"
    "                   told, and the app goes on; 0: as long as it takes. Default: 50\n"
    "\n"
    "Exit codes: 0 the client has gone; 2 usage.\n";

static const unsigned char definitions[] = {
#include <understudy_mcp_tools.inc>
};

#define WAIT_S 50.0
/* A part of the time of a call: before that is over, the drive says itself where the app hangs. */
#define STALL_SHARE 0.8

/* LOOK_MS: how often it is looked whether a client that has gone still reads; GOODBYE_MS: how long
 * it may take to read its last answers. */
enum { LOOK_MS = 100, GOODBYE_MS = 2000 };

/* ---- The server ---- */

static void serve(struct tool_mcp *mcp)
{
    while (!tool_mcp_is_alone(mcp)) {
        /* A call that needs no app takes no turn: the end of the input is seen later. */
        if (mcp->call_count > 0)
            tool_mcp_call_first(mcp);
        else
            tool_mcp_turn(mcp, -1);
    }
    double until_s = us_time_now_s() + 1e-3 * GOODBYE_MS;
    while (mcp->client.answers.size > 0 && !mcp->client.has_gone && us_time_now_s() < until_s)
        tool_mcp_turn(mcp, LOOK_MS);
}

/* The program to start, and the folder to start it in. False after a message. */
static bool enter_project(const char *project, const char *tool, char out_tool[PATH_MAX])
{
    bool is_path = tool != NULL && us_path_name(tool) != tool;
    if (is_path && !tool_file_path_make_absolute(tool, out_tool))
        return false;
    if (tool != NULL && !is_path)
        tool_file_path_join("", tool, out_tool);
    else if (tool == NULL && !us_program_path(out_tool, PATH_MAX))
        out_tool[0] = '\0';
    if (project == NULL || us_path_enter(project))
        return true;
    tool_text_complain("mcp: --project %s cannot be entered: %s", project, strerror(errno));
    return false;
}

static int serve_client(const char *tool, double wait_s)
{
    struct tool_mcp mcp = {.wait_s = wait_s};
    mcp.definitions = cJSON_ParseWithLength((const char *)definitions, sizeof definitions);
    tool_mcp_app_init(&mcp.app, tool);
    mcp.app.stall_s = STALL_SHARE * wait_s;
    const int input = us_pipe_input();
    /* Standard output stays open: main flushes it. */
    const int output = us_descriptor_duplicate(US_DESCRIPTOR_OUTPUT);
    const char *fault = input < 0 || output < 0 ? strerror(errno) : NULL;
    tool_drive_client_open(&mcp.client, input, output);
    if (mcp.definitions == NULL)
        tool_text_complain("mcp: there is no memory");
    else if (fault != NULL)
        tool_text_complain("mcp: standard input and output cannot be used: %s", fault);
    else
        serve(&mcp);
    tool_mcp_app_finish(&mcp.app);
    while (mcp.call_count > 0)
        cJSON_Delete(mcp.calls[--mcp.call_count]);
    tool_drive_client_close(&mcp.client);
    cJSON_Delete(mcp.definitions);
    return TOOL_EXIT_OK;
}

static int mcp_run(int argc, char **argv)
{
    const char *project = NULL, *tool = NULL;
    double wait_s = (double)NAN;
    char path[PATH_MAX];
    const struct tool_option options[] = {
        {"project", TOOL_OPTION_TEXT, &project, NULL},
        {"tool", TOOL_OPTION_TEXT, &tool, NULL},
        {"wait", TOOL_OPTION_SECONDS, &wait_s, NULL},
        {NULL, TOOL_OPTION_FLAG, NULL, NULL},
    };
    struct tool_command_line line = {
        .command = &tool_command_mcp, .options = options, .takes_none = true};
    int code = tool_options_parse(&line, argc, argv);
    if (code != TOOL_OPTIONS_GO_ON)
        return code;
    if (wait_s < 0.0) {
        tool_text_complain("mcp: --wait must be 0 or more seconds");
        return TOOL_EXIT_USAGE;
    }
    if (!enter_project(project, tool, path))
        return TOOL_EXIT_USAGE;
    return serve_client(path, isnan(wait_s) ? WAIT_S : wait_s);
}

const struct tool_command tool_command_mcp = {
    "mcp", "let a coding agent run and drive an app (Model Context Protocol)", help, mcp_run, NULL};
