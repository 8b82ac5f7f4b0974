#include "test.h"

#include "search/text.h"
#include "text/tokens.h"
#include "view/hits.h"

/* ---- lines of a file ---- */

static TextLines lines_of(const char *pattern, Str content, TextPage page)
{
    static const char *const name = "a.txt";
    Arena *arena = test_arena();
    Pattern *compiled SCOPED(pattern_close) = NULL;
    FsTree tree SCOPED(fs_tree_close) = {.fd = -1};
    TextLines lines = {0};
    Err err = {0};
    test_file(name, content);
    EXPECT(pattern_open(arena, str_from(pattern), (PatternOptions){0}, &compiled, &err));
    EXPECT(fs_tree_open(arena, &(FsPolicy){0}, str_from(test_directory()), &tree, &err));
    TextSearch search = {&tree, compiled, NULL, .matches = false};
    TextFile file = {.path = str_from(name), .size = content.len};
    EXPECT(text_count(&search, &file, 1, &err));
    EXPECT_INT(file.state, TEXT_SEARCHED);
    EXPECT(text_lines(arena, arena, &search, &file, &page, &lines));
    EXPECT_INT(lines.hits + lines.skipped, MIN(file.hits, page.limit + lines.skipped));
    return lines;
}

/* `3* 4 5*`: line numbers, a star for hits. */
static Str shape(const char *pattern, Str content, TextPage page)
{
    TextLines lines = lines_of(pattern, content, page);
    Buf out = buf_open(test_arena(), 0);
    for (size_t i = 0; i < lines.list.len; i++)
        buf_printf(&out, "%s%u%s", i ? " " : "", (unsigned)lines.list.ptr[i].line,
                   lines.list.ptr[i].matches ? "*" : "");
    return buf_str(&out);
}

static const char ten[] = "a\nb\nx\nd\nx\nf\ng\nh\nx\nj\n";

TEST(text_lines_between_neighbours)
{
    EXPECT_STR(shape("x", str_from(ten), (TextPage){.limit = 9}), "3* 5* 9*");
    EXPECT_STR(shape("x", str_from(ten), (TextPage){.limit = 9, .merge = 1}), "3* 5* 9*");
    EXPECT_STR(shape("x", str_from(ten), (TextPage){.limit = 9, .merge = 2}), "3* 4 5* 9*");
    EXPECT_STR(shape("x", str_from(ten), (TextPage){.limit = 9, .merge = 4}), "3* 4 5* 6 7 8 9*");
}

TEST(text_lines_around_hits)
{
    EXPECT_STR(shape("x", str_from(ten), (TextPage){.limit = 9, .context = 1}),
               "2 3* 4 5* 6 8 9* 10");
    EXPECT_STR(shape("x", str_from(ten), (TextPage){.limit = 9, .context = 20}),
               "1 2 3* 4 5* 6 7 8 9* 10");
    EXPECT_STR(shape("a", str_from("a"), (TextPage){.limit = 9, .context = 2}), "1*");
}

TEST(text_lines_of_a_page)
{
    EXPECT_STR(shape("x", str_from(ten), (TextPage){.limit = 2}), "3* 5*");
    EXPECT_STR(shape("x", str_from(ten), (TextPage){.limit = 2, .after_line = 3}), "5* 9*");
    EXPECT_STR(shape("x", str_from(ten), (TextPage){.limit = 2, .after_line = 9}), "");
}

TEST(text_long_lines_are_cut_around_the_match)
{
    Arena *arena = test_arena();
    Buf content = buf_open(arena, 0);
    buf_put_repeat(&content, STR("ä "), 20000);
    buf_put(&content, STR("NEEDLE"));
    buf_put_repeat(&content, STR(" ö"), 20000);
    buf_put(&content, STR("NEEDLE\nNEEDLE\n"));
    TextLines lines = lines_of("NEEDLE", buf_str(&content), (TextPage){.limit = 9});
    REQUIRE(lines.list.len == 2);
    const TextLine *line = &lines.list.ptr[0];
    EXPECT(line->more_before && line->more_behind && line->text.len < 700);
    EXPECT_STR(str_slice(line->text, line->match_start, line->match_end), "NEEDLE");
    EXPECT(str_is_utf8(line->text));
    EXPECT_INT(lines.list.ptr[1].line, 2);
    for (size_t width = 10; width < 200; width += 7) {
        Str shown = hits_excerpt(arena, line, width);
        EXPECT(str_is_utf8(shown) && str_starts(shown, STR("…")));
        EXPECT(width < 20 || shown.len <= width);
        EXPECT(width < 20 || str_find(shown, STR("NEEDLE")) != STR_NONE);
    }
}

