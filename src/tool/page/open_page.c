/* SPDX-License-Identifier: MIT */
#include "tool/page/open_page.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tool/cli/text.h"

bool tool_open_page_name(const char *output, const char *of, const char *ending, char out[PATH_MAX])
{
    size_t end = strlen(of);
    while (end > 1 && of[end - 1] == '/')
        end--;
    size_t begin = end;
    while (begin > 0 && of[begin - 1] != '/')
        begin--;
    size_t stem = end;
    while (stem > begin + 1 && of[stem - 1] != '.')
        stem--;
    stem = stem > begin + 1 ? stem - 1 : end;
    int length = output != NULL
                     ? snprintf(out, PATH_MAX, "%s", output)
                     : snprintf(out, PATH_MAX, "%.*s%s", (int)(stem - begin), of + begin, ending);
    if (length > 0 && length < PATH_MAX)
        return true;
    tool_text_complain("the name of the page is too long; pass a shorter --output");
    return false;
}

void tool_open_page_show(const char *path)
{
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        execlp("xdg-open", "xdg-open", path, (char *)NULL);
        _exit(127);
    }
    int status = 0;
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    if (child < 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
        tool_text_complain("--open: xdg-open could not open the page; open '%s' in a browser",
                           path);
}
