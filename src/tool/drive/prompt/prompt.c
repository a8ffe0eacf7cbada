/* SPDX-License-Identifier: MIT */
#include "tool/drive/prompt/prompt.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/bytes.h"
#include "core/base/text.h"
#include "platform/descriptor.h"
#include "platform/pipe.h"
#include "platform/thread.h"
#include "tool/cli/command.h"
#include "tool/cli/json.h"
#include "tool/cli/text.h"
#include "tool/drive/drive.h"
#include "tool/drive/prompt/prompt_terminal.h"
#include "tool/drive/prompt/prompt_words.h"

#define PROMPT "drive> "

/* So long a script may take for its next line, or its end, once the app has ended. */
enum { LAST_LINES_S = 2 };

struct tool_drive_prompt {
    struct tool_prompt_streams streams;
    FILE *out;
    int requests, link;              /* pipes to the drive and from it */
    struct us_writer answers, typed; /* bytes that came, and are no line yet */
    char *line;                      /* the newest of `typed` */
    bool is_at_end, is_over;         /* of the input; of the connection */
    bool is_stopped;                 /* the drive was */
    bool is_cut;                     /* a script, by the end of the app */
    bool is_unread;                  /* a script that had not ended when the app had */
    bool is_lost;                    /* an answer, because `out` is full */
    char profiles[2][64];            /* that were typed for left and right hand */
    unsigned number;                 /* of the line */
    int code;
    struct tool_line_editor_host host;
    struct tool_line_editor *editor; /* NULL: lines are read as they come */
    bool is_editing;
    struct us_thread thread;
    bool has_thread;
};

/* Who reads no more of a pipe has seen enough. */
static void flush(struct tool_drive_prompt *prompt)
{
    if (fflush(prompt->out) != 0 && errno != EPIPE)
        prompt->is_lost = true;
}

/* ---- Waiting ---- */

static void show_printed(struct tool_drive_prompt *prompt)
{
    flush(prompt);
    if (prompt->is_editing)
        tool_line_editor_hide(prompt->editor);
    tool_prompt_streams_copy(&prompt->streams);
    if (prompt->is_editing)
        tool_line_editor_show(prompt->editor);
}

/* Waits for the file `in` or for the connection, and shows meanwhile what is printed. Returns
 * whether it is `in` that can be read. */
static bool wait_for(struct tool_drive_prompt *prompt, int in)
{
    for (;;) {
        struct us_pipe_end files[] = {{.file = in, .reads = true},
                                      {.file = prompt->link, .reads = true},
                                      {.file = prompt->streams.printed, .reads = true}};
        if (!us_pipe_wait(files, 3, -1) && errno != EINTR)
            return false;
        if (files[2].is_readable)
            show_printed(prompt);
        /* A script says what it expects, also of an app that has ended. */
        bool is_readable = files[0].is_readable;
        if (files[1].is_readable && (prompt->streams.is_terminal || !is_readable))
            return false;
        if (is_readable)
            return true;
    }
}

/* Whether the input can be read within this time. */
static bool has_input_within(struct tool_drive_prompt *prompt, int most_ms)
{
    struct us_pipe_end in = {.file = prompt->streams.in, .reads = true};
    return us_pipe_wait(&in, 1, most_ms) && in.is_readable;
}

static bool has_input(void *data)
{
    return has_input_within(data, 0);
}

/* Whoever writes a script may be slower than the app. An input without a line is no script. */
static bool wait_for_last_lines(struct tool_drive_prompt *prompt)
{
    if (prompt->streams.is_terminal || prompt->number == 0)
        return false;
    if (has_input_within(prompt, LAST_LINES_S * 1000))
        return true;
    prompt->is_unread = true;
    prompt->code = TOOL_EXIT_APP;
    return false;
}

/* While nothing was asked, the connection can only have ended. */
static bool wait_for_input(void *data)
{
    struct tool_drive_prompt *prompt = data;
    if (wait_for(prompt, prompt->streams.in) || wait_for_last_lines(prompt))
        return true;
    prompt->is_over = true;
    if (prompt->is_editing)
        tool_line_editor_hide(prompt->editor);
    return false;
}

/* Reads some bytes. Returns false at the end. */
static bool read_some(struct us_writer *buffer, int file)
{
    char bytes[4096];
    int64_t length = us_pipe_read(file, bytes, sizeof bytes);
    if (length > 0)
        us_writer_put(buffer, bytes, (size_t)length);
    return (length > 0 && !buffer->failed) || (length < 0 && errno == EAGAIN);
}

/* Takes the first line out, from malloc; NULL: there is no whole one. At the end of the input, what
 * is left is one, too. */
