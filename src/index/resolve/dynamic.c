/* References in Python, TypeScript and JavaScript. An edge is exact when the receiver is known.
   With an unknown receiver, an edge is likely if a single class of the repository has a method of
   that name and no built-in type does. */
#include "index/resolve/dynamic.h"

#include "base/limits.h"
#include "index/resolve/alternatives.h"
#include "index/resolve/assigned.h"
#include "index/resolve/bases.h"
#include "index/resolve/constants.h"
#include "index/resolve/constructors.h"
#include "index/resolve/file_scope.h"
#include "index/resolve/finds.h"
#include "index/resolve/fixtures.h"
#include "index/resolve/function_methods.h"
#include "index/resolve/generics.h"
#include "index/resolve/held.h"
#include "index/resolve/home.h"
#include "index/resolve/infer.h"
#include "index/resolve/lookup.h"
#include "index/resolve/module_exports.h"
#include "index/resolve/partial.h"
#include "index/resolve/reference.h"
#include "index/resolve/script_members.h"
#include "index/resolve/steps.h"
#include "index/resolve/targets.h"
#include "index/resolve/test_code.h"
#include "index/resolve/type_mentions.h"
#include "index/resolve/types.h"
#include "index/resolve/variables.h"
#include "index/resolve/visible.h"

/* Methods of built-in types, and other names that are too common to tell anything. */
static const char common_methods[] =
    "get set has add update remove delete clear copy pop push append insert extend index "
    "count sort reverse keys values items setdefault join split strip lstrip rstrip format "
    "encode decode replace lower upper title startswith endswith find rfind match search sub "
    "group groups findall finditer compile read readline readlines write writelines close "
    "open flush seek tell start stop run send recv put next map filter forEach reduce "
    "reduceRight then catch finally apply call bind slice splice concat indexOf lastIndexOf "
    "includes some every test exec on off once emit toString valueOf entries shift unshift "
    "fill flat flatMap findIndex charAt charCodeAt substring substr trim toLowerCase "
    "toUpperCase toFixed hasOwnProperty isPrototypeOf log error warn info debug print exists "
    "mkdir save load dump dumps loads connect execute commit rollback cursor fetch fetchone "
    "fetchall first last all any filter exclude create order_by acquire release wait notify "
    "cancel result done submit is_set subscribe unsubscribe pipe resolve reject abort destroy "
    "end resume pause render isoformat strftime total_seconds timestamp date time now today "
    "union intersection difference discard issubset addEventListener removeEventListener "
    "querySelector querySelectorAll appendChild removeChild insertBefore setAttribute getAttribute "
    "postMessage dispatchEvent preventDefault stopPropagation focus blur click item size length "
    "observe unobserve disconnect takeRecords";

static bool is_common(Str name)
{
    Str rest = str_from(common_methods), word;
    while (str_take_until(&rest, ' ', &word))
        if (str_equal(word, name))
            return true;
    return false;
}

bool dynamic_runs_in_order(const Resolver *resolver, uint32_t file)
{
    return resolver->rules[file]->definitions_take_effect_in_order;
}

static bool runs_in_order(const Scope *scope)
{
    return dynamic_runs_in_order(scope->resolver, scope->file);
}

/* ---- special names ---- */

static bool take_word(Str *rest, Str word)
{
    Str after = str_from_offset(*rest, word.len);
    if (!str_starts(*rest, word) ||
        (after.len && (byte_is_word(after.ptr[0]) || after.ptr[0] == '$')))
        return false;
    *rest = after;
    return true;
}

/* `import a.b` makes `a.b` visible: takes the longest such name. */
static bool take_dotted(Resolver *resolver, uint32_t file, Str *rest, Value *value)
{
    const FileScope *scope = file_scope_of(resolver, file);
    const ImportLinkVec *links = &scope->links;
    size_t best = 0;
    for (size_t i = 0; i < links->len && scope->has_dotted_names; i++) {
        const ImportLink *link = &links->ptr[i];
        Str alias = catalog_name(resolver->catalog, link->alias), after = *rest;
        if (link->name || alias.len <= best || str_find_byte(alias, '.') == STR_NONE ||
            !take_word(&after, alias))
            continue;
        best = alias.len;
        bool outside = link->target == FILE_NOWHERE;
        *value = (Value){.kind = outside ? VALUE_FOREIGN : VALUE_MODULE,
                         .symbol = outside ? 0 : resolver->units[link->target],
                         .package = link->package};
    }
    *rest = str_from_offset(*rest, best);
    return best > 0;
}

