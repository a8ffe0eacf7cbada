/* SPDX-License-Identifier: MIT */
#include "tool/edit/steps/steps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/playback/play_choices.h"
#include "tool/cli/options.h"

static const struct {
    const char *name, *usage;
    unsigned least, most; /* arguments */
    tool_edit_make *make;
} steps[] = {
    {"cut", "FROM TO", 2, 2, tool_edit_make_cut},
    {"keep", "FROM TO", 2, 2, tool_edit_make_keep},
    {"join", "FILE [BLEND]", 1, 2, tool_edit_make_join},
    {"speed", "X", 1, 1, tool_edit_make_speed},
    {"retime", "MARKER T", 2, 2, tool_edit_make_retime},
    {"resample", "HZ", 1, 1, tool_edit_make_resample},
    {"reduce", "MM DEGREES", 2, 2, tool_edit_make_reduce},
    {"mirror", "", 0, 0, tool_edit_make_mirror},
    {"move", "X Y Z", 3, 3, tool_edit_make_move},
    {"turn", "YAW", 1, 1, tool_edit_make_turn},
    {"scale-hands", "F", 1, 1, tool_edit_make_scale_hands},
    {"smooth", "HZ", 1, 1, tool_edit_make_smooth},
    {"only", "CHANNELS", 1, 1, tool_edit_make_only},
    {"without", "CHANNELS", 1, 1, tool_edit_make_without},
    {"mark", "NAME T", 2, 2, tool_edit_make_mark},
    {"unmark", "NAME", 1, 1, tool_edit_make_unmark},
    {"rename", "NAME NEW", 2, 2, tool_edit_make_rename},
    {"repair", "", 0, 0, tool_edit_make_repair},
    {"fill-gaps", "S", 1, 1, tool_edit_make_fill_gaps},
};
enum { STEP_COUNT = sizeof steps / sizeof steps[0] };

static unsigned find(const char *name)
{
    unsigned i = 0;
    while (i < STEP_COUNT && strcmp(steps[i].name, name) != 0)
        i++;
    return i;
}

static enum us_result unknown(const char *name, struct us_error *error)
{
    const char *names[STEP_COUNT + 1] = {NULL};
    char then[64];
    for (unsigned i = 0; i < STEP_COUNT; i++)
        names[i] = steps[i].name;
    tool_options_suggest(name, names, "", then, sizeof then);
    return us_result_fail(error, US_ERROR_USAGE, US_NO_BYTE, NULL, "there is no step '%.60s'%s",
                          name, then);
}

/* Only a word that may be left out can be the name of the next step. */
enum us_result tool_edit_words_take(const char *const *words, unsigned count,
                                    struct tool_edit_words *out, struct us_error *error)
{
    const unsigned step = find(words[0]);
    if (step == STEP_COUNT)
        return unknown(words[0], error);
    *out = (struct tool_edit_words){.name = words[0], .words = words + 1};
    while (out->count < steps[step].most && out->count + 1 < count &&
           (out->count < steps[step].least || find(words[out->count + 1]) == STEP_COUNT))
        out->count++;
    if (out->count >= steps[step].least)
        return US_OK;
    return us_result_fail(error, US_ERROR_USAGE, US_NO_BYTE, NULL,
                          "too few words follow '%s'; write %s %s", words[0], steps[step].name,
                          steps[step].usage);
}

enum us_result tool_edit_chain_add_step(struct tool_edit_chain *chain,
                                        const struct tool_edit_words *words, struct us_error *error)
{
    if (chain->is_over)
        return us_result_fail(error, US_ERROR_USAGE, US_NO_BYTE, NULL,
                              "'%s' follows 'reduce'; let 'reduce' be the last step, because its "
                              "bound is that of the new file",
                              words->name);
    enum us_result result = steps[find(words->name)].make(chain, words, error);
    tool_edit_markers_sort(&chain->outline);
    return result == US_OK ? tool_edit_markers_check(&chain->outline, error) : result;
}

struct tool_edit_stage *tool_edit_chain_link(const struct tool_edit_chain *chain,
                                             struct tool_edit_stage *sink)
{
    for (unsigned i = 0; i < chain->count; i++)
        chain->stages[i]->next = i + 1 < chain->count ? chain->stages[i + 1] : sink;
    return chain->count > 0 ? chain->stages[0] : sink;
}

void tool_edit_chain_finish(struct tool_edit_chain *chain)
{
    for (unsigned i = 0; i < chain->count; i++) {
        if (chain->stages[i]->finish != NULL)
            chain->stages[i]->finish(chain->stages[i]);
        free(chain->stages[i]);
    }
    chain->count = 0;
    tool_edit_outline_finish(&chain->outline);
}

void *tool_edit_chain_add(struct tool_edit_chain *chain, const struct tool_edit_words *words,
                          size_t size, struct us_error *error)
{
    struct tool_edit_stage *stage = calloc(1, size);
    if (stage == NULL) {
        (void)us_result_no_memory(error);
        return NULL;
    }
    stage->name = words->name;
    stage->take = tool_edit_take_as_is;
    chain->stages[chain->count++] = stage; /* the caller counts the steps */
    return stage;
}

void tool_edit_chain_lose_drive(struct tool_edit_chain *chain, struct tool_edit_stage *stage)
{
    chain->outline.renumbers = true;
    if (tool_edit_outline_lose_drive(&chain->outline))
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
