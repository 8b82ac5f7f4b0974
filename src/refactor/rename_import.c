/* Names in imports: of the symbol itself, or of one of its type's members. */
#include "refactor/rename_verdict.h"

#include <string.h>

bool verdict_has(const Rename *rename, const NameMeaning *meaning)
{
    for (size_t i = 0; i < meaning->symbols.len; i++)
        if (rename_has(rename, meaning->symbols.ptr[i]))
            return true;
    return false;
}

const Import *verdict_import_at(const Outline *outline, uint32_t start)
{
    for (size_t i = 0; i < outline->imports.len; i++)
        if (outline->imports.ptr[i].start <= start && start < outline->imports.ptr[i].end)
            return &outline->imports.ptr[i];
    return NULL;
}

/* `old as old`: the alias is the name again. */
static bool is_own_alias(const RenameQuestion *question, const Import *import)
{
    for (size_t i = 0; i < import->bindings.len; i++) {
        const Binding *binding = &import->bindings.ptr[i];
        if (str_equal(binding->alias, question->rename->old) &&
            str_equal(handle_last_part(binding->name), question->rename->old))
            return true;
    }
    return false;
}

/* The type that an imported member is behind: `a.B.old`, `a::B::{old, other}`. */
static Str imported_from(const RenameQuestion *question, const Import *import, const NameSite *site)
{
    Str text = str_slice(question->file->text, import->start, site->start);
    size_t open = site->qualifier.len ? STR_NONE : str_find_last_byte(text, '{');
    if (open == STR_NONE)
        return site->qualifier;
    Str head = str_slice(text, 0, open);
    return str_ends(head, STR("::")) ? str_last_word(str_slice(head, 0, head.len - 2)) : (Str){0};
}

/* Whether all types of the name are owners. */
static bool is_only_owner(const Rename *rename, uint32_t name)
{
    IdSpan named = catalog_named(rename->catalog, name);
    for (size_t i = 0; i < named.len; i++)
        if (symbol_is_type((SymbolKind)catalog_entry(rename->catalog, named.ptr[i])->kind) &&
            !rename_is_owner(rename, named.ptr[i]))
            return false;
    return true;
}

/* `import static a.B.old`: the word before it decides. */
static Verdict judge_member_import(const RenameQuestion *question, const ImportLinkVec *links,
                                   const Import *import, const NameSite *site)
{
    const Rename *rename = question->rename;
    Str from = imported_from(question, import, site);
    if (!question->facts->members_are_bare && !(rename->is_variant && from.len))
        return OTHER("an import");
    for (size_t i = 0; i < rename->owners.len; i++) {
        const Entry *owner = catalog_entry(rename->catalog, rename->owners.ptr[i]);
        if (str_equal(catalog_name(rename->catalog, owner->name), from))
            return is_only_owner(rename, owner->name) ? EXACT : LIKELY("an import of a member");
    }
    if (!question->facts->members_are_bare)
        return OTHER("an import");
    for (size_t i = 0; i < links->len; i++)
        if (links->ptr[i].line == import->line && links->ptr[i].target != FILE_NOWHERE) {
            NameMeaning meaning = resolve_offered(rename->resolver, links->ptr[i].target,
                                                  rename->old, rename->request->arena);
            if (meaning.symbols.len && !verdict_has(rename, &meaning))
                return OTHER("an import of something else");
        }
    return MAYBE("an import of a member");
}

/* C#: `using N = Node<int>`. */
static bool import_gives_name(const RenameQuestion *question, const Import *import)
{
    Str text = str_slice(question->file->text, import->start, import->end);
    return question->rename->is_type && str_find_byte(text, '=') != STR_NONE;
}

/* C#: whether the import gives another name to what a namespace of the tree has:
   `using Shape = Geo.Old;`. */
static bool is_alias_of_scope(const RenameQuestion *question, const Import *import,
                              const NameSite *site)
{
    Str before = str_slice(question->file->text, import->start, site->start);
    return site->qualifier.len && str_find_byte(before, '=') != STR_NONE &&
           rename_is_module_named(question->rename, site->qualifier);
}

/* Whether the scope around the symbol has the name, and no other scope of the name has such a
   symbol. */
static bool is_own_scope(const Rename *rename, Str name)
{
    SymbolPlace place = catalog_place(rename->catalog, rename->symbol);
    const CatalogFile *file = catalog_row(rename->catalog, place.file);
    uint32_t parent = file->entries[place.index].parent;
    Str scope = parent ? catalog_name(rename->catalog, file->entries[parent].name) : (Str){0};
    return str_equal(handle_last_part(scope), name) && rename_is_alone_in(rename, name);
}

