/* SPDX-License-Identifier: MIT */
#include "tool/drive/prompt/prompt_terminal.h"

#include <errno.h>
#include <stdio.h>

#include "platform/descriptor.h"
#include "platform/pipe.h"

bool tool_prompt_streams_are_wanted(void)
{
    struct us_about about;
    if (us_descriptor_is_terminal(US_DESCRIPTOR_INPUT))
        return tool_prompt_pty_is_ours();
    return us_descriptor_about(US_DESCRIPTOR_INPUT, &about) &&
           (about.kind == US_ABOUT_PIPE || about.kind == US_ABOUT_REGULAR ||
            about.kind == US_ABOUT_OTHER);
}

/* Standard output, and standard error where it is a terminal, go to a file. */
static bool redirect(struct tool_prompt_streams *streams, int to, bool with_error)
{
    fflush(stdout);
    streams->kept[0] = us_descriptor_duplicate(US_DESCRIPTOR_OUTPUT);
    streams->kept[1] = with_error ? us_descriptor_duplicate(US_DESCRIPTOR_ERROR) : -1;
    return streams->kept[0] >= 0 && (!with_error || streams->kept[1] >= 0) &&
           us_descriptor_become(US_DESCRIPTOR_OUTPUT, to) &&
           (!with_error || us_descriptor_become(US_DESCRIPTOR_ERROR, to));
}

bool tool_prompt_streams_take(struct tool_prompt_streams *streams)
{
    *streams =
        (struct tool_prompt_streams){.in = -1,
                                     .out = -1,
                                     .printed = -1,
                                     .kept = {-1, -1},
                                     .is_terminal = us_descriptor_is_terminal(US_DESCRIPTOR_INPUT)};
    int nothing = us_descriptor_open(US_DESCRIPTOR_NOTHING, US_DESCRIPTOR_READ, 0), other = -1;
    bool is_taken = nothing >= 0 && (streams->in = us_pipe_input()) >= 0 &&
                    (streams->out = us_descriptor_duplicate(US_DESCRIPTOR_OUTPUT)) >= 0 &&
                    us_descriptor_become(US_DESCRIPTOR_INPUT, nothing);
    streams->is_shown =
        is_taken && streams->is_terminal && us_descriptor_is_terminal(US_DESCRIPTOR_OUTPUT);
    if (is_taken && streams->is_shown)
        streams->printed = tool_prompt_pty_open(streams->out, &other);
    if (is_taken && other >= 0)
        is_taken = redirect(streams, other, us_descriptor_is_terminal(US_DESCRIPTOR_ERROR));
    else if (is_taken && !streams->is_shown)
        is_taken = redirect(streams, US_DESCRIPTOR_ERROR, false);
    int why = errno;
    if (nothing >= 0)
        us_descriptor_close(nothing);
    if (other >= 0)
        us_descriptor_close(other);
    errno = why;
    return is_taken;
}

void tool_prompt_streams_copy(struct tool_prompt_streams *streams)
{
    char bytes[4096];
    int64_t length;
    while (streams->printed >= 0 &&
           (length = us_pipe_read(streams->printed, bytes, sizeof bytes)) > 0)
        if (!us_pipe_write_all(streams->out, bytes, (size_t)length))
            return;
}

void tool_prompt_streams_give_back(struct tool_prompt_streams *streams)
{
    static const int places[2] = {US_DESCRIPTOR_OUTPUT, US_DESCRIPTOR_ERROR};
    fflush(stdout);
    for (int i = 0; i < 2; i++)
        if (streams->kept[i] >= 0) {
            us_descriptor_become(places[i], streams->kept[i]);
            us_descriptor_close(streams->kept[i]);
            streams->kept[i] = -1;
        }
    tool_prompt_streams_copy(streams);
    const int files[] = {streams->in, streams->out, streams->printed};
    for (int i = 0; i < 3; i++)
        if (files[i] >= 0)
            us_descriptor_close(files[i]);
    streams->in = streams->out = streams->printed = -1;
}
