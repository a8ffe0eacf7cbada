/* SPDX-License-Identifier: MIT */
#include "tool/report/suite_page.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/path.h"
#include "tool/cli/command.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/json.h"
#include "tool/cli/text.h"
#include "tool/output/junit.h"
#include "tool/output/part_file.h"
#include "tool/page/page.h"
#include "tool/report/suite_run.h"

/* The state of a page that is being made. */
struct suite {
    struct tool_page page;
    struct us_writer rows; /* the JSON of the runs, with commas between them */
    struct tool_junit junit;
    double wall_s;                    /* of all runs */
    char (*hashes)[TOOL_SHA256_TEXT]; /* of the complete runs so far, a table with open places */
    size_t places;                    /* a power of two; 0: memory ran out */
    size_t picture_bytes;
    size_t counts[TOOL_SUITE_STATES], copies;
    const char *base; /* the folder of the page, from which its links begin */
};

/* ---- A copy of a run that is there already ---- */

/* More than twice as many places as runs, so that one is always open. */
static bool make_table(struct suite *suite, size_t count)
{
    size_t places = 16;
    while (places < 2 * count + 2)
        places *= 2;
    suite->hashes = calloc(places, sizeof *suite->hashes);
    suite->places = suite->hashes != NULL ? places : 0;
    if (suite->places == 0)
        tool_text_complain("report: there is no memory for so many runs");
    return suite->places > 0;
}

/* Whether a complete run with this run.json was met before; if not, notes it. */
static bool is_copy(struct suite *suite, const char *hash)
{
    char first[9] = "";
    if (hash[0] == '\0')
        return false;
    memcpy(first, hash, 8);
    size_t at = strtoul(first, NULL, 16) & (suite->places - 1);
    while (suite->hashes[at][0] != '\0') {
        if (strcmp(suite->hashes[at], hash) == 0)
            return true;
        at = (at + 1) & (suite->places - 1);
    }
    memcpy(suite->hashes[at], hash, TOOL_SHA256_TEXT);
    return false;
}

/* ---- The line of a run ---- */

/* Adds a picture as PREFIXn and notes its number in the row, while there is room. */
static void add_picture(struct suite *suite, cJSON *row, const char *prefix, const char *path)
{
    struct us_writer bytes = {0};
    char id[32];
    size_t number = suite->junit.tests;
    struct us_about about;
    if (path[0] == '\0' || !us_path_about_target(path, &about) ||
        about.size > TOOL_SUITE_PICTURES_MOST - suite->picture_bytes) {
        if (path[0] != '\0')
            cJSON_AddBoolToObject(row, "left_out", true);
        return;
    }
    if (tool_text_put_file(&bytes, path, SIZE_MAX)) {
        snprintf(id, sizeof id, "%s-%zu", prefix, number);
        tool_page_add_bytes(&suite->page, "", id, bytes.bytes, bytes.size);
        cJSON_AddStringToObject(row, prefix, id);
        suite->picture_bytes += bytes.size;
    }
    us_writer_finish(&bytes);
}

/* A file as a link from the page's folder; its absolute path if there is no other way. */
static void add_link(const struct suite *suite, cJSON *row, const char *name, const char *path)
{
    char link[PATH_MAX];
    if (path[0] != '\0' && suite->base != NULL && tool_file_path_from(path, suite->base, link))
        tool_json_add_text(row, name, link);
}

