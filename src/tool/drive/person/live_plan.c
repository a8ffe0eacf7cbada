/* SPDX-License-Identifier: MIT */
#include "tool/drive/person/live_session.h"

#include <math.h>
#include <string.h>

#include "person/script_line.h"
#include "person/scripted_person.h"

#define LINE_SIZE 1024

/* When a command takes effect. */
struct span {
    double hz;
    uint64_t begin; /* the frame of the value that it goes from */
    uint64_t steps; /* frames of a motion; 0: a jump */
};

static double time_of(const struct span *span, uint64_t frame)
{
    return (double)frame / span->hz;
}

static double share_of_way(double t)
{
    return t * t * t * (10 + t * (6 * t - 15));
}

/* What the input would be at the time, with all that is planned. */
static struct rt_track_key value_at(const struct rt_script *script,
                                    const struct rt_script_input *input, double time_s)
{
    const struct rt_track *track = rt_script_find(script, input->subject, input->name);
    struct rt_track_key key = {.time_s = time_s};
    double rates[RT_TRACK_VALUES];
    if (input->track.kind == RT_TRACK_POSE) {
        const struct rt_motion pose =
            rt_scripted_person_pose(script, input->subject, input->name, time_s);
        rt_track_set_pose(&key, &pose);
    } else if (track != NULL) {
        rt_track_numbers(track, time_s, RT_TRACK_VALUES, key.values, rates);
    }
    return key;
}

/* The value at a share of the way between two keys, which have the times 0 and 1. */
static struct rt_track_key value_between(const struct rt_track *way, double share)
{
    struct rt_track_key key = {0};
    double rates[RT_TRACK_VALUES];
    if (way->kind == RT_TRACK_POSE) {
        const struct rt_motion pose = rt_track_pose(way, share);
        rt_track_set_pose(&key, &pose);
    } else {
        rt_track_numbers(way, share, RT_TRACK_VALUES, key.values, rates);
    }
    return key;
}

static bool plan_motion(struct rt_track *track, const struct rt_track_key *from,
                        const struct rt_track_key *to, const struct span *span)
{
    struct rt_track_key ends[2] = {*from, *to};
    ends[0].time_s = 0;
    ends[1].time_s = 1;
    const struct rt_track way = {.kind = track->kind, .count = 2, .keys = ends};
    for (uint64_t i = 1; i <= span->steps; i++) {
        struct rt_track_key key =
            value_between(&way, share_of_way((double)i / (double)span->steps));
        key.time_s = time_of(span, span->begin + i);
        if (!rt_track_add(track, &key))
            return false;
    }
    return true;
}

/* From its begin on, the input does what its newest command says. */
static bool plan_input(struct rt_script *script, const struct rt_script_input *input,
                       const struct span *span, struct rt_script_parser *parser)
{
    const struct rt_track_key *to = &input->track.keys[0];
    /* What happens to the session holds until the next line. */
    const bool holds = input->track.kind == RT_TRACK_STEP || input->subject == RT_SCRIPT_SESSION;
    const struct rt_track_key from =
        holds ? (struct rt_track_key){0} : value_at(script, input, to->time_s);
    struct rt_track *track = rt_script_open(script, input->subject, input->name, input->track.kind);
    if (track == NULL)
        return rt_script_line_fail(parser, "out of memory");
    rt_track_cut(track, to->time_s);
    if (track->count + span->steps + 2 > TOOL_LIVE_PLAN_KEYS)
        return rt_script_line_fail(
            parser, "more than %d values of \"%s %s\" are planned: advance before you plan more",
            TOOL_LIVE_PLAN_KEYS, parser->tokens[1], parser->tokens[2]);
    const bool has_begin = track->count > 0 && track->keys[track->count - 1].time_s == from.time_s;
    const bool needs_from = !holds && (!has_begin || span->steps > 0);
    const bool added =
        (!needs_from || rt_track_add(track, &from)) &&
        (span->steps > 0 ? plan_motion(track, &from, to, span) : rt_track_add(track, to));
    return added || rt_script_line_fail(parser, "out of memory");
}

