/* SPDX-License-Identifier: MIT */
#include "tool/compare/run_compare.h"

#include <ctype.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/bytes.h"
#include "core/base/grow.h"
#include "tool/cli/text.h"
#include "tool/log/log_reader.h"

struct lines {
    uint64_t *hashes; /* sorted */
    size_t count;
};

/* The hash of a line in which every number is the same. A hexadecimal number is one if a digit
 * begins it, as in 0x7f31ab. */
static uint64_t hash_line(const char *line)
{
    uint64_t hash = US_BYTES_HASH_BEGIN;
    while (*line != '\0') {
        char letter = *line;
        if (isdigit((unsigned char)letter)) {
            letter = '0';
            line += line[0] == '0' && line[1] == 'x' ? 2 : 0;
            line += strspn(line, "0123456789abcdefABCDEF");
        } else {
            line++;
        }
        hash = us_bytes_hash(hash, &letter, 1);
    }
    return hash;
}

static int compare_hashes(const void *a, const void *b)
{
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return left < right ? -1 : left > right;
}

static bool read_known(struct lines *out, const char *path)
{
    struct tool_log_text_reader reader;
    bool done = tool_log_text_reader_open(&reader, path);
    *out = (struct lines){0};
    while (done && tool_log_text_reader_next(&reader)) {
        done = US_GROW(out->hashes, out->count);
        if (done)
            out->hashes[out->count++] = hash_line(reader.text);
        else
            tool_text_complain("out of memory");
    }
    tool_log_text_reader_close(&reader);
    if (out->count > 0)
        qsort(out->hashes, out->count, sizeof *out->hashes, compare_hashes);
    return done;
}

static bool is_known(const struct lines *known, const char *line)
{
    uint64_t hash = hash_line(line);
    return known->count > 0 &&
           bsearch(&hash, known->hashes, known->count, sizeof hash, compare_hashes) != NULL;
}

/* The patterns were checked when they were read. */
static unsigned compile(const struct tool_allow *allow, regex_t patterns[TOOL_ALLOW_PATTERNS])
{
    unsigned count = 0;
    for (unsigned i = 0; i < allow->output_count; i++)
        count += regcomp(&patterns[count], allow->output[i], REG_EXTENDED | REG_NOSUB) == 0;
    return count;
}

static bool is_allowed(const regex_t *patterns, unsigned count, const char *line)
{
    for (unsigned i = 0; i < count; i++)
        if (regexec(&patterns[i], line, 0, NULL, 0) == 0)
            return true;
    return false;
}

static bool find_new(const struct lines *known, const char *path, const struct tool_allow *allow,
                     struct tool_output_difference *out)
{
    struct tool_log_text_reader reader;
    regex_t patterns[TOOL_ALLOW_PATTERNS];
    unsigned count = compile(allow, patterns);
    bool done = tool_log_text_reader_open(&reader, path);
    while (done && tool_log_text_reader_next(&reader)) {
        if (is_known(known, reader.text) || is_allowed(patterns, count, reader.text) ||
            out->lines++ > 0)
            continue;
        out->line = reader.line;
        snprintf(out->first, sizeof out->first, "%s", reader.text);
    }
    tool_log_text_reader_close(&reader);
    for (unsigned i = 0; i < count; i++)
        regfree(&patterns[i]);
    return done;
}

bool tool_output_compare(const char *good, const char *path, const struct tool_allow *allow,
                         struct tool_output_difference *out)
{
    struct lines known;
    *out = (struct tool_output_difference){0};
    bool done = read_known(&known, good) && find_new(&known, path, allow, out);
    free(known.hashes);
    return done;
}
