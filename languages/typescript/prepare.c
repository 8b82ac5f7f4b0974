/* TypeScript 4.7 to 5.9 for an older grammar: variance of type parameters, `export type *`,
   `import defer`, `abstract accessor`, `export import a = require()`. */
#include "languages_lang.h"

#include "lang/prepare_text.h"

/* What is read of a list at most: without an end, each start would read the whole text. */
#define TYPE_PARAMETERS_BYTES 1000

/* Blanks the variance before a type parameter: `in T`, `out T`, `in out T`. */
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

/* Handles `<in T, out U = F<V>>` from its bracket on. */
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

/* Blanks `second` between `first` and a text that begins with `third`. */
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

/* Blanks `export` before `import name = require(`. */
static void drop_export(Prepared *script)
{
    static const Str first = STR_INIT("export"), second = STR_INIT("import");
    for (size_t at = 0; (at = prepared_next_word(script, at, first)) < script->len; at++) {
        size_t word = prepared_skip_blanks(script, at + first.len);
        size_t name = prepared_skip_blanks(script, word + second.len);
        size_t sign = prepared_skip_blanks(script, prepared_word_end(script, name));
        size_t value = prepared_skip_blanks(script, sign + 1);
        if (prepared_is_word(script, word, second) && prepared_byte(script, sign) == '=' &&
            prepared_is_word(script, value, STR("require")))
            prepared_blank(script, at, at + first.len);
    }
}

void prepare_typescript(char *text, size_t len)
{
    static const Str heads[] = {STR_INIT("interface"), STR_INIT("type"), STR_INIT("class")};
    Prepared script = {text, len};
    drop_export(&script);
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
