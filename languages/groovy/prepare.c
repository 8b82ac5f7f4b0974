/* Groovy for a grammar that is mostly Java's. One pass over the code skips strings and comments.
   What the grammar lacks is rewritten into what it has, byte by byte, so that names keep their
   positions: trait Flying {       class Flying { a?.b()  as*.b()      a .b()  as .b() { it } { it;}
 */
#include "languages_lang.h"

#include "lang/prepare_text.h"

/* Whether the text at `at` goes on as a type's declaration does after its name. */
static bool is_head(const Prepared *script, size_t at)
{
    return byte_in(prepared_byte(script, at), "{<") ||
           prepared_is_word(script, at, STR("extends")) ||
           prepared_is_word(script, at, STR("implements"));
}

static void rewrite_traits(Prepared *script)
{
    static const Str trait = STR_INIT("trait");
    for (size_t at = 0; (at = prepared_next_word(script, at, trait)) < script->len; at++) {
        size_t name = prepared_skip_blanks(script, at + trait.len);
        size_t end = prepared_word_end(script, name);
        bool named = byte_is_alpha(prepared_byte(script, name)) && name > at + trait.len;
        if (named && is_head(script, prepared_skip_space(script, end)))
            memcpy(script->text + at, "class", trait.len);
    }
}

/* The offset after the string or comment at `at`; `at` where neither begins. */
static size_t skip_text(const Prepared *script, size_t at)
{
    static const Str pairs[][2] = {
        {STR_INIT("//"), STR_INIT("\n")},         {STR_INIT("/*"), STR_INIT("*/")},
        {STR_INIT("\"\"\""), STR_INIT("\"\"\"")}, {STR_INIT("'''"), STR_INIT("'''")},
        {STR_INIT("\""), STR_INIT("\"")},         {STR_INIT("'"), STR_INIT("'")}};
    Str rest = {script->text + at, script->len - at};
    for (size_t i = 0; i < COUNT(pairs); i++) {
        if (!str_starts(rest, pairs[i][0]))
            continue;
        bool line = pairs[i][0].len == 1; // such a string ends with its line
        for (at += pairs[i][0].len; at < script->len; at++) {
            rest = (Str){script->text + at, script->len - at};
            if (str_starts(rest, pairs[i][1]))
                return at + pairs[i][1].len;
            if (line && rest.ptr[0] == '\n')
                break;
            at += rest.ptr[0] == '\\' && byte_in(pairs[i][0].ptr[0], "\"'");
        }
        return at;
    }
    return at;
}

static bool ends_value(char c)
{
    return byte_is_word(c) || byte_in(c, ")]");
}

static void rewrite_marks(Prepared *script)
{
    char before = '\0', last = '\0'; // the two bytes of code before
    for (size_t at = 0; at < script->len;) {
        size_t after = skip_text(script, at);
        char c = prepared_byte(script, at);
        bool joint = byte_in(c, "?*") && prepared_byte(script, at + 1) == '.' &&
                     byte_is_alpha(prepared_byte(script, at + 2)) && ends_value(last);
        if (after == at && joint)
            script->text[at] = ' ';
        if (after == at && c == '}' && last == ' ' && (byte_is_word(before) || before == '"'))
            script->text[at - 1] = ';';
        before = last;
        last = after == at ? c : '"';
        at = after == at ? at + 1 : after;
    }
}

/* Whether the line before the offset is a statement: no annotation, no end of one. */
static bool follows_statement(const Prepared *script, size_t at)
{
    while (at && byte_in(script->text[at - 1], " \t\r\n"))
        at--;
    size_t end = at;
    while (at && script->text[at - 1] != '\n')
        at--;
    at = prepared_skip_blanks(script, at);
    return at < end && byte_is_alpha(script->text[at]) && ends_value(script->text[end - 1]);
}

/* A field without a semicolon ends before the next member's annotation: `Cart cart` and then
   `@Test`. The semicolon is put into the annotation's indent. */
static void end_fields(Prepared *script)
{
    for (size_t at = 0; at < script->len;) {
        size_t after = skip_text(script, at);
        if (after == at && at && script->text[at] == '@' && script->text[at - 1] == ' ') {
            size_t start = at;
            while (start && byte_in(script->text[start - 1], " \t"))
                start--;
            if (start && script->text[start - 1] == '\n' && follows_statement(script, start))
                script->text[at - 1] = ';';
        }
        at = after == at ? at + 1 : after;
    }
}

/* A method whose name is a text, `def "adds two"() {` of Spock, is named by a word: ` adds_two `.
 */
static void rewrite_titles(Prepared *script)
{
    static const Str def = STR_INIT("def");
    for (size_t at = 0; (at = prepared_next_line(script, at, def)) < script->len; at++) {
        size_t open = prepared_skip_blanks(script, at + def.len), end = open + 1;
        char quote = prepared_byte(script, open);
        if (!byte_in(quote, "\"'"))
            continue;
        while (end < script->len && script->text[end] != quote && script->text[end] != '\n')
            end += script->text[end] == '\\' ? 2 : 1;
        if (prepared_byte(script, end) != quote || end == open + 1 ||
            prepared_byte(script, prepared_skip_blanks(script, end + 1)) != '(')
            continue;
        script->text[open] = script->text[end] = ' ';
        for (size_t i = open + 1; i < end; i++)
            if (!byte_is_word(script->text[i]) || (i == open + 1 && byte_is_digit(script->text[i])))
                script->text[i] = '_';
    }
}

void prepare_groovy(char *text, size_t len)
{
    Prepared script = {text, len};
    rewrite_titles(&script);
    rewrite_traits(&script);
    rewrite_marks(&script);
    end_fields(&script);
}
