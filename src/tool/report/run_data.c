/* SPDX-License-Identifier: MIT */
#include "tool/report/run_data.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/bytes.h"
#include "platform/path.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/json.h"
#include "tool/cli/text.h"
#include "tool/page/packing.h"
#include "tool/run_folder/run_folder.h"
#include "tool/run_folder/sha256.h"
#include "tool/view/recording_data.h"

/* Around a line that the verdict names, and after the end of playback. */
enum { LINES_AROUND = 200, NAMED_MOST = 256 };

/* State of the filter that leaves lines out of a log. */
struct filter {
    uint64_t named[NAMED_MOST]; /* lines that the verdict names */
    size_t named_count;
    uint64_t line, held_from; /* held_from: the line with which playback ended; 0: it goes on */
    uint64_t last;            /* the number of lines */
};

/* Lines that decided expectations, and those of a first difference. */
static void find_named(struct filter *filter, const cJSON *item)
{
    const cJSON *child;
    cJSON_ArrayForEach(child, item) {
        bool is_line = child->string != NULL && (strcmp(child->string, "log_line") == 0 ||
                                                 strcmp(child->string, "a_line") == 0 ||
                                                 strcmp(child->string, "b_line") == 0);
        if (is_line && cJSON_IsNumber(child) && child->valuedouble >= 1.0 &&
            child->valuedouble < 1e15 && filter->named_count < NAMED_MOST)
            filter->named[filter->named_count++] = (uint64_t)child->valuedouble;
        find_named(filter, child);
    }
}

static bool has(const char *line, size_t length, const char *part)
{
    return us_bytes_find(line, length, part, strlen(part)) != NULL;
}

/* A line of every frame that says nothing new. */
static bool is_usual(const char *line, size_t length)
{
    static const char *const names[] = {"\"e\":\"wait\"",  "\"e\":\"submit\"", "\"e\":\"sync\"",
                                        "\"e\":\"views\"", "\"e\":\"locate\"", "\"e\":\"hand\""};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (has(line, length, names[i]))
            return !has(line, length, "XR_ERROR");
    return false;
}

static bool is_near(uint64_t line, uint64_t other)
{
    return line < other ? other - line <= LINES_AROUND : line - other <= LINES_AROUND;
}

static bool is_kept(struct filter *filter, const char *line, size_t length)
{
    filter->line++;
    if (has(line, length, "\"e\":\"play\""))
        filter->held_from = has(line, length, "\"what\":\"ended\"") ? filter->line : 0;
    bool is_near_one = is_near(filter->line, filter->last);
    for (size_t i = 0; i < filter->named_count; i++)
        is_near_one = is_near_one || is_near(filter->line, filter->named[i]);
    return filter->held_from == 0 || is_near(filter->line, filter->held_from) || is_near_one ||
           !is_usual(line, length);
}

static const char *end_of_line(const char *line, const char *end)
{
    const char *newline = memchr(line, '\n', (size_t)(end - line));
    return newline != NULL ? newline + 1 : end;
}

/*
 * Removes the usual calls after the end of playback from a log, in place, except near that end,
 * near the end of the log and near lines that the verdict (or NULL) names. Returns how many lines
 * it removed.
 */
static uint64_t shorten_log(struct us_writer *log, const cJSON *verdict)
{
    struct filter filter = {0};
    uint64_t left_out = 0;
    char *out = (char *)log->bytes;
    const char *end = out + log->size;
    if (log->size == 0)
        return 0;
    find_named(&filter, verdict);
    for (const char *line = out; line < end; line = end_of_line(line, end))
        filter.last++;
    for (const char *line = out, *next = NULL; line < end; line = next) {
        next = end_of_line(line, end);
        size_t length = (size_t)(next - line);
        if (!is_kept(&filter, line, length)) {
            left_out++;
            continue;
        }
        memmove(out, line, length);
        out += length;
    }
    log->size = (size_t)(out - (char *)log->bytes);
    return left_out;
}

