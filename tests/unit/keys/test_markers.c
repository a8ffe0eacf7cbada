/* SPDX-License-Identifier: MIT */
/* Hazard: names of markers that are no text, or more of them than memory is for. */
#include "support.h"

#include "core/keys/key_source.h"
#include "core/recording/format.h"

/* Whether the bytes are text of a form that Unicode allows (table 3-7 of its standard): a second
 * way to say it, one code point after the other. */
static bool is_well_formed(const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size;) {
        unsigned lead = bytes[i], more = lead < 0x80   ? 0
                                         : lead < 0xc0 ? 9
                                         : lead < 0xe0 ? 1
                                         : lead < 0xf0 ? 2
                                         : lead < 0xf8 ? 3
                                                       : 9;
        if (more == 9 || i + more >= size || lead == 0) /* a name has no NUL */
            return false;
        uint32_t code = more == 0 ? lead : lead & (0x3fu >> more);
        for (unsigned k = 1; k <= more; k++) {
            if ((bytes[i + k] & 0xc0) != 0x80)
                return false;
            code = code << 6 | (bytes[i + k] & 0x3fu);
        }
        static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
        if (code < least[more] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
            return false;
        i += more + 1;
    }
    return true;
}

/* All of two bytes, and all borders of three and four. */
TEST(text_is_known)
{
    static const uint8_t borders[] = {0x00, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf,
                                      0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee,
                                      0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff};
    enum { BORDERS = sizeof borders };
    for (unsigned i = 0; i < 65536; i++) {
        uint8_t bytes[2] = {(uint8_t)(i >> 8), (uint8_t)i};
        assert_int_equal(us_format_is_text(bytes, 2), is_well_formed(bytes, 2));
        assert_int_equal(us_format_is_text(bytes, 1), is_well_formed(bytes, 1));
    }
    for (unsigned i = 0; i < BORDERS * BORDERS * BORDERS * BORDERS; i++) {
        uint8_t bytes[4] = {borders[i % BORDERS], borders[i / BORDERS % BORDERS],
                            borders[i / BORDERS / BORDERS % BORDERS],
                            borders[i / BORDERS / BORDERS / BORDERS]};
        assert_int_equal(us_format_is_text(bytes, 4), is_well_formed(bytes, 4));
        assert_int_equal(us_format_is_text(bytes, 3), is_well_formed(bytes, 3));
    }
    assert_true(us_format_is_text(NULL, 0));
}

/* The file of a case, and what is read of it. */
static struct animation_file file;
static struct us_recording recording;

static enum us_result read(void)
{
    uint64_t size;
    uint8_t *bytes = animation_bytes(&file, &size);
    us_recording_finish(&recording);
    enum us_result result = us_recording_decode(bytes, size, &recording, NULL);
    if (result != US_OK)
        free(bytes);
    animation_finish(&file);
    return result;
}

static void begin(unsigned count, const char *name, unsigned length)
{
    animation_init(&file);
    animation_add(&file, ANIMATION_CAMERA, 0, 1);
    animation_add(&file, ANIMATION_CAMERA, 1, 1);
    file.marker_count = count;
    for (unsigned i = 0; i < count; i++)
        file.markers[i] = (struct animation_marker){0.25f, name, length};
}

/* What a recording says of a marker of this name. */
static void check_mended(const char *bytes, unsigned length, const char *mended)
{
    begin(2, bytes, length);
    /* The byte behind the name, the first of this time, would go on with "\xc3". */
    file.markers[1] = (struct animation_marker){0x1.000178p-2f, "next", 4};
    assert_int_equal(read(), US_OK);
    assert_string_equal(recording.markers[0].name, mended);
    assert_int_equal(recording.markers[0].name_length, strlen(mended));
    assert_int_equal(recording.repaired_names, strcmp(bytes, mended) != 0);
}

/* What is text stays, and each byte that is none becomes U+FFFD. */
TEST(names_are_mended)
{
    static const struct {
        const char *bytes, *mended;
    } cases[] = {
        {"plain", "plain"},
        {"", ""},
        {"a\xff"
         "b",
         "a\xef\xbf\xbd"
         "b"},
        {"\xc3", "\xef\xbf\xbd"},
        {"\xc3\xbc\xc3", "\xc3\xbc\xef\xbf\xbd"},
        {"\xff\xfe", "\xef\xbf\xbd\xef\xbf\xbd"},
        {"\xe2\x82", "\xef\xbf\xbd\xef\xbf\xbd"},
        {"\xe2\x82\xac\x80", "\xe2\x82\xac\xef\xbf\xbd"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        check_mended(cases[i].bytes, (unsigned)strlen(cases[i].bytes), cases[i].mended);
}

/* What follows the end of a name does not belong to it. */
TEST(a_name_ends_where_its_length_says)
{
    static const char name[] = "a\xc3\xbc";
    check_mended(name, 2, "a\xef\xbf\xbd");
    check_mended(name, 3, name);
}

TEST(a_name_that_is_no_text_is_mended_and_counted)
{
    begin(3,
          "a\xff"
          "b",
          3);
    file.markers[1] = (struct animation_marker){0.5f, "fine", 4};
    assert_int_equal(read(), US_OK);
    assert_int_equal(recording.marker_count, 3);
    assert_int_equal(recording.repaired_names, 2);
    assert_string_equal(recording.markers[0].name, "a\xef\xbf\xbd"
                                                   "b");
    assert_int_equal(recording.markers[0].name_length, 5);
    assert_string_equal(recording.markers[1].name, "fine");
    assert_int_equal(recording.markers[1].name_length, 4);
}

/* Names of just as many bytes as are read, and of one more. */
TEST(names_have_a_limit_together)
{
    enum { EACH = US_MARKERS_NAMES_MOST / 4 };
    char *name = malloc(EACH + 1);
    assert_non_null(name);
    memset(name, 'n', EACH + 1);
    for (unsigned over = 0; over < 2; over++) {
        begin(4, name, EACH);
        file.markers[3].length += over;
        assert_int_equal(read(), over ? US_ERROR_COUNT : US_OK);
        if (!over)
            assert_int_equal(recording.markers[3].name_length, EACH);
    }
    free(name);
}

TESTS_MAIN(text_is_known, names_are_mended, a_name_ends_where_its_length_says,
           a_name_that_is_no_text_is_mended_and_counted, names_have_a_limit_together)
