/* Frequency counts of categorical fields over the records of a JSONL file: how many records of
   each type, role or level.

   Only fields whose name denotes a category are counted, in the record itself and in the message
   it wraps. A field is dropped when it has many or long values: these may be private. */
#pragma once

#include "lang/scan/schema.h"

/* Fields counted in one file. */
#define TALLY_FIELDS_MAX 32

typedef struct Tally {
    Str key;
    uint32_t scope; /* index + 1 of the field that contains it; 0: the record itself */
    bool dropped;   /* it has too many values, or one that is not a category */
    Map values;     /* value -> number of records */
} Tally;

typedef struct Tallies {
    Arena *arena;
    Tally entries[TALLY_FIELDS_MAX];
    size_t len;
    Str kind; /* first counted field of the latest record (its type or role); may be empty */
    Str first_time, last_time; /* time stamps of the first and the last record that has one */
} Tallies;

/* Counts one record. Returns whether one of its values is rare so far, which makes the record
   worth sampling. *complete says whether the record is one whole object or array. */
bool tally_record(Tallies *tallies, Str record, bool *complete);
/* Writes the counts into the `detail` of the schema nodes of these fields. */
void tally_attach(const Tallies *tallies, Arena *arena, SchemaNode *root);
