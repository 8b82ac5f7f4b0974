/* Signatures, first sentences of documentation, names and modifiers. If a preprocessor offers
   several branches, the signature has the first that is not empty. Signatures and documentation are
   made from a bounded part of the source only. */
#include "lang/walk/declare.h"

#include "base/buf.h"
#include "lang/walk/tool_comment.h"

/* Only this much of the source is read for a signature, which is cut at SIGNATURE_CHARS_MAX. */
#define SIGNATURE_SOURCE_BYTES (16 * KB)
#define DOC_SOURCE_BYTES (4 * KB)
/* Folded text beyond this cannot matter either. A character has at most four bytes, and
   close_brackets removes at most every other byte. */
#define SIGNATURE_FOLDED_BYTES (2 * 4 * (SIGNATURE_CHARS_MAX + 1))

/* First bytes of comments. */
typedef struct Starts {
    char bytes[8];
    size_t count;
} Starts;

static void add_starts(Starts *starts, const char *words, unsigned step)
{
    Str list = str_from(words), word;
    for (unsigned i = 0; str_take_until(&list, ' ', &word); i++)
        if (word.len && i % step == 0 && starts->count < COUNT(starts->bytes))
            starts->bytes[starts->count++] = word.ptr[0];
}

static Starts comment_starts(const Language *language)
{
    Starts starts = {.count = 0};
    add_starts(&starts, language->line_comment, 1);
    add_starts(&starts, language->block_comment, 2);
    return starts;
}

static bool may_begin(const Starts *starts, char first)
{
    for (size_t i = 0; i < starts->count; i++)
        if (starts->bytes[i] == first)
            return true;
    return false;
}

/* Length of the comment that starts at `at`; 0 if no comment starts there. */
static size_t comment_length(const Language *language, Str text, size_t at)
{
    Str rest = str_from_offset(text, at);
    Str markers = str_from(language->line_comment), marker;
    while (str_take_until(&markers, ' ', &marker))
        if (marker.len && str_starts(rest, marker))
            return MIN(str_find_byte(rest, '\n'), rest.len);
    Str pair = str_from(language->block_comment), open, close;
    while (str_take_until(&pair, ' ', &open) && str_take_until(&pair, ' ', &close)) {
        if (!str_starts(rest, open))
            continue;
        size_t end = str_find(str_from_offset(rest, open.len), close);
        return end == STR_NONE ? rest.len : open.len + end + close.len;
    }
    return 0;
}

static size_t string_length(Str text, size_t at)
{
    char quote = text.ptr[at];
    for (size_t i = at + 1; i < text.len && text.ptr[i] != '\n'; i++) {
        if (text.ptr[i] == quote)
            return i + 1 - at;
        i += text.ptr[i] == '\\' && i + 1 < text.len && text.ptr[i + 1] != '\n';
    }
    return 1;
}

/* Length of a character literal, 'x' or '\n', at `at`; 1 for a lone quote. */
static size_t char_length(Str text, size_t at)
{
    size_t end = at + 1;
    if (end >= text.len)
        return 1;
    if (text.ptr[end] != '\\') {
        str_decode(text, &end);
        return end < text.len && text.ptr[end] == '\'' ? end + 1 - at : 1;
    }
    return string_length(text, at);
}

/* Length of the literal that the quote at `at` opens. An apostrophe after a word of `before` bytes
   is part of the word (a', 8'hFF), unless the language has strings in apostrophes, which may have a
   prefix. */
static size_t quoted_length(const Language *language, Str text, size_t at, size_t before)
{
    const LexicalFacts *facts = &language->lexical;
    if (text.ptr[at] != '\'')
        return string_length(text, at);
    bool chars = facts->traits & LEXICAL_CHARS;
    bool strings = !chars && facts->quotes && byte_in('\'', facts->quotes);
    if (before && (!strings || byte_is_digit(text.ptr[at - before])))
        return 1;
    return chars ? char_length(text, at) : string_length(text, at);
}

static Str strip_opening(Str s)
{
    static const char *const endings[] = {"{", ";", ",", ":=", "=>", "=", ":", "->"};
    s = str_trim_end(s);
    for (size_t i = 0; i < COUNT(endings) && s.len && byte_in(s.ptr[s.len - 1], "{;,=>:"); i++) {
        s = str_trim_end(s);
        Str ending = str_from(endings[i]);
        if (str_ends(s, ending) && s.len > ending.len && !str_ends(s, STR("operator=")) &&
            !str_ends(s, STR("::"))) {
            s.len -= ending.len;
            i = (size_t)-1;
        }
    }
    return str_trim_end(s);
}

