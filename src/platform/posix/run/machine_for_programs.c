/* SPDX-License-Identifier: MIT */
/* /proc is Linux'; getloadavg is not in POSIX. */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "platform/machine.h"
#include "platform/posix/system.h"

static void read_line(const char *path, char *out, size_t size)
{
    us_system_read(path, out, size);
    out[strcspn(out, "\n")] = '\0';
}

enum us_machine_cores us_machine_cores(char *pattern, size_t size)
{
    struct rlimit limit = {0};
    read_line("/proc/sys/kernel/core_pattern", pattern, size);
    getrlimit(RLIMIT_CORE, &limit);
    return limit.rlim_cur != 0 ? US_MACHINE_CORES_WRITTEN : US_MACHINE_CORES_LIMITED;
}

void us_machine_thread_name(int process, int thread, char *out, size_t size)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/task/%d/comm", process, thread);
    read_line(path, out, size);
}

int us_machine_load(double out[3])
{
    return getloadavg(out, 3);
}

uint64_t us_machine_memory(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    return pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size : 0;
}
