/* What forbids a name for a local variable: code that reads variables by their names, macros,
   members that would be meant instead, and callers that pass an argument by its name. */
#include "refactor/rename_local.h"

#include "text/lines.h"

static Str path_of_local(const Rename *rename)
{
    return catalog_row(rename->catalog, rename->local.file)->path;
}

static uint32_t line_of(const Rename *rename, uint32_t start)
{
    return (uint32_t)lines_at_offset(rename->files.ptr[0].text, start);
}

static IdSpan named(const Rename *rename, Str text)
{
    uint32_t name = names_find(&rename->catalog->names, text);
    return name ? catalog_named(rename->catalog, name) : (IdSpan){0};
}

/* ---- arguments that callers pass by the name ---- */

/* Whether a word is in the text, not only as a part of another one. */
static bool has_word(Str text, Str word)
{
    return word.len && rename_find_mark(text, word, 0) != STR_NONE;
}

/* The name by which callers call the function: that of the type for a constructor. */
static Str name_of_function(const Rename *rename)
{
    const Catalog *catalog = rename->catalog;
    const Entry *entry = catalog_entry(catalog, rename->local.function);
    const CatalogFile *file =
        catalog_row(catalog, catalog_place(catalog, rename->local.function).file);
    Str name = catalog_name(catalog, entry->name);
    bool maker = entry->kind == SYMBOL_CONSTRUCTOR || str_equal(name, STR("__init__")) ||
                 str_equal(name, STR("__construct")) || str_equal(name, STR("__new__"));
    return maker && entry->parent ? catalog_name(catalog, file->entries[entry->parent].name) : name;
}

static size_t count_callables(const Rename *rename, Str name)
{
    IdSpan span = named(rename, name);
    size_t count = 0;
    for (size_t i = 0; i < span.len; i++) {
        SymbolKind kind = (SymbolKind)catalog_entry(rename->catalog, span.ptr[i])->kind;
        count += symbol_is_callable(kind) || symbol_is_type(kind);
    }
    return count;
}

/* Whether the function may have another name in the text: it is used there otherwise than called.
 */
static bool is_value(Str text, Str name)
{
    for (size_t at = 0; (at = rename_find_mark(text, name, at)) != STR_NONE; at += name.len) {
        size_t end = at + name.len;
        Str line = str_trim(rename_line_at(text, at));
        while (end < text.len && byte_in(text.ptr[end], " \t"))
            end++;
        if ((end >= text.len || text.ptr[end] != '(') && !str_starts(line, STR("import")) &&
            !str_starts(line, STR("from")) && !str_starts(line, STR("use")))
            return true;
    }
    return false;
}

static RenameVerdict judge_passed(const Rename *rename, Str text, const NameSite *site, Str name,
                                  const char **why)
{
    Str callee = rename_callee_around(text, site->start);
    IdSpan span = named(rename, callee);
    if (str_equal(callee, name) && count_callables(rename, name) == 1)
        return RENAME_EXACT;
    *why = str_equal(callee, name) ? "an argument of one of several functions of that name"
                                   : "an argument by that name, perhaps of this function";
    if (str_equal(callee, name) || !callee.len)
        return RENAME_AMBIGUOUS;
    bool other = span.len && count_callables(rename, callee) == span.len;
    return other || !is_value(text, name) ? RENAME_OTHER : RENAME_AMBIGUOUS;
}

static bool add_passed(Rename *rename, uint32_t index, Str name, Err *err)
{
    const RenameFile *file = &rename->files.ptr[index];
    const RenameFacts *facts = rename_facts(file->language);
    NameSiteVec sites = {0};
    if (!lang_name_sites(rename->request->arena, *rename->request->scratch,
                         &(NameQuery){file->language, file->text, rename->old, rename_hints(facts)},
                         &sites))
        return err_set(err, ERR_FAILED, "'%.*s' is written too often", STR_ARG(rename->old));
    for (size_t i = 0; i < sites.len; i++) {
        const NameSite *site = &sites.ptr[i];
        const char *why = NULL;
        if (site->where != NAME_IN_CODE || !rename_node_is(facts->locals->passed, site) ||
            !byte_in(site->next, "=:"))
            continue;
        RenameVerdict verdict = judge_passed(rename, file->text, site, name, &why);
        if (verdict == RENAME_OTHER)
            continue;
        *VEC_PUSH(rename->request->arena, &rename->places) = (RenamePlace){
            .file = index, .site = *site, .verdict = verdict, .why = why, .within = SYMBOL_NOWHERE};
        rename->counts[verdict]++;
    }
    Str spread = str_format(rename->request->arena, "%.*s(**", STR_ARG(name));
    if (facts->locals->evaluates && str_find(file->text, spread) != STR_NONE)
        rename_add_told(rename, catalog_row(rename->catalog, file->id)->path,
                        (uint32_t)lines_at_offset(file->text, str_find(file->text, spread)),
                        STR("arguments come here by names that are not written out"));
    return true;
}

