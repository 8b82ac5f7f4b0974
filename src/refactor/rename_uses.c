/* Code that uses the new name for something else would mean the symbol by it, or the symbol's uses
   would mean that. Every place where the new name is written is looked at. */
#include "refactor/rename.h"

#include "base/path.h"

typedef struct Uses {
    Rename *rename;
    const RenameFile *file;
    uint32_t index; /* of the file */
    const RenameFacts *facts;
    RenameSites found;
    Str path;
    bool bare;    /* the symbol is declared or used here by its name alone */
    bool used;    /* it is used so */
    bool visible; /* code of the file can use it so */
} Uses;

static const CatalogFile *file_of(const Rename *rename, uint32_t symbol)
{
    return catalog_row(rename->catalog, catalog_place(rename->catalog, symbol).file);
}

/* Whether the symbol around the place, or one around that, has a use of the old name. Outside of
   functions the scope is the file, or a type. */
static bool is_used_within(const Uses *uses, uint32_t offset)
{
    const Rename *rename = uses->rename;
    const Outline *outline = &uses->file->outline;
    for (size_t i = 0; i < outline->symbols.len; i++) {
        const Symbol *symbol = &outline->symbols.ptr[i];
        if (symbol->start > offset || offset >= symbol->end ||
            !(symbol_is_function(symbol->kind) || symbol->kind == SYMBOL_MACRO))
            continue;
        for (size_t p = 0; p < rename->places.len; p++) {
            const RenamePlace *place = &rename->places.ptr[p];
            if (place->file == uses->index && place->verdict <= RENAME_AMBIGUOUS && place->bare &&
                symbol->start <= place->site.start && place->site.start < symbol->end)
                return true;
        }
        return false;
    }
    return true;
}

/* Whether the place is in the code of the owners' kin. */
static bool is_in_kin(const Uses *uses, uint32_t symbol)
{
    const SymbolVec *symbols = &uses->file->outline.symbols;
    uint32_t first = uses->rename->catalog->files.ptr[uses->file->id].first;
    for (; symbol; symbol = symbols->ptr[symbol - 1].parent) {
        uint32_t id = first + symbol;
        uint32_t lead = catalog_part_of(uses->rename->catalog, id);
        if (rename_is_kin(uses->rename, id) ||
            (lead != SYMBOL_NOWHERE && rename_is_kin(uses->rename, lead)))
            return true;
    }
    return false;
}

static void add(const Uses *uses, const NameSite *site, const char *message, bool told)
{
    Rename *rename = uses->rename;
    Str text = str_format(rename->request->arena, message, STR_ARG(rename->new));
    if (told)
        rename_add_told(rename, uses->path, site->line, text);
    else
        rename_add_conflict(rename, uses->path, site->line, text);
}

/* Whether a reference at the site leads to a symbol of the repository. */
static bool is_known(const Uses *uses, const NameSite *site)
{
    for (size_t i = 0; i < uses->found.named.len; i++) {
        const NamedReference *named = &uses->found.named.ptr[i];
        if (named->reference->start <= site->start && named->reference->line == site->line &&
            named->edges.len)
            return true;
    }
    return false;
}

/* Bytes before a use in which the word that asks for members is looked for. */
#define PROBE_BYTES 200

/* Whether code asks there whether a value of any type has the member: `interface{ New() }`,
   `requires { t.new(); }`, `respond_to?(:new)`. */
static bool is_asked_for(const Uses *uses, size_t index)
{
    const NameSite *site = &uses->found.sites.ptr[index];
    const SymbolVec *symbols = &uses->file->outline.symbols;
    Str text = uses->file->text, found;
    uint32_t declared = uses->found.declared[index];
    uint32_t around = declared ? symbols->ptr[declared - 1].parent : 0;
    size_t start = site->start > PROBE_BYTES ? site->start - PROBE_BYTES : 0;
    bool named = around && symbols->ptr[around - 1].kind == SYMBOL_INTERFACE;
    return (rename_node_is(uses->facts->asks, site) && !named) ||
           (uses->facts->probes && site->access == ACCESS_MEMBER && !is_known(uses, site) &&
            rename_has_mark(str_slice(text, start, site->start), uses->facts->probes, &found)) ||
           (rename_node_is(uses->facts->loose, site) &&
            rename_is_argument(uses->facts->by_name, text, site->start));
}

