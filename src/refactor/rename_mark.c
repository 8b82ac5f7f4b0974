/* Names that are more than a member, or less: a parameter that is a field, too; a name that a mark
   before it makes another one: `$x` in PHP, `#x` in JavaScript. */
#include "refactor/rename_local.h"
#include "refactor/rename_verdict.h"

static uint32_t dense(const RenameQuestion *question, uint32_t index)
{
    return question->rename->catalog->files.ptr[question->file->id].first + index;
}

/* A parameter of a constructor that is also the field: what means the one has the name of both. */
static bool is_parameter_too(const RenameQuestion *question, const NameSite *site)
{
    const LocalSite *local =
        question->locals ? rename_find_local_site(question->locals, site->start) : NULL;
    const SymbolVec *symbols = &question->file->outline.symbols;
    if (!local || local->role != LOCAL_VARIABLE || !local->parameter)
        return false;
    for (size_t i = 0; i < symbols->len; i++) {
        const Symbol *symbol = &symbols->ptr[i];
        uint32_t sigil = (uint32_t)question->rename->sigil.len;
        if ((symbol->name_start == local->declared ||
             symbol->name_start + sigil == local->declared) &&
            rename_has(question->rename, dense(question, (uint32_t)i + 1)))
            return true;
    }
    return false;
}

/* PHP: `$x` and `T::$x`, which a dollar mark begins; `x` without one is a constant or a function.
 */
static Verdict judge_marked(const RenameQuestion *question, const NameSite *site)
{
    const Rename *rename = question->rename;
    Str before = str_slice(question->file->text, 0, site->start);
    bool marked = str_ends(before, STR("$"));
    before = marked ? str_slice(before, 0, before.len - 1) : before;
    if (!marked || !str_ends(before, STR("::")))
        return OTHER(marked ? "a variable" : "no property");
    Str word = str_word_before(before, before.len - 2);
    if (name_is_listed("self static parent", word))
        return rename_is_within_owner(question) ? EXACT
                                                : MAYBE("a static property of a type around");
    NameMeaning meaning = resolve_visible(rename->resolver, dense(question, question->symbol), word,
                                          rename->request->arena);
    bool owner = false;
    for (size_t i = 0; i < meaning.symbols.len; i++)
        owner |= rename_is_owner(rename, meaning.symbols.ptr[i]);
    if (owner)
        return meaning.doubtful ? LIKELY("likely by its type") : EXACT;
    return meaning.symbols.len && !meaning.doubtful
               ? OTHER("of another type")
               : MAYBE("a static property of a type that is not known");
}

/* Whether the field is declared as a parameter. Its file, which has the name, is read again. */
static bool is_promoted(const Rename *rename)
{
    SymbolPlace place = catalog_place(rename->catalog, rename->symbol);
    for (size_t i = 0; i < rename->files.len; i++) {
        const RenameFile *file = &rename->files.ptr[i];
        Outline outline = file->outline;
        if (file->id != place.file)
            continue;
        if (!outline.language)
            rename_outline(rename, file, file->text, false, &outline);
        uint32_t around =
            place.index <= outline.symbols.len ? outline.symbols.ptr[place.index - 1].parent : 0;
        return around && symbol_is_callable(outline.symbols.ptr[around - 1].kind);
    }
    return true;
}

/* PHP: an argument of the constructor whose parameter is the field. */
static Verdict judge_promoted(const RenameQuestion *question, const NameSite *site)
{
    const Rename *rename = question->rename;
    const Entry *entry = catalog_entry(rename->catalog, rename->symbol);
    Str callee = rename_callee_around(question->file->text, site->start);
    SymbolPlace place = catalog_place(rename->catalog, rename->symbol);
    const CatalogFile *file = catalog_row(rename->catalog, place.file);
    Str type =
        entry->parent ? catalog_name(rename->catalog, file->entries[entry->parent].name) : (Str){0};
    uint32_t id = names_find(&rename->catalog->names, type);
    size_t types = 0;
    IdSpan named = id ? catalog_named(rename->catalog, id) : (IdSpan){0};
    if (!is_promoted(rename))
        return OTHER("an argument, which is no field");
    for (size_t i = 0; i < named.len; i++)
        types += symbol_is_type((SymbolKind)catalog_entry(rename->catalog, named.ptr[i])->kind);
    if (str_equal(callee, type) && types == 1 && rename->family.len == 1)
        return EXACT;
    return str_equal(callee, type) || rename_is_owner_named(rename, callee) ||
                   name_is_listed("self static parent __construct", callee)
               ? MAYBE("an argument, or a field, by its name")
               : OTHER("an argument of another call");
}

/* JavaScript: `#x` belongs to the innermost type around that declares it. */
static Verdict judge_hashed(const RenameQuestion *question)
{
    const SymbolVec *symbols = &question->file->outline.symbols;
    for (uint32_t type = question->symbol; type; type = symbols->ptr[type - 1].parent)
        for (size_t i = type; i < symbols->len; i++)
            if (symbols->ptr[i].parent == type &&
                str_equal(symbols->ptr[i].name, question->rename->old))
                return rename_has(question->rename, dense(question, (uint32_t)i + 1))
                           ? EXACT
                           : OTHER("of another class");
    return MAYBE("a private name of a class that is not known");
}

bool rename_judge_mark(const RenameQuestion *question, const NameSite *site, Verdict *verdict)
{
    const Rename *rename = question->rename;
    bool dollar = str_equal(rename->sigil, STR("$"));
    if (is_parameter_too(question, site))
        *verdict = EXACT;
    else if (rename->facts->hash_is_private && str_starts(rename->old, STR("#")))
        *verdict = judge_hashed(question);
    else if (dollar && rename_node_is(question->facts->fields_by_name, site))
        *verdict = judge_promoted(question, site);
    else if (dollar && site->access != ACCESS_MEMBER)
        *verdict = judge_marked(question, site);
    else
        return false;
    return true;
}
