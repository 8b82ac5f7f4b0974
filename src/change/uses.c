/* Uses come from two sources: edges of the old state into affected symbols, each expanded to the
   references it stands for, and imports that name one of them. */
#include "change/uses.h"

#include "change/affected.h"
#include "change/places.h"
#include "change/visibility_reach.h"
#include "search/override.h"

/* Whether users of the symbol must know about the change. */
static bool concerns_users(const ChangedSymbol *changed)
{
    switch (changed->kind) {
    case CHANGE_REMOVED:
    case CHANGE_INLINED:
    case CHANGE_RENAMED:
    case CHANGE_MOVED:
    case CHANGE_MOVED_RENAMED: return true;
    default: return changed->breaking.len || changed->doubts.len || changed->value.len;
    }
}

uint32_t uses_line_now(const ChangedFile *file, uint32_t line)
{
    int64_t shift = 0;
    for (size_t i = 0; file && i < file->hunks.len; i++) {
        const LineHunk *hunk = &file->hunks.ptr[i];
        if (hunk->old_count && line >= hunk->old_start && line < hunk->old_start + hunk->old_count)
            return 0;
        bool before = hunk->old_count ? line < hunk->old_start : line <= hunk->old_start;
        if (before)
            break;
        shift += (int64_t)hunk->new_count - hunk->old_count;
    }
    return (uint32_t)(line + shift);
}

typedef struct Noting {
    Arena *arena;
    Arena scratch;
    ChangeSet *set;
    Catalog *catalog;
    Map changed;    /* old path → 1 + index in the set */
    IdMap reported; /* dense id → index in `targets` */
    IdMap makers;   /* the types whose constructors are targets, likewise */
    VEC(ChangedSymbol) targets;
    VEC(uint32_t) numbers; /* by target: its index in its file's list */
    OldUseVec *uses;
    ModuleFolders folders;
    uint32_t outlined; /* file id of `outline` */
    Outline outline;
    Err *err;
} Noting;

static bool open_outline(Noting *noting, uint32_t file)
{
    if (noting->outlined == file)
        return true;
    noting->outlined = file;
    return catalog_outline(noting->catalog, noting->arena, file, true, &noting->outline,
                           noting->err);
}

static const ChangedFile *changed_file(const Noting *noting, Str path)
{
    const uint64_t *index = map_find(&noting->changed, path);
    return index ? &noting->set->files.ptr[*index - 1] : NULL;
}

static void count_user(const Noting *noting, size_t target)
{
    const ChangedSymbol *changed = &noting->targets.ptr[target];
    noting->set->files.ptr[changed->file].symbols.ptr[noting->numbers.ptr[target]].users++;
}

/* Whether a user still sees a symbol that fewer can see. */
static bool sees(Noting *noting, const ChangedSymbol *reported, Str path)
{
    return affected_all(reported) & AFFECTS_OUTSIDERS &&
           visibility_reach_has(noting->arena, noting->catalog, &noting->folders, noting->set,
                                reported, path);
}

/* Records the references that an edge stands for, to one target: those of the same symbol, name and
   kind. `made`: they name the type whose constructor is affected. */
