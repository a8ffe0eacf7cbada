/* SPDX-License-Identifier: MIT */
#include "logged.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "journal_recover.h"
#include "losses.h"
#include "temporary.h"
#include "text.h"

static const char variable[] = "UNDERSTUDY_EVENTS_RING";

/* In memory where there is room for it: an app's frame thread writes to it. */
static bool make_ring(const char *log, char out[PATH_MAX])
{
    int file = us_temporary_open("ring", log, us_journal_prepare_ring, out);
    if (file < 0) {
        us_text_complain("no room for the event log's buffer, neither in /dev/shm nor on disk "
                         "(%s): if the app crashes, the log lacks its last moments",
                         strerror(errno));
        return false;
    }
    close(file);
    if (!us_temporary_is_in_memory(out))
        us_text_complain("no room for the event log's buffer in /dev/shm: it is %s, on disk, "
                         "where it may slow the app down",
                         out);
    setenv(variable, out, 1);
    return true;
}

int us_logged_launch(const char *log, char **argv, const struct us_launch_limits *limits,
                     struct us_launch_end *out_end)
{
    char ring[PATH_MAX];
    unsetenv(variable);
    if (log == NULL || !make_ring(log, ring))
        return us_launch(argv, limits, out_end);
    int code = us_launch(argv, limits, out_end);
    if (us_journal_recover(ring, log) < 0)
        us_losses_note_log(strerror(errno));
    unlink(ring);
    unsetenv(variable);
    return code;
}
