/* SPDX-License-Identifier: MIT */
/* interruption_types: the struct of platform/interruption.h. Only that header includes this one. */
#ifndef US_INTERRUPTION_TYPES_H
#define US_INTERRUPTION_TYPES_H

#include <signal.h>

struct us_interruption {
    struct sigaction before[4];
};

#endif
