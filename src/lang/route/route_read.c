#include "lang/route/route_read.h"

#include "lang/name_sites.h"
#include "lang/route/route_path.h"
#include "lang/route/route_plain.h"
#include "lang/route/route_state.h"

/* Facts of one file; a file with more is a table of data. */
#define FACTS_MAX 4000
/* Bytes of a text that holds an address. */
#define CONSTANT_BYTES_MAX 200
/* A longer value is computed. The bound keeps a file that is one line linear. */
#define CONSTANT_TOKENS_MAX 40

/* ---- rows ---- */

bool route_has_any(Str text, const char *words)
{
    Str list = str_from(words);
    for (Str word; str_take_until(&list, ' ', &word);)
        if (str_find(text, word) != STR_NONE)
            return true;
    return false;
}

static void add_words(RouteReader *reader, const RouteRow *row)
{
    Str list = str_from(row->words);
    for (Str word; str_take_until(&list, ' ', &word);) {
        Str name;
        Str method = word;
        str_take_until(&method, '=', &name);
        uint64_t *first = map_put(&reader->rows, name, NULL);
        RouteWord *entry = VEC_PUSH(&reader->scratch, &reader->words);
        *entry = (RouteWord){row, method.len ? method : route_method_of(reader, name), *first};
        *first = reader->words.len;
    }
}

static void take_rows(RouteReader *reader)
{
    for (const RouteRow *row = reader->rules->rows; row->words; row++)
        if (!row->needs || route_has_any(reader->text, row->needs))
            add_words(reader, row);
}

static bool has_gate(const RouteRules *rules, Str text)
{
    for (const char *const *gate = rules->gates; gate && *gate; gate++)
        if (str_find(text, str_from(*gate)) != STR_NONE)
            return true;
    return false;
}

/* ---- facts ---- */

RouteFact *route_add_fact(RouteReader *reader, RouteKind kind, const RouteCall *call)
{
    if (reader->outline->routes.len >= FACTS_MAX) {
        reader->outline->routes.ptr[FACTS_MAX - 1].flags |= ROUTE_CUT;
        return &reader->spare;
    }
    const RouteToken *word = &reader->tokens.ptr[call->word];
    RouteFact *fact = VEC_PUSH(reader->arena, &reader->outline->routes);
    *fact = (RouteFact){.kind = kind,
                        .line = word->line,
                        .symbol = name_site_symbol(reader->outline, word->start),
                        .name = str_copy(reader->arena, call->receiver)};
    return fact;
}

static bool is_around(const RouteScope *scope, size_t token)
{
    return scope->block.from <= token && token < scope->block.to;
}

Str route_scope_prefix(RouteReader *reader, size_t token)
{
    Str prefix = {0};
    for (size_t i = 0; i < reader->scopes.len; i++) {
        const RouteScope *scope = &reader->scopes.ptr[i];
        if (!is_around(scope, token))
            continue;
        size_t slash = str_find_last_byte(prefix, '/');
        if (str_equal(scope->prefix, STR("..")))
            prefix = str_slice(prefix, 0, slash == STR_NONE ? 0 : slash);
        else
            prefix = route_path_join(&reader->scratch, prefix, scope->prefix);
    }
    return prefix;
}

Str route_scope_receiver(const RouteReader *reader, size_t token)
{
    for (size_t i = 0; i < reader->scopes.len; i++)
        if (is_around(&reader->scopes.ptr[i], token))
            return reader->scopes.ptr[i].receiver;
    return (Str){0};
}

Str route_scope_controller(const RouteReader *reader, size_t token)
{
    for (size_t i = reader->scopes.len; i; i--)
        if (is_around(&reader->scopes.ptr[i - 1], token) &&
            reader->scopes.ptr[i - 1].controller.len)
            return reader->scopes.ptr[i - 1].controller;
    return (Str){0};
}

void route_set_path(RouteReader *reader, RouteFact *fact, Str prefix, Str path)
{
    Str whole = route_path_cut(path);
    if (prefix.len)
        whole = route_path_join(&reader->scratch, prefix, whole);
    fact->path = str_copy(reader->arena, whole);
}

