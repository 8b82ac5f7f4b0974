/* Rules about tests, by the words of test frameworks. Lines are classified by their text, as in
   several languages a test is a call and not a declaration. */
#include "review/rule_functions.h"
#include "review/test_cases.h"
#include "review/test_words.h"

#include "base/map.h"
#include "lang/lang.h"
#include "text/lines.h"

/* Characters of a line and lines of evidence: enough to recognise the test. */
#define SHOWN_CHARS 80
#define SHOWN_MAX 5

/* ---- words ---- */

/* Beginnings of lines that declare a test. */
static const Str declarations[] = {
    STR_INIT("def test"),
    STR_INIT("async def test"),
    STR_INIT("func Test"),
    STR_INIT("func test"),
    STR_INIT("@Test"),
    STR_INIT("@ParameterizedTest"),
    STR_INIT("@RepeatedTest"),
    STR_INIT("#[test]"),
    STR_INIT("#[tokio::test"),
    STR_INIT("it("),
    STR_INIT("test("),
    STR_INIT("it.only("),
    STR_INIT("test.only("),
    STR_INIT("it.skip("),
    STR_INIT("test.skip("),
    STR_INIT("xit("),
    STR_INIT("fit("),
    STR_INIT("xtest("),
    STR_INIT("it.each"),
    STR_INIT("test.each"),
    STR_INIT("it \""),
    STR_INIT("it '"),
    STR_INIT("test \""),
    STR_INIT("specify "),
    STR_INIT("TEST("),
    STR_INIT("TEST_F("),
    STR_INIT("TEST_P("),
    STR_INIT("TEST_CASE("),
    STR_INIT("START_TEST("),
    STR_INIT("[Fact"),
    STR_INIT("[Theory"),
    STR_INIT("[Test]"),
    STR_INIT("[TestMethod]"),
    STR_INIT("@test "),
    STR_INIT("public function test"),
};

static const Str assertions[] = {
    STR_INIT("assert"),    STR_INIT("self.assert"), STR_INIT("expect("),       STR_INIT("expect!"),
    STR_INIT("require."),  STR_INIT("EXPECT"),      STR_INIT("ASSERT"),        STR_INIT("REQUIRE"),
    STR_INIT("CHECK("),    STR_INIT("t.Error"),     STR_INIT("t.Fatal"),       STR_INIT("should"),
    STR_INIT("XCTAssert"), STR_INIT("Assert"),      STR_INIT("$this->assert"),
};
/* Assertions that hold for nearly everything. */
static const Str weak[] = {
    STR_INIT(".toBeDefined("),    STR_INIT(".toBeTruthy("),     STR_INIT("assertTrue(True)"),
    STR_INIT("assertTrue(true)"), STR_INIT("assert True"),      STR_INIT("assert!(true)"),
    STR_INIT("expect(true)"),     STR_INIT("assertIsNotNone("), STR_INIT("assertNotNull("),
    STR_INIT("is not None"),      STR_INIT(".NotNil("),         STR_INIT("EXPECT_TRUE(true)"),
    STR_INIT(" or True"),         STR_INIT("|| true"),          STR_INIT("expect.anything()"),
};

/* `func testAdds` is a test in Swift, `func TestAdds` in Go. */
static bool is_named_test(const Language *language, Str name)
{
    const char *const *names = lang_facts(language)->test_names;
    for (; names && *names; names++)
        if (str_starts(name, str_from(*names)))
            return true;
    return !lang_facts(language)->test_names;
}

bool review_declares_test(const Language *language, Str line)
{
    line = str_trim(line);
    if (str_starts(line, STR("func ")) && !is_named_test(language, str_from_offset(line, 5)))
        return false;
    if (!review_starts_with(line, declarations, COUNT(declarations)))
        return false;
    size_t at = str_find(line, STR("def test"));
    if (at == STR_NONE)
        return true;
    at += 8; /* `def test():` within a test declares none */
    return at < line.len && (line.ptr[at] == '_' || (line.ptr[at] >= 'A' && line.ptr[at] <= 'Z'));
}

