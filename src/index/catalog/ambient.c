/* A package consists of the files below the same nearest package.json. Each of its files is
   searched for a class, function or value of the name. If several files have one, only those count
   that export it. */
#include "index/catalog/ambient.h"

#include "base/path.h"
#include "index/catalog/classify.h"
#include "index/catalog/counterparts.h"
#include "lang/lang.h"

/* Maximum nesting of declarations. */
#define AMBIENT_DEPTH_MAX 8

bool ambient_is_file(Str path)
{
    return str_ends(path, STR(".d.ts")) || str_ends(path, STR(".d.mts")) ||
           str_ends(path, STR(".d.cts"));
}

bool ambient_is_script(const Language *language)
{
    return lang_facts(language)->classes_are_values;
}

static bool is_own(const CatalogFile *file)
{
    return file->class == FILE_SOURCE && ambient_is_script(file->language) &&
           !classify_is_foreign(file->path) &&
           classify_folder(path_directory(file->path)) == FOLDER_OWN;
}

static bool is_exported(const Entry *entry)
{
    return entry->modifiers & (MODIFIER(EXPORTED) | MODIFIER(DEFAULT)) ||
           entry->kind == SYMBOL_EXPORT;
}

bool ambient_is_module(const CatalogFile *file)
{
    if (!ambient_is_file(file->path) || !is_own(file))
        return false;
    for (uint32_t i = 1; i < file->count; i++)
        if (!file->entries[i].parent && is_exported(&file->entries[i]))
            return true;
    return false;
}

/* ---- packages ---- */

Str ambient_package(const Catalog *catalog, Str path)
{
    Catalog *names = (Catalog *)catalog; // its lists by name are made on first use
    Str file = STR("package.json");
    uint32_t name = names_find(&names->names, file);
    IdSpan all = name ? catalog_named(names, name) : (IdSpan){0};
    size_t best = 0;
    for (size_t i = 0; i < all.len; i++) {
        SymbolPlace place = catalog_place(catalog, all.ptr[i]);
        Str at = catalog->files.ptr[place.file].path;
        size_t len = place.index ? 0 : at.len - file.len;
        if (len > best && str_starts(path, str_slice(at, 0, len)))
            best = len;
    }
    return str_slice(path, 0, best);
}

/* Whether the path is in a directory of build output. */
static bool is_made(Str path, Str package)
{
    static const char *const names[] = {"build", "bundles", "dist", "out", "umd"};
    Str rest = str_from_offset(path, package.len);
    Str first = str_slice(rest, 0, str_find_byte(rest, '/'));
    for (size_t i = 0; i < COUNT(names); i++)
        if (first.len < rest.len && str_equal(first, str_from(names[i])))
            return true;
    return false;
}

/* ---- bodies ---- */

/* Priority of symbols that exist at run time; 0 for those that do not, such as types. */
static int rank_of(const Entry *entry)
{
    switch ((SymbolKind)entry->kind) {
    case SYMBOL_CLASS: return 4;
    case SYMBOL_FUNCTION: return 3;
    case SYMBOL_ENUM:
    case SYMBOL_CONSTANT: return 2;
    case SYMBOL_VARIABLE: return 1;
    default: return 0;
    }
}

static bool has_body(const Entry *entry)
{
    return rank_of(entry) && !entry->parent && !entry->owner && !entry_is_declaration(entry);
}

/* The definitions of a name in the files of a package. */
typedef struct Bodies {
    uint32_t exported, other;             /* the last one found of each */
    uint32_t exported_files, other_files; /* number of files that have one */
} Bodies;

/* Takes the best symbol of one file, beginning at named[i]; returns the index after the file's
   symbols. `exports.f = f` next to a function means that the function is exported. */
static size_t take_file(const Catalog *catalog, IdSpan named, size_t i, Bodies *bodies)
{
    uint32_t id = catalog_place(catalog, named.ptr[i]).file, best = SYMBOL_NOWHERE;
    const CatalogFile *file = catalog_row(catalog, id);
    bool exported = false;
    for (; i < named.len && named.ptr[i] - file->first < file->count; i++) {
        const Entry *entry = &file->entries[named.ptr[i] - file->first];
        if (named.ptr[i] == file->first || !has_body(entry))
            continue;
        exported = exported || is_exported(entry);
        if (best == SYMBOL_NOWHERE || rank_of(entry) >= rank_of(&file->entries[best - file->first]))
            best = named.ptr[i];
    }
    if (best == SYMBOL_NOWHERE)
        return i;
    *(exported ? &bodies->exported : &bodies->other) = best;
    ++*(exported ? &bodies->exported_files : &bodies->other_files);
    return i;
}

