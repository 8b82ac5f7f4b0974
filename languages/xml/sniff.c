/* Recognises XML among .ts files: translations. */
#include "languages_lang.h"

bool sniff_xml(Str head)
{
    if (str_starts(head, STR("\xef\xbb\xbf")))
        head = str_from_offset(head, 3);
    return str_starts(head, STR("<?xml")) || str_starts(head, STR("<!DOCTYPE"));
}
