/* SPDX-License-Identifier: MIT */
/*
 * probe_library: load a layer, a runtime, the loader or Vulkan, and ask it what an app would ask.
 * Each is a tool_probe_body, for the child of tool_probe_run only.
 */
#ifndef TOOL_PROBE_LIBRARY_H
#define TOOL_PROBE_LIBRARY_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

enum tool_library_state {
    TOOL_LIBRARY_UNLOADABLE = 0, /* text: the system's words */
    TOOL_LIBRARY_NO_ENTRY,       /* text: the name of the function that it lacks */
    TOOL_LIBRARY_REFUSES,        /* result: what it answers */
    TOOL_LIBRARY_GOOD,
};

enum { TOOL_PROBE_NAMES = 400, TOOL_PROBE_DEVICES = 16 };

/* A Vulkan device, in the words of its driver. */
struct tool_vulkan_device {
    char name[256], driver[256], driver_info[256];
    uint32_t api, driver_version;
};

struct tool_library_question {
    char path[PATH_MAX];
    char name[128];  /* the layer's */
    char entry[128]; /* the name of the function to negotiate with; "": the usual one */
    bool with_layer; /* tool_probe_instance: with Understudy's layer, or without */
};

struct tool_library_answer {
    enum tool_library_state state;
    int32_t result; /* an XrResult, or a VkResult */
    char text[512];
    char path[PATH_MAX]; /* the loader: where it really is */
    char version[32];    /* the loader: as its name says; "" if that says nothing */
    char runtime[128];   /* an instance: the runtime's name */
    uint32_t name_count;
    char names[TOOL_PROBE_NAMES][128]; /* a runtime: its extensions; an instance: the loader's
                                        layers */
    uint32_t device_count;
    struct tool_vulkan_device devices[TOOL_PROBE_DEVICES]; /* of Vulkan */
};

void tool_probe_layer(const void *question, void *answer);
void tool_probe_runtime(const void *question, void *answer);
/* Only loads it, with all functions that it takes from others. */
void tool_probe_whole(const void *question, void *answer);
void tool_probe_loader(const void *question, void *answer);
/* Make an instance through the loader and destroy it. */
void tool_probe_instance(const void *question, void *answer);
void tool_probe_vulkan(const void *question, void *answer);

#endif
