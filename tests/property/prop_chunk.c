/* Chunks of random texts under random outlines: they are the file, none is too large, no
   declaration that fits is cut, lines are counted right. */
#include "test.h"

#include "base/buf.h"
#include "base/fs.h"
#include "lang/chunk/chunk.h"

#include <glob.h>

#define ROUNDS 3000
#define TEXT_MAX 6000
#define SYMBOL_DEPTH 4

static uint64_t random_state;

static uint32_t random_below(uint32_t limit)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return limit ? (uint32_t)(random_state >> 33) % limit : 0;
}

/* Short lines, long lines, blank lines, CRLF, UTF-8, bytes that are not, a BOM. */
static Str random_text(Arena *arena)
{
    static const char *const pieces[] = {"a",    "b", " ",    "  ",   "\n",       "\n",    "\n\n",
                                         "\r\n", "ä", "日本", "\xff", "\xe2\x82", "word ", "}",
                                         "{",    ",", ";\n",  "\t",   "f();",     "é́"};
    Buf buf = buf_open(arena, 0);
    size_t len = random_below(TEXT_MAX);
    uint32_t line_feeds = random_below(4), kinds = 2 + random_below(COUNT(pieces) - 1);
    if (random_below(8) == 0)
        buf_put(&buf, STR("\xef\xbb\xbf"));
    while (buf.len < len) {
        const char *piece = pieces[random_below(kinds)];
        if (piece[0] == '\n' && random_below(4) < line_feeds)
            continue;
        buf_put(&buf, str_from(piece));
    }
    return buf_str(&buf);
}

/* Where a parser's position may be: not within a character or a line end. */
static uint32_t settle(Str text, uint32_t offset)
{
    size_t at = str_char_floor(text, offset);
    bool in_line_end = at && at < text.len && text.ptr[at] == '\n' && text.ptr[at - 1] == '\r';
    return (uint32_t)at - in_line_end;
}

static void add_symbols(Outline *outline, Str text, uint32_t from, uint32_t to, uint32_t parent)
{
    uint32_t depth = parent ? outline->symbols.ptr[parent - 1].depth + 1 : 0;
    while (depth < SYMBOL_DEPTH && from + 4 < to && random_below(8)) {
        uint32_t lead = settle(text, from + random_below(MIN(60, to - from - 3)));
        uint32_t start = lead + (random_below(2) ? random_below(40) : 0);
        start = settle(text, MIN(start, to - 2));
        uint32_t end = start + 1 + random_below(to - start);
        uint32_t near = start + 1 + random_below(200);
        end = settle(text, random_below(2) ? MIN(end, near) : end);
        if (lead < from || start < lead || end <= start)
            return;
        size_t index = outline->symbols.len;
        *VEC_PUSH(test_arena(), &outline->symbols) =
            (Symbol){.kind = SYMBOL_FUNCTION,
                     .name = STR("f"),
                     .signature = STR("f()"),
                     .start = start,
                     .end = end,
                     .lead = lead,
                     .parent = parent,
                     .depth = (uint16_t)depth,
                     .body = random_below(2) ? start + random_below(end - start) : 0};
        add_symbols(outline, text, settle(text, start + random_below(2)), end, (uint32_t)index + 1);
        outline->symbols.ptr[index].next = (uint32_t)outline->symbols.len;
        from = end;
    }
}

static void add_cuts(Arena *arena, Outline *outline, Str text)
{
    if (random_below(3) == 0)
        return;
    for (size_t at = 1; at < text.len; at++)
        if (text.ptr[at - 1] == '\n' && random_below(3))
            *VEC_PUSH(arena, &outline->cuts) = (CutPoint){(uint32_t)at, 1 + random_below(7)};
}

static void check_chunk(const ChunkPlan *plan, size_t index, size_t size_max)
{
    Chunk chunk = chunk_describe(test_arena(), plan, index, STR("name"));
    Str text = plan->text;
    EXPECT(chunk.end > chunk.start && chunk.end - chunk.start <= size_max);
    EXPECT(chunk.name.len && chunk.type.len);
    EXPECT(str_count_chars(chunk.context) <= CHUNK_CONTEXT_CHARS);
    size_t line = 1;
    for (size_t at = 0; at < chunk.start; at++)
        line += text.ptr[at] == '\n';
    EXPECT_INT(chunk.start_line, line);
    for (size_t at = chunk.start; at + 1 < chunk.end; at++)
        line += text.ptr[at] == '\n';
    EXPECT_INT(chunk.end_line, line);
    if (chunk.end < text.len)
        EXPECT_INT(str_char_floor(text, chunk.end), chunk.end);
    if (chunk.end < text.len && text.ptr[chunk.end] == '\n')
        EXPECT(text.ptr[chunk.end - 1] != '\r');
}

