/* SPDX-License-Identifier: MIT */
/* pipe2 is not in POSIX. */
#define _GNU_SOURCE
#include "tool/mcp/mcp_app.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "platform/app.h"
#include "platform/path.h"
#include "tool/cli/json.h"
#include "tool/cli/text.h"
#include "tool/page/byte_buffer.h"
#include "tool/process/launch.h"

#define FOLDER "understudy-drives"

/* How long an app may take to exit once it is asked to, and then once it is terminated. */
enum {
    QUIT_MS = 10000,
    TERMINATE_MS = 5000,
    LOOK_MS = 50,
    FOLDERS_MAX = 100000,
    OPTIONS = 8,
    MORE = 6
};

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
        getcwd(here, sizeof here) != NULL && (mkdir(FOLDER, 0777) == 0 || errno == EEXIST);
    for (int i = 1; is_made && i < FOLDERS_MAX; i++) {
        snprintf(app->name, sizeof app->name, "drive-%d", i);
        snprintf(app->folder, sizeof app->folder, "%s/" FOLDER "/%s", here, app->name);
        is_made = mkdir(app->folder, 0777) == 0;
        if (is_made)
            return true;
        is_made = errno == EEXIST;
    }
    snprintf(why, size,
             "The folder %s/" FOLDER " cannot be written: %s. Start 'understudy mcp' with "
             "--project DIR, where DIR is a folder that can be written.",
             here, strerror(errno));
    return false;
}

static void add_word(struct tool_byte_buffer *line, const char *word)
{
    char *quoted = tool_text_quote(word);
    line->is_failed |= quoted == NULL;
    tool_byte_buffer_add_text(line, " ");
    tool_byte_buffer_add_text(line, quoted != NULL ? quoted : "");
    free(quoted);
}

static bool wants_display(const cJSON *arguments)
{
    return cJSON_IsTrue(tool_json_get(arguments, "virtual_display"));
}

/* " -- APP ARGUMENTS", with env(1) in front of the app where there are variables. */
static char *describe_command(const cJSON *arguments)
{
    struct tool_byte_buffer line = {0};
    const cJSON *variables = tool_json_get(arguments, "environment"), *item;
    tool_byte_buffer_add_text(&line, wants_display(arguments) ? " --virtual-display --" : " --");
    if (variables != NULL && variables->child != NULL)
        tool_byte_buffer_add_text(&line, " env");
    cJSON_ArrayForEach(item, variables)
    {
        struct tool_byte_buffer word = {0};
        tool_byte_buffer_add_text(&word, item->string);
        tool_byte_buffer_add_text(&word, "=");
        tool_byte_buffer_add(&word, item->valuestring, strlen(item->valuestring) + 1);
        add_word(&line, word.is_failed ? "" : (const char *)word.bytes);
        tool_byte_buffer_finish(&word);
    }
    add_word(&line, tool_json_get(arguments, "command")->valuestring);
    cJSON_ArrayForEach(item, tool_json_get(arguments, "arguments"))
        add_word(&line, item->valuestring);
    tool_byte_buffer_add(&line, "", 1);
    if (!line.is_failed)
        return (char *)line.bytes;
    tool_byte_buffer_finish(&line);
    return NULL;
}

/* Runs in the child. */
static void become_drive(const cJSON *arguments, char **words, int in, int out, int messages)
{
    const cJSON *variable;
    cJSON_ArrayForEach(variable, tool_json_get(arguments, "environment"))
        setenv(variable->string, variable->valuestring, 1);
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(messages, STDERR_FILENO);
    /* How it meets a closed pipe is its own business. */
    signal(SIGPIPE, SIG_DFL);
    _exit(tool_launch_explain(words[0], us_execute(words)));
}

static bool spawn(struct tool_mcp_app *app, const cJSON *arguments, char **words)
{
    int to[2] = {-1, -1}, from[2] = {-1, -1};
    /* No pipe: it would break if this process were killed, and take the drive with it. */
    int messages = open(app->messages_path,
                        O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0666);
    bool is_open = messages >= 0 && pipe2(to, O_CLOEXEC) == 0 && pipe2(from, O_CLOEXEC) == 0;
    app->process = is_open ? fork() : -1;
    if (app->process == 0)
        become_drive(arguments, words, to[0], from[1], messages);
    int reason = errno;
    const int ends[] = {messages, to[0], from[1], app->process > 0 ? -1 : to[1],
                        app->process > 0 ? -1 : from[0]};
    for (unsigned i = 0; i < sizeof ends / sizeof ends[0]; i++)
        if (ends[i] >= 0)
            close(ends[i]);
    bool is_started = app->process > 0;
    if (is_started)
        tool_drive_client_open(&app->link, from[0], to[1]);
    else
        app->process = 0;
    errno = reason;
    return is_started;
}

