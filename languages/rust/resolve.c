/* Rust: paths of modules, type arguments, the choice among impl blocks, and extension traits. What
   each hook promises is said in index/resolve/rules.h. */
#include "languages_calls.h"

#include "languages/rust/imports_tree.h"

#include "index/resolve/alternatives.h"
#include "index/resolve/attempt.h"
#include "index/resolve/file_scope.h"
#include "index/resolve/finds.h"
#include "index/resolve/home.h"
#include "index/resolve/infer.h"
#include "index/resolve/lookup.h"
#include "index/resolve/name_path.h"
#include "index/resolve/partial.h"
#include "index/resolve/types.h"
#include "index/resolve/unit.h"
#include "index/resolve/variables.h"
#include "index/resolve/visible.h"

/* ---- paths ---- */

/* The home's type, or module with a body, of that name; SYMBOL_NOWHERE if the home has neither. */
static uint32_t scope_in(Resolver *resolver, uint32_t home, uint32_t name)
{
    Finds finds = {0};
    lookup_members(resolver, home, name, FIND_SCOPES, &finds);
    partial_merge(resolver, &finds);
    bool module = finds.len && resolver_kind(resolver, finds.ids[0]) == SYMBOL_MODULE;
    bool open = finds.len == 1 && (!module || resolver_has(resolver, finds.ids[0], TRAIT_BODY));
    return open ? finds.ids[0] : SYMBOL_NOWHERE;
}

/* The file of a module that a file re-exports: `pub use crate::a::inner`. */
static uint32_t module_from(Resolver *resolver, uint32_t home, uint32_t name)
{
    SymbolPlace place = catalog_place(resolver->catalog, home);
    const FileScope *scope = place.index ? NULL : file_scope_of(resolver, place.file);
    uint32_t at = scope && name ? id_map_get(&scope->visible, name) : ID_MAP_NONE;
    const ImportLink *link = at == ID_MAP_NONE ? NULL : &scope->links.ptr[at];
    bool module = link && !link->name && link->target != FILE_NOWHERE;
    return module ? resolver->units[link->target] : SYMBOL_NOWHERE;
}

bool rust_find_nested(Resolver *resolver, const ImportLink *link, uint32_t name, FindKind kind,
                      Finds *finds)
{
    Str path = catalog_name(resolver->catalog, link->name);
    uint32_t home = resolver->units[link->target];
    size_t joint = str_find(path, STR("::"));
    if (joint == STR_NONE)
        return false;
    for (; joint != STR_NONE && home != SYMBOL_NOWHERE; joint = str_find(path, STR("::"))) {
        uint32_t part = names_find(&resolver->catalog->names, str_slice(path, 0, joint));
        uint32_t inner = scope_in(resolver, home, part);
        home = inner == SYMBOL_NOWHERE ? module_from(resolver, home, part) : inner;
        path = str_from_offset(path, joint + 2);
    }
    bool all = str_equal(path, STR("*"));
    lookup_members(resolver, home, all ? name : names_find(&resolver->catalog->names, path), kind,
                   finds);
    return finds->len || finds->too_many;
}

/* Follows `self` and `super` within the file of the place, without asking for its imports. */
static bool find_near(Resolver *resolver, uint32_t at, Str *rest, Value *value)
{
    SymbolPlace place = catalog_place(resolver->catalog, at);
    const CatalogFile *file = catalog_row(resolver->catalog, place.file);
    uint32_t module = file_scope_module_around(file, place.index);
    bool own = str_equal(*rest, STR("self")) && home_type_around(resolver, at) == SYMBOL_NOWHERE;
    Str left = *rest;
    if (own || str_starts(left, STR("self::")))
        left = str_from_offset(left, strlen("self"));
    while (str_equal(left, STR("super")) || str_starts(left, STR("super::")) ||
           str_starts(left, STR("::super::")) || str_equal(left, STR("::super"))) {
        if (!module)
            return false;
        module = file_scope_module_around(file, file->entries[module].parent);
        left = str_from_offset(left, strlen("super") + (left.ptr[0] == ':' ? 2 : 0));
    }
    if (left.ptr == rest->ptr)
        return false;
    *rest = left;
    *value = module ? (Value){.kind = VALUE_TYPE, .symbol = file->first + module}
                    : (Value){.kind = VALUE_MODULE, .symbol = resolver->units[place.file]};
    return true;
}

