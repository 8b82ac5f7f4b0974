/* A verdict is exact only on evidence: a declaration of the family, a reference or an import that
   the resolver decides, or a bare name whose scope is known. It is "something else" only on
   evidence, too: another declaration, another target, a local variable, a name space of its own.
   Everything in between is likely or ambiguous. */
#include "tools/rename.h"

#include <string.h>

typedef struct Verdict {
    RenameVerdict verdict;
    const char *why;
} Verdict;

#define EXACT ((Verdict){.verdict = RENAME_EXACT})
#define OTHER(reason) ((Verdict){.verdict = RENAME_OTHER, .why = (reason)})
#define MAYBE(reason) ((Verdict){.verdict = RENAME_AMBIGUOUS, .why = (reason)})
#define LIKELY(reason) ((Verdict){.verdict = RENAME_LIKELY, .why = (reason)})

/* ---- kinds of nodes ---- */

/* The site's node and the nodes around it, each with the field of the one before. */
typedef struct Around {
    const char *kind, *field;
} Around;

/* Whether `kind` or `kind.field` is the node. */
static bool is_node(Str part, const Around *around)
{
    size_t dot = str_find_byte(part, '.');
    if (!around->kind || !str_equal(str_slice(part, 0, dot), str_from(around->kind)))
        return false;
    return dot == STR_NONE ||
           (around->field && str_equal(str_from_offset(part, dot + 1), str_from(around->field)));
}

static bool fits(Str pattern, const NameSite *site)
{
    const Around around[] = {{.kind = site->node},
                             {.kind = site->parent, .field = site->field},
                             {.kind = site->outer, .field = site->outer_field}};
    size_t slash = str_find_last_byte(pattern, '/');
    Str last = slash == STR_NONE ? pattern : str_from_offset(pattern, slash + 1);
    for (size_t i = str_find_byte(last, '.') != STR_NONE; i < COUNT(around); i++) {
        slash = str_find_last_byte(pattern, '/');
        last = slash == STR_NONE ? pattern : str_from_offset(pattern, slash + 1);
        if (!is_node(last, &around[i]))
            return false;
        if (slash == STR_NONE)
            return true;
        pattern = str_slice(pattern, 0, slash);
    }
    return false;
}

bool rename_node_is(const char *kinds, const NameSite *site)
{
    Str rest = kinds && site->node ? str_from(kinds) : (Str){0}, pattern;
    while (str_take_until(&rest, ' ', &pattern))
        if (pattern.len && fits(pattern, site))
            return true;
    return false;
}

/* ---- scopes ---- */

static uint32_t dense(const RenameQuestion *question, uint32_t index)
{
    return question->rename->catalog->files.ptr[question->file->id].first + index;
}

/* Whether the place is in the code of a type that has the member. */
static bool is_within_owner(const RenameQuestion *question)
{
    const SymbolVec *symbols = &question->file->outline.symbols;
    for (uint32_t i = question->symbol; i; i = symbols->ptr[i - 1].parent)
        if (rename_is_owner(question->rename, dense(question, i)))
            return true;
    return false;
}

static bool is_around(const SymbolVec *symbols, uint32_t outer, uint32_t inner)
{
    while (inner > outer)
        inner = symbols->ptr[inner - 1].parent;
    return inner == outer;
}

/* The innermost function around a symbol, that symbol included, as its index + 1; 0: none. */
static uint32_t function_around(const SymbolVec *symbols, uint32_t symbol)
{
    while (symbol && !symbol_is_callable(symbols->ptr[symbol - 1].kind))
        symbol = symbols->ptr[symbol - 1].parent;
    return symbol;
}

/* Whether the site says that the name is one of an outer scope: Python's `global`. */
static bool is_freed(const RenameQuestion *question, uint32_t function)
{
    for (size_t i = 0; question->facts->frees && i < question->sites->len; i++)
        if (rename_node_is(question->facts->frees, &question->sites->ptr[i]) &&
            function_around(&question->file->outline.symbols, question->around[i]) == function)
            return true;
    return false;
}

static bool binds_type(const RenameQuestion *question, const NameSite *site)
{
    return rename_node_is(question->facts->type_binds, site);
}