/* `import(./x)`, Python's `importlib.import_module("x")`: the file has an import with this text as
   its alias. */
static bool take_module(Resolver *resolver, uint32_t file, Str *rest, Value *value)
{
    if (!str_starts(*rest, STR("import(")))
        return false;
    Str text = str_slice(*rest, 0, str_find_byte(*rest, ')') + 1);
    uint32_t alias = names_find(&resolver->catalog->names, text);
    const ImportLinkVec *links = &file_scope_of(resolver, file)->links;
    *rest = str_from_offset(*rest, text.len);
    *value = (Value){0};
    for (size_t i = 0; alias && i < links->len && value->kind == VALUE_UNKNOWN; i++) {
        const ImportLink *link = &links->ptr[i];
        bool outside = link->target == FILE_NOWHERE;
        if (link->alias == alias)
            *value = (Value){.kind = outside ? VALUE_FOREIGN : VALUE_MODULE,
                             .symbol = outside ? 0 : resolver->units[link->target],
                             .package = outside ? link->package : 0};
    }
    return true;
}

static bool type_of_self(const Resolver *resolver, uint32_t at, Value *value)
{
    uint32_t self = home_type_around(resolver, at);
    *value = (Value){.kind = self == SYMBOL_NOWHERE ? VALUE_UNKNOWN : VALUE_TYPE, .symbol = self};
    return true;
}

static bool first_base(Resolver *resolver, uint32_t at, Value *value)
{
    uint32_t self = home_type_around(resolver, at);
    Finds bases = {0};
    bool foreign = self == SYMBOL_NOWHERE || bases_find(resolver, self, &bases);
    *value = (Value){.kind = bases.len ? VALUE_INSTANCE
                             : foreign ? VALUE_FOREIGN
                                       : VALUE_UNKNOWN,
                     .symbol = bases.ids[0]};
    return true;
}

bool dynamic_special_name(Resolver *resolver, uint32_t at, Str *rest, Value *value)
{
    uint32_t file = resolver_file_of(resolver, at);
    bool python = dynamic_runs_in_order(resolver, file);
    if (take_module(resolver, file, rest, value))
        return true;
    if (!python) {
        bool module = take_word(rest, STR("module.exports")) || take_word(rest, STR("exports"));
        *value = (Value){.kind = VALUE_MODULE, .symbol = resolver->units[file]};
        return module;
    }
    if (take_word(rest, STR("super()")))
        return first_base(resolver, at, value);
    if (take_word(rest, STR("cls")) || take_word(rest, STR("self.__class__")))
        return type_of_self(resolver, at, value);
    return take_dotted(resolver, file, rest, value);
}

/* Python: `T = TypeVar("T", bound=Foo)` is a Foo. */
static Value type_variable_at(Resolver *resolver, uint32_t at, uint32_t name)
{
    Meaning meaning;
    visible_find(resolver, at, name, FIND_FIELDS, &meaning);
    uint32_t symbol = meaning.finds.len == 1 ? meaning.finds.ids[0] : SYMBOL_NOWHERE;
    Value held = meaning.finds.len ? (Value){0} : held_named(resolver, at, name);
    if (held.kind == VALUE_TYPE || held.kind == VALUE_MODULE)
        return held;
    if (symbol == SYMBOL_NOWHERE || (resolver_kind(resolver, symbol) != SYMBOL_VARIABLE &&
                                     resolver_kind(resolver, symbol) != SYMBOL_CONSTANT))
        return (Value){0};
    uint32_t file = resolver_file_of(resolver, symbol);
    Str alias = assigned_alias(resolver, file, resolver_entry(resolver, symbol)->name);
    if (alias.len)
        return types_find(resolver, resolver->catalog->files.ptr[file].first, alias);
    Value value = types_of_symbol(resolver, symbol);
    value.kind = value.kind == VALUE_INSTANCE && !value.suffix.len ? VALUE_TYPE : VALUE_UNKNOWN;
    return value;
}

