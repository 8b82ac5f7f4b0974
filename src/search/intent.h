/* Intent of a question, and from it the level of detail of an answer: the purpose of a file, the
   outline of a class, the body of a method. A table of weighted words and phrases decides; the kind
   with the largest sum wins. */
#pragma once

#include "base/str.h"

typedef enum SearchLevel {
    LEVEL_AUTO,
    LEVEL_FILE,
    LEVEL_CLASS,
    LEVEL_METHOD,
    LEVEL_FULL,
    LEVEL_DOCS, /* for code the comment and signature, for prose the section; has no name */
} SearchLevel;
extern const char *const search_levels[]; /* names of the levels, NULL-terminated */

typedef enum IntentKind {
    INTENT_UNDERSTANDING,
    INTENT_DEBUGGING,
    INTENT_NAVIGATION,
    INTENT_COUNT
} IntentKind;
Str intent_name(IntentKind kind);

typedef struct Intent {
    IntentKind kind;
    float confidence; /* 0 to 1 */
    Str phrase;       /* the heaviest phrase; empty: none matched */
    int score;        /* feedback on earlier answers for that phrase: good minus bad */
    SearchLevel level;
} Intent;

/* Below a confidence of `threshold` thousandths, the fallback level is used. */
typedef struct IntentRules {
    unsigned threshold;
    SearchLevel fallback;
} IntentRules;

/* By the default rules: threshold 700, fallback LEVEL_METHOD. */
Intent intent_of(Str question);
/* Applies other rules, and feedback for the phrase: each good answer raises the confidence slightly
   and each bad one lowers it, which may change the level. */
void intent_weigh(Intent *intent, int score, const IntentRules *rules);