/* Whether the site declares a variable, a parameter or a type parameter. */
static bool is_binding(const RenameQuestion *question, size_t index)
{
    const NameSite *site = &question->sites->ptr[index];
    uint32_t declared = question->declared[index];
    bool own = declared && rename_has(question->rename, dense(question, declared));
    if (site->access != ACCESS_NONE || site->where != NAME_IN_CODE || own)
        return false;
    if (rename_node_is(question->facts->binds, site) || binds_type(question, site))
        return true;
    for (size_t i = 0; i < question->named->len; i++) {
        const Reference *reference = question->named->ptr[i].reference;
        if (reference->kind == REFERENCE_BIND && reference->start == site->start &&
            str_find_byte(reference->name, '.') == STR_NONE)
            return true;
    }
    return false;
}

/* Whether what the site of that index declares is visible at another site, and only in a part of
   the file. */
static bool reaches(const RenameQuestion *question, size_t index, const NameSite *site)
{
    const SymbolVec *symbols = &question->file->outline.symbols;
    const NameSite *bound = &question->sites->ptr[index];
    uint32_t symbol = question->around[index];
    const RenameFacts *facts = question->facts;
    if (site->start != bound->start && ((facts->binds_forward && site->start < bound->start) ||
                                        (bound->until && site->start < bound->until)))
        return false;
    if (bound->scope_end)
        return bound->scope_start <= site->start && site->start < bound->scope_end;
    if (binds_type(question, bound))
        return symbol && is_around(symbols, symbol, question->symbol);
    uint32_t function = function_around(symbols, symbol);
    if (facts->heads_are_outside && function && site->start != bound->start &&
        site->start < symbols->ptr[function - 1].body)
        return false;
    return function && is_around(symbols, function, question->symbol) &&
           !is_freed(question, function);
}

/* Whether a local variable or parameter of the name is visible at the site. */
static bool is_local(const RenameQuestion *question, const NameSite *site)
{
    for (size_t i = 0; i < question->sites->len; i++)
        if (is_binding(question, i) && reaches(question, i, site))
            return true;
    return false;
}

static bool meaning_has(const Rename *rename, const NameMeaning *meaning)
{
    for (size_t i = 0; i < meaning->symbols.len; i++)
        if (rename_has(rename, meaning->symbols.ptr[i]))
            return true;
    return false;
}

static bool meaning_is_owner(const Rename *rename, const NameMeaning *meaning)
{
    for (size_t i = 0; i < meaning->symbols.len; i++)
        if (rename_is_owner(rename, meaning->symbols.ptr[i]))
            return true;
    return false;
}

/* ---- evidence ---- */

static bool judge_declaration(const RenameQuestion *question, RenamePlace *place, Verdict *verdict)
{
    uint32_t declared = question->declared[question->index];
    if (!declared)
        return false;
    uint32_t id = dense(question, declared);
    bool block = question->file->outline.symbols.ptr[declared - 1].kind == SYMBOL_IMPL;
    bool part =
        block && rename_has(question->rename, catalog_part_of(question->rename->catalog, id));
    if (block && !part)
        return false;
    place->declares = !part && rename_has(question->rename, id);
    *verdict = place->declares || part ? EXACT : OTHER("another declaration");
    return true;
}

/* What the edges of one reference say. */
static Verdict judge_edges(const RenameQuestion *question, const NamedReference *named)
{
    bool hit = false, miss = false;
    unsigned confidence = EDGE_EXTERNAL;
    for (size_t i = 0; i < named->edges.len; i++) {
        const Edge *edge = &named->edges.ptr[i];
        if (rename_has(question->rename, edge->callee)) {
            hit = true;
            confidence = MAX(confidence, edge->confidence);
        } else {
            miss = true;
        }
    }
    /* C: one name space; whether a declaration is included is judged for the whole file. */
    const Rename *rename = question->rename;
    if (hit && !miss && rename->is_unique && rename->facts->names_are_global && !rename->is_member)
        return EXACT;
    if (hit && (miss || confidence == EDGE_AMBIGUOUS))
        return miss ? MAYBE("one of several candidates") : LIKELY("known by its name");
    if (hit)
        return confidence == EDGE_EXACT ? EXACT : LIKELY("likely by its receiver or its scope");
    return miss ? OTHER("refers to another symbol") : MAYBE(NULL);
}

