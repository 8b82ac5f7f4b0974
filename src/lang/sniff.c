/* Content sniffing: helpers of the languages' tests, and tests for data formats. */
#include "lang/sniff.h"

bool sniff_starts(Str line, const char *words, bool nocase)
{
    Str rest = str_from(words), word;
    while (str_take_until(&rest, '|', &word)) {
        Str start = str_slice(line, 0, word.len);
        if (nocase ? str_equal_nocase(start, word) : str_equal(start, word))
            return true;
    }
    return false;
}

bool sniff_has_line(Str head, const char *starts)
{
    Str line;
    while (str_take_line(&head, &line))
        if (sniff_starts(line, starts, false))
            return true;
    return false;
}

bool sniff_json(Str head)
{
    Str inside = str_trim(str_from_offset(head, MIN(head.len, 1)));
    return str_starts(head, STR("{")) &&
           (str_starts(inside, STR("\"")) || str_starts(inside, STR("}")));
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
