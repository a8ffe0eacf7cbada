/* SPDX-License-Identifier: MIT */
#include "platform/numbers.h"

#include <locale.h>
#include <stddef.h>

void us_numbers_begin(struct us_numbers *numbers)
{
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    *numbers = (struct us_numbers){.plain = (void *)plain};
    if (plain != (locale_t)0)
        numbers->before = (void *)uselocale(plain);
}

void us_numbers_end(struct us_numbers *numbers)
{
    if (numbers->plain == NULL)
        return;
    uselocale((locale_t)numbers->before);
    freelocale((locale_t)numbers->plain);
    *numbers = (struct us_numbers){NULL, NULL};
}