static char *take_line(struct us_writer *buffer, bool is_at_end)
{
    char *end = buffer->size > 0 ? memchr(buffer->bytes, '\n', buffer->size) : NULL;
    size_t length = end != NULL ? (size_t)(end - (char *)buffer->bytes) : buffer->size;
    size_t used = length + (end != NULL);
    if (end == NULL && (!is_at_end || length == 0))
        return NULL;
    /* NUL would hide what is behind it. This is as wrong, and hides nothing. */
    for (char *nul; (nul = memchr(buffer->bytes, '\0', length)) != NULL;)
        *nul = '\1';
    char *line = us_bytes_text(buffer->bytes, length);
    buffer->size -= used;
    memmove(buffer->bytes, buffer->bytes + used, buffer->size);
    return line;
}

/* ---- Requests ---- */

/* NULL: the drive has ended. The caller deletes it. */
static cJSON *receive(struct tool_drive_prompt *prompt)
{
    char *line;
    while ((line = take_line(&prompt->answers, false)) == NULL) {
        wait_for(prompt, -1);
        if (!read_some(&prompt->answers, prompt->link)) {
            prompt->is_over = true;
            return NULL;
        }
    }
    cJSON *answer = cJSON_Parse(line);
    free(line);
    return answer;
}

/* Asks, and waits for the answer. Deletes the request. */
static cJSON *ask(struct tool_drive_prompt *prompt, cJSON *request)
{
    cJSON_AddStringToObject(request, "jsonrpc", "2.0");
    cJSON_AddNumberToObject(request, "id", prompt->number);
    char *text = cJSON_PrintUnformatted(request);
    bool is_sent = text != NULL && us_pipe_write_all(prompt->requests, text, strlen(text)) &&
                   us_pipe_write_all(prompt->requests, "\n", 1);
    cJSON_free(text);
    cJSON_Delete(request);
    return is_sent ? receive(prompt) : NULL;
}

static cJSON *make_request(const char *method)
{
    cJSON *request = cJSON_CreateObject();
    cJSON_AddStringToObject(request, "method", method);
    return request;
}

/* ---- Lines ---- */

/* A script ends at its first error. */
static void complain(struct tool_drive_prompt *prompt, const char *line, int code, const char *why)
{
    char safe[2048];
    tool_text_escape(why, safe, sizeof safe);
    flush(prompt);
    if (prompt->streams.is_terminal) {
        fprintf(prompt->out, "%s\n", safe);
        return;
    }
    tool_text_complain("drive: line %u, '%.*s': %s", prompt->number,
                       us_text_shown(line, strlen(line)), line, why);
    prompt->code = code;
}

static int code_of(int error)
{
    return error == TOOL_DRIVE_ENDED                                     ? TOOL_EXIT_APP
           : error == TOOL_DRIVE_PARAMS || error == TOOL_DRIVE_NO_METHOD ? TOOL_EXIT_USAGE
                                                                         : TOOL_EXIT_UNMET;
}

static void take_answer(struct tool_drive_prompt *prompt, const char *line, const char *parts,
                        const cJSON *answer)
{
    const cJSON *error = tool_json_get(answer, "error");
    const cJSON *result = tool_json_get(answer, "result");
    if (answer == NULL && prompt->streams.is_terminal)
        complain(prompt, line, TOOL_EXIT_APP, "the app has ended, and the drive with it");
    else if (answer == NULL) {
        /* Only the drive knows how the app ended. */
        prompt->is_cut = true;
        prompt->code = TOOL_EXIT_APP;
    } else if (error != NULL)
        complain(prompt, line, code_of((int)tool_json_number(error, "code", 0.0)),
                 tool_json_text(error, "message", "the drive refuses it"));
    else
        tool_prompt_print(prompt->out, result, parts);
    if (!prompt->streams.is_terminal && cJSON_IsFalse(tool_json_get(result, "met")))
        complain(prompt, line, TOOL_EXIT_UNMET,
                 strstr(line, " within ") != NULL
                     ? "that did not happen within its limit"
                     : "that is not so, and no frame came meanwhile; write how long to wait, as in "
                       "'until focused within 0.5 s'");
    if (!prompt->streams.is_terminal && cJSON_IsFalse(tool_json_get(result, "same")))
        complain(prompt, line, TOOL_EXIT_UNMET, "the app did not do the same again");
}

static void explain(struct tool_drive_prompt *prompt, const char *line, const char *word)
{
    const char *text = tool_prompt_words_help(word);
    char why[160];
    snprintf(why, sizeof why, "there is no help about '%.*s'; type help",
             us_text_shown(word, strlen(word)), word);
    if (text != NULL)
        fputs(text, prompt->out);
    else
        complain(prompt, line, TOOL_EXIT_USAGE, why);
}

