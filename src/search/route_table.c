#include "search/route_table.h"

#include "lang/registry.h"
#include "lang/route/route_path.h"
#include "search/route_prefix.h"

/* Names of a handler that are looked up: `LoginView.as_view`. */
#define PARTS_MAX 6
/* Comparisons of requests with routes; a tree with more is not joined further. */
#define PAIRS_MAX 40000000u

/* A route that a request matches. */
typedef struct RouteMatch {
    uint32_t route;
    unsigned literal;
    bool hosted; /* the request's host names its directory */
    size_t near; /* of a test: the length of the folders in common */
} RouteMatch;

typedef struct Joining {
    Arena *arena;
    RouteFiles files;
    RouteTable *table;
    VEC(RouteMatch) matches;     /* of the request at hand */
    VEC(const RouteFact *) used; /* wrappers that a request is sent through */
} Joining;

bool route_table_any(const Catalog *catalog)
{
    for (size_t i = 0; i < catalog->files.len; i++)
        if (catalog->files.ptr[i].has_routes)
            return true;
    return false;
}

bool route_table_handles(const RouteTable *table, uint32_t symbol)
{
    for (size_t i = 0; i < table->routes.len; i++)
        if (table->routes.ptr[i].handler == symbol)
            return true;
    return false;
}

/* ---- handlers ---- */

typedef struct HandlerSearch {
    const Catalog *catalog;
    Str name;
    uint32_t found, others;
} HandlerSearch;

static bool see_edge(void *context, const Edge *edge)
{
    HandlerSearch *search = context;
    if (edge->callee == SYMBOL_NOWHERE || edge->callee == search->found)
        return true;
    const Entry *entry = catalog_entry(search->catalog, edge->callee);
    if (!str_equal(catalog_name(search->catalog, entry->name), search->name))
        return true;
    search->others += search->found != SYMBOL_NOWHERE;
    search->found = search->found == SYMBOL_NOWHERE ? edge->callee : search->found;
    return true;
}

/* A function of that name in the class that is written before it: `UsersController.show`. */
static void find_by_class(Joining *joining, Str class, HandlerSearch *search)
{
    Catalog *catalog = joining->files.catalog;
    uint32_t name = names_find(&catalog->names, search->name);
    IdSpan named = name ? catalog_named(catalog, name) : (IdSpan){0};
    for (size_t i = 0; i < named.len; i++) {
        const Entry *entry = catalog_entry(catalog, named.ptr[i]);
        SymbolPlace place = catalog_place(catalog, named.ptr[i]);
        const CatalogFile *file = catalog_row(catalog, place.file);
        if (!symbol_is_function((SymbolKind)entry->kind) || !entry->parent)
            continue;
        Str around = catalog_name(catalog, file->entries[entry->parent].name);
        if (!str_equal(str_last_word(around), class))
            continue;
        search->others += search->found != SYMBOL_NOWHERE;
        search->found = search->found == SYMBOL_NOWHERE ? named.ptr[i] : search->found;
    }
}

/* The symbols of that name in a file: how many, and the first of them in what is named `class`, if
   there is one. */
static void find_in_file(Catalog *catalog, uint32_t file, Str class, HandlerSearch *search)
{
    uint32_t name = names_find(&catalog->names, search->name);
    IdSpan named = name ? catalog_named(catalog, name) : (IdSpan){0};
    uint32_t first = SYMBOL_NOWHERE, count = 0;
    for (size_t i = 0; i < named.len; i++) {
        if (catalog_place(catalog, named.ptr[i]).file != file)
            continue;
        const Entry *entry = catalog_entry(catalog, named.ptr[i]);
        Str around =
            entry->parent
                ? catalog_name(catalog, catalog_row(catalog, file)->entries[entry->parent].name)
                : (Str){0};
        if (class.len && str_equal(str_last_word(around), class)) {
            search->found = named.ptr[i];
            return;
        }
        count++;
        first = first == SYMBOL_NOWHERE ? named.ptr[i] : first;
    }
    search->found = first;
    search->others = count > 1 ? count - 1 : 0;
}

/* `users.create`: what the file that is imported as `users` has under the name. */
static void find_imported(Catalog *catalog, const RouteFile *file, Str before,
                          HandlerSearch *search)
{
    Str head = str_first_word(before), class = str_last_word(before);
    for (size_t i = 0; i < file->imports.len && search->found == SYMBOL_NOWHERE; i++) {
        const ImportLink *link = &file->imports.ptr[i];
        Str bound = catalog_name(catalog, link->alias ? link->alias : link->name);
        if (link->target != FILE_NOWHERE && bound.len &&
            (str_equal(bound, head) || str_equal(str_last_word(bound), class)))
            find_in_file(catalog, link->target, class, search);
    }
}

