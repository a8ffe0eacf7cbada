/* SPDX-License-Identifier: MIT */
/* /proc is Linux' (and Android's). */
#include "platform/machine.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "platform/posix/system.h"

void us_system_read(const char *path, char *out, size_t size)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t length = file >= 0 ? read(file, out, size - 1) : -1;
    out[length > 0 ? length : 0] = '\0';
    if (file >= 0)
        close(file);
}

/* The value of the first "model name : value" of /proc/cpuinfo. */
static const char *find_model(char *text)
{
    char *at = strstr(text, "model name");
    at = at != NULL ? strchr(at, ':') : NULL;
    if (at == NULL)
        return "";
    at += strspn(at, ": \t");
    at[strcspn(at, "\n")] = '\0';
    return at;
}

void us_machine_describe(struct us_machine *out)
{
    char text[2048];
    struct utsname name;
    *out = (struct us_machine){.processors = sysconf(_SC_NPROCESSORS_ONLN)};
    if (uname(&name) != 0)
        memset(&name, 0, sizeof name);
    us_system_read("/proc/cpuinfo", text, sizeof text);
    snprintf(out->system, sizeof out->system, "%.31s", name.sysname);
    snprintf(out->release, sizeof out->release, "%.47s", name.release);
    snprintf(out->hardware, sizeof out->hardware, "%.31s", name.machine);
    snprintf(out->processor, sizeof out->processor, "%.95s", find_model(text));
}

void us_machine_name(char *out, size_t size)
{
    memset(out, 0, size);
    if (gethostname(out, size - 1) != 0)
        snprintf(out, size, "localhost");
}

int64_t us_machine_resident_kb(void)
{
    char text[128], *end;
    us_system_read("/proc/self/statm", text, sizeof text);
    (void)strtoll(text, &end, 10); /* all of the address space */
    int64_t pages = strtoll(end, NULL, 10);
    return pages > 0 ? pages * (int64_t)(sysconf(_SC_PAGESIZE) / 1024) : 0;
}
