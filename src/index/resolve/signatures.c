/* A type that was inferred has the text `@12` in other texts: its index in Resolver.others. */
#include "index/resolve/signatures.h"

#include "base/buf.h"
#include "base/limits.h"
#include "index/resolve/call_signature.h"
#include "index/resolve/file_shape.h"
#include "index/resolve/finds.h"
#include "index/resolve/generics.h"
#include "index/resolve/home.h"
#include "index/resolve/infer.h"
#include "index/resolve/lookup.h"
#include "index/resolve/types.h"
#include "index/resolve/unwrap.h"
#include "lang/registry.h"
#include "lang/walk/type_head.h"

/* Type parameters of a call: of its function and of the class of that. */
#define VARIABLES_MAX 8
/* Parameters of a function that is passed. */
#define PASSED_MAX 4
#define TEXT_BYTES_MAX 300
/* Arguments in types that are compared. */
#define UNIFY_DEPTH_MAX 4

static const Value unknown = {.kind = VALUE_UNKNOWN};

typedef struct Variable {
    Str name;
    Value value;
    bool known;
    bool open; /* an argument of unknown type is one, too */
} Variable;

typedef struct Call {
    const CallPlace *place;
    Str parameters, result;
    uint32_t declared; /* where these are written */
    Variable variables[VARIABLES_MAX];
    uint32_t count;
} Call;

static bool is_function(Str argument)
{
    return str_starts(argument, STR("\\"));
}

static bool is_function_type(Str type)
{
    return str_starts(type, STR(TYPE_FUNCTION "<"));
}

static bool take_argument(Str *rest, Str *argument)
{
    return type_head_take(rest, ',', argument);
}

/* ---- variables ---- */

static Variable *find_variable(Call *call, Str name)
{
    for (uint32_t i = 0; i < call->count; i++)
        if (str_equal(call->variables[i].name, name))
            return &call->variables[i];
    return NULL;
}

static void add_variable(Call *call, Str name, const Value *value)
{
    if (call->count == VARIABLES_MAX || !name.len || find_variable(call, name))
        return;
    Variable *variable = &call->variables[call->count++];
    *variable = (Variable){.name = name};
    if (!value)
        return;
    variable->value = *value;
    variable->known = true;
}

static bool is_known(const Value *value)
{
    return value->kind != VALUE_UNKNOWN || value->suffix.len || value->named || value->argument;
}

static Str mark_of(Resolver *resolver, const Value *value)
{
    *VEC_PUSH(&resolver->typed, &resolver->others) = *value;
    Value *kept = &resolver->others.ptr[resolver->others.len - 1];
    kept->given = (Str){0};
    kept->suffix = str_copy(&resolver->typed, kept->suffix);
    return str_format(resolver->arena, "@%zu", resolver->others.len - 1);
}

/* The type in a signature, with the variables that are known. */
static Value instance_of(Call *call, Str text)
{
    Resolver *resolver = call->place->resolver;
    Buf out = buf_open(resolver->arena, 0);
    char before = '\0';
    bool open = false, used = false;
    for (Str rest = text; rest.len && out.len < TEXT_BYTES_MAX;) {
        size_t len = 0;
        while (len < rest.len && byte_is_word(rest.ptr[len]))
            len++;
        Str word = str_slice(rest, 0, len);
        Variable *variable = len && !byte_in(before, ".@") ? find_variable(call, word) : NULL;
        used = used || variable;
        open = open || (variable && !variable->known);
        if (variable && variable->known && variable->open)
            resolver->is_doubtful = true;
        if (variable)
            buf_put(&out, variable->known ? mark_of(resolver, &variable->value) : STR("_"));
        else
            buf_put(&out, str_slice(rest, 0, MAX(len, (size_t)1)));
        before = rest.ptr[MAX(len, (size_t)1) - 1];
        rest = str_from_offset(rest, MAX(len, (size_t)1));
    }
    if (!text.len || (open && str_starts(buf_str(&out), STR("_"))))
        return unknown;
    Value value = types_find(resolver, call->declared, buf_str(&out));
    return value_instance(types_unalias(resolver, value));
}

