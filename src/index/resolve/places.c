/* What the places of a name mean. A bare name is looked up in the scopes around it, and a member in
   the type of its receiver. */
#include "index/resolve/file_scope.h"
#include "index/resolve/finds.h"
#include "index/resolve/home.h"
#include "index/resolve/includes.h"
#include "index/resolve/infer.h"
#include "index/resolve/lookup.h"
#include "index/resolve/module_exports.h"
#include "index/resolve/place_uses.h"
#include "index/resolve/unit.h"
#include "index/resolve/variables.h"
#include "index/resolve/visible.h"

typedef struct Sought {
    Scope *scope;
    const IdVec *symbols; /* of one name; those that are asked for as one */
    uint32_t symbol, name;
    FindKind kind;
    uint32_t modifiers; /* of all */
    Value value;        /* what is before the place at hand … */
    bool lacks;         /* … and whether its type declares no such member */
} Sought;

static bool is_sought(const Sought *sought, uint32_t symbol)
{
    for (size_t i = 0; i < sought->symbols->len; i++)
        if (sought->symbols->ptr[i] == symbol)
            return true;
    return false;
}

/* Whether the symbol is one of the candidates, or shares its declaration with one: a getter and a
   setter, the parts of a type. */
static PlaceVerdict judge_finds(const Sought *sought, const Finds *finds)
{
    const Resolver *resolver = sought->scope->resolver;
    bool alone = true, there = false;
    for (uint32_t i = 0; i < finds->len; i++) {
        there = there || is_sought(sought, finds->ids[i]);
        alone = alone && (is_sought(sought, finds->ids[i]) ||
                          home_of(resolver, finds->ids[i]) == home_of(resolver, sought->symbol));
    }
    if (finds->too_many)
        return PLACE_MAYBE;
    if (!there)
        return PLACE_OTHER;
    return !alone ? PLACE_MAYBE : resolver->is_doubtful ? PLACE_LIKELY : PLACE_MEANS;
}

static void find_in_module(const Sought *sought, uint32_t module, Finds *finds)
{
    Resolver *resolver = sought->scope->resolver;
    SymbolPlace place = catalog_place(resolver->catalog, module);
    Meaning meaning = {0};
    const Rules *rules = resolver->rules[place.file];
    if (!place.index && rules->is_dynamic)
        module_exports_find(resolver, place.file, sought->name, sought->kind, &meaning);
    else if (!place.index && rules->paths_name_modules)
        unit_find(resolver, place.file, sought->name, sought->kind, &meaning);
    if (meaning.finds.len)
        *finds = meaning.finds;
    else
        lookup_members(resolver, module, sought->name, sought->kind, finds);
}

static void find_in_type(const Sought *sought, const Value *value, Finds *finds)
{
    Resolver *resolver = sought->scope->resolver;
    uint32_t twin =
        value->kind == VALUE_TYPE ? lookup_companion(resolver, value->symbol) : SYMBOL_NOWHERE;
    const Rules *rules = resolver_rules(resolver, value->symbol);
    if (rules->find_member)
        rules->find_member(resolver, value, sought->name, sought->kind, finds);
    if (!finds->len && twin != SYMBOL_NOWHERE)
        lookup_inherited(resolver, twin, sought->name, sought->kind, finds);
    if (!finds->len)
        lookup_inherited(resolver, value->symbol, sought->name, sought->kind, finds);
    Value held = finds->len ? (Value){0} : value_dereferenced(resolver, value);
    if (held.kind == VALUE_INSTANCE && !held.suffix.len)
        lookup_inherited(resolver, held.symbol, sought->name, sought->kind, finds);
}

static PlaceVerdict judge_value(Sought *sought, const Value *value)
{
    Finds finds = {0};
    if (value->kind == VALUE_UNKNOWN && !value->suffix.len)
        return PLACE_MAYBE;
    if (value->suffix.len || value->kind == VALUE_FOREIGN || value->kind == VALUE_FUNCTION)
        return PLACE_OTHER;
    if (value->kind == VALUE_MODULE)
        find_in_module(sought, value->symbol, &finds);
    else
        find_in_type(sought, value, &finds);
    sought->lacks = !finds.len;
    return judge_finds(sought, &finds);
}

