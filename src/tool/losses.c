/* SPDX-License-Identifier: MIT */
#include "losses.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lost.h"
#include "paths.h"
#include "temporary.h"
#include "text.h"

static const char variable[] = "UNDERSTUDY_LOST_FILE";
static char path[PATH_MAX];

bool us_losses_begin(const char *output)
{
    int file = us_temporary_open("lost", output, us_lost_prepare, path);
    if (file < 0) {
        us_text_complain("no small file can be made in /dev/shm, TMPDIR or /tmp: %s",
                         strerror(errno));
        path[0] = '\0';
        return false;
    }
    close(file);
    setenv(variable, path, 1);
    return true;
}

void us_losses_note_log(const char *why)
{
    us_lost_note(path[0] != '\0' ? path : NULL, US_LOST_LOG, why);
}

bool us_losses_end(void)
{
    static const char *const names[US_LOST_COUNT] = {"the event log", "the set of pictures"};
    bool any = false;
    for (int i = 0; i < US_LOST_COUNT && path[0] != '\0'; i++) {
        char text[US_LOST_SIZE];
        if (!us_lost_read(path, (enum us_lost)i, text))
            continue;
        us_text_complain("run: %s is incomplete: %s", names[i], text);
        any = true;
    }
    if (path[0] != '\0')
        unlink(path);
    path[0] = '\0';
    unsetenv(variable);
    return any;
}
