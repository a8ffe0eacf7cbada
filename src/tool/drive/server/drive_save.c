/* SPDX-License-Identifier: MIT */
#include "tool/drive/server/drive_save.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "status/output_file.h"
#include "tool/cli/text.h"
#include "tool/output/part_file.h"

/* False: another process has the lock. `*out_file` is -1 where there is nothing to lock. */
static bool lock(const char *path, int *out_file)
{
    *out_file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    return *out_file < 0 || us_output_file_lock(*out_file);
}

bool tool_drive_save_check(const char *path, bool replaces)
{
    int file;
    bool is_free = lock(path, &file);
    if (!is_free)
        tool_text_complain("drive: --save %s: another drive is writing it; choose another name, or "
                           "wait for its end",
                           path);
    if (file >= 0)
        close(file);
    return is_free && tool_part_file_check("drive", "--save", path, replaces);
}

void tool_drive_save_begin(struct tool_drive_save *save, struct tool_drive_world *world,
                           bool is_quiet)
{
    struct tool_earlier here;
    if (!tool_earlier_keep(&here, world->save))
        tool_text_complain("drive: %s cannot be put aside: %s", world->save, strerror(errno));
    if (here.path[0] != '\0')
        save->earlier = here;
    if (here.path[0] != '\0' && !is_quiet)
        tool_text_complain("drive: the file %s that is there is replaced", world->save);
    save->lock = -1;
    if (tool_drive_world_record(world))
        lock(world->save, &save->lock);
}

void tool_drive_save_leave(struct tool_drive_save *save)
{
    if (save->lock >= 0)
        close(save->lock);
    save->lock = -1;
}

bool tool_drive_save_end(struct tool_drive_save *save, const struct tool_drive_world *world)
{
    bool is_used = save->earlier.path[0] == '\0' || us_drive_app(world->memory).has_started;
    tool_drive_save_leave(save);
    if (!is_used) {
        tool_text_complain("drive: the app asked for no frame; %s stays as it was", world->save);
        unlink(world->save);
    }
    if (is_used && world->is_whole)
        tool_earlier_drop(&save->earlier);
    else
        tool_earlier_bring_back(&save->earlier);
    return is_used && world->is_whole;
}
