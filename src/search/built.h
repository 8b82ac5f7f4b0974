/* Names that code builds: `cmd_##n`, `"do_" + kind`, `"handle_#{kind}"`. Such a name is not in the
   text as a word; only a part of it is, next to a hole. LangFacts describe holes and joints. */
#pragma once

#include "search/mention_search.h"

/* A part of a name next to a hole. */
typedef struct BuiltPart {
    Str text;
    size_t offset;
    bool ends;   /* it is after the hole */
    bool pasted; /* by a preprocessor; else it is text of a string */
    bool alone;  /* the string begins with it, or ends */
} BuiltPart;
typedef void BuiltVisit(void *context, const BuiltPart *part);

/* Visits the parts in a text of this language. A language without facts is read by the facts of
   all. */
void built_parts(const Language *language, Str text, BuiltVisit *visit, void *context);
/* Whether the part may begin or end such a name: it is long enough, and a separator or a capital
   says that the name continues there. */
bool built_fits(const BuiltPart *part, Str name, bool ignore_case);

typedef struct BuiltPlace {
    uint32_t file;
    uint32_t line;
    bool pasted;
} BuiltPlace;

/* Places where a name may be built. */
typedef struct Built {
    VEC(BuiltPlace) list; /* the first BUILT_PLACES_MAX */
    bool more;            /* there are others, or not all was read */
} Built;
/* As many places as a line of an answer shows. */
#define BUILT_PLACES_MAX 3

/* Looks in the code of languages that build names as `language` does; NULL: in all code. */
bool built_find(const MentionSearch *search, Arena *arena, const Language *language, Str name,
                Built *built, Err *err) MUST_USE;