static bool note_target(Noting *noting, const Edge *edge, uint32_t target, bool made)
{
    SymbolPlace place = catalog_place(noting->catalog, edge->caller);
    const CatalogFile *row = &noting->catalog->files.ptr[place.file];
    if (!open_outline(noting, place.file))
        return false;
    const ChangedSymbol *reported = &noting->targets.ptr[target];
    const ChangedFile *file = changed_file(noting, row->path);
    Str name =
        made ? catalog_name(noting->catalog, catalog_entry(noting->catalog, edge->callee)->name)
             : changed_old_symbol(noting->set, reported)->name;
    Str user = str_copy(noting->arena,
                        catalog_qualified_name(noting->catalog, &noting->scratch, edge->caller));
    for (size_t i = 0; i < noting->outline.references.len; i++) {
        const Reference *reference = &noting->outline.references.ptr[i];
        if (reference->symbol != place.index || (uint8_t)reference->kind != edge->kind ||
            reference->line < edge->line || !str_equal(reference->name, name))
            continue;
        uint32_t line = uses_line_now(file, reference->line);
        if (!made ||
            affected_all(reported) & AFFECTS_CONVERTERS) // else they are looked for by name
            count_user(noting, target);
        if (line)
            *VEC_PUSH(noting->arena, noting->uses) =
                (OldUse){.file = reported->file,
                         .reported = noting->numbers.ptr[target],
                         .path = file ? file->new.path : str_copy(noting->arena, row->path),
                         .line = line,
                         .was = reference->line,
                         .user = user,
                         .name = name,
                         .arguments = reference->arguments,
                         .kind = edge->kind,
                         .sees = sees(noting, reported, row->path),
                         .makes = reference->flags &REFERENCE_NEW,
                         .likely = edge->confidence == EDGE_LIKELY,
                         .made = made};
    }
    return true;
}

static bool note_edge(Noting *noting, const Edge *edge)
{
    uint32_t target = id_map_get(&noting->reported, edge->callee);
    uint32_t maker =
        edge->kind == REFERENCE_CALL ? id_map_get(&noting->makers, edge->callee) : ID_MAP_NONE;
    if (edge->confidence < EDGE_LIKELY)
        return true;
    return (target == ID_MAP_NONE || note_target(noting, edge, target, false)) &&
           (maker == ID_MAP_NONE || note_target(noting, edge, maker, true));
}

/* ---- imports by name ---- */

/* Whether a file imports another, so that it may pass on its names. */
static bool passes_on(const Noting *noting, uint32_t file, uint32_t target)
{
    Arena lent = noting->scratch;
    ImportLinkVec links = {0};
    catalog_imports(noting->catalog, &lent, file, &links);
    for (size_t i = 0; i < links.len; i++)
        if (links.ptr[i].target == target)
            return true;
    return false;
}

/* Whether the import takes a symbol of that name from that file, or from one that passes it on. */
static bool takes(const Noting *noting, const ImportLink *link, uint32_t file, Str name)
{
    if (link->target == FILE_NOWHERE || !link->name ||
        !str_equal(catalog_name(noting->catalog, link->name), name))
        return false;
    return link->target == file || passes_on(noting, link->target, file);
}

/* Records imports that name an affected top-level symbol of the file they lead to. */
static void note_imports_of(Noting *noting, const Places *places, uint32_t importer,
                            const ImportLinkVec *links)
{
    const CatalogFile *row = &noting->catalog->files.ptr[importer];
    const ChangedFile *file = changed_file(noting, row->path);
    for (size_t t = 0; t < noting->targets.len; t++) {
        const ChangedSymbol *reported = &noting->targets.ptr[t];
        const Symbol *symbol = changed_old_symbol(noting->set, reported);
        uint32_t target = places->old[reported->old_file];
        for (size_t i = 0; i < links->len && !symbol->parent && target != importer; i++) {
            uint32_t line = uses_line_now(file, links->ptr[i].line);
            if (!takes(noting, &links->ptr[i], target, symbol->name))
                continue;
            count_user(noting, t);
            if (!line)
                continue;
            *VEC_PUSH(noting->arena, noting->uses) =
                (OldUse){.file = reported->file,
                         .reported = noting->numbers.ptr[t],
                         .path = file ? file->new.path : str_copy(noting->arena, row->path),
                         .line = line,
                         .was = links->ptr[i].line,
                         .user = file ? file->new.path : str_copy(noting->arena, row->path),
                         .name = symbol->name,
                         .sees = sees(noting, reported, row->path),
                         .kind = USE_IMPORT};
        }
    }
}

static void note_imports(Noting *noting, const Places *places)
{
    Arena more = noting->scratch;
    for (uint32_t f = 0; f < noting->catalog->files.len; f++) {
        ImportLinkVec links = {0};
        Arena lent = more;
        catalog_imports(noting->catalog, &lent, f, &links);
        if (links.len)
            note_imports_of(noting, places, f, &links);
    }
}

