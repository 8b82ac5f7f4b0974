/* Tests that a change leaves out of the run: marks, calls and early returns, and settings of
 * runners. */
#include "review/rule_functions.h"

#include "base/path.h"
#include "review/test_words.h"
#include "text/lines.h"

/* ---- words ---- */

/* Whether the line contains the word, not as the end of a longer one. */
static bool has_word(Str line, Str word)
{
    Str rest = line;
    for (size_t at = str_find(rest, word); at != STR_NONE; at = str_find(rest, word)) {
        size_t start = (size_t)(rest.ptr - line.ptr) + at;
        bool bare = !byte_is_word(word.ptr[0]) || !start ||
                    (!byte_is_word(line.ptr[start - 1]) && line.ptr[start - 1] != '.');
        if (bare)
            return true;
        rest = str_from_offset(rest, at + 1);
    }
    return false;
}

/* The same, and not as the beginning of a longer one: `skip` in `skipif`. */
static bool has_whole_word(Str line, Str word)
{
    size_t at = str_find(line, word), end = at + word.len;
    bool goes_on =
        byte_is_alpha(word.ptr[word.len - 1]) && end < line.len && byte_is_word(line.ptr[end]);
    return at != STR_NONE && !goes_on && has_word(line, word);
}

static bool has_any_whole(Str line, const Str *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (has_whole_word(line, words[i]))
            return true;
    return false;
}

bool review_starts_with(Str line, const Str *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (str_starts(line, words[i]))
            return true;
    return false;
}

bool review_has_word(Str line, const Str *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (has_word(line, words[i]))
            return true;
    return false;
}

/* ---- files with tests ---- */

/* Whether the file is one of tests by what its classes are, whatever its name. */
static bool has_suite(Str text)
{
    static const char *const words[] = {
        "StringSpec(", "FunSpec(",  "DescribeSpec(",        "BehaviorSpec(", "ShouldSpec(",
        "FreeSpec(",   "WordSpec(", "AnyFunSuite",          "AnyFlatSpec",   "AnyFunSpec",
        "AnyWordSpec", "FunSuite",  "extends Specification"};
    for (size_t i = 0; i < COUNT(words); i++)
        if (str_find(text, str_from(words[i])) != STR_NONE)
            return true;
    return false;
}

static bool is_file_of_tests(const ChangeSide *side)
{
    return side->path.len &&
           (classify_path(side->path, 0, side->outline.language) == FILE_TEST ||
            (lang_follows_calls(side->outline.language) && has_suite(side->text)));
}

static bool has_inner_tests(const ChangeSide *side)
{
    for (uint32_t i = 0; i < side->outline.symbols.len; i++)
        if (review_is_within_tests(side, i))
            return true;
    return false;
}

bool review_holds_tests(const ReviewContext *review, const ChangedFile *file)
{
    return !file->unseen.len &&
           (is_file_of_tests(&file->old) || review_class(review, file) == FILE_TEST ||
            has_inner_tests(&file->old) || has_inner_tests(&file->new));
}

bool review_is_test_line(const ReviewLines *lines)
{
    const ChangedFile *file = lines->file;
    const ChangeSide *side = lines->old ? &file->old : &file->new;
    if (is_file_of_tests(&file->old) || is_file_of_tests(&file->new))
        return true;
    for (uint32_t i = 0; i < side->outline.symbols.len; i++) {
        const Symbol *symbol = &side->outline.symbols.ptr[i];
        if (lines->line >= symbol->start_line && lines->line <= symbol->end_line &&
            review_is_within_tests(side, i))
            return true;
    }
    return false;
}

/* ---- marks ---- */

