/* SPDX-License-Identifier: MIT */
/*
 * suite_page: one page of many run folders, and one JUnit file of them.
 *
 * The page holds the JSON "suite": {"layout", "made", "runs": [...], "before"}, and of some failed
 * runs the elements "got-N" and "expected-N" with a picture each. src/viewer/data/suite.js reads
 * them. A run is held in memory only while its line is written.
 */
#ifndef TOOL_SUITE_PAGE_H
#define TOOL_SUITE_PAGE_H

#include <stddef.h>

struct tool_suite_files {
    const char *page;  /* the file to write */
    const char *junit; /* a JUnit file, or NULL */
    const char *since; /* an earlier page to compare with, or NULL */
};

/* So many bytes of pictures are put into a page; further failures are shown without. */
enum { TOOL_SUITE_PICTURES_MOST = 24 << 20 };

/* Writes the page of all runs in these folders, and prints what it counted. Returns an exit code
 * (command.h), after a message if it is not TOOL_EXIT_OK. */
int tool_suite_page_write(char *const *folders, size_t count, const struct tool_suite_files *files);

#endif
