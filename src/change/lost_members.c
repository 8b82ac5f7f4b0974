/* The members of a lost base, and of its bases, are those of the old state, less what the type has
   in the new one. A use is one behind a value of the type or of an heir, or any other where nothing
   else has the name. */
#include "change/lost_members.h"

#include "change/field_writes.h"
#include "change/heir_members.h"
#include "change/name_uses.h"
#include "change/places.h"

/* Bases of bases that are followed. */
#define DEPTH_MAX 6
/* Members that are looked for: more are a framework. */
#define LOST_MAX 60

typedef struct Lost {
    TextUses *uses;
    const ChangedSymbol *changed;
    StrVec names;
    bool is_unknown; /* a base is declared nowhere */
    Str base;        /* one that it lost; empty: it still has them all */
} Lost;

/* ---- what is lost ---- */

static bool is_dynamic(const Language *language)
{
    return lang_hints_types(language) || lang_takes_more(language);
}

/* Whether a declaration of that kind has members that others inherit or include. */
static bool has_members(SymbolKind kind)
{
    return symbol_is_type(kind) || kind == SYMBOL_MODULE;
}

static void add_of_base(Lost *lost, Str base, int depth);

static void add_of_side(Lost *lost, const ChangeSide *side, uint32_t type, int depth)
{
    const SymbolVec *symbols = &side->outline.symbols;
    for (uint32_t i = type + 1; i < symbols->ptr[type].next; i = symbols->ptr[i].next)
        *VEC_PUSH(lost->uses->arena, &lost->names) = symbols->ptr[i].name;
    const StrVec bases = change_side_bases(lost->uses->arena, side, type);
    for (size_t i = 0; i < bases.len; i++)
        add_of_base(lost, bases.ptr[i], depth);
}

/* Adds the members of a base that the change leaves as it is. False: there is no such type. */
static bool add_of_catalog(Lost *lost, Str base)
{
    Catalog *catalog = lost->uses->catalog;
    const IdSpan same = catalog_named(catalog, names_find(&catalog->names, base));
    bool found = false;
    for (size_t i = 0; i < same.len; i++) {
        SymbolPlace place = catalog_place(catalog, same.ptr[i]);
        const CatalogFile *row = catalog_row(catalog, place.file);
        if (!has_members((SymbolKind)row->entries[place.index].kind) ||
            row->language != changed_new_side(lost->uses->set, lost->changed)->outline.language)
            continue;
        const StrVec names =
            heir_members(lost->uses->arena, catalog, place.file, place.index, SYMBOL_NOWHERE);
        for (size_t k = 0; k < names.len; k++)
            *VEC_PUSH(lost->uses->arena, &lost->names) = names.ptr[k];
        found = true;
    }
    return found;
}

static void add_of_base(Lost *lost, Str base, int depth)
{
    const ChangeSet *set = lost->uses->set;
    bool found = false;
    for (size_t f = 0; f < set->files.len && depth; f++) {
        const SymbolVec *symbols = &set->files.ptr[f].old.outline.symbols;
        for (uint32_t i = 0; i < symbols->len; i++)
            if (has_members(symbols->ptr[i].kind) && str_equal(symbols->ptr[i].name, base)) {
                add_of_side(lost, &set->files.ptr[f].old, i, depth - 1);
                found = true;
            }
    }
    lost->is_unknown |= !found && !str_equal(base, STR("object")) && !add_of_catalog(lost, base);
}

/* Whether the type has a method that answers for names without a declaration. */
static bool answers_late(const ChangeSide *side, const StrVec *members)
{
    const char *late = lang_facts(side->outline.language)->late_names;
    for (size_t i = 0; i < members->len; i++)
        if (late && str_is_listed(members->ptr[i], late))
            return true;
    return false;
}

/* Leaves out what the type has in the new state. */
static void drop_kept(Lost *lost)
{
    const ChangeSide *side = changed_new_side(lost->uses->set, lost->changed);
    Catalog *catalog = lost->uses->catalog;
    Str name = changed_symbol(lost->uses->set, lost->changed)->name;
    const IdSpan same = catalog_named(catalog, names_find(&catalog->names, name));
    StrVec has = {0};
    WrittenFields fields;
    size_t kept = 0;
    for (size_t i = 0; i < same.len; i++) {
        SymbolPlace place = catalog_place(catalog, same.ptr[i]);
        if (!str_equal(catalog->files.ptr[place.file].path, side->path))
            continue;
        const StrVec names =
            heir_members(lost->uses->arena, catalog, place.file, place.index, SYMBOL_NOWHERE);
        for (size_t k = 0; k < names.len; k++)
            *VEC_PUSH(lost->uses->arena, &has) = names.ptr[k];
    }
    field_writes_read(lost->uses->arena, side, true, &fields);
    if (answers_late(side, &has))
        lost->names.len = lost->is_unknown = 0;
    for (size_t i = 0; i < lost->names.len; i++) {
        Str member = lost->names.ptr[i];
        if (!change_texts_have(&has, member) && !str_starts(member, STR("__")) &&
            !field_writes_have(lost->uses->arena, &fields, name, member))
            lost->names.ptr[kept++] = member;
    }
    lost->names.len = kept;
}