/* Sets the method from the path, if the row says so, and takes it off: `GET /users`. */
static Str take_method(RouteReader *reader, const RouteRow *row, RouteFact *fact, Str path)
{
    size_t space = str_find_byte(path, ' ');
    if (!row->method_in_path || space == STR_NONE)
        return path;
    fact->method = str_copy(reader->arena, route_method_of(reader, str_slice(path, 0, space)));
    return str_trim(str_from_offset(path, space + 1));
}

/* The method that a later call of the chain names: `.Methods("GET")`, `.POST(body)`. */
static Str method_after(RouteReader *reader, const RouteRow *row, const RouteCall *call)
{
    size_t at = call->after;
    Str found = str_from(row->method ? row->method : "");
    while (route_mark_at(reader, at) == '.' && route_is_word(reader, at + 1) &&
           route_is_open(reader, at + 2, '(')) {
        size_t close = reader->tokens.ptr[at + 2].partner;
        Str word = route_token_text(reader, at + 1), own = route_method_of(reader, word);
        if (route_lists(row->after, word))
            return own.len ? own : route_methods(reader, (RouteSpan){at + 3, close});
        at = close + 1;
    }
    return str_equal(found, STR("ANY")) ? (Str){0} : found;
}

/* Tokens after a request in which its method may be set. */
#define LATER_TOKENS_MAX 80

/* The method that one of the next statements sets: `request.httpMethod = "POST"`. */
static Str method_later(RouteReader *reader, const RouteRow *row, const RouteCall *call)
{
    Str own = route_token_text(reader, call->word);
    for (size_t at = call->after, end = at + LATER_TOKENS_MAX; at < end; at++) {
        if (at + 2 >= reader->tokens.len || str_equal(route_token_text(reader, at), own))
            break;
        if (route_is_word(reader, at) && route_lists(row->later, route_token_text(reader, at)) &&
            byte_in(route_mark_at(reader, at + 1), "=("))
            return route_methods(reader, (RouteSpan){at + 2, MIN(at + 5, reader->tokens.len)});
    }
    return (Str){0};
}

/* The method of a request or route: by an argument, a named argument, the chain, or the word. */
Str route_method_for(RouteReader *reader, const RouteWord *word, const RouteCall *call)
{
    const RouteRow *row = word->row;
    RouteSpan value;
    Str fixed = str_from(row->method ? row->method : "");
    if (fixed.len == 1) {
        size_t number = (size_t)(fixed.ptr[0] - '1');
        return number < call->count ? route_methods(reader, call->arguments[number]) : (Str){0};
    }
    Str later = row->later ? method_later(reader, row, call) : (Str){0};
    if (later.len)
        return later;
    if (row->after)
        return method_after(reader, row, call);
    if (row->option && route_named(reader, call, row->option, &value)) {
        Str named = route_methods(reader, value);
        if (named.len)
            return named;
    }
    if (row->before) {
        Str rest = call->receiver, found = {0};
        for (Str part; str_take_until(&rest, '.', &part);) {
            Str name = str_first_word(part);
            Str method = name.len < part.len ? route_method_of(reader, name) : (Str){0};
            found = method.len ? method : found;
        }
        return found;
    }
    if (str_equal(fixed, STR("ANY")))
        return (Str){0};
    Str method = fixed.len ? fixed : word->method;
    return str_equal(method, STR("ANY")) ? (Str){0} : method;
}

/* Whether the receiver is one of the row's; sets what is known of it. */
bool route_takes_receiver(const RouteRow *row, Str receiver, uint32_t *flags)
{
    Str last = str_last_word(receiver);
    if (str_ends(receiver, STR("()")))
        last = receiver;
    bool named =
        row->receivers && (route_lists(row->receivers, receiver.len ? receiver : STR("-")) ||
                           (last.len && route_lists(row->receivers, last)));
    bool usual = row->usual && (route_lists(row->usual, receiver) || route_lists(row->usual, last));
    if (named || (!row->receivers && !row->usual))
        *flags |= ROUTE_SURE;
    else if (usual)
        *flags |= ROUTE_USUAL;
    return named || !row->receivers || row->usual;
}

