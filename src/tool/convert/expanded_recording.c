/* SPDX-License-Identifier: MIT */
#include "tool/convert/expanded_recording.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "platform/path.h"
#include "session/session_reader.h"
#include "tool/cli/progress.h"
#include "tool/cli/temporary_files.h"
#include "tool/cli/text.h"
#include "tool/convert/compress_session.h"

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

/* A signal ends the program: then the guard removes the copy. */
static bool copy(const char *path, const struct tool_expanded_recording *out)
{
    struct tool_compress_report report = {0};
    struct us_error error = {.byte = US_NO_BYTE};
    struct tool_progress progress;
    const struct tool_compress_options options = {
        .level = 0, .progress = tool_progress_show, .data = &progress};
    int file = us_descriptor_open(out->path, US_DESCRIPTOR_WRITE | US_DESCRIPTOR_NEW, 0600);
    if (file < 0) {
        tool_text_complain("%s cannot be written: %s", out->path, strerror(errno));
        return false;
    }
    tool_progress_begin(&progress, path);
    enum us_result result = tool_compress_session(path, file, &options, &report, &error);
    tool_progress_end(&progress);
    if (!us_descriptor_close(file) && result == US_OK) {
        report.in_output = true;
        result = us_result_fail(&error, US_ERROR_FILE, US_NO_BYTE, NULL, "%s", strerror(errno));
    }
    if (result != US_OK && report.in_output)
        tool_text_complain("run: %s is compressed, and its copy without compression, %s, cannot be "
                           "written: %s; set TMPDIR to a folder with room for it",
                           path, out->path, error.text);
    else if (result != US_OK)
        tool_text_complain("%s: %s", path, error.text);
    return result == US_OK;
}

bool tool_expanded_recording_make(const char *path, struct tool_expanded_recording *out)
{
    *out = (struct tool_expanded_recording){.folder = ""};
    if (!is_compressed(path))
        return true;
    if (!tool_temporary_files_make_folder(out->folder))
        return false;
    if (name_copy(path, out) && copy(path, out))
        return true;
    tool_expanded_recording_remove(out);
    out->folder[0] = '\0';
    return false;
}

void tool_expanded_recording_remove(const struct tool_expanded_recording *expanded)
{
    if (expanded->folder[0] == '\0')
        return;
    us_path_remove(expanded->path);
    us_path_remove_folder(expanded->folder);
}
