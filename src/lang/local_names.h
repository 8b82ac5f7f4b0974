/* Local names: which declaration each occurrence of a name means within functions. A tree is walked
   once; scopes nest as its nodes do, and a name means its nearest visible declaration (lexical
   scope). Names that no function declares are free: what they mean is for the resolver to say. */
#pragma once

#include "lang/lang.h"

/* How a language scopes its local variables: languages/<id>/rename.def. Lists are words separated
   by spaces. A word is a kind of node, or an edge: `parent.field`, `parent/kind`, or with the node
   around them `outer/parent.field`. */
typedef struct LocalFacts {
    const char *names;     /* nodes of names that may be variables */
    const char *functions; /* what opens a scope for parameters and variables */
    const char *borders;   /* … of these, those whose code sees no variable around them */
    const char *blocks;    /* what opens a scope within a function */
    const char *classes;   /* what opens a scope of members */
    const char *joined;    /* … although listed, opens none: the body of a function */
    const char *outside;   /* what belongs to the scope around the one that it is in */
    const char *binds;     /* below this, names are declared in the scope around them … */
    const char *hoists;    /* … in the function around them */
    const char *assigns;   /* … unless the name means a variable already */
    const char *declarers; /* … if one of the words `declaring` is right before or after */
    const char *declaring;
    const char *values;     /* below this, names are uses, although they are below a bind */
    const char *parameters; /* below this, the declared names are parameters */
    const char *unseen;     /* in this, the names that it declares are not visible yet */
    const char *frees;      /* says that a name is one of an outer scope: `nonlocal` */
    const char *globals;    /* … of no function */
    const char *fixed;      /* below this, a rename must not change the name: imports, members */
    const char *apart;      /* names that are no variables: labels, keys, named arguments */
    const char *named;      /* … if `=` follows */
    const char *keys;       /* names that are no variables if some type has such a member */
    const char *bare_keys;  /* keys that are a variable, too, where no value follows */
    const char *shorthand;  /* a key and a variable in one: `{x}` */
    const char *opaque;     /* text that is not parsed further: token trees of macros */
    const char *strings;    /* strings in which `mark` is before a variable: `{x}`, `$x` */
    char mark;
    char sigil;               /* what is before each variable, and before no other name: `$` */
    const char *evaluates;    /* words of code that reads variables by their names */
    const char *implicit;     /* variables that are visible without a declaration */
    bool forward;             /* a variable is visible after its declaration only */
    bool redeclares;          /* a second declaration in a scope is another variable */
    bool classes_are_seen;    /* code of functions in a class sees its members as names */
    bool capitals_are_values; /* in a pattern, a name with a capital is a constant */
    bool never_shadows;       /* a variable must not have the name of one around it */
    const char *passed;       /* names of parameters in calls; NULL: they are passed by place */
} LocalFacts;

typedef enum LocalRole {
    LOCAL_UNKNOWN,  /* code that the walk did not understand */
    LOCAL_FREE,     /* no function around it declares it */
    LOCAL_VARIABLE, /* a parameter or a variable of a function */
    LOCAL_MEMBER,   /* a member of a type within a function */
    LOCAL_APART,    /* no variable */
} LocalRole;

/* One occurrence of a name in code. */
typedef struct LocalSite {
    uint32_t start, end;
    uint32_t name; /* index in LocalQuery.names */
    LocalRole role;
    uint32_t declared;                     /* start of the occurrence that declares it */
    uint32_t scope_start, scope_end;       /* of the declaring scope */
    uint32_t function_start, function_end; /* of the innermost function around the occurrence */
    bool declares, parameter, fixed, shorthand, opaque;
    bool doubtful; /* perhaps no variable: a key */
    bool in_class; /* a type is between the declaration and the occurrence */
} LocalSite;
typedef VEC(LocalSite) LocalSiteVec;

typedef struct LocalQuery {
    const Language *language;
    Str text;
    const LocalFacts *facts;
    Str names[2]; /* the second may be empty */
} LocalQuery;

typedef struct LocalDamage {
    uint32_t start, end;
} LocalDamage;
/* More say nothing more about a text. */
#define LOCAL_DAMAGE_MAX 1000

typedef struct LocalNames {
    LocalSiteVec sites;      /* in order */
    VEC(LocalDamage) damage; /* syntax errors, at most LOCAL_DAMAGE_MAX */
} LocalNames;

/* Deeper nesting is not followed. */
#define LOCAL_DEPTH_MAX 2000

/* False if the text cannot be parsed or is nested too deeply. */
bool lang_local_names(Arena *arena, Arena scratch, const LocalQuery *query,
                      LocalNames *names) MUST_USE;
