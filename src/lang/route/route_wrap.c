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

/* The number of the function's parameter of that name, from 1, if it is one of the first two; 0: it
   is not. */
static unsigned parameter_number(const Symbol *function, Str name)
{
    Str text = function->signature;
    Str owner = symbol_owner(function);
    size_t from = owner.len ? str_find(text, function->name) : 0; // Go: the receiver comes first
    Str after = str_from_offset(text, from == STR_NONE ? 0 : from);
    size_t open = str_find_byte(after, '(');
    Str rest = str_from_offset(after, open == STR_NONE ? 0 : open + 1);
    if (open == STR_NONE) { // `path => …`
        size_t equals = str_find_byte(rest, '=');
        rest = str_from_offset(rest, equals == STR_NONE ? 0 : equals + 1);
    }
    Str part;
    for (unsigned number = 1; number <= 2 && str_take_until(&rest, ',', &part);) {
        if (number == 1 && str_is_listed(str_trim(part), "self cls"))
            continue;
        for (size_t at; (at = str_find(part, name)) != STR_NONE;
             part = str_from_offset(part, at + 1)) {
            bool begins = !at || !byte_is_word(part.ptr[at - 1]);
            if (begins && (at + name.len == part.len || !byte_is_word(part.ptr[at + name.len])))
                return number;
        }
        number++;
    }
    return 0;
}

bool route_read_wrapper(RouteReader *reader, const RouteWord *word, const RouteCall *call, Str path)
{
    uint32_t symbol = name_site_symbol(reader->outline, reader->tokens.ptr[call->word].start);
    const Symbol *function = symbol ? &reader->outline->symbols.ptr[symbol - 1] : NULL;
    RouteSpan value;
    Str prefix = {0}, name = last_value(path, &prefix);
    unsigned number = name.len && function ? parameter_number(function, name) : 0;
    bool method_first =
        number == 2 && word->row->method && str_equal(str_from(word->row->method), STR("1"));
    if (str_ends(prefix, STR("/")) || !(number == 1 || method_first))
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

/* Tokens of type arguments. */
#define TYPE_TOKENS_MAX 12

/* The argument with the path of such a call: the first, or after a method, which then is *method.
 */
static size_t path_argument(RouteReader *reader, size_t token, Str *method)
{
    size_t open = token + 1;
    while (route_mark_at(reader, token + 1) == '<' && open < token + TYPE_TOKENS_MAX &&
           !byte_in(route_mark_at(reader, open), "(;")) // `request<User>("/x")`
        open++;
    const RouteToken *first = &reader->tokens.ptr[MIN(open + 1, reader->tokens.len - 1)];
    if (!route_is_open(reader, open, '(') || first->sort == ROUTE_MARK ||
        first->inner == first->inner_end)
        return SIZE_MAX;
    if (first->sort == ROUTE_STRING && reader->text.ptr[first->inner] == '/')
        return 0;
    Str word = str_slice(reader->text, first->inner, first->inner_end);
    bool named = first->sort == ROUTE_STRING || str_starts(word, STR("Method"));
    if (first->sort == ROUTE_WORD && route_mark_at(reader, open + 2) == '.') { // `http.MethodGet`
        word = route_token_text(reader, MIN(open + 3, reader->tokens.len - 1));
        named = str_starts(word, STR("Method"));
    }
    bool capital = word.len > 2 && word.ptr[0] >= 'A' && word.ptr[0] <= 'Z'; // most are not
    *method = named && capital ? route_method_of(reader, word) : (Str){0};
    return method->len ? 1 : SIZE_MAX;
}

void route_read_through(RouteReader *reader, size_t token)
{
    Str given = {0}, name = route_token_text(reader, token);
    size_t argument = path_argument(reader, token, &given);
    if (argument == SIZE_MAX)
        return;
    RouteCall call = route_call_at(reader, token);
    Str head = str_first_word(call.receiver.len ? call.receiver : name);
    RouteSpan value;
    Str path = {0};
    if (!reader->callable.arena)
        read_callable(reader);
    if (!(map_find(&reader->callable, head) || map_find(&reader->callable, name)) ||
        call.count <= argument || route_is_mark(reader, &call) ||
        !route_value(reader, call.arguments[argument], false, false, &path) || path.len < 2 ||
        !str_starts(path, STR("/")) || str_find_byte(path, '.') != STR_NONE) // a file
        return;
    Str method = given.len                                      ? given
                 : route_named(reader, &call, "method", &value) ? route_methods(reader, value)
                                                                : STR("GET");
    RouteFact *fact = route_add_fact(reader, ROUTE_SENT, &call);
    fact->flags = ROUTE_THROUGH;
    fact->name = str_format(reader->arena, "%.*s%s%.*s", STR_ARG(call.receiver),
                            call.receiver.len ? "." : "", STR_ARG(name));
    fact->method = str_copy(reader->arena, method);
    route_set_path(reader, fact, (Str){0}, path);
}
