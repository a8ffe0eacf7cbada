/* SPDX-License-Identifier: MIT */
#include "tool/recording/fact_sheet.h"

#include <stdarg.h>
#include <stdio.h>

#include "tool/cli/text.h"

static void print(const char *format, va_list arguments)
{
    char text[1024], safe[2048];
    vsnprintf(text, sizeof text, format, arguments);
    tool_text_escape(text, safe, sizeof safe);
    fputs(safe, stdout);
}

void tool_fact_sheet_begin(const struct tool_fact_sheet *sheet, const char *title)
{
    if (sheet->json == NULL)
        printf("  %-8s  ", title);
}

void tool_fact_sheet_add(const struct tool_fact_sheet *sheet, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (sheet->json == NULL)
        print(format, arguments);
    va_end(arguments);
}

void tool_fact_sheet_end(const struct tool_fact_sheet *sheet)
{
    if (sheet->json == NULL)
        putchar('\n');
}

void tool_fact_sheet_line(const struct tool_fact_sheet *sheet, const char *title,
                          const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    tool_fact_sheet_begin(sheet, title);
    if (sheet->json == NULL)
        print(format, arguments);
    tool_fact_sheet_end(sheet);
    va_end(arguments);
}
