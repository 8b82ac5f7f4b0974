/* Mentions: the places of a word in the text of a tree, in any kind of file. The call graph has
   only calls that it follows. So an answer that denies ("no caller", "no test", "none known")
   searches the text first: code that is followed and code that is not, data, templates, files of
   unknown languages, and prose. */
#pragma once

#include "base/fs.h"
#include "base/map.h"
#include "index/catalog/catalog.h"

/* The kind of a place with the word. */
typedef enum MentionKind {
    MENTION_CODE,    /* in a source whose calls are followed */
    MENTION_TEST,    /* in the code of a test */
    MENTION_COMMENT, /* in a comment of one of both */
    MENTION_TEXT,    /* in a file that is not followed: data, generated, another language */
    MENTION_PROSE,   /* in a document */
    MENTION_KIND_COUNT
} MentionKind;

/* A file that has the word. */
typedef struct MentionFile {
    uint32_t file;    /* of the catalog */
    MentionKind kind; /* of its places, comments aside */
    bool template;    /* a page template, whatever its kind */
    uint64_t lines;
    uint64_t places; /* at least one a line */
} MentionFile;
typedef VEC(MentionFile) MentionFileVec;

typedef struct Mentions {
    Str word;
    bool ignore_case;
    Str any;                   /* an expression for one of several words, or empty */
    MentionFileVec list;       /* by kind, then path */
    uint32_t searched;         /* text files that were searched, or that an index rules out */
    uint32_t missed;           /* files that were not: too many, or unreadable */
    uint64_t missed_bytes;     /* the size of these */
    uint32_t guessed;          /* searched files that are not UTF-8: text/coding.h */
    uint32_t tests, templates; /* files of these kinds in the tree, with the word or without */
} Mentions;

/* What is read at most when the index has ruled out the rest: some tenths of a second. */
#define NARROWED_BYTES_MAX (256 * MB)
#define NARROWED_FILES_MAX 12000

/* The same for an answer in which the search is a side issue: some milliseconds. */
#define FRUGAL_BYTES_MAX (16 * MB)
#define FRUGAL_FILES_MAX 1000

/* The same for an answer that would be whole without it. */
#define CODE_BYTES_MAX MB
#define CODE_FILES_MAX 100

/* What is searched. `tree` is the work tree of the catalog, `store` may be NULL. */
typedef struct MentionSearch {
    const Catalog *catalog;
    Store *store;
    const FsTree *tree;
    const volatile bool *cancel;
    const Map *without; /* paths that are left out, or NULL */
    bool beyond;        /* only files that are not followed whole; the index is used in any tree */
    bool no_templates;  /* leaves out templates, which another note counts */
    bool only_tests;    /* leaves out all but tests */
    bool only_code;     /* leaves out all but code that is followed; the index is used in any tree,
                           and nothing is read if it were more than CODE_*_MAX */
    bool frugal;        /* asks no index, and reads nothing if it were more than FRUGAL_*_MAX */
} MentionSearch;

/* Whether the places of a file are in code that is followed, a test, prose, or other text. */
MentionKind mention_kind_of(const CatalogFile *file);
/* Whether all calls of the file are followed: it is code of a language with calls, and was read
   whole. */
bool mention_is_followed(const CatalogFile *file);

/* Marks the files, by their number, that may have one of the words, as the index of terms knows;
   NULL when it does not know one of them. */
bool *mention_search_mark(const MentionSearch *search, Arena *arena, const Str *words,
                          size_t count);
/* Searches all text files of the catalog for a word, which has the same bounds as in
   `grep --whole-word`. A large tree is searched through the index of terms: files that it rules out
   count as searched. What exceeds a limit is counted in `missed`. */
bool mention_search_find(const MentionSearch *search, Arena *arena, Str word, bool ignore_case,
                         Mentions *mentions, Err *err) MUST_USE;
/* The same for whichever of several words; lines then say which. */
bool mention_search_find_any(const MentionSearch *search, Arena *arena, const Str *words,
                             size_t count, Mentions *mentions, Err *err) MUST_USE;

/* One line with the word. */
typedef struct MentionLine {
    uint32_t file;
    uint32_t line;
    uint32_t places;
    MentionKind kind;
    Str word; /* if several, the first one in the line */
} MentionLine;
typedef VEC(MentionLine) MentionLineVec;

/* Lists the lines, in the order of the files. False, with the list incomplete, if they are too many
   to be read for one answer. */
bool mention_search_lines(const MentionSearch *search, Arena *arena, const Mentions *mentions,
                          MentionLineVec *lines);
