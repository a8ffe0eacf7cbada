/* SPDX-License-Identifier: MIT */
#include "tool/display/platform.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "person/script.h"
#include "platform/environment.h"
#include "platform/path.h"
#include "tool/cli/file_roles.h"
#include "tool/environment/environment.h"

static const char rate_variable[] = "UNDERSTUDY_HEADLESS_RATE_HZ";
static const char paced_variable[] = "UNDERSTUDY_HEADLESS_PACED";
/* Frame rates of the headless runtime. */
enum { USUAL_HZ = 60, LEAST_HZ = 1, MOST_HZ = 1000 };

static bool is_max(const char *rate)
{
    return strcmp(rate, "max") == 0;
}

static bool is_rate(const char *text)
{
    size_t digits = strspn(text, "0123456789");
    return is_max(text) || (digits > 0 && digits <= 4 && text[digits] == '\0' &&
                            atoi(text) >= LEAST_HZ && atoi(text) <= MOST_HZ);
}

static const char *find_script_fault(const char *script)
{
    static char fault[sizeof(struct rt_script_error) + 16];
    const bool is_folder = us_path_is_folder(script);
    if (is_folder || !us_path_is_readable(script)) {
        snprintf(fault, sizeof fault,
                 "--person %.800s: %s; it must be nobody, moving, or a script that can be read",
                 script, is_folder ? "this is a folder" : strerror(errno));
        return fault;
    }
    /* The runtime would read it first when the app makes its instance. */
    struct rt_script_error error;
    struct rt_script *read = rt_script_read(script, &error);
    const bool is_wrong = read == NULL;
    rt_script_destroy(read);
    if (is_wrong)
        snprintf(fault, sizeof fault, "--person: %s", error.text);
    return is_wrong ? fault : NULL;
}

static const char *find_runtime_conflict(const struct tool_platform *platform)
{
    const char *script = tool_file_roles_script(platform->person);
    if (platform->rate != NULL && !platform->headless)
        return "--rate needs --headless";
    if (platform->rate != NULL && !is_rate(platform->rate))
        return "--rate must be max or a whole number from 1 to 1000";
    if (platform->rate != NULL && is_max(platform->rate) && platform->window)
        return "--rate max excludes --window, which shows the run in real time";
    if (platform->person != NULL && !platform->headless)
        return "--person needs --headless";
    return script != NULL ? find_script_fault(script) : NULL;
}

const char *tool_platform_conflict(const struct tool_platform *platform)
{
    if (platform->window && !platform->headless)
        return "--window needs --headless";
    const char *conflict = find_runtime_conflict(platform);
    return conflict != NULL
               ? conflict
               : tool_virtual_display_conflict(platform->window, platform->virtual_display);
}

/* The rate of the headless runtime's display, and whether it waits between frames. */
static void set_rate(const struct tool_platform *platform, double clock_hz)
{
    bool by_environment =
        us_environment_get(rate_variable) != NULL || us_environment_get(paced_variable) != NULL;
    bool is_fast = platform->rate != NULL ? is_max(platform->rate)
                                          : clock_hz > 0.0 && !by_environment &&
                                                (!platform->window || platform->is_paced);
    char text[16];
    if (platform->rate == NULL && !is_fast)
        return;
    long hz = clock_hz > 0.0 ? lround(clock_hz) : USUAL_HZ;
    snprintf(text, sizeof text, "%ld", is_fast ? hz : strtol(platform->rate, NULL, 10));
    us_environment_set(rate_variable, text);
    us_environment_set(paced_variable, is_fast ? "0" : "1");
}

/* False after a message: the folder of the script is not known. */
static bool set_person(const struct tool_platform *platform)
{
    char script[PATH_MAX];
    const char *person = platform->person;
    if (person == NULL)
        return true;
    if (tool_file_roles_script(person) != NULL) {
        if (!tool_file_path_make_absolute(person, script))
            return false;
        person = script;
    }
    return us_environment_set("UNDERSTUDY_HEADLESS_PERSON", person);
}

bool tool_platform_prepare(const struct tool_platform *platform, double clock_hz, bool quiet)
{
    tool_environment_begin(quiet);
    if (platform->headless)
        set_rate(platform, clock_hz);
    if (!set_person(platform))
        return false;
    bool has_runtime =
        platform->headless ? tool_environment_set_headless() : tool_environment_check_runtime();
    return has_runtime && tool_environment_add_layer(quiet);
}

bool tool_platform_waits(const struct tool_platform *platform)
{
    const char *rate = us_environment_get(rate_variable);
    const char *paced = us_environment_get(paced_variable);
    bool is_unpaced =
        (paced != NULL && strcmp(paced, "0") == 0) || (rate != NULL && strcmp(rate, "0") == 0);
    return !platform->headless || !is_unpaced;
}

bool tool_platform_show(const struct tool_platform *platform, const char *program,
                        struct tool_virtual_display *out)
{
    *out = (struct tool_virtual_display){0};
    if (platform->window)
        us_environment_set("UNDERSTUDY_HEADLESS_WINDOW", platform->is_paced ? "2" : "1");
    return !platform->virtual_display || tool_virtual_display_begin(out, program);
}
