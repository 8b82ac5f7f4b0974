/* Tests that a change keeps in the text and takes out of the run without a mark: hidden by a second
   one of the name, within a string, in a class without its base, in a file that no runner looks at;
   and failures that nobody waits for. */
#include "review/rule_functions.h"

#include "base/path.h"
#include "review/test_words.h"
#include "text/lines.h"

/* ---- symbols ---- */

/* The line with the symbol's name. */
static Str line_of(const ChangeSide *side, const Symbol *symbol)
{
    Str rest = str_from_offset(side->text, lines_start_at(side->text, symbol->name_start));
    Str line = {0};
    str_take_line(&rest, &line);
    return line;
}

static bool is_test(const ChangeSide *side, const Symbol *symbol)
{
    return symbol_is_function(symbol->kind) &&
           review_declares_test(side->outline.language, line_of(side, symbol));
}

/* How many tests have the name, parent and signature of this one. */
static size_t count_twins(const ChangeSide *side, const Symbol *symbol)
{
    size_t count = 0;
    for (size_t i = 0; i < side->outline.symbols.len; i++) {
        const Symbol *other = &side->outline.symbols.ptr[i];
        count += str_equal(other->name, symbol->name) && other->depth == symbol->depth &&
                 str_equal(other->signature, symbol->signature) &&
                 (other->parent == symbol->parent) && is_test(side, other);
    }
    return count;
}

/* A test that the later one of the same name replaces. */
static void find_twins(const ReviewFind *find, const ChangedFile *file)
{
    for (size_t i = 0; i < file->symbols.len; i++) {
        const ChangedSymbol *changed = &file->symbols.ptr[i];
        if (changed->new_symbol == SYMBOL_ABSENT)
            continue;
        const Symbol *symbol = &file->new.outline.symbols.ptr[changed->new_symbol];
        if (!is_test(&file->new, symbol) || count_twins(&file->new, symbol) < 2 ||
            count_twins(&file->old, symbol) > 1)
            continue;
        Finding *finding =
            review_add_symbol(find, changed, STR("two tests have this name: one hides the other"));
        finding->suggestion = STR("give each test a name of its own");
        return;
    }
}

/* A test whose lines are still there, and are no code any more: in a string, or cut off. */
static void find_swallowed(const ReviewFind *find, const ChangedFile *file)
{
    for (size_t i = 0; i < file->symbols.len && !file->new.outline.degraded; i++) {
        const ChangedSymbol *changed = &file->symbols.ptr[i];
        if (changed->kind != CHANGE_REMOVED || changed->old_symbol == SYMBOL_ABSENT)
            continue;
        const Symbol *symbol = &file->old.outline.symbols.ptr[changed->old_symbol];
        Str line = line_of(&file->old, symbol);
        size_t at = str_find(file->new.text, line);
        if (!is_test(&file->old, symbol) || at == STR_NONE)
            continue;
        Finding *finding =
            review_add(find, file, STR("a test is still in the text, but no code any more"));
        finding->key = str_trim(line);
        review_show_line(find, finding, "", line);
        finding->suggestion = STR("remove it, or let it run");
    }
}

/* ---- lines ---- */

/* Bases by which runners know classes of tests. */
static const Str bases[] = {STR_INIT("TestCase"),   STR_INIT("Minitest::Test"),
                            STR_INIT("Test::Unit"), STR_INIT("XCTestCase"),
                            STR_INIT("FunSuite"),   STR_INIT("suite.Suite"),
                            STR_INIT("StringSpec"), STR_INIT("FunSpec")};

static bool has_base(Str line)
{
    for (size_t i = 0; i < COUNT(bases); i++)
        if (str_find(line, bases[i]) != STR_NONE)
            return true;
    return false;
}

/* `class T` of a line that declares a class. */
static Str class_head(Str line)
{
    line = str_trim(line);
    size_t at = str_find(line, STR("class "));
    if (at == STR_NONE || (at && !byte_is_space(line.ptr[at - 1])))
        return (Str){0};
    size_t end = at + 6;
    while (end < line.len && byte_is_word(line.ptr[end]))
        end++;
    return str_slice(line, at, end);
}

/* The removed lines of one hunk after the other, read once. */
typedef struct RemovedLines {
    ReviewLines lines;
    Str next; /* the first line of a later hunk, if there is one */
    bool has_next;
    size_t hunk;
    ReviewTexts list; /* of that hunk */
} RemovedLines;

