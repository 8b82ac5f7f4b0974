/* The consequences of change/ as findings, at the places that must change. A symbol that an edit
   hides by breaking the syntax of its file is not lost. */
#include "agent/check_state.h"

#include "review/rule.h"
#include "text/address.h"

#include <stdlib.h>

/* At most this many places of one symbol are reported one by one; the last finding counts the
   others. */
#define PLACES_TOLD 10

/* Whether the edit keeps the line that declares the symbol. */
static bool is_line_kept(const ChangedFile *file, uint32_t line)
{
    for (size_t i = 0; i < file->hunks.len; i++) {
        const LineHunk *hunk = &file->hunks.ptr[i];
        if (line >= hunk->old_start && line < hunk->old_start + hunk->old_count)
            return false;
    }
    return file->new.path.len > 0;
}

/* Whether the edited file may still declare the symbol although the parser missed it. */
static bool is_hidden(const Checking *checking, const ChangedSymbol *changed)
{
    const ChangedFile *file = &checking->sides.set.files.ptr[changed->old_file];
    const Symbol *old = changed_old_symbol(&checking->sides.set, changed);
    return checking->broken[changed->old_file] || checking->broken[changed->file] ||
           (changed->new_symbol == SYMBOL_ABSENT && old && is_line_kept(file, old->name_line) &&
            file->new.outline.degraded);
}

static bool has_word(Str text, Str word)
{
    for (size_t at = str_find(text, word); at != STR_NONE && word.len; at = str_find(text, word)) {
        size_t end = at + word.len;
        if ((!at || !byte_is_word(text.ptr[at - 1])) &&
            (end == text.len || !byte_is_word(text.ptr[end])))
            return true;
        text = str_from_offset(text, end);
    }
    return false;
}

static bool has_import(const Outline *outline, const Import *wanted)
{
    for (size_t i = 0; i < outline->imports.len; i++)
        if (str_equal(outline->imports.ptr[i].name, wanted->name) &&
            str_equal(outline->imports.ptr[i].detail, wanted->detail))
            return true;
    return false;
}

/* Whether the edits add an import of that name to the using file: it then means something else. */
static bool is_imported_again(const Checking *checking, const Consequence *use, Str name)
{
    const ChangeSet *set = &checking->sides.set;
    for (size_t i = 0; i < set->files.len; i++) {
        const ChangedFile *file = &set->files.ptr[i];
        const ImportVec *imports = &file->new.outline.imports;
        for (size_t k = 0; k < imports->len && str_equal(file->new.path, use->path); k++) {
            const Import *import = &imports->ptr[k];
            if ((has_word(import->name, name) || has_word(import->detail, name)) &&
                !has_import(&file->old.outline, import))
                return true;
        }
    }
    return false;
}

/* `'parse' (src/a.c:12)`, as it was declared, or as it is declared now. */
static Str name_symbol(const Checking *checking, const ChangedSymbol *changed, bool old)
{
    Arena *arena = checking->request->arena;
    const ChangeSet *set = &checking->sides.set;
    const ChangedFile *file = &set->files.ptr[old ? changed->old_file : changed->file];
    const ChangeSide *side = old ? &file->old : &file->new;
    const Symbol *symbol = old ? changed_old_symbol(set, changed) : changed_symbol(set, changed);
    Str path = address_shown(arena, check_path(checking, side->path));
    return str_format(arena, "'%.*s' (%.*s:%u%s)",
                      STR_ARG(symbol_qualified_name(arena, &side->outline,
                                                    (size_t)(symbol - side->outline.symbols.ptr))),
                      STR_ARG(path), symbol->name_line, old ? " before the edit" : "");
}

static Str say_lost(const Checking *checking, const Consequence *use, const ChangedSymbol *changed)
{
    Str name = name_symbol(checking, changed, true);
    return str_format(checking->request->arena,
                      "this still names %.*s: %.*s%s; edit this place, too, or keep the symbol",
                      STR_ARG(name), STR_ARG(use->why), use->likely ? " (likely)" : "");
}

