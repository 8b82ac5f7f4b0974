/* Each use of the old state is looked up in the new one: the reference on its line, and the edges
   of the symbol around it. It is a fault only if nothing fits: the name is gone, or no candidate
   takes the arguments. Names that code outside the repository may supply are excused. */
#include "change/consequences.h"

#include "base/id_map.h"
#include "change/affected.h"
#include "change/call_fits.h"
#include "change/given_uses.h"
#include "change/head_text.h"
#include "change/heir_members.h"
#include "change/kinds.h"
#include "change/lost_members.h"
#include "change/name_uses.h"
#include "change/offered_names.h"
#include "change/option_reads.h"
#include "change/overloads_left.h"
#include "change/parameters.h"
#include "change/places.h"
#include "change/required_members.h"
#include "change/result_uses.h"
#include "change/shims.h"
#include "change/text_uses.h"
#include "change/type_names.h"
#include "change/undeclared.h"

#include <stdlib.h>

typedef struct Finding {
    Arena *arena;
    const ChangeSet *set;
    Catalog *catalog;
    Places places;
    ConsequenceVec *found;
    const Arena *lent; /* lent by value as scratch memory */
    TextUses *texts;
    uint32_t opened; /* file id of `edges` and `outline` */
    EdgeVec edges;
    Outline outline;
    IdMap excused; /* (file, reported) → whether a symbol that is gone may still exist */
    Err *err;
} Finding;

static bool open_file(Finding *finding, uint32_t file)
{
    if (finding->opened == file)
        return true;
    finding->opened = file;
    finding->edges = (EdgeVec){0};
    catalog_edges(finding->catalog, finding->arena, file, &finding->edges);
    return catalog_outline(finding->catalog, finding->arena, file, true, &finding->outline,
                           finding->err);
}

/* The reference on that line now; of several, one with as many arguments as before. NULL: a
   generated name, or a line that is parsed differently now. */
static const Reference *reference_at(const Finding *finding, const OldUse *use)
{
    const Reference *found = NULL;
    for (size_t i = 0; i < finding->outline.references.len; i++) {
        const Reference *reference = &finding->outline.references.ptr[i];
        if (reference->line == use->line && reference->kind == (ReferenceKind)use->kind &&
            str_equal(reference->name, use->name) &&
            (!found || reference->arguments == use->arguments))
            found = reference;
    }
    return found;
}

/* What a reference may mean now, by the edges of its symbol to something of that name. */
typedef struct Meanings {
    bool partner; /* the changed symbol's new form */
    bool other;   /* another symbol */
    bool outside;
} Meanings;

static Meanings meanings_of(const Finding *finding, const Reference *reference, uint32_t file,
                            uint32_t partner)
{
    Meanings meanings = {0};
    const CatalogFile *row = catalog_row(finding->catalog, file);
    for (size_t i = 0; i < finding->edges.len; i++) {
        const Edge *edge = &finding->edges.ptr[i];
        if (edge->caller != row->first + reference->symbol ||
            edge->kind != (uint8_t)reference->kind)
            continue;
        if (edge->callee == SYMBOL_NOWHERE) {
            Str external = catalog_name(finding->catalog, edge->external);
            size_t colon = str_find_last_byte(external, ':');
            Str name = str_from_offset(external, colon == STR_NONE ? 0 : colon + 1);
            meanings.outside |= edge->line <= reference->line && str_equal(name, reference->name);
            continue;
        }
        const Entry *entry = catalog_entry(finding->catalog, edge->callee);
        SymbolPlace place = catalog_place(finding->catalog, edge->callee);
        uint32_t owner =
            catalog_row(finding->catalog, place.file)->first + (entry->parent ? entry->parent : 0);
        bool makes = entry->kind == SYMBOL_CONSTRUCTOR && entry->parent && owner == partner;
        if (edge->line > reference->line ||
            !str_equal(catalog_name(finding->catalog, entry->name), reference->name))
            continue;
        if (entry->modifiers & MODIFIER(PRIVATE) && place.file != file && edge->callee != partner &&
            !makes)
            continue; /* it is not seen from here */
        *(edge->callee == partner || makes ? &meanings.partner : &meanings.other) = true;
    }
    return meanings;
}

/* ---- arguments ---- */

