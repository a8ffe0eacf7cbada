/* SPDX-License-Identifier: MIT */
#include "platform/numbers.h"

#include <locale.h>
#include <stddef.h>

/* Windows' older C library has one locale for all threads of a process. MinGW's printf and strtod
 * are linked into this module, and ask this function how numbers look: here it tells them, and the
 * app's printf and strtod ask its own. */
struct lconv *us_numbers_locale(void) __asm__("localeconv");
struct lconv *us_numbers_locale(void)
{
    static char point[] = ".", none[] = "";
    static struct lconv plain = {.decimal_point = point,
                                 .thousands_sep = none,
                                 .grouping = none,
                                 .int_curr_symbol = none,
                                 .currency_symbol = none,
                                 .mon_decimal_point = none,
                                 .mon_thousands_sep = none,
                                 .mon_grouping = none,
                                 .positive_sign = none,
                                 .negative_sign = none};
    return &plain;
}

void us_numbers_begin(struct us_numbers *numbers)
{
    *numbers = (struct us_numbers){NULL, NULL};
}

void us_numbers_end(struct us_numbers *numbers)
{
    (void)numbers;
}