static size_t skip_file(const Catalog *catalog, IdSpan named, size_t i)
{
    const CatalogFile *file = &catalog->files.ptr[catalog_place(catalog, named.ptr[i]).file];
    for (i++; i < named.len && named.ptr[i] - file->first < file->count;)
        i++;
    return i;
}

static uint32_t only_of(const Bodies *bodies)
{
    if (bodies->exported_files)
        return bodies->exported_files == 1 ? bodies->exported : SYMBOL_NOWHERE;
    return bodies->other_files == 1 ? bodies->other : SYMBOL_NOWHERE;
}

static uint32_t find_only(const Catalog *catalog, const CatalogFile *declared, uint32_t name)
{
    IdSpan named = catalog_named((Catalog *)catalog, name);
    Bodies bodies = {0}, besides = {0};
    Str package = {0};
    bool known = false;
    for (size_t i = 0; i < named.len && named.len <= COUNTERPART_NAMESAKES_MAX;) {
        const CatalogFile *file = &catalog->files.ptr[catalog_place(catalog, named.ptr[i]).file];
        bool source = is_own(file) && !ambient_is_file(file->path);
        if (source && !known)
            package = ambient_package(catalog, declared->path);
        known = known || source;
        bool own = source && str_starts(file->path, package) && !is_made(file->path, package) &&
                   str_equal(ambient_package(catalog, file->path), package);
        bool beside = own && counterpart_is_stub_of(declared->path, file->path);
        i = own ? take_file(catalog, named, i, beside ? &besides : &bodies)
                : skip_file(catalog, named, i);
    }
    uint32_t nearest = only_of(&besides);
    return nearest == SYMBOL_NOWHERE ? only_of(&bodies) : nearest;
}

/* Whether the declaration certainly means that body. A declaration without a value (interface,
   type) may merely share its name with something else. It is accepted for a class in JavaScript,
   which has no types of its own. */
static bool is_certain(const Catalog *catalog, SymbolPlace place, uint32_t body)
{
    const CatalogFile *file = catalog_row(catalog, place.file);
    uint32_t name = file->entries[place.index].name;
    for (uint32_t i = 1; i < file->count; i++)
        if (!file->entries[i].parent && file->entries[i].name == name && rank_of(&file->entries[i]))
            return true;
    SymbolPlace at = catalog_place(catalog, body);
    const CatalogFile *source = catalog_row(catalog, at.file);
    return source->entries[at.index].kind == SYMBOL_CLASS &&
           lang_facts(source->language)->types_are_declared_elsewhere;
}

uint32_t ambient_top(const Catalog *catalog, uint32_t symbol)
{
    SymbolPlace place = catalog_place(catalog, symbol);
    const CatalogFile *file = catalog_row(catalog, place.file);
    const Entry *entry = &file->entries[place.index];
    bool type = entry->kind == SYMBOL_INTERFACE || entry->kind == SYMBOL_TYPE;
    if (!place.index || !entry->name || entry->parent || (!type && !rank_of(entry)))
        return SYMBOL_NOWHERE;
    uint32_t body = find_only(catalog, file, entry->name);
    return body != SYMBOL_NOWHERE && is_certain(catalog, place, body) ? body : SYMBOL_NOWHERE;
}

uint32_t ambient_member(const Catalog *catalog, uint32_t body, uint32_t name)
{
    SymbolPlace place = catalog_place(catalog, body);
    const CatalogFile *file = catalog_row(catalog, place.file);
    uint32_t owner = file->entries[place.index].name;
    for (uint32_t i = 1; i < file->count; i++) {
        const Entry *entry = &file->entries[i];
        bool inside = entry->parent == place.index;
        bool added = !entry->parent && entry->owner == owner;
        if (entry->name == name && (inside || added) && !entry_is_declaration(entry))
            return file->first + i;
    }
    return SYMBOL_NOWHERE;
}

uint32_t ambient_body(const Catalog *catalog, uint32_t symbol)
{
    SymbolPlace place = catalog_place(catalog, symbol);
    if (!place.index || !ambient_is_module(catalog_row(catalog, place.file)))
        return SYMBOL_NOWHERE;
    const CatalogFile *file = catalog_row(catalog, place.file);
    uint32_t inner[AMBIENT_DEPTH_MAX], depth = 0, at = place.index;
    for (; file->entries[at].parent && depth < AMBIENT_DEPTH_MAX; at = file->entries[at].parent)
        inner[depth++] = file->entries[at].name;
    uint32_t body =
        file->entries[at].parent ? SYMBOL_NOWHERE : ambient_top(catalog, file->first + at);
    while (depth && body != SYMBOL_NOWHERE)
        body = ambient_member(catalog, body, inner[--depth]);
    return body;
}
