/* Languages of which newer versions brought little that a grammar does not know. */
#include "lang/prepare.h"

#include "base/str.h"

typedef struct Script {
    char *text;
    size_t len;
} Script;

static char byte_at(const Script *script, size_t at)
{
    return at < script->len ? script->text[at] : '\0';
}

static size_t skip_blanks(const Script *script, size_t at)
{
    while (byte_in(byte_at(script, at), " \t") && at < script->len)
        at++;
    return at;
}

static size_t word_end(const Script *script, size_t at)
{
    while (byte_is_word(byte_at(script, at)))
        at++;
    return at;
}

static bool is_word_at(const Script *script, size_t at, Str word)
{
    Str rest = str_from_offset((Str){script->text, script->len}, at);
    return str_starts(rest, word) && !byte_is_word(byte_at(script, at + word.len)) &&
           (!at || !byte_is_word(script->text[at - 1]));
}

/* The next place at or after `at` where a word begins a line, or `len`. */
static size_t next_line_with(const Script *script, size_t at, Str word)
{
    while (at < script->len) {
        Str rest = str_from_offset((Str){script->text, script->len}, at);
        size_t found = str_find(rest, word);
        if (found == STR_NONE)
            return script->len;
        at += found;
        size_t start = at;
        while (start && byte_in(script->text[start - 1], " \t"))
            start--;
        if ((!start || script->text[start - 1] == '\n') && is_word_at(script, at, word))
            return at;
        at += word.len;
    }
    return script->len;
}

static void blank(Script *script, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        if (script->text[i] != '\n')
            script->text[i] = ' ';
}

/* ---- Lua 5.5 ---- */

/* `global function f` is `function f`, `global x <const>` is `local x <const>`; an attribute in
   front of the names, and `*` for all of them, declare nothing. */
static void take_global(Script *script, size_t at)
{
    size_t end = at + strlen("global"), next = skip_blanks(script, end);
    if (byte_at(script, next) == '<') {
        size_t close = next + 1;
        close = word_end(script, skip_blanks(script, close));
        close = skip_blanks(script, close);
        if (byte_at(script, close) != '>')
            return;
        blank(script, next, close + 1);
        next = skip_blanks(script, close + 1);
    }
    if (byte_at(script, next) == '*')
        blank(script, at, next + 1);
    else if (is_word_at(script, next, STR("function")))
        blank(script, at, end);
    else if (word_end(script, next) > next && next > end)
        memcpy(script->text + at, "local ", strlen("local "));
}

/* `...name)` is `...)`. */
static void take_rest(Script *script)
{
    for (size_t at = 0; at < script->len; at++) {
        size_t found = str_find((Str){script->text + at, script->len - at}, STR("..."));
        if (found == STR_NONE)
            return;
        at += found + 3;
        size_t name = skip_blanks(script, at), end = word_end(script, name);
        if (byte_at(script, skip_blanks(script, end)) == ')')
            blank(script, name, end);
    }
}

void prepare_lua(char *text, size_t len)
{
    Script script = {text, len};
    take_rest(&script);
    for (size_t at = 0; (at = next_line_with(&script, at, STR("global"))) < len; at++)
        take_global(&script, at);
}

/* ---- Python 3.13 ---- */

#define PARAMETERS_BYTES 400
#define COMMANDS_BYTES 400

/* The default of a type parameter: from its `=` to the `,` or `]` behind it. */
static size_t default_end(const Script *script, size_t at, size_t limit)
{
    int depth = 0;
    for (; at < limit; at++) {
        char c = byte_at(script, at);
        if (!depth && (c == ',' || c == ']'))
            return at;
        depth += byte_in(c, "([{") ? 1 : byte_in(c, ")]}") ? -1 : 0;
    }
    return limit;
}

