/* Bases are edges of the type that contains a method. Members of a type are its entries and, in
   languages that declare methods outside of it, entries in the same directory that name it as their
   owner. If an embedded or extended type is outside the repository, nothing is reported. */
#include "search/override.h"

#include "base/path.h"
#include "index/resolve/resolve.h"
#include "index/resolve/rules.h"
#include "lang/registry.h"
#include "search/override_go.h"
#include "search/override_named.h"
#include "search/parts.h"

/* Types in which one method is looked for. */
#define TYPES_MAX 200
/* Symbols of one name that are examined; `String` in a large Go repository has fewer. */
#define NAMESAKES_MAX 4000

const CatalogFile *override_file(const Catalog *catalog, uint32_t symbol)
{
    return catalog_row(catalog, catalog_place(catalog, symbol).file);
}

bool override_is_method(const Entry *entry)
{
    return entry->kind == SYMBOL_METHOD || entry->kind == SYMBOL_PROPERTY;
}

/* The functions of an object of Kotlin or Scala are methods, too, and those of a protocol of Elixir
   and of its implementations. */
static bool is_member(const CatalogFile *file, const Entry *entry)
{
    uint8_t around = file->entries[entry->parent].kind;
    bool protocol = lang_facts(file->language)->impls_have_its_name &&
                    (around == SYMBOL_INTERFACE || around == SYMBOL_IMPL);
    return override_is_method(entry) || (entry->kind == SYMBOL_FUNCTION && entry->parent &&
                                         (around == SYMBOL_OBJECT || protocol));
}

/* Lua: a table at the top of its file. */
static bool is_table(const CatalogFile *file, const Entry *entry)
{
    return lang_facts(file->language)->tables_have_members && entry->kind == SYMBOL_VARIABLE &&
           !entry->parent;
}

static bool is_owner(const CatalogFile *file, const Entry *entry)
{
    return symbol_is_type((SymbolKind)entry->kind) || entry->kind == SYMBOL_MODULE ||
           entry->kind == SYMBOL_OBJECT || entry->kind == SYMBOL_IMPL || is_table(file, entry);
}

static bool is_beside(const CatalogFile *a, const CatalogFile *b)
{
    return str_equal(path_directory(a->path), path_directory(b->path));
}

/* Whether the file includes the other: `src/path.cpp` defines members of a class in a header of
   `include/`. */
static bool includes(const Catalog *catalog, uint32_t file, uint32_t other)
{
    Arena work SCOPED(arena_close) = {0};
    ImportLinkVec imports = {0};
    if (!resolve_is_linked(catalog->files.ptr[file].language))
        return false;
    arena_open(&work, 0);
    catalog_imports(catalog, &work, file, &imports);
    for (size_t i = 0; i < imports.len; i++)
        if (imports.ptr[i].target == other)
            return true;
    return false;
}

/* Whether a member may belong to a type of another file by its name. */
static bool is_near(const Catalog *catalog, uint32_t method, uint32_t type)
{
    const CatalogFile *file = override_file(catalog, method), *other = override_file(catalog, type);
    if (!rules_are_kin(file->language, other->language))
        return false;
    if (is_table(other, catalog_entry(catalog, type)))
        return file == other;
    return is_beside(file, other) || includes(catalog, catalog_place(catalog, method).file,
                                              catalog_place(catalog, type).file);
}

/* Appends the id; false if it is already there or the list is full. */
static bool put_once(Arena *arena, IdVec *list, uint32_t id, size_t max)
{
    for (size_t i = 0; i < list->len; i++)
        if (list->ptr[i] == id)
            return false;
    if (list->len == max)
        return false;
    *VEC_PUSH(arena, list) = id;
    return true;
}

IdSpan override_namesakes(const Kin *kin, uint32_t name)
{
    Namesakes *known = kin->known;
    uint32_t place = id_map_get(&known->places, name);
    if (place != ID_MAP_NONE)
        return known->lists.ptr[place];
    IdSpan span = catalog_named(kin->catalog, name);
    span.len = MIN(span.len, (size_t)NAMESAKES_MAX);
    id_map_put(&known->places, kin->arena, name, (uint32_t)known->lists.len);
    *VEC_PUSH(kin->arena, &known->lists) = span;
    return span;
}