/* Whether another constructor of the new type takes that number of arguments. */
static bool is_made_otherwise(Finding *finding, const ChangedSymbol *reported, uint16_t arguments)
{
    const ChangeSide *side = changed_new_side(finding->set, reported);
    const Symbol *symbol = &side->outline.symbols.ptr[reported->new_symbol];
    bool type = symbol_is_type(symbol->kind);
    uint32_t outer = type ? reported->new_symbol + 1 : symbol->parent;
    if (!type && symbol->kind != SYMBOL_CONSTRUCTOR)
        return false;
    for (uint32_t i = 0; i < side->outline.symbols.len; i++) {
        const Symbol *other = &side->outline.symbols.ptr[i];
        ParameterVec list;
        if (i != reported->new_symbol && other->parent == outer &&
            other->kind == SYMBOL_CONSTRUCTOR && parameters_read(finding->arena, side, i, &list) &&
            parameters_fit(&list, arguments))
            return true;
    }
    return false;
}

/* Whether a value is made of a type that wants other arguments now than it had none before. */
static bool is_unmade(Finding *finding, const OldUse *use, Str *why)
{
    const ChangedSymbol *reported = &finding->set->files.ptr[use->file].symbols.ptr[use->reported];
    ParameterVec list;
    if (use->kind != REFERENCE_CALL || use->arguments == ARGUMENTS_UNKNOWN ||
        !symbol_is_type(changed_symbol(finding->set, reported)->kind) ||
        !required_members_ask_makers(finding->arena, finding->set, reported, &list) ||
        parameters_fit(&list, use->arguments) ||
        is_made_otherwise(finding, reported, use->arguments))
        return false;
    *why = call_fits_say(finding->arena, &list, use->arguments);
    return true;
}

/* Whether a call that fitted the old parameters does not fit the new ones. The argument count is
   taken from the new state, since a call may continue on changed lines. */
static bool is_unfit(Finding *finding, const OldUse *use, const Reference *now, Str *why)
{
    const ChangedSymbol *reported = &finding->set->files.ptr[use->file].symbols.ptr[use->reported];
    ParameterVec old, new;
    if (use->kind == REFERENCE_CALL && reported->new_symbol != SYMBOL_ABSENT &&
        kinds_end_calls(finding->set, reported)) {
        *why = STR("it is called, and can no longer be");
        return true;
    }
    if (use->kind != REFERENCE_CALL || use->arguments == ARGUMENTS_UNKNOWN ||
        now->arguments == ARGUMENTS_UNKNOWN || reported->new_symbol == SYMBOL_ABSENT ||
        !parameters_are_given(changed_new_side(finding->set, reported), reported->new_symbol) ||
        !parameters_are_given(changed_old_side(finding->set, reported), reported->old_symbol) ||
        !parameters_read(finding->arena, &finding->set->files.ptr[reported->old_file].old,
                         reported->old_symbol, &old) ||
        !parameters_read(finding->arena, &finding->set->files.ptr[reported->file].new,
                         reported->new_symbol, &new) ||
        !parameters_fit(&old, use->arguments) ||
        is_made_otherwise(finding, reported, now->arguments))
        return false;
    if (parameters_fit(&new, now->arguments))
        return call_fits_misname(finding->texts, &(CallForms){use, &old, &new}, finding->arena,
                                 why);
    *why = call_fits_say(finding->arena, &new, now->arguments);
    return true;
}

static void add(Finding *finding, const OldUse *use, UseFault fault, Str why)
{
    *VEC_PUSH(finding->arena, finding->found) = (Consequence){.fault = fault,
                                                              .file = use->file,
                                                              .reported = use->reported,
                                                              .path = use->path,
                                                              .line = use->line,
                                                              .user = use->user,
                                                              .likely = use->likely,
                                                              .why = why};
}

static bool has_other_name(const Finding *finding, const ChangedSymbol *reported)
{
    return reported->new_symbol == SYMBOL_ABSENT ||
           !str_equal(changed_symbol(finding->set, reported)->name,
                      changed_old_symbol(finding->set, reported)->name);
}

/* How far bases of bases are followed; types may inherit in a circle. */
#define BASES_DEPTH_MAX 8

