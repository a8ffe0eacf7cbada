/* SPDX-License-Identifier: MIT */
#include "app_end.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "verb.h"

static const struct {
    const char *name;
    int number;
} signals[] = {
    {"HUP", SIGHUP},   {"INT", SIGINT},   {"QUIT", SIGQUIT}, {"ILL", SIGILL},   {"TRAP", SIGTRAP},
    {"ABRT", SIGABRT}, {"BUS", SIGBUS},   {"FPE", SIGFPE},   {"KILL", SIGKILL}, {"USR1", SIGUSR1},
    {"SEGV", SIGSEGV}, {"USR2", SIGUSR2}, {"PIPE", SIGPIPE}, {"ALRM", SIGALRM}, {"TERM", SIGTERM},
    {"XCPU", SIGXCPU}, {"XFSZ", SIGXFSZ}, {"SYS", SIGSYS},
};
enum { SIGNAL_COUNT = sizeof(signals) / sizeof(signals[0]) };

static int find_signal(const char *name)
{
    const char *bare = strncmp(name, "SIG", 3) == 0 ? name + 3 : name;
    for (unsigned i = 0; i < SIGNAL_COUNT; i++)
        if (strcmp(bare, signals[i].name) == 0)
            return signals[i].number;
    return 0;
}

bool us_app_end_parse(const char *text, struct us_app_end *out)
{
    *out = (struct us_app_end){US_APP_END_EXACT, -1, find_signal(text)};
    if (strcmp(text, "any") == 0) {
        out->kind = US_APP_END_ANY;
        return true;
    }
    if (out->signal != 0) {
        out->code = US_EXIT_SIGNAL + out->signal;
        return true;
    }
    size_t digits = strspn(text, "0123456789");
    if (digits == 0 || digits > 3 || text[digits] != '\0' || atoi(text) > 255)
        return false;
    out->code = atoi(text);
    out->signal = out->code > US_EXIT_SIGNAL ? out->code - US_EXIT_SIGNAL : 0;
    return true;
}

bool us_app_end_accepts(const struct us_app_end *wanted, const struct us_launch_end *end)
{
    bool was_ended = end->how == US_LAUNCH_LIMIT || end->how == US_LAUNCH_NOT_STARTED;
    if (was_ended)
        return false;
    switch (wanted->kind) {
    case US_APP_END_WELL:
        return end->how == US_LAUNCH_GRACE || (end->how == US_LAUNCH_EXITED && end->number == 0);
    case US_APP_END_ANY:
        return true;
    case US_APP_END_EXACT:
        break;
    }
    return (end->how == US_LAUNCH_EXITED && end->number == wanted->code) ||
           (end->how == US_LAUNCH_SIGNALLED && end->number == wanted->signal);
}