/* The argument with the path: by its number, else by its name. False: the call has none. */
bool route_path_argument(const RouteReader *reader, const RouteRow *row, const RouteCall *call,
                         RouteSpan *span)
{
    if (row->path && row->path <= call->count) {
        *span = call->arguments[row->path - 1];
        return true;
    }
    return route_named(reader, call, row->named, span);
}

bool route_is_address(Str path)
{
    return str_starts(path, STR("/")) || str_starts(path, STR("<")) ||
           str_find(path, STR("://")) != STR_NONE;
}

bool route_is_through(const RouteReader *reader, RouteSpan span, const char *functions)
{
    return functions && route_is_open(reader, span.from + 1, '(') &&
           route_lists(functions, route_token_text(reader, span.from));
}

bool route_path_before(RouteReader *reader, const RouteRow *row, const RouteCall *call,
                       RouteSpan *span, Str *receiver)
{
    for (size_t at = call->word; at-- > call->first;) {
        if (reader->tokens.ptr[at].partner < at)
            at = reader->tokens.ptr[at].partner;
        else if (route_is_open(reader, at + 1, '(') &&
                 route_lists(row->path_in, route_token_text(reader, at))) {
            *span = (RouteSpan){at + 2, reader->tokens.ptr[at + 1].partner};
            *receiver = route_call_at(reader, at).receiver;
            return true;
        }
    }
    return false;
}

void route_segments(RouteReader *reader, const RouteRow *row, const RouteCall *call, Str *path)
{
    *path = (Str){0};
    for (size_t i = row->path - 1; i < call->count; i++) {
        RouteSpan span = call->arguments[i];
        Str segment;
        if (reader->tokens.ptr[span.from].sort == ROUTE_STRING &&
            route_value(reader, span, true, false, &segment))
            *path = route_path_join(&reader->scratch, *path, segment);
    }
}

static bool handler_argument(const RouteReader *reader, const RouteRow *row, const RouteCall *call,
                             RouteSpan *span)
{
    unsigned number = row->handler == ROUTE_LAST ? (unsigned)call->count : row->handler;
    if (number && number <= call->count && number != row->path) {
        *span = call->arguments[number - 1];
        return true;
    }
    return route_named(reader, call,
                       "to handler endpoint view_func uses use on_message_callback cb callback",
                       span);
}

/* `get(list).post(create)`, `get().to(list)`: a fact for each. */
static void offer_methods(RouteReader *reader, const RouteCall *call, RouteSpan span,
                          RouteFact base)
{
    for (size_t at = span.from; at < span.to; at++) {
        Str method = route_is_word(reader, at)
                         ? route_method_of(reader, route_token_text(reader, at))
                         : (Str){0};
        size_t open = at + 1;
        if (!method.len || !route_is_open(reader, open, '('))
            continue;
        size_t close = reader->tokens.ptr[open].partner;
        RouteSpan inside = {open + 1, close};
        if (close == open + 1 && route_token_is(reader, close + 2, "to") &&
            route_is_open(reader, close + 3, '('))
            inside = (RouteSpan){close + 4, reader->tokens.ptr[close + 3].partner};
        bool nameless = false;
        RouteFact *fact = route_add_fact(reader, ROUTE_OFFERED, call);
        uint32_t line = fact->line;
        *fact = base;
        fact->line = line;
        fact->method = str_copy(reader->arena, method);
        fact->target =
            str_copy(reader->arena,
                     inside.from < inside.to ? route_handler(reader, inside, &nameless) : (Str){0});
        fact->flags |= nameless ? ROUTE_INLINE : 0;
        at = MAX(close, inside.to);
    }
}

/* ---- calls ---- */

