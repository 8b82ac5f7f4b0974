/* Recognises YAML among .sls files: Salt's, not Scheme's. */
#include "languages_lang.h"

#include "lang/sniff.h"

/* The first line that is not a comment, template or list must end in a colon. */
bool sniff_yaml(Str head)
{
    Str line;
    while (str_take_line(&head, &line)) {
        line = str_trim(line);
        if (line.len && !sniff_starts(line, "#|{|---|- ", false))
            return str_ends(line, STR(":"));
    }
    return false;
}
