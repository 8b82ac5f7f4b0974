/* Where edges do not lead, names still stand: in the text of tests, which may call what they do not
   import, and of templates, which no grammar connects with code, and of code itself, where values
   have types that nobody knows. Counted by name alone. */
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
    bool looked;      /* false: too many files, or they cannot be read */
    uint32_t there;   /* such files in the repository */
    uint32_t files;   /* those that name it */
    uint64_t hits;    /* lines */
    uint64_t further; /* matches in code behind the first of their lines */
    VEC(Str) paths;   /* of the first NAMED_PATHS_MAX of them */
    Str call;         /* the search that shows them: `fovea grep NAME tests --whole-word` */
} TextMentions;

TextMentions text_mentions(ToolCall *call, const IndexSession *session, NamedWhere where, Str name);
/* Whether the text of templates is of interest for symbols of this language. */
bool text_mentions_has_templates(const Language *language);