bool route_fits(const RouteReader *reader, const RouteRow *row, const RouteCall *call)
{
    size_t count = call->count;
    RouteSpan handler;
    bool opens = route_is_open(reader, call->after, '{');
    if (row->block && !count && !call->named_count)
        return !call->has_list && opens;
    if (row->block && !opens && !route_named(reader, call, "use", &handler))
        return false;
    if (!call->has_list || count < row->fewest || (row->most && count > row->most))
        return false;
    if (!row->function || !count)
        return true;
    const RouteSpan last = call->arguments[count - 1];
    char mark = route_mark_at(reader, last.from);
    return reader->tokens.ptr[last.from].sort == ROUTE_WORD || byte_in(mark, "([|&");
}

const RouteChain *route_chain_of(const RouteReader *reader, const RouteCall *call)
{
    bool same = reader->chain.first == call->first && call->first != call->word;
    return same ? &reader->chain : NULL;
}

/* Takes path and handler from `"users" => "users#index"`. */
static bool take_pair(RouteReader *reader, const RouteCall *call, Str *path, RouteSpan *handler)
{
    RouteSpan first = call->named_count ? call->named[0] : (RouteSpan){0};
    const RouteToken *key = &reader->tokens.ptr[first.from];
    if (call->count || !call->named_count || key->sort != ROUTE_STRING)
        return false;
    *path = route_path_template(&reader->scratch,
                                str_slice(reader->text, key->inner, key->inner_end), false);
    *handler = (RouteSpan){first.from + 3, first.to};
    return first.from + 3 < first.to;
}

/* Rails: `get :feed` of a resource's block is an action of its controller; `get "pages/about"` is
   `pages#about`. */
static Str implied_action(RouteReader *reader, const RouteCall *call, Str path)
{
    Str controller = route_scope_controller(reader, call->word), action = str_last_word(path);
    if (controller.len)
        return str_format(&reader->scratch, "%.*s.%.*s", STR_ARG(controller), STR_ARG(action));
    size_t slash = str_find_last_byte(path, '/');
    if (slash == STR_NONE || !slash || str_find_byte(path, '{') != STR_NONE)
        return (Str){0};
    return route_controller(
        reader, str_format(&reader->scratch, "%.*s#%.*s", (int)slash, path.ptr, STR_ARG(action)));
}

/* The handler as an expression of names. */
static Str target_of(RouteReader *reader, const RouteRow *row, const RouteCall *call,
                     RouteSpan handler, bool *nameless)
{
    Str target = route_handler(reader, handler, nameless);
    size_t last = handler.to - 1, open = reader->tokens.ptr[last].partner;
    if (target.len && route_mark_at(reader, last) == ')' && open > handler.from &&
        open + 1 <
            last) // `wrap(list)` or `list(service)`: which of them is found when it is joined
        target = str_format(&reader->scratch, "%.*s(%.*s)",
                            STR_ARG(route_names(reader, (RouteSpan){handler.from, open})),
                            STR_ARG(target));
    if (row->action && row->action <= call->count)
        target =
            str_format(&reader->scratch, "%.*s.%.*s", STR_ARG(target),
                       STR_ARG(route_token_text(reader, call->arguments[row->action - 1].to - 1)));
    return row->controllers ? route_controller(reader, target) : target;
}

/* A fact of a name: `consumer.subscribe("orders")`. Without a handler it is what is around. */
static void add_name(RouteReader *reader, const RouteRow *row, const RouteCall *call,
                     RouteSpan span, RouteFact base)
{
    RouteSpan handler;
    Str path = {0};
    bool nameless = false;
    if (!route_value(reader, span, false, false, &path) || !path.len || str_starts(path, STR("<")))
        return;
    RouteFact *fact = route_add_fact(reader, base.kind, call);
    fact->flags = base.flags;
    fact->method = str_from(row->method);
    fact->path = route_path_join(reader->arena, (Str){0}, path);
    if (base.kind != ROUTE_OFFERED)
        return;
    if (handler_argument(reader, row, call, &handler))
        fact->target = str_copy(reader->arena, route_handler(reader, handler, &nameless));
    fact->flags |= fact->target.len ? 0 : ROUTE_HANDLED;
}