/* ---- overrides ---- */

static bool is_reported(const Noting *noting, const CatalogFile *row, uint32_t index)
{
    const ChangedFile *file = changed_file(noting, row->path);
    for (size_t i = 0; file && i < file->symbols.len; i++)
        if (file->symbols.ptr[i].old_symbol != SYMBOL_ABSENT &&
            file->symbols.ptr[i].old_symbol + 1 == index)
            return true;
    return false;
}

static void note_override(Noting *noting, size_t target, uint32_t method)
{
    const ChangedSymbol *reported = &noting->targets.ptr[target];
    SymbolPlace place = catalog_place(noting->catalog, method);
    const CatalogFile *row = catalog_row(noting->catalog, place.file);
    const Entry *entry = &row->entries[place.index];
    const ChangedFile *file = changed_file(noting, row->path);
    uint32_t line = uses_line_now(file, entry->start_line);
    if (!line || is_reported(noting, row, place.index))
        return;
    *VEC_PUSH(noting->arena, noting->uses) =
        (OldUse){.file = reported->file,
                 .reported = noting->numbers.ptr[target],
                 .path = file ? file->new.path : str_copy(noting->arena, row->path),
                 .line = line,
                 .was = entry->start_line,
                 .user = str_copy(noting->arena, catalog_qualified_name(noting->catalog,
                                                                        &noting->scratch, method)),
                 .name = str_copy(noting->arena, catalog_name(noting->catalog, entry->name)),
                 .arguments = entry->arity,
                 .kind = USE_OVERRIDE,
                 .likely = true};
}

/* Whether what overrides a method overrides nothing now: it is gone or has another name, and no
   base of its own has it. */
static bool leaves_overrides(const Noting *noting, const ChangedSymbol *reported, uint32_t dense)
{
    IdVec bases = {0};
    const ChangeSide *side = changed_old_side(noting->set, reported);
    bool renamed = reported->new_symbol != SYMBOL_ABSENT &&
                   !str_equal(changed_symbol(noting->set, reported)->name,
                              changed_old_symbol(noting->set, reported)->name);
    if ((reported->new_symbol != SYMBOL_ABSENT && !renamed) ||
        lang_facts(side->outline.language)->interfaces_match_by_shape)
        return false;
    override_bases(noting->catalog, noting->arena, dense, &bases);
    return !bases.len;
}

/* Records methods in an override relation that had as many parameters as the changed method
   before. */
static void note_overrides(Noting *noting, const Places *places)
{
    for (size_t t = 0; t < noting->targets.len; t++) {
        const ChangedSymbol *reported = &noting->targets.ptr[t];
        IdVec methods = {0};
        uint32_t dense = places_dense(places, reported->old_file, reported->old_symbol, true);
        const Entry *entry = catalog_entry(noting->catalog, dense);
        if (entry->kind != SYMBOL_METHOD)
            continue;
        bool gone = leaves_overrides(noting, reported, dense);
        bool all = gone || affected_all(reported) & AFFECTS_HEIRS;
        if ((!all && entry->arity == ENTRY_ARITY_UNKNOWN) ||
            (!gone &&
             (reported->new_symbol == SYMBOL_ABSENT || reported->kind != CHANGE_SIGNATURE)))
            continue;
        if (!gone)
            override_bases(noting->catalog, noting->arena, dense, &methods);
        override_derived(noting->catalog, noting->arena, dense, &methods);
        for (size_t i = 0; i < methods.len; i++)
            if (all || catalog_entry(noting->catalog, methods.ptr[i])->arity == entry->arity)
                note_override(noting, t, methods.ptr[i]);
    }
}

