/* SPDX-License-Identifier: MIT */
/* What is kept of the log of an app that runs for long: the newest spaces, however many there were.
 * White-box: no test app makes as many. */
#include "support.h"

#include <unistd.h>

#include "tool/drive/base/log_tail.h"

enum { SPACES = 5000, KEPT = 4096 };

/* The type of the space of this number, as the log tail knows it, is in `out`; "" if it does not.
 */
static void find_type(const struct tool_log_tail *tail, int number, char out[64])
{
    cJSON *object = cJSON_CreateObject();
    tool_log_tail_add_space(tail, object, "name", number);
    const char *name = cJSON_GetStringValue(cJSON_GetObjectItem(object, "name"));
    snprintf(out, 64, "%s", name != NULL ? name : "");
    cJSON_Delete(object);
}

TEST(test_newest_spaces)
{
    static struct tool_log_tail tail;
    struct tool_log_tail_line line;
    char path[] = "/tmp/understudy-log-tail-XXXXXX", type[64];
    FILE *log = fdopen(mkstemp(path), "w");
    assert_non_null(log);
    for (int i = 1; i <= SPACES; i++)
        fprintf(log,
                "{\"n\":%d,\"e\":\"space\",\"space\":%d,\"kind\":\"reference\",\"type\":\"T%d\"}\n",
                i, i, i);
    /* A line of the same number takes the place of the first one. */
    fprintf(log, "{\"n\":0,\"e\":\"space\",\"space\":%d,\"kind\":\"reference\",\"type\":\"new\"}\n",
            SPACES - 1);
    assert_int_equal(fclose(log), 0);
    assert_true(tool_log_tail_open(&tail, path, NULL));
    int lines = 0;
    while (tool_log_tail_next(&tail, &line))
        lines++;
    assert_int_equal(lines, SPACES + 1);
    find_type(&tail, SPACES, type);
    assert_string_equal(type, "T5000");
    find_type(&tail, SPACES - 1, type);
    assert_string_equal(type, "new");
    find_type(&tail, SPACES - KEPT + 1, type);
    assert_string_equal(type, "T905");
    find_type(&tail, SPACES - KEPT, type);
    assert_string_equal(type, "");
    tool_log_tail_close(&tail);
    unlink(path);
}

TESTS_MAIN(test_newest_spaces)