/* Names that a call offers or sends to: one, or a list of them. */
static void read_names(RouteReader *reader, const RouteRow *row, const RouteCall *call,
                       RouteKind kind)
{
    RouteFact base = {.kind = kind};
    RouteSpan span;
    if (!route_takes_receiver(row, call->receiver, &base.flags) || !base.flags ||
        !route_fits(reader, row, call) || !route_path_argument(reader, row, call, &span))
        return;
    bool list = byte_in(route_mark_at(reader, span.from), "[{");
    for (size_t at = span.from + 1; list && at + 1 < span.to; at++)
        if (byte_in(route_mark_at(reader, at - 1), "[{,"))
            add_name(reader, row, call, (RouteSpan){at, at + 1}, base);
    if (!list)
        add_name(reader, row, call, span, base);
}

static void read_offer(RouteReader *reader, const RouteWord *word, const RouteCall *call)
{
    const RouteRow *row = word->row;
    if (row->method && route_is_by_name(str_from(row->method))) {
        read_names(reader, row, call, ROUTE_OFFERED);
        return;
    }
    RouteFact fact = {.kind = ROUTE_OFFERED};
    RouteSpan span, handler;
    Str path = {0};
    bool nameless = false;
    Str receiver = call->receiver;
    const RouteChain *chain = route_chain_of(reader, call);
    bool before = row->path_in && route_path_before(reader, row, call, &span, &receiver);
    if (before != (row->path_in != NULL) || !route_takes_receiver(row, receiver, &fact.flags) ||
        !route_fits(reader, row, call))
        return;
    if (row->segments)
        route_segments(reader, row, call, &path);
    else if ((before || route_path_argument(reader, row, call, &span)) &&
             !route_symbol(reader, span, &path) &&
             !route_value(reader, span, true, row->pattern, &path))
        return;
    bool handled = handler_argument(reader, row, call, &handler);
    if (row->paired && take_pair(reader, call, &path, &handler))
        handled = true;
    if (row->subtree && path.len > 1 && str_ends(path, STR("/")))
        path = str_join(&reader->scratch, path, STR("{*}"));
    if (handled && route_is_through(reader, handler, row->through))
        return;
    path = take_method(reader, row, &fact, path);
    if (row->slash && !route_is_address(path))
        return;
    RouteFact *made = route_add_fact(reader, ROUTE_OFFERED, call);
    made->flags = fact.flags;
    made->method = fact.method.len ? fact.method
                                   : str_copy(reader->arena, route_method_for(reader, word, call));
    Str prefix = route_scope_prefix(reader, call->word);
    if (row->controllers && route_named(reader, call, "on", &span) &&
        route_token_is(reader, span.to - 1, "collection"))
        prefix = str_slice(prefix, 0, str_find_last_byte(prefix, '/'));
    if (receiver.len && route_scope_receiver(reader, call->word).len) {
        receiver = route_scope_receiver(reader, call->word);
        (void)route_takes_receiver(row, receiver, &made->flags);
    }
    if (chain)
        prefix = route_path_join(&reader->scratch, prefix, chain->prefix);
    if (chain && chain->name.len)
        receiver = chain->name;
    made->flags |= chain ? ROUTE_USUAL : 0;
    route_set_path(reader, made, prefix, path);
    made->name =
        str_copy(reader->arena, receiver.len || !row->owner ? receiver : str_from(row->owner));
    if (!handled) {
        if (row->controllers)
            made->target = str_copy(reader->arena, implied_action(reader, call, path));
        made->flags |= made->target.len ? 0 : ROUTE_INLINE;
        return;
    }
    if (row->methods_in_handler && reader->outline->routes.len) {
        RouteFact base = *made;
        reader->outline->routes.len--;
        offer_methods(reader, call, handler, base);
        return;
    }
    made->target = str_copy(reader->arena, target_of(reader, row, call, handler, &nameless));
    made->flags |= nameless ? ROUTE_INLINE : 0;
}

