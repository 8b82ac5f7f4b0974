/* Marks of declarations: decorators, annotations and attributes. */
#include "lang/name_sites.h"
#include "lang/route/route_path.h"
#include "lang/route/route_state.h"

/* Whether the chain is a mark: `@app.get`, `[HttpGet`, `#[get`. */
bool route_is_mark(const RouteReader *reader, const RouteCall *call)
{
    size_t at = call->first;
    if (!at)
        return false;
    char before = route_mark_at(reader, at - 1);
    if (before == '@')
        return true;
    if (before == ',')
        return false;
    return before == '[' && (at < 2 || byte_in(route_mark_at(reader, at - 2), "#]{};)"));
}

/* The symbol that carries the mark, index + 1; 0: none. */
static uint32_t marked_symbol(const RouteReader *reader, size_t token)
{
    const Outline *outline = reader->outline;
    uint32_t offset = reader->tokens.ptr[token].start;
    uint32_t found = name_site_symbol(outline, offset);
    if (found && offset < outline->symbols.ptr[found - 1].name_start)
        return found;
    for (size_t i = found; i < outline->symbols.len; i++)
        if (outline->symbols.ptr[i].start >= offset)
            return (uint32_t)i + 1;
    return 0;
}

/* ASP.NET: `[controller]` is the class's name without that word. */
static Str fill_names(RouteReader *reader, uint32_t symbol, Str path)
{
    Str word = STR("[controller]");
    size_t at = str_find(path, word);
    if (at == STR_NONE || !symbol)
        return path;
    Str name = reader->outline->symbols.ptr[symbol - 1].name;
    if (str_ends(name, STR("Controller")))
        name.len -= 10;
    return str_format(&reader->scratch, "%.*s%.*s%.*s", (int)at, path.ptr,
                      STR_ARG(str_lower(&reader->scratch, name)),
                      STR_ARG(str_from_offset(path, at + word.len)));
}

static const RouteBase *base_of(const RouteReader *reader, uint32_t symbol)
{
    uint32_t parent = symbol ? reader->outline->symbols.ptr[symbol - 1].parent : 0;
    for (size_t i = 0; i < reader->bases.len; i++)
        if (parent && reader->bases.ptr[i].symbol == parent)
            return &reader->bases.ptr[i];
    return NULL;
}

void route_read_base(RouteReader *reader, const RouteRow *row, const RouteCall *call)
{
    RouteSpan span;
    Str prefix = {0};
    uint32_t symbol = marked_symbol(reader, call->word);
    if (!symbol || !symbol_is_type(reader->outline->symbols.ptr[symbol - 1].kind))
        return;
    if (route_path_argument(reader, row, call, &span) &&
        !route_value(reader, span, true, false, &prefix))
        return;
    if (row->global) {
        RouteFact *fact = route_add_fact(reader, ROUTE_MOUNTED, call);
        fact->flags = ROUTE_GLOBAL;
        fact->name = (Str){0};
        route_set_path(reader, fact, (Str){0}, prefix);
        return;
    }
    prefix = fill_names(reader, symbol, prefix);
    if (row->host && route_named(reader, call, row->host, &span) && span.to == span.from + 1) {
        const RouteToken *token = &reader->tokens.ptr[span.from];
        Str host = str_slice(reader->text, token->inner, token->inner_end);
        bool whole = str_find(host, STR("://")) != STR_NONE;
        prefix = route_path_join(
            &reader->scratch, str_join(&reader->scratch, whole ? (Str){0} : STR("http://"), host),
            prefix);
    }
    for (size_t i = 0; i < reader->bases.len; i++) {
        RouteBase *known = &reader->bases.ptr[i];
        if (known->symbol != symbol)
            continue;
        known->prefix = known->prefix.len ? known->prefix : prefix;
        known->client |= row->client;
        return;
    }
    *VEC_PUSH(&reader->scratch, &reader->bases) = (RouteBase){symbol, prefix, row->client};
}

/* The path in another mark of the symbol: `@Path("/x")` beside `@GET`. */
static bool path_beside(RouteReader *reader, const char *words, uint32_t symbol, Str *path)
{
    const Symbol *marked = &reader->outline->symbols.ptr[symbol - 1];
    size_t from = 0, to = reader->tokens.len;
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (reader->tokens.ptr[middle].start < marked->start)
            from = middle + 1;
        else
            to = middle;
    }
    for (; from < reader->tokens.len && reader->tokens.ptr[from].start < marked->name_start;
         from++) {
        if (!route_is_open(reader, from + 1, '(') ||
            !route_lists(words, route_token_text(reader, from)))
            continue;
        RouteCall call = route_call_at(reader, from);
        return call.count && route_value(reader, call.arguments[0], true, false, path);
    }
    return true;
}

/* A route or request of a marked symbol. */
static void add_marked(RouteReader *reader, const RouteWord *word, const RouteCall *call,
                       uint32_t symbol, uint32_t flags, Str path)
{
    const RouteRow *row = word->row;
    bool absolute = row->absolute && (str_starts(path, STR("/")) || str_starts(path, STR("~/")));
    path = absolute && str_starts(path, STR("~")) ? str_from_offset(path, 1) : path;
    bool by_name = row->method && route_is_by_name(str_from(row->method));
    if (by_name && (!path.len || str_starts(path, STR("<"))))
        return;
    const RouteBase *base = by_name ? NULL : base_of(reader, symbol);
    bool sends = row->form == ROUTE_FORM_MARK_SEND || (base && base->client);
    RouteFact *fact = route_add_fact(reader, sends ? ROUTE_SENT : ROUTE_OFFERED, call);
    bool unknown = row->based && !base && !sends;
    RouteSpan methods;
    bool any = symbol_is_type(reader->outline->symbols.ptr[symbol - 1].kind) &&
               !route_named(reader, call, row->option, &methods);
    fact->flags =
        flags | (sends ? 0 : ROUTE_HANDLED) | (unknown ? (uint32_t)ROUTE_UNKNOWN_BASE : 0);
    fact->symbol = symbol;
    fact->method = any ? (Str){0} : str_copy(reader->arena, route_method_for(reader, word, call));
    if (by_name)
        fact->path = route_path_join(reader->arena, (Str){0}, path);
    else
        route_set_path(reader, fact, base && !absolute ? base->prefix : (Str){0}, path);
}

void route_read_mark(RouteReader *reader, const RouteWord *word, const RouteCall *call)
{
    const RouteRow *row = word->row;
    uint32_t flags = 0, symbol = marked_symbol(reader, call->word);
    RouteSpan span;
    Str path = {0};
    if (!symbol || (!row->types && symbol_is_type(reader->outline->symbols.ptr[symbol - 1].kind)) ||
        !route_takes_receiver(row, call->receiver, &flags))
        return;
    bool given = route_path_argument(reader, row, call, &span);
    if (given && byte_in(route_mark_at(reader, span.from), "{[")) { // several paths
        for (size_t at = span.from + 1; at + 1 < span.to; at++)
            if (byte_in(route_mark_at(reader, at - 1), "{[,") &&
                route_value(reader, (RouteSpan){at, at + 1}, true, row->pattern, &path))
                add_marked(reader, word, call, symbol, flags, path);
        return;
    }
    if (given && !route_value(reader, span, true, row->pattern, &path))
        return;
    if (row->beside && !path.len && !path_beside(reader, row->beside, symbol, &path))
        return;
    if (row->slash && !route_is_address(path) && (path.len || !given || !call->receiver.len))
        return;
    add_marked(reader, word, call, symbol, flags, path);
}
