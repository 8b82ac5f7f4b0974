/* Internals of fetching edges, shared by calls*.c. */
#pragma once

#include "org/across.h"
#include "org/org_calls.h"

/* Columns of a row of edges after those of its place. */
enum {
    CALLS_N = ORG_PLACE_WIDTH, /* number of the requested place or package, from 1 */
    CALLS_LINE,
    CALLS_TIMES,
    CALLS_KIND,
    CALLS_CONFIDENCE, /* of edges across repositories: the imported package */
    CALLS_EXTERNAL,   /* of edges to a symbol: the number of other candidates */
    CALLS_NAME,
    CALLS_SYSTEM
};

typedef struct CallsLink {
    uint32_t from, to; /* indices of places; `to` UINT32_MAX: outside, see `external` */
    Str external;      /* `ext:package:name` */
    Str label;         /* of a package, for an edge across repositories */
    uint32_t line, count;
    uint8_t kind, confidence;
} CallsLink;

/* Names to look up in packages of other repositories, each once. */
typedef struct CallsNames {
    AcrossNameVec list;
    Map known; /* index in the list */
} CallsNames;

typedef struct CallsWork {
    Org *org;
    Arena *arena;
    const OrgCallsQuestion *question;
    OrgCalls *calls;
    OrgPlaceVec places;
    Map known; /* whole path and index -> index in places */
    VEC(CallsLink) links;
    size_t from, end; /* places of the current step */
    CallsNames names; /* of the current step */
} CallsWork;

/* Index of the place, which is added if new. */
uint32_t calls_put_place(CallsWork *work, const OrgPlace *place);
CallsLink *calls_put_link(CallsWork *work, const PostgresRows *rows, size_t row, uint32_t from,
                          uint32_t to);
/* Index of the name, which is added if new. */
size_t calls_put_name(CallsWork *work, const AcrossName *name);
bool calls_ask(CallsWork *work, const char *sql, const PostgresValue *values, size_t count,
               PostgresRows *rows, Err *err) MUST_USE;
/* The arrays of repositories, paths and indexes of the step's places. */
void calls_put_step(const CallsWork *work, PostgresValue values[3]);
/* The kinds of edges in a summary, as an array. */
Str calls_summary_kinds(Arena *arena);
/* Whether the row belongs to a place of this step; *n is its index. */
bool calls_is_of_step(const CallsWork *work, const PostgresRows *rows, size_t row, uint32_t *n);
uint32_t calls_number_at(const PostgresRows *rows, size_t row, size_t column);

/* ---- calls_step.c ---- */

/* Fetches the edges of the step's places, in the directions of the question. */
bool calls_step(CallsWork *work, Err *err) MUST_USE;

/* ---- calls_across.c ---- */

/* Rows from other repositories that may lead to the step's places. */
typedef struct CallsAcross {
    PostgresRows packages, rows;
    size_t *of_row; /* index of the row's name, from 1; 0: none */
} CallsAcross;

/* Fetches them, and adds their names to those to be looked up. */
bool calls_across_ask(CallsWork *work, CallsAcross *across, Err *err) MUST_USE;
/* Adds the edges, once the names are looked up. */
void calls_across_put(CallsWork *work, const CallsAcross *across);
