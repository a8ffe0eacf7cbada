/* SPDX-License-Identifier: MIT */
/*
 * app_end: how an app is expected to end.
 */
#ifndef TOOL_APP_END_H
#define TOOL_APP_END_H

#include <stdbool.h>

#include "tool/process/launch.h"

enum tool_app_end_kind {
    TOOL_APP_END_WELL, /* with exit code 0, or ended by Understudy after playback */
    TOOL_APP_END_ANY,  /* in any way, but not because of --limit */
    TOOL_APP_END_EXACT,
};

struct tool_app_end {
    enum tool_app_end_kind kind;
    int code;   /* of TOOL_APP_END_EXACT: the exit code, or -1 */
    int signal; /* of TOOL_APP_END_EXACT: the signal, or 0 */
};

/*
 * Read "any", an exit code from 0 to 255, or a signal's name with or without "SIG". As for a shell,
 * 128 + n and signal n are the same, so that it does not matter whether a script stands between.
 * False if it is none of them.
 */
bool tool_app_end_parse(const char *text, struct tool_app_end *out);

bool tool_app_end_accepts(const struct tool_app_end *wanted, const struct tool_launch_end *end);

#endif
