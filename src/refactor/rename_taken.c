/* What the new name means already where the symbol would have it: a member that its type inherits
   or that a subtype has, a name that the library calls or declares, the name of an import, a name
   that comes by a star; and what a name of that form cannot be. */
#include "refactor/rename.h"

#include "base/path.h"

#include <string.h>

static const CatalogFile *file_of(const Rename *rename, uint32_t symbol)
{
    return catalog_row(rename->catalog, catalog_place(rename->catalog, symbol).file);
}

static const CatalogFile *home_of(const Rename *rename)
{
    return file_of(rename, rename->symbol);
}

static uint32_t home_line(const Rename *rename)
{
    return catalog_entry(rename->catalog, rename->symbol)->start_line;
}

/* ---- members ---- */

/* Whether a line has a conflict already. */
static bool is_told(const Rename *rename, Str path, uint32_t line)
{
    for (size_t i = 0; i < rename->conflicts.len; i++)
        if (rename->conflicts.ptr[i].line == line && str_equal(rename->conflicts.ptr[i].path, path))
            return true;
    return false;
}

/* Python: whether a type is a protocol: its base from outside is one of those listed. */
static bool is_asked(const Rename *rename, uint32_t type)
{
    return type != SYMBOL_NOWHERE && resolve_has_foreign_base(rename->resolver, type, NULL) &&
           !resolve_has_foreign_base(rename->resolver, type, rename->facts->asked);
}

/* Python: a type that has all members of a protocol is one, though it does not name it. */
static void check_asked(Rename *rename)
{
    Catalog *catalog = rename->catalog;
    const uint32_t names[] = {catalog_entry(catalog, rename->symbol)->name,
                              rename_name_id(rename, rename->new)};
    bool own = false;
    for (size_t i = 0; rename->facts->asked && i < rename->kin.len; i++)
        own |= is_asked(rename, rename->kin.ptr[i]);
    for (size_t n = 0; rename->facts->asked && rename->is_member && n < COUNT(names); n++) {
        IdSpan named = names[n] ? catalog_named(catalog, names[n]) : (IdSpan){0};
        for (size_t i = 0; i < named.len; i++) {
            const Entry *entry = catalog_entry(catalog, named.ptr[i]);
            const CatalogFile *file = file_of(rename, named.ptr[i]);
            uint32_t type = entry->parent ? file->first + entry->parent : SYMBOL_NOWHERE;
            if (type == SYMBOL_NOWHERE || rename_is_kin(rename, type) ||
                rename_has(rename, named.ptr[i]) || file->language != home_of(rename)->language ||
                !symbol_is_type((SymbolKind)catalog_entry(catalog, type)->kind) ||
                (!own && !is_asked(rename, type)))
                continue;
            rename_add_told(rename, file->path, entry->start_line,
                            STR("a protocol has the member, and types are used as one that do "
                                "not name it"));
        }
    }
}

static void check_members(Rename *rename)
{
    Catalog *catalog = rename->catalog;
    IdVec named = rename_new_namesakes(rename);
    const RenameFacts *facts = rename->facts;
    for (size_t i = 0; rename->is_member && i < named.len; i++) {
        const Entry *entry = catalog_entry(catalog, named.ptr[i]);
        if (!catalog_place(catalog, named.ptr[i]).index)
            continue;
        bool told = is_told(rename, file_of(rename, named.ptr[i])->path, entry->start_line);
        for (size_t k = 0; !told && k < rename->kin.len; k++)
            if (rename_is_member_of(rename, named.ptr[i], rename->kin.ptr[k]))
                rename_add_conflict(
                    rename, file_of(rename, named.ptr[i])->path, entry->start_line,
                    str_format(rename->request->arena, "'%.*s' has a %.*s '%.*s' already",
                               STR_ARG(catalog_name(
                                   catalog, catalog_entry(catalog, rename->kin.ptr[k])->name)),
                               STR_ARG(symbol_kind_name((SymbolKind)entry->kind)),
                               STR_ARG(rename->new)));
        if (facts->interfaces_have_shape && facts->packages_are_scopes &&
            rename_gains_shape(catalog, rename->symbol, named.ptr[i]))
            rename_add_told(rename, file_of(rename, named.ptr[i])->path, entry->start_line,
                            STR("the type would implement this interface by its new name"));
    }
}