static void check_declaration(const ChunkPlan *plan, const Symbol *symbol, size_t size_max)
{
    if (symbol->end - symbol->start > size_max)
        return;
    for (size_t i = 0; i < plan->marks.len; i++) {
        uint32_t mark = plan->marks.ptr[i].start;
        EXPECT(mark <= symbol->start || mark >= symbol->end);
    }
}

static void check_plan(const Outline *outline, Str text, uint64_t max_tokens)
{
    ChunkPlan plan;
    chunk_plan(test_arena(), test_scratch(), outline, text, max_tokens, &plan);
    size_t size_max = chunk_bytes_max(max_tokens);
    REQUIRE(plan.marks.len >= 1);
    EXPECT_INT(plan.marks.ptr[0].start, 0);
    if (!text.len)
        return;
    size_t end = 0;
    for (size_t i = 0; i < plan.marks.len; i++) {
        EXPECT_INT(plan.marks.ptr[i].start, end);
        check_chunk(&plan, i, size_max);
        end = chunk_describe(test_arena(), &plan, i, STR("name")).end;
    }
    EXPECT_INT(end, text.len);
    for (size_t i = 0; i < outline->symbols.len; i++)
        check_declaration(&plan, &outline->symbols.ptr[i], size_max);
}

TEST(chunks_of_random_texts)
{
    for (uint64_t round = 0; round < ROUNDS; round++) {
        random_state = round;
        Arena *arena = test_arena();
        arena_reset(arena);
        Str text = random_text(arena);
        Outline outline = {.language = lang_at(0)};
        if (random_below(4))
            add_symbols(&outline, text, 0, (uint32_t)text.len, 0);
        add_cuts(arena, &outline, text);
        check_plan(&outline, text, CHUNK_TOKENS_MIN + random_below(round % 3 ? 60 : 600));
    }
}

static void check_sample(const char *path)
{
    Arena *arena = test_arena();
    Err err = {0};
    Str text = {0};
    bool found = false;
    Outline outline;
    arena_reset(arena);
    REQUIRE(fs_read_own(arena, str_from(path), MB, &text, &found, &err));
    chunk_outline(arena, test_scratch(), lang_detect(str_from(path), text), text, NULL, &outline);
    for (uint64_t max_tokens = CHUNK_TOKENS_MIN; max_tokens < 3000; max_tokens += max_tokens / 2)
        check_plan(&outline, text, max_tokens);
}

TEST(chunks_of_samples)
{
    glob_t samples;
    const char *root = test_source_root();
    char *pattern =
        str_terminate(test_arena(), str_format(test_arena(), "%s/languages/*/sample.*", root));
    REQUIRE(glob(pattern, 0, NULL, &samples) == 0);
    for (size_t i = 0; i < samples.gl_pathc; i++)
        if (!str_ends(str_from(samples.gl_pathv[i]), STR(".map")))
            check_sample(samples.gl_pathv[i]);
    globfree(&samples);
}

/* Positions that make no sense cost good places only. */
TEST(chunks_under_wrong_outlines)
{
    for (uint64_t round = 0; round < ROUNDS; round++) {
        random_state = round;
        Arena *arena = test_arena();
        arena_reset(arena);
        Str text = random_text(arena);
        Outline outline = {.language = lang_at(0)};
        for (uint32_t i = 0; i < 40; i++) {
            uint32_t wild = round % 2 ? UINT32_MAX : TEXT_MAX;
            *VEC_PUSH(arena, &outline.symbols) = (Symbol){.kind = SYMBOL_CLASS,
                                                          .start = random_below(wild),
                                                          .end = random_below(wild),
                                                          .lead = random_below(wild),
                                                          .body = random_below(wild),
                                                          .parent = random_below(i + 1),
                                                          .next = random_below(60)};
            *VEC_PUSH(arena, &outline.cuts) = (CutPoint){random_below(wild), random_below(wild)};
        }
        ChunkPlan plan;
        uint64_t max_tokens = CHUNK_TOKENS_MIN + random_below(100);
        chunk_plan(arena, test_scratch(), &outline, text, max_tokens, &plan);
        for (size_t i = 0; text.len && i < plan.marks.len; i++)
            check_chunk(&plan, i, chunk_bytes_max(max_tokens));
    }
}
