/* Routers and clients: what makes them, and what puts routers below prefixes. */
#include "lang/name_sites.h"
#include "lang/route/route_path.h"
#include "lang/route/route_state.h"

/* The variable to which a call's value is assigned; empty: none. */
static Str assigned_name(const RouteReader *reader, const RouteCall *call)
{
    size_t at = call->first;
    while (at &&
           (route_token_is(reader, at - 1, "new") || route_token_is(reader, at - 1, "await") ||
            byte_in(route_mark_at(reader, at - 1), "&")))
        at--;
    if (route_is_word(reader, call->after + 1) && route_token_is(reader, call->after, "as"))
        return route_token_text(reader, call->after + 1);
    if (at && route_token_is(reader, at - 1, "default"))
        return STR("default");
    if (at < 2 || route_mark_at(reader, at - 1) != '=')
        return (Str){0};
    at -= route_mark_at(reader, at - 2) == ':' ? 2 : 1;
    for (size_t back = at; back > 1 && at - back < 6; back--) // `api: AxiosInstance = …`
        if (route_mark_at(reader, back - 1) == ':' && route_is_word(reader, back - 2) &&
            reader->tokens.ptr[back - 2].line == reader->tokens.ptr[at - 1].line)
            return route_token_text(reader, back - 2);
    if (!route_is_word(reader, at - 1))
        return (Str){0};
    Str name = route_token_text(reader, at - 1);
    return str_equal(name, STR("exports")) ? STR("default") : name;
}

/* The function around a call: its value is the router that the function returns. */
static Str function_around(const RouteReader *reader, const RouteCall *call)
{
    uint32_t symbol = name_site_symbol(reader->outline, reader->tokens.ptr[call->word].start);
    const Symbol *around = symbol ? &reader->outline->symbols.ptr[symbol - 1] : NULL;
    return around && symbol_is_function(around->kind) ? around->name : (Str){0};
}

/* The text of a prefix; also a base alone, which may be defined elsewhere. */
static bool read_prefix(RouteReader *reader, RouteSpan span, bool offered, bool pattern,
                        Str *prefix)
{
    return route_value(reader, span, offered, pattern, prefix) ||
           (str_starts(*prefix, STR("<")) && str_ends(*prefix, STR(">")));
}

/* The latest router of that name. */
static RouteFact *made_last(const RouteReader *reader, Str name)
{
    for (size_t i = reader->outline->routes.len; i; i--) {
        RouteFact *fact = &reader->outline->routes.ptr[i - 1];
        if (fact->kind == ROUTE_MADE && str_equal(fact->name, name))
            return fact;
    }
    return NULL;
}

/* A part of the router that the same chain makes: `new Hono().basePath("/api")`. True: the prefix
   went to what has a name. Else the chain goes on with a router without a name, or with `name`. */
static bool extend_chain(RouteReader *reader, const RouteCall *call, Str name, Str receiver,
                         Str prefix)
{
    RouteChain *chain = &reader->chain;
    bool same = chain->first == call->first && call->first != call->word;
    RouteFact *made =
        same && name.len && str_equal(chain->name, name) ? made_last(reader, name) : NULL;
    if (made) {
        route_set_path(reader, made, made->path, prefix);
        return true;
    }
    if (same && !name.len)
        chain->prefix = route_path_join(&reader->scratch, chain->prefix, prefix);
    else if (name.len || str_find(receiver, STR("()")) == STR_NONE)
        *chain =
            (RouteChain){call->first, name.len ? name : receiver, name.len ? (Str){0} : prefix};
    return false;
}

