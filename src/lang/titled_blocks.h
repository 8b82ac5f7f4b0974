/* Blocks that a call opens and a title names, in the text of a test file: `it("adds", () => …)`,
   `describe Cart do`, `test_that("adds", { … })`. They declare nothing, so outlines do not have
   them. */
#pragma once

#include "lang/lang.h"
#include "lang/tree_words.h"

typedef enum TitledKind {
    BLOCK_NONE,
    BLOCK_GROUP,
    BLOCK_CASE,
    BLOCK_SETUP,    /* runs before or after each case of its group, or all */
    BLOCK_NAMED,    /* has a value or makes one: `let(:cart) { … }`, `const cart = …` */
    BLOCK_SUBJECT,  /* the same, and also the one that `subject` names */
    BLOCK_SHARED,   /* a group that others include by its title */
    BLOCK_INCLUDED, /* includes one */
    BLOCK_EXAMPLES, /* read as a CASE whose title is the whole call: `doctest Wallet` */
    BLOCK_OFF,      /* is not run, with all that is in it */
    /* Not of blocks, of lists of words only: */
    BLOCK_RECEIVER, /* what may stand before the words: `RSpec.describe` */
    BLOCK_CALLS,    /* kinds of nodes: calls, */
    BLOCK_VALUES,   /* declarations of variables and of functions inside of others, */
    BLOCK_TYPES,    /* and types, which are groups without a call; */
    BLOCK_INFIX, /* operations with one of the words between a title and code: `"adds" in {…}`; */
    BLOCK_BARE,  /* calls of a title with code: `"adds" {…}` */
    BLOCK_LISTS, /* lists of a Lisp that begin with a word: `(test adds …)`; */
    BLOCK_HEADS, /* words of lines that begin a method: `def "adds two"() {`; the text is read
                   without a tree; */
    BLOCK_LABELS, /* labels in the body of a method that make it a case; */
    BLOCK_OPTION, /* of options that switch a case off: `{ skip: true }`, `:skip`; */
    BLOCK_ABOVE,  /* of the lines right above, how they begin, then what they say: `@tag :skip`; */
    BLOCK_NEEDS,  /* words of which the text has one; without it, it has no blocks */
    BLOCK_AMONG,  /* words of which a text that is no test file has one, if it has blocks */
} TitledKind;

/* Words that begin such a block, or kinds of nodes, separated by blanks. */
typedef struct BlockWords {
    TitledKind kind;
    const char *words;
} BlockWords;
typedef VEC(BlockWords) BlockWordsVec;

typedef struct TitledBlock {
    TitledKind kind;
    Str word;  /* that opens it: `it`, `test.each`; or empty */
    Str title; /* as written, without quotes; of NAMED: names, separated by blanks; or empty */
    bool literal;
    uint32_t start, end; /* bytes */
    uint32_t body;       /* where what it runs begins: behind its title */
    uint32_t first_line, last_line;
    uint32_t parent; /* index of the block around it; the first is the whole text */
} TitledBlock;
typedef VEC(TitledBlock) TitledBlockVec;

typedef struct TitledBlocks {
    TitledBlockVec list; /* the whole text, then in the order of the text */
    TreeSpanVec dead;    /* texts and comments, in the order of the text */
} TitledBlocks;

/* Reads the blocks of a text. False: the language has no grammar, or the parse failed. */
bool titled_blocks_read(Arena *arena, Arena scratch, const Language *language, Str text,
                        const BlockWordsVec *words, TitledBlocks *blocks);
/* The same for languages that list HEADS, line by line. */
void titled_heads_read(Arena *arena, Str text, const BlockWordsVec *words, TitledBlocks *blocks);
/* Whether a row of the kind lists the word. */
bool titled_blocks_has(const BlockWordsVec *words, TitledKind kind, Str word);
/* Whether there is a row of the kind. */
bool titled_blocks_has_any(const BlockWordsVec *words, TitledKind kind);
/* The text in quotes at the offset, blanks and a bracket aside; *end: after it. Empty: none. */
Str titled_blocks_quoted(Str text, size_t at, size_t *end);
/* Index of the innermost block around the offset. */
uint32_t titled_blocks_at(const TitledBlocks *blocks, uint32_t offset);
/* Whether the offset is in a text or a comment. */
bool titled_blocks_is_dead(const TitledBlocks *blocks, uint32_t offset);
/* Whether the word is one of those, which blanks separate. */
bool titled_blocks_lists(Str words, Str word);
