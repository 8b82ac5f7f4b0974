/* The cells of a notebook in format 4, read from its JSON. */
#pragma once

#include "base/arena.h"
#include "lang/scan/json_items.h"

typedef struct Notebook {
    size_t cells; /* offset of the list of cells; 0: not laid out as in format 4 */
    Str language; /* id of the kernel's language, or the name of an unknown one */
} Notebook;

typedef struct Cell {
    size_t start, end;
    Str type;
    JsonItems source, outputs; /* iterators at these among the cell's members */
    bool has_source, has_outputs;
    Str text;      /* the source, decoded */
    uint32_t *map; /* source offset of each of its bytes, and of its end */
} Cell;

Notebook notebook_open(Str text);
/* The value of a member that is a string, without its quotes; its escapes are kept. */
Str notebook_string(const JsonItems *items);
/* Decodes a string, or a list of strings that are its lines. The text is in `arena`, its map in
   `maps`, which may be the same. */
Str notebook_decode(Arena *arena, Arena *maps, const JsonItems *value, uint32_t **map);
/* The cell at which the iterator stands. */
Cell notebook_cell(Arena *arena, Arena *maps, const JsonItems *cells);
/* Whether the cell is in the notebook's language; `%%bash` and the like select another. */
bool notebook_is_of_language(Str text);
