/* SPDX-License-Identifier: MIT */
/*
 * The layer's library and manifest in a user's folder of data, and the list of it. install and
 * uninstall never overwrite or remove other files.
 *
 * The folder is XDG_DATA_HOME, or else ~/.local/share, where an OpenXR loader finds layers. The
 * list is a text file: "understudy 1", then "library HASH" and "manifest HASH" with the 64-bit
 * FNV-1a of the bytes that were written, then "folder PATH" for each folder that was made, parents
 * first.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/bytes.h"
#include "core/base/file.h"
#include "platform/environment.h"
#include "platform/path.h"
#include "platform/process.h"
#include "tool/cli/command.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/json.h"
#include "tool/cli/text.h"
#include "tool/environment/environment.h"
#include "tool/install/installation.h"
#include "tool/output/part_file.h"

#define HEADER "understudy 1\n"
/* The library's path in the manifest, relative to the manifest's folder. */
#define LIBRARY_PATH "../../../../understudy/libXrApiLayer_understudy.so"

enum { FOLDERS = 24, LIBRARY = 0, MANIFEST, FILES };

static const struct {
    const char *kind, *folder, *name;
} places[FILES] = {
    {"library", "/understudy", "/libXrApiLayer_understudy.so"},
    {"manifest", "/openxr/1/api_layers/implicit.d", "/XrApiLayer_understudy.json"},
};

struct installation {
    char data[PATH_MAX]; /* the folder of data */
    char list[PATH_MAX];
    struct installed_file {
        char folder[PATH_MAX], path[PATH_MAX];
        uint64_t hash;         /* as the list says, or as it is going to be written */
        struct us_writer text; /* what is going to be written */
    } files[FILES];
    unsigned folder_count; /* which were made */
    char folders[FOLDERS][PATH_MAX];
};

/* NULL, or why there is no such folder. */
static const char *find_paths(struct installation *out)
{
    memset(out, 0, sizeof *out);
    const char *data = tool_file_path_variable("XDG_DATA_HOME", NULL);
    const char *home = tool_file_path_variable("HOME", NULL);
    if (data == NULL && home == NULL)
        return "neither HOME nor XDG_DATA_HOME is set";
    bool fits = data != NULL ? tool_file_path_join(data, "", out->data)
                             : tool_file_path_join(home, "/.local/share", out->data);
    if (fits && out->data[0] != '/')
        return data != NULL ? "XDG_DATA_HOME is not an absolute path"
                            : "HOME is not an absolute path";
    if (fits && strpbrk(out->data, ":\n") != NULL)
        return "a ':' or a line break in the folder's name would mislead the OpenXR loader";
    for (int i = 0; fits && i < FILES; i++) {
        struct installed_file *file = &out->files[i];
        fits = tool_file_path_join(out->data, places[i].folder, file->folder) &&
               tool_file_path_join(file->folder, places[i].name, file->path);
    }
    fits = fits && tool_file_path_join(out->files[LIBRARY].folder, "/installed", out->list);
    return fits ? NULL : "the path of the home is too long";
}

static bool is_missing(const char *path)
{
    struct us_about about;
    return !us_path_about(path, &about) && (errno == ENOENT || errno == ENOTDIR);
}

/* ---- The list ---- */

static bool read_line(struct installation *out, const char *line)
{
    if (sscanf(line, "library %" SCNx64, &out->files[LIBRARY].hash) == 1 ||
        sscanf(line, "manifest %" SCNx64, &out->files[MANIFEST].hash) == 1)
        return true;
    if (strncmp(line, "folder /", 8) != 0 || strlen(line + 7) >= PATH_MAX ||
        out->folder_count == FOLDERS)
        return false;
    strcpy(out->folders[out->folder_count++], line + 7);
    return true;
}

/* `text` is taken apart. */
static bool read_lines(struct installation *out, char *text)
{
    if (strncmp(text, HEADER, strlen(HEADER)) != 0)
        return false;
    char *end;
    for (char *line = text + strlen(HEADER); *line != '\0'; line = end + 1) {
        end = strchr(line, '\n');
        if (end == NULL)
            return false;
        *end = '\0';
        if (!read_line(out, line))
            return false;
    }
    return true;
}

/* False: the list cannot be read, or is none. What is not there is an empty list. */
static bool read_list(struct installation *installation)
{
    uint8_t *bytes;
    uint64_t size;
    if (is_missing(installation->list))
        return true;
    if (us_file_read(installation->list, &bytes, &size, NULL) != US_OK)
        return false;
    /* us_file_read leaves room for one more byte. */
    bytes[size] = '\0';
    bool is_good = read_lines(installation, (char *)bytes);
    free(bytes);
    return is_good;
}

static bool write_list(const struct installation *installation)
{
    struct us_writer text = {0};
    us_writer_text(&text, HEADER);
    for (int i = 0; i < FILES; i++)
        tool_text_put(&text, "%s %016" PRIx64 "\n", places[i].kind, installation->files[i].hash);
    for (unsigned i = 0; i < installation->folder_count; i++)
        tool_text_put(&text, "folder %s\n", installation->folders[i]);
    bool is_written =
        tool_part_file_write(installation->list, text.failed ? NULL : text.bytes, text.size);
    us_writer_finish(&text);
    return is_written;
}

