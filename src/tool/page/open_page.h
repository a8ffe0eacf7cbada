/* SPDX-License-Identifier: MIT */
/*
 * open_page: names a page, and opens it in a browser.
 */
#ifndef TOOL_OPEN_PAGE_H
#define TOOL_OPEN_PAGE_H

#include <limits.h>
#include <stdbool.h>

/* The path of the page: `output`, or the last part of `of` with `ending` in place of its own.
 * False after a message if that is too long. */
bool tool_open_page_name(const char *output, const char *of, const char *ending,
                         char out[PATH_MAX]);

/* Opens the page in a browser by xdg-open, and prints a message if that is not installed. */
void tool_open_page_show(const char *path);

#endif
