/* SPDX-License-Identifier: MIT */
#include "tool/process/lost_outputs.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

#include "platform/descriptor.h"
#include "platform/environment.h"
#include "platform/path.h"
#include "status/output_file.h"
#include "tool/cli/command.h"
#include "tool/cli/temporary_files.h"
#include "tool/cli/text.h"

static const char variable[] = "UNDERSTUDY_LOST_FILE";
static char path[PATH_MAX];
static bool app_left_screenshots; /* nothing but the end of the app kept them from being written */

bool tool_lost_outputs_begin(const char *output)
{
    int file = tool_temporary_files_open("lost", output, us_lost_output_prepare, path);
    if (file < 0) {
        tool_text_complain("cannot create a small file in /dev/shm, TMPDIR or /tmp: %s; set TMPDIR "
                           "to a folder that you can write to",
                           strerror(errno));
        path[0] = '\0';
        return false;
    }
    us_descriptor_close(file);
    app_left_screenshots = false;
    us_environment_set(variable, path);
    return true;
}

void tool_lost_outputs_note_log(const char *why)
{
    us_lost_output_note(path[0] != '\0' ? path : NULL, US_LOST_OUTPUT_LOG, why);
}

void tool_lost_outputs_note_screenshots(const char *why)
{
    char noted[US_LOST_OUTPUT_SIZE];
    app_left_screenshots =
        path[0] != '\0' && !us_lost_output_read(path, US_LOST_OUTPUT_SCREENSHOTS, noted);
    us_lost_output_note(path[0] != '\0' ? path : NULL, US_LOST_OUTPUT_SCREENSHOTS, why);
}

int tool_lost_outputs_end(int code)
{
    static const char *const names[US_LOST_OUTPUT_COUNT] = {"the event log",
                                                            "the set of screenshots"};
    bool any = false;
    for (int i = 0; i < US_LOST_OUTPUT_COUNT && path[0] != '\0'; i++) {
        char text[US_LOST_OUTPUT_SIZE];
        if (!us_lost_output_read(path, (enum us_lost_output)i, text))
            continue;
        tool_text_complain("run: %s is incomplete: %s", names[i], text);
        any |= i != US_LOST_OUTPUT_SCREENSHOTS || !app_left_screenshots || code == TOOL_EXIT_OK;
    }
    if (path[0] != '\0')
        us_path_remove(path);
    path[0] = '\0';
    us_environment_unset(variable);
    return any ? TOOL_EXIT_OUTPUT : code;
}
