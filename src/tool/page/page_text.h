/* SPDX-License-Identifier: MIT */
/*
 * page_text: the page that the build made from src/viewer.
 */
#ifndef TOOL_PAGE_TEXT_H
#define TOOL_PAGE_TEXT_H

#include <stddef.h>
#include <stdint.h>

extern const uint8_t tool_page_text[];
extern const size_t tool_page_text_size; /* 0: the build had no page */
extern const char tool_page_missing[];   /* the packages that the build lacked */

#endif