static void unify(Call *call, Str type, const Value *value, int depth);

static void unify_arguments(Call *call, Str type, const Value *value, int depth)
{
    Resolver *resolver = call->place->resolver;
    size_t open = str_find_byte(type, '<');
    Str wanted = str_slice(type, open + 1, type.len - 1), part, argument;
    Str given = catalog_name(resolver->catalog, value->argument);
    while (type_head_take(&wanted, ',', &part) && type_head_take(&given, ',', &argument)) {
        Value held = value_instance(types_find(resolver, value->place, argument));
        unify(call, part, &held, depth + 1);
    }
}

/* The T of a parameter that takes a class: `Class<T>`, Swift's `T.Type`; else empty. */
static Str class_parameter(Str type)
{
    static const Str words[] = {STR_INIT("Class<"), STR_INIT("KClass<")};
    if (str_ends(type, STR(".Type")))
        return str_slice(type, 0, type.len - strlen(".Type"));
    for (size_t i = 0; i < COUNT(words); i++)
        if (str_starts(type, words[i]) && str_ends(type, STR(">")))
            return str_slice(type, words[i].len, type.len - 1);
    return (Str){0};
}

/* A class that is passed, `Foo.class`, as an instance of it: `Foo{}`; other arguments unchanged. */
static Str class_argument(Resolver *resolver, Str argument)
{
    static const Str ends[] = {STR_INIT(".java"), STR_INIT(".javaObjectType"), STR_INIT(".class")};
    Str path = str_from_offset(argument, str_starts(argument, STR("&")));
    for (size_t i = 0; i < COUNT(ends); i++)
        path.len -= str_ends(path, ends[i]) ? ends[i].len : 0;
    bool class = str_find(str_from_offset(argument, path.len), STR(".class")) != STR_NONE;
    return class && path.len < argument.len ? str_join(resolver->arena, path, STR("{}")) : argument;
}

/* Binds the variables in a type of the signature by a value that is passed there. */
static void unify(Call *call, Str type, const Value *value, int depth)
{
    Resolver *resolver = call->place->resolver;
    Str class = value->argument ? (Str){0} : class_parameter(type);
    if (class.len) {
        unify(call, class, value, depth);
        return;
    }
    Variable *variable = find_variable(call, type);
    if (variable && !is_known(value))
        variable->open = true;
    if (!is_known(value) || depth > UNIFY_DEPTH_MAX)
        return;
    if (variable && variable->known && depth == 0 && variable->value.symbol != value->symbol) {
        const Value both[] = {variable->value, *value};
        bool instances =
            both[0].kind == VALUE_INSTANCE && both[1].kind == VALUE_INSTANCE && !value->suffix.len;
        variable->value = instances ? value_either(resolver, both, 2) : variable->value;
    } else if (variable && !variable->known) {
        variable->value = value_instance(*value);
        variable->known = true;
    } else if (str_ends(type, STR("?"))) {
        Value held =
            str_ends(value->suffix, STR("?")) ? unwrap_layer(resolver, *value, '?') : *value;
        unify(call, str_slice(type, 0, type.len - 1), &held, depth);
    } else if (str_ends(type, STR("]")) && str_ends(value->suffix, STR("]"))) {
        Value held = unwrap_layer(resolver, *value, ']');
        unify(call, str_slice(type, 0, str_find_last_byte(type, '[')), &held, depth + 1);
    } else if (str_ends(type, STR(">")) && value->argument && !value->suffix.len) {
        unify_arguments(call, type, value, depth);
    }
}

/* ---- functions that are passed ---- */

/* The result of the function that `Foo::bar` names. */
static Value result_of_named(const CallPlace *place, Str path)
{
    Resolver *resolver = place->resolver;
    size_t dot = str_find_last_byte(path, '.');
    Str name = dot == STR_NONE ? path : str_from_offset(path, dot + 1);
    bool made = dot != STR_NONE && (str_equal(name, STR("new")) || str_equal(name, STR("init")));
    Str text = made ? str_slice(path, 0, dot) : path;
    Value value = infer_expression(resolver, place->scope, place->at,
                                   str_join(resolver->arena, text, STR("()")));
    if (!is_known(&value) && !made)
        value = infer_expression(resolver, place->scope, place->at, path);
    return value_instance(value);
}