/* `self.new`, `this.new`, `value.new = …`, a bare member. */
static void check_member(const Uses *uses, size_t index)
{
    static const char selves[] = "self this cls Self super";
    const NameSite *site = &uses->found.sites.ptr[index];
    bool kin = is_in_kin(uses, uses->found.around[index]);
    Str text = uses->file->text;
    size_t end = site->start + uses->rename->new.len;
    while (end < text.len && byte_is_space(text.ptr[end]))
        end++;
    bool assigned = site->next == '=' && end + 1 < text.len && !byte_in(text.ptr[end + 1], "=>~");
    if (site->access == ACCESS_MEMBER && name_is_listed(selves, site->qualifier)) {
        if (kin)
            add(uses, site, "'%.*s' is a member here already", false);
    } else if (site->access == ACCESS_MEMBER && assigned && !is_known(uses, site) &&
               uses->facts->modules_are_values) {
        add(uses, site, "'%.*s' is set here in a value whose type is not known", true);
    }
}

static bool is_apart(const Uses *uses, const NameSite *site)
{
    return site->access != ACCESS_NONE || rename_node_is(uses->facts->members, site) ||
           rename_node_is(uses->facts->apart, site);
}

static void check_site(const Uses *uses, size_t index)
{
    const Rename *rename = uses->rename;
    const NameSite *site = &uses->found.sites.ptr[index];
    bool apart = is_apart(uses, site);
    if (site->where == NAME_IN_STRING &&
        rename_is_looked_up(uses->file, uses->facts, site, rename->new.len))
        add(uses, site, "'%.*s' is a name here that is looked up by a string", true);
    if (site->where != NAME_IN_CODE)
        return;
    if (rename->is_member && is_asked_for(uses, index))
        add(uses, site, "code here asks whether a value has a member '%.*s'", true);
    if (rename->sigil.len && uses->facts->own_fields) {
        uint32_t around = uses->found.around[index];
        bool made = around && rename_node_is(uses->facts->loose, site) && /* `attr_reader :new` */
                    uses->file->outline.symbols.ptr[around - 1].kind == SYMBOL_PROPERTY;
        if ((made || rename_node_is(uses->facts->own_fields, site)) &&
            is_in_kin(uses, uses->found.around[index]))
            add(uses, site, "'%.*s' is a variable of the object already", false);
        return;
    }
    if (rename->facts->hash_is_private && str_starts(rename->old, STR("#"))) {
        if (is_in_kin(uses, uses->found.around[index]))
            add(uses, site, "'%.*s' is a private name of this or another class here", false);
        return;
    }
    if (rename->is_member && apart)
        check_member(uses, index);
    if (rename->is_macro && (uses->bare || uses->visible)) {
        add(uses, site, "'%.*s' is used here for something else", false);
        return;
    }
    if (apart || (!uses->bare && !uses->visible))
        return;
    if (rename->is_member && !is_in_kin(uses, uses->found.around[index]) &&
        !((uses->facts->members_are_bare || rename->is_variant) && uses->used))
        return;
    RenameQuestion question = {.rename = rename,
                               .file = uses->file,
                               .facts = uses->facts,
                               .named = &uses->found.named,
                               .sites = &uses->found.sites,
                               .around = uses->found.around,
                               .declared = uses->found.declared,
                               .index = index,
                               .symbol = uses->found.around[index]};
    bool local = rename_is_local(&question, site);
    bool matches = local && uses->facts->constants_match && !rename->is_function;
    bool within = is_used_within(uses, site->start);
    if (local && (within || matches))
        add(uses, site, "a local '%.*s' would hide the new name", false);
    else if (!local && (within || (!rename->is_member && !uses->found.declared[index]) ||
                        (rename->is_variant && uses->used)))
        add(uses, site, "'%.*s' is used here for something else", false);
}

/* Whether code of the file sees the symbol without an import. */
static bool is_visible(const Uses *uses)
{
    Rename *rename = uses->rename;
    const CatalogFile *row = &rename->catalog->files.ptr[uses->file->id];
    if (rename->is_member)
        return false;
    for (size_t i = 0; i < rename->family.len; i++) {
        const CatalogFile *home = file_of(rename, rename->family.ptr[i]);
        bool maybe;
        if (catalog_entry(rename->catalog, rename->family.ptr[i])->parent)
            continue;
        if (home == row || rename->facts->globals_are_shared ||
            (rename->facts->names_are_global &&
             resolve_includes(rename->resolver, uses->file->id,
                              catalog_place(rename->catalog, rename->family.ptr[i]).file, &maybe)))
            return true;
        if ((rename->facts->packages_are_scopes || resolve_has_packages(row->language)) &&
            home->language == row->language &&
            str_equal(path_directory(home->path), path_directory(row->path)))
            return true;
    }
    return false;
}

/* ---- scopes between a use and the symbol ---- */