static Value value_of_module(Resolver *resolver, RustModule module)
{
    const CatalogFile *file = catalog_row(resolver->catalog, module.file);
    return module.entry ? (Value){.kind = VALUE_TYPE, .symbol = file->first + module.entry}
                        : (Value){.kind = VALUE_MODULE, .symbol = resolver->units[module.file]};
}

Value rust_module_value(Resolver *resolver, uint32_t symbol)
{
    SymbolPlace place = catalog_place(resolver->catalog, symbol);
    RustModules modules = {.len = 0};
    rust_module_declared(resolver->imports, (RustModule){place.file, place.index}, &modules);
    return modules.len ? value_of_module(resolver, modules.list[0])
                       : (Value){.kind = VALUE_TYPE, .symbol = symbol};
}

static Str skip_parts(Str path, size_t count)
{
    for (size_t at = 0; count--; path = str_from_offset(path, at), at = 0) {
        while (at < path.len && path.ptr[at] == ':')
            at++;
        while (at < path.len && byte_is_word(path.ptr[at]))
            at++;
    }
    return path;
}

/* The length of the leading words with `::` between them. */
static size_t path_length(Str text)
{
    size_t len = 0;
    while (len < text.len && (byte_is_word(text.ptr[len]) || text.ptr[len] == ':'))
        len++;
    return len;
}

static bool take_modules(Resolver *resolver, uint32_t at, Str *rest, Value *value)
{
    SymbolPlace place = catalog_place(resolver->catalog, at);
    const CatalogFile *file = catalog_row(resolver->catalog, place.file);
    RustModule here = {place.file, file_scope_module_around(file, place.index)}, found;
    Str path = str_slice(*rest, 0, path_length(*rest));
    size_t parts = rust_module_path(resolver->imports, resolver->work, here, path, &found);
    if (!parts)
        return false;
    *rest = skip_parts(*rest, parts);
    *value = value_of_module(resolver, found);
    return true;
}

/* Whether the first part of the path is the word. */
static bool begins(Str path, Str word)
{
    return str_equal(path, word) ||
           (str_starts(path, word) && str_starts(str_from_offset(path, word.len), STR("::")));
}

bool rust_find_path(Resolver *resolver, uint32_t at, Str *rest, Value *value)
{
    if (find_near(resolver, at, rest, value))
        return true;
    bool self = str_starts(*rest, STR("self::"));
    return (self || begins(*rest, STR("super")) || begins(*rest, STR("crate"))) &&
           take_modules(resolver, at, rest, value);
}

bool rust_find_module(Resolver *resolver, uint32_t at, Str *rest, Value *value)
{
    return take_modules(resolver, at, rest, value);
}

/* ---- type arguments ---- */

/* Whether a type name looks like a type parameter: `T`, `St`. */
static bool is_parameter(const Resolver *resolver, uint32_t named)
{
    Str name = named ? catalog_name(resolver->catalog, named) : (Str){0};
    return name.len && name.len <= 2 && name.ptr[0] >= 'A' && name.ptr[0] <= 'Z';
}

Value rust_fill_argument(Resolver *resolver, Value found, const Value *owner)
{
    if (found.kind == VALUE_FUNCTION) {
        found.argument = owner->argument;
        found.place = owner->place;
    } else if (found.kind == VALUE_UNKNOWN && is_parameter(resolver, found.named)) {
        Value value = types_of_argument(resolver, owner);
        value.suffix = found.suffix.len ? str_join(&resolver->typed, value.suffix, found.suffix)
                                        : value.suffix;
        return value;
    } else if (found.argument && is_parameter(resolver, found.argument)) {
        found.argument = owner->argument;
        found.place = owner->place;
    } else if (found.kind == VALUE_INSTANCE && !found.argument && found.symbol == owner->symbol) {
        found.argument = owner->argument;
        found.place = owner->place;
    }
    return found;
}

