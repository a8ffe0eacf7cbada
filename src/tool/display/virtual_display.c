/* SPDX-License-Identifier: MIT */
/* pipe2 is not in POSIX. */
#define _GNU_SOURCE
#include "tool/display/virtual_display.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/bytes.h"
#include "platform/app.h"
#include "platform/descriptor.h"
#include "platform/library.h"
#include "platform/mapping.h"
#include "platform/thread.h"
#include "platform/time.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/text.h"
#include "tool/environment/environment.h"

/* How long the server may take to start, and to end. */
enum { START_MS = 20000, END_MS = 3000, STEP_MS = 10 };
/* How long the server of a window may take to answer. */
enum { ANSWER_MS = 10000 };
/* The exit code of a child that could not execute the server. */
enum { NOT_INSTALLED = 127, NOT_EXECUTABLE = 126 };

/* In the child: becomes Xvfb, which writes the number of its display to `number`. */
static _Noreturn void become_server(int number, pid_t parent)
{
    char descriptor[16];
    char *argv[] = {"Xvfb",         "-displayfd", descriptor, "-screen", "0",
                    "1280x1024x24", "-nolisten",  "tcp",      NULL};
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent)
        _exit(NOT_EXECUTABLE); /* it was killed before the call */
    snprintf(descriptor, sizeof descriptor, "%d", number);
    fcntl(number, F_SETFD, 0);
    for (int i = 0; nothing >= 0 && i < 3; i++)
        dup2(nothing, i);
    _exit(us_execute(argv) == ENOENT ? NOT_INSTALLED : NOT_EXECUTABLE);
}

/* Reads the number that the server writes, with a newline. False: it ended or takes too long. */
static bool read_number(int pipe_end, char *out, size_t size)
{
    size_t length = 0;
    struct pollfd ready = {.fd = pipe_end, .events = POLLIN};
    while (length + 1 < size) {
        int count = poll(&ready, 1, START_MS);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0 || read(pipe_end, out + length, 1) != 1)
            return false;
        if (out[length] == '\n')
            break;
        length++;
    }
    out[length] = '\0';
    return length > 0;
}

/* Whether the server ends by itself. */
static bool has_ended(const struct tool_virtual_display *display, int *out_status)
{
    bool ended = waitpid(display->server, out_status, WNOHANG) != 0;
    for (int i = 0; !ended && i < END_MS / STEP_MS; i++) {
        us_time_sleep(STEP_MS * INT64_C(1000000));
        ended = waitpid(display->server, out_status, WNOHANG) != 0;
    }
    return ended;
}

/* Says why there is no server. */
static void explain(struct tool_virtual_display *display)
{
    int status = 0;
    bool ended = has_ended(display, &status);
    if (!ended)
        tool_virtual_display_end(display);
    display->server = 0;
    if (ended && WIFEXITED(status) && WEXITSTATUS(status) == NOT_INSTALLED)
        tool_text_complain(
            "--virtual-display: Xvfb is not in PATH; install it (on Debian and Ubuntu: "
            "apt-get install xvfb)");
    else
        tool_text_complain(
            "--virtual-display: Xvfb does not start; 'Xvfb -displayfd 1' prints why");
}

/* Whether a program or one of its libraries would load the library of video modes. */
static bool uses_video_modes(const char *program)
{
    static const char library[] = "libXxf86vm.so";
    struct us_about about;
    int file = program != NULL ? us_descriptor_open(program, US_DESCRIPTOR_READ, 0) : -1;
    if (file < 0)
        return false;
    bool is_file = us_descriptor_about(file, &about) && about.kind == US_ABOUT_REGULAR;
    size_t size = is_file ? (size_t)about.size : 0;
    void *bytes = size > 0 ? us_mapping_map(file, size, US_MAPPING_READ) : NULL;
    us_descriptor_close(file);
    bool found = bytes != NULL && us_bytes_find(bytes, size, library, sizeof library - 1) != NULL;
    if (bytes != NULL)
        us_mapping_unmap(bytes, size);
    return found;
}

/* The library is beside that of the headless runtime. LD_PRELOAD cannot name some folders. */
static bool find_video_modes(char out[PATH_MAX])
{
    char root[PATH_MAX], path[PATH_MAX];
    struct tool_manifest manifest;
    if (!tool_file_path_root(root) ||
        !tool_file_path_join(root, TOOL_ENVIRONMENT_HEADLESS_PATH, path) ||
        !tool_manifest_read(path, "runtime", &manifest))
        return false;
    char *slash = strrchr(manifest.library, '/');
    if (slash == NULL)
        return false;
    *slash = '\0';
    return tool_file_path_join(manifest.library, "/libunderstudy_video_modes.so", out) &&
           access(out, R_OK) == 0 && strpbrk(out, " :") == NULL;
}

