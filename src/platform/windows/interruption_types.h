/* SPDX-License-Identifier: MIT */
/* interruption_types: the struct of platform/interruption.h. Only that header includes this one. */
#ifndef US_INTERRUPTION_TYPES_H
#define US_INTERRUPTION_TYPES_H

struct us_interruption {
    void (*before)(int number); /* NULL: none was called */
};

#endif