/* `[T = int, *Ts = *tuple[int]]` from its bracket on. */
static void take_parameters(Script *script, size_t at)
{
    size_t limit = MIN(script->len, at + PARAMETERS_BYTES);
    int depth = 0;
    for (; at < limit; at++) {
        char c = script->text[at];
        depth += byte_in(c, "([{") ? 1 : byte_in(c, ")]}") ? -1 : 0;
        if (!depth)
            return;
        if (depth != 1 || c != '=')
            continue;
        size_t end = default_end(script, at + 1, limit);
        if (end == limit)
            return;
        blank(script, at, end);
        at = end - 1;
    }
}

void prepare_python(char *text, size_t len)
{
    static const Str words[] = {STR_INIT("class"), STR_INIT("def"), STR_INIT("type")};
    Script script = {text, len};
    for (size_t i = 0; i < COUNT(words); i++)
        for (size_t at = 0; (at = next_line_with(&script, at, words[i])) < len; at++) {
            size_t name = skip_blanks(&script, at + words[i].len), end = word_end(&script, name);
            if (end > name && byte_at(&script, end) == '[')
                take_parameters(&script, end);
        }
}

/* ---- Bash 5.3 ---- */

/* The brace that closes what is open before `at`, of commands that end with `;` or a line. */
static size_t closing_brace(const Script *script, size_t at)
{
    size_t limit = MIN(script->len, at + COMMANDS_BYTES), depth = 1;
    char last = ';', quote = '\0';
    for (; at < limit; at++) {
        char c = script->text[at];
        if (c == '\\')
            at++;
        else if (quote)
            quote = c == quote ? '\0' : quote;
        else if (byte_in(c, "\"'"))
            quote = c;
        else if (c == '{')
            depth++;
        else if (c == '}' && !--depth)
            return byte_in(last, ";\n") ? at : script->len;
        last = byte_in(c, " \t") ? last : c;
    }
    return script->len;
}

/* `${ f; }` and `${| f; }` are `$( f; )` to what is shown. */
void prepare_bash(char *text, size_t len)
{
    Script script = {text, len};
    for (size_t at = 0; at + 2 < len; at += 2) {
        size_t found = str_find((Str){text + at, len - at}, STR("${"));
        if (found == STR_NONE)
            return;
        at += found;
        size_t end =
            byte_in(byte_at(&script, at + 2), " \t\n|") ? closing_brace(&script, at + 3) : len;
        if (end == len)
            continue;
        text[at + 1] = '(';
        text[end] = ')';
        if (text[at + 2] == '|')
            text[at + 2] = ' ';
    }
}

/* ---- Perl 5.38 ---- */

/* `field $x :param //= 5;` is `field $x :param = 5;`, `my method f` and `method $f` are `method f`.
 */
void prepare_perl(char *text, size_t len)
{
    Script script = {text, len};
    for (size_t at = 0; (at = next_line_with(&script, at, STR("field"))) < len; at++) {
        Str line = {text + at, len - at};
        line.len = MIN(str_find_byte(line, '\n'), line.len);
        size_t equals = str_find_byte(line, '='), colon = str_find_byte(line, ':');
        Str mark =
            equals == STR_NONE || equals < 2 ? (Str){0} : str_slice(line, equals - 2, equals);
        if (colon < equals && (str_equal(mark, STR("//")) || str_equal(mark, STR("||"))))
            blank(&script, at + equals - 2, at + equals);
    }
    for (size_t at = 0; (at = next_line_with(&script, at, STR("my"))) < len; at++)
        if (is_word_at(&script, skip_blanks(&script, at + 2), STR("method")))
            blank(&script, at, at + 2);
    for (size_t at = 0; (at = next_line_with(&script, at, STR("method"))) < len; at++) {
        size_t name = skip_blanks(&script, at + strlen("method"));
        if (byte_at(&script, name) == '$' && byte_is_word(byte_at(&script, name + 1)))
            blank(&script, name, name + 1);
    }
}

/* ---- TypeScript 4.7 to 5.9 ---- */

#define TYPE_PARAMETERS_BYTES 1000