/* False: it is no type, or its language looks members up before the code runs. */
static bool read_lost(TextUses *uses, const ChangedSymbol *changed, Lost *lost)
{
    *lost = (Lost){.uses = uses, .changed = changed};
    if (changed->old_symbol == SYMBOL_ABSENT || changed->new_symbol == SYMBOL_ABSENT ||
        !has_members(changed_symbol(uses->set, changed)->kind) ||
        !is_dynamic(changed_new_side(uses->set, changed)->outline.language))
        return false;
    const ChangeSide *a = changed_old_side(uses->set, changed);
    const ChangeSide *b = changed_new_side(uses->set, changed);
    const StrVec was = change_side_bases(uses->arena, a, changed->old_symbol);
    const StrVec is = change_side_bases(uses->arena, b, changed->new_symbol);
    for (size_t i = 0; i < was.len; i++)
        if (!use_text_derives(uses, &is, was.ptr[i])) {
            lost->base = was.ptr[i];
            add_of_base(lost, was.ptr[i], DEPTH_MAX);
        }
    if (lost->base.len)
        drop_kept(lost);
    return true;
}

bool lost_members_are_known(TextUses *uses, const ChangedSymbol *changed)
{
    Lost lost;
    return read_lost(uses, changed, &lost) && !lost.is_unknown && lost.names.len <= LOST_MAX;
}

/* ---- places ---- */

typedef struct Seeking {
    const Lost *lost;
    ConsequenceVec *found;
    StrVec owners; /* the type and its heirs */
    Consequence use;
    Str name;
    bool apart; /* something else has the name */
} Seeking;

/* Adds the heirs of the type that an edge of the new state leads from, and theirs. */
static void add_heirs(Seeking *seeking, Arena scratch, uint32_t type, int depth)
{
    Catalog *catalog = seeking->lost->uses->catalog;
    uint64_t *set = NEW(&scratch, uint64_t, catalog->symbol_count / 64 + 1);
    EdgeVec edges = {0};
    set[type / 64] |= (uint64_t)1 << type % 64;
    catalog_edges_into(catalog, &scratch, set, &edges);
    for (size_t i = 0; i < edges.len && seeking->owners.len < LOST_MAX; i++) {
        if (edges.ptr[i].kind != REFERENCE_BASE)
            continue;
        Str name = catalog_name(catalog, catalog_entry(catalog, edges.ptr[i].caller)->name);
        if (change_texts_have(&seeking->owners, name))
            continue;
        *VEC_PUSH(seeking->lost->uses->arena, &seeking->owners) = name;
        if (depth)
            add_heirs(seeking, scratch, edges.ptr[i].caller, depth - 1);
    }
}

/* Whether a file names the type or an heir. */
static bool knows(const Seeking *seeking, const UseText *file)
{
    for (size_t i = 0; i < seeking->owners.len; i++)
        if (use_text_has_word(file, seeking->owners.ptr[i]))
            return true;
    return false;
}

static bool is_hinted(const Seeking *seeking, const UseText *file, size_t i)
{
    for (size_t k = 0; k < seeking->owners.len; k++)
        if (name_uses_hints(file, i, seeking->owners.ptr[k]))
            return true;
    return false;
}

/* Whether a sign of a member is before a token. */
static bool is_asked(const UseText *file, size_t i)
{
    char last = i ? use_text_mark(file, i - 1) : '\0';
    char before = i > 1 ? use_text_mark(file, i - 2) : '\0';
    return (last == '.' && before != '.') || (last == '>' && before == '-') ||
           (last == ':' && before == ':');
}

static void look_in(const Seeking *seeking, const UseText *file)
{
    for (size_t i = 1; i < file->tokens.len; i++) {
        if (!use_text_is_word(file, i, seeking->name) || !is_asked(file, i) ||
            (seeking->apart && !is_hinted(seeking, file, i)))
            continue;
        Consequence use = seeking->use;
        use.line = use_text_line(file, i);
        use_text_add(seeking->lost->uses, seeking->found, file, &use);
    }
}

static bool is_apart(const Seeking *seeking)
{
    TextUses *uses = seeking->lost->uses;
    const IdSpan same =
        catalog_named(uses->catalog, names_find(&uses->catalog->names, seeking->name));
    return same.len > 1; // the lost base has it
}

void lost_members_add(TextUses *uses, Arena scratch, uint32_t index, uint32_t id,
                      ConsequenceVec *found)
{
    const ChangedFile *file = &uses->set->files.ptr[index];
    for (uint32_t i = 0; i < file->symbols.len; i++) {
        const ChangedSymbol *changed = &file->symbols.ptr[i];
        Lost lost;
        if (!(changed->parts & (PART_DIFFERS_SIGNATURE | PART_DIFFERS_BODY)) ||
            !read_lost(uses, changed, &lost) || !lost.names.len || lost.names.len > LOST_MAX)
            continue;
        Seeking seeking = {.lost = &lost, .found = found};
        const Places places = places_of(uses->arena, uses->set, uses->catalog);
        uint32_t type = places_dense(&places, index, changed->new_symbol, false);
        const FileIdVec files = use_text_users(uses, scratch, id);
        *VEC_PUSH(uses->arena, &seeking.owners) = changed_symbol(uses->set, changed)->name;
        if (type != SYMBOL_NOWHERE)
            add_heirs(&seeking, scratch, type, DEPTH_MAX);
        seeking.use = (Consequence){.fault = USE_AFFECTED, .file = index, .reported = i};
        for (size_t k = 0; k < lost.names.len; k++) {
            seeking.name = lost.names.ptr[k];
            seeking.apart = is_apart(&seeking);
            seeking.use.why = str_format(
                uses->arena, "it had '%.*s' from '%.*s', which is no base of it any more",
                STR_ARG(seeking.name), STR_ARG(lost.base));
            for (size_t f = 0; f < files.len; f++) {
                const UseText *user =
                    use_text_open(uses, uses->catalog->files.ptr[files.ptr[f]].path);
                if (user && knows(&seeking, user))
                    look_in(&seeking, user);
            }
        }
    }
}
