/* Pairs of indentation (in the patch, in the file) are taken from the matched lines. An added line
   is indented by its pair. Without a pair, one of these rules must explain all pairs: a common
   prefix added or removed, tabs for spaces at one width, or a multiple. The indentation of a line
   that begins within a string is text, which must not change. */
#include "edit/reindent.h"

#include "base/buf.h"
#include "base/map.h"
#include "lang/lexical/code_tokens.h"

/* Widest tab that is tried. */
#define TAB_MAX 8

typedef struct Pair {
    Str patch, file;
} Pair;
typedef VEC(Pair) PairVec;

/* ---- indentation ---- */

static size_t width_of(Str indent, size_t tab)
{
    size_t width = 0;
    for (size_t i = 0; i < indent.len; i++)
        width = indent.ptr[i] == '\t' ? (width / tab + 1) * tab : width + 1;
    return width;
}

static bool has_byte(Str text, char byte)
{
    return str_find_byte(text, byte) != STR_NONE;
}

/* Collects the different pairs. False if they contradict each other. */
static bool take_pairs(Arena *arena, const FileText *file, const Hunk *hunk, const Match *match,
                       PairVec *pairs)
{
    Map seen = map_open(arena);
    for (size_t i = 0; i < hunk->lines.len; i++) {
        Str text = hunk->lines.ptr[i].text;
        if (hunk->lines.ptr[i].sign == '+' || match->at[i] == PLACE_NONE || !str_trim(text).len)
            continue;
        Pair pair = {file_text_indent(text), file_text_indent(file->lines[match->at[i]].text)};
        bool added;
        uint64_t *index = map_put(&seen, pair.patch, &added);
        if (!added && !str_equal(pairs->ptr[*index].file, pair.file))
            return false;
        if (!added)
            continue;
        *index = pairs->len;
        for (size_t p = 0; p < pairs->len; p++) { /* deeper in one is deeper in the other */
            size_t was = width_of(pairs->ptr[p].patch, TAB_MAX), is = width_of(pair.patch, TAB_MAX);
            size_t to = width_of(pairs->ptr[p].file, TAB_MAX), now = width_of(pair.file, TAB_MAX);
            if ((was < is && to > now) || (was > is && to < now))
                return false;
        }
        *VEC_PUSH(arena, pairs) = pair;
    }
    return true;
}

/* `longer` is a prefix and then `shorter`; the prefix. */
static bool prefix_of(Str longer, Str shorter, Str *prefix)
{
    if (!str_ends(longer, shorter))
        return false;
    *prefix = str_slice(longer, 0, longer.len - shorter.len);
    return true;
}

/* A common prefix that the file adds (`adds`) or lacks. */
static bool by_prefix(Arena *arena, const PairVec *pairs, bool adds, Str indent, Str *result)
{
    Str common = {0}, prefix;
    bool mixed = false;
    for (size_t i = 0; i < pairs->len; i++) {
        Str patch = pairs->ptr[i].patch, file = pairs->ptr[i].file;
        if (!prefix_of(adds ? file : patch, adds ? patch : file, &prefix) ||
            (i && !str_equal(prefix, common)))
            return false;
        common = prefix;
        mixed = mixed || (has_byte(file, '\t') && has_byte(file, ' '));
    }
    if (!adds && !str_starts(indent, common))
        return false;
    *result = adds ? str_join(arena, common, indent) : str_from_offset(indent, common.len);
    return mixed || !common.len || !(has_byte(*result, '\t') && has_byte(*result, ' '));
}

/* Tabs in one and spaces in the other, at one width of a tab; all widths that explain the pairs
   must give the same. */
static bool by_tabs(Arena *arena, const PairVec *pairs, Str indent, Str *result)
{
    bool any = false;
    for (size_t tab = 1; tab <= TAB_MAX; tab++) {
        bool fits = true, has_tabs = false;
        for (size_t i = 0; fits && i < pairs->len; i++) {
            fits = width_of(pairs->ptr[i].patch, tab) == width_of(pairs->ptr[i].file, tab);
            has_tabs = has_tabs || has_byte(pairs->ptr[i].file, '\t');
        }
        if (!fits)
            continue;
        size_t width = width_of(indent, tab);
        Buf made = buf_open(arena, 0);
        buf_put_repeat(&made, STR("\t"), has_tabs ? width / tab : 0);
        buf_put_repeat(&made, STR(" "), has_tabs ? width % tab : width);
        if (any && !str_equal(*result, buf_str(&made)))
            return false;
        *result = buf_str(&made);
        any = true;
    }
    return any;
}

static bool is_only(Str indent, char byte)
{
    for (size_t i = 0; i < indent.len; i++)
        if (indent.ptr[i] != byte)
            return false;
    return true;
}

