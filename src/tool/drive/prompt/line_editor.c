/* SPDX-License-Identifier: MIT */
/* The line editor is that of libedit. newlocale is in POSIX of 2008, TIOCGWINSZ in none. */
#define _GNU_SOURCE
#include "tool/drive/prompt/prompt_terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <histedit.h>
#include <locale.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

#include "tool/cli/file_roles.h"
#include "tool/cli/text.h"
#include "tool/output/part_file.h"

/*
 * ---- The history: the file of typed lines, understudy/drive_history in the user's state folder
 * (XDG_STATE_HOME, or ~/.local/state). Only the user can read it. Where it cannot be read or
 * written, there is no history, and nobody is told: the drive goes on ----
 */

enum { LINES = 1000, BYTES_MOST = 256 << 10 };

/* The file's path; false: there is no place for it. */
static bool find_path(char out[PATH_MAX])
{
    const char *state = tool_file_path_variable("XDG_STATE_HOME", NULL);
    const char *home = tool_file_path_variable("HOME", NULL);
    char folder[PATH_MAX];
    /* XDG: a relative path is none. */
    if (state != NULL && state[0] == '/')
        return tool_file_path_join(state, "/understudy/drive_history", out);
    return home != NULL && home[0] == '/' && tool_file_path_join(home, "/.local/state", folder) &&
           tool_file_path_join(folder, "/understudy/drive_history", out);
}

/* Makes the folders of a file, as XDG wants them. */
static void make_folders(const char *path)
{
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%s", path);
    for (char *slash = folder; (slash = strchr(slash + 1, '/')) != NULL; *slash = '/') {
        *slash = '\0';
        mkdir(folder, 0700);
    }
}

/* Where the newest lines begin. */
static char *find_newest(char *text, size_t size)
{
    char *at = text + size;
    for (int lines = 0; at > text; at--)
        if (at[-1] == '\n' && ++lines > LINES)
            break;
    return at;
}

static void shorten(const char *path, const char *bytes, size_t size)
{
    char part[PATH_MAX];
    int file = tool_part_file_make(path, part);
    if (file >= 0) {
        bool is_written = fchmod(file, 0600) == 0 && write(file, bytes, size) == (ssize_t)size;
        tool_part_file_finish(file, part, path, is_written);
    }
}

static void read_history(void (*take)(void *data, const char *line), void *data)
{
    char path[PATH_MAX];
    struct us_writer text = {0};
    struct stat status;
    bool is_there = find_path(path) && stat(path, &status) == 0 && S_ISREG(status.st_mode) &&
                    tool_text_put_file(&text, path, 1 << 24);
    us_writer_put(&text, "", 1);
    if (is_there && !text.failed) {
        char *lines = find_newest((char *)text.bytes, text.size - 1), *line;
        if (text.size > BYTES_MOST)
            shorten(path, lines, strlen(lines));
        while ((line = strtok_r(lines, "\n", &lines)) != NULL)
            take(data, line);
    }
    us_writer_finish(&text);
}

/* Adds a line to the file. */
static void add_to_history(const char *line)
{
    char path[PATH_MAX], text[4100];
    int length = snprintf(text, sizeof text, "%s\n", line);
    if (!find_path(path) || length >= (int)sizeof text)
        return;
    make_folders(path);
    int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0600);
    if (file < 0)
        return;
    (void)!write(file, text, (size_t)length);
    close(file);
}

/* ---- The editor ---- */

enum { WORDS_SHOWN = 200, WORD_MOST = 80, LINE_MOST = 4096 };

const bool tool_line_editor_is_built = true;

struct tool_line_editor {
    EditLine *edit;
    History *history;
    FILE *in, *out;
    int terminal;
    const char *prompt;
    const struct tool_line_editor_host *host;
    char line[LINE_MOST];
    bool was_dropped;
    locale_t locale, before; /* of this thread alone */
};

static struct tool_line_editor *of(EditLine *edit)
{
    void *editor = NULL;
    el_get(edit, EL_CLIENTDATA, &editor);
    return editor;
}

static char *get_prompt(EditLine *edit)
{
    /* libedit does not change it. */
    return (char *)(uintptr_t)of(edit)->prompt;
}

/* ---- Keys ---- */

