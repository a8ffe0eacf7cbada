/* SPDX-License-Identifier: MIT */
#include "tool/drive/server/drive_outputs.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "platform/descriptor.h"
#include "platform/path.h"
#include "status/output_file.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/text.h"
#include "tool/output/part_file.h"

/* ---- The recording ---- */

/* False: another process has the lock. `*out_file` is -1 where there is nothing to lock. */
static bool lock(const char *path, int *out_file)
{
    *out_file = us_descriptor_open(path, US_DESCRIPTOR_READ, 0);
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
        us_descriptor_close(file);
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
        tool_text_complain(
            "drive: the file %s that is there is replaced once the app asks for a frame",
            world->save);
    save->lock = -1;
    if (tool_drive_world_record(world))
        lock(world->save, &save->lock);
}

void tool_drive_save_leave(struct tool_drive_save *save)
{
    if (save->lock >= 0)
        us_descriptor_close(save->lock);
    save->lock = -1;
}

bool tool_drive_save_end(struct tool_drive_save *save, const struct tool_drive_world *world)
{
    const bool is_used = us_drive_app(world->memory).has_started;
    const bool was_there = save->earlier.path[0] != '\0';
    tool_drive_save_leave(save);
    if (!is_used) {
        tool_text_complain(was_there
                               ? "drive: the app asked for no frame; %s stays as it was"
                               : "drive: the app asked for no frame; there is no recording %s",
                           world->save);
        us_path_remove(world->save);
    }
    if (is_used && world->is_whole)
        tool_earlier_drop(&save->earlier);
    else
        tool_earlier_bring_back(&save->earlier);
    return is_used && world->is_whole;
}

/* ---- The test ---- */

enum { TEXT_MOST = 64, OPTIONS_MOST = 2 * US_SETTING_COUNT + 8 };

bool tool_driven_test_begin(struct tool_test_writer *writer, struct tool_drive *drive,
                            const struct tool_run_request *request)
{
    const char *path = request->drive.write_test;
    *writer = (struct tool_test_writer){.path = path};
    if (path == NULL) {
        bool is_idle = request->drive.force && request->drive.save == NULL;
        if (is_idle)
            tool_text_complain("drive: --force belongs to --save FILE and --write-test FILE");
        return !is_idle;
    }
    if (!tool_file_path_ends_in(path, ".py")) {
        tool_text_complain("drive: --write-test %s: the name of a test ends in .py, such as "
                           "test_grab.py",
                           path);
        return false;
    }
    drive->listener = (struct tool_drive_listener){tool_test_writer_take, writer};
    return tool_part_file_check("drive", "--write-test", path, request->drive.force);
}

/* What the fixture gives by itself, or what is about the outputs of this drive. */
static bool is_left_out(int setting)
{
    static const int settings[] = {US_SETTING_PLAY,      US_SETTING_EVENTS, US_SETTING_EVENTS_LEVEL,
                                   US_SETTING_SHOTS_DIR, US_SETTING_CLOCK,  US_SETTING_END,
                                   US_SETTING_RECORD};
    for (unsigned i = 0; i < sizeof settings / sizeof settings[0]; i++)
        if (settings[i] == setting)
            return true;
    return !us_setting_has_option(&us_setting_table[setting]);
}

/* The options of `run` that change what the app is told. */
struct options {
    char texts[OPTIONS_MOST][TEXT_MOST];
    const char *words[OPTIONS_MOST + 1];
    unsigned count, texts_used;
};

static void add_option(struct options *options, const char *name, const char *value)
{
    char *text = options->texts[options->texts_used++];
    snprintf(text, TEXT_MOST, "--%s", name);
    options->words[options->count++] = text;
    if (value != NULL)
        options->words[options->count++] = value;
}

static void list_options(const struct tool_run_request *request, struct options *out)
{
    out->count = out->texts_used = 0;
    for (int i = 0; i < US_SETTING_COUNT; i++) {
        const struct us_setting *setting = &us_setting_table[i];
        const struct tool_run_setting *given = &request->settings[i];
        if (is_left_out(i))
            continue;
        if (given->text != NULL) {
            add_option(out, setting->option, given->text);
        } else if (given->is_on) {
            add_option(out, setting->option, NULL);
        } else if (!isnan(given->number)) {
            add_option(out, setting->option, out->texts[out->texts_used]);
            snprintf(out->texts[out->texts_used++], TEXT_MOST, "%.17g", given->number);
        }
    }
    if (request->recorded != NULL)
        add_option(out, "recorded", request->recorded);
    if (request->platform.virtual_display)
        add_option(out, "virtual-display", NULL);
    out->words[out->count] = NULL;
}

bool tool_driven_test_end(struct tool_test_writer *writer, const struct tool_drive *drive,
                          const struct tool_run_request *request, char *const *app)
{
    static struct options options;
    const struct tool_drive_world *world = &drive->world;
    if (writer->path == NULL)
        return true;
    list_options(request, &options);
    const struct tool_test_launch launch = {
        .app = app,
        .options = options.words,
        .hz = world->hz,
        .is_headless = request->platform.headless,
    };
    if (!tool_test_writer_end(writer, &launch, world->granted - world->has_end))
        return false;
    /* By their names, pytest finds test_*.py and *_test.py. */
    const char *name = us_path_name(writer->path);
    bool is_found = strncmp(name, "test_", 5) == 0 || tool_file_path_ends_in(name, "_test.py");
    if (!request->quiet)
        tool_text_complain("drive: %s is the test of the drive%s", writer->path,
                           is_found ? ""
                                    : "; pytest finds only names such as test_grab.py by itself");
    return true;
}
