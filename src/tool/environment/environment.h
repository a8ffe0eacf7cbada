/* SPDX-License-Identifier: MIT */
/*
 * environment: what an OpenXR loader in a child process finds on this machine, and how it is made
 * to find the layer and a runtime there. Changes the environment of this process, which the child
 * inherits.
 */
#ifndef TOOL_ENVIRONMENT_H
#define TOOL_ENVIRONMENT_H

#include <limits.h>
#include <stdbool.h>

#include "platform/program.h"
#include "platform/registry.h"
#include "status/setting_table.h"

/* The name of our layer. */
#define TOOL_ENVIRONMENT_LAYER "XR_APILAYER_NOVENDOR_understudy"

/* Where our manifests lie in the folder above that of this program. */
#define TOOL_ENVIRONMENT_LAYER_PATH                                                                \
    US_PROGRAM_VARIANT("/share/openxr/1/api_layers/implicit.d/", "\\lib\\")                        \
    "XrApiLayer_understudy.json"
#define TOOL_ENVIRONMENT_HEADLESS_PATH                                                             \
    US_PROGRAM_VARIANT("/share/understudy/", "\\lib\\") "headless_runtime.json"
/* What to do where that folder cannot be found. */
#define TOOL_ENVIRONMENT_LOST                                                                      \
    "the folder of this program cannot be found" US_PROGRAM_VARIANT(                               \
        "; check that /proc is mounted",                                                           \
        ", or its path is too long; unpack Understudy to a shorter one")

/*
 * manifest: the JSON files by which an OpenXR loader finds layers and runtimes.
 */

enum tool_manifest_state {
    TOOL_MANIFEST_USABLE,
    TOOL_MANIFEST_MISSING,    /* there is no such file, or it cannot be read */
    TOOL_MANIFEST_BROKEN,     /* it is not a manifest of this kind */
    TOOL_MANIFEST_NO_LIBRARY, /* the library that it names is missing */
};

enum { TOOL_MANIFEST_EXTENSIONS = 24 };

/* Texts that a manifest lacks are "". */
struct tool_manifest {
    enum tool_manifest_state state;
    char path[PATH_MAX];
    char name[128];         /* of the layer or runtime */
    char library[PATH_MAX]; /* as resolved; a name without '/' is left to the system and counts as
                               there */
    /* Of a layer. */
    char why[256]; /* loaders ignore it as an implicit layer's: "it is no JSON"; "": they do not */
    char enable[128], disable[128]; /* the variables that it wants set, and unset */
    char entry[128];                /* the function to negotiate with */
    unsigned extension_count;
    char extensions[TOOL_MANIFEST_EXTENSIONS][128]; /* what it says it supplies */
};

/* `kind` is "api_layer" or "runtime". `out` is filled as far as the state allows. Returns whether
 * it is usable. */
bool tool_manifest_read(const char *path, const char *kind, struct tool_manifest *out);

/* Whether it is one of our layer. */
bool tool_manifest_is_ours(const struct tool_manifest *manifest);

/* What a manifest of a runtime does that is missing or broken, as "cannot be read". */
const char *tool_manifest_runtime_fault(enum tool_manifest_state state);

/*
 * The places where a loader looks: folders (environment_folders.c; OpenXR loader specification,
 * chapter "Linux Manifest Search Paths"), or the registry (environment_registry.c).
 */

/* Told of what is there. */
struct tool_environment_visitor {
    /* A manifest that a loader takes for an implicit layer's. True ends the visit. */
    bool (*layer)(const char *path, void *context);
    /* What is wrong with a place, as the doctor names it, with up to two texts that belong to it;
     * NULL: that does not matter. */
    void (*fault)(const char *kind, const char *one, const char *two, void *context);
    void *context;
};

/* Visits the manifests of implicit layers in the order of the loader. Returns whether `layer` ended
 * it. */
bool tool_environment_visit_layers(const struct tool_environment_visitor *visitor);
/* Tells of what is wrong with the home or the rights of the user, and ignores the variables that
 * loaders of these rights do not read. */
void tool_environment_visit_user(const struct tool_environment_visitor *visitor);

/* The manifest of the runtime in the loader's places, which XR_RUNTIME_JSON overrides. The manifest
 * may be unusable. Returns false if there is none; `out_path` is "" then. */
bool tool_environment_find_runtime(char out_path[PATH_MAX]);

/* Windows: the key of OpenXR, and that of the implicit layers, whose values are manifests. */
#define TOOL_ENVIRONMENT_KEY "SOFTWARE\\Khronos\\OpenXR\\1"
#define TOOL_ENVIRONMENT_LAYERS_KEY TOOL_ENVIRONMENT_KEY "\\ApiLayers\\Implicit"
/* The first registered manifest from `*index` on whose path fits. False with ENOENT: there is none;
 * otherwise the registry cannot be read. */
bool tool_environment_next_registered(enum us_registry_part part, unsigned *index, char *out,
                                      size_t size);

/* Linux: sets HOME if it is unset, because the loader of Debian 12 aborts without it, and prints a
 * message unless `quiet`. Windows: ignores the variables that loaders of these rights do not read.
 * Call it before the functions below. */
void tool_environment_begin(bool quiet);

/* Whether the layer leaves alone what this process starts: an app that was raised over the usual
 * rights of its user, because its environment may come from a program with fewer rights. */
bool tool_environment_is_raised(void);

/* Make the child's loader find a manifest of ours that is usable. False after a message. */
bool tool_environment_offer_layer(const char *manifest);
bool tool_environment_offer_headless(const char *manifest);

/*
 * The layer and the runtime for a child.
 */

/*
 * Makes a loader find the layer beside this program, unless it finds a layer of that name anyway: a
 * loader loads a layer twice if it is in two places. Unless `quiet`, prints a message if the loader
 * finds another copy. Returns false after a message if there is no layer.
 */
bool tool_environment_add_layer(bool quiet);

/* The first manifest of the layer that a loader finds by itself, and can use. */
bool tool_environment_find_layer(char out_path[PATH_MAX]);

/* The manifest of the layer beside this program. Returns false after a message if there is no
 * usable one. */
bool tool_environment_own_layer(struct tool_manifest *out);

/* Returns true if XR_RUNTIME_JSON or one of the loader's places leads to a runtime. Otherwise it
 * prints what is missing and what to do. */
bool tool_environment_check_runtime(void);

/*
 * Make the child use the headless runtime beside this program, and Mesa's Vulkan driver for the
 * processor, if it is installed and neither VK_DRIVER_FILES nor VK_ICD_FILENAMES is set, be it to
 * nothing. False (and said) if the runtime is not there.
 */
bool tool_environment_set_headless(void);

/* Puts `first` before the list that a variable has, or else before `usual`. False after a message.
 */
bool tool_environment_put_in_front(const char *variable, const char *first, const char *usual);

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
