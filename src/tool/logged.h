/* SPDX-License-Identifier: MIT */
/*
 * logged: launching an app whose event log shall be whole, however the app ends.
 */
#ifndef US_TOOL_LOGGED_H
#define US_TOOL_LOGGED_H

#include "launch.h"

/*
 * us_launch; where there is a log (`log` is not NULL), the lines wait for the layer's writer in a
 * file in memory that this process keeps, and what is left there at the end is written.
 */
int us_logged_launch(const char *log, char **argv, const struct us_launch_limits *limits,
                     struct us_launch_end *out_end);

#endif
