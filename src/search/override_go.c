/* A Go type satisfies an interface by having its methods. They are compared by name, number of
   parameters and result, which the catalog has; then, for a type that has them all, by the types
   that are written. An interface that embeds one from outside whose methods are not known
   (LangFacts.known_shapes) has none that are reported for it. */
#include "search/override_go.h"
#include "search/override_shape.h"

/* Maximum depth of embedding, of interfaces and structs. */
#define EMBEDDED_MAX 4
/* Types of one depth; more come from wrong edges. */
#define EMBEDDED_TYPES_MAX 64

static bool is_go(const CatalogFile *file)
{
    return lang_facts(file->language)->interfaces_match_by_shape;
}

/* ---- satisfying an interface ---- */

/* Whether the type declares the method of an interface itself. */
static bool declares(Kin *kin, uint32_t type, uint32_t wanted)
{
    const Entry *entry = catalog_entry(kin->catalog, wanted);
    IdSpan named = override_namesakes(kin, entry->name);
    for (size_t i = 0; i < named.len; i++)
        if (override_is_of_type(kin->catalog, named.ptr[i], type) &&
            override_shape_is_alike(kin, catalog_entry(kin->catalog, named.ptr[i]), entry) &&
            (!kin->reads_types || override_shape_fits(kin, named.ptr[i], wanted)))
            return true;
    return false;
}

/* `pkg.T` of `type Name pkg.T`, without arguments. */
bool override_go_is_underlying(const Catalog *catalog, const Edge *edge)
{
    const Entry *entry = catalog_entry(catalog, edge->caller);
    if (edge->kind != REFERENCE_TYPE || edge->callee == SYMBOL_NOWHERE ||
        edge->confidence < EDGE_LIKELY || !(entry->modifiers & ENTRY_DISTINCT))
        return false;
    Str written = catalog_name(catalog, entry->type);
    written = str_slice(written, 0, str_find_byte(written, '['));
    return str_equal(override_shape_last_word(written),
                     catalog_name(catalog, catalog_entry(catalog, edge->callee)->name)) &&
           str_ends(written, override_shape_last_word(written));
}

/* The types that the type embeds: its bases, or the bases of the type that it renames. If that is
   an interface, the type has its methods. */
static void add_embedded(Kin *kin, uint32_t type, IdVec *embedded)
{
    for (unsigned depth = 0; depth < EMBEDDED_MAX && type != SYMBOL_NOWHERE; depth++) {
        EdgeVec edges = {0};
        catalog_edges_of(kin->catalog, kin->arena, type, &edges);
        uint32_t underlying = SYMBOL_NOWHERE;
        for (size_t i = 0; i < edges.len; i++) {
            const Edge *edge = &edges.ptr[i];
            if (override_is_base(edge) && edge->callee != SYMBOL_NOWHERE)
                *VEC_PUSH(kin->arena, embedded) = edge->callee;
            if (override_go_is_underlying(kin->catalog, edge))
                underlying = edge->callee;
        }
        type = underlying;
        if (type != SYMBOL_NOWHERE && catalog_entry(kin->catalog, type)->kind == SYMBOL_INTERFACE) {
            *VEC_PUSH(kin->arena, embedded) = type;
            return;
        }
    }
}

/* The nearest method counts; two at the same depth cancel out. */
static bool has_method(Kin *kin, uint32_t type, uint32_t wanted)
{
    IdVec level = {0};
    *VEC_PUSH(kin->arena, &level) = type;
    for (unsigned depth = 0; depth <= EMBEDDED_MAX && level.len; depth++) {
        IdVec next = {0};
        size_t many = 0;
        for (size_t i = 0; i < level.len; i++)
            many += declares(kin, level.ptr[i], wanted);
        if (many)
            return many == 1;
        for (size_t i = 0; i < level.len && next.len < EMBEDDED_TYPES_MAX; i++)
            add_embedded(kin, level.ptr[i], &next);
        level = next;
    }
    return false;
}

/* The methods of an interface of the library, with commas between; `known` is false for others. */
static Str known_methods(Kin *kin, uint32_t interface, Str name, bool *known)
{
    const LangFacts *facts = lang_facts(override_file(kin->catalog, interface)->language);
    Str rest = str_from(facts->known_shapes ? facts->known_shapes : ""), row;
    *known = false;
    while (!*known && str_take_until(&rest, ' ', &row)) {
        size_t sign = str_find_byte(row, '=');
        *known = sign != STR_NONE && str_equal(str_slice(row, 0, sign), name);
        if (*known)
            return str_from_offset(row, sign + 1);
    }
    return (Str){0};
}

/* `io.Closer` of `ext:io:Closer`, `http.Handler` of `ext:net/http:Handler`. */
static Str foreign_name(Kin *kin, const Edge *edge)
{
    Str text = catalog_name(kin->catalog, edge->external);
    size_t joint = str_find_last_byte(text, ':');
    Str name = joint == STR_NONE ? (Str){0} : str_from_offset(text, joint + 1);
    const Str parts[] = {override_shape_last_word(str_slice(text, 0, joint)),
                         name.len ? STR(".") : (Str){0}, name};
    return str_join_all(kin->arena, parts, COUNT(parts));
}

