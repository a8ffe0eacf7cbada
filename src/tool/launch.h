/* SPDX-License-Identifier: MIT */
/*
 * launch: start an app, pass signals on to it, and wait for its end, or see to it.
 */
#ifndef US_TOOL_LAUNCH_H
#define US_TOOL_LAUNCH_H

/* When the app is ended: SIGTERM, and SIGKILL where it is still there US_LAUNCH_KILL_AFTER_S later.
 */
struct us_launch_limits {
    double limit_s;        /* after its start; NaN: never */
    const char *done_file; /* once this exists, `grace_s` later; NULL: never */
    double grace_s;
};

#define US_LAUNCH_KILL_AFTER_S 2.0

/*
 * Start argv[0] as a shell would, with this process's environment and standard streams, in its
 * process group. Signals that someone sends to this process are passed on; those of the terminal
 * reach the app by themselves. Returns the app's exit code, 128 + n if signal n ended it, 127 if
 * there is no such app, 126 if it cannot be executed, 124 if it was ended because of `limits`; all
 * but the first are said.
 */
int us_launch(char **argv, const struct us_launch_limits *limits);

#endif
