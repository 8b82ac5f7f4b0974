/* A new base in the tree asks for its members without a body. Of others only traits are known that
   a type can derive (LangFacts.gives): the type derives them, or has an implementation. */
#include "change/gained_bases.h"

#include "change/heir_members.h"
#include "change/required_members.h"
#include "change/trait_uses.h"

/* Tokens before a type's name in which its marks are looked for. */
#define MARKS_BACK 80
/* Tokens of an implementation's head. */
#define HEAD_BACK 24

typedef struct Gaining {
    TextUses *uses;
    ConsequenceVec *found;
    Consequence use;
    uint32_t asker; /* the changed type, a dense id */
    Str name;       /* of the new base */
    uint32_t base;  /* the new base; SYMBOL_NOWHERE: it is not of the tree */
    StrVec wanted;  /* members that it asks for */
    IdMap heirs;    /* name ids of its own heirs, by which a type has it */
    bool for_all;   /* a block implements it for all types */
    Map read;       /* files that were searched for a trait from outside … */
    Map having;     /* … and types that have it there */
} Gaining;

typedef VEC(Edge) HeirVec;

typedef struct Heirs {
    Arena *arena;
    HeirVec edges;
} Heirs;

static bool take_heir(void *context, const Edge *edge)
{
    Heirs *heirs = context;
    if (edge->kind == REFERENCE_BASE && edge->confidence == EDGE_EXACT)
        *VEC_PUSH(heirs->arena, &heirs->edges) = *edge;
    return true;
}

static HeirVec heirs_of(const Gaining *gaining, uint32_t type)
{
    Heirs heirs = {.arena = gaining->uses->arena};
    catalog_edges_to(gaining->uses->catalog, type, take_heir, &heirs);
    return heirs.edges;
}

/* ---- what a base asks for ---- */

/* Whether an heir must have the member: it has no body, and may not be left out. */
static bool is_asked_for(Str text, const Symbol *member)
{
    bool field = member->kind == SYMBOL_PROPERTY || member->kind == SYMBOL_FIELD;
    bool optional = member->name_end < text.len && text.ptr[member->name_end] == '?';
    return (symbol_is_function(member->kind) || field) && !optional &&
           required_members_is_without_body(text, member);
}

/* Lists the members that the new base asks for and the changed type does not give. */
static void list_wanted(Gaining *gaining)
{
    Catalog *catalog = gaining->uses->catalog;
    SymbolPlace place = catalog_place(catalog, gaining->base);
    const UseText *file = use_text_open(gaining->uses, catalog->files.ptr[place.file].path);
    Outline outline;
    Err ignored = {0};
    if (!file ||
        !catalog_outline(catalog, gaining->uses->arena, place.file, true, &outline, &ignored))
        return;
    StrVec own = {0};
    const CatalogFile *row = catalog_row(catalog, catalog_place(catalog, gaining->asker).file);
    uint32_t asker = catalog_place(catalog, gaining->asker).index;
    for (uint32_t i = 1; i < row->count; i++)
        if (row->entries[i].parent == asker)
            *VEC_PUSH(gaining->uses->arena, &own) = catalog_name(catalog, row->entries[i].name);
    for (size_t i = 0; i < outline.symbols.len; i++) {
        const Symbol *member = &outline.symbols.ptr[i];
        if (member->parent == place.index && is_asked_for(file->text, member) &&
            !change_texts_have(&own, member->name))
            *VEC_PUSH(gaining->uses->arena, &gaining->wanted) = member->name;
    }
}

/* ---- what an heir has ---- */

static bool has_word_before(const UseText *file, size_t i, size_t back, Str word)
{
    for (size_t k = i; k-- > 0 && i - k < back;) {
        char mark = use_text_mark(file, k);
        if (mark && byte_in(mark, ";{}"))
            return false;
        if (use_text_is_word(file, k, word))
            return true;
    }
    return false;
}

