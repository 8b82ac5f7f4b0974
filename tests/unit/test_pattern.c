#include "test.h"

#include "base/buf.h"
#include "text/pattern.h"

/* `start-end` of each match, one after the other. */
static Str matches(const char *pattern, PatternOptions options, Str text)
{
    Arena *arena = test_arena();
    Pattern *compiled SCOPED(pattern_close) = NULL;
    Err err = {0};
    Buf out = buf_open(arena, 0);
    PatternMatch match;
    size_t at = 0;
    if (!pattern_open(arena, str_from(pattern), options, &compiled, &err))
        return str_from(err.message);
    Matcher *matcher SCOPED(matcher_close) = matcher_open(arena, compiled);
    MatchResult result;
    while ((result = matcher_find(matcher, text, at, &match)) == MATCH_FOUND) {
        buf_printf(&out, "%s%zu-%zu", out.len ? " " : "", match.start, match.end);
        at = match.end + (match.end == match.start);
        EXPECT(match.line_start <= match.start && match.end <= match.line_end);
        EXPECT(pattern_spans_lines(compiled) ||
               str_find_byte(str_slice(text, match.line_start, match.line_end), '\n') == STR_NONE);
    }
    if (result == MATCH_GIVEN_UP)
        buf_put(&out, STR("given up"));
    return str_copy(arena, buf_str(&out));
}

static const PatternOptions plain = {0}, regex = {.regex = true};

TEST(pattern_finds_plain_text)
{
    EXPECT_STR(matches("ab", plain, STR("ab cab\nAB ab")), "0-2 4-6 10-12");
    EXPECT_STR(matches("a.b", plain, STR("axb a.b")), "4-7");
    EXPECT_STR(matches("\\E(", plain, STR("\\E(")), "0-3");
    EXPECT_STR(matches("ab", plain, STR("")), "");
    EXPECT_STR(matches("\xff", plain, STR("a\xff")), "1-2");
}

TEST(pattern_options_of_plain_text)
{
    PatternOptions folded = {.ignore_case = true}, word = {.whole_word = true};
    EXPECT_STR(matches("a.b", folded, STR("axb A.B")), "4-7");
    EXPECT_STR(matches("GRÖSSE", folded, STR("größe grösse")), "8-15");
    EXPECT_STR(matches("get", word, STR("get get_all target get")), "0-3 19-22");
    EXPECT_STR(matches("+x", folded, STR("1+X")), "1-3");
}

TEST(pattern_matches_within_lines)
{
    EXPECT_STR(matches("a\\s+b", regex, STR("a\nb a b")), "4-7");
    EXPECT_STR(matches("a[^x]b", regex, STR("a\nb a b")), "4-7");
    EXPECT_STR(matches("a[^]]b", regex, STR("a\nb a]b a b")), "8-11");
    EXPECT_STR(matches("a\\W\\Db", regex, STR("a\n\nb a  b")), "5-9");
    EXPECT_STR(matches("a[\\s,]b", regex, STR("a\nb a b a,b")), "4-7 8-11");
    EXPECT_STR(matches("a\\p{Z}?[[:space:]]b", regex, STR("a\nb a b")), "4-7");
    EXPECT_STR(matches("^b$", regex, STR("a\nb\r\nbb\nb")), "2-3 8-9");
}

TEST(pattern_crosses_the_line_ends_that_it_names)
{
    EXPECT_STR(matches("(?s)a.b", regex, STR("a\nb axb")), "0-3 4-7");
    EXPECT_STR(matches("a\\nb", regex, STR("a\nb a\r\nb a b")), "0-3 4-8");
    EXPECT_STR(matches("a\\r\\nb", regex, STR("a\nb a\r\nb")), "4-8");
    EXPECT_STR(matches("a\\Rb", regex, STR("a\nb")), "0-3");
    EXPECT_STR(matches("a\\x0ab", regex, STR("a\nb")), "0-3");
    EXPECT_STR(matches("a[\\s\\S]b", regex, STR("a\nb")), "0-3");
    EXPECT_STR(matches("a[\\n,]b", regex, STR("a\nb a,b")), "0-3 4-7");
    EXPECT_STR(matches("a\\n[^x]b", regex, STR("a\n\nb a\n b")), "0-4 5-9");
    EXPECT_STR(matches("(?s)a\\s+b", regex, STR("a\n b")), "0-4");
    EXPECT_STR(matches("a\nb", plain, STR("a\nb a\r\nb")), "0-3 4-8");
    EXPECT_STR(matches("a\nb", regex, STR("a\r\nb")), "0-4");
}

