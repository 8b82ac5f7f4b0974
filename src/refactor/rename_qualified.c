/* A name after a module, a package or a type: `m.old`, `a::b::old`. */
#include "refactor/rename_verdict.h"

#include "text/lines.h"

bool verdict_has_owner(const Rename *rename, const NameMeaning *meaning)
{
    for (size_t i = 0; i < meaning->symbols.len; i++)
        if (rename_is_owner(rename, meaning->symbols.ptr[i]))
            return true;
    return false;
}

/* The import that the name before an access mark is, or NULL. */
const ImportLink *verdict_qualifying_import(const RenameQuestion *question, Str qualifier)
{
    const Rename *rename = question->rename;
    const ImportLinkVec *links = resolve_imports(rename->resolver, question->file->id);
    for (size_t i = 0; qualifier.len && i < links->len; i++) {
        const ImportLink *link = &links->ptr[i];
        uint32_t id = link->alias ? link->alias : link->name ? link->name : link->package;
        Str name = catalog_name(rename->catalog, id);
        size_t slash = str_find_last_byte(name, '/');
        name = slash == STR_NONE ? name : str_from_offset(name, slash + 1);
        if (str_equal(name, qualifier) || str_equal(handle_last_part(name), qualifier))
            return link;
    }
    return NULL;
}

bool rename_is_owner_named(const Rename *rename, Str name)
{
    for (size_t i = 0; i < rename->owners.len; i++)
        if (str_equal(catalog_name(rename->catalog,
                                   catalog_entry(rename->catalog, rename->owners.ptr[i])->name),
                      name))
            return true;
    return false;
}

bool verdict_is_self(Str qualifier)
{
    return qualifier.len && name_is_listed("self this cls Self super", qualifier);
}

/* Java: whether the whole package of the symbol is before it, `app.shop.Old`, and no variable or
   type of the tree has the name that this begins with. */
static bool is_behind_package(const RenameQuestion *question, const NameSite *site)
{
    const Rename *rename = question->rename;
    const CatalogFile *home =
        catalog_row(rename->catalog, catalog_place(rename->catalog, rename->symbol).file);
    Str package = catalog_name(rename->catalog, home->package), text = question->file->text;
    size_t end = site->start - MIN(site->start, 1);
    if (!package.len || package.len > end || site->access != ACCESS_MEMBER || rename->is_nested ||
        !resolve_has_packages(home->language))
        return false;
    size_t start = end - package.len;
    NameMeaning root = resolve_visible(rename->resolver, verdict_symbol(question, question->symbol),
                                       str_first_word(package), rename->request->arena);
    return str_equal(str_slice(text, start, end), package) && !root.symbols.len &&
           (!start || !(byte_is_word(text.ptr[start - 1]) || text.ptr[start - 1] == '.'));
}

/* Ruby: whether nothing is before the mark, so that the name is one of the outermost scope:
 * `::Old`.
 */
static bool is_at_top(const RenameQuestion *question, const NameSite *site)
{
    Str before = str_slice(question->file->text, 0, site->start);
    if (!question->facts->mark_is_top || site->qualifier.len || !str_ends(before, STR("::")))
        return false;
    char last = before.len > 2 ? before.ptr[before.len - 3] : ' ';
    return !byte_is_word(last) && !byte_in(last, ")]}>\"'");
}

/* Whether no type or module is around the symbol. */
static bool is_of_top(const Rename *rename)
{
    for (size_t i = 0; i < rename->family.len; i++) {
        const Entry *entry = catalog_entry(rename->catalog, rename->family.ptr[i]);
        if (entry->parent || entry->owner)
            return false;
    }
    return !rename->is_nested;
}

