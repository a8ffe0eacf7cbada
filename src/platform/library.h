/* SPDX-License-Identifier: MIT */
/*
 * library: functions of libraries that the app has loaded. None is ever loaded here: another copy
 * of a library would not know the app's handles.
 */
#ifndef US_LIBRARY_H
#define US_LIBRARY_H

/* The names under which apps load libraries. */
#ifdef _WIN32
#define US_LIBRARY_VULKAN "vulkan-1.dll"
#define US_LIBRARY_EGL "libEGL.dll"
#elif defined(__ANDROID__)
#define US_LIBRARY_VULKAN "libvulkan.so"
#define US_LIBRARY_EGL "libEGL.so"
#else
#define US_LIBRARY_VULKAN "libvulkan.so.1"
#define US_LIBRARY_EGL "libEGL.so.1"
#endif

/* A function of any type; cast it to its own. */
typedef void (*us_library_function)(void);

/* The function of that name in a library of the process. NULL: the library is not loaded, or has no
 * such function. The app must keep the library. */
us_library_function us_library_find(const char *file, const char *name);

/* The library that this code is in stays loaded until the process ends, however often it is
 * unloaded. POSIX: nothing to do, because the linker marks it so (-z nodelete). */
void us_library_stay(void);

#endif
