/* Candidates are narrowed in steps: callable, static or instance side, arguments, overload
   resolution, closest. Each remaining candidate becomes an edge. */
#include "index/resolve/targets.h"

#include "base/hash.h"
#include "index/graph/effects.h"
#include "index/resolve/closest.h"
#include "index/resolve/cpp_overloads.h"
#include "index/resolve/file_shape.h"
#include "index/resolve/finds.h"
#include "index/resolve/home.h"
#include "index/resolve/includes.h"
#include "index/resolve/name_path.h"
#include "index/resolve/partial.h"
#include "index/resolve/steps.h"
#include "index/resolve/stubs.h"
#include "index/resolve/types.h"

#include <stdlib.h>

/* ---- arguments ---- */

static bool is_function(const Entry *entry)
{
    return symbol_is_function((SymbolKind)entry->kind);
}

/* The receiver may be before the call or among the arguments. */
bool targets_takes(const Entry *entry, const Reference *reference)
{
    uint32_t given = reference->arguments, wanted = entry->arity;
    bool self = entry->modifiers & ENTRY_TAKES_SELF;
    if (!is_function(entry) || reference->kind != REFERENCE_CALL || given == ARGUMENTS_UNKNOWN ||
        wanted >= ENTRY_ARITY_UNKNOWN - 1)
        return true;
    if (entry->modifiers & ENTRY_FLEXIBLE)
        return true;
    return given == wanted || (self && given + 1 == wanted);
}

/* A block after the call, `f x do … end`, is an argument of a macro. */
static bool has_arity(const Entry *entry, const Reference *reference)
{
    uint32_t given = reference->arguments, wanted = entry->arity;
    bool unknown = given == ARGUMENTS_UNKNOWN || wanted >= ENTRY_ARITY_UNKNOWN - 1 ||
                   (reference->kind == REFERENCE_USE && !given);
    bool block = entry->kind == SYMBOL_MACRO && given + 1 == wanted;
    bool defaults = entry->modifiers & ENTRY_FLEXIBLE && given <= wanted;
    return unknown || given == wanted || block || defaults ||
           (!is_function(entry) && entry->kind != SYMBOL_MACRO);
}

void targets_keep_arity(const Scope *scope, const Reference *reference, Finds *finds)
{
    uint32_t count = 0;
    bool called = reference->kind == REFERENCE_CALL || reference->kind == REFERENCE_USE;
    for (uint32_t i = 0; i < finds->len && scope->rules->arity_is_part_of_name && called; i++)
        if (has_arity(resolver_entry(scope->resolver, finds->ids[i]), reference))
            finds->ids[count++] = finds->ids[i];
    finds->len = scope->rules->arity_is_part_of_name && called ? count : finds->len;
}

/* C++: only the declaration has the defaults, so a definition with as many parameters is kept as
   well. */
static bool is_flexible(Scope *scope, const Reference *reference, const Finds *finds,
                        uint32_t arity)
{
    for (uint32_t i = 0; i < finds->len; i++) {
        const Entry *entry = resolver_entry(scope->resolver, finds->ids[i]);
        if (entry->arity == arity && entry->modifiers & ENTRY_FLEXIBLE &&
            targets_takes(entry, reference))
            return true;
    }
    return false;
}

static void keep_applicable(Scope *scope, const Reference *reference, Finds *finds)
{
    uint32_t kept[FINDS_MAX], count = 0;
    targets_keep_arity(scope, reference, finds);
    for (uint32_t i = 0; i < finds->len; i++) {
        const Entry *entry = resolver_entry(scope->resolver, finds->ids[i]);
        bool bare = scope->rules->static_methods_extend_types &&
                    !reference->receiver.len && // C#: as any other function
                    entry->modifiers & ENTRY_TAKES_SELF && !(entry->modifiers & ENTRY_FLEXIBLE) &&
                    reference->arguments + 1 == entry->arity;
        if (!bare &&
            (targets_takes(entry, reference) || is_flexible(scope, reference, finds, entry->arity)))
            kept[count++] = finds->ids[i];
    }
    if (scope->rules->argument_counts_are_unchecked ||
        (!count && !scope->rules->functions_are_overloaded))
        return;
    memcpy(finds->ids, kept, count * sizeof *kept);
    finds->len = count;
}

/* ---- constructors ---- */

