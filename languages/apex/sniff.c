/* Recognises Apex among .cls files. */
#include "languages_lang.h"

#include "lang/sniff.h"

/* The first line that is not a comment must be a declaration or an annotation. Classes of
   ObjectScript begin with a capital instead. */
bool sniff_apex(Str head)
{
    static const char declares[] = "public |Public |global |Global |private |Private |abstract |"
                                   "virtual |class |interface |enum |with sharing |"
                                   "without sharing |inherited sharing |@";
    Str line;
    while (str_take_line(&head, &line)) {
        line = str_trim(line);
        if (line.len && !sniff_starts(line, "//|/*|*", false))
            return sniff_starts(line, declares, false);
    }
    return false;
}