static Str say_unfit(const Checking *checking, const Consequence *use, const ChangedSymbol *changed)
{
    Str name = name_symbol(checking, changed, false);
    return str_format(checking->request->arena,
                      "this call of %.*s was not updated: %.*s%s; edit the call, too, or keep the "
                      "parameters",
                      STR_ARG(name), STR_ARG(use->why), use->likely ? " (likely)" : "");
}

/* Whether the language accepts a call with a wrong number of arguments. */
static bool takes_any(const Checking *checking, const ChangedSymbol *changed)
{
    const ChangedFile *file = &checking->sides.set.files.ptr[changed->file];
    return lang_facts(file->new.outline.language)->argument_counts_are_free;
}

static void tell(Checking *checking, const Consequence *use, const ChangedSymbol *changed)
{
    bool lost = use->fault == USE_GONE;
    CheckFinding finding = {.kind = lost ? CHECK_LOST : CHECK_CALLERS,
                            .blocks = !use->likely && (lost || !takes_any(checking, changed)),
                            .path = use->path,
                            .line = use->line,
                            .symbol = str_equal(use->user, use->path) ? (Str){0} : use->user,
                            .message = lost ? say_lost(checking, use, changed)
                                            : say_unfit(checking, use, changed)};
    check_add(checking, &finding);
}

static void tell_rest(Checking *checking, const ChangedSymbol *changed, bool lost, size_t sure,
                      size_t likely)
{
    Arena *arena = checking->request->arena;
    const ChangedFile *file = &checking->sides.set.files.ptr[changed->file];
    if (!sure && !likely)
        return;
    Str name = name_symbol(checking, changed, lost);
    CheckFinding finding = {
        .kind = lost ? CHECK_LOST : CHECK_CALLERS,
        .blocks = sure > 0 && (lost || !takes_any(checking, changed)),
        .path = file->new.path.len ? file->new.path : file->old.path,
        .message = str_format(arena, "%zu more places %s %.*s: edit all of them, or keep %s",
                              sure + likely, lost ? "still use" : "still call", STR_ARG(name),
                              lost ? "the symbol" : "its parameters")};
    check_add(checking, &finding);
}

/* Reports the uses [from, to) of one symbol by one fault. */
static void tell_all(Checking *checking, const ConsequenceVec *all, size_t from, size_t to)
{
    const Consequence *first = &all->ptr[from];
    const ChangedSymbol *changed =
        &checking->sides.set.files.ptr[first->file].symbols.ptr[first->reported];
    size_t rest[2] = {0};
    if (first->fault == USE_MISMATCH || first->fault == USE_AFFECTED ||
        first->fault == USE_UNPROVED || is_hidden(checking, changed))
        return;
    for (size_t i = from; i < to; i++)
        if (i < from + PLACES_TOLD)
            tell(checking, &all->ptr[i], changed);
        else
            rest[all->ptr[i].likely]++;
    tell_rest(checking, changed, first->fault == USE_GONE, rest[0], rest[1]);
}

static int by_symbol(const Consequence *x, const Consequence *y)
{
    if (x->file != y->file)
        return x->file < y->file ? -1 : 1;
    if (x->reported != y->reported)
        return x->reported < y->reported ? -1 : 1;
    return x->fault < y->fault ? -1 : x->fault > y->fault;
}

/* Certain ones first, then by place. */
static int by_symbol_and_place(const void *a, const void *b)
{
    const Consequence *x = a, *y = b;
    int order = by_symbol(x, y);
    if (!order)
        order = x->likely - y->likely;
    if (!order)
        order = str_compare(x->path, y->path);
    return order ? order : x->line < y->line ? -1 : x->line > y->line;
}