static bool covers(const Reference *reference, const NameSite *site)
{
    uint32_t start = reference->start;
    if (start == site->start)
        return true;
    /* A path begins before its last part: `a::b::Name`. */
    return start < site->start && reference->line == site->line &&
           site->start <= start + reference->receiver.len + 2 && reference->receiver.len;
}

/* The best that any reference at the site says; `*found`: there is one, besides bindings. */
static Verdict judge_references(const RenameQuestion *question, const NameSite *site, bool *found)
{
    Verdict best = MAYBE(NULL);
    bool decided = false;
    for (size_t i = 0; i < question->named->len; i++) {
        const NamedReference *named = &question->named->ptr[i];
        if (!covers(named->reference, site))
            continue;
        if (named->reference->kind == REFERENCE_BIND)
            continue;
        Verdict verdict = judge_edges(question, named);
        if (!*found || (!decided && verdict.why) || verdict.verdict < best.verdict)
            best = verdict;
        decided |= verdict.why || verdict.verdict == RENAME_EXACT;
        *found = true;
    }
    return best;
}

static const Import *import_at(const Outline *outline, uint32_t start)
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

/* `import static a.B.old`: the word before it decides. */
static Verdict judge_member_import(const RenameQuestion *question, const ImportLinkVec *links,
                                   const Import *import, const NameSite *site)
{
    const Rename *rename = question->rename;
    if (!question->facts->members_are_bare)
        return OTHER("an import");
    for (size_t i = 0; i < rename->owners.len; i++) {
        const Entry *owner = catalog_entry(rename->catalog, rename->owners.ptr[i]);
        if (str_equal(catalog_name(rename->catalog, owner->name), site->qualifier))
            return LIKELY("an import of a member");
    }
    for (size_t i = 0; i < links->len; i++)
        if (links->ptr[i].line == import->line && links->ptr[i].target != FILE_NOWHERE) {
            NameMeaning meaning = resolve_offered(rename->resolver, links->ptr[i].target,
                                                  rename->old, rename->call->arena);
            if (meaning.symbols.len && !meaning_has(rename, &meaning))
                return OTHER("an import of something else");
        }
    return MAYBE("an import of a member");
}

/* `from m import old`: what the imported file offers under the name decides. */
static Verdict judge_import(const RenameQuestion *question, const Import *import,
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
    for (size_t i = 0; i < links->len; i++) {
        const ImportLink *link = &links->ptr[i];
        if (link->line < import->line || link->line > site->line)
            continue;
        if (link->target == FILE_NOWHERE) {
            foreign = true;
            continue;
        }
        seen = true;
        NameMeaning meaning =
            resolve_offered(rename->resolver, link->target, rename->old, rename->call->arena);
        if (meaning_has(rename, &meaning))
            return meaning.doubtful ? LIKELY("an import that may mean another") : EXACT;
    }
    if (seen)
        return OTHER("an import of something else");
    return foreign ? OTHER("an import from outside the repository") : MAYBE("an import");
}

/* The import that the name before an access mark is, or NULL. */
static const ImportLink *qualifying_import(const RenameQuestion *question, Str qualifier)
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

/* A name behind a module or package: `m.old`. */
static Verdict judge_qualified(const RenameQuestion *question, const NameSite *site)
{
    const Rename *rename = question->rename;
    Arena *arena = rename->call->arena;
    const ImportLinkVec *links = resolve_imports(rename->resolver, question->file->id);
    if (!site->qualifier.len)
        return question->facts->modules_are_values ? MAYBE("its receiver is not known")
                                                   : OTHER("a member");
    NameMeaning around = resolve_visible(rename->resolver, dense(question, question->symbol),
                                         site->qualifier, arena);
    if (meaning_is_owner(rename, &around))
        return EXACT;
    const ImportLink *link = qualifying_import(question, site->qualifier);
    if (link && link->target != FILE_NOWHERE) {
        NameMeaning meaning = resolve_offered(rename->resolver, link->target, rename->old, arena);
        return meaning_has(rename, &meaning) ? EXACT : OTHER("of another module");
    }
    for (size_t i = 0; !link && i < links->len; i++) {
        link = &links->ptr[i];
        NameMeaning meaning = {0};
        if (link->target != FILE_NOWHERE && !link->alias && !link->name) /* by its package's name */
            meaning = resolve_offered(rename->resolver, link->target, rename->old, arena);
        if (meaning_has(rename, &meaning))
            return EXACT;
        link = NULL;
    }
    return OTHER("a member");
}

