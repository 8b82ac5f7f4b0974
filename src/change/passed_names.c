/* A name is lost for imports that name it, for those that ask for all names, or for both. Which
   names an import of all takes is said by a list of the file, or by all that it declares. */
#include "change/passed_names.h"

#include "change/affected.h"
#include "text/lines.h"

/* Names of one file that are looked for: more are a rewrite. */
#define LOST_MAX 60

/* A name that others can no longer take from the file. */
typedef struct Lost {
    Str name, source;  /* the module that it came from, or empty */
    uint32_t reported; /* the changed symbol that has it, or REPORTED_PASSED */
} Lost;

typedef struct LostNames {
    VEC(Lost) named; /* an import that names them fails */
    StrVec asked;    /* an import of all names brings them no more */
    size_t skipped;  /* that are not listed: there are too many */
} LostNames;

static const LangFacts *facts_of(const ChangedFile *file)
{
    return lang_facts(file->new.outline.language);
}

/* Whether what a file imports are members of it, which others may import from there. */
static bool keeps_imports(const ChangedFile *file)
{
    return facts_of(file)->gives_imports_on != NULL;
}

/* ---- what is lost ---- */

/* The name that a binding gives the file: `os` of `import os.path`. Empty: none that is known. */
static Str bound_name(const Binding *binding)
{
    Str name = binding->alias.len ? binding->alias : binding->name;
    name = str_slice(name, 0, str_find_byte(name, '.'));
    return str_equal(name, STR("*")) ? (Str){0} : name;
}

static bool binds(const Outline *outline, Str name)
{
    for (size_t i = 0; i < outline->imports.len; i++)
        for (size_t k = 0; k < outline->imports.ptr[i].bindings.len; k++) {
            const Binding *binding = &outline->imports.ptr[i].bindings.ptr[k];
            if (str_equal(binding->name, STR("*")) || str_equal(bound_name(binding), name))
                return true;
        }
    return false;
}

/* Whether a symbol is declared at the top of a file, or of a package in it. */
static bool is_top(const SymbolVec *symbols, size_t i)
{
    uint32_t parent = symbols->ptr[i].parent;
    return !parent || symbols->ptr[parent - 1].kind == SYMBOL_PACKAGE ||
           symbols->ptr[parent - 1].kind == SYMBOL_MODULE;
}

static bool declares(const ChangeSide *side, Str name)
{
    const SymbolVec *symbols = &side->outline.symbols;
    for (size_t i = 0; i < symbols->len; i++)
        if (is_top(symbols, i) && str_equal(symbols->ptr[i].name, name))
            return true;
    for (size_t i = 0; i < side->late.names.len; i++)
        if (!side->late.names.ptr[i].len || str_equal(side->late.names.ptr[i], name))
            return true;
    return false;
}

static const Lost *find_lost(const LostNames *lost, Str name)
{
    for (size_t i = 0; i < lost->named.len; i++)
        if (str_equal(lost->named.ptr[i].name, name))
            return &lost->named.ptr[i];
    return NULL;
}

static void lose(Arena *arena, LostNames *lost, Lost one)
{
    if (!one.name.len || find_lost(lost, one.name))
        return;
    if (lost->named.len < LOST_MAX)
        *VEC_PUSH(arena, &lost->named) = one;
    else
        lost->skipped++;
}

/* Declarations that only the file itself can name now. */
static void lose_hidden(Arena *arena, const ChangedFile *file, LostNames *lost)
{
    const SymbolVec *symbols = &file->old.outline.symbols;
    for (uint32_t i = 0; i < file->symbols.len; i++) {
        const ChangedSymbol *changed = &file->symbols.ptr[i];
        if (changed->old_symbol != SYMBOL_ABSENT && changed->old_file == changed->file &&
            changed->new_symbol != SYMBOL_ABSENT && !symbols->ptr[changed->old_symbol].parent &&
            changed->breaking.len && affected_all(changed) & AFFECTS_OUTSIDERS)
            lose(arena, lost, (Lost){symbols->ptr[changed->old_symbol].name, {0}, i});
    }
}

/* Names that imports of the file brought, and that it has no more. */
static void lose_imports(Arena *arena, const ChangedFile *file, LostNames *lost)
{
    const ImportVec *imports = &file->old.outline.imports;
    for (size_t i = 0; i < imports->len; i++)
        for (size_t k = 0; k < imports->ptr[i].bindings.len; k++) {
            const Binding *binding = &imports->ptr[i].bindings.ptr[k];
            Str name = bound_name(binding);
            if (!(binding->flags & (BINDING_INNER | BINDING_MAYBE)) && name.len &&
                !declares(&file->new, name) && !binds(&file->new.outline, name))
                lose(arena, lost, (Lost){name, imports->ptr[i].name, REPORTED_PASSED});
        }
}