/* Appends s with white space folded. */
static void put_folded(Buf *out, Str s)
{
    for (size_t i = 0; i < s.len; i++) {
        char last = out->len ? out->ptr[out->len - 1] : ' ';
        if (!byte_is_space(s.ptr[i]))
            buf_put_byte(out, s.ptr[i]);
        else if (last != ' ')
            buf_put_byte(out, ' ');
    }
}

/* Turns "( a" and "a, )", which come from parameters on lines of their own, into "(a" and "a)". */
static Str close_brackets(Arena *arena, Str s)
{
    char *text = arena_bytes(arena, s.len);
    size_t len = 0;
    for (size_t i = 0; i < s.len; i++) {
        bool after_open = len && (text[len - 1] == '(' || text[len - 1] == '[');
        if (s.ptr[i] == ' ' && after_open)
            continue;
        if ((s.ptr[i] == ')' || s.ptr[i] == ']') && len > 1 && text[len - 1] == ' ') {
            len--;
            len -= text[len - 1] == ',';
        }
        text[len++] = s.ptr[i];
    }
    return (Str){text, len};
}

/* ---- lines of a preprocessor ---- */

/* Whether the line is a directive whose name starts with `word`. */
static bool is_directive(Str line, Str word)
{
    line = str_trim(line);
    if (!line.len || line.ptr[0] != '#')
        return false;
    return str_starts(str_trim(str_from_offset(line, 1)), word);
}

static bool has_directives(const Language *language, Str text)
{
    return language->lexical.traits & LEXICAL_DIRECTIVES && !language->scan &&
           str_find_byte(text, '#') != STR_NONE;
}

/* The text without directives. Only the first branch that is not empty is kept. */
static Str drop_directives(Arena *arena, Str text)
{
    char *kept = arena_bytes(arena, text.len + 1);
    /* branch: start of the current branch; left_out: number of open #if's in a dropped branch */
    size_t len = 0, branch = 0, left_out = 0;
    Str rest = text, line;
    while (str_take_line(&rest, &line)) {
        bool opens = is_directive(line, STR("if")), goes_on = is_directive(line, STR("el"));
        if (opens && !left_out)
            branch = len;
        if (left_out) {
            left_out += opens;
            left_out -= is_directive(line, STR("endif"));
        } else if (goes_on) {
            left_out = str_trim((Str){kept + branch, len - branch}).len &&
                       str_find(rest, STR("#endif")) != STR_NONE;
        } else if (!is_directive(line, STR(""))) {
            if (line.len)
                memcpy(kept + len, line.ptr, line.len);
            len += line.len;
            kept[len++] = '\n';
        }
    }
    return str_trim((Str){kept, len});
}

static size_t word_length(Str text, size_t at)
{
    size_t end = at;
    while (end < text.len && byte_is_word(text.ptr[end]))
        end++;
    return end - at;
}

Str declare_signature(Arena *arena, const Language *language, Str text)
{
    text = str_trim(str_slice(text, 0, SIGNATURE_SOURCE_BYTES));
    if (has_directives(language, text))
        text = drop_directives(arena, text);
    char *since = arena->ptr;
    Buf out = buf_open(arena, 0);
    bool broken = str_find_byte(text, '\n') != STR_NONE;
    Starts starts = comment_starts(language);
    size_t before = 0; /* length of the word that ends here, apostrophes included */
    for (size_t i = 0; i < text.len && out.len < SIGNATURE_FOLDED_BYTES;) {
        bool may = may_begin(&starts, text.ptr[i]);
        size_t comment = may ? comment_length(language, text, i) : 0;
        bool quoted = text.ptr[i] == '"' || text.ptr[i] == '\'';
        size_t word = comment || quoted ? 0 : word_length(text, i);
        size_t len = comment  ? comment
                     : quoted ? quoted_length(language, text, i, before)
                              : MAX(word, (size_t)1);
        bool apostrophe = quoted && len == 1 && text.ptr[i] == '\'';
        before = word || (apostrophe && before) ? before + len : 0;
        if (comment)
            put_folded(&out, STR(" "));
        else if (quoted || word)
            buf_put(&out, str_slice(text, i, i + MIN(len, SIGNATURE_FOLDED_BYTES)));
        else
            put_folded(&out, str_slice(text, i, i + 1));
        i += len;
    }
    Str folded = broken ? close_brackets(arena, buf_str(&out)) : buf_str(&out);
    folded = str_cut_chars(arena, strip_opening(str_trim(folded)), SIGNATURE_CHARS_MAX);
    bool as_written = str_starts(text, folded);
    return str_keep_only(arena, since, as_written ? str_slice(text, 0, folded.len) : folded);
}

