/* SPDX-License-Identifier: MIT */
#include "platform/machine.h"

#include <stdio.h>

#include "platform/registry.h"
#include "platform/windows/system.h"

#include <psapi.h>

static const char *hardware_name(WORD architecture)
{
    switch (architecture) {
    case PROCESSOR_ARCHITECTURE_AMD64:
        return "x86_64";
    case PROCESSOR_ARCHITECTURE_ARM64:
        return "aarch64";
    default:
        return "";
    }
}

static void read_registry(const char *key, const char *name, char *out, size_t size)
{
    if (!us_registry_text(US_REGISTRY_MACHINE, key, name, out, size))
        out[0] = '\0';
}

void us_machine_describe(struct us_machine *out)
{
    SYSTEM_INFO system;
    char build[16];
    GetNativeSystemInfo(&system);
    *out =
        (struct us_machine){.system = "Windows", .processors = (long)system.dwNumberOfProcessors};
    /* GetVersion tells each program what it wants to hear. */
    read_registry("SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion", "CurrentBuildNumber", build,
                  sizeof build);
    snprintf(out->release, sizeof out->release, "%s%s", build[0] != '\0' ? "build " : "", build);
    snprintf(out->hardware, sizeof out->hardware, "%s",
             hardware_name(system.wProcessorArchitecture));
    read_registry("HARDWARE\\DESCRIPTION\\System\\CentralProcessor\\0", "ProcessorNameString",
                  out->processor, sizeof out->processor);
}

void us_machine_name(char *out, size_t size)
{
    wchar_t wide[256];
    DWORD length = sizeof wide / sizeof wide[0];
    if (!GetComputerNameExW(ComputerNameDnsHostname, wide, &length) ||
        !us_system_narrow(wide, out, (int)size))
        snprintf(out, size, "localhost");
}

int64_t us_machine_resident_kb(void)
{
    PROCESS_MEMORY_COUNTERS memory;
    return K32GetProcessMemoryInfo(GetCurrentProcess(), &memory, sizeof memory)
               ? (int64_t)(memory.WorkingSetSize / 1024)
               : 0;
}