/* `__fn<A,B;R>` of a type that is used as a function, such as Java's `Function<A,R>`, an interface
   with one method, or another name of a function type. Empty for other types. *place: where it is
   looked up. */
static Str function_type_of(Call *call, Str type, uint32_t *place);

static Str method_type(Resolver *resolver, uint32_t method)
{
    Str rest = file_shape_signature(resolver, method), part, all = {0};
    SignatureParameter parameter;
    for (int i = 0; i < 2; i++)
        str_take_until(&rest, '|', &part);
    while (signatures_take(&rest, &parameter)) {
        const Str parts[] = {all, all.len ? STR(",") : (Str){0}, parameter.type};
        all = str_join_all(resolver->arena, parts, COUNT(parts));
    }
    const Str parts[] = {STR(TYPE_FUNCTION "<"), all, STR(";"),
                         catalog_name(resolver->catalog, resolver_entry(resolver, method)->type),
                         STR(">")};
    return str_join_all(resolver->arena, parts, COUNT(parts));
}

/* The only method without a body of an interface; SYMBOL_NOWHERE if it has none or several. */
static uint32_t only_method(Resolver *resolver, uint32_t type)
{
    SymbolPlace place = catalog_place(resolver->catalog, type);
    const CatalogFile *file = catalog_row(resolver->catalog, place.file);
    uint32_t only = SYMBOL_NOWHERE;
    for (uint32_t i = place.index + 1; i < file->count && file->entries[i].parent >= place.index;
         i++) {
        const Entry *entry = &file->entries[i];
        if (entry->parent != place.index || entry->kind != SYMBOL_METHOD ||
            entry->modifiers & ENTRY_HAS_BODY)
            continue;
        if (only != SYMBOL_NOWHERE)
            return SYMBOL_NOWHERE;
        only = file->first + i;
    }
    return only;
}

static Str function_type_of(Call *call, Str type, uint32_t *place)
{
    Resolver *resolver = call->place->resolver;
    if (str_ends(type, STR("?")))
        type.len--;
    if (is_function_type(type) || !type.len || find_variable(call, type))
        return is_function_type(type) ? type : (Str){0};
    size_t open = MIN(str_find_byte(type, '<'), type.len);
    Str arguments = open < type.len ? str_slice(type, open + 1, type.len - 1) : (Str){0};
    Value value = types_find(resolver, call->declared, type);
    if (value.kind != VALUE_TYPE || value.suffix.len) {
        Str head = str_slice(type, 0, open), parameters;
        size_t dot = str_find_last_byte(head, '.');
        head = dot == STR_NONE ? head : str_from_offset(head, dot + 1);
        Str text = generics_library_call(resolver, call->place->at, head, STR("->"), &parameters);
        Str parts[] = {STR(TYPE_FUNCTION "<"), arguments, STR(";>")};
        if (str_equal(text, STR("(in)")))
            return str_join_all(resolver->arena, parts, COUNT(parts));
        Str last = arguments, part, before = {0};
        while (str_equal(text, STR("(out)")) && type_head_take(&last, ',', &part) && last.len) {
            const Str next[] = {before, before.len ? STR(",") : (Str){0}, part};
            before = str_join_all(resolver->arena, next, COUNT(next));
        }
        const Str out[] = {parts[0], before, STR(";"), part, STR(">")};
        if (str_equal(text, STR("(out)")))
            return str_join_all(resolver->arena, out, COUNT(out));
        text = text.len > 1 ? str_slice(text, 1, text.len - 1) : text;
        return text.len ? generics_fill(resolver, text, parameters, arguments) : text;
    }
    SymbolKind kind = resolver_kind(resolver, value.symbol);
    Str text = {0};
    *place = value.symbol;
    if (kind == SYMBOL_TYPE) {
        text = file_shape_signature(resolver, value.symbol);
        text = str_starts(text, STR("||=")) ? str_from_offset(text, 3)
               : text.len                   ? method_type(resolver, value.symbol)
                                            : text;
    } else if (kind == SYMBOL_INTERFACE || kind == SYMBOL_TRAIT || kind == SYMBOL_CLASS) {
        uint32_t method = only_method(resolver, value.symbol);
        text = method == SYMBOL_NOWHERE ? text : method_type(resolver, method);
    }
    Str parameters = generics_parameters(resolver, value.symbol);
    if (!text.len || !arguments.len || !parameters.len)
        return text;
    *place = call->declared;
    return generics_fill(resolver, text, parameters, arguments);
}