/* The next place at or after `at` where the word stands, or `len`. */
static size_t next_word(const Script *script, size_t at, Str word)
{
    while (at < script->len) {
        size_t found = str_find((Str){script->text + at, script->len - at}, word);
        if (found == STR_NONE)
            return script->len;
        at += found;
        if (is_word_at(script, at, word))
            return at;
        at += word.len;
    }
    return script->len;
}

/* `in T`, `out T`, `in out T`: what stands before the name goes. */
static size_t take_variance(Script *script, size_t at)
{
    static const Str words[] = {STR_INIT("in"), STR_INIT("out")};
    for (size_t i = 0; i < COUNT(words); i++) {
        size_t end = at + words[i].len, name = skip_blanks(script, end);
        if (!is_word_at(script, at, words[i]) || name == end || word_end(script, name) == name)
            continue;
        blank(script, at, end);
        at = name;
    }
    return at;
}

static size_t skip_comments(const Script *script, size_t at, size_t limit)
{
    for (;;) {
        while (at < limit && byte_is_space(script->text[at]))
            at++;
        bool block = byte_at(script, at) == '/' && byte_at(script, at + 1) == '*';
        bool line = byte_at(script, at) == '/' && byte_at(script, at + 1) == '/';
        if (!block && !line)
            return at;
        Str rest = {script->text + at + 2, limit - MIN(at + 2, limit)};
        size_t end = str_find(rest, block ? STR("*/") : STR("\n"));
        at = MIN(limit, at + 2 + MIN(end, rest.len) + (block ? 2 : 1));
        if (at >= limit)
            return limit;
    }
}

/* `<in T, out U = F<V>>` from its bracket on. */
static void take_variances(Script *script, size_t at)
{
    size_t limit = MIN(script->len, at + TYPE_PARAMETERS_BYTES);
    int depth = 0;
    for (; at < limit; at++) {
        char c = script->text[at];
        bool arrow = c == '>' && at && script->text[at - 1] == '=';
        depth += byte_in(c, "<([{") ? 1 : byte_in(c, ">)]}") && !arrow ? -1 : 0;
        if (depth <= 0)
            return;
        if (depth != 1 || !byte_in(c, "<,"))
            continue;
        size_t next = skip_comments(script, at + 1, limit);
        at = MAX(at, take_variance(script, next) - 1);
    }
}

/* Blanks the second of two words where the third thing begins so. */
static void drop_between(Script *script, Str first, Str second, Str third)
{
    for (size_t at = 0; (at = next_word(script, at, first)) < script->len; at++) {
        size_t word = skip_blanks(script, at + first.len), end = word + second.len;
        Str rest = str_from_offset((Str){script->text, script->len}, skip_blanks(script, end));
        if (is_word_at(script, word, second) && str_starts(rest, third))
            blank(script, word, end);
    }
}

void prepare_typescript(char *text, size_t len)
{
    static const Str heads[] = {STR_INIT("interface"), STR_INIT("type"), STR_INIT("class")};
    Script script = {text, len};
    for (size_t i = 0; i < COUNT(heads); i++)
        for (size_t at = 0; (at = next_word(&script, at, heads[i])) < len; at++) {
            size_t name = skip_blanks(&script, at + heads[i].len);
            size_t end = name;
            while (byte_is_word(byte_at(&script, end)) || byte_at(&script, end) == '$')
                end++;
            if (end > name && byte_at(&script, end) == '<')
                take_variances(&script, end);
        }
    drop_between(&script, STR("export"), STR("type"), STR("*"));
    drop_between(&script, STR("import"), STR("defer"), STR("*"));
    drop_between(&script, STR("default"), STR("abstract"), STR("class {"));
    drop_between(&script, STR("default"), STR("abstract"), STR("class extends"));
    for (size_t at = 0; (at = next_word(&script, at, STR("abstract"))) < len; at++)
        if (is_word_at(&script, skip_blanks(&script, at + strlen("abstract")), STR("accessor")))
            blank(&script, at, at + strlen("abstract"));
}
