#include "text/base64.h"
#include "text/budget.h"
#include "text/chars.h"
#include "text/lines.h"
#include "text/nearest.h"
#include "view/format.h"

#include "test.h"

/* ---- budget ---- */

static uint64_t size_of(const char *text)
{
    uint64_t bytes = 0;
    return budget_parse(str_from(text), &bytes) ? bytes : 404;
}

TEST(byte_in_takes_a_nul_byte_for_none)
{
    EXPECT(byte_in(',', ";,") && !byte_in(':', ";,") && !byte_in('\0', ";,"));
}

TEST(budget_accepts_how_people_write_sizes)
{
    EXPECT_INT(size_of("512"), 512);
    EXPECT_INT(size_of("512B"), 512);
    EXPECT_INT(size_of("20KB"), 20480);
    EXPECT_INT(size_of("20 kb"), 20480);
    EXPECT_INT(size_of("1.5MB"), 1536 * 1024);
    EXPECT_INT(size_of("2g"), (int64_t)2 << 30);
    EXPECT(size_of("none") == BUDGET_NONE);
}

TEST(budget_refuses_everything_else)
{
    static const char *const bad[] = {"",
                                      "KB",
                                      "-1",
                                      "1.5",
                                      "1e3",
                                      "20KBB",
                                      "20 K B",
                                      "1.KB",
                                      "0x10",
                                      "99999999999999999999",
                                      "9999999999GB",
                                      "nonex",
                                      "1..5KB"};
    for (size_t i = 0; i < COUNT(bad); i++)
        EXPECT_INT(size_of(bad[i]), 404);
}

TEST(budget_is_written_shortest)
{
    Buf buf = buf_open(test_arena(), 0);
    const uint64_t sizes[] = {0, 512, 20480, 51199, 3 << 20, BUDGET_NONE};
    for (size_t i = 0; i < COUNT(sizes); i++) {
        budget_put(&buf, sizes[i]);
        buf_put_byte(&buf, ' ');
    }
    EXPECT_STR(buf_str(&buf), "0 512 20KB 51199 3MB none ");
}

/* ---- nearest ---- */

TEST(nearest_finds_typing_mistakes_only)
{
    const Str names[] = {STR("budget"), STR("detail"), STR("docs"), STR("format")};
    EXPECT_STR(nearest_find(STR("bugdet"), names, COUNT(names)), "budget");
    EXPECT_STR(nearest_find(STR("Format"), names, COUNT(names)), "format");
    EXPECT_STR(nearest_find(STR("doc"), names, COUNT(names)), "docs");
    EXPECT_STR(nearest_find(STR("verbose"), names, COUNT(names)), "");
    EXPECT_STR(nearest_find(STR("x"), names, COUNT(names)), "");
    EXPECT_STR(nearest_find(STR(""), names, COUNT(names)), "");
}

/* ---- base64 ---- */

TEST(base64_pads)
{
    EXPECT_STR(base64_encode(test_arena(), STR("")), "");
    EXPECT_STR(base64_encode(test_arena(), STR("f")), "Zg==");
    EXPECT_STR(base64_encode(test_arena(), STR("fo")), "Zm8=");
    EXPECT_STR(base64_encode(test_arena(), STR("foob")), "Zm9vYg==");
    EXPECT_STR(base64_encode(test_arena(), STR("\xFF\xEE\x00")), "/+4A");
}

/* ---- lines ---- */

TEST(lines_are_counted_with_and_without_a_last_feed)
{
    EXPECT_INT(lines_count(STR("")), 0);
    EXPECT_INT(lines_count(STR("a")), 1);
    EXPECT_INT(lines_count(STR("a\n")), 1);
    EXPECT_INT(lines_count(STR("a\r\nb")), 2);
    EXPECT_INT(lines_count(STR("\n\n")), 2);
}

TEST(lines_offsets_and_back)
{
    Str text = STR("one\ntwo\n\nfour");
    EXPECT_INT(lines_offset(text, 1), 0);
    EXPECT_INT(lines_offset(text, 2), 4);
    EXPECT_INT(lines_offset(text, 4), 9);
    EXPECT_INT(lines_offset(text, 5), 13);
    EXPECT_INT(lines_at_offset(text, 8), 3);
}

/* A text with a feed after every `width` bytes, larger than one block of the reader. */
static Str feeds_text(size_t len, size_t width)
{
    char *bytes = arena_bytes(test_arena(), len);
    for (size_t i = 0; i < len; i++)
        bytes[i] = i % width == width - 1 ? '\n' : 'x';
    return (Str){bytes, len};
}

static bool open_file(Str content, FsFile *file)
{
    Err err = {0};
    const char *path = test_file("file", content);
    return fs_open(test_arena(), &(FsPolicy){0}, str_from(path), file, &err);
}

