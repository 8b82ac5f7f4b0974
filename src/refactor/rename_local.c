/* A local variable is a declaring occurrence in a file. Its places are the occurrences that mean it
   (lang/local_names.h), and the arguments that callers pass by its name. */
#include "refactor/rename_local.h"

#include "text/lines.h"

#include <string.h>

/* ---- what is meant ---- */

bool rename_read_locals(Rename *rename, const RenameFile *file, Str text, LocalNames *names)
{
    const RenameFacts *facts = rename_facts(file->language);
    LocalQuery query = {.language = file->language,
                        .text = text,
                        .facts = facts ? facts->locals : NULL,
                        .names = {rename->old, rename->new}};
    return lang_local_names(rename->request->arena, *rename->request->scratch, &query, names);
}

/* Reads a file of the index, with its outline. */
static bool open_file(Rename *rename, uint32_t id, RenameFile *file, Err *err)
{
    const CatalogFile *row = catalog_row(rename->catalog, id);
    *file = (RenameFile){.id = id, .language = row->language, .is_code = true};
    return rename_read_text(rename, rename->request->arena, row, &file->text) &&
           rename_read_outline(rename, file, err);
}

/* Splits `PATH:LINE:COLUMN`; the column begins with 1 and counts bytes. */
static bool split_position(const Rename *rename, Str text, uint32_t *file, uint64_t *line,
                           uint64_t *column)
{
    size_t second = str_find_last_byte(text, ':');
    size_t first =
        second == STR_NONE ? STR_NONE : str_find_last_byte(str_slice(text, 0, second), ':');
    if (first == STR_NONE || !str_parse_u64(str_slice(text, first + 1, second), line) ||
        !str_parse_u64(str_from_offset(text, second + 1), column))
        return false;
    *file = catalog_find_file(rename->catalog, str_slice(text, 0, first));
    return *file != FILE_NOWHERE;
}

static size_t offset_of(Str text, uint64_t line, uint64_t column)
{
    size_t at = 0;
    for (uint64_t i = 1; i < line && at < text.len; i++) {
        size_t end = str_find_byte(str_from_offset(text, at), '\n');
        at = end == STR_NONE ? text.len : at + end + 1;
    }
    return MIN(text.len, at + (column ? column - 1 : 0));
}

/* The word at an offset, or right after a sigil there. */
static Str word_at(Str text, size_t *at)
{
    while (*at < text.len && byte_in(text.ptr[*at], "$@`"))
        ++*at;
    while (*at && *at < text.len && byte_is_word(text.ptr[*at]) && byte_is_word(text.ptr[*at - 1]))
        --*at;
    size_t end = *at;
    while (end < text.len && byte_is_word(text.ptr[end]))
        end++;
    return str_slice(text, *at, end);
}

static const LocalSite *site_at(const LocalNames *names, uint32_t start)
{
    for (size_t i = 0; i < names->sites.len; i++)
        if (names->sites.ptr[i].start == start && names->sites.ptr[i].name == 0)
            return &names->sites.ptr[i];
    return NULL;
}

/* Sets the variable that a site means; it is of the function around it. */
static void set_local(Rename *rename, const RenameFile *file, const LocalSite *site)
{
    uint32_t first = rename->catalog->files.ptr[file->id].first;
    uint32_t around = name_site_symbol(&file->outline, site->declared);
    uint32_t function = rename_function_around(&file->outline.symbols, around);
    rename->local = (RenameLocal){.is_set = true,
                                  .file = file->id,
                                  .declared = site->declared,
                                  .function = function ? first + function : SYMBOL_NOWHERE};
    rename->symbol = first + around;
}

