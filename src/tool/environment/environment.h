/* SPDX-License-Identifier: MIT */
/*
 * manifest: the folders in which the OpenXR loader searches, and the manifests in them.
 *
 * loader_folders: where an OpenXR loader looks (its SearchPaths, OpenXR loader specification,
 * chapter "Linux Manifest Search Paths").
 */
#ifndef TOOL_ENVIRONMENT_H
#define TOOL_ENVIRONMENT_H

#include <limits.h>
#include <stdbool.h>

#include "status/setting_table.h"

/* The default of XDG_DATA_DIRS. */
#define TOOL_LOADER_FOLDERS_DATA_DIRS "/usr/local/share:/usr/share"

/* Called for each folder in turn; stops and returns true as soon as it returns true. */
typedef bool tool_manifest_folders_visit(const char *folder, void *context);

/* Every "openxr/1/api_layers/implicit.d" in which the loader of a child will look for implicit
 * layers. */
bool tool_manifest_folders_layers(tool_manifest_folders_visit *visit, void *context);

/* Every "openxr/1" in which it will look for the active runtime. */
bool tool_manifest_folders_runtimes(tool_manifest_folders_visit *visit, void *context);

/*
 * manifest: the JSON files by which an OpenXR loader finds layers and runtimes.
 */

enum tool_manifest_state {
    TOOL_MANIFEST_USABLE,
    TOOL_MANIFEST_MISSING,    /* there is no such file, or it cannot be read */
    TOOL_MANIFEST_BROKEN,     /* it is not a manifest of this kind */
    TOOL_MANIFEST_NO_LIBRARY, /* the library that it names is missing */
};

struct tool_manifest {
    char name[128];         /* of the layer or runtime; "" if it has none */
    char library[PATH_MAX]; /* as resolved; a name without '/' is left to the system and counts as
                               there */
};

/* `kind` is "api_layer" or "runtime". `out` is filled as far as the state allows. */
enum tool_manifest_state tool_manifest_read(const char *path, const char *kind,
                                            struct tool_manifest *out);

/* Whether a manifest of Understudy's own is usable; otherwise prints what is wrong with it, and
 * `advice`: "build it again". */
bool tool_manifest_check_own(const char *path, const char *kind, const char *advice,
                             struct tool_manifest *out);

/* What a manifest of a runtime does that is missing or broken, as "cannot be read". */
const char *tool_manifest_runtime_fault(enum tool_manifest_state state);

/* Whether the manifest that XR_RUNTIME_JSON names is one of a usable runtime; otherwise prints what
 * is wrong with it and what to do. `path` is the value of the variable. */
bool tool_manifest_check_runtime(const char *path);

/* Visits each file of a folder that may be a manifest, by its ending; stops and returns true as
 * soon as the visit returns true. False, with errno, if the folder cannot be read; 0: it could. */
bool tool_manifest_visit(const char *folder, bool (*visit)(const char *path, void *context),
                         void *context);

/*
 * environment: makes the OpenXR loader of a child process find the layer and a runtime. Changes the
 * environment of this process, which the child inherits.
 */

/* The name of our layer. */
#define TOOL_ENVIRONMENT_LAYER "XR_APILAYER_NOVENDOR_understudy"

/* Sets HOME if it is unset, because the loader of Debian 12 aborts without it. Prints a message
 * unless `quiet`. Call it before the other functions here. */
void tool_environment_set_home(bool quiet);

/*
 * Puts the folder of the layer beside this program at the front of XDG_DATA_DIRS, unless the loader
 * finds a layer of that name anyway: a loader loads a layer twice if it is in two folders. Unless
 * `quiet`, prints a message if the loader finds another copy. Returns false after a message if
 * there is no layer.
 */
bool tool_environment_add_layer(bool quiet);

/* The first manifest of the layer that a loader finds by itself, and can use. */
bool tool_environment_find_layer(char out_path[PATH_MAX]);

/* The manifest of the layer beside this program. Returns false after a message if there is no
 * usable one. */
bool tool_environment_own_layer(char out_path[PATH_MAX], struct tool_manifest *out);

/* ---- The runtime ---- */

/* Returns true if XR_RUNTIME_JSON or one of the loader's folders leads to a runtime. Otherwise it
 * prints what is missing and what to do. */
bool tool_environment_check_runtime(void);

/* The manifest of the runtime in the loader's folders, which XR_RUNTIME_JSON overrides. The
 * manifest may be unusable. Returns false if there is none. */
bool tool_environment_find_runtime(char out_path[PATH_MAX]);

/*
 * Make the child use the headless runtime beside this program, and Mesa's Vulkan driver for the
 * processor, if it is installed and neither VK_DRIVER_FILES nor VK_ICD_FILENAMES is set, be it to
 * nothing. False (and said) if the runtime is not there.
 */
bool tool_environment_set_headless(void);

/*
 * inherited_settings: settings of the layer in the environment of this process. A command that
 * starts an app takes what has an option from its command line alone: the same line does the same
 * everywhere. It says what it does not pass on to the app. Settings without an option, such as
 * UNDERSTUDY_LOG_FILE, are passed on.
 */

/* What a command has for a setting. */
struct tool_setting_option {
    const char *name; /* without its dashes; NULL: the command has no option for it */
    bool is_given;    /* on the command line, which then decides, and nothing is said */
};

/*
 * Unsets the variable of every setting that has an option of `run`, of the files of another run,
 * and UNDERSTUDY_DISABLE. Unless `quiet`, prints one line with those whose value is lost: it is
 * neither empty nor the default, and the option is not given. `command` is the command's name.
 * Call it once, before anything is set for the app.
 */
void tool_environment_drop_inherited(const char *command,
                                     const struct tool_setting_option options[US_SETTING_COUNT],
                                     bool quiet);

#endif
