/* SPDX-License-Identifier: MIT */
#include "tool/edit/steps/steps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/playback/play_choices.h"
#include "tool/cli/options.h"

static const struct step {
    const char *name, *usage;
    unsigned least, most; /* arguments */
    tool_edit_make *make;
    double from, to; /* every argument is a number in this range; 0: `make` reads them */
} known[] = {
    {"cut", "FROM TO", 2, 2, tool_edit_make_cut, 0.0, 0.0},
    {"keep", "FROM TO", 2, 2, tool_edit_make_keep, 0.0, 0.0},
    {"join", "FILE [BLEND]", 1, 2, tool_edit_make_join, 0.0, 0.0},
    {"speed", "X", 1, 1, tool_edit_make_speed, 0.1, 10.0},
    {"retime", "MARKER T", 2, 2, tool_edit_make_retime, 0.0, 0.0},
    {"resample", "HZ", 1, 1, tool_edit_make_resample, 1.0, 1000.0},
    {"reduce", "MM DEGREES", 2, 2, tool_edit_make_reduce, 0.0, 0.0},
    {"mirror", "", 0, 0, tool_edit_make_mirror, 0.0, 0.0},
    {"move", "X Y Z", 3, 3, tool_edit_make_move, -1000.0, 1000.0},
    {"turn", "YAW", 1, 1, tool_edit_make_turn, -360.0, 360.0},
    {"scale-hands", "F", 1, 1, tool_edit_make_scale_hands, 0.1, 10.0},
    {"smooth", "HZ", 1, 1, tool_edit_make_smooth, 0.5, 100.0},
    {"only", "CHANNELS", 1, 1, tool_edit_make_only, 0.0, 0.0},
    {"without", "CHANNELS", 1, 1, tool_edit_make_without, 0.0, 0.0},
    {"mark", "NAME T", 2, 2, tool_edit_make_mark, 0.0, 0.0},
    {"unmark", "NAME", 1, 1, tool_edit_make_unmark, 0.0, 0.0},
    {"rename", "NAME NEW", 2, 2, tool_edit_make_rename, 0.0, 0.0},
    {"repair", "", 0, 0, tool_edit_make_repair, 0.0, 0.0},
    {"fill-gaps", "S", 1, 1, tool_edit_make_fill_gaps, 0.001, 10.0},
};
enum { STEP_COUNT = sizeof known / sizeof known[0] };

static const struct step *find(const char *name)
{
    for (unsigned i = 0; i < STEP_COUNT; i++)
        if (strcmp(known[i].name, name) == 0)
            return &known[i];
    return NULL;
}

static enum us_result unknown(const char *name, struct us_error *error)
{
    const char *names[STEP_COUNT + 1] = {NULL};
    char then[64];
    for (unsigned i = 0; i < STEP_COUNT; i++)
        names[i] = known[i].name;
    tool_options_suggest(name, names, "", then, sizeof then);
    return us_result_fail(error, US_ERROR_USAGE, US_NO_BYTE, NULL, "there is no step '%.60s'%s",
                          name, then);
}

/* Only a word that may be left out can be the name of the next step. */
enum us_result tool_edit_words_take(const char *const *words, unsigned count,
                                    struct tool_edit_words *out, struct us_error *error)
{
    const struct step *step = find(words[0]);
    if (step == NULL)
        return unknown(words[0], error);
    *out = (struct tool_edit_words){.name = words[0], .words = words + 1};
    while (out->count < step->most && out->count + 1 < count &&
           (out->count < step->least || find(words[out->count + 1]) == NULL))
        out->count++;
    if (out->count >= step->least)
        return US_OK;
    return us_result_fail(error, US_ERROR_USAGE, US_NO_BYTE, NULL,
                          "too few words follow '%s'; write %s %s", words[0], step->name,
                          step->usage);
}

static enum us_result make(struct tool_edit_making *making, const struct step *step)
{
    enum us_result result = US_OK;
    for (unsigned i = 0; i < making->words->count && step->from < step->to && result == US_OK; i++)
        result = tool_edit_number(making->words, i, step->from, step->to, &making->numbers[i],
                                  making->error);
    return result == US_OK ? step->make(making) : result;
}

enum us_result tool_edit_steps_add_step(struct tool_edit_steps *steps,
                                        const struct tool_edit_words *words, struct us_error *error)
{
    if (steps->is_over)
        return us_result_fail(error, US_ERROR_USAGE, US_NO_BYTE, NULL,
                              "'%s' follows 'reduce'; let 'reduce' be the last step, because its "
                              "bound is that of the new file",
                              words->name);
    struct tool_edit_making making = {.steps = steps, .words = words, .error = error};
    enum us_result result = make(&making, find(words->name));
    tool_edit_markers_sort(&steps->outline);
    return result == US_OK ? tool_edit_markers_check(&steps->outline, error) : result;
}

struct tool_edit_stage *tool_edit_steps_link(const struct tool_edit_steps *steps,
                                             struct tool_edit_stage *sink)
{
    for (unsigned i = 0; i < steps->count; i++)
        steps->stages[i]->next = i + 1 < steps->count ? steps->stages[i + 1] : sink;
    return steps->count > 0 ? steps->stages[0] : sink;
}

void tool_edit_steps_finish(struct tool_edit_steps *steps)
{
    for (unsigned i = 0; i < steps->count; i++) {
        if (steps->stages[i]->finish != NULL)
            steps->stages[i]->finish(steps->stages[i]);
        free(steps->stages[i]);
    }
    steps->count = 0;
    tool_edit_outline_finish(&steps->outline);
}

static enum us_result take_as_is(struct tool_edit_stage *stage, struct us_session_message *message,
                                 struct us_error *error)
{
    return tool_edit_pass(stage, message, error);
}

void *tool_edit_add(const struct tool_edit_making *making, size_t size, tool_edit_take *take,
                    tool_edit_end_stage *end, tool_edit_finish_stage *finish)
{
    struct tool_edit_stage *stage = calloc(1, size);
    if (stage == NULL) {
        (void)us_result_no_memory(making->error);
        return NULL;
    }
    stage->name = making->words->name;
    stage->take = take != NULL ? take : take_as_is;
    stage->end = end;
    stage->finish = finish;
    making->steps->stages[making->steps->count++] = stage; /* the caller counts the steps */
    return stage;
}

void tool_edit_steps_lose_drive(struct tool_edit_steps *steps, struct tool_edit_stage *stage)
{
    steps->outline.renumbers = true;
    if (tool_edit_outline_lose_drive(&steps->outline))
        tool_edit_say(stage, "the recording was driven; the new one is not, because its frames are "
                             "not those of the drive");
}

enum us_result tool_edit_number(const struct tool_edit_words *words, unsigned index, double least,
                                double most, double *out, struct us_error *error)
{
    const char *text = words->words[index];
    if (us_play_range_number(text, strlen(text), out) && *out >= least && *out <= most)
        return US_OK;
    return us_result_fail(error, US_ERROR_USAGE, US_NO_BYTE, NULL,
                          "'%.40s' is not a number from %g to %g", text, least, most);
}
