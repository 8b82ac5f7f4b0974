/* line_diff beside `git diff -U0`, on texts that look like code and are changed at random; and what
   it promises of any texts: outside of its hunks they are equal, also where it is coarse. */
#include "test.h"

#include <sys/stat.h>

#include "base/buf.h"
#include "base/limits_git.h"
#include "base/proc.h"
#include "git/line_diff.h"
#include "test_random.h"

#define PAIRS 400
#define LINES_MAX 120

typedef struct Lines {
    Str line[4 * LINES_MAX];
    size_t count;
} Lines;

static Str random_line(Random *random)
{
    static const char *const lines[] = {"{",         "}",          "",           "    }",
                                        "    {",     "        }",  "return 0;",  "    return x;",
                                        "        ;", "# note",     "\tfor (;;)", "end",
                                        "",          "    a = b;", "  \t",       "int f(void)"};
    uint32_t which = random_below(random, 2 * COUNT(lines));
    return which < COUNT(lines)
               ? str_from(lines[which])
               : str_format(test_arena(), "%*scall(%u);", (int)(4 * random_below(random, 4)), "",
                            random_below(random, 30));
}

static void insert(Lines *lines, size_t at, Str line)
{
    if (lines->count == COUNT(lines->line))
        return;
    memmove(&lines->line[at + 1], &lines->line[at], (lines->count - at) * sizeof(Str));
    lines->line[at] = line;
    lines->count++;
}

static Str take(Lines *lines, size_t at)
{
    Str line = lines->line[at];
    lines->count--;
    memmove(&lines->line[at], &lines->line[at + 1], (lines->count - at) * sizeof(Str));
    return line;
}

static void edit(Random *random, Lines *lines)
{
    size_t at = random_below(random, (uint32_t)lines->count + 1);
    size_t len = 1 + random_below(random, 6);
    uint32_t what = random_below(random, 4);
    for (size_t i = 0; i < len; i++) {
        if (what == 0)
            insert(lines, at, random_line(random));
        else if (at < lines->count && what == 1)
            take(lines, at);
        else if (at < lines->count && what == 2)
            lines->line[at] = random_line(random);
        else if (at < lines->count)
            insert(lines, random_below(random, (uint32_t)lines->count), take(lines, at));
    }
}

static Str text_of(Random *random, const Lines *lines)
{
    Buf out = buf_open(test_arena(), 0);
    for (size_t i = 0; i < lines->count; i++) {
        buf_put(&out, lines->line[i]);
        if (i + 1 < lines->count || random_below(random, 8))
            buf_put_byte(&out, '\n');
    }
    return buf_str(&out);
}

static void make_pair(Random *random, Str *old, Str *new)
{
    Lines lines = {.count = 0};
    uint32_t count = random_below(random, LINES_MAX), edits = random_below(random, 8);
    for (uint32_t i = 0; i < count; i++)
        lines.line[lines.count++] = random_line(random);
    *old = text_of(random, &lines);
    for (uint32_t i = 0; i < edits; i++)
        edit(random, &lines);
    *new = text_of(random, &lines);
}

/* A part of the text by numbers of lines. */
static Str lines_between(Str text, size_t from, size_t to)
{
    size_t at = 0, begin = 0;
    for (size_t line = 1; line < to && at < text.len; line++) {
        if (line == from)
            begin = at;
        size_t len = str_find_byte(str_from_offset(text, at), '\n');
        at = len == STR_NONE ? text.len : at + len + 1;
        if (line + 1 == from)
            begin = at;
    }
    return from < to ? str_slice(text, from == 1 ? 0 : begin, at) : (Str){0};
}

/* Between the hunks, and behind them, both texts are the same. */
static void check_equal_outside(Str old, Str new, const LineHunkVec *hunks)
{
    size_t old_at = 1, new_at = 1;
    for (size_t i = 0; i <= hunks->len; i++) {
        LineHunk hunk = i < hunks->len ? hunks->ptr[i] : (LineHunk){0};
        size_t old_end = i < hunks->len ? hunk.old_start + !hunk.old_count : SIZE_MAX;
        size_t new_end = i < hunks->len ? hunk.new_start + !hunk.new_count : SIZE_MAX;
        Str a = lines_between(old, old_at, old_end), b = lines_between(new, new_at, new_end);
        EXPECT(str_equal(a, b));
        old_at = old_end + hunk.old_count;
        new_at = new_end + hunk.new_count;
    }
}

static void put_range(Buf *out, char sign, uint32_t start, uint32_t count)
{
    buf_printf(out, count == 1 ? "%c%u" : "%c%u,%u", sign, start, count);
}

static void put_hunks(Buf *out, Str name, const LineHunkVec *hunks)
{
    for (size_t i = 0; i < hunks->len; i++) {
        buf_printf(out, "%.*s @@ ", STR_ARG(name));
        put_range(out, '-', hunks->ptr[i].old_start, hunks->ptr[i].old_count);
        buf_put_byte(out, ' ');
        put_range(out, '+', hunks->ptr[i].new_start, hunks->ptr[i].new_count);
        buf_put(out, STR(" @@\n"));
    }
}