/* What the function of that type is called with. Returns the text of its result. */
static Str passed_values(Call *call, Str type, Value values[PASSED_MAX], uint32_t *count)
{
    Str rest = str_slice(type, strlen(TYPE_FUNCTION "<"), type.len - 1), list, part;
    type_head_take(&rest, ';', &list);
    bool receives = str_starts(list, STR("this,"));
    list = receives ? str_from_offset(list, strlen("this,")) : list;
    for (*count = 0; *count < PASSED_MAX && type_head_take(&list, ',', &part); ++*count)
        values[*count] = instance_of(call, part);
    return rest;
}

/* The result of a function that is passed as a value of that type. */
static void unify_function(Call *call, Str type, Str argument)
{
    Resolver *resolver = call->place->resolver;
    Value values[PASSED_MAX], value = unknown;
    uint32_t count, declared = call->declared, place = declared;
    type = function_type_of(call, type, &place);
    if (!type.len)
        return;
    call->declared = place;
    Str result = passed_values(call, type, values, &count);
    bool receives = str_starts(type, STR(TYPE_FUNCTION "<this,"));
    size_t colon = is_function(argument) ? str_find_byte(argument, ':') : STR_NONE;
    if (str_starts(argument, STR("&"))) {
        value = result_of_named(call->place, str_from_offset(argument, 1));
    } else if (colon != STR_NONE && result.len) {
        const Value *before = resolver->lambda;
        uint32_t before_count = resolver->lambda_count;
        resolver->lambda = receives ? values + 1 : values;
        resolver->lambda_count = count - (receives && count);
        value = signatures_argument(call->place, str_from_offset(argument, colon + 1));
        resolver->lambda = before;
        resolver->lambda_count = before_count;
    } else if (!is_function(argument)) {
        value = infer_expression(resolver, call->place->scope, call->place->at,
                                 str_join(resolver->arena, argument, STR("()")));
        value = value_instance(value);
    }
    unify(call, result, &value, 0);
    call->declared = declared;
}

/* ---- calls ---- */

/* Binds by the arguments before `end`, functions last. */
static void unify_all(Call *call, Str given, size_t end)
{
    for (int functions = 0; functions < 2; functions++) {
        Str rest = given, argument;
        for (size_t i = 0; take_argument(&rest, &argument); i++) {
            SignatureParameter parameter;
            if (!signatures_find(call->parameters, i, argument, &parameter))
                continue;
            signatures_label(&argument);
            argument = class_argument(call->place->resolver, argument);
            bool passed = is_function(argument) || str_starts(argument, STR("&")) ||
                          is_function_type(parameter.type);
            if (passed != functions || (functions && i >= end))
                continue;
            Value value = passed ? unknown : signatures_argument(call->place, argument);
            if (passed)
                unify_function(call, parameter.type, argument);
            else
                unify(call, parameter.type, &value, 0);
        }
    }
}

static void add_names(Call *call, Str list)
{
    Str part;
    while (type_head_take(&list, ',', &part))
        add_variable(call, part, NULL);
}

/* The variables of the class, by the arguments that it has in the type of the owner. */
static void add_class(Call *call, uint32_t type, Str arguments, uint32_t place)
{
    Str rest = generics_parameters(call->place->resolver, type), name, argument;
    while (type_head_take(&rest, ',', &name)) {
        bool given = type_head_take(&arguments, ',', &argument);
        Value value =
            given ? value_instance(types_find(call->place->resolver, place, argument)) : unknown;
        add_variable(call, name, given && is_known(&value) ? &value : NULL);
    }
}