/* Lists the types of a file that show the trait: `impl Trait for Type`, `#[derive(Trait)]`. */
static void list_having(Gaining *gaining, const UseText *file)
{
    for (size_t i = 1; i < file->tokens.len; i++) {
        Str last = use_text_at(file, i - 1);
        bool block = str_equal(last, STR("for"));
        if (!use_text_is_any_word(file, i) ||
            !(block || str_is_listed(last, "struct enum union")) ||
            !has_word_before(file, i, block ? HEAD_BACK : MARKS_BACK, gaining->name) ||
            !(block || has_word_before(file, i, MARKS_BACK, STR("derive"))))
            continue;
        map_put(&gaining->having, use_text_at(file, i), NULL);
    }
}

/* Whether a file that declares the type, or the heir's own, shows the trait. */
static bool has_trait(Gaining *gaining, uint32_t heir)
{
    Catalog *catalog = gaining->uses->catalog;
    uint32_t name = catalog_entry(catalog, heir)->name;
    IdSpan named = catalog_named(catalog, name);
    if (str_find_byte(catalog_name(catalog, name), ':') != STR_NONE)
        return true; /* a path: which type it names is not followed */
    for (size_t i = 0; i < named.len; i++) {
        Str path = catalog->files.ptr[catalog_place(catalog, named.ptr[i]).file].path;
        const UseText *file = use_text_open(gaining->uses, path);
        bool added = false;
        if (!file)
            return true;
        map_put(&gaining->read, path, &added);
        if (added)
            list_having(gaining, file);
    }
    return map_find(&gaining->having, catalog_name(catalog, name));
}

/* Whether a block implements the base for all types: its type's name is a parameter of its own. */
static bool is_for_all(Catalog *catalog, const Entry *block)
{
    IdSpan named = catalog_named(catalog, block->name);
    for (size_t i = 0; i < named.len; i++) {
        SymbolKind kind = (SymbolKind)catalog_entry(catalog, named.ptr[i])->kind;
        if (kind != SYMBOL_IMPL && symbol_is_type(kind))
            return false;
    }
    return block->kind == SYMBOL_IMPL;
}

/* Notes who has the new base without the changed type. */
static void list_heirs(Gaining *gaining)
{
    Catalog *catalog = gaining->uses->catalog;
    HeirVec heirs = heirs_of(gaining, gaining->base);
    for (size_t i = 0; i < heirs.len; i++) {
        const Entry *heir = catalog_entry(catalog, heirs.ptr[i].caller);
        if (heirs.ptr[i].caller == gaining->asker)
            continue;
        id_map_put(&gaining->heirs, gaining->uses->arena, heir->name, 0);
        gaining->for_all |= is_for_all(catalog, heir);
    }
}

static bool inherits_base(const Gaining *gaining, uint32_t heir)
{
    uint32_t name = catalog_entry(gaining->uses->catalog, heir)->name;
    return gaining->for_all || id_map_get(&gaining->heirs, name) != ID_MAP_NONE;
}

/* The first member that an heir lacks; empty: it has all of them. */
static Str lacked_by(const Gaining *gaining, uint32_t heir)
{
    SymbolPlace place = catalog_place(gaining->uses->catalog, heir);
    StrVec has = heir_members(gaining->uses->arena, gaining->uses->catalog, place.file, place.index,
                              gaining->asker);
    for (size_t i = 0; i < gaining->wanted.len; i++)
        if (!change_texts_have(&has, gaining->wanted.ptr[i]))
            return gaining->wanted.ptr[i];
    return (Str){0};
}

/* Whether the heir passes on what is asked of it: it is no class that values are made of. */
static bool passes_on(const Entry *heir)
{
    return heir->kind == SYMBOL_INTERFACE || heir->kind == SYMBOL_TRAIT ||
           heir->modifiers & MODIFIER(ABSTRACT);
}