TEST(lines_in_a_file_are_those_in_memory)
{
    static const size_t widths[] = {1, 7, 4096, 300000};
    for (size_t i = 0; i < COUNT(widths); i++) {
        Str text = feeds_text(FS_BLOCK_BYTES * 2 + 77, widths[i]);
        uint64_t total = lines_count(text);
        FsFile file SCOPED(fs_close) = {.fd = -1};
        REQUIRE(open_file(text, &file));
        for (uint64_t first = 1; first <= total + 1; first += total / 5 + 1) {
            Err err = {0};
            LineSpan span;
            REQUIRE(lines_find_in_file(test_scratch(), &file, first, 3, &span, &err));
            EXPECT_INT(span.total_lines, total);
            EXPECT_INT(span.total_bytes, text.len);
            EXPECT_INT(span.start, lines_offset(text, first));
            EXPECT_INT(span.end, lines_offset(text, first + 3));
            EXPECT_INT(span.found, first > total ? 0 : MIN(3, total - first + 1));
        }
    }
}

TEST(lines_search_can_be_cancelled)
{
    Err err = {0};
    LineSpan span;
    volatile bool cancel = true;
    FsFile file SCOPED(fs_close) = {.fd = -1};
    REQUIRE(open_file(STR("a\n"), &file));
    file.cancel = &cancel;
    EXPECT(!lines_find_in_file(test_scratch(), &file, 1, 1, &span, &err));
    EXPECT_INT(err.code, ERR_INTERRUPTED);
}

/* ---- characters ---- */

/* Pieces that put characters of every length, and invalid ones, across block borders. */
static Str mixed_text(size_t len, unsigned seed)
{
    static const char *const pieces[] = {
        "a",        "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x98\x80",
        "\xE2\x82", "\xFF",     "\xED\xA0\x80", "plain text of some length ",
        "\xF0\x9F", "\xC3"};
    Buf buf = buf_open(test_arena(), 0);
    while (buf.len < len) {
        seed = seed * 1664525u + 1013904223u;
        buf_put(&buf, str_from(pieces[(seed >> 16) % COUNT(pieces)]));
    }
    return buf_str(&buf);
}

TEST(chars_in_a_file_are_those_of_str)
{
    for (unsigned seed = 1; seed <= 4; seed++) {
        Str text = mixed_text(FS_BLOCK_BYTES + 1000 * seed, seed);
        uint64_t total = str_count_chars(text);
        FsFile file SCOPED(fs_close) = {.fd = -1};
        REQUIRE(open_file(text, &file));
        for (uint64_t first = 0; first <= total + 10; first += total / 7) {
            Err err = {0};
            CharSpan span, in_memory;
            REQUIRE(chars_find_in_file(test_scratch(), &file, first, 1000, &span, &err));
            chars_find(text, first, 1000, &in_memory);
            EXPECT_INT(span.total_chars, total);
            EXPECT_INT(span.start, str_char_offset(text, first));
            EXPECT_INT(span.end, str_char_offset(text, first + 1000));
            EXPECT(memcmp(&span, &in_memory, sizeof span) == 0);
        }
    }
}

TEST(what_others_wrote_does_nothing_to_a_line)
{
    Buf out = buf_open(test_arena(), 0);
    view_put_line_text(&out, STR("a\x1b[31m\n\x7f\xc2\x9b\xe2\x80\xae\xe2\x80\xa8\xff\xc3\xa9z"));
    EXPECT_STR(buf_str(&out), "a [31m     \xef\xbf\xbd\xc3\xa9z");
    Err err;
    err_set(&err, ERR_FAILED, "%s", "a\x1b\n\xc2\x9b\xff\xe2\x80\xae\xc3\xa9");
    EXPECT_STR(str_from(err.message), "a    ?   \xc3\xa9");
}

TEST(hexadecimal_digits)
{
    uint64_t value = 0;
    uint32_t unit = 0;
    char bytes[2];
    EXPECT(str_parse_hex(STR("00fF"), &value) && value == 255);
    EXPECT(str_parse_hex(STR("ffffffffffffffff"), &value) && value == UINT64_MAX);
    EXPECT(!str_parse_hex(STR(""), &value) && !str_parse_hex(STR("0g"), &value));
    EXPECT(!str_parse_hex(STR("10000000000000000"), &value) && value == UINT64_MAX);
    EXPECT(str_is_hex(STR("aB9")) && !str_is_hex((Str){0}) && !str_is_hex(STR("a b")));
    EXPECT(str_is_lower_hex(STR("a9")) && !str_is_lower_hex(STR("A9")));
    EXPECT(str_parse_unit(STR("\\u00e9"), 2, &unit) && unit == 0xE9);
    EXPECT(!str_parse_unit(STR("\\u00e"), 2, &unit) && !str_parse_unit(STR("00x0"), 0, &unit));
    EXPECT(str_parse_bytes(STR("41fF"), bytes) && bytes[0] == 'A' && bytes[1] == (char)255);
    EXPECT(!str_parse_bytes(STR("4g"), bytes));
}
