/* Asks one repository one question: opens it, searches, and delivers the answer. */
#pragma once

#include "tools/search_answer.h"

typedef enum SearchProgressive {
    SEARCH_PROGRESSIVE_AUTO, /* unless the level is full */
    SEARCH_PROGRESSIVE_ON,
    SEARCH_PROGRESSIVE_OFF
} SearchProgressive;

typedef struct SearchAsk {
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
    /* Is given the answer while the repository is open. */
    bool (*deliver)(const SearchAnswer *answer, void *state, Err *err);
    void *state;
} SearchAsk;

/* Sets the level: the one that the call asks for, else the configured one. */
void search_choose_level(const ToolCall *call, SearchAsk *ask);
/* Returns the configured rules for choosing a level. */
IntentRules search_intent_rules(const ToolCall *call);
/* Takes question, filters and budget from the call. */
bool search_ask(ToolCall *call, const SearchAsk *ask, Err *err) MUST_USE;
/* The usual `deliver`: writes the answer for the call. */
bool search_put_answer(const SearchAnswer *answer, void *state, Err *err) MUST_USE;