Value dynamic_assigned_type(Resolver *resolver, uint32_t at, uint32_t name)
{
    Meaning meaning;
    visible_find(resolver, at, name, FIND_CALLABLES, &meaning);
    if (meaning.value.kind == VALUE_MODULE) {
        if (!module_exports_is_module(resolver, resolver_file_of(resolver, meaning.value.symbol)))
            return (Value){0};
        uint32_t file = resolver_file_of(resolver, meaning.value.symbol);
        meaning.value = (Value){0};
        module_exports_find_default(resolver, file, FIND_CALLABLES, &meaning);
    }
    bool function = meaning.finds.len == 1 &&
                    finds_fits(resolver_kind(resolver, meaning.finds.ids[0]), FIND_CALLABLES);
    if (function)
        return (Value){.kind = VALUE_TYPE, .symbol = meaning.finds.ids[0]};
    return meaning.finds.len                     ? (Value){0}
           : meaning.value.kind == VALUE_UNKNOWN ? type_variable_at(resolver, at, name)
                                                 : meaning.value;
}

/* ---- edges ---- */

static void add_foreign(Scope *scope, const Reference *reference, uint32_t package)
{
    Targets targets = {0};
    if (!package || reference->kind != REFERENCE_CALL)
        return;
    targets_external(scope, catalog_name(scope->catalog, package), reference, &targets);
    targets_add(scope, reference, &targets);
}

static bool is_declared(const Entry *entry)
{
    bool function = entry->kind == SYMBOL_FUNCTION || entry->kind == SYMBOL_METHOD;
    return function && !(entry->modifiers & ENTRY_HAS_BODY);
}

/* Of overloads and redefinitions in one scope, keeps the last that has a body. If all are only
   declared (an interface's, another program's), keeps the first. */
static void keep_last(const Resolver *resolver, Finds *finds)
{
    uint32_t best = 0;
    for (uint32_t i = 1; i < finds->len; i++) {
        const Entry *entry = resolver_entry(resolver, finds->ids[i]);
        bool body = entry->modifiers & ENTRY_HAS_BODY;
        bool had = resolver_entry(resolver, finds->ids[best])->modifiers & ENTRY_HAS_BODY;
        if (home_of(resolver, finds->ids[i]) != home_of(resolver, finds->ids[0]) ||
            resolver_file_of(resolver, finds->ids[i]) != resolver_file_of(resolver, finds->ids[0]))
            return;
        bool declared =
            is_declared(entry) && is_declared(resolver_entry(resolver, finds->ids[best]));
        bool later = finds->ids[i] > finds->ids[best];
        if (body > had || (body == had && later != declared))
            best = i;
    }
    if (finds->len)
        *finds = (Finds){.ids = {finds->ids[best]}, .len = 1};
}

/* Of a getter and a setter, keeps the one that the reference runs. An assignment runs nothing
   else. */
static void keep_accessor(const Resolver *resolver, const Reference *reference, Finds *finds)
{
    bool assigns = reference->kind == REFERENCE_USE && reference->flags & REFERENCE_ASSIGNS;
    uint32_t wanted = assigns ? MODIFIER(SETTER) : MODIFIER(GETTER), kept = 0;
    uint32_t other = assigns ? 0 : MODIFIER(SETTER);
    for (uint32_t i = 0; i < finds->len; i++) {
        const Entry *entry = resolver_entry(resolver, finds->ids[i]);
        bool field = !symbol_is_function((SymbolKind)entry->kind);
        if (assigns ? field || entry->modifiers & wanted : !(entry->modifiers & other))
            finds->ids[kept++] = finds->ids[i];
    }
    finds->len = assigns || kept ? kept : finds->len;
}

