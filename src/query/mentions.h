/* Sentences that deny, and what makes them true. Before an answer says that nobody calls a symbol,
   that no test names it or that nothing implements it, all text files of the tree are searched for
   its name as a word. The sentence then says how many files that were, or which lines have the
   word, or what was not searched and which call does it. */
#pragma once

#include "search/built.h"
#include "session/send.h"
#include "session/session.h"

/* Places that an answer names for each kind; the counts are of all. */
#define MENTIONS_SHOWN 3

/* What the answer itself accounts for. */
typedef struct MentionKnown {
    uint64_t sites; /* places in code, besides the declarations of the name */
    bool no_tests;  /* lines of tests are shown elsewhere */
    bool no_prose;  /* nor are those of documents wanted */
    bool own_only;  /* other symbols of the name may be what is looked for */
    bool any;       /* users are known: only further lines of code are shown */
    bool through;   /* a line of code may be a call through a value */
} MentionKnown;

/* Lines with the word that the answer does not account for. */
typedef struct MentionRest {
    const Mentions *all;
    uint64_t counts[MENTION_KIND_COUNT]; /* lines; places where `in_places` */
    uint64_t total;
    bool in_places;
    bool declared;        /* a symbol has the name, whose own lines are not counted */
    MentionLineVec lines; /* at most MENTIONS_SHOWN of each kind, those that are known */
    Built built;          /* where code may build the name from parts */
    Built disguised;      /* where code writes it otherwise than letter by letter */
    Str spelled;          /* another spelling that the text has, or empty */
    Str call;             /* the search that shows the lines: `fovea grep NAME --whole-word` */
    const struct MentionRest *also; /* of a name that it is registered under; or NULL */
} MentionRest;

/* The word by which text names a symbol: `f` of `a.f`, `empty` of `empty?`, `doIt` of
   `doIt:with:`. Empty: it has none. */
Str mentions_word(const Language *language, Str name);
/* The same for a symbol's name. */
Str mentions_symbol_word(const IndexSession *session, uint32_t symbol);
/* Prepares a search of the session's tree, which the caller closes. */
bool mentions_open(SessionRequest *request, const IndexSession *session, FsTree *tree,
                   MentionSearch *search);
/* The call that shows the lines, in a directory or (empty) everywhere. */
Str mentions_search_call(SessionRequest *request, const Mentions *all, Str directory);
/* Searches the tree once for each word and answer. Never NULL; what could not be searched is
   counted. */
const Mentions *mentions_of(SessionRequest *request, IndexSession *session,
                            const Language *language, Str word);
/* The same for the name of a symbol. */
const Mentions *mentions_of_symbol(SessionRequest *request, IndexSession *session, uint32_t symbol);
/* What the text has beyond the symbol's declarations and what is known. If that is nothing, other
   spellings of the name are looked for, too; and if no user is known either, a note of the answer
   names what of the tree is not searched (query/unseen.h). */
MentionRest mentions_rest(SessionRequest *request, IndexSession *session, uint32_t symbol,
                          const MentionKnown *known);
/* Notes lines with a name under which the symbol is registered, which a sum does not count. */
void mentions_note_registered(SessionRequest *request, IndexSession *session, uint32_t symbol);
/* The same for a word that no symbol has. */
MentionRest mentions_rest_of(SessionRequest *request, IndexSession *session, const Mentions *all);
/* Writes a word as it is shown in a line: shortened, without control characters. */
void mentions_put_word(Buf *out, Str word);
/* The sentence: `no other line of the 12 text files has the word f`, or the lines by kind and the
   call that shows them. */
Str mentions_sentence(SessionRequest *request, const IndexSession *session, const MentionRest *rest,
                      const MentionKnown *known);
/* `its name may be built at a.c:3, b.c:9`; nothing if no place is known. */
Str mentions_built_text(SessionRequest *request, const IndexSession *session,
                        const MentionRest *rest);
/* `registered by another name: 1 line has the word app-rows, in …`; else nothing. */
Str mentions_registered_text(SessionRequest *request, const IndexSession *session,
                             const MentionRest *rest);
/* The same lines as fields: searched, missed, lines of each kind, places, show. */
Json *mentions_value(Arena *arena, const IndexSession *session, const MentionRest *rest);

/* Tests, or page templates, that name it. */
typedef struct MentionsIn {
    uint32_t there;  /* files of that kind in the tree */
    uint32_t files;  /* that have the word */
    uint64_t hits;   /* lines */
    VEC(Str) paths;  /* of the first MENTIONS_PATHS files */
    uint32_t missed; /* files of the tree that were not searched */
    Str call;        /* the search that shows them */
} MentionsIn;
#define MENTIONS_PATHS 10
MentionsIn mentions_in_tests(SessionRequest *request, IndexSession *session, uint32_t symbol);
/* The same for several symbols: which of their names tests have. */
MentionsIn mentions_any_in_tests(SessionRequest *request, IndexSession *session,
                                 const IdVec *symbols);
/* The same for a word that no symbol has any more. */
MentionsIn mentions_of_word_in_tests(SessionRequest *request, IndexSession *session, Str word);
MentionsIn mentions_in_templates(SessionRequest *request, IndexSession *session, uint32_t symbol);
