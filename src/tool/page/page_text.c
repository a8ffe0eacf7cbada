/* SPDX-License-Identifier: MIT */
#include "tool/page/page.h"

const char tool_page_missing[] = UNDERSTUDY_PAGE_MISSING;

#ifdef UNDERSTUDY_HAS_PAGE
const uint8_t tool_page_text[] = {
#include <understudy_page.inc>
};
const size_t tool_page_text_size = sizeof tool_page_text;
#else
const uint8_t tool_page_text[] = {0};
const size_t tool_page_text_size = 0;
#endif