/* Keeps the declaration at the line that the reference names, if it names one. */
static void keep_placed(const Scope *scope, const Reference *reference, Finds *finds)
{
    for (uint32_t i = 0; reference->placed && i < finds->len; i++) {
        bool own = resolver_file_of(scope->resolver, finds->ids[i]) == scope->file;
        if (own && resolver_entry(scope->resolver, finds->ids[i])->start_line == reference->placed)
            *finds = (Finds){.ids = {finds->ids[i]}, .len = 1};
    }
}

/* TypeScript: whether all candidates are interfaces or types, which no value can be. */
static bool is_never_value(const Resolver *resolver, const Finds *finds)
{
    bool never = finds->len;
    for (uint32_t i = 0; i < finds->len && never; i++) {
        SymbolKind kind = resolver_kind(resolver, finds->ids[i]);
        never = kind == SYMBOL_INTERFACE || kind == SYMBOL_TYPE || kind == SYMBOL_NAMESPACE;
    }
    return never;
}

/* Python: whether a condition decides which of the candidates is defined. */
static bool are_alternatives(const Resolver *resolver, const Finds *finds)
{
    uint32_t maybe = 0;
    for (uint32_t i = 0; i < finds->len; i++)
        maybe += (resolver_entry(resolver, finds->ids[i])->modifiers & MODIFIER(PARTIAL)) > 0;
    return finds->len > 1 && maybe;
}

static void add_finds(Scope *scope, const Reference *reference, Finds *finds,
                      EdgeConfidence confidence)
{
    Targets targets;
    if (reference->kind != REFERENCE_CALL && is_never_value(scope->resolver, finds)) {
        constants_add_use(scope, reference);
        return;
    }
    partial_merge(scope->resolver, finds);
    if (runs_in_order(scope) && are_alternatives(scope->resolver, finds)) {
        alternatives_add(scope, reference, finds);
        return;
    }
    keep_accessor(scope->resolver, reference, finds);
    keep_placed(scope, reference, finds);
    keep_last(scope->resolver, finds);
    targets_choose(scope, reference, finds, confidence, &targets);
    targets_add(scope, reference, &targets);
    if (!targets.len)
        type_mentions_add(scope, reference, finds);
    constructors_add(scope, reference, &targets);
}

/* ---- receivers ---- */

static bool is_method(const Resolver *resolver, uint32_t symbol)
{
    const Entry *entry = resolver_entry(resolver, symbol);
    return entry->kind == SYMBOL_METHOD && !(entry->modifiers & MODIFIER(GETTER));
}

/* Adds the only method of that name in files of the same language. */
static void find_unique(Scope *scope, uint32_t name, Finds *finds)
{
    IdSpan all = name ? catalog_named(scope->catalog, name) : (IdSpan){0};
    for (size_t i = 0; i < all.len && all.len <= RESOLVE_NAMESAKES_MAX && finds->len < 2; i++) {
        uint32_t file = resolver_file_of(scope->resolver, all.ptr[i]);
        if (scope->catalog->files.ptr[file].language ==
                scope->catalog->files.ptr[scope->file].language &&
            is_method(scope->resolver, all.ptr[i]) &&
            !test_code_is_hidden(scope->resolver, scope->file, all.ptr[i]))
            finds->ids[finds->len++] = all.ptr[i];
    }
    finds->len = finds->len == 1;
}

static bool is_super(const Reference *reference)
{
    return str_equal(reference->receiver, STR("super()")) ||
           str_equal(reference->receiver, STR("super"));
}

/* Adds the members of that name of the first base that has or inherits it. */
static void find_in_bases(Resolver *resolver, uint32_t at, uint32_t name, Finds *finds)
{
    uint32_t self = home_type_around(resolver, at);
    Finds bases = {0};
    if (self != SYMBOL_NOWHERE)
        bases_find(resolver, self, &bases);
    for (uint32_t i = 0; i < bases.len && !finds->len; i++)
        lookup_inherited(resolver, bases.ids[i], name, FIND_CALLABLES, finds);
}

static uint32_t module_file(const Resolver *resolver, uint32_t symbol)
{
    SymbolPlace place = catalog_place(resolver->catalog, symbol);
    return place.index ? FILE_NOWHERE : place.file;
}

