/* SPDX-License-Identifier: MIT */
#include "tool/run_folder/run_folder.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "platform/descriptor.h"
#include "platform/path.h"
#include "platform/pipe.h"
#include "status/output_file.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/command.h"
#include "tool/cli/json.h"
#include "tool/cli/text.h"
#include "tool/output/part_file.h"

enum { FACTS_MAX = 1 << 20, RUNS_MAX = 1000 };

/* The folder in a run folder in which an earlier run waits for the start of the next one. */
#define EARLIER ".earlier"

static const char *const names[TOOL_RUN_PARTS] = {
    [TOOL_RUN_FACTS] = "run.json",          [TOOL_RUN_LOG] = "log.jsonl",
    [TOOL_RUN_VERDICT] = "verdict.json",    [TOOL_RUN_JUNIT] = "junit.xml",
    [TOOL_RUN_STDOUT] = "stdout.txt",       [TOOL_RUN_STDERR] = "stderr.txt",
    [TOOL_RUN_DRIVE] = "drive.mcap",        [TOOL_RUN_PICTURES] = "pictures",
    [TOOL_RUN_DIFFERENCES] = "differences",
};

const char *tool_run_folder_name(enum tool_run_part part)
{
    return names[part];
}

bool tool_run_folder_join(const char *folder, const char *name, char out[PATH_MAX])
{
    int length = snprintf(out, PATH_MAX, "%s/%s", folder, name);
    bool fits = length > 0 && length < PATH_MAX;
    if (!fits)
        tool_text_complain("%s: the path is too long", folder);
    return fits;
}

bool tool_run_folder_part(const char *folder, enum tool_run_part part, char out[PATH_MAX])
{
    return tool_run_folder_join(folder, names[part], out);
}

bool tool_run_folder_again(const char *folder, unsigned n, char out[PATH_MAX])
{
    char name[32];
    snprintf(name, sizeof name, "again-%u", n);
    return tool_run_folder_join(folder, name, out);
}

/* NULL, with errno, if it cannot be read. The caller frees it. */
static char *read_text(const char *path)
{
    struct us_about about;
    bool is_file = us_path_about_target(path, &about) && about.kind == US_ABOUT_REGULAR;
    return is_file ? tool_text_read(path, FACTS_MAX) : NULL;
}

cJSON *tool_run_folder_find_facts(const char *folder, const char **why)
{
    char path[PATH_MAX];
    int length = snprintf(path, sizeof path, "%s/%s", folder, names[TOOL_RUN_FACTS]);
    errno = 0;
    char *text = length > 0 && length < PATH_MAX ? read_text(path) : NULL;
    cJSON *facts = text != NULL ? cJSON_Parse(text) : NULL;
    const cJSON *layout = tool_json_get(facts, TOOL_RUN_KEY);
    const char *wrong = text == NULL && errno == ENOENT ? "there is no run.json"
                        : text == NULL                  ? "run.json cannot be read"
                        : facts == NULL                 ? "run.json is no JSON, or is cut off"
                                        : "run.json is not that of a run, or of a later layout";
    if (why != NULL)
        *why = wrong;
    free(text);
    if (cJSON_IsNumber(layout) && layout->valueint == TOOL_RUN_LAYOUT)
        return facts;
    cJSON_Delete(facts);
    return NULL;
}

static bool has_facts(const char *folder)
{
    cJSON *facts = tool_run_folder_find_facts(folder, NULL);
    cJSON_Delete(facts);
    return facts != NULL;
}

enum tool_run_folder_state tool_run_folder_look(const char *folder)
{
    struct us_path_list *list = us_path_list_begin(folder);
    if (list == NULL)
        return errno == ENOENT ? TOOL_RUN_FOLDER_MISSING : TOOL_RUN_FOLDER_OTHER;
    bool is_empty = us_path_list_next(list) == NULL;
    us_path_list_end(list);
    if (is_empty)
        return TOOL_RUN_FOLDER_EMPTY;
    char aside[PATH_MAX];
    bool is_run =
        has_facts(folder) || (tool_run_folder_join(folder, EARLIER, aside) && has_facts(aside));
    return is_run ? TOOL_RUN_FOLDER_RUN : TOOL_RUN_FOLDER_OTHER;
}

/* Removes the screenshots in a folder, and the folder if nothing else is in it. Returns false, with
 * errno, if one stays. */