/* Kotlin: `fun getName()` and the property `name` of one type are the same method of the machine,
   as C#'s `get_Name()` and `Name`. */
static void check_accessors(Rename *rename)
{
    Arena *arena = rename->request->arena;
    Catalog *catalog = rename->catalog;
    Str rest = rename->facts->accessors ? str_from(rename->facts->accessors) : (Str){0}, prefix;
    while (rename->is_member && str_take_until(&rest, ' ', &prefix)) {
        Str name =
            str_starts(rename->new, prefix) ? str_from_offset(rename->new, prefix.len) : (Str){0};
        bool getter = rename->is_function && name.len && byte_is_alpha(name.ptr[0]);
        if (rename->is_function && !getter)
            continue;
        bool joined = str_ends(prefix, STR("_"));
        Str part = joined ? rename->new : rename_with_case(arena, rename->new, true);
        Str other = !getter  ? str_join(arena, prefix, part)
                    : joined ? name
                             : rename_with_case(arena, name, false);
        uint32_t id = names_find(&catalog->names, other);
        IdSpan named = id ? catalog_named(catalog, id) : (IdSpan){0};
        for (size_t i = 0; i < named.len; i++)
            for (size_t k = 0; k < rename->kin.len; k++)
                if (rename_is_member_of(rename, named.ptr[i], rename->kin.ptr[k]))
                    rename_add_conflict(rename, file_of(rename, named.ptr[i])->path,
                                        catalog_entry(catalog, named.ptr[i])->start_line,
                                        str_format(arena, "'%.*s' and '%.*s' would be one method",
                                                   STR_ARG(other), STR_ARG(rename->new)));
    }
}

/* C#: the type of the value that a declaration extends: `(this Box b, …)`; empty: it extends none.
 */
static Str extended_type(const Rename *rename, const RenameFile *file, const Symbol *symbol)
{
    Str text = str_slice(file->text, symbol->name_end, symbol->end), word;
    size_t open = str_find_byte(text, '(');
    Str rest = open == STR_NONE ? (Str){0} : str_trim(str_from_offset(text, open + 1));
    if (!str_starts(rest, str_from(rename->facts->extends)))
        return (Str){0};
    rest = str_from_offset(rest, strlen(rename->facts->extends));
    rest = str_slice(rest, 0, MIN(str_find_byte(rest, ','), str_find_byte(rest, ')')));
    while (str_take_until(&rest, ' ', &word))
        if (word.len && !name_is_listed("ref in scoped readonly", word))
            return word;
    return (Str){0};
}

/* Whether the name is that of one type of the repository which has no base outside of it. */
static bool is_known_type(const Rename *rename, Str name)
{
    Catalog *catalog = rename->catalog;
    uint32_t id = names_find(&catalog->names, name);
    IdSpan named = id ? catalog_named(catalog, id) : (IdSpan){0};
    bool known = false;
    for (size_t i = 0; i < named.len; i++) {
        if (!symbol_is_type((SymbolKind)catalog_entry(catalog, named.ptr[i])->kind))
            continue;
        if (resolve_has_foreign_base(rename->resolver, named.ptr[i], rename->facts->plain_bases))
            return false;
        known = true;
    }
    return known;
}