/* Adds edges to the symbols of that name in a module or namespace. */
static void add_module_member(Scope *scope, const Reference *reference, uint32_t module,
                              uint32_t name)
{
    Resolver *resolver = scope->resolver;
    uint32_t file = module_file(resolver, module);
    Meaning meaning = {0};
    if (file == FILE_NOWHERE)
        lookup_members(resolver, module, name, FIND_CALLABLES, &meaning.finds);
    else
        module_exports_find(resolver, file, name, FIND_CALLABLES, &meaning);
    if (meaning.finds.len && meaning.has_alternatives)
        alternatives_add(scope, reference, &meaning.finds);
    else if (meaning.finds.len)
        add_finds(scope, reference, &meaning.finds, EDGE_EXACT);
    else if (meaning.value.kind == VALUE_FOREIGN)
        add_foreign(scope, reference, meaning.value.package);
    else
        constants_add_use(scope, reference);
}

/* Whether the receiver begins with a global of the language (`Object`, `str`): no scope and no
   import declares it. */
static bool is_global(Scope *scope, uint32_t at, Str receiver)
{
    size_t len = 0;
    while (len < receiver.len && (byte_is_word(receiver.ptr[len]) || receiver.ptr[len] == '$'))
        len++;
    Str word = str_slice(receiver, 0, len);
    static const FindKind kinds[] = {FIND_VALUES, FIND_CALLABLES};
    uint32_t name = names_find(&scope->catalog->names, word);
    bool known = !len || variables_find(scope, at, word) || str_equal(word, STR("this")) ||
                 str_equal(word, STR("self")) || str_equal(word, STR("cls"));
    for (size_t i = 0; i < COUNT(kinds) && !known; i++) {
        Meaning meaning;
        visible_find(scope->resolver, at, name, kinds[i], &meaning);
        known = meaning.finds.len || meaning.finds.too_many || meaning.value.kind != VALUE_UNKNOWN;
    }
    return !known;
}

static void add_unknown(Scope *scope, const Reference *reference, uint32_t name)
{
    Finds finds = {0};
    uint32_t at = scope_symbol(scope, reference);
    if (reference->kind != REFERENCE_CALL || reference->flags & REFERENCE_TYPED)
        return;
    find_unique(scope, name, &finds);              /* first, since it usually fails */
    bool itself = finds.len && finds.ids[0] == at; /* a method that wraps another of its name */
    if (!finds.len || itself || is_common(reference->name) ||
        is_global(scope, at, reference->receiver))
        return;
    scope->step = EDGE_STEP_BY_NAME;
    add_finds(scope, reference, &finds, EDGE_LIKELY);
}

/* Whether the symbol is a value with unknown members: the content of a field, or the object that a
   function returns. */
static bool is_vague(const Resolver *resolver, uint32_t symbol)
{
    SymbolKind kind = resolver_kind(resolver, symbol);
    return kind == SYMBOL_FIELD || kind == SYMBOL_PROPERTY || kind == SYMBOL_FUNCTION;
}

/* Of a static member and one of instances, keeps the one that the receiver has. */
static void keep_side(Scope *scope, const Reference *reference, const Value *value, Finds *finds)
{
    bool itself = str_equal(reference->receiver, STR("this")) &&
                  resolver_has(scope->resolver, scope_symbol(scope, reference), TRAIT_STATIC);
    bool wanted = value->kind == VALUE_TYPE || itself;
    uint32_t kept[FINDS_MAX], count = 0;
    for (uint32_t i = 0; i < finds->len; i++)
        if (resolver_has(scope->resolver, finds->ids[i], TRAIT_STATIC) == wanted)
            kept[count++] = finds->ids[i];
    if (!count)
        return;
    memcpy(finds->ids, kept, count * sizeof *kept);
    finds->len = count;
}

/* Python: `a += b` calls `__add__` where there is no `__iadd__`. */
static uint32_t plain_operator(const Scope *scope, Str name)
{
    return names_find(&scope->catalog->names,
                      str_join(scope->arena, STR("__"), str_from_offset(name, strlen("__i"))));
}
static void add_local(Scope *scope, const Reference *reference, const Value *local);