/* ---- The files ---- */

static bool make_one(struct installation *installation, const char *path)
{
    if (us_path_is_folder(path))
        return true;
    if (installation->folder_count == FOLDERS) {
        tool_text_complain("%s: too many folders of this path are missing; create them first",
                           path);
        return false;
    }
    if (!us_path_make_folder(path, 0700)) {
        tool_text_complain("cannot create the folder %s: %s; set XDG_DATA_HOME (or HOME) to a "
                           "folder that you can write to",
                           path, strerror(errno));
        return false;
    }
    tool_file_path_join(path, "", installation->folders[installation->folder_count++]);
    return true;
}

/* Makes `path` and its missing parents, with mode 0700, and notes each folder that it made. */
static bool make_folder(struct installation *installation, const char *path)
{
    char part[PATH_MAX];
    for (const char *at = path + 1;; at++) {
        if (*at != '/' && *at != '\0')
            continue;
        snprintf(part, sizeof part, "%.*s", (int)(at - path), path);
        if (at[-1] != '/' && !make_one(installation, part))
            return false;
        if (*at == '\0')
            return true;
    }
}

/* True if nothing is at its path, or a regular file with its hash; otherwise says what is in the
 * way. */
static bool is_ours(const struct installed_file *file)
{
    struct us_about about;
    uint8_t *bytes;
    uint64_t size;
    if (is_missing(file->path))
        return true;
    bool is_same = false;
    if (us_path_about(file->path, &about) && about.kind == US_ABOUT_REGULAR &&
        us_file_read(file->path, &bytes, &size, NULL) == US_OK) {
        is_same = us_bytes_hash(US_BYTES_HASH_BEGIN, bytes, (size_t)size) == file->hash;
        free(bytes);
    }
    if (!is_same)
        tool_text_complain(
            "'understudy install' did not write %s, or somebody changed it since; keeping it",
            file->path);
    return is_same;
}

static bool remove_file(const struct installed_file *file)
{
    if (!is_ours(file))
        return false;
    if (us_path_remove(file->path) || errno == ENOENT || errno == ENOTDIR)
        return true;
    tool_text_complain("%s cannot be removed: %s", file->path, strerror(errno));
    return false;
}

/* Removes the files that are still as they were written, then the list, then the folders that were
 * made and are empty. False, and said, if a file had to stay; then the list stays too. */
static bool remove_all(const struct installation *installation)
{
    /* The manifest goes first: a loader must not find it without its library. */
    bool is_done = remove_file(&installation->files[MANIFEST]);
    is_done = remove_file(&installation->files[LIBRARY]) && is_done;
    if (!is_done)
        return false;
    us_path_remove(installation->list);
    for (unsigned i = installation->folder_count; i > 0; i--)
        us_path_remove_folder(installation->folders[i - 1]);
    return true;
}

/* Writes the two files, with the folders that they need, and their list; or nothing of it, and says
 * why. Our older layer goes first, so that no layer exists that the list lacks; and the list comes
 * before the files, so that uninstall can remove everything that follows. */
static bool write_all(struct installation *installation)
{
    struct installed_file *files = installation->files;
    for (int i = 0; i < FILES; i++)
        files[i].hash = us_bytes_hash(US_BYTES_HASH_BEGIN, files[i].text.bytes, files[i].text.size);
    us_path_remove(files[MANIFEST].path);
    us_path_remove(files[LIBRARY].path);
    bool is_done = make_folder(installation, files[LIBRARY].folder) &&
                   make_folder(installation, files[MANIFEST].folder) && write_list(installation);
    for (int i = 0; is_done && i < FILES; i++)
        is_done = tool_part_file_write(files[i].path, files[i].text.bytes, files[i].text.size);
    if (!is_done)
        remove_all(installation);
    return is_done;
}

/* ---- Install ---- */

/* The manifest beside this program, with the library's path as it is going to be. */
static bool make_manifest(const char *path, struct us_writer *out)
{
    struct us_writer before = {0};
    cJSON *root = NULL, *library = cJSON_CreateString(LIBRARY_PATH);
    if (tool_text_put_file(&before, path, UINT32_MAX))
        root = cJSON_ParseWithLength((const char *)before.bytes, before.size);
    us_writer_finish(&before);
    cJSON *layer = cJSON_GetObjectItemCaseSensitive(root, "api_layer");
    char *text = NULL;
    if (library != NULL && cJSON_ReplaceItemInObjectCaseSensitive(layer, "library_path", library))
        text = cJSON_Print(root);
    else
        cJSON_Delete(library);
    cJSON_Delete(root);
    us_writer_text(out, text != NULL ? text : "");
    cJSON_free(text);
    return out->size > 0 && !out->failed;
}

