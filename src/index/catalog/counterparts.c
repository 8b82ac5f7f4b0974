/* Decided by names and places alone, so nothing has to be indexed. Two symbols are counterparts if
   they and their owners have equal names, and their languages and files belong together. */
#include "index/catalog/counterparts.h"

#include "base/path.h"
#include "index/catalog/ambient.h"
#include "lang/lang.h"

/* ---- files ---- */

typedef struct StubRow {
    Str stub;
    const char *ends[4]; /* endings of its sources */
} StubRow;

static const StubRow stubs[] = {
    {STR_INIT(".pyi"), {".py"}},     {STR_INIT(".d.ts"), {".js", ".jsx", ".mjs", ".cjs"}},
    {STR_INIT(".d.mts"), {".mjs"}},  {STR_INIT(".d.cts"), {".cjs"}},
    {STR_INIT(".mli"), {".ml"}},     {STR_INIT(".ads"), {".adb"}},
    {STR_INIT(".hs-boot"), {".hs"}}, {STR_INIT(".sig"), {".sml"}},
};

static const StubRow *row_of(Str path)
{
    for (size_t i = 0; i < COUNT(stubs); i++)
        if (str_ends(path, stubs[i].stub))
            return &stubs[i];
    return NULL;
}

bool counterpart_is_stub(Str path)
{
    return row_of(path) != NULL;
}

bool counterpart_is_stub_of(Str stub, Str path)
{
    const StubRow *row = row_of(stub);
    size_t stem = row ? stub.len - row->stub.len : 0;
    if (!row || path.len <= stem || !str_equal(str_slice(stub, 0, stem), str_slice(path, 0, stem)))
        return false;
    Str rest = str_from_offset(path, stem);
    for (size_t i = 0; i < COUNT(row->ends) && row->ends[i]; i++)
        if (str_equal(rest, str_from(row->ends[i])))
            return true;
    return false;
}

/* ---- separate trees of stubs ---- */

/* A stub's path split at its tree: `stubs/pkg/core.pyi`, `typings/…`, `pkg-stubs/…`. */
typedef struct StubTree {
    Str above;   /* the path of the tree's parent, with a slash */
    Str package, /* the directory's name without `-stubs`, or empty */
        module;  /* the rest, without extension */
} StubTree;

static bool take_tree(Str stub, StubTree *tree)
{
    Str stem = str_slice(stub, 0, stub.len - strlen(".pyi")), rest = stem, part;
    bool found = false;
    while (str_take_until(&rest, '/', &part) && rest.len) {
        size_t before = (size_t)(part.ptr - stem.ptr);
        bool folder = str_equal(part, STR("stubs")) || str_equal(part, STR("typings"));
        bool named = !folder && str_ends(part, STR("-stubs"));
        if (folder)
            *tree = (StubTree){.above = str_slice(stem, 0, before), .module = rest};
        else if (named)
            *tree = (StubTree){.above = found ? tree->above : str_slice(stem, 0, before),
                               .package = str_slice(part, 0, part.len - strlen("-stubs")),
                               .module = rest};
        found = found || folder || named;
    }
    return found;
}

Str counterpart_stub_source(Arena *arena, Str stub, size_t place)
{
    static const char *const folders[COUNTERPART_STUB_PLACES] = {"", "src/", "lib/", "python/"};
    StubTree tree;
    if (!str_ends(stub, STR(".pyi")) || !take_tree(stub, &tree))
        return (Str){0};
    const Str parts[] = {tree.above,   str_from(folders[place]),
                         tree.package, tree.package.len ? STR("/") : (Str){0},
                         tree.module,  STR(".py")};
    return str_join_all(arena, parts, COUNT(parts));
}

/* Whether the path is a place where the stub's source may be; *sources is the number of such
   places that exist. */
static bool is_place_of(Catalog *catalog, Str stub, Str path, size_t *sources)
{
    Arena work SCOPED(arena_close) = {0};
    bool own = false;
    StubTree tree;
    *sources = 0;
    if (!str_ends(stub, STR(".pyi")) || !str_ends(path, STR(".py")) || !take_tree(stub, &tree))
        return false;
    arena_open(&work, 0);
    for (size_t i = 0; i < COUNTERPART_STUB_PLACES; i++) {
        Str source = counterpart_stub_source(&work, stub, i);
        own = own || str_equal(source, path);
        *sources += catalog_find_listed(catalog, source) != FILE_NOWHERE;
    }
    return own;
}

