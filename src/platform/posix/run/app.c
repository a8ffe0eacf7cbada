/* SPDX-License-Identifier: MIT */
#include "platform/app.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

_Static_assert(US_SIGNAL_INT == SIGINT && US_SIGNAL_KILL == SIGKILL && US_SIGNAL_TERM == SIGTERM,
               "the numbers that all systems have");

const struct us_app_signal us_app_signals[] = {
    {"HUP", SIGHUP, NULL},   {"INT", SIGINT, NULL},   {"QUIT", SIGQUIT, NULL},
    {"ILL", SIGILL, NULL},   {"TRAP", SIGTRAP, NULL}, {"ABRT", SIGABRT, NULL},
    {"BUS", SIGBUS, NULL},   {"FPE", SIGFPE, NULL},   {"KILL", SIGKILL, NULL},
    {"USR1", SIGUSR1, NULL}, {"SEGV", SIGSEGV, NULL}, {"USR2", SIGUSR2, NULL},
    {"PIPE", SIGPIPE, NULL}, {"ALRM", SIGALRM, NULL}, {"TERM", SIGTERM, NULL},
    {"XCPU", SIGXCPU, NULL}, {"XFSZ", SIGXFSZ, NULL}, {"SYS", SIGSYS, NULL},
    {NULL, 0, NULL},
};

const char *us_app_signal_words(int number, uint32_t status)
{
    (void)status;
    return strsignal(number);
}

static const char *explain(const char *app, bool is_path, int reason)
{
    struct stat status;
    bool is_there = is_path && stat(app, &status) == 0;
    if (is_there && S_ISDIR(status.st_mode))
        return "it is a folder";
    if (reason == ENOENT)
        return "the interpreter that it needs is missing";
    if (reason == ENOEXEC)
        return "it is neither a program for this machine nor a script whose first line begins "
               "with #!";
    if (reason == EACCES && is_there && (status.st_mode & 0111) == 0)
        return "it is not marked as executable (chmod +x)";
    return strerror(reason);
}

const char *us_app_fault(const char *app, int reason)
{
    bool is_path = strchr(app, '/') != NULL;
    if (reason == ENOENT && !(is_path && access(app, F_OK) == 0))
        return NULL;
    return explain(app, is_path, reason);
}