cJSON *tool_run_data_baseline_read_verdict(const char *folder)
{
    char path[PATH_MAX];
    const bool has_path = tool_run_folder_part(folder, TOOL_RUN_VERDICT, path);
    char *text = has_path ? tool_text_read(path, SIZE_MAX) : NULL;
    cJSON *verdict = text != NULL ? cJSON_Parse(text) : NULL;
    free(text);
    return verdict;
}

/* What a verdict, which may be null, says of the comparison with a baseline. */
static const cJSON *comparison_of(const cJSON *verdict)
{
    return tool_json_get(tool_json_get(verdict, "comparison"), "baseline");
}

bool tool_run_data_baseline_find(const cJSON *verdict, const char *command, char out[PATH_MAX])
{
    const cJSON *comparison = comparison_of(verdict);
    const char *folder = tool_json_text(comparison, "a_folder", NULL);
    const char *began = tool_json_text(comparison, "a_began", NULL);
    if (folder == NULL || began == NULL || tool_run_folder_look(folder) != TOOL_RUN_FOLDER_RUN)
        return false;
    cJSON *facts = tool_run_folder_read_facts(command, folder);
    bool is_same = tool_json_is_text(facts, "began", began) && tool_file_path_join(folder, "", out);
    cJSON_Delete(facts);
    return is_same;
}

/* A run on its way into a page. */
struct adding {
    struct tool_page *page;
    const char *command, *prefix, *folder;
    cJSON *run; /* what the page's script reads first */
};

static void add_deflated(const struct adding *to, const char *name, const struct us_writer *bytes)
{
    struct us_writer packed = {0};
    tool_packing_deflated(&packed, bytes->bytes, bytes->size);
    to->page->bytes.failed = to->page->bytes.failed || bytes->failed || packed.failed;
    tool_page_add_bytes(to->page, to->prefix, name, packed.bytes, packed.size);
    us_writer_finish(&packed);
}

/* Ends the bytes with the last whole line of the first `most`. */
static bool cut(struct us_writer *bytes, size_t most)
{
    if (bytes->size <= most)
        return false;
    for (bytes->size = most; bytes->size > 0 && bytes->bytes[bytes->size - 1] != '\n';)
        bytes->size--;
    return true;
}

static bool add_log(const struct adding *to, const char *path)
{
    struct us_writer log = {0};
    bool is_read = tool_text_put_file(&log, path, SIZE_MAX);
    if (is_read) {
        const uint64_t held = shorten_log(&log, tool_json_get(to->run, "verdict"));
        tool_json_add_number(to->run, "log_held", (double)held);
        cJSON_AddBoolToObject(to->run, "log_cut", cut(&log, TOOL_RUN_DATA_LOG_MOST));
        add_deflated(to, "log", &log);
    } else {
        tool_text_complain("%s: %s", path, strerror(errno));
    }
    us_writer_finish(&log);
    return is_read;
}

/* Reads the end of the app's output, because a failure shows there. A missing file counts as empty.
 */
static void add_output(const struct adding *to, const char *name, const char *path)
{
    enum { MOST = 1 << 20 };
    struct us_writer text = {0}, end = {0};
    if (tool_text_put_file(&text, path, SIZE_MAX)) {
        size_t from = text.size > MOST ? text.size - MOST : 0;
        us_writer_put(&end, text.bytes + from, text.size - from);
    }
    add_deflated(to, name, &end);
    us_writer_finish(&text);
    us_writer_finish(&end);
}

/* ---- The recording ---- */

/* A drive has become another recording than the one that it began with. */
static const cJSON *recording_of(const cJSON *facts)
{
    const cJSON *drive = tool_json_get(facts, "drive");
    return drive != NULL ? drive : tool_json_get(facts, "recording");
}

bool tool_run_data_find_recording(const cJSON *facts, char out[PATH_MAX])
{
    const char *path = tool_json_text(recording_of(facts), "path", NULL);
    const char *folder = tool_json_text(tool_json_get(facts, "app"), "folder", NULL);
    if (path == NULL || path[0] == '\0')
        return false;
    return us_path_is_absolute(path) || folder == NULL ? tool_file_path_join("", path, out)
                                                       : tool_run_folder_join(folder, path, out);
}

