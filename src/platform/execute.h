/* SPDX-License-Identifier: MIT */
/*
 * execute: replaces this process by an app, which it finds as a shell does, without a shell.
 * Windows cannot do that, so it has no such file.
 */
#ifndef US_EXECUTE_H
#define US_EXECUTE_H

/*
 * Execute argv[0], which is looked for in PATH if its name has no '/'. Unlike execvp(3), a file
 * that is neither a program nor a script with a #! line is not handed to /bin/sh. Returns only if
 * it fails: errno's number. May be called in a forked child of a process with one thread.
 */
int us_execute(char **argv);

#endif
