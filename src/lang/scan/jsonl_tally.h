/* Counts by value over the records of a JSONL file: how many of which type, role, level. Only
   fields that name a kind are counted, at the top of a record and inside the message it wraps, and
   only while their values are few and short: anything else may be private. */
#pragma once

#include "lang/scan/schema.h"

/* Counts by value in JSONL: fields that are counted. */
#define TALLY_FIELDS_MAX 32

typedef struct Tally {
    Str key;
    uint32_t scope; /* index + 1 of the entry it lies in; 0: the record itself */
    bool dropped;   /* too many values, or one that does not look like a kind */
    Map values;     /* value -> count */
} Tally;

typedef struct Tallies {
    Arena *arena;
    Tally entries[TALLY_FIELDS_MAX];
    size_t len;
    Str kind; /* the first field counted in the latest record: its type or role; may be empty */
    Str first_time, last_time; /* of the records' time stamps; empty when there are none */
} Tallies;

/* Counts one record. Returns whether it holds a value that was hardly seen before, so that it is
   worth sampling. *complete tells whether the record is one whole object or array. */
bool tally_record(Tallies *tallies, Str record, bool *complete);
/* Writes the counts into the `detail` of the nodes that they belong to. */
void tally_attach(const Tallies *tallies, Arena *arena, SchemaNode *root);