/* What excludes a test, or all others, from a run. */
static const Str skips[] = {
    STR_INIT("pytest.mark.skip"),
    STR_INIT("pytest.mark.skipif(True"),
    STR_INIT("@unittest.skip"),
    STR_INIT("pytest.mark.xfail"),
    STR_INIT("@unittest.expectedFailure"),
    STR_INIT("__test__ = False"),
    STR_INIT("it.skip("),
    STR_INIT("test.skip("),
    STR_INIT("describe.skip("),
    STR_INIT("suite.skip("),
    STR_INIT("context.skip("),
    STR_INIT(".skipIf(true)"),
    STR_INIT("xit("),
    STR_INIT("xtest("),
    STR_INIT("xdescribe("),
    STR_INIT("xdescribe "),
    STR_INIT("xcontext("),
    STR_INIT("xcontext "),
    STR_INIT("it.only("),
    STR_INIT("test.only("),
    STR_INIT("describe.only("),
    STR_INIT("fit("),
    STR_INIT("fdescribe("),
    STR_INIT("skip: true"),
    STR_INIT("skip: '"),
    STR_INIT("skip: \""),
    STR_INIT("pending: true"),
    STR_INIT(":skip =>"),
    STR_INIT("@Disabled"),
    STR_INIT("@Ignore"),
    STR_INIT("enabled = false"),
    STR_INIT("assumeTrue(false)"),
    STR_INIT("Assumptions.assumeTrue(false)"),
    STR_INIT("Assume.assumeTrue(false)"),
    STR_INIT("//go:build ignore"),
    STR_INIT("//go:build never"),
    STR_INIT("assumeFalse(true)"),
    STR_INIT("#[ignore"),
    STR_INIT("cfg_attr(all(), ignore"),
    STR_INIT("#[cfg(any())]"),
    STR_INIT("[Ignore"),
    STR_INIT(", Ignore("),
    STR_INIT("[Explicit"),
    STR_INIT(", Explicit"),
    STR_INIT("(Skip ="),
    STR_INIT("(Skip="),
    STR_INIT("@tag :skip"),
    STR_INIT("DISABLED_"),
    STR_INIT(".disabled("),
    STR_INIT("\"[."),
    STR_INIT("\"[!hide]"),
    STR_INIT("->skip("),
    STR_INIT("->todo("),
    STR_INIT("@group skip"),
    STR_INIT("#if 0"),
    STR_INIT("it.fails("),
    STR_INIT("test.fails("),
    STR_INIT("it.failing("),
    STR_INIT("test.failing("),
    STR_INIT("test.fail("),
};
/* The same at the beginning of a line. */
static const Str skip_starts[] = {
    STR_INIT("ignore(\""), STR_INIT("skip '"),     STR_INIT("skip \""),
    STR_INIT("pending '"), STR_INIT("pending \""), STR_INIT("if False:"),
    STR_INIT("if false"),  STR_INIT("if (false)"), STR_INIT("\"!"),
};
static const Str skip_lines[] = {STR_INIT("skip"), STR_INIT("pending")};
/* The same within a test, often under a condition. */
static const Str skip_calls[] = {
    STR_INIT("pytest.skip("),
    STR_INIT("pytest.importorskip("),
    STR_INIT("self.skipTest("),
    STR_INIT("unittest.SkipTest"),
    STR_INIT("raise SkipTest"),
    STR_INIT("t.Skip("),
    STR_INIT("t.SkipNow("),
    STR_INIT("t.Skipf("),
    STR_INIT("this.skip("),
    STR_INIT("GTEST_SKIP"),
    STR_INIT("XCTSkip"),
    STR_INIT("markTestSkipped"),
    STR_INIT("markTestIncomplete"),
    STR_INIT("Assert.Inconclusive"),
    STR_INIT("Assert.Ignore"),
    STR_INIT("suppress(AssertionError"),
    STR_INIT("#[should_panic"),
    STR_INIT("os.Exit(0)"),
    STR_INIT("os._exit(0)"),
    STR_INIT("sys.exit(0)"),
    STR_INIT("process.exit(0)"),
    STR_INIT("process::exit(0)"),
};
static const Str returns[] = {STR_INIT("return"),        STR_INIT("return;"),
                              STR_INIT("return None"),   STR_INIT("return nil"),
                              STR_INIT("return true"),   STR_INIT("return true;"),
                              STR_INIT("return Ok(())"), STR_INIT("return Ok(());")};

static bool is_one_of(Str line, const Str *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (str_equal(line, words[i]))
            return true;
    return false;
}