/* Whether the type, or one of its bases, has a base outside the repository. */
static bool has_outer_base(const Catalog *catalog, Arena *arena, uint32_t type, int depth)
{
    EdgeVec edges = {0};
    catalog_edges_of(catalog, arena, type, &edges);
    for (size_t i = 0; i < edges.len; i++)
        if (edges.ptr[i].kind == REFERENCE_BASE &&
            (edges.ptr[i].callee == SYMBOL_NOWHERE ||
             (depth && has_outer_base(catalog, arena, edges.ptr[i].callee, depth - 1))))
            return true;
    return false;
}

/* Whether the file of its declaration goes on giving the old name (shims.h). */
static bool is_still_given(const Finding *finding, const ChangedSymbol *reported)
{
    const ChangedFile *file = &finding->set->files.ptr[reported->old_file];
    bool gone = reported->new_symbol == SYMBOL_ABSENT;
    const LostName lost = {.old = &file->old,
                           .new = &file->new,
                           .symbol = reported->old_symbol,
                           .now = gone ? (Str){0} : changed_symbol(finding->set, reported)->name,
                           .scratch = finding->lent};
    return shims_give(&lost) || type_names_keep(finding->set, reported);
}

/* Whether a name that is gone may still be defined out of sight: by the system, or by a base
   outside the repository. */
static bool may_still_be(Finding *finding, const ChangedSymbol *reported)
{
    const Symbol *symbol = changed_old_symbol(finding->set, reported);
    const ChangeSide *old = &finding->set->files.ptr[reported->old_file].old;
    uint32_t file =
        places_file(&finding->places, finding->set->files.ptr[reported->old_file].new.path);
    Str owner = symbol->parent ? old->outline.symbols.ptr[symbol->parent - 1].name : (Str){0};
    Arena lent = *finding->lent;
    if (lang_is_c(old->outline.language) &&
        undeclared_is_conditional(old->text, symbol->start_line))
        return true;
    if (file == FILE_NOWHERE)
        return false;
    const CatalogFile *row = catalog_row(finding->catalog, file);
    if (!owner.len || !symbol_is_callable(symbol->kind))
        return false; /* a method may have been an override, a value hardly */
    for (uint32_t i = 1; i < row->count; i++)
        if (symbol_is_type((SymbolKind)row->entries[i].kind) &&
            str_equal(catalog_name(finding->catalog, row->entries[i].name), owner) &&
            has_outer_base(finding->catalog, &lent, row->first + i, BASES_DEPTH_MAX))
            return true;
    return false;
}

/* Cached by symbol, as it may have many uses. */
static bool is_excused(Finding *finding, const OldUse *use)
{
    uint64_t key = id_pair(use->file, use->reported);
    uint32_t known = id_map_get(&finding->excused, key);
    if (known == ID_MAP_NONE) {
        const ChangedSymbol *reported =
            &finding->set->files.ptr[use->file].symbols.ptr[use->reported];
        bool gone = reported->new_symbol == SYMBOL_ABSENT;
        known = (gone && may_still_be(finding, reported)) || is_still_given(finding, reported);
        id_map_put(&finding->excused, finding->arena, key, known);
    }
    return known;
}

/* Whether an override has the new types already. */
static bool does_override_fit(Finding *finding, const OldUse *use, const ChangedSymbol *reported)
{
    const ChangeSide *side = &finding->set->files.ptr[reported->file].new;
    ParameterVec parameters;
    StrVec types = {0};
    if (reported->new_symbol == SYMBOL_ABSENT ||
        !parameters_read(finding->arena, side, reported->new_symbol, &parameters))
        return false;
    for (size_t i = 0; i < parameters.len; i++)
        *VEC_PUSH(finding->arena, &types) = parameters.ptr[i].type;
    return text_uses_override_fits(finding->texts, use, &types,
                                   lang_facts(side->outline.language)->heads.overrides_answer);
}

/* The new type of a result, as its head has it. */
static Str result_now(Finding *finding, const ChangedSymbol *reported)
{
    const ChangeSide *side = changed_new_side(finding->set, reported);
    return str_fold_space(finding->arena,
                          head_text_result(side, changed_symbol(finding->set, reported)));
}