/* Each side of one character, and in proportion: two spaces for four. */
static bool by_proportion(Arena *arena, const PairVec *pairs, Str indent, Str *result)
{
    const Pair *unit = NULL;
    for (size_t i = 0; i < pairs->len; i++)
        unit = pairs->ptr[i].patch.len && pairs->ptr[i].file.len ? &pairs->ptr[i] : unit;
    if (!unit)
        return false;
    char from = unit->patch.ptr[0], to = unit->file.ptr[0];
    for (size_t i = 0; i < pairs->len; i++) {
        Str patch = pairs->ptr[i].patch, file = pairs->ptr[i].file;
        if (!is_only(patch, from) || !is_only(file, to) ||
            patch.len * unit->file.len != file.len * unit->patch.len)
            return false;
    }
    if (!is_only(indent, from) || indent.len * unit->file.len % unit->patch.len)
        return false;
    Buf made = buf_open(arena, 0);
    buf_put_repeat(&made, (Str){&to, 1}, indent.len * unit->file.len / unit->patch.len);
    *result = buf_str(&made);
    return true;
}

static bool convert(Arena *arena, const PairVec *pairs, Str indent, Str *result)
{
    for (size_t i = 0; i < pairs->len; i++)
        if (str_equal(pairs->ptr[i].patch, indent)) {
            *result = pairs->ptr[i].file;
            return true;
        }
    return by_prefix(arena, pairs, true, indent, result) ||
           by_prefix(arena, pairs, false, indent, result) ||
           by_tabs(arena, pairs, indent, result) || by_proportion(arena, pairs, indent, result);
}

/* ---- characters ---- */

/* A character of the patch and its counterpart in the file. */
typedef struct CharPair {
    uint32_t patch, file;
    bool contradicts; /* it has several counterparts */
} CharPair;
typedef VEC(CharPair) CharPairVec;

static CharPair *find_char(CharPairVec *chars, uint32_t c)
{
    for (size_t i = 0; i < chars->len; i++)
        if (chars->ptr[i].patch == c)
            return &chars->ptr[i];
    return NULL;
}

/* Characters that are written in several ways. */
static bool has_variants(uint32_t c)
{
    return c == '-' || c == '\'' || c == '"' || c == ' ' || file_text_plain_char(c) != c;
}

/* Collects the characters of two lines that are equal in normal form. */
static void take_chars(Arena *arena, Str patch, Str file, CharPairVec *chars)
{
    size_t a = 0, b = 0;
    patch = str_trim(patch);
    file = str_trim(file);
    while (a < patch.len && b < file.len) {
        uint32_t from = str_decode(patch, &a), to = str_decode(file, &b);
        if (!has_variants(from))
            continue;
        CharPair *pair = find_char(chars, from);
        if (!pair)
            *VEC_PUSH(arena, chars) = (CharPair){.patch = from, .file = to};
        else
            pair->contradicts = pair->contradicts || pair->file != to;
    }
}

/* Whether the model wrote typographic characters for plain ones, and this one is nowhere in the
   file. */
static bool is_typographic(const FileText *file, const CharPairVec *chars, uint32_t c)
{
    char bytes[4];
    bool shown = false;
    for (size_t i = 0; i < chars->len; i++)
        shown = shown || (chars->ptr[i].patch != chars->ptr[i].file &&
                          file_text_plain_char(chars->ptr[i].patch) == chars->ptr[i].file);
    return shown && file_text_plain_char(c) != c &&
           str_find(file->bytes, (Str){bytes, str_encode(bytes, c)}) == STR_NONE;
}

static Str with_chars(Arena *arena, const FileText *file, Str text, CharPairVec *chars)
{
    Buf made = buf_open(arena, 0);
    for (size_t at = 0; at < text.len;) {
        char bytes[4];
        size_t before = at;
        uint32_t c = str_decode(text, &at);
        CharPair *pair = find_char(chars, c);
        if (!pair && has_variants(c)) {
            uint32_t to = is_typographic(file, chars, c) ? file_text_plain_char(c) : c;
            pair = VEC_PUSH(arena, chars);
            *pair = (CharPair){.patch = c, .file = to};
        }
        if (pair && !pair->contradicts && pair->file != pair->patch)
            buf_put(&made, (Str){bytes, str_encode(bytes, pair->file)});
        else
            buf_put(&made, str_slice(text, before, at));
    }
    return buf_str(&made);
}

/* ---- strings ---- */

/* Whether a string is the first statement of a block, whose indentation readers remove. */
static bool is_docstring(const Language *language, Str text, size_t start)
{
    Str above = str_slice(text, 0, start);
    size_t line = str_find_last_byte(above, '\n');
    return lang_has_docstrings(language) && line != STR_NONE &&
           !str_trim(str_from_offset(above, line)).len &&
           str_ends(str_trim_end(str_slice(above, 0, line)), STR(":"));
}

