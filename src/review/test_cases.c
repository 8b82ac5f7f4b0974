#include "review/test_cases.h"

#include <string.h>

/* ---- tables ---- */

typedef enum CaseForm {
    CASES_FIRST,    /* the first list in brackets after it */
    CASES_SECOND,   /* the list after the first argument */
    CASES_VALUE,    /* the list after the braces of its type */
    CASES_TEMPLATE, /* the lines of a template string, without the first */
    CASE_ONE,       /* a case itself */
    CASE_HEAD,      /* the test whose cases are listed one by one */
    CASES_ELSEWHERE,
} CaseForm;

static const struct {
    const char *word;
    CaseForm form;
} rows[] = {
    {"mark.parametrize(", CASES_SECOND},
    {"parameterized.expand(", CASES_FIRST},
    {"it.each(", CASES_FIRST},
    {"test.each(", CASES_FIRST},
    {"it.each`", CASES_TEMPLATE},
    {"test.each`", CASES_TEMPLATE},
    {"[]struct", CASES_VALUE},
    {"map[string]struct", CASES_VALUE},
    {"@ValueSource(", CASES_FIRST},
    {"@CsvSource(", CASES_FIRST},
    {"@EnumSource", CASES_ELSEWHERE},
    {"@MethodSource", CASES_ELSEWHERE},
    {"@CsvFileSource", CASES_ELSEWHERE},
    {"@ArgumentsSource", CASES_ELSEWHERE},
    {"@dataProvider", CASES_ELSEWHERE},
    {"#[DataProvider", CASES_ELSEWHERE},
    {"[MemberData(", CASES_ELSEWHERE},
    {"[ClassData(", CASES_ELSEWHERE},
    {"[TestCaseSource(", CASES_ELSEWHERE},
    {"[Theory", CASE_HEAD},
    {"[InlineData(", CASE_ONE},
    {"[TestCase(", CASE_ONE},
    {"[DataRow(", CASE_ONE},
    {"#[case(", CASE_ONE},
    {"it_behaves_like ", CASE_ONE},
    {"it_should_behave_like ", CASE_ONE},
    {"include_examples ", CASE_ONE},
};

/* ---- text with quotes and comments ---- */

/* The offset after a string or comment at `at`, or `at`. */
static size_t skip_quoted(Str text, size_t at, bool hash)
{
    char c = text.ptr[at];
    Str rest = str_from_offset(text, at);
    if (hash ? c == '#' : str_starts(rest, STR("//"))) {
        size_t feed = str_find_byte(rest, '\n');
        return feed == STR_NONE ? text.len : at + feed;
    }
    if (!byte_in(c, "'\"`"))
        return at;
    if (str_starts(rest, STR("\"\"\"")) || str_starts(rest, STR("'''"))) {
        size_t end = str_find(str_from_offset(rest, 3), str_slice(rest, 0, 3));
        return end == STR_NONE ? text.len : at + end + 6;
    }
    for (at++; at < text.len && text.ptr[at] != c; at++)
        at += text.ptr[at] == '\\' && c != '`';
    return MIN(at + 1, text.len);
}

/* The offset of one of the signs at the depth of `at`, or where that bracket ends. */
static size_t find_sign(Str text, size_t at, const char *signs, bool hash)
{
    size_t depth = 0;
    while (at < text.len) {
        size_t next = skip_quoted(text, at, hash);
        if (next != at) {
            at = next;
            continue;
        }
        char c = text.ptr[at];
        if (!depth && byte_in(c, signs))
            return at;
        if (byte_in(c, ")]}") && !depth--)
            return at;
        depth += byte_in(c, "([{");
        at++;
    }
    return text.len;
}

/* ---- counts ---- */

/* More cases than anyone would remove at once. */
#define CASES_MANY 1000000