/* Records a type, if the change leaves the line of its head as it is. */
static void note_shape(Noting *noting, size_t target, uint32_t type)
{
    const ChangedSymbol *reported = &noting->targets.ptr[target];
    SymbolPlace place = catalog_place(noting->catalog, type);
    const CatalogFile *row = catalog_row(noting->catalog, place.file);
    const ChangedFile *file = changed_file(noting, row->path);
    uint32_t was = row->entries[place.index].start_line, line = uses_line_now(file, was);
    count_user(noting, target);
    if (line)
        *VEC_PUSH(noting->arena, noting->uses) = (OldUse){
            .file = reported->file,
            .reported = noting->numbers.ptr[target],
            .path = file ? file->new.path : str_copy(noting->arena, row->path),
            .line = line,
            .was = was,
            .user = str_copy(noting->arena,
                             catalog_qualified_name(noting->catalog, &noting->scratch, type)),
            .kind = USE_SHAPE,
            .likely = true};
}

/* Records the types that implement an interface which asks for more, where they do so by shape:
   those whose methods override its first one. */
static void note_shapes(Noting *noting, const Places *places)
{
    for (size_t t = 0; t < noting->targets.len; t++) {
        const ChangedSymbol *reported = &noting->targets.ptr[t];
        const SymbolVec *symbols = &changed_old_side(noting->set, reported)->outline.symbols;
        const Symbol *old = &symbols->ptr[reported->old_symbol];
        uint32_t member = reported->old_symbol + 1;
        IdVec methods = {0}, types = {0};
        if (old->kind != SYMBOL_INTERFACE || !(affected_all(reported) & AFFECTS_HEIRS) ||
            !lang_facts(changed_old_side(noting->set, reported)->outline.language)
                 ->interfaces_match_by_shape ||
            member >= old->next)
            continue;
        override_derived(noting->catalog, noting->arena,
                         places_dense(places, reported->old_file, member, true), &methods);
        for (size_t i = 0; i < methods.len; i++)
            override_types(noting->catalog, noting->arena, methods.ptr[i], &types);
        for (size_t i = 0; i < types.len; i++)
            note_shape(noting, t, types.ptr[i]);
    }
}

static void add_to_set(const IdMap *map, uint64_t *set)
{
    for (size_t i = 0; i < map->count; i++)
        if (map->slots[i].value)
            set[map->slots[i].key / 64] |= (uint64_t)1 << map->slots[i].key % 64;
}

static uint64_t *new_set(Noting *noting)
{
    return NEW(noting->arena, uint64_t, noting->catalog->symbol_count / 64 + 1);
}

/* Heirs of heirs that are made by a constructor which they inherit. */
#define MADE_DEPTH_MAX 4

static bool has_constructor(const CatalogFile *row, uint32_t type)
{
    for (uint32_t i = type + 1; i < row->count; i++)
        if (row->entries[i].parent == type && row->entries[i].kind == SYMBOL_CONSTRUCTOR)
            return true;
    return false;
}

/* Heirs without a constructor of their own are made by that of their base, where the language hands
   it down. */
static void add_made_heirs(Noting *noting)
{
    const Catalog *catalog = noting->catalog;
    for (int depth = 0; depth < MADE_DEPTH_MAX && noting->makers.len; depth++) {
        EdgeVec edges = {0};
        size_t before = noting->makers.len;
        uint64_t *types = new_set(noting);
        add_to_set(&noting->makers, types);
        catalog_edges_into(noting->catalog, noting->arena, types, &edges);
        for (size_t i = 0; i < edges.len; i++) {
            uint32_t target = id_map_get(&noting->makers, edges.ptr[i].callee);
            SymbolPlace place = catalog_place(catalog, edges.ptr[i].caller);
            const CatalogFile *row = catalog_row(noting->catalog, place.file);
            if (edges.ptr[i].kind == REFERENCE_BASE && edges.ptr[i].confidence >= EDGE_LIKELY &&
                target != ID_MAP_NONE && row->language &&
                !lang_facts(row->language)->bases_are_made &&
                id_map_get(&noting->makers, edges.ptr[i].caller) == ID_MAP_NONE &&
                !has_constructor(row, place.index))
                id_map_put(&noting->makers, noting->arena, edges.ptr[i].caller, target);
        }
        if (noting->makers.len == before)
            return;
    }
}

