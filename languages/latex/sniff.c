/* Recognises LaTeX among .cls files. */
#include "languages_lang.h"

bool sniff_latex(Str head)
{
    head = str_trim(head);
    return str_starts(head, STR("%")) || str_starts(head, STR("\\"));
}