/* `import a.Rates.old`: whether the import of a file names what holds the symbol there. */
static bool is_behind_holder(const RenameQuestion *question, const ImportLink *link,
                             const NameSite *site)
{
    const Rename *rename = question->rename;
    const Catalog *catalog = rename->catalog;
    for (size_t i = 0; i < rename->family.len && site->qualifier.len; i++) {
        uint32_t symbol = rename->family.ptr[i], index = catalog_entry(catalog, symbol)->parent;
        uint32_t file = catalog_place(catalog, symbol).file;
        if (!index || link->target != file)
            continue;
        const Entry *holder = catalog_entry(catalog, catalog->files.ptr[file].first + index);
        if (str_equal(catalog_name(catalog, holder->name), site->qualifier))
            return true;
    }
    return false;
}

Verdict verdict_of_import(const RenameQuestion *question, const Import *import,
                          const NameSite *site)
{
    const Rename *rename = question->rename;
    const ImportLinkVec *links = resolve_imports(rename->resolver, question->file->id);
    bool foreign = false, seen = false;
    if (site->field && str_equal(str_from(site->field), STR("alias")) &&
        !is_own_alias(question, import))
        return OTHER("a name of its own for an import");
    if (rename->is_member)
        return judge_member_import(question, links, import, site);
    if (rename_is_of_holder(question))
        return MAYBE("an import of another language");
    for (size_t i = 0; i < links->len; i++) {
        const ImportLink *link = &links->ptr[i];
        if (link->line < import->line || link->line > site->line)
            continue;
        if (link->target == FILE_NOWHERE) {
            foreign = true;
            continue;
        }
        seen = true;
        if (is_behind_holder(question, link, site))
            return EXACT;
        NameMeaning meaning =
            resolve_offered(rename->resolver, link->target, rename->old, rename->request->arena);
        if (verdict_has(rename, &meaning))
            return meaning.doubtful ? LIKELY("an import that may mean another") : EXACT;
    }
    if (is_alias_of_scope(question, import, site))
        return is_own_scope(rename, site->qualifier) ? EXACT
                                                     : MAYBE("a type that gets another name");
    if (seen)
        return OTHER("an import of something else");
    if (import_gives_name(question, import)) {
        NameMeaning meaning =
            resolve_visible(rename->resolver, rename->catalog->files.ptr[question->file->id].first,
                            rename->old, rename->request->arena);
        if (verdict_has(rename, &meaning))
            return meaning.doubtful ? LIKELY("a type that gets another name") : EXACT;
    }
    return foreign ? OTHER("an import from outside the repository") : MAYBE("an import");
}

/* `const { old } = m`: whether a pattern takes the name out of a value that may be its module. */
bool verdict_is_taken_out(const RenameQuestion *question, const NameSite *site)
{
    const Rename *rename = question->rename;
    Str text = str_from_offset(question->file->text, site->start);
    bool pattern =
        site->node && question->facts->shorthand &&
        (strstr(site->node, "pattern") || (site->parent && strstr(site->parent, "pair_pattern")));
    size_t close = str_find_byte(text, '}');
    if (!pattern || close == STR_NONE)
        return false;
    Str rest = str_trim(str_from_offset(text, close + 1));
    if (!rest.len || rest.ptr[0] != '=')
        return verdict_may_be_module(question);
    rest = str_trim(str_from_offset(rest, 1));
    size_t end = 0;
    while (end < rest.len && byte_is_word(rest.ptr[end]))
        end++;
    Str word = str_slice(rest, 0, end);
    if (name_is_listed("await import", word))
        return true;
    const ImportLink *link = verdict_qualifying_import(question, word);
    if (!link)
        return verdict_may_be_module(question);
    if (link->target == FILE_NOWHERE)
        return false;
    NameMeaning meaning =
        resolve_offered(rename->resolver, link->target, rename->old, rename->request->arena);
    return verdict_has(rename, &meaning) || !meaning.symbols.len;
}

/* `const { old: other } = require("./m")`: whether an import of the line takes the symbol by the
 * name.
 */
bool verdict_is_imported_key(const RenameQuestion *question, const NameSite *site)
{
    const Rename *rename = question->rename;
    const ImportLinkVec *links = resolve_imports(rename->resolver, question->file->id);
    bool key =
        site->parent && str_equal(str_from(site->parent), STR("pair_pattern")) && site->next == ':';
    for (size_t i = 0; key && i < links->len; i++) {
        const ImportLink *link = &links->ptr[i];
        if (link->line != site->line || link->target == FILE_NOWHERE || !link->name ||
            !str_equal(catalog_name(rename->catalog, link->name), rename->old))
            continue;
        NameMeaning meaning =
            resolve_offered(rename->resolver, link->target, rename->old, rename->request->arena);
        return verdict_has(rename, &meaning) && !meaning.doubtful;
    }
    return false;
}
