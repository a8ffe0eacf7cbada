/* SPDX-License-Identifier: MIT */
/*
 * Any file of expectations: refused, or judged against a log with everything in it, in words, as
 * JSON and as XML.
 */
#include "fuzz.h"

#include <stdio.h>

#include "tool/expect/expect.h"
#include "tool/verdict/event_match.h"
#include "tool/verdict/verdict.h"

static const char log_text[] =
    "{\"n\":1,\"wall_ms\":0,\"e\":\"log\",\"version\":1,\"level\":\"calls\"}\n"
    "{\"n\":2,\"wall_ms\":25,\"e\":\"state\",\"session\":1,\"state\":\"FOCUSED\"}\n"
    "{\"n\":3,\"wall_ms\":25,\"e\":\"space\",\"space\":1,\"kind\":\"reference\",\"type\":\"LOCAL\"}"
    "\n"
    "{\"n\":4,\"wall_ms\":25,\"e\":\"space\",\"space\":2,\"kind\":\"action\",\"action\":\"grab\","
    "\"subaction\":\"/user/hand/left\"}\n"
    "{\"n\":5,\"wall_ms\":26,\"frame\":0,\"e\":\"wait\",\"at_s\":0}\n"
    "{\"n\":6,\"wall_ms\":26,\"frame\":0,\"e\":\"locate\",\"call\":\"xrLocateSpace\",\"space\":2,"
    "\"base\":1,\"ask\":0,\"flags\":\"opOP\",\"pose\":[0,1,2,0,0,0,1],\"from\":\"recording\"}\n"
    "{\"n\":7,\"wall_ms\":26,\"frame\":0,\"e\":\"submit\",\"ask\":0,\"result\":\"XR_SUCCESS\","
    "\"layers\":[{\"kind\":\"projection\"},{\"kind\":\"quad\"}]}\n"
    "{\"n\":8,\"wall_ms\":26,\"frame\":1,\"e\":\"wait\",\"at_s\":0.1}\n"
    "{\"n\":9,\"wall_ms\":26,\"frame\":1,\"e\":\"marker\",\"name\":\"grab\",\"at_s\":0.1}\n"
    "{\"n\":10,\"wall_ms\":26,\"frame\":1,\"e\":\"action\",\"action\":\"grab\","
    "\"subaction\":\"/user/hand/right\",\"active\":true,\"value\":[0.5,1]}\n"
    "{\"n\":11,\"wall_ms\":26,\"frame\":1,\"e\":\"haptic\",\"action\":\"buzz\","
    "\"subaction\":null,\"what\":\"apply\",\"result\":\"XR_SUCCESS\"}\n"
    "{\"n\":12,\"wall_ms\":27,\"frame\":3,\"e\":\"wait\",\"at_s\":0.3}\n"
    "{\"n\":13,\"wall_ms\":27,\"frame\":3,\"e\":\"error\",\"call\":\"xrLocateSpace\","
    "\"result\":\"XR_ERROR_TIME_INVALID\"}\n"
    "{\"n\":14,\"wall_ms\":27,\"frame\":3,\"e\":\"submit\",\"ask\":3,\"result\":\"XR_SUCCESS\","
    "\"layers\":[]}\n"
    "{\"n\":15,\"wall_ms\":28,\"e\":\"end\",\"reached_end\":true,\"frame\":4}\n";

static void check_expect(const struct tool_expect *expect)
{
    for (size_t i = 0; i < expect->count; i++) {
        const struct tool_expectation *one = &expect->list[i];
        char words[256];
        fuzz_check((unsigned)one->what.kind < TOOL_EXPECT_KINDS, "kind");
        fuzz_check(one->name != NULL && one->line >= 1 && one->at_least <= one->at_most,
                   "expectation %zu", i);
        tool_event_match_describe(&one->what, words, sizeof words);
        fuzz_check(words[0] != '\0', "no words");
    }
}

static const char nowhere[] = "/dev/null";

static void judge(const struct tool_expect *expect, const struct tool_verdict_end *end)
{
    struct fuzz_file log = fuzz_file_open(log_text, sizeof log_text - 1);
    struct tool_verdict verdict;
    fuzz_check(tool_verdict_of_log(&verdict, expect, log.path, end), "a sound log is refused");
    fuzz_check(verdict.count == expect->count, "%zu verdicts on %zu", verdict.count, expect->count);
    bool all = true;
    for (size_t i = 0; i < verdict.count; i++)
        all = all && verdict.items[i].passed;
    fuzz_check(verdict.passed == all, "the whole is not its parts");
    FILE *text = fopen(nowhere, "w");
    fuzz_check(text != NULL, "no file");
    tool_verdict_print(text, &verdict, expect);
    fclose(text);
    fuzz_check(tool_verdict_write_json(nowhere, &verdict, expect, end, NULL), "no JSON");
    fuzz_check(tool_verdict_write_junit(nowhere, "suite", &verdict, expect, NULL, 0), "no XML");
    tool_verdict_free(&verdict);
    fuzz_file_close(&log);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct tool_verdict_end ends[] = {{.is_known = false},
                                                   {.is_known = true, .code = 3}};
    struct fuzz_file file = fuzz_file_open(data, size);
    struct tool_expect expect;
    if (tool_expect_read(&expect, file.path)) {
        check_expect(&expect);
        judge(&expect, &ends[size % 2]);
        tool_expect_free(&expect);
    } else {
        fuzz_check(expect.list == NULL && expect.json == NULL && expect.text == NULL,
                   "a refused file leaves something");
    }
    fuzz_file_close(&file);
    return 0;
}
