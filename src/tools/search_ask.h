/* One question to one repository: opened, searched, and what was found handed on. */
#pragma once

#include "tools/search_answer.h"

typedef enum SearchProgressive {
    SEARCH_PROGRESSIVE_AUTO, /* unless the level is full */
    SEARCH_PROGRESSIVE_ON,
    SEARCH_PROGRESSIVE_OFF
} SearchProgressive;

typedef struct SearchAsk {
    SearchLevel level; /* LEVEL_AUTO: by the question */
    bool configured;   /* the level; nobody asked for it */
    SearchMode mode;
    Str kind; /* name of a kind, or empty */
    bool explain;
    uint32_t around;   /* chunks beside a hit that belong to it; 0: not even lines */
    bool dependencies; /* with the files that those found import, and that import them */
    SearchProgressive progressive;
    bool options; /* where one may read on */
    Str project;  /* the repository's root, when it is one of several; or empty */
    /* Gets the answer while the repository is open. */
    bool (*deliver)(const SearchAnswer *answer, void *state, Err *err);
    void *state;
} SearchAsk;

/* The level of a call: the one that it asks for, else the one of the configuration. */
void search_choose_level(const ToolCall *call, SearchAsk *ask);
/* The rules of the configuration. */
IntentRules search_intent_rules(const ToolCall *call);
/* The question, the filters and the budget are the call's. */
bool search_ask(ToolCall *call, const SearchAsk *ask, Err *err) MUST_USE;
/* Writes it for the call: the usual `deliver`. */
bool search_put_answer(const SearchAnswer *answer, void *state, Err *err) MUST_USE;
