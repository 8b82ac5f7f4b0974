/* A verdict is exact only on evidence: a declaration of the family, a reference or an import that
   the resolver decides, or a bare name whose scope is known. It is "something else" only on
   evidence, too: another declaration, another target, a local variable, a name space of its own.
   Everything in between is likely or ambiguous. */
#include "refactor/rename_verdict.h"

#include <string.h>

/* ---- scopes ---- */

/* Whether the place is in the code of a type that has the member. */
bool rename_is_within_owner(const RenameQuestion *question)
{
    const SymbolVec *symbols = &question->file->outline.symbols;
    for (uint32_t i = question->symbol; i; i = symbols->ptr[i - 1].parent)
        if (rename_is_owner(question->rename, verdict_symbol(question, i)))
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
uint32_t rename_function_around(const SymbolVec *symbols, uint32_t symbol)
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
            rename_function_around(&question->file->outline.symbols, question->around[i]) ==
                function)
            return true;
    return false;
}

static bool binds_type(const RenameQuestion *question, const NameSite *site)
{
    return rename_node_is(question->facts->type_binds, site);
}

/* C: `extern int old;` in a function names what is outside of it. */
static bool is_linked(const RenameQuestion *question, const NameSite *site)
{
    Str text = question->file->text;
    size_t start = site->start;
    while (question->facts->links && start && !byte_in(text.ptr[start - 1], ";{}"))
        start--;
    Str head = str_trim(str_slice(text, start, site->start));
    return name_is_listed(question->facts->links, str_first_word(head));
}

/* Whether the site declares a variable, a parameter or a type parameter. */
static bool is_binding(const RenameQuestion *question, size_t index)
{
    const NameSite *site = &question->sites->ptr[index];
    uint32_t declared = question->declared[index];
    bool own = declared && rename_has(question->rename, verdict_symbol(question, declared));
    if (site->access != ACCESS_NONE || site->where != NAME_IN_CODE || own ||
        is_linked(question, site) || rename_node_is(question->facts->own_fields, site) ||
        rename_node_is(question->facts->labels, site))
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
    uint32_t function = rename_function_around(symbols, symbol);
    if (facts->heads_are_outside && function && site->start != bound->start &&
        site->start < symbols->ptr[function - 1].body)
        return false;
    return function && is_around(symbols, function, question->symbol) &&
           !is_freed(question, function);
}

bool rename_is_local(const RenameQuestion *question, const NameSite *site)
{
    /* Where only a type can be named, only a type parameter hides one. */
    bool type = question->rename->is_type && rename_node_is(question->facts->types, site);
    for (size_t i = 0; i < question->sites->len; i++)
        if (is_binding(question, i) && (!type || binds_type(question, &question->sites->ptr[i])) &&
            reaches(question, i, site))
            return true;
    return false;
}

/* ---- evidence ---- */

static bool holds_members(SymbolKind kind)
{
    return symbol_is_type(kind) || kind == SYMBOL_MODULE || kind == SYMBOL_NAMESPACE ||
           kind == SYMBOL_OBJECT;
}

/* A method of a type without a name. */
static Verdict judge_nameless(const RenameQuestion *question, const NameSite *site)
{
    switch (rename_judge_nameless(question, site)) {
    case RENAME_EXACT: return EXACT;
    case RENAME_OTHER: return OTHER("in a type without a name, of another base");
    default: return MAYBE("in a type without a name, which may override it");
    }
}

/* Another symbol of that name: an embedded type is a field; a type without a name may override. */
static Verdict judge_other(const RenameQuestion *question, uint32_t declared, const NameSite *site)
{
    const Rename *rename = question->rename;
    const SymbolVec *symbols = &question->file->outline.symbols;
    const Symbol *symbol = &symbols->ptr[declared - 1];
    SymbolKind around = symbol->parent ? symbols->ptr[symbol->parent - 1].kind : SYMBOL_NONE;
    if (rename->is_type && rename_node_is(question->facts->embeds, site))
        return MAYBE("embedded here, so that a field has the type's name");
    if (rename->is_member && rename->is_function && !symbol_owner(symbol).len &&
        (symbol_is_callable(around)
             ? symbol->kind == SYMBOL_METHOD || rename_node_is(question->facts->methods, site)
             : symbol->kind == SYMBOL_METHOD && !holds_members(around)))
        return judge_nameless(question, site);
    if (question->facts->modules_reopen && !rename->is_nested &&
        rename_may_merge(question, verdict_symbol(question, declared)))
        return MAYBE("a declaration that may add to it: a module is opened again");
    return OTHER("another declaration");
}

