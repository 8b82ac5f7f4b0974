/* Procedures of services (gRPC), by the names that generated code has: the class of a service has a
   base or part `UserServiceServicer`, a client is made by or declared as `UserServiceStub`. A
   method of the first is the route `/UserService/Get`, a call on the second is its request. */
#include "lang/name_sites.h"
#include "lang/route/route_path.h"
#include "lang/route/route_state.h"

/* A variable that has two services is not followed. */
static const Str two_services = STR_INIT("?");

/* The name of the service in a word of generated code, by its beginning and end: `New*Client`;
   empty: it names no service. */
static Str service_of(const RouteReader *reader, const char *forms, size_t token)
{
    Str list = str_from(forms ? forms : ""), word = route_token_text(reader, token);
    bool member = token > 1 && route_mark_at(reader, token - 1) == '.';
    for (Str form; str_take_until(&list, ' ', &form);) {
        bool owned = str_starts(form, STR("."));
        size_t star = str_find_byte(form, '*');
        Str head = str_slice(form, owned, star), tail = str_from_offset(form, star + 1);
        if (word.len <= head.len + tail.len || !str_starts(word, head) || !str_ends(word, tail))
            continue;
        Str service = str_slice(word, head.len, word.len - tail.len);
        bool capital = service.ptr[0] >= 'A' && service.ptr[0] <= 'Z';
        if (capital &&
            (!owned || (member && str_equal(route_token_text(reader, token - 2), service))))
            return service;
    }
    return (Str){0};
}

/* `/UserService/GetUser`: methods are compared with a capital. */
static Str procedure_path(RouteReader *reader, Str service, Str method)
{
    if (method.len > 5 && str_ends(method, STR("Async")))
        method.len -= 5;
    char first = method.len ? method.ptr[0] : 0;
    if (first >= 'a' && first <= 'z')
        first = (char)(first - 32);
    return str_format(reader->arena, "/%.*s/%c%.*s", STR_ARG(service), first,
                      STR_ARG(str_from_offset(method, 1)));
}

static RouteFact *add_procedure(RouteReader *reader, RouteKind kind, size_t token, Str path)
{
    RouteFact *fact = route_add_fact(reader, kind, &(RouteCall){.word = token});
    fact->method = STR("RPC");
    fact->path = path;
    fact->flags = ROUTE_SURE;
    return fact;
}

/* ---- services ---- */

/* Whether the symbol is a method of the type that others can call. */
static bool is_procedure(const RouteReader *reader, size_t index, uint32_t type)
{
    const SymbolVec *symbols = &reader->outline->symbols;
    const Symbol *symbol = &symbols->ptr[index];
    char first = symbol->name.len ? symbol->name.ptr[0] : '_';
    bool hidden = symbol->modifiers & MODIFIER(PRIVATE) || first == '_' ||
                  (reader->rules->capitals && !(first >= 'A' && first <= 'Z'));
    return symbol_is_function(symbol->kind) && symbol->kind != SYMBOL_CONSTRUCTOR && !hidden &&
           (symbol->parent == type || str_equal(symbol_owner(symbol), symbols->ptr[type - 1].name));
}

/* The class around the token is the service: its methods are procedures. */
static void read_service(RouteReader *reader, size_t token, Str service)
{
    Outline *outline = reader->outline;
    uint32_t type = name_site_symbol(outline, reader->tokens.ptr[token].start);
    while (type && !symbol_is_type(outline->symbols.ptr[type - 1].kind))
        type = outline->symbols.ptr[type - 1].parent;
    if (!type)
        return;
    for (size_t i = 0; i < outline->symbols.len; i++) {
        Str name = outline->symbols.ptr[i].name;
        if (!is_procedure(reader, i, type))
            continue;
        RouteFact *fact =
            add_procedure(reader, ROUTE_OFFERED, token, procedure_path(reader, service, name));
        fact->line = outline->symbols.ptr[i].name_line;
        fact->symbol = (uint32_t)i + 1;
        fact->flags |= ROUTE_HANDLED;
    }
}

