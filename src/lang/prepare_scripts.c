/* Languages of which newer versions brought little that a grammar does not know. */
#include "lang/prepare.h"

#include "lang/prepare_text.h"

/* The next place at or after `at` where a word begins a line, or `len`. */
static size_t next_line_with(const Prepared *script, size_t at, Str word)
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
        if ((!start || script->text[start - 1] == '\n') && prepared_is_word(script, at, word))
            return at;
        at += word.len;
    }
    return script->len;
}

/* ---- Lua 5.5 ---- */

/* `global function f` is `function f`, `global x <const>` is `local x <const>`; an attribute in
   front of the names, and `*` for all of them, declare nothing. */
static void take_global(Prepared *script, size_t at)
{
    size_t end = at + strlen("global"), next = prepared_skip_blanks(script, end);
    if (prepared_byte(script, next) == '<') {
        size_t close = next + 1;
        close = prepared_word_end(script, prepared_skip_blanks(script, close));
        close = prepared_skip_blanks(script, close);
        if (prepared_byte(script, close) != '>')
            return;
        prepared_blank(script, next, close + 1);
        next = prepared_skip_blanks(script, close + 1);
    }
    if (prepared_byte(script, next) == '*')
        prepared_blank(script, at, next + 1);
    else if (prepared_is_word(script, next, STR("function")))
        prepared_blank(script, at, end);
    else if (prepared_word_end(script, next) > next && next > end)
        memcpy(script->text + at, "local ", strlen("local "));
}

/* `...name)` is `...)`. */
static void take_rest(Prepared *script)
{
    for (size_t at = 0; at < script->len; at++) {
        size_t found = str_find((Str){script->text + at, script->len - at}, STR("..."));
        if (found == STR_NONE)
            return;
        at += found + 3;
        size_t name = prepared_skip_blanks(script, at), end = prepared_word_end(script, name);
        if (prepared_byte(script, prepared_skip_blanks(script, end)) == ')')
            prepared_blank(script, name, end);
    }
}

void prepare_lua(char *text, size_t len)
{
    Prepared script = {text, len};
    take_rest(&script);
    for (size_t at = 0; (at = next_line_with(&script, at, STR("global"))) < len; at++)
        take_global(&script, at);
}

/* ---- Python 3.13 ---- */

/* How far Python's type parameters and the commands of a substitution in Bash may reach; longer
 * ones stay as they are. */
#define PARAMETERS_BYTES 400
#define COMMANDS_BYTES 400

/* The default of a type parameter: from its `=` to the `,` or `]` behind it. */
static size_t default_end(const Prepared *script, size_t at, size_t limit)
{
    int depth = 0;
    for (; at < limit; at++) {
        char c = prepared_byte(script, at);
        if (!depth && (c == ',' || c == ']'))
            return at;
        depth += byte_in(c, "([{") ? 1 : byte_in(c, ")]}") ? -1 : 0;
    }
    return limit;
}

/* `[T = int, *Ts = *tuple[int]]` from its bracket on. */
static void take_parameters(Prepared *script, size_t at)
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
        prepared_blank(script, at, end);
        at = end - 1;
    }
}

void prepare_python(char *text, size_t len)
{
    static const Str words[] = {STR_INIT("class"), STR_INIT("def"), STR_INIT("type")};
    Prepared script = {text, len};
    for (size_t i = 0; i < COUNT(words); i++)
        for (size_t at = 0; (at = next_line_with(&script, at, words[i])) < len; at++) {
            size_t name = prepared_skip_blanks(&script, at + words[i].len),
                   end = prepared_word_end(&script, name);
            if (end > name && prepared_byte(&script, end) == '[')
                take_parameters(&script, end);
        }
}

/* ---- Bash 5.3 ---- */