/* Opens a call of a function of the repository. False when its signature is not known. */
static bool open_function(Call *call, const Value *function)
{
    Resolver *resolver = call->place->resolver;
    uint32_t home = home_of(resolver, function->symbol);
    Str rest = file_shape_signature(resolver, function->symbol), names, receiver;
    if (!rest.len)
        return false;
    str_take_until(&rest, '|', &names);
    str_take_until(&rest, '|', &receiver);
    call->parameters = rest;
    call->result =
        catalog_name(resolver->catalog, resolver_entry(resolver, function->symbol)->type);
    call->declared = function->symbol;
    add_names(call, names);
    if (home < HOME_GLOBAL && symbol_is_type(resolver_kind(resolver, home)))
        add_class(call, home, catalog_name(resolver->catalog, function->argument), function->place);
    if (receiver.len && function->owner)
        unify(call, receiver, &resolver->others.ptr[function->owner - 1], 0);
    return true;
}

/* A type parameter is free in the result. */
static bool is_open(Call *call, Str text)
{
    for (size_t i = 0; i < text.len;) {
        size_t len = 0;
        while (i + len < text.len && byte_is_word(text.ptr[i + len]))
            len++;
        if (len && find_variable(call, str_slice(text, i, i + len)))
            return true;
        i += MAX(len, (size_t)1);
    }
    return false;
}

/* The type of Dart's `this.name`, and of the parameter of an initialiser that is not written. */
static Str field_type(Resolver *resolver, uint32_t type, Str name)
{
    Finds finds = {0};
    lookup_members(resolver, type, names_find(&resolver->catalog->names, name), FIND_FIELDS,
                   &finds);
    return finds.len ? catalog_name(resolver->catalog, resolver_entry(resolver, finds.ids[0])->type)
                     : (Str){0};
}

/* The fields as parameters of an initialiser that nothing declares: by the labels that are given.
 */
static Str fields_as_parameters(Resolver *resolver, uint32_t type, Str given)
{
    Str all = {0}, argument;
    while (take_argument(&given, &argument)) {
        Str label = signatures_label(&argument), field = field_type(resolver, type, label);
        const Str parts[] = {all, all.len ? STR(",") : (Str){0}, label, STR("="),
                             field.len ? field : STR("_")};
        all = str_join_all(resolver->arena, parts, COUNT(parts));
    }
    return all;
}

static Str with_fields(Resolver *resolver, uint32_t type, Str list)
{
    SignatureParameter parameter;
    Str all = {0};
    while (signatures_take(&list, &parameter)) {
        Str field = str_starts(parameter.type, STR("this."))
                        ? field_type(resolver, type, str_from_offset(parameter.type, 5))
                        : parameter.type;
        const Str parts[] = {all,
                             all.len ? STR(",") : (Str){0},
                             parameter.many ? STR("*") : (Str){0},
                             parameter.label,
                             STR("="),
                             field};
        all = str_join_all(resolver->arena, parts, COUNT(parts));
    }
    return all;
}

static size_t count_of(Str list)
{
    size_t count = 0;
    for (Str part; type_head_take(&list, ',', &part);)
        count++;
    return count;
}

/* The parameters of the constructor of a type that takes the arguments. */
static Str constructor_parameters(Resolver *resolver, uint32_t type, Str given)
{
    const Rules *rules = resolver_rules(resolver, type);
    Str word = str_from(rules->constructor_names ? rules->constructor_names : CONSTRUCTOR_OF_TYPE);
    uint32_t name = str_equal(word, STR(CONSTRUCTOR_OF_TYPE))
                        ? resolver_entry(resolver, type)->name
                        : names_find(&resolver->catalog->names, word);
    Finds finds = {0};
    lookup_members(resolver, type, name, FIND_METHODS, &finds);
    Str best = file_shape_signature(resolver, type);
    for (uint32_t i = 0; i < finds.len; i++) {
        bool takes = resolver_entry(resolver, finds.ids[i])->arity == count_of(given);
        if (resolver_kind(resolver, finds.ids[i]) == SYMBOL_CONSTRUCTOR && (takes || !best.len))
            best = file_shape_signature(resolver, finds.ids[i]);
    }
    Str part;
    for (int i = 0; i < 2; i++)
        str_take_until(&best, '|', &part);
    return best.len ? with_fields(resolver, type, best)
                    : fields_as_parameters(resolver, type, given);
}