/* Adds the type with its other parts, each of which may name bases and have members. */
static void put_type(Kin *kin, uint32_t type)
{
    IdVec parts = {0};
    if (!put_once(kin->arena, &kin->types, type, TYPES_MAX))
        return;
    parts_find(kin->catalog, kin->arena, type, &parts);
    for (size_t i = 0; i < parts.len; i++)
        put_once(kin->arena, &kin->types, parts.ptr[i], TYPES_MAX);
}

void override_add_owners(Kin *kin, uint32_t method)
{
    const CatalogFile *file = override_file(kin->catalog, method);
    const Entry *entry = catalog_entry(kin->catalog, method);
    if (!entry->owner) {
        if (entry->parent && is_owner(file, &file->entries[entry->parent]))
            put_type(kin, file->first + entry->parent);
        return;
    }
    IdSpan named = override_namesakes(kin, entry->owner);
    for (size_t i = 0; i < named.len; i++) {
        const CatalogFile *other = override_file(kin->catalog, named.ptr[i]);
        const Entry *type = catalog_entry(kin->catalog, named.ptr[i]);
        if (is_owner(other, type) && is_near(kin->catalog, method, named.ptr[i]))
            put_once(kin->arena, &kin->types, named.ptr[i], TYPES_MAX);
    }
}

bool override_is_of_type(const Catalog *catalog, uint32_t method, uint32_t type)
{
    const CatalogFile *file = override_file(catalog, method);
    const Entry *entry = catalog_entry(catalog, method);
    if (!is_member(file, entry))
        return false;
    if (!entry->owner) {
        uint32_t outer = entry->parent;
        if (outer && file->entries[outer].kind == SYMBOL_ENUM_MEMBER)
            outer = file->entries[outer].parent; /* the body of a constant overrides the enum's */
        return outer && file->first + outer == type;
    }
    return entry->owner == catalog_entry(catalog, type)->name && is_near(catalog, method, type);
}

void override_put(Kin *kin, uint32_t method)
{
    put_once(kin->arena, &kin->found, method, OVERRIDES_MAX);
}

/* Overloads with another number of parameters are other methods. */
static bool takes_as_many(const Entry *a, const Entry *b)
{
    bool open = (a->modifiers | b->modifiers) & ENTRY_FLEXIBLE;
    return open || a->arity == b->arity || a->arity == ENTRY_ARITY_UNKNOWN ||
           b->arity == ENTRY_ARITY_UNKNOWN;
}

static bool has_prefix(Str name, const char *prefix)
{
    return prefix && str_starts(name, str_from(prefix)) && !str_ends(name, STR("__"));
}

/* Whether the name of the focus means another member in each class, or in each file. */
static bool is_apart(const Kin *kin, uint32_t other)
{
    const CatalogFile *file = override_file(kin->catalog, kin->focus);
    const LangFacts *facts = lang_facts(file->language);
    Str name = catalog_name(kin->catalog, kin->name);
    return has_prefix(name, facts->class_prefix) ||
           (has_prefix(name, facts->file_prefix) && override_file(kin->catalog, other) != file);
}

/* Adds the members of a type that override the focus, or that the focus overrides. */
static void add_members(Kin *kin, uint32_t type)
{
    IdSpan named = override_namesakes(kin, kin->name);
    const Entry *focus = catalog_entry(kin->catalog, kin->focus);
    for (size_t i = 0; i < named.len; i++)
        if (override_is_of_type(kin->catalog, named.ptr[i], type) && !is_apart(kin, named.ptr[i]) &&
            takes_as_many(focus, catalog_entry(kin->catalog, named.ptr[i])) &&
            (kin->looks_down ? override_named_may(kin, named.ptr[i], *kin->types.ptr)
                             : override_named_may(kin, kin->focus, type)))
            override_put(kin, named.ptr[i]);
}

static void add_type(Kin *kin, uint32_t type)
{
    size_t known = kin->types.len;
    put_type(kin, type);
    for (; known < kin->types.len; known++)
        add_members(kin, kin->types.ptr[known]);
}

bool override_is_base(const Edge *edge)
{
    return edge->kind == REFERENCE_BASE && edge->confidence >= EDGE_LIKELY;
}

