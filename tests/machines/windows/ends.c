/* SPDX-License-Identifier: MIT */
/* ends crash | code N | words WORD... | tree FILE | free FILE: an app that knows nothing of OpenXR.
 * It crashes; exits with N; prints each word as UTF-8, "<WORD>"; starts a process that holds FILE,
 * which nobody else can open then, and waits with it for ever; or says by its exit code, 0, that
 * nobody holds FILE. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include <shellapi.h>

static HANDLE hold(const char *path)
{
    return CreateFileA(path, GENERIC_READ | GENERIC_WRITE, 0, NULL, OPEN_ALWAYS, 0, NULL);
}

static int start_child(const char *self, const char *path)
{
    char line[1024];
    STARTUPINFOA info = {.cb = sizeof info};
    PROCESS_INFORMATION made;
    snprintf(line, sizeof line, "\"%s\" hold %s", self, path);
    if (!CreateProcessA(NULL, line, NULL, NULL, FALSE, 0, NULL, NULL, &info, &made))
        return 1;
    puts("started");
    fflush(stdout);
    Sleep(INFINITE);
    return 0;
}

static int print_words(void)
{
    int count = 0;
    wchar_t **words = CommandLineToArgvW(GetCommandLineW(), &count);
    for (int i = 2; words != NULL && i < count; i++) {
        char word[256] = "";
        WideCharToMultiByte(CP_UTF8, 0, words[i], -1, word, sizeof word, NULL, NULL);
        printf("<%s>", word);
    }
    puts("");
    return 0;
}

int main(int argc, char **argv)
{
    if (argc > 2 && strcmp(argv[1], "words") == 0)
        return print_words();
    if (argc == 2 && strcmp(argv[1], "crash") == 0)
        return *(volatile int *)8;
    if (argc != 3)
        return 2;
    if (strcmp(argv[1], "code") == 0)
        return atoi(argv[2]);
    if (strcmp(argv[1], "tree") == 0)
        return start_child(argv[0], argv[2]);
    if (hold(argv[2]) == INVALID_HANDLE_VALUE)
        return 1;
    if (strcmp(argv[1], "hold") == 0)
        Sleep(INFINITE);
    return 0;
}
