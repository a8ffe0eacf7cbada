/* SPDX-License-Identifier: MIT */
#include "tool/mcp/mcp_app.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/descriptor.h"
#include "platform/environment.h"
#include "platform/path.h"
#include "tool/cli/json.h"
#include "tool/cli/text.h"
#include "core/base/bytes.h"

#define FOLDER "understudy-drives"

/* How long an app may take to exit once it is asked to, and then once it is terminated. */
enum { QUIT_MS = 10000, TERMINATE_MS = 5000, LOOK_MS = 50, FOLDERS_MAX = 100000 };

void tool_mcp_app_init(struct tool_mcp_app *app, const char *tool)
{
    *app = (struct tool_mcp_app){.tool = tool};
    tool_drive_client_open(&app->link, -1, -1);
}

void tool_mcp_app_finish(struct tool_mcp_app *app)
{
    tool_mcp_app_end(app);
    free(app->replay);
}

/* ---- Start ---- */

static bool make_folder(struct tool_mcp_app *app, char *why, size_t size)
{
    char here[PATH_MAX - 64];
    bool is_made =
        us_path_here(here, sizeof here) && (us_path_make_folder(FOLDER, 0777) || errno == EEXIST);
    for (int i = 1; is_made && i < FOLDERS_MAX; i++) {
        snprintf(app->name, sizeof app->name, "drive-%d", i);
        snprintf(app->folder, sizeof app->folder, "%s/" FOLDER "/%s", here, app->name);
        if (us_path_make_folder(app->folder, 0777))
            return true;
        is_made = errno == EEXIST;
    }
    snprintf(why, size,
             "The folder %s/" FOLDER " cannot be written: %s. Start 'understudy mcp' with "
             "--project DIR, where DIR is a folder that can be written.",
             here, strerror(errno));
    return false;
}

static void add_word(struct us_writer *line, const char *word)
{
    char *quoted = tool_text_quote(word);
    line->failed |= quoted == NULL;
    us_writer_text(line, " ");
    us_writer_text(line, quoted != NULL ? quoted : "");
    free(quoted);
}

static bool wants_display(const cJSON *arguments)
{
    return cJSON_IsTrue(tool_json_get(arguments, "virtual_display"));
}

/* " -- APP ARGUMENTS", with env(1) in front of the app where there are variables. */
static char *describe_command(const cJSON *arguments)
{
    struct us_writer line = {0};
    const cJSON *variables = tool_json_get(arguments, "environment"), *item;
    us_writer_text(&line, wants_display(arguments) ? " --virtual-display --" : " --");
    if (variables != NULL && variables->child != NULL)
        us_writer_text(&line, " env");
    cJSON_ArrayForEach(item, variables) {
        struct us_writer word = {0};
        us_writer_text(&word, item->string);
        us_writer_text(&word, "=");
        us_writer_put(&word, item->valuestring, strlen(item->valuestring) + 1);
        add_word(&line, word.failed ? "" : (const char *)word.bytes);
        us_writer_finish(&word);
    }
    add_word(&line, tool_json_get(arguments, "command")->valuestring);
    cJSON_ArrayForEach(item, tool_json_get(arguments, "arguments"))
        add_word(&line, item->valuestring);
    us_writer_put(&line, "", 1);
    if (!line.failed)
        return (char *)line.bytes;
    us_writer_finish(&line);
    return NULL;
}

/* ---- Variables, which the drive gets and its successors do not ---- */

static bool check_names(const cJSON *variables, char *why, size_t size)
{
    const cJSON *variable;
    cJSON_ArrayForEach(variable, variables) {
        if (variable->string[0] != '\0' && strchr(variable->string, '=') == NULL)
            continue;
        snprintf(why, size, "launch.environment: '%.60s' is no name of a variable.",
                 variable->string);
        return false;
    }
    return true;
}

/* What they are now: texts, and null for those that are not set. */
static cJSON *note_variables(const cJSON *variables)
{
    cJSON *before = cJSON_CreateObject();
    const cJSON *variable;
    cJSON_ArrayForEach(variable, variables) {
        const char *value = us_environment_get(variable->string);
        cJSON_AddItemToObject(before, variable->string,
                              value != NULL ? cJSON_CreateString(value) : cJSON_CreateNull());
    }
    return before;
}

