/* Internal to src/lang/route: the reader of a file and what its parts say to each other. */
#pragma once

#include "base/buf.h"
#include "base/map.h"
#include "lang/route/route_tokens.h"

/* Arguments of one call that are looked at. */
#define ROUTE_ARGUMENTS_MAX 16

/* Tokens from `from` up to `to`. */
typedef struct RouteSpan {
    size_t from, to;
} RouteSpan;

typedef struct RouteCall {
    size_t word;    /* token of the function's name */
    size_t first;   /* first token of the chain that it ends */
    Str receiver;   /* what it is called on: `app`, `this.http`, `request()`; empty: nothing */
    bool has_list;  /* … and it has arguments, in brackets or bare */
    RouteSpan list; /* all arguments, without brackets */
    RouteSpan arguments[ROUTE_ARGUMENTS_MAX]; /* those without a name, in order … */
    size_t count;
    RouteSpan named[ROUTE_ARGUMENTS_MAX]; /* … and the others, with their names */
    size_t named_count;
    size_t after; /* first token after it */
} RouteCall;

/* Routes in a block have a prefix. */
typedef struct RouteScope {
    RouteSpan block;
    Str prefix;
    Str receiver;   /* what the call is on: `app`; or empty */
    Str controller; /* of a resource's block: what has its actions; or empty */
    Str owner;      /* what functions that the block calls get; empty: nothing */
} RouteScope;

/* The prefix of a type's members. */
typedef struct RouteBase {
    uint32_t symbol; /* index + 1 */
    Str prefix;
    bool client;
} RouteBase;

/* A word of a row. */
typedef struct RouteWord {
    const RouteRow *row;
    Str method;    /* that the word means; empty: none */
    uint64_t next; /* another row with the word: its number + 1, or 0 */
} RouteWord;

/* A router that a chain of calls makes and fills: `Router::new().route(…).route(…)`. */
typedef struct RouteChain {
    size_t first; /* its first token */
    Str name;     /* the variable or function that has it; or empty */
    Str prefix;
} RouteChain;

/* A router without a name that a call makes: `v1.Group("/users")`, by its first token. */
typedef struct RouteInner {
    size_t first, after;
    Str receiver, prefix;
} RouteInner;

typedef struct RouteReader {
    Arena *arena;  /* facts */
    Arena scratch; /* the rest */
    const RouteRules *rules;
    Outline *outline;
    Str text;
    RouteTokenVec tokens;
    Map rows;      /* from a word to the first RouteWord, + 1 */
    Map constants; /* from a name to its text, as a pointer to a Str */
    VEC(RouteWord) words;
    VEC(RouteScope) scopes;
    VEC(RouteBase) bases;
    VEC(RouteInner) inner;
    RouteChain chain; /* the latest one */
    Map callable;     /* names of imports and of functions; made when it is needed */
    bool has_table;   /* mounts of a table are read */
    RouteFact spare;  /* taken when there are too many facts */
} RouteReader;

/* ---- route_call.c ---- */

Str route_token_text(const RouteReader *reader, size_t token);
/* Whether the token is this word or mark; false beyond the end. */
bool route_token_is(const RouteReader *reader, size_t token, const char *text);
bool route_is_word(const RouteReader *reader, size_t token);
/* Whether the token after `token` is a bracket that the file closes. */
bool route_is_open(const RouteReader *reader, size_t token, char bracket);
/* Reads the call or mark whose name is the word. */
RouteCall route_call_at(RouteReader *reader, size_t word);
/* The value of a named argument, also of one in an object that is passed: `{ method: "POST" }`.
   `names` are alternatives, separated by spaces. */
bool route_named(const RouteReader *reader, const RouteCall *call, const char *names,
                 RouteSpan *value);
/* Whether a list of words has the text; `*` before or after a word means any text there. */
bool route_lists(const char *words, Str text);

/* The byte of a token that is a single mark; 0: it is a word, a string, or beyond the end. */
char route_mark_at(const RouteReader *reader, size_t token);

/* ---- route_read.c ---- */