/* ---- documentation ---- */

static Str strip_line(Str line)
{
    static const char *const markers[] = {
        "/**", "/*!", "/*",  "*/", "///", "//!",  "//", "--[[", "--", "\"\"\"",
        "'''", "##",  "#'",  "#",  ";;;", ";;",   ";",  "%%",   "%",  "(**",
        "(*",  "*)",  "{-|", "{-", "-}",  "<!--", "*",  "|",    "!"};
    line = str_trim(line);
    bool marked = line.len && memchr("/-\"'#;%(*{<|!", line.ptr[0], 13);
    for (size_t i = 0; i < COUNT(markers) && marked; i++) {
        Str marker = str_from(markers[i]);
        if (!str_starts(line, marker))
            continue;
        line = str_trim(str_from_offset(line, marker.len));
        if (marker.len > 1 || !line.len)
            i = (size_t)-1;
        else
            break;
    }
    static const char *const ends[] = {"*/", "\"\"\"", "'''", "-->", "*)", "-}", "]]", "--]]"};
    marked = line.len && memchr("/\"'>)}]", line.ptr[line.len - 1], 7);
    for (size_t i = 0; i < COUNT(ends) && marked; i++)
        if (str_ends(line, str_from(ends[i])))
            line = str_trim_end(str_slice(line, 0, line.len - strlen(ends[i])));
    return line;
}

static bool is_decoration(Str line)
{
    for (size_t i = 0; i < line.len; i++)
        if (byte_is_word(line.ptr[i]) && line.ptr[i] != '_')
            return false;
    return true;
}

/* `@param`, `\\param`, and `---@param` of LuaLS. */
static bool is_tag(Str line)
{
    if (str_starts(line, STR("-@")))
        line = str_from_offset(line, 1);
    return line.len > 1 && (line.ptr[0] == '@' || line.ptr[0] == '\\') &&
           byte_is_alpha(line.ptr[1]);
}

static size_t sentence_end(Str s)
{
    for (size_t i = 0; i + 1 < s.len; i++) {
        bool stop = s.ptr[i] == '.' || s.ptr[i] == '!' || s.ptr[i] == '?';
        bool abbreviation = i >= 3 && (memcmp(s.ptr + i - 3, "e.g", 3) == 0 ||
                                       memcmp(s.ptr + i - 3, "i.e", 3) == 0);
        if (stop && !abbreviation && byte_is_space(s.ptr[i + 1]))
            return i + 1;
    }
    return s.len;
}

/* Removes tags such as <summary>, but keeps the text between them. */
static Str drop_markup(Arena *arena, Str s)
{
    if (str_find_byte(s, '<') == STR_NONE)
        return s;
    char *text = arena_bytes(arena, s.len);
    size_t len = 0;
    for (size_t i = 0; i < s.len; i++) {
        bool tag = s.ptr[i] == '<' && i + 1 < s.len &&
                   (byte_is_alpha(s.ptr[i + 1]) || s.ptr[i + 1] == '/');
        size_t end = tag ? str_find_byte(str_from_offset(s, i), '>') : STR_NONE;
        if (end != STR_NONE)
            i += end;
        else
            text[len++] = s.ptr[i];
    }
    return (Str){text, len};
}

static bool is_licence(Str s)
{
    return str_starts(s, STR("Copyright")) || str_starts(s, STR("SPDX-")) ||
           str_starts(s, STR("Licensed under")) || str_starts(s, STR("(c) "));
}

static bool is_directive_byte(char c)
{
    return byte_is_digit(c) || (c >= 'a' && c <= 'z');
}

bool declare_is_directive(Str line)
{
    static const char *const words[] = {"export", "extern", "line", "nolint"};
    line = str_trim(line);
    if (!str_starts(line, STR("//")))
        return false;
    Str rest = str_from_offset(line, 2);
    size_t len = 0;
    while (len < rest.len && is_directive_byte(rest.ptr[len]))
        len++;
    char after = len < rest.len ? rest.ptr[len] : ' ';
    char next = len + 1 < rest.len ? rest.ptr[len + 1] : ' ';
    if (len && after == ':' && is_directive_byte(next))
        return true;
    for (size_t i = 0; i < COUNT(words); i++)
        if (byte_is_space(after) && str_equal(str_slice(rest, 0, len), str_from(words[i])))
            return true;
    return false;
}