static bool take_derived(void *context, const Edge *edge)
{
    Kin *kin = context;
    if (override_is_base(edge))
        add_type(kin, edge->caller);
    return kin->types.len < TYPES_MAX;
}

/* ---- both directions ---- */

static bool begin(Kin *kin, uint32_t method)
{
    const Entry *entry = catalog_entry(kin->catalog, method);
    kin->focus = method;
    kin->name = entry->name;
    if (!entry->name || !is_member(override_file(kin->catalog, method), entry) ||
        entry->modifiers & (MODIFIER(STATIC) | MODIFIER(PRIVATE)))
        return false;
    override_add_owners(kin, method);
    return kin->types.len > 0;
}

static void look_up(Kin *kin, uint32_t method)
{
    for (size_t i = 0; i < kin->types.len; i++) {
        EdgeVec edges = {0};
        catalog_edges_of(kin->catalog, kin->arena, kin->types.ptr[i], &edges);
        for (size_t e = 0; e < edges.len; e++)
            if (override_is_base(&edges.ptr[e]) && edges.ptr[e].callee != SYMBOL_NOWHERE)
                add_type(kin, edges.ptr[e].callee);
    }
    override_add_asking(kin, method);
}

static void look_up_declared(Kin *kin, uint32_t method)
{
    (void)method;
    for (size_t i = 0; i < kin->types.len; i++) {
        EdgeVec edges = {0};
        catalog_edges_of(kin->catalog, kin->arena, kin->types.ptr[i], &edges);
        for (size_t e = 0; e < edges.len; e++) {
            const Edge *edge = &edges.ptr[e];
            if (edge->kind == REFERENCE_BASE && edge->confidence == EDGE_EXACT)
                add_type(kin, edge->callee);
        }
    }
}

static void look_down(Kin *kin, uint32_t method)
{
    kin->looks_down = true;
    for (size_t i = 0; i < kin->types.len; i++)
        catalog_edges_to(kin->catalog, kin->types.ptr[i], take_derived, kin);
    override_add_answering(kin, method);
}

bool override_look_down(Kin *kin, uint32_t method)
{
    if (!begin(kin, method))
        return false;
    look_down(kin, method);
    return true;
}

static void look(Catalog *catalog, Arena *arena, uint32_t method,
                 void (*way)(Kin *kin, uint32_t method), IdVec *found)
{
    Arena work SCOPED(arena_close) = {0};
    Namesakes known = {0};
    Kin kin = {.catalog = catalog, .arena = &work, .known = &known};
    arena_open(&work, 0);
    if (!begin(&kin, method))
        return;
    way(&kin, method);
    for (size_t i = 0; i < kin.found.len; i++)
        if (kin.found.ptr[i] != method)
            *VEC_PUSH(arena, found) = kin.found.ptr[i];
}

void override_bases(Catalog *catalog, Arena *arena, uint32_t method, IdVec *found)
{
    look(catalog, arena, method, look_up, found);
}

void override_declared_bases(Catalog *catalog, Arena *arena, uint32_t method, IdVec *found)
{
    look(catalog, arena, method, look_up_declared, found);
}

void override_derived(Catalog *catalog, Arena *arena, uint32_t method, IdVec *found)
{
    look(catalog, arena, method, look_down, found);
}

void override_types(Catalog *catalog, Arena *arena, uint32_t method, IdVec *found)
{
    Arena work SCOPED(arena_close) = {0};
    Namesakes known = {0};
    Kin kin = {.catalog = catalog, .arena = &work, .known = &known};
    arena_open(&work, 0);
    override_add_owners(&kin, method);
    for (size_t i = 0; i < kin.types.len; i++)
        *VEC_PUSH(arena, found) = kin.types.ptr[i];
}

void override_ancestors(Catalog *catalog, Arena *arena, uint32_t method, IdVec *found)
{
    Arena work SCOPED(arena_close) = {0};
    Namesakes known = {0};
    Kin kin = {.catalog = catalog, .arena = &work, .known = &known};
    arena_open(&work, 0);
    if (!begin(&kin, method))
        return;
    look_up_declared(&kin, method);
    for (size_t i = 0; i < kin.types.len; i++)
        *VEC_PUSH(arena, found) = kin.types.ptr[i];
}
