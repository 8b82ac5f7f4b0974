/* The subject of a question about impact. */
#pragma once

#include "relations/impact_diff.h"
#include "search/handle.h"

/* What a question about impact or tests names; exactly one of a symbol and a change. */
typedef struct ImpactAsked {
    Str symbol, file; /* a symbol and its file, or a range for git (`HEAD~3..`) as the symbol */
    bool named;       /* the caller gave one of them */
    Str change;       /* a diff, or what names one (impact_diff_read) */
    bool has_change;
    bool staged; /* the staged change */
} ImpactAsked;

/* Finds what changes: a named symbol with its members, a directory or module, or the symbols of a
   diff. */
bool impact_focus(SessionRequest *request, IndexSession *session, const ImpactAsked *asked,
                  ImpactDiff *diff, Err *err) MUST_USE;
/* Whether the question is about a diff. */
bool impact_by_diff(const ImpactAsked *asked);
/* Whether the name is that of a file, function, type or macro, rather than of a field, a variable,
   a heading or a key: a directory of that name has precedence over the latter. */
bool focus_names_code(const Catalog *catalog, const HandleMatch *match);