static void add_row(struct suite *suite, const struct tool_suite_run *run, const char *folder)
{
    cJSON *row = cJSON_CreateObject();
    tool_json_add_text(row, "state", tool_suite_state_name(run->state));
    tool_json_add_text(row, "recording", run->recording);
    tool_json_add_text(row, "app", run->app);
    tool_json_add_text(row, "sha256", run->sha256);
    tool_json_add_text(row, "driver", run->driver);
    tool_json_add_text(row, "began", run->began);
    cJSON_AddNumberToObject(row, "wall_s", run->wall_s);
    tool_json_add_text(row, "folder", folder);
    add_link(suite, row, "link", folder);
    add_link(suite, row, "page", run->page);
    if (run->state != TOOL_SUITE_PASSED) {
        tool_json_add_text(row, "reason", run->reason);
        if (run->frame >= 0)
            tool_json_add_number(row, "frame", (double)run->frame);
        add_picture(suite, row, "got", run->pictures.got);
        add_picture(suite, row, "expected", run->pictures.expected);
    }
    char *text = cJSON_PrintUnformatted(row);
    suite->rows.failed = suite->rows.failed || text == NULL;
    us_writer_text(&suite->rows, suite->rows.size > 0 ? "," : "");
    us_writer_text(&suite->rows, text != NULL ? text : "");
    cJSON_free(text);
    cJSON_Delete(row);
}

/* A run that failed is a failure; one that is broken or unfinished could not be tried. */
static void add_case(struct suite *suite, const struct tool_suite_run *run, const char *folder)
{
    char name[PATH_MAX + sizeof run->recording + 4];
    snprintf(name, sizeof name, "%s%s%s", run->recording, run->recording[0] != '\0' ? " in " : "",
             folder);
    struct tool_junit_case one = {.of = run->app[0] != '\0' ? run->app : "understudy",
                                  .name = name,
                                  .wall_s = run->wall_s,
                                  .outcome = run->state == TOOL_SUITE_PASSED   ? TOOL_JUNIT_PASSED
                                             : run->state == TOOL_SUITE_FAILED ? TOOL_JUNIT_FAILED
                                                                               : TOOL_JUNIT_BROKEN,
                                  .message = run->reason};
    if (one.outcome != TOOL_JUNIT_PASSED)
        one.lines[0] = folder;
    suite->wall_s += run->wall_s;
    tool_junit_add(&suite->junit, &one);
}

static void add_run(struct suite *suite, const struct tool_suite_place *place)
{
    static struct tool_suite_run run;
    tool_suite_run_read(&run, place);
    if (is_copy(suite, run.hash)) {
        suite->copies++;
        return;
    }
    add_row(suite, &run, place->folder);
    add_case(suite, &run, place->folder);
    suite->counts[run.state]++;
}

/* ---- The whole ---- */

/* The JSON around the lines of the runs. `before` may be NULL. */
static void add_json(struct suite *suite, const cJSON *before)
{
    struct us_writer whole = {0};
    char *earlier = before != NULL ? cJSON_PrintUnformatted(before) : NULL;
    tool_text_put(&whole, "{\"layout\":1,\"made\":\"%s\",\"before\":%s,\"runs\":[",
                  tool_text_now("%Y-%m-%dT%H:%M:%SZ").text, earlier != NULL ? earlier : "null");
    us_writer_put(&whole, suite->rows.bytes, suite->rows.size);
    us_writer_put(&whole, "]}", 3);
    bool is_failed = whole.failed || suite->rows.failed;
    tool_page_add_json_text(&suite->page, "", TOOL_SUITE_ID,
                            is_failed ? NULL : (const char *)whole.bytes);
    cJSON_free(earlier);
    us_writer_finish(&whole);
}

static void print_counts(const struct suite *suite, const char *path)
{
    struct us_about about;
    if (!tool_part_file_is_file(path) || !us_path_about_target(path, &about))
        return;
    printf("%zu %s:", suite->junit.tests, suite->junit.tests == 1 ? "run" : "runs");
    for (int state = 0; state < TOOL_SUITE_STATES; state++)
        if (suite->counts[state] > 0 || state == TOOL_SUITE_PASSED)
            printf("%s %zu %s", state > 0 ? "," : "", suite->counts[state],
                   tool_suite_state_name((enum tool_suite_state)state));
    if (suite->copies > 0)
        printf("; %zu %s", suite->copies,
               suite->copies == 1 ? "was given twice and counts once"
                                  : "were given twice and count once");
    printf("\n%s: %.1f MB\n", path, (double)about.size * 1e-6);
}