static void set_variables(const cJSON *variables)
{
    const cJSON *variable;
    cJSON_ArrayForEach(variable, variables) {
        if (cJSON_IsString(variable))
            us_environment_set(variable->string, variable->valuestring);
        else
            us_environment_unset(variable->string);
    }
}

static bool spawn(struct tool_mcp_app *app, const cJSON *arguments, char **words, char *why,
                  size_t size)
{
    const unsigned mode = US_DESCRIPTOR_APPEND | US_DESCRIPTOR_CREATE | US_DESCRIPTOR_NO_LINK;
    const cJSON *variables = tool_json_get(arguments, "environment");
    int ends[2], reason = 0;
    /* No pipe: it would break if this process were killed, and take the drive with it. */
    int messages = us_descriptor_open(app->messages_path, mode, 0666);
    if (messages < 0 || !us_descriptor_truncate(messages, 0)) {
        snprintf(why, size, "%s cannot be written: %s.", app->messages_path, strerror(errno));
        if (messages >= 0)
            us_descriptor_close(messages);
        return false;
    }
    cJSON *before = note_variables(variables);
    set_variables(variables);
    app->process = us_child_start(words, messages, ends, &reason);
    set_variables(before);
    cJSON_Delete(before);
    us_descriptor_close(messages);
    if (app->process != NULL) {
        tool_drive_client_open(&app->link, ends[0], ends[1]);
        return true;
    }
    const char *fault = us_app_fault(words[0], reason);
    snprintf(why, size, "'%s drive' cannot be started: %s.", words[0],
             fault != NULL ? fault : "there is no such program");
    return false;
}

/* The command line of the drive; the words belong to others. NULL: no memory. */
static char **make_words(struct tool_mcp_app *app, const cJSON *arguments, char clock[48],
                         char stall[48])
{
    const cJSON *list = tool_json_get(arguments, "arguments"), *item;
    const bool has_stall = app->stall_s > 0.0;
    const char *const options[] = {app->tool,
                                   "drive",
                                   "--stdio",
                                   "--headless",
                                   "--clock",
                                   clock,
                                   "--out",
                                   app->folder,
                                   has_stall ? "--stall" : NULL,
                                   has_stall ? stall : NULL,
                                   wants_display(arguments) ? "--virtual-display" : NULL,
                                   "--",
                                   tool_json_get(arguments, "command")->valuestring};
    const unsigned most = sizeof options / sizeof options[0];
    char **words = calloc(most + 1 + (size_t)cJSON_GetArraySize(list), sizeof *words);
    unsigned count = 0;
    snprintf(clock, 48, "frame:%.9g", app->rate_hz);
    snprintf(stall, 48, "%.9g", app->stall_s);
    if (words == NULL)
        return NULL;
    for (unsigned i = 0; i < most; i++)
        if (options[i] != NULL)
            words[count++] = (char *)(uintptr_t)options[i];
    cJSON_ArrayForEach(item, list)
        words[count++] = item->valuestring;
    return words;
}

bool tool_mcp_app_start(struct tool_mcp_app *app, const cJSON *arguments, char *why, size_t size)
{
    char clock[48], stall[48];
    app->rate_hz = tool_json_number(arguments, "rate_hz", 60.0);
    free(app->replay);
    app->replay = describe_command(arguments);
    if (!check_names(tool_json_get(arguments, "environment"), why, size) ||
        !make_folder(app, why, size)) {
        app->name[0] = '\0';
        return false;
    }
    snprintf(app->messages_path, sizeof app->messages_path, "%.*s.txt", PATH_MAX - 8, app->folder);
    char **words = make_words(app, arguments, clock, stall);
    bool has_memory = app->replay != NULL && words != NULL;
    if (!has_memory)
        snprintf(why, size, "There is no memory.");
    bool is_started = has_memory && spawn(app, arguments, words, why, size);
    free(words);
    app->is_busy = false;
    if (!is_started)
        app->name[0] = '\0'; /* there is no app that has ended */
    return is_started;
}

/* ---- Requests and answers ---- */

void tool_mcp_app_poll(const struct tool_mcp_app *app, struct us_pipe_end out[TOOL_MCP_APP_FILES])
{
    tool_drive_client_poll(&app->link, false, out);
}

