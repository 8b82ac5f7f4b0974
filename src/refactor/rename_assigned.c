/* The index has no symbol for a field that only assignments make. For a rename each type whose code
   names such a field of its own object gets one, at the end of the outline of its file; the catalog
   takes these files in again. From then on it is a member like any other. */
#include "refactor/rename.h"

#include "index/update/as_of.h"
#include "session/warm.h"
#include "text/lines.h"

static const OutlineOptions outline_options = {
    .want_references = true, .want_docs = true, .no_ctags = true};

/* ---- where a type names a field of its own object ---- */

static bool is_field_name(const RenameFacts *facts, const NameSite *site)
{
    bool self = site->access == ACCESS_MEMBER && name_is_listed("self this", site->qualifier) &&
                site->next != '(';
    return site->where == NAME_IN_CODE && (self || rename_node_is(facts->own_fields, site));
}

/* Ruby: `@` or `@@` before the name. */
static Str sigil_before(Str text, size_t at)
{
    size_t start = at;
    while (start && text.ptr[start - 1] == '@')
        start--;
    return str_slice(text, start, at);
}

/* The type around a place, as its symbol's index + 1; 0: none. */
static uint32_t type_around(const Outline *outline, uint32_t at)
{
    uint32_t symbol = name_site_symbol(outline, at);
    while (symbol && !symbol_is_type(outline->symbols.ptr[symbol - 1].kind) &&
           outline->symbols.ptr[symbol - 1].kind != SYMBOL_MODULE)
        symbol = outline->symbols.ptr[symbol - 1].kind == SYMBOL_OBJECT
                     ? 0
                     : outline->symbols.ptr[symbol - 1].parent;
    return symbol;
}

static bool find_sites(const Rename *rename, const RenameFile *file, Str text, Str name,
                       NameSiteVec *sites)
{
    NameHints hints = rename_hints(rename_facts(file->language));
    return lang_name_sites(rename->request->arena, *rename->request->scratch,
                           &(NameQuery){file->language, text, name, hints}, sites);
}

/* ---- symbols of outlines ---- */

static void add_symbol(const Rename *rename, Outline *outline, Str text, uint32_t type, Str bare,
                       uint32_t at)
{
    Arena *arena = rename->request->arena;
    Str name = str_join(arena, rename->sigil, bare);
    bool written = rename->facts->own_fields; /* the sigil */
    uint32_t from = written ? at - (uint32_t)MIN(at, rename->sigil.len) : at;
    uint32_t line = at ? (uint32_t)lines_at_offset(text, at) : 0;
    Symbol symbol = {.kind = SYMBOL_FIELD,
                     .name = name,
                     .signature = name,
                     .start = at,
                     .end = at,
                     .lead = at,
                     .name_start = from,
                     .name_end = at ? at + (uint32_t)bare.len : 0,
                     .start_line = line,
                     .end_line = line,
                     .name_line = line,
                     .parent = type,
                     .next = (uint32_t)outline->symbols.len + 1,
                     .depth = (uint16_t)(outline->symbols.ptr[type - 1].depth + 1)};
    *VEC_PUSH(arena, &outline->symbols) = symbol;
}

/* The first place where the type names the field; 0: nowhere. */
static uint32_t first_place(const NameSiteVec *sites, const RenameFile *file,
                            const Outline *outline, uint32_t type)
{
    const RenameFacts *facts = rename_facts(file->language);
    for (size_t i = 0; i < sites->len; i++)
        if (is_field_name(facts, &sites->ptr[i]) &&
            type_around(outline, sites->ptr[i].start) == type)
            return sites->ptr[i].start;
    return 0;
}

void rename_add_assigned(const Rename *rename, uint32_t id, Str text, bool edited, Outline *outline)
{
    const CatalogFile *row = &rename->catalog->files.ptr[id];
    const RenameFile file = {.id = id, .language = row->language, .is_code = true};
    NameSiteVec sites[2] = {{0}, {0}};
    const Str names[2] = {rename->old, rename->new};
    bool found = false;
    for (size_t i = 0; i < rename->assigned.len; i++) {
        const AssignedField *field = &rename->assigned.ptr[i];
        if (field->file != id || field->type > outline->symbols.len)
            continue;
        bool renamed = edited && rename_has(rename, row->first + field->index);
        for (int k = 0; !found && k <= edited; k++)
            if (!find_sites(rename, &file, text, names[k], &sites[k]))
                return;
        found = true;
        add_symbol(rename, outline, text, field->type, names[renamed],
                   first_place(&sites[renamed], &file, outline, field->type));
    }
}

