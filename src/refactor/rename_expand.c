/* C: a macro's body means what its names mean where it is expanded. A local, or a member, that has
   one of the names there captures it: the new name in a body that has the symbol, or the symbol in
   an argument of a macro that declares the new name. Macros in macros are followed. */
#include "refactor/rename.h"

#include "text/lines.h"

/* Macros hand names on at most this often. */
#define ROUNDS_MAX 6

typedef VEC(Str) MacroNames;

typedef struct Expansion {
    Rename *rename;
    Str name;          /* that the bodies have */
    MacroNames macros; /* whose bodies have it, or a macro of these */
    bool has_grown;
} Expansion;

static bool is_listed(const MacroNames *names, Str name)
{
    for (size_t i = 0; i < names->len; i++)
        if (str_equal(names->ptr[i], name))
            return true;
    return false;
}

/* Whether the text has the word where it is no member of something. */
static bool has_bare(Str text, Str word)
{
    for (size_t at = 0; (at = rename_find_mark(text, word, at)) != STR_NONE; at += word.len) {
        size_t start = at;
        while (start && byte_in(text.ptr[start - 1], " \t"))
            start--;
        if (!start || !byte_in(text.ptr[start - 1], ".>:"))
            return true;
    }
    return false;
}

/* Macros whose parameter has the new name would put it in the symbol's place. */
static void check_parameters(Expansion *expansion, const CatalogFile *row, Str text, size_t at,
                             const RenameMacro *macro)
{
    Rename *rename = expansion->rename;
    if (rename_find_mark(macro->body, rename->old, 0) != STR_NONE &&
        rename_find_mark(macro->parameters, rename->new, 0) != STR_NONE)
        rename_add_conflict(rename, row->path, (uint32_t)lines_at_offset(text, at),
                            str_format(rename->request->arena,
                                       "a parameter of the macro '%.*s' is called '%.*s'",
                                       STR_ARG(macro->name), STR_ARG(rename->new)));
}

static bool visit_macros(void *context, const CatalogFile *row, Str text, Arena rest)
{
    Expansion *expansion = context;
    Arena *arena = expansion->rename->request->arena;
    RenameMacro macro;
    (void)rest;
    for (size_t at = 0; rename_next_macro(expansion->rename, text, &at, &macro);) {
        check_parameters(expansion, row, text, (size_t)(macro.name.ptr - text.ptr), &macro);
        if (!macro.name.len || is_listed(&expansion->macros, macro.name))
            continue;
        bool has = has_bare(macro.body, expansion->name);
        for (size_t i = 0; !has && i < expansion->macros.len; i++)
            has = rename_find_mark(macro.body, expansion->macros.ptr[i], 0) != STR_NONE;
        if (!has)
            continue;
        *VEC_PUSH(arena, &expansion->macros) = str_copy(arena, macro.name);
        expansion->has_grown = true;
    }
    return false;
}

static void find_macros(Expansion *expansion)
{
    expansion->has_grown = true;
    for (int round = 0; round < ROUNDS_MAX && expansion->has_grown; round++) {
        expansion->has_grown = false;
        (void)rename_each_text(expansion->rename, *expansion->rename->request->scratch,
                               visit_macros, expansion);
    }
}

/* ---- where they are expanded ---- */

static uint32_t function_at(const RenameFile *file, size_t at)
{
    const SymbolVec *symbols = &file->outline.symbols;
    for (size_t i = symbols->len; i > 0; i--)
        if (symbol_is_callable(symbols->ptr[i - 1].kind) && symbols->ptr[i - 1].start <= at &&
            at < symbols->ptr[i - 1].end)
            return (uint32_t)i;
    return 0;
}

/* Whether a site of the word, in code, can mean something in the function: a local, or what is
   outside of all functions. */
static bool is_met(const RenameFile *file, const RenameSites *sites, uint32_t function)
{
    for (size_t i = 0; i < sites->sites.len; i++) {
        const NameSite *site = &sites->sites.ptr[i];
        uint32_t around = function_at(file, site->start);
        if (site->where == NAME_IN_CODE && site->access == ACCESS_NONE && !site->directive &&
            (!around || around == function))
            return true;
    }
    return false;
}