/* The line without a comment, and without blanks at its ends. */
static char *trim(char *line)
{
    line += strspn(line, " \t");
    for (char *at = line; (at = strchr(at, '#')) != NULL; at++)
        if (at == line || strchr(" \t", at[-1]) != NULL) {
            *at = '\0';
            break;
        }
    for (size_t length = strlen(line); length > 0 && strchr(" \t\r", line[length - 1]) != NULL;)
        line[--length] = '\0';
    return line;
}

/* What a hand holds from the next frame on: `state` tells the newest frame. */
static void note_profiles(struct tool_drive_prompt *prompt, const char *line)
{
    char side[8], name[64];
    for (; line != NULL; line = strchr(line, ';')) {
        line += line[0] == ';';
        if (sscanf(line, " %7s profile %63s", side, name) == 2)
            snprintf(prompt->profiles[strcmp(side, "right") == 0], sizeof name, "%s", name);
    }
}

static void take(struct tool_drive_prompt *prompt, char *typed)
{
    char why[1024];
    char *line = trim(typed + (prompt->number == 1 ? us_utf8_mark(typed) : 0));
    size_t first = strcspn(line, " \t");
    const char *rest = line + first + strspn(line + first, " \t");
    if (line[0] == '\0')
        return;
    if (strncmp(line, "help", first) == 0 && first == 4) {
        explain(prompt, line, rest);
        return;
    }
    cJSON *request = tool_prompt_words_parse(line, why, sizeof why);
    if (request == NULL) {
        complain(prompt, line, TOOL_EXIT_USAGE, why);
        return;
    }
    const bool stops = tool_json_is_text(request, "method", "stop");
    const bool is_state = tool_json_is_text(request, "method", "state");
    const bool undoes = tool_json_is_text(request, "method", "undo");
    cJSON *answer = ask(prompt, request);
    take_answer(prompt, line, is_state ? rest : "", answer);
    bool is_done = cJSON_HasObjectItem(answer, "result");
    prompt->is_stopped = stops && is_done;
    if (is_done && undoes)
        memset(prompt->profiles, 0, sizeof prompt->profiles);
    if (is_done)
        note_profiles(prompt, line);
    cJSON_Delete(answer);
}

/* ---- What may come next ---- */

static void give_words(void *data, const char *before, const struct tool_prompt_taker *taker)
{
    static const char *const sides[] = {"left", "right"};
    struct tool_drive_prompt *prompt = data;
    cJSON *answer = ask(prompt, make_request("state"));
    const cJSON *result = tool_json_get(answer, "result");
    const cJSON *person = tool_json_get(result, "person");
    const char *profiles[2];
    for (int i = 0; i < 2; i++)
        profiles[i] = prompt->profiles[i][0] != '\0'
                          ? prompt->profiles[i]
                          : tool_json_text(tool_json_get(person, sides[i]), "profile", NULL);
    tool_prompt_complete(before, profiles, taker);
    cJSON_Delete(answer);
}

/* ---- The thread ---- */

/* NULL: the end, or `wait` says that nothing comes. */
static char *next_line(struct tool_drive_prompt *prompt, bool (*wait)(void *data))
{
    free(prompt->line);
    while ((prompt->line = take_line(&prompt->typed, prompt->is_at_end)) == NULL) {
        if (prompt->is_at_end || !wait(prompt))
            return NULL;
        prompt->is_at_end = !read_some(&prompt->typed, prompt->streams.in);
    }
    return prompt->line;
}

static char *read_plain(struct tool_drive_prompt *prompt)
{
    if (prompt->streams.is_shown)
        fputs(PROMPT, prompt->out);
    flush(prompt);
    return next_line(prompt, wait_for_input);
}

static char *read_line(struct tool_drive_prompt *prompt)
{
    if (prompt->editor == NULL)
        return read_plain(prompt);
    prompt->is_editing = true;
    const char *line = tool_line_editor_read(prompt->editor);
    prompt->is_editing = false;
    free(prompt->line);
    prompt->line = line != NULL ? strdup(line) : NULL;
    return prompt->line;
}

static void greet(struct tool_drive_prompt *prompt)
{
    if (!prompt->streams.is_shown)
        return;
    fputs(
        "The app's frames wait for you. 'help' lists what you can type; 'stop' or Ctrl-D ends the "
        "drive.\n",
        prompt->out);
    if (!tool_line_editor_is_built)
        fputs("There is no completion and no history: this program was built without libedit "
              "(libedit-dev on Debian).\n",
              prompt->out);
}

/* What was typed has no stop: the end of the input is one. A script may end when the app has. */
static void stop(struct tool_drive_prompt *prompt)
{
    cJSON *answer = ask(prompt, make_request("stop"));
    const cJSON *result = tool_json_get(answer, "result");
    if (prompt->streams.is_terminal || result != NULL)
        take_answer(prompt, "stop", "", answer);
    prompt->is_stopped = result != NULL;
    cJSON_Delete(answer);
}

