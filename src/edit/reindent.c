/* Pairs of indentation (in the patch, in the file) are taken from the matched lines. An added line
   is indented by its pair. Without a pair, one of these rules must explain all pairs: a common
   prefix added or removed, tabs for spaces at one width, or a multiple. */
#include "edit/reindent.h"

#include "base/buf.h"
#include "base/map.h"

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

/* ---- both ---- */

static bool must_convert_chars(const Hunk *hunk, const Match *match, const FileText *file)
{
    for (size_t i = 0; i < hunk->lines.len; i++)
        if (match->at[i] != PLACE_NONE && hunk->lines.ptr[i].sign != '+' &&
            !str_equal(str_trim(hunk->lines.ptr[i].text), str_trim(file->lines[match->at[i]].text)))
            return true;
    return false;
}

bool reindent_hunk(Arena *arena, const FileText *file, const Hunk *hunk, const Match *match,
                   Str *texts)
{
    PairVec pairs = {0};
    CharPairVec chars = {0};
    bool indents = match->at && match->step >= MATCH_INDENT;
    bool agrees = !indents || take_pairs(arena, file, hunk, match, &pairs);
    bool converts =
        indents && match->step == MATCH_UNICODE && must_convert_chars(hunk, match, file);
    for (size_t i = 0; converts && i < hunk->lines.len; i++)
        if (match->at[i] != PLACE_NONE && hunk->lines.ptr[i].sign != '+')
            take_chars(arena, hunk->lines.ptr[i].text, file->lines[match->at[i]].text, &chars);
    for (size_t i = 0; i < hunk->lines.len; i++) {
        if (hunk->lines.ptr[i].sign != '+')
            continue;
        Str text = hunk->lines.ptr[i].text, indent = file_text_indent(text), moved = indent;
        texts[i] = text;
        if (!indents || !text.len)
            continue;
        Str rest = str_from_offset(text, indent.len);
        if (rest.len && (!agrees || !convert(arena, &pairs, indent, &moved)))
            return false;
        rest = converts ? with_chars(arena, file, rest, &chars) : rest;
        if (!rest.len && (!agrees || !convert(arena, &pairs, indent, &moved)))
            moved = (Str){0}; /* white space alone */
        texts[i] = str_join(arena, moved, rest);
    }
    return true;
}

bool reindent_text(Arena *arena, Str text, Str indent, Str *moved)
{
    Buf made = buf_open(arena, 0);
    Str line, first = {0};
    bool is_first = true;
    if (str_equal(file_text_indent(text), indent)) {
        *moved = text;
        return true;
    }
    while (str_take_line(&text, &line)) {
        if (is_first)
            first = file_text_indent(line);
        is_first = false;
        bool is_blank = !str_trim(line).len;
        if (!is_blank && !str_starts(line, first))
            return false;
        if (!is_blank)
            buf_put(&made, indent);
        buf_put(&made, is_blank ? line : str_from_offset(line, first.len));
        buf_put_byte(&made, '\n');
    }
    *moved = buf_str(&made);
    return true;
}
