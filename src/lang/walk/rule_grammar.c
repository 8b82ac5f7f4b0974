/* Facts about a grammar for trimming, from its alias and field tables. */
#include "lang/walk/rule_grammar.h"

#include "lang/walk/node.h"

bool *grammar_renamed(Arena *arena, const TSLanguage *grammar, uint32_t kind_count)
{
    bool *renamed = NEW(arena, bool, kind_count);
    uint32_t count = grammar->production_id_count * grammar->max_alias_sequence_length;
    for (uint32_t i = 0; i < count; i++)
        if (grammar->alias_sequences[i])
            renamed[grammar->public_symbol_map[grammar->alias_sequences[i]]] = true;
    return renamed;
}

static bool is_plain(const TSLanguage *grammar, uint32_t production, const bool *looked)
{
    const TSFieldMapEntry *at, *end;
    const TSSymbol *aliases = ts_language_alias_sequence(grammar, production);
    ts_language_field_map(grammar, production, &at, &end);
    for (uint32_t i = 0; aliases && i < grammar->max_alias_sequence_length; i++)
        if (aliases[i])
            return false;
    for (; at < end; at++)
        if (looked[at->field_id])
            return false;
    return true;
}

bool *grammar_plain(Arena *arena, const TSLanguage *grammar, const RuleTable *table)
{
    bool *looked = NEW(arena, bool, ts_language_field_count(grammar) + 1);
    bool *plain = NEW(arena, bool, grammar->production_id_count);
    for (uint32_t i = 0; i < table->step_count; i++)
        if (table->steps[i].op == STEP_FIELD)
            looked[table->steps[i].field] = true;
    for (uint32_t i = 0; i < grammar->production_id_count; i++)
        plain[i] = is_plain(grammar, i, looked);
    return plain;
}

uint16_t *grammar_kinds(Arena *arena, const TSLanguage *grammar, const uint16_t *kinds,
                        uint32_t kind_count)
{
    uint16_t *symbols = NEW(arena, uint16_t, kind_count);
    for (uint32_t i = 0; i < kind_count; i++)
        symbols[i] = kinds[grammar->public_symbol_map[i]];
    return symbols;
}

uint64_t *grammar_bits(Arena *arena, const TSLanguage *grammar, const uint64_t *bits,
                       uint32_t kind_count)
{
    uint64_t *symbols = NEW(arena, uint64_t, kind_count);
    for (uint32_t i = 0; i < kind_count; i++)
        symbols[i] = bits[grammar->public_symbol_map[i]];
    return symbols;
}

bool *grammar_asked_for(Arena *arena, const TSLanguage *grammar, const RuleTable *table)
{
    bool *kinds = NEW(arena, bool, table->kind_count);
    bool *symbols = NEW(arena, bool, table->kind_count);
    for (uint32_t i = 0; i < table->step_count; i++) {
        const RuleStep *step = &table->steps[i];
        for (uint32_t n = 0; n < step->kind_count; n++)
            if (table->kinds[step->kind_first + n] < table->kind_count)
                kinds[table->kinds[step->kind_first + n]] = true;
    }
    for (uint32_t i = 0; i < table->kind_count; i++)
        symbols[i] = kinds[grammar->public_symbol_map[i]];
    return symbols;
}

bool *grammar_below(Arena *arena, const TSLanguage *grammar, const uint16_t *kinds, unsigned bits,
                    uint32_t kind_count)
{
    bool *below = NEW(arena, bool, kind_count);
    for (uint32_t i = 0; i < kind_count; i++) {
        const TSSymbol *name, *end;
        below[i] = !(kinds[grammar->public_symbol_map[i]] & bits);
        ts_language_aliases_for_symbol(grammar, (TSSymbol)i, &name, &end);
        for (; name < end; name++)
            below[i] = below[i] && !(kinds[grammar->public_symbol_map[*name]] & bits);
    }
    return below;
}
