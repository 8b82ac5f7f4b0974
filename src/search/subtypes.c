/* Breadth first: one pass over the edges into each level. */
#include "search/subtypes.h"

#include "base/id_map.h"
#include "search/members.h"
#include "search/override.h"
#include "search/override_go.h"
#include "search/override_promoted.h"
#include "search/parts.h"

/* Deeper hierarchies come from wrong edges. */
#define DERIVED_STEPS_MAX 64
/* Longer chains of names for one type come from wrong edges. */
#define DERIVED_ALIASES_MAX 16

typedef struct Walk {
    Catalog *catalog;
    Arena *arena, *tables;
    IdMap seen;
    DerivedVec *found;
} Walk;

/* Whether the code itself gives the variable a base, as `X = Class.new(Base)` does. */
static bool has_own_base(const Catalog *catalog, SymbolPlace place)
{
    Arena work SCOPED(arena_close) = {0};
    Outline outline;
    Err ignored = {0};
    arena_open(&work, 0);
    if (!catalog_outline(catalog, &work, place.file, true, &outline, &ignored))
        return false;
    for (size_t i = 0; i < outline.references.len; i++)
        if (outline.references.ptr[i].symbol == place.index &&
            outline.references.ptr[i].kind == REFERENCE_BASE)
            return true;
    return false;
}

/* Lua: functions of the file name the variable, a table, as their owner. */
static bool owns_functions(const CatalogFile *file, const Entry *table)
{
    bool found = false;
    bool may = lang_facts(file->language)->tables_have_members;
    for (uint32_t i = 1; may && i < file->count && !found; i++)
        found = file->entries[i].owner == table->name;
    return found;
}

/* An alias of a type, or a variable that holds the class and is made of nothing else. */
bool subtypes_is_alias(const Catalog *catalog, const Edge *edge)
{
    if (edge->kind != REFERENCE_BASE || edge->callee == SYMBOL_NOWHERE)
        return false;
    SymbolPlace place = catalog_place(catalog, edge->caller);
    const CatalogFile *file = catalog_row(catalog, place.file);
    const Entry *entry = &file->entries[place.index];
    bool has_members =
        (place.index + 1 < file->count && file->entries[place.index + 1].parent == place.index) ||
        owns_functions(file, entry);
    if (entry->kind == SYMBOL_TYPE)
        return entry->type && !(entry->modifiers & ENTRY_DISTINCT);
    return (entry->kind == SYMBOL_VARIABLE || entry->kind == SYMBOL_CONSTANT) && !has_members &&
           !has_own_base(catalog, place);
}

static void add(Walk *walk, Derived derived)
{
    if (walk->found->len < DERIVED_MAX &&
        id_map_put(&walk->seen, walk->tables, derived.symbol, 0) == ID_MAP_NONE)
        *VEC_PUSH(walk->arena, walk->found) = derived;
}

/* Adds symbols that name one of the level as their base and, if `values`, variables of its type. */
static void add_level(Walk *walk, const IdVec *level, uint32_t steps, bool values)
{
    Arena work SCOPED(arena_close) = {0};
    arena_open(&work, 0);
    uint64_t *set = NEW(&work, uint64_t, walk->catalog->symbol_count / 64 + 1);
    EdgeVec edges = {0};
    for (size_t i = 0; i < level->len; i++)
        set[level->ptr[i] / 64] |= UINT64_C(1) << level->ptr[i] % 64;
    catalog_edges_into(walk->catalog, &work, set, &edges);
    for (int sure = 1; sure >= 0; sure--)
        for (size_t i = 0; i < edges.len; i++) {
            const Edge *edge = &edges.ptr[i];
            if (edge->kind == REFERENCE_BASE && (edge->confidence > EDGE_AMBIGUOUS) == sure)
                add(walk, (Derived){.symbol = parts_lead(walk->catalog, edge->caller),
                                    .part = edge->caller,
                                    .of = edge->callee,
                                    .steps = steps,
                                    .how = subtypes_is_alias(walk->catalog, edge) ? DERIVED_ALIAS
                                                                                  : DERIVED_BASE,
                                    .likely = edge->confidence == EDGE_LIKELY,
                                    .ambiguous = !sure});
        }
    for (size_t i = 0; i < edges.len && values; i++) {
        const Edge *edge = &edges.ptr[i];
        SymbolKind kind = (SymbolKind)catalog_entry(walk->catalog, edge->caller)->kind;
        if (edge->kind == REFERENCE_TYPE && edge->confidence > EDGE_AMBIGUOUS &&
            (kind == SYMBOL_VARIABLE || kind == SYMBOL_CONSTANT))
            add(walk, (Derived){.symbol = edge->caller,
                                .part = edge->caller,
                                .of = edge->callee,
                                .steps = steps,
                                .how = DERIVED_VALUE,
                                .likely = edge->confidence == EDGE_LIKELY});
    }
}

