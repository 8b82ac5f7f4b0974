/* One pass over all edges marks their targets, and the containers of these, as used. Overrides of
   used methods are used too. Candidates that remain are unused, with doubts: reasons why they may
   be used after all, such as an export, an entry point that a framework calls, or their name in
   other code. */
#include "search/unused.h"

#include "index/catalog/merged.h"
#include "search/override.h"

#include <stdlib.h>

/* Maximum length of a chain of bases. */
#define BASES_MAX 16

Str unused_doubt_text(UnusedDoubt doubt)
{
    static const char *const texts[] = {
#define X(name, text) [UNUSED_BIT_##name] = (text),
        UNUSED_DOUBTS(X)
#undef X
    };
    return str_from(texts[doubt]);
}

enum {
    USED = 1,
    USED_BY_TESTS = 2,
    FOREIGN_BASE = 4, /* a type with a base outside the repository */
    OFFERED = 8       /* named in its file's exports: `export { A }`, `module.exports = { A }` */
};

typedef struct Uses {
    const Catalog *catalog;
    uint8_t *of_symbol;  /* USED and its like */
    bool *name_is_meant; /* by name id: a method of that name is used */
    bool *mentioned;     /* by name id: named in references of any file */
} Uses;

static bool is_within(const CatalogFile *file, uint32_t index, uint32_t around)
{
    while (index && index != around)
        index = file->entries[index].parent;
    return index == around;
}

static bool is_export(const Entry *entry)
{
    return entry->kind == SYMBOL_EXPORT || entry->modifiers & MODIFIER(DEFAULT);
}

/* A used symbol's containers are used too. */
static void mark_containers(Uses *uses, uint32_t symbol, uint8_t use)
{
    const CatalogFile *home = catalog_row(uses->catalog, catalog_place(uses->catalog, symbol).file);
    for (uint32_t at = catalog_entry(uses->catalog, symbol)->parent; at;
         at = home->entries[at].parent)
        uses->of_symbol[home->first + at] |= use;
}

static void take_edge(Uses *uses, const CatalogFile *file, const Edge *edge)
{
    const Catalog *catalog = uses->catalog;
    if (edge->callee == SYMBOL_NOWHERE) {
        uses->of_symbol[edge->caller] |= edge->kind == REFERENCE_BASE ? FOREIGN_BASE : 0;
        return;
    }
    SymbolPlace target = catalog_place(catalog, edge->callee);
    bool own = edge->callee >= file->first && edge->callee < file->first + file->count;
    if (own && is_within(file, edge->caller - file->first, target.index))
        return;
    uses->of_symbol[edge->callee] |= file->class == FILE_TEST ? USED_BY_TESTS : USED;
    if (is_export(&file->entries[edge->caller - file->first]))
        uses->of_symbol[edge->callee] |= OFFERED;
    const Entry *entry = catalog_entry(catalog, edge->callee);
    if (entry->kind == SYMBOL_METHOD || entry->kind == SYMBOL_PROPERTY)
        uses->name_is_meant[entry->name] = true;
    mark_containers(uses, edge->callee, file->class == FILE_TEST ? USED_BY_TESTS : USED);
}

static bool note_mention(void *context, uint32_t name)
{
    ((Uses *)context)->mentioned[name] = true;
    return true;
}

static void collect(Uses *uses)
{
    Arena work SCOPED(arena_close) = {0};
    arena_open(&work, 0);
    for (uint32_t f = 0; f < uses->catalog->files.len; f++) {
        const CatalogFile *file = &uses->catalog->files.ptr[f];
        EdgeVec edges = {0};
        arena_reset(&work);
        catalog_edges(uses->catalog, &work, f, &edges);
        for (size_t i = 0; i < edges.len; i++)
            take_edge(uses, file, &edges.ptr[i]);
        catalog_mentions(uses->catalog, f, note_mention, uses);
    }
}

