/* A Go type satisfies an interface by having its methods. All of them are compared by name, number
   of parameters and result. The method asked about is also compared by parameter types, which only
   its signature has. An interface that embeds one from outside has unknown methods, so no type is
   reported for it. */
#include "search/override_go.h"
#include "index/catalog/symbol.h"

#include <string.h>

/* Maximum depth of embedding, of interfaces and structs. */
#define EMBEDDED_MAX 4
/* Types of one depth; more come from wrong edges. */
#define EMBEDDED_TYPES_MAX 64
/* Parameters whose types are compared; further ones are ignored. */
#define PARAMETERS_MAX 32

static bool is_go(const CatalogFile *file)
{
    return lang_facts(file->language)->interfaces_match_by_shape;
}

/* ---- signatures ---- */

typedef struct Parameters {
    Str ngrams[PARAMETERS_MAX];
    size_t count;
    bool named;
} Parameters;

static Str last_word(Str piece)
{
    size_t end = piece.len;
    while (end && !byte_is_word(piece.ptr[end - 1]))
        end--;
    size_t start = end;
    while (start && byte_is_word(piece.ptr[start - 1]))
        start--;
    return str_slice(piece, start, end);
}

/* `updates <-chan Update` has a name, `chan Update` does not. */
static bool has_name(Str piece)
{
    static const char *const words[] = {"chan", "map", "func", "struct", "interface"};
    Str word = str_first_word(piece);
    for (size_t i = 0; i < COUNT(words); i++)
        if (str_equal(word, str_from(words[i])))
            return false;
    return word.len && word.len < piece.len && piece.ptr[word.len] == ' ';
}

static void add_piece(Parameters *list, Str piece)
{
    piece = str_trim(piece);
    if (!piece.len || list->count == PARAMETERS_MAX)
        return;
    list->named = list->named || has_name(piece);
    list->ngrams[list->count++] = piece;
}

/* Splits the list between the parentheses that begin the text. */
static void take_ngrams(Str text, Parameters *list)
{
    size_t from = 1;
    unsigned depth = 0;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        depth += strchr("([{", c) && c;
        if ((c == ',' && depth == 1) || (c == ')' && depth == 1)) {
            add_piece(list, str_slice(text, from, i));
            from = i + 1;
        }
        depth -= depth && c && strchr(")]}", c);
        if (i && !depth)
            return;
    }
}

/* In `a, b int` both have the type that follows. */
static Str type_of(const Parameters *list, size_t at)
{
    while (list->named && at + 1 < list->count &&
           str_first_word(list->ngrams[at]).len == list->ngrams[at].len)
        at++;
    return last_word(list->ngrams[at]);
}

/* Whether two Go signatures take parameters of the same types, comparing their last names only:
   `(a, b int, c *pkg.T)` and `(int, int, T)` do. */
static bool override_go_alike(Str a, Str b)
{
    Parameters left = {0}, right = {0};
    take_ngrams(a, &left);
    take_ngrams(b, &right);
    for (size_t i = 0; i < MIN(left.count, right.count); i++)
        if (!str_equal(type_of(&left, i), type_of(&right, i)))
            return false;
    return left.count == right.count;
}

/* The signature from the opening parenthesis of its parameters on; empty when unknown. */
static Str parameters_of(Kin *kin, uint32_t method)
{
    SymbolPlace place = catalog_place(kin->catalog, method);
    Outline outline;
    Err ignored;
    if (!catalog_outline(kin->catalog, kin->arena, place.file, false, &outline, &ignored) ||
        !place.index || place.index > outline.symbols.len)
        return (Str){0};
    const Symbol *symbol = &outline.symbols.ptr[place.index - 1];
    return str_from_offset(symbol->signature, symbol_list_open(symbol->signature, symbol->name));
}

static bool returns_alike(const Catalog *catalog, const Entry *a, const Entry *b)
{
    return str_equal(last_word(catalog_name(catalog, a->type)),
                     last_word(catalog_name(catalog, b->type)));
}

static bool is_alike(const Kin *kin, const Entry *a, const Entry *b)
{
    return a->arity == b->arity && returns_alike(kin->catalog, a, b);
}

/* ---- satisfying an interface ---- */

static bool declares(Kin *kin, uint32_t type, const Entry *wanted)
{
    IdSpan named = override_namesakes(kin, wanted->name);
    for (size_t i = 0; i < named.len; i++)
        if (override_is_of_type(kin->catalog, named.ptr[i], type) &&
            is_alike(kin, catalog_entry(kin->catalog, named.ptr[i]), wanted))
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
    return str_equal(last_word(written),
                     catalog_name(catalog, catalog_entry(catalog, edge->callee)->name)) &&
           str_ends(written, last_word(written));
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
static bool has_method(Kin *kin, uint32_t type, const Entry *wanted)
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

static bool has_methods(Kin *kin, uint32_t type, uint32_t interface, unsigned depth)
{
    const CatalogFile *file = override_file(kin->catalog, interface);
    uint32_t own = interface - file->first;
    EdgeVec edges = {0};
    for (uint32_t i = own + 1; i < file->count && file->entries[i].parent >= own; i++)
        if (file->entries[i].parent == own && override_is_method(&file->entries[i]) &&
            !has_method(kin, type, &file->entries[i]))
            return false;
    catalog_edges_of(kin->catalog, kin->arena, interface, &edges);
    for (size_t i = 0; i < edges.len; i++)
        if (edges.ptr[i].kind == REFERENCE_BASE &&
            (!override_is_base(&edges.ptr[i]) || edges.ptr[i].callee == SYMBOL_NOWHERE ||
             depth == EMBEDDED_MAX || !has_methods(kin, type, edges.ptr[i].callee, depth + 1)))
            return false;
    return true;
}

bool override_go_satisfies(Kin *kin, uint32_t type, uint32_t interface)
{
    return has_methods(kin, type, interface, 0);
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
    Str parameters = {0};
    for (size_t i = 0; i < named.len && kin->types.len; i++) {
        uint32_t interface = interface_of(kin->catalog, named.ptr[i]);
        if (interface == SYMBOL_NOWHERE || named.ptr[i] == method ||
            !is_alike(kin, catalog_entry(kin->catalog, named.ptr[i]), own) ||
            !has_methods(kin, kin->types.ptr[0], interface, 0))
            continue;
        parameters = parameters.len ? parameters : parameters_of(kin, method);
        if (override_go_alike(parameters, parameters_of(kin, named.ptr[i])))
            override_put(kin, named.ptr[i]);
    }
}

void override_add_answering(Kin *kin, uint32_t method)
{
    uint32_t interface = interface_of(kin->catalog, method);
    IdSpan named = override_namesakes(kin, kin->name);
    const Entry *own = catalog_entry(kin->catalog, method);
    Str parameters = {0};
    for (size_t i = 0; i < named.len && interface != SYMBOL_NOWHERE; i++) {
        const Entry *entry = catalog_entry(kin->catalog, named.ptr[i]);
        Kin other = {.catalog = kin->catalog, .arena = kin->arena, .known = kin->known};
        if (!override_is_method(entry) || !entry->owner || !is_alike(kin, entry, own) ||
            !is_go(override_file(kin->catalog, named.ptr[i])))
            continue;
        override_add_owners(&other, named.ptr[i]);
        if (!other.types.len || !has_methods(kin, other.types.ptr[0], interface, 0))
            continue;
        parameters = parameters.len ? parameters : parameters_of(kin, method);
        if (override_go_alike(parameters, parameters_of(kin, named.ptr[i])))
            override_put(kin, named.ptr[i]);
    }
}
