/* A document does not identify the content that it was made from, unless it includes the text. So
   each of its occurrences is compared with the text: definitions must be at their places, by their
   names; other occurrences must be whole words. A reference may have another name than its symbol,
   through an import that renames it, but only a few do. */
#include "exchange/import_scip.h"

#include "base/map.h"

#include <stdlib.h>

/* Of four words that refer to symbols, at most this many may differ from the symbols' names. In a
   file that exports everything under other names (`export { _lt as lt, _lt as less }`), two of
   three do. */
#define OTHER_NAMES_OF_FOUR 3
/* … or at most this many in all: a small file may have only words renamed by imports. */
#define OTHER_NAMES_FEW 4
/* Names are shorter; a longer range on one line is not a name. */
#define NAME_COLUMNS_MAX 1000

/* ---- columns ---- */

/* Walks over a text in the order of lines and columns. */
typedef struct Walk {
    Str text;
    ScipEncoding encoding;
    uint32_t line, column;
    size_t at;
} Walk;

/* Columns that the character at the offset takes. */
static uint32_t columns_at(const Walk *walk, size_t *next)
{
    size_t from = *next;
    uint32_t c = str_decode(walk->text, next);
    return walk->encoding == SCIP_UTF8    ? (uint32_t)(*next - from)
           : walk->encoding == SCIP_UTF32 ? 1
           : c >= 0x10000                 ? 2
                                          : 1;
}

/* Goes to a place that is not before the present one. False if the text does not have it. */
static bool go_to(Walk *walk, uint32_t line, uint32_t column)
{
    for (; walk->line < line; walk->line++, walk->column = 0) {
        size_t end = str_find_byte(str_from_offset(walk->text, walk->at), '\n');
        if (end == STR_NONE)
            return false;
        walk->at += end + 1;
    }
    while (walk->column < column && walk->at < walk->text.len && walk->text.ptr[walk->at] != '\n')
        walk->column += columns_at(walk, &walk->at);
    return walk->column == column;
}

/* ---- names ---- */

static bool is_word(char byte)
{
    return byte_is_word(byte) || (unsigned char)byte >= 0x80 || byte == '$';
}

static bool is_whole_word(Str text, uint32_t start, uint32_t end)
{
    bool left = !start || !is_word(text.ptr[start - 1]) || !is_word(text.ptr[start]);
    bool right = end == text.len || !is_word(text.ptr[end]) || !is_word(text.ptr[end - 1]);
    return start < end && left && right;
}

/* The word without quotes around it. */
static Str unquoted(Str word)
{
    bool quoted =
        word.len > 2 && byte_in(word.ptr[0], "'\"`") && word.ptr[0] == word.ptr[word.len - 1];
    return quoted ? str_slice(word, 1, word.len - 1) : word;
}

typedef enum NameFit {
    NAME_FITS,
    NAME_DIFFERS,
    NAME_UNKNOWN, /* the symbol does not contain the name */
} NameFit;

/* Compares a word of the text with the symbol's last descriptor. */
static NameFit compare_name(Arena scratch, Str symbol, Str word)
{
    ScipDescriptorVec descriptors = {0};
    if (scip_symbol_is_local(symbol) || !scip_symbol_parse(&scratch, symbol, &descriptors))
        return NAME_UNKNOWN;
    /* an import that renames may be one occurrence: `Cart as Basket` (scip-python) */
    word = str_slice(word, 0, str_find(word, STR(" as ")));
    const ScipDescriptor *last = &descriptors.ptr[descriptors.len - 1];
    /* a constructor is called by the name of its type */
    if (descriptors.len > 1 && last->suffix == '(' && str_equal(last[-1].name, word))
        return NAME_FITS;
    /* files and made-up names: `next3:`, `<constructor>` */
    if (byte_in(last->suffix, "/:") || str_find_byte(last->name, '<') != STR_NONE)
        return NAME_UNKNOWN;
    return str_equal(unquoted(last->name), unquoted(word)) ? NAME_FITS : NAME_DIFFERS;
}

/* ---- documents ---- */

static int compare_seen(const void *a, const void *b)
{
    const ScipRange *x = &((const ScipSeen *)a)->range, *y = &((const ScipSeen *)b)->range;
    if (x->start_line != y->start_line)
        return x->start_line < y->start_line ? -1 : 1;
    return (x->start_column > y->start_column) - (x->start_column < y->start_column);
}

