/* SPDX-License-Identifier: MIT */
#include "tool/compare/compare_print.h"

#include <math.h>
#include <string.h>

#include "tool/cli/json.h"
#include "tool/cli/text.h"

/* ---- What all kinds share ---- */

static void print_side(FILE *out, const struct tool_compare_side *side)
{
    const char *unit = side->value[0] != '\0' ? side->unit : "";
    char line[32] = "";
    if (side->line > 0)
        snprintf(line, sizeof line, ", line %llu", (unsigned long long)side->line);
    tool_text_print_line(out, "  %s%s: %s%s%s", side->name, line,
                         side->value[0] != '\0' ? side->value : "absent",
                         unit[0] != '\0' ? " " : "", unit);
}

void tool_compare_print_sides(FILE *out, const struct tool_compare_side sides[2], const char *apart,
                              const char *equal)
{
    print_side(out, &sides[0]);
    print_side(out, &sides[1]);
    if (apart != NULL)
        fprintf(out, "  they differ by %s\n", apart);
    if (equal != NULL)
        fprintf(out, "  the last that is equal: %s\n", equal);
}

/* ---- Logs ---- */

/* "61 frames", or "64 frames of 2 sessions": how many were compared. */
static void count_frames(const struct tool_log_difference *difference, char *out, size_t size)
{
    char sessions[48] = "";
    if (difference->playbacks > 1)
        snprintf(sessions, sizeof sessions, " of %u sessions", difference->playbacks);
    snprintf(out, size, "%llu frames%s", (unsigned long long)difference->frames, sessions);
}

/* "in frame 3 of session 1 (0.050 s of the recording), in xrEndFrame: layers[1].space" */
static void describe_event(const struct tool_log_difference *difference, char *out, size_t size)
{
    char session[32] = "", at[48] = "";
    const char *what = difference->what, *colon = difference->field[0] != '\0' ? ": " : "";
    if (difference->playbacks > 1 && difference->session > 0)
        snprintf(session, sizeof session, " of session %u", difference->session);
    if (isfinite(difference->at_s))
        snprintf(at, sizeof at, " (%.3f s of the recording)", difference->at_s);
    if (difference->frame == TOOL_LOG_READER_BEFORE)
        snprintf(out, size, "before playback, in %s%s%s", what, colon, difference->field);
    else
        snprintf(out, size, "in frame %lld%s%s, in %s%s%s", (long long)difference->frame, session,
                 at, what, colon, difference->field);
}

void tool_compare_print_options(FILE *out, const struct tool_log_difference *difference)
{
    if (difference->options[0] != '\0')
        tool_text_print_line(out, "note: the runs were asked for different things: %s",
                             difference->options);
}

/* Prints the value in a log: a missing line is not the same as an absent field. */
static const char *value_of(const struct tool_log_difference *difference, const char *value,
                            uint64_t line)
{
    return line == 0 ? difference->lacks : value;
}

static void print_event(FILE *out, const char *a, const char *b,
                        const struct tool_log_difference *difference)
{
    const char *unit = tool_log_compare_unit(difference->field);
    const struct tool_compare_side sides[2] = {
        {a, value_of(difference, difference->a, difference->a_line),
         difference->a_line > 0 ? unit : "", difference->a_line},
        {b, value_of(difference, difference->b, difference->b_line),
         difference->b_line > 0 ? unit : "", difference->b_line}};
    char where[1400], equal[48], frames[64];
    describe_event(difference, where, sizeof where);
    snprintf(equal, sizeof equal, "frame %lld", (long long)difference->equal_frame);
    tool_text_print_line(out, "the first difference is %s", where);
    tool_compare_print_sides(out, sides, difference->apart[0] != '\0' ? difference->apart : NULL,
                             difference->equal_frame != TOOL_LOG_READER_BEFORE ? equal : NULL);
    count_frames(difference, frames, sizeof frames);
    fprintf(out, "lines differ in %llu of %s\n", (unsigned long long)difference->frames_differing,
            frames);
}

void tool_compare_print_log(FILE *out, const char *a, const char *b,
                            const struct tool_log_difference *difference, bool differs)
{
    char frames[64];
    count_frames(difference, frames, sizeof frames);
    if (differs)
        print_event(out, a, b, difference);
    else
        fprintf(out, "no difference in %s\n", frames);
    tool_compare_print_options(out, difference);
}