static PlaceVerdict judge_member(Sought *sought, uint32_t at, const NamePlace *place)
{
    sought->value = infer_expression(sought->scope->resolver, sought->scope, at, place->receiver);
    return judge_value(sought, &sought->value);
}

/* C and its kin: whether a bare name may mean the symbol: no member of a type, and of this file, of
   an included one, or joined by the linker. */
static bool is_linked_there(const Scope *scope, uint32_t symbol)
{
    Resolver *resolver = scope->resolver;
    SymbolKind kind = resolver_kind(resolver, symbol);
    uint32_t file = resolver_file_of(resolver, symbol);
    uint32_t home = kind == SYMBOL_ENUM_MEMBER ? home_of(resolver, symbol) : HOME_GLOBAL;
    bool spaced = home < HOME_GLOBAL && home_of(resolver, home) < HOME_GLOBAL;
    if (kind == SYMBOL_FIELD || kind == SYMBOL_PROPERTY || kind == SYMBOL_METHOD || spaced)
        return false; // an enumerator of another namespace is not named alone
    return file == scope->file || includes_reach(resolver, scope->file, file) ||
           (kind == SYMBOL_VARIABLE && !resolver_has(resolver, symbol, TRAIT_STATIC) &&
            resolver_has(resolver, symbol, TRAIT_GLOBAL));
}

/* C++: whether the symbol is a member of a type. */
static bool is_own_member(const Resolver *resolver, uint32_t at, uint32_t symbol)
{
    uint32_t home = home_of(resolver, symbol);
    return home < HOME_GLOBAL && home_type_around(resolver, at) != SYMBOL_NOWHERE &&
           resolver_kind(resolver, symbol) != SYMBOL_ENUM_MEMBER &&
           symbol_is_type(resolver_kind(resolver, home));
}

static PlaceVerdict judge_linked(const Sought *sought)
{
    const Scope *scope = sought->scope;
    IdSpan named = catalog_named(scope->catalog, sought->name);
    size_t others = 0;
    bool own = is_linked_there(scope, sought->symbol);
    for (size_t i = 0; own && i < named.len && others < EDGE_CANDIDATES_MAX; i++)
        others +=
            !is_sought(sought, named.ptr[i]) && is_linked_there(scope, named.ptr[i]) &&
            home_of(scope->resolver, named.ptr[i]) != home_of(scope->resolver, sought->symbol);
    return !own ? PLACE_OTHER : others ? PLACE_MAYBE : PLACE_MEANS;
}

static PlaceVerdict judge_bare(const Sought *sought, uint32_t at, const NamePlace *place)
{
    Resolver *resolver = sought->scope->resolver;
    Str name = catalog_name(resolver->catalog, sought->name);
    Meaning meaning;
    if (place->around && variables_find(sought->scope, at, name))
        return PLACE_OTHER;
    if (sought->scope->rules->linker_resolves_names && !is_own_member(resolver, at, sought->symbol))
        return judge_linked(sought);
    visible_find(resolver, at, sought->name, sought->kind, &meaning);
    resolver->is_doubtful = resolver->is_doubtful || meaning.is_doubtful;
    if (meaning.finds.len || meaning.finds.too_many)
        return judge_finds(sought, &meaning.finds);
    return meaning.value.kind == VALUE_UNKNOWN ? PLACE_MAYBE : PLACE_OTHER;
}

/* A name that belongs to a value written elsewhere: the label of `case ADD` to what is switched on.
   `owner`: that value, as resolution reads it. Values outside of the repository have no members
   here: the label is then a constant that is visible. */
static PlaceVerdict judge_implied(const Sought *sought, uint32_t at, const NamePlace *place,
                                  Str owner)
{
    Resolver *resolver = sought->scope->resolver;
    Value value = infer_expression(resolver, sought->scope, at, owner);
    bool open = value.kind == VALUE_UNKNOWN && !value.suffix.len && !value.named;
    if (value.kind == VALUE_INSTANCE && !value.suffix.len) {
        Finds finds = {0};
        find_in_type(sought, &value, &finds);
        return judge_finds(sought, &finds);
    }
    bool of_enum = resolver_kind(resolver, sought->symbol) == SYMBOL_ENUM_MEMBER;
    PlaceVerdict verdict = of_enum && !open ? PLACE_OTHER : judge_bare(sought, at, place);
    return verdict == PLACE_MEANS && open ? PLACE_MAYBE : verdict;
}

