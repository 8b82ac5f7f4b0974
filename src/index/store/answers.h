/* Answers that were given, on disk, for all processes of this user that ask the same of one index:
   in a small database of their own beside the index. It is a cache of a cache: when it is damaged,
   locked, of another version or cannot be written, nothing is known and nothing is kept, and no
   call fails for it. What is in an answer is the business of who puts it there. */
#pragma once

#include "base/str.h"

typedef struct Answers Answers;

typedef struct AnswersOptions {
    Str index;       /* path of the index */
    Str directory;   /* of the file; empty: beside the index */
    uint64_t max;    /* answers; of more the ones go that were used longest ago */
    uint64_t ttl_s;  /* older ones are not given */
    uint64_t tree;   /* the work tree's number in the index */
    uint64_t moment; /* the state of its index: answers of another one are dropped */
} AnswersOptions;

#define ANSWER_KEY_BYTES 16
typedef struct Answer {
    char key[ANSWER_KEY_BYTES]; /* of all that it depends on, `moment` included (hash_content) */
    Str mark;                   /* bytes that are kept beside it, for who compares them */
    Str body;
    uint64_t cost_ms; /* of making it */
} Answer;

/* What was asked, and how often: to be asked again. */
typedef struct AnswersAsked {
    char key[ANSWER_KEY_BYTES]; /* the same whatever the moment */
    Str words;                  /* opaque; empty: it is not to be asked again */
    uint64_t times;
    Str phrase; /* that decided how it was answered; empty: none did */
} AnswersAsked;

typedef struct AnswersInfo {
    uint64_t answers, bytes;
    uint64_t hits, misses, saved_ms;
    uint64_t oldest_s, newest_s; /* ages */
    uint64_t asked;
} AnswersInfo;

/* The path of the file that belongs to an index; in this directory, or beside it. */
Str answers_path(Arena *arena, Str index, Str directory);
/* Opens it, and makes it when it is missing. NULL: there is none. */
Answers *answers_open(Arena *arena, const AnswersOptions *options);
void answers_close(Answers **answers); /* works as SCOPED(answers_close) */
/* From now on it is about this state. */
void answers_set_moment(Answers *answers, uint64_t moment);

/* Fills in the rest of an answer by its key. False: not known. */
bool answers_get(Answers *answers, Arena *arena, Answer *answer);
/* Counts a hit: the answer was used now. */
void answers_hit(Answers *answers, const Answer *answer, const AnswersAsked *asked);
/* Counts a miss; keeps the answer unless it is NULL. */
void answers_miss(Answers *answers, const Answer *answer, const AnswersAsked *asked);
/* Drops the answers of a tree that are of another moment, if there are any beside this index. */
void answers_outdate(Arena *arena, Str index, uint64_t tree, uint64_t moment);

/* Keeps an answer that nobody asked for: it counts for nothing. */
void answers_rehearse(Answers *answers, const Answer *answer);
/* Notes what was asked without an answer that can be kept. */
void answers_note(Answers *answers, const AnswersAsked *asked);

/* How often more answers that a phrase decided were good than bad, within bounds. */
#define ANSWERS_SCORE_LEAST (-5)
#define ANSWERS_SCORE_MOST 2
int answers_score(Answers *answers, Str phrase);
/* Says so of the tree's last answer, once: its phrase, and the score from now on. False when there
   is none, or it cannot be written. */
bool answers_judge(Answers *answers, Arena *arena, bool good, Str *phrase, int *score);

AnswersInfo answers_info(Answers *answers);
/* The most frequent ones, at most `max`; returns how many. */
size_t answers_asked(Answers *answers, Arena *arena, AnswersAsked *asked, size_t max);