/* Whether the symbol is a member of something else than the expression says: `articles.feed.get` is
   not the `get` of `articles`. */
static bool is_elsewhere(Catalog *catalog, uint32_t symbol, Str before)
{
    const Entry *entry = catalog_entry(catalog, symbol);
    const CatalogFile *file = catalog_row(catalog, catalog_place(catalog, symbol).file);
    Str around =
        entry->parent ? catalog_name(catalog, file->entries[entry->parent].name) : (Str){0};
    return str_find_byte(before, '.') != STR_NONE && around.len &&
           !str_equal(str_last_word(around), str_last_word(before));
}

/* Finds the symbol that names with dots mean. */
static void find_named(Joining *joining, const RouteFile *file, Str rest, Route *route)
{
    Catalog *catalog = joining->files.catalog;
    for (int i = 0; i < PARTS_MAX && rest.len; i++) {
        size_t dot = str_find_last_byte(rest, '.');
        Str name = dot == STR_NONE ? rest : str_from_offset(rest, dot + 1);
        Str before = str_slice(rest, 0, dot == STR_NONE ? 0 : dot);
        HandlerSearch search = {catalog, name, SYMBOL_NOWHERE, 0};
        if (before.len)
            find_imported(catalog, file, before, &search);
        if (search.found == SYMBOL_NOWHERE && before.len)
            find_by_class(joining, str_last_word(before), &search);
        if (search.found == SYMBOL_NOWHERE)
            catalog_visit_edges(catalog, file->file, EDGE_AMBIGUOUS, see_edge, &search);
        if (search.found != SYMBOL_NOWHERE) {
            route->handler = search.found;
            route->handler_unsure =
                search.others > 0 || is_elsewhere(catalog, search.found, before);
            return;
        }
        rest = before;
    }
}

/* Finds the symbol that the handler's expression names: `list`, `wrap(list)`, `list(service)`. */
static void find_handler(Joining *joining, const RouteFile *file, Route *route)
{
    size_t open = str_find_byte(route->target, '(');
    if (open == STR_NONE) {
        find_named(joining, file, route->target, route);
        return;
    }
    Str inner = str_slice(route->target, open + 1, route->target.len - 1);
    find_named(joining, file, inner, route);
    if (route->handler == SYMBOL_NOWHERE)
        find_named(joining, file, str_slice(route->target, 0, open), route);
}

/* ---- routes and requests ---- */

static uint32_t symbol_of(const Catalog *catalog, uint32_t file, uint32_t symbol)
{
    return catalog_row(catalog, file)->first + symbol;
}

/* Whether a receiver that nothing in the tree makes has a name that is usual for the whole
   application, whose routes have no prefix. */
static bool is_root(const RouteFact *fact)
{
    static const Str names[] = {STR_INIT("app"),    STR_INIT("server"),  STR_INIT("mux"),
                                STR_INIT("engine"), STR_INIT("fastify"), STR_INIT("e")};
    for (size_t i = 0; i < COUNT(names); i++)
        if (str_equal(str_last_word(fact->name), names[i]))
            return true;
    return !fact->name.len;
}

/* The wrapper that a call names: `load("/x")`, `api.get("/x")`; or nothing. */
static RouteMaker wrapper_of(const RouteFiles *files, const RouteFile *file, const RouteFact *fact)
{
    Str name = fact->name;
    if (fact->kind != ROUTE_SENT || !name.len)
        return (RouteMaker){0};
    if (!(fact->flags & ROUTE_THROUGH))
        name = str_format(files->arena, "%.*s.%.*s", STR_ARG(name),
                          STR_ARG(str_lower(files->arena, fact->method)));
    RouteMaker maker = route_maker_of(files, file, name, fact->symbol);
    return maker.fact && maker.fact->flags & ROUTE_WRAPS ? maker : (RouteMaker){0};
}

