/* A large declaration in pieces: its beginning, and the lines that match best. */
#pragma once

#include "search/rank_declarations.h"

/* The beginning, and each line that matches. */
#define PIECES_MAX (1 + RANK_LINES_MAX)

typedef struct Piece {
    uint32_t first, last; /* lines */
} Piece;

typedef struct PiecesOf {
    uint32_t first, last;  /* lines of the declaration, including its comment */
    uint32_t named;        /* the line with its name */
    const uint32_t *lines; /* RANK_LINES_MAX lines that match best, or NULL */
    uint32_t around;       /* lines shown before and after these */
} PiecesOf;

/* Lines shown around a line that matches, and where little room is left. */
#define PIECES_AROUND 6
#define PIECES_AROUND_TIGHT 2

/* Whether a declaration is shown in pieces: two screens are read, more is searched through. */
bool pieces_suit(uint32_t first, uint32_t last, size_t bytes);
/* Finds the pieces, in their order; returns their number, at least 1. */
size_t pieces_find(const PiecesOf *of, Piece pieces[PIECES_MAX]);
/* Writes them, and how many lines lie between. */
void pieces_put(Buf *out, Str file, const PiecesOf *of);
