/* The shape of a syntax tree, for a comparison of two texts whose tokens are the same: which tokens
   form a node together. It is the grammar's own word on whether white space, semicolons, commas and
   parentheses made a difference. */
#pragma once

#include "lang/tree_words.h"

/* A token, or a string with all that is in it. The marks that formatters add and remove, comments
   and tokens of white space alone are left out. */
typedef struct ShapeLeaf {
    uint32_t start, end;
    uint32_t first, last; /* lists of the nodes that begin and end with it: index + 1, 0: none */
} ShapeLeaf;

/* A node of several leaves. */
typedef struct ShapeNode {
    uint32_t kind;
    uint32_t from, to;              /* its first and its last leaf */
    uint32_t next_first, next_last; /* in the lists of these leaves, inner nodes first */
} ShapeNode;

typedef struct TreeShape {
    VEC(ShapeLeaf) leaves;
    VEC(ShapeNode) nodes;
} TreeShape;

/* Reads the shape of a text and appends its texts with white space (lang_spaced_texts). A language
   without a grammar has neither. False: the parse reached a limit. */
bool tree_shape_read(Arena *arena, Arena scratch, const Language *language, Str text,
                     TreeSpanVec *texts, TreeShape *shape);