bool review_is_assertion(Str line)
{
    line = str_trim(line);
    bool comment = str_starts(line, STR("//")) || str_starts(line, STR("#")) ||
                   str_starts(line, STR("import")) || str_starts(line, STR("from "));
    return !comment && review_has_word(line, assertions, COUNT(assertions));
}

/* Python: `assert (a == b, "why")` asserts that a tuple is not empty. */
static bool asserts_tuple(Str line)
{
    line = str_trim(line);
    if (!str_starts(line, STR("assert (")) || !str_ends(line, STR(")")))
        return false;
    size_t depth = 0;
    bool comma = false;
    char quote = 0;
    for (size_t i = 7; i < line.len; i++) {
        char c = line.ptr[i];
        if (quote || byte_in(c, "'\"")) {
            quote = !quote ? c : c == quote ? 0 : quote;
            continue;
        }
        depth += byte_in(c, "([{");
        comma = comma || (c == ',' && depth == 1);
        if (byte_in(c, ")]}") && !--depth && i + 1 < line.len)
            return false;
    }
    return comma;
}

static bool is_weak(Str line)
{
    if (asserts_tuple(line))
        return true;
    for (size_t i = 0; i < COUNT(weak); i++)
        if (str_find(line, weak[i]) != STR_NONE)
            return true;
    return false;
}

static bool declares(const ChangedFile *file, Str line)
{
    const ChangeSide *side = file->new.path.len ? &file->new : &file->old;
    return review_declares_test(side->outline.language, line);
}

/* ---- the tests of changed files ---- */

/* How often each declaration of a test is added and removed, in all files, and how many tests fewer
   there are. */
typedef struct TestBalance {
    Map added, removed;
    int64_t lost;
    int64_t cases; /* how many rows more the tables of all files have */
} TestBalance;

static void weigh_file(const ChangedFile *file, bool old, TestBalance *balance)
{
    ReviewLines lines = review_lines(file, old);
    Str line;
    while (review_next_line(&lines, &line)) {
        if (!declares(file, line) || !review_is_test_line(&lines))
            continue;
        ++*map_put(old ? &balance->removed : &balance->added, str_trim(line), NULL);
        balance->lost += old ? 1 : -1;
    }
}

/* Takes one occurrence of the line on the other side; false when no more is left. */
static bool take_partner(Map *other, Str line)
{
    uint64_t *count = map_find(other, str_trim(line));
    if (!count || !*count)
        return false;
    --*count;
    return true;
}

/* Tests of one side that occur nowhere on the other; *first is the place of the first. */
static ReviewTexts lone_tests(Arena *arena, const ChangedFile *file, bool old, Map *other,
                              ReviewLines *first)
{
    ReviewTexts lone = {0};
    ReviewLines lines = review_lines(file, old);
    Str line;
    while (review_next_line(&lines, &line)) {
        if (!declares(file, line) || !review_is_test_line(&lines) || take_partner(other, line))
            continue;
        if (!lone.len)
            *first = lines;
        *VEC_PUSH(arena, &lone) = line;
    }
    return lone;
}

/* Whether the change removes code, whose tests are then rightly removed. */
static bool removes_code(const ReviewContext *review)
{
    for (size_t i = 0; i < review->set->files.len; i++) {
        const ChangedFile *file = &review->set->files.ptr[i];
        for (size_t k = 0; k < file->symbols.len; k++)
            if (review_class(review, file) == FILE_SOURCE &&
                file->symbols.ptr[k].kind == CHANGE_REMOVED)
                return true;
    }
    return false;
}

/* Places the finding on the new side where a removed line was. */
static void place_removed(const ReviewLines *lines, Finding *finding)
{
    const LineHunk *hunk = &lines->file->hunks.ptr[lines->hunk - 1];
    bool gone = !lines->file->new.path.len;
    finding->start = finding->end = gone ? lines->line : MAX(hunk->new_start, 1u);
}

void review_show_line(const ReviewFind *find, Finding *finding, const char *what, Str line)
{
    Arena *arena = find->review->arena;
    if (finding->evidence.len == SHOWN_MAX)
        return;
    line = str_cut_chars(arena, str_trim(line), SHOWN_CHARS);
    review_add_evidence(find, finding, str_format(arena, "%s%.*s", what, STR_ARG(line)));
}

