/* SPDX-License-Identifier: MIT */
/*
 * Any event log: refused, or judged, and told from another one. No log differs from itself, and two
 * differ whichever comes first. An input is two logs with a line of "=" between them.
 */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "tool/compare/logs/log_compare.h"
#include "tool/verdict/verdict.h"

static const char expect_text[] =
    "{\"version\": 1, \"expect\": ["
    "{\"kind\": \"state\", \"state\": \"FOCUSED\", \"within_s\": 10},"
    "{\"kind\": \"haptic\", \"hand\": \"right\", \"from\": \"grab\", \"to\": \"let go\"},"
    "{\"kind\": \"located\", \"action\": \"grab\", \"hand\": \"left\"},"
    "{\"kind\": \"located\", \"space\": \"VIEW\", \"at_most\": 5},"
    "{\"kind\": \"action\", \"action\": \"grab\", \"value\": true, \"from\": 0.5},"
    "{\"kind\": \"action\", \"action\": \"grab\", \"value\": [0.5, 1]},"
    "{\"kind\": \"layer\", \"layer\": \"quad\", \"at_least\": 2, \"to\": 3},"
    "{\"kind\": \"error\", \"call\": \"xrLocateSpace\", \"at_most\": 0},"
    "{\"kind\": \"event\", \"event\": \"marker\", \"where\": {\"name\": \"grab\", \"at_s\": 1}},"
    "{\"kind\": \"frames\", \"at_least\": 3, \"at_most\": 9},"
    "{\"kind\": \"no_gap\", \"layer\": \"projection\", \"frames\": 1},"
    "{\"kind\": \"no_gap\", \"frames\": 0},"
    "{\"kind\": \"no_errors\", \"except\": [\"xrEndFrame\"]},"
    "{\"kind\": \"ends\", \"exit_code\": 0},"
    "{\"kind\": \"order\", \"of\": [{\"kind\": \"state\", \"state\": \"FOCUSED\"},"
    "{\"kind\": \"event\", \"event\": \"marker\"}, {\"kind\": \"haptic\"}]}"
    "]}";

static void judge(const char *path)
{
    static const struct tool_verdict_end end = {.is_known = true};
    struct fuzz_file file = fuzz_file_open(expect_text, sizeof expect_text - 1);
    struct tool_expect expect;
    struct tool_verdict verdict;
    fuzz_check(tool_expect_read(&expect, file.path), "the expectations are not read");
    if (tool_verdict_of_log(&verdict, &expect, path, &end)) {
        fuzz_check(verdict.count == expect.count, "verdicts are missing");
        tool_verdict_free(&verdict);
    }
    tool_expect_free(&expect);
    fuzz_file_close(&file);
}

static enum tool_log_compare_result compare(const char *a, const char *b, bool common,
                                            struct tool_log_difference *out)
{
    const struct tool_log_compare_options options = {
        .allow = {1e-5, 1e-4, 1e-5}, .ignore = "late,odd", .common = common};
    return tool_log_compare(a, b, &options, out);
}

static void check_logs(const char *a, const char *b)
{
    struct tool_log_difference there, back;
    fuzz_check(compare(a, a, false, &there) != TOOL_LOG_COMPARE_FOUND, "a log differs from itself");
    for (int common = 0; common < 2; common++) {
        enum tool_log_compare_result first = compare(a, b, common == 1, &there);
        enum tool_log_compare_result second = compare(b, a, common == 1, &back);
        fuzz_check(first == second, "there %d, back %d", (int)first, (int)second);
        if (first == TOOL_LOG_COMPARE_UNKNOWN)
            continue;
        fuzz_check(there.frames == back.frames && there.frames_differing == back.frames_differing,
                   "there %llu of %llu, back %llu of %llu",
                   (unsigned long long)there.frames_differing, (unsigned long long)there.frames,
                   (unsigned long long)back.frames_differing, (unsigned long long)back.frames);
        if (first == TOOL_LOG_COMPARE_FOUND)
            fuzz_check(there.frame == back.frame, "they differ first elsewhere on the way back");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char line[] = "\n=\n";
    size_t cut = 0;
    while (cut < size && (size - cut < 3 || memcmp(data + cut, line, 3) != 0))
        cut++;
    size_t behind = cut < size ? cut + 3 : size;
    struct fuzz_file a = fuzz_file_open(data, cut < size ? cut + 1 : size);
    struct fuzz_file b = fuzz_file_open(data + behind, size - behind);
    judge(a.path);
    check_logs(a.path, b.path);
    fuzz_file_close(&a);
    fuzz_file_close(&b);
    return 0;
}