/* Whether the library's type is known, and has no member of the new name. */
static bool is_plain_type(const Rename *rename, Str type)
{
    Str rest = rename->facts->own_members ? str_from(rename->facts->own_members) : (Str){0}, group;
    while (str_take_until(&rest, '|', &group)) {
        size_t equals = str_find_byte(group, '=');
        Str types = str_slice(group, 0, equals), members = str_from_offset(group, equals + 1), word;
        while (str_take_until(&types, ' ', &word))
            if (str_equal(word, type)) {
                while (str_take_until(&members, ' ', &word))
                    if (str_equal(word, rename->new))
                        return false;
                return true;
            }
    }
    return false;
}

/* A member of the value's type would be called in the place of an extension. */
static void check_extension(Rename *rename, const RenameFile *file, const Symbol *symbol)
{
    Arena *arena = rename->request->arena;
    Catalog *catalog = rename->catalog;
    Str type = extended_type(rename, file, symbol);
    uint32_t name = names_find(&catalog->names, rename->new);
    IdSpan named = name ? catalog_named(catalog, name) : (IdSpan){0};
    for (size_t i = 0; type.len && i < named.len; i++) {
        const Entry *entry = catalog_entry(catalog, named.ptr[i]);
        const CatalogFile *row = file_of(rename, named.ptr[i]);
        if (rename_speaks(rename, row->language) && (entry->parent || entry->owner))
            rename_add_conflict(rename, row->path, entry->start_line,
                                str_format(arena,
                                           "a value that has this '%.*s' would call it in the "
                                           "place of the extension",
                                           STR_ARG(rename->new)));
    }
    if (type.len && !is_known_type(rename, type) && !is_plain_type(rename, type))
        rename_add_told(rename, catalog->files.ptr[file->id].path, symbol->name_line,
                        str_format(arena,
                                   "'%.*s' may have a member '%.*s', which hides the extension",
                                   STR_ARG(type), STR_ARG(rename->new)));
}

static void check_extensions(Rename *rename)
{
    for (size_t f = 0; rename->facts->extends && f < rename->files.len; f++) {
        const RenameFile *file = &rename->files.ptr[f];
        uint32_t first = rename->catalog->files.ptr[file->id].first;
        for (size_t i = 0; i < file->outline.symbols.len; i++)
            if (rename_has(rename, first + (uint32_t)i + 1))
                check_extension(rename, file, &file->outline.symbols.ptr[i]);
    }
}

/* ---- the language and its library ---- */

static void check_library(Rename *rename)
{
    Arena *arena = rename->request->arena;
    const RenameFacts *facts = rename->facts;
    Str path = home_of(rename)->path;
    if (rename_is_called_by_library(rename, rename->new))
        rename_add_told(rename, path, home_line(rename),
                        str_format(arena,
                                   "'%.*s' is a name by which the language or its library calls",
                                   STR_ARG(rename->new)));
    if (!rename->is_member && name_is_listed(facts->library, rename->new))
        rename_add_conflict(
            rename, path, home_line(rename),
            str_format(arena, "the library of the language declares '%.*s'", STR_ARG(rename->new)));
}

/* ---- imports ---- */

/* The name under which a file sees an import. */
static Str import_name(const Rename *rename, const ImportLink *link)
{
    uint32_t id = link->alias ? link->alias : link->name ? link->name : link->package;
    Str name = catalog_name(rename->catalog, id);
    size_t slash = str_find_last_byte(name, '/');
    return slash == STR_NONE ? name : str_from_offset(name, slash + 1);
}

static bool is_star(const Rename *rename, const ImportLink *link)
{
    return link->name && str_equal(catalog_name(rename->catalog, link->name), STR("*"));
}

static bool offers_symbol(Rename *rename, uint32_t file)
{
    NameMeaning meaning =
        resolve_offered(rename->resolver, file, rename->old, rename->request->arena);
    for (size_t i = 0; i < meaning.symbols.len; i++)
        if (rename_has(rename, meaning.symbols.ptr[i]))
            return true;
    return false;
}

static bool has_new_name(const Rename *rename, uint32_t id)
{
    for (size_t f = 0; f < rename->files.len; f++)
        if (rename->files.ptr[f].id == id)
            return rename->files.ptr[f].has_new;
    return false;
}

