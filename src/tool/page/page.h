/* SPDX-License-Identifier: MIT */
/*
 * page: puts data into the page of src/viewer, which is embedded in this program, and writes one
 * HTML file.
 *
 * The page's Content-Security-Policy allows its own script and style by their hashes, and images
 * that are in the file; it forbids every request. Data stands in <script> elements of other types,
 * which a browser does not run: JSON without "<", and base64.
 */
#ifndef TOOL_PAGE_H
#define TOOL_PAGE_H

#include <cjson/cJSON.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/bytes.h"

/* Whether the page is embedded; if not, prints which packages were missing at build time. */
bool tool_page_is_built(const char *command);

struct tool_page {
    struct us_writer bytes;
};

void tool_page_begin(struct tool_page *page);
/* Identifiers are `prefix` `id`, plain ASCII without quotes. */
void tool_page_add_json(struct tool_page *page, const char *prefix, const char *id,
                        const cJSON *json);
/* Of JSON that is text already. NULL: memory ran out. */
void tool_page_add_json_text(struct tool_page *page, const char *prefix, const char *id,
                             const char *text);
void tool_page_add_bytes(struct tool_page *page, const char *prefix, const char *id,
                         const uint8_t *bytes, size_t size);
/* Ends the page and writes the file. Returns false after a message. */
bool tool_page_write(struct tool_page *page, const char *path);
void tool_page_finish(struct tool_page *page);

/*
 * open_page: chooses the name of a page, and opens the page in a browser.
 */

/* Whether a name can be that of a page: one that ends in .jpg asks for something else, and "-" for
 * standard output. A name without an end is fine. */
bool tool_page_open_is_name(const char *path);

/* The path of the page: `output`, or the last part of `of` with ".html" in place of its own ending.
 * False after a message if that is too long. */
bool tool_page_open_name(const char *output, const char *of, char out[PATH_MAX]);

/* Opens the page in a browser, and prints a message if that fails. */
void tool_page_open_show(const char *path);

/*
 * page_text: the page that the build made from src/viewer.
 */

extern const uint8_t tool_page_text[];
extern const size_t tool_page_text_size; /* 0: the build had no page */
extern const char tool_page_missing[];   /* the packages that the build lacked */

#endif