/* What git says of the folders a and b, in the same form. */
static Str asked(void)
{
    Str command = str_format(test_arena(),
                             "cd '%s' && HOME=$PWD GIT_CONFIG_NOSYSTEM=1 git diff --no-index -U0 "
                             "--no-color --no-renames --text a b",
                             test_directory());
    const char *const argv[] = {"bash", "-c", str_terminate(test_arena(), command), NULL};
    ProcResult result;
    Err err;
    Str line, name = {0};
    Buf out = buf_open(test_arena(), 0);
    EXPECT(proc_run(test_arena(), argv, (Str){0}, (ProcLimits){.time_ms = 60000}, &result, &err));
    while (str_take_line(&result.output, &line)) {
        if (str_starts(line, STR("diff --git ")))
            name = str_from_offset(line, line.len - strlen("000"));
        size_t end = str_find(line, STR(" @@"));
        if (str_starts(line, STR("@@ ")) && end != STR_NONE)
            buf_printf(&out, "%.*s %.*s @@\n", STR_ARG(name), STR_ARG(str_slice(line, 0, end)));
    }
    return buf_str(&out);
}

TEST(as_git)
{
    Random random = {24};
    Buf ours = buf_open(test_arena(), 0);
    mkdir(str_terminate(test_arena(), str_format(test_arena(), "%s/a", test_directory())), 0700);
    mkdir(str_terminate(test_arena(), str_format(test_arena(), "%s/b", test_directory())), 0700);
    for (unsigned i = 0; i < PAIRS; i++) {
        Str old, new, name = str_format(test_arena(), "%03u", i);
        LineHunkVec hunks;
        bool coarse;
        Err err;
        make_pair(&random, &old, &new);
        test_file(str_terminate(test_arena(), str_format(test_arena(), "a/%03u", i)), old);
        test_file(str_terminate(test_arena(), str_format(test_arena(), "b/%03u", i)), new);
        REQUIRE(line_diff(test_arena(), old, new, &hunks, &coarse, &err) && !coarse);
        check_equal_outside(old, new, &hunks);
        put_hunks(&ours, name, &hunks);
    }
    Str theirs = asked();
    EXPECT(theirs.len > 0 && str_equal(buf_str(&ours), theirs));
}

static Str many_lines(const char *format, uint32_t count, uint32_t from)
{
    Buf out = buf_open(test_arena(), 0);
    for (uint32_t i = 0; i < count; i++)
        buf_printf(&out, format, from + i);
    return buf_str(&out);
}

TEST(coarse)
{
    Str head = many_lines("line %u\n", LINE_DIFF_LINES_MAX, 0), tail = STR("last\n");
    Str old = str_join(test_arena(), head, str_join(test_arena(), STR("a\nb\nc\n"), tail));
    Str new = str_join(test_arena(), head, str_join(test_arena(), STR("x\n"), tail));
    LineHunkVec hunks;
    bool coarse;
    Err err;
    REQUIRE(line_diff(test_arena(), old, new, &hunks, &coarse, &err));
    EXPECT(coarse);
    REQUIRE(hunks.len == 1);
    EXPECT_INT(hunks.ptr[0].old_start, LINE_DIFF_LINES_MAX + 1);
    EXPECT_INT(hunks.ptr[0].old_count, 3);
    EXPECT_INT(hunks.ptr[0].new_start, LINE_DIFF_LINES_MAX + 1);
    EXPECT_INT(hunks.ptr[0].new_count, 1);
    check_equal_outside(old, new, &hunks);
}

#define COLLIDING_LINES ((uint32_t)1 << 14)
/* Of xdiff's table for both texts. */
#define COLLIDING_BITS 15

/* What xdiff makes of a byte of a line. */
static uint64_t hash_on(uint64_t hash, unsigned char byte)
{
    return (hash + (hash << 5)) ^ byte;
}

/* A line of three bytes more that xdiff puts into the first place of its table: the last byte is
   computed, the two before it are tried. */
static void put_colliding(Buf *out, uint32_t number)
{
    Str head = str_format(test_arena(), "%u:", number);
    uint64_t begun = 5381;
    for (size_t i = 0; i < head.len; i++)
        begun = hash_on(begun, (unsigned char)head.ptr[i]);
    for (unsigned pair = 0; pair < 128 * 128; pair++) {
        unsigned char a = (unsigned char)(pair & 127), b = (unsigned char)(pair >> 7);
        uint64_t before = hash_on(hash_on(begun, a), b) * 33;
        uint64_t c = ((0 - (before >> COLLIDING_BITS)) ^ before) & 255;
        uint64_t hash = before ^ c;
        bool first = ((hash + (hash >> COLLIDING_BITS)) & ((1u << COLLIDING_BITS) - 1)) == 0;
        if (!first || c > 127 || a == '\n' || b == '\n' || c == '\n')
            continue;
        buf_put(out, head);
        buf_put_byte(out, (char)a);
        buf_put_byte(out, (char)b);
        buf_put_byte(out, (char)c);
        break;
    }
    buf_put_byte(out, '\n');
}

TEST(collisions)
{
    Buf texts[2] = {buf_open(test_arena(), 0), buf_open(test_arena(), 0)};
    for (uint32_t i = 0; i < 2 * COLLIDING_LINES; i++)
        put_colliding(&texts[i & 1], i);
    LineHunkVec hunks;
    bool coarse;
    Err err;
    REQUIRE(line_diff(test_arena(), buf_str(&texts[0]), buf_str(&texts[1]), &hunks, &coarse, &err));
    EXPECT(coarse);
    EXPECT_INT(hunks.len, 1);
}