/* Elements of the list that begins after the bracket at `at`. */
static int64_t count_elements(Str text, size_t at, bool hash)
{
    int64_t count = 0;
    bool filled = false;
    for (at++; at < text.len; at++) {
        size_t next = skip_quoted(text, at, hash);
        if (next != at) {
            bool comment = hash ? text.ptr[at] == '#' : text.ptr[at] == '/';
            filled = filled || !comment;
            at = next - 1;
            continue;
        }
        char c = text.ptr[at];
        Str rest = str_from_offset(text, at);
        if (byte_in(c, ")]}"))
            return count + filled;
        if (c == ',') {
            count += filled;
            filled = false;
        } else if (byte_in(c, "([{")) {
            filled = true;
            at = find_sign(text, at + 1, "", hash);
        } else if (str_starts(rest, STR("...")) || str_starts(rest, STR(" for ")) ||
                   (c == '*' && !filled)) {
            return CASES_MANY;
        } else {
            filled = filled || !byte_is_space(c);
        }
    }
    return count + filled;
}

static int64_t count_template(Str text)
{
    size_t end = str_find_byte(text, '`');
    Str rest = str_slice(text, 0, end == STR_NONE ? text.len : end), line;
    int64_t count = 0;
    while (str_take_line(&rest, &line))
        count += str_trim(line).len > 0;
    return MAX(count - 1, (int64_t)0);
}

/* The list that a variable of the file has: `CASES = [`. */
static int64_t count_named(Str text, Str rest, bool hash)
{
    size_t end = 0;
    while (end < rest.len && byte_is_word(rest.ptr[end]))
        end++;
    Str name = str_slice(rest, 0, end), line, lines = text;
    while (end && str_take_line(&lines, &line)) {
        size_t at = str_find(line, name), sign = str_find(line, STR("= ["));
        if (at != STR_NONE && sign != STR_NONE && at < sign)
            return count_elements(text, (size_t)(line.ptr - text.ptr) + sign + 2, hash);
    }
    return CASES_MANY;
}

static size_t skip_space(Str text, size_t at)
{
    while (at < text.len && byte_is_space(text.ptr[at]))
        at++;
    return at;
}

/* Cases of the table whose word ends at `at`. */
static int64_t count_table(Str text, size_t at, CaseForm form, bool hash)
{
    if (form == CASES_TEMPLATE)
        return count_template(str_from_offset(text, at));
    if (form == CASES_SECOND)
        at = find_sign(text, at, ",", hash) + 1;
    if (form == CASES_VALUE) {
        at = find_sign(text, at, "{", hash);
        at = find_sign(text, at + 1, "", hash) + 1;
        return at < text.len && text.ptr[at] == '{' ? count_elements(text, at, hash) : 1;
    }
    Str rest = str_from_offset(text, skip_space(text, MIN(at, text.len)));
    size_t name = str_find_byte(rest, '=');
    if (name != STR_NONE && name < find_sign(rest, 0, ",[{(\n", hash))
        rest = str_from_offset(rest, skip_space(rest, name + 1));
    if (!rest.len || !byte_in(rest.ptr[0], "[{(\""))
        return count_named(text, rest, hash);
    if (str_starts(rest, STR("\"\"\"")))
        return CASES_MANY;
    return rest.ptr[0] == '"' ? 1 : count_elements(text, (size_t)(rest.ptr - text.ptr), hash);
}

static int64_t count_row(Str text, size_t at, CaseForm form, bool hash)
{
    switch (form) {
    case CASE_ONE: return 1;
    case CASE_HEAD: return -1;
    case CASES_ELSEWHERE: return CASES_MANY;
    default: return count_table(text, at, form, hash) - 1;
    }
}

static int64_t count_side(const ChangeSide *side)
{
    int64_t sum = 0;
    Str text = side->text;
    bool hash = lang_has_docstrings(side->outline.language);
    for (size_t i = 0; side->path.len && i < COUNT(rows); i++) {
        Str word = str_from(rows[i].word);
        size_t from = 0, at;
        while ((at = str_find(str_from_offset(text, from), word)) != STR_NONE) {
            from += at + word.len;
            sum += count_row(text, from, rows[i].form, hash);
        }
    }
    return sum;
}

int64_t test_cases_gained(const ChangeSide *old, const ChangeSide *new)
{
    int64_t before = count_side(old), after = count_side(new);
    /* What is read elsewhere on one side may be as much as it was. */
    return after - before < -CASES_MANY / 2 ? 0 : after - before;
}

size_t test_cases_prompts(Str text)
{
    size_t count = 0;
    Str line;
    while (str_take_line(&text, &line))
        count += str_starts(str_trim(line), STR(">>> "));
    return count;
}
