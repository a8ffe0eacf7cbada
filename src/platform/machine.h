/* SPDX-License-Identifier: MIT */
/*
 * machine: which machine this is, and what the process has of it. System calls; any thread.
 */
#ifndef US_MACHINE_H
#define US_MACHINE_H

#include <stddef.h>
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

/* The machine's name in its network; "localhost" where it has none. */
void us_machine_name(char *out, size_t size);

/* The resident memory of this process in kilobytes; 0: unknown. */
int64_t us_machine_resident_kb(void);

/* ---- For programs, not for libraries in somebody else's ---- */

enum us_machine_cores {
    US_MACHINE_CORES_WRITTEN,
    US_MACHINE_CORES_LIMITED, /* the limit of their size forbids them (ulimit) */
    US_MACHINE_CORES_NONE,    /* the system writes none: Windows */
};
/* What becomes of the memory of a program that this one starts, if that crashes: a file with a name
 * of this form, or the input of a program ("|..."). */
enum us_machine_cores us_machine_cores(char *pattern, size_t size);
/* The name of a thread of any process; "": it has none, or it is not known. Windows: "". */
void us_machine_thread_name(int process, int thread, char *out, size_t size);

/* The average number of processes that wanted to run in the last 1, 5 and 15 minutes. Returns how
 * many of the three are known. Windows: 0. */
int us_machine_load(double out[3]);
/* The memory of the machine in bytes; 0: unknown. */
uint64_t us_machine_memory(void);

#endif