Str declare_doc(Arena *arena, Str comment)
{
    Str rest = str_slice(comment, 0, DOC_SOURCE_BYTES), line;
    char *since = arena->ptr;
    Buf out = buf_open(arena, 0);
    while (str_take_line(&rest, &line)) {
        if (declare_is_directive(line))
            continue;
        Str written = line;
        line = strip_line(line);
        if (tool_comment_is(written, line))
            continue;
        if (str_starts(line, STR("@brief ")) || str_starts(line, STR("\\brief ")))
            line = str_from_offset(line, 7);
        bool words = line.len && !is_decoration(line);
        if ((!words || is_tag(line)) && out.len)
            break;
        if (!words || is_tag(line))
            continue;
        if (out.len)
            buf_put_byte(&out, ' ');
        buf_put(&out, line);
        if (sentence_end(str_trim(buf_str(&out))) < str_trim(buf_str(&out)).len)
            break;
    }
    Str text = str_fold_space(arena, drop_markup(arena, buf_str(&out)));
    text = str_trim(str_slice(text, 0, sentence_end(text)));
    text = is_licence(text) ? (Str){0} : str_cut_chars(arena, text, DOC_CHARS_MAX);
    return str_keep_only(arena, since, text);
}

bool declare_docstring(Arena *arena, Str literal, Str *doc)
{
    size_t prefix = 0;
    while (prefix < literal.len && byte_is_alpha(literal.ptr[prefix]))
        prefix++;
    if (prefix > 1 || (prefix && !byte_in(literal.ptr[0], "rRuU")))
        return false;
    Str inside = str_from_offset(literal, prefix);
    char quote = inside.len ? inside.ptr[0] : '\0';
    if (quote == '"' || quote == '\'') {
        bool triple = inside.len >= 6 && inside.ptr[1] == quote && inside.ptr[2] == quote;
        size_t marks = triple ? 3 : 1;
        size_t closed = inside.len >= 2 * marks && inside.ptr[inside.len - 1] == quote ? marks : 0;
        inside = str_slice(inside, marks, inside.len - closed);
    }
    *doc = declare_doc(arena, inside);
    return true;
}

/* ---- names and modifiers ---- */

Str declare_name(Arena *arena, Str text)
{
    text = str_trim(text);
    bool quoted = text.len >= 2 &&
                  (text.ptr[0] == '"' || text.ptr[0] == '\'' || text.ptr[0] == '`') &&
                  text.ptr[text.len - 1] == text.ptr[0];
    if (quoted)
        text = str_slice(text, 1, text.len - 1);
    text = str_slice(text, 0, str_char_floor(text, MIN(text.len, NAME_BYTES_MAX)));
    for (size_t i = 0; i < text.len; i++)
        if (byte_is_space(text.ptr[i]))
            return str_fold_space(arena, text);
    return text;
}

static uint32_t modifier_of(Str word)
{
#define X(name, text) {STR_INIT(text), MODIFIER(name)},
    static const struct {
        Str word;
        uint32_t bit;
    } words[] = {MODIFIERS(X){STR_INIT("export"), MODIFIER(EXPORTED)},
                 {STR_INIT("pub"), MODIFIER(EXPORTED)},
                 {STR_INIT("defp"), MODIFIER(PRIVATE)},
                 {STR_INIT("defmacrop"), MODIFIER(PRIVATE)},
                 {STR_INIT("defguardp"), MODIFIER(PRIVATE)}};
#undef X
    uint32_t bits = 0;
    for (size_t i = 0; i < COUNT(words); i++)
        if (words[i].word.ptr[0] == word.ptr[0] && str_equal(words[i].word, word))
            bits |= words[i].bit;
    return bits;
}

uint32_t declare_modifiers(Str before_name)
{
    uint32_t bits = 0;
    for (size_t i = 0; i < before_name.len;) {
        size_t len = word_length(before_name, i);
        if (len)
            bits |= modifier_of(str_slice(before_name, i, i + len));
        i += MAX(len, (size_t)1);
    }
    return bits;
}

uint32_t declare_value_modifiers(Str behind_name)
{
    uint32_t bits = 0;
    for (size_t i = 0; i < behind_name.len; i++) {
        Str rest = str_trim(str_from_offset(behind_name, i + 1));
        size_t len = rest.len && byte_in(behind_name.ptr[i], "=:") ? word_length(rest, 0) : 0;
        if (!len)
            continue;
        Str word = str_slice(rest, 0, len), after = str_trim(str_from_offset(rest, len));
        bits |= modifier_of(word) & MODIFIER(ASYNC);
        if (str_equal(word, STR("function")) && str_starts(after, STR("*")))
            bits |= MODIFIER(GENERATOR);
    }
    return bits;
}
