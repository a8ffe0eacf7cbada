/* SPDX-License-Identifier: MIT */
#include "tool/compress/expanded_recording.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "session/session_reader.h"
#include "tool/cli/temporary_files.h"
#include "tool/cli/text.h"
#include "tool/compress/compress_session.h"
#include "tool/compress/copy_guard.h"
#include "tool/output/interruption.h"

/* What cannot be opened is said by whoever plays it. */
static bool is_compressed(const char *path)
{
    struct us_session_reader *reader = NULL;
    struct us_file file;
    if (us_file_open(path, &file, NULL) != US_OK)
        return false;
    bool is_compressed = us_session_reader_is_mcap(&file) &&
                         us_session_reader_open(&file, &reader, NULL) == US_OK &&
                         us_session_reader_summary(reader)->compressed_chunks > 0;
    us_session_reader_close(reader);
    us_file_close(&file);
    return is_compressed;
}

static bool name_copy(const char *path, struct tool_expanded_recording *out)
{
    const char *slash = strrchr(path, '/');
    int length = snprintf(out->path, sizeof out->path, "%s/%s", out->folder,
                          slash != NULL ? slash + 1 : path);
    errno = ENAMETOOLONG;
    return length > 0 && (size_t)length < sizeof out->path;
}

static bool go_on(void *data, uint64_t done, uint64_t total)
{
    (void)data, (void)done, (void)total;
    return tool_interruption() == 0;
}

static bool copy(const char *path, const struct tool_expanded_recording *out)
{
    struct tool_compress_report report = {0};
    struct us_error error = {.byte = US_NO_BYTE};
    const struct tool_compress_options options = {.level = 0, .progress = go_on};
    struct tool_interruptions before;
    int file = open(out->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (file < 0) {
        tool_text_complain("%s cannot be written: %s", out->path, strerror(errno));
        return false;
    }
    tool_interruptions_catch(&before);
    enum us_result result = tool_compress_session(path, file, &options, &report, &error);
    tool_interruptions_release(&before);
    if (close(file) != 0 && result == US_OK) {
        report.in_output = true;
        result = us_result_fail(&error, US_ERROR_FILE, US_NO_BYTE, NULL, "%s", strerror(errno));
    }
    if (result != US_OK && report.in_output)
        tool_text_complain("run: %s is compressed, and its copy without compression, %s, cannot be "
                           "written: %s; set TMPDIR to a folder with room for it",
                           path, out->path, error.text);
    else if (report.is_stopped)
        tool_text_complain("interrupted");
    else if (result != US_OK)
        tool_text_complain("%s: %s", path, error.text);
    return result == US_OK;
}

bool tool_expanded_recording_make(const char *path, struct tool_expanded_recording *out)
{
    *out = (struct tool_expanded_recording){.folder = "", .guard = -1};
    if (!is_compressed(path))
        return true;
    if (!tool_temporary_files_make_folder(out->folder))
        return false;
    bool is_named = name_copy(path, out);
    if (is_named)
        out->guard = tool_copy_guard_begin(out->path, out->folder);
    if (is_named && copy(path, out))
        return true;
    tool_expanded_recording_remove(out);
    out->folder[0] = '\0';
    return false;
}

void tool_expanded_recording_remove(const struct tool_expanded_recording *expanded)
{
    if (expanded->folder[0] == '\0')
        return;
    unlink(expanded->path);
    rmdir(expanded->folder);
    tool_copy_guard_end(expanded->guard);
}
