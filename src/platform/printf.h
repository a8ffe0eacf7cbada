/* SPDX-License-Identifier: MIT */
/*
 * printf: which rules the compiler checks formats by. This project's printf is that of C11 on every
 * system; MinGW's gcc means that of Windows' older C library by "printf", which has no %zu.
 */
#ifndef US_PRINTF_H
#define US_PRINTF_H

#if defined(__MINGW32__) && !defined(__clang__)
#define US_PRINTF gnu_printf
#else
#define US_PRINTF printf
#endif

#endif
