/* SPDX-License-Identifier: MIT */
/*
 * ended: how processes of Windows end, for the files that start and describe them.
 */
#ifndef US_ENDED_H
#define US_ENDED_H

#include "platform/app.h"

/* The exit status of a process that this program killed. */
#define US_ENDED_KILLED UINT32_C(0xE0757364)
/* A reason why an app did not start, which Windows has no number for: it is a batch file, whose
 * arguments the command interpreter would read anew, by other rules. */
#define US_ENDED_SCRIPT 0x20000001

struct us_app_end us_ended_describe(uint32_t status);

#endif
