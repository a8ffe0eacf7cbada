/* SPDX-License-Identifier: MIT */
#include "platform/process.h"

#include "platform/windows/system.h"

int us_process_id(void)
{
    return (int)GetCurrentProcessId();
}

bool us_process_lives(int process)
{
    HANDLE handle = OpenProcess(SYNCHRONIZE, FALSE, (DWORD)process);
    if (handle == NULL)
        return GetLastError() == ERROR_ACCESS_DENIED;
    bool lives = WaitForSingleObject(handle, 0) == WAIT_TIMEOUT;
    CloseHandle(handle);
    return lives;
}

bool us_process_owns(uint64_t owner)
{
    return owner == 1; /* us_system_about */
}

bool us_process_trusts(uint64_t owner)
{
    return us_process_owns(owner);
}

bool us_process_is_superuser(void)
{
    return false;
}

bool us_process_is_raised(void)
{
    return false;
}

void us_process_close_in_child(int file)
{
    (void)file;
}
