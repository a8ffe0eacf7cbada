/* SPDX-License-Identifier: MIT */
#include "tool/cli/text.h"

#include <inttypes.h>
#include <errno.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/base/text.h"
#include "platform/interruption.h"
#include "platform/path.h"
#include "tool/cli/command.h"

uint32_t tool_text_decode(const char *text, unsigned *out_length)
{
    const unsigned char *bytes = (const unsigned char *)text;
    const bool is_control = bytes[0] < 0x20;
    unsigned length = is_control ? 1 : (unsigned)us_utf8_length(text);
    uint32_t code = length <= 1 ? bytes[0] : bytes[0] & (0x7fu >> length);
    for (unsigned i = 1; i < length; i++)
        code = code << 6 | (bytes[i] & 0x3fu);
    *out_length = length;
    return code;
}

/* Controls, line separators, and what turns the direction of the text round or cannot be seen. */
static bool is_unsafe(uint32_t code)
{
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0xad || code == 0x61c ||
           (code >= 0x200b && code <= 0x200f) || (code >= 0x2028 && code <= 0x202e) ||
           (code >= 0x2060 && code <= 0x206f) || code == 0xfeff ||
           (code >= 0xfff9 && code <= 0xfffb) || (code >= 0xe0000 && code <= 0xe0fff);
}

/* The next character of a text, made safe, and what is behind it. */
static const char *escape_one(const char *text, char piece[16])
{
    unsigned length;
    uint32_t code = tool_text_decode(text, &length);
    if (length == 0)
        snprintf(piece, 16, "\\x%02x", (unsigned)(unsigned char)*text);
    else if (code == '\n' || (code == '\\' && !us_path_is_divider('\\')))
        snprintf(piece, 16, "\\%c", code == '\n' ? 'n' : '\\');
    else if (is_unsafe(code))
        snprintf(piece, 16, "\\u{%x}", (unsigned)code);
    else
        snprintf(piece, 16, "%.*s", (int)length, text);
    return text + (length > 0 ? length : 1);
}

void tool_text_escape(const char *text, char *out, size_t out_size)
{
    char piece[16];
    size_t used = 0;
    out[0] = '\0';
    while (*text != '\0') {
        text = escape_one(text, piece);
        size_t length = strlen(piece);
        if (used + length >= out_size)
            return;
        memcpy(out + used, piece, length + 1);
        used += length;
    }
}

char *tool_text_valid(const char *text)
{
    static const char replacement[] = "\xef\xbf\xbd";
    char *out = malloc(strlen(text) * 3 + 1);
    if (out == NULL)
        return NULL;
    char *to = out;
    for (const char *at = text; *at != '\0';) {
        unsigned length;
        tool_text_decode(at, &length);
        const char *from = length > 0 ? at : replacement;
        memcpy(to, from, length > 0 ? length : 3);
        to += length > 0 ? length : 3;
        at += length > 0 ? length : 1;
    }
    *to = '\0';
    return out;
}

char *tool_text_quote(const char *text)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "/._-+=:,@%";
    bool is_plain = text[0] != '\0' && text[strspn(text, plain)] == '\0';
    char *out = malloc(strlen(text) * 4 + 3), *to = out;
    if (out == NULL)
        return NULL;
    if (is_plain)
        return strcpy(out, text);
    *to++ = '\'';
    for (; *text != '\0'; text++) {
        size_t length = *text == '\'' ? 4 : 1;
        memcpy(to, length == 4 ? "'\\''" : text, length);
        to += length;
    }
    strcpy(to, "'");
    return out;
}

void tool_text_print_json(const char *json)
{
    for (const char *at = json; *at != '\0';) {
        unsigned length;
        uint32_t code = tool_text_decode(at, &length);
        if (length == 0)
            fputs("\xef\xbf\xbd", stdout);
        else if (code > 0xffff && is_unsafe(code))
            printf("\\u%04x\\u%04x", (unsigned)(0xd7c0 + (code >> 10)),
                   (unsigned)(0xdc00 + (code & 0x3ff)));
        else if (code >= 0x7f && is_unsafe(code))
            printf("\\u%04x", (unsigned)code);
        else
            fwrite(at, 1, length, stdout);
        at += length > 0 ? length : 1;
    }
    putchar('\n');
}

struct tool_text_time tool_text_now(const char *format)
{
    struct tool_text_time out = {""};
    const time_t now = time(NULL);
    struct tm utc;
    if (gmtime_r(&now, &utc) != NULL)
        strftime(out.text, sizeof out.text, format, &utc);
    return out;
}

