/* SPDX-License-Identifier: MIT */
#include "platform/interruption.h"

#include <stddef.h>

#include "platform/windows/system.h"

static void (*_Atomic end_now)(int number);

static BOOL WINAPI hear(DWORD event)
{
    void (*end)(int number) = end_now;
    if (end == NULL)
        return FALSE;
    end(us_system_signal_of(event));
    return TRUE;
}

static void set_end(void (*end)(int number))
{
    bool is_heard = end_now != NULL;
    end_now = end;
    if (is_heard != (end != NULL))
        SetConsoleCtrlHandler(hear, end != NULL);
}

void us_interruption_catch(void (*end)(int number), struct us_interruption *before)
{
    before->before = end_now;
    set_end(end);
}

void us_interruption_release(const struct us_interruption *before)
{
    set_end(before->before);
}

_Noreturn void us_interruption_exit(int code)
{
    TerminateProcess(GetCurrentProcess(), (UINT)code);
    for (;;)
        Sleep(INFINITE);
}

void us_interruption_survive_readers(void (*note)(void))
{
    (void)note;
}

void us_interruption_survive_limits(void)
{
}