static PlaceVerdict judge(Sought *sought, const NamePlace *place, Str owner)
{
    Scope *scope = sought->scope;
    uint32_t at = scope->catalog->files.ptr[scope->file].first + place->around;
    bool callable = finds_fits(resolver_kind(scope->resolver, sought->symbol), FIND_METHODS);
    if (place->called && !callable && scope->rules->fields_and_methods_share_names)
        return PLACE_OTHER;
    bool reads = sought->modifiers & MODIFIER(GETTER),
         writes = sought->modifiers & MODIFIER(SETTER);
    if ((reads && !writes && place->access == PLACE_WRITTEN) ||
        (writes && !reads && place->access == PLACE_READ))
        return PLACE_OTHER;
    scope->resolver->is_doubtful = false;
    NamePlace implied = *place; // Swift: `return .red`
    implied.receiver = owner;
    bool key = scope->rules->members_are_functions && str_ends(place->receiver, STR("{}"));
    if (owner.len && place->joined && !str_equal(owner, STR("()")))
        return judge_member(sought, at, &implied);
    if (place->receiver.len && !key)
        return judge_member(sought, at, place);
    if (owner.len && !place->joined)
        return judge_implied(sought, at, place, owner);
    return place->joined ? PLACE_MAYBE : judge_bare(sought, at, place);
}

/* What the USE at the place, or the call after a joint, belongs to. `from`: the first reference
   that does not begin earlier. */
static Str find_owner(const ReferenceVec *references, size_t from, const NamePlace *place, Str name)
{
    for (size_t i = from; i < references->len && references->ptr[i].start == place->start; i++) {
        const Reference *reference = &references->ptr[i];
        bool reads = reference->kind == REFERENCE_USE && reference->flags & REFERENCE_TYPED;
        bool calls = reference->kind == REFERENCE_CALL && place->joined;
        if ((reads || calls) && str_equal(reference->name, name))
            return reference->receiver;
    }
    return (Str){0};
}

/* What is known of the value before the place. */
static void note_value(const Resolver *resolver, const Value *value, NamePlace *place)
{
    bool object = value->kind == VALUE_INSTANCE && /* JavaScript: of no class */
                  !symbol_is_type(resolver_kind(resolver, value->symbol));
    place->several = value->others;
    place->rebound = value->was_rebound;
    place->guessed = value->is_foreign_result || object;
    place->leaves = value->kind == VALUE_FOREIGN && !value->suffix.len;
    place->type = place->leaves ? value->named
                  : object      ? resolver_entry(resolver, value->symbol)->type
                                : 0;
    place->variable = object ? value->symbol : SYMBOL_NOWHERE;
}

void resolve_places(Resolver *resolver, Arena *arena, uint32_t file, const Outline *outline,
                    const IdVec *symbols, NamePlaceVec *places)
{
    Scope scope = resolve_begin_file(resolver, arena, file, outline);
    const ReferenceVec *references = &outline->references;
    Sought sought = {.scope = &scope,
                     .symbols = symbols,
                     .symbol = symbols->ptr[0],
                     .name = resolver_entry(resolver, symbols->ptr[0])->name,
                     .kind = finds_fits(resolver_kind(resolver, symbols->ptr[0]), FIND_SCOPES)
                                 ? FIND_SCOPES
                                 : FIND_VALUES};
    Str name = catalog_name(resolver->catalog, sought.name);
    size_t next = 0;
    for (size_t i = 0; i < symbols->len; i++)
        sought.modifiers |= resolver_entry(resolver, symbols->ptr[i])->modifiers;
    for (size_t i = 0; i < places->len; i++) {
        NamePlace *place = &places->ptr[i];
        for (; next < references->len && references->ptr[next].start < place->start; next++)
            if (references->ptr[next].kind == REFERENCE_BIND)
                variables_bind(&scope, &references->ptr[next]);
        sought.value = (Value){0};
        sought.lacks = false;
        place->verdict = judge(&sought, place, find_owner(references, next, place, name));
        note_value(resolver, &sought.value, place);
        place->lacks = sought.lacks;
    }
}