/* Adds places at which an heir is made that lacks a member which it must have. */
static void follow_heir(Finding *finding, const OldUse *use, const ChangedSymbol *reported, Str why)
{
    const Consequence heir = finding->found->ptr[finding->found->len - 1];
    if (affected_asks(reported, why))
        given_uses_add_heir(finding->texts, *finding->lent, &heir, str_last_word(use->user),
                            changed_symbol(finding->set, reported)->name, finding->found);
}

/* Reports a use that still means the symbol, if one of its breaks concerns it. */
static bool tell_affected(Finding *finding, const OldUse *use, const StrVec *members)
{
    const ChangedSymbol *reported = &finding->set->files.ptr[use->file].symbols.ptr[use->reported];
    unsigned affects = affected_all(reported);
    OldUse shown = *use;
    if (affects == AFFECTS_OMITTERS &&
        call_fits_give_all(finding->texts, finding->arena, use, reported))
        return false;
    if (affects & AFFECTS_OPTIONS)
        shown.gives = option_reads_given(finding->texts, use->path, use->line, use->name);
    if (affects & RESULT_USES_SHOWN && use->kind != USE_IMPORT)
        shown.shows = result_uses_show(finding->texts, use);
    StrVec own =
        shown.shows & AFFECTS_HEIRS ? result_uses_anonymous(finding->texts, use) : *members;
    Str why = affected_use(finding->set, &shown, &own);
    Str doubt = why.len ? why : affected_doubts_use(finding->set, &shown);
    if (!why.len && affects & AFFECTS_INHERITING &&
        lost_members_are_known(finding->texts, reported))
        doubt = (Str){0};
    bool typed = !why.len && str_starts(doubt, STR("type "));
    if (!why.len && use->kind == USE_OVERRIDE &&
        (typed ? text_uses_override_answers(finding->texts, use, result_now(finding, reported))
               : does_override_fit(finding, use, reported)))
        return false;
    if (doubt.len)
        add(finding, use, why.len ? USE_AFFECTED : USE_UNPROVED, doubt);
    if (why.len && use->kind == REFERENCE_BASE)
        follow_heir(finding, use, reported, why);
    return why.len > 0;
}

/* Looks at a place that makes an object of the type; true. */
static bool look_at_construction(Finding *finding, const OldUse *use, const Reference *reference,
                                 uint32_t id)
{
    const ChangedSymbol *reported = &finding->set->files.ptr[use->file].symbols.ptr[use->reported];
    const Symbol *symbol = changed_symbol(finding->set, reported);
    Str why = {0};
    uint32_t type = symbol->parent
                        ? places_dense(&finding->places, reported->file, symbol->parent - 1, false)
                        : SYMBOL_NOWHERE;
    Str owner = type == SYMBOL_NOWHERE
                    ? (Str){0}
                    : catalog_name(finding->catalog, catalog_entry(finding->catalog, type)->name);
    bool heir = owner.len && !str_equal(owner, use->name); /* one that inherits the constructor */
    Meanings meanings = meanings_of(finding, reference, id, type);
    if (!(heir ? meanings.other : meanings.partner) || meanings.outside)
        return true;
    if (is_unfit(finding, use, reference, &why))
        add(finding, use, USE_UNFIT, why);
    else if (!is_made_otherwise(finding, reported, reference->arguments))
        (void)tell_affected(finding, use, &(StrVec){0});
    return true;
}

static void look_at_import(Finding *finding, const OldUse *use, uint32_t id)
{
    Arena lent = *finding->lent;
    ImportLinkVec links = {0};
    const ChangedSymbol *reported = &finding->set->files.ptr[use->file].symbols.ptr[use->reported];
    catalog_imports(finding->catalog, &lent, id, &links);
    for (size_t i = 0; i < links.len; i++) {
        const ImportLink *link = &links.ptr[i];
        if (link->line != use->line || !link->name ||
            !str_equal(catalog_name(finding->catalog, link->name), use->name))
            continue;
        if (link->target != FILE_NOWHERE &&
            offered_names_have(finding->set, finding->catalog, *finding->lent, link->target,
                               use->name)) {
            (void)tell_affected(finding, use, &(StrVec){0});
            return;
        }
        bool gone = reported->new_symbol == SYMBOL_ABSENT;
        if (is_excused(finding, use))
            return;
        Str now = gone ? (Str){0} : changed_symbol(finding->set, reported)->name;
        bool renamed = !gone && !str_equal(now, use->name);
        add(finding, use, USE_GONE,
            renamed ? str_format(finding->arena, "'%.*s' is imported, and called '%.*s' now",
                                 STR_ARG(use->name), STR_ARG(now))
            : gone  ? STR("it is imported, and gone")
                    : STR("it is imported from where it was"));
        return;
    }
}

