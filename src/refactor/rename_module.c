/* Modules as values. Where a module is a value, code may keep it in a variable, hand it over, or
   load it by its name; then a member of any value may be one of the module's. It may also be
   reached through its package, `pkg.inner.old`, by any import that loads both. */
#include "refactor/rename_verdict.h"

#include "base/path.h"

/* ---- through a package ---- */

/* Where the chain of names before the access mark at `end` begins: `pkg.inner` of `pkg.inner.old`.
 */
static size_t chain_start(Str text, size_t end)
{
    size_t at = end;
    while (at && (byte_is_word(text.ptr[at - 1]) || text.ptr[at - 1] == '.'))
        at--;
    return at;
}

bool verdict_is_through_import(const RenameQuestion *question, const NameSite *site)
{
    Str text = question->file->text;
    size_t end = site->start - MIN(site->start, 1), start = chain_start(text, end);
    Str root = str_first_word(str_slice(text, start, end));
    return root.len && (!start || !byte_in(text.ptr[start - 1], ")]}?'\"")) &&
           verdict_qualifying_import(question, root);
}

/* The file's path as a module's: without the extension, and a package as its directory. */
static Str module_path(Str path)
{
    Str base = path_base(path), directory = path_directory(path);
    if (name_is_listed("__init__ index mod", str_slice(base, 0, str_find_byte(base, '.'))))
        return directory;
    return str_slice(path, 0, path.len - base.len + MIN(base.len, str_find_byte(base, '.')));
}

/* Whether the path ends with the chain's names as its parts. */
static bool path_is_chain(Str path, Str chain)
{
    while (chain.len) {
        size_t dot = str_find_last_byte(chain, '.');
        Str part = dot == STR_NONE ? chain : str_from_offset(chain, dot + 1);
        if (!str_equal(path_base(path), part))
            return false;
        path = path_directory(path);
        chain = str_slice(chain, 0, dot == STR_NONE ? 0 : dot);
    }
    return true;
}

/* Whether an import of the file loads the package of that name as a value. */
static bool imports_package(const RenameQuestion *question, Str name)
{
    const Rename *rename = question->rename;
    const ImportLinkVec *links = resolve_imports(rename->resolver, question->file->id);
    for (size_t i = 0; i < links->len; i++) {
        const ImportLink *link = &links->ptr[i];
        Str package = catalog_name(rename->catalog, link->package);
        Str alias = catalog_name(rename->catalog, link->alias);
        if (!link->name && (!alias.len || str_equal(alias, name)) &&
            str_equal(str_first_word(package), name))
            return true;
    }
    return false;
}

Verdict verdict_through_package(const RenameQuestion *question, const NameSite *site)
{
    const Rename *rename = question->rename;
    Str text = question->file->text;
    size_t end = site->start - MIN(site->start, 1), start = chain_start(text, end);
    Str chain = str_slice(text, start, end);
    for (size_t i = 0; i < rename->family.len; i++) {
        SymbolPlace place = catalog_place(rename->catalog, rename->family.ptr[i]);
        Str home = module_path(catalog_row(rename->catalog, place.file)->path);
        if (!str_equal(path_base(home), site->qualifier))
            continue;
        Str root = str_slice(chain, 0, str_find_byte(chain, '.'));
        return path_is_chain(home, chain) && imports_package(question, root)
                   ? EXACT
                   : OPEN(RENAME_AMBIGUOUS, "of a module that may be this one");
    }
    return OTHER(NULL);
}

/* ---- handed over ---- */

/* Whether a word in code is used otherwise than to reach what the module has. */
static bool is_handed_over(const Rename *rename, const CatalogFile *row, Str text, Str word)
{
    Arena *arena = rename->request->arena;
    NameSiteVec sites = {0};
    NameHints hints = rename_hints(rename_facts(row->language));
    if (!lang_name_sites(arena, *rename->request->scratch,
                         &(NameQuery){row->language, text, word, hints}, &sites))
        return true;
    for (size_t i = 0; i < sites.len; i++) {
        const NameSite *site = &sites.ptr[i];
        size_t end = site->start + word.len;
        Str line = str_trim(rename_line_at(text, site->start));
        bool reached = byte_in(site->next ? site->next : ' ', ".?:[") ||
                       (site->next == '=' && end + 2 < text.len &&
                        str_find(str_slice(text, end, end + 3), STR("==")) == STR_NONE);
        bool imported = str_starts(line, STR("import ")) || str_starts(line, STR("from ")) ||
                        str_starts(line, STR("export * "));
        if (site->where == NAME_IN_CODE && site->access == ACCESS_NONE && !reached && !imported)
            return true;
    }
    return false;
}

/* Whether the link makes the whole module a value: `import m`, `from p import m`, `* as m`. */
static bool is_whole(const Rename *rename, const ImportLink *link, Str home)
{
    Str name = catalog_name(rename->catalog, link->name);
    return !link->name || (str_equal(name, STR("*")) && link->alias) ||
           str_equal(name, STR("default")) || str_equal(name, path_base(home));
}

/* Whether the file of that id is a home of the symbol, or offers it. */
static bool offers(const Rename *rename, uint32_t file)
{
    NameMeaning meaning =
        resolve_offered(rename->resolver, file, rename->old, rename->request->arena);
    return verdict_has(rename, &meaning);
}

static bool file_hands_over(const Rename *rename, uint32_t id, uint8_t *known)
{
    const CatalogFile *row = &rename->catalog->files.ptr[id];
    const ImportLinkVec *links = resolve_imports(rename->resolver, id);
    Str text = {0};
    for (size_t i = 0; i < links->len; i++) {
        const ImportLink *link = &links->ptr[i];
        if (link->target == FILE_NOWHERE)
            continue;
        Str home = module_path(rename->catalog->files.ptr[link->target].path);
        if (!is_whole(rename, link, home))
            continue;
        if (!known[link->target])
            known[link->target] = offers(rename, link->target) ? 2 : 1;
        Str word = link->alias ? catalog_name(rename->catalog, link->alias) : path_base(home);
        if (known[link->target] == 2 &&
            (text.len || rename_read_text(rename, rename->request->arena, row, &text)) &&
            rename_find_mark(text, word, 0) != STR_NONE && is_handed_over(rename, row, text, word))
            return true;
    }
    return false;
}

/* Whether code of the tree has the symbol's module as a value. Found when it is first asked for. */
static bool is_handed(const Rename *rename)
{
    Rename *note = (Rename *)rename;
    size_t count = rename->catalog->files.len;
    if (rename->module_use)
        return rename->module_use == MODULE_HANDED;
    uint8_t *known = NEW(rename->request->arena, uint8_t, count);
    note->module_use = MODULE_NAMED;
    for (uint32_t id = 0; id < count && rename->module_use == MODULE_NAMED; id++) {
        const CatalogFile *row = &rename->catalog->files.ptr[id];
        if (row->path.len && row->count && rename_speaks(rename, row->language) &&
            file_hands_over(rename, id, known))
            note->module_use = MODULE_HANDED;
    }
    return rename->module_use == MODULE_HANDED;
}

bool verdict_may_be_module(const RenameQuestion *question)
{
    return question->facts->modules_are_values && !question->rename->is_nested &&
           (question->rename->loads_modules || is_handed(question->rename));
}

void rename_scan_modules(Rename *rename, Str text)
{
    Str rest = rename->facts->loads ? str_from(rename->facts->loads) : (Str){0}, mark;
    while (!rename->loads_modules && str_take_until(&rest, ' ', &mark))
        rename->loads_modules = mark.len && rename_find_mark(text, mark, 0) != STR_NONE;
}