static bool read_content(struct installation *installation)
{
    struct tool_manifest own;
    struct installed_file *library = &installation->files[LIBRARY];
    struct us_error error;
    uint64_t size;
    if (!tool_environment_own_layer(&own))
        return false;
    if (us_file_read(own.library, &library->text.bytes, &size, &error) != US_OK) {
        tool_text_complain("%s: %s", own.library, error.text);
        return false;
    }
    library->text.size = (size_t)size;
    bool is_made = make_manifest(own.path, &installation->files[MANIFEST].text);
    if (!is_made)
        tool_text_complain("%s is damaged; build or install Understudy again", own.path);
    return is_made;
}

/* Another layer of our name: apps would load both. */
static bool is_free_of_others(const struct installation *installation)
{
    char found[PATH_MAX];
    if (!tool_environment_find_layer(found) ||
        us_path_is_same_file(found, installation->files[MANIFEST].path))
        return true;
    tool_text_complain(
        "the layer is installed at %s already, and apps would load both; remove that one first",
        found);
    return false;
}

/* A home that is not there is a mistake, which making it would hide. */
static bool has_home(void)
{
    const char *home = us_environment_get("HOME");
    bool is_asked = tool_file_path_variable("XDG_DATA_HOME", NULL) == NULL;
    if (!is_asked || (home != NULL && us_path_is_folder(home)))
        return true;
    tool_text_complain("install: HOME is '%s', which is no folder; make it, or set HOME to yours",
                       home != NULL ? home : "");
    return false;
}

/* With sudo, the files would belong to root, in someone's home. */
static bool is_own_folder(const char *data)
{
    char path[PATH_MAX];
    struct us_about about;
    tool_file_path_join(data, "", path);
    while (!us_path_about_target(path, &about) && strrchr(path, '/') != path)
        *strrchr(path, '/') = '\0';
    if (us_path_about_target(path, &about) && us_process_owns(about.owner))
        return true;
    tool_text_complain("%s is not yours; run this as its owner, without sudo", path);
    return false;
}

/* Others could put a library in the place of ours, which apps then load. */
static bool is_closed_folder(const char *folder)
{
    if (!us_path_is_open_to_all(folder))
        return true;
    tool_text_complain("everyone may write to %s, and could put in there what your apps load; run "
                       "'chmod o-w %s' first",
                       folder, folder);
    return false;
}

static bool is_place_free(struct installation *installation)
{
    bool is_list = read_list(installation);
    if (!is_list)
        tool_text_complain(
            "'understudy install' did not write %s; move that file to another folder",
            installation->list);
    return is_list && is_ours(&installation->files[LIBRARY]) &&
           is_ours(&installation->files[MANIFEST]);
}

static bool may_install(struct installation *installation)
{
    return is_free_of_others(installation) && has_home() && is_own_folder(installation->data) &&
           is_closed_folder(installation->files[LIBRARY].folder) &&
           is_closed_folder(installation->files[MANIFEST].folder) && is_place_free(installation);
}

static bool find(const char *command, struct installation *out)
{
    const char *wrong = find_paths(out);
    if (wrong != NULL)
        tool_text_complain("%s: %s", command, wrong);
    return wrong == NULL;
}

static void say_installed(const struct installation *installation)
{
    puts("Installed for you:");
    for (int i = 0; i < FILES; i++)
        tool_text_print_line(stdout, "  %s", installation->files[i].path);
    puts("Apps do not load the layer until you ask for it. To play a recording into an app that "
         "you do\n"
         "not start with 'understudy run', set these variables for it:\n"
         "  UNDERSTUDY_ENABLE=1 UNDERSTUDY_PLAY=/path/of/recording.bin\n"
         "To remove the layer: understudy uninstall");
}

int tool_installation_install(bool for_all)
{
    static struct installation installation;
    (void)for_all;
    if (!find("install", &installation))
        return TOOL_EXIT_USAGE;
    int code = !read_content(&installation)  ? TOOL_EXIT_RUNTIME
               : !may_install(&installation) ? TOOL_EXIT_REFUSED
               : !write_all(&installation)   ? TOOL_EXIT_OUTPUT
                                             : TOOL_EXIT_OK;
    for (int i = 0; i < FILES; i++)
        us_writer_finish(&installation.files[i].text);
    if (code == TOOL_EXIT_OK)
        say_installed(&installation);
    return code;
}

/* ---- Uninstall ---- */

int tool_installation_uninstall(bool for_all)
{
    static struct installation installation;
    (void)for_all;
    if (!find("uninstall", &installation))
        return TOOL_EXIT_USAGE;
    bool is_nothing = is_missing(installation.list);
    if (!read_list(&installation)) {
        tool_text_complain(
            "%s is damaged, so uninstall cannot know which files to remove; remove the "
            "folder %s and the file %s yourself",
            installation.list, installation.files[LIBRARY].folder,
            installation.files[MANIFEST].path);
        return TOOL_EXIT_REFUSED;
    }
    if (!is_nothing && !remove_all(&installation))
        return TOOL_EXIT_REFUSED;
    puts(is_nothing ? "Nothing was installed for you." : "Removed.");
    return TOOL_EXIT_OK;
}

bool tool_installation_has_written(const char *manifest)
{
    static struct installation installation;
    return find_paths(&installation) == NULL && us_path_is_there(installation.list) &&
           us_path_is_same_file(installation.files[MANIFEST].path, manifest);
}