/* The brace that closes what is open before `at`, of commands that end with `;` or a line. */
static size_t closing_brace(const Prepared *script, size_t at)
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
    Prepared script = {text, len};
    for (size_t at = 0; at + 2 < len; at += 2) {
        size_t found = str_find((Str){text + at, len - at}, STR("${"));
        if (found == STR_NONE)
            return;
        at += found;
        size_t end = byte_in(prepared_byte(&script, at + 2), " \t\n|")
                         ? closing_brace(&script, at + 3)
                         : len;
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
    Prepared script = {text, len};
    for (size_t at = 0; (at = next_line_with(&script, at, STR("field"))) < len; at++) {
        Str line = {text + at, len - at};
        line.len = MIN(str_find_byte(line, '\n'), line.len);
        size_t equals = str_find_byte(line, '='), colon = str_find_byte(line, ':');
        Str mark =
            equals == STR_NONE || equals < 2 ? (Str){0} : str_slice(line, equals - 2, equals);
        if (colon < equals && (str_equal(mark, STR("//")) || str_equal(mark, STR("||"))))
            prepared_blank(&script, at + equals - 2, at + equals);
    }
    for (size_t at = 0; (at = next_line_with(&script, at, STR("my"))) < len; at++)
        if (prepared_is_word(&script, prepared_skip_blanks(&script, at + 2), STR("method")))
            prepared_blank(&script, at, at + 2);
    for (size_t at = 0; (at = next_line_with(&script, at, STR("method"))) < len; at++) {
        size_t name = prepared_skip_blanks(&script, at + strlen("method"));
        if (prepared_byte(&script, name) == '$' && byte_is_word(prepared_byte(&script, name + 1)))
            prepared_blank(&script, name, name + 1);
    }
}

/* ---- TypeScript 4.7 to 5.9 ---- */

/* How far a list of type parameters may reach; a longer one stays as it is. */
#define TYPE_PARAMETERS_BYTES 1000

/* `in T`, `out T`, `in out T`: what stands before the name goes. */
static size_t take_variance(Prepared *script, size_t at)
{
    static const Str words[] = {STR_INIT("in"), STR_INIT("out")};
    for (size_t i = 0; i < COUNT(words); i++) {
        size_t end = at + words[i].len, name = prepared_skip_blanks(script, end);
        if (!prepared_is_word(script, at, words[i]) || name == end ||
            prepared_word_end(script, name) == name)
            continue;
        prepared_blank(script, at, end);
        at = name;
    }
    return at;
}

static size_t skip_comments(const Prepared *script, size_t at, size_t limit)
{
    for (;;) {
        while (at < limit && byte_is_space(script->text[at]))
            at++;
        bool block = prepared_byte(script, at) == '/' && prepared_byte(script, at + 1) == '*';
        bool line = prepared_byte(script, at) == '/' && prepared_byte(script, at + 1) == '/';
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
static void take_variances(Prepared *script, size_t at)
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
static void drop_between(Prepared *script, Str first, Str second, Str third)
{
    for (size_t at = 0; (at = prepared_next_word(script, at, first)) < script->len; at++) {
        size_t word = prepared_skip_blanks(script, at + first.len), end = word + second.len;
        Str rest =
            str_from_offset((Str){script->text, script->len}, prepared_skip_blanks(script, end));
        if (prepared_is_word(script, word, second) && str_starts(rest, third))
            prepared_blank(script, word, end);
    }
}

void prepare_typescript(char *text, size_t len)
{
    static const Str heads[] = {STR_INIT("interface"), STR_INIT("type"), STR_INIT("class")};
    Prepared script = {text, len};
    for (size_t i = 0; i < COUNT(heads); i++)
        for (size_t at = 0; (at = prepared_next_word(&script, at, heads[i])) < len; at++) {
            size_t name = prepared_skip_blanks(&script, at + heads[i].len);
            size_t end = name;
            while (byte_is_word(prepared_byte(&script, end)) || prepared_byte(&script, end) == '$')
                end++;
            if (end > name && prepared_byte(&script, end) == '<')
                take_variances(&script, end);
        }
    drop_between(&script, STR("export"), STR("type"), STR("*"));
    drop_between(&script, STR("import"), STR("defer"), STR("*"));
    drop_between(&script, STR("default"), STR("abstract"), STR("class {"));
    drop_between(&script, STR("default"), STR("abstract"), STR("class extends"));
    for (size_t at = 0; (at = prepared_next_word(&script, at, STR("abstract"))) < len; at++)
        if (prepared_is_word(&script, prepared_skip_blanks(&script, at + strlen("abstract")),
                             STR("accessor")))
            prepared_blank(&script, at, at + strlen("abstract"));
}