/* FOREIGN_BASE is inherited by subtypes. */
static void spread_foreign_bases(Uses *uses)
{
    Arena work SCOPED(arena_close) = {0};
    VEC(Edge) derived = {0};
    bool more = true;
    arena_open(&work, 0);
    for (uint32_t f = 0; f < uses->catalog->files.len; f++) {
        Arena passing SCOPED(arena_close) = {0};
        EdgeVec edges = {0};
        arena_open(&passing, 0);
        catalog_edges(uses->catalog, &passing, f, &edges);
        for (size_t i = 0; i < edges.len; i++)
            if (edges.ptr[i].kind == REFERENCE_BASE && edges.ptr[i].callee != SYMBOL_NOWHERE)
                *VEC_PUSH(&work, &derived) = edges.ptr[i];
    }
    for (int round = 0; more && round < BASES_MAX; round++) {
        more = false;
        for (size_t i = 0; i < derived.len; i++) {
            uint8_t *of_type = &uses->of_symbol[derived.ptr[i].caller];
            uint8_t base = uses->of_symbol[derived.ptr[i].callee] & FOREIGN_BASE;
            more = more || (base && !(*of_type & base));
            *of_type |= base;
        }
    }
}

/* Overrides of a used method are used. */
static void collect_overrides(Uses *uses, Catalog *catalog)
{
    Arena work SCOPED(arena_close) = {0};
    arena_open(&work, 0);
    OverrideSetVec sets = override_sets(catalog, &work);
    for (size_t i = 0; i < sets.len; i++)
        for (size_t k = 0; k < sets.ptr[i].derived.len; k++)
            uses->of_symbol[sets.ptr[i].derived.ptr[k]] |=
                uses->of_symbol[sets.ptr[i].base] & (USED | USED_BY_TESTS);
}

/* Tags of C are not candidates. A struct's only variable often follows its definition without an
   edge, and an enum is used through its members; both also as `typedef enum {…} Name`. */
static bool is_candidate(const CatalogFile *file, const Entry *entry)
{
    static const bool kinds[SYMBOL_KIND_COUNT] = {
        [SYMBOL_FUNCTION] = true, [SYMBOL_METHOD] = true, [SYMBOL_CLASS] = true,
        [SYMBOL_STRUCT] = true,   [SYMBOL_UNION] = true,  [SYMBOL_INTERFACE] = true,
        [SYMBOL_TRAIT] = true,    [SYMBOL_ENUM] = true,   [SYMBOL_TYPE] = true,
        [SYMBOL_MACRO] = true};
    bool tag =
        entry->kind == SYMBOL_STRUCT || entry->kind == SYMBOL_UNION || entry->kind == SYMBOL_ENUM;
    bool named_tag = entry->kind == SYMBOL_TYPE && entry->start_line != entry->end_line;
    if ((tag || named_tag) && lang_is_c(file->language))
        return false;
    return file->class == FILE_SOURCE && file->state == FILE_SYNTACTIC &&
           !file->calls_are_unknown && kinds[entry->kind] && entry->name &&
           !entry_is_declaration(entry);
}

/* Types with a method at which a runtime begins: `class App { static void main(String[] args) }`.
 */
static void mark_programs(Uses *uses, Catalog *catalog)
{
    static const char *const names[] = {"main", "Main"};
    for (size_t i = 0; i < COUNT(names); i++) {
        uint32_t id = names_find(&catalog->names, str_from(names[i]));
        IdSpan named = id ? catalog_named(catalog, id) : (IdSpan){0};
        for (size_t k = 0; k < named.len; k++) {
            uint8_t kind = catalog_entry(catalog, named.ptr[k])->kind;
            if (kind == SYMBOL_METHOD || kind == SYMBOL_FUNCTION)
                mark_containers(uses, named.ptr[k], USED);
        }
    }
}

