/* SPDX-License-Identifier: MIT */
#include "tool/report/run_data.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tool/run_folder/run_folder.h"
#include "tool/run_folder/sha256.h"
#include "tool/cli/json.h"
#include "tool/cli/text.h"
#include "tool/report/compared_baseline.h"
#include "tool/report/run_pictures.h"
#include "tool/view/recording_data.h"

static void add_deflated(struct tool_page *page, const char *prefix, const char *name,
                         const struct tool_byte_buffer *bytes)
{
    struct tool_byte_buffer packed = {0};
    tool_byte_buffer_add_deflated(&packed, bytes->bytes, bytes->size);
    page->bytes.is_failed = page->bytes.is_failed || bytes->is_failed || packed.is_failed;
    tool_page_add_named_bytes(page, prefix, name, packed.bytes, packed.size);
    tool_byte_buffer_finish(&packed);
}

/* Ends the bytes with the last whole line of the first `most`. */
static bool cut(struct tool_byte_buffer *bytes, size_t most)
{
    if (bytes->size <= most)
        return false;
    for (bytes->size = most; bytes->size > 0 && bytes->bytes[bytes->size - 1] != '\n';)
        bytes->size--;
    return true;
}

static bool add_log(struct tool_page *page, cJSON *run, const char *prefix, const char *path)
{
    struct tool_byte_buffer log = {0};
    bool is_read = tool_byte_buffer_add_file(&log, path);
    if (is_read) {
        cJSON_AddBoolToObject(run, "log_cut", cut(&log, TOOL_RUN_DATA_LOG_MOST));
        add_deflated(page, prefix, "log", &log);
    } else {
        tool_text_complain("%s: %s", path, strerror(errno));
    }
    tool_byte_buffer_finish(&log);
    return is_read;
}

/* The end of what the app wrote, which is where a failure shows. A missing file is an empty one. */
static void add_output(struct tool_page *page, const char *prefix, const char *name,
                       const char *path)
{
    enum { MOST = 1 << 20 };
    struct tool_byte_buffer text = {0}, end = {0};
    if (tool_byte_buffer_add_file(&text, path)) {
        size_t from = text.size > MOST ? text.size - MOST : 0;
        tool_byte_buffer_add(&end, text.bytes + from, text.size - from);
    }
    add_deflated(page, prefix, name, &end);
    tool_byte_buffer_finish(&text);
    tool_byte_buffer_finish(&end);
}

static void add_verdict(cJSON *run, const char *folder)
{
    cJSON *verdict = tool_compared_baseline_read_verdict(folder);
    cJSON_AddItemToObject(run, "verdict", verdict != NULL ? verdict : cJSON_CreateNull());
}

/* ---- The recording ---- */

static const char *text_of(const cJSON *object, const char *name)
{
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
}

bool tool_run_data_find_recording(const cJSON *facts, char out[PATH_MAX])
{
    const char *path = text_of(cJSON_GetObjectItemCaseSensitive(facts, "recording"), "path");
    const char *folder = text_of(cJSON_GetObjectItemCaseSensitive(facts, "app"), "folder");
    if (path == NULL)
        return false;
    bool is_relative = path[0] != '/' && folder != NULL;
    int length =
        snprintf(out, PATH_MAX, "%s%s%s", is_relative ? folder : "", is_relative ? "/" : "", path);
    return length > 0 && length < PATH_MAX;
}

/* Whether it still is the one that was played. */
static bool is_played_one(const cJSON *facts, const char *path)
{
    char hash[TOOL_SHA256_TEXT];
    uint64_t size;
    const char *wanted = text_of(cJSON_GetObjectItemCaseSensitive(facts, "recording"), "sha256");
    return wanted != NULL && tool_sha256_file(path, hash, &size) && strcmp(hash, wanted) == 0;
}

static void add_recording(struct tool_page *page, cJSON *run, const cJSON *facts,
                          const char *prefix)
{
    char path[PATH_MAX];
    struct tool_recording_data data;
    const cJSON *settings = cJSON_GetObjectItemCaseSensitive(facts, "settings");
    bool headerless = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(settings, "headerless"));
    const char *state = "embedded";
    if (!tool_run_data_find_recording(facts, path))
        state = "run.json names no recording";
    else if (!is_played_one(facts, path))
        state = "the recording that was played is no longer where it was";
    else if (!tool_recording_data_read(&data, path, headerless))
        state = "the recording cannot be read";
    else {
        tool_page_add_named_json(page, prefix, "recording", data.facts);
        tool_page_add_named_bytes(page, prefix, "tracks", data.tracks.bytes, data.tracks.size);
        tool_recording_data_finish(&data);
    }
    cJSON_AddStringToObject(run, "recording", state);
}

/* ---- The pictures ---- */

/* The baseline's pictures, where this run's differ. */
static bool add_baseline(struct tool_page *page, cJSON *run, cJSON *pictures, const char *command,
                         const char *prefix, const char *differences)
{
    char folder[PATH_MAX], path[PATH_MAX];
    const cJSON *verdict = cJSON_GetObjectItemCaseSensitive(run, "verdict");
    bool is_here = tool_compared_baseline_find(verdict, command, folder);
    if (tool_compared_baseline_is_named(verdict))
        cJSON_AddStringToObject(run, "baseline",
                                is_here ? "embedded"
                                        : "the run of the baseline is no longer where it was");
    return !is_here ||
           (tool_run_folder_part(folder, TOOL_RUN_PICTURES, path) &&
            tool_run_pictures_add_like(page, pictures, prefix, path, differences, "baseline"));
}

static bool add_pictures(struct tool_page *page, cJSON *run, const char *command,
                         const char *prefix, const char *folder)
{
    char path[PATH_MAX];
    cJSON *pictures = cJSON_AddArrayToObject(run, "pictures");
    return tool_run_folder_part(folder, TOOL_RUN_PICTURES, path) &&
           tool_run_pictures_add(page, pictures, prefix, path, "run") &&
           tool_run_folder_part(folder, TOOL_RUN_DIFFERENCES, path) &&
           add_baseline(page, run, pictures, command, prefix, path) &&
           tool_run_pictures_add(page, pictures, prefix, path, "difference");
}

/* ---- The whole ---- */

static bool add_parts(struct tool_page *page, cJSON *run, const char *command, const char *prefix,
                      const char *folder)
{
    static const struct {
        enum tool_run_part part;
        const char *name;
    } outputs[] = {{TOOL_RUN_STDOUT, "stdout"}, {TOOL_RUN_STDERR, "stderr"}};
    char path[PATH_MAX];
    add_verdict(run, folder);
    for (unsigned i = 0; i < sizeof(outputs) / sizeof(outputs[0]); i++) {
        if (!tool_run_folder_part(folder, outputs[i].part, path))
            return false;
        add_output(page, prefix, outputs[i].name, path);
    }
    return add_pictures(page, run, command, prefix, folder) &&
           tool_run_folder_part(folder, TOOL_RUN_LOG, path) && add_log(page, run, prefix, path);
}

bool tool_run_data_add(struct tool_page *page, const char *command, const char *prefix,
                       const char *folder)
{
    cJSON *facts = tool_run_folder_read_facts(command, folder);
    if (facts == NULL)
        return false;
    cJSON *run = cJSON_CreateObject();
    tool_json_add_text(run, "folder", folder);
    add_recording(page, run, facts, prefix);
    cJSON_AddItemToObject(run, "facts", facts);
    bool is_added = add_parts(page, run, command, prefix, folder);
    tool_page_add_named_json(page, prefix, "run", run);
    cJSON_Delete(run);
    return is_added;
}