void route_read_make(RouteReader *reader, const RouteWord *word, const RouteCall *call)
{
    const RouteRow *row = word->row;
    uint32_t flags = 0;
    RouteSpan span;
    Str prefix = {0}, name = assigned_name(reader, call), receiver = call->receiver;
    if (!call->has_list || !route_takes_receiver(row, receiver, &flags))
        return;
    bool before = row->path_in && route_path_before(reader, row, call, &span, &receiver);
    if (before != (row->path_in != NULL))
        return;
    bool given = before || route_named(reader, call, row->base, &span) ||
                 route_path_argument(reader, row, call, &span);
    bool known = true;
    if (row->segments)
        route_segments(reader, row, call, &prefix);
    else
        known = !given || read_prefix(reader, span, !row->client, false, &prefix);
    if (row->child && extend_chain(reader, call, name, receiver, prefix))
        return;
    bool part = !name.len && given && !row->client && !row->child;
    name = name.len || row->child || part ? name : function_around(reader, call);
    if (!row->client && !row->child)
        reader->chain = (RouteChain){call->first, name, name.len ? (Str){0} : prefix};
    if (!name.len && row->child)
        *VEC_PUSH(&reader->scratch, &reader->inner) =
            (RouteInner){call->first, call->after, receiver, prefix};
    if (!name.len)
        return;
    RouteFact *fact = route_add_fact(reader, ROUTE_MADE, call);
    fact->target = row->child ? str_copy(reader->arena, receiver) : (Str){0};
    fact->name = str_copy(reader->arena, name);
    fact->flags = (row->client ? ROUTE_OF_CLIENT : 0) | (row->local ? ROUTE_LOCAL : 0) |
                  (row->rooted ? ROUTE_ROOTED : 0) | (known ? 0 : ROUTE_UNKNOWN_BASE);
    route_set_path(reader, fact, row->client ? (Str){0} : route_scope_prefix(reader, call->word),
                   prefix);
}

/* The first argument of a call around a router: `include(router.urls, namespace="x")`. */
static RouteSpan inside_call(const RouteReader *reader, RouteSpan span)
{
    size_t open = span.from;
    while (open < span.to && !route_is_open(reader, open, '('))
        open++;
    while (route_is_open(reader, open + 1, '(') || route_is_open(reader, open + 1, '['))
        open++;
    size_t end = open + 1;
    while (end < span.to && !byte_in(route_mark_at(reader, end), ",)]"))
        end++;
    return (RouteSpan){open + 1, end};
}

static RouteFact *add_mount(RouteReader *reader, const RouteCall *call, Str prefix, Str router)
{
    RouteFact *fact = route_add_fact(reader, ROUTE_MOUNTED, call);
    fact->target = str_copy(reader->arena, router);
    route_set_path(reader, fact, route_scope_prefix(reader, call->word), prefix);
    return fact;
}

/* The name after the dot of `route.path`; *object is what is before. */
static bool member_of(const RouteReader *reader, RouteSpan span, Str *object, Str *member)
{
    if (span.to != span.from + 3 || !route_is_word(reader, span.from) ||
        route_mark_at(reader, span.from + 1) != '.' || !route_is_word(reader, span.from + 2))
        return false;
    *object = route_token_text(reader, span.from);
    *member = route_token_text(reader, span.from + 2);
    return true;
}

/* `use(route.path, route.router)` for each row of a table in the file: a mount for each object
   that has both. */
static bool mount_table(RouteReader *reader, const RouteCall *call, RouteSpan path,
                        RouteSpan router)
{
    Str object, other, keys[2];
    bool nameless;
    if (!member_of(reader, path, &object, &keys[0]) ||
        !member_of(reader, router, &other, &keys[1]) || !str_equal(object, other))
        return false;
    for (size_t open = 0; open + 2 < reader->tokens.len && !reader->has_table; open++) {
        Str first = route_token_text(reader, open + 1), prefix;
        if (!route_is_open(reader, open, '{') ||
            (!str_equal(first, keys[0]) && !str_equal(first, keys[1])))
            continue;
        RouteCall row = {.count = 1};
        row.arguments[0] = (RouteSpan){open, reader->tokens.ptr[open].partner + 1};
        if (!route_named(reader, &row, str_terminate(&reader->scratch, keys[0]), &path) ||
            !route_named(reader, &row, str_terminate(&reader->scratch, keys[1]), &router) ||
            !route_value(reader, path, true, false, &prefix))
            continue;
        Str target = route_handler(reader, router, &nameless);
        if (target.len)
            add_mount(reader, call, prefix, target);
    }
    reader->has_table = true;
    return true;
}

/* A mount for each handler of a list: `routes![users::list, users::create]`. */
static void mount_handlers(RouteReader *reader, const RouteCall *call, RouteSpan list,
                           RouteSpan path)
{
    Str prefix = {0};
    size_t open = list.from;
    while (open < list.to && !route_is_open(reader, open, '[') && !route_is_open(reader, open, '('))
        open++;
    if (open == list.to || !route_value(reader, path, true, false, &prefix))
        return;
    size_t end = reader->tokens.ptr[open].partner;
    for (size_t from = open + 1, at = from; from < end; from = ++at) {
        while (at < end && route_mark_at(reader, at) != ',')
            at++;
        bool nameless;
        Str target = from < at ? route_handler(reader, (RouteSpan){from, at}, &nameless) : (Str){0};
        if (target.len)
            add_mount(reader, call, prefix, target)->name = (Str){0};
    }
}

