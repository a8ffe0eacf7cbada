/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/path.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/json.h"
#include "tool/cli/text.h"
#include "tool/mcp/mcp.h"
#include "core/base/bytes.h"

enum { REASON_SIZE = 1024 };

/* ---- The app ---- */

/* The app that the arguments mean runs; otherwise it says what to do. */
static bool has_app(struct tool_mcp *mcp, const cJSON *arguments, struct tool_mcp_result *out)
{
    const char *name = tool_json_text(arguments, "app", NULL);
    if (mcp->app.name[0] == '\0')
        tool_mcp_fail(out, "No app runs. Call launch first.");
    else if (name != NULL && strcmp(name, mcp->app.name) != 0)
        tool_mcp_fail(out, "%.60s does not run any more: the app is %s now.", name, mcp->app.name);
    else
        return true;
    return false;
}

static bool has_running_app(struct tool_mcp *mcp, const cJSON *arguments,
                            struct tool_mcp_result *out)
{
    bool has_one = has_app(mcp, arguments, out);
    char how[64];
    tool_mcp_app_describe_end(&mcp->app, how, sizeof how);
    if (has_one && mcp->app.process == NULL)
        tool_mcp_fail(out,
                      "The app %s has ended: %s. Call stop to learn where its recording, log and "
                      "output are; or launch it again.",
                      mcp->app.name, how);
    return has_one && mcp->app.process != NULL;
}

static void launch(struct tool_mcp *mcp, const cJSON *arguments, struct tool_mcp_result *out)
{
    char why[PATH_MAX + 256];
    if (mcp->app.process != NULL && !tool_mcp_app_is_over(&mcp->app)) {
        tool_mcp_fail(out, "%s runs already, and one app runs at a time. Call stop first.",
                      mcp->app.name);
        return;
    }
    tool_mcp_app_end(&mcp->app);
    if (!tool_mcp_app_start(&mcp->app, arguments, why, sizeof why)) {
        tool_mcp_fail(out, "%s", why);
        return;
    }
    cJSON *hello = tool_mcp_ask(mcp, "hello", NULL, out, NULL), *focused = NULL;
    if (hello != NULL) {
        cJSON *until = cJSON_CreateObject();
        cJSON_AddBoolToObject(cJSON_AddObjectToObject(until, "until"), "focused", true);
        focused = tool_mcp_ask(mcp, "advance", until, out, NULL);
    }
    if (focused != NULL) {
        cJSON_AddStringToObject(focused, "app", mcp->app.name);
        tool_json_add_number(focused, "rate_hz", mcp->app.rate_hz);
        tool_json_add_text(focused, "folder", mcp->app.folder);
        tool_mcp_say_json(out, focused);
        tool_mcp_say(out, "The app waits. Say with do what the hands hold, or look with see.");
    }
    const char *command = tool_json_text(arguments, "command", "");
    if (focused == NULL && strchr(command, ' ') != NULL && !us_path_is_there(command))
        tool_mcp_say(out,
                     "'command' is one program; its arguments belong into 'arguments', a list.");
    cJSON_Delete(hello);
}

/* ---- Do, advance, expect ---- */

/* The arguments without the app's name: the drive's own. */
static cJSON *drive_params(const cJSON *arguments)
{
    cJSON *params = cJSON_Duplicate(arguments, true);
    cJSON_DeleteItemFromObjectCaseSensitive(params, "app");
    return params;
}

/* What the person is to do; then the app goes on, if that is asked for. `next` says what to do
 * where it is not; `is_told`: the answer is said anyway. */
static void act(struct tool_mcp *mcp, const char *method, const cJSON *arguments, const char *next,
                bool is_told, struct tool_mcp_result *out)
{
    cJSON *params = drive_params(arguments);
    cJSON *then = cJSON_DetachItemFromObjectCaseSensitive(params, "advance");
    const bool goes_on = then != NULL;
    cJSON *done = tool_mcp_ask(mcp, method, params, out, NULL);
    if (done == NULL) {
        cJSON_Delete(then);
        return;
    }
    cJSON *advanced = goes_on ? tool_mcp_ask(mcp, "advance", then, out, NULL) : NULL;
    if (!goes_on)
        cJSON_AddStringToObject(done, "next", next);
    if (!goes_on || is_told)
        tool_mcp_say_json(out, done);
    else
        cJSON_Delete(done);
    if (advanced != NULL)
        tool_mcp_say_json(out, advanced);
    else if (goes_on && !is_told)
        tool_mcp_say(out, "The commands were taken; only 'advance' failed.");
}

