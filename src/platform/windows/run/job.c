/* SPDX-License-Identifier: MIT */
#include "platform/windows/run/job.h"

#include <stdlib.h>
#include <string.h>

#include "platform/app.h"
#include "platform/path.h"

/* What CreateProcess takes, with the end. */
enum { LINE_SIZE = 32768 };

/* ---- The command line ---- */

/* Adds an argument as the C library of an app reads it: backslashes count only before '"'. */
static char *put_argument(char *to, const char *word)
{
    bool is_plain = word[0] != '\0' && strpbrk(word, " \t\n\v\"") == NULL;
    size_t slashes = 0;
    if (is_plain)
        return strcpy(to, word) + strlen(word);
    *to++ = '"';
    for (; *word != '\0'; word++) {
        for (; *word == '"' && slashes > 0; slashes--)
            *to++ = '\\';
        if (*word == '"')
            *to++ = '\\';
        slashes = *word == '\\' ? slashes + 1 : 0;
        *to++ = *word;
    }
    for (; slashes > 0; slashes--)
        *to++ = '\\';
    *to++ = '"';
    *to = '\0';
    return to;
}

/* The whole line in UTF-16, to be freed; NULL: it is too long, or there is no memory. */
static wchar_t *make_line(char **argv)
{
    size_t size = 1;
    for (char **word = argv; *word != NULL; word++)
        size += 2 * strlen(*word) + 3;
    char *line = malloc(size);
    wchar_t *wide = malloc(LINE_SIZE * sizeof *wide);
    bool made = line != NULL && wide != NULL;
    char *to = line;
    for (char **word = argv; made && *word != NULL; word++) {
        if (word != argv)
            *to++ = ' ';
        to = put_argument(to, *word);
    }
    made = made && us_system_widen(line, wide, LINE_SIZE);
    free(line);
    if (made)
        return wide;
    free(wide);
    return NULL;
}

static bool ends_in(const char *path, const char *end)
{
    size_t length = strlen(path), size = strlen(end);
    return length >= size && _stricmp(path + length - size, end) == 0;
}

/* ---- The start ---- */

struct start {
    STARTUPINFOEXW info;
    HANDLE given[3]; /* what the app inherits */
    DWORD count;
};

void us_job_close_streams(HANDLE streams[3])
{
    for (int i = 0; i < 3; i++) {
        if (streams[i] != NULL)
            CloseHandle(streams[i]);
        streams[i] = NULL;
    }
}

/* The app inherits its streams and nothing else. */
static bool list_streams(struct start *start, HANDLE streams[3])
{
    SIZE_T size = 0;
    start->info = (STARTUPINFOEXW){.StartupInfo = {.cb = sizeof start->info,
                                                   .dwFlags = STARTF_USESTDHANDLES,
                                                   .hStdInput = streams[0],
                                                   .hStdOutput = streams[1],
                                                   .hStdError = streams[2]}};
    for (int i = 0; i < 3; i++)
        if (streams[i] != NULL)
            start->given[start->count++] = streams[i];
    InitializeProcThreadAttributeList(NULL, 1, 0, &size);
    start->info.lpAttributeList = malloc(size);
    return start->info.lpAttributeList != NULL &&
           InitializeProcThreadAttributeList(start->info.lpAttributeList, 1, 0, &size) &&
           (start->count == 0 ||
            UpdateProcThreadAttribute(start->info.lpAttributeList, 0,
                                      PROC_THREAD_ATTRIBUTE_HANDLE_LIST, start->given,
                                      start->count * sizeof start->given[0], NULL, NULL));
}

static HANDLE make_job(void)
{
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {
        .BasicLimitInformation = {.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE |
                                                JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION}};
    HANDLE job = CreateJobObjectW(NULL, NULL);
    if (job == NULL ||
        SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits))
        return job;
    CloseHandle(job);
    return NULL;
}

