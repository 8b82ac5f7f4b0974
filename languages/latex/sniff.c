/* A .cls file that is LaTeX. */
#include "languages_lang.h"

bool sniff_latex(Str head)
{
    head = str_trim(head);
    return str_starts(head, STR("%")) || str_starts(head, STR("\\"));
}
