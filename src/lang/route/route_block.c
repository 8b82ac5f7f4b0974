/* Blocks whose routes have a prefix. */
#include "lang/route/route_path.h"
#include "lang/route/route_state.h"

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
    return call->count > 1;
}

void route_read_scope(RouteReader *reader, const RouteWord *word, const RouteCall *call)
{
    uint32_t flags = 0;
    RouteSpan span, block;
    Str prefix = {0};
    if (!route_takes_receiver(word->row, call->receiver, &flags) || !call->has_list ||
        !(route_named(reader, call, word->row->base, &span) ||
          route_path_argument(reader, word->row, call, &span)) ||
        !block_of(reader, word->row, call, &block))
        return;
    bool symbol = route_mark_at(reader, span.from) == ':' && span.to == span.from + 2;
    if (symbol)
        prefix = route_token_text(reader, span.from + 1);
    else if (!route_value(reader, span, true, false, &prefix))
        return;
    *VEC_PUSH(&reader->scratch, &reader->scopes) = (RouteScope){block, prefix};
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

static bool is_action_asked(RouteReader *reader, const RouteCall *call, const char *action)
{
    RouteSpan value;
    bool only = route_named(reader, call, "only", &value);
    if (!only && !route_named(reader, call, "except", &value))
        return true;
    bool listed = false;
    for (size_t at = value.from; at < value.to; at++)
        for (Str rest = route_token_text(reader, at), word; str_take_until(&rest, ' ', &word);)
            listed |= str_equal(word, str_from(action));
    return listed == only;
}

void route_read_resource(RouteReader *reader, const RouteWord *word, const RouteCall *call)
{
    static const struct {
        const char *action, *method, *path;
    } actions[] = {{"index", "GET", ""},         {"create", "POST", ""},
                   {"new", "GET", "new"},        {"show", "GET", "{id}"},
                   {"edit", "GET", "{id}/edit"}, {"update", "PATCH,PUT", "{id}"},
                   {"destroy", "DELETE", "{id}"}};
    uint32_t flags = 0;
    RouteSpan block;
    if (!route_takes_receiver(word->row, call->receiver, &flags) || call->count != 1)
        return;
    Str name = route_token_text(reader, call->arguments[0].to - 1);
    Str prefix = route_path_join(&reader->scratch, route_scope_prefix(reader, call->word), name);
    for (size_t i = 0; i < COUNT(actions); i++) {
        if (!is_action_asked(reader, call, actions[i].action))
            continue;
        RouteFact *fact = route_add_fact(reader, ROUTE_OFFERED, call);
        fact->flags = ROUTE_SURE;
        fact->method = str_from(actions[i].method);
        route_set_path(reader, fact, prefix, str_from(actions[i].path));
        fact->target = str_copy(
            reader->arena, route_controller(reader, str_format(&reader->scratch, "%.*s#%s",
                                                               STR_ARG(name), actions[i].action)));
    }
    if (block_of(reader, word->row, call, &block))
        *VEC_PUSH(&reader->scratch, &reader->scopes) =
            (RouteScope){block, str_format(&reader->scratch, "%.*s/{id}", STR_ARG(name))};
}