static bool remove_pictures(const char *folder)
{
    char path[PATH_MAX];
    struct us_path_list *list = us_path_list_begin(folder);
    const char *name;
    bool removed = true;
    if (list == NULL)
        return errno == ENOENT;
    while ((name = us_path_list_next(list)) != NULL)
        if (tool_file_path_is_screenshot(name))
            removed = tool_run_folder_join(folder, name, path) && us_path_remove(path) && removed;
    int why = errno;
    us_path_list_end(list);
    us_path_remove_folder(folder);
    errno = why;
    return removed;
}

/* The facts are removed last: as long as a part is left, the folder counts as a run. */
static bool remove_parts(const char *folder)
{
    char path[PATH_MAX];
    for (int part = TOOL_RUN_PARTS - 1; part >= 0; part--) {
        bool is_folder = part == TOOL_RUN_PICTURES || part == TOOL_RUN_DIFFERENCES;
        if (!tool_run_folder_part(folder, (enum tool_run_part)part, path))
            return false;
        if (is_folder ? !remove_pictures(path) : !us_path_remove(path) && errno != ENOENT)
            return false;
    }
    return true;
}

bool tool_run_folder_remove(const char *folder)
{
    char path[PATH_MAX];
    for (unsigned n = 2; n <= RUNS_MAX; n++) {
        if (!tool_run_folder_again(folder, n, path) ||
            tool_run_folder_look(path) != TOOL_RUN_FOLDER_RUN)
            break;
        if (!remove_parts(path))
            return false;
        us_path_remove_folder(path);
    }
    if (!remove_parts(folder))
        return false;
    us_path_remove_folder(folder);
    return true;
}

void tool_run_folder_leave(const char *folder, int code)
{
    if ((code == TOOL_EXIT_UNMET || code == TOOL_EXIT_APP) &&
        tool_run_folder_look(folder) == TOOL_RUN_FOLDER_RUN)
        tool_text_complain("the run is kept in %s; --out DIR chooses another folder", folder);
    else if (!tool_run_folder_remove(folder) && errno != ENOENT)
        tool_text_complain("the temporary folder '%s' could not be removed: %s", folder,
                           strerror(errno));
    else
        us_path_remove_folder(folder);
}

/* The facts are moved last: a folder without them has no other part of the run any more. */
static bool move_parts(const char *from, const char *to)
{
    char in[PATH_MAX], out[PATH_MAX];
    bool is_there = true;
    for (unsigned n = 2; n <= RUNS_MAX && is_there; n++) {
        if (!tool_run_folder_again(from, n, in) || !tool_run_folder_again(to, n, out))
            return false;
        is_there = us_path_replace(in, out);
        if (!is_there && errno != ENOENT)
            return false;
    }
    for (int part = TOOL_RUN_PARTS - 1; part >= 0; part--)
        if (!tool_run_folder_part(from, (enum tool_run_part)part, in) ||
            !tool_run_folder_part(to, (enum tool_run_part)part, out) ||
            (!us_path_replace(in, out) && errno != ENOENT))
            return false;
    return true;
}

/* Cleans up after a run that was killed before its app started. */
static bool settle_aside(const char *folder, const char *aside)
{
    bool has_old = has_facts(aside), has_new = has_facts(folder);
    if (has_old && has_new)
        return tool_run_folder_remove(aside);
    bool done = (!has_old || remove_parts(folder)) && move_parts(aside, folder);
    us_path_remove_folder(aside);
    return done;
}

bool tool_run_folder_put_aside(const char *folder)
{
    char aside[PATH_MAX];
    bool done = tool_run_folder_join(folder, EARLIER, aside) &&
                (!us_path_is_there(aside) || settle_aside(folder, aside));
    if (done && has_facts(folder)) {
        done = us_path_make_folder(aside, 0777) && move_parts(folder, aside);
        int why = errno;
        if (!done)
            move_parts(aside, folder);
        if (!done)
            us_path_remove_folder(aside);
        errno = why;
    }
    if (!done)
        tool_text_complain("run: the earlier run in %s cannot be replaced: %s", folder,
                           strerror(errno));
    return done;
}

bool tool_run_folder_has_aside(const char *folder)
{
    char aside[PATH_MAX];
    return tool_run_folder_join(folder, EARLIER, aside) && us_path_is_there(aside);
}

void tool_run_folder_bring_back(const char *folder)
{
    char aside[PATH_MAX];
    if (!tool_run_folder_join(folder, EARLIER, aside) || !remove_parts(folder) ||
        !us_path_is_there(aside))
        return;
    if (!settle_aside(folder, aside))
        tool_text_complain("the earlier run is kept in %s", aside);
}

