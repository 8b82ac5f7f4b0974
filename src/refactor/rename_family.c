/* The family is a closure: counterparts, merged declarations, alternatives for other builds,
   overrides and overridden methods, constructors, overloads. */
#include "refactor/rename.h"

#include "base/path.h"
#include "index/catalog/classify.h"
#include "index/catalog/counterparts.h"
#include "index/catalog/merged.h"
#include "search/override.h"
#include "search/parts.h"
#include "search/subtypes.h"

static bool add(Rename *rename, uint32_t symbol)
{
    if (symbol == SYMBOL_NOWHERE || rename_has(rename, symbol) ||
        rename->family.len == RENAME_FAMILY_MAX)
        return false;
    rename->in_family[symbol / 64] |= 1ull << symbol % 64;
    *VEC_PUSH(rename->request->arena, &rename->family) = symbol;
    return true;
}

static void add_all(Rename *rename, const IdVec *symbols, uint32_t name)
{
    for (size_t i = 0; i < symbols->len; i++)
        if (catalog_entry(rename->catalog, symbols->ptr[i])->name == name)
            add(rename, symbols->ptr[i]);
}

static const CatalogFile *file_of(const Catalog *catalog, uint32_t symbol)
{
    return catalog_row(catalog, catalog_place(catalog, symbol).file);
}

static uint32_t parent_of(const Catalog *catalog, uint32_t symbol)
{
    const Entry *entry = catalog_entry(catalog, symbol);
    return entry->parent ? file_of(catalog, symbol)->first + entry->parent : SYMBOL_NOWHERE;
}

static bool is_static(const Entry *entry)
{
    return entry->modifiers & MODIFIER(STATIC);
}

static bool is_tag(const Entry *entry)
{
    return entry->kind == SYMBOL_STRUCT || entry->kind == SYMBOL_UNION ||
           entry->kind == SYMBOL_ENUM || entry->kind == SYMBOL_CLASS;
}

/* Third-party code is one program with the repository's own only where it is the same folder. */
static bool is_same_program(Str a, Str b)
{
    bool foreign = classify_is_foreign(a) || classify_is_foreign(b);
    return !foreign || str_equal(path_directory(a), path_directory(b));
}

/* The innermost namespace around a symbol, or SYMBOL_NOWHERE. */
static uint32_t space_of(const Catalog *catalog, uint32_t symbol)
{
    do
        symbol = parent_of(catalog, symbol);
    while (symbol != SYMBOL_NOWHERE && catalog_entry(catalog, symbol)->kind != SYMBOL_NAMESPACE);
    return symbol;
}

/* C++: whether both are in namespaces of the same names. */
static bool is_same_space(const Rename *rename, uint32_t a, uint32_t b)
{
    const Catalog *catalog = rename->catalog;
    while (a != SYMBOL_NOWHERE && b != SYMBOL_NOWHERE) {
        a = space_of(catalog, a);
        b = space_of(catalog, b);
        if (a != SYMBOL_NOWHERE && b != SYMBOL_NOWHERE &&
            catalog_entry(catalog, a)->name != catalog_entry(catalog, b)->name)
            return false;
    }
    return a == b;
}

/* C: in one file all that has the name is one symbol, but for tags; in several files functions and
   variables that a linker sees. */
static bool is_same_global(const Rename *rename, uint32_t a, uint32_t b)
{
    const Catalog *catalog = rename->catalog;
    const CatalogFile *first = file_of(catalog, a), *second = file_of(catalog, b);
    const Entry *x = catalog_entry(catalog, a), *y = catalog_entry(catalog, b);
    if (x->kind == SYMBOL_FIELD || y->kind == SYMBOL_FIELD || x->owner != y->owner ||
        !is_same_space(rename, a, b))
        return false;
    if (first == second)
        return is_tag(x) == is_tag(y) || x->kind == SYMBOL_TYPE || y->kind == SYMBOL_TYPE;
    bool linked = symbol_is_function((SymbolKind)x->kind) || x->kind == SYMBOL_VARIABLE;
    return linked && x->kind == y->kind && !is_static(x) && !is_static(y) &&
           is_same_program(first->path, second->path);
}

/* Declarations in one scope that are alternatives, overloads or parts of one another. */
static bool is_same_scope(const Rename *rename, uint32_t a, uint32_t b)
{
    const Catalog *catalog = rename->catalog;
    const CatalogFile *x = file_of(catalog, a), *y = file_of(catalog, b);
    const Entry *first = catalog_entry(catalog, a), *second = catalog_entry(catalog, b);
    const RenameFacts *facts = rename->facts;
    if (first->owner != second->owner ||
        (facts->fields_are_apart && symbol_is_function((SymbolKind)first->kind) !=
                                        symbol_is_function((SymbolKind)second->kind)))
        return false;
    if (x == y && first->parent == second->parent)
        return true;
    bool same_directory = str_equal(path_directory(x->path), path_directory(y->path));
    bool top = !first->parent && !second->parent;
    return facts->packages_are_scopes && same_directory && top && x->package == y->package;
}