bool targets_is_of_own_name(const Resolver *resolver, uint32_t symbol, uint32_t home)
{
    return resolver->rules[resolver_file_of(resolver, symbol)]->constructors_have_own_names &&
           resolver_entry(resolver, symbol)->name != resolver_entry(resolver, home)->name;
}

static void prefer_types(Scope *scope, const Reference *reference, Finds *finds)
{
    Resolver *resolver = scope->resolver;
    for (uint32_t i = 0; i < finds->len; i++) {
        bool made = resolver_kind(resolver, finds->ids[i]) == SYMBOL_CONSTRUCTOR &&
                    reference->kind == REFERENCE_CALL;
        uint32_t home = made ? home_of(resolver, finds->ids[i]) : SYMBOL_NOWHERE;
        if (home < HOME_GLOBAL && finds_fits(resolver_kind(resolver, home), FIND_SCOPES) &&
            !targets_is_of_own_name(resolver, finds->ids[i], home))
            finds->ids[i] = home;
    }
    partial_merge(resolver, finds);
}

/* ---- static and instance side ---- */

typedef enum Side {
    SIDE_UNKNOWN,
    SIDE_CLASS,  /* a member of the class itself: `Queue.push` */
    SIDE_OBJECT, /* a member of its instances */
} Side;

static Side side_of(Scope *scope, const Reference *reference)
{
    Str receiver = name_path_last(reference->receiver);
    if (!reference->receiver.len || str_equal(receiver, STR("self"))) {
        uint32_t caller = scope_symbol(scope, reference);
        bool method = resolver_kind(scope->resolver, caller) == SYMBOL_METHOD;
        if (resolver_has(scope->resolver, caller, TRAIT_STATIC))
            return SIDE_CLASS;
        return method ? SIDE_OBJECT : SIDE_UNKNOWN;
    }
    bool capital = receiver.len && receiver.ptr[0] >= 'A' && receiver.ptr[0] <= 'Z';
    return capital ? SIDE_CLASS : SIDE_UNKNOWN;
}

/* Whether a reference means `better` rather than `other`, both declared in one scope. */
static bool is_meant(const Resolver *resolver, uint32_t better, uint32_t other, Side side)
{
    bool type = resolver_kind(resolver, other) == SYMBOL_TYPE;
    bool own = resolver_has(resolver, better, TRAIT_STATIC);
    if (home_of(resolver, better) != home_of(resolver, other) ||
        !is_function(resolver_entry(resolver, better)))
        return false;
    if (type || own == resolver_has(resolver, other, TRAIT_STATIC))
        return type; // the type of a callback next to the function
    return side != SIDE_UNKNOWN && own == (side == SIDE_CLASS);
}

/* A class may have the same name for itself and for its instances: keeps the side that the receiver
   means. */
static void keep_side(Scope *scope, const Reference *reference, Finds *finds)
{
    uint32_t kept[FINDS_MAX], count = 0;
    if (!rules_go_by_name(scope->rules) || finds->len < 2 || reference->kind != REFERENCE_CALL)
        return;
    Side side = side_of(scope, reference);
    for (uint32_t i = 0; i < finds->len; i++) {
        bool other = false;
        for (uint32_t j = 0; j < finds->len && !other; j++)
            other = is_meant(scope->resolver, finds->ids[j], finds->ids[i], side);
        if (!other)
            kept[count++] = finds->ids[i];
    }
    memcpy(finds->ids, kept, count * sizeof *kept);
    finds->len = count;
}

/* Ruby: a call in the body of a class hardly means a method of its instances. A module may be
   extended or included, so there it is likely. */
static EdgeConfidence limit_body(Scope *scope, const Reference *reference, const Finds *finds,
                                 EdgeConfidence confidence)
{
    Resolver *resolver = scope->resolver;
    uint32_t at = scope_symbol(scope, reference);
    bool body = reference->symbol && symbol_is_type(resolver_kind(resolver, at));
    for (uint32_t i = 0; body && i < finds->len; i++) {
        uint32_t home = home_of(resolver, finds->ids[i]);
        bool object = resolver_kind(resolver, finds->ids[i]) == SYMBOL_METHOD &&
                      !resolver_has(resolver, finds->ids[i], TRAIT_STATIC) && home < HOME_GLOBAL;
        SymbolKind kind = object ? resolver_kind(resolver, home) : SYMBOL_NONE;
        if (kind == SYMBOL_CLASS || kind == SYMBOL_MODULE)
            return MIN(confidence, kind == SYMBOL_CLASS ? EDGE_AMBIGUOUS : EDGE_LIKELY);
    }
    return confidence;
}