/* The command line of the drive; the words belong to others. NULL: no memory. */
static char **make_words(struct tool_mcp_app *app, const cJSON *arguments, char clock[48],
                         char stall[48])
{
    const cJSON *list = tool_json_get(arguments, "arguments"), *item;
    char **words = calloc(OPTIONS + MORE + (size_t)cJSON_GetArraySize(list), sizeof *words);
    char *options[OPTIONS] = {(char *)(uintptr_t)app->tool,
                              "drive",
                              "--stdio",
                              "--headless",
                              "--clock",
                              clock,
                              "--out",
                              app->folder};
    snprintf(clock, 48, "frame:%.9g", app->rate_hz);
    if (words == NULL)
        return NULL;
    memcpy(words, options, sizeof options);
    unsigned count = OPTIONS;
    snprintf(stall, 48, "%.9g", app->stall_s);
    if (app->stall_s > 0.0) {
        words[count++] = "--stall";
        words[count++] = stall;
    }
    if (wants_display(arguments))
        words[count++] = "--virtual-display";
    words[count++] = "--";
    words[count++] = tool_json_get(arguments, "command")->valuestring;
    cJSON_ArrayForEach(item, list) words[count++] = item->valuestring;
    return words;
}

bool tool_mcp_app_start(struct tool_mcp_app *app, const cJSON *arguments, char *why, size_t size)
{
    const cJSON *rate = tool_json_get(arguments, "rate_hz");
    char clock[48], stall[48];
    app->rate_hz = cJSON_IsNumber(rate) ? rate->valuedouble : 60.0;
    free(app->replay);
    app->replay = describe_command(arguments);
    if (!make_folder(app, why, size)) {
        app->name[0] = '\0';
        return false;
    }
    snprintf(app->messages_path, sizeof app->messages_path, "%.*s.txt", PATH_MAX - 8, app->folder);
    char **words = make_words(app, arguments, clock, stall);
    bool is_started = app->replay != NULL && words != NULL && spawn(app, arguments, words);
    if (!is_started)
        snprintf(why, size, "'understudy drive' cannot be started: %s.", strerror(errno));
    free(words);
    app->is_busy = false;
    return is_started;
}

/* ---- Requests and answers ---- */

void tool_mcp_app_poll(const struct tool_mcp_app *app, struct pollfd out[TOOL_MCP_APP_FILES])
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

void tool_mcp_app_serve(struct tool_mcp_app *app, const struct pollfd polled[TOOL_MCP_APP_FILES])
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
    if (app->process != 0 && waitpid(app->process, &app->status, WNOHANG) == app->process)
        app->process = 0;
    return app->process == 0 || app->link.is_at_end || app->link.has_gone;
}

/* Waits for the process, and reads what it still answers. */
static void wait_for_end(struct tool_mcp_app *app, int milliseconds)
{
    for (int waited = 0; app->process != 0 && waited < milliseconds; waited += LOOK_MS) {
        struct pollfd files[TOOL_MCP_APP_FILES];
        tool_mcp_app_poll(app, files);
        poll(files, TOOL_MCP_APP_FILES, LOOK_MS);
        tool_mcp_app_serve(app, files);
        tool_mcp_app_is_over(app);
    }
}

void tool_mcp_app_end(struct tool_mcp_app *app)
{
    if (app->link.out >= 0)
        close(app->link.out);
    app->link.out = -1;
    wait_for_end(app, QUIT_MS);
    if (app->process != 0)
        kill(app->process, SIGTERM);
    wait_for_end(app, TERMINATE_MS);
    if (app->process != 0)
        kill(app->process, SIGKILL);
    while (app->process != 0 && waitpid(app->process, &app->status, 0) < 0 && errno == EINTR)
        continue;
    app->process = 0;
    tool_drive_client_close(&app->link);
    cJSON_Delete(app->answer);
    app->answer = NULL;
    app->is_busy = false;
}

void tool_mcp_app_describe_end(const struct tool_mcp_app *app, char *out, size_t size)
{
    if (WIFEXITED(app->status))
        snprintf(out, size, "exit code %d", WEXITSTATUS(app->status));
    else
        snprintf(out, size, "signal %d", WTERMSIG(app->status));
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
