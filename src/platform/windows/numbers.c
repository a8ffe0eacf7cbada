/* SPDX-License-Identifier: MIT */
#include "platform/numbers.h"

#include <errno.h>
#include <locale.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* `plain` is only a mark that there is something to end. The thread first gets a locale of its own.
 */
void us_numbers_begin(struct us_numbers *numbers)
{
    static char mark;
    *numbers = (struct us_numbers){NULL, NULL};
    if (_configthreadlocale(_ENABLE_PER_THREAD_LOCALE) == -1)
        return;
    const char *now = setlocale(LC_ALL, NULL);
    numbers->before = now != NULL ? strdup(now) : NULL;
    if (numbers->before != NULL && setlocale(LC_ALL, "C") != NULL)
        numbers->plain = &mark;
}

void us_numbers_end(struct us_numbers *numbers)
{
    int why = errno;
    if (numbers->plain != NULL)
        setlocale(LC_ALL, numbers->before);
    free(numbers->before);
    *numbers = (struct us_numbers){NULL, NULL};
    errno = why;
}
