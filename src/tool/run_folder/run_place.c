/* SPDX-License-Identifier: MIT */
#include "tool/run_folder/run_place.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "platform/descriptor.h"
#include "platform/environment.h"
#include "platform/path.h"
#include "platform/time.h"
#include "status/output_file.h"
#include "status/setting_table.h"
#include "tool/run_folder/run_facts.h"
#include "tool/run_folder/run_folder.h"
#include "tool/cli/command.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/text.h"
#include "tool/image/png_image.h"
#include "tool/output/part_file.h"
#include "tool/process/launch.h"

bool tool_run_place_in_folder(struct tool_run_place *place, const char *folder, bool pictures)
{
    *place = (struct tool_run_place){0};
    return tool_file_path_join("", folder, place->folder) &&
           tool_run_folder_part(folder, TOOL_RUN_LOG, place->log) &&
           tool_run_folder_part(folder, TOOL_RUN_STDOUT, place->output[0]) &&
           tool_run_folder_part(folder, TOOL_RUN_STDERR, place->output[1]) &&
           (!pictures || tool_run_folder_part(folder, TOOL_RUN_PICTURES, place->pictures));
}

/* The files that an earlier run has left in the places of this one, until the app is started. */
struct earlier {
    const char *folder; /* "": there is no run folder */
    struct tool_earlier log, ready, done;
    const struct tool_launch_limits *limits; /* the caller's */
};

static void drop(void *data)
{
    struct earlier *earlier = data;
    if (earlier->limits->started != NULL)
        earlier->limits->started(earlier->limits->data);
    tool_earlier_drop(&earlier->log);
    tool_earlier_drop(&earlier->ready);
    tool_earlier_drop(&earlier->done);
    if (earlier->folder[0] != '\0')
        tool_run_folder_drop_aside(earlier->folder);
}

static void abandon(void *data)
{
    const struct earlier *earlier = data;
    earlier->limits->abandoned(earlier->limits->data);
}

static void bring_back(struct earlier *earlier)
{
    if (earlier->folder[0] != '\0')
        tool_run_folder_bring_back(earlier->folder);
    tool_earlier_bring_back(&earlier->log);
    tool_earlier_bring_back(&earlier->ready);
    tool_earlier_bring_back(&earlier->done);
}

/* The layer writes these files when playback starts or ends. A script that waits for one must not
 * find the file of an earlier run. */
static bool keep_notice(enum us_setting_id id, struct tool_earlier *earlier)
{
    const char *name = us_setting_table[id].variable, *path = us_environment_get(name);
    if (path == NULL || tool_earlier_keep(earlier, path))
        return true;
    tool_text_complain("run: %s %s cannot be removed: %s", name, path, strerror(errno));
    return false;
}

static const char busy[] = "another run is writing it; choose another name, or wait for its end";

/* Locks the log of an earlier run, if there is one. NULL, or why it must not be replaced. */
static const char *lock_old(const char *log, int *out_file)
{
    struct us_about file, name;
    *out_file = us_descriptor_open(log, US_DESCRIPTOR_WRITE | US_DESCRIPTOR_NO_LINK, 0);
    if (*out_file < 0)
        return errno == ENOENT ? NULL : strerror(errno);
    if (!us_descriptor_about(*out_file, &file) || file.kind != US_ABOUT_REGULAR)
        return "not a regular file";
    /* Another run may have put it aside since it was opened. */
    bool is_ours = us_output_file_lock(*out_file) && us_path_about(log, &name) &&
                   name.device == file.device && name.number == file.number;
    return is_ours ? NULL : busy;
}

/* Makes an empty file, on a disk that has room for a beginning. -1 with errno. */
static int make_empty(const char *log)
{
    static const char beginning[4096];
    const unsigned mode = US_DESCRIPTOR_WRITE | US_DESCRIPTOR_NEW | US_DESCRIPTOR_NO_LINK;
    int file = us_descriptor_open(log, mode, US_OUTPUT_FILE_USUAL);
    if (file < 0)
        return -1;
    int why = us_output_file_append(file, beginning, sizeof beginning);
    if (why == 0 && us_descriptor_truncate(file, 0))
        return file;
    why = why == 0 ? errno : why;
    us_descriptor_close(file);
    us_path_remove(log);
    errno = why;
    return -1;
}

/* The log of the run that is written now stays locked until this process ends. */
static int locked_log = -1;

/* The layer appends to the log, so lines of an earlier run must not stay in it. If the layer cannot
 * write to the file, this function reports it already. */
static bool make_log(const char *log, struct tool_earlier *earlier)
{
    int file = -1, old = -1;
    const char *why = lock_old(log, &old);
    if (why == NULL && (!tool_earlier_keep(earlier, log) || (file = make_empty(log)) < 0))
        why = errno == EEXIST ? busy : strerror(errno);
    if (why == NULL && !us_output_file_lock(file))
        why = busy;
    if (old >= 0)
        us_descriptor_close(old);
    if (why != NULL)
        tool_text_complain("run: the event log %s: %s", log, why);
    /* Nobody else uses the later ones of a run that is repeated. */
    if (locked_log < 0 && why == NULL)
        locked_log = file;
    else if (file >= 0)
        us_descriptor_close(file);
    return why == NULL;
}