/* Whether a line that marks the function, `@fixture`, is before it. */
static bool is_marked(const Rename *rename, const RenameFile *file)
{
    SymbolPlace place = catalog_place(rename->catalog, rename->local.function);
    const Symbol *symbol = &file->outline.symbols.ptr[place.index - 1];
    size_t start = symbol->start;
    Str head = str_slice(file->text, start, MIN(symbol->end, start + 1));
    while (start && byte_is_space(file->text.ptr[start - 1]))
        start--;
    while (start && file->text.ptr[start - 1] != '\n')
        start--;
    Str before = str_trim(str_slice(file->text, start, symbol->start));
    return str_equal(head, STR("@")) || str_starts(before, STR("@"));
}

bool rename_passed_places(Rename *rename, const LocalNames *names, Err *err)
{
    const LocalFacts *facts = rename->facts->locals;
    bool parameter = false;
    for (size_t i = 0; i < names->sites.len; i++)
        parameter |=
            names->sites.ptr[i].start == rename->local.declared && names->sites.ptr[i].parameter;
    if (!parameter || !facts->passed || rename->local.function == SYMBOL_NOWHERE)
        return true;
    Str name = name_of_function(rename);
    if (is_marked(rename, &rename->files.ptr[0]) || str_starts(name, STR("test")))
        rename_add_told(rename, path_of_local(rename), line_of(rename, rename->local.declared),
                        STR("a decorator or a test runner may pass it by its name"));
    if (!add_passed(rename, 0, name, err))
        return false;
    for (uint32_t id = 0; id < rename->catalog->files.len; id++) {
        const CatalogFile *row = catalog_row(rename->catalog, id);
        RenameFile file = {.id = id, .language = row->language};
        char *before = rename->request->arena->ptr;
        if (id == rename->local.file || !row->path.len || !rename_speaks(rename, row->language) ||
            !rename_facts(row->language)->locals ||
            !rename_read_text(rename, rename->request->arena, row, &file.text))
            continue;
        if (!lang_has_name(row->language, file.text, rename->old) || !has_word(file.text, name)) {
            rename->request->arena->ptr = before;
            continue;
        }
        *VEC_PUSH(rename->request->arena, &rename->files) = file;
        if (!add_passed(rename, (uint32_t)rename->files.len - 1, name, err))
            return false;
    }
    return true;
}

/* ---- macros ---- */

/* C: a macro that is expanded in the function may mean its variables, or show their names. */
static void check_macro(Rename *rename, const LocalSite *own, const RenameMacro *macro)
{
    Str text = rename->files.ptr[0].text;
    Str code = str_slice(text, own->function_start, own->function_end);
    Str rest = str_from(rename->facts->quotes ? rename->facts->quotes : ""), mark;
    if (!macro->name.len || !has_word(code, macro->name))
        return;
    bool quotes = str_take_until(&rest, ' ', &mark) && str_find(macro->body, mark) != STR_NONE;
    bool means =
        (has_word(macro->body, rename->old) && !has_word(macro->parameters, rename->old)) ||
        has_word(macro->body, rename->new);
    if (means || quotes)
        rename_add_told(rename, path_of_local(rename), line_of(rename, own->start),
                        str_format(rename->request->arena,
                                   means ? "the macro '%.*s' may mean a variable of this function"
                                         : "the macro '%.*s' shows names that it is given",
                                   STR_ARG(macro->name)));
}

typedef struct MacroVisit {
    Rename *rename;
    const LocalSite *own;
} MacroVisit;

static bool visit_macros(void *context, const CatalogFile *row, Str text, Arena rest)
{
    MacroVisit *visit = context;
    RenameMacro macro;
    size_t at = 0;
    (void)row;
    (void)rest;
    while (rename_next_macro(visit->rename, text, &at, &macro)) {
        check_macro(visit->rename, visit->own, &macro);
        if (str_equal(macro.name, visit->rename->new))
            rename_add_told(visit->rename, path_of_local(visit->rename),
                            line_of(visit->rename, visit->own->start),
                            STR("a macro has that name"));
    }
    return false;
}

static void check_macros(Rename *rename, const LocalSite *own)
{
    MacroVisit visit = {rename, own};
    if (!rename->facts->macro)
        return;
    (void)rename_each_text(rename, *rename->request->scratch, visit_macros, &visit);
    if (rename->facts->names_are_global && name_is_listed(rename->facts->library, rename->new))
        rename_add_told(rename, path_of_local(rename), line_of(rename, own->start),
                        STR("the library declares that name, perhaps as a macro"));
}