/* Whether the line is in a symbol or file that the change adds. */
static bool is_in_added(const ChangedFile *file, uint32_t line)
{
    for (size_t i = 0; i < file->symbols.len; i++) {
        const ChangedSymbol *changed = &file->symbols.ptr[i];
        if (changed->kind != CHANGE_ADDED)
            continue;
        const Symbol *symbol = &file->new.outline.symbols.ptr[changed->new_symbol];
        if (line >= symbol->start_line && line <= symbol->end_line)
            return true;
    }
    return file->status == CHANGE_FILE_ADDED;
}

/* Whether the line, or the one before it, states a condition. */
static bool has_condition(const ChangedFile *file, Str line, uint32_t number)
{
    static const Str words[] = {STR_INIT("if"),     STR_INIT("elif"),   STR_INIT("else"),
                                STR_INIT("unless"), STR_INIT("} else"), STR_INIT("guard"),
                                STR_INIT("except"), STR_INIT("catch"),  STR_INIT("rescue")};
    Str before = {0};
    Str rest = str_from_offset(file->new.text, lines_offset(file->new.text, MAX(number, 2u) - 1));
    return has_whole_word(line, words[0]) ||
           (str_take_line(&rest, &before) &&
            review_starts_with(str_trim(before), words, COUNT(words)));
}

/* Whether an assertion follows the line in the same symbol. */
static bool asserts_after(const ChangedFile *file, uint32_t number)
{
    const SymbolVec *symbols = &file->new.outline.symbols;
    uint32_t end = 0;
    for (size_t i = 0; i < symbols->len; i++)
        if (number >= symbols->ptr[i].start_line && number <= symbols->ptr[i].end_line)
            end = symbols->ptr[i].end_line; /* the innermost comes last */
    Str rest = str_from_offset(file->new.text, lines_offset(file->new.text, number + 1)), line;
    for (uint32_t at = number + 1; at <= end && str_take_line(&rest, &line); at++)
        if (review_is_assertion(line))
            return true;
    return false;
}

static bool is_skip(const ChangedFile *file, Str line, uint32_t number)
{
    Str bare = str_trim(line);
    if (has_any_whole(line, skips, COUNT(skips)) ||
        review_starts_with(bare, skip_starts, COUNT(skip_starts)))
        return true;
    if (is_in_added(file, number) || has_condition(file, line, number))
        return false;
    return review_has_word(line, skip_calls, COUNT(skip_calls)) ||
           is_one_of(bare, skip_lines, COUNT(skip_lines)) ||
           (is_one_of(bare, returns, COUNT(returns)) && asserts_after(file, number));
}

void review_tell_line(const ReviewFind *find, const ReviewLines *lines, Str line, const char *what,
                      const char *suggestion)
{
    Finding *finding = review_add(find, lines->file, str_from(what));
    finding->start = finding->end = lines->line;
    finding->key = str_trim(line);
    review_show_line(find, finding, "", line);
    finding->suggestion = str_from(suggestion);
}

static void find_marks(const ReviewFind *find, const ChangedFile *file)
{
    ReviewLines lines = review_lines(file, false);
    Str line;
    while (review_next_line(&lines, &line)) {
        if (!review_is_test_line(&lines) || !is_skip(file, line, lines.line) ||
            review_is_moved(find->review, line))
            continue;
        bool only = str_find(line, STR(".only(")) != STR_NONE;
        review_tell_line(find, &lines, line,
                         only ? "all other tests are left out of the run"
                              : "a test is left out of the run",
                         only ? "take the mark out again before this goes in"
                              : "fix it, or say who will fix it and by when");
    }
}

/* ---- settings of runners ---- */

