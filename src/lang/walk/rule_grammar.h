/* Facts about a grammar that trimming needs (lang/walk/rule_trim.h), derived from its tables. A
   kind is the public symbol of a node; several internal symbols may share one. Results are arrays
   in the arena. */
#pragma once

#include "lang/walk/rule_table.h"

/* By kind: whether it is an alias that some parent gives to nodes of other kinds. Such an alias is
   known only once the parent is built, too late to decide about the node's children. */
bool *grammar_renamed(Arena *arena, const TSLanguage *grammar, uint32_t kind_count);
/* By production: whether it aliases no child and gives no child a field that a rule looks at. */
bool *grammar_plain(Arena *arena, const TSLanguage *grammar, const RuleTable *table);
/* Translate an array by kind into one by symbol. */
uint16_t *grammar_kinds(Arena *arena, const TSLanguage *grammar, const uint16_t *kinds,
                        uint32_t kind_count);
uint64_t *grammar_bits(Arena *arena, const TSLanguage *grammar, const uint64_t *bits,
                       uint32_t kind_count);
/* By symbol: whether a path of some rule names its kind. */
bool *grammar_asked_for(Arena *arena, const TSLanguage *grammar, const RuleTable *table);
/* By symbol: whether neither its kind nor any alias of it has one of the bits in `kinds`. */
bool *grammar_below(Arena *arena, const TSLanguage *grammar, const uint16_t *kinds, unsigned bits,
                    uint32_t kind_count);