/* A member of the new name that the type has or inherits, or SYMBOL_NOWHERE. */
static uint32_t find_member(Rename *rename, uint32_t type, IdSpan named)
{
    IdVec types = {0};
    resolve_ancestors(rename->resolver, rename->request->arena, type, &types);
    *VEC_PUSH(rename->request->arena, &types) = type;
    for (size_t i = 0; i < named.len; i++)
        for (size_t k = 0; k < types.len; k++)
            if (rename_is_member_of(rename, named.ptr[i], types.ptr[k]))
                return named.ptr[i];
    return SYMBOL_NOWHERE;
}

/* The innermost type around a bare use, but for those of the symbol itself, that has a member of
   the new name; or SYMBOL_NOWHERE. `bodies`: functions do not see it. */
static uint32_t find_nearer(Rename *rename, uint32_t within, bool bodies, IdSpan named)
{
    while (within != SYMBOL_NOWHERE && !rename_is_owner(rename, within)) {
        const Entry *entry = catalog_entry(rename->catalog, within);
        bool type = symbol_is_type((SymbolKind)entry->kind) || entry->kind == SYMBOL_OBJECT;
        if (bodies && symbol_is_function((SymbolKind)entry->kind))
            return SYMBOL_NOWHERE;
        uint32_t member = type ? find_member(rename, within, named) : SYMBOL_NOWHERE;
        if (member != SYMBOL_NOWHERE)
            return member;
        within = entry->parent ? file_of(rename, within)->first + entry->parent : SYMBOL_NOWHERE;
    }
    return SYMBOL_NOWHERE;
}

/* A member of the new name in any type, which a type without a name may inherit. */
static uint32_t find_any_member(const Rename *rename, IdSpan named)
{
    for (size_t i = 0; i < named.len; i++) {
        const Entry *entry = catalog_entry(rename->catalog, named.ptr[i]);
        const CatalogFile *file = file_of(rename, named.ptr[i]);
        if (entry->parent && rename_speaks(rename, file->language) &&
            symbol_is_type((SymbolKind)file->entries[entry->parent].kind))
            return named.ptr[i];
    }
    return SYMBOL_NOWHERE;
}

/* Where members are used by their name alone, one of a nearer type is meant first. */
static void check_nearer(Rename *rename)
{
    uint32_t name = names_find(&rename->catalog->names, rename->new);
    IdSpan named = name ? catalog_named(rename->catalog, name) : (IdSpan){0};
    for (size_t i = 0; named.len && i < rename->places.len; i++) {
        const RenamePlace *place = &rename->places.ptr[i];
        const RenameFile *file = &rename->files.ptr[place->file];
        const RenameFacts *facts = rename_facts(file->language);
        if (!place->bare || place->declares || place->verdict > RENAME_AMBIGUOUS || !facts ||
            !(facts->members_are_bare || facts->bodies_are_scopes))
            continue;
        uint32_t member = find_nearer(rename, place->within, !facts->members_are_bare, named);
        if (member == SYMBOL_NOWHERE && place->site.nameless)
            member = find_any_member(rename, named);
        if (member == SYMBOL_NOWHERE)
            continue;
        Str path = rename->catalog->files.ptr[file->id].path;
        rename_add_conflict(rename, path, place->site.line,
                            str_format(rename->request->arena,
                                       "'%.*s' %s mean the member of %.*s:%u here",
                                       STR_ARG(rename->new), place->site.nameless ? "may" : "would",
                                       STR_ARG(file_of(rename, member)->path),
                                       catalog_entry(rename->catalog, member)->start_line));
    }
}

static bool check_file(Rename *rename, uint32_t index, Err *err)
{
    RenameFile *file = &rename->files.ptr[index];
    Uses uses = {.rename = rename,
                 .file = file,
                 .index = index,
                 .facts = rename_facts(file->language),
                 .path = rename->catalog->files.ptr[file->id].path};
    if (!file->is_code || !file->has_new)
        return true;
    for (size_t i = 0; i < rename->places.len; i++) {
        const RenamePlace *place = &rename->places.ptr[i];
        bool bare = place->file == index && place->bare && place->verdict <= RENAME_AMBIGUOUS;
        uses.bare |= bare;
        uses.used |= bare && !place->declares;
    }
    uses.visible = is_visible(&uses);
    if (!rename_read_sites(rename, file, rename->new, &uses.found, err))
        return false;
    for (size_t i = 0; i < uses.found.sites.len; i++)
        check_site(&uses, i);
    return true;
}

bool rename_check_uses(Rename *rename, Err *err)
{
    check_nearer(rename);
    for (size_t i = 0; i < rename->files.len; i++)
        if (!check_file(rename, (uint32_t)i, err))
            return false;
    return true;
}
