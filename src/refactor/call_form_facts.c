/* The table of languages whose signatures can be changed, from languages/<id>/signature.def. */
#include "refactor/call_form_facts.h"

static const SignatureFacts facts_by_language[] = {
#include "languages_signature.inc"
};

const SignatureFacts *call_form_facts(const Language *language)
{
    return language ? lang_row(language, facts_by_language, COUNT(facts_by_language),
                               sizeof facts_by_language[0])
                    : NULL;
}