/* Objects are made by the type's name: a constructor's users are those who make one. */
static void add_maker(Noting *noting, const Places *places, const ChangedSymbol *reported)
{
    const Symbol *symbol = changed_old_symbol(noting->set, reported);
    if (symbol->kind != SYMBOL_CONSTRUCTOR || !symbol->parent ||
        reported->new_symbol == SYMBOL_ABSENT)
        return;
    uint32_t type = places_dense(places, reported->old_file, symbol->parent - 1, true);
    if (type != SYMBOL_NOWHERE)
        id_map_put(&noting->makers, noting->arena, type, (uint32_t)noting->targets.len);
}

/* A call that makes a value of a type may lead to one of its constructors: those of a changed type
   stand for it, unless they are changed themselves. */
static void add_constructors(Noting *noting, const Places *places, const ChangedSymbol *reported,
                             uint32_t target)
{
    const SymbolVec *symbols = &changed_old_side(noting->set, reported)->outline.symbols;
    const Symbol *type = &symbols->ptr[reported->old_symbol];
    if (!symbol_is_type(type->kind))
        return;
    for (uint32_t i = reported->old_symbol + 1; i < type->next; i = symbols->ptr[i].next) {
        uint32_t dense = places_dense(places, reported->old_file, i, true);
        if (symbols->ptr[i].kind == SYMBOL_CONSTRUCTOR && dense != SYMBOL_NOWHERE &&
            str_equal(symbols->ptr[i].name, type->name) &&
            id_map_get(&noting->reported, dense) == ID_MAP_NONE)
            id_map_put(&noting->reported, noting->arena, dense, target);
    }
}

static void add_targets(Noting *noting, const Places *places)
{
    for (uint32_t f = 0; f < noting->set->files.len; f++) {
        const ChangedFile *file = &noting->set->files.ptr[f];
        for (uint32_t i = 0; i < file->symbols.len; i++) {
            const ChangedSymbol *reported = &file->symbols.ptr[i];
            if (!concerns_users(reported) || reported->old_symbol == SYMBOL_ABSENT)
                continue;
            uint32_t dense = places_dense(places, reported->old_file, reported->old_symbol, true);
            if (dense == SYMBOL_NOWHERE)
                continue;
            id_map_put(&noting->reported, noting->arena, dense, (uint32_t)noting->targets.len);
            add_maker(noting, places, reported);
            *VEC_PUSH(noting->arena, &noting->targets) = *reported;
            *VEC_PUSH(noting->arena, &noting->numbers) = i;
        }
    }
    for (uint32_t t = 0; t < noting->targets.len; t++)
        add_constructors(noting, places, &noting->targets.ptr[t], t);
}

bool uses_note(Arena *arena, Arena scratch, ChangeSet *set, Catalog *catalog, OldUseVec *uses,
               Err *err)
{
    Noting noting = {.arena = arena,
                     .scratch = scratch,
                     .set = set,
                     .catalog = catalog,
                     .changed = map_open(arena),
                     .uses = uses,
                     .outlined = FILE_NOWHERE,
                     .err = err};
    EdgeVec edges = {0};
    Places places = places_of(arena, set, catalog);
    *uses = (OldUseVec){0};
    for (size_t i = 0; i < set->files.len; i++)
        if (set->files.ptr[i].old.path.len)
            *map_put(&noting.changed, set->files.ptr[i].old.path, NULL) = i + 1;
    add_targets(&noting, &places);
    if (!noting.targets.len)
        return true;
    note_imports(&noting, &places);
    note_overrides(&noting, &places);
    note_shapes(&noting, &places);
    add_made_heirs(&noting);
    uint64_t *targets = new_set(&noting);
    add_to_set(&noting.reported, targets);
    add_to_set(&noting.makers, targets);
    catalog_edges_into(catalog, arena, targets, &edges);
    for (size_t i = 0; i < edges.len; i++)
        if (!note_edge(&noting, &edges.ptr[i]))
            return false;
    return true;
}
