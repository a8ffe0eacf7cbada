/* SPDX-License-Identifier: MIT */
#include "layer/record/base/record_file.h"

#include <stdio.h>
#include <string.h>

#include "platform/path.h"
#include "platform/thread.h"
#include "session/open_recording.h"

enum { FILES_MAX = 999 };

/* What this process has recorded. An app may destroy its instance and make another, which goes on
 * with the files. */
static struct us_mutex mutex = US_MUTEX_INIT;
static char recorded[US_RECORD_FILE_PATH_SIZE]; /* the first file; "": none yet */
static unsigned given_away; /* the number of a file that the next session may have; 0: none */

static bool is_free(const char *path)
{
    struct us_about about;
    return !us_path_about(path, &about) || (about.kind == US_ABOUT_REGULAR && about.size == 0);
}

/* The caller holds the mutex. */
static bool is_ours(const char *first)
{
    return strcmp(recorded, first) == 0;
}

const char *us_record_file_why_not(const char *first)
{
    struct us_about about;
    us_mutex_lock(&mutex);
    bool may_begin = is_free(first) || is_ours(first);
    us_mutex_unlock(&mutex);
    if (may_begin)
        return NULL;
    return us_path_about(first, &about) && about.kind != US_ABOUT_REGULAR
               ? "it is not a regular file"
               : "the file is there already. Choose another name, or remove it";
}

/* The caller holds the mutex. */
static bool choose(const char *first, struct us_record_file *out)
{
    out->replaces = is_ours(first) && given_away != 0;
    unsigned most = is_ours(first) ? FILES_MAX : 1;
    for (out->number = out->replaces ? given_away : 1; out->number <= most; out->number++) {
        if (!us_session_file_name(first, out->number, out->path, sizeof out->path))
            return false;
        if (out->replaces || is_free(out->path))
            return true;
    }
    return false;
}

bool us_record_file_choose(const char *first, struct us_record_file *out)
{
    us_mutex_lock(&mutex);
    bool is_chosen = choose(first, out);
    if (is_chosen) {
        given_away = 0;
        snprintf(recorded, sizeof recorded, "%s", first);
    }
    us_mutex_unlock(&mutex);
    return is_chosen;
}

void us_record_file_give_way(const char *first, const struct us_record_file *file)
{
    us_mutex_lock(&mutex);
    if (is_ours(first))
        given_away = file->number;
    us_mutex_unlock(&mutex);
}