void tool_text_bytes(uint64_t bytes, char out[32])
{
    if (bytes < 1000)
        snprintf(out, 32, "%" PRIu64 " bytes", bytes);
    else if (bytes < 1000000)
        snprintf(out, 32, "%.1f kB", (double)bytes * 1e-3);
    else
        snprintf(out, 32, "%.1f MB", (double)bytes * 1e-6);
}

static const char run_prefix[] = "run: ";
static const char *run_name = "run";

void tool_text_name_run(const char *command)
{
    run_name = command;
}

const char *tool_text_run_name(void)
{
    return run_name;
}

void tool_text_complain(const char *format, ...)
{
    char raw[2048], safe[4096];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(raw, sizeof raw, format, arguments);
    va_end(arguments);
    tool_text_escape(raw, safe, sizeof safe);
    size_t length = sizeof run_prefix - 1;
    if (strncmp(safe, run_prefix, length) == 0)
        fprintf(stderr, "understudy: %s: %s\n", run_name, safe + length);
    else
        fprintf(stderr, "understudy: %s\n", safe);
}

static volatile atomic_int reader_is_gone; /* set by a signal */

static void note_reader(void)
{
    reader_is_gone = 1;
}

void tool_text_survive_readers(void)
{
    us_interruption_survive_readers(note_reader);
}

/* The text that printf would print, from malloc; NULL if memory runs out. */
static char *format_text(const char *format, va_list words)
{
    va_list again;
    va_copy(again, words);
    int length = vsnprintf(NULL, 0, format, words);
    char *text = length >= 0 ? malloc((size_t)length + 1) : NULL;
    if (text != NULL)
        vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}

void tool_text_print_line(FILE *out, const char *format, ...)
{
    char piece[16];
    va_list words;
    va_start(words, format);
    char *text = format_text(format, words);
    va_end(words);
    for (const char *at = text != NULL ? text : "out of memory"; *at != '\0';) {
        at = escape_one(at, piece);
        fputs(piece, out);
    }
    fputc('\n', out);
    free(text);
}

void tool_text_put(struct us_writer *out, const char *format, ...)
{
    va_list words;
    va_start(words, format);
    char *text = format_text(format, words);
    va_end(words);
    us_writer_text(out, text != NULL ? text : "");
    out->failed = out->failed || text == NULL;
    free(text);
}

bool tool_text_put_file(struct us_writer *out, const char *path, size_t most)
{
    enum { STEP = 1 << 16 };
    FILE *file = us_path_stream(path);
    if (file == NULL)
        return false;
    const size_t before = out->size;
    uint8_t *to;
    size_t length = 0;
    while ((to = us_writer_reserve(out, STEP)) != NULL && out->size - before <= most &&
           (length = fread(to, 1, STEP, file)) > 0)
        out->size += length;
    int reason = ferror(file) != 0           ? errno
                 : out->failed               ? ENOMEM
                 : out->size - before > most ? EFBIG
                                             : 0;
    fclose(file);
    errno = reason;
    return reason == 0;
}

char *tool_text_read(const char *path, size_t most)
{
    struct us_writer text = {0};
    bool is_read = tool_text_put_file(&text, path, most);
    int reason = is_read ? ENOMEM : errno;
    us_writer_u8(&text, '\0');
    if (is_read && !text.failed)
        return (char *)text.bytes;
    us_writer_finish(&text);
    errno = reason;
    return NULL;
}

void tool_text_put_xml(struct us_writer *out, const char *text)
{
    char safe[2048];
    tool_text_escape(text, safe, sizeof safe);
    for (const char *at = safe; *at != '\0'; at++) {
        const char *entity = *at == '&'   ? "&amp;"
                             : *at == '<' ? "&lt;"
                             : *at == '>' ? "&gt;"
                             : *at == '"' ? "&quot;"
                                          : NULL;
        us_writer_put(out, entity != NULL ? entity : at, entity != NULL ? strlen(entity) : 1);
    }
}

int tool_text_flush(int code)
{
    errno = 0;
    bool failed = fflush(stdout) != 0;
    int reason = errno;
    if ((!failed && ferror(stdout) == 0) || reader_is_gone)
        return code;
    tool_text_complain("the output could not be written%s%s", reason != 0 ? ": " : "",
                       reason != 0 ? strerror(reason) : "");
    return TOOL_EXIT_OUTPUT;
}
