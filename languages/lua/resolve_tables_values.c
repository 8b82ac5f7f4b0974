/* Expressions of Lua, from left to right: names, fields, calls, elements, and the tables that are
   written as literals (lang/walk/walk_value.c). */
#include "languages_calls.h"

#include "languages/lua/resolve_tables.h"

#include "index/resolve/types.h"
#include "lang/walk/type.h"
#include "lang/walk/type_head.h"

/* Functions of class libraries that the class library calls for a new object. */
static const char *const initializers[] = {"initialize", "init", "_init", "new"};

static const Value unknown = {.kind = VALUE_UNKNOWN};

/* ---- classes of libraries ---- */

/* Whether a function that is not known makes the table or its parent: `class("Dog", Animal)`. */
static bool is_of_library(Resolver *resolver, const Value *table)
{
    Value at = *table;
    for (int step = 0; step < RESOLVE_DEPTH_MAX && at.kind == VALUE_MODULE; step++) {
        uint32_t id = resolver_file_of(resolver, at.symbol);
        Str path = at.named ? catalog_name(resolver->catalog, at.named) : (Str){0};
        Str name = str_join(resolver->arena, STR("meta."), path);
        const Reference *bind = path.len ? tables_assigned(resolver, id, 0, name) : NULL;
        if (bind && str_ends(bind->receiver, STR("()")) &&
            tables_bound(resolver, id, bind).kind == VALUE_UNKNOWN)
            return true;
        at = tables_parent(resolver, &at);
    }
    return false;
}

bool tables_find_initializer(Resolver *resolver, const Value *table, Finds *finds)
{
    if (!is_of_library(resolver, table))
        return false;
    for (size_t i = 0; i < COUNT(initializers) && !finds->len; i++) {
        uint32_t name = names_find(&resolver->catalog->names, str_from(initializers[i]));
        if (name)
            tables_find_member(resolver, table, name, finds);
    }
    return finds->len > 0;
}

/* ---- calls ---- */

/* What a function returns. `self` in it is the table that it is called on. */
static Value called(Resolver *resolver, const Value *function, const Value *on, Str part)
{
    SymbolPlace place = catalog_place(resolver->catalog, function->symbol);
    const Entry *entry = resolver_entry(resolver, function->symbol);
    if (entry->type && !part.len)
        return tables_of_text(resolver, function->symbol,
                              catalog_name(resolver->catalog, entry->type));
    Str name = str_join(resolver->arena, STR(RETURNED_NAME), part);
    const Reference *bind = tables_assigned(resolver, place.file, place.index, name);
    bool self = bind && str_equal(bind->receiver, STR("self"));
    if (self && on->kind == VALUE_MODULE)
        return *on;
    if (!bind || self)
        return part.len ? unknown : tables_made_by(resolver, place.file, place.index, (Str){0});
    return tables_bound(resolver, place.file, bind);
}

/* What a call of a table gives: the result of `__call`, or an object of the class that it is. */
static Value called_table(Resolver *resolver, const Value *table)
{
    Finds finds = {0};
    uint32_t id = resolver_file_of(resolver, table->symbol);
    uint32_t name = names_find(&resolver->catalog->names, STR("__call"));
    Str path = table->named ? catalog_name(resolver->catalog, table->named) : (Str){0};
    if (name)
        tables_find_member(resolver, table, name, &finds);
    const Entry *entry = finds.len == 1 ? resolver_entry(resolver, finds.ids[0]) : NULL;
    Value function = {.kind = VALUE_FUNCTION, .symbol = finds.ids[0]};
    Value made = entry ? called(resolver, &function, table, (Str){0}) : unknown;
    bool own =
        entry && entry->owner && str_equal(catalog_name(resolver->catalog, entry->owner), path);
    bool class = entry ? !own : is_of_library(resolver, table);
    Str call = str_join(resolver->arena, STR("call."), path);
    if (made.kind != VALUE_UNKNOWN)
        return made;
    return class || (path.len && tables_assigned(resolver, id, 0, call)) ? *table : unknown;
}

/* ---- literals ---- */

Value tables_part(Resolver *resolver, const Scope *scope, const Value *record, Str word)
{
    Str text = catalog_name(resolver->catalog, record->argument), part;
    Str start = str_join(resolver->arena, word, STR(":="));
    Value value = unknown;
    if (resolver->depth >= RESOLVE_DEPTH_MAX)
        return unknown;
    resolver->depth++;
    while (value.kind == VALUE_UNKNOWN && type_head_take(&text, ',', &part))
        if (str_starts(part, start))
            value =
                tables_evaluate(resolver, scope, record->place, str_from_offset(part, start.len));
    resolver->depth--;
    return value;
}