static void add_namesakes(Rename *rename, uint32_t symbol)
{
    Catalog *catalog = rename->catalog;
    const Entry *entry = catalog_entry(catalog, symbol);
    const Language *language = file_of(catalog, symbol)->language;
    IdSpan named = catalog_named(catalog, entry->name);
    for (size_t i = 0; i < named.len; i++) {
        uint32_t other = named.ptr[i];
        const CatalogFile *file = file_of(catalog, other);
        bool linked = rename->facts->names_are_global && counterpart_is_linked(language) &&
                      counterpart_is_linked(file->language);
        if (!catalog_place(catalog, other).index)
            continue;
        if (counterpart_stands_for(catalog, symbol, other) ||
            counterpart_stands_for(catalog, other, symbol) ||
            (file->language == language && is_same_scope(rename, symbol, other)) ||
            (linked && is_same_global(rename, symbol, other)) ||
            (rename->facts->interfaces_have_shape && rename_share_shape(catalog, symbol, other)))
            add(rename, other);
    }
}

/* The type that declares a member, or SYMBOL_NOWHERE. */
static uint32_t type_of(const Catalog *catalog, uint32_t symbol)
{
    uint32_t type = parent_of(catalog, symbol);
    bool declares =
        type != SYMBOL_NOWHERE && (symbol_is_type((SymbolKind)catalog_entry(catalog, type)->kind) ||
                                   catalog_entry(catalog, type)->kind == SYMBOL_MODULE);
    return declares ? type : SYMBOL_NOWHERE;
}

static bool has_id(const IdVec *ids, uint32_t id)
{
    for (size_t i = 0; i < ids->len; i++)
        if (ids->ptr[i] == id)
            return true;
    return false;
}

/* Whether one of the two types inherits from the other. */
static bool are_related(const Rename *rename, uint32_t a, uint32_t b)
{
    IdVec up = {0}, other = {0};
    resolve_ancestors(rename->resolver, rename->request->arena, a, &up);
    resolve_ancestors(rename->resolver, rename->request->arena, b, &other);
    return has_id(&up, b) || has_id(&other, a);
}

/* Whether two members of one name are found in the same way: both on the type, or both on values,
   and from outside of the type. */
static bool is_same_sort(const RenameFacts *facts, const Entry *a, const Entry *b)
{
    bool private = (a->modifiers | b->modifiers) & MODIFIER(PRIVATE);
    bool functions =
        symbol_is_function((SymbolKind)a->kind) == symbol_is_function((SymbolKind)b->kind);
    return !private && is_static(a) == is_static(b) && (functions || !facts->fields_are_apart);
}

/* The symbols of the name; in PHP those of functions in any letters. */
static IdVec spellings(const Rename *rename, const Entry *entry)
{
    Catalog *catalog = rename->catalog;
    Str name = catalog_name(catalog, entry->name);
    bool folds = rename->facts->folds_functions && symbol_is_function((SymbolKind)entry->kind);
    uint32_t end = folds ? names_count(&catalog->names) : entry->name + 1;
    IdVec all = {0};
    for (uint32_t id = folds ? 1 : entry->name; id < end; id++) {
        IdSpan named = id == entry->name || str_equal_nocase(catalog_name(catalog, id), name)
                           ? catalog_named(catalog, id)
                           : (IdSpan){0};
        for (size_t i = 0; i < named.len && all.len < RENAME_FAMILY_MAX; i++)
            *VEC_PUSH(rename->request->arena, &all) = named.ptr[i];
    }
    return all;
}

/* Members that a type and its heirs each declare: where the value decides when the program runs,
   code means the one or the other. */
static void add_late(Rename *rename, uint32_t symbol)
{
    const Catalog *catalog = rename->catalog;
    const Entry *entry = catalog_entry(catalog, symbol);
    uint32_t type = type_of(catalog, symbol);
    Str name = catalog_name(catalog, entry->name);
    const char *mark = rename->facts->private_mark;
    IdVec named = spellings(rename, entry);
    bool mangled = mark && str_starts(name, str_from(mark)) && !str_ends(name, str_from(mark));
    if (!rename->facts->members_are_late || type == SYMBOL_NOWHERE || mangled)
        return;
    for (size_t i = 0; i < named.len; i++) {
        uint32_t other =
            rename_has(rename, named.ptr[i]) ? SYMBOL_NOWHERE : type_of(catalog, named.ptr[i]);
        if (other != SYMBOL_NOWHERE && other != type &&
            is_same_sort(rename->facts, entry, catalog_entry(catalog, named.ptr[i])) &&
            are_related(rename, type, other))
            add(rename, named.ptr[i]);
    }
}

