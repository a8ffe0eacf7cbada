/* SPDX-License-Identifier: MIT */
#include "tool/drive/server/driven_test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tool/cli/file_roles.h"
#include "tool/cli/text.h"
#include "tool/output/part_file.h"

enum { TEXT_MOST = 64, OPTIONS_MOST = 2 * US_SETTING_COUNT + 8 };

bool tool_driven_test_begin(struct tool_test_writer *writer, struct tool_drive *drive,
                            const struct tool_run_request *request)
{
    const char *path = request->drive.write_test;
    tool_test_writer_begin(writer, path);
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
    if (!request->quiet)
        tool_text_complain("drive: %s is the test of the drive", writer->path);
    return true;
}
