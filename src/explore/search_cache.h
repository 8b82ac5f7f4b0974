/* The cache of search answers. A stored answer is used only if a new one would have the same bytes:
   the questions are equivalent (search/question_key.h), the parameters are equal, and the index has
   not changed. Places and their texts are stored, but nothing that depends on the wording of the
   question. */
#pragma once

#include "explore/search_places.h"
#include "index/store/answers.h"
#include "search/question_key.h"

typedef struct SearchCache {
    Answers *answers; /* NULL: nothing is stored */
    bool usable;      /* the answer may come from the cache and go into it */
    Answer answer;
    AnswersAsked asked;
    QuestionVector vector;
    int64_t begun_ms;
    bool hit;
} SearchCache;

/* Finds the directory of the database: the configured one; empty: the index's; or, if nothing may
   be kept, one that is deleted when the user logs out. False: no directory. */
bool search_cache_directory(const SessionRequest *request, Str *directory);
/* Opens the cache for an open session. */
void search_cache_open(SessionRequest *request, const IndexSession *session, SearchCache *cache);
/* Returns the score of a phrase, from feedback (search_feedback.h). */
int search_cache_score(const SearchCache *cache, Str phrase);
/* Notes the phrase that decided the level; empty: no phrase. */
void search_cache_note(SearchCache *cache, Str phrase);
/* Takes the places of a stored answer, filled in and described. The session has its catalog. False:
   no such answer. */
struct SearchAsk; /* search_ask.h */
bool search_cache_take(SessionRequest *request, const IndexSession *session,
                       const struct SearchAsk *ask, const SearchWanted *wanted, SearchCache *cache,
                       SearchFound *found);
/* Called after the answer was sent: stores a new answer, and counts the question. */
void search_cache_settle(SessionRequest *request, const IndexSession *session, SearchCache *cache,
                         const SearchFound *found);
void search_cache_close(SearchCache *cache); /* works as SCOPED(search_cache_close) */