/* Whether the receiver is of the wanted kind, and the prefixes that it has. */
static bool take_prefixes(Joining *joining, const RouteFile *file, const RouteFact *fact,
                          RoutePrefixVec *prefixes)
{
    const RouteFiles *files = &joining->files;
    bool client = fact->kind == ROUTE_SENT;
    *prefixes = (RoutePrefixVec){0};
    if (route_is_by_name(fact->method)) {
        *VEC_PUSH(joining->arena, prefixes) = (RoutePrefix){0};
        return fact->flags & (ROUTE_SURE | ROUTE_USUAL | ROUTE_HANDLED);
    }
    RouteMaker maker =
        fact->name.len ? route_maker_of(files, file, fact->name, fact->symbol) : (RouteMaker){0};
    if (maker.fact) {
        if (client != ((maker.fact->flags & ROUTE_OF_CLIENT) != 0))
            return false;
        route_prefixes(files, maker, prefixes);
        if (maker.fact->flags & ROUTE_ROOTED && str_starts(fact->path, STR("/")) && prefixes->len)
            prefixes->ptr[0].path = (Str){0};
        return true;
    }
    if (!client && fact->name.len)
        route_passed_prefixes(files, file, fact, prefixes);
    else if (fact->flags & ROUTE_HANDLED)
        route_handler_prefixes(files, file, file->symbols.ptr[fact->symbol - 1].name, prefixes);
    if (prefixes->len)
        return true;
    if (!client)
        route_file_prefixes(files, file, prefixes);
    else
        *VEC_PUSH(joining->arena, prefixes) = (RoutePrefix){0};
    bool mounted = prefixes->ptr[0].path.len > 0;
    bool root = client || !fact->name.len || mounted || is_root(fact) || fact->flags & ROUTE_SURE;
    prefixes->ptr[0].unknown |= !root;
    return fact->flags & (ROUTE_SURE | ROUTE_USUAL | ROUTE_HANDLED);
}

/* A route whose path is that of its file: `app/users/[id]/route.ts`. */
static void add_file_route(Joining *joining, const RouteFile *file, const RouteFact *fact)
{
    const CatalogFile *row = &joining->files.catalog->files.ptr[file->file];
    const RouteFolder *folder = row->language ? row->language->routes.folders : NULL;
    uint32_t symbol = symbol_of(joining->files.catalog, file->file, fact->symbol);
    for (; folder && folder->folder; folder++) {
        Str path, method;
        if (!route_path_of_file(joining->arena, folder, row->path, &path, &method))
            continue;
        *VEC_PUSH(joining->arena, &joining->table->routes) =
            (Route){.file = file->file,
                    .line = fact->line,
                    .handler = fact->flags & ROUTE_HANDLED ? symbol : SYMBOL_NOWHERE,
                    .around = symbol,
                    .method = fact->method.len ? fact->method : method,
                    .path = path};
        return;
    }
}

/* `GET` for a method `get` or `on_get`; empty: it has another name. */
static Str method_named(Str name)
{
    static const Str methods[] = {STR_INIT("GET"),    STR_INIT("POST"),  STR_INIT("PUT"),
                                  STR_INIT("DELETE"), STR_INIT("PATCH"), STR_INIT("HEAD"),
                                  STR_INIT("OPTIONS")};
    name = str_starts(name, STR("on_")) ? str_from_offset(name, 3) : name;
    for (size_t i = 0; i < COUNT(methods); i++)
        if (str_equal_nocase(methods[i], name))
            return methods[i];
    return (Str){0};
}

static bool methods_agree(Str offered, Str sent);

/* A route whose handler is a class: its methods `get`, `post` … are the handlers. The class stays
   if it has no such method of its own. */
static void expand_class(Joining *joining, size_t number)
{
    Catalog *catalog = joining->files.catalog;
    Route whole = joining->table->routes.ptr[number];
    if (whole.handler == SYMBOL_NOWHERE ||
        !symbol_is_type((SymbolKind)catalog_entry(catalog, whole.handler)->kind))
        return;
    SymbolPlace place = catalog_place(catalog, whole.handler);
    const CatalogFile *row = catalog_row(catalog, place.file);
    bool found = false;
    for (uint32_t i = place.index + 1; i < row->count; i++) {
        Str method = row->entries[i].parent == place.index
                         ? method_named(catalog_name(catalog, row->entries[i].name))
                         : (Str){0};
        if (!method.len || !methods_agree(whole.method, method))
            continue;
        Route *route = found ? VEC_PUSH(joining->arena, &joining->table->routes)
                             : &joining->table->routes.ptr[number];
        *route = whole;
        route->method = method;
        route->handler = row->first + i;
        found = true;
    }
}