/* Tests stay that run fewer cases: rows are gone from their tables. */
static void tell_fewer_cases(const ReviewFind *find, const ChangedFile *file, int64_t count)
{
    if (count <= 0 || !file->new.path.len)
        return;
    Finding *finding = review_add(find, file,
                                  str_format(find->review->arena, "%lld case%s of tests removed",
                                             (long long)count, count == 1 ? " is" : "s are"));
    ReviewLines lines = review_lines(file, true);
    Str line;
    while (review_next_line(&lines, &line)) {
        if (!finding->evidence.len)
            place_removed(&lines, finding);
        if (str_trim(line).len)
            review_show_line(find, finding, "", line);
    }
    finding->key = finding->message;
    finding->suggestion = STR("keep what still holds; say in the commit why the rest goes");
    if (removes_code(find->review))
        finding->severity = MIN(finding->severity, REVIEW_NOTE);
}

/* Removed tests that reappear under another name count as renamed. */
static void tell_removed(const ReviewFind *find, const ChangedFile *file, TestBalance *balance)
{
    Arena *arena = find->review->arena;
    ReviewLines place = {0}, ignored = {0};
    ReviewTexts gone = lone_tests(arena, file, true, &balance->added, &place);
    ReviewTexts come = lone_tests(arena, file, false, &balance->removed, &ignored);
    int64_t fewer = (int64_t)gone.len - (int64_t)come.len;
    int64_t gained = test_cases_gained(&file->old, &file->new);
    int64_t count = MIN(fewer, balance->lost);
    balance->lost -= MAX(count, (int64_t)0);
    if (fewer <= 0 && balance->cases < 0)
        tell_fewer_cases(find, file, -(gained - MIN(fewer, (int64_t)0)));
    count -= MAX(gained, (int64_t)0);
    if (count <= 0)
        return;
    Finding *finding = review_add(
        find, file,
        str_format(arena, "%lld test%s removed", (long long)count, count == 1 ? " is" : "s are"));
    place_removed(&place, finding);
    for (size_t i = 0; i < gone.len; i++)
        review_show_line(find, finding, "", gone.ptr[i]);
    finding->key = finding->evidence.ptr[0];
    finding->suggestion = STR("keep what still holds; say in the commit why the rest goes");
    if (removes_code(find->review))
        finding->severity = MIN(finding->severity, REVIEW_NOTE);
}

/* Examples in docstrings that doctest runs. */
static void tell_doctests(const ReviewFind *find, const ChangedFile *file)
{
    const ChangeSide *new = &file->new;
    if (!new->path.len || !lang_has_docstrings(new->outline.language))
        return;
    size_t before = test_cases_prompts(file->old.text), after = test_cases_prompts(new->text);
    if (after >= before)
        return;
    ReviewLines lines = review_lines(file, true);
    Str line;
    Finding *finding = NULL;
    while (review_next_line(&lines, &line)) {
        if (!test_cases_prompts(line))
            continue;
        if (!finding) {
            finding = review_add(find, file, STR("examples that doctest runs are removed"));
            place_removed(&lines, finding);
            finding->key = str_trim(line);
            finding->suggestion = STR("keep what still holds as an example after >>>");
            if (removes_code(find->review))
                finding->severity = MIN(finding->severity, REVIEW_NOTE);
        }
        review_show_line(find, finding, "", line);
    }
}

bool review_find_removed_tests(const ReviewFind *find, Err *err)
{
    const ReviewContext *review = find->review;
    TestBalance balance = {.added = map_open(review->arena), .removed = map_open(review->arena)};
    (void)err;
    for (size_t i = 0; i < review->set->files.len; i++) {
        const ChangedFile *file = &review->set->files.ptr[i];
        if (!review_holds_tests(review, file))
            continue;
        weigh_file(file, true, &balance);
        weigh_file(file, false, &balance);
        balance.cases += test_cases_gained(&file->old, &file->new);
    }
    for (size_t i = 0; i < review->set->files.len; i++) {
        const ChangedFile *file = &review->set->files.ptr[i];
        if (review_holds_tests(review, file))
            tell_removed(find, file, &balance);
        else if (!file->unseen.len)
            tell_doctests(find, file);
    }
    return true;
}