static bool is_self(Str qualifier)
{
    static const char words[] = "self this cls Self super";
    return qualifier.len && name_is_listed(words, qualifier);
}

/* A member that no reference decides: by the value or the type before it. */
static Verdict judge_member(const RenameQuestion *question, const NameSite *site)
{
    const Rename *rename = question->rename;
    Str qualifier = site->qualifier;
    if (is_self(qualifier) && is_within_owner(question))
        return EXACT;
    NameMeaning around = {0};
    if (qualifier.len && !is_self(qualifier))
        around = resolve_visible(rename->resolver, dense(question, question->symbol), qualifier,
                                 rename->call->arena);
    if (meaning_is_owner(rename, &around))
        return EXACT;
    const ImportLink *link = qualifying_import(question, qualifier);
    if (link && (link->target == FILE_NOWHERE || !link->name) && site->start > qualifier.len + 1)
        return OTHER("of a module");
    return rename->is_unique ? LIKELY("the only member of that name; its receiver is not known")
                             : MAYBE("a member of a value whose type is not known");
}

/* A name after an access mark which no reference decides. */
static Verdict judge_access(const RenameQuestion *question, const NameSite *site)
{
    const Rename *rename = question->rename;
    if (rename->is_member)
        return judge_member(question, site);
    if (rename->is_nested)
        return OTHER("a member");
    return rename->facts->names_are_global && site->access == ACCESS_MEMBER && !rename->is_macro
               ? OTHER("a member")
               : judge_qualified(question, site);
}

/* A name without anything before it which no reference decides. */
static Verdict judge_bare(const RenameQuestion *question)
{
    const Rename *rename = question->rename;
    const RenameFacts *facts = question->facts;
    bool within = rename->is_member && is_within_owner(question);
    if (rename->is_member && !facts->members_are_bare && !within)
        return OTHER("not a member");
    NameMeaning meaning = resolve_visible(rename->resolver, dense(question, question->symbol),
                                          rename->old, rename->call->arena);
    if (meaning_has(rename, &meaning))
        return meaning.doubtful ? LIKELY("something that is not known may have the name") : EXACT;
    if (meaning.symbols.len || meaning.leaves)
        return OTHER("another symbol");
    if (rename->is_member)
        return within ? MAYBE("perhaps a member") : OTHER("not a member");
    bool linked = rename->facts->names_are_global && !rename->is_hidden;
    return linked ? MAYBE("not declared in what the file includes") : OTHER("not visible here");
}

/* Whether a symbol is a variable. */
static bool is_value(const Rename *rename, uint32_t symbol)
{
    SymbolKind kind = (SymbolKind)catalog_entry(rename->catalog, symbol)->kind;
    return kind == SYMBOL_VARIABLE || kind == SYMBOL_CONSTANT || kind == SYMBOL_FIELD ||
           kind == SYMBOL_PROPERTY;
}

/* Whether the name is reached through a variable, though the symbol is no member: then it is that
   of a property, whatever its value is. */
static bool is_property(const RenameQuestion *question, const NameSite *site)
{
    const Rename *rename = question->rename;
    const ImportLink *link = qualifying_import(question, site->qualifier);
    bool module =
        link && (!link->name || str_equal(catalog_name(rename->catalog, link->name), STR("*")));
    if (rename->is_member || site->access != ACCESS_MEMBER || !site->qualifier.len || module)
        return false;
    NameMeaning meaning = resolve_visible(rename->resolver, dense(question, question->symbol),
                                          site->qualifier, rename->call->arena);
    bool value = meaning.symbols.len > 0;
    for (size_t i = 0; i < meaning.symbols.len; i++)
        value &= is_value(rename, meaning.symbols.ptr[i]);
    return value;
}