TEST(text_matches_across_pieces_of_a_line_are_found)
{
    Arena *arena = test_arena();
    for (size_t at = SEARCH_SLICE_BYTES - 8; at < SEARCH_SLICE_BYTES + 8; at++) {
        Buf content = buf_open(arena, 0);
        buf_put_repeat(&content, STR("."), at);
        buf_put(&content, STR("NEEDLE"));
        buf_put_repeat(&content, STR("."), SEARCH_SLICE_BYTES);
        TextLines lines = lines_of("NEEDLE", buf_str(&content), (TextPage){.limit = 9});
        REQUIRE(lines.list.len == 1);
        EXPECT_INT(lines.list.ptr[0].offset, at);
    }
}

TEST(text_files_larger_than_a_window)
{
    Arena *arena = test_arena();
    Buf content = buf_open(arena, 0);
    for (int i = 1; content.len < SEARCH_WINDOW_BYTES + MB; i++)
        buf_printf(&content, "line %d%s\n", i, i % 100000 ? "" : " NEEDLE");
    TextLines lines = lines_of("NEEDLE", buf_str(&content), (TextPage){.limit = 99, .context = 1});
    EXPECT_INT(lines.text.len, 0);
    REQUIRE(lines.hits == 3 || lines.hits == 4);
    for (size_t i = 1; i < lines.list.len; i += 3)
        EXPECT_INT(lines.list.ptr[i].line, (i / 3 + 1) * 100000);
}

/* ---- excerpts and answers ---- */

static Str excerpt(const char *text, size_t start, size_t end, size_t width)
{
    TextLine line = {
        .line = 1, .matches = 1, .text = str_from(text), .match_start = start, .match_end = end};
    return hits_excerpt(test_arena(), &line, width);
}

TEST(hits_excerpts)
{
    EXPECT_STR(excerpt("    short line  ", 4, 9, 40), "short line");
    EXPECT_STR(excerpt("\ta\tb", 1, 2, 40), "a b");
    EXPECT_STR(excerpt("0123456789012345678901234567890123456789MATCH", 40, 45, 26),
               "…567890123456789MATCH");
    EXPECT_STR(excerpt("MATCH0123456789012345678901234567890123456789", 0, 5, 26),
               "MATCH012345678901234…");
}

TEST(hits_cursor_round_trip)
{
    HitCursor cursor = {1, UINT64_MAX, 70000}, back;
    EXPECT(hits_cursor_parse(hits_cursor(test_arena(), cursor), &back));
    EXPECT(back.query == 1 && back.stamp == UINT64_MAX && back.line == 70000);
    EXPECT(!hits_cursor_parse(STR(""), &back));
    EXPECT(!hits_cursor_parse(STR("0123456789abcdef0123456789abcdef"), &back));
    EXPECT(!hits_cursor_parse(STR("0123456789abcdef0123456789abcdeg1"), &back));
}

TEST(hits_keep_the_ceiling)
{
    Arena *arena = test_arena();
    HitAnswer answer = {.pattern = STR("x"), .hits = 500, .files = 100, .searched = 100};
    const HitSymbol symbol = {STR("some_quite_long::Qualified::name_of_a_symbol"), SYMBOL_FUNCTION,
                              1, 9, false};
    for (int i = 0; i < 100; i++) {
        Buf text = buf_open(arena, 0);
        buf_put_repeat(&text, STR("wide "), 100);
        TextLine *lines = NEW(arena, TextLine, 2);
        const HitSymbol **symbols = NEW(arena, const HitSymbol *, 2);
        lines[0] = (TextLine){.line = 3, .matches = 1, .text = buf_str(&text), .match_end = 4};
        lines[1] = (TextLine){.line = 4, .matches = 1, .text = buf_str(&text), .match_end = 4};
        symbols[0] = symbols[1] = &symbol;
        Str path = str_format(arena, "a/rather/long/path/to/a/directory/with/file%d.c", i);
        *VEC_PUSH(arena, &answer.list) =
            (HitFile){.path = path, .hits = 2, .lines = lines, .count = 2, .symbols = symbols};
    }
    for (ViewFormat format = VIEW_TEXT; format < VIEW_FORMAT_COUNT; format++) {
        Buf out = buf_open(arena, 0);
        hits_write(&out, test_scratch(), format, &answer);
        size_t factor = format == VIEW_JSON ? 2 : 1;
        EXPECT(tokens_of_bytes(out.len) <=
               factor * (SEARCH_FRAME_TOKENS + 200 * SEARCH_LINE_TOKENS));
        EXPECT(str_find(buf_str(&out), STR("cursor")) != STR_NONE);
    }
}
