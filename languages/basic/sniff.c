/* Recognises Visual Basic among .cls and .frm files. */
#include "languages_lang.h"

#include "lang/sniff.h"

bool sniff_basic(Str head)
{
    return sniff_has_line(head, "VERSION |Attribute VB_");
}
