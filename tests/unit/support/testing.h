/* SPDX-License-Identifier: MIT */
/* testing: cmocka, with the headers that must come before it. */
#ifndef TESTING_H
#define TESTING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