/* Whether the function has a place that may be the symbol. */
static bool has_place(const Rename *rename, uint32_t index, uint32_t function)
{
    const RenameFile *file = &rename->files.ptr[index];
    for (size_t i = 0; i < rename->places.len; i++) {
        const RenamePlace *place = &rename->places.ptr[i];
        if (place->file == index && place->bare && place->site.where == NAME_IN_CODE &&
            place->verdict <= RENAME_AMBIGUOUS && function_at(file, place->site.start) == function)
            return true;
    }
    return false;
}

/* Whether a local that has the old name is visible where the macro is used. */
static bool is_hidden(const Rename *rename, const RenameFile *file, const RenameSites *old,
                      const NameSite *site, uint32_t around)
{
    RenameQuestion question = {.rename = rename,
                               .file = file,
                               .facts = rename_facts(file->language),
                               .named = &old->named,
                               .sites = &old->sites,
                               .around = old->around,
                               .declared = old->declared,
                               .symbol = around};
    return rename_is_local(&question, site);
}

/* C++: whether a type has a member of the new name, which the code of a method means. */
static bool is_member_met(const Rename *rename, const RenameFile *file, uint32_t function)
{
    Catalog *catalog = rename->catalog;
    const Symbol *symbol = &file->outline.symbols.ptr[function - 1];
    uint32_t name = names_find(&catalog->names, rename->new);
    IdSpan named = name ? catalog_named(catalog, name) : (IdSpan){0};
    bool method = symbol->parent || symbol_owner(symbol).len;
    for (size_t i = 0; method && i < named.len; i++) {
        const Entry *entry = catalog_entry(catalog, named.ptr[i]);
        if (entry->owner || entry->parent)
            return true;
    }
    return false;
}

typedef struct FileNames {
    Rename *rename;
    RenameFile *file;
    uint32_t index;
    RenameSites old, new;
} FileNames;

static bool check_macro(FileNames *names, Str macro, bool has_old, Err *err)
{
    Rename *rename = names->rename;
    RenameFile *file = names->file;
    RenameSites uses = {0};
    if (!rename_read_sites(rename, file, macro, &uses, err))
        return false;
    for (size_t i = 0; i < uses.sites.len; i++) {
        const NameSite *site = &uses.sites.ptr[i];
        uint32_t function = function_at(file, site->start);
        if (site->where != NAME_IN_CODE || site->directive || !function)
            continue;
        bool captures = has_old ? is_met(file, &names->new, function) ||
                                      is_hidden(rename, file, &names->old, site, uses.around[i]) ||
                                      is_member_met(rename, file, function)
                                : has_place(rename, names->index, function);
        if (captures)
            rename_add_conflict(rename, rename->catalog->files.ptr[file->id].path, site->line,
                                str_format(rename->request->arena,
                                           "the macro '%.*s' would mean another '%.*s' here",
                                           STR_ARG(macro), STR_ARG(rename->new)));
    }
    return true;
}

static bool check_file(const Expansion *old, const Expansion *new, uint32_t index, Err *err)
{
    Rename *rename = old->rename;
    FileNames names = {.rename = rename, .file = &rename->files.ptr[index], .index = index};
    if (!rename_read_sites(rename, names.file, rename->new, &names.new, err) ||
        !rename_read_sites(rename, names.file, rename->old, &names.old, err))
        return false;
    for (size_t m = 0; m < old->macros.len + new->macros.len; m++) {
        bool has_old = m < old->macros.len;
        Str macro = has_old ? old->macros.ptr[m] : new->macros.ptr[m - old->macros.len];
        if (!check_macro(&names, macro, has_old, err))
            return false;
    }
    return true;
}

bool rename_check_expansions(Rename *rename, Err *err)
{
    Expansion was = {.rename = rename, .name = rename->old},
              now = {.rename = rename, .name = rename->new};
    if (!rename->facts->names_are_global || rename->is_macro)
        return true;
    find_macros(&was);
    if (!rename->is_member)
        find_macros(&now);
    for (uint32_t f = 0; was.macros.len + now.macros.len && f < rename->files.len; f++)
        if (rename->files.ptr[f].is_code && !check_file(&was, &now, f, err))
            return false;
    return true;
}