/* Ruby: `Queue.pop` hardly means a method of Queue's instances. */
static EdgeConfidence limit_side(Scope *scope, const Reference *reference, const Finds *finds,
                                 EdgeConfidence confidence)
{
    Resolver *resolver = scope->resolver;
    Str receiver = name_path_last(reference->receiver);
    bool call = reference->kind == REFERENCE_CALL && !(reference->flags & REFERENCE_NEW);
    if (scope_facts(scope)->classes_can_be_reopened && !receiver.len && call)
        return limit_body(scope, reference, finds, confidence);
    if (!scope_facts(scope)->classes_can_be_reopened || !receiver.len || !call)
        return confidence;
    for (uint32_t i = 0; i < finds->len; i++) {
        uint32_t home = home_of(resolver, finds->ids[i]);
        bool object = resolver_kind(resolver, finds->ids[i]) == SYMBOL_METHOD &&
                      !resolver_has(resolver, finds->ids[i], TRAIT_STATIC);
        if (object && home < HOME_GLOBAL && resolver_kind(resolver, home) == SYMBOL_CLASS &&
            str_equal(
                name_path_last(catalog_name(scope->catalog, resolver_entry(resolver, home)->name)),
                receiver))
            return EDGE_AMBIGUOUS;
    }
    return confidence;
}

/* Whether a type is not a constructor: Elixir's `@type handler`, OCaml's `type t`. In Haskell,
   types are capitalised and may share the names of their constructors. */
static bool is_no_constructor(const Scope *scope, uint32_t symbol)
{
    Str name = catalog_name(scope->catalog, resolver_entry(scope->resolver, symbol)->name);
    bool small = name.len && (name.ptr[0] < 'A' || name.ptr[0] > 'Z');
    return scope->rules->receivers_are_modules && small &&
           resolver_kind(scope->resolver, symbol) == SYMBOL_TYPE;
}

/* Drops types that the reference cannot construct. */
static void drop_uncallable(Scope *scope, const Reference *reference, Finds *finds)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < finds->len; i++) {
        SymbolKind kind = resolver_kind(scope->resolver, finds->ids[i]);
        bool type = finds_fits(kind, FIND_SCOPES);
        bool kernel = scope_facts(scope)->classes_can_be_reopened &&
                      !scope_facts(scope)->package_names_are_absolute &&
                      !str_equal(reference->name, STR("super"));
        bool made = reference->flags & REFERENCE_NEW ||
                    (scope->rules->types_can_be_called &&
                     !kernel); // a conversion function of Ruby's Kernel: `Array(x)`
        bool space = kind == SYMBOL_NAMESPACE || kind == SYMBOL_MODULE || kind == SYMBOL_PACKAGE;
        bool makes = made && !space && !is_no_constructor(scope, finds->ids[i]);
        bool passed = scope->rules->is_dynamic &&
                      scope->rules->argument_counts_are_unchecked; // scripts pass classes as values
        bool read = kind == SYMBOL_OBJECT && reference->kind == REFERENCE_USE &&
                    scope->rules->values_have_users;
        if (!type || read ||
            (makes && (reference->kind == REFERENCE_CALL || passed ||
                       (reference->flags & REFERENCE_NEW && scope->rules->values_have_users))))
            finds->ids[count++] = finds->ids[i];
    }
    finds->len = count;
}

/* C#: drops members that only the interface they name can call, if others are there. */
static void drop_explicit(Scope *scope, Finds *finds)
{
    uint32_t kept[FINDS_MAX], count = 0;
    if (!scope_facts(scope)->members_name_interfaces)
        return;
    for (uint32_t i = 0; i < finds->len; i++)
        if (!(resolver_entry(scope->resolver, finds->ids[i])->modifiers & ENTRY_EXPLICIT))
            kept[count++] = finds->ids[i];
    if (count)
        memcpy(finds->ids, kept, count * sizeof *kept);
    finds->len = count ? count : finds->len;
}

bool targets_is_extension(const Resolver *resolver, uint32_t symbol)
{
    const Rules *rules = resolver_rules(resolver, symbol);
    const CatalogFile *file = catalog_row(resolver->catalog, resolver_file_of(resolver, symbol));
    const Entry *entry = resolver_entry(resolver, symbol);
    bool block =
        rules->extensions_have_own_names && file->entries[entry->parent].kind == SYMBOL_IMPL;
    return block || (rules->lambdas_have_receivers && entry->owner);
}