/* A new fact at the call, in what is around it. */
RouteFact *route_add_fact(RouteReader *reader, RouteKind kind, const RouteCall *call);
/* The prefix of the blocks around a token. */
Str route_scope_prefix(RouteReader *reader, size_t token);
/* The controller of the innermost block of a resource around a token; or empty. */
Str route_scope_controller(const RouteReader *reader, size_t token);
/* The receiver of the outermost block around a token: its routers are what the block gets. */
Str route_scope_receiver(const RouteReader *reader, size_t token);
void route_set_path(RouteReader *reader, RouteFact *fact, Str prefix, Str path);
/* The method of a request or route: by an argument, a named argument, the chain, or the word. */
Str route_method_for(RouteReader *reader, const RouteWord *word, const RouteCall *call);
/* Whether the receiver is one of the row's; sets what is known of it. */
bool route_takes_receiver(const RouteRow *row, Str receiver, uint32_t *flags);
/* The argument with the path: by its number, else by its name. False: the call has none. */
bool route_path_argument(const RouteReader *reader, const RouteRow *row, const RouteCall *call,
                         RouteSpan *span);
bool route_is_address(Str path);
/* Whether an argument is a call of one of the functions. */
bool route_is_through(const RouteReader *reader, RouteSpan span, const char *functions);
/* The texts among the arguments from the one with the path on, as one path. */
void route_segments(RouteReader *reader, const RouteRow *row, const RouteCall *call, Str *path);
/* The path in an earlier call of the chain; *receiver becomes what that is called on. */
bool route_path_before(RouteReader *reader, const RouteRow *row, const RouteCall *call,
                       RouteSpan *span, Str *receiver);
/* Whether the call has as many arguments as the row wants. */
bool route_fits(const RouteReader *reader, const RouteRow *row, const RouteCall *call);
/* The chain that the call continues, or NULL. */
const RouteChain *route_chain_of(const RouteReader *reader, const RouteCall *call);

/* ---- route_mount.c ---- */

void route_read_make(RouteReader *reader, const RouteWord *word, const RouteCall *call);
void route_read_mount(RouteReader *reader, const RouteWord *word, const RouteCall *call);
/* Facts that need all routers of the file: the one that it exports, and those that it passes to
   functions. */
void route_read_uses(RouteReader *reader);
/* What a file exports as handlers, if its path is a route: `export function GET()`. */
void route_read_exports(RouteReader *reader);
/* A call of a function in a block whose router it gets: Ktor's `customers()`. */
void route_read_extension(RouteReader *reader, size_t token);
/* Whether the text has one of the words. */
bool route_has_any(Str text, const char *words);

/* ---- route_procedure.c ---- */

/* Services and their clients, gRPC. */
void route_read_procedures(RouteReader *reader);

/* ---- route_wrap.c ---- */

/* Whether the request is sent to a path that the function around it gets: then the function is
   noted as a wrapper, whose calls are requests. */
bool route_read_wrapper(RouteReader *reader, const RouteWord *word, const RouteCall *call,
                        Str path);
/* A call of an imported or own function with a path: a request, if the function is a wrapper. */
void route_read_through(RouteReader *reader, size_t token);

/* ---- route_mark.c, route_block.c ---- */

/* Whether the chain is a mark: `@app.get`, `[HttpGet`, `#[get`. */
bool route_is_mark(const RouteReader *reader, const RouteCall *call);
void route_read_base(RouteReader *reader, const RouteRow *row, const RouteCall *call);
void route_read_mark(RouteReader *reader, const RouteWord *word, const RouteCall *call);
void route_read_scope(RouteReader *reader, const RouteWord *word, const RouteCall *call);
/* The usual routes of a resource: Rails' `resources :users`. */
void route_read_resource(RouteReader *reader, const RouteWord *word, const RouteCall *call);
/* `UsersController.show` for `api/users#show`. */
Str route_controller(RouteReader *reader, Str action);

/* ---- route_value.c ---- */

/* The text that an expression makes, as a template with its parameters in braces; false: it is
   computed. With `offered` the parameters are those of a framework, `:id`. */
bool route_value(RouteReader *reader, RouteSpan span, bool offered, bool pattern, Str *path);
/* Whether the expression is a name as a value, `:users`; then *name. */
bool route_symbol(const RouteReader *reader, RouteSpan span, Str *name);
/* The methods that an expression names: `GET,POST`; empty: none. */
Str route_methods(RouteReader *reader, RouteSpan span);
/* The words of an expression and its last text, with dots: `C.m` of `[C::class, 'm']`. */
Str route_names(RouteReader *reader, RouteSpan span);
/* The handler that an expression names; *nameless: it is a function without a name. */
Str route_handler(RouteReader *reader, RouteSpan span, bool *nameless);
/* The method of that name in capitals; empty: it is another word. */
Str route_method_of(RouteReader *reader, Str word);