/* A file that takes all names of the symbol's module, and the new name from somewhere else. */
static void check_stars(Rename *rename, uint32_t id, const ImportLinkVec *links)
{
    Str path = rename->catalog->files.ptr[id].path;
    const Language *language = home_of(rename)->language;
    for (size_t i = 0; i < links->len; i++) {
        const ImportLink *link = &links->ptr[i];
        if (!is_star(rename, link) || link->target == FILE_NOWHERE ||
            !offers_symbol(rename, link->target))
            continue;
        if (has_new_name(rename, id))
            rename_add_conflict(rename, path, link->line,
                                str_format(rename->request->arena,
                                           "all names come in here, and '%.*s' is used",
                                           STR_ARG(rename->new)));
        if (lang_shows(language, rename->old) && !lang_shows(language, rename->new))
            rename_add_conflict(rename, path, link->line,
                                str_format(rename->request->arena,
                                           "a star brings no '%.*s' in here",
                                           STR_ARG(rename->new)));
        for (size_t k = 0; k < links->len; k++) {
            const ImportLink *other = &links->ptr[k];
            if (k == i || !is_star(rename, other) || other->target == FILE_NOWHERE)
                continue;
            NameMeaning meaning = resolve_offered(rename->resolver, other->target, rename->new,
                                                  rename->request->arena);
            if (meaning.symbols.len)
                rename_add_conflict(rename, path, other->line,
                                    str_format(rename->request->arena,
                                               "'%.*s' comes in here from another module",
                                               STR_ARG(rename->new)));
        }
    }
}

static void check_imports(Rename *rename)
{
    const CatalogFile *home = home_of(rename);
    const Entry *entry = catalog_entry(rename->catalog, rename->symbol);
    if (rename->is_member || entry->parent)
        return;
    for (uint32_t id = 0; id < rename->catalog->files.len; id++) {
        const CatalogFile *row = &rename->catalog->files.ptr[id];
        if (!row->path.len || !rename_speaks(rename, row->language) || !row->count)
            continue;
        const ImportLinkVec *links = resolve_imports(rename->resolver, id);
        bool package = rename->facts->packages_are_scopes && row->language == home->language &&
                       str_equal(path_directory(row->path), path_directory(home->path));
        for (size_t i = 0; package && i < links->len; i++)
            if (!is_star(rename, &links->ptr[i]) &&
                str_equal(import_name(rename, &links->ptr[i]), rename->new))
                rename_add_conflict(rename, row->path, links->ptr[i].line,
                                    str_format(rename->request->arena,
                                               "this file of the package imports '%.*s'",
                                               STR_ARG(rename->new)));
        check_stars(rename, id, links);
    }
}

/* ---- the form of the name ---- */

static bool is_small(Str name)
{
    return name.ptr[0] >= 'a' && name.ptr[0] <= 'z';
}

/* JSX: an element names a component by a capital, else one of the page. */
static void check_tags(Rename *rename)
{
    for (size_t i = 0; is_small(rename->new) && i < rename->places.len; i++) {
        const RenamePlace *place = &rename->places.ptr[i];
        const RenameFile *file = &rename->files.ptr[place->file];
        const RenameFacts *facts = rename_facts(file->language);
        if (place->verdict > RENAME_GENERATED || !facts ||
            !rename_node_is(facts->tags, &place->site))
            continue;
        rename_add_conflict(
            rename, rename->catalog->files.ptr[file->id].path, place->site.line,
            str_format(rename->request->arena,
                       "<%.*s> would be an element of the page, by its small letter",
                       STR_ARG(rename->new)));
    }
}