/* Rust: `{x}` in a text may mean the argument `x = …` of the macro. */
static void check_named(Rename *rename, const LocalNames *names)
{
    Str text = rename->files.ptr[0].text;
    for (size_t i = 0; i < names->sites.len; i++) {
        const LocalSite *site = &names->sites.ptr[i];
        size_t end = site->end;
        while (end < text.len && byte_is_space(text.ptr[end]))
            end++;
        if (site->opaque && site->role == LOCAL_APART && end < text.len && text.ptr[end] == '=')
            rename_add_told(rename, path_of_local(rename), line_of(rename, site->start),
                            STR("a macro may have an argument of that name here"));
    }
}

/* ---- the new name ---- */

static bool overlap(const LocalSite *a, const LocalSite *b)
{
    return a->scope_start < b->scope_end && b->scope_start < a->scope_end;
}

static void check_others(Rename *rename, const LocalNames *names, const LocalSite *own)
{
    const LocalFacts *facts = rename->facts->locals;
    for (size_t i = 0; i < names->sites.len; i++) {
        const LocalSite *site = &names->sites.ptr[i];
        if (site->name == 1 && site->declares && site->role == LOCAL_VARIABLE &&
            facts->never_shadows && !site->in_class && overlap(site, own))
            rename_add_conflict(rename, path_of_local(rename), line_of(rename, site->start),
                                str_format(rename->request->arena,
                                           "'%.*s' is another variable within the same scope",
                                           STR_ARG(rename->new)));
        if (site->name == 0 && site->in_class && site->declared == own->declared &&
            rename->facts->members_are_bare && named(rename, rename->new).len)
            rename_add_told(rename, path_of_local(rename), line_of(rename, site->start),
                            str_format(rename->request->arena,
                                       "a type within the function may have the member '%.*s'",
                                       STR_ARG(rename->new)));
    }
}

static void check_name(Rename *rename, const LocalSite *own)
{
    const LocalFacts *facts = rename->facts->locals;
    Arena *arena = rename->request->arena;
    bool dashes = str_equal(rename->new, STR("_"));
    if (dashes || name_is_listed(facts->implicit, rename->new) ||
        name_is_listed(facts->implicit, rename->old))
        rename_add_conflict(rename, path_of_local(rename), line_of(rename, own->start),
                            str_format(arena, "the language gives '%.*s' a meaning",
                                       STR_ARG(dashes ? rename->new : rename->old)));
    IdSpan span = named(rename, rename->new);
    char first = rename->new.ptr[0];
    bool capital = first >= 'A' && first <= 'Z';
    for (size_t i = 0; facts->capitals_are_values && i < span.len; i++) {
        SymbolKind kind = (SymbolKind)catalog_entry(rename->catalog, span.ptr[i])->kind;
        capital |= kind == SYMBOL_CONSTANT || kind == SYMBOL_VARIABLE;
    }
    if (capital && (facts->capitals_are_values || rename->facts->case_decides))
        rename_add_conflict(rename, path_of_local(rename), line_of(rename, own->start),
                            STR("a pattern of that name may be a constant"));
}

static void check_damage(Rename *rename, const LocalNames *names, const LocalSite *own)
{
    for (size_t i = 0; i < names->damage.len; i++)
        if (names->damage.ptr[i].start < own->function_end &&
            own->function_start <= names->damage.ptr[i].end) {
            rename_add_told(rename, path_of_local(rename),
                            line_of(rename, names->damage.ptr[i].start),
                            STR("the function has code here that cannot be parsed"));
            return;
        }
}

void rename_check_local(Rename *rename, const LocalNames *names)
{
    const LocalSite *own = NULL;
    Str found;
    for (size_t i = 0; i < names->sites.len && !own; i++)
        if (names->sites.ptr[i].start == rename->local.declared)
            own = &names->sites.ptr[i];
    if (!own)
        return;
    Str code = str_slice(rename->files.ptr[0].text, own->function_start, own->function_end);
    if (rename->facts->locals->evaluates &&
        rename_has_mark(code, rename->facts->locals->evaluates, &found))
        rename_add_told(rename, path_of_local(rename), line_of(rename, own->start),
                        str_format(rename->request->arena,
                                   "'%.*s' in its function may read variables by their names",
                                   STR_ARG(found)));
    check_name(rename, own);
    check_others(rename, names, own);
    check_damage(rename, names, own);
    check_macros(rename, own);
    check_named(rename, names);
}