static bool has_name(Kin *kin, uint32_t type, uint32_t name)
{
    IdSpan named = name ? override_namesakes(kin, name) : (IdSpan){0};
    IdVec types = {0};
    *VEC_PUSH(kin->arena, &types) = type;
    for (size_t t = 0; t < types.len && t < EMBEDDED_TYPES_MAX; t++) {
        for (size_t i = 0; i < named.len; i++)
            if (override_is_of_type(kin->catalog, named.ptr[i], types.ptr[t]))
                return true;
        add_embedded(kin, types.ptr[t], &types);
    }
    return false;
}

/* Whether the type, or one that it embeds, has methods of these names, of whatever types. */
static bool has_named(Kin *kin, uint32_t type, Str names)
{
    Str name;
    while (str_take_until(&names, ',', &name))
        if (!has_name(kin, type, names_find(&kin->catalog->names, name)))
            return false;
    return true;
}

/* Whether the type has the methods of interfaces that are not of the repository, where they are
   known: `error` is a field of the interface, others are bases. */
static bool has_foreign(Kin *kin, uint32_t type, uint32_t interface, Str name)
{
    bool known, itself = type == interface;
    Str methods = known_methods(kin, interface, name, &known);
    return known && (itself || has_named(kin, type, methods));
}

static bool has_own_methods(Kin *kin, uint32_t type, uint32_t interface)
{
    const CatalogFile *file = override_file(kin->catalog, interface);
    uint32_t own = interface - file->first;
    for (uint32_t i = own + 1; i < file->count && file->entries[i].parent >= own; i++) {
        const Entry *entry = &file->entries[i];
        Str name = catalog_name(kin->catalog, entry->name);
        bool predeclared = entry->kind == SYMBOL_FIELD && str_equal(name, STR("error"));
        if (entry->parent == own &&
            ((override_is_method(entry) && !has_method(kin, type, file->first + i)) ||
             (predeclared && !has_foreign(kin, type, interface, name))))
            return false;
    }
    return true;
}

static bool has_methods(Kin *kin, uint32_t type, uint32_t interface, unsigned depth)
{
    EdgeVec edges = {0};
    if (!has_own_methods(kin, type, interface))
        return false;
    catalog_edges_of(kin->catalog, kin->arena, interface, &edges);
    for (size_t i = 0; i < edges.len; i++) {
        const Edge *edge = &edges.ptr[i];
        if (edge->kind != REFERENCE_BASE)
            continue;
        bool foreign = edge->callee == SYMBOL_NOWHERE;
        bool has = foreign ? has_foreign(kin, type, interface, foreign_name(kin, edge))
                           : override_is_base(edge) && depth < EMBEDDED_MAX &&
                                 has_methods(kin, type, edge->callee, depth + 1);
        if (!has)
            return false;
    }
    return true;
}

/* Facts are read only for types that have the methods by name. */
bool override_go_satisfies(Kin *kin, uint32_t type, uint32_t interface)
{
    kin->reads_types = false;
    bool named = has_methods(kin, type, interface, 0);
    kin->reads_types = named;
    return named && has_methods(kin, type, interface, 0);
}

/* The Go interface that declares the method, or SYMBOL_NOWHERE. */
static uint32_t interface_of(const Catalog *catalog, uint32_t method)
{
    const CatalogFile *file = override_file(catalog, method);
    const Entry *entry = catalog_entry(catalog, method);
    bool declared = is_go(file) && override_is_method(entry) && entry->parent &&
                    file->entries[entry->parent].kind == SYMBOL_INTERFACE;
    return declared ? file->first + entry->parent : SYMBOL_NOWHERE;
}

void override_add_asking(Kin *kin, uint32_t method)
{
    IdSpan named = override_namesakes(kin, kin->name);
    const Entry *own = catalog_entry(kin->catalog, method);
    for (size_t i = 0; i < named.len && kin->types.len; i++) {
        uint32_t interface = interface_of(kin->catalog, named.ptr[i]);
        if (interface != SYMBOL_NOWHERE && named.ptr[i] != method &&
            override_shape_is_alike(kin, catalog_entry(kin->catalog, named.ptr[i]), own) &&
            override_go_satisfies(kin, kin->types.ptr[0], interface) &&
            override_shape_fits(kin, method, named.ptr[i]))
            override_put(kin, named.ptr[i]);
    }
}

void override_add_answering(Kin *kin, uint32_t method)
{
    uint32_t interface = interface_of(kin->catalog, method);
    IdSpan named = override_namesakes(kin, kin->name);
    const Entry *own = catalog_entry(kin->catalog, method);
    for (size_t i = 0; i < named.len && interface != SYMBOL_NOWHERE; i++) {
        const Entry *entry = catalog_entry(kin->catalog, named.ptr[i]);
        Kin other = {.catalog = kin->catalog, .arena = kin->arena, .known = kin->known};
        if (!override_is_method(entry) || !entry->owner ||
            !override_shape_is_alike(kin, entry, own) ||
            !is_go(override_file(kin->catalog, named.ptr[i])))
            continue;
        override_add_owners(&other, named.ptr[i]);
        if (other.types.len && override_go_satisfies(kin, other.types.ptr[0], interface) &&
            override_shape_fits(kin, named.ptr[i], method))
            override_put(kin, named.ptr[i]);
    }
}
