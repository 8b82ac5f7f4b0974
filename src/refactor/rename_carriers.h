/* Names that may lead to a value of the symbol's type: the type, what is declared with it, what is
   assigned, returned, iterated or passed. They are found by how code is written; in doubt a name
   counts. */
#pragma once

#include "refactor/rename.h"

/* Names of one rename; with more, everything that is shown counts. */
#define CARRIERS_MAX 2000

typedef struct Carrier {
    Str name;
    uint32_t file, first, last; /* lines in which the name counts; UINT32_MAX for every file */
    bool is_type;
    bool is_typed; /* … as its declaration says */
    bool keys;     /* of a map whose keys carry one, and its values do not */
} Carrier;

/* A function that is given such a value, so that a parameter holds it. */
typedef struct CarrierCall {
    Str name;
    uint32_t position; /* of the argument; CARRIER_ANYWHERE: any of them */
} CarrierCall;
#define CARRIER_ANYWHERE UINT32_MAX

typedef struct Carriers {
    const Rename *rename;
    VEC(Carrier) names;
    VEC(CarrierCall) called;
    VEC(Str) fields;    /* that only assignments make: `self.size = 3` */
    uint64_t words[16]; /* a filter over both */
    bool has_grown;
    bool throws; /* such a value is thrown, perhaps within another */
    bool loose;  /* a function that is not known is given such a value */
} Carriers;

/* Where names are read. */
typedef struct CarrierPlace {
    Carriers *carriers;
    const CatalogFile *row;
    Str text;
    uint32_t line;
    size_t from;    /* nothing before it is looked at */
    unsigned depth; /* of the calls that are looked into */
    bool notes;     /* what the value leads to is noted */
} CarrierPlace;

/* Whether it may be a member, and not only a variable of a function. */
static inline bool carrier_is_member(const Carrier *carrier)
{
    return carrier->file == UINT32_MAX;
}
/* The carrier that a word is at the place's line, or NULL. */
const Carrier *carrier_find(const CarrierPlace *place, Str word);
/* The carrier that is written at an offset, or NULL. */
const Carrier *carrier_at(const CarrierPlace *place, size_t start, size_t end);
/* Notes a name: everywhere, or in the function around the place's line. */
void carrier_add(CarrierPlace *place, Str name, bool everywhere, bool keys);
/* … a function or type that is given such a value. */
void carrier_add_called(CarrierPlace *place, Str name, uint32_t position);
/* … the function around the place's line, unless its result is plain. */
void carrier_add_function(CarrierPlace *place);
/* Whether a function of the name is declared in that line of the file. */
bool carrier_declares(const CarrierPlace *place, Str name, uint32_t line);
/* Whether code of the tree declares the name, in a language of the symbol's kin. */
bool carrier_is_declared(const Carriers *carriers, Str name);

/* Follows the value of a word at an offset outwards. True if it is that of the whole expression:
   from place->from on, or of its statement. */
bool carrier_follow(CarrierPlace *place, size_t start, size_t end, bool keys);