/* Whether the file still is the recording that was played. */
static bool is_played_one(const cJSON *facts, const char *path)
{
    char hash[TOOL_SHA256_TEXT];
    uint64_t size;
    const char *wanted = tool_json_text(recording_of(facts), "sha256", NULL);
    return wanted != NULL && tool_sha256_file(path, hash, &size) && strcmp(hash, wanted) == 0;
}

static void add_recording(const struct adding *to, const cJSON *facts)
{
    char path[PATH_MAX];
    struct tool_recording_data data;
    const char *state = "embedded";
    if (!tool_run_data_find_recording(facts, path))
        state = "run.json names no recording";
    else if (!is_played_one(facts, path))
        state = "the recording that was played is no longer where it was";
    else if (!tool_recording_data_read(&data, path))
        state = "the recording cannot be read";
    else {
        tool_page_add_json(to->page, to->prefix, "recording", data.facts);
        tool_page_add_bytes(to->page, to->prefix, "tracks", data.tracks.bytes, data.tracks.size);
        tool_recording_data_finish(&data);
    }
    cJSON_AddStringToObject(to->run, "recording", state);
}

/* ---- The pictures ---- */

/* The baseline's pictures, where this run's differ. */
static bool add_baseline(const struct adding *to, cJSON *pictures, const char *differences)
{
    char folder[PATH_MAX], path[PATH_MAX];
    const cJSON *verdict = tool_json_get(to->run, "verdict");
    bool is_here = tool_run_data_baseline_find(verdict, to->command, folder);
    if (comparison_of(verdict) != NULL)
        cJSON_AddStringToObject(to->run, "baseline",
                                is_here ? "embedded"
                                        : "the run of the baseline is no longer where it was");
    return !is_here ||
           (tool_run_folder_part(folder, TOOL_RUN_PICTURES, path) &&
            tool_run_pictures_add(to->page, pictures, to->prefix, path, differences, "baseline"));
}

static bool add_pictures(const struct adding *to)
{
    char path[PATH_MAX];
    cJSON *pictures = cJSON_AddArrayToObject(to->run, "pictures");
    return tool_run_folder_part(to->folder, TOOL_RUN_PICTURES, path) &&
           tool_run_pictures_add(to->page, pictures, to->prefix, path, path, "run") &&
           tool_run_folder_part(to->folder, TOOL_RUN_DIFFERENCES, path) &&
           add_baseline(to, pictures, path) &&
           tool_run_pictures_add(to->page, pictures, to->prefix, path, path, "difference");
}

/* ---- The whole ---- */

static bool add_parts(const struct adding *to)
{
    char out[PATH_MAX], err[PATH_MAX], log[PATH_MAX];
    cJSON *verdict = tool_run_data_baseline_read_verdict(to->folder);
    cJSON_AddItemToObject(to->run, "verdict", verdict != NULL ? verdict : cJSON_CreateNull());
    if (!tool_run_folder_part(to->folder, TOOL_RUN_STDOUT, out) ||
        !tool_run_folder_part(to->folder, TOOL_RUN_STDERR, err) ||
        !tool_run_folder_part(to->folder, TOOL_RUN_LOG, log))
        return false;
    add_output(to, "stdout", out);
    add_output(to, "stderr", err);
    return add_pictures(to) && add_log(to, log);
}

bool tool_run_data_add(struct tool_page *page, const char *command, const char *prefix,
                       const char *folder)
{
    cJSON *facts = tool_run_folder_read_facts(command, folder);
    if (facts == NULL)
        return false;
    const struct adding to = {page, command, prefix, folder, cJSON_CreateObject()};
    tool_json_add_text(to.run, "folder", folder);
    add_recording(&to, facts);
    cJSON_AddItemToObject(to.run, "facts", facts);
    bool is_added = add_parts(&to);
    tool_page_add_json(page, prefix, "run", to.run);
    cJSON_Delete(to.run);
    return is_added;
}
