/* SPDX-License-Identifier: MIT */
/* Stands in for cmd_doctor.c and what belongs to it on Windows, where loaders look into the
 * registry. It loads libraries into this process: nobody has a child process for that there. */
#include <stdio.h>

#include "platform/environment.h"
#include "platform/library.h"
#include "platform/path.h"
#include "platform/registry.h"
#include "tool/cli/command.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/options.h"
#include "tool/environment/environment.h"

static const char help[] =
    "usage: understudy doctor [--headless]\n"
    "\n"
    "Find what keeps recordings from playing on this machine. doctor prints the rights that apps\n"
    "started here have, the OpenXR runtime, the layer and Vulkan, and each problem with what "
    "solves\n"
    "it. It changes nothing. It loads the libraries of the runtime and of Vulkan.\n"
    "\n"
    "  --headless  look at what 'run --headless' would use\n"
    "\n"
    "Exit codes: 0 no problems; 1 there are problems; 2 usage; 3 the output could not be\n"
    "written.\n";

static int doctor(int argc, char **argv);

const struct tool_command tool_command_doctor = {
    "doctor", "find what keeps recordings from playing here", help, doctor, NULL};

/* How many problems there are. */
static unsigned problems;

static void say_problem(const char *what, const char *solution)
{
    problems++;
    printf("  problem: %s\n  %s\n", what, solution);
}

/* Whether a library can be loaded; says the system's reason. */
static bool try_library(const char *path)
{
    char reason[512];
    bool is_loaded = us_library_load(path, reason, sizeof reason);
    printf("  library  %s\n", is_loaded ? path : reason);
    return is_loaded;
}

static void look_at_rights(void)
{
    bool is_raised = us_registry_is_raised();
    printf("rights   %s\n", is_raised ? "those of an administrator" : "the usual ones");
    if (us_environment_get("PATH") != NULL && us_environment_get_secure("PATH") == NULL)
        say_problem("the layer leaves apps alone that run as administrator",
                    "start understudy without those rights");
}

static void look_at_runtime(bool is_headless)
{
    char path[PATH_MAX] = "";
    struct tool_manifest manifest;
    bool is_found =
        is_headless ? tool_environment_set_headless() : tool_environment_check_runtime();
    const char *chosen =
        us_registry_is_raised() ? NULL : tool_file_path_variable("XR_RUNTIME_JSON", NULL);
    if (chosen == NULL && tool_environment_find_runtime(path))
        chosen = path;
    printf("runtime  %s\n", chosen != NULL ? chosen : "none");
    if (!is_found)
        say_problem("no app gets a runtime", "see the message above");
    else if (tool_manifest_read(chosen, "runtime", &manifest) != TOOL_MANIFEST_USABLE ||
             !try_library(manifest.library))
        say_problem("the runtime cannot be loaded", "install it again, or pass --headless");
}

static void look_at_layer(void)
{
    char found[PATH_MAX], own[PATH_MAX];
    struct tool_manifest manifest;
    bool is_registered = tool_environment_find_layer(found);
    printf("layer    %s\n", is_registered ? found : "not registered; 'run' adds it to its app");
    if (!tool_environment_own_layer(own, &manifest)) {
        say_problem("the layer is not beside this program", "unpack Understudy again");
        return;
    }
    if (is_registered && !us_path_is_same_file(own, found))
        say_problem("the layer that is registered is not the one beside this program",
                    "uninstall it with the understudy.exe in its folder");
    if (!try_library(manifest.library))
        say_problem("the layer cannot be loaded", "unpack Understudy again");
    if (!is_registered && us_registry_is_raised())
        say_problem("apps with the rights of an administrator find only registered layers",
                    "understudy install --system");
}

static void look_at_vulkan(void)
{
    printf("Vulkan\n");
    if (!try_library(US_LIBRARY_VULKAN))
        say_problem("apps that draw with Vulkan cannot start",
                    "install the driver of the graphics card");
}

static int doctor(int argc, char **argv)
{
    bool is_headless = false;
    const struct tool_option options[] = {{"headless", TOOL_OPTION_FLAG, &is_headless, NULL},
                                          {NULL, TOOL_OPTION_FLAG, NULL, NULL}};
    struct tool_command_line line = {
        .command = &tool_command_doctor, .options = options, .takes_none = true};
    int code = tool_options_parse(&line, argc, argv);
    if (code != TOOL_OPTIONS_GO_ON)
        return code;
    problems = 0;
    look_at_rights();
    look_at_runtime(is_headless);
    look_at_layer();
    look_at_vulkan();
    if (problems > 0)
        printf("%u problem%s\n", problems, problems == 1 ? "" : "s");
    else
        puts("no problems");
    return problems > 0 ? TOOL_EXIT_PROBLEMS : TOOL_EXIT_OK;
}
