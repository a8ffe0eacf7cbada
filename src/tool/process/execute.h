/* SPDX-License-Identifier: MIT */
/*
 * execute: replaces this process by an app, which it finds as a shell does, without a shell.
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