/* Finds the place of an occurrence, which must be on one line and not empty. */
static bool find_place(Walk *walk, const ScipSeen *seen, ImportPlace *place)
{
    const ScipRange *range = &seen->range;
    if (!go_to(walk, range->start_line, range->start_column))
        return false;
    Walk end = *walk;
    if (!go_to(&end, range->end_line, range->end_column))
        return false;
    *place = (ImportPlace){.start = (uint32_t)walk->at,
                           .end = (uint32_t)end.at,
                           .symbol = seen->symbol,
                           .defines = seen->roles & (SCIP_DEFINITION | SCIP_FORWARD)};
    return true;
}

static bool is_name(const ScipSeen *seen)
{
    const ScipRange *range = &seen->range;
    return seen->symbol.len && seen->symbol.len <= SCIP_SYMBOL_BYTES_MAX &&
           range->start_line == range->end_line && range->end_column > range->start_column &&
           range->end_column - range->start_column <= NAME_COLUMNS_MAX;
}

/* Compares an occurrence of a local symbol with its definition, if that came before: such a symbol
   has no name. In another text, a different variable may be at its place. A symbol not found by an
   import may be a local one with several names. */
static NameFit compare_local(Map *locals, Str text, const ImportPlace *place)
{
    uint32_t len = place->end - place->start;
    uint64_t *first =
        place->defines ? map_put(locals, place->symbol, NULL) : map_find(locals, place->symbol);
    if (!first)
        return NAME_UNKNOWN;
    if (!*first)
        *first = (uint64_t)place->start << 32 | len;
    Str word = str_slice(text, (size_t)(*first >> 32), (size_t)(*first >> 32) + (uint32_t)*first);
    Str here = str_slice(text, place->start, place->end);
    if (str_equal(unquoted(word), unquoted(here)))
        return NAME_FITS;
    /* `new.target` is a reference to the class */
    return str_equal(here, STR("target")) ? NAME_UNKNOWN : NAME_DIFFERS;
}

/* Appends the places by one encoding of columns. */
static bool place_all(Arena *arena, const ScipDocument *document, ScipEncoding encoding, Str text,
                      ImportPlaceVec *places, const char **reason)
{
    Walk walk = {.text = text, .encoding = encoding};
    Map words = map_open(arena), others = map_open(arena), locals = map_open(arena);
    for (size_t i = 0; i < document->occurrences.len; i++) {
        const ScipSeen *seen = &document->occurrences.ptr[i];
        ImportPlace place;
        if (!is_name(seen))
            continue;
        *reason = "it is shorter than the index says";
        if (!find_place(&walk, seen, &place))
            return false;
        Str word = str_slice(text, place.start, place.end);
        bool local = scip_symbol_is_local(seen->symbol);
        NameFit fit =
            local ? compare_local(&locals, text, &place) : compare_name(*arena, seen->symbol, word);
        place.renamed = fit == NAME_DIFFERS;
        *reason = "a name is not where the index says";
        if (!is_whole_word(text, place.start, place.end) ||
            ((place.defines || local) && fit == NAME_DIFFERS))
            return false;
        if (!place.defines && !local && fit != NAME_UNKNOWN)
            map_put(&words, word, NULL);
        if (place.renamed)
            map_put(&others, word, NULL);
        *VEC_PUSH(arena, places) = place;
    }
    *reason = "names are not where the index says";
    return others.len <= MAX(words.len * OTHER_NAMES_OF_FOUR / 4, (size_t)OTHER_NAMES_FEW);
}

bool import_places(Arena *arena, const ScipDocument *document, Str text, ImportPlaceVec *places,
                   const char **reason)
{
    static const ScipEncoding all[] = {SCIP_UTF16, SCIP_UTF8, SCIP_UTF32};
    *reason = "the index has another text";
    if (document->has_text && document->text.len && !str_equal(document->text, text))
        return false;
    size_t count = document->occurrences.len;
    if (count)
        qsort(document->occurrences.ptr, count, sizeof *document->occurrences.ptr, compare_seen);
    if (document->encoding != SCIP_UNSAID)
        return place_all(arena, document, document->encoding, text, places, reason);
    for (size_t i = 0; i < COUNT(all); i++) {
        places->len = 0;
        if (place_all(arena, document, all[i], text, places, reason))
            return true;
    }
    return false;
}
