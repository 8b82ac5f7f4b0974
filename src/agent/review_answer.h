/* The answer of a reviewer (specialists.h), read line by line. Models write findings in many forms:
   as list items, in bold, in code spans, in rows of tables, with dashes for colons. */
#pragma once

#include "base/str.h"
#include "base/vec.h"

typedef struct AnswerFinding {
    Str path;
    uint64_t line; /* 0: no line given */
    bool is_note;  /* else a warning or worse */
    Str text;
    VEC(Str) more; /* lines that belong to it */
} AnswerFinding;

typedef struct ReviewAnswer {
    VEC(AnswerFinding) findings;
    bool says_none; /* only "none" */
    Str unread;     /* the first line that names a place but is no finding, or is prose before any
                       finding; or empty */
} ReviewAnswer;

/* Whether the word is the path of a file that the reviewer saw. */
typedef bool AnswerKnows(const void *context, Str path);

/* Reads the whole answer. If it has neither `says_none` nor a finding, it could not be read. */
ReviewAnswer review_answer_read(Arena *arena, Str text, AnswerKnows *knows, const void *context);