/* Whether a place that is the symbol is outside of the symbol's folder. */
static const RenamePlace *place_elsewhere(const Rename *rename)
{
    Str home = path_directory(home_of(rename)->path);
    for (size_t i = 0; i < rename->places.len; i++) {
        const RenamePlace *place = &rename->places.ptr[i];
        Str path = rename->catalog->files.ptr[rename->files.ptr[place->file].id].path;
        if (place->verdict <= RENAME_GENERATED && !str_equal(path_directory(path), home))
            return place;
    }
    return NULL;
}

static void check_visibility(Rename *rename)
{
    const Language *language = home_of(rename)->language;
    const RenameFacts *facts = rename->facts;
    bool packages = facts->packages_are_scopes && facts->interfaces_have_shape;
    const RenamePlace *place = packages ? place_elsewhere(rename) : NULL;
    if (place && lang_shows(language, rename->old) && !lang_shows(language, rename->new))
        rename_add_conflict(
            rename, rename->catalog->files.ptr[rename->files.ptr[place->file].id].path,
            place->site.line,
            str_format(rename->request->arena, "'%.*s' would not be visible in this package",
                       STR_ARG(rename->new)));
    char old = rename->old.ptr[0], new = rename->new.ptr[0];
    if (facts->case_decides && (old >= 'A' && old <= 'Z') != (new >= 'A' && new <= 'Z'))
        rename_add_conflict(rename, home_of(rename)->path, home_line(rename),
                            STR("a capital decides what a name can be, and the new one differs"));
}

/* The innermost type around a symbol, or SYMBOL_NOWHERE. */
static uint32_t type_around(const Rename *rename, uint32_t symbol)
{
    while (symbol != SYMBOL_NOWHERE) {
        const Entry *entry = catalog_entry(rename->catalog, symbol);
        if (symbol_is_type((SymbolKind)entry->kind))
            return symbol;
        symbol = entry->parent ? file_of(rename, symbol)->first + entry->parent : SYMBOL_NOWHERE;
    }
    return SYMBOL_NOWHERE;
}

/* Python: a name that begins with `__` is another one in each class. */
static void check_private(Rename *rename)
{
    Str mark = rename->facts->private_mark ? str_from(rename->facts->private_mark) : (Str){0};
    bool was = mark.len && str_starts(rename->old, mark) && !str_ends(rename->old, mark);
    bool becomes = mark.len && str_starts(rename->new, mark) && !str_ends(rename->new, mark);
    uint32_t owner = rename->is_member ? type_around(rename, rename->symbol) : SYMBOL_NOWHERE;
    for (size_t i = 0; (was || becomes) && !rename->is_type && i < rename->places.len; i++) {
        const RenamePlace *place = &rename->places.ptr[i];
        if (place->verdict > RENAME_AMBIGUOUS || type_around(rename, place->within) == owner)
            continue;
        rename_add_conflict(
            rename, rename->catalog->files.ptr[rename->files.ptr[place->file].id].path,
            place->site.line,
            str_format(rename->request->arena, "'%.*s' is another name in each class",
                       STR_ARG(becomes ? rename->new : rename->old)));
        return;
    }
}

static bool is_test_name(const Rename *rename, Str name)
{
    Str rest = rename->facts->tests ? str_from(rename->facts->tests) : (Str){0}, prefix;
    while (str_take_until(&rest, ' ', &prefix))
        if (str_starts(name, prefix) &&
            (name.len == prefix.len || name.ptr[prefix.len] == '_' ||
             (name.ptr[prefix.len] >= 'A' && name.ptr[prefix.len] <= 'Z')))
            return true;
    return false;
}

void rename_check_taken(Rename *rename)
{
    check_members(rename);
    check_accessors(rename);
    check_asked(rename);
    check_extensions(rename);
    check_library(rename);
    check_imports(rename);
    check_visibility(rename);
    check_private(rename);
    check_tags(rename);
    if (rename->is_function &&
        is_test_name(rename, rename->old) != is_test_name(rename, rename->new))
        rename_add_told(rename, home_of(rename)->path, home_line(rename),
                        STR("a test runner finds functions by the beginning of their names"));
}