/* Subtypes reached through aliases of the level's types are as near as those reached through the
   types. */
static void add_aliased(Walk *walk, size_t from, uint32_t steps, bool values)
{
    for (int round = 0; round < DERIVED_ALIASES_MAX; round++) {
        IdVec aliases = {0};
        for (size_t i = from; i < walk->found->len; i++)
            if (walk->found->ptr[i].how == DERIVED_ALIAS)
                *VEC_PUSH(walk->tables, &aliases) = walk->found->ptr[i].symbol;
        from = walk->found->len;
        if (!aliases.len)
            break;
        add_level(walk, &aliases, steps, values);
    }
}

static const LangFacts *facts_of(const Catalog *catalog, uint32_t symbol)
{
    return lang_facts(catalog->files.ptr[catalog_place(catalog, symbol).file].language);
}

/* The block of kind impl that the symbol is, or is directly in; SYMBOL_NOWHERE: none. */
static uint32_t block_of(const Catalog *catalog, uint32_t symbol)
{
    SymbolPlace place = catalog_place(catalog, symbol);
    const CatalogFile *file = catalog_row(catalog, place.file);
    uint32_t at = place.index;
    if (at && file->entries[at].kind != SYMBOL_IMPL)
        at = file->entries[at].parent;
    return at && file->entries[at].kind == SYMBOL_IMPL ? file->first + at : SYMBOL_NOWHERE;
}

bool subtypes_is_named_block(const Catalog *catalog, uint32_t symbol)
{
    return facts_of(catalog, symbol)->impls_have_its_name &&
           block_of(catalog, symbol) != SYMBOL_NOWHERE;
}

/* Whether a type of that name is declared more than once, so that a block may mean another. */
static bool has_namesakes(Catalog *catalog, uint32_t type)
{
    IdSpan named = catalog_named(catalog, catalog_entry(catalog, type)->name);
    size_t types = 0;
    for (size_t i = 0; i < named.len; i++) {
        SymbolKind kind = (SymbolKind)catalog_entry(catalog, named.ptr[i])->kind;
        types += kind == SYMBOL_INTERFACE || kind == SYMBOL_TRAIT || kind == SYMBOL_CLASS;
    }
    return types > 1;
}

/* Blocks with the name of the type, or what they have of the name of its member. */
static void add_blocks(Walk *walk, uint32_t symbol)
{
    Catalog *catalog = walk->catalog;
    SymbolPlace place = catalog_place(catalog, symbol);
    const Entry *entry = catalog_entry(catalog, symbol);
    bool member = !symbol_is_type((SymbolKind)entry->kind);
    uint32_t type = member && entry->parent ? symbol - place.index + entry->parent : symbol;
    if (!facts_of(catalog, symbol)->impls_have_its_name ||
        block_of(catalog, symbol) != SYMBOL_NOWHERE)
        return;
    bool likely = has_namesakes(catalog, type);
    IdSpan named = catalog_named(catalog, entry->name);
    for (size_t i = 0; i < named.len; i++) {
        uint32_t block = block_of(catalog, named.ptr[i]);
        if (block != SYMBOL_NOWHERE && (member || block == named.ptr[i]) &&
            facts_of(catalog, block)->impls_have_its_name &&
            catalog_entry(catalog, block)->name == catalog_entry(catalog, type)->name)
            add(walk, (Derived){.symbol = named.ptr[i],
                                .part = named.ptr[i],
                                .of = symbol,
                                .steps = 1,
                                .how = member ? DERIVED_METHOD : DERIVED_BASE,
                                .likely = likely});
    }
}

