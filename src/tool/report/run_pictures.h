/* SPDX-License-Identifier: MIT */
/*
 * run_pictures: puts the pictures of a folder into a page.
 */
#ifndef TOOL_RUN_PICTURES_H
#define TOOL_RUN_PICTURES_H

#include <cjson/cJSON.h>

#include "tool/page/page.h"

/*
 * Adds each PNG file of a folder, in the order of their names, as "PREFIXpicture-N", and {id, file,
 * of} to the list, where `of` is what the folder is. A folder that does not exist has none. Returns
 * false after a message if one cannot be read.
 */
bool tool_run_pictures_add(struct tool_page *page, cJSON *list, const char *prefix,
                           const char *folder, const char *of);

/* Adds those pictures of `folder` whose names are in the folder `like`, too. */
bool tool_run_pictures_add_like(struct tool_page *page, cJSON *list, const char *prefix,
                                const char *folder, const char *like, const char *of);

#endif