/* ---- the choice among impl blocks ---- */

/* The impl block around a symbol, or the file. */
static uint32_t block_of(const Resolver *resolver, uint32_t symbol)
{
    const CatalogFile *file = catalog_row(resolver->catalog, resolver_file_of(resolver, symbol));
    uint32_t i = symbol - file->first;
    while (i && file->entries[i].kind != SYMBOL_IMPL)
        i = file->entries[i].parent;
    return file->first + i;
}

static bool is_one_block(const Resolver *resolver, const Finds *finds)
{
    uint32_t parent = resolver_entry(resolver, finds->ids[0])->parent;
    for (uint32_t i = 0; i < finds->len; i++)
        if (resolver_file_of(resolver, finds->ids[i]) !=
                resolver_file_of(resolver, finds->ids[0]) ||
            resolver_entry(resolver, finds->ids[i])->parent != parent ||
            !finds_fits(resolver_kind(resolver, finds->ids[i]), FIND_METHODS))
            return false;
    return true;
}

/* Whether the symbol is declared in a trait or in an impl block of one. */
static bool is_of_trait(Resolver *resolver, uint32_t symbol)
{
    uint32_t block = block_of(resolver, symbol), home = home_of(resolver, symbol);
    uint32_t row = id_map_get(&resolver->bases, home);
    for (uint32_t next = row + 1; next; next = resolver->base_rows.ptr[next - 1].next)
        if (resolver->base_rows.ptr[next - 1].symbol == block)
            return true;
    return resolver_kind(resolver, block) != SYMBOL_IMPL;
}

static bool is_inherent(Resolver *resolver, uint32_t block, uint32_t symbol)
{
    (void)block;
    return !is_of_trait(resolver, symbol);
}

static bool is_in_block(Resolver *resolver, uint32_t block, uint32_t symbol)
{
    return block_of(resolver, symbol) == block;
}

/* Whether the block implements a trait of that name. */
static bool block_names(Resolver *resolver, uint32_t home, uint32_t block, Str trait)
{
    uint32_t row = id_map_get(&resolver->bases, home);
    for (uint32_t next = row + 1; next; next = resolver->base_rows.ptr[next - 1].next) {
        const BaseRow *base = &resolver->base_rows.ptr[next - 1];
        if (base->symbol == block && str_equal(name_path_last(base->name), trait))
            return true;
    }
    return false;
}

/* `<T as Trait>::f()`: the method of the type's impl block of that trait, else the trait's own. */
static void keep_of_trait(const Scope *scope, const Reference *reference, Finds *finds)
{
    Resolver *resolver = scope->resolver;
    Value trait = types_find(resolver, scope_symbol(scope, reference), reference->given);
    Str name = name_path_last(reference->given);
    Finds kept = {0};
    for (uint32_t i = 0; i < finds->len; i++) {
        uint32_t block = block_of(resolver, finds->ids[i]);
        if (block_names(resolver, home_of(resolver, finds->ids[i]), block, name))
            finds_add(&kept, finds->ids[i]);
    }
    if (!kept.len && trait.kind == VALUE_TYPE)
        lookup_inherited(resolver, trait.symbol,
                         names_find(&scope->catalog->names, reference->name), FIND_METHODS, &kept);
    if (kept.len)
        *finds = kept;
}

/* Of methods in impl blocks of one generic type, keeps those for the receiver's type argument:
   `impl Door<Open>` for a `Door<Open>`. */