/* It does not run before it is in the job, so that nothing that it starts is outside. */
static DWORD create(struct us_job *job, const wchar_t *file, wchar_t *line, struct start *start)
{
    PROCESS_INFORMATION made;
    const DWORD flags = CREATE_SUSPENDED | CREATE_NEW_PROCESS_GROUP | EXTENDED_STARTUPINFO_PRESENT |
                        CREATE_UNICODE_ENVIRONMENT;
    /* Inherited: a crash, or a DLL that is missing, opens no box that waits for somebody. */
    SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX);
    if (!CreateProcessW(file, line, NULL, NULL, start->count > 0, flags, NULL, NULL,
                        &start->info.StartupInfo, &made))
        return GetLastError();
    DWORD error = ERROR_SUCCESS;
    if (!AssignProcessToJobObject(job->job, made.hProcess) ||
        ResumeThread(made.hThread) == (DWORD)-1) {
        error = GetLastError();
        TerminateProcess(made.hProcess, US_ENDED_KILLED);
    }
    CloseHandle(made.hThread);
    job->app = made.hProcess;
    job->app_id = made.dwProcessId;
    return error;
}

static int start_file(struct us_job *job, const char *path, char **argv, HANDLE streams[3])
{
    wchar_t wide[US_SYSTEM_PATH_SIZE];
    struct start start = {.count = 0};
    wchar_t *line = make_line(argv);
    DWORD error = line != NULL ? ERROR_NOT_ENOUGH_MEMORY : ERROR_FILENAME_EXCED_RANGE;
    if (us_system_path(path, wide) && line != NULL && list_streams(&start, streams))
        error = create(job, wide, line, &start);
    if (start.info.lpAttributeList != NULL)
        DeleteProcThreadAttributeList(start.info.lpAttributeList);
    free(start.info.lpAttributeList);
    free(line);
    return (int)error;
}

int us_job_start(struct us_job *job, char **argv, HANDLE streams[3])
{
    char path[4096];
    *job = (struct us_job){.job = make_job()};
    const char *file = us_app_find(argv[0], path, sizeof path);
    int reason = ERROR_FILE_NOT_FOUND;
    if (job->job == NULL)
        reason = (int)GetLastError();
    else if (file != NULL && (ends_in(file, ".bat") || ends_in(file, ".cmd")))
        reason = US_ENDED_SCRIPT;
    else if (file != NULL)
        reason = start_file(job, file, argv, streams);
    us_job_close_streams(streams);
    if (reason != 0)
        us_job_end(job);
    return reason;
}

void us_job_end(struct us_job *job)
{
    if (job->app != NULL)
        CloseHandle(job->app);
    if (job->job != NULL)
        CloseHandle(job->job);
    *job = (struct us_job){0};
}

/* ---- What is in the job ---- */

unsigned us_job_count(const struct us_job *job)
{
    JOBOBJECT_BASIC_ACCOUNTING_INFORMATION about;
    if (!QueryInformationJobObject(job->job, JobObjectBasicAccountingInformation, &about,
                                   sizeof about, NULL))
        return WaitForSingleObject(job->app, 0) == WAIT_TIMEOUT;
    return about.ActiveProcesses;
}

HANDLE us_job_find(const struct us_job *job, DWORD process)
{
    BOOL is_inside = FALSE;
    HANDLE handle = OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION | SYNCHRONIZE, FALSE, process);
    if (handle == NULL)
        return NULL;
    if (IsProcessInJob(handle, job->job, &is_inside) && is_inside &&
        WaitForSingleObject(handle, 0) == WAIT_TIMEOUT)
        return handle;
    CloseHandle(handle);
    return NULL;
}

void us_job_kill(const struct us_job *job)
{
    TerminateJobObject(job->job, US_ENDED_KILLED);
}

static BOOL CALLBACK ask_window(HWND window, LPARAM data)
{
    const struct us_job *job = (const struct us_job *)data;
    DWORD process = 0;
    GetWindowThreadProcessId(window, &process);
    HANDLE handle = process != 0 ? us_job_find(job, process) : NULL;
    if (handle != NULL) {
        PostMessageW(window, WM_CLOSE, 0, 0);
        CloseHandle(handle);
    }
    return TRUE;
}

void us_job_ask(const struct us_job *job)
{
    GenerateConsoleCtrlEvent(CTRL_BREAK_EVENT, job->app_id);
    EnumWindows(ask_window, (LPARAM)job);
}