/* Adds the edges to the member of a receiver of that value. */
static void add_member(Scope *scope, const Reference *reference, Value value)
{
    Resolver *resolver = scope->resolver;
    uint32_t at = scope_symbol(scope, reference);
    uint32_t name = names_find(&scope->catalog->names, reference->name);
    Finds finds = {0};
    Value part;
    if (value.suffix.len)
        return;
    scope->step = value.kind == VALUE_MODULE ? EDGE_STEP_MODULE : EDGE_STEP_UNKNOWN;
    bool plain = value.kind == VALUE_MODULE || value.kind == VALUE_FOREIGN;
    if (plain && !variables_find(scope, at, reference->receiver) &&
        alternatives_add_member(scope, reference, name))
        return;
    if (value.kind == VALUE_MODULE) {
        add_module_member(scope, reference, value.symbol, name);
    } else if (value.kind == VALUE_FOREIGN &&
               script_members_of_literal(resolver, reference->receiver, name, &finds)) {
        add_finds(scope, reference, &finds, EDGE_EXACT);
    } else if (value.kind == VALUE_FOREIGN) {
        add_foreign(scope, reference, value.package);
    } else if (value.kind == VALUE_INSTANCE || value.kind == VALUE_TYPE) {
        lookup_inherited(resolver, value.symbol, name, FIND_CALLABLES, &finds);
        if (!finds.len && reference->kind == REFERENCE_USE)
            lookup_inherited(resolver, value.symbol, name, FIND_FIELDS, &finds);
        if (!finds.len && str_starts(reference->name, STR("__i")) && runs_in_order(scope))
            lookup_inherited(resolver, value.symbol, plain_operator(scope, reference->name),
                             FIND_CALLABLES, &finds);
        keep_side(scope, reference, &value, &finds);
        if (!finds.len)
            script_members_find(resolver, &value, name, FIND_CALLABLES, &finds);
        assigned_find_listed(resolver, value.symbol, name, FIND_CALLABLES, &finds);
        scope->step = steps_of_member(scope, reference, &value, &finds);
        if (finds.len || !is_vague(resolver, value.symbol))
            add_finds(scope, reference, &finds, EDGE_EXACT);
        else
            add_unknown(scope, reference, name);
    } else if (value.kind == VALUE_FUNCTION) {
        script_members_find(resolver, &value, name, FIND_CALLABLES, &finds);
        add_finds(scope, reference, &finds, EDGE_EXACT);
    } else if (value.kind == VALUE_UNKNOWN &&
               generics_library(resolver, &value, reference->name, &part)) {
        add_local(scope, reference, &part);
    } else if (value.kind == VALUE_UNKNOWN) {
        add_unknown(scope, reference, name);
    }
}

/* Whether a getter or field has the name. */
static bool is_read(const Scope *scope, uint32_t name)
{
    IdSpan all = name ? catalog_named(scope->catalog, name) : (IdSpan){0};
    for (size_t i = 0; i < all.len && i < RESOLVE_NAMESAKES_MAX; i++) {
        const Entry *entry = resolver_entry(scope->resolver, all.ptr[i]);
        if (entry->modifiers & MODIFIER(GETTER) || entry->kind == SYMBOL_FIELD ||
            entry->kind == SYMBOL_PROPERTY || entry->kind == SYMBOL_ENUM_MEMBER)
            return true;
    }
    return false;
}

