/* Rows of languages/<id>/routes.def: how frameworks and libraries of a language declare routes and
   send requests. route_read.h reads all languages by them. */
#pragma once

#include "base/str.h"

typedef enum RouteForm {
    ROUTE_FORM_OFFER,     /* a call that registers a handler */
    ROUTE_FORM_SEND,      /* a call that sends a request */
    ROUTE_FORM_MAKE,      /* a call whose value is a router or a client */
    ROUTE_FORM_MOUNT,     /* a call that puts a router below a prefix */
    ROUTE_FORM_SCOPE,     /* a call whose block has routes below a prefix */
    ROUTE_FORM_MARK,      /* a decorator, annotation or attribute of a handler */
    ROUTE_FORM_MARK_BASE, /* the same of a type, whose members' paths it precedes */
    ROUTE_FORM_MARK_SEND, /* a mark of a method that sends the request when it is called */
    ROUTE_FORM_RESOURCE,  /* a call that registers the usual routes of a resource */
} RouteForm;

typedef struct RouteRow {
    RouteForm form;
    const char *words;     /* of the function or mark: `get post`, or `GetAsync=GET` */
    const char *receivers; /* what it is called on, as written: `requests httpx`; a `*` before or
                              after means any text there; NULL: any. `-` is
                              no receiver */
    const char *usual;     /* of receivers: names that are only usual, with `*` as above */
    const char *needs;     /* words of which the file must have one: `flask`; NULL: none */
    const char *method;    /* instead of the word's; `ANY`; `1`, `2`: that argument names it;
                              `TOPIC` and its kind: the path is a name (route_facts.h) */
    const char *option;  /* a named argument with the methods: `methods`; `.get` in a chain: `.` */
    const char *base;    /* a named argument with the prefix: `url_prefix` */
    const char *host;    /* of a client's MARK_BASE: a named argument with the service: `name` */
    unsigned path;       /* number of the argument with the path; 0: it has none */
    unsigned handler;    /* number of the argument with the handler or router; ROUTE_LAST */
    unsigned fewest;     /* arguments that there must be */
    unsigned most;       /* … and the most; 0: any number */
    const char *named;   /* a named argument with the path: `path value` */
    const char *chained; /* a later call of the chain with the block: `group` */
    const char *through; /* a function around the router: `include`. A MOUNT must have it, an
                            OFFER must not */
    const char *path_in; /* an earlier call of the chain has the path: `route("/x").get(f)` */
    const char *after;   /* a later call of the chain names the method: `.Methods("GET")` */
    const char *beside;  /* another mark of the same declaration has the path */
    const char *actions; /* of RESOURCE: `show=GET={id}`, an action with its methods and path */
    const char *fixed;   /* of SCOPE: the prefix, whatever the arguments are; `..` leaves the last
                            segment of the prefixes around it out */
    bool single;         /* of RESOURCE: of one thing, whose controller has the name of many */
    bool nested;         /* of RESOURCE: its block has routes below it */
    bool subtree;        /* a path that ends with `/` means all below it */
    bool absolute;       /* a path that begins with `/` has no prefix of the type */
    bool paired;         /* the path may be the key of the handler: `"x" => "a#b"` */
    bool controllers;    /* handlers are written `users#show` */
    bool replaces;       /* of MOUNT: the prefix replaces the router's own */
    bool client;         /* of MAKE: a client, not a router; of MARK_BASE: of a client */
    bool slash;          /* the path must begin with `/` or name a host */
    bool pattern;        /* the path is a regular expression */
    bool before;         /* an earlier call of the chain names the method: `get().uri("/x")` */
    bool methods_in_handler; /* `get(list).post(create)` */
    bool method_in_path;     /* `"GET /users"` */
    bool rooted;             /* of MAKE: paths that begin with `/` have no prefix */
    bool child;              /* of MAKE: the receiver is the router that it is a part of */
    unsigned action;         /* number of the argument with the method of the handler */
    bool handlers;           /* of MOUNT: the argument lists handlers: `routes![a, b]` */
    bool passes;             /* of MOUNT: the argument is a function that gets the router */
    bool local;              /* of SEND and MAKE: to the program that the file is in */
    bool
        global; /* of MOUNT and MARK_BASE: the prefix is that of all marked routes of the program */
    bool function;     /* the last argument must be a function or a name */
    const char *later; /* words after the call that set the method: `r.httpMethod = "POST"` */
    bool block;        /* a block may follow the name at once: `get { … }` */
    bool extends;      /* of SCOPE: functions that its block calls get the router, too */
    bool segments;     /* the path is all texts from its argument on: `get("a", ":id")` */
    bool types;        /* of MARK: a type may carry it, whose methods are handlers */
    bool based;        /* of MARK: without a base of the type the prefix is not known */
    const char *owner; /* what a call without a receiver is on: `Route`, a receiver of the
                          function around it */
} RouteRow;

/* The last argument. */
#define ROUTE_LAST 99

/* How the language writes a string with values in it. */
typedef struct RouteText {
    const char *hole;    /* opens a value: `${`, `#{`, `{`; `$` may be without a bracket */
    const char *prefix;  /* marks before the quote that allow it: `f`, `$`; NULL: none are needed */
    const char *quotes;  /* quotes that allow it; NULL: all */
    bool bare;           /* `$name` is a value, too */
    const char *formats; /* functions whose first argument is a format: `Sprintf` */
    const char *wraps;   /* functions that return the address that they are given: `URI.create` */
    const char *joint;   /* joins texts: `+`, `.` */
    bool bare_calls;     /* `get "/x"` is a call */
    bool literals;       /* `Writer{Topic: "x"}` is read as a call */
} RouteText;

/* Files whose paths are routes. */
typedef struct RouteFolder {
    const char *folder; /* above them: `app`, `pages/api` */
    const char *file;   /* their name without its end: `route`; NULL: any */
    const char *prefix; /* of the routes; or NULL */
} RouteFolder;

typedef struct RouteRules {
    const RouteRow *rows;     /* NULL: the language has no such facts */
    const char *const *gates; /* texts of which a file with such facts has one */
    RouteText text;
    const RouteFolder *folders; /* the last one has no folder; or NULL */
    /* Procedures of services, as generated code names them (route_procedure.c). */
    const char *procedures; /* texts of which a file with them has one; NULL: none are read */
    const char *services;   /* bases and parts of a service's class: `*Servicer`; with a dot before
                               it the service is there, too: `Greeter.GreeterBase` */
    bool capitals;          /* only methods with a capital are procedures: Go */
    const char *stubs;      /* types and makers of a client: `*Stub`, `New*Client` */
    const char *makers;     /* makers of a client that are called on `…Grpc`: `newStub` */
    bool commands;          /* lines may be commands that send requests: `curl …` */
    bool documents;         /* a file may describe an interface: OpenAPI */
    const char *defaults;   /* words of which a file has one if its default export is a handler */
} RouteRules;

/* For routes.def, which lang.def includes. The last row has no words. */
#define ROUTES(...) ((const RouteRow[]){__VA_ARGS__, {.words = NULL}})
#define ROUTE_FOLDERS(...) ((const RouteFolder[]){__VA_ARGS__, {.folder = NULL}})
#define ROUTE(form_, ...) \
    { \
        .form = ROUTE_FORM_##form_, .words = __VA_ARGS__ \
    }