static void take_hunk(Arena *arena, RemovedLines *removed, size_t hunk)
{
    removed->hunk = hunk;
    removed->list.len = 0;
    while (true) {
        if (!removed->has_next)
            removed->has_next = review_next_line(&removed->lines, &removed->next);
        if (!removed->has_next || removed->lines.hunk > hunk)
            return;
        if (removed->lines.hunk == hunk)
            *VEC_PUSH(arena, &removed->list) = removed->next;
        removed->has_next = false;
    }
}

/* Whether a removed line fits the added one: `fits` compares them. */
static bool replaces(const RemovedLines *removed, Str added, bool (*fits)(Str removed, Str added))
{
    for (size_t i = 0; i < removed->list.len; i++)
        if (fits(removed->list.ptr[i], added))
            return true;
    return false;
}

static bool loses_base(Str removed, Str added)
{
    Str head = class_head(removed);
    return head.len && has_base(removed) && !has_base(added) && str_equal(head, class_head(added));
}

/* Whether the added line is the removed one without the word. */
static bool is_without(Str removed, Str added, Str word)
{
    removed = str_trim(removed);
    added = str_trim(added);
    size_t at = removed.len == added.len + word.len ? str_find(removed, word) : STR_NONE;
    return at != STR_NONE && str_equal(str_slice(removed, 0, at), str_slice(added, 0, at)) &&
           str_equal(str_from_offset(removed, at + word.len), str_from_offset(added, at));
}

static bool loses_wait(Str removed, Str added)
{
    return review_is_assertion(added) && (is_without(removed, added, STR("await ")) ||
                                          is_without(removed, added, STR("return ")));
}

/* Calls that write instead of failing. */
static bool only_writes(Str removed, Str added)
{
    static const Str writes[] = {STR_INIT("t.Log"),        STR_INIT("print("),
                                 STR_INIT("console.log("), STR_INIT("fmt.Print"),
                                 STR_INIT("println!("),    STR_INIT("System.out.print"),
                                 STR_INIT("log."),         STR_INIT("puts ")};
    return review_is_assertion(removed) && !review_is_assertion(added) &&
           review_has_word(added, writes, COUNT(writes));
}

static const struct {
    bool (*fits)(Str removed, Str added);
    const char *what, *suggestion;
} changes[] = {
    {loses_base, "a class of tests loses the base by which it is run", "keep the base"},
    {loses_wait, "nobody waits for the assertion: its failure may not be seen", "wait for it"},
    {only_writes, "a failure is only written now", "let the test fail"},
};

static void find_lines(const ReviewFind *find, const ChangedFile *file)
{
    ReviewLines lines = review_lines(file, false);
    RemovedLines removed = {.lines = review_lines(file, true), .hunk = SIZE_MAX};
    Str line;
    while (review_next_line(&lines, &line)) {
        if (!review_is_test_line(&lines))
            continue;
        if (removed.hunk != lines.hunk)
            take_hunk(find->review->arena, &removed, lines.hunk);
        for (size_t i = 0; i < COUNT(changes); i++)
            if (replaces(&removed, line, changes[i].fits))
                review_tell_line(find, &lines, line, changes[i].what, changes[i].suggestion);
    }
}

/* ---- files ---- */

/* `TestMain` runs the tests of its package only if it calls Run. */
static void find_main(const ReviewFind *find, const ChangedFile *file)
{
    ReviewLines lines = review_lines(file, false);
    Str line;
    while (review_next_line(&lines, &line))
        if (str_starts(line, STR("func TestMain(")) &&
            str_find(file->new.text, STR(".Run(")) == STR_NONE)
            review_tell_line(find, &lines, line, "no test of the package runs",
                             "call Run in TestMain");
}

/* A file whose tests ran by its name. */
static void find_renamed(const ReviewFind *find, const ChangedFile *file)
{
    Str text = file->new.text, line;
    bool old = classify_path(file->old.path, 0, file->old.outline.language) == FILE_TEST;
    bool new = classify_path(file->new.path, 0, file->new.outline.language) == FILE_TEST;
    if (file->status != CHANGE_FILE_RENAMED || !old || new)
        return;
    while (str_take_line(&text, &line)) {
        if (!review_declares_test(file->new.outline.language, line))
            continue;
        Finding *finding =
            review_add(find, file, STR("its name is no longer that of a file of tests"));
        finding->key = file->new.path;
        review_show_line(find, finding, "", line);
        finding->suggestion = STR("keep a name that the runner finds, or say where it is named");
        return;
    }
}

void review_find_hidden(const ReviewFind *find, const ChangedFile *file)
{
    if (!file->new.path.len)
        return;
    find_twins(find, file);
    find_swallowed(find, file);
    find_lines(find, file);
    find_main(find, file);
    find_renamed(find, file);
}
