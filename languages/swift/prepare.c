/* Swift 5.10 to 6.2 for a grammar of 5.9. One pass over the code skips strings and comments.
   Qualifiers that the grammar lacks are blanked, so that every name keeps its position:
       nonisolated(unsafe) var x    nonisolated         var x
       throws(E) -> T               throws    -> T
       x: sending T, : nonisolated P, isolated deinit
       [3 of T], InlineArray<3, T>, <let n: Int>
       `a raw name`                 `a_raw_name`
       unsafe f()                          f()
       @abi(func f()) func g()      @abi           func g() */
#include "languages_lang.h"

#include "lang/prepare_text.h"
#include "languages/swift/prepare.h"

/* Bytes of a bracket's content; longer ones are not rewritten. */
#define REACH_BYTES 1024
/* Bytes of a raw name, which is on one line. */
#define RAW_NAME_BYTES_MAX 256

/* The end of the comment or string at `at`; `at` at other text. */
static size_t skip_text(const Prepared *swift, size_t at)
{
    char c = prepared_byte(swift, at), next = prepared_byte(swift, at + 1);
    Str rest = str_from_offset((Str){swift->text, swift->len}, at), end = {0};
    if (c == '/' && next == '/')
        end = STR("\n");
    else if (c == '/' && next == '*')
        end = STR("*/");
    else if (str_starts(rest, STR("\"\"\"")))
        end = STR("\"\"\"");
    if (end.len) {
        size_t found = str_find(str_from_offset(rest, end.len), end);
        return found == STR_NONE ? swift->len : at + end.len + found + end.len;
    }
    if (c != '"')
        return at;
    for (at++; at < swift->len && !byte_in(swift->text[at], "\"\n"); at++)
        at += swift->text[at] == '\\';
    return MIN(at + 1, swift->len);
}

/* The last byte before `at` that is not white space. */
static char byte_before(const Prepared *swift, size_t at)
{
    while (at && byte_is_space(swift->text[at - 1]))
        at--;
    return at ? swift->text[at - 1] : '\0';
}

/* Blanks the bracket that follows `at`; returns its end. */
static size_t drop_bracket(Prepared *swift, size_t at)
{
    size_t close =
        prepared_byte(swift, at) == '(' ? prepared_close(swift, at, REACH_BYTES) : swift->len;
    if (close == swift->len)
        return at;
    prepared_blank(swift, at, close + 1);
    return close + 1;
}

static void take_nonisolated(Prepared *swift, size_t at, size_t end)
{
    size_t next = prepared_byte(swift, end) == '(' ? drop_bracket(swift, end) : end;
    bool type = byte_in(prepared_byte(swift, prepared_skip_blanks(swift, next)), "(@");
    if (byte_in(byte_before(swift, at), ":,") || (type && next > end))
        prepared_blank(swift, at, end);
}

/* Blanks ownership qualifiers such as `sending T` and `isolated (any A)?`: a type follows, and
   `:`, `->` or another word precedes. */
static void take_ownership(Prepared *swift, size_t at, size_t end)
{
    size_t next = prepared_skip_blanks(swift, end);
    char c = prepared_byte(swift, next), before = byte_before(swift, at);
    bool type = next > end && (byte_is_word(c) || byte_in(c, "([@"));
    if (type && (byte_in(before, ":>(,") || byte_is_word(before)))
        prepared_blank(swift, at, end);
}

static void take_attribute(Prepared *swift, size_t at)
{
    size_t end = prepared_word_end(swift, at);
    Str name = {swift->text + at, end - at};
    if (prepared_is_one_of(name, "abi _lifetime lifetime specialized _specialize backDeployed "
                                 "_backDeploy storageRestrictions"))
        (void)drop_bracket(swift, end);
}

/* Blanks `unsafe` before an expression, `unsafe f()`, unless it is a name. */
static void take_unsafe(Prepared *swift, size_t at, size_t end)
{
    size_t next = prepared_skip_blanks(swift, end);
    Str word = {swift->text + next, prepared_word_end(swift, next) - next};
    if (next > end && word.len && !prepared_is_one_of(word, "is as in else where"))
        prepared_blank(swift, at, end);
}

