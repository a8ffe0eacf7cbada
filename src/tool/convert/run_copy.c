/* SPDX-License-Identifier: MIT */
#include "tool/convert/compress_session.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "platform/path.h"
#include "platform/temporary.h"
#include "session/session_reader.h"
#include "tool/cli/progress.h"
#include "tool/cli/temporary_files.h"
#include "tool/cli/text.h"

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

/* A signal ends the program: then the guard removes the copy. */
int tool_run_copy_begin(const char *command, const char *name, struct tool_run_copy *out)
{
    *out = (struct tool_run_copy){.folder = ""};
    if (!tool_temporary_files_make_folder(out->folder))
        return -1;
    const int length = snprintf(out->path, sizeof out->path, "%s/%s", out->folder, name);
    errno = ENAMETOOLONG;
    const int file =
        length > 0 && (size_t)length < sizeof out->path
            ? us_descriptor_open(out->path, US_DESCRIPTOR_WRITE | US_DESCRIPTOR_NEW, 0600)
            : -1;
    if (file < 0) {
        tool_text_complain("%s: %s cannot be written: %s; set %s to a folder with room for it",
                           command, out->path, strerror(errno), US_TEMPORARY_VARIABLE);
        tool_run_copy_remove(out);
    }
    return file;
}

enum us_result tool_run_copy_end(struct tool_run_copy *copy, int file, enum us_result result,
                                 struct us_error *error)
{
    if (!us_descriptor_close(file) && result == US_OK)
        result = us_result_fail(error, US_ERROR_FILE, US_NO_BYTE, NULL, "%s", strerror(errno));
    if (result != US_OK)
        tool_run_copy_remove(copy);
    return result;
}

bool tool_run_copy_expand(const char *path, struct tool_run_copy *out)
{
    struct tool_compress_report report = {0};
    struct us_error error = {.byte = US_NO_BYTE};
    struct tool_progress progress;
    const struct tool_compress_options options = {
        .level = 0, .progress = tool_progress_show, .data = &progress};
    *out = (struct tool_run_copy){.folder = ""};
    if (!is_compressed(path))
        return true;
    const int file = tool_run_copy_begin("run", us_path_name(path), out);
    if (file < 0)
        return false;
    tool_progress_begin(&progress, path);
    enum us_result result = tool_compress_session(path, file, &options, &report, &error);
    tool_progress_end(&progress);
    report.in_output |= result == US_OK;
    result = tool_run_copy_end(out, file, result, &error);
    if (result != US_OK && report.in_output)
        tool_text_complain("run: %s is compressed, and its copy without compression, %s, cannot be "
                           "written: %s; set %s to a folder with room for it",
                           path, out->path, error.text, US_TEMPORARY_VARIABLE);
    else if (result != US_OK)
        tool_text_complain("%s: %s", path, error.text);
    return result == US_OK;
}

void tool_run_copy_remove(struct tool_run_copy *copy)
{
    if (copy->folder[0] != '\0')
        us_temporary_remove(copy->folder);
    copy->folder[0] = '\0';
}
