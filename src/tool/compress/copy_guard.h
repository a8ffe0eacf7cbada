/* SPDX-License-Identifier: MIT */
/*
 * copy_guard: a process that removes a file and its folder when this process and all that it forked
 * without exec are gone without having removed them: also after SIGKILL.
 */
#ifndef TOOL_COPY_GUARD_H
#define TOOL_COPY_GUARD_H

/*
 * Starts the process, for `file` in `folder`, which need not be there yet. It is no child of this
 * process, ignores the signals that end a run, and holds nothing open. Returns what
 * tool_copy_guard_end takes; -1 if it cannot be started.
 */
int tool_copy_guard_begin(const char *file, const char *folder);

/* Both are removed: the process ends without touching anything. Accepts -1. */
void tool_copy_guard_end(int guard);

#endif