/* Java: whether a type is declared as a record. */
static bool is_record(Rename *rename, uint32_t type)
{
    SymbolPlace place = catalog_place(rename->catalog, type);
    const CatalogFile *row = catalog_row(rename->catalog, place.file);
    RenameFile file = {.id = place.file, .language = row->language, .is_code = true};
    Err ignored = {0};
    if (!rename->facts->components_are_called || !place.index ||
        !rename_read_text(rename, rename->request->arena, row, &file.text) ||
        !rename_read_outline(rename, &file, &ignored))
        return false;
    const Symbol *symbol = &file.outline.symbols.ptr[place.index - 1];
    return rename_find_mark(str_slice(file.text, symbol->start, symbol->name_start), STR("record"),
                            0) != STR_NONE;
}

/* Whether it is a component of a record, or may be the method that reads one. */
static bool may_be_component(Rename *rename, uint32_t symbol)
{
    const Entry *entry = catalog_entry(rename->catalog, symbol);
    uint32_t type = parent_of(rename->catalog, symbol);
    bool reads = symbol_is_function((SymbolKind)entry->kind) && !entry->arity;
    return rename->facts->components_are_called && type != SYMBOL_NOWHERE && !is_static(entry) &&
           (reads || entry->kind == SYMBOL_FIELD) &&
           (rename->is_component || is_record(rename, type));
}

/* A component of a record and the method that reads it. */
static void add_component(Rename *rename, uint32_t symbol)
{
    const Catalog *catalog = rename->catalog;
    const Entry *entry = catalog_entry(catalog, symbol);
    uint32_t record = parent_of(catalog, symbol);
    if (!may_be_component(rename, symbol))
        return;
    IdSpan named = catalog_named(rename->catalog, entry->name);
    for (size_t i = 0; i < named.len; i++) {
        const Entry *other = catalog_entry(catalog, named.ptr[i]);
        bool reads = symbol_is_function((SymbolKind)other->kind) && !other->arity;
        if (parent_of(catalog, named.ptr[i]) == record && !is_static(other) &&
            (reads || other->kind == SYMBOL_FIELD))
            add(rename, named.ptr[i]);
    }
    rename->is_component |= entry->kind == SYMBOL_FIELD;
}

static void add_related(Rename *rename, uint32_t symbol)
{
    Arena *arena = rename->request->arena;
    Catalog *catalog = rename->catalog;
    uint32_t name = catalog_entry(catalog, symbol)->name;
    IdVec found = {0};
    counterpart_find(catalog, arena, symbol, &found);
    merged_parts(catalog, arena, merged_lead(catalog, symbol), &found);
    parts_find(catalog, arena, symbol, &found);
    override_bases(catalog, arena, symbol, &found);
    override_derived(catalog, arena, symbol, &found);
    add(rename, merged_lead(catalog, symbol));
    add_all(rename, &found, name);
    add_namesakes(rename, symbol);
    add_late(rename, symbol);
    add_component(rename, symbol);
}

/* Constructors that have the name of their type. */
static void add_constructors(Rename *rename, uint32_t type)
{
    Catalog *catalog = rename->catalog;
    const Entry *entry = catalog_entry(catalog, type);
    if (!symbol_is_type((SymbolKind)entry->kind))
        return;
    IdSpan named = catalog_named(catalog, entry->name);
    for (size_t i = 0; i < named.len; i++) {
        const Entry *other = catalog_entry(catalog, named.ptr[i]);
        if (other->kind == SYMBOL_CONSTRUCTOR &&
            (parent_of(catalog, named.ptr[i]) == type || other->owner == entry->name))
            add(rename, named.ptr[i]);
    }
}

static void add_owner(Rename *rename, uint32_t symbol)
{
    Catalog *catalog = rename->catalog;
    const Entry *entry = catalog_entry(catalog, symbol);
    uint32_t parent = parent_of(catalog, symbol);
    if (parent != SYMBOL_NOWHERE && !rename_is_owner(rename, parent))
        *VEC_PUSH(rename->request->arena, &rename->owners) = parent;
    IdSpan named = entry->owner ? catalog_named(catalog, entry->owner) : (IdSpan){0};
    for (size_t i = 0; i < named.len; i++)
        if (symbol_is_type((SymbolKind)catalog_entry(catalog, named.ptr[i])->kind) &&
            !rename_is_owner(rename, named.ptr[i]))
            *VEC_PUSH(rename->request->arena, &rename->owners) = named.ptr[i];
}

/* Blocks that add to a type stand for it, and types with their subtypes: inside of them the member
   is named without a receiver. */