/* What makes the client in this file, or NULL. */
static const RouteFact *client_of(const RouteReader *reader, Str receiver)
{
    Str name = str_last_word(receiver);
    const RouteFactVec *facts = &reader->outline->routes;
    for (size_t i = 0; i < facts->len && name.len; i++)
        if (facts->ptr[i].kind == ROUTE_MADE && facts->ptr[i].flags & ROUTE_OF_CLIENT &&
            str_equal(str_last_word(facts->ptr[i].name), name))
            return &facts->ptr[i];
    return NULL;
}

static void read_send(RouteReader *reader, const RouteWord *word, const RouteCall *call)
{
    const RouteRow *row = word->row;
    uint32_t flags = 0;
    RouteSpan span;
    Str path = {0};
    if (row->method && route_is_by_name(str_from(row->method))) {
        read_names(reader, row, call, ROUTE_SENT);
        return;
    }
    if (!route_takes_receiver(row, call->receiver, &flags) || !route_fits(reader, row, call) ||
        !route_path_argument(reader, row, call, &span))
        return;
    bool known = route_value(reader, span, false, false, &path);
    if (flags && route_read_wrapper(reader, word, call, path))
        return;
    const RouteFact *client = client_of(reader, call->receiver);
    bool slash = row->slash && !client;
    if ((known && slash && !route_is_address(path)) || (!known && !(flags & ROUTE_SURE)))
        return;
    RouteFact *fact = route_add_fact(reader, ROUTE_SENT, call);
    bool local = row->local || (client && client->flags & ROUTE_LOCAL);
    fact->flags = flags | (known ? 0 : ROUTE_UNREAD) | (local ? ROUTE_LOCAL : 0);
    fact->method = str_copy(reader->arena, route_method_for(reader, word, call));
    route_set_path(reader, fact, (Str){0}, path);
}

/* ---- one file ---- */

static void read_word(RouteReader *reader, size_t token)
{
    uint64_t *first = map_find(&reader->rows, route_token_text(reader, token));
    if (!first)
        return;
    RouteCall call = route_call_at(reader, token);
    bool marked = route_is_mark(reader, &call);
    size_t before = reader->outline->routes.len;
    for (uint64_t number = *first; number; number = reader->words.ptr[number - 1].next) {
        const RouteWord *word = &reader->words.ptr[number - 1];
        RouteForm form = word->row->form;
        bool mark =
            form == ROUTE_FORM_MARK || form == ROUTE_FORM_MARK_BASE || form == ROUTE_FORM_MARK_SEND;
        if (mark != marked || reader->outline->routes.len > before + ROUTE_ARGUMENTS_MAX)
            continue;
        switch (form) {
        case ROUTE_FORM_OFFER: read_offer(reader, word, &call); break;
        case ROUTE_FORM_SEND: read_send(reader, word, &call); break;
        case ROUTE_FORM_MAKE: route_read_make(reader, word, &call); break;
        case ROUTE_FORM_MOUNT: route_read_mount(reader, word, &call); break;
        case ROUTE_FORM_SCOPE: route_read_scope(reader, word, &call); break;
        case ROUTE_FORM_RESOURCE: route_read_resource(reader, word, &call); break;
        case ROUTE_FORM_MARK_BASE: route_read_base(reader, word->row, &call); break;
        default: route_read_mark(reader, word, &call); break;
        }
    }
}

/* Whether a member of an object gets an address that begins others: `baseURL: "http://x/api"`. */
static bool is_base_member(RouteReader *reader, size_t token)
{
    if (route_mark_at(reader, token + 1) != ':' || token + 2 >= reader->tokens.len ||
        reader->tokens.ptr[token + 2].sort != ROUTE_STRING)
        return false;
    Str name = str_lower(&reader->scratch, route_token_text(reader, token));
    const RouteToken *text = &reader->tokens.ptr[token + 2];
    return str_starts(str_slice(reader->text, text->inner, text->inner_end), STR("http")) &&
           route_has_any(name, "base endpoint host api");
}