/* What a script has behind its stop, if that is there already, is a mistake. */
static void look_behind_stop(struct tool_drive_prompt *prompt)
{
    char *typed;
    while (prompt->code == TOOL_EXIT_OK && (typed = next_line(prompt, has_input)) != NULL) {
        const char *line = trim(typed);
        prompt->number++;
        if (line[0] != '\0')
            complain(prompt, line, TOOL_EXIT_USAGE, "it is behind the stop, which ends the drive");
    }
}

static void *converse(void *data)
{
    struct tool_drive_prompt *prompt = data;
    char *line;
    prompt->host = (struct tool_line_editor_host){wait_for_input, give_words, prompt};
    if (prompt->streams.is_shown)
        prompt->editor =
            tool_line_editor_open(prompt->streams.in, prompt->streams.out, PROMPT, &prompt->host);
    greet(prompt);
    flush(prompt);
    while (!prompt->is_over && !prompt->is_stopped && prompt->code == TOOL_EXIT_OK &&
           (line = read_line(prompt)) != NULL) {
        prompt->number++;
        take(prompt, line);
        flush(prompt);
    }
    if (prompt->is_stopped && !prompt->streams.is_terminal)
        look_behind_stop(prompt);
    if (!prompt->is_over && !prompt->is_stopped)
        stop(prompt);
    tool_line_editor_close(prompt->editor);
    flush(prompt);
    /* The app may print until it has ended. */
    while (!prompt->is_over)
        cJSON_Delete(receive(prompt));
    if (prompt->streams.is_shown && !prompt->is_stopped)
        fputs("The app has ended.\n", prompt->out);
    flush(prompt);
    return NULL;
}

static void free_prompt(struct tool_drive_prompt *prompt)
{
    if (prompt->out != NULL)
        fclose(prompt->out);
    tool_prompt_streams_give_back(&prompt->streams);
    if (prompt->link >= 0)
        us_descriptor_close(prompt->link);
    if (prompt->requests >= 0)
        us_descriptor_close(prompt->requests);
    us_writer_finish(&prompt->answers);
    us_writer_finish(&prompt->typed);
    free(prompt->line);
    free(prompt);
}

/* False, with errno. */
static bool open_output(struct tool_drive_prompt *prompt)
{
    int own = us_descriptor_duplicate(prompt->streams.out);
    prompt->out = own >= 0 ? us_descriptor_stream(own) : NULL;
    if (own >= 0 && prompt->out == NULL) {
        int why = errno;
        us_descriptor_close(own);
        errno = why;
    }
    return prompt->out != NULL;
}

struct tool_drive_prompt *tool_drive_prompt_begin(int *out_requests, int *out_answers)
{
    int to[2] = {-1, -1}, from[2] = {-1, -1};
    struct tool_drive_prompt *prompt = calloc(1, sizeof *prompt);
    bool is_ready = prompt != NULL && tool_prompt_streams_take(&prompt->streams) &&
                    open_output(prompt) && us_pipe_open(to) && us_pipe_open(from);
    int why = errno;
    if (prompt != NULL) {
        prompt->requests = to[1];
        prompt->link = from[0];
    }
    *out_requests = to[0];
    *out_answers = from[1];
    if (is_ready)
        return prompt;
    if (to[0] >= 0)
        us_descriptor_close(to[0]);
    if (prompt != NULL)
        free_prompt(prompt);
    tool_text_complain("drive: there can be no prompt: %s", strerror(why));
    return NULL;
}

bool tool_drive_prompt_start(struct tool_drive_prompt *prompt)
{
    if (prompt == NULL || prompt->has_thread)
        return true;
    errno = us_thread_start(&prompt->thread, 0, converse, prompt);
    prompt->has_thread = errno == 0;
    return prompt->has_thread;
}

int tool_drive_prompt_end(struct tool_drive_prompt *prompt, const char *ending)
{
    if (prompt == NULL)
        return TOOL_EXIT_OK;
    if (prompt->has_thread)
        us_thread_join(&prompt->thread);
    if (prompt->is_cut) {
        char why[256];
        snprintf(why, sizeof why, "the app has ended%s%s",
                 ending[0] != '\0' ? ": " : ", and could not be started again", ending);
        complain(prompt, trim(prompt->line), TOOL_EXIT_APP, why);
    }
    if (prompt->is_unread)
        tool_text_complain("drive: the app has ended%s%s, but its script has not: standard input "
                           "is open, and nothing came for %d s; what the script still has to say "
                           "was not done",
                           ending[0] != '\0' ? ": " : "", ending, LAST_LINES_S);
    int code = prompt->code;
    if (code == TOOL_EXIT_OK && prompt->is_lost && !prompt->streams.is_terminal) {
        tool_text_complain("drive: the answers could not all be written");
        code = TOOL_EXIT_OUTPUT;
    }
    free_prompt(prompt);
    return code;
}
