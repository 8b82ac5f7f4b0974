/* Invariants of the outline of any bytes; chop, fuzzing and properties check them. */
#pragma once

#include "lang/parse.h"
#include "lang/registry.h"
#include "text/lines.h"

/* NULL, or what is wrong with symbol i. */
static inline const char *symbol_invalid(const Outline *outline, size_t i, Str text)
{
    const Symbol *symbol = &outline->symbols.ptr[i];
    if (symbol->start > symbol->end || symbol->end > text.len)
        return "range is not inside the text";
    if (symbol->lead > symbol->start)
        return "lead is after the start";
    if (symbol->name_start > symbol->name_end || symbol->name_end > text.len)
        return "range of the name is not inside the text";
    if (symbol->start_line < 1 || symbol->start_line > symbol->end_line)
        return "lines are not in order";
    if (symbol->end_line > outline->line_count)
        return "line past the end";
    if (symbol->parent > i || symbol->next <= i || symbol->next > outline->symbols.len)
        return "not a tree in source order";
    if (symbol->parent && outline->symbols.ptr[symbol->parent - 1].next < symbol->next)
        return "reaches out of its parent";
    if (str_count_chars(symbol->signature) > SIGNATURE_CHARS_MAX)
        return "signature is too long";
    if (str_find_byte(symbol->signature, '\n') != STR_NONE)
        return "signature of more than one line";
    return NULL;
}

/* NULL, or what is wrong. */
static inline const char *outline_invalid(const Outline *outline, Str text)
{
    if (!outline->language)
        return "no language";
    for (size_t i = 0; i < outline->symbols.len; i++) {
        const char *wrong = symbol_invalid(outline, i, text);
        if (wrong)
            return wrong;
    }
    for (size_t i = 0; i < outline->imports.len; i++) {
        if (outline->imports.ptr[i].end > text.len)
            return "import past the end";
    }
    for (size_t i = 0; i < outline->references.len; i++) {
        const Reference *reference = &outline->references.ptr[i];
        if (reference->start > text.len || reference->symbol > outline->symbols.len)
            return "reference past the end";
    }
    for (size_t i = 1; i < outline->cuts.len; i++) {
        if (outline->cuts.ptr[i - 1].offset >= outline->cuts.ptr[i].offset)
            return "cuts are not ascending";
    }
    return NULL;
}

static inline uint32_t line_of(Str text, uint32_t offset)
{
    return 1 + (uint32_t)lines_count_feeds(str_slice(text, 0, offset));
}

/* NULL, or what is not where it says: for readers that determine every line exactly. */
static inline const char *outline_misplaced(const Outline *outline, Str text)
{
    for (size_t i = 0; i < outline->symbols.len; i++) {
        const Symbol *symbol = &outline->symbols.ptr[i];
        if (symbol->start_line != line_of(text, symbol->start))
            return "line of a symbol is not that of its start";
    }
    for (size_t i = 0; i < outline->references.len; i++) {
        const Reference *reference = &outline->references.ptr[i];
        if (reference->line != line_of(text, reference->start))
            return "line of a reference is not that of its start";
        if (!reference->symbol)
            continue;
        const Symbol *symbol = &outline->symbols.ptr[reference->symbol - 1];
        if (reference->start < symbol->start || reference->start >= symbol->end)
            return "reference outside its symbol";
    }
    return NULL;
}

/* NULL, or how the symbols of two outlines of one text differ. */
static inline const char *outline_difference(const Outline *a, const Outline *b)
{
    if (a->symbols.len != b->symbols.len)
        return "references change the number of symbols";
    for (size_t i = 0; i < a->symbols.len; i++) {
        const Symbol *one = &a->symbols.ptr[i], *other = &b->symbols.ptr[i];
        if (one->kind != other->kind || one->start != other->start || one->end != other->end ||
            one->parent != other->parent || !str_equal(one->name, other->name) ||
            !str_equal(one->signature, other->signature))
            return "references change a symbol";
    }
    return NULL;
}

static inline bool symbol_is_same(const Symbol *a, const Symbol *b)
{
    return a->kind == b->kind && a->modifiers == b->modifiers && str_equal(a->name, b->name) &&
           str_equal(symbol_owner(a), symbol_owner(b)) && str_equal(a->signature, b->signature) &&
           str_equal(symbol_doc(a), symbol_doc(b)) && a->start == b->start && a->end == b->end &&
           a->name_start == b->name_start && a->name_end == b->name_end && a->body == b->body &&
           a->lead == b->lead && a->start_line == b->start_line && a->end_line == b->end_line &&
           a->name_line == b->name_line && a->parent == b->parent && a->next == b->next &&
           a->depth == b->depth && a->is_value == b->is_value;
}

static inline bool import_is_same(const Import *a, const Import *b)
{
    return str_equal(a->name, b->name) && str_equal(a->detail, b->detail) && a->start == b->start &&
           a->end == b->end && a->line == b->line;
}

/* NULL, or how an outline made with body elision (lang/elide/elide.h) differs from one made
   without. Only the latter sees errors in bodies; then they may differ, and it may take more
   memory. */
static inline const char *outline_elided_wrong(const Outline *whole, const Outline *elided)
{
    bool given_up = str_equal(elided->note, parse_status_text(PARSE_OUT_OF_MEMORY));
    if (given_up || (whole->degraded && !elided->degraded))
        return NULL;
    if (whole->degraded != elided->degraded || whole->line_count != elided->line_count)
        return "condensing changes what holds for the file";
    if (whole->symbols.len != elided->symbols.len)
        return "condensing changes the number of symbols";
    for (size_t i = 0; i < whole->symbols.len; i++)
        if (!symbol_is_same(&whole->symbols.ptr[i], &elided->symbols.ptr[i]))
            return "condensing changes a symbol";
    if (whole->imports.len != elided->imports.len)
        return "condensing changes the number of imports";
    for (size_t i = 0; i < whole->imports.len; i++)
        if (!import_is_same(&whole->imports.ptr[i], &elided->imports.ptr[i]))
            return "condensing changes an import";
    return NULL;
}

/* NULL, or what is wrong with the outlines of a text made with body elision, of a whole tree if it
   is small and of a trimmed one, compared with one made without. */
static inline const char *condensing_wrong(const Language *language, Str text, int time_ms)
{
    static Arena one, other, scratch;
    if (!one.begin) {
        arena_open(&one, 0);
        arena_open(&other, 0);
        arena_open(&scratch, 0);
    }
    arena_reset(&one);
    arena_reset(&other);
    Outline whole = {0}, elided = {0}, lean = {0};
    OutlineOptions options = {.time_ms = time_ms, .no_ctags = true, .want_docs = true};
    lang_outline(&one, scratch, language, text, &options, &elided);
    options.lean = true;
    lang_outline(&one, scratch, language, text, &options, &lean);
    options.whole = true;
    lang_outline(&other, scratch, language, text, &options, &whole);
    const char *wrong = outline_invalid(&elided, text);
    wrong = wrong ? wrong : outline_elided_wrong(&whole, &elided);
    return wrong ? wrong : outline_elided_wrong(&whole, &lean);
}