static void add_route(Joining *joining, const RouteFile *file, const RouteFact *fact)
{
    RoutePrefixVec prefixes;
    if (fact->flags & ROUTE_OF_FILE) {
        add_file_route(joining, file, fact);
        return;
    }
    if (!take_prefixes(joining, file, fact, &prefixes))
        return;
    for (size_t i = 0; i < prefixes.len; i++) {
        Route *route = VEC_PUSH(joining->arena, &joining->table->routes);
        Str path = fact->path;
        bool known = route_fill_base(&joining->files, file, &path);
        uint32_t symbol = symbol_of(joining->files.catalog, file->file, fact->symbol);
        *route = (Route){.file = file->file,
                         .line = fact->line,
                         .handler = fact->flags & ROUTE_HANDLED ? symbol : SYMBOL_NOWHERE,
                         .around = symbol,
                         .method = fact->method,
                         .by_name = route_is_by_name(fact->method),
                         .path = route_path_join(joining->arena, prefixes.ptr[i].path, path),
                         .target = fact->target,
                         .base_unknown =
                             !known || prefixes.ptr[i].unknown || fact->flags & ROUTE_UNKNOWN_BASE};
        if (route->handler == SYMBOL_NOWHERE)
            find_handler(joining, file, route);
        expand_class(joining, joining->table->routes.len - 1);
    }
}

static bool is_used(const Joining *joining, const RouteFact *wrapper)
{
    for (size_t i = 0; i < joining->used.len; i++)
        if (joining->used.ptr[i] == wrapper)
            return true;
    return false;
}

static void add_request(Joining *joining, const RouteFile *file, const RouteFact *fact)
{
    RoutePrefixVec prefixes;
    if (!take_prefixes(joining, file, fact, &prefixes))
        return;
    if (fact->flags & ROUTE_UNREAD) {
        joining->table->unread++;
        return;
    }
    Str path = fact->path;
    RouteMaker wrapper = wrapper_of(&joining->files, file, fact);
    bool fixed = wrapper.fact && wrapper.fact->method.len;
    if (wrapper.fact && !is_used(joining, wrapper.fact))
        *VEC_PUSH(joining->arena, &joining->used) = wrapper.fact;
    bool known = route_fill_base(&joining->files, file, &path);
    RoutePrefix prefix = prefixes.len ? prefixes.ptr[0] : (RoutePrefix){0};
    bool whole = str_find(path, STR("://")) != STR_NONE;
    path = whole ? path : route_path_join(joining->arena, prefix.path, path);
    Str host = route_path_host(&path);
    *VEC_PUSH(joining->arena, &joining->table->requests) =
        (RouteRequest){.file = file->file,
                       .line = fact->line,
                       .sender = symbol_of(joining->files.catalog, file->file, fact->symbol),
                       .method = fixed ? wrapper.fact->method : fact->method,
                       .path = route_path_join(joining->arena, (Str){0}, path),
                       .host = host,
                       .by_name = route_is_by_name(fact->method),
                       .local = fact->flags & ROUTE_LOCAL,
                       .base_unknown = !known || (!whole && prefix.unknown)};
}

static int compare_routes(const void *a, const void *b)
{
    const Route *left = a, *right = b;
    int order = str_compare(left->path, right->path);
    if (!order)
        order = str_compare(left->method, right->method);
    if (!order)
        order = left->file < right->file ? -1 : left->file > right->file;
    return order ? order : left->line < right->line ? -1 : left->line > right->line;
}

/* A router that is mounted twice at one path has each route once. */
static void drop_twins(RouteTable *table)
{
    size_t kept = 0;
    for (size_t i = 0; i < table->routes.len; i++)
        if (!kept || compare_routes(&table->routes.ptr[kept - 1], &table->routes.ptr[i]) ||
            table->routes.ptr[kept - 1].handler != table->routes.ptr[i].handler)
            table->routes.ptr[kept++] = table->routes.ptr[i];
    table->routes.len = kept;
}

/* ---- links ---- */

static bool methods_agree(Str offered, Str sent)
{
    if (!offered.len || !sent.len)
        return true;
    for (Str method; str_take_until(&offered, ',', &method);)
        if (str_equal(method, sent))
            return true;
    return false;
}

/* Whether the host may be one of the tree's own services: it has no dot, or is this machine. */
static bool is_near(Str host)
{
    return str_find_byte(host, '.') == STR_NONE || str_equal(host, STR("127.0.0.1")) ||
           str_equal(host, STR("0.0.0.0"));
}

/* Whether the host names a directory above the route's file: `http://users:8080` and users/. */
static bool host_names(const Catalog *catalog, Str host, const Route *route)
{
    Str rest = catalog->files.ptr[route->file].path;
    for (Str part; str_take_until(&rest, '/', &part);)
        if (rest.len && str_equal(part, host))
            return true;
    return false;
}

