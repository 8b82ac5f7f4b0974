/* Whatever the patch: it is refused, or the lines outside the changed ones are the same bytes, and
   what a block replaced is what it named, but for white space and typography. Files have few
   different lines, so that places are ambiguous often. */
#include "edit/file_text.h"
#include "edit_case.h"
#include "test_random.h"

#define ROUNDS 20000

static const char *const texts[] = {"if (x) {",
                                    "}",
                                    "",
                                    "    call(one, two);",
                                    "\treturn x;",
                                    "return x;",
                                    "say(\"a\");",
                                    "else",
                                    "  indented",
                                    "...",
                                    "    }",
                                    "other_call(three);"};
static const char *const ends[] = {"\n", "\n", "\n", "\r\n"};

static const char *random_text(Random *random)
{
    return texts[random_below(random, COUNT(texts))];
}

static Str random_file(Arena *arena, Random *random, uint32_t *count)
{
    Buf file = buf_open(arena, 0);
    const char *end = ends[random_below(random, COUNT(ends))];
    bool mixed = !random_below(random, 6), bare = !random_below(random, 4);
    buf_put(&file, random_below(random, 8) ? (Str){0} : STR("\xEF\xBB\xBF"));
    *count = random_below(random, 14);
    for (uint32_t i = 0; i < *count; i++) {
        buf_put(&file, str_from(random_text(random)));
        if (mixed)
            end = ends[random_below(random, COUNT(ends))];
        if (i + 1 < *count || !bare)
            buf_put(&file, str_from(end));
    }
    return buf_str(&file);
}

/* A line as a model may write it. */
static void put_damaged(Buf *patch, Random *random, Str line)
{
    switch (random_below(random, 12)) {
    case 0: buf_put(patch, str_trim(line)); break;
    case 1: buf_put(patch, str_join(patch->arena, line, STR("  "))); break;
    case 2: buf_put(patch, str_join(patch->arena, STR("    "), line)); break;
    case 3: buf_put(patch, str_from(random_text(random))); break;
    default: buf_put(patch, line);
    }
    buf_put_byte(patch, '\n');
}

/* A block that replaces some lines of the file; *old is its old text. */
static Str random_block(Arena *arena, Random *random, const FileText *file, Str *old)
{
    Buf patch = buf_open(arena, 0);
    uint32_t lines = (uint32_t)file->count;
    uint32_t from = random_below(random, lines + 1), count = 1 + random_below(random, 4);
    buf_put(&patch, STR("a.c\n<<<<<<< SEARCH\n"));
    size_t begin = patch.len;
    for (uint32_t i = from; i < MIN(from + count, lines); i++)
        put_damaged(&patch, random, file->lines[i].text);
    *old = str_copy(arena, str_from_offset(buf_str(&patch), begin));
    buf_put(&patch, STR("=======\n"));
    for (uint32_t i = from; i < MIN(from + count, lines); i++) {
        if (random_below(random, 2))
            put_damaged(&patch, random, file->lines[i].text);
        if (!random_below(random, 3))
            put_damaged(&patch, random, str_from(random_text(random)));
    }
    buf_put(&patch, STR(">>>>>>> REPLACE\n"));
    return buf_str(&patch);
}

/* How many first or last lines two files have in common, to the byte but for the end of the last
   line of a file. */
static size_t count_common(const FileText *a, const FileText *b, size_t limit, bool at_end)
{
    size_t count = 0;
    for (; count < limit; count++) {
        size_t x = at_end ? a->count - 1 - count : count, y = at_end ? b->count - 1 - count : count;
        bool is_last = x + 1 == a->count || y + 1 == b->count;
        if (!str_equal(a->lines[x].text, b->lines[y].text) ||
            (!is_last && !str_equal(a->lines[x].end, b->lines[y].end)))
            break;
    }
    return count;
}

/* Whether the old lines are among the file's lines [first, last], in order and without gaps, in the
   most tolerant normal form. Left-out lines, and outer lines that may differ, are no evidence. */
static bool was_named(Arena *arena, const FileText *file, Str old, size_t first, size_t last)
{
    FileText lines = file_text_read(arena, old);
    for (size_t i = first; i < last; i++) {
        Str wanted = file_text_normal(arena, file->lines[i].text, MATCH_UNICODE);
        bool found = false;
        for (size_t l = 0; l < lines.count; l++)
            found = found ||
                    str_equal(wanted, file_text_normal(arena, lines.lines[l].text, MATCH_UNICODE));
        if (!found)
            return false;
    }
    return true;
}

typedef struct OneFile {
    Str content;
} OneFile;

static bool read_one(void *state, Arena *arena, Str path, Str *bytes, bool *found, Err *err)
{
    (void)arena;
    (void)err;
    *found = str_equal(path, STR("a.c"));
    *bytes = *found ? ((const OneFile *)state)->content : (Str){0};
    return true;
}

static bool holds(Arena *arena, const FileText *before, const EditFile *file, Str old)
{
    FileText after = file_text_read(arena, file->after);
    size_t shorter = MIN(before->count, after.count);
    size_t head = count_common(before, &after, shorter, false);
    size_t tail = count_common(before, &after, shorter - head, true);
    bool left_out = str_find(old, STR("...")) != STR_NONE;
    size_t above = file->start ? file->start - 1 : 0, below = after.count - file->end;
    bool is_told = !file->start || (above <= shorter && below <= shorter &&
                                    count_common(before, &after, above, false) == above &&
                                    count_common(before, &after, below, true) == below);
    return is_told && after.mark_bytes == before->mark_bytes &&
           (left_out || was_named(arena, before, old, head, before->count - tail));
}

TEST(a_patch_is_refused_or_changes_only_what_it_names)
{
    Random random = {20261127};
    size_t applied = 0;
    for (int round = 0; round < ROUNDS; round++) {
        arena_reset(test_arena());
        Arena *arena = test_arena();
        uint32_t count;
        OneFile one = {random_file(arena, &random, &count)};
        FileText before = file_text_read(arena, one.content);
        Str old, patch = random_block(arena, &random, &before, &old);
        EditTree tree = {.read = read_one, .state = &one, .may_drop = true};
        EditSet set;
        Err err = {0};
        REQUIRE(edit_read_patch(arena, patch, &tree, &set, &err));
        EXPECT(!set.files.len || !set.refused.len);
        EXPECT(set.files.len || set.refused.len);
        if (!set.files.len)
            continue;
        applied++;
        if (!holds(arena, &before, &set.files.ptr[0], old)) {
            printf("round %d\n<%.*s>\n%.*s<%.*s> %u-%u\n", round, STR_ARG(one.content),
                   STR_ARG(patch), STR_ARG(set.files.ptr[0].after), set.files.ptr[0].start,
                   set.files.ptr[0].end);
            REQUIRE(false);
        }
    }
    EXPECT(applied > ROUNDS / 10);
}