static void keep_of_argument(const Scope *scope, const Reference *reference, Finds *finds)
{
    Resolver *resolver = scope->resolver;
    Value value =
        infer_expression(resolver, scope, scope_symbol(scope, reference), reference->receiver);
    Finds kept = {0};
    if (!value.argument || value.suffix.len)
        return;
    Str own = name_path_last(catalog_name(scope->catalog, value.argument));
    for (uint32_t i = 0; i < finds->len; i++) {
        uint32_t block = block_of(resolver, finds->ids[i]);
        Str type = catalog_name(scope->catalog, resolver_entry(resolver, block)->type);
        size_t open = str_find_byte(type, '<');
        Str argument = open == STR_NONE || !str_ends(type, STR(">"))
                           ? (Str){0}
                           : name_path_last(str_slice(type, open + 1, type.len - 1));
        bool any = !argument.len || argument.len == 1;
        if (any || str_equal(argument, own))
            finds_add(&kept, finds->ids[i]);
    }
    if (kept.len)
        *finds = kept;
}

EdgeConfidence rust_narrow(const Scope *scope, const Reference *reference, Finds *finds)
{
    Resolver *resolver = scope->resolver;
    uint32_t block = block_of(resolver, scope_symbol(scope, reference));
    if (reference->given.len && finds->len && !finds->too_many)
        keep_of_trait(scope, reference, finds);
    bool own =
        str_equal(reference->receiver, STR("self")) || str_equal(reference->receiver, STR("Self"));
    if (finds->len < 2 || finds->too_many)
        return EDGE_EXACT;
    if (reference->receiver.len)
        finds_narrow(resolver, block, finds, is_inherent);
    if (own)
        finds_narrow(resolver, block, finds, is_in_block);
    else if (finds->len > 1 && reference->receiver.len)
        keep_of_argument(scope, reference, finds);
    bool alternatives = finds->len > 1 && is_one_block(resolver, finds);
    finds->builds = alternatives; // `#[cfg]` decides
    return alternatives ? EDGE_LIKELY : EDGE_EXACT;
}

bool rust_is_derived(Resolver *resolver, const Value *value, Str name)
{
    (void)resolver;
    return value->kind == VALUE_TYPE && !value->suffix.len && str_equal(name, STR("default"));
}

/* ---- extension traits ---- */

/* Whether the receiver is a value, as far as its text tells, and no path. */
static bool is_of_value(const Scope *scope, const Reference *reference)
{
    Str text = reference->receiver;
    char last = text.len ? text.ptr[text.len - 1] : '\0';
    return str_find_byte(text, '.') != STR_NONE || (last && strchr(")]?\"", last)) ||
           variables_find(scope, scope_symbol(scope, reference), text);
}

/* Whether the name belongs to a family of methods of integers. */
static bool is_of_numbers(Str name)
{
    static const Str fronts[] = {STR_INIT("wrapping_"), STR_INIT("checked_"),
                                 STR_INIT("saturating_"), STR_INIT("overflowing_")};
    for (size_t i = 0; i < COUNT(fronts); i++)
        if (str_starts(name, fronts[i]))
            return true;
    return false;
}

/* The only method among the symbols that a trait declares, or SYMBOL_NOWHERE. */
static uint32_t declared_by_trait(Resolver *resolver, IdSpan all)
{
    uint32_t found = SYMBOL_NOWHERE;
    for (size_t i = 0; i < all.len; i++) {
        SymbolPlace place = catalog_place(resolver->catalog, all.ptr[i]);
        const CatalogFile *file = catalog_row(resolver->catalog, place.file);
        bool declared = resolver->rules[place.file]->paths_name_modules &&
                        finds_fits(resolver_kind(resolver, all.ptr[i]), FIND_METHODS) &&
                        file->entries[file->entries[place.index].parent].kind == SYMBOL_TRAIT;
        if (declared && found != SYMBOL_NOWHERE)
            return SYMBOL_NOWHERE;
        found = declared ? all.ptr[i] : found;
    }
    return found;
}

/* Whether all other methods among the symbols implement that trait, and one does for a type outside
   the repository. */
static bool is_extension(Resolver *resolver, IdSpan all, uint32_t declared, Str trait)
{
    bool foreign = false;
    for (size_t i = 0; i < all.len; i++) {
        uint32_t symbol = all.ptr[i], block = block_of(resolver, symbol);
        bool method = resolver->rules[resolver_file_of(resolver, symbol)]->paths_name_modules &&
                      finds_fits(resolver_kind(resolver, symbol), FIND_METHODS) &&
                      resolver_kind(resolver, block) == SYMBOL_IMPL;
        if (symbol == declared || !method)
            continue;
        uint32_t home = home_of(resolver, symbol);
        if (!block_names(resolver, home == SYMBOL_NOWHERE ? block : home, block, trait))
            return false;
        foreign = foreign || home == SYMBOL_NOWHERE;
    }
    return foreign;
}

