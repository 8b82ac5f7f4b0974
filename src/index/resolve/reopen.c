/* The first declaration by path represents a class. A class of test code is shared only within its
   directory, since tests often declare a class of a common name. It also has the members of the
   code's class of that name, but not the reverse. */
#include "index/resolve/reopen.h"

#include "base/hash.h"
#include "base/path.h"
#include "index/catalog/catalog_lean.h"
#include "index/catalog/classify.h"
#include "lang/registry.h"

/* Types around a place that are considered. */
#define NESTING_MAX 32

static bool can_be_reopened(const Entry *entry)
{
    return (entry->kind == SYMBOL_CLASS || entry->kind == SYMBOL_MODULE ||
            entry->kind == SYMBOL_PACKAGE) &&
           entry->name;
}

/* Ruby: a class that only a variable holds. */
static bool is_of_variable(const Resolver *resolver, const CatalogFile *file, const Entry *entry)
{
    Str name = catalog_name(resolver->catalog, entry->name);
    return entry->kind == SYMBOL_CLASS && name.len && name.ptr[0] >= 'a' && name.ptr[0] <= 'z' &&
           !lang_facts(file->language)->package_names_are_absolute;
}

/* Perl: every script has its own package main. */
static bool is_main(const Resolver *resolver, const Entry *entry)
{
    return entry->kind == SYMBOL_PACKAGE &&
           str_equal(catalog_name(resolver->catalog, entry->name), STR("main"));
}

static uint64_t add_name(uint64_t key, Str path)
{
    Str rest = path;
    while (rest.len) {
        size_t end = MIN(str_find(rest, STR("::")), rest.len);
        if (end)
            key = (key ^ hash_fast(str_slice(rest, 0, end))) * UINT64_C(0x9E3779B97F4A7C15) + 1;
        rest = str_from_offset(rest, end + 2);
    }
    return key;
}

/* The keys of an entry's full name, of the type around it, and so on, innermost first. */
static size_t keys_around(const Resolver *resolver, const CatalogFile *file, uint32_t index,
                          uint64_t keys[NESTING_MAX])
{
    Str names[NESTING_MAX];
    size_t len = 0;
    bool flat = lang_facts(file->language)->package_names_are_absolute;
    for (uint32_t i = index; i && len < (flat ? 1 : NESTING_MAX); i = file->entries[i].parent)
        if (can_be_reopened(&file->entries[i]))
            names[len++] = catalog_name(resolver->catalog, file->entries[i].name);
    uint64_t key = hash_fast(STR("reopened"));
    for (size_t i = len; i-- > 0;)
        keys[i] = key = add_name(key, names[i]);
    return len;
}

static uint64_t key_in_directory(const Resolver *resolver, uint32_t id, uint64_t key)
{
    return key ^ hash_fast(path_directory(resolver->catalog->files.ptr[id].path));
}

/* Whether a symbol is in the directory that contains the file's directory of tests, fixtures or
   examples. */
static bool is_of_same_project(const Resolver *resolver, uint32_t id, uint32_t symbol)
{
    Str root = path_directory(resolver->catalog->files.ptr[id].path);
    Str path = resolver->catalog->files.ptr[resolver_file_of(resolver, symbol)].path;
    FolderRole role = classify_folder(root);
    while (role == FOLDER_TESTS || role == FOLDER_ASIDE) {
        root = path_directory(root);
        role = classify_folder(root);
    }
    return str_equal(root, STR(".")) || (str_starts(path, root) && path.ptr[root.len] == '/');
}

static void open_one(Resolver *resolver, uint32_t id, uint32_t symbol, uint64_t key)
{
    bool is_test = resolver->is_test_code[id];
    uint32_t code = is_test ? id_map_get(&resolver->named_spaces, key) : ID_MAP_NONE;
    key = is_test ? key_in_directory(resolver, id, key) : key;
    uint32_t lead = id_map_get(&resolver->named_spaces, key);
    if (lead == ID_MAP_NONE) {
        id_map_put(&resolver->named_spaces, resolver->arena, key, lead = symbol);
        if (code != ID_MAP_NONE && is_of_same_project(resolver, id, code))
            id_map_put(&resolver->parts, resolver->arena, lead, code);
    }
    id_map_put(&resolver->space_leads, resolver->arena, symbol, lead);
    id_map_put(&resolver->leads, resolver->arena, symbol, lead);
}

static void open_all(Resolver *resolver, uint32_t id)
{
    const CatalogFile *file = catalog_row(resolver->catalog, id);
    uint64_t keys[NESTING_MAX];
    for (uint32_t i = 1; i < file->count; i++)
        if (can_be_reopened(&file->entries[i]) && !is_main(resolver, &file->entries[i]) &&
            !is_of_variable(resolver, file, &file->entries[i]) &&
            keys_around(resolver, file, i, keys))
            open_one(resolver, id, file->first + i, keys[0]);
}

void reopen_index(Resolver *resolver, IdSpan order)
{
    for (int is_test = 0; is_test <= 1; is_test++)
        for (size_t i = 0; i < order.len; i++) {
            uint32_t id = order.ptr[i];
            if (resolver_facts(resolver, id)->classes_can_be_reopened &&
                resolver->is_test_code[id] == is_test)
                open_all(resolver, id);
            catalog_trim(resolver->catalog);
        }
}

static uint32_t find_key(const Resolver *resolver, uint32_t id, uint64_t key, bool path)
{
    bool is_test = resolver->is_test_code[id];
    uint32_t found = is_test
                         ? id_map_get(&resolver->named_spaces, key_in_directory(resolver, id, key))
                         : ID_MAP_NONE;
    if (found != ID_MAP_NONE)
        return found;
    found = id_map_get(&resolver->named_spaces, key);
    bool absolute = resolver_facts(resolver, id)->package_names_are_absolute;
    bool known = found != ID_MAP_NONE &&
                 (path || !is_test || absolute || is_of_same_project(resolver, id, found));
    return known ? found : ID_MAP_NONE;
}

bool reopen_find(Resolver *resolver, uint32_t at, Str path, Value *value)
{
    SymbolPlace place = catalog_place(resolver->catalog, at);
    bool root = str_starts(path, STR("::")) ||
                resolver_facts(resolver, place.file)->package_names_are_absolute;
    if (!resolver_facts(resolver, place.file)->classes_can_be_reopened || !path.len)
        return false;
    uint64_t keys[NESTING_MAX];
    const CatalogFile *file = catalog_row(resolver->catalog, place.file);
    size_t len = root ? 0 : keys_around(resolver, file, place.index, keys);
    uint32_t found = ID_MAP_NONE;
    for (size_t i = 0; i < len && found == ID_MAP_NONE; i++)
        found = find_key(resolver, place.file, add_name(keys[i], path), true);
    bool joined = str_find(path, STR("::")) != STR_NONE;
    if (found == ID_MAP_NONE)
        found = find_key(resolver, place.file, add_name(hash_fast(STR("reopened")), path), joined);
    if (found == ID_MAP_NONE)
        return false;
    *value = (Value){.kind = VALUE_TYPE, .symbol = found};
    return true;
}