void rename_outline(const Rename *rename, const RenameFile *file, Str text, bool edited,
                    Outline *outline)
{
    *outline = (Outline){.language = file->language};
    lang_outline(rename->request->arena, *rename->request->scratch, file->language, text,
                 &outline_options, outline);
    rename_add_assigned(rename, file->id, text, edited, outline);
}

/* ---- all fields of the name ---- */

/* Whether the type, or one that it inherits from, declares a member of the name. */
static bool is_declared(const Rename *rename, uint32_t type, Str name)
{
    IdVec types = {0};
    IdVec named = {0};
    const uint32_t ids[] = {names_find(&rename->catalog->names, name),
                            rename_name_id(rename, name)};
    for (size_t k = 0; k < COUNT(ids); k++) {
        IdSpan span = ids[k] ? catalog_named(rename->catalog, ids[k]) : (IdSpan){0};
        for (size_t i = 0; i < span.len; i++)
            *VEC_PUSH(rename->request->arena, &named) = span.ptr[i];
    }
    if (!named.len)
        return false;
    resolve_ancestors(rename->resolver, rename->request->arena, type, &types);
    *VEC_PUSH(rename->request->arena, &types) = type;
    for (size_t i = 0; i < named.len; i++) {
        SymbolKind kind = (SymbolKind)catalog_entry(rename->catalog, named.ptr[i])->kind;
        if (rename->sigil.len && rename->facts->own_fields && kind != SYMBOL_PROPERTY)
            continue; /* Ruby: a method is another name */
        for (size_t k = 0; k < types.len; k++)
            if (rename_is_member_of(rename, named.ptr[i], types.ptr[k]))
                return true;
    }
    return false;
}

static bool has_field(const Rename *rename, uint32_t file, uint32_t type)
{
    for (size_t i = 0; i < rename->assigned.len; i++)
        if (rename->assigned.ptr[i].file == file && rename->assigned.ptr[i].type == type)
            return true;
    return false;
}

/* Notes the fields of one file, and adds their symbols to its outline. */
static void take_fields(Rename *rename, RenameFile *file, Outline *outline)
{
    Arena *arena = rename->request->arena;
    const CatalogFile *row = &rename->catalog->files.ptr[file->id];
    const RenameFacts *facts = rename_facts(file->language);
    NameSiteVec sites = {0};
    if (!find_sites(rename, file, file->text, rename->old, &sites))
        return;
    *outline = (Outline){.language = file->language};
    for (size_t i = 0; i < sites.len; i++) {
        const NameSite *site = &sites.ptr[i];
        if (!is_field_name(facts, site) ||
            (facts->own_fields && !str_equal(sigil_before(file->text, site->start), rename->sigil)))
            continue;
        if (!outline->line_count)
            lang_outline(arena, *rename->request->scratch, file->language, file->text,
                         &outline_options, outline);
        uint32_t type = type_around(outline, site->start);
        if (outline->symbols.len + 1 < row->count || !type || has_field(rename, file->id, type) ||
            is_declared(rename, row->first + type, rename->old))
            continue;
        add_symbol(rename, outline, file->text, type, rename->old, site->start);
        *VEC_PUSH(arena, &rename->assigned) =
            (AssignedField){file->id, type, (uint32_t)outline->symbols.len};
    }
}

/* The catalog with the symbols. */
static bool declare_fields(Rename *rename, Err *err)
{
    SessionRequest *request = rename->request;
    Arena *arena = request->arena;
    VEC(AsOfAgain) again = {0};
    for (uint32_t id = 0; id < rename->catalog->files.len; id++) {
        const CatalogFile *row = &rename->catalog->files.ptr[id];
        RenameFile file = {.id = id, .language = row->language, .is_code = true};
        char *before = arena->ptr;
        Outline *outline = NEW(arena, Outline, 1);
        size_t count = rename->assigned.len;
        if (row->path.len && row->count > 1 && rename_speaks(rename, row->language) &&
            row->state == FILE_SYNTACTIC && rename_read_text(rename, arena, row, &file.text) &&
            lang_has_name(row->language, file.text, rename->old))
            take_fields(rename, &file, outline);
        if (rename->assigned.len > count)
            *VEC_PUSH(arena, &again) = (AsOfAgain){id, outline};
        else if (!file.text.len)
            arena->ptr = before;
    }
    if (!again.len)
        return true;
    resolve_close(&rename->resolver);
    session_warm_spend(request, rename->session);
    if (!as_of_again(*request->scratch, rename->catalog, &rename->session->repo, again.ptr,
                     again.len, err))
        return false;
    rename->resolver =
        resolve_open(arena, *request->scratch, rename->catalog, &rename->session->repo);
    return true;
}