/* Opens the construction of a type. */
static bool open_type(Call *call, const Value *type)
{
    Resolver *resolver = call->place->resolver;
    call->declared = type->symbol;
    add_class(call, type->symbol, catalog_name(resolver->catalog, type->argument), type->place);
    call->parameters = constructor_parameters(resolver, type->symbol, type->given);
    return true;
}

/* `Box(Foo())` is a `Box<Foo>`. */
static Value constructed(const CallPlace *place, const Value *type)
{
    Resolver *resolver = place->resolver;
    Value made = value_instance(*type);
    Call call = {.place = place};
    Str all = {0};
    made.given = (Str){0};
    if (type->argument || !generics_parameters(resolver, type->symbol).len)
        return made;
    open_type(&call, type);
    unify_all(&call, type->given, STR_NONE);
    bool known = false;
    for (uint32_t i = 0; i < call.count; i++) {
        const Variable *variable = &call.variables[i];
        const Str parts[] = {all, i ? STR(",") : (Str){0},
                             variable->known ? mark_of(resolver, &variable->value) : STR("_")};
        all = str_join_all(resolver->arena, parts, COUNT(parts));
        known = known || variable->known;
    }
    made.argument = known ? names_put(&resolver->catalog->names, all) : 0;
    made.place = place->at;
    return made;
}

Value signatures_called(const CallPlace *place, const Value *function, Value returned)
{
    Resolver *resolver = place->resolver;
    Call call = {.place = place};
    if (resolver->depth >= RESOLVE_DEPTH_MAX)
        return returned;
    resolver->depth++;
    if (function->kind == VALUE_TYPE) {
        returned = constructed(place, function);
    } else if (function->kind == VALUE_FUNCTION && open_function(&call, function) &&
               is_open(&call, call.result)) {
        unify_all(&call, function->given, STR_NONE);
        Value found = instance_of(&call, call.result);
        returned = is_known(&found) ? found : returned;
    }
    resolver->depth--;
    return returned;
}

/* The tuple that the arguments form: `__tuple<@1,@2,name:@2>`. */
static Value tuple_of(const CallPlace *place, Str given)
{
    Resolver *resolver = place->resolver;
    Str all = {0}, named = {0}, argument;
    while (take_argument(&given, &argument)) {
        Str label = signatures_label(&argument);
        Value value = signatures_argument(place, argument);
        Str mark = is_known(&value) ? mark_of(resolver, &value) : STR("_");
        const Str parts[] = {all, all.len ? STR(",") : (Str){0}, mark};
        const Str names[] = {named, STR(","), label, STR(":"), mark};
        all = str_join_all(resolver->arena, parts, COUNT(parts));
        named = label.len ? str_join_all(resolver->arena, names, COUNT(names)) : named;
    }
    Names *names = &resolver->catalog->names;
    return (Value){.named = names_put(names, STR(TYPE_TUPLE)),
                   .argument = names_put(names, str_join(resolver->arena, all, named)),
                   .place = place->at};
}

/* ---- libraries ---- */

/* The list that the type of a value extends. */
static bool find_list_base(Resolver *resolver, const Value *owner, Value *base)
{
    for (uint32_t step = 0; generics_base(resolver, owner, &step, base);)
        if (str_ends(base->suffix, STR("]")))
            return true;
    return false;
}