/* Names that a runtime or a framework calls. */
static bool is_entry_name(const Language *language, Str name)
{
    static const char *const names[] = {
        "main", "init", "setup", "teardown", "run", "handler", "Main", "Init", "wWinMain",
        "WinMain", "DllMain",
        /* Called by Java's serialization and garbage collection. */
        "readObject", "writeObject", "readObjectNoData", "readResolve", "writeReplace", "finalize",
        /* Called by Ruby when a class is inherited, a module included, or a method missing. */
        "inherited", "included", "extended", "prepended", "method_missing", "respond_to_missing?",
        "method_added", "const_missing", "to_s", "to_str", "to_a", "to_ary", "to_h", "to_hash",
        "to_proc", "to_json", "inspect", "coerce", "each", "call",
        /* Called to print, compare, copy and iterate objects. */
        "toString", "valueOf", "toJSON", "equals", "hashCode", "compareTo", "clone", "ToString",
        "Equals", "GetHashCode", "CompareTo", "Dispose", "DisposeAsync", "hash", "encode",
        "iterator", "next", "then", "String", "Error", "Unwrap", "MarshalJSON", "UnmarshalJSON",
        "ServeHTTP", "Len", "Less", "Swap",
        /* Perl. */
        "AUTOLOAD", "DESTROY", "BEGIN", "END", "CHECK", "INIT", "import", "unimport", "TIEHASH",
        "TIEARRAY", "TIESCALAR", "FETCH", "STORE"};
    for (size_t i = 0; i < COUNT(names); i++)
        if (str_equal(name, str_from(names[i])))
            return true;
    bool dunder = str_starts(name, STR("__"));
    bool alone = lang_facts(language)->calls_dunder_names;
    /* Elixir: names composed at compile time are called by the resulting name. */
    return str_starts(name, STR("unquote(")) || str_starts(name, STR("[Symbol.")) ||
           (dunder && (alone || str_ends(name, STR("__"))));
}

/* `operator[]`, `+`, `<=>`; Scala's `size_=`. */
static bool is_operator(Str name)
{
    Str word = STR("operator");
    bool named =
        str_starts(name, word) && !(name.len > word.len && byte_is_word(name.ptr[word.len]));
    bool sign = name.len && !byte_is_word(name.ptr[0]) && name.ptr[0] != '#' &&
                name.ptr[0] != '$' && name.ptr[0] != '@' && name.ptr[0] != '\'' &&
                name.ptr[0] != '"';
    return named || sign || str_ends(name, STR("_="));
}

/* Within TypeScript's `declare global` or `declare module`, which merge with declarations
   elsewhere. */
static bool is_ambient(const CatalogFile *file, const Entry *entry)
{
    for (uint32_t at = entry->parent; at; at = file->entries[at].parent)
        if (file->entries[at].modifiers & MODIFIER(DECLARED))
            return true;
    return str_ends(file->path, STR(".d.ts"));
}

/* Whether code outside the repository can name it. */
static bool is_exported(const CatalogFile *file, const Entry *entry, Str name)
{
    if (entry->modifiers &
        (MODIFIER(EXPORTED) | MODIFIER(PUBLIC) | MODIFIER(EXTERN) | MODIFIER(PROTECTED)))
        return true;
    if (entry->modifiers & MODIFIER(PRIVATE))
        return false;
    if (lang_facts(file->language)->classes_are_values && is_ambient(file, entry))
        return true;
    if (!lang_is_c(file->language))
        return lang_shows(file->language, name);
    bool member = entry->parent || entry->owner;
    return (member || !(entry->modifiers & MODIFIER(STATIC))) &&
           (entry->kind == SYMBOL_FUNCTION || entry->kind == SYMBOL_METHOD ||
            str_ends(file->path, STR(".h")));
}

/* `_name` is private by convention. */
static bool is_hidden(const CatalogFile *file, const Entry *entry, Str name)
{
    return entry->modifiers & MODIFIER(PRIVATE) || str_starts(name, STR("#")) ||
           (str_starts(name, STR("_")) && !lang_is_c(file->language));
}

/* The nearest enclosing type; 0: none. */
static uint32_t type_around(const CatalogFile *file, uint32_t index)
{
    uint32_t at = file->entries[index].parent;
    while (at && !symbol_is_type((SymbolKind)file->entries[at].kind))
        at = file->entries[at].parent;
    return at;
}

/* A method of an object literal: a configuration, the traps of a proxy, the options of a
   component. */