/* Dart, Kotlin: a member hides the extensions of its name. */
static void keep_members(Scope *scope, Finds *finds)
{
    uint32_t kept[FINDS_MAX], count = 0;
    for (uint32_t i = 0; i < finds->len && finds->len > 1; i++)
        if (!targets_is_extension(scope->resolver, finds->ids[i]))
            kept[count++] = finds->ids[i];
    if (!count)
        return;
    memcpy(finds->ids, kept, count * sizeof *kept);
    finds->len = count;
}

typedef struct Placed {
    Str path;
    uint32_t symbol;
} Placed;

static int compare_placed(const void *a, const void *b)
{
    const Placed *x = a, *y = b;
    int order = str_compare(x->path, y->path);
    return order ? order : (x->symbol > y->symbol) - (x->symbol < y->symbol);
}

/* In path order, so that the result does not depend on file ids. */
static void list_candidates(Scope *scope, const Finds *finds, Targets *targets)
{
    Placed placed[FINDS_MAX];
    for (uint32_t i = 0; i < finds->len; i++)
        placed[i] = (Placed){
            scope->catalog->files.ptr[resolver_file_of(scope->resolver, finds->ids[i])].path,
            finds->ids[i]};
    qsort(placed, finds->len, sizeof *placed, compare_placed);
    targets->len = MIN(finds->len, EDGE_CANDIDATES_MAX);
    for (uint32_t i = 0; i < targets->len; i++)
        targets->ids[i] = placed[i].symbol;
}

static bool in_one_file(Scope *scope, const Finds *finds)
{
    for (uint32_t i = 1; i < finds->len; i++)
        if (resolver_file_of(scope->resolver, finds->ids[i]) !=
            resolver_file_of(scope->resolver, finds->ids[0]))
            return false;
    return true;
}

/* Functions of one scope with the same parameters and result: branches of `#if`. */
static bool are_branches(Scope *scope, const Finds *finds)
{
    Resolver *resolver = scope->resolver;
    const Entry *first = resolver_entry(resolver, finds->ids[0]);
    Str signature = file_shape_signature(resolver, finds->ids[0]);
    bool same = scope->rules->choose_overload && signature.len;
    for (uint32_t i = 1; i < finds->len && same; i++)
        same = resolver_entry(resolver, finds->ids[i])->type == first->type &&
               str_equal(file_shape_signature(resolver, finds->ids[i]), signature);
    return same && in_one_file(scope, finds);
}

/* Definitions of one name in one scope, of which each build has one: files with build constraints,
   branches of #if. They are the same to a reader. */
static bool are_builds(Scope *scope, const Finds *finds)
{
    Resolver *resolver = scope->resolver;
    if (finds->builds)
        return true;
    for (uint32_t i = 0; i < finds->len; i++)
        if (!is_function(resolver_entry(resolver, finds->ids[i])) ||
            !resolver_has(resolver, finds->ids[i], TRAIT_BODY) ||
            home_of(resolver, finds->ids[i]) != home_of(resolver, finds->ids[0]))
            return false;
    return scope->rules->linker_resolves_names
               ? in_one_file(scope, finds)
               : scope->rules->names_are_defined_once || are_branches(scope, finds);
}

/* PHP: whether a condition of one file decides which of the functions is loaded. */
static bool are_loaded(const Scope *scope, const Finds *finds)
{
    const Resolver *resolver = scope->resolver;
    bool same = scope->rules->loading_decides_among_functions;
    for (uint32_t i = 0; i < finds->len && same; i++)
        same =
            resolver_kind(resolver, finds->ids[i]) == SYMBOL_FUNCTION &&
            home_of(resolver, finds->ids[i]) == home_of(resolver, finds->ids[0]) &&
            resolver_file_of(resolver, finds->ids[i]) == resolver_file_of(resolver, finds->ids[0]);
    return same;
}