/* ---- Images ---- */

static double share_of(const struct tool_image_outcome *outcome)
{
    return outcome->pixels > 0 ? (double)outcome->differing / (double)outcome->pixels : 0.0;
}

void tool_compare_print_image(FILE *out, const struct tool_image_outcome *outcome,
                              const struct tool_image_tolerance *allow)
{
    fprintf(out, "%s: %llu of %llu pixels are off by more than %g",
            outcome->is_same ? "the same" : "different", (unsigned long long)outcome->differing,
            (unsigned long long)outcome->pixels, allow->threshold);
    if (outcome->largest > 0.0)
        fprintf(out, "; the furthest by %.*f, at %u, %u", tool_image_decimals(outcome->largest),
                outcome->largest, outcome->x, outcome->y);
    if (outcome->unseen > 0)
        fprintf(out, "; %llu of them in alpha, or beyond 8 bits a colour, alone",
                (unsigned long long)outcome->unseen);
    if (!isnan(allow->ssim))
        fprintf(out,
                "; SSIM is %.4f; with edges off by a pixel, the worst patch, at %u, %u, has %.4f, "
                "and a colour of a patch is off by %.4f",
                outcome->ssim_plain, outcome->patch_x, outcome->patch_y, outcome->ssim_lowest,
                outcome->patch_largest);
    if (tool_image_allows_all(allow))
        fprintf(out, "; the limits let any image pass");
    fprintf(out, "\n");
}

void tool_compare_add_image(cJSON *object, const struct tool_image_outcome *outcome)
{
    tool_json_add_number(object, "share", share_of(outcome));
    tool_json_add_number(object, "largest", outcome->largest);
    tool_json_add_number(object, "x", (double)outcome->x);
    tool_json_add_number(object, "y", (double)outcome->y);
    tool_json_add_number(object, "ssim_lowest", outcome->ssim_lowest);
    tool_json_add_number(object, "patch_largest", outcome->patch_largest);
}

void tool_compare_describe_picture(const struct tool_picture_difference *difference, char *out,
                                   size_t size)
{
    const struct tool_image_outcome *outcome = &difference->outcome;
    char patch[160] = "";
    if (!isnan(outcome->ssim_lowest))
        snprintf(patch, sizeof patch,
                 "; the worst patch, at %u, %u, has an SSIM of %.3f, and a colour of a patch is "
                 "off by %.3f",
                 outcome->patch_x, outcome->patch_y, outcome->ssim_lowest, outcome->patch_largest);
    if (difference->only_in != NULL)
        snprintf(out, size, "only %s has it", difference->only_in);
    else if (difference->is_unreadable)
        snprintf(out, size, "the two files cannot be compared");
    else
        snprintf(out, size, "%.3g %% of the pixels differ, the furthest by %.*f at %u, %u%s",
                 100.0 * share_of(outcome), tool_image_decimals(outcome->largest), outcome->largest,
                 outcome->x, outcome->y, patch);
}

/* "view-0" of "frame-000090-view-0.png" */
static void name_view(const char *name, char out[TOOL_PICTURE_NAME_SIZE])
{
    const char *dash = strncmp(name, "frame-", 6) == 0 ? strchr(name + 6, '-') : NULL;
    snprintf(out, TOOL_PICTURE_NAME_SIZE, "%s", dash != NULL ? dash + 1 : name);
    char *dot = strrchr(out, '.');
    if (dot != NULL)
        *dot = '\0';
}

enum { PICTURE_WORDS = TOOL_PICTURE_NAME_SIZE + 48 };

/* "frame 90, view-0", or a file's name */
static void name_picture(const struct tool_picture *picture, char out[PICTURE_WORDS])
{
    char view[TOOL_PICTURE_NAME_SIZE];
    name_view(picture->name, view);
    if (picture->frame >= 0)
        snprintf(out, PICTURE_WORDS, "frame %lld, %s", (long long)picture->frame, view);
    else
        snprintf(out, PICTURE_WORDS, "%s", picture->name);
}