static bool judge_declaration(const RenameQuestion *question, RenamePlace *place, Verdict *verdict)
{
    uint32_t declared = question->declared[question->index], around = question->symbol;
    if (!declared && around && rename_node_is(question->facts->loose, &place->site) &&
        question->file->outline.symbols.ptr[around - 1].kind == SYMBOL_PROPERTY &&
        rename_has(question->rename, verdict_symbol(question, around))) { /* `attr_reader :old` */
        place->declares = true;
        *verdict = EXACT;
        return true;
    }
    if (!declared)
        return false;
    uint32_t id = verdict_symbol(question, declared);
    bool block = question->file->outline.symbols.ptr[declared - 1].kind == SYMBOL_IMPL;
    bool part =
        block && rename_has(question->rename, catalog_part_of(question->rename->catalog, id));
    if (block && !part)
        return false;
    place->declares = !part && rename_has(question->rename, id);
    *verdict = place->declares || part ? EXACT : judge_other(question, declared, &place->site);
    return true;
}

/* Whether the edge leads to what the name is reached through: `cart.total()`, `Self::Red`. */
static bool is_receiver(const Rename *rename, const Reference *reference, uint32_t callee)
{
    if (callee == SYMBOL_NOWHERE)
        return false;
    if (reference->receiver.len && rename->is_member && rename_is_owner(rename, callee))
        return true;
    Str name = catalog_name(rename->catalog, catalog_entry(rename->catalog, callee)->name);
    return name.len && !str_equal(name, rename->old) &&
           (str_equal(name, reference->receiver) ||
            str_equal(name, str_first_word(reference->receiver)));
}

/* A reference that leads elsewhere. A value from outside may be a module of the tree, unless it is
   reached by the name of an import alone: `os.path.join`. */
static Verdict judge_miss(const RenameQuestion *question, bool outside)
{
    const NameSite *site = &question->sites->ptr[question->index];
    if (rename_may_be_found_by_argument(question, site))
        return MAYBE("a call that may find it by the type of an argument");
    if (!outside || question->rename->is_member || site->access != ACCESS_MEMBER ||
        verdict_is_through_import(question, site) || !verdict_may_be_module(question))
        return OTHER("refers to another symbol");
    return OPEN(RENAME_AMBIGUOUS, "a member of a value that may be a module");
}

