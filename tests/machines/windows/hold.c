/* SPDX-License-Identifier: MIT */
/* hold FILE none|all: opens a file for reading and writing, shares nothing or everything with other
 * processes, prints a line, and holds the file until its input ends. */
#include <stdio.h>
#include <string.h>
#include <windows.h>

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    DWORD share =
        strcmp(argv[2], "all") == 0 ? FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE : 0;
    HANDLE file =
        CreateFileA(argv[1], GENERIC_READ | GENERIC_WRITE, share, NULL, OPEN_EXISTING, 0, NULL);
    if (file == INVALID_HANDLE_VALUE) {
        fprintf(stderr, "%s: error %lu\n", argv[1], GetLastError());
        return 1;
    }
    puts("held");
    fflush(stdout);
    while (getchar() != EOF) {
    }
    CloseHandle(file);
    return 0;
}