/* The symbol whose name is declared at the offset, or that a reference there means. */
static uint32_t symbol_at(Rename *rename, RenameFile *file, size_t at, Err *err)
{
    RenameSites found = {0};
    uint32_t first = rename->catalog->files.ptr[file->id].first, meant = SYMBOL_NOWHERE;
    if (!rename_read_sites(rename, file, rename->old, &found, err))
        return SYMBOL_NOWHERE;
    for (size_t i = 0; i < found.sites.len; i++)
        if (found.sites.ptr[i].start == at && found.declared[i])
            return first + found.declared[i];
    for (size_t i = 0; i < found.named.len; i++) {
        const NamedReference *named = &found.named.ptr[i];
        if (named->reference->start != at || named->is_local)
            continue;
        for (size_t k = 0; k < named->edges.len; k++) {
            if (meant != SYMBOL_NOWHERE && meant != named->edges.ptr[k].callee)
                return SYMBOL_NOWHERE;
            meant = named->edges.ptr[k].callee;
        }
    }
    return meant;
}

static bool set_language(Rename *rename, const RenameFile *file, Err *err)
{
    rename->facts = rename_facts(file->language);
    if (rename->facts && rename->facts->reserved)
        return true;
    return err_set(err, ERR_FAILED, "names of %.*s cannot be renamed: they are not followed",
                   STR_ARG(lang_name(file->language)));
}

/* Whether the site is a variable that has no entry in the index of its own. */
static bool is_plain(const Rename *rename, const RenameFile *file, const LocalSite *site)
{
    (void)rename;
    for (size_t i = 0; i < file->outline.symbols.len; i++)
        if (file->outline.symbols.ptr[i].name_start == site->declared)
            return false;
    return !site->fixed;
}

bool rename_find_position(Rename *rename, Str text, bool *found, Err *err)
{
    uint64_t line, column;
    uint32_t id;
    RenameFile file;
    LocalNames names = {0};
    *found = false;
    if (!split_position(rename, text, &id, &line, &column))
        return true;
    *found = true;
    if (!open_file(rename, id, &file, err) || !set_language(rename, &file, err))
        return err->code || err_set(err, ERR_FAILED, "'%.*s' cannot be read", STR_ARG(text));
    size_t at = offset_of(file.text, line, column);
    rename->old = word_at(file.text, &at);
    if (!rename->old.len)
        return err_set(err, ERR_FAILED, "no name is at '%.*s'", STR_ARG(text));
    const LocalSite *site =
        rename_read_locals(rename, &file, file.text, &names) ? site_at(&names, (uint32_t)at) : NULL;
    if (site && site->role == LOCAL_VARIABLE && is_plain(rename, &file, site)) {
        set_local(rename, &file, site);
        return true;
    }
    uint32_t symbol = symbol_at(rename, &file, at, err);
    bool assigned = false;
    if (symbol == SYMBOL_NOWHERE && !err->code &&
        !rename_find_assigned_at(rename, &file, at, &assigned, err))
        return false;
    if (assigned)
        return true;
    if (symbol == SYMBOL_NOWHERE && !err->code)
        return err_set(err, ERR_FAILED, "what '%.*s' means at '%.*s' is not known; name the symbol",
                       STR_ARG(rename->old), STR_ARG(text));
    rename->symbol = symbol;
    return !err->code;
}

/* ---- FUNCTION.NAME ---- */

static bool fail_several(Rename *rename, const RenameFile *file, const LocalNames *names,
                         const Symbol *symbol, Err *err)
{
    Arena *arena = rename->request->arena;
    Buf rows = buf_open(arena, 0);
    for (size_t i = 0; i < names->sites.len; i++) {
        const LocalSite *site = &names->sites.ptr[i];
        if (site->name || !site->declares || site->start < symbol->start ||
            site->start >= symbol->end)
            continue;
        size_t from = site->start;
        while (from && file->text.ptr[from - 1] != '\n')
            from--;
        buf_printf(&rows, " %.*s:%zu:%zu", STR_ARG(catalog_row(rename->catalog, file->id)->path),
                   lines_at_offset(file->text, site->start), site->start - from + 1);
    }
    err_set(err, ERR_FAILED, "several variables of '%.*s' are called '%.*s'", STR_ARG(symbol->name),
            STR_ARG(rename->old));
    return err_hint(err, "say which:%.*s", STR_ARG(buf_str(&rows)));
}