/* What the edges of one reference say. */
static Verdict judge_edges(const RenameQuestion *question, const NamedReference *named)
{
    bool hit = false, miss = false, outside = true;
    unsigned confidence = EDGE_EXTERNAL;
    for (size_t i = 0; i < named->edges.len; i++) {
        const Edge *edge = &named->edges.ptr[i];
        if (is_receiver(question->rename, named->reference, edge->callee))
            continue;
        if (rename_has(question->rename, edge->callee)) {
            hit = true;
            confidence = MAX(confidence, edge->confidence);
        } else {
            miss = true;
            outside &= edge->callee == SYMBOL_NOWHERE;
        }
    }
    /* C: one name space; whether a declaration is included is judged for the whole file. */
    const Rename *rename = question->rename;
    if (hit && !miss && rename->is_unique && rename->facts->names_are_global && !rename->is_member)
        return EXACT;
    if (hit && (miss || confidence == EDGE_AMBIGUOUS))
        return miss ? OPEN(RENAME_AMBIGUOUS, "one of several candidates")
                    : OPEN(RENAME_LIKELY, "known by its name");
    if (hit)
        return confidence == EDGE_EXACT
                   ? EXACT
                   : OPEN(RENAME_LIKELY, "likely by its receiver or its scope");
    return miss ? judge_miss(question, outside) : MAYBE(NULL);
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

/* A member that no reference decides: by the value or the type before it. */
static Verdict judge_member(const RenameQuestion *question, const NameSite *site)
{
    const Rename *rename = question->rename;
    Str qualifier = site->qualifier;
    if (verdict_is_self(qualifier) && rename_is_within_owner(question))
        return EXACT;
    NameMeaning around = {0};
    Verdict verdict;
    if (verdict_of_trait(question, site, &verdict))
        return verdict;
    if (qualifier.len && !verdict_is_self(qualifier))
        around = resolve_visible(rename->resolver, verdict_symbol(question, question->symbol),
                                 qualifier, rename->request->arena);
    if (verdict_has_owner(rename, &around))
        return EXACT;
    if (rename_is_owner_variable(question, site) || rename_is_in_owner_braces(question, site))
        return EXACT;
    if (rename_is_closed_variable(question, site))
        return OTHER("of a type from outside");
    Receiver declared = qualifier.len ? rename_declared_receiver(question, site)
                                      : rename_braces_receiver(question, site);
    if (declared != RECEIVER_UNKNOWN)
        return declared == RECEIVER_OWNER ? EXACT : OTHER("of another type");
    const ImportLink *link = verdict_qualifying_import(question, qualifier);
    if (link && (link->target == FILE_NOWHERE || !link->name) && site->start > qualifier.len + 1)
        return OTHER("of a module");
    return rename->is_unique
               ? OPEN(RENAME_LIKELY, "the only member of that name; its receiver is not known")
               : OPEN(RENAME_AMBIGUOUS, "a member of a value whose type is not known");
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
               : verdict_of_qualified(question, site);
}

/* Python: whether the place is in a decorator of a member of the family: `@old.setter`. */
static bool is_before_name(const RenameQuestion *question, const NameSite *site)
{
    const SymbolVec *symbols = &question->file->outline.symbols;
    return question->symbol &&
           rename_has(question->rename, verdict_symbol(question, question->symbol)) &&
           question->rename->facts->private_mark &&
           site->start < symbols->ptr[question->symbol - 1].name_start;
}

/* Whether the innermost type around has the member, and declares all that its code can mean by it.
 */
static bool is_directly_within(const RenameQuestion *question, const NameSite *site)
{
    const SymbolVec *symbols = &question->file->outline.symbols;
    uint32_t type = question->symbol;
    while (type && !symbol_is_type(symbols->ptr[type - 1].kind))
        type = symbols->ptr[type - 1].parent;
    return type && !site->nameless && question->facts->members_are_bare &&
           !question->facts->types_mix &&
           rename_is_owner(question->rename, verdict_symbol(question, type));
}

/* Ruby: `&:old` calls each value's method; other symbols do where code looks names up. */
static bool is_called_text(const RenameQuestion *question, const NameSite *site)
{
    return question->rename->looks_up ||
           str_ends(str_slice(question->file->text, 0, site->start), STR("&:"));
}

/* A name without anything before it which no reference decides. */
static Verdict judge_bare(const RenameQuestion *question)
{
    const Rename *rename = question->rename;
    const RenameFacts *facts = question->facts;
    bool within = rename->is_member && rename_is_within_owner(question);
    const NameSite *site = &question->sites->ptr[question->index];
    if (rename->is_member && rename->is_function && rename_node_is(facts->methods, site))
        return MAYBE("in a type that is not known, which may override it");
    if (rename->is_member && rename->is_function && rename_node_is(facts->takes, site))
        return MAYBE("a type takes it in by this name");
    if (rename->is_member && rename_is_macro_argument(question, site))
        return MAYBE("handed to a macro, which may make a member of it");
    if (rename->is_member && !facts->members_are_bare && !within && !rename->is_variant)
        return OTHER("not a member");
    if (within && is_before_name(question, site))
        return EXACT;
    if (rename->is_function && rename_node_is(facts->loose, site) && is_called_text(question, site))
        return MAYBE("a text that calls what has the name");
    NameMeaning meaning =
        resolve_visible(rename->resolver, verdict_symbol(question, question->symbol), rename->old,
                        rename->request->arena);
    if (verdict_has(rename, &meaning))
        return meaning.doubtful ? LIKELY("something that is not known may have the name") : EXACT;
    if (!meaning.symbols.len && rename_is_of_holder(question))
        return MAYBE("in code of another language");
    if (meaning.symbols.len || meaning.leaves)
        return OTHER("another symbol");
    if (rename->is_variant && rename_node_is(facts->labels, site) && rename->is_unique)
        return EXACT;
    if (rename->is_member && (rename->is_variant || rename_is_mixed_in(question)))
        return MAYBE("perhaps a member that comes in here");
    if (rename->is_member && site->directive)
        return MAYBE("in a macro that may declare or use it");
    if (rename->is_member && !within && facts->blocks_have_receivers)
        return MAYBE("perhaps a member of the value that a block is run on");
    if (rename->is_member && within && is_directly_within(question, site))
        return EXACT;
    if (rename->is_member)
        return within ? MAYBE("perhaps a member") : OTHER("not a member");
    if (facts->types_mix && rename->owners.len && !rename->is_nested)
        return MAYBE("perhaps it comes in here with a module");
    if (facts->globals_are_shared && rename->is_shared)
        return (Verdict){
            .verdict = RENAME_AMBIGUOUS, .why = "perhaps a global of another file", .shared = true};
    bool linked = rename->facts->names_are_global && !rename->is_hidden;
    if (linked && rename->is_variant && rename->is_unique && !question->file->is_unseen)
        return EXACT;
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
    const ImportLink *link = verdict_qualifying_import(question, site->qualifier);
    bool module =
        link && (!link->name || str_equal(catalog_name(rename->catalog, link->name), STR("*")));
    if (rename->is_member || site->access != ACCESS_MEMBER || !site->qualifier.len || module)
        return false;
    NameMeaning meaning =
        resolve_visible(rename->resolver, verdict_symbol(question, question->symbol),
                        site->qualifier, rename->request->arena);
    bool value = meaning.symbols.len > 0;
    for (size_t i = 0; i < meaning.symbols.len; i++)
        value &= is_value(rename, meaning.symbols.ptr[i]);
    return value;
}

static bool is_capital(Str name)
{
    return !(name.ptr[0] >= 'a' && name.ptr[0] <= 'z');
}

/* What the form of the place decides: a label, an argument's name, a variable of the object. */
static bool judge_form(const RenameQuestion *question, RenamePlace *place, Verdict *verdict)
{
    const Rename *rename = question->rename;
    const NameSite *site = &place->site;
    const RenameFacts *facts = question->facts;
    if (rename->is_member && rename_node_is(facts->own_fields, site))
        verdict->verdict = rename_judge_own_field(question, &verdict->why);
    else if (rename->sigil.len && facts->own_fields)
        *verdict = OTHER("not the variable of the object");
    else if (rename->is_member && rename_node_is(facts->setters, site) &&
             rename_is_within_owner(question))
        *verdict = MAYBE("the setter of the name");
    else if (rename->assigned.len && rename_node_is(facts->apart, site))
        *verdict = OTHER("an argument's name"); /* what is assigned is no field of a data class */
    else if (rename_node_is(facts->fields_by_name, site) && rename->is_member &&
             !rename->is_function && byte_in(site->next ? site->next : ' ', "=:"))
        *verdict = OPEN(RENAME_AMBIGUOUS, "an argument, or a field, by its name");
    else if (rename_node_is(facts->bare_keys, site) && rename_has_no_value(question, site))
        *verdict = MAYBE("a key that has the name's value");
    else if (rename_node_is(facts->apart, site))
        *verdict = OTHER("a label or an argument's name");
    else if (facts->folds_functions && !rename->is_function && !rename->is_type &&
             !str_starts(str_from_offset(question->file->text, site->start), rename->old))
        *verdict = OTHER("another name: its letters differ");
    else if (facts->constants_by_scope && rename->is_member && rename->is_constant &&
             site->access == ACCESS_MEMBER)
        *verdict = OTHER("a member of a value, which is no constant");
    else if (rename_node_is(facts->tags, site) && !is_capital(rename->old))
        *verdict = OTHER("an element of the page, by its small letter");
    else
        return false;
    return true;
}

/* Whether the form of the place is one that a local variable can have. */
static bool may_be_local(const RenameQuestion *question, const NameSite *site)
{
    const RenameFacts *facts = question->facts;
    return !(facts->calls_are_apart && site->next == '(') && site->access == ACCESS_NONE &&
           !question->rename->is_macro && !rename_node_is(facts->members, site) &&
           !rename_is_tag(question, site);
}

/* The key of an entry, or the name of a member. */
static Verdict judge_key(const RenameQuestion *question, const NameSite *site, bool key)
{
    const Rename *rename = question->rename;
    if (rename->is_member && rename_node_is(question->facts->initializes, site) &&
        rename_is_within_owner(question))
        return EXACT;
    if (rename->is_member && rename_is_in_owner_braces(question, site))
        return EXACT;
    if (rename->is_member && key && rename_is_index(question, site))
        return OTHER("a value that is a key");
    if (rename_is_in_other_braces(question, site))
        return OTHER("a field of another type");
    if (rename->is_member)
        return OPEN(RENAME_AMBIGUOUS, "a key or a member of a type that is not known");
    if (rename->is_embedded)
        return MAYBE("a field that an embedded type makes");
    if (key && !rename->is_type && rename_is_index(question, site))
        return judge_bare(question);
    return key && !rename->is_type && !rename->is_function ? MAYBE("a key") : OTHER("a member");
}

/* Java: `p.x()`, which reads a component. */
static bool is_call_without_arguments(const RenameQuestion *question, const NameSite *site)
{
    size_t end = site->start + question->rename->old.len;
    Str after = str_trim(str_from_offset(question->file->text, end));
    return str_starts(after, STR("(")) && str_starts(str_trim(str_from_offset(after, 1)), STR(")"));
}

/* A name within a macro's arguments that the macro may make a member of, or that is a key there. */
static bool judge_macro(const RenameQuestion *question, const NameSite *site, Verdict *verdict)
{
    if (site->access != ACCESS_NONE)
        return false;
    if (rename_node_is(question->facts->opaque, site) && !question->rename->is_function &&
        rename_is_in_owner_braces(question, site))
        *verdict = site->next == ':' ? EXACT : MAYBE("a field or a variable in a macro");
    else if (rename_macro_selects(question, site))
        *verdict = MAYBE("handed to a macro, which makes a member of it");
    else
        return false;
    return true;
}

/* Whether the tree has a type of the old name. */
static bool is_type_somewhere(const Rename *rename)
{
    Catalog *catalog = rename->catalog;
    IdSpan named = catalog_named(catalog, catalog_entry(catalog, rename->symbol)->name);
    for (size_t i = 0; i < named.len; i++) {
        SymbolKind kind = (SymbolKind)catalog_entry(catalog, named.ptr[i])->kind;
        if (symbol_is_type(kind) || kind == SYMBOL_TYPE)
            return true;
    }
    return false;
}

/* A name where a type is written, which is that of a constant only among the arguments of one. */
static Verdict judge_in_type(const RenameQuestion *question, const NameSite *site)
{
    const Rename *rename = question->rename;
    if (!rename->is_constant || !rename_node_is(question->facts->type_arguments, site))
        return OTHER("a type");
    return is_type_somewhere(rename) ? MAYBE("an argument of a type, which may be a constant")
                                     : judge_bare(question);
}

/* Code in which the name may be the symbol's. */
static Verdict judge_code(const RenameQuestion *question, RenamePlace *place)
{
    const Rename *rename = question->rename;
    const NameSite *site = &place->site;
    const RenameFacts *facts = question->facts;
    Verdict verdict;
    bool found = false;
    if (judge_declaration(question, place, &verdict) || rename_judge_mark(question, site, &verdict))
        return verdict;
    if (judge_form(question, place, &verdict))
        return verdict;
    const Import *import = verdict_import_at(&question->file->outline, site->start);
    if (import && import->end > import->start)
        return verdict_of_import(question, import, site);
    /* A name that is taken out of a module by a pattern is an import. */
    bool taken = !rename->is_member && site->node && strstr(site->node, "pattern");
    place->shorthand = rename_node_is(facts->shorthand, site) && !site->exported && !taken;
    if (place->shorthand && rename->is_member &&
        (!rename->is_function || facts->interfaces_have_shape || strstr(site->node, "pattern")))
        return rename_is_in_owner_braces(question, site)
                   ? EXACT
                   : OPEN(RENAME_AMBIGUOUS, "a key of a value whose type is not known");
    bool called = site->next == '(';
    bool reads = rename->is_component && called && is_call_without_arguments(question, site);
    if (rename->is_member && !rename->is_type && facts->fields_are_apart && !reads &&
        !(rename->is_component && !called) && !rename_node_is(facts->takes, site) &&
        (called || site->access != ACCESS_SCOPE) && called != rename->is_function)
        return OTHER(called ? "a method" : "a field");
    if (rename_node_is(facts->named, site) && site->next == '=')
        return rename->is_member && !rename->is_function
                   ? MAYBE("an argument, or a field, by its name")
                   : OTHER("an argument's name");
    if (!rename->is_member && verdict_is_imported_key(question, site))
        return EXACT;
    if (!rename->is_member && !rename->is_nested && verdict_is_taken_out(question, site))
        return (Verdict){.verdict = RENAME_AMBIGUOUS,
                         .why = "taken out of a module",
                         .open = true,
                         .taken = true};
    bool key = rename_node_is(facts->keys, site) && site->next == ':';
    if (rename->is_member && judge_macro(question, site, &verdict))
        return verdict;
    if (rename->is_member && rename_overrides_nameless(question, site))
        return judge_nameless(question, site);
    if (!(key && rename->is_member && !rename->is_function) && may_be_local(question, site) &&
        rename_is_local(question, site))
        return rename->is_type && facts->types && (called || rename_node_is(facts->types, site))
                   ? MAYBE("a local variable has the name, too")
                   : OTHER("a local variable");
    verdict = judge_references(question, site, &found);
    if (found && verdict.verdict <= RENAME_AMBIGUOUS && !verdict_may_be_module(question) &&
        is_property(question, site))
        return OTHER("a property that has it as its value");
    if (found && (verdict.why || verdict.verdict == RENAME_EXACT))
        return verdict;
    bool path = rename->is_variant && site->access != ACCESS_NONE; /* `Level.Mid` as a type */
    bool made = rename_node_is(facts->instantiates, site) && site->next == '[';
    if (!rename->is_type && !path && !made && rename_node_is(facts->types, site))
        return judge_in_type(question, site);
    bool member = rename_node_is(facts->members, site) && !place->shorthand;
    if (site->access != ACCESS_NONE)
        return judge_access(question, site);
    return member || key ? judge_key(question, site, key) : judge_bare(question);
}

/* Kotlin: whether the string puts the value of the name in: `"$old"`. */
static bool is_put_in(const RenameQuestion *question, const NameSite *site)
{
    Str before = str_slice(question->file->text, 0, site->start);
    return site->where == NAME_IN_STRING && question->facts && question->facts->dollars_are_code &&
           str_ends(before, STR("$")) && !str_ends(before, STR("\\$"));
}

void rename_judge(const RenameQuestion *question, RenamePlace *place)
{
    const RenameFile *file = question->file;
    Verdict verdict = {.verdict = RENAME_TEXT};
    if (!question->facts && !file->may_be_included)
        verdict.verdict = rename_judge_text(question, &place->site, &verdict.why);
    else if (place->site.where == NAME_IN_COMMENT)
        verdict.verdict = file->is_code && rename_is_directive(question, &place->site)
                              ? RENAME_AMBIGUOUS
                              : RENAME_COMMENT;
    else if (file->is_code && is_put_in(question, &place->site))
        verdict = rename_is_local(question, &place->site) ? OTHER("a local variable")
                                                          : judge_bare(question);
    else if (place->site.where == NAME_IN_STRING && place->site.in_list && file->is_code)
        verdict = judge_bare(question);
    else if (place->site.where == NAME_IN_STRING && file->is_code)
        verdict.verdict = rename_judge_string(question, &place->site, &verdict.why);
    else if (place->site.where == NAME_IN_STRING)
        verdict.verdict = RENAME_STRING;
    else if (file->is_code)
        verdict = judge_code(question, place);
    else if (file->may_be_included)
        verdict = MAYBE("in a file that code may include");
    else if (question->facts)
        verdict = MAYBE("in code that could not be parsed");
    if (verdict.verdict < RENAME_GENERATED && rename_is_foreign_code(question->rename, file))
        verdict = (Verdict){.verdict = RENAME_GENERATED};
    if (verdict.verdict == RENAME_EXACT && !place->declares && file->is_unseen)
        verdict = LIKELY("no declaration of it is surely included");
    if (verdict.verdict == RENAME_EXACT && question->facts &&
        rename_node_is(question->facts->assigns, &place->site))
        verdict = MAYBE("assigned to a variable that is declared elsewhere");
    if (verdict.verdict == RENAME_EXACT && !place->declares && question->facts &&
        rename_node_is(question->facts->loose, &place->site))
        verdict = LIKELY("may be a mere text");
    if (verdict.verdict == RENAME_STRING)
        verdict.why = NULL;
    place->verdict = verdict.verdict;
    place->why = verdict.why;
    place->settled = !verdict.open && verdict.verdict != RENAME_AMBIGUOUS && !place->declares &&
                     file->is_code && place->site.where == NAME_IN_CODE &&
                     place->site.access == ACCESS_MEMBER && question->rename->is_member &&
                     question->rename->facts->members_are_late;
    place->open = verdict.open || place->settled;
    place->taken = verdict.taken;
    place->shared = verdict.shared;
    place->key = place->shorthand && question->rename->is_member;
    place->bare = place->site.access == ACCESS_NONE;
}