/* Whether the caller has the same name as the callee: it then passes the call on to another type.
 */
static bool is_passed_on(const Scope *scope, const Reference *reference)
{
    uint32_t caller = resolver_entry(scope->resolver, scope_symbol(scope, reference))->name;
    return str_equal(catalog_name(scope->catalog, caller), reference->name);
}

static bool is_built_in(const Scope *scope, const Reference *reference, const Value *value)
{
    const Resolver *resolver = scope->resolver;
    bool block =
        value->kind == VALUE_INSTANCE && resolver_kind(resolver, value->symbol) == SYMBOL_IMPL;
    if (!block)
        return false;
    Str of = catalog_name(scope->catalog, resolver_entry(resolver, value->symbol)->name);
    return of.len && of.ptr[0] >= 'a' && of.ptr[0] <= 'z' && is_passed_on(scope, reference);
}

/* The name of the library's type that the receiver has: `str`, `i32`, `Vec`; empty if unknown. */
static Str type_of_receiver(const Scope *scope, const Reference *reference)
{
    Str text = reference->receiver;
    if (str_equal(text, STR("\"\"")))
        return STR("str");
    if (text.len && byte_is_digit(text.ptr[0]))
        return str_find_byte(text, '.') == STR_NONE ? STR("i32") : STR("f64");
    Value value = infer_expression(scope->resolver, scope, scope_symbol(scope, reference), text);
    if (value.suffix.len)
        return str_equal(value.suffix, STR("[]")) ? STR("Vec") : (Str){0};
    Str name = value.named ? catalog_name(scope->catalog, value.named) : (Str){0};
    return str_equal(name, STR("String")) ? STR("str") : name;
}

/* The only method that an impl block declares for that type, which is not of the repository;
 * SYMBOL_NOWHERE otherwise. */
static uint32_t declared_for(Resolver *resolver, IdSpan all, Str type)
{
    uint32_t found = SYMBOL_NOWHERE;
    for (size_t i = 0; type.len && i < all.len; i++) {
        uint32_t block = block_of(resolver, all.ptr[i]);
        if (resolver_kind(resolver, block) != SYMBOL_IMPL)
            continue;
        Str name = catalog_name(resolver->catalog, resolver_entry(resolver, block)->name);
        Str of = str_equal(name, STR("String")) ? STR("str") : name;
        if (!str_equal(of, type) || types_find(resolver, block, name).kind == VALUE_TYPE)
            continue;
        if (found != SYMBOL_NOWHERE)
            return SYMBOL_NOWHERE;
        found = all.ptr[i];
    }
    return found;
}

static bool find_extension(const Scope *scope, const Reference *reference, Finds *finds)
{
    Resolver *resolver = scope->resolver;
    uint32_t name = names_find(&scope->catalog->names, reference->name);
    IdSpan same = reference->kind == REFERENCE_CALL && name ? catalog_named(scope->catalog, name)
                                                            : (IdSpan){0};
    uint32_t own = same.len && same.len <= RESOLVE_NAMESAKES_MAX
                       ? declared_for(resolver, same, type_of_receiver(scope, reference))
                       : SYMBOL_NOWHERE;
    if (own != SYMBOL_NOWHERE) {
        *finds = (Finds){.ids = {own}, .len = 1};
        return true;
    }
    bool may = reference->kind == REFERENCE_CALL && name &&
               !rules_list_has(scope->rules->library_names, reference->name) &&
               !is_of_numbers(reference->name) && is_of_value(scope, reference) &&
               !is_passed_on(scope, reference);
    IdSpan all = may ? catalog_named(scope->catalog, name) : (IdSpan){0};
    uint32_t declared =
        all.len <= RESOLVE_NAMESAKES_MAX ? declared_by_trait(resolver, all) : SYMBOL_NOWHERE;
    if (declared == SYMBOL_NOWHERE)
        return false;
    const CatalogFile *file = catalog_row(scope->catalog, resolver_file_of(resolver, declared));
    uint32_t trait = file->first + resolver_entry(resolver, declared)->parent;
    uint32_t named = resolver_entry(resolver, trait)->name;
    Meaning meaning;
    if (!is_extension(resolver, all, declared, catalog_name(scope->catalog, named)))
        return false;
    visible_find(resolver, scope_symbol(scope, reference), named, FIND_SCOPES, &meaning);
    for (uint32_t i = 0; i < meaning.finds.len; i++)
        if (meaning.finds.ids[i] == trait)
            *finds = (Finds){.ids = {declared}, .len = 1};
    return finds->len > 0;
}

