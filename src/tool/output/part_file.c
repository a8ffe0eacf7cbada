/* SPDX-License-Identifier: MIT */
#include "tool/output/part_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/file.h"
#include "platform/descriptor.h"
#include "platform/interruption.h"
#include "platform/path.h"
#include "platform/process.h"
#include "status/output_file.h"
#include "tool/cli/command.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/text.h"

/* A handler may neither allocate nor format. */
static char removed[US_FILE_PATH_SIZE], words[2048];
static size_t word_count;

static void end_now(int number)
{
    us_path_remove(removed);
    (void)us_descriptor_write(US_DESCRIPTOR_ERROR, words, word_count);
    us_interruption_exit(TOOL_EXIT_SIGNAL + number);
}

void tool_interruptions_catch(const char *part, const char *path, struct us_interruption *out)
{
    char safe[1024];
    enum { LINE = 79 }; /* of progress, which may stand there */
    snprintf(removed, sizeof removed, "%s", part);
    tool_text_escape(path, safe, sizeof safe);
    int length = snprintf(words, sizeof words, "%*sunderstudy: %s was not written: interrupted\n",
                          us_descriptor_is_terminal(US_DESCRIPTOR_ERROR) ? LINE + 2 : 0, "", safe);
    if (words[0] == ' ')
        words[0] = words[LINE + 1] = '\r';
    word_count = length > 0 ? (size_t)length : 0;
    us_interruption_catch(end_now, out);
}

/* One of this process's own streams, under a name such as /dev/stdout. It may be a file, whose name
 * must not be taken. -1: it is none. */
static int own_stream(const struct us_about *target)
{
    struct us_about about;
    for (int stream = US_DESCRIPTOR_OUTPUT; stream <= US_DESCRIPTOR_ERROR; stream++)
        if (us_descriptor_about(stream, &about) && about.device == target->device &&
            about.number == target->number)
            return stream;
    return -1;
}

/* A pipe or a device, also behind a link such as /dev/stdout: nothing can take its name. -1: it is
 * none, or it cannot be opened (`*out_is_stream` tells). A link or a pipe that belongs to this user
 * or to root is no trap. */
static int open_stream(const char *path, bool *out_is_stream)
{
    struct us_about name, target;
    *out_is_stream = false;
    if (!us_path_about(path, &name) || !us_path_about_target(path, &target) ||
        !us_process_trusts(name.owner))
        return -1;
    int own = name.kind == US_ABOUT_LINK ? own_stream(&target) : -1;
    *out_is_stream = own >= 0 || target.kind == US_ABOUT_DEVICE || target.kind == US_ABOUT_PIPE;
    if (own >= 0)
        return us_descriptor_duplicate(own);
    return *out_is_stream ? us_descriptor_open(path, US_DESCRIPTOR_WRITE | US_DESCRIPTOR_WAITS, 0)
                          : -1;
}

int tool_part_file_make(const char *path, char out_part[US_FILE_PATH_SIZE])
{
    bool is_stream;
    int file = open_stream(path, &is_stream);
    out_part[0] = '\0';
    return is_stream ? file : us_file_make_part(path, out_part);
}

bool tool_part_file_check(const char *command, const char *option, const char *path, bool replaces)
{
    struct us_about about;
    char part[US_FILE_PATH_SIZE];
    if (strcmp(path, "-") == 0) {
        tool_text_complain("%s: %s - is no file; name one, or type ./- for a file of that name",
                           command, option);
        return false;
    }
    bool is_there = us_path_about(path, &about);
    if (is_there && about.kind != US_ABOUT_REGULAR) {
        tool_text_complain("%s: %s %s is not a regular file", command, option, path);
        return false;
    }
    if (is_there && about.size > 0 && !replaces) {
        tool_text_complain("%s: %s %s is there already; choose another name, or pass --force to "
                           "replace it",
                           command, option, path);
        return false;
    }
    int file = tool_part_file_make(path, part);
    if (file < 0) {
        tool_text_complain("%s: %s %s cannot be written: %s", command, option, path,
                           strerror(errno));
        return false;
    }
    us_descriptor_close(file);
    us_path_remove(part);
    return true;
}

