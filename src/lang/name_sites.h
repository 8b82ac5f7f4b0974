/* Name sites: every place of a text where one name is written as a whole word. The syntax tree
   says what each place is; without a grammar, or where the tree is opaque (macro bodies), the
   lexical tier distinguishes code, strings and comments. */
#pragma once

#include "lang/lang.h"

typedef enum NameWhere {
    NAME_IN_CODE,
    NAME_IN_STRING,
    NAME_IN_COMMENT,
} NameWhere;

/* The mark directly before a name that is reached through something else. */
typedef enum NameAccess {
    ACCESS_NONE,
    ACCESS_MEMBER, /* `.`, `->`, `?.`, `&.` */
    ACCESS_SCOPE,  /* `::`, `\` */
} NameAccess;

typedef struct NameSite {
    uint32_t start;
    uint32_t line, column; /* from 1; the column in bytes */
    NameWhere where;
    NameAccess access;
    Str qualifier;           /* the word before the access mark; empty if no word is there */
    char next;               /* the first byte after the name that is not blank; 0 at the end */
    bool whole;              /* NAME_IN_STRING: the string has nothing else in it */
    bool directive;          /* in a line that begins with #, in languages with directives */
    bool in_list;            /* an element of NameHints.list */
    const char *node;        /* kind of the token's node in the tree; NULL without a tree */
    const char *parent;      /* kind of the node around it, or NULL */
    const char *field;       /* its field in that, or NULL */
    const char *outer;       /* kind of the node around `parent`, or NULL */
    const char *outer_field; /* field of `parent` in `outer`, or NULL */
    uint32_t until;          /* end of the innermost node of NameHints.statements around it, or 0 */
    uint32_t raw;            /* bytes of NameHints.raw before it, which are not part of the name */
    bool exported;           /* an element of an object that is assigned to NameHints.exports */
    bool nameless;           /* within a node of NameHints.nameless … */
    uint32_t nameless_start; /* … the innermost one, which begins there */
    uint32_t scope_start, scope_end; /* the innermost node of NameHints.scopes around it, or 0 */
} NameSite;
typedef VEC(NameSite) NameSiteVec;

typedef struct NameHints {
    const char
        *list; /* a variable whose list of strings holds names (Python's `__all__`), or NULL */
    const char *statements; /* kinds of nodes at whose end a variable declared in them is visible */
    const char *exports;    /* variables whose members are a module's exports, or NULL */
    bool arrows;            /* `->` leads to a member */
    const char *scopes;     /* kinds of nodes in which local variables live, by spaces; or NULL */
    const char *nameless;   /* bodies of types without a name: `kind` or `parent/kind`; or NULL */
    const char *raw;        /* prefixes of names that are not part of them: `@`, `r#`; or NULL */
} NameHints;

/* Sites of one name in a file; a name with more is not renamed. */
#define NAME_SITES_MAX 100000

/* What is looked for, and where. */
typedef struct NameQuery {
    const Language *language;
    Str text, name;
    NameHints hints;
} NameQuery;

/* Appends the sites in order. False if there are more than NAME_SITES_MAX. */
bool lang_name_sites(Arena *arena, Arena scratch, const NameQuery *query,
                     NameSiteVec *sites) MUST_USE;
/* The symbol of the outline around an offset, as its index + 1; 0: none. */
uint32_t name_site_symbol(const Outline *outline, uint32_t offset);
/* Whether a list of words, separated by spaces, has the word; NULL is an empty list. */
bool name_is_listed(const char *words, Str word);
/* Whether names of the language may have the byte; a NULL language has letters, digits and `_`. */
bool lang_is_name_byte(const Language *language, char byte);
/* Whether the text has the name as a whole word anywhere. */
bool lang_has_name(const Language *language, Str text, Str name);
