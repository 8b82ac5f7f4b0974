/* What a question is after, and so at which level its answer is given: the purpose of a file, the
   shape of a class, the body of a method. By words and phrases of a table, on the borders of words;
   the heaviest kind wins. */
#pragma once

#include "base/str.h"

typedef enum SearchLevel {
    LEVEL_AUTO,
    LEVEL_FILE,
    LEVEL_CLASS,
    LEVEL_METHOD,
    LEVEL_FULL,
    LEVEL_DOCS, /* of code the comment and the signature, of prose the section; has no name */
} SearchLevel;
extern const char *const search_levels[]; /* their names, NULL-terminated */

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
    Str phrase;       /* what decided; empty: nothing did */
    int score;        /* what was said of answers that it decided: more good than bad ones */
    SearchLevel level;
} Intent;

/* Below so many thousandths of confidence the fallback level is taken. */
typedef struct IntentRules {
    unsigned threshold;
    SearchLevel fallback;
} IntentRules;

/* By the usual rules: 700, class. */
Intent intent_of(Str question);
/* By other rules, and with what was said of answers that its phrase decided: each good one more
   raises the confidence a little, each bad one lowers it, and so the level may be another. */
void intent_weigh(Intent *intent, int score, const IntentRules *rules);
