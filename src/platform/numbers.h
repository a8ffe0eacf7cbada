/* SPDX-License-Identifier: MIT */
/*
 * numbers: lets printf and strtod write and read numbers with a decimal point on one thread,
 * whatever locale the app has chosen: many languages have 0,5. Windows: always so, on all threads
 * of this module, whether it is asked for or not.
 */
#ifndef US_NUMBERS_H
#define US_NUMBERS_H

/* Which rules the compiler checks formats by. This project's printf is that of C11 on every system;
 * MinGW's gcc means that of Windows' older C library by "printf", which has no %zu. */
#if defined(__MINGW32__) && !defined(__clang__)
#define US_PRINTF gnu_printf
#else
#define US_PRINTF printf
#endif
/* Behind a declaration: its parameter of number `text` is such a format, and that of number
 * `values` the first of its values; 0: they are a va_list. */
#if defined(__GNUC__)
#define US_FORMAT(text, values) __attribute__((format(US_PRINTF, text, values)))
#else
#define US_FORMAT(text, values)
#endif

/* What the thread had before; for us_numbers_end. */
struct us_numbers {
    void *plain, *before;
};

/* From here on, on the calling thread. It allocates. Where there is no memory, nothing changes. */
void us_numbers_begin(struct us_numbers *numbers);
/* As it was, on the same thread. Keeps errno. */
void us_numbers_end(struct us_numbers *numbers);

#endif
