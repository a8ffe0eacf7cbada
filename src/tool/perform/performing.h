/* SPDX-License-Identifier: MIT */
/*
 * performing: what somebody does by the script of a person, as the source of a conversion and as a
 * file. One thread.
 */
#ifndef TOOL_PERFORM_PERFORMING_H
#define TOOL_PERFORM_PERFORMING_H

#include "person/script.h"
#include "tool/convert/base/format.h"
#include "tool/convert/compress_session.h"
#include "tool/convert/conversion.h"
#include "tool/perform/people.h"
#include "tool/perform/traits.h"

/*
 * person_source.c: the script of a person as the source of a conversion
 * (tool/convert/base/format.h): the frames that a drive would have composed of it
 * (tool/drive/person/live_person.h), as one person does it.
 *
 * Frame n is at n / 60 seconds, and the last one is at the script's last line or right before it.
 * While nothing changes and the person does not tremble, there is a frame a second. Memory is
 * bounded, however long the script lasts.
 */

/* What tool_convert_input::of is for this source. It must last as long as the source. */
struct tool_perform_act {
    const struct rt_script *script;
    struct tool_perform_person person;
    struct tool_perform_reach *reach; /* zeroed; filled while the frames are made; may be NULL */
    void (*progress)(void *data, uint64_t done, uint64_t total); /* frames; may be NULL */
    void *data;
};

/* The kind of file that a conversion reads; only its `open` matters. US_ERROR_NOTHING: the script
 * lasts no frame. US_ERROR_USAGE: it lasts longer than a week. */
extern const struct tool_convert_format tool_perform_format;

/* ---- performing.c: reads a script, and writes a file of what somebody does by it ---- */

/* The script at a path; rt_script_destroy frees it. NULL after a message that names the command. */
struct rt_script *tool_perform_read(const char *command, const char *path);

/* Writes a file of the kind `to`, which a conversion can write, to `file`, which is empty and open
 * at `part`. `script` is the script's path, for messages. `loss` says what the file cannot hold. */
enum us_result tool_perform_write(const struct tool_perform_act *act, const char *script,
                                  const struct tool_convert_format *to, int file, const char *part,
                                  struct tool_conversion_report *report, struct tool_loss *loss,
                                  struct us_error *error);

/* The session recording of a script whose name ends in .person, for as long as a run lasts that
 * plays it; does nothing with another file. Returns an exit code: TOOL_EXIT_OK, or after a message
 * that names the command TOOL_EXIT_RECORDING, if the script is to blame, or TOOL_EXIT_USAGE, if
 * there is no room for the recording. */
int tool_perform_take_make(const char *command, const char *path, struct tool_run_copy *out);

#endif
