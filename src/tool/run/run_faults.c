/* SPDX-License-Identifier: MIT */
#include "tool/run/run_request.h"

#include <stdio.h>
#include <string.h>

#include "core/faults/fault_list.h"
#include "core/recording/channels.h"
#include "status/run_status.h"
#include "tool/cli/text.h"
#include "tool/expect/expect.h"
#include "tool/verdict/watch.h"

enum { LIST_SIZE = 16384 };

/* `file` is NULL for --fault. */
static void say_wrong(const char *file, const struct us_faults_error *wrong)
{
    if (file != NULL)
        tool_text_complain("%s: 'fault': '%.*s' %s", file, wrong->length, wrong->text, wrong->why);
    else
        tool_text_complain("run: --fault: '%.*s' %s", wrong->length, wrong->text, wrong->why);
}

static bool parse(const char *list, const char *file)
{
    struct us_faults faults;
    struct us_faults_error wrong;
    if (list == NULL || us_faults_parse(list, &faults, &wrong))
        return true;
    say_wrong(file, &wrong);
    return false;
}

/* One list of both, which stays as long as the process. */
static bool join(const char **list, const char *more)
{
    static char joined[LIST_SIZE];
    int length = snprintf(joined, sizeof joined, "%s,%s", *list, more);
    *list = joined;
    if (length > 0 && (size_t)length < sizeof joined)
        return parse(joined, NULL);
    tool_text_complain("run: --fault: the list of faults is too long; it may have %d characters",
                       LIST_SIZE - 1);
    return false;
}

/* The faults of a file of expectations. */
static bool check_file(const struct tool_expect *expect)
{
    bool fits = expect->faults == NULL || strlen(expect->faults) < LIST_SIZE;
    if (!fits)
        tool_text_complain("%s: 'fault' is too long; it may have %d characters", expect->path,
                           LIST_SIZE - 1);
    return fits && parse(expect->faults, expect->path);
}

bool tool_run_faults_read(const char **list, const struct tool_expect *expect)
{
    const char *more = expect != NULL ? expect->faults : NULL;
    if (!parse(*list, NULL) || (expect != NULL && !check_file(expect)))
        return false;
    if (*list != NULL && more != NULL)
        return join(list, more);
    *list = *list != NULL ? *list : more;
    return true;
}

bool tool_run_faults_check(const char *list, const struct us_recording *recording,
                           const struct us_clock *clock, const char *channels)
{
    const char *word;
    int length;
    struct us_faults faults;
    struct us_faults_error wrong;
    if (list == NULL)
        return true;
    if (us_faults_parse(list, &faults, &wrong) &&
        us_faults_resolve(&faults, recording, clock->from_s, clock->to_s,
                          us_channels_parse(channels, &word, &length), &wrong))
        return true;
    say_wrong(NULL, &wrong);
    return false;
}

bool tool_run_faults_say_missing(const char *list, const struct us_run_status *status)
{
    struct us_faults faults;
    struct us_faults_error wrong;
    bool is_missing = false;
    if (list == NULL || atomic_load(&status->started) == 0 ||
        !us_faults_parse(list, &faults, &wrong))
        return false;
    for (unsigned i = 0; i < faults.count; i++) {
        const struct us_fault *fault = &faults.list[i];
        if ((atomic_load(&status->faults) & UINT32_C(1) << i) != 0)
            continue;
        is_missing = true;
        tool_text_complain("run: the fault '%.*s' did not begin: %s", fault->length, fault->text,
                           tool_fault_why_not_begun(fault));
    }
    return is_missing;
}
