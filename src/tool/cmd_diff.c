/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>

#include "divergence.h"
#include "divergence_print.h"
#include "event_words.h"
#include "events.h"
#include "file_roles.h"
#include "json.h"
#include "options.h"
#include "text.h"
#include "verb.h"

static const char help[] =
    "usage: understudy diff A.jsonl B.jsonl [options]\n"
    "\n"
    "Say where two runs of an app first differ: the frame, the call, and what each run says.\n"
    "The logs are those of 'understudy run --log FILE'. They are compared by meaning: frames\n"
    "count from the start of playback; wall-clock times, pictures, and the order in which an\n"
    "app's threads ask within a frame do not count. The comparison ends where playback asks the\n"
    "app to end ('run --end quit') or makes the input live again ('--end release').\n"
    "\n"
    "  --position-m X  how far apart two poses may be (default 0.00001)\n"
    "  --angle-rad X   how far they may be turned against each other (default 0.0001)\n"
    "  --number X      how far apart any other two numbers may be (default 0.00001)\n"
    "  --ignore NAMES  leave out events of these names, with commas between; understudy-log(5)\n"
    "                  lists them\n"
    "  --common        compare the frames that both have: one run may be longer\n"
    "  --json          print one JSON object\n"
    "\n"
    "The JSON object: result (equal or different), frames, frames_differing; and where they are\n"
    "different, first {frame or null, session or null, at_s or null, what, field or null, a, b,\n"
    "a_line, b_line}.\n"
    "\n"
    "Exit codes: 0 equal; 1 different; 2 usage, or a log that cannot be used; 3 the output\n"
    "could not be written.\n";

static int diff(int argc, char **argv);

const struct us_verb us_verb_diff = {"diff", "say where two runs of an app first differ", help,
                                     diff, NULL};

static void add_side(cJSON *first, const char *name, const char *text)
{
    cJSON *value = cJSON_Parse(text);
    if (value == NULL)
        value = text[0] != '\0' ? cJSON_CreateString(text) : cJSON_CreateNull();
    cJSON_AddItemToObject(first, name, value);
}

static bool print_json(const struct us_divergence *divergence, bool different)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "result", different ? "different" : "equal");
    us_json_add_number(object, "frames", (double)divergence->frames);
    us_json_add_number(object, "frames_differing", (double)divergence->frames_differing);
    if (different) {
        cJSON *first = cJSON_AddObjectToObject(object, "first");
        bool is_playing = divergence->frame != US_EVENTS_BEFORE;
        us_json_add_number(first, "frame", is_playing ? (double)divergence->frame : (double)NAN);
        us_json_add_number(first, "session",
                           divergence->session > 0 ? (double)divergence->session : (double)NAN);
        us_json_add_number(first, "at_s", divergence->at_s);
        us_json_add_text(first, "what", divergence->what);
        if (divergence->field[0] != '\0')
            us_json_add_text(first, "field", divergence->field);
        else
            cJSON_AddNullToObject(first, "field");
        add_side(first, "a", divergence->a);
        add_side(first, "b", divergence->b);
        us_json_add_number(first, "a_line", (double)divergence->a_line);
        us_json_add_number(first, "b_line", (double)divergence->b_line);
    }
    return us_json_print(object);
}

static int diff(int argc, char **argv)
{
    struct us_divergence_options wanted = {{1e-5, 1e-4, 1e-5}, NULL, false};
    bool json = false;
    const struct us_option options[] = {
        {"position-m", US_OPTION_NUMBER, &wanted.allow.position_m, NULL},
        {"angle-rad", US_OPTION_NUMBER, &wanted.allow.angle_rad, NULL},
        {"number", US_OPTION_NUMBER, &wanted.allow.number, NULL},
        {"ignore", US_OPTION_LIST, &wanted.ignore, us_event_names},
        {"common", US_OPTION_FLAG, &wanted.common, NULL},
        {"json", US_OPTION_FLAG, &json, NULL},
        {NULL, US_OPTION_FLAG, NULL, NULL},
    };
    struct us_command_line line = {.verb = &us_verb_diff,
                                   .options = options,
                                   .takes_two = true,
                                   .wanted = "which runs? Pass the two logs to compare"};
    int code = us_options_parse(&line, argc, argv);
    if (code != US_OPTIONS_GO_ON)
        return code;
    if (!us_file_roles_check_inputs("diff", line.operand, line.second))
        return US_EXIT_USAGE;
    if (!(wanted.allow.position_m >= 0.0 && wanted.allow.angle_rad >= 0.0 &&
          wanted.allow.number >= 0.0)) {
        us_text_complain("diff: a tolerance is 0 or more");
        return US_EXIT_USAGE;
    }
    struct us_divergence divergence;
    enum us_divergence_result result =
        us_divergence_find(line.operand, line.second, &wanted, &divergence);
    if (result == US_DIVERGENCE_UNKNOWN)
        return US_EXIT_USAGE;
    bool different = result == US_DIVERGENCE_FOUND;
    if (json && !print_json(&divergence, different))
        return US_EXIT_OUTPUT;
    if (!json && different) {
        us_divergence_print(stdout, line.operand, line.second, &divergence);
    } else if (!json) {
        char frames[64];
        us_divergence_count(&divergence, frames, sizeof frames);
        printf("no difference in %s\n", frames);
    }
    return different ? US_EXIT_DIFFERENT : US_EXIT_OK;
}