static void take_word(Prepared *swift, size_t at, size_t end)
{
    Str word = {swift->text + at, end - at};
    size_t next = prepared_skip_blanks(swift, end);
    if (prepared_byte(swift, at - (at > 0)) == '.')
        return;
    if (str_equal(word, STR("nonisolated")))
        take_nonisolated(swift, at, end);
    else if (str_equal(word, STR("throws")) && prepared_byte(swift, next) == '(')
        (void)drop_bracket(swift, next);
    else if (str_equal(word, STR("isolated")) && prepared_is_word(swift, next, STR("deinit")))
        prepared_blank(swift, at, end);
    else if (prepared_is_one_of(word, "sending isolated"))
        take_ownership(swift, at, end);
    else if (str_equal(word, STR("unsafe")))
        take_unsafe(swift, at, end);
    else if (str_equal(word, STR("__consuming")))
        prepared_blank(swift, at, end);
}

/* Blanks the count in `[3 of T]`. */
static void take_count(Prepared *swift, size_t at)
{
    size_t count = prepared_skip_blanks(swift, at + 1), end = prepared_word_end(swift, count);
    size_t word = prepared_skip_blanks(swift, end);
    if (end > count && word > end && prepared_is_word(swift, word, STR("of")) &&
        byte_in(prepared_byte(swift, word + 2), " \t"))
        prepared_blank(swift, at + 1, word + 2);
}

/* Handles `InlineArray<3, T>` and `<let n: Int, let m: Int>`. */
static void take_angle(Prepared *swift, size_t at)
{
    size_t first = prepared_skip_blanks(swift, at + 1), end = prepared_word_end(swift, first);
    if (prepared_is_word(swift, first, STR("let"))) {
        size_t limit = MIN(swift->len, at + REACH_BYTES);
        for (size_t i = at; i < limit && !byte_in(swift->text[i], ">{"); i++)
            if (byte_in(swift->text[i], "<,") &&
                prepared_is_word(swift, prepared_skip_blanks(swift, i + 1), STR("let")))
                prepared_blank(swift, i + 1, prepared_skip_blanks(swift, i + 1) + 3);
        return;
    }
    size_t start = at;
    while (start && byte_is_word(swift->text[start - 1]))
        start--;
    bool type = start < at && swift->text[start] >= 'A' && swift->text[start] <= 'Z';
    bool digits = byte_is_digit(prepared_byte(swift, first));
    if (type && digits && prepared_byte(swift, end) == ',')
        prepared_blank(swift, at + 1, end + 1);
}

/* Rewrites a raw name at its place; returns its end. */
static size_t take_raw_name(Prepared *swift, size_t at)
{
    size_t end = at + 1, limit = MIN(swift->len, at + RAW_NAME_BYTES_MAX);
    while (end < limit && !byte_in(swift->text[end], "`\n"))
        end++;
    if (prepared_byte(swift, end) != '`' || end == at + 1)
        return at + 1;
    for (size_t i = at + 1; i < end; i++)
        if (!byte_is_word(swift->text[i]))
            swift->text[i] = '_';
    if (byte_is_digit(swift->text[at + 1]))
        swift->text[at + 1] = '_';
    return end + 1;
}

/* `a() ; b()` becomes `a();  b()`. */
static void take_semicolon(Prepared *swift, size_t at)
{
    size_t end = at;
    while (end && byte_in(swift->text[end - 1], " \t"))
        end--;
    if (end == at || !end || byte_in(swift->text[end - 1], "\r\n"))
        return;
    swift->text[at] = ' ';
    swift->text[end] = ';';
}

static size_t take_byte(Prepared *swift, size_t at)
{
    char c = swift->text[at];
    if (c == '`')
        return take_raw_name(swift, at);
    if (c == '@')
        take_attribute(swift, at + 1);
    else if (c == '[')
        take_count(swift, at);
    else if (c == '<')
        take_angle(swift, at);
    else if (c == ';')
        take_semicolon(swift, at);
    else if (c == '#' && prepared_is_word(swift, at + 1, STR("isolation")))
        memcpy(swift->text + at, "nil       ", strlen("#isolation"));
    return at + 1;
}

void prepare_swift(char *text, size_t len)
{
    Prepared swift = {text, len};
    prepare_branches(text, len);
    for (size_t at = 0, end; at < len; at = end) {
        end = skip_text(&swift, at);
        if (end > at)
            continue;
        end = prepared_word_end(&swift, at);
        if (end > at)
            take_word(&swift, at, end);
        else
            end = take_byte(&swift, at);
    }
}
