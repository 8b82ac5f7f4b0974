/* Recognises PHP among .inc files. */
#include "languages_lang.h"

bool sniff_php(Str head)
{
    return str_find(str_slice(head, 0, 512), STR("<?php")) != STR_NONE;
}
