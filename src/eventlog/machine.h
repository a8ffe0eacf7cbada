/* SPDX-License-Identifier: MIT */
/*
 * machine: what the event log says of the machine and of the process's memory. The functions make
 * system calls, so no frame thread may call them.
 */
#ifndef US_MACHINE_H
#define US_MACHINE_H

#include <stdint.h>

enum { US_MACHINE_SIZE = 256 };

/* "Linux 6.1.0 x86_64, 2 processors: AMD EPYC 7763". Returns `out`. */
const char *us_machine_describe(char out[US_MACHINE_SIZE]);

/* The resident memory of this process, kB; 0 where the system does not say. */
int64_t us_machine_resident_kb(void);

#endif