/* What a script may have and a drive may not. */
static bool check_input(struct rt_script_parser *parser, const struct rt_script_input *input,
                        const struct span *span)
{
    const bool holds = input->track.kind == RT_TRACK_STEP || input->subject == RT_SCRIPT_SESSION;
    if (holds && span->steps > 0)
        return rt_script_line_fail(parser,
                                   "\"%s %s\" has nothing between its values: write it without "
                                   "\"over\", and with \"after\" if it comes later",
                                   parser->tokens[1], parser->tokens[2]);
    /* A motion goes from a frame that was told already. */
    const struct rt_track_key first = {.time_s =
                                           time_of(span, span->begin + (span->steps > 0 ? 1 : 0))};
    return strchr(input->name, '/') == NULL || rt_script_line_check(parser, input, &first);
}

static bool plan_line(struct rt_script *script, const struct tool_live_session *session,
                      struct rt_script_parser *parser, const struct span *span)
{
    if (!rt_script_line_add_now(parser))
        return false;
    if (rt_script_find(parser->script, RT_SCRIPT_SESSION, "recentre") != NULL &&
        !tool_live_session_may_recentre(session, parser))
        return false;
    for (size_t i = 0; i < parser->script->count; i++) {
        if (!check_input(parser, &parser->script->inputs[i], span))
            return false;
    }
    for (size_t i = 0; i < parser->script->count; i++) {
        rt_script_line_resolve(&parser->script->inputs[i], script);
        if (!plan_input(script, &parser->script->inputs[i], span, parser))
            return false;
    }
    return true;
}

static bool is_span(double seconds)
{
    return seconds >= 0 && seconds <= TOOL_LIVE_PLAN_LONGEST_S;
}

/* "fault ITEM" and "fault end ITEM" */
static bool plan_fault(struct rt_script *script, struct tool_live_session *session,
                       struct rt_script_parser *parser, const struct span *span)
{
    const bool says_end = parser->token_count > 2 && strcmp(parser->tokens[2], "end") == 0;
    const bool ends = says_end && parser->token_count == 4;
    if (says_end ? !ends : parser->token_count != 3)
        return rt_script_line_fail(parser, "\"fault\" needs one fault as --fault has it, without a "
                                           "moment, such as \"fault lose:left+0.5s\"; \"fault end "
                                           "lose:left\" ends one");
    if (span->steps > 0)
        return rt_script_line_fail(parser, "a fault has its length behind '+', not \"over\": "
                                           "\"fault lose:left+0.5s\"");
    return ends ? tool_live_session_plan_fault_end(session, script, parser->tokens[3], span->begin,
                                                   span->hz, parser)
                : tool_live_session_plan_fault(session, script, parser->tokens[2], span->begin,
                                               span->hz, parser);
}

bool tool_live_plan_add(struct rt_script *script, struct tool_live_session *session,
                        const char *line, const struct tool_live_when *when,
                        struct rt_script_error *out_error)
{
    char words[LINE_SIZE];
    struct rt_script added = {0};
    struct rt_script_parser parser = {.script = &added, .known = script, .error = out_error};
    struct span span = {.hz = when->hz};
    if (strlen(line) >= sizeof words)
        return rt_script_line_fail(&parser, "the line has more than %d bytes", LINE_SIZE - 1);
    if (!is_span(when->over_s) || !is_span(when->after_s))
        return rt_script_line_fail(&parser, "%s is a number of seconds from 0 to %g",
                                   is_span(when->over_s) ? "after" : "over",
                                   TOOL_LIVE_PLAN_LONGEST_S);
    span.begin = when->now + (uint64_t)llround(when->after_s * when->hz);
    if (when->over_s > 0)
        span.steps = (uint64_t)fmax(1, round(when->over_s * when->hz));
    else
        span.begin++;
    parser.time_s = time_of(&span, span.begin);
    memcpy(words, line, strlen(line) + 1);
    rt_script_line_split(&parser, 1, words);
    const bool is_fault = parser.token_count > 1 && strcmp(parser.tokens[1], "fault") == 0;
    const bool good = is_fault ? plan_fault(script, session, &parser, &span)
                               : plan_line(script, session, &parser, &span);
    rt_script_clear(&added);
    return good;
}