/* Reports a place that a file no longer gives a name, of a symbol that did not change. */
static void tell_passed(Checking *checking, const Consequence *use)
{
    if (use->reported != REPORTED_PASSED || use->fault != USE_GONE)
        return; /* what else is about a file is found by its importers */
    CheckFinding finding = {.kind = CHECK_LOST,
                            .blocks = !use->likely,
                            .path = use->path,
                            .line = use->line,
                            .symbol = str_equal(use->user, use->path) ? (Str){0} : use->user,
                            .message =
                                str_format(checking->request->arena,
                                           "%.*s; edit this place, too, or keep the name%s",
                                           STR_ARG(use->why), use->likely ? " (likely)" : "")};
    check_add(checking, &finding);
}

static void tell_symbols(Checking *checking)
{
    ConsequenceVec all = {0};
    for (size_t i = 0; i < checking->around.uses.len; i++) {
        const Consequence *use = &checking->around.uses.ptr[i];
        if (consequence_is_of_file(use)) {
            tell_passed(checking, use);
            continue;
        }
        const ChangedSymbol *changed =
            &checking->sides.set.files.ptr[use->file].symbols.ptr[use->reported];
        const Symbol *old = changed_old_symbol(&checking->sides.set, changed);
        if (use->fault != USE_GONE || !old || !is_imported_again(checking, use, old->name))
            *VEC_PUSH(checking->request->arena, &all) = *use;
    }
    if (all.len)
        qsort(all.ptr, all.len, sizeof *all.ptr, by_symbol_and_place);
    for (size_t from = 0, to; from < all.len; from = to) {
        for (to = from + 1; to < all.len && !by_symbol(&all.ptr[from], &all.ptr[to]); to++)
            ;
        tell_all(checking, &all, from, to);
    }
}

/* ---- imports of files ---- */

/* Whether a symbol that the import names was reported as lost. */
static bool is_told(const Checking *checking, const Importer *importer)
{
    for (size_t i = 0; i < checking->around.uses.len; i++) {
        const Consequence *use = &checking->around.uses.ptr[i];
        if (use->line == importer->line && str_equal(use->path, importer->path))
            return true;
    }
    return false;
}

static Str say_importer(Arena *arena, const Importer *importer, Str old, Str fate, size_t rest)
{
    if (importer->own)
        return str_format(arena, "this led to %.*s, and leads nowhere from here: edit the import",
                          STR_ARG(address_shown(arena, importer->target)));
    if (rest)
        return str_format(arena, "%zu more places import %.*s, %.*s: edit all of them", rest,
                          STR_ARG(old), STR_ARG(fate));
    return str_format(arena, "this imports %.*s, %.*s: edit the import, too", STR_ARG(old),
                      STR_ARG(fate));
}

static void tell_importer(Checking *checking, const Importer *importer, size_t rest)
{
    Arena *arena = checking->request->arena;
    const ChangedFile *file = &checking->sides.set.files.ptr[importer->file];
    Str old = address_shown(arena, check_path(checking, file->old.path));
    Str new = address_shown(arena, check_path(checking, file->new.path));
    Str fate = file->new.path.len ? str_format(arena, "which is %.*s now", STR_ARG(new))
                                  : STR("which is gone");
    CheckFinding finding = {.kind = CHECK_LOST,
                            .blocks = !importer->likely,
                            .path = rest ? review_path(file) : importer->path,
                            .line = rest ? 0 : importer->line,
                            .message = say_importer(arena, importer, old, fate, rest)};
    check_add(checking, &finding);
}

/* At most PLACES_TOLD for each deleted file. */
static void tell_importers(Checking *checking)
{
    const ImporterVec *all = &checking->around.importers;
    size_t *told = NEW(checking->request->arena, size_t, checking->sides.set.files.len);
    for (size_t i = 0; i < all->len; i++)
        if (!is_told(checking, &all->ptr[i]) && ++told[all->ptr[i].file] <= PLACES_TOLD)
            tell_importer(checking, &all->ptr[i], 0);
    for (uint32_t i = 0; i < checking->sides.set.files.len; i++)
        if (told[i] > PLACES_TOLD)
            tell_importer(checking, &(Importer){.file = i}, told[i] - PLACES_TOLD);
}

void check_uses(Checking *checking)
{
    tell_symbols(checking);
    tell_importers(checking);
}