/* What a runner's settings or a CI job leaves out of the run. */
static const Str left_out[] = {
    STR_INIT("--ignore="),
    STR_INIT("--ignore-glob"),
    STR_INIT("--deselect"),
    STR_INIT("collect_ignore"),
    STR_INIT("pytest_collection_modifyitems"),
    STR_INIT("testpaths"),
    STR_INIT("def load_tests("),
    STR_INIT("testPathIgnorePatterns"),
    STR_INIT("passWithNoTests"),
    STR_INIT("<skipTests>true"),
    STR_INIT("<maven.test.skip>true"),
    STR_INIT("<maven.test.failure.ignore>true"),
    STR_INIT("<testFailureIgnore>true"),
    STR_INIT("-DskipTests"),
    STR_INIT("-Dmaven.test.skip"),
    STR_INIT("ignoreFailures = true"),
};
/* What lets a failure pass, on a line that runs tests or close to it. */
static const Str let_pass[] = {STR_INIT("|| true"),
                               STR_INIT("|| exit 0"),
                               STR_INIT("|| :"),
                               STR_INIT("continue-on-error: true"),
                               STR_INIT("allow_failure: true"),
                               STR_INIT("if: false"),
                               STR_INIT("if: ${{ false }}")};
/* A step of a CI job has its command and its settings on neighbouring lines. */
#define CLOSE_LINES 3

static bool has_part(Str line, const Str *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (str_find(line, words[i]) != STR_NONE)
            return true;
    return false;
}

static bool runs_tests(Str line)
{
    static const Str words[] = {STR_INIT("test"),  STR_INIT("rspec"),   STR_INIT("jest"),
                                STR_INIT("mocha"), STR_INIT("phpunit"), STR_INIT("make check")};
    return has_part(line, words, COUNT(words));
}

/* Whether the line or one close before or after it runs tests. */
static bool is_near_tests(const ChangedFile *file, uint32_t number)
{
    uint32_t first = number > CLOSE_LINES ? number - CLOSE_LINES : 1;
    Str rest = str_from_offset(file->new.text, lines_offset(file->new.text, first)), line;
    for (uint32_t at = first; at <= number + CLOSE_LINES && str_take_line(&rest, &line); at++)
        if (runs_tests(line))
            return true;
    return false;
}

/* Whether a recipe of make ignores what its tests return. */
static bool ignores_result(const ChangedFile *file, Str line)
{
    bool make = str_equal(path_base(file->new.path), STR("Makefile")) ||
                str_ends(file->new.path, STR(".mk"));
    return make && str_starts(line, STR("\t-")) && runs_tests(line);
}

/* A script of the name of tests that runs none: `"test": "echo ok"`. */
static bool does_nothing(Str line)
{
    static const Str nothings[] = {STR_INIT("\"echo "), STR_INIT("\"true\""), STR_INIT("\"exit 0"),
                                   STR_INIT("\":\""), STR_INIT("\"\"")};
    size_t at = str_find(line, STR("\"test\":"));
    if (at == STR_NONE)
        return false;
    Str value = str_trim(str_from_offset(line, at + strlen("\"test\":")));
    return review_starts_with(value, nothings, COUNT(nothings));
}

static void find_settings(const ReviewFind *find, const ChangedFile *file)
{
    ReviewLines lines = review_lines(file, false);
    Str line;
    while (review_next_line(&lines, &line)) {
        bool passes = has_part(line, let_pass, COUNT(let_pass)) &&
                      (runs_tests(line) || is_near_tests(file, lines.line));
        bool none = does_nothing(line) && str_equal(path_base(file->new.path), STR("package.json"));
        if (none || has_part(line, left_out, COUNT(left_out)))
            review_tell_line(find, &lines, line, "settings may leave tests out of the run",
                             "say in the commit which tests and why");
        else if (passes || ignores_result(file, line))
            review_tell_line(find, &lines, line, "a failure of tests may be passed over",
                             "let the job fail when its tests do");
    }
}

bool review_find_skipped_tests(const ReviewFind *find, Err *err)
{
    const ReviewContext *review = find->review;
    (void)err;
    for (size_t i = 0; i < review->set->files.len; i++) {
        const ChangedFile *file = &review->set->files.ptr[i];
        FileClass class = review_class(review, file);
        if (review_holds_tests(review, file))
            find_marks(find, file);
        if (review_holds_tests(review, file))
            review_find_hidden(find, file);
        if (!file->unseen.len && class != FILE_DOC && class != FILE_BINARY &&
            class != FILE_MINIFIED && file->old.path.len)
            find_settings(find, file);
    }
    return true;
}