void tool_compare_print_pictures(FILE *out, const struct tool_picture_order *order,
                                 const struct tool_picture_comparison *pictures, bool hides_paths)
{
    const struct tool_picture_difference *first = &pictures->first;
    char what[512], name[PICTURE_WORDS], equal[PICTURE_WORDS];
    if (pictures->differing + pictures->alone == 0)
        return;
    tool_compare_describe_picture(first, what, sizeof what);
    name_picture(&first->picture, name);
    fprintf(out, "the first picture that differs is in %s: %s\n", name, what);
    if (first->only_in == NULL && !hides_paths) {
        fprintf(out, "  %s: %s/%s\n", order->a.name, order->a.folder, first->picture.name);
        fprintf(out, "  %s: %s/%s\n", order->b.name, order->b.folder, first->picture.name);
    }
    if (first->path[0] != '\0' && !hides_paths)
        fprintf(out, "  the differences: %s\n", first->path);
    if (pictures->equal.name[0] != '\0') {
        name_picture(&pictures->equal, equal);
        fprintf(out, "  the last picture that is equal: %s\n", equal);
    }
    fprintf(out, "%u of %u common pictures differ", pictures->differing, pictures->compared);
    if (pictures->alone > 0)
        fprintf(out, ", and %u more are on one side only", pictures->alone);
    fprintf(out, "\n");
}

void tool_compare_describe_rule(const struct tool_picture_comparison *pictures, const char *why,
                                char *out, size_t out_size)
{
    char rule[96], worst[128] = "", masked[64] = "";
    const bool allows_all = tool_image_allows_all(&pictures->used);
    bool is_exact = pictures->used.threshold <= 0.0 && pictures->used.share <= 0.0;
    if (pictures->rule == TOOL_ALLOW_PERCEPTUAL)
        snprintf(rule, sizeof rule, "as a person sees them");
    else if (is_exact)
        snprintf(rule, sizeof rule, "exactly");
    else
        snprintf(rule, sizeof rule, "with a threshold of %g, and %g of the pixels may be beyond",
                 pictures->used.threshold, pictures->used.share);
    if (!isnan(pictures->ssim_lowest))
        snprintf(worst, sizeof worst,
                 "; the worst patch of all has an SSIM of %.3f, and a colour is off by %.3f",
                 pictures->ssim_lowest, pictures->patch_largest);
    if (pictures->masked > 0)
        snprintf(masked, sizeof masked, "; the masks cover %u of them whole", pictures->masked);
    snprintf(out, out_size, "compared %s%s%s%s%s%s", rule, why[0] != '\0' ? ", because " : "", why,
             worst, masked, allows_all ? "; the limits let any picture pass" : "");
}

static void add_picture(cJSON *object, const struct tool_picture_comparison *pictures)
{
    const struct tool_picture_difference *first = &pictures->first;
    char what[512], view[TOOL_PICTURE_NAME_SIZE];
    tool_compare_describe_picture(first, what, sizeof what);
    name_view(first->picture.name, view);
    cJSON *item = cJSON_AddObjectToObject(object, "first");
    tool_json_add_text(item, "file", first->picture.name);
    tool_json_add_number(item, "frame",
                         first->picture.frame >= 0 ? (double)first->picture.frame : (double)NAN);
    tool_json_add_text(item, "view", view);
    tool_json_add_text(item, "what", what);
    tool_json_add_text(item, "equal", pictures->equal.name);
    if (first->only_in != NULL || first->is_unreadable)
        return;
    tool_compare_add_image(item, &first->outcome);
    if (first->path[0] != '\0')
        tool_json_add_text(item, "difference", first->path);
}

cJSON *tool_compare_pictures_to_json(const struct tool_picture_comparison *pictures,
                                     const char *why)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddBoolToObject(object, "same", pictures->differing + pictures->alone == 0);
    cJSON_AddStringToObject(object, "rule", tool_allow_rule_names[pictures->rule]);
    if (why[0] != '\0')
        tool_json_add_text(object, "because", why);
    tool_json_add_number(object, "compared", (double)pictures->compared);
    tool_json_add_number(object, "differing", (double)pictures->differing);
    tool_json_add_number(object, "alone", (double)pictures->alone);
    tool_json_add_number(object, "masked", (double)pictures->masked);
    tool_json_add_number(object, "ssim_lowest", pictures->ssim_lowest);
    tool_json_add_number(object, "patch_largest", pictures->patch_largest);
    if (pictures->differing + pictures->alone > 0)
        add_picture(object, pictures);
    return object;
}
