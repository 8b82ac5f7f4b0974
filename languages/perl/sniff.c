/* Recognises Perl among .pl files, which may be Prolog's. */
#include "languages_lang.h"

#include "lang/sniff.h"

bool sniff_perl(Str head)
{
    return str_starts(head, STR("#!")) ||
           !sniff_has_line(head, ":- |:-module|:-use_module|:-dynamic");
}
