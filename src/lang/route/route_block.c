/* Blocks whose routes have a prefix. */
#include "lang/route/route_path.h"
#include "lang/route/route_state.h"

/* Tokens of an argument that names a file. */
#define FILE_TOKENS_MAX 8

/* The block of a call: its last argument, that of a later call in the chain, or up to `end`. */
static bool block_of(const RouteReader *reader, const RouteRow *row, const RouteCall *call,
                     RouteSpan *block)
{
    if (row->chained) {
        for (size_t at = call->after; at + 2 < reader->tokens.len;) {
            while (byte_in(route_mark_at(reader, at), ".->?"))
                at++;
            if (!route_is_word(reader, at) || !route_is_open(reader, at + 1, '('))
                return false;
            size_t close = reader->tokens.ptr[at + 1].partner;
            *block = (RouteSpan){at + 2, close};
            if (route_lists(row->chained, route_token_text(reader, at)))
                return true;
            at = close + 1;
        }
        return false;
    }
    if (route_token_is(reader, call->after, "do")) {
        uint32_t start = reader->tokens.ptr[call->word].start;
        size_t at = call->after + 1, column = 0;
        while (start > column && reader->text.ptr[start - column - 1] != '\n')
            column++;
        for (; at < reader->tokens.len; at++) {
            const RouteToken *token = &reader->tokens.ptr[at];
            size_t own = 0;
            while (token->start > own && reader->text.ptr[token->start - own - 1] != '\n')
                own++;
            if (own <= column && token->line > reader->tokens.ptr[at - 1].line)
                break;
        }
        *block = (RouteSpan){call->after, at};
        return true;
    }
    size_t open = call->after;
    if (route_is_open(reader, open, '{')) {
        *block = (RouteSpan){open, reader->tokens.ptr[open].partner};
        return true;
    }
    *block = call->list;
    return call->count + call->named_count > 1;
}

/* The routes of another file: `Route::prefix('api')->group(base_path('routes/api.php'))`. */
static bool mount_file(RouteReader *reader, const RouteCall *call, RouteSpan block, Str prefix)
{
    size_t at = block.to;
    while (at > block.from && reader->tokens.ptr[at - 1].sort != ROUTE_STRING)
        at--;
    if (at == block.from || block.to - block.from > FILE_TOKENS_MAX)
        return false;
    const RouteToken *token = &reader->tokens.ptr[at - 1];
    Str path = str_slice(reader->text, token->inner, token->inner_end);
    size_t dot = str_find_last_byte(path, '.');
    if (dot == STR_NONE || str_find_byte(path, '/') == STR_NONE)
        return false;
    RouteFact *fact = route_add_fact(reader, ROUTE_MOUNTED, call);
    fact->name = (Str){0};
    Buf module = buf_open(reader->arena, 0);
    for (size_t i = path.ptr[0] == '/'; i < dot; i++)
        buf_put_byte(&module, path.ptr[i] == '/' ? '.' : path.ptr[i]);
    fact->target = buf_str(&module);
    route_set_path(reader, fact, route_scope_prefix(reader, call->word), prefix);
    return true;
}

static void add_scope(RouteReader *reader, const RouteCall *call, RouteSpan block, Str prefix,
                      Str controller)
{
    Str receiver = call->receiver;
    size_t end = str_find(receiver, STR("()"));
    receiver = end == STR_NONE ? receiver : (Str){0};
    *VEC_PUSH(&reader->scratch, &reader->scopes) = (RouteScope){
        .block = block, .prefix = prefix, .receiver = receiver, .controller = controller};
}

void route_read_scope(RouteReader *reader, const RouteWord *word, const RouteCall *call)
{
    const RouteRow *row = word->row;
    uint32_t flags = 0;
    RouteSpan span, block;
    Str prefix = {0};
    bool bare = row->fixed != NULL || row->segments;
    if (!route_takes_receiver(row, call->receiver, &flags) || (!call->has_list && !bare) ||
        !(bare || route_named(reader, call, row->base, &span) ||
          route_path_argument(reader, row, call, &span)) ||
        !block_of(reader, row, call, &block))
        return;
    bool symbol = !bare && route_mark_at(reader, span.from) == ':' && span.to == span.from + 2;
    if (row->segments)
        route_segments(reader, row, call, &prefix);
    else if (bare)
        prefix = str_from(row->fixed);
    else if (symbol)
        prefix = route_token_text(reader, span.from + 1);
    else if (!route_value(reader, span, true, false, &prefix))
        return;
    if (row->chained && mount_file(reader, call, block, prefix))
        return;
    add_scope(reader, call, block, prefix, (Str){0});
    if (row->extends)
        reader->scopes.ptr[reader->scopes.len - 1].owner = str_from(row->owner);
}

/* ---- resources ---- */

Str route_controller(RouteReader *reader, Str action)
{
    size_t mark = str_find_byte(action, '#');
    if (mark == STR_NONE)
        return action;
    Str name = str_slice(action, 0, mark);
    size_t slash = str_find_last_byte(name, '/');
    name = slash == STR_NONE ? name : str_from_offset(name, slash + 1);
    Buf out = buf_open(&reader->scratch, 0);
    for (size_t i = 0; i < name.len; i++) {
        bool first = !i || name.ptr[i - 1] == '_';
        if (first && name.ptr[i] >= 'a' && name.ptr[i] <= 'z')
            buf_put_byte(&out, (char)(name.ptr[i] - 32));
        else if (name.ptr[i] != '_')
            buf_put_byte(&out, name.ptr[i]);
    }
    buf_printf(&out, "Controller.%.*s", STR_ARG(str_from_offset(action, mark + 1)));
    return buf_str(&out);
}

