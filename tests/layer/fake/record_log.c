/* SPDX-License-Identifier: MIT */
#include "record_log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void record_begin(struct record *record, unsigned parts)
{
    memset(record, 0, sizeof *record);
    scene_init(&record->scene, parts);
    snprintf(record->path, sizeof record->path, "/tmp/understudy-record-%ld.jsonl", (long)getpid());
    unlink(record->path);
    setenv("UNDERSTUDY_EVENTS", record->path, 1);
}

static void read_log(struct record *record)
{
    free(record->text);
    record->text = calloc(1, 4 << 20);
    FILE *file = fopen(record->path, "r");
    assert_non_null(file);
    size_t size = fread(record->text, 1, (4 << 20) - 1, file);
    fclose(file);
    assert_true(size > 0 && record->text[size - 1] == '\n');
}

void record_end(struct record *record)
{
    assert_success(record->scene.calls.xrDestroyInstance(record->scene.instance));
    read_log(record);
}

void record_finish(struct record *record)
{
    free(record->text);
    unlink(record->path);
    scene_finish(&record->scene);
}

void record_close(struct record *record)
{
    if (record->text == NULL)
        record_end(record);
    record_finish(record);
}

/* Whether the line contains the text; ' stands for ". */
static bool has(const char *line, const char *text)
{
    char wanted[16384];
    size_t length = strlen(text);
    assert_true(length < sizeof wanted);
    for (size_t i = 0; i <= length; i++)
        wanted[i] = (char)(text[i] == '\'' ? '"' : text[i]);
    return strstr(line, wanted) != NULL;
}

const char *record_find(const struct record *record, int index, const char *one, const char *two)
{
    static char line[16384];
    for (const char *at = record->text; *at != '\0'; at = strchr(at, '\n') + 1) {
        size_t length = strcspn(at, "\n");
        assert_true(length < sizeof line);
        memcpy(line, at, length);
        line[length] = '\0';
        if (has(line, one) && has(line, two) && index-- == 0)
            return line;
    }
    return NULL;
}

int record_count(const struct record *record, const char *one, const char *two)
{
    int found = 0;
    while (record_find(record, found, one, two) != NULL)
        found++;
    return found;
}

const char *record_need(const struct record *record, int index, const char *one, const char *two)
{
    const char *line = record_find(record, index, one, two);
    if (line == NULL)
        fail_msg("no line %d with %s and %s in\n%s", index, one, two, record->text);
    return line;
}

void record_check_has(const char *line, const char *text)
{
    if (!has(line, text))
        fail_msg("%s is not in %s", text, line);
}

void record_check(const struct record *record, int index, const char *one, const char *text)
{
    record_check_has(record_need(record, index, one, ""), text);
}