/* Names that a statement or a list gave to others. */
static void lose_exports(Arena *arena, const ChangedFile *file, LostNames *lost)
{
    for (size_t i = 0; i < file->exports_removed.len; i++) {
        Str name = file->exports_removed.ptr[i];
        bool kept =
            keeps_imports(file) && (declares(&file->new, name) || binds(&file->new.outline, name));
        if (!kept && str_find_byte(name, ' ') == STR_NONE)
            lose(arena, lost, (Lost){name, {0}, REPORTED_PASSED});
    }
}

/* Whether an import of all names takes the name. False for what begins with an underscore. */
static bool is_taken(const ChangedFile *file, const ChangeSide *side, Str name)
{
    if (side->offers.has_list)
        return change_texts_have(&side->offers.listed, name);
    return keeps_imports(file) && name.ptr[0] != '_' &&
           (declares(side, name) || binds(&side->outline, name));
}

static void ask(Arena *arena, const ChangedFile *file, LostNames *lost, Str name)
{
    if (!name.len || !is_taken(file, &file->old, name) || is_taken(file, &file->new, name) ||
        change_texts_have(&lost->asked, name))
        return;
    if (lost->asked.len < LOST_MAX)
        *VEC_PUSH(arena, &lost->asked) = name;
    else
        lost->skipped++;
}

/* Names that an import of all names took, and takes no more. Those of declarations that are gone
   are the matter of others. */
static void lose_asked(Arena *arena, const ChangedFile *file, LostNames *lost)
{
    const ChangeSide *old = &file->old;
    if (old->offers.list_is_open || file->new.offers.list_is_open ||
        !(old->offers.has_list || file->new.offers.has_list || keeps_imports(file)))
        return;
    for (size_t i = 0; i < old->outline.symbols.len; i++)
        if (is_top(&old->outline.symbols, i) &&
            declares(&file->new, old->outline.symbols.ptr[i].name))
            ask(arena, file, lost, old->outline.symbols.ptr[i].name);
    for (size_t i = 0; i < old->outline.imports.len; i++)
        for (size_t k = 0; k < old->outline.imports.ptr[i].bindings.len; k++)
            ask(arena, file, lost, bound_name(&old->outline.imports.ptr[i].bindings.ptr[k]));
}

/* ---- who uses it ---- */

typedef struct Seeking {
    TextUses *uses;
    ConsequenceVec *found;
    const ChangedFile *changed;
    const LostNames *lost;
    uint32_t index, id;
} Seeking;

static void add(const Seeking *seeking, const UseText *file, uint32_t line, Consequence use)
{
    for (size_t i = 0; i < seeking->found->len; i++)
        if (seeking->found->ptr[i].line == line &&
            str_equal(seeking->found->ptr[i].path, file->path))
            return;
    use.file = seeking->index;
    use.line = line;
    use.target = use.target.len ? use.target : seeking->changed->new.path;
    use_text_add(seeking->uses, seeking->found, file, &use);
}

/* Whether an import asks for all names: by a star or, where a list says what comes unasked, by
   naming nothing: `use Units;`. */
static bool asks_for_all(const Seeking *seeking, const UseText *file, const ImportLink *link)
{
    const Catalog *catalog = seeking->uses->catalog;
    const char *lists = facts_of(seeking->changed)->offer_lists;
    if (str_equal(catalog_name(catalog, link->name), STR("*")))
        return true;
    if (link->name || !lists || keeps_imports(seeking->changed))
        return false;
    size_t from = lines_offset(file->text, link->line),
           to = lines_offset(file->text, link->line + 1);
    Str line = str_trim(str_slice(file->text, from, to));
    return str_starts(line, STR("use ")) && str_find_byte(line, '(') == STR_NONE;
}

/* Whether a file has the name by itself or by another import. */
static bool has_otherwise(const Seeking *seeking, uint32_t user, const ImportLinkVec *links,
                          Str name)
{
    const Catalog *catalog = seeking->uses->catalog;
    const CatalogFile *row = catalog_row(catalog, user);
    for (uint32_t i = 1; i < row->count; i++)
        if (!row->entries[i].parent && str_equal(catalog_name(catalog, row->entries[i].name), name))
            return true;
    for (size_t i = 0; i < links->len; i++) {
        const ImportLink *link = &links->ptr[i];
        Str taken = catalog_name(catalog, link->name), alias = catalog_name(catalog, link->alias);
        if (link->target != seeking->id &&
            (str_equal(taken, STR("*")) || str_equal(taken, name) || str_equal(alias, name)))
            return true;
    }
    return false;
}