/* Whether each line of a text begins within a string; with `documents`, docstrings do not count. */
static const bool *lines_in_strings(Arena *arena, const MatchFile *file, Str text, bool documents,
                                    size_t *count)
{
    const Language *language = lang_detect(file->path, (Str){0});
    Arena scratch = *file->scratch;
    TokenVec tokens = {0};
    VEC(bool) within = {0};
    size_t token = 0, at = 0;
    code_tokens_read(&scratch, language, text, &tokens);
    for (Str rest = text, line; str_take_line(&rest, &line); at = text.len - rest.len) {
        while (token < tokens.len && tokens.ptr[token].end <= at)
            token++;
        const Token *in =
            token < tokens.len && tokens.ptr[token].start < at ? &tokens.ptr[token] : NULL;
        *VEC_PUSH(arena, &within) = in && in->kind == TOKEN_STRING &&
                                    !(documents && is_docstring(language, text, in->start));
    }
    *count = within.len;
    return within.ptr;
}

/* The same for the lines of a hunk that its new side has, read after the file's lines above it. */
static const bool *hunk_in_strings(Arena *arena, const MatchFile *file, const Hunk *hunk,
                                   const Match *match)
{
    bool *within = NEW(arena, bool, hunk->lines.len + 1);
    size_t first = file->text.count, count;
    for (size_t i = 0; i < hunk->lines.len; i++)
        if (match->at[i] != PLACE_NONE)
            first = MIN(first, (size_t)match->at[i]);
    Buf text = buf_open(arena, 0);
    for (size_t i = 0; i < first; i++)
        buf_printf(&text, "%.*s\n", STR_ARG(file->text.lines[i].text));
    for (size_t i = 0; i < hunk->lines.len; i++)
        if (hunk->lines.ptr[i].sign != '-')
            buf_printf(&text, "%.*s\n", STR_ARG(hunk->lines.ptr[i].text));
    const bool *of_text = lines_in_strings(arena, file, buf_str(&text), false, &count);
    for (size_t i = 0, at = first; i < hunk->lines.len && at < count; i++)
        if (hunk->lines.ptr[i].sign != '-')
            within[i] = of_text[at++];
    return within;
}

/* ---- both ---- */

static bool must_convert_chars(const Hunk *hunk, const Match *match, const FileText *file)
{
    for (size_t i = 0; i < hunk->lines.len; i++)
        if (match->at[i] != PLACE_NONE && hunk->lines.ptr[i].sign != '+' &&
            !str_equal(str_trim(hunk->lines.ptr[i].text), str_trim(file->lines[match->at[i]].text)))
            return true;
    return false;
}

/* Sets the text of one added line. */
static bool move_line(Arena *arena, const FileText *file, const PairVec *pairs, CharPairVec *chars,
                      Str text, Str *result)
{
    Str indent = file_text_indent(text), moved = indent;
    Str rest = str_from_offset(text, indent.len);
    bool converted = pairs && convert(arena, pairs, indent, &moved);
    if (rest.len && !converted)
        return false;
    rest = chars ? with_chars(arena, file, rest, chars) : rest;
    if (!rest.len && !converted)
        moved = (Str){0}; /* white space alone */
    *result = str_join(arena, moved, rest);
    return true;
}

bool reindent_hunk(Arena *arena, const MatchFile *match_file, const Hunk *hunk, const Match *match,
                   Str *texts)
{
    const FileText *file = &match_file->text;
    PairVec pairs = {0};
    CharPairVec chars = {0};
    bool indents = match->at && match->step >= MATCH_INDENT;
    bool agrees = !indents || take_pairs(arena, file, hunk, match, &pairs);
    bool converts =
        indents && match->step == MATCH_UNICODE && must_convert_chars(hunk, match, file);
    for (size_t i = 0; converts && i < hunk->lines.len; i++)
        if (match->at[i] != PLACE_NONE && hunk->lines.ptr[i].sign != '+')
            take_chars(arena, hunk->lines.ptr[i].text, file->lines[match->at[i]].text, &chars);
    const bool *within = indents ? hunk_in_strings(arena, match_file, hunk, match) : NULL;
    for (size_t i = 0; i < hunk->lines.len; i++) {
        if (hunk->lines.ptr[i].sign != '+')
            continue;
        Str text = texts[i] = hunk->lines.ptr[i].text;
        if (!indents || !text.len)
            continue;
        if (!move_line(arena, file, agrees ? &pairs : NULL, converts ? &chars : NULL, text,
                       &texts[i]) ||
            (within[i] && !str_equal(file_text_indent(texts[i]), file_text_indent(text))))
            return false;
    }
    return true;
}

bool reindent_text(const MatchFile *file, Arena *arena, Str text, Str indent, Str *moved)
{
    Buf made = buf_open(arena, 0);
    Str line, first = {0};
    size_t count, at = 0;
    if (str_equal(file_text_indent(text), indent)) {
        *moved = text;
        return true;
    }
    const bool *within = lines_in_strings(arena, file, text, true, &count);
    for (; str_take_line(&text, &line); at++) {
        if (!at)
            first = file_text_indent(line);
        bool is_blank = !str_trim(line).len;
        if ((!is_blank && !str_starts(line, first)) || (line.len && at < count && within[at]))
            return false;
        if (!is_blank)
            buf_put(&made, indent);
        buf_put(&made, is_blank ? line : str_from_offset(line, first.len));
        buf_put_byte(&made, '\n');
    }
    *moved = buf_str(&made);
    return true;
}