static void do_commands(struct tool_mcp *mcp, const cJSON *arguments, struct tool_mcp_result *out)
{
    act(mcp, "do", arguments, "it happens when frames go by: call advance, expect or see", false,
        out);
}

static void aim(struct tool_mcp *mcp, const cJSON *arguments, struct tool_mcp_result *out)
{
    act(mcp, "aim", arguments,
        "it happens when frames go by, and takes 'seconds': call advance, expect or see", true,
        out);
}

static void undo(struct tool_mcp *mcp, const cJSON *arguments, struct tool_mcp_result *out)
{
    cJSON *back = tool_mcp_ask(mcp, "undo", drive_params(arguments), out, NULL);
    if (back == NULL)
        return;
    if (cJSON_IsFalse(tool_json_get(back, "same")))
        tool_mcp_say(out, "The app did not do the same again: it is at that frame, but elsewhere. "
                          "'difference' says where it first did something else, before -> now.");
    tool_mcp_say_json(out, back);
}

static void advance(struct tool_mcp *mcp, const cJSON *arguments, struct tool_mcp_result *out)
{
    cJSON *advanced = tool_mcp_ask(mcp, "advance", drive_params(arguments), out, NULL);
    if (advanced != NULL)
        tool_mcp_say_json(out, advanced);
}

/* What was expected, as words and as the condition of the drive. */
static cJSON *read_expectation(const cJSON *arguments, char *words, size_t size)
{
    static const char *const kinds[] = {"haptic",    "event",  "layer",  "picture",
                                        "unchanged", "output", "matches"};
    const cJSON *found = NULL, *item;
    unsigned count = 0;
    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        item = tool_json_get(arguments, kinds[i]);
        found = item != NULL ? item : found;
        count += item != NULL;
    }
    if (count != 1)
        return NULL;
    cJSON *until = cJSON_CreateObject();
    cJSON_ArrayForEach(item, arguments) {
        if (strcmp(item->string, "app") != 0 && strcmp(item->string, "within_seconds") != 0)
            cJSON_AddItemToObject(until, item->string, cJSON_Duplicate(item, true));
    }
    const cJSON *where = tool_json_get(arguments, "where");
    char *conditions = where != NULL ? cJSON_PrintUnformatted(where) : NULL;
    char *value = cJSON_IsString(found) ? NULL : cJSON_PrintUnformatted(found);
    snprintf(words, size, "%s '%.200s'%s%.400s", found->string,
             value != NULL ? value : found->valuestring, conditions != NULL ? " with " : "",
             conditions != NULL ? conditions : "");
    cJSON_free(conditions);
    cJSON_free(value);
    return until;
}

static void expect(struct tool_mcp *mcp, const cJSON *arguments, struct tool_mcp_result *out)
{
    double within_s = tool_json_number(arguments, "within_seconds", 1.0);
    char what[768], why[REASON_SIZE];
    int code;
    cJSON *until = read_expectation(arguments, what, sizeof what);
    if (until == NULL) {
        tool_mcp_fail(out, "Give exactly one of haptic, event, layer, picture, unchanged, output "
                           "and matches.");
        return;
    }
    cJSON *params = cJSON_CreateObject();
    cJSON_AddItemToObject(params, "until", until);
    tool_json_add_number(params, "within_seconds", within_s);
    cJSON *answer = tool_mcp_ask(mcp, "advance", params, out, &code);
    if (answer == NULL && code == TOOL_DRIVE_UNASKED) {
        /* The reason is said already. */
        out->is_error = false;
        tool_mcp_say(out, "Not met.");
    }
    if (answer == NULL)
        return;
    if (cJSON_IsFalse(tool_json_get(answer, "met"))) {
        snprintf(why, sizeof why, "no %s within %.9g s of the app's time", what, within_s);
        tool_json_add_text(answer, "reason", why);
    }
    tool_mcp_say_json(out, answer);
}

/* ---- Stop ---- */

/* A file of the drive's folder, if it is there. */
static void add_file(cJSON *object, const char *name, const char *folder, const char *file)
{
    char path[PATH_MAX];
    if (tool_file_path_join(folder, file, path) && us_path_is_there(path))
        tool_json_add_text(object, name, path);
}