TEST(pattern_words_may_begin_with_any_character)
{
    PatternOptions word = {.whole_word = true};
    EXPECT_STR(matches("->", word, STR("a->b a -> b")), "7-9");
    EXPECT_STR(matches("$x", word, STR("$x $xy a$x")), "0-2");
}

static Str doubt(const char *pattern)
{
    return pattern_doubt(test_arena(), test_scratch(), str_from(pattern), regex);
}

TEST(pattern_that_fits_no_text_is_known)
{
    static const char *const never[] = {
        "a^b",   "$a",        "(?=a)b",  "[^\\s\\S]",    "(*FAIL)",   "(?!)", "x.*a^b",
        "a\\Zb", "foo\\b\\w", "foo$bar", "(?<!a)(?=b)c", "(x+x+)+y^", "a{3}^"};
    static const char *const some[] = {"a",
                                       "^$",
                                       "zork\\d{3}",
                                       "(a+)+zz",
                                       "\\p{Greek}",
                                       "(?<=ab)c",
                                       "a\\nb",
                                       "[^a-z]",
                                       "(a|b)\\1",
                                       "x{400}y",
                                       "(?i)Q$",
                                       "[^ -~]",
                                       "like [a-z]{3,5}(foo|bar)$",
                                       "\\bfo\\b",
                                       "\\s+=\\s*\"[^\"]*\""};
    EXPECT_STR(doubt("ab^c"), "nothing gets past character 3 of it, '^'");
    for (size_t i = 0; i < COUNT(never); i++)
        EXPECT(doubt(never[i]).len);
    for (size_t i = 0; i < COUNT(some); i++)
        EXPECT(!doubt(some[i]).len);
}

TEST(pattern_empty_matches_are_on_lines)
{
    EXPECT_STR(matches("^$", regex, STR("a\n\nb\n")), "2-2");
    EXPECT_STR(matches("x*", regex, STR("a\n")), "0-0 1-1");
}

TEST(pattern_invalid_bytes_do_no_harm)
{
    EXPECT_STR(matches("b+", regex,
                       STR("\xff"
                           "bb\xc3"
                           "b\xe2\x82")),
               "1-3 4-5");
    EXPECT_STR(matches("größe?", regex, STR("\xc3größ")), "1-7");
}

TEST(pattern_errors_say_what_and_where)
{
    EXPECT_STR(matches("", plain, STR("a")), "pattern: empty");
    EXPECT_STR(matches("a(", regex, STR("a")),
               "pattern: 'a(' is not a regular expression: missing closing parenthesis, at "
               "character 3");
}

TEST(pattern_gives_up_on_too_many_steps)
{
    Str text = STR("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!");
    EXPECT_STR(matches("^(a|aa)+$", regex, text), "given up");
    EXPECT_STR(matches("((a*)*b?)*c", regex, text), "");
}

static void expect_parts(const char *expression, const char *inside, const char *literal)
{
    PatternParts parts = pattern_take_apart(test_arena(), str_from(expression));
    EXPECT_STR(parts.inside, inside);
    EXPECT_STR(parts.literal, literal);
    EXPECT(!parts.by_line);
}

TEST(pattern_literal_is_in_every_match)
{
    expect_parts("\\w+_init\\(", "\\w+_init\\(", "_init(");
    expect_parts("def\\s+foo", "def[^\\S\\n]+foo", "def");
    expect_parts("abc?de", "abc?de", "ab");
    expect_parts("abc+d", "abc+d", "abc");
    expect_parts("ab{2}cd", "ab{2}cd", "cd");
    expect_parts("a{x}", "a{x}", "a{x}");
    expect_parts("one|three", "one|three", "");
    expect_parts("(one|three)four", "(one|three)four", "four");
    expect_parts("(?!longer)foo", "(?!longer)foo", "foo");
    expect_parts("(?i)foo", "(?i)foo", "");
    expect_parts("gr\xC3\xB6?sse", "gr\xC3\xB6?sse", "sse");
}

TEST(pattern_unknown_syntax_is_left_to_lines)
{
    static const char *const expressions[] = {"\\Qa|b\\E", "a\\x41b", "(?x)a b", "(?#c)d",
                                              "a\\Kb",     "\\p{L}",  "(*UCP)a", "[[:space:]]"};
    for (size_t i = 0; i < COUNT(expressions); i++) {
        PatternParts parts = pattern_take_apart(test_arena(), str_from(expressions[i]));
        EXPECT(parts.by_line);
        EXPECT_STR(parts.literal, "");
        EXPECT_STR(parts.inside, expressions[i]);
    }
}
