/* SPDX-License-Identifier: MIT */
/*
 * machine: which machine this is, and what the process has of it. System calls; any thread.
 */
#ifndef US_MACHINE_H
#define US_MACHINE_H

#include <stdint.h>

/* "" and 0 where it is not known. */
struct us_machine {
    char system[32];    /* "Linux", "Windows" */
    char release[48];   /* of the system */
    char hardware[32];  /* "x86_64" */
    char processor[96]; /* its maker's name of it */
    long processors;    /* how many run */
};
void us_machine_describe(struct us_machine *out);

/* The resident memory of this process in kilobytes; 0: unknown. */
int64_t us_machine_resident_kb(void);

#endif
