/* SPDX-License-Identifier: MIT */
/*
 * perfetto: writes the event log of a run as a trace that Chrome's trace viewer and Perfetto read,
 * the Trace Event Format in JSON.
 *
 * A frame is a slice from the return of xrWaitFrame to the call of xrEndFrame. Every other line of
 * the log is an instant, on a track for each kind, with the line's fields as arguments. Actions
 * with numbers are counters.
 */
#ifndef TOOL_PERFETTO_H
#define TOOL_PERFETTO_H

/* `command` names who asks; `folder` is a run folder. Returns an exit code (command.h) after a
 * message if it fails. */
int tool_perfetto_write(const char *command, const char *folder, const char *path);

#endif