/* Whether the new class has another method of that name with that number of parameters. */
static bool has_overload(Finding *finding, const ChangedSymbol *reported, size_t parameters)
{
    const ChangeSide *side = &finding->set->files.ptr[reported->file].new;
    const Symbol *symbol = changed_symbol(finding->set, reported);
    ParameterVec list;
    for (size_t i = 0; i < side->outline.symbols.len; i++) {
        const Symbol *other = &side->outline.symbols.ptr[i];
        if (i != reported->new_symbol && other->parent == symbol->parent &&
            str_equal(other->name, symbol->name) &&
            parameters_read(finding->arena, side, i, &list) && list.len == parameters)
            return true;
    }
    return false;
}

/* Reports a method that overrides what is gone or has another name. */
static void look_at_stale(Finding *finding, const OldUse *use, const ChangedSymbol *reported)
{
    bool gone = reported->new_symbol == SYMBOL_ABSENT;
    if (is_excused(finding, use) || (gone && !text_uses_is_marked(finding->texts, use)))
        return;
    Str now = gone ? (Str){0} : changed_symbol(finding->set, reported)->name;
    add(finding, use, USE_MISMATCH,
        gone ? STR("it overrides what is gone")
             : str_format(finding->arena, "it overrides what is called '%.*s' now", STR_ARG(now)));
}

/* Reports a method that had as many parameters as one it overrides or that overrides it, when the
   change made the numbers differ. */
static void look_at_override(Finding *finding, const OldUse *use)
{
    const ChangedSymbol *reported = &finding->set->files.ptr[use->file].symbols.ptr[use->reported];
    const ChangeSide *old_side = &finding->set->files.ptr[reported->old_file].old;
    const ChangeSide *new_side = &finding->set->files.ptr[reported->file].new;
    const Language *language = new_side->outline.language;
    ParameterVec old, new;
    if (has_other_name(finding, reported)) {
        look_at_stale(finding, use, reported);
        return;
    }
    OldUse named = *use;
    named.line = text_uses_name_line(finding->texts, use);
    StrVec has = text_uses_override_has(finding->texts, use, reported);
    if (str_starts(affected_doubts_use(finding->set, use), STR("it takes")))
        named.line = use->line; /* nothing is overridden: the mark is wrong */
    if (tell_affected(finding, &named, &has))
        return;
    if (!parameters_read(finding->arena, old_side, reported->old_symbol, &old) ||
        !parameters_read(finding->arena, new_side, reported->new_symbol, &new) ||
        old.len == new.len || (lang_takes_more(language) && new.len > old.len) ||
        has_overload(finding, reported, old.len))
        return;
    add(finding, use, USE_MISMATCH,
        str_format(finding->arena, "%zu parameter%s, the other has %zu", old.len,
                   old.len == 1 ? "" : "s", new.len));
}

/* Whether a type leaves members to its own heirs, or has all those of its bases. */
static bool is_abstract(const Finding *finding, uint32_t file, uint32_t type)
{
    const Entry *entry = &catalog_row(finding->catalog, file)->entries[type];
    const SymbolVec *symbols = &finding->outline.symbols;
    bool open =
        type && type <= symbols->len && symbols->ptr[type - 1].modifiers & MODIFIER(ABSTRACT);
    open |= lang_facts(finding->outline.language)->bases_are_embedded;
    return open || entry->kind == SYMBOL_INTERFACE || entry->kind == SYMBOL_TRAIT;
}

/* The names by which code takes a result of the library apart that is of another type now. */
static Str lost_variants(const ChangeSet *set, const OldUse *use)
{
    const ChangedSymbol *reported = &set->files.ptr[use->file].symbols.ptr[use->reported];
    const ChangeSide *side = changed_old_side(set, reported);
    const char *const *rows = lang_facts(side->outline.language)->heads.variants;
    if (reported->new_symbol == SYMBOL_ABSENT)
        return (Str){0};
    Str was = changed_old_symbol(set, reported)->signature;
    Str is = changed_symbol(set, reported)->signature;
    for (size_t i = 0; rows && rows[i]; i += 2)
        if (head_text_has_word(was, str_from(rows[i])) &&
            !head_text_has_word(is, str_from(rows[i])))
            return str_from(rows[i + 1]);
    return (Str){0};
}