/* Code in which the name may be the symbol's. */
static Verdict judge_code(const RenameQuestion *question, RenamePlace *place)
{
    const Rename *rename = question->rename;
    const NameSite *site = &place->site;
    const RenameFacts *facts = question->facts;
    Verdict verdict;
    bool found = false;
    if (judge_declaration(question, place, &verdict))
        return verdict;
    if (rename_node_is(facts->apart, site))
        return OTHER("a label or an argument's name");
    const Import *import = import_at(&question->file->outline, site->start);
    if (import && import->end > import->start)
        return judge_import(question, import, site);
    /* A name that is taken out of a module by a pattern is an import. */
    bool taken = !rename->is_member && site->node && strstr(site->node, "pattern");
    place->shorthand = rename_node_is(facts->shorthand, site) && !site->exported && !taken;
    bool called = site->next == '(' || site->access == ACCESS_SCOPE;
    if (rename->is_member && !rename->is_type && facts->fields_are_apart &&
        called != rename->is_function)
        return OTHER(called ? "a method" : "a field");
    if (rename_node_is(facts->named, site) && site->next == '=')
        return OTHER("an argument's name");
    if (!(facts->calls_are_apart && site->next == '(') && site->access == ACCESS_NONE &&
        !rename->is_macro && !rename_node_is(facts->members, site) && is_local(question, site))
        return OTHER("a local variable");
    verdict = judge_references(question, site, &found);
    if (found && verdict.verdict <= RENAME_AMBIGUOUS && is_property(question, site))
        return OTHER("a property that has it as its value");
    if (found && (verdict.why || verdict.verdict == RENAME_EXACT))
        return verdict;
    if (!rename->is_type && rename_node_is(facts->types, site))
        return OTHER("a type");
    bool member = rename_node_is(facts->members, site) && !place->shorthand;
    bool key = rename_node_is(facts->keys, site) && site->next == ':';
    if (site->access != ACCESS_NONE)
        return judge_access(question, site);
    if (member || key) {
        if (rename->is_member)
            return MAYBE("a key or a member of a type that is not known");
        return key && !rename->is_type && !rename->is_function ? MAYBE("a key") : OTHER("a member");
    }
    return judge_bare(question);
}

static bool is_foreign_code(const Rename *rename, const RenameFile *file)
{
    FileClass class = rename->catalog->files.ptr[file->id].class;
    return class == FILE_GENERATED || class == FILE_VENDORED || class == FILE_MINIFIED ||
           class == FILE_LARGE;
}

void rename_judge(const RenameQuestion *question, RenamePlace *place)
{
    const RenameFile *file = question->file;
    Verdict verdict = {.verdict = RENAME_TEXT};
    if (place->site.where == NAME_IN_COMMENT)
        verdict.verdict = RENAME_COMMENT;
    else if (place->site.where == NAME_IN_STRING && place->site.in_list && file->is_code)
        verdict = judge_bare(question);
    else if (place->site.where == NAME_IN_STRING)
        verdict.verdict = RENAME_STRING;
    else if (file->is_code)
        verdict = judge_code(question, place);
    else if (file->may_be_included)
        verdict = MAYBE("in a file that code may include");
    else if (question->facts)
        verdict = MAYBE("in code that could not be parsed");
    if (verdict.verdict < RENAME_GENERATED && is_foreign_code(question->rename, file))
        verdict = (Verdict){.verdict = RENAME_GENERATED};
    if (verdict.verdict == RENAME_EXACT && !place->declares && file->is_unseen)
        verdict = LIKELY("no declaration of it is surely included");
    if (verdict.verdict == RENAME_EXACT && !place->declares && question->facts &&
        rename_node_is(question->facts->loose, &place->site))
        verdict = LIKELY("may be a mere text");
    if (!question->facts && (verdict.verdict == RENAME_COMMENT || verdict.verdict == RENAME_STRING))
        verdict.verdict = RENAME_TEXT;
    place->verdict = verdict.verdict;
    place->why = verdict.why;
    place->bare = place->site.access == ACCESS_NONE;
}