void targets_choose(Scope *scope, const Reference *reference, const Finds *finds,
                    EdgeConfidence confidence, Targets *targets)
{
    Finds left = *finds;
    targets->len = targets->external = 0;
    if (finds->too_many)
        return;
    drop_uncallable(scope, reference, &left);
    drop_explicit(scope, &left);
    keep_side(scope, reference, &left);
    confidence = limit_side(scope, reference, &left, confidence);
    keep_applicable(scope, reference, &left);
    if (scope->rules->choose_overload)
        scope->rules->choose_overload(scope, reference, &left);
    keep_members(scope, &left);
    prefer_types(scope, reference, &left);
    if (cpp_overloads_keep(scope, reference, &left)) {
        list_candidates(scope, &left, targets);
        targets->confidence = EDGE_AMBIGUOUS;
        return;
    }
    bool alternatives = closest_keep(scope->resolver, scope_symbol(scope, reference), &left) &&
                        left.len <= EDGE_CANDIDATES_MAX;
    list_candidates(scope, &left, targets);
    targets->confidence = left.len > 1 ? EDGE_AMBIGUOUS : confidence;
    bool named = reference->kind != REFERENCE_CALL && scope->rules->functions_are_overloaded &&
                 !resolver_is_macro(scope->resolver, *left.ids); // the overload is not known
    if (left.len < 2 || named)
        return;
    if (alternatives || are_builds(scope, &left) || are_loaded(scope, &left)) {
        targets->confidence = EDGE_LIKELY;
        scope->step = EDGE_STEP_ALTERNATIVE;
        return;
    }
    if (scope->rules->linker_resolves_names && in_one_file(scope, &left)) {
        targets->len = resolver_is_macro(scope->resolver, left.ids[0]) ? targets->len : 1;
        targets->confidence = EDGE_LIKELY;
    }
}

void targets_list(Scope *scope, const Reference *reference, const Finds *finds,
                  EdgeConfidence confidence)
{
    Finds left = *finds;
    Targets targets = {0};
    drop_uncallable(scope, reference, &left);
    keep_side(scope, reference, &left);
    targets.confidence = limit_side(scope, reference, &left, confidence);
    prefer_types(scope, reference, &left);
    if (left.len > EDGE_CANDIDATES_MAX)
        closest_keep(scope->resolver, scope_symbol(scope, reference), &left);
    if (left.len > EDGE_CANDIDATES_MAX)
        return;
    list_candidates(scope, &left, &targets);
    if (left.len > 1)
        targets.confidence = EDGE_AMBIGUOUS;
    targets_add(scope, reference, &targets);
}

/* The receiver without the package at its front; empty if it is not a plain path. */
static Str path_in_package(Str package, Str receiver)
{
    for (size_t i = 0; i < receiver.len; i++)
        if (!byte_is_word(receiver.ptr[i]) && receiver.ptr[i] != '.' && receiver.ptr[i] != ':')
            return (Str){0};
    if (!str_starts(receiver, package))
        return receiver;
    Str rest = str_from_offset(receiver, package.len);
    bool joint = rest.len && (rest.ptr[0] == '.' || rest.ptr[0] == ':');
    while (joint && rest.len && (rest.ptr[0] == '.' || rest.ptr[0] == ':'))
        rest = str_from_offset(rest, 1);
    return joint || !rest.len ? rest : receiver;
}

/* The name of a foreign function. It includes the receiver when both together have a known effect
   that the name alone does not have. Answers are cached. */
static Str foreign_name(Scope *scope, Str package, const Reference *reference)
{
    const Language *language = scope->catalog->files.ptr[scope->file].language;
    Str path = path_in_package(package, reference->receiver);
    if (!path.len || reference->kind != REFERENCE_CALL)
        return reference->name;
    Str joint = lang_scope_separator(language);
    const Str parts[] = {path, joint, reference->name};
    Str whole = str_join_all(scope->arena, parts, COUNT(parts));
    const Str asked[] = {lang_id(language), STR(" "), package, STR(" "), whole};
    Str question = str_join_all(scope->arena, asked, COUNT(asked));
    uint64_t key = hash_fast(question);
    uint32_t known = id_map_get(&scope->resolver->qualified, key);
    if (known == ID_MAP_NONE) {
        Arena work = scope->resolver->work;
        EffectRules *rules = &scope->resolver->effects;
        if (rules->language != language)
            effects_rules(language, rules);
        known = effects_of(work, rules, package, whole) !=
                effects_of(work, rules, package, reference->name);
        id_map_put(&scope->resolver->qualified, scope->resolver->arena, key, known);
    }
    return known ? whole : reference->name;
}