/* `__tuple<engine:=Engine.new()>{}` */
static Value take_record(Resolver *resolver, uint32_t at, Str *rest)
{
    size_t close = type_close(*rest), open = str_find_byte(*rest, '<');
    Str inside = close == STR_NONE ? (Str){0} : str_slice(*rest, open + 1, close);
    *rest = str_from_offset(*rest, inside.len ? close + 1 : rest->len);
    *rest = str_from_offset(*rest, str_starts(*rest, STR("{}")) ? 2 : 0);
    return (Value){.argument = inside.len ? names_put(&resolver->catalog->names, inside) : 0,
                   .place = at};
}

/* ---- expressions ---- */
/* A word, or `import(a.b)` for what `require("a.b")` returns. */
static size_t word_length(Str text)
{
    size_t len = 0, close = str_find_byte(text, ')');
    if (str_starts(text, STR("import(")) && close != STR_NONE)
        return close + 1;
    while (len < text.len && byte_is_word(text.ptr[len]))
        len++;
    return len;
}

/* Takes a mark of infer.c off the front of *rest. */
static Value take_mark(Resolver *resolver, const Value *value, const Value *on, Str *rest)
{
    Value next = *value;
    bool listed = value->suffix.len > 0;
    if (str_starts(*rest, STR("()")) || str_starts(*rest, STR("{}"))) {
        *rest = str_from_offset(*rest, 2);
        Str part = str_starts(*rest, STR(".&")) ? str_slice(*rest, 0, 3) : (Str){0};
        *rest = str_from_offset(*rest, part.len);
        return value->kind == VALUE_FUNCTION ? called(resolver, value, on, part)
               : value->kind == VALUE_MODULE ? called_table(resolver, value)
                                             : unknown;
    }
    if (str_starts(*rest, STR("~"))) {
        *rest = str_from_offset(*rest, 1);
        next.suffix = STR("[]");
        return next;
    }
    *rest = str_from_offset(*rest, str_starts(*rest, STR("[*]")) ? 3 : MIN(rest->len, 2));
    next.suffix = (Str){0};
    return listed ? next : unknown;
}

static Value evaluate_one(Resolver *resolver, const Scope *scope, uint32_t at, Str text)
{
    size_t len = word_length(text);
    Str rest = str_from_offset(text, len);
    Value on = unknown;
    Value value = len ? tables_named(resolver, scope, at, str_slice(text, 0, len)) : unknown;
    if (str_starts(text, STR("\"\""))) { // methods of strings
        value = tables_at(resolver, resolver_file_of(resolver, at), STR("string"));
        rest = str_from_offset(text, 2);
    } else if (str_starts(text, STR(TYPE_TUPLE "<"))) {
        rest = text;
        value = take_record(resolver, at, &rest);
    }
    while (rest.len && (value.kind != VALUE_UNKNOWN || value.argument)) {
        if (rest.ptr[0] != '.' && rest.ptr[0] != ':') {
            value = take_mark(resolver, &value, &on, &rest);
            continue;
        }
        rest = str_from_offset(rest, str_starts(rest, STR(".@")) ? 2 : 1);
        len = word_length(rest);
        if (value.suffix.len && len) { // `boats[1]`
            value.suffix = (Str){0};
            rest = str_from_offset(rest, len);
            continue;
        }
        on = value;
        Str word = str_slice(rest, 0, len);
        rest = str_from_offset(rest, len);
        value = on.argument ? tables_part(resolver, scope, &on, word)
                            : tables_member(resolver, &on, word);
        bool makes =
            value.kind == VALUE_UNKNOWN && on.kind == VALUE_MODULE && str_equal(word, STR("new"));
        if (makes && str_starts(rest, STR("()")) && is_of_library(resolver, &on)) {
            value = on;
            rest = str_from_offset(rest, 2);
        }
    }
    return value;
}

Value tables_evaluate(Resolver *resolver, const Scope *scope, uint32_t at, Str expression)
{
    Value all[VALUE_ALTERNATIVES_MAX];
    uint32_t count = 0;
    for (Str part; count < COUNT(all) && type_head_take(&expression, '|', &part);) {
        all[count] = evaluate_one(resolver, scope, at, part);
        count += all[count].kind != VALUE_UNKNOWN || all[count].argument;
    }
    return count > 1 ? value_either(resolver, all, count) : count ? all[0] : unknown;
}
