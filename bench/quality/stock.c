/* What our core of the parser has beside its functions, for programs with the core as it comes. */
#include <fovea_grammars.h>

void (*fovea_grammar_pulse)(void);
uint32_t (*fovea_grammar_columns)(void *payload, uint32_t from, uint32_t to);

void fovea_grammar_trim(const FoveaTrim *plan)
{
    (void)plan;
}

bool fovea_grammar_recovered(bool forget)
{
    (void)forget;
    return false;
}