void targets_external(Scope *scope, Str package, const Reference *reference, Targets *targets)
{
    Str name = foreign_name(scope, package, reference);
    const Str parts[] = {STR("ext:"), package, STR(":"), name};
    Str text = str_join_all(scope->arena, parts, COUNT(parts));
    targets->len = 0;
    targets->confidence = EDGE_EXTERNAL;
    targets->external = names_put(&scope->catalog->names, text);
}

/* ---- edges ---- */

void targets_merge(Scope *scope, const Edge *edge)
{
    bool outside = edge->callee == SYMBOL_NOWHERE;
    uint64_t sort = (uint64_t)edge->kind << 1 | outside;
    uint64_t index = edge->caller - scope->catalog->files.ptr[scope->file].first;
    uint64_t key = index << 36 | sort << 32 | (outside ? edge->external : edge->callee);
    uint32_t known = id_map_get(&scope->edge_at, key);
    if (known == ID_MAP_NONE) {
        *VEC_PUSH(scope->arena, &scope->edges) = *edge;
        id_map_put(&scope->edge_at, scope->arena, key, (uint32_t)scope->edges.len - 1);
        return;
    }
    Edge *before = &scope->edges.ptr[known];
    before->count += edge->count;
    bool surer = before->confidence < edge->confidence;
    if (surer)
        before->line = edge->line;
    if (before->step == EDGE_STEP_MADE || (surer && edge->step != EDGE_STEP_MADE))
        before->step = edge->step; // it says "made" only if no reference may run an override
    before->confidence = MAX(before->confidence, edge->confidence);
    before->compiled = before->compiled || edge->compiled;
}

static void add_edge(Scope *scope, const Reference *reference, uint32_t callee, uint32_t external,
                     EdgeConfidence confidence)
{
    const Edge edge = {.caller = partial_target(scope->resolver, scope_symbol(scope, reference)),
                       .callee = callee,
                       .external = external,
                       .line = reference->line,
                       .count = 1,
                       .kind = (uint8_t)reference->kind,
                       .confidence = (uint8_t)confidence,
                       .step = (uint8_t)steps_of(scope, reference, callee)};
    targets_merge(scope, &edge);
}

static EdgeConfidence confidence_of(const Scope *scope, const Targets *targets, uint32_t target)
{
    bool doubts = targets->confidence == EDGE_EXACT && scope->rules->linker_resolves_names &&
                  includes_are_conditional(scope->resolver, scope->file,
                                           resolver_file_of(scope->resolver, target));
    bool doubtful = scope->resolver->is_doubtful && targets->confidence == EDGE_EXACT;
    return doubts || doubtful ? EDGE_LIKELY : targets->confidence;
}

/* Edges of a type to itself are left out: `struct alias::a<B> : alias::a<C>` is a specialisation.
 */
void targets_add(Scope *scope, const Reference *reference, const Targets *targets)
{
    const Resolver *resolver = scope->resolver;
    uint32_t written = scope_symbol(scope, reference), caller = partial_target(resolver, written);
    for (uint32_t i = 0; i < targets->len; i++) { // edges end at leads, not at parts
        uint32_t target = partial_target(resolver, stubs_source(scope->resolver, targets->ids[i]));
        bool named =
            reference->kind != REFERENCE_CALL && (caller != written || target != targets->ids[i]);
        bool own = reference->kind == REFERENCE_BASE || reference->kind == REFERENCE_TYPE || named;
        if (target != caller || !own)
            add_edge(scope, reference, target, 0, confidence_of(scope, targets, target));
    }
    if (!targets->len && targets->external)
        add_edge(scope, reference, SYMBOL_NOWHERE, targets->external, EDGE_EXTERNAL);
}

void targets_add_blocks(Scope *scope)
{
    const CatalogFile *file = catalog_row(scope->catalog, scope->file);
    for (uint32_t i = 1; i < file->count; i++) {
        const Entry *entry = &file->entries[i];
        if (entry->kind != SYMBOL_IMPL || !entry->name)
            continue;
        Value value = types_find(scope->resolver, file->first + entry->parent,
                                 catalog_name(scope->catalog, entry->name));
        if (value.kind == VALUE_TYPE)
            *VEC_PUSH(scope->arena, &scope->edges) =
                (Edge){.caller = file->first + i,
                       .callee = partial_lead(scope->resolver, value.symbol),
                       .line = entry->start_line,
                       .count = 1,
                       .kind = EDGE_PART,
                       .confidence = EDGE_EXACT,
                       .step = EDGE_STEP_PART};
    }
}
