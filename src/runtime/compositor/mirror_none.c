/* SPDX-License-Identifier: MIT */
/* In place of the window where the system has no X server. */
#include "runtime/compositor/compositor.h"

#include <stdio.h>

#include "runtime/window/painter.h"

void rt_mirror_show(struct rt_session *session, const XrFrameEndInfo *info)
{
    const struct rt_settings *settings = &session->object.instance->settings;
    if (!settings->window || info->layerCount == 0 || session->window_closed)
        return;
    fprintf(stderr, "understudy headless: no window: %s\n",
            settings->cockpit[0] != '\0' ? "understudy drive does not answer"
                                         : "the runtime has no window on this system");
    session->window_closed = true;
    if (settings->cockpit[0] != '\0' && !session->exit_requested)
        rt_session_stop(session); /* nobody could drive */
}

void rt_painter_close(struct rt_painter *painter)
{
    (void)painter;
}