bool rename_find_in_function(Rename *rename, Str text, bool *found, Err *err)
{
    size_t dot = str_find_last_byte(text, '.');
    HandleMatch match = {0};
    RenameFile file;
    LocalNames names = {0};
    const LocalSite *only = NULL;
    *found = false;
    if (dot == STR_NONE)
        return true;
    handle_find(rename->catalog, rename->request->arena, str_slice(text, 0, dot), &match);
    if (match.total != 1)
        return true;
    SymbolPlace place = catalog_place(rename->catalog, match.symbols.ptr[0]);
    if (!place.index || !open_file(rename, place.file, &file, err) ||
        !set_language(rename, &file, err))
        return !err->code;
    const Symbol *symbol = &file.outline.symbols.ptr[place.index - 1];
    Str name = str_from_offset(text, dot + 1);
    rename->old = name.len && name.ptr[0] == '$' ? str_from_offset(name, 1) : name;
    if (!symbol_is_callable(symbol->kind) || !rename->old.len ||
        !rename_read_locals(rename, &file, file.text, &names))
        return true;
    for (size_t i = 0; i < names.sites.len; i++) {
        const LocalSite *site = &names.sites.ptr[i];
        if (site->name || !site->declares || site->role != LOCAL_VARIABLE ||
            site->start < symbol->start || site->start >= symbol->end ||
            !is_plain(rename, &file, site))
            continue;
        if (only)
            return fail_several(rename, &file, &names, symbol, err);
        only = site;
    }
    *found = only;
    if (only)
        set_local(rename, &file, only);
    return true;
}

/* ---- places ---- */

static NameSite place_site(Str text, const LocalSite *site)
{
    size_t from = site->start;
    while (from && text.ptr[from - 1] != '\n')
        from--;
    return (NameSite){.start = site->start,
                      .line = (uint32_t)lines_at_offset(text, site->start),
                      .column = site->start - (uint32_t)from + 1};
}

static void add_place(Rename *rename, uint32_t file, const NameSite *site, RenameVerdict verdict,
                      const char *why)
{
    *VEC_PUSH(rename->request->arena, &rename->places) = (RenamePlace){
        .file = file, .site = *site, .verdict = verdict, .why = why, .within = SYMBOL_NOWHERE};
    rename->counts[verdict]++;
}

/* Whether some type of the tree has a member of the name. */
static bool is_member_named(const Rename *rename, Str text)
{
    uint32_t name = names_find(&rename->catalog->names, text);
    IdSpan named = name ? catalog_named(rename->catalog, name) : (IdSpan){0};
    for (size_t i = 0; i < named.len; i++) {
        SymbolKind kind = (SymbolKind)catalog_entry(rename->catalog, named.ptr[i])->kind;
        if (catalog_place(rename->catalog, named.ptr[i]).index &&
            (kind == SYMBOL_FIELD || kind == SYMBOL_PROPERTY || kind == SYMBOL_CONSTANT ||
             kind == SYMBOL_ENUM_MEMBER))
            return true;
    }
    return false;
}

/* In text that is not parsed: `x:` may be a key, `{ x }` may be both. */
static bool is_opaque_key(Str text, const LocalSite *site)
{
    size_t before = site->start, after = site->end;
    while (before && byte_is_space(text.ptr[before - 1]))
        before--;
    while (after < text.len && byte_is_space(text.ptr[after]))
        after++;
    char last = before ? text.ptr[before - 1] : 0, next = after < text.len ? text.ptr[after] : 0;
    return next == ':' || (last == '{' && byte_in(next, ",}")) || (last == ',' && next == '}');
}

