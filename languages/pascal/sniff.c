/* Recognises Pascal among .pp files (otherwise Puppet) and .inc files. */
#include "languages_lang.h"

#include "lang/sniff.h"

/* Skips comments `{ … }`, `(* … *)` and `// …`. True when one of them proves Pascal: a directive
   (`{$IFDEF …}`), or braces followed by neither a comma nor a semicolon. */
static bool take_comments(Str *text)
{
    for (;;) {
        *text = str_trim(*text);
        bool brace = str_starts(*text, STR("{")), paren = str_starts(*text, STR("(*"));
        if (str_starts(*text, STR("//"))) {
            Str line;
            str_take_line(text, &line);
            continue;
        }
        if (!brace && !paren)
            return false;
        size_t end = brace ? str_find_byte(*text, '}') : str_find(*text, STR("*)"));
        *text = end == STR_NONE ? (Str){0} : str_from_offset(*text, end + (brace ? 1 : 2));
        if (brace && !str_starts(*text, STR(",")) && !str_starts(*text, STR(";")))
            return true;
    }
}

bool sniff_pascal(Str head)
{
    static const char routines[] = "function |procedure |constructor |destructor |operator |"
                                   "class function |class procedure ";
    Str line = {0};
    if (take_comments(&head))
        return true;
    if (!str_take_line(&head, &line))
        return false;
    line = str_trim(line);
    if (sniff_starts(line, routines, true))
        return !str_ends(line, STR("{"));
    if (sniff_starts(line, "unit |program |library |uses |resourcestring", true))
        return str_find_byte(line, '{') == STR_NONE && str_find_byte(line, '=') == STR_NONE;
    return str_equal_nocase(line, STR("const")) || str_equal_nocase(line, STR("type")) ||
           str_equal_nocase(line, STR("var")) || str_equal_nocase(line, STR("uses")) ||
           str_equal_nocase(line, STR("begin")) || str_equal_nocase(line, STR("interface")) ||
           str_find(line, STR(" = class")) != STR_NONE ||
           str_find(line, STR(" = interface")) != STR_NONE;
}