/* The words of an option, also of one that the chain has: `only: [:show]`, `->except('edit')`. */
static bool option_of(RouteReader *reader, const RouteCall *call, const char *name,
                      RouteSpan *value)
{
    if (route_named(reader, call, name, value))
        return true;
    for (size_t at = call->after; byte_in(route_mark_at(reader, at), ".-");) {
        while (byte_in(route_mark_at(reader, at), ".->"))
            at++;
        if (!route_is_word(reader, at) || !route_is_open(reader, at + 1, '('))
            return false;
        *value = (RouteSpan){at + 2, reader->tokens.ptr[at + 1].partner};
        if (route_token_is(reader, at, name))
            return true;
        at = value->to + 1;
    }
    return false;
}

static bool is_action_asked(RouteReader *reader, const RouteCall *call, Str action)
{
    RouteSpan value;
    bool only = option_of(reader, call, "only", &value);
    if (!only && !option_of(reader, call, "except", &value))
        return true;
    bool listed = false;
    for (size_t at = value.from; at < value.to; at++) {
        const RouteToken *token = &reader->tokens.ptr[at];
        Str rest = str_slice(reader->text, token->inner, token->inner_end);
        for (Str word; str_take_until(&rest, ' ', &word);)
            listed |= str_equal(word, action);
    }
    return listed == only;
}

/* `users` for `user`: a controller of one thing has the name of many. */
static Str plural(RouteReader *reader, Str name)
{
    bool hisses = str_ends(name, STR("s")) || str_ends(name, STR("x")) ||
                  str_ends(name, STR("ch")) || str_ends(name, STR("sh"));
    if (str_ends(name, STR("y")) && name.len > 1 && !byte_in(name.ptr[name.len - 2], "aeiou"))
        return str_join(&reader->scratch, str_slice(name, 0, name.len - 1), STR("ies"));
    return str_join(&reader->scratch, name, hisses ? STR("es") : STR("s"));
}

/* The controller of a resource: an argument, an option, or made from its name. */
static Str controller_of(RouteReader *reader, const RouteRow *row, const RouteCall *call, Str name)
{
    RouteSpan value;
    bool nameless = false;
    if (row->handler && row->handler <= call->count)
        return route_handler(reader, call->arguments[row->handler - 1], &nameless);
    if (route_named(reader, call, "controller", &value)) {
        const RouteToken *token = &reader->tokens.ptr[value.to - 1];
        name = str_slice(reader->text, token->inner, token->inner_end);
    } else if (row->single) {
        name = plural(reader, name);
    }
    Str action = route_controller(reader, str_join(&reader->scratch, name, STR("#")));
    return str_slice(action, 0, action.len - 1);
}

static void add_actions(RouteReader *reader, const RouteRow *row, const RouteCall *call, Str prefix,
                        Str controller)
{
    Str actions = str_from(row->actions);
    for (Str entry; str_take_until(&actions, ' ', &entry);) {
        Str path = entry, action, method;
        str_take_until(&path, '=', &action);
        str_take_until(&path, '=', &method);
        if (!is_action_asked(reader, call, action))
            continue;
        RouteFact *fact = route_add_fact(reader, ROUTE_OFFERED, call);
        fact->flags = ROUTE_SURE;
        fact->method = str_equal(method, STR("ANY")) ? (Str){0} : method;
        route_set_path(reader, fact, prefix, path);
        fact->target = str_format(reader->arena, "%.*s%s%.*s", STR_ARG(controller),
                                  action.len ? "." : "", STR_ARG(action));
    }
}

void route_read_resource(RouteReader *reader, const RouteWord *word, const RouteCall *call)
{
    const RouteRow *row = word->row;
    uint32_t flags = 0;
    RouteSpan block, value;
    size_t names = row->handler ? MIN(call->count, 1) : call->count;
    if (!route_takes_receiver(row, call->receiver, &flags) || !names || call->count < row->fewest)
        return;
    for (size_t i = 0; i < names; i++) {
        RouteSpan span = call->arguments[i];
        const RouteToken *last = &reader->tokens.ptr[span.to - 1];
        Str name = str_slice(reader->text, last->inner, last->inner_end), path = name;
        if (last->sort == ROUTE_MARK)
            continue;
        if (last->sort == ROUTE_STRING && !route_value(reader, span, true, row->pattern, &path))
            continue;
        if (route_named(reader, call, "path", &value) && value.to > value.from)
            (void)route_value(reader, value, true, false, &path);
        Str prefix =
            route_path_join(&reader->scratch, route_scope_prefix(reader, call->word), path);
        Str controller = controller_of(reader, row, call, name);
        add_actions(reader, row, call, prefix, controller);
        if (!row->nested || !block_of(reader, row, call, &block))
            continue;
        add_scope(reader, call, block,
                  row->single ? path : str_format(&reader->scratch, "%.*s/{id}", STR_ARG(path)),
                  controller);
    }
}
