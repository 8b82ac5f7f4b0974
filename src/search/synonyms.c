/* The groups are few, so a question reads them all. */
#include "search/synonyms.h"

static const char *const groups[] = {
#define SYNONYMS(words) words,
#include "search/synonyms.def"
#undef SYNONYMS
};

static bool has_term(Str group, uint32_t term)
{
    Str word;
    while (str_take_until(&group, ' ', &word))
        if (term_of_word(word) == term)
            return true;
    return false;
}

void synonyms_visit(uint32_t term, SynonymVisit visit, void *context)
{
    for (size_t i = 0; i < COUNT(groups); i++) {
        Str group = str_from(groups[i]), word;
        if (!has_term(group, term))
            continue;
        while (str_take_until(&group, ' ', &word))
            if (term_of_word(word) != term)
                visit(context, term_of_word(word));
    }
}
