/* SPDX-License-Identifier: MIT */
/* Hazard: a file that is no recording is called something that it is not, or is read beyond its
 * end. */
#include "support.h"

#include "core/base/file.h"

static const char *kind_of(const char *bytes, size_t size, const char **out_advice)
{
    struct guarded guarded = guarded_copy(bytes, size);
    const char *kind = us_file_foreign_kind(guarded.bytes, size, out_advice);
    guarded_free(&guarded);
    return kind;
}

static void check(const char *bytes, size_t size, const char *expected)
{
    const char *advice = "x";
    const char *kind = kind_of(bytes, size, &advice);
    if (expected == NULL)
        assert_null(kind);
    else if (kind == NULL || strcmp(kind, expected) != 0)
        fail_msg("%s, and not %s", kind != NULL ? kind : "nothing", expected);
}

#define CHECK(text, expected) check(text, sizeof text - 1, expected)

/* By the formats' own specifications; whole, with something behind it, and one byte short. */
TEST(known_kinds)
{
    static const struct {
        const char *bytes;
        size_t size;
        const char *kind, *advice;
    } cases[] = {
        {"\x89PNG\r\n\x1a\n", 8, "a PNG image", NULL},
        {"\xff\xd8\xff", 3, "a JPEG image", NULL},
        {"GIF8", 4, "a GIF image", NULL},
        {"PK\x03\x04", 4, "a ZIP archive", "unpack it"},
        {"\x1f\x8b", 2, "a file compressed by gzip", "unpack it"},
        {"\xfd\x37zXZ\0", 6, "a file compressed by xz", "unpack it"},
        {"\x28\xb5\x2f\xfd", 4, "a file compressed by zstd", "unpack it"},
        {"\0\0\0\x20"
         "ftyp",
         8, "an MP4 video", NULL},
        {"OggS", 4, "an Ogg file", NULL},
        {"%PDF-", 5, "a PDF document", NULL},
        {"\x7f"
         "ELF",
         4, "a program", NULL},
        {"version https://git-lfs.github.com/spec/v1", 42, "a placeholder of Git LFS",
         "run 'git lfs pull'"},
        {"\x1a\x10\0\0\x02$schema\0", 13, "a recording in XROR",
         "type 'understudy convert FILE -o NEW.mcap' and use the new file"},
        {"\x69\x3d\x2d\x44", 4, "a Beat Saber replay",
         "type 'understudy convert FILE -o NEW.mcap' and use the new file"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char bytes[64] = "";
        const char *advice = "x";
        memcpy(bytes, cases[i].bytes, cases[i].size);
        check(bytes, cases[i].size, cases[i].kind);
        check(bytes, sizeof bytes, cases[i].kind);
        assert_string_equal(kind_of(bytes, cases[i].size, &advice), cases[i].kind);
        if (cases[i].advice == NULL)
            assert_null(advice);
        else
            assert_string_equal(advice, cases[i].advice);
        const char *shorter = kind_of(bytes, cases[i].size - 1, &advice);
        assert_true(shorter == NULL || strcmp(shorter, "a text file") == 0);
        assert_null(advice);
    }
}

TEST(texts)
{
    CHECK("hello\n", "a text file");
    CHECK("h", "a text file");
    CHECK("{}", "a JSON file");
    CHECK("[", "a JSON file");
    CHECK(" \t\r\n {", "a JSON file");
    CHECK("\xef\xbb\xbf{", "a JSON file");
    CHECK("\xef\xbb\xbf", "a text file");
    CHECK("\xef\xbb", "a text file");
    CHECK("<html>", "an XML or HTML file");
    CHECK("\n\f<", "a text file"); /* a form feed begins no document */
    CHECK("  <", "an XML or HTML file");
    CHECK("   ", "a text file");
    CHECK("a{", "a text file");
    CHECK("Gr\xc3\xbc\xc3\x9f"
          "e",
          "a text file");
}

/* One control character is enough. */
TEST(what_is_no_text)
{
    CHECK("", NULL);
    for (int c = 0; c < 256; c++) {
        char bytes[3] = {'a', (char)c, 'b'};
        bool control = (c < 0x20 && c != '\t' && c != '\n' && c != '\r' && c != '\f') || c == 0x7f;
        check(bytes, 3, control ? NULL : "a text file");
        char last[2] = {'a', (char)c};
        check(last, 2, control ? NULL : "a text file");
    }
}

int main(void)
{
    return RUN_TESTS(known_kinds, texts, what_is_no_text);
}