/* ---- assertions ---- */

typedef struct HunkCounts {
    unsigned removed, added, weak; /* numbers of assertions */
    bool declares;                 /* a test is added or removed */
    Str gone, now;                 /* the first removed, the first added */
} HunkCounts;

static void count_side(const ChangedFile *file, bool old, HunkCounts *hunks)
{
    ReviewLines lines = review_lines(file, old);
    Str line;
    while (review_next_line(&lines, &line)) {
        HunkCounts *counts = &hunks[lines.hunk - 1];
        counts->declares = counts->declares || declares(file, line);
        if (!review_is_assertion(line))
            continue;
        if (old) {
            counts->gone = counts->removed++ ? counts->gone : line;
            continue;
        }
        counts->now = counts->added++ ? counts->now : line;
        counts->weak += is_weak(line);
    }
}

/* One finding per file, at the first place. */
typedef struct Weakened {
    bool
        cut; /* only assertions without another in their place; else only those with a weaker one */
    const ReviewFind *find;
    const ChangedFile *file;
    Finding *finding;
} Weakened;

static Finding *open_weakened(Weakened *weakened, bool fewer, const LineHunk *at)
{
    const ReviewFind *find = weakened->find;
    if (weakened->finding)
        return weakened->finding;
    Finding *finding = review_add(find, weakened->file,
                                  fewer ? STR("assertions are removed, and none takes their place")
                                        : STR("an assertion holds for nearly everything now"));
    finding->start = MAX(at->new_start, 1u);
    finding->end = finding->start + MAX(at->new_count, 1u) - 1;
    finding->suggestion = STR("assert what the code has to do; say in the commit why it does less");
    if (fewer && removes_code(find->review))
        finding->severity = MIN(finding->severity, REVIEW_NOTE);
    return weakened->finding = finding;
}

/* Larger removals are whole tests, and rewritten lines may assert the same in another way. So only
   removals of at most this many lines are reported. */
#define CUT_LINES_MAX 10

static void tell_weakened(Weakened *weakened, const LineHunk *at, const HunkCounts *counts)
{
    bool fewer = weakened->cut && counts->removed && !counts->added && !counts->declares &&
                 !at->new_count && at->old_count <= CUT_LINES_MAX;
    bool weaker = !weakened->cut && counts->removed && counts->weak &&
                  counts->weak == counts->added && !is_weak(counts->gone);
    if (!fewer && !weaker)
        return;
    Finding *finding = open_weakened(weakened, fewer, at);
    if (!finding->key.len)
        finding->key = str_trim(counts->gone);
    review_show_line(weakened->find, finding, "was: ", counts->gone);
    if (weaker)
        review_show_line(weakened->find, finding, "is: ", counts->now);
}

/* Reports files whose changed lines have fewer assertions than before, or weaker ones. */
static bool find_fewer(const ReviewFind *find, bool cut)
{
    const ReviewContext *review = find->review;
    for (size_t i = 0; i < review->set->files.len; i++) {
        const ChangedFile *file = &review->set->files.ptr[i];
        Arena scratch = *review->scratch;
        Weakened weakened = {.find = find, .file = file, .cut = cut};
        unsigned before = 0, after = 0;
        if (!review_holds_tests(review, file) || !file->new.path.len)
            continue;
        HunkCounts *hunks = NEW(&scratch, HunkCounts, file->hunks.len);
        count_side(file, true, hunks);
        count_side(file, false, hunks);
        for (size_t k = 0; k < file->hunks.len; k++) {
            before += hunks[k].removed;
            after += hunks[k].added - hunks[k].weak;
        }
        for (size_t k = 0; before > after && k < file->hunks.len; k++)
            tell_weakened(&weakened, &file->hunks.ptr[k], &hunks[k]);
    }
    return true;
}

bool review_find_weakened(const ReviewFind *find, Err *err)
{
    (void)err;
    return find_fewer(find, false);
}

bool review_find_cut(const ReviewFind *find, Err *err)
{
    (void)err;
    return find_fewer(find, true);
}