static bool is_of_object(const CatalogFile *file, const Entry *entry)
{
    bool values = lang_facts(file->language)->objects_are_values;
    static const bool literals[SYMBOL_KIND_COUNT] = {
        [SYMBOL_FUNCTION] = true, [SYMBOL_METHOD] = true,   [SYMBOL_CONSTANT] = true,
        [SYMBOL_VARIABLE] = true, [SYMBOL_PROPERTY] = true, [SYMBOL_FIELD] = true,
        [SYMBOL_EXPORT] = true};
    return entry->kind == SYMBOL_METHOD && entry->parent && !entry->owner &&
           !lang_is_c(file->language) &&
           (literals[file->entries[entry->parent].kind] ||
            (values && file->entries[entry->parent].kind == SYMBOL_OBJECT));
}

/* A method that any code holding the object may call. */
static bool is_reached_by_object(const CatalogFile *file, const Entry *entry, Str name)
{
    bool member = entry->kind == SYMBOL_METHOD || entry->owner;
    return is_of_object(file, entry) || (member && lang_facts(file->language)->classes_are_values &&
                                         !is_hidden(file, entry, name));
}

static bool is_of_exported(const Uses *uses, const CatalogFile *file, uint32_t index)
{
    const Entry *entry = &file->entries[index];
    uint32_t type = entry->kind == SYMBOL_METHOD ? type_around(file, index) : 0;
    return type && !is_hidden(file, entry, catalog_name(uses->catalog, entry->name)) &&
           (uses->of_symbol[file->first + type] & OFFERED ||
            is_exported(file, &file->entries[type],
                        catalog_name(uses->catalog, file->entries[type].name)));
}

static unsigned doubts_of(const Uses *uses, const CatalogFile *file, uint32_t index)
{
    const Entry *entry = &file->entries[index];
    Str name = catalog_name(uses->catalog, entry->name);
    bool member = entry->kind == SYMBOL_METHOD || entry->modifiers & MODIFIER(OVERRIDE);
    unsigned doubts = 0;
    doubts |= is_exported(file, entry, name) ? UNUSED(EXPORTED) : 0;
    if (!doubts && is_of_exported(uses, file, index))
        doubts |= UNUSED(MEMBER);
    if (!(doubts & UNUSED(MEMBER)) && is_reached_by_object(file, entry, name))
        doubts |= UNUSED(OBJECT);
    /* Until the text of all code says that no macro does (search/unused_words.h). */
    bool code = lang_is_c(file->language) && entry->kind == SYMBOL_FUNCTION;
    bool macro = lang_facts(file->language)->is_preprocessed;
    bool built = code || (macro && entry->kind == SYMBOL_MACRO);
    doubts |= built ? UNUSED(BUILT) : 0;
    doubts |= is_entry_name(file->language, name) ? UNUSED(ENTRY) : 0;
    doubts |= is_operator(name) ? UNUSED(OPERATOR) : 0;
    doubts |= uses->mentioned[entry->name] ? UNUSED(NAMED) : 0;
    doubts |= member && uses->name_is_meant[entry->name] ? UNUSED(NAMESAKE) : 0;
    bool derived = uses->of_symbol[file->first + entry->parent] & FOREIGN_BASE;
    doubts |= member && derived ? UNUSED(INHERITED) : 0;
    doubts |= uses->of_symbol[file->first + index] & USED_BY_TESTS ? UNUSED(TESTS) : 0;
    return doubts;
}

/* The last word of a path, without trailing type arguments. */
static Str last_word(Str path)
{
    size_t end = path.len, depth = 0;
    while (end && (depth || path.ptr[end - 1] == '>')) {
        end--;
        depth += path.ptr[end] == '>';
        depth -= path.ptr[end] == '<' && depth;
    }
    size_t start = end;
    while (start && byte_is_word(path.ptr[start - 1]))
        start--;
    return str_slice(path, start, end);
}

Str unused_implemented(Str head)
{
    head = str_slice(head, 0, MIN(str_find_byte(head, '{'), head.len));
    if (str_starts(head, STR("instance "))) {
        head = str_slice(head, 0, MIN(str_find(head, STR(" where")), head.len));
        size_t context = str_find(head, STR("=>"));
        head = str_trim(str_from_offset(head, context == STR_NONE ? 9 : context + 2));
        return last_word(str_slice(head, 0, MIN(str_find_byte(head, ' '), head.len)));
    }
    size_t end = str_find(head, STR(" for "));
    bool given = end != STR_NONE && str_find(head, STR("impl")) < end;
    return given ? last_word(str_trim(str_slice(head, 0, end))) : (Str){0};
}

