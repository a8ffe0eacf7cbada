/* SPDX-License-Identifier: MIT */
/* In libFuzzer's place: the target's inputs are the files that are named, and those in folders. */
#include "fuzz.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

static unsigned long run_count;

static void run_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    fuzz_check(file != NULL, "%s: cannot be read", path);
    struct stat about;
    fuzz_check(fstat(fileno(file), &about) == 0, "%s: cannot be read", path);
    size_t size = (size_t)about.st_size;
    uint8_t *bytes = malloc(size > 0 ? size : 1);
    fuzz_check(bytes != NULL && fread(bytes, 1, size, file) == size, "%s: cannot be read", path);
    fclose(file);
    printf("%s\n", path); /* so that the one that ends the program is known */
    fflush(stdout);
    LLVMFuzzerTestOneInput(bytes, size);
    free(bytes);
    run_count++;
}

static void run_folder(const char *path, DIR *folder)
{
    const struct dirent *entry;
    while ((entry = readdir(folder)) != NULL) {
        char name[4096];
        if (entry->d_name[0] == '.')
            continue;
        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        run_file(name);
    }
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        DIR *folder = opendir(argv[i]);
        if (folder != NULL)
            run_folder(argv[i], folder);
        else
            run_file(argv[i]);
        if (folder != NULL)
            closedir(folder);
    }
    printf("%lu inputs\n", run_count);
    return run_count > 0 ? 0 : 1;
}
