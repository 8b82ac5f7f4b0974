/* A cache of answers on disk, shared by all processes of a user that ask the same index. It is a
   small separate SQLite database next to the index. As the cache of a cache it never fails a call:
   if the file is damaged, locked, of another version or not writable, look-ups find nothing and
   nothing is stored. The content of answers is opaque here. */
#pragma once

#include "base/str.h"

typedef struct Answers Answers;

typedef struct AnswersOptions {
    Str index;       /* path of the index's database */
    Str directory;   /* directory for the file; empty: the index's directory */
    uint64_t max;    /* number of answers kept; the least recently used go first */
    uint64_t ttl_s;  /* maximum age of an answer that is returned */
    uint64_t tree;   /* id of the work tree in the index */
    uint64_t moment; /* state of its index; answers for another state are dropped */
} AnswersOptions;

/* Keys are content hashes: HASH_CONTENT_BYTES. */
#define ANSWER_KEY_BYTES 16
typedef struct Answer {
    /* hash of everything that the answer depends on, `moment` included */
    char key[ANSWER_KEY_BYTES];
    Str mark; /* bytes stored with it for the caller to compare */
    Str body;
    uint64_t cost_ms; /* time that computing it took */
} Answer;

/* A question and how often it was asked, so that it can be asked again in advance. */
typedef struct AnswersAsked {
    char key[ANSWER_KEY_BYTES]; /* like Answer.key, but without the moment */
    Str words;                  /* the question, opaque; empty: not to be asked again */
    uint64_t times;
    Str phrase; /* the phrase that decided how the question was answered; empty: none */
} AnswersAsked;

typedef struct AnswersInfo {
    uint64_t answers, bytes;
    uint64_t hits, misses, saved_ms;
    uint64_t oldest_s, newest_s; /* ages */
    uint64_t asked;
} AnswersInfo;

/* Path of the answers' file of an index, in `directory` or next to the index. */
Str answers_path(Arena *arena, Str index, Str directory);
/* Opens the cache, creating it if missing. NULL if that is impossible; the other functions need
   one that is open. */
Answers *answers_open(Arena *arena, const AnswersOptions *options);
void answers_close(Answers **answers); /* works as SCOPED(answers_close) */
/* Sets the state that answers belong to from now on. */
void answers_set_moment(Answers *answers, uint64_t moment);

/* Looks up answer->key and fills in the rest. False if there is no usable answer. */
bool answers_get(Answers *answers, Arena *arena, Answer *answer);
/* Counts a hit and marks the answer as just used. */
void answers_hit(Answers *answers, const Answer *answer, const AnswersAsked *asked);
/* Counts a miss; stores the answer unless it is NULL. */
void answers_miss(Answers *answers, const Answer *answer, const AnswersAsked *asked);
/* Drops the answers of a work tree that belong to another moment, if the index has a file of
   answers. */
void answers_outdate(Arena *arena, Str index, uint64_t tree, uint64_t moment);

/* Stores an answer that was computed in advance; counts neither hit nor miss. */
void answers_rehearse(Answers *answers, const Answer *answer);
/* Records a question whose answer cannot be stored. */
void answers_note(Answers *answers, const AnswersAsked *asked);

/* Good minus bad judgements of answers that a phrase decided, within bounds. */
#define ANSWERS_SCORE_LEAST (-5)
#define ANSWERS_SCORE_MOST 2
int answers_score(Answers *answers, Str phrase);
/* Judges the tree's last answer, once. Returns its phrase and the phrase's new score. False if
   there is no such answer, or the judgement cannot be stored. */
bool answers_judge(Answers *answers, Arena *arena, bool good, Str *phrase, int *score);

AnswersInfo answers_info(Answers *answers);
/* The tree's most frequent questions, at most `max`; returns their number. */
size_t answers_asked(Answers *answers, Arena *arena, AnswersAsked *asked, size_t max);
