/* SPDX-License-Identifier: MIT */
#include "eventlog/machine.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

/* The beginning of a small file of the system, terminated. Empty if it cannot be read. */
static void read_file(const char *path, char *out, size_t size)
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

const char *us_machine_describe(char out[US_MACHINE_SIZE])
{
    char text[2048];
    struct utsname name;
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    if (uname(&name) != 0)
        memset(&name, 0, sizeof name);
    read_file("/proc/cpuinfo", text, sizeof text);
    const char *model = find_model(text);
    snprintf(out, US_MACHINE_SIZE, "%.31s %.47s %.31s, %ld processors%s%.95s", name.sysname,
             name.release, name.machine, count, model[0] != '\0' ? ": " : "", model);
    return out;
}

int64_t us_machine_resident_kb(void)
{
    char text[128], *end;
    read_file("/proc/self/statm", text, sizeof text);
    (void)strtoll(text, &end, 10); /* all of the address space */
    int64_t pages = strtoll(end, NULL, 10);
    return pages > 0 ? pages * (int64_t)(sysconf(_SC_PAGESIZE) / 1024) : 0;
}
