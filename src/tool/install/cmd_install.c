/* SPDX-License-Identifier: MIT */
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tool/environment/environment.h"
#include "core/base/file.h"
#include "tool/environment/manifest.h"
#include "tool/cli/options.h"
#include "tool/cli/paths.h"
#include "tool/environment/user_paths.h"
#include "tool/install/install_manifest.h"
#include "tool/cli/text.h"
#include "tool/install/uninstall.h"
#include "tool/cli/command.h"

static const char help[] =
    "usage: understudy install --user\n"
    "\n"
    "Install the layer for one user, in a folder where every OpenXR app of that user finds it. An\n"
    "app loads the layer only if UNDERSTUDY_ENABLE=1 is set, and plays a recording only if\n"
    "UNDERSTUDY_PLAY=FILE is set as well. Install the layer for apps that another program starts,\n"
    "such as Steam. 'understudy run' needs no installation.\n"
    "\n"
    "  --user  install for you alone, in XDG_DATA_HOME, or ~/.local/share\n"
    "\n"
    "'install' never overwrites a file that it did not write. 'understudy uninstall --user' "
    "removes\n"
    "everything that it wrote. To install for all users of a machine, use the Debian package.\n"
    "\n"
    "Exit codes: 0 done; 1 refused: a file or another layer is in the way; 2 usage; 3 a file "
    "could\n"
    "not be written; 5 the layer is not beside this program.\n";

static int run(int argc, char **argv);

const struct tool_command tool_command_install = {"install", "install the layer for one user", help,
                                                  run, NULL};

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
    cJSON *library = cJSON_CreateString(TOOL_USER_PATHS_LIBRARY);
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
static bool is_free_of_others(const struct tool_user_paths *user_paths)
{
    char found[PATH_MAX];
    if (!tool_environment_find_layer(found) || tool_paths_is_same(found, user_paths->manifest))
        return true;
    tool_text_complain(
        "the layer is installed at %s already, and apps would load both; remove that one first",
        found);
    return false;
}

/* With sudo, the files would belong to root, in someone's home. */
static bool is_own_folder(const char *data)
{
    char path[PATH_MAX];
    struct stat status;
    tool_paths_join(data, "", path);
    while (stat(path, &status) != 0 && strrchr(path, '/') != path)
        *strrchr(path, '/') = '\0';
    if (stat(path, &status) == 0 && status.st_uid == geteuid())
        return true;
    tool_text_complain("%s is not yours; run this as its owner, without sudo", path);
    return false;
}

static bool is_writable_place(const struct tool_user_paths *user_paths,
                              struct tool_install_manifest *install_manifest)
{
    if (tool_install_manifest_read(user_paths->install_manifest, install_manifest) ==
        TOOL_INSTALL_MANIFEST_DAMAGED) {
        tool_text_complain(
            "'understudy install' did not write %s; move that file to another folder",
            user_paths->install_manifest);
        return false;
    }
    return tool_uninstall_is_ours(user_paths->library, install_manifest->library_hash) &&
           tool_uninstall_is_ours(user_paths->manifest, install_manifest->manifest_hash);
}

static bool write_file(const char *path, const void *bytes, uint64_t size)
{
    struct us_error error;
    if (us_file_write(path, bytes, size, &error) == US_OK)
        return true;
    tool_text_complain("%s: %s", path, error.text);
    return false;
}

/* Write the install manifest first: uninstall can then remove everything that follows. */
static bool write_all(const struct tool_user_paths *user_paths, const struct content *content,
                      struct tool_install_manifest *install_manifest)
{
    uint64_t manifest_size = strlen(content->manifest);
    install_manifest->library_hash =
        tool_install_manifest_hash(content->library, content->library_size);
    install_manifest->manifest_hash =
        tool_install_manifest_hash((const uint8_t *)content->manifest, manifest_size);
    /* Remove our older layer first, so that no layer exists that the install manifest lacks. */
    unlink(user_paths->manifest);
    unlink(user_paths->library);
    bool done = tool_install_manifest_make_folder(install_manifest, user_paths->library_folder) &&
                tool_install_manifest_make_folder(install_manifest, user_paths->manifest_folder) &&
                tool_install_manifest_write(user_paths->install_manifest, install_manifest) &&
                write_file(user_paths->library, content->library, content->library_size) &&
                write_file(user_paths->manifest, content->manifest, manifest_size);
    if (!done)
        tool_uninstall(user_paths, install_manifest);
    return done;
}

static int install(const struct tool_user_paths *user_paths,
                   struct tool_install_manifest *install_manifest)
{
    struct content content;
    int code = TOOL_EXIT_RUNTIME;
    if (read_content(&content)) {
        code = TOOL_EXIT_REFUSED;
        if (is_free_of_others(user_paths) && is_own_folder(user_paths->data) &&
            is_writable_place(user_paths, install_manifest))
            code =
                write_all(user_paths, &content, install_manifest) ? TOOL_EXIT_OK : TOOL_EXIT_OUTPUT;
    }
    free_content(&content);
    return code;
}

static void say_done(const struct tool_user_paths *user_paths)
{
    char library[2048], manifest[2048];
    tool_text_escape(user_paths->library, library, sizeof(library));
    tool_text_escape(user_paths->manifest, manifest, sizeof(manifest));
    printf("Installed for you:\n  %s\n  %s\n", library, manifest);
    puts("Apps do not load the layer until you ask for it. To play a recording into an app that "
         "you do\n"
         "not start with 'understudy run', set these variables for it:\n"
         "  UNDERSTUDY_ENABLE=1 UNDERSTUDY_PLAY=/path/of/recording.bin\n"
         "To remove the layer: understudy uninstall --user");
}

static int run(int argc, char **argv)
{
    bool user = false;
    const struct tool_option options[] = {{"user", TOOL_OPTION_FLAG, &user, NULL},
                                          {NULL, TOOL_OPTION_FLAG, NULL, NULL}};
    struct tool_command_line line = {
        .command = &tool_command_install, .options = options, .takes_none = true};
    int code = tool_options_parse(&line, argc, argv);
    if (code != TOOL_OPTIONS_GO_ON)
        return code;
    struct tool_user_paths user_paths;
    struct tool_install_manifest *install_manifest = malloc(sizeof(*install_manifest));
    const char *wrong =
        install_manifest == NULL ? "out of memory" : tool_user_paths_find(&user_paths);
    if (!user)
        wrong = "--user is missing; pass --user, or install the Debian package for all users";
    if (wrong != NULL) {
        tool_text_complain("install: %s", wrong);
        code = TOOL_EXIT_USAGE;
    } else {
        code = install(&user_paths, install_manifest);
    }
    if (code == TOOL_EXIT_OK)
        say_done(&user_paths);
    free(install_manifest);
    return code;
}