/* The prefix of a whole program: `app.setGlobalPrefix("api")`. */
static void mount_program(RouteReader *reader, const RouteRow *row, const RouteCall *call)
{
    RouteSpan span;
    Str prefix;
    if (!route_path_argument(reader, row, call, &span) ||
        !route_value(reader, span, true, false, &prefix))
        return;
    RouteFact *fact = add_mount(reader, call, prefix, (Str){0});
    fact->name = (Str){0};
    fact->flags = ROUTE_GLOBAL;
}

/* Whether an argument is a router that it makes and fills there: its calls have rows, too. */
static bool is_filled(const RouteReader *reader, RouteSpan span)
{
    for (size_t at = span.from; at < span.to; at++) {
        const uint64_t *first = route_is_word(reader, at) && route_is_open(reader, at + 1, '(')
                                    ? map_find(&reader->rows, route_token_text(reader, at))
                                    : NULL;
        RouteForm form = first ? reader->words.ptr[*first - 1].row->form : ROUTE_FORM_SEND;
        if (at > span.from && (form == ROUTE_FORM_MOUNT || form == ROUTE_FORM_OFFER) &&
            byte_in(route_mark_at(reader, at - 1), ".:"))
            return true;
    }
    return false;
}

void route_read_mount(RouteReader *reader, const RouteWord *word, const RouteCall *call)
{
    const RouteRow *row = word->row;
    uint32_t flags = 0;
    RouteSpan span, target;
    Str prefix = {0};
    bool nameless = false;
    if (!route_takes_receiver(row, call->receiver, &flags) || !route_fits(reader, row, call) ||
        !(call->count || row->named))
        return;
    if (row->global) {
        mount_program(reader, row, call);
        return;
    }
    unsigned number = row->handler == ROUTE_LAST ? (unsigned)call->count : row->handler;
    if (row->named && !number ? !route_named(reader, call, row->named, &target)
                              : number > call->count)
        return;
    if (number)
        target = call->arguments[number - 1];
    if (row->through && !route_is_through(reader, target, row->through))
        return;
    bool given = route_named(reader, call, row->base, &span) ||
                 (row->path != number && route_path_argument(reader, row, call, &span));
    if (given && mount_table(reader, call, span, target))
        return;
    if (row->handlers) {
        mount_handlers(reader, call, target, span);
        return;
    }
    bool known = !given || read_prefix(reader, span, true, row->pattern, &prefix);
    if (row->through)
        target = inside_call(reader, target);
    if (!row->through && is_filled(reader, target)) {
        *VEC_PUSH(&reader->scratch, &reader->scopes) =
            (RouteScope){.block = target, .prefix = prefix, .receiver = call->receiver};
        return;
    }
    Str router = route_handler(reader, target, &nameless);
    if (!router.len)
        return;
    const RouteChain *chain = route_chain_of(reader, call);
    RouteFact *fact = add_mount(reader, call, prefix, router);
    if (chain)
        fact->name = str_copy(reader->arena, chain->name);
    if (chain)
        route_set_path(reader, fact, route_scope_prefix(reader, call->word),
                       route_path_join(&reader->scratch, chain->prefix, prefix));
    fact->flags = flags | (known ? 0 : ROUTE_UNKNOWN_BASE) | (row->replaces ? ROUTE_REPLACES : 0) |
                  (row->passes ? ROUTE_PASSED : 0);
}

/* ---- uses of routers ---- */

/* Notes that a function gets a router: `register(v1)`. */
static void note_passed(RouteReader *reader, size_t open, Str router, Str prefix)
{
    if (!open || !route_is_word(reader, open - 1))
        return;
    RouteCall callee = route_call_at(reader, open - 1);
    const uint64_t *first = map_find(&reader->rows, route_token_text(reader, open - 1));
    for (uint64_t i = first ? *first : 0; i; i = reader->words.ptr[i - 1].next)
        if (callee.count >= reader->words.ptr[i - 1].row->fewest)
            return; // it means something else
    Str target =
        str_format(&reader->scratch, "%.*s%s%.*s", STR_ARG(callee.receiver),
                   callee.receiver.len ? "." : "", STR_ARG(route_token_text(reader, open - 1)));
    RouteFact *fact = add_mount(reader, &callee, prefix, target);
    fact->name = str_copy(reader->arena, router);
    fact->flags = ROUTE_PASSED;
}