static void extend_owners(Rename *rename)
{
    Arena *arena = rename->request->arena;
    size_t direct = rename->owners.len;
    for (size_t i = 0; i < direct; i++) {
        uint32_t lead = catalog_part_of(rename->catalog, rename->owners.ptr[i]);
        IdVec parts = {0};
        DerivedVec derived = {0};
        parts_find(rename->catalog, arena, rename->owners.ptr[i], &parts);
        if (rename->is_member)
            subtypes_find(rename->catalog, arena, rename->owners.ptr[i], &derived);
        if (lead != SYMBOL_NOWHERE && !rename_is_owner(rename, lead))
            *VEC_PUSH(arena, &rename->owners) = lead;
        for (size_t p = 0; p < parts.len; p++)
            if (!rename_is_owner(rename, parts.ptr[p]))
                *VEC_PUSH(arena, &rename->owners) = parts.ptr[p];
        for (size_t d = 0; d < derived.len; d++)
            if (derived.ptr[d].how != DERIVED_VALUE &&
                !rename_is_owner(rename, derived.ptr[d].symbol))
                *VEC_PUSH(arena, &rename->owners) = derived.ptr[d].symbol;
    }
}

static bool is_member(const Rename *rename, uint32_t symbol)
{
    const Catalog *catalog = rename->catalog;
    const Entry *entry = catalog_entry(catalog, symbol);
    uint32_t parent = parent_of(catalog, symbol);
    SymbolKind around =
        parent == SYMBOL_NOWHERE ? SYMBOL_NONE : (SymbolKind)catalog_entry(catalog, parent)->kind;
    if (entry->kind == SYMBOL_ENUM_MEMBER)
        return !rename->facts->names_are_global;
    return entry->owner || entry->kind == SYMBOL_METHOD || entry->kind == SYMBOL_FIELD ||
           entry->kind == SYMBOL_PROPERTY ||
           ((symbol_is_type(around) || around == SYMBOL_IMPL) && around != SYMBOL_NAMESPACE &&
            !symbol_is_type((SymbolKind)entry->kind));
}

void rename_find_family(Rename *rename)
{
    const Catalog *catalog = rename->catalog;
    const Entry *entry = catalog_entry(catalog, rename->symbol);
    rename->in_family = NEW(rename->request->arena, uint64_t, catalog->symbol_count / 64 + 1);
    if (entry->kind == SYMBOL_CONSTRUCTOR && parent_of(catalog, rename->symbol) != SYMBOL_NOWHERE &&
        catalog_entry(catalog, parent_of(catalog, rename->symbol))->name == entry->name)
        rename->symbol = parent_of(catalog, rename->symbol);
    entry = catalog_entry(catalog, rename->symbol);
    add(rename, rename->symbol);
    for (size_t i = 0; i < rename->family.len; i++) {
        add_related(rename, rename->family.ptr[i]);
        add_constructors(rename, rename->family.ptr[i]);
    }
    rename->is_member = is_member(rename, rename->symbol);
    rename->is_type = symbol_is_type((SymbolKind)entry->kind) || entry->kind == SYMBOL_TYPE;
    rename->is_function = symbol_is_function((SymbolKind)entry->kind);
    rename->is_constant = entry->kind == SYMBOL_CONSTANT;
    rename->is_variant = entry->kind == SYMBOL_ENUM_MEMBER;
    uint32_t around = parent_of(catalog, rename->symbol);
    rename->is_shared =
        rename->facts->globals_are_shared && !rename->is_member && around == SYMBOL_NOWHERE;
    rename->is_nested = !rename->is_member && around != SYMBOL_NOWHERE &&
                        symbol_is_function((SymbolKind)catalog_entry(catalog, around)->kind);
    rename->is_unique = true;
    IdSpan named = catalog_named(rename->catalog, entry->name);
    for (size_t i = 0; i < named.len; i++)
        rename->is_unique &= rename_has(rename, named.ptr[i]);
    rename->is_hidden = true;
    for (size_t i = 0; i < rename->family.len; i++) {
        const Entry *member = catalog_entry(catalog, rename->family.ptr[i]);
        bool macro = member->kind == SYMBOL_MACRO ||
                     (member->kind == SYMBOL_CONSTANT && rename->facts->names_are_global);
        rename->is_macro |= macro;
        rename->is_type |= symbol_is_type((SymbolKind)member->kind) || member->kind == SYMBOL_TYPE;
        rename->is_hidden &= rename->facts->names_are_global && is_static(member) && !macro &&
                             !str_ends(file_of(catalog, rename->family.ptr[i])->path, STR(".h"));
        add_owner(rename, rename->family.ptr[i]);
    }
    extend_owners(rename);
}
