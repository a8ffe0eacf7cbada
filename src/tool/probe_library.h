/* SPDX-License-Identifier: MIT */
/*
 * probe_library: load a layer, a runtime, the loader or Vulkan, and ask it what an app would ask.
 * Each is a us_probe_body, for the child of us_probe_run only.
 */
#ifndef US_TOOL_PROBE_LIBRARY_H
#define US_TOOL_PROBE_LIBRARY_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

enum us_library_state {
    US_LIBRARY_UNLOADABLE = 0, /* text: the system's words */
    US_LIBRARY_NO_ENTRY,       /* text: the name of the function that it lacks */
    US_LIBRARY_REFUSES,        /* result: what it answers */
    US_LIBRARY_GOOD,
};

enum { US_PROBE_NAMES = 400 };

struct us_library_question {
    char path[PATH_MAX];
    char name[128];  /* the layer's */
    char entry[128]; /* the name of the function to negotiate with; "": the usual one */
    bool with_layer; /* us_probe_instance: with Understudy's layer, or without */
};

struct us_library_answer {
    enum us_library_state state;
    int32_t result; /* an XrResult, or a VkResult */
    char text[512];
    char path[PATH_MAX]; /* the loader: where it really is */
    char version[32];    /* the loader: as its name says; "" if that says nothing */
    char runtime[128];   /* an instance: the runtime's name */
    uint32_t name_count;
    char names[US_PROBE_NAMES][128]; /* a runtime: its extensions; an instance: the loader's layers;
                                        Vulkan: its devices */
};

void us_probe_layer(const void *question, void *answer);
void us_probe_runtime(const void *question, void *answer);
void us_probe_loader(const void *question, void *answer);
/* Make an instance through the loader and destroy it. */
void us_probe_instance(const void *question, void *answer);
void us_probe_vulkan(const void *question, void *answer);

#endif