void tool_run_folder_drop_aside(const char *folder)
{
    char aside[PATH_MAX];
    if (tool_run_folder_join(folder, EARLIER, aside) && us_path_is_there(aside) &&
        !tool_run_folder_remove(aside))
        tool_text_complain("%s cannot be removed: %s", aside, strerror(errno));
}

bool tool_run_folder_make(const char *option, const char *folder)
{
    bool done =
        (us_path_make_folder(folder, 0777) || errno == EEXIST) && us_path_is_writable(folder);
    if (!done)
        tool_text_complain("run: %s %s: the folder cannot be made or written to: %s", option,
                           folder, strerror(errno));
    return done;
}

bool tool_run_folder_claim(const char *option, const char *folder)
{
    if (tool_run_folder_look(folder) == TOOL_RUN_FOLDER_OTHER) {
        tool_text_complain("run: %s %s: it is there and is not the folder of a run; name a new or "
                           "an empty folder",
                           option, folder);
        return false;
    }
    return tool_run_folder_make(option, folder);
}

bool tool_run_folder_lock(const char *option, const char *folder)
{
    int file = us_descriptor_open(folder, US_DESCRIPTOR_READ, 0);
    if (file < 0 || us_output_file_lock(file))
        return true; /* it stays open, and with that locked, until this process ends */
    us_descriptor_close(file);
    tool_text_complain("run: %s %s: another run is writing into it; name another folder, or wait "
                       "for the end of that run",
                       option, folder);
    return false;
}

static bool copy_bytes(FILE *in, int out)
{
    char bytes[65536];
    size_t length;
    while ((length = fread(bytes, 1, sizeof bytes, in)) > 0)
        if (!us_pipe_write_all(out, bytes, length))
            return false;
    return ferror(in) == 0;
}

/* Parts that are missing are skipped. False, with errno. */
static bool copy_file(const char *from, const char *to)
{
    FILE *in = us_path_stream(from);
    if (in == NULL)
        return errno == ENOENT;
    int out = us_descriptor_open(to, US_DESCRIPTOR_WRITE | US_DESCRIPTOR_CREATE, 0666);
    bool copied = out >= 0 && us_descriptor_truncate(out, 0) && copy_bytes(in, out);
    int why = errno;
    fclose(in);
    if (out >= 0 && !us_descriptor_close(out) && copied) {
        copied = false;
        why = errno;
    }
    errno = why;
    return copied;
}

static bool copy_pictures(const char *from, const char *to)
{
    struct us_path_list *list = us_path_list_begin(from);
    const char *name;
    char in[PATH_MAX], out[PATH_MAX];
    if (list == NULL)
        return errno == ENOENT;
    bool copied = us_path_make_folder(to, 0777);
    while (copied && (name = us_path_list_next(list)) != NULL)
        if (tool_file_path_is_screenshot(name))
            copied = tool_run_folder_join(from, name, in) && tool_run_folder_join(to, name, out) &&
                     copy_file(in, out);
    us_path_list_end(list);
    return copied;
}

bool tool_run_folder_copy(const char *from, const char *to)
{
    char in[PATH_MAX], out[PATH_MAX];
    bool copied = us_path_make_folder(to, 0777);
    for (int part = 0; copied && part < TOOL_RUN_DIFFERENCES; part++)
        copied = tool_run_folder_part(from, (enum tool_run_part)part, in) &&
                 tool_run_folder_part(to, (enum tool_run_part)part, out) &&
                 (part == TOOL_RUN_PICTURES ? copy_pictures(in, out) : copy_file(in, out));
    return copied;
}

cJSON *tool_run_folder_read_facts(const char *command, const char *folder)
{
    cJSON *facts = tool_run_folder_find_facts(folder, NULL);
    if (facts == NULL && !us_path_is_there(folder))
        tool_text_complain("%s: %s: %s", command, folder, strerror(errno));
    else if (facts == NULL)
        tool_text_complain("%s: %s is not the folder of a run: it has no run.json that 'understudy "
                           "run --out' wrote",
                           command, folder);
    return facts;
}

bool tool_run_folder_write_facts(const char *folder, const cJSON *facts)
{
    static char unwritten[PATH_MAX]; /* a run writes its facts several times */
    char path[PATH_MAX];
    if (!tool_run_folder_part(folder, TOOL_RUN_FACTS, path))
        return false;
    char *text = cJSON_Print(facts);
    bool written = tool_part_file_put_line(path, text);
    if (!written && strcmp(path, unwritten) != 0)
        tool_text_complain("%s cannot be written: %s", path, strerror(errno));
    if (!written)
        memcpy(unwritten, path, sizeof unwritten);
    cJSON_free(text);
    return written;
}