static RenameVerdict judge_site(const Rename *rename, const RenameFile *file, const LocalSite *site,
                                const char **why)
{
    const LocalFacts *facts = rename_facts(file->language)->locals;
    Str before = str_trim(str_slice(file->text, 0, site->start));
    bool value = before.len && before.ptr[before.len - 1] == '='; /* C#: `new { y = x }` */
    if (site->fixed && !value) {
        *why = "its declaration cannot take another name";
        return RENAME_AMBIGUOUS;
    }
    if (site->shorthand && (str_ends(before, STR(" ref")) || str_ends(before, STR(" mut")))) {
        *why = "a field and a variable in one";
        return RENAME_AMBIGUOUS;
    }
    if (site->doubtful && !facts->bare_keys && is_member_named(rename, rename->old))
        return RENAME_OTHER;
    char first = rename->old.ptr[0];
    bool capital = first >= 'A' && first <= 'Z';
    if ((site->doubtful && (facts->bare_keys || capital)) ||
        (site->opaque && site->start && is_opaque_key(file->text, site) &&
         file->text.ptr[site->start - 1] != '{')) {
        *why = "the variable, or a key";
        return RENAME_AMBIGUOUS;
    }
    return RENAME_EXACT;
}

static void add_sites(Rename *rename, const RenameFile *file, const LocalNames *names)
{
    for (size_t i = 0; i < names->sites.len; i++) {
        const LocalSite *site = &names->sites.ptr[i];
        const char *why = NULL;
        if (site->name || site->role != LOCAL_VARIABLE || site->declared != rename->local.declared)
            continue;
        NameSite at = place_site(file->text, site);
        add_place(rename, 0, &at, judge_site(rename, file, site, &why), why);
        RenamePlace *place = &rename->places.ptr[rename->places.len - 1];
        place->shorthand = site->shorthand;
        place->declares = site->declares;
        place->bare = true;
    }
}

/* Mentions in the function, and code that the walk did not read. */
static bool add_mentions(Rename *rename, RenameFile *file, const LocalNames *names, Err *err)
{
    const LocalSite *own = site_at(names, rename->local.declared);
    char sigil = rename_facts(file->language)->locals->sigil;
    RenameSites found = {0};
    if (!rename_read_sites(rename, file, rename->old, &found, err))
        return false;
    for (size_t i = 0; own && i < found.sites.len; i++) {
        const NameSite *site = &found.sites.ptr[i];
        if (site->start < own->function_start || site->start >= own->function_end ||
            rename_find_local_site(names, site->start))
            continue;
        bool sigiled = !sigil || (site->start && byte_in(file->text.ptr[site->start - 1], "${"));
        if (site->where == NAME_IN_STRING)
            add_place(rename, 0, site, RENAME_STRING, NULL);
        else if (site->where == NAME_IN_COMMENT)
            add_place(rename, 0, site, RENAME_COMMENT, NULL);
        else if ((!site->node || site->directive) && sigiled)
            add_place(rename, 0, site, RENAME_AMBIGUOUS, "in code that is not parsed");
    }
    return true;
}

bool rename_local_places(Rename *rename, Err *err)
{
    RenameFile opened;
    LocalNames names = {0};
    if (!open_file(rename, rename->local.file, &opened, err))
        return false;
    *VEC_PUSH(rename->request->arena, &rename->files) = opened;
    RenameFile *file = &rename->files.ptr[0];
    if (!rename_read_locals(rename, file, file->text, &names))
        return err_set(err, ERR_FAILED, "'%.*s' cannot be read as code",
                       STR_ARG(catalog_row(rename->catalog, file->id)->path));
    add_sites(rename, file, &names);
    if (!add_mentions(rename, file, &names, err) || !rename_passed_places(rename, &names, err))
        return false;
    rename_sort_places(rename);
    rename_check_local(rename, &names);
    return true;
}
