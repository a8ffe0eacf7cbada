/* SPDX-License-Identifier: MIT */
#include "jsonl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char expected[] = "{\"text\":\"a\\\"b\\\\c\\u000ad\",\"whole\":-9007199254740993,"
                               "\"yes\":true,\"third\":0.333333343,\"nothing\":null,"
                               "\"list\":[1,0.5,-0],\"inner\":[{},{\"k\":\"\"}]}\n"
                               "{}\n";

static void write_all(struct probe_jsonl *jsonl)
{
    probe_jsonl_begin(jsonl);
    probe_jsonl_text(jsonl, "text", "a\"b\\c\nd");
    probe_jsonl_integer(jsonl, "whole", -9007199254740993);
    probe_jsonl_boolean(jsonl, "yes", true);
    probe_jsonl_number(jsonl, "third", 1.0f / 3.0f);
    probe_jsonl_number(jsonl, "nothing", NAN);
    probe_jsonl_numbers(jsonl, "list", (const float[]){1, 0.5f, -0.0f}, 3);
    probe_jsonl_open_array(jsonl, "inner");
    probe_jsonl_open_object(jsonl, NULL);
    probe_jsonl_close_object(jsonl);
    probe_jsonl_open_object(jsonl, NULL);
    probe_jsonl_text(jsonl, "k", "");
    probe_jsonl_close_object(jsonl);
    probe_jsonl_close_array(jsonl);
    probe_jsonl_end(jsonl);
    probe_jsonl_begin(jsonl);
    probe_jsonl_end(jsonl);
}

int main(void)
{
    char text[1024] = "";
    struct probe_jsonl jsonl;
    FILE *file = tmpfile();
    if (!file)
        return 77;
    probe_jsonl_init(&jsonl, file);
    write_all(&jsonl);
    probe_jsonl_finish(&jsonl);
    rewind(file);
    size_t size = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    if (!jsonl.failed && size == sizeof expected - 1 && strcmp(text, expected) == 0)
        return EXIT_SUCCESS;
    fprintf(stderr, "expected: %sreceived: %s", expected, text);
    return EXIT_FAILURE;
}
