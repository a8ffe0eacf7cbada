/* SPDX-License-Identifier: MIT */
#include "platform/machine.h"
#include "platform/windows/system.h"

enum us_machine_cores us_machine_cores(char *pattern, size_t size)
{
    (void)size;
    pattern[0] = '\0';
    return US_MACHINE_CORES_NONE;
}

void us_machine_thread_name(int process, int thread, char *out, size_t size)
{
    (void)process, (void)thread, (void)size;
    out[0] = '\0';
}

int us_machine_load(double out[3])
{
    (void)out;
    return 0;
}

uint64_t us_machine_memory(void)
{
    MEMORYSTATUSEX memory = {.dwLength = sizeof memory};
    return GlobalMemoryStatusEx(&memory) ? memory.ullTotalPhys : 0;
}
