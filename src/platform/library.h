/* SPDX-License-Identifier: MIT */
/*
 * library: functions of libraries of the process. The layer loads none: another copy of a library
 * would not know the app's handles.
 */
#ifndef US_LIBRARY_H
#define US_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

/* The names under which libraries are loaded. NULL: the system has none; without DXGI it has no
 * Direct3D. */
#ifdef _WIN32
#define US_LIBRARY_VULKAN "vulkan-1.dll"
#define US_LIBRARY_EGL "libEGL.dll"
#define US_LIBRARY_DXGI "dxgi.dll"
#define US_LIBRARY_OPENXR "openxr_loader.dll"
#elif defined(__ANDROID__)
#define US_LIBRARY_VULKAN "libvulkan.so"
#define US_LIBRARY_EGL "libEGL.so"
#define US_LIBRARY_DXGI NULL
#define US_LIBRARY_OPENXR "libopenxr_loader.so"
#else
#define US_LIBRARY_VULKAN "libvulkan.so.1"
#define US_LIBRARY_EGL "libEGL.so.1"
#define US_LIBRARY_DXGI NULL
#define US_LIBRARY_OPENXR "libopenxr_loader.so.1"
#endif

/* A function of any type; cast it to its own. */
typedef void (*us_library_function)(void);

/* The function of that name in a library of the process. NULL: the library is not loaded, or has no
 * such function. The app must keep the library. */
us_library_function us_library_find(const char *file, const char *name);

/* When the functions that a library takes from others are looked up. Windows: always when it is
 * loaded. */
enum us_library_binding {
    /* When it is loaded: one that is missing is a failure, and the reason names it. For libraries
     * that this program calls itself. */
    US_LIBRARY_BIND_ALL,
    /* When each is called: one that is missing ends the process then, and only then. So OpenXR's
     * loader loads layers and runtimes, and so does whoever wants to know what an app meets. */
    US_LIBRARY_BIND_CALLED,
};

/* Loads a library and keeps it until the process ends, so that us_library_find finds its functions.
 * On failure it returns false and puts the system's reason into `reason`, of `size` bytes. For
 * programs and the headless runtime: the layer loads no library. */
bool us_library_load(const char *file, enum us_library_binding binding, char *reason, size_t size);

/* The file that a function of a library is in; on POSIX through all links. False: it is not known,
 * or longer. */
bool us_library_path(us_library_function function, char *out, size_t size);

/* The library that this code is in stays loaded until the process ends, however often it is
 * unloaded. POSIX: nothing to do, because the linker marks it so (-z nodelete). */
void us_library_stay(void);

#endif