bool unused_is_own_base(Catalog *catalog, Str name)
{
    uint32_t id = names_find(&catalog->names, name);
    IdSpan named = id ? catalog_named(catalog, id) : (IdSpan){0};
    for (size_t i = 0; i < named.len; i++) {
        uint8_t kind = catalog_entry(catalog, named.ptr[i])->kind;
        if (kind == SYMBOL_TRAIT || kind == SYMBOL_INTERFACE || kind == SYMBOL_CLASS)
            return true;
    }
    return false;
}

/* Whether it is nested in a candidate that is unused itself. */
static bool is_within_reported(const Uses *uses, const CatalogFile *file, uint32_t index)
{
    for (uint32_t at = file->entries[index].parent; at; at = file->entries[at].parent)
        if (is_candidate(file, &file->entries[at]) && !(uses->of_symbol[file->first + at] & USED))
            return true;
    return false;
}

/* ---- order ---- */

typedef struct Ordered {
    UnusedSymbol found;
    uint32_t doubts, lines;
    Str path;
} Ordered;

static int surest_first(const void *a, const void *b)
{
    const Ordered *x = a, *y = b;
    if (x->doubts != y->doubts)
        return x->doubts < y->doubts ? -1 : 1;
    if (x->lines != y->lines)
        return x->lines < y->lines ? 1 : -1;
    int order = str_compare(x->path, y->path);
    return order ? order
                 : (x->found.symbol > y->found.symbol) - (x->found.symbol < y->found.symbol);
}

void unused_sort(const Catalog *catalog, UnusedSymbolVec *list)
{
    Arena work SCOPED(arena_close) = {0};
    arena_open(&work, 0);
    Ordered *all = NEW(&work, Ordered, list->len + 1);
    for (size_t i = 0; i < list->len; i++) {
        const Entry *entry = catalog_entry(catalog, list->ptr[i].symbol);
        uint32_t file = catalog_place(catalog, list->ptr[i].symbol).file;
        all[i] = (Ordered){list->ptr[i], (uint32_t)__builtin_popcount(list->ptr[i].doubts),
                           entry->end_line - entry->start_line + 1, catalog->files.ptr[file].path};
    }
    if (list->len)
        qsort(all, list->len, sizeof *all, surest_first);
    for (size_t i = 0; i < list->len; i++)
        list->ptr[i] = all[i].found;
}

/* ---- the list ---- */

static void add_unused(const Uses *uses, const CatalogFile *file, Arena *arena,
                       UnusedSymbolVec *list)
{
    for (uint32_t i = 1; i < file->count; i++) {
        /* Destructors run without being named. */
        bool destructor = str_starts(catalog_name(uses->catalog, file->entries[i].name), STR("~"));
        bool used = uses->of_symbol[file->first + i] & USED || destructor ||
                    merged_lead(uses->catalog, file->first + i) != file->first + i;
        if (used || !is_candidate(file, &file->entries[i]) || is_within_reported(uses, file, i))
            continue;
        *VEC_PUSH(arena, list) = (UnusedSymbol){file->first + i, doubts_of(uses, file, i)};
    }
}

UnusedSymbolVec unused_find(Catalog *catalog, Arena *arena)
{
    Arena work SCOPED(arena_close) = {0};
    arena_open(&work, 0);
    size_t names = names_count(&catalog->names) + 1;
    Uses uses = {.catalog = catalog,
                 .of_symbol = NEW(&work, uint8_t, catalog->symbol_count + 1),
                 .name_is_meant = NEW(&work, bool, names),
                 .mentioned = NEW(&work, bool, names)};
    UnusedSymbolVec list = {0};
    collect(&uses);
    spread_foreign_bases(&uses);
    collect_overrides(&uses, catalog);
    mark_programs(&uses, catalog);
    for (uint32_t f = 0; f < catalog->files.len; f++)
        add_unused(&uses, &catalog->files.ptr[f], arena, &list);
    unused_sort(catalog, &list);
    return list;
}