void route_read_extension(RouteReader *reader, size_t token)
{
    const RouteScope *scope = NULL;
    for (size_t i = 0; i < reader->scopes.len; i++)
        if (reader->scopes.ptr[i].owner.len && reader->scopes.ptr[i].block.from <= token &&
            token < reader->scopes.ptr[i].block.to)
            scope = &reader->scopes.ptr[i];
    if (!scope || !route_is_open(reader, token + 1, '(') ||
        byte_in(route_mark_at(reader, token - 1), ".:") ||
        map_find(&reader->rows, route_token_text(reader, token)))
        return;
    RouteFact *fact =
        add_mount(reader, &(RouteCall){.word = token}, (Str){0}, route_token_text(reader, token));
    fact->name = scope->owner;
    fact->flags = ROUTE_PASSED;
}

/* `module.exports = router`, `export default router`: the router is the file's own. */
static void note_exported(RouteReader *reader, size_t token)
{
    bool assigned = token > 1 && route_mark_at(reader, token - 1) == '=' &&
                    route_token_is(reader, token - 2, "exports");
    bool declared = token > 1 && route_token_is(reader, token - 1, "default") &&
                    route_token_is(reader, token - 2, "export");
    if (!assigned && !declared)
        return;
    RouteFact *fact = route_add_fact(reader, ROUTE_MADE, &(RouteCall){.word = token});
    fact->name = STR("default");
    fact->target = str_copy(reader->arena, route_token_text(reader, token));
}

/* Whether a value between the two tokens is a whole argument. */
static bool is_argument(const RouteReader *reader, size_t first, size_t after)
{
    return first && byte_in(route_mark_at(reader, first - 1), "(,&") &&
           byte_in(route_mark_at(reader, after), ",)");
}

void route_read_uses(RouteReader *reader)
{
    Map made = map_open(&reader->scratch);
    VEC(size_t) open = {0};
    const RouteFactVec *facts = &reader->outline->routes;
    for (size_t i = 0; i < facts->len; i++)
        if (facts->ptr[i].kind == ROUTE_MADE && !(facts->ptr[i].flags & ROUTE_OF_CLIENT))
            map_put(&made, facts->ptr[i].name, NULL);
    size_t inner = 0;
    for (size_t token = 0; token < reader->tokens.len && (made.len || reader->inner.len); token++) {
        bool opens = reader->tokens.ptr[token].partner > token;
        if (opens)
            *VEC_PUSH(&reader->scratch, &open) = token;
        else if (reader->tokens.ptr[token].partner < token)
            open.len -= open.len > 0;
        size_t around = open.len ? open.ptr[open.len - 1] : 0;
        bool called = open.len && route_mark_at(reader, around) == '(';
        const RouteInner *group =
            inner < reader->inner.len && reader->inner.ptr[inner].first == token
                ? &reader->inner.ptr[inner++]
                : NULL;
        if (group && called && is_argument(reader, group->first, group->after))
            note_passed(reader, around, group->receiver, group->prefix);
        if (group || !route_is_word(reader, token) ||
            !map_find(&made, route_token_text(reader, token)))
            continue;
        note_exported(reader, token);
        if (called && is_argument(reader, token, token + 1))
            note_passed(reader, around, route_token_text(reader, token), (Str){0});
    }
}

/* ---- files that are routes ---- */

void route_read_exports(RouteReader *reader)
{
    const RouteRules *rules = reader->rules;
    bool handles = rules->defaults && route_has_any(reader->text, rules->defaults);
    for (size_t at = 0; rules->folders && at + 2 < reader->tokens.len; at++) {
        if (!route_token_is(reader, at, "export"))
            continue;
        bool chosen = handles && route_token_is(reader, at + 1, "default");
        size_t name = at + 1;
        while (name < at + 4 &&
               (route_token_is(reader, name, "async") || route_token_is(reader, name, "const") ||
                route_token_is(reader, name, "function")))
            name++;
        Str word = route_is_word(reader, name) ? route_token_text(reader, name) : (Str){0};
        bool method = name > at + 1 && str_equal(route_method_of(reader, word), word) && word.len;
        if (!chosen && !method)
            continue;
        RouteFact *fact = route_add_fact(reader, ROUTE_OFFERED, &(RouteCall){.word = name});
        fact->flags = ROUTE_OF_FILE | (fact->symbol ? ROUTE_HANDLED : ROUTE_INLINE);
        fact->method = method ? str_copy(reader->arena, word) : (Str){0};
    }
}