static int write_all(struct suite *suite, const struct tool_suite_places *places,
                     const struct tool_suite_files *files, const cJSON *before)
{
    char folder[PATH_MAX];
    suite->base = tool_file_path_folder(files->page, folder);
    tool_page_begin(&suite->page);
    for (size_t i = 0; i < places->count; i++)
        add_run(suite, &places->list[i]);
    add_json(suite, before);
    bool is_written = tool_page_write(&suite->page, files->page);
    if (files->junit != NULL &&
        !tool_junit_write(&suite->junit, files->junit, "understudy", suite->wall_s))
        is_written = false;
    tool_junit_finish(&suite->junit);
    if (is_written)
        print_counts(suite, files->page);
    tool_page_finish(&suite->page);
    us_writer_finish(&suite->rows);
    return is_written ? TOOL_EXIT_OK : TOOL_EXIT_OUTPUT;
}

static bool is_at(const struct us_about *about, const struct tool_suite_place *place)
{
    return about->device == place->device && about->number == place->number;
}

/* Checks that an output, which may be NULL, is not in a run folder or in a folder of one. */
static bool is_apart(const char *option, const char *path, const struct tool_suite_places *places)
{
    char room[PATH_MAX], above[PATH_MAX + 4];
    struct us_about own, parent;
    if (path == NULL || strcmp(path, "-") == 0)
        return true;
    const char *folder = tool_file_path_folder(path, room);
    snprintf(above, sizeof above, "%s/..", folder != NULL ? folder : "");
    if (folder == NULL || !us_path_about_target(folder, &own) ||
        !us_path_about_target(above, &parent))
        return true;
    for (size_t i = 0; i < places->count; i++) {
        const struct tool_suite_place *place = &places->list[i];
        if (place->kind != TOOL_SUITE_RUN || (!is_at(&own, place) && !is_at(&parent, place)))
            continue;
        tool_text_complain("report: %s %s is in the folder of a run, %s; write it elsewhere",
                           option, path, place->folder);
        return false;
    }
    return true;
}

/* A folder that the user names must be there; one that is found below it need not be readable. */
static bool is_folder(const char *path)
{
    struct us_about about;
    bool is_there = us_path_about_target(path, &about);
    if (is_there && about.kind == US_ABOUT_FOLDER)
        return true;
    tool_text_complain("report: %s: %s", path, is_there ? "this is no folder" : strerror(errno));
    return false;
}

static bool find_all(struct tool_suite_places *places, char *const *folders, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t before = places->count;
        if (!is_folder(folders[i]) || !tool_suite_find(places, folders[i]))
            return false;
        if (places->count > before)
            continue;
        tool_text_complain("report: %s holds no run: there is no run.json that 'understudy run "
                           "--out' wrote in it, or in a folder below it",
                           folders[i]);
        return false;
    }
    return true;
}

int tool_suite_page_write(char *const *folders, size_t count, const struct tool_suite_files *files)
{
    static struct suite suite;
    struct tool_suite_places places = {0};
    int code = TOOL_EXIT_USAGE;
    cJSON *before = files->since != NULL ? tool_suite_before_read(files->since) : NULL;
    suite = (struct suite){0};
    if (!tool_page_is_built("report"))
        code = TOOL_EXIT_RUNTIME;
    else if ((files->since == NULL || before != NULL) && find_all(&places, folders, count)) {
        suite.copies = tool_suite_find_sort(&places);
        if (is_apart("--output", files->page, &places) &&
            is_apart("--junit", files->junit, &places) && make_table(&suite, places.count))
            code = write_all(&suite, &places, files, before);
    }
    free(suite.hashes);
    tool_suite_find_finish(&places);
    cJSON_Delete(before);
    return code;
}