static bool take(const struct tool_run_place *place, struct earlier *out)
{
    *out = (struct earlier){.folder = ""};
    if (place->folder[0] != '\0' && !tool_run_folder_put_aside(place->folder))
        return false;
    out->folder = place->folder;
    if ((place->log[0] == '\0' || make_log(place->log, &out->log)) &&
        keep_notice(US_SETTING_READY_FILE, &out->ready) &&
        keep_notice(US_SETTING_DONE_FILE, &out->done))
        return true;
    bring_back(out);
    return false;
}

/* Whether the app that has ended is to be started again. Its log has another name by now. */
static bool goes_again(const struct tool_run_place *place, const struct tool_launch_limits *limits,
                       const struct tool_launch_end *end)
{
    struct tool_earlier none = {0};
    if (limits->ended == NULL || !limits->ended(limits->data, end))
        return false;
    for (int i = 0; i < 2; i++)
        if (place->output[i][0] != '\0')
            us_path_remove(place->output[i]);
    if (place->log[0] == '\0')
        return true;
    us_descriptor_close(locked_log);
    locked_log = -1;
    return make_log(place->log, &none);
}

/* An app that cannot be started once more has ended as it did the time before. */
static int launch_repeatedly(const struct tool_run_place *place, char **app,
                             const struct tool_launch_limits *limits,
                             struct tool_launch_end *out_end)
{
    const char *log = place->log[0] != '\0' ? place->log : NULL;
    const struct earlier *earlier = limits->data;
    const struct tool_launch_limits *given = earlier->limits;
    if (given->opens != NULL && !given->opens(given->data))
        return TOOL_EXIT_USAGE;
    int code = tool_launch_logged(log, app, limits, out_end);
    bool is_started = out_end->how != TOOL_LAUNCH_NOT_STARTED;
    while (is_started && goes_again(place, given, out_end)) {
        struct tool_launch_end end;
        code = tool_launch_logged(log, app, limits, &end);
        is_started = end.how != TOOL_LAUNCH_NOT_STARTED;
        if (is_started)
            *out_end = end;
        out_end->interrupted = end.interrupted;
    }
    return code;
}

static int launch(const struct tool_run_place *place, char **app,
                  const struct tool_launch_limits *limits, struct tool_launch_end *out_end)
{
    struct tool_screenshot_files shots;
    bool has_pictures = place->pictures[0] != '\0';
    *out_end = (struct tool_launch_end){.how = TOOL_LAUNCH_NOT_STARTED};
    if (has_pictures && !tool_screenshot_files_begin(&shots, place->pictures))
        return TOOL_EXIT_USAGE;
    int code = launch_repeatedly(place, app, limits, out_end);
    if (has_pictures && out_end->how == TOOL_LAUNCH_NOT_STARTED)
        tool_screenshot_files_abandon(&shots);
    else if (has_pictures)
        tool_screenshot_files_compress(&shots);
    return code;
}

/* An app that cannot be executed leaves an earlier run; in another folder it is said. */
static bool stays(const struct tool_run_place *place, const struct tool_launch_end *end)
{
    return end->how != TOOL_LAUNCH_NOT_STARTED ||
           (tool_launch_has_fault(end) && !tool_run_folder_has_aside(place->folder));
}

/* Launches the app in a run folder, which also keeps the app's output and the facts. */
static int launch_kept(const struct tool_run_place *place, cJSON *facts, char **app,
                       const struct tool_launch_limits *limits, struct tool_launch_end *out_end)
{
    tool_run_facts_begin(facts);
    if (!tool_run_folder_write_facts(place->folder, facts))
        return TOOL_EXIT_USAGE;
    double began_s = us_time_now_s();
    int code = launch(place, app, limits, out_end);
    if (!stays(place, out_end))
        return code;
    tool_run_facts_end(facts, out_end, us_time_now_s() - began_s, place->log);
    bool is_written = tool_run_folder_write_facts(place->folder, facts);
    return !is_written && code == TOOL_EXIT_OK ? TOOL_EXIT_OUTPUT : code;
}

int tool_run_place_launch(const struct tool_run_place *place, cJSON *facts, char **app,
                          const struct tool_launch_limits *limits, struct tool_launch_end *out_end)
{
    struct earlier earlier;
    struct tool_launch_limits told = *limits;
    *out_end = (struct tool_launch_end){.how = TOOL_LAUNCH_NOT_STARTED};
    if (!take(place, &earlier))
        return TOOL_EXIT_USAGE;
    earlier.limits = limits;
    told.started = drop;
    told.abandoned = limits->abandoned != NULL ? abandon : NULL;
    told.data = &earlier;
    for (int i = 0; i < 2; i++)
        told.copies[i] = place->output[i][0] != '\0' ? place->output[i] : NULL;
    int code = place->folder[0] != '\0' ? launch_kept(place, facts, app, &told, out_end)
                                        : launch(place, app, &told, out_end);
    if (place->folder[0] != '\0' && stays(place, out_end))
        earlier.folder = "";
    if (out_end->how == TOOL_LAUNCH_NOT_STARTED)
        bring_back(&earlier);
    return code;
}
