/* SPDX-License-Identifier: MIT */
#include "tool/display/platform.h"

#include <stdlib.h>

#include "tool/environment/environment.h"
#include "tool/environment/runtime_manifest.h"

const char *tool_platform_conflict(const struct tool_platform *platform)
{
    const char *display = getenv("DISPLAY");
    bool has_display = platform->virtual_display || (display != NULL && display[0] != '\0');
    if (platform->gpu && !platform->headless)
        return "--gpu needs --headless";
    if (platform->window && !platform->headless)
        return "--window needs --headless";
    if (platform->window && !has_display)
        return "--window needs an X server, and DISPLAY is not set; start it on a desktop (with "
               "Wayland: XWayland), or pass --virtual-display";
    return NULL;
}

bool tool_platform_prepare(const struct tool_platform *platform, bool quiet)
{
    tool_environment_set_home(quiet);
    bool has_runtime = platform->headless ? tool_runtime_manifest_set_headless(platform->gpu)
                                          : tool_runtime_manifest_check();
    return has_runtime && tool_environment_add_layer(quiet);
}

bool tool_platform_show(const struct tool_platform *platform, struct tool_virtual_display *out)
{
    *out = (struct tool_virtual_display){0};
    if (platform->window)
        setenv("UNDERSTUDY_HEADLESS_WINDOW", "1", 1);
    return !platform->virtual_display || tool_virtual_display_begin(out);
}
