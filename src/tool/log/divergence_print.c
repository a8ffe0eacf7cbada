/* SPDX-License-Identifier: MIT */
#include "tool/log/divergence_print.h"

#include <math.h>

#include "tool/log/log_reader.h"
#include "tool/cli/text.h"

static void print_side(FILE *out, const char *path, const char *text, uint64_t line)
{
    char safe[1024], safe_text[1200];
    tool_text_escape(path, safe, sizeof safe);
    tool_text_escape(text, safe_text, sizeof safe_text);
    if (line == 0)
        fprintf(out, "  %s: no such event\n", safe);
    else
        fprintf(out, "  %s, line %llu: %s\n", safe, (unsigned long long)line,
                text[0] != '\0' ? safe_text : "absent");
}

void tool_divergence_count(const struct tool_divergence *divergence, char *out, size_t out_size)
{
    int length = snprintf(out, out_size, "%llu frames", (unsigned long long)divergence->frames);
    if (divergence->playbacks > 1 && length > 0 && (size_t)length < out_size)
        snprintf(out + length, out_size - (size_t)length, " of %u sessions", divergence->playbacks);
}

void tool_divergence_print(FILE *out, const char *a, const char *b,
                           const struct tool_divergence *divergence)
{
    char what[1024];
    tool_text_escape(divergence->what, what, sizeof what);
    if (divergence->frame == TOOL_LOG_READER_BEFORE)
        fprintf(out, "the first difference is before playback, in %s", what);
    else
        fprintf(out, "the first difference is in frame %lld", (long long)divergence->frame);
    if (divergence->frame != TOOL_LOG_READER_BEFORE && divergence->playbacks > 1 &&
        divergence->session > 0)
        fprintf(out, " of session %u", divergence->session);
    if (divergence->frame != TOOL_LOG_READER_BEFORE && isfinite(divergence->at_s))
        fprintf(out, " (%.3f s of the recording)", divergence->at_s);
    if (divergence->frame != TOOL_LOG_READER_BEFORE)
        fprintf(out, ", in %s", what);
    fprintf(out, "%s%s\n", divergence->field[0] != '\0' ? ": " : "", divergence->field);
    print_side(out, a, divergence->a, divergence->a_line);
    print_side(out, b, divergence->b, divergence->b_line);
    fprintf(out, "%llu of %llu common frames differ\n",
            (unsigned long long)divergence->frames_differing,
            (unsigned long long)divergence->frames);
}
