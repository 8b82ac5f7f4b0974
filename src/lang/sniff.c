#include "lang/sniff.h"

bool sniff_xml(Str head)
{
    if (str_starts(head, STR("\xef\xbb\xbf")))
        head = str_from_offset(head, 3);
    return str_starts(head, STR("<?xml")) || str_starts(head, STR("<!DOCTYPE"));
}

bool sniff_jsonl(Str head)
{
    Str line = {0}, second = {0};
    if (!str_take_line(&head, &line) || !str_take_line(&head, &second))
        return false;
    line = str_trim(line);
    second = str_trim(second);
    return str_starts(line, STR("{\"")) && str_ends(line, STR("}")) &&
           str_starts(second, STR("{\""));
}

bool sniff_ini(Str head)
{
    bool section = false;
    Str line;
    while (str_take_line(&head, &line)) {
        line = str_trim(line);
        if (!line.len || line.ptr[0] == '#' || line.ptr[0] == ';')
            continue;
        if (section)
            return str_find_byte(line, '=') != STR_NONE;
        if (line.ptr[0] != '[' || line.ptr[line.len - 1] != ']' || line.len < 3)
            return false;
        section = byte_is_alpha(line.ptr[1]);
    }
    return false;
}
