/* Asks one repository one question: opens it, searches, and delivers the answer. */
#pragma once

#include "explore/search_answer.h"
#include "query/org_target.h"
#include "query/query.h"

typedef enum SearchProgressive {
    SEARCH_PROGRESSIVE_AUTO, /* unless the level is full */
    SEARCH_PROGRESSIVE_ON,
    SEARCH_PROGRESSIVE_OFF
} SearchProgressive;

typedef struct SearchAsk {
    Str text;        /* the question */
    uint64_t count;  /* places */
    uint64_t tokens; /* of the answer */
    Str language;    /* its id; empty: all */
    Str path;        /* required part of the paths; empty: all */
    QueryFilter filter;
    OrgWanted org;
    bool level_given;  /* by the caller */
    bool cached;       /* the answer may come from the cache */
    Str decisive;      /* all parameters that decide which places are found, as bytes */
    Str words;         /* the whole call as bytes, from which it can be repeated */
    SearchLevel level; /* LEVEL_AUTO: by the question */
    bool configured;   /* the level comes from the configuration */
    SearchMode mode;
    Str kind;  /* name of a kind, or empty */
    bool docs; /* only prose, comments and docstrings */
    bool explain;
    uint32_t around;   /* chunks shown before and after a hit; 0: not even lines */
    bool dependencies; /* adds the files that the hits import and that import them */
    SearchProgressive progressive;
    bool options; /* says how to read on */
    Str project;  /* root of the repository if it is one of several; or empty */
    /* Receives the answer while the repository is open. */
    bool (*deliver)(const SearchAnswer *answer, void *state, Err *err);
    void *state;
} SearchAsk;

/* Sets the level, unless the caller gave one, to the configured one. */
void search_choose_level(const SessionRequest *request, SearchAsk *ask);
/* The language of that id; an empty name: NULL, for all. */
bool search_language(Str name, const Language **language, Err *err) MUST_USE;
/* Returns the configured rules for choosing a level. */
IntentRules search_intent_rules(const SessionRequest *request);
bool search_ask(SessionRequest *request, const SearchAsk *ask, Err *err) MUST_USE;
/* The usual `deliver`: writes the answer for the call. */
bool search_put_answer(const SearchAnswer *answer, void *state, Err *err) MUST_USE;
