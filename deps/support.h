#pragma once
#include <stdbool.h>
#include <stdint.h>

/* What the parser core and the grammars call instead of the C library (support.c). */

/* Called with the reason when an assertion of the core or of a grammar fails, or it calls abort().
   Must not return: it unwinds out of the parse. Unset or returning: the process aborts.
   Set it once, before the first parse. */
extern void (*fovea_grammar_failed)(const char *why);
/* Called each time that so many bytes, which take a few milliseconds, were read and given up: a
   scanner may look as far as the end of the text from each character that fits nowhere. May unwind
   out of the parse. */
#define FOVEA_PULSE_BYTES (4u << 20)
extern void (*fovea_grammar_pulse)(void);
/* The characters of the text from one offset to another, for a parser with a decoder of its own;
   the payload is that of its TSInput. Unset, the lexer goes back and counts. */
extern uint32_t (*fovea_grammar_columns)(void *payload, uint32_t from, uint32_t to);

/* What a node's kind means to whoever will look at the tree, while it is made (trim.h). A node is
   `wanted` when its kind says so, or one below it is. */
typedef enum FoveaTrimKind {
    FOVEA_TRIM_LOCAL = 1,   /* wanted; only declares functions */
    FOVEA_TRIM_ALWAYS = 2,  /* wanted */
    FOVEA_TRIM_OUTSIDE = 4, /* wanted outside functions */
    FOVEA_TRIM_FOUND = 8,   /* wanted, even where nobody looks by itself (SKIP) */
    FOVEA_TRIM_WANTED = 15,
    FOVEA_TRIM_LEVELS = 0xf0,  /* times 16: wanted when the ancestor so far up is a TOP */
    FOVEA_TRIM_TOP = 0x100,    /* … or one before it */
    FOVEA_TRIM_ASKED = 0x200,  /* `ask` says what it is beside */
    FOVEA_TRIM_OPEN = 0x400,   /* its children are looked at from above */
    FOVEA_TRIM_WHOLE = 0x800,  /* those of its children are */
    FOVEA_TRIM_SCOPE = 0x1000, /* what is below is in a function */
    FOVEA_TRIM_SKIP = 0x2000,  /* nobody looks below by itself */
    FOVEA_TRIM_COMMENT = 0x4000,
    FOVEA_TRIM_HELD = 0x8000, /* is looked at from above what it stands in */
    /* Of a node, not of a kind: it ends with what ends last in it, and not with a comment. */
    FOVEA_TRIM_BARE = 0x10000,
    /* It stands in place of a hidden one, as what that had in its only field. */
    FOVEA_TRIM_SETTLED = 0x20000,
    FOVEA_TRIM_SETTLED_INLINE = 2, /* the same where there are four bits */
} FoveaTrimKind;

typedef struct FoveaTrim {
    const uint16_t *kinds; /* by symbol: FoveaTrimKind bits */
    const uint16_t *names; /* by symbol: the field that a SCOPE must have; 0: none */
    const bool *fields;    /* by field: the children of those in it are looked at from above */
    const bool *searched;  /* by field: of those in it others than the HELD ones are, too */
    /* By field a bit for each field (some may share one) from which children are looked for, and by
       field and by symbol those that look for children in it, or for HELD ones of the kind. */
    const uint8_t *from, *held_fields;
    const uint16_t *held_kinds;
    /* In which parents: by field a bit, which those by symbol have; no bit: in all. */
    const uint64_t *field_bits, *field_parents;
    /* By symbol: those kinds whose children are looked at when they stand in this one, as bits that
       `opened` gives them. */
    const uint64_t *opens, *opened;
    const bool *plain; /* by production: it gives children neither names of their own nor fields
                          that are looked at */
    const bool *told;  /* by symbol: some path asks for the kind */
    const bool *below; /* by symbol: no TOP, whatever name its parent gives it */
    uint32_t kind_count, token_count;
    uint32_t lists_from; /* children of a repetition but so many named ones at its start may lose
                            theirs before its parent is known */
    /* More bits, LOCAL to OUTSIDE, of a node (a `Subtree *`) whose text starts at that byte. */
    uint32_t (*ask)(void *context, const void *subtree, uint32_t start);
    void *context;
} FoveaTrim;

/* For the parses of this thread from now on; NULL: trees are whole. */
void fovea_grammar_trim(const FoveaTrim *plan);
/* Whether a parse on this thread had to recover from a syntax error since the last call with
   `forget`. */
bool fovea_grammar_recovered(bool forget);