static void look_at_bare(const Seeking *seeking, const UseText *file, uint32_t user,
                         const ImportLinkVec *links)
{
    TextUses *uses = seeking->uses;
    Outline outline;
    Err ignored = {0};
    if (!catalog_outline(uses->catalog, uses->arena, user, true, &outline, &ignored))
        return;
    for (size_t i = 0; i < outline.references.len; i++) {
        const Reference *reference = &outline.references.ptr[i];
        if (reference->receiver.len || reference->kind == REFERENCE_BIND ||
            !change_texts_have(&seeking->lost->asked, reference->name) ||
            has_otherwise(seeking, user, links, reference->name))
            continue;
        add(seeking, file, reference->line,
            (Consequence){.fault = USE_AFFECTED,
                          .reported = REPORTED_PASSED,
                          .why = str_format(uses->arena,
                                            "'%.*s' no longer comes with an import of all names",
                                            STR_ARG(reference->name))});
    }
}

/* Looks for names after that of the file: `lib.path`, `L.n`, `a::B`. */
static void look_at_members(const Seeking *seeking, const UseText *file, Str space)
{
    size_t dot = str_find_last_byte(space, '.');
    Str last = str_from_offset(space, dot == STR_NONE ? 0 : dot + 1);
    for (size_t i = 0; i + 2 < file->tokens.len && last.len; i++) {
        bool colons = use_text_mark(file, i + 1) == ':' && use_text_mark(file, i + 2) == ':';
        size_t at = i + 2 + colons;
        const Lost *lost = find_lost(seeking->lost, use_text_at(file, at));
        if (!lost || !use_text_is_word(file, i, last) ||
            !(colons || use_text_mark(file, i + 1) == '.') ||
            (i && byte_in(use_text_mark(file, i - 1), ".>") && dot == STR_NONE &&
             use_text_mark(file, i - 1)))
            continue;
        add(seeking, file, use_text_line(file, i),
            (Consequence){.fault = USE_AFFECTED,
                          .reported = lost->reported,
                          .target = lost->source,
                          .why =
                              str_format(seeking->uses->arena, "the module no longer gives '%.*s'",
                                         STR_ARG(lost->name))});
    }
}

static void look_in(const Seeking *seeking, uint32_t user)
{
    TextUses *uses = seeking->uses;
    const Catalog *catalog = uses->catalog;
    const UseText *file = NULL;
    bool asked = false;
    ImportLinkVec links = {0};
    catalog_imports(catalog, uses->arena, user, &links);
    for (size_t i = 0; i < links.len; i++) {
        const ImportLink *link = &links.ptr[i];
        Str name = catalog_name(catalog, link->name), alias = catalog_name(catalog, link->alias);
        const Lost *lost = find_lost(seeking->lost, name);
        if (link->target != seeking->id || link->flags & (BINDING_MAYBE | BINDING_OUTER))
            continue;
        file = use_text_open(uses, catalog->files.ptr[user].path);
        if (!file)
            return;
        if (lost && lost->reported == REPORTED_PASSED)
            add(seeking, file, link->line,
                (Consequence){.fault = USE_GONE,
                              .reported = REPORTED_PASSED,
                              .target = lost->source,
                              .why =
                                  str_format(uses->arena, "it imports '%.*s', which is not there",
                                             STR_ARG(name))});
        else if (!link->name)
            look_at_members(seeking, file,
                            alias.len ? alias : catalog_name(catalog, link->package));
        asked |= asks_for_all(seeking, file, link);
    }
    if (asked && seeking->lost->asked.len)
        look_at_bare(seeking, file, user, &links);
}

void passed_names_add(TextUses *uses, uint32_t index, uint32_t id, ConsequenceVec *found)
{
    const ChangedFile *file = &uses->set->files.ptr[index];
    LostNames lost = {0};
    if (!file->old.path.len || file->unseen.len || file->new.offers.open)
        return;
    lose_exports(uses->arena, file, &lost);
    if (keeps_imports(file))
        lose_imports(uses->arena, file, &lost);
    lose_hidden(uses->arena, file, &lost);
    lose_asked(uses->arena, file, &lost);
    uses->skipped += lost.skipped;
    const Seeking seeking = {uses, found, file, &lost, index, id};
    for (uint32_t f = 0; f < uses->catalog->files.len && lost.named.len + lost.asked.len; f++)
        if (f != id && uses->catalog->files.ptr[f].path.len)
            look_in(&seeking, f);
}
