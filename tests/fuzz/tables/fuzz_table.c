/* SPDX-License-Identifier: MIT */
/*
 * Any text as a table, the first byte decides of which kind: refused with a reason, or read. Its
 * frames come in the order of their times. What is written of it is read again, and is written
 * again as the same bytes.
 */
#include "fuzz_source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct tool_convert_feed_kind *const feeds[] = {&tool_table_csv_feed,
                                                             &tool_table_json_lines_feed};
static const struct tool_convert_sink_kind *const sinks[] = {&tool_table_csv_sink,
                                                             &tool_table_json_lines_sink};

static void write_again(struct tool_convert_source *source, bool is_json,
                        const struct fuzz_file *to)
{
    struct us_error error;
    fuzz_check(fuzz_source_write(source, sinks[is_json], to, &error) == US_OK,
               "it cannot be written: %s", error.text);
}

static struct tool_convert_source *open_again(const struct fuzz_file *file, bool is_json)
{
    struct tool_convert_source *source;
    struct us_error error = {.text = ""};
    fuzz_check(fuzz_source_open(feeds[is_json], file, &source, &error) == US_OK,
               "what was written is refused: %s", error.text);
    return source;
}

static char *bytes_of(const struct fuzz_file *file, size_t *out_size)
{
    const off_t size = lseek(file->descriptor, 0, SEEK_END);
    char *bytes = malloc((size_t)size + 1);
    if (bytes == NULL || pread(file->descriptor, bytes, (size_t)size, 0) != size)
        abort();
    *out_size = (size_t)size;
    return bytes;
}

static void check_equal(const struct fuzz_file *a, const struct fuzz_file *b)
{
    size_t one_size, two_size;
    char *one = bytes_of(a, &one_size), *two = bytes_of(b, &two_size);
    fuzz_check(one_size == two_size && memcmp(one, two, one_size) == 0,
               "the second time it is another table");
    free(one);
    free(two);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    const bool is_json = (data[0] & 1) != 0;
    struct fuzz_file file = fuzz_file_open(data + 1, size - 1);
    struct tool_convert_source *source;
    struct us_error error = {.text = ""};
    if (fuzz_source_open(feeds[is_json], &file, &source, &error) == US_OK) {
        fuzz_source_check(source);
        struct fuzz_file first = fuzz_file_open("", 0), second = fuzz_file_open("", 0);
        write_again(source, !is_json, &first);
        tool_convert_source_close(source);
        source = open_again(&first, !is_json);
        write_again(source, !is_json, &second);
        check_equal(&first, &second);
        fuzz_file_close(&first);
        fuzz_file_close(&second);
        tool_convert_source_close(source);
    }
    fuzz_file_close(&file);
    return 0;
}
