/* SPDX-License-Identifier: MIT */
/*
 * execute: replace this process by an app, found as a shell finds it, and never by a shell.
 */
#ifndef TOOL_EXECUTE_H
#define TOOL_EXECUTE_H

/*
 * Execute argv[0], which is looked for in PATH if its name has no '/'. Unlike execvp(3), a file
 * that is neither a program nor a script with a #! line is not handed to /bin/sh. Returns only if
 * it fails: errno's number. May be called in a forked child of a process with one thread.
 */
int tool_execute(char **argv);

/* Say why tool_execute failed with `reason`. Returns the exit code that a shell would give: 127 if
 * there is no such app, otherwise 126. */
int tool_execute_explain(const char *app, int reason);

#endif