/* ---- modules of several files ---- */

static bool add_variants(Scope *scope, const Reference *reference, uint32_t file, uint32_t name)
{
    Resolver *resolver = scope->resolver;
    uint32_t files[EDGE_CANDIDATES_MAX];
    Finds all = {0};
    size_t count = rust_module_variants(resolver->imports, file, files, COUNT(files));
    for (size_t i = 0; i < count && count > 1; i++) {
        Meaning meaning = {0};
        unit_find(resolver, files[i], name, FIND_CALLABLES, &meaning);
        if (meaning.finds.len == 1)
            all.ids[all.len++] = meaning.finds.ids[0];
    }
    if (all.len > 1)
        alternatives_add(scope, reference, &all);
    return all.len > 1;
}

/* ---- steps ---- */

/* A method of an extension trait, of a value whose type is unknown or not of the repository. */
static StepOutcome ask_extension(Attempt *attempt)
{
    if (!attempt_is_open(attempt) ||
        !find_extension(attempt->scope, attempt->reference, &attempt->finds))
        return STEP_PASS;
    attempt->confidence = EDGE_LIKELY;
    return STEP_FOUND;
}

/* A method of the language itself: `self.min()` in `fn min(self)` of an impl for `u8`. */
static StepOutcome ask_built_in(Attempt *attempt)
{
    return is_built_in(attempt->scope, attempt->reference, &attempt->value) ? STEP_NOTHING
                                                                            : STEP_PASS;
}

/* `<Sample as Persist>::write(s)` names the method of the trait, and runs that of the type. */
static StepOutcome ask_trait(Attempt *attempt)
{
    Resolver *resolver = attempt->resolver;
    Str given = attempt->reference->given;
    Value trait = given.len ? types_find(resolver, attempt->at, given) : (Value){0};
    Finds own = {0}, finds = {0};
    if (trait.kind != VALUE_TYPE || !attempt_is_typed(attempt) || attempt->value.suffix.len ||
        attempt->value.symbol == trait.symbol)
        return STEP_PASS;
    lookup_members(resolver, attempt->value.symbol, attempt->name, FIND_METHODS, &own);
    lookup_members(resolver, trait.symbol, attempt->name, FIND_METHODS, &finds);
    if (own.len && finds.len)
        attempt_add(attempt, &finds, EDGE_EXACT);
    return STEP_PASS;
}

/* A function of a module that is several files, one for each build. */
static StepOutcome ask_variants(Attempt *attempt)
{
    if (attempt->value.kind != VALUE_MODULE)
        return STEP_PASS;
    SymbolPlace place = catalog_place(attempt->scope->catalog, attempt->value.symbol);
    bool added =
        !place.index && add_variants(attempt->scope, attempt->reference, place.file, attempt->name);
    return added ? STEP_ADDED : STEP_PASS;
}

const Step rust_extension = {EDGE_STEP_EXTENSION, ask_extension};
const Step rust_trait = {EDGE_STEP_MADE, ask_trait};
const Step rust_built_in = {EDGE_STEP_LIBRARY, ask_built_in};
const Step rust_variants = {EDGE_STEP_ALTERNATIVE, ask_variants};
