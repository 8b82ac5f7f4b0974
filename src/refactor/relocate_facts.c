/* The table of languages whose files can be renamed, from languages/<id>/relocate.def. */
#include "refactor/relocate_facts.h"

#include "languages_relocate.h"

static const RelocateFacts facts_by_language[] = {
#include "languages_relocate.inc"
};

const RelocateFacts *relocate_facts(const Language *language)
{
    return language ? lang_row(language, facts_by_language, COUNT(facts_by_language),
                               sizeof facts_by_language[0])
                    : NULL;
}
