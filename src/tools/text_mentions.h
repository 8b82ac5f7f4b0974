/* Counts the lines that contain a name where the graph has no edges: in tests, which may call what
   they do not import; in templates, which no grammar connects with code; and in code, where types
   of values are unknown. */
#pragma once

#include "session/session.h"
#include "tools/tool.h"

typedef enum NamedWhere {
    NAMED_IN_TESTS,
    NAMED_IN_TEMPLATES,
    NAMED_IN_CODE,     /* that is no test */
    NAMED_IN_ALL_CODE, /* and tests */
} NamedWhere;

/* Files that an answer names; the count is of all. */
#define NAMED_PATHS_MAX 10

typedef struct TextMentions {
    bool looked;      /* false: there are too many files, or they cannot be read */
    uint32_t there;   /* files of that kind in the repository */
    uint32_t files;   /* that contain the name */
    uint64_t hits;    /* lines */
    uint64_t further; /* matches in code beyond one a line */
    VEC(Str) paths;   /* of the first NAMED_PATHS_MAX files */
    Str call;         /* the search that shows them: `fovea grep NAME tests --whole-word` */
} TextMentions;

TextMentions text_mentions(ToolCall *call, const IndexSession *session, NamedWhere where, Str name);
/* Whether templates can name symbols of this language. */
bool text_mentions_has_templates(const Language *language);
