/* SPDX-License-Identifier: MIT */
#include "logged.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "journal_recover.h"
#include "paths.h"
#include "text.h"

static const char variable[] = "UNDERSTUDY_EVENTS_RING";

/* In memory where there is such a place: an app's frame thread writes to it. */
static bool make_ring(char out[PATH_MAX])
{
    const char *temporary = getenv("TMPDIR");
    const char *const folders[] = {"/dev/shm", temporary, "/tmp"};
    for (unsigned i = 0; i < sizeof(folders) / sizeof(folders[0]); i++) {
        if (folders[i] == NULL || !us_paths_join(folders[i], "/understudy-ring-XXXXXX", out))
            continue;
        int file = mkstemp(out);
        if (file < 0)
            continue;
        close(file);
        setenv(variable, out, 1);
        return true;
    }
    return false;
}

int us_logged_launch(const char *log, char **argv, const struct us_launch_limits *limits,
                     struct us_launch_end *out_end)
{
    char ring[PATH_MAX];
    unsetenv(variable);
    if (log == NULL || !make_ring(ring))
        return us_launch(argv, limits, out_end);
    int code = us_launch(argv, limits, out_end);
    if (us_journal_recover(ring, log) < 0)
        us_text_complain("%s: its last lines could not be written: %s", log, strerror(errno));
    unlink(ring);
    unsetenv(variable);
    return code;
}
