/* Stubs of what our parser core exports in addition, for programs with the upstream core. */
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
