/* A module is the nearest folder above with a manifest; without one it is the repository. Where a
   module has several programs, each of these sees only what others see. */
#include "change/visibility_reach.h"

#include "base/path.h"
#include "change/visibility.h"
#include "manifest/manifest.h"

static void read_folders(Arena *arena, const Catalog *catalog, ModuleFolders *folders)
{
    if (folders->read)
        return;
    folders->read = true;
    for (size_t i = 0; i < catalog->files.len; i++) {
        Str path = catalog->files.ptr[i].path;
        if (path.len && (manifest_kind(path) || str_ends(path, STR("proj"))))
            *VEC_PUSH(arena, &folders->folders) =
                str_find_byte(path, '/') == STR_NONE ? (Str){0} : path_directory(path);
    }
}

static bool is_below(Str path, Str folder)
{
    return !folder.len ||
           (path.len > folder.len && str_starts(path, folder) && path.ptr[folder.len] == '/');
}

static Str module_of(const ModuleFolders *folders, Str path)
{
    Str found = {0};
    for (size_t i = 0; i < folders->folders.len; i++) {
        Str folder = folders->folders.ptr[i];
        if (folder.len > found.len && is_below(path, folder))
            found = folder;
    }
    return found;
}

static bool has_file(const Catalog *catalog, Str folder, const char *name)
{
    for (size_t i = 0; name && i < catalog->files.len; i++) {
        Str path = catalog->files.ptr[i].path;
        if (str_equal(path_base(path), str_from(name)) && str_equal(path_directory(path), folder))
            return true;
    }
    return false;
}

/* Whether two files of one module are compiled together: neither is a program next to its library,
   and both are in one folder of it. */
static bool are_compiled_together(const Catalog *catalog, const LangModules *facts, Str module,
                                  Str own, Str path)
{
    if (!facts->statement)
        return true;
    Str a = str_from_offset(own, module.len ? module.len + 1 : 0),
        b = str_from_offset(path, module.len ? module.len + 1 : 0);
    Str folder = path_directory(path);
    bool program = facts->program && str_equal(path_base(path), str_from(facts->program)) &&
                   has_file(catalog, folder, facts->library);
    bool aside = facts->programs && str_ends(folder, str_from(facts->programs));
    return str_equal(str_slice(a, 0, str_find_byte(a, '/')),
                     str_slice(b, 0, str_find_byte(b, '/'))) &&
           (str_equal(own, path) || !(program || aside));
}

bool visibility_reach_has(Arena *arena, const Catalog *catalog, ModuleFolders *folders,
                          const ChangeSet *set, const ChangedSymbol *changed, Str path)
{
    if (changed->new_symbol == SYMBOL_ABSENT || !catalog)
        return false;
    const ChangeSide *side = changed_new_side(set, changed);
    const LangFacts *facts = lang_facts(side->outline.language);
    const Symbol *symbol = changed_symbol(set, changed);
    Str head = str_slice(side->code.text, symbol->start, symbol->name_start);
    if (visibility_of_symbol(side, changed->new_symbol) != 1)
        return false;
    bool whole =
        symbol->modifiers & MODIFIER(INTERNAL) || str_find(head, STR("(crate)")) != STR_NONE;
    if (whole) {
        read_folders(arena, catalog, folders);
        Str module = module_of(folders, side->path);
        return str_equal(module, module_of(folders, path)) &&
               are_compiled_together(catalog, &facts->modules, module, side->path, path);
    }
    Str system = str_from(facts->package_system ? facts->package_system : "");
    return str_equal(system, STR("maven")) &&
           str_equal(path_directory(path), path_directory(side->path));
}