static void look_at_heir(Gaining *gaining, const Edge *edge)
{
    const Catalog *catalog = gaining->uses->catalog;
    uint32_t heir = edge->caller;
    const UseText *file =
        use_text_open(gaining->uses, catalog->files.ptr[catalog_place(catalog, heir).file].path);
    bool of_tree = gaining->base != SYMBOL_NOWHERE;
    if (!file || passes_on(catalog_entry(catalog, heir)) ||
        (of_tree ? inherits_base(gaining, heir) : has_trait(gaining, heir)))
        return;
    bool block = catalog_entry(catalog, heir)->kind == SYMBOL_IMPL;
    Str member = of_tree && !block ? lacked_by(gaining, heir) : (Str){0};
    if (of_tree && !block && !member.len)
        return;
    gaining->use.line = edge->line;
    gaining->use.why =
        member.len ? str_format(gaining->uses->arena, "it lacks '%.*s' of the new base '%.*s'",
                                STR_ARG(member), STR_ARG(gaining->name))
                   : str_format(gaining->uses->arena, "it lacks the new base '%.*s'",
                                STR_ARG(gaining->name));
    use_text_add(gaining->uses, gaining->found, file, &gaining->use);
}

/* ---- the changed type ---- */

/* The base of that name which the type has in the tree. */
static uint32_t base_named(const Gaining *gaining)
{
    const Catalog *catalog = gaining->uses->catalog;
    EdgeVec edges = {0};
    catalog_edges_of(catalog, gaining->uses->arena, gaining->asker, &edges);
    for (size_t i = 0; i < edges.len; i++)
        if (edges.ptr[i].kind == REFERENCE_BASE && edges.ptr[i].callee != SYMBOL_NOWHERE &&
            str_equal(catalog_name(catalog, catalog_entry(catalog, edges.ptr[i].callee)->name),
                      gaining->name))
            return edges.ptr[i].callee;
    return SYMBOL_NOWHERE;
}

static void look_for_heirs(Gaining *gaining, const ChangeSide *side)
{
    gaining->base = base_named(gaining);
    gaining->wanted = (StrVec){0};
    gaining->heirs = (IdMap){0};
    gaining->for_all = false;
    gaining->read = map_open(gaining->uses->arena);
    gaining->having = map_open(gaining->uses->arena);
    if (gaining->base != SYMBOL_NOWHERE) {
        list_wanted(gaining);
        list_heirs(gaining);
    } else if (!trait_uses_words(side->outline.language, gaining->name).len) {
        return;
    }
    HeirVec heirs = heirs_of(gaining, gaining->asker);
    for (size_t i = 0; i < heirs.len; i++)
        look_at_heir(gaining, &heirs.ptr[i]);
}

static bool asks_heirs(const Symbol *symbol)
{
    return symbol->kind == SYMBOL_INTERFACE || symbol->kind == SYMBOL_TRAIT ||
           (symbol->kind == SYMBOL_CLASS && symbol->modifiers & MODIFIER(ABSTRACT));
}

void gained_bases_add(TextUses *uses, uint32_t index, uint32_t id, ConsequenceVec *found)
{
    const ChangedFile *file = &uses->set->files.ptr[index];
    for (uint32_t i = 0; i < file->symbols.len; i++) {
        const ChangedSymbol *changed = &file->symbols.ptr[i];
        if (changed->new_symbol == SYMBOL_ABSENT || changed->old_symbol == SYMBOL_ABSENT ||
            !asks_heirs(changed_symbol(uses->set, changed)))
            continue;
        const ChangeSide *was = changed_old_side(uses->set, changed);
        const ChangeSide *is = changed_new_side(uses->set, changed);
        StrVec before = change_side_bases(uses->arena, was, changed->old_symbol);
        StrVec after = change_side_bases(uses->arena, is, changed->new_symbol);
        Gaining gaining = {.uses = uses,
                           .found = found,
                           .use = {.fault = USE_AFFECTED, .file = index, .reported = i},
                           .asker =
                               catalog_row(uses->catalog, id)->first + changed->new_symbol + 1};
        for (size_t k = 0; k < after.len; k++) {
            gaining.name = after.ptr[k];
            if (!change_texts_have(&before, gaining.name) &&
                !lang_is_top_type(is->outline.language, gaining.name))
                look_for_heirs(&gaining, is);
        }
    }
}