bool tool_part_file_finish(int file, const char *part, const char *path, bool is_written)
{
    if (part[0] != '\0')
        return us_file_finish_part(file, part, path, is_written && us_descriptor_sync(file));
    int why = errno;
    bool is_closed = us_descriptor_close(file);
    errno = is_written ? errno : why;
    return is_written && is_closed;
}

bool tool_part_file_begin(const char *command, const char *path, struct tool_part_file *out)
{
    out->file = tool_part_file_make(path, out->name);
    if (out->file < 0) {
        tool_text_complain("%s: %s cannot be written: %s", command, path, strerror(errno));
        return false;
    }
    us_interruption_survive_limits();
    tool_interruptions_catch(out->name, path, &out->before);
    return true;
}

bool tool_part_file_end(const struct tool_part_file *part, const char *path, bool is_written)
{
    us_interruption_release(&part->before);
    return tool_part_file_finish(part->file, part->name, path, is_written);
}

/* False with errno. */
static bool write_whole(const char *path, const void *bytes, size_t size)
{
    char part[US_FILE_PATH_SIZE];
    int file = tool_part_file_make(path, part);
    bool is_written = bytes != NULL && file >= 0;
    if (bytes == NULL)
        errno = ENOMEM;
    if (is_written) {
        if (part[0] == '\0')
            tool_text_survive_readers();
        us_interruption_survive_limits();
        errno = us_output_file_append(file, bytes, size);
        is_written = errno == 0;
    }
    return file >= 0 && tool_part_file_finish(file, part, path, is_written);
}

static bool complain(const char *path)
{
    tool_text_complain("%s cannot be written: %s", path, strerror(errno));
    return false;
}

bool tool_part_file_write(const char *path, const void *bytes, size_t size)
{
    return write_whole(path, bytes, size) || complain(path);
}

bool tool_part_file_is_file(const char *path)
{
    struct us_about about;
    return us_path_about(path, &about) && about.kind == US_ABOUT_REGULAR;
}

bool tool_part_file_put_line(const char *path, const char *text)
{
    size_t length = text != NULL ? strlen(text) : 0;
    char *line = text != NULL ? malloc(length + 1) : NULL;
    if (line != NULL) {
        memcpy(line, text, length + 1);
        line[length] = '\n';
    }
    bool is_written = write_whole(path, line, length + 1);
    int why = errno;
    free(line);
    errno = why;
    return is_written;
}

bool tool_part_file_write_line(const char *path, const char *text)
{
    return tool_part_file_put_line(path, text) || complain(path);
}

bool tool_earlier_keep(struct tool_earlier *earlier, const char *path)
{
    struct us_about about;
    int length = snprintf(earlier->kept, sizeof earlier->kept, "%s.%d.old", path, us_process_id());
    earlier->path[0] = '\0';
    errno = ENAMETOOLONG;
    if (length <= 0 || (size_t)length >= sizeof earlier->kept)
        return false;
    if (us_path_about(path, &about) && about.kind != US_ABOUT_REGULAR &&
        about.kind != US_ABOUT_LINK) {
        errno = EEXIST;
        return false;
    }
    if (!us_path_replace(path, earlier->kept))
        return errno == ENOENT;
    return tool_file_path_join("", path, earlier->path);
}

void tool_earlier_bring_back(struct tool_earlier *earlier)
{
    struct us_about about;
    if (earlier->path[0] == '\0')
        return;
    bool is_taken = us_path_about(earlier->path, &about) &&
                    !(about.kind == US_ABOUT_REGULAR && about.size == 0);
    if (is_taken || !us_path_replace(earlier->kept, earlier->path))
        tool_text_complain("the file that was there before is kept as %s", earlier->kept);
    earlier->path[0] = '\0';
}

void tool_earlier_drop(struct tool_earlier *earlier)
{
    if (earlier->path[0] != '\0')
        us_path_remove(earlier->kept);
    earlier->path[0] = '\0';
}