static bool set_names(Rename *rename, uint32_t file, Str name)
{
    size_t at = 0;
    rename->facts = rename_facts(rename->catalog->files.ptr[file].language);
    while (at < name.len && byte_in(name.ptr[at], "@"))
        at++;
    bool own = rename->facts && rename->facts->own_fields;
    bool dollar = rename->facts && rename->facts->locals && rename->facts->locals->sigil == '$';
    rename->sigil = own && at ? str_slice(name, 0, at) : own ? STR("@") : (Str){0};
    rename->old = str_from_offset(name, own ? at : 0);
    if (dollar) {
        rename->sigil = STR("$");
        rename->old = str_from_offset(name, str_starts(name, STR("$")));
    }
    return rename->facts && rename->facts->members_are_late && rename->old.len;
}

/* The field of a type, or of one that it inherits from; SYMBOL_NOWHERE: it has none. */
static uint32_t field_of(const Rename *rename, uint32_t type)
{
    IdVec types = {0};
    *VEC_PUSH(rename->request->arena, &types) = type;
    resolve_ancestors(rename->resolver, rename->request->arena, type, &types);
    for (size_t k = 0; k < types.len; k++)
        for (size_t i = 0; i < rename->assigned.len; i++) {
            const AssignedField *field = &rename->assigned.ptr[i];
            uint32_t first = rename->catalog->files.ptr[field->file].first;
            if (first + field->type == types.ptr[k])
                return first + field->index;
        }
    return SYMBOL_NOWHERE;
}

bool rename_find_assigned(Rename *rename, Str text, bool *found, Err *err)
{
    HandleMatch match = {0};
    size_t end = text.len;
    *found = false;
    while (end && !byte_in(text.ptr[end - 1], ".:#"))
        end--;
    size_t head = end;
    while (head && byte_in(text.ptr[head - 1], ".:#"))
        head--;
    if (!head || end == text.len)
        return true;
    handle_find(rename->catalog, rename->request->arena, str_slice(text, 0, head), &match);
    if (match.total != 1)
        return true;
    SymbolPlace place = catalog_place(rename->catalog, match.symbols.ptr[0]);
    if (!place.index || !set_names(rename, place.file, str_from_offset(text, end)))
        return true;
    if (!declare_fields(rename, err))
        return false;
    uint32_t symbol = field_of(rename, rename->catalog->files.ptr[place.file].first + place.index);
    *found = symbol != SYMBOL_NOWHERE;
    rename->symbol = *found ? symbol : rename->symbol;
    return true;
}

bool rename_find_assigned_at(Rename *rename, RenameFile *file, size_t at, bool *found, Err *err)
{
    NameSiteVec sites = {0};
    Outline outline;
    *found = false;
    Str sigil = sigil_before(file->text, at);
    if (!set_names(rename, file->id, str_join(rename->request->arena, sigil, rename->old)) ||
        !find_sites(rename, file, file->text, rename->old, &sites))
        return true;
    for (size_t i = 0; i < sites.len; i++) {
        if (sites.ptr[i].start != at || !is_field_name(rename->facts, &sites.ptr[i]))
            continue;
        if (!declare_fields(rename, err))
            return false;
        rename_outline(rename, file, file->text, false, &outline);
        uint32_t type = type_around(&outline, (uint32_t)at);
        uint32_t symbol = type ? field_of(rename, rename->catalog->files.ptr[file->id].first + type)
                               : SYMBOL_NOWHERE;
        *found = symbol != SYMBOL_NOWHERE;
        rename->symbol = *found ? symbol : rename->symbol;
    }
    return true;
}