/* The length of the path of folders that two files have in common. */
static size_t common_folders(const Catalog *catalog, uint32_t a, uint32_t b)
{
    Str left = catalog->files.ptr[a].path, right = catalog->files.ptr[b].path;
    size_t common = 0;
    for (size_t i = 0; i < left.len && i < right.len && left.ptr[i] == right.ptr[i]; i++)
        common = left.ptr[i] == '/' ? i + 1 : common;
    return common;
}

static void find_matches(Joining *joining, const RouteRequest *request)
{
    const Catalog *catalog = joining->files.catalog;
    joining->matches.len = 0;
    for (size_t i = 0; i < joining->table->routes.len; i++) {
        const Route *route = &joining->table->routes.ptr[i];
        RouteMatch match = {.route = (uint32_t)i};
        if (route->by_name != request->by_name || !methods_agree(route->method, request->method) ||
            !route_path_matches(route->path, request->path, &match.literal) ||
            (!match.literal && request->path.len > 1 && !request->local)) // `/{rest*}` says nothing
            continue;
        match.hosted = request->host.len && host_names(catalog, request->host, route);
        match.near = request->local ? common_folders(catalog, request->file, route->file) : 0;
        *VEC_PUSH(joining->arena, &joining->matches) = match;
    }
}

/* Keeps of the routes that a request matches the most literal ones, and of these the ones whose
   directory the host names, if there are any. */
static void link_request(Joining *joining, uint32_t number)
{
    RouteTable *table = joining->table;
    const RouteRequest *request = &table->requests.ptr[number];
    bool all = str_equal(request->method, STR("TOPIC")); // each subscriber gets it
    unsigned most = 0;
    bool named = false;
    size_t nearest = 0, kept = 0;
    find_matches(joining, request);
    for (size_t i = 0; i < joining->matches.len; i++) {
        const RouteMatch *match = &joining->matches.ptr[i];
        nearest = MAX(nearest, match->near);
        most = MAX(most, match->literal);
        named |= match->hosted;
    }
    for (size_t i = 0; i < joining->matches.len; i++) {
        const RouteMatch match = joining->matches.ptr[i];
        if (match.literal == most && match.hosted >= named && match.near == nearest)
            joining->matches.ptr[kept++] = match;
    }
    for (size_t i = 0; i < kept && (all || kept <= EDGE_CANDIDATES_MAX); i++) {
        uint32_t route = joining->matches.ptr[i].route;
        bool doubtful =
            (kept > 1 && !all) || table->routes.ptr[route].base_unknown || request->base_unknown;
        *VEC_PUSH(joining->arena, &table->links) =
            (RouteLink){route, number, doubtful ? EDGE_AMBIGUOUS : EDGE_LIKELY};
    }
}

static void link_all(Joining *joining)
{
    RouteTable *table = joining->table;
    uint64_t left = PAIRS_MAX;
    for (uint32_t i = 0; i < table->requests.len; i++) {
        if (left < table->routes.len) {
            table->unjoined = (uint32_t)table->requests.len - i;
            return;
        }
        left -= table->routes.len;
        if (is_near(table->requests.ptr[i].host))
            link_request(joining, i);
        else
            table->foreign++;
    }
}

bool route_table_make(Arena *arena, Catalog *catalog, RouteTable *table, Err *err)
{
    Joining joining = {.arena = arena, .table = table};
    *table = (RouteTable){0};
    if (!route_files_read(arena, catalog, &joining.files, err))
        return false;
    for (size_t f = 0; f < joining.files.list.len; f++) {
        const RouteFile *file = &joining.files.list.ptr[f];
        for (size_t i = 0; i < file->facts.len; i++) {
            const RouteFact *fact = &file->facts.ptr[i];
            table->cut += (fact->flags & ROUTE_CUT) != 0;
            if (fact->kind == ROUTE_OFFERED)
                add_route(&joining, file, fact);
            else if (fact->kind == ROUTE_SENT)
                add_request(&joining, file, fact);
        }
    }
    for (size_t f = 0; f < joining.files.list.len; f++) // a wrapper whose calls are not followed
        for (size_t i = 0; i < joining.files.list.ptr[f].facts.len; i++)
            table->unread += joining.files.list.ptr[f].facts.ptr[i].flags & ROUTE_WRAPS &&
                             !is_used(&joining, &joining.files.list.ptr[f].facts.ptr[i]);
    qsort(table->routes.ptr, table->routes.len, sizeof *table->routes.ptr, compare_routes);
    drop_twins(table);
    link_all(&joining);
    return true;
}