static bool is_tree_stub_of(const Catalog *catalog, Str stub, Str path)
{
    size_t sources;
    return is_place_of((Catalog *)catalog, stub, path, &sources) && sources == 1;
}

bool counterpart_has_tree_stub(Catalog *catalog, Str path)
{
    Arena work SCOPED(arena_close) = {0};
    size_t sources;
    if (!str_ends(path, STR(".py")))
        return false;
    arena_open(&work, 0);
    uint32_t name = names_find(&catalog->names, str_join(&work, path_base(path), STR("i")));
    IdSpan ids = name ? catalog_named(catalog, name) : (IdSpan){0};
    for (size_t i = 0; i < ids.len; i++) {
        uint32_t stub = catalog_place(catalog, ids.ptr[i]).file;
        if (is_place_of(catalog, catalog->files.ptr[stub].path, path, &sources))
            return true;
    }
    return false;
}

/* ---- languages ---- */

bool counterpart_is_linked(const Language *language)
{
    return lang_is_c(language);
}

/* ---- symbols ---- */

typedef enum Sort {
    SORT_FUNCTION,
    SORT_TYPE,
    SORT_VALUE,
    SORT_OTHER,
} Sort;

static Sort sort_of(SymbolKind kind)
{
    switch (kind) {
    case SYMBOL_FUNCTION:
    case SYMBOL_METHOD:
    case SYMBOL_CONSTRUCTOR: return SORT_FUNCTION;
    case SYMBOL_CLASS:
    case SYMBOL_STRUCT:
    case SYMBOL_UNION:
    case SYMBOL_ENUM:
    case SYMBOL_TYPE:
    case SYMBOL_INTERFACE:
    case SYMBOL_IMPL: return SORT_TYPE;
    case SYMBOL_VARIABLE:
    case SYMBOL_CONSTANT:
    case SYMBOL_FIELD:
    case SYMBOL_PROPERTY: return SORT_VALUE;
    default: return SORT_OTHER;
    }
}

typedef struct Look {
    const CatalogFile *file;
    const Entry *entry;
    uint32_t index;
} Look;

static Look look(const Catalog *catalog, uint32_t symbol)
{
    SymbolPlace place = catalog_place(catalog, symbol);
    const CatalogFile *file = catalog_row(catalog, place.file);
    return (Look){file, &file->entries[place.index], place.index};
}

static bool announces(const Look *at)
{
    return entry_is_declaration(at->entry) ||
           (at->entry->kind == SYMBOL_VARIABLE && at->entry->modifiers & MODIFIER(EXTERN));
}

bool counterpart_is_announced(const CatalogFile *file, const Entry *entry)
{
    Look at = {.file = file, .entry = entry};
    return announces(&at) || counterpart_is_stub(file->path);
}

bool counterpart_announces(const Catalog *catalog, uint32_t symbol)
{
    Look at = look(catalog, symbol);
    return at.index && counterpart_is_announced(at.file, at.entry);
}

bool counterpart_is_declaration(const Catalog *catalog, uint32_t symbol)
{
    Look at = look(catalog, symbol);
    bool linked = counterpart_is_linked(at.file->language) && announces(&at);
    return at.index && (linked || counterpart_is_stub(at.file->path));
}

/* CommonJS: `exports.f = f` next to a function or class of that name. A symbol with a type is a
   call. */
static bool is_export_of_itself(const Look *at)
{
    return at->entry->kind == SYMBOL_VARIABLE && at->entry->modifiers & MODIFIER(EXPORTED) &&
           !at->entry->type && !at->entry->parent && ambient_is_script(at->file->language);
}

uint32_t counterpart_exported(const Catalog *catalog, uint32_t symbol)
{
    Look at = look(catalog, symbol);
    for (uint32_t i = 1; is_export_of_itself(&at) && i < at.file->count; i++) {
        const Entry *entry = &at.file->entries[i];
        if (entry->name == at.entry->name && !entry->parent &&
            (entry->kind == SYMBOL_FUNCTION || entry->kind == SYMBOL_CLASS))
            return at.file->first + i;
    }
    return SYMBOL_NOWHERE;
}