/* `a.b.f()` reads the member b of a. */
static void add_getters(Scope *scope, const Reference *reference)
{
    Resolver *resolver = scope->resolver;
    Str receiver = reference->receiver;
    size_t dot = str_find_last_byte(receiver, '.');
    Str last = dot == STR_NONE ? (Str){0} : str_from_offset(receiver, dot + 1);
    for (size_t i = 0; i < last.len; i++)
        if (!byte_is_word(last.ptr[i]))
            return;
    uint32_t name = last.len ? names_find(&scope->catalog->names, last) : 0;
    if (scope->names_only || !is_read(scope, name))
        return;
    Value all[VALUE_ALTERNATIVES_MAX];
    Value value = infer_expression(resolver, scope, scope_symbol(scope, reference),
                                   str_slice(receiver, 0, dot));
    Reference read = *reference;
    read.kind = REFERENCE_USE;
    read.name = last;
    read.flags = 0;
    read.placed = 0;
    uint32_t count = value_alternatives(resolver, &value, all);
    for (uint32_t i = 0; i < count; i++) {
        static const FindKind kinds[] = {FIND_METHODS, FIND_FIELDS};
        Finds finds = {0};
        bool typed = all[i].kind == VALUE_INSTANCE || all[i].kind == VALUE_TYPE;
        for (size_t k = 0; k < COUNT(kinds) && typed && !all[i].suffix.len && !finds.len; k++)
            lookup_inherited(resolver, all[i].symbol, name, kinds[k], &finds);
        add_finds(scope, &read, &finds, count > 1 ? EDGE_LIKELY : EDGE_EXACT);
    }
}

static void resolve_member(Scope *scope, const Reference *reference)
{
    Resolver *resolver = scope->resolver;
    uint32_t at = scope_symbol(scope, reference);
    Value all[VALUE_ALTERNATIVES_MAX];
    Finds finds = {0};
    if (is_super(reference)) {
        scope->step = EDGE_STEP_SUPER;
        find_in_bases(resolver, at, names_find(&scope->catalog->names, reference->name), &finds);
        add_finds(scope, reference, &finds, EDGE_EXACT);
        return;
    }
    Value value = infer_expression(resolver, scope, at, reference->receiver);
    scope->step = EDGE_STEP_UNKNOWN;
    if (!(reference->flags & REFERENCE_TYPED)) { // an operand has a USE of its own
        constants_add_receiver_use(scope, reference);
        add_getters(scope, reference);
    }
    uint32_t count = value_alternatives(resolver, &value, all);
    type_mentions_add_receiver(scope, reference, &value);
    for (uint32_t i = 0; i < count; i++) {
        resolver->is_doubtful = resolver->is_doubtful || count > 1;
        add_member(scope, reference, all[i]);
    }
}

/* ---- bare names ---- */

/* Calling a module means its default export in CommonJS, not in ES modules. */
static void add_module_call(Scope *scope, const Reference *reference, uint32_t module)
{
    uint32_t file = module_file(scope->resolver, module);
    Meaning meaning = {0};
    if (file == FILE_NOWHERE || runs_in_order(scope) ||
        (reference->kind != REFERENCE_CALL &&
         module_exports_is_space(scope->resolver, scope->file, reference->name)) ||
        !module_exports_is_module(scope->resolver, file))
        return;
    module_exports_find_default(scope->resolver, file, FIND_CALLABLES, &meaning);
    add_finds(scope, reference, &meaning.finds, EDGE_EXACT);
}

/* `const { f: g } = module`: a local name for a function or class. */
static void add_local(Scope *scope, const Reference *reference, const Value *local)
{
    Finds finds = {.ids = {local->symbol}, .len = 1};
    bool named = local->kind == VALUE_FUNCTION || local->kind == VALUE_TYPE;
    scope->step = EDGE_STEP_LOCAL;
    if (local->kind == VALUE_INSTANCE && runs_in_order(scope) &&
        reference->kind == REFERENCE_CALL) {
        Reference call = *reference;
        call.name = STR("__call__");
        call.receiver = reference->name;
        call.flags = REFERENCE_TYPED;
        resolve_member(scope, &call);
        return;
    }
    if (named && !local->suffix.len)
        add_finds(scope, reference, &finds, local->was_rebound ? EDGE_LIKELY : EDGE_EXACT);
    else if (local->kind == VALUE_FOREIGN && !local->is_foreign_result)
        add_foreign(scope, reference, local->package);
}

