/* What white space means in a language: one row of its lang.def. Zero: anything may carry meaning
   except blank lines, blanks at the ends of lines and the indentation of all lines by as much. */
#pragma once

#include "base/arena.h"
#include "base/str.h"

typedef enum LayoutTrait {
    LAYOUT_LINES_FREE = 1,   /* a line break is a space */
    LAYOUT_SPACES_FREE = 2,  /* a space only separates tokens */
    LAYOUT_WIDTH_FREE = 4,   /* how many blanks there are means nothing; where indentation forms
                                blocks, their levels are tokens */
    LAYOUT_LINES_JOINED = 8, /* a line that ends in an operator, comma or open bracket continues */
    LAYOUT_BRACKETS_JOIN = 16,  /* line breaks mean nothing inside ( ) and [ ] */
    LAYOUT_OPERATORS_EVEN = 32, /* an operator with blanks on both sides is as one with none */
    LAYOUT_COLON_OPENS = 64,    /* a line may continue after a colon, as a block of one line */
    LAYOUT_TAGS = 128           /* between the attributes of a tag a line break is a space */
} LayoutTrait;

#define LAYOUT_FREE (LAYOUT_LINES_FREE | LAYOUT_SPACES_FREE | LAYOUT_WIDTH_FREE)

typedef struct LangLayout {
    unsigned traits;
    const char *before, *after;    /* marks before, or after, which a space means nothing */
    const char *continues;         /* first bytes of a line that goes on with the one before */
    const char *const *restricted; /* words after which a line break always counts */
    const char *const *opening;    /* words after which a line break means nothing: `do` */
    const char *const *closing;    /* words before which it means nothing: `end` */
    const char *apart;             /* pairs of marks that a space may separate: `){` */
    const char *trailing;          /* closing marks before which a comma means nothing */
    const char *character;         /* mark before a character that is text: `$` */
    /* Whether two texts of a symbol, from the beginning of its first line, mean the same, by a
       reader of the language; NULL: it has none. */
    bool (*same_text)(Arena scratch, Str old, Str new);
} LangLayout;

/* Comments of a language that are more, or less, than they seem. */
typedef struct LangComments {
    const char *end;               /* text that ends a line comment: `?>` */
    bool continues;                /* a backslash at its end takes in the next line */
    bool trigraphs;                /* so does ??/ */
    bool escapes;                  /* \u000a is a line end, even here (Java) */
    bool unicode_lines;            /* U+2028 and U+2029 end it */
    bool own_line;                 /* a line comment is alone in its line */
    bool blanks_count;             /* blanks before it, or at the end of a line, are part of the
                                      value that is assigned there */
    bool returns_count;            /* a carriage return before a line feed is part of the line */
    bool annotations;              /* code reads `@Name` in it */
    const char *const *program;    /* beginnings of block comments that are run: `!50003` */
    bool only_feeds;               /* a lone carriage return does not end it */
    const char *const *directives; /* beginnings of comments that compilers, builders and
                                      interpreters read, after the comment's marker; `^` in front:
                                      directly after it, without a space */
} LangComments;
