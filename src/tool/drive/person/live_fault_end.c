/* SPDX-License-Identifier: MIT */
/* The end of a fault that was given while the app runs. */
#include <stdio.h>
#include <string.h>

#include "tool/drive/person/live_session.h"

/* What is to end, and when. */
struct ending {
    struct tool_live_session *session;
    struct rt_script *script;
    const char *name;
    uint64_t frame;
    double time_s;
};

bool tool_live_fault_line_is_in_force(const struct tool_live_fault_line *line,
                                      const struct rt_script *script, double time_s)
{
    const struct rt_track *track = rt_script_find(script, line->subject, line->input);
    const struct rt_track_key *key = track != NULL ? rt_track_step(track, time_s) : NULL;
    return key != NULL && key->time_s == line->key.time_s &&
           memcmp(key->values, line->key.values, sizeof key->values) == 0;
}

static bool is_in_force(const struct tool_live_fault *fault, uint64_t frame)
{
    return !fault->is_once && fault->begin <= frame && frame < fault->end;
}

static bool end_faults(const struct ending *ending)
{
    bool found = false;
    for (unsigned i = 0; i < ending->session->faults.count; i++) {
        struct tool_live_fault *fault = &ending->session->faults.list[i];
        if (!is_in_force(fault, ending->frame) || strcmp(fault->name, ending->name) != 0)
            continue;
        fault->end = ending->frame;
        fault->tells_end = found = true;
    }
    return found;
}

/* The input is again what it was before the fault. False: there is no memory. */
static bool end_line(const struct ending *ending, const struct tool_live_fault_line *line)
{
    struct rt_track_key before = line->before;
    const struct rt_track *found = rt_script_find(ending->script, line->subject, line->input);
    struct rt_track *track =
        rt_script_open(ending->script, line->subject, line->input, found->kind);
    before.time_s = ending->time_s;
    if (track == NULL)
        return false;
    rt_track_cut(track, before.time_s);
    return rt_track_add(track, &before);
}

static bool end_lines(const struct ending *ending, bool *out_found)
{
    const struct tool_live_faults *faults = &ending->session->faults;
    bool good = true;
    for (unsigned i = 0; good && i < faults->line_count; i++) {
        const struct tool_live_fault_line *line = &faults->lines[i];
        if (strcmp(line->name, ending->name) != 0 ||
            !tool_live_fault_line_is_in_force(line, ending->script, ending->time_s))
            continue;
        *out_found = true;
        good = end_line(ending, line);
    }
    return good;
}

static void add_name(char *list, size_t size, const char *name)
{
    const size_t used = strlen(list);
    snprintf(list + used, size - used, "%s%s", used > 0 ? ", " : "", name);
}

/* Names each fault that could be ended; one that has several lines, once. */
static bool refuse_unknown(const struct ending *ending, struct rt_script_error *error)
{
    const struct tool_live_faults *faults = &ending->session->faults;
    char list[160] = "";
    for (unsigned i = 0; i < faults->count; i++)
        if (is_in_force(&faults->list[i], ending->frame))
            add_name(list, sizeof list, faults->list[i].name);
    for (unsigned i = 0; i < faults->line_count; i++)
        if (tool_live_fault_line_is_in_force(&faults->lines[i], ending->script, ending->time_s) &&
            (i == 0 || strcmp(faults->lines[i].name, faults->lines[i - 1].name) != 0))
            add_name(list, sizeof list, faults->lines[i].name);
    snprintf(error->text, sizeof error->text,
             "no fault '%.60s' of this drive is in force then, so it cannot end; %s%s",
             ending->name, list[0] != '\0' ? "in force: " : "none is in force", list);
    return false;
}

/* The fault that took the place of one with that name, and is in force; NULL: none. */
static const char *find_successor(const struct ending *ending)
{
    const struct tool_live_faults *faults = &ending->session->faults;
    for (unsigned i = faults->replaced_count;
         i > 0 && i + TOOL_LIVE_FAULTS_REPLACED > faults->replaced_count; i--) {
        const struct tool_live_fault_replaced *replaced =
            &faults->replaced[(i - 1) % TOOL_LIVE_FAULTS_REPLACED];
        const struct tool_live_fault_line *line = &faults->lines[replaced->line];
        if (strcmp(replaced->name, ending->name) == 0 &&
            tool_live_fault_line_is_in_force(line, ending->script, ending->time_s))
            return line->name;
    }
    return NULL;
}

static bool refuse_replaced(const char *name, const char *successor, struct rt_script_error *error)
{
    snprintf(error->text, sizeof error->text,
             "the fault '%.60s' was replaced by '%.60s', which is about the same thing: write "
             "'fault end %.60s', and then what holds, such as 'session state focused'",
             name, successor, successor);
    return false;
}

static bool refuse(struct rt_script_error *error, const char *name, const char *why)
{
    snprintf(error->text, sizeof error->text, "'%.60s' %s", name, why);
    return false;
}

bool tool_live_session_plan_fault_end(struct tool_live_session *session, struct rt_script *script,
                                      const char *name, uint64_t frame, double hz,
                                      struct rt_script_error *out_error)
{
    const struct ending ending = {session, script, name, frame, (double)frame / hz};
    struct us_faults made = {0};
    struct us_faults_error wrong;
    if (!us_faults_add(&made, name, 0, &wrong))
        return refuse(out_error, name, wrong.why);
    const struct us_fault *fault = &made.list[0];
    if (fault->name_length < fault->length)
        return refuse(out_error, name, "has a length; to end it, write it without '+'");
    bool found = end_faults(&ending);
    if (!end_lines(&ending, &found))
        return refuse(out_error, name, "cannot end: out of memory");
    if (found)
        return true;
    const char *successor = find_successor(&ending);
    if (successor != NULL)
        return refuse_replaced(name, successor, out_error);
    return us_fault_is_once(fault) ? refuse(out_error, name, "happens once, so it has no end")
                                   : refuse_unknown(&ending, out_error);
}
