/* SPDX-License-Identifier: MIT */
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/bytes.h"
#include "platform/path.h"
#include "tool/environment/environment.h"
#include "core/base/file.h"
#include "tool/install/installation.h"
#include "tool/cli/options.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/text.h"
#include "tool/cli/command.h"

static const char install_help[] =
    "usage: understudy install\n"
    "\n"
    "Install the layer for you alone, in XDG_DATA_HOME or ~/.local/share, where every OpenXR app\n"
    "of yours finds it. An app loads the layer only if UNDERSTUDY_ENABLE=1 is set, and plays a "
    "recording only if\n"
    "UNDERSTUDY_PLAY=FILE is set as well. Install the layer for apps that another program starts,\n"
    "such as Steam. 'understudy run' needs no installation.\n"
    "\n"
    "'install' never overwrites a file that it did not write. 'understudy uninstall' "
    "removes\n"
    "everything that it wrote. To install for all users of a machine, use the Debian package.\n"
    "\n"
    "Exit codes: 0 done; 1 refused: a file or another layer is in the way, or everyone may\n"
    "write to the folder; 2 usage; 3 a file "
    "could\n"
    "not be written; 5 the layer is not beside this program.\n";

static const char uninstall_help[] =
    "usage: understudy uninstall\n"
    "\n"
    "Remove the files that 'understudy install' wrote, and the folders that it made if "
    "they\n"
    "are empty. uninstall keeps a file that somebody changed since, and names it.\n"
    "\n"
    "Exit codes: 0 everything is removed; 1 a file had to stay; 2 usage.\n";

static int run_install(int argc, char **argv);
static int run_uninstall(int argc, char **argv);

const struct tool_command tool_command_install = {"install", "install the layer for one user",
                                                  install_help, run_install, NULL};
const struct tool_command tool_command_uninstall = {"uninstall", "remove what 'install' wrote",
                                                    uninstall_help, run_uninstall, NULL};

/* The two files as they are going to be. */
struct content {
    uint8_t *library;
    uint64_t library_size;
    char *manifest;
};

static char *write_manifest(const char *path)
{
    uint8_t *bytes;
    uint64_t size;
    if (us_file_read(path, &bytes, &size, NULL) != US_OK)
        return NULL;
    cJSON *root = cJSON_ParseWithLength((const char *)bytes, (size_t)size);
    free(bytes);
    cJSON *layer = cJSON_GetObjectItemCaseSensitive(root, "api_layer");
    cJSON *library = cJSON_CreateString(TOOL_INSTALLATION_LIBRARY);
    char *text = NULL;
    if (library != NULL && cJSON_ReplaceItemInObjectCaseSensitive(layer, "library_path", library))
        text = cJSON_Print(root);
    else
        cJSON_Delete(library);
    cJSON_Delete(root);
    return text;
}

static bool read_content(struct content *out)
{
    char own[PATH_MAX];
    struct tool_manifest manifest;
    *out = (struct content){0};
    if (!tool_environment_own_layer(own, &manifest))
        return false;
    struct us_error error;
    if (us_file_read(manifest.library, &out->library, &out->library_size, &error) != US_OK) {
        tool_text_complain("%s: %s", manifest.library, error.text);
        return false;
    }
    out->manifest = write_manifest(own);
    if (out->manifest == NULL)
        tool_text_complain("%s is damaged; build or install Understudy again", own);
    return out->manifest != NULL;
}

static void free_content(struct content *content)
{
    free(content->library);
    cJSON_free(content->manifest);
}

/* Another layer of our name: apps would load both. */
static bool is_free_of_others(const struct tool_installation *installation)
{
    char found[PATH_MAX];
    if (!tool_environment_find_layer(found) || us_path_is_same_file(found, installation->manifest))
        return true;
    tool_text_complain(
        "the layer is installed at %s already, and apps would load both; remove that one first",
        found);
    return false;
}

/* A home that is not there is a mistake, which making it would hide. */
static bool has_home(void)
{
    struct stat status;
    const char *home = getenv("HOME");
    bool is_asked = tool_file_path_variable("XDG_DATA_HOME", NULL) == NULL;
    if (!is_asked || (home != NULL && stat(home, &status) == 0 && S_ISDIR(status.st_mode)))
        return true;
    tool_text_complain("install: HOME is '%s', which is no folder; make it, or set HOME to yours",
                       home != NULL ? home : "");
    return false;
}