static cJSON *too_long(void)
{
    return cJSON_Parse("{\"error\":{\"code\":-32603,\"message\":\"what the app did since the last "
                       "look is longer than 1 MiB; look more often\"}}");
}

static void take_line(struct tool_mcp_app *app, enum tool_drive_client_line kind, const char *line)
{
    cJSON *json = kind == TOOL_DRIVE_LINE ? cJSON_Parse(line) : too_long();
    const cJSON *id = tool_json_get(json, "id");
    bool is_answer = app->is_busy && json != NULL &&
                     (kind != TOOL_DRIVE_LINE || cJSON_IsNull(id) ||
                      (cJSON_IsNumber(id) && id->valuedouble >= app->asked));
    if (!is_answer) {
        cJSON_Delete(json);
        return;
    }
    cJSON_Delete(app->answer);
    app->answer = json;
    app->is_busy = false;
}

void tool_mcp_app_serve(struct tool_mcp_app *app,
                        const struct us_pipe_end polled[TOOL_MCP_APP_FILES])
{
    enum tool_drive_client_line kind;
    char *line = NULL;
    size_t length = 0;
    tool_drive_client_serve(&app->link, polled);
    while ((kind = tool_drive_client_take(&app->link, &line, &length)) != TOOL_DRIVE_NO_LINE) {
        take_line(app, kind, line);
        free(line);
        line = NULL;
    }
}

void tool_mcp_app_send(struct tool_mcp_app *app, const char *method, cJSON *params)
{
    cJSON *request = cJSON_CreateObject();
    cJSON_AddStringToObject(request, "jsonrpc", "2.0");
    cJSON_AddNumberToObject(request, "id", app->asked += 1.0);
    cJSON_AddStringToObject(request, "method", method);
    if (params != NULL)
        cJSON_AddItemToObject(request, "params", params);
    char *line = cJSON_PrintUnformatted(request);
    cJSON_Delete(app->answer);
    app->answer = NULL;
    app->is_busy = true;
    if (line != NULL)
        tool_drive_client_answer(&app->link, line);
    cJSON_free(line);
    cJSON_Delete(request);
}

/* ---- End ---- */

/* What it forked may hold its output open when it has ended. */
bool tool_mcp_app_is_over(struct tool_mcp_app *app)
{
    if (app->process != NULL && us_child_has_ended(app->process, &app->end))
        app->process = NULL;
    return app->process == NULL || app->link.is_at_end || app->link.has_gone;
}

/* Waits for the process, and reads what it still answers. */
static void wait_for_end(struct tool_mcp_app *app, int milliseconds)
{
    for (int waited = 0; app->process != NULL && waited < milliseconds; waited += LOOK_MS) {
        struct us_pipe_end files[TOOL_MCP_APP_FILES];
        tool_mcp_app_poll(app, files);
        us_pipe_wait(files, TOOL_MCP_APP_FILES, LOOK_MS);
        tool_mcp_app_serve(app, files);
        tool_mcp_app_is_over(app);
    }
}

void tool_mcp_app_end(struct tool_mcp_app *app)
{
    if (app->link.out >= 0)
        us_pipe_close(app->link.out);
    app->link.out = -1;
    wait_for_end(app, QUIT_MS);
    if (app->process != NULL)
        us_child_ask(app->process);
    wait_for_end(app, TERMINATE_MS);
    if (app->process != NULL)
        us_child_kill(app->process, &app->end);
    app->process = NULL;
    tool_drive_client_close(&app->link);
    cJSON_Delete(app->answer);
    app->answer = NULL;
    app->is_busy = false;
}

void tool_mcp_app_describe_end(const struct tool_mcp_app *app, char *out, size_t size)
{
    snprintf(out, size, app->end.exited ? "exit code %d" : "signal %d", app->end.number);
}

void tool_mcp_app_tail(const struct tool_mcp_app *app, char out[TOOL_MCP_APP_TAIL + 1])
{
    FILE *file = us_path_stream(app->messages_path);
    size_t length = 0;
    if (file != NULL) {
        if (fseek(file, -TOOL_MCP_APP_TAIL, SEEK_END) != 0)
            rewind(file);
        length = fread(out, 1, TOOL_MCP_APP_TAIL, file);
        fclose(file);
    }
    out[length] = '\0';
}