static void add_constant(RouteReader *reader, size_t token, size_t text_token)
{
    const RouteToken *text = &reader->tokens.ptr[text_token];
    Str value = str_slice(reader->text, text->inner, text->inner_end);
    Str name = route_token_text(reader, token);
    if (value.len > CONSTANT_BYTES_MAX || str_find_byte(value, ' ') != STR_NONE)
        return;
    Str *kept = NEW(&reader->scratch, Str, 1);
    *kept = value;
    *map_put(&reader->constants, name, NULL) = (uint64_t)(uintptr_t)kept;
    RouteFact *fact = route_add_fact(reader, ROUTE_CONSTANT, &(RouteCall){.word = token});
    fact->name = str_copy(reader->arena, name);
    fact->path = str_copy(reader->arena, value);
}

/* Notes a constant that holds an address: `API = "/api"`, also a default: `x || "/api"`. */
static void read_constant(RouteReader *reader, size_t token)
{
    size_t at = token + 1, end = at;
    if (route_mark_at(reader, at) == ':' && route_is_word(reader, at + 1) &&
        route_mark_at(reader, at + 2) == '=')
        at += 2; // `API: string = …`
    at += route_mark_at(reader, at) == ':' && route_mark_at(reader, at + 1) == '=';
    if (is_base_member(reader, token)) {
        add_constant(reader, token, at + 1);
        return;
    }
    if (route_mark_at(reader, at) != '=' || route_mark_at(reader, at + 1) == '=' ||
        at + 1 >= reader->tokens.len)
        return;
    for (end = ++at; end - at < CONSTANT_TOKENS_MAX && end < reader->tokens.len &&
                     reader->tokens.ptr[end].line == reader->tokens.ptr[at].line &&
                     route_mark_at(reader, end) != ';';
         end++) {
    }
    size_t last = end - 1;
    if (end - at == CONSTANT_TOKENS_MAX)
        return;
    while (last > at && route_mark_at(reader, last) == ')')
        last--;
    const RouteToken *text = &reader->tokens.ptr[last];
    bool given = last == at || byte_in(route_mark_at(reader, last - 1), "|?,");
    Str value = str_slice(reader->text, text->inner, text->inner_end);
    if (text->sort == ROUTE_STRING && given &&
        (str_starts(value, STR("/")) || str_starts(value, STR("http"))))
        add_constant(reader, token, last);
}

/* A file with more constants and nothing else is a table of data. */
#define IDLE_MAX 32

/* Constants of a file without a route or a request may be bases of other files; many are data. */
static void drop_idle(Outline *outline)
{
    for (size_t i = 0; i < outline->routes.len; i++)
        if (outline->routes.ptr[i].kind != ROUTE_CONSTANT &&
            !(outline->routes.ptr[i].flags & ROUTE_THROUGH))
            return;
    if (outline->routes.len > IDLE_MAX)
        outline->routes.len = 0;
}

void route_read(Arena *arena, Arena scratch, Str text, Outline *outline)
{
    const RouteRules *rules = &outline->language->routes;
    if (rules->commands)
        route_read_commands(arena, scratch, text, outline);
    if (rules->documents)
        route_read_document(arena, scratch, text, outline);
    if (!rules->rows || !has_gate(rules, text))
        return;
    RouteReader reader = {
        .arena = arena, .scratch = scratch, .rules = rules, .outline = outline, .text = text};
    reader.chain.first = SIZE_MAX;
    reader.rows = map_open(&reader.scratch);
    reader.constants = map_open(&reader.scratch);
    if (!route_tokens(&reader.scratch, outline->language, text, &reader.tokens)) {
        *VEC_PUSH(arena, &outline->routes) = (RouteFact){.kind = ROUTE_MADE, .flags = ROUTE_CUT};
        return;
    }
    take_rows(&reader);
    for (size_t token = 0; token < reader.tokens.len; token++) {
        if (!route_is_word(&reader, token))
            continue;
        size_t before = outline->routes.len;
        read_word(&reader, token);
        bool read = outline->routes.len > before;
        read_constant(&reader, token);
        if (!read)
            route_read_through(&reader, token);
        if (reader.scopes.len)
            route_read_extension(&reader, token);
    }
    route_read_uses(&reader);
    route_read_exports(&reader);
    route_read_procedures(&reader);
    drop_idle(outline);
}
