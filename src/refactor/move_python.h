/* What Python looks up by name when it runs. Only move_python*.c include this. */
#pragma once

#include "refactor/move.h"

/* The module's own name: `shapes` of pkg/shapes.py. */
Str python_stem(Str path);
/* Adds the names of the old module that strings of the moved code have where they may be
   annotations, so that they count as used. */
void python_read_annotations(Move *move);
/* Refuses code that depends on the module that it is in. */
bool python_check_text(const Move *move, Err *err) MUST_USE;
/* Refuses when some code asks for the module of the symbol. */
bool python_check_asked(const Move *move, Err *err) MUST_USE;
/* Refuses when something assigns or replaces a name that the moved code uses, or the symbol, in the
   old module. */
bool python_check_replaced(const Move *move, Err *err) MUST_USE;
/* Refuses names that one of the modules gives a meaning more than once, or by an import of its own:
   what the moved code would find depends on when it looks. */
bool python_check_binds(const Move *move, Err *err) MUST_USE;
/* Whether defining the class may tell others of it: its bases or its metaclass decide. */
bool python_is_registered(const Move *move);
/* Whether the old module must offer the symbol: it is named with its module in a string or a text,
   a file imports everything of the module, or looks names up when it runs, as pickle does. */
bool python_is_reached(const Move *move);
