/* Wrappers of clients: functions that send a request to a path that they get. */
#include "lang/name_sites.h"
#include "lang/route/route_path.h"
#include "lang/route/route_state.h"

/* The name of the value that ends a path: `path` in `<API>{path}` and in `<path>`. *prefix is what
   is before it. */
static Str last_value(Str path, Str *prefix)
{
    char close = path.len ? path.ptr[path.len - 1] : 0;
    size_t open = str_find_last_byte(path, close == '>' ? '<' : '{');
    if (!byte_in(close, "}>") || open == STR_NONE)
        return (Str){0};
    *prefix = str_slice(path, 0, open);
    return str_slice(path, open + 1, path.len - 1);
}

/* Whether the function has the parameter as its first one. */
static bool is_first_parameter(const Symbol *function, Str name)
{
    Str text = function->signature;
    size_t open = str_find_byte(text, '(');
    Str rest = str_from_offset(text, open == STR_NONE ? 0 : open + 1);
    if (open == STR_NONE) { // `path => …`
        size_t equals = str_find_byte(rest, '=');
        rest = str_from_offset(rest, equals == STR_NONE ? 0 : equals + 1);
    }
    rest = str_slice(rest, 0, str_find_byte(rest, ','));
    for (size_t at; (at = str_find(rest, name)) != STR_NONE; rest = str_from_offset(rest, at + 1)) {
        bool begins = !at || !byte_is_word(rest.ptr[at - 1]);
        if (begins && (at + name.len == rest.len || !byte_is_word(rest.ptr[at + name.len])))
            return true;
    }
    return false;
}

bool route_read_wrapper(RouteReader *reader, const RouteWord *word, const RouteCall *call, Str path)
{
    uint32_t symbol = name_site_symbol(reader->outline, reader->tokens.ptr[call->word].start);
    const Symbol *function = symbol ? &reader->outline->symbols.ptr[symbol - 1] : NULL;
    RouteSpan value;
    Str prefix = {0}, name = last_value(path, &prefix);
    if (!name.len || !function || str_ends(prefix, STR("/")) || !is_first_parameter(function, name))
        return false;
    bool has_option = word->row->option && route_named(reader, call, word->row->option, &value);
    bool passed = word->row->option && !has_option && call->count > word->row->path;
    Str method = passed ? (Str){0} : route_method_for(reader, word, call);
    RouteFact *fact = route_add_fact(reader, ROUTE_MADE, call);
    fact->flags = ROUTE_OF_CLIENT | ROUTE_WRAPS;
    fact->symbol = symbol;
    fact->name = str_copy(reader->arena, function->name);
    fact->method = str_copy(reader->arena, method);
    route_set_path(reader, fact, (Str){0}, prefix);
    return true;
}

/* Names that a call may have: imports, and functions of the file. */
static void read_callable(RouteReader *reader)
{
    const Outline *outline = reader->outline;
    reader->callable = map_open(&reader->scratch);
    for (size_t i = 0; i < outline->imports.len; i++) {
        const BindingVec *bindings = &outline->imports.ptr[i].bindings;
        for (size_t b = 0; b < bindings->len; b++) {
            const Binding *binding = &bindings->ptr[b];
            map_put(&reader->callable, binding->alias.len ? binding->alias : binding->name, NULL);
        }
    }
    for (size_t i = 0; i < outline->symbols.len; i++)
        if (symbol_is_function(outline->symbols.ptr[i].kind) || outline->symbols.ptr[i].is_value)
            map_put(&reader->callable, outline->symbols.ptr[i].name, NULL);
}

void route_read_through(RouteReader *reader, size_t token)
{
    const RouteToken *first = &reader->tokens.ptr[MIN(token + 2, reader->tokens.len - 1)];
    if (!route_is_open(reader, token + 1, '(') || first->sort != ROUTE_STRING ||
        first->inner == first->inner_end || reader->text.ptr[first->inner] != '/' ||
        map_find(&reader->rows, route_token_text(reader, token)))
        return;
    RouteCall call = route_call_at(reader, token);
    Str head = str_first_word(call.receiver.len ? call.receiver : route_token_text(reader, token));
    RouteSpan value;
    Str path = {0};
    if (!reader->callable.arena)
        read_callable(reader);
    if (!map_find(&reader->callable, head) || !call.count || route_is_mark(reader, &call) ||
        !route_value(reader, call.arguments[0], false, false, &path) || path.len < 2 ||
        str_find_byte(path, '.') != STR_NONE) // a file
        return;
    Str method =
        route_named(reader, &call, "method", &value) ? route_methods(reader, value) : STR("GET");
    RouteFact *fact = route_add_fact(reader, ROUTE_SENT, &call);
    fact->flags = ROUTE_THROUGH;
    fact->name = str_format(reader->arena, "%.*s%s%.*s", STR_ARG(call.receiver),
                            call.receiver.len ? "." : "", STR_ARG(route_token_text(reader, token)));
    fact->method = str_copy(reader->arena, method);
    route_set_path(reader, fact, (Str){0}, path);
}