static void give_video_modes(const char *program)
{
    char library[PATH_MAX];
    const char *before = tool_file_path_variable("LD_PRELOAD", "");
    if (!uses_video_modes(program))
        return;
    if (!find_video_modes(library)) {
        tool_text_complain("--virtual-display: the app uses libXxf86vm, and Xvfb has no video "
                           "modes; an app that does not look for that crashes, as 'hello_xr -g "
                           "OpenGL' does. Install Understudy again, in a folder without spaces and "
                           "colons in its name");
        return;
    }
    if (strstr(before, library) == NULL)
        tool_environment_put_in_front("LD_PRELOAD", library, "");
}

/* The X server of a window, which a thread of its own asks: one that hangs never answers. */
struct server {
    void *(*connect)(const char *, int *);
    int (*has_error)(void *);
    struct us_mutex mutex;
    struct us_condition has_changed;
    enum { SERVER_SILENT, SERVER_ANSWERS, SERVER_REFUSES } answer;
    void *connection; /* stays: some servers end with their last client */
};

static void *ask_server(void *data)
{
    struct server *server = data;
    void *connection = server->connect(NULL, NULL);
    bool fails = server->has_error(connection) != 0;
    us_mutex_lock(&server->mutex);
    server->connection = connection;
    server->answer = fails ? SERVER_REFUSES : SERVER_ANSWERS;
    us_condition_broadcast(&server->has_changed);
    us_mutex_unlock(&server->mutex);
    return NULL;
}

/* False: it refuses, or does not answer in time. Without a thread it is not known. */
static bool server_answers(struct server *server)
{
    struct us_thread thread;
    const int64_t until_ns = us_time_now_ns() + ANSWER_MS * INT64_C(1000000);
    if (us_thread_start(&thread, 0, ask_server, server) != 0)
        return true;
    us_mutex_lock(&server->mutex);
    while (server->answer == SERVER_SILENT && us_time_now_ns() < until_ns)
        us_condition_wait_until(&server->has_changed, &server->mutex, until_ns);
    const bool is_silent = server->answer == SERVER_SILENT;
    const bool answers = server->answer == SERVER_ANSWERS;
    us_mutex_unlock(&server->mutex);
    if (!is_silent) /* otherwise the thread hangs until this process ends */
        us_thread_join(&thread);
    return answers;
}

/* The headless runtime would find the same, but only once the app has a session: a run that holds
 * the end of the recording until its window is closed would never end. */
static const char *find_server_fault(void)
{
    static const char library[] = "libxcb.so.1";
    static struct server server = {.mutex = US_MUTEX_INIT};
    char reason[100];
    if (!us_library_load(library, US_LIBRARY_BIND_ALL, reason, sizeof reason))
        return "--window needs libxcb.so.1; install it (on Debian and Ubuntu: apt-get install "
               "libxcb1)";
    server.connect = (void *(*)(const char *, int *))us_library_find(library, "xcb_connect");
    server.has_error = (int (*)(void *))us_library_find(library, "xcb_connection_has_error");
    if (server.connect == NULL || server.has_error == NULL || server.answer == SERVER_ANSWERS ||
        !us_condition_init(&server.has_changed) || server_answers(&server))
        return NULL;
    return "--window needs an X server, and the one that DISPLAY names does not answer, or "
           "does not let this user in; start it on a desktop, or pass --virtual-display";
}

const char *tool_virtual_display_conflict(bool window, bool own)
{
    const char *display = getenv("DISPLAY");
    if (!window || own)
        return NULL;
    if (display == NULL || display[0] == '\0')
        return "--window needs an X server, and DISPLAY is not set; start it on a desktop (with "
               "Wayland: XWayland), or pass --virtual-display";
    return find_server_fault();
}

bool tool_virtual_display_begin(struct tool_virtual_display *display, const char *program)
{
    int ends[2];
    char number[16], name[24];
    pid_t parent = getpid();
    display->server = 0;
    if (pipe2(ends, O_CLOEXEC) != 0) {
        tool_text_complain("--virtual-display: %s", strerror(errno));
        return false;
    }
    pid_t child = fork();
    if (child == 0)
        become_server(ends[1], parent);
    close(ends[1]);
    if (child < 0) {
        tool_text_complain("--virtual-display: %s", strerror(errno));
        close(ends[0]);
        return false;
    }
    display->server = child;
    bool good = read_number(ends[0], number, sizeof number);
    close(ends[0]);
    if (!good) {
        explain(display);
        return false;
    }
    snprintf(name, sizeof name, ":%s", number);
    setenv("DISPLAY", name, 1);
    unsetenv("XAUTHORITY");
    unsetenv("WAYLAND_DISPLAY");
    unsetenv("WAYLAND_SOCKET");
    give_video_modes(program);
    return true;
}

void tool_virtual_display_end(struct tool_virtual_display *display)
{
    if (display->server == 0)
        return;
    int status;
    kill(display->server, SIGTERM);
    if (!has_ended(display, &status)) {
        kill(display->server, SIGKILL);
        waitpid(display->server, NULL, 0);
    }
    display->server = 0;
}
