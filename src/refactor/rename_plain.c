/* Whether an expression has a plain value: a number, a truth, a text. By its operators, by what its
   last step is declared to give, or by the value that the resolver infers where it is written. */
#include "refactor/rename.h"

#include "lang/walk/expression.h"
#include "relations/place_list.h"

/* Expressions of one rename whose values are inferred; each reads the bindings before it. */
#define INFERRED_MAX 100

/* ---- operators ---- */

/* Whether the operator is at an offset, with blanks around it: `a == b`, `a instanceof B`. */
static bool is_operator_at(Str text, size_t at, const char *words)
{
    Str rest = str_from(words), word;
    while (str_take_until(&rest, ' ', &word)) {
        size_t end = at + word.len;
        if (word.len && at && byte_is_space(text.ptr[at - 1]) && end < text.len &&
            byte_is_space(text.ptr[end]) && str_equal(str_slice(text, at, end), word))
            return true;
    }
    return false;
}

/* Whether a comparison is outside of all brackets, and nothing that gives one of two values. */
static bool is_comparison(Str piece)
{
    bool compares = false;
    size_t depth = 0;
    for (size_t i = 0; i < piece.len; i++) {
        char byte = piece.ptr[i];
        if (byte_in(byte, "\"'`"))
            return false;
        depth += byte_in(byte, "([{");
        depth -= depth && byte_in(byte, ")]}");
        if (depth)
            continue;
        if (is_operator_at(piece, i, "? if or and && || ?? ?: else"))
            return false;
        compares |= is_operator_at(piece, i, "== != === !== < > <= >= instanceof is in");
    }
    return compares;
}

/* ---- the last step ---- */

Str rename_last_step(Str piece, bool *called)
{
    size_t end = piece.len;
    *called = end && piece.ptr[end - 1] == ')';
    if (*called) {
        size_t depth = 0;
        do {
            end--;
            depth += byte_in(piece.ptr[end], ")]}");
            depth -= byte_in(piece.ptr[end], "([{");
        } while (end && depth);
    }
    return str_word_before(piece, end);
}

/* Whether every symbol of the name is declared to give a plain value, and there is one. */
static bool gives_plain(const Rename *rename, Str name, bool called)
{
    Catalog *catalog = rename->catalog;
    uint32_t id = name.len ? names_find(&catalog->names, name) : 0;
    IdSpan named = id ? catalog_named(catalog, id) : (IdSpan){0};
    if (!named.len)
        return name_is_listed(rename->facts->plain, name) ||
               name_is_listed(rename->shown_plain, name);
    for (size_t i = 0; i < named.len; i++) {
        const Entry *entry = catalog_entry(catalog, named.ptr[i]);
        const CatalogFile *file = catalog_row(catalog, catalog_place(catalog, named.ptr[i]).file);
        bool callable = symbol_is_callable((SymbolKind)entry->kind);
        bool reads = called && !callable && rename->facts->components_are_called;
        if (!rename_speaks(rename, file->language) || (called != callable && !reads) ||
            !name_is_listed(rename->facts->plain, catalog_name(catalog, entry->type)))
            return false;
    }
    return true;
}

/* ---- the value ---- */

/* Whether the resolver knows that the expression has a plain value there. */
static bool is_inferred_plain(Rename *rename, Str text, Str piece)
{
    const CatalogFile *row = rename->scanned;
    Arena *arena = rename->request->arena; /* what the resolver keeps is in it, too */
    const OutlineOptions options = {
        .want_references = true, .want_bindings = true, .want_docs = true, .no_ctags = true};
    bool within = piece.ptr >= text.ptr && piece.ptr + piece.len <= text.ptr + text.len;
    if (!row || !within || !rename_speaks(rename, row->language) || !row->count ||
        rename->inferred++ >= INFERRED_MAX)
        return false;
    Str expression = expression_text(arena, row->language, piece);
    Outline outline = {.language = row->language};
    lang_outline(arena, *rename->request->scratch, row->language, text, &options, &outline);
    if (!expression.len || outline.symbols.len + 1 != row->count)
        return false;
    uint32_t start = (uint32_t)(piece.ptr - text.ptr);
    NamePlaceVec places = {0};
    *VEC_PUSH(arena, &places) = (NamePlace){.start = start,
                                            .around = name_site_symbol(&outline, start),
                                            .receiver = expression,
                                            .joined = true};
    uint32_t file = (uint32_t)(row - rename->catalog->files.ptr);
    resolve_places(rename->resolver, arena, file, &outline, &rename->family, &places);
    const NamePlace *found = &places.ptr[0];
    return found->leaves && found->type && !found->guessed && !found->several && !found->rebound &&
           name_is_listed(rename->facts->plain, catalog_name(rename->catalog, found->type));
}

bool rename_is_plain(const Rename *rename, Str text, Str piece)
{
    bool called;
    if (is_comparison(piece))
        return true;
    Str step = rename_last_step(piece, &called);
    bool joined = step.len < piece.len;
    return (joined && gives_plain(rename, step, called)) ||
           is_inferred_plain((Rename *)rename, text, piece);
}