/* Adds lines of the function around that go on with the call's result. */
static void follow_result(Finding *finding, const OldUse *use, uint32_t file, uint32_t user)
{
    const Entry *entry = &catalog_row(finding->catalog, file)->entries[user];
    const Consequence call = finding->found->ptr[finding->found->len - 1];
    uint32_t last = symbol_is_function((SymbolKind)entry->kind) ? entry->end_line : UINT32_MAX;
    if (use->kind == REFERENCE_CALL)
        result_uses_follow(finding->texts, &call, use->name, last, finding->found);
    result_uses_branches(finding->texts, &call, lost_variants(finding->set, use), finding->found);
}

/* Reports a call that another overload takes now, in place of one that is gone. */
static void look_at_overload(Finding *finding, const OldUse *use)
{
    const ChangedSymbol *reported = &finding->set->files.ptr[use->file].symbols.ptr[use->reported];
    ParameterVec parameters;
    if (use->kind == REFERENCE_CALL &&
        parameters_read(finding->arena, changed_old_side(finding->set, reported),
                        reported->old_symbol, &parameters) &&
        (use->arguments == ARGUMENTS_UNKNOWN || parameters_fit(&parameters, use->arguments)) &&
        overloads_left_of(finding->arena, finding->set, reported, &parameters) == OVERLOADS_DIFFER)
        add(finding, use, USE_AFFECTED, STR("an overload is gone; another one must take the call"));
}

/* Looks at a type that had the shape of an interface: the members that are asked for now. */
static void look_at_shape(Finding *finding, const OldUse *use, uint32_t file)
{
    const CatalogFile *row = catalog_row(finding->catalog, file);
    OldUse heir = *use;
    heir.kind = REFERENCE_BASE;
    for (uint32_t i = 1; i < row->count; i++)
        if (row->entries[i].start_line == use->line &&
            symbol_is_type((SymbolKind)row->entries[i].kind)) {
            StrVec members =
                heir_members(finding->arena, finding->catalog, file, i, SYMBOL_NOWHERE);
            (void)tell_affected(finding, &heir, &members);
            return;
        }
}

/* Whether a mention of a type is in the head of a block that implements it: `instance Show T`. */
static bool is_instance(const Finding *finding, const OldUse *use, const Reference *reference)
{
    const SymbolVec *symbols = &finding->outline.symbols;
    return use->kind == REFERENCE_TYPE &&
           lang_facts(finding->outline.language)->impls_have_its_name && reference->symbol &&
           reference->symbol <= symbols->len &&
           symbols->ptr[reference->symbol - 1].kind == SYMBOL_IMPL &&
           symbols->ptr[reference->symbol - 1].start_line == reference->line;
}