/* Node: `server.addService(proto.UserService.service, { getUser: getUser })`. */
static void read_added(RouteReader *reader, size_t token)
{
    RouteCall call = route_call_at(reader, token);
    if (call.count != 2)
        return;
    Str names = route_names(reader, call.arguments[0]);
    if (str_ends(names, STR(".service")))
        names.len -= 8;
    Str service = str_last_word(names);
    if (str_ends(service, STR("Service")) && str_equal(str_last_word(names), names))
        service = names; // generated: `UserServiceService`
    size_t open = call.arguments[1].from;
    if (!route_is_open(reader, open, '{'))
        return;
    for (size_t at = open + 1, end = reader->tokens.ptr[open].partner; at < end; at++) {
        if (route_is_word(reader, at) && byte_in(route_mark_at(reader, at - 1), "{,")) {
            bool named = route_mark_at(reader, at + 1) == ':', nameless = false;
            size_t to = at + (named ? 2 : 0);
            while (to < end && route_mark_at(reader, to) != ',')
                to = reader->tokens.ptr[to].partner > to ? reader->tokens.ptr[to].partner + 1
                                                         : to + 1;
            RouteSpan span = {at + (named ? 2 : 0), to};
            RouteFact *fact =
                add_procedure(reader, ROUTE_OFFERED, at,
                              procedure_path(reader, service, route_token_text(reader, at)));
            fact->target = str_copy(reader->arena, route_handler(reader, span, &nameless));
            fact->flags |= nameless ? ROUTE_INLINE : 0;
        }
        at = reader->tokens.ptr[at].partner > at ? reader->tokens.ptr[at].partner : at;
    }
}

/* ---- clients ---- */

/* The variable that a client is in: it is assigned, or declared with the type. */
static Str variable_of(RouteReader *reader, size_t token)
{
    RouteCall call = route_call_at(reader, token);
    uint32_t line = reader->tokens.ptr[token].line;
    size_t first = call.first, next = token + 1;
    while (first && (route_token_is(reader, first - 1, "new") ||
                     route_token_is(reader, first - 1, "await") ||
                     byte_in(route_mark_at(reader, first - 1), "&*")))
        first--;
    bool assigned = first && route_mark_at(reader, first - 1) == '=';
    size_t before = assigned ? first - 1 : first;
    before -= before && route_mark_at(reader, before - 1) == ':';
    if (call.has_list || assigned)
        return assigned && before && route_is_word(reader, before - 1)
                   ? route_token_text(reader, before - 1)
                   : (Str){0};
    bool declared = route_is_word(reader, next) && reader->tokens.ptr[next].line == line;
    if (declared) // `UserServiceBlockingStub stub`
        return route_token_text(reader, next);
    return before && route_is_word(reader, before - 1) &&
                   reader->tokens.ptr[before - 1].line == line
               ? route_token_text(reader, before - 1) // `client pb.UserServiceClient`
               : (Str){0};
}

static void note_client(RouteReader *reader, Map *clients, size_t token, Str service)
{
    Str name = variable_of(reader, token);
    bool added = false;
    if (!name.len)
        return;
    uint64_t *slot = map_put(clients, name, &added);
    Str *kept = added ? NEW(&reader->scratch, Str, 1) : (Str *)(uintptr_t)*slot;
    *kept = added || str_equal(*kept, service) ? service : two_services;
    *slot = (uint64_t)(uintptr_t)kept;
}

/* A call of a method on a client. */
static void read_call(RouteReader *reader, const Map *clients, size_t token)
{
    if (!token || route_mark_at(reader, token - 1) != '.')
        return;
    RouteCall call = route_call_at(reader, token);
    const uint64_t *slot = call.has_list ? map_find(clients, str_last_word(call.receiver)) : NULL;
    const Str *service = slot ? (const Str *)(uintptr_t)*slot : NULL;
    if (!service || str_equal(*service, two_services) ||
        !str_ends(call.receiver, str_last_word(call.receiver)))
        return;
    add_procedure(reader, ROUTE_SENT, token,
                  procedure_path(reader, *service, route_token_text(reader, token)));
}

/* What a word of generated code says: a service, a client, or nothing. */
static void read_word(RouteReader *reader, Map *clients, size_t token)
{
    const RouteRules *rules = reader->rules;
    Str service = service_of(reader, rules->services, token);
    Str stub = service_of(reader, rules->stubs, token), word = route_token_text(reader, token);
    if (service.len) {
        read_service(reader, token, service);
    } else if (stub.len) {
        note_client(reader, clients, token, stub);
    } else if (str_equal(word, STR("addService"))) {
        read_added(reader, token);
    } else if (rules->makers &&
               str_is_listed(word, rules->makers)) { // `UserServiceGrpc.newStub(c)`
        Str owner = str_last_word(route_call_at(reader, token).receiver);
        if (str_ends(owner, STR("Grpc")))
            note_client(reader, clients, token, str_slice(owner, 0, owner.len - 4));
    }
}

void route_read_procedures(RouteReader *reader)
{
    if (!reader->rules->procedures || !route_has_any(reader->text, reader->rules->procedures))
        return;
    Map clients = map_open(&reader->scratch);
    for (size_t token = 0; token < reader->tokens.len; token++)
        if (route_is_word(reader, token))
            read_word(reader, &clients, token);
    for (size_t token = 0; token < reader->tokens.len && clients.len; token++)
        if (route_is_word(reader, token) && route_is_open(reader, token + 1, '('))
            read_call(reader, &clients, token);
}
