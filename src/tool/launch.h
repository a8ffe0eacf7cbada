/* SPDX-License-Identifier: MIT */
/*
 * launch: start an app, pass signals on to it, and wait for its end.
 */
#ifndef US_TOOL_LAUNCH_H
#define US_TOOL_LAUNCH_H

/*
 * Start argv[0] as a shell would, with this process's environment and standard streams, in its
 * process group. Signals that someone sends to this process are passed on; those of the terminal
 * reach the app by themselves. Returns the app's exit code, 128 + n if signal n ended it, 127 if
 * there is no such app, 126 if it cannot be executed; all but the first are said.
 */
int us_launch(char **argv);

#endif
