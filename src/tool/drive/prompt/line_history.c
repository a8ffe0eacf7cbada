/* SPDX-License-Identifier: MIT */
#include "tool/drive/prompt/line_history.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tool/cli/file_roles.h"
#include "tool/output/part_file.h"
#include "tool/page/byte_buffer.h"

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

void tool_line_history_read(void (*take)(void *data, const char *line), void *data)
{
    char path[PATH_MAX];
    struct tool_byte_buffer text = {0};
    struct stat status;
    bool is_there = find_path(path) && stat(path, &status) == 0 && status.st_size <= 1 << 24 &&
                    tool_byte_buffer_add_file(&text, path);
    tool_byte_buffer_add(&text, "", 1);
    if (is_there && !text.is_failed) {
        char *lines = find_newest((char *)text.bytes, text.size - 1), *line;
        if (text.size > BYTES_MOST)
            shorten(path, lines, strlen(lines));
        while ((line = strtok_r(lines, "\n", &lines)) != NULL)
            take(data, line);
    }
    tool_byte_buffer_finish(&text);
}

void tool_line_history_add(const char *line)
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