/* Go: types that satisfy the interface, found by the overrides of one of its methods. */
static void add_shapes(Walk *walk, uint32_t interface)
{
    IdVec members = {0}, methods = {0};
    members_of(walk->catalog, walk->tables, interface, &members);
    size_t m = 0;
    while (m < members.len && !override_is_method(catalog_entry(walk->catalog, members.ptr[m])))
        m++;
    if (m < members.len)
        override_derived(walk->catalog, walk->tables, members.ptr[m], &methods);
    Namesakes known = {0};
    for (size_t i = 0; i < methods.len; i++) {
        Kin kin = {.catalog = walk->catalog, .arena = walk->tables, .known = &known};
        override_add_owners(&kin, methods.ptr[i]);
        for (size_t k = 0; k < kin.types.len; k++)
            if (kin.types.ptr[k] != interface)
                add(walk, (Derived){.symbol = kin.types.ptr[k],
                                    .part = kin.types.ptr[k],
                                    .of = interface,
                                    .steps = 1,
                                    .how = DERIVED_SHAPE,
                                    .likely = true});
    }
}

/* Go: a type that embeds a type of the right shape may lack a method, if two embedded types have
   it. */
static void drop_unfit(Walk *walk, uint32_t interface)
{
    Namesakes known = {0};
    Kin kin = {.catalog = walk->catalog, .arena = walk->tables, .known = &known};
    size_t kept = 0;
    if (!override_go_satisfies(&kin, interface, interface))
        return; /* not all of its methods are known */
    for (size_t i = 0; i < walk->found->len; i++) {
        const Derived *derived = &walk->found->ptr[i];
        if (derived->how == DERIVED_ALIAS ||
            override_go_satisfies(&kin, derived->symbol, interface))
            walk->found->ptr[kept++] = *derived;
    }
    walk->found->len = kept;
}

/* Go: types that satisfy it only through methods of embedded types. */
static void add_promoted(Walk *walk, uint32_t interface)
{
    IdVec types = {0};
    override_promoted(walk->catalog, walk->tables, interface, &types);
    for (size_t i = 0; i < types.len; i++)
        add(walk, (Derived){.symbol = types.ptr[i],
                            .part = types.ptr[i],
                            .of = interface,
                            .steps = 1,
                            .how = DERIVED_SHAPE,
                            .likely = true});
}

static void add_methods(Walk *walk, uint32_t method)
{
    IdVec methods = {0};
    override_derived(walk->catalog, walk->tables, method, &methods);
    for (size_t i = 0; i < methods.len; i++)
        add(walk, (Derived){.symbol = methods.ptr[i],
                            .part = methods.ptr[i],
                            .of = method,
                            .steps = 1,
                            .how = DERIVED_METHOD});
}

void subtypes_find(Catalog *catalog, Arena *arena, uint32_t symbol, DerivedVec *found)
{
    Arena tables SCOPED(arena_close) = {0};
    Walk walk = {.catalog = catalog, .arena = arena, .tables = &tables, .found = found};
    arena_open(&tables, 0);
    const Entry *entry = catalog_entry(catalog, symbol);
    SymbolKind kind = (SymbolKind)entry->kind;
    id_map_put(&walk.seen, &tables, symbol, 0);
    add_blocks(&walk, symbol);
    if (override_is_method(entry)) {
        add_methods(&walk, symbol);
        return;
    }
    bool tables_of_functions = facts_of(catalog, symbol)->structs_hold_functions &&
                               (kind == SYMBOL_STRUCT || kind == SYMBOL_TYPE);
    IdVec level = {0};
    *VEC_PUSH(&tables, &level) = symbol;
    for (uint32_t steps = 1; steps <= DERIVED_STEPS_MAX && level.len; steps++) {
        size_t from = found->len;
        add_level(&walk, &level, steps, tables_of_functions && steps == 1);
        add_aliased(&walk, from, steps, tables_of_functions && steps == 1);
        if (steps == 1 && kind == SYMBOL_INTERFACE &&
            facts_of(catalog, symbol)->interfaces_match_by_shape)
            add_shapes(&walk, symbol);
        level.len = 0;
        for (size_t i = from; i < found->len; i++)
            if (found->ptr[i].how == DERIVED_BASE || found->ptr[i].how == DERIVED_SHAPE)
                *VEC_PUSH(&tables, &level) = found->ptr[i].symbol;
    }
    if (kind == SYMBOL_INTERFACE && facts_of(catalog, symbol)->interfaces_match_by_shape) {
        drop_unfit(&walk, symbol);
        add_promoted(&walk, symbol);
    }
}
