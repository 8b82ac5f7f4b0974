/* What a grammar's tables say that trimming has to know (lang/walk/rule_trim.h). Results are in the
   arena. */
#pragma once

#include "lang/walk/rule_table.h"

/* By kind, whether nodes of other kinds may be shown as it, by a name that their parent gives them:
   too late for what is in them. */
bool *grammar_renamed(Arena *arena, const TSLanguage *grammar, uint32_t kind_count);
/* By production: it renames no child, and no rule looks at a field that it gives to one. */
bool *grammar_plain(Arena *arena, const TSLanguage *grammar, const RuleTable *table);
/* By symbol what there is by kind: symbols that nodes show as the same have the same. */
uint16_t *grammar_kinds(Arena *arena, const TSLanguage *grammar, const uint16_t *kinds,
                        uint32_t kind_count);
uint64_t *grammar_bits(Arena *arena, const TSLanguage *grammar, const uint64_t *bits,
                       uint32_t kind_count);
/* By symbol: some path asks for the kind. */
bool *grammar_asked_for(Arena *arena, const TSLanguage *grammar, const RuleTable *table);
/* By symbol: no name that a parent may give it has one of these bits. */
bool *grammar_below(Arena *arena, const TSLanguage *grammar, const uint16_t *kinds, unsigned bits,
                    uint32_t kind_count);