static void add_replay(cJSON *object, const struct tool_mcp_app *app, const char *recording)
{
    struct us_writer line = {0};
    char baseline[PATH_MAX], here[PATH_MAX], rate[64];
    tool_file_path_join(app->folder, "/baseline", baseline);
    snprintf(rate, sizeof rate, " --clock frame:%.9g --baseline ", app->rate_hz);
    const char *const words[] = {"cd ",
                                 us_path_here(here, sizeof here) ? here : ".",
                                 " && ",
                                 app->tool,
                                 " run --headless --play ",
                                 recording,
                                 rate,
                                 baseline};
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++) {
        char *quoted = i % 2 == 1 ? tool_text_quote(words[i]) : NULL;
        us_writer_text(&line, quoted != NULL ? quoted : words[i]);
        free(quoted);
    }
    us_writer_put(&line, app->replay, strlen(app->replay) + 1);
    if (!line.failed)
        tool_json_add_text(object, "replay", (const char *)line.bytes);
    us_writer_finish(&line);
}

static void stop(struct tool_mcp *mcp, const cJSON *arguments, struct tool_mcp_result *out)
{
    struct tool_mcp_app *app = &mcp->app;
    char how[64], recording[PATH_MAX];
    cJSON *stopped = NULL;
    struct tool_mcp_result ignored = {0};
    /* An app that hangs does not answer. */
    bool hangs = app->process != NULL && app->is_busy && !tool_mcp_app_is_over(app);
    if (app->process != NULL && !hangs)
        stopped = tool_mcp_ask(mcp, "stop", NULL, &ignored, NULL);
    if (mcp->is_cancelled)
        return;
    hangs |= app->is_busy;
    tool_mcp_app_end(app);
    tool_mcp_app_describe_end(app, how, sizeof how);
    cJSON *facts = cJSON_CreateObject();
    const cJSON *frames = tool_json_get(stopped, "frames");
    const char *told = tool_json_text(stopped, "recording", NULL);
    cJSON_AddStringToObject(facts, "app", app->name);
    cJSON_AddStringToObject(facts, "end", how);
    if (frames != NULL)
        cJSON_AddItemToObject(facts, "frames", cJSON_Duplicate(frames, false));
    tool_file_path_join(app->folder, "/drive.mcap", recording);
    if (told != NULL)
        snprintf(recording, sizeof recording, "%s", told);
    bool is_kept = us_path_is_there(recording);
    add_file(facts, "recording", "", recording);
    add_file(facts, "log", app->folder, "/log.jsonl");
    add_file(facts, "pictures", app->folder, "/pictures");
    add_file(facts, "stdout", app->folder, "/stdout.txt");
    add_file(facts, "stderr", app->folder, "/stderr.txt");
    add_file(facts, "messages", "", app->messages_path);
    bool is_whole = is_kept && (stopped == NULL || told != NULL);
    if (is_whole)
        add_replay(facts, app, recording);
    tool_mcp_say_json(out, facts);
    if (is_kept && !is_whole)
        tool_mcp_say(out, "The recording is not whole, so it cannot be a test of the app.");
    if (is_whole)
        tool_mcp_say(out,
                     "The first time, the command line of 'replay' keeps what the app does as the "
                     "baseline; later it compares with it, and exits with 0 if nothing differs.");
    if (hangs)
        tool_mcp_say(out,
                     "The app did not answer, and was terminated. Its recording may lack its end.");
    cJSON_Delete(stopped);
    (void)arguments;
}

void tool_mcp_call_tool(struct tool_mcp *mcp, const char *name, const cJSON *arguments,
                        struct tool_mcp_result *out)
{
    static const struct {
        const char *name;
        void (*call)(struct tool_mcp *mcp, const cJSON *arguments, struct tool_mcp_result *out);
        bool (*is_ready)(struct tool_mcp *mcp, const cJSON *arguments, struct tool_mcp_result *out);
    } tools[] = {
        {"launch", launch, NULL},
        {"see", tool_mcp_see, has_running_app},
        {"do", do_commands, has_running_app},
        {"aim", aim, has_running_app},
        {"advance", advance, has_running_app},
        {"expect", expect, has_running_app},
        {"undo", undo, has_running_app},
        {"stop", stop, has_app},
    };
    for (unsigned i = 0; i < sizeof tools / sizeof tools[0]; i++)
        if (strcmp(tools[i].name, name) == 0 &&
            (tools[i].is_ready == NULL || tools[i].is_ready(mcp, arguments, out)))
            tools[i].call(mcp, arguments, out);
}