/* With sudo, the files would belong to root, in someone's home. */
static bool is_own_folder(const char *data)
{
    char path[PATH_MAX];
    struct stat status;
    tool_file_path_join(data, "", path);
    while (stat(path, &status) != 0 && strrchr(path, '/') != path)
        *strrchr(path, '/') = '\0';
    if (stat(path, &status) == 0 && status.st_uid == geteuid())
        return true;
    tool_text_complain("%s is not yours; run this as its owner, without sudo", path);
    return false;
}

/* Others could put a library in the place of ours, which apps then load. */
static bool is_closed_folder(const char *folder)
{
    struct stat status;
    if (stat(folder, &status) != 0 || (status.st_mode & S_IWOTH) == 0)
        return true;
    tool_text_complain("everyone may write to %s, and could put in there what your apps load; run "
                       "'chmod o-w %s' first",
                       folder, folder);
    return false;
}

static int install(struct tool_installation *installation)
{
    struct content content;
    bool is_refused = false;
    int code = TOOL_EXIT_RUNTIME;
    if (read_content(&content)) {
        code = TOOL_EXIT_REFUSED;
        if (is_free_of_others(installation) && has_home() && is_own_folder(installation->data) &&
            is_closed_folder(installation->library_folder) &&
            is_closed_folder(installation->manifest_folder))
            code =
                tool_installation_write(installation, content.library, (size_t)content.library_size,
                                        content.manifest, &is_refused)
                    ? TOOL_EXIT_OK
                : is_refused ? TOOL_EXIT_REFUSED
                             : TOOL_EXIT_OUTPUT;
    }
    free_content(&content);
    if (code != TOOL_EXIT_OK)
        return code;
    char library[2048], manifest[2048];
    tool_text_escape(installation->library, library, sizeof library);
    tool_text_escape(installation->manifest, manifest, sizeof manifest);
    printf("Installed for you:\n  %s\n  %s\n", library, manifest);
    puts("Apps do not load the layer until you ask for it. To play a recording into an app that "
         "you do\n"
         "not start with 'understudy run', set these variables for it:\n"
         "  UNDERSTUDY_ENABLE=1 UNDERSTUDY_PLAY=/path/of/recording.bin\n"
         "To remove the layer: understudy uninstall");
    return code;
}

static int uninstall(struct tool_installation *installation)
{
    enum tool_installation_state state = tool_installation_read(installation);
    if (state == TOOL_INSTALLATION_DAMAGED) {
        tool_text_complain(
            "%s is damaged, so uninstall cannot know which files to remove; remove the "
            "folder %s and the file %s yourself",
            installation->list, installation->library_folder, installation->manifest);
        return TOOL_EXIT_REFUSED;
    }
    if (state == TOOL_INSTALLATION_LISTED && !tool_installation_remove(installation))
        return TOOL_EXIT_REFUSED;
    puts(state == TOOL_INSTALLATION_NONE ? "Nothing was installed for you." : "Removed.");
    return TOOL_EXIT_OK;
}

static int run(const struct tool_command *command, int argc, char **argv,
               int (*act)(struct tool_installation *))
{
    static struct tool_installation installation;
    const struct tool_option options[] = {{NULL, TOOL_OPTION_FLAG, NULL, NULL}};
    struct tool_command_line line = {.command = command, .options = options, .takes_none = true};
    int code = tool_options_parse(&line, argc, argv);
    if (code != TOOL_OPTIONS_GO_ON)
        return code;
    const char *wrong = tool_installation_find(&installation);
    if (wrong == NULL)
        return act(&installation);
    tool_text_complain("%s: %s", command->name, wrong);
    return TOOL_EXIT_USAGE;
}

static int run_install(int argc, char **argv)
{
    return run(&tool_command_install, argc, argv, install);
}

static int run_uninstall(int argc, char **argv)
{
    return run(&tool_command_uninstall, argc, argv, uninstall);
}