/* Opens the call of a library's function. */
static bool open_library(Call *call, const Value *owner, Str member)
{
    static const char variables[][2] = {"R", "S", "U"};
    Resolver *resolver = call->place->resolver;
    Str parameters = {0}, text = {0};
    Value base;
    if (owner && owner->kind == VALUE_INSTANCE && !owner->suffix.len &&
        find_list_base(resolver, owner, &base))
        owner = &base;
    bool list = owner && str_ends(owner->suffix, STR("]"));
    bool optional = owner && str_ends(owner->suffix, STR("?"));
    Value held = !owner     ? unknown
                 : list     ? unwrap_layer(resolver, *owner, ']')
                 : optional ? unwrap_layer(resolver, *owner, '?')
                            : *owner;
    if (owner && !is_known(owner))
        return false;
    Str type = !owner     ? STR("()")
               : list     ? STR("[]")
               : optional ? STR("?")
                          : catalog_name(resolver->catalog, owner->named);
    text = generics_library_call(resolver, call->place->at, type, member, &parameters);
    bool any = !text.len && owner;
    if (any) {
        text = generics_library_call(resolver, call->place->at, STR("*"), member, &parameters);
        held = optional ? held : *owner;
    }
    if (!text.len)
        return false;
    call->declared = call->place->at;
    if (any || list || optional)
        add_variable(call, STR("T"), &held);
    else if (owner)
        for (Str given = catalog_name(resolver->catalog, owner->argument), name, argument;
             type_head_take(&parameters, ',', &name);) {
            bool some = type_head_take(&given, ',', &argument);
            Value value =
                some ? value_instance(types_find(resolver, owner->place, argument)) : unknown;
            add_variable(call, name, some && is_known(&value) ? &value : NULL);
        }
    for (size_t i = 0; i < COUNT(variables); i++)
        add_variable(call, str_from(variables[i]), NULL);
    size_t close = 0, depth = 0;
    do {
        depth += text.ptr[close] == '(';
        depth -= text.ptr[close] == ')';
    } while (++close < text.len && depth);
    call->parameters = str_slice(text, 1, close - 1);
    call->result = str_from_offset(text, close + 1);
    return true;
}

bool signatures_library(const CallPlace *place, const Value *owner, Str member, Str given,
                        Value *result)
{
    Resolver *resolver = place->resolver;
    Call call = {.place = place};
    if (!owner && str_equal(member, STR(TYPE_TUPLE))) {
        *result = tuple_of(place, given);
        return true;
    }
    if (resolver->depth >= RESOLVE_DEPTH_MAX || !open_library(&call, owner, member) ||
        !call.result.len)
        return false;
    resolver->depth++;
    unify_all(&call, given, STR_NONE);
    *result = instance_of(&call, call.result);
    resolver->depth--;
    return true;
}

Value signatures_callback(const CallPlace *place, const Value *callee, const Value *owner,
                          Str member, Str wanted)
{
    Resolver *resolver = place->resolver;
    Call call = {.place = place};
    Str rest = wanted, first;
    uint64_t argument, index = 0;
    str_take_until(&rest, '.', &first);
    bool self = str_equal(rest, STR("this")), whole = !rest.len;
    bool opened = callee->kind == VALUE_FUNCTION ? open_function(&call, callee)
                  : callee->kind == VALUE_TYPE   ? open_type(&call, callee)
                                                 : open_library(&call, owner, member);
    resolver->is_doubtful = resolver->is_doubtful || (self && !opened); // it may have a receiver
    if (!opened || !str_parse_u64(first, &argument) ||
        (!self && !whole && !str_parse_u64(rest, &index)) || resolver->depth >= RESOLVE_DEPTH_MAX)
        return unknown;
    Str given = callee->given, text = {0};
    for (size_t i = 0; i <= argument; i++)
        if (!take_argument(&given, &text))
            text = STR("\\");
    SignatureParameter parameter;
    Value values[PASSED_MAX], value = unknown;
    uint32_t count;
    if (!signatures_find(call.parameters, argument, text, &parameter))
        return unknown;
    resolver->depth++;
    unify_all(&call, callee->given, argument);
    uint32_t declared = call.declared;
    Str type = whole ? (Str){0} : function_type_of(&call, parameter.type, &declared);
    if (whole)
        value = instance_of(&call, parameter.type);
    if (type.len) {
        call.declared = declared;
        passed_values(&call, type, values, &count);
        bool receives = str_starts(type, STR(TYPE_FUNCTION "<this,"));
        bool some = self ? receives && count : index + receives < count;
        value = some ? values[self ? 0 : index + receives] : unknown;
    }
    resolver->depth--;
    return value;
}