bool counterpart_is_part(const Catalog *catalog, uint32_t symbol)
{
    Look at = look(catalog, symbol);
    SymbolKind kind = (SymbolKind)at.entry->kind;
    bool linked = counterpart_is_linked(at.file->language) &&
                  (announces(&at) || kind == SYMBOL_TYPE || kind == SYMBOL_IMPL);
    return at.index && (linked || counterpart_is_stub(at.file->path) || is_export_of_itself(&at));
}

/* The last part of the name of the symbol's owner or parent. */
static Str owner_of(const Catalog *catalog, const Look *at)
{
    const Entry *entry = at->entry;
    uint32_t name = entry->owner    ? entry->owner
                    : entry->parent ? at->file->entries[entry->parent].name
                                    : 0;
    Str text = catalog_name(catalog, name);
    for (size_t i = text.len; i-- > 0;)
        if (text.ptr[i] == ':' || text.ptr[i] == '.')
            return str_from_offset(text, i + 1);
    return text;
}

static bool is_plain_type(SymbolKind kind)
{
    return kind == SYMBOL_TYPE || kind == SYMBOL_STRUCT || kind == SYMBOL_ENUM ||
           kind == SYMBOL_UNION;
}

/* `typedef struct Name {…} Name`: the type has the same lines as the struct. Or `typedef struct
   Name Name` in the same directory. */
static bool is_twin(const Look *at, const Look *other)
{
    SymbolKind kind = (SymbolKind)at->entry->kind, second = (SymbolKind)other->entry->kind;
    bool lines = at->file == other->file && at->entry->start_line == other->entry->start_line &&
                 at->entry->end_line == other->entry->end_line;
    bool named = other->entry->type == at->entry->name && !at->entry->parent &&
                 str_equal(path_directory(at->file->path), path_directory(other->file->path));
    return is_plain_type(kind) && second == SYMBOL_TYPE && kind != second && (lines || named);
}

static Str stem_of(Str path)
{
    return str_slice(path, 0, path.len - path_extension(path).len);
}

static bool is_linked_to(const Look *at, const Look *other)
{
    bool internal = (at->entry->modifiers | other->entry->modifiers) & MODIFIER(STATIC) &&
                    sort_of((SymbolKind)at->entry->kind) == SORT_FUNCTION;
    bool method = at->entry->kind == SYMBOL_METHOD || other->entry->kind == SYMBOL_METHOD;
    if (!counterpart_is_linked(at->file->language) || !counterpart_is_linked(other->file->language))
        return false;
    if (internal && !method && !str_equal(stem_of(at->file->path), stem_of(other->file->path)))
        return false;
    bool implements = at->entry->kind == SYMBOL_CLASS && other->entry->kind == SYMBOL_IMPL;
    return implements || (!announces(at) && announces(other));
}

static bool is_stub_of(const Catalog *catalog, const Look *at, const Look *stub)
{
    return counterpart_is_stub_of(stub->file->path, at->file->path) ||
           is_tree_stub_of(catalog, stub->file->path, at->file->path);
}

bool counterpart_stands_for(const Catalog *catalog, uint32_t symbol, uint32_t other)
{
    Look at = look(catalog, symbol), second = look(catalog, other);
    Sort sort = sort_of((SymbolKind)at.entry->kind);
    if (symbol == other || !at.index || !second.index || at.entry->name != second.entry->name)
        return false;
    bool sorted = sort != SORT_OTHER && sort == sort_of((SymbolKind)second.entry->kind);
    if (sorted && counterpart_is_linked(at.file->language) && is_twin(&at, &second))
        return true;
    if (sorted && (is_linked_to(&at, &second) || is_stub_of(catalog, &at, &second)))
        return str_equal(owner_of(catalog, &at), owner_of(catalog, &second));
    return (ambient_is_file(second.file->path) && ambient_body(catalog, other) == symbol) ||
           counterpart_exported(catalog, other) == symbol;
}

void counterpart_find(Catalog *catalog, Arena *arena, uint32_t symbol, IdVec *found)
{
    uint32_t name = catalog_entry(catalog, symbol)->name;
    IdSpan named = catalog_named(catalog, name);
    for (size_t i = 0; i < MIN(named.len, (size_t)COUNTERPART_NAMESAKES_MAX); i++)
        if (found->len < COUNTERPART_MAX && counterpart_stands_for(catalog, symbol, named.ptr[i]))
            *VEC_PUSH(arena, found) = named.ptr[i];
}