/* A name after a module or package: `m.old`. */
Verdict verdict_of_qualified(const RenameQuestion *question, const NameSite *site)
{
    const Rename *rename = question->rename;
    Arena *arena = rename->request->arena;
    const ImportLinkVec *links = resolve_imports(rename->resolver, question->file->id);
    bool may = question->facts->modules_are_values || site->access == ACCESS_SCOPE;
    if (is_at_top(question, site))
        return is_of_top(rename) ? EXACT : OTHER("of the outermost scope");
    if (!site->qualifier.len)
        return may ? MAYBE("its receiver is not known") : OTHER("a member");
    NameMeaning around = resolve_visible(
        rename->resolver, verdict_symbol(question, question->symbol), site->qualifier, arena);
    if (verdict_has_owner(rename, &around))
        return EXACT;
    if (is_behind_package(question, site))
        return EXACT;
    if (site->access == ACCESS_SCOPE && rename_is_owner_named(rename, site->qualifier))
        return rename->facts->names_are_global && rename_is_alone_in(rename, site->qualifier)
                   ? EXACT
                   : MAYBE("behind the name of its scope");
    const ImportLink *link = verdict_qualifying_import(question, site->qualifier);
    if (link && link->target != FILE_NOWHERE) {
        NameMeaning meaning = resolve_offered(rename->resolver, link->target, rename->old, arena);
        bool module = !link->name || around.symbols.len == 0;
        if (!meaning.symbols.len && !meaning.leaves && module && !rename->is_nested)
            return OPEN(RENAME_AMBIGUOUS, "of a module that may have it");
        return verdict_has(rename, &meaning) ? EXACT : OTHER("of another module");
    }
    for (size_t i = 0; !link && i < links->len; i++) {
        link = &links->ptr[i];
        NameMeaning meaning = {0};
        if (link->target != FILE_NOWHERE && !link->alias && !link->name) /* by its package's name */
            meaning = resolve_offered(rename->resolver, link->target, rename->old, arena);
        if (verdict_has(rename, &meaning))
            return EXACT;
        link = NULL;
    }
    if (rename->is_embedded)
        return MAYBE("a field that an embedded type makes");
    if (rename_is_of_holder(question))
        return rename_is_holder(rename, site->qualifier) ? EXACT
                                                         : MAYBE("in code of another language");
    if (question->facts->modules_are_values && site->access == ACCESS_MEMBER) {
        Verdict verdict = verdict_through_package(question, site);
        if (verdict.verdict != RENAME_OTHER)
            return verdict;
    }
    if (!verdict_is_self(site->qualifier) && verdict_may_be_module(question))
        return OPEN(RENAME_AMBIGUOUS, "a member of a value that may be a module");
    if (site->access == ACCESS_SCOPE &&
        (rename_is_module_named(rename, site->qualifier) ||
         name_is_listed(question->facts->near_modules, site->qualifier) ||
         (rename->facts->names_are_global && rename_is_alias(rename, &around))))
        return OPEN(RENAME_AMBIGUOUS, "in a module or a type that may offer it");
    return OTHER("a member");
}

/* Rust: the trait of `<T as Trait>::old`. */
static Str trait_before(const RenameQuestion *question, const NameSite *site)
{
    Str before = str_slice(question->file->text, lines_start_at(question->file->text, site->start),
                           site->start);
    size_t open = str_find_last_byte(before, '<');
    Str inner = open != STR_NONE && str_ends(before, STR(">::"))
                    ? str_slice(before, open, before.len - 3)
                    : (Str){0};
    Str trait = str_last_word(inner);
    return str_ends(str_slice(inner, 0, inner.len - trait.len), STR(" as ")) ? trait : (Str){0};
}

bool verdict_of_trait(const RenameQuestion *question, const NameSite *site, Verdict *verdict)
{
    Str trait = question->facts->bases_are_apart && !site->qualifier.len
                    ? trait_before(question, site)
                    : (Str){0};
    if (!trait.len)
        return false;
    NameMeaning meaning =
        resolve_visible(question->rename->resolver, verdict_symbol(question, question->symbol),
                        trait, question->rename->request->arena);
    *verdict = !meaning.symbols.len || meaning.doubtful ? MAYBE("behind a trait that is not known")
               : verdict_has_owner(question->rename, &meaning) ? EXACT
                                                               : OTHER("of another trait");
    return true;
}