/* One character in the encoding of the user. */
static int get_character(EditLine *edit, wchar_t *out)
{
    struct tool_line_editor *editor = of(edit);
    mbstate_t state = {0};
    char byte;
    while (editor->host->wait(editor->host->data)) {
        ssize_t length = read(editor->terminal, &byte, 1);
        if (length < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (length <= 0)
            return 0;
        size_t used = mbrtowc(out, &byte, 1, &state);
        if (used == (size_t)-1)
            memset(&state, 0, sizeof state);
        else if (used != (size_t)-2)
            return 1;
    }
    return 0;
}

static unsigned char drop_line(EditLine *edit, int key)
{
    struct tool_line_editor *editor = of(edit);
    (void)key;
    editor->was_dropped = true;
    fputs("^C", editor->out);
    return CC_NEWLINE;
}

/* Stops this process and the app, as the terminal would do it. */
static unsigned char stop_job(EditLine *edit, int key)
{
    struct tool_line_editor *editor = of(edit);
    const struct timespec soon = {.tv_nsec = 100000000};
    (void)key;
    tool_line_editor_hide(editor);
    el_set(edit, EL_PREP_TERM, 0);
    kill(0, SIGTSTP);
    do
        nanosleep(&soon, NULL); /* it stops here */
    while (tcgetpgrp(editor->terminal) >= 0 && tcgetpgrp(editor->terminal) != getpgrp());
    el_set(edit, EL_PREP_TERM, 1);
    tool_line_editor_show(editor);
    return CC_NORM;
}

/* ---- Completion ---- */

struct candidates {
    const char *typed;
    size_t length; /* of `typed` */
    char words[WORDS_SHOWN][WORD_MOST];
    unsigned count;
    char common[WORD_MOST]; /* with which all of them begin */
};

static void take_word(void *data, const char *word)
{
    struct candidates *candidates = data;
    unsigned same = 0;
    if (strncmp(word, candidates->typed, candidates->length) != 0 || strlen(word) >= WORD_MOST)
        return;
    if (candidates->count == 0)
        snprintf(candidates->common, sizeof candidates->common, "%s", word);
    while (candidates->common[same] != '\0' && candidates->common[same] == word[same])
        same++;
    candidates->common[same] = '\0';
    if (candidates->count < WORDS_SHOWN)
        snprintf(candidates->words[candidates->count++], WORD_MOST, "%s", word);
}

static unsigned get_columns(const struct tool_line_editor *editor)
{
    struct winsize size = {0};
    ioctl(editor->terminal, TIOCGWINSZ, &size);
    return size.ws_col > 0 ? size.ws_col : 80;
}

static void list_words(struct tool_line_editor *editor, const struct candidates *candidates)
{
    unsigned width = 0, column = 0;
    for (unsigned i = 0; i < candidates->count; i++)
        if (strlen(candidates->words[i]) + 2 > width)
            width = (unsigned)strlen(candidates->words[i]) + 2;
    fputc('\n', editor->out);
    for (unsigned i = 0; i < candidates->count; i++) {
        fprintf(editor->out, "%-*s", (int)width, candidates->words[i]);
        column += width;
        if (column + width > get_columns(editor) || i + 1 == candidates->count) {
            fputc('\n', editor->out);
            column = 0;
        }
    }
}

static unsigned char complete(EditLine *edit, int key)
{
    struct tool_line_editor *editor = of(edit);
    static struct candidates candidates;
    const LineInfo *line = el_line(edit);
    char before[LINE_MOST];
    (void)key;
    snprintf(before, sizeof before, "%.*s", (int)(line->cursor - line->buffer), line->buffer);
    const char *blank = strrchr(before, ' ');
    candidates.typed = blank != NULL ? blank + 1 : before;
    candidates.length = strlen(candidates.typed);
    candidates.count = 0;
    const struct tool_prompt_taker taker = {take_word, &candidates};
    editor->host->complete(editor->host->data, before, &taker);
    if (candidates.count == 0)
        return CC_ERROR;
    const char *rest = candidates.common + candidates.length;
    if (rest[0] != '\0')
        el_insertstr(edit, rest);
    if (candidates.count == 1) {
        el_insertstr(edit, " ");
        return CC_REFRESH;
    }
    if (rest[0] != '\0')
        return CC_REFRESH;
    list_words(editor, &candidates);
    return CC_REDISPLAY;
}

/* ---- The editor ---- */

static void bind_keys(EditLine *edit)
{
    static const struct {
        const char *name, *key;
        unsigned char (*call)(EditLine *edit, int key);
    } keys[] = {
        {"drive-complete", "^I", complete},
        {"drive-drop-line", "^C", drop_line},
        {"drive-stop-job", "^Z", stop_job},
    };
    el_set(edit, EL_EDITOR, "emacs");
    for (unsigned i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        el_set(edit, EL_ADDFN, keys[i].name, keys[i].name, keys[i].call);
        el_set(edit, EL_BIND, keys[i].key, keys[i].name, NULL);
    }
    el_set(edit, EL_BIND, "^R", "em-inc-search-prev", NULL);
    /* The keys come as characters while a line is typed. */
    el_set(edit, EL_SETTY, "-d", "-isig", NULL);
}

static void remember(void *data, const char *line)
{
    struct tool_line_editor *editor = data;
    HistEvent event;
    history(editor->history, &event, H_ENTER, line);
}

static bool open_edit(struct tool_line_editor *editor, int in, int out)
{
    HistEvent event;
    int own_in = fcntl(in, F_DUPFD_CLOEXEC, 3), own_out = fcntl(out, F_DUPFD_CLOEXEC, 3);
    editor->in = own_in >= 0 ? fdopen(own_in, "r") : NULL;
    editor->out = own_out >= 0 ? fdopen(own_out, "w") : NULL;
    if (editor->in == NULL || editor->out == NULL)
        return false;
    editor->edit = el_init("understudy", editor->in, editor->out, editor->out);
    editor->history = history_init();
    if (editor->edit == NULL || editor->history == NULL)
        return false;
    history(editor->history, &event, H_SETSIZE, LINES);
    history(editor->history, &event, H_SETUNIQUE, 1);
    read_history(remember, editor);
    el_set(editor->edit, EL_CLIENTDATA, editor);
    el_set(editor->edit, EL_PROMPT, get_prompt);
    el_set(editor->edit, EL_HIST, history, editor->history);
    el_set(editor->edit, EL_GETCFN, get_character);
    bind_keys(editor->edit);
    return true;
}

struct tool_line_editor *tool_line_editor_open(int in, int out, const char *prompt,
                                               const struct tool_line_editor_host *host)
{
    const char *kind = getenv("TERM");
    if (kind == NULL || kind[0] == '\0' || strcmp(kind, "dumb") == 0)
        return NULL;
    struct tool_line_editor *editor = calloc(1, sizeof *editor);
    if (editor == NULL)
        return NULL;
    editor->terminal = in;
    editor->prompt = prompt;
    editor->host = host;
    editor->locale = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
    if (editor->locale == (locale_t)0)
        editor->locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    if (editor->locale != (locale_t)0)
        editor->before = uselocale(editor->locale);
    if (open_edit(editor, in, out))
        return editor;
    tool_line_editor_close(editor);
    return NULL;
}

void tool_line_editor_close(struct tool_line_editor *editor)
{
    if (editor == NULL)
        return;
    if (editor->edit != NULL)
        el_end(editor->edit);
    if (editor->history != NULL)
        history_end(editor->history);
    if (editor->in != NULL)
        fclose(editor->in);
    if (editor->out != NULL)
        fclose(editor->out);
    if (editor->locale != (locale_t)0) {
        uselocale(editor->before);
        freelocale(editor->locale);
    }
    free(editor);
}

const char *tool_line_editor_read(struct tool_line_editor *editor)
{
    int count = 0;
    editor->was_dropped = false;
    el_resize(editor->edit);
    /* el_gets takes the keys after it has shown the prompt: a key in between would be a signal. */
    el_set(editor->edit, EL_PREP_TERM, 1);
    const char *line = el_gets(editor->edit, &count);
    /* An empty line that is dropped looks like the end of the input. */
    if (editor->was_dropped) {
        editor->line[0] = '\0';
        return editor->line;
    }
    if (line == NULL || count <= 0)
        return NULL;
    snprintf(editor->line, sizeof editor->line, "%.*s", (int)strcspn(line, "\n"), line);
    if (editor->line[strspn(editor->line, " \t")] != '\0') {
        remember(editor, editor->line);
        add_to_history(editor->line);
    }
    return editor->line;
}

/* Where the line begins: some rows above the cursor, if it is long. */
void tool_line_editor_hide(struct tool_line_editor *editor)
{
    const LineInfo *line = el_line(editor->edit);
    size_t rows =
        (strlen(editor->prompt) + (size_t)(line->cursor - line->buffer)) / get_columns(editor);
    if (rows > 0)
        fprintf(editor->out, "\033[%zuA", rows);
    fputs("\r\033[J", editor->out);
    fflush(editor->out);
}

void tool_line_editor_show(struct tool_line_editor *editor)
{
    el_resize(editor->edit);
    el_set(editor->edit, EL_REFRESH);
}
