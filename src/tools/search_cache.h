/* Answers of search that were given before. One is given again where a fresh one would have the
   same bytes: the question is read the same and says the same (search/question_key.h), asks the
   same way, and the index has not changed. What is kept are places with their texts; what depends
   on how the question is written is made anew. */
#pragma once

#include "index/store/answers.h"
#include "search/question_key.h"
#include "tools/search_places.h"

typedef struct SearchCache {
    Answers *answers; /* NULL: nothing is kept */
    bool usable;      /* an answer may be given again, and kept */
    Answer answer;
    AnswersAsked asked;
    QuestionVector vector;
    int64_t begun_ms;
    bool hit;
} SearchCache;

/* The directory of the file: the configuration's, or beside the index (empty), or what ends with
   the user's session where nothing is to be kept for longer. False: there is none. */
bool search_cache_directory(const ToolCall *call, Str *directory);
/* Of a session that was opened. */
void search_cache_open(ToolCall *call, const IndexSession *session, SearchCache *cache);
/* What was said of answers before. */
int search_cache_score(const SearchCache *cache, Str phrase);
/* The phrase that decides the level; empty: none does. */
void search_cache_note(SearchCache *cache, Str phrase);
/* Takes the places of a kept answer to the call's question at this level, filled in and described,
   once the session has its catalog. */
bool search_cache_take(ToolCall *call, const IndexSession *session, const SearchWanted *wanted,
                       SearchCache *cache, SearchFound *found);
/* After the answer was sent: keeps it if it is new, and counts. */
void search_cache_settle(ToolCall *call, const IndexSession *session, SearchCache *cache,
                         const SearchFound *found);
void search_cache_close(SearchCache *cache); /* works as SCOPED(search_cache_close) */