static bool look_at(Finding *finding, const OldUse *use)
{
    const ChangedSymbol *reported = &finding->set->files.ptr[use->file].symbols.ptr[use->reported];
    uint32_t id = places_file(&finding->places, use->path);
    if (id == FILE_NOWHERE)
        return true;
    if (use->kind == USE_IMPORT) {
        look_at_import(finding, use, id);
        return true;
    }
    if (use->kind == USE_OVERRIDE) {
        look_at_override(finding, use);
        return true;
    }
    if (use->kind == USE_SHAPE) {
        look_at_shape(finding, use, id);
        return true;
    }
    if (!open_file(finding, id))
        return false;
    const Reference *reference = reference_at(finding, use);
    if (!reference)
        return true;
    name_uses_looked(finding->texts, use->path, use->line, use->name);
    if (use->made)
        return look_at_construction(finding, use, reference, id);
    uint32_t partner = places_dense(&finding->places, reported->file, reported->new_symbol, false);
    Meanings meanings = meanings_of(finding, reference, id, partner);
    Str why = {0};
    if (meanings.other && reported->new_symbol == SYMBOL_ABSENT)
        look_at_overload(finding, use);
    if (is_unmade(finding, use, &why)) {
        add(finding, use, USE_UNFIT, why);
        return true;
    }
    if (meanings.other || meanings.outside)
        return true;
    bool gone = reported->new_symbol == SYMBOL_ABSENT;
    if (has_other_name(finding, reported) && !meanings.partner) {
        if (is_excused(finding, use))
            return true;
        Str now = gone ? (Str){0} : changed_symbol(finding->set, reported)->name;
        add(finding, use, USE_GONE,
            gone ? STR("it is gone")
                 : str_format(finding->arena, "'%.*s' is called '%.*s' now", STR_ARG(use->name),
                              STR_ARG(now)));
    } else if (!meanings.partner && reported->kind == CHANGE_MOVED && !use->likely) {
        if (is_excused(finding, use))
            return true;
        add(finding, use, USE_GONE, STR("it stands elsewhere now, and nothing leads there"));
    } else if (is_unfit(finding, use, reference, &why)) {
        add(finding, use, USE_UNFIT, why);
    } else if (is_instance(finding, use, reference)) {
        OldUse heir = *use;
        heir.kind = REFERENCE_BASE;
        StrVec members =
            heir_members(finding->arena, finding->catalog, id, reference->symbol, partner);
        (void)tell_affected(finding, &heir, &members);
    } else if (use->kind != REFERENCE_BASE || !is_abstract(finding, id, reference->symbol)) {
        StrVec members =
            heir_members(finding->arena, finding->catalog, id, reference->symbol, partner);
        if (tell_affected(finding, use, &members) && affected_all(reported) & AFFECTS_RESULTS)
            follow_result(finding, use, id, reference->symbol);
    }
    return true;
}

static int by_place(const void *a, const void *b)
{
    const Consequence *x = a, *y = b;
    int order = str_compare(x->path, y->path);
    if (order)
        return order;
    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    if (x->file != y->file)
        return x->file < y->file ? -1 : 1;
    return x->reported < y->reported ? -1 : x->reported > y->reported;
}

/* Several references on one line, or edges of several kinds, count once. */
void consequences_drop_repeated(ConsequenceVec *found)
{
    size_t kept = 0;
    if (found->len)
        qsort(found->ptr, found->len, sizeof *found->ptr, by_place);
    for (size_t i = 0; i < found->len; i++)
        if (!kept || by_place(&found->ptr[kept - 1], &found->ptr[i]))
            found->ptr[kept++] = found->ptr[i];
    found->len = kept;
}

/* Whether it is about a symbol whose old name no declaration has. */
static bool is_of_lost_name(const Finding *finding, const Consequence *row)
{
    if (consequence_is_of_file(row))
        return false;
    const ChangedSymbol *reported = &finding->set->files.ptr[row->file].symbols.ptr[row->reported];
    return reported->old_symbol != SYMBOL_ABSENT && has_other_name(finding, reported);
}

/* Adds what the texts of files show, except for names that may still be defined out of sight. */
static void add_of_texts(Finding *finding)
{
    size_t kept = finding->found->len;
    text_uses_add(finding->texts, *finding->lent, finding->found);
    for (size_t i = kept; i < finding->found->len; i++) {
        const Consequence *row = &finding->found->ptr[i];
        const OldUse use = {.file = row->file, .reported = row->reported};
        bool gone = (row->fault == USE_GONE && !consequence_is_of_file(row)) ||
                    is_of_lost_name(finding, row);
        if (!gone || !is_excused(finding, &use))
            finding->found->ptr[kept++] = *row;
    }
    finding->found->len = kept;
}

bool consequences_find(Arena *arena, const ConsequenceQuestion *question, ConsequenceVec *found,
                       Err *err)
{
    const ChangeSet *set = question->set;
    Arena lent SCOPED(arena_close) = {0};
    arena_open(&lent, 0);
    Finding finding = {.arena = arena,
                       .set = set,
                       .catalog = question->catalog,
                       .places = places_of(arena, set, question->catalog),
                       .found = found,
                       .lent = &lent,
                       .texts = question->texts,
                       .opened = FILE_NOWHERE,
                       .err = err};
    *found = (ConsequenceVec){0};
    for (size_t i = 0; i < question->uses->len; i++)
        if (!look_at(&finding, &question->uses->ptr[i]))
            return false;
    add_of_texts(&finding);
    consequences_drop_repeated(found);
    return true;
}