/* Python: in the body of a class, a name may mean what the class has declared. */
static bool add_in_class(Scope *scope, const Reference *reference, uint32_t name)
{
    Resolver *resolver = scope->resolver;
    const CatalogFile *file = catalog_row(scope->catalog, scope->file);
    uint32_t i = reference->symbol;
    while (i && (file->entries[i].kind == SYMBOL_FIELD || file->entries[i].kind == SYMBOL_PROPERTY))
        i = file->entries[i].parent;
    Finds finds = {0};
    if (!runs_in_order(scope) || !i || file->entries[i].kind != SYMBOL_CLASS)
        return false;
    lookup_members(resolver, file->first + i, name, FIND_CALLABLES, &finds);
    scope->step = EDGE_STEP_OWN;
    if (finds.len)
        add_finds(scope, reference, &finds, EDGE_EXACT);
    return finds.len > 0;
}

/* A constant, and the function or class that it holds. */
static void add_held(Scope *scope, const Reference *reference)
{
    constants_add_use(scope, reference);
    Value value = value_of_name(scope->resolver, NULL, scope_symbol(scope, reference),
                                reference->name, false);
    Finds finds = {.ids = {value.symbol}, .len = 1};
    bool named = (value.kind == VALUE_FUNCTION || value.kind == VALUE_TYPE) && !value.suffix.len;
    scope->step = EDGE_STEP_MODULE;
    if (named && reference->kind == REFERENCE_CALL)
        add_finds(scope, reference, &finds, EDGE_EXACT);
}

static void resolve_bare(Scope *scope, const Reference *reference)
{
    Resolver *resolver = scope->resolver;
    uint32_t at = scope_symbol(scope, reference);
    Meaning meaning;
    Value value;
    Str rest = reference->name;
    const Value *local = variables_find(scope, at, reference->name);
    if (local) {
        add_local(scope, reference, local);
        return;
    }
    if (runs_in_order(scope) && str_equal(reference->name, STR("cls")) &&
        dynamic_special_name(resolver, at, &rest, &value) && value.kind == VALUE_TYPE) {
        Finds finds = {.ids = {value.symbol}, .len = 1};
        add_finds(scope, reference, &finds, EDGE_EXACT);
        return;
    }
    uint32_t name = names_find(&scope->catalog->names, reference->name);
    visible_find(resolver, at, name, FIND_CALLABLES, &meaning);
    scope->step = meaning.is_imported ? EDGE_STEP_IMPORT : EDGE_STEP_UNKNOWN;
    if (meaning.finds.len && meaning.has_alternatives)
        alternatives_add(scope, reference, &meaning.finds);
    else if (meaning.finds.len)
        add_finds(scope, reference, &meaning.finds, EDGE_EXACT);
    else if (meaning.value.kind == VALUE_FOREIGN)
        add_foreign(scope, reference, meaning.value.package);
    else if (meaning.value.kind == VALUE_MODULE)
        add_module_call(scope, reference, meaning.value.symbol);
    else if (!add_in_class(scope, reference, name))
        add_held(scope, reference);
}

/* pytest: `fixture.db`: the parameter of a test means a fixture. */
static bool resolve_fixture(Scope *scope, const Reference *reference)
{
    if (!str_starts(reference->name, STR("fixture.")))
        return false;
    uint32_t fixture = fixtures_find(scope->resolver, scope_symbol(scope, reference),
                                     str_from_offset(reference->name, strlen("fixture.")));
    Targets targets = {.ids = {fixture}, .len = 1, .confidence = EDGE_EXACT};
    scope->step = EDGE_STEP_IMPLICIT;
    if (fixture != SYMBOL_NOWHERE)
        targets_add(scope, reference, &targets);
    return true;
}

void dynamic_resolve(Scope *scope, const Reference *reference)
{
    Reference itself;
    if (reference->kind == REFERENCE_USE && resolve_fixture(scope, reference))
        return;
    if (function_methods_target(scope, reference, &itself))
        reference = &itself;
    bool above = !reference->receiver.len && str_equal(reference->name, STR("super"));
    bool type = reference->kind == REFERENCE_TYPE || reference->kind == REFERENCE_BASE;
    if (above && runs_in_order(scope))
        return;
    if (above || type)
        reference_resolve(scope, reference);
    else if (reference->receiver.len)
        resolve_member(scope, reference);
    else
        resolve_bare(scope, reference);
}
